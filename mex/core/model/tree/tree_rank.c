/* tree_rank.c - which columns have no inertia, and the motions that nothing resists
 *
 *     zero k  <=>  D_k <= tol J_k'E J_k,   tol = 1e-11
 *
 * where E propagates what rounding may have left in A, first order:
 *
 *     E_i = M_i;   w = E J_k,  E <- E - (w U' + U w')/D + (J_k'w) U U'/D^2 (not where zero),
 *     E <- E + A before k;   E_pi += T'E T
 *
 * The scale has the unit of D: translations and rotations are never compared. For given velocities
 * of such columns the null motion Y, A Y = 0, runs outward:
 *
 *     Y = T Y_pi;   zero k: Y += J_k zeta_k, q'_k = zeta_k;
 *     else t = U_k'Y/D_k, Y -= J_k t, q'_k = -t
 *
 * (29)-(31) of the paper without condition (23);  M Q = 0 for the columns Q of unit zeta.
 */
#include <math.h>
#include <string.h>

#include "tree.h"

/* sum += s (u w' + w u'), 21 numbers */
static void add_pair (double s, const double *u, const double *w, double *sum)
{
    double *C = sum + 6, *M = sum + 15;

    for (int i = 0; i < 3; i++) {
        sum[i] += 2 * s * u[i] * w[i];
        M[i] += 2 * s * u[3 + i] * w[3 + i];
    }
    sum[3] += s * (u[0] * w[1] + u[1] * w[0]);
    sum[4] += s * (u[0] * w[2] + u[2] * w[0]);
    sum[5] += s * (u[1] * w[2] + u[2] * w[1]);
    M[3] += s * (u[3] * w[4] + u[4] * w[3]);
    M[4] += s * (u[3] * w[5] + u[5] * w[3]);
    M[5] += s * (u[4] * w[5] + u[5] * w[4]);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            C[i + 3 * j] += s * (u[i] * w[3 + j] + w[i] * u[3 + j]);
}

/* column k leaves A, and E; its D as a part of the scale */
static double eliminate (GeomsTreeState *s, int k, double *A, double *E)
{
    const double *J = s->J + 6 * k;
    double *U = s->U + 6 * k, old[GEOMS_INERTIA], w[6], scale;

    memcpy (old, A, sizeof old);
    geoms_inertia_apply (A, J, U);
    geoms_inertia_apply (E, J, w);
    scale = geoms_dot6 (J, w);
    s->D[k] = geoms_dot6 (J, U);
    const double ratio = scale > 0 ? s->D[k] / scale : 0;
    if (ratio > GEOMS_TREE_ZERO) {
        add_pair (-1 / s->D[k], w, U, E);
        geoms_inertia_add_square (scale / (s->D[k] * s->D[k]), U, E);
        geoms_inertia_add_square (-1 / s->D[k], U, A);
    } else {
        memset (U, 0, 6 * sizeof *U);
        s->D[k] = 0;
    }
    for (int i = 0; i < GEOMS_INERTIA; i++)
        E[i] += old[i];
    return ratio;
}

void geoms_tree_rank (GeomsTreeState *s, double *E, double *ratio)
{
    const GeomsTree *tree = s->tree;

    memcpy (E, s->A, GEOMS_INERTIA * (size_t)tree->count * sizeof *E);
    for (int i = tree->count - 1; i >= 0; i--) {
        const GeomsTreeBody *b = tree->body + i;
        double *A = s->A + GEOMS_INERTIA * i, *e = E + GEOMS_INERTIA * i;

        for (int k = b->column + b->columns - 1; k >= b->column; k--)
            ratio[k] = eliminate (s, k, A, e);
        if (b->parent == GEOMS_GROUND)
            continue;
        geoms_inertia_add_carried_back (s->body[i].l, A, s->A + GEOMS_INERTIA * b->parent);
        geoms_inertia_add_carried_back (s->body[i].l, e, E + GEOMS_INERTIA * b->parent);
    }
}

int geoms_tree_is_zero (double ratio) { return ! (ratio > GEOMS_TREE_ZERO); }

void geoms_tree_null_motion (GeomsTreeState *s, const int *zero, int number, double *v)
{
    const GeomsTree *tree = s->tree;
    static const double still[6];

    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        double *Y = s->a + 6 * i;

        geoms_carry (s->body[i].l, b->parent == GEOMS_GROUND ? still : s->a + 6 * b->parent, Y);
        for (int k = b->column; k < b->column + b->columns; k++) {
            v[k] = zero[k] ? k == number : -geoms_dot6 (s->U + 6 * k, Y) / s->D[k];
            geoms_axpy6 (v[k], s->J + 6 * k, Y);
        }
    }
}
