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

#include "geoms.h"
#include "geoms_derive.h"

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
    X (FREE, "free", 7, 6)               /* point in the frame before, turn   */ \
    X (USER, "user", 0, 0)               /* so many as its body says          */

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
    int motion;          /* the joint moves as the signals from this number on say, one for each
                            coordinate, which is none of p then; 0: freely                      */
    int coordinates;     /* of `user`: as many velocities, 1 to 6                               */
    const double *map;   /* its displacement and rotation as functions of coordinates and t:
                            map_count numbers of geoms_joint_map_numbers, geoms_derive.h        */
    size_t map_count;
} GeomsBody;

/* coordinates and velocities of a body's joint */
int geoms_joint_coordinates (const GeomsBody *body);
int geoms_joint_velocities (const GeomsBody *body);

/* A function of t with two derivatives: cubics between breaks, continued beyond the ends; or,
 * with no pieces, what the host tells. Signals are numbered from 1, 0 stands for none. */
typedef struct GeomsSignal {
    int pieces;
    const double *breaks; /* pieces + 1, rising                                                */
    const double *coefs;  /* 4 x pieces: c0 + c1 s + c2 s^2 + c3 s^3, s = t - break             */
} GeomsSignal;

/* a point and axes of a body as described, -1: of the ground */
typedef struct GeomsPlace {
    int body;
    double at[3];
    double turn[9];   /* axes in the body's frame, by columns                                  */
    double axis[3];   /* direction that their z is turned to; 0: z itself                      */
} GeomsPlace;

/* ---- joints that close loops: name, word, rows; of a planar tree ----
 *
 * Letters: c d e coincide along x, y, z of the ground; x y z along this axis of A; p z of A across
 * x of B, q z of A across y of B, r x of A across y of B; l distance.
 *
 * A plane through A across its z and a wheel about z of B, a ball at B: w o the rim of a wheel, a
 * ball touches the plane; X Y, U V the point of a wheel, a ball that touches has no speed along x, y
 * of A; K the point B has no speed along z of B. Large letters are nonholonomic rows. */
#define GEOMS_LOOPS(X)                                 \
    X (SPHERICAL, "spherical", "cde", "cd")            \
    X (REVOLUTE, "revolute", "cdepq", "cd")            \
    X (UNIVERSAL, "universal", "cder", NULL)           \
    X (CYLINDRICAL, "cylindrical", "xypq", "x")        \
    X (PRISMATIC, "prismatic", "xypqr", "xp")          \
    X (PLANAR, "planar", "zpq", NULL)                  \
    X (FIXED, "fixed", "cdepqr", "cdr")                \
    X (LINE, "line", "xy", "x")   /* point on a line */ \
    X (PLANE, "plane", "z", "z")  /* point in a plane */ \
    X (ROD, "rod", "l", "l")                           \
    X (ROLLING, "rolling", "wXY", "oU")                \
    X (SPHERE, "sphere", "oUV", NULL)                  \
    X (KNIFE, "knife", "K", "K")

enum {
#define GEOMS_LOOP_NUMBER(NAME, word, rows, planar) GEOMS_LOOP_##NAME,
    GEOMS_LOOPS (GEOMS_LOOP_NUMBER)
#undef GEOMS_LOOP_NUMBER
    GEOMS_LOOPS_COUNT
};

typedef struct GeomsLoopJoint {
    int kind;
    GeomsPlace side[2]; /* A, B                                                               */
    double length;      /* of a rod; radius of what rolls                                      */
} GeomsLoopJoint;

/* ---- force elements: name, word ---- */
#define GEOMS_FORCES(X)                                                                      \
    X (SPRING, "spring")   /* between two points: c (L - l0) + d L' along their line       */ \
    X (JOINT, "joint")     /* -c (q - q0) - d v - m tanh (v / v0) + u on one velocity     */ \
    X (FORCE, "force")     /* at a point of A, in axes of B                               */ \
    X (TORQUE, "torque")   /* on A, in axes of B                                          */ \
    X (SERIES, "series")   /* spring and damper one behind the other: d r' = c (L - l0 - r) */ \
    X (STOP, "stop")       /* c s^(3/2) (1 + 3/2 d s') where a coordinate is s beyond limits */ \
    X (BUSHING, "bushing") /* K (u; phi) + D (u'; w) between the frames of A and B         */

enum {
#define GEOMS_FORCE_NUMBER(NAME, word) GEOMS_FORCE_##NAME,
    GEOMS_FORCES (GEOMS_FORCE_NUMBER)
#undef GEOMS_FORCE_NUMBER
    GEOMS_FORCES_COUNT
};

typedef struct GeomsForce {
    int kind;
    GeomsPlace side[2];
    int velocity;         /* of `joint`: number in v                                           */
    double stiffness, damping, length; /* c, d, l0 or q0                                      */
    double friction, slow;             /* m, v0                                                */
    double upper;         /* of `stop`: limits are length and upper                             */
    const double *matrices; /* of `bushing`: K, D, 6 x 6 by columns; u = P_B - P_A and phi, the
                             rotation vector of B, in axes of A; translations first            */
    double value[3];      /* force, moment, or u                                               */
    int signal[3];        /* what is added to them                                             */
} GeomsForce;

/* a row between coordinates of joints: sum of coefficient q = offset + signal */
typedef struct GeomsCoupling {
    int count;
    const int *velocity;  /* numbers in v of coordinates that are no quaternion's              */
    const double *coefficient;
    double offset;
    int signal;
} GeomsCoupling;

typedef struct GeomsTreeDescription {
    int keeps_fixed;      /* not 0: fixed joints are not merged: their reactions are known      */
    int planar;           /* axes z, vectors in the plane of x and y                            */
    double gravity[3];
    int gravity_signal[3];
    int bodies, loops, forces, couplings, signals;
    const GeomsBody *body;
    const GeomsLoopJoint *loop;
    const GeomsForce *force;
    const GeomsCoupling *coupling; /* their multipliers stand behind those of the loops         */
    const GeomsSignal *signal;
    /* values, first and second derivatives of all signals (3 x signals), a function of t: of those
     * that have no pieces and that the host does not give; lives as long as the tree; or NULL    */
    const GeomsRecorded *recorded;
    /* the same at k times (3 x signals x k): fills in those of the host. Returns as callbacks of a
     * model; NULL: there are none                                                              */
    int (*host) (int k, const double *t, double *values, void *user);
    void *user;
} GeomsTreeDescription;

/* A model of the tree; its callbacks take `user` = the returned object. NULL with *report filled.
 * */
typedef struct GeomsTreeSystem GeomsTreeSystem;
GeomsTreeSystem *geoms_tree_create (const GeomsTreeDescription *tree, GeomsModel *model,
                                    GeomsReport *report);
void geoms_tree_free (GeomsTreeSystem *system);
/* of each velocity its inertia as a part of the inertias that it is the rest of, the largest of
 * three positions: 1 at the end of a branch; below GEOMS_TREE_ZERO it counts as none, and digits
 * are lost below GEOMS_TREE_LIGHT */
const double *geoms_tree_inertias (const GeomsTreeSystem *system);

/* choice, between the zeros of random trees (below 1e-12) and their least pivots (1e-10) */
#define GEOMS_TREE_ZERO 1e-11
/* choice: what is left of 16 digits of reactions behind it */
#define GEOMS_TREE_LIGHT 1e-7

/* What a user adds to a tree, in the mechanical form of geoms.h: further unknowns and rows, which
 * stand behind the tree's own of the same kind, and forces. */
typedef struct GeomsTreeOwn {
    GeomsDims dims;       /* of what is added: nl, nm, nr, nw, ns, ni, nc                        */
    int autonomous;
    int uses_multipliers; /* as of GeomsMechanical                                              */
    int laws;             /* numbers of bodies that laws push, one wrench each                   */
    const int *body;
    /* k columns [ f (nv), g, G (nl x np), gI, gII - G Z v', h~, H, hI - H Z v', b, d, c, e of these
     * sizes, wrenches (6 x laws: moment, force, about the body's origin, axes of the ground) ]
     * from states of the whole, and motion: R (9), x, x', w (18 x laws) of each of them          */
    int (*blocks) (int k, const double *t, const double *x, int ldx, const double *motion,
                   double *out, int ldo, void *user);
    /* optional: de/d[v; s; p] of the e that are added, ld apart; conditions of dims              */
    int (*gradient) (double t, const double *x, double *out, int ld, void *user);
    int (*ivcond) (double t, const double *x, double *c, void *user);
    void *user;
} GeomsTreeOwn;

/* The model of a tree that has just been made, with what is added: its callbacks take `user` = the
 * returned object, which is freed before the tree; NULL without memory. */
GeomsComposed *geoms_tree_add_own (GeomsTreeSystem *system, const GeomsTreeOwn *own,
                                   GeomsModel *model);

/* What is added as numbers of geoms_derive.h, which may be anything, see own_derived.c: a derived
 * system of what the functions see, and the laws as a recorded function, with values of their
 * parameters. */
typedef struct GeomsTreeNumbers {
    const double *system, *q, *law, *law_q;
    size_t system_count, law_count;
    int nq, law_nq;
} GeomsTreeNumbers;

/* Fills in the callbacks and `user` of *own, the rest of which is there, np and nv of dims being
 * those of the tree; tree: sizes of the tree alone. NULL with *report filled. */
typedef struct GeomsTreeDerived GeomsTreeDerived;
GeomsTreeDerived *geoms_tree_derived_load (const GeomsTreeNumbers *from, const GeomsDims *tree,
                                           GeomsTreeOwn *own, GeomsReport *report);
void geoms_tree_derived_free (GeomsTreeDerived *derived);

/* what a state says of bodies and joints, each array may be NULL */
typedef struct GeomsTreeResults {
    double *motion;       /* 24 x bodies: R (9, by columns), x, x', angular velocity w, x'', w',
                             in axes of the ground                                             */
    double *joint;        /* 6 x bodies: force and moment that the joint hands it, about its
                             point, in axes of the frame before                                */
    double *loop;         /* 6 x loops: those on B, about its point, in axes of A                */
    double *force;        /* 12 x force elements: force and moment on A, about its point, of a
                             bushing on B; in its own axes, then in those of the ground          */
    double energy[2];     /* kinetic; potential, of gravity and springs                        */
    double power;         /* of all forces that have no potential, driven joints and couplings   */
} GeomsTreeResults;

/* At a state x = [lambda; mu; r; v; p] of a system that keeps fixed joints. 0; 1: a force or a row has
 * no value there, 2: a velocity has lost its inertia; or as callbacks of a model. */
int geoms_tree_results (GeomsTreeSystem *system, double t, const double *x,
                        GeomsTreeResults *results);

#endif
