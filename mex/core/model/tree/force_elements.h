/* force_elements.h - springs, dampers, forces and moments between bodies and in joints
 *
 *     spring   F = (c (L - l0) + d L') s / L on A, -F on B,  s = P_B - P_A,  L = |s|
 *     force    F = value in axes of B, at P of A                torque   the same as a moment
 *     joint    tau_k = -c (q_k - l0) - d v_k - m tanh (v_k / v0) + u
 *
 * Wrenches are about the common point of linear.h.
 */
#ifndef GEOMS_TREE_FORCE_ELEMENTS_H
#define GEOMS_TREE_FORCE_ELEMENTS_H

#include "loops.h"

typedef struct GeomsTreeForce {
    int kind;
    GeomsTreePoint side[2];
    int velocity, coordinate; /* of `joint`: numbers in v and p; -1: no spring               */
    double c, d, l0, m, v0;
    double base[3], value[3]; /* without its signals; at the time at hand                      */
    int signal[3];
} GeomsTreeForce;

/* wrenches on A and B; 0, or 1 where there are none: a spring of no length */
int geoms_force_wrenches (const GeomsTreeForce *f, const GeomsTreeSides *sides,
                          double wrench[2][6]);
/* their derivatives along a direction */
void geoms_force_wrenches_along (const GeomsTreeForce *f, const GeomsTreeSides *sides,
                                 const GeomsTreeSides *along, double wrench[2][6]);
/* force of a joint at the positions p and velocities v, and its derivatives by its own */
double geoms_force_joint (const GeomsTreeForce *f, const double *p, const double *v, double *by_q,
                          double *by_v);

#endif
