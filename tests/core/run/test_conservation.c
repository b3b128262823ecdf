/* test_conservation.c - solution invariants 0 = e: energy, and the length of quaternions
 */
#include "test.h"

/* largest |e| at the outputs, row by row */
static double worst_invariant (const Case *c, const GeomsSolution *s, int row)
{
    const GeomsDims *d = &c->model.system.dims;
    const int first = d->nw + 2 * (d->nl + d->nm);
    double worst = 0;

    for (size_t i = 0; i < s->count; i++)
        worst = fmax (worst, fabs (s->residual[first + row + (int)i * s->na]));
    return worst;
}

static double worst_motion (const Case *c, const Outcome *o)
{
    double worst = 0;

    for (size_t i = 0; i < o->s->count; i++) {
        const Errors e = errors_at (c, o, i);
        worst = fmax (worst, fmax (e.velocities, e.positions));
    }
    return worst;
}

/* ---- the pendulum of period 2: 500 periods ---- */

/* how late the swing is at the end, in seconds: error along the motion, over its speed or, at
 * rest, of the speed over the acceleration */
static double phase_error (const Case *c, const Outcome *o, const PendulumOrbit *orbit)
{
    const double *x = last_state (o), *q = c->user;
    double y[5], speed;

    pendulum_exact (orbit, o->s->t_end, y);
    speed = hypot (y[1], y[2]);
    return speed < 1e-6 ? fabs (x[2] - y[2]) / q[2] : hypot (x[3] - y[3], x[4] - y[4]) / speed;
}

static void swing (const char *from, const double *x0, const PendulumOrbit *orbit, double tolerance,
                   double bound)
{
    Case c = case_of (&model_pendulum_energy);
    double phase, energy = 0;
    Outcome o;

    memcpy (c.x0, x0, 5 * sizeof *x0);
    c.tspan[1] = 1000;
    c.options.max_steps = 10000000;
    case_tolerance (&c, tolerance);
    o = solve (&c);
    for (size_t i = 0; i < o.s->count; i++)
        energy = fmax (energy, fabs (c.model.energy (0, o.s->x + 5 * i, c.user)));
    phase = phase_error (&c, &o, orbit);
    print_message (
        "500 periods from %s, tolerance %g: %ld steps (%ld + %ld rejected), phase %.1e s, "
        "energy %.1e, residual %.1e\n",
        from, tolerance, o.counters.naccpt, o.counters.nerjct, o.counters.ncrjct, phase, energy,
        worst_residual (o.s));
    /* what counts is 1e-13 of v'v + g |p2|, which is 41 at the lowest point */
    assert_true (energy <= (tolerance == 1e-7 ? 1e-12 : 5e-12));
    assert_true (phase <= bound);
    assert_true (worst_residual (o.s) <= 1e-12);
    check_solution (&c, &o);
    case_end (&c, &o);
}

static void pendulum_keeps_its_energy (void **state)
{
    const double q[3] = {1, 1, 13.750371636040745655}, v0 = sqrt (2 * q[2]);
    const PendulumOrbit rest = pendulum_from_rest (q, acos (0)),
                        bottom = pendulum_from_bottom (q, v0);
    const double at_rest[5] = {0, 0, 0, 1, 0}, at_bottom[5] = {1.5 * q[2], v0, 0, 0, -1};

    (void)state;
    swing ("rest at (1, 0)", at_rest, &rest, 1e-7, 1e-5);
    swing ("its lowest point", at_bottom, &bottom, 1e-7, 1e-5);
    if (getenv ("GEOMS_LONG") != NULL)
        for (int i = 5; i <= 11; i++) {
            swing ("rest at (1, 0)", at_rest, &rest, pow (10, -i), i < 7 ? 1e-4 : 1e-5);
            swing ("its lowest point", at_bottom, &bottom, pow (10, -i), i < 7 ? 1e-4 : 1e-5);
        }
}

/* without the invariant the energy drifts, with it the motion is more accurate */
static void energy_improves_the_motion (void **state)
{
    double error[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_of (i ? &model_pendulum_energy : &model_pendulum);
        Outcome o;

        c.tspan[1] = 100;
        case_tolerance (&c, 1e-6);
        o = solve (&c);
        error[i] = worst_motion (&c, &o);
        print_message ("100 s, %s: %ld steps, error %.1e\n", c.model.name, o.counters.naccpt,
                       error[i]);
        case_end (&c, &o);
    }
    assert_true (error[1] < 0.1 * error[0]);
}

/* ---- ways to treat an invariant ---- */

static void monitored_invariants_do_nothing (void **state)
{
    Case plain = case_of (&model_pendulum), watched = case_of (&model_pendulum_energy);
    Outcome a, b;

    (void)state;
    watched.options.invariant = GEOMS_INVARIANT_MONITOR;
    a = solve (&plain);
    b = solve (&watched);
    assert_int_equal (a.s->count, b.s->count);
    assert_memory_equal (a.s->t, b.s->t, a.s->count * sizeof *a.s->t);
    assert_memory_equal (a.s->x, b.s->x, 5 * a.s->count * sizeof *a.s->x);
    /* the residual is there, and shows the drift */
    assert_true (worst_invariant (&watched, b.s, 0) > 1e-8);
    assert_true (worst_invariant (&watched, b.s, 0) < 1e-4);
    outcome_free (&a);
    outcome_free (&b);
    case_free (&plain);
    case_free (&watched);
}

/* eliminated within the steps, as published; the turning points are passed all the same */
static void eliminated_invariants_are_kept (void **state)
{
    const double q[3] = {1, 1, 13.750371636040745655}, v0 = sqrt (2 * q[2]);
    const PendulumOrbit bottom = pendulum_from_bottom (q, v0);
    const double at_bottom[5] = {1.5 * q[2], v0, 0, 0, -1};

    (void)state;
    for (int i = 5; i <= 10; i++) {
        Case c = case_of (&model_pendulum_energy);
        double y[5];
        Outcome o;

        memcpy (c.x0, at_bottom, sizeof at_bottom);
        c.options.invariant = GEOMS_INVARIANT_ELIMINATE;
        c.tspan[1] = 20;
        case_tolerance (&c, pow (10, -i));
        o = solve (&c);
        pendulum_exact (&bottom, 20, y);
        print_message ("eliminated, tolerance 1e-%d: %ld steps (%ld + %ld rejected), error %.1e, "
                       "energy %.1e\n",
                       i, o.counters.naccpt, o.counters.nerjct, o.counters.ncrjct,
                       distance (last_state (&o), y, 1, 5), worst_invariant (&c, o.s, 0));
        assert_true (distance (last_state (&o), y, 1, 5) <= 1e4 * pow (10, -i));
        case_end (&c, &o);
    }
}

/* ---- quaternions: the heavy top ---- */

static void top_moves_exactly (void **state)
{
    const TestModel *const models[] = {&model_top, &model_top_energy};

    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = case_of (models[i / 2]);
        const double E = c.model.energy (0, c.x0, c.user);
        double drift = 0;
        Errors e;
        Outcome o;

        c.options.formulation = psf_or_psi1 (i % 2);
        c.tspan[1] = 2;
        case_tolerance (&c, 1e-9);
        o = solve (&c);
        e = errors_at (&c, &o, o.s->count - 1);
        for (size_t k = 0; k < o.s->count; k++)
            drift = fmax (drift, fabs (c.model.energy (0, o.s->x + k * (size_t)c.n, c.user) - E));
        print_message (
            "%s, formulation %d: %ld steps, errors %.1e (lambda) %.1e (v) %.1e (p), norm "
            "%.1e, energy %.1e\n",
            c.model.name, i % 2, o.counters.naccpt, e.multipliers, e.velocities, e.positions,
            worst_invariant (&c, o.s, 0), drift);
        assert_true (e.positions <= 1e-6 && e.velocities <= 1e-6);
        assert_true (worst_invariant (&c, o.s, 0) <= 1e-13);
        assert_true (i < 2 || drift <= 1e-12 * fmax (1, E));
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* a quaternion that is not of length 1 at the start is set right with everything else */
static void start_meets_the_invariants (void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_of (i ? &model_top_energy : &model_top);
        unsigned seed = 5;
        Outcome o;

        for (int j = 0; j < c.n; j++)
            c.x0[j] += 1e-3 * noise (&seed);
        c.tspan[1] = 0.01;
        o = solve (&c);
        for (int row = 0; row <= i; row++)
            assert_true (worst_invariant (&c, o.s, row) <= 1e-12 * (row ? 20 : 1));
        assert_true (worst_residual (o.s) <= 1e-12);
        case_end (&c, &o);
    }
}

/* finite differences in place of the exact Jacobian */
static void differences_will_do (void **state)
{
    const TestModel *const models[] = {&model_pendulum_energy, &model_top, &model_top_energy};

    (void)state;
    for (int i = 0; i < 3; i++) {
        Case c = case_of (models[i]);
        Outcome o;

        c.model.system.jac = NULL;
        c.tspan[1] = 2;
        case_tolerance (&c, 1e-7);
        o = solve (&c);
        assert_true (errors_at (&c, &o, o.s->count - 1).positions <= 1e-4);
        assert_true (worst_residual (o.s) <= 1e-12);
        case_end (&c, &o);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (pendulum_keeps_its_energy),
        cmocka_unit_test (energy_improves_the_motion),
        cmocka_unit_test (monitored_invariants_do_nothing),
        cmocka_unit_test (eliminated_invariants_are_kept),
        cmocka_unit_test (top_moves_exactly),
        cmocka_unit_test (start_meets_the_invariants),
        cmocka_unit_test (differences_will_do),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
