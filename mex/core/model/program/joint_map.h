/* joint_map.h - the map of a joint as programs: what they give, in axes of the frame before
 *
 *     d (q, t), R (q, t)     the body's origin and axes
 *     J_k = (omega_k; d_k)   R_k R' = [omega_k], d_k = dd/dq_k;  D of t in the place of q_k
 *     c = d/dt of sum J_k v_k + D with v' = 0,   q' = v
 *
 * about the body's origin; and about the origin of the frame before, S_k = (omega_k; d_k + d x
 * omega_k):
 *
 *     V = sum S_k v_k + D,   V' with v' = 0,   S_k';   dS_l/dq_k, dV/dq_k, dV'/dq_k
 */
#ifndef GEOMS_JOINT_MAP_H
#define GEOMS_JOINT_MAP_H

#include "geoms_derive.h"

/* numbers at most */
enum {
    GEOMS_MAP_INPUTS = 2 * GEOMS_MOST_COORDINATES + 1,       /* q; v; t                        */
    GEOMS_MAP_POSE = 3 + 9 + 6 * GEOMS_MOST_COORDINATES + 6, /* d; R; J; D                     */
    GEOMS_MAP_RATE = 6,                                      /* c                              */
    GEOMS_MAP_EACH = 6 * GEOMS_MOST_COORDINATES + 12,        /* dS; dV; dV' of one q_k         */
    GEOMS_MAP_SLOPES = 12 + (6 + GEOMS_MAP_EACH) * GEOMS_MOST_COORDINATES /* V; V'; S'; those  */
};

typedef struct GeomsJointMap {
    int n, timed;                          /* coordinates; whether it depends on t             */
    double start[GEOMS_MOST_COORDINATES];
    GeomsRecorded *pose, *rate, *slopes;
} GeomsJointMap;

/* From numbers that may be anything: 0; or not 0 with *report filled and nothing to be freed. */
int geoms_joint_map_load (GeomsJointMap *map, int n, const double *numbers, size_t count,
                          GeomsReport *report);
void geoms_joint_map_free (GeomsJointMap *map);
/* one of its programs, from in = [q; v; t] */
void geoms_joint_map_run (const GeomsJointMap *map, const GeomsRecorded *program, const double *in,
                          double *out);

#endif
