/* test_massless.c - velocities of coordinates without mass: consistent at the start, and along the
 * motion
 *
 *     M = diag (1, 0, 0),  g = p2 - p1^2/2,  f = [-p1; -9.81; p1 - p3 - d (v3)]
 *
 *     p1 = cos w t, w^2 = 10.81;  p3' + p3 = p1 where d (v) = v
 */
#include "test.h"

enum { N = 7, LINEAR = 0, CUBIC, STEEP, NONE };

typedef struct Damper {
    int kind;
    double slope; /* of the linear one                                                    */
    int varies;
    int wrong; /* M becomes wrong at t = 0.5: 1 not symmetric, 2 negative              */
    int lost;  /* v3 has a mass until t = 0.5: DROPS, FALLS, FADES                     */
} Damper;

enum { DROPS = 1, FALLS, FADES };

static double force_of (const Damper *d, double v)
{
    switch (d->kind) {
    case LINEAR:
        return -d->slope * v;
    case CUBIC:
        return -v - v * v * v;
    case STEEP:
        return -v - atan (20 * v);
    default:
        return 0;
    }
}

static void mass_at (const Damper *d, double t, double *M)
{
    const int late = t > 0.5;

    memset (M, 0, 9 * sizeof *M);
    M[0] = 1;
    M[3] = d->wrong == 1 && late ? 0.25 : 0;
    M[8] = d->wrong == 2 && late ? -1 : 0;
    if (d->lost && t < 0.5)
        M[8] = d->lost == DROPS ? 1 : pow (1 - 2 * t, d->lost - 1);
}

static int blocks (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                   void *user)
{
    const Damper *d = user;

    for (int j = 0; j < k; j++, x += ldx) {
        const double *v = x + 1, *p = x + 4;
        double *to = out + j * ldo;
        const double rest[] = {-p[0],
                               -9.81,
                               p[0] - p[2] + force_of (d, v[2]),
                               p[1] - p[0] * p[0] / 2,
                               -p[0],
                               1,
                               0,
                               v[1] - p[0] * v[0],
                               -v[0] * v[0]};

        if (d->varies) {
            mass_at (d, t[j], to);
            to += 9;
        }
        memcpy (to, rest, sizeof rest);
    }
    return 0;
}

typedef struct Fixture {
    Case c;
    void *user;
    double M[9];
    GeomsComposed *composed;
} Fixture;

static void open_with (Fixture *f, Damper *d)
{
    const double x0[N] = {NAN, 0, 0, 0, 1, 0.5, 0};
    GeomsMechanical form = {.dims = {.np = 3, .nv = 3, .nl = 1},
                            .mass_structure = d->varies ? GEOMS_MASS_FULL : GEOMS_MASS_CONSTANT,
                            .mass = f->M,
                            .blocks = blocks,
                            .user = d};

    mass_at (d, 0, f->M);
    f->c = case_of (&model_pendulum);
    f->user = f->c.user;
    f->composed = geoms_mechanical_create (&form, &f->c.model.system);
    f->c.user = f->composed;
    f->c.n = N;
    f->c.m = 9;
    f->c.tspan[1] = 1;
    memcpy (f->c.x0, x0, sizeof x0);
}

static void close_with (Fixture *f)
{
    geoms_mechanical_free (f->composed);
    model_pendulum.system.destroy (f->user);
}

static double exact_p3 (double t, double slope)
{
    const double w = sqrt (10.81), k = 1 / slope, a = k * k / (k * k + w * w),
                 b = k * w / (k * k + w * w);

    return a * cos (w * t) + b * sin (w * t) - a * exp (-k * t);
}

/* ---- motions ---- */

static void motions_are_exact (void **state)
{
    static const int methods[] = {GEOMS_METHOD_RADAU5, GEOMS_METHOD_BDF};

    (void)state;
    for (int i = 0; i < 8; i++) {
        Damper d = {.kind = LINEAR, .slope = i % 4 < 2 ? 1 : 1e-3, .varies = i / 4};
        Fixture f;
        Outcome o;

        open_with (&f, &d);
        f.c.options.method = methods[i % 2];
        f.c.options.formulation = i % 3 == 0 ? GEOMS_FORMULATION_PSI1 : GEOMS_FORMULATION_PSF;
        o = solve (&f.c);
        assert_true (fabs (o.s->x[3] - 1 / d.slope) < 1e-9 / d.slope); /* v3 at the start */
        print_message ("%s, slope %g: %.1e, %.1e\n", o.s->method, d.slope,
                       last_state (&o)[4] - cos (sqrt (10.81)),
                       last_state (&o)[6] - exact_p3 (1, d.slope));
        assert_true (fabs (last_state (&o)[4] - cos (sqrt (10.81))) < 1e-5);
        assert_true (fabs (last_state (&o)[6] - exact_p3 (1, d.slope)) < 1e-5);
        assert_true (o.s->massless[0] == 0 && o.s->massless[1] == 0 && o.s->massless[2] == 1);
        assert_true (f.c.options.formulation == GEOMS_FORMULATION_PSI1
                     || worst_residual (o.s) < 1e-12);
        outcome_free (&o);
        close_with (&f);
    }
}

/* rows that hold v3, too */
static void selected_rows (void **state)
{
    (void)state;
    for (int varies = 0; varies <= 1; varies++) {
        Damper d = {.kind = LINEAR, .slope = 1, .varies = varies};
        Fixture f;
        Outcome o;

        open_with (&f, &d);
        f.c.options.selector = GEOMS_SELECTOR_ROWS;
        o = solve (&f.c);
        assert_true (fabs (last_state (&o)[4] - cos (sqrt (10.81))) < 1e-5);
        assert_true (fabs (last_state (&o)[6] - exact_p3 (1, 1)) < 1e-5);
        assert_true (worst_residual (o.s) < 1e-12);
        outcome_free (&o);
        close_with (&f);
    }
}

/* models that give rda alone: C comes from that */
static void rda_alone_is_enough (void **state)
{
    Damper d = {.kind = LINEAR, .slope = 1};
    Fixture f;
    Outcome o;

    (void)state;
    open_with (&f, &d);
    f.c.model.system.parts = NULL;
    o = solve (&f.c);
    assert_true (fabs (last_state (&o)[6] - exact_p3 (1, 1)) < 1e-6);
    outcome_free (&o);
    f.c.options.formulation = GEOMS_FORMULATION_INDEX1;
    o = attempt (&f.c);
    assert_int_equal (o.status, GEOMS_MASS_SINGULAR);
    outcome_free (&o);
    close_with (&f);
}

/* ---- starts ---- */

static void nonlinear_dampers (void **state)
{
    (void)state;
    for (int kind = CUBIC; kind <= STEEP; kind++) {
        Damper d = {.kind = kind, .varies = kind == STEEP};
        Fixture f;
        Outcome o;

        open_with (&f, &d);
        f.c.x0[3] = kind == CUBIC ? -3 : 5;
        o = solve (&f.c);
        assert_true (fabs (1 + force_of (&d, o.s->x[3])) < 1e-10);
        outcome_free (&o);
        close_with (&f);
    }
}

static void starts_that_must_stay (void **state)
{
    static const int fixed[N] = {0, 0, 0, 1, 0, 0, 0};

    (void)state;
    for (int i = 0; i < 4; i++) {
        Damper d = {.kind = LINEAR, .slope = 1, .varies = i == 3};
        Fixture f;
        Outcome o;

        open_with (&f, &d);
        f.c.x0[3] = i == 2 ? 1 : 0.25;
        f.c.start.fixed = i == 1 || i == 2 ? fixed : NULL;
        f.c.options.initial = i == 0 ? GEOMS_INITIAL_CHECK : GEOMS_INITIAL_CORRECT;
        o = attempt (&f.c);
        if (i < 2) {
            assert_int_equal (o.status, GEOMS_INCONSISTENT);
            assert_non_null (strstr (o.report.text, "v(3), which has no mass, is 0.25"));
            assert_int_equal (o.report.component, 3);
        } else
            assert_int_equal (o.status, 0);
        outcome_free (&o);
        close_with (&f);
    }
}

static void no_damper (void **state)
{
    (void)state;
    for (int varies = 0; varies <= 1; varies++) {
        Damper d = {.kind = NONE, .varies = varies};
        Fixture f;
        Outcome o;

        open_with (&f, &d);
        o = attempt (&f.c);
        assert_int_equal (o.status, GEOMS_UNDAMPED);
        assert_non_null (strstr (o.report.text, "v(3) has neither a mass nor a constraint"));
        outcome_free (&o);
        f.c.options.formulation = GEOMS_FORMULATION_PARTITION_SVD;
        o = attempt (&f.c);
        assert_int_equal (o.status, GEOMS_MASSLESS);
        assert_non_null (strstr (o.report.text, "v(3): "));
        outcome_free (&o);
        close_with (&f);
    }
}

/* no v' = ... follows where there is no mass: rows of forces, which the solution tells */
static void rows_of_velocities (void **state)
{
    static const int asked[] = {GEOMS_VELOCITY_ROWS_AUTO, GEOMS_VELOCITY_ROWS_FORCE,
                                GEOMS_VELOCITY_ROWS_ACCELERATION};

    (void)state;
    for (int i = 0; i < 6; i++) {
        Damper d = {.kind = LINEAR, .slope = 1, .varies = i % 2};
        Fixture f;
        Outcome o;

        open_with (&f, &d);
        f.c.options.velocity_rows = asked[i / 2];
        o = attempt (&f.c);
        if (i < 4) {
            assert_int_equal (o.status, 0);
            assert_string_equal (o.s->velocity_rows, "force");
        } else {
            assert_int_equal (o.status, GEOMS_BAD_OPTION);
            assert_non_null (strstr (o.report.text, "v(3) has neither a mass nor a constraint"));
        }
        outcome_free (&o);
        close_with (&f);
    }
}

/* ---- along the motion ---- */

static void masses_that_become_wrong (void **state)
{
    (void)state;
    for (int wrong = 1; wrong <= 2; wrong++) {
        Damper d = {.kind = LINEAR, .slope = 1, .varies = 1, .wrong = wrong};
        Fixture f;
        Outcome o;

        open_with (&f, &d);
        o = attempt (&f.c);
        assert_int_equal (o.status, wrong == 1 ? GEOMS_MASS_UNSYMMETRIC : GEOMS_MASS_INDEFINITE);
        assert_true (o.s->t_end > 0.4 && o.s->t_end < 0.9);
        outcome_free (&o);
        close_with (&f);
    }
}

/* p3' + p3 = p1 from t = 0.5 on, wherever p3 is there */
static double exact_from (double half)
{
    const double w = sqrt (10.81), a = 1 / (1 + w * w), b = w * a,
                 there = a * cos (w / 2) + b * sin (w / 2);

    return a * cos (w) + b * sin (w) + (half - there) * exp (-0.5);
}

static void masses_that_are_lost (void **state)
{
    static const int methods[] = {GEOMS_METHOD_RADAU5, GEOMS_METHOD_BDF};

    (void)state;
    for (int i = 0; i < 12; i++) {
        Damper d = {.kind = LINEAR, .slope = 1, .varies = 1, .lost = 1 + i % 3};
        Fixture f;
        Outcome o;
        double half = 0;

        open_with (&f, &d);
        f.c.options.method = methods[i / 3 % 2];
        f.c.options.formulation = psf_or_psi1 (i / 6);
        case_times (&f.c, 3, 1);
        o = solve (&f.c);
        half = o.s->x[N + 6];
        print_message ("%s, lost %d: %.1e, %.1e, %ld steps\n", o.s->method, d.lost,
                       last_state (&o)[4] - cos (sqrt (10.81)),
                       last_state (&o)[6] - exact_from (half), o.counters.naccpt);
        assert_true (fabs (last_state (&o)[4] - cos (sqrt (10.81))) < 1e-5);
        assert_true (fabs (last_state (&o)[6] - exact_from (half)) < 1e-6);
        assert_true (o.s->massless[0] == 0 && o.s->massless[1] == 0 && o.s->massless[2] == 1);
        assert_true (i >= 6 || (worst_residual (o.s) < 1e-12
                                && strcmp (o.s->velocity_rows, "force") == 0));
        outcome_free (&o);
        close_with (&f);
    }
}

static void lost_without_a_damper (void **state)
{
    static const int forms[]
        = {GEOMS_FORMULATION_PSF, GEOMS_FORMULATION_PSI1, GEOMS_FORMULATION_INDEX1};

    (void)state;
    for (int i = 0; i < 12; i++) {
        Damper d = {.kind = i < 9 ? NONE : LINEAR, .slope = 1, .varies = 1, .lost = 1 + i % 3};
        Fixture f;
        Outcome o;

        open_with (&f, &d);
        f.c.options.formulation = forms[i < 9 ? i / 3 : 2];
        o = attempt (&f.c);
        assert_int_equal (o.status, i < 9 ? GEOMS_UNDAMPED : GEOMS_MASSLESS);
        assert_non_null (strstr (o.report.text, i < 9 ? "v(3) has neither a mass nor a constraint"
                                                      : "v(3): neither a mass nor a constraint"));
        assert_true (fabs (o.report.t - 0.5) < 1e-3 && fabs (o.s->t_end - 0.5) < 1e-3);
        outcome_free (&o);
        close_with (&f);
    }
}

static int count_told (size_t first, const GeomsSolution *s, void *user)
{
    size_t *told = user;

    assert_int_equal (first, *told);
    *told = s->count;
    return 0;
}

/* each once, the states where masses are lost among them */
static void outputs_are_told (void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        Damper d = {.kind = LINEAR, .slope = 1, .varies = 1, .lost = 1 + i % 3};
        Fixture f;
        Outcome o;
        size_t told = 0;

        open_with (&f, &d);
        f.c.options.formulation = psf_or_psi1 (i / 3 % 2);
        case_times (&f.c, i < 6 ? 2 : 41, 1);
        f.c.hooks.output = count_told;
        f.c.hooks.user = &told;
        o = solve (&f.c);
        assert_int_equal (told, o.s->count);
        outcome_free (&o);
        close_with (&f);
    }
}

/* the mass that is not there is told, however long steps are */
static void lost_with_steps_of_a_fixed_size (void **state)
{
    static const double steps[] = {1e-3, 0.0022, 0.0037};

    (void)state;
    for (int i = 0; i < 3; i++) {
        Damper d = {.kind = LINEAR, .slope = 1, .varies = 1, .lost = DROPS};
        Fixture f;
        Outcome o;

        open_with (&f, &d);
        f.c.options.step = steps[i];
        o = attempt (&f.c);
        assert_int_equal (o.status, GEOMS_MASSLESS);
        assert_non_null (strstr (o.report.text, "v(3): neither a mass nor a constraint"));
        assert_non_null (strstr (o.report.text, "steps of a fixed size need (VelocityRows"));
        outcome_free (&o);
        close_with (&f);
    }
}

/* with the same bits, wherever it is cut */
static void lost_in_two_runs (void **state)
{
    static const double cuts[] = {0.3, 0.5, 0.7};

    (void)state;
    for (int i = 0; i < 12; i++) {
        Damper d = {.kind = LINEAR, .slope = 1, .varies = 1, .lost = i < 6 ? DROPS : FADES};
        Fixture f;
        Outcome whole, part, rest;
        double *kept;

        open_with (&f, &d);
        f.c.options.formulation = psf_or_psi1 (i / 3 % 2);
        whole = solve (&f.c);
        f.c.tspan[1] = cuts[i % 3];
        part = solve (&f.c);
        f.c.nstate = geoms_run_state_size (part.run);
        kept = malloc (f.c.nstate * sizeof *kept);
        assert_non_null (kept);
        geoms_run_state (part.run, kept);
        f.c.state = kept;
        f.c.tspan[1] = 1;
        rest = solve (&f.c);
        assert_memory_equal (last_state (&rest), last_state (&whole), N * sizeof (double));
        assert_int_equal (rest.counters.neom, whole.counters.neom);
        outcome_free (&rest);
        outcome_free (&part);
        outcome_free (&whole);
        free (kept);
        close_with (&f);
    }
}

int main (void)
{
    const struct CMUnitTest tests[]
        = {cmocka_unit_test (motions_are_exact), cmocka_unit_test (rda_alone_is_enough),
           cmocka_unit_test (nonlinear_dampers), cmocka_unit_test (starts_that_must_stay),
           cmocka_unit_test (selected_rows), cmocka_unit_test (lost_with_steps_of_a_fixed_size),
           cmocka_unit_test (no_damper),         cmocka_unit_test (rows_of_velocities),
           cmocka_unit_test (masses_that_become_wrong), cmocka_unit_test (masses_that_are_lost),
           cmocka_unit_test (lost_without_a_damper), cmocka_unit_test (lost_in_two_runs),
           cmocka_unit_test (outputs_are_told)};

    return cmocka_run_group_tests (tests, NULL, NULL);
}
