/* partition_orthogonal.c - velocities in an orthonormal basis J of ker C
 *
 *     J J' (v - theta) + theta = v - Q1 (Q1' v - t),  theta = Q1 t;  Q1 by its reflectors: J where
 *     it is asked for, geoms_partition_basis
 *
 *     QR      C' = [Q1 Q2] [R1; 0]:     J = Q2,  C^- = Q1 R1^-T                (20)-(24)
 *     SVD     C' = [U1 U2] [S; 0] V':   J = U2,  C^- = U1 S^-1 V'              (25)-(28)
 *             by QR and the SVD of R1' = V S W', of which only S is needed where C has full rank:
 *             there U2 = Q2 and U1 S^-1 V' = Q1 R1^-T
 */
#include "partition_kinds.h"

#include <math.h>
#include <string.h>

#include "base/rank.h"

#define AT(A, ld, i, j) A[(size_t)(j) * (size_t)(ld) + (size_t)(i)]

/* entries of C from which LAPACK makes a QR, and singular values from which it makes an SVD */
enum { LARGE_QR = 20000, LARGE_SVD = 8 };

/* ---- QR: C' / divisor = Q R, Q as reflectors, in basis where it is asked for; R' in triangle ----
 */

static void load_transposed (GeomsPartition *p, const double *C, int ldc)
{
    const int m = p->m, n = p->n;
    double size = 0;

    for (int j = 0; j < n; j++)
        size = geoms_max (geoms_largest (m, 1, &AT (C, ldc, 0, j)), size);
    p->divisor = size
        = size == 0 || (size > 1e-50 && size < 1e50) ? 1 : size; /* no squares overflow */
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            AT (p->reflectors, n, j, i) = size == 1 ? AT (C, ldc, i, j) : AT (C, ldc, i, j) / size;
}

static void form_large (GeomsPartition *p)
{
    const lapack_int n = p->n, k = p->n < p->m ? p->n : p->m;
    double *Q = p->basis;
    lapack_int info;

    memset (Q, 0, (size_t)n * (size_t)n * sizeof *Q);
    for (int j = 0; j < n; j++)
        AT (Q, n, j, j) = 1;
    dormqr ("L", "N", &n, &n, &k, p->reflectors, &n, p->tau, Q, &n, p->lapack, &p->lwork,
            &info);
}

void geoms_partition_form_orthogonal (GeomsPartition *p)
{
    const int m = p->m, n = p->n;

    if ((long)m * n < LARGE_QR)
        geoms_small_basis (n, n < m ? n : m, p->reflectors, p->tau, p->basis);
    else
        form_large (p);
}

/* R' is m x k */
static void decompose (GeomsPartition *p)
{
    const int m = p->m, n = p->n, k = n < m ? n : m;
    const lapack_int rows = n, columns = m;
    lapack_int info;

    if ((long)m * n < LARGE_QR)
        geoms_small_reflectors (n, m, p->reflectors, p->tau);
    else
        dgeqrf (&rows, &columns, p->reflectors, &rows, p->tau, p->lapack, &p->lwork, &info);
    p->formed = 0;
    for (int i = 0; i < k; i++) {
        for (int j = 0; j < i; j++)
            AT (p->triangle, m, j, i) = 0;
        for (int j = i; j < m; j++)
            AT (p->triangle, m, j, i) = AT (p->reflectors, n, i, j);
    }
}

/* t = R^-T t from row `first` on, above which it is 0;  y = R^-1 y */
static void forward (const GeomsPartition *p, int first, double *t)
{
    for (int j = first; j < p->m; j++) {
        const double *l = &AT (p->triangle, p->m, 0, j), tj = t[j] *= p->reciprocal[j];
        for (int i = j + 1; i < p->m; i++)
            t[i] -= l[i] * tj;
    }
}

static void backward (const GeomsPartition *p, double *y)
{
    for (int j = p->m - 1; j >= 0; j--) {
        const double *l = &AT (p->triangle, p->m, 0, j);
        y[j] = (y[j] - geoms_dot4 (p->m - 1 - j, l + j + 1, y + j + 1))
               * p->reciprocal[j];
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
        norm = geoms_larger (sums[i], norm);
    return norm;
}

/* inverse_triangle = R^-T */
static void invert_triangle (GeomsPartition *p)
{
    const int m = p->m;
    double *L = p->inverse_triangle;

    for (int i = 0; i < m; i++)
        p->reciprocal[i] = 1 / AT (p->triangle, m, i, i);
    memset (L, 0, (size_t)m * (size_t)m * sizeof *L);
    for (int j = 0; j < m; j++) {
        AT (L, m, j, j) = 1;
        forward (p, j, &AT (L, m, 0, j));
    }
}

/* |R|_1 |R^-1|_1 */
static double norm_of_both (GeomsPartition *p)
{
    return triangle_norm (p->m, p->triangle, p->vector)
           * triangle_norm (p->m, p->inverse_triangle, p->vector);
}

int geoms_partition_by_qr (GeomsPartition *p, const double *C, int ldc)
{
    const int m = p->m;

    p->condition = INFINITY;
    p->by_triangle = 1;
    if (m > p->n)
        return geoms_partition_refuse (p, C, ldc);
    load_transposed (p, C, ldc);
    decompose (p);
    invert_triangle (p);
    p->condition = m == 0 ? 1 : norm_of_both (p);
    if (! geoms_rank_full (p->condition, p->tol))
        return geoms_partition_refuse (p, C, ldc);
    geoms_partition_set_rank (p, m);
    p->J = p->basis + (size_t)p->n * (size_t)m;
    return 0;
}

/* ---- SVD ---- */

/* of the triangle, on a copy: V is overwritten */
static int singular_values (GeomsPartition *p)
{
    const lapack_int m = p->m, k = p->n < p->m ? p->n : p->m, one = 1;
    lapack_int info = 0;

    memcpy (p->V, p->triangle, (size_t)m * (size_t)k * sizeof *p->V);
    if (k < LARGE_SVD)
        return geoms_jacobi (p->m, (int)k, p->V, NULL, p->singular);
    if (! geoms_finite ((size_t)m * (size_t)k, p->V))
        return 1;
    dgesvd ("N", "N", &m, &k, p->V, &m, p->singular, NULL, &one, NULL, &one, p->lapack,
            &p->lwork, &info);
    return info != 0;
}

/* R' = V S W', V without what counts as 0, U = Q [W 0; 0 I] in basis */
static int singular_vectors (GeomsPartition *p)
{
    const int m = p->m, n = p->n, k = n < m ? n : m;
    double *W = p->W;

    memcpy (p->V, p->triangle, (size_t)m * (size_t)k * sizeof *W);
    if (geoms_jacobi (m, k, p->V, W, p->singular) != 0)
        return 1;
    geoms_partition_form_orthogonal (p);
    p->formed = 1;
    geoms_gemm (n, k, k, p->basis, n, W, k, p->work, n);
    memcpy (p->basis, p->work, (size_t)n * (size_t)k * sizeof *W);
    for (int j = 0; j < p->rank; j++)
        for (int i = 0; i < m; i++)
            AT (p->V, m, i, j) /= p->singular[j];
    return 0;
}

static void set_svd_rank (GeomsPartition *p, int rank)
{
    geoms_partition_set_rank (p, rank);
    p->J = p->basis + (size_t)p->n * (size_t)rank;
    p->by_triangle = rank == p->m;
}

/* not 0 if R tells alone that the rank is full: a 2-norm is at most sqrt (m) times the 1-norm */
static int is_regular (GeomsPartition *p)
{
    const int m = p->m;

    if (m == 0 || m > p->n)
        return 0;
    invert_triangle (p);
    return geoms_rank_full (m * norm_of_both (p), p->tol);
}

int geoms_partition_by_svd (GeomsPartition *p, const double *C, int ldc)
{
    const int m = p->m, k = p->n < m ? p->n : m;
    GeomsRank rank = {.tol = p->tol, .expected = p->expected, .gap = 1};

    load_transposed (p, C, ldc);
    decompose (p);
    if (p->condition_later && (p->expected == 0 || p->expected == m) && is_regular (p)) {
        p->condition = NAN;
        set_svd_rank (p, m);
        return 0;
    }
    if (singular_values (p) != 0)
        return GEOMS_SVD_FAILS;
    set_svd_rank (p, geoms_rank_of (&rank, k, p->singular, 1));
    p->condition = rank.rank > 0 ? rank.largest / rank.least : 1;
    if (p->by_triangle)
        invert_triangle (p);
    else if (singular_vectors (p) != 0)
        return GEOMS_SVD_FAILS;
    return 0;
}

void geoms_partition_condition (GeomsPartition *p)
{
    if (p->kind == GEOMS_PARTITION_SVD && isnan (p->condition) && singular_values (p) == 0)
        p->condition = p->singular[0] / p->singular[p->rank - 1];
}

/* ---- C^- b, C^-' r, v* ---- */

/* x = Q1 t of the first p->rank columns of Q, or of U */
static void expand (const GeomsPartition *p, const double *t, double *x)
{
    if (! p->by_triangle) {
        geoms_times (p->n, p->rank, p->basis, t, x);
        return;
    }
    memcpy (x, t, (size_t)p->rank * sizeof *x);
    memset (x + p->rank, 0, (size_t)(p->n - p->rank) * sizeof *x);
    geoms_small_reflect (p->n, p->m, p->reflectors, p->tau, 0, x);
}

/* t = Q1' x; work: n */
static void project (const GeomsPartition *p, const double *x, double *work, double *t)
{
    if (! p->by_triangle) {
        geoms_times_transposed (p->n, p->rank, p->basis, x, t);
        return;
    }
    memcpy (work, x, (size_t)p->n * sizeof *x);
    geoms_small_reflect (p->n, p->m, p->reflectors, p->tau, 1, work);
    memcpy (t, work, (size_t)p->rank * sizeof *t);
}

/* t with - C^- b = Q1 t */
static void coordinates (const GeomsPartition *p, const double *b, double *t)
{
    const int m = p->m;

    if (p->by_triangle) {
        for (int i = 0; i < m; i++)
            t[i] = -b[i] / p->divisor;
        forward (p, 0, t);
    } else
        for (int j = 0; j < p->rank; j++)
            t[j] = -geoms_dot4 (m, &AT (p->V, m, 0, j), b) / (p->singular[j] * p->divisor);
}

void geoms_partition_orthogonal_particular (const GeomsPartition *p, const double *b, double *x)
{
    coordinates (p, b, p->vector);
    expand (p, p->vector, x);
}

void geoms_partition_orthogonal_multipliers (const GeomsPartition *p, const double *r,
                                             double *lambda)
{
    const int m = p->m;
    double *y = p->vector;

    project (p, r, y + m, y);
    for (int j = 0; j < p->rank; j++)
        y[j] /= p->by_triangle ? p->divisor : p->singular[j] * p->divisor;
    if (! p->by_triangle) {
        geoms_times (m, p->rank, p->V, y, lambda);
        return;
    }
    backward (p, y);
    memcpy (lambda, y, (size_t)m * sizeof *y);
}

void geoms_partition_orthogonal_velocity (const GeomsPartition *p, const double *b1,
                                          const double *v, double *v_new)
{
    const int n = p->n, m = p->m;
    double *t = p->vector, *y = t + m, *work = y + m;

    coordinates (p, b1, t);
    project (p, v, work, y);
    for (int j = 0; j < p->rank; j++)
        y[j] -= t[j];
    expand (p, y, work);
    for (int i = 0; i < n; i++)
        v_new[i] = v[i] - work[i];
}
