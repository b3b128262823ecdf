/* radau_stages.c - the stage equations of one step, solved by a simplified Newton method
 *
 *     X_i = x_n + Z_i,  D = A^-1 Z / h = T Lambda W / h,  W = T^-1 Z,  i = 1, 2, 3
 *     a (X_i) = 0,  S (b (X_i) - M (X_i) D_i) = 0                      stage equations
 *     Newton:  residuals R_i = (a, b - M D)(X_i), transformed by T^-1, split into one real system
 *              with sigma = u1/h and one complex system with sigma = (alpha + i beta)/h
 *
 * Starting values and stopping criterion are those of Hairer, Wanner II (1996), section IV.8; the
 * form of the stage equations is that of Steinbrecher (2007), section 3.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "radau.h"
#include "radau_coefficients.h"

/* the part of a step's error that may be noise of the functions; how much larger than one sample of
 * it another one is at most */
static const double ALLOWED_NOISE = 0.1, NOISE = 10;

/* Of the stopping criterion (IV.8): a contraction that is none; what is left after the last
 * iteration, in parts of what is allowed for, counts as no less and no more; the step that would
 * have done, with some caution; the step after any other failure; the power of the last step's
 * theta / (1 - theta) with which a step begins. */
static const double NO_CONTRACTION = 0.99, LEAST_REST = 1e-4, MOST_REST = 20, CAUTION = 0.8,
                    HALVED = 0.5, FORGETS = 0.8;

/* ---- stages ---- */

/* Components are independent of each other: BODY is for one (TYPE double) or for those of a
 * GeomsPair. */
#define EACH(BODY, first, last)                           \
    {                                                     \
        int i = first;                                    \
        for (; i + GEOMS_PAIR <= last; i += GEOMS_PAIR) { \
            BODY (GeomsPair)                              \
        }                                                 \
        for (; i < last; i++) {                           \
            BODY (double)                                 \
        }                                                 \
    }
#define AT(TYPE, x) (*(TYPE *)((x) + i))
#define GET(TYPE, x) (*(const TYPE *)((x) + i))

/* components first ... last - 1 of `from` (length count) times T^-1 */
static void transform (int first, int last, int count, const double *from, double *to)
{
    const double *second = from + count, *third = second + count;
    double *to2 = to + count, *to3 = to2 + count;

#define BODY(TYPE)                                                                     \
    const TYPE a = GET (TYPE, from), b = GET (TYPE, second), c = GET (TYPE, third);    \
    AT (TYPE, to) = TI[0][0] * a + TI[0][1] * b + TI[0][2] * c;                        \
    AT (TYPE, to2) = TI[1][0] * a + TI[1][1] * b + TI[1][2] * c;                       \
    AT (TYPE, to3) = TI[2][0] * a + TI[2][1] * b + TI[2][2] * c;
    EACH (BODY, first, last)
#undef BODY
}

/* W += dW, Z = T W, X = x + Z, D = T Lambda W / h from component `first` on */
static void stages (GeomsRadau *r, int first, const double *x)
{
    const int n = r->method.n;
    const double u = U1 / r->method.step, al = ALPHA / r->method.step, be = BETA / r->method.step;
    const double *dW = r->dW;
    double *W = r->W, *Z = r->Z, *X = r->X, *D = r->D;

#define BODY(TYPE)                                                                     \
    const TYPE start = GET (TYPE, x), w1 = AT (TYPE, W) + GET (TYPE, dW),              \
               w2 = AT (TYPE, W + n) + GET (TYPE, dW + n),                             \
               w3 = AT (TYPE, W + 2 * n) + GET (TYPE, dW + 2 * n);                     \
    const TYPE z1 = T[0][0] * w1 + T[0][1] * w2 + T[0][2] * w3,                        \
               z2 = T[1][0] * w1 + T[1][1] * w2 + T[1][2] * w3, z3 = T[2][0] * w1 + w2; \
    const TYPE l1 = u * w1, l2 = al * w2 - be * w3, l3 = be * w2 + al * w3;            \
    AT (TYPE, W) = w1;                                                                 \
    AT (TYPE, W + n) = w2;                                                             \
    AT (TYPE, W + 2 * n) = w3;                                                         \
    AT (TYPE, Z) = z1;                                                                 \
    AT (TYPE, Z + n) = z2;                                                             \
    AT (TYPE, Z + 2 * n) = z3;                                                         \
    AT (TYPE, X) = start + z1;                                                         \
    AT (TYPE, X + n) = start + z2;                                                     \
    AT (TYPE, X + 2 * n) = start + z3;                                                 \
    AT (TYPE, D) = T[0][0] * l1 + T[0][1] * l2 + T[0][2] * l3;                         \
    AT (TYPE, D + n) = T[1][0] * l1 + T[1][1] * l2 + T[1][2] * l3;                     \
    AT (TYPE, D + 2 * n) = T[2][0] * l1 + l2;
    EACH (BODY, first, n)
#undef BODY
}

/* Starting values: zero, or the last collocation polynomial extrapolated. */
static void starting_values (GeomsRadau *r)
{
    const int n = r->method.n;
    const double *p1 = r->method.poly, *p2 = p1 + n, *p3 = p2 + n;
    const double s3 = r->method.h_poly != 0 ? r->method.step / r->method.h_poly : 0,
                 s[3] = {C1 * s3, C2 * s3, s3};

    if (r->method.h_poly == 0 || r->method.options->newton_start == GEOMS_START_CONSTANT) {
        memset (r->Z, 0, 3 * (size_t)n * sizeof (double));
        memset (r->W, 0, 3 * (size_t)n * sizeof (double));
        return;
    }
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < n; i++)
            r->Z[k * n + i]
                = s[k] * (p1[i] + (s[k] - (C2 - 1)) * (p2[i] + (s[k] - (C1 - 1)) * p3[i]));
    r->method.form->ops->normalise (r->method.form, 3, r->Z);
    transform (0, n, n, r->Z, r->W);
}

/* Unknowns that the residuals were solved for, in X: Z and W = T^-1 Z of them. */
static void take_solved (GeomsRadau *r, const double *restrict x)
{
    const int n = r->method.n, first = r->method.form->solved_at,
              last = first + r->method.form->solved;

    for (int k = 0; k < 3; k++)
        for (int i = first; i < last; i++)
            r->Z[k * n + i] = r->X[k * n + i] - x[i];
    transform (first, last, n, r->Z, r->W);
}

/* residuals of the three stages; with zero starting values of an autonomous system all are rda
 * (x) */
static int stage_residuals (GeomsRadau *r, double t, const double *x, int zero)
{
    const double times[3] = {t + C1 * r->method.step, t + C2 * r->method.step, t + r->method.step};
    int status;

    if (zero && r->method.form->eq->model->autonomous) {
        for (int k = 0; k < 3; k++)
            memcpy (r->R + k * r->m, r->method.form->base, (size_t)r->m * sizeof (double));
        return 0;
    }
    status = r->method.form->ops->evaluate (r->method.form, 3, times, r->X, r->D, r->R);
    if (status == 0 && r->method.form->led == 0)
        take_solved (r, x);
    return status;
}

/* ---- Newton's method ---- */

static double newton_norm (const GeomsRadau *r)
{
    const double norm = geoms_newton_norm (r->method.form, 3, r->dW, r->weight);

    return r->method.options->newton_norm == GEOMS_NEWTON_NORM_N ? sqrt (3) * norm : norm;
}

/* theta^k for k >= 0 */
static double power (double theta, int k)
{
    double product = 1;

    for (; k > 0; k--)
        product *= theta;
    return product;
}

int geoms_radau_contraction (GeomsRadau *r, int nit, double norm, double norm_old,
                             double *ratio_old)
{
    const int newt = r->newt;
    const double ratio = norm / norm_old;
    double rest;

    r->theta = newt == 2 ? ratio : sqrt (ratio * *ratio_old);
    *ratio_old = ratio;
    if (! (r->theta < NO_CONTRACTION))
        return GEOMS_ATTEMPT_FAILED;
    r->faccon = r->theta / (1 - r->theta);
    rest = r->faccon * norm * power (r->theta, nit - 1 - newt) / r->tolerance.newton;
    if (rest < 1)
        return 0;
    rest = geoms_max (LEAST_REST, geoms_min (MOST_REST, rest));
    r->h_factor = CAUTION * pow (rest, -1.0 / (4 + nit - 1 - newt));
    return GEOMS_ATTEMPT_FAILED;
}

/* One correction dW from the residuals. */
static void newton_correction (GeomsRadau *r)
{
    GeomsForm *form = r->method.form;

    transform (form->led, r->m, r->m, r->R, r->RT);
    r->method.counters->nbsub++;
    form->ops->solve (form, GEOMS_SLOT_REAL, 2, r->RT, r->dW);
}

/* The last correction, and unknowns that follow from it. */
static void finish (GeomsRadau *r, const double *x)
{
    const GeomsForm *form = r->method.form;

    if (form->led > 0) {
        take_solved (r, x);
        form->ops->follow (form, 3, r->dW);
    }
    stages (r, 0, x);
}

void geoms_radau_disturb (GeomsRadau *r, int count)
{
    const double rounding = geoms_max (DBL_EPSILON, r->method.options->rounding);

    for (int i = 0; i < count; i++)
        r->X[i] *= 1 + (i * 7 % 5 < 2 ? -rounding : rounding);
}

/* What rounding makes of a correction: how far it is from that of stages beside these, moved by
 * their rounding. As `evaluate` of formulation.h */
static int noise_of_correction (GeomsRadau *r, double t, const double *x, double *norm)
{
    const int count = 3 * r->method.n;
    const double *old = r->old;
    int status;

    memcpy (r->old, r->dW, (size_t)count * sizeof *old);
    geoms_radau_disturb (r, count);
    status = stage_residuals (r, t, x, 0);
    if (status == 0) {
        newton_correction (r);
        for (int i = 0; i < count; i++)
            r->dW[i] -= old[i];
        *norm = newton_norm (r);
    }
    memcpy (r->dW, old, (size_t)count * sizeof *old);
    return status;
}

/* Corrections that no longer become smaller may be the noise of the functions: forces of rows that
 * are nearly parallel, on light bodies. Where the error of the step allows for it the iteration is
 * at its end, for no smaller step has less noise but in proportion to h. Multipliers that are
 * iterated are the slowest themselves: there the iteration stays as it is published. */
int geoms_radau_allows_noise (const GeomsRadau *r, double norm)
{
    return r->method.form->solved > 0 && norm <= ALLOWED_NOISE;
}

int geoms_radau_is_noise (GeomsRadau *r, double norm, double noise)
{
    if (! (norm <= NOISE * noise))
        return 0;
    r->faccon = 1; /* the contraction is not known */
    r->theta = 0;
    return 1;
}

/* 0 if it is noise that ends the iteration, `failed` if not, or a negative IDID */
static int accept_noise (GeomsRadau *r, double t, const double *x, double norm, int failed)
{
    double noise = 0;
    int status;

    if (! geoms_radau_allows_noise (r, norm))
        return failed;
    status = noise_of_correction (r, t, x, &noise);
    if (status != 0)
        return status < 0 ? status : failed;
    return geoms_radau_is_noise (r, norm, noise) ? 0 : failed;
}

/* The stages on their constraints; Newton matrices of the second one as it was the first time, for
 * theirs have taken the place of these. */
static int meet (GeomsRadau *r, double t, const double *x)
{
    const int n = r->method.n;
    int status = geoms_radau_meet (r, t);

    if (r->newt == 0)
        memcpy (r->middle, r->X + n, (size_t)n * sizeof *x);
    if (status == 0)
        status = r->method.form->ops->linearise (r->method.form, t + C2 * r->method.step,
                                                 r->middle, GEOMS_BASE_LEAVE);
    r->fresh = r->factored = 0;
    if (status == 0 && geoms_radau_factor (r) != 0)
        status = GEOMS_RETRY;
    /* Z and W of the stages, D */
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < n; i++)
            r->Z[k * n + i] = r->X[k * n + i] - x[i];
    transform (0, n, n, r->Z, r->W);
    memset (r->dW, 0, 3 * (size_t)n * sizeof *r->dW);
    stages (r, 0, x);
    return status;
}

/* zero: the starting values are 0; meets: see radau_meet.c */
GEOMS_INLINE int iterate (GeomsRadau *r, double t, const double *x, int zero, int meets)
{
    double norm_old = 1, ratio_old = 1;

    /* the starting values */
    r->theta = 0;
    memset (r->dW, 0, 3 * (size_t)r->method.n * sizeof (double));
    stages (r, 0, x);
    for (r->newt = 0; r->newt < r->method.options->max_newton;) {
        double norm;
        int failed = 0, status = meets ? meet (r, t, x) : 0;

        if (status == 0)
            status = stage_residuals (r, t, x, zero && r->newt == 0);
        if (status != 0)
            return status < 0 ? status : GEOMS_ATTEMPT_UNDEFINED;
        /* correction */
        newton_correction (r);
        r->newt++;
        norm = newton_norm (r);
        if (! isfinite (norm))
            return GEOMS_ATTEMPT_UNDEFINED;
        /* contraction */
        if (r->newt > 1 && r->newt < r->method.options->max_newton
            && (failed = geoms_radau_contraction (r, r->method.options->max_newton, norm,
                                                  norm_old, &ratio_old)) != 0
            && (status = accept_noise (r, t, x, norm, failed)) != 0)
            return status;
        /* enough? */
        norm_old = geoms_max (norm, r->method.options->rounding);
        if (failed || r->faccon * norm <= r->tolerance.newton) {
            finish (r, x);
            return 0;
        }
        stages (r, r->method.form->led, x);
    }
    return GEOMS_ATTEMPT_FAILED;
}

static int newton (GeomsRadau *r, double t, const double *x, int zero)
{
    return iterate (r, t, x, zero, 0);
}

/* from the starting values again, with stages that meet their constraints; the base point is that of
 * the step behind it */
static int newton_that_meets (GeomsRadau *r, double t, const double *x)
{
    int status, restored;

    starting_values (r);
    r->faccon = 1;
    r->h_factor = HALVED;
    status = iterate (r, t, x, 0, 1);
    restored = status < 0 ? 0 : r->method.form->ops->base (r->method.form, t, x);
    return restored != 0 ? restored : status;
}

int geoms_radau_factor (GeomsRadau *r)
{
    const GeomsFormOps *ops = r->method.form->ops;
    const double h = r->method.h;
    int singular;

    r->method.counters->nedec++;
    singular = ops->factor (r->method.form, GEOMS_SLOT_REAL, U1 / h, 0) != 0
               || ops->factor (r->method.form, GEOMS_SLOT_COMPLEX, ALPHA / h, BETA / h) != 0;
    r->factored = ! singular;
    r->h_factored = h;
    return singular;
}

/* The Newton matrix where the options want it, at the start of the step or at a predicted stage. */
static int newton_matrix (GeomsRadau *r, double t, const double *x)
{
    static const double c[4] = {0, C1, C2, 1};
    const int at = r->method.options->newton_matrix_at;
    int status = 0;

    if (at > 0) {
        for (int i = 0; i < r->method.n; i++)
            r->X[i] = x[i] + r->Z[(at - 1) * r->method.n + i];
        status = r->method.form->ops->linearise (r->method.form, t + c[at] * r->method.step, r->X,
                                          GEOMS_BASE_LEAVE);
        r->factored = 0;
    } else if (! r->fresh) {
        status = r->method.form->ops->linearise (r->method.form, t, x, GEOMS_BASE_HAVE);
        r->fresh = 1;
        r->factored = 0;
    }
    return status;
}

/* A new Newton matrix at the second stage as it is now; the iteration goes on from there. */
static int update_newton_matrix (GeomsRadau *r, double t)
{
    int status = r->method.form->ops->linearise (r->method.form, t + C2 * r->method.step,
                                                 r->X + r->method.n, GEOMS_BASE_LEAVE);

    r->fresh = r->factored = 0;
    r->faccon = 1;
    return status == 0 && geoms_radau_factor (r) != 0 ? GEOMS_RETRY : status;
}

/* theta / (1 - theta) for the first iteration. That of the attempt before, with another step size,
 * may end it too soon: the error estimate sees that, but where nothing projects a constraint of the
 * form would stay violated, which unknowns of a higher index cannot make up for, however small the
 * next steps are. A first step, which starts from 0, would end before any function has been evaluated
 * behind the start: a force that jumps there would not be seen by the estimate either. Beside a
 * singular position contractions are not those of the attempt before. */
double geoms_radau_first_faccon (const GeomsRadau *r)
{
    return r->method.h_poly == 0 || geoms_radau_begins_beside (r)
                   || (geoms_index_highest (r->method.form) > 1 && ! r->method.project)
               ? 1
               : pow (geoms_max (r->faccon, r->method.options->rounding), FORGETS);
}

int geoms_radau_solve_stages (GeomsRadau *r, double t, const double *x)
{
    const int zero = r->method.h_poly == 0
                     || r->method.options->newton_start == GEOMS_START_CONSTANT;
    int status, updates = r->method.options->newton_updates;
    double condition = 0;

    /* starting values and Newton matrix */
    r->h_factor = HALVED;
    starting_values (r);
    status = newton_matrix (r, t, x);
    if (status != 0)
        return status > 0 ? GEOMS_ATTEMPT_UNDEFINED : status;
    if (! r->factored && geoms_radau_factor (r) != 0) {
        r->singular++;
        return GEOMS_ATTEMPT_UNDEFINED;
    }
    /* iteration */
    r->singular = 0;
    r->faccon = geoms_radau_first_faccon (r);
    status = newton (r, t, x, zero);
    /* with new Newton matrices, if options allow for them */
    if (status == GEOMS_ATTEMPT_FAILED && updates > 0) {
        if (geoms_radau_begins_beside (r))
            return newton_that_meets (r, t, x);
        condition = geoms_radau_condition (r);
    }
    while (status == GEOMS_ATTEMPT_FAILED && updates-- > 0) {
        const int updated = update_newton_matrix (r, t);
        if (updated != 0)
            return updated < 0 ? updated : GEOMS_ATTEMPT_UNDEFINED;
        status = newton (r, t, x, 0);
    }
    if (status == GEOMS_ATTEMPT_FAILED && condition > 0
        && geoms_radau_beside (r, condition, geoms_radau_condition (r)))
        return newton_that_meets (r, t, x);
    return status;
}
