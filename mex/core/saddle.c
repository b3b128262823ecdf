/* saddle.c - [M B S; S C 0] = L U with row pivoting; S = max |M| / (largest entry of each row of C)
 *
 * The pivots come from C first wherever M is small against it, so that light bodies do not enter squared, as
 * they do in C M^-1 C'.
 */
#include "saddle.h"

#include <math.h>
#include <string.h>

void geoms_saddle_create (GeomsSaddle *s, int n, int m, GeomsArena *arena)
{
    s->n = n;
    s->m = m;
    s->scale = geoms_arena_reals (arena, (size_t)m);
    s->x = geoms_arena_reals (arena, (size_t)(n + m));
    geoms_factor_create (&s->factor, n + m, 0, 0, arena);
}

void geoms_saddle_resize (GeomsSaddle *s, int m)
{
    s->m = m;
    geoms_factor_resize (&s->factor, s->n + m);
}

static double largest (int count, int stride, const double *x)
{
    double size = 0;

    for (int i = 0; i < count; i++)
        size = geoms_max (fabs (x[i * stride]), size);
    return size;
}

int geoms_saddle_factor (GeomsSaddle *s, const double *M, const double *C, const double *B)
{
    const int n = s->n, m = s->m, both = n + m;
    const double size = largest (n * n, 1, M);
    double *K = s->factor.re;

    for (int i = 0; i < m; i++) {
        const double row = largest (n, m, C + i);
        if (! (row > 0))
            return 1;
        s->scale[i] = (size > 0 ? size : 1) / row;
    }
    for (int j = 0; j < n; j++, K += both, M += n, C += m) {
        for (int i = 0; i < n; i++)
            K[i] = M[i];
        for (int i = 0; i < m; i++)
            K[n + i] = s->scale[i] * C[i];
    }
    C -= m * n;
    for (int i = 0; i < m; i++, K += both) {
        for (int j = 0; j < n; j++)
            K[j] = s->scale[i] * (B != NULL ? B[i * n + j] : C[j * m + i]);
        for (int j = n; j < both; j++)
            K[j] = 0;
    }
    return geoms_factor (&s->factor);
}

void geoms_saddle_solve (const GeomsSaddle *s, const double *f, const double *gamma, double *alpha,
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
