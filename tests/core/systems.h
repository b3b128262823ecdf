/* systems.h - mechanical systems written once more, each by its constraints and its inertias alone
 *
 *     g (p, t), h~ (p, p')      the constraints
 *     y (p, t), m, F            what resists or drives: a coordinate, its mass or inertia, the
 *     force along it
 *
 * All else follows, in extended precision, by d'Alembert's principle:  M v' = f - C' lambda  with
 *
 *     M = sum m J'J,   f = sum J'(F - m y''),   J = dy/dp,   y'' that for v' = 0
 *
 * The numbers q of a system are those of the model of the same name.
 */
#ifndef GEOMS_TEST_SYSTEMS_H
#define GEOMS_TEST_SYSTEMS_H

#include "jets.h"

enum { MOST_RODS = 5, MOST_COORDINATES = 16, MOST_CONSTRAINTS = 16, MOST_INERTIAS = 24 };

/* points and rods between them, or from a point to the origin (end -1) */
typedef struct Net {
    int dim, points, rods, end[MOST_RODS][2];
    double length[MOST_RODS], mass[MOST_RODS], gravity; /* along the last coordinate */
} Net;

typedef struct Inertia {
    Jet y;
    long double mass, force;
} Inertia;

typedef struct System {
    int np, nl, nm;
    Net net;
    double q[12];
    void (*positions) (const struct System *s, Jet t, const Jet *p, Jet *g);
    void (*velocities) (const struct System *s, const Jet *p, const Jet *v, Jet *h);
    int (*inertias) (const struct System *s, Jet t, const Jet *p, Inertia *I); /* how many */
} System;

static inline int put (Inertia *I, Jet y, long double mass, long double force)
{
    I->y = y;
    I->mass = mass;
    I->force = force;
    return 1;
}

/* each coordinate by itself, with the same mass */
static inline int put_all (int n, const Jet *p, long double mass, Inertia *I)
{
    for (int i = 0; i < n; i++)
        put (I + i, p[i], mass, 0);
    return n;
}

/* length (cos, sin) of an angle, added to P */
static inline void arm (long double length, Jet angle, Jet *P)
{
    P[0] = jet_plus (P[0], jet_scaled (length, jet_cos (angle)));
    P[1] = jet_plus (P[1], jet_scaled (length, jet_sin (angle)));
}

/* the same, turned by -90 degrees */
static inline void arm_turned (long double length, Jet angle, Jet *P)
{
    P[0] = jet_plus (P[0], jet_scaled (length, jet_sin (angle)));
    P[1] = jet_minus (P[1], jet_scaled (length, jet_cos (angle)));
}

/* ---- points and rods ---- */

static inline void rods (const System *s, Jet t, const Jet *p, Jet *g)
{
    const Net *net = &s->net;

    (void)t;
    for (int i = 0; i < net->rods; i++) {
        const long double L = net->length[i];

        g[i] = jet_number (-L * L);
        for (int c = 0; c < net->dim; c++) {
            const Jet from = net->end[i][0] < 0 ? jet_number (0) : p[net->end[i][0] * net->dim + c];

            g[i] = jet_plus (g[i], jet_square (jet_minus (p[net->end[i][1] * net->dim + c], from)));
        }
    }
}

static inline int weights (const System *s, Jet t, const Jet *p, Inertia *I)
{
    const Net *net = &s->net;

    (void)t;
    for (int i = 0; i < s->np; i++) {
        const long double m = net->mass[i / net->dim];

        put (I + i, p[i], m, i % net->dim == net->dim - 1 ? -m * net->gravity : 0);
    }
    return s->np;
}

/* ---- a point in a bowl of radius q[0] of curvature: p3 = (p1^2 + p2^2)/(2 q[0]); gravity q[1]
 * ---- */

static inline void bowl (const System *s, Jet t, const Jet *p, Jet *g)
{
    (void)t;
    g[0] = jet_minus (jet_scaled (2 * s->q[0], p[2]),
                      jet_plus (jet_square (p[0]), jet_square (p[1])));
}

static inline int bowl_weight (const System *s, Jet t, const Jet *p, Inertia *I)
{
    (void)t;
    put_all (3, p, 1, I);
    I[2].force = -(long double)s->q[1];
    return 3;
}

/* ---- slider crank: q as in slidercrank.c ---- */

static inline void crank_rows (const System *s, Jet t, const Jet *p, Jet *g)
{
    (void)t;
    g[0] = p[0];
    g[1] = jet_number (0);
    arm (s->q[3], p[1], g);
    arm (s->q[0], jet_plus (p[1], p[2]), g);
}

static inline int crank_inertias (const System *s, Jet t, const Jet *p, Inertia *I)
{
    const double *q = s->q;
    const Jet theta = jet_plus (p[1], p[2]);
    Jet rod[2] = {p[0], jet_number (0)}, crank[2] = {p[0], jet_number (0)};
    int count = 0;

    (void)t;
    arm (q[3] / 2, p[1], rod);
    arm (q[3], p[1], crank);
    arm (q[0] / 2, theta, crank);
    count += put (I + count, p[0], q[6], 0);
    count += put_all (2, rod, q[4], I + count);
    count += put_all (2, crank, q[1], I + count);
    count += put (I + count, p[1], q[5], 0);
    count += put (I + count, theta, q[2], 0);
    return count;
}

/* ---- parallelogram with three cranks: q as in parallelogram.c ---- */

static inline void pivot_rows (const System *s, Jet t, const Jet *p, Jet *g)
{
    const double *q = s->q;

    (void)t;
    for (int i = 0; i < 3; i++) {
        const Jet *bar = p + 3 * i, *coupler = p + 9;
        Jet lower[2] = {bar[0], bar[1]}, upper[2] = {bar[0], bar[1]},
            end[2] = {coupler[0], coupler[1]};
        const long double place = q[2] * i / 2;

        arm (-q[0] / 2, bar[2], lower);
        arm (q[0] / 2, bar[2], upper);
        arm (place - q[2] / 2, coupler[2], end);
        lower[0] = jet_minus (lower[0], jet_number (place));
        for (int c = 0; c < 2; c++) {
            g[2 * i + c] = lower[c];
            g[6 + 2 * i + c] = jet_minus (upper[c], end[c]);
        }
    }
}

static inline int bar_inertias (const System *s, Jet t, const Jet *p, Inertia *I)
{
    const double *q = s->q;

    (void)t;
    for (int i = 0; i < 12; i++) {
        const long double m = i < 9 ? q[1] : q[3], l = i < 9 ? q[0] : q[2];

        put (I + i, p[i], i % 3 < 2 ? m : m * l * l / 12, i % 3 == 1 ? -m * q[4] : 0);
    }
    return 12;
}

/* ---- car axis: q = eps, r, omega ---- */

static inline void road (const System *s, Jet t, Jet *xb, Jet *yb)
{
    *yb = jet_scaled (s->q[1], jet_sin (jet_scaled (s->q[2], t)));
    *xb = jet_root (jet_minus (jet_number (1), jet_square (*yb)));
}

static inline void axle_rows (const System *s, Jet t, const Jet *p, Jet *g)
{
    Jet xb, yb;

    road (s, t, &xb, &yb);
    g[0] = jet_plus (jet_times (p[0], xb), jet_times (p[1], yb));
    g[1] = jet_plus (jet_square (jet_minus (p[0], p[2])), jet_square (jet_minus (p[1], p[3])));
    g[1] = jet_minus (g[1], jet_number (1));
}

static inline int axle_inertias (const System *s, Jet t, const Jet *p, Inertia *I)
{
    const long double k = s->q[0] * (long double)s->q[0] * 10 / 2, L0 = 0.5;
    Jet xb, yb, left, right;

    road (s, t, &xb, &yb);
    left = jet_root (jet_plus (jet_square (p[0]), jet_square (p[1])));
    right = jet_root (
        jet_plus (jet_square (jet_minus (p[2], xb)), jet_square (jet_minus (p[3], yb))));
    put_all (4, p, k, I);
    I[1].force = I[3].force = -k;
    put (I + 4, left, 0, L0 - left.at[0]);
    put (I + 5, right, 0, L0 - right.at[0]);
    return 6;
}

/* ---- prescribed motion: q = gravity ---- */

static inline void prescribed_rows (const System *s, Jet t, const Jet *p, Jet *g)
{
    (void)s;
    g[0] = jet_minus (p[0], jet_cos (t));
    g[1] = jet_minus (jet_plus (p[1], jet_scaled (0.5L, jet_square (p[0]))),
                      jet_sin (jet_scaled (2, t)));
}

static inline int prescribed_weight (const System *s, Jet t, const Jet *p, Inertia *I)
{
    (void)t;
    put_all (2, p, 1, I);
    I[1].force = -(long double)s->q[0];
    return 2;
}

/* ---- knife edge and sleigh: q as in knifeedge.c and sleigh.c ---- */

static inline void knife_rows (const System *s, const Jet *p, const Jet *v, Jet *h)
{
    (void)s;
    h[0] = jet_minus (jet_times (jet_sin (p[2]), v[0]), jet_times (jet_cos (p[2]), v[1]));
}

static inline int knife_inertias (const System *s, Jet t, const Jet *p, Inertia *I)
{
    (void)t;
    put_all (3, p, s->q[0], I);
    I[0].force = (long double)s->q[0] * s->q[2];
    I[2].mass = s->q[1];
    return 3;
}

static inline void sleigh_rows (const System *s, const Jet *p, const Jet *v, Jet *h)
{
    knife_rows (s, p, v, h);
    h[0] = jet_scaled (-1, h[0]);
}

static inline int sleigh_inertias (const System *s, Jet t, const Jet *p, Inertia *I)
{
    Jet centre[2] = {p[0], p[1]};

    (void)t;
    arm (s->q[2], p[2], centre);
    put_all (2, centre, s->q[0], I);
    put (I + 2, p[2], s->q[1], 0);
    return 3;
}

/* ---- Andrews' mechanism: q = torque, stiffness; constants of the IVP Test Set ---- */

static inline void squeezer_rows (const System *s, Jet t, const Jet *p, Jet *g)
{
    const Jet turned = jet_plus (p[0], p[1]), outer4 = jet_plus (p[3], p[4]),
              outer6 = jet_plus (p[5], p[6]);
    static const double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273;

    (void)s, (void)t;
    for (int i = 0; i < 6; i += 2) {
        g[i] = jet_number (i == 0 ? -xb : -xa);
        g[i + 1] = jet_number (i == 0 ? -yb : -ya);
        arm (.007, p[0], g + i);
        arm (-.028, turned, g + i);
    }
    arm_turned (-.035, p[2], g);
    arm (-.04, p[4], g + 2);
    arm_turned (-.02, outer4, g + 2);
    arm (-.02, outer6, g + 4);
    arm_turned (-.04, p[6], g + 4);
}

static inline int squeezer_inertias (const System *s, Jet t, const Jet *p, Inertia *I)
{
    static const double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050,
                        m6 = .00706, m7 = .05498;
    static const double ra = .00092, da = .0115, sa = .01874, sb = .01043, sc = .018, sd = .02,
                        ta = .02308, tb = .00916, ua = .01228, ub = .00449, ea = .01421,
                        fa = .01421;
    const Jet zero = jet_number (0), turned = jet_plus (p[0], p[1]), outer4 = jet_plus (p[3], p[4]),
              outer6 = jet_plus (p[5], p[6]);
    Jet two[2] = {zero, zero}, four[2] = {zero, zero}, six[2] = {zero, zero}, L;
    Jet spring[2] = {jet_number (-.03635L - .014L), jet_number (.03273L - .072L)};
    int count = 0;

    (void)t;
    arm (.007, p[0], two);
    arm (-da, turned, two);
    arm (.04, p[4], four);
    arm_turned (.02L - ea, outer4, four);
    arm_turned (.04, p[6], six);
    arm (.02L - fa, outer6, six);
    arm (sd, p[2], spring);
    arm_turned (sc, p[2], spring);
    L = jet_root (jet_plus (jet_square (spring[0]), jet_square (spring[1])));
    count += put (I + count, p[0], m1 * ra * ra + 2.194e-6, s->q[0]);
    count += put_all (2, two, m2, I + count);
    count += put (I + count, turned, 4.410e-7, 0);
    count += put (I + count, p[2], m3 * (sa * sa + sb * sb) + 5.255e-6, 0);
    count += put_all (2, four, m4, I + count);
    count += put (I + count, outer4, 5.667e-7, 0);
    count += put (I + count, p[4], m5 * (ta * ta + tb * tb) + 1.169e-5, 0);
    count += put_all (2, six, m6, I + count);
    count += put (I + count, outer6, 5.667e-7, 0);
    count += put (I + count, p[6], m7 * (ua * ua + ub * ub) + 1.912e-5, 0);
    count += put (I + count, L, 0, -s->q[1] * (L.at[0] - .07785L));
    return count;
}

#endif
