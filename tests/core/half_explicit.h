/* half_explicit.h - what both half-explicit methods must do: fixed steps, events, continuation
 *
 *     const Pair pair = {GEOMS_FORMULATION_INDEX2, GEOMS_METHOD_HEDOP5};
 *     Errors e = errors_of_steps (&pair, order, steps, project);
 *     check_terminal_events (&pair);  check_two_parts (&pair);
 */
#ifndef GEOMS_TEST_HALF_EXPLICIT_H
#define GEOMS_TEST_HALF_EXPLICIT_H

#include "continued.h"
#include "forms.h"
#include "moving.h"
#include "watch.h"

/* largest errors over [0, 1] of the moving system; order: of mexax */
static inline Errors errors_of_steps (const Pair *pair, int order, int steps, int project)
{
    Case c = case_of_moving ();
    Errors worst = {0, 0, 0};
    Outcome o;

    choose (&c, pair);
    c.options.project = project;
    c.options.order = order;
    c.options.step = 1.0 / steps;
    c.tspan[1] = 1;
    o = solve (&c);
    assert_int_equal (o.counters.naccpt, steps);
    for (size_t i = 0; i < o.s->count; i++)
        worst = larger_errors (worst, errors_at (&c, &o, i));
    case_end (&c, &o);
    return worst;
}

/* a terminal event is the end of a step */
static inline void check_terminal_events (const Pair *pair)
{
    for (int k = 0; k < 10; k++) {
        const double end = 0.003 + 0.1234 * k;
        Case c = case_of_moving ();
        Watch w = {.value = of_time, .count = 1, .level = {end}, .terminal = {1}};
        Outcome o;

        choose (&c, pair);
        case_tolerance (&c, 1e-7);
        watch (&c, &w);
        o = attempt (&c);
        assert_int_equal (o.status, GEOMS_EVENT);
        assert_true (fabs (o.s->t_end - end) < 1e-14);
        assert_true (final_error (&c, &o) < 2e-4);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* with and without projection, variable and fixed steps */
static inline void check_two_parts (const Pair *pair)
{
    for (int i = 0; i < 6; i++) {
        Case c = i < 3 ? case_of_moving () : case_of (&model_slidercrank);

        choose (&c, pair);
        c.options.project = i % 2 ? GEOMS_PROJECT_ON : GEOMS_PROJECT_OFF;
        c.options.step = i == 2 ? 0.05 : 0;
        check_continued (&c, 0.6 * c.tspan[1]);
        case_free (&c);
    }
}

#endif
