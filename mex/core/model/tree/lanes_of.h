/* lanes_of.h - the functions of lanes.h for one kind of numbers side by side
 *
 * Included with NUMBER, NAME and NAME (of) by lanes.c and lanes_wide.c. All it makes is static:
 * lanes_ops is what they offer.
 */
#include <math.h>
#include <string.h>

#define MOTION GeomsLanesMotion
#define STATE  GeomsLanesState
#define TURNED GeomsLanesTurned
#define PLANE  GeomsLanesPlane

enum { LANES = sizeof (NUMBER) / sizeof (double) };

GEOMS_INLINE const NUMBER *NAME (constants) (const double *from, int count, NUMBER *room)
{
    GEOMS_UNROLL
    for (int i = 0; i < count; i++)
        room[i] = NAME (of) (from[i]);
    return room;
}

#include "tree_state.h"
#include "plane_state.h"

static void NAME (tree_state_create) (STATE *s, const GeomsTree *tree, GeomsArena *arena);
static void NAME (tree_place) (STATE *s, const NUMBER *p);
static void NAME (tree_move) (STATE *s, const NUMBER *v);
static void NAME (tree_accelerations) (STATE *s, const int *zero, const NUMBER *tau, NUMBER *vdot);
static void NAME (tree_load) (STATE *s);
static void NAME (tree_inverse) (STATE *s, const NUMBER *vdot, NUMBER *tau);
static void NAME (tree_balance) (STATE *s, const NUMBER *tau, NUMBER *f);
static void NAME (tree_mass) (STATE *s, NUMBER *M);
static void NAME (plane_state_create) (PLANE *s, const GeomsPlane *plane, GeomsArena *arena);
static void NAME (plane_move) (PLANE *s, const NUMBER *p, const NUMBER *v);
static void NAME (plane_accelerations) (PLANE *s, const int *zero, const NUMBER *tau,
                                        NUMBER *vdot);

/* trees with joints of the user's are put moved: lanes.h */
static inline void NAME (map_place) (STATE *s, const GeomsTreeBody *b, const NUMBER *R_pi,
                                     const NUMBER *q, MOTION *m, NUMBER *J)
{
    (void)s, (void)b, (void)R_pi, (void)q, (void)m, (void)J;
}
static inline void NAME (map_drift) (const STATE *s, const GeomsTreeBody *b, const NUMBER *w_pi,
                                     NUMBER *relative, NUMBER *c)
{
    (void)s, (void)b, (void)w_pi, (void)relative, (void)c;
}
static inline void NAME (map_rate) (STATE *s, const GeomsTreeBody *b, const NUMBER *v, NUMBER *c)
{
    (void)s, (void)b, (void)v, (void)c;
}

#include "vector_of.h"
#include "inertia_of.h"
#include "bodies.h"
#include "dynamics.h"
#include "inverse.h"
#include "composite.h"
#include "plane_of.h"

/* states of a tree, of one with a plane those of the plane */
typedef struct Lanes {
    GeomsArena arena;
    const GeomsTree *tree;
    const GeomsPlane *plane;
    STATE state;
    PLANE flat;
    NUMBER *p, *v, *tau, *vdot, **drive, *gravity, *D;
    NUMBER *M;             /* nv x nv, f in the place of vdot                                 */
} Lanes;

/* ---- creation ---- */

static void destroy (void *lanes)
{
    GeomsArena all = ((Lanes *)lanes)->arena; /* it is in one of its own blocks */

    geoms_arena_free (&all);
}

static void *create (const GeomsTree *tree, const GeomsPlane *plane, int masses)
{
    GeomsArena arena = {0};
    Lanes *s = geoms_arena_get (&arena, 1, sizeof *s);
    const size_t nv = (size_t)tree->nv, each = sizeof (NUMBER);

    if (s == NULL)
        return NULL;
    s->arena = arena;
    s->tree = tree;
    s->plane = plane;
    if (plane != NULL)
        NAME (plane_state_create) (&s->flat, plane, &s->arena);
    else
        NAME (tree_state_create) (&s->state, tree, &s->arena);
    s->drive = plane != NULL ? s->flat.drive : s->state.drive;
    s->gravity = plane != NULL ? s->flat.gravity : s->state.gravity;
    s->D = plane != NULL ? s->flat.D : s->state.D;
    s->p = geoms_arena_get (&s->arena, (size_t)tree->np, each);
    s->v = geoms_arena_get (&s->arena, nv, each);
    s->tau = geoms_arena_get (&s->arena, nv, each);
    s->vdot = geoms_arena_get (&s->arena, nv, each);
    if (masses)
        s->M = geoms_arena_get (&s->arena, nv * nv, each);
    if (! s->arena.failed)
        return s;
    destroy (s);
    return NULL;
}

/* ---- one of the states ---- */

static void put (NUMBER *to, int lane, const double *from, int count)
{
    double *at = (double *)to + lane;

    for (int i = 0; i < count; i++)
        at[i * LANES] = from[i];
}

static void get (const NUMBER *from, int lane, double *to, int count)
{
    const double *at = (const double *)from + lane;

    for (int i = 0; i < count; i++)
        to[i] = at[i * LANES];
}

static void put_gravity (Lanes *s, int lane, const double *gravity)
{
    double g[3];

    if (s->plane != NULL)
        geoms_turn_back3 (s->plane->N, gravity, g);
    else
        geoms_set3 (gravity, g);
    put (s->gravity, lane, g, s->plane != NULL ? 2 : 3);
}

static void put_state (void *lanes, int lane, const GeomsTreeState *from, const double *p,
                       const double *v, const double *tau)
{
    Lanes *s = lanes;

    put (s->p, lane, p, s->tree->np);
    put (s->v, lane, v, s->tree->nv);
    put (s->tau, lane, tau, s->tree->nv);
    put_gravity (s, lane, from->gravity);
    for (int i = 0; i < 3; i++)
        put (s->drive[i], lane, from->drive[i], s->tree->driven);
}

static void put_moved (void *lanes, int lane, const GeomsTreeState *from, const double *tau)
{
    Lanes *s = lanes;

    for (int i = 0; i < s->tree->count; i++) {
        const GeomsTreeMotion *m = from->body + i;
        MOTION *to = s->state.body + i;

        put (to->R, lane, m->R, 9);
        put (to->l, lane, m->l, 3);
        put (to->w, lane, m->w, 3);
        put (to->c, lane, m->c, 6);
    }
    put (s->state.J, lane, from->J, 6 * s->tree->nv);
    put (s->state.wrench, lane, from->wrench, 6 * s->tree->count);
    put (s->tau, lane, tau, s->tree->nv);
    put_gravity (s, lane, from->gravity);
}

static void get_state (const void *lanes, int lane, double *vdot, double *D)
{
    const Lanes *s = lanes;

    get (s->vdot, lane, vdot, s->tree->nv);
    get (s->D, lane, D, s->tree->nv);
}

static void get_balance (const void *lanes, int lane, double *M, double *f)
{
    const Lanes *s = lanes;

    get (s->M, lane, M, s->tree->nv * s->tree->nv);
    get (s->vdot, lane, f, s->tree->nv);
}

/* ---- all of them ---- */

static void move (Lanes *s, int moved)
{
    if (moved)
        return;
    NAME (tree_place) (&s->state, s->p);
    NAME (tree_move) (&s->state, s->v);
}

static void accelerations (void *lanes, int moved)
{
    Lanes *s = lanes;

    if (s->plane != NULL) {
        NAME (plane_move) (&s->flat, s->p, s->v);
        NAME (plane_accelerations) (&s->flat, NULL, s->tau, s->vdot);
        return;
    }
    move (s, moved);
    NAME (tree_accelerations) (&s->state, NULL, s->tau, s->vdot);
}

static void balance (void *lanes, int moved)
{
    Lanes *s = lanes;

    move (s, moved);
    NAME (tree_balance) (&s->state, s->tau, s->vdot);
    NAME (tree_mass) (&s->state, s->M);
}

static const GeomsLanes lanes_ops
    = {LANES,         create,    destroy, put_state,  put_moved,
       accelerations, get_state, balance, get_balance};
