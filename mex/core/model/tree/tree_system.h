/* tree_system.h - a tree with the joints that close its loops and its forces, as a GeomsModel
 *
 *     x = [ lambda | v | p ],   rda = [ gII | gI; e | g | f_dyn | f_kin ]
 *     M v' = f - C'lambda,   f = tau - ID (p, v, 0),   e = e'e - 1 of each quaternion
 */
#ifndef GEOMS_TREE_SYSTEM_H
#define GEOMS_TREE_SYSTEM_H

#include "force_elements.h"

struct GeomsTreeSystem {
    GeomsArena arena;
    GeomsTree tree;
    GeomsTreeState state;
    GeomsTreeLinear linear;
    int nl, loops, forces;
    GeomsTreeLoop *loop;
    GeomsTreeRow *row;       /* nl                                                             */
    GeomsTreeForce *force;
    GeomsTreeSides *sides;   /* of the loops, then of the forces                                */
    int *zero;               /* nv: 1 for columns without inertia                               */
    double *tau, *vdot;      /* nv                                                             */
    double *wrench;          /* 12 x nl: of the rows                                           */
    double *by_q, *by_v;     /* nv x nv                                                        */
    double *rows;            /* rows of rda x nv: derivatives along the directions              */
};

/* tree_evaluate.c: callbacks of the model */
int geoms_tree_parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                      void *user);
int geoms_tree_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                    void *user);
int geoms_tree_xdot (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     void *user);
/* Everything at the state x for accelerations v', or NULL: 0; not 0 where a force has no value. The
 * levels there, and C added to a matrix of zeros, ldc apart. */
int geoms_tree_at (GeomsTreeSystem *s, const double *x, const double *vdot);
void geoms_tree_levels (const GeomsTreeSystem *s, double *g, double *gI, double *gII);
void geoms_tree_rows (const GeomsTreeSystem *s, double *C, int ldc);
/* tree_blocks.c */
int geoms_tree_blocks (double t, const double *x, const double *alpha, double *B, int ldb,
                       void *user);

#endif
