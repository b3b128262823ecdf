/* test_long.c - long campaigns: no drift and the right phase after thousands of swings (tests/run
 * --long)
 *
 * Without GEOMS_LONG in the environment a tenth of the time is simulated, or less.
 */
#include "test.h"

static int is_long (void) { return getenv ("GEOMS_LONG") != NULL; }

/* ---- A01 of the IFToMM library of multibody benchmarks: a pendulum, 2000 s, g = 9.81 ---- */

/* tests/data/pendulum_a01.csv: t, x, y from extended precision */
static int read_pendulum (double (*row)[3])
{
    FILE *stream = fopen (GEOMS_TEST_DATA "/pendulum_a01.csv", "r");
    char line[256];
    int found = 0;

    assert_non_null (stream);
    while (found < 10 && fgets (line, sizeof line, stream) != NULL)
        if (line[0] != '%'
            && sscanf (line, "%lf,%lf,%lf", row[found], row[found] + 1, row[found] + 2) == 3)
            found++;
    fclose (stream);
    return found;
}

static void pendulum_meets_its_reference (void **state)
{
    const double q[4] = {1, 1, 9.81, 0};
    const TestModel *const models[] = {&model_pendulum, &model_pendulum_energy};
    double row[10][3];
    const int rows = read_pendulum (row), count = is_long () ? rows : rows - 1;

    (void)state;
    assert_int_equal (rows, 5);
    for (int i = 0; i < 2; i++)
        for (int k = 6; k <= 10; k += 2) {
            Case c = case_with (models[i], q, 4);
            double worst = 0, energy = 0;
            Outcome o;

            c.ntspan = count + 1;
            for (int j = 0; j < count; j++)
                c.tspan[j + 1] = row[j][0];
            c.options.max_steps = 100000000;
            case_tolerance (&c, pow (10, -k));
            o = solve (&c);
            for (int j = 0; j < count; j++) {
                const double *x = o.s->x + 5 * (j + 1);

                worst = fmax (worst, hypot (x[3] - row[j][1], x[4] - row[j][2]));
                energy = fmax (energy, fabs (c.model.energy (0, x, c.user)));
            }
            print_message (
                "%s, %g s, tolerance 1e-%d: %ld steps, error %.1e, energy %.1e, residual "
                "%.1e\n",
                c.model.name, c.tspan[count], k, o.counters.naccpt, worst, energy,
                worst_residual (o.s));
            assert_true (worst_residual (o.s) <= 1e-12);
            /* 1e-13 of the terms it consists of, each as large as it was on the way: v1 and v2, 4.4
             * and 2.8 times 4.4, and 9.8 */
            assert_true (i == 0 || energy <= 1e-13 * (4.43 * 4.43 + 2.75 * 4.43 + 9.81));
            if (k == 10)
                assert_true (worst <= (is_long () ? 1e-4 : 1e-6));
            case_end (&c, &o);
        }
}

/* ---- others ---- */

static void energy_after (const TestModel *model, double length, double tolerance, double bound)
{
    Case c = case_of (model);
    const double E = c.model.energy (0, c.x0, c.user);
    double drift = 0;
    Outcome o;

    c.tspan[1] = length;
    c.options.max_steps = 100000000;
    case_tolerance (&c, tolerance);
    o = solve (&c);
    for (size_t i = 0; i < o.s->count; i++)
        drift = fmax (drift, fabs (c.model.energy (0, o.s->x + i * (size_t)c.n, c.user) - E));
    print_message ("%s, %g s, tolerance %g: %ld steps, energy %.1e, residual %.1e\n", c.model.name,
                   length, tolerance, o.counters.naccpt, drift, worst_residual (o.s));
    assert_true (drift <= bound);
    assert_true (worst_residual (o.s) <= 1e-12);
    case_end (&c, &o);
}

static void energy_is_kept (void **state)
{
    const double scale = is_long () ? 1 : 0.1;
    const TestModel three = model_parallelogram (3);

    (void)state;
    energy_after (&model_knifeedge, 1000 * scale, 1e-9, 1e-4);
    energy_after (&model_disk, 1000 * scale, 1e-9, 1e-4);
    energy_after (&three, 200 * scale, 1e-9, 1e-5);
    energy_after (&model_top_energy, 50 * scale, 1e-8, 1e-11);
}

static void bricard_moves_on (void **state)
{
    (void)state;
    if (! is_long ())
        skip ();
    energy_after (&model_bricard, 100, 1e-9, 1e-6);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (pendulum_meets_its_reference),
        cmocka_unit_test (energy_is_kept),
        cmocka_unit_test (bricard_moves_on),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
