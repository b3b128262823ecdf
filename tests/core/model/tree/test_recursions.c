/* test_recursions.c - accelerations, joint forces and mass matrix of trees: values of a separate
 * program in quadruple precision, and identities between the three recursions
 */
#include "random_trees.h"

static const double DOWN_Y[3] = {0, -9.81, 0}, DOWN_Z[3] = {0, 0, -9.81};

static Fixture *f;

/* to `bound` of its size, at least of 1 */
#define assert_close(value, expected, bound) \
    assert_true (fabs ((value) - (expected)) <= (bound)*fmax (1, fabs (expected)))

static int setup (void **state)
{
    (void)state;
    f = calloc (1, sizeof *f);
    return f == NULL;
}

static int teardown (void **state)
{
    (void)state;
    fixture_free (f);
    return 0;
}

static void identity3 (double *R)
{
    memset (R, 0, 9 * sizeof *R);
    R[0] = R[4] = R[8] = 1;
}

/* ---- chains of planar links ---- */

static void chain (int count)
{
    for (int i = 0; i < count; i++) {
        f->body[i] = (GeomsBody){.parent = i - 1,
                                 .joint = GEOMS_JOINT_REVOLUTE,
                                 .at = {i > 0 ? 1 : 0, 0, 0},
                                 .mass = 1,
                                 .com = {0.5, 0, 0},
                                 .inertia = {0, 0, 0.08, 0, 0, 0}};
        identity3 (f->body[i].turn);
    }
    fixture_compile (f, count, DOWN_Y);
}

static void double_pendulum (void **state)
{
    double M[4], id[2];

    (void)state;
    chain (2);
    f->p[0] = 0.3, f->p[1] = -0.7, f->v[0] = 0.5, f->v[1] = 1.1, f->tau[0] = 0.2, f->tau[1] = -0.1;
    fixture_at (f);
    geoms_tree_accelerations (&f->state, NULL, f->tau, f->vdot);
    assert_close (f->vdot[0], -10.514232609156, 1e-12);
    assert_close (f->vdot[1], 8.949345847104, 1e-12);
    geoms_tree_load (&f->state);
    geoms_tree_inverse (&f->state, NULL, id);
    assert_close (id[0], 19.319652041827, 1e-12);
    assert_close (id[1], 4.437276964679, 1e-12);
    geoms_tree_load (&f->state);
    geoms_tree_mass (&f->state, M);
    assert_close (M[0], 2.424842187284, 1e-12);
    assert_close (M[1], 0.712421093642, 1e-12);
    assert_close (M[3], 0.33, 1e-15);
}

static void chain_of_100 (void **state)
{
    (void)state;
    chain (100);
    for (int i = 0; i < 100; i++) {
        f->p[i] = 0.1 * (i % 7 - 3);
        f->v[i] = 0.05 * (i % 5 - 2);
    }
    fixture_at (f);
    geoms_tree_accelerations (&f->state, NULL, f->tau, f->vdot);
    assert_close (f->vdot[0], -15.301889388237, 1e-11);
    assert_close (f->vdot[99], -0.065628525267, 1e-11);
}

/* ---- a chain in space, of any length ---- */

/* hinges about y and x in turn, 1 apart on z, gravity along z: q'' of the first and the last link */
static void hinges_in_turn (int count, double *first, double *last)
{
    GeomsArena arena = {0};
    GeomsTree tree;
    GeomsTreeState s = {0};
    GeomsBody *body = calloc ((size_t)count, sizeof *body);
    double *p = calloc (4 * (size_t)count, sizeof *p), *v = p + count, *tau = v + count,
           *vdot = tau + count;

    assert_true (body != NULL && p != NULL);
    for (int i = 0; i < count; i++) {
        body[i] = (GeomsBody){.parent = i - 1,
                              .joint = GEOMS_JOINT_REVOLUTE,
                              .axis = {i % 2, 1 - i % 2, 0},
                              .at = {0, 0, i > 0},
                              .mass = 1,
                              .com = {0, 0, 0.5},
                              .inertia = {0.08, 0.08, 0.01}};
        identity3 (body[i].turn);
        p[i] = 0.1 * (i % 7 - 3);
        v[i] = 0.05 * (i % 5 - 2);
    }
    assert_int_equal (geoms_tree_compile (&tree, count, body, 0, &arena), 0);
    geoms_tree_state_create (&s, &tree, &arena);
    assert_false (arena.failed);
    s.gravity[2] = 9.81;
    geoms_tree_place (&s, p);
    geoms_tree_move (&s, v);
    geoms_tree_accelerations (&s, NULL, tau, vdot);
    *first = vdot[0];
    *last = vdot[count - 1];
    geoms_arena_free (&arena);
    free (p);
    free (body);
}

static void long_chains (void **state)
{
    static const int count[4] = {10, 100, 1000, 100000};
    static const double expected[4][2] = {{-0.280360748367, -5.377071334664},
                                          {-0.510732678934, 0.473039208755},
                                          {-0.509792041764, -0.016069835063},
                                          {-0.509792041764, -0.011020266914}};
    double first, last;

    (void)state;
    for (int i = 0; i < 4; i++) {
        hinges_in_turn (count[i], &first, &last);
        assert_close (first, expected[i][0], 1e-12);
        assert_close (last, expected[i][1], 1e-12);
    }
}

/* ---- all joints ---- */

static void every_joint (int massless)
{
    static const int parents[] = {0, 1, 2, 2, 4, 1, 6, 7, 0},
                     kinds[] = {GEOMS_JOINT_REVOLUTE,    GEOMS_JOINT_PRISMATIC, GEOMS_JOINT_SCREW,
                                GEOMS_JOINT_CYLINDRICAL, GEOMS_JOINT_UNIVERSAL, GEOMS_JOINT_PLANAR,
                                GEOMS_JOINT_SPHERICAL,   GEOMS_JOINT_FIXED,     GEOMS_JOINT_FREE};
    static const double rotation[4] = {0.8, 0.2, -0.4, 0.4};

    for (int b = 1; b <= 9; b++) {
        const double s = sin (0.3 * b), c = cos (0.3 * b), S = sin (0.2 * b), C = cos (0.2 * b);
        const double E[9] = {c, s, 0, -s * C, c * C, S, s * S, -c * S, C};
        GeomsBody *body = f->body + b - 1;

        *body = (GeomsBody){.parent = parents[b - 1] - 1,
                            .joint = kinds[b - 1],
                            .at = {0.1 * b, -0.05 * b, 0.2},
                            .pitch = 0.3};
        memcpy (body->turn, E, sizeof E);
        if (massless && (b == 3 || b == 5 || b == 7))
            continue;
        body->mass = 1 + 0.1 * b;
        body->com[0] = 0.05 * b, body->com[1] = 0.02, body->com[2] = -0.03 * b;
        const double I[6] = {0.1 * b, 0.2 * b, 0.15 * b, 0.01, 0.02, -0.01};
        memcpy (body->inertia, I, sizeof I);
    }
    fixture_compile (f, 9, DOWN_Z);
    for (int k = 0; k < f->tree.np; k++)
        f->p[k] = 0.1 * (k + 1) - 0.02 * k * k / (1 + 0.1 * k);
    for (int k = 0; k < f->tree.quaternions; k++)
        memcpy (f->p + f->tree.quaternion[k], rotation, sizeof rotation);
    for (int k = 0; k < f->tree.nv; k++)
        f->v[k] = 0.3 - 0.05 * k, f->tau[k] = 1 - 0.1 * k;
    for (int k = 0; k < 54; k++)
        f->wrench[k] = 0.1 * (k % 7 - 3);
    fixture_at (f);
}

static void origin (int i, double *x)
{
    const GeomsTreeSeat *seat = f->tree.seat + i;

    geoms_turn3 (f->state.body[seat->body].R, seat->x, x);
    geoms_axpy3 (1, f->state.body[seat->body].x, x);
}

static void all_joints (void **state)
{
    static const double expected[]
        = {-1.9565170914, -9.30005789675, 3.31687915725,  .993517304323,  1.15657086384,
           2.58506387015, 1.00413880281,  -.797218731841, -9.09800455248, .954100102684,
           .546851200698, -2.64772071042, -1.05929918866, -.173879116887, -9.04368288869,
           1.89907174353, -.846774464146, -.326124945199, -.553691309204},
        inverse[] = {15.925402043,   46.6597924792,  3.39520451317, 17.1574903809, 4.95631754238,
                     1.70984365564,  -2.93042503189, 11.7870022656, 51.7774975176, 38.1184908214,
                     4.34350522228,  5.92843497658,  3.11050301336, .366738485798, 22.2088239893,
                     -3.04802584513, 4.95467612003,  8.02674254565, 8.2254373156};
    double x[3], tau[19], M[19 * 19], trace = 0, sum = 0;

    (void)state;
    every_joint (0);
    assert_int_equal (f->tree.nv, 19);
    geoms_tree_accelerations (&f->state, NULL, f->tau, f->vdot);
    for (int k = 0; k < 19; k++)
        assert_close (f->vdot[k], expected[k], 1e-11);
    origin (6, x);
    assert_close (x[0], .384263190243, 1e-12);
    assert_close (x[1], .754524551331, 1e-12);
    assert_close (x[2], .564925599618, 1e-12);
    origin (7, x);
    assert_close (x[0], .137499337003, 1e-12);
    assert_close (x[2], 1.44549455433, 1e-11);

    geoms_tree_load (&f->state);
    for (int k = 0; k < 19; k++)
        f->vdot[k] = 0.1 * (k + 1);
    geoms_tree_inverse (&f->state, f->vdot, tau);
    for (int k = 0; k < 19; k++)
        assert_close (tau[k], inverse[k], 1e-10);

    geoms_tree_load (&f->state);
    geoms_tree_mass (&f->state, M);
    for (int k = 0; k < 19 * 19; k++)
        sum += M[k], trace += k % 20 == 0 ? M[k] : 0;
    assert_close (trace, 58.7856556681, 1e-9);
    assert_close (sum, 78.8087370188, 1e-9);
}

static void massless_bodies (void **state)
{
    static const double expected[] = {-1.17151608485,
                                      -8.72278772342,
                                      0,
                                      1.10735562537,
                                      2.53243008033,
                                      0,
                                      0,
                                      -1.19366735848,
                                      -8.7845120661,
                                      .81129128412,
                                      .528843529077,
                                      -3.35255084996,
                                      -.918726108651};
    int zero[19] = {0};

    (void)state;
    every_joint (1);
    zero[2] = zero[5] = zero[6] = 1;
    geoms_tree_accelerations (&f->state, zero, f->tau, f->vdot);
    for (int k = 0; k < 13; k++)
        assert_close (f->vdot[k], expected[k], 1e-11);
}

/* R I R' of a turned body, each product of inertia there or not */
static void inertia_in_axes_of_the_ground (void **state)
{
    unsigned seed = 31;

    (void)state;
    for (int there = 0; there < 8; there++) {
        Fixture *g = calloc (1, sizeof *g);
        GeomsBody *b = g->body;
        const double *A, *R;

        *b = (GeomsBody){.parent = -1, .joint = GEOMS_JOINT_SPHERICAL, .mass = 1,
                         .inertia = {3, 4, 5}};
        for (int k = 0; k < 3; k++)
            b->inertia[3 + k] = (there >> k & 1) * 0.4 * noise (&seed);
        identity3 (b->turn);
        fixture_filled (g, 1, DOWN_Z, &seed);
        fixture_at (g);
        A = g->state.A, R = g->state.body[0].R;
        for (int i = 0; i < 6; i++) {
            static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
            double sum = 0;
            for (int at = 0; at < 6; at++) {
                const int k = row[at], l = column[at];
                const double once = R[row[i] + 3 * k] * R[column[i] + 3 * l],
                             again = R[row[i] + 3 * l] * R[column[i] + 3 * k];
                sum += b->inertia[at] * (k == l ? once : once + again);
            }
            assert_close (A[i], sum, 1e-14);
        }
        fixture_free (g);
    }
}

/* ---- identities ---- */

/* M v' + ID (0) = ID (v') and ID of the accelerations = tau, of trees of every joint */
static void recursions_agree (void **state)
{
    unsigned seed = 3;

    (void)state;
    for (int trial = 0; trial < 200; trial++) {
        Fixture *g = fixture_of (&seed, 1 + trial % 30, 0);
        const int nv = g->tree.nv;
        double *M = calloc ((size_t)(nv * nv + 2 * nv), sizeof *M), *tau = M + nv * nv,
               *rest = tau + nv, size = 1, worst = 0;

        fixture_at (g);
        geoms_tree_accelerations (&g->state, NULL, g->tau, g->vdot);
        geoms_tree_load (&g->state);
        geoms_tree_inverse (&g->state, g->vdot, tau);
        geoms_tree_load (&g->state);
        geoms_tree_inverse (&g->state, NULL, rest);
        geoms_tree_load (&g->state);
        geoms_tree_mass (&g->state, M);
        for (int i = 0; i < nv; i++) {
            double sum = rest[i] - g->tau[i];
            for (int j = 0; j < nv; j++) {
                sum += M[i + j * nv] * g->vdot[j];
                size = fmax (size, fabs (M[i + j * nv] * g->vdot[j]));
            }
            worst = fmax (worst, fmax (fabs (sum), fabs (tau[i] - g->tau[i])));
        }
        assert_true (worst <= 1e-12 * size);
        free (M);
        fixture_free (g);
    }
}

/* v'M v is twice the kinetic energy of the bodies, massless ones among them */
static void energy_of_bodies (void **state)
{
    unsigned seed = 11;

    (void)state;
    for (int trial = 0; trial < 50; trial++) {
        Fixture *g = fixture_of (&seed, 1 + trial % 12, 0.3);
        const int nv = g->tree.nv;
        double *M = calloc ((size_t)(nv * nv) + 1, sizeof *M), energy = 0, moving = 0;

        fixture_at (g);
        for (int i = 0; i < g->tree.count; i++) {
            const GeomsTreeMotion *m = g->state.body + i;
            double V[6], h[6];
            geoms_set3 (m->w, V);
            geoms_set3 (m->v, V + 3);
            geoms_inertia_apply (g->state.A + GEOMS_INERTIA * i, V, h);
            energy += geoms_dot6 (V, h);
        }
        geoms_tree_mass (&g->state, M);
        for (int i = 0; i < nv; i++)
            for (int j = 0; j < nv; j++)
                moving += g->v[i] * M[i + j * nv] * g->v[j];
        assert_close (moving, energy, 1e-13);
        free (M);
        fixture_free (g);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown (double_pendulum, setup, teardown),
        cmocka_unit_test_setup_teardown (chain_of_100, setup, teardown),
        cmocka_unit_test (long_chains),
        cmocka_unit_test_setup_teardown (all_joints, setup, teardown),
        cmocka_unit_test_setup_teardown (massless_bodies, setup, teardown),
        cmocka_unit_test (inertia_in_axes_of_the_ground),
        cmocka_unit_test (recursions_agree),
        cmocka_unit_test (energy_of_bodies),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
