/* test_border.c - how accelerations, w and multipliers move with the other unknowns, against
 * difference quotients
 *
 *     A = d alpha / d (r, v, s, p),   L = d (w, lambda, mu) / d (r, v, s, p)   where d, gII, hI
 *     vanish
 *     F11^-1 of what these rows have in the columns w, lambda, mu
 */
#include "bench.h"

static const TestModel *const models[]
    = {&model_pendulum, &model_andrews, &model_caraxis, &model_slidercrank, &model_prescribed,
       &model_skate,    &model_disk,    &model_sleigh,  &model_chain_3};
enum { MODELS = sizeof models / sizeof models[0] };

static Bench b;
static const GeomsModel *model; /* with its Jacobian                                              */

/* alpha, and w, l in x, of the state x */
static void solve_at (double *x, double *alpha)
{
    const GeomsEquations *e = &b.eq;
    const int nv = e->d.nv;
    double rda[MOST_ROWS], M[MOST_UNKNOWNS * MOST_UNKNOWNS] = {0};

    assert_int_equal (model_multipliers (model, b.t, x, e->user), 0);
    assert_int_equal (e->model->rda (1, &b.t, x, e->n, rda, e->m, e->user), 0);
    for (int i = 0; i < nv; i++)
        M[i * (nv + 1)] = 1;
    if (e->model->mass != NULL)
        assert_int_equal (e->model->mass (1, &b.t, x, e->n, M, nv * nv, e->user), 0);
    memcpy (alpha, rda + e->r_v, (size_t)nv * sizeof *alpha);
    assert_int_equal (model_solve (nv, M, 1, alpha), 0);
}

static void open_solved (Case *c, int differences, unsigned seed)
{
    c->options.multipliers = GEOMS_MULTIPLIERS_SOLVED;
    c->options.velocity_rows = GEOMS_VELOCITY_ROWS_ACCELERATION;
    if (differences)
        c->model.system.jac = NULL;
    bench_open (&b, c, GEOMS_FORMULATION_PSF);
    assert_true (inside (&b).solved && inside (&b).accelerates);
    bench_move (&b, 0.05, seed);
    assert_int_equal (model_multipliers (model, b.t, b.x, c->user), 0);
    assert_int_equal (bench_linearise_at (&b, b.t, b.x, GEOMS_BASE_FILL), 0);
}

/* column j of [A; L], central differences */
static void check_column (int j, double limit)
{
    const GeomsEquations *e = &b.eq;
    const int nv = e->d.nv, n1 = e->n1, column = j - e->o2;
    const double delta = 1e-5 * (0.1 + fabs (b.x[j]));
    const double *A = inside (&b).A + column * nv, *L = inside (&b).L + column * n1;
    double x[2][MOST_UNKNOWNS], alpha[2][MOST_UNKNOWNS], size = 1;

    for (int side = 0; side < 2; side++) {
        memcpy (x[side], b.x, sizeof x[side]);
        x[side][j] += side ? -delta : delta;
        solve_at (x[side], alpha[side]);
    }
    for (int i = 0; i < nv; i++) /* what rounding of alpha leaves in a quotient, too */
        size = fmax (size, fmax (fabs (alpha[0][i]), fabs (A[i])));
    for (int i = 0; i < nv + n1; i++) {
        const double is = i < nv ? A[i] : L[i - nv],
                     quotient = i < nv ? (alpha[0][i] - alpha[1][i]) / (2 * delta)
                                       : (x[0][i - nv] - x[1][i - nv]) / (2 * delta);

        if (! (fabs (is - quotient) <= limit * (size + fabs (quotient))))
            fail_msg ("%s: row %d of column %d is %.10g, not %.10g", b.c->model.name, i, j, is,
                      quotient);
    }
}

static void columns_are_derivatives (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MODELS; i++) {
        Case c = case_of (models[i / 2]);

        model = &models[i / 2]->system;
        open_solved (&c, i % 2, 3);
        for (int j = b.eq.o2; j < b.eq.n; j++)
            check_column (j, i % 2 ? 1e-4 : 1e-5);
        bench_close (&b);
        case_free (&c);
    }
}

/* rows d, gII, hI of the model's own J, columns w, lambda, mu, times F11^-1 */
static void inverse_is_that_of_f11 (void **state)
{
    (void)state;
    for (int i = 0; i < MODELS; i++) {
        Case c = case_of (models[i]);
        const double *inverse;
        int n1;

        model = &models[i]->system;
        open_solved (&c, 0, 7);
        bench_matrices (&b);
        n1 = b.eq.n1;
        inverse = inside (&b).inverse1;
        for (int r = 0; r < n1; r++)
            for (int s = 0; s < n1; s++) {
                double sum = r == s ? -1 : 0, size = 1;
                for (int k = 0; k < n1; k++) {
                    const double term = b.J[r + k * c.m] * inverse[k + s * n1];
                    sum += term;
                    size += fabs (term);
                }
                assert_true (fabs (sum) < 1e-10 * size);
            }
        bench_close (&b);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (columns_are_derivatives),
        cmocka_unit_test (inverse_is_that_of_f11),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
