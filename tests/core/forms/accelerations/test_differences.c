/* test_differences.c - derivatives that are made by differences: lambda' of uode against
 * differences of high order along the motion and against exact motions, L of the extended forms
 * against formulas; where mu and tau of (3.16) are unique, and what is told where they are not
 */
#include "accelerations_bench.h"

static const Pair uode = {GEOMS_FORMULATION_UODE, GEOMS_METHOD_RADAU5};
static const Pair extended_316 = {GEOMS_FORMULATION_EXTENDED_316, GEOMS_METHOD_RADAU5};
static const Pair extended_317 = {GEOMS_FORMULATION_EXTENDED_317, GEOMS_METHOD_RADAU5};

/* ---- lambda' ---- */

/* C M^-1 (f - C' lambda) + b'' */
static void second_level (double t, const double *x, double *row)
{
    const Known k = known_at (t, x);
    double M[9], a[3];

    memcpy (M, k.M, sizeof M);
    for (int l = 0; l < 3; l++)
        a[l] = k.f[l] - k.C[2 * l] * x[0] - k.C[2 * l + 1] * x[1];
    assert_int_equal (model_solve (3, M, 1, a), 0);
    for (int i = 0; i < 2; i++)
        row[i] = k.b2[i] + k.C[i] * a[0] + k.C[i + 2] * a[1] + k.C[i + 4] * a[2];
}

/* its slope along (1, xdot) with lambda held, by central differences of order 8 */
static void slope_of_second_level (double t, const double *x, const double *xdot, double *slope)
{
    static const double weight[4] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    const double e = 0.01;

    slope[0] = slope[1] = 0;
    for (int k = -4; k <= 4; k++) {
        double y[MOVING_N], row[2];

        if (k == 0)
            continue;
        memcpy (y, x, sizeof y);
        for (int i = MOVING_R; i < MOVING_N; i++)
            y[i] += k * e * xdot[i];
        second_level (t + k * e, y, row);
        for (int i = 0; i < 2; i++)
            slope[i] += (k < 0 ? -1 : 1) * weight[abs (k) - 1] * row[i] / e;
    }
}

/* C M^-1 C' lambda' = slope: [M C'; C 0] [.; lambda'] = [0; -slope] */
static void expected_slopes (double t, const double *x, const double *xdot, double *lambda)
{
    const Known k = known_at (t, x);
    const double none[3] = {0};
    double slope[2], both[5];

    slope_of_second_level (t, x, xdot, slope);
    saddle (&k, k.M, none, slope, both);
    lambda[0] = both[3];
    lambda[1] = both[4];
}

/* at any state, on the constraints or not */
static void lambda_follows_the_second_level (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        const Pair pair
            = {GEOMS_FORMULATION_UODE, i / 2 ? GEOMS_METHOD_DOPRI5 : GEOMS_METHOD_RADAU5};
        Case c = case_of_moving ();
        double x[MOVING_N], expected[2], worst = 0;
        unsigned seed = 3;
        Fixture f;

        if (i % 2)
            c.model.system.parts = NULL;
        open_form (&f, &c, &pair);
        moving_exact (0.1, x, NULL);
        begin_at (&f, 0.1, x);
        for (int k = 0; k < 50; k++) {
            f.t = 1 + noise (&seed);
            moving_exact (f.t, f.z, NULL);
            for (int l = 0; l < f.n; l++)
                f.z[l] += 0.2 * noise (&seed);
            rows_at (&f);
            expected_slopes (f.t, f.z, f.rows, expected);
            worst = fmax (worst, distance (f.rows, expected, 0, 2));
        }
        print_message ("%s, parts %d: %.1e\n", pair_name (&pair), ! (i % 2), worst);
        assert_true (worst < 1e-8);
        close_form (&f);
        case_free (&c);
    }
}

/* lambda = 1 + cos (2t)/2, mu = sin t - 0.3 */
static void lambda_moves_as_it_must (void **state)
{
    Case c = case_of_moving ();
    double worst = 0;
    Fixture f;

    (void)state;
    open_form (&f, &c, &uode);
    for (int k = 0; k < 40; k++) {
        double expected[2];

        f.t = 0.1 * k;
        moving_exact (f.t, f.z, NULL);
        expected[0] = -sin (2 * f.t);
        expected[1] = cos (f.t);
        rows_at (&f);
        worst = fmax (worst, distance (f.rows, expected, 0, 2));
    }
    print_message ("%.1e\n", worst);
    assert_true (worst < 1e-7);
    close_form (&f);
    case_free (&c);
}

/* however large or small the numbers are: a pendulum of length L */
static void differences_know_the_scale (void **state)
{
    static const double lengths[] = {1e-2, 1, 1e2};

    (void)state;
    for (int i = 0; i < 3; i++) {
        const double L = lengths[i], g = 9.81, w = 3 * sqrt (g / L), q[3] = {1, L, g};
        Case c = case_with (&model_pendulum, q, 3);
        Fixture f;

        /* lambda = (v'v - g p2) / (2 L^2),  lambda' = -3 g v2 / (2 L^2) */
        c.x0[3] = 0.8 * L;
        c.x0[4] = -0.6 * L;
        c.x0[1] = 0.6 * w * L;
        c.x0[2] = 0.8 * w * L;
        c.x0[0] = (c.x0[1] * c.x0[1] + c.x0[2] * c.x0[2] - g * c.x0[4]) / (2 * L * L);
        for (int l = 0; l < c.n; l++)
            c.atol[l] = 1e-7 * fmin (1, L);
        open_form (&f, &c, &uode);
        begin_at (&f, 0, c.x0);
        rows_at (&f);
        print_message ("L = %g: lambda' = %.12g, expected %.12g\n", L, f.rows[0],
                       -1.5 * g * c.x0[2] / (L * L));
        assert_true (fabs (f.rows[0] / (-1.5 * g * c.x0[2] / (L * L)) - 1) < 1e-6);
        close_form (&f);
        case_free (&c);
    }
}

/* the rounding of t makes no error of lambda' */
static void differences_are_far_from_zero (void **state)
{
    static const double times[] = {-1e6, -1e3, 0, 1e3, 1e6};
    const double g = 13.750371636040745655;

    (void)state;
    for (int i = 0; i < 5; i++) {
        Case c = case_of (&model_pendulum);
        double expected;
        Fixture f;

        assert_int_equal (c.model.exact (0.3, c.x0, c.user), 0);
        expected = -1.5 * g * c.x0[2];
        open_form (&f, &c, &uode);
        begin_at (&f, times[i], c.x0);
        rows_at (&f);
        print_message ("t = %g: error of lambda' %.1e\n", times[i], f.rows[0] / expected - 1);
        assert_true (fabs (f.rows[0] / expected - 1) < 1e-9);
        close_form (&f);
        case_free (&c);
    }
}

/* v = sin t as a nonholonomic constraint on one velocity: x = [mu; v; p] */
static int single_rows (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        out[0] = -x[0] - cos (t[j]);
        out[1] = x[1] - sin (t[j]);
        out[2] = -x[0];
        out[3] = x[1];
    }
    return 0;
}

static void one_velocity_is_enough (void **state)
{
    Case c = {.model = {.system = {.abi = GEOMS_MODEL_ABI,
                                   .size = sizeof (GeomsModel),
                                   .dims = {.np = 1, .nv = 1, .nm = 1},
                                   .mass_structure = GEOMS_MASS_CONSTANT,
                                   .rda = single_rows},
                        .name = "one velocity"},
              .n = 3,
              .m = 4,
              .x0 = {-1, 0, 0},
              .tspan = {0, 1},
              .ntspan = 2};
    Outcome o;

    (void)state;
    geoms_options_default (&c.options);
    choose (&c, &uode);
    case_tolerance (&c, 1e-6);
    o = solve (&c);
    assert_true (fabs (last_state (&o)[0] + cos (1)) < 1e-5);
    assert_true (fabs (last_state (&o)[1] - sin (1)) < 1e-5);
    outcome_free (&o);
}

/* ---- eta, mu, tau ---- */

/* Steps do not depend on the unit of length: eta, mu and tau are measured by what they do to
 * velocities. */
static void units_do_not_matter (void **state)
{
    static const int forms[] = {GEOMS_FORMULATION_GGL, GEOMS_FORMULATION_EXTENDED_317,
                                GEOMS_FORMULATION_PROJECTED_INVARIANTS};
    static const double lengths[] = {1, 100, 1e-2, 1e-4, 1e-6};

    (void)state;
    for (int i = 0; i < 6; i++) {
        const Pair pair = {forms[i / 2], i % 2 ? GEOMS_METHOD_BDF : GEOMS_METHOD_RADAU5};
        long steps[5];

        for (int k = 0; k < 5; k++) {
            const double L = lengths[k], q[3] = {1, L, 13.75 * L};
            Case c = case_with (&model_pendulum, q, 3);
            Outcome o;

            choose (&c, &pair);
            case_tolerance (&c, 1e-6);
            for (int l = 1; l < c.n; l++)
                c.atol[l] *= L;
            c.tspan[1] = 2;
            o = solve (&c);
            steps[k] = o.counters.naccpt;
            case_end (&c, &o);
        }
        print_message ("%s: %ld %ld %ld %ld %ld steps\n", pair_name (&pair), steps[0], steps[1],
                       steps[2], steps[3], steps[4]);
        for (int k = 1; k < 5; k++)
            assert_true (labs (steps[k] - steps[0]) <= steps[0] / 10);
    }
}

/* ---- L ---- */

/* column by column, in p' = Z (v - G' mu - L' tau) */
static void columns_of_L (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = case_of_moving ();
        double x[MOVING_N], worst = 0;
        unsigned seed = 5;
        Fixture f;

        if (i % 2)
            c.model.system.parts = NULL;
        open_form (&f, &c, i / 2 ? &extended_317 : &extended_316);
        moving_exact (0.1, x, NULL);
        begin_at (&f, 0.1, x);
        for (int k = 0; k < 40; k++) {
            double L[6], Z[12], y[3], pdot[4];

            f.t = 1 + noise (&seed);
            moving_exact (f.t, f.z, NULL);
            for (int l = 0; l < MOVING_N; l++)
                f.z[l] += 0.2 * noise (&seed);
            for (int l = 0; l < 3; l++)
                f.z[MOVING_N + l] = l == 1 + k % 2;
            rows_at (&f);
            moving_L (f.z, L);
            moving_kinematics (f.z + MOVING_P, Z);
            for (int l = 0; l < 3; l++)
                y[l] = f.z[MOVING_V + l] - L[2 * l + k % 2];
            product (4, 1, 3, Z, y, pdot);
            worst = fmax (worst, distance (f.rows + MOVING_P, pdot, 0, 4));
        }
        print_message ("%s: %.1e\n", pair_name (i / 2 ? &extended_317 : &extended_316), worst);
        assert_true (worst < 1e-7);
        close_form (&f);
        case_free (&c);
    }
}

/* ---- (3.16): unique multipliers with [G; L] of full rank ---- */

/* a pendulum that turns over and never rests: G = 2p', L = 2v' */
static Case turning (void)
{
    Case c = case_of (&model_pendulum);

    c.x0[2] = 7;          /* v'v = 49 - 2 g p2 > 21 */
    c.model.exact = NULL; /* of another motion */
    c.tspan[1] = 2;
    return c;
}

static void pendulums_that_turn_are_integrated (void **state)
{
    static const int methods[] = {GEOMS_METHOD_RADAU5, GEOMS_METHOD_BDF};

    (void)state;
    for (int i = 0; i < 2; i++) {
        double error[3], levels[3] = {0};
        Case c = turning ();
        Outcome exact;

        case_tolerance (&c, 1e-12);
        exact = solve (&c);
        for (int k = 0; k < 3; k++) {
            Outcome o;

            c.options.formulation = GEOMS_FORMULATION_EXTENDED_316;
            c.options.method = methods[i];
            case_tolerance (&c, pow (10, -4 - 2 * k));
            o = solve (&c);
            check_solution (&c, &o);
            error[k] = distance (last_state (&o), last_state (&exact), 1, 5);
            for (size_t j = 0; j < 2 * o.s->count; j++)
                levels[j % 2] = fmax (levels[j % 2], o.s->relative[3 * (j / 2) + j % 2]);
            outcome_free (&o);
        }
        print_message ("method %d: errors %.1e %.1e %.1e, levels %.1e %.1e\n", methods[i], error[0],
                       error[1], error[2], levels[0], levels[1]);
        assert_true (error[2] < 1e-2 * error[0] && error[2] < 1e-5);
        outcome_free (&exact);
        case_free (&c);
    }
}

/* C a + b'' = 0 determines lambda (of (3.16) with tau added) to order 5 by Radau IIA, tau is
 * zero to order 3 as an unknown of index 2. */
static void multipliers_have_their_orders (void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        double whole[2], tau[2];

        for (int k = 0; k < 2; k++) {
            Case c = case_of_moving ();
            double x[MOVING_N];
            const double *z;
            Outcome o;

            choose (&c, i ? &extended_317 : &extended_316);
            c.tspan[1] = 0.5;
            c.options.step = 0.5 / (32 << k);
            c.options.newton_tol = 1e-6;
            c.options.max_newton = 30;
            case_tolerance (&c, 1e-9);
            o = solve (&c);
            z = run_unknowns (o.run);
            moving_exact (0.5, x, NULL);
            whole[k] = tau[k] = 0;
            for (int l = 0; l < 2; l++) {
                const double t = z[MOVING_N + 1 + l];

                whole[k] = fmax (whole[k], fabs (z[l] - x[l]));
                tau[k] = fmax (tau[k], fabs (t));
            }
            case_end (&c, &o);
        }
        print_message ("%s: multiplier %.1e, tau %.1e, order of tau %.2f\n",
                       pair_name (i ? &extended_317 : &extended_316), whole[1], tau[1],
                       order_of (tau[0], tau[1]));
        assert_true (whole[0] < 1e-10 && whole[1] < 1e-11);
        assert_true (tau[1] > 1e-9);
        assert_true (fabs (order_of (tau[0], tau[1]) - 3) < 0.2);
    }
}

static void expect_refusal (const Case *c, const char *words)
{
    Outcome o = attempt (c);

    assert_int_equal (o.status, GEOMS_BAD_FORMULATION);
    if (strstr (o.report.text, words) == NULL || strstr (o.report.text, "extended-317") == NULL)
        fail_msg ("%s", o.report.text);
    assert_int_equal (o.counters.naccpt, 0);
    outcome_free (&o);
}

/* constraints that are linear have L = 0, a system at rest too; more rows than columns cannot be
 * independent */
static void systems_that_do_not_fit_are_refused (void **state)
{
    static const struct {
        const TestModel *model;
        const char *words;
    } cases[] = {{&model_particle, "2 rows, 2 columns"},
                 {&model_pendulum, "2 rows, 2 columns"},
                 {&model_slidercrank, "4 rows, 3 columns"}};

    (void)state;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) {
            static const int methods[] = {GEOMS_METHOD_RADAU5, GEOMS_METHOD_BDF,
                                          GEOMS_METHOD_BDF_FIXED, GEOMS_METHOD_TRAPEZOIDAL};
            Case c = case_of (cases[i].model);

            c.options.formulation = GEOMS_FORMULATION_EXTENDED_316;
            c.options.method = methods[k];
            c.options.step = k > 1 ? 0.01 : 0;
            expect_refusal (&c, cases[i].words);
            case_free (&c);
        }
}

/* Where rank is lost, mu and tau may be anything, and no step is small enough: det [G; L] of
 * moving.h comes to 0 at t = 1.25 */
static void singular_positions_are_told (void **state)
{
    (void)state;
    for (int digits = 5; digits <= 9; digits++) {
        Case c = case_of_moving ();
        Errors e;
        Outcome o;

        choose (&c, &extended_316);
        case_tolerance (&c, pow (10, -digits));
        o = attempt (&c);
        e = errors_at (&c, &o, o.s->count - 1);
        print_message ("1e-%d: t = %.6f, condition %.1e, errors %.1e %.1e\n", digits, o.s->t_end,
                       o.report.value, e.positions, e.velocities);
        assert_int_equal (o.status, GEOMS_STEP_TOO_SMALL);
        assert_non_null (strstr (o.report.text, "no unique multipliers"));
        assert_true (o.report.value > 100);
        assert_true (o.s->t_end > 1 && o.s->t_end < 1.25);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* A pendulum that does not turn over rests at p2 = 12.5 / g for a moment: steps pass it by or
 * come to an end. */
static void moments_of_rest_are_passed_or_told (void **state)
{
    Case c = turning ();
    int passed = 0;
    Outcome exact;

    (void)state;
    c.x0[2] = 5;
    case_tolerance (&c, 1e-12);
    exact = solve (&c);
    c.options.formulation = GEOMS_FORMULATION_EXTENDED_316;
    for (int digits = 3; digits <= 8; digits++) {
        const double tolerance = pow (10, -digits);
        double error = 0;
        Outcome o;

        case_tolerance (&c, tolerance);
        o = attempt (&c);
        if (o.status == 0) {
            error = distance (last_state (&o), last_state (&exact), 1, 5);
            passed++;
        } else {
            assert_int_equal (o.status, GEOMS_STEP_TOO_SMALL);
            error = fabs (last_state (&o)[4] - 12.5 / 13.750371636040745655);
        }
        print_message ("1e-%d: t = %.6f, error %.1e, %.60s\n", digits, o.s->t_end, error,
                       o.report.text);
        assert_true (error < 1000 * tolerance);
        check_solution (&c, &o);
        outcome_free (&o);
    }
    assert_true (passed > 0);
    outcome_free (&exact);
    case_free (&c);
}

/* a pendulum in a place where nothing can be evaluated beyond a time */
static double wall;

static int walled_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    for (int j = 0; j < k; j++)
        if (t[j] > wall)
            return 1;
    return model_pendulum.system.rda (k, t, x, ldx, out, ldo, user);
}

/* A run that is continued does not blame [G; L] for other obstacles. */
static void other_obstacles_are_told (void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_of (&model_pendulum);
        double numbers[4000];
        Outcome part, rest;

        choose (&c, &extended_316);
        c.options.method = i ? GEOMS_METHOD_BDF : GEOMS_METHOD_RADAU5;
        model_replace_rda (&c.model.system, walled_rda);
        c.model.system.jac = NULL;
        assert_int_equal (c.model.exact (0.3, c.x0, c.user), 0);
        c.tspan[0] = 0.3;
        c.tspan[1] = 0.4;
        wall = 1;
        part = solve (&c);
        c.nstate = geoms_run_state_size (part.run);
        assert_true (c.nstate <= 4000);
        geoms_run_state (part.run, numbers);
        c.state = numbers;
        c.tspan[1] = 0.7;
        wall = 0.5;
        rest = attempt (&c);
        print_message ("%s\n", rest.report.text);
        assert_true (rest.status < 0);
        assert_null (strstr (rest.report.text, "multipliers"));
        outcome_free (&part);
        outcome_free (&rest);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (lambda_follows_the_second_level),
        cmocka_unit_test (lambda_moves_as_it_must),
        cmocka_unit_test (differences_know_the_scale),
        cmocka_unit_test (differences_are_far_from_zero),
        cmocka_unit_test (one_velocity_is_enough),
        cmocka_unit_test (units_do_not_matter),
        cmocka_unit_test (columns_of_L),
        cmocka_unit_test (pendulums_that_turn_are_integrated),
        cmocka_unit_test (multipliers_have_their_orders),
        cmocka_unit_test (systems_that_do_not_fit_are_refused),
        cmocka_unit_test (singular_positions_are_told),
        cmocka_unit_test (moments_of_rest_are_passed_or_told),
        cmocka_unit_test (other_obstacles_are_told),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
