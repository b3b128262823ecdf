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

void geoms_tree_move (GeomsTreeState *s, const double *v)
{
    const GeomsTree *tree = s->tree;

    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        const GeomsTreeMotion *pi = before (s, b);
        GeomsTreeMotion *m = s->body + i;
        double relative[6], carried[3];

        geoms_joint_move (b, s->J + 6 * b->column, pi->w,
                          b->driven ? s->drive[1] + b->q : v + b->column, relative, m->c);
        geoms_cross (pi->w, m->l, carried);
        GEOMS_UNROLL
        for (int k = 0; k < 3; k++) {
            m->w[k] = pi->w[k] + relative[k];
            m->v[k] = pi->v[k] + carried[k] + relative[3 + k];
            carried[k] += 2 * relative[3 + k];
        }
        geoms_cross (pi->w, carried, m->c + 3);
        for (int k = 0; k < b->driven; k++)
            geoms_axpy6 (s->drive[2][b->q + k], s->J + 6 * (b->column + k), m->c);
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
        double *A = s->A + GEOMS_INERTIA * i, *p = s->bias + 6 * i;
        double mc[3], y[3];

        geoms_inertia_of (b->mass, b->mc, b->inertia, m->R, A, mc);
        geoms_symmetric3 (A, m->w, y);
        geoms_cross (m->w, y, p);
        geoms_cross (m->w, mc, y);
        geoms_cross (m->w, y, p + 3);
        geoms_axpy6 (-1, s->wrench + 6 * i, p);
    }
}
