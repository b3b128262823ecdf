/* ode.h - the one interface between explicit methods and what they integrate
 *
 *     y' = f (t, y),   y = [lambda; mu | r | v | p]
 *
 * The first `follows` unknowns, lambda and mu, follow from the others, or none of them does.
 *
 *     begin          looks at the state in which a run begins, may complete it
 *     slopes         f at k states, n apart; of unknowns that follow: by how much they are off
 *     accepted       y at t, whose slope was asked for last, ends a step: what that says of the
 *                    choice of coordinates; y moves onto the constraints if `project` or if the
 *                    motion would leave its branch else, and slope becomes that of y
 *     multipliers    the unknowns that follow, of k states, ldy apart
 *     accelerations  a of M a = f - C' lambda from the parts of one state, for half-explicit
 *                    methods, which solve for lambda themselves
 *     condition      of the position, velocity and acceleration constraints where the motion is
 *     singular       tells in the report why no step is small enough at t, if constraints are
 *
 * 0, GEOMS_RETRY or a negative IDID.
 */
#ifndef GEOMS_ODE_H
#define GEOMS_ODE_H

#include "model/parts.h"

typedef struct GeomsOde GeomsOde;

typedef struct GeomsOdeOps {
    int (*begin) (GeomsOde *o, double t, double *y);
    int (*slopes) (GeomsOde *o, int k, const double *t, const double *y, double *slopes);
    int (*accepted) (GeomsOde *o, double t, int project, double *y, double *slope);
    int (*multipliers) (GeomsOde *o, int k, const double *t, double *y, int ldy);
    int (*accelerations) (GeomsOde *o, const GeomsPart *part, const double *lambda, double *a);
    void (*condition) (const GeomsOde *o, double condition[3]);
    int (*singular) (GeomsOde *o, double t);
} GeomsOdeOps;

struct GeomsOde {
    const GeomsOdeOps *ops;
    GeomsEquations *eq;
    const GeomsOptions *options;
    int n, follows;    /* unknowns; the first ones that follow from the others          */
    GeomsParts *parts; /* of one state: M, C, f, b' for half-explicit methods           */
};

#endif
