/* test_flat.c - starts in singular positions, and rows that are redundant all along the motion
 *
 * The parallelogram of model_parallelogram has rank 4 k - 1 (k = 2), 4 k - 2 (k = 3) where its bars
 * lie in a line, and one more beside it.
 */
#include "repeated.h"

enum { WAYS = 5 };

/* number i of the ways to integrate: psf with multipliers solved, by differences, iterated, by SVD,
 * and psi1 */
static void choose_way (Case *c, int i)
{
    c->options.formulation = i == 4 ? GEOMS_FORMULATION_PSI1 : GEOMS_FORMULATION_PSF;
    if (i == 1)
        c->model.system.jac = NULL;
    if (i == 2)
        c->options.multipliers = GEOMS_MULTIPLIERS_ITERATED;
    if (i == 3)
        c->options.constraint_decomposition = GEOMS_DECOMPOSITION_SVD;
}

static Outcome start_at (TestModel *model, int cranks, double angle, int way, Case *c)
{
    const double q[6] = {1, 1, 2, 2, 9.81, angle};

    *model = model_parallelogram (cranks);
    *c = case_with (model, q, 6);
    c->tspan[c->ntspan - 1] = 0.1;
    choose_way (c, way);
    return attempt (c);
}

static void flat_starts_are_named (void **state)
{
    static const double angles[] = {0, 1e-13};

    (void)state;
    for (int i = 0; i < 4 * WAYS; i++) {
        TestModel model;
        Case c;
        Outcome o = start_at (&model, 2 + i % 2, angles[i / 2 % 2], i / 4, &c);

        if (o.status != GEOMS_SINGULAR_START)
            fail_msg ("%d cranks, way %d: %d, %s", 2 + i % 2, i / 4, o.status, o.report.text);
        assert_non_null (strstr (o.report.text, "g(1), g(3), g(5), g(7)"));
        assert_int_equal (o.counters.naccpt, 0);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* LU is refused for what the position is */
static void flat_starts_are_no_redundancy (void **state)
{
    static const int kinds[] = {GEOMS_DECOMPOSITION_LU, GEOMS_DECOMPOSITION_QR};

    (void)state;
    for (int i = 0; i < 4; i++) {
        const double q[6] = {1, 1, 2, 2, 9.81, i / 2 ? 0 : -1};
        const TestModel model = model_parallelogram (3);
        Case c = case_with (&model, q, 6);
        Outcome o;

        c.options.constraint_decomposition = kinds[i % 2];
        o = attempt (&c);
        assert_int_equal (o.status == GEOMS_SINGULAR_START, i / 2);
        assert_true (o.status < 0);
        case_end (&c, &o);
    }
}

/* from 1e-3 beside it the motion goes on, redundant with three cranks */
static void starts_beside_go_on (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * WAYS; i++) {
        TestModel model;
        Case c;
        const double angle = i / 2 == 2 ? -0.3 : -1e-3; /* multipliers that are iterated do not
                                                           come near */
        Outcome o = start_at (&model, 2 + i % 2, angle, i / 2, &c);

        if (o.status != 0)
            fail_msg ("%d cranks, way %d: %d, %s", 2 + i % 2, i / 2, o.status, o.report.text);
        assert_int_equal (o.s->rank[1], 4 * (2 + i % 2) - i % 2);
        case_end (&c, &o);
    }
}

/* rows written down again, and linkages whose loops fit everywhere */
static void redundant_rows_go_on (void **state)
{
    const TestModel three = model_parallelogram (3);
    const TestModel *const models[] = {&model_bricard, &model_fourbar, &three, &model_pendulum};

    (void)state;
    for (int i = 0; i < 4 * WAYS; i++) {
        Repeated r = {.base = models[i % 4], .count = 1, .row = {0}, .factor = {2}};
        Case c = i % 4 == 3 ? case_repeated (&r) : case_of (models[i % 4]);
        Outcome o;

        c.tspan[c.ntspan - 1] = 0.1;
        choose_way (&c, i / 4);
        o = attempt (&c);
        if (o.status != 0)
            fail_msg ("%s, way %d: %d, %s", c.model.name, i / 4, o.status, o.report.text);
        assert_true (o.s->rank[1] < o.s->rows[1]);
        case_end (&c, &o);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (flat_starts_are_named),
        cmocka_unit_test (flat_starts_are_no_redundancy),
        cmocka_unit_test (starts_beside_go_on),
        cmocka_unit_test (redundant_rows_go_on),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
