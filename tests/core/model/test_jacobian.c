/* test_jacobian.c - finite differences against the models' own Jacobians, and what a Jacobian costs
 */
#include "bench.h"

/* J and rda, or J with rda given */
static int jacobian (Bench *b, double *J, double *base, int have_base)
{
    return geoms_equations_jacobian (&b->eq, b->t, b->x, J, base, b->form.mass, have_base);
}

/* J by differences and rda, at a state that is not consistent */
static void differences_meet_the_models (void **state)
{
    const TestModel *models[]
        = {&model_pendulum,   &model_andrews,    &model_caraxis, &model_slidercrank,
           &model_oscillator, &model_prescribed, &model_skate,   &model_chain_3};
    static Bench b;
    static double J[MOST_ROWS * MOST_UNKNOWNS], base[MOST_ROWS], rda[MOST_ROWS];

    (void)state;
    for (int i = 0; i < 32; i++) {
        Case c = case_of (models[i / 4]);
        const GeomsModel *system = &models[i / 4]->system;
        double worst = 0;
        int n, m;

        bench_open (&b, &c, GEOMS_FORMULATION_PSF);
        bench_move (&b, 0.1, 17 + (unsigned)i);
        b.t = 0.3;
        bench_matrices (&b);
        n = b.eq.n;
        m = b.eq.m;
        assert_int_equal (system->rda (1, &b.t, b.x, n, rda, m, c.user), 0);
        c.model.system.jac = NULL;
        memcpy (base, rda, sizeof base);
        if (i % 2 == 0)
            memset (base, 0, sizeof base);
        assert_int_equal (jacobian (&b, J, base, i % 2), 0);
        assert_memory_equal (base, rda, (size_t)m * sizeof *base);
        assert_int_equal (b.counters.njac, 1);
        assert_int_equal (b.counters.ncall - b.counters.nmas, 1);
        assert_int_equal (b.counters.neomjac, n);
        assert_int_equal (b.counters.neom, 1 - i % 2);
        for (int r = 0; r < m; r++) {
            double scale = fabs (rda[r]);

            for (int j = 0; j < n; j++)
                scale = fmax (scale, fabs (b.J[r + j * m] * b.x[j]));
            for (int j = 0; j < n; j++) {
                const double size = scale / fmax (1e-5, fabs (b.x[j])) + fabs (b.J[r + j * m]);
                worst = fmax (worst, fabs (J[r + j * m] - b.J[r + j * m]) / (size + 1e-300));
            }
        }
        if (! (worst < 1e-6))
            fail_msg ("%s: relative difference %.1e", c.model.name, worst);
        bench_close (&b);
        case_free (&c);
    }
}

/* ---- the user's Jacobian ---- */

static int answer;

static int answering (double t, const double *x, double *J, int ldj, void *user)
{
    for (int j = 0; j < 5; j++) /* zero on entry */
        for (int i = 0; i < 7; i++)
            assert_true (J[i + j * ldj] == 0);
    if (model_pendulum.system.jac (t, x, J, ldj, user) != 0)
        return -1;
    if (answer == 7)
        J[34] = NAN;
    return answer == 7 ? 0 : answer;
}

static void the_users_jacobian_is_taken (void **state)
{
    static Bench b;
    Case c = case_of (&model_pendulum);
    double J[35], base[7];

    (void)state;
    c.model.system.jac = answering;
    answer = 0;
    bench_open (&b, &c, GEOMS_FORMULATION_PSF);
    bench_move (&b, 0.1, 1);
    bench_matrices (&b);
    for (int i = 0; i < 35; i++)
        J[i] = 3;
    assert_int_equal (jacobian (&b, J, base, 1), 0);
    assert_memory_equal (J, b.J, sizeof J);
    assert_int_equal (b.counters.njac, 1);
    assert_true (b.counters.neom == 0 && b.counters.neomjac == 0);
    assert_int_equal (jacobian (&b, J, base, 0), 0);
    assert_int_equal (b.counters.neom, 1);
    answer = 1;
    assert_int_equal (jacobian (&b, J, base, 1), GEOMS_RETRY);
    answer = 7;
    assert_int_equal (jacobian (&b, J, base, 1), GEOMS_RETRY);
    answer = -1;
    assert_int_equal (jacobian (&b, J, base, 1), GEOMS_STOP_JACOBIAN);
    assert_int_equal (b.report.status, GEOMS_STOP_JACOBIAN);
    bench_close (&b);
    case_free (&c);
}

/* ---- entries that are known are put over the differences ---- */

static int knowing (double t, const double *x, double *J, int ldj, void *user)
{
    (void)x, (void)user;
    assert_true (t == 0.25);
    assert_true (fabs (J[5 + ldj] - 1) < 1e-6); /* the differences are there already */
    J[5 + ldj] = 1;
    J[6 + 2 * ldj] = answer == 7 ? INFINITY : 1;
    J[2] = 42;
    return answer == 7 ? 0 : answer;
}

static void known_entries_are_taken (void **state)
{
    static Bench b;
    Case c = case_of (&model_pendulum);
    double J[35], plain[35], base[7];

    (void)state;
    c.model.system.jac = NULL;
    bench_open (&b, &c, GEOMS_FORMULATION_PSF);
    b.t = 0.25;
    bench_move (&b, 0.1, 1);
    assert_int_equal (jacobian (&b, plain, base, 0), 0);
    c.model.system.jac_known = knowing;
    for (answer = -1; answer < 2; answer++) {
        const int expected = answer < 0 ? GEOMS_STOP_JACOBIAN : answer > 0 ? GEOMS_RETRY : 0;
        const long calls = b.counters.ncall;

        assert_int_equal (jacobian (&b, J, base, 0), expected);
        assert_int_equal (b.counters.ncall, calls + 2);
        assert_true (expected >= 0 || b.report.status == expected);
        for (int k = 0; k < 35 && answer == 0; k++)
            assert_true (J[k] == (k == 2 ? 42 : k == 5 + 7 || k == 6 + 14 ? 1 : plain[k]));
    }
    answer = 7;
    assert_int_equal (jacobian (&b, J, base, 1), GEOMS_RETRY);
    /* with a Jacobian of the user it is not asked */
    c.model.system.jac = model_pendulum.system.jac;
    answer = -1;
    assert_int_equal (jacobian (&b, J, base, 1), 0);
    assert_true (J[2] == 0);
    bench_close (&b);
    case_free (&c);
}

/* ---- differences that are not finite ---- */

static int slope (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    const int status = model_pendulum.system.rda (k, t, x, ldx, out, ldo, user);

    for (int j = 0; j < k; j++)
        out[j * ldo + 3] = answer               ? 1e305 * sin (1e8 * x[j * ldx + 1])
                           : x[j * ldx + 1] > 0 ? NAN
                                                : 0;
    return status;
}

static void infinite_differences_are_refused (void **state)
{
    static Bench b;
    Case c = case_of (&model_pendulum);
    double J[35], base[7];

    (void)state;
    c.model.system.jac = NULL;
    model_replace_rda (&c.model.system, slope);
    bench_open (&b, &c, GEOMS_FORMULATION_PSF);
    answer = 0; /* NaN beside the point, not at it */
    assert_int_equal (jacobian (&b, J, base, 0), GEOMS_RETRY);
    answer = 1; /* finite numbers with infinite quotients */
    assert_int_equal (jacobian (&b, J, base, 0), GEOMS_RETRY);
    bench_close (&b);
    case_free (&c);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (differences_meet_the_models),
        cmocka_unit_test (the_users_jacobian_is_taken),
        cmocka_unit_test (known_entries_are_taken),
        cmocka_unit_test (infinite_differences_are_refused),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
