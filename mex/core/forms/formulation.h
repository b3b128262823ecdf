/* formulation.h - the one interface between a formulation and a method
 *
 * A formulation is: algebraic rows a (t, x), differential rows b (t, x) - M (t, x) x', a selector
 * S. Both kinds of rows stand in one vector, the residual of length m; which row is which is the
 * formulation's own affair. A method forms linear combinations of residuals and has them solved
 * for:
 *
 *     begin      looks at the state in which a run begins, may complete it; may be NULL
 *     evaluate   residual of k states with given derivatives, in one batched call; unknowns that
 *                the others determine (`solved`) are solved for and become part of the states
 *     base       residual with x' = 0 at (t, x), kept as the base point
 *     linearise  Jacobian, decompositions, N, P, S at (t, x); independent of the step size
 *     factor     S (sigma M - J) N in slot 0 (real sigma) or one behind it (complex sigma)
 *     solve      dx with  J_a dx = -a  and  S (sigma M - J_b) dx = S b  for residuals (a, b) of
 *                `count` slots from number `first` on: a column for the real slot, two for each
 *                complex one (real and imaginary part); dx in the same order, but for led unknowns
 *     follow     the led unknowns of k corrections, as the others move them; NULL: none is led
 *     defect     residual (0, b + M y) at the base point, for error estimates
 *     derivative x' at the base point, 0 where it is not known; `mass` is room for factors of M
 *     correct    moves x onto the algebraic rows
 *     renew      selectors anew after a failure of Newton's method; not 0 if they are, or an IDID
 *     normalise  of the states that no equation tells apart puts the one that stands for them in
 *                the place of each of k states (multipliers of minimum norm, velocities on their
 *                constraints where only independent ones count); not 0 if they may have moved
 *     condition  of the position, velocity and acceleration constraints at the linearisation
 *     singular   tells in the report why no step is small enough at t, if constraints or selectors
 *                are; else 0; may be NULL
 *     rank_lost  tells in the report that C (m x nv) at t, not that of a linearisation, has rank
 *                `now` instead of `before`: an IDID; NULL but for psf and psi1
 *     measure    scales of the constraints at (t, x), for returned residuals and `approach`;
 *                `accepted`: a state of the run, not one beside it. Nothing is done where the run
 *                itself linearises them. 0 or an IDID
 *     approach   how much the residual (a, b) at x violates what is kept; moves x, unless NULL,
 *                once towards it by the linearisation at hand; NULL but for psf and psi1
 *     walk       over what it remembers
 *     again      what is not stored but follows, after such a walk has read: 0, an IDID, or
 *                GEOMS_RETRY if nobody can have written that; may be NULL
 *     describe   what it has met so far, for the solution; may be NULL
 *     release    frees what does not belong to the arena; may be NULL
 *
 * One iteration of Newton's method is `evaluate` of all stages, combinations of their residuals,
 * and one `solve` for all 1 + 2 complex_slots columns, or for those of the first slots if the
 * method is at one of its lower orders; the form is not asked for anything else in between. Its
 * rows are its own: one that goes by alpha, C, C v and g of the stages instead of rda puts
 * alpha - v', Z v - p', C v and g there, 0 into rows that alpha and lambda solve, and keeps C and
 * its factors for the solve, which may take its columns in lanes of four. The columns are of the
 * stages that were evaluated last, or of the base point alone, which a method may take for all of
 * its stages; a solve in the real slot alone is of one state or of a defect.
 *
 * A form that explicit methods integrate is one, too: it has `ode`, and of the operations measure,
 * walk, again and describe are used.
 */
#ifndef GEOMS_FORMULATION_H
#define GEOMS_FORMULATION_H

#include "base/linalg.h"
#include "base/walk.h"
#include "model/equations.h"
#include "model/mass.h"

/* what linearise does about the base point */
enum {
    GEOMS_BASE_FILL, /* (t, x) becomes the base point                           */
    GEOMS_BASE_HAVE, /* (t, x) is the base point already                        */
    GEOMS_BASE_LEAVE /* the base point stays where it is                        */
};

/* linearisations anew, at states that corrections have brought nearer, before a correction fails */
enum { GEOMS_MOST_RELINEARISED = 3 };

/* how an invariant e_i is kept at the moment */
enum { GEOMS_E_FREE, GEOMS_E_ELIMINATED, GEOMS_E_PROJECTED };

/* what correct may go by: a Jacobian from elsewhere; that of the state; that, and nothing better
 * will come */
enum { GEOMS_JACOBIAN_NEAR, GEOMS_JACOBIAN_EXACT, GEOMS_JACOBIAN_LAST };
static inline int geoms_relinearised (int times)
{
    return times + 1 < GEOMS_MOST_RELINEARISED ? GEOMS_JACOBIAN_EXACT : GEOMS_JACOBIAN_LAST;
}

/* room for factored matrices: a real one, the first of the complex ones */
enum { GEOMS_SLOT_REAL, GEOMS_SLOT_COMPLEX };

typedef struct GeomsForm GeomsForm;

typedef struct GeomsFormOps {
    const char *name;
    int (*begin) (GeomsForm *f, double t, double *x);
    int (*evaluate) (GeomsForm *f, int k, const double *t, double *x, const double *xdot,
                     double *residual);
    int (*base) (GeomsForm *f, double t, const double *x);
    int (*linearise) (GeomsForm *f, double t, const double *x, int base);
    int (*factor) (GeomsForm *f, int slot, double re, double im);
    void (*solve) (GeomsForm *f, int first, int count, const double *residual, double *dx);
    void (*follow) (const GeomsForm *f, int k, double *dx);
    void (*defect) (GeomsForm *f, const double *y, double *residual);
    void (*derivative) (const GeomsForm *f, GeomsMass *mass, double *xdot);
    int (*correct) (GeomsForm *f, double t, double *x, int exact);
    int (*renew) (GeomsForm *f);
    int (*normalise) (GeomsForm *f, int k, double *x);
    void (*condition) (const GeomsForm *f, double condition[3]);
    int (*singular) (GeomsForm *f, double t);
    int (*rank_lost) (GeomsForm *f, double t, const double *C, int before, int now);
    int (*measure) (GeomsForm *f, double t, const double *x, int accepted);
    double (*approach) (GeomsForm *f, const double *residual, double *x);
    void (*walk) (GeomsForm *f, GeomsWalk *w);
    int (*again) (GeomsForm *f);
    void (*describe) (const GeomsForm *f, GeomsSolution *s);
    void (*release) (GeomsForm *f);
} GeomsFormOps;

/* what a form is made for */
typedef struct GeomsFormSetup {
    GeomsEquations *eq;
    const GeomsOptions *options;
    int explicit_method;     /* lambda follows from the other unknowns also in (9)             */
    const int *independent;  /* nv, the user's choice, or NULL                                  */
    const double *increment; /* smallest size of each unknown, for difference quotients; NULL: no
                                implicit method will use the form                               */
    GeomsForm *projection;   /* psf or psi1 on the same equations; NULL: nothing projects       */
    const double *weights;   /* n: what changes cost in corrections, or NULL: 1                  */
    double direction;        /* of time: 1, -1                                                  */
    int complex_slots;       /* that the method factors in, beside the real one                 */
    GeomsArena *arena;
} GeomsFormSetup;

struct GeomsForm {
    const GeomsFormOps *ops;
    struct GeomsOde *ode; /* what explicit methods integrate; NULL: nothing                      */
    GeomsEquations *eq;
    const GeomsOptions *options;
    int n, m;           /* unknowns, length of a residual                                       */
    int corrects_by_jacobian; /* correct goes by the linearisation                        */
    int invariants;     /* correct meets invariants, too                                        */
    int second;         /* gII and hI are among its rows                                        */
    int vanishing;      /* unknowns at the end that are 0 but for errors                        */
    int normalises_velocities; /* normalise changes velocities: at the end of a run, too        */
    int near;           /* beside a singular position: correct is needed though nothing projects */
    int no_memory;      /* factor has failed for want of it                                   */
    int recalls;        /* factors are made again after a walk: nothing of it is remembered   */
    int free_count;     /* unknowns that are free: 0 if the motion is prescribed                */
    int solved_at, solved; /* first of the unknowns that evaluate solves for, and their number  */
    int complex_slots;  /* beside the real one                                                  */
    int leads;          /* the method lets unknowns be led: it asks for them by follow          */
    int led;            /* so many are led by the others: the first, whose rows are 0           */
    int untested;       /* solved for once and for all: Newton's method need not test them      */
    const double *base; /* residual with x' = 0 at the base point                               */
    const double *base_mass; /* mass matrix at the base point, nv x nv; NULL: x' is always known */
    const double *scale; /* of each algebraic row of rda: max (1, sum_j |J_ij| |x_j|)           */
    const int *keeps;   /* ni: GEOMS_E_..., of psf and psi1                                     */
    const int *dependent; /* n: 1 for unknowns that the algebraic rows determine                */
    const int *index;   /* n: of each unknown as a variable: errors grow like h^(1 - index)     */
    const double *effect; /* n - eq->n: what 1 of each unknown behind x does to p' or v' at most */
};

/* residuals, m apart, and corrections, n apart, of all slots together */
static inline int geoms_form_columns (const GeomsForm *f) { return 1 + 2 * f->complex_slots; }

/* dx of one residual in the real slot, all of it */
static inline void geoms_form_solve (GeomsForm *f, const double *residual, double *dx)
{
    f->ops->solve (f, GEOMS_SLOT_REAL, 1, residual, dx);
    if (f->led > 0)
        f->ops->follow (f, 1, dx);
}

#endif
