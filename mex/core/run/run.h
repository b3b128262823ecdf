/* run.h - everything one integration owns; the rooms that work on it */
#ifndef GEOMS_RUN_H
#define GEOMS_RUN_H

#include "constraints/nullspace.h"
#include "methods/method.h"
#include "model/mass_free.h"
#include "model/parts.h"

/* forms/projected/projected.h; what needs to know it includes it by name */
typedef struct GeomsProjected GeomsProjected;

/* conditions k (t, x) = 0 beside the constraints, for consistent states: initial.c */
typedef struct GeomsConsistency {
    int nc;                   /* the user's conditions                                         */
    int rows, counted, invariants; /* rows of k; of them conditions, invariants */
    int without_e;
    double *value, *scale, *moved; /* k, its scales; work */
    double *K, *KN;           /* dk/dx (rows x n), and times N                                 */
    GeomsBlock block;         /* of KN                                                         */
    double *x0, *dx, *trial, *found;
    double *best, least;      /* the state of a search with the least violation, and this     */
    GeomsBlock all;           /* of the rows of a and k together, dense                       */
    double *rows_of_all, *residual_of_all;
} GeomsConsistency;

/* velocities of coordinates without mass: massless.c */
typedef struct GeomsMassless {
    int made;
    int balanced;             /* x is the start with velocities that are consistent            */
    int singular, here;       /* what M has been so far; at the last state that was looked at   */
    int *velocities;          /* nv: 1 for those that Q moves                                  */
    GeomsParts parts;         /* of one state                                                  */
    GeomsMass mass;           /* what M is there                                               */
    GeomsFactor D;            /* Q'(df/dv) Q                                                   */
    double *balance, *z, *x;  /* Q'f of a batch; a step of Newton's method; a state            */
    int *order;
    /* by the entries of patterns: parts of one state, d R/dx there, and work */
    GeomsMassFree free;
    GeomsPartsPlaces at;
    double *column, *blocks, *zeros, *slope;
} GeomsMassless;

/* samples of the event functions within one step, the last one at its end */
enum { GEOMS_SAMPLES = 7 };

typedef struct GeomsEvents {
    int count;                /* event functions                                               */
    double *sign, *last;      /* of each: its sign, 0 until it has left zero; value at t       */
    double *near, *moved;     /* without a sign below this size; work                          */
    int samples;
    double *t, *x;            /* samples                                                       */
    double *value, *terminal, *direction; /* count x samples; value has room for a copy of all */
    /* events found in one step */
    int found;
    double *root_t, *root_x;  /* one for each sample of each function                          */
    int *which, *stops, *order;
    int fired, *fired_which;  /* those that happened last, at one time                         */
    double t_fired;           /* when the state was changed last                               */
    double *t_changed, *gap;  /* of each: when it did that last, how long after the time before */
    int pile;                 /* changes that followed the one before all but at once; -1: none
                                 yet */
    double *x_old, *keep;     /* x where the step began; the step as it was, n x (1 + degree)  */
} GeomsEvents;

struct GeomsRun {
    GeomsArena arena;
    GeomsOptions options;
    GeomsHooks hooks;
    GeomsSelection selection;
    GeomsModel model;
    GeomsCounters counters;
    GeomsReport report;
    GeomsEquations eq;
    GeomsProjected *form;     /* psf or psi1: integrated, or what is measured and moved onto    */
    GeomsForm *projection;    /* the same, as a form                                           */
    GeomsForm *integrated;    /* this one, or another form                                     */
    const char *not_sparse;   /* why LinearSolver 'sparse' is not followed; NULL: it is, or not asked */
    GeomsForm *mover;         /* by sparse matrices: of states beside those of the method       */
    int integrates_form;      /* not 0: integrated is form                                     */
    int levels;               /* GEOMS_FORMULATION_PSI1: form, consistency without gII, hI     */
    int reduced;              /* the model has no gII and hI                                   */
    GeomsProjected *consistency; /* constraints by SVD: initial values, projection of any state   */
    int have_consistency;
    GeomsConsistency consistency_work;
    GeomsMassless massless;
    GeomsParts terms;         /* made when they are first asked for                            */
    double *written;          /* the same as the model writes them                             */
    GeomsStart start;
    int *independent;         /* nv, or NULL                                                   */
    int unknown;              /* multipliers of x0 are not known                               */
    int begins;               /* x0 was consistent as it was, without a search                 */
    int *marked, *unique;     /* rows that depend on others; unknowns that are unique          */
    GeomsMethod *method;
    int method_number;        /* GEOMS_METHOD_..., not AUTO                                    */
    int n;                    /* its unknowns: those of x and, maybe, more behind them         */
    int threads;              /* of the BLAS library before the run, 0: not changed            */
    int ntspan;
    double *tspan, direction;
    GeomsEvents events;
    /* resume */
    double *resume;           /* state to go on from, or NULL                                  */
    size_t nresume;
    double *snapshot;         /* state before the first step that was shortened                */
    int have_snapshot, started;
    double t, *x;             /* where the integration is; run->n unknowns                     */
    double *metric;           /* n: what a change of each unknown costs in corrections, or NULL  */
    double *increment;        /* typical sizes for difference quotients                        */
    double *rtol, *atol;
    /* output */
    GeomsSolution solution;
    size_t t_room, x_room, residual_room, relative_room, condition_room, step_t_room,
        step_x_room, event_t_room, event_x_room, event_which_room;
    size_t evaluated;         /* outputs whose residuals are evaluated                         */
    size_t recovered;         /* steps whose polynomials have all multipliers                  */
    int next;                 /* next requested time, or next part of a step that is refined   */
    double *chunk_t, *chunk_x, *chunk_rda, *chunk_last, *chunk_scale;
    int *chunk_place, *chunk_known; /* where each state of a chunk belongs; chunk_rda is that of it  */
    int chunk_kept;           /* of so many states that is still so                            */
    struct GeomsLanding *landing; /* by which they are moved onto the constraints; NULL: not yet */
};

/* driver.c: the BLAS library as it was before the run; also when a callback left for good */
void geoms_run_end (GeomsRun *run);

/* What a step has come to: all by which the time loop decides */
typedef enum GeomsCourse {
    GEOMS_GOES_ON,            /* the next step follows                                         */
    GEOMS_RESTARTS,           /* first the state changes: the action of an event, a new start  */
    GEOMS_ENDED               /* nothing follows                                               */
} GeomsCourse;

typedef struct GeomsOutcome {
    GeomsCourse course;
    int idid;                 /* why it has ended: GEOMS_OK at the end of the time span,
                                 GEOMS_EVENT, GEOMS_STOPPED or a failure; until then GEOMS_OK  */
} GeomsOutcome;

/* of a status: 0 goes on, an IDID ends */
static inline GeomsOutcome geoms_outcome (int status)
{
    return (GeomsOutcome){status == 0 ? GEOMS_GOES_ON : GEOMS_ENDED, status};
}

/* event_samples.c: signs at the start or a restart, where the events in `fired` (or NULL) just
 * happened */
int geoms_events_begin (GeomsRun *run, const int *fired, int count);

/* events.c: events in the step from t_old to run->t: recorded; at one that ends the run or changes
 * the state the step is cut short */
GeomsOutcome geoms_events_step (GeomsRun *run, double t_old);
/* after GEOMS_RESTARTS and the output of the step that was cut: the user's action, a consistent
 * state, a new start. 0 or an IDID */
int geoms_events_restart (GeomsRun *run);
/* after GEOMS_EVENT: the state of a later run that goes on from there. 0 or an IDID */
int geoms_events_end (GeomsRun *run);

/* form_registry.c: the form of a formulation that a method integrates. 0 or an IDID */
int geoms_registry_form (int formulation, const GeomsFormSetup *setup, GeomsForm **form);

/* state.c: all that the next steps depend on, as plain numbers */
size_t geoms_state_size (const GeomsRun *run);
void geoms_state_pack (GeomsRun *run, double *state);
int geoms_state_unpack (GeomsRun *run);

/* state_header.c: what a state of `length` numbers begins with; 0, or GEOMS_BAD_STATE and in words
 * why the state to go on from does not fit this run, whose own would have `expected` numbers; the
 * same of numbers that cannot be right */
void geoms_state_header (const GeomsRun *run, size_t length, double *header);
int geoms_state_header_check (GeomsRun *run, size_t expected);
int geoms_state_damaged (GeomsRun *run);
/* whether the run that has left the state went by sparse matrices */
int geoms_state_sparse (const double *state, size_t length);

/* output.c: what a step gives to the solution. 0 or an IDID. */
int geoms_output_first (GeomsRun *run);
int geoms_output_step (GeomsRun *run, double t_old);
/* after a restart: the new state, if every step is returned; else times that are reached now */
int geoms_output_again (GeomsRun *run);
/* the state in which an event ends the run */
int geoms_output_stop (GeomsRun *run);
int geoms_output_event (GeomsRun *run, double t, const double *x, int which);
/* the states at k times within the step from t_old to run->t, moved onto the constraints if the run
 * projects; k <= GEOMS_CHUNK */
int geoms_output_states (GeomsRun *run, double t_old, int k, const double *t, double *x);
/* The scales of residuals, and what is redundant, at the state (t, x) of the run. 0, or the IDID of
 * a function of the user that stopped the run. */
int geoms_output_measure (GeomsRun *run, double t, const double *x);
/* evaluations for multipliers of steps that are not made yet */
long geoms_output_unrecovered (const GeomsRun *run);
/* Evaluates the residuals that are still missing after a run that ended with the given status; NaN
 * where that fails. The status of all. */
int geoms_output_finish (GeomsRun *run, int status);
/* residuals.c: the algebraic rows of rda; the largest of each level, relative to their scales */
void geoms_residuals_values (const GeomsEquations *e, const double *rda, double *a);
void geoms_residuals_relative (const GeomsForm *f, const double *rda, const double *scale,
                               double relative[3]);

/* between.c: the first k states of the chunk, moved onto the constraints, with chunk_known and
 * chunk_kept, GEOMS_RETRY or an IDID; whether that needs no multipliers beforehand; k <= GEOMS_CHUNK
 * states in the chunk, chunk_known those that could be moved each by its own Jacobian, with relative
 * residuals (3 x k) */
int geoms_between_move (GeomsRun *run, int k);
int geoms_between_lands (GeomsRun *run);
int geoms_between_land (GeomsRun *run, const GeomsProjected *p, int k, const double *t,
                        const double *x, double *relative);

/* conditions.c: rows of k. Memory (not 0: failed); how many rows there are, the user's conditions
 * and fixed components among them or not; values (e from the residual at x); Jacobian */
int geoms_conditions_create (GeomsRun *run);
void geoms_conditions_count (GeomsRun *run, int all);
int geoms_conditions_values (GeomsRun *run, double t, const double *x, const double *residual,
                             double *k);
int geoms_conditions_jacobian (GeomsRun *run, double t, const double *x);
/* largest |k_i| / scale_i and its row; a row in words */
double geoms_conditions_violation (const GeomsConsistency *s, const double *k, int *row);
void geoms_conditions_name (const GeomsRun *run, int row, char *name, size_t size);

/* consistent.c: run->consistency, made when first needed */
int geoms_consistent_form (GeomsRun *run);
/* Jacobians, decompositions and residuals at x, and how far x is from meeting all rows */
int geoms_consistent_look (GeomsRun *run, double t, const double *x, int base, double *violation);
/* the row that is violated most, in words, its value in run->report; 1 for a condition of the
 * user */
int geoms_consistent_worst (GeomsRun *run, char *name, size_t size);
/* x that meets the constraints and the rows of k that are counted */
int geoms_consistent_search (GeomsRun *run, double t, double *x);
/* the same from a guess x, which consistency_work.x0 has, too: it may be far away */
int geoms_consistent_start (GeomsRun *run, double t, double *x);
/* x that meets the constraints, and the invariants if that is possible */
int geoms_consistent_correct (GeomsRun *run, double t, double *x);

/* initial.c: consistent initial values as the option Initial wants; t and x of the run */
int geoms_initial (GeomsRun *run);
/* M there, where no search has evaluated it; NULL: nowhere */
const double *geoms_initial_mass (const GeomsRun *run);
/* why no step was small enough: initial values that were not corrected; else status */
int geoms_initial_blame (GeomsRun *run, int status);

/* given.c: copies of what a problem gives; room behind x that is copied with it: at most
 * accelerations, or mu and tau */
static inline size_t geoms_unknowns_behind (const GeomsDims *d)
{
    return (size_t)geoms_int_max (d->nv, 2 * d->nl + d->nm);
}
int geoms_given_copy (GeomsRun *run, const GeomsProblem *p);

/* fit.c: the method of 'auto', one that the formulation has; whether the system has the levels
 * that both need; Step and MaxOrder for that method; rows of the user for that formulation. 0, or
 * an IDID */
int geoms_fit_method (GeomsRun *run);
int geoms_fit_levels (GeomsRun *run);
int geoms_fit_steps (GeomsRun *run);
int geoms_fit_selection (GeomsRun *run);

/* rates.c: whether x' is all that the run asks for, eq.rates and eq.solves, or an IDID if it is
 * not, and there are too many unknowns; and where it is: whether invariants are kept; what measures
 * them instead of psf; the row of one that is kept and exceeds a limit, -1: there is none, its
 * value in eq.values; k states moved onto them; x of the run, as the option Initial wants it;
 * geoms_run_project. 0, GEOMS_RETRY or an IDID */
int geoms_rates_choose (GeomsRun *run, const GeomsProblem *p);
int geoms_rates_keep (const GeomsRun *run);
/* whether there are constraints beside that; what follows once the integrated form is made; ranks
 * for the solution */
int geoms_rates_held (const GeomsRun *run);
void geoms_rates_create (GeomsRun *run);
int geoms_rates_join (GeomsRun *run);
void geoms_rates_describe (GeomsRun *run);
void geoms_rates_words (GeomsRun *run);
const char *geoms_rates_linear (const GeomsRun *run);
void geoms_rates_release (GeomsRun *run);
int geoms_rates_violation (GeomsRun *run, const double *x, double limit, int *row);
int geoms_rates_move (GeomsRun *run, int k, const double *t, double *x);
int geoms_rates_initial (GeomsRun *run);
int geoms_rates_project (GeomsRun *run, int k, const double *t, double *x, double *residual,
                         double *relative, int project);

/* sparse_choice.c: whether formulation and method can go by sparse matrices; whether the run does: 1; 0,
 * and *why, the one reason (NULL: it was not looked for, there are few unknowns); -1 without memory */
int geoms_sparse_has (const GeomsRun *run);
int geoms_sparse_choose (GeomsRun *run, const GeomsProblem *p, const char **why);

/* agree.c: 0, or GEOMS_BAD_MODEL where the model's parts, blocks_jac or accelerations, whatever the
 * run goes by, or newton.rows, and its rda differ at the start; not for models that the core has made
 * itself, of functions or of trees */
int geoms_parts_agree (GeomsRun *run);
/* agree_blocks.c: 0, or GEOMS_BAD_MODEL where blocks_jac are not the derivatives of the parts at
 * the start, for these accelerations (nv) */
int geoms_blocks_agree (GeomsRun *run, const double *alpha);

/* flat.c: what a start has come to, `status`, or GEOMS_SINGULAR_START if rows depend on each other
 * there alone */
int geoms_flat_start (GeomsRun *run, int status);

/* massless.c: geoms_initial, with a look at M, and velocities of coordinates without mass */
int geoms_massless_start (GeomsRun *run);
/* M at t, x of the run: 0, or why it cannot be used; velocities without mass are made consistent,
 * *moved */
int geoms_massless_balance (GeomsRun *run, int *moved);
/* whether the forces tell velocities along the Q of run->massless.mass at (t, x): 0, GEOMS_UNDAMPED or
 * another IDID; these velocities, of x */
int geoms_massless_damped (GeomsRun *run, double t, const double *x);
int geoms_massless_settle (GeomsRun *run, double t, double *x);
/* The run goes on from run->massless.x at time t; from where the last step has lost a mass that forces
 * hold. 0 or an IDID */
int geoms_massless_go_on (GeomsRun *run, double t);
int geoms_massless_lost (GeomsRun *run);

/* mass_sparse.c: the same as mass_look.c by the entries of patterns: memory; M at (t, x), or with the
 * values of M and C there; Q'f into balance, Q'(df/dv) Q into D. 0, GEOMS_RETRY or an IDID */
int geoms_mass_sparse_ready (GeomsRun *run);
int geoms_mass_sparse_look (GeomsRun *run, double t, const double *x);
int geoms_mass_sparse_values (GeomsRun *run, double t, const double *M, const double *C);
int geoms_mass_sparse_forces (GeomsRun *run, double t, const double *x);
int geoms_mass_sparse_slopes (GeomsRun *run, double t, const double *x);

/* mass_look.c: memory, once; M at (t, x) into run->massless.mass; `known` (or NULL) is M there. 0,
 * or why it cannot be used */
int geoms_mass_ready (GeomsRun *run);
int geoms_mass_look (GeomsRun *run, double t, const double *x, const double *known);
/* 0, or GEOMS_INCONSISTENT: x has other velocities, all of them or fixed ones, than the run */
int geoms_mass_balanced (GeomsRun *run, const double *x, int all);
/* what it is, for the next look and for the solution; whether that has been noted before */
int geoms_mass_note (GeomsRun *run);
int geoms_mass_known (const GeomsRun *run);
/* whether steps must have the masses that are there where they begin; whether runs are watched: psf,
 * psi1 */
void geoms_mass_guard (GeomsRun *run);
int geoms_mass_watched (const GeomsRun *run);

/* mass_watch.c: M at the start or the end of a step: 0, or why it cannot be used any more; what an
 * earlier run knew of M */
int geoms_mass_watch (GeomsRun *run);
void geoms_mass_resume (GeomsRun *run);
/* A step has failed so: 0 if the run goes on behind a jump of M, else why not, which is `failed`;
 * whether such a jump would pass t */
int geoms_mass_cross (GeomsRun *run, int failed);
int geoms_mass_ends (const GeomsRun *run, double t);
/* why a run failed: M at the state it has come to, or a little later; else status */
int geoms_mass_blame (GeomsRun *run, int status);

#endif
