/* test_sparse_ldl.c - L D L' of random positive matrices of many patterns against dense solutions;
 * orders are permutations; what is not positive is told
 */
#include "base/sparse_ldl.h"
#include "base/sparse_order.h"
#include "test.h"

enum { MOST = 40, MOST_ENTRIES = 400 };

static unsigned seed = 7;

static double number (void)
{
    seed = seed * 1103515245u + 12345u;
    return (double)(seed >> 8 & 0xffff) / 65536.0 - 0.5;
}

static int below (int n) { return (int)((number () + 0.5) * n) % n; }

typedef struct Sample {
    int n, count, i[MOST_ENTRIES], j[MOST_ENTRIES], place[MOST_ENTRIES];
    double value[MOST_ENTRIES], A[MOST * MOST];
} Sample;

/* entries on either side of the diagonal, some of them twice; dominant */
static void make (Sample *s, int n, int entries)
{
    s->n = n;
    s->count = 0;
    memset (s->A, 0, sizeof s->A);
    for (int k = 0; k < entries; k++) {
        const int i = below (n), j = below (n);
        const double value = number ();

        if (i == j)
            continue;
        s->i[s->count] = i;
        s->j[s->count] = j;
        s->value[s->count++] = value;
        s->A[i + j * n] += value;
        s->A[j + i * n] += value;
    }
    for (int i = 0; i < n; i++) {
        double sum = 0.1;

        for (int j = 0; j < n; j++)
            sum += fabs (s->A[i + j * n]);
        s->A[i * (n + 1)] = sum;
    }
}

static void solutions (void **state)
{
    (void)state;
    for (int trial = 0; trial < 200; trial++) {
        static Sample s;
        GeomsArena arena = {0};
        GeomsSparseLDL ldl = {0};
        GeomsLDLFactors f;
        double x[MOST], b[MOST];
        int seen[MOST] = {0};

        make (&s, 1 + trial % MOST, trial);
        assert_int_equal (geoms_sparse_ldl_create (&ldl, s.n, s.count, s.i, s.j, s.place, &arena), 0);
        geoms_sparse_ldl_room (&ldl, &f, &arena);
        for (int k = 0; k < s.n; k++)
            seen[ldl.order[k]]++;
        for (int k = 0; k < s.n; k++)
            assert_int_equal (seen[k], 1);
        for (int again = 0; again < 2; again++) {
            memset (f.value, 0, (size_t)ldl.count * sizeof (double));
            for (int k = 0; k < s.count; k++)
                f.value[s.place[k]] += s.value[k];
            for (int i = 0; i < s.n; i++)
                f.value[ldl.diagonal[i]] += s.A[i * (s.n + 1)];
            assert_int_equal (geoms_sparse_ldl_factor (&ldl, &f), 0);
        }
        for (int i = 0; i < s.n; i++) {
            double sum = 0;
            for (int j = 0; j < s.n; j++)
                sum += s.A[i + j * s.n] * (1 + j % 3);
            b[i] = x[i] = sum;
        }
        geoms_sparse_ldl_solve (&ldl, &f, x);
        for (int i = 0; i < s.n; i++)
            assert_true (fabs (x[i] - (1 + i % 3)) <= 1e-12 * (1 + fabs (b[i])));
        assert_true (f.least > 0 && f.least <= f.most);
        geoms_arena_free (&arena);
    }
}

/* [1 2; 2 1], and a NaN */
static void not_positive (void **state)
{
    const int i[1] = {1}, j[1] = {0};
    GeomsArena arena = {0};
    GeomsSparseLDL ldl = {0};
    GeomsLDLFactors f;
    int place[1];

    (void)state;
    assert_int_equal (geoms_sparse_ldl_create (&ldl, 2, 1, i, j, place, &arena), 0);
    geoms_sparse_ldl_room (&ldl, &f, &arena);
    for (int nan = 0; nan < 2; nan++) {
        f.value[place[0]] = nan ? NAN : 2;
        f.value[ldl.diagonal[0]] = f.value[ldl.diagonal[1]] = 1;
        assert_int_equal (geoms_sparse_ldl_factor (&ldl, &f), 1);
    }
    geoms_arena_free (&arena);
}

/* A = B' D B of a chain with a few more links: (1 ... 1) is its null space, and a diagonal entry that is
 * smaller makes it negative there */
static void pivots_that_are_gone (void **state)
{
    (void)state;
    for (int trial = 0; trial < 60; trial++) {
        const int n = 2 + trial % (MOST - 2), less = trial % 2;
        GeomsArena arena = {0};
        GeomsSparseLDL ldl = {0};
        GeomsLDLFactors f;
        int i[2 * MOST], j[2 * MOST], place[2 * MOST], count = 0, found = -1;
        double lost[MOST], x[MOST], value = 0, links[2 * MOST];

        for (int k = 0; k < 2 * n - 1; k++) {
            i[count] = k < n - 1 ? k + 1 : below (n);
            j[count] = k < n - 1 ? k : below (n);
            links[count] = 1 + number ();
            count += i[count] != j[count];
        }
        assert_int_equal (geoms_sparse_ldl_create (&ldl, n, count, i, j, place, &arena), 0);
        geoms_sparse_ldl_room (&ldl, &f, &arena);
        for (int k = 0; k < count; k++) {
            f.value[place[k]] -= links[k];
            f.value[ldl.diagonal[i[k]]] += links[k];
            f.value[ldl.diagonal[j[k]]] += links[k];
        }
        if (less)
            f.value[ldl.diagonal[0]] -= 1e-3;
        assert_int_equal (geoms_sparse_ldl_raise (&ldl, &f, 1e-12, lost), 1);
        for (int k = 0; k < n; k++)
            if (lost[k] < 1) {
                assert_true (found < 0);
                found = k;
            }
        assert_true (found >= 0 && (less ? lost[found] < -1e-8 : fabs (lost[found]) < 1e-12));
        geoms_sparse_ldl_direction (&ldl, &f, found, x);
        assert_true (x[found] == 1);
        for (int k = 0; k < count; k++)
            value += links[k] * (x[i[k]] - x[j[k]]) * (x[i[k]] - x[j[k]]);
        value -= less ? 1e-3 * x[0] * x[0] : 0;
        assert_true (fabs (value - lost[found] * f.value[ldl.diagonal[found]]) < 1e-12);
        for (int k = 0; k < n && ! less; k++)
            assert_true (fabs (x[k] - 1) < 1e-10);
        geoms_arena_free (&arena);
    }
}

/* a chain and a star leave no fill where there is an order that tells */
static void orders (void **state)
{
    const int n = 5, start[] = {0, 5, 7, 9, 11, 13}, row[] = {0, 1, 2, 3, 4, 0, 1, 0, 2, 0, 3, 0, 4};
    int order[5], seen[5] = {0};

    (void)state;
    assert_int_equal (geoms_sparse_order (n, start, row, order), 0);
    for (int k = 0; k < n; k++)
        seen[order[k]]++;
    for (int k = 0; k < n; k++)
        assert_int_equal (seen[k], 1);
#ifdef GEOMS_HAVE_KLU
    assert_true (order[3] == 0 || order[4] == 0);
#endif
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (solutions),
        cmocka_unit_test (not_positive),
        cmocka_unit_test (pivots_that_are_gone),
        cmocka_unit_test (orders),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
