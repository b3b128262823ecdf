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
 *
 * Of hinges W = T'U and e = u - U'c stand in the places of U and u, so that from body to body
 * nothing but the division has to be waited for:
 *
 *     A_pi += T'A T - W W'/D,   p_pi += T'(p + A c) + W e/D,   q'' = (e - W'a_pi) / D
 *
 * Bodies' own A and p are made when their first successor is reached.
 *
 * M^-1 y is what tau = y adds to q'': the same with p = 0, c = 0, by the U and D that are there.
 */
#include <string.h>

#include "tree.h"

static inline int is_hinge (const GeomsTreeBody *b)
{
    return b->joint == GEOMS_JOINT_REVOLUTE && b->columns == 1;
}

/* ---- inward ---- */

/* U = A J and u are there: column k leaves A and p */
static inline void eliminate (GeomsTreeState *s, int k, int zero, double D, double u, double *A,
                              double *p)
{
    double *U = s->U + 6 * k;

    if (zero) {
        memset (U, 0, 6 * sizeof *U);
        s->D[k] = 0;
        return;
    }
    s->D[k] = 1 / D;
    geoms_inertia_add_square (-s->D[k], U, A);
    geoms_axpy6 (u * s->D[k], U, p);
}

/* the columns of any other joint, last to first */
static void pass_joint (GeomsTreeState *s, const GeomsTreeBody *b, const int *zero,
                        const double *tau, double *A, double *p, double *u)
{
    for (int k = b->column + b->columns - 1; k >= b->column; k--) {
        const double *J = s->J + 6 * k;
        double *U = s->U + 6 * k;

        geoms_inertia_apply (A, J, U);
        u[k] = tau[k] - geoms_dot6 (J, p);
        eliminate (s, k, zero != NULL && zero[k], geoms_dot6 (J, U), u[k], A, p);
    }
}

/* A c + p, T'A T and T' of that to the predecessor */
static inline void carry_back (const GeomsTreeMotion *m, const double *A, const double *p,
                               double *A_pi, double *p_pi)
{
    double Ac[6];

    geoms_inertia_apply (A, m->c, Ac);
    geoms_axpy6 (1, p, Ac);
    geoms_inertia_add_carried_back (m->l, A, A_pi);
    geoms_add_carried_back (m->l, Ac, p_pi);
}

/* a hinge: J = (z; 0); W in the place of U, e of u */
static inline void pass_hinge (GeomsTreeState *s, const GeomsTreeBody *b, int i, const int *zero,
                               double tau, double *e)
{
    const GeomsTreeMotion *m = s->body + i;
    const int k = b->column;
    const double *A = s->A + GEOMS_INERTIA * i, *p = s->bias + 6 * i, *z = s->J + 6 * k;
    double *W = s->U + 6 * k, U[6], D;

    geoms_inertia_turn (A, z, U);
    D = zero != NULL && zero[k] ? 0 : 1 / geoms_dot3 (z, U);
    s->D[k] = D;
    *e = tau - geoms_dot3 (z, p) - geoms_dot6 (U, m->c);
    geoms_cross (m->l, U + 3, W);
    geoms_axpy3 (1, U, W);
    geoms_set3 (U + 3, W + 3);
    if (b->parent == GEOMS_GROUND)
        return;
    double *A_pi = s->A + GEOMS_INERTIA * b->parent, *p_pi = s->bias + 6 * b->parent;
    carry_back (m, A, p, A_pi, p_pi);
    geoms_inertia_add_square (-D, W, A_pi);
    geoms_axpy6 (*e * D, W, p_pi);
}

static void inward (GeomsTreeState *s, const int *zero, const double *tau, double *u)
{
    const GeomsTree *tree = s->tree;

    for (int i = tree->count - 1; i >= 0; i--) {
        const GeomsTreeBody *b = tree->body + i;
        double *A = s->A + GEOMS_INERTIA * i, *p = s->bias + 6 * i;

        if (b->last == i)
            geoms_tree_load_body (s, i);
        if (b->parent != GEOMS_GROUND && tree->body[b->parent].last == b->last)
            geoms_tree_load_body (s, b->parent);
        if (is_hinge (b)) {
            pass_hinge (s, b, i, zero, tau[b->column], u + b->column);
            continue;
        }
        pass_joint (s, b, zero, tau, A, p, u);
        if (b->parent != GEOMS_GROUND)
            carry_back (s->body + i, A, p, s->A + GEOMS_INERTIA * b->parent,
                        s->bias + 6 * b->parent);
    }
}

/* ---- outward ---- */

void geoms_tree_accelerations (GeomsTreeState *s, const int *zero, const double *tau, double *vdot)
{
    const GeomsTree *tree = s->tree;
    const double *g = s->gravity, start[6] = {0, 0, 0, -g[0], -g[1], -g[2]};

    inward (s, zero, tau, vdot);
    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        const double *a_pi = b->parent == GEOMS_GROUND ? start : s->a + 6 * b->parent;
        double *a = s->a + 6 * i;
        const int k0 = b->column;

        geoms_carry (s->body[i].l, a_pi, a);
        geoms_axpy6 (1, s->body[i].c, a);
        if (is_hinge (b)) {
            vdot[k0] = (vdot[k0] - geoms_dot6 (s->U + 6 * k0, a_pi)) * s->D[k0];
            geoms_axpy3 (vdot[k0], s->J + 6 * k0, a);
            continue;
        }
        for (int k = k0; k < k0 + b->columns; k++) {
            vdot[k] = (vdot[k] - geoms_dot6 (s->U + 6 * k, a)) * s->D[k];
            geoms_axpy6 (vdot[k], s->J + 6 * k, a);
        }
    }
}

/* ---- M^-1 y ---- */

static void divide_inward (GeomsTreeState *s, double *y)
{
    for (int i = s->tree->count - 1; i >= 0; i--) {
        const GeomsTreeBody *b = s->tree->body + i;
        double *p = s->bias + 6 * i;
        const int k0 = b->column, hinge = is_hinge (b);

        if (hinge)
            y[k0] -= geoms_dot3 (s->J + 6 * k0, p);
        for (int k = k0 + b->columns - 1; ! hinge && k >= k0; k--) {
            y[k] -= geoms_dot6 (s->J + 6 * k, p);
            geoms_axpy6 (y[k] * s->D[k], s->U + 6 * k, p);
        }
        if (b->parent == GEOMS_GROUND)
            continue;
        geoms_add_carried_back (s->body[i].l, p, s->bias + 6 * b->parent);
        if (hinge)
            geoms_axpy6 (y[k0] * s->D[k0], s->U + 6 * k0, s->bias + 6 * b->parent);
    }
}

void geoms_tree_divide (GeomsTreeState *s, double *y)
{
    static const double still[6];

    memset (s->bias, 0, 6 * (size_t)s->tree->count * sizeof *s->bias);
    divide_inward (s, y);
    for (int i = 0; i < s->tree->count; i++) {
        const GeomsTreeBody *b = s->tree->body + i;
        const double *a_pi = b->parent == GEOMS_GROUND ? still : s->a + 6 * b->parent;
        double *a = s->a + 6 * i;
        const int hinge = is_hinge (b);

        geoms_carry (s->body[i].l, a_pi, a);
        for (int k = b->column; k < b->column + b->columns; k++) {
            y[k] = (y[k] - geoms_dot6 (s->U + 6 * k, hinge ? a_pi : a)) * s->D[k];
            geoms_axpy6 (y[k], s->J + 6 * k, a);
        }
    }
}
