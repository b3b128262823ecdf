/* test_orders.c - orders of convergence with fixed steps of every method on every formulation it
 * can be used for, in positions, velocities and multipliers, on the system of moving.h
 *
 * The largest errors in the second half of the time span for h, h/2, ..., h/2^d; the order is that
 * of the first and the last of them. The method 'bdf' has no fixed steps, that of 'radau' is in
 * test_radau_orders.c. What theory says (E. Hairer, G. Wanner: Solving Ordinary Differential
 * Equations II; E. Hairer, Ch. Lubich, M. Roche: The Numerical Solution of Differential-Algebraic
 * Systems by Runge-Kutta Methods):
 *
 *     Radau IIA, 3 stages      index 1: 5         index 2: 5, multipliers 3     index 3: p 5, v 3,
 *                              lambda 2
 *                              (3.17), (3.32): 5, for mu and tau alone are of index 2
 *     BDF of order k           index 1 to 3: k after the start
 *     trapezoidal rule         index 1: 2         index 2: 2 from consistent states
 *                              index 3: 2, but lambda in the mean of three states alone
 *     Dormand-Prince 5         ODE: 5
 *     HEDOP5                   index 2: 5         MEXAX, column k: k
 */
#include "forms.h"
#include "moving.h"

typedef struct Plan {
    double p, v, lambda; /* orders that are expected            */
    double above;        /* how much more is believed           */
    double length;       /* of the time span                    */
    int steps, doublings;
    double newton; /* NewtonTol, in units of RelTol 1e-9  */
} Plan;

/* ---- errors ---- */

/* lambda of the trapezoidal rule on index 3: (lambda_n-1 + 2 lambda_n + lambda_n+1)/4 */
static void mean_of_three (const Case *c, const Outcome *o, size_t i, double *x)
{
    const size_t n = (size_t)c->n;
    const double *y = o->s->x + i * n;

    memcpy (x, y, n * sizeof *x);
    if (c->options.formulation == GEOMS_FORMULATION_INDEX3
        && c->options.method == GEOMS_METHOD_TRAPEZOIDAL)
        for (int l = 0; l < 2; l++)
            x[l] = (y[l - (int)n] + 2 * y[l] + y[l + (int)n]) / 4;
}

/* the largest of the second half; the last state but one is the last with two neighbours */
static Errors errors_of (const Pair *pair, int order, const Plan *plan, int steps, int project)
{
    Case c = case_of_moving ();
    Errors worst = {0, 0, 0};
    Outcome o;

    choose (&c, pair);
    c.options.order = order;
    c.options.project = project;
    c.options.step = plan->length / steps;
    c.options.newton_tol = plan->newton;
    c.options.max_newton = 30;
    c.tspan[1] = plan->length;
    case_tolerance (&c, 1e-9);
    o = attempt (&c);
    if (o.status != 0)
        fail_msg ("%s, order %d, %d steps: %s", pair_name (pair), order, steps, o.report.text);
    assert_int_equal (o.counters.naccpt, steps);
    for (size_t i = o.s->count / 2; i + 1 < o.s->count; i++) {
        double x[MOVING_N], y[MOVING_N];

        mean_of_three (&c, &o, i, x);
        moving_exact (o.s->t[i], y, NULL);
        worst = larger_errors (worst, errors_between (&c.model.system.dims, x, y));
    }
    case_end (&c, &o);
    return worst;
}

/* ---- what is expected, where it can be seen ---- */

/* by method, on equations of index 1 and 2 */
static Plan plan_of_method (int method, int k)
{
    static const int bdf_steps[7] = {0, 128, 128, 64, 64, 64, 32};
    static const int mexax_steps[7] = {0, 64, 64, 32, 32, 16, 8};

    switch (method) {
    case GEOMS_METHOD_RADAU5:
        return (Plan){5, 5, 5, 0.7, 1, 8, 2, 1e-6};
    case GEOMS_METHOD_BDF_FIXED:
        return (Plan){k, k, k, 0.7, 1, bdf_steps[k], 1, 1e-6};
    case GEOMS_METHOD_TRAPEZOIDAL:
        return (Plan){2, 2, 2, 0.7, 1, 64, 2, 1e-6};
    case GEOMS_METHOD_MEXAX:
        return (Plan){k, k, k, 0.7, 1, mexax_steps[k], 2, 1e-6};
    case GEOMS_METHOD_HEDOP5: /* terms of order 6 are large */
        return (Plan){5, 5, 5, 1.5, 1, 16, 2, 1e-6};
    default:
        return (Plan){5, 5, 5, 0.7, 1, 16, 2, 1e-6};
    }
}

/* lambda' has rounding of 1e-10, and its Jacobian, differences of differences, is rough */
static void look_at_uode (Plan *plan, int method, int k)
{
    plan->newton = 1e-3;
    if (method == GEOMS_METHOD_RADAU5) {
        plan->steps = 10;
        plan->doublings = 1;
    } else if (method == GEOMS_METHOD_DOPRI5) {
        plan->steps = 8;
        plan->above = 1.5;
    } else if (method == GEOMS_METHOD_BDF_FIXED && k > 4) {
        plan->length = k - 4;
        plan->steps = k == 5 ? 32 : 64;
    }
}

/* Velocities of the steps of Radau IIA before the first of BDF have errors M^-1 C' h^3: of them M
 * and C', which change from step to step, leave errors of order 4 in all that follows. */
static void look_at_index3 (Plan *plan, int method, int k)
{
    if (method == GEOMS_METHOD_RADAU5) {
        plan->v = 3;
        plan->lambda = 2;
    } else if (method == GEOMS_METHOD_BDF_FIXED && k > 4) {
        plan->p = plan->v = plan->lambda = 4;
        plan->above = 2.5;
        plan->steps = 32;
    }
}

/* L' tau has rounding of 1e-8 tau; of (3.16) a part of the time span without singular positions */
static void look_at_extended (Plan *plan, int formulation, int method, int k)
{
    if (method == GEOMS_METHOD_BDF_FIXED && k == 1)
        plan->newton = 1e-2;
    if (formulation == GEOMS_FORMULATION_EXTENDED_317) {
        plan->steps = method == GEOMS_METHOD_RADAU5 ? 12 : plan->steps;
        return;
    }
    plan->length = 0.5;
    if (method == GEOMS_METHOD_TRAPEZOIDAL
        || (method == GEOMS_METHOD_BDF_FIXED && (k == 2 || k == 3)))
        plan->newton = 1e-4;
    if (method == GEOMS_METHOD_RADAU5) {
        plan->steps = 32;
        plan->doublings = 1;
    }
}

static Plan plan_of (const Pair *pair, int k)
{
    const int f = pair->formulation, m = pair->method;
    Plan plan = plan_of_method (m, k);

    if (m == GEOMS_METHOD_RADAU5 && multiplier_index (f) == 2)
        plan.lambda = 3;
    if (f == GEOMS_FORMULATION_UODE)
        look_at_uode (&plan, m, k);
    if (f == GEOMS_FORMULATION_INDEX3)
        look_at_index3 (&plan, m, k);
    if (f == GEOMS_FORMULATION_EXTENDED_316 || f == GEOMS_FORMULATION_EXTENDED_317)
        look_at_extended (&plan, f, m, k);
    if (f == GEOMS_FORMULATION_BAUMGARTE) /* roots -10 of the gains, twice */
        plan.steps = m == GEOMS_METHOD_RADAU5 ? 16 : m == GEOMS_METHOD_DOPRI5 ? 64 : plan.steps;
    if (f == GEOMS_FORMULATION_PARTITION_FIXED && m == GEOMS_METHOD_DOPRI5) {
        plan.steps = 64;
        plan.doublings = 1;
    }
    return plan;
}

/* ---- the table ---- */

static int orders_of_method (int method)
{
    return method == GEOMS_METHOD_BDF_FIXED || method == GEOMS_METHOD_MEXAX ? 6 : 1;
}

static int is_near (double order, double expected, double above)
{
    return order > expected - 0.35 && order < expected + above;
}

/* not 0 if the orders are those of theory */
static int check_orders (const Pair *pair, int k)
{
    const Plan plan = plan_of (pair, k);
    const double d = plan.doublings;
    const int any = GEOMS_PROJECT_AUTO;
    const Errors a = errors_of (pair, k, &plan, plan.steps, any),
                 b = errors_of (pair, k, &plan, plan.steps << plan.doublings, any);
    const double p = order_of (a.positions, b.positions) / d,
                 v = order_of (a.velocities, b.velocities) / d,
                 lambda = order_of (a.multipliers, b.multipliers) / d;
    const int fits = is_near (p, plan.p, plan.above) && is_near (v, plan.v, plan.above)
                     && is_near (lambda, plan.lambda, plan.above);

    print_message ("%-32s %d  %4d ... %4d  %5.2f %5.2f %5.2f   %.0e %.0e %.0e%s\n",
                   pair_name (pair), k, plan.steps, plan.steps << plan.doublings, p, v, lambda,
                   b.positions, b.velocities, b.multipliers, fits ? "" : "  not as expected");
    return fits;
}

static void orders_are_those_of_theory (void **state)
{
    int seen = 0, others = 0;

    (void)state;
    print_message ("%-32s order  steps        p     v  lambda   errors\n", "");
    for (int f = 0; f < GEOMS_FORMULATION_COUNT; f++)
        for (int m = 0; m < GEOMS_METHOD_COUNT; m++) {
            const Pair pair = {f, m};

            if (m == GEOMS_METHOD_BDF || m == GEOMS_METHOD_RADAU || ! geoms_pair_exists (f, m))
                continue;
            seen++;
            for (int k = 1; k <= orders_of_method (m); k++)
                others += ! check_orders (&pair, k);
        }
    print_message ("%d pairs\n", seen);
    assert_true (seen > 3 * GEOMS_FORMULATION_COUNT);
    assert_int_equal (others, 0);
}

/* ---- with Project 'on' ---- */

/* The errors of index 3 and 2 in velocities are M^-1 C' h^3 or h^2: the correction takes all of
 * that away and nothing else, so that positions and velocities have the order of the method. That
 * of baumgarte, whose gains make h times 10 large, still rises (4.4, then 4.7) where rounding
 * begins. */
static void the_correction_keeps_the_order (void **state)
{
    static const int methods[]
        = {GEOMS_METHOD_RADAU5, GEOMS_METHOD_BDF_FIXED, GEOMS_METHOD_TRAPEZOIDAL};

    (void)state;
    for (int f = 0; f < GEOMS_FORMULATION_COUNT; f++)
        for (int i = 0; i < 3; i++) {
            const Pair pair = {f, methods[i]};
            const int k = i == 1 ? 4 : 1, on = GEOMS_PROJECT_ON;
            const Plan plan = plan_of (&pair, k);
            const double expected = i == 0 ? 5 : i == 1 ? 4 : 2;
            Errors a, b;
            double p, v;

            if (! fits_all_systems (f))
                continue;
            a = errors_of (&pair, k, &plan, plan.steps, on);
            b = errors_of (&pair, k, &plan, plan.steps << plan.doublings, on);
            p = order_of (a.positions, b.positions) / plan.doublings;
            v = order_of (a.velocities, b.velocities) / plan.doublings;
            print_message ("%-32s projected  %5.2f %5.2f   %.0e %.0e\n", pair_name (&pair), p, v,
                           b.positions, b.velocities);
            assert_true (p > expected - 0.5 && v > expected - 0.5);
        }
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (orders_are_those_of_theory),
                                       cmocka_unit_test (the_correction_keeps_the_order)};

    return cmocka_run_group_tests (tests, NULL, NULL);
}
