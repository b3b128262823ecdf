/* test_saddle.c - accelerations and multipliers of one state solve [M B; C 0] [alpha; lambda] = [f;
 * -gamma]
 */
#include "constraints/saddle.h"
#include "test.h"

enum { MOST = 40 };

static double M[MOST * MOST], C[MOST * MOST], B[MOST * MOST], f[MOST], gamma[MOST], alpha[MOST],
    lambda[MOST];

/* M = A A' + I times units, of rank n or n - m; C any; B = C' plus a little */
static void draw (int n, int m, int singular, double unit, unsigned *seed)
{
    static double A[MOST * MOST];
    const int rank = singular ? n - m : n;

    fill_noise ((size_t)(n * n), A, seed);
    fill_noise ((size_t)(m * n), C, seed);
    fill_noise ((size_t)n, f, seed);
    fill_noise ((size_t)m, gamma, seed);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            M[i + j * n] = 0;
            for (int k = 0; k < rank; k++)
                M[i + j * n] += unit * A[i + k * n] * A[j + k * n];
            M[i + j * n] += ! singular && i == j ? unit : 0;
        }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            B[j + i * n] = C[i + j * m] + 0.1 * noise (seed);
}

/* the largest error of both rows, relative to their terms */
static double defect (int n, int m, int friction)
{
    double worst = 0;

    for (int i = 0; i < n; i++) {
        double sum = -f[i], size = fabs (f[i]);
        for (int j = 0; j < n; j++) {
            sum += M[i + j * n] * alpha[j];
            size += fabs (M[i + j * n] * alpha[j]);
        }
        for (int j = 0; j < m; j++) {
            const double b = friction ? B[i + j * n] : C[j + i * m];
            sum += b * lambda[j];
            size += fabs (b * lambda[j]);
        }
        worst = fmax (worst, fabs (sum) / size);
    }
    for (int i = 0; i < m; i++) {
        double sum = gamma[i], size = fabs (gamma[i]);
        for (int j = 0; j < n; j++) {
            sum += C[i + j * m] * alpha[j];
            size += fabs (C[i + j * m] * alpha[j]);
        }
        worst = fmax (worst, fabs (sum) / size);
    }
    return worst;
}

static double solved (int n, int m, int singular, int friction, int by_mass, double unit,
                      unsigned seed)
{
    GeomsArena arena = {0};
    GeomsSaddle s = {0};
    GeomsMass mass = {0};

    draw (n, m, singular, unit, &seed);
    geoms_saddle_create (&s, n, MOST / 4, &arena);
    geoms_saddle_resize (&s, m);
    geoms_mass_create (&mass, n, m, &arena);
    if (by_mass)
        assert_int_equal (geoms_mass_factor (&mass, M, C, m, 0), 0);
    assert_int_equal (
        geoms_saddle_factor (&s, by_mass ? &mass : NULL, M, C, m, friction ? B : NULL), 0);
    geoms_saddle_solve (&s, f, gamma, alpha, lambda);
    geoms_arena_free (&arena);
    return defect (n, m, friction);
}

/* regular and singular M, with friction or not, masses of a milligram and of tons, from the factors
 * of M or not */
static void equations_are_solved (void **state)
{
    static const int sizes[][2] = {{1, 0}, {1, 1}, {2, 1}, {3, 2}, {7, 4}, {12, 9}, {30, 10}};

    (void)state;
    for (int i = 0; i < 7; i++)
        for (unsigned k = 0; k < 24; k++) {
            const int n = sizes[i][0], m = sizes[i][1], singular = k % 2 && m > 0 && m < n,
                      friction = k / 2 % 2, by_mass = k / 4 % 2 && ! singular && ! friction;
            const double unit = k / 8 == 0 ? 1 : k / 8 == 1 ? 1e-6 : 1e4,
                         worst = solved (n, m, singular, friction, by_mass, unit, 7 * k + 1);

            if (! (worst < 1e-10))
                fail_msg ("%d x %d, singular %d, friction %d, by mass %d, unit %g: %.1e", n, m,
                          singular, friction, by_mass, unit, worst);
        }
}

/* masses 1e-6 and 1 beside each other, in rows that are nearly parallel: C M^-1 C' would have them
 * squared */
static void light_bodies_do_not_enter_squared (void **state)
{
    GeomsArena arena = {0};
    GeomsSaddle s = {0};
    const double masses[4] = {1e-6, 1e-6, 1, 1}, rows[8] = {1, 0, 0, 0, -1, 1, 0, 1e-6};

    (void)state;
    memset (M, 0, sizeof M);
    for (int i = 0; i < 4; i++) {
        M[i + 4 * i] = masses[i];
        f[i] = 1 - 0.3 * i;
    }
    memcpy (C, rows, sizeof rows);
    gamma[0] = 0.2;
    gamma[1] = -0.7;
    geoms_saddle_create (&s, 4, 2, &arena);
    assert_int_equal (geoms_saddle_factor (&s, NULL, M, C, 2, NULL), 0);
    geoms_saddle_solve (&s, f, gamma, alpha, lambda);
    assert_true (defect (4, 2, 0) < 1e-14);
    geoms_arena_free (&arena);
}

/* C = [c; c + eps d], small alpha = eps a, all numbers such that f = alpha + C'lambda and gamma = -
 * C alpha are exact: what forces that cancel leave in lambda is eps^-1 times their rounding, not
 * eps^-2 times */
static void nearly_parallel_rows_enter_once (void **state)
{
    const double c[3] = {2, -2, -3}, d[3] = {1, 0, -1}, exact[2] = {5, -3}, a[3] = {1, -4, 2};

    (void)state;
    for (double eps = 0x1p-8; eps > 1e-7; eps /= 4) {
        GeomsArena arena = {0};
        GeomsSaddle s = {0};

        memset (M, 0, sizeof M);
        gamma[0] = gamma[1] = 0;
        for (int i = 0; i < 3; i++) {
            M[4 * i] = 1;
            C[2 * i] = c[i];
            C[2 * i + 1] = c[i] + eps * d[i];
            f[i] = eps * a[i] + C[2 * i] * exact[0] + C[2 * i + 1] * exact[1];
            gamma[0] -= C[2 * i] * eps * a[i];
            gamma[1] -= C[2 * i + 1] * eps * a[i];
        }
        geoms_saddle_create (&s, 3, 2, &arena);
        assert_int_equal (geoms_saddle_factor (&s, NULL, M, C, 2, NULL), 0);
        geoms_saddle_solve (&s, f, gamma, alpha, lambda);
        print_message ("rows parallel to %.1e: lambda off by %.1e\n", eps,
                       distance (lambda, exact, 0, 2));
        assert_true (distance (lambda, exact, 0, 2) < 1e-14 / eps);
        geoms_arena_free (&arena);
    }
}

/* a row of zeros, the same row twice, no mass at all where nothing holds */
static void what_is_singular_is_told (void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        GeomsArena arena = {0};
        GeomsSaddle s = {0};
        unsigned seed = 5;

        draw (4, 2, 0, 1, &seed);
        for (int j = 0; j < 4; j++) {
            if (i < 2)
                C[1 + 2 * j] = i == 0 ? 0 : C[2 * j];
            for (int k = 0; k < 4 && i == 2; k++)
                M[j + 4 * k] = 0;
        }
        geoms_saddle_create (&s, 4, 2, &arena);
        assert_int_not_equal (geoms_saddle_factor (&s, NULL, M, C, 2, NULL), 0);
        geoms_arena_free (&arena);
    }
}

/* neither scaled nor refined: the equations hold, with B of another state or C'; rows that differ
 * by rounding alone lose a pivot */
static void plain_ones_solve_the_same (void **state)
{
    (void)state;
    for (unsigned k = 0; k < 40; k++) {
        const int n = 2 + (int)k % 9, m = 1 + (int)k % (n - 1), safely = k % 3 == 0,
                  other = ! safely && k % 2;
        GeomsArena arena = {0};
        GeomsSaddle s = {0};
        unsigned seed = 3 * k + 1;

        draw (n, m, 0, 1, &seed);
        geoms_saddle_create (&s, n, m, &arena);
        s.plain = 1;
        assert_int_equal (safely ? geoms_saddle_factor_safely (&s, M, C, m)
                                 : geoms_saddle_factor (&s, NULL, M, C, m, other ? B : NULL), 0);
        geoms_saddle_solve (&s, f, gamma, alpha, lambda);
        assert_true (defect (n, m, other) < 1e-10);
        for (int j = 0; j < n; j++)
            C[j * m] = m > 1 ? C[j * m + 1] * (1 + 1e-16 * noise (&seed)) : 0;
        assert_int_not_equal (geoms_saddle_factor_safely (&s, M, C, m), 0);
        geoms_arena_free (&arena);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (equations_are_solved),
        cmocka_unit_test (light_bodies_do_not_enter_squared),
        cmocka_unit_test (nearly_parallel_rows_enter_once),
        cmocka_unit_test (plain_ones_solve_the_same),
        cmocka_unit_test (what_is_singular_is_told),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
