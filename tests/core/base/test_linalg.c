/* test_linalg.c - products, factorisations and solutions against plain loops, below and above the
 * sizes from which LAPACK does the work
 */
#include "base/linalg.h"
#include "test.h"

enum { MOST = GEOMS_CROSSOVER_LU + 25 };

/* ---- products ---- */

/* C = A B whatever C was, and nothing below C */
static void products_equal_plain_loops (void **state)
{
    static const int sizes[][3]
        = {{0, 3, 2},    {3, 0, 2},    {3, 2, 0},    {20, 2, 0},   {1, 1, 1},
           {2, 3, 4},    {5, 5, 5},    {7, 1, 9},    {8, 8, 8},    {9, 4, 6},
           {20, 11, 30}, {33, 33, 33}, {50, 41, 20}, {60, 50, 40}, {200, 201, 200}};

    (void)state;
    assert_true (60 * 50 * 40 < GEOMS_CROSSOVER_GEMM && 200 * 201 * 200 > GEOMS_CROSSOVER_GEMM);
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const int m = sizes[i][0], n = sizes[i][1], k = sizes[i][2];
        const int lda = m + 2, ldb = k + 1, ldc = m + 3;
        double *A = calloc ((size_t)(lda * k + ldb * n + ldc * n) + 1, sizeof *A);
        double *B = A + lda * k, *C = B + ldb * n;
        unsigned seed = i + 1;

        fill_noise ((size_t)(lda * k + ldb * n), A, &seed);
        for (int j = 0; j < k; j += 2) /* zeros are passed over */
            for (int l = 0; l < n; l++)
                B[j + l * ldb] = 0;
        for (int j = 0; j < ldc * n; j++)
            C[j] = j % ldc < m ? NAN : 7;
        geoms_gemm (m, n, k, A, lda, B, ldb, C, ldc);
        for (int c = 0; c < n; c++)
            for (int r = 0; r < ldc; r++) {
                double sum = r < m ? 0 : 7;
                for (int l = 0; r < m && l < k; l++)
                    sum += A[r + l * lda] * B[l + c * ldb];
                assert_true (fabs (C[r + c * ldc] - sum) < 1e-12);
            }
        free (A);
    }
}

static void matrix_times_vector (void **state)
{
    (void)state;
    for (int m = 0; m < 12; m++)
        for (int n = 0; n < 12; n++) {
            double A[200], x[12], y[13], z[13], w[13];
            unsigned seed = (unsigned)(20 * m + n);

            fill_noise (200, A, &seed);
            fill_noise (12, x, &seed);
            fill_noise (13, y, &seed);
            memcpy (z, y, sizeof y);
            memcpy (w, y, sizeof y);
            for (int i = 0; i < m; i++)
                w[i] = NAN;
            geoms_add_matvec (m, n, A, m + 1, x, y);
            geoms_matvec (m, n, A, m + 1, x, w);
            for (int i = 0; i < 13; i++) {
                double sum = 0;
                for (int j = 0; i < m && j < n; j++)
                    sum += A[i + j * (m + 1)] * x[j];
                assert_true (fabs (y[i] - z[i] - sum) < 1e-14);
                assert_true (fabs (w[i] - (i < m ? sum : z[i])) < 1e-14);
            }
        }
}

static void parts_are_copied (void **state)
{
    double A[20], B[28];
    unsigned seed = 1;

    (void)state;
    fill_noise (20, A, &seed);
    for (int i = 0; i < 28; i++)
        B[i] = 7;
    geoms_copy (3, 4, A, 5, B, 7);
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 7; i++)
            assert_true (B[i + 7 * j] == (i < 3 ? A[i + 5 * j] : 7));
}

static void numbers_that_are_not_finite_are_found (void **state)
{
    const double bad[] = {NAN, INFINITY, -INFINITY, -NAN};
    double x[40] = {0};

    (void)state;
    x[0] = 1e308;
    x[1] = -1e308;
    x[39] = 5e-324;
    assert_true (geoms_finite (40, x));
    assert_true (geoms_finite (0, x));
    for (int i = 0; i < 40; i++)
        for (int k = 0; k < 4; k++) {
            const double keep = x[i];
            x[i] = bad[k];
            assert_false (geoms_finite (40, x));
            x[i] = keep;
        }
}

/* ---- factorisations ---- */

/* the largest relative residual of A x = b after geoms_factor and geoms_factor_solve; A is n x n
 * and is held by a factorisation created for `room` >= n */
static double residual (int n, int room, int complex, int qr, unsigned seed)
{
    static double A[MOST * MOST], Ai[MOST * MOST], b[MOST], bi[MOST], x[MOST], xi[MOST];
    GeomsArena arena = {0};
    GeomsFactor f;
    double worst = 0;

    fill_noise ((size_t)(n * n), A, &seed);
    fill_noise ((size_t)(n * n), Ai, &seed);
    fill_noise ((size_t)n, b, &seed);
    fill_noise ((size_t)n, bi, &seed);
    geoms_factor_create (&f, room, complex, qr, &arena);
    assert_false (arena.failed);
    f.n = n;
    memcpy (f.re, A, (size_t)(n * n) * sizeof *A);
    if (complex)
        memcpy (f.im, Ai, (size_t)(n * n) * sizeof *A);
    assert_int_equal (geoms_factor (&f), 0);
    memcpy (x, b, (size_t)n * sizeof *x);
    memcpy (xi, bi, (size_t)n * sizeof *x);
    geoms_factor_solve (&f, x, complex ? xi : NULL);
    for (int i = 0; i < n; i++) {
        double re = -b[i], im = complex ? -bi[i] : 0, size = 1;

        for (int j = 0; j < n; j++) {
            const double a = A[i + j * n], ai = complex ? Ai[i + j * n] : 0,
                         y = complex ? xi[j] : 0;
            re += a * x[j] - ai * y;
            im += a * y + ai * x[j];
            size += (fabs (a) + fabs (ai)) * (fabs (x[j]) + fabs (y));
        }
        worst = fmax (worst, (fabs (re) + fabs (im)) / size);
    }
    geoms_arena_free (&arena);
    return worst;
}

static void factors_solve (void **state)
{
    (void)state;
    for (int complex = 0; complex < 2; complex++)
        for (int qr = 0; qr < 2; qr++)
            for (int n = 0; n <= MOST; n += n < 12 ? 1 : 9)
                for (unsigned seed = 1; seed < 6; seed++) {
                    const double error = residual (n, n, complex, qr, 31 * seed + (unsigned)n);
                    if (! (error < 1e-13))
                        fail_msg ("n = %d, complex %d, QR %d: %.1e", n, complex, qr, error);
                }
}

/* the order may be smaller than what was created: the formulation finds it later */
static void smaller_systems_fit (void **state)
{
    (void)state;
    for (int complex = 0; complex < 2; complex++)
        for (int qr = 0; qr < 2; qr++)
            for (int n = 1; n < 8; n++)
                assert_true (residual (n, 10, complex, qr, (unsigned)n) < 1e-13);
}

/* a resized factorisation is that of its new order, small or left to LAPACK */
static void factors_may_be_resized (void **state)
{
    static const int sizes[] = {GEOMS_CROSSOVER_LU + 3, 5, GEOMS_CROSSOVER_LU + 1, 1, 7, 0, 12};
    static double A[MOST * MOST];

    (void)state;
    for (int i = 0; i < 4; i++) {
        const int complex = i % 2, qr = i / 2;
        GeomsArena arena = {0};
        GeomsFactor f;

        geoms_factor_create (&f, sizes[0], complex, qr, &arena);
        for (int k = 0; k < 7; k++) {
            const int n = sizes[k];
            double b[MOST], bi[MOST];
            unsigned seed = (unsigned)(n + 1);

            geoms_factor_resize (&f, n);
            assert_int_equal (f.n, n);
            fill_noise ((size_t)(n * n), A, &seed);
            memcpy (f.re, A, (size_t)(n * n) * sizeof *A);
            for (int l = 0; l < n * n && complex; l++)
                f.im[l] = -2 * A[l]; /* (1 - 2i) A x = (1 - 2i) A (1, ..., 1) */
            for (int r = 0; r < n; r++) {
                b[r] = 0;
                for (int j = 0; j < n; j++)
                    b[r] += A[r + j * n];
                bi[r] = -2 * b[r];
            }
            assert_int_equal (geoms_factor (&f), 0);
            geoms_factor_solve (&f, b, complex ? bi : NULL);
            for (int r = 0; r < n; r++) {
                assert_true (fabs (b[r] - 1) < 1e-9);
                assert_true (! complex || fabs (bi[r]) < 1e-9);
            }
        }
        geoms_arena_free (&arena);
    }
}

/* rows must be exchanged in every order: all permutation matrices of order 4 */
static void permutations_are_solved (void **state)
{
    (void)state;
    for (int code = 0; code < 256; code++) {
        const int to[4] = {code % 4, code / 4 % 4, code / 16 % 4, code / 64};
        int used = 0;

        for (int j = 0; j < 4; j++)
            used |= 1 << to[j];
        for (int variant = 0; variant < 4 && used == 15; variant++) {
            const int complex = variant % 2;
            GeomsArena arena = {0};
            GeomsFactor f;
            double b[4] = {0}, bi[4] = {0};

            geoms_factor_create (&f, 4, complex, variant / 2, &arena);
            for (int j = 0; j < 4; j++) {
                (complex ? f.im : f.re)[to[j] + 4 * j] = j + 1; /* A e_j = (j + 1) (i) e_to(j) */
                b[to[j]] = j + 1;
            }
            assert_int_equal (geoms_factor (&f), 0);
            geoms_factor_solve (&f, b, bi);
            for (int j = 0; j < 4; j++) {
                assert_true (fabs (b[j] - ! complex) < 1e-14);
                assert_true (fabs (bi[j] + complex) < 1e-14);
            }
            geoms_arena_free (&arena);
        }
    }
}

/* zero, a zero column, NaN: singular; a tiny or huge regular matrix is not */
static void singular_matrices_are_found (void **state)
{
    static const int sizes[] = {1, 2, 5, GEOMS_CROSSOVER_LU - 1, GEOMS_CROSSOVER_LU + 3};

    (void)state;
    for (int i = 0; i < 20; i++) {
        const int n = sizes[i / 4], complex = i % 2, qr = i / 2 % 2;
        GeomsArena arena = {0};
        GeomsFactor f;

        geoms_factor_create (&f, n, complex, qr, &arena);
        assert_int_not_equal (geoms_factor (&f), 0);
        for (int scale = -150; scale <= 150; scale += 100)
            for (int bad = 0; bad < 2; bad++) {
                unsigned seed = (unsigned)n;
                fill_noise ((size_t)(n * n), f.re, &seed);
                if (complex)
                    fill_noise ((size_t)(n * n), f.im, &seed);
                for (int k = 0; k < n * n; k++) {
                    const double s = bad && k / n == n / 2 ? 0 : pow (10, scale);
                    f.re[k] *= s;
                    if (complex)
                        f.im[k] *= s;
                }
                assert_int_equal (geoms_factor (&f) != 0, bad);
            }
        geoms_arena_free (&arena);
    }
}

/* ---- vectors, orthonormal bases, weights by a mass matrix ---- */

static void bases_become_orthonormal (void **state)
{
    double U[12 * 5], old[12 * 5];

    (void)state;
    for (unsigned seed = 1; seed < 20; seed++) {
        unsigned other = seed;

        fill_noise (60, U, &other);
        for (int i = 0; i < 12; i++) /* nearly dependent columns, of different sizes */
            U[i + 12] = 1e5 * (U[i] + 1e-7 * U[i + 12]);
        memcpy (old, U, sizeof U);
        geoms_orthonormalise (12, 5, U);
        for (int a = 0; a < 5; a++) {
            double rest[12];

            for (int c = 0; c < 5; c++)
                assert_true (fabs (geoms_dot (12, U + 12 * a, U + 12 * c) - (a == c)) < 1e-14);
            /* the first columns span the same space as before */
            memcpy (rest, old + 12 * a, sizeof rest);
            for (int c = 0; c <= a; c++)
                geoms_axpy (12, -geoms_dot (12, U + 12 * c, rest), U + 12 * c, rest);
            assert_true (geoms_dot (12, rest, rest)
                         <= 1e-24 * geoms_dot (12, old + 12 * a, old + 12 * a));
        }
    }
    memset (U, 0, sizeof U); /* nothing becomes nothing, not NaN */
    geoms_orthonormalise (12, 2, U);
    assert_true (geoms_dot (12, U, U) == 0);
    geoms_orthonormalise (12, 0, U);
}

/* A = L L', F L^-T and L^-T x against products */
static void weights_by_a_matrix (void **state)
{
    double B[49], A[49], L[49], F[21], G[21], x[7], y[7];

    (void)state;
    for (int n = 0; n < 8; n++) {
        unsigned seed = (unsigned)n + 3;

        fill_noise (49, B, &seed);
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                A[i + j * n] = i == j;
                for (int k = 0; k < n; k++)
                    A[i + j * n] += B[i + k * n] * B[j + k * n];
            }
        memcpy (L, A, sizeof L);
        assert_int_equal (geoms_cholesky (n, L), 0);
        for (int j = 0; j < n; j++)
            for (int i = j; i < n; i++) {
                double sum = -A[i + j * n];

                for (int k = 0; k <= j; k++)
                    sum += L[i + k * n] * L[j + k * n];
                assert_true (fabs (sum) < 1e-13);
            }
        fill_noise (21, F, &seed);
        memcpy (G, F, sizeof G);
        geoms_right_lower (3, n, L, G);
        for (int j = 0; j < n; j++) /* G L' = F */
            for (int i = 0; i < 3; i++) {
                double sum = -F[i + 3 * j];

                for (int k = 0; k <= j; k++)
                    sum += G[i + 3 * k] * L[j + k * n];
                assert_true (fabs (sum) < 1e-13);
            }
        fill_noise (7, x, &seed);
        memcpy (y, x, sizeof y);
        geoms_left_lower (n, L, y);
        for (int i = 0; i < n; i++) { /* L'y = x */
            double sum = -x[i];

            for (int k = i; k < n; k++)
                sum += L[k + i * n] * y[k];
            assert_true (fabs (sum) < 1e-13);
        }
        for (int i = 0; i < n; i++) { /* not positive definite, semi-definite, NaN */
            static const double bad[3] = {-1, 0, NAN};

            for (int k = 0; k < 3; k++) {
                memcpy (L, A, sizeof L);
                L[i * (n + 1)] = bad[k];
                assert_int_not_equal (geoms_cholesky (n, L), 0);
            }
        }
    }
    { /* singular but for rounding */
        double S[4] = {1, 1.0 / 3, 1.0 / 3, 1.0 / 9};

        assert_int_not_equal (geoms_cholesky (2, S), 0);
    }
}

static void threads_are_given_back (void **state)
{
    const int threads = geoms_blas_begin ();

    (void)state;
    geoms_blas_end (threads);
    assert_int_equal (geoms_blas_begin (), threads);
    geoms_blas_end (threads);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (products_equal_plain_loops),
        cmocka_unit_test (matrix_times_vector),
        cmocka_unit_test (parts_are_copied),
        cmocka_unit_test (numbers_that_are_not_finite_are_found),
        cmocka_unit_test (factors_solve),
        cmocka_unit_test (smaller_systems_fit),
        cmocka_unit_test (factors_may_be_resized),
        cmocka_unit_test (permutations_are_solved),
        cmocka_unit_test (singular_matrices_are_found),
        cmocka_unit_test (bases_become_orthonormal),
        cmocka_unit_test (weights_by_a_matrix),
        cmocka_unit_test (threads_are_given_back),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
