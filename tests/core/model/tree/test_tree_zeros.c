/* test_tree_zeros.c - entries of a tree that are 0 whatever the state, of a lattice of bars that are free in
 * the plane and hinged at their ends: which are left out; what forces keep, and what signals move
 */
/* link: wrap-malloc */
#include "failing.h"
#include "model/tree/tree_patterns.h"
#include "test.h"

enum { WIDE = 8, HIGH = 8, BARS = 2 * WIDE * HIGH };

typedef struct Lattice {
    GeomsBody bar[BARS];
    GeomsLoopJoint loop[3 * BARS];
    GeomsTreeDescription d;
    GeomsModel model;
    GeomsTreeSystem *system;
} Lattice;

static GeomsPlace end_of (int bar, double at)
{
    return (GeomsPlace){.body = bar, .at = {at, 0, 0}, .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
}

static void hinge (Lattice *b, GeomsPlace first, GeomsPlace second)
{
    b->loop[b->d.loops++] = (GeomsLoopJoint){.kind = GEOMS_LOOP_REVOLUTE, .side = {first, second}};
}

/* bars i + j WIDE go up, and WIDE HIGH more across */
static void describe (Lattice *b)
{
    memset (b, 0, sizeof *b);
    for (int i = 0; i < BARS; i++)
        b->bar[i] = (GeomsBody){.parent = GEOMS_GROUND,
                             .joint = GEOMS_JOINT_PLANAR,
                             .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                             .mass = 1,
                             .com = {0.5, 0, 0},
                             .inertia = {1. / 12, 1. / 12, 1. / 12}};
    b->d = (GeomsTreeDescription){.planar = 1, .gravity = {0, -9.81, 0}, .bodies = BARS, .body = b->bar,
                                  .loop = b->loop};
    for (int j = 0; j < HIGH; j++)
        for (int i = 0; i < WIDE; i++) {
            const int up = i + j * WIDE, across = up + WIDE * HIGH;

            hinge (b, end_of (j > 0 ? up - WIDE : -1, j > 0 ? 1 : i), end_of (up, 0));
            hinge (b, end_of (up, 1), end_of (across, 0));
            if (i + 1 < WIDE)
                hinge (b, end_of (up + 1, 1), end_of (across, 1));
        }
}

static void create (Lattice *b)
{
    GeomsReport report;

    b->system = geoms_tree_create (&b->d, &b->model, &report);
    assert_non_null (b->system);
    assert_non_null (b->system->patterns);
}

/* M: not x beside y; C: x or y, and the angle where a hinge is not at the origin of its bar; of the rows
 * of hinges the angles alone are in derivatives of C, and bars move no other */
static void what_is_zero_is_left_out (void **state)
{
    static Lattice b;
    int ends = 0;

    (void)state;
    describe (&b);
    create (&b);
    const GeomsTreePatterns *p = b.system->patterns;
    const GeomsDims *d = &b.model.dims;
    const int m = d->nl, n = m + d->nv + d->np;
    GeomsTreeWalk all = {0};

    for (int i = 0; i < b.d.loops; i++)
        for (int side = 0; side < 2; side++)
            ends += b.loop[i].side[side].body < 0 ? 0 : b.loop[i].side[side].at[0] == 0 ? 1 : 2;
    assert_int_equal (p->kept_M.pattern.start[d->nv], 7 * BARS);
    assert_int_equal (p->M.start[d->nv], 9 * BARS);
    assert_int_equal (p->kept_C.pattern.start[d->nv], 2 * ends);
    geoms_tree_walk_B (b.system, NULL, NULL, &all);
    /* - C', gI by v, g;  gII by v and p, gI by p by angles;  f of a bar by its angle, and x and y by
     * how fast it turns;  Z */
    const int turning = 2 * (ends - 2 * b.d.loops + WIDE);
    assert_int_equal (p->B.start[n], 3 * 2 * ends + 3 * turning + 5 * BARS + d->nv);
    assert_true (3 * p->B.start[n] < all.count);
    geoms_tree_free (b.system);
}

/* entries of f by v or p between two bars */
static int between (const Lattice *b, int first, int second, int by_p)
{
    const GeomsDims *d = &b->model.dims;
    const GeomsPattern *B = &b->model.patterns.B;
    const int column = d->nl + (by_p ? d->nv : 0) + 3 * second, row = 3 * d->nl + 3 * first;
    int count = 0;

    for (int j = column; j < column + 3; j++)
        for (int i = row; i < row + 3; i++)
            count += geoms_pattern_find (B, i, j) >= 0;
    return count;
}

/* a spring that is loose at some states, dampers in joints: their entries stay */
static void entries_of_forces_stay (void **state)
{
    static Lattice b;
    const GeomsForce force[] = {{.kind = GEOMS_FORCE_SPRING,
                                 .side = {end_of (3, 0.5), end_of (40, 0.5)},
                                 .stiffness = 1},
                                {.kind = GEOMS_FORCE_STOP, .velocity = 3 * 7, .stiffness = 1,
                                 .length = -100, .upper = 100}};

    (void)state;
    describe (&b);
    create (&b);
    assert_true (between (&b, 3, 40, 0) == 0 && between (&b, 3, 40, 1) == 0);
    assert_true (between (&b, 7, 7, 0) == 2 && between (&b, 7, 7, 1) == 3);
    geoms_tree_free (b.system);
    b.d.forces = 2;
    b.d.force = force;
    create (&b);
    assert_true (between (&b, 3, 40, 0) == 9 && between (&b, 40, 3, 1) == 9);
    assert_true (between (&b, 3, 3, 0) == 9 && between (&b, 40, 41, 0) == 0);
    assert_true (between (&b, 7, 7, 0) == 3 && between (&b, 7, 7, 1) == 4);
    geoms_tree_free (b.system);
}

/* signals are by chance: nothing is left out that they move */
static void signals_move (void **state)
{
    static Lattice b;
    const double breaks[2] = {0, 1}, still[4] = {0};
    const GeomsSignal signal[3] = {{1, breaks, still}, {1, breaks, still}, {1, breaks, still}};
    int entries;

    (void)state;
    describe (&b);
    create (&b);
    entries = b.model.patterns.C.start[b.model.dims.nv];
    geoms_tree_free (b.system);
    b.bar[0].motion = 1; /* all of its joint: its columns go, hinges have what is beside it */
    b.d.signals = 3;
    b.d.signal = signal;
    create (&b);
    assert_int_equal (b.model.dims.nv, 3 * BARS - 3);
    assert_int_equal (b.model.patterns.C.start[b.model.dims.nv], entries - 2 * (1 + 2 + 2));
    geoms_tree_free (b.system);
}

/* each allocation of such a tree fails once */
static void no_memory (void **state)
{
    static Lattice b;
    const long before = outstanding;
    int missed = 1;

    (void)state;
    for (long k = 1; missed; k++) {
        GeomsReport report;

        describe (&b);
        fail_after (k, k % 2 == 0);
        b.system = geoms_tree_create (&b.d, &b.model, &report);
        missed = failures;
        fail_no_more ();
        assert_true ((b.system == NULL) == (missed > 0));
        assert_true (! missed || report.status == GEOMS_OUT_OF_MEMORY);
        geoms_tree_free (b.system);
        assert_true (outstanding == before);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (what_is_zero_is_left_out),
        cmocka_unit_test (entries_of_forces_stay),
        cmocka_unit_test (signals_move),
        cmocka_unit_test (no_memory),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
