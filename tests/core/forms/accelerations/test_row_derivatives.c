/* test_row_derivatives.c - ds/dz from blocks_jac, or from a model's own J, against differences of
 * the rows of each formulation; runs with them beside runs with differences: the same steps from
 * fewer evaluations
 */
#include "doubled.h"
#include "forms.h"
#include "forms/accelerations/accelerations.h"
#include "inside.h"
#include "moving.h"

enum { MOST_Z = 64, MOST_R = 64, MOST_PARTS = 200 };

/* ---- models ---- */

/* R of geoms_model.h where M varies, Z is given and there are no rows d, e, c */
static void rows_of_parts (const GeomsModel *model, double t, const double *x, const double *alpha,
                           double *R, void *user)
{
    const GeomsDims *d = &model->dims;
    const int m = d->nl + d->nm, n = model_unknowns (d), nv = d->nv, np = d->np;
    double column[MOST_PARTS], *M = column, *Z = M + nv * nv, *f = Z + np * nv, *C = f + nv,
                               *g = C + m * nv, *level = g + d->nl, *gamma = level + m,
                               *b = gamma + m;
    const double *v = x + m + d->nr;

    assert_int_equal (model->parts (1, &t, x, n, column, MOST_PARTS, user), 0);
    for (int i = 0; i < m; i++) {
        R[i] = gamma[i];
        R[m + i] = level[i];
        for (int j = 0; j < nv; j++)
            R[i] += C[i + j * m] * alpha[j];
    }
    R += 2 * m;
    memcpy (R, g, (size_t)d->nl * sizeof *R);
    memcpy (R + d->nl, b, (size_t)d->nr * sizeof *R);
    R += d->nl + d->nr;
    for (int j = 0; j < nv; j++) {
        R[j] = f[j];
        for (int i = 0; i < m; i++)
            R[j] -= C[i + j * m] * x[i];
        for (int i = 0; i < nv; i++)
            R[j] -= M[j + i * nv] * alpha[i];
    }
    for (int i = 0; i < np; i++) {
        R[nv + i] = 0;
        for (int j = 0; j < nv; j++)
            R[nv + i] += Z[i + j * np] * v[j];
    }
}

/* the system of moving.h; B by differences of order 4, so that it has one */
static GeomsModel moving_model;

static int blocks_of_moving (double t, const double *x, const double *alpha, double *B, int ldb,
                          void *user)
{
    const int n = model_unknowns (&moving_model.dims), rows = model_rows (&moving_model.dims);
    static const double at[4] = {1, -1, 2, -2};

    for (int j = 0; j < n; j++) {
        const double h = 1e-3;
        double y[MOST_Z], R[4][MOST_R];

        memcpy (y, x, (size_t)n * sizeof *y);
        for (int k = 0; k < 4; k++) {
            y[j] = x[j] + at[k] * h;
            rows_of_parts (&moving_model, t, y, alpha, R[k], user);
        }
        for (int i = 0; i < rows; i++)
            B[i + j * ldb] = (8 * (R[0][i] - R[1][i]) - (R[2][i] - R[3][i])) / (12 * h);
    }
    return 0;
}

static int blocks_of_doubled (double t, const double *x, const double *alpha, double *B, int ldb,
                           void *user)
{
    const double *q = user, l = x[0] + q[1] * x[1];

    (void)t;
    for (int i = 0; i < 2; i++) {
        const double by = i == 0 ? 1 : q[1];

        for (int k = 0; k < 2; k++) {
            B[i + (4 + k) * ldb] = by * 2 * alpha[k];
            B[i + (2 + k) * ldb] = by * 4 * x[2 + k];
            B[2 + i + (4 + k) * ldb] = by * 2 * x[2 + k];
            B[2 + i + (2 + k) * ldb] = B[4 + i + (4 + k) * ldb] = by * 2 * x[4 + k];
            B[6 + k + i * ldb] = -by * 2 * x[4 + k];
        }
    }
    for (int k = 0; k < 2; k++) {
        B[6 + k + (4 + k) * ldb] = -2 * l;
        B[8 + k + (2 + k) * ldb] = 1;
    }
    return 0;
}

/* with blocks_jac, or with J alone */
enum { BY_BLOCKS = 5, MODELS = 9 };

static Case case_number (int i)
{
    static const TestModel *const models[]
        = {&model_pendulum, &model_slidercrank, &model_andrews, &model_doubled, NULL,
           &model_caraxis,  &model_sleigh,      &model_top,     &model_truck};
    Case c = models[i] == NULL ? case_of_moving () : case_of (models[i]);

    if (i < 3)
        c.model.system = model_blocks (models[i]);
    if (i == 3)
        c.model.system.blocks_jac = blocks_of_doubled;
    if (i == 4) {
        moving_model = c.model.system;
        c.model.system.jac = NULL;
        c.model.system.blocks_jac = blocks_of_moving;
    }
    return c;
}

static int is_redundant (int i) { return i == 3; }

/* (3.16) needs [G; L] of full rank, and rows that depend on each other only the SVD takes */
static int fits (int formulation, int model)
{
    const int l = geoms_formulation_entry (formulation)->lambda;

    if (geoms_formulation_entry (formulation)->projected || l == GEOMS_LAMBDA_MOVES)
        return 0;
    if (is_redundant (model))
        return formulation == GEOMS_FORMULATION_PARTITION_SVD;
    return fits_all_systems (formulation) || model == 0 || model == 4;
}

/* ---- one form, at a state beside its start ---- */

typedef struct Fixture {
    Case c;
    GeomsRun *run;
    GeomsAccelerations *s;
    GeomsForm *form;
    int n;
    double t, z[MOST_Z];
} Fixture;

/* velocities of partitions meet the constraints; extra unknowns are what they are but for errors */
static void open_form (Fixture *f, int model, int formulation)
{
    unsigned seed = 7;

    f->c = case_number (model);
    f->c.options.formulation = formulation;
    f->c.options.method = GEOMS_METHOD_RADAU5;
    f->run = create_run (&f->c);
    f->s = (GeomsAccelerations *)run_form (f->run);
    f->form = &f->s->form;
    f->n = f->form->n;
    assert_true (f->n <= MOST_Z);
    f->t = 0.3;
    memcpy (f->z, f->c.x0, (size_t)f->c.n * sizeof f->z[0]);
    for (int i = 0; i < f->c.n && ! is_redundant (model); i++)
        f->z[i] += 0.02 * noise (&seed) * fmin (1, fabs (f->z[i]) + (model == 2 ? 1e-2 : 1));
    assert_int_equal (f->form->ops->begin (f->form, f->t, f->z), 0);
    assert_int_equal (f->form->ops->base (f->form, f->t, f->z), 0);
    f->form->ops->normalise (f->form, 1, f->z);
}

static void close_form (Fixture *f)
{
    geoms_run_free (f->run);
    case_free (&f->c);
}

/* order 4 */
static void column_of (Fixture *f, int j, double *column)
{
    const double h = 1e-4 * fmax (1e-1, fabs (f->z[j])), keep = f->z[j];
    static const double at[4] = {1, -1, 2, -2};
    double rows[4][MOST_Z];

    for (int k = 0; k < 4; k++) {
        f->z[j] = keep + at[k] * h;
        assert_int_equal (geoms_rows_evaluate (f->s, GEOMS_FOR_METHOD, 1, &f->t, f->z, rows[k]), 0);
    }
    f->z[j] = keep;
    for (int i = 0; i < f->n; i++)
        column[i] = (8 * (rows[0][i] - rows[1][i]) - (rows[2][i] - rows[3][i])) / (12 * h);
}

/* Multipliers of redundant rows share themselves out anew beside the state, which nothing depends
 * on. */
static int is_left_out (int model, int i) { return is_redundant (model) && i < 2; }

static void derivatives_are_exact (void **state)
{
    (void)state;
    for (int i = 0; i < MODELS * GEOMS_FORMULATION_COUNT; i++) {
        const int model = i % MODELS, formulation = i / MODELS;
        double column[MOST_Z], size[MOST_Z] = {0}, base[MOST_Z];
        Fixture f;

        if (! fits (formulation, model))
            continue;
        open_form (&f, model, formulation);
        assert_int_equal (f.form->ops->base (f.form, f.t, f.z), 0);
        memcpy (base, f.form->base, sizeof base[0] * (size_t)f.n);
        assert_int_equal (f.form->ops->linearise (f.form, f.t, f.z, GEOMS_BASE_HAVE), 0);
        assert_memory_equal (base, f.form->base, sizeof base[0] * (size_t)f.n);
        for (int j = 0; j < f.n; j++)
            for (int k = 0; k < f.n; k++)
                size[k] = fmax (size[k], fabs (f.s->linear.J[k + j * f.n]));
        for (int j = 0; j < f.n; j++) {
            column_of (&f, j, column);
            for (int k = 0; k < f.n; k++)
                if (! is_left_out (model, k)
                    && ! (fabs (f.s->linear.J[k + j * f.n] - column[k]) < 1e-6 * (1 + size[k])))
                    fail_msg ("%s, %s: row %d, column %d: %.10g, not %.10g", f.c.model.name,
                              geoms_formulation_entry (formulation)->word, k, j,
                              f.s->linear.J[k + j * f.n], column[k]);
        }
        close_form (&f);
    }
}

/* ---- runs ---- */

static Outcome run_of (const TestModel *model, const Pair *pair, double tend, int exact)
{
    Case c = case_of (model);
    Outcome o;

    if (! exact)
        c.model.system = model_differences (model);
    else if (model->blocks_jac != NULL)
        c.model.system = model_blocks (model);
    choose (&c, pair);
    case_tolerance (&c, 1e-6);
    c.tspan[1] = tend;
    o = attempt (&c);
    case_free (&c);
    return o;
}

/* Of (10) it takes blocks_jac. */
static int is_exact (const TestModel *model, int formulation)
{
    return model->blocks_jac != NULL || formulation != GEOMS_FORMULATION_INDEX1_IMPLICIT;
}

static double per_step (const GeomsCounters *c)
{
    return (double)(c->neom + c->neomjac) / (double)c->naccpt;
}

/* the same end values to tolerance, about as many steps, fewer evaluations: radau5 linearises at
 * most of its steps, bdf seldom */
static void runs_are_the_same (void **state)
{
    static const struct {
        const TestModel *model;
        double tend;
    } at[] = {{&model_pendulum, 4},
              {&model_slidercrank, 0.2},
              {&model_andrews, 0.02},
              {&model_truck, 2},
              {&model_top, 0.3}};
    static const int methods[] = {GEOMS_METHOD_RADAU5, GEOMS_METHOD_BDF};

    (void)state;
    for (int i = 0; i < 5 * 2 * GEOMS_FORMULATION_COUNT; i++) {
        const TestModel *model = at[i % 5].model;
        const GeomsDims *d = &model->system.dims;
        const Pair pair = {i / 10, methods[i / 5 % 2]};
        const int exact = is_exact (model, pair.formulation);
        Outcome a, b;

        if (! fits (pair.formulation, 1))
            continue;
        a = run_of (model, &pair, at[i % 5].tend, 0);
        b = run_of (model, &pair, at[i % 5].tend, 1);
        assert_int_equal (a.status, b.status);
        if (a.status == 0) {
            const double before = per_step (&a.counters), after = per_step (&b.counters),
                         apart = distance (last_state (&b), last_state (&a), d->nl + d->nm, b.s->n);
            const long steps = a.counters.naccpt, others = labs (steps - b.counters.naccpt),
                       most = pair.method == GEOMS_METHOD_RADAU5 ? 0 : 1 + steps / 15;

            print_message ("%s, %s: %ld steps, %.2f evaluations each, were %.2f; %.1e apart\n",
                           model->name, pair_name (&pair), b.counters.naccpt, after, before, apart);
            assert_true (others <= most && apart < 5e-5);
            assert_true (after
                         < (exact && pair.method == GEOMS_METHOD_RADAU5 ? 0.8 : 1) * before);
        }
        outcome_free (&a);
        outcome_free (&b);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (derivatives_are_exact),
        cmocka_unit_test (runs_are_the_same),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
