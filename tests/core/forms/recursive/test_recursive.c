/* test_recursive.c - trees whose Newton systems are solved in O(N): the same runs as with matrices,
 * invariants, events, runs that go on, memory
 */
/* link: wrap-malloc */
#include "asked.h"
#include "continued.h"
#include "geoms_tree.h"

enum { MOST_BODIES = 4000 };

/* ---- trees ---- */

static GeomsBody body[MOST_BODIES];
static GeomsForce force[MOST_BODIES];

static GeomsTreeSystem *system_of (int bodies, int forces, GeomsModel *model)
{
    const GeomsTreeDescription d = {
        .gravity = {0, 0, -9.81}, .bodies = bodies, .body = body, .forces = forces, .force = force};
    GeomsReport report;
    GeomsTreeSystem *system = geoms_tree_create (&d, model, &report);

    assert_non_null (system);
    return system;
}

static void add_body (int i, int parent, int joint)
{
    body[i] = (GeomsBody){.parent = parent,
                          .joint = joint,
                          .axis = {i % 2, 1 - i % 2, 0},
                          .at = {i > 0, 0, 0},
                          .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                          .pitch = 0.2,
                          .mass = 1 + 0.1 * (i % 3),
                          .com = {0.5, 0.02, 0},
                          .inertia = {.02, .09, .1, 0, 0, 0}};
}

static GeomsTreeSystem *chain (int bodies, GeomsModel *model)
{
    for (int i = 0; i < bodies; i++) {
        add_body (i, i - 1, GEOMS_JOINT_REVOLUTE);
        force[i] = (GeomsForce){.kind = GEOMS_FORCE_JOINT, .velocity = i, .damping = 20};
    }
    return system_of (bodies, bodies, model);
}

static GeomsPlace place (int at, double x, double y, double z)
{
    const GeomsPlace p = {.body = at, .at = {x, y, z}, .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    return p;
}

/* all joints, two branches; springs to the predecessor and the ground, one in series with a
 * damper */
static GeomsTreeSystem *all_joints (GeomsModel *model)
{
    static const int joint[]
        = {GEOMS_JOINT_FREE,      GEOMS_JOINT_REVOLUTE,    GEOMS_JOINT_SPHERICAL,
           GEOMS_JOINT_SCREW,     GEOMS_JOINT_CYLINDRICAL, GEOMS_JOINT_UNIVERSAL,
           GEOMS_JOINT_PLANAR,    GEOMS_JOINT_SPHERICAL,   GEOMS_JOINT_PRISMATIC,
           GEOMS_JOINT_SPHERICAL, GEOMS_JOINT_REVOLUTE};
    enum { COUNT = sizeof joint / sizeof *joint };
    int forces = 0;

    for (int i = 0; i < COUNT; i++) {
        add_body (i, i == 6 ? 1 : i - 1, joint[i]);
        if (i == 0)
            continue;
        force[forces++]
            = (GeomsForce){.kind = i == 4 ? GEOMS_FORCE_SERIES : GEOMS_FORCE_SPRING,
                           .side = {place (i, 1, 0, 0.2), place (body[i].parent, 0, 1, 0)},
                           .stiffness = 50,
                           .damping = 5,
                           .length = 1};
    }
    force[forces++] = (GeomsForce){.kind = GEOMS_FORCE_SPRING,
                                   .side = {place (7, 1, 0, 0), place (-1, 0, 0, 5)},
                                   .stiffness = 20,
                                   .damping = 3,
                                   .length = 4};
    return system_of (COUNT, forces, model);
}

/* ---- cases ---- */

static Case case_in (const GeomsModel *model, GeomsTreeSystem *system, double tolerance, double end)
{
    Case c = {.model = {.system = *model, .name = "tree"}, .user = system, .ntspan = 2};

    c.n = model_unknowns (&model->dims);
    c.m = model_rows (&model->dims);
    assert_true (c.n <= MOST_UNKNOWNS);
    geoms_options_default (&c.options);
    case_tolerance (&c, tolerance);
    c.tspan[1] = end;
    return c;
}

static Case case_of_hinges (GeomsModel *model, double tolerance)
{
    Case c = case_in (model, chain (30, model), tolerance, 1);

    c.model.system = *model;
    c.n = 60;
    for (int i = 0; i < 30; i++)
        c.x0[30 + i] = 0.1 * (i % 7 - 3);
    return c;
}

/* angles and lengths that differ, quaternions of unit length */
static Case case_of_joints (GeomsModel *model, double tolerance)
{
    GeomsTreeSystem *system = all_joints (model);
    Case c = case_in (model, system, tolerance, 1);
    const int op = model->dims.nr + model->dims.nv;
    static const int quaternion[] = {3, 8, 20, 25};

    assert_int_equal (model->dims.ni, 4);
    c.x0[0] = 0.2;
    for (int i = 1; i < op; i++)
        c.x0[i] = 0.3 * cos (i);
    for (int i = op; i < c.n; i++)
        c.x0[i] = 0.2 * sin (i);
    for (int i = 0; i < 4; i++) {
        const double e[4] = {0.8, 0.2, -0.4, 0.4};
        memcpy (c.x0 + op + quaternion[i], e, sizeof e);
    }
    return c;
}

static Case case_number (int i, GeomsModel *model, double tolerance)
{
    return i == 0 ? case_of_hinges (model, tolerance) : case_of_joints (model, tolerance);
}

static void case_done (Case *c) { geoms_tree_free (c->user); }

static int is_recursive (const Outcome *o)
{
    return strcmp (o->s->velocity_rows, "recursive") == 0;
}

static const int methods[] = {GEOMS_METHOD_RADAU5, GEOMS_METHOD_BDF};

/* psf, with dopri5 its accelerations */
static void choose_method (Case *c, int method)
{
    c->options.method = method;
    c->options.formulation = GEOMS_FORMULATION_PSF;
}

/* ---- runs ---- */

/* dopri5 with quaternions: nothing but accelerations, the same motion as by parts */
static void explicit_as_parts (void **state)
{
    static GeomsModel model;
    Case c = case_of_joints (&model, 1e-8), parts;

    (void)state;
    choose_method (&c, GEOMS_METHOD_DOPRI5);
    parts = c;
    memset (&parts.model.system.newton, 0, sizeof parts.model.system.newton);
    Outcome o = solve (&c), d = solve (&parts);
    assert_int_equal (o.status, 0);
    assert_true (labs (o.counters.naccpt - d.counters.naccpt) <= 1 + d.counters.naccpt / 10);
    assert_true (distance (last_state (&o), last_state (&d), 0, c.n) <= 1e-5);
    outcome_free (&o);
    outcome_free (&d);
    check_continued (&c, 0.437);
    case_done (&c);
}

/* steps within 10 %, errors as large, by a run with a tolerance of a thousandth */
static void same_as_matrices (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        static GeomsModel model;
        const double tolerance = i % 2 ? 1e-7 : 1e-6;
        Case c = case_number (i / 2, &model, tolerance), dense, fine;

        c.options.method = methods[i % 2];
        dense = c;
        memset (&dense.model.system.newton, 0, sizeof dense.model.system.newton);
        fine = dense;
        fine.options.method = GEOMS_METHOD_RADAU5;
        case_tolerance (&fine, tolerance / 1000);
        Outcome o = solve (&c), d = solve (&dense), exact = solve (&fine);
        const double error = distance (last_state (&o), last_state (&exact), 0, c.n),
                     of_dense = distance (last_state (&d), last_state (&exact), 0, c.n);
        assert_int_equal (o.status, 0);
        assert_true (is_recursive (&o) && ! is_recursive (&d));
        assert_true (labs (o.counters.naccpt - d.counters.naccpt) <= 1 + d.counters.naccpt / 10);
        assert_true (error <= 1.5 * of_dense + tolerance);
        outcome_free (&exact);
        outcome_free (&o);
        outcome_free (&d);
        case_done (&c);
    }
}

/* at the steps and at times between them */
static void invariants_are_kept (void **state)
{
    static GeomsModel model;
    Case c = case_of_joints (&model, 1e-5);

    (void)state;
    for (int i = 0; i < 6; i++) {
        const int is_explicit = i / 2 == 2;

        choose_method (&c, i < 4 ? methods[i % 2] : GEOMS_METHOD_DOPRI5);
        c.ntspan = 2;
        c.tspan[1] = 1;
        if (i % 4 > 1 || i == 5)
            case_times (&c, 50, 1);
        Outcome o = solve (&c);
        assert_int_equal (o.status, 0);
        assert_true (is_recursive (&o) == ! is_explicit && o.s->project);
        for (size_t k = 0; k < o.s->count * 4; k++)
            assert_true (fabs (o.s->residual[k]) <= 1e-14);
        for (size_t k = 0; k < o.s->count * 3; k++)
            assert_true (o.s->relative[k] <= 1e-14);
        outcome_free (&o);
    }
    /* watched only: they drift */
    choose_method (&c, GEOMS_METHOD_RADAU5);
    c.options.invariant = GEOMS_INVARIANT_MONITOR;
    Outcome o = solve (&c);
    double largest = 0;
    assert_int_equal (o.status, 0);
    assert_true (is_recursive (&o) && ! o.s->project);
    for (size_t k = 0; k < o.s->count * 4; k++)
        largest = fmax (largest, fabs (o.s->residual[k]));
    assert_true (largest > 1e-12 && largest < 1e-2);
    outcome_free (&o);
    case_done (&c);
}

/* e of another length: made 1, refused, or taken as it is */
static void starts (void **state)
{
    static GeomsModel model;
    Case c = case_of_joints (&model, 1e-6);
    const int e = model.dims.nr + model.dims.nv + 3;
    const double exact = c.x0[e];

    (void)state;
    c.tspan[1] = 0.01;
    for (int k = 0; k < 4; k++)
        c.x0[e + k] *= 1.5;
    Outcome o = attempt (&c);
    assert_int_equal (o.status, 0);
    assert_true (fabs (o.s->x[e] - exact) <= 1e-15);
    outcome_free (&o);
    c.options.initial = GEOMS_INITIAL_CHECK;
    o = attempt (&c);
    assert_int_equal (o.status, GEOMS_INCONSISTENT);
    outcome_free (&o);
    c.options.initial = GEOMS_INITIAL_ASSUME;
    o = attempt (&c);
    assert_int_equal (o.status, 0);
    assert_true (o.s->x[e] == c.x0[e]);
    outcome_free (&o);
    case_done (&c);
}

static void goes_on (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        static GeomsModel model;
        Case c = case_number (i / 2, &model, 1e-6);

        c.options.method = methods[i % 2];
        check_continued (&c, 0.437);
        case_done (&c);
    }
}

/* the first hinge passes 0.3: its velocity turns round, once */
static int passes (int k, const double *t, const double *x, int ldx, double *value,
                   double *terminal, double *direction, void *user)
{
    const int *at = user;

    (void)t;
    for (int j = 0; j < k; j++) {
        value[j] = x[j * ldx + *at] - 0.3;
        terminal[j] = 0;
        direction[j] = 1;
    }
    return 0;
}

static int turns (double t, double *x, int count, const int *which, void *user)
{
    (void)t;
    (void)count;
    (void)which;
    (void)user;
    x[0] = -x[0];
    return 0;
}

static void events (void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        static GeomsModel model;
        int at = 30;
        Case c = case_of_hinges (&model, 1e-7), dense;

        c.options.method = methods[i];
        c.hooks = (GeomsHooks){.nevents = 1, .events = passes, .action = turns, .user = &at};
        dense = c;
        memset (&dense.model.system.newton, 0, sizeof dense.model.system.newton);
        Outcome o = solve (&c), d = solve (&dense);
        assert_int_equal (o.status, 0);
        assert_true (is_recursive (&o));
        assert_true (o.s->nevents > 0 && o.s->nevents == d.s->nevents);
        assert_true (fabs (o.s->event_t[0] - d.s->event_t[0]) <= 1e-7);
        assert_true (distance (last_state (&o), last_state (&d), 0, c.n) <= 1e-5);
        outcome_free (&o);
        outcome_free (&d);
        case_done (&c);
    }
}

/* an action that stretches a quaternion would be undone */
static int stretches (double t, double *x, int count, const int *which, void *user)
{
    (void)t;
    (void)count;
    (void)which;
    x[*(int *)user + 3] *= 1.1;
    return 0;
}

static void stretching_events (void **state)
{
    static GeomsModel model;
    Case c = case_of_joints (&model, 1e-6);
    int at = model.dims.nr + model.dims.nv;

    (void)state;
    c.x0[at] = 0.299;
    c.x0[model.dims.nr] = 1;
    c.hooks = (GeomsHooks){.nevents = 1, .events = passes, .action = stretches, .user = &at};
    Outcome o = attempt (&c);
    assert_int_equal (o.status, GEOMS_STOP_EVENTS);
    outcome_free (&o);
    case_done (&c);
}

/* states of any kind are moved onto e, and measured */
static void projects_states (void **state)
{
    static GeomsModel model;
    Case c = case_of_joints (&model, 1e-6);
    const int e = model.dims.nr + model.dims.nv + 3;
    double x[2 * MOST_UNKNOWNS], residual[8], relative[6], t[2] = {0, 0};
    GeomsRun *run = create_run (&c);

    (void)state;
    for (int j = 0; j < 2; j++) {
        memcpy (x + j * c.n, c.x0, (size_t)c.n * sizeof *x);
        for (int k = 0; k < 4; k++)
            x[j * c.n + e + k] *= 1.1;
    }
    assert_int_equal (geoms_run_project (run, 2, t, x, residual, relative, 0), 0);

    assert_true (fabs (residual[4] - 0.21) <= 1e-14 && fabs (relative[4] - 0.21) <= 1e-14);
    assert_int_equal (geoms_run_project (run, 2, t, x, residual, relative, 1), 0);
    assert_true (fabs (residual[4]) <= 1e-14 && fabs (x[c.n + e] - 0.8) <= 1e-15);
    geoms_run_free (run);
    case_done (&c);
}

/* ways of psf that are asked for, small trees */
static void is_chosen (void **state)
{
    static GeomsModel model;
    Case c = case_of_hinges (&model, 1e-4);

    (void)state;
    c.tspan[1] = 0.01;
    for (int i = 0; i < 4; i++) {
        c.options.method = i == 3 ? GEOMS_METHOD_TRAPEZOIDAL : GEOMS_METHOD_AUTO;
        c.options.step = i == 3 ? 1e-3 : 0;
        c.options.velocity_rows = i == 1 ? GEOMS_VELOCITY_ROWS_FORCE : GEOMS_VELOCITY_ROWS_AUTO;
        c.options.multipliers = i == 2 ? GEOMS_MULTIPLIERS_SOLVED : GEOMS_MULTIPLIERS_AUTO;
        Outcome o = solve (&c);
        assert_int_equal (o.status, 0);
        assert_int_equal (is_recursive (&o), i == 0);
        outcome_free (&o);
    }
    case_done (&c);
    for (int i = 0; i < 2; i++) {
        c = case_in (&model, chain (20 + i, &model), 1e-4, 0.01);
        c.model.system = model;
        c.n = 40 + 2 * i;
        c.options.step = 0;
        Outcome o = solve (&c);
        assert_int_equal (is_recursive (&o), i);
        outcome_free (&o);
        case_done (&c);
    }
}

static void half_a_model (void **state)
{
    static GeomsModel model;
    GeomsReport report;
    Case c = case_of_joints (&model, 1e-6);

    (void)state;
    for (int i = 0; i < 3; i++) {
        Case broken = c;
        GeomsNewtonSystems *s = &broken.model.system.newton;

        if (i == 0)
            s->factor = NULL;
        else if (i == 1)
            s->keep = NULL;
        else
            broken.model.system.accelerations = NULL;
        const GeomsProblem problem = case_problem (&broken);
        assert_null (geoms_run_create (&problem, &report));
        assert_int_equal (report.status, GEOMS_BAD_MODEL);
    }
    case_done (&c);
}

/* ---- memory ---- */

static size_t memory_of (int bodies, int method)
{
    static double x0[2 * MOST_BODIES], tol[2 * MOST_BODIES];
    static GeomsModel model;
    static const double tspan[2] = {0, 1e-3};
    GeomsOptions options;
    GeomsReport report;
    GeomsTreeSystem *system;

    asked = 0;
    system = chain (bodies, &model);
    geoms_options_default (&options);
    options.method = method;
    options.formulation
        = method == GEOMS_METHOD_DOPRI5 ? GEOMS_FORMULATION_PARTITION_FULL : GEOMS_FORMULATION_PSF;
    options.max_steps = 2;
    for (int i = 0; i < 2 * bodies; i++)
        tol[i] = 1e-3;
    const GeomsProblem problem = {.model = &model,
                                  .user = system,
                                  .options = &options,
                                  .rtol = tol,
                                  .atol = tol,
                                  .ntspan = 2,
                                  .tspan = tspan,
                                  .x0 = x0};
    GeomsRun *run = geoms_run_create (&problem, &report);
    assert_non_null (run);
    geoms_run_integrate (run);
    geoms_run_free (run);
    geoms_tree_free (system);
    return asked;
}

/* twice as many bodies take twice as much, and no n x n numbers */
static void memory (void **state)
{
    static const int all[] = {GEOMS_METHOD_RADAU5, GEOMS_METHOD_BDF, GEOMS_METHOD_DOPRI5};

    (void)state;
    for (int i = 0; i < 3; i++) {
        const size_t half = memory_of (MOST_BODIES / 2, all[i]),
                     whole = memory_of (MOST_BODIES, all[i]);
        assert_true ((double)whole <= 2.1 * (double)half);
        assert_true (whole <= (size_t)(8 * 3000) * MOST_BODIES);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (same_as_matrices),
                                       cmocka_unit_test (explicit_as_parts),
                                       cmocka_unit_test (invariants_are_kept),
                                       cmocka_unit_test (starts),
                                       cmocka_unit_test (goes_on),
                                       cmocka_unit_test (events),
                                       cmocka_unit_test (stretching_events),
                                       cmocka_unit_test (projects_states),
                                       cmocka_unit_test (is_chosen),
                                       cmocka_unit_test (half_a_model),
                                       cmocka_unit_test (memory)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
