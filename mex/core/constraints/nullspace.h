/* nullspace.h - one block F (m x k) of the constraints: rank, null basis, generalised inverse
 *
 *     F N = 0,  N is k x (k - rank);    F F^- = I on the range of F,  F^- is k x m
 */
#ifndef GEOMS_NULLSPACE_H
#define GEOMS_NULLSPACE_H

#include "geoms_options.h"
#include "base/lapack.h"
#include "base/memory.h"

typedef struct GeomsBlock {
    int m, k, kind;          /* rows, columns, GEOMS_DECOMPOSITION_...                        */
    int rank, kernel;        /* rank, k - rank                                                */
    int expected;            /* SVD: rank of a redundant block, known before; 0: not known    */
    int imposed;             /* rank that is known from another block; 0: to be found         */
    double *inverse;         /* F^-, k x m                                                    */
    double *null;            /* N, k x (k - rank)                                             */
    int *dependent;          /* k: 1 for the pivot columns; with SVD all 0                    */
    double largest, least;   /* pivots or singular values that count, of the equilibrated one */
    double smallest;         /* the first one that does not count, or least                   */
    int scales_columns;      /* not 0: columns are equilibrated, too (a block that may be square) */
    double *work, *values, *scale, *column, *tau;
    double *first;           /* scale at the start, 0: not known                              */
    int *row_column;         /* LU: the pivot column of each row                              */
    double *most;            /* LU: the largest entry of each column in rows that are left    */
    lapack_int *order, lwork;
} GeomsBlock;

void geoms_block_create (GeomsBlock *b, int m, int k, int kind, GeomsArena *arena);

/* Decomposes F, stored by columns with leading dimension ldf; what is relatively smaller than tol
 * counts as zero. 0, or not 0 if LAPACK failed. b->rank < min (m, k) tells of redundancy. */
int geoms_block_decompose (GeomsBlock *b, const double *F, int ldf, double tol);

/* the decomposition of another block of the same size, by LU */
void geoms_block_take (GeomsBlock *b, const GeomsBlock *from);

/* Condition of the block; a row that shrinks as a whole, against the start, makes it worse. */
double geoms_block_condition (const GeomsBlock *b);

/* u (m) with u' F = 0, number j < m - rank: only after an SVD, until the next one; any length. */
void geoms_block_left_null (const GeomsBlock *b, int j, double *u);
/* u = D U_j and v = D^-1 U_j for the singular vector number j < rank of D F, D for the
 * equilibration of rows: u' F are independent rows, v a basis of what F x reaches; after an SVD. */
void geoms_block_left_range (const GeomsBlock *b, int j, double *u, double *v);
/* the part of a (m) in the space of these vectors, rows divided by their largest entries */
void geoms_block_left_part (const GeomsBlock *b, const double *a, double *part);

#endif
