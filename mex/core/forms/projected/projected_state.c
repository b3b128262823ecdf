/* projected_state.c - what a later run needs of psf or psi1 to go on with the same bits
 *
 * The linearisation is not stored but its Jacobian and its selector; N, P and the products with S
 * are made anew from them.
 */
#include <math.h>

#include "projected.h"

void geoms_projected_walk (GeomsForm *f, GeomsWalk *w)
{
    GeomsProjected *p = (GeomsProjected *)f;
    GeomsBlocks *b = &p->blocks;
    GeomsSelector *s = &p->selector;
    GeomsEquations *e = f->eq;
    const size_t n = (size_t)e->n, m = (size_t)e->m, nv = (size_t)e->d.nv, np = (size_t)e->d.np;

    /* corrections; decompositions that were changed, ranks that are expected */
    geoms_walk_real (w, &p->t);
    geoms_walk_known (w, &p->projection.kappa, INFINITY);
    geoms_walk_int (w, &p->projection.trusted);
    geoms_walk_int (w, &b->switched);
    geoms_walk_int (w, &b->F11.expected);
    geoms_walk_int (w, &b->F23.expected);
    geoms_walk_int (w, &b->F34.expected);
    geoms_walk_reals (w, (size_t)(p->m1 + p->hard2), b->F11.first);
    geoms_walk_reals (w, (size_t)(p->hard2 + e->d.ni), b->F23.first);
    geoms_walk_reals (w, (size_t)p->m3, b->F34.first);
    /* what was seen of the system along the run, and how large it was */
    geoms_walk_int (w, &s->selected);
    geoms_walk_int (w, &e->friction);
    geoms_walk_int (w, &e->looked);
    geoms_walk_int (w, &p->multipliers.mass.singular);
    geoms_walk_within (w, &p->accelerates, 0, p->accelerates);
    geoms_walk_reals (w, n, e->reach);
    geoms_walk_reals (w, n, e->typical);
    geoms_walk_reals (w, n, e->floor);
    geoms_walk_reals (w, (size_t)e->n1, e->unit);
    /* the linearisation */
    geoms_walk_reals (w, p->multipliers.used ? (size_t)p->hard2 : 0, p->multipliers.terms);
    geoms_walk_reals (w, p->multipliers.used ? (size_t)p->hard2 * nv : 0, p->multipliers.CM);
    geoms_walk_reals (w, m * n, p->J);
    geoms_walk_reals (w, m, p->base);
    geoms_walk_reals (w, nv * nv, p->base_mass);
    geoms_walk_reals (w, nv * nv, p->mass);
    geoms_walk_reals (w, nv * nv, e->mass);
    geoms_walk_reals (w, m, p->scale);
    geoms_walk_reals (w, nv * nv, s->Sv);
    geoms_walk_reals (w, n * np, s->Sp);
    geoms_walk_ints (w, n, s->pivots);
    geoms_walk_reals (w, n, s->x);
    for (int i = 0; i < 2; i++) {
        geoms_walk_known (w, &s->seen[i], NAN);
        geoms_walk_known (w, &s->least[i], NAN);
        geoms_walk_real (w, &s->t_least[i]);
    }
    geoms_walk_int (w, &s->passed);
    geoms_walk_real (w, &s->t_passed);
}

int geoms_projected_again (GeomsForm *f)
{
    GeomsProjected *p = (GeomsProjected *)f;
    GeomsBlocks *b = &p->blocks;
    GeomsSelector *s = &p->selector;
    int status;

    if (b->switched)
        b->F11.kind = b->F23.kind = b->F34.kind = GEOMS_DECOMPOSITION_SVD;
    if (! p->algebraic_only)
        s->made = 0;
    geoms_projected_index (p);
    geoms_multipliers_again (p);
    status = geoms_projected_decompose (p);
    if (p->algebraic_only)
        return 0; /* for residuals alone: as it was before, good or not */
    if (status != 0)
        return status;
    if (s->selected != s->rows_v)
        return GEOMS_RETRY;
    s->made = 1;
    geoms_selection_follow (p);
    geoms_tangent_compose (p);
    return 0;
}
