/* test_radau.c - the first step, and the order of convergence with fixed steps in both forms
 */
#include "test.h"

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

/* ---- forces with noise ---- */

/* a pendulum, x = [lambda; v; p], with noise of the size *user in f, other wherever a bit of p
 * is */
static int noisy_blocks (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                         void *user)
{
    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *v = x + 1, *p = x + 3, size = *(const double *)user,
                     g = (p[0] * p[0] + p[1] * p[1] - 1) / 2;
        const double values[7] = {0, -9.81, g, p[0], p[1], p[0] * v[0] + p[1] * v[1],
                                  v[0] * v[0] + v[1] * v[1]};
        uint64_t bits;
        unsigned seed;

        memcpy (out, values, sizeof values);
        memcpy (&bits, p, sizeof bits);
        seed = (unsigned)bits;
        out[0] += size * noise (&seed);
        out[1] += size * noise (&seed);
    }
    return 0;
}

static void mechanical_release (void *object) { geoms_mechanical_free (object); }

static Outcome with_noise (int method, double size)
{
    const double mass[4] = {1, 0, 0, 1};
    const GeomsMechanical form = {.dims = {.np = 2, .nv = 2, .nl = 1},
                                  .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,
                                  .autonomous = 1,
                                  .mass = mass,
                                  .blocks = noisy_blocks,
                                  .user = &size};
    Case k = {.model = {.name = "noise"},
              .ntspan = 2,
              .tspan = {0, 2},
              .n = 5,
              .m = 7,
              .x0 = {0, 0, 0, 1, 0}};
    Outcome o;

    k.user = geoms_mechanical_create (&form, &k.model.system);
    assert_non_null (k.user);
    k.model.system.destroy = mechanical_release;
    geoms_options_default (&k.options);
    k.options.method = method;
    case_tolerance (&k, 1e-9);
    o = attempt (&k);
    case_free (&k);
    return o;
}

/* What is less than the error of a step, but more than what Newton's method is to come down to,
 * does not make steps shorter. */
static void noise_ends_the_iteration_of (int method, long most)
{
    Outcome smooth = with_noise (method, 0);

    assert_int_equal (smooth.status, 0);
    for (double size = 1e-8; size < 2e-6; size *= 10) {
        Outcome o = with_noise (method, size);

        print_message ("noise %.0e: %ld steps of %ld, without noise %ld; another end by %.1e\n",
                       size, o.counters.naccpt, o.counters.nstep, smooth.counters.naccpt,
                       distance (last_state (&o), last_state (&smooth), 1, 5));
        assert_int_equal (o.status, 0);
        assert_true (o.counters.nstep < most);
        assert_true (distance (last_state (&o), last_state (&smooth), 1, 5) < 1e-6);
        outcome_free (&o);
    }
    outcome_free (&smooth);
}

/* Noise costs orders above 5, which has the most steps of all. */
static void noise_of_forces_ends_the_iteration (void **state)
{
    Outcome smooth = with_noise (GEOMS_METHOD_RADAU5, 0);
    const long steps = smooth.counters.nstep;

    (void)state;
    outcome_free (&smooth);
    noise_ends_the_iteration_of (GEOMS_METHOD_RADAU5, 2 * steps);
    noise_ends_the_iteration_of (GEOMS_METHOD_RADAU, steps);
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
    k.options.formulation = psf_or_psi1 (psi1);
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
        cmocka_unit_test (the_first_step_is_divided_by_ten),
        cmocka_unit_test (noise_of_forces_ends_the_iteration),
        cmocka_unit_test (orders_with_exact_motions),
        cmocka_unit_test (orders_of_andrews_mechanism),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
