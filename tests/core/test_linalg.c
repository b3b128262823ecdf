/* test_linalg.c - products, factorisations and solutions against plain loops, below and above the
 * sizes from which LAPACK does the work
 */
#include "linalg.h"
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
        cmocka_unit_test (permutations_are_solved),
        cmocka_unit_test (singular_matrices_are_found),
        cmocka_unit_test (threads_are_given_back),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
