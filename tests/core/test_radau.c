/* test_radau.c - coefficients of the method, its order of convergence with fixed steps in both
 * forms, the collocation polynomial
 */
#include "radau.h"
#include "radau_coefficients.h"
#include "test.h"

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

/* L (4 x 4) of the oscillator as x' = L x, by columns */
static void oscillator_matrix (const Case *k, double *L)
{
    double J[16] = {0}, M[4];

    k->model.system.jac (0, k->x0, J, 4, k->user);
    k->model.system.mass (1, &k->tspan[0], k->x0, 4, M, 4, k->user);
    memcpy (L, J, sizeof J);
    for (int j = 0; j < 4; j++) {
        double P[4];
        memcpy (P, M, sizeof P);
        assert_int_equal (model_solve (2, P, 1, L + 4 * j), 0);
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
        assert_true (distance (last_state (&o), X + 8, 0, 4) < 1e-14);
        for (int s = 0; s < 3; s++) {
            geoms_radau_interpolate (4, o.s->step_x, o.s->step_x + 4, h, c[s] - 1, y, speed);
            product (4, 1, 4, L, X + 4 * s, f);
            assert_true (distance (y, X + 4 * s, 0, 4) < 1e-14);
            assert_true (distance (speed, f, 0, 4) < 1e-12 / fabs (h));
        }
        geoms_radau_interpolate (4, o.s->step_x, o.s->step_x + 4, h, -1, y, NULL);
        assert_true (distance (y, k.x0, 0, 4) < 1e-14);
        geoms_radau_interpolate (4, o.s->step_x, o.s->step_x + 4, h, 0, y, NULL);
        assert_memory_equal (y, last_state (&o), sizeof y);
        outcome_free (&o);
        case_free (&k);
    }
}

/* A first step that is too long is divided by ten until it passes, which is no rejection. */
static void the_first_step_is_divided_by_ten (void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        const TestModel *models[] = {&model_pendulum, &model_slidercrank, &model_oscillator};
        Case k = case_of (models[i]);
        double tens;
        Outcome o;

        k.options.initial_step = 0.1;
        k.options.newton_updates = 20;
        k.options.max_newton = 50;
        k.options.max_steps = 12;
        case_tolerance (&k, 1e-10);
        o = attempt (&k);
        assert_true (o.s->count > 1 && o.counters.ncrjct == 0);
        tens = log10 (0.1 / o.s->t[1]);
        assert_true (tens > 0.5 && fabs (tens - round (tens)) < 1e-9);
        assert_int_equal (o.counters.nstep - o.counters.naccpt - o.counters.nerjct,
                          (long)round (tens));
        outcome_free (&o);
        case_free (&k);
    }
}

/* ---- order of convergence ---- */

static Errors fixed_steps (const TestModel *model, int psi1, double length, int steps,
                           const double *reference)
{
    Case k = case_of (model);
    double y[MOST_UNKNOWNS];
    Outcome o;
    Errors e;

    k.tspan[1] = length;
    k.options.formulation = psi1;
    k.options.step = length / steps;
    /* without a reference motion the forces are mild: Newton's method can go further down */
    k.options.newton_tol = reference == NULL ? 1e-7 : 1e-5;
    k.options.max_newton = 30;
    case_tolerance (&k, 1e-9);
    o = solve (&k);
    assert_int_equal (o.counters.naccpt, steps);
    assert_int_equal (o.counters.nerjct + o.counters.ncrjct, 0);
    if (reference == NULL)
        assert_int_equal (k.model.exact (length, y, k.user), 0);
    e = errors_between (&k.model.system.dims, last_state (&o), reference ? reference : y);
    outcome_free (&o);
    case_free (&k);
    return e;
}

/* average orders over `doublings` doublings of the number of steps, in the windows where neither
 * higher terms nor rounding and the Newton iteration count */
typedef struct Window {
    const TestModel *model;
    double length;
    int psi1, multipliers; /* judged are the multipliers, or positions and velocities */
    int steps, doublings;
    double order, tolerance;
} Window;

static void check_order (const Window *w, const double *reference)
{
    const Errors first = fixed_steps (w->model, w->psi1, w->length, w->steps, reference);
    const Errors last
        = fixed_steps (w->model, w->psi1, w->length, w->steps << w->doublings, reference);
    const double p = order_of (first.positions, last.positions) / w->doublings,
                 v = order_of (first.velocities, last.velocities) / w->doublings,
                 lambda = order_of (first.multipliers, last.multipliers) / w->doublings;

    if (w->multipliers)
        print_message ("%s, psi1 %d, %d ... %d steps: order of lambda %.2f (%.1e ... %.1e)\n",
                       w->model->name, w->psi1, w->steps, w->steps << w->doublings, lambda,
                       first.multipliers, last.multipliers);
    else
        print_message ("%s, psi1 %d, %d ... %d steps: order of p %.2f, of v %.2f (%.1e ... %.1e)\n",
                       w->model->name, w->psi1, w->steps, w->steps << w->doublings, p, v,
                       first.velocities, last.velocities);
    assert_true (! w->multipliers || fabs (lambda - w->order) <= w->tolerance);
    assert_true (w->multipliers
                 || (fabs (p - w->order) <= w->tolerance && fabs (v - w->order) <= w->tolerance));
}

static void orders_with_exact_motions (void **state)
{
    static const Window windows[] = {{&model_pendulum, 1.1, 0, 0, 88, 2, 5, 0.2},
                                     {&model_pendulum, 1.1, 0, 1, 88, 2, 5, 0.2},
                                     {&model_pendulum, 1.1, 1, 0, 22, 2, 5, 0.2},
                                     {&model_pendulum, 1.1, 1, 1, 176, 2, 3, 0.3},
                                     {&model_slidercrank, 0.7, 0, 0, 25, 2, 5, 0.2},
                                     {&model_slidercrank, 0.7, 0, 1, 25, 2, 5, 0.2},
                                     {&model_slidercrank, 0.7, 1, 0, 25, 1, 5, 0.2},
                                     {&model_slidercrank, 0.7, 1, 1, 50, 3, 3, 0.3},
                                     {&model_skate, 1, 0, 0, 10, 1, 5, 0.2},
                                     {&model_skate, 1, 0, 1, 20, 1, 5, 0.2},
                                     {&model_skate, 1, 1, 0, 10, 1, 5, 0.2},
                                     {&model_skate, 1, 1, 1, 20, 3, 3, 0.3}};

    (void)state;
    for (size_t i = 0; i < sizeof windows / sizeof windows[0]; i++)
        check_order (&windows[i], NULL);
}

static void orders_of_andrews_mechanism (void **state)
{
    static const Window windows[] = {{&model_andrews, 0.03, 0, 0, 200, 3, 5, 0.2},
                                     {&model_andrews, 0.03, 0, 1, 200, 3, 5, 0.2},
                                     {&model_andrews, 0.03, 1, 0, 200, 2, 5, 0.2},
                                     {&model_andrews, 0.03, 1, 1, 1600, 2, 3, 0.3}};
    double reference[MOST_UNKNOWNS];

    (void)state;
    assert_int_equal (model_reference (GEOMS_TEST_DATA "/andrews.csv", 1, 20, reference), 0);
    for (size_t i = 0; i < sizeof windows / sizeof windows[0]; i++)
        check_order (&windows[i], reference);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (tableau_has_its_closed_form),
        cmocka_unit_test (coefficients_belong_to_the_tableau),
        cmocka_unit_test (a_step_solves_the_stage_equations),
        cmocka_unit_test (the_first_step_is_divided_by_ten),
        cmocka_unit_test (orders_with_exact_motions),
        cmocka_unit_test (orders_of_andrews_mechanism),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
