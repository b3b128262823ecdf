/* equal.c - GEOMS beside RADAU5, DASPK and IDA on seven problems: times at equal errors
 *
 *     benchmark_equal [ROUNDS]
 *
 * Errors: effort.h. The models are compiled, all codes have exact Jacobians; each peer takes part with
 * every form of the equations: index 1, 2, 3 with p' = v declared where it is RADAU5 (accelerations as
 * unknowns, v' = a declared as well, where M depends on p), and GGL. Ratio: the best of all peers over
 * GEOMS with its default method, and over the better one of radau5 and radau. The chains of GEOMS have the
 * patterns of their matrices, as derived models and trees have them: that of 20 goes by sparse ones. The
 * peers' matrices are dense; for IDA with sparse ones see large.c.
 */
#include "effort.h"
#include "models/rods.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16, LEVELS = 6, FORMS = 4, OURS = 2 };

static const double levels[LEVELS] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};

static void all_orders (GeomsOptions *o) { o->method = GEOMS_METHOD_RADAU; }

/* ---- who takes part ---- */

/* the forms of the pendulum are written out by hand, in the order of model_form */
static const Form *form_of (const Problem *p, int level, ModelForm *storage, Form *form)
{
    static const Form *const pendulum[FORMS]
        = {&pendulum_ggl, &pendulum_index1, &pendulum_index2, &pendulum_index3};

    *form = model_form (&p->model, p->user, level, storage);
    return strcmp (p->name, model_pendulum.name) == 0 ? pendulum[level] : form;
}

/* the model of a problem as GEOMS is given it */
typedef struct Given {
    const char *name;
    TestModel model;
    double q, tend; /* q: the first parameter, 0: standard */
    const Reference *reference;
    TestModel own;  /* GEOMS: the same with patterns, and its user; else name NULL */
    void *own_user;
} Given;

static int contenders (const Given *g, const Problem *p, const Form *const *form, Contender *c)
{
    const int has_own = g->own.name != NULL;
    const TestModel *model = has_own ? &g->own : &p->model;
    void *user = has_own ? g->own_user : p->user;
    const Contender ours[OURS] = {
        {"GEOMS radau5", "psf", NULL, model, user, NULL, 0, run_geoms},
        {"GEOMS radau", "psf", NULL, model, user, all_orders, 0, run_geoms},
    };
    int n = OURS;

    memcpy (c, ours, sizeof ours);
    for (int k = 0; k < FORMS && have_radau5 (); k++)
        c[n++] = (Contender){"RADAU5", form[k]->name, form[k], NULL, NULL,
                             NULL,     form[k]->second_order > 0, run_radau5};
    for (int k = 0; k < 2 && have_radau5 (); k++)
        c[n++] = (Contender){"DASPK", form[k]->name, form[k], NULL, NULL, NULL, k == FORM_GGL,
                             run_daspk};
    for (int k = 0; k < 2 && have_ida (); k++)
        c[n++] = (Contender){"IDA", form[k]->name, form[k], NULL, NULL, NULL, 1, run_ida};
    return n;
}

/* ---- times ---- */

static void print_row (const char *code, const char *form, const double *ms)
{
    printf ("  %-14s %-16s", code, form);
    for (int l = 0; l < LEVELS; l++)
        if (ms[l] > 0)
            printf (" %10.3f", ms[l]);
        else
            printf (" %10s", "-");
    printf ("\n");
}

static double better (double a, double b) { return fmin (a, b); } /* NaN: not there */

static void print_ratios (double (*ms)[LEVELS], int n)
{
    for (int both = 0; both < 2; both++) {
        double ratio[LEVELS];

        for (int l = 0; l < LEVELS; l++) {
            double best = NAN;

            for (int i = OURS; i < n; i++)
                best = better (best, ms[i][l]);
            ratio[l] = best / (both ? better (ms[0][l], ms[1][l]) : ms[0][l]);
        }
        print_row ("best peer /", both ? "better of ours" : "GEOMS radau5", ratio);
    }
}

static void print_table (const Problem *p, const Contender *c, int n, double (*error)[GRID],
                         int rounds)
{
    double ms[MOST][LEVELS];

    printf ("\n%s, [0, %g]: ms at an error of\n%33s", p->name, p->tend, "");
    for (int l = 0; l < LEVELS; l++)
        printf (" %10.0e", levels[l]);
    printf ("\n");
    for (int i = 0; i < n; i++) {
        for (int l = 0; l < LEVELS; l++)
            ms[i][l] = 1e3 * effort_of (c + i, p, error[i], levels[l], rounds).seconds;
        print_row (c[i].code, c[i].form_name, ms[i]);
    }
    print_ratios (ms, n);
}

/* ---- problems ---- */

static void take_part (const Given *g, int rounds)
{
    static double error[MOST][GRID];
    static ModelForm storage[FORMS];
    Form own[FORMS];
    const Form *form[FORMS];
    Contender c[MOST];
    Problem p;
    int n;

    if (problem_open (&p, &g->model, &g->q, g->q > 0, g->tend, g->reference))
        return;
    if (g->name != NULL)
        p.name = g->name;
    for (int k = 0; k < FORMS; k++)
        form[k] = form_of (&p, k, storage + k, own + k);
    n = contenders (g, &p, form, c);
    for (int i = 0; i < n; i++)
        effort_scan (&p, c + i, levels[LEVELS - 1] / 3, error[i]);
    print_table (&p, c, n, error, rounds);
    for (int k = 0; k < FORMS; k++)
        model_form_free (storage + k);
    problem_close (&p);
}

/* with derivatives at given accelerations beside the Jacobian, where the model has them */
static Given given_as (const TestModel *model, double tend, const Reference *reference)
{
    Given g = {NULL, *model, 0, tend, reference, {.name = NULL}, NULL};

    g.model.system.blocks_jac = model->blocks_jac;
    return g;
}

static int start_rods (double *x, void *user) { return rods_start (user, x); }

/* the same chain, stretched from the origin to the side */
static Given chain_of (const char *name, int points, double tend)
{
    const RodsPlan plan = rods_chain (points, acos (-1) / 2);
    Given g = {name, model_chain (points), points, tend, NULL, {.name = "rods"}, NULL};
    Rods *r = rods_new (&plan);

    rods_plan_free ((RodsPlan *)&plan);
    g.own_user = r;
    g.own.system = r->model;
    g.own.start = start_rods;
    return g;
}

int main (int count, char *arguments[])
{
    static const Reference andrews = {GEOMS_TEST_DATA "/andrews.csv", 1},
                           truck = {GEOMS_TEST_DATA "/truck.csv", 0},
                           caraxis = {GEOMS_TEST_DATA "/caraxis.csv", 1};
    const Given given[] = {given_as (&model_pendulum, 100, NULL),
                           chain_of ("chain of 6", 6, 4),
                           chain_of ("chain of 20", 20, 10),
                           given_as (&model_andrews, 0.03, &andrews),
                           given_as (&model_truck, 10, &truck),
                           given_as (&model_caraxis, 3, &caraxis),
                           given_as (&model_slidercrank, 1, NULL)};
    const int rounds = count > 1 ? atoi (arguments[1]) : 5;

    setvbuf (stdout, NULL, _IOLBF, 0);
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        take_part (&given[i], rounds > 0 ? rounds : 5);
        rods_free (given[i].own_user);
    }
    return 0;
}
