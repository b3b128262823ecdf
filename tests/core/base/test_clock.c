/* test_clock.c - the time of day goes on, in seconds */
#include "test.h"

#include <time.h>

#include "geoms.h"

static void goes_on_in_seconds (void **state)
{
    const double begin = geoms_seconds ();
    const clock_t before = clock ();
    double now = begin;

    (void)state;
    while (clock () - before < CLOCKS_PER_SEC / 20) {
        const double next = geoms_seconds ();

        assert_true (next >= now);
        now = next;
    }
    assert_true (now - begin > 0.04); /* computing time passes no faster */
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (goes_on_in_seconds)};

    return cmocka_run_group_tests (tests, NULL, NULL);
}
