/* explicit.h - what explicit methods share: tolerances, error norm, step size, failures */
#ifndef GEOMS_EXPLICIT_H
#define GEOMS_EXPLICIT_H

#include "hermite.h"
#include "method.h"
#include "forms/ode.h"

typedef struct GeomsExplicit GeomsExplicit;

/* begin     slopes at a state from which it starts
 * first_step  its size, found from the slopes; NULL: where h |x'| is a small part of |x|
 * attempt   a step of size method.step from (t, x): its end in x_new, its error in `error`
 * polynomial  of the step that was attempted last
 * accepted  what the end of an accepted step asks for, projection too
 * ratio     h_new / h after an attempt with the given error; NULL: a PI controller
 * All but polynomial: 0, GEOMS_RETRY or an IDID. */
typedef struct GeomsExplicitOps {
    double order;
    int (*begin) (GeomsExplicit *e, double t, double *x);
    int (*first_step) (GeomsExplicit *e, double t, const double *x, double direction, double *h);
    int (*attempt) (GeomsExplicit *e, double t, const double *x);
    void (*polynomial) (GeomsExplicit *e, double t, const double *x);
    int (*accepted) (GeomsExplicit *e, double t, double *x);
    double (*ratio) (GeomsExplicit *e, double error);
} GeomsExplicitOps;

/* the first member of every explicit method */
struct GeomsExplicit {
    GeomsMethod method;
    const GeomsExplicitOps *ops;
    GeomsOde *ode;
    const double *rtol, *atol;
    int first;      /* first unknown with an error: those before follow from the others      */
    double *error;  /* of the last attempt, divided by its tolerance                         */
    double *slope;  /* n: x' at the state, among the method's own                            */
    int have_slope; /* it is known                                                           */
    double *x_stage, *x_new;
    GeomsHermite hermite; /* n is 0 where it is not used                                     */
};

/* what all of them have; from the setup of the method */
void geoms_explicit_create (GeomsExplicit *e, const GeomsExplicitOps *ops,
                            const GeomsMethodSetup *setup, double *slope);

/* over what is remembered: the slope where the method is, among it */
void geoms_explicit_walk (GeomsMethod *m, GeomsWalk *w);

/* atol + rtol size of component i */
double geoms_explicit_tolerance (const GeomsExplicit *e, int i, double size);
/* weighted norm of y - minus (or y): the square root of a sum, not of a mean */
double geoms_explicit_norm (const GeomsExplicit *e, const double *x, const double *y,
                            const double *minus);

/* first steps: h |x'| is 1 % of |x| */
double geoms_explicit_first (const GeomsExplicit *e, const double *x);
/* method.poly of methods that created e->hermite */
void geoms_explicit_hermite (GeomsExplicit *e, double t, const double *x, const double *slope,
                             const double *slope_new);

/* operations of GeomsMethodOps, all at once: */
#define GEOMS_EXPLICIT_OPS                                                                      \
    .start = geoms_explicit_start, .restart = geoms_explicit_restart,                           \
    .step = geoms_explicit_step, .attempt = geoms_explicit_attempt,                             \
    .failed = geoms_explicit_failed, .reject = geoms_explicit_reject,                           \
    .accept = geoms_explicit_accept, .worst = geoms_explicit_worst,                             \
    .retake = geoms_explicit_retake, .recover = geoms_explicit_recover,                         \
    .condition = geoms_explicit_condition, .singular = geoms_explicit_singular
int geoms_explicit_start (GeomsMethod *m, double t, double *x, double direction);
int geoms_explicit_restart (GeomsMethod *m, double t, double *x, double direction);
int geoms_explicit_step (GeomsMethod *m, double *t, double *x, double t_end, int *last);
int geoms_explicit_attempt (GeomsMethod *m, double t, const double *x, double *error);
int geoms_explicit_failed (GeomsMethod *m, double t, int status);
void geoms_explicit_reject (GeomsMethod *m, double error);
int geoms_explicit_accept (GeomsMethod *m, double *t, double *x, double t_new, double error,
                           int last);
int geoms_explicit_worst (const GeomsMethod *m);
int geoms_explicit_retake (GeomsMethod *m, double t_old, const double *x_old, double t, double *x);
int geoms_explicit_recover (GeomsMethod *m, int k, const double *t, double *x, int ldx);
void geoms_explicit_condition (const GeomsMethod *m, double condition[3]);
int geoms_explicit_singular (GeomsMethod *m, double t);

#endif
