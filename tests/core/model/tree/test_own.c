/* test_own.c - rows and forces of a user beside the native elements that say the same
 *
 * Random trees of all joints with loops; a force, a torque, a force in a joint and a coupling are
 * native in one system, and given by the callback in the other.
 */
#include "model/tree/tree_system.h"
#include "random_trees.h"

enum { LOOPS = 4, FORCES = 4, ROOM = 200000 };

static const double TIME = 0.1;

typedef struct Pair {
    Fixture *f;
    GeomsLoopJoint loop[LOOPS];
    GeomsForce force[FORCES];
    GeomsCoupling coupling;
    int coupled[2], coordinate[2], pushed[2];
    double coefficient[2];
    GeomsTreeDescription d;
    GeomsTreeSystem *native, *tree;
    GeomsComposed *composed;
    GeomsModel model[2];
    int n, m, multipliers, first_v, first_p;
    double x[512];
} Pair;

/* ---- what the callback gives ---- */

/* the moment of force F at the body's point */
static void wrench_at (const double *R, const double *at, const double *F, double *wrench)
{
    double arm[3];

    geoms_turn3 (R, at, arm);
    geoms_cross (arm, F, wrench);
    geoms_set3 (F, wrench + 3);
}

static int given (int k, const double *t, const double *x, int ldx, const double *motion,
                  double *out, int ldo, void *user)
{
    const Pair *w = user;
    const int np = w->model[1].dims.np, nv = w->model[1].dims.nv, nl = w->d.couplings;
    const GeomsForce *joint = w->force + 3;

    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo, motion += 2 * GEOMS_TREE_MOTION) {
        const double *v = x + w->first_v, *p = x + w->first_p;
        double *f = out, *g = f + nv, *G = g + nl, *gI = G + nl * np, *gpart = gI + nl;
        double *wrench = gpart + nl;

        memset (out, 0, (size_t)(nv + 3 * nl + nl * np + 12) * sizeof *out);
        f[joint->velocity]
            = joint->value[0] - joint->damping * v[joint->velocity];
        for (int i = 0; i < 2 && nl > 0; i++) {
            g[0] += w->coefficient[i] * p[w->coordinate[i]];
            G[w->coordinate[i]] = w->coefficient[i];
            gI[0] += w->coefficient[i] * v[w->coupled[i]];
        }
        if (nl > 0)
            g[0] -= w->coupling.offset;
        wrench_at (motion, w->force[0].side[0].at, w->force[0].value, wrench);
        geoms_set3 (w->force[1].value, wrench + 6);
    }
    return 0;
}

/* ---- pairs ---- */

static void place_on (int body, unsigned *seed, GeomsPlace *place)
{
    place->body = body;
    random_turn (seed, place->turn);
    for (int k = 0; k < 3; k++)
        place->at[k] = noise (seed);
}

/* velocities of coordinates that are no quaternion's, at most `most` of them; how many */
static int plain_ones (const GeomsTree *tree, int most, int *velocity, int *coordinate)
{
    int found = 0;

    for (int k = 0; k < tree->nv && found < most; k++)
        if (tree->coordinate[k] >= 0) {
            velocity[found] = k;
            coordinate[found++] = tree->coordinate[k];
        }
    return found;
}

static void describe (Pair *w, unsigned *seed, int bodies)
{
    const GeomsPlace ground = {-1, {0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}, {0}};
    static const int closing[LOOPS]
        = {GEOMS_LOOP_REVOLUTE, GEOMS_LOOP_ROLLING, GEOMS_LOOP_ROD, GEOMS_LOOP_KNIFE};
    static const int kinds[FORCES]
        = {GEOMS_FORCE_FORCE, GEOMS_FORCE_TORQUE, GEOMS_FORCE_SERIES, GEOMS_FORCE_JOINT};

    for (int i = 0; i < LOOPS; i++) {
        w->loop[i] = (GeomsLoopJoint){.kind = closing[i], .length = 1.5};
        place_on (choose (bodies, seed), seed, w->loop[i].side);
        place_on (-1, seed, w->loop[i].side + 1);
    }
    for (int i = 0; i < FORCES; i++) {
        w->force[i] = (GeomsForce){.kind = kinds[i],
                                   .stiffness = kinds[i] == GEOMS_FORCE_SERIES ? 2 : 0,
                                   .damping = 0.7,
                                   .slow = 1,
                                   .value = {noise (seed), noise (seed), noise (seed)}};
        place_on (choose (bodies, seed), seed, w->force[i].side);
        w->force[i].side[1] = ground;
        w->force[i].side[1].at[0] = 3;
    }
    w->coefficient[0] = 1.5, w->coefficient[1] = -0.5;
    w->coupling = (GeomsCoupling){2, w->coupled, w->coefficient, 0.25, 0};
    w->d.coupling = &w->coupling;
    w->d.couplings = plain_ones (&w->f->tree, 2, w->coupled, w->coordinate) == 2;
    w->force[3].velocity = w->coupled[0];
    w->d.forces = FORCES;
}

/* the second system has of the forces that in series alone, and no coupling */
static void add_own (Pair *w)
{
    GeomsTreeDescription d = w->d;
    GeomsReport report;
    const GeomsTreeOwn own = {.dims = {.nl = w->d.couplings},
                              .autonomous = 1,
                              .laws = 2,
                              .body = w->pushed,
                              .blocks = given,
                              .user = w};

    w->pushed[0] = w->force[0].side[0].body;
    w->pushed[1] = w->force[1].side[0].body;
    d.couplings = 0;
    d.forces = 1;
    d.force = w->force + 2;
    w->tree = geoms_tree_create (&d, w->model + 1, &report);
    assert_non_null (w->tree);
    w->composed = geoms_tree_add_own (w->tree, &own, w->model + 1);
    assert_non_null (w->composed);
}

/* 0: there is no coordinate for a force in a joint */
static int pair_of (Pair *w, unsigned *seed, int bodies, int loops, int keeps_fixed)
{
    GeomsReport report;

    memset (w, 0, sizeof *w);
    w->f = fixture_with_maps (seed, bodies, 0.1);
    w->d = (GeomsTreeDescription){.keeps_fixed = keeps_fixed,
                                  .bodies = bodies,
                                  .body = w->f->body,
                                  .loops = loops,
                                  .loop = w->loop,
                                  .force = w->force};
    memcpy (w->d.gravity, w->f->state.gravity, sizeof w->d.gravity);
    describe (w, seed, bodies);
    if (plain_ones (&w->f->tree, 1, w->coupled, w->coordinate) == 0) {
        fixture_free (w->f);
        return 0;
    }
    plain_ones (&w->f->tree, 2, w->coupled, w->coordinate);
    w->native = geoms_tree_create (&w->d, w->model, &report);
    assert_non_null (w->native);
    const GeomsDims *d = &w->model->dims;
    w->multipliers = d->nl + d->nm;
    w->first_v = w->multipliers + d->nr;
    w->first_p = w->first_v + d->nv;
    w->n = w->first_p + d->np;
    w->m = 3 * d->nl + 2 * d->nm + d->ni + d->nr + d->nv + d->np;
    for (int i = 0; i < w->first_v; i++)
        w->x[i] = noise (seed);
    memcpy (w->x + w->first_v, w->f->v, (size_t)d->nv * sizeof (double));
    memcpy (w->x + w->first_p, w->f->p, (size_t)d->np * sizeof (double));
    add_own (w);
    assert_memory_equal (d, &w->model[1].dims, sizeof *d);
    return 1;
}

static void pair_free (Pair *w)
{
    geoms_mechanical_free (w->composed);
    geoms_tree_free (w->tree);
    geoms_tree_free (w->native);
    fixture_free (w->f);
}

static void near_all (int count, const double *a, const double *b, double tol)
{
    double size = 1;

    for (int i = 0; i < count; i++)
        size = fmax (size, fabs (b[i]));
    for (int i = 0; i < count; i++)
        assert_true (fabs (a[i] - b[i]) <= tol * size);
}

/* ---- tests ---- */

static void same_rows (void **state)
{
    static Pair w;
    static double a[2 * ROOM], b[2 * ROOM], x[1024];
    const double t[2] = {TIME, TIME + 1};
    unsigned seed = 3;
    int made = 0;

    (void)state;
    for (int trial = 0; trial < 60; trial++) {
        if (! pair_of (&w, &seed, 1 + trial % 9, trial % 3 ? LOOPS : 0, 0))
            continue;
        const GeomsDims *d = &w.model->dims;
        const int head = d->nv * d->nv + (w.model->kinematics ? d->np * d->nv : 0) + d->nv;

        /* two states, the second one moved */
        memcpy (x, w.x, sizeof w.x);
        memcpy (x + 512, w.x, sizeof w.x);
        for (int i = 0; i < w.n; i++)
            x[512 + i] += 0.1 * noise (&seed);
        assert_int_equal (w.model[0].parts (2, t, x, 512, a, ROOM, w.native), 0);
        assert_int_equal (w.model[1].parts (2, t, x, 512, b, ROOM, w.composed), 0);
        for (int j = 0; j < 2; j++)
            near_all (head + w.multipliers * (d->nv + 2) + d->nl + d->nr + d->ni, b + j * ROOM,
                      a + j * ROOM, 1e-12);
        if (w.native->zeros == 0) {
            made++;
            assert_int_equal (w.model[0].rda (2, t, x, 512, a, ROOM, w.native), 0);
            assert_int_equal (w.model[1].rda (2, t, x, 512, b, ROOM, w.composed), 0);
            for (int j = 0; j < 2; j++)
                near_all (w.m, b + j * ROOM, a + j * ROOM, 1e-9);
        }
        pair_free (&w);
    }
    assert_true (made > 20);
}

/* of 0 = e'e - 1 by v and p */
static void gradient_of_quaternions (void **state)
{
    static Pair w;
    static double J[ROOM];
    unsigned seed = 8;
    int made = 0;

    (void)state;
    for (int trial = 0; trial < 12; trial++) {
        if (! pair_of (&w, &seed, 6, 0, 0))
            continue;
        const GeomsDims *d = &w.model[1].dims;
        const int first_e = 2 * w.multipliers, quaternions = w.tree->tree.quaternions;

        if (quaternions > 0) {
            assert_non_null (w.model[1].jac_known);
            memset (J, 0, sizeof J);
            assert_int_equal (w.model[1].jac_known (TIME, w.x, J, w.m, w.composed), 0);
        }
        for (int i = 0; i < quaternions; i++)
            for (int k = 0; k < d->np; k++) {
                const int first = w.tree->tree.quaternion[i];
                const double expected
                    = k >= first && k < first + 4 ? 2 * w.x[w.first_p + k] : 0;
                assert_true (J[first_e + i + (w.first_p + k) * w.m] == expected);
                made++;
            }
        pair_free (&w);
    }
    assert_true (made > 0);
}

/* motions, reactions and energies; P = P_native - lambda'C v of the coupling */
static void same_results (void **state)
{
    static Pair w;
    static double motion[2][24 * 16], joint[2][6 * 16], parts[ROOM];
    const double t = TIME;
    unsigned seed = 17;

    (void)state;
    for (int trial = 0; trial < 40; trial++) {
        GeomsTreeResults r[2] = {{.motion = motion[0], .joint = joint[0]},
                                 {.motion = motion[1], .joint = joint[1]}};

        if (! pair_of (&w, &seed, 1 + trial % 8, trial % 2 ? LOOPS : 0, 1))
            continue;
        const GeomsDims *d = &w.model->dims;
        double power;

        if (w.native->zeros == 0) {
            assert_int_equal (geoms_tree_results (w.native, TIME, w.x, r), 0);
            assert_int_equal (geoms_tree_results (w.tree, TIME, w.x, r + 1), 0);
            near_all (24 * w.d.bodies, motion[1], motion[0], 1e-9);
            near_all (6 * w.d.bodies, joint[1], joint[0], 1e-9);
            near_all (2, r[1].energy, r[0].energy, 1e-12);
            assert_int_equal (w.model->parts (1, &t, w.x, w.n, parts, ROOM, w.native), 0);
            const double *C = parts + d->nv * d->nv + (w.model->kinematics ? d->np * d->nv : 0)
                              + d->nv;
            power = r[0].power;
            for (int k = 0; k < d->nv && w.d.couplings > 0; k++)
                power -= w.x[d->nl - 1] * C[d->nl - 1 + k * w.multipliers] * w.x[w.first_v + k];
            near_all (1, &r[1].power, &power, 1e-9);
        }
        pair_free (&w);
    }
}

int main (void)
{
    const struct CMUnitTest tests[]
        = {cmocka_unit_test (same_rows), cmocka_unit_test (gradient_of_quaternions),
           cmocka_unit_test (same_results)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
