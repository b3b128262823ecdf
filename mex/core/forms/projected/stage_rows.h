/* stage_rows.h - the differential rows of a stage whose multipliers are solved for, less x'
 *
 *     f - C' l - M v',  or  alpha - v' where velocities have accelerations as rows,   b - r'
 */
#ifndef GEOMS_STAGE_ROWS_H
#define GEOMS_STAGE_ROWS_H

#include "projected.h"

static inline void geoms_stage_less (int count, const double *x, double *row)
{
    for (int i = 0; i < count; i++)
        row[i] -= x[i];
}

/* usual: M is a constant diagonal, the rows are forces, there is no r; nv is that of p */
GEOMS_INLINE void geoms_stage_derivatives (const GeomsProjected *p, int nv, int usual,
                                           const double *M, const double *xdot, double *residual)
{
    const GeomsEquations *e = p->form.eq;
    double *row = residual + e->r_v;

    for (int i = 0; i < nv && usual; i++)
        row[i] -= e->mass_diagonal_of[i] * xdot[e->o3 + i];
    if (usual)
        return;
    if (p->accelerates)
        geoms_stage_less (nv, xdot + e->o3, row);
    else
        geoms_mass_apply (e, M, -1, xdot + e->o3, row);
    geoms_stage_less (e->n2, xdot + e->o2, residual + e->r_b);
}

#endif
