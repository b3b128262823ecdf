/* radau.c - one step of the three-stage Radau IIA method of order 5
 *
 *     stages:  radau_stages.c;  x_{n+1} = x_n + Z_3
 *     error:   E1 y = S (b (x_n) + M (x_n) (dd1 Z1 + dd2 Z2 + dd3 Z3)/h),  err = N y
 *              less what is a shift in time (radau_shift.c)
 *     then:    step-size control (control.c), linearisation and correction at the new point
 *
 * Error estimate and order of events are those of Hairer, Wanner II (1996), section IV.8; the
 * correction of the end of each step onto all constraints is ours.
 */
#include "radau.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "radau_coefficients.h"

/* ends of the step and of its stages, about the end of the step */
static const double nodes[] = {C2 - 1, C1 - 1, -1};
static const GeomsBasis basis = {3, nodes};

/* contraction of Newton's method that the next step may have */
static const double FAST = 0.3;

/* Steps grow steadily: each by a tenth at least, while the contraction rises by a twentieth at
 * most. So many of them in a row are no turn of a stiff spring; measured beside a spring of 1e9
 * N/m: 49 failures of Newton's method, as without the rule, and 73 where a single step tells how
 * contractions go on. */
static const double GROWS = 1.1, RISES = 1.05;
enum { STEADY = 3 };

/* a first step whose error is too large becomes so much smaller, as in RADAU5; a restart begins
 * with at least that part of the step size before it, a choice */
static const double FIRST_REJECTED = 0.1, RESTART = 0.1;

/* ---- start ---- */

/* weight_i = factor_i / (atol_i + rtol_i |x_i|) for step size h */
void geoms_radau_weights (GeomsRadau *r, const double *x, double h)
{
    geoms_index_factors (r->method.form, h, r->factor);
    geoms_tolerance_weights (&r->tolerance, x, r->factor, r->weight);
}

static double first_step (GeomsRadau *r, const double *x)
{
    geoms_radau_weights (r, x, 1);
    r->method.form->ops->derivative (r->method.form, &r->mass, r->xdot);
    return geoms_control_first (r->method.form, x, r->weight, r->xdot);
}

static int enter (GeomsRadau *r, double t, double *x)
{
    const int status = geoms_method_enter (&r->method, t, x);

    r->fresh = r->method.options->newton_matrix_at == 0;
    return status;
}

int geoms_radau_start (GeomsMethod *m, double t, double *x, double direction)
{
    GeomsRadau *r = (GeomsRadau *)m;
    const int status = enter (r, t, x);

    r->method.form->ops->condition (r->method.form, r->method.condition);
    r->condition = geoms_radau_condition (r);
    if (status == 0)
        geoms_method_begin_with (m, m->h > 0 ? m->h : first_step (r, x), direction);
    return status;
}

/* The time scales stay the same in most cases: not all of the step size is given up. */
int geoms_radau_restart (GeomsMethod *m, double t, double *x, double direction)
{
    GeomsRadau *r = (GeomsRadau *)m;
    const double old = fabs (r->method.h);
    const int status = enter (r, t, x);

    memset (&r->method.control, 0, sizeof r->method.control);
    r->method.h_poly = 0;
    r->faccon = 1;
    r->factored = r->method.failures = r->singular = r->steady = r->trend = 0;
    r->condition = geoms_radau_condition (r);
    if (status == 0)
        geoms_method_begin_with (m, geoms_min (old, geoms_max (RESTART * old, first_step (r, x))),
                                 direction);
    return status;
}

/* ---- attempts that fail ---- */

/* After a failure: a smaller step, another selector; an IDID if that happens too often. */
int geoms_radau_failed (GeomsMethod *m, double t, int status)
{
    GeomsRadau *r = (GeomsRadau *)m;

    m->undefined = status == GEOMS_ATTEMPT_UNDEFINED && r->singular == 0;
    status = geoms_method_failed (m, t, r->singular);
    if (status != 0)
        return status;
    r->method.h *= r->h_factor;
    r->factored = 0;
    status = r->method.form->ops->renew (r->method.form);
    return status < 0 ? status : 0;
}

/* ---- error, acceptance ---- */

int geoms_radau_interpolation_error (GeomsRadau *r, const GeomsBasis *of, double t,
                                     const double *x, double *error)
{
    const int n = r->method.n, last = (of->degree - 1) * n;
    const double middle = t + r->method.step / 2;
    const GeomsPolynomial step = {of, n, r->X + n, r->method.poly, n, r->method.step};
    double *mid = r->X;
    int status;

    for (int i = 0; i < n; i++)
        r->X[n + i] = x[i] + r->Z[last + i];
    geoms_polynomial_at (&step, -0.5, mid, r->D);
    status = r->method.form->ops->evaluate (r->method.form, 1, &middle, mid, r->D, r->R);
    if (status != 0)
        return status;
    geoms_form_solve (r->method.form, r->R, r->error);
    *error = geoms_error_norm (r->method.form, r->error, r->weight);
    return 0;
}

/* the coefficients of the collocation polynomial from r->Z, its values at the stages minus x_n */
static void polynomial (GeomsRadau *r)
{
    const int n = r->method.n;

    for (int i = 0; i < n; i++) {
        const double z1 = r->Z[i], z2 = r->Z[n + i], z3 = r->Z[2 * n + i];
        const double p1 = (z2 - z3) / (C2 - 1), ak = (z1 - z2) / (C1 - C2),
                     p2 = (ak - p1) / (C1 - 1);
        r->method.poly[i] = p1;
        r->method.poly[n + i] = p2;
        r->method.poly[2 * n + i] = p2 - (ak - z1 / C1) / C2;
    }
}

int geoms_radau_worst (const GeomsMethod *m)
{
    const GeomsRadau *r = (const GeomsRadau *)m;

    return geoms_error_worst (m->n, r->error, r->weight);
}

static int estimate_error (GeomsRadau *r, double t, const double *x, double *error)
{
    const int n = r->method.n;

    if (r->method.form->free_count == 0) {
        double *keep = r->dW; /* the polynomial of the last step, should this one be rejected */
        int status;

        memcpy (keep, r->method.poly, 3 * (size_t)n * sizeof *keep);
        polynomial (r);
        status = geoms_radau_interpolation_error (r, &basis, t, x, error);
        memcpy (r->method.poly, keep, 3 * (size_t)n * sizeof *keep);
        return status;
    }
    for (int i = 0; i < n; i++)
        r->D[i] = (DD1 * r->Z[i] + DD2 * r->Z[n + i] + DD3 * r->Z[2 * n + i]) / r->method.step;
    r->method.form->ops->defect (r->method.form, r->D, r->R);
    geoms_form_solve (r->method.form, r->R, r->error);
    *error = geoms_error_norm (r->method.form, r->error, r->weight);
    if (r->method.form->solved > 0)
        *error = geoms_radau_shift (r, *error);
    return 0;
}

/* The new state: residuals there, linearisation unless the old one is kept, correction. */
int geoms_radau_finish_step (GeomsRadau *r, double t, double *x, int last)
{
    const GeomsFormOps *ops = r->method.form->ops;
    /* the linearisation stays, or is made here or by the next step */
    const int keep = r->fresh && r->method.options->jacobian_reuse >= 0
                     && (r->newt == 1 || r->theta <= r->method.options->jacobian_reuse);
    const int renew = ! keep && r->method.options->newton_matrix_at == 0;
    int status;

    r->fresh = keep || renew;
    if (last && ! r->method.project && ! r->method.form->normalises_velocities)
        return 0;
    /* residual or linearisation there */
    status = renew ? ops->linearise (r->method.form, t, x, GEOMS_BASE_FILL)
                   : ops->base (r->method.form, t, x);
    if (status == 0 && ops->normalise (r->method.form, 1, x))
        status = ops->base (r->method.form, t, x);
    /* onto the constraints, with new linearisations if need be */
    r->factored = r->factored && keep;
    if (status == 0 && (r->method.project || r->method.form->near)) {
        status = ops->correct (r->method.form, t, x, renew);
        for (int i = 0; i < GEOMS_MOST_RELINEARISED && status == GEOMS_PROJECTION_FAILS; i++) {
            status = ops->linearise (r->method.form, t, x, GEOMS_BASE_HAVE);
            status = status == 0 ? ops->correct (r->method.form, t, x, geoms_relinearised (i))
                                 : status;
            r->factored = 0;
        }
        if (status == GEOMS_PROJECTION_FAILS)
            geoms_method_not_projected (&r->method, t);
    }
    return status > 0 ? geoms_method_not_finite (&r->method, t) : status;
}

/* h for the next step; kept if the change is small and the Newton matrices can be used again */
void geoms_radau_next_size (GeomsRadau *r, double h, double ratio)
{
    const GeomsOptions *o = r->method.options;
    double next = geoms_method_next (&r->method, h, ratio);

    if (o->step == 0 && r->factored && ratio >= o->step_keep[0] && ratio <= o->step_keep[1])
        next = fabs (h);
    r->factored = r->factored && next == fabs (h);
    r->method.h = h < 0 ? -next : next;
}

/* Which way step sizes run, and whether contractions stay as they are while steps grow; the step
 * before is that of the polynomial. */
void geoms_radau_note_trend (GeomsRadau *r)
{
    const double grown = r->method.h_poly != 0 ? r->method.step / r->method.h_poly : 1;
    const int as_before = r->theta > 0 && r->theta <= RISES * r->theta_accepted;

    if (grown > GROWS)
        r->trend = geoms_int_max (0, r->trend) + 1;
    else
        r->trend = grown < 1 / GROWS ? geoms_int_min (0, r->trend) - 1 : 0;
    r->steady = grown > GROWS && as_before ? geoms_int_min (STEADY, r->steady + 1) : 0;
    r->theta_accepted = r->theta;
}

/* Where stiff forces turn the contraction of Newton's method grows like h^4: a step for which it
 * would be too slow fails, whatever the error says. On the way out of an impact the contraction
 * stays the same while steps grow, for h is a part of the time since then: there the growth itself
 * may grow so. The published code does not look at that. */
double geoms_radau_limited_ratio (const GeomsRadau *r, double ratio)
{
    const int looks = r->method.form->solved > 0 && r->theta > 0;
    double most;

    if (! looks || ratio <= 1)
        return ratio;
    most = sqrt (sqrt (FAST / r->theta));
    if (r->steady == STEADY)
        most = geoms_max (most, most * r->method.step / r->method.h_poly);
    return geoms_max (1, geoms_min (ratio, most));
}

/* ---- the step, for step.c ---- */

static int attempt (GeomsMethod *m, double t, const double *x, double *error)
{
    GeomsRadau *r = (GeomsRadau *)m;
    int status;

    r->factored = r->factored && r->h_factored == m->h;
    geoms_radau_weights (r, x, m->h);
    status = geoms_radau_solve_stages (r, t, x);
    *error = 0;
    return status == 0 && ! (m->options->step > 0) ? estimate_error (r, t, x, error) : status;
}

static double ratio_of (GeomsRadau *r, double error)
{
    GeomsMethod *m = &r->method;

    if (m->options->step > 0)
        return 1;
    return geoms_radau_limited_ratio (
        r, geoms_control_ratio (&m->control, m->options, m->h, error, r->newt));
}

void geoms_radau_reject (GeomsRadau *r, double ratio)
{
    GeomsMethod *m = &r->method;

    m->control.rejected = 1;
    r->factored = 0;
    if (m->control.accepted == 0)
        m->h *= FIRST_REJECTED;
    else {
        m->counters->nerjct++;
        m->h *= ratio;
    }
}

static void reject (GeomsMethod *m, double error)
{
    GeomsRadau *r = (GeomsRadau *)m;

    geoms_radau_reject (r, ratio_of (r, error));
}

/* The polynomial of the last step, which ended in x, as one that ends where that step began. */
static void rewind_polynomial (GeomsRadau *r, const double *x)
{
    const double c[3] = {C1 - 2, C2 - 2, -1};
    const int n = r->method.n;
    const GeomsPolynomial last = {&basis, n, x, r->method.poly, n, 1};

    geoms_polynomial_at (&last, -2, r->X, NULL);
    for (int k = 0; k < 3; k++) {
        geoms_polynomial_at (&last, c[k], r->Z + k * n, NULL);
        for (int i = 0; i < n; i++)
            r->Z[k * n + i] -= r->X[i];
    }
    polynomial (r);
}

static int accept (GeomsMethod *m, double *t, double *x, double t_new, double error, int last)
{
    GeomsRadau *r = (GeomsRadau *)m;
    const double h = m->h, ratio = ratio_of (r, error);
    int status;

    geoms_radau_leave (r, *t, x);
    polynomial (r);
    geoms_radau_note_trend (r);
    m->h_poly = m->step;
    for (int i = 0; i < m->n; i++)
        x[i] += r->Z[2 * m->n + i];
    *t = t_new;
    status = geoms_radau_finish_step (r, *t, x, last);
    if (geoms_radau_lands_beside (r, status, last)) {
        if (status == 0)
            rewind_polynomial (r, x);
        return geoms_radau_take_back (r, status, t, x);
    }
    geoms_radau_next_size (r, h, ratio);
    return status;
}

static int retake (GeomsMethod *m, double t_old, const double *x_old, double t, double *x)
{
    GeomsRadau *r = (GeomsRadau *)m;
    int status;

    rewind_polynomial (r, x);
    r->method.h = r->method.step = t - t_old;
    r->factored = 0;
    r->fresh = r->method.options->newton_matrix_at == 0;
    status = r->method.form->ops->linearise (r->method.form, t_old, x_old, GEOMS_BASE_FILL);
    geoms_radau_weights (r, x_old, r->method.h);
    if (status == 0)
        status = geoms_radau_solve_stages (r, t_old, x_old);
    if (status != 0)
        return status;
    polynomial (r);
    r->method.h_poly = r->method.step;
    for (int i = 0; i < r->method.n; i++)
        x[i] = x_old[i] + r->Z[2 * r->method.n + i];
    return geoms_radau_finish_step (r, t, x, 0);
}

/* ---- what is remembered ---- */

void geoms_radau_walk (GeomsMethod *m, GeomsWalk *w)
{
    GeomsRadau *r = (GeomsRadau *)m;

    geoms_walk_real (w, &r->faccon);
    geoms_walk_real (w, &r->theta_accepted);
    geoms_walk_int (w, &r->trend);
    geoms_walk_int (w, &r->steady);
    geoms_walk_int (w, &r->fresh);
    geoms_walk_int (w, &r->factored);
    geoms_walk_real (w, &r->h_factored);
    geoms_walk_int (w, &r->singular);
}

static void again (GeomsMethod *m)
{
    GeomsRadau *r = (GeomsRadau *)m;

    r->factored = r->factored && r->h_factored == m->h && geoms_radau_factor (r) == 0;
    r->condition = geoms_radau_condition (r);
}

/* ---- creation ---- */

/* Multipliers are the last to converge: where they are not iterated, v and p are left to say when
 * it is enough. Measured: 7 % more evaluations, errors of a pendulum and of energies 3 to 10 times
 * smaller. */
static const double WITHOUT_MULTIPLIERS = 0.3;

void geoms_radau_tolerance (GeomsRadau *r, int stages, const GeomsMethodSetup *setup)
{
    const GeomsForm *form = r->method.form;

    geoms_tolerance_transform (&r->tolerance, form->options, stages, setup->rtol, setup->atol);
    if (form->solved > 0 && form->options->newton_tol == 0)
        r->tolerance.newton *= WITHOUT_MULTIPLIERS;
}

static void allocate (GeomsRadau *r, size_t stages, size_t n, size_t m, GeomsArena *arena)
{
    r->Z = geoms_arena_reals (arena, stages * n);
    r->W = geoms_arena_reals (arena, stages * n);
    r->dW = geoms_arena_reals (arena, stages * n);
    r->old = geoms_arena_reals (arena, stages * n);
    r->X = geoms_arena_reals (arena, stages * n);
    r->D = geoms_arena_reals (arena, stages * n);
    r->R = geoms_arena_reals (arena, stages * m);
    r->RT = geoms_arena_reals (arena, stages * m);
    r->weight = geoms_arena_reals (arena, n);
    r->factor = geoms_arena_reals (arena, n);
    r->xdot = geoms_arena_reals (arena, n);
    r->error = geoms_arena_reals (arena, n);
    r->middle = geoms_arena_reals (arena, n);
    r->tolerance.rtol = geoms_arena_reals (arena, n);
    r->tolerance.atol = geoms_arena_reals (arena, n);
}

int geoms_radau_create (GeomsMethod *m, const GeomsMethodSetup *setup, int stages)
{
    GeomsRadau *r = (GeomsRadau *)m;
    GeomsForm *form = m->form;

    form->leads = form->ops->follow != NULL;
    r->m = form->m;
    r->faccon = 1;
    r->tolerance.n = form->n;
    allocate (r, (size_t)stages, (size_t)form->n, (size_t)form->m, setup->arena);
    if (form->base_mass != NULL)
        geoms_mass_create (&r->mass, form->eq->d.nv, 0, setup->arena);
    if (setup->arena->failed)
        return 0;
    geoms_tolerance_units (&r->tolerance, form->eq);
    geoms_radau_tolerance (r, 3, setup);
    return 0;
}

static int create (GeomsMethod *m, const GeomsMethodSetup *setup)
{
    return geoms_radau_create (m, setup, 3);
}

const GeomsMethodOps geoms_method_RADAU5 = {
    .name = "radau5",
    .basis = {3, nodes},
    .complex_slots = 1,
    .takes_rates = 1,
    .start = geoms_radau_start,
    .restart = geoms_radau_restart,
    .step = geoms_method_step,
    .attempt = attempt,
    .failed = geoms_radau_failed,
    .reject = reject,
    .accept = accept,
    .worst = geoms_radau_worst,
    .retake = retake,
    .condition = geoms_method_form_condition,
    .singular = geoms_method_form_singular,
    .size = sizeof (GeomsRadau),
    .create = create,
    .walk = geoms_radau_walk,
    .again = again,
};
