/* test_piecewise.c - tables: values, slopes by sweeps, what is no table */
#include "model/program/sweep.h"
#include "test.h"

/* sqrt (2 + x^2 / 4) by cubics over [-1, 2] would differ; this table is exact: x^3 - 2 x, in pieces */
static const double breaks[] = {-1, 0.25, 2}, coefs[] = {1, -3, 1, 1, 1, 0.75, -1.8125, -0.484375};

static double cubic (double x) { return x * x * x - 2 * x; }

static void test_values (void **state)
{
    GeomsTape t;
    int rate[3], node[3];
    double value[200];

    (void)state;
    assert_int_equal (0, geoms_tape_begin (&t, 200));
    const int table = geoms_tape_table (&t, 2, 4, breaks, coefs);
    assert_int_equal (table, geoms_tape_table (&t, 2, 4, breaks, coefs));
    const int x = geoms_tape_input (&t, 0), one = geoms_tape_constant (&t, 1);
    node[0] = geoms_tape_look_up (&t, table, x);
    for (int i = 0; i < 3; i++) {
        assert_int_equal (0, geoms_sweep_tangent (&t, 1, node + i, 1, &one, rate + i));
        if (i < 2)
            node[i + 1] = rate[i];
    }
    for (double at = -2; at < 3; at += 0.125) {
        geoms_tape_evaluate (&t, &at, value);
        assert_true (fabs (value[node[0]] - cubic (at)) < 1e-14 * 30);
        assert_true (fabs (value[node[1]] - (3 * at * at - 2)) < 1e-14 * 30);
        assert_true (fabs (value[node[2]] - 6 * at) < 1e-14 * 30);
        assert_true (fabs (value[rate[2]] - 6) < 1e-14 * 30);
        /* at a constant */
        double found;
        assert_true (geoms_tape_knows (&t, geoms_tape_look_up (&t, table,
                                                               geoms_tape_constant (&t, at)), &found));
        assert_true (found == value[node[0]]);
    }
    assert_int_equal (0, geoms_sweep_tangent (&t, 1, rate + 2, 1, &one, node));
    assert_int_equal (0, node[0]); /* the fourth derivative of a cubic                            */
    double nan = NAN;
    geoms_tape_evaluate (&t, &nan, value);
    assert_true (isnan (value[rate[2]]));
    geoms_tape_end (&t);
}

static void test_refused (void **state)
{
    static const double falls[] = {0, 0, 1}, with_nan[] = {0, NAN, 1};
    GeomsTape t;

    (void)state;
    assert_int_equal (0, geoms_tape_begin (&t, 200));
    assert_int_equal (-1, geoms_tape_table (&t, 2, 4, falls, coefs));
    assert_int_equal (-1, geoms_tape_table (&t, 2, 4, with_nan, coefs));
    assert_int_equal (-1, geoms_tape_table (&t, 0, 4, breaks, coefs));
    assert_int_equal (-1, geoms_tape_table (&t, 2, 0, breaks, coefs));
    assert_int_equal (0, geoms_tape_look_up (&t, 0, geoms_tape_input (&t, 0)));
    geoms_tape_end (&t);
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (test_values), cmocka_unit_test (test_refused)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
