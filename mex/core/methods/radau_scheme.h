/* radau_scheme.h - Radau IIA with s = 3, 5 or 7 stages, of order 2 s - 1 */
#ifndef GEOMS_RADAU_SCHEME_H
#define GEOMS_RADAU_SCHEME_H

#include "polynomial.h"

enum { GEOMS_RADAU_MOST = 7, GEOMS_RADAU_SIZE = GEOMS_RADAU_MOST * GEOMS_RADAU_MOST };

/* Matrices by rows: n x s arrays of unknowns, one stage after the other, are multiplied by their
 * transposes. */
typedef struct GeomsRadauScheme {
    int stages;
    const double *c, *A, *T, *inverse; /* nodes; A; T and T^-1                                 */
    const double *lambda;            /* u, alpha_1, beta_1, ...: eigenvalues of A^-1           */
    double slopes[GEOMS_RADAU_SIZE]; /* T Lambda = A^-1 T                                      */
    double change[GEOMS_RADAU_SIZE]; /* A^-1                                                   */
    double fit[GEOMS_RADAU_SIZE];    /* coefficients of the collocation polynomial, from Z     */
    double estimate[GEOMS_RADAU_MOST]; /* minus its slope at the begin of the step, times h    */
} GeomsRadauScheme;

/* The polynomials of all orders are in one basis: those of degree s have s coefficients that are
 * not 0. */
extern const double geoms_radau_nodes[GEOMS_RADAU_MOST];

/* order 5, 9 or 13 */
void geoms_radau_scheme (int order, GeomsRadauScheme *s);

/* weights (stages x degree): values, less that at the end of the last step, at the stages of a step
 * of ratio times its size; from the coefficients of its polynomial of that degree */
void geoms_radau_extrapolation (const GeomsRadauScheme *s, int degree, double ratio,
                                double *weights);

#endif
