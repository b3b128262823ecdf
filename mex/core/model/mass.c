/* mass.c - factors of a mass matrix:  M = L D L',  or  M + C' W C (+ s Q Q') = L D L' where M is
 * singular
 *
 * M is regular where every pivot of D^-1/2 M D^-1/2, D = diag (M), exceeds 1e-13. These pivots are
 * d_k / M_kk of M itself and do not depend on units: a mass of 1e-10 beside one of 1 is regular.
 *
 *     M a + C' l = f, C a = - gamma   =>   (M + C' W C) a + C' l = f - C' W gamma   for every W
 */
#include "mass.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double unsymmetric = 1e-12; /* relative difference of two entries that counts        */

#define AT(A, n, i, j) A[(size_t)(j) * (size_t)(n) + (size_t)(i)]

int geoms_mass_create (GeomsMass *s, int n, int m, GeomsArena *arena)
{
    const size_t nn = (size_t)n * (size_t)n, mn = (size_t)m * (size_t)n;

    s->n = n;
    s->m = m;
    s->large = n >= GEOMS_CROSSOVER_LU;
    s->factor = geoms_arena_reals (arena, nn);
    s->shifted = geoms_arena_reals (arena, nn);
    s->pivoted = geoms_arena_reals (arena, nn);
    s->Q = geoms_arena_reals (arena, nn);
    s->WC = geoms_arena_reals (arena, mn);
    s->W = geoms_arena_reals (arena, (size_t)m);
    s->scale = geoms_arena_reals (arena, (size_t)n);
    s->direction = geoms_arena_reals (arena, (size_t)n);
    s->order = geoms_arena_ints (arena, (size_t)n);
    return arena->failed;
}

/* ---- M = M' ---- */

int geoms_mass_differ (double a, double b, double M_ii, double M_jj)
{
    const double size = geoms_max (fabs (a), fabs (b)), difference = fabs (a - b) / unsymmetric;

    return difference > size && difference * difference > fabs (M_ii * M_jj);
}

int geoms_mass_symmetric (GeomsMass *s, const double *M)
{
    const int n = s->n;

    for (int j = 0; j < n; j++)
        for (int i = j + 1; i < n; i++)
            if (AT (M, n, i, j) != AT (M, n, j, i)
                && geoms_mass_differ (AT (M, n, i, j), AT (M, n, j, i), AT (M, n, i, i),
                                      AT (M, n, j, j))) {
                s->row = j;
                s->column = i;
                s->entry[0] = AT (M, n, j, i);
                s->entry[1] = AT (M, n, i, j);
                return GEOMS_MASS_UNSYMMETRIC;
            }
    return 0;
}

/* ---- L D L' in the lower triangle, or 1 / D alone ---- */

/* 0, or not 0 if a pivot is not greater than tol times its diagonal entry of M */
static int factor_diagonal (GeomsMass *s, const double *M)
{
    const int n = s->n;

    for (int k = 0; k < n; k++) {
        const double d = AT (M, n, k, k);
        if (! (d > 0))
            return 1;
        AT (s->factor, n, k, k) = 1 / d;
    }
    return 0;
}

static int factor_large (int n, const double *M, double tol, double *A)
{
    const lapack_int N = n;
    lapack_int info = 0;

    dpotrf ("L", &N, A, &N, &info);
    for (int k = 0; k < n && info == 0; k++) {
        const double l = AT (A, n, k, k);
        info = ! (l * l > tol * AT (M, n, k, k));
    }
    return info != 0;
}

/* s->factor = M becomes its factors */
static int factor (GeomsMass *s, const double *M, double tol)
{
    return s->large ? factor_large (s->n, M, tol, s->factor)
                    : geoms_ldl (s->n, s->factor, M, s->n + 1, tol);
}

static int factor_regular (GeomsMass *s, const double *M)
{
    if (s->diagonal)
        return factor_diagonal (s, M);
    memcpy (s->factor, M, (size_t)s->n * (size_t)s->n * sizeof *M);
    return factor (s, M, GEOMS_MASS_LOST);
}

/* the diagonal of M~ is that of the copy in s->pivoted, which is not needed any more */
static int factor_completed (GeomsMass *s)
{
    s->diagonal = 0;
    memcpy (s->pivoted, s->factor, (size_t)s->n * (size_t)s->n * sizeof *s->factor);
    if (factor (s, s->pivoted, 0) == 0)
        return 0;
    s->value = NAN; /* no direction is known */
    return GEOMS_MASS_INDEFINITE;
}

static int try_if (GeomsMass *s, int status, const double *M, int diagonal)
{
    s->nq = 0;
    s->diagonal = diagonal;
    if (status == 0)
        status = factor_regular (s, M);
    s->singular = status == 0 ? GEOMS_MASS_REGULAR : GEOMS_MASS_FREE;
    return status;
}

int geoms_mass_try (GeomsMass *s, const double *M, int diagonal)
{
    return try_if (s, diagonal ? 0 : geoms_mass_symmetric (s, M), M, diagonal);
}

int geoms_mass_try_symmetric (GeomsMass *s, const double *M, int diagonal)
{
    return try_if (s, 0, M, diagonal);
}

int geoms_mass_factor (GeomsMass *s, const double *M, const double *C, int ldc, int diagonal)
{
    int status = geoms_mass_try (s, M, diagonal);

    if (status <= 0)
        return status;
    status = geoms_mass_complete (s, M, C, ldc, diagonal);
    return status != 0 ? status : factor_completed (s);
}

/* ---- M^-1 y ---- */

static void solve_large (int n, const double *A, double *y)
{
    const lapack_int N = n, one = 1;
    lapack_int info;

    dpotrs ("L", &N, &one, A, &N, y, &N, &info);
}

void geoms_mass_lean (const GeomsMass *s, const double *b, double *y)
{
    for (int k = 0; k < s->n && s->singular != GEOMS_MASS_REGULAR; k++)
        y[k] -= geoms_dot (s->m, s->WC + (size_t)k * (size_t)s->m, b);
}

void geoms_mass_solve_factors (const GeomsMass *s, const double *gamma, double *y)
{
    const int n = s->n;

    if (gamma != NULL)
        geoms_mass_lean (s, gamma, y);
    if (s->large)
        solve_large (n, s->factor, y);
    else
        geoms_ldl_solve (n, s->factor, y);
}

/* rows of C become those of C M^-1 */
static void divide_large (const GeomsMass *s, int m, double *X)
{
    const int n = s->n;
    double *y = s->scale;

    for (int i = 0; i < m; i++) {
        for (int k = 0; k < n; k++)
            y[k] = AT (X, m, i, k);
        solve_large (n, s->factor, y);
        for (int k = 0; k < n; k++)
            AT (X, m, i, k) = y[k];
    }
}

void geoms_mass_divide_factors (const GeomsMass *s, int m, double *X)
{
    if (s->large)
        divide_large (s, m, X);
    else
        geoms_ldl_divide (s->n, s->factor, m, X);
}

double geoms_mass_spread (const GeomsMass *s, const double *M)
{
    double most = 0, least = 0;

    for (int k = 0; k < s->n; k++) {
        const double d = AT (s->factor, s->n, k, k),
                     inverse = s->large && ! s->diagonal ? 1 / (d * d) : d;
        most = geoms_max (most, AT (M, s->n, k, k));
        least = geoms_max (least, inverse);
    }
    return most * least;
}

void geoms_mass_weigh (const GeomsMass *s, const double *b, double *lambda)
{
    for (int i = 0; i < s->m && s->singular != GEOMS_MASS_REGULAR; i++)
        lambda[i] += s->W[i] * b[i];
}

const double *geoms_mass_shifted (const GeomsMass *s)
{
    return s->singular == GEOMS_MASS_FREE ? s->shifted : NULL;
}

/* ---- words ---- */

/* "v(1) = 1, v(2) = -0.5" of the entries that count of a direction of length 1, four at most:
 * choices */
static const double COUNTS = 1e-6;
enum { MOST_NAMED = 4 };

static void name_direction (const GeomsMass *s, char *text, size_t size)
{
    size_t at = 0;
    int named = 0;

    text[0] = 0;
    for (int i = 0; i < s->n && named < MOST_NAMED && at + 40 < size; i++)
        if (fabs (s->direction[i]) > COUNTS)
            at += (size_t)snprintf (text + at, size - at, "%sv(%d) = %.4g", named++ > 0 ? ", " : "",
                                    i + 1, s->direction[i]);
}

void geoms_mass_name_free (const GeomsMass *s, char *text, size_t size)
{
    size_t at = 0;

    text[0] = 0;
    for (int k = 0; k < s->nq && at + 16 < size; k++) {
        const double *q = s->Q + (size_t)k * (size_t)s->n;
        int largest = 0;

        for (int i = 1; i < s->n; i++)
            largest = fabs (q[i]) > fabs (q[largest]) ? i : largest;
        at += (size_t)snprintf (text + at, size - at, "%sv(%d)", k > 0 ? ", " : "", largest + 1);
    }
}

int geoms_mass_refused (const GeomsMass *s, int status, double t, GeomsReport *report)
{
    char direction[200];

    report->t = t;
    report->value = s->value;
    if (status == GEOMS_MASS_UNSYMMETRIC)
        return geoms_mass_not_symmetric (report, t, s->row, s->column, s->entry);
    name_direction (s, direction, sizeof direction);
    return geoms_mass_not_positive (report, status, t, s->value, direction);
}

int geoms_mass_not_symmetric (GeomsReport *report, double t, int row, int column,
                              const double entry[2])
{
    report->t = t;
    return geoms_report (report, GEOMS_MASS_UNSYMMETRIC,
                         "The mass matrix is not symmetric at t = %.10g: M(%d,%d) = %.15g, "
                         "M(%d,%d) = %.15g.",
                         t, row + 1, column + 1, entry[0], column + 1, row + 1, entry[1]);
}

int geoms_mass_not_positive (GeomsReport *report, int status, double t, double value,
                             const char *direction)
{
    report->t = t;
    report->value = value;
    if (! (value < 0))
        return geoms_report (report, status, "The mass matrix cannot be factorised at t = %.10g.",
                             t);
    return geoms_report (report, status,
                         "The mass matrix is not positive on the motions that the constraints "
                         "allow, at t = %.10g: v'*M*v = %.6g for %s.",
                         t, value, direction);
}
