/* test_mexax.c - extrapolation of the half-explicit Euler method: one substep, order of each
 * column, orders and steps that are chosen, which levels hold, requested times, events,
 * continuation
 */
#include "half_explicit.h"
#include "inside.h"
#include "methods/mexax.h"

static const Pair mexax = {GEOMS_FORMULATION_INDEX2, GEOMS_METHOD_MEXAX};

/* ---- columns ---- */

/* pendulum, one Euler step of size h, in formulas: p+ = p + h v, then v+ = v + h (0, -g) - 2 p+ l
 * with p+'v+ = 0 */
static void first_column_is_the_euler_step (void **state)
{
    static const double gravity = 13.750371636040745655;

    (void)state;
    for (int i = 1; i < 6; i++) {
        Case c = case_of (&model_pendulum);
        const double h = 0.02 * i;
        double p[2], v[2], along;
        Outcome o;

        choose (&c, &mexax);
        c.options.initial = GEOMS_INITIAL_ASSUME;
        c.options.project = GEOMS_PROJECT_OFF;
        c.options.order = 1;
        c.options.step = c.tspan[1] = h;
        c.x0[1] = 0.3;
        c.x0[2] = 0.4;
        c.x0[3] = 0.8;
        c.x0[4] = -0.6;
        o = attempt (&c);
        assert_int_equal (o.status, 0);
        for (int k = 0; k < 2; k++) {
            p[k] = c.x0[3 + k] + h * c.x0[1 + k];
            v[k] = c.x0[1 + k] - (k == 1 ? h * gravity : 0);
        }
        along = (p[0] * v[0] + p[1] * v[1]) / (p[0] * p[0] + p[1] * p[1]);
        for (int k = 0; k < 2; k++) {
            assert_true (fabs (last_state (&o)[3 + k] - p[k]) < 1e-15);
            assert_true (fabs (last_state (&o)[1 + k] - (v[k] - along * p[k])) < 1e-14);
        }
        case_end (&c, &o);
    }
}

static void column_k_has_order_k (void **state)
{
    static const int steps[7] = {0, 128, 64, 32, 32, 16, 8};

    (void)state;
    for (int project = 0; project < 2; project++)
        for (int k = 1; k <= 6; k++) {
            const int chosen = project ? GEOMS_PROJECT_ON : GEOMS_PROJECT_OFF;
            const Errors a = errors_of_steps (&mexax, k, steps[k], chosen),
                         b = errors_of_steps (&mexax, k, 2 * steps[k], chosen);
            const double p = order_of (a.positions, b.positions),
                         v = order_of (a.velocities, b.velocities),
                         lambda = order_of (a.multipliers, b.multipliers);

            print_message ("%scolumn %d: p %.2f v %.2f lambda %.2f (%.0e %.0e)\n",
                           project ? "projected " : "", k, p, v, lambda, b.velocities,
                           b.multipliers);
            assert_true (p > k - 0.3 && v > k - 0.3 && lambda > k - 0.3);
        }
}

/* ---- variable orders and steps ---- */

static void errors_follow_the_tolerance (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        double first = 0, last = INFINITY;

        for (int digits = 3; digits <= 11; digits += 2) {
            Case c = i % 2 ? case_of (&model_slidercrank) : case_of_moving ();
            Outcome o;
            double error = 0;

            choose (&c, &mexax);
            case_tolerance (&c, pow (10, -digits));
            c.tspan[1] = 1;
            if (i / 2)
                case_times (&c, 11, 1); /* requested times end steps */
            o = solve (&c);
            check_solution (&c, &o);
            for (size_t k = 0; k < o.s->count; k++)
                error = fmax (error, largest (errors_at (&c, &o, k)));
            print_message (" %.0e (%ld, %d)", error, o.counters.naccpt,
                           ((const GeomsMexax *)run_method (o.run))->target);
            assert_true (worst_residual (o.s) < 1e-12);
            first = digits == 3 ? error : first;
            assert_true (error < 3 * last);
            last = error;
            case_end (&c, &o);
        }
        print_message ("\n");
        assert_true (last < 1e-6 * first && last < 1e-8);
    }
}

/* tight tolerances take higher columns: more evaluations in a step, not so many more steps */
static void orders_are_chosen (void **state)
{
    double work[2];
    long steps[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_of (&model_pendulum);
        Outcome o;

        choose (&c, &mexax);
        case_tolerance (&c, i ? 1e-12 : 1e-3);
        o = solve (&c);
        steps[i] = o.counters.naccpt;
        work[i] = (double)o.counters.neom / (double)steps[i];
        case_end (&c, &o);
    }
    print_message ("evaluations in a step %.1f, %.1f; steps %ld, %ld\n", work[0], work[1], steps[0],
                   steps[1]);
    assert_true (work[1] > 1.5 * work[0]);
    assert_true (steps[1] < 8 * steps[0]);
}

static void long_steps_are_rejected (void **state)
{
    Case c = case_of (&model_pendulum);
    Outcome o;

    (void)state;
    choose (&c, &mexax);
    case_tolerance (&c, 1e-9);
    c.options.initial_step = 1;
    o = solve (&c);
    assert_true (o.counters.nerjct + o.counters.ncrjct > 0);
    assert_true (final_error (&c, &o) < 1e-5);
    case_end (&c, &o);
}

/* without projection velocities alone meet the constraints */
static void levels_without_projection (void **state)
{
    Case c = case_of (&model_pendulum);
    double worst[2] = {0, 0};
    Outcome o;

    (void)state;
    choose (&c, &mexax);
    c.options.project = GEOMS_PROJECT_OFF;
    case_tolerance (&c, 1e-5);
    o = solve (&c);
    for (size_t i = 0; i < o.s->count; i++)
        for (int l = 0; l < 2; l++)
            worst[l] = fmax (worst[l], o.s->relative[3 * i + (size_t)l]);
    print_message ("levels %.1e %.1e\n", worst[0], worst[1]);
    assert_true (worst[0] > 1e-10 && worst[0] < 1e-2 && worst[1] < 1e-3);
    case_end (&c, &o);
}

/* ---- events, continuation ---- */

static void terminal_events_end_a_step (void **state)
{
    (void)state;
    check_terminal_events (&mexax);
}

/* Steps are long: on their polynomial events would be off by 1e-5 at any tolerance. The step stays
 * as it was. */
static void events_are_where_steps_put_them (void **state)
{
    (void)state;
    for (int digits = 5; digits <= 11; digits += 2) {
        Case c = case_of (&model_pendulum), plain;
        Watch w = {.value = of_place, .count = 1, .level = {0}};
        double worst = 0;
        Outcome o, without;

        choose (&c, &mexax);
        case_tolerance (&c, pow (10, -digits));
        c.tspan[1] = 4;
        plain = c;
        watch (&c, &w);
        o = solve (&c);
        assert_int_equal (o.s->nevents, 4); /* at 0.5, 1.5, ... */
        for (size_t k = 0; k < 4; k++)
            worst = fmax (worst, fabs (o.s->event_t[k] - 0.5 - (double)k));
        print_message ("1e-%d: %.1e, %ld steps\n", digits, worst, o.counters.naccpt);
        assert_true (worst < 100 * pow (10, -digits));
        without = solve (&plain);
        assert_memory_equal (last_state (&o), last_state (&without), (size_t)c.n * sizeof (double));
        outcome_free (&without);
        case_end (&c, &o);
    }
}

static void nothing (const Watch *w, double t, double *x) { (void)w, (void)t, (void)x; }

/* the same where the event ends the run, and where an action changes nothing */
static void events_that_end_or_act_too (void **state)
{
    (void)state;
    for (int digits = 5; digits <= 11; digits += 2)
        for (int acts = 0; acts < 2; acts++) {
            Case c = case_of (&model_pendulum);
            Watch w = {.value = of_place, .count = 1, .level = {0}, .terminal = {! acts}};
            const double tolerance = pow (10, -digits);
            Outcome o;

            w.act = acts ? nothing : NULL;
            choose (&c, &mexax);
            case_tolerance (&c, tolerance);
            c.tspan[1] = 1;
            watch (&c, &w);
            o = attempt (&c);
            assert_int_equal (o.status, acts ? 0 : GEOMS_EVENT);
            assert_int_equal (o.s->nevents, 1);
            print_message ("1e-%d: %.1e, %.1e\n", digits, o.s->event_t[0] - 0.5,
                           final_error (&c, &o));
            assert_true (fabs (o.s->event_t[0] - 0.5) < 30 * tolerance);
            assert_true (final_error (&c, &o) < 1000 * tolerance);
            case_end (&c, &o);
        }
}

static void runs_are_continued (void **state)
{
    (void)state;
    check_two_parts (&mexax);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (first_column_is_the_euler_step),
        cmocka_unit_test (column_k_has_order_k),
        cmocka_unit_test (errors_follow_the_tolerance),
        cmocka_unit_test (orders_are_chosen),
        cmocka_unit_test (long_steps_are_rejected),
        cmocka_unit_test (levels_without_projection),
        cmocka_unit_test (terminal_events_end_a_step),
        cmocka_unit_test (events_are_where_steps_put_them),
        cmocka_unit_test (events_that_end_or_act_too),
        cmocka_unit_test (runs_are_continued),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
