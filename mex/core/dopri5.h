/* dopri5.h - the explicit Runge-Kutta method of Dormand and Prince for forms that are ODEs */
#ifndef GEOMS_DOPRI5_H
#define GEOMS_DOPRI5_H

#include "method.h"
#include "semi.h"

enum { GEOMS_DOPRI_STAGES = 7 };

typedef struct GeomsDopri {
    GeomsMethod method;
    GeomsSemi *semi;
    const double *rtol, *atol;
    int first;           /* first unknown that is integrated: those before follow from the others */
    int have_slope;      /* k[0] is the slope at the state                                     */
    double *k[GEOMS_DOPRI_STAGES]; /* slopes of the stages                                     */
    double *x_stage, *x_new, *error;
} GeomsDopri;

int geoms_dopri_create (GeomsDopri *d, GeomsSemi *semi, const double *rtol, const double *atol,
                        int project, double h, GeomsArena *arena);

#endif
