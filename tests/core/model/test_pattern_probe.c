/* test_pattern_probe.c - the pattern of a chain's derivatives, by hand; evaluations grow with the
 * logarithm of its length; parts that cannot be evaluated
 */
#include "model/pattern_probe.h"
#include "model/pattern.h"
#include "test.h"

static long probe (Case *c, GeomsPattern *B, GeomsArena *arena)
{
    const GeomsPattern none = {0};
    GeomsReport report;
    long evaluations;

    assert_int_equal (geoms_pattern_probe (&c->model.system, c->user, 0, c->x0, &none, B,
                                           &evaluations, arena, &report),
                      0);
    return evaluations;
}

/* gII, gI, g of rod i depend on points i - 1 and i, forces of a point on itself, its neighbours, and
 * the rods between them */
static int belongs (int K, int i, int j)
{
    const int rod = i < 3 * K ? i % K : -1, point = i >= 3 * K ? (i - 3 * K) % (2 * K) / 2 : -1,
              of = j >= K ? (j - K) % (2 * K) / 2 : -1, axis = i % 2 == (j - K + 3 * K) % 2;

    if (i >= 5 * K) /* p' = v */
        return j == i - 5 * K + K;
    if (rod >= 0)
        return of >= 0 && (of == rod || of == rod - 1) && (i < 2 * K || j >= 3 * K);
    if (of < 0)
        return j == point || j == point + 1;
    return j >= 3 * K && abs (of - point) <= 1 && axis;
}

static void chains (void **state)
{
    long evaluations[2];

    (void)state;
    for (int k = 0; k < 2; k++) {
        const int K = k == 0 ? 6 : 24;
        GeomsArena arena = {0};
        GeomsPattern B;
        Case c = case_of_chain (K);

        c.model.system.jac = NULL;
        evaluations[k] = probe (&c, &B, &arena);
        for (int j = 0; j < 5 * K; j++)
            for (int i = 0; i < 7 * K; i++)
                if ((geoms_pattern_find (&B, i, j) >= 0) && ! belongs (K, i, j)
                    && ! (i >= 3 * K && i < 5 * K && j < K) && ! (i >= K && i < 2 * K && j < 3 * K))
                    fail_msg ("K = %d: (%d, %d) does not belong to it", K, i, j);
                else if (geoms_pattern_find (&B, i, j) < 0 && belongs (K, i, j))
                    fail_msg ("K = %d: (%d, %d) is missing", K, i, j);
        case_free (&c);
        geoms_arena_free (&arena);
    }
    assert_true (evaluations[1] < 2 * evaluations[0]);
}

static int answer;
static int refuses (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                    void *user)
{
    (void)k, (void)t, (void)x, (void)ldx, (void)out, (void)ldo, (void)user;
    return answer;
}

/* what stops is an error; what cannot be evaluated there shows no entries */
static void parts_that_fail (void **state)
{
    const GeomsPattern none = {0};
    GeomsArena arena = {0};
    GeomsReport report;
    GeomsPattern B;
    long evaluations;
    Case c = case_of_chain (4);

    (void)state;
    c.model.system.parts = refuses;
    answer = -1;
    assert_int_equal (geoms_pattern_probe (&c.model.system, c.user, 0, c.x0, &none, &B,
                                           &evaluations, &arena, &report),
                      GEOMS_STOP_EOM_DIFFERENCE);
    answer = 1;
    assert_int_equal (geoms_pattern_probe (&c.model.system, c.user, 0, c.x0, &none, &B,
                                           &evaluations, &arena, &report),
                      0);
    assert_int_equal (evaluations, 4);
    case_free (&c);
    geoms_arena_free (&arena);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (chains),
        cmocka_unit_test (parts_that_fail),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
