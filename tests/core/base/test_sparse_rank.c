/* test_sparse_rank.c - ranks against dense ones, planted dependencies and nearly parallel rows, large
 * chains and lattices of rods, combinations, no memory
 */
/* link: wrap-malloc */
#include "base/orthogonal.h"
#include "base/sparse_lu.h"
#include "base/sparse_rank.h"
#include "failing.h"
#include "model/pattern.h"
#include "models/rods.h"
#include "test.h"

enum { MOST = 60 };

static const double TOL = 1e-12;

static int below (int limit, unsigned *seed)
{
    const int i = (int)((noise (seed) + 1) / 2 * limit);

    return i < limit ? i : limit - 1;
}

/* A (m x n) from a dense one, its zeros left out */
static GeomsSparse sparse_of (int m, int n, const double *dense, GeomsArena *arena)
{
    GeomsSparseBuilder b;
    GeomsSparse A;

    geoms_builder_begin (&b, m, n, arena);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            if (dense[i + j * m] != 0)
                geoms_builder_add (&b, i, j, 0);
    assert_int_equal (geoms_builder_finish (&b, &A, NULL), 0);
    geoms_builder_free (&b);
    for (int j = 0; j < n; j++)
        for (int k = A.start[j]; k < A.start[j + 1]; k++)
            A.value[k] = dense[A.row[k] + j * m];
    return A;
}

/* the rank of rows that are scaled like those of the sparse one */
static int dense_rank (int m, int n, const double *A, double tol)
{
    double rows[MOST * MOST];
    int order[MOST];

    for (int i = 0; i < m; i++) {
        double size = 0;
        for (int j = 0; j < n; j++)
            size = fmax (size, fabs (A[i + j * m]));
        for (int j = 0; j < n; j++)
            rows[i + j * m] = size > 0 ? A[i + j * m] / size : 0;
    }
    return geoms_pivot_columns (m, n, rows, order, tol);
}

static int redundant_rows (const GeomsSparseRank *r)
{
    int count = 0;

    for (int i = 0; i < r->m; i++)
        count += r->redundant[i];
    return count;
}

/* those that are kept have full rank by themselves; the others are combinations of them */
static void is_consistent (const GeomsSparseRank *r, const GeomsSparse *A)
{
    double *y = malloc (sizeof *y * (size_t)(A->m + A->n)), *sum = y + A->m;
    int told = 0;

    assert_int_equal (r->rank + redundant_rows (r), A->m);
    assert_true (r->least > TOL && r->largest < 1e4 * TOL);
    for (int i = 0; i < A->m && told < 5; i++) {
        double size = 0;
        if (! r->redundant[i])
            continue;
        told++;
        assert_int_equal (geoms_sparse_rank_combination (r, i, y), 0);
        assert_true (y[i] == 1);
        for (int k = 0; k < A->m; k++)
            assert_true (k == i || y[k] == 0 || ! r->redundant[k]);
        memset (sum, 0, sizeof *sum * (size_t)A->n);
        geoms_sparse_multiply_transposed (A, 1, y, sum);
        for (int j = 0; j < A->n; j++)
            for (int k = A->start[j]; k < A->start[j + 1]; k++)
                size = fmax (size, fabs (A->value[k] * y[A->row[k]]));
        for (int j = 0; j < A->n; j++)
            assert_true (fabs (sum[j]) <= 1e-10 * size);
    }
    free (y);
}

/* rows of few entries and of very different sizes, then combinations of some of them, shuffled */
static void planted_dependencies_are_found (void **state)
{
    unsigned seed = 1;

    (void)state;
    for (int trial = 0; trial < 200; trial++) {
        const int n = 4 + below (MOST - 4, &seed), free_rows = 1 + below (n, &seed);
        const int m = free_rows + below (MOST - free_rows + 1, &seed);
        double A[MOST * MOST] = {0};
        GeomsArena arena = {0};
        GeomsSparseRank r;

        for (int i = 0; i < free_rows; i++)
            for (int k = 0; k < 4; k++)
                A[i + below (n, &seed) * m] = noise (&seed);
        for (int i = free_rows; i < m; i++)
            for (int k = 0; k < 3; k++) {
                const int from = below (i, &seed);
                const double factor = noise (&seed);
                for (int j = 0; j < n; j++)
                    A[i + j * m] += factor * A[from + j * m];
            }
        for (int i = m - 1; i > 0; i--) {
            const int with = below (i + 1, &seed);
            for (int j = 0; j < n; j++) {
                const double a = A[i + j * m];
                A[i + j * m] = A[with + j * m];
                A[with + j * m] = a;
            }
        }
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                A[i + j * m] *= pow (10, trial % 3 * (i % 7 - 3));
        const GeomsSparse S = sparse_of (m, n, A, &arena);
        assert_int_equal (geoms_sparse_rank_find (&r, &S, TOL), 0);
        assert_int_equal (r.rank, dense_rank (m, n, A, TOL));
        is_consistent (&r, &S);
        geoms_sparse_rank_free (&r);
        geoms_arena_free (&arena);
    }
}

/* [.. a ..; .. a + angle b ..] counts twice as long as the angle exceeds tol, and so does its square
 * root of eps: nothing is squared */
static void nearly_parallel_rows_count (void **state)
{
    const int n = 30, m = 20;
    unsigned seed = 2;

    (void)state;
    for (double angle = 1e-5; angle > 1e-10; angle /= 10) {
        double A[MOST * MOST] = {0};
        GeomsArena arena = {0};
        GeomsSparseRank r;

        for (int i = 0; i < m; i++)
            for (int j = i; j < i + 4; j++)
                A[i + j * m] = noise (&seed);
        for (int j = 0; j < n; j++)
            A[7 + j * m] = 1e3 * A[3 + j * m] + (j == 12 ? 1e3 * angle : 0);
        const GeomsSparse S = sparse_of (m, n, A, &arena);
        assert_int_equal (geoms_sparse_rank_find (&r, &S, TOL), 0);
        assert_int_equal (r.rank, m);
        assert_true (r.least < 3 * angle && r.least > angle / 100);
        geoms_sparse_rank_free (&r);
        assert_int_equal (geoms_sparse_rank_find (&r, &S, 10 * angle), 0);
        assert_int_equal (r.rank, m - 1);
        assert_int_equal (r.redundant[3] + r.redundant[7], 1);
        geoms_sparse_rank_free (&r);
        geoms_arena_free (&arena);
    }
}

static void rows_that_say_nothing_are_redundant (void **state)
{
    const double A[] = {0, 1, NAN, 0, /**/ 0, 2, 1, 1e-200, /**/ 0, 0, 1, 0};
    GeomsArena arena = {0};
    GeomsSparse S = sparse_of (4, 3, A, &arena), none = {0};
    const int start[4] = {0};
    GeomsSparseRank r;

    (void)state;
    assert_int_equal (geoms_sparse_rank_find (&r, &S, TOL), 0);
    assert_int_equal (r.rank, 2);
    assert_true (r.redundant[0] && ! r.redundant[1] && r.redundant[2] && ! r.redundant[3]);
    geoms_sparse_rank_free (&r);
    none.start = start;
    for (none.m = 0; none.m < 3; none.m += 2)
        for (none.n = 0; none.n < 4; none.n += 3) {
            assert_int_equal (geoms_sparse_rank_find (&r, &none, TOL), 0);
            assert_true (r.rank == 0 && redundant_rows (&r) == none.m);
            geoms_sparse_rank_free (&r);
        }
    geoms_arena_free (&arena);
}

/* C of rods where they start */
static GeomsSparse matrix_of (Rods *r, GeomsArena *arena)
{
    const GeomsModel *model = &r->model;
    const GeomsPattern *p = &model->patterns.C;
    const int m = model->dims.nl, n = model->dims.nv, size = p->start[n] + 4 * (m + n);
    double *x = geoms_arena_reals (arena, (size_t)(m + 2 * n));
    double *column = geoms_arena_reals (arena, (size_t)size);
    const double t = 0;

    memcpy (x + m + n, r->place, sizeof *x * (size_t)n);
    assert_int_equal (model->parts (1, &t, x, m + 2 * n, column, size, r), 0);
    return (GeomsSparse){.m = m,
                         .n = n,
                         .start = p->start,
                         .row = p->row,
                         .value = column + geoms_pattern_places (model, 0).C};
}

/* -> numbers in R for each row */
static double fill_of (RodsPlan plan, int redundant)
{
    Rods *rods = rods_new (&plan);
    GeomsArena arena = {0};
    GeomsSparseRank r;
    double fill;

    assert_non_null (rods);
    const GeomsSparse C = matrix_of (rods, &arena);
    assert_int_equal (geoms_sparse_rank_find (&r, &C, TOL), 0);
    assert_int_equal (redundant_rows (&r), redundant);
    is_consistent (&r, &C);
    fill = r.entries / C.m;

    geoms_sparse_rank_free (&r);
    geoms_arena_free (&arena);
    rods_free (rods);
    rods_plan_free (&plan);
    return fill;
}

/* numbers in R: as many as the chain has; as a lattice is wide, or the logarithm of that with KLU's
 * order, for each of its rows */
static void large_systems_stay_sparse (void **state)
{
    const int have = geoms_sparse_lu_have ();

    (void)state;
    assert_true (fill_of (rods_chain (10000, 0.5), 0) < 4);
    assert_true (fill_of (rods_lattice (40, 125, 0), 0) < (have ? 30 : 100));
    assert_true (fill_of (rods_lattice (70, 70, 1), 71) < (have ? 30 : 140));
    assert_true (fill_of (rods_lattice (5000, 1, 1), 5001) < 4);
}

/* the k-th allocation fails: it is told, and nothing is lost */
static void no_memory (void **state)
{
    RodsPlan plan = rods_lattice (4, 3, 1);
    Rods *rods = rods_new (&plan);
    GeomsArena arena = {0};
    const GeomsSparse C = matrix_of (rods, &arena);
    const long before = outstanding;
    int told = 1;

    (void)state;
    for (long k = 1; told; k++) {
        GeomsSparseRank r;

        fail_after (k, 0);
        told = geoms_sparse_rank_find (&r, &C, TOL) != 0;
        assert_int_equal (told, failures > 0);
        fail_no_more ();
        if (! told) {
            fail_after (1, 0);
            assert_int_equal (geoms_sparse_rank_combination (&r, 0, C.value), -1);
            fail_no_more ();
        }
        geoms_sparse_rank_free (&r);
        assert_true (outstanding == before);
        assert_true (k < 1000);
    }
    geoms_arena_free (&arena);
    rods_free (rods);
    rods_plan_free (&plan);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (planted_dependencies_are_found),
        cmocka_unit_test (nearly_parallel_rows_count),
        cmocka_unit_test (rows_that_say_nothing_are_redundant),
        cmocka_unit_test (large_systems_stay_sparse),
        cmocka_unit_test (no_memory),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
