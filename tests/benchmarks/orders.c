/* orders.c - work and precision of 'radau' beside 'radau5': orders 5, 9 and 13 beside order 5
 *
 *     benchmark_orders [ROUNDS]      times at equal errors
 *     benchmark_orders count         the runs that reach these errors, each inside counted_run, and
 *                                    a line for each
 *
 * The error is the largest |p_i - exact| / (1 + |exact|): of all steps where the motion is known,
 * else at the end, beside references of more than double precision. That of a tolerance counts as
 * at least as large as those of smaller ones. Seconds and evaluations are those of the two runs
 * that enclose an error, interpolated as logarithms.
 */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHO = 3, GRID = 23, LEVELS = 5 }; /* 1e-3 ... 1e-14 in halves of a decade */

static const double levels[LEVELS] = {1e-4, 1e-6, 1e-8, 1e-10, 1e-12};

static double grid (int k) { return pow (10, -3 - 0.5 * k); }

typedef struct Problem {
    const TestModel *model;
    double tend;
    const char *file; /* of a reference at tend, or NULL: exact */
    int column;
} Problem;

static const Problem problems[] = {
    {&model_pendulum, 100, NULL, 0},
    {&model_andrews, 0.03, GEOMS_TEST_DATA "/andrews.csv", 1},
    {&model_truck, 10, GEOMS_TEST_DATA "/truck.csv", 0},
    {&model_slidercrank, 1, NULL, 0},
    {&model_caraxis, 3, GEOMS_TEST_DATA "/caraxis.csv", 1},
};
enum { PROBLEMS = sizeof problems / sizeof problems[0] };

static void five (GeomsOptions *o) { o->method = GEOMS_METHOD_RADAU5; }

static void all_orders (GeomsOptions *o) { o->method = GEOMS_METHOD_RADAU; }

static void up_to_nine (GeomsOptions *o)
{
    all_orders (o);
    o->max_order = 9;
}

static void contenders (const Problem *p, void *user, Contender *c)
{
    const Contender list[WHO] = {
        {"radau5", "psf", NULL, p->model, user, five, 0, run_geoms},
        {"radau, MaxOrder 9", "psf", NULL, p->model, user, up_to_nine, 0, run_geoms},
        {"radau", "psf", NULL, p->model, user, all_orders, 0, run_geoms},
    };

    memcpy (c, list, sizeof list);
}

/* ---- errors ---- */

typedef struct Judge {
    const Problem *problem;
    void *user;
    double *x, error;
} Judge;

static void look (double t, const double *p, void *to)
{
    Judge *j = to;
    const GeomsDims *d = &j->problem->model->system.dims;
    const double *q = j->x + model_unknowns (d) - d->np;

    if (j->problem->file == NULL)
        j->problem->model->exact (t, j->x, j->user);
    else
        j->error = 0; /* that of the end stays */
    for (int i = 0; i < d->np; i++)
        j->error = fmax (j->error, fabs (p[i] - q[i]) / (1 + fabs (q[i])));
}

/* error[k] <- the largest one for grid (k) and smaller tolerances; NaN where a run fails */
static void scan (const Problem *p, const Contender *c, double *error)
{
    double x[FORM_MAX];

    for (int k = 0; k < GRID; k++) {
        Judge judge = {p, c->user, x, 0};
        Outcome o = {0};

        if (p->file != NULL
            && model_reference (p->file, p->column, model_unknowns (&p->model->system.dims), x))
            printf ("%s: no reference\n", p->model->name);
        c->run (c, grid (k), p->tend, look, &judge, &o);
        error[k] = o.failed ? NAN : judge.error;
    }
    for (int k = GRID - 2; k >= 0; k--)
        error[k] = fmax (error[k], error[k + 1]);
}

/* the number of the first run whose error is small enough; 0: the one before does not enclose it */
static int reaches (const double *error, double level)
{
    int k = 0;

    while (k < GRID && ! (error[k] <= level))
        k++;
    return k < GRID ? k : 0;
}

/* ---- times ---- */

static double between (double a, double b, double part)
{
    return exp (part * log (a) + (1 - part) * log (b));
}

typedef struct Effort {
    double seconds, evaluations;
} Effort;

static Effort effort_of (const Contender *c, const Problem *p, const double *error, double level,
                         int rounds)
{
    const int k = reaches (error, level);
    const double tol[2] = {grid (k - 1), grid (k)};
    const Contender twice[2] = {*c, *c};
    Outcome o[2];
    double part;

    if (k == 0)
        return (Effort){NAN, NAN};
    measure (twice, 2, tol, p->tend, rounds, o);
    part = log (level / error[k]) / log (error[k - 1] / error[k]);
    return (Effort){between (o[0].seconds, o[1].seconds, part),
                    between ((double)o[0].evaluations, (double)o[1].evaluations, part)};
}

static void print_table (const Problem *p, const Contender *c, double (*error)[GRID], int rounds)
{
    Effort found[WHO][LEVELS];

    for (int l = 0; l < LEVELS; l++)
        for (int i = 0; i < WHO; i++)
            found[i][l] = effort_of (c + i, p, error[i], levels[l], rounds);
    printf ("\n%s, [0, %g]: ms, evaluations, and how many times as fast as radau5, at an error "
            "of\n%-18s",
            p->model->name, p->tend, "");
    for (int l = 0; l < LEVELS; l++)
        printf ("  %24.0e", levels[l]);
    printf ("  %9s\n", "least");
    for (int i = 0; i < WHO; i++) {
        printf ("%-18s", c[i].code);
        for (int l = 0; l < LEVELS; l++) {
            const Effort *e = &found[i][l];
            if (e->seconds > 0)
                printf ("  %9.3f %8.0f %5.1f", 1e3 * e->seconds, e->evaluations,
                        found[0][l].seconds / e->seconds);
            else
                printf ("  %24s", "-");
        }
        printf ("  %9.1e\n", error[i][GRID - 1]);
    }
}

/* ---- counted ---- */

static void counted_run (const Contender *c, double tol, double tend, Outcome *o)
{
    c->run (c, tol, tend, NULL, NULL, o);
}

static void count_runs (const Problem *p, const Contender *c, double (*error)[GRID])
{
    void (*volatile run) (const Contender *, double, double, Outcome *) = counted_run;

    for (int l = 0; l < LEVELS; l++)
        for (int i = 0; i < WHO; i++) {
            const int k = reaches (error[i], levels[l]);
            Outcome o = {0};

            if (k == 0)
                continue;
            run (c + i, grid (k), p->tend, &o);
            printf ("%-28s %.0e  %-18s tolerance %.1e, error %.1e, %6ld steps\n", p->model->name,
                    levels[l], c[i].code, grid (k), error[i][k], o.steps);
        }
}

int main (int count, char *arguments[])
{
    const int counts = count > 1 && strcmp (arguments[1], "count") == 0,
              rounds = count > 1 ? atoi (arguments[1]) : 5;

    for (int i = 0; i < PROBLEMS; i++) {
        const Problem *p = &problems[i];
        void *user = p->model->system.create (NULL, 0);
        double error[WHO][GRID];
        Contender c[WHO];

        contenders (p, user, c);
        for (int k = 0; k < WHO; k++)
            scan (p, c + k, error[k]);
        if (counts)
            count_runs (p, c, error);
        else
            print_table (p, c, error, rounds > 0 ? rounds : 5);
        p->model->system.destroy (user);
    }
    return 0;
}
