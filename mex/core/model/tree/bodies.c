/* bodies.c - outward: frames, velocities and the forces of inertia of all bodies
 *
 *     x = x_pi + l,  w = w_pi + w_J,  x' = x'_pi + w_pi x l + v_J
 *     c = ( Coriolis of the joint ; w_pi x (w_pi x l) + 2 w_pi x v_J ) + J h'' of driven joints
 *     A = [I_w [mc]; -[mc] m 1],   p = ( w x I_w w ; w x (w x mc) ) - wrench
 *
 * c is -k^II of (10), p is f of (11) of the paper.
 */
#include <string.h>

#include "tree.h"

static const GeomsTreeMotion ground = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};

static const GeomsTreeMotion *before (const GeomsTreeState *s, const GeomsTreeBody *b)
{
    return b->parent == GEOMS_GROUND ? &ground : s->body + b->parent;
}

void geoms_tree_place (GeomsTreeState *s, const double *p)
{
    const GeomsTree *tree = s->tree;

    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        const GeomsTreeMotion *pi = before (s, b);
        GeomsTreeMotion *m = s->body + i;

        geoms_joint_place (b, pi->R, (b->driven ? s->drive[0] : p) + b->q, m->R, m->l,
                           s->J + 6 * b->column);
        geoms_set3 (pi->x, m->x);
        geoms_axpy3 (1, m->l, m->x);
    }
}

/* w, x' and c of a body on a hinge about z; w, x' of its predecessor stand in `last`, and its own
 * after it */
static inline void move_hinge (double last[6], const double *z, double v, GeomsTreeMotion *m)
{
    const double w0 = last[0], w1 = last[1], w2 = last[2], *l = m->l;
    const double x = w1 * l[2] - w2 * l[1], y = w2 * l[0] - w0 * l[2],
                 across = w0 * l[1] - w1 * l[0];

    m->c[0] = v * (w1 * z[2] - w2 * z[1]);
    m->c[1] = v * (w2 * z[0] - w0 * z[2]);
    m->c[2] = v * (w0 * z[1] - w1 * z[0]);
    m->c[3] = w1 * across - w2 * y;
    m->c[4] = w2 * x - w0 * across;
    m->c[5] = w0 * y - w1 * x;
    m->w[0] = last[0] = w0 + v * z[0];
    m->w[1] = last[1] = w1 + v * z[1];
    m->w[2] = last[2] = w2 + v * z[2];
    m->v[0] = last[3] += x;
    m->v[1] = last[4] += y;
    m->v[2] = last[5] += across;
}

/* of any joint, coordinates that are driven among them */
static void move_joint (const GeomsTreeState *s, const GeomsTreeBody *b, const GeomsTreeMotion *pi,
                        const double *v, GeomsTreeMotion *m)
{
    const double *J = s->J + 6 * b->column;
    double relative[6], carried[3];

    geoms_joint_move (b, J, pi->w, b->driven ? s->drive[1] + b->q : v + b->column, relative, m->c);
    geoms_cross (pi->w, m->l, carried);
    for (int k = 0; k < 3; k++) {
        m->w[k] = pi->w[k] + relative[k];
        m->v[k] = pi->v[k] + carried[k] + relative[3 + k];
        carried[k] += 2 * relative[3 + k];
    }
    geoms_cross (pi->w, carried, m->c + 3);
    for (int k = 0; k < b->driven; k++)
        geoms_axpy6 (s->drive[2][b->q + k], J + 6 * k, m->c);
}

void geoms_tree_move (GeomsTreeState *s, const double *v)
{
    const GeomsTree *tree = s->tree;
    double last[6] = {0}; /* of the body before, which most hang on */

    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        const GeomsTreeMotion *pi = before (s, b);
        GeomsTreeMotion *m = s->body + i;

        if (b->joint == GEOMS_JOINT_REVOLUTE && ! b->driven) {
            if (b->parent != i - 1) {
                geoms_set3 (pi->w, last);
                geoms_set3 (pi->v, last + 3);
            }
            move_hinge (last, s->J + 6 * b->column, v[b->column], m);
            continue;
        }
        move_joint (s, b, pi, v, m);
        geoms_set3 (m->w, last);
        geoms_set3 (m->v, last + 3);
    }
}

void geoms_tree_motion (const GeomsTreeState *s, int described, double *out)
{
    const GeomsTreeSeat *seat = s->tree->seat + described;
    const GeomsTreeMotion *m = seat->body == GEOMS_GROUND ? &ground : s->body + seat->body;
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

void geoms_tree_rate (const GeomsTree *tree, const double *p, const double *v, double *rate)
{
    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        const int plain = geoms_tree_plain (b);

        memcpy (rate + b->q, v + b->column, (size_t)plain * sizeof *rate);
        if (plain < b->columns)
            geoms_quaternion_rate (p + b->q + plain, v + b->column + plain, rate + b->q + plain);
    }
}

void geoms_tree_load_body (GeomsTreeState *s, int i)
{
    const GeomsTreeBody *b = s->tree->body + i;
    const GeomsTreeMotion *m = s->body + i;
    double *A = s->A + GEOMS_INERTIA * i, mc[3];

    geoms_inertia_of (b->mass, b->mc, b->inertia, m->R, A, mc);
    geoms_inertia_bias (A, mc, m->w, s->wrench + 6 * i, s->bias + 6 * i);
}

void geoms_tree_load (GeomsTreeState *s)
{
    for (int i = 0; i < s->tree->count; i++)
        geoms_tree_load_body (s, i);
}
