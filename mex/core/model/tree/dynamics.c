/* dynamics.c - accelerations in O(N): columns are eliminated inward, one scalar pivot each
 *
 *     for k = n .. 1:   U_k = A J_k,  D_k = J_k'U_k,  u_k = tau_k - J_k'p
 *                       A <- A - U_k U_k'/D_k,   p <- p + U_k u_k / D_k
 *     p <- p + A c,   A_pi += T'A T,   p_pi += T'p
 *     outward:          a = T a_pi + c;   q''_k = (u_k - U_k'a) / D_k,   a += J_k q''_k
 *
 * This is (17), (24), (25) of the paper with the Moore-Penrose inverse of J'M J taken column by
 * column: a column without inertia has U_k = 0 and is passed over with q''_k = 0. Condition (23) is
 * not needed: what such columns add to accelerations, A takes to 0.
 */
#include <string.h>

#include "tree.h"

/* turns: the column moves nothing, its translation is 0 */
GEOMS_INLINE void eliminate (GeomsTreeState *s, int turns, int k, const int *zero, double tau,
                             double *A, double *p, double *u)
{
    const double *J = s->J + 6 * k;
    double *U = s->U + 6 * k;

    if (turns)
        geoms_inertia_turn (A, J, U);
    else
        geoms_inertia_apply (A, J, U);
    *u = tau - (turns ? geoms_dot3 (J, p) : geoms_dot6 (J, p));
    if (zero != NULL && zero[k]) {
        memset (U, 0, 6 * sizeof *U);
        s->D[k] = 0;
        return;
    }
    s->D[k] = 1 / (turns ? geoms_dot3 (J, U) : geoms_dot6 (J, U));
    geoms_inertia_add_square (-s->D[k], U, A);
    geoms_axpy6 (*u * s->D[k], U, p);
}

static void inward (GeomsTreeState *s, const int *zero, const double *tau, double *u)
{
    const GeomsTree *tree = s->tree;

    for (int i = tree->count - 1; i >= 0; i--) {
        const GeomsTreeBody *b = tree->body + i;
        const GeomsTreeMotion *m = s->body + i;
        double *A = s->A + GEOMS_INERTIA * i, *p = s->bias + 6 * i, Ac[6];

        for (int k = b->column + b->columns - 1; k >= b->column; k--)
            if (geoms_joint_only_turns (b->joint))
                eliminate (s, 1, k, zero, tau[k], A, p, u + k);
            else
                eliminate (s, 0, k, zero, tau[k], A, p, u + k);
        if (b->parent == GEOMS_GROUND)
            continue;
        geoms_inertia_apply (A, m->c, Ac);
        geoms_axpy6 (1, p, Ac);
        geoms_inertia_add_carried_back (m->l, A, s->A + GEOMS_INERTIA * b->parent);
        geoms_add_carried_back (m->l, Ac, s->bias + 6 * b->parent);
    }
}

void geoms_tree_accelerations (GeomsTreeState *s, const int *zero, const double *tau, double *vdot)
{
    const GeomsTree *tree = s->tree;
    const double *g = s->gravity, start[6] = {0, 0, 0, -g[0], -g[1], -g[2]};

    inward (s, zero, tau, vdot);
    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        double *a = s->a + 6 * i;

        geoms_carry (s->body[i].l, b->parent == GEOMS_GROUND ? start : s->a + 6 * b->parent, a);
        geoms_axpy6 (1, s->body[i].c, a);
        for (int k = b->column; k < b->column + b->columns; k++) {
            vdot[k] = (vdot[k] - geoms_dot6 (s->U + 6 * k, a)) * s->D[k];
            if (geoms_joint_only_turns (b->joint))
                geoms_axpy3 (vdot[k], s->J + 6 * k, a);
            else
                geoms_axpy6 (vdot[k], s->J + 6 * k, a);
        }
    }
}
