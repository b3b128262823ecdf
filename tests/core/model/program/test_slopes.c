/* test_slopes.c - dense Jacobians of what is recorded */
#include "expressions.h"
#include "model/program/tape.h"
#include "test.h"

static void test_slopes_of_two (void **state)
{
    GeomsTape *t = geoms_tape_create (1000);
    const int x = IN (0), y = IN (1);
    const int root[2] = {MUL (x, y), ADD (SIN (x), IN (2))};
    const int column[3] = {1, 0, -1}; /* by y, by x, not by the third                            */
    const double input[3] = {0.5, 2, 3}, expected[4] = {0.5, 0, 2, cos (0.5)};
    int slope[4] = {0};
    double value[100];

    (void)state;
    assert_int_equal (0, geoms_tape_slopes (t, 2, root, 3, column, slope));
    assert_int_equal (0, t->derives);
    assert_true (geoms_tape_count (t) <= 100);
    geoms_tape_evaluate (t, input, value);
    for (int k = 0; k < 4; k++)
        assert_true (value[slope[k]] == expected[k]);
    geoms_tape_free (t);
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (test_slopes_of_two)};

    return cmocka_run_group_tests (tests, NULL, NULL);
}
