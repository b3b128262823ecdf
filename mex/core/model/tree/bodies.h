/* bodies.h - outward: frames and velocities of all bodies
 *
 *     x = x_pi + l,  w = w_pi + w_J,  x' = x'_pi + w_pi x l + v_J
 *     c = ( Coriolis of the joint ; w_pi x (w_pi x l) + 2 w_pi x v_J ) + J h'' of driven joints
 *
 * c is -k^II of (10) of the paper.
 *
 * Included with NUMBER, NAME, MOTION and STATE, for one state by bodies.c, for some side by side by
 * lanes_of.h.
 */
#include "joints.h"

void NAME (tree_state_create) (STATE *s, const GeomsTree *tree, GeomsArena *arena)
{
    const size_t count = (size_t)tree->count, nv = (size_t)tree->nv, each = sizeof (NUMBER);

    s->tree = tree;
    for (int i = 0; i < 3; i++)
        s->drive[i] = geoms_arena_get (arena, (size_t)tree->driven, each);
    s->mapped = geoms_arena_get (arena, (size_t)tree->maps, sizeof *s->mapped);
    s->body = geoms_arena_get (arena, count + 1, sizeof *s->body);
    s->J = geoms_arena_get (arena, 6 * (nv + (size_t)tree->driven), each);
    s->wrench = geoms_arena_get (arena, 6 * count, each);
    s->A = geoms_arena_get (arena, GEOMS_INERTIA * count, each);
    s->bias = geoms_arena_get (arena, 6 * count, each);
    s->a = geoms_arena_get (arena, 6 * (count + 1), each);
    s->U = geoms_arena_get (arena, 6 * nv, each);
    s->D = geoms_arena_get (arena, nv, each);
    if (arena->failed)
        return;
    s->body->R[0] = s->body->R[4] = s->body->R[8] = NAME (of) (1);
    s->body++;
    s->a += 6;
}

void NAME (tree_place) (STATE *s, const NUMBER *p)
{
    const GeomsTree *tree = s->tree;

    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        const MOTION *pi = s->body + b->parent;
        const NUMBER *q = (b->driven ? s->drive[0] : p) + b->q;
        MOTION *m = s->body + i;
        NUMBER *J = s->J + 6 * b->column;

        if (b->joint == GEOMS_JOINT_REVOLUTE)
            NAME (place_hinge) (b, pi->R, *q, m->R, m->l, J);
        else if (b->joint == GEOMS_JOINT_USER)
            NAME (map_place) (s, b, pi->R, q, m, J);
        else
            NAME (joint_place) (b, pi->R, q, m->R, m->l, J);
        GEOMS_UNROLL
        for (int k = 0; k < 3; k++)
            m->x[k] = pi->x[k] + m->l[k];
    }
}

/* w, x' and c of a body on a hinge about z; w, x' of its predecessor stand in `last`, and its own
 * after it */
static inline void NAME (move_hinge) (NUMBER last[6], const NUMBER *z, NUMBER v, MOTION *m)
{
    const NUMBER w0 = last[0], w1 = last[1], w2 = last[2], *l = m->l;
    const NUMBER x = w1 * l[2] - w2 * l[1], y = w2 * l[0] - w0 * l[2],
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
static void NAME (move_joint) (STATE *s, const GeomsTreeBody *b, const NUMBER *v, MOTION *m)
{
    const MOTION *pi = s->body + b->parent;
    const NUMBER *J = s->J + 6 * b->column;
    NUMBER relative[6], carried[3];

    NAME (joint_move) (b, J, pi->w, b->driven ? s->drive[1] + b->q : v + b->column, relative, m->c);
    if (b->joint == GEOMS_JOINT_USER)
        NAME (map_drift) (s, b, pi->w, relative, m->c);
    NAME (cross) (pi->w, m->l, carried);
    for (int k = 0; k < 3; k++) {
        m->w[k] = pi->w[k] + relative[k];
        m->v[k] = pi->v[k] + carried[k] + relative[3 + k];
        carried[k] += relative[3 + k] + relative[3 + k];
    }
    NAME (cross) (pi->w, carried, m->c + 3);
    for (int k = 0; k < b->driven; k++)
        NAME (axpy6) (s->drive[2][b->q + k], J + 6 * k, m->c);
    if (b->joint == GEOMS_JOINT_USER)
        NAME (map_rate) (s, b, v + b->column, m->c);
}

void NAME (tree_move) (STATE *s, const NUMBER *v)
{
    const GeomsTree *tree = s->tree;
    NUMBER last[6]; /* of the body before, which most hang on */

    GEOMS_UNROLL
    for (int k = 0; k < 6; k++)
        last[k] = NAME (of) (0);
    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        MOTION *m = s->body + i;

        if (b->joint == GEOMS_JOINT_REVOLUTE && ! b->driven) {
            if (b->parent != i - 1) {
                NAME (set3) (s->body[b->parent].w, last);
                NAME (set3) (s->body[b->parent].v, last + 3);
            }
            NAME (move_hinge) (last, s->J + 6 * b->column, v[b->column], m);
            continue;
        }
        NAME (move_joint) (s, b, v, m);
        NAME (set3) (m->w, last);
        NAME (set3) (m->v, last + 3);
    }
}
