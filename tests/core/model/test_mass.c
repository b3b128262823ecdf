/* test_mass.c - factors of regular and singular mass matrices against the full saddle [M C'; C 0]
 */
#include "model/mass.h"
#include "test.h"

enum { MOST = GEOMS_CROSSOVER_LU + 6 };

typedef struct Mass {
    GeomsMass s;
    GeomsArena arena;
    GeomsReport report;
} Mass;

static int factor (Mass *f, int n, int m, const double *M, const double *C, int diagonal)
{
    memset (f, 0, sizeof *f);
    assert_int_equal (geoms_mass_create (&f->s, n, m, &f->arena), 0);
    return geoms_mass_factor (&f->s, M, C, m, diagonal);
}

static void done (Mass *f) { geoms_arena_free (&f->arena); }

/* M (n x n) = B B' of rank `rank`, rows and columns times units[i]; C (m x n) any */
static void draw (int n, int m, int rank, const double *units, double *M, double *C, unsigned *seed)
{
    static double B[MOST * MOST];

    fill_noise ((size_t)(n * rank), B, seed);
    fill_noise ((size_t)(m * n), C, seed);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            M[i + j * n] = 0;
            for (int k = 0; k < rank; k++)
                M[i + j * n] += units[i] * B[i + k * n] * B[j + k * n] * units[j];
        }
}

/* alpha and lambda from the saddle by LU */
static void saddle (int n, int m, const double *M, const double *C, const double *f,
                    const double *gamma, double *x)
{
    GeomsArena arena = {0};
    GeomsFactor K = {0};
    const int both = n + m;

    geoms_factor_create (&K, both, 0, 0, &arena);
    for (int j = 0; j < n; j++) {
        memcpy (K.re + j * both, M + j * n, (size_t)n * sizeof *M);
        for (int i = 0; i < m; i++)
            K.re[n + i + j * both] = K.re[j + (n + i) * both] = C[i + j * m];
        x[j] = f[j];
    }
    for (int i = 0; i < m; i++)
        x[n + i] = -gamma[i];
    assert_int_equal (geoms_factor (&K), 0);
    geoms_factor_solve (&K, x, NULL);
    geoms_arena_free (&arena);
}

/* largest |alpha - exact| / |exact| with the exact lambda on the right-hand side */
static double error_of (const Mass *f, const double *M, const double *C, unsigned *seed)
{
    const int n = f->s.n, m = f->s.m;
    double y[MOST], gamma[MOST], x[2 * MOST], worst = 0, size = 0;

    fill_noise ((size_t)n, y, seed);
    fill_noise ((size_t)m, gamma, seed);
    saddle (n, m, M, C, y, gamma, x);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            y[j] -= C[i + j * m] * x[n + i];
    geoms_mass_solve (&f->s, gamma, y);
    for (int j = 0; j < n; j++) {
        worst = fmax (worst, fabs (y[j] - x[j]));
        size = fmax (size, fabs (x[j]));
    }
    return worst / size;
}

static void accelerations_are_those_of_the_saddle (void **state)
{
    static const int sizes[][3]
        = {{1, 0, 1},  {2, 1, 2},   {3, 1, 3},       {3, 2, 1},          {5, 2, 3},
           {12, 4, 9}, {12, 4, 12}, {MOST, 5, MOST}, {MOST, 9, MOST - 9}};
    static double M[MOST * MOST], C[MOST * MOST];
    double units[MOST];
    unsigned seed = 5;

    (void)state;
    for (int i = 0; i < MOST; i++)
        units[i] = 1;
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const int n = sizes[i][0], m = sizes[i][1], rank = sizes[i][2];
        Mass f;

        draw (n, m, rank, units, M, C, &seed);
        assert_int_equal (factor (&f, n, m, M, C, 0), 0);
        assert_int_equal (f.s.singular, rank < n ? GEOMS_MASS_HELD : GEOMS_MASS_REGULAR);
        assert_int_equal (f.s.nq, 0);
        assert_null (geoms_mass_shifted (&f.s));
        assert_true (error_of (&f, M, C, &seed) < 1e-9);
        done (&f);
    }
}

/* 1e-10 kg beside 1e6 kg, and rows of C in millimetres and kilometres */
static void units_do_not_matter (void **state)
{
    const double units[4] = {1e-5, 1e3, 1, 30};
    unsigned seed = 8;

    (void)state;
    for (int rank = 3; rank <= 4; rank++) {
        double M[16], C[8];
        Mass f;

        draw (4, 2, rank, units, M, C, &seed);
        for (int j = 0; j < 4; j++)
            C[2 * j] *= 1e-6;
        assert_int_equal (factor (&f, 4, 2, M, C, 0), 0);
        assert_int_equal (f.s.singular, rank < 4);
        done (&f);
    }
}

static void a_diagonal_is_inverted (void **state)
{
    const double M[9] = {1e-10, 7, 7, 7, 2, 7, 7, 7, 1e10}, none[1] = {0};
    double y[3] = {1, 1, 1};
    Mass f;

    (void)state;
    assert_int_equal (factor (&f, 3, 0, M, none, 1), 0);
    geoms_mass_solve (&f.s, NULL, y);
    assert_true (fabs (y[0] - 1e10) < 1e-5 && y[1] == 0.5 && fabs (y[2] - 1e-10) < 1e-25);
    assert_int_equal (f.s.singular, 0);
    done (&f);
}

/* the same where one entry is 0: held by a constraint */
static void a_massless_coordinate_that_is_held (void **state)
{
    const double M[4] = {1, 0, 0, 0}, C[2] = {-0.3, 1};
    unsigned seed = 3;

    (void)state;
    for (int diagonal = 0; diagonal <= 1; diagonal++) {
        Mass f;

        assert_int_equal (factor (&f, 2, 1, M, C, diagonal), 0);
        assert_int_equal (f.s.singular, GEOMS_MASS_HELD);
        assert_true (error_of (&f, M, C, &seed) < 1e-14);
        done (&f);
    }
}

/* M = diag (1, 0, 0, 2, 0), C holds v(2): Q = [e3 e5], C alpha and lambda as if those were not
 * there */
static void massless_coordinates_that_nothing_holds (void **state)
{
    const double M[25] = {[0] = 1, [18] = 2}, C[5] = {1, 1, 0, 1, 0};
    double y[5] = {1, 2, 0, 3, 0}, gamma[1] = {0.5};
    const double *shifted;
    Mass f;

    (void)state;
    for (int diagonal = 0; diagonal <= 1; diagonal++) {
        assert_int_equal (factor (&f, 5, 1, M, C, diagonal), 0);
        assert_int_equal (f.s.singular, GEOMS_MASS_FREE);
        assert_int_equal (f.s.nq, 2);
        for (int k = 0; k < 2; k++)
            for (int i = 0; i < 5; i++) {
                const double q = f.s.Q[i + 5 * k];
                assert_true (i == 2 || i == 4 ? fabs (q * (1 - q * q)) < 1e-15 : q == 0);
            }
        shifted = geoms_mass_shifted (&f.s);
        assert_true (shifted[0] == 1 && shifted[6] == 0 && shifted[12] > 0.1 && shifted[24] > 0.1);
        if (diagonal == 0)
            done (&f);
    }
    for (int j = 0; j < 5; j++) /* lambda = 2: the row of v(2) */
        y[j] -= 2 * C[j];
    geoms_mass_solve (&f.s, gamma, y);
    assert_true (fabs (y[0] + y[1] + y[3] + 0.5) < 1e-14);
    assert_true (fabs (y[0] + 1) < 1e-14 && fabs (y[3] - 0.5) < 1e-14);
    assert_true (y[2] == 0 && y[4] == 0);
    done (&f);
}

/* rank 1, and every direction across is massless: e1 + e2 */
static void a_massless_direction (void **state)
{
    const double M[4] = {1, -2, -2, 4}, none[1] = {0};
    Mass f;

    (void)state;
    assert_int_equal (factor (&f, 2, 0, M, none, 0), 0);
    assert_int_equal (f.s.nq, 1);
    assert_true (fabs (f.s.Q[0] - 2 * f.s.Q[1]) < 1e-14);
    done (&f);
}

static void negative_where_the_constraints_hold_it (void **state)
{
    const double M[4] = {1, 0, 0, -3}, C[2] = {0, 1}, across[2] = {1, 0};
    unsigned seed = 1;
    Mass f;

    (void)state;
    assert_int_equal (factor (&f, 2, 1, M, C, 0), 0);
    assert_int_equal (f.s.singular, GEOMS_MASS_HELD);
    assert_true (error_of (&f, M, C, &seed) < 1e-11);
    done (&f);
    assert_int_equal (factor (&f, 2, 1, M, across, 0), GEOMS_MASS_INDEFINITE);
    done (&f);
}

/* what is left of q on the massive coordinate is rounding, and so is C q */
static void rounding_holds_nothing (void **state)
{
    const double C[2] = {1, 0};

    (void)state;
    for (int i = 0; i < 3; i++) {
        const double e = i == 0 ? 1e-17 : i == 1 ? 3e-20 : 1e-25, M[4] = {1, e, e, 0};
        Mass f;

        assert_int_equal (factor (&f, 2, 1, M, C, 0), 0);
        assert_int_equal (f.s.singular, GEOMS_MASS_FREE);
        assert_true (f.s.nq == 1 && fabs (fabs (f.s.Q[1]) - 1) < 1e-14);
        done (&f);
    }
}

/* two rods, |p1| = 1 and |p2 - p1| = 1, with a mass at p1 alone: what is free is p2 across the
 * second rod, at whatever angles, and nothing holds it */
static void a_massless_tip (void **state)
{
    static const double angles[] = {0, 1e-12, 1e-9, 1e-6, 6e-3, 0.1, 0.7, 1.5};
    const double M[16] = {1, 0, 0, 0, 0, 1};

    (void)state;
    for (int i = 0; i < 64; i++) {
        const double a = angles[i / 8], b = angles[i % 8], x = cos (a), y = -sin (a), dx = cos (b),
                     dy = -sin (b), C[8] = {2 * x, -2 * dx, 2 * y, -2 * dy, 0, 2 * dx, 0, 2 * dy};
        Mass f;

        assert_int_equal (factor (&f, 4, 2, M, C, i % 2), 0);
        assert_int_equal (f.s.singular, GEOMS_MASS_FREE);
        assert_int_equal (f.s.nq, 1);
        assert_true (fabs (f.s.Q[0]) + fabs (f.s.Q[1]) < 1e-12);
        assert_true (fabs (f.s.Q[2] * dx + f.s.Q[3] * dy) < 1e-12);
        done (&f);
    }
}

/* a direction that is not negative is not told to be */
static void only_negative_values_are_told (void **state)
{
    GeomsReport report = {0};

    (void)state;
    assert_int_equal (geoms_mass_not_positive (&report, GEOMS_MASS_INDEFINITE, 2, 1, "v(2) = 1"),
                      GEOMS_MASS_INDEFINITE);
    assert_non_null (strstr (report.text, "cannot be factorised at t = 2."));
    geoms_mass_not_positive (&report, GEOMS_MASS_INDEFINITE, 2, -1, "v(2) = 1");
    assert_non_null (strstr (report.text, "v'*M*v = -1 for v(2) = 1"));
}

static void refusals_are_told (void **state)
{
    const double negative[4] = {1, 0, 0, -3}, beside[4] = {1, 1e-5, 1e-5, 0},
                 zero[4] = {0, 1, 1, 0}, skew[4] = {1, 0.5, 0.2, 1}, odd[4] = {1, 0, 0, NAN},
                 none[1] = {0};
    Mass f;

    (void)state;
    assert_int_equal (factor (&f, 2, 0, negative, none, 0), GEOMS_MASS_INDEFINITE);
    assert_true (f.s.direction[0] == 0 && f.s.direction[1] == 1 && f.s.value == -3);
    assert_int_equal (geoms_mass_refused (&f.s, GEOMS_MASS_INDEFINITE, 2, &f.report),
                      GEOMS_MASS_INDEFINITE);
    assert_non_null (strstr (f.report.text, "at t = 2: v'*M*v = -3 for v(2) = 1"));
    done (&f);

    assert_int_equal (factor (&f, 2, 0, beside, none, 0), GEOMS_MASS_INDEFINITE);
    assert_true (f.s.value < 0);
    done (&f);
    assert_int_equal (factor (&f, 2, 0, zero, none, 0), GEOMS_MASS_INDEFINITE);
    assert_true (f.s.value == -2 && f.s.direction[0] * f.s.direction[1] == -1);
    done (&f);

    assert_int_equal (factor (&f, 2, 0, skew, none, 0), GEOMS_MASS_UNSYMMETRIC);
    geoms_mass_refused (&f.s, GEOMS_MASS_UNSYMMETRIC, 0.5, &f.report);
    assert_non_null (strstr (f.report.text, "at t = 0.5: M(1,2) = 0.2, M(2,1) = 0.5"));
    done (&f);

    assert_int_equal (factor (&f, 2, 0, odd, none, 0), GEOMS_MASS_INDEFINITE);
    assert_true (isnan (f.s.value));
    geoms_mass_refused (&f.s, GEOMS_MASS_INDEFINITE, 0.5, &f.report);
    assert_non_null (strstr (f.report.text, "cannot be factorised"));
    done (&f);
}

static void rounding_is_symmetric (void **state)
{
    const double M[4] = {1, 1e-14, 0, 1}, large[4] = {1e6, 1e-3 + 1e-17, 1e-3, 1}, none[1] = {0};
    Mass f;

    (void)state;
    assert_int_equal (factor (&f, 2, 0, M, none, 0), 0);
    done (&f);
    assert_int_equal (factor (&f, 2, 0, large, none, 0), 0);
    done (&f);
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (accelerations_are_those_of_the_saddle),
                                       cmocka_unit_test (units_do_not_matter),
                                       cmocka_unit_test (a_diagonal_is_inverted),
                                       cmocka_unit_test (a_massless_coordinate_that_is_held),
                                       cmocka_unit_test (rounding_holds_nothing),
                                       cmocka_unit_test (massless_coordinates_that_nothing_holds),
                                       cmocka_unit_test (a_massless_direction),
                                       cmocka_unit_test (negative_where_the_constraints_hold_it),
                                       cmocka_unit_test (a_massless_tip),
                                       cmocka_unit_test (only_negative_values_are_told),
                                       cmocka_unit_test (refusals_are_told),
                                       cmocka_unit_test (rounding_is_symmetric)};

    return cmocka_run_group_tests (tests, NULL, NULL);
}
