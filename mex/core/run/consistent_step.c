/* consistent_step.c - one step towards a consistent state
 *
 *     a (t, x) = 0          the constraints of all levels
 *     k (t, x) = 0          what else is to be met: conditions.c
 *
 *     dx = -P a + N y,   y = -(K N)^+ (k - K P a)
 *
 * Gauss-Newton with P, N from singular value decompositions at x: the smallest change of positions,
 * then of velocities, then of multipliers that meets the constraints, and the smallest motion along
 * them that meets the rest. Steps are damped by the natural monotonicity test: the correction at
 * the new point, with the old matrices, must be smaller. Nothing moves if x is consistent already.
 */
#include "consistent.h"
#include "forms/projected/projected.h"
#include "problem.h"

#include <math.h>
#include <string.h>

enum { MOST_HALVINGS = 12 };

/* Components that are fixed cost this much more and are moved last: what they lose where constraints are met
 * they must get back along these, and the way there may be long, or none. */
static const double held = 1e3;

static const double *weights_of (GeomsRun *run)
{
    const GeomsStart *s = &run->start;
    double *weights;

    if (! geoms_problem_fixes (s, &run->model.dims))
        return s->weights;
    weights = geoms_arena_reals (&run->arena, (size_t)run->eq.n);
    for (int i = 0; i < run->eq.n && weights != NULL; i++)
        weights[i] = (s->weights != NULL ? s->weights[i] : 1) * (s->fixed[i] ? held : 1);
    return weights;
}

int geoms_consistent_form (GeomsRun *run)
{
    int status;

    if (run->have_consistency)
        return 0;
    run->consistency->metric.weights = weights_of (run);
    run->consistency->metric.by_mass = run->options.weights == GEOMS_WEIGHTING_MASS;
    run->consistency->algebraic_only = 1;
    status = geoms_projected_create (run->consistency, &run->eq, &run->options, run->levels,
                                     GEOMS_DECOMPOSITION_SVD, &run->arena);
    if (status == 0 && geoms_conditions_create (run) != 0)
        status = geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                               "There is not enough memory for %d unknowns.", run->eq.n);
    run->have_consistency = status == 0;
    return status;
}

/* ---- the Gauss-Newton step ---- */

static int not_finite (GeomsRun *run, double t)
{
    run->report.t = t;
    return geoms_report (&run->report, GEOMS_NOT_FINITE,
                         "The equations of motion cannot be evaluated at t = %.10g.", t);
}

/* Jacobians, decompositions and residuals at x; the violation is what is left to correct. */
int geoms_consistent_look (GeomsRun *run, double t, const double *x, int base, double *violation)
{
    GeomsConsistency *s = &run->consistency_work;
    GeomsProjected *p = run->consistency;
    int row, status;

    /* Jacobians, decompositions */
    p->blocks.F11.expected = run->form->blocks.F11.expected;
    p->blocks.F23.expected = run->form->blocks.F23.expected;
    p->blocks.F34.expected = run->form->blocks.F34.expected;
    status = p->form.ops->linearise (&p->form, t, x, base);

    if (status == 0)
        status = geoms_conditions_values (run, t, x, p->base, s->value);
    if (status == 0)
        status = geoms_conditions_jacobian (run, t, x);
    if (status != 0)
        return status > 0 ? not_finite (run, t) : status;
    /* violation */
    p->invariants.skips = 1; /* e is among the rows of k */
    *violation = geoms_max (geoms_projected_violation (p, p->base),
                            geoms_conditions_violation (s, s->value, &row));
    p->invariants.skips = 0;
    /* conditions along the constraints */
    s->block.m = s->rows;
    s->block.k = p->y.at1;
    geoms_gemm (s->rows, p->y.at1, run->eq.n, s->K, s->rows, p->N, run->eq.n, s->KN, s->rows);
    if (geoms_block_decompose (&s->block, s->KN, s->rows, 1e-6) != 0)
        return geoms_report (&run->report, GEOMS_SVD_FAILS,
                             "LAPACK could not decompose the conditions at t = %.10g.", t);
    return 0;
}

/* dx for the residuals of a and k, with the matrices of the last geoms_consistent_look */
static void correction (GeomsRun *run, const double *residual, const double *k, double *dx)
{
    GeomsConsistency *s = &run->consistency_work;
    GeomsProjected *p = run->consistency;
    const int n = run->eq.n;

    p->invariants.skips = 1;
    geoms_projected_step (p, residual, dx);
    p->invariants.skips = 0;
    if (s->rows == 0)
        return;
    for (int i = 0; i < s->rows; i++) {
        s->moved[i] = -k[i];
        for (int j = 0; j < n; j++)
            s->moved[i] -= s->K[j * s->rows + i] * dx[j];
    }
    geoms_matvec (p->y.at1, s->rows, s->block.inverse, p->y.at1, s->moved, p->projection.c);
    geoms_add_matvec (n, p->y.at1, p->N, n, p->projection.c, dx);
}

/* Size of a change relative to x, of the unknowns from `first` on; infinite if one is not
 * finite. */
static double size_of (const GeomsRun *run, int first, const double *dx, const double *x)
{
    double largest = 0;

    for (int i = 0; i < run->eq.n; i++) {
        const double size = fabs (dx[i]) / geoms_max (run->eq.typical[i], fabs (x[i]));
        if (! isfinite (size))
            return INFINITY;
        if (i >= first)
            largest = geoms_max (largest, size);
    }
    return largest;
}

/* Near a singular position a step is as long as it likes, and what is found at its end is chance: a position
 * moves by no more than this part of its size, or of 1 where it is smaller. */
static const double longest = 0.3;

static double longest_step (const GeomsRun *run, const double *dx, const double *x)
{
    const double size = size_of (run, run->eq.op, dx, x);

    return size <= longest ? 1 : longest / size;
}

/* Where only the acceleration level is violated positions and velocities stay, to the last bit. */
static void leave_what_is_met (GeomsRun *run)
{
    const GeomsConsistency *s = &run->consistency_work;
    GeomsProjected *p = run->consistency;
    const double limit = geoms_max (1e-13, 10 * run->options.rounding);
    int row, met = geoms_conditions_violation (s, s->value, &row) <= limit;

    for (int i = p->a2; i < p->ra; i++)
        met = met && (fabs (p->base[i]) <= limit * p->scale[i] || (i >= run->eq.r_e && i < p->a3));
    for (int i = p->a2; i < p->ra && met; i++)
        p->base[i] = 0;
    for (int i = 0; i < s->rows && met; i++)
        s->value[i] = 0;
}

/* of the rows that w and multipliers are to meet */
static double hidden_violation (const GeomsProjected *p)
{
    return geoms_projected_worst (p, p->base, 0, p->m1);
}

int geoms_consistent_step (GeomsRun *run, double t, double *x)
{
    GeomsConsistency *s = &run->consistency_work;
    GeomsProjected *p = run->consistency;
    const int n = run->eq.n;
    double step, before, after;
    int first = run->eq.o2; /* what moves counts, or if that does not, what multipliers leave of
                               their rows */

    /* the step, and the next correction before it */
    leave_what_is_met (run);
    correction (run, p->base, s->value, s->dx);
    before = size_of (run, first, s->dx, x);
    if (before <= 1e-9) {
        first = 0;
        before = hidden_violation (p);
    }
    if (! isfinite (before))
        return 0;
    /* shorter and shorter */
    step = longest_step (run, s->dx, x);
    for (int i = 0; i < MOST_HALVINGS; i++, step /= 2) {
        int status;
        for (int j = 0; j < n; j++)
            s->trial[j] = x[j] + step * s->dx[j];
        status = p->form.ops->base (&p->form, t, s->trial);
        if (status == 0)
            status = geoms_conditions_values (run, t, s->trial, p->base, s->value);
        if (status < 0)
            return status;
        if (status > 0)
            continue;
        correction (run, p->base, s->value, p->projection.dx);
        after = first > 0 ? size_of (run, first, p->projection.dx, x) : hidden_violation (p);
        /* shorter corrections, or none */
        if (after <= (1 - step / 4) * before || after < 1e-12) {
            memcpy (x, s->trial, (size_t)n * sizeof *x);
            return 1;
        }
    }
    return 0;
}
