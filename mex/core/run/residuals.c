/* residuals.c - the algebraic rows of rda, and how far each level is from 0
 *
 *     relative = max |c, g| / scale,
 *                max |gI, h~, e that is projected| / scale,
 *                max |d, gII, hII| / scale
 */
#include <math.h>
#include <string.h>

#include "run.h"

void geoms_residuals_values (const GeomsEquations *e, const double *rda, double *a)
{
    memcpy (a, rda, (size_t)e->na * sizeof *a);
}

static double worst (const double *a, const double *scale, int first, int last)
{
    double size = 0;

    for (int i = first; i < last; i++)
        size = geoms_max (size, fabs (a[i]) / scale[i]);
    return size;
}

void geoms_residuals_relative (const GeomsForm *f, const double *rda, const double *scale,
                            double relative[3])
{
    const GeomsEquations *e = f->eq;

    relative[0] = worst (rda, scale, e->r_c, e->r_b);
    relative[1] = worst (rda, scale, e->r_gI, e->r_e);
    relative[2] = worst (rda, scale, 0, e->n1);
    for (int i = 0; i < e->d.ni; i++)
        if (f->keeps[i] == GEOMS_E_PROJECTED)
            relative[1] = geoms_max (relative[1], worst (rda, scale, e->r_e + i, e->r_e + i + 1));
}
