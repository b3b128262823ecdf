/* driver.c - the life of a run: checks, initial values, time loop, outputs, interrupts
 *
 * The time loop sees a method as "make a step, give dense output".
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
    if (p->ntspan == 2 && t[0] == t[1] && p->state == NULL)
        return 0; /* initial values only */
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

static int unknowns (const GeomsDims *d)
{
    return d->np + d->nv + d->nr + d->nw + d->ns + d->nl + d->nm;
}

static int check_values (const GeomsProblem *p, GeomsReport *report)
{
    const GeomsDims *d = &p->model->dims;
    const int n = unknowns (d), multipliers = d->nw + d->nl + d->nm;

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
        if (! isfinite (p->x0[i]) && ! (i < multipliers && isnan (p->x0[i])))
            return geoms_report (report, GEOMS_BAD_MODEL,
                                 "Component %d of the initial values is %g.", i + 1, p->x0[i]);
        if (p->start.weights != NULL && ! (p->start.weights[i] > 0 && isfinite (p->start.weights[i])))
            return geoms_report (report, GEOMS_BAD_OPTION,
                                 "The weight of component %d is %g; it must be > 0.", i + 1,
                                 p->start.weights[i]);
    }
    report->component = -1;
    return 0;
}

/* NULL stays NULL */
static void *copied (GeomsArena *arena, size_t count, size_t size, const void *from)
{
    void *to = from != NULL ? geoms_arena_get (arena, count, size) : NULL;

    if (to != NULL && count > 0)
        memcpy (to, from, count * size);
    return to;
}

static void copy_arrays (GeomsRun *run, const GeomsProblem *p, size_t n)
{
    const size_t real = sizeof (double);

    run->tspan = copied (&run->arena, (size_t)p->ntspan, real, p->tspan);
    run->x = copied (&run->arena, n, real, p->x0);
    run->rtol = copied (&run->arena, n, real, p->rtol);
    run->atol = copied (&run->arena, n, real, p->atol);
    run->start.fixed = copied (&run->arena, n, sizeof (int), p->start.fixed);
    run->start.weights = copied (&run->arena, n, real, p->start.weights);
    run->resume = copied (&run->arena, p->nstate, real, p->state);
    run->nresume = p->nstate;
    run->increment = geoms_arena_reals (&run->arena, n);
}

static int copy_problem (GeomsRun *run, const GeomsProblem *p)
{
    const size_t n = (size_t)unknowns (&p->model->dims);

    run->options = *p->options;
    run->hooks = p->hooks;
    run->model = *p->model;
    run->ntspan = p->ntspan;
    copy_arrays (run, p, n);
    if (run->arena.failed)
        return geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %lu unknowns.", (unsigned long)n);
    run->t = run->tspan[0];
    run->direction = run->tspan[1] >= run->tspan[0] ? 1 : -1;
    /* where AbsTol begins to matter a component counts as small */
    for (size_t i = 0; i < n; i++)
        run->increment[i] = geoms_max (1e-5, geoms_min (1, run->atol[i] / run->rtol[i]));
    for (size_t i = 0; i < n; i++)
        if (isnan (run->x[i])) {
            run->unknown = 1;
            run->x[i] = 0;
        }
    return 0;
}

static void create_events (GeomsRun *run)
{
    GeomsEvents *e = &run->events;
    const size_t count = run->hooks.events != NULL ? (size_t)run->hooks.nevents : 0,
                 size = count * GEOMS_SAMPLES, n = (size_t)run->eq.n;

    e->count = (int)count;
    e->sign = geoms_arena_reals (&run->arena, count);
    e->last = geoms_arena_reals (&run->arena, count);
    e->t = geoms_arena_reals (&run->arena, GEOMS_SAMPLES);
    e->x = geoms_arena_reals (&run->arena, n * GEOMS_SAMPLES);
    e->value = geoms_arena_reals (&run->arena, 4 * size);
    e->terminal = geoms_arena_reals (&run->arena, size);
    e->direction = geoms_arena_reals (&run->arena, size);
    e->root_t = geoms_arena_reals (&run->arena, size + 1);
    e->root_x = geoms_arena_reals (&run->arena, (size + 1) * n);
    e->which = geoms_arena_ints (&run->arena, size + 1);
    e->stops = geoms_arena_ints (&run->arena, size + 1);
    e->order = geoms_arena_ints (&run->arena, size + 1);
    e->fired_which = geoms_arena_ints (&run->arena, size + 1);
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
    create_events (run);
    run->marked = geoms_arena_ints (&run->arena, (size_t)run->eq.na);
    run->unique = geoms_arena_ints (&run->arena, (size_t)run->eq.n1);
    run->solution.dependent_rows = run->marked;
    run->solution.unique = run->unique;
    run->solution.n = run->eq.n;
    run->solution.m = run->eq.m;
    run->solution.na = run->eq.na;
    run->solution.t_end = run->t;
    status = geoms_projected_create (&run->form, &run->eq, o, o->formulation, -1, &run->arena);
    if (status == 0)
        status = geoms_radau_create (&run->radau, &run->form.form, run->rtol, run->atol,
                                     o->project != GEOMS_PROJECT_OFF, o->initial_step, &run->arena);
    run->solution.limiting = run->radau.limiting;
    if (status == 0)
        run->snapshot = geoms_arena_reals (&run->arena, geoms_state_size (run));
    if (status == 0 && run->arena.failed)
        status = geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                               "There is not enough memory for %d unknowns.", run->eq.n);
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
        || (status = check_values (problem, report)) != 0)
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
    free (run->solution.condition);
    free (run->solution.event_t);
    free (run->solution.event_x);
    free (run->solution.event_which);
    geoms_arena_free (&run->arena);
    free (run);
}

/* ---- integration ---- */

static double seconds (void)
{
    struct timespec now;

    timespec_get (&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* reasons to stop that lie outside of the equations */
static int stopped_from_outside (GeomsRun *run)
{
    const double limit = run->options.max_wall_time;

    run->report.t = run->t;
    if (run->hooks.interrupted != NULL && run->hooks.interrupted (run->hooks.user))
        return geoms_report (&run->report, GEOMS_INTERRUPTED,
                             "The run was interrupted at t = %.10g.", run->t);
    if (limit > 0 && seconds () - run->begin > limit)
        return geoms_report (&run->report, GEOMS_TIME_IS_UP,
                             "The run reached t = %.10g within MaxWallTime = %.3g seconds.", run->t,
                             limit);
    return 0;
}

/* the output hook on the outputs from `first` on */
static int tell_outputs (GeomsRun *run, size_t first)
{
    int status;

    if (run->hooks.output == NULL)
        return 0;
    status = run->hooks.output (first, &run->solution, run->hooks.user);
    if (status == 0)
        return 0;
    run->report.t = run->t;
    return geoms_report (&run->report, status > 0 ? GEOMS_STOPPED : GEOMS_STOP_OUTPUT,
                         "The output function stopped the run at t = %.10g.", run->t);
}

/* A run to a later end would not shorten this step: that one continues from here. */
static void take_snapshot (GeomsRun *run, double t_end)
{
    if (run->have_snapshot || ! geoms_radau_reaches (&run->radau, run->t, t_end))
        return;
    geoms_state_pack (run, run->snapshot);
    run->have_snapshot = 1;
}

/* The state changes at an event. What is left of the time span may be nothing but rounding. */
static int restart (GeomsRun *run, int *last)
{
    const double t_end = run->tspan[run->ntspan - 1];
    int status = geoms_events_restart (run, 1);

    *last = 0.1 * fabs (t_end - run->t) <= fabs (run->t) * run->options.rounding;
    if (status == 0 && *last)
        run->t = t_end;
    return status == 0 ? geoms_output_again (run) : status;
}

/* what follows an accepted step that began at t_old; `status` is the one of the step */
static int after_step (GeomsRun *run, double t_old, int status, int *last)
{
    const size_t first = run->solution.count;
    int restarts = 0, stored;

    if (status == 0)
        status = geoms_events_step (run, t_old, &restarts);
    /* a step that was accepted is kept also if what follows it failed */
    stored = geoms_output_step (run, t_old);
    status = status == 0 || (status > 0 && stored != 0) ? stored : status;
    if (status == 0 && restarts)
        status = restart (run, last);
    if (status == GEOMS_EVENT && (stored = geoms_events_restart (run, 0)) != 0)
        status = stored;
    stored = status >= 0 ? tell_outputs (run, first) : 0;
    return stored != 0 && status >= 0 ? stored : status;
}

static int time_loop (GeomsRun *run)
{
    const double t_end = run->tspan[run->ntspan - 1];
    int last = run->t == t_end, status = 0;

    while (status == 0 && ! last) {
        const double t_old = run->t;
        const long accepted = run->counters.naccpt;

        status = stopped_from_outside (run);
        take_snapshot (run, t_end);
        if (status == 0)
            status = geoms_radau_step (&run->radau, &run->t, run->x, t_end, &last);
        if (run->counters.naccpt > accepted)
            status = after_step (run, t_old, status, &last);
        run->solution.t_end = run->t;
    }
    run->solution.h_next = run->radau.h;
    return status;
}

/* what the first linearisation says of redundancy */
static void describe_constraints (GeomsRun *run)
{
    GeomsProjected *p = &run->form;
    GeomsSolution *s = &run->solution;

    s->redundant = p->switched;
    s->rows[0] = p->F34.m;
    s->rank[0] = p->F34.rank;
    s->rows[1] = p->hard2;
    s->rank[1] = p->rank2;
    s->rows[2] = p->m1;
    s->rank[2] = p->F11.rank - (p->F11.m - p->m1);
    geoms_redundancy_rows (p, run->marked, run->unique);
}

static int begin (GeomsRun *run)
{
    int status = geoms_initial (run);

    if (status == 0)
        status = geoms_radau_start (&run->radau, run->t, run->x, run->direction);
    if (status == 0)
        status = geoms_events_begin (run, NULL, 0);
    if (status == 0)
        status = geoms_output_first (run);
    if (status == 0)
        status = tell_outputs (run, 0);
    return status;
}

/* goes on from the state of an earlier run */
static int resume (GeomsRun *run)
{
    const double t_end = run->tspan[run->ntspan - 1];
    const int status = geoms_state_unpack (run);

    if (status != 0)
        return status;
    run->radau.first_step = run->counters.nstep;
    run->solution.t_end = run->t;
    if ((t_end - run->t) * run->direction < 0)
        return geoms_report (&run->report, GEOMS_BAD_TSPAN,
                             "The run has reached t = %.10g; it cannot be continued to %.10g.",
                             run->t, t_end);
    run->next = 0;
    while (run->ntspan > 2 && run->next < run->ntspan
           && (run->tspan[run->next] - run->t) * run->direction <= 0)
        run->next++;
    return 0;
}

static int integrate (GeomsRun *run)
{
    int status = run->resume != NULL ? resume (run) : begin (run);

    run->started = status >= 0;
    if (status >= 0)
        describe_constraints (run);
    if (status == 0)
        status = time_loop (run);
    return status;
}

int geoms_run_integrate (GeomsRun *run)
{
    int status;

    run->threads = geoms_blas_begin ();
    run->begin = seconds ();
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

size_t geoms_run_state_size (const GeomsRun *run)
{
    return run->started ? geoms_state_size (run) : 0;
}

void geoms_run_state (const GeomsRun *run, double *state)
{
    if (run->have_snapshot)
        memcpy (state, run->snapshot, geoms_state_size (run) * sizeof *state);
    else if (run->started)
        geoms_state_pack ((GeomsRun *)run, state);
}

int geoms_run_evaluate (GeomsRun *run, int k, const double *t, const double *x, double *rda,
                        double *mass, double *J, double *conditions)
{
    GeomsEquations *e = &run->eq;
    const size_t nn = (size_t)e->d.nv * (size_t)e->d.nv;
    int status = 0;

    if (rda != NULL)
        status = geoms_equations_evaluate (e, GEOMS_FOR_OUTPUT, k, t, x, rda, mass);
    for (int j = 0; j < k && mass != NULL && ! e->mass_varies; j++)
        memcpy (mass + (size_t)j * nn, e->mass, nn * sizeof *mass);
    if (status == 0 && J != NULL && run->model.jac != NULL) {
        memset (J, 0, (size_t)e->m * (size_t)e->n * sizeof *J);
        status = run->model.jac (t[0], x, J, e->m, e->user);
    }
    if (status == 0 && conditions != NULL && run->model.ivcond != NULL)
        status = run->model.ivcond (t[0], x, conditions, e->user);
    return status;
}

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
            geoms_output_relative (&run->side, run->side.base, run->side.scale, relative + 3 * j);
    }
    return status;
}
