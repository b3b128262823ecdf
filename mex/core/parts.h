/* parts.h - M, f, C, b', b'' of a model at given states: what forms that solve for accelerations need
 *
 *     M v' = f - C' [lambda; mu],   g = 0,   C v + b' = 0,   C v' + b'' = 0,   p' = Z v,   r' = b
 *
 * C = [G; H] Z has m = nl + nm rows. A model that gives its parts is asked for them; of any other they
 * are taken from rda, which is affine in lambda and mu.
 */
#ifndef GEOMS_PARTS_H
#define GEOMS_PARTS_H

#include "equations.h"
#include "linalg.h"

/* the parts of one point; Z is NULL where p' = v */
typedef struct GeomsPart {
    const double *M, *Z, *f, *C, *g, *b1, *b2, *b;
} GeomsPart;

typedef struct GeomsParts {
    GeomsEquations *eq;
    int m;                    /* rows of C                                                     */
    int most;                 /* points in one batch                                           */
    int plain;                /* p' = v                                                        */
    int size, M, Z, f, C, g, b1, b2, b; /* length of one column, places in it                     */
    double *columns;          /* of the batch evaluated last                                   */
    /* from rda: each point with lambda = mu = 0, and with each of them 1 */
    double *times, *points, *rda, *masses;
    GeomsFactor mass;
    int factored;             /* a constant mass                                               */
    double *a, *moving;
} GeomsParts;

/* up to `most` points at once; 0 or an IDID */
int geoms_parts_create (GeomsParts *parts, GeomsEquations *eq, int most, GeomsArena *arena);

/* Whether its dimensions allow for such parts; whether it has them, seen at (t, x): 0, GEOMS_RETRY or an IDID. */
int geoms_parts_dimensions (GeomsEquations *eq);
int geoms_parts_check (GeomsParts *parts, double t, const double *x);

/* evaluations of the model for the parts of one state */
int geoms_parts_evaluations (const GeomsParts *parts);

/* The parts at k states, ldx apart. 0, GEOMS_RETRY or a negative IDID. */
int geoms_parts_evaluate (GeomsParts *parts, int purpose, int k, const double *t, const double *x,
                          int ldx);
GeomsPart geoms_parts_at (const GeomsParts *parts, int j);

/* p' for the velocities v at (t, x), number j of the batch. 0, GEOMS_RETRY or a negative IDID. */
int geoms_parts_kinematics (GeomsParts *parts, int purpose, int j, double t, const double *x,
                            const double *v, double *pdot);

#endif
