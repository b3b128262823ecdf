/* orders.c - work and precision of 'radau' beside 'radau5': orders 5, 9 and 13 beside order 5
 *
 *     benchmark_orders [ROUNDS]      times at equal errors
 *     benchmark_orders count         the runs that reach these errors, each inside counted_run, and
 *                                    a line for each
 *
 * Errors: effort.h, beside references of more than double precision.
 */
#include "effort.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHO = 3, LEVELS = 5 };

static const double levels[LEVELS] = {1e-4, 1e-6, 1e-8, 1e-10, 1e-12};

static void five (GeomsOptions *o) { o->method = GEOMS_METHOD_RADAU5; }

static void all_orders (GeomsOptions *o) { o->method = GEOMS_METHOD_RADAU; }

static void up_to_nine (GeomsOptions *o)
{
    all_orders (o);
    o->max_order = 9;
}

static void contenders (const Problem *p, Contender *c)
{
    const Contender list[WHO] = {
        {"radau5", "psf", NULL, &p->model, p->user, five, 0, run_geoms},
        {"radau, MaxOrder 9", "psf", NULL, &p->model, p->user, up_to_nine, 0, run_geoms},
        {"radau", "psf", NULL, &p->model, p->user, all_orders, 0, run_geoms},
    };

    memcpy (c, list, sizeof list);
}

/* ---- times ---- */

static void print_table (const Problem *p, const Contender *c, double (*error)[GRID], int rounds)
{
    Effort found[WHO][LEVELS];

    for (int l = 0; l < LEVELS; l++)
        for (int i = 0; i < WHO; i++)
            found[i][l] = effort_of (c + i, p, error[i], levels[l], rounds);
    printf ("\n%s, [0, %g]: ms, evaluations, and how many times as fast as radau5, at an error "
            "of\n%-18s",
            p->name, p->tend, "");
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
            const int k = effort_reaches (error[i], levels[l]);
            Outcome o = {0};

            if (k < 0)
                continue;
            run (c + i, grid (k), p->tend, &o);
            printf ("%-28s %.0e  %-18s tolerance %.1e, error %.1e, %6ld steps\n", p->name,
                    levels[l], c[i].code, grid (k), error[i][k], o.steps);
        }
}

int main (int count, char *arguments[])
{
    const int counts = count > 1 && strcmp (arguments[1], "count") == 0,
              rounds = count > 1 ? atoi (arguments[1]) : 5;

    static const Reference andrews = {GEOMS_TEST_DATA "/andrews.csv", 1},
                           truck = {GEOMS_TEST_DATA "/truck.csv", 0},
                           caraxis = {GEOMS_TEST_DATA "/caraxis.csv", 1};
    const struct {
        const TestModel *model;
        double tend;
        const Reference *reference;
    } problems[] = {{&model_pendulum, 100, NULL},
                    {&model_andrews, 0.03, &andrews},
                    {&model_truck, 10, &truck},
                    {&model_slidercrank, 1, NULL},
                    {&model_caraxis, 3, &caraxis}};

    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
        double error[WHO][GRID];
        Contender c[WHO];
        Problem p;

        if (problem_open (&p, problems[i].model, NULL, 0, problems[i].tend, problems[i].reference))
            continue;
        contenders (&p, c);
        for (int k = 0; k < WHO; k++)
            effort_scan (&p, c + k, 0, error[k]);
        if (counts)
            count_runs (&p, c, error);
        else
            print_table (&p, c, error, rounds > 0 ? rounds : 5);
        problem_close (&p);
    }
    return 0;
}
