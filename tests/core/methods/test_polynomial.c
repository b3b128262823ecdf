/* test_polynomial.c - polynomials of degree 1 to 8 with random nodes: values and derivatives, the
 * fit to given values, and the polynomial of a part of the step
 */
#include "methods/polynomial.h"
#include "test.h"

enum { MOST = GEOMS_MOST_DEGREE, N = 3, LD = 5, TRIALS = 40 };

/* sum_k a_k s^k of degree d, and its derivative */
static double value (int d, const double *a, double s)
{
    long double sum = 0;

    for (int k = d; k >= 0; k--)
        sum = sum * s + a[k];
    return (double)sum;
}

static double slope (int d, const double *a, double s)
{
    long double sum = 0;

    for (int k = d; k >= 1; k--)
        sum = sum * s + k * a[k];
    return (double)sum;
}

/* d nodes in [-1, 0) in any order, at least 0.4/d apart */
static void random_nodes (int d, double *node, unsigned *seed)
{
    for (int k = 0; k < d; k++)
        node[k] = -(k + 0.7 + 0.3 * noise (seed)) / d;
    for (int k = d - 1; k > 0; k--) {
        const int other = (int)(0.5 * (noise (seed) + 1) * (k + 1));
        const double swap = node[k];

        node[k] = node[other];
        node[other] = swap;
    }
}

/* p of N polynomials with the coefficients a (9 x N): their values at the nodes, minus those at
 * 0 */
static void fitted (const GeomsBasis *basis, const double *a, double *p)
{
    for (int k = 0; k < basis->degree; k++)
        for (int i = 0; i < N; i++)
            p[k * N + i] = value (MOST, a + (MOST + 1) * i, basis->node[k]) - a[(MOST + 1) * i];
    geoms_polynomial_fit (basis, N, p);
}

/* random coefficients up to the degree d, zeros beyond */
static void random_coefficients (int d, double *a, unsigned *seed)
{
    memset (a, 0, N * (MOST + 1) * sizeof *a);
    for (int i = 0; i < N; i++)
        fill_noise ((size_t)d + 1, a + (MOST + 1) * i, seed);
}

static void ends (const double *a, double *x_end)
{
    for (int i = 0; i < N; i++)
        x_end[i] = a[(MOST + 1) * i];
}

/* ---- values ---- */

/* Newton's form written out: x_end + s (p_1 + (s - c_1) (p_2 + ...)) as a sum of products */
static void values_are_those_of_the_formula (void **state)
{
    unsigned seed = 1;

    (void)state;
    for (int d = 1; d <= MOST; d++)
        for (int trial = 0; trial < TRIALS; trial++) {
            double node[MOST], p[MOST * LD], x_end[N], x[N], xdot[N];
            const double s = 1.5 * noise (&seed),
                         h = (trial % 2 ? -0.3 : 0.3) * (1.5 + noise (&seed));
            const GeomsBasis basis = {d, node};

            random_nodes (d, node, &seed);
            fill_noise (MOST * LD, p, &seed);
            fill_noise (N, x_end, &seed);
            geoms_polynomial_at (&(GeomsPolynomial){&basis, N, x_end, p, LD, h}, s, x, xdot);
            for (int i = 0; i < N; i++) {
                double sum = x_end[i], factor = s, derivative = 0, rate = 1;

                for (int k = 0; k < d; k++) { /* factor = s (s - c_1) ... (s - c_k) */
                    sum += p[k * LD + i] * factor;
                    derivative += p[k * LD + i] * rate;
                    rate = rate * (s - node[k]) + factor;
                    factor *= s - node[k];
                }
                assert_true (fabs (x[i] - sum) < 1e-13 * pow (2.5, d));
                assert_true (fabs (xdot[i] * h - derivative) < 1e-12 * pow (2.5, d));
            }
        }
}

static void either_result_may_be_left_out (void **state)
{
    static const double node[2] = {-1, -0.4}, p[2 * N] = {1, 2, 3, 4, 5, 6}, x_end[N] = {7, 8, 9};
    const GeomsBasis basis = {2, node};
    double x[N], xdot[N], x_alone[N], xdot_alone[N];

    (void)state;
    geoms_polynomial_at (&(GeomsPolynomial){&basis, N, x_end, p, N, 0.1}, -0.3, x, xdot);
    geoms_polynomial_at (&(GeomsPolynomial){&basis, N, x_end, p, N, 0.1}, -0.3, x_alone, NULL);
    geoms_polynomial_at (&(GeomsPolynomial){&basis, N, x_end, p, N, 0.1}, -0.3, NULL, xdot_alone);
    assert_memory_equal (x, x_alone, sizeof x);
    assert_memory_equal (xdot, xdot_alone, sizeof xdot);
    /* the end of the step itself */
    geoms_polynomial_at (&(GeomsPolynomial){&basis, N, x_end, p, N, 0.1}, 0, x, NULL);
    assert_memory_equal (x, x_end, sizeof x);
}

/* ---- fit ---- */

static void polynomials_are_reproduced (void **state)
{
    unsigned seed = 2;
    double worst = 0, worst_slope = 0;

    (void)state;
    for (int d = 1; d <= MOST; d++)
        for (int trial = 0; trial < TRIALS; trial++) {
            double node[MOST], a[N * (MOST + 1)], p[MOST * N], x_end[N], x[N], xdot[N];
            const GeomsBasis basis = {d, node};
            const double h = trial % 2 ? -0.2 : 0.2, s = -0.5 + 0.7 * noise (&seed);

            random_nodes (d, node, &seed);
            random_coefficients (d, a, &seed);
            ends (a, x_end);
            fitted (&basis, a, p);
            geoms_polynomial_at (&(GeomsPolynomial){&basis, N, x_end, p, N, h}, s, x, xdot);
            for (int i = 0; i < N; i++) {
                const double *b = a + (MOST + 1) * i;

                worst = fmax (worst, fabs (x[i] - value (d, b, s)));
                worst_slope = fmax (worst_slope, fabs (xdot[i] * h - slope (d, b, s)));
            }
        }
    print_message ("values to %.1e, derivatives to %.1e\n", worst, worst_slope);
    assert_true (worst < 1e-12 && worst_slope < 1e-11);
}

/* A polynomial of a higher degree is met at the nodes and at the end, and not elsewhere. */
static void the_fit_interpolates (void **state)
{
    unsigned seed = 3;

    (void)state;
    for (int d = 1; d < MOST; d++) {
        double node[MOST], a[N * (MOST + 1)], p[MOST * N], x_end[N], x[N];
        const GeomsBasis basis = {d, node};

        random_nodes (d, node, &seed);
        random_coefficients (d, a, &seed);
        for (int i = 0; i < N; i++)
            a[(MOST + 1) * i + d + 1] = 1;
        ends (a, x_end);
        fitted (&basis, a, p);
        for (int k = 0; k <= d; k++) {
            const double s = k < d ? node[k] : 0;

            geoms_polynomial_at (&(GeomsPolynomial){&basis, N, x_end, p, N, 1}, s, x, NULL);
            for (int i = 0; i < N; i++)
                assert_true (fabs (x[i] - value (MOST, a + (MOST + 1) * i, s)) < 1e-12);
        }
        geoms_polynomial_at (&(GeomsPolynomial){&basis, N, x_end, p, N, 1}, 1, x, NULL);
        for (int i = 0; i < N; i++) { /* x - polynomial = s (s - c_1) ... (s - c_d) */
            double rest = 1;

            for (int k = 0; k < d; k++)
                rest *= 1 - node[k];
            assert_true (fabs (value (MOST, a + (MOST + 1) * i, 1) - x[i] - rest)
                         < 1e-10 * (1 + rest));
        }
    }
}

/* ---- the polynomial of a part ---- */

/* The part ends at s of the step: its s' in [-1, 0] is at s + (1 + s) s' of the step. */
static void parts_are_the_same_polynomial (void **state)
{
    unsigned seed = 4;
    double worst = 0;

    (void)state;
    for (int d = 1; d <= MOST; d++)
        for (int trial = 0; trial < TRIALS; trial++) {
            double node[MOST], a[N * (MOST + 1)], p[MOST * N], x[N], work[N * (MOST + 1)], y[N];
            const GeomsBasis basis = {d, node};
            const double part = 0.02 + 0.49 * (1 + noise (&seed)), s = part - 1;
            double ydot[N];

            random_nodes (d, node, &seed);
            random_coefficients (d, a, &seed);
            ends (a, x);
            fitted (&basis, a, p);
            geoms_polynomial_cut (&basis, N, x, p, s, work);
            for (int k = 0; k <= 10; k++) {
                const double here = -k / 10.0, there = s + part * here;

                geoms_polynomial_at (&(GeomsPolynomial){&basis, N, x, p, N, part}, here, y, ydot);
                for (int i = 0; i < N; i++) {
                    const double *b = a + (MOST + 1) * i;

                    worst = fmax (worst, fabs (y[i] - value (d, b, there)));
                    if (part > 0.2)
                        worst = fmax (worst, 0.01 * fabs (ydot[i] - slope (d, b, there)));
                }
            }
            for (int i = 0; i < N; i++)
                assert_true (fabs (x[i] - value (d, a + (MOST + 1) * i, s)) < 1e-12);
        }
    print_message ("parts to %.1e\n", worst);
    assert_true (worst < 1e-11);
}

/* all of the step is itself; a part of a part is a part */
static void parts_of_parts (void **state)
{
    unsigned seed = 5;

    (void)state;
    for (int d = 1; d <= MOST; d++) {
        double node[MOST], a[N * (MOST + 1)], p[MOST * N], q[MOST * N], x[N], y[N];
        double work[N * (MOST + 1)];
        const GeomsBasis basis = {d, node};

        random_nodes (d, node, &seed);
        random_coefficients (d, a, &seed);
        ends (a, x);
        fitted (&basis, a, p);
        memcpy (q, p, sizeof q);
        memcpy (y, x, sizeof y);
        geoms_polynomial_cut (&basis, N, y, q, 0, work);
        assert_true (distance (y, x, 0, N) == 0 && distance (q, p, 0, d * N) < 1e-11);
        geoms_polynomial_cut (&basis, N, x, p, -0.2, work); /* 0.8, then 0.75 of it: 0.6 */
        geoms_polynomial_cut (&basis, N, x, p, -0.25, work);
        geoms_polynomial_cut (&basis, N, y, q, -0.4, work);
        assert_true (distance (y, x, 0, N) < 1e-13 && distance (q, p, 0, d * N) < 1e-11);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (values_are_those_of_the_formula),
        cmocka_unit_test (either_result_may_be_left_out),
        cmocka_unit_test (polynomials_are_reproduced),
        cmocka_unit_test (the_fit_interpolates),
        cmocka_unit_test (parts_are_the_same_polynomial),
        cmocka_unit_test (parts_of_parts),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
