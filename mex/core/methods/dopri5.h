/* dopri5.h - the explicit Runge-Kutta method of Dormand and Prince for forms that are ODEs */
#ifndef GEOMS_DOPRI5_H
#define GEOMS_DOPRI5_H

#include "explicit.h"

enum { GEOMS_DOPRI_STAGES = 7 };

typedef struct GeomsDopri {
    GeomsExplicit e;
    double *k[GEOMS_DOPRI_STAGES]; /* slopes of the stages                                     */
} GeomsDopri;

#endif
