/* projected.h - the projected-strangeness-free (psf) and -index-1 (psi1) forms
 *
 * Algebraic rows a = (a1, a2, a3), blocks of their Jacobian:
 *
 *            x1   x2   x3   x4
 *      a1 [ F11  F12  F13  F14 ]     psf:  d, gII, hI     psi1:  d
 *      a2 [           F23  F24 ]           gI, h~, and e where it is eliminated
 *      a3 [                F34 ]           c, g
 *
 *      dx = N y - P a,   J_a N = 0,   J_a P = I,   y = (y4 | y3 | x2 | y1)
 *
 * P has a column for every algebraic row of rda; those of rows that are not integrated are zero.
 *
 * One section for each file, in the order of the data flow: its part of the form and its functions.
 * The form itself comes last.
 */
#ifndef GEOMS_PROJECTED_H
#define GEOMS_PROJECTED_H

#include "constraints/nullspace.h"
#include "forms/formulation.h"
#include "base/linalg.h"
#include "multipliers.h"

typedef struct GeomsProjected GeomsProjected;

/* ---- metric: what a change of x costs in corrections ---- */

typedef struct GeomsMetric {
    const double *weights;    /* n, or NULL: 1                                                 */
    int by_mass;              /* of v by the mass matrix                                       */
    double *L;                /* M = L L', nv x nv                                             */
} GeomsMetric;

/* weights of the unknowns from `first` on, or NULL */
static inline const double *geoms_metric_weights (const GeomsMetric *m, int first)
{
    return m->weights != NULL ? m->weights + first : NULL;
}

/* ---- multipliers.c: multipliers that are solved for at each state ---- */

/* memory; stages and base point as in formulation.h; rows of C to solve for after its
 * decomposition */
enum { GEOMS_LOOKED_AT = 4 }; /* points that tell of friction */
int geoms_multipliers_batch (const GeomsProjected *p); /* points of the largest batch */
int geoms_multipliers_create (GeomsProjected *p, GeomsArena *arena);
int geoms_multipliers_evaluate (GeomsProjected *p, int k, const double *t, double *x,
                                const double *xdot, double *residual);
int geoms_multipliers_base (GeomsProjected *p, double t, const double *x);
void geoms_multipliers_choose (GeomsProjected *p);
/* M of the base point or of the linearisation; a regular constant one once. As geoms_mass_factor */
int geoms_multipliers_factor (GeomsProjected *p, const double *M, const double *C, int ldc);
/* residual and mass matrix of the first of the parts at hand, the base point; alpha and l there if
 * they are wanted */
int geoms_multipliers_take_base (GeomsProjected *p, int solved, const double *x, double *base,
                                 double *mass);

/* ---- multipliers_lanes.c: memory; the first of k states whose parts are at hand, as in
 * formulation.h, a few at once; -> how many, where that is safe ---- */

void geoms_multipliers_create_lanes (GeomsProjected *p, GeomsArena *arena);
int geoms_multipliers_lanes (GeomsProjected *p, int k, double *x, const double *xdot,
                             double *residual);

/* ---- multipliers_linear.c: memory; the linearisation, as in formulation.h ---- */

void geoms_multipliers_create_linear (GeomsProjected *p, GeomsArena *arena);
int geoms_multipliers_linearise (GeomsProjected *p, double t, const double *x, double *base,
                                 double *mass, int leave);
/* what the linearisation needs of a Jacobian that was stored */
void geoms_multipliers_again (GeomsProjected *p);

/* ---- forces.c: e->unit of multipliers from the forces at x, where the linearisation is ---- */

typedef struct GeomsForces {
    int notes;                /* linearisations are at accepted states of the run              */
    double noted;             /* time of the state that was noted last                         */
    GeomsMass mass;
    double *force, *row;      /* nv, 2 nv                                                      */
} GeomsForces;

void geoms_forces_create (GeomsForces *s, int nv, int rows, GeomsArena *arena);
void geoms_forces_note (GeomsProjected *p, const double *x);

/* ---- elimination.c: N and P from the blocks of J ---- */

typedef struct GeomsBlocks {
    GeomsBlock F11, F23, F34;
    GeomsBlock gI;            /* rows gI alone, to count the redundancy of nonholonomic rows   */
    GeomsBlock probe;         /* any block once more, by singular values: for messages         */
    double rank_tol;
    int may_switch, switched; /* from LU to SVD, if the constraints are redundant at the start */
    int rank2, old_rank2;     /* rank of the hard rows of a2; what sizes were made for         */
    int same;                 /* F34 is F23                                                    */
    int nleft;
    double *left;             /* orthonormal basis of u' F23 = 0 over the hard rows            */
    double *rows;             /* rows of one block that do not stand together in J             */
    int *dependent;           /* n, as in formulation.h                                        */
} GeomsBlocks;

/* y = (y4 | y3 | x2 | y1): sizes, x2 has n2, and where they begin */
typedef struct GeomsFree {
    int k1, k3, k4, n;
    int at1, at2, at3, at4;
} GeomsFree;

int geoms_projected_decompose (GeomsProjected *p);
/* elimination.c: ranks that have just been found are those that `later` goes on with */
void geoms_projected_expect (const GeomsProjected *p, GeomsBlocks *later);

/* ---- border.c: A, L and F11^- of the linearisation, where multipliers are solved for ---- */

int geoms_border_decompose (GeomsProjected *p);

/* ---- ranks.c: a rank that is lost or has changed, named as what it is ---- */

/* IDIDs; 0 where all ranks fit together */
int geoms_ranks_lost (GeomsProjected *p, const GeomsBlock *b, int which);
int geoms_ranks_check (GeomsProjected *p);
int geoms_ranks_unsolvable (GeomsProjected *p);
/* "g(1), h(2)": the rows of position (2), velocity (1), acceleration level (0), as the user counts
 * them, of which the combinations from number `first` on consist that move least; p->blocks.probe
 * has the block by singular values */
void geoms_ranks_name_rows (GeomsProjected *p, int which, int first, char *text, size_t size);
/* "rows g(1), h(2) depend on each other", or "row g(1) is zero", of such names; the text */
const char *geoms_ranks_depend (const char *rows, char *text, size_t size);
/* A motion has come to where C, not that of a linearisation, has rank `now` instead of `before`: an
 * IDID. */
int geoms_ranks_reached (GeomsForm *f, double t, const double *C, int before, int now);
/* deficiency of the rows gI alone, -1: LAPACK failed; a row of G Z that is zero, or -1 */
int geoms_ranks_holonomic (GeomsProjected *p);
int geoms_ranks_zero_row (const GeomsProjected *p);

/* ---- redundancy.c: rows that depend on each other ---- */

/* the left null basis of the `hard` rows of F23 after an SVD; x with multipliers of minimum norm */
void geoms_redundancy_left (GeomsBlocks *b, int hard);
int geoms_redundancy_normalise (const GeomsProjected *p, int k, double *x);
/* marked: ra, 1 for rows that depend on others; unique: n1. Needs SVD; else nothing is
 * redundant. */
void geoms_redundancy_rows (GeomsProjected *p, int *marked, int *unique);
/* the rows of a contradiction in the residual, marked as above; 0 if there is none */
int geoms_redundancy_contradiction (GeomsProjected *p, const double *residual, int *marked);
/* "g(1), gI(2), ..." of the marked rows; how many */
int geoms_redundancy_names (const GeomsEquations *e, const int *marked, char *text, size_t size);

/* ---- selector.c: S_v and S_p ---- */

typedef struct GeomsSelector {
    int rows_v, selected;     /* rows of S_v; of the S_v at hand                               */
    double *Sv, *Sp;          /* rows_v x nv, k4 x np                                          */
    int *pivots;              /* dependent columns the selector belongs to                     */
    int made;
    double *work;
    /* of the user's: selection.c */
    const GeomsSelection *given; /* NULL: they are chosen here                                 */
    double *x, *room;         /* the state of the linearisation; work                          */
    double seen[2];           /* S_p, S_v: the share of the motion that they see least; NaN: not
                                 given                                                         */
    double least[2], t_least[2]; /* the least along the run, and when                          */
    char hidden[2][32];       /* the unknown that this motion moves most                       */
    int follows;              /* another linearisation, whose Jacobian was this one            */
    double *J_before;
    int passed;               /* so many times a step, or an attempt, led past a state where S_p or
                                 S_v see nothing of a motion; first at                         */
    double t_passed;
} GeomsSelector;

void geoms_selector_create (GeomsSelector *s, const GeomsEquations *e, GeomsArena *arena);
/* at a state of the run, at another one, after a failure of Newton's method */
enum { GEOMS_SELECT_STATE, GEOMS_SELECT_TRIAL, GEOMS_SELECT_FAILED };
/* *renewed: not 0 if it was. 0, GEOMS_RETRY but at a state of the run, or an IDID */
int geoms_selector_update (GeomsProjected *p, int when, int *renewed);

/* ---- selection.c: S_v and S_p of the user ---- */

void geoms_selection_create (GeomsSelector *s, const GeomsEquations *e, GeomsArena *arena);
int geoms_selection_gives_p (const GeomsSelector *s);
int geoms_selection_gives_v (const GeomsSelector *s);
/* What is given takes its place. 0, GEOMS_RETRY at a trial state, or an IDID */
int geoms_selection_take (GeomsProjected *p, int trial);
/* A = M X for k columns X, or (M + s Q Q') X where M has the null space Q within ker C; X where the
 * rows are those of accelerations */
void geoms_selection_inertia (const GeomsProjected *p, int k, const double *X, int ldx, double *A);
/* the linearisation at hand is the last one of the run */
void geoms_selection_follow (GeomsProjected *p);
/* as `singular` and `describe` of formulation.h */
int geoms_selection_singular (GeomsForm *f, double t);
void geoms_selection_describe (const GeomsForm *f, GeomsSolution *solution);

/* ---- newton.c: products with S, one factorisation per slot ---- */

/* a factored Newton matrix */
typedef struct GeomsSlot {
    GeomsFactor E;
    double re, im;            /* sigma                                                         */
} GeomsSlot;

typedef struct GeomsNewton {
    double *SMJ;              /* [S M; S J_b], 2 nd x n                                        */
    double *SX;               /* [S M; S J_b] [P N], 2 nd x (ra + nd)                          */
    double *R;                /* [-SMP 0; -SJP S], 2 nd x m, where there are few unknowns      */
    int slots;
    GeomsSlot *slot;
    double *z, *q;            /* a column [-a; y] for each stage, right-hand sides before sigma */
} GeomsNewton;

void geoms_newton_create (GeomsNewton *s, const GeomsForm *f, GeomsArena *arena);
/* Newton matrices of another order nd */
void geoms_newton_resize (GeomsNewton *s, int nd);
/* [S M; S J] [P N] */
void geoms_newton_compose (GeomsProjected *p);
/* with columns SMN, SJN of SX from number ra on */
int geoms_newton_factor (GeomsNewton *s, int ra, int slot, double re, double im);
/* as in formulation.h */
void geoms_newton_solve (GeomsProjected *p, int first, int count, const double *residual,
                         double *dx);
void geoms_newton_follow (const GeomsProjected *p, int columns, double *dx);
/* columns of `count` slots from number `first` on */
static inline int geoms_newton_columns (int first, int count)
{
    return 2 * count - (first == GEOMS_SLOT_REAL && count > 0);
}
/* dx = -P a */
void geoms_newton_particular (const GeomsProjected *p, const double *residual, double *dx);

/* ---- tangent.c: Newton systems of half the order, where p' = v ---- */

typedef struct GeomsTangent {
    int wanted;               /* of a form that a method integrates                            */
    int used;                 /* by the linearisation at hand, instead of N, P and newton.c    */
    int by_mass;              /* l_x comes from T and `saddle`, not from multipliers.L and A   */
    int normal, damped;       /* S M' C^+ = 0; S J'_v is not 0                                  */
    int n, m, k;              /* velocities, rows of C, columns of K                           */
    GeomsSaddle saddle;       /* C M^-1, C M^-1 C' = L D L'                                    */
    double *plus;             /* C^+, n x m                                                    */
    double *T;                /* m x 2n                                                        */
    double *D;                /* C^+ B K, n x k                                                */
    double *SM, *SJ;          /* k x n, k x 2n                                                 */
    double *E[3];             /* E0, E1, E2: k x k                                             */
    double *G, *work;         /* work of the linearisation                                     */
    double *r, *y, *q;        /* of all columns: n, the larger of m and n, as many             */
} GeomsTangent;

void geoms_tangent_create (GeomsTangent *s, const GeomsForm *f, GeomsArena *arena);
/* not 0 if the system is one that tangent.c is for, as far as is known before its blocks are */
int geoms_tangent_fits (const GeomsProjected *p);
/* T, C M^-1 C' = L D L'; 0 if multipliers.L and A are needed */
int geoms_tangent_factor_multipliers (GeomsProjected *p);
/* Newton matrices but for sigma, in one of the two ways */
void geoms_tangent_compose (GeomsProjected *p);

/* ---- tangent_solve.c: multipliers.L; as in formulation.h; dx as geoms_projected_step;
 * alpha += alpha_x dx ---- */

void geoms_tangent_all_multipliers (GeomsProjected *p);
int geoms_tangent_factor (GeomsProjected *p, int slot, double re, double im);
void geoms_tangent_solve (GeomsProjected *p, int first, int slots, const double *residual,
                          double *dx);
void geoms_tangent_follow (const GeomsProjected *p, int columns, double *dx);
void geoms_tangent_step (GeomsProjected *p, const double *residual, double *dx);
void geoms_tangent_accelerate (GeomsProjected *p, const double *dx, double *alpha);

/* ---- scales.c: what residuals are measured by ---- */

/* of the algebraic rows at x, by the linearisation at hand and the run so far */
void geoms_projected_scales (GeomsProjected *p, const double *x);
/* the index of w at the linearisation */
void geoms_projected_index (GeomsProjected *p);

/* ---- invariants.c ---- */

typedef struct GeomsInvariants {
    int *keeps;               /* ni: GEOMS_E_...                                               */
    int skips;                /* none is projected in this correction                          */
    double *Gy, *HGy, *gram, *rest;
    int *pivots;
} GeomsInvariants;

void geoms_invariants_create (GeomsInvariants *s, const GeomsEquations *e, GeomsArena *arena);
/* which of them are eliminated, that is part of a2; -> their number */
int geoms_invariants_eliminated (GeomsProjected *p);
/* not 0 for an invariant that a correction makes zero */
int geoms_invariants_kept (const GeomsInvariants *s, int i);
/* dx += N y such that e + e_x dx = 0 for those that are projected */
void geoms_invariants_step (GeomsProjected *p, const double *residual, double *dx);

/* ---- shorten.c, projection.c: corrections onto the algebraic rows ---- */

typedef struct GeomsProjection {
    GeomsFactor gram3, gram4; /* K3'K3 and K4'K4 of the null bases K3 = N (x3, y3), K4 = N (x4,
                                 y4); gram3 is not made where the blocks are the same          */
    int have_grams;           /* they belong to this linearisation                             */
    double *dx, *c;           /* n: a correction; work                                         */
    double *before;           /* n: x before a correction                                      */
    double kappa;             /* remainder <= kappa |dx|^2                                     */
    int trusted;              /* corrections since kappa was last measured                     */
} GeomsProjection;

void geoms_projection_create (GeomsProjection *s, const GeomsEquations *e, GeomsArena *arena);
/* dx, which meets the rows, made as small as can be level by level; y = (K'K)^-1 y for the null
 * basis of each level. Nothing where the bases are orthonormal. */
void geoms_projected_shorten (GeomsProjected *p, double *dx);
void geoms_projected_shrink (GeomsProjected *p, double *y);
/* dx with J_a dx = -a (residual), the smallest of its kind level by level */
void geoms_projected_step (GeomsProjected *p, const double *residual, double *dx);
int geoms_projected_correct (GeomsForm *f, double t, double *x, int exact);
/* not 0 if positions and velocities at the base point meet their rows to `limit` and multipliers
 * theirs as well as light bodies beside rows that are nearly parallel let them: where they are
 * solved for, nothing depends on that */
int geoms_projected_met (const GeomsProjected *p, double limit);
/* largest |residual_i| / scale_i of rows first ... last - 1, of those that positions and velocities
 * are to meet, but for invariants, and of all that a correction makes zero */
double geoms_projected_worst (const GeomsProjected *p, const double *residual, int first, int last);
double geoms_projected_moving (const GeomsProjected *p, const double *residual);
double geoms_projected_violation (const GeomsProjected *p, const double *residual);

/* ---- projected_state.c: walk and again of formulation.h ---- */

void geoms_projected_walk (GeomsForm *f, GeomsWalk *w);
int geoms_projected_again (GeomsForm *f);

/* ---- projected.c: the form ---- */

struct GeomsProjected {
    GeomsForm form;
    /* what it is */
    int index1;               /* psi1                                                          */
    int algebraic_only;       /* for corrections: no selector, no Newton matrices              */
    int accelerates;          /* rows of velocities are S_v (alpha - v'), not S_v (f_dyn - M v') */
    int massive;              /* M varies, and the base point has all masses that no constraint
                                 holds: stages that have not are refused                        */
    int m1, a2, m2, a3, m3;   /* rows: a1 starts at 0, a2 and a3 at these rows of rda          */
    int hard2;                /* rows of a2 without e                                          */
    int ra;                   /* all algebraic rows of rda, also unused ones                   */
    /* the linearisation */
    double t;
    double *J;                /* m x n                                                         */
    double *P, *N;            /* n x ra and n x nd, side by side: dx = [P N] [-a; y]           */
    double *mass;
    double *scale;            /* of the algebraic rows                                         */
    int *index;               /* n, as in formulation.h                                        */
    /* the base point */
    double *base, *base_mass; /* residual and mass matrix                                      */
    /* parts of the files above */
    GeomsMetric metric;
    GeomsMultipliers multipliers;
    GeomsForces forces;
    GeomsBlocks blocks;
    GeomsFree y;
    GeomsSelector selector;
    GeomsNewton newton;
    GeomsTangent tangent;
    GeomsInvariants invariants;
    GeomsProjection projection;
    struct {
        double *n;            /* n x (n + ra)                                                  */
        double *residual;     /* of a linearisation that leaves the base point                 */
        double *masses;       /* of all stages                                                 */
    } work;
};

/* A psf or psi1 form on the equations; decomposition overrides the option if >= 0. What it is for
 * is set before, all else is 0: algebraic_only, forces.notes, metric.weights, metric.by_mass,
 * tangent.wanted, form.complex_slots. 0 or an IDID. */
int geoms_projected_create (GeomsProjected *p, GeomsEquations *eq, const GeomsOptions *options,
                            int formulation, int decomposition, GeomsArena *arena);

/* forces at the accepted state x, of which the base residual is at hand: what multipliers are
 * measured by */
void geoms_projected_note (GeomsProjected *p, double t, const double *x);

#endif
