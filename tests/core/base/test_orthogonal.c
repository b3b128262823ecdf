/* test_orthogonal.c - rank, QR and SVD of small matrices: Q' Q = I, Q [R; 0] = A, G W = V S
 */
#include "base/orthogonal.h"
#include "base/lapack.h"
#include "test.h"

enum { MOST = 30 };

/* max |(U' U - I)_ij| of the first columns of U (n x columns) */
static double not_orthonormal (int n, int columns, const double *U)
{
    double worst = 0;

    for (int j = 0; j < columns; j++)
        for (int i = 0; i <= j; i++) {
            double sum = i == j ? -1 : 0;
            for (int l = 0; l < n; l++)
                sum += U[l + i * n] * U[l + j * n];
            worst = fmax (worst, fabs (sum));
        }
    return worst;
}

static void products_of_vectors (void **state)
{
    double x[20], y[20];
    unsigned seed = 3;

    (void)state;
    fill_noise (20, x, &seed);
    fill_noise (20, y, &seed);
    for (int n = -1; n <= 20; n++) { /* none: -1, as of a vector without its first entry */
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += x[i] * y[i];
        assert_true (fabs (geoms_dot4 (n, x, y) - sum) < 1e-14);
    }
}

static void qr_gives_back_the_matrix (void **state)
{
    static double A[MOST * MOST], R[MOST * MOST], Q[MOST * MOST], tau[MOST];

    (void)state;
    for (int n = 0; n <= 12; n++)
        for (int m = 0; m <= 12; m++) {
            unsigned seed = (unsigned)(100 * n + m);

            fill_noise ((size_t)(n * m), A, &seed);
            for (int i = 0; m > 1 && i < n; i++) /* one column of zeros */
                A[i + n] = n % 3 == 0 ? 0 : A[i + n];
            memcpy (R, A, sizeof A);
            geoms_small_qr (n, m, R, tau, Q);
            assert_true (not_orthonormal (n, n, Q) < 1e-14);
            for (int j = 0; j < m; j++)
                for (int i = 0; i < n; i++) {
                    double sum = 0;
                    for (int l = 0; l < n && l <= j; l++)
                        sum += Q[i + l * n] * R[l + j * n];
                    assert_true (fabs (sum - A[i + j * n]) < 1e-14);
                }
        }
}

/* Q x and Q' x without Q */
static void reflectors_are_enough (void **state)
{
    static double R[MOST * MOST], Q[MOST * MOST], tau[MOST], x[MOST], y[MOST];

    (void)state;
    for (int n = 1; n <= 12; n++)
        for (int m = 0; m <= 12; m++)
            for (int transposed = 0; transposed < 2; transposed++) {
                unsigned seed = (unsigned)(50 * n + m);

                fill_noise ((size_t)(n * m), R, &seed);
                fill_noise ((size_t)n, x, &seed);
                memcpy (y, x, sizeof y);
                geoms_small_qr (n, m, R, tau, Q);
                geoms_small_reflect (n, n < m ? n : m, R, tau, transposed, y);
                for (int i = 0; i < n; i++) {
                    double sum = 0;
                    for (int j = 0; j < n; j++)
                        sum += (transposed ? Q[j + i * n] : Q[i + j * n]) * x[j];
                    assert_true (fabs (sum - y[i]) < 1e-14);
                }
            }
}

/* A = B D, B (m x rank) and D (rank x n) random */
static void of_rank (int m, int n, int rank, double *A, unsigned seed)
{
    static double B[MOST * MOST], D[MOST * MOST];

    fill_noise ((size_t)(m * rank), B, &seed);
    fill_noise ((size_t)(rank * n), D, &seed);
    product (m, n, rank, B, D, A);
}

static void ranks_are_found (void **state)
{
    static double A[MOST * MOST], pivots[MOST * MOST];
    int order[MOST];

    (void)state;
    for (int m = 0; m <= 9; m++)
        for (int n = 0; n <= 9; n++)
            for (int rank = 0; rank <= (m < n ? m : n); rank++) {
                int seen[MOST] = {0};

                of_rank (m, n, rank, A, (unsigned)(100 * m + 10 * n + rank));
                assert_int_equal (
                    geoms_pivot_columns (m, n, memcpy (pivots, A, sizeof A), order, 1e-12), rank);
                for (int i = 0; i < n; i++)
                    seen[order[i]]++;
                for (int i = 0; i < n; i++)
                    assert_int_equal (seen[i], 1);
                /* the pivot columns have this rank themselves */
                for (int j = 0; j < rank; j++)
                    memcpy (pivots + j * m, A + order[j] * m, (size_t)m * sizeof *A);
                assert_int_equal (geoms_pivot_columns (m, rank, pivots, order, 1e-12), rank);
            }
}

/* V S, S, W of a random matrix of some rank against LAPACK's singular values */
static void check_svd (int m, int k, int rank, double size, unsigned seed)
{
    static double A[MOST * MOST], G[MOST * MOST], W[MOST * MOST], AW[MOST * MOST];
    double values[MOST], expected[MOST], work[20 * MOST];
    const lapack_int rows = m, columns = k, lwork = 20 * MOST, one = 1;
    lapack_int info;

    of_rank (m, k, rank, A, seed);
    for (int i = 0; i < m * k; i++)
        A[i] *= size;
    memcpy (G, A, sizeof A);
    assert_int_equal (geoms_jacobi (m, k, G, W, values), 0);
    assert_true (not_orthonormal (k, k, W) < 1e-14 * k);
    product (m, k, k, A, W, AW);
    for (int i = 0; i < m * k; i++)
        assert_true (fabs (AW[i] - G[i]) < 1e-13 * values[0]);
    dgesvd ("N", "N", &rows, &columns, memcpy (AW, A, sizeof A), &rows, expected, NULL, &one, NULL,
            &one, work, &lwork, &info);
    assert_int_equal (info, 0);
    for (int j = 0; j < k; j++) {
        assert_true (fabs (values[j] - (j < m ? expected[j] : 0)) < 1e-13 * values[0]);
        assert_true (j == 0 || values[j] <= values[j - 1]);
    }
    for (int j = 0; j < rank; j++)
        for (int i = 0; i < m; i++)
            G[i + j * m] /= values[j];
    assert_true (not_orthonormal (m, rank, G) < 1e-12);
}

static void rotations_give_the_svd (void **state)
{
    (void)state;
    for (int m = 1; m <= 8; m++)
        for (int k = 1; k <= m; k++)
            for (int rank = 1; rank <= k; rank++)
                for (unsigned seed = 1; seed < 5; seed++)
                    check_svd (m, k, rank, seed == 1 ? 1e-40 : seed == 2 ? 1e40 : 1, seed);
    check_svd (25, 25, 25, 1, 7);
    check_svd (30, 20, 13, 1, 8);
}

/* orthogonal and equal columns, zeros, columns of very different length */
static void special_matrices (void **state)
{
    double G[9] = {1, 0, 0, 0, 2, 0, 0, 0, 3}, W[9], values[3];
    double equal[6] = {1, 2, 2, 1, 2, 2}, zero[6] = {0}, lengths[4] = {1, 0, 1, 1e-14};

    (void)state;
    assert_int_equal (geoms_jacobi (3, 3, G, W, values), 0);
    assert_true (values[0] == 3 && values[1] == 2 && values[2] == 1);
    assert_int_equal (geoms_jacobi (3, 2, equal, W, values), 0);
    assert_true (fabs (values[0] - sqrt (18)) < 1e-14 && values[1] < 1e-15);
    assert_int_equal (geoms_jacobi (3, 2, zero, W, values), 0);
    assert_true (values[0] == 0 && values[1] == 0);
    assert_int_equal (geoms_jacobi (2, 2, lengths, W, values), 0);
    assert_true (fabs (values[1] / (1e-14 / sqrt (2)) - 1) < 1e-2);
    assert_int_equal (geoms_jacobi (0, 0, NULL, W, values), 0);
}

static void bad_numbers_end_the_search (void **state)
{
    static const double bad[] = {NAN, INFINITY, 1e200};
    double G[12], W[9], values[3];

    (void)state;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 3; j++) {
            unsigned seed = 5;
            fill_noise (12, G, &seed);
            G[i] = bad[j];
            assert_true (geoms_jacobi (4, 3, G, W, values) != 0);
        }
}

/* Rotations that rounding undoes come to an end, too: triangles of all sizes, and one that once did
 * not. */
static void rotations_come_to_an_end (void **state)
{
    unsigned seed = 1;

    (void)state;
    for (int k = 1; k <= 8; k++)
        for (int count = 0; count < 300000 / (k * k); count++) {
            double G[64], W[64], values[8];

            fill_noise ((size_t)(k * k), G, &seed);
            for (int j = 1; j < k; j++)
                memset (G + k * j, 0, (size_t)j * sizeof *G);
            if (geoms_jacobi (k, k, G, W, values) != 0)
                fail_msg ("matrix %d of order %d", count, k);
        }
    {
        static const double C[6] = {0x1.828f9d6660c5ep-3,  0x0p+0,
                                    0x1.0a12aaa9600d2p+0,  0x1.0003d70d39c31p+0,
                                    -0x1.972c645e33a11p-1, 0x1.65f4637d0330dp-2};
        double A[6], tau[2], Q[9], values[2], R[4] = {0};

        for (int i = 0; i < 6; i++)
            A[i / 2 + 3 * (i % 2)] = C[i];
        geoms_small_qr (3, 2, A, tau, Q);
        R[0] = A[0];
        R[1] = A[3];
        R[3] = A[4];
        assert_int_equal (geoms_jacobi (2, 2, R, NULL, values), 0);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (products_of_vectors),      cmocka_unit_test (qr_gives_back_the_matrix),
        cmocka_unit_test (reflectors_are_enough),    cmocka_unit_test (ranks_are_found),
        cmocka_unit_test (rotations_give_the_svd),   cmocka_unit_test (special_matrices),
        cmocka_unit_test (bad_numbers_end_the_search), cmocka_unit_test (rotations_come_to_an_end),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
