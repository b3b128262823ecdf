/* test_trapezoidal.c - the implicit trapezoidal rule on every formulation: the rule itself, order
 * 2, constraints, dense output, events, failures
 */
#include "forms.h"
#include "moving.h"
#include "watch.h"

/* ---- force elements alone ---- */

static const double rates[] = {-0.7, 0.4, -30, -1e4};
enum { RATES = sizeof rates / sizeof rates[0] };

/* r_i' = l_i r_i */
static int linear_rows (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++)
        for (int i = 0; i < RATES; i++)
            out[j * ldo + i] = rates[i] * x[j * ldx + i];
    return 0;
}

/* x_new = (1 + h l/2) / (1 - h l/2) x, also in a shorter last step */
static void linear_systems_obey_the_rule (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = {.model = {.system = {.abi = GEOMS_MODEL_ABI,
                                       .size = sizeof (GeomsModel),
                                       .dims = {.nr = RATES},
                                       .mass_structure = GEOMS_MASS_CONSTANT,
                                       .rda = linear_rows},
                            .name = "force elements"},
                  .n = RATES,
                  .m = RATES,
                  .ntspan = 2};
        const double sign = i % 2 ? -1 : 1;
        Outcome o;

        geoms_options_default (&c.options);
        c.options.formulation = i / 2 ? GEOMS_FORMULATION_PARTITION_FULL : GEOMS_FORMULATION_PSF;
        c.options.method = GEOMS_METHOD_TRAPEZOIDAL;
        c.options.initial = GEOMS_INITIAL_ASSUME;
        c.options.step = 0.06;
        c.options.newton_tol = 1e-8;
        c.tspan[1] = sign * 1.03;
        case_tolerance (&c, 1e-9);
        for (int l = 0; l < RATES; l++)
            c.x0[l] = 1 + l;
        o = solve (&c);
        assert_int_equal (o.counters.naccpt, 18);
        assert_int_equal (o.s->count, 19);
        for (size_t k = 1; k < o.s->count; k++) {
            const double h = o.s->t[k] - o.s->t[k - 1];

            assert_true (fabs (h - sign * (k < 18 ? 0.06 : 0.01)) < 1e-14);
            for (int l = 0; l < RATES; l++) {
                const double x = o.s->x[(k - 1) * RATES + (size_t)l], z = h * rates[l] / 2,
                             wanted = (1 + z) / (1 - z) * x;

                if (fabs (o.s->x[k * RATES + (size_t)l] - wanted) > 1e-9 * (fabs (wanted) + 1e-3))
                    fail_msg ("rate %g, step %zu: %.17g, not %.17g", rates[l], k,
                              o.s->x[k * RATES + (size_t)l], wanted);
            }
        }
        outcome_free (&o);
    }
}

/* ---- order 2 ---- */

/* The rule takes index 3 to multipliers that swing from step to step: (v_n+1 - v_n)/h are right in
 * the mean of two, lambda in that of three states. */
static int swings (int formulation, int project)
{
    return formulation == GEOMS_FORMULATION_INDEX3 && project == GEOMS_PROJECT_OFF;
}

/* errors at output number i, of the mean of three for multipliers that swing */
static Errors errors_of (const Case *c, const Outcome *o, size_t i)
{
    const int m = c->model.system.dims.nl + c->model.system.dims.nm;
    const size_t n = (size_t)c->n;
    double x[MOVING_N], y[MOVING_N];

    if (! swings (c->options.formulation, c->options.project))
        return errors_at (c, o, i);
    memcpy (x, o->s->x + i * n, sizeof x);
    moving_exact (o->s->t[i], y, NULL);
    for (int l = 0; l < m; l++)
        x[l] = i == 0 || i + 1 == o->s->count ? y[l]
                                              : 0.25 * o->s->x[(i - 1) * n + (size_t)l] + 0.5 * x[l]
                                                    + 0.25 * o->s->x[(i + 1) * n + (size_t)l];
    return errors_between (&c->model.system.dims, x, y);
}

/* the largest errors at the ends of steps, and in the middle of them */
static void fixed_steps (int formulation, int project, int steps, Errors *end, Errors *inside)
{
    Case c = case_of_moving ();
    Outcome o;

    c.options.formulation = formulation;
    c.options.method = GEOMS_METHOD_TRAPEZOIDAL;
    c.options.project = project;
    c.options.step = 1.0 / steps;
    c.options.newton_tol = 1e-4;
    c.options.max_newton = 30;
    c.tspan[1] = 1;
    o = solve (&c);
    assert_int_equal (o.counters.naccpt, steps);
    *end = *inside = (Errors){0, 0, 0};
    for (size_t i = 0; i < o.s->count; i++)
        *end = larger_errors (*end, errors_of (&c, &o, i));
    for (size_t i = 0; i < o.s->steps; i++) {
        const double t = (o.s->step_t[2 * i] + o.s->step_t[2 * i + 1]) / 2;
        double x[MOVING_N], y[MOVING_N];

        geoms_dense (geoms_steps (o.s), 1, &t, x, NULL);
        moving_exact (t, y, NULL);
        *inside = larger_errors (*inside, errors_between (&c.model.system.dims, x, y));
    }
    /* with the correction all levels that are integrated are at rounding */
    if (project != GEOMS_PROJECT_OFF)
        for (size_t i = 0; i < o.s->count; i++)
            for (size_t l = 0; l < (formulation == GEOMS_FORMULATION_PSI1 ? 2 : 3); l++)
                assert_true (o.s->relative[3 * i + l] <= 1e-12);
    case_end (&c, &o);
}

static void the_order_is_2 (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * GEOMS_FORMULATION_COUNT; i++) {
        const Pair pair = {i / 2, GEOMS_METHOD_TRAPEZOIDAL};
        const int project = i % 2 ? GEOMS_PROJECT_ON : GEOMS_PROJECT_OFF;
        Errors a, b, a_inside, b_inside;
        double p, v, lambda;

        if (! fits_all_systems (pair.formulation))
            continue;
        fixed_steps (pair.formulation, project, 100, &a, &a_inside);
        fixed_steps (pair.formulation, project, 200, &b, &b_inside);
        p = order_of (a.positions, b.positions);
        v = order_of (a.velocities, b.velocities);
        lambda = order_of (a.multipliers, b.multipliers);
        print_message ("%-30s %s p %.2f v %.2f lambda %.2f (%.0e %.0e), inside %.2f %.2f %.2f\n",
                       pair_name (&pair), i % 2 ? "projected" : "         ", p, v, lambda,
                       b.velocities, b.multipliers,
                       order_of (a_inside.positions, b_inside.positions),
                       order_of (a_inside.velocities, b_inside.velocities),
                       order_of (a_inside.multipliers, b_inside.multipliers));
        assert_true (fabs (p - 2) < 0.2 && fabs (v - 2) < 0.2);
        assert_true (lambda > 1.7);
        assert_true (order_of (a_inside.positions, b_inside.positions) > 1.7);
        /* the polynomial takes v' at the first end */
        assert_true (order_of (a_inside.velocities, b_inside.velocities)
                     > (swings (pair.formulation, project) ? 0.7 : 1.7));
    }
}

/* ---- events: p = 2 t - t^2/2, which the rule follows exactly ---- */

static void events_are_found (void **state)
{
    (void)state;
    for (int i = 0; i < GEOMS_FORMULATION_COUNT; i++) {
        const Pair pair = {i, GEOMS_METHOD_TRAPEZOIDAL};
        Case c;
        Watch w = {.value = of_place, .count = 15};
        int seen[15] = {0};
        Outcome o;

        if (! fits_all_systems (i))
            continue;
        c = thrown (2);
        for (int k = 0; k < 15; k++)
            w.level[k] = 0.12 * (k + 1);
        choose (&c, &pair);
        c.options.step = 0.09;
        c.options.newton_tol = 1e-8;
        watch (&c, &w);
        o = solve (&c);
        assert_int_equal (o.s->nevents, 30);
        for (size_t k = 0; k < 30; k++) {
            const int which = (int)o.s->event_which[k], down = seen[which]++;
            const double t = passing (2, w.level[which], down), *x = o.s->event_x + 5 * k;

            assert_true (fabs (o.s->event_t[k] - t) * fabs (2 - t) < 1e-12);
            assert_true (fabs (x[3] - w.level[which]) <= 2e-15);
        }
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* reflected at p1 = 0 without loss: at t = 1, 3, 5, 7 */
static void actions_restart_the_method (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * GEOMS_FORMULATION_COUNT; i++) {
        const Pair pair = {i / 2, GEOMS_METHOD_TRAPEZOIDAL};
        Case c;
        Watch w = {.value = of_place, .count = 1, .direction = {-1}, .act = turn_around};
        Outcome o;

        if (! fits_all_systems (pair.formulation))
            continue;
        c = case_of (&model_particle);
        choose (&c, &pair);
        c.options.project = i % 2 ? GEOMS_PROJECT_ON : GEOMS_PROJECT_OFF;
        c.options.step = 0.07;
        c.options.newton_tol = 1e-8;
        c.tspan[1] = 8;
        watch (&c, &w);
        o = solve (&c);
        assert_int_equal (o.s->nevents, 4);
        for (int k = 0; k < 4; k++)
            assert_true (fabs (o.s->event_t[k] - (1 + 2 * k)) < 1e-11);
        assert_true (fabs (last_state (&o)[3] - 0.5) < 1e-11);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* a step that an event cuts short is a step of the rule: its error is that of a run that ends
 * there */
static void terminal_events_end_a_step (void **state)
{
    (void)state;
    for (int i = 0; i < GEOMS_FORMULATION_COUNT; i++) {
        const Pair pair = {i, GEOMS_METHOD_TRAPEZOIDAL};
        Case c = case_of_moving ();
        Watch w = {.value = of_time, .count = 1, .level = {1.234}, .terminal = {1}};
        Outcome o, plain;
        Errors e;

        if (! fits_all_systems (i)) {
            case_free (&c);
            continue;
        }
        choose (&c, &pair);
        c.options.step = 0.01;
        c.options.newton_tol = 1e-6;
        c.tspan[1] = 1.234;
        plain = solve (&c);
        c.tspan[1] = 2;
        watch (&c, &w);
        o = attempt (&c);
        assert_int_equal (o.status, GEOMS_EVENT);
        assert_true (fabs (o.s->t_end - 1.234) < 1e-15);
        /* multipliers of index 3 are what Newton's method leaves in the positions, divided by
         * h^2 */
        assert_true (distance (last_state (&o), last_state (&plain),
                               swings (i, GEOMS_PROJECT_OFF) ? 2 : 0, MOVING_N)
                     < 1e-9);
        e = errors_at (&c, &o, o.s->count - 1);
        assert_true (e.positions < 1e-2 && e.velocities < 1e-2);
        assert_true (e.multipliers < 1e-2 || swings (i, GEOMS_PROJECT_OFF));
        check_solution (&c, &o);
        outcome_free (&o);
        outcome_free (&plain);
        case_free (&c);
    }
}

/* ---- failures ---- */

/* steps that Newton's method cannot make end the run, and the report names Step */
static void long_steps_are_refused (void **state)
{
    Case c = case_of (&model_slidercrank);
    Outcome o;

    (void)state;
    c.options.method = GEOMS_METHOD_TRAPEZOIDAL;
    c.options.step = 0.5;
    c.tspan[1] = 5;
    o = attempt (&c);
    assert_int_equal (o.status, GEOMS_NEWTON_FAILS);
    assert_non_null (strstr (o.report.text, "smaller Step"));
    check_solution (&c, &o);
    case_end (&c, &o);
}

/* Index 3 off its constraint: lambda swings from step to step, more and more. Along the circle the
 * equations of a step have the factor 1 + h^2/2 lambda: a matrix made before lambda changes its
 * sign does not do. */
static void swinging_multipliers_are_followed (void **state)
{
    Case c = case_of (&model_pendulum);
    const double h = 0.005, g = 13.750371636040745655;
    double largest = 0;
    Outcome o;

    (void)state;
    c.options.formulation = GEOMS_FORMULATION_INDEX3;
    c.options.method = GEOMS_METHOD_TRAPEZOIDAL;
    c.options.initial = GEOMS_INITIAL_ASSUME;
    c.options.step = h;
    c.options.newton_tol = 1e-5;
    c.options.max_newton = 50;
    case_tolerance (&c, 1e-8);
    c.tspan[1] = 1.4;
    c.x0[3] += 1e-4;
    o = solve (&c);
    assert_int_equal (o.status, 0);
    for (size_t k = 1; k < o.s->count; k++) {
        const double *a = o.s->x + (k - 1) * 5, *b = a + 5, size = fabs (a[0]) + fabs (b[0]);

        for (int i = 0; i < 2; i++) {
            const double force = -2 * (a[0] * a[3 + i] + b[0] * b[3 + i]) - (i == 1 ? 2 * g : 0);

            assert_true (fabs (b[3 + i] - a[3 + i] - h / 2 * (a[1 + i] + b[1 + i])) < 1e-11);
            assert_true (fabs (b[1 + i] - a[1 + i] - h / 2 * force) < 1e-11 * (1 + size));
        }
        assert_true (fabs (b[3] * b[3] + b[4] * b[4] - 1) < 1e-12);
        largest = fmax (largest, fabs (b[0]));
    }
    assert_true (largest > 0.7 * 2 / (h * h));
    case_end (&c, &o);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (linear_systems_obey_the_rule),
        cmocka_unit_test (the_order_is_2),
        cmocka_unit_test (events_are_found),
        cmocka_unit_test (actions_restart_the_method),
        cmocka_unit_test (terminal_events_end_a_step),
        cmocka_unit_test (long_steps_are_refused),
        cmocka_unit_test (swinging_multipliers_are_followed),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
