/* radau.h - Radau IIA of order 5 on any formulation: one accepted step at a time */
#ifndef GEOMS_RADAU_H
#define GEOMS_RADAU_H

#include "control.h"
#include "formulation.h"

typedef struct GeomsRadau {
    GeomsForm *form;
    const GeomsOptions *options;
    GeomsCounters *counters;
    GeomsReport *report;
    int n, m;
    GeomsTolerance tolerance;
    GeomsControl control;
    int project;
    /* carried from step to step */
    double h;            /* step size of the next attempt, signed                              */
    double step;         /* h as the difference of two times: rounding of t makes no error of x */
    double h_poly;       /* step size of the collocation polynomial, 0: there is none          */
    double faccon;       /* Newton: theta / (1 - theta) of the last attempt                    */
    int fresh;           /* the linearisation belongs to the start of the step                 */
    int factored;        /* ... and the Newton matrices to it and to h                         */
    int failures;        /* failures of Newton's method in a row                               */
    int singular;        /* singular Newton matrices in a row                                  */
    int worst;           /* component with the largest error                                   */
    double *limiting;    /* n: steps that were limited by each component                       */
    double condition[3]; /* of the constraints at the start                                    */
    long first_step;     /* steps made before this run began                                   */
    int undefined;       /* not 0: the last attempt met NaN, or a function that wants smaller steps */
    /* of the last attempt */
    int newt;            /* Newton iterations                                                  */
    double theta, reduction; /* contraction; factor for h after a failure                     */
    double *Z, *W, *dW;  /* stages minus x, and their transform: n x 3                         */
    double *X, *D, *R;   /* stages, their derivatives (n x 3), residuals (m x 3)               */
    double *RT;          /* T^-1 R                                                             */
    double *poly;        /* three coefficients of the collocation polynomial, n x 3            */
    double *factor, *weight; /* of the formulation for h; 1 / tolerance of each unknown           */
    double *xdot, *error;
    GeomsFactor mass;    /* for the first step size                                            */
} GeomsRadau;

int geoms_radau_create (GeomsRadau *r, GeomsForm *form, const double *rtol, const double *atol,
                        int project, double h, GeomsArena *arena);

/* The linearisation and first step size at the initial point; x may be corrected. */
int geoms_radau_start (GeomsRadau *r, double t, double *x, double direction);

/* The same after the state has jumped at t. */
int geoms_radau_restart (GeomsRadau *r, double t, double *x, double direction);
/* not 0 if the next attempt is changed to end at t_end */
int geoms_radau_reaches (const GeomsRadau *r, double t, double t_end);
/* x, r->h_poly and r->poly as if the last step, from t_old to t_new, had ended at t */
void geoms_radau_cut (GeomsRadau *r, double t_old, double t_new, double t, double *x);
/* The last step, which began at t_old, x_old and ended in x, once more with its end at t, not counted as a
 * step; its polynomial helps. 0 with the new x and polynomial, > 0 if that fails, or a negative IDID */
int geoms_radau_retake (GeomsRadau *r, double t_old, const double *x_old, double t, double *x);
/* E1 and E2 for r->h; > 0 if singular */
int geoms_radau_factor (GeomsRadau *r);

/* One accepted step from *t, x towards t_end, not beyond it. 0 or a negative IDID; *last tells that
 * t_end was reached. On return r->poly belongs to the step that ends at *t. */
int geoms_radau_step (GeomsRadau *r, double *t, double *x, double t_end, int *last);

/* radau_stages.c: starting values, Newton matrix, iteration and updates for r->h. 0 with the stages in
 * r->Z, one of these (r->reduction is the factor for h), or a negative IDID. */
enum { GEOMS_STAGES_FAILED = 1, GEOMS_STAGES_UNDEFINED = 2 };
int geoms_radau_solve_stages (GeomsRadau *r, double t, const double *x);

/* x at the relative position s = (t - t_end of step) / h, -1 <= s <= 0, and its time derivative */
void geoms_radau_interpolate (int n, const double *x_end, const double *poly, double h, double s,
                              double *x, double *xdot);

#endif
