/* peers.h - forward dynamics of one chain of hinges by GEOMS and by other codes
 *
 * Link number i = 0, 1, ... turns about y (i even) or x (i odd) of its predecessor's frame, in which
 * its joint stands at (0, 0, LENGTH), that of link 0 at the origin of the ground. Centre of mass (0, 0,
 * LENGTH / 2), moments of inertia about it TRANSVERSE, TRANSVERSE, AXIAL; gravity (0, 0, -GRAVITY).
 */
#ifndef GEOMS_TREE_PEERS_H
#define GEOMS_TREE_PEERS_H

#define LENGTH 1.0
#define MASS 1.0
#define TRANSVERSE 0.08
#define AXIAL 0.01
#define GRAVITY 9.81

/* a chain of `count` links is created, its accelerations found from angles and their velocities */
typedef struct Peer {
    const char *name;
    int most; /* links; longer chains are not asked of it                                       */
    void *(*create) (int count);
    void (*accelerations) (void *chain, const double *q, const double *v, double *vdot);
    void (*destroy) (void *chain);
    int states; /* of one call, all the same; 0: one                                           */
} Peer;

#ifdef __cplusplus
extern "C" {
#endif
extern const Peer peer_kdl, peer_bullet, peer_simbody;
#ifdef __cplusplus
}
#endif

#endif
