/* radau.c - one step of the three-stage Radau IIA method of order 5
 *
 *     stages:  radau_stages.c;  x_{n+1} = x_n + Z_3
 *     error:   E1 y = S (b (x_n) + M (x_n) (dd1 Z1 + dd2 Z2 + dd3 Z3)/h),  err = N y
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

enum { MOST_FAILURES = 50, MOST_SINGULAR = 5 };

/* ---- creation and start ---- */

int geoms_radau_create (GeomsRadau *r, GeomsForm *form, const double *rtol, const double *atol,
                        int project, double h, GeomsArena *arena)
{
    const size_t n = (size_t)form->n, m = (size_t)form->m;

    r->form = form;
    r->options = form->options;
    r->counters = form->eq->counters;
    r->report = form->eq->report;
    r->n = form->n;
    r->m = form->m;
    r->project = project;
    r->h = h;
    r->faccon = 1;
    r->Z = geoms_arena_reals (arena, 3 * n);
    r->W = geoms_arena_reals (arena, 3 * n);
    r->dW = geoms_arena_reals (arena, 3 * n);
    r->X = geoms_arena_reals (arena, 3 * n);
    r->D = geoms_arena_reals (arena, 3 * n);
    r->R = geoms_arena_reals (arena, 3 * m);
    r->RT = geoms_arena_reals (arena, 3 * m);
    r->poly = geoms_arena_reals (arena, 3 * n);
    r->weight = geoms_arena_reals (arena, n);
    r->factor = geoms_arena_reals (arena, n);
    r->xdot = geoms_arena_reals (arena, n);
    r->error = geoms_arena_reals (arena, n);
    r->limiting = geoms_arena_reals (arena, n);
    r->tolerance.n = form->n;
    r->tolerance.rtol = geoms_arena_reals (arena, n);
    r->tolerance.atol = geoms_arena_reals (arena, n);
    geoms_factor_create (&r->mass, form->eq->d.nv, 0, 0, arena);
    if (arena->failed)
        return geoms_report (r->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %d unknowns.", form->n);
    geoms_tolerance_transform (&r->tolerance, r->options, rtol, atol);
    return 0;
}

/* a callback that cannot be evaluated at an accepted point */
static int not_finite (GeomsRadau *r, double t)
{
    r->report->t = t;
    return geoms_report (r->report, GEOMS_NOT_FINITE,
                         "The equations of motion cannot be evaluated at t = %.10g: a function "
                         "returned NaN or Inf there.", t);
}

/* weight_i = factor_i / (atol_i + rtol_i |x_i|) for step size h */
static void set_weights (GeomsRadau *r, const double *x, double h)
{
    r->form->ops->weights (r->form, h, r->factor);
    geoms_tolerance_weights (&r->tolerance, x, r->factor, r->weight);
}

static double first_step (GeomsRadau *r, const double *x)
{
    const int nv = r->form->eq->d.nv;

    memcpy (r->mass.re, r->form->base_mass, (size_t)nv * (size_t)nv * sizeof (double));
    set_weights (r, x, 1);
    return geoms_control_first (r->form, x, r->weight, &r->mass, r->xdot);
}

/* The linearisation at a point where a run begins: multipliers of minimum norm, nothing violated. */
static int arrive_first (GeomsRadau *r, double t, double *x)
{
    const GeomsFormOps *ops = r->form->ops;
    int status = ops->linearise (r->form, t, x, GEOMS_BASE_FILL);

    if (status == 0 && ops->settle (r->form, 1, x)) {
        status = ops->base (r->form, t, x);
        if (status == 0 && r->project)
            status = ops->correct (r->form, t, x, 1);
    }
    if (status == GEOMS_PROJECTION_FAILS)
        status = 0; /* the start is as good as it could be made */
    r->fresh = r->options->newton_matrix_at == 0;
    return status > 0 ? not_finite (r, t) : status;
}

static void begin_with (GeomsRadau *r, double h, double direction)
{
    if (r->options->step > 0)
        h = r->options->step;
    h = geoms_max (h, r->options->min_step);
    if (r->options->max_step > 0)
        h = geoms_min (h, r->options->max_step);
    r->h = h * direction;
}

int geoms_radau_start (GeomsRadau *r, double t, double *x, double direction)
{
    const int status = arrive_first (r, t, x);

    r->form->ops->condition (r->form, r->condition);
    if (status == 0)
        begin_with (r, r->h > 0 ? r->h : first_step (r, x), direction);
    return status;
}

/* The time scales stay the same in most cases: not all of the step size is given up. */
int geoms_radau_restart (GeomsRadau *r, double t, double *x, double direction)
{
    const double old = fabs (r->h);
    const int status = arrive_first (r, t, x);

    memset (&r->control, 0, sizeof r->control);
    r->h_poly = 0;
    r->faccon = 1;
    r->factored = r->failures = r->singular = 0;
    if (status == 0)
        begin_with (r, geoms_min (old, geoms_max (0.1 * old, first_step (r, x))), direction);
    return status;
}

/* ---- attempts that fail ---- */

/* Every attempt, however small the step, met values that are no numbers. */
static int cannot_go_on (GeomsRadau *r, double t)
{
    return geoms_report (r->report, GEOMS_NOT_FINITE,
                         "The equations of motion cannot be evaluated beyond t = %.10g: a function "
                         "returns NaN, Inf or complex numbers there (h = %.3g).", t, r->h);
}

/* The constraints are worse conditioned by far than at the start: which level? */
static int all_but_singular (const GeomsRadau *r)
{
    double c[3];

    r->form->ops->condition (r->form, c);
    for (int i = 2; i >= 0; i--)
        if (c[i] > 100 * r->condition[i])
            return i + 1;
    return 0;
}

/* Where the step size or Newton's method come to nothing beside such constraints, they are why. */
static int singular_position (GeomsRadau *r, double t)
{
    static const char *const level[] = {"position", "velocity", "acceleration"};
    const int i = all_but_singular (r) - 1;
    double c[3];

    r->form->ops->condition (r->form, c);
    r->report->value = c[i];
    r->report->limit = r->condition[i];
    return geoms_report (r->report, GEOMS_RANK_CHANGED,
                         "No step is small enough at t = %.10g (h = %.3g), where the %s constraints "
                         "are all but singular (condition %.3g, at the start %.3g): the motion has "
                         "reached a singular position.", t, r->h, level[i], r->report->value,
                         r->report->limit);
}

/* After a failure: a smaller step, another selector; an IDID if that happens too often. */
static int recover (GeomsRadau *r, double t)
{
    r->counters->ncrjct++;
    r->control.rejected = 1;
    r->failures++;
    r->report->t = t;
    r->report->h = r->h;
    if (r->singular >= MOST_SINGULAR)
        return geoms_report (r->report, GEOMS_SINGULAR_E,
                             "The Newton matrix was singular %d times in a row at t = %.10g, last "
                             "with h = %.3g.", r->singular, t, r->h);
    if (r->options->step > 0)
        return geoms_report (r->report, GEOMS_NEWTON_FAILS,
                             "Newton's method failed at t = %.10g with the fixed step size %.3g: "
                             "set a smaller Step, or none.", t, r->h);
    if (r->failures >= MOST_FAILURES && r->undefined)
        return cannot_go_on (r, t);
    if (r->failures >= MOST_FAILURES && all_but_singular (r))
        return singular_position (r, t);
    if (r->failures >= MOST_FAILURES)
        return geoms_report (r->report,
                             r->counters->naccpt == 0 ? GEOMS_NEWTON_FAILS_START
                                                      : GEOMS_NEWTON_FAILS,
                             "Newton's method failed %d times in a row at t = %.10g, last with "
                             "h = %.3g.", r->failures, t, r->h);
    r->h *= r->reduction;
    r->factored = 0;
    r->form->ops->renew (r->form);
    return 0;
}

/* ---- error, acceptance ---- */

/* Motion prescribed by the constraints: the defect in the middle of the interpolant. */
static int interpolation_error (GeomsRadau *r, double t, const double *x, double *error)
{
    const double middle = t + r->step / 2;
    double *mid = r->X;
    int status;

    for (int i = 0; i < r->n; i++)
        r->X[r->n + i] = x[i] + r->Z[2 * r->n + i];
    geoms_radau_interpolate (r->n, r->X + r->n, r->poly, r->step, -0.5, mid, r->D);
    status = r->form->ops->evaluate (r->form, 1, &middle, mid, r->D, r->R);
    if (status != 0)
        return status;
    r->form->ops->solve (r->form, GEOMS_SLOT_REAL, r->R, r->error);
    *error = geoms_error_norm (r->form, r->error, r->weight);
    return 0;
}

/* the coefficients of the collocation polynomial from r->Z, its values at the stages minus x_n */
static void polynomial (GeomsRadau *r)
{
    const int n = r->n;

    for (int i = 0; i < n; i++) {
        const double z1 = r->Z[i], z2 = r->Z[n + i], z3 = r->Z[2 * n + i];
        const double p1 = (z2 - z3) / (C2 - 1), ak = (z1 - z2) / (C1 - C2),
                     p2 = (ak - p1) / (C1 - 1);
        r->poly[i] = p1;
        r->poly[n + i] = p2;
        r->poly[2 * n + i] = p2 - (ak - z1 / C1) / C2;
    }
}

/* the component with the largest error */
static int worst_component (const GeomsRadau *r)
{
    int worst = 0;

    for (int i = 1; i < r->n; i++)
        if (fabs (r->error[i]) * r->weight[i] > fabs (r->error[worst]) * r->weight[worst])
            worst = i;
    return worst;
}

static int estimate_error (GeomsRadau *r, double t, const double *x, double *error)
{
    const int n = r->n;

    if (r->form->free_count == 0) {
        double *keep = r->dW; /* the polynomial of the last step, should this one be rejected */
        int status;

        memcpy (keep, r->poly, 3 * (size_t)n * sizeof *keep);
        polynomial (r);
        status = interpolation_error (r, t, x, error);
        memcpy (r->poly, keep, 3 * (size_t)n * sizeof *keep);
        return status;
    }
    for (int i = 0; i < n; i++)
        r->D[i] = (DD1 * r->Z[i] + DD2 * r->Z[n + i] + DD3 * r->Z[2 * n + i]) / r->step;
    r->form->ops->defect (r->form, r->D, r->R);
    r->form->ops->solve (r->form, GEOMS_SLOT_REAL, r->R, r->error);
    *error = geoms_error_norm (r->form, r->error, r->weight);
    return 0;
}

/* The new state: residuals there, linearisation unless the old one is kept, correction. */
static int arrive (GeomsRadau *r, double t, double *x, int last)
{
    const GeomsFormOps *ops = r->form->ops;
    const int keep = r->fresh && r->options->jacobian_reuse >= 0
                     && (r->newt == 1 || r->theta <= r->options->jacobian_reuse);
    const int renew = ! keep && r->options->newton_matrix_at == 0;
    int status;

    r->fresh = keep || renew;
    if (last && ! r->project)
        return 0;
    status = renew ? ops->linearise (r->form, t, x, GEOMS_BASE_FILL) : ops->base (r->form, t, x);
    if (status == 0 && ops->settle (r->form, 1, x))
        status = ops->base (r->form, t, x);
    r->factored = r->factored && keep;
    if (status == 0 && r->project) {
        status = ops->correct (r->form, t, x, renew);
        if (status == GEOMS_PROJECTION_FAILS && ! renew) {
            status = ops->linearise (r->form, t, x, GEOMS_BASE_HAVE);
            status = status == 0 ? ops->correct (r->form, t, x, 1) : status;
            r->factored = 0;
        }
        if (status == GEOMS_PROJECTION_FAILS)
            geoms_report (r->report, status, "The constraints could not be met at t = %.10g: "
                          "corrections do not converge there.", t);
    }
    return status > 0 ? not_finite (r, t) : status;
}

/* h for the next step; kept if the change is small and the Newton matrices can be used again */
static void next_step_size (GeomsRadau *r, double h, double ratio)
{
    const GeomsOptions *o = r->options;
    const double sign = h < 0 ? -1 : 1;
    double next = fabs (h) * ratio;

    if (o->step > 0) {
        r->h = sign * o->step;
        return;
    }
    next = geoms_max (next, o->min_step);
    if (o->max_step > 0)
        next = geoms_min (next, o->max_step);
    if (r->factored && ratio >= o->step_keep[0] && ratio <= o->step_keep[1])
        next = fabs (h);
    r->factored = r->factored && next == fabs (h);
    r->h = sign * next;
}

static int accept (GeomsRadau *r, double *t, double *x, double t_new, double ratio, int last)
{
    const double h = r->h;
    int status;

    polynomial (r);
    r->h_poly = r->step;
    r->counters->naccpt++;
    if (! (r->options->step > 0))
        r->limiting[worst_component (r)]++;
    r->failures = 0;
    for (int i = 0; i < r->n; i++)
        x[i] += r->Z[2 * r->n + i];
    *t = t_new;
    status = arrive (r, *t, x, last);
    next_step_size (r, h, ratio);
    return status;
}

/* ---- the step ---- */

/* The step size has come to nothing: why? */
static int step_too_small (GeomsRadau *r, double t)
{
    if (r->undefined)
        return cannot_go_on (r, t);
    if (r->options->initial_step == 0 && r->counters->naccpt == 0 && r->failures == 0)
        return geoms_report (r->report, GEOMS_STEP_TOO_SMALL,
                             "A step size of %.3g cannot be told from rounding at t = %.10g: let "
                             "the time span begin near 0.", r->h, t);
    if (all_but_singular (r))
        return singular_position (r, t);
    return geoms_report (r->report, GEOMS_STEP_TOO_SMALL,
                         "The step size fell to %.3g at t = %.10g.", r->h, t);
}

static int check_limits (GeomsRadau *r, double t, int last)
{
    const double least = r->options->min_step;

    r->report->t = t;
    r->report->h = r->h;
    if (r->counters->nstep - r->first_step >= r->options->max_steps)
        return geoms_report (r->report, GEOMS_TOO_MANY_STEPS,
                             "MaxSteps = %d steps were made at t = %.10g, h = %.3g.",
                             r->options->max_steps, t, r->h);
    if (fabs (r->h) < least && ! last && r->failures + r->control.rejected > 0)
        return geoms_report (r->report, GEOMS_STEP_TOO_SMALL,
                             "The step size fell to %.3g at t = %.10g, below MinStep = %.3g.", r->h,
                             t, least);
    if (0.1 * fabs (r->h) > fabs (t) * r->options->rounding && fabs (r->h) > 1e-300)
        return 0;
    return step_too_small (r, t);
}

/* The step is shortened to end at t_end, or stretched by 1e-4 if that avoids a tiny last step. */
int geoms_radau_reaches (const GeomsRadau *r, double t, double t_end)
{
    return fabs (r->h) * 1.0001 >= fabs (t_end - t);
}

static int shorten (GeomsRadau *r, double t, double t_end)
{
    if (! geoms_radau_reaches (r, t, t_end))
        return 0;
    if (r->h != t_end - t)
        r->factored = 0;
    r->h = t_end - t;
    return 1;
}

int geoms_radau_step (GeomsRadau *r, double *t, double *x, double t_end, int *last)
{
    for (;;) {
        double error = 0, ratio = 1, t_new;
        const double wanted = r->h;
        int status;

        *last = shorten (r, *t, t_end);
        t_new = *last ? t_end : *t + r->h;
        r->step = t_new - *t;
        if ((status = check_limits (r, *t, *last)) != 0)
            return status;
        r->counters->nstep++;
        set_weights (r, x, r->h);
        status = geoms_radau_solve_stages (r, *t, x);
        if (status == 0 && ! (r->options->step > 0))
            status = estimate_error (r, *t, x, &error);
        if (status == 0 && ! isfinite (error))
            status = GEOMS_STAGES_UNDEFINED;
        if (status < 0)
            return status;
        r->undefined = status == GEOMS_STAGES_UNDEFINED && r->singular == 0;
        if (status > 0) {
            if ((status = recover (r, *t)) != 0)
                return status;
            continue;
        }
        if (! (r->options->step > 0))
            ratio = geoms_control_ratio (&r->control, r->options, r->h, error, r->newt);
        if (error < 1) {
            status = accept (r, t, x, t_new, ratio, *last);
            if (*last && fabs (wanted) > fabs (r->h))
                r->h = wanted; /* what the next step would have had */
            return status;
        }
        r->control.rejected = 1;
        r->factored = 0;
        if (r->control.accepted == 0)
            r->h *= 0.1;
        else {
            r->counters->nerjct++;
            r->h *= ratio;
        }
    }
}

/* The polynomial of the last step, which ended in x, as one that ends where that step began. */
static void rewind_polynomial (GeomsRadau *r, const double *x)
{
    const double c[3] = {C1 - 2, C2 - 2, -1};
    const int n = r->n;

    geoms_radau_interpolate (n, x, r->poly, 1, -2, r->X, NULL);
    for (int k = 0; k < 3; k++) {
        geoms_radau_interpolate (n, x, r->poly, 1, c[k], r->Z + k * n, NULL);
        for (int i = 0; i < n; i++)
            r->Z[k * n + i] -= r->X[i];
    }
    polynomial (r);
}

int geoms_radau_retake (GeomsRadau *r, double t_old, const double *x_old, double t, double *x)
{
    int status;

    rewind_polynomial (r, x);
    r->h = r->step = t - t_old;
    r->factored = 0;
    r->fresh = r->options->newton_matrix_at == 0;
    status = r->form->ops->linearise (r->form, t_old, x_old, GEOMS_BASE_FILL);
    set_weights (r, x_old, r->h);
    if (status == 0)
        status = geoms_radau_solve_stages (r, t_old, x_old);
    if (status != 0)
        return status;
    polynomial (r);
    r->h_poly = r->step;
    for (int i = 0; i < r->n; i++)
        x[i] = x_old[i] + r->Z[2 * r->n + i];
    return arrive (r, t, x, 0);
}

void geoms_radau_cut (GeomsRadau *r, double t_old, double t_new, double t, double *x)
{
    const double h = t_new - t_old, part = t - t_old, c[3] = {C1, C2, 1};
    const int n = r->n;

    geoms_radau_interpolate (n, x, r->poly, h, -1, r->X, NULL);
    for (int k = 0; k < 3; k++)
        geoms_radau_interpolate (n, x, r->poly, h, (c[k] * part - h) / h, r->Z + k * n, NULL);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < n; i++)
            r->Z[k * n + i] -= r->X[i];
    for (int i = 0; i < n; i++)
        x[i] = r->X[i] + r->Z[2 * n + i];
    polynomial (r);
    r->h_poly = part;
}

void geoms_radau_interpolate (int n, const double *x_end, const double *poly, double h, double s,
                              double *x, double *xdot)
{
    const double a = s - (C2 - 1), b = s - (C1 - 1);
    const double *p1 = poly, *p2 = p1 + n, *p3 = p2 + n;

    for (int i = 0; i < n; i++) {
        if (x != NULL)
            x[i] = x_end[i] + s * (p1[i] + a * (p2[i] + b * p3[i]));
        if (xdot != NULL)
            xdot[i] = (p1[i] + a * (p2[i] + b * p3[i]) + s * (p2[i] + (a + b) * p3[i])) / h;
    }
}
