/* test_radau_orders.c - Radau IIA of orders 5, 9 and 13: steps, orders of convergence, the choice
 * of the order
 *
 * What theory says of s stages, order 2 s - 1 (E. Hairer, Ch. Lubich, M. Roche: The Numerical
 * Solution of Differential-Algebraic Systems by Runge-Kutta Methods): index 1: 2 s - 1; index 2:
 * 2 s - 1, multipliers s; index 3: p 2 s - 1, v s, lambda s - 1; between the ends of steps s + 1.
 */
#include "forms.h"
#include "methods/radau_scheme.h"
#include "moving.h"
#include "oscillator.h"

enum { ORDERS = 3, MOST = GEOMS_RADAU_MOST };

static const int orders[ORDERS] = {5, 9, 13};

static void radau (Case *c, int order)
{
    c->options.method = GEOMS_METHOD_RADAU;
    c->options.max_order = order;
}

/* ---- one step ---- */

/* X (4 x s) from the dense system (I - h A x L) X = e x x_n */
static void stages_of (const GeomsRadauScheme *r, const double *L, double h, const double *x,
                       double *X)
{
    enum { N = 4 * MOST };
    const int s = r->stages, n = 4 * s;
    double big[N * N];

    for (int a = 0; a < s; a++)
        for (int b = 0; b < s; b++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    big[4 * a + i + n * (4 * b + j)]
                        = (a == b && i == j) - h * r->A[a * s + b] * L[i + 4 * j];
    for (int i = 0; i < n; i++)
        X[i] = x[i % 4];
    assert_int_equal (model_solve (n, big, 1, X), 0);
}

/* Of a linear problem the first Newton iteration finds the stages of the tableau: all real and
 * complex matrices belong to A^-1. The polynomial of the step passes through x_n and the stages,
 * with the slope L X there. */
static void a_step_solves_the_stage_equations (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * ORDERS; i++) {
        const double h = i % 2 ? -0.4 : 0.3;
        Case k = case_of (&model_oscillator);
        GeomsRadauScheme r;
        double L[16], X[4 * MOST], worst = 0;
        Outcome o;

        geoms_radau_scheme (orders[i / 2], &r);
        radau (&k, orders[i / 2]);
        k.options.step = fabs (h);
        k.tspan[1] = k.tspan[0] + h;
        oscillator_matrix (&k, L);
        stages_of (&r, L, h, k.x0, X);
        o = solve (&k);
        assert_int_equal (o.s->steps, 1);
        for (int j = 0; j < r.stages; j++) {
            const double t = k.tspan[0] + r.c[j] * h;
            double x[4], xdot[4], slope[4];

            geoms_dense (geoms_steps (o.s), 1, &t, x, xdot);
            product (4, 1, 4, L, X + 4 * j, slope);
            worst = fmax (worst, fmax (distance (x, X + 4 * j, 0, 4),
                                       distance (xdot, slope, 0, 4)));
        }
        worst = fmax (worst, distance (last_state (&o), X + 4 * (r.stages - 1), 0, 4));
        assert_true (worst < 1e-12);
        case_end (&k, &o);
    }
}

/* order 5 is radau5 but for rounding, with all its failures and multipliers */
static void order_5_is_radau5 (void **state)
{
    const TestModel *const models[] = {&model_pendulum,   &model_slidercrank, &model_andrews,
                                       &model_skate,      &model_prescribed,  &model_truck,
                                       &model_fourbar};

    (void)state;
    for (int i = 0; i < 7 * GEOMS_FORMULATION_COUNT; i++) {
        const int f = i % GEOMS_FORMULATION_COUNT;
        Case k = case_of (models[i / GEOMS_FORMULATION_COUNT]);
        Outcome a, b;

        k.options.formulation = f;
        k.options.step = 1e-3 * (k.tspan[1] - k.tspan[0]);
        k.tspan[1] = k.tspan[0] + 6.5 * k.options.step;
        k.options.method = GEOMS_METHOD_RADAU5;
        k.options.newton_tol = 1e-6;
        a = attempt (&k);
        radau (&k, 5);
        b = attempt (&k);
        assert_int_equal (a.status, b.status);
        if (a.status == 0 && multiplier_index (f) == 1 && fits_all_systems (f)) {
            assert_int_equal (a.counters.naccpt, 7);
            assert_true (labs (a.counters.nbsub - b.counters.nbsub) <= 3);
            if (! (distance (last_state (&a), last_state (&b), 0, k.n) < 1e-9))
                fail_msg ("%s, %s: %.1e", k.model.name, geoms_formulation_entry (f)->word,
                          distance (last_state (&a), last_state (&b), 0, k.n));
        }
        outcome_free (&a);
        case_end (&k, &b);
    }
}

/* ---- orders of convergence ---- */

/* A window in which neither higher terms nor rounding and Newton's iteration count: errors with
 * `steps` and with `more` steps in time `length`, where orders of p, v and lambda are expected. */
typedef struct Window {
    Case (*make) (void);
    int formulation, order;
    double length, newton;
    int steps, more;
    double p, v, lambda;
} Window;

static Case pendulum (void) { return case_of (&model_pendulum); }
static Case slidercrank (void) { return case_of (&model_slidercrank); }

/* the largest at the ends of the steps in the second half of the time span, or inside all steps */
static Errors errors_of (const Window *w, int steps, int inside)
{
    Case k = w->make ();
    Errors worst = {0, 0, 0};
    Outcome o;

    radau (&k, w->order);
    k.options.formulation = w->formulation;
    k.options.step = w->length / steps;
    k.options.newton_tol = w->newton;
    k.options.max_newton = 60;
    k.options.newton_updates = 20; /* steps are long */
    k.tspan[1] = w->length;
    case_tolerance (&k, 1e-9);
    o = solve (&k);
    assert_int_equal (o.counters.naccpt, steps);
    for (size_t i = o.s->count / 2; i < o.s->count && ! inside; i++)
        worst = larger_errors (worst, errors_at (&k, &o, i));
    if (inside)
        worst = errors_inside (&k, o.s);
    case_end (&k, &o);
    return worst;
}

static int is_near (double order, double expected)
{
    return order > expected - 1.2 && order < expected + 2; /* some rise faster where they begin */
}

static void orders_are_those_of_theory (void **state)
{
    enum {
        PSF = GEOMS_FORMULATION_PSF,
        PSI1 = GEOMS_FORMULATION_PSI1,
        FULL = GEOMS_FORMULATION_PARTITION_FULL,
        IMPLICIT = GEOMS_FORMULATION_INDEX1_IMPLICIT,
        INDEX2 = GEOMS_FORMULATION_INDEX2,
        INDEX3 = GEOMS_FORMULATION_INDEX3,
        GGL = GEOMS_FORMULATION_GGL
    };
    static const Window windows[] = {{pendulum, PSF, 5, 1, 1e-8, 40, 160, 5, 5, 5},
                                     {pendulum, PSF, 9, 1, 1e-8, 10, 40, 9, 9, 9},
                                     {pendulum, PSF, 13, 1, 1e-8, 5, 10, 13, 13, 13},
                                     {slidercrank, PSF, 5, 0.7, 1e-8, 25, 100, 5, 5, 5},
                                     {slidercrank, PSF, 9, 1, 1e-8, 20, 40, 9, 9, 9},
                                     {slidercrank, PSF, 13, 1, 1e-8, 10, 20, 13, 13, 13},
                                     {case_of_moving, PSF, 5, 1, 1e-8, 8, 32, 5, 5, 5},
                                     {case_of_moving, PSF, 9, 2, 1e-8, 8, 16, 9, 9, 9},
                                     {case_of_moving, IMPLICIT, 9, 2, 1e-8, 6, 12, 9, 9, 9},
                                     {case_of_moving, IMPLICIT, 13, 2, 1e-8, 3, 6, 13, 13, 13},
                                     {case_of_moving, FULL, 9, 2, 1e-8, 6, 12, 9, 9, 9},
                                     {case_of_moving, FULL, 13, 2, 1e-8, 3, 6, 13, 13, 13},
                                     {case_of_moving, PSI1, 9, 2, 1e-6, 5, 10, 9, 9, 5},
                                     {case_of_moving, INDEX2, 9, 2, 1e-6, 4, 8, 9, 9, 5},
                                     {case_of_moving, GGL, 9, 2, 1e-6, 4, 8, 9, 9, 5},
                                     {case_of_moving, INDEX3, 9, 2, 1e-6, 4, 8, 9, 5, 4},
                                     {case_of_moving, INDEX3, 13, 2, 1e-6, 3, 6, 13, 7, 6}};
    int others = 0;

    (void)state;
    for (size_t i = 0; i < sizeof windows / sizeof windows[0]; i++) {
        const Window *w = &windows[i];
        const double d = log ((double)w->more / w->steps);
        const Errors a = errors_of (w, w->steps, 0), b = errors_of (w, w->more, 0);
        const double p = log (a.positions / b.positions) / d,
                     v = log (a.velocities / b.velocities) / d,
                     lambda = log (a.multipliers / b.multipliers) / d;
        const int fits = is_near (p, w->p) && is_near (v, w->v) && is_near (lambda, w->lambda);
        Case k = w->make ();

        print_message ("%-13s %-16s %2d  %3d ... %3d  %5.2f %5.2f %5.2f   %.0e %.0e %.0e%s\n",
                       k.model.name, geoms_formulation_entry (w->formulation)->word, w->order,
                       w->steps, w->more, p, v, lambda, b.positions, b.velocities, b.multipliers,
                       fits ? "" : "  not as expected");
        others += ! fits;
        case_free (&k);
    }
    assert_int_equal (others, 0);
}

/* the polynomial of a step has degree s: errors inside go down like h^(s+1) */
static void dense_output_has_the_degree_of_the_stages (void **state)
{
    static const Window windows[]
        = {{pendulum, GEOMS_FORMULATION_PSF, 5, 1, 1e-8, 40, 160, 4, 4, 4},
           {pendulum, GEOMS_FORMULATION_PSF, 9, 1, 1e-8, 20, 80, 6, 6, 6},
           {pendulum, GEOMS_FORMULATION_PSF, 13, 1, 1e-8, 10, 40, 8, 8, 8}};

    (void)state;
    for (int i = 0; i < ORDERS; i++) {
        const Window *w = &windows[i];
        const double d = log ((double)w->more / w->steps);
        const Errors a = errors_of (w, w->steps, 1), b = errors_of (w, w->more, 1);
        const double p = log (a.positions / b.positions) / d,
                     v = log (a.velocities / b.velocities) / d;

        print_message ("order %d, inside of steps: %.2f %.2f (%.0e %.0e)\n", w->order, p, v,
                       b.positions, b.velocities);
        assert_true (is_near (p, w->p) && is_near (v, w->v));
    }
}

/* ---- variable orders ---- */

/* How tight tolerances are decides: order 13 is for tight ones; errors follow them, and steps are
 * fewer than those of order 5. */
static void the_order_rises_where_it_pays (void **state)
{
    double last = INFINITY;

    (void)state;
    for (int digits = 4; digits <= 12; digits += 4) {
        Case k = case_of (&model_pendulum);
        double error;
        long five;
        Outcome o;

        k.tspan[1] = 10;
        case_tolerance (&k, pow (10, -digits));
        radau (&k, 5);
        o = solve (&k);
        five = o.counters.naccpt;
        assert_true (o.s->orders[5] == (double)five);
        outcome_free (&o);
        radau (&k, 9);
        o = solve (&k);
        assert_true (o.s->norders == 14 && o.s->orders[13] == 0);
        assert_true (o.s->orders[5] + o.s->orders[9] == (double)o.counters.naccpt);
        outcome_free (&o);
        radau (&k, 0);
        o = solve (&k);
        error = final_error (&k, &o);
        print_message ("1e-%d: %ld steps of order 5; %g, %g, %g of orders 5, 9, 13, error %.1e\n",
                       digits, five, o.s->orders[5], o.s->orders[9], o.s->orders[13], error);
        assert_true (o.s->orders[5] + o.s->orders[9] + o.s->orders[13] == (double)o.counters.naccpt);
        assert_true (error < 0.1 * last && error < 1e3 * pow (10, -digits));
        assert_true (digits > 4 || o.s->orders[13] < 0.2 * (double)o.counters.naccpt);
        assert_true (digits < 8 || 5 * o.counters.naccpt < five);
        assert_true (digits < 12 || o.s->orders[13] > 0.9 * (double)o.counters.naccpt);
        assert_true (worst_residual (o.s) < 1e-12);
        last = error;
        case_end (&k, &o);
    }
}

/* Step is for the highest order alone */
static void fixed_steps_have_the_highest_order (void **state)
{
    (void)state;
    for (int i = 0; i <= ORDERS; i++) {
        Case k = case_of (&model_pendulum);
        Outcome o;

        radau (&k, i < ORDERS ? orders[i] : 0);
        k.options.step = 0.01;
        k.tspan[1] = 0.5;
        o = solve (&k);
        assert_true (o.s->orders[i < ORDERS ? orders[i] : 13] == 50);
        case_end (&k, &o);
    }
}

/* MaxOrder is one option for two methods */
static void other_orders_are_refused (void **state)
{
    (void)state;
    for (int order = 0; order <= 13; order++)
        for (int i = 0; i < 3; i++) {
            static const int methods[]
                = {GEOMS_METHOD_RADAU, GEOMS_METHOD_BDF, GEOMS_METHOD_RADAU5};
            const int has[3] = {order == 0 || order == 5 || order == 9 || order == 13, order <= 5,
                                1};
            Case k = case_of (&model_pendulum);
            Outcome o;

            k.options.method = methods[i];
            k.options.max_order = order;
            k.tspan[1] = 0.01;
            o = attempt (&k);
            assert_int_equal (o.status, has[i] ? 0 : GEOMS_BAD_OPTION);
            if (! has[i])
                assert_non_null (strstr (o.report.text, i == 0 ? "'radau' has the orders 5, 9, 13."
                                                               : "the orders 1, 2, 3, 4, 5."));
            case_end (&k, &o);
        }
}

/* Iterations that are not enough for steps of order 9 and 13: after failures the run goes on with
 * order 5 */
static void failures_lower_the_order (void **state)
{
    Case k = case_of (&model_pendulum);
    Outcome plenty, few;

    (void)state;
    k.tspan[1] = 10;
    k.options.newton_updates = 0;
    case_tolerance (&k, 1e-6);
    radau (&k, 0);
    plenty = solve (&k);
    k.options.max_newton = 3;
    few = solve (&k);
    print_message ("10 iterations: %ld failures, %g, %g, %g steps; 3: %ld, %g, %g, %g\n",
                   plenty.counters.ncrjct, plenty.s->orders[5], plenty.s->orders[9],
                   plenty.s->orders[13], few.counters.ncrjct, few.s->orders[5], few.s->orders[9],
                   few.s->orders[13]);
    assert_true (few.counters.ncrjct > plenty.counters.ncrjct);
    assert_true (few.s->orders[5] > plenty.s->orders[5]);
    assert_true (final_error (&k, &few) < 1e-3);
    outcome_free (&plenty);
    case_end (&k, &few);
}

/* Options of radau5 act on it, too. */
static void options_of_radau5_act (void **state)
{
    enum { CHANGES = 8 };
    double plain[MOST_UNKNOWNS] = {0};

    (void)state;
    for (int i = 0; i <= CHANGES; i++) {
        Case k = case_of (&model_pendulum);
        GeomsOptions *o = &k.options;
        Outcome out;

        k.tspan[1] = 3;
        case_tolerance (&k, 1e-7);
        radau (&k, 0);
        o->newton_start = i == 1 ? GEOMS_START_CONSTANT : o->newton_start;
        o->newton_matrix_at = i >= 2 && i <= 4 ? i - 1 : 0;
        o->newton_norm = i == 5 ? GEOMS_NEWTON_NORM_N : o->newton_norm;
        o->step_control = i == 6 ? GEOMS_CONTROL_CLASSICAL : o->step_control;
        o->jacobian_reuse = i == 7 ? 0.01 : o->jacobian_reuse;
        o->max_newton = i == 8 ? 4 : o->max_newton;
        out = solve (&k);
        print_message ("change %d: %ld steps, %ld Jacobians, error %.1e\n", i,
                       out.counters.naccpt, out.counters.njac, final_error (&k, &out));
        assert_true (final_error (&k, &out) < 2e-6);
        assert_true ((memcmp (plain, last_state (&out), 5 * sizeof (double)) == 0) == 0);
        assert_true (i != 7 || out.counters.njac < out.counters.naccpt);
        if (i == 0)
            memcpy (plain, last_state (&out), 5 * sizeof (double));
        case_end (&k, &out);
    }
}

/* A run may be continued with other orders. */
static void other_orders_go_on (void **state)
{
    Case first = case_of (&model_pendulum);
    Outcome part;
    double *numbers;
    size_t count;

    (void)state;
    case_tolerance (&first, 1e-10);
    first.tspan[1] = 2;
    radau (&first, 0);
    part = solve (&first);
    count = geoms_run_state_size (part.run);
    numbers = malloc (count * sizeof *numbers);
    assert_non_null (numbers);
    geoms_run_state (part.run, numbers);
    for (int i = 0; i < 4; i++) {
        Case next = first;
        Outcome o;

        next.tspan[1] = 3;
        next.state = numbers;
        next.nstate = count;
        next.options.max_order = i < 3 ? orders[i] : 9;
        next.options.step = i == 3 ? 0.01 : 0;
        o = solve (&next);
        for (int k = 0; k <= 13; k++) /* its last steps, which were shortened, are made anew */
            assert_true (o.s->orders[k] <= part.s->orders[k]
                         || (i == 3 ? k == 9 : k <= orders[i]));
        assert_true (o.s->orders[next.options.max_order] > part.s->orders[next.options.max_order]);
        assert_true (final_error (&next, &o) < 1e-8);
        outcome_free (&o);
    }
    free (numbers);
    case_end (&first, &part);
}

/* errors at the end follow the tolerance: a stiff system, one that depends on time, one with every
 * block, one without freedom, redundant rows */
static void errors_follow_the_tolerance (void **state)
{
    static const struct {
        const TestModel *model;
        double factor;
    } list[] = {{&model_slidercrank, 1e2}, {&model_skate, 1e2}, {&model_prescribed, 1e2},
                {&model_top, 1e3}, {&model_particle, 1e2}, {&model_disk, 1e2},
                {&model_fourbar, 1e3}};

    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        for (int digits = 5; digits <= 11; digits += 3) {
            Case k = case_of (list[i].model);
            Outcome o;
            Errors e;

            k.tspan[1] = fmin (k.tspan[1], 1);
            case_tolerance (&k, pow (10, -digits));
            radau (&k, 0);
            o = solve (&k);
            e = errors_at (&k, &o, o.s->count - 1);
            print_message ("%s, 1e-%d: %ld steps (%g %g %g), %.1e %.1e %.1e, inside %.1e\n",
                           k.model.name, digits, o.counters.naccpt, o.s->orders[5],
                           o.s->orders[9], o.s->orders[13], e.positions, e.velocities,
                           e.multipliers, errors_inside (&k, o.s).positions);
            assert_true (fmax (e.positions, e.velocities)
                         < list[i].factor * pow (10, -digits) + 1e-12);
            assert_true (worst_residual (o.s) < 1e-12);
            case_end (&k, &o);
        }
}

/* all formulations come to the same end */
static void all_formulations_take_it (void **state)
{
    (void)state;
    for (int f = 0; f < GEOMS_FORMULATION_COUNT; f++) {
        Case k = case_of_moving ();
        Outcome o;
        Errors e;

        assert_true (geoms_pair_exists (f, GEOMS_METHOD_RADAU));
        k.options.formulation = f;
        k.tspan[1] = 0.5;
        case_tolerance (&k, 1e-7);
        radau (&k, 0);
        o = solve (&k);
        e = errors_at (&k, &o, o.s->count - 1);
        print_message ("%-20s %4ld steps (%g %g %g), %.1e %.1e %.1e\n",
                       geoms_formulation_entry (f)->word, o.counters.naccpt, o.s->orders[5],
                       o.s->orders[9], o.s->orders[13], e.positions, e.velocities, e.multipliers);
        assert_true (e.positions < 1e-5 && e.velocities < (velocity_index (f) > 1 ? 1e-3 : 1e-5));
        case_end (&k, &o);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (a_step_solves_the_stage_equations),
        cmocka_unit_test (order_5_is_radau5),
        cmocka_unit_test (orders_are_those_of_theory),
        cmocka_unit_test (dense_output_has_the_degree_of_the_stages),
        cmocka_unit_test (the_order_rises_where_it_pays),
        cmocka_unit_test (fixed_steps_have_the_highest_order),
        cmocka_unit_test (other_orders_are_refused),
        cmocka_unit_test (failures_lower_the_order),
        cmocka_unit_test (options_of_radau5_act),
        cmocka_unit_test (other_orders_go_on),
        cmocka_unit_test (errors_follow_the_tolerance),
        cmocka_unit_test (all_formulations_take_it),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
