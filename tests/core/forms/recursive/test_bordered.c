/* test_bordered.c - trees with few loops in O(N): runs as with matrices, constraints on all levels,
 * starts, events, runs that go on, redundant rows, memory
 */
/* link: wrap-malloc */
#include <time.h>

#include "bytes.h"
#include "continued.h"
#include "extent.h"
#include "geoms_tree.h"

enum { MOST_BODIES = 2000, MOST_LOOPS = 16 };

/* ---- trees ---- */

static GeomsBody body[MOST_BODIES];
static GeomsForce force[MOST_BODIES];
static GeomsLoopJoint loop[MOST_LOOPS];

static GeomsPlace place (int at, double x, double y, double z)
{
    const GeomsPlace p
        = {.body = at, .at = {x, y, z}, .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .axis = {0, 0, 1}};
    return p;
}

/* a rod along x, hinged at its beginning */
static void add_body (int i, int parent, int joint, int axis, double x, double y)
{
    body[i] = (GeomsBody){.parent = parent,
                          .joint = joint,
                          .axis = {axis == 0, axis == 1, axis == 2},
                          .at = {x, y, 0},
                          .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                          .mass = 1 + 0.1 * (i % 3),
                          .com = {0.5, 0.02, 0},
                          .inertia = {.02, .09, .1, 0, 0, 0}};
}

typedef struct Linked {
    GeomsTreeDescription d;
    GeomsModel model;
    GeomsTreeSystem *system;
    Case c;
} Linked;

static void close_loop (Linked *s, int kind, GeomsPlace a, GeomsPlace b, double length)
{
    loop[s->d.loops++] = (GeomsLoopJoint){.kind = kind, .side = {a, b}, .length = length};
}

static void damp (Linked *s, int count, double damping)
{
    for (int k = 0; k < count; k++)
        force[s->d.forces++]
            = (GeomsForce){.kind = GEOMS_FORCE_JOINT, .velocity = k, .damping = damping};
}

/* multipliers are not known, all else is 0 */
static Case *begin (Linked *s, double tolerance)
{
    GeomsReport report;
    Case *c = &s->c;

    s->d.gravity[1] = -9.81;
    s->d.body = body;
    s->d.loop = loop;
    s->d.force = force;
    s->system = geoms_tree_create (&s->d, &s->model, &report);
    assert_non_null (s->system);
    memset (c, 0, sizeof *c);
    c->model.system = s->model;
    c->model.name = "tree";
    c->user = s->system;
    c->ntspan = 2;
    c->tspan[1] = 1;
    c->n = model_unknowns (&s->model.dims);
    c->m = model_rows (&s->model.dims);
    assert_true (c->n <= MOST_UNKNOWNS);
    geoms_options_default (&c->options);
    case_tolerance (c, tolerance);
    for (int i = 0; i < s->model.dims.nl; i++) {
        c->x0[i] = NAN;
        c->atol[i] = NAN;
    }
    return c;
}

static double *positions (Linked *s)
{
    return s->c.x0 + s->model.dims.nl + s->model.dims.nr + s->model.dims.nv;
}

/* thirty hinges, in the plane or not, whose last link ends at a pin 24 away */
static void cable (Linked *s, int planar, double tolerance)
{
    memset (s, 0, sizeof *s);
    s->d.planar = planar;
    s->d.bodies = 30;
    for (int i = 0; i < 30; i++)
        add_body (i, i - 1, GEOMS_JOINT_REVOLUTE, planar || i % 2 == 0 ? 2 : 1, i > 0, 0);
    close_loop (s, GEOMS_LOOP_SPHERICAL, place (-1, 24, 0, 0), place (29, 1, 0, 0), 0);
    damp (s, 30, 2);
    begin (s, tolerance);
    for (int i = 0; i < 30; i++)
        positions (s)[i] = i == 0 ? -acos (0.8) : i == 15 ? 2 * acos (0.8) : 0;
    if (! planar)
        positions (s)[14] = 2 * acos (0.8), positions (s)[15] = 0, positions (s)[3] = 0.3;
}

/* eight four-bars side by side */
static void four_bars (Linked *s, double tolerance)
{
    memset (s, 0, sizeof *s);
    s->d.planar = 1;
    s->d.bodies = 24;
    for (int i = 0; i < 8; i++) {
        add_body (3 * i, -1, GEOMS_JOINT_REVOLUTE, 2, 3 * i, 0);
        add_body (3 * i + 1, 3 * i, GEOMS_JOINT_REVOLUTE, 2, 1, 0);
        add_body (3 * i + 2, 3 * i + 1, GEOMS_JOINT_REVOLUTE, 2, 1, 0);
        close_loop (s, GEOMS_LOOP_REVOLUTE, place (3 * i + 2, 1, 0, 0),
                    place (-1, 3 * i + 1.3 + 0.05 * i, 0, 0), 0);
    }
    begin (s, tolerance);
    for (int i = 0; i < 8; i++) {
        positions (s)[3 * i] = 1.9 + 0.02 * i;
        positions (s)[3 * i + 1] = -1.8;
        positions (s)[3 * i + 2] = -1.7;
    }
}

/* two chains of eleven hinges with different axes on one body; a hinge, a rod between their ends */
static void branches (Linked *s, int kind, double tolerance)
{
    memset (s, 0, sizeof *s);
    s->d.bodies = 23;
    add_body (0, -1, GEOMS_JOINT_REVOLUTE, 2, 0, 0);
    for (int i = 1; i < 23; i++)
        add_body (i, i == 12 ? 0 : i - 1, GEOMS_JOINT_REVOLUTE, i % 3, i == 1 || i == 12 ? 0 : 1,
                  i == 1 ? 0.5 : i == 12 ? -0.5 : 0);
    close_loop (s, kind, place (11, 1, 0, 0.1), place (22, 1, 0.3, 0), 1.5);
    damp (s, 23, 3);
    begin (s, tolerance);
    for (int i = 0; i < 23; i++)
        positions (s)[i] = 0.1 * cos (i);
}

/* a free body with two arms of ball joints, whose ends are at a distance; a coordinate that follows
 * two others */
static void free_arms (Linked *s, double tolerance)
{
    static const int velocity[2] = {18, 19};
    static const double coefficient[2] = {1, -2};
    static const GeomsCoupling coupling
        = {.count = 2, .velocity = velocity, .coefficient = coefficient, .offset = 0.1};

    memset (s, 0, sizeof *s);
    s->d.bodies = 7;
    add_body (0, -1, GEOMS_JOINT_FREE, 2, 0, 0);
    for (int i = 1; i < 5; i++)
        add_body (i, i == 3 ? 0 : i - 1, GEOMS_JOINT_SPHERICAL, 2, i != 3, i == 3 ? 0.5 : 0);
    add_body (5, 4, GEOMS_JOINT_UNIVERSAL, 2, 1, 0);
    add_body (6, 5, GEOMS_JOINT_UNIVERSAL, 2, 1, 0);
    s->d.couplings = 1;
    s->d.coupling = &coupling;
    close_loop (s, GEOMS_LOOP_ROD, place (2, 1, 0, 0), place (6, 1, 0, 0.1), 1.2);
    begin (s, tolerance);
    for (int i = 0; i < 20; i++)
        s->c.x0[2 + s->model.dims.nr + i] = cos (2 * i);
    positions (s)[0] = 0.4;
    for (int i = 0; i < 5; i++) {
        const double e[4] = {0.8, 0.1 * i, -0.4, 0.4};
        memcpy (positions (s) + 3 + 4 * i, e, sizeof e);
    }
}

enum { CASES = 6, WITH_QUATERNIONS = 5 };

static Case *case_number (Linked *s, int i, double tolerance)
{
    if (i < 2)
        cable (s, i == 0, tolerance);
    else if (i == 2)
        four_bars (s, tolerance);
    else if (i < 5)
        branches (s, i == 3 ? GEOMS_LOOP_REVOLUTE : GEOMS_LOOP_ROD, tolerance);
    else
        free_arms (s, tolerance);
    return &s->c;
}

static int is_recursive (const Outcome *o)
{
    return strcmp (o->s->velocity_rows, "recursive") == 0;
}

static const int methods[] = {GEOMS_METHOD_RADAU5, GEOMS_METHOD_BDF};

/* ---- runs ---- */

static Case without_newton (const Case *c)
{
    Case dense = *c;

    memset (&dense.model.system.newton, 0, sizeof dense.model.system.newton);
    return dense;
}

/* the state that a run with matrices begins with */
static void start_consistently (Case *c)
{
    Case first = without_newton (c);

    first.tspan[1] = 1e-6;
    Outcome o = solve (&first);
    memcpy (c->x0, o.s->x, (size_t)c->n * sizeof *c->x0);
    outcome_free (&o);
}

/* steps within 10 %, errors as large, by a run with a tolerance of a thousandth; all levels of the
 * constraints at all steps. Measured with radau5: equal steps, Newton's method takes 2 % more
 * solves at most, also where a loop joins bodies far from each other; bdf: 2 % other steps, 11 % */
static void same_as_matrices (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * CASES; i++) {
        static Linked s;
        const double tolerance = i % 2 ? 1e-7 : 1e-6;
        Case *c = case_number (&s, i / 2, tolerance), dense, fine;

        start_consistently (c);
        c->options.method = methods[i % 2];
        dense = without_newton (c);
        fine = dense;
        fine.options.method = GEOMS_METHOD_RADAU5;
        case_tolerance (&fine, tolerance / 1000);
        Outcome o = solve (c), d = solve (&dense), exact = solve (&fine);
        const double error = distance (last_state (&o), last_state (&exact), 0, c->n),
                     of_dense = distance (last_state (&d), last_state (&exact), 0, c->n);
        assert_true (is_recursive (&o) && ! is_recursive (&d));
        assert_true (labs (o.counters.naccpt - d.counters.naccpt) <= 1 + d.counters.naccpt / 10);
        assert_true ((double)o.counters.nbsub <= (i % 2 ? 1.2 : 1.04) * (double)d.counters.nbsub);
        assert_true (error <= (i % 2 ? 2 : 1.1) * of_dense + tolerance);
        assert_true (worst_residual (o.s) <= 1e-12);
        outcome_free (&exact);
        outcome_free (&o);
        outcome_free (&d);
        geoms_tree_free (s.system);
    }
}

/* between the steps, too; as by matrices there */
static void requested_times (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * CASES; i++) {
        static Linked s;
        Case *c = case_number (&s, i / 2, 1e-6), dense;

        start_consistently (c);
        c->options.method = methods[i % 2];
        case_times (c, 50, 1);
        dense = without_newton (c);
        Outcome o = solve (c), d = solve (&dense);
        assert_true (is_recursive (&o));
        assert_true (worst_residual (o.s) <= 1e-12);
        for (size_t k = 0; k < 50; k++)
            assert_true (distance (o.s->x + k * (size_t)c->n, d.s->x + k * (size_t)c->n,
                                   s.model.dims.nl, c->n)
                         <= 2e-4);
        outcome_free (&o);
        outcome_free (&d);
        geoms_tree_free (s.system);
    }
}

static void goes_on (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * CASES; i++) {
        static Linked s;
        Case *c = case_number (&s, i / 2, 1e-6);

        c->options.method = methods[i % 2];
        check_continued (c, 0.437);
        geoms_tree_free (s.system);
    }
}

/* a start beside the constraints: moved onto them by little, refused, or taken as it is */
static void starts (void **state)
{
    static Linked s;
    Case *c = case_number (&s, 0, 1e-6);

    (void)state;
    start_consistently (c);
    positions (&s)[3] += 1e-3;
    c->tspan[1] = 1e-3;
    Case dense = without_newton (c);
    Outcome o = solve (c), d = solve (&dense);
    assert_true (is_recursive (&o) && worst_residual (o.s) <= 1e-12);
    assert_true (distance (o.s->x, d.s->x, 0, c->n) <= 1e-10);
    outcome_free (&o);
    outcome_free (&d);
    c->options.initial = GEOMS_INITIAL_CHECK;
    o = attempt (c);
    assert_int_equal (o.status, GEOMS_INCONSISTENT);
    outcome_free (&o);
    c->options.initial = GEOMS_INITIAL_CORRECT;
    start_consistently (c);
    c->options.initial = GEOMS_INITIAL_CHECK;
    o = solve (c);
    assert_true (is_recursive (&o));
    assert_memory_equal (o.s->x + 2, c->x0 + 2, (size_t)(c->n - 2) * sizeof *c->x0);
    outcome_free (&o);
    geoms_tree_free (s.system);
}

/* lengths of quaternions, which constraints do not feel, are looked at, too */
static void starts_with_units (void **state)
{
    static Linked s;
    Case *c = case_number (&s, WITH_QUATERNIONS, 1e-6);

    (void)state;
    start_consistently (c);
    c->tspan[1] = 1e-3;
    c->options.initial = GEOMS_INITIAL_CHECK;
    for (int i = 0; i < 2; i++) {
        Outcome o = attempt (c);
        assert_int_equal (o.status, i == 0 ? 0 : GEOMS_INCONSISTENT);
        outcome_free (&o);
        for (int k = 3; k < 7; k++)
            positions (&s)[k] *= 1.5;
    }
    geoms_tree_free (s.system);
}

/* the middle passes 0.2 below its start: it is thrown back, once */
static int passes (int k, const double *t, const double *x, int ldx, double *value,
                   double *terminal, double *direction, void *user)
{
    const double *limit = user;

    (void)t;
    for (int j = 0; j < k; j++) {
        value[j] = x[j * ldx + 32] - *limit;
        terminal[j] = 0;
        direction[j] = 0;
    }
    return 0;
}

static int throws_back (double t, double *x, int count, const int *which, void *user)
{
    (void)t;
    (void)count;
    (void)which;
    (void)user;
    for (int i = 2; i < 32; i++)
        x[i] = -0.5 * x[i] + 0.01;
    return 0;
}

static void events (void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        static Linked s;
        Case *c = case_number (&s, 0, 1e-8), dense;
        double limit = -0.68;

        start_consistently (c);
        c->options.method = methods[i];
        c->tspan[1] *= run_short () ? 0.5 : 1;
        c->hooks
            = (GeomsHooks){.nevents = 1, .events = passes, .action = throws_back, .user = &limit};
        dense = without_newton (c);
        Outcome o = solve (c), d = solve (&dense);
        assert_true (is_recursive (&o) && worst_residual (o.s) <= 1e-12);
        assert_true (o.s->nevents > 0 && o.s->nevents == d.s->nevents);
        assert_true (fabs (o.s->event_t[0] - d.s->event_t[0]) <= 1e-7);
        assert_true (distance (last_state (&o), last_state (&d), 2, c->n) <= 1e-4);
        outcome_free (&o);
        outcome_free (&d);
        geoms_tree_free (s.system);
    }
}

/* a state is told from one with matrices by its length, also where there are few unknowns and bdf
 * of order 5 */
static void small_states (void **state)
{
    static Linked s;

    (void)state;
    for (int i = 0; i < 2; i++) {
        memset (&s, 0, sizeof s);
        s.d.planar = 1;
        s.d.bodies = 21;
        for (int k = 0; k < 21; k++)
            add_body (k, k - 1, GEOMS_JOINT_REVOLUTE, 2, k > 0, 0);
        close_loop (&s, GEOMS_LOOP_ROD, place (-1, 12, 0, 0), place (20, 1, 0, 0), 4);
        Case *c = begin (&s, 1e-8);
        for (int k = 0; k < 21; k++)
            positions (&s)[k] = k == 0 ? -acos (0.8) : k == 10 ? 2 * acos (0.8) : 0;
        c->options.method = methods[i];
        Outcome o = solve (c);
        const size_t n = (size_t)c->n, size = geoms_run_state_size (o.run);
        assert_true (is_recursive (&o) && size < n * n);
        outcome_free (&o);
        check_continued (c, 0.437);
        Case dense = without_newton (c);
        o = solve (&dense);
        assert_true (geoms_run_state_size (o.run) > 2 * n * n);
        outcome_free (&o);
        geoms_tree_free (s.system);
    }
}

/* rows that depend on each other, options that concern constraints: by matrices, and said */
static void steps_aside (void **state)
{
    static Linked s;

    (void)state;
    for (int i = 0; i < 6; i++) {
        Case *c = case_number (&s, 0, 1e-4);

        if (i == 0 || i == 5) { /* a row twice; a hinge in space, where the axes are the same */
            geoms_tree_free (s.system);
            if (i == 0)
                close_loop (&s, GEOMS_LOOP_ROD, place (-1, 24, 2, 0), place (29, 1, 0, 0), 2);
            else {
                s.d.planar = s.d.loops = 0;
                close_loop (&s, GEOMS_LOOP_REVOLUTE, place (-1, 24, 0, 0), place (29, 1, 0, 0), 0);
            }
            begin (&s, 1e-4);
            for (int k = 0; k < 30; k++)
                positions (&s)[k] = k == 0 ? -acos (0.8) : k == 15 ? 2 * acos (0.8) : 0;
        }
        c->tspan[1] = 1e-3;
        c->options.constraint_decomposition
            = i == 1 ? GEOMS_DECOMPOSITION_SVD : GEOMS_DECOMPOSITION_AUTO;
        c->options.multipliers = i == 2 ? GEOMS_MULTIPLIERS_SOLVED : GEOMS_MULTIPLIERS_AUTO;
        c->options.weights = i == 3 ? GEOMS_WEIGHTING_MASS : c->options.weights;
        Outcome o = solve (c);
        assert_int_equal (is_recursive (&o), i == 4);
        assert_string_equal (o.s->multipliers, "solved");
        assert_int_equal (o.s->redundant, i == 0 || i == 5);
        assert_int_equal (o.s->rank[1], 2);
        outcome_free (&o);
        geoms_tree_free (s.system);
    }
}

/* a cable that is pulled straight by its end: why no step is small enough is told */
static int pulled (int k, const double *t, double *values, void *user)
{
    (void)user;
    for (int j = 0; j < k; j++, values += 3) {
        values[0] = -t[j];
        values[1] = -1;
        values[2] = 0;
    }
    return 0;
}

static void singular_position (void **state)
{
    static const GeomsSignal signal[1];
    static Linked s;

    (void)state;
    memset (&s, 0, sizeof s);
    s.d.planar = 1;
    s.d.signals = 1;
    s.d.signal = signal;
    s.d.host = pulled;
    s.d.bodies = 25;
    add_body (0, -1, GEOMS_JOINT_PRISMATIC, 0, 0, 0);
    body[0].motion = 1;
    for (int i = 1; i < 25; i++)
        add_body (i, i - 1, GEOMS_JOINT_REVOLUTE, 2, i > 1, 0);
    close_loop (&s, GEOMS_LOOP_REVOLUTE, place (-1, 23.5, 0, 0), place (24, 1, 0, 0), 0);
    damp (&s, 24, 1);
    Case *c = begin (&s, 1e-4);
    for (int i = 0; i < 24; i++)
        positions (&s)[i] = i == 0 ? -0.2 : i == 12 ? 0.4 : 0;
    Outcome o = attempt (c);
    assert_true (is_recursive (&o));
    assert_int_equal (o.status, GEOMS_RANK_CHANGED);
    assert_true (fabs (o.s->t_end - 0.5) <= 1e-6);
    outcome_free (&o);
    geoms_tree_free (s.system);
}

/* explicit methods, other formulations and fixed steps know nothing of it */
static void others (void **state)
{
    static const int formulation[]
        = {GEOMS_FORMULATION_PSF, GEOMS_FORMULATION_PARTITION_SVD, GEOMS_FORMULATION_PSI1,
           GEOMS_FORMULATION_PSF},
        method[] = {GEOMS_METHOD_DOPRI5, GEOMS_METHOD_DOPRI5, GEOMS_METHOD_RADAU5,
                    GEOMS_METHOD_TRAPEZOIDAL};

    (void)state;
    for (int i = 0; i < 4; i++) {
        static Linked s;
        Case *c = case_number (&s, 0, 1e-4), dense;

        c->tspan[1] = 0.05;
        c->options.formulation = formulation[i];
        c->options.method = method[i];
        c->options.step = i == 3 ? 1e-2 : 0;
        dense = without_newton (c);
        Outcome o = solve (c), d = solve (&dense);
        assert_false (is_recursive (&o));
        assert_memory_equal (last_state (&o), last_state (&d), (size_t)c->n * sizeof (double));
        outcome_free (&o);
        outcome_free (&d);
        geoms_tree_free (s.system);
    }
}

/* states of any kind are moved onto all levels, and measured */
static void projects_states (void **state)
{
    static Linked s;
    Case *c = case_number (&s, WITH_QUATERNIONS, 1e-6);
    double x[MOST_UNKNOWNS], residual[16], relative[3], t = 0;

    (void)state;
    start_consistently (c);
    GeomsRun *run = create_run (c);
    memcpy (x, c->x0, sizeof x);
    for (int i = s.model.dims.nl; i < c->n; i++)
        x[i] += 1e-3 * cos (i);
    assert_int_equal (geoms_run_project (run, 1, &t, x, residual, relative, 0), 0);
    assert_true (relative[0] > 1e-6 && relative[1] > 1e-6);
    Case dense = without_newton (c);
    GeomsRun *by_matrices = create_run (&dense);
    double y[MOST_UNKNOWNS], other[3];
    memcpy (y, x, sizeof y);
    assert_int_equal (geoms_run_project (by_matrices, 1, &t, y, residual, other, 0), 0);
    for (int i = 0; i < 2; i++)
        assert_true (fabs (relative[i] - other[i]) <= 1e-10 * other[i]);
    geoms_run_free (by_matrices);
    assert_int_equal (geoms_run_project (run, 1, &t, x, residual, relative, 1), 0);
    for (int i = 0; i < 3; i++)
        assert_true (relative[i] <= 1e-12);
    assert_true (distance (x, c->x0, s.model.dims.nl, c->n) <= 1e-2);
    geoms_run_free (run);
    geoms_tree_free (s.system);
}

/* a model with some of the functions for rows */
static void half_a_model (void **state)
{
    static Linked s;
    Case *c = case_number (&s, 0, 1e-6);
    GeomsReport report;

    (void)state;
    for (int i = 0; i < 4; i++) {
        Case broken = *c;
        GeomsNewtonSystems *n = &broken.model.system.newton;

        if (i == 0)
            n->rows = NULL;
        else if (i == 1)
            n->divide = NULL;
        else if (i == 2)
            n->slopes = NULL;
        else
            n->pull = NULL;
        const GeomsProblem problem = case_problem (&broken);
        assert_null (geoms_run_create (&problem, &report));
        assert_int_equal (report.status, GEOMS_BAD_MODEL);
    }
    geoms_tree_free (s.system);
}

/* one whose functions do not tell the same: rows are compared with rda */
static GeomsModel whole_model;
static GeomsTreeSystem *whole_system;

static int rda_of (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                   void *user)
{
    (void)user;
    return whole_model.rda (k, t, x, ldx, out, ldo, whole_system);
}

static int wrong_rows (double t, const double *x, const GeomsHeldRows *to, void *user)
{
    const int status = whole_model.newton.rows (t, x, to, whole_system);

    to->f[7] *= 1 + 1e-6 * *(double *)user;
    return status;
}

static void divide_rows (int k, double *y, void *user)
{
    (void)user;
    whole_model.newton.divide (k, y, whole_system);
}

static int slopes_of (const GeomsHeldSlopes *to, void *user)
{
    (void)user;
    return whole_model.newton.slopes (to, whole_system);
}

static int pull_of (int k, const double *y, double *row, void *user)
{
    (void)user;
    return whole_model.newton.pull (k, y, row, whole_system);
}

static int linearise_of (double t, const double *x, const double *xdot, void *user)
{
    (void)user;
    return whole_model.newton.linearise (t, x, xdot, whole_system);
}

static int factor_of (int slot, double re, double im, void *user)
{
    (void)user;
    return whole_model.newton.factor (slot, re, im, whole_system);
}

static void solve_of (int slot, const double *residual, double *dx, void *user)
{
    (void)user;
    whole_model.newton.solve (slot, residual, dx, whole_system);
}

static void models_of_users (void **state)
{
    static Linked s;
    Case *c = case_number (&s, 0, 1e-6), other;
    double wrong = 0;

    (void)state;
    start_consistently (c);
    whole_model = s.model;
    whole_system = s.system;
    other = *c;
    other.user = &wrong;
    other.model.system = (GeomsModel){.abi = GEOMS_MODEL_ABI,
                                      .size = sizeof (GeomsModel),
                                      .dims = s.model.dims,
                                      .mass_structure = GEOMS_MASS_FULL,
                                      .autonomous = 1,
                                      .rda = rda_of,
                                      .newton = {.linearise = linearise_of,
                                                 .factor = factor_of,
                                                 .solve = solve_of,
                                                 .rows = wrong_rows,
                                                 .divide = divide_rows,
                                                 .slopes = slopes_of,
                                                 .pull = pull_of}};
    Outcome o = solve (c), d = solve (&other);
    assert_memory_equal (last_state (&o), last_state (&d), (size_t)c->n * sizeof (double));
    outcome_free (&o);
    outcome_free (&d);
    wrong = 1;
    o = attempt (&other);
    assert_int_equal (o.status, GEOMS_BAD_MODEL);
    assert_non_null (strstr (o.report.text, "newton.rows"));
    outcome_free (&o);
    geoms_tree_free (s.system);
}

/* ---- memory ---- */

/* of a cable that hangs at both ends, two steps */
static size_t memory_of (int bodies, int method)
{
    static double x0[2 * MOST_BODIES + 2], tol[2 * MOST_BODIES + 2];
    static const double tspan[2] = {0, 1e-3};
    static Linked s;
    GeomsOptions options;
    GeomsReport report;

    bytes = 0;
    memset (&s, 0, sizeof s);
    s.d = (GeomsTreeDescription){
        .planar = 1, .gravity = {0, -9.81, 0}, .bodies = bodies, .body = body, .loop = loop};
    for (int i = 0; i < bodies; i++)
        add_body (i, i - 1, GEOMS_JOINT_REVOLUTE, 2, i > 0, 0);
    close_loop (&s, GEOMS_LOOP_REVOLUTE, place (-1, 0.8 * bodies, 0, 0),
                place (bodies - 1, 1, 0, 0), 0);
    s.system = geoms_tree_create (&s.d, &s.model, &report);
    geoms_options_default (&options);
    options.method = method;
    options.max_steps = 2;
    for (int i = 0; i < 2 * bodies + 2; i++) {
        tol[i] = 1e-3;
        x0[i] = i == 2 + bodies ? -acos (0.8) : i == 2 + bodies + bodies / 2 ? 2 * acos (0.8) : 0;
    }
    const GeomsProblem problem = {.model = &s.model,
                                  .user = s.system,
                                  .options = &options,
                                  .rtol = tol,
                                  .atol = tol,
                                  .ntspan = 2,
                                  .tspan = tspan,
                                  .x0 = x0};
    GeomsRun *run = geoms_run_create (&problem, &report);
    assert_non_null (run);
    geoms_run_integrate (run);
    assert_string_equal (geoms_run_solution (run)->velocity_rows, "recursive");
    geoms_run_free (run);
    geoms_tree_free (s.system);
    return bytes;
}

/* four times as many bodies take less than ten times as long; with n x n numbers it would be at
 * least sixteen */
static void work (void **state)
{
    double least[2] = {INFINITY, INFINITY};

    (void)state;
    for (int round = 0; round < 5; round++)
        for (int i = 0; i < 2; i++) {
            const clock_t begin = clock ();

            memory_of (i == 0 ? MOST_BODIES / 4 : MOST_BODIES, GEOMS_METHOD_RADAU5);
            least[i] = fmin (least[i], (double)(clock () - begin));
        }
    assert_true (least[1] <= 10 * least[0]);
}

/* twice as many bodies take twice as much, and no n x n numbers */
static void memory (void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        const size_t half = memory_of (MOST_BODIES / 2, methods[i]),
                     whole = memory_of (MOST_BODIES, methods[i]);
        assert_true ((double)whole <= 2.1 * (double)half);
        assert_true (whole <= (size_t)(8 * 4000) * MOST_BODIES);
    }
}

int main (void)
{
    const struct CMUnitTest tests[]
        = {cmocka_unit_test (same_as_matrices), cmocka_unit_test (requested_times),
           cmocka_unit_test (goes_on),          cmocka_unit_test (small_states),
           cmocka_unit_test (starts), cmocka_unit_test (starts_with_units),
           cmocka_unit_test (events),           cmocka_unit_test (steps_aside),
           cmocka_unit_test (others),           cmocka_unit_test (singular_position),
                     cmocka_unit_test (projects_states),  cmocka_unit_test (half_a_model),
           cmocka_unit_test (models_of_users),
           cmocka_unit_test (memory),           cmocka_unit_test (work)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
