/* vector.h - vectors of three and matrices of three columns, written out
 *
 *     y = A x,  y = A'x,  C = A B,  c = a x b,   A = [a11 a21 a31  a12 a22 a32  a13 a23 a33]
 */
#ifndef GEOMS_VECTOR_H
#define GEOMS_VECTOR_H

#include <math.h>
#include <string.h>

#include "base/linalg.h"

GEOMS_INLINE double geoms_dot3 (const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

GEOMS_INLINE double geoms_largest3 (const double *a)
{
    const double x = fabs (a[0]), y = fabs (a[1]), z = fabs (a[2]), larger = x > y ? x : y;

    return larger > z ? larger : z;
}

/* c is neither a nor b, also below */
GEOMS_INLINE void geoms_cross (const double *a, const double *b, double *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

GEOMS_INLINE void geoms_add_cross (const double *a, const double *b, double *c)
{
    c[0] += a[1] * b[2] - a[2] * b[1];
    c[1] += a[2] * b[0] - a[0] * b[2];
    c[2] += a[0] * b[1] - a[1] * b[0];
}

GEOMS_INLINE void geoms_set3 (const double *a, double *b)
{
    b[0] = a[0];
    b[1] = a[1];
    b[2] = a[2];
}

/* y += s x */
GEOMS_INLINE void geoms_axpy3 (double s, const double *x, double *y)
{
    y[0] += s * x[0];
    y[1] += s * x[1];
    y[2] += s * x[2];
}

GEOMS_INLINE void geoms_turn3 (const double *A, const double *x, double *y)
{
    y[0] = A[0] * x[0] + A[3] * x[1] + A[6] * x[2];
    y[1] = A[1] * x[0] + A[4] * x[1] + A[7] * x[2];
    y[2] = A[2] * x[0] + A[5] * x[1] + A[8] * x[2];
}

GEOMS_INLINE void geoms_turn_back3 (const double *A, const double *x, double *y)
{
    y[0] = geoms_dot3 (A, x);
    y[1] = geoms_dot3 (A + 3, x);
    y[2] = geoms_dot3 (A + 6, x);
}

GEOMS_INLINE void geoms_multiply3 (const double *A, const double *B, double *C)
{
    geoms_turn3 (A, B, C);
    geoms_turn3 (A, B + 3, C + 3);
    geoms_turn3 (A, B + 6, C + 6);
}

/* the same of six: (rotation; translation), (moment; force) */
GEOMS_INLINE double geoms_dot6 (const double *a, const double *b)
{
    return geoms_dot3 (a, b) + geoms_dot3 (a + 3, b + 3);
}

GEOMS_INLINE void geoms_axpy6 (double s, const double *x, double *y)
{
    geoms_axpy3 (s, x, y);
    geoms_axpy3 (s, x + 3, y + 3);
}

/* a motion of the predecessor, at the end of l:  T (a; b) = (a; b + a x l) */
GEOMS_INLINE void geoms_carry (const double *l, const double *m, double *to)
{
    geoms_set3 (m, to);
    geoms_set3 (m + 3, to + 3);
    geoms_add_cross (m, l, to + 3);
}

/* a wrench about the end of l, about its begin:  sum += T'(n; F) = (n + l x F; F) */
GEOMS_INLINE void geoms_add_carried_back (const double *l, const double *f, double *sum)
{
    geoms_axpy6 (1, f, sum);
    geoms_add_cross (l, f + 3, sum);
}

#endif
