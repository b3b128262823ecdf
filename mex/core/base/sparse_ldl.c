/* sparse_ldl.c - A = L D L', row by row
 *
 *     L_ki D_i = A_ki - sum_{j < i} L_kj D_j L_ij,   D_k = A_kk - sum L_ki^2 D_i
 *
 * in an order that keeps L sparse: geoms_sparse_order.
 */
#include "sparse_ldl.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "sparse.h"
#include "sparse_order.h"

/* ---- the order, the triangle ---- */

/* both triangles of the pattern */
static int whole (int n, int count, const int *i, const int *j, GeomsSparse *to, GeomsArena *arena)
{
    GeomsSparseBuilder b;
    int failed;

    geoms_builder_begin (&b, n, n, arena);
    for (int k = 0; k < n; k++)
        geoms_builder_add (&b, k, k, 0);
    for (int k = 0; k < count; k++) {
        geoms_builder_add (&b, i[k], j[k], 0);
        geoms_builder_add (&b, j[k], i[k], 0);
    }
    failed = geoms_builder_finish (&b, to, NULL);
    geoms_builder_free (&b);
    return failed;
}

static int find_order (GeomsSparseLDL *s, int count, const int *i, const int *j)
{
    GeomsArena scratch = {0};
    GeomsSparse A;
    int failed = whole (s->n, count, i, j, &A, &scratch);

    if (! failed)
        failed = geoms_sparse_order (s->n, A.start, A.row, s->order);
    for (int k = 0; k < s->n && ! failed; k++)
        s->place_of[s->order[k]] = k;
    geoms_arena_free (&scratch);
    return failed;
}

/* the upper triangle in the new order; place: of the entries, then of the diagonal */
static int make_triangle (GeomsSparseLDL *s, int count, const int *i, const int *j, int *place,
                          GeomsArena *arena)
{
    GeomsSparseBuilder b;
    GeomsSparse A;
    int failed;

    geoms_builder_begin (&b, s->n, s->n, arena);
    for (int k = 0; k < count; k++) {
        const int a = s->place_of[i[k]], c = s->place_of[j[k]];
        geoms_builder_add (&b, a < c ? a : c, a < c ? c : a, 0);
    }
    for (int k = 0; k < s->n; k++)
        geoms_builder_add (&b, s->place_of[k], s->place_of[k], 0);
    failed = geoms_builder_finish (&b, &A, place);
    geoms_builder_free (&b);
    if (failed)
        return failed;
    s->start = (int *)A.start;
    s->row = (int *)A.row;
    s->count = A.start[A.n];
    return 0;
}

/* ---- L ---- */

/* the elimination tree, and how many entries each column of L has */
static void count_columns (const GeomsSparseLDL *s, int *parent, int *flag, int *entries)
{
    for (int k = 0; k < s->n; k++) {
        parent[k] = -1;
        flag[k] = k;
        entries[k] = 0;
        for (int p = s->start[k]; p < s->start[k + 1]; p++)
            for (int i = s->row[p]; flag[i] != k; i = parent[i]) {
                if (parent[i] < 0)
                    parent[i] = k;
                entries[i]++;
                flag[i] = k;
            }
    }
}

/* the columns of row k of L, each before those that it moves */
static int reach (const GeomsSparseLDL *s, int k, const int *parent, int *flag, int *path, int *to)
{
    int top = s->n;

    flag[k] = k;
    for (int p = s->start[k]; p < s->start[k + 1]; p++) {
        int length = 0;

        for (int i = s->row[p]; flag[i] != k; i = parent[i]) {
            path[length++] = i;
            flag[i] = k;
        }
        while (length > 0)
            to[--top] = path[--length];
    }
    return top;
}

static int make_rows (GeomsSparseLDL *s, const int *parent, int *flag, int *path, int *pattern,
                      int *next)
{
    int count = 0;

    for (int k = 0; k < s->n; k++)
        flag[k] = -1;
    for (int k = 0; k < s->n; k++) {
        s->begin[k] = count;
        for (int q = reach (s, k, parent, flag, path, pattern); q < s->n; q++) {
            const int i = pattern[q];

            s->below[next[i]] = k;
            s->left[count] = i;
            s->at[count++] = next[i]++;
        }
    }
    s->begin[s->n] = count;
    return count;
}

int geoms_sparse_ldl_create (GeomsSparseLDL *s, int n, int count, const int *i, const int *j,
                             int *place, GeomsArena *arena)
{
    const size_t size = (size_t)n;
    GeomsArena scratch = {0};
    int *all = geoms_arena_ints (&scratch, (size_t)count + size),
        *work = geoms_arena_ints (&scratch, 5 * size), *entries = work + size, failed;

    s->n = n;
    s->order = geoms_arena_ints (arena, size);
    s->place_of = geoms_arena_ints (arena, size);
    s->diagonal = geoms_arena_ints (arena, size);
    s->first = geoms_arena_ints (arena, size + 1);
    s->begin = geoms_arena_ints (arena, size + 1);
    failed = arena->failed || scratch.failed || find_order (s, count, i, j) != 0
             || make_triangle (s, count, i, j, all, arena) != 0;
    if (! failed) {
        memcpy (place, all, (size_t)count * sizeof *all);
        memcpy (s->diagonal, all + count, size * sizeof *all);
        count_columns (s, work, work + 2 * size, entries);
        for (int k = 0; k < n; k++) {
            arena->failed |= s->first[k] > INT_MAX - entries[k];
            s->first[k + 1] = arena->failed ? 0 : s->first[k] + entries[k];
        }
        s->below = geoms_arena_ints (arena, (size_t)s->first[n]);
        s->left = geoms_arena_ints (arena, (size_t)s->first[n]);
        s->at = geoms_arena_ints (arena, (size_t)s->first[n]);
        failed = arena->failed;
    }
    if (! failed) {
        memcpy (entries, s->first, size * sizeof *entries);
        make_rows (s, work, work + 2 * size, work + 3 * size, work + 4 * size, entries);
    }
    geoms_arena_free (&scratch);
    return failed ? -1 : 0;
}

void geoms_sparse_ldl_room (const GeomsSparseLDL *s, GeomsLDLFactors *f, GeomsArena *arena)
{
    f->value = geoms_arena_reals (arena, (size_t)s->count);
    f->L = geoms_arena_reals (arena, (size_t)s->first[s->n]);
    f->D = geoms_arena_reals (arena, (size_t)s->n);
    f->work = geoms_arena_reals (arena, (size_t)s->n);
}

/* lost (n, by old numbers) or NULL: pivots below tol of their diagonal entries as parts of these, 1 of
 * others; -> how many have no place in a positive matrix */
static int factor (const GeomsSparseLDL *s, GeomsLDLFactors *f, double tol, double *lost)
{
    double *y = f->work, *L = f->L;
    int bad = 0;

    f->least = INFINITY;
    f->most = 0;
    memset (y, 0, (size_t)s->n * sizeof *y);
    for (int k = 0; k < s->n; k++) {
        double d, entry;

        for (int p = s->start[k]; p < s->start[k + 1]; p++)
            y[s->row[p]] = f->value[p];
        d = entry = y[k];
        y[k] = 0;
        for (int q = s->begin[k]; q < s->begin[k + 1]; q++) {
            const int i = s->left[q], end = s->at[q];
            const double yi = y[i], l = yi / f->D[i];

            y[i] = 0;
            for (int p = s->first[i]; p < end; p++)
                y[s->below[p]] -= L[p] * yi;
            d -= l * yi;
            L[end] = l;
        }
        if (lost != NULL) {
            const double size = entry > 0 ? entry : entry < 0 ? -entry : 1;
            const int gone = ! (d > tol * size);

            lost[s->order[k]] = gone ? d / size : 1;
            bad += gone;
            d = gone ? size : d;
        } else
            bad += ! (d > 0) || ! (d < INFINITY);
        f->D[k] = d;
        f->least = d < f->least ? d : f->least;
        f->most = d > f->most ? d : f->most;
    }
    return bad;
}

int geoms_sparse_ldl_factor (const GeomsSparseLDL *s, GeomsLDLFactors *f)
{
    return factor (s, f, 0, NULL) != 0;
}

int geoms_sparse_ldl_raise (const GeomsSparseLDL *s, GeomsLDLFactors *f, double tol, double *lost)
{
    return factor (s, f, tol, lost);
}

void geoms_sparse_ldl_direction (const GeomsSparseLDL *s, const GeomsLDLFactors *f, int i, double *x)
{
    double *y = f->work;

    memset (y, 0, (size_t)s->n * sizeof *y);
    y[s->place_of[i]] = 1;
    for (int j = s->place_of[i] - 1; j >= 0; j--)
        for (int p = s->first[j]; p < s->first[j + 1]; p++)
            y[j] -= f->L[p] * y[s->below[p]];
    for (int k = 0; k < s->n; k++)
        x[s->order[k]] = y[k];
}

void geoms_sparse_ldl_solve (const GeomsSparseLDL *s, const GeomsLDLFactors *f, double *x)
{
    double *y = f->work;

    for (int k = 0; k < s->n; k++)
        y[k] = x[s->order[k]];
    for (int j = 0; j < s->n; j++)
        for (int p = s->first[j]; p < s->first[j + 1]; p++)
            y[s->below[p]] -= f->L[p] * y[j];
    for (int j = s->n - 1; j >= 0; j--) {
        double sum = y[j] / f->D[j];

        for (int p = s->first[j]; p < s->first[j + 1]; p++)
            sum -= f->L[p] * y[s->below[p]];
        y[j] = sum;
    }
    for (int k = 0; k < s->n; k++)
        x[s->order[k]] = y[k];
}
