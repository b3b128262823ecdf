/* output.c - what is returned: points, projected dense output, residuals
 *
 * With two times in the time span every accepted step is an output (and points between them, with
 * Refine), with more the requested times are. Requested times inside a step come from the
 * collocation polynomial and, if the run projects, are moved onto the constraints, all of a step in
 * one batch (between.c); what that evaluates last are their residuals.
 */
#include <math.h>
#include <string.h>

#include "run.h"

static int out_of_memory (GeomsRun *run)
{
    return geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                         "There is no memory for output point %lu at t = %.10g.",
                         (unsigned long)run->solution.count + 1, run->t);
}

/* Room for one more output point. */
static int grow_outputs (GeomsRun *run)
{
    GeomsSolution *s = &run->solution;
    const size_t need = s->count + 1, n = (size_t)s->n, na = (size_t)s->na, real = sizeof (double);

    if (geoms_grow ((void **)&s->t, &run->t_room, need, real) != 0
        || geoms_grow ((void **)&s->x, &run->x_room, need, n * real) != 0
        || geoms_grow ((void **)&s->condition, &run->condition_room, need, 3 * real) != 0)
        return out_of_memory (run);
    if (run->options.residuals == GEOMS_SWITCH_ON
        && (geoms_grow ((void **)&s->residual, &run->residual_room, need, na * real) != 0
            || geoms_grow ((void **)&s->relative, &run->relative_room, need, 3 * real) != 0))
        return out_of_memory (run);
    return 0;
}

/* Residuals of one output from its rda and the scales of its rows; NaN until then. */
static void store_residual (GeomsRun *run, size_t output, const double *rda, const double *scale)
{
    GeomsSolution *s = &run->solution;
    double *a = s->residual + output * (size_t)s->na, *relative = s->relative + 3 * output;

    if (rda != NULL) {
        geoms_residuals_values (&run->eq, rda, a);
        geoms_residuals_relative (run->projection, rda, scale, relative);
        return;
    }
    for (int i = 0; i < s->na; i++)
        a[i] = NAN;
    for (int i = 0; i < 3; i++)
        relative[i] = NAN;
}

/* not 0 if the run ended because a user function wanted it to: it is not called again */
static int stopped_by_user (int status)
{
    return status == GEOMS_STOP_EOM || status == GEOMS_STOP_MASS || status == GEOMS_STOP_JACOBIAN
           || status == GEOMS_STOP_EOM_DIFFERENCE || status == GEOMS_STOP_OUTPUT
           || status == GEOMS_CALLBACK_THREW;
}

/* the run ends with it: it is no failure of outputs alone */
static int ends_run (int status)
{
    return stopped_by_user (status) || status == GEOMS_OUT_OF_MEMORY;
}

/* ---- scales ---- */

/* An evaluation for outputs alone is counted as that. */
static void count_as_output (GeomsRun *run, GeomsCounters before)
{
    const long made = run->counters.neom - before.neom + run->counters.neomjac - before.neomjac;

    before.ncall = run->counters.ncall;
    before.nmas = run->counters.nmas;
    before.neomout = run->counters.neomout + made;
    run->counters = before;
}

/* as geoms_output_measure, also at states that the run does not see */
static int measure (GeomsRun *run, double t, const double *x, int accepted)
{
    const GeomsCounters before = run->counters;
    const GeomsReport report = run->report;
    int status;

    if (run->eq.rates && (! run->eq.sparse || run->integrated->ops->measure == NULL))
        return 0; /* nothing to meet, or measured where it is linearised */
    status = run->integrated->ops->measure (run->integrated, t, x, accepted);
    count_as_output (run, before);
    if (status == 0 || ends_run (status))
        return status;
    run->report = report; /* of a rank that changed, say: the method has its own say in that */
    return 0;
}

int geoms_output_measure (GeomsRun *run, double t, const double *x)
{
    return measure (run, t, x, 1);
}

/* ---- dense data ---- */

/* lambda and mu of one step as the cubic through its ends and two points inside, n1 x 2 values */
static void fit_multipliers (GeomsRun *run, size_t step, const double *inside, size_t ld)
{
    const GeomsSolution *s = &run->solution;
    const GeomsBasis cubic = {3, s->node};
    const size_t n = (size_t)s->n, n1 = (size_t)run->eq.n1;
    double *x = s->step_x + (1 + (size_t)s->degree) * n * step, p[3];

    for (size_t i = 0; i < n1; i++) {
        p[0] = -x[n + i];
        p[1] = inside[i] - x[i];
        p[2] = inside[ld + i] - x[i];
        geoms_polynomial_fit (&cubic, 1, p);
        for (size_t k = 0; k < 3; k++)
            x[(k + 1) * n + i] = p[k];
    }
}

/* A method that does not integrate lambda and mu: those between the ends of the steps, in one
 * batch. Where that fails they stay linear. 0, or the IDID of a function of the user that stopped
 * the run. */
static int recover_steps (GeomsRun *run)
{
    GeomsSolution *s = &run->solution;
    const size_t n = (size_t)s->n, from = run->recovered, most = GEOMS_CHUNK / 2,
                 left = s->steps - from, count = left < most ? left : most;
    const GeomsBasis basis = {s->degree, s->node};
    const GeomsReport keep = run->report;
    int status;

    run->recovered += count;
    if (run->eq.n1 == 0 || count == 0)
        return 0;
    /* states at the inner nodes of the steps */
    for (size_t j = 0; j < 2 * count; j++) {
        const size_t step = from + j / 2;
        const double *x = s->step_x + (1 + (size_t)s->degree) * n * step,
                     h = s->step_t[2 * step + 1] - s->step_t[2 * step], at = s->node[1 + j % 2];

        run->chunk_t[j] = s->step_t[2 * step + 1] + at * h;
        geoms_polynomial_at (&(GeomsPolynomial){&basis, s->n, x, x + n, s->n, h}, at,
                             run->chunk_x + j * n, NULL);
    }
    /* multipliers there, and polynomials through them */
    status = run->method->ops->recover (run->method, 2 * (int)count, run->chunk_t, run->chunk_x,
                                        s->n);
    for (size_t j = 0; j < count && status == 0; j++)
        fit_multipliers (run, from + j, run->chunk_x + 2 * j * n, n);
    /* what else failed is not for the report */
    if (ends_run (status))
        return status;
    run->report = keep;
    return 0;
}

/* not 0 if outputs get their multipliers in chunks: a method that does not integrate them has not
 * solved for those at the ends of its steps, or velocities moved afterwards */
static int refreshes (const GeomsRun *run)
{
    const GeomsMethodOps *ops = run->method->ops;

    return ops->recover != NULL && ! run->method->project && run->eq.n1 > 0
           && (! ops->solves_ends || run->integrated->normalises_velocities);
}

long geoms_output_unrecovered (const GeomsRun *run)
{
    const GeomsSolution *s = &run->solution;
    const size_t outputs = refreshes (run) ? s->count - run->evaluated : 0;

    if (run->method->ops->recover == NULL || run->eq.n1 == 0)
        return 0;
    return (long)(2 * (s->steps - run->recovered) + outputs)
           * geoms_parts_evaluations (run->integrated->ode->parts);
}

static int add_step (GeomsRun *run, double t_old)
{
    GeomsSolution *s = &run->solution;
    const GeomsMethod *method = run->method;
    const size_t n = (size_t)s->n, need = s->steps + 1, degree = (size_t)s->degree;
    double *x;

    if (run->options.dense == GEOMS_SWITCH_OFF)
        return 0;
    if (geoms_grow ((void **)&s->step_t, &run->step_t_room, need, 2 * sizeof (double)) != 0
        || geoms_grow ((void **)&s->step_x, &run->step_x_room, need,
                       (1 + degree) * n * sizeof (double)) != 0)
        return out_of_memory (run);
    s->step_t[2 * s->steps] = t_old;
    s->step_t[2 * s->steps + 1] = run->t;
    x = s->step_x + (1 + degree) * n * s->steps;
    memcpy (x, run->x, n * sizeof *x);
    for (size_t k = 0; k < degree; k++)
        memcpy (x + (k + 1) * n, method->poly + k * (size_t)method->n, n * sizeof *x);
    s->steps++;
    return 0;
}

/* ---- residuals ---- */

/* multipliers of k outputs; those that are there stay where that fails */
static int refresh (GeomsRun *run, int k)
{
    GeomsSolution *s = &run->solution;
    const size_t from = run->evaluated, n = (size_t)s->n;
    const GeomsReport keep = run->report;
    int status;

    status = run->method->ops->recover (run->method, k, s->t + from, s->x + from * n, s->n);
    if (ends_run (status))
        return status;
    run->report = keep;
    return 0;
}

/* Multipliers and residuals of the outputs from run->evaluated on, at most a chunk of them, in one
 * call for each. */
static int evaluate_chunk (GeomsRun *run, int call)
{
    GeomsSolution *s = &run->solution;
    const size_t from = run->evaluated, left = s->count - from;
    const int k = left < GEOMS_CHUNK ? (int)left : GEOMS_CHUNK,
              residuals = run->options.residuals == GEOMS_SWITCH_ON;
    int status = call ? 0 : GEOMS_RETRY;

    run->chunk_kept = 0;
    if (call && refreshes (run))
        status = refresh (run, k);
    if (status == 0 && residuals)
        status = geoms_equations_evaluate (&run->eq, GEOMS_FOR_OUTPUT, k, s->t + from,
                                           s->x + from * (size_t)s->n, run->chunk_rda, NULL);
    for (int j = 0; j < k && residuals; j++) {
        const size_t at = (size_t)j * (size_t)s->m;
        store_residual (run, from + (size_t)j, status == 0 ? run->chunk_rda + at : NULL,
                        run->chunk_scale + at);
    }
    run->evaluated += (size_t)k;
    return status < 0 ? status : 0;
}

static int has_chunks (const GeomsRun *run)
{
    return run->options.residuals == GEOMS_SWITCH_ON || refreshes (run);
}

int geoms_output_finish (GeomsRun *run, int status)
{
    GeomsReport keep = run->report;

    if (run->method->ops->recover != NULL && ! stopped_by_user (status)) {
        const int recovered = recover_steps (run);

        if (status == 0 && recovered != 0) {
            status = recovered;
            keep = run->report;
        }
        run->report = keep;
    }
    while (has_chunks (run) && run->evaluated < run->solution.count) {
        const int evaluated = evaluate_chunk (run, ! stopped_by_user (status));
        if (status == 0 && evaluated != 0)
            status = evaluated;
        else
            run->report = keep; /* the first failure is the one that is reported */
    }
    return status;
}

/* rda: at this output, or NULL: its turn comes with a chunk */
static int add_output (GeomsRun *run, double t, const double *x, const double *rda)
{
    GeomsSolution *s = &run->solution;
    const int status = grow_outputs (run);

    if (status != 0)
        return status;
    s->t[s->count] = t;
    memcpy (s->x + s->count * (size_t)s->n, x, (size_t)s->n * sizeof *x);
    run->method->ops->condition (run->method, s->condition + 3 * s->count);
    if (run->options.residuals == GEOMS_SWITCH_ON) {
        memcpy (run->chunk_scale + (s->count - run->evaluated) * (size_t)s->m,
                run->projection->scale, (size_t)run->eq.r_b * sizeof (double));
        store_residual (run, s->count, rda, run->projection->scale);
    }
    s->count++;
    run->evaluated += rda != NULL;
    return has_chunks (run) && s->count - run->evaluated >= GEOMS_CHUNK ? evaluate_chunk (run, 1)
                                                                        : 0;
}

/* ---- requested times inside a step ---- */

/* The next output time in (t_old, run->t]; 0 if there is none. */
static int next_time (GeomsRun *run, double t_old, double *t)
{
    const int parts = run->options.refine;

    if (run->ntspan == 2) {
        if (run->next > parts)
            return 0;
        *t = run->next == parts ? run->t : t_old + run->next * (run->t - t_old) / parts;
    } else {
        if (run->next >= run->ntspan || (run->tspan[run->next] - run->t) * run->direction > 0)
            return 0;
        *t = run->tspan[run->next];
    }
    run->next++;
    return 1;
}

static void interpolate (GeomsRun *run, double t_old, double t, double *x)
{
    if (t == run->t)
        memcpy (x, run->x, (size_t)run->eq.n * sizeof *x);
    else
        geoms_method_interpolate (run->method, run->eq.n, t_old, run->t, run->x, t, x);
}

/* What the first k of the interpolated states of a chunk lack: multipliers, and a correction onto the
 * constraints, which may give the multipliers, too. */
static int complete_chunk (GeomsRun *run, int k)
{
    GeomsMethod *method = run->method;
    const int lands = method->project && geoms_between_lands (run);
    int status = 0;

    run->chunk_kept = 0;
    if (k == 0)
        return 0;
    if (method->ops->recover != NULL && run->eq.n1 > 0 && ! lands)
        status = method->ops->recover (method, k, run->chunk_t, run->chunk_x, run->eq.n);
    if (status < 0 || ! method->project)
        return status < 0 ? status : 0;
    status = measure (run, run->t, run->x, 0); /* P for the chunk, scales */
    return status < 0 ? status : geoms_between_move (run, k);
}

/* how many of the k states of a chunk are interpolated: the last may be that of the run */
static int count_inside (const GeomsRun *run, int k)
{
    while (k > 0 && run->chunk_t[k - 1] == run->t)
        k--;
    return k;
}

int geoms_output_states (GeomsRun *run, double t_old, int k, const double *t, double *x)
{
    const size_t n = (size_t)run->eq.n;
    int status;

    for (int j = 0; j < k; j++) {
        interpolate (run, t_old, t[j], run->chunk_x + (size_t)j * n);
        run->chunk_t[j] = t[j];
    }
    status = complete_chunk (run, count_inside (run, k));
    memcpy (x, run->chunk_x, (size_t)k * n * sizeof *x);
    return status;
}

/* The output times of a step, at most a chunk of them; how many. */
static int collect (GeomsRun *run, double t_old)
{
    int k = 0;

    while (k < GEOMS_CHUNK && next_time (run, t_old, &run->chunk_t[k])) {
        interpolate (run, t_old, run->chunk_t[k], run->chunk_x + (size_t)k * (size_t)run->eq.n);
        k++;
    }
    return k;
}

/* rda of state j of the chunk, where it is known */
static const double *rda_of (const GeomsRun *run, int j)
{
    const int known = j < run->chunk_kept && run->chunk_known[j] && ! refreshes (run)
                      && run->options.residuals == GEOMS_SWITCH_ON
                      && run->evaluated == run->solution.count;

    return known ? run->chunk_rda + (size_t)j * (size_t)run->eq.m : NULL;
}

static int add_outputs (GeomsRun *run, double t_old)
{
    int k, status = 0;

    while (status == 0 && (k = collect (run, t_old)) > 0) {
        const int inside = count_inside (run, k);

        if (inside > 0 && run->method->project && has_chunks (run)
            && run->evaluated < run->solution.count) /* what follows comes with its residuals */
            status = evaluate_chunk (run, 1);
        if (status == 0)
            status = complete_chunk (run, inside);
        for (int j = 0; j < k && status == 0; j++)
            status = add_output (run, run->chunk_t[j],
                                 run->chunk_x + (size_t)j * (size_t)run->eq.n, rda_of (run, j));
    }
    return status;
}

int geoms_output_first (GeomsRun *run)
{
    run->next = 1;
    return add_output (run, run->t, run->x, NULL);
}

int geoms_output_again (GeomsRun *run)
{
    int status = 0;

    if (run->ntspan == 2)
        return add_output (run, run->t, run->x, NULL);
    while (run->next < run->ntspan && status == 0
           && (run->tspan[run->next] - run->t) * run->direction <= 0)
        status = add_output (run, run->tspan[run->next++], run->x, NULL);
    return status;
}

int geoms_output_stop (GeomsRun *run)
{
    const GeomsSolution *s = &run->solution;

    if (s->count > 0 && s->t[s->count - 1] == run->t)
        return 0;
    return add_output (run, run->t, run->x, NULL);
}

int geoms_output_step (GeomsRun *run, double t_old)
{
    int status = add_step (run, t_old);

    if (run->ntspan == 2)
        run->next = 1;
    if (status == 0 && run->counters.naccpt % GEOMS_CHUNK == 0
        && (run->method->project || run->options.residuals == GEOMS_SWITCH_ON))
        status = geoms_output_measure (run, run->t, run->x);
    if (status == 0)
        status = add_outputs (run, t_old);
    if (status == 0 && run->method->ops->recover != NULL
        && run->solution.steps - run->recovered >= GEOMS_CHUNK / 2)
        status = recover_steps (run);
    return status;
}

int geoms_output_event (GeomsRun *run, double t, const double *x, int which)
{
    GeomsSolution *s = &run->solution;
    const size_t need = s->nevents + 1, n = (size_t)s->n, real = sizeof (double);

    if (geoms_grow ((void **)&s->event_t, &run->event_t_room, need, real) != 0
        || geoms_grow ((void **)&s->event_x, &run->event_x_room, need, n * real) != 0
        || geoms_grow ((void **)&s->event_which, &run->event_which_room, need, real) != 0)
        return out_of_memory (run);
    s->event_t[s->nevents] = t;
    memcpy (s->event_x + s->nevents * n, x, n * real);
    s->event_which[s->nevents] = which;
    s->nevents++;
    return 0;
}
