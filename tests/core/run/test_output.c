/* test_output.c - what is returned at the outputs: residuals against the model's own, many times in
 * one step, states that are corrected or not
 */
#include "inside.h"

static const TestModel *const models[]
    = {&model_pendulum,   &model_andrews,    &model_caraxis, &model_slidercrank,
       &model_oscillator, &model_prescribed, &model_skate};
enum { MODELS = sizeof models / sizeof models[0], MOST_ROWS = 200 };

/* size_j = largest |x_j| of the outputs up to number `last`, but at least a thousandth of the
 * largest of its kind */
static void sizes_of (const Case *c, const Outcome *o, size_t last, double *size)
{
    const GeomsDims *d = &c->model.system.dims;
    const int n1 = d->nw + d->nl + d->nm, o3 = n1 + d->nr, op = c->n - d->np, n = c->n;
    const int ends[7] = {0, d->nw, n1, o3, o3 + d->nv, op, n};
    const double *floor = run_floor (o->run);
    double reach[MOST_UNKNOWNS] = {0};

    for (size_t k = 0; k <= last; k++)
        for (int j = 0; j < n; j++)
            reach[j] = fmax (reach[j], fabs (o->s->x[(int)k * n + j]));
    for (int k = 0; k < 6; k++) {
        double largest = 0;

        for (int j = ends[k]; j < ends[k + 1]; j++)
            largest = fmax (largest, reach[j]);
        for (int j = ends[k]; j < ends[k + 1]; j++)
            size[j] = fmax (fmax (1e-3 * largest, floor[j]), reach[j]);
    }
}

/* rows of rda without e at output k, scale of each: sum_j |J_ij| size_j */
static int residual_at (const Case *c, const Outcome *o, size_t k, double *a, double *scale)
{
    static double rda[MOST_ROWS], J[MOST_ROWS * MOST_UNKNOWNS];
    const GeomsDims *d = &c->model.system.dims;
    const int na = d->nw + 3 * d->nl + 2 * d->nm + d->ns;
    const double t = o->s->t[k], *x = o->s->x + k * (size_t)c->n;
    double size[MOST_UNKNOWNS];

    memset (J, 0, sizeof J);
    sizes_of (c, o, k, size);
    assert_int_equal (c->model.system.rda (1, &t, x, c->n, rda, c->m, c->user), 0);
    assert_int_equal (c->model.system.jac (t, x, J, c->m, c->user), 0);
    for (int i = 0; i < na; i++) { /* no model here has e */
        a[i] = rda[i];
        scale[i] = 0;
        for (int j = 0; j < c->n; j++)
            scale[i] += fabs (J[i + j * c->m]) * size[j];
    }
    return na;
}

static double largest_of (const double *a, const double *scale, int first, int last)
{
    double worst = 0;

    for (int i = first; i < last; i++)
        worst = fmax (worst, fabs (a[i]) / scale[i]);
    return worst;
}

/* residuals are those of the model; the scales belong to the end of the step, and after the last
 * step, which needs no linearisation, to its begin. With multipliers that are solved for
 * accelerations are measured by the forces that they are made of, which is more. */
static void residuals_belong_to_the_states (void **state)
{
    (void)state;
    for (int i = 0; i < 6 * MODELS; i++) {
        Case c = case_of (models[i / 6]);
        const GeomsDims *d = &c.model.system.dims;
        const int solved = i / 2 % 3 == 2;
        double a[MOST_ROWS], scale[MOST_ROWS];
        Outcome o;

        c.options.project = GEOMS_PROJECT_OFF;
        c.options.formulation = psf_or_psi1 (i / 2 % 3 == 1);
        c.options.multipliers = solved ? GEOMS_MULTIPLIERS_SOLVED : GEOMS_MULTIPLIERS_ITERATED;
        c.tspan[1] = c.tspan[0] + 0.05 * (c.model.tspan[1] - c.model.tspan[0]);
        if (i % 2)
            case_times (&c, 150, c.tspan[1]);
        o = solve (&c);
        for (size_t k = 0; k < o.s->count; k++) {
            const double *r = o.s->residual + k * (size_t)o.s->na;
            const double *relative = o.s->relative + 3 * k;
            const int n1 = d->nw + d->nl + d->nm, n2 = n1 + d->nl + d->nm;
            const int na = residual_at (&c, &o, k, a, scale);
            const double level[3] = {largest_of (a, scale, n2, na), largest_of (a, scale, n1, n2),
                                     largest_of (a, scale, 0, n1)};
            const double factor = i % 2 || k == o.s->count - 1 ? 10 : 1 + 1e-9;

            assert_int_equal (na, o.s->na);
            for (int j = 0; j < na; j++)
                assert_true (r[j] == a[j]);
            for (int j = 0; j < 3; j++) {
                const double least = solved && j == 2 ? 0.01 * level[j] : level[j];

                if (! (relative[j] <= factor * level[j] && relative[j] >= least / factor))
                    fail_msg ("%s, solved %d, at %g: relative residual %g of level %d, expected %g",
                              c.model.name, solved, o.s->t[k], relative[j], j, level[j]);
            }
        }
        case_end (&c, &o);
    }
}

/* 200 times within one step, and times at the ends of it */
static void many_times_within_one_step (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = case_of (&model_oscillator);
        Outcome o;

        c.options.step = 0.5;
        c.options.project = i % 2 ? GEOMS_PROJECT_ON : GEOMS_PROJECT_OFF;
        case_times (&c, MOST_TIMES, i < 2 ? 0.5 : -0.5);
        o = solve (&c);
        assert_int_equal (o.counters.naccpt, 1);
        assert_int_equal (o.s->count, MOST_TIMES);
        assert_memory_equal (o.s->t, c.tspan, sizeof c.tspan);
        for (size_t k = 0; k < o.s->count; k++)
            assert_true (largest (errors_at (&c, &o, k)) < 1e-2);
        assert_memory_equal (last_state (&o), o.s->step_x, 4 * sizeof (double));
        case_end (&c, &o);
    }
}

/* whether states are moved each by its own Jacobian */
static int few_looks (const Outcome *o) { return run_lands (o->run); }

/* Many times within each step: all of them on the constraints, by few evaluations; and where few of
 * them are requested, there they are, too. */
static void many_times_within_long_steps (void **state)
{
    enum { APART = 40 };
    (void)state;
    for (int i = 0; i < MODELS; i++) {
        Case c = case_of (models[i]);
        const double last = c.tspan[0] + 0.02 * (c.model.tspan[1] - c.model.tspan[0]);
        Outcome many, few;

        case_times (&c, 1 + 4 * APART, last);
        many = solve (&c);
        assert_int_equal (many.s->count, 1 + 4 * APART);
        for (size_t k = 0; k < 3 * many.s->count; k++)
            assert_true (many.s->relative[k] <= 1e-12);
        if (many.counters.naccpt <= 8 && c.model.system.dims.nl > 0)
            assert_true (many.counters.neomout <= (few_looks (&many) ? 3 : 4) * (long)many.s->count);
        case_times (&c, 5, last);
        few = solve (&c);
        for (size_t k = 0; k < few.s->count; k++)
            for (int j = 0; j < c.n; j++) {
                const double a = few.s->x[k * (size_t)c.n + (size_t)j],
                             b = many.s->x[k * APART * (size_t)c.n + (size_t)j];

                assert_true (fabs (few.s->t[k] - many.s->t[k * APART]) <= 1e-14 * (1 + fabs (last)));
                assert_true (fabs (a - b) <= 1e-7 * (1 + fabs (a)));
            }
        outcome_free (&few);
        outcome_free (&many);
        case_free (&c);
    }
}

/* What is returned at a time does not depend on the times beside it, nor does the end of the run. */
static void times_do_not_depend_on_each_other (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MODELS; i++) {
        Case c = case_of (models[i / 2]);
        const double last = c.tspan[0] + 0.05 * (c.model.tspan[1] - c.model.tspan[0]);
        const size_t n = (size_t)c.n, size = n * sizeof (double);
        double times[MOST_TIMES];
        Outcome many;

        c.options.residuals = i % 2 ? GEOMS_SWITCH_ON : GEOMS_SWITCH_OFF;
        case_times (&c, MOST_TIMES, last);
        memcpy (times, c.tspan, sizeof times);
        many = solve (&c);
        for (int k = 1; k < MOST_TIMES - 1; k += 37) {
            Outcome few;

            case_times (&c, 3, last);
            c.tspan[1] = times[k];
            few = solve (&c);
            assert_memory_equal (few.s->x + n, many.s->x + n * (size_t)k, size);
            assert_memory_equal (last_state (&few), last_state (&many), size);
            outcome_free (&few);
        }
        outcome_free (&many);
        case_free (&c);
    }
}

/* two times: every step is an output, and the stored steps end there */
static void every_step_is_an_output (void **state)
{
    (void)state;
    for (int i = 0; i < MODELS; i++) {
        Case c = case_of (models[i]);
        const size_t n = (size_t)c.n;
        Outcome o;

        c.tspan[1] = c.tspan[0] + 0.1 * (c.model.tspan[1] - c.model.tspan[0]);
        o = solve (&c);
        assert_int_equal (o.s->count, o.counters.naccpt + 1);
        assert_memory_equal (o.s->x, c.x0, n * sizeof (double));
        for (size_t k = 0; k < o.s->steps; k++) {
            assert_true (o.s->step_t[2 * k + 1] == o.s->t[k + 1]);
            assert_memory_equal (o.s->step_x + 4 * n * k, o.s->x + n * (k + 1),
                                 n * sizeof (double));
        }
        assert_true (o.s->t[o.s->count - 1] == c.tspan[1] && o.s->t_end == c.tspan[1]);
        assert_true (o.s->h_next > 0);
        case_end (&c, &o);
    }
}

/* the first and last of requested times are those of a run that returns every step */
static void requested_ends_equal_the_steps (void **state)
{
    (void)state;
    for (int i = 0; i < MODELS; i++) {
        Case c = case_of (models[i]);
        Outcome every, some;

        c.tspan[1] = c.tspan[0] + 0.1 * (c.model.tspan[1] - c.model.tspan[0]);
        every = solve (&c);
        case_times (&c, 3, c.tspan[1]);
        some = solve (&c);
        assert_int_equal (some.s->count, 3);
        assert_memory_equal (some.s->x, every.s->x, (size_t)c.n * sizeof (double));
        assert_true (distance (last_state (&some), last_state (&every), 0, c.n) < 1e-12);
        assert_true (worst_residual (some.s) <= 1e-12);
        outcome_free (&every);
        outcome_free (&some);
        case_free (&c);
    }
}

/* what is evaluated for outputs is counted apart: without residuals the method costs the same */
static void outputs_are_counted_apart (void **state)
{
    Case c = case_of (&model_pendulum);
    Outcome with, without;

    (void)state;
    with = solve (&c);
    c.options.residuals = GEOMS_SWITCH_OFF;
    c.options.dense = GEOMS_SWITCH_OFF;
    without = solve (&c);
    assert_int_equal (with.counters.neom, without.counters.neom);
    /* one evaluation compares rda with the parts of the model */
    assert_int_equal (with.counters.neomout, with.s->count + 1);
    assert_int_equal (without.counters.neomout, 1);
    assert_true (without.s->residual == NULL && without.s->relative == NULL);
    assert_true (without.s->step_t == NULL && without.s->steps == 0);
    assert_memory_equal (with.s->x, without.s->x, with.s->count * 5 * sizeof (double));
    outcome_free (&with);
    outcome_free (&without);
    case_free (&c);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (residuals_belong_to_the_states),
        cmocka_unit_test (many_times_within_one_step),
        cmocka_unit_test (many_times_within_long_steps),
        cmocka_unit_test (times_do_not_depend_on_each_other),
        cmocka_unit_test (every_step_is_an_output),
        cmocka_unit_test (requested_ends_equal_the_steps),
        cmocka_unit_test (outputs_are_counted_apart),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
