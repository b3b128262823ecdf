/* multipliers_lanes.c - multipliers and rows of a few stages side by side
 *
 *     [M C'; C 0] [alpha_i; l_i] = [f; -gamma] (X_i)       four at a time: constraints/saddle_lanes.c
 *
 * Less work where M depends on the state, or there are more than a few rows of C. States for which it
 * is not safe, and all that need more, are left to multipliers.c.
 */
#include <string.h>

#include "projected.h"
#include "stage_rows.h"

void geoms_multipliers_create_lanes (GeomsProjected *p, GeomsArena *arena)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    const int m = p->hard2;

    s->in_lanes = geoms_saddle_lanes_pay (e->d.nv, m, e->mass_varies && ! e->mass_diagonal);
    if (! s->in_lanes)
        return;
    s->lanes.n = e->d.nv;
    s->lanes.m = m;
    s->lanes.diagonal = e->mass_diagonal;
    s->lanes.varies = e->mass_varies;
    geoms_saddle_lanes_create (&s->lanes, arena);
}

/* all rows of C, a regular M, no friction */
static int fits (const GeomsProjected *p)
{
    const GeomsMultipliers *s = &p->multipliers;

    return s->rows == p->hard2 && ! s->friction && s->mass.singular == GEOMS_MASS_REGULAR
           && (s->kept ? s->even : p->form.eq->mass_varies);
}

/* the rows of state j of the batch, from lane number l */
static void take (GeomsProjected *p, int j, int l, double *x, const double *xdot, double *residual)
{
    const GeomsEquations *e = p->form.eq;
    const GeomsMultipliers *s = &p->multipliers;
    const GeomsPart part = geoms_parts_at (&s->parts, j);

    geoms_saddle_lanes_take (s->lanes.lambda, p->hard2, l, x + e->d.nw);
    geoms_saddle_lanes_take (s->lanes.z, e->d.nv, l, residual + e->r_v);
    geoms_parts_rows (&s->parts, s->parts.m, e->d.nv, 0, &part, x, xdot != NULL ? xdot + e->op : NULL,
                      residual);
    memset (residual + e->r_gII, 0, (size_t)p->hard2 * sizeof *residual);
    if (xdot != NULL)
        geoms_stage_derivatives (p, e->d.nv, 0, part.M, xdot, residual);
}

int geoms_multipliers_lanes (GeomsProjected *p, int k, double *x, const double *xdot,
                             double *residual)
{
    GeomsMultipliers *s = &p->multipliers;
    const int n = p->form.n, m = p->form.m;
    int j = 0;

    while (j < k && fits (p)) {
        const GeomsPart first = geoms_parts_at (&s->parts, j);
        const GeomsLaneStates of
            = {geoms_int_min (k - j, GEOMS_LANES), s->parts.size, first.M, first.C, first.f, first.b2};

        if (geoms_saddle_lanes_solve (&s->lanes, &of, p->accelerates) != 0)
            break;
        for (int l = 0; l < of.count; l++, j++)
            take (p, j, l, x + j * n, xdot != NULL ? xdot + j * n : NULL, residual + j * m);
    }
    return j;
}
