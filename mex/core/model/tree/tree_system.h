/* tree_system.h - a tree with the joints that close its loops and its forces, as a GeomsModel
 *
 *     x = [ lambda; mu | r | v | p ],   rda = [ gII; hI | gI; h~; e | g | b | f_dyn | f_kin ]
 *     r' = b: lengths of dampers in series with springs
 *     rows g: those of the loops, then couplings  g = c'q - b (t),  gI = c'v - b',
 *     gII = c'v' - b'';   rows h~: those of wheels, balls and blades
 *     M v' = f - C'[lambda; mu],   f = tau - ID (p, v, 0),   e = e'e - 1 of each quaternion
 */
#ifndef GEOMS_TREE_SYSTEM_H
#define GEOMS_TREE_SYSTEM_H

#include "force_elements.h"
#include "lanes.h"
#include "tree_newton.h"

/* a row between coordinates of joints */
typedef struct GeomsTreeCoupling {
    int count;
    int *velocity, *coordinate; /* numbers in v and p                                          */
    double *coefficient, offset;
    int signal;
} GeomsTreeCoupling;

typedef struct GeomsTreeOwned GeomsTreeOwned; /* own.c */

/* What is not 0, of trees with rows that have few such numbers. f: of by_q and by_v, rows f of all
 * forces; flow: of b. Those of p and v for the columns of its body's joint. */
typedef struct GeomsTreeTurned { /* a pattern by rows: columns of row i, and their places         */
    int *start, *column, *place;
} GeomsTreeTurned;
/* entries of one of them that the model shows, and their numbers in it */
typedef struct GeomsTreeKept {
    GeomsPattern pattern;
    int *of;
} GeomsTreeKept;
typedef struct GeomsTreePatterns {
    GeomsPattern M, C, Z, f, flow, B;
    GeomsTreeKept kept_M, kept_C;
    unsigned char *keep;     /* of all entries that B may have: those that it has                */
    unsigned char *pushed;   /* of f: entries between bodies of a force                          */
    GeomsTreeTurned C_rows, flow_rows;
    int *order, moving;      /* bodies that have columns, in the order of these                  */
    int *by_v;               /* of f: entries that v is in, those of M and of forces             */
    double *M_values, *C_values; /* at the state at hand                                        */
    double *work;            /* nv zeros                                                        */
} GeomsTreePatterns;

struct GeomsTreeSystem {
    GeomsArena arena;
    GeomsTree tree;
    GeomsTreeState state;
    GeomsTreeLinear linear;
    int nl, nm, m;           /* m = nl + nm                                                     */
    int nr, loops, forces;
    int sides_count;         /* loops, and forces that are not in a joint                       */
    int closing, couplings;  /* rows of loops, of couplings: nl                                 */
    int signals;
    GeomsSignal *signal;
    const double *times;     /* asked for last, as long as the call lasts                       */
    double *values;          /* 3 x signals, there                                              */
    size_t room;
    const GeomsRecorded *recorded;
    int (*host) (int k, const double *t, double *values, void *user);
    void *user;
    double gravity[3];       /* without its signals                                            */
    int gravity_signal[3], *motion; /* signals of gravity and of each driven coordinate          */
    GeomsTreeCoupling *coupling;
    int *parent;             /* of the bodies as described, and their `turn`                    */
    double (*turned)[9];
    GeomsTreeLoop *loop;
    GeomsTreeRow *row;       /* m: of loops, nothing of couplings, of speeds in loops           */
    GeomsTreeForce *force;
    GeomsTreeSides *sides;   /* of the loops, then of the forces                                */
    int *zero, zeros;        /* nv: 1 for columns without inertia; how many                      */
    double *ratio;           /* nv: their pivots as parts of what rounding may leave             */
    double *most;            /* nv: 1 / D beyond which inertia is lost                           */
    int *held, holds;        /* nv: 1 for those among zero that loops hold; how many              */
    double *dense;           /* room of held.c, or NULL                                        */
    int *order;              /* 4 nv: room of the same                                         */
    double *tau, *vdot;      /* nv                                                             */
    double *wrench;          /* 12 x m: of the rows                                            */
    double *by_q, *by_v;     /* nv x nv: of f along the directions, and by velocities            */
    double *rows[4];         /* m x nv each: d [gII; hI], d [gI; h~], dg along the directions,
                                d [gII; hI] by velocities                                      */
    double *flow;            /* nr x nv: db along the directions                               */
    GeomsTreePatterns *patterns; /* tree_patterns.c: all of these by patterns; NULL: dense         */
    double *pulled;          /* room of geoms_tree_pull                                        */
    GeomsTreeNewton newton;
    const GeomsPlane *plane; /* of trees without rows that move in one; or NULL                  */
    GeomsPlaneState flat;
    /* rooms of lanes.h for x' and for parts of several states at once; NULL: none yet */
    void *lanes[2][GEOMS_LANES_KINDS];
    GeomsTreeOwned *owned;   /* rows, unknowns and forces of the user's own; NULL: none      */
};

/* a pivot is lost below so large a part of its scale: choice, below all that are not zero */
#define GEOMS_TREE_LOST 1e-13

/* where unknowns are */
static inline const double *geoms_tree_velocities (const GeomsTreeSystem *s, const double *x)
{
    return x + s->m + s->nr;
}
static inline const double *geoms_tree_positions (const GeomsTreeSystem *s, const double *x)
{
    return x + s->m + s->nr + s->tree.nv;
}

/* whether a row is that of a coupling, and none of a loop's */
static inline int geoms_tree_row_couples (const GeomsTreeSystem *s, int row)
{
    return row >= s->closing && row < s->nl;
}

/* signals.c: copies the signals and what they act on; values at k times: 0, or as callbacks of a
 * model; those of time number j into gravity, driven joints, forces, and the rows of couplings */
void geoms_tree_signals_create (GeomsTreeSystem *s, const GeomsTreeDescription *d);
int geoms_tree_signals (GeomsTreeSystem *s, int k, const double *t);
void geoms_tree_drive (GeomsTreeSystem *s, int j);
/* value, first or second derivative of a signal at time number j, 0 for signal 0 */
double geoms_tree_signal (const GeomsTreeSystem *s, int number, int derivative, int j);
/* tree_states.c: callbacks of the model */
int geoms_tree_parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                      void *user);
int geoms_tree_xdot (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     void *user);
/* tree_evaluate.c: another one */
int geoms_tree_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                    void *user);
/* a column of parts, dense, at the state x that is at hand, time number j of the signals */
void geoms_tree_parts_at (GeomsTreeSystem *s, int j, const double *x, double *out);
/* the same without M and f; where f is to be */
double *geoms_tree_rest_at (GeomsTreeSystem *s, int j, const double *x, double *out);
/* Everything at the state x, time number j of the signals, for accelerations v', or NULL: 0; not 0
 * where a force or a wheel has no value. */
int geoms_tree_at (GeomsTreeSystem *s, int j, const double *x, const double *vdot);
/* tree_rows.c: the levels there, g, [gI; h~], and [gII; hI] with v' = 0 unless it was given; C
 * added to a matrix of zeros, ldc apart; C v' added to [gII; hI]. */
void geoms_tree_levels (const GeomsTreeSystem *s, int j, const double *x, double *g, double *gI,
                        double *gII);
void geoms_tree_rows (const GeomsTreeSystem *s, double *C, int ldc);
void geoms_tree_row_values (const GeomsTreeSystem *s, double *values); /* C by its pattern        */
/* f, and its rate r' = b, p', e: what other files put together */
void geoms_tree_norms (const GeomsTreeSystem *s, const double *p, double *e);
void geoms_tree_add_accelerations (const GeomsTreeSystem *s, const double *vdot, double *gII);
/* tree_evaluate.c: frames, velocities, and the loops' wrenches there */
void geoms_tree_stand (GeomsTreeSystem *s, const double *p, const double *v, const double *vdot);
/* r' of the forces at hand */
void geoms_tree_flows (const GeomsTreeSystem *s, double *b);
/* Multipliers lambda, mu among the forces at the state x that is at hand. v' there: 0, or 1 where a
 * column has lost the inertia it had when the system was created. */
void geoms_tree_apply (GeomsTreeSystem *s, const double *lambda);
int geoms_tree_solve (GeomsTreeSystem *s, int j, const double *x, double *vdot);
/* V of the bodies that forces act on, about the common point, after place and move */
void geoms_tree_look (GeomsTreeSystem *s);
/* wrenches and joint forces at lengths r of dampers, p, v: 0, or 1 where a force has no value;
 * whether a column has lost its inertia, from 1 / D in the state */
int geoms_tree_act (GeomsTreeSystem *s, const double *r, const double *p, const double *v);
int geoms_tree_has_lost (const GeomsTreeSystem *s);
/* held.c: which columns without inertia loops hold, at the state at hand, after geoms_tree_rank; C:
 * room for m x nv, v: for nv. v' where there are such columns, as geoms_tree_solve. */
void geoms_tree_find_held (GeomsTreeSystem *s, double *C, double *v);
int geoms_tree_solve_held (GeomsTreeSystem *s, int j, const double *x, double *vdot);
/* the same where joints of the user's may have lost their inertia, of trees that have such, and
 * rows */
int geoms_tree_solve_dead (GeomsTreeSystem *s, int j, const double *x, double *vdot);
/* s times a wrench about the common point, to a body's own */
void geoms_tree_add_wrench (GeomsTreeSystem *s, int body, double scale, const double *wrench);
/* own.c: the state of the tree in one of the whole system; there what the user adds to the forces
 * at hand, and its power: 0, or as callbacks of a model */
const double *geoms_tree_own_state (const GeomsTreeSystem *s, const double *x);
int geoms_tree_own_act (GeomsTreeSystem *s, double t, const double *x, double *power);
/* not 0 for models that geoms_tree_create has made */
static inline int geoms_tree_made (const GeomsModel *model) { return model->rda == geoms_tree_rda; }

/* tree_directions.c: a direction that moves side A, B or both of a pair of points, its column and
 * body; all columns before A or B */
typedef struct GeomsTreeDirection {
    int body, column, moves[2];
} GeomsTreeDirection;
typedef void (*GeomsTreeVisit) (GeomsTreeSystem *s, int number, const GeomsTreeDirection *d,
                                const void *what);
void geoms_tree_each_direction (GeomsTreeSystem *s, const GeomsTreePoint side[2], int number,
                                GeomsTreeVisit visit, const void *what);
/* column k of a matrix, by_q or by_v: += d (S_i.scale W), i over the columns before the body */
void geoms_tree_add_along (const GeomsTreeSystem *s, int body, double scale, const double *W,
                           const double *dW, int k_body, int k, double *matrix);
/* tree_patterns.c: patterns of the model, where they are worth it: 0, or -1 without memory; parts and
 * blocks by them, where there are such */
int geoms_tree_find_patterns (GeomsTreeSystem *s, GeomsModel *model);
void geoms_tree_put_parts (GeomsTreeSystem *s, int j, const double *x, double *out);
void geoms_tree_put_blocks (const GeomsTreeSystem *s, const double *x, double *B);
/* tree_blocks.c: what these are made of, at x with signals as they are: as geoms_tree_at */
int geoms_tree_differentiate (GeomsTreeSystem *s, const double *x, const double *alpha);
/* places in by_q and by_v; in rows; in flow */
static const GeomsPattern geoms_tree_dense = {NULL, NULL};
static inline const GeomsPattern *geoms_tree_pattern_f (const GeomsTreeSystem *s)
{
    return s->patterns != NULL ? &s->patterns->f : &geoms_tree_dense;
}
static inline size_t geoms_tree_place_f (const GeomsTreeSystem *s, int i, int k)
{
    return geoms_pattern_place (geoms_tree_pattern_f (s), s->tree.nv, i, k);
}
static inline size_t geoms_tree_place_row (const GeomsTreeSystem *s, int row, int k)
{
    return geoms_pattern_place (s->patterns != NULL ? &s->patterns->C : &geoms_tree_dense, s->m, row,
                                k);
}
static inline size_t geoms_tree_place_flow (const GeomsTreeSystem *s, int state, int k)
{
    return geoms_pattern_place (s->patterns != NULL ? &s->patterns->flow : &geoms_tree_dense, s->nr,
                                state, k);
}
/* s->rows of the state at hand, room for it: 0 or -1; what - C'lambda does into by_q, unless lambda
 * is NULL */
int geoms_tree_rows_room (GeomsTreeSystem *s);
void geoms_tree_rows_along (GeomsTreeSystem *s, const double *lambda);
/* columns of B for the coordinates of p: those along the directions, count rows, times d phi/de;
 * those of quaternions are added */
void geoms_tree_put_positions (const GeomsTreeSystem *s, const double *p, int count,
                               const double *D, int ldd, double *B, int ldb);
/* tree_blocks.c */
int geoms_tree_blocks (double t, const double *x, const double *alpha, double *B, int ldb,
                       void *user);
/* tree_saddle.c, tree_slopes.c: callbacks of GeomsNewtonSystems for rows */
int geoms_tree_saddle_rows (double t, const double *x, const GeomsHeldRows *to, void *user);
void geoms_tree_saddle_divide (int k, double *y, void *user);
int geoms_tree_slopes (const GeomsHeldSlopes *to, void *user);
int geoms_tree_pull (int k, const double *y, double *row, void *user);
/* tree_newton.c: whether Newton systems are solved in O(N): forces between ground, bodies and their
 * predecessors alone; the callbacks then */
int geoms_tree_has_newton (const GeomsTreeSystem *s);
int geoms_tree_newton_linearise (double t, const double *x, const double *xdot, void *user);
int geoms_tree_newton_factor (int slot, double re, double im, void *user);
void geoms_tree_newton_solve (int slot, const double *residual, double *dx, void *user);
int geoms_tree_unit_quaternions (double t, double *x, void *user);

#endif
