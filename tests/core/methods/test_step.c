/* test_step.c - the one step loop: a method that follows a script tells what is asked of it, and
 * when
 *
 * Each line of a script is what the next attempt comes to: its error, or a status.
 */
#include <math.h>

#include "methods/method.h"
#include "test.h"

typedef struct Line {
    double error;
    int status;
} Line;

typedef struct Scripted {
    GeomsMethod method;
    const Line *line;
    int attempts, failed, rejected, accepted, last_status;
    double h[8];
} Scripted;

static int follow (GeomsMethod *m, double t, const double *x, double *error)
{
    Scripted *s = (Scripted *)m;

    (void)t, (void)x;
    s->h[s->attempts] = m->step;
    *error = s->line[s->attempts].error;
    return s->line[s->attempts++].status;
}

static int failed (GeomsMethod *m, double t, int status)
{
    Scripted *s = (Scripted *)m;

    (void)t;
    s->failed++;
    s->last_status = status;
    m->h /= 4;
    return s->failed > 3 ? GEOMS_NEWTON_FAILS : 0;
}

static void reject (GeomsMethod *m, double error)
{
    ((Scripted *)m)->rejected++;
    m->h /= 1 + error;
}

static int accept (GeomsMethod *m, double *t, double *x, double t_new, double error, int last)
{
    (void)error, (void)last;
    ((Scripted *)m)->accepted++;
    x[0] += t_new - *t;
    *t = t_new;
    return 0;
}

static int worst (const GeomsMethod *m)
{
    (void)m;
    return 1;
}

static const double nodes[1] = {-1};
static const GeomsMethodOps scripted = {.name = "scripted", .basis = {1, nodes}, .attempt = follow,
                                        .failed = failed, .reject = reject, .accept = accept,
                                        .worst = worst};

typedef struct Fixture {
    GeomsArena arena;
    GeomsOptions options;
    GeomsCounters counters;
    GeomsReport report;
    GeomsEquations eq;
    Scripted s;
    double t, x[2];
    int last;
} Fixture;

/* one step from 1 towards t_end with h = 1/4 at first; -> its status */
static int play (Fixture *f, const Line *script, double step, double t_end)
{
    GeomsOde ode;
    int status;

    memset (f, 0, sizeof *f);
    geoms_options_default (&f->options);
    f->options.step = step;
    f->eq.counters = &f->counters;
    f->eq.report = &f->report;
    ode = (GeomsOde){.eq = &f->eq, .options = &f->options, .n = 2};
    geoms_method_prepare (&f->s.method, &scripted,
                          &(GeomsMethodSetup){.ode = &ode, .h = 0.25, .arena = &f->arena});
    assert_false (f->arena.failed);
    f->s.line = script;
    f->t = 1;
    status = geoms_method_step (&f->s.method, &f->t, f->x, t_end, &f->last);
    assert_int_equal (f->counters.nstep, f->s.attempts);
    assert_int_equal (f->counters.naccpt, f->s.accepted);
    return status;
}

static void expect_limiting (Fixture *f, double first, double second)
{
    assert_true (f->s.method.limiting[0] == first && f->s.method.limiting[1] == second);
    geoms_arena_free (&f->arena);
}

static void a_good_attempt_is_accepted (void **state)
{
    static const Line script[] = {{0.99, 0}};
    Fixture f;

    (void)state;
    assert_int_equal (play (&f, script, 0, 10), 0);
    assert_true (f.t == 1.25 && f.x[0] == 0.25 && ! f.last && f.s.method.h == 0.25);
    expect_limiting (&f, 0, 1);
}

static void attempts_go_on_until_one_is_good (void **state)
{
    static const Line script[] = {{3, 0}, {0, GEOMS_ATTEMPT_FAILED}, {1, 0}, {0.5, 0}};
    Fixture f;

    (void)state;
    assert_int_equal (play (&f, script, 0, 10), 0);
    assert_int_equal (f.s.rejected, 2);
    assert_int_equal (f.s.failed, 1);
    assert_int_equal (f.s.last_status, GEOMS_ATTEMPT_FAILED);
    assert_true (f.s.h[1] == 0.25 / 4 && f.s.h[2] == 0.25 / 16 && f.s.h[3] == 0.25 / 32);
    assert_true (f.t == 1 + 0.25 / 32);
    expect_limiting (&f, 0, 1);
}

static void errors_that_are_no_numbers_are_failures (void **state)
{
    static const Line script[] = {{NAN, 0}, {INFINITY, 0}, {0, 0}};
    Fixture f;

    (void)state;
    assert_int_equal (play (&f, script, 0, 10), 0);
    assert_int_equal (f.s.failed, 2);
    assert_int_equal (f.s.last_status, GEOMS_ATTEMPT_UNDEFINED);
    assert_int_equal (f.s.rejected, 0);
    expect_limiting (&f, 0, 1);
}

static void idids_end_the_loop (void **state)
{
    static const Line stopped[] = {{0, GEOMS_STOP_EVENTS}},
                      hopeless[] = {{0, 1}, {0, 1}, {0, 1}, {0, 1}};
    Fixture f;

    (void)state;
    assert_int_equal (play (&f, stopped, 0, 10), GEOMS_STOP_EVENTS);
    assert_int_equal (f.s.failed + f.s.rejected + f.s.accepted, 0);
    assert_true (f.t == 1);
    expect_limiting (&f, 0, 0);
    assert_int_equal (play (&f, hopeless, 0, 10), GEOMS_NEWTON_FAILS);
    assert_int_equal (f.s.attempts, 4);
    expect_limiting (&f, 0, 0);
}

/* a step that is shortened to end at t_end does not make the next one short */
static void the_end_is_met_and_the_step_size_kept (void **state)
{
    static const Line script[] = {{0, 0}}, rejected[] = {{3, 0}, {0, 0}};
    Fixture f;

    (void)state;
    assert_int_equal (play (&f, script, 0, 1.1), 0);
    assert_true (f.last && f.t == 1.1 && f.s.method.h == 0.25);
    expect_limiting (&f, 0, 1);
    assert_int_equal (play (&f, rejected, 0, 1.2), 0);
    assert_true (! f.last && f.s.h[0] == 1.2 - 1 && f.s.method.h == (1.2 - 1) / 4);
    expect_limiting (&f, 0, 1);
}

static void fixed_steps_are_limited_by_no_component (void **state)
{
    static const Line script[] = {{0, 0}};
    Fixture f;

    (void)state;
    assert_int_equal (play (&f, script, 0.25, 10), 0);
    expect_limiting (&f, 0, 0);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (a_good_attempt_is_accepted),
        cmocka_unit_test (attempts_go_on_until_one_is_good),
        cmocka_unit_test (errors_that_are_no_numbers_are_failures),
        cmocka_unit_test (idids_end_the_loop),
        cmocka_unit_test (the_end_is_met_and_the_step_size_kept),
        cmocka_unit_test (fixed_steps_are_limited_by_no_component),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
