/* trapezoidal.h - the implicit trapezoidal rule with fixed steps on any formulation */
#ifndef GEOMS_TRAPEZOIDAL_H
#define GEOMS_TRAPEZOIDAL_H

#include "implicit.h"

typedef struct GeomsTrapezoidal {
    GeomsMethod method;
    GeomsImplicit implicit;
    double *x_new;
} GeomsTrapezoidal;

int geoms_trapezoidal_create (GeomsTrapezoidal *p, GeomsForm *form, const double *rtol,
                              const double *atol, int project, GeomsArena *arena);

#endif
