/* test_redundancy.c - constraints that depend on each other: which rows, which multipliers are
 * unique, whether they contradict each other, and multipliers of minimum norm
 *
 *     row i is marked        <=>  without it the rank of its block is the same
 *     unknown i is unique    <=>  without its column the rank of F11 is lower   (psf)
 */
#include "bench.h"
#include "repeated.h"

static Bench b;

/* ---- ranks of blocks of J, by the model alone ---- */

/* rows r, rows + 1, ... (count) and columns o, ... (width) but row `row` and column `column` (or
 * -1) */
static int rank_without (int r, int count, int o, int width, int row, int column)
{
    static double T[MOST_ROWS * MOST_UNKNOWNS];
    int columns = 0, height = 0;

    for (int i = 0; i < count; i++) {
        double square = 0;

        if (i == row)
            continue;
        height = 0;
        for (int j = 0; j < width; j++)
            square += b.J[r + i + (o + j) * b.eq.m] * b.J[r + i + (o + j) * b.eq.m];
        for (int j = 0; j < width; j++)
            if (j != column)
                T[columns * (width - (column >= 0)) + height++]
                    = b.J[r + i + (o + j) * b.eq.m] / (square > 0 ? sqrt (square) : 1);
        columns++;
    }
    return columns > 0 && width > 0 ? model_rank (width - (column >= 0), columns, T) : 0;
}

static void expect_rows (const int *marked, int r, int count, int o, int width)
{
    const int rank = rank_without (r, count, o, width, -1, -1);

    for (int i = 0; i < count; i++)
        if (marked[r + i] != (rank_without (r, count, o, width, i, -1) == rank)) {
            char name[32];

            geoms_name_row (&b.eq, r + i, name, sizeof name);
            fail_msg ("%s, psi1 %d: %s is marked: %d", b.c->model.name, inside (&b).psi1, name,
                      marked[r + i]);
        }
}

static void check_marks (void)
{
    const GeomsEquations *e = &b.eq;
    static int marked[MOST_ROWS], unique[MOST_UNKNOWNS];

    geoms_redundancy_rows (&b.form, marked, unique);
    expect_rows (marked, e->r_c, e->d.ns + e->d.nl, e->o4, e->n4);
    expect_rows (marked, e->r_gI, e->d.nl + e->d.nm, e->o3, e->n3);
    for (int i = e->r_e; i < e->r_c; i++)
        assert_int_equal (marked[i], 0);
    /* gII and hI are not looked at; multipliers follow from the rows gI, h */
    if (inside (&b).psi1) {
        for (int i = 0; i < e->n1; i++)
            assert_true (! marked[i]
                         && unique[i] == (i < e->d.nw || ! marked[e->r_gI + i - e->d.nw]));
        return;
    }
    expect_rows (marked, 0, e->n1, 0, e->n1);
    for (int i = 0; i < e->n1; i++)
        assert_int_equal (unique[i], rank_without (0, e->n1, 0, e->n1, -1, i)
                                         < rank_without (0, e->n1, 0, e->n1, -1, -1));
}

/* ---- cases: linkages, rows written down again, a row of zeros ---- */

typedef struct Copies {
    const TestModel *base;
    int count, row[3];
    double factor[3];
    const char *names; /* of the rows that depend on others, in psf */
} Copies;

static const Copies copies[]
    = {{&model_pendulum, 1, {0}, {1}, "gII(1), gII(2), gI(1), gI(2), g(1), g(2)"},
       {&model_andrews, 1, {3}, {-2}, "gII(4), gII(7), gI(4), gI(7), g(4), g(7)"},
       {&model_andrews,
        3,
        {0, 5, 0},
        {1, 0.1, 20},
        "gII(1), gII(6), gII(7), gII(8), gII(9), gI(1), gI(6), gI(7), gI(8), gI(9), g(1), g(6), "
        "g(7), g(8), g(9)"},
       {&model_disk, 1, {1}, {3}, "hI(2), hI(3), h(2), h(3)"},
       {&model_skate, 1, {2}, {1}, "hI(2), hI(3), h(2), h(3)"},
       {&model_skate,
        2,
        {0, 1},
        {2, -1},
        "gII(1), gII(2), hI(1), hI(3), gI(1), gI(2), h(1), h(3), g(1), g(2)"},
       {&model_pendulum, 1, {0}, {0}, "gII(2), gI(2), g(2)"}}; /* 0 = 0 */
enum { COPIES = sizeof copies / sizeof copies[0], LINKAGES = 3, CASES = COPIES + LINKAGES };

static Case case_number (int i, Repeated *r)
{
    const TestModel three = model_parallelogram (3);
    const TestModel *const linkages[LINKAGES] = {&three, &model_fourbar, &model_bricard};

    if (i >= COPIES)
        return case_of (linkages[i - COPIES]);
    *r = (Repeated){.base = copies[i].base, .count = copies[i].count};
    memcpy (r->row, copies[i].row, sizeof copies[i].row);
    memcpy (r->factor, copies[i].factor, sizeof copies[i].factor);
    return case_repeated (r);
}

static void open_case (Case *c, int psi1)
{
    c->options.constraint_decomposition = GEOMS_DECOMPOSITION_SVD;
    bench_open (&b, c, psf_or_psi1 (psi1));
    bench_linearise (&b);
}

static void rows_are_named (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * CASES; i++) {
        Repeated r;
        Case c = case_number (i / 2, &r);
        int marked[MOST_ROWS], unique[MOST_UNKNOWNS];
        char text[400];

        open_case (&c, i % 2);
        check_marks ();
        geoms_redundancy_rows (&b.form, marked, unique);
        geoms_redundancy_names (&b.eq, marked, text, sizeof text);
        if (i / 2 < COPIES && i % 2 == 0)
            assert_string_equal (text, copies[i / 2].names);
        bench_close (&b);
        case_free (&c);
    }
}

static void nothing_is_marked_without_redundancy (void **state)
{
    const TestModel *models[]
        = {&model_pendulum,   &model_andrews,    &model_slidercrank, &model_skate,
           &model_prescribed, &model_oscillator, &model_disk,        &model_top_energy};
    int marked[MOST_ROWS], unique[MOST_UNKNOWNS];

    (void)state;
    for (int i = 0; i < 48; i++) {
        Case c = case_of (models[i / 6]);
        double x[MOST_UNKNOWNS];
        char text[40];

        c.options.constraint_decomposition = decomposition (i);
        bench_open (&b, &c, psf_or_psi1 (i / 3 % 2));
        bench_move (&b, 0.1, 4);
        bench_linearise (&b);
        geoms_redundancy_rows (&b.form, marked, unique);
        for (int k = 0; k < b.eq.na; k++)
            assert_int_equal (marked[k], 0);
        for (int k = 0; k < b.eq.n1; k++)
            assert_int_equal (unique[k], 1);
        geoms_redundancy_names (&b.eq, marked, text, sizeof text);
        assert_string_equal (text, "");
        memcpy (x, b.x, sizeof x);
        assert_int_equal (geoms_redundancy_normalise (&b.form, 1, x), 0);
        assert_memory_equal (x, b.x, sizeof x);
        bench_close (&b);
        case_free (&c);
    }
}

/* what does not fit is left out, and that is said */
static void long_lists_are_cut (void **state)
{
    Repeated r;
    Case c = case_number (2, &r);
    int marked[MOST_ROWS], unique[MOST_UNKNOWNS];
    const char *whole = copies[2].names;

    (void)state;
    open_case (&c, 0);
    geoms_redundancy_rows (&b.form, marked, unique);
    for (size_t size = 8; size < 200; size++) {
        char text[200];
        size_t length;

        memset (text, '#', sizeof text);
        geoms_redundancy_names (&b.eq, marked, text, size);
        length = strlen (text);
        assert_true (length < size);
        assert_true (size == sizeof text || text[size] == '#');
        if (strcmp (text, whole) == 0)
            continue;
        assert_true (length >= 4 && strcmp (text + length - 4, " ...") == 0);
        assert_memory_equal (text, whole, length - 4);
    }
    bench_close (&b);
    case_free (&c);
}

/* ---- contradictions ---- */

/* r = F11 x1, F23 x3, F34 x4 for a random x, as large as residuals are measured by: all three
 * levels can be met */
static void residual_in_range (double *r, unsigned seed)
{
    const GeomsEquations *e = &b.eq;
    double x[MOST_UNKNOWNS], size[MOST_UNKNOWNS];

    fill_noise ((size_t)e->n, x, &seed);
    geoms_equations_sizes (e, b.x, size);
    for (int j = 0; j < e->n; j++)
        x[j] *= size[j];
    memset (r, 0, MOST_ROWS * sizeof *r);
    for (int i = 0; i < e->na; i++) {
        const int first = i < e->n1 ? 0 : i < e->r_e ? e->o3 : e->o4;
        const int last = i < e->n1 ? e->n1 : i < e->r_e ? e->o4 : e->n;

        for (int j = first; j < last; j++)
            r[i] += b.J[i + j * e->m] * x[j];
    }
}

static void redundancy_is_no_contradiction (void **state)
{
    static double r[MOST_ROWS];
    int marked[MOST_ROWS];

    (void)state;
    for (int i = 0; i < 2 * CASES; i++) {
        Repeated copy;
        Case c = case_number (i / 2, &copy);

        open_case (&c, i % 2);
        for (unsigned seed = 1; seed < 10; seed++) {
            residual_in_range (r, seed);
            if (geoms_redundancy_contradiction (&b.form, r, marked) != 0) {
                char text[200];

                geoms_redundancy_names (&b.eq, marked, text, sizeof text);
                fail_msg ("%s, psi1 %d: %s are said to contradict each other", c.model.name, i % 2,
                          text);
            }
            for (int k = 0; k < b.eq.na; k++)
                assert_int_equal (marked[k], 0);
        }
        bench_close (&b);
        case_free (&c);
    }
}

/* One row of a copy that is off: found if it is more than rounding, and no other rows are blamed
 * than the copies of this one. */
static void contradictions_are_found_and_named (void **state)
{
    static double r[MOST_ROWS];
    int marked[MOST_ROWS];

    (void)state;
    for (int i = 0; i < 2 * COPIES; i++) {
        const Copies *o = &copies[i / 2];
        Repeated copy;
        Case c = case_number (i / 2, &copy);
        const GeomsEquations *e = &b.eq;

        open_case (&c, i % 2);
        for (int level = 0; level < 3; level++) {
            const int row = repeated_place (&copy, 0), first = level == 0   ? e->r_c + e->d.ns
                                                               : level == 1 ? e->r_gI
                                                                            : e->d.nw;

            if ((level == 0 && o->row[0] >= o->base->system.dims.nl) || (level == 2 && i % 2))
                continue; /* no such row, or it is not integrated */
            residual_in_range (r, 3);
            r[first + row] += 1e-13 * inside (&b).scale[first + row];
            assert_int_equal (geoms_redundancy_contradiction (&b.form, r, marked), 0);
            r[first + row] += 1e-5 * inside (&b).scale[first + row];
            assert_int_equal (geoms_redundancy_contradiction (&b.form, r, marked), 1);
            for (int k = 0; k < e->na; k++) {
                int blamed
                    = k == first + row
                      || (k == first + repeated_moved (&copy, o->row[0]) && o->factor[0] != 0);

                for (int l = 1; l < o->count; l++)
                    blamed = blamed
                             || (o->row[l] == o->row[0] && k == first + repeated_place (&copy, l));
                if (marked[k] != blamed) {
                    char name[32], off[32];

                    geoms_name_row (e, k, name, sizeof name);
                    geoms_name_row (e, first + row, off, sizeof off);
                    fail_msg ("%s, case %d, psi1 %d: %s is off, %s is marked: %d", c.model.name,
                              i / 2, i % 2, off, name, marked[k]);
                }
            }
        }
        bench_close (&b);
        case_free (&c);
    }
}

/* ---- multipliers of minimum norm ---- */

/* A (n x n) with the same null space as what determines x1: F11, or F23 F23' of lambda, mu */
static int square_block (double *A)
{
    const GeomsEquations *e = &b.eq;
    const int hard = e->d.nl + e->d.nm, n = inside (&b).psi1 ? hard : e->n1;

    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            A[i + j * n] = inside (&b).psi1 ? 0 : b.J[i + j * e->m];
            for (int k = 0; k < e->n3 && inside (&b).psi1; k++)
                A[i + j * n] += b.J[e->r_gI + i + (e->o3 + k) * e->m]
                                * b.J[e->r_gI + j + (e->o3 + k) * e->m];
        }
    return n;
}

static void normalised_multipliers_are_the_shortest (void **state)
{
    static double A[MOST_UNKNOWNS * MOST_UNKNOWNS], x[3 * MOST_UNKNOWNS], old[3 * MOST_UNKNOWNS];
    static double y[MOST_UNKNOWNS];

    (void)state;
    for (int i = 0; i < 2 * CASES; i++) {
        Repeated copy;
        Case c = case_number (i / 2, &copy);
        unsigned seed = 11;
        int first, size, rank;

        open_case (&c, i % 2);
        fill_noise ((size_t)(3 * c.n), x, &seed);
        memcpy (old, x, sizeof x);
        size = square_block (A);
        first = i % 2 ? b.eq.d.nw : 0;
        rank = model_rank (size, size, A);
        assert_int_equal (geoms_redundancy_normalise (&b.form, 3, x), size - rank);
        for (int k = 0; k < 3; k++) {
            product (size, 1, size, A, old + k * c.n + first, y);
            assert_int_equal (model_least (size, A, y), 0);
            for (int j = 0; j < c.n; j++) {
                const int normalised = j >= first && j < first + size;
                const double expected = normalised ? y[j - first] : old[k * c.n + j];

                if (! (fabs (x[k * c.n + j] - expected) <= (normalised ? 1e-8 : 0)))
                    fail_msg ("%s, psi1 %d: x(%d) = %.12g, shortest %.12g", c.model.name, i % 2, j,
                              x[k * c.n + j], expected);
            }
        }
        bench_close (&b);
        case_free (&c);
    }
}

/* ---- runs ---- */

/* what a solution says of redundancy is what the first linearisation says */
static void solutions_describe_redundancy (void **state)
{
    (void)state;
    for (int i = 0; i < 4 * CASES; i++) {
        Repeated r;
        Case c = case_number (i / 4, &r);
        const int automatic = i / 2 % 2, psi1 = i % 2;
        int marked[MOST_ROWS], unique[MOST_UNKNOWNS];
        Outcome o;

        open_case (&c, psi1);
        geoms_redundancy_rows (&b.form, marked, unique);
        c.options.formulation = psf_or_psi1 (psi1);
        c.options.constraint_decomposition
            = automatic ? GEOMS_DECOMPOSITION_AUTO : GEOMS_DECOMPOSITION_SVD;
        c.tspan[1] = c.tspan[0]; /* initial values only */
        o = solve (&c);
        assert_int_equal (o.s->redundant, automatic);
        assert_memory_equal (o.s->dependent_rows, marked, (size_t)b.eq.na * sizeof (int));
        assert_memory_equal (o.s->unique, unique, (size_t)b.eq.n1 * sizeof (int));
        assert_int_equal (o.s->rows[0], b.eq.d.ns + b.eq.d.nl);
        assert_int_equal (o.s->rank[0], inside (&b).rank[2]);
        assert_int_equal (o.s->rows[1], b.eq.d.nl + b.eq.d.nm);
        assert_int_equal (o.s->rank[1], inside (&b).rank[1]);
        assert_int_equal (o.s->rows[2], psi1 ? b.eq.d.nw : b.eq.n1);
        assert_int_equal (o.s->rank[2], psi1 ? b.eq.d.nw : inside (&b).rank[0]);
        outcome_free (&o);
        bench_close (&b);
        case_free (&c);
    }
}

/* a pendulum's constraint twice, the second time off by 0.01 in one row of rda */
static int off_row;

static int off_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                    void *user)
{
    const int status = repeated_rda (k, t, x, ldx, out, ldo, user);

    for (int j = 0; j < k; j++)
        out[off_row + j * ldo] += 0.01;
    return status;
}

static void runs_with_contradictions_are_refused (void **state)
{
    static const char *const names[2][3]
        = {{"gII(1), gII(2)", "gI(1), gI(2)", "g(1), g(2)"}, {" gII(2)", " gI(2)", " g(2)"}};

    (void)state;
    for (int i = 0; i < 24; i++) {
        const int zero = i / 12, level = i / 4 % 3, psi1 = i % 2;
        Repeated r = {.base = &model_pendulum, .count = 1, .factor = {zero ? 0 : 2}};
        Case c = case_repeated (&r);
        Outcome o;

        off_row = 2 * level + 1;
        model_replace_rda (&c.model.system, off_rda);
        c.options.formulation = psf_or_psi1 (psi1);
        c.options.constraint_decomposition
            = i / 2 % 2 ? GEOMS_DECOMPOSITION_SVD : GEOMS_DECOMPOSITION_AUTO;
        o = attempt (&c);
        if (psi1 && level == 0) { /* gII is not integrated */
            assert_int_equal (o.status, 0);
        } else {
            if (o.status != GEOMS_CONTRADICTION
                || strstr (o.report.text, names[zero][level]) == NULL)
                fail_msg ("level %d, factor %g, psi1 %d: %d, %s", level, r.factor[0], psi1,
                          o.status, o.report.text);
            assert_int_equal (o.s->count, 0);
        }
        case_end (&c, &o);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (rows_are_named),
        cmocka_unit_test (nothing_is_marked_without_redundancy),
        cmocka_unit_test (long_lists_are_cut),
        cmocka_unit_test (redundancy_is_no_contradiction),
        cmocka_unit_test (contradictions_are_found_and_named),
        cmocka_unit_test (normalised_multipliers_are_the_shortest),
        cmocka_unit_test (solutions_describe_redundancy),
        cmocka_unit_test (runs_with_contradictions_are_refused),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
