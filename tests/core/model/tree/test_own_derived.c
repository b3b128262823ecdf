/* test_own_derived.c - what is added to a tree, derived: each number of a column
 *
 * A free body (a quaternion) with a slide, to which one row and one unknown of every kind are
 * added, of expressions in all they may depend on, and a law with a parameter.
 */
#include "../program/expressions.h"
#include "model/tree/tree_system.h"
#include "test.h"

enum {
    NP = 8, NV = 7, LAWS = 2, MOTIONS = LAWS * GEOMS_TREE_MOTION,
    V = 4, S = V + NV, P = S + 1, UNKNOWNS = P + NP, /* [ w lambda mu r | v | s p ]              */
    WHOLE = UNKNOWNS + 3, /* the tree has one lambda, mu and r of its own                        */
    TIME = UNKNOWNS, ALPHA = TIME + 1, Q = ALPHA + NV,
    STATES = 6, NODES = 60000, INPUTS = Q + 1,
    COLUMN = NV + 3 + NP + 2 + NP + 4 + 6 * LAWS
};

static const GeomsDims OWN
    = {.np = NP, .nv = NV, .nr = 1, .nw = 1, .ns = 1, .nl = 1, .nm = 1, .ni = 1, .nc = 1};
static const GeomsDims TREE = {.np = NP, .nv = NV, .nr = 1, .nl = 1, .nm = 1, .ni = 1};

typedef struct Added {
    GeomsTape tape;
    GeomsDescribed of;
    int Z[NP * NV], f[NV], g, h, b, d, c, e, condition;
    int levels[2 * NV + 1 + 2];  /* C, gI, gamma */
    double *system, *law;
    size_t system_count, law_count;
    double q;
} Added;

/* Z of the free body: ones, E / 2 */
static void describe_kinematics (GeomsTape *t, int *Z)
{
    static const int which[4][3] = {{-1, -2, -3}, {0, -3, 2}, {3, 0, -1}, {-2, 1, 0}};
    static const int e0_at[4] = {-1, 0, 1, 2};

    memset (Z, 0, NP * NV * sizeof *Z);
    for (int i = 0; i < 3; i++)
        Z[i + i * NP] = K (1);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++) {
            const int number = which[i][j], part = number < 0 ? -number : number;
            int entry = MUL (K (0.5), IN (P + 3 + (e0_at[i] == j ? 0 : part)));
            Z[3 + i + (3 + j) * NP] = number < 0 ? NEG (entry) : entry;
        }
    Z[7 + 6 * NP] = K (1);
}

static void describe (Added *a)
{
    GeomsTape *t = &a->tape;
    const int s = IN (S), time = IN (TIME), q = IN (Q);
    int speed = 0, place = 0;

    describe_kinematics (t, a->Z);
    for (int i = 0; i < NP; i++)
        place = ADD (place, MUL (K (0.3 + 0.1 * i), SQ (IN (P + i))));
    for (int i = 0; i < NV; i++)
        speed = ADD (speed, MUL (ADD (SIN (IN (P + i)), time), IN (V + i)));
    for (int i = 0; i < NV; i++)
        a->f[i] = MUL (q, ADD (IN (i % 4), MUL (IN (V + i), place)));
    a->g = ADD (MUL (place, SIN (time)), SQ (s));
    a->h = ADD (speed, q);
    a->b = ADD (MUL (IN (3), q), speed);
    a->d = ADD (IN (0), MUL (IN (1), speed));
    a->c = SUB (ADD (s, CUBE (s)), SIN (IN (P + 7)));
    a->e = ADD (MUL (speed, s), place);
    a->condition = SUB (speed, time);
    a->of = (GeomsDescribed){.dims = OWN, .nq = 1, .Z = a->Z, .f = a->f, .g = &a->g, .h = &a->h,
                             .b = &a->b, .d = &a->d, .c = &a->c, .e = &a->e,
                             .condition = &a->condition};
}

/* wrenches of [ x_o | t | motion | q ] on a tape of their own */
static double *record_laws (size_t *count)
{
    GeomsTape tape, *t = &tape;
    GeomsReport report;
    int root[6 * LAWS];

    assert_int_equal (0, geoms_tape_begin (t, NODES));
    for (int i = 0; i < 6 * LAWS; i++)
        root[i] = ADD (MUL (IN (TIME + 1 + 3 * i), IN (V + i % NV)),
                       MUL (IN (TIME + 1 + MOTIONS), IN (TIME)));
    double *law = geoms_record_numbers (t, TIME + 1 + MOTIONS, 1, 6 * LAWS, root, count, &report);
    assert_non_null (law);
    geoms_tape_end (t);
    return law;
}

static void begin (Added *a)
{
    GeomsDerivedFacts facts;
    GeomsDerivedLevels levels;
    GeomsReport report;
    unsigned seed = 2;
    double start[INPUTS];

    fill_noise (INPUTS, start, &seed);
    start[Q] = a->q = 1.7;
    assert_int_equal (0, geoms_tape_begin (&a->tape, NODES));
    describe (a);
    a->system = geoms_derive_numbers (&a->tape, &a->of, start, &a->system_count, &levels, &facts,
                                      &report);
    assert_non_null (a->system);
    memset (a->levels, 0, sizeof a->levels);
    for (int e = 0; e < levels.count; e++)
        a->levels[levels.row[e] + 2 * levels.column[e]] = levels.C[e];
    a->levels[2 * NV] = levels.gI[0];
    memcpy (a->levels + 2 * NV + 1, levels.gamma, 2 * sizeof *levels.gamma);
    geoms_derived_levels_free (&levels);
    assert_true (facts.affine);
    a->law = record_laws (&a->law_count);
}

static void end (Added *a)
{
    free (a->system);
    free (a->law);
    geoms_tape_end (&a->tape);
}

static GeomsTreeDerived *load (const Added *a, GeomsTreeOwn *own, GeomsReport *report)
{
    static const int body[LAWS] = {0, 1};
    const GeomsTreeNumbers from = {.system = a->system, .system_count = a->system_count,
                                   .law = a->law, .law_count = a->law_count,
                                   .q = &a->q, .nq = 1, .law_q = &a->q, .law_nq = 1};

    *own = (GeomsTreeOwn){.dims = OWN, .laws = LAWS, .body = body};
    return geoms_tree_derived_load (&from, &TREE, own, report);
}

/* x_o by the numbers that the whole has them at, other than as own_derived.c does it */
static void seen_of (const double *x, double *seen)
{
    static const int at[4] = {0, 2, 4, 6};

    for (int i = 0; i < UNKNOWNS; i++)
        seen[i] = x[i < 4 ? at[i] : i + 3];
}

static void need_same (int count, const double *found, const int *node, const double *value,
                       const char *what)
{
    for (int i = 0; i < count; i++)
        if (fabs (found[i] - value[node[i]]) > 1e-14 * (1 + fabs (value[node[i]])))
            fail_msg ("%s %d is %.17g, on the tape %.17g", what, i, found[i], value[node[i]]);
}

/* row Z = the row of C whose nodes begin at `first` */
static void need_turned (const double *row, int first, const Added *a, const double *value)
{
    for (int j = 0; j < NV; j++) {
        double sum = 0;
        for (int i = 0; i < NP; i++)
            sum += row[i] * value[a->Z[i + j * NP]];
        assert_true (fabs (sum - value[a->levels[first + 2 * j]]) < 1e-13);
    }
}

static void need_column (const Added *a, const double *x, double t, const double *motion,
                         const double *out)
{
    static double value[NODES];
    double input[INPUTS] = {0};

    seen_of (x, input);
    input[TIME] = t;
    input[Q] = a->q;
    geoms_tape_evaluate (&a->tape, input, value);
    need_same (NV, out, a->f, value, "f");
    need_same (1, out += NV, &a->g, value, "g");
    need_turned (out += 1, 0, a, value);
    need_same (1, out += NP, a->levels + 2 * NV, value, "gI");
    need_same (1, out += 1, a->levels + 2 * NV + 1, value, "gamma_g");
    need_same (1, out += 1, &a->h, value, "h");
    need_turned (out += 1, 1, a, value);
    need_same (1, out += NP, a->levels + 2 * NV + 2, value, "gamma_h");
    need_same (1, out += 1, &a->b, value, "b");
    need_same (1, out += 1, &a->d, value, "d");
    need_same (1, out += 1, &a->c, value, "c");
    need_same (1, out += 1, &a->e, value, "e");
    out++;
    for (int i = 0; i < 6 * LAWS; i++)
        assert_true (out[i] == motion[3 * i] * input[V + i % NV] + a->q * t);
}

static void test_columns (void **state)
{
    static Added a;
    GeomsTreeOwn own;
    GeomsReport report;
    double x[STATES * (WHOLE + 4)], t[STATES], motion[STATES * MOTIONS], out[STATES * (COLUMN + 3)];
    unsigned seed = 5;

    (void)state;
    begin (&a);
    GeomsTreeDerived *r = load (&a, &own, &report);
    assert_non_null (r);
    fill_noise (STATES * (WHOLE + 4), x, &seed);
    fill_noise (STATES, t, &seed);
    fill_noise (STATES * MOTIONS, motion, &seed);
    for (int k = 1; k <= STATES; k++) {
        assert_int_equal (
            0, own.blocks (k, t, x, WHOLE + 4, motion, out, COLUMN + 3, own.user));
        for (int j = 0; j < k; j++)
            need_column (&a, x + j * (WHOLE + 4), t[j], motion + j * MOTIONS,
                         out + j * (COLUMN + 3));
    }
    geoms_tree_derived_free (r);
    end (&a);
}

static void test_gradient (void **state)
{
    static Added a;
    static double value[NODES];
    GeomsTreeOwn own;
    GeomsReport report;
    int slope[NV + 1 + NP] = {0}, column[INPUTS];
    double x[WHOLE], input[INPUTS] = {0}, gradient[2 * (NV + 1 + NP)], condition;
    const double t = 0.4;
    unsigned seed = 7;

    (void)state;
    begin (&a);
    GeomsTreeDerived *r = load (&a, &own, &report);
    assert_non_null (r);
    fill_noise (WHOLE, x, &seed);
    assert_int_equal (0, own.gradient (t, x, gradient, 2, own.user));
    assert_int_equal (0, own.ivcond (t, x, &condition, own.user));
    for (int i = 0; i < INPUTS; i++)
        column[i] = i >= V && i < UNKNOWNS ? i - V : -1;
    assert_int_equal (0, geoms_tape_slopes (&a.tape, 1, &a.e, INPUTS, column, slope));
    seen_of (x, input);
    input[TIME] = t;
    input[Q] = a.q;
    geoms_tape_evaluate (&a.tape, input, value);
    for (int i = 0; i < NV + 1 + NP; i++)
        assert_true (fabs (gradient[2 * i] - value[slope[i]]) < 1e-14);
    assert_true (condition == value[a.condition]);
    geoms_tree_derived_free (r);
    end (&a);
}

/* each length cut, other sizes: refused */
static void test_refused (void **state)
{
    static Added a;
    GeomsTreeOwn own;
    GeomsReport report;

    (void)state;
    begin (&a);
    const size_t system_count = a.system_count, law_count = a.law_count;
    for (a.system_count = 0; a.system_count < system_count; a.system_count++)
        assert_null (load (&a, &own, &report));
    assert_int_equal (GEOMS_BAD_MODEL, report.status);
    for (a.law_count = 0; a.law_count < law_count; a.law_count++)
        assert_null (load (&a, &own, &report));
    assert_int_equal (GEOMS_BAD_MODEL, report.status);
    const GeomsTreeNumbers from = {.system = a.system, .system_count = a.system_count, .q = &a.q,
                                   .nq = 1};
    own = (GeomsTreeOwn){.dims = OWN};
    own.dims.ni = 2;
    assert_null (geoms_tree_derived_load (&from, &TREE, &own, &report));
    assert_int_equal (GEOMS_BAD_MODEL, report.status);
    GeomsDims other = TREE;
    other.nv++;
    other.np++;
    own = (GeomsTreeOwn){.dims = OWN};
    assert_null (geoms_tree_derived_load (&from, &other, &own, &report));
    assert_int_equal (GEOMS_BAD_MODEL, report.status);
    GeomsTreeDerived *alone = geoms_tree_derived_load (&from, &TREE, &own, &report);
    assert_non_null (alone); /* no laws */
    geoms_tree_derived_free (alone);
    end (&a);
}

int main (void)
{
    const struct CMUnitTest tests[]
        = {cmocka_unit_test (test_columns), cmocka_unit_test (test_gradient),
           cmocka_unit_test (test_refused)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
