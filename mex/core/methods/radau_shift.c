/* radau_shift.c - errors of velocities and multipliers that are a shift in time
 *
 *     e = c x' + rest,   c = <e, x'> / <x', x'>   over v, s and p, in the weights of the error norm
 *     steepness  R = min (|v'| / |v|, |v''| / |v'|) |v| / |p'|
 *
 * Where a light body makes a string taut like an impact v runs through R tolerances while p moves
 * by one: whoever knows positions to their tolerance does not know such velocities to theirs, and a
 * motion that is as good but for a shift in time is refused. There v, w, lambda and mu are measured
 * less c x'; p and s, and r, in full, and by what the shift does to them anywhere in the step. The
 * rest, energy with it, is measured as ever.
 *
 * Shifts that add up step by step are the main error of a smooth motion (where they are never
 * counted a pendulum needs 36 % more evaluations for the same error, the car axis 13 %), and the
 * whole error of the vibrations of a light body, however steep: they are forgiven where step sizes
 * run to a point in time or away from it. The second rate of R keeps out points of return, where v
 * passes through 0 but v' does not change.
 */
#include <math.h>
#include <stdlib.h>

#include "radau.h"
#include "radau_coefficients.h"

/* From which steepness on: smooth motions have 1 to 5, the double pendulum more than 3 from where
 * its steps begin to shrink. Measured (masses 1e-8 and 1): 349 steps with 2, 320 with 3, 322 with
 * 4. */
static const double STEEP = 3;
/* Shifts are forgiven after so many steps in a row that shrank, or grew, by a tenth each. Measured
 * with three: 9 of 314 steps of Andrews' mechanism, 2 of 1044 of the car axis; with four: 4 of 315
 * and none. */
enum { TREND = 4 };
/* What is counted of the shift at least: with nothing steps grow until Newton's method fails
 * (masses 1e-8 and 1: 16 to 30 failures, with this 1). */
static const double COUNTED = 0.02;

/* sum of (w_i x_i)^2 from component `first` to before `last` */
static double square (const GeomsRadau *r, int first, int last, const double *x)
{
    double sum = 0;

    for (int i = first; i < last; i++)
        sum += (r->weight[i] * x[i]) * (r->weight[i] * x[i]);
    return sum;
}

/* x' at the end of the step is D3, and D3 - D2 over the time between those stages x'' */
static double steepness (const GeomsRadau *r)
{
    const GeomsEquations *e = r->method.form->eq;
    const int n = r->method.n;
    const double *D2 = r->D + n, *D3 = D2 + n, between = r->method.step * (1 - C2);
    const double v = square (r, e->o3, e->o4, r->X + 2 * n), dv = square (r, e->o3, e->o4, D3),
                 dp = square (r, e->op, n, D3);
    double ddv = 0;

    for (int i = e->o3; i < e->o4; i++) {
        const double scaled = r->weight[i] * (D3[i] - D2[i]) / between;
        ddv += scaled * scaled;
    }
    return sqrt (geoms_min (dv / v, ddv / dv) * v / dp);
}

static double shift (const GeomsRadau *r)
{
    const int n = r->method.n, first = r->method.form->eq->o3;
    const double *D3 = r->D + 2 * n;
    double product = 0;

    for (int i = first; i < n; i++)
        product += (r->weight[i] * r->error[i]) * (r->weight[i] * D3[i]);
    return product / square (r, first, n, D3);
}

/* The first column of r->D has been used for the estimate; r->dW is free. */
double geoms_radau_shift (GeomsRadau *r, double error)
{
    const GeomsEquations *e = r->method.form->eq;
    const int n = r->method.n;
    const double *D2 = r->D + n, *D3 = D2 + n, R = steepness (r);
    double *rest = r->dW, c, norm;

    if (abs (r->trend) < TREND || ! (R > STEEP && isfinite (R)))
        return error;
    c = shift (r);
    for (int i = 0; i < n; i++) {
        const int in_full = (i >= e->o2 && i < e->o3) || i >= e->o4;
        rest[i] = in_full ? geoms_max (fabs (r->error[i]),
                                       fabs (c) * geoms_max (fabs (D2[i]), fabs (D3[i])))
                          : r->error[i] - (1 - geoms_max (COUNTED, STEEP / R)) * c * D3[i];
    }
    norm = geoms_error_norm (r->method.form, rest, r->weight);
    if (! (norm < error))
        return error;
    for (int i = 0; i < n; i++)
        r->error[i] = rest[i];
    return norm;
}
