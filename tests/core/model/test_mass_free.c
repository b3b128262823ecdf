/* test_mass_free.c - M on ker C by sparse factors: as by dense ones for random M of given ranks, rows
 * that hold what has no mass or do not; directions, words, no memory
 */
#include "model/mass_free.h"
#include "test.h"

enum { NV = 12, NL = 3, MOST = NV * NV };

typedef struct Setting {
    GeomsModel model;
    int start_M[NV + 1], row_M[MOST], start_C[NV + 1], row_C[MOST];
    double M[MOST], C[MOST], dense_M[NV * NV], dense_C[NL * NV];
    GeomsMassFree look;
    GeomsArena arena;
} Setting;

/* blocks of three on the diagonal of M, or a diagonal; rows of C over two blocks each */
static void patterns (Setting *s, int diagonal)
{
    memset (s, 0, sizeof *s);
    for (int j = 0; j < NV; j++) {
        s->start_M[j + 1] = s->start_M[j];
        s->start_C[j + 1] = s->start_C[j];
        for (int i = 0; i < NV; i++)
            if (i == j || (! diagonal && i / 3 == j / 3))
                s->row_M[s->start_M[j + 1]++] = i;
        for (int i = 0; i < NL; i++)
            if (j / 3 == i || j / 3 == i + 1)
                s->row_C[s->start_C[j + 1]++] = i;
    }
    s->model.dims = (GeomsDims){.np = NV, .nv = NV, .nl = NL};
    s->model.patterns.M = (GeomsPattern){s->start_M, s->row_M};
    s->model.patterns.C = (GeomsPattern){s->start_C, s->row_C};
    geoms_mass_free_create (&s->look, &s->model, &s->arena);
}

/* M = sum of sign r r' of each block: `lost` of them are 0 or, with `sign` -1, negative */
static void values (Setting *s, int diagonal, int lost, double sign, unsigned *seed)
{
    memset (s->dense_M, 0, sizeof s->dense_M);
    memset (s->dense_C, 0, sizeof s->dense_C);
    for (int l = 0; l < NV; l++) {
        const double size = l < lost ? sign : 1;
        double r[NV] = {0};

        for (int i = 3 * (l / 3); i < 3 * (l / 3) + 3; i++)
            r[i] = diagonal ? i == l : noise (seed);
        for (int i = 0; i < NV; i++)
            for (int j = 0; j < NV; j++)
                s->dense_M[i + j * NV] += size * r[i] * r[j];
    }
    for (int j = 0; j < NV; j++) {
        for (int k = s->start_M[j]; k < s->start_M[j + 1]; k++)
            s->M[k] = s->dense_M[s->row_M[k] + j * NV];
        for (int k = s->start_C[j]; k < s->start_C[j + 1]; k++)
            s->C[k] = s->dense_C[s->row_C[k] + j * NL] = noise (seed);
    }
}

/* M q = 0 and C q = 0, which[k] tells the others apart */
static void check_column (const Setting *s, int k)
{
    double q[NV];

    geoms_mass_free_column (&s->look, k, q);
    for (int l = 0; l < s->look.nq; l++)
        assert_true (fabs (q[s->look.which[l]] - (l == k)) < 1e-6);
    for (int i = 0; i < NV + NL; i++) {
        double sum = 0, size = 0;

        for (int j = 0; j < NV; j++) {
            const double term = (i < NV ? s->dense_M[i + j * NV] : s->dense_C[i - NV + j * NL]) * q[j];
            sum += term;
            size += fabs (q[j]);
        }
        assert_true (fabs (sum) < 1e-6 * size);
    }
}

static void as_by_dense_factors (void **state)
{
    unsigned seed = 5;
    int seen[3] = {0}, refused = 0;

    (void)state;
    for (int i = 0; i < 600; i++) {
        const int diagonal = i % 2, lost = i / 2 % 7;
        static Setting s;
        GeomsArena arena = {0};
        GeomsMass dense = {0};
        int status;

        patterns (&s, diagonal);
        values (&s, diagonal, lost, i % 5 == 4 ? -0.3 : 0, &seed);
        assert_int_equal (geoms_mass_create (&dense, NV, NL, &arena), 0);
        status = geoms_mass_factor (&dense, s.dense_M, s.dense_C, NL, diagonal);
        assert_int_equal (geoms_mass_free_look (&s.look, s.M, s.C), status);
        if (status == 0) {
            assert_int_equal (s.look.singular, dense.singular);
            assert_int_equal (s.look.nq, dense.singular == GEOMS_MASS_FREE ? dense.nq : 0);
            for (int k = 0; k < s.look.nq; k++)
                check_column (&s, k);
            seen[dense.singular]++;
        } else {
            double value = 0;

            for (int k = 0; k < NV * NV; k++)
                value += s.look.direction[k % NV] * s.dense_M[k] * s.look.direction[k / NV];
            assert_true (s.look.value < 0 && fabs (value - s.look.value) < 1e-9);
            refused++;
        }
        geoms_arena_free (&arena);
        geoms_arena_free (&s.arena);
    }
    print_message ("regular %d, held %d, free %d, refused %d\n", seen[0], seen[1], seen[2], refused);
    assert_true (seen[0] > 50 && seen[1] > 50 && seen[2] > 50 && refused > 50);
}

static void what_is_refused_is_named (void **state)
{
    static Setting s;
    GeomsReport report = {0};
    unsigned seed = 3;

    (void)state;
    patterns (&s, 1);
    values (&s, 1, 1, 0, &seed);
    s.M[11] = -2;
    s.C[s.start_C[11]] = 0;
    assert_int_equal (geoms_mass_free_look (&s.look, s.M, s.C), GEOMS_MASS_INDEFINITE);
    assert_int_equal (geoms_mass_free_refused (&s.look, GEOMS_MASS_INDEFINITE, 0.25, &report),
                      GEOMS_MASS_INDEFINITE);
    assert_non_null (strstr (report.text, "at t = 0.25: v'*M*v = -2 for v(12) = 1"));
    geoms_arena_free (&s.arena);
}

/* an entry that is not that of the other triangle, by more than rounding, or has none there */
static void both_triangles_are_the_same (void **state)
{
    static Setting s;
    GeomsReport report = {0};
    unsigned seed = 3;

    (void)state;
    for (int missing = 0; missing < 2; missing++) {
        patterns (&s, 0);
        values (&s, 0, 0, 0, &seed);
        if (missing) { /* (2, 1) is none of the pattern */
            s.row_M[1] = 2;
            for (int k = 2; k < s.start_M[NV] - 1; k++) {
                s.row_M[k] = s.row_M[k + 1];
                s.M[k] = s.M[k + 1];
            }
            for (int j = 1; j <= NV; j++)
                s.start_M[j]--;
            s.M[1] = s.dense_M[2];
        } else {
            s.M[1] *= 1 + 1e-15;
            assert_int_equal (geoms_mass_free_look (&s.look, s.M, s.C), 0);
            s.M[1] = s.dense_M[1] + 0.1;
        }
        assert_int_equal (geoms_mass_free_look (&s.look, s.M, s.C), GEOMS_MASS_UNSYMMETRIC);
        geoms_mass_free_refused (&s.look, GEOMS_MASS_UNSYMMETRIC, 0.25, &report);
        assert_int_equal (report.status, GEOMS_MASS_UNSYMMETRIC);
        assert_non_null (strstr (report.text, missing ? "not symmetric at t = 0.25: M(1,2) = "
                                                      : "not symmetric at t = 0.25: M(2,1) = "));
        geoms_arena_free (&s.arena);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (as_by_dense_factors),
                                       cmocka_unit_test (what_is_refused_is_named),
                                       cmocka_unit_test (both_triangles_are_the_same)};

    return cmocka_run_group_tests (tests, NULL, NULL);
}
