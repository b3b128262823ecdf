/* test_equations.c - blocks of x and rda, checks of a model, evaluations and their counters, names
 */
#include "bench.h"

/* ---- layout ---- */

static void blocks_follow_each_other (void **state)
{
    static Bench b;
    Case c = case_of (&model_skate); /* all blocks have sizes of their own */
    const GeomsEquations *e = &b.eq;
    char name[32];
    static const char *const unknowns[22]
        = {"w(1)", "w(2)", "w(3)", "lambda(1)", "mu(1)", "mu(2)", "r(1)", "r(2)",
           "r(3)", "r(4)", "v(1)", "v(2)",      "v(3)",  "v(4)",  "v(5)", "s(1)",
           "p(1)", "p(2)", "p(3)", "p(4)",      "p(5)",  "p(6)"};
    static const char *const rows[26]
        = {"d(1)",     "d(2)",     "d(3)",     "gII(1)",   "hI(1)",    "hI(2)",    "gI(1)",
           "h(1)",     "h(2)",     "c(1)",     "g(1)",     "b(1)",     "b(2)",     "b(3)",
           "b(4)",     "f_dyn(1)", "f_dyn(2)", "f_dyn(3)", "f_dyn(4)", "f_dyn(5)", "f_kin(1)",
           "f_kin(2)", "f_kin(3)", "f_kin(4)", "f_kin(5)", "f_kin(6)"};

    (void)state;
    bench_open (&b, &c, GEOMS_FORMULATION_PSF);
    assert_int_equal (e->n, 22);
    assert_int_equal (e->m, 26);
    assert_int_equal (e->na, 11);
    assert_int_equal (e->n1 + e->n2 + e->n3 + e->n4, e->n);
    assert_true (e->o2 == 6 && e->o3 == 10 && e->o4 == 15 && e->op == 16);
    assert_true (e->r_gII == 3 && e->r_gI == 6 && e->r_e == 9 && e->r_c == 9);
    assert_true (e->r_b == 11 && e->r_v == 15 && e->r_p == 20);
    for (int i = 0; i < 22; i++) {
        geoms_name_unknown (e, i, name, sizeof name);
        assert_string_equal (name, unknowns[i]);
    }
    for (int i = 0; i < 26; i++) {
        geoms_name_row (e, i, name, sizeof name);
        assert_string_equal (name, rows[i]);
    }
    geoms_name_row (e, 26, name, sizeof name);
    assert_string_equal (name, "?");
    bench_close (&b);
    case_free (&c);
}

/* ---- models that cannot be used ---- */

static void refuse (GeomsModel model, const char *word)
{
    Case c = case_of (&model_pendulum);
    GeomsEquations e = {0};
    GeomsArena arena = {0};
    GeomsCounters counters = {0};
    GeomsReport report = {0};
    const double increment[10] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

    assert_int_equal (
        geoms_equations_create (&e, (GeomsInstance){&model, c.user}, 0, c.x0, increment, &counters,
                                &report, &arena),
        GEOMS_BAD_MODEL);
    if (strstr (report.text, word) == NULL)
        fail_msg ("'%s' does not contain '%s'", report.text, word);
    geoms_arena_free (&arena);
    case_free (&c);
}

static void unusable_models_are_refused (void **state)
{
    GeomsModel m = model_pendulum.system;

    (void)state;
    m.rda = NULL;
    refuse (m, "rda");
    for (int i = 0; i < 6; i += 5) {
        m = model_pendulum.system;
        m.mass_structure = i;
        refuse (m, "mass_structure");
    }
#define NEGATIVE(field, meaning) \
    m = model_pendulum.system;   \
    m.dims.field = -1;           \
    refuse (m, #field " = -1");
    GEOMS_DIMENSIONS (NEGATIVE)
#undef NEGATIVE
    m = model_pendulum.system;
    m.dims = (GeomsDims){0};
    refuse (m, "no unknowns");
    m = model_pendulum.system;
    m.dims = (GeomsDims){.nl = 1, .nv = 2};
    refuse (m, "np = 0");
}

/* one row more, between h~ and c */
static void invariants_have_rows (void **state)
{
    static Bench b;
    static const char *const rows[8]
        = {"gII(1)", "gI(1)", "e(1)", "g(1)", "f_dyn(1)", "f_dyn(2)", "f_kin(1)", "f_kin(2)"};
    Case c = case_of (&model_pendulum_energy);
    char name[32];

    (void)state;
    bench_open (&b, &c, GEOMS_FORMULATION_PSF);
    assert_true (b.eq.m == 8 && b.eq.na == 4 && b.eq.r_e == 2 && b.eq.r_c == 3);
    for (int i = 0; i < 8; i++) {
        geoms_name_row (&b.eq, i, name, sizeof name);
        assert_string_equal (name, rows[i]);
    }
    bench_close (&b);
    case_free (&c);
}

/* ---- evaluation ---- */

static int answer, calls, last_points;

static int answering (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                      void *user)
{
    calls++;
    last_points = k;
    if (model_slidercrank.system.rda (k, t, x, ldx, out, ldo, user) != 0)
        return -1;
    if (answer == 7)
        out[(k - 1) * ldo + 11] = INFINITY; /* the very last number */
    return answer == 7 ? 0 : answer;
}

static void answers_are_understood (void **state)
{
    static Bench b;
    Case c = case_of (&model_slidercrank);
    double rda[3 * 12], x[3 * 8];
    const double t[3] = {0.1, 0.2, 0.3};

    (void)state;
    model_replace_rda (&c.model.system, answering);
    bench_open (&b, &c, GEOMS_FORMULATION_PSF);
    for (int j = 0; j < 24; j++)
        x[j] = c.x0[j % 8];
    for (int purpose = GEOMS_FOR_METHOD; purpose <= GEOMS_FOR_OUTPUT; purpose++) {
        answer = 0;
        assert_int_equal (geoms_equations_evaluate (&b.eq, purpose, 3, t, x, rda, NULL), 0);
        assert_int_equal (last_points, 3);
        answer = 1;
        assert_int_equal (geoms_equations_evaluate (&b.eq, purpose, 3, t, x, rda, NULL),
                          GEOMS_RETRY);
        answer = 1000;
        assert_int_equal (geoms_equations_evaluate (&b.eq, purpose, 3, t, x, rda, NULL),
                          GEOMS_RETRY);
        answer = 7;
        assert_int_equal (geoms_equations_evaluate (&b.eq, purpose, 3, t, x, rda, NULL),
                          GEOMS_RETRY);
        answer = GEOMS_NO_MEMORY;
        assert_int_equal (geoms_equations_evaluate (&b.eq, purpose, 3, t, x, rda, NULL),
                          GEOMS_OUT_OF_MEMORY);
        assert_non_null (strstr (b.report.text, "memory"));
        answer = -5;
        assert_int_equal (geoms_equations_evaluate (&b.eq, purpose, 3, t, x, rda, NULL),
                          purpose == GEOMS_FOR_JACOBIAN ? GEOMS_STOP_EOM_DIFFERENCE
                                                        : GEOMS_STOP_EOM);
        assert_true (
            b.report.status
            == (purpose == GEOMS_FOR_JACOBIAN ? GEOMS_STOP_EOM_DIFFERENCE : GEOMS_STOP_EOM));
        assert_true (b.report.t == 0.1);
    }
    answer = 0;
    bench_close (&b);
    case_free (&c);
}

static void evaluations_are_counted (void **state)
{
    static Bench b;
    Case c = case_of (&model_slidercrank);
    const double t[3] = {0};
    double rda[3 * 12], mass[27], other[27], x[3 * 8];

    (void)state;
    for (int j = 0; j < 24; j++)
        x[j] = c.x0[j % 8] + 0.01 * j;
    for (int together = 0; together < 2; together++) {
        if (together == 0)
            c.model.system.rda_mass = NULL;
        else
            c.model.system.rda_mass = model_slidercrank.system.rda_mass;
        bench_open (&b, &c, GEOMS_FORMULATION_PSF);
        assert_int_equal (b.counters.nmas, 0);
        geoms_equations_evaluate (&b.eq, GEOMS_FOR_METHOD, 3, t, x, rda, together ? mass : other);
        assert_int_equal (b.counters.neom, 3);
        assert_int_equal (b.counters.nmas, 3);
        assert_int_equal (b.counters.ncall, together ? 1 : 2);
        geoms_equations_evaluate (&b.eq, GEOMS_FOR_OUTPUT, 2, t, x, rda, NULL);
        geoms_equations_evaluate (&b.eq, GEOMS_FOR_JACOBIAN, 1, t, x, rda, NULL);
        assert_true (b.counters.neom == 3 && b.counters.neomout == 2 && b.counters.neomjac == 1);
        bench_close (&b);
    }
    assert_memory_equal (mass, other, sizeof mass);
    case_free (&c);
}

/* ---- mass matrices ---- */

static void mass_times_vector (void **state)
{
    const TestModel *models[] = {&model_pendulum,   &model_andrews,    &model_caraxis,
                                 &model_oscillator, &model_prescribed, &model_skate};
    static Bench b;

    (void)state;
    for (int i = 0; i < 6; i++) {
        Case c = case_of (models[i]);
        double x[10], y[10], z[10];
        unsigned seed = 3;
        int nv, mb;

        bench_open (&b, &c, GEOMS_FORMULATION_PSF);
        bench_move (&b, 0.1, 5);
        bench_linearise (&b);
        nv = b.eq.d.nv;
        mb = b.eq.m - b.eq.r_b;
        assert_int_equal (b.eq.mass_varies, i == 1 || i == 5);
        fill_noise (10, x, &seed);
        fill_noise (10, y, &seed);
        memcpy (z, y, sizeof y);
        geoms_mass_apply (&b.eq, b.form.base_mass, -2, x, y);
        for (int r = 0; r < nv; r++) {
            for (int j = 0; j < nv; j++)
                z[r] -= 2 * b.M[b.eq.n2 + r + (b.eq.o3 + j) * mb] * x[j];
            assert_true (fabs (y[r] - z[r]) < 1e-14);
        }
        bench_close (&b);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (blocks_follow_each_other), cmocka_unit_test (unusable_models_are_refused),
        cmocka_unit_test (invariants_have_rows),     cmocka_unit_test (answers_are_understood),
        cmocka_unit_test (evaluations_are_counted),  cmocka_unit_test (mass_times_vector),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
