/* geoms.h - the integrator: create a run, integrate, look at the solution, free
 *
 *     run = geoms_run_create (&problem, &report);
 *     status = geoms_run_integrate (run);            0 done, > 0 done with news, < 0 failed
 *     solution = geoms_run_solution (run);           also after a failure: all that was accepted
 *     geoms_run_free (run);
 *
 * Nothing here prints, exits or keeps a global. A run owns all its memory; several runs may exist at
 * once, also nested inside each other's callbacks. Freeing NULL is allowed.
 */
#ifndef GEOMS_H
#define GEOMS_H

#include <stddef.h>

#include "geoms_model.h"
#include "geoms_options.h"
#include "geoms_status.h"

#define GEOMS_VERSION "0.1.0"

/* ---- counters: field, meaning. The first eleven are those of the manual (IWORK). ---- */
#define GEOMS_COUNTERS(X)                                                              \
    X (naccpt, "accepted steps")                                                       \
    X (neom, "evaluations of the equations of motion, without those for Jacobians "    \
             "and outputs")                                                            \
    X (nmas, "evaluations of the mass matrix")                                         \
    X (njac, "evaluations of the Jacobian")                                            \
    X (nsel, "determinations of the selectors")                                        \
    X (npdec, "decompositions of the constraints")                                     \
    X (nedec, "decompositions of the real and complex Newton matrices")                \
    X (nbsub, "backward substitutions")                                                \
    X (nstep, "attempted steps")                                                       \
    X (nerjct, "rejections by the error test")                                         \
    X (ncrjct, "rejections by Newton's method")                                        \
    X (ncall, "calls of the user's functions, each for one or many points")            \
    X (neomjac, "evaluations of the equations of motion for Jacobians")                \
    X (neomout, "evaluations of the equations of motion for outputs")

typedef struct GeomsCounters {
#define GEOMS_COUNTER_FIELD(field, meaning) long field;
    GEOMS_COUNTERS (GEOMS_COUNTER_FIELD)
#undef GEOMS_COUNTER_FIELD
} GeomsCounters;

/* ---- what happened, where, with which value, against which limit ---- */
typedef struct GeomsReport {
    int status;       /* an IDID of geoms_status.h                                            */
    double t, h;      /* time and step size                                                   */
    int component;    /* 0-based index of an unknown, a row or an option; -1: none            */
    double value;     /* what was found                                                       */
    double limit;     /* what is allowed                                                      */
    char text[400];   /* all of it in one sentence                                            */
} GeomsReport;

/* ---- what the run asks of its surroundings; every member may be NULL ---- */
typedef struct GeomsHooks {
    int (*interrupted) (void *user); /* polled once a step; not 0: stop                       */
    void *user;
} GeomsHooks;

/* ---- what is to be solved ---- */
typedef struct GeomsProblem {
    const GeomsModel *model;
    void *user;              /* passed to the model's callbacks; the model's create is not called */
    const GeomsOptions *options;
    const double *rtol, *atol; /* n values each                                               */
    int ntspan;              /* 2: every step is returned; more: the requested times          */
    const double *tspan;     /* strictly monotonous                                           */
    const double *x0;        /* n values                                                      */
    GeomsHooks hooks;
} GeomsProblem;

/* ---- what was found: arrays by columns, one column per time ---- */
typedef struct GeomsSolution {
    int n, m;                /* unknowns, rows of the reduced derivative array                */
    int na;                  /* algebraic rows of rda: [ d; gII; hI; gI; h~; c; g ]           */
    size_t count;            /* returned times                                                */
    double *t;               /* 1 x count                                                     */
    double *x;               /* n x count                                                     */
    double *residual;        /* na x count, or NULL: raw residuals                            */
    double *relative;        /* 3 x count, or NULL: largest |residual| / scale of position,
                                velocity, acceleration level (algorithm: row-wise
                                scale = max (1, sum_j |J_ij| |x_j|))                          */
    size_t steps;            /* accepted steps of which dense data are kept                   */
    double *step_t;          /* 2 x steps: begin and end of the step                          */
    double *step_x;          /* n x 4 x steps: x at the end, and the three coefficients of
                                the collocation polynomial                                    */
    double t_end;            /* time that was reached                                         */
    double h_next;           /* step size the next step would have had                        */
} GeomsSolution;

typedef struct GeomsRun GeomsRun;

/* NULL with *report filled if the problem cannot be used or memory is missing. The problem's arrays
 * are copied; model and user must outlive the run. */
GeomsRun *geoms_run_create (const GeomsProblem *problem, GeomsReport *report);
int geoms_run_integrate (GeomsRun *run);
void geoms_run_free (GeomsRun *run);

/* Owned by the run, valid until it is freed, filled at any time. */
const GeomsSolution *geoms_run_solution (const GeomsRun *run);
const GeomsCounters *geoms_run_counters (const GeomsRun *run);
const GeomsReport *geoms_run_report (const GeomsRun *run);

/* Moves k states onto the constraints (x is n x k) and gives their residuals (na x k) and relative
 * residuals (3 x k); either may be NULL. project 0: only evaluates. */
int geoms_run_project (GeomsRun *run, int k, const double *t, double *x, double *residual,
                       double *relative, int project);

/* Dense output: y and its time derivative yp (n x k, either may be NULL) of steps as in
 * GeomsSolution at k times; times outside the steps are extrapolated from the nearest one. */
void geoms_dense (int n, size_t steps, const double *step_t, const double *step_x, size_t k,
                  const double *t, double *y, double *yp);

/* ---- the mechanical form: M, f, g, G, gI, gII - G v' in one batched callback ---- */

/* blocks (k, t, x, ldx, out, ldo, user) gives, for each of k columns [p; v; lambda], one below the
 * other:  M (nv x nv, only if it is not constant),  f (nv),  g (nl),  G (nl x np),  gI (nl),
 * gII - G v' (nl). */
typedef struct GeomsMechanical {
    int np, nl;               /* nv = np                                                      */
    int mass_structure;       /* GEOMS_MASS_...                                               */
    int autonomous;
    int uses_lambda;          /* not 0: the blocks depend on lambda                           */
    const double *mass;       /* np x np, if constant                                         */
    GeomsBatch blocks;
    void *user;
} GeomsMechanical;

/* A model whose rda is composed from the blocks; its callbacks take `user` = the returned object. */
typedef struct GeomsComposed GeomsComposed;
GeomsComposed *geoms_mechanical_create (const GeomsMechanical *mechanical, GeomsModel *model);
void geoms_mechanical_free (GeomsComposed *composed);

#endif
