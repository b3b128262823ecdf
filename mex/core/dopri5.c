/* dopri5.c - one step of the explicit Runge-Kutta method of order 5(4) with dense output of order 4
 *
 *     k_i = s (t + c_i h, x + h sum_j a_ij k_j),  i = 1 ... 7,  x_new = x + h sum_j a_7j k_j
 *     err = h sum_j e_j k_j
 *     h_new = h safe err^-(1/5 - 3/4 beta) err_old^beta,  beta = 0.04
 *
 * Coefficients: Dormand, Prince, J. Comput. Appl. Math. 6 (1980); those of the dense output (Shampine),
 * controller and first step size: Hairer, Norsett, Wanner I (1993), sections II.4 - II.6. The last slope
 * of a step is the first of the next one. lambda and mu come along from the evaluation at its end.
 */
#include "dopri5.h"

#include <math.h>
#include <string.h>

enum { MOST_FAILURES = 50, STAGES = GEOMS_DOPRI_STAGES };

static const double c[STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};

static const double a[STAGES][STAGES - 1]
    = {{0},
       {1.0 / 5},
       {3.0 / 40, 9.0 / 40},
       {44.0 / 45, -56.0 / 15, 32.0 / 9},
       {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
       {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
       {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};

static const double e[STAGES] = {71.0 / 57600,      0,         -71.0 / 16695, 71.0 / 1920,
                                 -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

static const double d[STAGES] = {-12715105075.0 / 11282082432.0, 0,
                                 87487479700.0 / 32700410799.0,  -10690763975.0 / 1880347072.0,
                                 701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
                                 69997945.0 / 29380423.0};

/* begin of the step, two points inside, and one more */
static const double nodes[] = {-1, -1.0 / 3, -2.0 / 3, -0.5};

/* ---- slopes ---- */

static int slope (GeomsDopri *p, int purpose, double t, const double *x, double *k)
{
    return geoms_semi_rows (p->semi, purpose, 1, &t, x, k);
}

/* y = x + h sum_j b_j k_j over `stages` slopes */
static void combine (const GeomsDopri *p, const double *x, double h, const double *b, int stages,
                     double *y)
{
    for (int i = p->first; i < p->method.n; i++) {
        double sum = 0;
        for (int j = 0; j < stages; j++)
            sum += b[j] * p->k[j][i];
        y[i] = x[i] + h * sum;
    }
}

/* lambda and mu of x from the row lambda (t, p, v, r) - lambda */
static void take_multipliers (const GeomsDopri *p, const double *k, double *x)
{
    for (int i = 0; i < p->first; i++)
        x[i] += k[i];
}

/* The stages; 0 with the end of the step in x_new, GEOMS_RETRY or an IDID. */
static int stages (GeomsDopri *p, double t, const double *x)
{
    const double h = p->method.step;
    int status = 0;

    if (! p->have_slope)
        status = slope (p, GEOMS_FOR_METHOD, t, x, p->k[0]);
    p->have_slope = status == 0;
    memcpy (p->x_stage, x, (size_t)p->first * sizeof *x);
    for (int i = 1; i < STAGES && status == 0; i++) {
        combine (p, x, h, a[i], i, p->x_stage);
        status = slope (p, GEOMS_FOR_METHOD, t + c[i] * h, p->x_stage, p->k[i]);
    }
    memcpy (p->x_new, p->x_stage, (size_t)p->method.n * sizeof *x);
    if (status == 0)
        take_multipliers (p, p->k[STAGES - 1], p->x_new);
    return status;
}

/* ---- error and dense output ---- */

static double tolerance (const GeomsDopri *p, int i, double size)
{
    return p->atol[i] + p->rtol[i] * size;
}

/* The largest of all components, as in ode45: those that hardly move, or grow without end like the
 * angle of a crank, do not hide the error of the others. */
static double error_norm (GeomsDopri *p, const double *x)
{
    double largest = 0;

    for (int i = p->first; i < p->method.n; i++) {
        double err = 0;
        for (int j = 0; j < STAGES; j++)
            err += e[j] * p->k[j][i];
        err *= p->method.step / tolerance (p, i, geoms_max (fabs (x[i]), fabs (p->x_new[i])));
        p->error[i] = err;
        if (! (fabs (err) <= largest))
            largest = fabs (err); /* also NaN */
    }
    return largest;
}

static int worst_component (const GeomsDopri *p)
{
    int worst = p->first;

    for (int i = p->first; i < p->method.n; i++)
        if (fabs (p->error[i]) > fabs (p->error[worst]))
            worst = i;
    return worst;
}

/* the continuous extension in the basis of the nodes; lambda and mu linear until they are recovered */
static void polynomial (GeomsDopri *p, const double *x)
{
    const int n = p->method.n;
    const double h = p->method.step;
    double *p1 = p->method.poly, *p2 = p1 + n, *p3 = p2 + n, *p4 = p3 + n;

    for (int i = 0; i < n; i++) {
        const double change = p->x_new[i] - x[i], r3 = h * p->k[0][i] - change,
                     r4 = change - h * p->k[STAGES - 1][i] - r3;
        double r5 = 0;

        for (int j = 0; j < STAGES; j++)
            r5 += d[j] * p->k[j][i];
        p1[i] = change;
        p2[i] = i < p->first ? 0 : -r3 - 2.0 / 3 * r4 - 2.0 / 9 * h * r5;
        p3[i] = i < p->first ? 0 : -r4;
        p4[i] = i < p->first ? 0 : h * r5;
    }
    p->method.h_poly = h;
}

/* ---- start ---- */

static double norm (const GeomsDopri *p, const double *x, const double *y, const double *minus)
{
    double sum = 0;

    for (int i = p->first; i < p->method.n; i++) {
        const double value = (y[i] - (minus ? minus[i] : 0)) / tolerance (p, i, fabs (x[i]));
        sum += value * value;
    }
    return sqrt (sum);
}

/* From |x|, |x'| and |x''| so that an explicit Euler step is small and h^5 |x^(5)| is like 0.01. */
static double first_step (GeomsDopri *p, double t, const double *x, double direction, int *status)
{
    const double size = norm (p, x, x, NULL), speed = norm (p, x, p->k[0], NULL);
    double h = size > 1e-5 && speed > 1e-5 ? 0.01 * size / speed : 1e-6, curvature, most;
    const double one[] = {1};

    memcpy (p->x_stage, x, (size_t)p->first * sizeof *x);
    combine (p, x, h * direction, one, 1, p->x_stage);
    *status = slope (p, GEOMS_FOR_METHOD, t + h * direction, p->x_stage, p->k[1]);
    if (*status != 0)
        return h;
    curvature = geoms_max (norm (p, x, p->k[1], p->k[0]) / h, speed);
    most = curvature <= 1e-15 ? geoms_max (1e-6, 1e-3 * h) : pow (0.01 / curvature, 0.2);
    return geoms_min (100 * h, most);
}

static int arrive_first (GeomsDopri *p, double t, double *x)
{
    int status = geoms_semi_begin (p->semi, t, x);

    p->method.h_poly = 0;
    p->method.failures = 0;
    if (status == 0)
        status = slope (p, GEOMS_FOR_METHOD, t, x, p->k[0]);
    p->have_slope = status == 0;
    return status > 0 ? geoms_method_not_finite (&p->method, t) : status;
}

static int start (GeomsMethod *m, double t, double *x, double direction)
{
    GeomsDopri *p = (GeomsDopri *)m;
    int status = arrive_first (p, t, x);
    double h = m->h;

    m->ops->condition (m, m->condition);
    if (status == 0 && ! (h > 0))
        h = first_step (p, t, x, direction, &status);
    if (status >= 0)
        geoms_method_begin_with (m, h, direction);
    return status < 0 ? status : 0;
}

/* The time scales stay the same in most cases: not all of the step size is given up. */
static int restart (GeomsMethod *m, double t, double *x, double direction)
{
    GeomsDopri *p = (GeomsDopri *)m;
    const double old = fabs (m->h);
    int status = arrive_first (p, t, x);
    double h = old;

    memset (&m->control, 0, sizeof m->control);
    if (status == 0)
        h = first_step (p, t, x, direction, &status);
    if (status >= 0)
        geoms_method_begin_with (m, geoms_min (old, geoms_max (0.1 * old, h)), direction);
    return status < 0 ? status : 0;
}

/* ---- the step ---- */

/* An attempt met values that are no numbers, or constraints that cannot be solved for. */
static int after_failure (GeomsDopri *p, double t)
{
    GeomsMethod *m = &p->method;
    int status;

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
    m->h *= 0.25;
    return 0;
}

/* h_new / h after an attempt with the given error */
static double ratio_of (GeomsMethod *m, double error)
{
    const double beta = 0.04, plain = pow (geoms_max (error, 1e-10), 0.2 - 0.75 * beta);
    const double least = m->options->step_change[0], most = m->options->step_change[1];
    double ratio = m->options->safety / plain;

    if (error < 1) {
        if (m->control.accepted > 0)
            ratio *= pow (m->control.error_accepted, beta);
        m->control.error_accepted = geoms_max (error, 1e-4);
        m->control.accepted++;
        if (m->control.rejected)
            ratio = geoms_min (ratio, 1);
        m->control.rejected = 0;
    }
    return geoms_max (least, geoms_min (most, ratio));
}

/* the state at the end of a step, its last slope belongs to */
static int arrive (GeomsDopri *p, double t, double *x)
{
    int status = 0;

    memcpy (p->k[0], p->k[STAGES - 1], (size_t)p->method.n * sizeof *x);
    geoms_semi_arrive (p->semi, t);
    if (! p->method.project) {
        geoms_semi_settle (p->semi, x);
        return 0;
    }
    memset (p->k[0], 0, (size_t)p->first * sizeof *x); /* lambda and mu are those of x */
    status = geoms_semi_correct (p->semi, t, x, p->k[0]);
    if (status == GEOMS_PROJECTION_FAILS)
        geoms_method_not_projected (&p->method, t);
    return status > 0 ? geoms_method_not_finite (&p->method, t) : status;
}

static int accept (GeomsDopri *p, double *t, double *x, double t_new)
{
    GeomsMethod *m = &p->method;

    polynomial (p, x);
    m->counters->naccpt++;
    if (! (m->options->step > 0))
        m->limiting[worst_component (p)]++;
    m->failures = 0;
    memcpy (x, p->x_new, (size_t)m->n * sizeof *x);
    *t = t_new;
    return arrive (p, *t, x);
}

static int step (GeomsMethod *m, double *t, double *x, double t_end, int *last)
{
    GeomsDopri *p = (GeomsDopri *)m;

    for (;;) {
        const double wanted = m->h;
        double error = 0, ratio = 1, t_new;
        int status;

        *last = geoms_method_plan (m, *t, t_end, &t_new);
        if ((status = geoms_method_check (m, *t, *last)) != 0)
            return status;
        m->counters->nstep++;
        status = stages (p, *t, x);
        if (status == 0 && ! (m->options->step > 0))
            error = error_norm (p, x);
        if (status < 0)
            return status;
        if (status > 0 || ! isfinite (error)) {
            if ((status = after_failure (p, *t)) != 0)
                return status;
            continue;
        }
        m->undefined = 0;
        if (! (m->options->step > 0))
            ratio = ratio_of (m, error);
        if (error < 1) {
            const double h = m->h, next = geoms_method_next (m, h, ratio);

            status = accept (p, t, x, t_new);
            m->h = h < 0 ? -next : next;
            if (*last && fabs (wanted) > fabs (m->h))
                m->h = wanted; /* what the next step would have had */
            return status;
        }
        m->control.rejected = 1;
        m->counters->nerjct++;
        m->h *= ratio;
    }
}

static int retake (GeomsMethod *m, double t_old, const double *x_old, double t, double *x)
{
    GeomsDopri *p = (GeomsDopri *)m;
    int status;

    m->h = m->step = t - t_old;
    p->have_slope = 0;
    status = stages (p, t_old, x_old);
    if (status != 0)
        return status;
    polynomial (p, x_old);
    memcpy (x, p->x_new, (size_t)m->n * sizeof *x);
    return arrive (p, t, x);
}

/* ---- creation ---- */

static int recover (GeomsMethod *m, int k, const double *t, double *x, int ldx)
{
    const GeomsDopri *p = (const GeomsDopri *)m;

    return p->first == 0 ? 0 : geoms_semi_multipliers (p->semi, k, t, x, ldx);
}

static void condition (const GeomsMethod *m, double values[3])
{
    geoms_semi_condition (((const GeomsDopri *)m)->semi, values);
}

static int singular (GeomsMethod *m, double t)
{
    return geoms_semi_singular (((GeomsDopri *)m)->semi, t);
}

static const GeomsMethodOps dopri5 = {"dopri5", {4, nodes}, start, restart, step, retake, recover,
                                      condition, singular};

int geoms_dopri_create (GeomsDopri *p, GeomsSemi *semi, const double *rtol, const double *atol,
                        int project, double h, GeomsArena *arena)
{
    const size_t n = (size_t)semi->n;

    geoms_method_create (&p->method, &dopri5, semi->options, semi->eq, semi->n, h, arena);
    p->method.project = project;
    p->semi = semi;
    p->rtol = rtol;
    p->atol = atol;
    p->first = semi->first;
    for (int i = 0; i < STAGES; i++)
        p->k[i] = geoms_arena_reals (arena, n);
    p->x_stage = geoms_arena_reals (arena, n);
    p->x_new = geoms_arena_reals (arena, n);
    p->error = geoms_arena_reals (arena, n);
    if (! arena->failed)
        return 0;
    return geoms_report (p->method.report, GEOMS_OUT_OF_MEMORY,
                         "There is not enough memory for %d unknowns.", semi->n);
}
