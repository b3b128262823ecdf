/* test_radau_scheme.c - Radau IIA with 3, 5 and 7 stages: the tables belong to their definitions
 *
 * Sums are taken in extended precision; what is left is the rounding of the tables.
 */
#include "test.h"
#include "methods/radau_coefficients.h"
#include "methods/radau_scheme.h"

enum { ORDERS = 3, MOST = GEOMS_RADAU_MOST };

static const int orders[ORDERS] = {5, 9, 13};

/* sum_j a_j c_j^(q-1) */
static double moment (int s, const double *a, const double *c, int q)
{
    long double sum = 0;

    for (int j = 0; j < s; j++)
        sum += a[j] * powl (c[j], q - 1);
    return (double)sum;
}

/* B (2 s - 1) and C (s); b is the last row of A, and c_s = 1 */
static void simplifying_conditions_hold (void **state)
{
    (void)state;
    for (int i = 0; i < ORDERS; i++) {
        GeomsRadauScheme r;
        int s;

        geoms_radau_scheme (orders[i], &r);
        s = r.stages;
        assert_int_equal (orders[i], 2 * s - 1);
        assert_true (r.c[0] > 0 && r.c[s - 1] == 1);
        for (int k = 1; k < s; k++)
            assert_true (r.c[k] > r.c[k - 1]);
        for (int q = 1; q <= 2 * s - 1; q++)
            assert_true (fabs (moment (s, r.A + s * (s - 1), r.c, q) - 1.0 / q) < 1e-15);
        assert_true (fabs (moment (s, r.A + s * (s - 1), r.c, 2 * s) - 0.5 / s) > 1e-8);
        for (int k = 0; k < s; k++)
            for (int q = 1; q <= s; q++)
                assert_true (fabs (moment (s, r.A + k * s, r.c, q) - pow (r.c[k], q) / q)
                             < 1e-15);
    }
}

/* |A B - C| in units of |A| |B| + |C|, all s x s by rows */
static double defect (int s, const double *A, const double *B, const double *C)
{
    double worst = 0;

    for (int i = 0; i < s * s; i++) {
        long double sum = 0, size = fabs (C[i]);

        for (int k = 0; k < s; k++) {
            sum += (long double)A[i / s * s + k] * B[k * s + i % s];
            size += fabsl ((long double)A[i / s * s + k] * B[k * s + i % s]);
        }
        worst = fmax (worst, (double)(fabsl (sum - C[i]) / size));
    }
    return worst;
}

/* T^-1 T = I, A (A^-1 T) = T, A^-1 A = I, and A^-1 T = T Lambda with the eigenvalues */
static void transformations_belong_to_a (void **state)
{
    (void)state;
    for (int i = 0; i < ORDERS; i++) {
        GeomsRadauScheme r;
        double identity[MOST * MOST] = {0}, Lambda[MOST * MOST] = {0};
        int s;

        geoms_radau_scheme (orders[i], &r);
        s = r.stages;
        for (int k = 0; k < s; k++)
            identity[k * (s + 1)] = 1;
        Lambda[0] = r.lambda[0];
        for (int k = 1; k < s; k += 2) {
            Lambda[k * (s + 1)] = Lambda[(k + 1) * (s + 1)] = r.lambda[k];
            Lambda[k * s + k + 1] = -r.lambda[k + 1];
            Lambda[(k + 1) * s + k] = r.lambda[k + 1];
        }
        assert_true (defect (s, r.inverse, r.T, identity) < 1e-15);
        assert_true (defect (s, r.T, r.inverse, identity) < 1e-15);
        assert_true (defect (s, r.T, Lambda, r.slopes) < 1e-15);
        assert_true (defect (s, r.A, r.slopes, r.T) < 1e-14);
        assert_true (defect (s, r.change, r.A, identity) < 1e-12); /* for starting values alone */
    }
}

/* order 5 has the numbers of radau5 */
static void three_stages_are_those_of_radau5 (void **state)
{
    GeomsRadauScheme r;
    const double known[3] = {DD1, DD2, DD3};

    (void)state;
    geoms_radau_scheme (5, &r);
    assert_true (r.lambda[0] == U1 && fabs (r.lambda[1] - ALPHA) < 1e-15
                 && fabs (r.lambda[2] - BETA) < 1e-15);
    assert_true (fabs (r.c[0] - C1) < 1e-16 && fabs (r.c[1] - C2) < 1e-15);
    for (int j = 0; j < 3; j++) {
        assert_true (fabs (r.estimate[j] - known[j]) < 1e-14);
        for (int k = 1; k < 3; k++) /* complex eigenvectors end in 1 there, too */
            assert_true (fabs (r.T[3 * j + k] - T[j][k]) < 1e-15);
        assert_true (fabs (r.T[3 * j] * T[2][0] - T[j][0]) < 1e-15);
        for (int k = 1; k < 3; k++)
            assert_true (fabs (r.inverse[3 * k + j] - TI[k][j]) < 2e-15);
    }
}

/* minus the slope at the begin of the polynomial through 0 and the stages: sum_j estimate_j c_j^q =
 * -1, 0, 0, ... for q = 1, 2, 3, ... s */
static void the_estimate_is_a_slope (void **state)
{
    (void)state;
    for (int i = 0; i < ORDERS; i++) {
        GeomsRadauScheme r;

        geoms_radau_scheme (orders[i], &r);
        for (int q = 1; q <= r.stages; q++)
            assert_true (fabs (moment (r.stages, r.estimate, r.c, q + 1) + (q == 1)) < 2e-14);
    }
}

/* The coefficients are those of the polynomial through 0 and the stages, in the basis of seven
 * nodes; extrapolated it has the values of that polynomial. */
static void polynomials_pass_through_the_stages (void **state)
{
    unsigned seed = 1;

    (void)state;
    for (int i = 0; i < ORDERS; i++) {
        static const GeomsBasis basis = {MOST, geoms_radau_nodes};
        GeomsRadauScheme r;
        double Z[MOST], p[MOST] = {0}, end, value;
        const GeomsPolynomial step = {&basis, 1, &end, p, 1, 1};

        geoms_radau_scheme (orders[i], &r);
        fill_noise ((size_t)r.stages, Z, &seed);
        end = 3 + Z[r.stages - 1];
        for (int k = 0; k < r.stages; k++)
            for (int j = 0; j < r.stages; j++)
                p[k] += r.fit[k * r.stages + j] * Z[j];
        geoms_polynomial_at (&step, -1, &value, NULL);
        assert_true (fabs (value - 3) < 1e-14);
        for (int k = 0; k < r.stages; k++) {
            geoms_polynomial_at (&step, r.c[k] - 1, &value, NULL);
            assert_true (fabs (value - 3 - Z[k]) < 1e-13);
        }
        for (int j = 0; j < ORDERS; j++) { /* to the stages of a step of another order */
            GeomsRadauScheme next;
            double weights[MOST * MOST];

            geoms_radau_scheme (orders[j], &next);
            geoms_radau_extrapolation (&next, r.stages, 1.3, weights);
            for (int k = 0; k < next.stages; k++) {
                double sum = end;

                for (int l = 0; l < r.stages; l++)
                    sum += weights[k * r.stages + l] * p[l];
                geoms_polynomial_at (&step, 1.3 * next.c[k], &value, NULL);
                assert_true (fabs (sum - value) < 1e-14 * (1 + fabs (value)));
            }
        }
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (simplifying_conditions_hold),
        cmocka_unit_test (transformations_belong_to_a),
        cmocka_unit_test (three_stages_are_those_of_radau5),
        cmocka_unit_test (the_estimate_is_a_slope),
        cmocka_unit_test (polynomials_pass_through_the_stages),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
