/* rods.h - points in the plane, joined by rigid massless rods and by springs: a model of any size
 * whose matrices have patterns
 *
 *     Rods *r = rods_new (&plan);       NULL: no memory
 *     r->model, user r                  the GeomsModel
 *     rods_free (r);
 */
#ifndef GEOMS_TEST_RODS_H
#define GEOMS_TEST_RODS_H

#include "geoms_model.h"

/* from end[0] to end[1]: a point 0, 1, ..., or -1 - k for the held place number k. `stiffness` and
 * `damping` are those of springs, without tension where the points are in the plan */
typedef struct RodsLink {
    int end[2];
    double stiffness, damping;
} RodsLink;

typedef struct RodsPlan {
    int points, rods, springs;
    const double *mass;     /* of each point                                                    */
    const double *place;    /* two of each point: lengths are taken from them                   */
    const double *held;     /* two of each held place                                           */
    const RodsLink *rod, *spring;
    double gravity, drag;   /* f = (0, - m gravity) - drag m v                                  */
} RodsPlan;

typedef struct RodsLinkData {
    int end[2];
    double length, stiffness, damping;
    double held[2][2];      /* where an end is held                                             */
    /* where its values are, by end and coordinate; -1: there are none */
    int C[2][2];
    int B_lambda[2][2], B_gII_v[2][2], B_gI_v[2][2], B_gII_p[2][2], B_gI_p[2][2], B_g_p[2][2];
    int B_f_v[2][2][2][2], B_f_p[2][2][2][2]; /* row end, row coordinate, column end, ...      */
} RodsLinkData;

typedef struct Rods {
    GeomsModel model;
    int points, rods, springs;
    double gravity, drag;
    double *mass;
    double *place;          /* of the plan                                                      */
    RodsLinkData *link;     /* rods, then springs                                               */
    int *start_M, *row_M, *start_C, *row_C, *start_B, *row_B;
    int *diagonal_v, *diagonal_p; /* in B: f_i by v_i, the 1 of p_i' = v_i                     */
    double *column;         /* for rda                                                          */
} Rods;

Rods *rods_new (const RodsPlan *plan);
void rods_free (Rods *r);

/* plans whose arrays rods_plan_free frees: a chain from the origin, at an angle from the lowest
 * position; cells of rods, across x high, on across + 1 held places, each level free to lean by
 * itself; if `redundant`, one more rod at each held place, which doubles a row */
RodsPlan rods_chain (int points, double angle);
RodsPlan rods_lattice (int across, int high, int redundant);
void rods_plan_free (RodsPlan *plan);

/* x = [lambda; v; p] at rest in the plan's places, lambda of minimum norm; not 0 on failure */
int rods_start (Rods *r, double *x);

#endif
