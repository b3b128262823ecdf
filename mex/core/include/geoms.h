/* geoms.h - the integrator: create a run, integrate, look at the solution, free
 *
 *     run = geoms_run_create (&problem, &report);
 *     status = geoms_run_integrate (run);            0 done, > 0 done with news, < 0 failed
 *     solution = geoms_run_solution (run);           also after a failure: all that was accepted
 *     geoms_run_free (run);
 *
 * Nothing here prints, exits or keeps a global. A run owns all its memory; several runs may exist
 * at once, also nested inside each other's callbacks. Freeing NULL is allowed.
 */
#ifndef GEOMS_H
#define GEOMS_H

#include <stddef.h>

#include "geoms_model.h"
#include "geoms_options.h"
#include "geoms_status.h"
#include "geoms_table.h"

#define GEOMS_VERSION "0.1.0"

/* ---- counters: field, meaning. The first eleven are those of the manual (IWORK). ---- */
#define GEOMS_COUNTERS(X)                                                              \
    X (naccpt, "accepted steps")                                                       \
    X (neom, "evaluations of the equations of motion, without those for Jacobians "    \
             "and outputs")                                                            \
    X (nmas, "evaluations of the mass matrix")                                         \
    X (njac, "evaluations of the Jacobian, by jac, blocks_jac or differences")         \
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

struct GeomsSolution;

/* unknowns where matrices are full: beyond this they cannot be stored, nor their sizes counted */
enum { GEOMS_MOST_FULL = 20000 };

enum { GEOMS_MOST_DEGREE = 8 }; /* of the polynomial of a step */
enum { GEOMS_MOST_PASSED = 500 }; /* times of singular choices that are kept */

/* ---- what the run asks of its surroundings; every member may be NULL ---- */
typedef struct GeomsHooks {
    /* polled once a step; not 0: stop */
    int (*interrupted) (void *user);
    /* the values of nevents event functions at k states on the constraints; for each value whether
     * the run ends there (not 0), and in which direction of the run zero must be crossed (1
     * increasing, -1 decreasing, 0 both): three arrays nevents x k. Returns as a model's
     * callbacks */
    int nevents;
    int (*events) (int k, const double *t, const double *x, int ldx, double *value,
                   double *terminal, double *direction, void *user);
    /* changes the state at time t, where `count` events with the numbers `which` (from 0) happen
     * at once; the state is made consistent afterwards. 0 done, < 0 stop */
    int (*action) (double t, double *x, int count, const int *which, void *user);
    /* after the start and after every step: the outputs first ... solution->count - 1 are new
     * (maybe none). 0 go on, > 0 stop, < 0 stop with an error */
    int (*output) (size_t first, const struct GeomsSolution *solution, void *user);
    void *user;
} GeomsHooks;

/* ---- how initial values, and states after events, are made consistent ---- */
typedef struct GeomsStart {
    const int *fixed;      /* n: not 0 for components that keep their value; NULL: none        */
    const double *weights; /* n, > 0: moving x_i costs weights_i |dx_i|; NULL: all 1           */
} GeomsStart;

/* ---- rows of psf and psi1 that the user selects: Selector GEOMS_SELECTOR_GIVEN ----
 *
 *     S_p p' = S_p Z v,   S_v M v' = S_v (f - C' lambda),   C = [G; H] Z
 *
 * with S_p K_p and S_v M K_v regular, K_p and K_v kernels of the constraints on positions and
 * velocities: Steinbrecher (2002), Algorithm 27. What is not given is selected along the tangent. */
typedef struct GeomsSelection {
    int rows_p, rows_v;     /* rows of Sp and Sv; with `at`: not 0 for those that it gives     */
    const double *Sp, *Sv;  /* rows_p x np, rows_v x nv, by columns; copied                    */
    /* NULL, or Sp and Sv at (t, x), asked for wherever the selector is renewed; rows_p, rows_v: as
     * many as are needed, 0: none. Returns as a model's callbacks */
    int (*at) (double t, const double *x, int rows_p, int rows_v, double *Sp, double *Sv, void *user);
    void *user;
} GeomsSelection;

/* ---- models of other versions ---- */

/* copy = what is given, of abi 2 on, with 0 for members that its header did not know. Runs do this
 * themselves; a loader learns first what it has. 0, or why not, in words after "The model ..." in
 * `why` (`size` characters). */
enum {
    GEOMS_MODEL_OLD = -1,    /* too old, or no model                                             */
    GEOMS_MODEL_NEW = 1,     /* of a newer header                                                */
    GEOMS_MODEL_PATTERN = 2  /* one of its patterns is none of its matrix                        */
};
int geoms_model_take (GeomsModel *copy, const GeomsModel *given, char *why, size_t size);

/* ---- what is to be solved ---- */
typedef struct GeomsProblem {
    const GeomsModel *model; /* of any version that geoms_model_take takes                     */
    void *user;              /* passed to the model's callbacks; the model's create is not called */
    const GeomsOptions *options;
    const double *rtol, *atol; /* n values each; atol NaN for lambda, mu: 1e-6, measured by
                                the forces of the system along the run                        */
    int ntspan;              /* 2: every step is returned; more: the requested times          */
    const double *tspan;     /* strictly monotonous; two equal times: initial values only     */
    const double *x0;        /* n values; NaN for w, lambda, mu: not known, to be computed    */
    GeomsStart start;
    const int *independent;  /* partition-fixed: nv, not 0 for the independent coordinates;
                                NULL: chosen by pivoting                                      */
    int reduced;             /* not 0: the model knows no gII and hI, zeros stand there: only for
                                psi1, index2, index3, ggl with implicit methods               */
    GeomsHooks hooks;
    GeomsSelection selection; /* for Selector GEOMS_SELECTOR_GIVEN                             */
    /* NULL, or what geoms_run_state gave for a run with the same model and options that ended: this
     * run then goes on as that one would have, whatever its end was. tspan[0] and x0 are not used,
     * of more than two times those are returned that lie beyond the state's time */
    const double *state;
    size_t nstate;
} GeomsProblem;

/* ---- what was found: arrays by columns, one column per time ---- */
typedef struct GeomsSolution {
    int n, m;                /* unknowns, rows of the reduced derivative array                */
    int na;                  /* algebraic rows of rda: [ d; gII; hI; gI; h~; e; c; g ]        */
    size_t count;            /* returned times                                                */
    double *t;               /* 1 x count                                                     */
    double *x;               /* n x count                                                     */
    double *residual;        /* na x count, or NULL: raw residuals                            */
    double *relative;        /* 3 x count, or NULL: largest |residual| / scale of position,
                                velocity (with e if it is kept), acceleration level
                                (scale = sum_j |J_ij| max |x_j|, the terms of the row, as
                                large as unknowns have been along the run)                    */
    double *condition;       /* 3 x count: largest / smallest pivot or singular value of
                                the position, velocity, acceleration constraints              */
    size_t steps;            /* accepted steps of which dense data are kept                   */
    double *step_t;          /* 2 x steps: begin and end of the step                          */
    int degree;              /* of the polynomial of a step                                   */
    const double *node;      /* degree values: its nodes                                      */
    double *step_x;          /* n x (1 + degree) x steps: x at the end, and the coefficients
                                of the polynomial                                             */
    size_t nevents;          /* events that happened, in the order of the run                 */
    double *event_t;         /* 1 x nevents                                                   */
    double *event_x;         /* n x nevents: states before an action                          */
    double *event_which;     /* 1 x nevents: numbers of the event functions, from 0           */
    int missed;              /* event function, from 1, with a sign between two samples that they
                                have not: two zeros or more that were not found; 0: none      */
    double t_missed, h_missed; /* when first; size of the step                                */
    const char *method;      /* word of the method, also where 'auto' has chosen it           */
    const char *multipliers, *velocity_rows; /* psf with implicit methods: words of these options,
                                also where 'auto' has chosen them; else "". velocity_rows
                                is "recursive" where the model solves its own Newton systems  */
    const char *linear_solver; /* psf, psi1, ggl, index1, index2 with implicit methods: "dense",
                                "sparse", or "model" where that solves its own systems; else "" */
    const char *not_sparse;  /* why not, where LinearSolver 'sparse' asks for it; else ""       */
    int project;             /* not 0: steps and outputs are moved onto the constraints       */
    double t_end;            /* time that was reached                                         */
    double h_next;           /* step size the next step would have had                        */
    const double *limiting;  /* n: steps whose error was largest in this component            */
    int norders;             /* of a method of several orders: accepted steps with those of   */
    const double *orders;    /* 0, 1, ... norders - 1; else none, NULL                        */
    /* fixed partition: coordinates */
    const int *independent;  /* nv: 1 for those that are independent at the end; NULL: none   */
    int switched;            /* other coordinates were chosen so many times                   */
    int passed;              /* det C_d changed its sign between two steps so many times      */
    const double *passed_t;  /* the times, of the first GEOMS_MOST_PASSED                     */
    double worst, t_worst;   /* any partition: largest condition at the end of a step, and when */
    double largest[2];       /* at the end of a step, ggl: |eta|; extended forms: |mu|, |tau| */
    double seen[2], t_seen[2]; /* Selector 'given': the least share of a motion that S_p, S_v have
                                seen along the run (selection.c), and when; NaN: not given    */
    int seen_passed;         /* so many times a step, or an attempt, led past a state where they
                                see nothing of a motion                                       */
    double t_seen_passed;    /* when first                                                    */
    /* redundancy, as found at the start */
    int redundant;           /* not 0: the singular value decomposition was chosen for it     */
    int rows[3], rank[3];    /* of the position, velocity, acceleration constraints           */
    const int *dependent_rows;  /* na: 1 for rows that depend on others which are marked, too */
    const int *massless;     /* nv: 1 for velocities that the balance of forces determines     */
    const int *unique;       /* n1 = nw + nl + nm: 1 for unknowns that the constraints
                                determine, 0 for those of minimum norm                        */
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

/* What a later run needs to go on as this one would have: a number of values, and the values. Valid
 * after any run that made its start; plain numbers, to be stored and read anywhere with the same
 * floating-point arithmetic. */
enum { GEOMS_STATE_TIME = 16 }; /* where in the state its time stands */
size_t geoms_run_state_size (const GeomsRun *run);
void geoms_run_state (const GeomsRun *run, double *state);
/* The time from which on a run goes on from a state: not the end of the earlier run if that had to
 * shorten its last step to hit it. */
double geoms_state_time (const double *state);
/* the n unknowns at that time */
const double *geoms_state_unknowns (const double *state);

/* rda (m x k), M (nv x nv x k) and the model's own J (m x n) and conditions (nc) at k points, each
 * of which may be NULL; J and conditions are those of the first point. 0, 1 or a negative IDID. */
int geoms_run_evaluate (GeomsRun *run, int k, const double *t, const double *x, double *rda,
                        double *mass, double *J, double *conditions);

/* Moves k states onto the constraints (x is n x k) and gives their residuals (na x k) and relative
 * residuals (3 x k); either may be NULL. project 0: only evaluates. */
int geoms_run_project (GeomsRun *run, int k, const double *t, double *x, double *residual,
                       double *relative, int project);

/* The equations of motion in strangeness-free form, linearised at (t, x): reduce.c. Owned by the
 * run, valid until it is used again. 0 or an IDID. */
typedef struct GeomsStrangenessFree {
    int n, nd, na;             /* unknowns, differential rows: nr + rows_v + rows_p; algebraic
                                  rows */
    int rows_v, rows_p;        /* rows of S_v and S_p                                             */
    const double *Sv, *Sp;     /* rows_v x nv, rows_p x np                                        */
    const double *N;           /* n x nd                                                          */
    const double *SMJ;         /* 2 nd x n: S M above S J_b                                       */
    const double *J;           /* na x n: Jacobian of d, gII, hI; gI, h~, e; c, g, e if
                                  eliminated */
} GeomsStrangenessFree;
int geoms_run_reduce (GeomsRun *run, double t, const double *x, GeomsStrangenessFree *found);

/* The terms of the equations of motion at (t, x), of a model that gives its parts (terms.c). Owned by
 * the run, valid until it is used again. 0, 1 or an IDID. */
typedef struct GeomsTerms {
    int m;                     /* rows of C = [G; H] Z: nl + nm                                   */
    const double *M;           /* nv x nv; NULL: constant, geoms_run_evaluate tells it            */
    const double *Z;           /* np x nv; NULL: the identity                                     */
    const double *f, *C;       /* nv, m x nv: M v' = f - C'[lambda; mu]                           */
    const double *g, *level;   /* nl; [gI; h~]                                                    */
    const double *gamma;       /* [gII; hI] without C v'                                          */
    const double *b, *d, *c, *e; /* d, c, e: NULL where the model's parts end before them         */
} GeomsTerms;
int geoms_run_terms (GeomsRun *run, double t, const double *x, GeomsTerms *found);
/* The same as the model writes it: M, constant or not (NULL: the identity), Z and C are the values of
 * their patterns where they have some, and nothing n x n is made. */
int geoms_run_written (GeomsRun *run, double t, const double *x, GeomsTerms *found);
/* Whether rda, M and the derivatives of a model that has blocks_jac or jac have values at (t, x), in
 * as little memory; what was not looked at for want of the others has. 0, 1 or an IDID. */
int geoms_run_finite (GeomsRun *run, double t, const double *x, int finite[3]);

/* steps and their polynomials, as in GeomsSolution */
typedef struct GeomsSteps {
    int n, degree;
    const double *node;
    size_t steps;
    const double *step_t, *step_x;
} GeomsSteps;
static inline GeomsSteps geoms_steps (const GeomsSolution *s)
{
    const GeomsSteps steps = {s->n, s->degree, s->node, s->steps, s->step_t, s->step_x};
    return steps;
}

/* Dense output: y and its time derivative yp (n x k, either may be NULL) at k times; times outside
 * the steps are extrapolated from the nearest one. */
void geoms_dense (GeomsSteps of, size_t k, const double *t, double *y, double *yp);

/* ---- coordinate partitioning of one set of matrices: partition_loop.c ----
 *
 *     M a = f - C' lambda,   C v + b1 = 0,   C a + b2 = 0
 *
 * kind: which coordinates are independent; FULL solves [M C'; C 0] and leaves v as it is */
enum {
    GEOMS_PARTITION_FIXED,
    GEOMS_PARTITION_QR,
    GEOMS_PARTITION_SVD,
    GEOMS_PARTITION_FULL
};

typedef struct GeomsLoop {
    int n, m;                /* coordinates, rows of C                                        */
    const double *M, *f, *C, *b1, *b2, *v; /* M n x n, C m x n, by columns                    */
    const int *independent;  /* FIXED: n, not 0 for independent coordinates; NULL: chosen by
                                pivoting                                                      */
    double tol;              /* what is relatively smaller counts as zero; 0: 1e-12           */
} GeomsLoop;

typedef struct GeomsPartitioned {
    double *v, *a, *lambda;  /* n, n, m: velocities and accelerations that meet the
                                constraints, multipliers                                      */
    double *J, *theta, *gamma; /* n x n of which n - rank columns are used, n, n: v = J y +
                                theta, a = J y' + gamma; J of FULL: none                      */
    int *independent;        /* n: 1 for independent coordinates (FIXED)                      */
    int rank;
    double condition;        /* of C_d (FIXED), C (QR, SVD), the whole matrix (FULL)          */
} GeomsPartitioned;

/* The arrays of `found` are the caller's. 0 or a negative IDID with *report filled. */
int geoms_partition (int kind, const GeomsLoop *loop, GeomsPartitioned *found, GeomsReport *report);

/* ---- right-hand sides for other solvers: rhs.c ----
 *
 *     E z' = s (t, z),   z = [lambda; mu; r; v; p], index1-implicit: [lambda; mu; r; v; p; v']
 *
 * with zeros in E for the rows of lambda and mu and the last ones, ones for the others. In the
 * partitions the rows of lambda and mu are their values minus those in z. */
typedef struct GeomsRhs GeomsRhs;
/* formulation: one that solves for the accelerations; independent as in GeomsProblem; rank_tol as
 * in GeomsOptions. NULL with *report filled if there is no such form of the model. */
GeomsRhs *geoms_rhs_create (const GeomsModel *model, void *user, int formulation,
                            const int *independent, double rank_tol, GeomsReport *report);
/* number of unknowns z */
int geoms_rhs_unknowns (const GeomsRhs *rhs);
/* At a state where z is to begin: whether the form fits the model there; fills v' of z. 0 or an
 * IDID. */
int geoms_rhs_begin (GeomsRhs *rhs, double t, double *z, GeomsReport *report);
/* s (t, z) at k states, n x k. 0, 1 (cannot be evaluated there) or a negative IDID. */
int geoms_rhs_evaluate (GeomsRhs *rhs, int k, const double *t, const double *z, double *rows,
                        GeomsReport *report);
void geoms_rhs_free (GeomsRhs *rhs);

/* ---- the mechanical form: M, Z, f, g, G, ... in one batched callback ---- */

/* blocks (k, t, x, ldx, out, ldo, user) gives, for each of k columns x (geoms_model.h), one below
 * the other and without those of size 0:
 *
 *     M (nv x nv, nv for GEOMS_MASS_DIAGONAL; only if it is not constant),
 *     Z (np x nv, only with kinematics), f (nv), g (nl), G (nl x np), gI (nl), gII - G Z v' (nl),
 *     h~ (nm), H (nm x np), hI - H Z v' (nm),  b (nr), d (nw), c (ns), e (ni)
 */
typedef struct GeomsMechanical {
    GeomsDims dims;
    int mass_structure;       /* GEOMS_MASS_...                                               */
    int autonomous;
    int kinematics;           /* not 0: Z is given; else Z is the identity and nv = np        */
    int uses_multipliers;     /* not 0: a block depends on lambda or mu                       */
    const double *mass;       /* nv x nv, if constant                                         */
    GeomsBatch blocks;
    /* optional: de/d[v; s; p], ni x (nv + ns + np), columns ld apart                         */
    int (*gradient) (double t, const double *x, double *out, int ld, void *user);
    /* optional: the nc conditions of dims                                                    */
    int (*ivcond) (double t, const double *x, double *c, void *user);
    void *user;
} GeomsMechanical;

/* A model whose rda is composed from the blocks; its callbacks take `user` = the returned
 * object. */
typedef struct GeomsComposed GeomsComposed;
GeomsComposed *geoms_mechanical_create (const GeomsMechanical *mechanical, GeomsModel *model);
void geoms_mechanical_free (GeomsComposed *composed);

/* The same where M, Z, G and H have patterns: blocks, and mass where it is constant, have the values of
 * these in the places of the matrices then. What M alone has, is constant or is a diagonal goes by
 * mass_structure. The arrays are copied. `more`, rows of rda x unknowns, which may have no start: entries
 * of B that are not seen near the start, as of contacts that are open. NULL with *report filled. */
typedef struct GeomsMechanicalPatterns {
    GeomsPattern M, Z, G, H, more;
} GeomsMechanicalPatterns;
typedef struct GeomsSparseForm GeomsSparseForm;
GeomsSparseForm *geoms_sparse_form_create (const GeomsMechanical *mechanical,
                                           const GeomsMechanicalPatterns *patterns,
                                           GeomsModel *model, GeomsReport *report);
/* B of the model, found near (t, x), or given (B not NULL) as it was found before: 0, or an IDID */
int geoms_sparse_form_find (GeomsSparseForm *form, double t, const double *x, const GeomsPattern *B,
                            GeomsModel *model, long *evaluations, GeomsReport *report);
void geoms_sparse_form_free (GeomsSparseForm *form);

/* ---- is each level of the constraints the derivative of the one below? levels.c ----
 *
 * k states of a run, or, with k = 0, two states beside the start, x. 1: yes; 0: no, or somebody has to look
 * closer, as where functions are not defined or there is no memory. */
typedef struct GeomsLevels {
    int k;
    const double *t, *x;   /* k times, n x k states; k = 0: t is not used, x is the start            */
    double t0, tf;         /* the time span                                                          */
    int autonomous;        /* not 0: the system is said not to depend on t                           */
    int steady_g;          /* not 0: g must not depend on t at the start (blocks alone)              */
    int second_g, second_h; /* not 0: gII, or gII - G Z v', is given; the same of hI                  */
} GeomsLevels;
int geoms_levels_agree (const GeomsModel *model, void *user, const GeomsLevels *at);
/* brief: the same blocks, of which nothing but g, gI and h~ is looked at */
int geoms_levels_agree_blocks (const GeomsMechanical *form, GeomsBatch brief, const GeomsLevels *at);

/* the time of day, in seconds */
double geoms_seconds (void);

#endif
