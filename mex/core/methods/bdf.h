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

/* ---- bdf_differences.c ---- */

/* of order j >= 1 */
static inline double *geoms_bdf_difference (const GeomsBdf *b, int j)
{
    return b->D + (size_t)(j - 1) * (size_t)b->method.n;
}

/* the polynomial of the method, in the basis with these nodes: that of the differences; that of the
 * starter */
extern const double geoms_bdf_nodes[GEOMS_BDF_MOST];
void geoms_bdf_polynomial (GeomsBdf *b);
void geoms_bdf_take_polynomial (GeomsBdf *b, const double *x);
/* of x' where nothing else is known; of another step size */
void geoms_bdf_first_differences (GeomsBdf *b, double h);
void geoms_bdf_rescale (GeomsBdf *b, double h);
/* at the new point, from d = D_{k+1} there; one more of them, of the starter's next state x */
void geoms_bdf_update_differences (GeomsBdf *b);
void geoms_bdf_append_difference (GeomsBdf *b, const double *x_old, const double *x);

#endif
