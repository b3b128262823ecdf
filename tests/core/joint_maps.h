/* joint_maps.h - maps of joints of the user's, built on tapes as a user's function would be
 *
 *     put_map (body, joint, axes);     as that joint of the catalogue, about or along z of axes
 *     put_wild_map (body, n, seed);    d and three angles, each a function of all coordinates
 *     ... put_moving_map (body, n, seed) ...                                        and of t
 *
 * The numbers of a map are kept until the program ends.
 */
#ifndef GEOMS_TEST_JOINT_MAPS_H
#define GEOMS_TEST_JOINT_MAPS_H

#include "geoms_derive.h"
#include "geoms_tree.h"
#include "model/program/tape.h"
#include "test.h"

enum { MOST_MAPS = 20000 };

/* what is made, so that nothing is lost */
static double *kept_maps[MOST_MAPS];
static int kept_count;

typedef struct MapTape {
    GeomsTape *tape;
    int q[6], t, d[3], R[9];
} MapTape;

static inline int of2 (const MapTape *m, int op, int a, int b)
{
    return geoms_tape_node (m->tape, op, a, b, 0);
}
static inline int of1 (const MapTape *m, int op, int a)
{
    return geoms_tape_node (m->tape, op, a, 0, 0);
}
static inline int number_of (const MapTape *m, double x)
{
    return geoms_tape_constant (m->tape, x);
}
static inline int scaled (const MapTape *m, double x, int a)
{
    return of2 (m, GEOMS_OP_MUL, number_of (m, x), a);
}

static inline MapTape begin_map (int n)
{
    MapTape m = {.tape = geoms_tape_create (100000)};

    assert_non_null (m.tape);
    for (int k = 0; k < n; k++)
        m.q[k] = geoms_tape_input (m.tape, k);
    m.t = geoms_tape_input (m.tape, 2 * n);
    for (int k = 0; k < 3; k++)
        m.R[4 * k] = number_of (&m, 1);
    return m;
}

static inline void end_map (MapTape *m, int n, const double *start, GeomsBody *b)
{
    GeomsReport report;
    int timed;
    double *numbers
        = geoms_joint_map_numbers (m->tape, n, m->d, m->R, start, &b->map_count, &timed, &report);

    assert_non_null (numbers);
    assert_true (kept_count < MOST_MAPS);
    kept_maps[kept_count++] = numbers;
    b->map = numbers;
    b->joint = GEOMS_JOINT_USER;
    b->coordinates = n;
    geoms_tape_free (m->tape);
}

/* R <- R (1 + sin (a) A + (1 - cos (a)) A A), A = [axis], of length 1 */
static inline void turn_map (MapTape *m, const double *axis, int angle)
{
    const double A[9] = {0, axis[2], -axis[1], -axis[2], 0, axis[0], axis[1], -axis[0], 0};
    const int s = of1 (m, GEOMS_OP_SIN, angle),
              c = of2 (m, GEOMS_OP_SUB, number_of (m, 1), of1 (m, GEOMS_OP_COS, angle));
    int R[9];

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int sum = 0;
            for (int l = 0; l < 3; l++) {
                double AA = 0;
                for (int k = 0; k < 3; k++)
                    AA += A[l + 3 * k] * A[k + 3 * j];
                const int entry
                    = of2 (m, GEOMS_OP_ADD, number_of (m, l == j),
                           of2 (m, GEOMS_OP_ADD, scaled (m, A[l + 3 * j], s), scaled (m, AA, c)));
                sum = of2 (m, GEOMS_OP_ADD, sum, of2 (m, GEOMS_OP_MUL, m->R[i + 3 * l], entry));
            }
            R[i + 3 * j] = sum;
        }
    memcpy (m->R, R, sizeof R);
}

static inline void slide_map (MapTape *m, const double *axis, int distance)
{
    for (int k = 0; k < 3; k++)
        m->d[k] = of2 (m, GEOMS_OP_ADD, m->d[k], scaled (m, axis[k], distance));
}

/* as a joint of the catalogue without quaternion: axes (9) with its axis as z */
static inline void put_map (GeomsBody *b, int joint, const double *axes)
{
    static const double start[6], x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
    const double *z = axes + 6;
    const int n = geoms_joint_velocities (&(GeomsBody){.joint = joint});
    MapTape m = begin_map (n);

    switch (joint) {
    case GEOMS_JOINT_REVOLUTE:
        turn_map (&m, z, m.q[0]);
        break;
    case GEOMS_JOINT_PRISMATIC:
        slide_map (&m, z, m.q[0]);
        break;
    case GEOMS_JOINT_SCREW:
        slide_map (&m, z, scaled (&m, b->pitch, m.q[0]));
        turn_map (&m, z, m.q[0]);
        break;
    case GEOMS_JOINT_CYLINDRICAL:
        slide_map (&m, z, m.q[0]);
        turn_map (&m, z, m.q[1]);
        break;
    case GEOMS_JOINT_UNIVERSAL:
        turn_map (&m, x, m.q[0]);
        turn_map (&m, y, m.q[1]);
        break;
    case GEOMS_JOINT_PLANAR:
        slide_map (&m, axes, m.q[0]);
        slide_map (&m, axes + 3, m.q[1]);
        turn_map (&m, z, m.q[2]);
        break;
    default:
        break;
    }
    end_map (&m, n, start, b);
}

/* u = sum c_k q_k + products and sines of them, + rate t */
static inline int wild_number (const MapTape *m, int n, double own, int number, double rate,
                               unsigned *seed)
{
    int sum = scaled (m, rate, of1 (m, GEOMS_OP_SIN, scaled (m, 1.3, m->t)));

    for (int k = 0; k < n; k++) {
        const double c = k == number ? own : 0.2 * noise (seed);
        const int other = m->q[(k + 1) % n];
        sum = of2 (m, GEOMS_OP_ADD, sum, scaled (m, c, m->q[k]));
        sum = of2 (m, GEOMS_OP_ADD, sum,
                   scaled (m, 0.1 * noise (seed), of2 (m, GEOMS_OP_MUL, m->q[k], other)));
        sum = of2 (m, GEOMS_OP_ADD, sum,
                   scaled (m, rate * noise (seed), of2 (m, GEOMS_OP_MUL, m->q[k], m->t)));
    }
    return of2 (m, GEOMS_OP_ADD, sum,
                scaled (m, 0.2, of1 (m, GEOMS_OP_SIN, of2 (m, GEOMS_OP_ADD, sum, m->q[0]))));
}

static inline void put_moving_map (GeomsBody *b, int n, double rate, unsigned *seed)
{
    static const double start[6], axis[3][3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    const int first = (int)(3 * (1 + noise (seed)));
    MapTape m = begin_map (n);

    for (int i = 0; i < 6; i++) {
        const int number = (i + first) % 6, u = wild_number (&m, n, 1, number, rate, seed);
        if (i < 3)
            slide_map (&m, axis[i], u);
        else
            turn_map (&m, axis[i - 3], u);
    }
    end_map (&m, n, start, b);
}

static inline void put_wild_map (GeomsBody *b, int n, unsigned *seed)
{
    put_moving_map (b, n, 0, seed);
}

#endif
