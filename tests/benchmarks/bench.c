/* bench.c - timing in turn, errors of the pendulum, costs of the callbacks */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int smaller (const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

const char *failure (const Outcome *o)
{
    static char text[40];

    if (o->failed == FAILED_GAVE_UP)
        return "failed (gave up)";
    if (o->failed == FAILED_NOT_FINITE)
        return "failed (end not finite)";
    if (o->failed == FAILED_ABSENT)
        return "failed (not here)";
    snprintf (text, sizeof text, "failed (idid %d)", o->failed);
    return text;
}

/* ---- runs in turn ---- */

/* one round: repeated until it has taken a hundredth of a second; seconds per run */
static double one_round (const Contender *c, double tol, double tend, Outcome *o)
{
    const double start = cpu_seconds ();
    double seconds;
    int runs = 0;

    do {
        c->run (c, tol, tend, NULL, NULL, o);
        runs++;
        seconds = cpu_seconds () - start;
    } while (seconds < 0.01 && ! o->failed);
    return seconds / runs;
}

void measure (const Contender *c, int count, const double *tol, double tend, int rounds, Outcome *o)
{
    double *seconds = malloc ((size_t)(count * rounds) * sizeof *seconds);

    memset (o, 0, (size_t)count * sizeof *o);
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < count; i++)
            if (! o[i].failed)
                seconds[i * rounds + r] = one_round (c + i, tol[i], tend, o + i);
    for (int i = 0; i < count; i++) {
        double f, jac;

        if (o[i].failed)
            continue;
        qsort (seconds + i * rounds, (size_t)rounds, sizeof *seconds, smaller);
        o[i].seconds = seconds[i * rounds + rounds / 2];
        o[i].best = seconds[i * rounds];
        callback_costs (c + i, &f, &jac);
        o[i].callback = f * (double)o[i].evaluations + jac * (double)o[i].jacobians;
    }
    free (seconds);
}

/* ---- errors ---- */

static void compare (double t, const double *p, void *to)
{
    double x[5], *error = to;

    pendulum_exact (pendulum_orbit (), t, x);
    *error = fmax (*error, hypot (p[0] - x[3], p[1] - x[4]));
}

Outcome follow (const Contender *c, double tol, double tend)
{
    Outcome o = {0};

    c->run (c, tol, tend, compare, &o.error, &o);
    return o;
}

/* ---- costs of one evaluation, in a loop of its own; GEOMS evaluates three stages at once ---- */

static double repeat (const Contender *c, int jacobian, double *x, double *out)
{
    const double t[3] = {0, 0, 0};
    const int n = c->form != NULL ? c->form->n : model_unknowns (&c->model->system.dims);
    const int m = c->form != NULL ? n : model_rows (&c->model->system.dims);
    const double start = cpu_seconds ();
    long count = 0;
    double seconds;

    do {
        for (int i = 0; i < 1000; i++) {
            if (jacobian)
                memset (out, 0, (size_t)(m * n) * sizeof *out);
            if (c->form != NULL && jacobian)
                c->form->jac (0, x, out, c->form);
            else if (c->form != NULL)
                c->form->f (0, x, out, c->form);
            else if (jacobian)
                c->model->system.jac (0, x, out, m, c->user);
            else
                c->model->system.rda (3, t, x, n, out, m, c->user);
        }
        count += c->form == NULL && ! jacobian ? 3000 : 1000;
        seconds = cpu_seconds () - start;
    } while (seconds < 2e-3);
    return seconds / (double)count;
}

void callback_costs (const Contender *c, double *f, double *jac)
{
    const int n = c->form != NULL ? c->form->n : model_unknowns (&c->model->system.dims);
    const int m = c->form != NULL ? n : model_rows (&c->model->system.dims);
    double *x = calloc ((size_t)(3 * n + 3 * m + m * n), sizeof *x);

    if (c->form != NULL)
        memcpy (x, c->form->y0, (size_t)n * sizeof *x);
    else {
        c->model->start (x, c->user);
        memcpy (x + n, x, (size_t)n * sizeof *x);
        memcpy (x + 2 * n, x, (size_t)n * sizeof *x);
    }
    *f = repeat (c, 0, x, x + 3 * n);
    *jac = c->form != NULL || c->model->system.jac != NULL ? repeat (c, 1, x, x + 3 * n) : 0;
    free (x);
}
