/* orthogonal.h - reflections and rotations: rank, QR and SVD of small matrices, stored by columns
 */
#ifndef GEOMS_ORTHOGONAL_H
#define GEOMS_ORTHOGONAL_H

/* x' y with four sums, which do not wait for each other; always in the same order */
static inline double geoms_dot4 (int n, const double *x, const double *y)
{
    double a = 0, b = 0, c = 0, d = 0;
    int i = 0;

    for (; i + 3 < n; i += 4) {
        a += x[i] * y[i];
        b += x[i + 1] * y[i + 1];
        c += x[i + 2] * y[i + 2];
        d += x[i + 3] * y[i + 3];
    }
    for (; i < n; i++)
        a += x[i] * y[i];
    return (a + b) + (c + d);
}

/* Rank of A (m x n) by QR with column pivoting: pivots relatively smaller than tol count as zero.
 * A is overwritten; order (n) begins with the pivot columns. */
int geoms_pivot_columns (int m, int n, double *A, int *order, double tol);

/* A (n x m) = Q [R; 0]: R in the upper triangle of A, all of Q (n x n); tau: min (n, m) */
void geoms_small_qr (int n, int m, double *A, double *tau, double *Q);
/* the same in two: R and the k = min (n, m) reflectors below it; Q from these */
void geoms_small_reflectors (int n, int m, double *A, double *tau);
void geoms_small_basis (int n, int k, const double *A, const double *tau, double *Q);
/* x (n) becomes Q x, or Q' x, by the reflectors alone */
void geoms_small_reflect (int n, int k, const double *A, const double *tau, int transposed,
                          double *x);

/* G (m x k) W = V S by rotations W (k x k) of the columns of G, which becomes V S: the singular
 * values, decreasing, in values (k). W may be NULL. 0, or not 0 if that fails: G holds NaN or huge
 * numbers. */
int geoms_jacobi (int m, int k, double *G, double *W, double *values);

#endif
