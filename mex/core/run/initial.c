/* initial.c - initial values as the option Initial wants them: corrected, checked or left alone
 *
 * Explicit methods begin with a state that is consistent without a Jacobian.
 *
 * Multipliers that are not known (NaN) are computed in any case; consistent.c searches for states.
 */
#include <math.h>
#include <string.h>

#include "forms/projected/projected.h"
#include "problem.h"
#include "run.h"

enum { MOST_ITERATIONS = 60 };

static int inconsistent (GeomsRun *run, const char *what, double violation)
{
    char name[40];

    geoms_consistent_worst (run, name, sizeof name);
    run->report.t = run->t;
    return geoms_report (&run->report, GEOMS_INCONSISTENT,
                         "%s violate %s: its value is %.6g, %.3g relative to its terms.", what,
                         name, run->report.value, violation);
}

/* x moves to where the acceleration level vanishes, by its multipliers alone; by how much */
static double multiplier_step (GeomsProjected *p, double *x)
{
    double size = 0, *dx = p->projection.dx;

    for (int j = p->a2; j < p->ra; j++)
        p->base[j] = 0;
    geoms_newton_particular (p, p->base, dx);
    for (int j = 0; j < p->form.eq->n1; j++) {
        x[j] += dx[j];
        size = geoms_max (size, fabs (dx[j]) / geoms_max (p->form.eq->typical[j], fabs (x[j])));
    }
    return size;
}

/* Multipliers that are not known: from the acceleration level, with nothing else moved. */
static int find_multipliers (GeomsRun *run, double *violation)
{
    int status = 0;

    for (int i = 0; i < MOST_ITERATIONS && status == 0; i++) {
        const double size = multiplier_step (run->consistency, run->x);

        status = geoms_consistent_look (run, run->t, run->x, GEOMS_BASE_FILL, violation);
        if (! (size > 1e-12))
            break;
    }
    return status;
}

/* psi1 has no acceleration level: unknown multipliers from that of psf, where the model has one. */
static int first_multipliers (GeomsRun *run)
{
    GeomsProjected psf = {.algebraic_only = 1};
    const GeomsFormOps *ops;
    int status = geoms_projected_create (&psf, &run->eq, &run->options, GEOMS_FORMULATION_PSF,
                                         GEOMS_DECOMPOSITION_SVD, &run->arena);

    ops = psf.form.ops;
    for (int i = 0; i < MOST_ITERATIONS && status == 0; i++) {
        double size = 0;
        status = ops->linearise (&psf.form, run->t, run->x, GEOMS_BASE_FILL);
        if (status == 0)
            size = multiplier_step (&psf, run->x);
        if (! (size > 1e-12))
            break;
    }
    return status < 0 ? status : 0; /* where they cannot be found they stay 0 */
}

/* positions and velocities as they are: unknown multipliers, and a refusal if that is wanted */
static int examine (GeomsRun *run)
{
    const double limit = 1e-8;
    double violation = 0;
    int status = geoms_consistent_look (run, run->t, run->x, GEOMS_BASE_FILL, &violation);

    if (status == 0 && run->unknown && run->consistency->m1 > 0)
        status = find_multipliers (run, &violation);
    if (status == 0 && violation > limit && run->options.initial == GEOMS_INITIAL_CHECK)
        status = inconsistent (run, "The initial values", violation);
    return status;
}

/* ---- explicit methods ---- */

/* nothing but constraints is to be met, and their multipliers are solved for */
static int has_constraints_alone (const GeomsRun *run)
{
    const GeomsDims *d = &run->eq.d;

    return geoms_method_entry (run->method_number)->is_explicit && run->model.parts != NULL
           && ! run->reduced && ! geoms_problem_fixes (&run->start, d) && run->model.ivcond == NULL
           && d->nw + d->ns + d->ni == 0;
}

/* |row_i| against its terms |C_ij| |y_j|, which are among those of its scale */
static int is_met (const GeomsPart *part, int m, int n, int i, double row, const double *y,
                   double limit)
{
    double terms = 0;

    for (int j = 0; j < n; j++)
        terms += fabs (part->C[(size_t)j * (size_t)m + (size_t)i] * y[j]);
    return fabs (row) <= limit * terms;
}

/* A state that meets the rows of positions and velocities needs neither a search nor a Jacobian;
 * its multipliers are those of the accelerations there. run->begins: it is one; 0 also where that
 * cannot be told so. 0, or the IDID of a function that stopped the run. */
static int begin_as_it_is (GeomsRun *run)
{
    const GeomsEquations *e = &run->eq;
    GeomsOde *ode = run->integrated->ode;
    const double limit = geoms_max (1e-13, 10 * run->options.rounding);
    const int m = e->d.nl + e->d.nm;
    const GeomsReport keep = run->report;
    double *x = run->chunk_x;
    GeomsPart part;
    int status, met;

    run->begins = 0;
    if (! has_constraints_alone (run) || ! geoms_finite ((size_t)e->n, run->x))
        return 0;
    memcpy (x, run->x, (size_t)e->n * sizeof *x);
    status = ode->ops->multipliers (ode, 1, &run->t, x, e->n);
    if (status < 0)
        return status;
    part = geoms_parts_at (ode->parts, 0);
    met = status == 0;
    for (int i = 0; i < m && met; i++)
        met = is_met (&part, m, e->d.nv, i, part.level[i], x + e->o3, limit);
    for (int i = 0; i < e->d.nl && met; i++)
        met = is_met (&part, m, ode->parts->plain ? e->d.np : 0, i, part.g[i], x + e->op, limit);
    run->begins = met;
    if (! met) {
        run->report = keep;
        return 0;
    }
    memcpy (run->x, x, (size_t)m * sizeof *x);
    run->eq.looked = 1; /* forces that depend on multipliers are refused when the method starts */
    return 0;
}

const double *geoms_initial_mass (const GeomsRun *run)
{
    return run->begins ? geoms_parts_at (run->integrated->ode->parts, 0).M : NULL;
}

int geoms_initial_blame (GeomsRun *run, int status)
{
    const GeomsReport keep = run->report;
    double violation = 0;

    if (run->options.initial != GEOMS_INITIAL_ASSUME || run->counters.naccpt > 0 || run->eq.rates
        || geoms_consistent_form (run) != 0)
        return status;
    memcpy (run->consistency_work.x0, run->x, (size_t)run->eq.n * sizeof (double));
    geoms_conditions_count (run, 1);
    if (geoms_consistent_look (run, run->t, run->x, GEOMS_BASE_FILL, &violation) == 0
        && violation > 1e-8)
        return inconsistent (run,
                             "No step leads away from the initial values, which are used as they "
                             "are: they",
                             violation);
    run->report = keep;
    return status;
}

/* the manual has codes of its own for what happens here */
static int as_initial (int status)
{
    if (status == GEOMS_STOP_EOM || status == GEOMS_STOP_EOM_DIFFERENCE)
        return GEOMS_INITIAL_EOM;
    return status == GEOMS_SVD_FAILS ? GEOMS_INITIAL_SVD : status;
}

int geoms_initial (GeomsRun *run)
{
    int status;

    if (run->eq.rates)
        return geoms_rates_initial (run);
    if (run->options.initial == GEOMS_INITIAL_ASSUME && ! run->unknown)
        return 0;
    status = begin_as_it_is (run);
    if (status != 0 || run->begins)
        return as_initial (status);
    status = geoms_consistent_form (run);
    if (status != 0)
        return status;
    memcpy (run->consistency_work.x0, run->x, (size_t)run->eq.n * sizeof (double));
    geoms_conditions_count (run, 1);
    if (run->options.initial == GEOMS_INITIAL_CORRECT)
        status = geoms_consistent_start (run, run->t, run->x);
    else
        status = examine (run);
    if (status == 0 && run->unknown && ! run->reduced
        && run->options.formulation == GEOMS_FORMULATION_PSI1)
        status = first_multipliers (run);
    return as_initial (status);
}
