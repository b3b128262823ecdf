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

    return geoms_run_terms (run, t, x, &terms) == 0
           && geoms_finite ((size_t)run->eq.d.nv, terms.f);
}

static int look (GeomsRun *run, double t, const double *x, double *room)
{
    const size_t m = (size_t)run->eq.m, n = (size_t)run->eq.n, nv = (size_t)run->eq.d.nv;
    double *rda = room, *mass = rda + m, *J = mass + nv * nv;
    int status = geoms_run_evaluate (run, 1, &t, x, rda, nv > 0 ? mass : NULL, J, NULL);
    const int known = geoms_finite (m, rda), smooth = geoms_finite (m * n, J);

    if (! known || (smooth && status != 0))
        return 0;
    if (smooth)
        return geoms_finite (nv * nv, mass);
    return status == 0 || forces_have_values (run, t, x) ? -1 : 0;
}

int geoms_start_derivatives (const GeomsProblem *problem)
{
    GeomsReport report;
    GeomsRun *run = geoms_run_create (problem, &report);
    size_t n, size;
    double *room;
    int found = 0;

    if (run == NULL)
        return 0;
    n = (size_t)run->eq.n;
    size = (size_t)run->eq.m * (n + 1) + (size_t)run->eq.d.nv * (size_t)run->eq.d.nv;
    room = calloc (n + size, sizeof *room);
    if (room != NULL) {
        for (size_t i = 0; i < n; i++)
            room[size + i] = isnan (problem->x0[i]) ? 0 : problem->x0[i];
        found = look (run, problem->tspan[0], room + size, room);
    }
    free (room);
    geoms_run_free (run);
    return found;
}
