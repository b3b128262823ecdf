/* sparse_rank.c - A' = Q R by rotations, with columns that are dropped where nothing remains of them
 *
 * B = A' D has the rows of A, each of length 1, as its columns, in an order that keeps R sparse. The
 * rows of B are rotated into R one after another (J. A. George, M. T. Heath, "Solution of sparse
 * linear least squares problems using Givens rotations", Linear Algebra Appl. 34 (1980)): a row meets
 * row k of R, k its first column, and loses that entry; it goes on until row k is vacant and it stays
 * there, or until nothing is left of it. Rows have the pattern that they have come to have, so that a
 * chain costs what it is long.
 *
 * Then k = 0, 1, ...: |R_kk| is the distance of column k from those kept before it. Where it is not
 * greater than tol, the column is dropped and the rest of row k rotated into those below (Heath).
 */
#include "sparse_rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg.h"

#ifdef GEOMS_HAVE_KLU
#include <colamd.h>
#endif

typedef struct Entry {
    int column;
    double value;
} Entry;

/* columns rise */
typedef struct GeomsSparseRankRow {
    Entry *entry;
    int count;
    size_t room;
} Row;

/* the rotation in hand: what goes in, and the two rows that come out */
typedef struct Work {
    Row in, kept, rest;
} Work;

/* ---- the order of the rows of A: few entries in R ---- */

#ifdef GEOMS_HAVE_KLU

static int find_order (const GeomsSparse *A, const GeomsSparse *T, int *order)
{
    const int count = geoms_sparse_count (T);
    const size_t room = colamd_recommended (count, T->m, T->n);
    int *work = room > 0 ? malloc (room * sizeof *work) : NULL, stats[COLAMD_STATS], done = 0;

    (void)A;
    if (work != NULL) {
        if (count > 0)
            memcpy (work, T->row, (size_t)count * sizeof *work);
        memcpy (order, T->start, ((size_t)T->n + 1) * sizeof *order);
        done = colamd (T->m, T->n, (int)room, work, order, NULL, stats);
    }
    free (work);
    return done ? 0 : -1;
}

#else

/* those next to `row` that were not seen yet, through the columns that were not */
static int visit (const GeomsSparse *A, const GeomsSparse *T, int row, int *seen_row,
                  int *seen_column, int *order, int found)
{
    for (int k = T->start[row]; k < T->start[row + 1]; k++) {
        const int column = T->row[k];
        for (int l = A->start[column]; ! seen_column[column] && l < A->start[column + 1]; l++)
            if (! seen_row[A->row[l]]) {
                seen_row[A->row[l]] = 1;
                order[found++] = A->row[l];
            }
        seen_column[column] = 1;
    }
    return found;
}

/* from neighbour to neighbour, twice: the second time from where the first one has come to (E. Cuthill,
 * J. McKee 1969), and backwards */
static int find_order (const GeomsSparse *A, const GeomsSparse *T, int *order)
{
    GeomsArena scratch = {0};
    int *seen_row = geoms_arena_ints (&scratch, (size_t)A->m);
    int *seen_column = geoms_arena_ints (&scratch, (size_t)A->n);
    int *first = geoms_arena_ints (&scratch, (size_t)A->m);

    for (int pass = 0; pass < 2 && ! scratch.failed; pass++) {
        int found = 0, next = 0;
        memset (seen_row, 0, (size_t)A->m * sizeof *seen_row);
        memset (seen_column, 0, (size_t)A->n * sizeof *seen_column);
        for (int i = 0; i < A->m; i++) {
            const int begin = pass == 0 ? i : first[A->m - 1 - i];
            if (seen_row[begin])
                continue;
            seen_row[begin] = 1;
            order[found++] = begin;
            for (; next < found; next++)
                found = visit (A, T, order[next], seen_row, seen_column, order, found);
        }
        memcpy (first, order, (size_t)A->m * sizeof *first);
    }
    for (int i = 0; i < A->m && ! scratch.failed; i++)
        order[i] = first[A->m - 1 - i];
    geoms_arena_free (&scratch);
    return scratch.failed ? -1 : 0;
}

#endif

/* ---- scales ---- */

/* the columns of T, which are the rows of A, have length 1 in the end; those that cannot, scale 0 */
static void scale_rows (GeomsSparse *T, double *scale)
{
    for (int i = 0; i < T->n; i++) {
        const int first = T->start[i], count = T->start[i + 1] - first;
        double *a = T->value + first, largest = 0, sum = 0;

        for (int k = 0; k < count; k++)
            largest = geoms_max (largest, fabs (a[k]));
        for (int k = 0; k < count; k++)
            sum += a[k] / largest * (a[k] / largest);
        const double s = largest > 0 && isfinite (sum) ? 1 / (largest * sqrt (sum)) : 0;
        for (int k = 0; k < count; k++)
            a[k] = s > 0 ? s * a[k] : 0;
        scale[i] *= s;
    }
}

static void scale_columns (const GeomsSparse *T, double *largest)
{
    const int count = geoms_sparse_count (T);

    memset (largest, 0, (size_t)T->m * sizeof *largest);
    for (int k = 0; k < count; k++)
        largest[T->row[k]] = geoms_max (largest[T->row[k]], fabs (T->value[k]));
    for (int j = 0; j < T->m; j++) {
        int exponent = 0;
        frexp (largest[j], &exponent);
        largest[j] = largest[j] > 0 && largest[j] <= 0.5 ? ldexp (1, -exponent) : 1;
    }
    for (int k = 0; k < count; k++)
        T->value[k] *= largest[T->row[k]];
}

/* ---- rotations ---- */

static int make_room (Row *row, size_t count)
{
    return geoms_grow ((void **)&row->entry, &row->room, count, sizeof *row->entry);
}

static void put (Row *row, int column, double value)
{
    if (value != 0)
        row->entry[row->count++] = (Entry){column, value};
}

static void swap (Row *a, Row *b)
{
    const Row c = *a;

    *a = *b;
    *b = c;
}

/* kept = c R_k + s in, rest = c in - s R_k, whose first column vanishes; they replace R_k and in */
static int rotate (Row *R, Work *w)
{
    const size_t most = (size_t)R->count + (size_t)w->in.count;
    const double a = R->entry[0].value, b = w->in.entry[0].value, length = hypot (a, b);
    const double c = a / length, s = b / length;
    int i = 1, j = 1;

    if (make_room (&w->kept, most) != 0 || make_room (&w->rest, most) != 0)
        return -1;
    w->kept.count = w->rest.count = 0;
    put (&w->kept, R->entry[0].column, length);
    while (i < R->count || j < w->in.count) {
        const Entry *x = i < R->count ? R->entry + i : NULL;
        const Entry *y = j < w->in.count ? w->in.entry + j : NULL;
        const int column
            = x != NULL && (y == NULL || x->column <= y->column) ? x->column : y->column;
        const double u = x != NULL && x->column == column ? R->entry[i++].value : 0;
        const double v = y != NULL && y->column == column ? w->in.entry[j++].value : 0;
        put (&w->kept, column, c * u + s * v);
        put (&w->rest, column, c * v - s * u);
    }
    swap (R, &w->kept);
    swap (&w->in, &w->rest);
    return 0;
}

/* entries at the head of w->in that are rounding go: columns are of length 1 */
static void trim (Row *row)
{
    const double rounding = 1e-16;
    int first = 0;

    while (first < row->count && fabs (row->entry[first].value) <= rounding)
        first++;
    row->count -= first;
    if (first > 0)
        memmove (row->entry, row->entry + first, (size_t)row->count * sizeof *row->entry);
}

/* w->in into R */
static int insert (Row *R, Work *w)
{
    for (trim (&w->in); w->in.count > 0; trim (&w->in)) {
        Row *at = R + w->in.entry[0].column;
        if (at->count == 0) {
            if (make_room (at, (size_t)w->in.count) != 0)
                return -1;
            memcpy (at->entry, w->in.entry, (size_t)w->in.count * sizeof *at->entry);
            at->count = w->in.count;
            return 0;
        }
        if (rotate (at, w) != 0)
            return -1;
    }
    return 0;
}

static int by_column (const void *a, const void *b)
{
    const int i = ((const Entry *)a)->column, j = ((const Entry *)b)->column;

    return (i > j) - (i < j);
}

/* column j of A, scaled, is a row of B */
static int take (GeomsSparseRank *r, const GeomsSparse *B, int j, Work *w)
{
    w->in.count = 0;
    if (make_room (&w->in, (size_t)(B->start[j + 1] - B->start[j])) != 0)
        return -1;
    for (int k = B->start[j]; k < B->start[j + 1]; k++)
        put (&w->in, r->place[B->row[k]], B->value[k]);
    if (w->in.count > 1)
        qsort (w->in.entry, (size_t)w->in.count, sizeof *w->in.entry, by_column);
    return insert (r->row, w);
}

static int last_place (const GeomsSparseRank *r, const GeomsSparse *B, int j)
{
    int last = -1;

    for (int k = B->start[j]; k < B->start[j + 1]; k++)
        if (r->place[B->row[k]] > last)
            last = r->place[B->row[k]];
    return last;
}

/* the columns of A by the last of their rows in the order: what belongs together comes together;
 * first: m + 2 numbers */
static void sort_columns (const GeomsSparseRank *r, const GeomsSparse *B, int *first, int *sorted)
{
    memset (first, 0, ((size_t)r->m + 2) * sizeof *first);
    for (int j = 0; j < B->n; j++)
        first[last_place (r, B, j) + 2]++;
    for (int v = 0; v <= r->m; v++)
        first[v + 1] += first[v];
    for (int j = 0; j < B->n; j++)
        sorted[first[last_place (r, B, j) + 1]++] = j;
}

/* ---- the columns that remain ---- */

/* R z = 0 above row k, with z_k = 1 and 0 at all other columns that were dropped: k + 1 numbers */
static void combine (const GeomsSparseRank *r, int k, double *z)
{
    z[k] = 1;
    for (int i = k - 1; i >= 0; i--) {
        const Row *R = r->row + i;
        double sum = 0;

        z[i] = 0;
        if (r->redundant[r->order[i]])
            continue;
        for (int l = 1; l < R->count && R->entry[l].column <= k; l++)
            sum += R->entry[l].value * z[R->entry[l].column];
        z[i] = -sum / R->entry[0].value;
    }
}

/* Whether |R_kk| is that of a column that depends on those kept. Rounding makes it as large as it is
 * itself, times the length of z, which is large where the columns kept are nearly dependent: what
 * counts is |B z| / |z|, an upper bound of the smallest singular value. */
static int depends (const GeomsSparseRank *r, int k, double size, double tol, double *z)
{
    const double near = 1e4; /* choice: digits that columns kept may lose */

    if (size > near * tol)
        return 0;
    if (size <= tol)
        return 1;
    combine (r, k, z);
    return size <= tol * sqrt (geoms_dot (k + 1, z, z));
}

/* the rest of row k, whose column was dropped, into those below */
static int move_on (GeomsSparseRank *r, int k, Work *w)
{
    Row *R = r->row + k;

    if (R->count == 0)
        return 0;
    if (make_room (&w->in, (size_t)R->count) != 0)
        return -1;
    w->in.count = R->count - 1;
    memcpy (w->in.entry, R->entry + 1, (size_t)w->in.count * sizeof *R->entry);
    R->count = 0;
    return insert (r->row, w);
}

static int drop_columns (GeomsSparseRank *r, double tol, double *z, Work *w)
{
    for (int k = 0; k < r->m; k++) {
        const Row *R = r->row + k;
        const double size = R->count > 0 ? fabs (R->entry[0].value) : 0;

        if (! depends (r, k, size, tol, z)) {
            r->rank++;
            r->entries += R->count;
            r->least = geoms_min (r->least, size);
            continue;
        }
        r->largest = geoms_max (r->largest, size);
        r->redundant[r->order[k]] = 1;
        if (move_on (r, k, w) != 0)
            return -1;
    }
    return 0;
}

/* ---- all of it ---- */

static int begin (GeomsSparseRank *r, int m)
{
    *r = (GeomsSparseRank){.m = m, .least = 1};
    r->redundant = geoms_arena_ints (&r->arena, (size_t)m);
    r->order = geoms_arena_ints (&r->arena, (size_t)m + 1);
    r->place = geoms_arena_ints (&r->arena, (size_t)m);
    r->scale = geoms_arena_reals (&r->arena, (size_t)m);
    r->row = geoms_arena_get (&r->arena, (size_t)m, sizeof *r->row);
    return r->arena.failed ? -1 : 0;
}

/* B = the scaled A, and the order */
static int prepare (GeomsSparseRank *r, const GeomsSparse *A, GeomsSparse *B, GeomsArena *scratch)
{
    double *largest = geoms_arena_reals (scratch, (size_t)A->n);
    GeomsSparse T;

    if (largest == NULL || geoms_sparse_transpose (A, &T, NULL, scratch) != 0)
        return -1;
    for (int i = 0; i < A->m; i++)
        r->scale[i] = 1;
    scale_rows (&T, r->scale);
    scale_columns (&T, largest);
    scale_rows (&T, r->scale);
    if (find_order (A, &T, r->order) != 0)
        return -1;
    for (int k = 0; k < A->m; k++)
        r->place[r->order[k]] = k;
    return geoms_sparse_transpose (&T, B, NULL, scratch);
}

static int triangular (GeomsSparseRank *r, const GeomsSparse *B, double tol, GeomsArena *scratch)
{
    int *first = geoms_arena_ints (scratch, (size_t)r->m + 2);
    int *sorted = geoms_arena_ints (scratch, (size_t)B->n);
    double *z = geoms_arena_reals (scratch, (size_t)r->m);
    int failed = scratch->failed;
    Work w = {0};

    if (! failed)
        sort_columns (r, B, first, sorted);
    for (int k = 0; k < B->n && ! failed; k++)
        failed = take (r, B, sorted[k], &w) != 0;
    failed = failed || drop_columns (r, tol, z, &w) != 0;
    free (w.in.entry);
    free (w.kept.entry);
    free (w.rest.entry);
    return failed ? -1 : 0;
}

int geoms_sparse_rank_find (GeomsSparseRank *r, const GeomsSparse *A, double tol)
{
    GeomsArena scratch = {0};
    GeomsSparse B;
    int failed = begin (r, A->m);

    if (A->m > 0 && failed == 0)
        failed = prepare (r, A, &B, &scratch) != 0 || triangular (r, &B, tol, &scratch) != 0;
    geoms_arena_free (&scratch);
    return failed ? -1 : 0;
}

void geoms_sparse_rank_free (GeomsSparseRank *r)
{
    for (int k = 0; k < r->m && r->row != NULL; k++)
        free (r->row[k].entry);
    geoms_arena_free (&r->arena);
    *r = (GeomsSparseRank){0};
}

int geoms_sparse_rank_combination (const GeomsSparseRank *r, int i, double *y)
{
    const int last = r->place[i];
    double *z = malloc (((size_t)last + 1) * sizeof *z);

    if (z == NULL)
        return -1;
    memset (y, 0, (size_t)r->m * sizeof *y);
    combine (r, last, z);
    for (int k = 0; k < last; k++)
        if (r->scale[i] > 0)
            y[r->order[k]] = z[k] * (r->scale[r->order[k]] / r->scale[i]);
    y[i] = 1;
    free (z);
    return 0;
}
