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
    double height, B[9];   /* of its point over that of the predecessor; B                       */
} GeomsPlaneBody;

typedef struct GeomsPlane {
    const GeomsTree *tree;
    double N[9];
    int pushed;            /* forces act on bodies                                             */
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
/* As place and move of tree.h, and as geoms_tree_accelerations after it: v' for gravity, drives and,
 * where forces act on bodies, wrenches; leaves 1 / D. */
void geoms_plane_move (GeomsPlaneState *s, const double *p, const double *v);
void geoms_plane_accelerations (GeomsPlaneState *s, const int *zero, const double *tau,
                                double *vdot);
/* plane.c: R, x, w, x' in space after geoms_plane_move; a wrench there, in the plane */
void geoms_plane_show (const GeomsPlaneState *s, const double *v, GeomsTreeState *to);
void geoms_plane_flatten (const GeomsPlane *plane, const double *wrench, double *flat);

#endif
