/* hedop5.h - the half-explicit Runge-Kutta method HEDOP5 for the index-2 form */
#ifndef GEOMS_HEDOP5_H
#define GEOMS_HEDOP5_H

#include "explicit.h"

enum { GEOMS_HEDOP_STAGES = 7 };

typedef struct GeomsHedop {
    GeomsExplicit e;
    double *k[GEOMS_HEDOP_STAGES]; /* slopes of the stages                                     */
    GeomsFactor system; /* [M C_j'; C_{j+1} 0]                                                */
    double *b;          /* nv + m: its right-hand side                                        */
    double *M, *C, *f;  /* of the stage whose acceleration is looked for                      */
} GeomsHedop;

#endif
