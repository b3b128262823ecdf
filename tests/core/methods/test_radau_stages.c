/* test_radau_stages.c - coefficients of the method; the stages that Newton's method finds solve
 *
 *     a (X_i) = 0,   S (b (X_i) - M (X_i) D_i) = 0,   D_i = sum_j (A^-1)_ij (X_j - x)/h
 *
 * with A from its order conditions, J, M, S as elsewhere; failures and what they ask for
 */
#include "bench.h"
#include "methods/radau.h"
#include "methods/radau_coefficients.h"
#include "oscillator.h"

/* ---- coefficients: the tableau of the method, and its transformation ---- */

static const double c[3] = {0.15505102572168219018, 0.64494897427831780982, 1};

/* A from the simplifying assumption C(3): sum_j a_ij c_j^(q-1) = c_i^q / q, i.e. A V = W */
static void tableau (double *A)
{
    double V[9], W[9];

    for (int j = 0; j < 3; j++) /* transposed: V' A' = W' */
        for (int q = 0; q < 3; q++) {
            V[q + 3 * j] = pow (c[j], q);
            W[q + 3 * j] = pow (c[j], q + 1) / (q + 1);
        }
    assert_int_equal (model_solve (3, V, 3, W), 0);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            A[i + 3 * j] = W[j + 3 * i];
}

/* the closed form of the tableau */
static void tableau_has_its_closed_form (void **state)
{
    const double s = sqrt (6);
    const double closed[9] = {(88 - 7 * s) / 360,     (296 + 169 * s) / 1800, (16 - s) / 36,
                              (296 - 169 * s) / 1800, (88 + 7 * s) / 360,     (16 + s) / 36,
                              (-2 + 3 * s) / 225,     (-2 - 3 * s) / 225,     1.0 / 9};
    double A[9];

    (void)state;
    tableau (A);
    for (int i = 0; i < 9; i++)
        assert_true (fabs (A[i] - closed[i]) < 1e-15);
    /* B(5) and D(2) with b the last row */
    for (int q = 1; q <= 5; q++) {
        double sum = 0;
        for (int i = 0; i < 3; i++)
            sum += A[2 + 3 * i] * pow (c[i], q - 1);
        assert_true (fabs (sum - 1.0 / q) < 1e-15);
    }
    for (int q = 1; q <= 2; q++)
        for (int j = 0; j < 3; j++) {
            double sum = 0;
            for (int i = 0; i < 3; i++)
                sum += A[2 + 3 * i] * pow (c[i], q - 1) * A[i + 3 * j];
            assert_true (fabs (sum - A[2 + 3 * j] / q * (1 - pow (c[j], q))) < 1e-15);
        }
}

/* T Lambda T^-1 = A^-1, T^-1 T = I. The weights of the error estimate give minus the slope at 0 of
 * the cubic through 0 and the three stages: sum_i dd_i c_i^q = -1, 0, 0 for q = 1, 2, 3 */
static void coefficients_belong_to_the_tableau (void **state)
{
    const double Lambda[9] = {U1, 0, 0, 0, ALPHA, BETA, 0, -BETA, ALPHA};
    const double estimate[3] = {DD1, DD2, DD3};
    double A[9], B[9], left[9], right[9], inverse[9];

    (void)state;
    tableau (A);
    for (int i = 0; i < 9; i++) {
        left[i] = T[i % 3][i / 3];
        right[i] = TI[i % 3][i / 3];
    }
    product (3, 3, 3, left, right, B);
    for (int i = 0; i < 9; i++)
        assert_true (fabs (B[i] - (i % 4 == 0)) < 2e-15);
    product (3, 3, 3, Lambda, right, B);
    product (3, 3, 3, left, B, inverse); /* A^-1 */
    product (3, 3, 3, inverse, A, B);
    for (int i = 0; i < 9; i++)
        assert_true (fabs (B[i] - (i % 4 == 0)) < 1e-14);
    assert_true (fabs (C1 - c[0]) < 1e-16 && fabs (C2 - c[1]) < 1e-15);
    for (int q = 1; q <= 3; q++) {
        double sum = q == 1;
        for (int i = 0; i < 3; i++)
            sum += estimate[i] * pow (c[i], q);
        assert_true (fabs (sum) < 1e-14);
    }
}

/* X (4 x 3) from the dense system (I - h A x L) X = e x x_n */
static void stages_of (const double *L, double h, const double *x, double *X)
{
    double A[9], big[144];

    tableau (A);
    for (int s = 0; s < 3; s++)
        for (int r = 0; r < 3; r++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    big[4 * s + i + 12 * (4 * r + j)]
                        = (s == r && i == j) - h * A[s + 3 * r] * L[i + 4 * j];
    for (int i = 0; i < 12; i++)
        X[i] = x[i % 4];
    assert_int_equal (model_solve (12, big, 1, X), 0);
}

/* One step from x0 gives the stages of the tableau; as the problem is linear, the first Newton
 * iteration does: the real and the complex matrix belong to A^-1. The polynomial of the step passes
 * through x_n and all stages, with the derivative L X at the stages. */
static void a_step_solves_the_stage_equations (void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        const double h = (i < 3 ? 1 : -1) * 0.3 * pow (10, -i % 3);
        Case k = case_of (&model_oscillator);
        double L[16], X[12], y[4], speed[4], f[4];
        GeomsPolynomial step;
        GeomsBasis basis;
        Outcome o;

        k.tspan[1] = h;
        k.options.step = fabs (h);
        k.options.newton_tol = 1e-12;
        case_tolerance (&k, 1e-4);
        o = solve (&k);
        assert_int_equal (o.counters.naccpt, 1);
        assert_int_equal (o.counters.nbsub, 2);
        oscillator_matrix (&k, L);
        stages_of (L, h, k.x0, X);
        basis = (GeomsBasis){o.s->degree, o.s->node};
        step = (GeomsPolynomial){&basis, 4, o.s->step_x, o.s->step_x + 4, 4, h};
        assert_true (distance (last_state (&o), X + 8, 0, 4) < 1e-14);
        for (int s = 0; s < 3; s++) {
            geoms_polynomial_at (&step, c[s] - 1, y, speed);
            product (4, 1, 4, L, X + 4 * s, f);
            assert_true (distance (y, X + 4 * s, 0, 4) < 1e-14);
            assert_true (distance (speed, f, 0, 4) < 1e-12 / fabs (h));
        }
        geoms_polynomial_at (&step, -1, y, NULL);
        assert_true (distance (y, k.x0, 0, 4) < 1e-14);
        geoms_polynomial_at (&step, 0, y, NULL);
        assert_memory_equal (y, last_state (&o), sizeof y);
        outcome_free (&o);
        case_free (&k);
    }
}

/* ---- stages of nonlinear systems ---- */

static const TestModel *const models[]
    = {&model_pendulum,   &model_andrews,    &model_caraxis, &model_slidercrank,
       &model_oscillator, &model_prescribed, &model_skate,   &model_chain_3};
enum { MODELS = sizeof models / sizeof models[0] };

typedef struct Stages {
    Bench b;
    GeomsRadau *r;
    GeomsForm *f;
} Stages;

/* the method at the start of the case, with step size h */
static void stages_open (Stages *s, Case *k, int psi1, double h)
{
    double weight[MOST_UNKNOWNS];
    GeomsMethodSetup setup;
    GeomsMethod *method;

    bench_open (&s->b, k, psf_or_psi1 (psi1));
    s->f = bench_form (&s->b);
    setup = (GeomsMethodSetup){.form = s->f,
                               .rtol = k->rtol,
                               .atol = k->atol,
                               .h = fabs (h),
                               .arena = &s->b.arena};
    assert_int_equal (geoms_method_create (&geoms_method_RADAU5, &setup, &method), 0);
    s->r = (GeomsRadau *)method;
    assert_int_equal (method->ops->start (method, s->b.t, s->b.x, h < 0 ? -1 : 1), 0);
    assert_true (s->r->method.h == h);
    s->r->method.step = h;
    geoms_index_factors (s->f, h, weight);
    geoms_tolerance_weights (&s->r->tolerance, s->b.x, weight, s->r->weight);
}

/* the largest relative residual of the stage equations */
static double stage_defect (Stages *s)
{
    static double rda[MOST_ROWS], S[MOST_UNKNOWNS * MOST_ROWS], D[MOST_UNKNOWNS];
    const GeomsEquations *e = &s->b.eq;
    const int n = e->n, mb = e->m - e->r_b, nd = inside (&s->b).nd;
    const double h = s->r->method.h, *Z = s->r->Z, start = s->b.t;
    double A[9], inverse[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, x[MOST_UNKNOWNS], worst = 0;

    tableau (A);
    assert_int_equal (model_solve (3, A, 3, inverse), 0);
    memcpy (x, s->b.x, sizeof x);
    bench_selector (&s->b, S);
    for (int i = 0; i < 3; i++) {
        s->b.t = start + c[i] * h;
        for (int j = 0; j < n; j++) {
            s->b.x[j] = x[j] + Z[i * n + j];
            D[j] = (inverse[i] * Z[j] + inverse[i + 3] * Z[n + j] + inverse[i + 6] * Z[2 * n + j])
                   / h;
        }
        assert_int_equal (e->model->rda (1, &s->b.t, s->b.x, n, rda, e->m, e->user), 0);
        bench_matrices (&s->b);
        for (int k = 0; k < algebraic_rows (&s->b); k++) {
            const int row = algebraic_row (&s->b, k);
            double size = 1e-2;
            for (int j = 0; j < n; j++)
                size += fabs (s->b.J[row + j * e->m] * s->b.x[j]);
            worst = fmax (worst, fabs (rda[row]) / size);
        }
        for (int k = 0; k < nd; k++) {
            double sum = 0, size = 1e-2;
            for (int r = 0; r < mb; r++) {
                double row = rda[e->r_b + r];
                for (int j = 0; j < n; j++) {
                    row -= s->b.M[r + j * mb] * D[j];
                    size += fabs (S[k + r * nd] * s->b.M[r + j * mb] * D[j]);
                }
                sum += S[k + r * nd] * row;
                size += fabs (S[k + r * nd] * rda[e->r_b + r]);
            }
            worst = fmax (worst, fabs (sum) / size);
        }
    }
    s->b.t = start;
    memcpy (s->b.x, x, sizeof x);
    return worst;
}

static void stages_solve_their_equations (void **state)
{
    static Stages s;

    (void)state;
    for (int i = 0; i < 24 * MODELS; i++) {
        const TestModel *model = models[i / 24];
        const double h = (i % 24 < 12 ? 1 : -1) * 2e-3 * (model->tspan[1] - model->tspan[0]);
        Case k = case_of (model);
        double defect;

        k.options.constraint_decomposition = decomposition (i);
        k.options.selector = i / 3 % 2;
        k.options.newton_tol = 1e-6;
        case_tolerance (&k, 1e-8);
        stages_open (&s, &k, i / 6 % 2, h);
        assert_int_equal (geoms_radau_solve_stages (s.r, s.b.t, s.b.x), 0);
        defect = stage_defect (&s);
        if (! (defect < 1e-6))
            fail_msg ("%s, psi1 %d, decomposition %d, selector %d, h %g: defect %.1e", k.model.name,
                      i / 6 % 2, i % 3, i / 3 % 2, h, defect);
        bench_close (&s.b);
        case_free (&k);
    }
}

/* ---- failures ---- */

/* too few iterations: a smaller step is asked for, between a fifth and the same */
static void slow_convergence_asks_for_a_smaller_step (void **state)
{
    static Stages s;

    (void)state;
    for (int updates = 0; updates < 2; updates++) {
        Case k = case_of (&model_pendulum);
        long nedec;

        k.options.max_newton = 4;
        k.options.newton_updates = updates;
        case_tolerance (&k, 1e-10);
        stages_open (&s, &k, 0, 0.15);
        nedec = s.b.counters.nedec;
        assert_int_equal (geoms_radau_solve_stages (s.r, s.b.t, s.b.x), GEOMS_ATTEMPT_FAILED);
        assert_true (s.r->h_factor > 0.2 && s.r->h_factor < 0.8);
        assert_int_equal (s.b.counters.nedec - nedec, 1 + updates); /* the matrix was renewed */
        /* with a smaller step and more iterations it works */
        k.options.max_newton = 10;
        s.r->method.step = s.r->method.h *= 0.1;
        s.r->factored = 0;
        s.r->fresh = 0;
        assert_int_equal (bench_linearise_at (&s.b, s.b.t, s.b.x, GEOMS_BASE_FILL), 0);
        s.r->fresh = 1;
        assert_int_equal (geoms_radau_solve_stages (s.r, s.b.t, s.b.x), 0);
        bench_close (&s.b);
        case_free (&k);
    }
}

static int bad_after; /* rda is NaN after so many calls */

static int nan_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                    void *user)
{
    const int status = model_pendulum.system.rda (k, t, x, ldx, out, ldo, user);

    if (bad_after-- <= 0)
        out[3] = NAN;
    return status;
}

static void undefined_stages_are_told_apart (void **state)
{
    static Stages s;
    Case k = case_of (&model_pendulum);

    (void)state;
    model_replace_rda (&k.model.system, nan_rda);
    bad_after = 1;
    stages_open (&s, &k, 0, 0.01);
    assert_int_equal (geoms_radau_solve_stages (s.r, s.b.t, s.b.x), GEOMS_ATTEMPT_UNDEFINED);
    assert_true (s.r->h_factor == 0.5);
    bench_close (&s.b);
    case_free (&k);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (tableau_has_its_closed_form),
        cmocka_unit_test (coefficients_belong_to_the_tableau),
        cmocka_unit_test (a_step_solves_the_stage_equations),
        cmocka_unit_test (stages_solve_their_equations),
        cmocka_unit_test (slow_convergence_asks_for_a_smaller_step),
        cmocka_unit_test (undefined_stages_are_told_apart),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
