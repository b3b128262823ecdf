/* test_accelerations.c - the forms that solve for the accelerations: batches of points, against
 * exact motions and against the accelerations of the psf system; the start; what is refused; the
 * slider crank for longer
 */
#include "accelerations_bench.h"

/* several points in one call: the bits of single calls; what is not finite is told */
static void batches_are_single_points (void **state)
{
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        Case c = case_of_moving ();
        double t[8], z[8 * (MOVING_N + 3)], rows[8 * (MOVING_N + 3)], x[MOVING_N];
        unsigned seed = 9;
        Fixture f;

        open_form (&f, &c, &pairs[i]);
        moving_exact (0.1, x, NULL);
        begin_at (&f, 0.1, x);
        for (int k = 0; k < 8; k++) {
            t[k] = 0.1 + 0.2 * k;
            moving_exact (t[k], z + k * f.n, NULL);
            fill_noise ((size_t)(f.n - MOVING_N), z + k * f.n + MOVING_N, &seed);
        }
        assert_int_equal (geoms_rows_evaluate (f.s, GEOMS_FOR_METHOD, 8, t, z, rows), 0);
        for (int k = 0; k < 8; k++) {
            f.t = t[k];
            memcpy (f.z, z + k * f.n, (size_t)f.n * sizeof *z);
            rows_at (&f);
            assert_memory_equal (f.rows, rows + k * f.n, (size_t)f.n * sizeof *z);
        }
        z[5 * f.n + MOVING_P] = NAN;
        assert_int_equal (geoms_rows_evaluate (f.s, GEOMS_FOR_METHOD, 8, t, z, rows), GEOMS_RETRY);
        close_form (&f);
        case_free (&c);
    }
}

/* ---- exact motions: E z' - s (t, z) = 0 ---- */

/* x' of the exact motion by differences of order 8 */
static void exact_rate (const Case *c, double t, double *xdot)
{
    static const double weight[4] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    const double h = c->model.system.dims.np == 7 ? 5e-4 : 2.5e-3; /* the top turns fast */

    memset (xdot, 0, (size_t)c->n * sizeof *xdot);
    for (int k = 1; k <= 4; k++) {
        double after[MOST_UNKNOWNS], before[MOST_UNKNOWNS];

        assert_int_equal (c->model.exact (t + k * h, after, c->user), 0);
        assert_int_equal (c->model.exact (t - k * h, before, c->user), 0);
        for (int i = 0; i < c->n; i++)
            xdot[i] += weight[k - 1] / h * (after[i] - before[i]);
    }
}

static void rows_vanish_on_exact_motions (void **state)
{
    (void)state;
    for (int model = 0; model < MODELS; model++) {
        double worst = 0;

        for (int i = 0; i < PAIRS; i++) {
            Case c = case_number (model);
            Fixture f;

            open_form (&f, &c, &pairs[i]);
            for (int k = 0; k < 4; k++) {
                const double t = 0.1 + 0.13 * k;
                double x[MOST_UNKNOWNS], zdot[MOST_Z] = {0}, residual[MOST_Z];

                exact_rate (&c, t, zdot);
                assert_int_equal (c.model.exact (t, x, c.user), 0);
                begin_at (&f, t, x);
                memcpy (f.z, x, (size_t)c.n * sizeof *x);
                for (int l = c.n; l < f.n; l++)
                    f.z[l] = zdot[f.o3 + l - c.n];
                rows_at (&f);
                for (int l = 0; l < f.n; l++) {
                    const int differential = l >= f.m && l < c.n;

                    residual[l] = f.rows[l] - (differential ? zdot[l] : 0);
                    worst = fmax (worst, fabs (residual[l]) / (1 + fabs (zdot[l])));
                }
                if (pairs[i].method == GEOMS_METHOD_RADAU5) { /* the same by the operation */
                    GeomsForm *form = &f.s->form;
                    double other[MOST_Z];

                    assert_int_equal (form->ops->evaluate (form, 1, &t, f.z, zdot, other), 0);
                    assert_memory_equal (other, residual, (size_t)f.n * sizeof *other);
                }
            }
            if (! (worst < 1e-10))
                fail_msg ("%s, %s: %.1e", c.model.name, pair_name (&pairs[i]), worst);
            close_form (&f);
            case_free (&c);
        }
        print_message ("model %d: residuals at most %.1e\n", model, worst);
    }
}

/* ---- the accelerations of the psf system ---- Multipliers and accelerations of M a = f_dyn
 * (lambda) at states that psf found: v' is that of every form, and lambda too. */

/* M^-1 f_dyn and the size of the accelerations */
static double psf_acceleration (const Case *c, double t, const double *x, double *a)
{
    const GeomsModel *model = &c->model.system;
    const int nv = model->dims.nv, first = c->m - model->dims.np - nv;
    double rda[400], M[MOST_UNKNOWNS * MOST_UNKNOWNS] = {0}, size = 0;

    assert_true (c->m <= 400);
    assert_int_equal (model->rda (1, &t, x, c->n, rda, c->m, c->user), 0);
    for (int i = 0; i < nv; i++)
        M[i * (nv + 1)] = 1;
    if (model->mass != NULL)
        assert_int_equal (model->mass (1, &t, x, c->n, M, nv * nv, c->user), 0);
    memcpy (a, rda + first, (size_t)nv * sizeof *a);
    assert_int_equal (model_solve (nv, M, 1, a), 0);
    for (int i = 0; i < nv; i++)
        size = fmax (size, fabs (a[i]));
    return size;
}

static double largest_difference (int n, const double *x, const double *y)
{
    double worst = 0;

    for (int i = 0; i < n; i++)
        worst = fmax (worst, fabs (x[i] - y[i]));
    return worst;
}

static void check_accelerations (Fixture *f, const Outcome *psf, double *worst)
{
    for (size_t k = 0; k < psf->s->count; k++) {
        const int o3 = f->o3;
        double x[MOST_UNKNOWNS], a[MOST_UNKNOWNS], size, lambda_size = 0;

        memcpy (x, psf->s->x + k * (size_t)f->c.n, (size_t)f->c.n * sizeof *x);
        if (f->c.model.system.jac != NULL)
            assert_int_equal (model_multipliers (&f->c.model.system, psf->s->t[k], x, f->c.user),
                              0);
        size = psf_acceleration (&f->c, psf->s->t[k], x, a);
        for (int i = 0; i < f->m; i++)
            lambda_size = fmax (lambda_size, fabs (x[i]));
        begin_at (f, psf->s->t[k], x);
        rows_at (f);
        *worst = fmax (*worst, largest_difference (f->nv, f->rows + o3, a) / (1 + size));
        if (f->s->kind->lambda != GEOMS_LAMBDA_FOLLOWS)
            continue;
        for (int i = 0; i < f->m; i++)
            f->z[i] = 1e3;
        assert_int_equal (geoms_motion_multipliers (f->s, 1, &f->t, f->z, f->n), 0);
        *worst = fmax (*worst, largest_difference (f->m, f->z, x) / (1 + lambda_size));
    }
}

static void all_forms_have_the_accelerations_of_psf (void **state)
{
    static const TestModel *const others[]
        = {&model_andrews, &model_caraxis, &model_chain_3, &model_top_energy};

    (void)state;
    for (int model = 0; model < MODELS + 8; model++) {
        Case c = model < MODELS ? case_number (model) : case_of (others[(model - MODELS) / 2]);
        Outcome psf;
        double worst = 0;

        if (model % 2)
            c.model.system.parts = NULL;
        if (c.model.system.mass == NULL && c.model.system.rda == NULL)
            fail ();
        case_times (&c, 6, c.tspan[0] + fmin (1, c.tspan[1] - c.tspan[0]));
        psf = solve (&c);
        for (int i = 0; i < PAIRS; i++) {
            Fixture f;

            open_form (&f, &c, &pairs[i]);
            check_accelerations (&f, &psf, &worst);
            close_form (&f);
        }
        print_message ("%s: %.1e\n", c.model.name, worst);
        assert_true (worst < 1e-12);
        outcome_free (&psf);
        case_free (&c);
    }
}

/* ---- the start ---- */

/* lambda and mu of a partition, and the accelerations of (10), follow from the rest of z */
static void starts_are_completed (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * PAIRS; i++) {
        Case c = case_of_moving ();
        const double t = 0.7;
        const MovingTrack o = moving_track (t);
        double x[MOVING_N], spoiled[MOVING_N];
        int partition;
        Fixture f;

        if (i % 2)
            c.model.system.parts = NULL;
        open_form (&f, &c, &pairs[i / 2]);
        moving_exact (t, x, NULL);
        memcpy (spoiled, x, sizeof x);
        spoiled[0] = 17;
        spoiled[1] = -3;
        begin_at (&f, t, spoiled);
        partition = f.s->kind->lambda == GEOMS_LAMBDA_FOLLOWS;
        assert_true (distance (f.z, partition ? x : spoiled, 0, 2) < 1e-13);
        assert_memory_equal (f.z + 2, x + 2, 8 * sizeof *x);
        if (f.s->kind->extra == GEOMS_EXTRA_A)
            assert_true (distance (f.z + MOVING_N, o.a, 0, 3) < 1e-13);
        close_form (&f);
        case_free (&c);
    }
}

/* a run begins with the multipliers of its state, whatever is given, and ends where the others
 * do */
static void runs_begin_with_their_multipliers (void **state)
{
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        Case c = case_of_moving ();
        Outcome o;

        choose (&c, &pairs[i]);
        c.x0[0] = c.x0[1] = NAN;
        o = solve (&c);
        assert_true (largest (errors_at (&c, &o, 0)) < 1e-12);
        assert_true (final_error (&c, &o) < 1e-5);
        case_end (&c, &o);
    }
}

/* ---- what is refused ---- */

static void expect (const Case *c, int status, const char *words)
{
    Outcome o = attempt (c);

    if (o.status != status || strstr (o.report.text, words) == NULL)
        fail_msg ("%d instead of %d, or '%s' is not in: %s", o.status, status, words,
                  o.report.text);
    if (o.s != NULL)
        assert_true (o.s->count <= 1);
    outcome_free (&o);
}

static void other_unknowns_are_refused (void **state)
{
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        Case c = case_of (&model_skate);

        choose (&c, &pairs[i]);
        expect (&c, GEOMS_BAD_FORMULATION, "auxiliary variables w");
        c.model.system.dims.nw = 0;
        expect (&c, GEOMS_BAD_FORMULATION, "contact variables s");
        case_free (&c);
    }
}

/* friction that grows with |lambda|, or with its square, is no - C' lambda */
static int friction;

static int rubbing_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    const int status = model_particle.system.rda (k, t, x, ldx, out, ldo, user);

    for (int j = 0; j < k; j++) {
        const double lambda = x[j * ldx];

        out[j * ldo + 3] -= friction == 1   ? 0.1 * fabs (lambda)
                            : friction == 2 ? 0.1 * lambda * lambda
                            : friction == 3 ? 0.1 * fmax (lambda, 0)
                                            : 0.1 * sin (lambda);
    }
    return status;
}

static void forces_must_be_affine (void **state)
{
    (void)state;
    for (friction = 1; friction <= 4; friction++)
        for (int i = 0; i < PAIRS; i++) {
            Case c = case_of (&model_particle);

            model_replace_rda (&c.model.system, rubbing_rda);
            c.model.system.jac = NULL;
            c.options.initial = GEOMS_INITIAL_ASSUME;
            choose (&c, &pairs[i]);
            expect (&c, GEOMS_BAD_FORMULATION, "depend on lambda");
            case_free (&c);
        }
}

/* rows that depend on each other: only those with minimum norm go on, with the pendulum's motion */
static int doubled (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                    void *user)
{
    for (int j = 0; j < k; j++) {
        double y[5], rda[7];
        const double *xj = x + j * ldx;
        double *o = out + j * ldo;

        y[0] = xj[0] + 2 * xj[1];
        memcpy (y + 1, xj + 2, 4 * sizeof *y);
        if (model_pendulum.system.rda (1, t + j, y, 5, rda, 7, user))
            return 1;
        for (int l = 0; l < 3; l++) {
            o[2 * l] = rda[l];
            o[2 * l + 1] = 2 * rda[l];
        }
        memcpy (o + 6, rda + 3, 4 * sizeof *o);
    }
    return 0;
}

static Case doubled_case (void)
{
    Case c = case_of (&model_pendulum);

    c.model.system.dims.nl = 2;
    model_replace_rda (&c.model.system, doubled);
    c.model.system.jac = NULL;
    c.n = 6;
    c.m = 10;
    memmove (c.x0 + 2, c.x0 + 1, 4 * sizeof c.x0[0]);
    c.x0[0] = c.x0[1] = 0;
    c.tspan[1] = 0.5;
    return c;
}

static void dependent_rows_are_refused (void **state)
{
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        const int minimal = pairs[i].formulation == GEOMS_FORMULATION_PARTITION_SVD
                            || pairs[i].formulation == GEOMS_FORMULATION_PSF;
        Case c = doubled_case ();

        choose (&c, &pairs[i]);
        if (minimal) {
            double y[MOST_UNKNOWNS];
            Outcome o = solve (&c);
            const double *x = last_state (&o);

            assert_int_equal (model_pendulum.exact (c.tspan[1], y, c.user), 0);
            assert_true (distance (x + 2, y + 1, 0, 4) < 1e-5);
            assert_true (fabs (x[0] + 2 * x[1] - y[0]) < 1e-4); /* minimum norm: (1, 2)/5 */
            assert_true (fabs (x[1] - 2 * x[0]) < 1e-12);
            outcome_free (&o);
        } else
            expect (&c, GEOMS_PARTITION_RANK,
                    "at t = 0, their number is 2, their rank 1: this formulation needs "
                    "independent rows.");
        case_free (&c);
    }
}

/* a mass that is zero along the motion, one of a constrained direction only; by parts of its own */
static double free_mass;

static int plate_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                      void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double values[7] = {-1 - x[0], x[1], x[3], -1 - x[0], 2, x[1], x[2]};

        memcpy (out, values, sizeof values);
    }
    return 0;
}

static int plate_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    (void)t, (void)x, (void)ldx, (void)user;
    for (int j = 0; j < k; j++, out += ldo) {
        const double M[4] = {1, 0, 0, free_mass};

        memcpy (out, M, sizeof M);
    }
    return 0;
}

static int plate_parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double values[7] = {-1, 2, 1, 0, x[3], x[1], 0};

        memcpy (out, values, sizeof values);
    }
    return 0;
}

static void motions_without_mass_are_refused (void **state)
{
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        Case c = case_of (&model_particle);
        Outcome o;

        c.model.system.rda = plate_rda;
        c.model.system.mass = plate_mass;
        c.model.system.parts = plate_parts;
        c.model.system.jac = NULL;
        c.options.initial = GEOMS_INITIAL_ASSUME;
        memset (c.x0, 0, sizeof c.x0);
        c.x0[0] = -1;
        c.tspan[1] = 1;
        choose (&c, &pairs[i]);
        free_mass = 0;
        expect (&c, GEOMS_MASSLESS, "v(2): neither a mass nor a constraint determines the "
                                    "acceleration at t = 0,");
        free_mass = 4;
        o = solve (&c);
        assert_true (fabs (last_state (&o)[4] - 0.25) < 1e-12); /* p2 = t^2/4 */
        case_end (&c, &o);
    }
}

/* ---- the slider crank for longer: the angle by its formula alone ----
 *
 *     I (phi) phi'^2 = const,  I = J1 + m1 l1^2/4 + m3 (x')^2 + m2 ((x' - l2/2 sin alpha alpha')^2
 *                                  + (l2/2 cos alpha alpha')^2) + J2 alpha'^2   with ' = d/dphi
 */
static double inertia (double phi)
{
    const double l1 = 0.15, m1 = 0.36, J1 = 0.002727, l2 = 0.30, m2 = 0.151104, J2 = 0.0045339259,
                 m3 = 0.075552;
    const double s = l1 / l2 * sin (phi), c = -sqrt (1 - s * s), rate = l1 / l2 * cos (phi) / c;
    const double slider = -l1 * sin (phi) + l2 * s * rate;
    const double across = slider - l2 / 2 * s * rate, up = l2 / 2 * c * rate;

    return J1 + m1 * l1 * l1 / 4 + m3 * slider * slider + m2 * (across * across + up * up)
           + J2 * rate * rate;
}

static void the_slider_crank_keeps_its_energy (void **state)
{
    const double constant = inertia (acos (-1) / 4) * 25;
    double drift[PAIRS], last[2][8];

    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        Case c = case_of (&model_slidercrank);
        double worst = 0;
        Outcome o;

        choose (&c, &pairs[i]);
        c.tspan[1] = 10;
        case_tolerance (&c, 1e-8);
        drift[i] = 0;
        o = solve (&c);
        for (size_t k = 0; k < o.s->count; k++) {
            const double *x = o.s->x + 8 * k, speed = x[3] + x[4];

            worst = fmax (worst, fabs (inertia (crank_angle (x)) * speed * speed / constant - 1));
            drift[i] = fmax (drift[i], o.s->relative[3 * k]);
        }
        print_message ("%-24s %5ld steps: energy %.1e, drift %.1e, error %.1e\n",
                       pair_name (&pairs[i]), o.counters.naccpt, worst, drift[i],
                       final_error (&c, &o));
        assert_true (worst < 1e-4);
        if (pairs[i].method == GEOMS_METHOD_DOPRI5
            && is_partition (pairs[i].formulation) && ! is_fixed (&pairs[i]))
            memcpy (last[pairs[i].formulation == GEOMS_FORMULATION_PARTITION_SVD], last_state (&o),
                    sizeof last[0]);
        case_end (&c, &o);
    }
    /* Kurz, Burkhardt, Eberhard (2011), section 5: QR and SVD coincide and drift least */
    assert_true (distance (last[0], last[1], 0, 8) < 1e-9);
    assert_true (drift[3] < drift[0] / 3 && drift[3] < drift[1] / 3);
    assert_true (drift[4] < drift[0] / 3 && drift[11] < 1e-12);
}
int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (batches_are_single_points),
        cmocka_unit_test (rows_vanish_on_exact_motions),
        cmocka_unit_test (all_forms_have_the_accelerations_of_psf),
        cmocka_unit_test (starts_are_completed),
        cmocka_unit_test (runs_begin_with_their_multipliers),
        cmocka_unit_test (other_unknowns_are_refused),
        cmocka_unit_test (forces_must_be_affine),
        cmocka_unit_test (dependent_rows_are_refused),
        cmocka_unit_test (motions_without_mass_are_refused),
        cmocka_unit_test (the_slider_crank_keeps_its_energy),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
