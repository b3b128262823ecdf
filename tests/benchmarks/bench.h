/* bench.h - what the native benchmarks share: equations for other codes, runs, timing
 *
 * A contender is one code with one form of the equations. All contenders of a table are timed in
 * turn, round by round, with one clock (CPU time of the process); the median of the rounds is
 * printed. The largest error over all steps comes from a further run, so that its evaluation costs
 * no time.
 */
#ifndef GEOMS_BENCH_H
#define GEOMS_BENCH_H

#include "clock.h"
#include "geoms.h"
#include "models/models.h"

/* ---- a differential-algebraic system for other codes: y_i' = f_i for i < nd, 0 = f_i for the
 * rest; first the variables of index 1, then those of index 2, then those of index 3 ---- */

typedef struct Form {
    const char *name;
    int n, nd;
    int index[3];     /* numbers of variables of index 1, 2, 3                                   */
    int second_order; /* so many first equations are y_i' = y_{i + k}; k: as many, nd / 2 at most */
    void (*f) (double t, const double *y, double *F, const struct Form *form);
    /* J (n x n, by columns) = df/dy, zero on entry                                              */
    void (*jac) (double t, const double *y, double *J, const struct Form *form);
    const double *y0;
    const void *data;
} Form;

enum { FORM_MAX = 256 }; /* largest n */

/* the pendulum of the tables, y = (p, v, lambda[, eta]), from (1, 0) at rest */
extern const Form pendulum_index1, pendulum_index2, pendulum_index3, pendulum_ggl;
extern const PendulumOrbit *pendulum_orbit (void);

/* a form of a model (nw = ns = nr = nm = 0, Z = 1): forms.c; `storage` keeps what it needs */
enum { FORM_GGL };
typedef struct ModelForm {
    TestModel model;
    void *user;
    int level;          /* FORM_GGL; of the constraints: 1 gII, 2 gI, 3 g                        */
    int unknown_a;      /* M is not diagonal and constant: accelerations are unknowns            */
    int parts_f, parts_C, parts_g; /* where f, C and g of parts are                              */
    double y0[FORM_MAX], *work; /* work is freed by model_form_free                              */
} ModelForm;
Form model_form (const TestModel *model, void *user, int level, ModelForm *storage);
void model_form_free (ModelForm *storage);

/* ---- runs ---- */

enum { MOST_STEPS = 500000 }; /* of every code */

/* beside the numbers of the codes themselves */
enum { FAILED_GAVE_UP = -10001, FAILED_NOT_FINITE = -10002, FAILED_ABSENT = -10003 };

typedef struct Outcome {
    int failed;      /* 0, or the code's own number of what went wrong (IDID)                    */
    long steps, evaluations, jacobians;
    double seconds;  /* median over the rounds                                                   */
    double best;     /* the least of them                                                        */
    double error;    /* largest position error over all steps                                    */
    double callback; /* seconds of them in the equations, their Jacobian and the mass matrix     */
} Outcome;

typedef struct Contender {
    const char *code, *form_name;
    const Form *form;       /* other codes                                                       */
    const TestModel *model; /* GEOMS                                                             */
    void *user;
    void (*set) (GeomsOptions *options); /* GEOMS: changes to the default options, or NULL       */
    int variant;                         /* other codes: see there                               */
    /* integrates from 0 to tend; watch is called with (t, p) after each step unless NULL        */
    void (*run) (const struct Contender *c, double tol, double tend,
                 void (*watch) (double t, const double *p, void *to), void *to, Outcome *o);
} Contender;

void run_geoms (const Contender *c, double tol, double tend,
                void (*watch) (double t, const double *p, void *to), void *to, Outcome *o);
void run_radau5 (const Contender *c, double tol, double tend,
                 void (*watch) (double t, const double *p, void *to), void *to, Outcome *o);
void run_daspk (const Contender *c, double tol, double tend,
                void (*watch) (double t, const double *p, void *to), void *to, Outcome *o);
void run_ida (const Contender *c, double tol, double tend,
              void (*watch) (double t, const double *p, void *to), void *to, Outcome *o);

/* "failed (idid -3)"; valid until it is called again */
const char *failure (const Outcome *o);

/* 0 if the code is not on this machine */
int have_radau5 (void);
int have_ida (void);

/* ---- timing ---- */

/* runs of the count contenders in turn, contender i with tol[i], so many rounds; not error */
void measure (const Contender *c, int count, const double *tol, double tend, int rounds,
              Outcome *o);
/* one run of the pendulum, not timed: its counts, and the largest |p - exact| over all steps */
Outcome follow (const Contender *c, double tol, double tend);
/* seconds for one evaluation of the right-hand side, and of its Jacobian */
void callback_costs (const Contender *c, double *f, double *jac);

#endif
