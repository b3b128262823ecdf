/* bdf.h - backward differentiation formulas on any formulation: orders 1 to 5 with variable steps,
 * or one order of 1 to 6 with fixed steps */
#ifndef GEOMS_BDF_H
#define GEOMS_BDF_H

#include "implicit.h"

enum { GEOMS_BDF_MOST = 6, GEOMS_BDF_DIFFERENCES = GEOMS_BDF_MOST + 2 };

typedef struct GeomsBdf {
    GeomsMethod method;
    GeomsImplicit implicit;
    GeomsMethod *starter; /* makes the first steps of a fixed order; NULL: variable order       */
    int most;             /* highest order                                                      */
    int order;
    int equal;         /* steps with this order and step size                                */
    int started;       /* steps of the starter; `order` behind the first own one             */
    double h_D;        /* step size of the differences, 0: there are none                    */
    double *D;         /* n x DIFFERENCES: backward differences of orders 1, 2, ...          */
    double *x_new, *d; /* end of the attempted step, minus the prediction                    */
    double *e;         /* what was measured last                                             */
    /* the last step as it began, to be taken once more */
    double *D_old, h_old;
    int order_old;
} GeomsBdf;

#endif
