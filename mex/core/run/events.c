/* events.c - zeros of the user's event functions, found to rounding, within a step
 *
 *     value_i (t, x (t)) = 0    with x (t) from the collocation polynomial, on the constraints
 *
 * Each function is sampled at the quarters of a step, so that several zeros in one step are seen, and,
 * while the sign of one is not known, soon after its beginning; a
 * change of sign is followed up by inverse quadratic interpolation within a bracket (Chandrupatla
 * 1997). An event that has just happened, or is zero at the start, has no sign until it has left
 * zero. A step with an event that ends the run or changes the state is cut short there, and taken once
 * more to end there: the polynomial finds the event, the method its state.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "run.h"

enum { MOST_BISECTIONS = 100, MOST_RETAKES = 4, MOST_AT_ONCE = 3 };

static double sign_of (double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

/* ---- the user's functions ---- */

static int evaluate (GeomsRun *run, int k, const double *t, const double *x)
{
    GeomsEvents *e = &run->events;
    const int status = run->hooks.events (k, t, x, run->eq.n, e->value, e->terminal, e->direction,
                                          run->hooks.user);

    run->counters.ncall++;
    run->report.t = t[0];
    if (status < 0)
        return geoms_report (&run->report, GEOMS_STOP_EVENTS,
                             "An event function stopped the run at t = %.10g.", t[0]);
    for (int i = 0; i < e->count * k && status == 0; i++)
        if (isnan (e->value[i]))
            return geoms_report (&run->report, GEOMS_NOT_FINITE,
                                 "Event function %d returned NaN at t = %.10g.", i % e->count + 1,
                                 t[i / e->count]);
    return status == 0
               ? 0
               : geoms_report (&run->report, GEOMS_NOT_FINITE,
                               "The event functions cannot be evaluated at t = %.10g.", t[0]);
}

int geoms_events_begin (GeomsRun *run, const int *fired, int count)
{
    GeomsEvents *e = &run->events;
    int status;

    if (e->count == 0)
        return 0;
    status = evaluate (run, 1, &run->t, run->x);
    for (int i = 0; i < e->count && status == 0; i++) {
        e->last[i] = e->value[i];
        e->sign[i] = sign_of (e->value[i]);
        e->near[i] = 0;
    }
    for (int i = 0; i < count && status == 0; i++)
        e->sign[fired[i]] = 0;
    return status;
}

/* ---- one zero ---- */

typedef struct Bracket {
    double a, b, fa, fb; /* times and values; a is the newest, the sign changes between a and b */
} Bracket;

static int value_at (GeomsRun *run, double t_old, double t, int which, double *value, double *x)
{
    int status = geoms_output_states (run, t_old, 1, &t, x);

    if (status == 0)
        status = evaluate (run, 1, &t, x);
    *value = run->events.value[which];
    return status;
}

/* relative position between a and b of the next trial: c is the point before a */
static double next_trial (const Bracket *k, double c, double fc, double least)
{
    const double xi = (k->a - k->b) / (c - k->b), phi = (k->fa - k->fb) / (fc - k->fb);
    double s = 0.5;

    if (fc != k->fb && fc != k->fa && phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)
        s = k->fa / (k->fb - k->fa) * (fc / (k->fb - fc))
            + (c - k->a) / (k->b - k->a) * (k->fa / (fc - k->fa)) * (k->fb / (fc - k->fb));
    return s < least ? least : s > 1 - least ? 1 - least : s;
}

/* The zero of event `which` between a and b; its state in x. */
static int locate (GeomsRun *run, double t_old, int which, Bracket k, double *t, double *x)
{
    const double width = 0.5 * DBL_EPSILON * geoms_max (fabs (t_old), fabs (run->t));
    double c = k.b, fc = k.fb, s = k.fa / (k.fa - k.fb), value;
    int status = 0;

    if (! (s > 1e-3 && s < 0.999))
        s = 0.5; /* a jump, or all but a zero at one end */
    for (int i = 0; i < MOST_BISECTIONS && k.fa != 0 && fabs (k.b - k.a) > width; i++) {
        const double trial = k.a + s * (k.b - k.a);

        if (trial == k.a || trial == k.b)
            break; /* neighbours */
        if ((status = value_at (run, t_old, trial, which, &value, x)) != 0)
            return status;
        if (sign_of (value) == sign_of (k.fa)) {
            c = k.a;
            fc = k.fa;
        } else {
            c = k.b;
            fc = k.fb;
            k.b = k.a;
            k.fb = k.fa;
        }
        k.a = trial;
        k.fa = value;
        s = next_trial (&k, c, fc, geoms_min (0.5, 2 * width / fabs (k.b - k.a)));
    }
    *t = fabs (k.fa) <= fabs (k.fb) ? k.a : k.b;
    if (fabs (*t - run->t) <= 8 * width)
        *t = run->t; /* nothing is left of the step */
    else if (*t == t_old)
        *t = k.a == t_old ? k.b : k.a;
    return geoms_output_states (run, t_old, 1, t, x);
}

/* ---- all zeros of a step ---- */

/* kept in the order of the run; there is room for one at each sample of each function */
static void add_root (GeomsRun *run, double t, int which, int stops)
{
    GeomsEvents *e = &run->events;
    int at = e->found;

    e->root_t[e->found] = t;
    e->which[e->found] = which;
    e->stops[e->found] = stops;
    while (at > 0 && (e->root_t[e->order[at - 1]] - t) * run->direction > 0) {
        e->order[at] = e->order[at - 1];
        at--;
    }
    e->order[at] = e->found++;
}

/* the crossing of function i between samples j - 1 and j, if it counts */
static int crossing (GeomsRun *run, double t_old, int i, int j, const double *values,
                     const double *terminal, const double *direction)
{
    GeomsEvents *e = &run->events;
    const double *before = j > 0 ? values + (j - 1) * e->count : e->last;
    const double wanted = direction[j * e->count + i], value = values[j * e->count + i];
    const double up = value != 0 ? sign_of (value) : -e->sign[i];
    const Bracket k = {j > 0 ? e->t[j - 1] : t_old, e->t[j], before[i], value};
    double t = k.b, *x = e->root_x + (size_t)e->found * (size_t)run->eq.n;
    int status;

    if (wanted != 0 && wanted != up)
        return 0;
    if (value == 0)
        status = geoms_output_states (run, t_old, 1, &t, x);
    else
        status = locate (run, t_old, i, k, &t, x);
    if (status == 0)
        add_root (run, t, i, terminal[j * e->count + i] != 0);
    return status;
}

static int find_roots (GeomsRun *run, double t_old)
{
    GeomsEvents *e = &run->events;
    const size_t size = (size_t)(e->count * GEOMS_SAMPLES);
    double *values = e->value + size, *terminal = values + size, *direction = terminal + size;
    int status = 0;

    e->found = 0;
    memcpy (values, e->value, size * sizeof *values); /* evaluate is called again below */
    memcpy (terminal, e->terminal, size * sizeof *values);
    memcpy (direction, e->direction, size * sizeof *values);
    for (int i = 0; i < e->count; i++)
        for (int j = 0; j < e->samples && status == 0; j++) {
            const double sign = sign_of (values[j * e->count + i]);
            if (sign == e->sign[i]
                || (e->sign[i] == 0 && fabs (values[j * e->count + i]) <= e->near[i]))
                continue;
            if (e->sign[i] != 0)
                status = crossing (run, t_old, i, j, values, terminal, direction);
            e->sign[i] = sign;
        }
    for (int i = 0; i < e->count; i++)
        e->last[i] = values[(e->samples - 1) * e->count + i];
    return status;
}

/* ---- what follows from them ---- */

/* The events at the same time as number `first` in the order; -> how many. */
static int together (const GeomsEvents *e, int first, double h)
{
    const double t = e->root_t[e->order[first]];
    const double close = 8 * DBL_EPSILON * geoms_max (fabs (t), fabs (h));
    int count = 1;

    while (first + count < e->found && fabs (e->root_t[e->order[first + count]] - t) <= close)
        count++;
    return count;
}

/* The step ends at t with the state x, on the constraints. */
static void cut (GeomsRun *run, double t_old, double t, const double *x)
{
    geoms_method_cut (run->method, t_old, run->t, t, run->x);
    memcpy (run->x, x, (size_t)run->eq.n * sizeof *x);
    run->t = t;
}

static void keep_step (const GeomsRun *run, double *keep)
{
    const size_t n = (size_t)run->n, degree = (size_t)run->method->ops->basis.degree;

    memcpy (keep, run->x, n * sizeof *keep);
    memcpy (keep + n, run->method->poly, degree * n * sizeof *keep);
}

static void restore_step (GeomsRun *run, const double *keep)
{
    const size_t n = (size_t)run->n, degree = (size_t)run->method->ops->basis.degree;

    memcpy (run->x, keep, n * sizeof *keep);
    memcpy (run->method->poly, keep + n, degree * n * sizeof *keep);
}

/* slope of function `which` before the end of the step, at run->t with the value f */
static int slope_at_end (GeomsRun *run, double t_old, int which, double f, double *slope)
{
    GeomsEvents *e = &run->events;
    const double dt = 1e-3 * (run->t - t_old);
    double before;
    const int status = value_at (run, t_old, run->t - dt, which, &before, e->x);

    *slope = (f - before) / dt;
    return status;
}

/* one step that ends at run->t, and the value of function `which` there */
static int retake (GeomsRun *run, double t_old, int which, double *f)
{
    int status = run->method->ops->retake (run->method, t_old, run->events.x_old, run->t, run->x);

    if (status == 0)
        status = evaluate (run, 1, &run->t, run->x);
    *f = run->events.value[which];
    return status;
}

/* The polynomial is less accurate than the step. The step is taken again to end at the event, until its
 * end does not move. -> 0, 1 if that does not work (a function that jumps, say), or an IDID */
static int move_end (GeomsRun *run, double t_old, int which)
{
    const GeomsEvents *e = &run->events;
    const double latest = e->t[e->samples - 1];
    double f, slope, f_last, t_last, whole;
    int status = retake (run, t_old, which, &f);

    if (status == 0)
        status = slope_at_end (run, t_old, which, f, &slope);
    else
        slope = 0;
    whole = fabs (slope * (run->t - t_old)); /* what the function changes in such a step */
    if (status == 0 && ! (fabs (f) < 1e-4 * whole))
        status = 1;
    for (int i = 0; i < MOST_RETAKES && status == 0; i++) {
        double t = run->t - f / slope;
        if (! isfinite (t) || fabs (t - run->t) <= DBL_EPSILON * fabs (t))
            break;
        t = (t - latest) * run->direction > 0 ? latest : t;
        t_last = run->t;
        f_last = f;
        run->t = t;
        status = retake (run, t_old, which, &f);
        if (run->t == t_last || fabs (f) > 0.5 * fabs (f_last)) {
            status = status == 0 ? fabs (f) > 1e-10 * whole : status;
            break;
        }
        slope = (f - f_last) / (run->t - t_last);
    }
    return status;
}

/* Where steps put the event, to their accuracy: secants from the place on the polynomial */
static int follow_steps (GeomsRun *run, double t_old, int which)
{
    double f, slope;
    int status = retake (run, t_old, which, &f);

    if (status == 0)
        status = slope_at_end (run, t_old, which, f, &slope);
    for (int i = 0; i < MOST_RETAKES && status == 0; i++) {
        const double t = run->t, f_last = f, step = -f / slope;

        if (! (fabs (step) < 0.5 * fabs (t - t_old)) || fabs (step) <= DBL_EPSILON * fabs (t)
            || (t + step - run->events.t[run->events.samples - 1]) * run->direction > 0)
            break;
        run->t = t + step;
        status = retake (run, t_old, which, &f);
        if (fabs (f) > 0.1 * fabs (f_last))
            break; /* what is left is the error of the steps */
        slope = (f - f_last) / (run->t - t);
    }
    return status;
}

static int polish (GeomsRun *run, double t_old, int which)
{
    GeomsEvents *e = &run->events;
    const double t = run->t;
    int status;

    if (t == e->t[e->samples - 1])
        return 0; /* the end of the step as it was */
    keep_step (run, e->keep);
    status = run->method->ends_at_outputs ? follow_steps (run, t_old, which)
                                          : move_end (run, t_old, which);
    if (status > 0) {
        run->t = t;
        restore_step (run, e->keep);
    }
    return status < 0 ? status : 0;
}

/* An event that changes nothing, of a method whose polynomial is no match for its steps. The step itself
 * stays, it is taken once more. */
static int step_to_event (GeomsRun *run, double t_old, int which, double *t, double *x)
{
    GeomsEvents *e = &run->events;
    GeomsMethod *m = run->method;
    const double t_step = run->t, h = m->h;
    int status;

    keep_step (run, e->keep);
    cut (run, t_old, *t, x);
    status = follow_steps (run, t_old, which);
    if (status == 0) {
        *t = run->t;
        memcpy (x, run->x, (size_t)run->eq.n * sizeof *x);
    }
    run->t = t_step;
    if (status >= 0)
        status = m->ops->retake (m, t_old, e->x_old, t_step, run->x);
    restore_step (run, e->keep);
    m->h = h;
    return status < 0 ? status : 0;
}

static int act (GeomsRun *run, int count, const int *which)
{
    int status = run->hooks.action (run->t, run->x, count, which, run->hooks.user);

    if (status < 0) {
        run->report.t = run->t;
        return geoms_report (&run->report, GEOMS_STOP_EVENTS,
                             "The event action stopped the run at t = %.10g.", run->t);
    }
    if (! geoms_finite ((size_t)run->eq.n, run->x)) {
        run->report.t = run->t;
        return geoms_report (&run->report, GEOMS_NOT_FINITE,
                             "The event action returned NaN or Inf at t = %.10g.", run->t);
    }
    return 0;
}

/* the events `which` at one time: recorded; cut if they stop the run or change the state */
static int happen (GeomsRun *run, double t_old, int first, int count, int *which, int *cuts)
{
    GeomsEvents *e = &run->events;
    const size_t at = (size_t)e->order[first];
    double t = e->root_t[at], *x = e->root_x + at * (size_t)run->eq.n;
    int stops = 0, status = 0;

    for (int i = 0; i < count; i++) {
        which[i] = e->which[e->order[first + i]];
        stops |= e->stops[e->order[first + i]];
    }
    *cuts = stops || run->hooks.action != NULL;
    if (*cuts) {
        cut (run, t_old, t, x);
        status = polish (run, t_old, which[0]);
        t = run->t;
        x = run->x;
    } else if (run->method->ends_at_outputs)
        status = step_to_event (run, t_old, which[0], &t, x);
    for (int i = 0; i < count && status == 0; i++)
        status = geoms_output_event (run, t, x, which[i]);
    if (status != 0 || ! stops)
        return status;
    run->report.t = t;
    return geoms_report (&run->report, GEOMS_EVENT, "Event function %d ended the run at t = %.10g.",
                         which[0] + 1, t);
}

/* Right after a restart the whole flight to the next event may lie within one step. */
static int sample (GeomsRun *run, double t_old)
{
    static const double places[GEOMS_SAMPLES] = {1e-6, 1e-4, 1e-2, 0.25, 0.5, 0.75, 1};
    GeomsEvents *e = &run->events;
    int status, first = GEOMS_SAMPLES - 4;

    for (int i = 0; i < e->count; i++)
        if (e->sign[i] == 0)
            first = 0;
    e->samples = GEOMS_SAMPLES - first;
    for (int j = 0; j < e->samples; j++)
        e->t[j] = t_old + places[first + j] * (run->t - t_old);
    e->t[e->samples - 1] = run->t;
    status = geoms_output_states (run, t_old, e->samples, e->t, e->x);
    return status != 0 ? status : evaluate (run, e->samples, e->t, e->x);
}

/* Are there zeros in pairs, between samples of one sign? A look now and then at the other side of each: the
 * first of them is kept, to be told. What is found there is no event. */
static int look_between (GeomsRun *run, double t_old)
{
    static const double places[3] = {0.38, 0.62, 0.9};
    GeomsEvents *e = &run->events;
    const double *values = e->value + (size_t)(e->count * GEOMS_SAMPLES);
    const long steps = run->counters.naccpt;
    int status;

    if (run->solution.missed != 0 || (steps > 16 && steps % 8 != 0))
        return 0;
    for (int j = 0; j < 3; j++)
        e->t[j] = t_old + places[j] * (run->t - t_old);
    status = geoms_output_states (run, t_old, 3, e->t, e->x);
    if (status == 0)
        status = evaluate (run, 3, e->t, e->x);
    for (int j = 0; j < 3 && status == 0; j++)
        for (int i = 0; i < e->count; i++) {
            const double *after = values + (e->samples - 3 + j) * e->count + i;
            const double sign = sign_of (after[0]);

            if (sign == 0 || sign_of (after[-e->count]) != sign
                || sign_of (e->value[j * e->count + i]) != -sign || run->solution.missed != 0)
                continue;
            run->solution.missed = i + 1;
            run->solution.t_missed = e->t[j];
            run->solution.h_missed = fabs (run->t - t_old);
        }
    return status;
}

int geoms_events_step (GeomsRun *run, double t_old, int *restarts)
{
    GeomsEvents *e = &run->events;
    int status, cuts = 0;

    *restarts = 0;
    e->fired = 0;
    if (e->count == 0)
        return 0;
    status = sample (run, t_old);
    if (status == 0)
        status = find_roots (run, t_old);
    if (status == 0)
        status = look_between (run, t_old);
    for (int first = 0; first < e->found && status == 0 && ! cuts; first += e->fired) {
        e->fired = together (e, first, run->t - t_old);
        status = happen (run, t_old, first, e->fired, e->fired_which, &cuts);
    }
    *restarts = status == 0 && cuts;
    return status;
}

/* Events that follow each other ever faster, a ball that comes to rest: the next step must not be longer
 * than a few of the last gaps, and in the end there is no step. */
static int follow (GeomsRun *run, double gap)
{
    GeomsEvents *e = &run->events;
    const double tiny = 1e-11 * geoms_max (fabs (run->t), 1e-3);

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
    if (fabs (run->method->h) > 10 * gap)
        run->method->h = 10 * gap * run->direction;
    return 0;
}

/* An invariant that the action changes would be put right by the correction, against the action. */
static int check_invariants (GeomsRun *run)
{
    const GeomsEquations *q = &run->eq;
    GeomsProjected *p = &run->side;
    char name[32];
    int status;

    if (! p->form.invariants)
        return 0;
    status = p->form.ops->linearise (&p->form, run->t, run->x, GEOMS_BASE_FILL);
    for (int i = 0; i < q->d.ni && status == 0; i++) {
        const int row = q->r_e + i;
        if (p->keeps[i] != GEOMS_E_PROJECTED || ! (fabs (p->base[row]) > 1e-6 * p->scale[row]))
            continue;
        geoms_name_row (q, row, name, sizeof name);
        run->report.t = run->t;
        run->report.value = p->base[row];
        return geoms_report (
            &run->report, GEOMS_STOP_EVENTS,
            "The event action at t = %.10g changes the invariant %s to %.6g, which "
            "is kept at 0 and would undo the action: set Invariant to 'monitor', "
            "or leave the invariant out.",
            run->t, name, p->base[row]);
    }
    return status < 0 ? status : 0;
}

/* The state after an action is moved onto the constraints, and may be moved across the zero that has just
 * been crossed: the functions whose values this has changed stay silent as near to zero as that. */
static int correct_after_action (GeomsRun *run, double *moved)
{
    GeomsEvents *e = &run->events;
    int status = evaluate (run, 1, &run->t, run->x), massless = 0;

    for (int i = 0; i < e->count; i++)
        moved[i] = e->value[i];
    if (status == 0)
        status = geoms_side_correct (run, run->t, run->x);
    if (status == 0)
        status = geoms_massless_settle (run, &massless);
    if (status == 0 && massless)
        status = geoms_side_correct (run, run->t, run->x);
    if (status == 0)
        status = evaluate (run, 1, &run->t, run->x);
    for (int i = 0; i < e->count; i++)
        moved[i] = 2 * fabs (e->value[i] - moved[i]);
    return status;
}

int geoms_events_restart (GeomsRun *run, int acts)
{
    GeomsEvents *e = &run->events;
    const double gap = e->pile < 0 ? INFINITY : fabs (run->t - e->t_fired);
    int status = acts ? act (run, e->fired, e->fired_which) : 0;

    if (status == 0 && acts)
        status = geoms_side_form (run);
    if (status == 0 && acts)
        status = check_invariants (run);
    if (status == 0 && acts)
        status = correct_after_action (run, e->moved);
    if (status == 0)
        status = run->method->ops->restart (run->method, run->t, run->x, run->direction);
    if (status == 0 && acts)
        status = follow (run, gap);
    if (status == 0)
        status = geoms_events_begin (run, e->fired_which, e->fired);
    for (int i = 0; i < e->count && acts; i++)
        e->near[i] = e->moved[i];
    run->have_snapshot = run->have_snapshot && acts; /* the end is where the event is */
    return status;
}
