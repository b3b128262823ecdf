/* test_questions.c - which inputs nodes need, and by which conditions they are chosen */
#include "expressions.h"
#include "test.h"

static void test_needs (void **state)
{
    GeomsTape tape, *t = &tape;
    unsigned char needed[5];

    (void)state;
    assert_int_equal (0, geoms_tape_begin (t, 1000));
    const int a = ADD (IN (0), MUL (IN (3), K (2))), b = SIN (IN (4)), c = K (7);
    const int roots[] = {a, c};
    IN (1);
    assert_int_equal (0, geoms_tape_needs (t, 2, roots, needed));
    const int expected[] = {1, 0, 0, 1, 0};
    for (int i = 0; i < 5; i++)
        assert_int_equal (expected[i], needed[i]);
    assert_int_equal (0, geoms_tape_needs (t, 1, &b, needed));
    for (int i = 0; i < 5; i++)
        assert_int_equal (i == 4, needed[i]);
    assert_int_equal (0, geoms_tape_needs (t, 0, NULL, needed));
    for (int i = 0; i < 5; i++)
        assert_int_equal (0, needed[i]);
    geoms_tape_end (t);
}

static int choose (GeomsTape *t, int condition, int yes, int no)
{
    return geoms_tape_node (t, GEOMS_OP_SELECT, condition, yes, no);
}

/* each condition once, none of a choice beside which there is no value, none that is not reached */
static void test_choices (void **state)
{
    GeomsTape tape, *t = &tape;
    int condition[100];

    (void)state;
    assert_int_equal (0, geoms_tape_begin (t, 1000));
    const int first = put2 (t, GEOMS_OP_LT, IN (0), K (1)), guard = put2 (t, GEOMS_OP_LE, IN (1), 0),
              other = put2 (t, GEOMS_OP_LT, IN (2), 0);
    const int a = choose (t, first, SIN (IN (0)), COS (IN (0)));
    const int b = choose (t, first, IN (1), a), c = choose (t, guard, K (NAN), ADD (a, b));
    const int d = choose (t, guard, ADD (a, b), K (NAN)), unused = choose (t, other, IN (0), IN (1));
    const int roots[] = {c, d};
    assert_int_equal (1, geoms_tape_choices (t, 2, roots, condition));
    assert_int_equal (first, condition[0]);
    const int both[] = {unused, b};
    assert_int_equal (2, geoms_tape_choices (t, 2, both, condition));
    assert_true ((condition[0] == first && condition[1] == other)
                 || (condition[0] == other && condition[1] == first));
    assert_int_equal (0, geoms_tape_choices (t, 1, &guard, condition));
    geoms_tape_end (t);
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (test_needs), cmocka_unit_test (test_choices)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
