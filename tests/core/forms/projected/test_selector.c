/* test_selector.c - S_v and S_p: transposed null bases, or picked rows; when they are renewed
 */
#include "bench.h"
#include "forms/projected/selector.c" /* for pick_rows; it takes the place of the library's */

static const TestModel *const models[]
    = {&model_pendulum,   &model_andrews,    &model_caraxis, &model_slidercrank,
       &model_oscillator, &model_prescribed, &model_skate,   &model_chain_3};
enum { MODELS = sizeof models / sizeof models[0] };

static Bench b;

/* K_v = N (v, y3), K_p = N (p, y4) */
static const double *basis_v (int j) { return b.form.N + (b.form.y.at3 + j) * b.eq.n + b.eq.o3; }
static const double *basis_p (int j) { return b.form.N + (b.form.y.at4 + j) * b.eq.n + b.eq.op; }

static void tangent_selectors_are_transposed_bases (void **state)
{
    (void)state;
    for (int i = 0; i < 3 * MODELS; i++) {
        Case c = case_of (models[i / 3]);

        c.options.constraint_decomposition = decomposition (i);
        bench_open (&b, &c, GEOMS_FORMULATION_PSF);
        bench_move (&b, 0.1, 1);
        bench_linearise (&b);
        assert_int_equal (b.form.selector.rows_v, b.form.y.k3);
        for (int k = 0; k < b.form.y.k3; k++)
            for (int j = 0; j < b.eq.d.nv; j++)
                assert_true (b.form.selector.Sv[k + j * b.form.y.k3] == basis_v (k)[j]);
        for (int k = 0; k < b.form.y.k4; k++)
            for (int j = 0; j < b.eq.d.np; j++)
                assert_true (b.form.selector.Sp[k + j * b.form.y.k4] == basis_p (k)[j]);
        bench_close (&b);
        case_free (&c);
    }
}

/* rows that Gaussian elimination with row pivoting picks from A (rows x k), in this order */
static void pivot_rows (int rows, int k, double *A, int *picked)
{
    int place[40];

    for (int i = 0; i < rows; i++)
        place[i] = i;
    for (int c = 0; c < k; c++) {
        int p = c;

        for (int i = c + 1; i < rows; i++)
            if (fabs (A[place[i] + c * rows]) > fabs (A[place[p] + c * rows]))
                p = i;
        picked[c] = place[p];
        place[p] = place[c];
        place[c] = picked[c];
        for (int i = c + 1; i < rows; i++) {
            const double factor = A[place[i] + c * rows] / A[picked[c] + c * rows];
            for (int j = c; j < k; j++)
                A[place[i] + j * rows] -= factor * A[picked[c] + j * rows];
        }
    }
}

/* S (k x rows) has these rows: one 1 in each */
static void check_picked (int rows, int k, const double *S, double *A)
{
    int picked[40];

    pivot_rows (rows, k, A, picked);
    for (int r = 0; r < k; r++)
        for (int j = 0; j < rows; j++)
            assert_true (S[r + j * k] == (j == picked[r]));
}

static void random_rows_are_picked (void **state)
{
    static double A[40 * 40], B[40 * 40], S[40 * 40];

    (void)state;
    for (int rows = 1; rows <= 40; rows += 3)
        for (int k = 0; k <= rows; k += 2) {
            unsigned seed = (unsigned)(rows + 50 * k);

            fill_noise ((size_t)(rows * k), A, &seed);
            memcpy (B, A, sizeof A);
            pick_rows (rows, k, B, S);
            check_picked (rows, k, S, A);
        }
}

static void check_rows (Case c, unsigned seed)
{
    static double A[40 * 40];
    const int np = c.model.system.dims.np, nv = c.model.system.dims.nv;
    int mb;

    c.options.selector = GEOMS_SELECTOR_ROWS;
    bench_open (&b, &c, GEOMS_FORMULATION_PSF);
    bench_move (&b, 0.1, seed);
    bench_linearise (&b);
    mb = b.eq.m - b.eq.r_b;
    for (int k = 0; k < b.form.y.k3; k++) /* M K_v */
        for (int r = 0; r < nv; r++) {
            A[r + k * nv] = 0;
            for (int j = 0; j < nv; j++)
                A[r + k * nv] += b.M[b.eq.n2 + r + (b.eq.o3 + j) * mb] * basis_v (k)[j];
        }
    check_picked (nv, b.form.y.k3, b.form.selector.Sv, A);
    for (int k = 0; k < b.form.y.k4; k++)
        memcpy (A + k * np, basis_p (k), (size_t)np * sizeof *A);
    check_picked (np, b.form.y.k4, b.form.selector.Sp, A);
    bench_close (&b);
    case_free (&c);
}

static void picked_rows_are_the_largest (void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3 * (MODELS + 1); i++) {
        Case c = i / 3 < MODELS ? case_of (models[i / 3]) : case_of_chain (20);

        c.options.constraint_decomposition = decomposition ((int)i);
        check_rows (c, i + 1);
    }
}

/* psi1 integrates all dynamic rows */
static void psi1_keeps_all_dynamic_rows (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MODELS; i++) {
        Case c = case_of (models[i / 2]);

        c.options.selector = i % 2;
        bench_open (&b, &c, GEOMS_FORMULATION_PSI1);
        bench_linearise (&b);
        assert_int_equal (b.form.selector.rows_v, b.eq.d.nv);
        for (int k = 0; k < b.eq.d.nv * b.eq.d.nv; k++)
            assert_true (b.form.selector.Sv[k] == (k % (b.eq.d.nv + 1) == 0));
        bench_close (&b);
        case_free (&c);
    }
}

/* ---- renewal: along the pendulum's circle the pivots change at 45 degrees ---- */

static void look_at (double angle)
{
    b.x[3] = cos (angle);
    b.x[4] = sin (angle);
    bench_linearise (&b);
}

static void renewal_follows_the_option (void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++)
        for (int adaptive = 0; adaptive < 2; adaptive++) {
            const int every = ! adaptive || decomposition (kind) == GEOMS_DECOMPOSITION_SVD;
            Case c = case_of (&model_pendulum);
            GeomsForm *f = &b.form.form;
            double S[2];

            c.options.constraint_decomposition = decomposition (kind);
            c.options.selector_update = adaptive;
            bench_open (&b, &c, GEOMS_FORMULATION_PSF);
            look_at (0.1);
            assert_int_equal (b.counters.nsel, 1);
            memcpy (S, b.form.selector.Sv, sizeof S);
            look_at (0.3); /* the same pivots */
            assert_int_equal (b.counters.nsel, every ? 2 : 1);
            assert_int_equal (memcmp (S, b.form.selector.Sv, sizeof S) == 0, ! every);
            look_at (1.3); /* others */
            assert_int_equal (b.counters.nsel, every ? 3 : 2);
            look_at (1.2);
            assert_int_equal (b.counters.nsel, every ? 4 : 2);
            memcpy (S, b.form.selector.Sv, sizeof S);
            /* after a failure of Newton's method, from the N at hand */
            assert_int_equal (f->ops->renew (f), every ? 0 : 1);
            assert_int_equal (b.counters.nsel, every ? 4 : 3);
            assert_int_equal (memcmp (S, b.form.selector.Sv, sizeof S) == 0, every);
            assert_true (b.form.selector.Sv[0] == basis_v (0)[0]
                         && b.form.selector.Sv[1] == basis_v (0)[1]);
            bench_close (&b);
            case_free (&c);
        }
}

/* after a renewal the Newton systems belong to the new selector */
static void a_renewal_reaches_the_newton_systems (void **state)
{
    Case c = case_of (&model_pendulum);
    GeomsForm *f = &b.form.form;
    double r[7] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}, old[5], fresh[5], renewed[5];

    (void)state;
    c.options.selector_update = GEOMS_UPDATE_ADAPTIVE;
    bench_open (&b, &c, GEOMS_FORMULATION_PSF);
    look_at (0.1);
    look_at (0.7);
    f->ops->factor (f, GEOMS_SLOT_REAL, 10, 0);
    f->ops->solve (f, GEOMS_SLOT_REAL, 1, r, old);
    assert_int_equal (f->ops->renew (f), 1);
    f->ops->factor (f, GEOMS_SLOT_REAL, 10, 0);
    f->ops->solve (f, GEOMS_SLOT_REAL, 1, r, renewed);
    bench_close (&b);
    bench_open (&b, &c, GEOMS_FORMULATION_PSF);
    look_at (0.7);
    f->ops->factor (f, GEOMS_SLOT_REAL, 10, 0);
    f->ops->solve (f, GEOMS_SLOT_REAL, 1, r, fresh);
    assert_true (distance (renewed, fresh, 0, 5) < 1e-13);
    assert_true (distance (old, fresh, 0, 5) > 1e-3);
    bench_close (&b);
    case_free (&c);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (tangent_selectors_are_transposed_bases),
        cmocka_unit_test (random_rows_are_picked),
        cmocka_unit_test (picked_rows_are_the_largest),
        cmocka_unit_test (psi1_keeps_all_dynamic_rows),
        cmocka_unit_test (renewal_follows_the_option),
        cmocka_unit_test (a_renewal_reaches_the_newton_systems),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
