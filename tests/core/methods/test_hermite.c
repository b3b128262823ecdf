/* test_hermite.c - the polynomial of degree 5 of a step, its first step, steps that are taken
 * again */
#include "methods/hermite.h"
#include "test.h"

enum { N = 2 }; /* without slope, with slope */
static const double nodes[] = GEOMS_HERMITE_NODES;
static const GeomsBasis basis = {GEOMS_HERMITE_DEGREE, nodes};

static double power_of (double t, int degree) { return degree == 0 ? 1 : pow (t, degree); }

/* x = [t^a, t^b] and its derivative */
static void state_at (double t, int a, int b, double *x, double *slope)
{
    x[0] = power_of (t, a);
    x[1] = power_of (t, b);
    slope[0] = NAN; /* nobody looks at it */
    slope[1] = b == 0 ? 0 : b * power_of (t, b - 1);
}

static void fit (GeomsHermite *H, double t, double h, int a, int b, double *p, double *x_new)
{
    double x[N], slope[N], slope_new[N];

    state_at (t, a, b, x, slope);
    state_at (t + h, a, b, x_new, slope_new);
    geoms_hermite_fit (H, &basis, t, h, (GeomsHermiteEnd){x, slope},
                       (GeomsHermiteEnd){x_new, slope_new}, p);
}

/* largest error of either unknown inside the step from t to t + h */
static void errors_of (double t, double h, int a, int b, const double *p, const double *x_new,
                       double *error)
{
    error[0] = error[1] = 0;
    for (int i = 0; i <= 20; i++) {
        const double s = -i / 20.0;
        double x[N], exact[N], slope[N];

        geoms_polynomial_at (&(GeomsPolynomial){&basis, N, x_new, p, N, h}, s, x, NULL);
        state_at (t + h + s * h, a, b, exact, slope);
        for (int k = 0; k < N; k++)
            error[k] = fmax (error[k], fabs (x[k] - exact[k]));
    }
}

static void degrees_are_as_they_should_be (void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        for (int degree = 0; degree <= 6; degree++) {
            const double h = i == 2 ? -0.3 : 0.3, before = i == 1 ? 5 * h : h / 3, t = 0.7;
            double p[N * GEOMS_HERMITE_DEGREE], x_new[N], error[N];
            GeomsArena arena = {0};
            GeomsHermite H;

            geoms_hermite_create (&H, N, 1, &arena);
            geoms_hermite_advance (&H);
            fit (&H, t - before, before, degree, degree, p, x_new);
            errors_of (t - before, before, degree, degree, p, x_new, error);
            assert_true ((error[0] < 1e-14) == (degree <= 1));
            assert_true ((error[1] < 1e-14) == (degree <= 3));
            geoms_hermite_advance (&H);
            for (int again = 0; again < 2; again++) { /* a step may be taken again */
                const double part = again ? 0.6 * h : h;
                fit (&H, t, part, degree, degree, p, x_new);
                errors_of (t, part, degree, degree, p, x_new, error);
                assert_true ((error[0] < 1e-13) == (degree <= 2));
                assert_true ((error[1] < 1e-13) == (degree <= 5));
            }
            geoms_hermite_forget (&H);
            geoms_hermite_advance (&H);
            fit (&H, t, h, degree, degree, p, x_new);
            errors_of (t, h, degree, degree, p, x_new, error);
            assert_true ((error[1] < 1e-14) == (degree <= 3));
            geoms_arena_free (&arena);
        }
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (degrees_are_as_they_should_be)};

    return cmocka_run_group_tests (tests, NULL, NULL);
}
