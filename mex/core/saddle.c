/* saddle.c - [M B S; S C 0] = L U with row pivoting; S = max |M| / (largest entry of each row of C)
 *
 * The pivots come from C first wherever M is small against it, so that light bodies do not enter squared, as
 * they do in C M^-1 C'. Where that matrix is no worse, it is less work by far:
 *
 *     C M^-1 C' lambda = C M^-1 f + gamma,   alpha = M^-1 f - M^-1 C' lambda
 *
 * that is with masses of about the same size and no rows that are nearly parallel, seen by the pivots of L D L'.
 */
#include "saddle.h"

#include <math.h>
#include <string.h>

#include "ldl.h"

static const double parallel = 1e-4; /* relative size of a pivot of C M^-1 C' that is too small */

void geoms_saddle_create (GeomsSaddle *s, int n, int m, GeomsArena *arena)
{
    s->n = n;
    s->m = m;
    s->CM = geoms_arena_reals (arena, (size_t)m * (size_t)n);
    s->S = geoms_arena_reals (arena, (size_t)m * (size_t)m);
    s->size = geoms_arena_reals (arena, (size_t)m);
    s->scale = geoms_arena_reals (arena, (size_t)m);
    s->x = geoms_arena_reals (arena, (size_t)(n + m));
    geoms_factor_create (&s->factor, n + m, 0, 0, arena);
}

void geoms_saddle_resize (GeomsSaddle *s, int m)
{
    s->m = m;
    geoms_factor_resize (&s->factor, s->n + m);
}

/* ---- by the mass matrix: with m that the compiler knows where it is small ---- */

#define BY_ROWS(m, CALL) \
    switch (m) {         \
    case 1:              \
        CALL (1);        \
        break;           \
    case 2:              \
        CALL (2);        \
        break;           \
    case 3:              \
        CALL (3);        \
        break;           \
    default:             \
        CALL (m);        \
    }

/* lower triangle of S = CM C', column by column of both; zeros are frequent */
GEOMS_INLINE void gram (int m, int n, const double *CM, const double *C, int ldc, double *S)
{
    for (int i = 0; i < m * m; i++)
        S[i] = 0;
    for (int k = 0; k < n; k++, C += ldc, CM += m)
        for (int i = 0; i < m; i++) {
            double *column = S + i * m;
            const double c = C[i];
            if (m > 3 && c == 0)
                continue;
            for (int j = i; j < m; j++)
                column[j] += CM[j] * c;
        }
}

GEOMS_INLINE int factor_rows (GeomsSaddle *s, int m, const double *C, int ldc)
{
    gram (m, s->n, s->CM, C, ldc, s->S);
    for (int i = 0; i < m; i++)
        s->size[i] = s->S[i * (m + 1)];
    return geoms_ldl_inline (m, s->S, s->size, 1, parallel);
}

int geoms_saddle_factor_by_mass (GeomsSaddle *s, const GeomsMass *mass, const double *C, int ldc)
{
    int singular;

    geoms_mass_divide (mass, s->m, C, ldc, s->CM);
#define FACTOR(m) singular = factor_rows (s, m, C, ldc)
    BY_ROWS (s->m, FACTOR)
#undef FACTOR
    s->mass = singular ? NULL : mass;
    return singular;
}

/* alpha = f on entry */
GEOMS_INLINE void solve_rows (const GeomsSaddle *s, int m, const double *gamma, double *alpha, double *lambda)
{
    const int n = s->n;
    const double *CM = s->CM;

    for (int i = 0; i < m; i++)
        lambda[i] = gamma[i];
    for (int k = 0; k < n; k++)
        for (int i = 0; i < m; i++)
            lambda[i] += CM[k * m + i] * alpha[k];
    geoms_ldl_solve_inline (m, s->S, lambda);
    geoms_mass_solve (s->mass, NULL, alpha);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < m; i++)
            alpha[k] -= CM[k * m + i] * lambda[i];
}

static void solve_by_mass (const GeomsSaddle *s, const double *f, const double *gamma, double *alpha,
                           double *lambda)
{
    for (int k = 0; k < s->n; k++)
        alpha[k] = f[k];
#define SOLVE(m) solve_rows (s, m, gamma, alpha, lambda)
    BY_ROWS (s->m, SOLVE)
#undef SOLVE
}

/* ---- all of the matrix ---- */

static double largest (int count, int stride, const double *x)
{
    double size = 0;

    for (int i = 0; i < count; i++)
        size = geoms_max (fabs (x[i * stride]), size);
    return size;
}

static int factor_all (GeomsSaddle *s, const double *M, const double *C, int ldc, const double *B)
{
    const int n = s->n, m = s->m, both = n + m;
    const double size = largest (n * n, 1, M), *row = C;
    double *K = s->factor.re;

    s->mass = NULL;
    for (int i = 0; i < m; i++) {
        const double most = largest (n, ldc, C + i);
        if (! (most > 0))
            return 1;
        s->scale[i] = (size > 0 ? size : 1) / most;
    }
    for (int j = 0; j < n; j++, K += both, M += n, row += ldc) {
        for (int i = 0; i < n; i++)
            K[i] = M[i];
        for (int i = 0; i < m; i++)
            K[n + i] = s->scale[i] * row[i];
    }
    for (int i = 0; i < m; i++, K += both) {
        for (int j = 0; j < n; j++)
            K[j] = s->scale[i] * (B != NULL ? B[i * n + j] : C[j * ldc + i]);
        for (int j = n; j < both; j++)
            K[j] = 0;
    }
    return geoms_factor (&s->factor);
}

static void solve_all (const GeomsSaddle *s, const double *f, const double *gamma, double *alpha,
                       double *lambda)
{
    double *x = s->x;

    for (int i = 0; i < s->n; i++)
        x[i] = f[i];
    for (int i = 0; i < s->m; i++)
        x[s->n + i] = -s->scale[i] * gamma[i];
    geoms_factor_solve (&s->factor, x, NULL);
    for (int i = 0; i < s->n; i++)
        alpha[i] = x[i];
    for (int i = 0; i < s->m; i++)
        lambda[i] = s->scale[i] * x[s->n + i];
}

/* ---- both ---- */

int geoms_saddle_factor (GeomsSaddle *s, const GeomsMass *mass, const double *M, const double *C, int ldc,
                         const double *B)
{
    if (mass != NULL && B == NULL && geoms_saddle_factor_by_mass (s, mass, C, ldc) == 0)
        return 0;
    return factor_all (s, M, C, ldc, B);
}

void geoms_saddle_solve (const GeomsSaddle *s, const double *f, const double *gamma, double *alpha,
                         double *lambda)
{
    if (s->mass != NULL)
        solve_by_mass (s, f, gamma, alpha, lambda);
    else
        solve_all (s, f, gamma, alpha, lambda);
}
