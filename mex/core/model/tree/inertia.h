/* inertia.h - the 21 numbers of a symmetric 6 x 6 matrix A that takes accelerations to wrenches
 *
 *     A = [I C; C' M],   I, M symmetric (xx yy zz xy xz yz),  C by columns
 *
 * of a rigid body about a point at -c from its centre of mass: I about the point, C = [m c], M = m.
 */
#ifndef GEOMS_INERTIA_H
#define GEOMS_INERTIA_H

#include "vector.h"

enum { GEOMS_INERTIA = 21 }; /* I at 0, C at 6, M at 15 */

#define NUMBER     double
#define NAME(name) geoms_##name
#include "inertia_of.h"
#undef NUMBER
#undef NAME

#endif
