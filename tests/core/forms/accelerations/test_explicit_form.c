/* test_explicit_form.c - y' = f (t, y) as explicit methods see it: slopes of many states, what an
 * accepted state becomes; systems without constraints, where a = M^-1 f costs no decomposition
 */
#include "accelerations_bench.h"

/* with dopri5; the last one moves lambda along */
static const Pair explicit_pairs[] = {{GEOMS_FORMULATION_INDEX1_EXPLICIT, GEOMS_METHOD_DOPRI5},
                                      {GEOMS_FORMULATION_PARTITION_FULL, GEOMS_METHOD_DOPRI5},
                                      {GEOMS_FORMULATION_PARTITION_FIXED, GEOMS_METHOD_DOPRI5},
                                      {GEOMS_FORMULATION_PARTITION_QR, GEOMS_METHOD_DOPRI5},
                                      {GEOMS_FORMULATION_PARTITION_SVD, GEOMS_METHOD_DOPRI5},
                                      {GEOMS_FORMULATION_PSF, GEOMS_METHOD_DOPRI5},
                                      {GEOMS_FORMULATION_BAUMGARTE, GEOMS_METHOD_DOPRI5},
                                      {GEOMS_FORMULATION_UODE, GEOMS_METHOD_DOPRI5}};
enum { EXPLICIT = sizeof explicit_pairs / sizeof explicit_pairs[0] };

static void slope_at (GeomsOde *o, double t, const double *y, double *slope)
{
    assert_int_equal (o->ops->slopes (o, 1, &t, y, slope), 0);
}

/* the bits of single calls; r', v', p' of the exact motion do not depend on the formulation */
static void slopes_of_many_states (void **state)
{
    double first[MOVING_N];

    (void)state;
    for (int i = 0; i < EXPLICIT; i++) {
        Case c = case_of_moving ();
        double t[8], y[8 * MOVING_N], slopes[8 * MOVING_N], one[MOVING_N];
        Fixture f;
        GeomsOde *o;

        open_form (&f, &c, &explicit_pairs[i]);
        o = &f.s->ode;
        assert_int_equal (o->n, MOVING_N);
        for (int k = 0; k < 8; k++) {
            t[k] = 0.1 + 0.2 * k;
            moving_exact (t[k], y + k * o->n, NULL);
        }
        begin_at (&f, t[0], y);
        assert_int_equal (o->ops->slopes (o, 8, t, y, slopes), 0);
        for (int k = 0; k < 8; k++) {
            slope_at (o, t[k], y + k * o->n, one);
            assert_memory_equal (one, slopes + k * o->n, sizeof one);
        }
        for (int j = 0; i > 0 && j < o->n; j++)
            if (j >= f.m)
                assert_true (fabs (slopes[j] - first[j]) < 1e-11 * (1 + fabs (first[j])));
        memcpy (first, slopes, sizeof first);
        close_form (&f);
        case_free (&c);
    }
}

/* A state beside the constraints: it meets them if the method projects, and its slope is the one
 * that is handed back. */
static void accepted_states_meet_constraints (void **state)
{
    (void)state;
    for (int i = 0; i < EXPLICIT; i++) {
        Case c = case_of (&model_pendulum);
        double y[5], slope[5], again[5];
        Fixture f;
        GeomsOde *o;

        open_form (&f, &c, &explicit_pairs[i]);
        o = &f.s->ode;
        begin_at (&f, 0, c.x0);
        assert_int_equal (geoms_output_measure (f.run, 0, c.x0), 0);
        memcpy (y, f.z, sizeof y);
        y[3] += 1e-4;
        y[4] -= 2e-4;
        slope_at (o, 0, y, slope);
        assert_int_equal (o->ops->accepted (o, 0, 1, y, slope), 0);
        assert_true (fabs (hypot (y[3], y[4]) - hypot (c.x0[3], c.x0[4])) < 1e-13);
        assert_true (fabs (y[3] * y[1] + y[4] * y[2]) < 1e-13);
        slope_at (o, 0, y, again);
        assert_true (distance (slope, again, 0, 5) < 1e-13);
        close_form (&f);
        case_free (&c);
    }
}

/* ---- without constraints ---- */

enum { MOST_FREE = 16 };

/* M v' = f, p' = v from rda and M alone */
static void expect_free_slope (const Fixture *f, double t, const double *y, const double *slope)
{
    const int nv = f->nv;
    double rda[2 * MOST_FREE], M[MOST_FREE * MOST_FREE];

    assert_int_equal (geoms_run_evaluate (f->run, 1, &t, y, rda, M, NULL, NULL), 0);
    assert_int_equal (model_solve (nv, M, 1, rda), 0);
    assert_true (distance (slope, rda, 0, nv) < 1e-13);
    assert_memory_equal (slope + nv, y, (size_t)nv * sizeof *y);
}

/* a full M, and a diagonal one, told as what it is, as constant only, or as neither */
static void free_systems_divide_by_the_mass (void **state)
{
    static const TestModel *const models[] = {&model_oscillator, &model_truck_unconstrained};
    static const int told[]
        = {GEOMS_MASS_CONSTANT_DIAGONAL, GEOMS_MASS_CONSTANT, GEOMS_MASS_DIAGONAL, GEOMS_MASS_FULL};

    (void)state;
    for (int k = 0; k < 4 * 2 * EXPLICIT; k++) {
        const TestModel *model = models[k / 4 % 2];
        Case c = case_of (model);
        double slope[MOST_UNKNOWNS];
        Fixture f;

        if (k / 4 % 2 == 0 && k % 2 == 0) { /* not diagonal */
            case_free (&c);
            continue;
        }
        c.model.system.mass_structure = told[k % 4];
        if (k % 4 > 1)
            c.model.system.parts = NULL; /* which know that M is constant */
        open_form (&f, &c, &explicit_pairs[k / 8]);
        begin_at (&f, 0, c.x0);
        for (int j = 0; j < 3; j++) {
            f.z[j] += 0.01 * j;
            slope_at (&f.s->ode, 0.1, f.z, slope);
            expect_free_slope (&f, 0.1, f.z, slope);
        }
        assert_int_equal (f.s->diagonal, k / 4 % 2 && k % 4 < 3);
        assert_int_equal (f.s->factored, k % 4 < 2);
        close_form (&f);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (slopes_of_many_states),
        cmocka_unit_test (accepted_states_meet_constraints),
        cmocka_unit_test (free_systems_divide_by_the_mass),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
