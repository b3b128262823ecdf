/* test_selection.c - S_p and S_v of the user: constant, or a function that may fail at any call
 * (pendulum: |S_p K_p| of the row (1 0) is |p2| / L, of (-p2 p1) it is 1)
 */
/* link: wrap-malloc */
#include "bench.h"
#include "continued.h"
#include "doubled.h"
#include "failing.h"

/* ---- functions that give rows ---- */

typedef struct Rows {
    long calls, fail_at;
    int how;                  /* STOP ... at call number fail_at                               */
    double along;             /* 0: (-p2 p1) for p and v; else the row (cos, sin) of this angle */
    double scale;             /* the rows are multiplied by it                                 */
    int switches;             /* (0 1) where |p1| > |p2|, else (1 0)                           */
} Rows;

enum { NEVER, STOP, CANNOT, RETURN_NAN };

/* of the pendulum: x = [lambda; v; p] */
static int give (double t, const double *x, int rows_p, int rows_v, double *Sp, double *Sv, void *user)
{
    Rows *r = user;
    const double *p = x + 3;
    const int second = fabs (p[0]) > fabs (p[1]);
    double row[2] = {-p[1], p[0]};

    (void)t;
    assert_true (rows_p <= 1 && rows_v <= 1);
    if (++r->calls == r->fail_at && (r->how == STOP || r->how == CANNOT))
        return r->how == STOP ? -1 : 1;
    if (r->switches || r->along != 0) {
        row[0] = r->switches ? ! second : cos (r->along);
        row[1] = r->switches ? second : sin (r->along);
    }
    for (int j = 0; j < 2; j++) {
        const double s = r->calls == r->fail_at ? NAN : r->scale * row[j];

        if (rows_p > 0)
            Sp[j] = s;
        if (rows_v > 0)
            Sv[j] = s;
    }
    return 0;
}

/* the pendulum, from 0.3 rad beside its lowest place, over half a swing */
static Case swing (Rows *r)
{
    Case c = case_of (&model_pendulum);

    c.x0[3] = sin (0.3);
    c.x0[4] = -cos (0.3);
    c.tspan[1] = 1.2;
    c.options.selector = GEOMS_SELECTOR_GIVEN;
    c.selection = (GeomsSelection){.rows_p = 1, .rows_v = 1, .at = give, .user = r};
    return c;
}

static Case constant_swing (const double *row)
{
    Case c = swing (NULL);

    c.selection = (GeomsSelection){.rows_p = 1, .rows_v = 1, .Sp = row, .Sv = row};
    return c;
}

/* ---- the same rows, the same steps ---- */

static void rows_along_the_motion_are_the_tangent_ones (void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        Rows r = {.scale = i % 2 ? -7.5 : 1};
        Case c = swing (&r), tangent;
        Outcome a, b;

        c.options.selector_update = i / 2 % 2;
        c.options.method = i / 4 % 2 ? GEOMS_METHOD_BDF : GEOMS_METHOD_AUTO;
        tangent = c;
        tangent.options.selector = GEOMS_SELECTOR_TANGENT;
        a = solve (&c);
        b = solve (&tangent);
        assert_int_equal (a.counters.naccpt, b.counters.naccpt);
        assert_int_equal (a.counters.nsel, b.counters.nsel);
        assert_int_equal (r.calls, a.counters.nsel);
        assert_true (distance (last_state (&a), last_state (&b), 0, 5) < 1e-9);
        assert_true (worst_residual (a.s) < 1e-12);
        for (int k = 0; k < 2; k++) {
            assert_true (fabs (a.s->seen[k] - 1) < 1e-10);
            assert_true (isnan (b.s->seen[k]));
        }
        outcome_free (&a);
        case_end (&c, &b);
    }
}

/* What is seen is that of all accepted states; with two rows both see the less the higher the
 * pendulum swings. */
static void what_rows_see_is_measured (void **state)
{
    static const double row[2] = {2, 0};
    Case c = constant_swing (row);
    Outcome o;
    double least = 1, when = 0;

    (void)state;
    c.options.initial = GEOMS_INITIAL_ASSUME;
    c.x0[0] = NAN;
    o = solve (&c);
    for (size_t i = 0; i < o.s->count; i++)
        if (fabs (o.s->x[5 * i + 4]) < least) {
            least = fabs (o.s->x[5 * i + 4]);
            when = o.s->t[i];
        }
    for (int k = 0; k < 2; k++) {
        assert_true (fabs (o.s->seen[k] - least) < 1e-6);
        assert_true (fabs (o.s->t_seen[k] - when) < 1e-3 || fabs (o.s->t_seen[k] - 0) < 1e-3);
    }
    case_end (&c, &o);
}

/* T S for a random T, or S itself, of a run that chooses unit rows: one step after another, they are what it
 * chose. S of both kinds of rows, of any sizes, is a constant then. */
static void constants_of_any_system_are_taken (void **state)
{
    static const TestModel *const models[] = {&model_pendulum, &model_slidercrank, &model_caraxis,
                                              &model_andrews, &model_chain_3, &model_skate};
    static double Sp[MOST_UNKNOWNS * MOST_UNKNOWNS], Sv[MOST_UNKNOWNS * MOST_UNKNOWNS];
    static Bench b;
    unsigned seed = 3;

    (void)state;
    for (int i = 0; i < 6; i++) {
        Case c = case_of (models[i]), other;
        const GeomsDims *d = &c.model.system.dims;
        Inside p;
        Outcome o, reference;

        bench_open (&b, &c, GEOMS_FORMULATION_PSF);
        bench_linearise (&b);
        p = inside (&b);
        /* S = K' + noise: not along the motion */
        for (int j = 0; j < p.k4 * d->np; j++)
            Sp[j] = p.Sp[j] + 0.02 * noise (&seed);
        for (int j = 0; j < p.k3 * d->nv; j++)
            Sv[j] = p.Sv[j] + 0.02 * noise (&seed);
        c.selection = (GeomsSelection){.rows_p = p.k4, .rows_v = p.k3, .Sp = Sp, .Sv = Sv};
        bench_close (&b);
        c.tspan[1] = c.tspan[0] + 0.02 * (c.tspan[1] - c.tspan[0]);
        case_tolerance (&c, 1e-8);
        other = c;
        c.options.selector = GEOMS_SELECTOR_GIVEN;
        o = solve (&c);
        reference = solve (&other);
        assert_string_equal (o.s->velocity_rows, "force");
        if (! (distance (last_state (&o), last_state (&reference), d->nw + d->nl + d->nm, c.n) < 1e-5))
            fail_msg ("%s: %g", c.model.name,
                      distance (last_state (&o), last_state (&reference), d->nw + d->nl + d->nm, c.n));
        assert_true (worst_residual (o.s) < 1e-11);
        assert_true (o.s->seen[0] > 0.01 && o.s->seen[0] <= 1 + 1e-12);
        outcome_free (&o);
        /* p alone, v alone, and rows of accelerations */
        for (int k = 0; k < 3; k++) {
            Case part = c;

            part.selection.rows_p = k == 1 ? 0 : p.k4;
            part.selection.rows_v = k == 0 ? 0 : p.k3;
            if (k == 2)
                part.options.velocity_rows = GEOMS_VELOCITY_ROWS_ACCELERATION;
            o = solve (&part);
            assert_true (distance (last_state (&o), last_state (&reference), d->nw + d->nl + d->nm, c.n)
                         < 1e-5);
            assert_true (isnan (o.s->seen[0]) == (k == 1) && isnan (o.s->seen[1]) == (k == 0));
            outcome_free (&o);
        }
        case_end (&c, &reference);
    }
}

static void positions_of_psi1_are_taken (void **state)
{
    static const double row[2] = {1, -0.5};
    Case c = constant_swing (row), other;
    Outcome o, reference;

    (void)state;
    c.options.formulation = GEOMS_FORMULATION_PSI1;
    other = c;
    other.options.selector = GEOMS_SELECTOR_TANGENT;
    c.selection.rows_v = 0;
    o = solve (&c);
    reference = solve (&other);
    assert_true (distance (last_state (&o), last_state (&reference), 1, 5) < 1e-5);
    assert_true (o.s->seen[0] < 1 && isnan (o.s->seen[1]));
    outcome_free (&reference);
    case_end (&c, &o);
}

/* rows that depend on each other leave more motions free: np - rank */
static void redundant_rows_are_counted (void **state)
{
    static const double row[2] = {1, 0}, rows[4] = {1, 0, 0, 1};
    Case c = case_of (&model_doubled);
    Outcome o;

    (void)state;
    c.options.selector = GEOMS_SELECTOR_GIVEN;
    c.x0[c.n - 2] = sin (0.3);
    c.x0[c.n - 1] = -cos (0.3);
    c.tspan[1] = 0.3;
    c.selection = (GeomsSelection){.rows_p = 1, .rows_v = 1, .Sp = row, .Sv = row};
    o = solve (&c);
    assert_true (o.s->redundant && worst_residual (o.s) < 1e-12);
    outcome_free (&o);
    c.selection = (GeomsSelection){.rows_p = 2, .Sp = rows};
    o = attempt (&c);
    assert_int_equal (o.status, GEOMS_SELECTOR_SIZE);
    case_end (&c, &o);
}

/* ---- what is refused ---- */

static void expect (Case *c, int status, const char *word)
{
    Outcome o = attempt (c);

    if (o.status != status || strstr (o.report.text, word) == NULL)
        fail_msg ("%d, %s", o.status, o.report.text);
    assert_true (o.s == NULL || o.s->count == 0);
    case_end (c, &o);
}

static void sizes_and_pairs_are_refused (void **state)
{
    static const double row[4] = {1, 0, 0, 1};
    Case c;

    (void)state;
    c = constant_swing (row);
    c.selection.rows_p = 2;
    expect (&c, GEOMS_SELECTOR_SIZE, "2 rows for p");
    c = constant_swing (row);
    c.selection.rows_v = 2;
    expect (&c, GEOMS_SELECTOR_SIZE, "2 rows for v");
    c = constant_swing (row);
    c.selection.rows_p = c.selection.rows_v = 0;
    expect (&c, GEOMS_BAD_OPTION, "needs rows");
    c = constant_swing (row);
    c.options.formulation = GEOMS_FORMULATION_PSI1;
    expect (&c, GEOMS_BAD_OPTION, "psi1");
    c = case_of (&model_pendulum_energy);
    c.options.selector = GEOMS_SELECTOR_GIVEN;
    c.selection = (GeomsSelection){.rows_p = 1, .rows_v = 1, .Sp = row, .Sv = row};
    c.options.invariant = GEOMS_INVARIANT_ELIMINATE;
    expect (&c, GEOMS_BAD_OPTION, "eliminate");
}

static void singular_rows_are_refused_at_the_start (void **state)
{
    static const double row[2] = {0.5, 0}, none[2] = {0, 0};
    Case c = constant_swing (row);

    (void)state;
    c.x0[3] = 1; /* p = (1, 0), K = (0, 1) */
    c.x0[4] = 0;
    expect (&c, GEOMS_SELECTOR_SINGULAR, "p(2) most");
    c = constant_swing (none);
    expect (&c, GEOMS_SELECTOR_SINGULAR, "S_p");
    c = constant_swing (row);
    c.selection.rows_p = 0;
    c.selection.Sv = none;
    expect (&c, GEOMS_SELECTOR_SINGULAR, "S_v");
}

/* A constant row becomes singular along the motion: told as what it is, with all until then. */
static void rows_that_become_singular_end_the_run (void **state)
{
    static const double row[2] = {0, 1}; /* sees |p1|: nothing at the lowest place */
    static const int methods[] = {GEOMS_METHOD_RADAU5, GEOMS_METHOD_BDF, GEOMS_METHOD_TRAPEZOIDAL};

    int ended = 0;

    (void)state;
    for (int i = 0; i < 9; i++) {
        Case c = constant_swing (row);
        Outcome o;
        double quarter;

        c.options.method = methods[i % 3];
        if (c.options.method == GEOMS_METHOD_TRAPEZOIDAL)
            c.options.step = 1e-3;
        c.options.newton_updates = i / 3 % 2;
        case_tolerance (&c, i < 6 ? 1e-7 : 1e-9);
        o = attempt (&c);
        quarter = o.s != NULL && o.s->count > 1 ? o.s->t[o.s->count - 1] : -1;
        if (o.status == 0) { /* a step may lead past it */
            assert_true (o.s->seen_passed > 0 && o.s->seen[0] < 1e-2);
            case_end (&c, &o);
            continue;
        }
        ended++;
        if (o.status != GEOMS_SELECTOR_SINGULAR || strstr (o.report.text, "p(1) most") == NULL)
            fail_msg ("method %d: %d, %s, t = %g", i % 3, o.status, o.report.text, quarter);
        check_solution (&c, &o);
        assert_true (fabs (o.s->x[5 * o.s->count - 2]) < 3e-2); /* p1 */
        assert_true (o.s->seen[0] < 3e-2);
        case_end (&c, &o);
    }
    assert_true (ended >= 3);
}

/* The long steps of radau happen to lead past it: that is told. */
static void rows_that_are_passed_are_told (void **state)
{
    static const double row[2] = {0, 1};
    Case c = constant_swing (row), other = c;
    Outcome o, reference;

    (void)state;
    other.options.selector = GEOMS_SELECTOR_TANGENT;
    c.options.method = other.options.method = GEOMS_METHOD_RADAU;
    o = solve (&c);
    reference = solve (&other);
    assert_true (distance (last_state (&o), last_state (&reference), 1, 5) < 1e-5);
    assert_true (o.s->seen[0] < 1e-2 && o.s->seen_passed > 0);
    assert_true (fabs (o.s->t_seen_passed - 0.425) < 0.01); /* a quarter of a swing */
    assert_int_equal (reference.s->seen_passed, 0);
    outcome_free (&reference);
    case_end (&c, &o);
}

/* ---- functions: renewed, kept, failing ---- */

static void rows_may_be_switched (void **state)
{
    Rows r = {.switches = 1, .scale = 1};
    Case c = swing (&r);
    Outcome o;

    (void)state;
    c.x0[3] = 1; /* 45 degrees are passed again and again */
    c.x0[4] = 0;
    c.tspan[1] = 4;
    o = solve (&c);
    assert_true (final_error (&c, &o) < 1e-3);
    assert_true (o.s->seen[0] > 0.6); /* sqrt (1/2), less what a step turns */
    assert_int_equal (o.s->seen_passed, 0);
    assert_true (worst_residual (o.s) < 1e-12);
    case_end (&c, &o);
}

static void runs_go_on_bit_for_bit (void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        Rows r = {.switches = i % 2, .along = 0.2, .scale = 1};
        Case c = swing (&r);

        c.options.selector_update = i / 2 % 2;
        c.options.method = i / 4 ? GEOMS_METHOD_BDF : GEOMS_METHOD_AUTO;
        check_continued (&c, 0.77);
        case_free (&c);
    }
}

static void functions_may_fail_at_any_call (void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        Rows r = {.along = 0.2, .scale = 1};
        Case c = swing (&r);
        const int how = STOP + i % 3;
        Outcome whole;
        long calls;

        c.options.method = i / 3 % 2 ? GEOMS_METHOD_BDF : GEOMS_METHOD_AUTO;
        c.options.selector_update = i / 6;
        c.options.max_newton = 4; /* failures of Newton's method renew selectors */
        c.tspan[1] = 0.5;
        whole = solve (&c);
        calls = r.calls;
        assert_true (calls > (i < 6 ? 3 : 0));
        for (long k = 1; k <= calls; k++) {
            Outcome o;

            r = (Rows){.along = 0.2, .scale = 1, .fail_at = k, .how = how};
            o = attempt (&c);
            if (how == STOP) {
                assert_int_equal (o.status, GEOMS_STOP_SELECTOR);
                assert_int_equal (r.calls, k);
            } else if (o.status != 0) {
                assert_int_equal (o.status, GEOMS_NOT_FINITE);
                assert_non_null (strstr (o.report.text, "Selector"));
            } else /* at a trial state: the step is made again */
                assert_true (distance (last_state (&o), last_state (&whole), 1, 5) < 1e-4);
            assert_true (k > 1 || o.s->count == 0);
            check_solution (&c, &o);
            outcome_free (&o);
        }
        case_end (&c, &whole);
    }
}

static void memory_may_end_at_any_call (void **state)
{
    static const double row[2] = {1, 0};

    (void)state;
    for (long k = 1; k < 10000; k++) {
        Case c = constant_swing (row);
        Outcome o;
        int failed;

        c.tspan[1] = 0.05;
        fail_after (k, 1);
        o = attempt (&c);
        failed = failures;
        fail_no_more ();
        if (failed == 0) {
            assert_int_equal (o.status, 0);
            case_end (&c, &o);
            return;
        }
        assert_int_equal (o.status, GEOMS_OUT_OF_MEMORY);
        case_end (&c, &o);
    }
    fail_msg ("there is no end");
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (rows_along_the_motion_are_the_tangent_ones),
        cmocka_unit_test (what_rows_see_is_measured),
        cmocka_unit_test (constants_of_any_system_are_taken),
        cmocka_unit_test (positions_of_psi1_are_taken),
        cmocka_unit_test (redundant_rows_are_counted),
        cmocka_unit_test (sizes_and_pairs_are_refused),
        cmocka_unit_test (singular_rows_are_refused_at_the_start),
        cmocka_unit_test (rows_that_become_singular_end_the_run),
        cmocka_unit_test (rows_that_are_passed_are_told),
        cmocka_unit_test (rows_may_be_switched),
        cmocka_unit_test (runs_go_on_bit_for_bit),
        cmocka_unit_test (functions_may_fail_at_any_call),
        cmocka_unit_test (memory_may_end_at_any_call),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
