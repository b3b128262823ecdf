/* partition_fixed.c - the independent coordinates are given: d, the m others, follow
 *
 *     J = [I; - C_d^-1 C_i],  C^- = [0; C_d^-1]
 *     v_d = - C_d^-1 (C_i v_i + b'),  a_d = - C_d^-1 (C_i a_i + b'')                (12)-(18)
 */
#include "partition_kinds.h"

#include <math.h>
#include <string.h>

#include "base/rank.h"

#define AT(A, ld, i, j) A[(size_t)(j) * (size_t)(ld) + (size_t)(i)]

static double sum_of_sizes (int n, const double *x)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += fabs (x[i]);
    return sum;
}

/* order = dependent, independent coordinates; -> not 0 if the former are m */
static int split (GeomsPartition *p)
{
    int d = 0, i = p->m;

    for (int j = 0; j < p->n; j++) {
        if (! p->independent[j] && d < p->m)
            p->order[d++] = j;
        else if (p->independent[j] && i < p->n)
            p->order[i++] = j;
    }
    return d == p->m && i == p->n;
}

static double sign_of (const GeomsFactor *f)
{
    double sign = 1;

    for (int i = 0; i < f->n; i++) {
        const double pivot = AT (f->re, f->n, i, i);
        const int at = (int)f->pivot[i] - f->large; /* LAPACK counts from 1 */
        sign = pivot > 0 ? sign : -sign;
        sign = at == i ? sign : -sign;
    }
    return sign;
}

/* C^- = [0; C_d^-1], and the condition of C_d; not 0 if it is lost */
static int invert_square (GeomsPartition *p, const double *C, int ldc)
{
    const int m = p->m, n = p->n;
    double *x = p->vector, size = 0, inverse = 0, scaled = 0;

    memset (p->inverse, 0, (size_t)n * (size_t)m * sizeof *x);
    for (int j = 0; j < m; j++) {
        double sum;
        for (int i = 0; i < m; i++)
            x[i] = i == j;
        geoms_factor_solve (&p->square, x, NULL);
        sum = sum_of_sizes (m, x);
        scaled = geoms_larger (sum, scaled);
        inverse = geoms_larger (sum * p->scale[j], inverse);
        size = geoms_larger (sum_of_sizes (m, &AT (C, ldc, 0, p->order[j])), size);
        for (int i = 0; i < m; i++)
            AT (p->inverse, n, p->order[i], j) = x[i] * p->scale[j];
    }
    p->condition = m > 0 ? size * inverse : 1;
    return ! geoms_rank_full (scaled, p->tol);
}

void geoms_partition_complete (const GeomsPartition *p, const double *b, double *x)
{
    const int m = p->m;
    double *t = p->vector;

    for (int i = 0; i < m; i++)
        t[i] = -p->scale[i] * b[i];
    for (int j = m; j < p->n; j++) {
        const double xj = x[p->order[j]], *c = &AT (p->rows, m, 0, p->order[j]);
        for (int i = 0; i < m && xj != 0; i++)
            t[i] -= c[i] * xj;
    }
    geoms_factor_solve (&p->square, t, NULL);
    for (int i = 0; i < m; i++)
        x[p->order[i]] = t[i];
}

int geoms_partition_fix (GeomsPartition *p, const double *C, int ldc)
{
    const int m = p->m, n = p->n;

    p->sign = 0;
    p->condition = INFINITY;
    if (m > n || ! split (p))
        return geoms_partition_refuse (p, C, ldc);
    /* C_d and its inverse */
    geoms_partition_scale_rows (p, C, ldc);
    for (int j = 0; j < m; j++)
        memcpy (&AT (p->square.re, m, 0, j), &AT (p->rows, m, 0, p->order[j]),
                (size_t)m * sizeof *C);
    if (geoms_factor (&p->square) != 0 || invert_square (p, C, ldc))
        return geoms_partition_refuse (p, C, ldc);
    p->sign = sign_of (&p->square);
    p->formed = 0;
    geoms_partition_set_rank (p, m);
    return 0;
}

/* J = [-C_d^-1 C_i; I] */
void geoms_partition_form_fixed (GeomsPartition *p)
{
    const int m = p->m, n = p->n;
    double *t = p->vector;

    memset (p->J, 0, (size_t)n * (size_t)p->nfree * sizeof *t);
    for (int j = 0; j < p->nfree; j++) {
        const double *c = &AT (p->rows, m, 0, p->order[m + j]);
        for (int i = 0; i < m; i++)
            t[i] = -c[i];
        geoms_factor_solve (&p->square, t, NULL);
        for (int i = 0; i < m; i++)
            AT (p->J, n, p->order[i], j) = t[i];
        AT (p->J, n, p->order[m + j], j) = 1;
    }
}
