/* test_dense.c - dense output: polynomials of degree 3 through stored steps, forwards and
 * backwards, their derivative, extrapolation, and the error of real ones
 */
#include "test.h"

static const double c1 = 0.15505102572168219018, c2 = 0.64494897427831780982;
static const double nodes[] = {0.64494897427831780982 - 1, 0.15505102572168219018 - 1, -1};

/* steps of a cubic polynomial q (t) with coefficients a: x at the end, divided differences of the
 * nodes */
static double cubic (const double *a, double t)
{
    return a[0] + t * (a[1] + t * (a[2] + t * a[3]));
}

static double slope (const double *a, double t) { return a[1] + t * (2 * a[2] + t * 3 * a[3]); }

static void store (const double *a, double from, double to, double *x, int n)
{
    const double h = to - from, s[4] = {0, c2 - 1, c1 - 1, -1};
    double d[4];

    for (int i = 0; i < 4; i++)
        d[i] = cubic (a, to + s[i] * h);
    for (int order = 1; order < 4; order++)
        for (int i = 3; i >= order; i--)
            d[i] = (d[i] - d[i - 1]) / (s[i] - s[i - order]);
    for (int i = 0; i < 4; i++)
        x[i * n] = d[i];
}

static void cubics_are_reproduced (void **state)
{
    const double ends[2][5] = {{0, 0.5, 0.6, 2, 3.5}, {3.5, 2, 0.6, 0.5, 0}};
    const double a[2][4] = {{1, -2, 3, 0.5}, {0.1, 4, -1, 0.25}};

    (void)state;
    for (int k = 0; k < 2; k++) {
        double step_t[8], step_x[32], t[41], y[82], yp[82];

        for (int i = 0; i < 4; i++) {
            step_t[2 * i] = ends[k][i];
            step_t[2 * i + 1] = ends[k][i + 1];
            for (int j = 0; j < 2; j++)
                store (a[j], ends[k][i], ends[k][i + 1], step_x + 8 * i + j, 2);
        }
        for (int i = 0; i <= 40; i++) /* also beyond both ends */
            t[i] = -0.25 + 0.1 * i;
        geoms_dense ((GeomsSteps){2, 3, nodes, 4, step_t, step_x}, 41, t, y, yp);
        for (int i = 0; i <= 40; i++)
            for (int j = 0; j < 2; j++) {
                assert_true (fabs (y[2 * i + j] - cubic (a[j], t[i])) < 1e-12);
                assert_true (fabs (yp[2 * i + j] - slope (a[j], t[i])) < 1e-11);
            }
        /* either may be left out */
        memset (y, 0, sizeof y);
        geoms_dense ((GeomsSteps){2, 3, nodes, 4, step_t, step_x}, 41, t, y, NULL);
        assert_true (fabs (y[80] - cubic (a[0], t[40])) < 1e-12);
        geoms_dense ((GeomsSteps){2, 3, nodes, 4, step_t, step_x}, 41, t, NULL, yp);
    }
}

static void the_right_step_is_found (void **state)
{
    double step_t[200], step_x[400] = {0}, t, y;

    (void)state;
    for (int sign = -1; sign < 2; sign += 2)
        for (int count = 1; count <= 100; count += 9) {
            for (int i = 0; i < count; i++) { /* step i is the constant i */
                step_t[2 * i] = sign * i;
                step_t[2 * i + 1] = sign * (i + 1);
                step_x[4 * i] = i;
            }
            for (int i = 0; i < count; i++) {
                t = sign * (i + 0.5);
                geoms_dense ((GeomsSteps){1, 3, nodes, (size_t)count, step_t, step_x}, 1, &t, &y,
                             NULL);
                assert_true (y == i);
                t = sign * (i + 1); /* the end of a step belongs to it */
                geoms_dense ((GeomsSteps){1, 3, nodes, (size_t)count, step_t, step_x}, 1, &t, &y,
                             NULL);
                assert_true (y == i);
            }
            t = -sign;
            geoms_dense ((GeomsSteps){1, 3, nodes, (size_t)count, step_t, step_x}, 1, &t, &y, NULL);
            assert_true (y == 0);
            t = sign * (count + 3);
            geoms_dense ((GeomsSteps){1, 3, nodes, (size_t)count, step_t, step_x}, 1, &t, &y, NULL);
            assert_true (y == count - 1);
        }
    y = 7; /* no steps: nothing happens */
    geoms_dense ((GeomsSteps){1, 3, nodes, 0, step_t, step_x}, 1, &t, &y, NULL);
    assert_true (y == 7);
}

/* between the steps of real runs: exact to about the tolerance, continuous, derivative of itself */
static void dense_output_of_runs (void **state)
{
    const TestModel *models[]
        = {&model_pendulum, &model_slidercrank, &model_oscillator, &model_prescribed, &model_skate};

    (void)state;
    for (int i = 0; i < 10; i++) {
        Case c = case_of (models[i / 2]);
        double y[MOST_UNKNOWNS], yp[MOST_UNKNOWNS], next[MOST_UNKNOWNS], x[MOST_UNKNOWNS];
        double worst = 0, jump = 0;
        int n1;
        Outcome o;

        c.tspan[1] = i % 2 ? -0.5 : 0.5;
        case_tolerance (&c, 1e-8);
        o = solve (&c);
        n1 = c.model.system.dims.nw + c.model.system.dims.nl + c.model.system.dims.nm;
        for (int k = 0; k <= 100; k++) {
            const double t = c.tspan[1] * k / 100, h = 1e-6;
            const double later = t + h;

            geoms_dense (geoms_steps (o.s), 1, &t, y, yp);
            geoms_dense (geoms_steps (o.s), 1, &later, next, NULL);
            assert_int_equal (c.model.exact (t, x, c.user), 0);
            worst = fmax (worst, distance (y, x, 0, c.n));
            for (int j = n1; j < c.n; j++)
                assert_true (fabs ((next[j] - y[j]) / h - yp[j]) < 1e-2 * (1 + fabs (yp[j])));
        }
        for (size_t k = 1; k < o.s->steps;
             k++) { /* a correction of the step's end is a small jump */
            const double h = o.s->step_t[2 * k + 1] - o.s->step_t[2 * k];
            const double t = o.s->step_t[2 * k] + 1e-13 * h;

            geoms_dense (geoms_steps (o.s), 1, &t, y, NULL);
            jump = fmax (jump, distance (y, o.s->x + k * (size_t)c.n, 0, c.n));
        }
        print_message ("%s to %g: error %.1e, jumps %.1e\n", c.model.name, c.tspan[1], worst, jump);
        assert_true (worst < 2e-5 && jump < 2e-6);
        case_end (&c, &o);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (cubics_are_reproduced),
        cmocka_unit_test (the_right_step_is_found),
        cmocka_unit_test (dense_output_of_runs),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
