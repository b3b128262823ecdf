/* implicit.c - simplified Newton method for  a (t, x) = 0, S (b - M x') = 0, x' = d + sigma (x - y)
 *
 *     residual (a, b - M x'),   matrix S (sigma M - J) N,   x <- x + dx
 *     rate = |dx| / |dx_before|,   done when  rate / (1 - rate) |dx| <= newton
 *
 * The linearisation stays from step to step as long as the iteration converges with it; then it is
 * made at the prediction y; where that fails and the step size is fixed, Newton's method begins at
 * the state before the step and linearises at each iterate.
 */
#include "implicit.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* contraction that is believed in at least at the first iteration of a step; beyond the other one,
 * or if a correction by the linearisation takes more evaluations, the next step linearises */
static const double OLD_RATE = 0.05, SLOW_RATE = 0.3;
enum { FAST_CORRECTION = 1 };
/* the iteration ends where its error is that part of the tolerance; multipliers of index 3 hand it
 * on to the differences of BDF, up to 2^k times as large and weighted by h^2; where multipliers are
 * solved for, which would be the last to converge, v and p are left to say when it is enough */
static const double ENOUGH = 0.03, ENOUGH_INDEX3 = 0.01, ENOUGH_SOLVED = 0.003;
/* smaller corrections, in parts of that, may be the noise of the functions */
static const double NOISE = 0.01;

/* what rounding leaves of a correction, in units of what it leaves of the state; a rate forgets so
 * slowly how bad it was; a contraction that is none: choices */
static const double ROUNDING = 100 * DBL_EPSILON, REMEMBERS = 0.9, NO_CONTRACTION = 0.9;

static double enough (const GeomsForm *form)
{
    return geoms_index_highest (form) > 2 ? ENOUGH_INDEX3
           : form->solved > 0             ? ENOUGH_SOLVED
                                          : ENOUGH;
}

void geoms_implicit_create (GeomsImplicit *im, const GeomsMethodSetup *setup)
{
    GeomsForm *form = setup->form;
    GeomsArena *arena = setup->arena;
    const size_t n = (size_t)form->n;

    /* memory */
    im->form = form;
    im->n = form->n;
    im->tolerance.n = form->n;
    im->tolerance.rtol = geoms_arena_reals (arena, n);
    im->tolerance.atol = geoms_arena_reals (arena, n);
    im->factor = geoms_arena_reals (arena, n);
    im->weight = geoms_arena_reals (arena, n);
    im->y = geoms_arena_reals (arena, n);
    im->d = geoms_arena_reals (arena, n);
    im->dx = geoms_arena_reals (arena, n);
    im->xdot = geoms_arena_reals (arena, n);
    im->residual = geoms_arena_reals (arena, (size_t)form->m);
    im->still = geoms_arena_reals (arena, (size_t)form->m);
    if (form->base_mass != NULL)
        geoms_mass_create (&im->mass, form->eq->d.nv, 0, arena);
    if (arena->failed)
        return;
    /* tolerances */
    geoms_tolerance_units (&im->tolerance, form->eq);
    memcpy (im->tolerance.rtol, setup->rtol, n * sizeof (double));
    memcpy (im->tolerance.atol, setup->atol, n * sizeof (double));
    im->newton = form->options->newton_tol > 0 ? form->options->newton_tol : enough (form);
}

void geoms_implicit_walk (GeomsImplicit *im, GeomsWalk *w)
{
    geoms_walk_real (w, &im->sigma);
    geoms_walk_real (w, &im->rate);
    geoms_walk_int (w, &im->linearised);
    geoms_walk_int (w, &im->singular);
}

void geoms_implicit_again (GeomsImplicit *im)
{
    if (im->linearised && im->sigma != 0)
        im->form->ops->factor (im->form, GEOMS_SLOT_REAL, im->sigma, 0);
}

void geoms_implicit_weights (GeomsImplicit *im, const double *x, double h)
{
    geoms_index_factors (im->form, h, im->factor);
    geoms_tolerance_weights (&im->tolerance, x, im->factor, im->weight);
}

double geoms_implicit_norm (const GeomsImplicit *im, const double *e)
{
    return geoms_error_norm (im->form, e, im->weight);
}

void geoms_implicit_filter (GeomsImplicit *im, const double *d, double *e)
{
    const GeomsFormOps *ops = im->form->ops;

    for (int i = 0; i < im->n; i++)
        im->dx[i] = im->sigma * d[i];
    ops->defect (im->form, im->dx, im->residual);
    memset (im->dx, 0, (size_t)im->n * sizeof *d);
    ops->defect (im->form, im->dx, im->still);
    for (int i = 0; i < im->form->m; i++)
        im->residual[i] -= im->still[i];
    geoms_form_solve (im->form, im->residual, e);
    im->form->eq->counters->nbsub++;
}

const double *geoms_implicit_derivative (GeomsImplicit *im)
{
    im->form->ops->derivative (im->form, &im->mass, im->xdot);
    return im->xdot;
}

/* ---- the iteration ---- */

/* what rounding leaves of |dx| */
static double rounding_norm (const GeomsImplicit *im)
{
    return ROUNDING * geoms_newton_norm (im->form, 1, im->y, im->weight);
}

/* one Newton step; its size */
static int newton_step (GeomsImplicit *im, double t, double sigma, double *x, double *size)
{
    const GeomsFormOps *ops = im->form->ops;
    int status;

    for (int i = 0; i < im->n; i++)
        im->xdot[i] = im->d[i] + sigma * (x[i] - im->y[i]);
    status = ops->evaluate (im->form, 1, &t, x, im->xdot, im->residual);
    if (status != 0)
        return status < 0 ? status : GEOMS_ATTEMPT_UNDEFINED;
    geoms_form_solve (im->form, im->residual, im->dx);
    im->form->eq->counters->nbsub++;
    for (int i = 0; i < im->n; i++)
        x[i] += im->dx[i];
    *size = geoms_newton_norm (im->form, 1, im->dx, im->weight);
    return isfinite (*size) ? 0 : GEOMS_ATTEMPT_UNDEFINED;
}

static int iterate (GeomsImplicit *im, double t, double sigma, double *x)
{
    const double least = rounding_norm (im);
    const int most = im->form->options->max_newton;
    double before = 0, size = 0;

    /* the linearisation may have become older than its rate */
    im->rate = im->rate > 0 ? geoms_max (im->rate, OLD_RATE) : 0;
    for (int i = 0; i < most; i++) {
        const int status = newton_step (im, t, sigma, x, &size);
        double remains, last;

        if (status != 0)
            return status;
        last = i > 0 ? size / before : 0;
        if (i > 0)
            im->rate = i > 1 ? geoms_max (REMEMBERS * im->rate, last) : last;
        if (size <= least || (i > 0 && size <= NOISE * im->newton))
            return 0;
        if (last > NO_CONTRACTION)
            return GEOMS_ATTEMPT_FAILED;
        remains = im->rate / (1 - im->rate) * size;
        if (im->rate > 0 && im->rate < 1 && remains <= im->newton)
            return 0;
        /* it may have begun slowly: what counts is how it goes on */
        if (i > 1 && last / (1 - last) * size * pow (last, most - 1 - i) > im->newton)
            return GEOMS_ATTEMPT_FAILED;
        before = size;
    }
    return GEOMS_ATTEMPT_FAILED;
}

static int factor (GeomsImplicit *im, double sigma)
{
    im->form->eq->counters->nedec++;
    if (im->form->ops->factor (im->form, GEOMS_SLOT_REAL, sigma, 0) != 0) {
        im->sigma = 0;
        im->singular++;
        return GEOMS_ATTEMPT_FAILED;
    }
    im->sigma = sigma;
    im->singular = 0;
    return 0;
}

/* The base point stays at the start of the step. */
static int linearise (GeomsImplicit *im, double t, const double *x)
{
    const int status = im->form->ops->linearise (im->form, t, x, GEOMS_BASE_LEAVE);

    im->linearised = status == 0;
    im->sigma = im->rate = 0;
    return status <= 0 ? status : GEOMS_ATTEMPT_UNDEFINED;
}

/* Newton's method itself, a matrix for each iterate. The second correction may be larger than the
 * first; where later ones grow it is on the way to another solution. */
static int iterate_newton (GeomsImplicit *im, double t, double sigma, double *x)
{
    const double least = rounding_norm (im);
    double before = 0, size = 0;

    for (int i = 0; i < im->form->options->max_newton; i++) {
        int status = linearise (im, t, x);

        if (status == 0)
            status = factor (im, sigma);
        if (status == 0)
            status = newton_step (im, t, sigma, x, &size);
        if (status != 0)
            return status;
        im->rate = i > 0 ? size / before : 0;
        if (size <= least)
            return 0;
        if (i > 1 && im->rate >= 1)
            return GEOMS_ATTEMPT_FAILED;
        if (i > 0 && im->rate < 1 && im->rate / (1 - im->rate) * size <= im->newton)
            return 0;
        before = size;
    }
    return GEOMS_ATTEMPT_FAILED;
}

/* what is tried one after the other */
enum { OLD_MATRIX, NEW_MATRIX, NEWTON };

static int attempt (GeomsImplicit *im, int how, double t, double sigma, const double *x,
                    double *x_new)
{
    int status = 0;

    memcpy (x_new, how == NEWTON ? x : im->y, (size_t)im->n * sizeof *x);
    if (how == NEWTON)
        return iterate_newton (im, t, sigma, x_new);
    if (how == NEW_MATRIX)
        status = linearise (im, t, im->y);
    if (status == 0 && im->sigma != sigma)
        status = factor (im, sigma);
    return status != 0 ? status : iterate (im, t, sigma, x_new);
}

int geoms_implicit_solve (GeomsImplicit *im, double t, double sigma, const double *x, double *x_new)
{
    const int last = im->form->options->step > 0 ? NEWTON : NEW_MATRIX;
    int how = im->linearised ? OLD_MATRIX : NEW_MATRIX,
        status = attempt (im, how, t, sigma, x, x_new);

    while (status > 0 && how < last)
        status = attempt (im, ++how, t, sigma, x, x_new);
    return status;
}

int geoms_implicit_finish_step (GeomsImplicit *im, GeomsMethod *m, double t, double *x)
{
    const GeomsFormOps *ops = im->form->ops;
    int status = ops->base (im->form, t, x);
    long before;

    /* the state that stands for those like it */
    for (int i = 0; i < 2 && status == 0 && ops->normalise (im->form, 1, x); i++)
        status = ops->base (im->form, t, x);
    /* onto the constraints, with new linearisations if need be */
    before = m->counters->neom;
    if (status == 0 && (m->project || im->form->near)) {
        status = ops->correct (im->form, t, x, 0);
        for (int i = 0; i < GEOMS_MOST_RELINEARISED && status == GEOMS_PROJECTION_FAILS; i++) {
            status = ops->linearise (im->form, t, x, GEOMS_BASE_HAVE);
            im->linearised = status == 0;
            im->sigma = im->rate = 0;
            if (status == 0)
                status = ops->correct (im->form, t, x, geoms_relinearised (i));
        }
        if (status == GEOMS_PROJECTION_FAILS)
            geoms_method_not_projected (m, t);
    }
    /* whether the next step linearises */
    if (im->rate > SLOW_RATE
        || (im->form->corrects_by_jacobian && m->counters->neom - before > FAST_CORRECTION))
        im->linearised = 0;
    return status > 0 ? geoms_method_not_finite (m, t) : status;
}
