/* driver.c - the life of a run: checks, initial values, time loop, outputs, interrupts
 *
 * The time loop sees a method as "make a step, give dense output".
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"

/* ---- creation ---- */

static int check_tspan (const GeomsProblem *p, GeomsReport *report)
{
    const double *t = p->tspan;

    if (p->ntspan < 2)
        return geoms_report (report, GEOMS_BAD_TSPAN,
                             "The time span has %d entries; it needs at least 2.", p->ntspan);
    for (int i = 0; i < p->ntspan; i++)
        if (! isfinite (t[i]))
            return geoms_report (report, GEOMS_BAD_TSPAN, "tspan(%d) = %g is not finite.", i + 1,
                                 t[i]);
    for (int i = 1; i < p->ntspan; i++)
        if (! ((t[i] - t[i - 1]) * (t[1] - t[0]) > 0))
            return geoms_report (report, GEOMS_BAD_TSPAN,
                                 "The time span is not strictly monotonous: tspan(%d) = %.10g, "
                                 "tspan(%d) = %.10g.", i, t[i - 1], i + 1, t[i]);
    return 0;
}

static int check_options (const GeomsOptions *o, GeomsReport *report)
{
    const GeomsOptionEntry *bad = geoms_options_check (o);

    if (bad != NULL) {
        report->limit = bad->highest;
        return geoms_report (report, GEOMS_BAD_OPTION,
                             "The option %s is out of its range %g ... %g.", bad->name,
                             bad->lowest, bad->highest);
    }
    if (o->newton_matrix_at > 0 && o->newton_start == GEOMS_START_CONSTANT)
        return geoms_report (report, GEOMS_BAD_OPTION,
                             "NewtonMatrixAt = %d needs NewtonStart 'extrapolate'.",
                             o->newton_matrix_at);
    return 0;
}

static int check_tolerances (const GeomsProblem *p, int n, GeomsReport *report)
{
    for (int i = 0; i < n; i++) {
        report->component = i;
        if (! (p->rtol[i] > 10 * p->options->rounding && p->rtol[i] < 1))
            return geoms_report (report, GEOMS_BAD_OPTION,
                                 "RelTol is %g for component %d; it must lie between %.3g and 1.",
                                 p->rtol[i], i + 1, 10 * p->options->rounding);
        if (! (p->atol[i] > 0 && isfinite (p->atol[i])))
            return geoms_report (report, GEOMS_BAD_OPTION,
                                 "AbsTol is %g for component %d; it must be > 0.", p->atol[i],
                                 i + 1);
        if (! isfinite (p->x0[i]))
            return geoms_report (report, GEOMS_BAD_MODEL,
                                 "Component %d of the initial values is %g.", i + 1, p->x0[i]);
    }
    report->component = -1;
    return 0;
}

static int unknowns (const GeomsDims *d)
{
    return d->np + d->nv + d->nr + d->nw + d->ns + d->nl + d->nm;
}

static double *copied (GeomsArena *arena, size_t count, const double *from)
{
    double *to = geoms_arena_reals (arena, count);

    if (to != NULL)
        memcpy (to, from, count * sizeof *to);
    return to;
}

static int copy_problem (GeomsRun *run, const GeomsProblem *p)
{
    const size_t n = (size_t)unknowns (&p->model->dims);

    run->options = *p->options;
    run->hooks = p->hooks;
    run->model = *p->model;
    run->ntspan = p->ntspan;
    run->tspan = copied (&run->arena, (size_t)p->ntspan, p->tspan);
    run->x = copied (&run->arena, n, p->x0);
    run->rtol = copied (&run->arena, n, p->rtol);
    run->atol = copied (&run->arena, n, p->atol);
    run->increment = geoms_arena_reals (&run->arena, n);
    if (run->arena.failed)
        return geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %lu unknowns.", (unsigned long)n);
    run->t = run->tspan[0];
    run->direction = run->tspan[1] > run->tspan[0] ? 1 : -1;
    /* where AbsTol begins to matter a component counts as small */
    for (size_t i = 0; i < n; i++)
        run->increment[i] = geoms_max (1e-5, geoms_min (1, run->atol[i] / run->rtol[i]));
    return 0;
}

static void create_chunks (GeomsRun *run)
{
    const size_t n = (size_t)run->eq.n, m = (size_t)run->eq.m, k = GEOMS_CHUNK;

    run->chunk_t = geoms_arena_reals (&run->arena, k);
    run->chunk_x = geoms_arena_reals (&run->arena, k * n);
    run->chunk_rda = geoms_arena_reals (&run->arena, k * m);
    run->chunk_scale = geoms_arena_reals (&run->arena, k * m);
    run->chunk_last = geoms_arena_reals (&run->arena, k);
    run->chunk_done = geoms_arena_ints (&run->arena, k);
}

static int create_parts (GeomsRun *run, const GeomsProblem *p)
{
    const GeomsOptions *o = &run->options;
    int status = copy_problem (run, p);

    if (status == 0)
        status = geoms_equations_create (&run->eq, &run->model, p->user, run->t, run->x,
                                         run->increment, &run->counters, &run->report,
                                         &run->arena);
    if (status != 0)
        return status;
    create_chunks (run);
    run->solution.n = run->eq.n;
    run->solution.m = run->eq.m;
    run->solution.na = run->eq.na;
    run->solution.t_end = run->t;
    status = geoms_projected_create (&run->form, &run->eq, o, o->formulation, -1, &run->arena);
    if (status == 0)
        status = geoms_radau_create (&run->radau, &run->form.form, run->rtol, run->atol,
                                     o->project != GEOMS_PROJECT_OFF, o->initial_step, &run->arena);
    return status;
}

GeomsRun *geoms_run_create (const GeomsProblem *problem, GeomsReport *report)
{
    GeomsRun *run;
    int status;

    memset (report, 0, sizeof *report);
    report->component = -1;
    if ((status = check_options (problem->options, report)) != 0
        || (status = check_tspan (problem, report)) != 0
        || (status = check_tolerances (problem, unknowns (&problem->model->dims), report)) != 0)
        return NULL;
    run = calloc (1, sizeof *run);
    if (run == NULL) {
        geoms_report (report, GEOMS_OUT_OF_MEMORY, "There is no memory for a run.");
        return NULL;
    }
    run->report.component = -1;
    if (create_parts (run, problem) != 0) {
        *report = run->report;
        geoms_run_free (run);
        return NULL;
    }
    return run;
}

/* also when a callback left the integration for good, by unwinding the stack */
static void restore_threads (GeomsRun *run)
{
    geoms_blas_end (run->threads);
    run->threads = 0;
}

void geoms_run_free (GeomsRun *run)
{
    if (run == NULL)
        return;
    restore_threads (run);
    free (run->solution.t);
    free (run->solution.x);
    free (run->solution.residual);
    free (run->solution.relative);
    free (run->solution.step_t);
    free (run->solution.step_x);
    geoms_arena_free (&run->arena);
    free (run);
}

/* ---- integration ---- */

static int interrupted (GeomsRun *run)
{
    if (run->hooks.interrupted == NULL || ! run->hooks.interrupted (run->hooks.user))
        return 0;
    return geoms_report (&run->report, GEOMS_INTERRUPTED, "The run was interrupted at t = %.10g.",
                         run->t);
}

static int time_loop (GeomsRun *run)
{
    const double t_end = run->tspan[run->ntspan - 1];
    int last = 0, status = 0;

    while (status == 0 && ! last) {
        const double t_old = run->t;
        const long accepted = run->counters.naccpt;

        status = interrupted (run);
        if (status == 0)
            status = geoms_radau_step (&run->radau, &run->t, run->x, t_end, &last);
        /* a step that was accepted is kept also if what follows it failed */
        if (run->counters.naccpt > accepted) {
            const int stored = geoms_output_step (run, t_old);
            status = status == 0 ? stored : status;
        }
        run->solution.t_end = run->t;
    }
    run->solution.h_next = run->radau.h;
    return status;
}

static int integrate (GeomsRun *run)
{
    int status = geoms_initial (run);

    if (status == 0)
        status = geoms_radau_start (&run->radau, run->t, run->x, run->direction);
    if (status == 0)
        status = geoms_output_first (run);
    if (status == 0)
        status = time_loop (run);
    return status;
}

int geoms_run_integrate (GeomsRun *run)
{
    int status;

    run->threads = geoms_blas_begin ();
    status = geoms_output_finish (run, integrate (run));
    restore_threads (run);
    if (status == 0)
        run->report.t = run->t;
    if (status == 0)
        geoms_report (&run->report, GEOMS_OK, "The end of the time span, t = %.10g, was reached.",
                      run->t);
    run->report.status = status;
    return status;
}

/* ---- what a run knows ---- */

const GeomsSolution *geoms_run_solution (const GeomsRun *run) { return &run->solution; }
const GeomsCounters *geoms_run_counters (const GeomsRun *run) { return &run->counters; }
const GeomsReport *geoms_run_report (const GeomsRun *run) { return &run->report; }

int geoms_run_project (GeomsRun *run, int k, const double *t, double *x, double *residual,
                       double *relative, int project)
{
    const GeomsEquations *e = &run->eq;
    int status = geoms_side_form (run);

    for (int j = 0; j < k && status == 0; j++) {
        double *xj = x + (size_t)j * (size_t)e->n;

        if (project)
            status = geoms_side_correct (run, t[j], xj);
        else
            status = run->side.form.ops->linearise (&run->side.form, t[j], xj, GEOMS_BASE_FILL);
        if (status > 0)
            status = geoms_report (&run->report, GEOMS_NOT_FINITE,
                                   "The equations of motion cannot be evaluated at t = %.10g.",
                                   t[j]);
        if (status != 0)
            return status;
        if (residual != NULL)
            geoms_output_algebraic (e, run->side.base, residual + (size_t)j * (size_t)e->na);
        if (relative != NULL)
            geoms_output_relative (e, run->side.base, run->side.scale, relative + 3 * j);
    }
    return status;
}
