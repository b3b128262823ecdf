/* problems.c - see problems.h */
#include "problems.h"

#include "models/rods.h"

#include <math.h>
#include <string.h>

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

/* ---- problems ---- */

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

void given_all (Given *given)
{
    static const Reference andrews = {GEOMS_TEST_DATA "/andrews.csv", 1},
                           truck = {GEOMS_TEST_DATA "/truck.csv", 0},
                           caraxis = {GEOMS_TEST_DATA "/caraxis.csv", 1};
    const Given all[GIVEN] = {given_as (&model_pendulum, 100, NULL),
                              chain_of ("chain of 6", 6, 4),
                              chain_of ("chain of 20", 20, 10),
                              given_as (&model_andrews, 0.03, &andrews),
                              given_as (&model_truck, 10, &truck),
                              given_as (&model_caraxis, 3, &caraxis),
                              given_as (&model_slidercrank, 1, NULL)};

    memcpy (given, all, sizeof all);
}

void given_free (Given *given)
{
    for (int i = 0; i < GIVEN; i++)
        rods_free (given[i].own_user);
}

/* ---- a match ---- */

int match_open (Match *m, const Given *g)
{
    if (problem_open (&m->p, &g->model, &g->q, g->q > 0, g->tend, g->reference))
        return 1;
    if (g->name != NULL)
        m->p.name = g->name;
    for (int k = 0; k < FORMS; k++)
        m->form[k] = form_of (&m->p, k, m->storage + k, m->own + k);
    m->n = contenders (g, &m->p, m->form, m->c);
    return 0;
}

void match_close (Match *m)
{
    for (int k = 0; k < FORMS; k++)
        model_form_free (m->storage + k);
    problem_close (&m->p);
}
