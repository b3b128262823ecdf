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

void geoms_saddle_create (GeomsSaddle *s, int n, int m, GeomsArena *arena)
{
    s->n = n;
    s->m = m;
    s->CM = geoms_arena_reals (arena, (size_t)m * (size_t)n);
    s->S = geoms_arena_reals (arena, (size_t)m * (size_t)m);
    s->size = geoms_arena_reals (arena, (size_t)m);
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
    geoms_mass_solve (s->mass, NULL, alpha);
    for (int k = 0; k < s->n; k++)
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

/* K, not yet factorised; not 0 if a row of C is zero */
static int fill (GeomsSaddle *s, const double *M, const double *C, int ldc, const double *B)
{
    const int n = s->n, m = s->m, both = n + m;
    const double *row = C;
    double *K = s->factor.re;

    s->mass = NULL;
    for (int i = 0; i < m; i++)
        s->scale[i] = 1;
    if (! s->plain && scale_rows (s, M, C, ldc) != 0)
        return 1;
    for (int j = 0; j < n; j++, K += both, M += n, row += ldc) {
        for (int i = 0; i < n; i++)
            K[i] = M[i];
        for (int i = 0; i < m; i++)
            K[n + i] = s->scale[i] * row[i];
    }
    for (int i = 0; i < m; i++, K += both) {
        const double *column = B != NULL ? B + i * n : C + i, scale = s->scale[i];
        const int stride = B != NULL ? 1 : ldc;
        for (int j = 0; j < n; j++, column += stride)
            K[j] = scale * *column;
        for (int j = n; j < both; j++)
            K[j] = 0;
    }
    if (! s->plain)
        memcpy (s->K, s->factor.re, (size_t)both * (size_t)both * sizeof *K);
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

/* Refined, each entry of K counts by its own rounding (Skeel), not by that of the largest entry:
 * where rows are nearly parallel, forces that cancel each other would leave the square of their
 * condition in lambda. */
static void solve_all (const GeomsSaddle *s, const double *f, const double *gamma, double *alpha,
                       double *lambda)
{
    const int both = s->n + s->m;
    double *x = s->x, *b = x + both;

    for (int i = 0; i < s->n; i++)
        x[i] = f[i];
    for (int i = 0; i < s->m; i++)
        x[s->n + i] = -s->scale[i] * gamma[i];
    if (! s->plain)
        memcpy (b, x, (size_t)both * sizeof *x);
    geoms_factor_solve (&s->factor, x, NULL);
    for (int i = 0; ! s->plain && i < MOST_REFINED && refine (s, b, x); i++)
        ;
    for (int i = 0; i < s->n; i++)
        alpha[i] = x[i];
    for (int i = 0; i < s->m; i++)
        lambda[i] = s->scale[i] * x[s->n + i];
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
