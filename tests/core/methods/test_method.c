/* test_method.c - what all methods share: limits of the step size, reasons to give up and their
 * words, cut and interpolated polynomials; both methods keep to what the driver is told of them
 */
#include "forms.h"
#include "forms/accelerations/accelerations.h"
#include "inside.h"
#include "moving.h"

/* ---- a method of our own, which does nothing ---- */

static double conditions[3];
static int says;

static void condition (const GeomsMethod *m, double c[3])
{
    (void)m;
    memcpy (c, conditions, sizeof conditions);
}

static int singular (GeomsMethod *m, double t)
{
    (void)t;
    return says ? geoms_report (m->report, GEOMS_PARTITION_SINGULAR, "So it is.") : 0;
}

static const double nodes[3] = {-1, -0.4, -0.7};
static const GeomsMethodOps silent
    = {.name = "silent", .basis = {3, nodes}, .condition = condition};
static const GeomsMethodOps telling
    = {.name = "telling", .basis = {3, nodes}, .condition = condition, .singular = singular};

typedef struct Fixture {
    GeomsArena arena;
    GeomsOptions options;
    GeomsCounters counters;
    GeomsReport report;
    GeomsEquations eq;
    GeomsMethod m;
} Fixture;

static void open_method (Fixture *f, const GeomsMethodOps *ops, int n)
{
    GeomsOde ode;

    memset (f, 0, sizeof *f);
    geoms_options_default (&f->options);
    f->eq.counters = &f->counters;
    f->eq.report = &f->report;
    ode = (GeomsOde){.eq = &f->eq, .options = &f->options, .n = n};
    geoms_method_prepare (&f->m, ops,
                          &(GeomsMethodSetup){.ode = &ode, .h = 0.125, .arena = &f->arena});
    assert_false (f->arena.failed);
    conditions[0] = conditions[1] = conditions[2] = 1;
    for (int i = 0; i < 3; i++)
        f->m.condition[i] = 1;
    says = 0;
}

static void close_method (Fixture *f) { geoms_arena_free (&f->arena); }

/* ---- step sizes ---- */

static void step_sizes_keep_to_their_limits (void **state)
{
    Fixture f;

    (void)state;
    open_method (&f, &silent, 2);
    assert_true (f.m.h == 0.125);
    geoms_method_begin_with (&f.m, 0.5, -1);
    assert_true (f.m.h == -0.5);
    assert_true (geoms_method_next (&f.m, -0.5, 3) == 1.5);
    f.options.max_step = 0.25;
    f.options.min_step = 0.01;
    geoms_method_begin_with (&f.m, 0.5, 1);
    assert_true (f.m.h == 0.25 && geoms_method_next (&f.m, 0.2, 3) == 0.25);
    geoms_method_begin_with (&f.m, 0.001, -1);
    assert_true (f.m.h == -0.01 && geoms_method_next (&f.m, 0.02, 0.1) == 0.01);
    assert_true (geoms_method_next (&f.m, 0.02, 2) == 0.04);
    f.options.step = 0.05;
    f.options.max_step = f.options.min_step = 0;
    geoms_method_begin_with (&f.m, 7, -1);
    assert_true (f.m.h == -0.05 && geoms_method_next (&f.m, 0.02, 9) == 0.05);
    close_method (&f);
}

/* shortened, or stretched by 1e-4 */
static void ends_are_reached (void **state)
{
    Fixture f;

    (void)state;
    open_method (&f, &silent, 2);
    for (int sign = -1; sign < 2; sign += 2) {
        f.m.h = 0.1 * sign;
        assert_false (geoms_method_reaches (&f.m, 0, 0.2 * sign));
        assert_false (geoms_method_reaches (&f.m, 0, 0.10002 * sign));
        assert_true (geoms_method_reaches (&f.m, 0, 0.100009 * sign));
        assert_true (geoms_method_reaches (&f.m, 0, 0.1 * sign));
        assert_true (geoms_method_reaches (&f.m, 0, 0.03 * sign));
        assert_true (geoms_method_reaches (&f.m, 1, 1 + 0.03 * sign));
    }
    close_method (&f);
}

/* ---- reasons to give up ---- */

static void expect (Fixture *f, int found, int status, const char *words)
{
    if (found != status || strstr (f->report.text, words) == NULL)
        fail_msg ("%d instead of %d, or '%s' is not in: %s", found, status, words, f->report.text);
}

static void steps_are_counted_from_where_the_run_began (void **state)
{
    Fixture f;

    (void)state;
    open_method (&f, &silent, 2);
    f.options.max_steps = 10;
    f.counters.nstep = 109;
    f.m.first_step = 100;
    assert_int_equal (geoms_method_check (&f.m, 3, 0), 0);
    assert_true (f.report.t == 3 && f.report.h == 0.125);
    f.counters.nstep = 110;
    expect (&f, geoms_method_check (&f.m, 3, 0), GEOMS_TOO_MANY_STEPS,
            "MaxSteps = 10 steps were attempted until t = 3, h = 0.125.");
    close_method (&f);
}

/* below MinStep only after a failure, and not for the last step */
static void small_steps_are_refused (void **state)
{
    Fixture f;

    (void)state;
    open_method (&f, &silent, 2);
    f.options.min_step = 0.01;
    f.m.h = 0.005;
    assert_int_equal (geoms_method_check (&f.m, 3, 0), 0);
    f.m.control.rejected = 1;
    assert_int_equal (geoms_method_check (&f.m, 3, 1), 0);
    expect (&f, geoms_method_check (&f.m, 3, 0), GEOMS_STEP_TOO_SMALL,
            "The step size fell to 0.005 at t = 3, below MinStep = 0.01.");
    f.m.control.rejected = 0;
    f.m.failures = 1;
    expect (&f, geoms_method_check (&f.m, 3, 0), GEOMS_STEP_TOO_SMALL, "below MinStep");
    close_method (&f);
}

/* a step that rounding swallows: what is to blame comes first */
static void vanishing_steps_have_reasons (void **state)
{
    Fixture f;

    (void)state;
    open_method (&f, &telling, 2);
    f.m.h = 1e-15;
    f.counters.naccpt = 5;
    assert_int_equal (geoms_method_check (&f.m, 0.1, 0), 0); /* it still counts here */
    expect (&f, geoms_method_check (&f.m, 3, 0), GEOMS_STEP_TOO_SMALL,
            "The step size fell to 1e-15 at t = 3.");
    conditions[2] = 150;
    expect (&f, geoms_method_check (&f.m, 3, 0), GEOMS_RANK_CHANGED,
            "where the acceleration constraints are all but singular (condition 150, at the start "
            "1)");
    assert_true (f.report.value == 150 && f.report.limit == 1);
    conditions[2] = 99;
    conditions[0] = 1e5;
    expect (&f, geoms_method_check (&f.m, 3, 0), GEOMS_RANK_CHANGED, "the position constraints");
    conditions[0] = NAN; /* not known */
    conditions[1] = 1e5;
    expect (&f, geoms_method_check (&f.m, 3, 0), GEOMS_RANK_CHANGED, "the velocity constraints");
    f.m.undefined = 1;
    expect (&f, geoms_method_check (&f.m, 3, 0), GEOMS_NOT_FINITE,
            "The equations of motion cannot be evaluated beyond t = 3 (");
    says = 1;
    expect (&f, geoms_method_check (&f.m, 3, 0), GEOMS_PARTITION_SINGULAR, "So it is.");
    assert_int_equal (geoms_method_singular (&f.m, 3), GEOMS_PARTITION_SINGULAR);
    says = 0;
    f.m.undefined = 0;
    conditions[1] = NAN;
    assert_int_equal (geoms_method_singular (&f.m, 3), 0);
    f.counters.naccpt = 0; /* not one step */
    expect (&f, geoms_method_check (&f.m, 3, 0), GEOMS_STEP_TOO_SMALL,
            "A step size of 1e-15 cannot be told from rounding at t = 3: let the time span begin "
            "near 0.");
    f.m.h = 0; /* no place of t would help */
    expect (&f, geoms_method_check (&f.m, 0, 0), GEOMS_STEP_TOO_SMALL,
            "The step size fell to 0 at t = 0.");
    f.m.h = 1e-15;
    f.options.initial_step = 1e-15; /* as it was wanted */
    expect (&f, geoms_method_check (&f.m, 3, 0), GEOMS_STEP_TOO_SMALL, "The step size fell to");
    close_method (&f);
}

static void states_that_cannot_be_evaluated (void **state)
{
    Fixture f;

    (void)state;
    open_method (&f, &silent, 2);
    expect (&f, geoms_method_cannot_go_on (&f.m, 2), GEOMS_NOT_FINITE, "beyond t = 2 (");
    expect (&f, geoms_method_not_finite (&f.m, 2.5), GEOMS_NOT_FINITE, "evaluated at t = 2.5.");
    assert_true (f.report.t == 2.5);
    assert_int_equal (geoms_method_singular (&f.m, 2), 0);
    close_method (&f);
}

/* ---- the polynomial ---- */

/* x = t^3 - t and 2 t^2 on (1, 3), in the basis of the nodes: as if the step had ended at 1.5,
 * too */
static double cubic (int i, double t) { return i == 0 ? t * t * t - t : 2 * t * t; }

static void polynomials_are_cut_and_evaluated (void **state)
{
    const double end = 3, cut = 1.5;
    double x[2], y[2];
    Fixture f;

    (void)state;
    open_method (&f, &silent, 2);
    for (int i = 0; i < 2; i++) {
        double p[3];
        x[i] = cubic (i, end);
        for (int k = 0; k < 3; k++)
            p[k] = cubic (i, end + 2 * nodes[k]) - x[i];
        geoms_polynomial_fit (&silent.basis, 1, p);
        for (int k = 0; k < 3; k++)
            f.m.poly[2 * k + i] = p[k];
    }
    for (int pass = 0; pass < 2; pass++) {
        for (double t = 1; t < 3.01; t += 0.25) {
            geoms_method_interpolate (&f.m, 2, 1, pass ? cut : end, x, t, y);
            for (int i = 0; i < 2; i++)
                assert_true (fabs (y[i] - cubic (i, t)) < 1e-12);
        }
        if (pass == 0) {
            geoms_method_cut (&f.m, 1, end, cut, x);
            assert_true (f.m.h_poly == 0.5);
            assert_true (fabs (x[0] - cubic (0, cut)) < 1e-13 && fabs (x[1] - 4.5) < 1e-13);
        }
    }
    close_method (&f);
}

/* ---- both methods, as the driver sees them ---- */

typedef struct Stepper {
    Case c;
    GeomsRun *run;
    GeomsMethod *m;
    double t, x[32];
} Stepper;

static void open_stepper (Stepper *s, const Pair *pair)
{

    s->c = case_of_moving ();
    choose (&s->c, pair);
    s->run = create_run (&s->c);
    s->m = run_method (s->run);
    s->t = 0;
    memset (s->x, 0, sizeof s->x);
    memcpy (s->x, s->c.x0, MOVING_N * sizeof s->x[0]);
    assert_int_equal (geoms_output_measure (s->run, 0, s->x), 0);
    assert_int_equal (s->m->ops->start (s->m, 0, s->x, 1), 0);
}

static void close_stepper (Stepper *s)
{
    geoms_run_free (s->run);
    case_free (&s->c);
}

static double error_at (const Stepper *s)
{
    double y[MOVING_N];

    moving_exact (s->t, y, NULL);
    return distance (s->x, y, 0, MOVING_N);
}

static void methods_go_from_step_to_step (void **state)
{
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        Stepper s;
        int last = 0, steps = 0;

        open_stepper (&s, &pairs[i]);
        assert_string_equal (s.m->ops->name,
                             pairs[i].method == GEOMS_METHOD_DOPRI5 ? "dopri5" : "radau5");
        assert_true (s.m->h > 1e-4 && s.m->h < 0.5);
        while (! last) {
            const double before = s.t, h = s.m->h, degree = s.m->ops->basis.degree;
            double x_old[32], begin[MOVING_N], end[MOVING_N];

            memcpy (x_old, s.x, sizeof x_old);
            assert_int_equal (s.m->ops->step (s.m, &s.t, s.x, 0.5, &last), 0);
            steps++;
            assert_true (s.t > before && s.t <= 0.5 && s.t - before <= h * 1.0002);
            assert_true (s.m->h_poly == s.t - before && degree >= 3);
            assert_int_equal (geoms_run_counters (s.run)->naccpt, steps);
            assert_true (error_at (&s) < 1e-5);
            geoms_method_interpolate (s.m, MOVING_N, before, s.t, s.x, before, begin);
            geoms_method_interpolate (s.m, MOVING_N, before, s.t, s.x, s.t, end);
            assert_true (distance (end, s.x, 2, MOVING_N) < 1e-15);
            assert_true (distance (begin, x_old, 2, MOVING_N) < 1e-6);
        }
        assert_true (s.t == 0.5 && steps > 3);
        close_stepper (&s);
    }
}

/* the last step once more, to an earlier time: as exact, and not counted */
static void steps_are_taken_again (void **state)
{
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        Stepper s;
        double x_old[32], y[MOVING_N], t_old = 0;
        GeomsCounters k;
        int last = 0;

        open_stepper (&s, &pairs[i]);
        for (int j = 0; j < 4; j++) {
            t_old = s.t;
            memcpy (x_old, s.x, sizeof x_old);
            assert_int_equal (s.m->ops->step (s.m, &s.t, s.x, 2, &last), 0);
        }
        k = *geoms_run_counters (s.run);
        for (int j = 1; j < 4; j++) {
            const double t_new = t_old + 0.8 * (s.t - t_old);

            geoms_method_cut (s.m, t_old, s.t, t_new, s.x);
            assert_int_equal (s.m->ops->retake (s.m, t_old, x_old, t_new, s.x), 0);
            s.t = t_new;
            moving_exact (t_new, y, NULL);
            assert_true (distance (s.x, y, 0, MOVING_N) < 1e-6);
            assert_true (s.m->h_poly == t_new - t_old);
            assert_int_equal (geoms_run_counters (s.run)->naccpt, k.naccpt);
            assert_int_equal (geoms_run_counters (s.run)->nstep, k.nstep);
        }
        /* and on from there */
        assert_int_equal (s.m->ops->restart (s.m, s.t, s.x, 1), 0);
        assert_int_equal (s.m->ops->step (s.m, &s.t, s.x, 2, &last), 0);
        assert_true (error_at (&s) < 1e-5);
        close_stepper (&s);
    }
}

/* multipliers of other states; methods that integrate them have nothing to recover */
static void multipliers_are_recovered (void **state)
{
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        double t[5], x[5 * 12];
        Stepper s;

        open_stepper (&s, &pairs[i]);
        assert_true ((s.m->ops->recover == NULL) == (pairs[i].method == GEOMS_METHOD_RADAU5));
        for (int j = 0; j < 5 && s.m->ops->recover != NULL; j++) {
            t[j] = 0.2 * j;
            moving_exact (t[j], x + 12 * j, NULL);
            x[12 * j] = x[12 * j + 1] = 77;
        }
        if (s.m->ops->recover != NULL)
            assert_int_equal (s.m->ops->recover (s.m, 5, t, x, 12), 0);
        for (int j = 0; j < 5 && s.m->ops->recover != NULL; j++) {
            double y[MOVING_N];
            moving_exact (t[j], y, NULL);
            assert_true (distance (x + 12 * j, y, 0, MOVING_N) < 1e-12);
        }
        close_stepper (&s);
    }
}

/* of C, where it is looked at; nothing is known of the acceleration constraints */
static void conditions_are_those_of_the_partition (void **state)
{
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        const int full = pairs[i].formulation == GEOMS_FORMULATION_PARTITION_FULL
                         || pairs[i].formulation == GEOMS_FORMULATION_INDEX1_EXPLICIT
                         || pairs[i].formulation == GEOMS_FORMULATION_INDEX1_IMPLICIT;
        GeomsAccelerations *form;
        double c[3], rows[32];
        Stepper s;

        open_stepper (&s, &pairs[i]);
        form = (GeomsAccelerations *)run_form (s.run);
        assert_int_equal (geoms_rows_evaluate (form, GEOMS_FOR_METHOD, 1, &s.t, s.x, rows), 0);
        s.m->ops->condition (s.m, c);
        assert_true (isnan (c[2]) && isnan (c[0]) == full && isnan (c[1]) == full);
        assert_true (full || (c[0] == form->condition.now && c[0] > 1 && c[0] < 100));
        for (int k = 0; k < 3; k++)
            assert_true (s.m->condition[k] == c[k] || isnan (c[k]));
        close_stepper (&s);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (step_sizes_keep_to_their_limits),
        cmocka_unit_test (ends_are_reached),
        cmocka_unit_test (steps_are_counted_from_where_the_run_began),
        cmocka_unit_test (small_steps_are_refused),
        cmocka_unit_test (vanishing_steps_have_reasons),
        cmocka_unit_test (states_that_cannot_be_evaluated),
        cmocka_unit_test (polynomials_are_cut_and_evaluated),
        cmocka_unit_test (methods_go_from_step_to_step),
        cmocka_unit_test (steps_are_taken_again),
        cmocka_unit_test (multipliers_are_recovered),
        cmocka_unit_test (conditions_are_those_of_the_partition),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
