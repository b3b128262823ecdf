/* trapezoidal.h - the implicit trapezoidal rule with fixed steps on any formulation */
#ifndef GEOMS_TRAPEZOIDAL_H
#define GEOMS_TRAPEZOIDAL_H

#include "implicit.h"

typedef struct GeomsTrapezoidal {
    GeomsMethod method;
    GeomsImplicit implicit;
    double *x_new;
} GeomsTrapezoidal;

#endif
