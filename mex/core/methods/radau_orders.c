/* radau_orders.c - one step of Radau IIA of order 5, 9 or 13, and the order of the next one
 *
 *     stages:  radau_general.c;  x_{n+1} = x_n + Z_s
 *     error:   E1 y = S (b (x_n) + M (x_n) (estimate_1 Z_1 + ... + estimate_s Z_s)/h),  err = N y
 *              O(h^(s+1)): what the collocation polynomial has for a slope at the begin
 *     order:   by the contraction of Newton's method, theta_n = max (theta, theta_{n-1} / 2):
 *              9 and 13 are for steps that the Newton matrix of their begin is good for
 *
 * With fixed steps the order is the highest. Error estimate, tolerances and the choice of the order
 * are those of Hairer, Wanner: Stiff differential equations solved by Radau methods, J. Comput.
 * Appl. Math. 111 (1999), and of their code RADAU; what begins, projects and ends a step is that of
 * radau.c.
 */
#include "radau_orders.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { DEGREE = GEOMS_RADAU_MOST };

/* The order rises to 9 and to 13 where contractions are less than these, in a step that is about as
 * long as the one before, after HOLDS steps with the old one, or HOLDS_FALLEN where that was higher
 * before; it falls where they are more than LARGE, or where Newton's method has failed. All as in
 * RADAU, but for 0.002 and 10 steps there: mechanisms do not gain stiffness with the step size.
 * Measured for Andrews' mechanism, 1e-8, by 0.002: 4.6 ms and an error of 1.5e-9, by these: 2.2 ms
 * and 1.2e-10; a heavy top at 1e-10: 42 ms, 17 ms and an error a hundred times smaller; by 0.2 and
 * more Newton's method fails there. Contractions count to MOST_CONTRACTION. */
static const double SMALL[] = {0.1, 0.03}, LARGE = 0.8, LONGER = 1.2, SHORTER = 0.8,
                    MOST_CONTRACTION = 10;
enum { HOLDS = 3, HOLDS_FALLEN = 10 };

/* ---- the order ---- */

static void use_order (GeomsRadauOrders *o, int at)
{
    GeomsRadau *r = &o->radau;

    o->at = at;
    r->tolerance = o->tolerance[at];
    r->factored = 0;
}

static void set_order (GeomsRadauOrders *o, int at)
{
    o->steps = at < o->at ? HOLDS - HOLDS_FALLEN : 0;
    use_order (o, at);
}

/* that of the step after an accepted one of hquot times the size of its predecessor */
static int next_order (const GeomsRadauOrders *o, double hquot)
{
    const GeomsRadau *r = &o->radau;

    if (o->contraction >= LARGE && o->at > 0)
        return o->at - 1;
    if (o->steps >= HOLDS && o->at < o->most && r->newt > 1 && o->contraction <= SMALL[o->at]
        && hquot > SHORTER && hquot < LONGER)
        return o->at + 1;
    return o->at;
}

static void choose_order (GeomsRadauOrders *o, double hquot)
{
    int at;

    o->contraction = geoms_min (MOST_CONTRACTION,
                                geoms_max (o->radau.theta, o->contraction / 2));
    at = o->radau.method.options->step > 0 ? o->most : next_order (o, hquot);
    if (at != o->at)
        set_order (o, at);
}

/* A step that Newton's method failed in is tried again with a lower order. */
static int failed (GeomsMethod *m, double t, int status)
{
    GeomsRadauOrders *o = (GeomsRadauOrders *)m;
    const int lower = status == GEOMS_ATTEMPT_FAILED && o->at > 0 && ! (m->options->step > 0);

    status = geoms_radau_failed (m, t, status);
    if (status == 0 && lower)
        set_order (o, o->at - 1);
    return status;
}

static int order (const GeomsMethod *m)
{
    return 2 * geoms_radau_present ((const GeomsRadauOrders *)m)->stages - 1;
}

/* ---- the error ---- */

/* the coefficients of the collocation polynomial from r->Z */
static void polynomial (GeomsRadauOrders *o)
{
    GeomsMethod *m = &o->radau.method;
    const GeomsRadauScheme *s = geoms_radau_present (o);

    geoms_radau_combine (0, m->n, o->radau.Z, m->n, s->stages, s->stages, s->fit, m->poly);
    memset (m->poly + s->stages * m->n, 0,
            (size_t)((DEGREE - s->stages) * m->n) * sizeof *m->poly);
}

static int prescribed_error (GeomsRadauOrders *o, double t, const double *x, double *error)
{
    GeomsRadau *r = &o->radau;
    GeomsMethod *m = &r->method;
    const GeomsBasis of = {geoms_radau_present (o)->stages, geoms_radau_nodes};
    double *last = m->poly; /* that of the last step, should this one be rejected */
    int status;

    m->poly = r->dW;
    geoms_radau_combine (0, m->n, r->Z, m->n, of.degree, of.degree,
                         geoms_radau_present (o)->fit, m->poly);
    status = geoms_radau_interpolation_error (r, &of, t, x, error);
    m->poly = last;
    return status;
}

static int estimate_error (GeomsRadauOrders *o, double t, const double *x, double *error)
{
    GeomsRadau *r = &o->radau;
    GeomsForm *form = r->method.form;
    const GeomsRadauScheme *s = geoms_radau_present (o);
    const int n = r->method.n;

    if (form->free_count == 0)
        return prescribed_error (o, t, x, error);
    geoms_radau_combine (0, n, r->Z, n, 1, s->stages, s->estimate, r->dW);
    for (int i = 0; i < n; i++)
        r->dW[i] /= r->method.step;
    form->ops->defect (form, r->dW, r->R);
    geoms_form_solve (form, r->R, r->error);
    *error = geoms_error_norm (form, r->error, r->weight);
    return 0;
}

static double ratio_of (GeomsRadauOrders *o, double error)
{
    GeomsRadau *r = &o->radau;
    GeomsMethod *m = &r->method;

    if (m->options->step > 0)
        return 1;
    return geoms_radau_limited_ratio (
        r, geoms_control_ratio_of (&m->control, m->options, geoms_radau_present (o)->stages + 1,
                                   m->h, error, r->newt));
}

/* ---- the step, for step.c ---- */

static int attempt (GeomsMethod *m, double t, const double *x, double *error)
{
    GeomsRadauOrders *o = (GeomsRadauOrders *)m;
    GeomsRadau *r = &o->radau;
    int status;

    r->factored = r->factored && r->h_factored == m->h;
    geoms_radau_weights (r, x, m->h);
    status = geoms_radau_solve_general (o, t, x);
    *error = 0;
    return status == 0 && ! (m->options->step > 0) ? estimate_error (o, t, x, error) : status;
}

/* the end of the step, its polynomial */
static void take_step (GeomsRadauOrders *o, const double *x_old, double *x)
{
    GeomsMethod *m = &o->radau.method;
    const double *last = o->radau.Z + (geoms_radau_present (o)->stages - 1) * m->n;

    polynomial (o);
    o->degree = geoms_radau_present (o)->stages;
    m->h_poly = m->step;
    for (int i = 0; i < m->n; i++)
        x[i] = x_old[i] + last[i];
}

static int accept (GeomsMethod *m, double *t, double *x, double t_new, double error, int last)
{
    GeomsRadauOrders *o = (GeomsRadauOrders *)m;
    GeomsRadau *r = &o->radau;
    const double h = m->h, ratio = ratio_of (o, error),
                 hquot = m->h_poly != 0 ? m->step / m->h_poly : 1;
    int status;

    geoms_radau_note_trend (r);
    take_step (o, x, x);
    *t = t_new;
    o->steps = geoms_int_min (HOLDS, o->steps + 1);
    status = geoms_radau_finish_step (r, *t, x, last);
    choose_order (o, hquot);
    geoms_radau_next_size (r, h, ratio);
    return status;
}

static void reject (GeomsMethod *m, double error)
{
    GeomsRadauOrders *o = (GeomsRadauOrders *)m;

    geoms_radau_reject (&o->radau, ratio_of (o, error));
}

/* The polynomial of the last step, which ended in x, as one that ends where that step began. */
static void rewind_polynomial (GeomsRadauOrders *o, const double *x)
{
    GeomsMethod *m = &o->radau.method;
    const GeomsBasis of = {o->degree, geoms_radau_nodes};
    const GeomsPolynomial last = {&of, m->n, x, m->poly, m->n, 1};
    double *begin = o->radau.X, *values = o->radau.Z;

    geoms_polynomial_at (&last, -1, begin, NULL);
    for (int k = 0; k < of.degree; k++) {
        geoms_polynomial_at (&last, geoms_radau_nodes[k] - 1, values + k * m->n, NULL);
        for (int i = 0; i < m->n; i++)
            values[k * m->n + i] -= begin[i];
    }
    memcpy (m->poly, values, (size_t)(of.degree * m->n) * sizeof *values);
    geoms_polynomial_fit (&of, m->n, m->poly);
}

/* Whoever retakes a step looks for its end by differences of such steps: Newton's method goes on
 * until these are not its own, or rounding. In parts of its tolerance, a choice; in units of
 * rounding, as in control.c. */
static const double RETAKEN = 1e-4, ROUNDINGS = 10;

static double finest_newton (const GeomsRadau *r)
{
    double least = INFINITY;

    for (int i = 0; i < r->tolerance.n; i++)
        least = geoms_min (least, r->tolerance.rtol[i]);
    return geoms_min (r->tolerance.newton,
                      geoms_max (RETAKEN * r->tolerance.newton,
                                 ROUNDINGS * r->method.options->rounding / least));
}

/* with the order that the step had; that of the next one stays */
static int retake (GeomsMethod *m, double t_old, const double *x_old, double t, double *x)
{
    GeomsRadauOrders *o = (GeomsRadauOrders *)m;
    GeomsRadau *r = &o->radau;
    const int next = o->at;
    int status;

    use_order (o, (o->degree - 3) / 2);
    r->tolerance.newton = finest_newton (r);
    rewind_polynomial (o, x);
    m->h = m->step = t - t_old;
    r->fresh = m->options->newton_matrix_at == 0;
    status = m->form->ops->linearise (m->form, t_old, x_old, GEOMS_BASE_FILL);
    geoms_radau_weights (r, x_old, m->h);
    if (status == 0)
        status = geoms_radau_solve_general (o, t_old, x_old);
    if (status == 0) {
        take_step (o, x_old, x);
        status = geoms_radau_finish_step (r, t, x, 0);
    }
    use_order (o, next);
    return status;
}

/* ---- what is remembered ---- */

static void walk (GeomsMethod *m, GeomsWalk *w)
{
    GeomsRadauOrders *o = (GeomsRadauOrders *)m;

    geoms_radau_walk (m, w);
    geoms_walk_within (w, &o->at, 0, GEOMS_RADAU_ORDERS - 1);
    geoms_walk_within (w, &o->degree, 0, DEGREE);
    geoms_walk_require (w, o->degree == 0 || (o->degree >= 3 && o->degree % 2 == 1));
    geoms_walk_require (w, m->h_poly == 0 || o->degree > 0);
    geoms_walk_within (w, &o->steps, HOLDS - HOLDS_FALLEN, HOLDS);
    geoms_walk_real (w, &o->contraction);
    if (w->direction == GEOMS_WALK_READS && ! w->wrong)
        o->radau.tolerance = o->tolerance[o->at];
}

/* A run may be continued with other orders. */
static void again (GeomsMethod *m)
{
    GeomsRadauOrders *o = (GeomsRadauOrders *)m;
    GeomsRadau *r = &o->radau;

    if (o->at > o->most || (m->options->step > 0 && o->at != o->most))
        set_order (o, o->most);
    r->factored = r->factored && r->h_factored == m->h && geoms_radau_factor_general (o) == 0;
}

/* ---- creation ---- */

static void create_order (GeomsRadauOrders *o, int at, const GeomsMethodSetup *setup)
{
    const size_t n = (size_t)o->radau.method.n;
    GeomsRadau *r = &o->radau;

    geoms_radau_scheme (5 + 4 * at, &o->scheme[at]);
    r->tolerance.rtol = geoms_arena_reals (setup->arena, n);
    r->tolerance.atol = geoms_arena_reals (setup->arena, n);
    if (! setup->arena->failed)
        geoms_radau_tolerance (r, o->scheme[at].stages, setup);
    o->tolerance[at] = r->tolerance;
}

static int create (GeomsMethod *m, const GeomsMethodSetup *setup)
{
    GeomsRadauOrders *o = (GeomsRadauOrders *)m;

    o->most = (geoms_method_highest (m->ops, m->options) - 5) / 4;
    geoms_radau_create (m, setup, 3 + 2 * o->most);
    for (int at = 0; at < GEOMS_RADAU_ORDERS; at++)
        create_order (o, at, setup);
    set_order (o, m->options->step > 0 ? o->most : 0);
    return 0;
}

const GeomsMethodOps geoms_method_RADAU = {
    .name = "radau",
    .basis = {DEGREE, geoms_radau_nodes},
    .orders = 1 << 5 | 1 << 9 | 1 << 13,
    .complex_slots = GEOMS_RADAU_ORDERS,
    .start = geoms_radau_start,
    .restart = geoms_radau_restart,
    .step = geoms_method_step,
    .attempt = attempt,
    .failed = failed,
    .reject = reject,
    .accept = accept,
    .worst = geoms_radau_worst,
    .order = order,
    .retake = retake,
    .condition = geoms_method_form_condition,
    .singular = geoms_method_form_singular,
    .size = sizeof (GeomsRadauOrders),
    .create = create,
    .walk = walk,
    .again = again,
};
