/* test_tables.c - the pendulum's table runs equal those recorded in tests/data/pendulum_tables.csv
 *
 * The .m suites compare the same file with the same runs through Octave callbacks, so that both
 * ways into the core are shown to agree. `test_tables print` writes the file anew.
 */
#include "test.h"

#ifndef GEOMS_TEST_DATA
#define GEOMS_TEST_DATA "tests/data"
#endif

enum { RUNS = 18, COUNTERS = 11, STATES = 5 };

/* row i: settings i / 6 (paper, Project off, defaults), velocity 2.8 or 2.9, tolerance 1e-7 ...
 * 1e-9 */
static Case table_case (int i)
{
    const double q[3] = {1, 1, 13.75}, x0[STATES] = {0, i / 3 % 2 == 0 ? 2.8 : 2.9, 0, 0, -1};
    Case c = case_with (&model_pendulum, q, 3);

    c.model.system.autonomous = 0;
    memcpy (c.x0, x0, sizeof x0);
    c.tspan[0] = 0;
    c.tspan[1] = 5;
    case_tolerance (&c, pow (10, -7 - i % 3));
    c.options.initial_step = 0.01;
    c.options.multipliers = GEOMS_MULTIPLIERS_ITERATED; /* as in the residual form of the .m
                                                           suites */
    c.options.velocity_rows = GEOMS_VELOCITY_ROWS_FORCE;
    if (i / 6 <= 1)
        c.options.project = GEOMS_PROJECT_OFF;
    if (i / 6 == 0) {
        c.options.initial = GEOMS_INITIAL_ASSUME;
        c.options.error_norm = GEOMS_ERROR_NORM_FREE;
        c.options.newton_norm = GEOMS_NEWTON_NORM_N;
        c.options.max_newton = 6;
        c.options.selector_update = GEOMS_UPDATE_ADAPTIVE;
        c.options.newton_updates = 0;
    }
    return c;
}

/* the manual's eleven counters and the state at the end */
static void table_run (int i, long *counters, double *x)
{
    Case c = table_case (i);
    Outcome o = solve (&c);
    const GeomsCounters *s = &o.counters;
    const long all[COUNTERS] = {s->naccpt, s->neom,  s->nmas,  s->njac,   s->nsel,  s->npdec,
                                s->nedec,  s->nbsub, s->nstep, s->nerjct, s->ncrjct};

    assert_int_equal (o.status, 0);
    memcpy (counters, all, sizeof all);
    memcpy (x, o.s->x + (o.s->count - 1) * STATES, STATES * sizeof *x);
    case_end (&c, &o);
}

static void print (void)
{
    printf (
        "%% Table runs of the pendulum, computed with the C core (test_tables print): exact\n"
        "%% Jacobian, not declared autonomous. settings: 0 paper, 1 Project off, 2 defaults, all "
        "with\n"
        "%% multipliers that are iterated\n"
        "%% settings,velocity,tolerance,naccpt,neom,nmas,njac,nsel,npdec,nedec,nbsub,nstep,nerjct,"
        "ncrjct,lambda,v1,v2,p1,p2\n");
    for (int i = 0; i < RUNS; i++) {
        long counters[COUNTERS];
        double x[STATES];

        table_run (i, counters, x);
        printf ("%d,%.1f,1e-%d", i / 6, i / 3 % 2 == 0 ? 2.8 : 2.9, 7 + i % 3);
        for (int k = 0; k < COUNTERS; k++)
            printf (",%ld", counters[k]);
        for (int k = 0; k < STATES; k++)
            printf (",%.17g", x[k]);
        printf ("\n");
    }
}

static void runs_equal_the_record (void **state)
{
    FILE *file = fopen (GEOMS_TEST_DATA "/pendulum_tables.csv", "r");
    char line[512];
    int i = 0;

    (void)state;
    assert_non_null (file);
    while (fgets (line, sizeof line, file) != NULL) {
        long counters[COUNTERS];
        double x[STATES];
        char *at = line;

        if (line[0] == '%')
            continue;
        for (int skip = 0; skip < 3; skip++)
            at = strchr (at, ',') + 1;
        table_run (i++, counters, x);
        for (int k = 0; k < COUNTERS; k++) {
            assert_int_equal (counters[k], strtol (at, &at, 10));
            at++;
        }
        for (int k = 0; k < STATES; k++) {
            assert_true (fabs (x[k] - strtod (at, &at)) <= 1e-12 * fmax (1, fabs (x[k])));
            at++;
        }
    }
    fclose (file);
    assert_int_equal (i, RUNS);
}

int main (int count, char *arguments[])
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (runs_equal_the_record)};

    if (count > 1 && strcmp (arguments[1], "print") == 0) {
        print ();
        return 0;
    }
    return cmocka_run_group_tests (tests, NULL, NULL);
}
