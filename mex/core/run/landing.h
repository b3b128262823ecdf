/* landing.h - states beside those of the run, moved onto the constraints, each by its own Jacobian
 *
 * States of a batch have numbers below GEOMS_CHUNK, which stay with them: what is kept of each.
 */
#ifndef GEOMS_LANDING_H
#define GEOMS_LANDING_H

#include "constraints/saddle.h"
#include "constraints/saddle_lanes.h"
#include "model/parts.h"

/* what one look at a state has come to */
typedef enum GeomsLanded {
    GEOMS_LANDED,             /* all is met, l is solved for, rda is known                     */
    GEOMS_MOVED,              /* by one correction: look again                                 */
    GEOMS_HELD,               /* g was met and gI is: the next look is at all of the parts     */
    GEOMS_CANNOT_LAND         /* rows depend on each other, or M is singular                   */
} GeomsLanded;

/* what landing_beside.c works with */
typedef struct GeomsBeside GeomsBeside;

typedef struct GeomsLanding {
    GeomsEquations *eq;
    int n, m;                 /* velocities, rows of C                                         */
    int most;                 /* states in one call of the model                               */
    double limit;
    GeomsParts parts;
    int length;               /* of a column [C; g; gI], if the model has constraints apart    */
    double *columns;          /* of a batch of them                                            */
    GeomsMass mass;
    int factored, even;       /* a constant M; C M^-1 C' may be made of it                     */
    GeomsSaddle saddle;
    int keeps, *kept;         /* a factor for each state; whether that is there                */
    double *S, *y;            /* C C' = L D L', m x m of each; m                               */
    int in_lanes;             /* four states side by side, where that is less work:            */
    GeomsSaddleLanes forces, moves; /* of M; of I instead of M                                 */
    double *identity, *group; /* n x n; [C; r; 0] of four states                               */
    int each;                 /* sizes are those of each state                                 */
    double *size;             /* of each unknown                                               */
    double *scale;            /* of [g; gI; gII]: 3 m                                          */
    double *alpha;
    const double *rtol, *atol; /* of each unknown                                              */
    double *guess;            /* states of a batch as they came                                */
    GeomsBeside *beside;      /* made when it is first needed                                  */
} GeomsLanding;

/* Memory, in the arena of the equations: 0, or not 0 without it */
int geoms_landing_create (GeomsLanding *s, GeomsEquations *eq, double limit);

/* a batch begins; x: a state by whose size all of them are measured, NULL: each by its own */
void geoms_landing_begin (GeomsLanding *s, const double *x);

/* C, g, gI of k states, if the model has them apart. 0, GEOMS_RETRY or a negative IDID */
int geoms_landing_ask (GeomsLanding *s, int k, const double *t, const double *x);
/* One look at each of k states x, with these numbers, those that were asked for; *last of each: the
 * violation at the look before, or INFINITY. */
void geoms_landing_hold (GeomsLanding *s, int k, const int *state, double *x, double *last,
                         GeomsLanded *is);

/* The same by the parts at hand; rda of those that have landed; relative: of these the largest of g, gI,
 * gII, each by its terms, 3 numbers at 3 state, or NULL */
void geoms_landing_look (GeomsLanding *s, int k, const int *state, double *x, double *last,
                         double *rda, double *relative, GeomsLanded *is);
/* relative residuals of state j of the parts at hand: 3 numbers */
void geoms_landing_relative (GeomsLanding *s, int j, const double *x, const double *rda,
                             double *relative);

/* ---- landing_beside.c ---- */

/* not 0 if the state x has moved farther from the guess than its tolerance explains, or its multipliers
 * by much of the size of those of the guess and of the run: it may be beside a singular position */
int geoms_landing_suspect (const GeomsLanding *s, const double *run, const double *guess,
                           const double *x);
/* The state of the guess beside a singular position, its rda, and its relative residuals, or NULL: 1;
 * 0 if there is none, measured by a state of the run, and x is as it was; or a negative IDID */
int geoms_landing_beside (GeomsLanding *s, double t_run, const double *x_run, double t,
                          const double *guess, double *x, double *rda, double *relative);

#endif
