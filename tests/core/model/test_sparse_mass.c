/* test_sparse_mass.c - division by M: large ones by sparse factors, as by dense ones; singular M that
 * constraints hold, and that nothing holds; no memory
 */
/* link: wrap-malloc */
#include "failing.h"
#include "model/sparse_mass.h"
#include "test.h"

enum { NV = 150, NL = 12, WIDTH = 3, MOST_M = NV * (2 * WIDTH + 1), MOST_C = 3 * NL };

/* M = band, C = rows of three entries */
typedef struct Setting {
    GeomsModel model;
    int start_M[NV + 1], row_M[MOST_M], start_C[NV + 1], row_C[MOST_C];
    double M[MOST_M], C[MOST_C], gamma[NL], f[NV];
    double dense_M[NV * NV], dense_C[NL * NV];
    GeomsSparseMass division;
    GeomsArena arena;
} Setting;

static void patterns (Setting *s)
{
    for (int j = 0; j < NV; j++) {
        s->start_M[j + 1] = s->start_M[j];
        s->start_C[j + 1] = s->start_C[j];
        for (int i = geoms_int_max (j - WIDTH, 0); i <= geoms_int_min (j + WIDTH, NV - 1); i++)
            s->row_M[s->start_M[j + 1]++] = i;
        for (int i = 0; i < NL; i++)
            if (j >= 12 * i && j < 12 * i + 3)
                s->row_C[s->start_C[j + 1]++] = i;
    }
}

/* M = L L', L = a lower band; `light` columns of it vanish: the last ones of 12, which no row holds, or
 * the first ones, which are held */
static void values (Setting *s, int light, int held, unsigned *seed)
{
    static double L[NV * NV];

    memset (L, 0, sizeof L);
    for (int j = 0; j < NV; j++) {
        const int gone = j / 12 < light && j % 12 == (held ? 0 : 11);
        for (int i = j; i <= geoms_int_min (j + WIDTH, NV - 1) && ! gone; i++)
            L[i + j * NV] = i == j                      ? 2 + noise (seed)
                            : i % 12 == (held ? 0 : 11) ? 0
                                                        : noise (seed);
    }
    memset (s->dense_M, 0, sizeof s->dense_M);
    memset (s->dense_C, 0, sizeof s->dense_C);
    for (int j = 0; j < NV; j++) {
        for (int k = s->start_M[j]; k < s->start_M[j + 1]; k++) {
            const int i = s->row_M[k];
            s->M[k] = 0;
            for (int l = 0; l < NV; l++)
                s->M[k] += L[i + l * NV] * L[j + l * NV];
            s->dense_M[i + j * NV] = s->M[k];
        }
        for (int k = s->start_C[j]; k < s->start_C[j + 1]; k++)
            s->C[k] = s->dense_C[s->row_C[k] + j * NL] = noise (seed) + 2;
    }
    fill_noise (NL, s->gamma, seed);
    fill_noise (NV, s->f, seed);
}

static Setting *setting (int structure)
{
    Setting *s = calloc (1, sizeof *s);

    assert_non_null (s);
    patterns (s);
    s->model.dims = (GeomsDims){.nv = NV, .np = NV, .nl = NL};
    s->model.mass_structure = structure;
    s->model.patterns.M = (GeomsPattern){s->start_M, s->row_M};
    s->model.patterns.C = (GeomsPattern){s->start_C, s->row_C};
    geoms_sparse_mass_create (&s->division, &s->model, 0, &s->arena);
    return s;
}

static void end (Setting *s)
{
    geoms_sparse_mass_free (&s->division);
    geoms_arena_free (&s->arena);
    free (s);
}

static int divide (Setting *s, double *a)
{
    memcpy (a, s->f, sizeof s->f);
    return geoms_sparse_mass_divide (&s->division, s->M, s->C, s->gamma, a);
}

/* by mass.h */
static void divide_dense (const Setting *s, double *a)
{
    GeomsArena arena = {0};
    GeomsMass mass = {0};

    assert_int_equal (geoms_mass_create (&mass, NV, NL, &arena), 0);
    assert_int_equal (geoms_mass_factor (&mass, s->dense_M, s->dense_C, NL, 0), 0);
    memcpy (a, s->f, sizeof s->f);
    geoms_mass_solve (&mass, s->gamma, a);
    geoms_arena_free (&arena);
}

static void as_dense (Setting *s, double limit)
{
    double a[NV], expected[NV];

    divide_dense (s, expected);
    assert_int_equal (divide (s, a), 0);
    assert_true (distance (a, expected, 0, NV) < limit);
    memcpy (a, s->f, sizeof a);
    geoms_sparse_mass_again (&s->division, s->M, s->gamma, a);
    assert_true (distance (a, expected, 0, NV) < limit);
}

static int is_sparse (const Setting *s) { return ! s->division.dense; }

static void large_masses_are_not_made_dense (void **state)
{
    unsigned seed = 1;
    Setting *s = setting (GEOMS_MASS_FULL);

    (void)state;
    for (int trial = 0; trial < 10; trial++) {
        values (s, 0, 0, &seed);
        as_dense (s, 1e-11);
        assert_false (geoms_sparse_mass_singular (&s->division));
        assert_int_equal (is_sparse (s), geoms_sparse_lu_have ());
    }
    end (s);
}

/* constant ones once */
static void constant_masses_are_factored_once (void **state)
{
    unsigned seed = 2;
    Setting *s = setting (GEOMS_MASS_CONSTANT);

    (void)state;
    values (s, 0, 0, &seed);
    for (int trial = 0; trial < 3; trial++) {
        fill_noise (NV, s->f, &seed);
        as_dense (s, 1e-11);
    }
    if (geoms_sparse_lu_have ()) {
        const GeomsSparseLUCounts counts = geoms_sparse_lu_counts (s->division.of_M);
        assert_true (counts.factorisations == 1 && counts.refactorisations == 0
                     && s->division.kept);
    }
    end (s);
}

/* massless coordinates that rows hold: M + C'W C; those that nothing holds are for dense factors. Then
 * M is regular again. */
static void singular_masses (void **state)
{
    unsigned seed = 3;
    Setting *s = setting (GEOMS_MASS_FULL);

    (void)state;
    for (int light = 1; light < 5; light++) {
        values (s, light, 1, &seed);
        as_dense (s, 1e-9);
        assert_true (geoms_sparse_mass_singular (&s->division));
        assert_int_equal (is_sparse (s), geoms_sparse_lu_have ());
    }
    values (s, 2, 0, &seed);
    as_dense (s, 1e-9);
    assert_true (geoms_sparse_mass_singular (&s->division) && ! is_sparse (s));
    values (s, 0, 0, &seed);
    as_dense (s, 1e-11);
    assert_false (geoms_sparse_mass_singular (&s->division));
    end (s);
}

/* without anything dense, where there are sparse factors */
static void positive_masses (void **state)
{
    unsigned seed = 5;
    Setting *s = setting (GEOMS_MASS_CONSTANT);

    (void)state;
    values (s, 0, 0, &seed);
    assert_int_equal (geoms_sparse_mass_positive (&s->division, s->M), 1);
    assert_int_equal (is_sparse (s), geoms_sparse_lu_have ());
    as_dense (s, 1e-11);
    for (int k = s->start_M[70]; k < s->start_M[71]; k++)
        if (s->row_M[k] == 70)
            s->M[k] -= 40;
    assert_int_equal (geoms_sparse_mass_positive (&s->division, s->M), 0);
    values (s, 1, 1, &seed);
    assert_int_equal (geoms_sparse_mass_positive (&s->division, s->M), 0);
    assert_int_equal (is_sparse (s), geoms_sparse_lu_have ());
    end (s);
}

/* the k-th allocation fails: it is told, or done without; nothing is lost */
static void no_memory (void **state)
{
    unsigned seed = 4;
    const long before = outstanding;
    int missed = 1, told = 0;

    (void)state;
    for (long k = 1; missed; k++) {
        Setting *s = setting (GEOMS_MASS_FULL);
        double a[NV];
        int status;

        values (s, 2, 1, &seed);
        fail_after (k, 1);
        status = divide (s, a);
        missed = failures;
        fail_no_more ();
        assert_true (status == 0 || (status == GEOMS_NO_MEMORY && missed));
        told += status != 0;
        end (s);
        assert_true (outstanding == before);
        assert_true (k < 1000);
    }
    assert_true (told > 3);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (large_masses_are_not_made_dense),
        cmocka_unit_test (constant_masses_are_factored_once),
        cmocka_unit_test (singular_masses),
        cmocka_unit_test (positive_masses),
        cmocka_unit_test (no_memory),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
