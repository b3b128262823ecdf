/* events.c - what follows from events: a record, the end of the run, or another state
 *
 * The zeros t* of the event functions in a step, in the order of the run and those at one time
 * together:
 *
 *     nothing changes       (t*, x*) is recorded                                     GEOMS_GOES_ON
 *     one is terminal       the step ends at t*; recorded                            GEOMS_ENDED
 *     there is an action    the step ends at t*; recorded; what comes later in the   GEOMS_RESTARTS
 *                           step is dropped
 *
 * After the outputs of the step that was cut the driver has the action done:
 *
 *     x+ = action (t*, x-),   then x+ is moved onto the constraints,   then the method starts at x+
 *
 * Functions that were zero at t* have no sign then, until they have left zero.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "events.h"
#include "forms/projected/projected.h"

/* Events this close are one, in units of DBL_EPSILON max (|t|, |h|): each is known to about one */
static const double AT_ONE_TIME = 8;

/* Gaps between changes of the state below AT_ONCE max (|t|, 1e-3), 5e4 roundings of t, are
 * none: a step over them has hardly five digits. After MOST_AT_ONCE of them in a row there is no
 * motion between events any more. */
static const double AT_ONCE = 1e-11;
enum { MOST_AT_ONCE = 3 };
/* The first step after a change is at most so many gaps between the last two, for flights that
 * become shorter and shorter. Its samples begin at 1e-6 of it, so the factor may be larger; a
 * smaller one would cost steps. */
static const double GAPS = 10;

/* An invariant that an action has moved by this part of its scale was changed on purpose: less is
 * what rounding and steps without projection leave. */
static const double CHANGED = 1e-6;

/* in amounts by which the correction after an action has moved a function: until it has left this
 * much about zero it stays silent. One would do but for rounding */
static const double SILENCE = 2;

/* ---- events of a step ---- */

/* The events at the same time as number `first` in the order; -> how many. */
static int together (const GeomsEvents *e, int first, double h)
{
    const double t = e->root_t[e->order[first]];
    const double close = AT_ONE_TIME * DBL_EPSILON * geoms_max (fabs (t), fabs (h));
    int count = 1;

    while (first + count < e->found && fabs (e->root_t[e->order[first + count]] - t) <= close)
        count++;
    return count;
}

/* those from number `first` in the order into e->fired_which; -> whether one of them is terminal */
static int note_fired (GeomsEvents *e, int first, int count)
{
    int stops = 0;

    e->fired = count;
    for (int i = 0; i < count; i++) {
        e->fired_which[i] = e->which[e->order[first + i]];
        stops |= e->stops[e->order[first + i]];
    }
    return stops;
}

/* the events from number `first` in the order, at one time */
static GeomsOutcome happen (GeomsRun *run, double t_old, int first)
{
    GeomsEvents *e = &run->events;
    const int stops = note_fired (e, first, together (e, first, run->t - t_old));
    const int restarts = ! stops && run->hooks.action != NULL, one = e->fired_which[0];
    const size_t at = (size_t)e->order[first];
    double t = e->root_t[at], *x = e->root_x + at * (size_t)run->eq.n;
    int status = 0;

    /* where steps put it */
    if (stops || restarts) {
        status = geoms_events_end_step (run, t_old, one, t, x);
        t = run->t;
        x = run->x;
    } else if (run->method->ends_at_outputs)
        status = geoms_events_step_beside (run, t_old, one, &t, x);
    /* recorded, in the state before an action */
    for (int i = 0; i < e->fired && status == 0; i++)
        status = geoms_output_event (run, t, x, e->fired_which[i]);
    /* and what follows */
    if (status == 0 && stops) {
        run->report.t = t;
        status = geoms_report (&run->report, GEOMS_EVENT,
                               "Event function %d ended the run at t = %.10g.", one + 1, t);
    }
    return status == 0 && restarts ? (GeomsOutcome){GEOMS_RESTARTS, 0} : geoms_outcome (status);
}

GeomsOutcome geoms_events_step (GeomsRun *run, double t_old)
{
    GeomsEvents *e = &run->events;
    GeomsOutcome now;
    int status;

    e->fired = 0;
    if (e->count == 0)
        return geoms_outcome (0);
    status = geoms_events_sample (run, t_old);
    if (status == 0)
        status = geoms_events_find_roots (run, t_old);
    if (status == 0)
        status = geoms_events_look_between (run, t_old);
    now = geoms_outcome (status);
    for (int first = 0; first < e->found && now.course == GEOMS_GOES_ON; first += e->fired)
        now = happen (run, t_old, first);
    return now;
}

/* ---- another state ---- */

static int act (GeomsRun *run)
{
    const GeomsEvents *e = &run->events;
    const int status
        = run->hooks.action (run->t, run->x, e->fired, e->fired_which, run->hooks.user);

    if (status >= 0 && geoms_finite ((size_t)run->eq.n, run->x))
        return 0;
    run->report.t = run->t;
    if (status < 0)
        return geoms_report (&run->report, GEOMS_STOP_EVENTS,
                             "The event action stopped the run at t = %.10g.", run->t);
    return geoms_report (&run->report, GEOMS_NOT_FINITE,
                         "The event action returned NaN or Inf at t = %.10g.", run->t);
}

static int changes (GeomsRun *run, int row, double value)
{
    char name[32];

    geoms_name_row (&run->eq, row, name, sizeof name);
    run->report.t = run->t;
    run->report.value = value;
    return geoms_report (&run->report, GEOMS_STOP_EVENTS,
                         "The event action at t = %.10g changes the invariant %s to %.6g, which "
                         "is kept at 0 and would undo the action: set Invariant to 'monitor', "
                         "or leave the invariant out.",
                         run->t, name, value);
}

/* the same where x' is all that is asked for */
static int check_kept (GeomsRun *run)
{
    int row, status = geoms_rates_violation (run, run->x, CHANGED, &row);

    if (status == 0 && row >= 0)
        status = changes (run, row, run->eq.values[row]);
    return status < 0 ? status : 0;
}

/* An invariant that the action changes would be put right by the correction, against the action. */
static int check_invariants (GeomsRun *run)
{
    const GeomsEquations *q = &run->eq;
    GeomsProjected *p = run->consistency;
    int status;

    if (run->eq.rates)
        return check_kept (run);
    if (! p->form.invariants)
        return 0;
    /* rows of e after the action */
    status = p->form.ops->linearise (&p->form, run->t, run->x, GEOMS_BASE_FILL);
    for (int i = 0; i < q->d.ni && status == 0; i++) {
        const int row = q->r_e + i, changed = fabs (p->base[row]) > CHANGED * p->scale[row];

        if (p->invariants.keeps[i] != GEOMS_E_PROJECTED || ! changed)
            continue;
        /* one that has changed */
        return changes (run, row, p->base[row]);
    }
    return status < 0 ? status : 0;
}

static int move_onto_constraints (GeomsRun *run)
{
    return run->eq.rates ? geoms_rates_move (run, 1, &run->t, run->x)
                         : geoms_consistent_correct (run, run->t, run->x);
}

/* The state after an action is moved onto the constraints, and may be moved across the zero that
 * has just been crossed: the functions whose values this has changed stay silent as near to zero as
 * that. */
static int correct_after_action (GeomsRun *run, double *moved)
{
    GeomsEvents *e = &run->events;
    int status = geoms_events_evaluate (run, 1, &run->t, run->x), massless = 0;

    for (int i = 0; i < e->count; i++)
        moved[i] = e->value[i];
    if (status == 0)
        status = move_onto_constraints (run);
    if (status == 0)
        status = geoms_massless_balance (run, &massless);
    if (status == 0 && massless)
        status = move_onto_constraints (run);
    if (status == 0)
        status = geoms_events_evaluate (run, 1, &run->t, run->x);
    for (int i = 0; i < e->count; i++)
        moved[i] = SILENCE * fabs (e->value[i] - moved[i]);
    return status;
}

/* each of those that happened: how long after the time before */
static void note_gaps (GeomsRun *run)
{
    GeomsEvents *e = &run->events;

    for (int i = 0; i < e->fired; i++) {
        const int one = e->fired_which[i];

        e->gap[one] = fabs (run->t - e->t_changed[one]);
        e->t_changed[one] = run->t;
    }
}

/* Events that follow each other ever faster, a ball that comes to rest: the next step must not be
 * longer than a few of the last gaps, and in the end there is no step. */
static int follow (GeomsRun *run, double gap)
{
    GeomsEvents *e = &run->events;
    const double tiny = AT_ONCE * geoms_max (fabs (run->t), GEOMS_EVENTS_NEAR_ZERO);

    e->pile = gap < tiny ? e->pile + 1 : 0;
    e->t_fired = run->t;
    if (e->pile >= MOST_AT_ONCE) {
        run->report.t = run->t;
        run->report.value = gap;
        return geoms_report (&run->report, GEOMS_EVENTS_PILE_UP,
                             "Event function %d is zero again and again at t = %.10g, last after "
                             "%.3g: its events accumulate there.",
                             e->fired_which[0] + 1, run->t, gap);
    }
    if (fabs (run->method->h) > GAPS * gap)
        run->method->h = GAPS * gap * run->direction;
    return 0;
}

/* ---- a new start ---- */

static int start_method (GeomsRun *run)
{
    return run->method->ops->restart (run->method, run->t, run->x, run->direction);
}

int geoms_events_restart (GeomsRun *run)
{
    GeomsEvents *e = &run->events;
    const double gap = e->pile < 0 ? INFINITY : fabs (run->t - e->t_fired);
    int status = act (run);

    note_gaps (run);
    if (status == 0 && ! run->eq.rates)
        status = geoms_consistent_form (run);
    if (status == 0)
        status = check_invariants (run);
    if (status == 0)
        status = correct_after_action (run, e->moved);
    if (status == 0)
        status = start_method (run);
    if (status == 0)
        status = follow (run, gap);
    if (status == 0)
        status = geoms_events_begin (run, e->fired_which, e->fired);
    for (int i = 0; i < e->count; i++)
        e->near[i] = e->moved[i];
    return status;
}

int geoms_events_end (GeomsRun *run)
{
    const int status = start_method (run);

    run->have_snapshot = 0; /* the end is where the event is */
    return status != 0 ? status
                       : geoms_events_begin (run, run->events.fired_which, run->events.fired);
}
