/* tree_saddle.c - a tree with loops, its rows and forces one by one, in O(N) for each row
 *
 *     f = tau - ID (p, v, 0),   C,   G,   g,   gI,   gamma;   y <- M^-1 y
 *
 * from which v' and lambda follow without a matrix n x n: M v' = f - C'lambda, C v' + gamma = 0.
 */
#include <string.h>

#include "tree_system.h"

int geoms_tree_saddle_rows (double t, const double *x, const GeomsHeldRows *to, void *user)
{
    GeomsTreeSystem *s = user;
    const size_t nv = (size_t)s->tree.nv;
    int status = geoms_tree_signals (s, 1, &t);

    if (status == 0)
        status = geoms_tree_at (s, 0, x, NULL) != 0;
    if (status != 0)
        return status;
    memset (to->C, 0, (size_t)s->nl * nv * sizeof *to->C);
    geoms_tree_rows (s, to->C, s->nl);
    memset (to->G, 0, (size_t)s->nl * (size_t)s->tree.np * sizeof *to->G);
    geoms_tree_put_positions (s, geoms_tree_positions (s, x), s->nl, to->C, s->nl, to->G, s->nl);
    geoms_tree_levels (s, 0, x, to->g, to->gI, to->gamma);
    geoms_tree_flows (s, to->rates);
    geoms_tree_rate (&s->tree, geoms_tree_positions (s, x), geoms_tree_velocities (s, x),
                     to->rates + s->nr);
    geoms_tree_balance (&s->state, s->tau, to->f);
    geoms_tree_accelerations (&s->state, s->zero, s->tau, s->vdot); /* leaves U and D */
    return geoms_tree_has_lost (s);
}

void geoms_tree_saddle_divide (int k, double *y, void *user)
{
    GeomsTreeSystem *s = user;

    for (int j = 0; j < k; j++)
        geoms_tree_divide (&s->state, y + (size_t)j * (size_t)s->tree.nv);
}
