/* forces.c - what multipliers are measured by: the forces of the system
 *
 *     unit_j = max over the accepted states of (|C M^-1| (|f| + |C'| |l|))_j / (C M^-1 C')_jj
 *     l = [lambda; mu]
 *
 * the multiplier that one row alone needs to hold against all forces at once, those of the other
 * constraints among them, in units of that row; at least 1e-12, and 1e-6 of the largest, below
 * which rounding has its place: a row that no force acts on. Where multipliers are solved for also
 * at least what they owe to the other unknowns, which are known to AbsTol alone,
 *
 *     unit_j >= sum_x |dl_j/dx| atol_x / 1e-6
 *
 * so that a stiff spring does not ask for more digits of positions than the user does. An AbsTol
 * that the user gives is not changed.
 */
#include <math.h>
#include <string.h>

#include "projected.h"

#define AT(A, ld, i, j) A[(size_t)(j) * (size_t)(ld) + (size_t)(i)]

/* AbsTol of multipliers that are measured in units */
static const double STANDARD_ATOL = 1e-6;

void geoms_forces_create (GeomsForces *s, int nv, int rows, GeomsArena *arena)
{
    s->force = geoms_arena_reals (arena, (size_t)nv);
    s->row = geoms_arena_reals (arena, 2 * (size_t)nv);
    geoms_mass_create (&s->mass, nv, rows, arena);
}

/* |f| + |C'| |l| with f = f_dyn + C' l: the columns of l in f_dyn are - C' but for friction */
static void all_forces (GeomsProjected *p, const double *x)
{
    const GeomsEquations *e = p->form.eq;
    GeomsForces *s = &p->forces;
    const int nv = e->d.nv;
    double *applied = s->row;

    memcpy (applied, p->base + e->r_v, (size_t)nv * sizeof *applied);
    if (p->accelerates) {
        memset (applied, 0, (size_t)nv * sizeof *applied);
        geoms_mass_apply (e, p->base_mass, 1, p->base + e->r_v, applied);
    }
    for (int j = 0; j < nv; j++)
        s->force[j] = 0;
    for (int i = 0; i < p->hard2; i++)
        for (int j = 0; j < nv; j++) {
            const double held = AT (p->J, e->m, e->r_v + j, e->d.nw + i) * x[e->d.nw + i];
            applied[j] -= held;
            s->force[j] += fabs (held);
        }
    for (int j = 0; j < nv; j++)
        s->force[j] += fabs (applied[j]);
}

/* L atol, see border.c */
static double owed_to_others (const GeomsProjected *p, int i)
{
    const GeomsEquations *e = p->form.eq;
    const double *L = p->multipliers.L;
    double sum = 0;

    for (int j = e->o2; j < e->n && L != NULL && e->atol != NULL; j++)
        sum += fabs (AT (L, e->n1, e->d.nw + i, j - e->o2)) * e->atol[j];
    return sum / STANDARD_ATOL;
}

static double unit_of (GeomsProjected *p, int i)
{
    const GeomsEquations *e = p->form.eq;
    GeomsForces *s = &p->forces;
    const int nv = e->d.nv;
    double *row = s->row, *CM = row + nv, sum = 0, diagonal = 0;

    for (int j = 0; j < nv; j++)
        row[j] = CM[j] = AT (p->J, e->m, e->r_gI + i, e->o3 + j);
    geoms_mass_solve (&s->mass, NULL, CM);
    for (int j = 0; j < nv; j++) {
        sum += fabs (CM[j]) * s->force[j];
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
        || geoms_mass_factor (&p->forces.mass, e->mass_varies ? p->base_mass : e->mass,
                              &AT (p->J, e->m, e->r_gI, e->o3), e->m, e->mass_diagonal)
               != 0)
        return;
    all_forces (p, x);
    geoms_tangent_all_multipliers (p);
    for (int i = 0; i < p->hard2; i++)
        if (e->scaled[nw + i])
            e->unit[nw + i] = geoms_max (e->unit[nw + i],
                                         geoms_max (unit_of (p, i), owed_to_others (p, i)));
    geoms_equations_raise_units (e);
}
