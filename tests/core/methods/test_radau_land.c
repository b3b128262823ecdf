/* test_radau_land.c - steps do not end beside positions where the rank of the constraints falls,
 * which lie in the midst of a motion
 *
 * and a point in the cusp of p_2^2 = p_1^3, where no motion goes on: that is told
 */
#include "test.h"

#include "continued.h"
#include "extent.h"

/* ---- ends of steps ---- */

/* the largest condition of velocity constraints at the end of a step over that before, and at all */
static void conditions (const GeomsSolution *s, double *growth, double *most)
{
    for (size_t i = 1; i < s->count; i++) {
        const double now = s->condition[3 * i + 1], before = s->condition[3 * i - 2];

        *most = fmax (*most, now);
        if (now > 20 * s->condition[1])
            *growth = fmax (*growth, now / before);
    }
}

/* two cranks, three with a redundant row, two four-bars: through positions with all bars in a line */
static void steps_end_elsewhere (void **state)
{
    static const double q[6] = {1, 1, 2, 2, 9.81, 0.2};

    (void)state;
    for (int i = 0; i < 3; i++) {
        const TestModel model = i < 2 ? model_parallelogram (2 + i) : model_fourbars (2);
        double growth = 0, most = 0;
        long rejected = 0;

        for (int k = 0; k <= 20; k += run_short () ? 4 : 1) {
            Case c = i < 2 ? case_with (&model, q, 6) : case_of (&model);
            Outcome o;

            case_tolerance (&c, pow (10, -3 - 0.25 * k));
            c.tspan[1] = 10;
            o = solve (&c);
            conditions (o.s, &growth, &most);
            rejected += o.counters.nerjct;
            assert_true (o.counters.nstep
                         == o.counters.naccpt + o.counters.nerjct + o.counters.ncrjct);
            assert_true (worst_residual (o.s) <= 1e-12);
            check_solution (&c, &o);
            case_end (&c, &o);
        }
        print_message ("%s: condition %.1e, %.1e times that before; %ld rejected\n", model.name,
                       most, growth, rejected);
        assert_true (most < 1e4 && growth < 20);
    }
}

/* with steps of one size the end is where it is */
static void fixed_steps_are_kept (void **state)
{
    static const double q[6] = {1, 1, 2, 2, 9.81, 0.2};
    const TestModel model = model_parallelogram (2);
    Case c = case_with (&model, q, 6);
    Outcome o;

    (void)state;
    c.options.step = 0.01;
    c.tspan[1] = 5;
    o = solve (&c);
    assert_int_equal (o.counters.naccpt, 500);
    assert_int_equal (o.counters.nerjct, 0);
    case_end (&c, &o);
}

/* with steps of one size, too, what begins beside such a position is known to a later run */
static void fixed_steps_in_two_runs (void **state)
{
    static const double q[6] = {1, 1, 2, 2, 9.81, 0.2};

    (void)state;
    for (int i = 0; i < 3; i++) {
        const TestModel model = i < 2 ? model_parallelogram (2 + i) : model_fourbars (2);

        for (int k = 1; k < 100; k += run_short () ? 9 : 1) {
            Case c = i < 2 ? case_with (&model, q, 6) : case_of (&model);

            c.options.step = 0.01;
            c.tspan[1] = 2;
            check_continued (&c, 0.02 * k);
            case_free (&c);
        }
    }
}

/* ---- a motion that ends ---- */

/* g = (p_2^2 - p_1^3) / 2, f = (-1, 0), M = 1 */
static int cusp_parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *v = x + 1, *p = v + 2;

        out[0] = -1;
        out[1] = 0;
        out[2] = -1.5 * p[0] * p[0];
        out[3] = p[1];
        out[4] = (p[1] * p[1] - p[0] * p[0] * p[0]) / 2;
        out[5] = out[2] * v[0] + out[3] * v[1];
        out[6] = v[1] * v[1] - 3 * p[0] * v[0] * v[0];
    }
    return 0;
}

/* gII, gI, g, f - G' lambda, v */
static int cusp (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        double part[7];

        cusp_parts (1, t, x, ldx, part, 7, user);
        out[1] = part[5];
        out[2] = part[4];
        for (int i = 0; i < 2; i++) {
            out[3 + i] = part[i] - part[2 + i] * x[0];
            out[5 + i] = x[1 + i];
        }
        out[0] = part[6] + part[2] * out[3] + part[3] * out[4];
    }
    return 0;
}

static int start_beside_cusp (double *x, void *user)
{
    const double start[5] = {1.5 / 3.25, 0, 0, 1, 1};

    (void)user;
    memcpy (x, start, sizeof start);
    return 0;
}

static void what_ends_in_a_cusp_is_told (void **state)
{
    const TestModel model = {.system = {.abi = GEOMS_MODEL_ABI,
                                        .size = sizeof (GeomsModel),
                                        .dims = {.np = 2, .nv = 2, .nl = 1},
                                        .autonomous = 1,
                                        .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,
                                        .rda = cusp,
                                        .parts = cusp_parts,
                                        .create = model_pendulum.system.create,
                                        .destroy = model_pendulum.system.destroy},
                             .name = "cusp",
                             .tspan = {0, 10},
                             .start = start_beside_cusp};

    (void)state;
    for (int k = 0; k <= 10; k++) {
        Case c = case_of (&model);
        Outcome o;

        case_tolerance (&c, pow (10, -3 - 0.5 * k));
        o = attempt (&c);
        print_message ("%.1e: t = %.4f, p_1 = %.1e, %s\n", pow (10, -3 - 0.5 * k), o.s->t_end,
                       last_state (&o)[3], o.report.text);
        assert_int_equal (o.status, GEOMS_RANK_CHANGED);
        assert_non_null (strstr (o.report.text, "reached a singular position"));
        assert_true (fabs (last_state (&o)[3]) < 1e-2);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (steps_end_elsewhere),
        cmocka_unit_test (fixed_steps_are_kept),
        cmocka_unit_test (fixed_steps_in_two_runs),
        cmocka_unit_test (what_ends_in_a_cusp_is_told),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
