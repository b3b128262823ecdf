/* test_status.c - the list of codes is consistent, and every code that the core can report is
 * reported once, by a system or an option that deserves it
 */
#include "doubled.h"
#include "base/report.h"

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
    NAN_AT_START, /* rda is NaN */
    STOPS,        /* rda, mass, jac return -1 */
    STOPS_IN_DIFFERENCES,
    NO_MULTIPLIER, /* gII = 2 v'v - 2 g p2 */
    NO_ROOT,       /* 0 = gII = 1 + lambda^2 */
    NO_POSITION,   /* g = 0 */
    NO_VELOCITY,   /* gI = 0 */
    VANISHES,      /* no constraint at all after t = 0.5 */
    ROUGH          /* g has a noise of 1e-9 */
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
        if (spoiled == NO_MULTIPLIER)
            out[0] = 2 * (x[1] * x[1] + x[2] * x[2] - 13.75 * x[4]);
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
    model_replace_rda (&c.model.system, spoiled_rda);
    c.model.system.jac = NULL;
    c.options.initial = GEOMS_INITIAL_ASSUME;
    c.options.constraint_decomposition = decomposition;
    return c;
}

static Case doubled_case (int decomposition)
{
    Case c = case_of (&model_doubled);

    c.options.initial = GEOMS_INITIAL_ASSUME;
    c.options.constraint_decomposition = decomposition;
    return c;
}

/* the second length is another one */
static int contradicting_rda (int k, const double *t, const double *x, int ldx, double *out,
                              int ldo, void *user)
{
    const int status = doubled_rda (k, t, x, ldx, out, ldo, user);

    for (int j = 0; j < k; j++)
        out[j * ldo + 5] -= 0.1;
    return status;
}

/* ---- hooks and conditions that stop ---- */

static int always (void *user)
{
    (void)user;
    return 1;
}

/* *user is what they return */
static int stopping_output (size_t first, const GeomsSolution *s, void *user)
{
    (void)first;
    return s->count > 3 ? *(int *)user : 0;
}

static int stopping_events (int k, const double *t, const double *x, int ldx, double *value,
                            double *terminal, double *direction, void *user)
{
    for (int j = 0; j < k; j++) {
        value[j] = t[j] - 0.3;
        terminal[j] = 1;
        direction[j] = 0;
    }
    (void)x, (void)ldx;
    return *(int *)user;
}

static int stopping_condition (double t, const double *x, double *k, void *user)
{
    (void)t, (void)x, (void)k, (void)user;
    return -1;
}

/* two speeds at once */
static int stopping_rows (double t, const double *x, int rows_p, int rows_v, double *Sp, double *Sv,
                          void *user)
{
    (void)t, (void)x, (void)rows_p, (void)rows_v, (void)Sp, (void)Sv, (void)user;
    return -1;
}

static int two_speeds (double t, const double *x, double *k, void *user)
{
    (void)t, (void)user;
    k[0] = x[2] - 1;
    k[1] = x[2] - 2;
    return 0;
}

static int minus_one = -1, zero = 0, one = 1;

/* ---- a point on a line, g = p^9 from p = 100: Newton's method needs 68 iterations ---- */

static int flat_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double lambda = x[0], v = x[1], p = x[2], G = 9 * pow (p, 8);

        out[0] = -G * G * lambda + 72 * pow (p, 7) * v * v;
        out[1] = G * v;
        out[2] = pow (p, 9);
        out[3] = -G * lambda;
        out[4] = v;
    }
    return 0;
}

static int flat_start (double *x, void *user)
{
    (void)user;
    x[0] = x[1] = 0;
    x[2] = 100;
    return 0;
}

static void *nothing_create (const double *q, int nq) { return model_parameters (q, nq, q, 1); }

/* ---- two points without mass; dampers at the start only: the Newton matrix is singular later on
 * ---- */

static double damper;

static int massless_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                         void *user)
{
    (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        out[0] = t[j] == 0 ? -damper * x[0] : 0;
        out[1] = t[j] == 0 ? -damper * x[1] : 0;
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

static int skew_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                      void *user)
{
    no_mass (k, t, x, ldx, out, ldo, user);
    for (int j = 0; j < k; j++) {
        out[j * ldo] = out[j * ldo + 3] = 1;
        out[j * ldo + 2] = 0.5;
    }
    return 0;
}

static Case case_without_mass (double damping)
{
    Case c = case_of (&model_oscillator);

    damper = damping;
    model_replace_rda (&c.model.system, massless_rda);
    c.model.system.mass = no_mass;
    c.model.system.jac = NULL;
    return c;
}

/* ---- every code once ---- */

/* the skate with a row of d, or the row c, that is 0 */
static int auxiliary_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                          void *user)
{
    const int status = model_skate.system.rda (k, t, x, ldx, out, ldo, user);

    for (int j = 0; j < k; j++)
        out[j * ldo] = 0;
    return status;
}

static int contact_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    const int status = model_skate.system.rda (k, t, x, ldx, out, ldo, user);

    for (int j = 0; j < k; j++)
        out[j * ldo + 9] = 0;
    return status;
}

static Case skate_without (GeomsBatch rda)
{
    Case c = case_of (&model_skate);

    model_replace_rda (&c.model.system, rda);
    c.model.system.jac = NULL;
    c.options.initial = GEOMS_INITIAL_ASSUME;
    c.options.constraint_decomposition = GEOMS_DECOMPOSITION_LU;
    return c;
}

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
        case_times (&c, 3, c.tspan[0]);
        return c;
    case GEOMS_BAD_MODEL:
        c = case_of (&model_pendulum);
        c.model.system.dims.ni = -1;
        return c;
    case GEOMS_BAD_STATE: {
        static const double numbers[3] = {1, 2, 3};
        c = case_of (&model_pendulum);
        c.state = numbers;
        c.nstate = 3;
        return c;
    }
    case GEOMS_STOP_EOM:
    case GEOMS_INITIAL_EOM:
        c = spoiled_case (STOPS, 0);
        c.model.system.jac = model_pendulum.system.jac;
        if (idid == GEOMS_INITIAL_EOM)
            c.options.initial = GEOMS_INITIAL_CORRECT;
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
        return case_without_mass (1);
    case GEOMS_UNDAMPED:
        return case_without_mass (0);
    case GEOMS_MASSLESS:
        c = case_without_mass (1);
        c.options.formulation = GEOMS_FORMULATION_INDEX1;
        return c;
    case GEOMS_MASS_UNSYMMETRIC:
        c = case_of (&model_oscillator);
        c.model.system.mass = skew_mass;
        return c;
    case GEOMS_MASS_INDEFINITE: {
        const double q[4] = {1, 3, 1, 2}; /* M = [1 2; 2 1] */
        return case_with (&model_oscillator, q, 4);
    }
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
    case GEOMS_MULTIPLIER_CANCELLED:
        return spoiled_case (NO_MULTIPLIER, GEOMS_DECOMPOSITION_LU);
    case GEOMS_AUXILIARY_SINGULAR:
        return skate_without (auxiliary_rda);
    case GEOMS_CONTACT_SINGULAR:
        return skate_without (contact_rda);
    case GEOMS_LU_RANK2:
        return doubled_case (GEOMS_DECOMPOSITION_LU);
    case GEOMS_LU_RANK3:
        return spoiled_case (NO_POSITION, GEOMS_DECOMPOSITION_LU);
    case GEOMS_QR_RANK2:
        return doubled_case (GEOMS_DECOMPOSITION_QR);
    case GEOMS_QR_RANK3:
        return spoiled_case (NO_POSITION, GEOMS_DECOMPOSITION_QR);
    case GEOMS_RANK_CHANGED:
        return spoiled_case (VANISHES, GEOMS_DECOMPOSITION_SVD);
    case GEOMS_RANK_VELOCITY:
        return spoiled_case (NO_VELOCITY, GEOMS_DECOMPOSITION_SVD);
    case GEOMS_RANK_POSITION:
        return spoiled_case (NO_POSITION, GEOMS_DECOMPOSITION_SVD);
    case GEOMS_SINGULAR_START: {
        const TestModel two = model_parallelogram (2);
        const double q[6] = {1, 1, 2, 2, 9.81, 0};
        return case_with (&two, q, 6);
    }
    case GEOMS_INTERRUPTED:
        c = case_of (&model_pendulum);
        c.hooks.interrupted = always;
        return c;
    case GEOMS_TIME_IS_UP:
        c = case_of (&model_pendulum);
        c.options.max_wall_time = 1e-12;
        return c;
    case GEOMS_STOPPED:
    case GEOMS_STOP_OUTPUT:
        c = case_of (&model_pendulum);
        c.hooks.output = stopping_output;
        c.hooks.user = idid == GEOMS_STOPPED ? &one : &minus_one;
        return c;
    case GEOMS_EVENT:
    case GEOMS_STOP_EVENTS:
        c = case_of (&model_pendulum);
        c.hooks.nevents = 1;
        c.hooks.events = stopping_events;
        c.hooks.user = idid == GEOMS_EVENT ? &zero : &minus_one;
        return c;
    case GEOMS_MASS_SINGULAR: {
        const double q[4] = {1, 3, 1, 2}; /* M = [1 2; 2 1] */
        c = case_with (&model_oscillator, q, 4);
        c.options.weights = GEOMS_WEIGHTING_MASS;
        c.options.multipliers = GEOMS_MULTIPLIERS_ITERATED; /* else it is indefinite before */
        return c;
    }
    case GEOMS_NOT_FINITE:
        return spoiled_case (NAN_AT_START, 0);
    case GEOMS_PROJECTION_FAILS:
        c = spoiled_case (ROUGH, 0);
        c.model.system.jac = model_pendulum.system.jac; /* does not know of the noise */
        return c;
    case GEOMS_INITIAL_SLOW: {
        TestModel model = model_pendulum;
        model.system.dims = (GeomsDims){.np = 1, .nv = 1, .nl = 1};
        model_replace_rda (&model.system, flat_rda);
        model.system.mass = NULL;
        model.system.jac = NULL;
        model.system.create = nothing_create;
        model.start = flat_start;
        return case_with (&model, &(double){0}, 1);
    }
    case GEOMS_INITIAL_COND:
        c = case_of (&model_pendulum);
        c.model.system.dims.nc = 1;
        c.model.system.ivcond = stopping_condition;
        return c;
    case GEOMS_INITIAL_DEPENDENT:
        c = case_of (&model_pendulum);
        c.model.system.dims.nc = 2;
        c.model.system.ivcond = two_speeds;
        return c;
    case GEOMS_CONTRADICTION:
        c = case_of (&model_doubled);
        model_replace_rda (&c.model.system, contradicting_rda);
        return c;
    case GEOMS_PARTITION_SINGULAR: { /* the slider at a dead centre does not determine the angles */
        static const int slider[3] = {1, 0, 0};
        const double q[9] = {0.15, 0.36, 0.002727, 0.3, 0.151104, 0.0045339259, 0.075552, 0, 5};
        c = case_with (&model_slidercrank, q, 9);
        c.options.formulation = GEOMS_FORMULATION_PARTITION_FIXED;
        c.independent = slider;
        return c;
    }
    case GEOMS_PARTITION_RANK:
        c = case_of (&model_doubled);
        c.options.formulation = GEOMS_FORMULATION_PARTITION_QR;
        return c;
    case GEOMS_BAD_PAIR:
        c = case_of (&model_pendulum);
        c.options.formulation = GEOMS_FORMULATION_PSI1;
        c.options.method = GEOMS_METHOD_DOPRI5;
        return c;
    case GEOMS_BAD_FORMULATION: /* it has auxiliary variables */
        c = case_of (&model_skate);
        c.options.formulation = GEOMS_FORMULATION_PARTITION_FULL;
        return c;
    case GEOMS_INITIAL_FIXED: { /* off the circle */
        static const int fixed[5] = {0, 0, 0, 1, 1};
        c = case_of (&model_pendulum);
        c.x0[3] = 1.5;
        c.start.fixed = fixed;
        return c;
    }
    case GEOMS_SELECTOR_SIZE:
    case GEOMS_SELECTOR_SINGULAR:
    case GEOMS_STOP_SELECTOR: {
        static const double rows[4] = {0, 0, 0, 1}; /* (1, 0): its motions do not move p1 */
        c = case_of (&model_pendulum);
        c.options.selector = GEOMS_SELECTOR_GIVEN;
        c.selection.rows_p = idid == GEOMS_SELECTOR_SIZE ? 2 : 1;
        c.selection.Sp = rows;
        c.selection.at = idid == GEOMS_STOP_SELECTOR ? stopping_rows : NULL;
        return c;
    }
    case GEOMS_NO_SECOND_DERIVATIVES:
        c = case_of (&model_pendulum);
        c.reduced = 1;
        return c;
    case GEOMS_INITIAL_DIVERGES:
        c = spoiled_case (NO_ROOT, 0);
        c.options.initial = GEOMS_INITIAL_CORRECT;
        return c;
    default:
        fail_msg ("there is no case for %d", idid);
        return spoiled_case (NOTHING, 0);
    }
}

static const int raised[] = {
    GEOMS_STOPPED, GEOMS_EVENT, GEOMS_BAD_OPTION, GEOMS_BAD_TSPAN, GEOMS_BAD_MODEL,
    GEOMS_BAD_STATE, GEOMS_STOP_OUTPUT, GEOMS_STOP_EOM, GEOMS_STOP_MASS, GEOMS_STOP_JACOBIAN,
    GEOMS_STOP_EOM_DIFFERENCE, GEOMS_STOP_EVENTS, GEOMS_INCONSISTENT, GEOMS_SINGULAR_E,
    GEOMS_NEWTON_FAILS, GEOMS_NEWTON_FAILS_START, GEOMS_TOO_MANY_STEPS, GEOMS_STEP_TOO_SMALL,
    GEOMS_TIME_IS_UP, GEOMS_LU_RANK2, GEOMS_LU_RANK3, GEOMS_MULTIPLIER_CANCELLED,
    GEOMS_AUXILIARY_SINGULAR, GEOMS_CONTACT_SINGULAR,
    GEOMS_QR_RANK2, GEOMS_QR_RANK3, GEOMS_RANK_CHANGED, GEOMS_RANK_VELOCITY, GEOMS_RANK_POSITION,
    GEOMS_SINGULAR_START,
    GEOMS_INTERRUPTED, GEOMS_NOT_FINITE, GEOMS_MASS_SINGULAR, GEOMS_PROJECTION_FAILS,
    GEOMS_INITIAL_EOM, GEOMS_INITIAL_COND, GEOMS_INITIAL_DIVERGES, GEOMS_INITIAL_SLOW,
    GEOMS_INITIAL_DEPENDENT, GEOMS_CONTRADICTION, GEOMS_PARTITION_SINGULAR, GEOMS_PARTITION_RANK,
    GEOMS_BAD_PAIR, GEOMS_BAD_FORMULATION, GEOMS_NO_SECOND_DERIVATIVES, GEOMS_MASS_INDEFINITE,
    GEOMS_MASS_UNSYMMETRIC, GEOMS_MASSLESS, GEOMS_UNDAMPED, GEOMS_INITIAL_FIXED,
    GEOMS_SELECTOR_SIZE, GEOMS_SELECTOR_SINGULAR, GEOMS_STOP_SELECTOR
};

/* not raised here: the first two in other tests, then those of the surroundings, those that only
 * LAPACK can be the reason for, and those of the manual that have no use here */
static const int others[] = {
    GEOMS_OK, GEOMS_OUT_OF_MEMORY,
    GEOMS_CALLBACK_THREW, GEOMS_BAD_IDID, GEOMS_NO_DENSE,
    GEOMS_EVENTS_PILE_UP, /* test_impact.c */
    GEOMS_SVD_FAILS, GEOMS_INITIAL_SVD, GEOMS_LU_RANK1, GEOMS_QR_RANK1,
    GEOMS_QR_FX1, GEOMS_QR_FX2, GEOMS_QR_FX3, GEOMS_ORMQR_E1, GEOMS_ORMQR_E2, GEOMS_APPLY_Q1,
    GEOMS_APPLY_Q2, GEOMS_APPLY_Q3, GEOMS_APPLY_Q4, GEOMS_APPLY_Q_ERROR
};

enum { RAISED = sizeof raised / sizeof raised[0], OTHERS = sizeof others / sizeof others[0] };

static int times_in (const int *list, int count, int idid)
{
    int times = 0;

    for (int i = 0; i < count; i++)
        times += list[i] == idid;
    return times;
}

static void no_code_is_forgotten (void **state)
{
    int count;
    const GeomsCode *list = geoms_status_list (&count);

    (void)state;
    assert_int_equal (count, RAISED + OTHERS);
    for (int i = 0; i < count; i++)
        assert_int_equal (times_in (raised, RAISED, list[i].idid)
                              + times_in (others, OTHERS, list[i].idid),
                          1);
}

static void every_code_is_reported_once (void **state)
{
    (void)state;
    for (int i = 0; i < RAISED; i++) {
        Case c = case_for (raised[i]);
        Outcome o = attempt (&c);

        print_message ("%5d %s\n", o.status, o.report.text);
        if (o.status != raised[i])
            fail_msg ("%d instead of %s", o.status, geoms_status (raised[i])->name);
        assert_true (strlen (o.report.text) > 20);
        assert_true (o.report.text[strlen (o.report.text) - 1] == '.');
        if (o.run != NULL)
            check_solution (&c, &o);
        case_end (&c, &o);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (every_code_is_described),
        cmocka_unit_test (reports_fit_their_room),
        cmocka_unit_test (no_code_is_forgotten),
        cmocka_unit_test (every_code_is_reported_once),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
