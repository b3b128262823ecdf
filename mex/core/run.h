/* run.h - everything one integration owns; the rooms that work on it */
#ifndef GEOMS_RUN_H
#define GEOMS_RUN_H

#include "projected.h"
#include "radau.h"

struct GeomsRun {
    GeomsArena arena;
    GeomsOptions options;
    GeomsHooks hooks;
    GeomsModel model;
    GeomsCounters counters;
    GeomsReport report;
    GeomsEquations eq;
    GeomsProjected form;      /* what is integrated                                            */
    GeomsProjected side;      /* constraints by SVD: initial values, projection of any state   */
    int have_side;
    GeomsRadau radau;
    int threads;              /* of the BLAS library before the run, 0: not changed            */
    int ntspan;
    double *tspan, direction;
    double t, *x;             /* where the integration is                                      */
    double *increment;        /* typical sizes for difference quotients                        */
    double *rtol, *atol;
    /* output */
    GeomsSolution solution;
    size_t t_room, x_room, residual_room, relative_room, step_t_room, step_x_room;
    size_t evaluated;         /* outputs whose residuals are evaluated                         */
    int next;                 /* next requested time                                           */
    double *chunk_t, *chunk_x, *chunk_rda, *chunk_last, *chunk_scale;
    int *chunk_done;
};

/* output.c: what a step gives to the solution. 0 or an IDID. */
int geoms_output_first (GeomsRun *run);
int geoms_output_step (GeomsRun *run, double t_old);
/* Evaluates the residuals that are still missing after a run that ended with the given status; NaN
 * where that fails. The status of all. */
int geoms_output_finish (GeomsRun *run, int status);
/* relative residual of position, velocity, acceleration level */
void geoms_output_relative (const GeomsEquations *e, const double *rda, const double *scale,
                            double relative[3]);
/* the algebraic rows of rda without e */
void geoms_output_algebraic (const GeomsEquations *e, const double *rda, double *a);

/* initial.c: consistent initial values as the option Initial wants; t and x of the run */
int geoms_initial (GeomsRun *run);
/* run->side, made when first needed */
int geoms_side_form (GeomsRun *run);
/* x moved onto the constraints of run->side by Gauss-Newton steps */
int geoms_side_correct (GeomsRun *run, double t, double *x);

#endif
