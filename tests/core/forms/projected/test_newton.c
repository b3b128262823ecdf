/* test_newton.c - the correction dx of the projected Newton systems solves
 *
 *     J_a dx = -a,   S (sigma M - J_b) dx = S r
 *
 * for random residuals (a, r), real and complex, with the model's own J and M and the selector S;
 * with rows of accelerations, alpha' = M^-1 (J_v - d (M alpha)/dx) for J_v and I for M, where d,
 * gII, hI vanish
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
    const int n = e->n, m = e->m, mb = m - e->r_b, nd = inside (b).nd;
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

/* d (M y)/dx of column j by central differences, nv numbers */
static void inertia_column (const Bench *b, const double *y, int j, double *column)
{
    const GeomsEquations *e = &b->eq;
    const int nv = e->d.nv;
    const double delta = 1e-5 * (1 + fabs (b->x[j]));
    static double x[MOST_UNKNOWNS], M[MOST_UNKNOWNS * MOST_UNKNOWNS];

    memset (column, 0, (size_t)nv * sizeof *column);
    for (int side = 1; side >= -1 && e->mass_varies; side -= 2) {
        memcpy (x, b->x, sizeof x);
        x[j] += side * delta;
        assert_int_equal (e->model->mass (1, &b->t, x, e->n, M, nv * nv, e->user), 0);
        for (int i = 0; i < nv; i++)
            for (int k = 0; k < nv; k++)
                column[i] += side * M[i + k * nv] * y[k] / (2 * delta);
    }
}

/* rows of v in b->J, b->M become those of v' = alpha (x); the multipliers of b->x are consistent */
static void accelerate (Bench *b)
{
    const GeomsEquations *e = &b->eq;
    const int nv = e->d.nv, mb = e->m - e->r_b;
    static double M[MOST_UNKNOWNS * MOST_UNKNOWNS], copy[MOST_UNKNOWNS * MOST_UNKNOWNS],
        rda[MOST_ROWS], change[MOST_UNKNOWNS];
    double *alpha = rda + e->r_v;

    assert_int_equal (e->model->rda (1, &b->t, b->x, e->n, rda, e->m, e->user), 0);
    for (int j = 0; j < nv; j++)
        memcpy (M + j * nv, b->M + e->n2 + (e->o3 + j) * mb, (size_t)nv * sizeof *M);
    memcpy (copy, M, sizeof M);
    assert_int_equal (model_solve (nv, copy, 1, alpha), 0);
    for (int j = 0; j < e->n; j++) {
        double *column = b->J + e->r_v + j * e->m;

        inertia_column (b, alpha, j, change);
        for (int i = 0; i < nv; i++)
            column[i] -= change[i];
        memcpy (copy, M, sizeof M);
        assert_int_equal (model_solve (nv, copy, 1, column), 0);
    }
    for (int j = 0; j < nv; j++)
        for (int i = 0; i < nv; i++)
            b->M[e->n2 + i + (e->o3 + j) * mb] = i == j;
}

static double worst_of (Bench *b, Complex sigma, unsigned seed)
{
    static double r[2 * MOST_ROWS], dx[2 * MOST_UNKNOWNS];
    const int complex = sigma.im != 0, slot = complex ? GEOMS_SLOT_COMPLEX : GEOMS_SLOT_REAL;

    memset (r, 0, sizeof r);
    memset (dx, 0, sizeof dx);
    fill_noise ((size_t)(b->eq.m * (1 + complex)), r, &seed);
    if (inside (b).accelerates)
        for (int i = 0; i < b->eq.n1; i++)
            r[i] = r[b->eq.m + i] = 0;
    bench_solve (b, slot, sigma.re, sigma.im, r, dx);
    return defect (b, sigma, r, dx);
}

enum { ITERATED, PSI1, ROWS_OF_FORCES, ROWS_OF_ACCELERATIONS, MODES };

static const char *const mode_name[MODES]
    = {"multipliers iterated", "psi1", "rows of forces", "rows of accelerations"};

/* linearised at the start, moved by up to 10 % */
static void open_mode (Bench *b, Case *c, int mode, unsigned seed)
{
    c->options.multipliers
        = mode == ITERATED ? GEOMS_MULTIPLIERS_ITERATED : GEOMS_MULTIPLIERS_SOLVED;
    c->options.velocity_rows = mode == ROWS_OF_ACCELERATIONS ? GEOMS_VELOCITY_ROWS_ACCELERATION
                                                             : GEOMS_VELOCITY_ROWS_FORCE;
    bench_open (b, c, mode == PSI1 ? GEOMS_FORMULATION_PSI1 : GEOMS_FORMULATION_PSF);
    assert_int_equal (inside (b).solved, mode >= ROWS_OF_FORCES);
    assert_int_equal (inside (b).accelerates, mode == ROWS_OF_ACCELERATIONS);
    bench_move (b, 0.1, seed);
    if (mode == ROWS_OF_ACCELERATIONS)
        assert_int_equal (model_multipliers (&c->model.system, b->t, b->x, c->user), 0);
    bench_linearise (b);
    if (mode == ROWS_OF_ACCELERATIONS)
        accelerate (b);
}

static void check_model (Case c, unsigned seed)
{
    static const Complex sigmas[] = {{10, 0}, {1e4, 0}, {3, 4}, {2e3, -3e3}, {0.1, 0.2}};
    static Bench b;

    for (int i = 0; i < 12 * MODES; i++) {
        const int mode = i / 12;

        c.options.constraint_decomposition = decomposition (i);
        c.options.selector = i / 3 % 2;
        c.options.differential_decomposition = i / 6 % 2;
        open_mode (&b, &c, mode, seed + (unsigned)i);
        for (int k = 0; k < 5; k++) {
            const double worst = worst_of (&b, sigmas[k], seed),
                         limit = mode == ROWS_OF_ACCELERATIONS && b.eq.mass_varies ? 1e-7
                                 : c.n < 50                                        ? 1e-11
                                                                                   : 1e-8;

            if (! (worst < limit))
                fail_msg ("%s: %s, decomposition %d, selector %d, QR %d, sigma %g + %gi: %.2e",
                          c.model.name, mode_name[mode], i % 3, i / 3 % 2, i / 6 % 2, sigmas[k].re,
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

/* ---- a real and three complex slots, with unknowns that are led and without ---- */

enum { SLOTS = 4, COLUMNS = 7 };

static double difference (int count, const double *x, const double *y)
{
    double most = 0, size = 0;

    for (int i = 0; i < count; i++) {
        most = fmax (most, fabs (x[i] - y[i]));
        size = fmax (size, fabs (y[i]));
    }
    return most / size;
}

/* all at once, and in two parts, against one by one */
static double worst_of_slots (Bench *b, unsigned seed)
{
    static const Complex sigmas[SLOTS] = {{10, 0}, {3, 4}, {20, -30}, {1, 7}};
    static double r[COLUMNS * MOST_ROWS], alone[COLUMNS * MOST_UNKNOWNS],
        all[COLUMNS * MOST_UNKNOWNS];
    GeomsForm *f = &b->form.form;
    double worst;

    fill_noise ((size_t)(COLUMNS * f->m), r, &seed);
    for (int j = 0; j < COLUMNS; j++)
        memset (r + j * f->m, 0, (size_t)f->led * sizeof *r);
    for (int slot = 0, at = 0; slot < SLOTS; at += slot++ == 0 ? 1 : 2) {
        assert_int_equal (f->ops->factor (f, slot, sigmas[slot].re, sigmas[slot].im), 0);
        f->ops->solve (f, slot, 1, r + at * f->m, alone + at * f->n);
    }
    f->ops->follow (f, f->led > 0 ? COLUMNS : 0, alone);
    f->ops->solve (f, 0, SLOTS, r, all);
    f->ops->follow (f, f->led > 0 ? COLUMNS : 0, all);
    worst = difference (COLUMNS * f->n, all, alone);
    f->ops->solve (f, 0, 2, r, all);
    f->ops->solve (f, 2, 2, r + 3 * f->m, all + 3 * f->n);
    f->ops->follow (f, f->led > 0 ? COLUMNS : 0, all);
    return fmax (worst, difference (COLUMNS * f->n, all, alone));
}

static void slots_are_solved_side_by_side (void **state)
{
    const TestModel *models[] = {&model_pendulum, &model_andrews, &model_skate, &model_chain_3};
    static Bench b;
    int led = 0;

    (void)state;
    for (int i = 0; i < 8; i++) {
        Case c = case_of (models[i / 2]);

        bench_open (&b, &c, GEOMS_FORMULATION_PSF);
        b.form.form.leads = i % 2;
        bench_linearise (&b);
        led += b.form.form.led > 0;
        assert_true (worst_of_slots (&b, (unsigned)i) < 1e-11);
        bench_close (&b);
        case_free (&c);
    }
    assert_int_equal (led, 3); /* all but the skate, which has w */
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (slots_are_solved_side_by_side),
        cmocka_unit_test (corrections_solve_the_linear_equations),
        cmocka_unit_test (large_systems_too),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
