/* start_derivatives.c - whether a model's own derivatives have values where a run is to begin
 *
 * Multipliers that are not known yet are 0. */
#include <math.h>
#include <stdlib.h>

#include "base/linalg.h"
#include "run.h"
#include "geoms_sweep.h"

/* f alone, without derivatives */
static int forces_have_values (GeomsRun *run, double t, const double *x)
{
    GeomsTerms terms;

    return geoms_run_written (run, t, x, &terms) == 0
           && geoms_finite ((size_t)run->eq.d.nv, terms.f);
}

static int look (GeomsRun *run, double t, const double *x)
{
    int finite[3]; /* rda, M, derivatives */
    const int status = geoms_run_finite (run, t, x, finite);

    if (! finite[0] || (finite[2] && status != 0))
        return 0;
    if (finite[2])
        return finite[1];
    return status == 0 || forces_have_values (run, t, x) ? -1 : 0;
}

int geoms_start_derivatives (const GeomsProblem *problem)
{
    GeomsReport report;
    GeomsRun *run = geoms_run_create (problem, &report);
    double *x;
    int found = 0;

    if (run == NULL)
        return 0;
    x = calloc ((size_t)run->eq.n, sizeof *x);
    if (x != NULL) {
        for (int i = 0; i < run->eq.n; i++)
            x[i] = isnan (problem->x0[i]) ? 0 : problem->x0[i];
        found = look (run, problem->tspan[0], x);
    }
    free (x);
    geoms_run_free (run);
    return found;
}
