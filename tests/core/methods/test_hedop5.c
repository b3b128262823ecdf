/* test_hedop5.c - the half-explicit method: order conditions, orders of convergence, which levels
 * hold, error control, dense output, events, continuation, what is refused
 */
#include "half_explicit.h"
#include "inside.h"
#include "trees.h"

static const Pair hedop5 = {GEOMS_FORMULATION_INDEX2, GEOMS_METHOD_HEDOP5};

/* ---- order conditions ---- */

static void order_conditions_without_constraints (void **state)
{
    Trace trace;
    Case c = case_of_trees (&trace);
    Outcome o;

    (void)state;
    choose (&c, &hedop5);
    c.options.step = 0.5;
    o = solve (&c);
    assert_int_equal (o.counters.naccpt, 1);
    for (int i = 0; i < TREES; i++) {
        const double sum = last_state (&o)[i] * pow (2, trees[i].order), wanted = 1 / density (i);

        if (trees[i].order <= 5 && fabs (sum - wanted) > 2e-15)
            fail_msg ("tree %d: %.17g, not %.17g", i, sum, wanted);
        if (trees[i].order == 6)
            assert_true (fabs (sum - wanted) > 1e-4);
    }
    outcome_free (&o);
}

/* v' = - lambda with v = t^power prescribed. The constraints of stages 3 ... 8 give
 *     sum_{j < i} a_ij d_j = c_i^power / power - sum_{j < i} a_ij c_j^(power - 1),  d_1 = 0
 * for the errors d_j of -lambda_j, in units of power h^(power - 1); d_j = 0 up to power 3, and d_7
 * = 0 up to power 4, which is where a_8 comes from. */
static int power;
static int prescribed_rows (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                            void *user)
{
    (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        out[0] = -x[0] - power * pow (t[j], power - 1);
        out[1] = x[1] - pow (t[j], power);
        out[2] = x[2] - pow (t[j], power + 1) / (power + 1);
        out[3] = -x[0];
        out[4] = x[1];
    }
    return 0;
}

static Case case_of_prescribed (int chosen)
{
    Case c = {.model = {.system = {.abi = GEOMS_MODEL_ABI,
                                   .size = sizeof (GeomsModel),
                                   .dims = {.np = 1, .nv = 1, .nl = 1},
                                   .mass_structure = GEOMS_MASS_CONSTANT,
                                   .rda = prescribed_rows},
                        .name = "prescribed power"},
              .n = 3,
              .ntspan = 2};

    power = chosen;
    geoms_options_default (&c.options);
    choose (&c, &hedop5);
    case_tolerance (&c, 1e-6);
    return c;
}

static void conditions_of_the_multipliers (void **state)
{
    (void)state;
    for (int k = 2; k <= 5; k++) {
        const double h = 0.25, unit = k * pow (h, k - 1);
        Case c = case_of_prescribed (k);
        Outcome o;
        double error;

        c.tspan[1] = h;
        c.options.step = h;
        o = attempt (&c);
        assert_int_equal (o.status, 0);
        assert_int_equal (o.counters.naccpt, 1);
        /* of the method itself: outputs have those of their state */
        error = (run_unknowns (o.run)[0] + k * pow (h, k - 1)) / unit;
        print_message ("power %d: %.3e\n", k, error);
        assert_true (fabs (error - (k == 5 ? 854748637.0 / 472320000000.0 : 0)) < 1e-12);
        assert_true (fabs (last_state (&o)[1] - pow (h, k)) < 1e-15);
        outcome_free (&o);
    }
}

/* ---- orders of convergence ---- */

static void orders_of_convergence (void **state)
{
    (void)state;
    for (int project = 0; project < 2; project++) {
        const int chosen = project ? GEOMS_PROJECT_ON : GEOMS_PROJECT_OFF;
        const Errors a = errors_of_steps (&hedop5, 1, 16, chosen),
                     b = errors_of_steps (&hedop5, 1, 32, chosen);
        const double p = order_of (a.positions, b.positions),
                     v = order_of (a.velocities, b.velocities),
                     lambda = order_of (a.multipliers, b.multipliers);

        print_message ("%sp %.2f v %.2f lambda %.2f (%.0e %.0e)\n", project ? "projected " : "", p,
                       v, lambda, b.velocities, b.multipliers);
        assert_true (p > 4.7 && v > 4.7 && lambda > 4.7);
    }
}

/* velocities meet the constraints, positions drift; projected all levels hold */
static void errors_follow_the_tolerance (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        double first = 0, last = INFINITY;

        for (int digits = 3; digits <= 10; digits++) {
            Case c = i % 2 ? case_of (&model_slidercrank) : case_of_moving ();
            Outcome o;
            double error;

            choose (&c, &hedop5);
            c.options.project = i / 2 ? GEOMS_PROJECT_ON : GEOMS_PROJECT_OFF;
            case_tolerance (&c, pow (10, -digits));
            c.tspan[1] = 1;
            case_times (&c, 37, 1);
            o = solve (&c);
            check_solution (&c, &o);
            error = 0;
            for (size_t k = 0; k < o.s->count; k++)
                error = fmax (error, largest (errors_at (&c, &o, k)));
            print_message (" %.0e (%ld)", error, o.counters.naccpt);
            first = digits == 3 ? error : first;
            assert_true (error < 3 * last);
            assert_true (worst_levels (o.s, 2, 2) < 1e-12);
            if (i / 2)
                assert_true (worst_levels (o.s, 0, 0) < 1e-12 && worst_levels (o.s, 1, 1) < 1e-12);
            last = error;
            case_end (&c, &o);
        }
        print_message ("\n");
        assert_true (last < 1e-5 * first && last < 1e-6);
    }
}

static void velocities_hold_and_positions_drift (void **state)
{
    Case c = case_of (&model_pendulum);
    Outcome o;

    (void)state;
    choose (&c, &hedop5);
    case_tolerance (&c, 1e-5);
    c.tspan[1] = 10;
    o = solve (&c); /* outputs are the steps */
    print_message ("levels %.1e %.1e %.1e\n", worst_levels (o.s, 0, 0), worst_levels (o.s, 1, 1),
                   worst_levels (o.s, 2, 2));
    assert_true (worst_levels (o.s, 1, 2) < 3e-15);
    assert_true (worst_levels (o.s, 0, 0) > 1e-9 && worst_levels (o.s, 0, 0) < 1e-2);
    case_end (&c, &o);
}

/* steps too long for the tolerance are taken again */
static void errors_reject_steps (void **state)
{
    Case c = case_of (&model_pendulum);
    Outcome o;

    (void)state;
    choose (&c, &hedop5);
    case_tolerance (&c, 1e-8);
    c.options.initial_step = 0.5;
    o = solve (&c);
    assert_true (o.counters.nerjct > 0);
    assert_true (final_error (&c, &o) < 1e-4);
    case_end (&c, &o);
}

/* ---- events, continuation, both directions of time ---- */

static void terminal_events_end_a_step (void **state)
{
    (void)state;
    check_terminal_events (&hedop5);
}

static void runs_are_continued (void **state)
{
    (void)state;
    check_two_parts (&hedop5);
}

/* ---- what is refused ---- */

static void wrong_uses_are_told (void **state)
{
    Case doubled = case_of (&model_fourbar), other = case_of_moving ();
    Outcome o;

    (void)state;
    choose (&doubled, &hedop5);
    o = attempt (&doubled);
    assert_int_equal (o.status, GEOMS_PARTITION_RANK);
    assert_non_null (strstr (o.report.text, "independent rows"));
    outcome_free (&o);
    case_free (&doubled);
    other.options.method = GEOMS_METHOD_HEDOP5;
    o = attempt (&other);
    assert_int_equal (o.status, GEOMS_BAD_PAIR);
    assert_non_null (strstr (o.report.text, "'radau5'"));
    outcome_free (&o);
    case_free (&other);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (order_conditions_without_constraints),
        cmocka_unit_test (conditions_of_the_multipliers),
        cmocka_unit_test (orders_of_convergence),
        cmocka_unit_test (errors_follow_the_tolerance),
        cmocka_unit_test (velocities_hold_and_positions_drift),
        cmocka_unit_test (errors_reject_steps),
        cmocka_unit_test (terminal_events_end_a_step),
        cmocka_unit_test (runs_are_continued),
        cmocka_unit_test (wrong_uses_are_told),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
