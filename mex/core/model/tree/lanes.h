/* lanes.h - numbers side by side, and room for as many states of a tree
 *
 * A GeomsLanes holds one number of each of GEOMS_LANES states. What is done to it is done to all, in
 * one instruction where the compiler knows of such numbers, and each gets the bits that it would get
 * alone.
 */
#ifndef GEOMS_TREE_LANES_H
#define GEOMS_TREE_LANES_H

#include "plane.h"

/* two: x86-64 and ARM64 have them everywhere. One where there are none. */
#if defined(__GNUC__) && __SIZEOF_POINTER__ == 8
typedef double GeomsLanes __attribute__ ((vector_size (16), may_alias));
GEOMS_INLINE GeomsLanes geoms_lanes_of (double x) { return (GeomsLanes){x, x}; }
#else
typedef double GeomsLanes;
GEOMS_INLINE GeomsLanes geoms_lanes_of (double x) { return x; }
#endif
enum { GEOMS_LANES = sizeof (GeomsLanes) / sizeof (double) };

GEOMS_INLINE const GeomsLanes *geoms_lanes_constants (const double *from, int count,
                                                      GeomsLanes *room)
{
    GEOMS_UNROLL
    for (int i = 0; i < count; i++)
        room[i] = geoms_lanes_of (from[i]);
    return room;
}

#define NUMBER GeomsLanes
#define MOTION GeomsLanesMotion
#define STATE  GeomsLanesState
#include "tree_state.h"
#undef MOTION
#undef STATE
#define TURNED GeomsLanesTurned
#define PLANE  GeomsLanesPlane
#include "plane_state.h"
#undef NUMBER
#undef TURNED
#undef PLANE

/* lanes.c: the recursions of tree.h and plane.h */
void geoms_lanes_tree_state_create (GeomsLanesState *s, const GeomsTree *tree, GeomsArena *arena);
void geoms_lanes_tree_place (GeomsLanesState *s, const GeomsLanes *p);
void geoms_lanes_tree_move (GeomsLanesState *s, const GeomsLanes *v);
void geoms_lanes_tree_accelerations (GeomsLanesState *s, const int *zero, const GeomsLanes *tau,
                                     GeomsLanes *vdot);
void geoms_lanes_plane_state_create (GeomsLanesPlane *s, const GeomsPlane *plane,
                                     GeomsArena *arena);
void geoms_lanes_plane_accelerations (GeomsLanesPlane *s, const GeomsLanes *p, const GeomsLanes *v,
                                      const int *zero, const GeomsLanes *tau, GeomsLanes *vdot);

/* GEOMS_LANES states of a tree, of one with a plane those of the plane */
typedef struct GeomsTreeLanes {
    GeomsArena arena;
    const GeomsTree *tree;
    GeomsLanesState state;
    const GeomsPlane *plane;
    GeomsLanesPlane flat;
    GeomsLanes *p, *v, *tau, *vdot;
} GeomsTreeLanes;

/* NULL without memory; plane: NULL, or of trees that no forces on bodies act on */
GeomsTreeLanes *geoms_tree_lanes_create (const GeomsTree *tree, const GeomsPlane *plane);
void geoms_tree_lanes_free (GeomsTreeLanes *s);
/* State number `lane`: p, v, tau, gravity and drives of `from`; or, where there is no plane, what
 * place and move have left there, and the wrenches. */
void geoms_tree_lanes_put (GeomsTreeLanes *s, int lane, const GeomsTreeState *from, const double *p,
                           const double *v, const double *tau);
void geoms_tree_lanes_put_moved (GeomsTreeLanes *s, int lane, const GeomsTreeState *from,
                                 const double *tau);
/* geoms_tree_accelerations of all of them; place and move before it, unless they were put moved */
void geoms_tree_lanes_accelerations (GeomsTreeLanes *s, const int *zero, int moved);
/* v' and 1 / D of state number `lane` */
void geoms_tree_lanes_get (const GeomsTreeLanes *s, int lane, double *vdot, double *D);

#endif
