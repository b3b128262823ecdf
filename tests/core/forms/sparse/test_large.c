/* test_large.c - psf and psi1 by sparse matrices: the steps, states and residuals of dense ones, for
 * all models of tests/models and for rods; redundant rows, events, starts, runs that go on, memory
 */
/* link: wrap-malloc */
#include "base/sparse_lu.h"
#include "both_solvers.h"
#include "bytes.h"
#include "continued.h"
#include "extent.h"

/* ---- both ways ---- */

typedef struct Way {
    int formulation, method, velocity_rows;
} Way;

static const Way ways[]
    = {{GEOMS_FORMULATION_PSF, GEOMS_METHOD_RADAU5, GEOMS_VELOCITY_ROWS_AUTO},
       {GEOMS_FORMULATION_PSF, GEOMS_METHOD_RADAU5, GEOMS_VELOCITY_ROWS_ACCELERATION},
       {GEOMS_FORMULATION_PSI1, GEOMS_METHOD_RADAU5, GEOMS_VELOCITY_ROWS_AUTO},
       {GEOMS_FORMULATION_PSF, GEOMS_METHOD_RADAU, GEOMS_VELOCITY_ROWS_FORCE},
       {GEOMS_FORMULATION_PSF, GEOMS_METHOD_BDF, GEOMS_VELOCITY_ROWS_AUTO},
       {GEOMS_FORMULATION_PSI1, GEOMS_METHOD_BDF, GEOMS_VELOCITY_ROWS_AUTO}};
enum { WAYS = sizeof ways / sizeof ways[0], SAME_STEPS = 4 };

static void take_way (Case *c, const Way *way)
{
    c->options.formulation = way->formulation;
    c->options.method = way->method;
    c->options.velocity_rows = way->velocity_rows;
}

/* ---- models ---- */

/* Accepted and rejected steps, and states to what rounding makes of them. Of bdf the numbers of
 * evaluations of corrections decide about new Jacobians, which rounding may decide. */
static void compare (const Case *c, int way)
{
    const GeomsDims *d = &c->model.system.dims;
    const int n1 = d->nw + d->nl + d->nm;
    Outcome a = solve_by (c, GEOMS_LINEAR_DENSE), b = solve_by (c, GEOMS_LINEAR_SPARSE);
    const double motion = apart (&a, &b, n1, c->n), multipliers = apart (&a, &b, 0, n1);

    assert_false (is_sparse (&a));
    if (is_sparse (&b) && way < SAME_STEPS && a.counters.nbsub == b.counters.nbsub) {
        assert_true (a.counters.nerjct == b.counters.nerjct);
        assert_true (motion <= 1e-8);
        assert_true (multipliers <= 1e-6);
    }
    assert_true (labs (a.counters.naccpt - b.counters.naccpt) <= 1 + a.counters.naccpt / 30);
    assert_true (motion <= 1e-5 && multipliers <= 2e-3);
    if (c->options.formulation == GEOMS_FORMULATION_PSF)
        assert_true (worst_residual (b.s) <= 1e-12);
    outcome_free (&a);
    outcome_free (&b);
}

/* M constant, M (p), diagonal or not, Z, w, r, s, mu, redundant rows, lengths of quaternions, forces
 * that depend on multipliers */
static void all_models (void **state)
{
    int used = 0;

    (void)state;
    for (int i = 0; i < ALL_MODELS; i++) {
        static Patterned p;
        Case c = patterned (&p, i);
        const GeomsDims *d = &c.model.system.dims;

        if (d->nc == 0 && strstr (p.model.name, "energy") == NULL)
            for (int way = 0; way < WAYS; way++, used++) {
                take_way (&c, ways + way);
                compare (&c, way);
            }
        patterned_free (&p, &c);
    }
    assert_true (used >= 100);
}

/* ---- rods ---- */

/* the same steps to the last rejected one, and the same end */
static void chains (void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++)
        for (int digits = 4; digits <= 8; digits += 2) {
            Rods *r = rods_of (rods_chain (17, 0.3));
            Case c = case_of_rods (r, pow (10, -digits));
            Outcome a, b;

            take_way (&c, ways + way);
            a = solve_by (&c, GEOMS_LINEAR_DENSE);
            b = solve_by (&c, GEOMS_LINEAR_AUTO); /* 85 unknowns */
            assert_true (is_sparse (&b) && ! is_sparse (&a));
            assert_int_equal (a.counters.naccpt, b.counters.naccpt);
            assert_int_equal (a.counters.nerjct, b.counters.nerjct);
            assert_int_equal (a.counters.nbsub, b.counters.nbsub);
            assert_true (apart (&a, &b, 17, c.n) <= 1e-11);
            assert_true (apart (&a, &b, 0, 17) <= 1e-9);
            if (c.options.formulation == GEOMS_FORMULATION_PSF)
                assert_true (worst_residual (b.s) <= 1e-12);
            outcome_free (&a);
            outcome_free (&b);
            rods_free (r);
        }
}

/* five rows twice: ranks, names of rows, which multipliers are unique, minimum norm */
static void redundant_rows (void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        Rods *r = rods_of (rods_lattice (4, 4, 1));
        Case c = case_of_rods (r, 1e-6);
        Outcome a, b;

        take_way (&c, ways + way);
        a = solve_by (&c, GEOMS_LINEAR_DENSE);
        b = solve_by (&c, GEOMS_LINEAR_SPARSE);
        assert_true (is_sparse (&b));
        assert_int_equal (a.counters.naccpt, b.counters.naccpt);
        assert_true (apart (&a, &b, r->rods, c.n) <= 1e-11);
        assert_true (apart (&a, &b, 0, r->rods) <= 1e-8);
        assert_int_equal (b.s->redundant, 1);
        assert_memory_equal (a.s->rank, b.s->rank, sizeof a.s->rank);
        assert_memory_equal (a.s->rows, b.s->rows, sizeof a.s->rows);
        assert_memory_equal (a.s->unique, b.s->unique, (size_t)r->rods * sizeof (int));
        assert_memory_equal (a.s->dependent_rows, b.s->dependent_rows,
                             (size_t)a.s->na * sizeof (int));
        if (c.options.formulation == GEOMS_FORMULATION_PSF)
            assert_true (worst_residual (b.s) <= 1e-12);
        outcome_free (&a);
        outcome_free (&b);
        rods_free (r);
    }
}

/* the largest residual of a chain whose first rod is there twice */
static double residual_of_chain (int rods, double tolerance, int velocity_rows)
{
    Rods *r = rods_of (rods_lattice (0, rods, 1));
    const size_t n = (size_t)model_unknowns (&r->model.dims);
    double *x = malloc (2 * n * sizeof *x), *tol = x + n, worst;
    const double tspan[2] = {0, 0.1};
    GeomsOptions options;
    GeomsReport report;
    GeomsRun *run;

    assert_true (x != NULL && rods_start (r, x) == 0);
    for (size_t i = 0; i < n; i++)
        tol[i] = tolerance;
    geoms_options_default (&options);
    options.velocity_rows = velocity_rows;
    const GeomsProblem problem = {.model = &r->model, .user = r, .options = &options, .rtol = tol,
                                  .atol = tol, .ntspan = 2, .tspan = tspan, .x0 = x};
    run = geoms_run_create (&problem, &report);
    assert_non_null (run);
    assert_int_equal (geoms_run_integrate (run), 0);
    assert_string_equal (geoms_run_solution (run)->linear_solver, "sparse");
    assert_int_equal (geoms_run_solution (run)->redundant, 1);
    worst = worst_residual (geoms_run_solution (run));
    geoms_run_free (run);
    free (x);
    rods_free (r);
    return worst;
}

/* many rods: eigenvalues of their rows are far below the diagonal, and sweeps have to go on */
static void long_redundant_chains (void **state)
{
    (void)state;
    for (double tolerance = 1e-3; tolerance > 1e-10; tolerance /= 1000) {
        assert_true (residual_of_chain (1000, tolerance, GEOMS_VELOCITY_ROWS_FORCE) <= 1e-13);
        assert_true (residual_of_chain (1000, tolerance, GEOMS_VELOCITY_ROWS_ACCELERATION) <= 1e-13);
    }
}

/* between the steps; AbsTol that makes corrections weigh unknowns, or leaves multipliers to the run */
static void outputs_and_tolerances (void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        Rods *r = rods_of (rods_chain (12, 0.3));
        Case c = case_of_rods (r, 1e-7);
        Outcome a, b;

        case_times (&c, 60, 1);
        for (int j = c.n - 24; j < c.n && i == 1; j += 2)
            c.atol[j] *= 10;
        for (int j = 0; j < 12 && i == 2; j++)
            c.atol[j] = NAN;
        a = solve_by (&c, GEOMS_LINEAR_DENSE);
        b = solve_by (&c, GEOMS_LINEAR_SPARSE);
        assert_int_equal (b.s->count, 60);
        assert_true (worst_residual (b.s) <= 1e-12);
        for (int k = 0; k < 60 * c.n; k++) /* not by the same Jacobian; units of multipliers are not
                                              quite the same */
            assert_true (fabs (a.s->x[k] - b.s->x[k])
                         <= (i < 2 ? 2e-8 : 1e-6) * (1 + fabs (a.s->x[k])));
        outcome_free (&a);
        outcome_free (&b);
        rods_free (r);
    }
}

/* ---- starts ---- */

/* beside the constraints: moved onto them as by dense matrices, refused, or found without
 * multipliers */
static void starts (void **state)
{
    Rods *r = rods_of (rods_chain (12, 0.3));
    Case c = case_of_rods (r, 1e-6);
    Outcome a, b;

    (void)state;
    c.tspan[1] = 1e-3;
    for (int i = 0; i < 12; i++)
        c.x0[i] = NAN;
    c.x0[40] += 1e-3;
    c.x0[20] += 1e-2;
    a = solve_by (&c, GEOMS_LINEAR_DENSE);
    b = solve_by (&c, GEOMS_LINEAR_SPARSE);
    assert_true (is_sparse (&b) && worst_residual (b.s) <= 1e-12);
    for (int i = 0; i < c.n; i++)
        assert_true (fabs (a.s->x[i] - b.s->x[i]) <= 1e-9 * (1 + fabs (a.s->x[i])));
    outcome_free (&a);
    outcome_free (&b);
    c.options.linear_solver = GEOMS_LINEAR_SPARSE;
    c.options.initial = GEOMS_INITIAL_CHECK;
    a = attempt (&c);
    assert_int_equal (a.status, GEOMS_INCONSISTENT);
    assert_non_null (strstr (a.report.text, "violate"));
    outcome_free (&a);
    rods_free (r);
}

/* ---- events ---- */

/* steps are cut, states changed and moved onto the constraints, as by dense matrices */
static void events (void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        Rods *r = rods_of (rods_chain (12, 0.3));
        Case c = case_of_rods (r, 1e-7);

        take_way (&c, ways + way);
        c.tspan[1] = 6;
        check_events (&c, c.options.formulation == GEOMS_FORMULATION_PSF ? 1e-12 : INFINITY);
        rods_free (r);
    }
}

/* ---- runs that go on ---- */

static void goes_on (void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++)
        for (int redundant = 0; redundant < 2; redundant++) {
            Rods *r = rods_of (redundant ? rods_lattice (3, 3, 1) : rods_chain (12, 0.3));
            Case c = case_of_rods (r, 1e-6);

            take_way (&c, ways + way);
            c.options.linear_solver = GEOMS_LINEAR_SPARSE;
            check_continued (&c, 0.437);
            c.options.jacobian_reuse = way < SAME_STEPS ? 0.01 : -1;
            check_continued (&c, 0.611);
            rods_free (r);
        }
}

/* what moves states is not remembered, and need not be: any M, as models have it */
static void goes_on_between_events (void **state)
{
    int used = 0;

    (void)state;
    for (int i = 0; i < ALL_MODELS; i++) {
        static Patterned p;
        Case c = patterned (&p, i);

        c.options.linear_solver = GEOMS_LINEAR_SPARSE;
        for (int way = run_short () ? i % WAYS : 0;
             way < WAYS && strstr (p.model.name, "energy") == NULL; way += run_short () ? WAYS : 1) {
            take_way (&c, ways + way);
            used += check_continued_between_events (&c);
        }
        patterned_free (&p, &c);
    }
    assert_true (used >= (run_short () ? 10 : 60));
}

/* what is remembered is not what dense matrices remember */
static void states_of_dense_runs_are_refused (void **state)
{
    Rods *r = rods_of (rods_chain (12, 0.3));
    Case c = case_of_rods (r, 1e-6);
    Outcome o = solve_by (&c, GEOMS_LINEAR_SPARSE), b;
    const size_t count = geoms_run_state_size (o.run);
    double *numbers = malloc (count * sizeof *numbers);

    (void)state;
    assert_non_null (numbers);
    geoms_run_state (o.run, numbers);
    c.state = numbers;
    c.nstate = count;
    c.tspan[1] = 2;
    c.options.linear_solver = GEOMS_LINEAR_DENSE;
    b = attempt (&c);
    assert_int_equal (b.status, GEOMS_BAD_STATE);
    outcome_free (&b);
    outcome_free (&o);
    free (numbers);
    rods_free (r);
}

/* ---- memory ---- */

/* so many more bytes for ten times as many points */
static size_t bytes_of (int points)
{
    Rods *r = rods_of (rods_chain (points, 0.3));
    const size_t n = (size_t)(5 * points);
    double *x = malloc (3 * n * sizeof *x), *tol = x + n;
    const double tspan[2] = {0, 0.05};
    GeomsOptions options;
    GeomsReport report;
    GeomsRun *run;

    assert_true (x != NULL && rods_start (r, x) == 0);
    for (size_t i = 0; i < n; i++)
        tol[i] = 1e-5;
    geoms_options_default (&options);
    options.dense = options.residuals = GEOMS_SWITCH_OFF;
    const GeomsProblem problem = {.model = &r->model, .user = r, .options = &options, .rtol = tol,
                                  .atol = tol, .ntspan = 2, .tspan = tspan, .x0 = x};
    bytes = 0;
    run = geoms_run_create (&problem, &report);
    assert_non_null (run);
    assert_int_equal (geoms_run_integrate (run), 0);
    assert_string_equal (geoms_run_solution (run)->linear_solver, "sparse");
    geoms_run_free (run);
    free (x);
    rods_free (r);
    return bytes;
}

static void memory_grows_with_nonzeros (void **state)
{
    (void)state;
    assert_true (bytes_of (1000) <= 12 * bytes_of (100));
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (all_models),
        cmocka_unit_test (chains),
        cmocka_unit_test (redundant_rows),
        cmocka_unit_test (long_redundant_chains),
        cmocka_unit_test (outputs_and_tolerances),
        cmocka_unit_test (starts),
        cmocka_unit_test (events),
        cmocka_unit_test (goes_on),
        cmocka_unit_test (goes_on_between_events),
        cmocka_unit_test (states_of_dense_runs_are_refused),
        cmocka_unit_test (memory_grows_with_nonzeros),
    };

    if (! geoms_sparse_lu_have ())
        return 0;
    return cmocka_run_group_tests (tests, NULL, NULL);
}
