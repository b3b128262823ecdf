/* test.h - what the tests of the core share: a case, its solution, its errors, random numbers
 *
 *     Case c = case_of (&model_pendulum);       the model's start and time span, tolerance 1e-7
 *     c.options.formulation = GEOMS_FORMULATION_PSI1;
 *     Outcome o = solve (&c);                   fails the test if the run cannot be created
 *     ... o.status, o.counters, o.s ...
 *     case_end (&c, &o);
 */
#ifndef GEOMS_TEST_H
#define GEOMS_TEST_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "geoms.h"
#include "models/models.h"

enum { MOST_UNKNOWNS = 128, MOST_TIMES = 200 };

typedef struct Case {
    TestModel model; /* may be changed between case_of and solve                                 */
    void *user;
    GeomsOptions options;
    GeomsHooks hooks;
    GeomsStart start;
    const int *independent; /* coordinates of partition-fixed; or NULL                         */
    GeomsSelection selection; /* of Selector given                                              */
    int reduced;            /* without gII and hI                                              */
    const double *state; /* of an earlier run, to go on from; or NULL                           */
    size_t nstate;
    int n, m;
    double rtol[MOST_UNKNOWNS], atol[MOST_UNKNOWNS], x0[MOST_UNKNOWNS];
    int ntspan;
    double tspan[MOST_TIMES];
} Case;

typedef struct Outcome {
    GeomsRun *run;
    int status;
    GeomsReport report;
    GeomsCounters counters;
    const GeomsSolution *s;
} Outcome;

/* ---- cases ---- */

static inline void case_tolerance (Case *c, double tolerance)
{
    for (int i = 0; i < MOST_UNKNOWNS; i++)
        c->rtol[i] = c->atol[i] = tolerance;
}

/* the model with its first nq parameters given */
static inline Case case_with (const TestModel *model, const double *q, int nq)
{
    Case c = {.model = *model, .ntspan = 2};

    c.n = model_unknowns (&model->system.dims);
    c.m = model_rows (&model->system.dims);
    assert_true (c.n <= MOST_UNKNOWNS);
    c.user = model->system.create (q, nq);
    assert_non_null (c.user);
    assert_int_equal (model->start (c.x0, c.user), 0);
    c.tspan[0] = model->tspan[0];
    c.tspan[1] = model->tspan[1];
    geoms_options_default (&c.options);
    case_tolerance (&c, 1e-7);
    return c;
}

static inline Case case_of (const TestModel *model) { return case_with (model, NULL, 0); }

static inline Case case_of_chain (int bodies)
{
    const TestModel model = model_chain (bodies);
    const double q = bodies;

    return case_with (&model, &q, 1);
}

static inline void case_free (Case *c) { c->model.system.destroy (c->user); }

/* tspan = count equally spaced times from tspan[0] to `last` */
static inline void case_times (Case *c, int count, double last)
{
    const double first = c->tspan[0];

    assert_true (count >= 2 && count <= MOST_TIMES);
    c->ntspan = count;
    for (int i = 0; i < count; i++)
        c->tspan[i] = first + (last - first) * i / (count - 1);
}

/* psf, psi1 */
static inline int psf_or_psi1 (int i)
{
    assert_true (i == 0 || i == 1);
    return i == 0 ? GEOMS_FORMULATION_PSF : GEOMS_FORMULATION_PSI1;
}

/* LU, QR, SVD */
static inline int decomposition (int i)
{
    static const int kinds[3]
        = {GEOMS_DECOMPOSITION_LU, GEOMS_DECOMPOSITION_QR, GEOMS_DECOMPOSITION_SVD};

    return kinds[i % 3];
}

/* ---- solutions ---- */

static inline GeomsProblem case_problem (const Case *c)
{
    const GeomsProblem problem = {.model = &c->model.system,
                                  .user = c->user,
                                  .options = &c->options,
                                  .rtol = c->rtol,
                                  .atol = c->atol,
                                  .ntspan = c->ntspan,
                                  .tspan = c->tspan,
                                  .x0 = c->x0,
                                  .start = c->start,
                                  .independent = c->independent,
                                  .selection = c->selection,
                                  .reduced = c->reduced,
                                  .hooks = c->hooks,
                                  .state = c->state,
                                  .nstate = c->nstate};
    return problem;
}

/* a run that can be created */
static inline GeomsRun *create_run (const Case *c)
{
    const GeomsProblem problem = case_problem (c);
    GeomsReport report;
    GeomsRun *run = geoms_run_create (&problem, &report);

    if (run == NULL)
        fail_msg ("%s: %d, %s", c->model.name, report.status, report.text);
    return run;
}

static inline void outcome_free (Outcome *o)
{
    geoms_run_free (o->run);
    memset (o, 0, sizeof *o);
}

/* a case and its outcome are done with */
static inline void case_end (Case *c, Outcome *o)
{
    outcome_free (o);
    case_free (c);
}

/* also for cases that fail: the report of a run that cannot be created is kept */
static inline Outcome attempt (const Case *c)
{
    const GeomsProblem problem = case_problem (c);
    Outcome o = {0};

    o.run = geoms_run_create (&problem, &o.report);
    o.status = o.report.status;
    if (o.run == NULL) {
        assert_true (o.status < 0);
        return o;
    }
    o.status = geoms_run_integrate (o.run);
    o.report = *geoms_run_report (o.run);
    o.counters = *geoms_run_counters (o.run);
    o.s = geoms_run_solution (o.run);
    assert_int_equal (o.report.status, o.status);
    return o;
}

static inline Outcome solve (const Case *c)
{
    Outcome o = attempt (c);

    if (o.status != 0)
        fail_msg ("%s: %d, %s", c->model.name, o.status, o.report.text);
    return o;
}

static inline const double *last_state (const Outcome *o)
{
    return o->s->x + (o->s->count - 1) * (size_t)o->s->n;
}

/* the largest relative residual at all outputs of the levels `first` to `last`: 0 position, 1
 * velocity, 2 acceleration */
static inline double worst_levels (const GeomsSolution *s, int first, int last)
{
    double worst = 0;

    for (size_t i = 0; i < s->count; i++)
        for (int l = first; l <= last; l++) {
            const double level = s->relative[3 * i + (size_t)l];
            worst = level <= worst ? worst : level; /* keeps NaN */
        }
    return worst;
}

static inline double worst_residual (const GeomsSolution *s) { return worst_levels (s, 0, 2); }

/* max_i |x_i - y_i| / (1 + |y_i|), first <= i < last */
static inline double distance (const double *x, const double *y, int first, int last)
{
    double worst = 0;

    for (int i = first; i < last; i++) {
        const double d = fabs (x[i] - y[i]) / (1 + fabs (y[i]));
        worst = d <= worst ? worst : d;
    }
    return worst;
}

/* errors of the multipliers [w; lambda; mu], the velocities [r; v] and the positions [s; p] */
typedef struct Errors {
    double multipliers, velocities, positions;
} Errors;

static inline Errors errors_between (const GeomsDims *d, const double *x, const double *y)
{
    const int o2 = d->nw + d->nl + d->nm, o4 = o2 + d->nr + d->nv, n = model_unknowns (d);
    const Errors e = {distance (x, y, 0, o2), distance (x, y, o2, o4), distance (x, y, o4, n)};

    return e;
}

/* against the model's exact motion at output number i */
static inline Errors errors_at (const Case *c, const Outcome *o, size_t i)
{
    double y[MOST_UNKNOWNS];

    assert_non_null (c->model.exact);
    assert_int_equal (c->model.exact (o->s->t[i], y, c->user), 0);
    return errors_between (&c->model.system.dims, o->s->x + i * (size_t)o->s->n, y);
}

/* the larger of each */
static inline Errors larger_errors (Errors a, Errors b)
{
    return (Errors){fmax (a.multipliers, b.multipliers), fmax (a.velocities, b.velocities),
                    fmax (a.positions, b.positions)};
}

/* the largest inside the steps, or about 200 of them: at a sixth, a half and five sixths of each */
static inline Errors errors_inside (const Case *c, const GeomsSolution *s)
{
    const size_t stride = 1 + (s->steps - 1) / 200;
    Errors worst = {0, 0, 0};

    for (size_t i = 0; i < 3 * s->steps; i += i % 3 < 2 ? 1 : 3 * stride - 2) {
        const double a = s->step_t[2 * (i / 3)], b = s->step_t[2 * (i / 3) + 1];
        const double t = a + (b - a) * (double)(1 + i % 3 * 2) / 6;
        double x[MOST_UNKNOWNS], y[MOST_UNKNOWNS];

        geoms_dense (geoms_steps (s), 1, &t, x, NULL);
        assert_int_equal (c->model.exact (t, y, c->user), 0);
        worst = larger_errors (worst, errors_between (&c->model.system.dims, x, y));
    }
    return worst;
}

static inline double largest (Errors e)
{
    return fmax (e.multipliers, fmax (e.velocities, e.positions));
}

/* the largest error of all unknowns at the last output */
static inline double final_error (const Case *c, const Outcome *o)
{
    return largest (errors_at (c, o, o->s->count - 1));
}

/* what is stored makes sense, whether the run came to its end or not; an event action gives two
 * states at one time */
static inline void check_solution (const Case *c, const Outcome *o)
{
    const GeomsSolution *s = o->s;
    const double sign = c->tspan[1] > c->tspan[0] ? 1 : -1;
    const int twice = c->hooks.action != NULL && c->ntspan == 2;

    for (size_t i = 1; i < s->count; i++)
        assert_true ((s->t[i] - s->t[i - 1]) * sign > 0 || (twice && s->t[i] == s->t[i - 1]));
    for (size_t i = 0; i < s->count * (size_t)s->n; i++)
        assert_true (isfinite (s->x[i]));
    for (size_t i = 0; i < s->steps; i++) {
        assert_true ((s->step_t[2 * i + 1] - s->step_t[2 * i]) * sign > 0);
        assert_true (i == 0 || s->step_t[2 * i] == s->step_t[2 * i - 1]);
    }
    for (size_t i = 0; i < s->steps * (size_t)(1 + s->degree) * (size_t)s->n; i++)
        assert_true (isfinite (s->step_x[i]));
    /* the step for which there was no memory is not stored */
    if (c->options.dense == GEOMS_SWITCH_ON && c->state == NULL)
        assert_true (
            (long)s->steps == o->counters.naccpt
            || ((long)s->steps == o->counters.naccpt - 1 && o->status == GEOMS_OUT_OF_MEMORY));
}

/* ---- the error order from errors at steps h and h/2 ---- */

static inline double order_of (double coarse, double fine) { return log2 (coarse / fine); }

/* ---- reproducible random numbers in (-1, 1) ---- */

static inline double noise (unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)*seed / 2147483648.0 - 1;
}

static inline void fill_noise (size_t count, double *x, unsigned *seed)
{
    for (size_t i = 0; i < count; i++)
        x[i] = noise (seed);
}

/* ---- plain products, by columns, to check the core's own against ---- */

/* C (m x n) = A (m x k) B (k x n) */
static inline void product (int m, int n, int k, const double *A, const double *B, double *C)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            double sum = 0;
            for (int l = 0; l < k; l++)
                sum += A[i + l * m] * B[l + j * k];
            C[i + j * m] = sum;
        }
}

#endif
