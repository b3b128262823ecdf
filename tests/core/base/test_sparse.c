/* test_sparse.c - matrices put together from pieces, products and A' against dense ones; no memory
 */
/* link: wrap-malloc */
#include "base/sparse.h"
#include "failing.h"
#include "test.h"

enum { MOST = 24 };

/* entries at random, some of them twice, in any order, and their sum as a dense matrix */
typedef struct Pieces {
    int m, n, count;
    int i[4 * MOST], j[4 * MOST], place[4 * MOST];
    double x[4 * MOST], dense[MOST * MOST];
} Pieces;

static int below (int limit, unsigned *seed)
{
    const int i = (int)((noise (seed) + 1) / 2 * limit);

    return i < limit ? i : limit - 1;
}

static Pieces pieces (int m, int n, int count, unsigned *seed)
{
    Pieces p = {.m = m, .n = n, .count = count};

    for (int k = 0; k < count; k++) {
        const int again = k > 0 && noise (seed) > 0.5 ? below (k, seed) : -1;
        p.i[k] = again < 0 ? below (m, seed) : p.i[again];
        p.j[k] = again < 0 ? below (n, seed) : p.j[again];
        p.x[k] = noise (seed);
        p.dense[p.i[k] + p.j[k] * m] += p.x[k];
    }
    return p;
}

static int build (Pieces *p, GeomsSparse *A, GeomsArena *arena)
{
    GeomsSparseBuilder b;
    int failed;

    geoms_builder_begin (&b, p->m, p->n, arena);
    for (int k = 0; k < p->count; k++) {
        const int number = geoms_builder_add (&b, p->i[k], p->j[k], 100 + k);
        assert_true (b.failed || (number == k && b.source[k] == 100 + k));
    }
    failed = geoms_builder_finish (&b, A, p->place);
    geoms_builder_free (&b);
    if (failed == 0)
        for (int k = 0; k < p->count; k++)
            A->value[p->place[k]] += p->x[k];
    return failed;
}

/* rows rise, and the entries are those of the dense matrix */
static void is_dense (const GeomsSparse *A, const double *dense)
{
    int found = 0;

    for (int j = 0; j < A->n; j++)
        for (int i = 0; i < A->m; i++) {
            const int k = geoms_sparse_find (A, i, j);
            assert_true (k >= 0 || dense[i + j * A->m] == 0);
            if (k < 0)
                continue;
            assert_true (A->start[j] <= k && k < A->start[j + 1] && A->row[k] == i);
            assert_true (k == A->start[j] || A->row[k - 1] < i);
            assert_true (A->value == NULL || fabs (A->value[k] - dense[i + j * A->m]) < 1e-15);
            found++;
        }
    assert_int_equal (found, geoms_sparse_count (A));
}

static void pieces_are_added (void **state)
{
    unsigned seed = 1;

    (void)state;
    for (int trial = 0; trial < 60; trial++) {
        GeomsArena arena = {0};
        GeomsSparse A;
        Pieces p = pieces (1 + below (MOST, &seed), 1 + below (MOST, &seed),
                           trial == 0 ? 0 : below (4 * MOST, &seed), &seed);

        assert_int_equal (build (&p, &A, &arena), 0);
        is_dense (&A, p.dense);
        for (int k = 0; k < p.count; k++)
            assert_int_equal (p.place[k], geoms_sparse_find (&A, p.i[k], p.j[k]));
        geoms_arena_free (&arena);
    }
}

static void products_are_those_of_dense_matrices (void **state)
{
    unsigned seed = 2;

    (void)state;
    for (int trial = 0; trial < 40; trial++) {
        const int m = 1 + below (MOST, &seed), n = 1 + below (MOST, &seed);
        Pieces p = pieces (m, n, below (4 * MOST, &seed), &seed);
        GeomsArena arena = {0};
        GeomsSparse A;
        double x[MOST], y[MOST], u[MOST], w[MOST], expected;

        assert_int_equal (build (&p, &A, &arena), 0);
        fill_noise (MOST, x, &seed);
        fill_noise (MOST, u, &seed);
        memset (y, 0, sizeof y);
        memset (w, 0, sizeof w);
        y[0] = w[0] = 3;
        geoms_sparse_multiply (&A, -2, x, y);
        geoms_sparse_multiply_transposed (&A, 0.5, u, w);
        for (int i = 0; i < m; i++) {
            expected = i == 0 ? 3 : 0;
            for (int j = 0; j < n; j++)
                expected -= 2 * p.dense[i + j * m] * x[j];
            assert_true (fabs (y[i] - expected) < 1e-13);
        }
        for (int j = 0; j < n; j++) {
            expected = j == 0 ? 3 : 0;
            for (int i = 0; i < m; i++)
                expected += 0.5 * p.dense[i + j * m] * u[i];
            assert_true (fabs (w[j] - expected) < 1e-13);
        }
        geoms_arena_free (&arena);
    }
}

static void rows_become_columns (void **state)
{
    unsigned seed = 3;

    (void)state;
    for (int trial = 0; trial < 40; trial++) {
        Pieces p = pieces (1 + below (MOST, &seed), 1 + below (MOST, &seed),
                           below (4 * MOST, &seed), &seed);
        GeomsArena arena = {0};
        GeomsSparse A, T, pattern;
        double turned[MOST * MOST];
        int place[4 * MOST];

        assert_int_equal (build (&p, &A, &arena), 0);
        for (int i = 0; i < p.m; i++)
            for (int j = 0; j < p.n; j++)
                turned[j + i * p.n] = p.dense[i + j * p.m];
        assert_int_equal (geoms_sparse_transpose (&A, &T, place, &arena), 0);
        is_dense (&T, turned);
        for (int k = 0; k < geoms_sparse_count (&A); k++)
            assert_true (T.value[place[k]] == A.value[k]);
        A.value = NULL;
        assert_int_equal (geoms_sparse_transpose (&A, &pattern, NULL, &arena), 0);
        assert_null (pattern.value);
        is_dense (&pattern, turned);
        geoms_arena_free (&arena);
    }
}

static void entries_outside_are_refused (void **state)
{
    const int outside[4][2] = {{-1, 0}, {0, -1}, {3, 0}, {0, 2}};

    (void)state;
    for (int k = 0; k < 4; k++) {
        GeomsArena arena = {0};
        GeomsSparseBuilder b;
        GeomsSparse A;

        geoms_builder_begin (&b, 3, 2, &arena);
        geoms_builder_add (&b, outside[k][0], outside[k][1], 0);
        geoms_builder_add (&b, 0, 0, 0);
        assert_int_equal (geoms_builder_finish (&b, &A, NULL), -1);
        geoms_builder_free (&b);
        geoms_arena_free (&arena);
    }
}

/* the k-th allocation fails: it is told, and nothing is lost */
static void no_memory (void **state)
{
    unsigned seed = 4;
    Pieces p = pieces (MOST, MOST, 4 * MOST, &seed);
    const long before = outstanding;
    int told = 1;

    (void)state;
    for (long k = 1; told; k++) {
        GeomsArena arena = {0};
        GeomsSparse A, T;

        fail_after (k, 0);
        told = build (&p, &A, &arena) != 0 || geoms_sparse_transpose (&A, &T, NULL, &arena) != 0;
        assert_int_equal (told, failures > 0);
        fail_no_more ();
        geoms_arena_free (&arena);
        assert_true (outstanding == before);
        assert_true (k < 100);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (pieces_are_added),
        cmocka_unit_test (products_are_those_of_dense_matrices),
        cmocka_unit_test (rows_become_columns),
        cmocka_unit_test (entries_outside_are_refused),
        cmocka_unit_test (no_memory),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
