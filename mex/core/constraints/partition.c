/* partition.c - coordinate partitioning (11)-(31): independent coordinates y of C y' + b' = 0
 *
 *     v = J y' + theta,  a = J y'' + gamma,   C J = 0,  theta = - C^- b',  gamma = - C^- b''
 *     (J' M J) y'' = J' (f - M gamma)                                          (16), (18), (29), (31)
 *     lambda = C^-' (f - M a)
 *
 *     fixed   y = some coordinates, d = the m others:  J = [I; - C_d^-1 C_i],  C^- = [0; C_d^-1]
 *             v_d = - C_d^-1 (C_i v_i + b'), a_d = - C_d^-1 (C_i a_i + b'')     (12)-(18)
 *     QR      C' = [Q1 Q2] [R1; 0]:     J = Q2,  C^- = Q1 R1^-T                (20)-(24)
 *     SVD     C' = [U1 U2] [S; 0] V':   J = U2,  C^- = U1 S^-1 V'              (25)-(28)
 *             by QR and the SVD of R1' = V S W', of which only S is needed where C has full rank:
 *             there U2 = Q2 and U1 S^-1 V' = Q1 R1^-T
 *     both    v := J J' (v - theta) + theta                                    (30)
 *     full    [M C'; C 0] [a; lambda] = [f; -b'']                              (8)
 *
 * Basis and inverse are computed, but C^- b, C^-' r are found by solving, which keeps C a + b'' at
 * rounding where C^- is large. A row of C that vanishes against the others is not scaled up: where a
 * constraint loses its direction, that is a singular position and no constraint of its own.
 */
#include "partition.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/orthogonal.h"

#define AT(A, ld, i, j) A[(size_t)(j) * (size_t)(ld) + (size_t)(i)]

/* entries of C from which LAPACK makes a QR, and singular values from which it makes an SVD */
enum { LARGE_QR = 20000, LARGE_SVD = 8 };

/* ---- small products ---- */

/* y = A x, y = A' x; A is m x n */
static void times (int m, int n, const double *A, const double *x, double *y)
{
    geoms_matvec (m, n, A, m, x, y);
}

static void times_transposed (int m, int n, const double *A, const double *x, double *y)
{
    for (int j = 0; j < n; j++)
        y[j] = geoms_dot4 (m, A + (size_t)j * (size_t)m, x);
}

static double sum_of_sizes (int n, const double *x)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += fabs (x[i]);
    return sum;
}

/* max, and NaN if one of the two is */
static double larger (double a, double b) { return a > b || isnan (a) ? a : b; }

static double largest_size (size_t n, const double *x)
{
    double largest = 0;

    for (size_t i = 0; i < n; i++)
        largest = geoms_max (fabs (x[i]), largest);
    return largest;
}

/* ---- memory ---- */

void geoms_partition_create (GeomsPartition *p, int kind, int n, int m, double tol,
                             GeomsArena *arena)
{
    const int k = n < m ? n : m, fixed = kind == GEOMS_PARTITION_FIXED,
              full = kind == GEOMS_PARTITION_FULL, nfree = fixed ? n - k : n;
    const size_t nn = (size_t)n, mm = (size_t)m, kk = (size_t)k;

    p->kind = kind;
    p->n = n;
    p->m = m;
    p->tol = geoms_max (tol > 0 ? tol : 1e-12, DBL_EPSILON);
    p->rank = k;
    p->nfree = n - k;
    p->independent = geoms_arena_ints (arena, nn);
    p->order = geoms_arena_ints (arena, nn);
    p->rows = geoms_arena_reals (arena, mm * nn);
    p->scale = geoms_arena_reals (arena, mm);
    p->vector = geoms_arena_reals (arena, 5 * (nn + mm));
    geoms_factor_create (&p->reduced, ! full ? nfree : m <= n ? n + m : 0, 0, 0, arena);
    geoms_factor_create (&p->square, fixed ? k : 0, 0, 0, arena);
    p->work = geoms_arena_reals (arena, (mm > nn ? mm : nn) * nn);
    if (full)
        return;
    p->inverse = geoms_arena_reals (arena, nn * mm);
    p->basis = geoms_arena_reals (arena, fixed ? nn * (size_t)nfree : nn * nn);
    p->J = p->basis == NULL || fixed ? p->basis : p->basis + nn * kk;
    if (fixed)
        return;
    p->triangle = geoms_arena_reals (arena, mm * kk);
    p->small = geoms_arena_reals (arena, mm * kk);
    p->values = geoms_arena_reals (arena, mm);
    p->singular = geoms_arena_reals (arena, kk);
    p->lwork = (lapack_int)(8 * (mm + nn) + 64);
    p->lapack = geoms_arena_reals (arena, (size_t)p->lwork);
}

/* ---- rows of C, divided by their largest entries; those that vanish against the others are 0 ---- */

static void scale_rows (GeomsPartition *p, const double *C, int ldc)
{
    const int m = p->m;
    double *s = p->scale, largest = 0;

    for (int i = 0; i < m; i++)
        s[i] = 0;
    for (int j = 0; j < p->n; j++)
        for (int i = 0; i < m; i++)
            s[i] = geoms_max (fabs (AT (C, ldc, i, j)), s[i]);
    for (int i = 0; i < m; i++)
        largest = geoms_max (s[i], largest);
    for (int i = 0; i < m; i++)
        s[i] = s[i] > p->tol * largest ? 1 / s[i] : 0;
    for (int j = 0; j < p->n; j++)
        for (int i = 0; i < m; i++)
            AT (p->rows, m, i, j) = s[i] * AT (C, ldc, i, j);
}

/* order begins with the pivot columns */
static int rank_of_rows (GeomsPartition *p)
{
    memcpy (p->work, p->rows, (size_t)p->m * (size_t)p->n * sizeof *p->work);
    return geoms_pivot_columns (p->m, p->n, p->work, p->order, p->tol);
}

static void set_rank (GeomsPartition *p, int rank)
{
    p->rank = rank;
    p->nfree = p->n - rank;
}

int geoms_partition_choose (GeomsPartition *p, const double *C, int ldc)
{
    scale_rows (p, C, ldc);
    set_rank (p, rank_of_rows (p));
    for (int i = 0; i < p->n; i++)
        p->independent[p->order[i]] = i >= p->rank;
    return p->rank;
}

int geoms_partition_refuse (GeomsPartition *p, const double *C, int ldc)
{
    scale_rows (p, C, ldc);
    set_rank (p, rank_of_rows (p));
    return p->rank == p->m && p->kind == GEOMS_PARTITION_FIXED ? GEOMS_PARTITION_SINGULAR
                                                               : GEOMS_PARTITION_RANK;
}

/* ---- fixed ---- */

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
        scaled = larger (sum, scaled);
        inverse = larger (sum * p->scale[j], inverse);
        size = larger (sum_of_sizes (m, &AT (C, ldc, 0, p->order[j])), size);
        for (int i = 0; i < m; i++)
            AT (p->inverse, n, p->order[i], j) = x[i] * p->scale[j];
    }
    p->condition = m > 0 ? size * inverse : 1;
    return ! (scaled * p->tol < 1);
}

/* x_d = - C_d^-1 (C_i x_i + b) */
static void complete (const GeomsPartition *p, const double *b, double *x)
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

static int prepare_fixed (GeomsPartition *p, const double *C, int ldc)
{
    const int m = p->m, n = p->n;
    double *t = p->vector;

    p->sign = 0;
    p->condition = INFINITY;
    if (m > n || ! split (p))
        return geoms_partition_refuse (p, C, ldc);
    scale_rows (p, C, ldc);
    for (int j = 0; j < m; j++)
        memcpy (&AT (p->square.re, m, 0, j), &AT (p->rows, m, 0, p->order[j]),
                (size_t)m * sizeof *C);
    if (geoms_factor (&p->square) != 0 || invert_square (p, C, ldc))
        return geoms_partition_refuse (p, C, ldc);
    p->sign = sign_of (&p->square);
    set_rank (p, m);
    memset (p->J, 0, (size_t)n * (size_t)p->nfree * sizeof *C);
    for (int j = 0; j < p->nfree; j++) {
        const double *c = &AT (p->rows, m, 0, p->order[m + j]);
        for (int i = 0; i < m; i++)
            t[i] = -c[i];
        geoms_factor_solve (&p->square, t, NULL);
        for (int i = 0; i < m; i++)
            AT (p->J, n, p->order[i], j) = t[i];
        AT (p->J, n, p->order[m + j], j) = 1;
    }
    return 0;
}

/* ---- QR: C' / size = Q R, Q in basis, R' in triangle ---- */

static void load_transposed (GeomsPartition *p, const double *C, int ldc)
{
    const int m = p->m, n = p->n;
    double size = 0;

    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            size = geoms_max (fabs (AT (C, ldc, i, j)), size);
    p->size = size
        = size == 0 || (size > 1e-50 && size < 1e50) ? 1 : size; /* no squares overflow */
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            AT (p->rows, n, j, i) = size == 1 ? AT (C, ldc, i, j) : AT (C, ldc, i, j) / size;
}

static void decompose_large (GeomsPartition *p)
{
    const lapack_int m = p->m, n = p->n, k = n < m ? n : m;
    double *Q = p->basis;
    lapack_int info;

    dgeqrf (&n, &m, p->rows, &n, p->values, p->lapack, &p->lwork, &info);
    memset (Q, 0, (size_t)n * (size_t)n * sizeof *Q);
    for (int j = 0; j < n; j++)
        AT (Q, n, j, j) = 1;
    dormqr ("L", "N", &n, &n, &k, p->rows, &n, p->values, Q, &n, p->lapack, &p->lwork, &info);
}

/* R' is m x k */
static void decompose (GeomsPartition *p)
{
    const int m = p->m, n = p->n, k = n < m ? n : m;

    if ((long)m * n < LARGE_QR)
        geoms_small_qr (n, m, p->rows, p->values, p->basis);
    else
        decompose_large (p);
    for (int i = 0; i < k; i++) {
        for (int j = 0; j < i; j++)
            AT (p->triangle, m, j, i) = 0;
        for (int j = i; j < m; j++)
            AT (p->triangle, m, j, i) = AT (p->rows, n, i, j);
    }
}

/* t = R^-T t from row `first` on, above which it is 0;  y = R^-1 y */
static void forward (const GeomsPartition *p, int first, double *t)
{
    for (int j = first; j < p->m; j++) {
        const double *l = &AT (p->triangle, p->m, 0, j), tj = t[j] *= p->values[j];
        for (int i = j + 1; i < p->m; i++)
            t[i] -= l[i] * tj;
    }
}

static void backward (const GeomsPartition *p, double *y)
{
    for (int j = p->m - 1; j >= 0; j--) {
        const double *l = &AT (p->triangle, p->m, 0, j);
        y[j] = (y[j] - geoms_dot4 (p->m - 1 - j, l + j + 1, y + j + 1)) * p->values[j];
    }
}

/* the largest sum of sizes in a row of a lower triangle: the 1-norm of its transpose */
static double triangle_norm (int m, const double *L, double *sums)
{
    double norm = 0;

    for (int i = 0; i < m; i++)
        sums[i] = 0;
    for (int j = 0; j < m; j++)
        for (int i = j; i < m; i++)
            sums[i] += fabs (AT (L, m, i, j));
    for (int i = 0; i < m; i++)
        norm = larger (sums[i], norm);
    return norm;
}

/* C^- = A B / size, A the first columns of the basis, B rank x m with leading dimension ld */
static void set_inverse (GeomsPartition *p, const double *B, int ld)
{
    const size_t count = (size_t)p->n * (size_t)p->m;

    geoms_gemm (p->n, p->m, p->rank, p->basis, p->n, B, ld, p->inverse, p->n);
    for (size_t i = 0; i < count && p->size != 1; i++)
        p->inverse[i] /= p->size;
}

/* small = R^-T */
static void invert_triangle (GeomsPartition *p)
{
    const int m = p->m;
    double *L = p->small;

    for (int i = 0; i < m; i++)
        p->values[i] = 1 / AT (p->triangle, m, i, i);
    memset (L, 0, (size_t)m * (size_t)m * sizeof *L);
    for (int j = 0; j < m; j++) {
        AT (L, m, j, j) = 1;
        forward (p, j, &AT (L, m, 0, j));
    }
}

static int prepare_qr (GeomsPartition *p, const double *C, int ldc)
{
    const int m = p->m;

    p->condition = INFINITY;
    p->solves = 1;
    if (m > p->n)
        return geoms_partition_refuse (p, C, ldc);
    load_transposed (p, C, ldc);
    decompose (p);
    invert_triangle (p);
    p->condition = m == 0 ? 1
                          : triangle_norm (m, p->triangle, p->vector)
                                * triangle_norm (m, p->small, p->vector);
    if (! (p->condition * p->tol < 1))
        return geoms_partition_refuse (p, C, ldc);
    set_rank (p, m);
    p->J = p->basis + (size_t)p->n * (size_t)m;
    set_inverse (p, p->small, m);
    return 0;
}

/* ---- SVD ---- */

/* singular values of the triangle, on a copy */
static int singular_values (GeomsPartition *p)
{
    const lapack_int m = p->m, k = p->n < p->m ? p->n : p->m, one = 1;
    lapack_int info = 0;

    memcpy (p->small, p->triangle, (size_t)m * (size_t)k * sizeof *p->small);
    if (k < LARGE_SVD)
        return geoms_jacobi (p->m, (int)k, p->small, NULL, p->singular);
    if (! geoms_finite ((size_t)m * (size_t)k, p->small))
        return 1;
    dgesvd ("N", "N", &m, &k, p->small, &m, p->singular, NULL, &one, NULL, &one, p->lapack,
            &p->lwork, &info);
    return info != 0;
}

/* R' = V S W': V in triangle, U = Q [W 0; 0 I] in basis, S^-1 V' in small */
static int singular_vectors (GeomsPartition *p)
{
    const int m = p->m, n = p->n, k = n < m ? n : m;
    double *W = p->small;

    if (geoms_jacobi (m, k, p->triangle, W, p->singular) != 0)
        return 1;
    geoms_gemm (n, k, k, p->basis, n, W, k, p->work, n);
    memcpy (p->basis, p->work, (size_t)n * (size_t)k * sizeof *W);
    for (int j = 0; j < p->rank; j++)
        for (int i = 0; i < m; i++) {
            AT (p->triangle, m, i, j) /= p->singular[j];
            AT (p->small, k, j, i) = AT (p->triangle, m, i, j) / p->singular[j];
        }
    return 0;
}

static void set_svd_rank (GeomsPartition *p, int rank)
{
    set_rank (p, rank);
    p->J = p->basis + (size_t)p->n * (size_t)rank;
    p->solves = rank == p->m;
}

/* not 0 if R tells alone that the rank is full: a 2-norm is at most sqrt (m) times the 1-norm */
static int is_regular (GeomsPartition *p)
{
    const int m = p->m;

    if (m == 0 || m > p->n)
        return 0;
    invert_triangle (p);
    return m * p->tol * triangle_norm (m, p->triangle, p->vector)
               * triangle_norm (m, p->small, p->vector)
           < 1;
}

static int prepare_svd (GeomsPartition *p, const double *C, int ldc)
{
    const int m = p->m, k = p->n < m ? p->n : m;
    const double *s = p->singular;
    int rank = 0;

    load_transposed (p, C, ldc);
    decompose (p);
    if (p->brief && (p->expected == 0 || p->expected == m) && is_regular (p)) {
        p->condition = NAN;
        set_svd_rank (p, m);
        set_inverse (p, p->small, m);
        return 0;
    }
    if (singular_values (p) != 0)
        return GEOMS_SVD_FAILS;
    while (rank < (p->expected > 0 ? p->expected : k) && s[rank] > p->tol * s[0])
        rank++;
    set_svd_rank (p, rank);
    p->condition = rank > 0 ? s[0] / s[rank - 1] : 1;
    if (p->solves)
        invert_triangle (p);
    else if (singular_vectors (p) != 0)
        return GEOMS_SVD_FAILS;
    set_inverse (p, p->small, p->solves ? m : k);
    return 0;
}

void geoms_partition_condition (GeomsPartition *p)
{
    if (p->kind == GEOMS_PARTITION_SVD && isnan (p->condition) && singular_values (p) == 0)
        p->condition = p->singular[0] / p->singular[p->rank - 1];
}

/* ---- C^- b and C^-' r ---- */

/* x = - C^- b */
void geoms_partition_particular (const GeomsPartition *p, const double *b, double *x)
{
    const int n = p->n, m = p->m;
    double *t = p->vector;

    if (p->kind == GEOMS_PARTITION_FIXED) {
        memset (x, 0, (size_t)n * sizeof *x);
        complete (p, b, x);
        return;
    }
    if (p->solves) {
        for (int i = 0; i < m; i++)
            t[i] = -b[i] / p->size;
        forward (p, 0, t);
    } else
        for (int j = 0; j < p->rank; j++)
            t[j] = -geoms_dot4 (m, &AT (p->triangle, m, 0, j), b) / (p->singular[j] * p->size);
    times (n, p->rank, p->basis, t, x);
}

/* lambda = C^-' r */
static void multipliers (const GeomsPartition *p, const double *r, double *lambda)
{
    const int n = p->n, m = p->m;
    double *y = p->vector;

    if (p->kind == GEOMS_PARTITION_FIXED) {
        times_transposed (n, m, p->inverse, r, lambda);
        return;
    }
    times_transposed (n, p->rank, p->basis, r, y);
    for (int j = 0; j < p->rank; j++)
        y[j] /= p->solves ? p->size : p->singular[j] * p->size;
    if (! p->solves) {
        times (m, p->rank, p->triangle, y, lambda);
        return;
    }
    backward (p, y);
    memcpy (lambda, y, (size_t)m * sizeof *y);
}

/* ---- factors of J' M J or [M C'; C 0] ---- */

/* the reduced matrix from M J: J' M J, whose column j is made of terms of the size J_ij^2 |M_ii| */
static int factor_reduced (GeomsPartition *p, const double *M, const double *MJ, double *columns)
{
    const int n = p->n, k = p->nfree;

    geoms_factor_resize (&p->reduced, k);
    for (int j = 0; j < k; j++) {
        const double *J = &AT (p->J, n, 0, j);
        times_transposed (n, k, p->J, &AT (MJ, n, 0, j), &AT (p->reduced.re, k, 0, j));
        columns[j] = 0;
        for (int i = 0; i < n; i++)
            columns[j] += J[i] * J[i] * fabs (AT (M, n, i, i));
    }
    return geoms_factor_safely (&p->reduced, columns);
}

/* rows of C are scaled to the size of M, multipliers likewise */
static int accelerate_full (GeomsPartition *p, const double *M, const double *f, const double *b2,
                            double *a, double *lambda)
{
    const int n = p->n, m = p->m, both = n + m;
    double *K = p->reduced.re, *x = p->vector, size = largest_size ((size_t)n * (size_t)n, M);

    p->size = size = size > 0 ? size : 1;
    memset (K, 0, (size_t)both * (size_t)both * sizeof *K);
    geoms_copy (n, n, M, n, K, both);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            AT (K, both, n + i, j) = AT (K, both, j, n + i) = size * AT (p->rows, m, i, j);
    memset (x, 0, (size_t)both * sizeof *x);
    if (geoms_factor_safely (&p->reduced, x)) {
        set_rank (p, rank_of_rows (p));
        return p->rank < m ? GEOMS_PARTITION_RANK : GEOMS_MASS_SINGULAR;
    }
    memcpy (x, f, (size_t)n * sizeof *x);
    for (int i = 0; i < m; i++)
        x[n + i] = -size * p->scale[i] * b2[i];
    geoms_factor_solve (&p->reduced, x, NULL);
    memcpy (a, x, (size_t)n * sizeof *x);
    for (int i = 0; i < m && lambda != NULL; i++)
        lambda[i] = size * p->scale[i] * x[n + i];
    return 0;
}

/* ---- what the header promises ---- */

int geoms_partition_prepare (GeomsPartition *p, const double *C, int ldc)
{
    switch (p->kind) {
    case GEOMS_PARTITION_FIXED:
        return prepare_fixed (p, C, ldc);
    case GEOMS_PARTITION_QR:
        return prepare_qr (p, C, ldc);
    case GEOMS_PARTITION_SVD:
        return prepare_svd (p, C, ldc);
    default:
        p->condition = NAN;
        scale_rows (p, C, ldc);
        return p->m > p->n ? geoms_partition_refuse (p, C, ldc) : 0;
    }
}

void geoms_partition_velocity (GeomsPartition *p, const double *b1, const double *v, double *v_new)
{
    const int n = p->n;
    double *theta = p->vector + n + p->m, *y = theta + n;

    if (v_new != v && (p->kind == GEOMS_PARTITION_FIXED || p->kind == GEOMS_PARTITION_FULL))
        memcpy (v_new, v, (size_t)n * sizeof *v);
    if (p->kind == GEOMS_PARTITION_FIXED)
        complete (p, b1, v_new);
    if (p->kind == GEOMS_PARTITION_FIXED || p->kind == GEOMS_PARTITION_FULL)
        return;
    geoms_partition_particular (p, b1, theta);
    times_transposed (n, p->nfree, p->J, v, y);
    times (n, p->nfree, p->J, y, v_new);
    for (int i = 0; i < n; i++)
        v_new[i] += theta[i];
}

int geoms_partition_acceleration (GeomsPartition *p, const double *M, const double *f,
                                  const double *b2, double *a, double *lambda)
{
    const int n = p->n, k = p->nfree;
    double *gamma = p->vector + n + p->m, *g = gamma + n, *y = g + n, *MJ = p->work;

    if (p->kind == GEOMS_PARTITION_FULL)
        return accelerate_full (p, M, f, b2, a, lambda);

    /* (J' M J) y = J' g,  g = f - M gamma */
    geoms_partition_particular (p, b2, gamma);
    times (n, n, M, gamma, g);
    for (int i = 0; i < n; i++)
        g[i] = f[i] - g[i];
    geoms_gemm (n, k, n, M, n, p->J, n, MJ, n);
    if (factor_reduced (p, M, MJ, y))
        return GEOMS_MASS_SINGULAR;
    times_transposed (n, k, p->J, g, y);
    geoms_factor_solve (&p->reduced, y, NULL);

    /* a = J y + gamma, lambda = C^-' (g - M J y) */
    if (p->kind == GEOMS_PARTITION_FIXED) {
        for (int j = 0; j < k; j++)
            a[p->order[p->m + j]] = y[j];
        complete (p, b2, a);
    } else {
        times (n, k, p->J, y, a);
        for (int i = 0; i < n; i++)
            a[i] += gamma[i];
    }
    if (lambda == NULL)
        return 0;
    times (n, k, MJ, y, gamma);
    for (int i = 0; i < n; i++)
        g[i] -= gamma[i];
    multipliers (p, g, lambda);
    return 0;
}
