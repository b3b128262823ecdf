/* test_correction.c - the correction of states onto the constraints: all levels are met, by the
 * smallest change (of the full system in the metric of M), or with the independent coordinates
 * kept; multipliers, accelerations and rows that belong to the new state; invariants
 */
#include "accelerations_bench.h"

/* ---- the correction ---- */

/* off the constraints: near an exact state, with what it takes to correct it */
static void spoil (Fixture *f, double t, double size, unsigned seed)
{
    double x[MOST_UNKNOWNS];

    assert_int_equal (f->c.model.exact (t, x, f->c.user), 0);
    begin_at (f, t, x);
    assert_int_equal (geoms_output_measure (f->run, t, x), 0);
    for (int i = 0; i < f->c.n; i++)
        f->z[i] += size * noise (&seed);
    rows_at (f);
}

/* relative residual of the worst level, position to acceleration; multipliers as they are in z */
static double residual_of (const Fixture *f)
{
    double rda[400], relative[3];

    assert_int_equal (f->c.model.system.rda (1, &f->t, f->z, f->c.n, rda, f->c.m, f->c.user), 0);
    run_relative (f->run, rda, relative);
    return fmax (relative[0], fmax (relative[1], relative[2]));
}

static void corrections_meet_all_levels (void **state)
{
    (void)state;
    for (int model = 0; model < MODELS; model++)
        for (int i = 0; i < PAIRS; i++) {
            Case c = case_number (model);
            double again[MOST_Z], worst = 0;
            Fixture f;

            open_form (&f, &c, &pairs[i]);
            for (unsigned seed = 1; seed < 6; seed++) {
                spoil (&f, 0.1 * seed, 1e-3, seed);
                if (c.model.system.dims.nl + c.model.system.dims.nm > 0)
                    assert_true (residual_of (&f) > 1e-5);
                assert_int_equal (geoms_correction (f.s, f.t, f.z, f.rows), 0);
                worst = fmax (worst, residual_of (&f));
                /* the rows are those of the state that came out, but for lambda */
                memcpy (again, f.rows, sizeof again);
                rows_at (&f);
                assert_true (distance (f.rows, again, 0, f.n) < 1e-11);
                assert_true (distance (f.rows, again, f.s->n > c.n ? c.n : 0, f.n) < 1e-11);
            }
            if (! (worst <= 1e-12))
                fail_msg ("%s, %s: %.1e", c.model.name, pair_name (&pairs[i]), worst);
            close_form (&f);
            case_free (&c);
        }
}

/* g = p1 - p2: the smallest change of p and v is along (1, -1); the velocity alike. The independent
 * coordinate of a fixed partition stays. */
static void corrections_of_the_particle (void **state)
{
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        Case c = case_of (&model_particle);
        static const int second[2] = {0, 1};
        Fixture f;

        if (is_fixed (&pairs[i]))
            c.independent = second;
        open_form (&f, &c, &pairs[i]);
        spoil (&f, 0.3, 0, 1);
        f.z[1] = -0.2;
        f.z[2] = -0.5;
        f.z[3] = 0.7;
        f.z[4] = 0.3;
        rows_at (&f);
        assert_int_equal (geoms_correction (f.s, f.t, f.z, f.rows), 0);
        if (is_fixed (&pairs[i])) {
            assert_true (f.z[4] == 0.3 && fabs (f.z[3] - 0.3) < 1e-15);
            assert_true (f.z[2] == -0.5 && fabs (f.z[1] + 0.5) < 1e-15);
        } else {
            assert_true (fabs (f.z[3] - 0.5) < 1e-15 && fabs (f.z[4] - 0.5) < 1e-15);
            assert_true (fabs (f.z[1] + 0.35) < 1e-15 && fabs (f.z[2] + 0.35) < 1e-15);
        }
        assert_true (fabs (f.z[0] - 1) < 1e-14); /* lambda = m g/2 */
        close_form (&f);
        case_free (&c);
    }
}

/* The pendulum is moved along its rod, to first order and in the limit; velocities lose what points
 * along it. */
static void corrections_of_the_pendulum (void **state)
{
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        Case c = case_of (&model_pendulum);
        double p[2], v[2], length, radial;
        Fixture f;

        if (is_fixed (&pairs[i])) {
            case_free (&c);
            continue;
        }
        open_form (&f, &c, &pairs[i]);
        spoil (&f, 0.3, 0.05, 7);
        memcpy (v, f.z + 1, sizeof v);
        memcpy (p, f.z + 3, sizeof p);
        length = sqrt (p[0] * p[0] + p[1] * p[1]);
        assert_int_equal (geoms_correction (f.s, f.t, f.z, f.rows), 0);
        radial = (p[0] * v[0] + p[1] * v[1]) / length;
        for (int k = 0; k < 2; k++) {
            assert_true (fabs (f.z[3 + k] - p[k] / length) < 1e-14);
            assert_true (fabs (f.z[1 + k] - (v[k] - radial * p[k] / length)) < 1e-14);
        }
        close_form (&f);
        case_free (&c);
    }
}

/* the velocities of moving.h: C v + b' = 0, v - v_old in the range of C' with the SVD and QR, of
 * M^-1 C' with the full system; r and t stay */
static void nearest_velocities (const Fixture *f, const Pair *pair, const double *v, const Known *k,
                                double *expected)
{
    double Mv[3] = {0}, both[5];

    if (f->s->partition.kind != GEOMS_PARTITION_FULL) {
        expected_velocities (k,
                             is_fixed (pair) ? GEOMS_FORMULATION_PARTITION_FIXED
                                             : GEOMS_FORMULATION_PARTITION_SVD,
                             f->s->partition.independent, v, expected);
        return;
    }
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            Mv[i] += k->M[i + 3 * j] * v[j];
    saddle (k, k->M, Mv, k->b1, both);
    memcpy (expected, both, 3 * sizeof *both);
}

static void corrections_of_velocities_are_minimal (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * PAIRS; i++) {
        Case c = case_of_moving ();
        double before[MOVING_N], expected[3];
        Known k;
        Fixture f;

        if (i % 2)
            c.model.system.parts = NULL;
        open_form (&f, &c, &pairs[i / 2]);
        spoil (&f, 0.8, 0.02, 3);
        memcpy (before, f.z, sizeof before);
        assert_int_equal (geoms_correction (f.s, f.t, f.z, f.rows), 0);
        assert_true (f.z[MOVING_R] == before[MOVING_R]);
        memcpy (before + MOVING_P, f.z + MOVING_P, 4 * sizeof *before);
        k = known_at (f.t, before);
        nearest_velocities (&f, &pairs[i / 2], before + MOVING_V, &k, expected);
        assert_true (distance (f.z + MOVING_V, expected, 0, 3) < 1e-13);
        assert_true (residual_of (&f) < 1e-12);
        close_form (&f);
        case_free (&c);
    }
}

/* energy is kept beside the constraints where that is wanted, and the norm of the quaternion */
static void corrections_keep_invariants (void **state)
{
    static const TestModel *const models[] = {&model_pendulum_energy, &model_top_energy};

    (void)state;
    for (int model = 0; model < 2; model++)
        for (int i = 0; i < PAIRS; i++) {
            Case c = case_of (models[model]);
            Outcome o;

            choose (&c, &pairs[i]);
            c.options.project = GEOMS_PROJECT_ON;
            c.tspan[1] = 0.5;
            case_tolerance (&c, 1e-5);
            o = solve (&c);
            if (worst_residual (o.s) > 1e-12)
                fail_msg ("%s, %s: %.1e", c.model.name, pair_name (&pairs[i]),
                          worst_residual (o.s));
            outcome_free (&o);
            c.options.project = GEOMS_PROJECT_OFF;
            o = solve (&c);
            assert_true (worst_residual (o.s) > 1e-9);
            case_end (&c, &o);
        }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (corrections_meet_all_levels),
        cmocka_unit_test (corrections_of_the_particle),
        cmocka_unit_test (corrections_of_the_pendulum),
        cmocka_unit_test (corrections_of_velocities_are_minimal),
        cmocka_unit_test (corrections_keep_invariants),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
