/* test_text.c - texts that grow, numbers that read back */
#include <float.h>
#include <string.h>

#include "base/text.h"
#include "test.h"

static void test_growing (void **state)
{
    GeomsText t = {0};

    (void)state;
    for (int i = 0; i < 1000; i++)
        geoms_text_add (&t, "%d;", i % 10);
    geoms_text_put (&t, "end");
    assert_int_equal (t.length, 2003);
    assert_int_equal (strlen (t.at), 2003);
    assert_int_equal (t.failed, 0);
    assert_memory_equal (t.at, "0;1;2;", 6);
    assert_string_equal (t.at + 1996, "8;9;end");
    geoms_text_free (&t);
    assert_null (t.at);
}

static void reads_back (double value, const char *expected)
{
    char text[GEOMS_LONGEST_NUMBER];

    geoms_text_of_number (text, value);
    assert_true (strtod (text, NULL) == value);
    if (expected != NULL)
        assert_string_equal (text, expected);
}

static void test_numbers (void **state)
{
    unsigned seed = 3;

    (void)state;
    reads_back (0.1, "0.1");
    reads_back (-2, "-2");
    reads_back (1.0 / 3, "0.3333333333333333");
    reads_back (0.1 + 0.2, "0.30000000000000004");
    reads_back (DBL_MAX, NULL);
    reads_back (-DBL_MIN / 4, NULL);
    for (int i = 0; i < 1000; i++)
        reads_back (noise (&seed) * pow (10, 300 * noise (&seed)), NULL);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (test_growing),
        cmocka_unit_test (test_numbers),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
