/* partition_kinds.h - what the files of coordinate partitioning share
 *
 *     partition_choice.c      rows of C, their rank; independent coordinates by pivoting; refusals
 *     partition_fixed.c       C^- and J of given independent coordinates
 *     partition_orthogonal.c  C^- and J by QR and SVD
 *     partition.c             memory, velocities, accelerations: what partition.h promises
 */
#ifndef GEOMS_PARTITION_KINDS_H
#define GEOMS_PARTITION_KINDS_H

#include <math.h>

#include "partition.h"
#include "base/orthogonal.h"

/* y = A x, y = A' x; A is m x n */
static inline void geoms_times (int m, int n, const double *A, const double *x, double *y)
{
    geoms_matvec (m, n, A, m, x, y);
}

static inline void geoms_times_transposed (int m, int n, const double *A, const double *x,
                                           double *y)
{
    for (int j = 0; j < n; j++)
        y[j] = geoms_dot4 (m, A + (size_t)j * (size_t)m, x);
}

/* max, and NaN if one of the two is */
static inline double geoms_larger (double a, double b) { return a > b || isnan (a) ? a : b; }

static inline void geoms_partition_set_rank (GeomsPartition *p, int rank)
{
    p->rank = rank;
    p->nfree = p->n - rank;
}

/* p->rows, p->scale of C */
void geoms_partition_scale_rows (GeomsPartition *p, const double *C, int ldc);
/* of p->rows; p->order begins with the pivot columns */
int geoms_partition_rank_of_rows (GeomsPartition *p);

/* as geoms_partition_prepare */
int geoms_partition_fix (GeomsPartition *p, const double *C, int ldc);
int geoms_partition_by_qr (GeomsPartition *p, const double *C, int ldc);
int geoms_partition_by_svd (GeomsPartition *p, const double *C, int ldc);

/* fixed: x_d = - C_d^-1 (C_i x_i + b) */
void geoms_partition_complete (const GeomsPartition *p, const double *b, double *x);

/* fixed: J; QR, SVD: Q in basis */
void geoms_partition_form_fixed (GeomsPartition *p);
void geoms_partition_form_orthogonal (GeomsPartition *p);

/* QR, SVD: x = - C^- b, v*, lambda = C^-' r */
void geoms_partition_orthogonal_particular (const GeomsPartition *p, const double *b, double *x);
void geoms_partition_orthogonal_velocity (const GeomsPartition *p, const double *b1,
                                          const double *v, double *v_new);
void geoms_partition_orthogonal_multipliers (const GeomsPartition *p, const double *r,
                                             double *lambda);

#endif
