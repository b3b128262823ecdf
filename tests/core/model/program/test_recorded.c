/* test_recorded.c - recorded functions as plain numbers: the values of their tapes; rubbish is refused */
#include "extent.h"
#include "grown.h"
#include "model/program/program_store.h"

enum { LIVE = 4, NQ = INPUTS - LIVE, STATES = 6 };

static double *numbers_of (unsigned *seed, GeomsTape *t, int *root, size_t *count)
{
    GeomsReport report;

    assert_int_equal (0, geoms_tape_begin (t, 4 * NODES + 50));
    grow (t, seed, root);
    double *numbers = geoms_record_numbers (t, LIVE, NQ, ROOTS, root, count, &report);
    assert_non_null (numbers);
    return numbers;
}

static void test_values (void **state)
{
    unsigned seed = 3;

    (void)state;
    for (int round = 0; round < 100; round++) {
        GeomsTape t;
        GeomsReport report;
        int root[ROOTS];
        size_t count;
        double x[3 * STATES], time[STATES], q[NQ], out[ROOTS * STATES], value[4 * NODES + 50];
        double *numbers = numbers_of (&seed, &t, root, &count);

        fill_noise (3 * STATES, x, &seed);
        fill_noise (STATES, time, &seed);
        fill_noise (NQ, q, &seed);
        GeomsRecorded *f = geoms_recorded_load (numbers, count, LIVE, ROOTS, q, NQ, &report);
        assert_non_null (f);
        const GeomsSource source[GEOMS_MOST_SOURCES] = {{x, 3, 3}, {time, 1, 1}};
        geoms_recorded_run (f, STATES, source, out, ROOTS);
        for (int j = 0; j < STATES; j++) {
            const double input[INPUTS]
                = {x[3 * j], x[3 * j + 1], x[3 * j + 2], time[j], q[0], q[1]};
            geoms_tape_evaluate (&t, input, value);
            for (int i = 0; i < ROOTS; i++)
                assert_true (same_bits (value[root[i]], out[ROOTS * j + i]));
        }
        geoms_recorded_free (f);
        free (numbers);
        geoms_tape_end (&t);
    }
}

/* each number spoilt, each length cut: refused, or a program that stays within its room */
static void test_spoilt (void **state)
{
    static const double rubbish[] = {-1, 0, 1, 2, 1e9, 1e300, NAN, 0.5};
    unsigned seed = 8;
    GeomsTape t;
    GeomsReport report;
    int root[ROOTS];
    size_t count;
    double *numbers = numbers_of (&seed, &t, root, &count), out[ROOTS], x[LIVE] = {0}, q[NQ] = {0};
    const GeomsSource source[GEOMS_MOST_SOURCES] = {{x, LIVE, LIVE}};

    (void)state;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < sizeof rubbish / sizeof *rubbish; k++) {
            const double old = numbers[i];
            numbers[i] = rubbish[k];
            GeomsRecorded *f = geoms_recorded_load (numbers, count, LIVE, ROOTS, q, NQ, &report);
            if (f != NULL)
                geoms_recorded_run (f, 1, source, out, ROOTS);
            geoms_recorded_free (f);
            numbers[i] = old;
        }
    for (size_t length = 0; length < count; length++)
        assert_null (geoms_recorded_load (numbers, length, LIVE, ROOTS, q, NQ, &report));
    assert_int_equal (GEOMS_BAD_MODEL, report.status);
    assert_null (geoms_recorded_load (numbers, count, LIVE + 1, ROOTS, q, NQ, &report));
    assert_null (geoms_recorded_load (numbers, count, LIVE, ROOTS + 1, q, NQ, &report));
    assert_null (geoms_recorded_load (numbers, count, LIVE, ROOTS, q, NQ - 1, &report));
    free (numbers);
    geoms_tape_end (&t);
}

/* what is computed once reads parameters alone: the number of another input is refused */
static void test_spoilt_input (void **state)
{
    enum { MANY = 1000 };
    const double q = 0.5;
    GeomsTape t;
    GeomsReport report;
    size_t count;
    int spoilt = 0;

    (void)state;
    assert_int_equal (0, geoms_tape_begin (&t, 100));
    const int root = geoms_tape_node (&t, GEOMS_OP_SIN, geoms_tape_input (&t, MANY), 0, 0);
    double *numbers = geoms_record_numbers (&t, MANY, 1, 1, &root, &count, &report);
    assert_non_null (numbers);
    for (size_t i = 4; i < count; i++) {
        if (numbers[i] != MANY)
            continue;
        numbers[i] = MANY - 1;
        spoilt++;
        assert_null (geoms_recorded_load (numbers, count, MANY, 1, &q, 1, &report));
        assert_int_equal (GEOMS_BAD_MODEL, report.status);
        numbers[i] = MANY;
    }
    assert_int_equal (1, spoilt);
    free (numbers);
    geoms_tape_end (&t);
}

/* a million operations: recorded, stored, loaded and run */
static void test_large (void **state)
{
    const int most = run_short () ? 100000 : 1000000;
    GeomsTape t;
    GeomsReport report;
    size_t count;
    double x[2] = {0.3, -0.2}, out, expected, *value = malloc ((size_t)most * sizeof *value);
    const GeomsSource source[GEOMS_MOST_SOURCES] = {{x, 2, 2}};

    (void)state;
    assert_int_equal (0, geoms_tape_begin (&t, most));
    int a = geoms_tape_input (&t, 0), b = geoms_tape_input (&t, 1);
    while (t.count < most - 10) { /* a rotation by nearly the same angle, again and again           */
        const int c = geoms_tape_constant (&t, 1 - 1e-7 * (t.count % 10));
        const int next = geoms_tape_node (&t, GEOMS_OP_MUL, c, a, 0);
        a = geoms_tape_node (&t, GEOMS_OP_SUB, next, geoms_tape_node (&t, GEOMS_OP_SIN, b, 0, 0), 0);
        b = next;
    }
    geoms_tape_evaluate (&t, x, value);
    expected = value[a];
    double *numbers = geoms_record_numbers (&t, 2, 0, 1, &a, &count, &report);
    assert_non_null (numbers);
    GeomsRecorded *f = geoms_recorded_load (numbers, count, 2, 1, NULL, 0, &report);
    assert_non_null (f);
    geoms_recorded_run (f, 1, source, &out, 1);
    assert_true (same_bits (out, expected));
    geoms_recorded_free (f);
    /* full: told, and nothing else */
    for (int i = 0; i < 20; i++)
        geoms_tape_constant (&t, 7 + i);
    assert_non_null (geoms_tape_trouble (&t));
    free (numbers);
    free (value);
    geoms_tape_end (&t);
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (test_values), cmocka_unit_test (test_spoilt),
                                       cmocka_unit_test (test_spoilt_input),
                                       cmocka_unit_test (test_large)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
