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

/* w, x' and c of a body on a hinge about z */
static inline void move_hinge (const GeomsTreeMotion *pi, const double *z, double v, GeomsTreeMotion *m)
{
    const double w[3] = {pi->w[0], pi->w[1], pi->w[2]}, *l = m->l;
    const double x = w[1] * l[2] - w[2] * l[1], y = w[2] * l[0] - w[0] * l[2],
                 across = w[0] * l[1] - w[1] * l[0];

    m->c[0] = v * (w[1] * z[2] - w[2] * z[1]);
    m->c[1] = v * (w[2] * z[0] - w[0] * z[2]);
    m->c[2] = v * (w[0] * z[1] - w[1] * z[0]);
    m->c[3] = w[1] * across - w[2] * y;
    m->c[4] = w[2] * x - w[0] * across;
    m->c[5] = w[0] * y - w[1] * x;
    m->w[0] = w[0] + v * z[0];
    m->w[1] = w[1] + v * z[1];
    m->w[2] = w[2] + v * z[2];
    m->v[0] = pi->v[0] + x;
    m->v[1] = pi->v[1] + y;
    m->v[2] = pi->v[2] + across;
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

    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        const GeomsTreeMotion *pi = before (s, b);

        if (b->joint == GEOMS_JOINT_REVOLUTE && ! b->driven)
            move_hinge (pi, s->J + 6 * b->column, v[b->column], s->body + i);
        else
            move_joint (s, b, pi, v, s->body + i);
    }
}

void geoms_tree_rate (const GeomsTree *tree, const double *p, const double *v, double *rate)
{
    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        const int turns = geoms_joint_turns (b->joint);
        const int plain = turns ? b->columns - 3 : b->columns;

        memcpy (rate + b->q, v + b->column, (size_t)plain * sizeof *rate);
        if (turns)
            geoms_quaternion_rate (p + b->q + plain, v + b->column + plain, rate + b->q + plain);
    }
}

void geoms_tree_load (GeomsTreeState *s)
{
    for (int i = 0; i < s->tree->count; i++) {
        const GeomsTreeBody *b = s->tree->body + i;
        const GeomsTreeMotion *m = s->body + i;
        double *A = s->A + GEOMS_INERTIA * i, mc[3];

        geoms_inertia_of (b->mass, b->mc, b->inertia, m->R, A, mc);
        geoms_inertia_bias (A, mc, m->w, s->wrench + 6 * i, s->bias + 6 * i);
    }
}
