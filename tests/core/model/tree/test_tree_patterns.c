/* test_tree_patterns.c - trees that give the values of patterns beside their dense twins: parts and
 * blocks_jac at random states, entries that are left out are 0; and which trees have patterns
 */
#include "model/tree/tree_system.h"
#include "random_trees.h"

enum { BODIES = 60, ALL_LOOPS = 2 * GEOMS_LOOPS_COUNT, ALL_FORCES = GEOMS_FORCES_COUNT };

typedef struct Twin {
    GeomsModel model;
    GeomsTreeSystem *system;
} Twin;

typedef struct Both {
    Fixture *f;
    GeomsLoopJoint loop[ALL_LOOPS];
    GeomsForce force[ALL_FORCES];
    GeomsCoupling coupling;
    int coupled[2], parts, n, m;
    double coefficient[2], matrices[72];
    GeomsTreeDescription d;
    Twin dense, sparse;
    double *x, *alpha;
} Both;

static void random_side (int bodies, unsigned *seed, GeomsPlace *place)
{
    place->body = choose (bodies + 1, seed) - 1;
    random_turn (seed, place->turn);
    for (int k = 0; k < 3; k++) {
        place->at[k] = noise (seed);
        place->axis[k] = noise (seed);
    }
}

/* bodies that float, with others on some of them */
static void make_bodies (Both *b, int joint, int joints, unsigned *seed)
{
    const double gravity[3] = {0.3, -0.2, -9.81};

    b->f = calloc (1, sizeof *b->f);
    assert_non_null (b->f);
    for (int i = 0; i < BODIES; i++) {
        random_body (b->f->body + i, i, joints, 0, seed);
        if (i % 4 < 3) {
            b->f->body[i].parent = GEOMS_GROUND;
            b->f->body[i].joint = joint;
        } else if (b->f->body[i].joint == GEOMS_JOINT_FIXED)
            b->f->body[i].joint = GEOMS_JOINT_PRISMATIC;
    }
    b->f->body[3].joint = b->f->body[7].joint = GEOMS_JOINT_PRISMATIC;
    fixture_filled (b->f, BODIES, gravity, seed);
}

static void make_rest (Both *b, unsigned *seed)
{
    for (int i = 0; i < ALL_LOOPS; i++) {
        b->loop[i] = (GeomsLoopJoint){.kind = i % GEOMS_LOOPS_COUNT, .length = 1.5};
        random_side (BODIES, seed, b->loop[i].side);
        random_side (BODIES, seed, b->loop[i].side + 1);
    }
    fill_noise (72, b->matrices, seed);
    for (int i = 0; i < ALL_FORCES; i++) {
        b->force[i] = (GeomsForce){.kind = i, .stiffness = 2, .damping = 0.7, .length = 0.4,
                                   .friction = 0.5, .slow = 0.6, .upper = 0.5,
                                   .matrices = b->matrices,
                                   .value = {noise (seed), noise (seed), noise (seed)}};
        random_side (BODIES, seed, b->force[i].side);
        random_side (BODIES, seed, b->force[i].side + 1);
    }
    b->d = (GeomsTreeDescription){.bodies = BODIES, .body = b->f->body, .loops = ALL_LOOPS,
                                  .loop = b->loop, .forces = ALL_FORCES, .force = b->force,
                                  .couplings = 1, .coupling = &b->coupling};
    memcpy (b->d.gravity, b->f->state.gravity, sizeof b->d.gravity);
    for (int i = 0, k = 0, found = 0; i < BODIES && found < 2; i++) {
        if (b->f->body[i].joint == GEOMS_JOINT_PRISMATIC)
            b->coupled[found++] = k;
        k += geoms_joint_velocities (b->f->body + i);
    }
    b->coefficient[0] = 1.5, b->coefficient[1] = -0.5;
    b->coupling = (GeomsCoupling){2, b->coupled, b->coefficient, 0.25, 0};
}

static void create (const Both *b, Twin *t)
{
    GeomsReport report;

    t->system = geoms_tree_create (&b->d, &t->model, &report);
    assert_non_null (t->system);
}

static void both_of (Both *b, int joint, int joints, unsigned *seed)
{
    memset (b, 0, sizeof *b);
    make_bodies (b, joint, joints, seed);
    make_rest (b, seed);
    create (b, &b->sparse);
    create (b, &b->dense);
    assert_non_null (b->sparse.system->patterns);
    b->dense.system->patterns = NULL;
    b->dense.system->by_q = NULL; /* room for values of patterns                                 */
    memset (b->dense.system->rows, 0, sizeof b->dense.system->rows);
    b->dense.model.patterns = (GeomsPatterns){{0}, {0}, {0}};
    b->dense.model.pattern_Z = (GeomsPattern){0};
    const GeomsDims *d = &b->dense.model.dims;
    const int l = d->nl + d->nm;
    b->n = l + d->nr + d->nv + d->np;
    b->m = 2 * l + d->ni + d->nl + d->nr + d->nv + d->np;
    b->parts = d->nv * (d->nv + l + 1 + (b->dense.model.kinematics ? d->np : 0)) + d->nl + 2 * l
               + d->nr + d->ni;
    b->x = calloc ((size_t)(b->n + d->nv), sizeof *b->x);
    assert_non_null (b->x);
    b->alpha = b->x + b->n;
    fill_noise ((size_t)(b->n + d->nv), b->x, seed);
    memcpy (b->x + l + d->nr, b->f->v, (size_t)d->nv * sizeof (double));
    memcpy (b->x + l + d->nr + d->nv, b->f->p, (size_t)d->np * sizeof (double));
}

static void both_free (Both *b)
{
    geoms_tree_free (b->dense.system);
    geoms_tree_free (b->sparse.system);
    fixture_free (b->f);
    free (b->x);
}

static void same (size_t count, const double *a, const double *b)
{
    double size = 1;

    for (size_t i = 0; i < count; i++)
        size = fmax (size, fabs (a[i]));
    for (size_t i = 0; i < count; i++)
        if (! (fabs (a[i] - b[i]) <= 1e-13 * size))
            fail_msg ("%g instead of %g in place %d of %d", b[i], a[i], (int)i, (int)count);
}

static void compare_parts (const Both *b)
{
    const double t = 0.1;
    double *a = calloc (2 * (size_t)b->parts, sizeof *a), *c = a + b->parts;

    assert_int_equal (b->dense.model.parts (1, &t, b->x, b->n, a, b->parts, b->dense.system), 0);
    assert_int_equal (b->sparse.model.parts (1, &t, b->x, b->n, c, b->parts, b->sparse.system), 0);
    geoms_pattern_spread_parts (&b->sparse.model, 1, (size_t)b->parts, c);
    same ((size_t)b->parts, a, c);
    free (a);
}

static void compare_blocks (const Both *b)
{
    const size_t size = (size_t)b->m * (size_t)b->n;
    double *a = calloc (2 * size, sizeof *a), *c = a + size;
    const GeomsPattern *B = &b->sparse.model.patterns.B;

    assert_true ((size_t)B->start[b->n] < size / 3);
    assert_int_equal (
        b->dense.model.blocks_jac (0.1, b->x, b->alpha, a, b->m, b->dense.system), 0);
    assert_int_equal (b->sparse.model.blocks_jac (0.1, b->x, b->alpha, c, 0, b->sparse.system), 0);
    geoms_pattern_spread (B, b->m, b->n, c, c);
    same (size, a, c);
    free (a);
}

static void values_are_those_of_dense_twins (void **state)
{
    const int joint[] = {GEOMS_JOINT_FREE, GEOMS_JOINT_PLANAR, GEOMS_JOINT_SPHERICAL,
                         GEOMS_JOINT_REVOLUTE};
    unsigned seed = 11;

    (void)state;
    for (int trial = 0; trial < 16; trial++) {
        char why[300];
        Both b;

        both_of (&b, joint[trial % 4], trial < 8 ? GEOMS_JOINTS_COUNT : GEOMS_JOINT_USER, &seed);
        if (geoms_pattern_check (&b.sparse.model, why, sizeof why) != 0)
            fail_msg ("The model %s", why);
        compare_parts (&b);
        compare_blocks (&b);
        compare_blocks (&b); /* what one evaluation leaves does not reach the next               */
        both_free (&b);
    }
}

/* no velocity is in C'l: without forces f by v has the entries of M */
static void loops_couple_no_velocities (void **state)
{
    unsigned seed = 7;
    Both b;
    Twin t;

    (void)state;
    both_of (&b, GEOMS_JOINT_PLANAR, GEOMS_JOINTS_COUNT, &seed);
    b.d.forces = 0;
    create (&b, &t);
    const GeomsDims *d = &t.model.dims;
    const GeomsPattern *B = &t.model.patterns.B;
    const int m = d->nl + d->nm, v = m + d->nr, f = 2 * m + d->ni + d->nl + d->nr;
    int count = 0;

    for (int k = B->start[v]; k < B->start[v + d->nv]; k++)
        count += B->row[k] >= f && B->row[k] < f + d->nv;
    assert_int_equal (count, t.model.patterns.M.start[d->nv]);
    geoms_tree_free (t.system);
    both_free (&b);
}

/* one chain: everything hangs on everything */
static void chains_stay_dense (void **state)
{
    unsigned seed = 4;
    Both b = {.f = calloc (1, sizeof *b.f)};
    const double gravity[3] = {0, 0, -9.81};
    GeomsTreeDescription d;
    Twin t;

    (void)state;
    for (int i = 0; i < 60; i++) {
        random_body (b.f->body + i, i, GEOMS_JOINT_USER, 0, &seed);
        b.f->body[i].joint = GEOMS_JOINT_REVOLUTE;
        b.f->body[i].parent = i - 1;
    }
    fixture_filled (b.f, 60, gravity, &seed);
    random_side (60, &seed, b.loop[0].side);
    b.loop[0].side[0].body = GEOMS_GROUND;
    b.loop[0].side[1].body = 59;
    d = (GeomsTreeDescription){.bodies = 60, .body = b.f->body, .loops = 1, .loop = b.loop};
    b.d = d;
    create (&b, &t);
    assert_null (t.system->patterns);
    assert_null (t.model.patterns.B.start);
    geoms_tree_free (t.system);
    fixture_free (b.f);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (values_are_those_of_dense_twins),
        cmocka_unit_test (loops_couple_no_velocities),
        cmocka_unit_test (chains_stay_dense),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
