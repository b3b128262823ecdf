/* implicit.h - one implicit equation at a new point, for any formulation
 *
 *     a (t, x) = 0,   S (b (t, x) - M (t, x) x') = 0,   x' = d + sigma (x - y)
 *
 * y is a prediction of x, d of x'. BDF and the trapezoidal rule are of this kind. For an
 * overdetermined form the residual of the differential rows is left in a subspace, that of the
 * algebraic rows is 0: the ssf-iteration of Petzold, Potra (1992), (3.13), (3.14).
 */
#ifndef GEOMS_IMPLICIT_H
#define GEOMS_IMPLICIT_H

#include "method.h"

typedef struct GeomsImplicit {
    GeomsForm *form;
    int n;
    double newton; /* stopping criterion, as a part of the tolerance                  */
    GeomsTolerance tolerance;
    double *factor, *weight; /* of the formulation for h; factor / tolerance of each unknown    */
    double *y, *d;           /* prediction, to be set before solving                            */
    double *dx, *xdot, *residual, *still; /* still: the residual at the base point                */
    GeomsMass mass;   /* room for the derivative                                         */
    double sigma;     /* of the factorised Newton matrix; 0: there is none               */
    double rate;      /* contraction of the last iteration; 0: not known                 */
    int linearised;   /* there is a linearisation, maybe an old one                      */
    int singular;     /* singular Newton matrices in a row                               */
} GeomsImplicit;

void geoms_implicit_create (GeomsImplicit *im, const GeomsMethodSetup *setup);

/* over what is remembered; the Newton matrix that was factorised */
void geoms_implicit_walk (GeomsImplicit *im, GeomsWalk *w);
void geoms_implicit_again (GeomsImplicit *im);

/* for the sizes of x and step size h */
void geoms_implicit_weights (GeomsImplicit *im, const double *x, double h);
double geoms_implicit_norm (const GeomsImplicit *im, const double *e);

/* e with J_a e = 0, S (sigma M - J_b) e = S sigma M d for the Newton matrix that was used last:
 * what a change d of the differential unknowns means, stiff parts damped, and multipliers as they
 * follow */
void geoms_implicit_filter (GeomsImplicit *im, const double *d, double *e);

/* x' at the base point of the formulation */
const double *geoms_implicit_derivative (GeomsImplicit *im);

/* x_new from y and d; x: the state before the step. 0, GEOMS_ATTEMPT_..., or a negative IDID */
int geoms_implicit_solve (GeomsImplicit *im, double t, double sigma, const double *x,
                          double *x_new);

/* the state at the end of an accepted step: base point, correction if the method projects */
int geoms_implicit_finish_step (GeomsImplicit *im, GeomsMethod *m, double t, double *x);

#endif
