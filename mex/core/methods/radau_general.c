/* radau_general.c - the stage equations of s = 3, 5 or 7 stages, by a simplified Newton method
 *
 *     X_i = x_n + Z_i,  Z = h A D,   a (X_i) = 0,  S (b (X_i) - M (X_i) D_i) = 0
 *     Newton:  residuals R_i = (a, b - M D)(X_i), transformed by T^-1, one real system with sigma =
 *              u/h and (s - 1)/2 complex ones with sigma = (alpha_k + i beta_k)/h
 *              D <- D + T Lambda dW / h
 *
 * radau_stages.c does the same for three stages with Z = T W. Here slopes D are what is iterated:
 * the weights A are no larger than 1, while T and T^-1 of seven stages would leave 2000 units of
 * rounding in Z. Unknowns that residuals are solved for have their Z from there.
 *
 * Stopping criterion and starting values are those of Hairer, Wanner II (1996), section IV.8, with
 * more iterations for more stages, as in their code RADAU.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "radau_orders.h"

/* iterations more for each stage beyond three, in halves; the step after any failure but a slow
 * contraction */
enum { HALVES = 5 };
static const double HALVED = 0.5;

int geoms_radau_iterations (const GeomsRadauOrders *o)
{
    return o->radau.method.options->max_newton + HALVES * (geoms_radau_present (o)->stages - 3) / 2;
}

void geoms_radau_combine (int first, int last, const double *from, int ld, int rows, int columns,
                          const double *M, double *to)
{
    if (last > first)
        geoms_gemm (last - first, rows, columns, from + first, ld, M, columns, to + first, ld);
}

/* ---- stages ---- */

/* to = from M' of all stages, components first ... last - 1 */
static void transform (const GeomsRadauOrders *o, int first, int last, const double *M, int ld,
                       const double *from, double *to)
{
    const int s = geoms_radau_present (o)->stages;

    geoms_radau_combine (first, last, from, ld, s, s, M, to);
}

/* D += T Lambda dW / h, Z = h A D of components first ... last - 1 */
static void advance_slopes (GeomsRadauOrders *o, int first, int last)
{
    GeomsRadau *r = &o->radau;
    const GeomsRadauScheme *s = geoms_radau_present (o);
    const int n = r->method.n;
    const double h = r->method.step;
    double *change = r->old;

    if (last <= first)
        return;
    transform (o, first, last, s->slopes, n, r->dW, change);
    for (int k = 0; k < s->stages; k++)
        for (int i = k * n + first; i < k * n + last; i++)
            r->D[i] += change[i] / h;
    transform (o, first, last, s->A, n, r->D, r->Z);
    for (int k = 0; k < s->stages; k++)
        for (int i = k * n + first; i < k * n + last; i++)
            r->Z[i] *= h;
}

/* Z += T dW */
static void advance_values (GeomsRadauOrders *o, int first, int last)
{
    GeomsRadau *r = &o->radau;
    const GeomsRadauScheme *s = geoms_radau_present (o);
    const int n = r->method.n;

    if (last <= first)
        return;
    transform (o, first, last, s->T, n, r->dW, r->old);
    for (int k = 0; k < s->stages; k++)
        for (int i = k * n + first; i < k * n + last; i++)
            r->Z[i] += r->old[i];
}

/* Z, D and X from the correction dW, from component `first` on */
static void advance (GeomsRadauOrders *o, int first, const double *x)
{
    GeomsRadau *r = &o->radau;
    const int n = r->method.n, at = r->method.form->solved_at,
              behind = at + r->method.form->solved;

    advance_slopes (o, first, at);
    advance_values (o, geoms_int_max (first, at), behind);
    advance_slopes (o, geoms_int_max (first, behind), n);
    for (int k = 0; k < geoms_radau_present (o)->stages; k++)
        for (int i = first; i < n; i++)
            r->X[k * n + i] = x[i] + r->Z[k * n + i];
}

/* Starting values: zero, or the last collocation polynomial extrapolated. */
static void starting_values (GeomsRadauOrders *o)
{
    GeomsRadau *r = &o->radau;
    GeomsMethod *m = &r->method;
    const GeomsRadauScheme *s = geoms_radau_present (o);
    const int n = m->n, count = s->stages * n;
    double weights[GEOMS_RADAU_SIZE];

    if (m->h_poly == 0 || m->options->newton_start == GEOMS_START_CONSTANT) {
        memset (r->Z, 0, (size_t)count * sizeof (double));
        memset (r->D, 0, (size_t)count * sizeof (double));
        return;
    }
    geoms_radau_extrapolation (s, o->degree, m->step / m->h_poly, weights);
    geoms_radau_combine (0, n, m->poly, n, s->stages, o->degree, weights, r->Z);
    m->form->ops->normalise (m->form, s->stages, r->Z);
    transform (o, 0, n, s->change, n, r->Z, r->D);
    for (int i = 0; i < count; i++)
        r->D[i] /= m->step;
}

/* Unknowns that the residuals were solved for, in X: their Z. */
static void take_solved (GeomsRadauOrders *o, const double *restrict x)
{
    GeomsRadau *r = &o->radau;
    const int n = r->method.n, first = r->method.form->solved_at,
              last = first + r->method.form->solved;

    for (int k = 0; k < geoms_radau_present (o)->stages; k++)
        for (int i = first; i < last; i++)
            r->Z[k * n + i] = r->X[k * n + i] - x[i];
}

/* residuals of the stages; with zero starting values of an autonomous system all are rda (x) */
static int stage_residuals (GeomsRadauOrders *o, double t, const double *x, int zero)
{
    GeomsRadau *r = &o->radau;
    GeomsForm *form = r->method.form;
    const GeomsRadauScheme *s = geoms_radau_present (o);
    double times[GEOMS_RADAU_MOST];
    int status;

    for (int k = 0; k < s->stages; k++)
        times[k] = t + s->c[k] * r->method.step;
    if (zero && form->eq->model->autonomous) {
        for (int k = 0; k < s->stages; k++)
            memcpy (r->R + k * r->m, form->base, (size_t)r->m * sizeof (double));
        return 0;
    }
    status = form->ops->evaluate (form, s->stages, times, r->X, r->D, r->R);
    if (status == 0 && form->led == 0)
        take_solved (o, x);
    return status;
}

/* ---- Newton's method ---- */

static double newton_norm (const GeomsRadauOrders *o)
{
    const GeomsMethod *m = &o->radau.method;
    const int s = geoms_radau_present (o)->stages;
    const double norm = geoms_newton_norm (m->form, s, o->radau.dW, o->radau.weight);

    return m->options->newton_norm == GEOMS_NEWTON_NORM_N ? sqrt (s) * norm : norm;
}

/* One correction dW from the residuals. */
static void newton_correction (GeomsRadauOrders *o)
{
    GeomsRadau *r = &o->radau;
    GeomsForm *form = r->method.form;
    const GeomsRadauScheme *s = geoms_radau_present (o);

    transform (o, form->led, r->m, s->inverse, r->m, r->R, r->RT);
    r->method.counters->nbsub++;
    form->ops->solve (form, GEOMS_SLOT_REAL, 1 + s->stages / 2, r->RT, r->dW);
}

/* The last correction, and unknowns that follow from it. */
static void finish (GeomsRadauOrders *o, const double *x)
{
    GeomsRadau *r = &o->radau;
    const GeomsForm *form = r->method.form;

    if (form->led > 0) {
        take_solved (o, x);
        form->ops->follow (form, geoms_radau_present (o)->stages, r->dW);
    }
    advance (o, 0, x);
}

/* What rounding makes of a correction, as in radau_stages.c. */
static int noise_of_correction (GeomsRadauOrders *o, double t, const double *x, double *norm)
{
    GeomsRadau *r = &o->radau;
    const int count = geoms_radau_present (o)->stages * r->method.n;
    double *old = r->old;
    int status;

    memcpy (old, r->dW, (size_t)count * sizeof *old);
    geoms_radau_disturb (r, count);
    status = stage_residuals (o, t, x, 0);
    if (status == 0) {
        newton_correction (o);
        for (int i = 0; i < count; i++)
            r->dW[i] -= old[i];
        *norm = newton_norm (o);
    }
    memcpy (r->dW, old, (size_t)count * sizeof *old);
    return status;
}

/* Corrections that no longer become smaller: 0 if that is the noise of the functions, `failed` if
 * not, or a negative IDID. */
static int accept_noise (GeomsRadauOrders *o, double t, const double *x, double norm, int failed)
{
    double noise = 0;
    int status;

    if (! geoms_radau_allows_noise (&o->radau, norm))
        return failed;
    status = noise_of_correction (o, t, x, &noise);
    if (status != 0)
        return status < 0 ? status : failed;
    return geoms_radau_is_noise (&o->radau, norm, noise) ? 0 : failed;
}

static int newton (GeomsRadauOrders *o, double t, const double *x, int zero)
{
    GeomsRadau *r = &o->radau;
    const int most = geoms_radau_iterations (o), led = r->method.form->led;
    double norm_old = 1, ratio_old = 1;

    r->theta = 0;
    memset (r->dW, 0, (size_t)(geoms_radau_present (o)->stages * r->method.n) * sizeof (double));
    advance (o, 0, x);
    for (r->newt = 0; r->newt < most;) {
        double norm;
        int failed = 0, status = stage_residuals (o, t, x, zero && r->newt == 0);

        if (status != 0)
            return status < 0 ? status : GEOMS_ATTEMPT_UNDEFINED;
        /* correction */
        newton_correction (o);
        r->newt++;
        norm = newton_norm (o);
        if (! isfinite (norm))
            return GEOMS_ATTEMPT_UNDEFINED;
        /* contraction */
        if (r->newt > 1 && r->newt < most
            && (failed = geoms_radau_contraction (r, most, norm, norm_old, &ratio_old)) != 0
            && (status = accept_noise (o, t, x, norm, failed)) != 0)
            return status;
        /* enough? */
        norm_old = geoms_max (norm, r->method.options->rounding);
        if (failed || r->faccon * norm <= r->tolerance.newton) {
            finish (o, x);
            return 0;
        }
        advance (o, led, x);
    }
    return GEOMS_ATTEMPT_FAILED;
}

int geoms_radau_factor_general (GeomsRadauOrders *o)
{
    GeomsRadau *r = &o->radau;
    const GeomsFormOps *ops = r->method.form->ops;
    const GeomsRadauScheme *s = geoms_radau_present (o);
    const double h = r->method.h, *l = s->lambda;
    int singular;

    r->method.counters->nedec++;
    singular = ops->factor (r->method.form, GEOMS_SLOT_REAL, l[0] / h, 0) != 0;
    for (int k = 1, slot = GEOMS_SLOT_COMPLEX; k < s->stages && ! singular; k += 2, slot++)
        singular = ops->factor (r->method.form, slot, l[k] / h, l[k + 1] / h) != 0;
    r->factored = ! singular;
    r->h_factored = h;
    return singular;
}

/* ---- the Newton matrix ---- */

/* a new one at a stage as it is now, in X */
static int linearise_at (GeomsRadauOrders *o, double t, int stage)
{
    GeomsRadau *r = &o->radau;
    const int status = r->method.form->ops->linearise (
        r->method.form, t + geoms_radau_present (o)->c[stage] * r->method.step,
        r->X + stage * r->method.n, GEOMS_BASE_LEAVE);

    r->factored = 0;
    return status;
}

/* The Newton matrix where the options want it, at the start of the step or at a predicted stage. */
static int newton_matrix (GeomsRadauOrders *o, double t, const double *x)
{
    GeomsRadau *r = &o->radau;
    const int at = r->method.options->newton_matrix_at - 1, n = r->method.n;
    int status = 0;

    if (at >= 0) {
        for (int i = at * n; i < (at + 1) * n; i++)
            r->X[i] = x[i - at * n] + r->Z[i];
        status = linearise_at (o, t, at);
    } else if (! r->fresh) {
        status = r->method.form->ops->linearise (r->method.form, t, x, GEOMS_BASE_HAVE);
        r->fresh = 1;
        r->factored = 0;
    }
    return status;
}

/* A new Newton matrix in the middle of the step; the iteration goes on from there. */
static int update_newton_matrix (GeomsRadauOrders *o, double t)
{
    GeomsRadau *r = &o->radau;
    const int status = linearise_at (o, t, geoms_radau_present (o)->stages / 2);

    r->fresh = 0;
    r->faccon = 1;
    return status == 0 && geoms_radau_factor_general (o) != 0 ? GEOMS_RETRY : status;
}

int geoms_radau_solve_general (GeomsRadauOrders *o, double t, const double *x)
{
    GeomsRadau *r = &o->radau;
    const GeomsMethod *m = &r->method;
    const int zero = m->h_poly == 0 || m->options->newton_start == GEOMS_START_CONSTANT;
    int status, updates = m->options->newton_updates;

    /* starting values and Newton matrix */
    r->h_factor = HALVED;
    starting_values (o);
    status = newton_matrix (o, t, x);
    if (status != 0)
        return status > 0 ? GEOMS_ATTEMPT_UNDEFINED : status;
    if (! r->factored && geoms_radau_factor_general (o) != 0) {
        r->singular++;
        return GEOMS_ATTEMPT_UNDEFINED;
    }
    /* iteration */
    r->singular = 0;
    r->faccon = geoms_radau_first_faccon (r);
    status = newton (o, t, x, zero);
    /* with new Newton matrices, if options allow for them */
    while (status == GEOMS_ATTEMPT_FAILED && updates-- > 0) {
        const int updated = update_newton_matrix (o, t);
        if (updated != 0)
            return updated < 0 ? updated : GEOMS_ATTEMPT_UNDEFINED;
        status = newton (o, t, x, 0);
    }
    return status;
}
