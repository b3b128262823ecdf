/* sparse.c - matrices by their patterns: entries in order by counting them, products, A'
 *
 * Entries are sorted by two passes that keep the order of equals, first by rows, then by columns: the
 * work is their number and m + n.
 */
#include "sparse.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- building ---- */

void geoms_builder_begin (GeomsSparseBuilder *b, int m, int n, GeomsArena *arena)
{
    *b = (GeomsSparseBuilder){.m = m, .n = n, .arena = arena};
}

int geoms_builder_add (GeomsSparseBuilder *b, int i, int j, int source)
{
    const size_t need = (size_t)b->count + 1, size = sizeof (int);

    b->failed |= i < 0 || i >= b->m || j < 0 || j >= b->n || b->count == INT_MAX;
    if (! b->failed)
        b->failed = geoms_grow ((void **)&b->row, &b->room_row, need, size) != 0
                    || geoms_grow ((void **)&b->column, &b->room_column, need, size) != 0
                    || geoms_grow ((void **)&b->source, &b->room_source, need, size) != 0;
    if (b->failed)
        return 0;
    b->row[b->count] = i;
    b->column[b->count] = j;
    b->source[b->count] = source;
    return b->count++;
}

void geoms_builder_free (GeomsSparseBuilder *b)
{
    free (b->row);
    free (b->column);
    free (b->source);
    *b = (GeomsSparseBuilder){0};
}

/* first[v] = how many keys are less than v, v = 0 ... values */
static void count_keys (int count, const int *key, int values, int *first)
{
    memset (first, 0, ((size_t)values + 1) * sizeof *first);
    for (int k = 0; k < count; k++)
        first[key[k] + 1]++;
    for (int v = 0; v < values; v++)
        first[v + 1] += first[v];
}

/* order = the numbers in `before` (NULL: 0, 1, ...) by rising keys */
static void sort_by (int count, const int *key, int values, int *first, const int *before,
                     int *order)
{
    count_keys (count, key, values, first);
    for (int i = 0; i < count; i++) {
        const int k = before == NULL ? i : before[i];
        order[first[key[k]]++] = k;
    }
}

/* the entries in order become start and row; where each stands */
static void merge (const GeomsSparseBuilder *b, const int *order, int *start, int *row, int *place)
{
    int stored = 0, i = 0;

    for (int j = 0; j < b->n; j++) {
        start[j] = stored;
        for (; i < b->count && b->column[order[i]] == j; i++) {
            const int k = order[i];
            if (stored == start[j] || row[stored - 1] != b->row[k])
                row[stored++] = b->row[k];
            if (place != NULL)
                place[k] = stored - 1;
        }
    }
    start[b->n] = stored;
}

int geoms_builder_finish (GeomsSparseBuilder *b, GeomsSparse *to, int *place)
{
    GeomsArena scratch = {0};
    const int most = b->m > b->n ? b->m : b->n;
    const size_t count = (size_t)b->count;
    int *first = geoms_arena_ints (&scratch, (size_t)most + 1);
    int *by_row = geoms_arena_ints (&scratch, count), *order = geoms_arena_ints (&scratch, count);
    int *row = geoms_arena_ints (&scratch, count);
    int *start = geoms_arena_ints (b->arena, (size_t)b->n + 1);

    if (! b->failed && ! scratch.failed && start != NULL) {
        sort_by (b->count, b->row, b->m, first, NULL, by_row);
        sort_by (b->count, b->column, b->n, first, by_row, order);
        merge (b, order, start, row, place);
        int *kept = geoms_arena_ints (b->arena, (size_t)start[b->n]);
        if (kept != NULL && start[b->n] > 0)
            memcpy (kept, row, (size_t)start[b->n] * sizeof *row);
        *to = (GeomsSparse){.m = b->m,
                            .n = b->n,
                            .start = start,
                            .row = kept,
                            .value = geoms_arena_reals (b->arena, (size_t)start[b->n])};
    }
    b->failed |= scratch.failed || b->arena->failed;
    geoms_arena_free (&scratch);
    return b->failed ? -1 : 0;
}

/* ---- products ---- */

void geoms_sparse_multiply (const GeomsSparse *A, double s, const double *x, double *y)
{
    for (int j = 0; j < A->n; j++) {
        const double sx = s * x[j];
        for (int k = A->start[j]; k < A->start[j + 1]; k++)
            y[A->row[k]] += A->value[k] * sx;
    }
}

void geoms_sparse_multiply_transposed (const GeomsSparse *A, double s, const double *x, double *y)
{
    for (int j = 0; j < A->n; j++) {
        double sum = 0;
        for (int k = A->start[j]; k < A->start[j + 1]; k++)
            sum += A->value[k] * x[A->row[k]];
        y[j] += s * sum;
    }
}

/* ---- A' ---- */

/* columns in turn: so their numbers rise within each row of A */
static void turn (const GeomsSparse *A, int *next, int *row, double *value, int *place)
{
    for (int j = 0; j < A->n; j++)
        for (int k = A->start[j]; k < A->start[j + 1]; k++) {
            const int to = next[A->row[k]]++;
            row[to] = j;
            if (value != NULL)
                value[to] = A->value[k];
            if (place != NULL)
                place[k] = to;
        }
}

int geoms_sparse_transpose (const GeomsSparse *A, GeomsSparse *to, int *place, GeomsArena *arena)
{
    const int count = geoms_sparse_count (A);
    int *next = malloc (((size_t)A->m + 1) * sizeof *next);
    int *start = geoms_arena_ints (arena, (size_t)A->m + 1);
    int *row = geoms_arena_ints (arena, (size_t)count);
    double *value = A->value != NULL ? geoms_arena_reals (arena, (size_t)count) : NULL;

    if (next != NULL && ! arena->failed) {
        count_keys (count, A->row, A->m, start);
        memcpy (next, start, ((size_t)A->m + 1) * sizeof *next);
        turn (A, next, row, value, place);
        *to = (GeomsSparse){.m = A->n, .n = A->m, .start = start, .row = row, .value = value};
    }
    arena->failed |= next == NULL;
    free (next);
    return arena->failed ? -1 : 0;
}

int geoms_sparse_find (const GeomsSparse *A, int i, int j)
{
    int low = A->start[j], high = A->start[j + 1];

    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (A->row[middle] == i)
            return middle;
        if (A->row[middle] < i)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}
