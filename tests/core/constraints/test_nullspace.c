/* test_nullspace.c - rank, null basis N and generalised inverse F^- of random blocks F
 *
 *     F N = 0,   F F^- = I,   F^- F F^- = F^-,   (F^- F)^2 = F^- F,   rank
 *
 * for LU, QR and SVD: blocks without rows, square, wide, badly scaled, without full rank
 */
#include "constraints/nullspace.h"
#include "test.h"

static const int kinds[3]
    = {GEOMS_DECOMPOSITION_LU, GEOMS_DECOMPOSITION_QR, GEOMS_DECOMPOSITION_SVD};

enum { ROWS = 30, COLUMNS = 70, SIZE = ROWS * COLUMNS };

typedef struct Fixture {
    GeomsArena arena;
    GeomsBlock block;
    int m, k, ld;
    double F[(ROWS + 3) * COLUMNS]; /* with three more rows that do not belong to it */
    int scales_columns, expected;
} Fixture;

static void random_block (Fixture *o, int m, int k, unsigned seed)
{
    o->m = m;
    o->k = k;
    o->ld = m + 3;
    o->scales_columns = o->expected = 0;
    fill_noise ((size_t)(o->ld * k), o->F, &seed);
}

static void decompose (Fixture *o, int kind, double tol)
{
    double *copy = malloc (sizeof o->F);

    memset (&o->arena, 0, sizeof o->arena);
    memset (&o->block, 0, sizeof o->block);
    memcpy (copy, o->F, sizeof o->F);
    geoms_block_create (&o->block, o->m, o->k, kind, &o->arena);
    assert_false (o->arena.failed);
    o->block.scales_columns = o->scales_columns;
    o->block.expected = o->expected;
    /* twice: nothing of the first time may be left */
    for (int i = 0; i < o->ld * o->k; i++)
        o->F[i] = 1 + i % 7;
    geoms_block_decompose (&o->block, o->F, o->ld, 1e-8);
    memcpy (o->F, copy, sizeof o->F);
    assert_int_equal (geoms_block_decompose (&o->block, o->F, o->ld, tol), 0);
    assert_memory_equal (o->F, copy, sizeof o->F);
    free (copy);
}

/* F without the rows below it */
static void plain (const Fixture *o, double *F)
{
    for (int j = 0; j < o->k; j++)
        memcpy (F + j * o->m, o->F + j * o->ld, (size_t)o->m * sizeof *F);
}

/* max |(A B - C)_ij| / (max_l |A_il| max_l |B_lj|); C NULL: the identity, or 0 */
static double product_error (int m, int n, int k, const double *A, const double *B, const double *C,
                             int identity)
{
    double worst = 0;

    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            double sum = C != NULL ? -C[i + j * m] : identity && i == j ? -1 : 0, a = 0, b = 0;

            for (int l = 0; l < k; l++) {
                sum += A[i + l * m] * B[l + j * k];
                a = fmax (a, fabs (A[i + l * m]));
                b = fmax (b, fabs (B[l + j * k]));
            }
            worst = a * b > 0 ? fmax (worst, fabs (sum) / (a * b)) : fmax (worst, fabs (sum));
        }
    return worst;
}

static void check (const Fixture *o, int rank, double tolerance)
{
    static double F[SIZE], projector[COLUMNS * COLUMNS];
    const GeomsBlock *b = &o->block;
    const int m = o->m, k = o->k;
    int dependent = 0;

    plain (o, F);
    if (b->rank != rank)
        fail_msg ("kind %d, %d x %d: rank %d, expected %d", b->kind, m, k, b->rank, rank);
    assert_int_equal (b->kernel, k - rank);
    assert_true (product_error (m, k - rank, k, F, b->null, NULL, 0) < tolerance);
    if (rank == m)
        assert_true (product_error (m, m, k, F, b->inverse, NULL, 1) < tolerance);
    product (k, k, m, b->inverse, F, projector);
    assert_true (product_error (k, m, k, projector, b->inverse, b->inverse, 0) < tolerance);
    assert_true (product_error (k, k, k, projector, projector, projector, 0) < tolerance);
    for (int i = 0; i < k; i++)
        dependent += b->dependent[i];
    assert_int_equal (dependent, b->kind == GEOMS_DECOMPOSITION_SVD ? 0 : rank);
}

/* null basis: the identity in the free rows, or orthonormal columns */
static void check_basis (const Fixture *o)
{
    const GeomsBlock *b = &o->block;
    const int k = o->k;

    for (int j = 0, row = 0; j < b->kernel; j++) {
        if (b->kind == GEOMS_DECOMPOSITION_SVD) {
            for (int l = 0; l <= j; l++) {
                double sum = 0;
                for (int i = 0; i < k; i++)
                    sum += b->null[i + j * k] * b->null[i + l * k];
                assert_true (fabs (sum - (l == j)) < 1e-13);
            }
            continue;
        }
        if (b->kind == GEOMS_DECOMPOSITION_LU) {
            while (b->dependent[row])
                row++;
            for (int l = 0; l < b->kernel; l++)
                assert_true (b->null[row + l * k] == (l == j));
            row++;
        }
    }
}

static void full_rank_blocks (void **state)
{
    static const int sizes[][2]
        = {{1, 1},  {1, 2},  {2, 2},   {2, 3},   {3, 8},   {5, 5},   {6, 7},   {7, 20},
           {8, 23}, {8, 24}, {12, 25}, {20, 40}, {23, 23}, {24, 24}, {29, 30}, {30, 70}};
    static Fixture o;

    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (unsigned kind = 0; kind < 3; kind++)
            for (unsigned seed = 1; seed < 6; seed++) {
                random_block (&o, sizes[i][0], sizes[i][1], 97 * i + seed);
                decompose (&o, kinds[kind], 1e-12);
                check (&o, sizes[i][0], 1e-10);
                check_basis (&o);
                geoms_arena_free (&o.arena);
            }
}

/* no rows: all is free; no columns: nothing is */
static void empty_blocks (void **state)
{
    static Fixture o;

    (void)state;
    for (int k = 0; k < 6; k++)
        for (int kind = 0; kind < 3; kind++) {
            random_block (&o, 0, k, 1);
            decompose (&o, kinds[kind], 1e-12);
            assert_int_equal (o.block.rank, 0);
            assert_int_equal (o.block.kernel, k);
            for (int i = 0; i < k * k; i++)
                assert_true (o.block.null[i] == (i % (k + 1) == 0));
            geoms_arena_free (&o.arena);

            random_block (&o, k, 0, 1);
            decompose (&o, kinds[kind], 1e-12);
            assert_int_equal (o.block.rank, 0);
            assert_int_equal (o.block.kernel, 0);
            geoms_arena_free (&o.arena);
        }
}

/* rows from 1e-8 to 1e8: the decisions on rank do not see it */
static void badly_scaled_rows (void **state)
{
    static Fixture o;

    (void)state;
    for (unsigned seed = 1; seed < 20; seed++)
        for (unsigned kind = 0; kind < 3; kind++) {
            random_block (&o, 6, 11, seed);
            for (int i = 0; i < 6; i++)
                for (int j = 0; j < 11; j++)
                    o.F[i + j * o.ld] *= pow (10, -8 + 16.0 * ((i * 5 + (int)seed) % 6) / 5);
            decompose (&o, kinds[kind], 1e-6);
            check (&o, 6, 1e-10);
            geoms_arena_free (&o.arena);
        }
}

/* units of columns may differ as much, where columns are equilibrated, too; N and F^- belong to F
 */
static void badly_scaled_columns (void **state)
{
    static Fixture o;
    static double F[SIZE];

    (void)state;
    for (unsigned seed = 1; seed < 20; seed++)
        for (unsigned kind = 0; kind < 3; kind++)
            for (int k = 6; k < 10; k += 3) {
                random_block (&o, 6, k, seed);
                o.scales_columns = 1;
                for (int i = 0; i < 6; i++)
                    for (int j = 0; j < k; j++)
                        o.F[i + j * o.ld] *= pow (10, -4 + 8.0 * ((j * 5 + (int)seed) % 6) / 5)
                                             * pow (10, (i * 7 + (int)seed) % 5);
                decompose (&o, kinds[kind], 1e-6);
                assert_int_equal (o.block.rank, 6);
                plain (&o, F);
                assert_true (product_error (6, k - 6, k, F, o.block.null, NULL, 0) < 1e-12);
                assert_true (product_error (6, 6, k, F, o.block.inverse, NULL, 1) < 1e-12);
                assert_true (o.block.least > 1e-4 * o.block.largest);
                if (kinds[kind] != GEOMS_DECOMPOSITION_SVD) {
                    geoms_arena_free (&o.arena);
                    continue;
                }
                check_basis (&o);           /* orthonormal in x, not in the scaled unknowns */
                for (int j = 0; j < 6; j++) /* and the solutions are the shortest */
                    for (int l = 0; l < o.block.kernel; l++) {
                        double sum = 0, size = 0;

                        for (int i = 0; i < k; i++) {
                            sum += o.block.inverse[i + k * j] * o.block.null[i + k * l];
                            size = fmax (size, fabs (o.block.inverse[i + k * j]));
                        }
                        assert_true (fabs (sum) <= 1e-10 * size);
                    }
                geoms_arena_free (&o.arena);
            }
}

/* F = [B; C B] with B of full rank r: the rank is r, and F^- inverts on the range */
static void redundant_rows (void **state)
{
    static Fixture o;

    (void)state;
    for (unsigned seed = 1; seed < 10; seed++)
        for (int r = 0; r < 6; r++)
            for (unsigned kind = 0; kind < 3; kind++) {
                double C[36], F[54], G[54], H[54];
                unsigned other = seed + 1000;

                random_block (&o, 6, 9, seed);
                fill_noise (36, C, &other);
                for (int i = r; i < 6; i++)
                    for (int j = 0; j < 9; j++) {
                        o.F[i + j * o.ld] = 0;
                        for (int l = 0; l < r; l++)
                            o.F[i + j * o.ld] += C[i + 6 * l] * o.F[l + j * o.ld];
                    }
                decompose (&o, kinds[kind], 1e-9);
                check (&o, r, 1e-10);
                /* F F^- b = b for b in the range of F */
                plain (&o, F);
                product (6, 6, 9, F, o.block.inverse, G);
                product (6, 9, 6, G, F, H);
                for (int i = 0; i < 54; i++)
                    assert_true (fabs (F[i] - H[i]) < 1e-12);
                geoms_arena_free (&o.arena);
            }
}

/* u' F = 0 for as many independent u as the rank lacks, also if rows are zero or badly scaled;
 * and the part of a that no F x reaches */
static void left_null_spaces (void **state)
{
    static Fixture o;
    static double F[SIZE];

    (void)state;
    for (unsigned seed = 1; seed < 40; seed++) {
        double u[6 * 6], a[6], part[6], x[9], worst = 0;
        unsigned other = seed;
        int zero = (int)seed % 7; /* row 6 does not exist */

        random_block (&o, 6, 9, seed);
        for (int j = 0; j < 9; j++) {
            o.F[4 + j * o.ld] = o.F[j * o.ld] - 2 * o.F[1 + j * o.ld];
            o.F[5 + j * o.ld] = 3 * o.F[j * o.ld];
            for (int i = 0; i < 6; i++)
                o.F[i + j * o.ld] *= i == zero ? 0 : pow (10, (i * 5 + (int)seed) % 7 - 3);
        }
        decompose (&o, GEOMS_DECOMPOSITION_SVD, 1e-9);
        plain (&o, F);
        /* rows 0 and 1 are still there in rows 4 and 5, 2 and 3 nowhere */
        assert_int_equal (o.block.rank, zero == 2 || zero == 3 ? 3 : 4);
        for (int l = 0; l < 6 - o.block.rank; l++) {
            geoms_block_left_null (&o.block, l, u + 6 * l);
            for (int j = 0; j < 9; j++) {
                double sum = 0, size = 0;

                for (int i = 0; i < 6; i++) {
                    sum += u[i + 6 * l] * F[i + 6 * j];
                    size += fabs (u[i + 6 * l] * F[i + 6 * j]);
                }
                assert_true (fabs (sum) <= 1e-12 * (size + 1e-3));
            }
        }
        assert_int_equal (model_rank (6, 6 - o.block.rank, u), 6 - o.block.rank);
        /* what F x reaches has no such part; what is not reached stays after that is taken off */
        fill_noise (9, x, &other);
        product (6, 1, 9, F, x, a);
        geoms_block_left_part (&o.block, a, part);
        for (int i = 0; i < 6; i++)
            worst = fmax (worst, fabs (part[i]));
        assert_true (worst <= 1e-13);
        if (zero < 6) {
            a[zero] += 0.5;
            geoms_block_left_part (&o.block, a, part);
            for (int i = 0; i < 6; i++)
                assert_true (fabs (part[i] - (i == zero ? 0.5 : 0)) <= 1e-12);
        }
        geoms_arena_free (&o.arena);
    }
}

/* A rank that is known is kept where the rows depend on each other but for 1e-3, not where they
 * do not, and a lower one is a lower one. */
static void known_ranks_are_kept (void **state)
{
    static const struct {
        double off;
        int expected, rank;
    } list[]
        = {{1e-3, 0, 5}, {1e-3, 4, 4}, {1e-3, 5, 5}, {0.5, 4, 5}, {0, 4, 4}, {0, 5, 4}, {0, 0, 4}};
    static Fixture o;

    (void)state;
    for (size_t i = 0; i < 10 * sizeof list / sizeof list[0]; i++) {
        unsigned seed = 1 + (unsigned)(i % 10), other = 99 + seed;

        random_block (&o, 5, 8, seed);
        for (int j = 0; j < 8; j++)
            o.F[4 + j * o.ld]
                = o.F[j * o.ld] + 2 * o.F[2 + j * o.ld]
                  + list[i / 10].off * noise (&other) * (list[i / 10].off > 0.1 ? 5 : 1);
        o.expected = list[i / 10].expected;
        decompose (&o, GEOMS_DECOMPOSITION_SVD, 1e-8);
        assert_int_equal (o.block.rank, list[i / 10].rank);
        assert_int_equal (o.block.kernel, 8 - list[i / 10].rank);
        geoms_arena_free (&o.arena);
    }
}

/* the threshold is relative to the largest pivot */
static void small_pivots_count_as_zero (void **state)
{
    static Fixture o;

    (void)state;
    for (int kind = 0; kind < 3; kind++)
        for (int large = 0; large < 2; large++) {
            random_block (&o, 2, 3, 1);
            memset (o.F, 0, sizeof o.F);
            for (int j = 0; j < 3; j++)
                o.F[j * o.ld] = o.F[1 + j * o.ld] = 1;
            o.F[1] += 1e-5; /* the second row differs by 1e-5 */
            decompose (&o, kinds[kind], large ? 1e-3 : 1e-7);
            assert_int_equal (o.block.rank, large ? 1 : 2);
            assert_true (o.block.smallest < 1e-4 * o.block.largest);
            assert_true (o.block.smallest > 1e-7 * o.block.largest);
            geoms_arena_free (&o.arena);
        }
}

/* SVD: F^- b is the shortest of all solutions, so it is orthogonal to the kernel (rows of one
 * scale) */
static void svd_gives_the_minimum_norm (void **state)
{
    static Fixture o;

    (void)state;
    for (unsigned seed = 1; seed < 20; seed++) {
        double T[25 * 5];

        random_block (&o, 5, 9, seed);
        decompose (&o, GEOMS_DECOMPOSITION_SVD, 1e-12);
        for (int j = 0; j < 5; j++)
            for (int l = 0; l < o.block.kernel; l++) {
                T[0] = 0;
                for (int i = 0; i < 9; i++)
                    T[0] += o.block.inverse[i + 9 * j] * o.block.null[i + 9 * l];
                assert_true (fabs (T[0]) < 1e-12);
            }
        geoms_arena_free (&o.arena);
    }
}

/* N of LU = N of QR times a square matrix, and so on: F_QR^- F_QR projects N_LU to 0 */
static void null_spaces_are_the_same (void **state)
{
    static Fixture o;
    static double N[3][COLUMNS * COLUMNS], projector[3][COLUMNS * COLUMNS], F[SIZE];

    (void)state;
    for (unsigned seed = 1; seed < 10; seed++) {
        const int m = 7, k = 12;

        for (int kind = 0; kind < 3; kind++) {
            random_block (&o, m, k, seed);
            decompose (&o, kinds[kind], 1e-12);
            plain (&o, F);
            memcpy (N[kind], o.block.null, (size_t)(k * (k - m)) * sizeof (double));
            product (k, k, m, o.block.inverse, F, projector[kind]);
            geoms_arena_free (&o.arena);
        }
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                assert_true (product_error (k, k - m, k, projector[a], N[b], NULL, 0) < 1e-11);
    }
}

/* what LAPACK cannot decompose is reported or has no rank, it does not crash */
static void zero_blocks_have_no_rank (void **state)
{
    static Fixture o;

    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        random_block (&o, 3, 5, 1);
        memset (o.F, 0, sizeof o.F);
        decompose (&o, kinds[kind], 1e-12);
        assert_int_equal (o.block.rank, 0);
        for (int i = 0; i < 15; i++)
            assert_true (o.block.inverse[i] == 0);
        geoms_arena_free (&o.arena);
    }
}

/* more rows than columns are redundant at least by the difference */
static void tall_blocks (void **state)
{
    static Fixture o;

    (void)state;
    for (int kind = 0; kind < 3; kind++)
        for (unsigned seed = 1; seed < 6; seed++) {
            random_block (&o, 9, 4, seed);
            decompose (&o, kinds[kind], 1e-12);
            check (&o, 4, 1e-10);
            geoms_arena_free (&o.arena);
        }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (full_rank_blocks),
        cmocka_unit_test (empty_blocks),
        cmocka_unit_test (badly_scaled_rows),
        cmocka_unit_test (badly_scaled_columns),
        cmocka_unit_test (redundant_rows),
        cmocka_unit_test (left_null_spaces),
        cmocka_unit_test (known_ranks_are_kept),
        cmocka_unit_test (small_pivots_count_as_zero),
        cmocka_unit_test (svd_gives_the_minimum_norm),
        cmocka_unit_test (null_spaces_are_the_same),
        cmocka_unit_test (zero_blocks_have_no_rank),
        cmocka_unit_test (tall_blocks),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
