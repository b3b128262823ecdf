/* test_rank.c - ranks found, imposed and expected, from lists and one by one; equilibrated rows
 */
#include "base/rank.h"
#include "test.h"

static const double s[] = {-4, 2, 1, 4e-3, -2e-3, 4e-9, 1e-15, 0};
enum { COUNT = sizeof s / sizeof *s };

static void rank_is (GeomsRank r, int rank, double least, double smallest)
{
    GeomsRank one = r;
    int i = 0;

    assert_int_equal (geoms_rank_of (&r, COUNT, s, 1), rank);
    assert_int_equal (r.rank, rank);
    assert_true (r.largest == 4 && r.least == least && r.smallest == smallest);
    if (r.expected > 0)
        return;
    while (i < COUNT && geoms_rank_takes (&one, fabs (s[i])))
        i++;
    assert_true (i == rank && one.rank == rank && one.largest == 4 && one.least == least
                 && one.smallest == smallest);
}

/* a value counts that is greater than tol times the largest: not if it is the same */
static void small_values_do_not_count (void **state)
{
    (void)state;
    rank_is ((GeomsRank){.tol = 0.5}, 1, 4, 2);
    rank_is ((GeomsRank){.tol = 0.4}, 2, 2, 1);
    rank_is ((GeomsRank){.tol = 1e-3}, 3, 1, 4e-3);
    rank_is ((GeomsRank){.tol = 1e-8}, 5, 2e-3, 4e-9);
    rank_is ((GeomsRank){.tol = 0}, 7, 1e-15, 0);
}

/* whatever the tolerance; but nothing makes a rank of rounding */
static void an_imposed_rank_is_kept (void **state)
{
    (void)state;
    for (double tol = 0; tol < 2; tol += 0.5) {
        rank_is ((GeomsRank){.tol = tol, .imposed = 2}, 2, 2, 1);
        rank_is ((GeomsRank){.tol = tol, .imposed = 6}, 6, 4e-9, 1e-15);
        rank_is ((GeomsRank){.tol = tol, .imposed = 8}, 6, 4e-9, 1e-15);
    }
}

/* only instead of a larger one, and beyond a gap */
static void an_expected_rank_needs_a_gap (void **state)
{
    (void)state;
    rank_is ((GeomsRank){.tol = 1e-8, .expected = 3, .gap = 0.05}, 3, 1, 4e-3);
    rank_is ((GeomsRank){.tol = 1e-8, .expected = 3, .gap = 1e-3}, 5, 2e-3, 4e-9);
    rank_is ((GeomsRank){.tol = 1e-8, .expected = 2, .gap = 0.05}, 5, 2e-3, 4e-9);
    rank_is ((GeomsRank){.tol = 1e-8, .expected = 2, .gap = 1}, 2, 2, 1);
    rank_is ((GeomsRank){.tol = 1e-3, .expected = 6, .gap = 1}, 3, 1, 4e-3);
}

/* no values, none that counts, values apart */
static void edges (void **state)
{
    GeomsRank none = {.tol = 1e-8}, zero = none, diagonal = none;
    const double zeros[2] = {0, 0}, A[] = {3, 9, 9, 9, 2, 9, 9, 9, 1e-9};

    (void)state;
    assert_int_equal (geoms_rank_of (&none, 0, s, 1), 0);
    assert_int_equal (geoms_rank_of (&zero, 2, zeros, 1), 0);
    assert_true (zero.largest == 0 && zero.least == 0 && zero.smallest == 0);
    assert_int_equal (geoms_rank_of (&diagonal, 3, A, 4), 2);
    assert_true (diagonal.least == 2 && diagonal.smallest == 1e-9);
    assert_true (geoms_rank_full (1e7, 1e-8) && ! geoms_rank_full (1e9, 1e-8));
    assert_false (geoms_rank_full (NAN, 1e-8));
}

/* each row has 1 or -1 as its largest entry, but those that vanish */
static void rows_are_equilibrated (void **state)
{
    const double F[] = {1e-5, -2, 0, 0, 4e-5, 1, 0, 1e-20, 7, 7, 7, 7}; /* 3 columns of 4 */
    double A[8], scale[4];

    (void)state;
    geoms_equilibrate_rows (4, 2, F, 4, 1e-12, 0, scale, A);
    assert_true (fabs (scale[0] * 4e-5 - 1) < 1e-15 && scale[1] == 0.5);
    assert_true (scale[2] == 0 && scale[3] == 0);
    for (int i = 0; i < 4; i++)
        assert_true (A[i] == scale[i] * F[i] && A[4 + i] == scale[i] * F[4 + i]);
    geoms_equilibrate_rows (4, 2, F, 4, 0, 1, scale, A);
    assert_true (scale[2] == 1 && A[2] == 0 && A[6] == 0);
    assert_true (A[7] == 1 && geoms_largest (2, 4, F + 1) == 2);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (small_values_do_not_count),
        cmocka_unit_test (an_imposed_rank_is_kept),
        cmocka_unit_test (an_expected_rank_needs_a_gap),
        cmocka_unit_test (edges),
        cmocka_unit_test (rows_are_equilibrated),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
