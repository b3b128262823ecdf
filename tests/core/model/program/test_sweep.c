/* test_sweep.c - derivatives on a tape beside difference quotients; forward and reverse are the same */
#include <stdlib.h>

#include "model/program/sweep.h"
#include "test.h"

enum { INPUTS = 5, ROOTS = 4 };

static int pick (unsigned *seed, int n)
{
    return (int)((noise (seed) + 1) / 2 * n) % n;
}

static double value_at (const GeomsTape *t, int root, const double *input, double *value)
{
    geoms_tape_evaluate (t, input, value);
    return value[root];
}

/* fourth order */
static double quotient (const GeomsTape *t, int root, const double *input, const double *way,
                        double *value)
{
    static const double weight[] = {8, -8, -1, 1}, step[] = {1, -1, 2, -2};
    const double h = 1e-3;
    double sum = 0, x[INPUTS];

    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < INPUTS; i++)
            x[i] = input[i] + step[k] * h * way[i];
        sum += weight[k] * value_at (t, root, x, value);
    }
    return sum / (12 * h);
}

/* every operation by each of its arguments, at points where it is smooth */
static void test_slopes (void **state)
{
    unsigned seed = 3;
    double value[2000];

    (void)state;
    for (int op = GEOMS_OP_ADD; op < GEOMS_OP_PIECEWISE; op++)
        for (int round = 0; round < 20; round++) {
            GeomsTape t;
            double input[INPUTS], way[INPUTS] = {0};
            int seeds[INPUTS], rate, root;
            assert_int_equal (0, geoms_tape_begin (&t, 1000));
            for (int i = 0; i < INPUTS; i++) {
                input[i] = 0.15 + 0.7 * (noise (&seed) + 1) / 2;
                way[i] = i < 3 ? noise (&seed) : 0;
                seeds[i] = geoms_tape_constant (&t, way[i]);
            }
            if (op == GEOMS_OP_MOD || op == GEOMS_OP_REM)
                input[0] += 3 * input[1];
            root = geoms_tape_node (&t, op, geoms_tape_input (&t, 0),
                                    geoms_arguments (op) > 1 ? geoms_tape_input (&t, 1) : 0,
                                    geoms_arguments (op) > 2 ? geoms_tape_input (&t, 2) : 0);
            assert_int_equal (0, geoms_sweep_tangent (&t, 1, &root, INPUTS, seeds, &rate));
            const double found = value_at (&t, rate, input, value);
            const double expected = quotient (&t, root, input, way, value);
            const int near_edge = fabs (input[0] - input[1]) < 0.01;
            const int jumps = op == GEOMS_OP_MOD || op == GEOMS_OP_REM;
            if (! near_edge && ! jumps && fabs (found - expected) > 2e-8 * (1 + fabs (expected)))
                fail_msg ("operation %d: %.15g, differences %.15g", op, found, expected);
            if (jumps && floor (input[0] / input[1] - 0.02) == floor (input[0] / input[1] + 0.02))
                assert_true (fabs (found - expected) < 1e-7);
            geoms_tape_end (&t);
        }
}

/* smooth expressions that share much */
static void grow (GeomsTape *t, unsigned *seed, int *root)
{
    static const int ops[] = {GEOMS_OP_ADD, GEOMS_OP_SUB, GEOMS_OP_MUL, GEOMS_OP_SIN, GEOMS_OP_COS,
                              GEOMS_OP_ATAN, GEOMS_OP_MUL, GEOMS_OP_TANH, GEOMS_OP_NEG};
    int list[40];

    for (int i = 0; i < 40; i++)
        list[i] = i < INPUTS ? geoms_tape_input (t, i)
                             : geoms_tape_node (t, ops[pick (seed, 9)], list[pick (seed, i)],
                                                list[pick (seed, i)], 0);
    for (int i = 0; i < ROOTS; i++)
        root[i] = list[39 - i];
}

static double entry (const GeomsEntries *J, int row, int column, const double *value)
{
    for (int e = 0; e < J->count; e++)
        if (J->entry[e].row == row && J->entry[e].column == column)
            return value[J->entry[e].node];
    return 0;
}

static void test_jacobians (void **state)
{
    static const int column[INPUTS] = {2, 0, -1, 1, 3};
    double *value = malloc (100000 * sizeof *value);
    unsigned seed = 11;

    (void)state;
    for (int round = 0; round < 200; round++) {
        GeomsTape t;
        GeomsEntries forward = {0}, reverse = {0};
        int root[ROOTS];
        double input[INPUTS];
        assert_int_equal (0, geoms_tape_begin (&t, 90000));
        grow (&t, &seed, root);
        for (int i = 0; i < INPUTS; i++)
            input[i] = noise (&seed);
        assert_int_equal (0, geoms_sweep_forward (&t, ROOTS, root, INPUTS, column, &forward));
        assert_int_equal (0, geoms_sweep_reverse (&t, ROOTS, root, INPUTS, column, &reverse));
        assert_int_equal (GEOMS_TAPE_GOOD, t.fault);
        for (int i = 0; i < INPUTS; i++)
            for (int k = 0; k < ROOTS && column[i] >= 0; k++) {
                double way[INPUTS] = {0};
                way[i] = 1;
                const double expected = quotient (&t, root[k], input, way, value);
                geoms_tape_evaluate (&t, input, value);
                const double f = entry (&forward, k, column[i], value),
                             r = entry (&reverse, k, column[i], value);
                if (fabs (f - expected) > 1e-6 * (1 + fabs (expected)) || fabs (f - r) > 1e-13 * (1 + fabs (f)))
                    fail_msg ("round %d, row %d, input %d: %.15g, %.15g, differences %.15g", round,
                              k, i, f, r, expected);
            }
        geoms_entries_free (&forward);
        geoms_entries_free (&reverse);
        geoms_tape_end (&t);
    }
    free (value);
}

/* |v| v and sqrt (v'v) v at rest; the branch that is not taken is NaN */
static void test_at_rest (void **state)
{
    static const int column[] = {0};
    GeomsTape t;
    GeomsEntries J = {0};
    double value[100];
    const double zero = 0;

    (void)state;
    assert_int_equal (0, geoms_tape_begin (&t, 100));
    const int v = geoms_tape_input (&t, 0), square = geoms_tape_node (&t, GEOMS_OP_MUL, v, v, 0);
    const int below = geoms_tape_node (&t, GEOMS_OP_LT, v, geoms_tape_constant (&t, 1), 0);
    const int root[] = {
        geoms_tape_node (&t, GEOMS_OP_MUL, geoms_tape_node (&t, GEOMS_OP_SQRT, square, 0, 0), v, 0),
        geoms_tape_node (&t, GEOMS_OP_MUL, geoms_tape_node (&t, GEOMS_OP_ABS, v, 0, 0), v, 0),
        geoms_tape_node (&t, GEOMS_OP_SELECT, below, square,
                         geoms_tape_node (&t, GEOMS_OP_LOG, v, 0, 0))};
    assert_int_equal (0, geoms_sweep_forward (&t, 3, root, 1, column, &J));
    geoms_tape_evaluate (&t, &zero, value);
    for (int i = 0; i < J.count; i++)
        assert_true (value[J.entry[i].node] == 0);
    geoms_entries_free (&J);
    /* in reverse 0 would be multiplied by the slope of the branch that is not taken */
    assert_false (geoms_sweep_reverses (&t, 3, root));
    assert_true (geoms_sweep_reverses (&t, 1, root));
    geoms_tape_end (&t);
}

/* inputs by expressions of others */
static void test_substitute (void **state)
{
    double value[200];
    GeomsTape t;

    (void)state;
    assert_int_equal (0, geoms_tape_begin (&t, 200));
    const int x = geoms_tape_input (&t, 0), a = geoms_tape_input (&t, 1);
    int root = geoms_tape_node (&t, GEOMS_OP_MUL, geoms_tape_node (&t, GEOMS_OP_SIN, a, 0, 0), x, 0);
    const int by[] = {-1, geoms_tape_node (&t, GEOMS_OP_MUL, x, x, 0)};
    const double input[] = {0.7, NAN};
    assert_int_equal (0, geoms_sweep_substitute (&t, 1, &root, 2, by));
    geoms_tape_evaluate (&t, input, value);
    assert_true (value[root] == sin (0.7 * 0.7) * 0.7);
    assert_int_equal (3, geoms_sweep_operations (&t, 1, &root));
    geoms_tape_end (&t);
}

int main (void)
{
    const struct CMUnitTest tests[]
        = {cmocka_unit_test (test_slopes), cmocka_unit_test (test_jacobians),
           cmocka_unit_test (test_at_rest), cmocka_unit_test (test_substitute)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
