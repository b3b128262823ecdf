/* rolling.h - what wheels, balls and blades add to the rows of loops.h by turning against a plane
 *
 * With the relative turn w = w_B - w_A, the plane's normal n and direction t (of A), the axis a of
 * B, the span d = P_B - P_A, and for a wheel of radius R with the contact at P_B + R u
 *
 *     u = (c a - n) / s,   c = a.n,   s = |a x n|
 *
 * a row of the product with the span gets a part that w makes by the vector m:
 *
 *     row                       product        g            of gI, h          m
 *     rim touches the plane     n.d            - R s        w.m               R c/s a x n
 *     contact has no speed      (t.d)'                      w.m               R u x t
 *     the same of a ball        (t.d)'                      w.m               R t x n
 *     blade has no speed        (a.d)'                      w.m               d x a
 *
 * as t.(P_B' + w_B x R u - P_A' - w_A x (d + R u)) = (t.d)' + w.(R u x t), and the third component
 * of the speed at the contact is (n.d)' - R s' = g'. On the next level it is w'.m + w.m'; m is the
 * moment on B, -m that on A, which the row makes besides those of the product.
 */
#ifndef GEOMS_TREE_ROLLING_H
#define GEOMS_TREE_ROLLING_H

#include "points.h"

typedef enum GeomsTurning {
    GEOMS_TURNING_NONE,
    GEOMS_TURNING_RIM,
    GEOMS_TURNING_WHEEL,
    GEOMS_TURNING_BALL,
    GEOMS_TURNING_BLADE
} GeomsTurning;

/* w (x = w, d = w'), t, n, a, d */
typedef struct GeomsTurningVectors {
    GeomsTreeJet w, t, n, a, d;
} GeomsTurningVectors;

/* what is added to the levels, and how large its terms are; m */
typedef struct GeomsTurningPart {
    double level[3], terms[3], moment[3];
} GeomsTurningPart;

/* the part at a state, or along a direction that moves the vectors so */
void geoms_turning (GeomsTurning kind, double radius, const GeomsTurningVectors *at,
                    GeomsTurningPart *part);
void geoms_turning_along (GeomsTurning kind, double radius, const GeomsTurningVectors *at,
                          const GeomsTurningVectors *along, GeomsTurningPart *part);

/* whether a wheel with this axis lies on the plane, where no point of its rim is the lowest */
int geoms_turning_is_flat (const double *a, const double *n);

#endif
