/* test_plane.c - trees that move in a plane: what is one, and accelerations beside those of the
 * recursion in space
 */
#include "model/tree/tree_system.h"
#include "random_trees.h"

enum { MOST_LANES = 8 };

/* ---- random trees in a random plane ---- */

static void about_z (double angle, double *R)
{
    const double s = sin (angle), c = cos (angle);
    const double all[9] = {c, s, 0, -s, c, 0, 0, 0, 1};

    memcpy (R, all, sizeof all);
}

/* a body whose frame has z across the plane, like those before */
static void planar_body (GeomsBody *b, int number, double massless, const double *Q, unsigned *seed)
{
    static const int joints[] = {GEOMS_JOINT_REVOLUTE, GEOMS_JOINT_REVOLUTE, GEOMS_JOINT_PRISMATIC,
                                 GEOMS_JOINT_PLANAR, GEOMS_JOINT_FIXED};
    double turn[9];

    random_body (b, number, GEOMS_JOINT_USER, massless, seed);
    b->joint = number == 0 ? GEOMS_JOINT_REVOLUTE : joints[choose (5, seed)];
    b->motion = choose (4, seed) == 0 && b->joint != GEOMS_JOINT_FIXED;
    about_z (3 * noise (seed), turn);
    if (b->parent < 0)
        geoms_multiply3 (Q, turn, b->turn);
    else
        memcpy (b->turn, turn, sizeof turn);
    b->axis[0] = b->axis[1] = 0;
    if (b->joint == GEOMS_JOINT_PRISMATIC) {
        b->axis[0] = noise (seed), b->axis[1] = noise (seed);
        b->axis[2] = 0;
    }
}

static Fixture *planar_of (unsigned *seed, int count, double massless, int tilted)
{
    Fixture *f = calloc (1, sizeof *f);
    const double gravity[3] = {noise (seed), noise (seed), -9.81};
    double Q[9];

    assert_non_null (f);
    about_z (0, Q);
    if (tilted)
        random_turn (seed, Q);
    for (int i = 0; i < count; i++)
        planar_body (f->body + i, i, massless, Q, seed);
    return fixture_filled (f, count, gravity, seed);
}

/* ---- beside the recursion in space ---- */

static void random_drives (Fixture *f, unsigned *seed)
{
    for (int i = 0; i < 3; i++)
        fill_noise ((size_t)f->tree.driven, f->state.drive[i], seed);
}

static void in_plane (const Fixture *f, const GeomsPlane *plane, GeomsPlaneState *s)
{
    double g[3];

    for (int i = 0; i < 3; i++)
        s->drive[i] = f->state.drive[i];
    geoms_turn_back3 (plane->N, f->state.gravity, g);
    memcpy (s->gravity, g, sizeof s->gravity);
}

/* R, x, w, x' of all bodies */
static void assert_shown (const Fixture *f, const GeomsPlaneState *s, GeomsTreeState *shown)
{
    geoms_plane_show (s, f->v, shown);
    for (int i = 0; i < f->tree.count; i++) {
        const GeomsTreeMotion *m = f->state.body + i, *found = shown->body + i;

        for (int k = 0; k < 9; k++)
            assert_true (fabs (found->R[k] - m->R[k]) <= 1e-13);
        for (int k = 0; k < 3; k++) {
            assert_true (fabs (found->x[k] - m->x[k]) <= 1e-12);
            assert_true (fabs (found->w[k] - m->w[k]) <= 1e-12);
            assert_true (fabs (found->v[k] - m->v[k]) <= 1e-11);
        }
    }
}

/* the largest difference of accelerations, of the largest of them; `pushed`: with wrenches */
static double compare (Fixture *f, int pushed, unsigned *seed, int *zeros)
{
    GeomsPlane *plane = geoms_plane_of (&f->tree, &f->arena);
    double vdot[MOST], size = 1, worst = 0;
    int zero[MOST];
    GeomsTreeState shown = {0};
    GeomsPlaneState s;

    assert_non_null (plane);
    plane->pushed = pushed;
    geoms_plane_state_create (&s, plane, &f->arena);
    geoms_tree_state_create (&shown, &f->tree, &f->arena);
    random_drives (f, seed);
    if (! pushed)
        memset (f->wrench, 0, sizeof f->wrench);
    *zeros += fixture_zeros (f, zero);
    fixture_at (f);
    in_plane (f, plane, &s);
    geoms_plane_move (&s, f->p, f->v);
    assert_shown (f, &s, &shown);
    for (int i = 0; i < f->tree.count && pushed; i++)
        geoms_plane_flatten (plane, f->state.wrench + 6 * i, s.wrench + 3 * i);
    geoms_plane_accelerations (&s, zero, f->tau, vdot);
    geoms_tree_accelerations (&f->state, zero, f->tau, f->vdot);
    for (int k = 0; k < f->tree.nv; k++) {
        size = fmax (size, fabs (f->vdot[k]));
        worst = fmax (worst, fabs (vdot[k] - f->vdot[k]));
        assert_true (fabs (s.D[k] - f->state.D[k]) <= 1e-9 * fabs (s.D[k]));
    }
    return worst / size;
}

static void agrees_with_space (void **state)
{
    unsigned seed = 19;
    double worst = 0;
    int zeros = 0, driven = 0;

    (void)state;
    for (int trial = 0; trial < 600; trial++) {
        Fixture *f = planar_of (&seed, 1 + trial % 25, 0.2 * (trial % 3), trial % 2);

        driven += f->tree.driven;
        worst = fmax (worst, compare (f, trial % 4 > 1, &seed, &zeros));
        fixture_free (f);
    }
    assert_true (worst <= 1e-11);
    assert_true (zeros > 100 && driven > 500);
}

/* ---- side by side ---- */

static void planes_at_once (const GeomsLanes *ops, Fixture *f, unsigned *seed)
{
    static double expected[MOST_LANES][2 * MOST], found[2 * MOST];
    const size_t nv = (size_t)f->tree.nv;
    const GeomsPlane *plane = geoms_plane_of (&f->tree, &f->arena);
    void *lanes = ops->create (&f->tree, plane, 0);
    GeomsPlaneState s;

    assert_true (plane != NULL && lanes != NULL);
    geoms_plane_state_create (&s, plane, &f->arena);
    in_plane (f, plane, &s);
    for (int lane = 0; lane < ops->count; lane++) {
        random_drives (f, seed);
        fill_noise ((size_t)f->tree.np, f->p, seed);
        fill_noise (nv, f->v, seed);
        ops->put (lanes, lane, &f->state, f->p, f->v, f->tau);
        geoms_plane_move (&s, f->p, f->v);
        geoms_plane_accelerations (&s, NULL, f->tau, expected[lane]);
        memcpy (expected[lane] + nv, s.D, nv * sizeof *found);
    }
    ops->accelerations (lanes, 0);
    for (int lane = 0; lane < ops->count; lane++) {
        ops->get (lanes, lane, found, found + nv);
        assert_memory_equal (found, expected[lane], 2 * nv * sizeof *found);
    }
    ops->destroy (lanes);
}

static void lanes_have_the_same_bits (void **state)
{
    unsigned seed = 91;

    (void)state;
    for (int trial = 0; trial < 200; trial++) {
        Fixture *f = planar_of (&seed, 1 + trial % 20, 0, trial % 2);

        for (int kind = 0; kind < GEOMS_LANES_KINDS; kind++)
            if (geoms_lanes (kind) != NULL)
                planes_at_once (geoms_lanes (kind), f, &seed);
        fixture_free (f);
    }
}

/* ---- which trees ---- */

static int has_plane (Fixture *f)
{
    static const double gravity[3] = {0, -9.81, 0};
    int has;

    geoms_arena_free (&f->arena);
    memset (&f->arena, 0, sizeof f->arena);
    fixture_compile (f, f->count, gravity);
    has = geoms_plane_of (&f->tree, &f->arena) != NULL;
    assert_false (f->arena.failed);
    return has;
}

static void trees_without_plane (void **state)
{
    unsigned seed = 8;
    Fixture *f = planar_of (&seed, 6, 0, 0);
    GeomsBody *b = f->body + 5;

    (void)state;
    assert_true (has_plane (f));
    b->joint = GEOMS_JOINT_REVOLUTE;
    memset (b->axis, 0, sizeof b->axis);
    b->axis[2] = -1;
    assert_true (has_plane (f));
    b->axis[0] = 1e-9;
    assert_false (has_plane (f));
    b->axis[0] = 0;
    b->joint = GEOMS_JOINT_PRISMATIC;
    assert_false (has_plane (f));
    b->axis[1] = 1, b->axis[2] = 0;
    assert_true (has_plane (f));
    memset (b->axis, 0, sizeof b->axis);
    for (int joint = 0; joint < GEOMS_JOINT_USER; joint++) {
        b->joint = joint;
        assert_int_equal (has_plane (f), joint == GEOMS_JOINT_REVOLUTE
                                             || joint == GEOMS_JOINT_PLANAR
                                             || joint == GEOMS_JOINT_FIXED);
    }
    fixture_free (f);
}

/* ---- models ---- */

/* M v' - f of its parts, of the largest number there */
static double imbalance (GeomsTreeSystem *s, const GeomsModel *model, const double *x,
                         const double *vdot)
{
    const int nv = model->dims.nv;
    double *M = calloc ((size_t)(nv * nv + nv), sizeof *M), *f = M + nv * nv, size = 1, worst = 0;
    const double t = 0;

    assert_int_equal (model->parts (1, &t, x, 0, M, 0, s), 0);
    for (int i = 0; i < nv; i++) {
        double sum = -f[i];
        for (int j = 0; j < nv; j++) {
            sum += M[i + j * nv] * vdot[j];
            size = fmax (size, fabs (M[i + j * nv] * vdot[j]));
        }
        worst = fmax (worst, fabs (sum));
    }
    free (M);
    return worst / size;
}

/* v' of models, with and without a spring between bodies */
static void models_are_in_balance (void **state)
{
    unsigned seed = 44;

    (void)state;
    for (int trial = 0; trial < 100; trial++) {
        Fixture *f = planar_of (&seed, 2 + trial % 8, 0, trial % 2);
        GeomsForce force[2] = {{.kind = GEOMS_FORCE_JOINT, .damping = 2},
                               {.kind = GEOMS_FORCE_SPRING, .stiffness = 3, .length = 0.1}};
        const GeomsTreeDescription d = {.gravity = {1, -9.81, 2},
                                        .bodies = f->count,
                                        .body = f->body,
                                        .forces = 1 + (trial % 3 == 0),
                                        .force = force};
        double x[2 * MOST], out[2 * MOST];
        const double t = 0;
        GeomsReport report;
        GeomsModel model;

        for (int i = 0; i < f->count; i++)
            f->body[i].motion = 0;
        for (int i = 0; i < 2; i++)
            force[1].side[i] = (GeomsPlace){
                .body = i ? f->count - 1 : -1,
                .at = {1, 2, 0},
                .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
        GeomsTreeSystem *s = geoms_tree_create (&d, &model, &report);
        assert_non_null (s);
        assert_true (s->plane != NULL && s->plane->pushed == (d.forces == 2));
        const int nv = model.dims.nv;
        fill_noise ((size_t)(2 * nv), x, &seed);
        assert_int_equal (model.accelerations (1, &t, x, 0, out, 0, s), 0);
        assert_true (imbalance (s, &model, x, out) <= 1e-12);
        assert_memory_equal (out + nv, x, (size_t)nv * sizeof *x);
        geoms_tree_free (s);
        fixture_free (f);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (agrees_with_space),
        cmocka_unit_test (lanes_have_the_same_bits),
        cmocka_unit_test (trees_without_plane),
        cmocka_unit_test (models_are_in_balance),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
