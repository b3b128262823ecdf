/* trapezoidal.c - one step of the implicit trapezoidal rule, with a fixed step size
 *
 *     x_new = x + h/2 (x'_new + x'),   a (t_new, x_new) = 0,   S (b - M x')(t_new, x_new) = 0
 *
 * The algebraic equations are taken at the new time only (Steinbrecher (2002), section 6); x' at
 * the old point is that of the formulation, so that nothing is handed on from step to step but x.
 */
#include "trapezoidal.h"

#include <math.h>
#include <string.h>

static const double nodes[] = {-1, -0.5};

/* through both ends, with x' at the first; multipliers are linear */
static void polynomial (GeomsTrapezoidal *p, const double *x, const double *x_new)
{
    const int n = p->method.n;
    double *p1 = p->method.poly, *p2 = p1 + n;

    for (int i = 0; i < n; i++) {
        p1[i] = x_new[i] - x[i];
        p2[i] = i < p->method.form->eq->o2 ? 0 : p1[i] - p->method.step * p->implicit.d[i];
    }
    p->method.h_poly = p->method.step;
}

/* x' must be known */
static int need_mass (GeomsTrapezoidal *p, double t)
{
    GeomsForm *form = p->method.form;
    GeomsMass *mass = &p->implicit.mass;
    int status;

    if (form->base_mass == NULL)
        return 0;
    status = geoms_mass_try (mass, form->base_mass, form->eq->mass_diagonal);
    if (status <= 0)
        return status == 0 ? 0 : geoms_mass_refused (mass, status, t, p->method.report);
    p->method.report->t = t;
    return geoms_report (
        p->method.report, GEOMS_MASS_SINGULAR,
        "The mass matrix is singular at t = %.10g: with 'psf' and 'psi1' the trapezoidal "
        "rule needs its inverse. Use 'radau5', 'bdf', or Formulation 'index1'.",
        t);
}

static int start (GeomsMethod *m, double t, double *x, double direction)
{
    GeomsTrapezoidal *p = (GeomsTrapezoidal *)m;
    int status = geoms_method_enter (m, t, x);

    m->ops->condition (m, m->condition);
    geoms_method_begin_with (m, m->options->step, direction);
    m->h_poly = 0;
    p->implicit.linearised = status == 0;
    p->implicit.sigma = p->implicit.rate = 0;
    return status != 0 ? status : need_mass (p, t);
}

/* the end of the step in x_new */
static int attempt (GeomsMethod *m, double t, const double *x, double *error)
{
    GeomsTrapezoidal *p = (GeomsTrapezoidal *)m;
    const double h = m->step, *xdot = geoms_implicit_derivative (&p->implicit);

    *error = 0;
    for (int i = 0; i < m->n; i++) {
        p->implicit.d[i] = xdot[i];
        p->implicit.y[i] = x[i] + h * xdot[i];
    }
    geoms_implicit_weights (&p->implicit, x, h);
    return geoms_implicit_solve (&p->implicit, t + h, 2 / h, x, p->x_new);
}

static int finish_step (GeomsTrapezoidal *p, double t, double *x)
{
    polynomial (p, x, p->x_new);
    memcpy (x, p->x_new, (size_t)p->method.n * sizeof *x);
    return geoms_implicit_finish_step (&p->implicit, &p->method, t, x);
}

/* no other step is allowed for: an IDID */
static int failed (GeomsMethod *m, double t, int status)
{
    const GeomsImplicit *im = &((GeomsTrapezoidal *)m)->implicit;

    m->undefined = status == GEOMS_ATTEMPT_UNDEFINED && im->singular == 0;
    return geoms_method_failed (m, t, im->singular);
}

static int accept (GeomsMethod *m, double *t, double *x, double t_new, double error, int last)
{
    (void)error, (void)last;
    *t = t_new;
    geoms_method_begin_with (m, m->options->step, m->h < 0 ? -1 : 1);
    return finish_step ((GeomsTrapezoidal *)m, *t, x);
}

static int retake (GeomsMethod *m, double t_old, const double *x_old, double t, double *x)
{
    GeomsTrapezoidal *p = (GeomsTrapezoidal *)m;
    double error;
    int status = m->form->ops->base (m->form, t_old, x_old);

    m->step = t - t_old;
    if (status == 0)
        status = attempt (m, t_old, x_old, &error);
    if (status != 0)
        return status;
    memcpy (x, x_old, (size_t)m->n * sizeof *x);
    return finish_step (p, t, x);
}

static void walk (GeomsMethod *m, GeomsWalk *w)
{
    geoms_implicit_walk (&((GeomsTrapezoidal *)m)->implicit, w);
}

static void again (GeomsMethod *m) { geoms_implicit_again (&((GeomsTrapezoidal *)m)->implicit); }

static int create (GeomsMethod *m, const GeomsMethodSetup *setup)
{
    GeomsTrapezoidal *p = (GeomsTrapezoidal *)m;

    p->x_new = geoms_arena_reals (setup->arena, (size_t)m->n);
    geoms_implicit_create (&p->implicit, setup);
    return 0;
}

const GeomsMethodOps geoms_method_TRAPEZOIDAL = {
    .name = "trapezoidal",
    .basis = {2, nodes},
    .start = start,
    .restart = start,
    .step = geoms_method_step,
    .attempt = attempt,
    .failed = failed,
    .accept = accept,
    .retake = retake,
    .condition = geoms_method_form_condition,
    .singular = geoms_method_form_singular,
    .size = sizeof (GeomsTrapezoidal),
    .create = create,
    .walk = walk,
    .again = again,
};
