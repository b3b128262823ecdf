/* initial.c - consistent initial values
 *
 *     x <- x - P a (x)    with P from singular value decompositions at x: the smallest change of
 *     positions, then of velocities, then of multipliers that meets all (hidden) constraints
 *
 * repeated with a new Jacobian each time. Nothing moves if x is consistent already.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "run.h"

enum { MOST_ITERATIONS = 30, SETTLING = 5 };

int geoms_side_form (GeomsRun *run)
{
    int status;

    if (run->have_side)
        return 0;
    status = geoms_projected_create (&run->side, &run->eq, &run->options, run->options.formulation,
                                     GEOMS_DECOMPOSITION_SVD, &run->arena);
    run->have_side = status == 0;
    run->side.algebraic_only = 1;
    return status;
}

static int not_finite (GeomsRun *run, double t)
{
    run->report.t = t;
    return geoms_report (&run->report, GEOMS_NOT_FINITE,
                         "The equations of motion cannot be evaluated at t = %.10g: a function "
                         "returned NaN or Inf there.", t);
}

/* Jacobian, decompositions and residuals at x; the violation is what is left to correct. */
static int look (GeomsRun *run, double t, const double *x, double *violation)
{
    GeomsForm *f = &run->side.form;
    const int status = f->ops->linearise (f, t, x, GEOMS_BASE_FILL);

    if (status != 0)
        return status > 0 ? not_finite (run, t) : status;
    *violation = geoms_projected_violation (&run->side, run->side.base);
    return 0;
}

static int diverges (GeomsRun *run, double t, double violation)
{
    run->report.t = t;
    run->report.value = violation;
    return geoms_report (&run->report, GEOMS_INITIAL_DIVERGES,
                         "The search for a consistent state at t = %.10g diverges (relative "
                         "residual %.3g).", t, violation);
}

int geoms_side_correct (GeomsRun *run, double t, double *x)
{
    const double limit = geoms_max (1e-13, 10 * run->options.rounding);
    const int n = run->eq.n;
    double *dx = run->side.dx, violation = 0, last = INFINITY, size_old = INFINITY;

    for (int i = 0; i < MOST_ITERATIONS; i++) {
        double size = 0;
        const int status = look (run, t, x, &violation);

        if (status != 0)
            return status;
        if (violation <= limit || (violation < 1e-11 && violation >= last))
            return 0;
        geoms_projected_step (&run->side, run->side.base, dx);
        for (int j = 0; j < n; j++)
            size = geoms_max (size, fabs (dx[j]) / geoms_max (1, fabs (x[j])));
        if (! isfinite (size) || (i >= SETTLING && size > 10 * size_old))
            return diverges (run, t, violation);
        for (int j = 0; j < n; j++)
            x[j] += dx[j];
        last = violation;
        size_old = size;
    }
    run->report.t = t;
    run->report.value = violation;
    run->report.limit = limit;
    return geoms_report (&run->report, GEOMS_INITIAL_SLOW,
                         "No consistent state was found at t = %.10g within %d iterations "
                         "(relative residual %.3g).", t, MOST_ITERATIONS, violation);
}

/* The row that is violated most, for the message. */
static int inconsistent (GeomsRun *run, double violation, double limit)
{
    const GeomsProjected *p = &run->side;
    const int first[] = {0, p->a2, p->a3}, count[] = {p->m1, p->m2, p->m3};
    char name[32];
    int worst = 0;

    for (int b = 0; b < 3; b++)
        for (int i = first[b]; i < first[b] + count[b]; i++)
            if (fabs (p->base[i]) / p->scale[i] >= violation)
                worst = i;
    geoms_name_row (&run->eq, worst, name, sizeof name);
    run->report.t = run->t;
    run->report.component = worst;
    run->report.value = p->base[worst];
    run->report.limit = limit * p->scale[worst];
    return geoms_report (&run->report, GEOMS_INCONSISTENT,
                         "The initial values violate the constraint %s: its value is %.6g, the "
                         "limit %.3g.", name, p->base[worst], run->report.limit);
}

int geoms_initial (GeomsRun *run)
{
    const double limit = 1e-8;
    double violation = 0;
    int status;

    if (run->options.initial == GEOMS_INITIAL_ASSUME)
        return 0;
    status = geoms_side_form (run);
    if (status == 0 && run->options.initial == GEOMS_INITIAL_CORRECT)
        return geoms_side_correct (run, run->t, run->x);
    if (status == 0)
        status = look (run, run->t, run->x, &violation);
    if (status == 0 && violation > limit)
        status = inconsistent (run, violation, limit);
    return status;
}
