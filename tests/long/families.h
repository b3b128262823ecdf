/* families.h - where the rows of a mechanism come from */
#ifndef GEOMS_LONG_FAMILIES_H
#define GEOMS_LONG_FAMILIES_H

#include "random.h"
#include "rows.h"

/* trees of points on rods in the plane or in space, with rods and rails that close loops */
void family_truss (Random *random, Mechanism *m);
/* points on random quadratic surfaces and their intersections */
void family_surfaces (Random *random, Mechanism *m);
/* a straight chain whose last point alone is heavy: the others vibrate between tight rods */
void family_elbow (Random *random, Mechanism *m);
/* singular.c: positions at which the rank of G falls: parallelogram, slider crank, touching curves
 * with paths through them; two rods that are pulled straight, where all motion ends */
void family_singular (Random *random, Mechanism *m);

#endif
