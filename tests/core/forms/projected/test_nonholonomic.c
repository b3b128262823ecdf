/* test_nonholonomic.c - velocity constraints h~ with known motions: knife edge, sleigh, rolling
 * disk
 */
#include "repeated.h"

static const TestModel *const models[] = {&model_knifeedge, &model_sleigh, &model_disk};
enum { MODELS = sizeof models / sizeof models[0] };

/* largest |h~| at the outputs, not divided by anything; there are no holonomic constraints */
static double worst_velocity (const Case *c, const GeomsSolution *s)
{
    const GeomsDims *d = &c->model.system.dims;
    double worst = 0;

    for (size_t i = 0; i < s->count; i++)
        for (int r = d->nm; r < 2 * d->nm; r++)
            worst = fmax (worst, fabs (s->residual[r + (int)i * s->na]));
    return worst;
}

/* largest relative residual of one level: 0 position, 1 velocity, 2 acceleration */
static double worst_of_level (const GeomsSolution *s, int level)
{
    double worst = 0;

    for (size_t i = 0; i < s->count; i++)
        worst = fmax (worst, s->relative[3 * i + (size_t)level]);
    return worst;
}

static void motions_are_exact (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MODELS; i++) {
        Case c = case_of (models[i / 2]);
        Errors e;
        Outcome o;

        c.options.formulation = psf_or_psi1 (i % 2);
        case_tolerance (&c, 1e-10);
        o = solve (&c);
        e = errors_at (&c, &o, o.s->count - 1);
        print_message (
            "%s, formulation %d: %ld steps, errors %.1e (mu) %.1e (v) %.1e (p), h~ %.1e\n",
            c.model.name, i % 2, o.counters.naccpt, e.multipliers, e.velocities, e.positions,
            worst_velocity (&c, o.s));
        assert_true (fmax (e.velocities, e.positions) <= 1e-9);
        /* psi1 has the multipliers to a lower order */
        assert_true (e.multipliers <= (i % 2 ? 1e-5 : 1e-9));
        /* psi1 leaves the acceleration level to the tolerance */
        assert_true (worst_of_level (o.s, 1) <= 1e-12);
        if (i % 2 == 0) {
            assert_true (worst_velocity (&c, o.s) <= 1e-12);
            assert_true (worst_residual (o.s) <= 1e-12);
        }
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* at every step, and with other parameters */
static void errors_follow_the_tolerance (void **state)
{
    const double edge[5] = {2, 0.3, 3, 1.7, 0.8}, disk[7] = {1.3, 0.7, 0.4, 0.2, 2, -1.5, 3};
    const double sleigh[5] = {1.5, 0.4, 0.6, -1, 2};
    const double *const q[MODELS] = {edge, sleigh, disk};
    const int nq[MODELS] = {5, 5, 7};

    (void)state;
    for (int i = 0; i < 3 * MODELS; i++) {
        Case c = case_with (models[i % MODELS], q[i % MODELS], nq[i % MODELS]);
        const double tolerance = pow (10, -5 - 2 * (i / MODELS));
        double worst = 0;
        Outcome o;

        case_tolerance (&c, tolerance);
        o = solve (&c);
        for (size_t k = 0; k < o.s->count; k++)
            worst = fmax (worst, largest (errors_at (&c, &o, k)));
        print_message ("%s, tolerance %g: %ld steps, error %.1e\n", c.model.name, tolerance,
                       o.counters.naccpt, worst);
        assert_true (worst <= 20 * tolerance);
        assert_true (worst_residual (o.s) <= 1e-12);
        case_end (&c, &o);
    }
}

/* nothing dissipates: the energy is that of the start */
static void energy_is_kept (void **state)
{
    (void)state;
    for (int i = 0; i < MODELS; i++) {
        Case c = case_of (models[i]);
        double E;
        Outcome o;

        c.tspan[1] = 50;
        case_tolerance (&c, 1e-9);
        o = solve (&c);
        E = c.model.energy (0, c.x0, c.user);
        for (size_t k = 0; k < o.s->count; k++)
            assert_true (fabs (c.model.energy (0, o.s->x + k * (size_t)c.n, c.user) - E)
                         <= 1e-7 * (1 + fabs (E)));
        case_end (&c, &o);
    }
}

/* the same motion backwards in time */
static void motions_can_be_reversed (void **state)
{
    (void)state;
    for (int i = 0; i < MODELS; i++) {
        Case c = case_of (models[i]);
        Outcome o;

        c.model.exact (3, c.x0, c.user);
        c.tspan[0] = 3;
        c.tspan[1] = 0;
        case_tolerance (&c, 1e-9);
        o = solve (&c);
        assert_true (final_error (&c, &o) <= 1e-8);
        case_end (&c, &o);
    }
}

/* finite differences in place of the exact Jacobian */
static void differences_will_do (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MODELS; i++) {
        Case c = case_of (models[i / 2]);
        Outcome o;

        c.model.system.jac = NULL;
        c.options.formulation = psf_or_psi1 (i % 2);
        case_tolerance (&c, 1e-8);
        o = solve (&c);
        assert_true (errors_at (&c, &o, o.s->count - 1).positions <= 1e-7);
        assert_true (worst_of_level (o.s, 1) <= 1e-12);
        case_end (&c, &o);
    }
}

/* a doubled row lowers the rank of velocities and accelerations, never that of positions */
static void doubled_rows_change_nothing (void **state)
{
    (void)state;
    for (int i = 0; i < 4 * MODELS; i++) {
        const GeomsDims *d = &models[i / 4]->system.dims;
        Repeated r = {.base = models[i / 4], .count = 2, .row = {0, d->nm - 1}, .factor = {1, -2}};
        Case c = case_repeated (&r);
        double x[MOST_UNKNOWNS], y[MOST_UNKNOWNS], shortest[MOST_UNKNOWNS];
        Outcome o;

        c.options.formulation = psf_or_psi1 (i % 2);
        c.options.constraint_decomposition
            = i % 4 / 2 ? GEOMS_DECOMPOSITION_SVD : GEOMS_DECOMPOSITION_AUTO;
        case_tolerance (&c, 1e-10);
        o = solve (&c);
        repeated_fold (&r, last_state (&o), x);
        assert_int_equal (models[i / 4]->exact (5, y, r.user), 0);
        print_message ("%s doubled, formulation %d: %ld steps, errors %.1e (mu) %.1e (v, p)\n",
                       c.model.name, i % 2, o.counters.naccpt, distance (x, y, 0, d->nm),
                       distance (x, y, d->nm, d->nm + d->nv + d->np));
        assert_true (distance (x, y, d->nm, d->nm + d->nv + d->np) <= 1e-8);
        assert_true (distance (x, y, 0, d->nm) <= (i % 2 ? 1e-5 : 1e-8));
        /* of all that add up, the shortest */
        repeated_unfold (&r, x, shortest);
        assert_true (distance (last_state (&o), shortest, 0, c.model.system.dims.nm) <= 1e-9);
        assert_true (worst_of_level (o.s, 1) <= 1e-12);
        assert_int_equal (o.s->redundant, i % 4 / 2 == 0);
        assert_int_equal (o.s->rank[0], 0);
        assert_int_equal (o.s->rows[1], d->nm + 2);
        assert_int_equal (o.s->rank[1], d->nm);
        if (i % 2 == 0) /* psi1 does not use the acceleration level */
            assert_int_equal (o.s->rank[2], d->nm);
        case_end (&c, &o);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (motions_are_exact),   cmocka_unit_test (errors_follow_the_tolerance),
        cmocka_unit_test (energy_is_kept),      cmocka_unit_test (motions_can_be_reversed),
        cmocka_unit_test (differences_will_do), cmocka_unit_test (doubled_rows_change_nothing),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
