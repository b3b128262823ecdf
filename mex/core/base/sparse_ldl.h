/* sparse_ldl.h - A = L D L' of sparse symmetric matrices of one pattern, without pivoting
 *
 * For positive matrices, and for those that are made so by a little on their diagonal. The structure
 * is found once:
 *
 *     geoms_sparse_ldl_create (&s, n, count, i, j, place, &arena);     entries k = 0 ... count - 1
 *     geoms_sparse_ldl_room (&s, &f, &arena);                          for one matrix each
 *     f.value[place[k]] += a_k, from zeros;  f.value[s.diagonal[i]] += more
 *     geoms_sparse_ldl_factor (&s, &f);
 *     geoms_sparse_ldl_solve (&s, &f, x);
 *
 * T. A. Davis, "Algorithm 849: a concise sparse Cholesky factorization package", ACM Trans. Math.
 * Softw. 31 (2005), with the rows of L kept.
 */
#ifndef GEOMS_SPARSE_LDL_H
#define GEOMS_SPARSE_LDL_H

#include "memory.h"

typedef struct GeomsSparseLDL {
    int n, count;          /* order; entries of the upper triangle that is kept, all of its diagonal */
    int *order, *place_of; /* old number of each new one, new number of each old one             */
    int *start, *row;      /* that triangle, in the new order, by columns                        */
    int *diagonal;         /* place of the diagonal entry of old number i                        */
    int *first, *below;    /* L by columns: column j from first[j] on, rows below[.]             */
    int *begin, *left, *at; /* L by rows: row k from begin[k] on: columns left[.] and where each is */
} GeomsSparseLDL;

typedef struct GeomsLDLFactors {
    double *value;         /* count: the matrix                                                  */
    double *L, *D, *work;
    double least, most;    /* of D                                                               */
} GeomsLDLFactors;

/* of order n with `count` entries (i, j), each below or above the diagonal, not both; place[k] is where
 * entry k belongs. 0, or -1 without memory. */
int geoms_sparse_ldl_create (GeomsSparseLDL *s, int n, int count, const int *i, const int *j,
                             int *place, GeomsArena *arena);
void geoms_sparse_ldl_room (const GeomsSparseLDL *s, GeomsLDLFactors *f, GeomsArena *arena);
/* 0; 1: a pivot is not positive, or nothing that is finite */
int geoms_sparse_ldl_factor (const GeomsSparseLDL *s, GeomsLDLFactors *f);
/* Of A that may be singular: where a pivot is not more than tol times the diagonal entry, which takes
 * its place, lost[i] (of n) is their ratio, i the old number; else 1. -> how many there are */
int geoms_sparse_ldl_raise (const GeomsSparseLDL *s, GeomsLDLFactors *f, double tol, double *lost);
/* x with x_i = 1 and x'A x = the pivot of i, before that was raised */
void geoms_sparse_ldl_direction (const GeomsSparseLDL *s, const GeomsLDLFactors *f, int i, double *x);
/* x = b becomes A^-1 b */
void geoms_sparse_ldl_solve (const GeomsSparseLDL *s, const GeomsLDLFactors *f, double *x);

#endif
