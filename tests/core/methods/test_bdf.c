/* test_bdf.c - backward differentiation formulas on every formulation: what they integrate exactly,
 * the formula itself, error control and choice of the order, dense output, events,
 * failures of functions
 */
#include "extent.h"
#include "forms.h"
#include "inside.h"
#include "methods/bdf.h"
#include "moving.h"
#include "wall.h"
#include "watch.h"

/* ---- force elements alone: r' = b (t, r) ---- */

enum { POWERS = 7 };

/* r_i' = i t^(i - 1), exact r_i = t^i */
static int power_rows (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    (void)x, (void)ldx, (void)user;
    for (int j = 0; j < k; j++)
        for (int i = 1; i <= POWERS; i++)
            out[j * ldo + i - 1] = i * pow (t[j], i - 1);
    return 0;
}

/* r' = -1e5 (r - cos t) */
static const double stiff_rate = 1e5;

static int stiff_rows (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    (void)user;
    for (int j = 0; j < k; j++)
        out[j * ldo] = -stiff_rate * (x[j * ldx] - cos (t[j]));
    return 0;
}

/* from r = 0; no positions and velocities at all */
static Case case_of_elements (int n, GeomsBatch rows, int method)
{
    Case c = {.model = {.system = {.abi = GEOMS_MODEL_ABI,
                                   .size = sizeof (GeomsModel),
                                   .dims = {.nr = n},
                                   .mass_structure = GEOMS_MASS_CONSTANT,
                                   .rda = rows},
                        .name = "force elements"},
              .n = n,
              .m = n,
              .ntspan = 2};

    geoms_options_default (&c.options);
    c.options.method = method;
    c.options.initial = GEOMS_INITIAL_ASSUME;
    case_tolerance (&c, 1e-6);
    c.tspan[1] = 1;
    return c;
}

/* ---- what is exact ---- */

/* Order k integrates polynomials of degree k. The steps of Radau IIA before the first one of order
 * 6 integrate those of degree 5. */
static void polynomials_are_exact (void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        const int order = 1 + i % 6, exact = order < 5 ? order : 5;
        Case c = case_of_elements (POWERS, power_rows, GEOMS_METHOD_BDF_FIXED);
        Outcome o;

        c.options.formulation = i < 6 ? GEOMS_FORMULATION_PSF : GEOMS_FORMULATION_PARTITION_FULL;
        c.options.order = order;
        c.options.step = 1.0 / 16;
        o = solve (&c);
        assert_int_equal (o.counters.naccpt, 16);
        for (size_t k = 0; k < o.s->count; k++)
            for (int l = 1; l <= exact; l++) {
                const double wanted = pow (o.s->t[k], l);

                if (fabs (o.s->x[k * POWERS + (size_t)l - 1] - wanted) > 1e-14)
                    fail_msg ("order %d, t^%d: error %.1e at %g", order, l,
                              o.s->x[k * POWERS + (size_t)l - 1] - wanted, o.s->t[k]);
            }
        /* and no more */
        assert_true (fabs (last_state (&o)[order] - 1) > 1e-8);
        outcome_free (&o);
    }
}

/* backward differences of t^i, i = 1, 2, ..., at t for steps h */
static void exact_differences (double t, double h, double *D)
{
    for (int i = 1; i <= POWERS; i++) {
        double value[GEOMS_BDF_DIFFERENCES + 1];

        for (int k = 0; k <= GEOMS_BDF_DIFFERENCES; k++)
            value[k] = pow (t - k * h, i);
        for (int j = 1; j <= GEOMS_BDF_DIFFERENCES; j++) {
            for (int k = 0; k + j <= GEOMS_BDF_DIFFERENCES; k++)
                value[k] -= value[k + 1];
            D[(j - 1) * POWERS + i - 1] = value[0];
        }
    }
}

/* Differences of a polynomial are those of it for every other step size: order k stays exact for
 * degree k whatever the steps are. */
static void steps_of_any_size_are_exact (void **state)
{
    static const double h[] = {0.05, 0.1, 0.04, 0.045, 0.09, 0.02, 0.1, 0.0999};
    enum { STEPS = sizeof h / sizeof h[0] };

    (void)state;
    for (int order = 1; order <= 5; order++) {
        Case c = case_of_elements (POWERS, power_rows, GEOMS_METHOD_BDF);
        Outcome o;
        GeomsBdf *b;
        double worst = 0, t = 1, x[POWERS], D[POWERS * GEOMS_BDF_DIFFERENCES];

        case_tolerance (&c, 0.5);
        o = solve (&c);
        b = (GeomsBdf *)run_method (o.run);
        for (int i = 1; i <= POWERS; i++)
            x[i - 1] = 1;
        exact_differences (t, 0.07, b->D);
        b->h_D = 0.07;
        b->order = order;
        b->equal = 0;
        for (int k = 0; k < STEPS; k++) {
            int last;
            const double before = t;

            b->method.h = h[k];
            assert_int_equal (b->method.ops->step (&b->method, &t, x, 10, &last), 0);
            assert_true (fabs (t - before - h[k]) < 1e-15 && ! last);
            assert_int_equal (b->order, order);
            exact_differences (t, h[k], D);
            for (int i = 1; i <= order; i++) {
                if (fabs (x[i - 1] - pow (t, i)) > 1e-12)
                    fail_msg ("order %d, step %d: t^%d has the error %.1e", order, k, i,
                              x[i - 1] - pow (t, i));
                for (int j = 1; j <= order; j++) {
                    const int at = (j - 1) * POWERS + i - 1;

                    worst = fmax (worst, fabs (b->D[at] - D[at]));
                }
            }
        }
        print_message ("order %d: differences to %.1e\n", order, worst);
        assert_true (worst
                     < 1e-11); /* rounding grows with the ratio 5 of steps to the power `order` */
        /* of the next power it is not */
        assert_true (fabs (x[order] - pow (t, order + 1)) > 1e-9);
        outcome_free (&o);
    }
}

/* ---- the formula: sum_{j=1}^k 1/j nabla^j x = h x' with x' of the equations of motion ---- */

/* sum_{j=1}^k 1/j nabla^j of component i at output number `at` */
static double formula (const GeomsSolution *s, size_t at, int i, int k)
{
    double value[7], sum = 0;

    for (int j = 0; j <= k; j++)
        value[j] = s->x[(at - (size_t)j) * (size_t)s->n + (size_t)i];
    for (int j = 1; j <= k; j++) {
        for (int l = 0; l + j <= k; l++)
            value[l] -= value[l + 1];
        sum += value[0] / j;
    }
    return sum;
}

/* the pendulum: p' = v, v' = (0, -g) - 2 p lambda */
static void the_formula_holds (void **state)
{
    static const double gravity = 13.750371636040745655;

    (void)state;
    for (int i = 0; i < 12; i++) {
        const int order = 1 + i % 6;
        const double h = 1.0 / 256;
        Case c = case_of (&model_pendulum);
        double worst = 0;
        Outcome o;

        c.options.formulation
            = i < 6 ? GEOMS_FORMULATION_INDEX1_EXPLICIT : GEOMS_FORMULATION_PARTITION_FULL;
        c.options.method = GEOMS_METHOD_BDF_FIXED;
        c.options.order = order;
        c.options.step = h;
        c.options.newton_tol = 1e-6;
        c.options.max_newton = 30;
        c.tspan[1] = 0.5;
        o = solve (&c);
        assert_int_equal (o.counters.naccpt, 128);
        for (size_t k = (size_t)order; k < o.s->count; k++) {
            const double *x = o.s->x + k * 5;
            const double xdot[4] = {-2 * x[3] * x[0], -gravity - 2 * x[4] * x[0], x[1], x[2]};

            for (int l = 0; l < 4; l++)
                worst = fmax (worst, fabs (formula (o.s, k, 1 + l, order) - h * xdot[l]));
        }
        print_message ("order %d: %.1e\n", order, worst);
        assert_true (worst < 1e-11);
        case_end (&c, &o);
    }
}

/* ---- variable steps ---- */

/* at the end, of what is controlled */
static double controlled_error (const Case *c, const Outcome *o)
{
    const Errors e = errors_at (c, o, o->s->count - 1);

    return multiplier_index (c->options.formulation) < 3 ? largest (e)
                                                         : fmax (e.positions, e.velocities);
}

/* the error falls with the tolerance, at the end and inside the steps; constraints stay at
 * rounding */
static void errors_follow_the_tolerance (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * GEOMS_FORMULATION_COUNT; i++) {
        const Pair pair = {i / 2, GEOMS_METHOD_BDF};
        const int index = multiplier_index (pair.formulation);
        double first = 0, last = INFINITY, inside;
        Errors within = {0};

        if (! fits_all_systems (pair.formulation))
            continue;
        print_message ("%-20s", pair_name (&pair));
        for (int digits = 3; digits <= last_decade (3); digits = next_decade (digits, 3)) {
            Case c = i % 2 ? case_of (&model_slidercrank) : case_of_moving ();
            Outcome o;
            double error;

            choose (&c, &pair);
            case_tolerance (&c, pow (10, -digits));
            c.tspan[1] = 1;
            o = solve (&c);
            check_solution (&c, &o);
            error = controlled_error (&c, &o);
            within = errors_inside (&c, o.s);
            inside = fmax (within.positions, within.velocities);
            print_message (" %.0e/%.0e/%.0e (%ld)", error, inside, within.multipliers,
                           o.counters.naccpt);
            if (pair.formulation == GEOMS_FORMULATION_PSF)
                assert_true (worst_levels (o.s, 0, 2) <= 1e-12);
            if (pair.formulation == GEOMS_FORMULATION_PSI1)
                assert_true (worst_levels (o.s, 0, 1) <= 1e-12);
            first = digits <= 4 ? fmax (first, error) : first; /* one may be lucky */
            assert_true (error < 5 * last);
            last = error;
            case_end (&c, &o);
        }
        print_message ("\n");
        if (run_short ())
            continue;
        assert_true (last < 1e-5 * first && last < 1e-6 && within.positions < 1e-6);
        /* the first step is of order 1 and as long as sqrt (tolerance): so are errors of index 2 */
        assert_true (within.velocities < (velocity_index (pair.formulation) == 2 ? 1e-3 : 1e-6));
        if (index < 3)
            assert_true (within.multipliers < (index == 2 ? 1e-3 : 1e-6));
    }
}

typedef struct Orders {
    const GeomsRun *run;
    int least, most;
} Orders;

static int note_order (size_t first, const GeomsSolution *s, void *user)
{
    Orders *o = user;
    const int order = ((const GeomsBdf *)run_method (o->run))->order;

    (void)first, (void)s;
    o->least = order < o->least ? order : o->least;
    o->most = order > o->most ? order : o->most;
    return 0;
}

static Orders orders_of (Case *c)
{
    Orders orders = {.least = 9};
    GeomsRun *run;

    c->hooks.output = note_order;
    c->hooks.user = &orders;
    run = create_run (c);
    orders.run = run;
    if (geoms_run_integrate (run) != 0)
        fail_msg ("%s", geoms_run_report (run)->text);
    geoms_run_free (run);
    return orders;
}

static void the_order_is_chosen (void **state)
{
    (void)state;
    for (int formulation = 0; formulation < GEOMS_FORMULATION_COUNT; formulation++) {
        Case c = case_of_moving ();
        Orders o;

        c.tspan[1] = 1; /* (3.16) comes to a singular position later on */
        c.options.formulation = formulation;
        c.options.method = GEOMS_METHOD_BDF;
        case_tolerance (&c, 1e-10);
        o = orders_of (&c);
        assert_int_equal (o.least, 1);
        assert_int_equal (o.most, 5);
        c.options.max_order = 3;
        assert_int_equal (orders_of (&c).most, 3);
        case_free (&c);
    }
}

/* steps that the solution needs, not its fast part */
static void stiff_problems_take_few_steps (void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_of_elements (1, stiff_rows, GEOMS_METHOD_BDF);
        Outcome o;

        c.options.formulation = i ? GEOMS_FORMULATION_PARTITION_FULL : GEOMS_FORMULATION_PSF;
        c.tspan[1] = 10;
        o = solve (&c);
        print_message ("%ld steps, %ld rejected, %ld matrices, error %.1e\n", o.counters.naccpt,
                       o.counters.nerjct, o.counters.nedec, last_state (&o)[0] - cos (10));
        assert_true (fabs (last_state (&o)[0] - cos (10)) < 1e-5);
        assert_true (o.counters.nstep < 400);
        outcome_free (&o);
    }
}

/* ---- effort ---- */

/* linearisations are kept over several steps, whatever a state costs */
static void matrices_are_kept (void **state)
{
    static const TestModel *const models[] = {&model_andrews, &model_slidercrank, &model_pendulum};

    (void)state;
    for (int i = 0; i < 3 * GEOMS_FORMULATION_COUNT; i++)
        for (int project = 0; project < 2; project++) {
            const Pair pair = {i / 3, GEOMS_METHOD_BDF};
            Case c = case_of (models[i % 3]);
            double share;
            Outcome o;

            choose (&c, &pair);
            c.options.project = project ? GEOMS_PROJECT_ON : GEOMS_PROJECT_AUTO;
            case_tolerance (&c, 1e-6);
            c.tspan[1] = i % 3 == 0 ? 0.02 : 1;
            if (! fits_all_systems (pair.formulation)) {
                case_free (&c);
                continue;
            }
            o = solve (&c);
            share = (double)o.counters.njac / (double)o.counters.naccpt;
            if (! (share < 0.75))
                fail_msg ("%s, %s: %g matrices a step", c.model.name, pair_name (&pair), share);
            case_end (&c, &o);
        }
}

/* ---- the estimated error ---- */

static double curvature;

/* r' = curvature t */
static int curved_rows (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    (void)x, (void)ldx, (void)user;
    for (int j = 0; j < k; j++)
        out[j * ldo] = curvature * t[j];
    return 0;
}

/* A first step h, of order 1, ends curvature h^2/2 beside r: that much is compared with the
 * tolerance. */
static void first_steps_know_their_errors (void **state)
{
    const double h = 1e-3, atol = 1e-6;

    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = case_of_elements (1, curved_rows, GEOMS_METHOD_BDF);
        Outcome o;

        c.options.formulation = i / 2 ? GEOMS_FORMULATION_PARTITION_FULL : GEOMS_FORMULATION_PSF;
        c.options.initial_step = h;
        c.tspan[1] = h;
        c.rtol[0] = 1e-14;
        c.atol[0] = atol;
        curvature = (i % 2 ? 1.05 : 0.95) * 2 * atol / (h * h);
        o = solve (&c);
        assert_int_equal (o.counters.nerjct > 0, i % 2);
        outcome_free (&o);
    }
}

/* ---- functions that fail ---- */

typedef struct Unwilling {
    long calls, fail_at;
    int times;
} Unwilling;
static Unwilling unwilling;

/* calls number fail_at, ... of those for one point ask for smaller steps */
static int unwilling_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                          void *user)
{
    if (k == 1 && ++unwilling.calls >= unwilling.fail_at
        && unwilling.calls < unwilling.fail_at + unwilling.times)
        return 1;
    return model_pendulum.system.rda (k, t, x, ldx, out, ldo, user);
}

static void refusals_cost_steps (void **state)
{
    Case c = case_of (&model_pendulum);
    int retried = 0, linearised = 0, ended = 0;
    Outcome o;

    (void)state;
    c.options.method = GEOMS_METHOD_BDF;
    c.options.residuals = GEOMS_SWITCH_OFF;
    model_replace_rda (&c.model.system, unwilling_rda);
    case_tolerance (&c, 1e-6);
    for (int i = 0; i < 240; i++) {
        unwilling = (Unwilling){0, 4 + i / 2, 1 + i % 2};
        o = attempt (&c);
        assert_true (o.counters.ncrjct <= unwilling.times);
        if (o.status == 0) {
            retried += o.counters.ncrjct > 0;
            linearised += o.counters.ncrjct == 0;
            assert_int_equal (o.counters.nstep,
                              o.counters.naccpt + o.counters.nerjct + o.counters.ncrjct);
            assert_true (final_error (&c, &o) < 1e-2);
        } else { /* at a state that was accepted */
            assert_int_equal (o.status, GEOMS_NOT_FINITE);
            ended++;
        }
        check_solution (&c, &o);
        outcome_free (&o);
    }
    print_message ("%d cost a step, %d a linearisation, %d the run\n", retried, linearised, ended);
    assert_true (retried > 40 && linearised > 10);
    case_free (&c);
}

static void the_edge_of_the_domain_is_reached (void **state)
{
    (void)state;
    for (int i = 0; i < 3 * GEOMS_FORMULATION_COUNT; i++) {
        const Pair pair = {i / 3, GEOMS_METHOD_BDF};
        Case c;
        Outcome o;

        if (! fits_all_systems (pair.formulation))
            continue;
        c = case_with_wall (i % WALLS);
        choose (&c, &pair);
        o = attempt (&c);
        if (o.status != GEOMS_NOT_FINITE)
            fail_msg ("%s: %s", pair_name (&pair), o.report.text);
        assert_true (fabs (o.s->t_end - sqrt (2)) < 1e-4);
        assert_true (o.counters.ncrjct > 5);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* ---- events ---- */

static int multistep (int i) { return i % 2 ? GEOMS_METHOD_BDF_FIXED : GEOMS_METHOD_BDF; }

/* thrown upwards: p = 2 t - t^2/2; the events of the fixed steps of order 3 are exact */
static void events_are_found (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * GEOMS_FORMULATION_COUNT; i++) {
        const Pair pair = {i / 2, multistep (i)};
        Case c;
        Watch w = {.value = of_place, .count = 15};
        int seen[15] = {0};
        double worst = 0;
        Outcome o;

        if (! fits_all_systems (pair.formulation))
            continue;
        c = thrown (2);
        for (int k = 0; k < 15; k++)
            w.level[k] = 0.12 * (k + 1);
        choose (&c, &pair);
        case_tolerance (&c, 1e-6);
        c.options.step = i % 2 ? 0.09 : 0;
        c.options.order = 3;
        watch (&c, &w);
        o = solve (&c);
        assert_int_equal (o.s->nevents, 30);
        for (size_t k = 0; k < 30; k++) {
            const int which = (int)o.s->event_which[k], down = seen[which]++;
            const double t = passing (2, w.level[which], down), *x = o.s->event_x + 5 * k;

            worst = fmax (worst, fabs (o.s->event_t[k] - t) * fabs (2 - t));
            assert_true (fabs (x[3] - w.level[which]) <= 2e-15);
        }
        print_message ("%s: %.1e\n", pair_name (&pair), worst);
        assert_true (worst < (i % 2 ? 1e-12 : 1e-3));
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* the run ends where the event is, with the error of the other steps; a step that is cut is the
 * worst there is for multipliers of higher index */
static void terminal_events_end_a_step (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * GEOMS_FORMULATION_COUNT; i++)
        for (int k = 0; k < 12; k++) {
            const Pair pair = {i / 2, multistep (i)};
            const double end = 0.003 + 0.1234 * k;
            Case c = case_of_moving ();
            Watch w = {.value = of_time, .count = 1, .level = {end}, .terminal = {1}};
            double limit;
            Errors e;
            Outcome o;

            if (! fits_all_systems (pair.formulation)) { /* a singular position on the way */
                case_free (&c);
                break;
            }
            choose (&c, &pair);
            c.options.step = i % 2 ? 0.01 : 0;
            c.options.order = 4;
            watch (&c, &w);
            o = attempt (&c);
            assert_int_equal (o.status, GEOMS_EVENT);
            assert_true (fabs (o.s->t_end - end) < 1e-15);
            e = errors_at (&c, &o, o.s->count - 1);
            limit = multiplier_index (pair.formulation) == 1 ? 1e-4 : 1e-2;
            if (! (e.positions < 1e-5 && e.velocities < 1e-5)
                || ! (e.multipliers < limit || multiplier_index (pair.formulation) == 3))
                fail_msg ("%s, end %g: errors %.1e %.1e %.1e", pair_name (&pair), end, e.positions,
                          e.velocities, e.multipliers);
            check_solution (&c, &o);
            case_end (&c, &o);
        }
}

/* the step that an event cuts short obeys the formula, too: order 1 makes its own error in it */
static void cut_steps_are_of_the_method (void **state)
{
    Case c = case_of_elements (POWERS, power_rows, GEOMS_METHOD_BDF_FIXED);
    Watch w = {.value = of_time, .count = 1, .level = {0.55}, .terminal = {1}};
    Outcome o;
    double before;

    (void)state;
    c.options.order = 1;
    c.options.step = 0.1;
    watch (&c, &w);
    o = attempt (&c);
    assert_int_equal (o.status, GEOMS_EVENT);
    assert_true (fabs (o.s->t_end - 0.55) < 1e-15);
    before = o.s->x[(o.s->count - 2) * POWERS + 1];
    assert_true (fabs (last_state (&o)[1] - before - 0.05 * 2 * 0.55) < 1e-13);
    outcome_free (&o);
}

/* reflected at p1 = 0 without loss: at t = 1, 3, 5, 7 */
static void actions_restart_the_method (void **state)
{
    (void)state;
    for (int i = 0; i < 4 * GEOMS_FORMULATION_COUNT; i++) {
        const Pair pair = {i / 4, multistep (i)};
        const double limit = i % 2 ? 1e-11 : 1e-3;
        Case c;
        Watch w = {.value = of_place, .count = 1, .direction = {-1}, .act = turn_around};
        Outcome o;

        if (! fits_all_systems (pair.formulation))
            continue;
        c = case_of (&model_particle);
        choose (&c, &pair);
        c.options.project = i / 2 % 2 ? GEOMS_PROJECT_ON : GEOMS_PROJECT_OFF;
        c.options.step = i % 2 ? 0.07 : 0;
        c.options.order = 3;
        c.options.newton_tol = 1e-8;
        c.tspan[1] = 8;
        case_tolerance (&c, 1e-7);
        watch (&c, &w);
        o = solve (&c);
        assert_int_equal (o.s->nevents, 4);
        for (int k = 0; k < 4; k++)
            if (! (fabs (o.s->event_t[k] - (1 + 2 * k)) < limit))
                fail_msg ("%s: event %d is wrong by %.1e", pair_name (&pair), k,
                          o.s->event_t[k] - (1 + 2 * k));
        assert_true (fabs (last_state (&o)[3] - 0.5) < limit);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* ---- stiff springs beside a constraint ---- */

/* two unit masses: the first on a circle, a damped spring of length 1 from there to the second
 * one */
static const double spring = 1e6, damper = 1e3;

static int spring_rows (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    (void)t;
    (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *v = x + 1, *p = x + 5, lambda = x[0];
        const double d[2] = {p[2] - p[0], p[3] - p[1]}, length = hypot (d[0], d[1]);
        const double rate = (d[0] * (v[2] - v[0]) + d[1] * (v[3] - v[1])) / length;
        const double pull = (spring * (length - 1) + damper * rate) / length;
        double f[4];

        for (int i = 0; i < 2; i++) {
            f[i] = pull * d[i] - 2 * p[i] * lambda;
            f[2 + i] = -pull * d[i];
        }
        f[1] -= 9.81;
        f[3] -= 9.81;
        out[0] = 2 * (v[0] * v[0] + v[1] * v[1]) + 2 * (p[0] * f[0] + p[1] * f[1]);
        out[1] = 2 * (p[0] * v[0] + p[1] * v[1]);
        out[2] = p[0] * p[0] + p[1] * p[1] - 1;
        for (int i = 0; i < 4; i++) {
            out[3 + i] = f[i];
            out[7 + i] = v[i];
        }
    }
    return 0;
}

static Case case_of_spring (int formulation, int method, double tolerance)
{
    Case c = {.model = {.system = {.abi = GEOMS_MODEL_ABI,
                                   .size = sizeof (GeomsModel),
                                   .dims = {.np = 4, .nv = 4, .nl = 1},
                                   .mass_structure = GEOMS_MASS_CONSTANT,
                                   .rda = spring_rows},
                        .name = "spring"},
              .n = 9,
              .ntspan = 2};

    geoms_options_default (&c.options);
    c.options.formulation = formulation;
    c.options.method = method;
    case_tolerance (&c, tolerance);
    c.tspan[1] = 2;
    c.x0[5] = 1;
    c.x0[7] = 2;
    return c;
}

/* lambda is as large as the spring's force: the raw difference to the prediction would allow for
 * next to no step */
static void stiff_springs_take_few_steps (void **state)
{
    static const int formulations[]
        = {GEOMS_FORMULATION_PSF, GEOMS_FORMULATION_PARTITION_FULL, GEOMS_FORMULATION_INDEX1,
           GEOMS_FORMULATION_GGL, GEOMS_FORMULATION_INDEX2};
    Case exact = case_of_spring (GEOMS_FORMULATION_PSF, GEOMS_METHOD_RADAU5, 1e-9);
    Outcome reference = solve (&exact);

    (void)state;
    for (int i = 0; i < 5; i++) {
        Case c = case_of_spring (formulations[i], GEOMS_METHOD_BDF, 1e-5);
        Outcome o = solve (&c);
        const double error = distance (last_state (&o), last_state (&reference), 5, 9);

        print_message ("formulation %d: %ld steps, %ld rejected, error %.1e\n", formulations[i],
                       o.counters.naccpt, o.counters.nerjct, error);
        assert_true (o.counters.naccpt < 1000 && error < 1e-3);
        outcome_free (&o);
    }
    outcome_free (&reference);
}

/* step sizes follow error^(-1/(k+1)): of order 1 hardly any attempt is in vain; reached: 0 to 5 % */
static void few_attempts_are_rejected (void **state)
{
    const TestModel *models[] = {&model_pendulum, &model_oscillator, &model_slidercrank, &model_sleigh};

    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = case_of (models[i]);
        Outcome o;

        c.options.method = GEOMS_METHOD_BDF;
        c.options.max_order = 1;
        case_tolerance (&c, 1e-4);
        c.ntspan = 2;
        o = solve (&c);
        assert_true ((double)o.counters.nerjct <= 0.08 * (double)o.counters.nstep);
        outcome_free (&o);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (few_attempts_are_rejected),
        cmocka_unit_test (polynomials_are_exact),
        cmocka_unit_test (steps_of_any_size_are_exact),
        cmocka_unit_test (the_formula_holds),
        cmocka_unit_test (errors_follow_the_tolerance),
        cmocka_unit_test (the_order_is_chosen),
        cmocka_unit_test (stiff_problems_take_few_steps),
        cmocka_unit_test (stiff_springs_take_few_steps),
        cmocka_unit_test (matrices_are_kept),
        cmocka_unit_test (first_steps_know_their_errors),
        cmocka_unit_test (refusals_cost_steps),
        cmocka_unit_test (the_edge_of_the_domain_is_reached),
        cmocka_unit_test (events_are_found),
        cmocka_unit_test (terminal_events_end_a_step),
        cmocka_unit_test (cut_steps_are_of_the_method),
        cmocka_unit_test (actions_restart_the_method),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
