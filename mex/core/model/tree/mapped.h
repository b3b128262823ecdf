/* mapped.h - joints whose displacement and rotation are functions of the user's
 *
 *     l = R_pi r + R_F d (q, t),   R = R_F Q (q, t);   columns, drift D and rates of joint_map.h
 *     w_J, v_J = sum J_k v_k + D,   c = w_pi x ... + what V changes at v' = 0
 *
 * Of the bodies behind it dV = S_k x V + psi'_k and dA = S_k x A + psi'_k x V + psi''_k hold along
 * coordinate k, as linear.h has it, with
 *
 *     psi'_k = V_+ x S_k + dV_J/dq_k,   S'_k = V_- x S_k + (rate of S_k in F)
 *     psi''_k = A_+ x S_k + V_+ x psi'_k + sum (dS_l/dq_k) v'_l + V_- x dV_J/dq_k + dV'_J/dq_k
 *
 * V_-, A_- before the joint, V_+, A_+ behind it. Its own columns do not change by S_k x S_l, but by
 * dS_l/dq_k.
 */
#ifndef GEOMS_TREE_MAPPED_H
#define GEOMS_TREE_MAPPED_H

#include "model/program/joint_map.h"

/* what a map says at one state */
typedef struct GeomsTreeMapped {
    double in[GEOMS_MAP_INPUTS], pose[GEOMS_MAP_POSE], rate[GEOMS_MAP_RATE],
        slopes[GEOMS_MAP_SLOPES];
    double F[9], at[3];    /* of the frame before                                              */
    double drift[6];       /* D, about the body's origin, axes of the ground                    */
    int lost;              /* it is no displacement and rotation there                          */
} GeomsTreeMapped;

#endif
