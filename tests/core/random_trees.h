/* random_trees.h - trees of every kind of joint, with states: what the tests of trees share
 *
 *     Fixture *f = fixture_of (&seed, count, massless);      massless: part of the bodies without mass
 *     Fixture *f = fixture_with_maps (&seed, count, massless);     joints of the user's among them
 *     Fixture *f = fixture_degenerate (&seed, count, massless);      beside point masses, thin rods
 *     fixture_at (f);                                        frames, velocities, inertias at f->p, f->v
 *     fixture_zeros (f, zero);                               columns without inertia there
 *     fixture_free (f);
 */
#ifndef GEOMS_RANDOM_TREES_H
#define GEOMS_RANDOM_TREES_H

#include "joint_maps.h"
#include "model/tree/tree.h"
#include "test.h"

enum { MOST_BODIES = 200, MOST = 6 * MOST_BODIES };

typedef struct Fixture {
    GeomsArena arena;
    GeomsTree tree;
    GeomsTreeState state;
    int count;
    GeomsBody body[MOST_BODIES];
    double p[2 * MOST], v[MOST], tau[MOST], vdot[MOST];
    double wrench[6 * MOST_BODIES]; /* of bodies as described, about their origins               */
} Fixture;

static inline double between (double low, double high, unsigned *seed)
{
    return low + (high - low) * 0.5 * (1 + noise (seed));
}

static inline int choose (int count, unsigned *seed)
{
    const int k = (int)between (0, count, seed);
    return k < count ? k : count - 1;
}

static inline void fixture_compile (Fixture *f, int count, const double *gravity)
{
    GeomsReport report;

    f->count = count;
    assert_int_equal (geoms_tree_compile (&f->tree, count, f->body, 0, &f->arena), 0);
    assert_int_equal (geoms_tree_load_maps (&f->tree, f->body, &report), 0);
    geoms_tree_state_create (&f->state, &f->tree, &f->arena);
    geoms_set3 (gravity, f->state.gravity);
    assert_false (f->arena.failed);
}

static inline void fixture_at (Fixture *f)
{
    geoms_tree_place (&f->state, f->p);
    geoms_tree_move (&f->state, f->v);
    memset (f->state.wrench, 0, (size_t)(6 * f->tree.count) * sizeof (double));
    for (int i = 0; i < f->count; i++) {
        const GeomsTreeSeat *seat = f->tree.seat + i;
        double x[3];
        if (seat->body == GEOMS_GROUND)
            continue;
        geoms_turn3 (f->state.body[seat->body].R, seat->x, x);
        geoms_add_carried_back (x, f->wrench + 6 * i, f->state.wrench + 6 * seat->body);
    }
    geoms_tree_load (&f->state);
}

static inline void random_turn (unsigned *seed, double *R)
{
    const double e[4] = {noise (seed), noise (seed), noise (seed), noise (seed)};
    geoms_quaternion_turn (e, R);
}

/* a body with inertia: I of three squares */
static inline void random_mass (GeomsBody *b, unsigned *seed)
{
    double u[3];

    b->mass = between (0.2, 3, seed);
    for (int k = 0; k < 3; k++) {
        b->com[k] = 0.3 * noise (seed);
        for (int i = 0; i < 3; i++)
            u[i] = 0.5 * noise (seed);
        /* points of mass at u and -u: u'u 1 - u u' */
        geoms_add_square (-1, u, b->inertia);
        for (int i = 0; i < 3; i++)
            b->inertia[i] += geoms_dot3 (u, u);
    }
}

/* on one of the first `joints` of the catalogue */
static inline void random_body (GeomsBody *b, int number, int joints, double massless,
                                unsigned *seed)
{
    b->motion = 0;
    b->parent = choose (number + 1, seed) - 1;
    b->joint = choose (joints, seed);
    b->pitch = 0.2 * noise (seed);
    random_turn (seed, b->turn);
    for (int k = 0; k < 3; k++) {
        b->axis[k] = noise (seed);
        b->at[k] = noise (seed);
    }
    if (b->joint == GEOMS_JOINT_USER)
        put_moving_map (b, 1 + choose (6, seed), 0.4 * choose (2, seed), seed);
    if (between (0, 1, seed) >= massless)
        random_mass (b, seed);
}

/* gravity, and the state */
static inline Fixture *fixture_filled (Fixture *f, int count, const double *gravity, unsigned *seed)
{
    fixture_compile (f, count, gravity);
    for (int k = 0; k < f->tree.np; k++)
        f->p[k] = noise (seed);
    for (int k = 0; k < f->tree.nv; k++)
        f->v[k] = noise (seed), f->tau[k] = noise (seed), f->vdot[k] = noise (seed);
    for (int k = 0; k < 6 * count; k++)
        f->wrench[k] = noise (seed);
    return f;
}

static inline Fixture *fixture_on (unsigned *seed, int count, int joints, double massless)
{
    Fixture *f = calloc (1, sizeof *f);
    const double gravity[3] = {noise (seed), noise (seed), -9.81};

    assert_non_null (f);
    for (int i = 0; i < count; i++)
        random_body (f->body + i, i, joints, massless, seed);
    return fixture_filled (f, count, gravity, seed);
}

static inline Fixture *fixture_of (unsigned *seed, int count, double massless)
{
    return fixture_on (seed, count, GEOMS_JOINT_USER, massless);
}

static inline Fixture *fixture_with_maps (unsigned *seed, int count, double massless)
{
    return fixture_on (seed, count, GEOMS_JOINTS_COUNT, massless);
}

/* a third of the bodies with mass are points or thin rods; a third of those on another body have
 * its axis */
static inline Fixture *fixture_degenerate (unsigned *seed, int count, double massless)
{
    Fixture *f = calloc (1, sizeof *f);
    const double gravity[3] = {noise (seed), noise (seed), -9.81};

    assert_non_null (f);
    for (int i = 0; i < count; i++) {
        GeomsBody *b = f->body + i;
        const int kind = choose (6, seed), coaxial = choose (3, seed) == 0;

        random_body (b, i, GEOMS_JOINT_USER, massless, seed);
        if (b->mass > 0 && kind < 2)
            memset (b->inertia, 0, sizeof b->inertia);
        /* a rod along its centre of mass: c'c 1 - c c' */
        if (b->mass > 0 && kind == 1) {
            geoms_add_square (-b->mass / 3, b->com, b->inertia);
            for (int k = 0; k < 3; k++)
                b->inertia[k] += b->mass / 3 * geoms_dot3 (b->com, b->com);
        }
        if (b->parent < 0 || ! coaxial)
            continue;
        const GeomsBody *on = f->body + b->parent;
        for (int k = 0; k < 3; k++) {
            b->axis[k] = on->axis[k];
            b->at[k] = b->pitch * on->axis[k];
        }
        for (int k = 0; k < 9; k++)
            b->turn[k] = k % 4 == 0;
    }
    return fixture_filled (f, count, gravity, seed);
}

/* zero (nv): columns without inertia at f->p, f->v; how many */
static inline int fixture_zeros (Fixture *f, int *zero)
{
    static double E[GEOMS_INERTIA * MOST_BODIES], ratio[MOST];
    int count = 0;

    fixture_at (f);
    geoms_tree_rank (&f->state, E, ratio);
    for (int k = 0; k < f->tree.nv; k++)
        count += zero[k] = geoms_tree_is_zero (ratio[k]);
    return count;
}

static inline void fixture_free (Fixture *f)
{
    geoms_tree_free_maps (&f->tree);
    geoms_arena_free (&f->arena);
    free (f);
}

/* p moved along coordinate k, of quaternions about axis k of the body */
static inline void move_along (const Fixture *f, int k, double h, double *p)
{
    static double unit[MOST], rate[2 * MOST];

    memset (unit, 0, sizeof unit);
    unit[k] = 1;
    geoms_tree_rate (&f->tree, p, unit, rate);
    for (int i = 0; i < f->tree.np; i++)
        p[i] += h * rate[i];
}

#endif
