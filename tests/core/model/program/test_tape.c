/* test_tape.c - nodes and rules: every recorded value is that of the operations as written */
#include <float.h>
#include <stdlib.h>

#include "model/program/tape.h"
#include "test.h"

enum { INPUTS = 4, NODES = 60, POINTS = 20 };

/* one of n */
static int pick (unsigned *seed, int n)
{
    return (int)((noise (seed) + 1) / 2 * n) % n;
}

/* numbers among which rules are found */
static double any_constant (unsigned *seed)
{
    static const double list[] = {0, 1, -1, 2, -2, 0.5, 3, -0.25, 4, 0.1, 1e-3, -7};
    return list[pick (seed, (int)(sizeof list / sizeof *list))];
}

static int same_number (double a, double b)
{
    return (isnan (a) && isnan (b)) || a == b;
}

/* an expression as written: operations and numbers of earlier lines */
typedef struct Line {
    int op, arg[3], node;
    double value[POINTS];
} Line;

static void values_as_written (Line *list, int i, double input[POINTS][INPUTS])
{
    for (int k = 0; k < POINTS; k++)
        list[i].value[k] = list[i].op == GEOMS_OP_INPUT
                               ? input[k][list[i].arg[0]]
                               : geoms_operation (list[i].op, list[list[i].arg[0]].value[k],
                                                  list[list[i].arg[1]].value[k],
                                                  list[list[i].arg[2]].value[k]);
}

static void write_expression (GeomsTape *tape, unsigned *seed, double input[POINTS][INPUTS],
                              Line *list)
{
    for (int i = 0; i < NODES; i++) {
        Line *l = list + i;
        *l = (Line){0};
        if (i < INPUTS) {
            l->op = GEOMS_OP_INPUT;
            l->arg[0] = i;
            l->node = geoms_tape_input (tape, i);
        } else if (i < 2 * INPUTS) {
            const double value = any_constant (seed);
            l->op = GEOMS_OP_CONSTANT;
            l->node = geoms_tape_constant (tape, value);
            for (int k = 0; k < POINTS; k++)
                l->value[k] = value;
            continue;
        } else {
            l->op = GEOMS_OP_ADD + pick (seed, GEOMS_OP_PIECEWISE - GEOMS_OP_ADD);
            for (int k = 0; k < 3; k++)
                l->arg[k] = pick (seed, i);
            l->node = geoms_tape_node (tape, l->op, list[l->arg[0]].node,
                                       geoms_arguments (l->op) > 1 ? list[l->arg[1]].node : 0,
                                       geoms_arguments (l->op) > 2 ? list[l->arg[2]].node : 0);
        }
        values_as_written (list, i, input);
    }
}

/* what was made of x^2, x^3 ... is rounded otherwise */
static int has_power (const Line *list, int i)
{
    if (list[i].op == GEOMS_OP_POW)
        return 1;
    for (int k = 0; list[i].op > GEOMS_OP_FAIL && k < geoms_arguments (list[i].op); k++)
        if (has_power (list, list[i].arg[k]))
            return 1;
    return 0;
}

/* a zero whose sign is another one, 1 / 0 or atan2 of it */
static int feels_signs (const Line *list, int i)
{
    const int op = list[i].op;

    if (op == GEOMS_OP_ATAN2 || op == GEOMS_OP_POW)
        return 1;
    for (int k = 0; op == GEOMS_OP_DIV && k < POINTS; k++)
        if (list[list[i].arg[1]].value[k] == 0)
            return 1;
    for (int k = 0; op > GEOMS_OP_FAIL && k < geoms_arguments (op); k++)
        if (feels_signs (list, list[i].arg[k]))
            return 1;
    return 0;
}

static void test_values (void **state)
{
    static Line list[NODES];
    double input[POINTS][INPUTS], *value = malloc (100000 * sizeof *value);
    unsigned seed = 7;
    int compared = 0;

    (void)state;
    for (int round = 0; round < 400; round++) {
        GeomsTape tape;
        assert_int_equal (0, geoms_tape_begin (&tape, 100000));
        for (int k = 0; k < POINTS; k++)
            for (int i = 0; i < INPUTS; i++)
                input[k][i] = k % 5 == 0 ? any_constant (&seed) : 3 * noise (&seed);
        write_expression (&tape, &seed, input, list);
        assert_int_equal (GEOMS_TAPE_GOOD, tape.fault);
        for (int k = 0; k < POINTS; k++) {
            geoms_tape_evaluate (&tape, input[k], value);
            for (int i = 0; i < NODES; i++) {
                if (has_power (list, i) || feels_signs (list, i))
                    continue;
                compared++;
                if (! same_number (list[i].value[k], value[list[i].node]))
                    fail_msg ("round %d, line %d (operation %d): %.17g, recorded %.17g", round, i,
                              list[i].op, list[i].value[k], value[list[i].node]);
            }
        }
        geoms_tape_end (&tape);
    }
    assert_true (compared > 50000);
    free (value);
}

static void test_rules (void **state)
{
    GeomsTape t;

    (void)state;
    assert_int_equal (0, geoms_tape_begin (&t, 1000));
    const int x = geoms_tape_input (&t, 0), y = geoms_tape_input (&t, 1);
    const int one = geoms_tape_constant (&t, 1), two = geoms_tape_constant (&t, 2);
#define N(op, a, b) geoms_tape_node (&t, GEOMS_OP_##op, a, b, 0)
    assert_int_equal (0, geoms_tape_constant (&t, 0));
    assert_int_equal (x, N (ADD, 0, x));
    assert_int_equal (x, N (MUL, one, x));
    assert_int_equal (0, N (MUL, 0, x));
    assert_int_equal (0, N (SUB, N (MUL, x, y), N (MUL, y, x)));
    assert_int_equal (N (ADD, x, y), N (ADD, y, x));
    assert_int_equal (N (SUB, x, y), N (NEG, N (SUB, y, x), 0));
    assert_int_equal (N (MUL, two, x), N (ADD, x, x));
    assert_int_equal (N (MUL, geoms_tape_constant (&t, 0.5), x), N (DIV, x, two));
    assert_int_equal (N (MUL, x, x), N (POW, x, two));
    assert_int_equal (N (NEG, N (SIN, x, 0), 0), N (SIN, N (NEG, x, 0), 0));
    assert_int_equal (N (COS, x, 0), N (COS, N (NEG, x, 0), 0));
    assert_int_equal (x, geoms_tape_node (&t, GEOMS_OP_SELECT, N (LT, x, y), x, x));
    /* where x may be infinite or NaN, 0 x stays until derivatives are made */
    const int root = N (SQRT, x, 0);
    assert_true (N (MUL, 0, root) != 0 && N (SUB, root, root) != 0);
    t.derives = 1;
    assert_true (N (MUL, 0, root) == 0 && N (SUB, root, root) == 0 && N (DIV, 0, root) == 0);
#undef N
    geoms_tape_end (&t);
}

static void test_limits (void **state)
{
    GeomsTape t;

    (void)state;
    assert_int_equal (0, geoms_tape_begin (&t, 100));
    for (int i = 0; i < 200; i++)
        geoms_tape_input (&t, i);
    assert_int_equal (GEOMS_TAPE_FULL, t.fault);
    assert_int_equal (100, t.count);
    geoms_tape_end (&t);
    /* found again among many */
    assert_int_equal (0, geoms_tape_begin (&t, 1 << 20));
    for (int i = 0; i < 50000; i++)
        assert_int_equal (i + 1, geoms_tape_input (&t, i));
    for (int i = 0; i < 50000; i++)
        assert_int_equal (i + 1, geoms_tape_input (&t, i));
    geoms_tape_end (&t);
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (test_values), cmocka_unit_test (test_rules),
                                       cmocka_unit_test (test_limits)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
