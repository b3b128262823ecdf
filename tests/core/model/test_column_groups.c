/* test_column_groups.c - no two columns of a group share a row, every column with entries is in one
 * group, and bands of any length take as few groups as a row has entries
 */
#include "model/column_groups.h"
#include "test.h"

enum { MOST_N = 200 };

typedef struct Sparse {
    int m, n, start[MOST_N + 1], row[MOST_N * MOST_N];
} Sparse;

/* entries with this probability */
static void random_pattern (Sparse *A, int m, int n, double density, unsigned *seed)
{
    A->m = m;
    A->n = n;
    A->start[0] = 0;
    for (int j = 0; j < n; j++) {
        A->start[j + 1] = A->start[j];
        for (int i = 0; i < m; i++)
            if (0.5 * (1 + noise (seed)) < density)
                A->row[A->start[j + 1]++] = i;
    }
}

/* the number of groups, which are valid */
static int groups_of (const Sparse *A)
{
    static int member[MOST_N], used[MOST_N][MOST_N];
    const GeomsPattern pattern = {A->start, A->row};
    GeomsArena arena = {0};
    GeomsColumnGroups g = {0};
    int count;

    memset (member, 0, sizeof member);
    memset (used, 0, sizeof used);
    assert_int_equal (geoms_column_groups (&pattern, A->m, A->n, &g, &arena), 0);
    for (int k = 0; k < g.count; k++)
        for (int c = g.start[k]; c < g.start[k + 1]; c++) {
            const int j = g.column[c];

            member[j]++;
            for (int e = A->start[j]; e < A->start[j + 1]; e++)
                assert_int_equal (used[k][A->row[e]]++, 0);
        }
    for (int j = 0; j < A->n; j++)
        assert_int_equal (member[j], A->start[j + 1] > A->start[j]);
    count = g.count;
    geoms_arena_free (&arena);
    return count;
}

static void groups_are_valid (void **state)
{
    static Sparse A;
    unsigned seed = 3;

    (void)state;
    for (int trial = 0; trial < 60; trial++) {
        random_pattern (&A, 1 + trial, 1 + (7 * trial) % 90, 0.01 * (trial % 12), &seed);
        assert_true (groups_of (&A) <= A.n);
    }
}

static void dense_and_empty_ones (void **state)
{
    static Sparse A;
    unsigned seed = 3;

    (void)state;
    random_pattern (&A, 5, 30, 2, &seed);
    assert_int_equal (groups_of (&A), 30);
    random_pattern (&A, 5, 30, -1, &seed);
    assert_int_equal (groups_of (&A), 0);
    random_pattern (&A, 5, 0, 2, &seed);
    assert_int_equal (groups_of (&A), 0);
}

/* |i - j| <= 2: five groups, for 10 as for 200 columns */
static void bands_do_not_grow (void **state)
{
    static Sparse A;

    (void)state;
    for (int n = 10; n <= MOST_N; n += 95) {
        A.m = A.n = n;
        A.start[0] = 0;
        for (int j = 0; j < n; j++) {
            A.start[j + 1] = A.start[j];
            for (int i = j - 2 > 0 ? j - 2 : 0; i <= j + 2 && i < n; i++)
                A.row[A.start[j + 1]++] = i;
        }
        assert_int_equal (groups_of (&A), 5);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (groups_are_valid),
        cmocka_unit_test (dense_and_empty_ones),
        cmocka_unit_test (bands_do_not_grow),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
