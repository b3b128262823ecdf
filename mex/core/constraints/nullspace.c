/* nullspace.c - F = LU (full pivoting), QR (column pivoting) or SVD: rank, N and F^-
 *
 *     LU, QR:  pivot columns pi, free columns phi:
 *              N(pi,:) = -F_pi^-1 F_phi, N(phi,:) = I;  F^-(pi,:) = F_pi^-1, F^-(phi,:) = 0
 *     SVD:     F = U S V':  N = V2,  F^- = V1 S1^-1 U1'    (minimum norm)
 *
 * The rank is decided on by base/rank.h. A block that is redundant on the constraints is not quite
 * so beside them, where its rows no longer fit together: with the SVD, a rank that is known is kept
 * as long as the singular values have a gap there.
 *
 * Rows are equilibrated by their largest entry before any decision on rank is made; so are, where
 * the choice of pivot columns does not matter, the columns, by powers of 2.
 */
#include "nullspace.h"

#include <math.h>
#include <string.h>

#include "base/linalg.h"
#include "base/rank.h"

#define AT(A, ld, i, j) A[(size_t)(j) * (size_t)(ld) + (size_t)(i)]

void geoms_block_create (GeomsBlock *b, int m, int k, int kind, GeomsArena *arena)
{
    const size_t mm = (size_t)m, kk = (size_t)k, small = mm < kk ? mm : kk;

    b->m = m;
    b->k = k;
    b->kind = kind;
    b->inverse = geoms_arena_reals (arena, kk * mm);
    b->null = geoms_arena_reals (arena, kk * kk);
    b->dependent = geoms_arena_ints (arena, kk);
    b->row_column = geoms_arena_ints (arena, mm);
    b->scale = geoms_arena_reals (arena, mm);
    b->first = geoms_arena_reals (arena, mm);
    b->column = geoms_arena_reals (arena, kk);
    b->most = geoms_arena_reals (arena, kk);
    b->order = geoms_arena_get (arena, kk, sizeof (lapack_int));
    b->tau = geoms_arena_reals (arena, small);
    b->lwork = (lapack_int)(8 * (mm + kk) + 64);
    b->values = geoms_arena_reals (arena, small);
    b->work = geoms_arena_reals (arena, 2 * mm * kk + mm * mm + kk * kk + (size_t)b->lwork);
}

/* work = rows of F divided by their largest entries; scale = 1 / largest, 1 for a row of zeros; m
 * is b->m, which the compiler may know, here and in LU */
GEOMS_INLINE void equilibrate (GeomsBlock *b, int m, const double *F, int ldf)
{
    geoms_equilibrate_rows (m, b->k, F, ldf, 0, 1, b->scale, b->work);
}

/* work = the columns of work divided by the power of 2 next to their largest entries; 0 if none of
 * them is small */
static int equilibrate_columns (GeomsBlock *b)
{
    int scaled = 0;

    for (int j = 0; j < b->k; j++) {
        const double largest = geoms_largest (b->m, 1, &AT (b->work, b->m, 0, j));
        int exponent = 0;

        b->column[j] = 1;
        if (largest > 0.5 || largest == 0)
            continue;
        frexp (largest, &exponent);
        b->column[j] = ldexp (1, -exponent);
        for (int i = 0; i < b->m; i++)
            AT (b->work, b->m, i, j) *= b->column[j];
        scaled = 1;
    }
    return scaled;
}

/* N and F^- of the equilibrated block -> those of F; of minimum norm, with the SVD */
static void undo_columns (GeomsBlock *b)
{
    for (int i = 0; i < b->k; i++) {
        for (int j = 0; j < b->kernel; j++)
            AT (b->null, b->k, i, j) *= b->column[i];
        for (int j = 0; j < b->m; j++)
            AT (b->inverse, b->k, i, j) *= b->column[i];
    }
    if (b->kind != GEOMS_DECOMPOSITION_SVD)
        return;
    geoms_orthonormalise (b->k, b->kernel, b->null);
    for (int j = 0; j < b->m; j++)
        for (int l = 0; l < b->kernel; l++) {
            const double *v = &AT (b->null, b->k, 0, l);
            double *x = &AT (b->inverse, b->k, 0, j);
            geoms_axpy (b->k, -geoms_dot (b->k, v, x), v, x);
        }
}

/* ---- rank ---- */

/* errors of a redundant block raise singular values to less than this part of those that count */
static const double GAP = 0.05;

GEOMS_INLINE GeomsRank question (const GeomsBlock *b, double tol)
{
    return (GeomsRank){.tol = tol,
                       .imposed = b->imposed,
                       .expected = b->kind == GEOMS_DECOMPOSITION_SVD ? b->expected : 0,
                       .gap = GAP};
}

GEOMS_INLINE void answer (GeomsBlock *b, const GeomsRank *r)
{
    b->rank = r->rank;
    b->kernel = b->k - r->rank;
    b->largest = r->largest;
    b->least = r->least;
    b->smallest = r->smallest;
}

/* ---- LU: exchange steps ----
 * The table says y = A x. One step makes x_c a result and y_r an argument; after rank steps the
 * table holds F_pi^-1 and -F_pi^-1 F_phi. */

/* b->most[j]: the largest entry of column j in a row that was not exchanged yet, -1: no row is
 * left */
GEOMS_INLINE void note_column (GeomsBlock *b, int m, int j)
{
    const double *column = &AT (b->work, m, 0, j);
    double size = -1;

    for (int i = 0; i < m; i++)
        if (b->row_column[i] < 0 && fabs (column[i]) > size)
            size = fabs (column[i]);
    b->most[j] = size;
}

/* The largest entry in a row and a column that were not exchanged yet. */
GEOMS_INLINE double largest_entry (const GeomsBlock *b, int m, int *r, int *c)
{
    double size = -1;

    for (int j = 0; j < b->k; j++)
        if (! b->dependent[j] && b->most[j] > size) {
            size = b->most[j];
            *c = j;
        }
    for (int i = m - 1; i >= 0 && size >= 0; i--)
        if (b->row_column[i] < 0 && fabs (AT (b->work, m, i, *c)) == size)
            *r = i;
    return size;
}

GEOMS_INLINE void exchange (GeomsBlock *b, int m, int r, int c)
{
    double *pivot_column = &AT (b->work, m, 0, c);
    const double inverse = 1 / pivot_column[r];

    for (int i = 0; i < m; i++)
        pivot_column[i] *= inverse;
    pivot_column[r] = inverse;
    b->row_column[r] = c;
    b->dependent[c] = 1;
    for (int j = 0; j < b->k; j++) {
        double *column = &AT (b->work, m, 0, j);
        const double y = column[r];
        if (j == c || y == 0)
            continue;
        for (int i = 0; i < m; i++)
            column[i] -= pivot_column[i] * y;
        column[r] = -y * inverse;
        if (! b->dependent[j])
            note_column (b, m, j);
    }
}

/* column of the table for x_j: a column of N if x_j is free, else one of F^- */
GEOMS_INLINE void read_table (GeomsBlock *b, int m)
{
    const int k = b->k;
    double *null = b->null;

    memset (b->inverse, 0, (size_t)k * (size_t)m * sizeof (double));
    memset (null, 0, (size_t)k * (size_t)b->kernel * sizeof (double));
    for (int j = 0; j < k; j++) {
        if (b->dependent[j])
            continue;
        for (int i = 0; i < m; i++)
            if (b->row_column[i] >= 0)
                null[b->row_column[i]] = AT (b->work, m, i, j);
        null[j] = 1;
        null += k;
    }
    for (int l = 0; l < m; l++)
        for (int i = 0; i < m && b->row_column[l] >= 0; i++)
            if (b->row_column[i] >= 0)
                AT (b->inverse, k, b->row_column[i], l)
                    = AT (b->work, m, i, b->row_column[l]) * b->scale[l];
}

GEOMS_INLINE int decompose_lu (GeomsBlock *b, int m, double tol)
{
    const int full = m < b->k ? m : b->k;
    GeomsRank rank = question (b, tol);
    int r = 0, c = 0;

    for (int j = 0; j < b->k; j++)
        b->dependent[j] = 0;
    for (int i = 0; i < m; i++)
        b->row_column[i] = -1;
    for (int j = 0; j < b->k; j++)
        note_column (b, m, j);
    while (rank.rank < full && geoms_rank_takes (&rank, largest_entry (b, m, &r, &c)))
        exchange (b, m, r, c);
    answer (b, &rank);
    read_table (b, m);
    return 0;
}

/* ---- QR: F P = Q [R1 R2] ---- */

/* inverse(pi,:) = R1^-1 Q1' scaled, null(pi,:) = -R1^-1 R2 */
static int read_qr (GeomsBlock *b, double *QT)
{
    const lapack_int m = b->m, r = b->rank, small = b->m < b->k ? b->m : b->k;
    double *R2 = QT + (size_t)b->m * (size_t)b->m, *work = R2 + (size_t)b->k * (size_t)b->k;
    lapack_int info, columns = b->kernel;

    /* R1^-1 Q1' */
    memset (QT, 0, (size_t)b->m * (size_t)b->m * sizeof *QT);
    for (int i = 0; i < b->m; i++)
        AT (QT, b->m, i, i) = 1;
    dormqr ("L", "T", &m, &m, &small, b->work, &m, b->tau, QT, &m, work, &b->lwork, &info);
    if (info == 0 && r > 0)
        dtrtrs ("U", "N", "N", &r, &m, b->work, &m, QT, &m, &info);
    /* -R1^-1 R2 */
    for (int j = 0; j < b->kernel; j++)
        for (int i = 0; i < b->rank; i++)
            AT (R2, b->k, i, j) = -AT (b->work, b->m, i, b->rank + j);
    {
        const lapack_int ld = b->k;
        if (info == 0 && r > 0 && columns > 0)
            dtrtrs ("U", "N", "N", &r, &columns, b->work, &m, R2, &ld, &info);
    }
    /* into the order of the columns */
    for (int i = 0; i < b->k; i++) {
        const int row = (int)b->order[i] - 1;
        b->dependent[row] = i < b->rank;
        for (int j = 0; j < b->m; j++)
            AT (b->inverse, b->k, row, j) = i < b->rank ? AT (QT, b->m, i, j) * b->scale[j] : 0;
        for (int j = 0; j < b->kernel; j++)
            AT (b->null, b->k, row, j)
                = i < b->rank ? AT (R2, b->k, i, j) : (i - b->rank == j ? 1 : 0);
    }
    return info != 0;
}

static int decompose_qr (GeomsBlock *b, double tol)
{
    const lapack_int m = b->m, k = b->k;
    double *QT = b->work + (size_t)b->m * (size_t)b->k;
    double *work = QT + (size_t)b->m * (size_t)b->m + (size_t)b->k * (size_t)b->k;
    GeomsRank rank = question (b, tol);
    lapack_int info;

    memset (b->order, 0, (size_t)b->k * sizeof *b->order);
    dgeqp3 (&m, &k, b->work, &m, b->order, b->tau, work, &b->lwork, &info);
    if (info != 0)
        return 1;
    geoms_rank_of (&rank, b->m < b->k ? b->m : b->k, b->work, b->m + 1);
    answer (b, &rank);
    return read_qr (b, QT);
}

/* ---- SVD ---- */

static int decompose_svd (GeomsBlock *b, double tol)
{
    const lapack_int m = b->m, k = b->k;
    double *U = b->work + (size_t)b->m * (size_t)b->k, *VT = U + (size_t)b->m * (size_t)b->m;
    double *work = VT + (size_t)b->k * (size_t)b->k;
    GeomsRank rank = question (b, tol);
    lapack_int info;

    dgesvd ("A", "A", &m, &k, b->work, &m, b->values, U, &m, VT, &k, work, &b->lwork, &info);
    if (info != 0)
        return 1;
    geoms_rank_of (&rank, b->m < b->k ? b->m : b->k, b->values, 1);
    answer (b, &rank);
    memset (b->dependent, 0, (size_t)b->k * sizeof (int));
    memset (b->inverse, 0, (size_t)b->k * (size_t)b->m * sizeof (double));
    for (int j = 0; j < b->m; j++)
        for (int l = 0; l < b->rank; l++) {
            const double u = AT (U, b->m, j, l) / b->values[l] * b->scale[j];
            for (int i = 0; i < b->k; i++)
                AT (b->inverse, b->k, i, j) += AT (VT, b->k, l, i) * u;
        }
    for (int j = 0; j < b->kernel; j++)
        for (int i = 0; i < b->k; i++)
            AT (b->null, b->k, i, j) = AT (VT, b->k, b->rank + j, i);
    return 0;
}

double geoms_block_condition (const GeomsBlock *b)
{
    double shrunk = 1;

    for (int i = 0; i < b->m; i++)
        if (b->first[i] > 0)
            shrunk = geoms_max (shrunk, b->scale[i] / b->first[i]);
    return b->least > 0 ? shrunk * b->largest / b->least : INFINITY;
}

/* U2 U2' D a: what no combination of the columns of D F reaches, D for the equilibration of rows */
void geoms_block_left_part (const GeomsBlock *b, const double *a, double *part)
{
    const double *U = b->work + (size_t)b->m * (size_t)b->k;

    memset (part, 0, (size_t)b->m * sizeof *part);
    for (int j = b->rank; j < b->m; j++) {
        const double *u = &AT (U, b->m, 0, j);
        double sum = 0;
        for (int i = 0; i < b->m; i++)
            sum += u[i] * b->scale[i] * a[i];
        geoms_axpy (b->m, sum, u, part);
    }
}

/* the rows of U are equilibrated: u' (D F) = 0 means (D u)' F = 0 */
void geoms_block_left_null (const GeomsBlock *b, int j, double *u)
{
    const double *U = b->work + (size_t)b->m * (size_t)b->k;

    for (int i = 0; i < b->m; i++)
        u[i] = b->scale[i] * AT (U, b->m, i, b->rank + j);
}

void geoms_block_left_range (const GeomsBlock *b, int j, double *u, double *v)
{
    const double *U = b->work + (size_t)b->m * (size_t)b->k;

    for (int i = 0; i < b->m; i++) {
        u[i] = AT (U, b->m, i, j) * b->scale[i];
        v[i] = AT (U, b->m, i, j) / b->scale[i];
    }
}

/* ---- no rows: everything is free ---- */

static int decompose_empty (GeomsBlock *b)
{
    b->rank = 0;
    b->kernel = b->k;
    b->largest = b->least = b->smallest = 1;
    memset (b->dependent, 0, (size_t)b->k * sizeof (int));
    memset (b->null, 0, (size_t)b->k * (size_t)b->k * sizeof (double));
    for (int i = 0; i < b->k; i++)
        AT (b->null, b->k, i, i) = 1;
    return 0;
}

static int decompose (GeomsBlock *b, double tol)
{
    switch (b->kind) {
    case GEOMS_DECOMPOSITION_QR:
        return decompose_qr (b, tol);
    case GEOMS_DECOMPOSITION_SVD:
        return decompose_svd (b, tol);
    default:
        return b->m == 1 ? decompose_lu (b, 1, tol) : decompose_lu (b, b->m, tol);
    }
}

void geoms_block_take (GeomsBlock *b, const GeomsBlock *from)
{
    const size_t m = (size_t)b->m, k = (size_t)b->k;

    b->rank = from->rank;
    b->kernel = from->kernel;
    b->largest = from->largest;
    b->least = from->least;
    b->smallest = from->smallest;
    memcpy (b->scale, from->scale, m * sizeof *b->scale);
    memcpy (b->dependent, from->dependent, k * sizeof *b->dependent);
    memcpy (b->inverse, from->inverse, k * m * sizeof *b->inverse);
    memcpy (b->null, from->null, k * (size_t)b->kernel * sizeof *b->null);
}

int geoms_block_decompose (GeomsBlock *b, const double *F, int ldf, double tol)
{
    int status, scaled;

    if (b->m == 0 || b->k == 0)
        return decompose_empty (b);
    if (b->m == 1)
        equilibrate (b, 1, F, ldf);
    else
        equilibrate (b, b->m, F, ldf);
    scaled = b->scales_columns && equilibrate_columns (b);
    status = decompose (b, tol);
    if (status == 0 && scaled)
        undo_columns (b);
    return status;
}
