/* test_allocation.c - memory runs out at the k-th allocation, for every k until a run is done:
 * malloc, calloc, realloc and free of the core are replaced by those of failing.h
 */
/* link: wrap-malloc */
#include "both_solvers.h"
#include "extent.h"
#include "failing.h"
#include "forms.h"
#include "geoms_tree.h"
#include "links.h"
#include "moving.h"

/* ---- one run with one failure ---- */

/* where factors are the one thing without memory a smaller step asks for it again */
static int factors_may_wait (const Case *c)
{
    return c->options.linear_solver == GEOMS_LINEAR_SPARSE;
}

/* 1 if no allocation failed */
static int run_with_failure (const Case *c, long k, int good)
{
    const long before = outstanding;
    Outcome o;

    fail_after (k, good);
    o = attempt (c);
    fail_no_more ();
    if (failures > 0 && (good || o.status != 0 || ! factors_may_wait (c))) {
        if (o.status != GEOMS_OUT_OF_MEMORY || strlen (o.report.text) < 10)
            fail_msg ("%s: allocation %ld failed, %d, %s", c->model.name, k, o.status,
                      o.report.text);
        if (o.run != NULL)
            check_solution (c, &o);
    } else
        assert_int_equal (o.status, 0);
    outcome_free (&o);
    assert_int_equal (outstanding, before);
    return failures == 0;
}

/* one of them, or all from then on; where time is short the one or the other in turn */
static void every_allocation (const Case *c)
{
    for (int good = 0; good < (run_short () ? 1 : 2); good++) {
        long k = 1;

        while (! run_with_failure (c, k, run_short () ? (int)(k % 2) : good))
            k++;
        print_message ("%s, formulation %d: %ld allocations\n", c->model.name,
                       c->options.formulation, k - 1);
        assert_true (k > 20);
    }
}

static void every_allocation_of_a_run (void **state)
{
    const TestModel *models[] = {&model_pendulum, &model_slidercrank, &model_skate};

    (void)state;
    for (int i = 0; i < 12; i++) {
        Case c = case_of (models[i / 4]);

        c.options.formulation = psf_or_psi1 (i % 2);
        c.options.constraint_decomposition = decomposition (i);
        c.options.differential_decomposition = i % 3 == 1;
        c.options.initial = i % 3;
        c.tspan[1] = 0.4; /* more steps than the first piece of memory has room for */
        case_tolerance (&c, 1e-11);
        if (i % 4 > 1)
            case_times (&c, MOST_TIMES, 0.4);
        every_allocation (&c);
        case_free (&c);
    }
}

/* without Jacobian, without dense output, without residuals, outputs that need a correction of
 * their own */
static void every_allocation_of_other_runs (void **state)
{
    Case c = case_of (&model_andrews);

    (void)state;
    c.model.system.jac = NULL;
    c.options.dense = GEOMS_SWITCH_OFF;
    c.options.residuals = GEOMS_SWITCH_OFF;
    c.options.initial = GEOMS_INITIAL_ASSUME;
    c.tspan[1] = 1e-3;
    case_tolerance (&c, 1e-4);
    every_allocation (&c);
    case_times (&c, MOST_TIMES, 1e-3);
    every_allocation (&c);
    case_free (&c);
}

/* what else a model may give: M in its parts alone and blocks_jac; accelerations */
static void every_allocation_with_other_members (void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_of (i ? &model_oscillator : &model_slidercrank);

        if (i) {
            choose (&c, &pairs[0]);
            c.model.system = model_accelerations (&model_oscillator);
        } else {
            c.model.system = model_blocks (&model_slidercrank);
            c.model.system.mass = NULL;
            c.model.system.rda_mass = NULL;
            c.model.system.parts_mass = 1;
        }
        c.tspan[1] = 0.05;
        every_allocation (&c);
        case_free (&c);
    }
}

/* a chain of rods, and a lattice with redundant rows */
static void every_allocation_by_sparse_matrices (void **state)
{
    static const int forms[] = {GEOMS_FORMULATION_PSF, GEOMS_FORMULATION_PSI1, GEOMS_FORMULATION_GGL,
                                GEOMS_FORMULATION_INDEX1};

    (void)state;
    for (size_t i = 0; i <= sizeof forms / sizeof *forms; i++) {
        const int chain = i < sizeof forms / sizeof *forms;
        Rods *r = rods_of (chain ? rods_chain (3, 0.3) : rods_lattice (1, 1, 1));
        Case c = case_of_rods (r, 1e-4);

        c.options.formulation = chain ? forms[i] : GEOMS_FORMULATION_PSF;
        c.options.linear_solver = GEOMS_LINEAR_SPARSE;
        c.tspan[1] = 0.02;
        every_allocation (&c);
        rods_free (r);
    }
}

/* masses that are far from each other: whether rows depend on each other is looked for, and no other
 * matrices are taken where there is no memory to know */
static void every_allocation_of_uneven_masses (void **state)
{
    Rods *r = rods_of (rods_chain (3, 0.3));
    Case c = case_of_rods (r, 1e-4);
    int missed = 1;

    (void)state;
    r->mass[0] = 1e-8;
    c.options.linear_solver = GEOMS_LINEAR_SPARSE;
    c.tspan[1] = 1e-3;
    for (long k = 1; missed; k++) {
        Outcome o;

        fail_after (k, 0);
        o = attempt (&c);
        missed = failures;
        fail_no_more ();
        assert_true (o.status == GEOMS_OUT_OF_MEMORY
                     || (o.status == 0 && strcmp (o.s->linear_solver, "sparse") == 0));
        outcome_free (&o);
    }
    rods_free (r);
}

/* a cable of hinges whose last link is pinned: matrices are made where its start is not regular, and
 * only there */
static void every_allocation_of_a_tree_with_a_loop (void **state)
{
    enum { LINKS = 24 };
    GeomsBody body[LINKS];
    const GeomsPlace ends[2]
        = {{.body = -1, .at = {19.2, 0, 0}, .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .axis = {0, 0, 1}},
           {.body = LINKS - 1, .at = {1, 0, 0}, .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .axis = {0, 0, 1}}};
    const GeomsLoopJoint loop = {.kind = GEOMS_LOOP_SPHERICAL, .side = {ends[0], ends[1]}};
    const GeomsTreeDescription d = {.planar = 1, .bodies = LINKS, .body = body, .loops = 1,
                                    .loop = &loop, .gravity = {0, -9.81, 0}};
    Case c = {.model.name = "cable", .ntspan = 2, .tspan = {0, 1e-3}};
    GeomsTreeSystem *tree;
    GeomsReport report;
    Outcome o;

    (void)state;
    for (int i = 0; i < LINKS; i++)
        body[i] = hinged_link (i);
    tree = geoms_tree_create (&d, &c.model.system, &report);
    assert_non_null (tree);
    c.user = tree;
    c.n = model_unknowns (&c.model.system.dims);
    c.m = model_rows (&c.model.system.dims);
    geoms_options_default (&c.options);
    case_tolerance (&c, 1e-4);
    for (int i = 0; i < c.model.system.dims.nl; i++)
        c.x0[i] = c.atol[i] = NAN;
    c.x0[c.n - LINKS] = -acos (0.8);
    c.x0[c.n - LINKS / 2] = 2 * acos (0.8);
    o = solve (&c);
    assert_string_equal (o.s->linear_solver, "model");
    outcome_free (&o);
    every_allocation (&c);
    geoms_tree_free (tree);
}

/* ---- terms: a run goes on where there was no memory for them ---- */

static void every_allocation_of_terms (void **state)
{
    int complete = 0;

    (void)state;
    for (long k = 1; ! complete; k++) {
        Case c = case_of (&model_slidercrank);
        GeomsRun *run = create_run (&c);
        GeomsTerms terms;

        fail_after (k, 0);
        const int status = geoms_run_terms (run, 0, c.x0, &terms);
        fail_no_more ();
        complete = failures == 0;
        assert_int_equal (status, complete ? 0 : GEOMS_OUT_OF_MEMORY);
        assert_int_equal (geoms_run_terms (run, 0, c.x0, &terms), 0);
        assert_true (terms.f != NULL && geoms_run_integrate (run) == 0);
        geoms_run_free (run);
        case_free (&c);
    }
}

/* ---- conditions, fixed components, weights, events that change the state, Refine ---- */

static int at_half (double t, const double *x, double *k, void *user)
{
    (void)t, (void)user;
    k[0] = x[3] - 0.5;
    return 0;
}

static int marks (int k, const double *t, const double *x, int ldx, double *value, double *terminal,
                  double *direction, void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++)
        for (int i = 0; i < 40; i++) {
            value[40 * j + i] = i == 0 ? x[j * ldx + 4] + 0.9 : x[j * ldx + 3] - 0.49 + 0.01 * i;
            terminal[40 * j + i] = direction[40 * j + i] = 0;
        }
    return 0;
}

static int turn_around (double t, double *x, int count, const int *which, void *user)
{
    (void)t, (void)user;
    for (int i = 0; i < count; i++)
        x[1] *= which[i] == 0 ? -1 : 1;
    return 0;
}

static Case case_with_hooks (int variant)
{
    static const double weights[5] = {1, 2, 3, 4, 5};
    static const int fixed[5] = {0, 0, 1, 0, 0};
    Case c = case_of (&model_pendulum);

    c.x0[0] = NAN;
    c.x0[3] = 0.6;
    c.x0[4] = -0.8;
    c.model.system.dims.nc = 1;
    c.model.system.ivcond = at_half;
    c.start.fixed = fixed;
    c.start.weights = weights;
    c.hooks.nevents = 40;
    c.hooks.events = marks;
    c.hooks.action = variant % 2 ? turn_around : NULL;
    c.options.weights = variant % 2 ? GEOMS_WEIGHTING_MASS : GEOMS_WEIGHTING_UNIT;
    c.options.refine = variant / 2 ? 7 : 1;
    c.options.formulation = psf_or_psi1 (variant / 2);
    c.tspan[1] = 1;
    case_tolerance (&c, 1e-3);
    return c;
}

static void every_allocation_with_hooks (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = case_with_hooks (i);

        every_allocation (&c);
        case_free (&c);
    }
}

/* a run that goes on from a state */
static void every_allocation_of_a_continued_run (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = case_with_hooks (i);
        Outcome o = solve (&c);
        double *numbers = malloc (geoms_run_state_size (o.run) * sizeof *numbers);

        assert_non_null (numbers);
        geoms_run_state (o.run, numbers);
        c.state = numbers;
        c.nstate = geoms_run_state_size (o.run);
        outcome_free (&o);
        c.tspan[1] = 2;
        every_allocation (&c);
        free (numbers);
        case_free (&c);
    }
}

/* more constraints than are independent, and invariants */
static void every_allocation_with_redundancy (void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_of (&model_fourbar);

        c.options.formulation = psf_or_psi1 (i);
        c.tspan[1] = 0.02;
        case_tolerance (&c, 1e-3);
        every_allocation (&c);
        case_free (&c);
    }
}

/* a long chain: the work space of LAPACK */
static void every_allocation_of_a_chain (void **state)
{
    Case c = case_of_chain (20);

    (void)state;
    c.tspan[1] = 0.01;
    case_tolerance (&c, 1e-3);
    c.options.constraint_decomposition = GEOMS_DECOMPOSITION_SVD;
    c.options.differential_decomposition = GEOMS_DIFFERENTIAL_QR;
    every_allocation (&c);
    case_free (&c);
}

/* ---- the mechanical form: a pendulum by its blocks ---- */

static int blocks (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                   void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *v = x + 1, *p = x + 3;
        const double all[] = {0,
                              -9.81,
                              p[0] * p[0] + p[1] * p[1] - 1,
                              2 * p[0],
                              2 * p[1],
                              2 * (p[0] * v[0] + p[1] * v[1]),
                              2 * (v[0] * v[0] + v[1] * v[1])};
        memcpy (out, all, sizeof all);
    }
    return 0;
}

static void every_allocation_with_mass (const double *M)
{
    const double x0[5] = {0, 0, 0, 1, 0};
    const GeomsMechanical form = {.dims = {.np = 2, .nv = 2, .nl = 1},
                                  .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,
                                  .autonomous = 1,
                                  .mass = M,
                                  .blocks = blocks};
    Case c = case_of (&model_pendulum);
    void *user = c.user;

    memcpy (c.x0, x0, sizeof x0);
    case_times (&c, MOST_TIMES, 0.4);
    for (int good = 0; good < 2; good++) {
        int complete = 0;

        for (long k = 1; ! complete; k++) {
            const long before = outstanding;
            GeomsComposed *composed;

            fail_after (k, good);
            composed = geoms_mechanical_create (&form, &c.model.system);
            c.user = composed;
            if (composed != NULL) {
                Outcome o = attempt (&c);
                complete = failures == 0;
                fail_no_more ();
                if (o.status != (failures > 0 ? GEOMS_OUT_OF_MEMORY : 0))
                    fail_msg ("allocation %ld failed: %d, %s", k, o.status, o.report.text);
                outcome_free (&o);
            } else
                assert_true (failures > 0);
            fail_no_more ();
            geoms_mechanical_free (composed);
            assert_int_equal (outstanding, before);
        }
    }
    c.model.system = model_pendulum.system;
    c.user = user;
    case_free (&c);
}

/* the other mass is singular, and positive on the tangent but at t = 0.45 */
static void every_allocation_of_the_mechanical_form (void **state)
{
    const double regular[4] = {1, 0, 0, 1}, held[4] = {0, 0, 0, 1};

    (void)state;
    every_allocation_with_mass (regular);
    every_allocation_with_mass (held);
}

/* ---- the forms that solve for the accelerations ---- */

static void every_allocation_of_all_forms (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * PAIRS; i++) {
        Case c = i % 2 ? case_of (&model_slidercrank) : case_of_moving ();

        choose (&c, &pairs[i / 2]);
        c.options.project = i / 2 % 3;
        c.tspan[1] = 0.4;
        case_tolerance (&c, 1e-8);
        if (i / 2 % 2)
            case_times (&c, MOST_TIMES, 0.4);
        every_allocation (&c);
        case_free (&c);
    }
}

static void every_allocation_of_forms_with_hooks (void **state)
{
    const Pair orders = {GEOMS_FORMULATION_PSF, GEOMS_METHOD_RADAU};

    (void)state;
    for (int i = 0; i <= PAIRS; i++) {
        Case c = case_with_hooks (i % 4);

        choose (&c, i < PAIRS ? &pairs[i] : &orders);
        if (i < PAIRS && is_fixed (&pairs[i]))
            c.tspan[1] = 0.1;
        every_allocation (&c);
        case_free (&c);
    }
}

/* a right-hand side for other solvers: creation is all that needs memory */
static void every_allocation_of_a_right_hand_side (void **state)
{
    (void)state;
    for (int formulation = 0; formulation < GEOMS_FORMULATION_COUNT; formulation++)
        for (int i = 0; i < 4 && ! geoms_formulation_entry (formulation)->projected; i++) {
            Case c = case_of_moving ();
            const double t = 0;
            double z[MOVING_N + 3] = {0}, rows[MOVING_N + 3];
            int complete = 0;

            memcpy (z, c.x0, MOVING_N * sizeof *z);
            if (i % 2)
                c.model.system.parts = NULL;
            for (long k = 1; ! complete; k++) {
                const long before = outstanding;
                GeomsReport report;
                GeomsRhs *r;

                fail_after (k, i / 2);
                r = geoms_rhs_create (&c.model.system, c.user, formulation, NULL, 0, &report);
                complete = failures == 0;
                assert_true ((r != NULL) == complete);
                assert_int_equal (report.status, complete ? 0 : GEOMS_OUT_OF_MEMORY);
                assert_true (complete || strlen (report.text) > 10);
                fail_no_more ();
                if (r != NULL) { /* not one more */
                    fail_after (1, 1);
                    assert_int_equal (geoms_rhs_begin (r, t, z, &report), 0);
                    assert_int_equal (geoms_rhs_evaluate (r, 1, &t, z, rows, &report), 0);
                    assert_int_equal (failures, 0);
                    fail_no_more ();
                }
                geoms_rhs_free (r);
                assert_int_equal (outstanding, before);
                assert_true (k > 20 || ! complete);
            }
            case_free (&c);
        }
}

/* one set of matrices */
static void every_allocation_of_a_partition (void **state)
{
    const double M[9] = {2, 0, 0, 0, 2, 0, 0, 0, 1}, f[3] = {1, 2, 3}, C[3] = {1, 2, 3}, b = 0.5;
    const GeomsLoop loop = {.n = 3, .m = 1, .M = M, .f = f, .C = C, .b1 = &b, .b2 = &b, .v = f};

    (void)state;
    for (int kind = 0; kind < 8; kind++) {
        double v[3], a[3], lambda, J[9], theta[3], gamma[3];
        int independent[3], complete = 0;
        GeomsPartitioned found = {.v = v,
                                  .a = a,
                                  .lambda = &lambda,
                                  .J = J,
                                  .theta = theta,
                                  .gamma = gamma,
                                  .independent = independent};

        for (long k = 1; ! complete; k++) {
            const long before = outstanding;
            GeomsReport report = {0};
            int status;

            fail_after (k, kind / 4);
            status = geoms_partition (kind % 4, &loop, &found, &report);
            complete = failures == 0;
            fail_no_more ();
            assert_int_equal (status, complete ? 0 : GEOMS_OUT_OF_MEMORY);
            assert_int_equal (report.status, status);
            assert_int_equal (outstanding, before);
        }
    }
}

/* a run that is used after a failure: the projection of states */
static void a_failed_projection_leaves_nothing_behind (void **state)
{
    (void)state;
    for (long k = 1; k < 1000; k++) {
        Case c = case_of (&model_pendulum);
        const GeomsProblem problem = case_problem (&c);
        const long before = outstanding;
        const double t = 0;
        double x[5] = {0, 0, 0, 1.1, 0}, relative[3];
        GeomsReport report;
        GeomsRun *run = geoms_run_create (&problem, &report);
        int status;

        fail_after (k, 0);
        status = geoms_run_project (run, 1, &t, x, NULL, relative, 1);
        fail_no_more ();
        assert_int_equal (status, failures > 0 ? GEOMS_OUT_OF_MEMORY : 0);
        if (failures > 0) /* there is memory again */
            assert_int_equal (geoms_run_integrate (run), GEOMS_OUT_OF_MEMORY);
        geoms_run_free (run);
        assert_int_equal (outstanding, before);
        case_free (&c);
        if (failures == 0)
            return;
    }
    fail_msg ("there is no end to it");
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (every_allocation_of_a_run),
        cmocka_unit_test (every_allocation_of_other_runs),
        cmocka_unit_test (every_allocation_with_other_members),
        cmocka_unit_test (every_allocation_by_sparse_matrices),
        cmocka_unit_test (every_allocation_of_uneven_masses),
        cmocka_unit_test (every_allocation_of_a_tree_with_a_loop),
        cmocka_unit_test (every_allocation_with_hooks),
        cmocka_unit_test (every_allocation_of_a_continued_run),
        cmocka_unit_test (every_allocation_of_terms),
        cmocka_unit_test (every_allocation_with_redundancy),
        cmocka_unit_test (every_allocation_of_a_chain),
        cmocka_unit_test (every_allocation_of_the_mechanical_form),
        cmocka_unit_test (every_allocation_of_all_forms),
        cmocka_unit_test (every_allocation_of_forms_with_hooks),
        cmocka_unit_test (every_allocation_of_a_right_hand_side),
        cmocka_unit_test (every_allocation_of_a_partition),
        cmocka_unit_test (a_failed_projection_leaves_nothing_behind),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
