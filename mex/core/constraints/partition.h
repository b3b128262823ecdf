/* partition.h - coordinate partitioning: velocities and accelerations from M, f, C, b', b''
 *
 *     M a = f - C' lambda,   C v + b' = 0,   C a + b'' = 0          C is m x n
 *
 * The equations (12)-(31) of Kurz, Burkhardt, Eberhard, "Systems with constraint equations in the
 * symbolic multibody simulation software Neweul-M2" (2011), with q - k = f and -lambda for lambda.
 */
#ifndef GEOMS_PARTITION_H
#define GEOMS_PARTITION_H

#include "geoms.h"
#include "base/linalg.h"
#include "base/memory.h"
#include "saddle.h"

typedef struct GeomsPartition {
    int kind;            /* GEOMS_PARTITION_...                                                */
    int n, m;            /* coordinates, rows of C                                             */
    int rank, nfree;     /* rank of C; n - rank, columns of J                                  */
    double tol;          /* what is relatively smaller counts as zero                          */
    int expected;        /* SVD: rank along a motion, which errors do not raise; 0: not known  */
    int condition_later; /* SVD: the condition is found when it is asked for                   */
    double condition;    /* of C_d (fixed) in the 1-norm, of C (QR: R1 in the 1-norm, SVD: largest
                            / smallest singular value that counts), of [M C'; C 0] (full: an
                            estimate in the 1-norm, by geoms_partition only, else NaN)         */
    double sign;         /* fixed: of det C_d, for rows and columns in their order: 1, -1, 0   */
    int *independent;    /* fixed: n, 1 for independent coordinates; others: all 0             */
    double *J;           /* n x nfree: C J = 0, once geoms_partition_basis was called; its place
                            may change with the rank                                           */
    int formed;          /* it was, since C was decomposed                                     */
    double *inverse;     /* fixed: n x m: C^-, C C^- = I                                       */
    /* work */
    GeomsFactor reduced; /* J' M J                                                             */
    GeomsFactor square;  /* fixed: C_d, rows scaled                                            */
    GeomsSaddle saddle;  /* full: [M C'; C 0], rows of C times scale and size_of_mass          */
    double size_of_mass; /* full: largest entry of M                                           */
    double *rows;        /* m x n: rows of C times scale                                       */
    double *scale;       /* m: 1 / largest entry of each row, 0 for one that vanishes          */
    double *basis;       /* n x n: Q or U, J is a part of it; fixed: J                         */
    /* QR, SVD */
    double divisor;      /* of C, so that no squares overflow                                  */
    double *reflectors;  /* n x m: C' / divisor, then R and the reflectors that make Q         */
    double *tau;         /* m: of the reflectors                                               */
    double *triangle;    /* m x min (m, n): R1'                                                */
    double *inverse_triangle; /* m x m: R1^-T                                                  */
    double *reciprocal;  /* m: 1 / diagonal of R1                                              */
    int by_triangle;     /* not 0 if C^- = Q1 R1^-T, else U1 S^-1 V'                           */
    double *V, *W;       /* R1' = V S W': m x min (m, n), order min (m, n)                     */
    double *singular;    /* min (n, m) singular values                                         */
    double *work, *vector, *lapack;
    int *order;          /* fixed: the m dependent coordinates, then the others                */
    lapack_int lwork;
} GeomsPartition;

/* tol 0: 1e-12. Memory is the arena's. */
void geoms_partition_create (GeomsPartition *p, int kind, int n, int m, double tol,
                             GeomsArena *arena);

/* Kind fixed: the dependent coordinates by pivoting, into p->independent; -> rank of C, p->rank. */
int geoms_partition_choose (GeomsPartition *p, const double *C, int ldc);

/* C^-, condition, sign. 0, or GEOMS_PARTITION_SINGULAR (C_d of the given choice), or
 * GEOMS_PARTITION_RANK (the rows of C depend on each other; not with the SVD, which takes the
 * solutions of minimum norm), or GEOMS_SVD_FAILS. Kind full: keeps C, 0 unless
 * there are more rows than coordinates. */
int geoms_partition_prepare (GeomsPartition *p, const double *C, int ldc);

/* J, if it is not there yet; kinds but full */
void geoms_partition_basis (GeomsPartition *p);

/* the condition, if it is not known yet */
void geoms_partition_condition (GeomsPartition *p);

/* Why C, or C_d, cannot be inverted: GEOMS_PARTITION_RANK with p->rank, or ..._SINGULAR. */
int geoms_partition_refuse (GeomsPartition *p, const double *C, int ldc);

/* x = - C^- b: theta of b', gamma of b''; kinds but full. */
void geoms_partition_particular (const GeomsPartition *p, const double *b, double *x);

/* The velocities v_new that meet C v + b' = 0: (17) J v_i + theta, (30) J J' (v - theta) + theta,
 * full: v itself. v_new may be v. */
void geoms_partition_velocity (GeomsPartition *p, const double *b1, const double *v, double *v_new);

/* (18), (31): a = J (J' M J)^-1 J' (f - M gamma) + gamma, gamma = - C^- b''; full: (8); and
 * lambda = C^-' (f - M a). 0, or GEOMS_MASS_SINGULAR (J' M J); full: that, or GEOMS_PARTITION_RANK.
 * M is n x n, lambda may be NULL. */
int geoms_partition_acceleration (GeomsPartition *p, const double *M, const double *f,
                                  const double *b2, double *a, double *lambda);
/* the same in two: the factors of J' M J or [M C'; C 0]; solutions with them */
int geoms_partition_factor (GeomsPartition *p, const double *M);
void geoms_partition_solve (GeomsPartition *p, const double *M, const double *f, const double *b2,
                            double *a, double *lambda);

#endif
