/* driver.c - the time loop of a run: start or resume, then steps, events, outputs, interrupts
 *
 *     step        the method's, towards the end of the time span
 *     events      in this step; it may be cut at one of them
 *     outputs     of this step; then the new state, if an event has one
 *     interrupts  from outside, and the limit of time
 *
 * Each of them takes the outcome so far and gives its own: what has failed stays so, and else what
 * comes later decides. The loop sees a method as "make a step, give dense output".
 */
#include <math.h>
#include <string.h>

#include "forms/projected/projected.h"
#include "run.h"

/* A rest of the time span that an event has left is none where methods refuse a step as too small:
 * SMALL |h| <= |t| rounding (Hairer, Wanner 1996, RADAU5) */
static const double SMALL = 0.1;

static double end_of_span (const GeomsRun *run) { return run->tspan[run->ntspan - 1]; }

/* `now`, and what was done next gave `status`, 0 or an IDID */
static GeomsOutcome then (GeomsOutcome now, int status)
{
    return now.idid < 0 || status == 0 ? now : geoms_outcome (status);
}

static GeomsOutcome at_end (void) { return (GeomsOutcome){GEOMS_ENDED, GEOMS_OK}; }

/* ---- interrupts ---- */

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

/* A run to a later end would not shorten this step, nor a jump of M: that one continues from
 * here. */
static void take_snapshot (GeomsRun *run, double t_end)
{
    const int reaches
        = geoms_method_reaches (run->method, run->t, t_end) || geoms_mass_ends (run, t_end);

    if (run->have_snapshot || (! reaches && ! (run->eq.limit > 0)))
        return;
    geoms_state_pack (run, run->snapshot);
    run->have_snapshot = reaches;
}

/* A run that MaxWallTime ends within a step continues from its begin. */
static void keep_begin (GeomsRun *run, int status)
{
    run->have_snapshot |= status == GEOMS_TIME_IS_UP;
}

/* what a formulation has met so far */
static void describe_formulation (GeomsRun *run)
{
    const GeomsForm *form = run->integrated;

    if (form->ops->describe != NULL)
        form->ops->describe (form, &run->solution);
}

/* before each step, and with the last outcome */
static GeomsOutcome interrupts (GeomsRun *run, GeomsOutcome now)
{
    run->solution.t_end = run->t;
    describe_formulation (run);
    if (now.course == GEOMS_ENDED)
        return now;
    now = then (now, stopped_from_outside (run));
    take_snapshot (run, end_of_span (run));
    keep_begin (run, now.idid);
    return now;
}

/* ---- a step, its events and outputs ---- */

/* where the next step has to end, at the latest */
static double limit_of_step (const GeomsRun *run)
{
    const int requested = run->ntspan > 2 && run->next < run->ntspan;

    return run->method->ends_at_outputs && requested ? run->tspan[run->next] : end_of_span (run);
}

/* no step is small enough */
static int is_hopeless (int status)
{
    return status == GEOMS_STEP_TOO_SMALL || status == GEOMS_NEWTON_FAILS
           || status == GEOMS_SINGULAR_E || status == GEOMS_NOT_FINITE;
}

static GeomsOutcome step (GeomsRun *run)
{
    const double limit = limit_of_step (run);
    int last = 0, status;

    if (run->events.count > 0)
        memcpy (run->events.x_old, run->x, (size_t)run->n * sizeof (double));
    status = run->method->ops->step (run->method, &run->t, run->x, limit, &last);
    keep_begin (run, status);
    if (is_hopeless (status)) {
        const size_t first = run->solution.count;

        status = geoms_mass_cross (run, status);
        if (status == 0)
            status = tell_outputs (run, first);
        last = run->t == limit;
    }
    return status == 0 && last && limit == end_of_span (run) ? at_end () : geoms_outcome (status);
}

static GeomsOutcome events (GeomsRun *run, double t_old, GeomsOutcome now)
{
    GeomsOutcome found;

    if (now.idid != 0)
        return now;
    found = geoms_events_step (run, t_old);
    return found.course == GEOMS_GOES_ON ? now : found;
}

/* what is measured along the run: unknowns, and forces unless a linearisation here has measured
 * them */
static void note_state (GeomsRun *run)
{
    const int grown = geoms_equations_note (&run->eq, run->x);

    if (run->integrates_form && run->form->forces.noted != run->t)
        geoms_projected_note (run->form, run->t, run->x);
    if (run->form->y.n > 0
        && (run->integrates_form ? ! run->method->project : grown)) /* by that alone between two
                                                                       linearisations */
        geoms_projected_scales (run->form, run->x);
}

/* The state changes at an event. What is left of the time span may be nothing but rounding. */
static GeomsOutcome restart (GeomsRun *run)
{
    const double t_end = end_of_span (run);
    int status = geoms_events_restart (run), last;

    last = SMALL * fabs (t_end - run->t) <= fabs (run->t) * run->options.rounding;
    if (status == 0 && last)
        run->t = t_end;
    if (status == 0)
        status = geoms_output_again (run);
    return status == 0 && last ? at_end () : geoms_outcome (status);
}

/* a terminal event: its state is an output, and a later run can start there */
static int end_at_event (GeomsRun *run)
{
    const int status = geoms_output_stop (run);

    return status != 0 ? status : geoms_events_end (run);
}

/* M at the end of a step; the state, if that changes, is an output */
static GeomsOutcome masses (GeomsRun *run, GeomsOutcome now)
{
    const size_t first = run->solution.count;

    now = then (now, geoms_mass_watch (run));
    return now.idid == 0 && run->solution.count > first ? then (now, tell_outputs (run, first)) : now;
}

/* of an accepted step, whatever it has come to since; and of the state after it, if that changes */
static GeomsOutcome outputs (GeomsRun *run, double t_old, GeomsOutcome now)
{
    const size_t first = run->solution.count;

    note_state (run);
    now = then (now, geoms_output_step (run, t_old));
    if (now.course == GEOMS_RESTARTS)
        now = restart (run);
    else if (now.idid == GEOMS_EVENT)
        now = then (now, end_at_event (run));
    if (now.idid >= 0)
        now = then (now, tell_outputs (run, first));
    keep_begin (run, now.idid);
    return now.idid == 0 ? masses (run, now) : now;
}

/* ---- why it ended ---- */

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
    const int hopeless = is_hopeless (status) || status == GEOMS_MASS_SINGULAR;

    return hopeless ? geoms_initial_blame (run, geoms_mass_blame (run, status)) : status;
}

/* ---- the run ---- */

/* step, events, outputs, interrupts: until nothing follows */
static int time_loop (GeomsRun *run)
{
    GeomsOutcome now
        = run->t == end_of_span (run) ? at_end () : interrupts (run, geoms_outcome (0));

    while (now.course != GEOMS_ENDED) {
        const double t_old = run->t;
        const long accepted = run->counters.naccpt;

        now = step (run);
        if (run->counters.naccpt > accepted) {
            now = events (run, t_old, now);
            if (now.course == GEOMS_ENDED && now.idid == 0)
                run->eq.limit = 0; /* nothing but the last outputs is left                      */
            now = outputs (run, t_old, now);
        }
        now = interrupts (run, now);
    }
    run->solution.h_next = run->method->h;
    return blame_start (run, blame_events (run, now.idid));
}

/* what the first linearisation says of redundancy */
static void describe_constraints (GeomsRun *run)
{
    GeomsProjected *p = run->form;
    GeomsBlocks *b = &p->blocks;
    GeomsSolution *s = &run->solution;

    if (run->eq.solves)
        geoms_rates_describe (run);
    if (p->y.n == 0 && ! run->integrates_form)
        return; /* no linearisation: nothing is known */
    s->redundant = b->switched;
    s->rows[0] = b->F34.m;
    s->rank[0] = b->F34.rank;
    s->rows[1] = p->hard2;
    s->rank[1] = b->rank2;
    s->rows[2] = p->m1;
    s->rank[2] = b->F11.rank - (b->F11.m - p->m1);
    geoms_redundancy_rows (p, run->marked, run->unique);
}

static int begin (GeomsRun *run)
{
    int status = geoms_massless_start (run);

    if (status == GEOMS_NOT_FINITE)
        status = geoms_mass_blame (run, status);
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
    const double t_end = end_of_span (run);
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
    geoms_mass_resume (run);
    return 0;
}

/* Time may be up before there is a state of its own to go on from: then it is the one it came from.
 * */
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

/* a constant M for each of k points; where it is not kept it is evaluated there */
static int constant_masses (GeomsEquations *e, int k, const double *t, const double *x,
                            double *mass)
{
    const size_t nv = (size_t)e->d.nv, nn = nv * nv;

    if (e->mass == NULL && geoms_equations_mass_given (e->model))
        return geoms_equations_mass (e, k, t, x, mass);
    for (size_t j = 0; j < (size_t)k; j++, mass += nn) {
        if (e->mass != NULL) {
            memcpy (mass, e->mass, nn * sizeof *mass);
            continue;
        }
        memset (mass, 0, nn * sizeof *mass);
        for (size_t i = 0; i < nv; i++)
            mass[i * (nv + 1)] = 1;
    }
    return 0;
}

int geoms_run_evaluate (GeomsRun *run, int k, const double *t, const double *x, double *rda,
                        double *mass, double *J, double *conditions)
{
    GeomsEquations *e = &run->eq;
    int status = 0;

    if (rda != NULL)
        status = geoms_equations_evaluate (e, GEOMS_FOR_OUTPUT, k, t, x, rda, mass);
    else if (mass != NULL && e->mass_varies)
        status = geoms_equations_mass (e, k, t, x, mass);
    if (status == 0 && mass != NULL && ! e->mass_varies)
        status = constant_masses (e, k, t, x, mass);
    if (status == 0 && J != NULL && run->model.jac != NULL)
        status = geoms_equations_user_jacobian (e, t[0], x, J);
    if (status == 0 && conditions != NULL && run->model.ivcond != NULL)
        status = geoms_equations_conditions (e, t[0], x, conditions);
    return status;
}
