/* event_samples.c - the user's event functions, and their samples within a step
 *
 *     value_i (t_j, x (t_j)),    t_j = t_old + c_j (t - t_old),    c = 1/4, 1/2, 3/4, 1
 *
 * with x (t) from the polynomial of the step, on the constraints. So several zeros in one step are
 * seen. An event that has just happened, or is zero at the start, has no sign until it has left
 * zero; while there is such a one c = 1e-6, 1e-4, 1e-2 come first: the whole flight to its next
 * zero may lie within one step.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "events.h"

/* The first three are a hundredfold apart: the flight to a zero may be any part of the step. */
static const double PLACES[GEOMS_SAMPLES] = {1e-6, 1e-4, 1e-2, 0.25, 0.5, 0.75, 1};
enum { QUARTERS = 4 };

/* one in each quarter but the first, at no simple fraction of the step. What is missed there is not
 * told: nothing else depends on these places */
enum { LOOKS = 3 };
static const double BETWEEN[LOOKS] = {0.38, 0.62, 0.9};

/* A look is three calls of the functions: in the first steps always, then in one step of eight. */
enum { FIRST_STEPS = 16, NOW_AND_THEN = 8 };

double geoms_events_sign (double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

int geoms_events_evaluate (GeomsRun *run, int k, const double *t, const double *x)
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
    status = geoms_events_evaluate (run, 1, &run->t, run->x);
    for (int i = 0; i < e->count && status == 0; i++) {
        e->last[i] = e->value[i];
        e->sign[i] = geoms_events_sign (e->value[i]);
        e->near[i] = 0;
    }
    for (int i = 0; i < count && status == 0; i++)
        e->sign[fired[i]] = 0;
    for (int i = 0; i < e->count && fired == NULL; i++)
        e->t_changed[i] = e->gap[i] = DBL_MAX; /* never, and saved like others */
    return status;
}

/* ---- samples ---- */

GeomsSampled geoms_events_sampled (const GeomsEvents *e)
{
    const size_t size = (size_t)(e->count * GEOMS_SAMPLES);
    double *copy = e->value + size;

    return (GeomsSampled){copy, copy + size, copy + 2 * size};
}

static void keep_samples (GeomsEvents *e)
{
    const size_t size = (size_t)(e->count * GEOMS_SAMPLES) * sizeof (double);
    const GeomsSampled s = geoms_events_sampled (e);

    memcpy (s.value, e->value, size);
    memcpy (s.terminal, e->terminal, size);
    memcpy (s.direction, e->direction, size);
}

/* the functions at these k parts of the step */
static int evaluate_at (GeomsRun *run, double t_old, int k, const double *places)
{
    GeomsEvents *e = &run->events;
    int status;

    for (int j = 0; j < k; j++)
        e->t[j] = places[j] == 1 ? run->t : t_old + places[j] * (run->t - t_old);
    status = geoms_output_states (run, t_old, k, e->t, e->x);
    return status != 0 ? status : geoms_events_evaluate (run, k, e->t, e->x);
}

int geoms_events_sample (GeomsRun *run, double t_old)
{
    GeomsEvents *e = &run->events;
    int status, first = GEOMS_SAMPLES - QUARTERS;

    for (int i = 0; i < e->count; i++)
        if (e->sign[i] == 0)
            first = 0;
    e->samples = GEOMS_SAMPLES - first;
    status = evaluate_at (run, t_old, e->samples, PLACES + first);
    if (status == 0)
        keep_samples (e);
    return status;
}

/* ---- between samples ---- */

/* the place j has the other sign than the samples before and after it, which have the same */
static int is_pair (const GeomsEvents *e, int i, int j)
{
    const double *values = geoms_events_sampled (e).value,
                 *after = values + (e->samples - LOOKS + j) * e->count + i;
    const double sign = geoms_events_sign (after[0]);

    return sign != 0 && geoms_events_sign (after[-e->count]) == sign
           && geoms_events_sign (e->value[j * e->count + i]) == -sign;
}

/* Zeros in pairs, between samples of one sign: the first of them is kept, to be told. It is no
 * event. */
int geoms_events_look_between (GeomsRun *run, double t_old)
{
    GeomsEvents *e = &run->events;
    const long steps = run->counters.naccpt;
    int status;

    if (run->solution.missed != 0 || (steps > FIRST_STEPS && steps % NOW_AND_THEN != 0))
        return 0;
    status = evaluate_at (run, t_old, LOOKS, BETWEEN);
    for (int j = 0; j < LOOKS && status == 0; j++)
        for (int i = 0; i < e->count && run->solution.missed == 0; i++) {
            if (! is_pair (e, i, j))
                continue;
            run->solution.missed = i + 1;
            run->solution.t_missed = e->t[j];
            run->solution.h_missed = fabs (run->t - t_old);
        }
    return status;
}
