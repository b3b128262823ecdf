/* large_walk.c - what a later run needs to go on with the same bits
 *
 * Values of B, C and M of the linearisation and of those linearisations for which pivots were chosen
 * last: factors are made anew from them in that order, and nothing of that is remembered (`recalls`).
 * What the first state told stands before them. A form for corrections alone has nothing to remember:
 * what it does follows from the state that it moves.
 */
#include <math.h>
#include <string.h>

#include "large.h"

static void walk_anchor (GeomsWalk *w, const GeomsLarge *s, size_t b, GeomsLargeAnchor *a)
{
    const int nv = s->form.eq->d.nv;

    geoms_walk_int (w, &a->known);
    geoms_walk_reals (w, 2, a->sigma);
    geoms_walk_reals (w, b, a->b);
    geoms_walk_reals (w, (size_t)s->C.start[nv], a->c);
    geoms_walk_reals (w, (size_t)s->M.start[nv], a->mass);
}

/* what was seen of the system, and how large it was */
static void walk_system (GeomsWalk *w, GeomsLarge *s)
{
    GeomsEquations *e = s->form.eq;
    const size_t n = (size_t)e->n;

    geoms_walk_int (w, &e->friction);
    geoms_walk_int (w, &e->looked);
    geoms_walk_within (w, &s->prepared, 0, 1);
    geoms_walk_int (w, &s->by_mass);
    geoms_walk_within (w, &s->accelerates, 0, s->accelerates);
    geoms_walk_within (w, &s->lets, 0, e->mass_varies);
    geoms_walk_int (w, &s->singular);
    geoms_walk_int (w, &s->redundant);
    geoms_walk_within (w, &s->rank2, 0, s->m);
    geoms_walk_within (w, &s->rank3, 0, s->m3);
    geoms_walk_ints (w, (size_t)e->na, s->dependent_rows);
    geoms_walk_ints (w, (size_t)e->n1, s->unique);
    geoms_walk_reals (w, n, e->reach);
    geoms_walk_reals (w, n, e->typical);
    geoms_walk_reals (w, n, e->floor);
    geoms_walk_reals (w, (size_t)e->n1, e->unit);
    geoms_walk_reals (w, (size_t)s->M.start[e->d.nv], s->constant);
}

static void walk_base (GeomsWalk *w, GeomsLarge *s)
{
    const GeomsEquations *e = s->form.eq;
    GeomsLargePoint *b = &s->base;

    geoms_walk_int (w, &b->known);
    geoms_walk_real (w, &b->t);
    geoms_walk_reals (w, (size_t)e->n, b->x);
    geoms_walk_reals (w, (size_t)s->at.size, b->column);
    geoms_walk_reals (w, (size_t)e->d.nv, b->alpha);
    geoms_walk_reals (w, (size_t)s->m, b->l);
    geoms_walk_reals (w, (size_t)e->m, b->residual);
}

void geoms_large_walk (GeomsForm *f, GeomsWalk *w)
{
    GeomsLarge *s = (GeomsLarge *)f;
    const GeomsEquations *e = f->eq;

    walk_system (w, s);
    geoms_walk_real (w, &s->t);
    geoms_walk_known (w, &s->kappa, INFINITY);
    geoms_walk_int (w, &s->trusted);
    walk_base (w, s);
    geoms_walk_ints (w, 1 + (size_t)f->complex_slots, s->since);
    geoms_walk_ints (w, 1 + (size_t)f->complex_slots, s->doubt);
    for (int slot = 0; slot <= f->complex_slots; slot++)
        walk_anchor (w, s, (size_t)s->B.start[e->n], s->anchor + slot);
    walk_anchor (w, s, (size_t)s->most_friction, &s->stage.anchor);
    walk_anchor (w, s, (size_t)s->most_friction, &s->linear.anchor);
    geoms_walk_int (w, &s->linearised);
    geoms_walk_reals (w, (size_t)s->B.start[e->n], s->b);
    geoms_walk_reals (w, (size_t)s->C.start[e->d.nv], s->c);
    geoms_walk_reals (w, (size_t)s->M.start[e->d.nv], s->mass);
    geoms_walk_reals (w, (size_t)s->m, s->terms);
    geoms_walk_reals (w, (size_t)e->r_b, s->scale);
}

/* B, C and M change places with those of an anchor */
static void swap_with (GeomsLarge *s, GeomsLargeAnchor *a)
{
    double *b = s->b, *c = s->c, *mass = s->mass;

    s->b = a->b;
    s->c = a->c;
    s->mass = a->mass;
    a->b = b;
    a->c = c;
    a->mass = mass;
}

static int pivots_again (GeomsLarge *s, int slot)
{
    GeomsLargeAnchor *a = s->anchor + slot;
    int status;

    if (! a->known)
        return 0;
    swap_with (s, a);
    status = geoms_large_derive (s, 0);
    if (status == 0) /* the anchor is where it was */
        status = geoms_large_factor_values (s, slot, a->sigma[0], a->sigma[1], 1);
    swap_with (s, a);
    return status;
}

int geoms_large_again (GeomsForm *f)
{
    GeomsLarge *s = (GeomsLarge *)f;
    int status;

    if (! s->prepared)
        return 0;
    status = geoms_large_make_systems (s);
    for (int slot = 0; slot <= f->complex_slots && status == 0; slot++)
        status = pivots_again (s, slot) != 0 ? GEOMS_RETRY : 0;
    if (status == 0 && (geoms_large_saddle_again (s, &s->stage) != 0
                        || geoms_large_saddle_again (s, &s->linear) != 0))
        status = GEOMS_RETRY;
    if (status == 0 && s->linearised)
        status = geoms_large_derive (s, 0);
    return status > 0 ? GEOMS_RETRY : status;
}
