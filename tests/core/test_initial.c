/* test_initial.c - consistent initial values: what is moved and what not, and when the search ends
 */
#include "bench.h"

static const TestModel *const models[]
    = {&model_pendulum,   &model_andrews, &model_caraxis,   &model_slidercrank,
       &model_prescribed, &model_skate,   &model_oscillator};
enum { MODELS = sizeof models / sizeof models[0] };

/* the first output of a short run from x0; o must be freed */
static Outcome begin (Case *c, int initial)
{
    c->options.initial = initial;
    c->options.project = GEOMS_PROJECT_OFF;
    c->options.max_steps = 1;
    return attempt (c);
}

static int has_begun (const Outcome *o)
{
    return o->status == 0 || o->status == GEOMS_TOO_MANY_STEPS;
}

static void consistent_values_stay (void **state)
{
    (void)state;
    for (int i = 0; i < 6 * MODELS; i++) {
        Case c = case_of (models[i / 6]);
        Outcome o;

        c.options.formulation = i / 3 % 2;
        o = begin (&c, i % 3);
        assert_true (has_begun (&o));
        assert_memory_equal (o.s->x, c.x0, (size_t)c.n * sizeof c.x0[0]);
        outcome_free (&o);
        case_free (&c);
    }
}

/* x0 off by 1e-3: corrected, refused with the name of a row, or taken as it is */
static void inconsistent_values_are_treated_as_wanted (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MODELS; i++) {
        Case c = case_of (models[i / 2]);
        unsigned seed = 7 + (unsigned)i;
        Outcome o;

        if (c.model.system.dims.nl == 0) {
            case_free (&c);
            continue;
        }
        c.options.formulation = i % 2;
        for (int j = 0; j < c.n; j++)
            c.x0[j] += 1e-3 * (0.1 + fabs (c.x0[j])) * noise (&seed);

        o = begin (&c, GEOMS_INITIAL_CORRECT);
        assert_true (has_begun (&o));
        for (int level = 0; level < (i % 2 ? 2 : 3); level++)
            assert_true (o.s->relative[level] <= 1e-12);
        assert_memory_not_equal (o.s->x, c.x0, (size_t)c.n * sizeof c.x0[0]);
        outcome_free (&o);

        o = begin (&c, GEOMS_INITIAL_CHECK);
        assert_int_equal (o.status, GEOMS_INCONSISTENT);
        assert_true (o.report.component >= 0);
        assert_true (fabs (o.report.value) > o.report.limit);
        assert_true (strchr (o.report.text, '(') != NULL); /* the row's name */
        assert_int_equal (o.s->count, 0);
        outcome_free (&o);

        o = begin (&c, GEOMS_INITIAL_ASSUME);
        if (o.s->count > 0)
            assert_memory_equal (o.s->x, c.x0, (size_t)c.n * sizeof c.x0[0]);
        outcome_free (&o);
        case_free (&c);
    }
}

/* each row that is violated alone is the one that is named */
static void the_violated_row_is_named (void **state)
{
    static const char *const names[] = {"gII(1)", "gI(1)", "g(1)"};

    (void)state;
    for (int i = 0; i < 3; i++) {
        const double x0[3][5] = {{0.1, 0, 0, 1, 0}, {0.005, 0.1, 0, 1, 0}, {0, 0, 0, 1.1, 0}};
        Case c = case_of (&model_pendulum);
        Outcome o;

        memcpy (c.x0, x0[i], sizeof x0[i]);
        o = begin (&c, GEOMS_INITIAL_CHECK);
        assert_int_equal (o.status, GEOMS_INCONSISTENT);
        if (strstr (o.report.text, names[i]) == NULL)
            fail_msg ("'%s' does not name %s", o.report.text, names[i]);
        outcome_free (&o);
        case_free (&c);
    }
}

/* The nearest point of the circle lies on the ray from the centre, the nearest velocity is the
 * tangential part, and lambda follows. */
static void the_change_is_the_smallest (void **state)
{
    (void)state;
    for (unsigned i = 1; i < 20; i++) {
        Case c = case_of (&model_pendulum);
        unsigned seed = i;
        const double angle = 3 * noise (&seed), r = 1 + 1e-3 * noise (&seed), w = 2 * noise (&seed);
        const double radial = 1e-3 * noise (&seed);
        const double e[2] = {cos (angle), sin (angle)};
        const double x0[5] = {noise (&seed), -w * e[1] + radial * e[0], w * e[0] + radial * e[1],
                              r * e[0], r * e[1]};
        const double expected[5]
            = {(w * w - 13.750371636040745655 * e[1]) / 2, -w * e[1], w * e[0], e[0], e[1]};
        Outcome o;

        memcpy (c.x0, x0, sizeof x0);
        o = begin (&c, GEOMS_INITIAL_CORRECT);
        assert_true (distance (o.s->x, expected, 3, 5) < 1e-12);
        assert_true (distance (o.s->x, expected, 0, 3)
                     < 1e-5); /* velocities turn with the position */
        outcome_free (&o);
        case_free (&c);
    }
}

/* a rough guess of the slider crank: crank angle and speed given, the rest about right */
static void rough_guesses_are_enough (void **state)
{
    (void)state;
    for (int k = 1; k <= 4; k++) {
        Case c = case_of (&model_slidercrank);
        unsigned seed = (unsigned)k;
        Outcome o;

        for (int j = 0; j < c.n; j++)
            c.x0[j] += 0.1 * k * (j > 1 ? 1 : 10) * noise (&seed);
        o = begin (&c, GEOMS_INITIAL_CORRECT);
        assert_true (has_begun (&o));
        assert_true (fmax (o.s->relative[0], fmax (o.s->relative[1], o.s->relative[2])) <= 1e-12);
        outcome_free (&o);
        case_free (&c);
    }
}

/* multipliers that are not known: 0 is as good as anything */
static void multipliers_are_found (void **state)
{
    (void)state;
    for (int i = 0; i < MODELS; i++) {
        Case c = case_of (models[i]);
        const GeomsDims *d = &c.model.system.dims;
        double exact[MOST_UNKNOWNS];
        Outcome o;

        memcpy (exact, c.x0, sizeof exact);
        memset (c.x0 + d->nw, 0, (size_t)(d->nl + d->nm) * sizeof c.x0[0]);
        o = begin (&c, GEOMS_INITIAL_CORRECT);
        assert_true (has_begun (&o));
        assert_true (distance (o.s->x, exact, 0, c.n) < 1e-9);
        outcome_free (&o);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (consistent_values_stay),
        cmocka_unit_test (inconsistent_values_are_treated_as_wanted),
        cmocka_unit_test (the_violated_row_is_named),
        cmocka_unit_test (the_change_is_the_smallest),
        cmocka_unit_test (rough_guesses_are_enough),
        cmocka_unit_test (multipliers_are_found),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
