/* test_callable.c - what depends on parameters alone is computed once, with the same bits */
#include "grown.h"
#include "model/program/callable.h"

enum { LIVE = 4, NQ = INPUTS - LIVE, STATES = 5 };

static void compare (const GeomsTape *t, const GeomsCallable *c, const int *root, const double *x,
                     const double *q)
{
    const GeomsSource source[GEOMS_MOST_SOURCES] = {{x, LIVE, LIVE}};
    double out[ROOTS * STATES] = {0}, value[4 * NODES + 50];

    geoms_program_run (&c->program, &c->registers, STATES, source, out, ROOTS);
    for (int j = 0; j < STATES; j++) {
        double input[INPUTS];
        memcpy (input, x + LIVE * j, LIVE * sizeof *input);
        memcpy (input + LIVE, q, NQ * sizeof *input);
        geoms_tape_evaluate (t, input, value);
        for (int i = 0; i < ROOTS; i++)
            assert_true (same_bits (value[root[i]], out[ROOTS * j + i]));
    }
}

static void test_values (void **state)
{
    unsigned seed = 11;
    int once = 0, several = 0;

    (void)state;
    for (int round = 0; round < 200; round++) {
        GeomsTape t;
        GeomsCallable c = {.values = 0};
        GeomsArena arena = {0};
        int root[ROOTS], place[ROOTS];
        double x[LIVE * STATES], q[NQ];

        assert_int_equal (0, geoms_tape_begin (&t, 4 * NODES + 50));
        grow (&t, &seed, root);
        for (int i = 0; i < ROOTS; i++)
            place[i] = i;
        assert_int_equal (0, geoms_callable_build (&c, &t, LIVE, NQ, ROOTS, root, place, &arena));
        assert_true (geoms_program_is_sound (&c.program, LIVE, INPUTS + c.values, ROOTS));
        for (int set = 0; set < 3; set++) {
            fill_noise (LIVE * STATES, x, &seed);
            fill_noise (NQ, q, &seed);
            assert_int_equal (0, geoms_callable_set (&c, LIVE, NQ, q));
            compare (&t, &c, root, x, q);
        }
        once += c.once.instructions;
        several += c.program.instructions;
        geoms_arena_free (&arena);
        geoms_tape_end (&t);
    }
    assert_true (once > 200 && once < several);
}

/* what a parameter makes of another one costs nothing at a run */
static void test_once (void **state)
{
    GeomsTape t;
    GeomsCallable c = {.values = 0};
    GeomsArena arena = {0};
    const int place[] = {0, 1};

    (void)state;
    assert_int_equal (0, geoms_tape_begin (&t, 100));
    const int x = geoms_tape_input (&t, 0), q = geoms_tape_input (&t, 1);
    const int s = geoms_tape_node (&t, GEOMS_OP_EXP, geoms_tape_node (&t, GEOMS_OP_SIN, q, 0, 0), 0, 0);
    const int root[] = {geoms_tape_node (&t, GEOMS_OP_MUL, s, x, 0), s};
    assert_int_equal (0, geoms_callable_build (&c, &t, 1, 1, 2, root, place, &arena));
    assert_int_equal (1, c.program.instructions);
    assert_int_equal (2, c.once.instructions);
    assert_int_equal (1, c.values);
    assert_int_equal (1, c.program.live);
    geoms_arena_free (&arena);
    geoms_tape_end (&t);
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (test_values), cmocka_unit_test (test_once)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
