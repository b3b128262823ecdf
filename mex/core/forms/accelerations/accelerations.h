/* accelerations.h - forms that solve for the accelerations:  E z' = s (t, z)  with a constant E of
 * zeros and ones
 *
 *     z = [x; extra unknowns],  x = [lambda; mu | r | v | p];  rows of r: b, of v: a, of p: Z v*
 *
 * What makes a formulation is the rest, in rows.c. E is zero for lambda and mu (but of uode) and
 * for the extra unknowns. Calls lead down this list:
 *
 *     setup.c          memory of all that follows
 *     implicit_form.c  the interface GeomsForm, for implicit methods
 *     explicit_form.c  the interface GeomsOde, for explicit methods
 *     accelerations_state.c  what a later run needs, what the solution tells
 *     correction.c     the state after a step onto the constraints
 *     motion.c         start, what each step tells, why there is no further one
 *     rows.c           s (t, z) of each formulation
 *     choice.c         independent coordinates of a fixed partition
 *     differences.c    derivatives that no model gives
 *     row_derivatives.c  ds/dz from the model's blocks_jac, or its own J
 *     accelerations.c  a, lambda, v* at one state
 *     refusal.c        what cannot be solved for, in words
 */
#ifndef GEOMS_ACCELERATIONS_H
#define GEOMS_ACCELERATIONS_H

#include "constraints/partition.h"
#include "forms/formulation.h"
#include "forms/ode.h"
#include "model/parts.h"

typedef struct GeomsAccelerations GeomsAccelerations;

/* one of the points whose rows are made: number j of the batch */
typedef struct GeomsPoint {
    int purpose, j;
    double t;
    const double *z;
    GeomsPart part;
} GeomsPoint;

/* where its rows go: all of them, those of v, and v*, of which p' is made */
typedef struct GeomsRows {
    double *row, *a, *v;
} GeomsRows;

/* what makes a formulation: rows of lambda and the extra unknowns; a; v*, which is v on entry */
typedef struct GeomsKind {
    int (*rows) (GeomsAccelerations *s, const GeomsPoint *point, const GeomsRows *to);
    int lambda;    /* GEOMS_LAMBDA_...                                                  */
    int partition; /* GEOMS_PARTITION_...                                               */
    int extra;     /* GEOMS_EXTRA_...                                                   */
    int index[4];  /* of lambda, mu, v and the extra unknowns                           */
    int level;     /* whose rows stand for lambda and mu: 1 g, 2 gI, 3 gII; 0: l or lambda' */
} GeomsKind;

/* independent coordinates of a fixed partition: choice.c */
typedef struct GeomsChoice {
    int given;           /* by the user: never changed                                  */
    int *kept;           /* nv: a choice that comes back                                */
    double chosen;       /* how bad it was when it was made; given: condition of C_d    */
    double t_seen, sign; /* where the sign of det C_d was looked at last                */
    int switched;        /* other coordinates were chosen, so many times                */
    int passed;          /* det C_d changed its sign so many times between two steps    */
    double *passed_t;    /* the times, of the first GEOMS_MOST_PASSED                   */
} GeomsChoice;

/* the condition of C_d or C at the states of the motion */
typedef struct GeomsConditions {
    double now;            /* NaN: not known                                            */
    double worst, t_worst; /* the largest so far                                        */
    double least;          /* the smallest so far; 0: not known                         */
} GeomsConditions;

/* differences along the motion (uode) or in p (L): differences.c */
typedef struct GeomsDifferences {
    GeomsParts parts;
    double *t, *z;       /* the points                                                  */
    double *slopes;      /* of what is looked at                                        */
    double *zero;        /* nv                                                          */
    GeomsPartition both; /* of [G; L]                                                   */
    double both_start;   /* its condition at the start                                  */
} GeomsDifferences;

/* what ds/dz is made of where the model has blocks_jac: row_derivatives.c */
typedef struct GeomsDerivatives {
    double *x;   /* n: where B is evaluated                                             */
    double *B;   /* rows of rda x n; NULL: by differences                               */
    double *a, *l; /* nv x n, m x n: derivatives of a and l                             */
    double *row; /* m + nv                                                              */
    double *masses; /* M beside the point, where only J is known                       */
} GeomsDerivatives;

/* what implicit methods need: implicit_form.c */
typedef struct GeomsLinearised {
    double *J, *base;       /* ds/dz, n x n; rows at the base point                     */
    double *points, *rows;  /* of a batch                                               */
    double *times;
    int *dependent, *index; /* n, as in formulation.h: dependent are lambda, mu and a   */
    GeomsFactor *E;         /* 1 + complex slots                                        */
} GeomsLinearised;

struct GeomsAccelerations {
    GeomsForm form; /* for implicit methods; it comes first                                 */
    GeomsOde ode;   /* for explicit methods                                                 */
    /* what it is */
    GeomsEquations *eq;
    const GeomsOptions *options;
    const GeomsKind *kind;
    int m;            /* lambda and mu                                                  */
    int n;            /* unknowns z                                                     */
    int first;        /* first unknown of a differential row                            */
    int most;         /* points in one batch                                            */
    double direction; /* of time: 1, -1                                                 */
    int from_rda;     /* rows come from rda at once, without parts                      */
    int exact;        /* ds/dz comes from the model's blocks_jac, or from its J         */
    int by_differences; /* it may come from differences                                 */
    int diagonal;     /* M is                                                           */
    const double *increment; /* smallest size of each unknown, for difference quotients */
    GeomsForm *projection; /* psf on the same equations, for scales and invariants; NULL: none */
    double *scale;         /* of the algebraic rows of rda, at states of the run              */
    /* the points that were evaluated last */
    GeomsParts parts;
    GeomsPartition partition;
    GeomsMass mass;
    GeomsSaddle saddle;
    int by_mass;  /* the saddle has factors of the point, not the partition             */
    int light;    /* C of the point has not been decomposed                             */
    int factored; /* the factors of M are those of all points                           */
    int batch;    /* so many points; 1: the partition belongs to it                     */
    int refused;  /* why one of them could not be solved for: partition.h, mass.h; 0    */
    /* along the motion */
    GeomsChoice choice;
    GeomsConditions condition;
    int near;          /* the state that was reached last is beside a singular position, and the
                          method does not project: its positions are to be corrected    */
    double largest[2]; /* |eta|, or |mu| and |tau|, of the states so far                */
    double *effect;    /* of the extra unknowns: what 1 of it does to p' or v' at most  */
    GeomsDerivatives derivatives;
    GeomsDifferences differences;
    GeomsLinearised linear;
    /* work: nv, nv, nv + m, np, n, m, m x m */
    struct {
        double *a, *v, *row, *pdot, *z, *l, *gram;
    } work;
};

/* ---- setup.c ---- */

/* in zeroed memory at hand, or in the arena: 0 or an IDID */
int geoms_accelerations_create (GeomsAccelerations *s, const GeomsFormSetup *setup);
int geoms_accelerations_new (const GeomsFormSetup *setup, GeomsForm **form);

/* ---- accelerations_state.c: operations of GeomsForm ---- */

void geoms_accelerations_walk (GeomsForm *f, GeomsWalk *w);
void geoms_accelerations_describe (const GeomsForm *f, GeomsSolution *solution);

/* ---- implicit_form.c: s->form and its memory; explicit_form.c: s->ode ---- */

void geoms_accelerations_form (GeomsAccelerations *s, GeomsArena *arena);
void geoms_accelerations_ode (GeomsAccelerations *s);

/* ---- correction.c ---- */

/* z, whose rows were evaluated last, onto the constraints; rows (n) become those of the new z.
 * 0, GEOMS_RETRY or a negative IDID */
int geoms_correction (GeomsAccelerations *s, double t, double *z, double *rows);
/* the same beside a singular position (s->near), without invariants; what cannot be corrected
 * stays */
int geoms_correction_if_possible (GeomsAccelerations *s, double t, double *z, double *rows);

/* ---- motion.c ---- */

/* At a start: whether the form fits the system, the choice of coordinates, accelerations of z. */
int geoms_motion_begin (GeomsAccelerations *s, double t, double *z);
/* What a step that was accepted at t says of the coordinates, whose rows were evaluated last:
 * conditions, signs, a better choice. */
void geoms_motion_accepted (GeomsAccelerations *s, double t);
/* how large the extra unknowns of an accepted state are */
void geoms_motion_note_extra (GeomsAccelerations *s, const double *z);
/* lambda and mu of k states, ldx apart, from the other unknowns; forms that do not integrate
 * them */
int geoms_motion_multipliers (GeomsAccelerations *s, int k, const double *t, double *x, int ldx);
/* What counts as a row that is lost, from the condition at the start, also of a run that is
 * continued; RankTol, where it is given. */
void geoms_motion_tolerance (GeomsAccelerations *s, double condition);
/* why no step is small enough: a choice of coordinates that is singular, a lost rank; 0 if it is
 * not that */
int geoms_motion_singular (GeomsAccelerations *s, double t);
void geoms_motion_condition (const GeomsAccelerations *s, double condition[3]);

/* ---- rows.c ---- */

/* whether a formulation is one of these */
int geoms_accelerations_has (int formulation);
/* The kind of a formulation. Explicit methods take lambda from the other unknowns if it does not
 * move. */
const GeomsKind *geoms_rows_kind (int formulation, int explicit_method);
/* unknowns behind x; unknowns z */
int geoms_rows_extra (const GeomsEquations *eq, const GeomsKind *kind);
int geoms_rows_unknowns (const GeomsEquations *eq, int formulation);
/* s (t, z) at k points (k <= s->most), n apart. 0, GEOMS_RETRY or a negative IDID. */
int geoms_rows_evaluate (GeomsAccelerations *s, int purpose, int k, const double *t,
                         const double *z, double *rows);
/* the rows of one point, but lambda' of uode */
int geoms_rows_of_point (GeomsAccelerations *s, const GeomsPoint *point, double *row);
/* the same from rda, or what is linear in it, where s->from_rda; GEOMS_RETRY if M is singular */
int geoms_rows_of_rda (GeomsAccelerations *s, const double *rda, const double *M, double *row);
/* the extra unknowns of a state: its accelerations a, or 0 */
void geoms_rows_fill_extra (const GeomsAccelerations *s, const double *a, double *z);

/* ---- choice.c ---- */

/* At a start: whether the user's choice is one, or a choice by pivoting. 0 or an IDID */
int geoms_choice_begin (GeomsAccelerations *s, double t, const double *C);
/* A state that is not part of a run: its own choice, if the user made none, and its velocities
 * become v*. 0, GEOMS_RETRY or an IDID */
int geoms_choice_alone (GeomsAccelerations *s, double t, double *z);
/* what the choice at hand is judged by: 1 at best */
double geoms_choice_badness (GeomsAccelerations *s);
/* an accepted state at t: signs of det C_d; another choice, if this has become too bad and there
 * is a better one */
void geoms_choice_accepted (GeomsAccelerations *s, double t, const double *C);
int geoms_choice_is_fixed (const GeomsAccelerations *s);

/* ---- row_derivatives.c ---- */

/* not 0: no memory, as the arena says, too */
int geoms_derivatives_create (GeomsAccelerations *s, GeomsArena *arena);
/* J = ds/dz (n x n) at the point whose rows were evaluated last, alone. 0, GEOMS_RETRY or an IDID;
 * GEOMS_NOT_DERIVED where M is singular and the model has no blocks_jac */
enum { GEOMS_NOT_DERIVED = 2 };
int geoms_derivatives_at (GeomsAccelerations *s, double t, const double *z, const double *rows,
                          double *J);
/* J, rows of rda x n, -= d (M a)/dp in the rows of v */
int geoms_derivatives_inertia (GeomsAccelerations *s, double t, const double *z, const double *a,
                               double *J);
/* L = d (C v + b')/dp Z (m x nv, columns ld apart) from the B at hand; at a point */
void geoms_derivatives_velocity (const GeomsAccelerations *s, double *L, int ld);
int geoms_derivatives_of_velocity (GeomsAccelerations *s, const GeomsPoint *point, double *L,
                                   int ld);

/* ---- differences.c ---- */

int geoms_differences_create (GeomsAccelerations *s, GeomsArena *arena);
/* whether mu and tau of (3.16) are unique at a start, and whether that is why no step is small
 * enough */
int geoms_differences_begin (GeomsAccelerations *s, double t, const double *z);
int geoms_differences_singular (GeomsAccelerations *s, double t);
/* lambda' of k points whose other rows are known */
int geoms_differences_lambda (GeomsAccelerations *s, int purpose, int k, const double *t,
                              const double *z, double *rows);
/* y = L' tau */
int geoms_differences_product (GeomsAccelerations *s, const GeomsPoint *point, const double *tau,
                               double *y);

/* ---- accelerations.c ---- */

/* v*, a and lambda (or NULL) of one state with the velocities v; 0, or what partition.h or
 * mass.h say */
int geoms_accelerations_solve (GeomsAccelerations *s, const GeomsPart *part, const double *v,
                               double *v_new, double *a, double *lambda);
/* C of a point decomposed, by the partition: as geoms_partition_prepare */
int geoms_accelerations_prepare (GeomsAccelerations *s, const GeomsPart *part);
/* a and lambda in two: factors, where C has been prepared; a and lambda for given f and b'' */
int geoms_accelerations_factor_both (GeomsAccelerations *s, const GeomsPart *part);
void geoms_accelerations_solve_both (GeomsAccelerations *s, const GeomsPart *part, const double *f,
                                     const double *b2, double *a, double *lambda);
/* the factors of M at a point into s->mass: 0, what mass.h says, or GEOMS_MASS_SINGULAR on ker C */
int geoms_accelerations_factor (GeomsAccelerations *s, const GeomsPart *part);
/* a of M a = f - C' lambda, C a = - b''; GEOMS_RETRY if M is not positive on ker C */
int geoms_accelerations_of (GeomsAccelerations *s, const GeomsPart *part, const double *lambda,
                            double *a);
/* y = f - C' lambda */
void geoms_accelerations_forces (const GeomsAccelerations *s, const GeomsPart *part,
                                 const double *lambda, double *y);
/* row = C a + b'' and C v + b' */
void geoms_accelerations_second (const GeomsAccelerations *s, const GeomsPart *part,
                                 const double *a, double *row);
void geoms_accelerations_first (const GeomsAccelerations *s, const GeomsPart *part, const double *v,
                                double *row);
/* The velocities of z, whose rows were evaluated last, become v*, which is all of them that a
 * partition goes on with; not 0 if that changed them. */
int geoms_accelerations_move_velocities (GeomsAccelerations *s, double *z);

/* ---- refusal.c: IDIDs ---- */

/* a status of partition.h or mass.h in words; the same of s->refused, 0 if nothing was */
int geoms_refusal (GeomsAccelerations *s, int status, double t);
int geoms_refusal_of_last (GeomsAccelerations *s, double t);
/* the choice at hand does not determine the other coordinates */
int geoms_refusal_of_choice (GeomsAccelerations *s, double t);

#endif
