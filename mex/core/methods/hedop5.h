/* hedop5.h - the half-explicit Runge-Kutta method HEDOP5 for the index-2 form */
#ifndef GEOMS_HEDOP5_H
#define GEOMS_HEDOP5_H

#include "explicit.h"
#include "constraints/saddle.h"

enum { GEOMS_HEDOP_STAGES = 7 };

typedef struct GeomsHedop {
    GeomsExplicit e;
    double *k[GEOMS_HEDOP_STAGES]; /* slopes of the stages                                     */
    GeomsSaddle saddle; /* [M C_j'; C_{j+1} 0]                                                */
    double *gamma;      /* m: its right-hand side                                             */
    double *M, *C, *f;  /* of the stage whose acceleration is looked for                      */
    double *B;          /* C', nv x m                                                         */
} GeomsHedop;

#endif
