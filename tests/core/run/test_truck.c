/* test_truck.c - the Eich-Soellner/Fuehrer truck: its equilibrium, its reference values, and what
 * multipliers of 7e4 beside positions of 1e-1 do to the control of errors
 */
#include "test.h"

enum { TRUCKS = 4, NP = 9 };

static const TestModel *const trucks[TRUCKS]
    = {&model_truck, &model_truck_pneumatic, &model_truck_unconstrained,
       &model_truck_unconstrained_pneumatic};

static const double lambda0 = -6.80562088888888e4; /* published, with the sign of M v' = f - G' l */

static Case case_of_truck (int i, double tolerance, double multipliers)
{
    Case c = case_of (trucks[i]);

    case_tolerance (&c, tolerance);
    for (int j = 0; j < c.model.system.dims.nl; j++)
        c.atol[j] *= multipliers;
    c.ntspan = 3;
    c.tspan[1] = 10;
    c.tspan[2] = 20;
    return c;
}

/* ---- the model ---- */

static void equilibrium_is_the_published_one (void **state)
{
    (void)state;
    for (int i = 0; i < TRUCKS; i++) {
        Case c = case_of (trucks[i]);
        const int nl = c.model.system.dims.nl;
        double out[3 * 2 + 2 * NP], M[NP * NP], worst = 0;
        const double t = 0;

        if (nl > 0) {
            assert_true (fabs (c.x0[1] / lambda0 - 1) < 3e-14 && fabs (c.x0[0]) < 3e-14 * 7e4);
            c.x0[0] = 0;
            c.x0[1] = lambda0;
        }
        c.model.system.rda (1, &t, c.x0, c.n, out, c.m, c.user);
        c.model.system.mass (1, &t, c.x0, c.n, M, NP * NP, c.user);
        for (int j = 0; j < NP; j++)
            worst = fmax (worst, fabs (out[3 * nl + j] / M[j + NP * j]));
        print_message ("%s: accelerations at the start %.1e\n", c.model.name, worst);
        assert_true (worst < 1e-11);
        for (int j = 0; j < 3 * nl; j++)
            assert_true (fabs (out[j]) < 1e-11);
        case_free (&c);
    }
}

/* front wheel: k of the linear spring is the slope of the pneumatic one, to 4 digits */
static void pneumatic_spring_is_the_linear_one_at_the_start (void **state)
{
    double J[2][24 * 20] = {{0}};

    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_of (trucks[i]);

        assert_int_equal (c.model.system.jac (0, c.x0, J[i], c.m, c.user), 0);
        case_free (&c);
    }
    {
        const int dyn = 6, y4 = 3, at = dyn + y4 + 24 * (2 + NP + y4);
        const double difference = J[0][at] - J[1][at];

        assert_true (fabs (difference) < 1e-4 * 2.711e5);
        assert_true (fabs (difference) > 0.5e-4 * 2.711e5);
    }
}

/* ---- reference values ---- */

/* largest errors of lambda, v and p at 10 and 20 s */
static Errors errors_of (const Case *c, const Outcome *o, int i)
{
    const char *file
        = i < 2 ? GEOMS_TEST_DATA "/truck.csv" : GEOMS_TEST_DATA "/truck_unconstrained.csv";
    const int nl = c->model.system.dims.nl;
    double y[MOST_UNKNOWNS], e[3] = {0, 0, 0};

    for (int half = 0; half < 2; half++) {
        const double *x = o->s->x + (1 + half) * c->n;

        assert_int_equal (model_reference (file, 2 * (i % 2) + half, c->n, y), 0);
        for (int j = 0; j < c->n; j++) {
            const int block = j < nl ? 0 : j < nl + NP ? 1 : 2;

            e[block] = fmax (e[block], fabs (x[j] - y[j]));
        }
    }
    return (Errors){e[0], e[1], e[2]};
}

static Errors check_run (int i, int iterated, double tolerance, double multipliers, Errors bound)
{
    Case c = case_of_truck (i, tolerance, multipliers);
    Outcome o;
    Errors e;

    c.options.multipliers = iterated ? GEOMS_MULTIPLIERS_ITERATED : GEOMS_MULTIPLIERS_SOLVED;
    o = solve (&c);
    e = errors_of (&c, &o, i);
    print_message (
        "%s, %s, %g, AbsTol of lambda %g: %ld steps, errors of lambda %.1e, v %.1e, p %.1e "
        "(%.1f digits)\n",
        c.model.name, iterated ? "iterated" : "solved", tolerance, tolerance * multipliers,
        o.counters.naccpt, e.multipliers, e.velocities, e.positions, -log10 (e.positions));
    assert_true (e.multipliers <= bound.multipliers && e.velocities <= bound.velocities
                 && e.positions <= bound.positions);
    assert_true (worst_residual (o.s) <= 1e-12);
    check_solution (&c, &o);
    case_end (&c, &o);
    return e;
}

static int rising (const void *a, const void *b)
{
    return *(const double *)a < *(const double *)b ? -1 : 1;
}

/* Newton's method does not shorten the steps where multipliers are solved for; errors at tolerances
 * of 0.8e-10 ... 1.2e-10: 1e-6 ... 7e-5 (lambda), 3e-10 ... 4e-9 (v), 6e-12 ... 2e-10 (p), by
 * chance */
static void check_median (int i)
{
    double errors[5];

    for (int j = 0; j < 5; j++)
        errors[j] = check_run (i, 0, (0.9 + 0.05 * j) * 1e-10, 1, (Errors){1e-4, 1.6e-8, 2e-10})
                        .positions;
    qsort (errors, 5, sizeof *errors, rising);
    assert_true (errors[2] <= 5e-11);
}

static void references_are_met (void **state)
{
    (void)state;
    for (int i = 0; i < TRUCKS; i++) {
        if (i < 2)
            check_median (i);
        if (i < 2)
            check_run (i, 1, 1e-10, 1, (Errors){5e-5, 2e-9, 1e-10}); /* rounding of lambda
                                                                        decides: 6e-12 ... 7e-11 */
        check_run (i, 0, 1e-10, 1e5, (Errors){5e-3, 2e-7, 5e-9});
        check_run (i, 1, 1e-10, 1e5, (Errors){5e-3, 2e-7, 5e-9});
        if (i == 0) /* where multipliers are iterated, that is more digits of lambda than
                       rounding leaves */
            check_run (i, 0, 1e-12, 1, (Errors){1e-6, 1e-11, 2e-12});
    }
}

/* ---- multipliers and the control of errors ---- */

typedef struct Run {
    long steps, most; /* accepted; those in which the error was largest in a multiplier */
} Run;

static Run run_of (int i, double tolerance, double multipliers)
{
    Case c = case_of_truck (i, tolerance, multipliers);
    Outcome o = solve (&c);
    Run run = {o.counters.naccpt, 0};

    for (int j = 0; j < c.model.system.dims.nl; j++)
        run.most += (long)o.s->limiting[j];
    case_end (&c, &o);
    return run;
}

/* One AbsTol for all: only the multipliers limit the steps. Where theirs is like their size, the
 * joint costs no steps. */
static void one_tolerance_for_all_controls_the_multipliers (void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++)
        for (int e = 4; e <= 9; e++) {
            const Run all = run_of (i, pow (10, -e), 1), scaled = run_of (i, pow (10, -e), 1e5);
            const Run without = run_of (i + 2, pow (10, -e), 1);

            print_message ("%s, 1e-%d: %ld steps (%ld for lambda), scaled %ld (%ld), without joint "
                           "%ld\n",
                           trucks[i]->name, e, all.steps, all.most, scaled.steps, scaled.most,
                           without.steps);
            assert_true (all.steps > 2 * scaled.steps && (double)all.most > 0.9 * (double)all.steps);
            assert_true (labs (scaled.steps - without.steps) <= 1 + without.steps / 20);
            assert_int_equal (scaled.most <= scaled.steps / 10, 1);
        }
}

/* the road begins to rise at 2/15 and 6.5/15 s; its sixth derivative jumps there */
static void kinks_of_the_road_need_no_restart (void **state)
{
    (void)state;
    for (int e = 6; e <= 10; e += 2) {
        const double times[4] = {0, 2.0 / 15, 6.5 / 15, 10}, tolerance = pow (10, -e);
        Case whole = case_of_truck (0, tolerance, 1e5);
        Outcome through = solve (&whole);
        double x[MOST_UNKNOWNS], through_error = errors_of (&whole, &through, 0).positions, error;
        long steps = 0;

        for (int part = 0; part < 3; part++) {
            Case c = case_of_truck (0, tolerance, 1e5);
            Outcome o;

            c.tspan[0] = times[part];
            c.tspan[1] = times[part + 1];
            c.ntspan = part < 2 ? 2 : 3;
            if (part > 0)
                memcpy (c.x0, x, sizeof x);
            o = solve (&c);
            memcpy (x, last_state (&o), (size_t)c.n * sizeof *x);
            steps += o.counters.naccpt;
            error = part < 2 ? 0 : errors_of (&c, &o, 0).positions;
            case_end (&c, &o);
        }
        print_message ("1e-%d: %ld steps, error of p %.1e; with restarts %ld, %.1e\n", e,
                       through.counters.naccpt, through_error, steps, error);
        assert_true (through.counters.naccpt <= steps);
        assert_true (through_error < 10 * error);
        outcome_free (&through);
        case_free (&whole);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (equilibrium_is_the_published_one),
        cmocka_unit_test (pneumatic_spring_is_the_linear_one_at_the_start),
        cmocka_unit_test (references_are_met),
        cmocka_unit_test (one_tolerance_for_all_controls_the_multipliers),
        cmocka_unit_test (kinks_of_the_road_need_no_restart),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
