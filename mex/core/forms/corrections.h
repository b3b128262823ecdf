/* corrections.h - how far corrections onto the constraints go, and when their remainder need not be
 * looked at
 *
 *     x <- x + dx   until  max_i |a_i| / scale_i <= max (1e-13, 10 u)
 *
 * The remainder of a Newton step is kappa |dx|^2, |dx| relative to x, kappa measured whenever the
 * residual behind a step is evaluated; inexact Jacobians add a linear term.
 */
#ifndef GEOMS_CORRECTIONS_H
#define GEOMS_CORRECTIONS_H

#include <float.h>
#include <math.h>

#include "formulation.h"

/* corrections of one state; remainders that are trusted before one is looked at */
enum { GEOMS_MOST_CORRECTIONS = 8, GEOMS_TRUST = 8 };

/* Of multipliers, whose rows have the rounding of M^-1, where nothing better will come. */
#define GEOMS_MULTIPLIERS_MET 1e-8

/* What corrections are to reach, or so many roundings; times as much is good enough with the
 * Jacobian at x, and with one from elsewhere. */
static inline double geoms_corrections_limit (const GeomsForm *f)
{
    const double reaches = 1e-13, roundings = 10;

    return geoms_max (reaches, roundings * f->options->rounding);
}

static inline double geoms_corrections_accepted (const GeomsForm *f, int exact)
{
    return (exact ? 100 : 2) * geoms_corrections_limit (f);
}

/* what contracts so much is not at rounding: a linearisation where x is now brings more */
static inline int geoms_corrections_contract (const GeomsForm *f, double violation, double last)
{
    return violation > geoms_corrections_limit (f) && violation < 0.5 * last;
}

static inline double geoms_corrections_size (const GeomsEquations *e, const double *dx,
                                             const double *x)
{
    double size = 0;

    for (int i = 0; i < e->n; i++)
        size = geoms_max (size, fabs (dx[i]) / geoms_max (e->typical[i], fabs (x[i])));
    return size;
}

/* kappa from a measured remainder; below rounding it is only known to be small, and it forgets slowly
 * how large it was. Rows and dx are relative to their terms: what is bent leaves kappa of the order of
 * 1. Measured less says that the rows are linear in what moved, multipliers after a start say, and
 * nothing of what moves next. */
static inline void geoms_corrections_learn (double *kappa, double remainder, double size)
{
    const double least = 1, noise = 16 * DBL_EPSILON, remembers = 0.9,
                 measured = geoms_max (least, remainder / (size * size));

    if (remainder > noise)
        *kappa = isinf (*kappa) ? measured : geoms_max (remembers * *kappa, measured);
    else
        *kappa = geoms_min (*kappa, geoms_max (least, noise / (size * size)));
}

/* The remainder after a correction: the first is a Newton step, kappa may have grown since it was
 * measured, and a Jacobian by differences is not exact; the later ones contract like the one before. */
static inline double geoms_corrections_predict (double kappa, int exact, double size, double before,
                                                double last)
{
    const double caution = 100, later = 10, inexact = exact ? 0 : 1e-7;

    if (! isinf (last))
        return later * before * (before / last);
    return caution * kappa * size * size + inexact * before;
}

#endif
