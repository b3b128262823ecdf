/* dynamics.c - recursions at one state: accelerations (dynamics.h), joint forces (inverse.h), the
 * mass matrix (composite.h); and
 *
 *     M^-1 y is what tau = y adds to q'': the same with p = 0, c = 0, by the U and D that are there
 */
#include <string.h>

#include "tree.h"

#define NUMBER     double
#define NAME(name) geoms_##name
#define MOTION     GeomsTreeMotion
#define STATE      GeomsTreeState
#include "dynamics.h"
#include "inverse.h"
#include "composite.h"

/* ---- M^-1 y ---- */

static void divide_inward (GeomsTreeState *s, double *y)
{
    for (int i = s->tree->count - 1; i >= 0; i--) {
        const GeomsTreeBody *b = s->tree->body + i;
        double *p = s->bias + 6 * i;
        const int k0 = b->column, hinge = geoms_is_hinge (b);

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
        const int hinge = geoms_is_hinge (b);

        geoms_carry (s->body[i].l, a_pi, a);
        for (int k = b->column; k < b->column + b->columns; k++) {
            y[k] = (y[k] - geoms_dot6 (s->U + 6 * k, hinge ? a_pi : a)) * s->D[k];
            geoms_axpy6 (y[k], s->J + 6 * k, a);
        }
    }
}
