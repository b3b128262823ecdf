/* test_semi.c - index1, index2 and ggl by sparse matrices: the steps and states of dense ones, for all
 * models of tests/models that fit and for rods; events, runs that go on, memory
 */
/* link: wrap-malloc */
#include "base/sparse_lu.h"
#include "both_solvers.h"
#include "bytes.h"
#include "continued.h"
#include "extent.h"

typedef struct Way {
    int formulation, method;
} Way;

static const Way ways[] = {{GEOMS_FORMULATION_GGL, GEOMS_METHOD_RADAU5},
                           {GEOMS_FORMULATION_INDEX2, GEOMS_METHOD_RADAU5},
                           {GEOMS_FORMULATION_INDEX1, GEOMS_METHOD_RADAU5},
                           {GEOMS_FORMULATION_INDEX1_EXPLICIT, GEOMS_METHOD_RADAU},
                           {GEOMS_FORMULATION_GGL, GEOMS_METHOD_BDF},
                           {GEOMS_FORMULATION_INDEX2, GEOMS_METHOD_BDF},
                           {GEOMS_FORMULATION_INDEX1, GEOMS_METHOD_BDF}};
enum { WAYS = sizeof ways / sizeof ways[0] };

static void take_way (Case *c, const Way *way)
{
    c->options.formulation = way->formulation;
    c->options.method = way->method;
}

/* the same steps, rejected ones among them, and the same end */
static void are_same (const Case *c, const Outcome *a, const Outcome *b, double motion,
                      double multipliers)
{
    const GeomsDims *d = &c->model.system.dims;
    const int n1 = d->nw + d->nl + d->nm;

    assert_int_equal (a->counters.naccpt, b->counters.naccpt);
    assert_int_equal (a->counters.nerjct, b->counters.nerjct);
    assert_int_equal (a->counters.ncrjct, b->counters.ncrjct);
    assert_true (apart (a, b, n1, c->n) <= motion);
    assert_true (apart (a, b, 0, n1) <= multipliers);
    assert_true (fabs (a->s->largest[0] - b->s->largest[0]) <= 1e-6 * (1 + a->s->largest[0]));
}

/* ---- models ---- */

/* M constant, M (p), diagonal or not, Z, r, mu. Without derivatives of their own the dense matrices are
 * differences in all unknowns. */
static void all_models (void **state)
{
    int used = 0;

    (void)state;
    for (int i = 0; i < ALL_MODELS; i++) {
        static Patterned p;
        Case c = patterned (&p, i);
        const GeomsDims *d = &c.model.system.dims;
        const int fits = d->nw + d->ni + d->nc + d->ns == 0;

        for (int way = 0; way < WAYS && fits; way++) {
            Case asked = c;
            Outcome a, b;

            take_way (&asked, ways + way);
            asked.options.linear_solver = GEOMS_LINEAR_DENSE;
            a = attempt (&asked);
            asked.options.linear_solver = GEOMS_LINEAR_SPARSE;
            b = attempt (&asked);
            assert_int_equal (a.status, b.status);
            if (a.status == 0 && is_sparse (&b)) {
                const int exact = p.model.blocks_jac != NULL;

                if (exact)
                    are_same (&c, &a, &b, 1e-9, 1e-6);
                assert_true (labs (a.counters.naccpt - b.counters.naccpt)
                             <= 1 + a.counters.naccpt / 30);
                assert_true (apart (&a, &b, 0, c.n) <= 1e-3);
                used++;
            }
            outcome_free (&a);
            outcome_free (&b);
        }
        patterned_free (&p, &c);
    }
    assert_true (used >= 60);
}

/* ---- rods ---- */

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
            assert_true (is_sparse (&b));
            assert_string_equal (a.s->linear_solver, "dense");
            are_same (&c, &a, &b, 1e-11, 1e-10);
            for (int l = 0; l < 2; l++) /* g, gI */
                assert_true (fabs (worst_levels (a.s, l, l) - worst_levels (b.s, l, l))
                             <= 1e-3 * worst_levels (a.s, l, l) + 1e-12);
            outcome_free (&a);
            outcome_free (&b);
            rods_free (r);
        }
}

/* AbsTol of multipliers in units of the forces, which are not quite the same: errors are */
static void multipliers_in_units (void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        Rods *r = rods_of (rods_chain (12, 0.3));
        Case c = case_of_rods (r, 1e-6);
        Outcome a, b;

        take_way (&c, ways + way);
        for (int i = 0; i < 12; i++)
            c.atol[i] = NAN;
        a = solve_by (&c, GEOMS_LINEAR_DENSE);
        b = solve_by (&c, GEOMS_LINEAR_SPARSE);
        assert_true (is_sparse (&b));
        assert_true (labs (a.counters.naccpt - b.counters.naccpt) <= 2 + a.counters.naccpt / 10);
        assert_true (apart (&a, &b, 12, c.n) <= 1e-4);
        outcome_free (&a);
        outcome_free (&b);
        rods_free (r);
    }
}

static void lattices (void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        Rods *r = rods_of (rods_lattice (3, 3, 0));
        Case c = case_of_rods (r, 1e-6);
        Outcome a, b;

        take_way (&c, ways + way);
        case_times (&c, 30, 0.5);
        a = solve_by (&c, GEOMS_LINEAR_DENSE);
        b = solve_by (&c, GEOMS_LINEAR_SPARSE);
        assert_true (is_sparse (&b) && b.s->count == 30);
        are_same (&c, &a, &b, 1e-9, 1e-7);
        outcome_free (&a);
        outcome_free (&b);
        rods_free (r);
    }
}

/* fixed steps */
static void other_methods (void **state)
{
    const Way list[] = {{GEOMS_FORMULATION_GGL, GEOMS_METHOD_BDF_FIXED},
                        {GEOMS_FORMULATION_INDEX1, GEOMS_METHOD_TRAPEZOIDAL}};

    (void)state;
    for (int i = 0; i < 2; i++) {
        Rods *r = rods_of (rods_chain (12, 0.3));
        Case c = case_of_rods (r, 1e-6);
        Outcome a, b;

        take_way (&c, list + i);
        c.options.step = 0.01;
        a = solve_by (&c, GEOMS_LINEAR_DENSE);
        b = solve_by (&c, GEOMS_LINEAR_SPARSE);
        assert_true (is_sparse (&b));
        are_same (&c, &a, &b, 1e-9, 1e-7);
        outcome_free (&a);
        outcome_free (&b);
        rods_free (r);
    }
}

/* ---- events ---- */

static void events (void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        Rods *r = rods_of (rods_chain (12, 0.3));
        Case c = case_of_rods (r, 1e-7);

        take_way (&c, ways + way);
        c.tspan[1] = 3;
        check_events (&c, INFINITY);
        rods_free (r);
    }
}

/* ---- later runs ---- */

/* bit for bit */
static void runs_go_on (void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        Rods *r = rods_of (rods_chain (12, 0.3));
        Case c = case_of_rods (r, 1e-6);

        take_way (&c, ways + way);
        c.options.linear_solver = GEOMS_LINEAR_SPARSE;
        c.tspan[1] = 2;
        check_continued (&c, 0.77);
        check_continued (&c, 0.01);
        rods_free (r);
    }
}

/* states are moved behind events, by what is not remembered */
static void runs_go_on_between_events (void **state)
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
    assert_true (used >= (run_short () ? 6 : 20));
}

/* ---- memory ---- */

static size_t bytes_of (const Way *way, int points)
{
    Rods *r = rods_of (rods_chain (points, 0.3));
    const GeomsDims *d = &r->model.dims;
    const int n = model_unknowns (d);
    double *x = calloc (3 * (size_t)n, sizeof *x), *tolerance = x + n;
    const double tspan[2] = {0, 1e-3};
    GeomsOptions options;
    GeomsReport report;

    assert_non_null (x);
    assert_int_equal (rods_start (r, x), 0);
    for (int i = 0; i < n; i++)
        tolerance[i] = 1e-4;
    geoms_options_default (&options);
    options.formulation = way->formulation;
    options.method = way->method;
    const GeomsProblem problem = {.model = &r->model,
                                  .user = r,
                                  .options = &options,
                                  .rtol = tolerance,
                                  .atol = tolerance,
                                  .ntspan = 2,
                                  .tspan = tspan,
                                  .x0 = x};
    bytes = 0;
    GeomsRun *run = geoms_run_create (&problem, &report);
    assert_non_null (run);
    assert_int_equal (geoms_run_integrate (run), 0);
    assert_string_equal (geoms_run_solution (run)->linear_solver, "sparse");
    geoms_run_free (run);
    free (x);
    rods_free (r);
    return bytes;
}

/* in proportion to the number of unknowns */
static void memory_is_in_proportion (void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        const size_t small = bytes_of (ways + way, 200), large = bytes_of (ways + way, 2000);
        assert_true (large < 16 * small);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (all_models),
        cmocka_unit_test (chains),
        cmocka_unit_test (multipliers_in_units),
        cmocka_unit_test (lattices),
        cmocka_unit_test (other_methods),
        cmocka_unit_test (events),
        cmocka_unit_test (runs_go_on),
        cmocka_unit_test (runs_go_on_between_events),
        cmocka_unit_test (memory_is_in_proportion),
    };

    if (! geoms_sparse_lu_have ())
        return 0;
    return cmocka_run_group_tests (tests, NULL, NULL);
}
