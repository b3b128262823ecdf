/* shorten.c - the smallest correction, level by level
 *
 * -P a with F^- of LU or QR moves the pivot unknowns only: an oblique correction that wanders along
 * the motion from step to step. Subtracting N c with the least-squares c = (K'W^2 K)^-1 K'W^2 dx of
 * the block makes its part in x4, then that in x3, as small as with the SVD. W = I, or weights.
 */
#include "projected.h"

/* x'W^2 y */
static double weighed (int rows, const double *x, const double *y, const double *w)
{
    double sum = 0;

    for (int l = 0; l < rows; l++)
        sum += w[l] * x[l] * w[l] * y[l];
    return sum;
}

/* w: what a change of each unknown costs, or NULL */
static void gram (GeomsFactor *f, int rows, const double *K, int ld, const double *w)
{
    for (int j = 0; j < f->n; j++)
        for (int i = 0; i <= j; i++)
            f->re[i + j * f->n] = f->re[j + i * f->n]
                = w != NULL ? weighed (rows, K + i * ld, K + j * ld, w)
                            : geoms_dot (rows, K + i * ld, K + j * ld);
    geoms_factor (f);
}

/* dx -= N c for the columns `first` ... of N, whose null basis stands in the rows from `row` on */
static void shorten_block (GeomsProjected *p, const GeomsFactor *f, int first, int row, int rows,
                           double *dx)
{
    const int n = p->form.n;
    const double *N = p->N + (size_t)first * (size_t)n;
    const double *w = geoms_metric_weights (&p->metric, row);
    double *c = p->projection.c;

    for (int j = 0; j < f->n; j++) {
        const double *K = N + (size_t)j * (size_t)n + row;
        c[j] = 0;
        for (int l = 0; l < rows && w == NULL; l++)
            c[j] -= K[l] * dx[row + l];
        if (w != NULL)
            c[j] = -weighed (rows, K, dx + row, w);
    }
    geoms_factor_solve (f, c, NULL);
    geoms_add_matvec (n, f->n, N, n, c, dx);
}

static void need_grams (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsProjection *s = &p->projection;
    const size_t n = (size_t)e->n;

    if (s->have_grams)
        return;
    gram (&s->gram4, e->n4, p->N + (size_t)p->y.at4 * n + e->o4, e->n,
          geoms_metric_weights (&p->metric, e->o4));
    if (! p->blocks.same)
        gram (&s->gram3, e->n3, p->N + (size_t)p->y.at3 * n + e->o3, e->n,
              geoms_metric_weights (&p->metric, e->o3));
    s->have_grams = 1;
}

static const GeomsFactor *velocity_gram (const GeomsProjected *p)
{
    return p->blocks.same ? &p->projection.gram4 : &p->projection.gram3;
}

void geoms_projected_shorten (GeomsProjected *p, double *dx)
{
    const GeomsEquations *e = p->form.eq;

    if (p->blocks.F34.kind == GEOMS_DECOMPOSITION_SVD)
        return; /* of minimum norm already */
    need_grams (p);
    shorten_block (p, &p->projection.gram4, p->y.at4, e->o4, e->n4, dx);
    shorten_block (p, velocity_gram (p), p->y.at3, e->o3, e->n3, dx);
}

void geoms_projected_shrink (GeomsProjected *p, double *y)
{
    if (p->blocks.F34.kind == GEOMS_DECOMPOSITION_SVD)
        return; /* the bases are orthonormal */
    need_grams (p);
    geoms_factor_solve (&p->projection.gram4, y + p->y.at4, NULL);
    geoms_factor_solve (velocity_gram (p), y + p->y.at3, NULL);
}
