/* svd.h - singular values and least squares by Jacobi's rotations: nothing of what is tested
 *
 *     A = U S V'   (m x n),  sigma_1 >= sigma_2 >= ...
 */
#ifndef GEOMS_LONG_SVD_H
#define GEOMS_LONG_SVD_H

enum { SVD_MOST = 16 };

typedef struct Svd {
    int m, n;
    double US[SVD_MOST * SVD_MOST], V[SVD_MOST * SVD_MOST], sigma[SVD_MOST]; /* m x n, n x n, n */
} Svd;

/* of G' for G (rows x cols, by columns), its rows divided by their lengths if scaled */
void svd_of_rows (int rows, int cols, const double *G, int scaled, Svd *s);
/* how many sigma are larger than limit sigma_1 */
int svd_rank (const Svd *s, double limit);
/* x (cols) = the shortest solution of G x = b, from svd_of_rows without scaling */
void svd_solve (const Svd *s, int rank, const double *b, double *x);

#endif
