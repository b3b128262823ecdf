/* linalg.h - small dense kernels, LAPACK behind them for larger sizes
 *
 * All matrices are stored by columns. Below the crossover sizes, found by measurement
 * (tests/benchmarks), hand-written loops win because a LAPACK call costs more than the work.
 */
#ifndef GEOMS_LINALG_H
#define GEOMS_LINALG_H

#include <stddef.h>

#include "lapack.h"
#include "memory.h"

enum {
    GEOMS_CROSSOVER_LU = 40,      /* order from which LAPACK factorises                  */
    GEOMS_CROSSOVER_GEMM = 40000, /* m n k from which BLAS multiplies                    */
    GEOMS_CROSSOVER_QR = 24       /* columns from which LAPACK does the pivoted QR       */
};

/* y += A x for a number of rows that the compiler knows: y stays in registers */
#if defined(__GNUC__)
#define GEOMS_UNROLL _Pragma ("GCC unroll 8")
#else
#define GEOMS_UNROLL
#endif
#define GEOMS_FIXED_MATVEC(M)                                       \
    case M: {                                                       \
        double sum[M];                                              \
        GEOMS_UNROLL                                                \
        for (int i = 0; i < M; i++)                                 \
            sum[i] = y[i];                                          \
        for (int j = 0; j < n; j++) {                               \
            const double xj = x[j], *a = A + (size_t)j * (size_t)lda; \
            GEOMS_UNROLL                                            \
            for (int i = 0; i < M; i++)                             \
                sum[i] += a[i] * xj;                                \
        }                                                           \
        GEOMS_UNROLL                                                \
        for (int i = 0; i < M; i++)                                 \
            y[i] = sum[i];                                          \
        break;                                                      \
    }

/* y += A x, A is m x n */
static inline void geoms_add_matvec (int m, int n, const double *A, int lda, const double *x,
                                     double *y)
{
    switch (m) {
        GEOMS_FIXED_MATVEC (1)
        GEOMS_FIXED_MATVEC (2)
        GEOMS_FIXED_MATVEC (3)
        GEOMS_FIXED_MATVEC (4)
        GEOMS_FIXED_MATVEC (5)
        GEOMS_FIXED_MATVEC (6)
        GEOMS_FIXED_MATVEC (7)
        GEOMS_FIXED_MATVEC (8)
    default:
        for (int j = 0; j < n; j++) {
            const double xj = x[j], *a = A + (size_t)j * (size_t)lda;
            if (xj == 0) /* structural zeros are frequent */
                continue;
            for (int i = 0; i < m; i++)
                y[i] += a[i] * xj;
        }
    }
}

static inline int geoms_int_max (int a, int b) { return a > b ? a : b; }
static inline double geoms_max (double a, double b) { return a > b ? a : b; }
static inline double geoms_min (double a, double b) { return a < b ? a : b; }

/* C += A B; A is m x k, B is k x n */
void geoms_gemm (int m, int n, int k, const double *A, int lda, const double *B, int ldb,
                 double *C, int ldc);
/* B (m x n) = A (m x n) */
static inline void geoms_copy (int m, int n, const double *A, int lda, double *B, int ldb)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            B[(size_t)j * (size_t)ldb + (size_t)i] = A[(size_t)j * (size_t)lda + (size_t)i];
}
/* not 0 if all n numbers are finite */
int geoms_finite (size_t n, const double *x);

/* ---- A = factors of a square real or complex matrix: LU with row pivoting, or QR ---- */
typedef struct GeomsFactor {
    int n, complex, qr, large; /* large: LAPACK                                            */
    double *re, *im;           /* to be filled by the caller before geoms_factor           */
    double *z, *tau, *work;    /* interleaved complex matrix or right-hand side for LAPACK */
    lapack_int *pivot, lwork;
} GeomsFactor;

void geoms_factor_create (GeomsFactor *f, int n, int complex, int qr, GeomsArena *arena);
/* 0, or not 0 if the matrix is singular to working precision */
int geoms_factor (GeomsFactor *f);
/* b (and bi, its imaginary part) becomes A^-1 b */
void geoms_factor_solve (const GeomsFactor *f, double *b, double *bi);

/* OpenBLAS with several threads is slower on small matrices: 1 thread from begin to end. */
int geoms_blas_begin (void);
void geoms_blas_end (int threads);

#endif
