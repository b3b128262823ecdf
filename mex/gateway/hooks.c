/* hooks.c - what the core asks during a run, besides the equations: events, their action, output
 *
 * The functions come with the command 'run', in a struct with the fields
 *
 *     guard     [y, error] = guard (function, ...), which catches errors
 *     events    y = events (t, x): for k points 3 nevents x k values, [value; terminal; direction]
 *     recorded  the same without a call: [], or a struct with numbers, a recorded function of
 *               [ x | t | parameters ] that gives the values, parameters, and for each value
 *               terminal and direction
 *     action    x = action (t, x, which): the state after the events with these numbers, all of it
 *               (what the user's action leaves out is filled in by run_event_action)
 *     monitor   stop = monitor (first, t, x, now, due): t and x are the outputs from number `first`
 *               (from 0) on, now = [time that was reached, seconds since the begin], due =
 *               [outputs, progress, checkpoint, slow], not 0 for what it is called for
 *     selector  the rows of the option Selector, see selector_rows.c
 *     outputs             not 0: called for every output
 *     progress, checkpoint    seconds between two calls for these, 0: never; the first of them for
 *               `progress` comes after a second
 *     slow      seconds after which it is called because the run takes long, and again after four
 *               times as many; 0: never
 *
 * The monitor is called for the outputs also if there are none at the start, and else only if
 * something is due: an integration without output function costs one look at the clock per step.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

static const char what[] = "The hooks";
static const double quiet = 1; /* seconds before a run shows its progress */

/* ---- which of them there are ---- */

static const mxArray *get_function (const mxArray *hooks, const char *field)
{
    const mxArray *function = gateway_get_field (hooks, field, what);
    return mxIsEmpty (function) ? NULL : function;
}

static double get_interval (const mxArray *hooks, const char *field)
{
    const double seconds = gateway_get_real (gateway_get_field (hooks, field, what), field);
    return seconds > 0 ? seconds : INFINITY;
}

/* what was recorded of an earlier command is given back */
void gateway_events_take (const mxArray *from, GatewayRun *run)
{
    GatewayEvents *e = &run->events;
    const size_t count = (size_t)run->nevents;
    size_t size, nq;
    GeomsReport report;
    gateway_events_free (e);
    if (mxIsEmpty (from))
        return;
    const double *numbers
        = gateway_get_vector (gateway_get_field (from, "numbers", what), &size, "numbers");
    const double *q
        = gateway_get_vector (gateway_get_field (from, "parameters", what), &nq, "parameters");
    const double *terminal = gateway_get_array (gateway_get_field (from, "terminal", what), count,
                                                1, "terminal");
    const double *direction = gateway_get_array (gateway_get_field (from, "direction", what),
                                                 count, 1, "direction");
    e->flags = malloc ((2 * count + 1) * sizeof *e->flags);
    e->values = geoms_recorded_load (numbers, size, run->n + 1, run->nevents, q, (int)nq, &report);
    if (! e->flags || ! e->values) {
        gateway_events_free (e);
        mexErrMsgIdAndTxt ("geoms:gateway:value", "What was recorded of Events cannot be read.");
    }
    memcpy (e->flags, terminal, count * sizeof *e->flags);
    memcpy (e->flags + count, direction, count * sizeof *e->flags);
}

void gateway_events_free (GatewayEvents *e)
{
    geoms_recorded_free (e->values);
    free (e->flags);
    *e = (GatewayEvents){NULL, NULL};
}

/* also sets the clocks */
void gateway_hooks_functions (const mxArray *hooks, GatewayRun *run)
{
    static const struct {
        int slot;
        const char *field, *name;
    } list[] = {{SLOT_EVENTS, "events", "Events"},
                {SLOT_ACTION, "action", "EventAction"},
                {SLOT_MONITOR, "monitor", "OutputFcn"},
                {SLOT_SELECTOR, "selector", "Selector"}};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        run->slots[list[i].slot].function = get_function (hooks, list[i].field);
        run->slots[list[i].slot].name = list[i].name;
    }
    run->guard = get_function (hooks, "guard");
    gateway_events_take (gateway_get_field (hooks, "recorded", what), run);
    run->each_output = gateway_get_count (gateway_get_field (hooks, "outputs", what), "outputs");
    run->progress = get_interval (hooks, "progress");
    run->checkpoint = get_interval (hooks, "checkpoint");
    run->next_progress = isfinite (run->progress) ? quiet : INFINITY;
    run->next_checkpoint = run->checkpoint;
    run->next_slow = get_interval (hooks, "slow");
}

/* ---- events ---- */

static int bad_events (GatewayRun *run, const mxArray *result, int rows, int k)
{
    char text[256];
    snprintf (text, sizeof text,
              "The event functions gave a %s of size %d x %d; %d x %d values are expected.",
              mxGetClassName (result), (int)mxGetM (result), (int)mxGetN (result), rows, k);
    run->error = gateway_put_error ("geoms:events:size", text);
    return -1;
}

/* without a call */
static int evaluate_recorded (const GatewayRun *run, int k, const double *t, const double *x,
                              int ldx, double *value, double *terminal, double *direction)
{
    const size_t count = (size_t)run->nevents, size = count * sizeof (double);
    const GeomsSource source[GEOMS_MOST_SOURCES] = {{x, run->n, ldx}, {t, 1, 1}};
    geoms_recorded_run (run->events.values, k, source, value, run->nevents);
    for (size_t j = 0; j < (size_t)k; j++) {
        memcpy (terminal + count * j, run->events.flags, size);
        memcpy (direction + count * j, run->events.flags + count, size);
    }
    return 0;
}

int gateway_hook_events (int k, const double *t, const double *x, int ldx, double *value,
                         double *terminal, double *direction, void *user)
{
    GatewayRun *run = user;
    if (run->events.values)
        return evaluate_recorded (run, k, t, x, ldx, value, terminal, direction);
    const size_t count = (size_t)run->nevents, size = count * sizeof (double);
    mxArray *in[] = {gateway_put_columns (k, t, 1, 1), gateway_put_columns (k, x, ldx, run->n)};
    run->calls += ! run->error;
    mxArray *result = gateway_invoke (run, SLOT_EVENTS, 2, in);
    if (! result) {
        gateway_see (run, SLOT_EVENTS, 1, 1, t, x, ldx);
        return -1;
    }
    if (! mxIsDouble (result) || mxIsComplex (result) || mxIsSparse (result)
        || mxGetM (result) != 3 * count || mxGetN (result) != (size_t)k)
        return bad_events (run, result, 3 * run->nevents, k);

    for (size_t j = 0; j < (size_t)k; j++) {
        const double *from = mxGetPr (result) + 3 * count * j;
        memcpy (value + count * j, from, size);
        memcpy (terminal + count * j, from + count, size);
        memcpy (direction + count * j, from + 2 * count, size);
    }
    mxDestroyArray (result);
    return 0;
}

int gateway_hook_action (double t, double *x, int count, const int *which, void *user)
{
    GatewayRun *run = user;
    mxArray *numbers = mxCreateDoubleMatrix (1, (mwSize)count, mxREAL);
    for (int i = 0; i < count; i++)
        mxGetPr (numbers)[i] = which[i] + 1;
    mxArray *in[] = {mxCreateDoubleScalar (t), gateway_put_columns (1, x, run->n, run->n), numbers};
    run->calls += ! run->error;
    mxArray *result = gateway_invoke (run, SLOT_ACTION, 3, in);
    if (! result) {
        gateway_see (run, SLOT_ACTION, 1, 1, &t, x, run->n);
        return -1;
    }
    if (! mxIsDouble (result) || mxIsComplex (result) || mxIsSparse (result)
        || mxGetNumberOfElements (result) != (size_t)run->n)
        return bad_events (run, result, run->n, 1);
    memcpy (x, mxGetPr (result), (size_t)run->n * sizeof *x);
    mxDestroyArray (result);
    return 0;
}

/* ---- outputs, progress, checkpoints ---- */

/* whether one of the clocks has run down; it is set anew */
static int is_due (double *next, double interval, double seconds)
{
    if (seconds < *next)
        return 0;
    *next = seconds + interval;
    return 1;
}

int gateway_hook_output (size_t first, const GeomsSolution *solution, void *user)
{
    GatewayRun *run = user;
    /* what is due */
    const double seconds = geoms_seconds () - run->begin;
    const double due[4] = {run->each_output && (first == 0 || first < solution->count),
                           is_due (&run->next_progress, run->progress, seconds),
                           is_due (&run->next_checkpoint, run->checkpoint, seconds),
                           is_due (&run->next_slow, 3 * seconds, seconds)};
    if (due[0] == 0 && due[1] == 0 && due[2] == 0 && due[3] == 0)
        return 0;

    /* the call */
    const int count = due[0] != 0 ? (int)(solution->count - first) : 0;
    const double now[2] = {solution->t_end, seconds};
    mxArray *in[]
        = {mxCreateDoubleScalar ((double)first),
           gateway_put_columns (count, solution->t + first, 1, 1),
           gateway_put_columns (count, solution->x + first * (size_t)run->n, run->n, run->n),
           gateway_put_matrix (now, 1, 2), gateway_put_matrix (due, 1, 4)};
    run->monitored += due[0] != 0;
    run->progressed += due[1] != 0;
    mxArray *result = gateway_invoke (run, SLOT_MONITOR, 5, in);
    if (! result) {
        gateway_see (run, SLOT_MONITOR, 1, count > 0, solution->t + solution->count - 1,
                     solution->x + (solution->count - 1) * (size_t)run->n, run->n);
        return -1;
    }
    /* whether the run is to stop */
    if (mxIsSparse (result) || ! (mxIsNumeric (result) || mxIsLogical (result))) {
        run->error
            = gateway_put_error ("geoms:callback:type", "OutputFcn must return true or false.");
        return -1;
    }
    const int stop = mxGetNumberOfElements (result) > 0 && mxGetScalar (result) != 0;
    mxDestroyArray (result);
    return stop;
}
