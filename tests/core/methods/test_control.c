/* test_control.c - tolerances, error norms, step-size controllers, first step size, by their
 * formulas
 */
#include "bench.h"
#include "methods/control.h"

static void tolerances_are_transformed (void **state)
{
    double rtol[3] = {1e-6, 1e-3, 1e-12}, atol[3] = {1e-8, 1e-3, 1}, r[3], a[3];
    GeomsTolerance s = {.n = 3, .rtol = r, .atol = a};
    GeomsOptions o;

    (void)state;
    geoms_options_default (&o);
    geoms_tolerance_transform (&s, &o, 3, rtol, atol);
    assert_true (fabs (r[0] / 1e-5 - 1) < 1e-14 && fabs (r[1] / 1e-3 - 1) < 1e-14);
    for (int i = 0; i < 3; i++)
        assert_true (fabs (a[i] / r[i] / (atol[i] / rtol[i]) - 1) < 1e-14);
    /* the smallest of all: 1e-9 */
    assert_true (fabs (s.newton / sqrt (1e-9) - 1) < 1e-12);
    s.n = 2;
    geoms_tolerance_transform (&s, &o, 3, rtol, atol);
    assert_true (fabs (s.newton / sqrt (1e-5) - 1) < 1e-12);
    rtol[0] = rtol[1] = 0.5;
    geoms_tolerance_transform (&s, &o, 3, rtol, atol);
    assert_true (s.newton == 0.03);
    o.rounding = 1e-3;
    geoms_tolerance_transform (&s, &o, 3, rtol, atol);
    assert_true (fabs (s.newton / (0.01 / r[0]) - 1) < 1e-12);
    o.newton_tol = 0.125;
    geoms_tolerance_transform (&s, &o, 3, rtol, atol);
    assert_true (s.newton == 0.125);
}

static void weights_follow_the_state (void **state)
{
    double rtol[2] = {1e-3, 1e-4}, atol[2] = {1e-6, 1}, weight[2];
    const GeomsTolerance s = {.n = 2, .rtol = rtol, .atol = atol};
    const double x[2] = {-2, 30}, factor[2] = {1, 0.5};

    (void)state;
    geoms_tolerance_weights (&s, x, factor, weight);
    assert_true (fabs (weight[0] * (1e-6 + 2e-3) - 1) < 1e-14);
    assert_true (fabs (weight[1] * (1 + 3e-3) - 0.5) < 1e-14);
}

/* all unknowns, or the free ones of r, v, s, p: never multipliers, even if they are free in psi1 */
static void error_norms_have_their_components (void **state)
{
    static Bench b;

    (void)state;
    for (int i = 0; i < 6; i++) {
        Case c = case_of (&model_skate);
        GeomsForm *f = bench_form (&b);
        double e[22], weight[22], all = 0, some = 0;
        unsigned seed = 1;

        c.options.constraint_decomposition = decomposition (i);
        bench_open (&b, &c, psf_or_psi1 (i / 3));
        bench_linearise (&b);
        fill_noise (22, e, &seed);
        for (int j = 0; j < 22; j++) {
            weight[j] = 1 + j % 3;
            all += (e[j] * weight[j]) * (e[j] * weight[j]);
            if (j >= 6 && ! f->dependent[j])
                some += (e[j] * weight[j]) * (e[j] * weight[j]);
        }
        assert_true (fabs (geoms_error_norm (f, e, weight) - sqrt (all / 22)) < 1e-14);
        c.options.error_norm = GEOMS_ERROR_NORM_FREE;
        assert_true (fabs (geoms_error_norm (f, e, weight) - sqrt (some / 16)) < 1e-14);
        memset (e, 0, sizeof e);
        assert_true (geoms_error_norm (f, e, weight) == 1e-10);
        bench_close (&b);
        case_free (&c);
    }
}

/* ---- controllers ---- */

static GeomsOptions control_options (int control)
{
    GeomsOptions o;

    geoms_options_default (&o);
    o.step_control = control;
    return o;
}

static double classical_ratio (double error, int newt)
{
    return 0.9 * fmin (1, 21.0 / (newt + 20)) * pow (error, -0.25);
}

static void classical_control_has_its_formula (void **state)
{
    const GeomsOptions o = control_options (GEOMS_CONTROL_CLASSICAL);

    (void)state;
    for (int newt = 1; newt < 10; newt++)
        for (double error = 1e-12; error < 1e12; error *= 7) {
            GeomsControl c = {.accepted = 5, .h_accepted = 1, .error_accepted = 1e-3};
            const double expected = fmax (0.2, fmin (8, classical_ratio (error, newt)));
            const double ratio = geoms_control_ratio (&c, &o, 0.1, error, newt);

            assert_true (fabs (ratio / expected - 1) < 1e-13);
            assert_int_equal (c.accepted, error < 1 ? 6 : 5);
        }
}

/* the second accepted step is the first one with a prediction: h/hacc (erracc/err^2)^(1/4) safe */
static void predictive_control_has_its_formula (void **state)
{
    const GeomsOptions o = control_options (GEOMS_CONTROL_PREDICTIVE);

    (void)state;
    for (int sign = -1; sign < 2; sign += 2)
        for (double error = 1e-6; error < 1; error *= 3) {
            GeomsControl c = {0};
            double ratio, expected;

            ratio = geoms_control_ratio (&c, &o, sign * 0.1, 0.3, 3);
            assert_true (fabs (ratio / classical_ratio (0.3, 3) - 1) < 1e-13);
            assert_true (c.h_accepted == sign * 0.1 && c.error_accepted == 0.3);
            ratio = geoms_control_ratio (&c, &o, sign * 0.05, error, 4);
            expected
                = fmin (classical_ratio (error, 4), 0.5 * 0.9 * pow (0.3 / (error * error), 0.25));
            expected = fmax (0.2, fmin (8, expected));
            assert_true (fabs (ratio / expected - 1) < 1e-13);
            assert_true (c.error_accepted == fmax (0.01, error));
        }
}

static void rejections_do_not_count_and_hold_the_step (void **state)
{
    const GeomsOptions o = control_options (GEOMS_CONTROL_PREDICTIVE);
    GeomsControl c = {.accepted = 1, .h_accepted = 0.1, .error_accepted = 0.5};
    const GeomsControl before = c;

    (void)state;
    assert_true (geoms_control_ratio (&c, &o, 0.1, 16, 3) < 0.5);
    assert_memory_equal (&c, &before, sizeof c);
    /* the step after a rejection does not become longer, the next one may */
    c.rejected = 1;
    assert_true (geoms_control_ratio (&c, &o, 0.1, 1e-8, 1) == 1);
    assert_int_equal (c.rejected, 0);
    assert_true (geoms_control_ratio (&c, &o, 0.1, 1e-8, 1) > 2);
}

static void changes_are_bounded (void **state)
{
    GeomsOptions o = control_options (GEOMS_CONTROL_CLASSICAL);
    GeomsControl c = {0};

    (void)state;
    o.step_change[0] = 0.5;
    o.step_change[1] = 1.25;
    assert_true (geoms_control_ratio (&c, &o, 1, 1e-10, 1) == 1.25);
    assert_true (geoms_control_ratio (&c, &o, 1, 1e10, 1) == 0.5);
    o.safety = 0.25;
    o.step_change[1] = 100;
    assert_true (fabs (geoms_control_ratio (&c, &o, 1, 1e-4, 1) - 2.5) < 1e-12);
}

/* ---- first step size: 1 % of |x| / |x'| ---- */

static void the_first_step_changes_little (void **state)
{
    static Bench b;
    Case c = case_of (&model_oscillator);
    GeomsArena arena = {0};
    GeomsMass mass = {0};
    const double weight[4] = {1, 1, 1, 1};
    double xdot[4], size = 0, speed = 0, J[16] = {0}, f[4], M[4];

    (void)state;
    bench_open (&b, &c, GEOMS_FORMULATION_PSF);
    bench_linearise (&b);
    geoms_mass_create (&mass, 2, 0, &arena);
    c.model.system.mass (1, &c.tspan[0], c.x0, 4, M, 4, c.user);
    bench_form (&b)->ops->derivative (bench_form (&b), &mass, xdot);
    {
        const double h = geoms_control_first (bench_form (&b), c.x0, weight, xdot);

        c.model.system.jac (0, c.x0, J, 4, c.user);
        product (4, 1, 4, J, c.x0, f); /* it is linear */
        assert_int_equal (model_solve (2, M, 1, f), 0);
        for (int i = 0; i < 4; i++) {
            assert_true (fabs (xdot[i] - f[i]) < 1e-13);
            size += c.x0[i] * c.x0[i];
            speed += f[i] * f[i];
        }
        assert_true (fabs (h - 0.01 * sqrt (size / speed)) < 1e-14);
    }
    /* without mass v' is not known: the rest decides */
    memset (b.eq.mass, 0, sizeof M);
    bench_form (&b)->ops->derivative (bench_form (&b), &mass, xdot);
    assert_true (geoms_control_first (bench_form (&b), c.x0, weight, xdot) > 0);
    assert_true (xdot[0] == 0 && xdot[1] == 0 && xdot[3] != 0);
    geoms_arena_free (&arena);
    bench_close (&b);
    case_free (&c);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (tolerances_are_transformed),
        cmocka_unit_test (weights_follow_the_state),
        cmocka_unit_test (error_norms_have_their_components),
        cmocka_unit_test (classical_control_has_its_formula),
        cmocka_unit_test (predictive_control_has_its_formula),
        cmocka_unit_test (rejections_do_not_count_and_hold_the_step),
        cmocka_unit_test (changes_are_bounded),
        cmocka_unit_test (the_first_step_changes_little),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
