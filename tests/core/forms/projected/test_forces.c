/* test_forces.c - AbsTol of multipliers that is left to the run: in units of the forces
 */
#include "inside.h"

static const TestModel *const models[]
    = {&model_pendulum, &model_andrews, &model_caraxis, &model_slidercrank, &model_knifeedge,
       &model_disk,     &model_skate,   &model_fourbar, &model_bricard,     &model_particle};
enum { MODELS = sizeof models / sizeof models[0] };

static void leave_to_the_run (Case *c)
{
    const GeomsDims *d = &c->model.system.dims;

    for (int i = 0; i < d->nl + d->nm; i++)
        c->atol[d->nw + i] = NAN;
}

/* all ways to integrate end, and a unit is no less than the multiplier itself where a linearisation
 * has seen it */
static void all_rows_have_a_unit (void **state)
{
    (void)state;
    for (int i = 0; i < 4 * MODELS; i++) {
        Case c = case_of (models[i / 4]);
        const GeomsDims *d = &c.model.system.dims;
        Outcome o;

        leave_to_the_run (&c);
        c.options.multipliers = i % 4 == 1 ? GEOMS_MULTIPLIERS_ITERATED : GEOMS_MULTIPLIERS_AUTO;
        c.options.formulation = i % 4 == 2 ? GEOMS_FORMULATION_PSI1 : GEOMS_FORMULATION_PSF;
        c.options.method = i % 4 == 3 ? GEOMS_METHOD_BDF : GEOMS_METHOD_AUTO;
        c.tspan[1] = c.tspan[0] + 0.2 * (c.tspan[1] - c.tspan[0]);
        o = solve (&c);
        for (int j = 0; j < d->nl + d->nm; j++) {
            const double unit = run_units (o.run)[d->nw + j],
                         last = fabs (last_state (&o)[d->nw + j]);

            if (! (unit > 1e-12 && unit >= 0.5 * last))
                fail_msg ("%s, variant %d: multiplier %d is %g, its unit %g", c.model.name, i % 4,
                          j, last, unit);
        }
        case_end (&c, &o);
    }
}

/* What the user gives is what counts; and with the same number in other units of force the same
 * steps are made: mass and gravity of the pendulum times 1e6. */
static void units_of_force_do_not_matter (void **state)
{
    long steps[2];
    double x[2][5];

    (void)state;
    for (int i = 0; i < 2; i++) {
        const double q[3] = {i ? 1e6 : 1, 1, 13.75};
        Case c = case_with (&model_pendulum, q, 3);
        Outcome o;

        leave_to_the_run (&c);
        c.tspan[1] = 3;
        o = solve (&c);
        steps[i] = o.counters.naccpt;
        memcpy (x[i], last_state (&o), sizeof x[i]);
        outcome_free (&o);
        case_tolerance (&c, 1e-7);
        o = solve (&c);
        assert_true (run_units (o.run)[0] == 1);
        assert_true (i == 0 || o.counters.naccpt > steps[1]);
        case_end (&c, &o);
    }
    assert_int_equal (steps[0], steps[1]);
    assert_true (distance (x[0], x[1], 1, 5) < 1e-9 && fabs (x[1][0] / x[0][0] / 1e6 - 1) < 1e-6);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (all_rows_have_a_unit),
        cmocka_unit_test (units_of_force_do_not_matter),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
