/* hermite.h - the polynomial of a step of a method without dense output of its own
 *
 * Degree 5: values and slopes at both ends of the step and at the begin of the step before; degree
 * 3 in a first step. Unknowns without slopes: degree 2, and 1.
 */
#ifndef GEOMS_HERMITE_H
#define GEOMS_HERMITE_H

#include "base/memory.h"
#include "polynomial.h"

enum { GEOMS_HERMITE_DEGREE = 5 };
#define GEOMS_HERMITE_NODES            \
    {                                  \
        -1, -0.5, -0.75, -0.25, -0.875 \
    }

/* the begin of a step */
typedef struct GeomsHermitePoint {
    int have;
    double t, *x, *slope;
} GeomsHermitePoint;

/* A step may be taken again: that of the last one becomes the one before with the next step
 * only. */
typedef struct GeomsHermite {
    int n, first; /* unknowns, the first one that has a slope                          */
    GeomsHermitePoint before, last;
} GeomsHermite;

void geoms_hermite_create (GeomsHermite *H, int n, int first, GeomsArena *arena);
void geoms_hermite_forget (GeomsHermite *H);  /* a start */
void geoms_hermite_advance (GeomsHermite *H); /* a new step */

/* a state and its slope, at either end of a step */
typedef struct GeomsHermiteEnd {
    const double *x, *slope;
} GeomsHermiteEnd;

/* p of polynomial.h for the step of size h that begins at t */
void geoms_hermite_fit (GeomsHermite *H, const GeomsBasis *basis, double t, double h,
                        GeomsHermiteEnd begin, GeomsHermiteEnd end, double *p);

#endif
