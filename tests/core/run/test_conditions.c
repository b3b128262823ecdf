/* test_conditions.c - initial values with conditions, fixed components and invariants: what is
 * met, what stays, what is refused and how it is named
 */
#include "start.h"

typedef struct Wish {
    int count, unknown[4]; /* x (unknown[k]) = value[k], or the sum of p is sum                 */
    double value[4], sum;
    int with_sum;
    long calls, fail_at;
    int how;
    void *user; /* of the model */
} Wish;

static Wish wish;

static int wishes (double t, const double *x, double *k, void *user)
{
    (void)t, (void)user;
    for (int i = 0; i < wish.count; i++)
        k[i] = x[wish.unknown[i]] - wish.value[i];
    if (wish.with_sum)
        k[wish.count] = x[3] + x[4] - wish.sum; /* p of the pendulum */
    if (++wish.calls != wish.fail_at)
        return 0;
    if (wish.how == 2)
        k[0] = NAN;
    return wish.how == 0 ? -1 : wish.how == 1;
}

static void make_wishes (Case *c, Wish w)
{
    wish = w;
    c->model.system.dims.nc = w.count + w.with_sum;
    c->model.system.ivcond = wishes;
}

/* states on the way, the exact ones at some time, from guesses: positions and speeds of the free
 * coordinates are given, the others follow */
static void conditions_dominate (void **state)
{
    static const struct {
        const TestModel *model;
        int v, p; /* what determines all others */
        double time;
    } list[] = {{&model_pendulum, 2, 3, 0.2},
                {&model_slidercrank, 3, 6, 0.07},
                {&model_particle, 1, 3, 0.6}};

    (void)state;
    for (int i = 0; i < 24; i++) {
        const int which = i / 8, psi1 = i % 2, heavy = i / 2 % 2, n1 = which == 1 ? 2 : 1;
        Case c = case_of (list[which].model);
        double exact[MOST_UNKNOWNS], weights[MOST_UNKNOWNS];
        unsigned seed = (unsigned)i;
        Outcome o;

        assert_int_equal (c.model.exact (list[which].time, exact, c.user), 0);
        for (int j = 0; j < c.n; j++) {
            c.x0[j] = exact[j] + 0.05 * (1 + fabs (exact[j])) * noise (&seed);
            weights[j] = pow (10, 3 * noise (&seed)); /* that it is dear does not help */
        }
        c.start.weights = heavy ? weights : NULL;
        c.options.formulation = psf_or_psi1 (psi1);
        if (i / 4 % 2)
            c.model.system.jac = NULL;
        make_wishes (&c, (Wish){.count = 2,
                                .unknown = {list[which].v, list[which].p},
                                .value = {exact[list[which].v], exact[list[which].p]}});
        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (distance (o.s->x, exact, psi1 ? n1 : 0, c.n) < 1e-9);
        assert_true (fabs (o.s->x[list[which].p] - exact[list[which].p]) < 1e-12);
        assert_true (fabs (o.s->x[list[which].v] - exact[list[which].v]) < 1e-12);
        case_end (&c, &o);
    }
}

/* conditions on multipliers and on r: what they depend on is moved */
static void conditions_on_any_unknown (void **state)
{
    Case c = case_of (&model_pendulum);
    Outcome o;

    (void)state;
    make_wishes (&c, (Wish){.count = 1, .unknown = {0}, .value = {2}});
    o = initialise (&c);
    expect_done (&c, &o);
    assert_true (fabs (o.s->x[0] - 2) < 1e-12 && o.s->relative[2] <= 1e-12);
    case_end (&c, &o);
    c = case_of (&model_skate);
    make_wishes (&c, (Wish){.count = 2, .unknown = {7, 9}, .value = {0.3, -1}});
    o = initialise (&c);
    expect_done (&c, &o);
    assert_true (fabs (o.s->x[7] - 0.3) < 1e-12 && fabs (o.s->x[9] + 1) < 1e-12);
    assert_true (o.s->x[6] == c.x0[6] && o.s->x[8] == c.x0[8]);
    case_end (&c, &o);
}

/* without constraints: v1 + v2 = 3 by the smallest change in the weights, or in kinetic energy */
static int sum_of_speeds (double t, const double *x, double *k, void *user)
{
    (void)t, (void)user;
    k[0] = x[0] + x[1] - 3;
    return 0;
}

static void weights_count_for_conditions (void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        const double q[4] = {1, 3, 5, 2}, weights[4] = {1, 3, 2, 7};
        Case c = case_with (&model_oscillator, q, 4);
        /* W^-1 (1, 1): with the unit, 1/w^2 = (1, 1/9); M = [5 2; 2 5] */
        const double direction[3][2] = {{1, 1}, {1, 1.0 / 9}, {1, 1}};
        const double lack = 3 - c.x0[0] - c.x0[1], all = direction[i][0] + direction[i][1];
        Outcome o;

        c.model.system.dims.nc = 1;
        c.model.system.ivcond = sum_of_speeds;
        c.start.weights = i == 1 ? weights : NULL;
        c.options.weights = i == 2 ? GEOMS_WEIGHTING_MASS : GEOMS_WEIGHTING_UNIT;
        o = initialise (&c);
        expect_done (&c, &o);
        for (int j = 0; j < 2; j++) {
            const double moved = o.s->x[j] - c.x0[j], expected = lack * direction[i][j] / all;

            if (! (fabs (moved - expected) < 1e-9))
                fail_msg ("weighting %d: v(%d) moves by %.12g, expected %.12g", i, j + 1, moved,
                          expected);
        }
        assert_memory_equal (o.s->x + 2, c.x0 + 2, 2 * sizeof (double));
        case_end (&c, &o);
    }
}

/* dependent conditions may agree, and if they do not they are named */
static void dependent_conditions_are_told_apart (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = case_of (&model_pendulum);
        Outcome o;

        c.x0[3] = 0.6; /* where p1 is free to move */
        c.x0[4] = -0.8;
        c.options.formulation = psf_or_psi1 (i % 2);
        if (i / 2)
            c.model.system.jac = NULL;
        /* p1 twice, v2 once */
        make_wishes (&c, (Wish){.count = 3, .unknown = {3, 2, 3}, .value = {0.8, 0.5, 0.8}});
        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (fabs (o.s->x[3] - 0.8) < 1e-12 && fabs (o.s->x[2] - 0.5) < 1e-12);
        outcome_free (&o);
        wish.value[2] = 0.7;
        o = initialise (&c);
        expect_refusal (&o, GEOMS_INITIAL_DEPENDENT, "condition(1), condition(3) depend");
        assert_null (strstr (o.report.text, "condition(2)"));
        case_end (&c, &o);
    }
}

/* conditions that are constraints written down again: agreeing, and not */
static void conditions_may_repeat_constraints (void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_of (&model_particle); /* g = p1 - p2 */
        Outcome o;

        c.options.formulation = psf_or_psi1 (i);
        make_wishes (&c, (Wish){.count = 2, .unknown = {3, 4}, .value = {0.75, 0.75}});
        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (fabs (o.s->x[3] - 0.75) < 1e-13 && fabs (o.s->x[4] - 0.75) < 1e-13);
        outcome_free (&o);
        wish.value[1] = 0.76;
        o = initialise (&c);
        expect_refusal (&o, GEOMS_INITIAL_DEPENDENT, "condition(1), condition(2)");
        case_end (&c, &o);
    }
}

/* what cannot be is refused, with the condition or constraint that stays */
static void impossible_conditions_are_named (void **state)
{
    Case c = case_of (&model_pendulum);
    Outcome o;

    (void)state;
    make_wishes (&c, (Wish){.count = 1, .unknown = {3}, .value = {1.5}}); /* beyond the rod */
    o = initialise (&c);
    assert_true (o.status == GEOMS_INITIAL_DIVERGES || o.status == GEOMS_INITIAL_SLOW
                 || o.status == GEOMS_INITIAL_DEPENDENT);
    assert_true (strstr (o.report.text, "condition(1)") != NULL
                 || strstr (o.report.text, "g(1)") != NULL);
    outcome_free (&o);
    /* 'check' changes nothing, and names it, too */
    c.options.initial = GEOMS_INITIAL_CHECK;
    o = initialise (&c);
    expect_refusal (&o, GEOMS_INCONSISTENT, "condition(1)");
    assert_true (fabs (o.report.value + 0.5) < 1e-14);
    outcome_free (&o);
    wish.value[0] = 1; /* that is where it stands */
    o = initialise (&c);
    expect_done (&c, &o);
    assert_memory_equal (o.s->x, c.x0, 5 * sizeof (double));
    case_end (&c, &o);
}

/* the smallest motion that meets p1 + p2 = 0 and nothing else: v turns with p */
static void the_rest_moves_least (void **state)
{
    const double h = sqrt (0.5);

    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_of (&model_pendulum);
        Outcome o;

        /* close to 45 degrees, at rest */
        c.x0[3] = cos (-0.7);
        c.x0[4] = sin (-0.7);
        c.x0[0] = NAN;
        c.options.weights = i;
        make_wishes (&c, (Wish){.with_sum = 1});
        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (fabs (o.s->x[3] - h) < 1e-12 && fabs (o.s->x[4] + h) < 1e-12);
        assert_true (fabs (o.s->x[1]) < 1e-12 && fabs (o.s->x[2]) < 1e-12);
        assert_true (fabs (o.s->x[0] - 13.750371636040745655 * h / 2) < 1e-10);
        case_end (&c, &o);
    }
}

/* conditions are for the start: states after that are moved onto the constraints alone */
static void conditions_do_not_hold_later (void **state)
{
    Case c = case_of (&model_pendulum);
    const double t = 0;
    double x[5] = {0, 0, 0, 0.1, -1.001};
    Outcome o;

    (void)state;
    c.x0[3] = 0.8;
    c.x0[4] = -0.6;
    make_wishes (&c, (Wish){.count = 1, .unknown = {3}, .value = {0.9}});
    c.tspan[1] = 0.3;
    o = solve (&c);
    assert_true (fabs (o.s->x[3] - 0.9) < 1e-12 && fabs (last_state (&o)[3] - 0.9) > 0.01);
    assert_int_equal (geoms_run_project (o.run, 1, &t, x, NULL, NULL, 1), 0);
    assert_true (fabs (x[3] - 0.1) < 0.01 && fabs (hypot (x[3], x[4]) - 1) < 1e-13);
    case_end (&c, &o);
}

static void conditions_may_fail_at_any_call (void **state)
{
    long calls = 0;

    (void)state;
    for (int how = 0; how < 3; how++)
        for (long k = 0; k == 0 || k <= calls; k++) {
            Case c = case_of (&model_slidercrank);
            Outcome o;

            c.x0[3] += 0.5; /* speed and angle of the rod */
            make_wishes (
                &c,
                (Wish){
                    .count = 2, .unknown = {3, 6}, .value = {1, -0.2}, .fail_at = k, .how = how});
            o = initialise (&c);
            if (k == 0) {
                expect_done (&c, &o);
                calls = wish.calls;
                assert_true (calls > 20);
            } else if (how == 0) {
                assert_int_equal (o.status, GEOMS_INITIAL_COND);
                assert_int_equal (wish.calls, k);
                assert_int_equal (o.s->count, 0);
            } else if (o.status == 0) { /* a shorter step has helped */
                assert_true (fabs (o.s->x[3] - 1) < 1e-11 && fabs (o.s->x[6] + 0.2) < 1e-11);
            } else
                assert_int_equal (o.status, GEOMS_NOT_FINITE);
            case_end (&c, &o);
        }
}

/* ---- fixed components ---- */

/* a position and a speed are given, the others are off */
static void fixed_components_stay_exactly (void **state)
{
    (void)state;
    for (int i = 0; i < 36; i++) {
        static const int pairs[3][3][2]
            = {{{1, 3}, {2, 3}, {2, 4}}, {{2, 5}, {3, 6}, {4, 7}}, {{1, 3}, {2, 4}, {1, 4}}};
        const TestModel *list[3] = {&model_pendulum, &model_slidercrank, &model_particle};
        const int which = i / 12, psi1 = i % 2, heavy = i / 2 % 2;
        const int v = pairs[which][i / 4 % 3][0], p = pairs[which][i / 4 % 3][1];
        Case c = case_of (list[which]);
        int fixed[MOST_UNKNOWNS] = {0};
        double exact[MOST_UNKNOWNS], weights[MOST_UNKNOWNS];
        unsigned seed = 3 + (unsigned)i;
        Outcome o;

        assert_int_equal (c.model.exact (0.1, exact, c.user), 0);
        for (int j = 0; j < c.n; j++) {
            c.x0[j] = exact[j] + 0.05 * (0.5 + fabs (exact[j])) * noise (&seed);
            weights[j] = pow (10, noise (&seed));
        }
        c.x0[v] = exact[v];
        c.x0[p] = exact[p];
        fixed[v] = 1;
        fixed[p] = 5; /* anything but 0 */
        c.start.fixed = fixed;
        c.start.weights = heavy ? weights : NULL;
        c.options.formulation = psf_or_psi1 (psi1);
        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (o.s->x[v] == exact[v] && o.s->x[p] == exact[p]);
        if (! (distance (o.s->x, exact, psi1 ? c.model.system.dims.nl : 0, c.n) < 1e-6))
            fail_msg ("%s, x(%d) and x(%d) fixed: off by %.1e", c.model.name, v, p,
                      distance (o.s->x, exact, 0, c.n));
        for (int level = 0; level < (psi1 ? 2 : 3); level++)
            assert_true (o.s->relative[level] <= 1e-12);
        case_end (&c, &o);
    }
}

/* all that can be free is fixed: nothing moves; one more, and off: it is named, or its constraint
 */
static void too_many_fixed_components_are_refused (void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        Case c = case_of (&model_pendulum);
        int fixed[5] = {0, 1, 1, 1, 1};
        Outcome o;

        c.start.fixed = fixed;
        c.options.formulation = psf_or_psi1 (i % 2);
        c.x0[0] = NAN;
        o = initialise (&c);
        expect_done (&c, &o);
        assert_memory_equal (o.s->x + 1, c.x0 + 1, 4 * sizeof (double));
        assert_true (i % 2 || fabs (o.s->x[0]) < 1e-12);
        outcome_free (&o);
        c.x0[i / 2 == 0 ? 3 : i / 2 == 1 ? 4 : 1] += 0.05; /* p1, p2, v1 */
        o = initialise (&c);
        assert_true (o.status < 0 && o.s->count == 0);
        if (strstr (o.report.text, "g(1)") == NULL && strstr (o.report.text, "gI(1)") == NULL
            && strstr (o.report.text, "p(") == NULL && strstr (o.report.text, "v(") == NULL)
            fail_msg ("nothing is named: %s", o.report.text);
        case_end (&c, &o);
    }
}

/* a condition on what is fixed */
static void conditions_on_fixed_components (void **state)
{
    Case c = case_of (&model_pendulum);
    int fixed[5] = {0, 0, 0, 1, 0};
    Outcome o;

    (void)state;
    c.start.fixed = fixed;
    make_wishes (&c, (Wish){.count = 2, .unknown = {3, 2}, .value = {1, 0.4}});
    o = initialise (&c);
    expect_done (&c, &o);
    assert_true (o.s->x[3] == 1 && fabs (o.s->x[2] - 0.4) < 1e-12);
    outcome_free (&o);
    wish.value[0] = 0.9;
    o = initialise (&c);
    assert_true (o.status < 0 && strstr (o.report.text, "condition(1)") != NULL);
    case_end (&c, &o);
}

/* ---- nothing moves that need not ---- */

/* with conditions, fixed components, weights, redundancy, invariants: bit for bit */
static void what_is_consistent_stays (void **state)
{
    const TestModel three = model_parallelogram (3);
    const TestModel *const more[] = {&three, &model_fourbar, &model_bricard, &model_top};

    (void)state;
    for (int i = 0; i < 12 * (MODELS + 4); i++) {
        Case c = case_of (i / 12 < MODELS ? models[i / 12] : more[i / 12 - MODELS]);
        double weights[MOST_UNKNOWNS];
        int fixed[MOST_UNKNOWNS] = {0};
        unsigned seed = (unsigned)i;
        Outcome o;

        for (int j = 0; j < c.n; j++) {
            weights[j] = pow (10, noise (&seed));
            fixed[j] = noise (&seed) > 0.5;
        }
        c.options.formulation = psf_or_psi1 (i % 2);
        c.options.weights = i / 2 % 3 == 1 ? GEOMS_WEIGHTING_MASS : GEOMS_WEIGHTING_UNIT;
        c.start.weights = i / 2 % 3 == 2 ? weights : NULL;
        if (i / 6 % 2) {
            c.start.fixed = fixed;
            make_wishes (&c, (Wish){.count = 1, .unknown = {c.n - 1}, .value = {c.x0[c.n - 1]}});
        }
        o = initialise (&c);
        expect_done (&c, &o);
        /* redundant multipliers are those of minimum norm, to rounding */
        for (int j = o.s->redundant ? c.model.system.dims.nl : 0; j < c.n; j++)
            if (o.s->x[j] != c.x0[j])
                fail_msg ("%s, psi1 %d, weighting %d: x(%d) moves from %.17g to %.17g",
                          c.model.name, i % 2, i / 2 % 3, j, c.x0[j], o.s->x[j]);
        case_end (&c, &o);
    }
}

/* ---- invariants ---- */

/* an energy that is prescribed is reached by the smallest motion, and is not if it cannot be */
static void prescribed_invariants_are_met (void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        const double q[4] = {1, 1, 10, i % 3 == 0 ? 1 : i % 3 == 1 ? -3 : -9};
        const double x0[5] = {0, -1.5, 2, 0.8, 0.6};
        Case c = case_with (&model_pendulum_energy, q, 4);
        Outcome o;

        memcpy (c.x0, x0, sizeof x0);
        c.options.formulation = psf_or_psi1 (i / 3);
        o = initialise (&c);
        expect_done (&c, &o);
        assert_true (fabs (c.model.energy (0, o.s->x, c.user) - q[3]) < 1e-12);
        assert_true (o.s->relative[0] <= 1e-12 && o.s->relative[1] <= 1e-12);
        outcome_free (&o);
        c.options.initial = GEOMS_INITIAL_CHECK;
        c.x0[1] = -1.2; /* v'p = 0 */
        c.x0[2] = 1.6;
        c.x0[0] = NAN;
        o = initialise (&c);
        expect_refusal (&o, GEOMS_INCONSISTENT, "e(1)");
        assert_true (fabs (o.report.value - (8 - q[3])) < 1e-13);
        case_end (&c, &o);
    }
    {
        const double q[4] = {1, 1, 10, -10.5}; /* lower than the lowest */
        Case c = case_with (&model_pendulum_energy, q, 4);
        Outcome o = initialise (&c);

        if (o.status >= 0 || strstr (o.report.text, "e(1)") == NULL)
            fail_msg ("%d, %s", o.status, o.report.text);
        case_end (&c, &o);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (conditions_dominate),
        cmocka_unit_test (conditions_on_any_unknown),
        cmocka_unit_test (weights_count_for_conditions),
        cmocka_unit_test (dependent_conditions_are_told_apart),
        cmocka_unit_test (conditions_may_repeat_constraints),
        cmocka_unit_test (impossible_conditions_are_named),
        cmocka_unit_test (the_rest_moves_least),
        cmocka_unit_test (conditions_do_not_hold_later),
        cmocka_unit_test (conditions_may_fail_at_any_call),
        cmocka_unit_test (fixed_components_stay_exactly),
        cmocka_unit_test (too_many_fixed_components_are_refused),
        cmocka_unit_test (conditions_on_fixed_components),
        cmocka_unit_test (what_is_consistent_stays),
        cmocka_unit_test (prescribed_invariants_are_met),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
