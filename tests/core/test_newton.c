/* test_newton.c - the correction dx of the projected Newton systems solves
 *
 *     J_a dx = -a,   S (sigma M - J_b) dx = S r
 *
 * for random residuals (a, r), real and complex, with the model's own J and M and the selector S
 */
#include "bench.h"

typedef struct Complex {
    double re, im;
} Complex;

/* y = (sigma M - J_b) x (re, im), with J_b the differential rows of J */
static void apply (const Bench *b, Complex sigma, const double *x, const double *xi, double *y,
                   double *yi, double *size)
{
    const GeomsEquations *e = &b->eq;
    const int mb = e->m - e->r_b;

    for (int i = 0; i < mb; i++) {
        y[i] = yi[i] = size[i] = 0;
        for (int j = 0; j < e->n; j++) {
            const double M = b->M[i + j * mb], J = b->J[e->r_b + i + j * e->m];

            y[i] += (sigma.re * M - J) * x[j] - sigma.im * M * xi[j];
            yi[i] += (sigma.re * M - J) * xi[j] + sigma.im * M * x[j];
            size[i] += (fabs (sigma.re) + fabs (sigma.im)) * fabs (M) * (fabs (x[j]) + fabs (xi[j]))
                       + fabs (J) * (fabs (x[j]) + fabs (xi[j]));
        }
    }
}

/* the largest relative residual of both equations */
static double defect (const Bench *b, Complex sigma, const double *r, const double *dx)
{
    static double S[MOST_UNKNOWNS * MOST_ROWS], y[MOST_ROWS], yi[MOST_ROWS], size[MOST_ROWS];
    const GeomsEquations *e = &b->eq;
    const int n = e->n, m = e->m, mb = m - e->r_b, nd = b->form.nd;
    const double *ri = r + m, *dxi = dx + n;
    double worst = 0;

    for (int k = 0; k < algebraic_rows (b); k++) {
        const int row = algebraic_row (b, k);
        double sum = r[row], sumi = ri[row], scale = fabs (sum) + fabs (sumi) + 1e-300;

        for (int j = 0; j < n; j++) {
            const double J = b->J[row + j * m];
            sum += J * dx[j];
            sumi += J * dxi[j];
            scale += fabs (J) * (fabs (dx[j]) + fabs (dxi[j]));
        }
        worst = fmax (worst, (fabs (sum) + fabs (sumi)) / scale);
    }
    bench_selector (b, S);
    apply (b, sigma, dx, dxi, y, yi, size);
    for (int k = 0; k < nd; k++) {
        double sum = 0, sumi = 0, scale = 1e-300;

        for (int i = 0; i < mb; i++) {
            const double s = S[k + i * nd];
            sum += s * (y[i] - r[e->r_b + i]);
            sumi += s * (yi[i] - ri[e->r_b + i]);
            scale += fabs (s) * (size[i] + fabs (r[e->r_b + i]) + fabs (ri[e->r_b + i]));
        }
        worst = fmax (worst, (fabs (sum) + fabs (sumi)) / scale);
    }
    return worst;
}

static double worst_of (Bench *b, Complex sigma, unsigned seed)
{
    static double r[2 * MOST_ROWS], dx[2 * MOST_UNKNOWNS];
    const int complex = sigma.im != 0, slot = complex ? GEOMS_SLOT_COMPLEX : GEOMS_SLOT_REAL;
    GeomsForm *f = &b->form.form;

    memset (r, 0, sizeof r);
    memset (dx, 0, sizeof dx);
    fill_noise ((size_t)(b->eq.m * (1 + complex)), r, &seed);
    assert_int_equal (f->ops->factor (f, slot, sigma.re, sigma.im), 0);
    f->ops->solve (f, slot, r, dx);
    return defect (b, sigma, r, dx);
}

static void check_model (Case c, unsigned seed)
{
    static const Complex sigmas[] = {{10, 0}, {1e4, 0}, {3, 4}, {2e3, -3e3}, {0.1, 0.2}};
    static Bench b;

    for (int i = 0; i < 24; i++) {
        c.options.constraint_decomposition = decomposition (i);
        c.options.selector = i / 3 % 2;
        c.options.differential_decomposition = i / 6 % 2;
        bench_open (&b, &c, i / 12);
        bench_move (&b, 0.1, seed + (unsigned)i);
        bench_linearise (&b);
        for (int k = 0; k < 5; k++) {
            const double worst = worst_of (&b, sigmas[k], seed), limit = c.n < 50 ? 1e-10 : 1e-8;

            if (! (worst < limit))
                fail_msg ("%s: psi1 %d, decomposition %d, selector %d, QR %d, sigma %g + %gi: %.2e",
                          c.model.name, i / 12, i % 3, i / 3 % 2, i / 6 % 2, sigmas[k].re,
                          sigmas[k].im, worst);
        }
        bench_close (&b);
    }
    case_free (&c);
}

static void corrections_solve_the_linear_equations (void **state)
{
    const TestModel *models[]
        = {&model_pendulum,   &model_andrews,    &model_caraxis, &model_slidercrank,
           &model_oscillator, &model_prescribed, &model_skate,   &model_chain_3};

    (void)state;
    for (unsigned i = 0; i < 8; i++)
        check_model (case_of (models[i]), 100 * i);
}

/* in psi1 the longer one has so many free unknowns that LAPACK factorises */
static void large_systems_too (void **state)
{
    (void)state;
    check_model (case_of_chain (20), 1);
    check_model (case_of_chain (25), 2);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (corrections_solve_the_linear_equations),
        cmocka_unit_test (large_systems_too),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
