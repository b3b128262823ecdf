/* create.c - a run from a problem: memory for all its parts; and its end */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problem.h"
#include "forms/projected/projected.h"
#include "run.h"

/* Corrections are as small as they can be, measured by AbsTol where that is not the same for all
 * positions, or all velocities: in units of their own. */
static void weigh_by_tolerances (GeomsRun *run)
{
    const GeomsEquations *e = &run->eq;
    int differ = 0;

    for (int i = e->o3; i < e->n; i++)
        differ |= i != e->o3 && i != e->op && i != e->o4 && run->atol[i] != run->atol[i - 1];
    if (! differ || run->start.weights != NULL)
        return;
    run->metric = geoms_arena_reals (&run->arena, (size_t)e->n);
    for (int i = 0; i < e->n && run->metric != NULL; i++)
        run->metric[i]
            = i < e->o3 ? 1 : (i < e->o4 ? run->atol[e->o3] : run->atol[e->o4]) / run->atol[i];
    run->form->metric.weights = run->metric;
}

/* the smallest unit of forces by which AbsTol of multipliers that is not given is measured */
static const double SMALLEST_UNIT = 1e-12;

/* where AbsTol begins to matter a component counts as small, in a small device earlier: for
 * difference quotients, and for residuals, where angles and quaternions that are 0 come from terms
 * that are not; and the multipliers whose tolerance is left to the run */
static void set_sizes (GeomsRun *run, const GeomsProblem *p)
{
    GeomsEquations *e = &run->eq;

    for (int i = 0; i < e->n + (int)geoms_unknowns_behind (&e->d); i++) {
        const double size = i < e->n ? e->typical[i] : 1;
        run->increment[i] = geoms_max (1e-5 * size, geoms_min (size, run->atol[i] / run->rtol[i]));
    }
    for (int i = 0; i < e->n; i++)
        e->floor[i] = i < e->o4 ? 1e-3 * geoms_min (run->atol[i], e->typical[i])
                                : geoms_min (run->atol[i] / run->rtol[i], e->typical[i]);
    e->atol = run->atol;
    weigh_by_tolerances (run);
    for (int i = e->d.nw; i < e->n1; i++) {
        e->scaled[i] = isnan (p->atol[i]);
        e->unit[i] = e->scaled[i] ? SMALLEST_UNIT : 1;
    }
}

static void create_events (GeomsRun *run)
{
    GeomsEvents *e = &run->events;
    const size_t count = run->hooks.events != NULL ? (size_t)run->hooks.nevents : 0,
                 size = count * GEOMS_SAMPLES, n = (size_t)run->eq.n, all = (size_t)run->n,
                 degree = (size_t)run->method->ops->basis.degree;

    e->count = (int)count;
    e->pile = -1;
    e->sign = geoms_arena_reals (&run->arena, count);
    e->last = geoms_arena_reals (&run->arena, count);
    e->near = geoms_arena_reals (&run->arena, count);
    e->moved = geoms_arena_reals (&run->arena, count);
    e->t_changed = geoms_arena_reals (&run->arena, count);
    e->gap = geoms_arena_reals (&run->arena, count);
    e->t = geoms_arena_reals (&run->arena, GEOMS_SAMPLES);
    e->x = geoms_arena_reals (&run->arena, n * GEOMS_SAMPLES);
    e->value = geoms_arena_reals (&run->arena, 4 * size);
    e->terminal = geoms_arena_reals (&run->arena, size);
    e->direction = geoms_arena_reals (&run->arena, size);
    e->root_t = geoms_arena_reals (&run->arena, size + 1);
    e->root_x = geoms_arena_reals (&run->arena, (size + 1) * n);
    e->x_old = geoms_arena_reals (&run->arena, all);
    e->keep = geoms_arena_reals (&run->arena, (1 + degree) * all);
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
    run->chunk_place = geoms_arena_ints (&run->arena, k);
    run->chunk_known = geoms_arena_ints (&run->arena, k);
}

/* ---- formulation and method ---- */

static int projects (const GeomsRun *run)
{
    const int project = run->options.project,
              kept = geoms_pair_keeps (run->options.formulation, run->method_number);

    return (! run->eq.rates || geoms_rates_keep (run) || geoms_rates_held (run))
           && (project == GEOMS_PROJECT_ON || (project == GEOMS_PROJECT_AUTO && kept));
}

static int create_method (GeomsRun *run)
{
    const int explicit_method = geoms_method_entry (run->method_number)->is_explicit;
    const GeomsMethodSetup setup = {.form = explicit_method ? NULL : run->integrated,
                                    .ode = explicit_method ? run->integrated->ode : NULL,
                                    .rtol = run->rtol,
                                    .atol = run->atol,
                                    .project = projects (run),
                                    .h = run->options.initial_step,
                                    .arena = &run->arena};

    return geoms_method_create (geoms_method_ops (run->method_number), &setup, &run->method);
}

static int complex_slots (const GeomsRun *run)
{
    return geoms_method_slots (geoms_method_ops (run->method_number), &run->options);
}

/* beside the form that measures residuals the one that is integrated, if that is another one */
static int create_integrated (GeomsRun *run, int explicit_method)
{
    const GeomsFormSetup setup = {.eq = &run->eq,
                                  .options = &run->options,
                                  .explicit_method = explicit_method,
                                  .independent = run->independent,
                                  .increment = explicit_method ? NULL : run->increment,
                                  .projection = run->projection,
                                  .weights = run->form->metric.weights,
                                  .direction = run->direction,
                                  .complex_slots = complex_slots (run),
                                  .arena = &run->arena};
    const int status = geoms_registry_form (run->options.formulation, &setup, &run->integrated);

    if (status == 0)
        run->n = run->integrated->n;
    return status;
}

/* Up to which the systems of newton.c stay: a choice. A chain of three takes a fifth more instructions by
 * them; of motions of two four-bars through positions with all bars in a line they end 24 of 101 early,
 * those of tangent.c 29. */
enum { FEW_UNKNOWNS = 16 };

/* This form is made in any case: it measures residuals, and states are moved onto it. */
static int create_formulation (GeomsRun *run)
{
    const GeomsOptions *o = &run->options;
    const int explicit_method = geoms_method_entry (run->method_number)->is_explicit;
    int status;

    run->integrates_form = geoms_formulation_entry (o->formulation)->projected && ! explicit_method
                           && ! run->eq.solves;
    if (! run->integrates_form && run->eq.d.ni > 0 && o->invariant == GEOMS_INVARIANT_ELIMINATE)
        return geoms_report (&run->report, GEOMS_BAD_OPTION,
                             "Invariant 'eliminate' is for psf and psi1 with implicit methods; "
                             "Project 'on' keeps invariants in all formulations.");
    if (o->selector == GEOMS_SELECTOR_GIVEN && run->integrates_form) {
        if ((status = geoms_fit_selection (run)) != 0)
            return status;
        run->form->selector.given = &run->selection;
    }
    run->form->algebraic_only = ! run->integrates_form;
    run->form->forces.notes = 1;
    run->form->tangent.wanted = run->integrates_form && run->levels == GEOMS_FORMULATION_PSF
                                && run->eq.n > FEW_UNKNOWNS;
    run->projection->complex_slots = run->integrates_form ? complex_slots (run) : 0;
    if (run->eq.rates) {
        geoms_rates_create (run);
        status = create_integrated (run, explicit_method);
        return status == 0 ? geoms_rates_join (run) : status;
    }
    status = run->integrates_form ? 0 : geoms_parts_dimensions (&run->eq);
    if (status == 0)
        status = geoms_projected_create (run->form, &run->eq, o, run->levels, -1, &run->arena);
    return status != 0 ? status : create_integrated (run, explicit_method);
}

/* ---- all of it ---- */

/* the ways of psf that 'auto' leaves open */
static void describe_ways (GeomsRun *run)
{
    GeomsSolution *s = &run->solution;
    const GeomsProjected *p = run->form;

    s->multipliers = s->velocity_rows = "";
    s->linear_solver = geoms_rates_linear (run);
    s->not_sparse = run->not_sparse != NULL ? run->not_sparse : "";
    if (run->eq.sparse) {
        geoms_rates_words (run);
        return;
    }
    if (run->eq.solves)
        s->velocity_rows = "recursive";
    if (geoms_rates_held (run))
        s->multipliers = "solved";
    if (! run->integrates_form || p->index1)
        return;
    s->multipliers = p->multipliers.used ? "solved" : "iterated";
    s->velocity_rows = p->accelerates ? "acceleration" : "force";
}

static void describe (GeomsRun *run)
{
    GeomsSolution *s = &run->solution;
    const GeomsBasis *basis = &run->method->ops->basis;

    describe_ways (run);
    for (int i = 0; i < 2; i++)
        s->seen[i] = NAN;
    s->dependent_rows = run->marked;
    s->unique = run->unique;
    s->massless = run->massless.velocities;
    s->method = geoms_method_entry (run->method_number)->word;
    s->project = run->method->project;
    s->n = run->eq.n;
    s->m = run->eq.m;
    s->na = run->eq.na;
    s->t_end = run->t;
    s->limiting = run->method->limiting;
    if (run->method->ops->orders != 0) {
        s->norders = GEOMS_MOST_ORDER + 1;
        s->orders = run->method->made;
    }
    s->degree = basis->degree;
    s->node = basis->node;
    if (run->integrated->ops->describe != NULL)
        run->integrated->ops->describe (run->integrated, s);
}

/* empty: each is filled where it is needed first */
static int create_projected (GeomsRun *run)
{
    run->form = geoms_arena_get (&run->arena, 1, sizeof *run->form);
    run->consistency = geoms_arena_get (&run->arena, 1, sizeof *run->consistency);
    if (run->arena.failed)
        return geoms_report (&run->report, GEOMS_OUT_OF_MEMORY, "There is no memory for a run.");
    run->projection = &run->form->form;
    return 0;
}

static int create_parts (GeomsRun *run, const GeomsProblem *p)
{
    int status = create_projected (run);

    /* the problem, its equations, what integrates them */
    if (status == 0)
        status = geoms_given_copy (run, p);
    if (status == 0)
        status = geoms_fit_method (run);
    if (status == 0)
        status = geoms_rates_choose (run, p);
    if (status == 0)
        status = geoms_equations_create (&run->eq, (GeomsInstance){&run->model, p->user}, run->t,
                                         run->x, run->increment, &run->counters, &run->report,
                                         &run->arena);
    if (status == 0) {
        set_sizes (run, p);
        status = geoms_fit_levels (run);
    }
    if (status == 0)
        status = create_formulation (run);
    if (status == 0)
        status = geoms_fit_steps (run);
    if (status == 0)
        status = create_method (run);
    if (status != 0)
        return status;
    /* memory of what surrounds the steps */
    create_chunks (run);
    create_events (run);
    run->marked = geoms_arena_ints (&run->arena, (size_t)run->eq.na);
    run->massless.velocities = geoms_arena_ints (&run->arena, (size_t)run->eq.d.nv);
    run->unique = geoms_arena_ints (&run->arena, (size_t)run->eq.n1);
    describe (run);
    if (! run->arena.failed)
        run->snapshot = geoms_arena_reals (&run->arena, geoms_state_size (run));
    if (! run->arena.failed)
        return 0;
    return geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                         "There is not enough memory for %d unknowns.", run->eq.n);
}

GeomsRun *geoms_run_create (const GeomsProblem *problem, GeomsReport *report)
{
    GeomsRun *run;

    memset (report, 0, sizeof *report);
    report->component = -1;
    if (geoms_problem_check (problem, report) != 0)
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

void geoms_run_free (GeomsRun *run)
{
    if (run == NULL)
        return;
    geoms_run_end (run);
    geoms_rates_release (run);
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
