/* sparse_lu.h - A x = b by sparse LU factors, real and complex, of one pattern: KLU, where it is there
 *
 *     lu = geoms_sparse_lu_create (n, start, row);                 the symbolic analysis, once
 *     geoms_sparse_lu_factor (lu, slot, values, 0);                as often as the values change
 *     geoms_sparse_lu_solve (lu, slot, 1, x, n);                   x = b becomes A^-1 b
 *     geoms_sparse_lu_free (lu);
 *
 * Slot 0 is real; slots 1, 2, ... are complex, all numbers interleaved: re, im. A slot keeps its pivots
 * from one factorisation to the next, as long as they serve. Without KLU nothing can be created:
 * geoms_sparse_lu_have tells.
 *
 * T. A. Davis, E. Palamadai Natarajan, "Algorithm 907: KLU, a direct sparse solver for circuit
 * simulation problems", ACM Trans. Math. Softw. 37 (2010).
 */
#ifndef GEOMS_SPARSE_LU_H
#define GEOMS_SPARSE_LU_H

typedef struct GeomsSparseLU GeomsSparseLU;

/* 1 if the library was built with KLU, else 0 */
int geoms_sparse_lu_have (void);

/* of the pattern of a square matrix of order n > 0, rows rising within each column, which is copied.
 * NULL: no KLU, or no memory. Where the pattern is that of singular matrices alone, factors say so. */
GeomsSparseLU *geoms_sparse_lu_create (int n, const int *start, const int *row);
void geoms_sparse_lu_free (GeomsSparseLU *lu);

/* Before anything is factored: rows are not divided by their largest entries, which takes a fifth of the
 * time. The ratio of pivots says little then. */
void geoms_sparse_lu_unscaled (GeomsSparseLU *lu);

/* Factors of the matrix with these values, which are copied. New pivots are chosen at first, if `anew`,
 * and where those of the slot no longer serve: a pivot is 0, or elements grow, or the ratio of the
 * pivots falls, far beyond what they did when they were chosen. 0; 1 if the matrix is singular or
 * its values are not finite; -1 without memory. After that the slot has no factors. anew < 0: the
 * growth of elements, which takes a quarter of the time, is not looked at. */
int geoms_sparse_lu_factor (GeomsSparseLU *lu, int slot, const double *values, int anew);

/* `columns` right-hand sides, ldx numbers apart: n or more; in complex slots 2 n or more, an even
 * number. The slot must have factors. */
void geoms_sparse_lu_solve (GeomsSparseLU *lu, int slot, int columns, double *x, int ldx);

/* One right-hand side, with sweeps of refinement until the residual
 *
 *     omega = max_i |b - A x|_i / (|A| |x| + |b|)_i
 *
 * is rounding, or does not fall any more: omega before the last sweep, which divides it by at least
 * as much as one before. Large ones, 1e-6 say, ask for new pivots. */
double geoms_sparse_lu_solve_refined (GeomsSparseLU *lu, int slot, double *x);

/* of the factors in a slot: the smallest pivot over the largest, rows divided by their largest entries */
double geoms_sparse_lu_ratio (const GeomsSparseLU *lu, int slot);

typedef struct GeomsSparseLUCounts {
    long analyses, factorisations, refactorisations, sweeps;
    double entries; /* numbers in A                                                            */
    double factors; /* numbers in L + U of the last factorisation with new pivots              */
} GeomsSparseLUCounts;

GeomsSparseLUCounts geoms_sparse_lu_counts (const GeomsSparseLU *lu);

#endif
