/* method.c - what all methods share: limits of the step size, reasons to give up, the polynomial */
#include "method.h"

#include <math.h>

enum { MOST_FAILURES = 50, MOST_SINGULAR = 5 };

/* ---- creation ---- */

int geoms_method_highest (const GeomsMethodOps *ops, const GeomsOptions *o)
{
    int order = 0;

    while (ops->orders >> (order + 1) != 0)
        order++;
    return o->max_order > 0 ? o->max_order : order;
}

int geoms_method_slots (const GeomsMethodOps *ops, const GeomsOptions *o)
{
    return ops->orders == 0 ? ops->complex_slots
                            : geoms_int_min (ops->complex_slots, geoms_method_highest (ops, o) / 4);
}

void geoms_method_prepare (GeomsMethod *m, const GeomsMethodOps *ops,
                           const GeomsMethodSetup *setup)
{
    GeomsEquations *eq = setup->form != NULL ? setup->form->eq : setup->ode->eq;
    const size_t degree = (size_t)ops->basis.degree;
    size_t n;

    m->ops = ops;
    m->form = setup->form;
    m->options = setup->form != NULL ? setup->form->options : setup->ode->options;
    m->counters = eq->counters;
    m->report = eq->report;
    m->n = setup->form != NULL ? setup->form->n : setup->ode->n;
    m->project = setup->project;
    m->h = setup->h;
    n = (size_t)m->n;
    m->poly = geoms_arena_reals (setup->arena, degree * n);
    m->cut_work = geoms_arena_reals (setup->arena, (degree + 1) * n);
    m->limiting = geoms_arena_reals (setup->arena, n);
}

int geoms_method_create (const GeomsMethodOps *ops, const GeomsMethodSetup *setup, GeomsMethod **m)
{
    GeomsEquations *eq = setup->form != NULL ? setup->form->eq : setup->ode->eq;
    int status = 0;

    *m = geoms_arena_get (setup->arena, 1, ops->size);
    if (*m != NULL) {
        geoms_method_prepare (*m, ops, setup);
        status = ops->create (*m, setup);
    }
    if (status == 0 && setup->arena->failed)
        status = geoms_report (eq->report, GEOMS_OUT_OF_MEMORY,
                               "There is not enough memory for %d unknowns.", eq->n);
    return status;
}

/* ---- what is remembered ---- */

void geoms_method_walk (GeomsMethod *m, GeomsWalk *w)
{
    const size_t n = (size_t)m->n;

    geoms_walk_real (w, &m->h);
    geoms_walk_real (w, &m->h_poly);
    geoms_walk_require (w, m->h_poly * m->h >= 0);
    geoms_walk_real (w, &m->control.h_accepted);
    geoms_walk_real (w, &m->control.error_accepted);
    geoms_walk_int (w, &m->control.accepted);
    geoms_walk_int (w, &m->control.rejected);
    geoms_walk_int (w, &m->failures);
    geoms_walk_int (w, &m->undefined);
    geoms_walk_reals (w, (size_t)m->ops->basis.degree * n, m->poly);
    geoms_walk_reals (w, n, m->limiting);
    if (m->ops->orders != 0)
        geoms_walk_reals (w, GEOMS_MOST_ORDER + 1, m->made);
    for (int i = 0; i < 3; i++)
        geoms_walk_known (w, &m->condition[i], NAN);
    m->ops->walk (m, w);
}

void geoms_method_again (GeomsMethod *m)
{
    if (m->ops->again != NULL)
        m->ops->again (m);
}

/* ---- the form ---- */

int geoms_method_enter (GeomsMethod *m, double t, double *x)
{
    const GeomsFormOps *ops = m->form->ops;
    int status = ops->begin != NULL ? ops->begin (m->form, t, x) : 0;

    if (status == 0)
        status = ops->linearise (m->form, t, x, GEOMS_BASE_FILL);
    if (status == 0 && ops->normalise (m->form, 1, x)) {
        status = ops->base (m->form, t, x);
        if (status == 0 && m->project)
            status = ops->correct (m->form, t, x, 1);
    }
    if (status == GEOMS_PROJECTION_FAILS)
        status = 0; /* the start is as good as it could be made */
    return status > 0 ? geoms_method_not_finite (m, t) : status;
}

void geoms_method_form_condition (const GeomsMethod *m, double condition[3])
{
    m->form->ops->condition (m->form, condition);
}

int geoms_method_form_singular (GeomsMethod *m, double t)
{
    return m->form->ops->singular != NULL ? m->form->ops->singular (m->form, t) : 0;
}

/* ---- step sizes ---- */

static double limited (const GeomsMethod *m, double h)
{
    h = geoms_max (h, m->options->min_step);
    return m->options->max_step > 0 ? geoms_min (h, m->options->max_step) : h;
}

void geoms_method_begin_with (GeomsMethod *m, double h, double direction)
{
    m->h = direction * limited (m, m->options->step > 0 ? m->options->step : h);
}

double geoms_method_next (const GeomsMethod *m, double h, double ratio)
{
    return m->options->step > 0 ? m->options->step : limited (m, fabs (h) * ratio);
}

/* The step is shortened to end at t_end, or stretched by 1e-4 if that avoids a tiny last step. */
static const double STRETCH = 1.0001;

int geoms_method_reaches (const GeomsMethod *m, double t, double t_end)
{
    return fabs (m->h) * STRETCH >= fabs (t_end - t);
}

/* ---- reasons to give up ---- */

/* Multipliers that are solved for have no values in a singular position. */
int geoms_method_cannot_go_on (GeomsMethod *m, double t)
{
    const int solved = m->form != NULL && m->form->solved > 0 && ! (m->options->step > 0),
              status = solved ? geoms_method_singular (m, t) : 0;

    if (status != 0)
        return status;
    return geoms_report (m->report, GEOMS_NOT_FINITE,
                         "The equations of motion cannot be evaluated beyond t = %.10g (h = %.3g).",
                         t, m->h);
}

int geoms_method_not_finite (GeomsMethod *m, double t)
{
    const int status = m->ops->singular != NULL ? m->ops->singular (m, t) : 0;

    if (status != 0)
        return status;
    m->report->t = t;
    return geoms_report (m->report, GEOMS_NOT_FINITE,
                         "The equations of motion cannot be evaluated at t = %.10g.", t);
}

int geoms_method_not_projected (GeomsMethod *m, double t)
{
    m->report->t = t;
    return geoms_report (
        m->report, GEOMS_PROJECTION_FAILS,
        "The constraints could not be met at t = %.10g: corrections do not converge "
        "there.",
        t);
}

/* Where the step size comes to nothing beside constraints that are all but singular, they are why:
 * so much worse conditioned than at the start, which is a choice. */
static const double ALL_BUT_SINGULAR = 100;

int geoms_method_singular (GeomsMethod *m, double t)
{
    static const char *const level[] = {"position", "velocity", "acceleration"};
    double c[3];
    int i = 2, status = m->ops->singular != NULL ? m->ops->singular (m, t) : 0;

    if (status != 0)
        return status;
    m->ops->condition (m, c);
    while (i >= 0 && ! (c[i] > ALL_BUT_SINGULAR * m->condition[i]))
        i--;
    if (i < 0)
        return 0;
    m->report->value = c[i];
    m->report->limit = m->condition[i];
    return geoms_report (
        m->report, GEOMS_RANK_CHANGED,
        "No step is small enough at t = %.10g (h = %.3g), where the %s constraints "
        "are all but singular (condition %.3g, at the start %.3g): the motion has "
        "reached a singular position.",
        t, m->h, level[i], c[i], m->condition[i]);
}

static int newton_failed (GeomsMethod *m, double t, int singular)
{
    int status;

    if (m->form->no_memory && (singular >= MOST_SINGULAR || m->options->step > 0))
        return geoms_report (m->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for factors of %d unknowns.", m->form->n);
    if (singular >= MOST_SINGULAR)
        return geoms_report (m->report, GEOMS_SINGULAR_E,
                             "The Newton matrix was singular %d times in a row at t = %.10g, last "
                             "with h = %.3g.", singular, t, m->h);
    if (m->options->step > 0 && m->undefined)
        return geoms_method_cannot_go_on (m, t);
    if (m->options->step > 0 && m->ops->singular != NULL
        && (status = m->ops->singular (m, t)) != 0)
        return status;
    if (m->options->step > 0)
        return geoms_report (m->report, GEOMS_NEWTON_FAILS,
                             "Newton's method failed at t = %.10g with h = %.3g (Step = %.10g): "
                             "set a smaller Step.", t, m->h, m->options->step);
    return 0;
}

int geoms_method_failed (GeomsMethod *m, double t, int singular)
{
    int status;

    m->counters->ncrjct++;
    m->control.rejected = 1;
    m->failures++;
    m->report->t = t;
    m->report->h = m->h;
    if ((status = newton_failed (m, t, singular)) != 0 || m->failures < MOST_FAILURES)
        return status;
    if (m->undefined)
        return geoms_method_cannot_go_on (m, t);
    if ((status = geoms_method_singular (m, t)) != 0)
        return status;
    return geoms_report (m->report,
                         m->counters->naccpt == 0 ? GEOMS_NEWTON_FAILS_START : GEOMS_NEWTON_FAILS,
                         "Newton's method failed %d times in a row at t = %.10g, last with "
                         "h = %.3g.", m->failures, t, m->h);
}

/* a tenth of h moves t by more than rounding, as in RADAU5; h itself is not all but an underflow */
static const double TENTH = 0.1, NO_STEP = 1e-300;

/* The step size has come to nothing: why? */
static int step_too_small (GeomsMethod *m, double t)
{
    int status = m->ops->singular != NULL ? m->ops->singular (m, t) : 0;

    if (status != 0)
        return status;
    if (m->undefined)
        return geoms_method_cannot_go_on (m, t);
    if (m->options->initial_step == 0 && m->counters->naccpt == 0 && m->failures == 0
        && fabs (m->h) > NO_STEP)
        return geoms_report (m->report, GEOMS_STEP_TOO_SMALL,
                             "A step size of %.3g cannot be told from rounding at t = %.10g: let "
                             "the time span begin near 0.", m->h, t);
    if ((status = geoms_method_singular (m, t)) != 0)
        return status;
    return geoms_report (m->report, GEOMS_STEP_TOO_SMALL,
                         "The step size fell to %.3g at t = %.10g.", m->h, t);
}

int geoms_method_check (GeomsMethod *m, double t, int last)
{
    const double least = m->options->min_step;

    m->report->t = t;
    m->report->h = m->h;
    if (m->counters->nstep - m->first_step >= m->options->max_steps)
        return geoms_report (m->report, GEOMS_TOO_MANY_STEPS,
                             "MaxSteps = %d steps were attempted until t = %.10g, h = %.3g.",
                             m->options->max_steps, t, m->h);
    if (fabs (m->h) < least && ! last && m->failures + m->control.rejected > 0)
        return geoms_report (m->report, GEOMS_STEP_TOO_SMALL,
                             "The step size fell to %.3g at t = %.10g, below MinStep = %.3g.", m->h,
                             t, least);
    if (TENTH * fabs (m->h) > fabs (t) * m->options->rounding && fabs (m->h) > NO_STEP)
        return 0;
    return step_too_small (m, t);
}

/* ---- the polynomial ---- */

void geoms_method_cut (GeomsMethod *m, double t_old, double t_new, double t, double *x)
{
    geoms_polynomial_cut (&m->ops->basis, m->n, x, m->poly, (t - t_new) / (t_new - t_old),
                          m->cut_work);
    m->h_poly = t - t_old;
}

void geoms_method_interpolate (const GeomsMethod *m, int n, double t_old, double t_new,
                               const double *x_end, double t, double *x)
{
    const double h = t_new - t_old;
    const GeomsPolynomial step = {&m->ops->basis, n, x_end, m->poly, m->n, h};

    geoms_polynomial_at (&step, (t - t_new) / h, x, NULL);
}
