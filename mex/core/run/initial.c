/* initial.c - initial values as the option Initial wants them: corrected, checked or left alone
 *
 * Multipliers that are not known (NaN) are computed in any case; consistent.c searches for states.
 */
#include <math.h>
#include <string.h>

#include "forms/projected/projected.h"
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
    status = geoms_consistent_form (run);
    if (status != 0)
        return status;
    memcpy (run->consistency_work.x0, run->x, (size_t)run->eq.n * sizeof (double));
    geoms_conditions_count (run, 1);
    if (run->options.initial == GEOMS_INITIAL_CORRECT)
        status = geoms_consistent_search (run, run->t, run->x);
    else
        status = examine (run);
    if (status == 0 && run->unknown && ! run->reduced
        && run->options.formulation == GEOMS_FORMULATION_PSI1)
        status = first_multipliers (run);
    return as_initial (status);
}
