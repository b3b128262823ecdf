/* effort.c - scans over tolerances, and interpolation between the runs that enclose an error */
#include "effort.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

double grid (int k) { return pow (10, -1 - 0.5 * k); }

/* ---- problems ---- */

static void order_13 (GeomsOptions *o) { o->method = GEOMS_METHOD_RADAU; }

typedef struct Last {
    int np;
    double *p;
} Last;

static void keep_last (double t, const double *p, void *to)
{
    const Last *last = to;

    (void)t;
    memcpy (last->p, p, (size_t)last->np * sizeof *p);
}

/* p of the end from a run of our own */
static int end_of_run (Problem *p)
{
    const GeomsDims *d = &p->model.system.dims;
    const Contender c = {"GEOMS", "psf", NULL, &p->model, p->user, order_13, 0, run_geoms};
    Last last = {d->np, p->end + model_unknowns (d) - d->np};
    Outcome o = {0};

    c.run (&c, 1e-14, p->tend, keep_last, &last, &o);
    return o.failed;
}

int problem_open (Problem *p, const TestModel *model, const double *q, int nq, double tend,
                  const Reference *reference)
{
    const int n = model_unknowns (&model->system.dims);
    int failed;

    *p = (Problem){.name = model->name, .model = *model, .tend = tend};
    p->user = model->system.create (q, nq);
    p->known = reference == NULL && model->exact != NULL;
    failed = p->known || p->user == NULL ? 0
             : reference != NULL ? model_reference (reference->file, reference->column, n, p->end)
                                 : end_of_run (p);
    if (failed || p->user == NULL)
        printf ("%s: no reference\n", p->name);
    return failed || p->user == NULL;
}

void problem_close (Problem *p) { p->model.system.destroy (p->user); }

/* ---- errors ---- */

enum { MOST_LOOKS = 5000 }; /* about as many states of a run are compared with a known motion */

typedef struct Judge {
    const Problem *problem;
    double error, next;
} Judge;

static void look (double t, const double *p, void *to)
{
    Judge *j = to;
    const Problem *problem = j->problem;
    const GeomsDims *d = &problem->model.system.dims;
    double x[FORM_MAX];
    const double *q = (problem->known ? x : problem->end) + model_unknowns (d) - d->np;

    if (problem->known && t < j->next && t < problem->tend)
        return;
    j->next = t + problem->tend / MOST_LOOKS;
    if (problem->known)
        problem->model.exact (t, x, problem->user);
    else
        j->error = 0; /* that of the end stays */
    for (int i = 0; i < d->np; i++)
        j->error = fmax (j->error, fabs (p[i] - q[i]) / (1 + fabs (q[i])));
}

void effort_scan (const Problem *p, const Contender *c, double least, double *error)
{
    double largest = 0, begin;
    int enough = 0;

    for (int k = 0; k < GRID; k++) {
        Judge judge = {p, 0, 0};
        Outcome o = {0};

        error[k] = NAN;
        if (enough >= 2)
            continue;
        begin = cpu_seconds ();
        c->run (c, grid (k), p->tend, look, &judge, &o);
        if (! o.failed)
            error[k] = judge.error;
        enough += (error[k] <= least) + 2 * (cpu_seconds () - begin > 2);
    }
    for (int k = GRID - 1; k >= 0; k--)
        if (! isnan (error[k]))
            error[k] = largest = fmax (error[k], largest);
}

int effort_reaches (const double *error, double level)
{
    int k = 0;

    while (k < GRID && ! (error[k] <= level))
        k++;
    return k < GRID ? k : -1;
}

/* ---- times ---- */

static double between (double a, double b, double part)
{
    return exp (part * log (a) + (1 - part) * log (b));
}

Effort effort_of (const Contender *c, const Problem *p, const double *error, double level,
                  int rounds)
{
    const int k = effort_reaches (error, level), enclosed = k > 0 && ! isnan (error[k - 1]);
    const double tol[2] = {grid (k), grid (k - enclosed)};
    const Contender twice[2] = {*c, *c};
    Outcome o[2];
    double part;

    if (k < 0)
        return (Effort){NAN, NAN};
    measure (twice, 1 + enclosed, tol, p->tend, rounds, o);
    if (! enclosed)
        return (Effort){o[0].seconds, (double)o[0].evaluations};
    part = log (level / error[k]) / log (error[k - 1] / error[k]);
    return (Effort){between (o[1].seconds, o[0].seconds, part),
                    between ((double)o[1].evaluations, (double)o[0].evaluations, part)};
}

void effort_in_turn (const Contender *c, int n, const Problem *p, double (*error)[GRID],
                     double level, int rounds, double *seconds)
{
    Contender all[2 * MOST_IN_TURN] = {c[0]};
    Outcome o[2 * MOST_IN_TURN];
    double tol[2 * MOST_IN_TURN] = {0};
    int count = 0, at = 0;

    for (int i = 0; i < n; i++) {
        const int k = effort_reaches (error[i], level);

        for (int j = k; k >= 0 && j >= 0 && j >= k - 1; j--)
            if (! isnan (error[i][j])) {
                all[count] = c[i];
                tol[count++] = grid (j);
            }
    }
    measure (all, count, tol, p->tend, rounds, o);
    for (int i = 0; i < n; i++) {
        const int k = effort_reaches (error[i], level), enclosed = k > 0 && ! isnan (error[i][k - 1]);

        seconds[i] = k < 0 ? NAN : o[at].best;
        if (enclosed)
            seconds[i] = between (o[at + 1].best, o[at].best,
                                  log (level / error[i][k]) / log (error[i][k - 1] / error[i][k]));
        at += (k >= 0) + enclosed;
    }
}
