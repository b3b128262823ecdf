/* lanes.c - accelerations of some states at once: the recursions of bodies.h and dynamics.h for numbers
 * side by side
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lanes.h"

#define NUMBER     GeomsLanes
#define NAME(name) geoms_lanes_##name
#include "vector_of.h"
#include "inertia_of.h"
#define MOTION GeomsLanesMotion
#define STATE  GeomsLanesState
#include "bodies.h"
#include "dynamics.h"
#define TURNED GeomsLanesTurned
#define PLANE  GeomsLanesPlane
#include "plane_of.h"

GeomsTreeLanes *geoms_tree_lanes_create (const GeomsTree *tree, const GeomsPlane *plane)
{
    GeomsTreeLanes *s = calloc (1, sizeof *s);
    const size_t nv = (size_t)tree->nv, each = sizeof (GeomsLanes);

    if (s == NULL)
        return NULL;
    s->tree = tree;
    s->plane = plane;
    if (plane != NULL)
        geoms_lanes_plane_state_create (&s->flat, plane, &s->arena);
    else
        geoms_lanes_tree_state_create (&s->state, tree, &s->arena);
    s->p = geoms_arena_get (&s->arena, (size_t)tree->np, each);
    s->v = geoms_arena_get (&s->arena, nv, each);
    s->tau = geoms_arena_get (&s->arena, nv, each);
    s->vdot = geoms_arena_get (&s->arena, nv, each);
    if (! s->arena.failed)
        return s;
    geoms_tree_lanes_free (s);
    return NULL;
}

void geoms_tree_lanes_free (GeomsTreeLanes *s)
{
    if (s != NULL)
        geoms_arena_free (&s->arena);
    free (s);
}

/* ---- states ---- */

static void put (GeomsLanes *to, int lane, const double *from, int count)
{
    double *at = (double *)to + lane;

    for (int i = 0; i < count; i++)
        at[i * GEOMS_LANES] = from[i];
}

static void get (const GeomsLanes *from, int lane, double *to, int count)
{
    const double *at = (const double *)from + lane;

    for (int i = 0; i < count; i++)
        to[i] = at[i * GEOMS_LANES];
}

void geoms_tree_lanes_put (GeomsTreeLanes *s, int lane, const GeomsTreeState *from, const double *p,
                           const double *v, const double *tau)
{
    const GeomsTree *tree = s->tree;
    double g[3];

    put (s->p, lane, p, tree->np);
    put (s->v, lane, v, tree->nv);
    put (s->tau, lane, tau, tree->nv);
    for (int i = 0; i < 3; i++)
        put (s->plane != NULL ? s->flat.drive[i] : s->state.drive[i], lane, from->drive[i],
             tree->driven);
    if (s->plane == NULL) {
        put (s->state.gravity, lane, from->gravity, 3);
        return;
    }
    geoms_turn_back3 (s->plane->N, from->gravity, g);
    put (s->flat.gravity, lane, g, 2);
}

void geoms_tree_lanes_put_moved (GeomsTreeLanes *s, int lane, const GeomsTreeState *from,
                                 const double *tau)
{
    const GeomsTree *tree = s->tree;

    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeMotion *m = from->body + i;
        GeomsLanesMotion *to = s->state.body + i;

        put (to->R, lane, m->R, 9);
        put (to->l, lane, m->l, 3);
        put (to->w, lane, m->w, 3);
        put (to->c, lane, m->c, 6);
    }
    put (s->state.J, lane, from->J, 6 * tree->nv);
    put (s->state.wrench, lane, from->wrench, 6 * tree->count);
    put (s->tau, lane, tau, tree->nv);
    put (s->state.gravity, lane, from->gravity, 3);
}

void geoms_tree_lanes_accelerations (GeomsTreeLanes *s, const int *zero, int moved)
{
    if (s->plane != NULL) {
        geoms_lanes_plane_accelerations (&s->flat, s->p, s->v, zero, s->tau, s->vdot);
        return;
    }
    if (! moved) {
        geoms_lanes_tree_place (&s->state, s->p);
        geoms_lanes_tree_move (&s->state, s->v);
    }
    geoms_lanes_tree_accelerations (&s->state, zero, s->tau, s->vdot);
}

void geoms_tree_lanes_get (const GeomsTreeLanes *s, int lane, double *vdot, double *D)
{
    get (s->vdot, lane, vdot, s->tree->nv);
    get (s->plane != NULL ? s->flat.D : s->state.D, lane, D, s->tree->nv);
}
