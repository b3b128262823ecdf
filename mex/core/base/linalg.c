/* linalg.c - small dense kernels: products, LU, QR; LAPACK for larger sizes */
#include "linalg.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- products ---- */

#define FEW_ROWS(M)                                            \
    case M:                                                    \
        for (; columns > 0; columns--, x += ldb, y += ldc)     \
            GEOMS_MATVEC_STRIP (M, 0, ;)                       \
        return;

/* up to 4 rows: C column by column, x and y */
static void few_rows (GeomsMatrix of, int columns, const double *restrict x, int ldb,
                      double *restrict y, int ldc)
{
    const double *A = of.at;
    const int n = of.n, lda = of.ld;

    switch (of.m) {
        FEW_ROWS (1)
        FEW_ROWS (2)
        FEW_ROWS (3)
        FEW_ROWS (4)
    default:
        return;
    }
}

void geoms_gemm (int m, int n, int k, const double *A, int lda, const double *B, int ldb, double *C,
                 int ldc)
{
    if (m <= 4)
        few_rows ((GeomsMatrix){m, k, A, lda}, n, B, ldb, C, ldc);
    else if ((long)m * n * k >= GEOMS_CROSSOVER_GEMM) {
        const double one = 1, zero = 0;
        const lapack_int M = m, N = n, K = k, LA = lda, LB = ldb, LC = ldc;
        dgemm ("N", "N", &M, &N, &K, &one, A, &LA, B, &LB, &zero, C, &LC);
    } else
        for (int j = 0; j < n; j++)
            geoms_matvec (m, k, A, lda, B + (size_t)j * (size_t)ldb,
                          C + (size_t)j * (size_t)ldc);
}

int geoms_finite (size_t n, const double *x)
{
    double zero[4] = {0, 0, 0, 0};

    for (; n >= 4; n -= 4, x += 4)
        GEOMS_EACH (i, 4)
            zero[i] += x[i] * 0; /* NaN for NaN and Inf */
    for (; n > 0; n--, x++)
        zero[0] += x[0] * 0;
    return zero[0] + zero[1] + zero[2] + zero[3] == 0;
}

/* ---- LU, row pivoting, the diagonal of U stored inverted ---- */

GEOMS_INLINE int lu_real_inline (int n, double *A, lapack_int *pivot)
{
    for (int k = 0; k < n; k++) {
        double *a = A + (size_t)k * (size_t)n;
        int p = k;

        /* pivot */
        for (int i = k + 1; i < n; i++)
            if (fabs (a[i]) > fabs (a[p]))
                p = i;
        pivot[k] = p;
        if (! (fabs (a[p]) > 0))
            return k + 1;
        /* rows change places */
        if (p != k)
            for (int j = 0; j < n; j++) {
                double *c = A + (size_t)j * (size_t)n, swap = c[k];
                c[k] = c[p];
                c[p] = swap;
            }
        /* column of L */
        a[k] = 1 / a[k];
        for (int i = k + 1; i < n; i++)
            a[i] *= a[k];
        /* the rest */
        for (int j = k + 1; j < n; j++) {
            double *c = A + (size_t)j * (size_t)n;
            const double ck = c[k];
            for (int i = k + 1; i < n; i++)
                c[i] -= a[i] * ck;
        }
    }
    return 0;
}

/* the row exchanges of a factorisation, in their order */
GEOMS_INLINE void permute (int n, const lapack_int *pivot, double *b)
{
    for (int k = 0; k < n - 1; k++)
        if (pivot[k] != k) {
            const double bk = b[pivot[k]];
            b[pivot[k]] = b[k];
            b[k] = bk;
        }
}

GEOMS_INLINE void lu_real_solve_inline (int n, const double *A, const lapack_int *pivot,
                                        double *restrict b)
{
    permute (n, pivot, b);
    for (int k = 0; k < n; k++) {
        const double *a = A + (size_t)k * (size_t)n, bk = b[k];
        for (int i = k + 1; i < n; i++)
            b[i] -= a[i] * bk;
    }
    for (int k = n - 1; k >= 0; k--) {
        const double *a = A + (size_t)k * (size_t)n;
        const double bk = b[k] *= a[k];
        for (int i = 0; i < k; i++)
            b[i] -= a[i] * bk;
    }
}

static double modulus2 (double re, double im) { return re * re + im * im; }

/* rows k and p of a complex matrix in two parts */
static void swap_rows (int n, double *re, double *im, int k, int p)
{
    for (int j = 0; j < n; j++) {
        const size_t at = (size_t)j * (size_t)n;
        const double r = re[at + (size_t)k], i = im[at + (size_t)k];
        re[at + (size_t)k] = re[at + (size_t)p];
        im[at + (size_t)k] = im[at + (size_t)p];
        re[at + (size_t)p] = r;
        im[at + (size_t)p] = i;
    }
}

GEOMS_INLINE int lu_complex_inline (int n, double *restrict re, double *restrict im,
                                    lapack_int *pivot)
{
    for (int k = 0; k < n; k++) {
        double *ar = re + (size_t)k * (size_t)n, *ai = im + (size_t)k * (size_t)n;
        double size;
        int p = k;

        /* pivot */
        for (int i = k + 1; i < n; i++)
            if (modulus2 (ar[i], ai[i]) > modulus2 (ar[p], ai[p]))
                p = i;
        pivot[k] = p;
        size = modulus2 (ar[p], ai[p]);
        if (! (size > 0))
            return k + 1;
        /* rows change places, 1 / pivot */
        if (p != k)
            swap_rows (n, re, im, k, p);
        const double dr = ar[k] / size, di = -ai[k] / size;
        ar[k] = dr;
        ai[k] = di;
        /* column of L */
        for (int i = k + 1; i < n; i++) {
            const double r = ar[i];
            ar[i] = r * dr - ai[i] * di;
            ai[i] = r * di + ai[i] * dr;
        }
        /* the rest */
        for (int j = k + 1; j < n; j++) {
            double *cr = re + (size_t)j * (size_t)n, *ci = im + (size_t)j * (size_t)n;
            const double r = cr[k], m = ci[k];
            for (int i = k + 1; i < n; i++) {
                cr[i] -= ar[i] * r - ai[i] * m;
                ci[i] -= ar[i] * m + ai[i] * r;
            }
        }
    }
    return 0;
}

GEOMS_INLINE void lu_complex_solve_inline (int n, const double *re, const double *im,
                                           const lapack_int *pivot, double *restrict b,
                                           double *restrict bi)
{
    permute (n, pivot, b);
    permute (n, pivot, bi);
    for (int k = 0; k < n; k++) {
        const double *ar = re + (size_t)k * (size_t)n, *ai = im + (size_t)k * (size_t)n;
        const double r = b[k], m = bi[k];
        for (int i = k + 1; i < n; i++) {
            b[i] -= ar[i] * r - ai[i] * m;
            bi[i] -= ar[i] * m + ai[i] * r;
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        const double *ar = re + (size_t)k * (size_t)n, *ai = im + (size_t)k * (size_t)n;
        const double r = b[k] * ar[k] - bi[k] * ai[k], m = b[k] * ai[k] + bi[k] * ar[k];
        b[k] = r;
        bi[k] = m;
        for (int i = 0; i < k; i++) {
            b[i] -= ar[i] * r - ai[i] * m;
            bi[i] -= ar[i] * m + ai[i] * r;
        }
    }
}

static int lu_real (int n, double *A, lapack_int *pivot)
{
#define FACTOR(order) return lu_real_inline (order, A, pivot)
    GEOMS_BY_ROWS (n, FACTOR)
#undef FACTOR
}

static int lu_complex (int n, double *re, double *im, lapack_int *pivot)
{
#define FACTOR(order) return lu_complex_inline (order, re, im, pivot)
    GEOMS_BY_ROWS (n, FACTOR)
#undef FACTOR
}

static void lu_real_solve (int n, const double *A, const lapack_int *pivot, double *b)
{
#define SOLVE(order) lu_real_solve_inline (order, A, pivot, b)
    GEOMS_BY_ROWS (n, SOLVE)
#undef SOLVE
}

static void lu_complex_solve (int n, const double *re, const double *im, const lapack_int *pivot,
                              double *b, double *bi)
{
#define SOLVE(order) lu_complex_solve_inline (order, re, im, pivot, b, bi)
    GEOMS_BY_ROWS (n, SOLVE)
#undef SOLVE
}

/* ---- one factorisation with four inner forms: own LU or LAPACK, LU or QR, real or complex ---- */

void geoms_factor_resize (GeomsFactor *f, int n)
{
    f->n = n;
    f->large = f->qr || n >= GEOMS_CROSSOVER_LU;
}

void geoms_factor_create (GeomsFactor *f, int n, int complex, int qr, GeomsArena *arena)
{
    const size_t nn = (size_t)n * (size_t)n;

    f->complex = complex;
    f->qr = qr;
    geoms_factor_resize (f, n);
    f->re = geoms_arena_reals (arena, nn);
    f->im = complex ? geoms_arena_reals (arena, nn) : NULL;
    f->z = complex && f->large ? geoms_arena_reals (arena, 2 * (nn + (size_t)n)) : NULL;
    f->pivot = geoms_arena_get (arena, (size_t)n, sizeof (lapack_int));
    f->tau = geoms_arena_reals (arena, qr ? 2 * (size_t)n : 0);
    f->lwork = qr ? 32 * (lapack_int)(n + 1) : 0;
    f->work = geoms_arena_reals (arena, 2 * (size_t)f->lwork);
}

static int triangle_singular (int n, const double *diagonal, size_t stride, size_t width)
{
    for (int i = 0; i < n; i++) {
        const double *d = diagonal + (size_t)i * stride;
        if (! (fabs (d[0]) + (width > 1 ? fabs (d[1]) : 0) > 0))
            return i + 1;
    }
    return 0;
}

static int factor_large_real (GeomsFactor *f)
{
    const lapack_int n = f->n;
    lapack_int info = 0;

    if (! f->qr) {
        dgetrf (&n, &n, f->re, &n, f->pivot, &info);
        return (int)info;
    }
    dgeqrf (&n, &n, f->re, &n, f->tau, f->work, &f->lwork, &info);
    return info != 0 ? (int)info : triangle_singular (f->n, f->re, (size_t)f->n + 1, 1);
}

static int factor_large_complex (GeomsFactor *f)
{
    const lapack_int n = f->n;
    const size_t nn = (size_t)f->n * (size_t)f->n;
    lapack_int info = 0;

    for (size_t i = 0; i < nn; i++) {
        f->z[2 * i] = f->re[i];
        f->z[2 * i + 1] = f->im[i];
    }
    if (! f->qr) {
        zgetrf (&n, &n, f->z, &n, f->pivot, &info);
        return (int)info;
    }
    zgeqrf (&n, &n, f->z, &n, f->tau, f->work, &f->lwork, &info);
    return info != 0 ? (int)info : triangle_singular (f->n, f->z, 2 * ((size_t)f->n + 1), 2);
}

int geoms_factor (GeomsFactor *f)
{
    if (f->n == 0)
        return 0;
    if (f->large)
        return f->complex ? factor_large_complex (f) : factor_large_real (f);
    return f->complex ? lu_complex (f->n, f->re, f->im, f->pivot)
                      : lu_real (f->n, f->re, f->pivot);
}

int geoms_factor_safely (GeomsFactor *f, double *columns)
{
    const double lost = 256 * DBL_EPSILON;
    const int n = f->n;

    for (int j = 0; j < n; j++) {
        const double *a = f->re + (size_t)j * (size_t)n;
        for (int i = 0; i < n; i++)
            columns[j] = fabs (a[i]) > columns[j] || isnan (a[i]) ? fabs (a[i]) : columns[j];
        columns[j] *= lost;
    }
    if (geoms_factor (f) != 0)
        return 1;
    for (int j = 0; j < n; j++) { /* stored inverted, but not by LAPACK */
        const double pivot = fabs (f->re[(size_t)j * (size_t)(n + 1)]);
        if (! (f->large ? pivot > columns[j] : pivot * columns[j] < 1))
            return 1;
    }
    return 0;
}

static void solve_large_real (const GeomsFactor *f, double *b)
{
    const lapack_int n = f->n, one = 1;
    lapack_int info;

    if (! f->qr) {
        dgetrs ("N", &n, &one, f->re, &n, f->pivot, b, &n, &info);
        return;
    }
    dormqr ("L", "T", &n, &one, &n, f->re, &n, f->tau, b, &n, f->work, &f->lwork, &info);
    dtrtrs ("U", "N", "N", &n, &one, f->re, &n, b, &n, &info);
}

static void solve_large_complex (const GeomsFactor *f, double *b, double *bi)
{
    const lapack_int n = f->n, one = 1;
    double *z = f->z + 2 * (size_t)f->n * (size_t)f->n;
    lapack_int info;

    for (int i = 0; i < f->n; i++) {
        z[2 * i] = b[i];
        z[2 * i + 1] = bi[i];
    }
    if (! f->qr)
        zgetrs ("N", &n, &one, f->z, &n, f->pivot, z, &n, &info);
    else {
        zunmqr ("L", "C", &n, &one, &n, f->z, &n, f->tau, z, &n, f->work, &f->lwork, &info);
        ztrtrs ("U", "N", "N", &n, &one, f->z, &n, z, &n, &info);
    }
    for (int i = 0; i < f->n; i++) {
        b[i] = z[2 * i];
        bi[i] = z[2 * i + 1];
    }
}

void geoms_factor_solve (const GeomsFactor *f, double *b, double *bi)
{
    if (f->n == 0)
        return;
    if (f->large && f->complex)
        solve_large_complex (f, b, bi);
    else if (f->large)
        solve_large_real (f, b);
    else if (f->complex)
        lu_complex_solve (f->n, f->re, f->im, f->pivot, b, bi);
    else
        lu_real_solve (f->n, f->re, f->pivot, b);
}

/* ---- vectors ---- */

/* Gram and Schmidt, twice */
void geoms_orthonormalise (int n, int columns, double *U)
{
    for (int j = 0; j < columns; j++) {
        double *u = U + (size_t)j * (size_t)n, size;
        for (int pass = 0; pass < 2; pass++)
            for (int i = 0; i < j; i++) {
                const double *other = U + (size_t)i * (size_t)n;
                geoms_axpy (n, -geoms_dot (n, other, u), other, u);
            }
        size = sqrt (geoms_dot (n, u, u));
        for (int i = 0; i < n; i++)
            u[i] /= size > 0 ? size : 1;
    }
}

/* ---- weights by a mass matrix: small, and rare ---- */

int geoms_cholesky (int n, double *A)
{
    for (int j = 0; j < n; j++) {
        double d = A[j * n + j];
        for (int k = 0; k < j; k++)
            d -= A[k * n + j] * A[k * n + j];
        if (! (d > DBL_EPSILON * fabs (A[j * n + j])))
            return 1;
        A[j * n + j] = sqrt (d);
        for (int i = j + 1; i < n; i++) {
            double sum = A[j * n + i];
            for (int k = 0; k < j; k++)
                sum -= A[k * n + i] * A[k * n + j];
            A[j * n + i] = sum / A[j * n + j];
        }
    }
    return 0;
}

void geoms_right_lower (int m, int n, const double *L, double *F)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            double sum = F[j * m + i];
            for (int k = 0; k < j; k++)
                sum -= L[k * n + j] * F[k * m + i];
            F[j * m + i] = sum / L[j * n + j];
        }
}

void geoms_left_lower (int n, const double *L, double *x)
{
    for (int j = n - 1; j >= 0; j--) {
        for (int k = j + 1; k < n; k++)
            x[j] -= L[j * n + k] * x[k];
        x[j] /= L[j * n + j];
    }
}

/* ---- threads of OpenBLAS, if that is what is loaded ---- */

#if defined(__GNUC__) && ! defined(__APPLE__)
extern int openblas_get_num_threads (void) __attribute__ ((weak));
extern void openblas_set_num_threads (int) __attribute__ ((weak));

int geoms_blas_begin (void)
{
    int threads = 0;

    if (openblas_get_num_threads != NULL && openblas_set_num_threads != NULL) {
        threads = openblas_get_num_threads ();
        if (threads > 1)
            openblas_set_num_threads (1);
    }
    return threads;
}

void geoms_blas_end (int threads)
{
    if (threads > 1 && openblas_set_num_threads != NULL)
        openblas_set_num_threads (threads);
}
#else
int geoms_blas_begin (void) { return 0; }
void geoms_blas_end (int threads) { (void)threads; }
#endif
