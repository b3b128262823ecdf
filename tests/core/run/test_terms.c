/* test_terms.c - the terms at one state make up the reduced derivative array there, and M v' */
#include "both_solvers.h"
#include "model/pattern.h"
#include "run/run.h"
#include "test.h"

static void expect_same (const char *name, int count, const double *is, const double *expected,
                         double size)
{
    for (int i = 0; i < count; i++)
        if (! (fabs (is[i] - expected[i]) <= 1e-12 * (size + fabs (expected[i]))))
            fail_msg ("%s: %.17g instead of %.17g", name, is[i], expected[i]);
}

/* sum += s A x, or s A'x */
static void add (int m, int n, const double *A, double s, const double *x, int turned, double *sum)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            sum[turned ? j : i] += s * A[i + j * m] * x[turned ? i : j];
}

static double most_of (int count, const double *x)
{
    double most = 0;

    for (int i = 0; i < count; i++)
        most = fmax (most, fabs (x[i]));
    return most;
}

/* all but gII, hI; *size: that of forces */
static void compare_levels (const Case *c, const GeomsTerms *s, const GeomsEquations *e,
                            const double *rda, double *size)
{
    const GeomsDims *d = &c->model.system.dims;
    const double *x = c->x0, *v = x + d->nw + s->m + d->nr;
    double f[MOST_UNKNOWNS], flow[MOST_UNKNOWNS] = {0};

    memcpy (f, s->f, (size_t)d->nv * sizeof *f);
    add (s->m, d->nv, s->C, -1, x + d->nw, 1, f);
    *size = most_of (d->nv, s->f) + most_of (s->m * d->nv, s->C) * most_of (s->m, x + d->nw);
    if (s->Z != NULL)
        add (d->np, d->nv, s->Z, 1, v, 0, flow);
    else
        memcpy (flow, v, (size_t)d->nv * sizeof *flow);
    expect_same (c->model.name, d->nv, f, rda + e->r_v, *size);
    expect_same (c->model.name, d->np, flow, rda + e->r_p, most_of (d->nv, v));
    expect_same (c->model.name, d->nl, s->g, rda + e->r_c + d->ns, 1);
    expect_same (c->model.name, s->m, s->level, rda + e->r_gI, 1);
    expect_same (c->model.name, d->nr, s->b, rda + e->r_b, 1);
    expect_same (c->model.name, d->nw, s->d, rda, 1);
    expect_same (c->model.name, d->ns, s->c, rda + e->r_c, 1);
    expect_same (c->model.name, d->ni, s->e, rda + e->r_e, 1);
}

/* v' of M v' = f_dyn: [gII; hI] = C v' + gamma */
static void compare_hidden (const Case *c, const GeomsTerms *s, const GeomsEquations *e,
                            const double *rda, const double *M)
{
    const int nv = c->model.system.dims.nv;
    static const double none[MOST_UNKNOWNS];
    double hidden[MOST_UNKNOWNS], a[MOST_UNKNOWNS];
    const GeomsLoop loop
        = {.n = nv, .M = M, .f = rda + e->r_v, .C = none, .b1 = none, .b2 = none, .v = none};
    static double J[MOST_UNKNOWNS * MOST_UNKNOWNS];
    double v[MOST_UNKNOWNS], theta[MOST_UNKNOWNS], gamma[MOST_UNKNOWNS], none_too[1];
    int independent[MOST_UNKNOWNS];
    GeomsPartitioned found = {v, a, none_too, J, theta, gamma, independent, 0, 0};
    GeomsReport report;

    memcpy (hidden, s->gamma, (size_t)s->m * sizeof *hidden);
    if (geoms_partition (GEOMS_PARTITION_FULL, &loop, &found, &report) != 0)
        fail_msg ("%s: %s", c->model.name, report.text);
    add (s->m, nv, s->C, 1, a, 0, hidden);
    expect_same (c->model.name, s->m, hidden, rda + e->r_gII,
                 most_of (s->m * nv, s->C) * most_of (nv, a) + most_of (s->m, s->gamma));
}

static void rda_is_made_of_them (void **state)
{
    static double rda[4 * MOST_UNKNOWNS], M[MOST_UNKNOWNS * MOST_UNKNOWNS];

    (void)state;
    for (int i = 0; i < ALL_MODELS; i++) {
        const TestModel model = model_number (i);
        double q, size;
        Case c = case_with (&model, &q, model_size (&model, &q));
        GeomsRun *run = create_run (&c);
        GeomsTerms s;

        for (int k = 0; k < c.n; k++) /* a state on no constraint */
            c.x0[k] += 1e-2 * sin (k + 1.0);
        assert_int_equal (geoms_run_evaluate (run, 1, c.tspan, c.x0, rda, M, NULL, NULL), 0);
        assert_int_equal (geoms_run_terms (run, c.tspan[0], c.x0, &s), 0);
        assert_int_equal (s.m, model.system.dims.nl + model.system.dims.nm);
        assert_true ((s.M != NULL) == (model.system.mass_structure <= GEOMS_MASS_DIAGONAL));
        const int nv = model.system.dims.nv;
        if (s.M != NULL)
            expect_same (model.name, nv * nv, s.M, M, 0);
        compare_levels (&c, &s, &run->eq, rda, &size);
        compare_hidden (&c, &s, &run->eq, rda, M);
        geoms_run_free (run);
        case_free (&c);
    }
}

/* a matrix by its pattern, or dense, as a dense one */
static void is_written (const char *name, const GeomsPattern *p, int m, int n,
                        const double *written, const double *expected)
{
    static double A[MOST_UNKNOWNS * MOST_UNKNOWNS];

    geoms_pattern_spread (p, m, n, written, A);
    expect_same (name, m * n, A, expected, 0);
}

/* by dense models and by those that write the values of patterns; everything has values */
static void the_same_as_it_is_written (void **state)
{
    static double rda[4 * MOST_UNKNOWNS], M[MOST_UNKNOWNS * MOST_UNKNOWNS];

    (void)state;
    for (int i = 0; i < ALL_MODELS; i++) {
        static Patterned p;
        Case c = patterned (&p, i);
        const GeomsDims *d = &c.model.system.dims;
        const GeomsPatterns *patterns = &c.model.system.patterns;
        GeomsTerms s, w;
        int finite[3] = {0};

        c.options.linear_solver = GEOMS_LINEAR_DENSE;
        GeomsRun *run = create_run (&c);
        assert_int_equal (geoms_run_evaluate (run, 1, c.tspan, c.x0, rda, M, NULL, NULL), 0);
        assert_int_equal (geoms_run_terms (run, c.tspan[0], c.x0, &s), 0);
        assert_int_equal (geoms_run_written (run, c.tspan[0], c.x0, &w), 0);
        assert_true (w.m == s.m && (w.Z == NULL) == (s.Z == NULL));
        if (w.M != NULL)
            is_written (c.model.name, &patterns->M, d->nv, d->nv, w.M, M);
        is_written (c.model.name, &patterns->C, s.m, d->nv, w.C, s.C);
        expect_same (c.model.name, d->nv, w.f, s.f, 0);
        expect_same (c.model.name, d->nl, w.g, s.g, 0);
        expect_same (c.model.name, s.m, w.level, s.level, 0);
        expect_same (c.model.name, s.m, w.gamma, s.gamma, 0);
        assert_int_equal (geoms_run_finite (run, c.tspan[0], c.x0, finite), 0);
        assert_true (finite[0] && finite[1] && finite[2]);
        geoms_run_free (run);
        patterned_free (&p, &c);
    }
}

static int no_blocks (double t, const double *x, const double *alpha, double *B, int ldb,
                      void *user)
{
    (void)t, (void)x, (void)alpha, (void)ldb, (void)user;
    B[0] = NAN;
    return 0;
}

static void what_has_no_values_is_told (void **state)
{
    Case c = case_of (&model_pendulum);
    int finite[3];

    (void)state;
    c.model.system.blocks_jac = no_blocks;
    GeomsRun *run = create_run (&c);
    assert_int_equal (geoms_run_finite (run, 0, c.x0, finite), 1);
    assert_true (finite[0] && finite[1] && ! finite[2]);
    c.x0[3] = NAN;
    assert_int_equal (geoms_run_finite (run, 0, c.x0, finite), 1);
    assert_true (! finite[0] && finite[2]);
    geoms_run_free (run);
    case_free (&c);
}

static void without_parts (void **state)
{
    Case c = case_of (&model_pendulum);
    GeomsTerms s;

    (void)state;
    c.model.system.parts = NULL;
    GeomsRun *run = create_run (&c);
    assert_int_equal (geoms_run_terms (run, 0, c.x0, &s), GEOMS_BAD_FORMULATION);
    assert_true (s.f == NULL && s.m == 0);
    assert_int_equal (geoms_run_written (run, 0, c.x0, &s), GEOMS_BAD_FORMULATION);
    geoms_run_free (run);
    case_free (&c);
}

static void not_finite (void **state)
{
    Case c = case_of (&model_pendulum);
    GeomsRun *run = create_run (&c);
    GeomsTerms s;

    (void)state;
    c.x0[3] = NAN;
    assert_int_equal (geoms_run_terms (run, 0, c.x0, &s), 1);
    assert_true (s.f == NULL);
    geoms_run_free (run);
    case_free (&c);
}

int main (void)
{
    const struct CMUnitTest tests[]
        = {cmocka_unit_test (rda_is_made_of_them), cmocka_unit_test (the_same_as_it_is_written),
           cmocka_unit_test (what_has_no_values_is_told), cmocka_unit_test (without_parts),
           cmocka_unit_test (not_finite)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
