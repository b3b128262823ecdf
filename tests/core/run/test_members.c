/* test_members.c - runs on several threads: the bits of runs alone, failures, ends */
#include "geoms_sweep.h"
#include "test.h"

/* ---- a few members ---- */

enum { MEMBERS = 12 };

static const TestModel *const models[]
    = {&model_pendulum, &model_andrews, &model_slidercrank, &model_skate, &model_top, &model_fourbar};
enum { MODELS = sizeof models / sizeof models[0] };

/* of several models, formulations and linear solvers, with starts that are to be made consistent */
static Case case_number (int i)
{
    static const int formulations[] = {GEOMS_FORMULATION_PSF, GEOMS_FORMULATION_PSI1};
    Case c = case_of (models[i % MODELS]);
    unsigned seed = (unsigned)i;

    c.options.formulation = formulations[i / MODELS % 2];
    c.options.linear_solver = i % 4 < 2 ? GEOMS_LINEAR_SPARSE : GEOMS_LINEAR_AUTO;
    c.tspan[1] = c.tspan[0] + 0.2 * (c.tspan[1] - c.tspan[0]);
    for (int k = 0; k < c.n; k++)
        c.x0[k] += 1e-4 * noise (&seed);
    return c;
}

static void need_same (const GeomsSolution *a, const GeomsSolution *b)
{
    const size_t n = (size_t)a->n, real = sizeof (double);

    assert_int_equal (a->count, b->count);
    assert_int_equal (a->steps, b->steps);
    assert_memory_equal (a->t, b->t, a->count * real);
    assert_memory_equal (a->x, b->x, a->count * n * real);
    assert_memory_equal (a->relative, b->relative, 3 * a->count * real);
    assert_memory_equal (a->step_x, b->step_x, a->steps * n * (size_t)(1 + a->degree) * real);
}

static void wait_for (GeomsSweep *sweep, const GeomsMember *member)
{
    while (! geoms_sweep_wait (sweep, member, 1000))
        continue;
}

static void same_bits_as_alone (void **state)
{
    static Case c[MEMBERS];
    static Outcome alone[MEMBERS];

    (void)state;
    for (int i = 0; i < MEMBERS; i++) {
        c[i] = case_number (i);
        alone[i] = solve (&c[i]);
        assert_true (alone[i].s->count > 3);
    }
    for (int workers = 0; workers < 8; workers += 1 + workers) {
        GeomsMember member[MEMBERS] = {0};
        GeomsSweep *sweep = geoms_sweep_create (workers);

        assert_non_null (sweep);
        assert_int_equal (geoms_sweep_workers (sweep), workers < 1 ? 1 : workers);
        for (int i = 0; i < MEMBERS; i++) {
            member[i].problem = case_problem (&c[i]);
            geoms_sweep_add (sweep, &member[i]);
        }
        for (int i = 0; i < MEMBERS; i++) {
            wait_for (sweep, &member[i]);
            assert_int_equal (member[i].status, 0);
            assert_true (member[i].seconds > 0);
            need_same (geoms_run_solution (member[i].run), alone[i].s);
        }
        geoms_sweep_free (sweep);
        for (int i = 0; i < MEMBERS; i++)
            geoms_run_free (member[i].run);
    }
    for (int i = 0; i < MEMBERS; i++)
        case_end (&c[i], &alone[i]);
}

/* ---- failures ---- */

static void a_failure_stops_no_other (void **state)
{
    GeomsMember member[4] = {0};
    GeomsSweep *sweep = geoms_sweep_create (2);
    Case c[4];

    (void)state;
    for (int i = 0; i < 4; i++)
        c[i] = case_of (&model_pendulum);
    c[1].x0[c[1].n - 1] = NAN; /* no position: no run can be made   */
    c[2].options.max_steps = 5;
    for (int i = 0; i < 4; i++) {
        member[i].problem = case_problem (&c[i]);
        geoms_sweep_add (sweep, &member[i]);
    }
    for (int i = 0; i < 4; i++)
        wait_for (sweep, &member[i]);
    geoms_sweep_free (sweep);
    assert_int_equal (member[0].status, 0);
    assert_true (member[1].status < 0);
    assert_true (member[1].run != NULL || member[1].report.status == member[1].status);
    assert_int_equal (member[2].status, GEOMS_TOO_MANY_STEPS);
    assert_int_equal (geoms_run_counters (member[2].run)->nstep, 5);
    assert_int_equal (member[3].status, 0);
    need_same (geoms_run_solution (member[0].run), geoms_run_solution (member[3].run));
    for (int i = 0; i < 4; i++) {
        geoms_run_free (member[i].run);
        case_free (&c[i]);
    }
}

/* ---- ends ---- */

static int asks (void *user) { return geoms_sweep_stopping (*(GeomsSweep **)user); }

static Case endless (GeomsSweep **sweep)
{
    Case c = case_of (&model_pendulum);

    c.tspan[1] = 1e9;
    c.options.max_step = 1e-3;
    c.options.max_steps = 2000000000;
    c.options.dense = GEOMS_SWITCH_OFF;
    c.hooks.interrupted = asks;
    c.hooks.user = sweep;
    return c;
}

static void an_end_interrupts (void **state)
{
    GeomsMember member[3] = {0};
    GeomsSweep *sweep = geoms_sweep_create (2);
    Case c[3];

    (void)state;
    for (int i = 0; i < 3; i++) {
        c[i] = endless (&sweep);
        member[i].problem = case_problem (&c[i]);
        geoms_sweep_add (sweep, &member[i]);
    }
    assert_false (geoms_sweep_wait (sweep, &member[0], 0));
    assert_false (geoms_sweep_wait (sweep, &member[1], 50));
    assert_false (geoms_sweep_stopping (sweep));
    geoms_sweep_free (sweep);
    for (int i = 0; i < 2; i++)
        assert_int_equal (member[i].status, GEOMS_INTERRUPTED);
    assert_null (member[2].run); /* it never began */
    for (int i = 0; i < 3; i++) {
        geoms_run_free (member[i].run);
        case_free (&c[i]);
    }
}

static void an_end_without_members (void **state)
{
    (void)state;
    geoms_sweep_free (geoms_sweep_create (3));
    geoms_sweep_free (NULL);
}

/* ---- prepare ---- */

static void shorten (GeomsMember *member)
{
    const double *tspan = member->user;

    member->problem.tspan = tspan;
}

static void prepare_changes_the_problem (void **state)
{
    const double tspan[2] = {0, 0.25};
    GeomsMember member = {.prepare = shorten, .user = (void *)tspan};
    GeomsSweep *sweep = geoms_sweep_create (1);
    Case c = case_of (&model_pendulum);

    (void)state;
    member.problem = case_problem (&c);
    geoms_sweep_add (sweep, &member);
    wait_for (sweep, &member);
    geoms_sweep_free (sweep);
    assert_true (geoms_run_solution (member.run)->t_end == 0.25);
    geoms_run_free (member.run);
    case_free (&c);
}

/* ---- derivatives at the start ---- */

static struct {
    GeomsModel base;
    int rda, jac; /* not 0: it has no values */
} spoilt;

static int spoilt_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    const int status = spoilt.base.rda (k, t, x, ldx, out, ldo, user);

    if (spoilt.rda)
        out[0] = NAN;
    return status;
}

static int spoilt_jac (double t, const double *x, double *J, int ldj, void *user)
{
    const int status = spoilt.base.jac (t, x, J, ldj, user);

    if (spoilt.jac)
        J[0] = NAN;
    return status;
}

static void derivatives_at_the_start (void **state)
{
    Case c = case_of (&model_slidercrank);
    const GeomsProblem problem = case_problem (&c);

    (void)state;
    spoilt.base = c.model.system;
    c.model.system.rda_mass = NULL;
    c.model.system.rda = spoilt_rda;
    c.model.system.jac = spoilt_jac;
    for (int i = 0; i < 4; i++) {
        static const int expected[4] = {1, 0, -1, 0};

        spoilt.rda = i % 2;
        spoilt.jac = i / 2;
        assert_int_equal (geoms_start_derivatives (&problem), expected[i]);
    }
    case_free (&c);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (same_bits_as_alone),
        cmocka_unit_test (a_failure_stops_no_other),
        cmocka_unit_test (an_end_interrupts),
        cmocka_unit_test (an_end_without_members),
        cmocka_unit_test (prepare_changes_the_problem),
        cmocka_unit_test (derivatives_at_the_start),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
