/* saddle.c - [M B S; S C 0] = L U with row pivoting; S = max |M| / (largest entry of each row of C)
 *
 * The pivots come from C first wherever M is small against it, so that light bodies do not enter
 * squared, as they do in C M^-1 C'. Where that matrix is no worse, it is less work by far:
 *
 *     C M^-1 C' lambda = C M^-1 f + gamma,   alpha = M^-1 f - M^-1 C' lambda
 *
 * that is with masses of about the same size and no rows that are nearly parallel, seen by the
 * pivots of L D L'.
 */
#include "saddle.h"

#include <math.h>
#include <string.h>

#include "base/rank.h"

/* of x when it is refined: none that is larger is believed, a smaller one is the last */
static const double MOST_CHANGE = 0.1, LAST_CHANGE = 1e-7;
enum { MOST_REFINED = 3 };

void geoms_saddle_create_by_mass (GeomsSaddle *s, int n, int m, GeomsArena *arena)
{
    s->n = n;
    s->m = m;
    s->CM = geoms_arena_reals (arena, (size_t)m * (size_t)n);
    s->S = geoms_arena_reals (arena, (size_t)m * (size_t)m);
    s->size = geoms_arena_reals (arena, (size_t)m);
    if (m <= GEOMS_FEW_ROWS)
        return;
    s->begin = geoms_arena_ints (arena, (size_t)n + 1);
    s->row = geoms_arena_ints (arena, (size_t)m * (size_t)n);
    s->reach = geoms_arena_ints (arena, (size_t)m);
    s->c = geoms_arena_reals (arena, (size_t)m * (size_t)n);
    s->cm = geoms_arena_reals (arena, (size_t)m * (size_t)n);
}

void geoms_saddle_create (GeomsSaddle *s, int n, int m, GeomsArena *arena)
{
    geoms_saddle_create_by_mass (s, n, m, arena);
    s->scale = geoms_arena_reals (arena, (size_t)m);
    s->K = geoms_arena_reals (arena, (size_t)(n + m) * (size_t)(n + m));
    s->x = geoms_arena_reals (arena, 3 * (size_t)(n + m));
    geoms_factor_create (&s->factor, n + m, 0, 0, arena);
}

void geoms_saddle_resize (GeomsSaddle *s, int m)
{
    s->m = m;
    geoms_factor_resize (&s->factor, s->n + m);
}

/* ---- by the mass matrix ---- */

/* entries of C by columns */
static void list_entries (GeomsSaddle *s, const GeomsMass *mass, const double *C, int ldc)
{
    const int n = s->n, m = s->m;
    const double *D = mass->factor;
    int *restrict row = s->row, *restrict begin = s->begin, count = 0;
    double *restrict c = s->c, *restrict cm = s->cm;

    for (int k = 0; k < n; k++, C += ldc, D += n + 1) {
        begin[k] = count;
        for (int i = 0; i < m; i++)
            if (C[i] != 0) {
                row[count] = i;
                c[count] = C[i];
                cm[count++] = D[0] * C[i];
            }
    }
    begin[n] = count;
}

/* lower triangle of S = CM C', and how far its columns reach */
static void gram_of_entries (GeomsSaddle *s)
{
    const int m = s->m, *row = s->row;
    int *restrict reach = s->reach;
    double *restrict S = s->S;

    for (int i = 0; i < m * m; i++)
        S[i] = 0;
    for (int i = 0; i < m; i++)
        reach[i] = i;
    for (int k = 0, a = 0; k < s->n; k++)
        for (const int last = s->begin[k + 1]; a < last; a++) {
            double *restrict column = S + row[a] * m;
            const double c = s->c[a], *cm = s->cm;
            for (int b = a; b < last; b++)
                column[row[b]] += cm[b] * c;
            reach[row[a]] = geoms_int_max (reach[row[a]], row[last - 1]);
        }
}

/* S becomes L D L' as by geoms_ldl, within its envelope */
static int factor_envelope (GeomsSaddle *s, double tol)
{
    const int m = s->m;
    int *restrict reach = s->reach;
    double *a = s->S;

    for (int k = 0; k < m; k++, a += m) {
        const double d = a[k];
        const int last = reach[k];

        if (! (d > tol * s->size[k]))
            return 1;
        a[k] = 1 / d;
        for (int j = k + 1; j <= last; j++) {
            double *restrict c = a + (j - k) * m;
            const double l = a[j] * a[k];
            if (l == 0)
                continue;
            for (int i = j; i <= last; i++)
                c[i] -= a[i] * l;
            reach[j] = geoms_int_max (reach[j], last);
        }
        for (int i = k + 1; i <= last; i++)
            a[i] *= a[k];
    }
    return 0;
}

int geoms_saddle_factor_listed (GeomsSaddle *s, const GeomsMass *mass, const double *C, int ldc,
                                double tol)
{
    list_entries (s, mass, C, ldc);
    gram_of_entries (s);
    for (int i = 0; i < s->m; i++)
        s->size[i] = s->S[i * (s->m + 1)];
    s->mass = factor_envelope (s, tol) == 0 ? mass : NULL;
    return s->mass == NULL;
}

void geoms_saddle_divide (const GeomsSaddle *s, double *y)
{
    const int m = s->m;

    if (! s->listed) {
        geoms_ldl_solve (m, s->S, y);
        return;
    }
    for (int k = 0; k < m; k++) {
        const double *a = s->S + k * m, yk = y[k];
        for (int i = k + 1; i <= s->reach[k] && yk != 0; i++)
            y[i] -= a[i] * yk;
    }
    for (int k = m - 1; k >= 0; k--) {
        const double *a = s->S + k * m;
        double sum = y[k] * a[k];
        for (int i = k + 1; i <= s->reach[k]; i++)
            sum -= a[i] * y[i];
        y[k] = sum;
    }
}

void geoms_saddle_add_rows (const GeomsSaddle *s, const double *CM, const double *f, double *y)
{
    for (int k = 0; k < s->n; k++) {
        if (f[k] == 0)
            continue;
        if (! s->listed)
            geoms_axpy (s->m, f[k], CM + k * s->m, y);
        for (int a = s->listed ? s->begin[k] : 0; a < (s->listed ? s->begin[k + 1] : 0); a++)
            y[s->row[a]] += s->cm[a] * f[k];
    }
}

void geoms_saddle_lambda_listed (const GeomsSaddle *s, const double *f, const double *gamma,
                                 double *lambda)
{
    for (int i = 0; i < s->m; i++)
        lambda[i] = gamma[i];
    for (int k = 0; k < s->n; k++)
        for (int a = s->begin[k]; a < s->begin[k + 1]; a++)
            lambda[s->row[a]] += s->cm[a] * f[k];
    geoms_saddle_divide (s, lambda);
}

void geoms_saddle_forces_listed (const GeomsSaddle *s, const double *f, const double *lambda,
                                 double *force)
{
    for (int k = 0; k < s->n; k++) {
        double sum = f[k];
        for (int a = s->begin[k]; a < s->begin[k + 1]; a++)
            sum -= s->c[a] * lambda[s->row[a]];
        force[k] = sum;
    }
}

int geoms_saddle_factor_by_mass (GeomsSaddle *s, const GeomsMass *mass, const double *C, int ldc)
{
    int singular;

#define FACTOR(m) singular = geoms_saddle_factor_rows (s, m, s->n, mass, mass->diagonal, C, ldc)
    GEOMS_BY_ROWS (s->m, FACTOR)
#undef FACTOR
    return singular;
}

void geoms_saddle_multipliers (const GeomsSaddle *s, int columns, const double *f,
                               const double *gamma, int ld, double *lambda)
{
#define SOLVE(m)                             \
    for (int j = 0; j < columns; j++)        \
        geoms_saddle_lambda (s, m, s->n, f + j * ld, gamma + j * ld, lambda + j * m)
    GEOMS_BY_ROWS (s->m, SOLVE)
#undef SOLVE
}

static void solve_by_mass (const GeomsSaddle *s, const double *f, const double *gamma,
                           double *alpha, double *lambda)
{
    const int m = s->m;

    geoms_saddle_multipliers (s, 1, f, gamma, 0, lambda);
    for (int k = 0; k < s->n; k++)
        alpha[k] = f[k];
    if (s->listed)
        geoms_saddle_forces_listed (s, f, lambda, alpha);
    geoms_mass_solve (s->mass, NULL, alpha);
    for (int k = 0; k < s->n && ! s->listed; k++)
        alpha[k] -= geoms_dot (m, s->CM + k * m, lambda);
}

/* ---- all of the matrix ---- */

/* S; not 0 if a row of C is zero */
static int scale_rows (GeomsSaddle *s, const double *M, const double *C, int ldc)
{
    const double size = geoms_largest (s->n * s->n, 1, M);

    for (int i = 0; i < s->m; i++) {
        const double most = geoms_largest (s->n, ldc, C + i);
        if (! (most > 0))
            return 1;
        s->scale[i] = (size > 0 ? size : 1) / most;
    }
    return 0;
}

/* K = [M B S; S C 0], B = C' if it is NULL; m is s->m, which the compiler may know, and S = I if
 * scale is NULL */
GEOMS_INLINE void put_blocks (const GeomsSaddle *s, int m, const double *M, const double *C,
                              int ldc, const double *B, const double *scale)
{
    const int n = s->n, both = n + m;
    double *restrict K = s->factor.re, *restrict right = K + n * both;

    for (int j = 0; j < n; j++, K += both, M += n, C += ldc) {
        for (int i = 0; i < n; i++)
            K[i] = M[i];
        for (int i = 0; i < m; i++) {
            const double c = C[i], b = B != NULL ? B[i * n + j] : c;
            K[n + i] = scale != NULL ? scale[i] * c : c;
            right[i * both + j] = scale != NULL ? scale[i] * b : b;
        }
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            right[i * both + n + j] = 0;
}

/* K, not yet factorised; not 0 if a row of C is zero */
static int fill (GeomsSaddle *s, const double *M, const double *C, int ldc, const double *B)
{
    const size_t both = (size_t)(s->n + s->m);

    s->mass = NULL;
    if (s->plain) {
#define PUT(m) put_blocks (s, m, M, C, ldc, B, NULL)
        GEOMS_BY_ROWS (s->m, PUT)
#undef PUT
        return 0;
    }
    if (scale_rows (s, M, C, ldc) != 0)
        return 1;
    put_blocks (s, s->m, M, C, ldc, B, s->scale);
    memcpy (s->K, s->factor.re, both * both * sizeof *s->K);
    return 0;
}

/* x += K^-1 (b - K x) for the right-hand side b, but where K is all but singular; not 0 if once
 * more is worth it */
static int refine (const GeomsSaddle *s, const double *b, double *x)
{
    const int both = s->n + s->m;
    double *r = s->x + 2 * both, size, change;

    memcpy (r, b, (size_t)both * sizeof *r);
    for (int j = 0; j < both; j++)
        for (int i = 0; i < both; i++)
            r[i] -= s->K[i + j * both] * x[j];
    geoms_factor_solve (&s->factor, r, NULL);
    size = geoms_largest (both, 1, x);
    change = geoms_largest (both, 1, r);
    if (! (change <= MOST_CHANGE * size))
        return 0;
    for (int i = 0; i < both; i++)
        x[i] += r[i];
    return change > LAST_CHANGE * size;
}

/* S = I; m is s->m, which the compiler may know */
GEOMS_INLINE void solve_plain (const GeomsSaddle *s, int m, const double *f, const double *gamma,
                               double *restrict alpha, double *restrict lambda)
{
    const int n = s->n;
    double *restrict x = s->x;

    for (int i = 0; i < n; i++)
        x[i] = f[i];
    for (int i = 0; i < m; i++)
        x[n + i] = -gamma[i];
    geoms_factor_solve (&s->factor, x, NULL);
    for (int i = 0; i < n; i++)
        alpha[i] = x[i];
    for (int i = 0; i < m; i++)
        lambda[i] = x[n + i];
}

/* Refined, each entry of K counts by its own rounding (Skeel), not by that of the largest entry:
 * where rows are nearly parallel, forces that cancel each other would leave the square of their
 * condition in lambda. */
static void solve_refined (const GeomsSaddle *s, const double *f, const double *gamma,
                           double *alpha, double *lambda)
{
    const int both = s->n + s->m;
    double *x = s->x, *b = x + both;

    for (int i = 0; i < s->n; i++)
        x[i] = f[i];
    for (int i = 0; i < s->m; i++)
        x[s->n + i] = -s->scale[i] * gamma[i];
    memcpy (b, x, (size_t)both * sizeof *x);
    geoms_factor_solve (&s->factor, x, NULL);
    for (int i = 0; i < MOST_REFINED && refine (s, b, x); i++)
        ;
    for (int i = 0; i < s->n; i++)
        alpha[i] = x[i];
    for (int i = 0; i < s->m; i++)
        lambda[i] = s->scale[i] * x[s->n + i];
}

static void solve_all (const GeomsSaddle *s, const double *f, const double *gamma, double *alpha,
                       double *lambda)
{
    if (! s->plain) {
        solve_refined (s, f, gamma, alpha, lambda);
        return;
    }
#define SOLVE(m) solve_plain (s, m, f, gamma, alpha, lambda)
    GEOMS_BY_ROWS (s->m, SOLVE)
#undef SOLVE
}

/* ---- both ---- */

int geoms_saddle_factor (GeomsSaddle *s, const GeomsMass *mass, const double *M, const double *C,
                         int ldc, const double *B)
{
    if (mass != NULL && B == NULL && geoms_saddle_factor_by_mass (s, mass, C, ldc) == 0)
        return 0;
    return fill (s, M, C, ldc, B) != 0 || geoms_factor (&s->factor) != 0;
}

int geoms_saddle_factor_safely (GeomsSaddle *s, const double *M, const double *C, int ldc)
{
    if (fill (s, M, C, ldc, NULL) != 0)
        return 1;
    memset (s->x, 0, (size_t)(s->n + s->m) * sizeof *s->x);
    return geoms_factor_safely (&s->factor, s->x);
}

void geoms_saddle_solve (const GeomsSaddle *s, const double *f, const double *gamma, double *alpha,
                         double *lambda)
{
    if (s->mass != NULL)
        solve_by_mass (s, f, gamma, alpha, lambda);
    else
        solve_all (s, f, gamma, alpha, lambda);
}
