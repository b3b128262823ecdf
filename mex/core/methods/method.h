/* method.h - what the driver, events and outputs know of a method: it makes steps
 *
 *     orders         that MaxOrder may be, a bit for each; 0: the option is not for it. `order` is
 *                    that of the present attempt then
 *     complex_slots  that it factors in, of its form, beside the real one; for `orders` up to 4 k +
 *                    1 that is k
 *     takes_rates    it asks its equations for nothing but x' where a model gives that, or for what
 *                    the form of a model does that solves its own Newton systems
 *     solves_ends    multipliers at the ends of its steps, which it does not integrate, are those
 *                    of the states there
 *     start      prepares the first step from (t, x)
 *     restart    the same after the state has jumped
 *     step       one accepted step from *t, x towards t_end, not beyond it; *last: t_end is
 *                reached. It is geoms_method_step, or ends in it (step.c), which asks for
 *     attempt        the state m->step behind (t, x), and its error as a part of the tolerance; 0
 *                    with fixed steps. GEOMS_ATTEMPT_... if there is none
 *     failed         a smaller m->h after such an attempt, or an IDID if there were too many
 *     reject         a smaller m->h for an error of 1 or more
 *     accept         *t, x become the end of the attempt, t_new; m->h is that of the next one; or
 *                    GEOMS_STEP_TAKEN_BACK, *t, x as they were and a smaller m->h
 *     worst          the component that had the largest error
 *     retake     the last step, which began at (t_old, x_old), once more with its end at t; not
 *                counted
 *     recover    multipliers of k states, where a method does not integrate them; else NULL
 *     condition  of the position, velocity and acceleration constraints where the method is; NaN
 *                where it does not look at them
 *     singular   tells in the report why no step is small enough, if constraints are; else NULL
 *     size       of the struct that begins with a GeomsMethod, which is zeroed
 *     create     its other members and their memory: 0 or an IDID; lack of memory need not be told
 *     walk       over what it remembers from step to step, beside the members of GeomsMethod
 *     again      what is not stored but follows, after such a walk has read; may be NULL
 *
 * 0, GEOMS_RETRY or a negative IDID. After a step `poly` is its polynomial, in the basis of the
 * method.
 */
#ifndef GEOMS_METHOD_H
#define GEOMS_METHOD_H

#include "control.h"
#include "base/memory.h"
#include "base/walk.h"
#include "forms/ode.h"
#include "polynomial.h"

typedef struct GeomsMethod GeomsMethod;

enum { GEOMS_MOST_ORDER = 13 };

/* what a method is made for */
typedef struct GeomsMethodSetup {
    GeomsForm *form;     /* what implicit methods integrate, else NULL                          */
    GeomsOde *ode;       /* what explicit methods integrate, else NULL                          */
    const double *rtol, *atol; /* of each unknown                                              */
    int project;         /* the end of each step is moved onto the constraints                  */
    double h;            /* first step size, 0: to be found                                    */
    GeomsArena *arena;
} GeomsMethodSetup;

typedef struct GeomsMethodOps {
    const char *name;
    GeomsBasis basis;
    int orders, complex_slots, takes_rates, solves_ends;
    int (*start) (GeomsMethod *m, double t, double *x, double direction);
    int (*restart) (GeomsMethod *m, double t, double *x, double direction);
    int (*step) (GeomsMethod *m, double *t, double *x, double t_end, int *last);
    int (*attempt) (GeomsMethod *m, double t, const double *x, double *error);
    int (*failed) (GeomsMethod *m, double t, int status);
    void (*reject) (GeomsMethod *m, double error);
    int (*accept) (GeomsMethod *m, double *t, double *x, double t_new, double error, int last);
    int (*worst) (const GeomsMethod *m);
    int (*order) (const GeomsMethod *m);
    int (*retake) (GeomsMethod *m, double t_old, const double *x_old, double t, double *x);
    int (*recover) (GeomsMethod *m, int k, const double *t, double *x, int ldx);
    void (*condition) (const GeomsMethod *m, double condition[3]);
    int (*singular) (GeomsMethod *m, double t);
    size_t size;
    int (*create) (GeomsMethod *m, const GeomsMethodSetup *setup);
    void (*walk) (GeomsMethod *m, GeomsWalk *w);
    void (*again) (GeomsMethod *m);
} GeomsMethodOps;

/* The operations of each line of GEOMS_METHOD_TABLE, geoms_method_RADAU5 and so on: they stand in
 * the method's own file. */
#define GEOMS_METHOD_HAS_OPS(X, P, NAME, ...) extern const GeomsMethodOps geoms_method_##NAME;
GEOMS_METHOD_TABLE (GEOMS_METHOD_HAS_OPS, , )

/* registry.c: those of one of them, GEOMS_METHOD_..., not AUTO */
const GeomsMethodOps *geoms_method_ops (int method);

/* the highest order that these options allow for, of a method that has `orders`; complex slots that
 * it will factor in */
int geoms_method_highest (const GeomsMethodOps *ops, const GeomsOptions *o);
int geoms_method_slots (const GeomsMethodOps *ops, const GeomsOptions *o);

/* the first member of every method */
struct GeomsMethod {
    const GeomsMethodOps *ops;
    GeomsForm *form;     /* NULL: a method with equations of its own                            */
    const GeomsOptions *options;
    GeomsCounters *counters;
    GeomsReport *report;
    int n;               /* its unknowns: those of x, and maybe more behind them                */
    int project;         /* the end of each step is moved onto the constraints                  */
    GeomsControl control;
    double h;            /* step size of the next attempt, signed                              */
    double step;         /* h as the difference of two times: rounding of t makes no error of x */
    double h_poly;       /* step size of the polynomial, 0: there is none                       */
    double *poly;        /* n x degree                                                         */
    double *cut_work;    /* n x (degree + 1)                                                   */
    double *limiting;    /* n: steps that were limited by each component                       */
    double made[GEOMS_MOST_ORDER + 1]; /* steps of each order, if there are several            */
    double condition[3]; /* of the constraints at the start                                    */
    long first_step;     /* steps made before this run began                                   */
    int failures;        /* attempts that failed in a row, error test aside                    */
    int ends_at_outputs; /* its polynomial is no match for its steps: requested times end steps,
                            events are where steps put them                                     */
    int undefined;       /* not 0: the last attempt met NaN, or a function that wants smaller
                            steps */
};

/* a method in the memory of the arena: 0 or an IDID; what all of them begin with */
int geoms_method_create (const GeomsMethodOps *ops, const GeomsMethodSetup *setup, GeomsMethod **m);
void geoms_method_prepare (GeomsMethod *m, const GeomsMethodOps *ops,
                           const GeomsMethodSetup *setup);

/* over all that a method remembers; what follows from it */
void geoms_method_walk (GeomsMethod *m, GeomsWalk *w);
void geoms_method_again (GeomsMethod *m);

/* m->h from a proposal and the options */
void geoms_method_begin_with (GeomsMethod *m, double h, double direction);
/* size of the next step: |h| times ratio within the limits of the options */
double geoms_method_next (const GeomsMethod *m, double h, double ratio);

/* not 0 if the next attempt is changed to end at t_end */
int geoms_method_reaches (const GeomsMethod *m, double t, double t_end);

/* why an attempt came to nothing: its equations could not be solved, or had no values; its end was
 * no good, and `accept` has gone back */
enum { GEOMS_ATTEMPT_FAILED = 1, GEOMS_ATTEMPT_UNDEFINED = 2, GEOMS_STEP_TAKEN_BACK = 3 };
/* step.c: the one step loop, `step` of GeomsMethodOps */
int geoms_method_step (GeomsMethod *m, double *t, double *x, double t_end, int *last);

/* what methods do with their form where a run begins: linearisation, multipliers of minimum norm,
 * the constraints met if it projects */
int geoms_method_enter (GeomsMethod *m, double t, double *x);
/* condition and singular of a method with a form */
void geoms_method_form_condition (const GeomsMethod *m, double condition[3]);
int geoms_method_form_singular (GeomsMethod *m, double t);

/* an attempt failed; with Newton's method if it was not undefined, then with `singular` singular
 * matrices in a row. 0: a smaller step may help, or an IDID */
int geoms_method_failed (GeomsMethod *m, double t, int singular);
/* what ends a run before an attempt: too many steps, too small ones; 0 or an IDID */
int geoms_method_check (GeomsMethod *m, double t, int last);
/* every attempt, however small the step, met values that are no numbers; the same at a state that
 * was accepted */
int geoms_method_cannot_go_on (GeomsMethod *m, double t);
int geoms_method_not_finite (GeomsMethod *m, double t);
/* the correction onto the constraints failed */
int geoms_method_not_projected (GeomsMethod *m, double t);
/* the constraints are worse conditioned by far than at the start: 0, or a report of it */
int geoms_method_singular (GeomsMethod *m, double t);

/* x and the polynomial as if the last step, from t_old to t_new, had ended at t */
void geoms_method_cut (GeomsMethod *m, double t_old, double t_new, double t, double *x);
/* the first n unknowns at t in the step from t_old to t_new, which ends in x_end */
void geoms_method_interpolate (const GeomsMethod *m, int n, double t_old, double t_new,
                               const double *x_end, double t, double *x);

#endif
