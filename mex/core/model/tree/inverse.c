/* inverse.c - joint forces of a motion in O(N)
 *
 *     outward:  a = T a_pi + c + J q''      inward:  f = A a + p,  tau_k = J_k'f,  f_pi += T'f
 *
 * tau = ID (q, q', q'') = M q'' + ID (q, q', 0), the bodies' wrenches in p included; f is the
 * wrench
 * that the joint transmits, mu of (11) of the paper.
 */
#include <string.h>

#include "tree.h"

static void accelerate (GeomsTreeState *s, const double *vdot)
{
    const GeomsTree *tree = s->tree;
    const double *g = s->gravity, start[6] = {0, 0, 0, -g[0], -g[1], -g[2]};

    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        double *a = s->a + 6 * i;

        geoms_carry (s->body[i].l, b->parent == GEOMS_GROUND ? start : s->a + 6 * b->parent, a);
        geoms_axpy6 (1, s->body[i].c, a);
        for (int k = b->column; vdot != NULL && k < b->column + b->columns; k++)
            geoms_axpy6 (vdot[k], s->J + 6 * k, a);
    }
}

void geoms_tree_inverse (GeomsTreeState *s, const double *vdot, double *tau)
{
    const GeomsTree *tree = s->tree;

    accelerate (s, vdot);
    for (int i = tree->count - 1; i >= 0; i--) {
        const GeomsTreeBody *b = tree->body + i;
        double *f = s->bias + 6 * i, Aa[6];

        geoms_inertia_apply (s->A + GEOMS_INERTIA * i, s->a + 6 * i, Aa);
        geoms_axpy6 (1, Aa, f);
        for (int k = b->column; k < b->column + b->columns; k++)
            tau[k] = geoms_dot6 (s->J + 6 * k, f);
        if (b->parent != GEOMS_GROUND)
            geoms_add_carried_back (s->body[i].l, f, s->bias + 6 * b->parent);
    }
}

void geoms_tree_balance (GeomsTreeState *s, const double *tau, double *f)
{
    geoms_tree_load (s);
    geoms_tree_inverse (s, NULL, f);
    for (int k = 0; k < s->tree->nv; k++)
        f[k] = tau[k] - f[k];
}
