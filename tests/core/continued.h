/* continued.h - a run in two parts gives what one run gives, bit for bit
 *
 *     check_continued (&c, 0.77);          the case c, interrupted there
 */
#ifndef GEOMS_TEST_CONTINUED_H
#define GEOMS_TEST_CONTINUED_H

#include "test.h"

#include <stdlib.h>

static inline void check_continued (const Case *c, double at)
{
    Case first = *c, second = *c;
    Outcome whole = solve (c), part, rest;
    double *numbers;
    size_t count;

    first.tspan[1] = at;
    part = solve (&first);
    count = geoms_run_state_size (part.run);
    numbers = malloc (count * sizeof *numbers);
    assert_non_null (numbers);
    geoms_run_state (part.run, numbers);
    second.state = numbers;
    second.nstate = count;
    rest = solve (&second);
    assert_memory_equal (last_state (&rest), last_state (&whole), (size_t)c->n * sizeof (double));
    assert_int_equal (rest.counters.naccpt, whole.counters.naccpt);
    assert_true (rest.s->h_next == whole.s->h_next);
    free (numbers);
    outcome_free (&whole);
    outcome_free (&part);
    outcome_free (&rest);
}

#endif
