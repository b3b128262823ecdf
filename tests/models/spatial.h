/* spatial.h - rigid bodies in space: three-vectors, quaternions, rotations
 *
 * A quaternion e = (e0, eps) of any length turns by
 *
 *     R (e) = ((e0^2 - eps'eps) I + 2 eps eps' + 2 e0 [eps]x) / e'e
 *
 * and changes with the angular velocity omega in body axes as  e' = E (e) omega/2,  E (4 x 3) =
 * [-eps'; e0 I + [eps]x].  Then R' = R [omega]x and (e'e)' = 0 exactly, whatever the length of e,
 * and nothing but e' itself depends on the length. A turn by the small angle dphi in body axes
 * belongs to de = E dphi/2, hence  dphi = 2 E'de/(e'e).
 */
#ifndef GEOMS_TEST_SPATIAL_H
#define GEOMS_TEST_SPATIAL_H

#include <string.h>

static inline double dot3 (const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* c = a x b; c is neither a nor b */
static inline void cross3 (const double *a, const double *b, double *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* y += s (a x b) */
static inline void add_cross3 (double s, const double *a, const double *b, double *y)
{
    double c[3];

    cross3 (a, b, c);
    for (int i = 0; i < 3; i++)
        y[i] += s * c[i];
}

/* y = R x and y = R'x, R 3 x 3 by columns; y is not x */
static inline void turn3 (const double *R, const double *x, double *y)
{
    for (int i = 0; i < 3; i++)
        y[i] = R[i] * x[0] + R[i + 3] * x[1] + R[i + 6] * x[2];
}

static inline void turn3_back (const double *R, const double *x, double *y)
{
    for (int i = 0; i < 3; i++)
        y[i] = dot3 (R + 3 * i, x);
}

static inline double quaternion_square (const double *e)
{
    return e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3];
}

static inline void quaternion_rotation (const double *e, double *R)
{
    const double s = 2 / quaternion_square (e);
    const double a = e[0], b = e[1], c = e[2], d = e[3];
    const double all[9]
        = {1 - s * (c * c + d * d), s * (b * c + a * d),     s * (b * d - a * c),
           s * (b * c - a * d),     1 - s * (b * b + d * d), s * (c * d + a * b),
           s * (b * d + a * c),     s * (c * d - a * b),     1 - s * (b * b + c * c)};

    memcpy (R, all, sizeof all);
}

/* E, 4 x 3 by columns */
static inline void quaternion_matrix (const double *e, double *E)
{
    const double all[12]
        = {-e[1], e[0], e[3], -e[2], -e[2], -e[3], e[0], e[1], -e[3], e[2], -e[1], e[0]};

    memcpy (E, all, sizeof all);
}

/* e' = E omega/2 */
static inline void quaternion_rate (const double *e, const double *omega, double *rate)
{
    double E[12];

    quaternion_matrix (e, E);
    for (int i = 0; i < 4; i++)
        rate[i] = (E[i] * omega[0] + E[i + 4] * omega[1] + E[i + 8] * omega[2]) / 2;
}

/* A row of derivatives with respect to the three small turns becomes one with respect to the four
 * components of e: the columns `row` (3, ld apart) times 2 E'/(e'e), into `out` (4, ld apart). */
static inline void turns_to_quaternion (const double *e, const double *row, int ldrow, double *out,
                                        int ldout)
{
    const double s = 2 / quaternion_square (e);
    double E[12];

    quaternion_matrix (e, E);
    for (int i = 0; i < 4; i++)
        out[i * ldout] = s * (row[0] * E[i] + row[ldrow] * E[i + 4] + row[2 * ldrow] * E[i + 8]);
}

#endif
