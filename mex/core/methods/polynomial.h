/* polynomial.h - the polynomial of one step, in Newton's form about its end
 *
 *     x (t) = x_end + s (p_1 + (s - c_1) (p_2 + (s - c_2) (p_3 + ...))),   s = (t - t_end) / h
 *
 * The nodes c_1 ... c_degree belong to the method; with s = 0 they are the points of interpolation.
 */
#ifndef GEOMS_POLYNOMIAL_H
#define GEOMS_POLYNOMIAL_H

typedef struct GeomsBasis {
    int degree;
    const double *node; /* c_1 ... c_degree */
} GeomsBasis;

typedef struct GeomsPolynomial {
    const GeomsBasis *basis;
    int n;               /* so many unknowns of it                 */
    const double *x_end;
    const double *p;     /* p_1, p_2, ...: n x degree, ld apart    */
    int ld;
    double h;            /* counts where x' is asked for           */
} GeomsPolynomial;

/* x and x' at s, either may be NULL */
void geoms_polynomial_at (const GeomsPolynomial *of, double s, double *x, double *xdot);

/* p from the values at the nodes minus that at s = 0, n x degree, in place */
void geoms_polynomial_fit (const GeomsBasis *basis, int n, double *p);

/* x_end and p of the same polynomial for the step's part from its begin to s, a fraction 1 + s of
 * it */
void geoms_polynomial_cut (const GeomsBasis *basis, int n, double *x_end, double *p, double s,
                           double *work); /* n x (degree + 1) */

#endif
