/* vector.h - vectors of three and matrices of three columns, written out
 *
 *     y = A x,  y = A'x,  C = A B,  c = a x b,   A = [a11 a21 a31  a12 a22 a32  a13 a23 a33]
 */
#ifndef GEOMS_VECTOR_H
#define GEOMS_VECTOR_H

#include <math.h>
#include <string.h>

#include "base/linalg.h"

/* a number, and numbers that do not change with the state, as NUMBER */
GEOMS_INLINE double geoms_of (double x) { return x; }
GEOMS_INLINE const double *geoms_constants (const double *from, int count, double *room)
{
    (void)count, (void)room;
    return from;
}

#define NUMBER     double
#define NAME(name) geoms_##name
#include "vector_of.h"
#undef NUMBER
#undef NAME

GEOMS_INLINE double geoms_largest3 (const double *a)
{
    const double x = fabs (a[0]), y = fabs (a[1]), z = fabs (a[2]), larger = x > y ? x : y;

    return larger > z ? larger : z;
}

#endif
