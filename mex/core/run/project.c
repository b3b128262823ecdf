/* project.c - states that are not of the run moved onto the constraints, and what is left of their rows
 *
 *     x <- x - P a (x) as at a start, or many at once as between the steps (between.c);  a (x),
 *     max_i |a_i| / scale_i of g, gI, gII
 *
 * What others ask of a run beside its steps: one that has not begun will do.
 */
#include <string.h>

#include "forms/projected/projected.h"
#include "run.h"

/* violation of a state whose ranks are those along the motion: far below what they are decided by */
static const double CONSISTENT = 1e-11;

/* The ranks at the state that the run is to begin at, if it has not begun and that is consistent:
 * rows that depend on each other along the motion do not beside it, where their singular values are
 * as small as what states are off by. */
static void learn_ranks (GeomsRun *run)
{
    GeomsBlocks *known = &run->form->blocks;
    const GeomsProjected *p = run->consistency;
    double violation;

    if (known->F11.first[0] > 0 || known->F23.first[0] > 0 || known->F34.first[0] > 0
        || known->F11.expected + known->F23.expected + known->F34.expected > 0
        || ! geoms_finite ((size_t)run->eq.n, run->x))
        return;
    if (geoms_consistent_look (run, run->t, run->x, GEOMS_BASE_FILL, &violation) != 0
        || violation > CONSISTENT)
        return;
    geoms_projected_expect (p, known);
}

/* one state, corrected if that is wanted, and its residuals, NULL: not wanted */
static int project_alone (GeomsRun *run, double t, double *x, double *residual, double *relative,
                          int project)
{
    const GeomsEquations *e = &run->eq;
    GeomsMethod *method = run->method;
    GeomsProjected *p = run->consistency;
    int status = 0;

    if (method->ops->recover != NULL && e->n1 > 0)
        status = method->ops->recover (method, 1, &t, x, e->n);
    if (status == 0 && project)
        status = geoms_consistent_correct (run, t, x);
    else if (status == 0)
        status = p->form.ops->linearise (&p->form, t, x, GEOMS_BASE_FILL);
    run->report.t = t;
    if (status > 0)
        status
            = geoms_report (&run->report, GEOMS_NOT_FINITE,
                            "The equations of motion cannot be evaluated at t = %.10g.", t);
    if (status != 0)
        return status;
    if (residual != NULL)
        geoms_residuals_values (e, p->base, residual);
    if (relative != NULL)
        geoms_residuals_relative (&p->form, p->base, p->scale, relative);
    return 0;
}

/* what landing has to know of the system: whether parts depend on the multipliers */
static void look_at_parts (GeomsRun *run)
{
    const GeomsReport keep = run->report;
    GeomsProjected *p = run->consistency;

    if (! run->eq.looked && p->multipliers.used && geoms_finite ((size_t)run->eq.n, run->x)
        && p->form.ops->linearise (&p->form, run->t, run->x, GEOMS_BASE_FILL) != 0)
        run->report = keep;
}

/* k <= GEOMS_CHUNK states, corrected: all that can be at once */
static int project_many (GeomsRun *run, int k, const double *t, double *x, double *residual,
                         double *relative)
{
    const GeomsEquations *e = &run->eq;
    const size_t n = (size_t)e->n, na = (size_t)e->na;
    double own[3 * GEOMS_CHUNK];
    int status = geoms_between_land (run, run->consistency, k, t, x, own);

    for (size_t j = 0; j < (size_t)k && status == 0; j++) {
        double *a = residual != NULL ? residual + j * na : NULL,
               *levels = relative != NULL ? relative + 3 * j : NULL;

        if (! run->chunk_known[j]) {
            status = project_alone (run, t[j], x + j * n, a, levels, 1);
            continue;
        }
        memcpy (x + j * n, run->chunk_x + j * n, n * sizeof *x);
        if (a != NULL)
            geoms_residuals_values (e, run->chunk_rda + j * (size_t)e->m, a);
        if (levels != NULL)
            memcpy (levels, own + 3 * j, 3 * sizeof *levels);
    }
    return status;
}

int geoms_run_project (GeomsRun *run, int k, const double *t, double *x, double *residual,
                       double *relative, int project)
{
    const size_t n = (size_t)run->eq.n, na = (size_t)run->eq.na;
    int status;

    if (run->eq.rates)
        return geoms_rates_project (run, k, t, x, residual, relative, project);
    status = geoms_consistent_form (run);
    if (status == 0 && project) {
        learn_ranks (run);
        look_at_parts (run);
    }
    for (int j = 0, count = 1; j < k && status == 0; j += count) {
        double *a = residual != NULL ? residual + (size_t)j * na : NULL,
               *levels = relative != NULL ? relative + 3 * j : NULL;

        count = project ? geoms_int_min (GEOMS_CHUNK, k - j) : 1;
        status = project ? project_many (run, count, t + j, x + (size_t)j * n, a, levels)
                         : project_alone (run, t[j], x + (size_t)j * n, a, levels, 0);
    }
    return status;
}
