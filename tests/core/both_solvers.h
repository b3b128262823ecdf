/* both_solvers.h - runs by dense and by sparse matrices of the models of tests/models, with the patterns
 * of their matrices, and of rods
 *
 *     Outcome a = solve_by (&c, GEOMS_LINEAR_DENSE), b = solve_by (&c, GEOMS_LINEAR_SPARSE);
 *     ... is_sparse (&b), apart (&a, &b, 0, c.n) ...
 *
 *     static Patterned p;  Case c = patterned (&p, i); ... patterned_free (&p, &c);
 *     Rods *r = rods_of (rods_chain (12, 0.3));  Case c = case_of_rods (r, 1e-6); ... rods_free (r);
 */
#ifndef GEOMS_TEST_BOTH_SOLVERS_H
#define GEOMS_TEST_BOTH_SOLVERS_H

#include "models/all.h"
#include "models/rods.h"
#include "test.h"

static inline int is_sparse (const Outcome *o)
{
    return strcmp (o->s->linear_solver, "sparse") == 0;
}

/* largest difference of the unknowns from number `first` to `last`, relative to their sizes */
static inline double apart (const Outcome *a, const Outcome *b, int first, int last)
{
    const double *x = last_state (a), *y = last_state (b);
    double most = 0, size = 1;

    for (int i = first; i < last; i++) {
        most = fmax (most, fabs (x[i] - y[i]));
        size = fmax (size, fabs (x[i]));
    }
    return most / size;
}

static inline Outcome solve_by (const Case *c, int linear)
{
    Case asked = *c;

    asked.options.linear_solver = linear;
    return solve (&asked);
}

/* ---- models ---- */

typedef struct Patterned {
    TestModel model;
    void *dense;
    int start[MOST_UNKNOWNS + 1], row[MOST_UNKNOWNS * 300];
} Patterned;

/* with the patterns of its matrices; of a B that it does not give all entries may be other than 0, but
 * for those of invariants by velocities, unless they are energies */
static inline Case patterned (Patterned *p, int number)
{
    double q;
    GeomsModel dense;
    Case c;

    p->model = model_number (number);
    c = case_with (&p->model, &q, model_size (&p->model, &q));
    const GeomsDims *d = &p->model.system.dims;
    const int m = d->nl + d->nm, e = d->nw + 2 * m, v = d->nw + m + d->nr,
              of_positions = p->model.energy == NULL || strstr (p->model.name, "energy") == NULL;
    dense = p->model.blocks_jac != NULL ? model_blocks (&p->model) : p->model.system;
    c.tspan[1] = c.tspan[0] + 0.1 * (c.tspan[1] - c.tspan[0]);
    p->dense = c.user;
    c.user = model_patterned (&dense, p->dense, c.x0, &c.model.system);
    assert_non_null (c.user);
    assert_true (c.m <= 300);
    for (int j = 0, k = 0; j < c.n && dense.blocks_jac == NULL; j++) {
        for (int i = 0; i < c.m; i++)
            if (! of_positions || j >= v + d->nv || i < e || i >= e + d->ni)
                p->row[k++] = i;
        p->start[j + 1] = k;
    }
    if (dense.blocks_jac == NULL)
        c.model.system.patterns.B = (GeomsPattern){p->start, p->row};
    return c;
}

static inline void patterned_free (Patterned *p, Case *c)
{
    model_patterned_free (c->user);
    p->model.system.destroy (p->dense);
}

/* ---- rods ---- */

static inline Case case_of_rods (Rods *r, double tolerance)
{
    Case c = {.ntspan = 2, .tspan = {0, 1}};

    assert_non_null (r);
    c.model.system = r->model;
    c.model.name = "rods";
    c.user = r;
    c.n = model_unknowns (&r->model.dims);
    c.m = model_rows (&r->model.dims);
    assert_true (c.n <= MOST_UNKNOWNS);
    assert_int_equal (rods_start (r, c.x0), 0);
    geoms_options_default (&c.options);
    case_tolerance (&c, tolerance);
    return c;
}

static inline Rods *rods_of (RodsPlan plan)
{
    Rods *r = rods_new (&plan);

    rods_plan_free (&plan);
    return r;
}

/* ---- events of a chain of 12 points ---- */

enum { FIRST_P = 12 + 24 };

/* the first point passes below the origin */
static inline int below (int k, const double *t, const double *x, int ldx, double *value,
                         double *terminal, double *direction, void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++) {
        value[j] = x[(size_t)j * (size_t)ldx + FIRST_P];
        terminal[j] = 0;
        direction[j] = 0;
    }
    return 0;
}

/* the last point is hit: its velocity no longer meets the constraint */
static inline int hit (double t, double *x, int count, const int *which, void *user)
{
    (void)t, (void)count, (void)which, (void)user;
    x[FIRST_P - 2] -= 0.5;
    x[FIRST_P - 1] += 0.25;
    return 0;
}

/* the same events by both, the motion by sparse matrices with residuals of at most so much */
static inline void check_events (Case *c, double most)
{
    Outcome a, b;

    c->hooks = (GeomsHooks){.nevents = 1, .events = below, .action = hit};
    a = solve_by (c, GEOMS_LINEAR_DENSE);
    b = solve_by (c, GEOMS_LINEAR_SPARSE);
    assert_true (is_sparse (&b) && b.s->nevents > 0 && a.s->nevents == b.s->nevents);
    for (size_t i = 0; i < b.s->nevents; i++)
        assert_true (fabs (a.s->event_t[i] - b.s->event_t[i]) <= 1e-5);
    assert_true (worst_residual (b.s) <= most);
    outcome_free (&a);
    outcome_free (&b);
}

#endif
