/* bordered_newton.c - Newton systems of psf from those of given multipliers, with 3 m columns more
 *
 *     (sigma - dF/dx) dx = R - V d l - C' eta (rows of v) - G' zeta (rows of p):
 *
 *         dx = X_0 + X z,   z = (d l; eta; zeta),   (sigma - dF/dx) X_0 = R
 *         (sigma - dF/dx) X = - [ V  C'  0   rows of v
 *                                 0  0   G'  rows of p ]
 *     and three rows for each constraint,
 *
 *         C d alpha + d(C alpha + gamma) = 0,   d alpha = sigma dv + C' eta - R_v
 *         C dv + gI_p dp = - gI,                G dp = - g
 *
 * eta and zeta are what the tangent selectors leave out of R: forms/projected/newton.c does without
 * them by null bases, which have n x n numbers.
 */
#include <math.h>
#include <string.h>

#include "bordered.h"

/* ---- products with rows ---- */

/* of columns X (moving), count of them: C dv, d(C alpha + gamma), gI_p dp + C dv, G dp; m each */
static void rows_of (const GeomsBordered *b, int count, const double *X, double *to)
{
    const int m = b->m, nv = b->e->d.nv, np = b->e->d.np, n = b->moving;
    const double *v = X + b->e->d.nr, *p = v + nv;

    for (int j = 0; j < count; j++, v += n, p += n, to += 4 * m) {
        double *first = to, *second = to + m, *third = to + 2 * m;

        geoms_matvec (m, nv, b->linear.C, m, v, first);
        geoms_matvec (m, nv, b->gII_v, m, v, second);
        geoms_add_matvec (m, np, b->gII_p, m, p, second);
        memcpy (third, first, (size_t)m * sizeof *third);
        geoms_add_matvec (m, np, b->gI_p, m, p, third);
        geoms_matvec (m, np, b->linear.G, m, p, to + 3 * m);
    }
}

/* [ sigma C dv + d(C alpha + gamma); gI_p dp + C dv; G dp ] from the four, one real or two */
static void combine (const GeomsBordered *b, const GeomsBorder *s, const double *four,
                     const double *four_im, double *re, double *im)
{
    const int m = b->m;

    for (int i = 0; i < m; i++) {
        re[i] = s->re * four[i] + four[m + i] - (im != NULL ? s->im * four_im[i] : 0);
        if (im != NULL)
            im[i] = s->re * four_im[i] + four_im[m + i] + s->im * four[i];
    }
    memcpy (re + m, four + 2 * m, 2 * (size_t)m * sizeof *re);
    if (im != NULL)
        memcpy (im + m, four_im + 2 * m, 2 * (size_t)m * sizeof *im);
}

/* ---- factors ---- */

/* residual of a unit of unknown number j of z */
static void column (const GeomsBordered *b, int j, double *R)
{
    const GeomsDims *d = &b->e->d;
    const int m = b->m, nv = d->nv, r = j % m;
    double *v = R + d->nr, *p = v + nv;

    memset (R, 0, (size_t)b->moving * sizeof *R);
    for (int i = 0; i < nv && j < 2 * m; i++)
        v[i] = j < m ? -b->linear.V[i + r * nv] : -b->linear.C[r + i * m];
    for (int i = 0; i < d->np && j >= 2 * m; i++)
        p[i] = -b->linear.G[r + i * m];
}

/* + C C' eta */
static void add_normal (const GeomsBordered *b, double *E)
{
    const int m = b->m;
    const double *C = b->linear.C;

    for (int i = 0; i < b->e->d.nv; i++)
        for (int k = 0; k < m; k++)
            geoms_axpy (m, C[k + i * m], C + i * m, E + 3 * m * (m + k));
}

/* rows of E become 1 / size as large */
static void equilibrate (GeomsBorder *s, int n)
{
    for (int i = 0; i < n; i++) {
        double size = 0;

        for (int j = 0; j < n; j++)
            size = geoms_max (size, fabs (s->E.re[i + j * n])
                                        + (s->E.complex ? fabs (s->E.im[i + j * n]) : 0));
        s->size[i] = size > 0 ? size : 1;
        for (int j = 0; j < n; j++) {
            s->E.re[i + j * n] /= s->size[i];
            if (s->E.complex)
                s->E.im[i + j * n] /= s->size[i];
        }
    }
}

int geoms_bordered_factor (GeomsBordered *b, int slot, double re, double im)
{
    GeomsBorder *s = b->border + slot;
    const GeomsNewtonSystems *newton = &b->e->model->newton;
    const int m = b->m, n = b->moving, all = 3 * m;
    double *R = b->row, *four = R + 2 * n;
    int status = newton->factor (slot, re, im, b->e->user);

    if (status != 0)
        return status;
    s->re = re;
    s->im = im;
    memset (R, 0, 2 * (size_t)n * sizeof *R);
    for (int j = 0; j < all; j++) {
        double *X = s->X + (size_t)((1 + slot) * j) * (size_t)n;

        column (b, j, R);
        newton->solve (slot, R, X, b->e->user);
        rows_of (b, 1 + slot, X, four);
        combine (b, s, four, four + 4 * m, s->E.re + all * j,
                 slot > 0 ? s->E.im + all * j : NULL);
    }
    add_normal (b, s->E.re);
    equilibrate (s, all);
    return geoms_factor (&s->E);
}

/* ---- solves ---- */

/* z = [ C R_v; - gI; - g ] */
static void right_side (const GeomsBordered *b, const double *residual, double *z)
{
    const int m = b->m;

    geoms_matvec (m, b->e->d.nv, b->linear.C, m, residual + 3 * m + b->e->d.nr, z);
    for (int i = 0; i < 2 * m; i++)
        z[m + i] = -residual[m + i];
}

void geoms_bordered_solve (GeomsBordered *b, int slot, const double *residual, double *dx)
{
    GeomsBorder *s = b->border + slot;
    const int m = b->m, n = b->moving, all = 3 * m, lanes = 1 + slot;
    const size_t rows = (size_t)(n + all), moving = (size_t)n, unknowns = (size_t)b->e->n;
    double *R = b->row, *X = R + 2 * n, *four = X + 2 * n, *z = four + 8 * m, *of_x = z + 2 * all;

    for (int lane = 0; lane < lanes; lane++)
        memcpy (R + (size_t)lane * moving, residual + (size_t)lane * rows + all,
                moving * sizeof *R);
    b->e->model->newton.solve (slot, R, X, b->e->user);
    rows_of (b, lanes, X, four);
    combine (b, s, four, four + 4 * m, of_x, slot > 0 ? of_x + all : NULL);
    for (int lane = 0; lane < lanes; lane++) {
        right_side (b, residual + (size_t)lane * rows, z + lane * all);
        for (int i = 0; i < all; i++)
            z[lane * all + i] = (z[lane * all + i] - of_x[lane * all + i]) / s->size[i];
    }
    geoms_factor_solve (&s->E, z, slot > 0 ? z + all : NULL);
    for (int j = 0; j < all; j++) {
        const double *of_z = s->X + (size_t)(lanes * j) * moving, *im = of_z + moving;

        geoms_axpy (n, z[j], of_z, X);
        if (slot > 0) {
            geoms_axpy (n, -z[all + j], im, X);
            geoms_axpy (n, z[all + j], of_z, X + n);
            geoms_axpy (n, z[j], im, X + n);
        }
    }
    for (int lane = 0; lane < lanes; lane++) {
        memcpy (dx + (size_t)lane * unknowns, z + lane * all, (size_t)m * sizeof *dx);
        memcpy (dx + (size_t)lane * unknowns + m, X + lane * n, moving * sizeof *dx);
    }
}
