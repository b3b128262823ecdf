/* test_lanes.c - accelerations of several states at once: each has the bits that it has alone */
#include "model/tree/lanes.h"
#include "random_trees.h"

enum { STATES = 9, MOST_LANES = 8 };

/* ---- recursions ---- */

static void other_state (Fixture *f, unsigned *seed)
{
    fill_noise ((size_t)f->tree.np, f->p, seed);
    fill_noise ((size_t)f->tree.nv, f->v, seed);
    fill_noise ((size_t)f->tree.nv, f->tau, seed);
    for (int i = 0; i < 3; i++)
        fill_noise ((size_t)f->tree.driven, f->state.drive[i], seed);
}

/* what one state has alone, and its place among others */
static void put_state (Fixture *f, const GeomsLanes *ops, void *lanes, int lane, int moved,
                       double *expected)
{
    const size_t nv = (size_t)f->tree.nv;

    if (! moved)
        memset (f->wrench, 0, sizeof f->wrench);
    fixture_at (f);
    if (moved)
        ops->put_moved (lanes, lane, &f->state, f->tau);
    else
        ops->put (lanes, lane, &f->state, f->p, f->v, f->tau);
    geoms_tree_accelerations (&f->state, NULL, f->tau, expected);
    memcpy (expected + nv, f->state.D, nv * sizeof *expected);
}

static void recursions_at_once (const GeomsLanes *ops, int moved, Fixture *f, unsigned *seed)
{
    static double expected[MOST_LANES][2 * MOST], found[2 * MOST];
    const size_t nv = (size_t)f->tree.nv;
    void *lanes = ops->create (&f->tree, NULL, 1);

    assert_non_null (lanes);
    for (int lane = 0; lane < ops->count; lane++) {
        other_state (f, seed);
        put_state (f, ops, lanes, lane, moved, expected[lane]);
    }
    ops->accelerations (lanes, moved);
    for (int lane = 0; lane < ops->count; lane++) {
        ops->get (lanes, lane, found, found + nv);
        assert_memory_equal (found, expected[lane], 2 * nv * sizeof *found);
    }
    ops->destroy (lanes);
}

static void recursions_have_the_same_bits (void **state)
{
    unsigned seed = 5;

    (void)state;
    for (int trial = 0; trial < 400; trial++) {
        const int moved = trial % 2;
        Fixture *f = fixture_on (&seed, 1 + trial % 20,
                                 moved ? GEOMS_JOINTS_COUNT : GEOMS_JOINT_USER, 0);

        for (int kind = 0; kind < GEOMS_LANES_KINDS; kind++)
            if (geoms_lanes (kind) != NULL)
                recursions_at_once (geoms_lanes (kind), moved, f, &seed);
        fixture_free (f);
    }
}

/* on these processors there are some: two, and four if it has AVX2 */
static void numbers_side_by_side (void **state)
{
    (void)state;
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__aarch64__))
    assert_int_equal (geoms_lanes (1)->count, 2);
#endif
    if (geoms_lanes (0) != NULL)
        assert_int_equal (geoms_lanes (0)->count, 4);
}

/* ---- models ---- */

typedef struct System {
    Fixture *f;
    GeomsForce force[4];
    GeomsLoopJoint loop[2];
    double coefs[4][4];
    GeomsSignal signal[4];
    GeomsTreeDescription d;
    GeomsModel model;
    GeomsTreeSystem *system;
} System;

static const double BREAKS[] = {-1, 1};

static GeomsPlace ground_or (int body)
{
    return (GeomsPlace){.body = body, .at = {.3, .2, .1}, .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
}

/* gravity and forces in a joint that follow signals, a joint that is driven; `springs`: one, and
 * one in series with a damper, between bodies; `loops`: the first ones of a rod and a hinge */
static void system_of (System *s, unsigned *seed, int bodies, int springs, int loops)
{
    GeomsReport report;

    memset (s, 0, sizeof *s);
    s->f = fixture_with_maps (seed, bodies, 0);
    for (int i = 0; i < 4; i++) {
        fill_noise (4, s->coefs[i], seed);
        s->signal[i] = (GeomsSignal){1, BREAKS, s->coefs[i]};
    }
    s->f->body[0].joint = s->f->body[1].joint = GEOMS_JOINT_REVOLUTE;
    s->f->body[1].motion = 1;
    s->force[0] = (GeomsForce){.kind = GEOMS_FORCE_JOINT, .damping = 0.3, .signal = {2}};
    s->force[1] = (GeomsForce){
        .kind = GEOMS_FORCE_SPRING, .stiffness = 3, .damping = 0.4, .length = 1};
    s->force[1].side[0] = ground_or (-1);
    s->force[1].side[1] = ground_or (bodies - 1);
    s->force[2] = s->force[1];
    s->force[2].kind = GEOMS_FORCE_SERIES;
    for (int i = 0; i < 2; i++)
        s->loop[i] = (GeomsLoopJoint){.kind = i ? GEOMS_LOOP_REVOLUTE : GEOMS_LOOP_ROD,
                                      .side = {ground_or (-1), ground_or (bodies - 1 - i)},
                                      .length = 1};
    s->d = (GeomsTreeDescription){.gravity = {0, 0, -9.81},
                                  .bodies = bodies,
                                  .body = s->f->body,
                                  .loops = loops,
                                  .loop = s->loop,
                                  .forces = springs ? 3 : 1,
                                  .force = s->force,
                                  .signals = 4,
                                  .signal = s->signal,
                                  .gravity_signal = {3, 4, 0}};
    s->system = geoms_tree_create (&s->d, &s->model, &report);
    assert_non_null (s->system);
}

/* a callback whose results are m long: 1 ... STATES states at once, beside one by one */
static void states_at_once (const System *s, GeomsBatch callback, int m, unsigned *seed)
{
    const int n = s->model.dims.nl + s->model.dims.nr + s->model.dims.nv + s->model.dims.np;
    double *x = calloc ((size_t)(n * STATES + m * STATES + m), sizeof *x), *all = x + n * STATES,
           *one = all + m * STATES, t[STATES];

    fill_noise ((size_t)(n * STATES), x, seed);
    fill_noise (STATES, t, seed);
    for (int k = 1; k <= STATES; k++) {
        assert_int_equal (callback (k, t, x, n, all, m, s->system), 0);
        for (int j = 0; j < k; j++) {
            assert_int_equal (callback (1, t + j, x + n * j, n, one, m, s->system), 0);
            assert_memory_equal (one, all + m * j, (size_t)m * sizeof *one);
        }
    }
    free (x);
}

static void models_have_the_same_bits (void **state)
{
    unsigned seed = 23;

    (void)state;
    for (int trial = 0; trial < 200; trial++) {
        static System s;
        system_of (&s, &seed, 2 + trial % 9, trial % 2, trial % 4 < 2 ? 0 : 2);
        const GeomsDims *d = &s.model.dims;
        const int parts = d->nv * d->nv + (s.model.kinematics ? d->np * d->nv : 0) + d->nv
                          + d->nl * d->nv + 3 * d->nl + d->nr + d->ni;

        states_at_once (&s, s.model.parts, parts, &seed);
        if (d->nl == 0)
            states_at_once (&s, s.model.accelerations, d->nr + d->nv + d->np, &seed);
        geoms_tree_free (s.system);
        fixture_free (s.f);
    }
}

/* a hinge without mass, a point of mass on a slider across it, and a hinge that makes a plane or
 * does not: where the point is on the axis, at one of two states, there are no accelerations */
static void lost_inertia_is_told (void **state)
{
    GeomsBody body[3]
        = {{.parent = -1, .joint = GEOMS_JOINT_REVOLUTE},
           {.parent = 0, .joint = GEOMS_JOINT_PRISMATIC, .axis = {1, 0, 0}, .mass = 1},
           {.parent = -1, .joint = GEOMS_JOINT_REVOLUTE, .inertia = {1, 1, 1}}};
    const GeomsTreeDescription d = {.bodies = 3, .body = body};
    const double x[12] = {1, 1, 1, .3, .5, 0, 1, 1, 1, .3, 0, 0}, t[2] = {0};
    double out[12];
    GeomsReport report;
    GeomsModel model;

    (void)state;
    for (int i = 0; i < 3; i++)
        body[i].turn[0] = body[i].turn[4] = body[i].turn[8] = 1;
    for (int flat = 0; flat < 2; flat++) {
        body[2].axis[0] = ! flat;
        GeomsTreeSystem *s = geoms_tree_create (&d, &model, &report);
        assert_non_null (s);
        assert_int_equal (model.accelerations (1, t, x, 6, out, 6, s), 0);
        assert_int_equal (model.accelerations (1, t, x + 6, 6, out, 6, s), 1);
        assert_int_equal (model.accelerations (2, t, x, 6, out, 6, s), 1);
        assert_int_equal (model.accelerations (2, t, x, 0, out, 0, s), 0);
        geoms_tree_free (s);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (numbers_side_by_side),
        cmocka_unit_test (recursions_have_the_same_bits),
        cmocka_unit_test (models_have_the_same_bits),
        cmocka_unit_test (lost_inertia_is_told),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
