/* explicit.c - steps of explicit methods: error norm, PI controller, failures
 *
 *     h_new = h safe err^-(1/q - 3/4 beta) err_old^beta,  beta = 0.04
 *
 * Hairer, Norsett, Wanner I (1993), II.4. The norm is the largest of all components, as in ode45:
 * those that hardly move, or grow without end like the angle of a crank, do not hide the error of
 * the others.
 */
#include "explicit.h"

#include <math.h>
#include <string.h>

/* attempts in a row that may fail before the run ends, each with that part of the step size before:
 * choices */
enum { MOST_FAILURES = 50 };
static const double AFTER_FAILURE = 0.25;
/* a restart begins with at least that part of the step size before it: a choice */
static const double RESTART = 0.1;
/* the controller's: II.4; errors that count at least, of the step and of the one before */
static const double BETA = 0.04, LEAST_ERROR = 1e-10, LEAST_ACCEPTED = 1e-4;
/* the first step, II.4: so much change where states and slopes are not next to nothing, else so
 * long */
static const double FIRST_CHANGE = 0.01, NEXT_TO_NOTHING = 1e-5, FIRST_ELSE = 1e-6;

void geoms_explicit_create (GeomsExplicit *e, const GeomsExplicitOps *ops,
                            const GeomsMethodSetup *setup, double *slope)
{
    const size_t n = (size_t)setup->ode->n;

    e->slope = slope;
    e->ops = ops;
    e->ode = setup->ode;
    e->rtol = setup->rtol;
    e->atol = setup->atol;
    e->first = setup->ode->follows;
    e->x_stage = geoms_arena_reals (setup->arena, n);
    e->x_new = geoms_arena_reals (setup->arena, n);
    e->error = geoms_arena_reals (setup->arena, n);
}

static void walk_point (GeomsWalk *w, size_t n, GeomsHermitePoint *point)
{
    geoms_walk_int (w, &point->have);
    geoms_walk_real (w, &point->t);
    geoms_walk_reals (w, n, point->x);
    geoms_walk_reals (w, n, point->slope);
}

void geoms_explicit_walk (GeomsMethod *m, GeomsWalk *w)
{
    GeomsExplicit *e = (GeomsExplicit *)m;

    geoms_walk_int (w, &e->have_slope);
    geoms_walk_reals (w, (size_t)e->method.n, e->slope);
    if (e->hermite.n == 0)
        return;
    walk_point (w, (size_t)e->hermite.n, &e->hermite.before);
    walk_point (w, (size_t)e->hermite.n, &e->hermite.last);
}

double geoms_explicit_tolerance (const GeomsExplicit *e, int i, double size)
{
    return e->atol[i] + e->rtol[i] * size;
}

double geoms_explicit_norm (const GeomsExplicit *e, const double *x, const double *y,
                            const double *minus)
{
    double sum = 0;

    for (int i = e->first; i < e->method.n; i++) {
        const double value
            = (y[i] - (minus ? minus[i] : 0)) / geoms_explicit_tolerance (e, i, fabs (x[i]));
        sum += value * value;
    }
    return sqrt (sum);
}

/* the largest error after division by the tolerances, NaN if one is */
static double scaled_error (GeomsExplicit *e, const double *x)
{
    double largest = 0;

    for (int i = e->first; i < e->method.n; i++) {
        e->error[i] /= geoms_explicit_tolerance (e, i, geoms_max (fabs (x[i]), fabs (e->x_new[i])));
        if (! (fabs (e->error[i]) <= largest))
            largest = fabs (e->error[i]); /* also NaN */
    }
    return largest;
}

int geoms_explicit_worst (const GeomsMethod *m)
{
    const GeomsExplicit *e = (const GeomsExplicit *)m;
    int worst = e->first;

    for (int i = e->first; i < m->n; i++)
        if (fabs (e->error[i]) > fabs (e->error[worst]))
            worst = i;
    return worst;
}

/* h_new / h after an attempt with the given error */
static double ratio_of (GeomsExplicit *e, double error)
{
    GeomsMethod *m = &e->method;
    const double plain = pow (geoms_max (error, LEAST_ERROR), 1 / e->ops->order - 0.75 * BETA);
    const double least = m->options->step_change[0], most = m->options->step_change[1];
    double ratio = m->options->safety / plain;

    if (error < 1) {
        if (m->control.accepted > 0)
            ratio *= pow (m->control.error_accepted, BETA);
        m->control.error_accepted = geoms_max (error, LEAST_ACCEPTED);
        m->control.accepted++;
        if (m->control.rejected)
            ratio = geoms_min (ratio, 1);
        m->control.rejected = 0;
    }
    return geoms_max (least, geoms_min (most, ratio));
}

/* An attempt met values that are no numbers, or constraints that cannot be solved for. */
int geoms_explicit_failed (GeomsMethod *m, double t, int status)
{
    m->counters->ncrjct++;
    m->control.rejected = 1;
    m->failures++;
    m->undefined = 1;
    m->report->t = t;
    m->report->h = m->h;
    if (m->options->step > 0 || m->failures >= MOST_FAILURES) {
        status = geoms_method_singular (m, t);
        return status != 0 ? status : geoms_method_cannot_go_on (m, t);
    }
    m->h *= AFTER_FAILURE;
    return 0;
}

double geoms_explicit_first (const GeomsExplicit *e, const double *x)
{
    const double size = geoms_explicit_norm (e, x, x, NULL),
                 speed = geoms_explicit_norm (e, x, e->slope, NULL);

    return size > NEXT_TO_NOTHING && speed > NEXT_TO_NOTHING ? FIRST_CHANGE * size / speed
                                                             : FIRST_ELSE;
}

void geoms_explicit_hermite (GeomsExplicit *e, double t, const double *x, const double *slope,
                             const double *slope_new)
{
    GeomsMethod *m = &e->method;

    geoms_hermite_fit (&e->hermite, &m->ops->basis, t, m->step, (GeomsHermiteEnd){x, slope},
                       (GeomsHermiteEnd){e->x_new, slope_new}, m->poly);
    m->h_poly = m->step;
}

/* ---- start ---- */

static int begin (GeomsExplicit *e, double t, double *x)
{
    int status = e->ode->ops->begin (e->ode, t, x);

    e->method.h_poly = 0;
    e->method.failures = 0;
    geoms_hermite_forget (&e->hermite);
    if (status == 0)
        status = e->ops->begin (e, t, x);
    return status > 0 ? geoms_method_not_finite (&e->method, t) : status;
}

static int first_step (GeomsExplicit *e, double t, const double *x, double direction, double *h)
{
    if (e->ops->first_step != NULL)
        return e->ops->first_step (e, t, x, direction, h);
    *h = geoms_explicit_first (e, x);
    return 0;
}

int geoms_explicit_start (GeomsMethod *m, double t, double *x, double direction)
{
    GeomsExplicit *e = (GeomsExplicit *)m;
    int status = begin (e, t, x);
    double h = m->h;

    m->ops->condition (m, m->condition);
    if (status == 0 && ! (h > 0))
        status = first_step (e, t, x, direction, &h);
    if (status >= 0)
        geoms_method_begin_with (m, h, direction);
    return status < 0 ? status : 0;
}

/* The time scales stay the same in most cases: not all of the step size is given up. */
int geoms_explicit_restart (GeomsMethod *m, double t, double *x, double direction)
{
    GeomsExplicit *e = (GeomsExplicit *)m;
    const double old = fabs (m->h);
    int status = begin (e, t, x);
    double h = old;

    memset (&m->control, 0, sizeof m->control);
    if (status == 0)
        status = first_step (e, t, x, direction, &h);
    if (status >= 0)
        geoms_method_begin_with (m, geoms_min (old, geoms_max (RESTART * old, h)), direction);
    return status < 0 ? status : 0;
}

/* ---- the step ---- */

static int finish_step (GeomsExplicit *e, double t, double *x)
{
    const int status = e->ops->accepted (e, t, x);

    if (status == GEOMS_PROJECTION_FAILS)
        return geoms_method_not_projected (&e->method, t);
    return status > 0 ? geoms_method_not_finite (&e->method, t) : status;
}

int geoms_explicit_attempt (GeomsMethod *m, double t, const double *x, double *error)
{
    GeomsExplicit *e = (GeomsExplicit *)m;
    const int status = e->ops->attempt (e, t, x);

    *error = status == 0 && ! (m->options->step > 0) ? scaled_error (e, x) : 0;
    return status;
}

/* h_new / h; 1 with fixed steps */
static double ratio_for (GeomsExplicit *e, double error)
{
    if (e->method.options->step > 0)
        return 1;
    return e->ops->ratio != NULL ? e->ops->ratio (e, error) : ratio_of (e, error);
}

int geoms_explicit_accept (GeomsMethod *m, double *t, double *x, double t_new, double error,
                           int last)
{
    GeomsExplicit *e = (GeomsExplicit *)m;
    const double h = m->h, next = geoms_method_next (m, h, ratio_for (e, error));
    int status;

    (void)last;
    e->ops->polynomial (e, *t, x);
    memcpy (x, e->x_new, (size_t)m->n * sizeof *x);
    *t = t_new;
    status = finish_step (e, *t, x);
    m->h = h < 0 ? -next : next;
    return status;
}

void geoms_explicit_reject (GeomsMethod *m, double error)
{
    const double ratio = ratio_for ((GeomsExplicit *)m, error);

    m->control.rejected = 1;
    m->counters->nerjct++;
    m->h *= ratio;
}

int geoms_explicit_step (GeomsMethod *m, double *t, double *x, double t_end, int *last)
{
    geoms_hermite_advance (&((GeomsExplicit *)m)->hermite);
    return geoms_method_step (m, t, x, t_end, last);
}

int geoms_explicit_retake (GeomsMethod *m, double t_old, const double *x_old, double t, double *x)
{
    GeomsExplicit *e = (GeomsExplicit *)m;
    int status;

    m->h = m->step = t - t_old;
    e->have_slope = 0;
    status = e->ops->attempt (e, t_old, x_old);
    if (status != 0)
        return status;
    e->ops->polynomial (e, t_old, x_old);
    memcpy (x, e->x_new, (size_t)m->n * sizeof *x);
    return finish_step (e, t, x);
}

/* ---- multipliers of outputs, conditions ---- */

int geoms_explicit_recover (GeomsMethod *m, int k, const double *t, double *x, int ldx)
{
    const GeomsExplicit *e = (const GeomsExplicit *)m;

    return e->first == 0 ? 0 : e->ode->ops->multipliers (e->ode, k, t, x, ldx);
}

void geoms_explicit_condition (const GeomsMethod *m, double condition[3])
{
    const GeomsOde *ode = ((const GeomsExplicit *)m)->ode;

    ode->ops->condition (ode, condition);
}

int geoms_explicit_singular (GeomsMethod *m, double t)
{
    GeomsOde *ode = ((GeomsExplicit *)m)->ode;

    return ode->ops->singular (ode, t);
}
