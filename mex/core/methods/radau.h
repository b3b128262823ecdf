/* radau.h - Radau IIA of order 5 on any formulation: one accepted step at a time */
#ifndef GEOMS_RADAU_H
#define GEOMS_RADAU_H

#include "method.h"

typedef struct GeomsRadau {
    GeomsMethod method;
    int m;               /* length of a residual                                               */
    GeomsTolerance tolerance;
    /* carried from step to step */
    double faccon;       /* Newton: theta / (1 - theta) of the last attempt                    */
    double theta_accepted; /* contraction in the last step                                     */
    int trend;           /* steps in a row that grew; those that shrank count down             */
    int steady;          /* steps in a row that grew while contractions stayed as they were    */
    int fresh;           /* the linearisation belongs to the start of the step                 */
    int factored;        /* ... and the Newton matrices to it and to h_factored                */
    double h_factored;
    int singular;        /* singular Newton matrices in a row                                  */
    /* of the last attempt */
    int newt;            /* Newton iterations                                                  */
    double theta, h_factor; /* contraction; factor for h after a failure                      */
    double *Z, *W, *dW;  /* stages minus x, and their transform: n x 3                         */
    double *old;         /* dW of an iteration that may have come down to noise                */
    double *X, *D, *R;   /* stages, their derivatives (n x 3), residuals (m x 3)               */
    double *RT;          /* T^-1 R                                                             */
    double *factor, *weight; /* of the formulation for h; 1 / tolerance of each unknown           */
    double *xdot, *error;
    GeomsMass mass;      /* for the first step size                                            */
} GeomsRadau;

/* E1 and E2 for h; > 0 if singular */
int geoms_radau_factor (GeomsRadau *r);

/* radau_stages.c: starting values, Newton matrix, iteration and updates for h. 0 with the stages in
 * r->Z, GEOMS_ATTEMPT_... with r->h_factor, or a negative IDID. */
int geoms_radau_solve_stages (GeomsRadau *r, double t, const double *x);

/* radau_shift.c: the norm of r->error, `error`, less what is a shift in time; r->error with it */
double geoms_radau_shift (GeomsRadau *r, double error);

#endif
