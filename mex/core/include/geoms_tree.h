/* geoms_tree.h - bodies and joints, as a system is described that is a tree, with or without loops
 *
 * Body number i hangs on its predecessor, an earlier body or the ground, by a joint. In the
 * predecessor's frame the joint stands at `at`, turned by `turn`; with the coordinates of the joint
 * at 0 the body's frame is there. Angles in rad, everything else in units that fit together.
 *
 *     p = coordinates of the joints, one body after the other     v = their velocities
 *     p' = Z v:  of `spherical` and `free` p ends with a quaternion (e0; e), of any length, and v
 *                with the angular velocity in the body's frame
 */
#ifndef GEOMS_TREE_H
#define GEOMS_TREE_H

#include "geoms_model.h"

/* ---- joints: name, word, coordinates, velocities. The axis is z of the frame before. ---- */
#define GEOMS_JOINTS(X)                                                          \
    X (FIXED, "fixed", 0, 0)                                                     \
    X (REVOLUTE, "revolute", 1, 1)       /* turn                              */ \
    X (PRISMATIC, "prismatic", 1, 1)     /* slide                             */ \
    X (SCREW, "screw", 1, 1)             /* turn q, slide pitch q             */ \
    X (CYLINDRICAL, "cylindrical", 2, 2) /* slide, turn                       */ \
    X (UNIVERSAL, "universal", 2, 2)     /* about x, then about y             */ \
    X (PLANAR, "planar", 3, 3)           /* along x, along y, about z         */ \
    X (SPHERICAL, "spherical", 4, 3)                                             \
    X (FREE, "free", 7, 6)               /* point in the frame before, turn   */

enum {
#define GEOMS_JOINT_NUMBER(NAME, word, nq, nv) GEOMS_JOINT_##NAME,
    GEOMS_JOINTS (GEOMS_JOINT_NUMBER)
#undef GEOMS_JOINT_NUMBER
    GEOMS_JOINTS_COUNT
};

typedef struct GeomsBody {
    int parent;       /* number of the predecessor, below its own; -1: the ground              */
    int joint;        /* GEOMS_JOINT_...                                                       */
    double axis[3];   /* direction that z is turned to; 0: z itself                            */
    double at[3];     /* the joint, in the predecessor's frame                                  */
    double turn[9];   /* axes of the frame before in the predecessor's frame, by columns       */
    double pitch;     /* of a screw: slide per rad                                             */
    double mass, com[3]; /* centre of mass in the body's frame                                 */
    double inertia[6];   /* about it: xx yy zz xy xz yz                                        */
} GeomsBody;

#endif
