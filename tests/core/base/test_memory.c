/* test_memory.c - the arena and the arrays that grow
 */
#include "base/memory.h"
#include "test.h"

static void an_arena_gives_zeroed_memory (void **state)
{
    GeomsArena arena = {0};
    double *reals[20];
    int *ints;

    (void)state;
    for (size_t i = 0; i < 20; i++) {
        reals[i] = geoms_arena_reals (&arena, 37 * i);
        assert_non_null (reals[i]); /* also for no numbers at all */
        assert_int_equal ((uintptr_t)reals[i] % sizeof (double), 0);
        for (size_t k = 0; k < 37 * i; k++) {
            assert_true (reals[i][k] == 0);
            reals[i][k] = (double)(i + k);
        }
    }
    ints = geoms_arena_ints (&arena, 5);
    for (int k = 0; k < 5; k++)
        assert_int_equal (ints[k], 0);
    for (size_t i = 0; i < 20; i++) /* the pieces do not overlap */
        for (size_t k = 0; k < 37 * i; k++)
            assert_true (reals[i][k] == (double)(i + k));
    assert_int_equal (arena.failed, 0);
    geoms_arena_free (&arena);
    assert_null (arena.head);
    geoms_arena_free (&arena); /* nothing happens */
}

static void too_much_memory_is_refused (void **state)
{
    GeomsArena arena = {0};

    (void)state;
    assert_null (geoms_arena_get (&arena, SIZE_MAX, 2));
    assert_int_equal (arena.failed, 1);
    assert_null (geoms_arena_get (&arena, SIZE_MAX / 8, 8));
    assert_non_null (geoms_arena_get (&arena, 1, 8)); /* failed remains */
    assert_int_equal (arena.failed, 1);
    geoms_arena_free (&arena);
}

static void arrays_grow_and_keep_their_numbers (void **state)
{
    double *array = NULL;
    size_t capacity = 0, old = 0, moves = 0;

    (void)state;
    for (size_t need = 0; need < 100000; need++) {
        assert_int_equal (geoms_grow ((void **)&array, &capacity, need, sizeof *array), 0);
        assert_true (capacity >= need);
        if (need > 0)
            array[need - 1] = (double)need;
        moves += capacity != old;
        old = capacity;
    }
    assert_in_range (moves, 1, 40); /* in proportion, not one by one */
    for (size_t i = 0; i + 1 < 100000; i++)
        assert_true (array[i] == (double)(i + 1));
    /* too much: the array stays as it is */
    assert_int_equal (geoms_grow ((void **)&array, &capacity, SIZE_MAX / 4, sizeof *array), -1);
    assert_int_equal (capacity, old);
    assert_true (array[500] == 501);
    free (array);
}

/* columns of length 0, as of a system without constraints */
static void empty_columns_are_allowed (void **state)
{
    void *array = NULL;
    size_t capacity = 0;

    (void)state;
    assert_int_equal (geoms_grow (&array, &capacity, 1000, 0), 0);
    assert_non_null (array);
    assert_true (capacity >= 1000);
    free (array);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (an_arena_gives_zeroed_memory),
        cmocka_unit_test (too_much_memory_is_refused),
        cmocka_unit_test (arrays_grow_and_keep_their_numbers),
        cmocka_unit_test (empty_columns_are_allowed),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
