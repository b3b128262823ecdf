/* radau.h - Radau IIA of order 5 on any formulation: one accepted step at a time */
#ifndef GEOMS_RADAU_H
#define GEOMS_RADAU_H

#include "method.h"

/* where a step begins, should it be taken back; x is `middle` then */
typedef struct GeomsRadauBegin {
    double t, theta_accepted;
    int trend, steady;
    GeomsControl control;
} GeomsRadauBegin;

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
    double *middle;      /* n: where stages that meet their constraints are linearised; the begin
                            of the step                                                        */
    GeomsRadauBegin begin;
    double condition;    /* of position and velocity constraints at the last end of a step      */
    int taken_back;      /* steps in a row                                                     */
    GeomsMass mass;      /* for the first step size                                            */
} GeomsRadau;

/* E1 and E2 for h; > 0 if singular */
int geoms_radau_factor (GeomsRadau *r);

/* radau_stages.c: starting values, Newton matrix, iteration and updates for h. 0 with the stages in
 * r->Z, GEOMS_ATTEMPT_... with r->h_factor, or a negative IDID. */
int geoms_radau_solve_stages (GeomsRadau *r, double t, const double *x);

/* radau_meet.c: of position and velocity constraints where the linearisation is; whether the step
 * begins beside a singular position, and whether one of these conditions, at its begin and in its
 * middle, is beside one; the stages r->X onto their constraints: 0 or a status */
double geoms_radau_condition (const GeomsRadau *r);
int geoms_radau_begins_beside (const GeomsRadau *r);
int geoms_radau_beside (const GeomsRadau *r, double begin, double middle);
int geoms_radau_meet (GeomsRadau *r, double t);

/* radau_land.c: before (t, x) becomes the end of the step; whether that, with this status, is beside
 * a singular position; then (t, x) as they were and a smaller h: GEOMS_STEP_TAKEN_BACK or an IDID */
void geoms_radau_leave (GeomsRadau *r, double t, const double *x);
int geoms_radau_lands_beside (GeomsRadau *r, int status, int last);
int geoms_radau_take_back (GeomsRadau *r, int status, double *t, double *x);

/* ---- what radau_orders.c shares ---- */

/* radau.c: of GeomsMethodOps; create for so many stages at most */
int geoms_radau_start (GeomsMethod *m, double t, double *x, double direction);
int geoms_radau_restart (GeomsMethod *m, double t, double *x, double direction);
int geoms_radau_failed (GeomsMethod *m, double t, int status);
int geoms_radau_worst (const GeomsMethod *m);
void geoms_radau_walk (GeomsMethod *m, GeomsWalk *w);
int geoms_radau_create (GeomsMethod *m, const GeomsMethodSetup *setup, int stages);
/* r->tolerance for that number of stages, its memory as it is */
void geoms_radau_tolerance (GeomsRadau *r, int stages, const GeomsMethodSetup *setup);
/* weight_i = factor_i / (atol_i + rtol_i |x_i|) for step size h */
void geoms_radau_weights (GeomsRadau *r, const double *x, double h);
/* Motion prescribed by the constraints: the defect in the middle of the interpolant r->method.poly
 * of the attempt, in its basis. 0 or a status */
int geoms_radau_interpolation_error (GeomsRadau *r, const GeomsBasis *of, double t,
                                     const double *x, double *error);
/* the new state: residuals there, linearisation unless the old one is kept, correction */
int geoms_radau_finish_step (GeomsRadau *r, double t, double *x, int last);
/* after an error of 1 or more, for which the ratio hnew / h is that */
void geoms_radau_reject (GeomsRadau *r, double ratio);
/* of the next step: what stiff forces leave of hnew / h; h, kept if the change is small and the
 * Newton matrices can be used again; which way step sizes run */
double geoms_radau_limited_ratio (const GeomsRadau *r, double ratio);
void geoms_radau_next_size (GeomsRadau *r, double h, double ratio);
void geoms_radau_note_trend (GeomsRadau *r);

/* radau_stages.c: contraction after r->newt >= 2 of nit iterations at most: 0 go on, else
 * GEOMS_ATTEMPT_FAILED with r->h_factor */
int geoms_radau_contraction (GeomsRadau *r, int nit, double norm, double norm_old,
                             double *ratio_old);
/* theta / (1 - theta) for the first iteration */
double geoms_radau_first_faccon (const GeomsRadau *r);
/* corrections of that norm may be noise, for all that the error says; they are, if rounding makes
 * `noise` of them: then the iteration ends. r->X (count) moved by its rounding */
int geoms_radau_allows_noise (const GeomsRadau *r, double norm);
int geoms_radau_is_noise (GeomsRadau *r, double norm, double noise);
void geoms_radau_disturb (GeomsRadau *r, int count);

/* radau_shift.c: the norm of r->error, `error`, less what is a shift in time; r->error with it */
double geoms_radau_shift (GeomsRadau *r, double error);

#endif
