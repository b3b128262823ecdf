/* sparse_rank.h - the rank of a sparse matrix A, and which of its rows depend on others
 *
 *     geoms_sparse_rank_find (&r, &A, tol);       0, or -1 without memory
 *     ... r.rank, r.redundant[i], r.least ...
 *     geoms_sparse_rank_free (&r);                also after a failure
 *
 * R of A' = Q R, an orthogonal decomposition: the condition of A enters as it is, not squared. A row is
 * redundant if a combination z of it and rows kept before, all of length 1, has |A'z| <= tol |z|; rows
 * that are nearly parallel count.
 *
 * M. T. Heath, "Some extensions of an algorithm for sparse linear least squares problems", SIAM J. Sci.
 * Stat. Comput. 3 (1982).
 */
#ifndef GEOMS_SPARSE_RANK_H
#define GEOMS_SPARSE_RANK_H

#include "sparse.h"

typedef struct GeomsSparseRank {
    int rank;
    int *redundant; /* of each row of A: 1 where it depends on the others                     */
    double least;   /* of the sines of the angles of rows that are kept; 1 if there are none  */
    double largest; /* of the others                                                          */
    double entries; /* numbers in R                                                           */
    /* R, for combinations */
    int m;
    int *order, *place; /* rows of A as columns of R; the way back                              */
    double *scale;      /* of each row of A                                                       */
    struct GeomsSparseRankRow *row;
    GeomsArena arena;
} GeomsSparseRank;

/* Rows of A are scaled by their largest entries, small columns by powers of 2. Rows of zeros, or with
 * a NaN, are redundant. */
int geoms_sparse_rank_find (GeomsSparseRank *r, const GeomsSparse *A, double tol);

/* y (m) with A'y = 0 and y_i = 1 for a redundant row i: of it and of rows that are kept. 0, or -1
 * without memory. */
int geoms_sparse_rank_combination (const GeomsSparseRank *r, int i, double *y);

void geoms_sparse_rank_free (GeomsSparseRank *r);

#endif
