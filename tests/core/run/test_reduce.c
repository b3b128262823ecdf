/* test_reduce.c - the strangeness-free form at one state: S M and S J_b, J_a with N, by the models
 * alone
 *
 *     J_a N = 0,   rank N = nd,   S M N regular, and with it S_p K_p and S_v M K_v
 */
#include "moving.h"
#include "start.h"

static Bench b; /* J, M of the model; run->x is not touched */

static GeomsRun *create (const Case *c, int expected)
{
    const GeomsProblem problem = case_problem (c);
    GeomsReport report = {0};
    GeomsRun *run = geoms_run_create (&problem, &report);

    if (run == NULL || report.status != expected)
        fail_msg ("%s: %d, %s", c->model.name, report.status, report.text);
    return run;
}

/* A (m x n) B (n x k), the largest entry of it */
static double largest_product (int m, int k, int n, const double *A, const double *B)
{
    static double C[MOST_ROWS * MOST_UNKNOWNS];
    double worst = 0;

    product (m, k, n, A, B, C);
    for (int i = 0; i < m * k; i++)
        worst = fmax (worst, fabs (C[i]));
    return worst;
}

static double largest_entry (size_t count, const double *A)
{
    double worst = 0;

    for (size_t i = 0; i < count; i++)
        worst = fmax (worst, fabs (A[i]));
    return worst;
}

/* the row of rda that is algebraic row i of psf or psi1, without invariants */
static int row_of (const GeomsEquations *e, int psi1, int i)
{
    const int m1 = psi1 ? e->d.nw : e->n1, m2 = e->d.nl + e->d.nm;

    if (i < m1)
        return i;
    return i < m1 + m2 ? e->r_gI + i - m1 : e->r_c + i - m1 - m2;
}

/* S (nd x mb) from S_v and S_p */
static void selector_of (const GeomsStrangenessFree *r, const GeomsEquations *e, double *S)
{
    const int nd = r->nd, n2 = e->n2, nv = e->d.nv;

    memset (S, 0, (size_t)(nd * (e->m - e->r_b)) * sizeof *S);
    for (int i = 0; i < n2; i++)
        S[i + i * nd] = 1;
    for (int j = 0; j < nv; j++)
        for (int i = 0; i < r->rows_v; i++)
            S[n2 + i + (n2 + j) * nd] = r->Sv[i + j * r->rows_v];
    for (int j = 0; j < e->d.np; j++)
        for (int i = 0; i < r->rows_p; i++)
            S[n2 + r->rows_v + i + (n2 + nv + j) * nd] = r->Sp[i + j * r->rows_p];
}

/* S M, S J_b and J_a are those of the model: M, J in b */
static void check_rows (const GeomsStrangenessFree *r, int psi1, double tolerance)
{
    static double S[MOST_ROWS * MOST_ROWS], Jb[MOST_ROWS * MOST_UNKNOWNS],
        SM[MOST_ROWS * MOST_UNKNOWNS], SJ[MOST_ROWS * MOST_UNKNOWNS];
    const GeomsEquations *e = &b.eq;
    const int n = r->n, nd = r->nd, mb = e->m - e->r_b;
    const double size = 1 + largest_entry ((size_t)(e->m * n), b.J);

    for (int j = 0; j < n; j++)
        for (int i = 0; i < mb; i++)
            Jb[i + j * mb] = b.J[e->r_b + i + j * e->m];
    selector_of (r, e, S);
    product (nd, n, mb, S, b.M, SM);
    product (nd, n, mb, S, Jb, SJ);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < nd; i++) {
            const double of_M = r->SMJ[i + j * 2 * nd], of_J = r->SMJ[nd + i + j * 2 * nd];
            assert_true (fabs (of_M - SM[i + j * nd]) <= 1e-12 * size);
            assert_true (fabs (of_J - SJ[i + j * nd]) <= tolerance * size);
        }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < r->na; i++) {
            const double expected = b.J[row_of (e, psi1, i) + j * e->m];
            assert_true (fabs (r->J[i + j * r->na] - expected) <= tolerance * size);
        }
}

/* N is a basis, S M N is regular: no dx but 0 has S M dx = 0 and J_a dx = 0; so are S_p K_p, S_v M
 * K_v */
static void check_ranks (const GeomsStrangenessFree *r, int psi1)
{
    static double SM[MOST_ROWS * MOST_UNKNOWNS], SMN[MOST_ROWS * MOST_UNKNOWNS];
    const int n = r->n, nd = r->nd;

    for (int j = 0; j < n; j++)
        memcpy (SM + j * nd, r->SMJ + j * 2 * nd, (size_t)nd * sizeof *SM);
    product (nd, nd, n, SM, r->N, SMN);
    assert_int_equal (model_rank (n, nd, r->N), nd);
    if (! psi1) /* there lambda is in differential rows alone */
        assert_int_equal (model_rank (nd, nd, SMN), nd);
}

static void reduce_and_check (Case c, int psi1, int independent_rows, double tolerance)
{
    GeomsStrangenessFree r;
    GeomsRun *run;
    double size;

    c.options.formulation = psi1 ? GEOMS_FORMULATION_PSI1 : GEOMS_FORMULATION_PSF;
    run = create (&c, 0);
    bench_open (&b, &c, c.options.formulation);
    bench_matrices (&b);
    assert_int_equal (geoms_run_reduce (run, b.t, b.x, &r), 0);
    assert_int_equal (r.n, c.n);
    assert_int_equal (r.nd, c.n - independent_rows);
    assert_int_equal (r.nd, b.eq.n2 + r.rows_v + r.rows_p);
    assert_int_equal (r.na, (psi1 ? b.eq.d.nw : b.eq.n1) + 2 * b.eq.d.nl + b.eq.d.nm + b.eq.d.ns);
    size = (1 + largest_entry ((size_t)(r.na * r.n), r.J))
           * (1 + largest_entry ((size_t)(r.nd * r.n), r.N));
    assert_true (largest_product (r.na, r.nd, r.n, r.J, r.N) <= 1e-12 * size);
    check_rows (&r, psi1, tolerance);
    check_ranks (&r, psi1);
    geoms_run_free (run);
    bench_close (&b);
}

static int all_rows (const Case *c, int psi1)
{
    const GeomsDims *d = &c->model.system.dims;

    return d->nw + (psi1 ? 2 : 3) * d->nl + (psi1 ? 1 : 2) * d->nm + d->ns;
}

/* every decomposition and selector; the model's own Jacobian, or differences */
static void models_are_reduced (void **state)
{
    (void)state;
    for (int i = 0; i < 24 * MODELS; i++) {
        const int psi1 = i % 2, differences = i / 2 % 2, selector = i / 4 % 2;
        Case c = case_of (models[i / 24]);

        c.options.invariant = GEOMS_INVARIANT_MONITOR;
        c.options.constraint_decomposition = decomposition (i / 8 % 3);
        c.options.selector = selector;
        if (differences) {
            Case without = c;
            GeomsStrangenessFree r, s;
            GeomsRun *run, *other;

            without.model.system = model_differences (&c.model);
            run = create (&c, 0);
            other = create (&without, 0);
            assert_int_equal (geoms_run_reduce (run, c.tspan[0], c.x0, &r), 0);
            assert_int_equal (geoms_run_reduce (other, c.tspan[0], c.x0, &s), 0);
            assert_int_equal (r.na, s.na);
            for (int k = 0; k < r.na * r.n; k++)
                assert_true (fabs (r.J[k] - s.J[k])
                             <= 1e-10 * (1 + largest_entry ((size_t)(r.na * r.n), r.J)));
            geoms_run_free (run);
            geoms_run_free (other);
        } else
            reduce_and_check (c, psi1, all_rows (&c, psi1), 1e-13);
        case_free (&c);
    }
}

/* fourbar: 20 rows of rank 17 in v, and of rank 20 in p, where quaternions have any length */
static void redundant_rows_are_counted_once (void **state)
{
    (void)state;
    for (int psi1 = 0; psi1 < 2; psi1++)
        for (int kind = 0; kind < 2; kind++) {
            Case c = case_of (&model_fourbar);

            c.options.invariant = GEOMS_INVARIANT_MONITOR;
            c.options.constraint_decomposition
                = kind == 0 ? GEOMS_DECOMPOSITION_AUTO : GEOMS_DECOMPOSITION_SVD;
            reduce_and_check (c, psi1, 20 + 17 * (psi1 ? 1 : 2), 1e-13);
            case_free (&c);
        }
}

/* moving.h has no Jacobian: C in gI, h~ is exact, the rest extrapolated. In its exact motion
 * [S M; 0] x' - [S J_b; J_a] stands for the equations: d/dt of a (t, x (t)) = a_t + J_a x' = 0 */
static void parts_are_exact_and_differences_extrapolated (void **state)
{
    const double t = 0.7, h = 1e-3;
    Case c = case_of_moving ();
    double x[MOVING_N], y[4][MOVING_N], rate[MOVING_N], C[6];
    double rows[4][40], at[2][40];
    const int m = c.m, na = 5;
    GeomsStrangenessFree r;
    GeomsRun *run = create (&c, 0);

    (void)state;
    moving_exact (t, x, NULL);
    assert_int_equal (geoms_run_reduce (run, t, x, &r), 0);
    assert_int_equal (r.na, na);
    moving_C (x + MOVING_P, C);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 2; i++)
            assert_true (r.J[2 + i + (MOVING_V + j) * na] == C[2 * j + i]);
    for (int k = 0; k < 4; k++) { /* x (t), the rows with t alone moved: by +-h, +-2h */
        const double s = t + h * (double[]){-2, -1, 1, 2}[k];

        moving_exact (s, y[k], NULL);
        assert_int_equal (c.model.system.rda (1, &s, x, MOVING_N, rows[k], m, c.user), 0);
    }
    for (int i = 0; i < MOVING_N; i++)
        rate[i] = (y[0][i] - 8 * y[1][i] + 8 * y[2][i] - y[3][i]) / (12 * h);
    for (int i = 0; i < m; i++)
        at[0][i] = (rows[0][i] - 8 * rows[1][i] + 8 * rows[2][i] - rows[3][i]) / (12 * h);
    product (na, 1, MOVING_N, r.J, rate, at[1]);
    for (int i = 0; i < na; i++)
        assert_true (fabs (at[0][i] + at[1][i]) <= 1e-9);
    geoms_run_free (run);
    case_free (&c);
}

/* a linearisation at one state does not hang on those before, whatever SelectorUpdate */
static void each_state_stands_alone (void **state)
{
    (void)state;
    for (int adaptive = 0; adaptive < 2; adaptive++) {
        Case c = case_of (&model_pendulum);
        GeomsStrangenessFree r;
        GeomsRun *run;
        double Sv[2], Sp[2];

        c.options.selector_update = adaptive;
        run = create (&c, 0);
        c.x0[3] = cos (0.3);
        c.x0[4] = sin (0.3);
        assert_int_equal (geoms_run_reduce (run, 0, c.x0, &r), 0);
        memcpy (Sv, r.Sv, sizeof Sv);
        memcpy (Sp, r.Sp, sizeof Sp);
        c.x0[3] = cos (0.1);
        c.x0[4] = sin (0.1);
        assert_int_equal (geoms_run_reduce (run, 0, c.x0, &r), 0);
        assert_memory_not_equal (Sv, r.Sv, sizeof Sv);
        c.x0[3] = cos (0.3);
        c.x0[4] = sin (0.3);
        assert_int_equal (geoms_run_reduce (run, 0, c.x0, &r), 0);
        assert_memory_equal (Sv, r.Sv, sizeof Sv);
        assert_memory_equal (Sp, r.Sp, sizeof Sp);
        /* the run can be integrated afterwards */
        assert_int_equal (geoms_run_integrate (run), 0);
        geoms_run_free (run);
        case_free (&c);
    }
}

/* ---- refusals ---- */

static void other_formulations_are_refused (void **state)
{
    static const int list[] = {GEOMS_FORMULATION_INDEX1_EXPLICIT, GEOMS_FORMULATION_INDEX1_IMPLICIT,
                               GEOMS_FORMULATION_UODE, GEOMS_FORMULATION_PARTITION_SVD};

    (void)state;
    for (size_t i = 0; i <= sizeof list / sizeof *list; i++) {
        Case c = case_of (&model_pendulum);
        GeomsStrangenessFree r;
        GeomsRun *run;

        if (i < sizeof list / sizeof *list)
            c.options.formulation = list[i];
        else
            c.options.method = GEOMS_METHOD_DOPRI5; /* psf without linearisations */
        run = create (&c, 0);
        memset (&r, 1, sizeof r);
        assert_int_equal (geoms_run_reduce (run, 0, c.x0, &r), GEOMS_BAD_FORMULATION);
        assert_int_equal (geoms_run_report (run)->status, GEOMS_BAD_FORMULATION);
        assert_true (r.n == 0 && r.nd == 0 && r.na == 0 && r.J == NULL);
        geoms_run_free (run);
        case_free (&c);
    }
}

static void what_is_no_number_is_told (void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = case_of (i == 0 ? &model_pendulum : &model_slidercrank);
        GeomsStrangenessFree r;
        GeomsRun *run;

        if (i == 1)
            c.model.system = model_differences (&c.model);
        run = create (&c, 0);
        c.x0[c.n - 1] = NAN;
        assert_int_equal (geoms_run_reduce (run, 0.25, c.x0, &r), GEOMS_NOT_FINITE);
        assert_true (geoms_run_report (run)->t == 0.25 && r.J == NULL);
        assert_non_null (strstr (geoms_run_report (run)->text, "0.25"));
        geoms_run_free (run);
        case_free (&c);
    }
}

static void redundant_rows_need_svd (void **state)
{
    Case c = case_of (&model_fourbar);
    GeomsStrangenessFree r;
    GeomsRun *run;

    (void)state;
    c.options.constraint_decomposition = GEOMS_DECOMPOSITION_QR;
    run = create (&c, 0);
    assert_true (geoms_run_reduce (run, 0, c.x0, &r) < 0);
    assert_non_null (strstr (geoms_run_report (run)->text, "rank"));
    geoms_run_free (run);
    case_free (&c);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (models_are_reduced),
        cmocka_unit_test (redundant_rows_are_counted_once),
        cmocka_unit_test (parts_are_exact_and_differences_extrapolated),
        cmocka_unit_test (each_state_stands_alone),
        cmocka_unit_test (other_formulations_are_refused),
        cmocka_unit_test (what_is_no_number_is_told),
        cmocka_unit_test (redundant_rows_need_svd),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
