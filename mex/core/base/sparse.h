/* sparse.h - matrices by their patterns, and how they are put together from pieces
 *
 *     A_ij = value[k] where row[k] = i, start[j] <= k < start[j+1];   A_ij = 0 elsewhere
 *
 * Rows rise within a column; all numbers count from 0. The structure is found once:
 *
 *     geoms_builder_begin (&b, m, n, &arena);
 *     k = geoms_builder_add (&b, i, j, source);           entry number k = 0, 1, 2, ...
 *     geoms_builder_finish (&b, &A, place);               place[k] is where entry k stands
 *     ... b.source[k] ...
 *     geoms_builder_free (&b);
 *
 * and the values as often as they change: value[place[k]] += x_k, from zeros. Entries with the same
 * (i, j) share a place, and so are added.
 */
#ifndef GEOMS_SPARSE_H
#define GEOMS_SPARSE_H

#include <stddef.h>

#include "memory.h"

typedef struct GeomsSparse {
    int m, n;
    const int *start, *row;
    double *value; /* NULL: a pattern                                                   */
} GeomsSparse;

typedef struct GeomsSparseBuilder {
    int m, n, count; /* entries so far                                                    */
    int *row, *column;
    int *source; /* what the caller has said with each entry                          */
    size_t room_row, room_column, room_source;
    int failed;        /* no memory, or no such place                                       */
    GeomsArena *arena; /* to which the matrix will belong                                   */
} GeomsSparseBuilder;

void geoms_builder_begin (GeomsSparseBuilder *b, int m, int n, GeomsArena *arena);
/* -> the number of the entry; a failure is told by finish */
int geoms_builder_add (GeomsSparseBuilder *b, int i, int j, int source);
/* *to with values that are 0; place (b->count numbers) may be NULL. 0, or -1 without memory or with
 * entries outside the matrix. */
int geoms_builder_finish (GeomsSparseBuilder *b, GeomsSparse *to, int *place);
void geoms_builder_free (GeomsSparseBuilder *b);

static inline int geoms_sparse_count (const GeomsSparse *A) { return A->start[A->n]; }

/* y += s A x,  y += s A'x */
void geoms_sparse_multiply (const GeomsSparse *A, double s, const double *x, double *y);
void geoms_sparse_multiply_transposed (const GeomsSparse *A, double s, const double *x, double *y);

/* *to = A', with values if A has some; entry k of A stands at place[k] of it (may be NULL). 0, or -1
 * without memory. */
int geoms_sparse_transpose (const GeomsSparse *A, GeomsSparse *to, int *place, GeomsArena *arena);

/* number of the entry (i, j), or -1 */
int geoms_sparse_find (const GeomsSparse *A, int i, int j);

#endif
