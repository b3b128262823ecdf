/* test_program.c - programs have the values of their tapes, bit for bit, for any number of states */
#include "grown.h"
#include "model/program/program.h"

enum { STATES = 9 };


static void test_values (void **state)
{
    unsigned seed = 5;
    int fused = 0;

    (void)state;
    for (int round = 0; round < 300; round++) {
        GeomsTape t;
        GeomsProgram p;
        GeomsRegisters r;
        GeomsArena arena = {0};
        int root[ROOTS], place[ROOTS];
        double a[4 * STATES], b[2 * STATES], value[4 * NODES + 50], out[ROOTS * STATES];

        assert_int_equal (0, geoms_tape_begin (&t, 4 * NODES + 50));
        grow (&t, &seed, root);
        for (int i = 0; i < ROOTS; i++)
            place[i] = ROOTS - 1 - i;
        assert_int_equal (0, geoms_program_build (&p, &t, ROOTS, root, place, NULL, &arena));
        assert_true (geoms_program_is_sound (&p, INPUTS, INPUTS, ROOTS));
        geoms_program_registers (&p, &r, &arena);
        fill_noise (4 * STATES, a, &seed);
        fill_noise (2 * STATES, b, &seed);
        const GeomsSource source[GEOMS_MOST_SOURCES] = {{a, 4, 4}, {b, 2, 2}};
        for (int k = 1; k <= STATES; k++) {
            memset (out, 0, sizeof out);
            geoms_program_run (&p, &r, k, source, out, ROOTS);
            for (int j = 0; j < k; j++) {
                const double input[INPUTS] = {a[4 * j], a[4 * j + 1], a[4 * j + 2], a[4 * j + 3],
                                              b[2 * j], b[2 * j + 1]};
                geoms_tape_evaluate (&t, input, value);
                for (int i = 0; i < ROOTS; i++)
                    assert_true (same_bits (value[root[i]], out[ROOTS * j + place[i]]));
            }
        }
        for (int i = 0; i < p.stretches; i++)
            fused += p.stretch[i].op >= GEOMS_OPERATIONS_COUNT ? p.stretch[i].count : 0;
        geoms_arena_free (&arena);
        geoms_tape_end (&t);
    }
    assert_true (fused > 200);
}

/* a wide sum of products: long stretches, few registers */
static void test_size (void **state)
{
    enum { WIDE = 400 };
    GeomsTape t;
    GeomsProgram p;
    GeomsArena arena = {0};
    int sum = 0, place = 0;

    (void)state;
    assert_int_equal (0, geoms_tape_begin (&t, 10000));
    for (int i = 0; i < WIDE; i++) {
        const int x = geoms_tape_input (&t, i), s = geoms_tape_node (&t, GEOMS_OP_SIN, x, 0, 0);
        const int c = geoms_tape_node (&t, GEOMS_OP_COS, x, 0, 0);
        sum = geoms_tape_node (&t, GEOMS_OP_ADD, sum, geoms_tape_node (&t, GEOMS_OP_MUL, s, c, 0),
                               0);
    }
    assert_int_equal (0, geoms_program_build (&p, &t, 1, &sum, &place, NULL, &arena));
    assert_int_equal (2 * WIDE, p.instructions);
    assert_true (p.stretches < WIDE + 10 && p.registers <= 3 * WIDE + 10);
    assert_int_equal (GEOMS_OP_SINCOS, p.stretch[0].op);
    assert_int_equal (WIDE, p.stretch[0].count);
    geoms_arena_free (&arena);
    geoms_tape_end (&t);
}

/* numbers that a file may hold instead */
static void test_spoilt (void **state)
{
    GeomsTape t;
    GeomsProgram p;
    GeomsArena arena = {0};
    int place = 0;

    (void)state;
    assert_int_equal (0, geoms_tape_begin (&t, 100));
    const int x = geoms_tape_input (&t, 0), y = geoms_tape_input (&t, 1);
    const int root = geoms_tape_node (&t, GEOMS_OP_ADD, geoms_tape_node (&t, GEOMS_OP_EXP, x, 0, 0), y, 0);
    assert_int_equal (0, geoms_program_build (&p, &t, 1, &root, &place, NULL, &arena));
    assert_true (geoms_program_is_sound (&p, 2, 2, 1));
    assert_false (geoms_program_is_sound (&p, 1, 1, 1));
    assert_false (geoms_program_is_sound (&p, 2, 2, 0));
#define SPOILT(what, value)                              \
    do {                                                 \
        const int old = (int)(what);                     \
        what = value;                                    \
        assert_false (geoms_program_is_sound (&p, 2, 2, 1)); \
        what = old;                                      \
    } while (0)
    SPOILT (p.registers, 1);
    SPOILT (p.stretch[0].op, GEOMS_INSTRUCTIONS_COUNT);
    SPOILT (p.stretch[0].op, GEOMS_OP_INPUT);
    SPOILT (p.stretch[1].count, 2);
    SPOILT (p.stretch[1].count, -1);
    SPOILT (p.input[0].reg, -1);
    SPOILT (p.output[0].reg, 1000);
#undef SPOILT
    p.instruction[0].a = 1000;
    assert_false (geoms_program_is_sound (&p, 2, 2, 1));
    geoms_arena_free (&arena);
    geoms_tape_end (&t);
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (test_values), cmocka_unit_test (test_size),
                                       cmocka_unit_test (test_spoilt)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
