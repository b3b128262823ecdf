/* driver.c - the time loop of a run: start or resume, steps, events, outputs, interrupts
 *
 * The time loop sees a method as "make a step, give dense output".
 */
#include <math.h>
#include <string.h>

#include "run.h"

/* reasons to stop that lie outside of the equations */
static int stopped_from_outside (GeomsRun *run)
{
    run->report.t = run->t;
    if (run->hooks.interrupted != NULL && run->hooks.interrupted (run->hooks.user))
        return geoms_report (&run->report, GEOMS_INTERRUPTED,
                             "The run was interrupted at t = %.10g.", run->t);
    if (geoms_equations_late (&run->eq))
        return geoms_report (&run->report, GEOMS_TIME_IS_UP,
                             "The run reached t = %.10g within MaxWallTime = %.3g seconds.", run->t,
                             run->eq.limit);
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

/* A run to a later end would not shorten this step: that one continues from here. One that MaxWallTime
 * ends within a step continues from its begin. */
static void take_snapshot (GeomsRun *run, double t_end)
{
    const int reaches = geoms_method_reaches (run->method, run->t, t_end);

    if (run->have_snapshot || (! reaches && ! (run->eq.limit > 0)))
        return;
    geoms_state_pack (run, run->snapshot);
    run->have_snapshot = reaches;
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

/* what is measured along the run: unknowns, and forces unless a linearisation here has measured them */
static void note_state (GeomsRun *run)
{
    geoms_equations_note (&run->eq, run->x);
    if (run->integrates_form && run->form.noted != run->t)
        geoms_projected_note (&run->form, run->t, run->x);
    if (run->form.nd > 0 && (! run->integrates_form || ! run->method->project))
        geoms_projected_scales (&run->form, run->x);
}

/* what follows an accepted step that began at t_old; `status` is the one of the step */
static int after_step (GeomsRun *run, double t_old, int status, int *last)
{
    const size_t first = run->solution.count;
    int restarts = 0, stored;

    if (status == 0)
        status = geoms_events_step (run, t_old, &restarts);
    note_state (run);
    /* a step that was accepted is kept also if what follows it failed */
    stored = geoms_output_step (run, t_old);
    status = status == 0 || (status > 0 && stored != 0) ? stored : status;
    if (status == 0 && restarts)
        status = restart (run, last);
    if (status == GEOMS_EVENT && (stored = geoms_output_stop (run)) == 0)
        stored = geoms_events_restart (run, 0);
    if (status == GEOMS_EVENT && stored != 0)
        status = stored;
    stored = status >= 0 ? tell_outputs (run, first) : 0;
    return stored != 0 && status >= 0 ? stored : status;
}

/* A step that fails right behind events that accumulate fails because of them. */
static int blame_events (GeomsRun *run, int status)
{
    const GeomsEvents *e = &run->events;
    const int small = status == GEOMS_STEP_TOO_SMALL || status == GEOMS_NEWTON_FAILS
                      || status == GEOMS_RANK_CHANGED;

    if (! small || e->pile <= 0)
        return status;
    return geoms_report (&run->report, GEOMS_EVENTS_PILE_UP,
                         "Event function %d is zero again and again at t = %.10g: its events "
                         "accumulate there.",
                         e->fired_which[0] + 1, run->t);
}

/* Equations that contain a constraint have no solution from values that violate it. */
static int blame_start (GeomsRun *run, int status)
{
    const int hopeless = status == GEOMS_STEP_TOO_SMALL || status == GEOMS_NEWTON_FAILS
                         || status == GEOMS_SINGULAR_E || status == GEOMS_NOT_FINITE;

    return hopeless ? geoms_initial_blame (run, geoms_mass_blame (run, status)) : status;
}

/* what a formulation has met so far */
static void describe_formulation (GeomsRun *run)
{
    GeomsSolution *s = &run->solution;

    s->switched = run->accelerations.choice.switched;
    s->passed = run->accelerations.choice.passed;
    s->worst = run->accelerations.condition.worst;
    s->t_worst = run->accelerations.condition.t_worst;
    memcpy (s->largest, run->accelerations.largest, sizeof s->largest);
}

/* where the next step has to end, at the latest */
static double limit_of_step (const GeomsRun *run, double t_end)
{
    const int requested = run->ntspan > 2 && run->next < run->ntspan;

    return run->method->ends_at_outputs && requested ? run->tspan[run->next] : t_end;
}

static int time_loop (GeomsRun *run)
{
    const double t_end = run->tspan[run->ntspan - 1];
    int last = run->t == t_end, status = 0;

    while (status == 0 && ! last) {
        const double t_old = run->t, limit = limit_of_step (run, t_end);
        const long accepted = run->counters.naccpt;

        status = stopped_from_outside (run);
        take_snapshot (run, t_end);
        if (run->events.count > 0)
            memcpy (run->events.x_old, run->x, (size_t)run->n * sizeof (double));
        if (status == 0)
            status = run->method->ops->step (run->method, &run->t, run->x, limit, &last);
        last = last && limit == t_end;
        if (run->counters.naccpt > accepted)
            status = after_step (run, t_old, status, &last);
        run->have_snapshot |= status == GEOMS_TIME_IS_UP;
        if (run->counters.naccpt > accepted && status == 0)
            status = geoms_mass_watch (run);
        run->solution.t_end = run->t;
        describe_formulation (run);
    }
    run->solution.h_next = run->method->h;
    return blame_start (run, blame_events (run, status));
}

/* what the first linearisation says of redundancy */
static void describe_constraints (GeomsRun *run)
{
    GeomsProjected *p = &run->form;
    GeomsSolution *s = &run->solution;

    if (p->nd == 0 && ! run->integrates_form)
        return; /* no linearisation: nothing is known */
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
    int status = geoms_massless_start (run);

    if (status == 0)
        status = geoms_output_measure (run, run->t, run->x);
    if (status == 0)
        status = run->method->ops->start (run->method, run->t, run->x, run->direction);
    status = geoms_flat_start (run, status);
    geoms_equations_note (&run->eq, run->x);
    if (status == 0)
        status = geoms_parts_agree (run);
    if (status == 0)
        status = geoms_mass_watch (run);
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
    run->method->first_step = run->counters.nstep;
    run->solution.t_end = run->t;
    if ((t_end - run->t) * run->direction < 0)
        return geoms_report (&run->report, GEOMS_BAD_TSPAN,
                             "The run has reached t = %.10g; it cannot be continued to %.10g.",
                             run->t, t_end);
    run->next = 0;
    while (run->ntspan > 2 && run->next < run->ntspan
           && (run->tspan[run->next] - run->t) * run->direction <= 0)
        run->next++;
    return geoms_mass_resume (run);
}

/* Time may be up before there is a state of its own to go on from: then it is the one it came from. */
static void keep_state (GeomsRun *run, int status)
{
    if (status != GEOMS_TIME_IS_UP || run->resume == NULL)
        return;
    memcpy (run->snapshot, run->resume, run->nresume * sizeof *run->snapshot);
    run->have_snapshot = run->started = 1;
}

static int integrate (GeomsRun *run)
{
    int status = run->resume != NULL ? resume (run) : begin (run);

    run->started = status >= 0;
    keep_state (run, status);
    if (status >= 0)
        describe_constraints (run);
    if (status == 0)
        status = time_loop (run);
    return status;
}

void geoms_run_end (GeomsRun *run)
{
    geoms_blas_end (run->threads);
    run->threads = 0;
}

int geoms_run_integrate (GeomsRun *run)
{
    int status;

    run->threads = geoms_blas_begin ();
    run->eq.begin = geoms_seconds ();
    run->eq.limit = run->options.max_wall_time;
    status = integrate (run);
    run->eq.limit = 0;
    status = geoms_output_finish (run, status);
    geoms_run_end (run);
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
    else if (mass != NULL && e->mass_varies)
        status = geoms_equations_mass (e, k, t, x, mass);
    for (int j = 0; j < k && mass != NULL && ! e->mass_varies; j++)
        memcpy (mass + (size_t)j * nn, e->mass, nn * sizeof *mass);
    if (status == 0 && J != NULL && run->model.jac != NULL)
        status = geoms_equations_user_jacobian (e, t[0], x, J);
    if (status == 0 && conditions != NULL && run->model.ivcond != NULL)
        status = geoms_equations_conditions (e, t[0], x, conditions);
    return status;
}

int geoms_run_project (GeomsRun *run, int k, const double *t, double *x, double *residual,
                       double *relative, int project)
{
    const GeomsEquations *e = &run->eq;
    GeomsMethod *method = run->method;
    int status = geoms_side_form (run);

    for (int j = 0; j < k && status == 0; j++) {
        double *xj = x + (size_t)j * (size_t)e->n;

        if (method->ops->recover != NULL && e->n1 > 0)
            status = method->ops->recover (method, 1, t + j, xj, e->n);
        if (status == 0 && project)
            status = geoms_side_correct (run, t[j], xj);
        else if (status == 0)
            status = run->side.form.ops->linearise (&run->side.form, t[j], xj, GEOMS_BASE_FILL);
        run->report.t = t[j];
        if (status > 0)
            status
                = geoms_report (&run->report, GEOMS_NOT_FINITE,
                                "The equations of motion cannot be evaluated at t = %.10g.", t[j]);
        if (status != 0)
            return status;
        if (residual != NULL)
            geoms_output_algebraic (e, run->side.base, residual + (size_t)j * (size_t)e->na);
        if (relative != NULL)
            geoms_output_relative (&run->side, run->side.base, run->side.scale, relative + 3 * j);
    }
    return status;
}
