/* events.h - what the files of events have of each other: samples <- roots <- events */
#ifndef GEOMS_EVENTS_H
#define GEOMS_EVENTS_H

#include "run.h"

/* stands for |t| about t = 0, where rounding is finer than any clock */
#define GEOMS_EVENTS_NEAR_ZERO 1e-3

/* ---- event_samples.c ---- */

/* what the samples of the step gave, count x samples each; kept apart, for the functions are called
 * again */
typedef struct GeomsSampled {
    double *value, *terminal, *direction;
} GeomsSampled;

GeomsSampled geoms_events_sampled (const GeomsEvents *e);
double geoms_events_sign (double value);
/* value, terminal, direction of all functions at k states. 0 or an IDID */
int geoms_events_evaluate (GeomsRun *run, int k, const double *t, const double *x);
/* the functions at the samples of the step from t_old to run->t; 0 or an IDID */
int geoms_events_sample (GeomsRun *run, double t_old);
/* the same beside them, now and then: the first pair of zeros that they did not see is told */
int geoms_events_look_between (GeomsRun *run, double t_old);

/* ---- event_roots.c ---- */

/* all zeros of the step by brackets: e->root_t, root_x, which, stops, order. 0 or an IDID */
int geoms_events_find_roots (GeomsRun *run, double t_old);
/* The step ends at the event of function `which`, at t with the state x: cut there, then retaken. 0
 * or an IDID */
int geoms_events_end_step (GeomsRun *run, double t_old, int which, double t, const double *x);
/* an event that changes nothing where a step puts it: *t and x; the step is as before. 0 or an IDID
 * */
int geoms_events_step_beside (GeomsRun *run, double t_old, int which, double *t, double *x);

#endif
