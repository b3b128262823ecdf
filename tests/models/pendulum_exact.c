/* pendulum_exact.c - the swinging pendulum in elliptic functions
 *
 *     sin (theta/2) = k sn (u, k),   u = phase + sqrt (g/L) t,   theta from the lowest point
 *
 * with k = sin (amplitude/2); phase = K (k) from rest, 0 from the lowest point. Hence, with k'^2 =
 * 1 - k^2 and (theta/2)' = k sqrt (g/L) cn (u), cos (theta/2) = dn (u),
 *
 *     p = L (sin theta, -cos theta) = L (2 k sn dn, 2 k^2 sn^2 - 1)
 *     theta' = 2 k sqrt (g/L) cn,  v = L theta' (cos theta, sin theta)
 *     lambda = m (v'v - g p2) / (2 L^2)
 *
 * (D. F. Lawden, Elliptic Functions and Applications, 1989, section 5.1). sn, cn, dn come from the
 * arithmetic-geometric mean (M. Abramowitz, I. A. Stegun, Handbook of Mathematical Functions,
 * 16.4), after the argument has been reduced to one period. All in long double, so that the
 * phase is good to 1e-16 after a thousand periods.
 */
#include "models.h"

#include <float.h>
#include <math.h>

enum { AGM_STEPS = 12 };

/* a[i], c[i] of the mean of 1 and k'; the number of the last step */
static int agm (long double k, long double *a, long double *c)
{
    long double b = sqrtl ((1 - k) * (1 + k));
    int i = 0;

    a[0] = 1;
    c[0] = k;
    while (fabsl (c[i]) > LDBL_EPSILON * a[i] && i + 1 < AGM_STEPS) {
        a[i + 1] = (a[i] + b) / 2;
        c[i + 1] = (a[i] - b) / 2;
        b = sqrtl (a[i] * b);
        i++;
    }
    return i;
}

/* sn, cn, dn: phi_N = 2^N a_N u, sin (2 phi_{n-1} - phi_n) = c_n/a_n sin phi_n */
static void jacobi (long double u, long double k, long double *sn, long double *cn, long double *dn)
{
    long double a[AGM_STEPS], c[AGM_STEPS], phi;
    int n = agm (k, a, c);

    phi = ldexpl (a[n] * u, n);
    for (; n > 0; n--)
        phi = (phi + asinl (c[n] * sinl (phi) / a[n])) / 2;
    *sn = sinl (phi);
    *cn = cosl (phi);
    *dn = sqrtl ((1 - k * *sn) * (1 + k * *sn));
}

static PendulumOrbit orbit_of (const double *q, long double k)
{
    PendulumOrbit orbit = {.m = q[0], .L = q[1], .g = q[2], .k = fabsl (k)};
    long double a[AGM_STEPS], c[AGM_STEPS];

    orbit.rate = sqrtl ((long double)orbit.g / orbit.L);
    orbit.quarter = acosl (-1) / 2 / a[agm (orbit.k, a, c)];
    return orbit;
}

PendulumOrbit pendulum_from_rest (const double *q, double angle)
{
    PendulumOrbit orbit = orbit_of (q, sinl ((long double)angle / 2));

    orbit.phase = angle > 0 ? orbit.quarter : -orbit.quarter;
    return orbit;
}

PendulumOrbit pendulum_from_bottom (const double *q, double v0)
{
    PendulumOrbit orbit = orbit_of (q, v0 / (2 * sqrtl ((long double)q[2] * q[1])));

    orbit.phase = v0 > 0 ? 0 : 2 * orbit.quarter;
    return orbit;
}

void pendulum_exact (const PendulumOrbit *orbit, double t, double *x)
{
    const long double k = orbit->k, quarter = orbit->quarter;
    long double u = orbit->phase + orbit->rate * t, sn, cn, dn, speed, sine, cosine;

    u -= 4 * quarter * floorl (u / (4 * quarter));
    jacobi (u, k, &sn, &cn, &dn);
    sine = 2 * k * sn * dn;
    cosine = 1 - 2 * k * k * sn * sn;
    speed = 2 * k * orbit->rate * cn * orbit->L;
    x[1] = (double)(speed * cosine);
    x[2] = (double)(speed * sine);
    x[3] = (double)(orbit->L * sine);
    x[4] = (double)(-orbit->L * cosine);
    x[0] = (double)(orbit->m * (speed * speed + orbit->g * orbit->L * cosine)
                    / (2 * (long double)orbit->L * orbit->L));
}
