/* control.h - tolerances, error norms and the step-size controllers */
#ifndef GEOMS_CONTROL_H
#define GEOMS_CONTROL_H

#include "forms/formulation.h"
#include "base/linalg.h"

/* The tolerances a Radau method uses inside, and its Newton stopping criterion. */
typedef struct GeomsTolerance {
    int n;
    double *rtol, *atol; /* 0.1 rtol^((s + 1)/(2 s)), and atol in the same ratio             */
    double newton;       /* FNEWT                                                            */
    const double *unit;  /* atol of the first `units` unknowns is measured in these          */
    int units;
} GeomsTolerance;

/* for a method of so many stages */
void geoms_tolerance_transform (GeomsTolerance *s, const GeomsOptions *o, int stages,
                                const double *rtol, const double *atol);

/* the multipliers of e are measured in units of their own */
void geoms_tolerance_units (GeomsTolerance *s, const GeomsEquations *e);

/* factor_i = |h|^(index_i - 1) of each unknown, times its effect for those behind x */
void geoms_index_factors (const GeomsForm *f, double h, double *factor);
/* the highest index of all unknowns */
int geoms_index_highest (const GeomsForm *f);

/* weight_i = factor_i / (atol_i + rtol_i |x_i|) */
void geoms_tolerance_weights (const GeomsTolerance *s, const double *x, const double *factor,
                              double *weight);

/* Norm of an error e for the controller, over all unknowns or over the free ones of r, v, s, p. */
double geoms_error_norm (const GeomsForm *f, const double *e, const double *weight);
/* the component with the largest weighted error */
int geoms_error_worst (int n, const double *e, const double *weight);

/* root mean square of k corrections of Newton's method over the unknowns that it is tested by */
double geoms_newton_norm (const GeomsForm *f, int k, const double *d, const double *weight);

/* What the controller remembers from step to step. */
typedef struct GeomsControl {
    double h_accepted, error_accepted;
    int accepted;  /* accepted steps so far                        */
    int rejected;  /* the last attempt was not accepted            */
} GeomsControl;

/* hnew / h after an attempt with the given error that took `newt` Newton iterations; on acceptance
 * the predictive controller (Gustafsson) may ask for less. */
double geoms_control_ratio (GeomsControl *c, const GeomsOptions *o, double h, double error,
                            int newt);
/* the same for an error that grows like h^root; that of order 5 like h^4 */
double geoms_control_ratio_of (GeomsControl *c, const GeomsOptions *o, int root, double h,
                               double error, int newt);

/* First step size from |x| and |x'| of r, v, p: 1 % change. */
double geoms_control_first (const GeomsForm *f, const double *x, const double *weight,
                            const double *xdot);

#endif
