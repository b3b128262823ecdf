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
    GEOMS_FEW = 8,               /* unknowns up to which one large product is cheapest   */
    GEOMS_CROSSOVER_LU = 64,     /* order from which LAPACK factorises                   */
    GEOMS_CROSSOVER_GEMM = 8000000 /* m n k from which BLAS multiplies                   */
};

/* y = A x and y += A x in strips of 8 rows: the compiler knows their number, so y stays in
 * registers. Structural zeros of x are frequent in larger systems and skipped there. */
#if defined(__GNUC__)
#define GEOMS_UNROLL _Pragma ("GCC unroll 8")
#define GEOMS_INLINE static inline __attribute__ ((always_inline))
#else
#define GEOMS_UNROLL
#define GEOMS_INLINE static inline
#endif
#define GEOMS_MATVEC_STRIP(M, START, SKIP)                            \
    {                                                                 \
        double sum[M];                                                \
        GEOMS_UNROLL                                                  \
        for (int i = 0; i < M; i++)                                   \
            sum[i] = START;                                           \
        for (int j = 0; j < n; j++) {                                 \
            const double xj = x[j], *a = A + (size_t)j * (size_t)lda; \
            SKIP                                                      \
            GEOMS_UNROLL                                              \
            for (int i = 0; i < M; i++)                               \
                sum[i] += a[i] * xj;                                  \
        }                                                             \
        GEOMS_UNROLL                                                  \
        for (int i = 0; i < M; i++)                                   \
            y[i] = sum[i];                                            \
    }
#define GEOMS_MATVEC_CASE(M, START)       \
    case M:                               \
        GEOMS_MATVEC_STRIP (M, START, ;)  \
        break;
#define GEOMS_MATVEC(name, START)                                                     \
    static inline void name (int m, int n, const double *A, int lda, const double *x, \
                             double *y)                                               \
    {                                                                                 \
        for (; m > 8; m -= 8, A += 8, y += 8)                                         \
            GEOMS_MATVEC_STRIP (8, START, if (xj == 0) continue;)                     \
        switch (m) {                                                                  \
            GEOMS_MATVEC_CASE (1, START)                                              \
            GEOMS_MATVEC_CASE (2, START)                                              \
            GEOMS_MATVEC_CASE (3, START)                                              \
            GEOMS_MATVEC_CASE (4, START)                                              \
            GEOMS_MATVEC_CASE (5, START)                                              \
            GEOMS_MATVEC_CASE (6, START)                                              \
            GEOMS_MATVEC_CASE (7, START)                                              \
            GEOMS_MATVEC_CASE (8, START)                                              \
        default:                                                                      \
            break;                                                                    \
        }                                                                             \
    }

/* one call for each of the numbers of rows that the compiler is to know */
#define GEOMS_BY_ROWS(m, CALL) \
    switch (m) {               \
    case 1:                    \
        CALL (1);              \
        break;                 \
    case 2:                    \
        CALL (2);              \
        break;                 \
    case 3:                    \
        CALL (3);              \
        break;                 \
    default:                   \
        CALL (m);              \
    }

/* two numbers side by side, where the compiler knows of such a thing */
#if defined(__GNUC__)
typedef double GeomsPair __attribute__ ((vector_size (16), aligned (8), may_alias));
#else
typedef double GeomsPair;
#endif
enum { GEOMS_PAIR = sizeof (GeomsPair) / sizeof (double) };

/* A is m x n with leading dimension lda */
GEOMS_MATVEC (geoms_matvec, 0)
GEOMS_MATVEC (geoms_add_matvec, y[i])

/* y += A x, inline for up to 3 rows: m is to be known to the compiler then */
GEOMS_INLINE void geoms_add_matvec_few (int m, int n, const double *A, int lda, const double *x,
                                        double *y)
{
    if (m > 3)
        geoms_add_matvec (m, n, A, lda, x, y);
    for (int j = 0; j < n && m <= 3; j++)
        for (int i = 0; i < m; i++)
            y[i] += A[j * lda + i] * x[j];
}

/* Y = A X for three columns at once, in strips of 4 rows: each entry of A is loaded once. X has n
 * rows, ldx apart, Y m rows, ldy apart. */
#define GEOMS_EACH(i, M) \
    GEOMS_UNROLL         \
    for (int i = 0; i < M; i++)
#define GEOMS_MATVEC3_STRIP(M)                                                   \
    {                                                                            \
        double u[M], v[M], w[M];                                                 \
        GEOMS_EACH (i, M)                                                        \
            u[i] = v[i] = w[i] = 0;                                              \
        for (int j = 0; j < n; j++) {                                            \
            const double a = X[j], b = X[ldx + j], c = X[2 * ldx + j];           \
            const double *column = A + (size_t)j * (size_t)lda;                  \
            GEOMS_EACH (i, M)                                                    \
                u[i] += column[i] * a;                                           \
            GEOMS_EACH (i, M)                                                    \
                v[i] += column[i] * b;                                           \
            GEOMS_EACH (i, M)                                                    \
                w[i] += column[i] * c;                                           \
        }                                                                        \
        GEOMS_EACH (i, M)                                                        \
            Y[i] = u[i];                                                         \
        GEOMS_EACH (i, M)                                                        \
            Y[ldy + i] = v[i];                                                   \
        GEOMS_EACH (i, M)                                                        \
            Y[2 * ldy + i] = w[i];                                               \
    }
static inline void geoms_matvec3_any (int m, int n, const double *A, int lda,
                                      const double *restrict X, int ldx, double *restrict Y,
                                      int ldy)
{
    for (; m >= 4; m -= 4, A += 4, Y += 4)
        GEOMS_MATVEC3_STRIP (4)
    if (m >= 2) {
        GEOMS_MATVEC3_STRIP (2)
        m -= 2, A += 2, Y += 2;
    }
    if (m > 0)
        GEOMS_MATVEC3_STRIP (1)
}
/* the smallest systems */
static inline void geoms_matvec3_of_4 (int n, const double *A, int lda, const double *restrict X,
                                       int ldx, double *restrict Y, int ldy)
{
    GEOMS_MATVEC3_STRIP (4)
}
GEOMS_INLINE void geoms_matvec3 (int m, int n, const double *A, int lda, const double *X, int ldx,
                                 double *Y, int ldy)
{
    if (m == 4)
        geoms_matvec3_of_4 (n, A, lda, X, ldx, Y, ldy);
    else
        geoms_matvec3_any (m, n, A, lda, X, ldx, Y, ldy);
}

static inline int geoms_int_max (int a, int b) { return a > b ? a : b; }
static inline int geoms_int_min (int a, int b) { return a < b ? a : b; }
static inline double geoms_max (double a, double b) { return a > b ? a : b; }
static inline double geoms_min (double a, double b) { return a < b ? a : b; }

/* an m x n matrix, columns ld apart, that is only read */
typedef struct GeomsMatrix {
    int m, n;
    const double *at;
    int ld;
} GeomsMatrix;

/* C = A B; A is m x k, B is k x n; parameters as those of dgemm */
void geoms_gemm (int m, int n, int k, const double *A, int lda, const double *B, int ldb,
                 double *C, int ldc);
/* Y = A X for columns whose number the compiler may know; X has A.n rows, ldx apart */
GEOMS_INLINE void geoms_product (int columns, GeomsMatrix A, const double *X, int ldx, double *Y,
                                 int ldy)
{
    if (columns == 3)
        geoms_matvec3 (A.m, A.n, A.at, A.ld, X, ldx, Y, ldy);
    else if (columns == 1)
        geoms_matvec (A.m, A.n, A.at, A.ld, X, Y);
    else
        geoms_gemm (A.m, columns, A.n, A.at, A.ld, X, ldx, Y, ldy);
}
/* B (m x n) = A (m x n) */
static inline void geoms_copy (int m, int n, const double *A, int lda, double *B, int ldb)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            B[(size_t)j * (size_t)ldb + (size_t)i] = A[(size_t)j * (size_t)lda + (size_t)i];
}
/* y = b - A' x and y -= A' x; A is m x n */
GEOMS_INLINE void geoms_minus_transposed (int m, int n, const double *A, const double *x,
                                          const double *b, double *y)
{
    for (int j = 0; j < n; j++, A += m) {
        double sum = b[j];
        for (int i = 0; i < m; i++)
            sum -= A[i] * x[i];
        y[j] = sum;
    }
}
static inline void geoms_subtract_transposed (int m, int n, const double *A, const double *x,
                                              double *y)
{
    geoms_minus_transposed (m, n, A, x, y, y);
}
/* not 0 if all n numbers are finite; the same inline, for very few */
int geoms_finite (size_t n, const double *x);
GEOMS_INLINE int geoms_finite_few (int n, const double *x)
{
    double zero = 0;

    for (int i = 0; i < n; i++)
        zero += x[i] * 0; /* NaN for NaN and Inf */
    return zero == 0;
}

/* ---- A = factors of a square real or complex matrix: LU with row pivoting, or QR ---- */
typedef struct GeomsFactor {
    int n, complex, qr, large; /* large: LAPACK                                            */
    double *re, *im;           /* to be filled by the caller before geoms_factor           */
    double *z, *tau, *work;    /* interleaved complex matrix or right-hand side for LAPACK */
    lapack_int *pivot, lwork;
} GeomsFactor;

void geoms_factor_create (GeomsFactor *f, int n, int complex, int qr, GeomsArena *arena);
/* another order, not larger than that of the creation */
void geoms_factor_resize (GeomsFactor *f, int n);
/* 0, or not 0 if the matrix is singular to working precision */
int geoms_factor (GeomsFactor *f);
/* a real LU; the same, also if a pivot is lost in rounding against its column or columns[j], the
 * size of the terms it is made of (n, destroyed) */
int geoms_factor_safely (GeomsFactor *f, double *columns);
/* b (and bi, its imaginary part) becomes A^-1 b */
void geoms_factor_solve (const GeomsFactor *f, double *b, double *bi);

/* ---- L D L' of a symmetric matrix, lower triangle, D stored inverted: ldl.c ---- */
/* not 0 if a pivot is not greater than tol times that entry of `diagonal`, the diagonal before,
 * stride apart */
int geoms_ldl (int n, double *A, const double *diagonal, int stride, double tol);
/* y becomes A^-1 y; X (m x n) becomes X A^-1 */
void geoms_ldl_solve (int n, const double *A, double *y);
void geoms_ldl_divide (int n, const double *A, int m, double *X);

/* ---- vectors of any length ---- */
static inline double geoms_dot (int n, const double *x, const double *y)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}
/* y += s x */
static inline void geoms_axpy (int n, double s, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] += s * x[i];
}
/* the columns of U (n x columns), independent of each other, become orthonormal */
void geoms_orthonormalise (int n, int columns, double *U);

/* ---- weights by a mass matrix ---- */
/* the lower triangle of A becomes L of A = L L'; not 0 if A is not positive definite */
int geoms_cholesky (int n, double *A);
/* F (m x n) becomes F L^-T; x (n) becomes L^-T x */
void geoms_right_lower (int m, int n, const double *L, double *F);
void geoms_left_lower (int n, const double *L, double *x);

/* OpenBLAS with several threads is slower on small matrices: 1 thread from begin to end. */
int geoms_blas_begin (void);
void geoms_blas_end (int threads);

#endif
