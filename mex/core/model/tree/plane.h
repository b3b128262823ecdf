/* plane.h - trees that move in a plane: three numbers where tree.h has six
 *
 *     R = N Rz (phi) B,   N = [e1 e2 n],   n the axis of all that turns,   B constant
 *     A = [I C'; C M],   A (a; x'') = (I a + C'x''; C a + M x''),   C = (-mc_y, mc_x) of one body
 *     T (a; x'') = (a; x'' + a k),   T'(n; F) = (n + k'F; F),   k = (-l_y, l_x)
 *     T'A T:  I + 2 k'C + k'M k,  C + M k,  M
 *     c = ( 0; - w_pi^2 l + 2 w_pi (-v_Jy, v_Jx) ) + J h''
 *
 * All of it in the plane. What is across it - moments about e1 and e2, forces along n - no column
 * feels. Joints: revolute and planar about n, prismatic across it, fixed.
 */
#ifndef GEOMS_TREE_PLANE_H
#define GEOMS_TREE_PLANE_H

#include "tree.h"

typedef struct GeomsPlaneBody {
    int translations;      /* columns, the first ones: 0, 1 or 2                                */
    double sense;          /* of the rotation about n: 1, -1; 0: there is none                  */
    double axis[2][2];     /* of translations, in the frame of the predecessor                  */
    double at[2], mc[2];   /* in the frames Rz (phi) of the predecessor, of its own             */
    double mass, inertia;
} GeomsPlaneBody;

typedef struct GeomsPlane {
    const GeomsTree *tree;
    double N[9];
    GeomsPlaneBody *body;
} GeomsPlane;

#define NUMBER double
#define TURNED GeomsPlaneMotion
#define PLANE  GeomsPlaneState
#include "plane_state.h"
#undef NUMBER
#undef TURNED
#undef PLANE

/* plane.c: the plane of a tree; NULL: it has none, or there is no memory */
GeomsPlane *geoms_plane_of (const GeomsTree *tree, GeomsArena *arena);
void geoms_plane_state_create (GeomsPlaneState *s, const GeomsPlane *plane, GeomsArena *arena);
/* As place, move and geoms_tree_accelerations of tree.h, without forces on bodies: v' at p and v,
 * gravity and drives; leaves 1 / D. */
void geoms_plane_accelerations (GeomsPlaneState *s, const double *p, const double *v,
                                const int *zero, const double *tau, double *vdot);

#endif
