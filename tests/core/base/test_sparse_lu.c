/* test_sparse_lu.c - real and complex solutions against those of dense factors; kept and new pivots,
 * singular matrices, refinement, no memory in the core and in KLU
 */
/* link: wrap-malloc */
#include "base/linalg.h"
#include "base/sparse.h"
#include "base/sparse_lu.h"
#include "failing.h"
#include "models/rods.h"
#include "test.h"

#ifdef GEOMS_HAVE_KLU
#include <SuiteSparse_config.h>
#endif

enum { MOST = 40 };

/* a square pattern with all of its diagonal, and complex values */
typedef struct System {
    int n;
    GeomsSparse A;
    double *z;
    GeomsArena arena;
} System;

static void values_at_random (System *s, unsigned *seed)
{
    for (int k = 0; k < geoms_sparse_count (&s->A); k++) {
        s->A.value[k] = s->z[2 * k] = noise (seed);
        s->z[2 * k + 1] = noise (seed);
    }
}

static void diagonal_is (System *s, double re, double im)
{
    for (int i = 0; i < s->n; i++) {
        const int k = geoms_sparse_find (&s->A, i, i);
        s->A.value[k] = s->z[2 * k] = re;
        s->z[2 * k + 1] = im;
    }
}

static System system_at_random (int n, int more, unsigned *seed)
{
    System s = {.n = n};
    GeomsSparseBuilder b;

    geoms_builder_begin (&b, n, n, &s.arena);
    for (int i = 0; i < n; i++)
        geoms_builder_add (&b, i, i, 0);
    for (int k = 0; k < more; k++)
        geoms_builder_add (&b, (int)((noise (seed) + 1) / 2 * (n - 1) + 0.5),
                           (int)((noise (seed) + 1) / 2 * (n - 1) + 0.5), 0);
    assert_int_equal (geoms_builder_finish (&b, &s.A, NULL), 0);
    geoms_builder_free (&b);
    s.z = geoms_arena_reals (&s.arena, 2 * (size_t)geoms_sparse_count (&s.A));
    values_at_random (&s, seed);
    return s;
}

static GeomsSparseLU *factors_of (const System *s)
{
    GeomsSparseLU *lu = geoms_sparse_lu_create (s->n, s->A.start, s->A.row);

    assert_non_null (lu);
    return lu;
}

/* the dense solution in place of b, and of bi if that is given */
static void solve_dense (const System *s, double *b, double *bi)
{
    GeomsArena arena = {0};
    GeomsFactor f;
    const int n = s->n;

    geoms_factor_create (&f, n, bi != NULL, 0, &arena);
    memset (f.re, 0, sizeof (double) * (size_t)(n * n));
    for (int j = 0; j < n; j++)
        for (int k = s->A.start[j]; k < s->A.start[j + 1]; k++) {
            f.re[s->A.row[k] + j * n] = bi == NULL ? s->A.value[k] : s->z[2 * k];
            if (bi != NULL)
                f.im[s->A.row[k] + j * n] = s->z[2 * k + 1];
        }
    assert_int_equal (geoms_factor (&f), 0);
    geoms_factor_solve (&f, b, bi);
    geoms_arena_free (&arena);
}

/* the largest error of `columns` solutions in slot 0 or a complex one, relative to their size */
static double error_of (const System *s, GeomsSparseLU *lu, int slot, int columns, unsigned *seed)
{
    const int n = s->n, parts = slot == 0 ? 1 : 2, ld = parts * (n + 3);
    double x[3 * 2 * (MOST + 3)], y[3 * 2 * (MOST + 3)], re[MOST], im[MOST], worst = 0, size = 0;

    fill_noise ((size_t)(columns * ld), x, seed);
    memcpy (y, x, sizeof y);
    geoms_sparse_lu_solve (lu, slot, columns, x, ld);
    for (int c = 0; c < columns; c++) {
        const double *b = y + c * ld, *found = x + c * ld;
        for (int i = 0; i < n; i++) {
            re[i] = b[parts * i];
            im[i] = b[parts * i + parts - 1];
        }
        solve_dense (s, re, slot == 0 ? NULL : im);
        for (int i = 0; i < n; i++) {
            size = fmax (size, fabs (re[i]));
            worst = fmax (worst, fabs (found[parts * i] - re[i]));
            if (slot > 0)
                worst = fmax (worst, fabs (found[2 * i + 1] - im[i]));
        }
        for (int i = parts * n; i < ld; i++)
            assert_true (found[i] == b[i]); /* what lies between the columns */
    }
    return worst / size;
}

static const double *values_of (const System *s, int slot) { return slot == 0 ? s->A.value : s->z; }

static void new_slots_at (System *s, GeomsSparseLU *lu, double limit, unsigned *seed)
{
    for (int slot = 3; slot >= 0; slot--) {
        assert_int_equal (geoms_sparse_lu_factor (lu, slot, values_of (s, slot), 0), 0);
        assert_true (error_of (s, lu, slot, 3, seed) < limit);
    }
}

static void solutions_are_those_of_dense_factors (void **state)
{
    unsigned seed = 1;

    (void)state;
    for (int trial = 0; trial < 60; trial++) {
        const int n = 1 + trial % MOST;
        System s = system_at_random (n, trial % 7 * n / 2, &seed);
        GeomsSparseLU *lu = factors_of (&s);

        diagonal_is (&s, 3, trial % 2);
        new_slots_at (&s, lu, 1e-10, &seed);
        assert_int_equal (geoms_sparse_lu_counts (lu).factorisations, 4);
        assert_true (geoms_sparse_lu_counts (lu).entries == geoms_sparse_count (&s.A));
        assert_true (geoms_sparse_lu_counts (lu).factors >= n);
        geoms_sparse_lu_free (lu);
        geoms_arena_free (&s.arena);
    }
}

/* pivots are kept for values that change a little, as often as one likes, unless new ones are asked
 * for */
static void pivots_are_kept (void **state)
{
    unsigned seed = 2;
    System s = system_at_random (30, 90, &seed);
    GeomsSparseLU *lu = factors_of (&s);
    GeomsSparseLUCounts counts;

    (void)state;
    new_slots_at (&s, lu, 1e-9, &seed);
    for (int trial = 0; trial < 20; trial++) {
        for (int k = 0; k < geoms_sparse_count (&s.A); k++) {
            s.A.value[k] += 1e-3 * noise (&seed);
            s.z[2 * k] = s.A.value[k];
            s.z[2 * k + 1] += 1e-3 * noise (&seed);
        }
        new_slots_at (&s, lu, 1e-9, &seed);
    }
    counts = geoms_sparse_lu_counts (lu);
    assert_int_equal (counts.analyses, 1);
    assert_int_equal (counts.factorisations, 4);
    assert_int_equal (counts.refactorisations, 80);
    assert_int_equal (geoms_sparse_lu_factor (lu, 2, s.z, 1), 0);
    counts = geoms_sparse_lu_counts (lu);
    assert_int_equal (counts.factorisations, 5);
    assert_int_equal (counts.refactorisations, 80);
    geoms_sparse_lu_free (lu);
    geoms_arena_free (&s.arena);
}

/* a diagonal that was large vanishes: kept pivots would lose all digits, or be zero; new ones lose no
 * more than those of a matrix that is factored for the first time */
static void pivots_that_do_not_serve_are_replaced (void **state)
{
    const double small[] = {1e-5, 1e-9, 1e-14, 0};
    unsigned seed = 3;
    int solved = 0;

    (void)state;
    for (int trial = 0; trial < 40; trial++) {
        System s = system_at_random (MOST, 3 * MOST, &seed);
        GeomsSparseLU *lu = factors_of (&s);

        diagonal_is (&s, 10, 10);
        new_slots_at (&s, lu, 1e-12, &seed);
        diagonal_is (&s, small[trial % 4], small[trial % 4]);
        for (int slot = 0; slot < 2; slot++) {
            const int status = geoms_sparse_lu_factor (lu, slot, values_of (&s, slot), 0);
            GeomsSparseLU *fresh = factors_of (&s);
            unsigned same = seed;
            assert_int_equal (status,
                              geoms_sparse_lu_factor (fresh, slot, values_of (&s, slot), 0));
            if (status == 0)
                assert_true (error_of (&s, lu, slot, 2, &seed)
                             < 1e3 * (1e-14 + error_of (&s, fresh, slot, 2, &same)));
            solved += status == 0;
            geoms_sparse_lu_free (fresh);
        }
        geoms_sparse_lu_free (lu);
        geoms_arena_free (&s.arena);
    }
    assert_true (solved > 40);
}

static void singular_matrices_are_told (void **state)
{
    unsigned seed = 4;
    System s = system_at_random (MOST, 2 * MOST, &seed);
    GeomsSparseLU *lu = factors_of (&s), *empty;
    const int start[] = {0, 2, 2}, row[] = {0, 1};

    (void)state;
    empty = geoms_sparse_lu_create (2, start, row); /* an empty column */
    assert_non_null (empty);
    assert_int_equal (geoms_sparse_lu_factor (empty, 0, s.A.value, 0), 1);
    assert_int_equal (geoms_sparse_lu_counts (empty).analyses, 0);
    geoms_sparse_lu_free (empty);
    assert_null (geoms_sparse_lu_create (0, start, row));
    for (int slot = 0; slot < 2; slot++) {
        double *values = slot == 0 ? s.A.value : s.z;
        const int parts = 1 + slot, column = s.A.start[7];
        const size_t size = sizeof (double) * (size_t)(parts * (s.A.start[8] - column));
        double kept[2 * MOST];

        diagonal_is (&s, 5, 0);
        assert_int_equal (geoms_sparse_lu_factor (lu, slot, values, 0), 0);
        memcpy (kept, values + parts * column, size);
        memset (values + parts * column, 0, size);
        assert_int_equal (geoms_sparse_lu_factor (lu, slot, values, 0), 1);
        assert_int_equal (geoms_sparse_lu_factor (lu, slot, values, 1), 1);
        memcpy (values + parts * column, kept, size);
        values[parts * column] = NAN;
        assert_int_equal (geoms_sparse_lu_factor (lu, slot, values, 0), 1);
        values[parts * column] = INFINITY;
        assert_int_equal (geoms_sparse_lu_factor (lu, slot, values, 0), 1);
        memcpy (values + parts * column, kept, size);
        assert_int_equal (geoms_sparse_lu_factor (lu, slot, values, 0), 0);
        assert_true (error_of (&s, lu, slot, 1, &seed) < 1e-12);
    }
    geoms_sparse_lu_free (lu);
    geoms_arena_free (&s.arena);
}

/* factors of values that were others: the sweeps find the solution of the last ones only, and omega
 * tells. Here rows are of very different sizes. */
static void refinement_reaches_rounding (void **state)
{
    unsigned seed = 5;

    (void)state;
    for (int trial = 0; trial < 40; trial++) {
        System s = system_at_random (MOST, 3 * MOST, &seed);
        GeomsSparseLU *lu = factors_of (&s);

        for (int k = 0; k < geoms_sparse_count (&s.A); k++) {
            const double scale = pow (10, s.A.row[k] % 9 - 4);
            s.A.value[k] *= scale;
            s.z[2 * k] *= scale;
            s.z[2 * k + 1] *= scale;
        }
        for (int slot = 0; slot < 2; slot++) {
            const int parts = 1 + slot;
            double b[2 * MOST], x[2 * MOST], re[MOST], im[MOST];

            fill_noise (2 * MOST, b, &seed);
            memcpy (x, b, sizeof b);
            assert_int_equal (geoms_sparse_lu_factor (lu, slot, values_of (&s, slot), 0), 0);
            assert_true (geoms_sparse_lu_solve_refined (lu, slot, x) < 1e-9);
            for (int i = 0; i < MOST; i++) { /* the residual is rounding */
                re[i] = b[parts * i];
                im[i] = slot == 0 ? 0 : b[2 * i + 1];
            }
            double size[MOST] = {0};
            for (int j = 0; j < MOST; j++)
                for (int k = s.A.start[j]; k < s.A.start[j + 1]; k++) {
                    const int i = s.A.row[k];
                    const double ar = slot == 0 ? s.A.value[k] : s.z[2 * k];
                    const double ai = slot == 0 ? 0 : s.z[2 * k + 1];
                    const double xr = x[parts * j], xi = slot == 0 ? 0 : x[2 * j + 1];
                    re[i] -= ar * xr - ai * xi;
                    im[i] -= ar * xi + ai * xr;
                    size[i] += (fabs (ar) + fabs (ai)) * (fabs (xr) + fabs (xi));
                }
            for (int i = 0; i < MOST; i++)
                assert_true (fabs (re[i]) + fabs (im[i]) < 4e-15 * (1 + size[i]));
        }
        geoms_sparse_lu_free (lu);
        geoms_arena_free (&s.arena);
    }
}

/* a row without right-hand side among unknowns that are rounding does not count as wrong */
static void rows_of_rounding_do_not_count (void **state)
{
    const int start[] = {0, 2, 4, 6}, row[] = {0, 2, 1, 2, 1, 2};
    const double values[] = {1, 1.0 / 3, 1, 1, 1.0 / 3, 1};
    GeomsSparseLU *lu = geoms_sparse_lu_create (3, start, row);
    double x[] = {1, 1.0 / 7, 0};

    (void)state;
    assert_non_null (lu);
    assert_int_equal (geoms_sparse_lu_factor (lu, 0, values, 0), 0);
    assert_true (geoms_sparse_lu_solve_refined (lu, 0, x) < 1e-15);
    assert_true (fabs (x[1] + x[2] / 3 - 1.0 / 7) < 1e-15);
    geoms_sparse_lu_free (lu);
}

/* pivots of rows divided by their largest entries: units do not matter */
static void the_ratio_of_pivots_is_told (void **state)
{
    const int start[] = {0, 1, 3, 5}, row[] = {0, 1, 2, 1, 2};
    const double regular[] = {1e-9, 2, 1, 1, 2}, singular[] = {1e-9, 2, 1, 2, 1 + 1e-14};
    GeomsSparseLU *lu = geoms_sparse_lu_create (3, start, row);

    (void)state;
    assert_non_null (lu);
    for (int anew = 1; anew >= 0; anew--) {
        assert_int_equal (geoms_sparse_lu_factor (lu, 0, regular, anew), 0);
        assert_true (geoms_sparse_lu_ratio (lu, 0) > 0.1);
        assert_int_equal (geoms_sparse_lu_factor (lu, 0, singular, anew), 0);
        assert_true (geoms_sparse_lu_ratio (lu, 0) < 1e-13);
    }
    geoms_sparse_lu_free (lu);
}

/* [D C'; C - tiny] of a lattice of rods: pivots stand beside the diagonal */
static System saddle_of_lattice (int across, unsigned *seed)
{
    RodsPlan plan = rods_lattice (across, across, 0);
    Rods *r = rods_new (&plan);
    const GeomsPattern *C = &r->model.patterns.C;
    const int nv = r->model.dims.nv, n = nv + r->model.dims.nl;
    System s = {.n = n};
    GeomsSparseBuilder b;

    geoms_builder_begin (&b, n, n, &s.arena);
    for (int i = 0; i < n; i++)
        geoms_builder_add (&b, i, i, 0);
    for (int j = 0; j < nv; j++)
        for (int k = C->start[j]; k < C->start[j + 1]; k++) {
            geoms_builder_add (&b, nv + C->row[k], j, 0);
            geoms_builder_add (&b, j, nv + C->row[k], 0);
        }
    assert_int_equal (geoms_builder_finish (&b, &s.A, NULL), 0);
    geoms_builder_free (&b);
    for (int k = 0; k < geoms_sparse_count (&s.A); k++)
        s.A.value[k] = noise (seed);
    for (int i = 0; i < n; i++)
        s.A.value[geoms_sparse_find (&s.A, i, i)] = i < nv ? 1 : -1e-8;
    rods_free (r);
    rods_plan_free (&plan);
    return s;
}

/* numbers in the factors grow like those of the matrix, and a logarithm, in the plane */
static void fill_is_moderate (void **state)
{
    unsigned seed = 8;
    double fill[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        System s = saddle_of_lattice (i == 0 ? 10 : 30, &seed);
        GeomsSparseLU *lu = factors_of (&s);
        GeomsSparseLUCounts counts;

        assert_int_equal (geoms_sparse_lu_factor (lu, 0, s.A.value, 0), 0);
        counts = geoms_sparse_lu_counts (lu);
        fill[i] = counts.factors / counts.entries;
        geoms_sparse_lu_free (lu);
        geoms_arena_free (&s.arena);
    }
    assert_true (fill[0] < 10 && fill[1] < 10);
}

#ifdef GEOMS_HAVE_KLU

static void let_klu_allocate_here (void)
{
#if SUITESPARSE_MAIN_VERSION >= 7
    SuiteSparse_config_malloc_func_set (malloc);
    SuiteSparse_config_calloc_func_set (calloc);
    SuiteSparse_config_realloc_func_set (realloc);
    SuiteSparse_config_free_func_set (free);
#else
    SuiteSparse_config.malloc_func = malloc;
    SuiteSparse_config.calloc_func = calloc;
    SuiteSparse_config.realloc_func = realloc;
    SuiteSparse_config.free_func = free;
#endif
}

/* the k-th allocation fails, once or for good: it is told, nothing is lost, and where memory is there
 * again the slot can be used again */
static void no_memory (void **state)
{
    unsigned seed = 6;
    System s = system_at_random (MOST, 3 * MOST, &seed);
    long before, told = 0;

    (void)state;
    let_klu_allocate_here ();
    diagonal_is (&s, 5, 1);
    before = outstanding;
    for (int good = 0; good < 2; good++)
        for (long k = 1, missed = 1; missed; k++) {
            int status = 0;
            fail_after (k, good);
            GeomsSparseLU *lu = geoms_sparse_lu_create (s.n, s.A.start, s.A.row);
            for (int slot = 0; slot < 3 && lu != NULL && status == 0; slot++)
                status = geoms_sparse_lu_factor (lu, slot, values_of (&s, slot), 0);
            missed = failures; /* one that fails may be one that KLU can do without */
            assert_true (status == 0 || status == -1);
            assert_true (missed || (lu != NULL && status == 0));
            told += lu == NULL || status != 0;
            fail_no_more ();
            if (lu != NULL)
                new_slots_at (&s, lu, 1e-12, &seed);
            geoms_sparse_lu_free (lu);
            assert_true (outstanding == before);
            assert_true (k < 200);
        }
    assert_true (told > 40);
    geoms_arena_free (&s.arena);
}

#endif

/* without KLU there are no factors, and nothing else happens */
static void nothing_without_klu (void **state)
{
    const int start[] = {0, 1}, row[] = {0};
    const double values[] = {1};
    double x[] = {1};

    (void)state;
    assert_null (geoms_sparse_lu_create (1, start, row));
    assert_int_equal (geoms_sparse_lu_factor (NULL, 0, values, 0), -1);
    geoms_sparse_lu_solve (NULL, 0, 1, x, 1);
    assert_true (geoms_sparse_lu_ratio (NULL, 0) == 0);
    assert_true (geoms_sparse_lu_solve_refined (NULL, 0, x) == 1 && x[0] == 1);
    assert_int_equal (geoms_sparse_lu_counts (NULL).analyses, 0);
    geoms_sparse_lu_free (NULL);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (solutions_are_those_of_dense_factors),
        cmocka_unit_test (pivots_are_kept),
        cmocka_unit_test (pivots_that_do_not_serve_are_replaced),
        cmocka_unit_test (singular_matrices_are_told),
        cmocka_unit_test (refinement_reaches_rounding),
        cmocka_unit_test (rows_of_rounding_do_not_count),
        cmocka_unit_test (the_ratio_of_pivots_is_told),
        cmocka_unit_test (fill_is_moderate),
#ifdef GEOMS_HAVE_KLU
        cmocka_unit_test (no_memory),
#endif
    };
    const struct CMUnitTest absent[] = {
        cmocka_unit_test (nothing_without_klu),
    };

    return geoms_sparse_lu_have () ? cmocka_run_group_tests (tests, NULL, NULL)
                                   : cmocka_run_group_tests (absent, NULL, NULL);
}
