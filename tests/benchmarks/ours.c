/* ours.c - GEOMS on a native model
 *
 * As for the other codes, nothing is stored along the way unless the steps are watched: the end is
 * requested as the only output, and no dense output or residuals are kept. With c->variant = 1
 * every step is returned with its residuals and its dense output, which is the default of the
 * library.
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

void run_geoms (const Contender *c, double tol, double tend,
                void (*watch) (double t, const double *p, void *to), void *to, Outcome *o)
{
    const GeomsDims *d = &c->model->system.dims;
    const int n = model_unknowns (d);
    const int all = watch != NULL || c->variant == 1;
    const double every[2] = {0, tend}, few[3] = {0, tend / 2, tend};
    double *x0 = malloc ((size_t)(2 * n) * sizeof *x0), *tols = x0 + n;
    GeomsOptions options;
    GeomsReport report;
    GeomsRun *run = NULL;

    geoms_options_default (&options);
    options.max_steps = MOST_STEPS;
    if (c->variant != 1)
        options.dense = options.residuals = GEOMS_SWITCH_OFF;
    if (c->set != NULL)
        c->set (&options);
    for (int i = 0; i < n; i++)
        tols[i] = tol;
    o->failed = c->model->start (x0, c->user);
    if (! o->failed) {
        const GeomsProblem problem = {.model = &c->model->system,
                                      .user = c->user,
                                      .options = &options,
                                      .rtol = tols,
                                      .atol = tols,
                                      .ntspan = all ? 2 : 3,
                                      .tspan = all ? every : few,
                                      .x0 = x0};
        run = geoms_run_create (&problem, &report);
    }
    if (run == NULL)
        o->failed = o->failed != 0 ? o->failed : report.status;
    else {
        const GeomsSolution *s = geoms_run_solution (run);
        const GeomsCounters *count = geoms_run_counters (run);

        o->failed = geoms_run_integrate (run);
        if (o->failed != 0)
            fprintf (stderr, "%s\n", geoms_run_report (run)->text);
        for (size_t i = 0; watch != NULL && i < s->count; i++)
            watch (s->t[i], s->x + i * (size_t)n + (n - d->np), to);
        o->steps = count->naccpt;
        o->evaluations = count->neom + count->neomjac + count->neomout;
        o->jacobians = count->njac;
    }
    geoms_run_free (run);
    free (x0);
}
