/* event_roots.c - when event functions are zero, and steps that end there
 *
 *     value_i (t*, x (t*)) = 0,    t_old < t* <= t,    where its sign changes between two samples
 *
 * Four strategies, x (t) being what they see of the motion:
 *
 *     bracket         every event first. x (t) is the polynomial of the step, on the constraints;
 *                     inverse quadratic interpolation, or bisection where this would not be safe,
 *                     between a and b with value (a) value (b) < 0, to rounding of t (Chandrupatla
 *                     1997)
 *     moved end       an event that ends the run or changes the state. The polynomial is less
 *                     accurate than the step: x (t) is the step from (t_old, x_old) that ends at t,
 *                         t <- t - value / slope,   slope by secants, the first by the polynomial
 *                     until the end does not move. Where the function jumps: the bracket's place
 *     followed steps  the same event, of a method whose polynomial is no match for its steps
 *                     (ends_at_outputs): the same secants, but only as long as each leaves a tenth
 *                     of the value; then what is left is the error of the steps
 *     step beside     an event of such a method that changes nothing: followed steps; after this
 *                     the step is what it was
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "events.h"

/* ---- bracket: numbers ---- */

/* trials. Bisection alone needs 53 to rounding of t; where values are rubbish the end is as good */
enum { MOST_TRIALS = 100 };
/* A first trial by the secant that is so near to an end of the bracket comes from a jump, or from
 * what is all but a zero at one end; the middle costs one trial at most. */
static const double NEAR_AN_END = 1e-3;
/* to which t* is found, in units of DBL_EPSILON |t|: neighbours, at the upper end of a binade */
static const double WIDTH = 0.5;
/* An event within so many widths of the end of the step is at its end: no step follows that would
 * be rounding alone. */
static const double WIDTHS_OF_THE_END = 8;

/* Flights this short, in parts of |t|, may be no higher than rounding: 2 sqrt (2 eps L / g). */
static const double UNSEEN = 1e-6;

/* ---- steps that end at events: numbers ---- */

/* Secants: from 1e-4, see JUMPS, they come to 1e-6, 1e-10, 1e-16. */
enum { MOST_RETAKES = 4 };
/* of the step, for the first slope: its error is as large as this part, and its rounding 1e-13 */
static const double SLOPE_OVER = 1e-3;
/* of what the function changes in the step at this slope, see `whole`. More than that, at the place
 * that the polynomial gave, is no error of a polynomial: the function jumps, or has a corner */
static const double JUMPS = 1e-4;
/* A retake that does not halve the value gains nothing. That is well if the value is rounding: such
 * a part of `whole`, for values may be 1e6 times what they change in a step. Else the function
 * jumps. */
static const double STALLS = 0.5, ROUNDING = 1e-10;
/* Followed steps: the largest part of the step by which its end is moved, and what a retake has to
 * leave of the value. A secant leaves far less until it meets the error of the steps. */
static const double FARTHEST = 0.5, LEAVES = 0.1;

/* ---- bracket ---- */

typedef struct Bracket {
    double a, b, fa, fb; /* times and values; a is the newest, the sign changes between a and b */
    double c, fc;        /* the point before a                                                  */
} Bracket;

static int value_at (GeomsRun *run, double t_old, double t, int which, double *value, double *x)
{
    int status = geoms_output_states (run, t_old, 1, &t, x);

    if (status == 0)
        status = geoms_events_evaluate (run, 1, &t, x);
    *value = run->events.value[which];
    return status;
}

/* relative position between a and b of the next trial, at least `least` away from both: so trials
 * fall on either side of a zero that is known well, and the bracket closes */
static double next_trial (const Bracket *k, double least)
{
    const double xi = (k->a - k->b) / (k->c - k->b), phi = (k->fa - k->fb) / (k->fc - k->fb);
    double s = 0.5;

    if (k->fc != k->fb && k->fc != k->fa && phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)
        s = k->fa / (k->fb - k->fa) * (k->fc / (k->fb - k->fc))
            + (k->c - k->a) / (k->b - k->a) * (k->fa / (k->fc - k->fa)) * (k->fb / (k->fc - k->fb));
    return s < least ? least : s > 1 - least ? 1 - least : s;
}

/* a moves to t; b, too, to where a was, if that is now on the other side of the zero */
static void shrink (Bracket *k, double t, double value)
{
    if (geoms_events_sign (value) == geoms_events_sign (k->fa)) {
        k->c = k->a;
        k->fc = k->fa;
    } else {
        k->c = k->b;
        k->fc = k->fb;
        k->b = k->a;
        k->fb = k->fa;
    }
    k->a = t;
    k->fa = value;
}

/* trials until the bracket has the width, or its ends are neighbours */
static int close_in (GeomsRun *run, double t_old, int which, double width, Bracket *k, double *x)
{
    double s = k->fa / (k->fa - k->fb), value;

    if (! (s > NEAR_AN_END && s < 1 - NEAR_AN_END))
        s = 0.5;
    for (int i = 0; i < MOST_TRIALS && k->fa != 0 && fabs (k->b - k->a) > width; i++) {
        const double trial = k->a + s * (k->b - k->a);
        int status;

        if (trial == k->a || trial == k->b)
            break;
        if ((status = value_at (run, t_old, trial, which, &value, x)) != 0)
            return status;
        shrink (k, trial, value);
        s = next_trial (k, geoms_min (0.5, 2 * width / fabs (k->b - k->a)));
    }
    return 0;
}

/* The zero of event `which` between a and b, never at the begin of the step; its state in x. */
static int locate (GeomsRun *run, double t_old, int which, Bracket k, double *t, double *x)
{
    const double width = WIDTH * DBL_EPSILON * geoms_max (fabs (t_old), fabs (run->t));
    const int status = close_in (run, t_old, which, width, &k, x);

    if (status != 0)
        return status;
    *t = fabs (k.fa) <= fabs (k.fb) ? k.a : k.b;
    if (fabs (*t - run->t) <= WIDTHS_OF_THE_END * width)
        *t = run->t;
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
static int crossing (GeomsRun *run, double t_old, int i, int j)
{
    GeomsEvents *e = &run->events;
    const GeomsSampled s = geoms_events_sampled (e);
    const double *before = j > 0 ? s.value + (j - 1) * e->count : e->last;
    const double wanted = s.direction[j * e->count + i], value = s.value[j * e->count + i];
    const double up = value != 0 ? geoms_events_sign (value) : -e->sign[i];
    const Bracket k = {j > 0 ? e->t[j - 1] : t_old, e->t[j], before[i], value, 0, 0};
    double t = k.b, *x = e->root_x + (size_t)e->found * (size_t)run->eq.n;
    int status;

    if (wanted != 0 && wanted != up)
        return 0;
    if (value == 0)
        status = geoms_output_states (run, t_old, 1, &t, x);
    else
        status = locate (run, t_old, i, k, &t, x);
    if (status == 0)
        add_root (run, t, i, s.terminal[j * e->count + i] != 0);
    return status;
}

/* A ball that comes to rest on a floor at p = 2: flights that are no higher than rounding of p - 2
 * are not seen, and the first that ends below the floor goes through. Function i has changed the
 * state twice at all but one time, and now leaves zero to the side that it comes to by events: there
 * would be one if it had been seen to turn. */
static int goes_through (GeomsRun *run, double t_old, int i, int j)
{
    const GeomsEvents *e = &run->events;
    const GeomsSampled s = geoms_events_sampled (e);
    const double wanted = s.direction[j * e->count + i];

    if (wanted == 0 || ! (e->gap[i] <= UNSEEN * geoms_max (fabs (t_old), GEOMS_EVENTS_NEAR_ZERO)))
        return 0;
    for (; j < e->samples; j++)
        if (geoms_events_sign (s.value[j * e->count + i]) != wanted)
            return 0;
    run->report.t = t_old;
    run->report.value = e->gap[i];
    return geoms_report (&run->report, GEOMS_EVENTS_PILE_UP,
                         "Event function %d is zero again and again at t = %.10g, last after %.3g, "
                         "and is then crossed within rounding: its events accumulate there.",
                         i + 1, t_old, e->gap[i]);
}

int geoms_events_find_roots (GeomsRun *run, double t_old)
{
    GeomsEvents *e = &run->events;
    const double *values = geoms_events_sampled (e).value;
    int status = 0;

    e->found = 0;
    for (int i = 0; i < e->count; i++) {
        int silent = e->sign[i] == 0; /* since the last event */

        for (int j = 0; j < e->samples && status == 0; j++) {
            const double value = values[j * e->count + i], sign = geoms_events_sign (value);

            if (sign == e->sign[i] || (e->sign[i] == 0 && fabs (value) <= e->near[i]))
                continue;
            if (silent)
                status = goes_through (run, t_old, i, j);
            else if (e->sign[i] != 0)
                status = crossing (run, t_old, i, j);
            silent = 0;
            e->sign[i] = sign;
        }
    }
    for (int i = 0; i < e->count; i++)
        e->last[i] = values[(e->samples - 1) * e->count + i];
    return status;
}

/* ---- a step with another end ---- */

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

/* the end of the step as it was before it was cut */
static double latest (const GeomsEvents *e) { return e->t[e->samples - 1]; }

/* slope of function `which` before the end of the step, at run->t with the value f */
static int slope_at_end (GeomsRun *run, double t_old, int which, double f, double *slope)
{
    GeomsEvents *e = &run->events;
    const double dt = SLOPE_OVER * (run->t - t_old);
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
        status = geoms_events_evaluate (run, 1, &run->t, run->x);
    *f = run->events.value[which];
    return status;
}

/* one step that ends at run->t, with the value and the slope there */
static int retake_first (GeomsRun *run, double t_old, int which, double *f, double *slope)
{
    const int status = retake (run, t_old, which, f);

    *slope = 0;
    return status != 0 ? status : slope_at_end (run, t_old, which, *f, slope);
}

/* -> 0, 1 if that does not work (a function that jumps, say), or an IDID */
static int move_end (GeomsRun *run, double t_old, int which)
{
    const double end = latest (&run->events);
    double f, slope;
    int status = retake_first (run, t_old, which, &f, &slope);
    const double whole = fabs (slope * (run->t - t_old));

    if (status == 0 && ! (fabs (f) < JUMPS * whole))
        status = 1;
    for (int i = 0; i < MOST_RETAKES && status == 0; i++) {
        const double t_last = run->t, f_last = f, t = t_last - f / slope;

        /* the end does not move any more */
        if (! isfinite (t) || fabs (t - t_last) <= DBL_EPSILON * fabs (t))
            break;
        /* a step to there, or as far as the step went */
        run->t = (t - end) * run->direction > 0 ? end : t;
        status = retake (run, t_old, which, &f);
        /* nothing is gained any more */
        if (run->t == t_last || fabs (f) > STALLS * fabs (f_last)) {
            status = status == 0 ? fabs (f) > ROUNDING * whole : status;
            break;
        }
        slope = (f - f_last) / (run->t - t_last);
    }
    return status;
}

/* -> 0, 1 if a step cannot be retaken, or an IDID */
static int follow_steps (GeomsRun *run, double t_old, int which)
{
    const double end = latest (&run->events);
    double f, slope;
    int status = retake_first (run, t_old, which, &f, &slope);

    for (int i = 0; i < MOST_RETAKES && status == 0; i++) {
        const double t = run->t, f_last = f, step = -f / slope;

        if (! (fabs (step) < FARTHEST * fabs (t - t_old)) || fabs (step) <= DBL_EPSILON * fabs (t)
            || (t + step - end) * run->direction > 0)
            break;
        run->t = t + step;
        status = retake (run, t_old, which, &f);
        if (fabs (f) > LEAVES * fabs (f_last))
            break;
        slope = (f - f_last) / (run->t - t);
    }
    return status;
}

int geoms_events_end_step (GeomsRun *run, double t_old, int which, double t, const double *x)
{
    GeomsEvents *e = &run->events;
    int status;

    cut (run, t_old, t, x);
    if (t == latest (e))
        return 0;
    keep_step (run, e->keep);
    status = run->method->ends_at_outputs ? follow_steps (run, t_old, which)
                                          : move_end (run, t_old, which);
    if (status > 0) {
        run->t = t;
        restore_step (run, e->keep);
    }
    return status < 0 ? status : 0;
}

int geoms_events_step_beside (GeomsRun *run, double t_old, int which, double *t, double *x)
{
    GeomsEvents *e = &run->events;
    GeomsMethod *m = run->method;
    const double t_step = run->t, h = m->h;
    int status;

    /* to the event */
    keep_step (run, e->keep);
    cut (run, t_old, *t, x);
    status = follow_steps (run, t_old, which);
    if (status == 0) {
        *t = run->t;
        memcpy (x, run->x, (size_t)run->eq.n * sizeof *x);
    }
    /* and as it was: what the method keeps beside x and its polynomial is made by a step */
    run->t = t_step;
    if (status >= 0)
        status = m->ops->retake (m, t_old, e->x_old, t_step, run->x);
    restore_step (run, e->keep);
    m->h = h;
    return status < 0 ? status : 0;
}
