/* test_tree_rank.c - columns without inertia: as many as the nullity of M, their motions M Q = 0,
 * and accelerations that meet the equations of the whole system
 */
#include "base/lapack.h"
#include "random_trees.h"

enum { COLUMNS = 80 };

static double M[COLUMNS * COLUMNS], eigen[COLUMNS], work[40 * COLUMNS];

/* of M, scaled to ones on its diagonal */
static int nullity (int nv)
{
    int info, one = 1, lwork = 40 * COLUMNS, zeros = 0;
    static double scaled[COLUMNS * COLUMNS], size[COLUMNS];

    for (int i = 0; i < nv; i++)
        size[i] = M[i + i * nv] > 0 ? sqrt (M[i + i * nv]) : 1;
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++)
            scaled[i + j * nv] = M[i + j * nv] / size[i] / size[j];
    if (nv == 0)
        return 0;
    dgesvd ("N", "N", &nv, &nv, scaled, &nv, eigen, NULL, &one, NULL, &one, work, &lwork, &info);
    for (int i = 0; i < nv; i++)
        zeros += eigen[i] < 1e-11;
    return zeros;
}

static void zeros_are_the_nullity (void **state)
{
    unsigned seed = 77;
    int singular = 0;

    (void)state;
    for (int trial = 0; trial < 1000; trial++) {
        Fixture *f = fixture_with_maps (&seed, 1 + trial % 12, 0.15 + 0.25 * (trial % 2));
        const int nv = f->tree.nv;
        int zero[COLUMNS], count;
        double v[COLUMNS];

        assert_true (nv <= COLUMNS);
        fixture_at (f);
        geoms_tree_mass (&f->state, M);
        count = fixture_zeros (f, zero);
        assert_int_equal (count, nullity (nv));
        singular += count > 0;
        /* M Q = 0 */
        for (int k = 0; k < nv; k++) {
            if (! zero[k])
                continue;
            geoms_tree_null_motion (&f->state, zero, k, v);
            for (int i = 0; i < nv; i++) {
                double sum = 0, size = 1e-3;
                for (int j = 0; j < nv; j++) {
                    sum += M[i + j * nv] * v[j];
                    size = fmax (size, fabs (M[i + j * nv] * v[j]));
                }
                assert_true (fabs (sum) <= 1e-9 * size);
            }
        }
        fixture_free (f);
    }
    assert_true (singular > 300);
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (zeros_are_the_nullity)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
