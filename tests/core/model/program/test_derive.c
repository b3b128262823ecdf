/* test_derive.c - what follows from M, Z, f, g, h~, b, d, c, e alone, beside parts and blocks_jac of
 * models in which it was written by hand */
#include "described.h"
#include "test.h"

enum { MOST = 400, NODES = 200000 };

/* ---- derived beside given ---- */

typedef struct Pair {
    const TestModel *model;
    Describe describe;
    int structure, autonomous, uses_multipliers;
} Pair;

static void need_close (double found, double expected, const char *block, int i)
{
    if (fabs (found - expected) > 1e-13 * (1 + fabs (expected)))
        fail_msg ("%s number %d: %.17g, by hand %.17g", block, i, found, expected);
}

static const double *need_block (const double *value, int count, const int *node,
                                 const double *expected, const char *name)
{
    for (int i = 0; i < count; i++)
        need_close (value[node[i]], expected[i], name, i);
    return expected + count;
}

/* a matrix of so many rows, 0 but for these entries */
static const double *need_entries (const double *value, int count, int rows,
                                   const GeomsEntries *list, const double *expected,
                                   const char *name)
{
    double A[MOST] = {0};

    assert_true (count <= MOST);
    for (int e = 0; e < list->count; e++)
        A[list->entry[e].row + list->entry[e].column * rows] = value[list->entry[e].node];
    for (int i = 0; i < count; i++)
        need_close (A[i], expected[i], name, i);
    return expected + count;
}

/* a column of parts */
static void compare_parts (const GeomsDerived *to, const GeomsModel *m, void *user, double time,
                           const double *x, const double *value)
{
    const GeomsDims *d = &m->dims;
    const int rows = d->nl + d->nm;
    double column[MOST];
    const double *at = column;

    memset (column, 0, sizeof column);
    assert_int_equal (0, m->parts (1, &time, x, MOST, column, MOST, user));
    if (m->mass_structure == GEOMS_MASS_FULL || m->mass_structure == GEOMS_MASS_DIAGONAL)
        at = need_entries (value, d->nv * d->nv, d->nv, &to->M, at, "M");
    if (m->kinematics)
        at = need_block (value, d->np * d->nv, to->of.Z, at, "Z");
    at = need_block (value, d->nv, to->of.f, at, "f");
    at = need_entries (value, rows * d->nv, rows, &to->C, at, "C");
    at = need_block (value, d->nl, to->of.g, at, "g");
    at = need_block (value, d->nl, to->gI, at, "gI");
    at = need_block (value, d->nm, to->of.h, at, "h");
    at = need_block (value, rows, to->gamma, at, "gamma");
    at = need_block (value, d->nr, to->of.b, at, "b");
    at = need_block (value, d->nw, to->of.d, at, "d");
    at = need_block (value, d->ns, to->of.c, at, "c");
    need_block (value, d->ni, to->of.e, at, "e");
}

/* B beside quotients of R, and beside what the model gives */
static void compare_slopes (const GeomsDerived *to, const GeomsTape *t, const TestModel *model,
                            void *user, const double *input, double *value)
{
    static const double weight[] = {8, -8, -1, 1}, step[] = {1, -1, 2, -2};
    const int n = model_unknowns (&model->system.dims), inputs = geoms_derive_parameters (&to->of.dims);
    double B[MOST * 8], found[MOST * 8], x[MOST];

    memset (B, 0, sizeof B);
    memset (found, 0, sizeof found);
    for (int e = 0; e < to->B.count; e++)
        found[to->B.entry[e].row + to->B.entry[e].column * to->rows] = value[to->B.entry[e].node];
    if (model->blocks_jac != NULL) {
        assert_int_equal (0, model->blocks_jac (input[n], input, input + n + 1, B, to->rows, user));
        for (int i = 0; i < n * to->rows; i++)
            need_close (found[i], B[i], "entry of B", i);
    }
    memset (B, 0, sizeof B);
    for (int j = 0; j < n; j++)
        for (int k = 0; k < 4; k++) {
            memcpy (x, input, (size_t)inputs * sizeof *x);
            x[j] += step[k] * 1e-3;
            geoms_tape_evaluate (t, x, value);
            for (int i = 0; i < to->rows; i++)
                B[i + j * to->rows] += weight[k] * value[to->R[i]] / 12e-3;
        }
    for (int i = 0; i < n * to->rows; i++)
        assert_true (fabs (found[i] - B[i]) < 1e-8 * (1 + fabs (B[i])));
}

static void compare (const Pair *pair)
{
    const GeomsModel *m = &pair->model->system;
    const int n = model_unknowns (&m->dims), inputs = geoms_derive_parameters (&m->dims);
    static Roots r;
    GeomsTape t;
    GeomsArena arena = {0};
    GeomsReport report;
    GeomsDerived to;
    void *user = m->create (NULL, 0);
    double x[MOST], start[MOST], *value = malloc (NODES * sizeof *value);
    unsigned seed = 17;

    assert_int_equal (0, geoms_tape_begin (&t, NODES));
    const GeomsDescribed of = described (&t, &m->dims, pair->describe, &r);
    assert_int_equal (0, pair->model->start (start, user));
    assert_int_equal (0, geoms_derive (&to, &t, &of, start, &report, &arena));
    assert_int_equal (pair->structure, to.mass_structure);
    assert_int_equal (pair->autonomous, to.autonomous);
    assert_int_equal (pair->uses_multipliers, to.uses_multipliers);
    for (int round = 0; round < 20; round++) {
        fill_noise ((size_t)inputs, x, &seed);
        for (int i = 0; i < n; i++)
            x[i] = start[i] + 0.3 * x[i];
        geoms_tape_evaluate (&t, x, value);
        compare_parts (&to, m, user, x[n], x, value);
        compare_slopes (&to, &t, pair->model, user, x, value);
    }
    geoms_derived_free (&to);
    geoms_arena_free (&arena);
    geoms_tape_end (&t);
    m->destroy (user);
    free (value);
}

static void test_models (void **state)
{
    static const Pair pairs[]
        = {{&model_pendulum, describe_pendulum, GEOMS_MASS_CONSTANT_DIAGONAL, 1, 0},
           {&model_skate, describe_skate, GEOMS_MASS_DIAGONAL, 1, 1}};

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        compare (pairs + i);
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (test_models)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
