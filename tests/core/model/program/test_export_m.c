/* test_export_m.c - expressions as statements in .m: parentheses, names, powers, lines, tables */
/* link: wrap-malloc */
#include "expressions.h"
#include "failing.h"
#include "model/program/tape.h"
#include "test.h"

enum { INPUTS = 4 };
static const char *const names[INPUTS] = {"p(1)", "p(2)", "t", "z.r(1)"};

/* what stands behind "y = " where nothing else does */
static void written (GeomsTape *t, int node, const char *expected)
{
    GeomsReport report;
    char *text = geoms_tape_write_m (t, 1, 1, &node, "y", names, &report), line[300];

    assert_non_null (text);
    snprintf (line, sizeof line, "y = %s;\n", expected);
    assert_string_equal (text, line);
    free (text);
}

static void test_expressions (void **state)
{
    GeomsTape *t = geoms_tape_create (1000);
    const int x = IN (0), y = IN (1), time = IN (2), r = IN (3);

    (void)state;
    written (t, 0, "0");
    written (t, K (-1.5), "-1.5");
    written (t, K (INFINITY), "Inf");
    written (t, K (-INFINITY), "-Inf");
    written (t, K (NAN), "NaN");
    written (t, r, "z.r(1)");
    written (t, SUB (x, SUB (y, ADD (time, r))), "p(1) - (p(2) - (t + z.r(1)))");
    written (t, SUB (SUB (x, y), time), "p(1) - p(2) - t");
    written (t, DIV (x, MUL (y, time)), "p(1) / (p(2) * t)");
    written (t, MUL (ADD (x, y), time), "t * (p(1) + p(2))");
    written (t, DIV (DIV (x, y), time), "p(1) / p(2) / t");
    written (t, SQ (x), "p(1)^2");
    written (t, CUBE (x), "p(1)^3");
    written (t, NEG (SQ (x)), "-p(1)^2");
    written (t, SQ (SUB (x, y)), "(p(1) - p(2))^2");
    written (t, DIV (K (1), SQ (SIN (x))), "1 / sin (p(1))^2");
    written (t, put2 (t, GEOMS_OP_POW, x, K (-0.5)), "p(1)^(-0.5)");
    written (t, put2 (t, GEOMS_OP_POW, NEG (x), y), "(-p(1))^p(2)");
    written (t, ADD (x, K (-2)), "p(1) - 2");
    written (t, SUB (x, K (-2)), "p(1) + 2");
    written (t, ADD (K (3), x), "p(1) + 3");
    written (t, SUB (K (3), x), "3 - p(1)");
    written (t, ADD (x, MUL (K (-2), y)), "p(1) - 2 * p(2)");
    written (t, SUB (x, MUL (K (-2), ADD (y, r))), "p(1) + 2 * (p(2) + z.r(1))");
    written (t, NEG (ADD (x, y)), "-(p(1) + p(2))");
    written (t, put2 (t, GEOMS_OP_ATAN2, x, NEG (y)), "atan2 (p(1), -p(2))");
    const int less = put2 (t, GEOMS_OP_LT, x, y), more = put2 (t, GEOMS_OP_LE, K (1), time);
    const int not_r = put1 (t, GEOMS_OP_NOT, r), both = put2 (t, GEOMS_OP_AND, less, more);
    written (t, put2 (t, GEOMS_OP_OR, both, not_r), "~z.r(1) | p(1) < p(2) & 1 <= t");
    written (t, put2 (t, GEOMS_OP_AND, put2 (t, GEOMS_OP_OR, less, more), r),
             "z.r(1) & (p(1) < p(2) | 1 <= t)");
    written (t, MUL (less, x), "p(1) * (p(1) < p(2))");
    written (t, geoms_tape_node (t, GEOMS_OP_SELECT, put2 (t, GEOMS_OP_NE, less, 0), x, K (NAN)),
             "merge_ (p(1) < p(2), p(1), NaN)");
    assert_null (geoms_tape_trouble (t));
    geoms_tape_free (t);
}

/* what is used twice, or is long, has a name */
static void test_names (void **state)
{
    GeomsTape *t = geoms_tape_create (1000);
    const int x = IN (0), y = IN (1), a = SIN (ADD (x, y));
    const int node[4] = {0, MUL (a, x), DIV (SQ (a), y), K (0.1)};
    GeomsReport report;
    char *text = geoms_tape_write_m (t, 2, 2, node, "G", names, &report);

    (void)state;
    assert_string_equal (text, "a1 = sin (p(1) + p(2));\n"
                               "G = zeros (2, 2);\n"
                               "G(2,1) = p(1) * a1;\n"
                               "G(1,2) = a1^2 / p(2);\n"
                               "G(2,2) = 0.1;\n");
    free (text);
    int sum = x;
    for (int i = 0; i < 80; i++)
        sum = SUB (SIN (sum), K (i + 0.25));
    text = geoms_tape_write_m (t, 1, 1, &sum, "y", names, &report);
    assert_non_null (strstr (text, "\na5 = "));
    assert_null (strstr (text, "\na7 = "));
    for (const char *line = text; *line != 0; line = strchr (line, '\n') + 1)
        assert_true (strcspn (line, "\n") <= 104);
    free (text);
    geoms_tape_free (t);
}

static void test_tables (void **state)
{
    static const double breaks[] = {0, 1, 3}, coefs[] = {1, 2, 3, 4, 5, -6};
    GeomsTape *t = geoms_tape_create (1000);
    const int table = geoms_tape_table (t, 2, 3, breaks, coefs), x = SIN (IN (0));
    const int y = geoms_tape_look_up (t, table, x), column = 0;
    int slope;
    GeomsReport report;

    (void)state;
    assert_int_equal (0, geoms_tape_slopes (t, 1, &y, 1, &column, &slope));
    const int node[2] = {y, slope};
    char *text = geoms_tape_write_m (t, 2, 1, node, "y", names, &report);
    assert_string_equal (text, "pp1 = mkpp ([0, 1, 3], [1, 2, 3; 4, 5, -6]);\n"
                               "pp1_1 = mkpp ([0, 1, 3], [2, 2; 8, 5]);\n"
                               "a1 = sin (p(1));\n"
                               "y = zeros (2, 1);\n"
                               "y(1) = ppval (pp1, a1);\n"
                               "y(2) = cos (p(1)) * ppval (pp1_1, a1);\n");
    free (text);
    geoms_tape_free (t);
}

static void every_allocation (void **state)
{
    GeomsTape *t = geoms_tape_create (10000);
    int sum = IN (0), complete = 0;

    (void)state;
    for (int i = 0; i < 300; i++)
        sum = SUB (SIN (sum), K (i + 0.25));
    for (long k = 1; ! complete; k++) {
        const long before = outstanding;
        GeomsReport report = {0};

        fail_after (k, (int)(k % 2));
        char *text = geoms_tape_write_m (t, 1, 1, &sum, "y", names, &report);
        fail_no_more ();
        complete = failures == 0;
        assert_int_equal (complete, text != NULL);
        assert_int_equal (report.status, complete ? 0 : GEOMS_OUT_OF_MEMORY);
        free (text);
        assert_int_equal (outstanding, before);
        assert_true (k > 5 || ! complete);
    }
    geoms_tape_free (t);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (test_expressions),
        cmocka_unit_test (test_names),
        cmocka_unit_test (test_tables),
        cmocka_unit_test (every_allocation),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
