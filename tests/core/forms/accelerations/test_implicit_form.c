/* test_implicit_form.c - E z' = s (t, z) for implicit methods: ds/dz against central differences,
 * the Newton systems sigma E - ds/dz against their products, what is at the base point
 */
#include "forms.h"
#include "forms/accelerations/accelerations.h"
#include "inside.h"
#include "methods/radau.h"
#include "moving.h"

enum { FIRST = 5, LAST = 11, MOST_Z = 24 }; /* the pairs with radau5 */

typedef struct Fixture {
    Case c;
    GeomsRun *run;
    GeomsAccelerations *s;
    GeomsForm *form;
    int n, first, last; /* unknowns; differential ones                                         */
    double t, z[MOST_Z];
} Fixture;

/* each model with the parts that it gives, and without */
static Case case_number (int i)
{
    static const TestModel *const models[]
        = {&model_pendulum, &model_slidercrank, &model_sleigh, &model_top, &model_caraxis};

    Case c = i < 2 ? case_of_moving () : case_of (models[i / 2 - 1]);

    if (i % 2)
        c.model.system.parts = NULL;
    return c;
}
enum { MODELS = 12 };

/* at its start, moved a little */
static void open_form (Fixture *f, int model, const Pair *pair)
{
    unsigned seed = 4;

    f->c = case_number (model);
    choose (&f->c, pair);
    f->run = create_run (&f->c);
    f->s = (GeomsAccelerations *)run_form (f->run);
    f->form = &f->s->form;
    f->n = f->form->n;
    assert_true (f->n <= MOST_Z);
    f->first = f->s->m;
    f->last = f->c.n;
    f->t = 0.3;
    memcpy (f->z, f->c.x0, (size_t)f->c.n * sizeof f->z[0]);
    for (int i = 0; i < f->c.n; i++)
        f->z[i] += 0.02 * noise (&seed);
    assert_int_equal (f->form->ops->begin (f->form, f->t, f->z), 0);
}

static void close_form (Fixture *f)
{
    geoms_run_free (f->run);
    case_free (&f->c);
}

static void rows_at (Fixture *f, const double *z, double *rows)
{
    assert_int_equal (geoms_rows_evaluate (f->s, GEOMS_FOR_METHOD, 1, &f->t, z, rows), 0);
}

static int differential (const Fixture *f, int i) { return i >= f->first && i < f->last; }

/* order 4 */
static void expected_jacobian (Fixture *f, double *J)
{
    for (int j = 0; j < f->n; j++) {
        const double h = 1e-3 * fmax (1, fabs (f->z[j])), keep = f->z[j];
        double rows[4][MOST_Z];
        static const double at[4] = {1, -1, 2, -2};

        for (int k = 0; k < 4; k++) {
            f->z[j] = keep + at[k] * h;
            rows_at (f, f->z, rows[k]);
        }
        f->z[j] = keep;
        for (int i = 0; i < f->n; i++)
            J[i + j * f->n]
                = (8 * (rows[0][i] - rows[1][i]) - (rows[2][i] - rows[3][i])) / (12 * h);
    }
}

/* velocities of partitions, which the model's derivatives take to meet the constraints, do so */
static void meet_constraints (Fixture *f)
{
    assert_int_equal (f->form->ops->base (f->form, f->t, f->z), 0);
    f->form->ops->normalise (f->form, 1, f->z);
}

/* with the base point in the same batch, or at hand, or elsewhere */
static void jacobians_are_derivatives (void **state)
{
    (void)state;
    for (int model = 0; model < MODELS; model++) {
        double worst = 0;

        for (int i = FIRST; i < 3 * (LAST - FIRST) + FIRST; i++) {
            const int mode = (i - FIRST) % 3;
            double J[MOST_Z * MOST_Z], base[MOST_Z], other[MOST_Z];
            long calls;
            Fixture f;

            open_form (&f, model, &pairs[FIRST + (i - FIRST) / 3]);
            meet_constraints (&f);
            expected_jacobian (&f, J);
            rows_at (&f, f.z, base);
            memcpy (other, f.z, sizeof other);
            other[f.last - 1] += 0.1;
            assert_int_equal (
                f.form->ops->base (f.form, f.t, mode == GEOMS_BASE_LEAVE ? other : f.z), 0);
            if (mode == GEOMS_BASE_LEAVE)
                rows_at (&f, other, base);
            calls = geoms_run_counters (f.run)->ncall;
            assert_int_equal (f.form->ops->linearise (f.form, f.t, f.z, mode), 0);
            assert_true (geoms_run_counters (f.run)->ncall > calls);
            for (int k = 0; k < f.n * f.n; k++) {
                const double size = 1 + fabs (J[k]);

                if (! (fabs (f.s->linear.J[k] - J[k]) < 1e-5 * size))
                    fail_msg ("%s, %s: row %d, column %d: %g, not %g", f.c.model.name,
                              pair_name (&pairs[FIRST + (i - FIRST) / 3]), k % f.n, k / f.n,
                              f.s->linear.J[k], J[k]);
                worst = fmax (worst, fabs (f.s->linear.J[k] - J[k]) / size);
            }
            assert_memory_equal (f.form->base, base, (size_t)f.n * sizeof *base);
            assert_int_equal (geoms_run_counters (f.run)->njac, 1);
            close_form (&f);
        }
        print_message ("model %d: Jacobians differ by %.1e\n", model, worst);
    }
}

/* (sigma E - J) dz = r, real and complex */
static void newton_systems_are_solved (void **state)
{
    (void)state;
    for (int i = FIRST; i < LAST; i++) {
        const double re = 37, im = 21;
        double r[2 * MOST_Z], dz[2 * MOST_Z], worst = 0;
        unsigned seed = 2;
        const double *a = dz, *b;
        Fixture f;

        open_form (&f, 0, &pairs[i]);
        assert_int_equal (f.form->ops->linearise (f.form, f.t, f.z, GEOMS_BASE_FILL), 0);
        assert_int_equal (f.form->ops->factor (f.form, GEOMS_SLOT_REAL, re, 0), 0);
        assert_int_equal (f.form->ops->factor (f.form, GEOMS_SLOT_COMPLEX, re, im), 0);
        fill_noise ((size_t)(2 * f.n), r, &seed);
        for (int slot = 0; slot < 2; slot++) {
            f.form->ops->solve (f.form, slot, 1, r, dz);
            b = dz + f.n;
            for (int l = 0; l < f.n; l++) {
                double x = r[l], y = r[f.n + l];

                for (int j = 0; j < f.n; j++) {
                    x += f.s->linear.J[l + j * f.n] * a[j];
                    y += slot ? f.s->linear.J[l + j * f.n] * b[j] : 0;
                }
                if (differential (&f, l)) {
                    x -= re * a[l] - (slot ? im * b[l] : 0);
                    y -= slot ? re * b[l] + im * a[l] : 0;
                }
                worst = fmax (worst, fmax (fabs (x), slot ? fabs (y) : 0));
            }
        }
        assert_true (worst < 1e-11);
        close_form (&f);
    }
}

/* residual, x' and defect at the base point; E: zeros and ones */
static void the_base_point_has_its_rows (void **state)
{
    (void)state;
    for (int i = FIRST; i < LAST; i++) {
        double rows[MOST_Z], zdot[MOST_Z], residual[MOST_Z], y[MOST_Z], weights[MOST_Z];
        unsigned seed = 8;
        Fixture f;

        open_form (&f, 0, &pairs[i]);
        rows_at (&f, f.z, rows);
        assert_int_equal (f.form->ops->base (f.form, f.t, f.z), 0);
        f.form->ops->derivative (f.form, &((GeomsRadau *)run_method (f.run))->mass, zdot);
        fill_noise ((size_t)f.n, y, &seed);
        f.form->ops->defect (f.form, y, residual);
        for (int l = 0; l < f.n; l++) {
            assert_true (zdot[l] == (differential (&f, l) ? rows[l] : 0));
            assert_true (residual[l] == (differential (&f, l) ? rows[l] + y[l] : 0));
            assert_true (f.form->dependent[l] == ! differential (&f, l));
        }
        assert_int_equal (f.form->ops->evaluate (f.form, 1, &f.t, f.z, zdot, residual), 0);
        for (int l = 0; l < f.n; l++)
            assert_true (residual[l] == (differential (&f, l) ? 0 : rows[l]));
        assert_int_equal (f.form->ops->evaluate (f.form, 1, &f.t, f.z, NULL, residual), 0);
        assert_memory_equal (residual, rows, (size_t)f.n * sizeof *rows);
        geoms_index_factors (f.form, 0.01, weights);
        for (int l = 0; l < f.n; l++)
            assert_true (weights[l] == 1);
        assert_int_equal (f.form->free_count, f.last - f.first);
        assert_int_equal (f.form->ops->renew (f.form), 0);
        close_form (&f);
    }
}

/* partitions go on with v*: velocities that meet the constraints, once and for all */
static void velocities_are_normalised (void **state)
{
    (void)state;
    for (int i = FIRST; i < LAST; i++) {
        const int partition = is_partition (pairs[i].formulation);
        double before[MOST_Z], rda[16];
        Fixture f;

        open_form (&f, 0, &pairs[i]);
        memcpy (before, f.z, sizeof before);
        assert_int_equal (f.form->ops->base (f.form, f.t, f.z), 0);
        assert_int_equal (f.form->ops->normalise (f.form, 1, f.z) != 0, partition);
        for (int l = 0; l < f.n; l++)
            if (! partition || l < MOVING_V || l >= MOVING_P)
                assert_true (f.z[l] == before[l]);
        if (partition) {
            assert_int_equal (f.c.model.system.rda (1, &f.t, f.z, f.c.n, rda, f.c.m, f.c.user), 0);
            assert_true (fabs (rda[2]) < 1e-14 && fabs (rda[3]) < 1e-14);
        }
        rows_at (&f, f.z, before);
        assert_int_equal (f.form->ops->normalise (f.form, 1, f.z), 0);
        close_form (&f);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (jacobians_are_derivatives),
        cmocka_unit_test (newton_systems_are_solved),
        cmocka_unit_test (the_base_point_has_its_rows),
        cmocka_unit_test (velocities_are_normalised),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
