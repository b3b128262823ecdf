/* test_elimination.c - the elimination dx = N y - P a on all models, in both forms:
 *
 *     J_a N = 0,   J_a P a = a for every a = J_a z,   rank N = nd = n - rank J_a
 *
 * for LU, QR and SVD, with redundant rows and eliminated invariants; which redundancies fit
 * together
 */
#include "bench.h"
#include "repeated.h"

static const TestModel *const models[] = {
    &model_pendulum,   &model_andrews,  &model_caraxis, &model_slidercrank, &model_oscillator,
    &model_prescribed, &model_skate,    &model_chain_3, &model_knifeedge,   &model_sleigh,
    &model_disk,       &model_particle, &model_top,     &model_top_energy,  &model_pendulum_energy};
enum { MODELS = sizeof models / sizeof models[0] };

static Bench b;

/* ---- J_a, with rows of length 1 ---- */

/* psf with multipliers that are solved for, psi1, psf with them iterated */
enum { SOLVED, PSI1, ITERATED, MODES };

static void open_mode (Case *c, int mode)
{
    c->options.multipliers
        = mode == ITERATED ? GEOMS_MULTIPLIERS_ITERATED : GEOMS_MULTIPLIERS_SOLVED;
    bench_open (&b, c, mode == PSI1 ? GEOMS_FORMULATION_PSI1 : GEOMS_FORMULATION_PSF);
    assert_int_equal (inside (&b).solved, mode == SOLVED);
}

static int na;
static double Ja[MOST_ROWS * MOST_UNKNOWNS], length[MOST_ROWS];

static void take_rows (void)
{
    na = algebraic_rows (&b);
    for (int k = 0; k < na; k++) {
        const int row = algebraic_row (&b, k);
        double square = 0;

        for (int j = 0; j < b.eq.n; j++)
            square += b.J[row + j * b.eq.m] * b.J[row + j * b.eq.m];
        length[k] = square > 0 ? sqrt (square) : 1;
        for (int j = 0; j < b.eq.n; j++)
            Ja[k + j * na] = b.J[row + j * b.eq.m] / length[k];
    }
}

static double norm (int n, const double *x)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt (sum);
}

static int rank_of_rows (void)
{
    static double T[MOST_ROWS * MOST_UNKNOWNS];

    for (int k = 0; k < na; k++)
        for (int j = 0; j < b.eq.n; j++)
            T[j + k * b.eq.n] = Ja[k + j * na];
    return model_rank (b.eq.n, na, T);
}

static void check_null_basis (void)
{
    static double y[MOST_ROWS];

    for (int j = 0; j < inside (&b).nd; j++) {
        const double *N = inside (&b).N + j * b.eq.n;

        product (na, 1, b.eq.n, Ja, N, y);
        if (! (norm (na, y) <= 1e-12 * norm (b.eq.n, N)))
            fail_msg ("%s: column %d of N leaves the constraints by %.1e", b.c->model.name, j,
                      norm (na, y) / norm (b.eq.n, N));
    }
    assert_int_equal (model_rank (b.eq.n, inside (&b).nd, inside (&b).N), inside (&b).nd);
    /* multipliers that no equation determines do not move */
    assert_int_equal (rank_of_rows () + inside (&b).nd + inside (&b).undetermined, b.eq.n);
}

/* J_a dx = -a for a = J_a z; what is not integrated does not matter, whatever its residual is */
static void check_inverse (unsigned seed)
{
    static double z[MOST_UNKNOWNS], a[MOST_ROWS], r[MOST_ROWS], dx[MOST_UNKNOWNS], y[MOST_ROWS];

    fill_noise ((size_t)b.eq.n, z, &seed);
    product (na, 1, b.eq.n, Ja, z, a);
    for (int step = 0; step < 2; step++) {
        fill_noise (MOST_ROWS, r, &seed);
        for (int k = 0; k < na; k++)
            r[algebraic_row (&b, k)] = a[k] * length[k];
        bench_skip_invariants (&b, 1);
        if (step)
            geoms_projected_step (&b.form, r, dx);
        else
            geoms_newton_particular (&b.form, r, dx);
        bench_skip_invariants (&b, 0);
        product (na, 1, b.eq.n, Ja, dx, y);
        for (int k = 0; k < na; k++)
            if (! (fabs (y[k] + a[k]) <= 1e-11 * (1 + norm (b.eq.n, dx))))
                fail_msg ("%s, psi1 %d, decomposition %d: row %d of J_a dx + a is %.1e",
                          b.c->model.name, inside (&b).psi1, b.c->options.constraint_decomposition,
                          algebraic_row (&b, k), y[k] + a[k]);
    }
}

static void check_sizes (void)
{
    const GeomsDims *d = &b.eq.d;
    const int k1 = inside (&b).psi1 ? d->nl + d->nm : 0;

    /* as many free directions as unknowns without equation */
    assert_int_equal (inside (&b).nd,
                      k1 + d->nr + d->nv - d->nl - d->nm - eliminated (&b) + d->np - d->nl);
    assert_int_equal (bench_form (&b)->free_count, inside (&b).nd - k1);
    assert_int_equal (na + inside (&b).nd, b.eq.n);
}

/* ---- all models ---- */

static void check_elimination (Case c, unsigned seed)
{
    for (int i = 0; i < 3 * MODES; i++) {
        c.options.constraint_decomposition = decomposition (i);
        open_mode (&c, i / 3);
        bench_move (&b, 0.1, seed);
        bench_linearise (&b);
        take_rows ();
        check_sizes ();
        check_null_basis ();
        check_inverse (seed);
        bench_close (&b);
    }
    case_free (&c);
}

static void elimination_meets_the_constraints (void **state)
{
    (void)state;
    for (unsigned i = 0; i < MODELS; i++)
        check_elimination (case_of (models[i]), i + 1);
    check_elimination (case_of_chain (20), 9);
}

/* the energy of a pendulum that moves, of a fast top (not its other invariant, which has positions
 * only), and not of a pendulum all but at rest */
static void eliminated_invariants_are_algebraic_rows (void **state)
{
    static const double fast[9] = {1, 0.3, 0.02, 0.01, 9.81, 0.6, 0, 1, 400};
    const TestModel *list[] = {&model_pendulum_energy, &model_top_energy, &model_pendulum_energy};

    (void)state;
    for (int i = 0; i < 9 * MODES; i++) {
        Case c = i / 9 == 1 ? case_with (list[1], fast, 9) : case_of (list[i / 9]);
        const int moves = i < 18;

        c.options.invariant = GEOMS_INVARIANT_ELIMINATE;
        c.options.constraint_decomposition = decomposition (i);
        open_mode (&c, i / 3 % MODES);
        bench_move (&b, 0.1, 5);
        if (i < 9)
            b.x[2] = -3;
        bench_linearise (&b);
        assert_int_equal (eliminated (&b), moves);
        take_rows ();
        check_sizes ();
        check_null_basis ();
        check_inverse (7);
        bench_close (&b);
        case_free (&c);
    }
}

/* the same directions are free whatever the decomposition: the projector N (N'N)^-1 N' */
static void decompositions_leave_the_same_freedom (void **state)
{
    static double N[3][MOST_UNKNOWNS * MOST_UNKNOWNS];

    (void)state;
    for (int i = 0; i < 2 * MODELS; i++) {
        Case c = case_of (models[i / 2]);
        int n = c.n, nd = 0;

        for (int kind = 0; kind < 3; kind++) {
            c.options.constraint_decomposition = decomposition (kind);
            open_mode (&c, i % 2 ? SOLVED : ITERATED);
            bench_move (&b, 0.1, 3);
            bench_linearise (&b);
            nd = inside (&b).nd;
            memcpy (N[kind], inside (&b).N, (size_t)(n * nd) * sizeof (double));
            bench_close (&b);
        }
        for (int kind = 1; kind < 3; kind++) {
            /* N_0 = N_kind C with C = (N_kind' N_kind)^-1 N_kind' N_0 */
            double A[400], C[400];

            assert_true (nd <= 20);
            for (int r = 0; r < nd; r++)
                for (int s = 0; s < nd; s++) {
                    A[r + s * nd] = C[r + s * nd] = 0;
                    for (int j = 0; j < n; j++) {
                        A[r + s * nd] += N[kind][j + r * n] * N[kind][j + s * n];
                        C[r + s * nd] += N[kind][j + r * n] * N[0][j + s * n];
                    }
                }
            assert_int_equal (model_solve (nd, A, nd, C), 0);
            for (int s = 0; s < nd; s++)
                for (int j = 0; j < n; j++) {
                    double sum = -N[0][j + s * n], size = 1;
                    for (int r = 0; r < nd; r++) {
                        sum += N[kind][j + r * n] * C[r + s * nd];
                        size += fabs (N[kind][j + r * n] * C[r + s * nd]);
                    }
                    assert_true (fabs (sum) / size < 1e-9);
                }
        }
        case_free (&c);
    }
}

/* ---- redundant rows ---- */

/* ranks of the acceleration, velocity and position level, and what follows from them */
static void check_ranks (int d1, int d2, int d3)
{
    const GeomsDims *d = &b.eq.d;
    const int psi1 = inside (&b).psi1, k1 = psi1 ? d->nl + d->nm - d2 : 0;

    assert_int_equal (inside (&b).lost[1], d2);
    assert_int_equal (inside (&b).lost[2], d3);
    assert_int_equal (inside (&b).lost[0], psi1 ? 0 : d1);
    assert_int_equal (inside (&b).nd,
                      k1 + d->nr + (d->nv - d->nl - d->nm + d2) + (d->np - d->nl + d3));
}

/* at the start, moved by up to the given part of its size */
static void check_redundant (Case *c, double part, int holonomic, int nonholonomic)
{
    const int d = holonomic + nonholonomic;

    for (int i = 0; i < 2 * MODES; i++) {
        c->options.constraint_decomposition
            = i % 2 ? GEOMS_DECOMPOSITION_SVD : GEOMS_DECOMPOSITION_AUTO;
        open_mode (c, i / 2);
        bench_move (&b, part, 8);
        bench_linearise (&b);
        assert_int_equal (inside (&b).switched, i % 2 == 0);
        take_rows ();
        check_ranks (d, d, holonomic);
        check_null_basis ();
        check_inverse (3 + (unsigned)i);
        bench_close (&b);
    }
    for (int i = 0; i < 2 * MODES; i++) { /* LU and QR say no */
        const int expected = i % 2 ? GEOMS_QR_RANK2 : GEOMS_LU_RANK2;

        c->options.constraint_decomposition = decomposition (i % 2);
        open_mode (c, i / 2);
        assert_int_equal (bench_linearise_at (&b, b.t, b.x, GEOMS_BASE_FILL), expected);
        assert_int_equal (b.report.status, expected);
        bench_close (&b);
    }
}

static void linkages_with_redundant_rows (void **state)
{
    const TestModel three = model_parallelogram (3);
    const TestModel *const list[] = {&three, &model_fourbar, &model_bricard};
    static const int deficiency[] = {1, 3, 1};

    (void)state;
    for (int i = 0; i < 3; i++) {
        Case c = case_of (list[i]);

        check_redundant (&c, 0, deficiency[i], 0);
        case_free (&c);
    }
}

/* holonomic rows lower the ranks of all levels, nonholonomic rows never that of positions */
static void repeated_rows_lower_their_ranks (void **state)
{
    static const struct {
        const TestModel *base;
        int count, row[3];
        int holonomic;
    } list[] = {{&model_pendulum, 1, {0}, 1},       {&model_pendulum, 3, {0, 0, 0}, 3},
                {&model_andrews, 1, {3}, 1},        {&model_andrews, 3, {0, 5, 2}, 3},
                {&model_slidercrank, 2, {1, 1}, 2}, {&model_chain_3, 2, {0, 2}, 2},
                {&model_prescribed, 1, {1}, 1},     {&model_knifeedge, 1, {0}, 0},
                {&model_knifeedge, 2, {0, 0}, 0},   {&model_sleigh, 1, {0}, 0},
                {&model_disk, 1, {1}, 0},           {&model_disk, 3, {0, 1, 1}, 0},
                {&model_skate, 1, {0}, 1},          {&model_skate, 1, {2}, 0},
                {&model_skate, 3, {0, 1, 2}, 1}};

    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        Repeated r = {.base = list[i].base, .count = list[i].count, .factor = {1, -2.5, 0.3}};
        Case c;

        memcpy (r.row, list[i].row, sizeof list[i].row);
        c = case_repeated (&r);
        check_redundant (&c, i % 2 ? 0.1 : 0, list[i].holonomic, r.count - list[i].holonomic);
        case_free (&c);
    }
}

/* ---- deficiencies that fit together, and others: rows of the skate are made zero ---- */

/* algebraic rows of the skate */
enum { D1, D2, D3, GII, HI1, HI2, GI, H1, H2, C1, G1, ROWS };

static int zeroed (unsigned set, int first, int last)
{
    int count = 0;

    for (int row = first; row <= last; row++)
        count += (set >> row & 1) != 0;
    return count;
}

/* in psf gII, hI have the rank of gI, h~, or less */
static int status_with_svd (unsigned set, int psi1)
{
    const int d1 = psi1 ? zeroed (set, D1, D3) : zeroed (set, D1, HI2);

    if (d1 > (psi1 ? 0 : zeroed (set, GI, H2)))
        return GEOMS_RANK_VELOCITY;
    return zeroed (set, C1, G1) != zeroed (set, GI, GI) ? GEOMS_RANK_POSITION : 0;
}

/* c that does not determine s, and d that does not determine w, are told apart */
static int position_status (unsigned set, int lost)
{
    return zeroed (set, C1, C1) > 0 ? GEOMS_CONTACT_SINGULAR : lost;
}

static int acceleration_status (unsigned set)
{
    return zeroed (set, D1, D3) > 0 ? GEOMS_AUXILIARY_SINGULAR : GEOMS_MULTIPLIER_CANCELLED;
}

/* velocities are looked at first, then positions, then accelerations */
static int status_with_pivots (unsigned set, int psi1, const int *codes)
{
    if (zeroed (set, GI, H2) > 0)
        return codes[1];
    if (zeroed (set, C1, G1) > 0)
        return position_status (set, codes[2]);
    return zeroed (set, D1, psi1 ? D3 : HI2) > 0 ? acceleration_status (set) : 0;
}

/* C is what counts: rows gII, hI follow from it, whatever J has there; d must determine w */
static int status_solved (unsigned set, int kind, const int *codes)
{
    if (kind < 2 && zeroed (set, GI, H2) > 0)
        return codes[1];
    if (kind < 2 && zeroed (set, C1, G1) > 0)
        return position_status (set, codes[2]);
    if (zeroed (set, D1, D3) > 0)
        return GEOMS_AUXILIARY_SINGULAR;
    return zeroed (set, C1, G1) != zeroed (set, GI, GI) ? GEOMS_RANK_POSITION : 0;
}

static void deficiencies_must_agree (void **state)
{
    static const int codes[4][3] = {{GEOMS_LU_RANK1, GEOMS_LU_RANK2, GEOMS_LU_RANK3},
                                    {GEOMS_QR_RANK1, GEOMS_QR_RANK2, GEOMS_QR_RANK3},
                                    {GEOMS_LU_RANK1},
                                    {GEOMS_LU_RANK1}};
    Case c = case_of (&model_skate);
    int fit[MODES] = {0};

    (void)state;
    for (int i = 0; i < 4 * MODES; i++) {
        const int kind = i / MODES, mode = i % MODES; /* LU, QR, SVD, automatic */

        c.options.constraint_decomposition
            = kind < 3 ? decomposition (kind) : GEOMS_DECOMPOSITION_AUTO;
        open_mode (&c, mode);
        bench_move (&b, 0.1, 2);
        bench_linearise (&b);
        for (unsigned set = 0; set < 1u << ROWS; set++) {
            const int expected = mode == SOLVED ? status_solved (set, kind, codes[kind])
                                 : kind < 2 ? status_with_pivots (set, mode == PSI1, codes[kind])
                                            : status_with_svd (set, mode == PSI1);
            const int status = bench_decompose_without (&b, set, 1);

            if (status != expected)
                fail_msg ("mode %d, kind %d, rows %x: %d, expected %d, %s", mode, kind, set, status,
                          expected, b.report.text);
            fit[mode] += status == 0;
            /* once chosen the SVD stays */
            assert_true (kind < 3
                         || inside (&b).switched == (set >= (mode == SOLVED ? 1u << GI : 1u)));
        }
        bench_close (&b);
    }
    /* With pivots: nothing, or in psi1 any of gII, hI. With the SVD: in psf at most as many of d,
     * gII, hI as of gI, h; in psi1 any of gII, hI and of h; and with gI one of c, g. Solved: any of
     * gII, hI */
    assert_int_equal (fit[ITERATED], 2 * 1 + 2 * ((1 + 2 * 7 + 22) + 2 * (7 + 2 * 22 + 42)));
    assert_int_equal (fit[PSI1], 2 * 8 + 2 * 8 * 4 * (1 + 2));
    assert_int_equal (fit[SOLVED], 2 * 8 + 2 * 8 * 4 * (1 + 2));
    case_free (&c);
}

/* ---- positions where rank is lost, after the start ---- */

static void lost_rank_is_reported (void **state)
{
    (void)state;
    for (int i = 0; i < 4 * MODES; i++) {
        Case c = case_of (&model_pendulum);

        c.options.constraint_decomposition
            = i / MODES < 3 ? decomposition (i / MODES) : GEOMS_DECOMPOSITION_AUTO;
        open_mode (&c, i % MODES);
        b.t = 0.75;
        bench_linearise (&b);
        assert_int_equal (bench_decompose_without (&b, 7, 0), GEOMS_RANK_CHANGED); /* gII, gI, g */
        assert_int_equal (b.report.status, GEOMS_RANK_CHANGED);
        assert_true (b.report.t == 0.75 && b.report.value <= b.report.limit);
        assert_non_null (strstr (b.report.text, "t = 0.75"));
        assert_non_null (strstr (b.report.text, "from 1 to 0"));
        assert_false (inside (&b).switched);
        bench_close (&b);
        case_free (&c);
    }
}

/* at a predicted state that asks for a smaller step only; a lost rank of LU or QR does so, too */
static void trials_may_lose_rank (void **state)
{
    (void)state;
    for (int i = 0; i < 4 * MODES; i++) {
        Case c = case_of (&model_pendulum);
        const double x[5] = {0, 1, 1, 0, 0}; /* G = 2 p' = 0 */

        c.options.constraint_decomposition
            = i / MODES < 3 ? decomposition (i / MODES) : GEOMS_DECOMPOSITION_AUTO;
        open_mode (&c, i % MODES);
        bench_linearise (&b);
        assert_int_equal (bench_linearise_at (&b, 0.1, x, GEOMS_BASE_LEAVE), GEOMS_RETRY);
        assert_int_equal (bench_linearise_at (&b, 0.1, x, GEOMS_BASE_FILL), GEOMS_RANK_CHANGED);
        assert_true (b.report.t == 0.1);
        bench_linearise (&b); /* back where it was */
        bench_close (&b);
        case_free (&c);
    }
}

/* ---- weights: -P a is the shortest on each level, by |W dx4| and |W dx3| or dx3'M dx3 ---- */

/* largest cosine of K_j and dx in x4, x3, or of W K_j and W dx */
static double angle_of (int first, int count, int row, int rows, const double *W, const double *dx)
{
    double worst = 0, y[MOST_UNKNOWNS], z[MOST_UNKNOWNS];

    product (rows, 1, rows, W, dx + row, y);
    for (int j = first; j < first + count; j++) {
        double sum = 0;

        product (rows, 1, rows, W, inside (&b).N + j * b.eq.n + row, z);
        for (int i = 0; i < rows; i++)
            sum += y[i] * z[i];
        worst = fmax (worst, fabs (sum) / (1e-100 + norm (rows, y) * norm (rows, z)));
    }
    return worst;
}

/* W (rows x rows) = diag (weights) */
static void diagonal (int rows, const double *weights, double *W)
{
    memset (W, 0, (size_t)(rows * rows) * sizeof *W);
    for (int i = 0; i < rows; i++)
        W[i * (rows + 1)] = weights[i];
}

/* W = upper triangle of M = W'W, by Cholesky's method */
static void root_of_mass (int nv, double *W)
{
    const int mb = b.eq.m - b.eq.r_b;

    memset (W, 0, (size_t)(nv * nv) * sizeof *W);
    for (int j = 0; j < nv; j++)
        for (int i = 0; i <= j; i++) {
            double sum = b.M[b.eq.n2 + i + (b.eq.o3 + j) * mb];

            for (int k = 0; k < i; k++)
                sum -= W[k + i * nv] * W[k + j * nv];
            W[i + j * nv] = i < j ? sum / W[i + i * nv] : sqrt (sum);
        }
}

static void check_weights (Case *c, int mode, int by_mass, int heavy)
{
    static double W[MOST_UNKNOWNS * MOST_UNKNOWNS], weights[MOST_UNKNOWNS], r[MOST_ROWS];
    static double dx[MOST_UNKNOWNS];
    const int nv = c->model.system.dims.nv;
    unsigned seed = 4;

    c->options.constraint_decomposition = GEOMS_DECOMPOSITION_SVD;
    open_mode (c, mode);
    for (int i = 0; i < c->n; i++)
        weights[i] = pow (10, 2 * noise (&seed));
    if (heavy)
        bench_weigh (&b, weights);
    if (by_mass)
        bench_weigh_by_mass (&b);
    bench_move (&b, 0.1, 6);
    bench_linearise (&b);
    take_rows ();
    check_null_basis ();
    check_inverse (2);
    fill_noise (MOST_ROWS, r, &seed);
    bench_skip_invariants (&b, 1);
    /* on the level of positions, then on that of velocities alone */
    for (int level = 0; level < 2; level++) {
        const int o = level == 0 ? b.eq.o4 : b.eq.o3, rows = level == 0 ? b.eq.n4 : b.eq.n3;
        double angle;

        if (level == 1)
            memset (r + inside (&b).a3, 0, (size_t)inside (&b).m3 * sizeof *r);
        geoms_projected_step (&b.form, r, dx);
        if (level == 1 && by_mass)
            root_of_mass (nv, W);
        else {
            for (int i = 0; i < c->n && ! heavy; i++)
                weights[i] = 1;
            diagonal (rows, weights + o, W);
        }
        angle = level == 0 ? angle_of (inside (&b).y4, inside (&b).k4, o, rows, W, dx)
                           : angle_of (inside (&b).y3, inside (&b).k3, o, rows, W, dx);
        if (! (angle < 1e-10))
            fail_msg ("%s, mass %d, weights %d: not the shortest on level %d", c->model.name,
                      by_mass, heavy, level);
    }
    bench_close (&b);
}

static void weights_say_what_is_shortest (void **state)
{
    (void)state;
    for (int i = 0; i < 8 * MODELS; i++) {
        Case c = case_of (models[i / 8]);

        check_weights (&c, i / 4 % 2 ? SOLVED : ITERATED, i % 2, i / 2 % 2);
        case_free (&c);
    }
    for (int i = 0; i < 8; i++) {
        Repeated r = {.base = &model_andrews, .count = 2, .row = {1, 4}, .factor = {1, 3}};
        Case c = case_repeated (&r);

        check_weights (&c, i / 4 ? SOLVED : ITERATED, i % 2, i / 2 % 2);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (elimination_meets_the_constraints),
        cmocka_unit_test (eliminated_invariants_are_algebraic_rows),
        cmocka_unit_test (decompositions_leave_the_same_freedom),
        cmocka_unit_test (linkages_with_redundant_rows),
        cmocka_unit_test (repeated_rows_lower_their_ranks),
        cmocka_unit_test (deficiencies_must_agree),
        cmocka_unit_test (lost_rank_is_reported),
        cmocka_unit_test (trials_may_lose_rank),
        cmocka_unit_test (weights_say_what_is_shortest),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
