/* test_tangent.c - the systems along the motion have the same solutions as those of newton.c
 *
 *     dx of a real and of complex slots, together and one by one; corrections; error estimates
 *
 * for random residuals, at states beside the motion, with rows of forces and of accelerations, with
 * LU, QR and SVD, with redundant rows; and which systems they are for
 */
#include "bench.h"
#include "doubled.h"

enum { SLOTS = 4, COLUMNS = 7 };

static Bench along, whole;

static double difference (int count, const double *x, const double *y)
{
    double most = 0, size = 1e-300;

    for (int i = 0; i < count; i++) {
        most = fmax (most, fabs (x[i] - y[i]));
        size = fmax (size, fabs (y[i]));
    }
    return most / size;
}

/* both at the same state beside the start; not 0 if the first one is along the motion */
static int open_both (Case *c, int leads, double part, unsigned seed)
{
    bench_open_as (&along, c, GEOMS_FORMULATION_PSF, 1);
    bench_open (&whole, c, GEOMS_FORMULATION_PSF);
    bench_form (&along)->leads = bench_form (&whole)->leads = leads;
    bench_move (&along, part, seed);
    memcpy (whole.x, along.x, sizeof whole.x);
    assert_int_equal (bench_linearise_at (&along, along.t, along.x, GEOMS_BASE_FILL), 0);
    assert_int_equal (bench_linearise_at (&whole, whole.t, whole.x, GEOMS_BASE_FILL), 0);
    assert_false (inside (&whole).tangent);
    return inside (&along).tangent;
}

static void close_both (void)
{
    bench_close (&along);
    bench_close (&whole);
}

static void factor_both (void)
{
    static const double sigma[SLOTS][2] = {{10, 0}, {3, 4}, {200, -300}, {0.1, 7}};

    for (int slot = 0; slot < SLOTS; slot++)
        for (int i = 0; i < 2; i++) {
            GeomsForm *f = bench_form (i == 0 ? &along : &whole);
            assert_int_equal (f->ops->factor (f, slot, sigma[slot][0], sigma[slot][1]), 0);
        }
}

/* dx of all slots, in calls of `at_once` slots each */
static void solve_slots (Bench *b, int at_once, const double *r, double *dx)
{
    GeomsForm *f = bench_form (b);

    for (int slot = 0, at = 0; slot < SLOTS; slot += at_once) {
        f->ops->solve (f, slot, at_once, r + at * f->m, dx + at * f->n);
        at += slot == 0 ? 2 * at_once - 1 : 2 * at_once;
    }
    if (f->led > 0)
        f->ops->follow (f, COLUMNS, dx);
}

static double worst_of_solves (unsigned seed)
{
    static double r[COLUMNS * MOST_ROWS], dx[COLUMNS * MOST_UNKNOWNS], y[COLUMNS * MOST_UNKNOWNS];
    GeomsForm *f = bench_form (&along);
    double worst = 0;

    factor_both ();
    fill_noise ((size_t)(COLUMNS * f->m), r, &seed);
    for (int j = 0; j < COLUMNS; j++)
        memset (r + j * f->m, 0, (size_t)f->eq->n1 * sizeof *r);
    solve_slots (&whole, 1, r, y);
    for (int at_once = 1; at_once <= SLOTS; at_once *= 2) {
        solve_slots (&along, at_once, r, dx);
        for (int j = 0; j < COLUMNS; j++)
            worst = fmax (worst, difference (f->n, dx + j * f->n, y + j * f->n));
    }
    return worst;
}

/* one that moves x by as little as can be */
static double worst_of_corrections (unsigned seed)
{
    static double r[MOST_ROWS], x[2][MOST_UNKNOWNS];
    GeomsForm *f = bench_form (&along), *g = bench_form (&whole);

    fill_noise ((size_t)f->m, r, &seed);
    memset (x, 0, sizeof x);
    f->ops->approach (f, r, x[0]);
    g->ops->approach (g, r, x[1]);
    return difference (f->n, x[0], x[1]);
}

static void compare (Case c, double limit, unsigned seed)
{
    for (int i = 0; i < 12; i++) {
        const int accelerates = i / 3 % 2;
        double solves, corrections;

        c.options.multipliers = GEOMS_MULTIPLIERS_SOLVED;
        c.options.constraint_decomposition = decomposition (i);
        c.options.velocity_rows = accelerates ? GEOMS_VELOCITY_ROWS_ACCELERATION
                                              : GEOMS_VELOCITY_ROWS_FORCE;
        c.options.differential_decomposition = i % 2;
        assert_true (open_both (&c, i / 6, 0.1, seed + (unsigned)i));
        solves = worst_of_solves (seed);
        corrections = worst_of_corrections (seed);
        if (! (solves < limit && corrections < limit))
            fail_msg ("%s: rows of accelerations %d, decomposition %d, led %d: %.1e, %.1e",
                      c.model.name, accelerates, i % 3, i / 6, solves, corrections);
        close_both ();
    }
    case_free (&c);
}

static void corrections_are_the_same (void **state)
{
    const TestModel *models[] = {&model_pendulum,    &model_andrews,    &model_caraxis,
                                 &model_slidercrank, &model_oscillator, &model_prescribed,
                                 &model_truck,       &model_chain_3};

    (void)state;
    for (unsigned i = 0; i < 8; i++)
        compare (case_of (models[i]), 1e-10, 100 * i);
    compare (case_of_chain (20), 1e-9, 7);
}

/* rows that are written down twice: the SVD finds that at the start */
static void redundant_rows_too (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = case_of (&model_doubled);

        c.options.velocity_rows
            = i % 2 ? GEOMS_VELOCITY_ROWS_ACCELERATION : GEOMS_VELOCITY_ROWS_FORCE;
        assert_true (open_both (&c, i / 2, 0, 1));
        assert_int_equal (inside (&along).rank[1], 1);
        assert_true (worst_of_solves (5) < 1e-11);
        assert_true (worst_of_corrections (6) < 1e-11);
        close_both ();
        case_free (&c);
    }
}

/* Z, w, r, s, mu, e: newton.c */
static void others_have_their_own (void **state)
{
    const TestModel *models[]
        = {&model_skate, &model_top, &model_knifeedge, &model_pendulum_energy};

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        Case c = case_of (models[i]);

        assert_false (open_both (&c, 1, 0, i));
        close_both ();
        case_free (&c);
    }
}

/* a selector of rows, one that is kept, weights of corrections, multipliers that are iterated */
static void options_have_their_own (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = case_of (&model_chain_3);

        if (i == 0)
            c.options.selector = GEOMS_SELECTOR_ROWS;
        else if (i == 1)
            c.options.selector_update = GEOMS_UPDATE_ADAPTIVE;
        else if (i == 2)
            c.options.multipliers = GEOMS_MULTIPLIERS_ITERATED;
        bench_open_as (&along, &c, GEOMS_FORMULATION_PSF, 1);
        if (i == 3)
            bench_weigh (&along, along.increment);
        bench_linearise (&along);
        assert_false (inside (&along).tangent);
        bench_close (&along);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (corrections_are_the_same),
        cmocka_unit_test (redundant_rows_too),
        cmocka_unit_test (others_have_their_own),
        cmocka_unit_test (options_have_their_own),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
