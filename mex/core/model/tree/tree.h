/* tree.h - a tree of bodies as the recursions see it, and the room for one state
 *
 *     R_F = R_pi E,  l = R_pi r + R_F d (q),  x = x_pi + l,  R = R_F Q (q)        (frames)
 *     w = w_pi + w_J,  x' = x'_pi + w_pi x l + v_J                        J = columns of the joint
 *     a = T a_pi + J q'' + c,   T = [1 0; -[l] 1],   a = (w'; x'')
 *
 * Everything stands in the axes of the ground, about the joint's point O at x: the choice
 * K = I, H = -T, J = -[J1 ... Jn], k^II = -c in (8)-(10) of M. Arnold, Mech. Sci. 4 (2013), which
 * is "the paper" here. Motions are (rotation; translation), wrenches (moment; force). Bodies have
 * been numbered depth first, fixed joints are gone (unless they are kept for results), and every
 * joint's axis is z of its frames.
 */
#ifndef GEOMS_TREE_ROOM_H
#define GEOMS_TREE_ROOM_H

#include "base/memory.h"
#include "geoms_tree.h"
#include "inertia.h"
#include "mapped.h"

enum { GEOMS_GROUND = -1, GEOMS_MOST_COLUMNS = GEOMS_MOST_COORDINATES };

typedef struct GeomsTreeBody {
    int parent, joint;
    int column, columns;   /* first of its velocities in v, their number                       */
    int q;                 /* first of its coordinates in p                                    */
    int driven;            /* so many coordinates instead that signals give: columns is 0 then,
                              column counts on behind v, q among them                           */
    int last;              /* all between this body and number `last` hang on it               */
    int axes;              /* columns of E are axes: number `axis` of R_pi times a sign           */
    int axis[3];
    int principal;         /* I has no products of inertia                                     */
    int map;               /* of a user's joint: number of its map                              */
    double at[3], turn[9]; /* r, E                                                             */
    double pitch;
    double mass, mc[3];    /* mass, mass times centre, in its frame                            */
    double inertia[6];     /* I about O there: xx yy zz xy xz yz                               */
} GeomsTreeBody;

/* where the frame of a body as it was described is: in the frame of which body, GEOMS_GROUND among
 * them, how turned and where */
typedef struct GeomsTreeSeat {
    int body;
    double R[9], x[3];
} GeomsTreeSeat;

typedef struct GeomsTree {
    int described;         /* bodies as described                                              */
    int count;             /* bodies that move                                                  */
    int np, nv;
    int quaternions;       /* joints that have one                                             */
    int driven;            /* coordinates that signals give                                    */
    int maps;              /* joints of the user's, and their functions                         */
    GeomsJointMap *map;
    GeomsTreeSeat *seat;   /* of each body as described                                         */
    GeomsTreeBody *body;
    int *quaternion;       /* first of the four coordinates of each of them                      */
    int *coordinate;       /* nv: number in p of each velocity's own, -1: a quaternion's        */
} GeomsTree;

#define NUMBER double
#define MOTION GeomsTreeMotion
#define STATE  GeomsTreeState
#include "tree_state.h"
#undef NUMBER
#undef MOTION
#undef STATE

/* whether a joint's last three columns turn a quaternion */
static inline int geoms_joint_turns (int joint)
{
    return joint == GEOMS_JOINT_SPHERICAL || joint == GEOMS_JOINT_FREE;
}

/* its columns that no quaternion belongs to: the first ones */
static inline int geoms_tree_plain (const GeomsTreeBody *b)
{
    return geoms_joint_turns (b->joint) ? b->columns - 3 : b->columns;
}

/* not 0 if number `at` is the body `on` or hangs on it */
static inline int geoms_tree_hangs (const GeomsTree *tree, int at, int on)
{
    return at >= on && at <= tree->body[on].last;
}

/* compile.c: 0, or -1 without memory. The description has been checked, but for maps of joints,
 * which mapped.c loads: 0, or not 0 with *report filled; geoms_tree_free_maps frees them. */
int geoms_tree_compile (GeomsTree *tree, int count, const GeomsBody *described, int keeps_fixed,
                        GeomsArena *arena);
int geoms_tree_load_maps (GeomsTree *tree, const GeomsBody *described, GeomsReport *report);
void geoms_tree_free_maps (GeomsTree *tree);
/* B whose third column is the direction `axis`, the others by a fixed rule; 1 for 0 */
void geoms_axes_to (const double *axis, double *B);
void geoms_tree_state_create (GeomsTreeState *s, const GeomsTree *tree, GeomsArena *arena);

/* bodies.c: frames from p, then velocities from v; R, x, x', w of a body as described; p' = Z v */
enum { GEOMS_TREE_MOTION = 18 };
void geoms_tree_place (GeomsTreeState *s, const double *p);
void geoms_tree_move (GeomsTreeState *s, const double *v);
void geoms_tree_motion (const GeomsTreeState *s, int described, double *out);
void geoms_tree_rate (const GeomsTree *tree, const double *p, const double *v, double *rate);
/* e' = E (e) omega / 2 */
void geoms_quaternion_rate (const double *e, const double *omega, double *rate);

/* mapped.c, for bodies.c: as joint_place of joints.h; the drift, and what it and the map's own
 * rates add to c */
void geoms_map_place (GeomsTreeState *s, const GeomsTreeBody *b, const double *R_pi,
                      const double *q, GeomsTreeMotion *m, double *J);
void geoms_map_drift (const GeomsTreeState *s, const GeomsTreeBody *b, const double *w_pi,
                      double *relative, double *c);
void geoms_map_rate (GeomsTreeState *s, const GeomsTreeBody *b, const double *v, double *c);
/* whether a map has no value at the state at hand */
int geoms_tree_has_no_map (const GeomsTreeState *s);

/* dynamics.c: A and bias of all bodies alone: w x I w, w x (w x mc), less the wrenches */
void geoms_tree_load (GeomsTreeState *s);
/* The recursions, after place and move, of inverse.h and composite.h after load, too.
 * dynamics.h: v' for joint forces tau (nv): M v' + ID (p, v, 0) = tau; zero: nv, not 0 where a
 * column has no inertia and gets v' = 0; leaves 1 / D, 0 there, in D.
 * Then divide: y (nv) becomes M^-1 y.
 * inverse.h: tau = ID (p, v, v'); balance, which loads first: f = tau - ID (p, v, 0), and A is that
 * of the bodies then.
 * composite.h: M (nv x nv). */
void geoms_tree_accelerations (GeomsTreeState *s, const int *zero, const double *tau, double *vdot);
void geoms_tree_divide (GeomsTreeState *s, double *y);
void geoms_tree_inverse (GeomsTreeState *s, const double *vdot, double *tau);
void geoms_tree_balance (GeomsTreeState *s, const double *tau, double *f);
void geoms_tree_mass (GeomsTreeState *s, double *M);

/* tree_rank.c, after place and load: of each column D as a part of what rounding may leave of it
 * (E: room for 21 x count), which changes A and leaves U and D as they are then; whether that is
 * zero. Then the velocities v of a motion without inertia: 1 for the zero column `number`, 0 for
 * the others. */
void geoms_tree_rank (GeomsTreeState *s, double *E, double *ratio);
int geoms_tree_is_zero (double ratio);
void geoms_tree_null_motion (GeomsTreeState *s, const int *zero, int number, double *v);

#endif
