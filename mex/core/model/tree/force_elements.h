/* force_elements.h - springs, dampers, forces and moments between bodies and in joints
 *
 *     spring   F = (c (L - l0) + d L') s / L on A, -F on B,  s = P_B - P_A,  L = |s|
 *     force    F = value in axes of B, at P of A                torque   the same as a moment
 *     series   the same with F = c (L - l0 - r) s / L,  d r' = c (L - l0 - r)
 *     joint    tau_k = -c (q_k - l0) - d v_k - m tanh (v_k / v0) + u
 *     stop     tau_k = c s^(3/2) (1 + 3/2 d s'), not below 0, where s = l0 - q_k > 0; the same
 *              with the other sign where s = q_k - upper > 0
 *     bushing  (F; N) = -K (u; phi) - D (u'; w) on B at P_B, the opposite on A there; in axes
 *              of A:
 *              u = P_B - P_A,  u' = P_B' - P_A' - w_A x u,  w = w_B - w_A,  phi = log (R_A'R_B)
 *
 * Wrenches are about the common point of linear.h.
 */
#ifndef GEOMS_TREE_FORCE_ELEMENTS_H
#define GEOMS_TREE_FORCE_ELEMENTS_H

#include "loops.h"

typedef struct GeomsTreeForce {
    int kind;
    GeomsTreePoint side[2];
    int velocity, coordinate; /* of `joint`: numbers in v and p; -1: neither spring nor stop */
    double c, d, l0, m, v0, upper;
    int state;                /* of `series`: number in r                                      */
    double stretch;           /* r at the state at hand                                        */
    const double *K, *D;      /* of `bushing`                                                  */
    double base[3], value[3]; /* without its signals; at the time at hand                      */
    int signal[3];
} GeomsTreeForce;

/* wrenches on A and B; 0, or 1 where there are none: a spring of no length */
int geoms_force_wrenches (const GeomsTreeForce *f, const GeomsTreeSides *sides,
                          double wrench[2][6]);
/* their derivatives along a direction */
void geoms_force_wrenches_along (const GeomsTreeForce *f, const GeomsTreeSides *sides,
                                 const GeomsTreeSides *along, double wrench[2][6]);
/* of `series`: derivatives of the wrenches by r; r' at the state at hand, along a direction */
void geoms_force_by_state (const GeomsTreeForce *f, const GeomsTreeSides *sides,
                           double wrench[2][6]);
double geoms_force_flow (const GeomsTreeForce *f, const GeomsTreeSides *sides);
double geoms_force_flow_along (const GeomsTreeForce *f, const GeomsTreeSides *sides,
                               const GeomsTreeSides *along);
/* bushing.c */
void geoms_bushing_wrenches (const GeomsTreeForce *f, const GeomsTreeSides *sides,
                             double wrench[2][6]);
void geoms_bushing_wrenches_along (const GeomsTreeForce *f, const GeomsTreeSides *sides,
                                   const GeomsTreeSides *along, double wrench[2][6]);
static inline int geoms_force_in_joint (const GeomsTreeForce *f)
{
    return f->kind == GEOMS_FORCE_JOINT || f->kind == GEOMS_FORCE_STOP;
}
/* force of a joint or stop at the positions p and velocities v, and its derivatives by its own */
double geoms_force_joint (const GeomsTreeForce *f, const double *p, const double *v, double *by_q,
                          double *by_v);

#endif
