/* continued.h - a run in two parts gives what one run gives, bit for bit
 *
 *     check_continued (&c, 0.77);          the case c, interrupted there
 *     used = check_continued_between_events (&c);      with events that change velocities; 0: the case
 *                                          does not go by sparse matrices, or not to its end
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

/* three events at given times from 0 to `last`, whatever the state */
static double continued_last;

static inline int continued_ticks (int k, const double *t, const double *x, int ldx, double *value,
                                   double *terminal, double *direction, void *user)
{
    (void)x, (void)ldx, (void)user;
    for (int j = 0; j < k; j++) {
        value[j] = cos (3 * 3.14159 * t[j] / continued_last);
        terminal[j] = direction[j] = 0;
    }
    return 0;
}

static int continued_first, continued_count;

/* velocities no longer meet the constraints: the state is moved */
static inline int continued_push (double t, double *x, int count, const int *which, void *user)
{
    (void)t, (void)count, (void)which, (void)user;
    for (int i = 0; i < continued_count; i++)
        x[continued_first + i] += 0.01 * (i + 1);
    return 0;
}

static inline int check_continued_between_events (const Case *c)
{
    const GeomsDims *d = &c->model.system.dims;
    Case with = *c;
    Outcome o;
    int used;

    with.hooks
        = (GeomsHooks){.nevents = 1, .events = continued_ticks, .action = continued_push};
    continued_first = d->nw + d->nl + d->nm + d->nr;
    continued_count = d->nv;
    continued_last = c->tspan[1];
    if (d->nc > 0 || c->tspan[0] != 0)
        return 0;
    o = attempt (&with);
    used = o.status == 0 && strcmp (o.s->linear_solver, "sparse") == 0 && o.s->nevents == 3;
    outcome_free (&o);
    if (used) {
        check_continued (&with, 0.3 * continued_last);
        check_continued (&with, 0.7 * continued_last);
    }
    return used;
}

#endif
