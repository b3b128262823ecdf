/* control.c - tolerances, error norms and the step-size controllers of RADAU5 (Hairer, Wanner II)
 *
 *     internal tolerances  RTOL <- 0.1 RTOL^(2/3),  ATOL <- RTOL (ATOL / RTOL)_old
 *     classical            hnew = h fac err^(-1/4)
 *                          fac = safe (1 + 2 nit) / (newt + 2 nit), nit = 10
 *     predictive           hnew <= h safe (h / hacc) (erracc / err^2)^(1/4)
 *                          s stages: (s + 1)/(2 s) and s + 1 in the place of 2/3 and 4, as in the
 *                          code RADAU (J. Comput. Appl. Math. 111, 1999)
 *     error norm           ERR  = max (1e-10, sqrt (sum_I (weight_i e_i)^2 / |I|))
 */
#include "control.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* all as in RADAU5: what Newton's method leaves, in parts of the error that is allowed for; errors
 * that count at least, in norms and in the prediction; Newton iterations that steps are made for */
static const double NEWTON_LEAVES = 0.03, LEAST_NORM = 1e-10, LEAST_ACCEPTED = 0.01,
                    ITERATIONS = 10;

/* First step: as long as it takes to change by that part, where states and slopes are more than
 * next to nothing in units of their tolerances; else the other one. The rule is that of explicit
 * methods: Hairer, Norsett, Wanner I (1993), II.4. */
static const double FIRST_CHANGE = 0.01, NEXT_TO_NOTHING = 1e-5, FIRST_ELSE = 1e-6;

void geoms_tolerance_transform (GeomsTolerance *s, const GeomsOptions *o, int stages,
                                const double *rtol, const double *atol)
{
    const double power = (stages + 1) / (2.0 * stages);
    double least = INFINITY, newton;

    for (int i = 0; i < s->n; i++) {
        s->rtol[i] = 0.1 * pow (rtol[i], power);
        s->atol[i] = s->rtol[i] * (atol[i] / rtol[i]);
        least = geoms_min (least, s->rtol[i]);
    }
    newton = stages == 3 ? sqrt (least) : pow (least, 1 / power - 1);
    s->newton = o->newton_tol > 0
                    ? o->newton_tol
                    : geoms_max (10 * o->rounding / least, geoms_min (NEWTON_LEAVES, newton));
}

void geoms_tolerance_units (GeomsTolerance *s, const GeomsEquations *e)
{
    s->unit = e->unit;
    s->units = e->n1;
}

void geoms_index_factors (const GeomsForm *f, double h, double *factor)
{
    for (int i = 0; i < f->n; i++) {
        factor[i] = 1;
        for (int k = 1; k < f->index[i]; k++)
            factor[i] *= fabs (h);
    }
    for (int i = f->eq->n; i < f->n; i++)
        factor[i] *= f->effect[i - f->eq->n];
}

int geoms_index_highest (const GeomsForm *f)
{
    int highest = 1;

    for (int i = 0; i < f->n; i++)
        highest = geoms_int_max (highest, f->index[i]);
    return highest;
}

void geoms_tolerance_weights (const GeomsTolerance *s, const double *x, const double *factor,
                              double *weight)
{
    for (int i = 0; i < s->units; i++)
        weight[i] = factor[i] / (s->atol[i] * s->unit[i] + s->rtol[i] * fabs (x[i]));
    for (int i = s->units; i < s->n; i++)
        weight[i] = factor[i] / (s->atol[i] + s->rtol[i] * fabs (x[i]));
}

/* What a step began with beside a constraint comes back in unknowns that should vanish, nine times
 * as large in Radau IIA: a tenth of it counts, so that less than the tolerance is forgiven, and
 * more is not. */
static const double VANISHING = 0.1;

double geoms_error_norm (const GeomsForm *f, const double *e, const double *weight)
{
    const GeomsEquations *q = f->eq;
    const int all = f->options->error_norm == GEOMS_ERROR_NORM_ALL, first = all ? 0 : q->o2;
    double sum = 0;

    for (int i = first; i < f->n; i++) {
        const double scaled = e[i] * weight[i] * (i < f->n - f->vanishing ? 1 : VANISHING);
        if (all || ! f->dependent[i])
            sum += scaled * scaled;
    }
    return geoms_max (LEAST_NORM, sqrt (sum / geoms_int_max (1, f->n - first)));
}

int geoms_error_worst (int n, const double *e, const double *weight)
{
    int worst = 0;

    for (int i = 1; i < n; i++)
        if (fabs (e[i]) * weight[i] > fabs (e[worst]) * weight[worst])
            worst = i;
    return worst;
}

double geoms_newton_norm (const GeomsForm *f, int k, const double *d, const double *weight)
{
    const int first = f->untested ? f->solved_at : f->n,
              last = f->untested ? first + f->solved : f->n;
    double sum = 0;

    for (int j = 0; j < k; j++, d += f->n) {
        for (int i = 0; i < first; i++)
            sum += (d[i] * weight[i]) * (d[i] * weight[i]);
        for (int i = last; i < f->n; i++)
            sum += (d[i] * weight[i]) * (d[i] * weight[i]);
    }
    return sqrt (sum / geoms_int_max (1, k * (f->n - (last - first))));
}

static double clamp (double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* x^(1/root) */
static double root_of (double x, int root)
{
    return root == 4 ? sqrt (sqrt (x)) : pow (x, 1.0 / root);
}

double geoms_control_ratio (GeomsControl *c, const GeomsOptions *o, double h, double error,
                            int newt)
{
    return geoms_control_ratio_of (c, o, 4, h, error, newt);
}

double geoms_control_ratio_of (GeomsControl *c, const GeomsOptions *o, int root, double h,
                               double error, int newt)
{
    const double nit = ITERATIONS, least = 1 / o->step_change[1], most = 1 / o->step_change[0];
    const double fac = geoms_min (o->safety, o->safety * (1 + 2 * nit) / (newt + 2 * nit));
    double quot = clamp (root_of (error, root) / fac, least, most);

    if (error >= 1)
        return 1 / quot;
    c->accepted++;
    if (o->step_control == GEOMS_CONTROL_PREDICTIVE) {
        if (c->accepted > 1) {
            const double ratio = root_of (error * error / c->error_accepted, root);
            const double gus = fabs (c->h_accepted / h) * ratio / o->safety;
            quot = geoms_max (quot, clamp (gus, least, most));
        }
        c->h_accepted = h;
        c->error_accepted = geoms_max (LEAST_ACCEPTED, error);
    }
    if (c->rejected)
        quot = geoms_max (quot, 1);
    c->rejected = 0;
    return 1 / quot;
}

double geoms_control_first (const GeomsForm *f, const double *x, const double *weight,
                            const double *xdot)
{
    double size = 0, speed = 0;

    for (int i = f->eq->o2; i < f->eq->n; i++) {
        size += (x[i] * weight[i]) * (x[i] * weight[i]);
        speed += (xdot[i] * weight[i]) * (xdot[i] * weight[i]);
    }
    size = sqrt (size / f->n);
    speed = sqrt (speed / f->n);
    if (size < NEXT_TO_NOTHING || speed < NEXT_TO_NOTHING)
        return FIRST_ELSE;
    return FIRST_CHANGE * size / speed;
}
