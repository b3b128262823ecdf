/* bodies.c - frames and velocities of all bodies at one state, and of bodies as described
 *
 *     x = x_i + R_i s,  R = R_i R_s,  x' = x'_i + w_i x R_i s     s, R_s: seat in the body i
 *     p' = v,  of a quaternion e' = E (e) omega / 2
 */
#include <math.h>
#include <string.h>

#include "tree.h"

#define NUMBER     double
#define NAME(name) geoms_##name
#define MOTION     GeomsTreeMotion
#define STATE      GeomsTreeState
#include "bodies.h"

void geoms_tree_motion (const GeomsTreeState *s, int described, double *out)
{
    const GeomsTreeSeat *seat = s->tree->seat + described;
    const GeomsTreeMotion *m = s->body + seat->body;
    double from[3], across[3];

    geoms_multiply3 (m->R, seat->R, out);
    geoms_turn3 (m->R, seat->x, from);
    geoms_cross (m->w, from, across);
    for (int k = 0; k < 3; k++) {
        out[9 + k] = m->x[k] + from[k];
        out[12 + k] = m->v[k] + across[k];
        out[15 + k] = m->w[k];
    }
}

void geoms_quaternion_rate (const double *e, const double *omega, double *rate)
{
    const double x = 0.5 * omega[0], y = 0.5 * omega[1], z = 0.5 * omega[2];

    rate[0] = -(e[1] * x + e[2] * y + e[3] * z);
    rate[1] = e[0] * x + e[2] * z - e[3] * y;
    rate[2] = e[0] * y + e[3] * x - e[1] * z;
    rate[3] = e[0] * z + e[1] * y - e[2] * x;
}

void geoms_tree_rate (const GeomsTree *tree, const double *p, const double *v, double *rate)
{
    for (int k = 0; k < tree->nv; k++)
        if (tree->coordinate[k] >= 0)
            rate[tree->coordinate[k]] = v[k];
    for (int i = 0; i < tree->count && tree->quaternions > 0; i++) {
        const GeomsTreeBody *b = tree->body + i;
        const int plain = geoms_tree_plain (b);

        if (plain < b->columns)
            geoms_quaternion_rate (p + b->q + plain, v + b->column + plain, rate + b->q + plain);
    }
}
