/* test_status.c - the list of codes is consistent, and every code that the core can report is
 * reported once, by a system or an option that deserves it; OUT_OF_MEMORY is in test_allocation.c,
 * and SVD_FAILS is up to LAPACK
 */
#include "doubled.h"
#include "report.h"

/* ---- the list ---- */

static void every_code_is_described (void **state)
{
    int count;
    const GeomsCode *list = geoms_status_list (&count);

    (void)state;
    assert_true (count > 40);
    for (int i = 0; i < count; i++) {
        const GeomsCode *c = &list[i];

        assert_ptr_equal (geoms_status (c->idid), c);
        assert_true (strncmp (c->identifier, "geoms:", 6) == 0);
        assert_true (c->text[strlen (c->text) - 1] == '.');
        assert_true (c->idid >= 0 || c->remedy[strlen (c->remedy) - 1] == '.');
        for (const char *p = c->identifier; *p != 0; p++)
            assert_true (
                strchr ("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:", *p)
                != NULL);
        for (int j = 0; j < i; j++) {
            assert_int_not_equal (list[j].idid, c->idid);
            assert_string_not_equal (list[j].identifier, c->identifier);
            assert_string_not_equal (list[j].name, c->name);
        }
    }
    assert_int_equal (geoms_status (0)->idid, GEOMS_OK);
    assert_string_equal (geoms_status (-31415)->identifier, "geoms:unknown");
}

static void reports_fit_their_room (void **state)
{
    GeomsReport report = {.component = 3, .t = 1};
    char word[600];

    (void)state;
    memset (word, 'x', sizeof word);
    word[sizeof word - 1] = 0;
    assert_int_equal (geoms_report (&report, GEOMS_BAD_TSPAN, "%s", word), GEOMS_BAD_TSPAN);
    assert_int_equal (report.status, GEOMS_BAD_TSPAN);
    assert_int_equal (strlen (report.text), sizeof report.text - 1);
    assert_true (report.component == 3 && report.t == 1);
}

/* ---- a pendulum that can be spoiled ---- */

typedef enum Spoiled {
    NOTHING,
    NAN_AT_START, /* rda is NaN                                             */
    STOPS,        /* rda, mass, jac return -1                               */
    STOPS_IN_DIFFERENCES,
    NO_ROOT,     /* 0 = gII = 1 + lambda^2                                 */
    NO_POSITION, /* g = 0                                                  */
    NO_VELOCITY, /* gI = 0                                                 */
    VANISHES,    /* no constraint at all after t = 0.5                     */
    ROUGH        /* g has a noise of 1e-9                                  */
} Spoiled;

static Spoiled spoiled;

static int spoiled_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    const int status = model_pendulum.system.rda (k, t, x, ldx, out, ldo, user);

    if (spoiled == STOPS || (spoiled == STOPS_IN_DIFFERENCES && k >= 5))
        return -1;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        if (spoiled == NAN_AT_START)
            out[3] = NAN;
        if (spoiled == NO_ROOT)
            out[0] = 1 + x[0] * x[0];
        if (spoiled == NO_POSITION)
            out[2] = 0;
        if (spoiled == NO_VELOCITY)
            out[1] = 0;
        if (spoiled == VANISHES && t[j] > 0.5)
            out[0] = out[1] = out[2] = 0;
        if (spoiled == ROUGH)
            out[2] += 1e-9 * sin (1e9 * x[3]) + 3e-9 * sin (1e10 * x[4]);
    }
    return status;
}

static int refusing_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                          void *user)
{
    (void)k, (void)t, (void)x, (void)ldx, (void)out, (void)ldo, (void)user;
    return -1;
}

static int refusing_jac (double t, const double *x, double *J, int ldj, void *user)
{
    (void)t, (void)x, (void)J, (void)ldj, (void)user;
    return -1;
}

static Case spoiled_case (Spoiled how, int decomposition)
{
    Case c = case_of (&model_pendulum);

    spoiled = how;
    c.model.system.rda = spoiled_rda;
    c.model.system.jac = NULL;
    c.options.initial = GEOMS_INITIAL_ASSUME;
    c.options.constraint_decomposition = decomposition;
    return c;
}

static Case doubled_case (int formulation, int decomposition)
{
    Case c = case_of (&model_doubled);

    c.options.initial = GEOMS_INITIAL_ASSUME;
    c.options.formulation = formulation;
    c.options.constraint_decomposition = decomposition;
    return c;
}

/* ---- a point on a line, g = atan p: Newton's method diverges from p = 2 ---- */

static int atan_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double lambda = x[0], v = x[1], p = x[2], G = 1 / (1 + p * p);

        out[0] = G * (-G * lambda) - 2 * p * G * G * v * v;
        out[1] = G * v;
        out[2] = atan (p);
        out[3] = -G * lambda;
        out[4] = v;
    }
    return 0;
}

static int atan_jac (double t, const double *x, double *J, int ldj, void *user)
{
    const double lambda = x[0], v = x[1], p = x[2], G = 1 / (1 + p * p), slope = -2 * p * G * G;

    (void)t, (void)user;
    J[0] = -G * G;
    J[3] = -G;
    J[ldj] = -4 * p * G * G * v;
    J[1 + ldj] = G;
    J[4 + ldj] = 1;
    J[2 * ldj] = -2 * G * slope * lambda - (2 * G * G + 4 * p * G * slope) * v * v;
    J[1 + 2 * ldj] = slope * v;
    J[2 + 2 * ldj] = G;
    J[3 + 2 * ldj] = -slope * lambda;
    return 0;
}

static int atan_start (double *x, void *user)
{
    (void)user;
    x[0] = x[1] = 0;
    x[2] = 2;
    return 0;
}

static void *nothing_create (const double *q, int nq) { return model_parameters (q, nq, q, 1); }

/* ---- two points without mass, springs or dampers: the Newton matrix is singular ---- */

static int massless_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                         void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        out[0] = out[1] = 0;
        out[2] = x[0];
        out[3] = x[1];
    }
    return 0;
}

static int no_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                    void *user)
{
    (void)t, (void)x, (void)ldx, (void)user;
    for (int j = 0; j < k; j++)
        memset (out + j * ldo, 0, 4 * sizeof *out);
    return 0;
}

static int always (void *user)
{
    (void)user;
    return 1;
}

/* ---- every code once ---- */

static Case case_for (int idid)
{
    Case c;

    switch (idid) {
    case GEOMS_BAD_OPTION:
        c = case_of (&model_pendulum);
        c.options.safety = 2;
        return c;
    case GEOMS_BAD_TSPAN:
        c = case_of (&model_pendulum);
        c.tspan[1] = c.tspan[0];
        return c;
    case GEOMS_BAD_MODEL:
        return case_of (&model_pendulum_energy); /* invariants are not kept */
    case GEOMS_STOP_EOM:
        c = spoiled_case (STOPS, 0);
        c.model.system.jac = model_pendulum.system.jac;
        return c;
    case GEOMS_STOP_EOM_DIFFERENCE:
        return spoiled_case (STOPS_IN_DIFFERENCES, 0);
    case GEOMS_STOP_MASS:
        c = case_of (&model_slidercrank);
        c.model.system.mass = refusing_mass;
        c.model.system.rda_mass = NULL;
        return c;
    case GEOMS_STOP_JACOBIAN:
        c = case_of (&model_slidercrank);
        c.model.system.jac = refusing_jac;
        return c;
    case GEOMS_INCONSISTENT:
        c = case_of (&model_pendulum);
        c.options.initial = GEOMS_INITIAL_CHECK;
        c.x0[2] = 1;
        c.x0[3] = 1.001;
        return c;
    case GEOMS_SINGULAR_E:
        c = case_of (&model_oscillator);
        c.model.system.rda = massless_rda;
        c.model.system.mass = no_mass;
        c.model.system.jac = NULL;
        return c;
    case GEOMS_NEWTON_FAILS_START:
        return spoiled_case (NO_ROOT, 0);
    case GEOMS_NEWTON_FAILS:
        c = case_of (&model_pendulum);
        c.options.step = 0.5; /* fixed, and too large */
        return c;
    case GEOMS_TOO_MANY_STEPS:
        c = case_of (&model_pendulum);
        c.options.max_steps = 5;
        return c;
    case GEOMS_STEP_TOO_SMALL:
        c = case_of (&model_pendulum);
        c.tspan[0] = 1e10;
        c.tspan[1] = 2e10;
        c.options.initial_step = 1e-8;
        return c;
    case GEOMS_LU_RANK1:
        return doubled_case (GEOMS_FORMULATION_PSF, GEOMS_DECOMPOSITION_LU);
    case GEOMS_LU_RANK2:
        return doubled_case (GEOMS_FORMULATION_PSI1, GEOMS_DECOMPOSITION_LU);
    case GEOMS_LU_RANK3:
        return spoiled_case (NO_POSITION, GEOMS_DECOMPOSITION_LU);
    case GEOMS_QR_RANK1:
        return doubled_case (GEOMS_FORMULATION_PSF, GEOMS_DECOMPOSITION_QR);
    case GEOMS_QR_RANK2:
        return doubled_case (GEOMS_FORMULATION_PSI1, GEOMS_DECOMPOSITION_QR);
    case GEOMS_QR_RANK3:
        return spoiled_case (NO_POSITION, GEOMS_DECOMPOSITION_QR);
    case GEOMS_RANK_CHANGED:
        return spoiled_case (VANISHES, GEOMS_DECOMPOSITION_SVD);
    case GEOMS_RANK_VELOCITY:
        return spoiled_case (NO_VELOCITY, GEOMS_DECOMPOSITION_SVD);
    case GEOMS_RANK_POSITION:
        return spoiled_case (NO_POSITION, GEOMS_DECOMPOSITION_SVD);
    case GEOMS_INTERRUPTED:
        c = case_of (&model_pendulum);
        c.hooks.interrupted = always;
        return c;
    case GEOMS_NOT_FINITE:
        return spoiled_case (NAN_AT_START, 0);
    case GEOMS_PROJECTION_FAILS:
        c = spoiled_case (ROUGH, 0);
        c.model.system.jac = model_pendulum.system.jac; /* does not know of the noise */
        return c;
    case GEOMS_INITIAL_DIVERGES: {
        TestModel model = model_pendulum;
        model.system.dims = (GeomsDims){.np = 1, .nv = 1, .nl = 1};
        model.system.rda = atan_rda;
        model.system.mass = NULL;
        model.system.jac = atan_jac;
        model.system.create = nothing_create;
        model.start = atan_start;
        return case_with (&model, &(double){0}, 1);
    }
    case GEOMS_INITIAL_SLOW:
        c = spoiled_case (NO_ROOT, 0);
        c.options.initial = GEOMS_INITIAL_CORRECT;
        return c;
    default:
        fail_msg ("there is no case for %d", idid);
        return spoiled_case (NOTHING, 0);
    }
}

static const int raised[] = {
    GEOMS_BAD_OPTION, GEOMS_BAD_TSPAN, GEOMS_BAD_MODEL, GEOMS_STOP_EOM, GEOMS_STOP_MASS,
    GEOMS_STOP_JACOBIAN, GEOMS_STOP_EOM_DIFFERENCE, GEOMS_INCONSISTENT, GEOMS_SINGULAR_E,
    GEOMS_NEWTON_FAILS, GEOMS_NEWTON_FAILS_START, GEOMS_TOO_MANY_STEPS, GEOMS_STEP_TOO_SMALL,
    GEOMS_LU_RANK1, GEOMS_LU_RANK2, GEOMS_LU_RANK3, GEOMS_QR_RANK1, GEOMS_QR_RANK2,
    GEOMS_QR_RANK3, GEOMS_RANK_CHANGED, GEOMS_RANK_VELOCITY, GEOMS_RANK_POSITION,
    GEOMS_INTERRUPTED, GEOMS_NOT_FINITE, GEOMS_PROJECTION_FAILS, GEOMS_INITIAL_DIVERGES,
    GEOMS_INITIAL_SLOW
};

static void every_code_is_reported_once (void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof raised / sizeof raised[0]; i++) {
        Case c = case_for (raised[i]);
        Outcome o = attempt (&c);

        print_message ("%5d %s\n", o.status, o.report.text);
        if (o.status != raised[i])
            fail_msg ("%d instead of %s", o.status, geoms_status (raised[i])->name);
        assert_true (strlen (o.report.text) > 20);
        assert_true (o.report.text[strlen (o.report.text) - 1] == '.');
        if (o.run != NULL)
            check_solution (&c, &o);
        outcome_free (&o);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (every_code_is_described),
        cmocka_unit_test (reports_fit_their_room),
        cmocka_unit_test (every_code_is_reported_once),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
