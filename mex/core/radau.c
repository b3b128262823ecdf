/* radau.c - one step of the three-stage Radau IIA method of order 5
 *
 *     X_i = x_n + Z_i,  D = A^-1 Z / h = T Lambda W / h,  W = T^-1 Z,  i = 1, 2, 3
 *     a (X_i) = 0,  S (b (X_i) - M (X_i) D_i) = 0                      stage equations
 *     Newton:  residuals R_i = (a, b - M D)(X_i), transformed by T^-1, split into one real system
 *              with sigma = u1/h and one complex system with sigma = (alpha + i beta)/h
 *     error:   E1 y = S (b (x_n) + M (x_n) (dd1 Z1 + dd2 Z2 + dd3 Z3)/h),  err = N y
 *
 * Coefficients, starting values, stopping criterion and error estimate are those of Hairer, Wanner:
 * Solving Ordinary Differential Equations II (1996), section IV.8; the form of the stage equations is
 * that of Steinbrecher (2007), section 3.
 */
#include "radau.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define SQRT6 2.4494897427831780982
#define C1 ((4 - SQRT6) / 10)
#define C2 ((4 + SQRT6) / 10)

/* A^-1 = T diag (U1, [ALPHA -BETA; BETA ALPHA]) T^-1, eigenvalues of A^-1 */
static const double U1 = 3.6378342527444957322, ALPHA = 2.6810828736277521339,
                    BETA = 3.0504301992474105694;
static const double T[3][3]
    = {{9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02},
       {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
       {0.96604818261509293619, 1, 0}};
static const double TI[3][3]
    = {{4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
       {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
       {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}};
/* weights of the embedded error estimate */
static const double DD1 = -(13 + 7 * SQRT6) / 3, DD2 = (-13 + 7 * SQRT6) / 3, DD3 = -1.0 / 3;

/* outcome of a Newton iteration beside 0 and negative IDIDs */
enum { NEWTON_FAILED = 1, NEWTON_UNDEFINED = 2 };
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

int geoms_radau_start (GeomsRadau *r, double t, double *x, double direction)
{
    const int at_start = r->options->newton_matrix_at == 0;
    int status = r->form->ops->linearise (r->form, t, x, GEOMS_BASE_FILL);

    if (status != 0)
        return status > 0 ? not_finite (r, t) : status;
    r->form->ops->settle (r->form, 1, x);
    r->fresh = at_start;
    if (r->options->step > 0)
        r->h = r->options->step;
    else if (! (r->h > 0))
        r->h = first_step (r, x);
    if (r->options->max_step > 0)
        r->h = geoms_min (r->h, r->options->max_step);
    r->h *= direction;
    return 0;
}

/* ---- stages ---- */

/* rows of `from` (length count) times T^-1 */
static void transform (int count, const double *restrict from, double *restrict to)
{
    for (int i = 0; i < count; i++) {
        const double a = from[i], b = from[count + i], c = from[2 * count + i];
        to[i] = TI[0][0] * a + TI[0][1] * b + TI[0][2] * c;
        to[count + i] = TI[1][0] * a + TI[1][1] * b + TI[1][2] * c;
        to[2 * count + i] = TI[2][0] * a + TI[2][1] * b + TI[2][2] * c;
    }
}

/* W += dW, Z = T W, X = x + Z, D = T Lambda W / h */
static void stages (GeomsRadau *r, const double *restrict x)
{
    const int n = r->n;
    const double u = U1 / r->h, al = ALPHA / r->h, be = BETA / r->h;
    double *restrict W = r->W, *restrict Z = r->Z, *restrict X = r->X, *restrict D = r->D;
    const double *restrict dW = r->dW;

    for (int i = 0; i < n; i++) {
        const double w1 = W[i] + dW[i], w2 = W[n + i] + dW[n + i],
                     w3 = W[2 * n + i] + dW[2 * n + i];
        const double z1 = T[0][0] * w1 + T[0][1] * w2 + T[0][2] * w3;
        const double z2 = T[1][0] * w1 + T[1][1] * w2 + T[1][2] * w3;
        const double z3 = T[2][0] * w1 + w2;
        const double l1 = u * w1, l2 = al * w2 - be * w3, l3 = be * w2 + al * w3;
        W[i] = w1;
        W[n + i] = w2;
        W[2 * n + i] = w3;
        Z[i] = z1;
        Z[n + i] = z2;
        Z[2 * n + i] = z3;
        X[i] = x[i] + z1;
        X[n + i] = x[i] + z2;
        X[2 * n + i] = x[i] + z3;
        D[i] = T[0][0] * l1 + T[0][1] * l2 + T[0][2] * l3;
        D[n + i] = T[1][0] * l1 + T[1][1] * l2 + T[1][2] * l3;
        D[2 * n + i] = T[2][0] * l1 + l2;
    }
}

/* Starting values: zero, or the last collocation polynomial extrapolated. */
static void starting_values (GeomsRadau *r)
{
    const int n = r->n;
    const double *p1 = r->poly, *p2 = p1 + n, *p3 = p2 + n;
    const double s3 = r->h_poly != 0 ? r->h / r->h_poly : 0, s[3] = {C1 * s3, C2 * s3, s3};

    if (r->h_poly == 0 || r->options->newton_start == GEOMS_START_CONSTANT) {
        memset (r->Z, 0, 3 * (size_t)n * sizeof (double));
        memset (r->W, 0, 3 * (size_t)n * sizeof (double));
        return;
    }
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < n; i++)
            r->Z[k * n + i]
                = s[k] * (p1[i] + (s[k] - (C2 - 1)) * (p2[i] + (s[k] - (C1 - 1)) * p3[i]));
    r->form->ops->settle (r->form, 3, r->Z);
    transform (n, r->Z, r->W);
}

/* residuals of the three stages; with zero starting values of an autonomous system all are rda (x) */
static int stage_residuals (GeomsRadau *r, double t, int zero)
{
    const double times[3] = {t + C1 * r->h, t + C2 * r->h, t + r->h};

    if (zero && r->form->eq->model->autonomous) {
        for (int k = 0; k < 3; k++)
            memcpy (r->R + k * r->m, r->form->base, (size_t)r->m * sizeof (double));
        return 0;
    }
    return r->form->ops->evaluate (r->form, 3, times, r->X, r->D, r->R);
}

/* ---- Newton's method ---- */

static double newton_norm (const GeomsRadau *r)
{
    const int n = r->n;
    const double *d1 = r->dW, *d2 = d1 + n, *d3 = d2 + n, *weight = r->weight;
    double sum = 0;

    for (int i = 0; i < n; i++) {
        const double q = weight[i] * weight[i];
        sum += q * (d1[i] * d1[i] + d2[i] * d2[i] + d3[i] * d3[i]);
    }
    return sqrt (sum / (r->options->newton_norm == GEOMS_NEWTON_NORM_N ? n : 3 * n));
}

/* theta^k for k >= 0 */
static double power (double theta, int k)
{
    double product = 1;

    for (; k > 0; k--)
        product *= theta;
    return product;
}

/* Contraction after `newt` >= 2 iterations: 0 go on, else NEWTON_FAILED with the reduction of h. */
static int contraction (GeomsRadau *r, double norm, double norm_old, double *ratio_old)
{
    const int nit = r->options->max_newton, newt = r->newt;
    const double ratio = norm / norm_old;
    double rest;

    r->theta = newt == 2 ? ratio : sqrt (ratio * *ratio_old);
    *ratio_old = ratio;
    if (! (r->theta < 0.99))
        return NEWTON_FAILED;
    r->faccon = r->theta / (1 - r->theta);
    rest = r->faccon * norm * power (r->theta, nit - 1 - newt) / r->tolerance.newton;
    if (rest < 1)
        return 0;
    rest = geoms_max (1e-4, geoms_min (20, rest));
    r->reduction = 0.8 * pow (rest, -1.0 / (4 + nit - 1 - newt));
    return NEWTON_FAILED;
}

/* One correction dW from the residuals. */
static void newton_correction (GeomsRadau *r)
{
    transform (r->m, r->R, r->RT);
    r->form->ops->solve (r->form, GEOMS_SLOT_REAL, r->RT, r->dW);
    r->form->ops->solve (r->form, GEOMS_SLOT_COMPLEX, r->RT + r->m, r->dW + r->n);
    r->counters->nbsub++;
}

static int newton (GeomsRadau *r, double t, const double *x, int zero)
{
    double norm_old = 1, ratio_old = 1;

    r->theta = 0;
    memset (r->dW, 0, 3 * (size_t)r->n * sizeof (double));
    stages (r, x);
    for (r->newt = 0; r->newt < r->options->max_newton;) {
        double norm;
        int status = stage_residuals (r, t, zero && r->newt == 0);

        if (status != 0)
            return status < 0 ? status : NEWTON_UNDEFINED;
        newton_correction (r);
        r->newt++;
        norm = newton_norm (r);
        if (! isfinite (norm))
            return NEWTON_UNDEFINED;
        if (r->newt > 1 && r->newt < r->options->max_newton
            && (status = contraction (r, norm, norm_old, &ratio_old)) != 0)
            return status;
        norm_old = geoms_max (norm, r->options->rounding);
        stages (r, x);
        if (r->faccon * norm <= r->tolerance.newton)
            return 0;
    }
    return NEWTON_FAILED;
}

/* E1 and E2 for the step size at hand; > 0 if singular */
static int factor (GeomsRadau *r)
{
    int singular;

    r->counters->nedec++;
    singular = r->form->ops->factor (r->form, GEOMS_SLOT_REAL, U1 / r->h, 0) != 0
               || r->form->ops->factor (r->form, GEOMS_SLOT_COMPLEX, ALPHA / r->h, BETA / r->h)
                      != 0;
    r->factored = ! singular;
    return singular;
}

/* The Newton matrix where the options want it, at the start of the step or at a predicted stage. */
static int newton_matrix (GeomsRadau *r, double t, const double *x)
{
    static const double c[4] = {0, C1, C2, 1};
    const int at = r->options->newton_matrix_at;
    int status = 0;

    if (at > 0) {
        for (int i = 0; i < r->n; i++)
            r->X[i] = x[i] + r->Z[(at - 1) * r->n + i];
        status = r->form->ops->linearise (r->form, t + c[at] * r->h, r->X, GEOMS_BASE_LEAVE);
        r->factored = 0;
    } else if (! r->fresh) {
        status = r->form->ops->linearise (r->form, t, x, GEOMS_BASE_HAVE);
        r->fresh = 1;
        r->factored = 0;
    }
    return status;
}

/* A new Newton matrix at the second stage as it is now; the iteration goes on from there. */
static int update_newton_matrix (GeomsRadau *r, double t)
{
    int status = r->form->ops->linearise (r->form, t + C2 * r->h, r->X + r->n, GEOMS_BASE_LEAVE);

    r->fresh = r->factored = 0;
    r->faccon = 1;
    return status == 0 && factor (r) != 0 ? GEOMS_RETRY : status;
}

/* Starting values, Newton matrix, iteration, updates: 0, NEWTON_..., or a negative IDID. */
static int solve_stages (GeomsRadau *r, double t, const double *x)
{
    const int zero = r->h_poly == 0 || r->options->newton_start == GEOMS_START_CONSTANT;
    int status, updates = r->options->newton_updates;

    r->reduction = 0.5;
    starting_values (r);
    status = newton_matrix (r, t, x);
    if (status != 0)
        return status > 0 ? NEWTON_UNDEFINED : status;
    if (! r->factored && factor (r) != 0) {
        r->singular++;
        return NEWTON_UNDEFINED;
    }
    r->singular = 0;
    r->faccon = pow (geoms_max (r->faccon, r->options->rounding), 0.8);
    status = newton (r, t, x, zero);
    while (status == NEWTON_FAILED && updates-- > 0) {
        const int updated = update_newton_matrix (r, t);
        if (updated != 0)
            return updated < 0 ? updated : NEWTON_UNDEFINED;
        status = newton (r, t, x, 0);
    }
    return status;
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
    if (r->failures >= MOST_FAILURES || r->options->step > 0)
        return geoms_report (r->report,
                             r->control.accepted == 0 ? GEOMS_NEWTON_FAILS_START
                                                      : GEOMS_NEWTON_FAILS,
                             "Newton's method failed %d times in a row at t = %.10g, last with "
                             "h = %.3g.", r->failures, t, r->h);
    r->h *= r->reduction;
    r->factored = 0;
    if (r->fresh)
        r->form->ops->renew (r->form);
    return 0;
}

/* ---- error, acceptance ---- */

/* Motion prescribed by the constraints: the defect in the middle of the interpolant. */
static int interpolation_error (GeomsRadau *r, double t, const double *x, double *error)
{
    const double middle = t + r->h / 2;
    double *mid = r->X;
    int status;

    for (int i = 0; i < r->n; i++)
        r->X[r->n + i] = x[i] + r->Z[2 * r->n + i];
    geoms_radau_interpolate (r->n, r->X + r->n, r->poly, r->h, -0.5, mid, r->D);
    status = r->form->ops->evaluate (r->form, 1, &middle, mid, r->D, r->R);
    if (status != 0)
        return status;
    r->form->ops->solve (r->form, GEOMS_SLOT_REAL, r->R, r->error);
    *error = geoms_error_norm (r->form, r->error, r->weight);
    return 0;
}

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
        r->D[i] = (DD1 * r->Z[i] + DD2 * r->Z[n + i] + DD3 * r->Z[2 * n + i]) / r->h;
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
    ops->settle (r->form, 1, x);
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
    r->h_poly = h;
    r->counters->naccpt++;
    r->failures = 0;
    for (int i = 0; i < r->n; i++)
        x[i] += r->Z[2 * r->n + i];
    *t = t_new;
    status = arrive (r, *t, x, last);
    next_step_size (r, h, ratio);
    return status;
}

/* ---- the step ---- */

static int check_limits (GeomsRadau *r, double t)
{
    r->report->t = t;
    r->report->h = r->h;
    if (r->counters->nstep >= r->options->max_steps)
        return geoms_report (r->report, GEOMS_TOO_MANY_STEPS,
                             "MaxSteps = %d steps were made at t = %.10g, h = %.3g.",
                             r->options->max_steps, t, r->h);
    if (! (0.1 * fabs (r->h) > fabs (t) * r->options->rounding) || fabs (r->h) < 1e-300)
        return geoms_report (r->report, GEOMS_STEP_TOO_SMALL,
                             "The step size fell to %.3g at t = %.10g.", r->h, t);
    return 0;
}

/* The step is shortened to end at t_end, or stretched by 1e-4 if that avoids a tiny last step. */
static int reaches (GeomsRadau *r, double t, double t_end)
{
    const double rest = t_end - t;

    if (fabs (r->h) * 1.0001 < fabs (rest))
        return 0;
    if (r->h != rest)
        r->factored = 0;
    r->h = rest;
    return 1;
}

int geoms_radau_step (GeomsRadau *r, double *t, double *x, double t_end, int *last)
{
    for (;;) {
        double error = 0, ratio = 1;
        const double wanted = r->h;
        int status;

        *last = reaches (r, *t, t_end);
        if ((status = check_limits (r, *t)) != 0)
            return status;
        r->counters->nstep++;
        set_weights (r, x, r->h);
        status = solve_stages (r, *t, x);
        if (status == 0 && ! (r->options->step > 0))
            status = estimate_error (r, *t, x, &error);
        if (status == 0 && ! isfinite (error))
            status = NEWTON_UNDEFINED;
        if (status < 0)
            return status;
        if (status > 0) {
            if ((status = recover (r, *t)) != 0)
                return status;
            continue;
        }
        if (! (r->options->step > 0))
            ratio = geoms_control_ratio (&r->control, r->options, r->h, error, r->newt);
        if (error < 1) {
            const double t_new = *last ? t_end : *t + r->h;
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
