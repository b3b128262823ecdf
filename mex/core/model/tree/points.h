/* points.h - points and axes of bodies, how they move, and along which directions
 *
 *     P = x + R rho,   P' = x' + w x (R rho),   P'' = x'' + w' x (R rho) + w x (w x R rho)
 *     n = R n0,        n' = w x n,              n'' = w' x n + w x n'
 *
 * and their derivatives along coordinate k, with the twist S_k of linear.h, and by its velocity:
 *
 *     dP = s + z x (P - O),   dn = z x n,   S = (z; s) about O;   dV, dA as in linear.h
 */
#ifndef GEOMS_TREE_POINTS_H
#define GEOMS_TREE_POINTS_H

#include "linear.h"

/* on a body, or GEOMS_GROUND: a point and a frame, in the frame of the recursions */
typedef struct GeomsTreePoint {
    int body;
    double at[3], axes[9];
} GeomsTreePoint;

/* a vector and its two derivatives by time; how large the terms are that each of them is the sum
 * of, of which rounding leaves a part */
typedef struct GeomsTreeJet {
    double x[3], d[3], dd[3];
    double size[3];
} GeomsTreeJet;

/* a body's velocity and acceleration about O, or their derivatives, and the twist that goes with
 * them */
typedef struct GeomsTreeTwist {
    double S[6], V[6], A[6];
} GeomsTreeTwist;

/* of a described body */
GeomsTreePoint geoms_tree_point (const GeomsTree *tree, int described, const double *at,
                                 const double *axes);

GeomsTreeTwist geoms_body_motion (const GeomsTreeLinear *s, int body);
/* its derivatives along coordinate k of the body or before it, or by the velocity */
GeomsTreeTwist geoms_body_along (const GeomsTreeLinear *s, int body, int k);
GeomsTreeTwist geoms_body_by_velocity (const GeomsTreeLinear *s, int body, int k);

/* of a body with motion m (V, A): the point, less O; the vector n0 of its frame */
GeomsTreeJet geoms_point_jet (const GeomsTreeLinear *s, const GeomsTreePoint *p,
                              const GeomsTreeTwist *m);
GeomsTreeJet geoms_axis_jet (const GeomsTreeLinear *s, const GeomsTreePoint *p, const double *n0,
                             const GeomsTreeTwist *m);
/* the same along a direction, dm */
GeomsTreeJet geoms_point_along (const GeomsTreeJet *point, const GeomsTreeTwist *m,
                                const GeomsTreeTwist *dm);
GeomsTreeJet geoms_axis_along (const GeomsTreeJet *axis, const GeomsTreeTwist *m,
                               const GeomsTreeTwist *dm);

#endif
