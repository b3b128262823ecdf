/* lanes.h - accelerations of several states of a tree at once
 *
 * The recursions of bodies.h, dynamics.h, inverse.h, composite.h, plane_of.h run on numbers side by
 * side, one of each state: what is done to them is done to all, in one instruction, and each gets
 * the bits that it gets alone.
 */
#ifndef GEOMS_TREE_LANES_H
#define GEOMS_TREE_LANES_H

#include "plane.h"

typedef struct GeomsLanes {
    int count; /* of states                                                                    */
    /* room for them, NULL without memory; plane: of a tree that no forces on bodies act on, or
     * NULL; masses: not 0 if balance is asked for, without a plane */
    void *(*create) (const GeomsTree *tree, const GeomsPlane *plane, int masses);
    void (*destroy) (void *lanes);
    /* state number `lane`: p, v, tau, gravity and drives of `from`, of trees without joints of the
     * user's; or, where there is no plane, what place and move have left there, and the wrenches */
    void (*put) (void *lanes, int lane, const GeomsTreeState *from, const double *p,
                 const double *v, const double *tau);
    void (*put_moved) (void *lanes, int lane, const GeomsTreeState *from, const double *tau);
    /* place, move, unless they were put moved, and geoms_tree_accelerations of all, where all
     * columns have inertia */
    void (*accelerations) (void *lanes, int moved);
    /* v' and 1 / D of state number `lane` */
    void (*get) (const void *lanes, int lane, double *vdot, double *D);
    /* the same of geoms_tree_balance and geoms_tree_mass: f and M */
    void (*balance) (void *lanes, int moved);
    void (*get_balance) (const void *lanes, int lane, double *M, double *f);
} GeomsLanes;

/* number 0: for four states, 1: for two; NULL: this machine has none */
enum { GEOMS_LANES_KINDS = 2 };
const GeomsLanes *geoms_lanes (int number);
/* lanes_wide.c: those for four */
const GeomsLanes *geoms_lanes_wide (void);

#endif
