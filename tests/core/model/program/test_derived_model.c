/* test_derived_model.c - a derived system beside the model that was written by hand: rda, J, runs */
/* link: wrap-malloc */
#include "failing.h"
#include "described.h"
#include "model/program/derived_model.h"
#include "test.h"

enum { MOST = 60, NODES = 200000 };

/* the model whose functions are derived */
static GeomsDerivedModel *derive (const TestModel *model, Describe describe, GeomsModel *made)
{
    static Roots r;
    GeomsTape t;
    GeomsArena arena = {0};
    GeomsReport report;
    GeomsDerived to;
    void *user = model->system.create (NULL, 0);
    double start[MOST + 60];

    assert_int_equal (0, geoms_tape_begin (&t, NODES));
    const GeomsDescribed of = described (&t, &model->system.dims, describe, &r);
    memset (start, 0, sizeof start);
    assert_int_equal (0, model->start (start, user));
    assert_int_equal (0, geoms_derive (&to, &t, &of, start, &report, &arena));
    GeomsDerivedModel *m
        = geoms_derived_model_create (&to, &t, start + geoms_derive_parameters (&of.dims), of.nq,
                                      made, &report);
    assert_non_null (m);
    geoms_derived_free (&to);
    geoms_arena_free (&arena);
    geoms_tape_end (&t);
    model->system.destroy (user);
    return m;
}

static void need_same (int count, const double *found, const double *expected, const char *what)
{
    for (int i = 0; i < count; i++)
        if (fabs (found[i] - expected[i]) > 1e-13 * (1 + fabs (expected[i])))
            fail_msg ("%s number %d: %.17g, by hand %.17g", what, i, found[i], expected[i]);
}

static void compare (const TestModel *model, Describe describe)
{
    enum { STATES = 6 };
    const GeomsModel *given = &model->system;
    const int n = model_unknowns (&given->dims), rows = model_rows (&given->dims);
    GeomsModel made;
    GeomsDerivedModel *m = derive (model, describe, &made);
    void *user = given->create (NULL, 0);
    double start[MOST], x[MOST * STATES], a[MOST * STATES], b[MOST * STATES], t[STATES] = {0};
    double J[MOST * MOST], K[MOST * MOST];
    unsigned seed = 23;

    assert_int_equal (0, model->start (start, user));
    fill_noise ((size_t)(n * STATES), x, &seed);
    for (int i = 0; i < n * STATES; i++)
        x[i] = start[i % n] + 0.3 * x[i];
    for (int k = 1; k <= STATES; k++) {
        assert_int_equal (0, made.rda (k, t, x, n, a, rows, m));
        assert_int_equal (0, given->rda (k, t, x, n, b, rows, user));
        need_same (k * rows, a, b, "rda");
    }
    memset (J, 0, sizeof J);
    memset (K, 0, sizeof K);
    assert_int_equal (0, made.jac (0, x, J, rows, m));
    assert_int_equal (0, given->jac (0, x, K, rows, user));
    need_same (n * rows, J, K, "J");
    geoms_derived_model_free (m);
    given->destroy (user);
}

static void test_functions (void **state)
{
    (void)state;
    compare (&model_pendulum, describe_pendulum);
    compare (&model_skate, describe_skate);
}

/* parameters are inputs, and M follows from them; what a system without constraints has besides */
static void test_parameters (void **state)
{
    enum { STATES = 5 };
    static const double q[2][4] = {{1, 3, 2, 1}, {0.7, 2, 3, -0.5}};
    const GeomsModel by_hand = model_accelerations (&model_oscillator), *given = &by_hand;
    GeomsModel made, again;
    GeomsReport report;
    GeomsDerivedModel *first = derive (&model_oscillator, describe_oscillator, &made);
    const size_t count = geoms_derived_model_store (first, NULL);
    double *numbers = malloc (count * sizeof *numbers);
    double x[4 * STATES], a[4 * STATES], b[4 * STATES], t[STATES] = {0}, M[4 * STATES];
    unsigned seed = 4;

    (void)state;
    assert_int_equal (GEOMS_MASS_CONSTANT, made.mass_structure);
    assert_int_equal (0, made.parts_mass);
    geoms_derived_model_store (first, numbers);
    for (int set = 0; set < 2; set++) {
        void *user = given->create (q[set], 4);
        GeomsDerivedModel *m
            = geoms_derived_model_load (numbers, count, q[set], 4, &again, &report);
        assert_non_null (m);
        fill_noise (4 * STATES, x, &seed);
        for (int k = 1; k <= STATES; k++) {
            assert_int_equal (0, again.rda (k, t, x, 4, a, 4, m));
            assert_int_equal (0, given->rda (k, t, x, 4, b, 4, user));
            need_same (4 * k, a, b, "rda");
            assert_int_equal (0, again.accelerations (k, t, x, 4, a, 4, m));
            assert_int_equal (0, given->accelerations (k, t, x, 4, b, 4, user));
            need_same (4 * k, a, b, "x'");
            assert_int_equal (0, again.mass (k, t, x, 4, M, 4, m));
            assert_int_equal (0, given->mass (k, t, x, 4, b, 4, user));
            need_same (4 * k, M, b, "M");
        }
        geoms_derived_model_free (m);
        given->destroy (user);
    }
    assert_null (geoms_derived_model_load (numbers, count, q[0], 3, &again, &report));
    geoms_derived_model_free (first);
    free (numbers);
}

/* rda and M from one evaluation, where M varies */
static void test_rda_mass (void **state)
{
    GeomsModel made;
    GeomsDerivedModel *m = derive (&model_skate, describe_skate, &made);
    double x[22], t = 0, a[26], b[26], M[5], column[200];
    unsigned seed = 9;

    (void)state;
    fill_noise (22, x, &seed);
    assert_int_equal (GEOMS_MASS_DIAGONAL, made.mass_structure);
    assert_int_equal (5, made.patterns.M.start[5]);
    assert_int_equal (0, made.rda_mass (1, &t, x, 22, a, 26, M, 5, m));
    assert_int_equal (0, made.rda (1, &t, x, 22, b, 26, m));
    assert_memory_equal (a, b, sizeof a);
    assert_int_equal (0, made.parts (1, &t, x, 22, column, 200, m));
    assert_memory_equal (M, column, sizeof M);
    geoms_derived_model_free (m);
}

/* C, g, gI and h~ alone are those of the parts, bit by bit; C by its pattern */
static void test_constraints (void **state)
{
    enum { STATES = 7, SIZE = 200 };
    GeomsModel made;
    GeomsDerivedModel *m = derive (&model_skate, describe_skate, &made);
    const int values = made.patterns.C.start[5], at_C = made.patterns.M.start[5] + 6 * 5 + 5,
              rest = 1 + 3; /* g; gI, h~ */
    double x[22 * STATES], t[STATES], whole[SIZE * STATES], alone[SIZE * STATES];
    unsigned seed = 9;

    (void)state;
    fill_noise (22 * STATES, x, &seed);
    fill_noise (STATES, t, &seed);
    assert_int_equal (0, made.parts (STATES, t, x, 22, whole, SIZE, m));
    assert_int_equal (0, made.constraints (STATES, t, x, 22, alone, SIZE, m));
    for (int j = 0; j < STATES; j++)
        assert_memory_equal (alone + j * SIZE, whole + j * SIZE + at_C,
                             (size_t)(values + rest) * sizeof *alone);
    geoms_derived_model_free (m);
}

/* their program is made when they are asked for first: without memory that is told, then and later */
static void test_constraints_without_memory (void **state)
{
    int missed = 1;

    (void)state;
    for (long k = 1; missed; k++) {
        GeomsModel made;
        GeomsDerivedModel *m = derive (&model_skate, describe_skate, &made);
        double x[22] = {0}, t = 0, out[200];

        fail_after (k, 0);
        const int status = made.constraints (1, &t, x, 22, out, 200, m);
        missed = failures;
        fail_no_more ();
        assert_int_equal (missed ? GEOMS_NO_MEMORY : 0, status);
        assert_int_equal (status, made.constraints (1, &t, x, 22, out, 200, m));
        geoms_derived_model_free (m);
    }
}

/* the same steps to the same end, for every formulation that gives its multipliers or not */
static void run (const TestModel *model, Describe describe, int formulation)
{
    GeomsModel made;
    GeomsDerivedModel *m = derive (model, describe, &made);
    Case c = case_of (model), d = case_of (model);
    void *user = d.user;

    c.tspan[1] = d.tspan[1] = c.tspan[0] + 0.3 * (c.tspan[1] - c.tspan[0]);
    c.options.formulation = d.options.formulation = formulation;
    d.model.system = made;
    d.user = m;
    Outcome by_hand = solve (&c), derived = solve (&d);
    assert_int_equal (GEOMS_OK, by_hand.status);
    assert_int_equal (GEOMS_OK, derived.status);
    const double *x = by_hand.s->x + (size_t)(by_hand.s->count - 1) * (size_t)c.n;
    const double *y = derived.s->x + (size_t)(derived.s->count - 1) * (size_t)c.n;
    for (int i = 0; i < c.n; i++)
        assert_true (fabs (x[i] - y[i]) < 1e-6 * (1 + fabs (x[i])));
    assert_true (by_hand.s->count <= derived.s->count + 2 && derived.s->count <= by_hand.s->count + 2);
    case_end (&c, &by_hand);
    d.user = user;
    d.model.system = model->system;
    case_end (&d, &derived);
    geoms_derived_model_free (m);
}

static void test_runs (void **state)
{
    static const int formulations[]
        = {GEOMS_FORMULATION_PSF, GEOMS_FORMULATION_PSI1, GEOMS_FORMULATION_INDEX2};

    (void)state;
    for (int i = 0; i < 3; i++) {
        run (&model_pendulum, describe_pendulum, formulations[i]);
        if (i < 2) /* the others do not take w */
            run (&model_skate, describe_skate, formulations[i]);
    }
}

/* written and read: the same bits; anything else is refused, whatever it is */
static void test_store (void **state)
{
    GeomsModel made, again;
    GeomsReport report;
    GeomsDerivedModel *m = derive (&model_skate, describe_skate, &made);
    const size_t count = geoms_derived_model_store (m, NULL);
    double *numbers = malloc (count * sizeof *numbers), *spoilt = malloc (count * sizeof *spoilt);
    double x[22], a[26], b[26], t = 0;
    unsigned seed = 3;
    int refused = 0;

    (void)state;
    assert_int_equal (count, geoms_derived_model_store (m, numbers));
    GeomsDerivedModel *other = geoms_derived_model_load (numbers, count, NULL, 0, &again, &report);
    assert_non_null (other);
    fill_noise (22, x, &seed);
    assert_int_equal (0, made.rda (1, &t, x, 22, a, 26, m));
    assert_int_equal (0, again.rda (1, &t, x, 22, b, 26, other));
    assert_memory_equal (a, b, sizeof a);
    geoms_derived_model_free (other);
    assert_null (geoms_derived_model_load (numbers, count - 1, NULL, 0, &again, &report));
    assert_null (geoms_derived_model_load (numbers, 3, NULL, 0, &again, &report));
    assert_null (geoms_derived_model_load (numbers, count, x, 1, &again, &report));
    for (int round = 0; round < 5000; round++) {
        static const double values[] = {-1, 0, 1, 7, 1e9, -1e300, NAN, 0.5};
        memcpy (spoilt, numbers, count * sizeof *numbers);
        for (int k = 0; k < 1 + round % 3; k++)
            spoilt[(size_t)((noise (&seed) + 1) / 2 * (double)(count - 1))]
                = values[(int)((noise (&seed) + 1) * 3.99)];
        other = geoms_derived_model_load (spoilt, count, NULL, 0, &again, &report);
        refused += other == NULL;
        /* what is read may be another system, of other sizes */
        if (other != NULL && memcmp (&again.dims, &made.dims, sizeof made.dims) == 0)
            again.rda (1, &t, x, 22, b, 26, other);
        geoms_derived_model_free (other);
    }
    assert_true (refused > 1000);
    geoms_derived_model_free (m);
    free (numbers);
    free (spoilt);
}

int main (void)
{
    const struct CMUnitTest tests[]
        = {cmocka_unit_test (test_functions), cmocka_unit_test (test_parameters),
           cmocka_unit_test (test_rda_mass), cmocka_unit_test (test_constraints),
           cmocka_unit_test (test_constraints_without_memory), cmocka_unit_test (test_runs),
           cmocka_unit_test (test_store)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
