/* test_selector.c - S_v and S_p select what the constraints leave free: with C and G Z of the model
 *
 *     tangent:  S_v C' = 0, S_p G' = 0, each of full rank
 *     rows:     unit rows, no two of them the same, the pivots of A = M K_v, for accelerations of
 *               A = K_v, and of A = K_p
 *     psi1:     S_v = I
 *
 * and when they are renewed
 */
#include "bench.h"

static const TestModel *const models[]
    = {&model_pendulum,   &model_andrews,    &model_caraxis, &model_slidercrank,
       &model_oscillator, &model_prescribed, &model_skate,   &model_chain_3};
enum { MODELS = sizeof models / sizeof models[0] };

static Bench b;
static Inside p; /* of b                                                                          */

/* psf on a case at its start, moved by up to 10 % */
static void open_moved (Case *c, int kind, unsigned seed)
{
    c->options.constraint_decomposition = decomposition (kind);
    bench_open (&b, c, GEOMS_FORMULATION_PSF);
    bench_move (&b, 0.1, seed);
    bench_linearise (&b);
    p = inside (&b);
    assert_int_equal (p.rows_v, p.k3);
}

/* S (k x n) has rank k; rows first ... first + m - 1 of J, columns column ... column + n - 1, are
 * normal to its rows */
static void check_tangent (int k, int n, const double *S, int first, int m, int column)
{
    static double T[MOST_UNKNOWNS * MOST_UNKNOWNS];

    for (int i = 0; i < k; i++)
        for (int row = first; row < first + m; row++) {
            double sum = 0, of_S = 0, of_J = 0;

            for (int j = 0; j < n; j++) {
                const double s = S[i + j * k], c = b.J[row + (column + j) * b.eq.m];

                sum += s * c;
                of_S = fmax (of_S, fabs (s));
                of_J = fmax (of_J, fabs (c));
            }
            if (! (fabs (sum) <= 1e-13 * of_S * of_J))
                fail_msg ("%s: row %d of S times row %d of J is %.1e", b.c->model.name, i, row,
                          sum);
        }
    for (int i = 0; i < k; i++)
        for (int j = 0; j < n; j++)
            T[j + i * n] = S[i + j * k];
    assert_int_equal (model_rank (n, k, T), k);
}

static void tangent_selectors_leave_no_constraint_force (void **state)
{
    (void)state;
    for (int i = 0; i < 3 * MODELS; i++) {
        Case c = case_of (models[i / 3]);
        const GeomsDims *d = &c.model.system.dims;

        open_moved (&c, i, 1);
        assert_int_equal (p.k3, d->nv - d->nl - d->nm);
        assert_int_equal (p.k4, d->np - d->nl);
        check_tangent (p.k3, d->nv, p.Sv, b.eq.r_gI, d->nl + d->nm, b.eq.o3);
        if (d->ns == 0) /* else K_p is that of g with s eliminated */
            check_tangent (p.k4, d->np, p.Sp, b.eq.r_c, d->nl, b.eq.op);
        bench_close (&b);
        case_free (&c);
    }
}

/* The rows of S (k x n) are unit rows: picked[] says which. */
static void which_rows (int k, int n, const double *S, int *picked)
{
    for (int i = 0; i < k; i++) {
        int ones = 0;

        for (int j = 0; j < n; j++) {
            assert_true (S[i + j * k] == 0 || S[i + j * k] == 1);
            picked[i] = S[i + j * k] == 1 ? j : picked[i];
            ones += S[i + j * k] == 1;
        }
        assert_int_equal (ones, 1);
        for (int j = 0; j < i; j++)
            assert_int_not_equal (picked[i], picked[j]);
    }
}

/* S A is regular for A (n x k), and each row is the largest of those that are left, as pivots are:
 * with the first q columns A_q and rows S_q, the last column of A_q (S_q A_q)^-1 is at most this */
static double growth (int k, int n, const double *S, const double *A)
{
    static double SA[MOST_UNKNOWNS * MOST_UNKNOWNS], X[MOST_UNKNOWNS * MOST_UNKNOWNS];
    int picked[MOST_UNKNOWNS];
    double worst = 0;

    which_rows (k, n, S, picked);
    for (int q = 1; q <= k; q++) { /* X' from (S A)' X' = A' */
        for (int j = 0; j < q; j++) {
            for (int i = 0; i < q; i++)
                SA[j + i * q] = A[picked[i] + j * n];
            for (int i = 0; i < n; i++)
                X[j + i * q] = A[i + j * n];
        }
        assert_int_equal (model_solve (q, SA, n, X), 0);
        for (int i = 0; i < n; i++)
            worst = fmax (worst, fabs (X[q - 1 + i * q]));
    }
    return worst;
}

static void check_rows (Case c, int kind, unsigned seed)
{
    static double A[MOST_UNKNOWNS * MOST_UNKNOWNS];
    const GeomsDims *d = &c.model.system.dims;
    const int np = d->np, nv = d->nv, mb = d->nr + nv + np, accelerates = kind % 2;
    const double *Kv, *Kp;
    double of_v, of_p;

    c.options.selector = GEOMS_SELECTOR_ROWS;
    c.options.velocity_rows
        = accelerates ? GEOMS_VELOCITY_ROWS_ACCELERATION : GEOMS_VELOCITY_ROWS_FORCE;
    open_moved (&c, kind, seed);
    Kv = p.N + p.y3 * c.n + b.eq.o3;
    Kp = p.N + p.y4 * c.n + b.eq.op;
    for (int k = 0; k < p.k3; k++) /* M K_v, or K_v */
        for (int i = 0; i < nv; i++) {
            A[i + k * nv] = accelerates ? Kv[i + k * c.n] : 0;
            for (int j = 0; j < nv && ! accelerates; j++)
                A[i + k * nv] += b.M[b.eq.n2 + i + (b.eq.o3 + j) * mb] * Kv[j + k * c.n];
        }
    of_v = growth (p.k3, nv, p.Sv, A);
    for (int k = 0; k < p.k4; k++)
        memcpy (A + k * np, Kp + k * c.n, (size_t)np * sizeof *A);
    of_p = growth (p.k4, np, p.Sp, A);
    if (! (of_v <= 1 + 1e-12 && of_p <= 1 + 1e-12))
        fail_msg ("%s: other rows are up to %g and %g times as large", c.model.name, of_v, of_p);
    bench_close (&b);
    case_free (&c);
}

static void picked_rows_are_the_largest (void **state)
{
    (void)state;
    for (unsigned i = 0; i < 6 * (MODELS + 1); i++)
        check_rows (i / 6 < MODELS ? case_of (models[i / 6]) : case_of_chain (20), (int)i, i + 1);
}

/* ---- dense M and G: M v' = -G' lambda, G p = 0, of random numbers ---- */

enum { NV = 12, NL = 4 };
static double dense_M[NV * NV], dense_G[NL * NV];

static int dense_blocks (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                         void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        double *g = out + NV, *G = g + NL, *gI = G + NL * NV;

        memset (out, 0, (NV + 3 * NL + NL * NV) * sizeof *out);
        memcpy (G, dense_G, sizeof dense_G);
        product (NL, 1, NV, G, x + NL, gI);
        product (NL, 1, NV, G, x + NL + NV, g);
    }
    return 0;
}

/* M = I + B B' */
static void draw_dense (unsigned seed)
{
    double B[NV * NV];

    fill_noise (NL * NV, dense_G, &seed);
    fill_noise (NV * NV, B, &seed);
    for (int i = 0; i < NV; i++)
        for (int j = 0; j < NV; j++) {
            dense_M[i + j * NV] = i == j;
            for (int k = 0; k < NV; k++)
                dense_M[i + j * NV] += B[i + k * NV] * B[j + k * NV];
        }
}

static void picked_rows_of_dense_matrices (void **state)
{
    const GeomsMechanical form = {.dims = {.np = NV, .nv = NV, .nl = NL},
                                  .mass_structure = GEOMS_MASS_CONSTANT,
                                  .autonomous = 1,
                                  .mass = dense_M,
                                  .blocks = dense_blocks};

    (void)state;
    for (int i = 0; i < 60; i++) {
        const int accelerates = i >= 30;
        Case c = case_of (&model_pendulum);
        GeomsComposed *composed;
        double A[NV * NV];
        const double *Kv, *Kp;

        case_free (&c);
        draw_dense ((unsigned)i + 1);
        composed = geoms_mechanical_create (&form, &c.model.system);
        c.user = composed;
        c.n = NL + 2 * NV;
        c.m = 3 * NL + 2 * NV;
        memset (c.x0, 0, sizeof c.x0);
        c.options.selector = GEOMS_SELECTOR_ROWS;
        c.options.constraint_decomposition = decomposition (i);
        c.options.velocity_rows
            = accelerates ? GEOMS_VELOCITY_ROWS_ACCELERATION : GEOMS_VELOCITY_ROWS_FORCE;
        bench_open (&b, &c, GEOMS_FORMULATION_PSF);
        assert_int_equal (bench_linearise_at (&b, 0, b.x, GEOMS_BASE_FILL), 0);
        p = inside (&b);
        assert_int_equal (p.k3, NV - NL);
        Kv = p.N + p.y3 * c.n + b.eq.o3;
        Kp = p.N + p.y4 * c.n + b.eq.op;
        for (int k = 0; k < p.k3; k++)
            if (accelerates)
                memcpy (A + k * NV, Kv + k * c.n, NV * sizeof *A);
            else
                product (NV, 1, NV, dense_M, Kv + k * c.n, A + k * NV);
        assert_true (growth (p.k3, NV, p.Sv, A) <= 1 + 1e-12);
        for (int k = 0; k < p.k4; k++)
            memcpy (A + k * NV, Kp + k * c.n, NV * sizeof *A);
        assert_true (growth (p.k4, NV, p.Sp, A) <= 1 + 1e-12);
        bench_close (&b);
        geoms_mechanical_free (composed);
    }
}

/* psi1 integrates all dynamic rows */
static void psi1_keeps_all_dynamic_rows (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MODELS; i++) {
        Case c = case_of (models[i / 2]);
        const int nv = c.model.system.dims.nv;

        c.options.selector = i % 2;
        bench_open (&b, &c, GEOMS_FORMULATION_PSI1);
        bench_linearise (&b);
        p = inside (&b);
        assert_int_equal (p.rows_v, nv);
        for (int k = 0; k < nv * nv; k++)
            assert_true (p.Sv[k] == (k % (nv + 1) == 0));
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
            GeomsForm *f;
            double S[2];

            c.options.constraint_decomposition = decomposition (kind);
            c.options.selector_update = adaptive;
            bench_open (&b, &c, GEOMS_FORMULATION_PSF);
            f = bench_form (&b);
            look_at (0.1);
            assert_int_equal (b.counters.nsel, 1);
            memcpy (S, inside (&b).Sv, sizeof S);
            look_at (0.3); /* the same pivots */
            assert_int_equal (b.counters.nsel, every ? 2 : 1);
            assert_int_equal (memcmp (S, inside (&b).Sv, sizeof S) == 0, ! every);
            look_at (1.3); /* others */
            assert_int_equal (b.counters.nsel, every ? 3 : 2);
            look_at (1.2);
            assert_int_equal (b.counters.nsel, every ? 4 : 2);
            memcpy (S, inside (&b).Sv, sizeof S);
            /* after a failure of Newton's method, from the N at hand */
            assert_int_equal (f->ops->renew (f), every ? 0 : 1);
            assert_int_equal (b.counters.nsel, every ? 4 : 3);
            assert_int_equal (memcmp (S, inside (&b).Sv, sizeof S) == 0, every);
            check_tangent (1, 2, inside (&b).Sv, b.eq.r_gI, 1, b.eq.o3);
            bench_close (&b);
            case_free (&c);
        }
}

/* after a renewal the Newton systems belong to the new selector */
static void a_renewal_reaches_the_newton_systems (void **state)
{
    Case c = case_of (&model_pendulum);
    GeomsForm *f = bench_form (&b);
    double r[7] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}, old[5], fresh[5], renewed[5];

    (void)state;
    c.options.selector_update = GEOMS_UPDATE_ADAPTIVE;
    bench_open (&b, &c, GEOMS_FORMULATION_PSF);
    look_at (0.1);
    look_at (0.7);
    bench_solve (&b, GEOMS_SLOT_REAL, 10, 0, r, old);
    assert_int_equal (f->ops->renew (f), 1);
    bench_solve (&b, GEOMS_SLOT_REAL, 10, 0, r, renewed);
    bench_close (&b);
    bench_open (&b, &c, GEOMS_FORMULATION_PSF);
    look_at (0.7);
    bench_solve (&b, GEOMS_SLOT_REAL, 10, 0, r, fresh);
    assert_true (distance (renewed, fresh, 0, 5) < 1e-13);
    assert_true (distance (old, fresh, 0, 5) > 1e-3);
    bench_close (&b);
    case_free (&c);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (tangent_selectors_leave_no_constraint_force),
        cmocka_unit_test (picked_rows_are_the_largest),
        cmocka_unit_test (picked_rows_of_dense_matrices),
        cmocka_unit_test (psi1_keeps_all_dynamic_rows),
        cmocka_unit_test (renewal_follows_the_option),
        cmocka_unit_test (a_renewal_reaches_the_newton_systems),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
