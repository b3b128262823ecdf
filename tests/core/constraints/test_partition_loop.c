/* test_partition_loop.c - geoms_partition: one set of matrices in, everything out, or a report
 */
#include "base/linalg.h"
#include "test.h"

enum { MOST = 30 };

typedef struct Set {
    GeomsLoop loop;
    GeomsPartitioned found;
    GeomsReport report;
    double M[MOST * MOST], C[MOST * MOST], f[MOST], b1[MOST], b2[MOST], v[MOST];
    double v_new[MOST], a[MOST], lambda[MOST], J[MOST * MOST], theta[MOST], gamma[MOST];
    int independent[MOST], given[MOST];
} Set;

static void random_set (Set *s, int n, int m, unsigned seed)
{
    memset (s, 0, sizeof *s);
    fill_noise ((size_t)(n * n), s->M, &seed);
    fill_noise ((size_t)(m * n), s->C, &seed);
    fill_noise (MOST, s->f, &seed);
    fill_noise (MOST, s->b1, &seed);
    fill_noise (MOST, s->b2, &seed);
    fill_noise (MOST, s->v, &seed);
    for (int i = 0; i < n; i++)
        s->M[i * (n + 1)] += n;
    s->loop = (GeomsLoop){
        .n = n, .m = m, .M = s->M, .f = s->f, .C = s->C, .b1 = s->b1, .b2 = s->b2, .v = s->v};
    s->found = (GeomsPartitioned){.v = s->v_new,
                                  .a = s->a,
                                  .lambda = s->lambda,
                                  .J = s->J,
                                  .theta = s->theta,
                                  .gamma = s->gamma,
                                  .independent = s->independent};
}

static int solved (Set *s, int kind)
{
    const int status = geoms_partition (kind, &s->loop, &s->found, &s->report);

    assert_int_equal (s->report.status, status);
    assert_true (strlen (s->report.text) > 10);
    if (status != 0)
        print_message ("%s\n", s->report.text);
    return status;
}

/* a - gamma and v - theta lie in the range of J: C J = 0 and C theta = - b1 */
static void check_parts (const Set *s)
{
    const int n = s->loop.n, m = s->loop.m;

    for (int i = 0; i < m; i++) {
        double theta = s->b1[i], gamma = s->b2[i], v = s->b1[i], a = s->b2[i];
        for (int j = 0; j < n; j++) {
            theta += s->C[i + j * m] * s->theta[j];
            gamma += s->C[i + j * m] * s->gamma[j];
            v += s->C[i + j * m] * s->v_new[j];
            a += s->C[i + j * m] * s->a[j];
        }
        assert_true (fabs (theta) < 1e-11 && fabs (gamma) < 1e-11);
        assert_true (fabs (v) < 1e-11 && fabs (a) < 1e-11);
        for (int l = 0; l < n - m; l++) {
            double sum = 0;
            for (int j = 0; j < n; j++)
                sum += s->C[i + j * m] * s->J[j + l * n];
            assert_true (fabs (sum) < 1e-12);
        }
    }
}

static void everything_is_returned (void **state)
{
    static Set s;
    static double first[MOST];

    (void)state;
    for (int n = 1; n <= 12; n++)
        for (int m = 0; m <= n; m++)
            for (int kind = 0; kind < 4; kind++) {
                int count = 0;

                random_set (&s, n, m, (unsigned)(100 * n + m));
                assert_int_equal (solved (&s, kind), 0);
                assert_int_equal (s.found.rank, m);
                assert_true (s.found.condition > 1 - 1e-12 && s.found.condition < 1e8);
                for (int i = 0; i < n; i++)
                    count += s.independent[i];
                assert_int_equal (count, kind == GEOMS_PARTITION_FIXED ? n - m : 0);
                if (kind == 0)
                    memcpy (first, s.a, sizeof first);
                for (int i = 0; i < n; i++)
                    assert_true (fabs (s.a[i] - first[i]) < 1e-9 * (1 + fabs (first[i])));
                if (kind != GEOMS_PARTITION_FULL)
                    check_parts (&s);
                else
                    assert_memory_equal (s.v_new, s.v, (size_t)n * sizeof *s.v);
            }
}

static void coordinates_may_be_given (void **state)
{
    static Set s;

    (void)state;
    random_set (&s, 5, 2, 3);
    s.given[1] = s.given[2] = s.given[4] = 7;
    s.loop.independent = s.given;
    assert_int_equal (solved (&s, GEOMS_PARTITION_FIXED), 0);
    for (int i = 0; i < 5; i++)
        assert_int_equal (s.independent[i], s.given[i] != 0);
    assert_true (s.v_new[1] == s.v[1] && s.v_new[2] == s.v[2] && s.v_new[4] == s.v[4]);
    check_parts (&s);
}

/* the 1-norm of [M C'; C 0] times that of its inverse, by columns of the inverse */
static double exact_condition (const Set *s)
{
    const int n = s->loop.n, m = s->loop.m, both = n + m;
    GeomsArena arena = {0};
    GeomsFactor f;
    double norm = 0, inverse = 0;

    geoms_factor_create (&f, both, 0, 0, &arena);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++)
            f.re[i + j * both] = s->M[i + j * n];
        for (int i = 0; i < m; i++)
            f.re[n + i + j * both] = f.re[j + (n + i) * both] = s->C[i + j * m];
    }
    for (int j = 0; j < both; j++) {
        double sum = 0;
        for (int i = 0; i < both; i++)
            sum += fabs (f.re[i + j * both]);
        norm = fmax (norm, sum);
    }
    assert_int_equal (geoms_factor (&f), 0);
    for (int j = 0; j < both; j++) {
        double x[2 * MOST] = {0}, sum = 0;
        x[j] = 1;
        geoms_factor_solve (&f, x, NULL);
        for (int i = 0; i < both; i++)
            sum += fabs (x[i]);
        inverse = fmax (inverse, sum);
    }
    geoms_arena_free (&arena);
    return norm * inverse;
}

/* own factors and, from 64 on, those of LAPACK; rows of C of different size */
static void condition_of_the_whole_matrix (void **state)
{
    static Set s;
    int exact = 0, count = 0;

    (void)state;
    for (int n = 1; n <= MOST; n += n < 10 ? 1 : 8)
        for (int m = 0; m <= n; m += n < 10 ? 1 : 6)
            for (unsigned seed = 1; seed < 8; seed++) {
                double ratio;

                random_set (&s, n, m, (unsigned)(1000 * n + 10 * m) + seed);
                for (int i = 0; i < m; i++)
                    for (int j = 0; j < n; j++)
                        s.C[i + j * m] *= pow (10, i % 5 - 2);
                assert_int_equal (solved (&s, GEOMS_PARTITION_FULL), 0);
                ratio = s.found.condition / exact_condition (&s);
                assert_true (ratio > 0.3 && ratio < 1 + 1e-6);
                exact += ratio > 1 - 1e-6;
                count++;
            }
    assert_true (exact > 0.8 * count);
    random_set (&s, MOST, MOST, 1);
    s.loop.n = 0;
    s.loop.m = 0;
    assert_int_equal (solved (&s, GEOMS_PARTITION_FULL), 0);
    assert_true (s.found.condition == 1);
}

/* more than the order from which LAPACK factorises */
static void condition_of_a_large_matrix (void **state)
{
    enum { N = 70 };
    double *M = calloc (N * N + 8 * N, sizeof *M), *f = M + N * N, *C = f + N, *a = C + N;
    double one[4] = {0}, J[1];
    int independent[N];
    GeomsReport report;
    GeomsLoop loop = {.n = N, .m = 1, .M = M, .f = f, .C = C, .b1 = one, .b2 = one, .v = f};
    GeomsPartitioned found = {.v = a + N,
                              .a = a,
                              .lambda = one + 1,
                              .J = J,
                              .theta = a + 2 * N,
                              .gamma = a + 3 * N,
                              .independent = independent};

    (void)state;
    assert_non_null (M);
    for (int i = 0; i < N; i++)
        M[i * (N + 1)] = i + 2;
    C[0] = 1; /* [2 1; 1 0] and 3 ... N + 1: the inverses have the norms 3 and 1 / 3 */
    assert_int_equal (geoms_partition (GEOMS_PARTITION_FULL, &loop, &found, &report), 0);
    assert_true (fabs (found.condition - 3.0 * (N + 1)) < 1e-10);
    free (M);
}

/* ---- what cannot be done is told ---- */

static void redundant_rows_are_reported (void **state)
{
    static Set s;

    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        random_set (&s, 4, 3, 5);
        for (int j = 0; j < 4; j++)
            s.C[2 + 3 * j] = s.C[3 * j] - 3 * s.C[1 + 3 * j];
        s.b1[2] = s.b1[0] - 3 * s.b1[1];
        s.b2[2] = s.b2[0] - 3 * s.b2[1];
        assert_int_equal (solved (&s, kind),
                          kind == GEOMS_PARTITION_SVD ? 0 : GEOMS_PARTITION_RANK);
        assert_int_equal (s.found.rank, 2);
        if (kind == GEOMS_PARTITION_SVD)
            check_parts (&s);
        else
            assert_non_null (strstr (s.report.text, "rank is 2"));
        /* given coordinates, among which two determine the others as far as they can */
        s.loop.independent = s.given;
        s.given[0] = 1;
        if (kind == GEOMS_PARTITION_FIXED)
            assert_int_equal (solved (&s, kind), GEOMS_PARTITION_RANK);
    }
}

static void bad_choices_are_reported (void **state)
{
    static Set s;

    (void)state;
    random_set (&s, 3, 1, 1);
    s.C[1] = 0;
    s.given[0] = s.given[2] = 1;
    s.loop.independent = s.given;
    assert_int_equal (solved (&s, GEOMS_PARTITION_FIXED), GEOMS_PARTITION_SINGULAR);
    assert_non_null (strstr (s.report.text, "columns 2 of C"));
    s.given[2] = 0;
    assert_int_equal (solved (&s, GEOMS_PARTITION_FIXED), GEOMS_BAD_OPTION);
    assert_true (s.report.value == 1 && s.report.limit == 2);
    /* many columns: the list is cut */
    random_set (&s, MOST, MOST, 2);
    for (int i = 0; i < MOST; i++)
        s.C[i] = s.C[i + MOST];
    s.loop.independent = s.given;
    assert_int_equal (solved (&s, GEOMS_PARTITION_FIXED), GEOMS_PARTITION_RANK);
    s.loop.m = MOST - 1;
    s.given[0] = 1;
    for (int i = 0; i < MOST * MOST; i++)
        s.C[i] = i % (MOST - 1) + 1 == i / (MOST - 1);
    assert_int_equal (solved (&s, GEOMS_PARTITION_FIXED), 0);
    for (int i = 0; i < MOST - 1; i++)
        s.C[i + 3 * (MOST - 1)] = s.C[i + 4 * (MOST - 1)];
    s.C[2] = 1;
    assert_int_equal (solved (&s, GEOMS_PARTITION_FIXED), GEOMS_PARTITION_SINGULAR);
    assert_non_null (strstr (s.report.text, ", ... of C"));
}

/* of the full system too, where only its order of n + m is singular */
static void singular_masses_are_reported (void **state)
{
    static Set s;

    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        random_set (&s, 3, 1, 9);
        memset (s.M, 0, sizeof s.M);
        s.M[0] = 1;
        assert_int_equal (solved (&s, kind), GEOMS_MASS_SINGULAR);
        assert_int_equal (s.found.rank, 1);
    }
}

static void bad_numbers_are_reported (void **state)
{
    static Set s;

    (void)state;
    for (int which = 0; which < 6; which++)
        for (int kind = 0; kind < 4; kind++) {
            static const char *const names[] = {"M(2)", "f(2)", "C(2)", "b1(2)", "b2(2)", "v(2)"};
            double *arrays[] = {s.M, s.f, s.C, s.b1, s.b2, s.v};

            random_set (&s, 4, 2, 1);
            arrays[which][1] = which % 2 ? INFINITY : NAN;
            assert_int_equal (solved (&s, kind), GEOMS_NOT_FINITE);
            assert_ptr_equal (strstr (s.report.text, names[which]), s.report.text);
            assert_int_equal (s.report.component, 1);
        }
    random_set (&s, 4, 2, 1);
    assert_int_equal (solved (&s, 4), GEOMS_BAD_OPTION);
    assert_int_equal (solved (&s, -1), GEOMS_BAD_OPTION);
    s.loop.tol = 1;
    assert_int_equal (solved (&s, 0), GEOMS_BAD_OPTION);
    s.loop.tol = NAN;
    assert_int_equal (solved (&s, 0), GEOMS_BAD_OPTION);
    s.loop.tol = 0;
    s.loop.n = -1;
    assert_int_equal (solved (&s, 0), GEOMS_BAD_OPTION);
    random_set (&s, 4, 2, 1);
    s.C[3] = 1e300;
    assert_int_equal (solved (&s, GEOMS_PARTITION_SVD), 0);
    assert_int_equal (s.found.rank, 1);
}

/* tol decides on rank: the last row is 1e-6 away from a multiple of the first */
static void tolerance_decides (void **state)
{
    static const double tols[] = {0, 1e-4};
    static Set s;

    (void)state;
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < 2; i++) {
            random_set (&s, 3, 2, 4);
            for (int j = 0; j < 3; j++)
                s.C[1 + 2 * j] = 2 * s.C[2 * j] + 1e-6 * (j == 1);
            s.loop.tol = tols[i];
            assert_int_equal (solved (&s, kind),
                              i == 0 || kind == GEOMS_PARTITION_SVD ? 0 : GEOMS_PARTITION_RANK);
            assert_int_equal (s.found.rank, 2 - (i > 0));
        }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (everything_is_returned),
        cmocka_unit_test (coordinates_may_be_given),
        cmocka_unit_test (condition_of_the_whole_matrix),
        cmocka_unit_test (condition_of_a_large_matrix),
        cmocka_unit_test (redundant_rows_are_reported),
        cmocka_unit_test (bad_choices_are_reported),
        cmocka_unit_test (singular_masses_are_reported),
        cmocka_unit_test (bad_numbers_are_reported),
        cmocka_unit_test (tolerance_decides),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
