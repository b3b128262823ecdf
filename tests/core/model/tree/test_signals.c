/* test_signals.c - functions of time: recorded ones beside those of the host, and beside tables */
#include "../program/expressions.h"
#include "model/tree/tree_system.h"
#include "test.h"

enum { SIGNALS = 3, STATES = 5, NODES = 2000 };

/* gravity along y; motion of the first joint with two derivatives; a table, for the torque */
static double signal_at (int signal, int derivative, double t)
{
    if (signal == 0)
        return derivative == 0 ? -9.81 - 0.3 * sin (t) : 0;
    return derivative == 0 ? sin (2 * t) : derivative == 1 ? 2 * cos (2 * t) : -4 * sin (2 * t);
}

static int host (int k, const double *t, double *values, void *user)
{
    (void)user;
    for (int j = 0; j < k; j++)
        for (int i = 0; i < 6; i++)
            values[3 * SIGNALS * j + i] = signal_at (i / 3, i % 3, t[j]);
    return 0;
}

static GeomsRecorded *record (void)
{
    const int by_t = 0;
    GeomsTape tape, *t = &tape;
    GeomsReport report;
    size_t count;
    int root[3 * SIGNALS] = {0};

    assert_int_equal (0, geoms_tape_begin (t, NODES));
    root[0] = SUB (K (-9.81), MUL (K (0.3), SIN (IN (0))));
    root[3] = SIN (MUL (K (2), IN (0)));
    assert_int_equal (0, geoms_tape_slopes (t, 1, root + 3, 1, &by_t, root + 4));
    assert_int_equal (0, geoms_tape_slopes (t, 1, root + 4, 1, &by_t, root + 5));
    root[6] = K (77); /* of a table: does not count */
    double *numbers = geoms_record_numbers (t, 1, 0, 3 * SIGNALS, root, &count, &report);
    assert_non_null (numbers);
    GeomsRecorded *f = geoms_recorded_load (numbers, count, 1, 3 * SIGNALS, NULL, 0, &report);
    assert_non_null (f);
    free (numbers);
    geoms_tape_end (t);
    return f;
}

static GeomsTreeSystem *tree_with (const GeomsRecorded *recorded, GeomsModel *model)
{
    static const double breaks[] = {0, 1}, coefs[] = {0.5, -1, 0.25, 2};
    static const GeomsSignal signal[SIGNALS] = {{0}, {0}, {1, breaks, coefs}};
    const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    GeomsBody body[2] = {{.parent = -1, .joint = GEOMS_JOINT_REVOLUTE, .mass = 1,
                          .com = {0.5, 0, 0},
                          .inertia = {0, 0, 0.1}, .motion = 2},
                         {.parent = 0, .joint = GEOMS_JOINT_REVOLUTE, .at = {1, 0, 0}, .mass = 1,
                          .com = {0.5, 0, 0}, .inertia = {0, 0, 0.1}}};
    GeomsForce force = {.kind = GEOMS_FORCE_JOINT, .velocity = 0, .slow = 1, .signal = {3, 0, 0}};
    GeomsReport report;

    memcpy (body[0].turn, one, sizeof one);
    memcpy (body[1].turn, one, sizeof one);
    force.side[0].body = force.side[1].body = -1;
    memcpy (force.side[0].turn, one, sizeof one);
    memcpy (force.side[1].turn, one, sizeof one);
    const GeomsTreeDescription d = {.planar = 1, .gravity_signal = {0, 1, 0}, .bodies = 2,
                                    .body = body, .forces = 1, .force = &force,
                                    .signals = SIGNALS, .signal = signal, .recorded = recorded,
                                    .host = recorded == NULL ? host : NULL};
    GeomsTreeSystem *s = geoms_tree_create (&d, model, &report);
    assert_non_null (s);
    return s;
}

static void test_recorded (void **state)
{
    GeomsModel model[2];
    GeomsRecorded *f = record ();
    GeomsTreeSystem *called = tree_with (NULL, model), *recorded = tree_with (f, model + 1);
    double t[STATES], x[2 * STATES], a[2 * STATES], b[2 * STATES];
    unsigned seed = 4;

    (void)state;
    fill_noise (STATES, t, &seed);
    fill_noise (2 * STATES, x, &seed);
    assert_int_equal (0, model[0].rda (STATES, t, x, 2, a, 2, called));
    assert_int_equal (0, model[1].rda (STATES, t, x, 2, b, 2, recorded));
    for (int i = 0; i < 2 * STATES; i++)
        assert_true (fabs (a[i] - b[i]) < 1e-13);
    for (int j = 0; j < STATES; j++) {
        assert_int_equal (0, geoms_tree_signals (recorded, 1, t + j));
        for (int i = 0; i < 6; i++)
            assert_true (fabs (geoms_tree_signal (recorded, 1 + i / 3, i % 3, 0)
                               - signal_at (i / 3, i % 3, t[j]))
                         < 1e-14);
        assert_true (fabs (geoms_tree_signal (recorded, 3, 0, 0)
                           - (0.5 + t[j] * (-1 + t[j] * (0.25 + 2 * t[j]))))
                     < 1e-14);
    }
    geoms_tree_free (called);
    geoms_tree_free (recorded);
    geoms_recorded_free (f);
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (test_recorded)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
