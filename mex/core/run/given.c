/* given.c - a run's own copies of what a problem gives: it may be gone when the run goes on */
#include <math.h>
#include <string.h>

#include "problem.h"
#include "run.h"

/* AbsTol of multipliers that is not given, in units of the forces */
static const double STANDARD_ATOL = 1e-6;

/* NULL stays NULL */
static void *copied (GeomsArena *arena, size_t count, size_t size, const void *from)
{
    void *to = from != NULL ? geoms_arena_get (arena, count, size) : NULL;

    if (to != NULL && count > 0)
        memcpy (to, from, count * size);
    return to;
}

/* n values with room for extra unknowns behind them, which are treated like the velocities */
static double *extended (GeomsArena *arena, size_t n, size_t more, const double *from)
{
    double *to = geoms_arena_reals (arena, n + more);

    if (to != NULL)
        memcpy (to, from, n * sizeof *to);
    return to;
}

static void copy_selection (GeomsRun *run, const GeomsSelection *s, const GeomsDims *d)
{
    const size_t real = sizeof (double);

    run->selection = *s;
    if (s->at != NULL || run->options.selector != GEOMS_SELECTOR_GIVEN)
        return;
    run->selection.Sp = copied (&run->arena, (size_t)(s->rows_p * d->np), real, s->Sp);
    run->selection.Sv = copied (&run->arena, (size_t)(s->rows_v * d->nv), real, s->Sv);
}

static void copy_arrays (GeomsRun *run, const GeomsProblem *p, size_t n)
{
    const size_t real = sizeof (double), nv = (size_t)p->model->dims.nv,
                 more = geoms_unknowns_behind (&p->model->dims);

    run->tspan = copied (&run->arena, (size_t)p->ntspan, real, p->tspan);
    run->x = extended (&run->arena, n, more, p->x0);
    run->rtol = extended (&run->arena, n, more, p->rtol);
    run->atol = extended (&run->arena, n, more, p->atol);
    run->independent = copied (&run->arena, nv, sizeof (int), p->independent);
    run->start.fixed = copied (&run->arena, n, sizeof (int), p->start.fixed);
    run->start.weights = copied (&run->arena, n, real, p->start.weights);
    run->resume = copied (&run->arena, p->nstate, real, p->state);
    run->nresume = p->nstate;
    run->increment = geoms_arena_reals (&run->arena, n + more);
    copy_selection (run, &p->selection, &p->model->dims);
}

int geoms_given_copy (GeomsRun *run, const GeomsProblem *p)
{
    const GeomsDims *d = &p->model->dims;
    const size_t n = (size_t)geoms_problem_unknowns (d), nv = (size_t)d->nv,
                 ov = (size_t)(d->nw + d->nl + d->nm + d->nr), more = geoms_unknowns_behind (d);

    /* what is given */
    run->options = *p->options;
    run->reduced = p->reduced;
    run->levels = p->reduced ? GEOMS_FORMULATION_PSI1 : p->options->formulation;
    run->hooks = p->hooks;
    if (geoms_model_copy (&run->model, p->model, &run->report) != 0)
        return GEOMS_BAD_MODEL;
    run->ntspan = p->ntspan;
    copy_arrays (run, p, n);
    if (run->arena.failed)
        return geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %lu unknowns.", (unsigned long)n);
    /* the start; tolerances of unknowns behind x are those of v */
    run->t = run->tspan[0];
    run->direction = run->tspan[1] >= run->tspan[0] ? 1 : -1;
    for (size_t i = 0; i < more; i++) {
        run->rtol[n + i] = run->rtol[nv > 0 ? ov + i % nv : 0];
        run->atol[n + i] = run->atol[nv > 0 ? ov + i % nv : 0];
    }
    for (size_t i = 0; i < n; i++) /* of multipliers, which forces measure: forces.c */
        run->atol[i] = isnan (run->atol[i]) ? STANDARD_ATOL : run->atol[i];
    /* what is not known is to be computed */
    for (size_t i = 0; i < n; i++)
        if (isnan (run->x[i])) {
            run->unknown = 1;
            run->x[i] = 0;
        }
    return 0;
}
