/* bdf.c - one step of the backward differentiation formula of order k
 *
 *     sum_{j=1}^k 1/j D_j x_new = h x',     D_j x = D_{j-1} x_n - D_{j-1} x_{n-1}
 *     y = x + sum_{j=1}^k D_j x,   x' = (g_k (x_new - y) + sum_{j=1}^k g_j D_j x) / h
 *     g_j = 1 + ... + 1/j
 *     err = (x_new - y) / (k + 1), through the Newton matrix
 *
 * Variable steps: the differences are interpolated to the new step size, and order and size are
 * chosen anew after k + 1 steps alike (Shampine, Reichelt, SIAM J. Sci. Comput. 18 (1997), with
 * kappa = 0). Fixed steps: Radau IIA makes the k - 1 steps before the first.
 */
#include "bdf.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum { MOST = GEOMS_BDF_MOST, DIFFERENCES = GEOMS_BDF_DIFFERENCES };

static const double g[] = {0, 1, 3.0 / 2, 11.0 / 6, 25.0 / 12, 137.0 / 60, 49.0 / 20};

/* ---- start ---- */

/* 1 % change, and h^2/2 x'' like the tolerance where x'' is like x' in the time of 100 % change */
static double first_step (GeomsBdf *b, const double *x)
{
    const double *xdot = geoms_implicit_derivative (&b->implicit);
    double h;

    geoms_implicit_weights (&b->implicit, x, 1);
    h = geoms_control_first (b->method.form, x, b->implicit.weight, xdot);
    return geoms_min (h, sqrt (100 * h / geoms_implicit_norm (&b->implicit, xdot)));
}

static int enter (GeomsBdf *b, double t, double *x)
{
    const int status = geoms_method_enter (&b->method, t, x);

    b->implicit.linearised = status == 0;
    b->implicit.sigma = b->implicit.rate = 0;
    b->method.h_poly = b->h_D = 0;
    b->method.failures = b->started = 0;
    return status;
}

static int start (GeomsMethod *m, double t, double *x, double direction)
{
    GeomsBdf *b = (GeomsBdf *)m;
    int status;

    if (b->starter != NULL) {
        status = b->starter->ops->start (b->starter, t, x, direction);
        memcpy (m->condition, b->starter->condition, sizeof m->condition);
        geoms_method_begin_with (m, m->options->step, direction);
        b->started = 0;
        b->h_D = m->h_poly = 0;
        b->order = b->most;
        return status;
    }
    status = enter (b, t, x);
    m->ops->condition (m, m->condition);
    if (status == 0)
        geoms_method_begin_with (m, m->h > 0 ? m->h : first_step (b, x), direction);
    return status;
}

static int restart (GeomsMethod *m, double t, double *x, double direction)
{
    GeomsBdf *b = (GeomsBdf *)m;
    int status;

    memset (&m->control, 0, sizeof m->control);
    if (b->starter != NULL) {
        status = b->starter->ops->restart (b->starter, t, x, direction);
        b->order = b->most;
        b->started = 0;
        b->h_D = m->h_poly = 0;
        geoms_method_begin_with (m, m->options->step, direction);
        return status;
    }
    status = enter (b, t, x);
    if (status == 0)
        geoms_method_begin_with (m, first_step (b, x), direction);
    return status;
}

/* ---- one attempt ---- */

static void predict (GeomsBdf *b, const double *x)
{
    const int n = b->method.n, k = b->order;
    double *y = b->implicit.y, *d = b->implicit.d;

    memcpy (y, x, (size_t)n * sizeof *x);
    memset (d, 0, (size_t)n * sizeof *d);
    for (int j = 1; j <= k; j++) {
        const double *D = geoms_bdf_difference (b, j);
        for (int i = 0; i < n; i++) {
            y[i] += D[i];
            d[i] += g[j] / b->h_D * D[i];
        }
    }
}

/* 0 with the end of the step in x_new, or what geoms_implicit_solve says */
static int solve (GeomsBdf *b, double t, const double *x)
{
    const double h = b->method.step;

    if (b->h_D == 0)
        geoms_bdf_first_differences (b, h);
    geoms_bdf_rescale (b, h);
    predict (b, x);
    geoms_implicit_weights (&b->implicit, x, h);
    return geoms_implicit_solve (&b->implicit, t + h, g[b->order] / h, x, b->x_new);
}

static void set_change (GeomsBdf *b, const double *x)
{
    for (int i = 0; i < b->method.n; i++)
        b->d[i] = x[i] - b->implicit.y[i];
}

/* norm of a difference, through the Newton matrix where there is one; a prescribed motion has no
 * error but that of the polynomial */
static double size_of (GeomsBdf *b, const double *difference)
{
    if (b->implicit.sigma != 0 && b->method.form->free_count > 0)
        geoms_implicit_filter (&b->implicit, difference, b->e);
    else
        memcpy (b->e, difference, (size_t)b->method.n * sizeof *difference);
    return geoms_implicit_norm (&b->implicit, b->e);
}

static double error_of (GeomsBdf *b)
{
    set_change (b, b->x_new);
    return size_of (b, b->d) / (b->order + 1);
}

static int attempt (GeomsMethod *m, double t, const double *x, double *error)
{
    GeomsBdf *b = (GeomsBdf *)m;
    const int status = solve (b, t, x);

    *error = status == 0 && ! (m->options->step > 0) ? error_of (b) : 0;
    return status;
}

/* ---- after an attempt ---- */

static int worst (const GeomsMethod *m)
{
    const GeomsBdf *b = (const GeomsBdf *)m;

    return geoms_error_worst (m->n, b->e, b->implicit.weight);
}

static int order (const GeomsMethod *m) { return ((const GeomsBdf *)m)->order; }

/* How much less than what the error allows for is asked of the next step: for the order at hand,
 * one less, one more. Those of ode15s: a change of order must pay. A step grows from a tenth on
 * only, for its Newton matrix is lost. */
static const double CAUTION[] = {1.2, 1.3, 1.4};
static const double GROWS = 1.1;
/* Choices: an error that counts at least; the smallest part of a step that one of a lower order
 * begins with; what is left of a step that was rejected, at most, the first time and again; after a
 * failure of Newton's method. */
static const double LEAST_ERROR = 1e-10, LEAST_LOWER = 1e-2, REJECTED = 0.9, REJECTED_AGAIN = 0.5,
                    AFTER_FAILURE = 0.25;

/* hnew / h for an error, of order k */
static double ratio_of (const GeomsBdf *b, double error, int k, double caution)
{
    const GeomsOptions *o = b->method.options;
    const double ratio = pow (geoms_max (error, LEAST_ERROR), -1.0 / (k + 1)) / caution;

    return geoms_max (o->step_change[0], geoms_min (o->step_change[1], ratio));
}

/* The order that allows for the largest step; -> hnew / h. error: of the accepted step */
static double choose_order (GeomsBdf *b, double error)
{
    const int k = b->order;
    double ratio = ratio_of (b, error, k, CAUTION[0]), other;

    if (k > 1) {
        other = ratio_of (b, size_of (b, geoms_bdf_difference (b, k)) / k, k - 1, CAUTION[1]);
        if (other > ratio) {
            ratio = other;
            b->order = k - 1;
        }
    }
    if (k < b->most) {
        other = ratio_of (b, size_of (b, geoms_bdf_difference (b, k + 2)) / (k + 2), k + 1, CAUTION[2]);
        if (other > ratio) {
            ratio = other;
            b->order = k + 1;
        }
    }
    return ratio;
}

/* hnew / h of the next step */
static double control (GeomsBdf *b, double error)
{
    GeomsMethod *m = &b->method;
    const int k = b->order;
    double ratio;

    m->control.accepted++;
    b->equal = m->control.rejected ? 0 : b->equal + 1;
    m->control.rejected = 0;
    if (b->equal <= k)
        return 1;
    ratio = choose_order (b, error);
    if (ratio > GROWS || b->order != k) {
        b->equal = 0;
        return geoms_max (ratio, b->order < k ? LEAST_LOWER : 1);
    }
    return 1;
}

/* after a step whose error was too large */
static double retreat (GeomsBdf *b, double error, int again)
{
    const int k = b->order;
    double ratio = ratio_of (b, error, k, CAUTION[0]), other;

    b->equal = 0;
    if (again)
        return geoms_min (REJECTED_AGAIN, ratio);
    if (k > 1) {
        for (int i = 0; i < b->method.n; i++) /* D_k as if the step had been accepted */
            b->x_new[i] = geoms_bdf_difference (b, k)[i] + b->d[i];
        other = ratio_of (b, size_of (b, b->x_new) / k, k - 1, CAUTION[1]);
        if (other > ratio) {
            ratio = geoms_min (1, other);
            b->order = k - 1;
        }
    }
    return geoms_min (ratio, REJECTED);
}

static void reject (GeomsMethod *m, double error)
{
    GeomsBdf *b = (GeomsBdf *)m;
    const int again = m->control.rejected;

    b->implicit.linearised &= ! again; /* errors are measured by it, too */
    m->control.rejected = 1;
    m->counters->nerjct++;
    m->h *= retreat (b, error, again);
}

static int failed (GeomsMethod *m, double t, int status)
{
    GeomsBdf *b = (GeomsBdf *)m;

    m->undefined = status == GEOMS_ATTEMPT_UNDEFINED && b->implicit.singular == 0;
    status = geoms_method_failed (m, t, b->implicit.singular);
    if (status != 0)
        return status;
    b->equal = 0;
    m->h *= AFTER_FAILURE;
    status = m->form->ops->renew (m->form);
    b->implicit.linearised = 0;
    return status < 0 ? status : 0;
}

/* the state that was accepted */
static int finish_step (GeomsBdf *b, double t, double *x)
{
    int status;

    memcpy (x, b->x_new, (size_t)b->method.n * sizeof *x);
    status = geoms_implicit_finish_step (&b->implicit, &b->method, t, x);
    set_change (b, x);
    geoms_bdf_update_differences (b);
    geoms_bdf_polynomial (b);
    return status;
}

static void keep_step (GeomsBdf *b)
{
    memcpy (b->D_old, b->D, (size_t)b->method.n * DIFFERENCES * sizeof *b->D);
    b->h_old = b->h_D;
    b->order_old = b->order;
}

static int accept (GeomsMethod *m, double *t, double *x, double t_new, double error, int last)
{
    GeomsBdf *b = (GeomsBdf *)m;
    const double h = m->h;
    double next;
    int status;

    (void)last;
    keep_step (b);
    if (b->starter != NULL)
        b->started = b->order;
    *t = t_new;
    status = finish_step (b, *t, x);
    next = geoms_method_next (m, h, b->starter != NULL ? 1 : control (b, error));
    m->h = h < 0 ? -next : next;
    return status;
}

/* ---- steps of the starter ---- */

static int starting_step (GeomsBdf *b, double *t, double *x, double t_end, int *last)
{
    GeomsMethod *m = &b->method;
    const double t_old = *t;
    int status;

    if (b->started == 0)
        memset (b->D, 0, (size_t)m->n * DIFFERENCES * sizeof *x);
    memcpy (b->x_new, x, (size_t)m->n * sizeof *x);
    b->starter->h = m->h;
    status = b->starter->ops->step (b->starter, t, x, t_end, last);
    if (status != 0)
        return status;
    geoms_bdf_append_difference (b, b->x_new, x);
    geoms_bdf_take_polynomial (b, x);
    b->h_D = *t - t_old;
    b->implicit.linearised = 0;
    return 0;
}

/* ---- the step ---- */

/* steps of the starter come first; then the orders of a run that is continued with other ones */
static int step (GeomsMethod *m, double *t, double *x, double t_end, int *last)
{
    GeomsBdf *b = (GeomsBdf *)m;
    const int changed = b->starter != NULL && b->order != b->most, /* in a run that is continued */
              status_of_start = changed ? restart (m, *t, x, m->h < 0 ? -1 : 1) : 0;

    if (status_of_start != 0)
        return status_of_start;
    if (b->starter != NULL && b->started < b->order - 1)
        return starting_step (b, t, x, t_end, last);
    if (b->order > b->most) { /* in a run that is continued with a smaller one */
        b->order = b->most;
        b->equal = 0;
    }
    return geoms_method_step (m, t, x, t_end, last);
}

static int retake (GeomsMethod *m, double t_old, const double *x_old, double t, double *x)
{
    GeomsBdf *b = (GeomsBdf *)m;
    int status;

    if (b->starter != NULL && b->started < b->order) {
        status = b->starter->ops->retake (b->starter, t_old, x_old, t, x);
        if (status == 0)
            geoms_bdf_take_polynomial (b, x);
        return status;
    }
    memcpy (b->D, b->D_old, (size_t)m->n * DIFFERENCES * sizeof *b->D);
    b->h_D = b->h_old;
    b->order = b->order_old;
    m->h = m->step = t - t_old;
    status = solve (b, t_old, x_old);
    return status != 0 ? status : finish_step (b, t, x);
}

/* ---- what is remembered ---- */

static void walk (GeomsMethod *m, GeomsWalk *w)
{
    GeomsBdf *b = (GeomsBdf *)m;

    geoms_walk_within (w, &b->order, 1, MOST);
    geoms_walk_within (w, &b->equal, 0, INT_MAX);
    geoms_walk_within (w, &b->started, 0, MOST);
    geoms_walk_real (w, &b->h_D);
    geoms_walk_require (w, b->h_D * m->h >= 0);
    geoms_walk_reals (w, (size_t)m->n * DIFFERENCES, b->D);
    geoms_implicit_walk (&b->implicit, w);
    if (b->starter != NULL)
        geoms_method_walk (b->starter, w);
}

static void again (GeomsMethod *m)
{
    GeomsBdf *b = (GeomsBdf *)m;

    if (b->starter != NULL)
        geoms_method_again (b->starter);
    geoms_implicit_again (&b->implicit);
}

/* ---- creation ---- */

static int create (GeomsMethod *m, const GeomsMethodSetup *setup)
{
    GeomsBdf *b = (GeomsBdf *)m;
    const size_t n = (size_t)m->n;

    b->most = b->order = geoms_method_highest (m->ops, m->options);
    b->D = geoms_arena_reals (setup->arena, DIFFERENCES * n);
    b->D_old = geoms_arena_reals (setup->arena, DIFFERENCES * n);
    b->x_new = geoms_arena_reals (setup->arena, n);
    b->d = geoms_arena_reals (setup->arena, n);
    b->e = geoms_arena_reals (setup->arena, n);
    geoms_implicit_create (&b->implicit, setup);
    return 0;
}

/* one order, made with the help of Radau IIA */
static int create_fixed (GeomsMethod *m, const GeomsMethodSetup *setup)
{
    GeomsBdf *b = (GeomsBdf *)m;

    create (m, setup);
    b->most = b->order = m->options->order;
    return geoms_method_create (&geoms_method_RADAU5, setup, &b->starter);
}

/* orders 1 to 5; bdf-fixed begins with steps of radau5 and its slots */
#define BDF(word, its_orders, slots, rates, its_create)             \
    {                                                               \
        .name = word,                                               \
        .basis = {MOST, geoms_bdf_nodes},                           \
        .orders = its_orders,                                       \
        .complex_slots = slots,                                     \
        .takes_rates = rates,                                       \
        .start = start,                                             \
        .restart = restart,                                         \
        .step = step,                                               \
        .attempt = attempt,                                         \
        .failed = failed,                                           \
        .reject = reject,                                           \
        .accept = accept,                                           \
        .worst = worst,                                             \
        .order = order,                                             \
        .retake = retake,                                           \
        .condition = geoms_method_form_condition,                   \
        .singular = geoms_method_form_singular,                     \
        .size = sizeof (GeomsBdf),                                  \
        .create = its_create,                                       \
        .walk = walk,                                               \
        .again = again,                                             \
    }

const GeomsMethodOps geoms_method_BDF = BDF ("bdf", 0x3e, 0, 1, create);
const GeomsMethodOps geoms_method_BDF_FIXED = BDF ("bdf-fixed", 0, 1, 0, create_fixed);
