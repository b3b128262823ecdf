/* forces.c - what multipliers are measured by: the forces of the system
 *
 *     unit_j = max (1e-12, max over the accepted states of (|C M^-1| |f|)_j / (C M^-1 C')_jj)
 *
 * the multiplier that one row alone needs to hold against all forces at once, in units of that row. An AbsTol
 * that the user gives is not changed.
 */
#include <math.h>
#include <string.h>

#include "projected.h"

#define AT(A, ld, i, j) A[(size_t)(j) * (size_t)(ld) + (size_t)(i)]

void geoms_forces_create (GeomsProjected *p, GeomsArena *arena)
{
    const int nv = p->form.eq->d.nv;

    p->force = geoms_arena_reals (arena, (size_t)nv);
    p->force_row = geoms_arena_reals (arena, 2 * (size_t)nv);
    geoms_mass_create (&p->force_mass, nv, p->hard2, arena);
}

/* f = f_dyn + C' l: the columns of l in f_dyn are - C' but for friction */
static void applied_forces (GeomsProjected *p, const double *x)
{
    const GeomsEquations *e = p->form.eq;
    const int nv = e->d.nv;

    memcpy (p->force, p->base + e->r_v, (size_t)nv * sizeof *p->force);
    if (p->accelerates) {
        memset (p->force, 0, (size_t)nv * sizeof *p->force);
        geoms_mass_apply (e, p->base_mass, 1, p->base + e->r_v, p->force);
    }
    for (int i = 0; i < p->hard2; i++)
        for (int j = 0; j < nv; j++)
            p->force[j] -= AT (p->J, e->m, e->r_v + j, e->d.nw + i) * x[e->d.nw + i];
}

static double unit_of (GeomsProjected *p, int i)
{
    const GeomsEquations *e = p->form.eq;
    const int nv = e->d.nv;
    double *row = p->force_row, *CM = row + nv, sum = 0, diagonal = 0;

    for (int j = 0; j < nv; j++)
        row[j] = CM[j] = AT (p->J, e->m, e->r_gI + i, e->o3 + j);
    geoms_mass_solve (&p->force_mass, NULL, CM);
    for (int j = 0; j < nv; j++) {
        sum += fabs (CM[j] * p->force[j]);
        diagonal += CM[j] * row[j];
    }
    return diagonal > 0 ? sum / diagonal : 0;
}

void geoms_forces_note (GeomsProjected *p, const double *x)
{
    GeomsEquations *e = p->form.eq;
    const int nw = e->d.nw;
    int wanted = 0;

    for (int i = 0; i < p->hard2; i++)
        wanted |= e->scaled[nw + i];
    if (! wanted
        || geoms_mass_factor (&p->force_mass, e->mass_varies ? p->base_mass : e->mass,
                              &AT (p->J, e->m, e->r_gI, e->o3), e->m, e->mass_diagonal)
               != 0
        || p->force_mass.singular)
        return;
    applied_forces (p, x);
    for (int i = 0; i < p->hard2; i++)
        if (e->scaled[nw + i])
            e->unit[nw + i] = geoms_max (e->unit[nw + i], unit_of (p, i));
}
