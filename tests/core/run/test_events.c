/* test_events.c - zeros of event functions: when, in which order and direction, at which states,
 * and runs that end there
 */
#include "forms.h"
#include "watch.h"

/* thrown upwards with v0 = 2, to a height of 2 at t = 2: all levels twice */
static void times_are_exact (void **state)
{
    static const double steps[] = {0.01, 0.09, 0.5, 1.9};

    (void)state;
    for (int i = 0; i < 32; i++) {
        Case c = thrown (2);
        Watch w = {.value = of_place, .count = 15};
        int seen[15] = {0};
        Outcome o;

        for (int k = 0; k < 15; k++)
            w.level[k] = 0.12 * (k + 1);
        c.options.max_step = steps[i % 4];
        c.options.formulation = psf_or_psi1 (i / 4 % 2);
        c.options.project = i / 8 % 2 ? GEOMS_PROJECT_OFF : GEOMS_PROJECT_AUTO;
        if (i / 16)
            c.model.system.jac = NULL;
        watch (&c, &w);
        o = solve (&c);
        assert_int_equal (o.s->nevents, 30);
        for (size_t k = 0; k < 30; k++) {
            const int which = (int)o.s->event_which[k], down = seen[which]++;
            const double t = passing (2, w.level[which], down), *x = o.s->event_x + 5 * k;

            /* an error in p, to which every step adds its rounding, is one of 1/v in t */
            if (! (fabs (o.s->event_t[k] - t)
                   <= 2.2e-16 * (8 + (double)o.counters.naccpt) / fabs (2 - t)))
                fail_msg ("level %g at %.17g instead of %.17g", w.level[which], o.s->event_t[k], t);
            assert_true (k == 0 || o.s->event_t[k] >= o.s->event_t[k - 1]);
            assert_true (fabs (x[3] - w.level[which]) <= 1e-15);
            assert_true (fabs (x[1] - (2 - t)) <= 1e-13 && fabs (x[0] - 1) <= 1e-12);
        }
        for (int k = 0; k < 15; k++)
            assert_int_equal (seen[k], 2);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* the end of the run, and of steps, belong to it */
static void zeros_at_the_ends_of_steps (void **state)
{
    (void)state;
    for (int sign = -1; sign < 2; sign += 2) {
        Case c = case_of (&model_oscillator);
        Watch w = {.value = of_time, .count = 5, .level = {0.25, 0.5, 0.75, 1, 2}};
        Outcome o;

        c.options.step = 0.25;
        c.tspan[1] = 2;
        for (int i = 0; i < 5 && sign < 0; i++)
            w.level[i] *= -1;
        c.tspan[1] *= sign;
        watch (&c, &w);
        o = solve (&c);
        assert_int_equal (o.s->nevents, 5);
        for (int i = 0; i < 5; i++)
            assert_true (o.s->event_t[i] == w.level[i] && o.s->event_which[i] == i);
        assert_memory_equal (o.s->event_x + 16, last_state (&o), 4 * sizeof (double));
        case_end (&c, &o);
    }
}

static void directions_are_obeyed (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        const int backwards = i % 2, falling = i / 2;
        Case c = thrown (2);
        /* each level three times: with direction 1, -1 and 0 */
        Watch w = {.value = of_place, .count = 9};
        Outcome o;
        size_t counts[9] = {0};

        for (int k = 0; k < 9; k++) {
            w.level[k] = 0.5 + 0.4 * (k / 3);
            w.direction[k] = k % 3 == 0 ? 1 : k % 3 == 1 ? -1 : 0;
        }
        if (backwards) { /* the same way back: up first */
            c.tspan[0] = 4;
            c.tspan[1] = 0;
            c.x0[1] = c.x0[2] = -2;
        }
        if (falling) { /* only the way down */
            c.x0[1] = c.x0[2] = 0;
            c.x0[3] = c.x0[4] = 2;
            c.tspan[1] = c.tspan[0] + (backwards ? -2 : 2);
        }
        c.options.max_step = 0.3;
        watch (&c, &w);
        o = solve (&c);
        for (size_t k = 0; k < o.s->nevents; k++) {
            const int which = (int)o.s->event_which[k];
            /* in the order of the run */
            const double speed = o.s->event_x[5 * k + 1] * (backwards ? -1 : 1);

            assert_true (w.direction[which] * speed >= 0);
            counts[which]++;
        }
        for (int k = 0; k < 9; k++) {
            const int up = ! falling && w.direction[k] >= 0, down = w.direction[k] <= 0;

            assert_int_equal (counts[k], up + down);
        }
        case_end (&c, &o);
    }
}

/* several functions, several zeros of each in one step, in the order of the run */
static void all_zeros_of_a_step_are_found (void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        const double sign = i % 2 ? -1 : 1, step = i / 2 % 2 ? 1 : 0.7;
        Case c = case_of (&model_oscillator);
        /* zeros are more than a quarter of a step apart */
        Watch w = {.value = of_waves, .count = 6, .level = {11, 7, 12.5, 3, 9.1, 0.4}};
        double expected[200];
        int from[200], all = 0;
        Outcome o;

        c.options.step = step;
        c.options.project = i / 4 ? GEOMS_PROJECT_ON : GEOMS_PROJECT_AUTO;
        c.tspan[1] = 10 * sign;
        watch (&c, &w);
        o = solve (&c);
        for (int k = 0; k < w.count; k++)
            for (int m = -50; m <= 50; m++) {
                const double t = (m * acos (-1) - 0.5) / w.level[k];
                int at = all;

                if (t * sign <= 0 || fabs (t) > 10)
                    continue;
                for (; at > 0 && (expected[at - 1] - t) * sign > 0; at--) {
                    expected[at] = expected[at - 1];
                    from[at] = from[at - 1];
                }
                expected[at] = t;
                from[at] = k;
                all++;
            }
        assert_int_equal (o.s->nevents, all);
        assert_true (all > 100);
        for (int k = 0; k < all; k++) {
            assert_true (fabs (o.s->event_t[k] - expected[k]) <= 1e-14);
            assert_int_equal (o.s->event_which[k], from[k]);
        }
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* as exact as the motion is: at loose tolerances, too, the function is zero at the state that is
 * returned, which lies on the constraints */
static void states_at_events_are_exact (void **state)
{
    static const double tolerances[] = {1e-2, 1e-3, 1e-5, 1e-8};

    (void)state;
    for (int i = 0; i < 8; i++) {
        Case c = case_of (&model_pendulum);
        Watch w = {.value = of_place, .count = MOST_FUNCTIONS};
        double late = 0;
        Outcome o;

        for (int k = 0; k < w.count; k++)
            w.level[k] = -0.9 + 1.8 * k / (w.count - 1);
        c.options.formulation = psf_or_psi1 (i % 2);
        c.tspan[1] = 4;
        c.options.max_step = 0.2;
        case_tolerance (&c, tolerances[i / 2]);
        watch (&c, &w);
        o = solve (&c);
        /* two swings to the left and two back */
        assert_int_equal (o.s->nevents, 4 * w.count);
        for (size_t k = 0; k < o.s->nevents; k++) {
            const double *x = o.s->event_x + 5 * k, t = o.s->event_t[k];
            double exact[5], size;

            if (! (fabs (x[3] - w.level[(int)o.s->event_which[k]]) <= 1e-13))
                fail_msg ("tolerance %g, psi1 %d: p1 = %g is off by %.1e at t = %g",
                          tolerances[i / 2], i % 2, w.level[(int)o.s->event_which[k]],
                          fabs (x[3] - w.level[(int)o.s->event_which[k]]), t);
            assert_true (fabs (x[3] * x[3] + x[4] * x[4] - 1) <= 1e-12);
            size = fabs (x[1] * x[3]) + fabs (x[2] * x[4]);
            assert_true (fabs (x[1] * x[3] + x[2] * x[4]) <= 2e-12 * (1 + size));
            assert_int_equal (c.model.exact (t, exact, c.user), 0);
            late = fmax (late, fabs (exact[3] - x[3]));
        }
        print_message ("tolerance %g, psi1 %d: %ld steps, events off by %.1e\n", tolerances[i / 2],
                       i % 2, o.counters.naccpt, late);
        assert_true (late <= 200 * tolerances[i / 2]);
        case_end (&c, &o);
    }
}

static double off_the_circle (double t, const double *x)
{
    (void)t;
    return fmax (fabs (x[3] * x[3] + x[4] * x[4] - 1), fabs (x[1] * x[3] + x[2] * x[4]) / 10);
}

/* every state that an event function gets to see lies on the constraints */
static void functions_see_states_on_the_constraints (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = case_of (&model_pendulum);
        Watch w = {.value = of_place, .count = 2, .level = {0.3, -0.5}, .look = off_the_circle};
        Outcome o;

        c.options.formulation = psf_or_psi1 (i % 2);
        c.tspan[1] = 3;
        if (i / 2)
            w.act = turn_around;
        case_tolerance (&c, 1e-4);
        watch (&c, &w);
        o = solve (&c);
        if (! (w.worst <= 1e-12))
            fail_msg ("psi1 %d, action %d: an event function saw a state off by %.1e", i % 2, i / 2,
                      w.worst);
        case_end (&c, &o);
    }
}

/* ---- at once, at the start, for ever ---- */

/* functions 0, 2 and 4 are zero at one and the same time: one action */
static void simultaneous_events_are_one (void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        Case c = thrown (2);
        Watch w = {.value = of_place, .count = 5, .level = {1.2, 1.3, 1.2, 1.9, 1.2}};
        Outcome o;

        w.act = turn_around;
        w.direction[1] = w.direction[3] = -1; /* that is, not at all, as 1.2 turns it back */
        c.options.max_step = 0.1 + 0.2 * (i % 4);
        c.options.formulation = psf_or_psi1 (i / 4);
        c.tspan[1] = 1.2; /* 1.2 is reached at 2 - sqrt (1.6) = 0.735 */
        watch (&c, &w);
        o = solve (&c);
        assert_int_equal (w.actions, 1);
        assert_int_equal (w.events_of[0], 3);
        assert_int_equal (o.s->nevents, 3);
        for (int k = 0; k < 3; k++) {
            assert_int_equal (w.which[0][k], 2 * k);
            assert_true (o.s->event_which[k] == 2 * k && o.s->event_t[k] == w.action_t[0]);
        }
        assert_true (fabs (w.action_t[0] - passing (2, 1.2, 0)) < 1e-15);
        case_end (&c, &o);
    }
}

/* zero at the start: silent until it has left zero, and then heard when it comes back */
static void a_zero_at_the_start_is_silent (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = thrown (2);
        Watch w = {.value = of_place, .count = 2, .level = {0, 0}, .terminal = {0, 1}};
        Outcome o;

        w.direction[0] = i % 2 ? -1 : 0;
        c.options.max_step = i / 2 ? 0.2 : 1.5;
        c.tspan[1] = 5;
        watch (&c, &w);
        o = attempt (&c);
        assert_int_equal (o.status, GEOMS_EVENT);
        assert_int_equal (o.s->nevents, 2);
        assert_true (fabs (o.s->event_t[0] - 4) < 1e-14 && o.s->event_t[1] == o.s->event_t[0]);
        case_end (&c, &o);
    }
}

static double of_nothing (const Watch *w, int i, double t, const double *x)
{
    (void)w, (void)x;
    return i == 0 ? 0 : i == 1 ? fmax (t - 1, 0) : i == 2 ? 1 : INFINITY;
}

/* always zero, zero for a while, never zero, infinite: nothing ever happens */
static void functions_that_never_cross_zero (void **state)
{
    Case c = thrown (2);
    Watch w = {.value = of_nothing, .count = 4};
    Outcome plain, o;

    (void)state;
    c.options.max_step = 0.3;
    plain = solve (&c);
    watch (&c, &w);
    o = solve (&c);
    assert_int_equal (o.s->nevents, 0);
    assert_int_equal (o.s->count, plain.s->count);
    assert_memory_equal (o.s->x, plain.s->x, plain.s->count * 5 * sizeof (double));
    assert_memory_equal (o.s->step_x, plain.s->step_x, plain.s->steps * 20 * sizeof (double));
    outcome_free (&plain);
    case_end (&c, &o);
}

static double of_jump (const Watch *w, int i, double t, const double *x)
{
    (void)x;
    return t < w->level[i] ? -1 : i % 2 ? INFINITY : 1e300;
}

/* a jump through zero is found to rounding as well */
static void jumps_are_found (void **state)
{
    Case c = thrown (2);
    Watch w = {.value = of_jump, .count = 6, .level = {0.1, 0.2, 1.1, 1.7, 3.14, 3.99}};
    Outcome o;

    (void)state;
    c.options.max_step = 0.4;
    watch (&c, &w);
    o = solve (&c);
    assert_int_equal (o.s->nevents, 6);
    for (int i = 0; i < 6; i++)
        if (! (fabs (o.s->event_t[i] - w.level[i]) <= 1e-15 * (1 + w.level[i])))
            fail_msg ("the jump at %.17g is found at %.17g", w.level[i], o.s->event_t[i]);
    case_end (&c, &o);
}

/* events that change nothing do not change the run */
static void watching_does_not_disturb (void **state)
{
    const TestModel *models[] = {&model_pendulum, &model_slidercrank, &model_skate};

    (void)state;
    for (int i = 0; i < 6; i++) {
        Case c = case_of (models[i / 2]);
        Watch w = {.value = of_waves, .count = 3, .level = {3, 5, 20}};
        Outcome plain, o;

        c.options.formulation = psf_or_psi1 (i % 2);
        c.tspan[1] = 1;
        plain = solve (&c);
        watch (&c, &w);
        o = solve (&c);
        assert_int_equal (o.s->count, plain.s->count);
        assert_memory_equal (o.s->t, plain.s->t, plain.s->count * sizeof (double));
        assert_memory_equal (o.s->x, plain.s->x, plain.s->count * (size_t)c.n * sizeof (double));
        assert_true (o.s->nevents >= 6);
        for (size_t k = 0; k < o.s->nevents; k++)
            assert_true (fabs (sin (w.level[(int)o.s->event_which[k]] * o.s->event_t[k] + 0.5))
                         < 1e-13);
        outcome_free (&plain);
        case_end (&c, &o);
    }
}

/* ---- the end of a run ---- */

static void terminal_events_end_the_run (void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        Case c = thrown (2);
        Watch w = {.value = of_place, .count = 3, .level = {0.5, 1, 1.5}};
        const int terminal = i % 3;
        double t;
        Outcome o;

        w.terminal[terminal] = -2; /* anything but 0 */
        c.options.max_step = i / 3 % 2 ? 0.05 : 1.5;
        if (i / 6)
            case_times (&c, 41, 4);
        watch (&c, &w);
        o = attempt (&c);
        t = passing (2, w.level[terminal], 0);
        assert_int_equal (o.status, GEOMS_EVENT);
        assert_true (fabs (o.s->t_end - t) < 1e-14 && o.report.t == o.s->t_end);
        /* the levels below have been passed, those above have not */
        if (o.s->nevents != (size_t)terminal + 1)
            fail_msg ("case %d: %zu events instead of %d, the last at %.17g", i, o.s->nevents,
                      terminal + 1, o.s->event_t[o.s->nevents - 1]);
        assert_true (o.s->event_t[terminal] == o.s->t_end);
        for (int k = 0; k <= terminal; k++)
            assert_true (o.s->event_which[k] == k);
        /* dense output ends there, too */
        assert_true (o.s->step_t[2 * o.s->steps - 1] == o.s->t_end);
        assert_memory_equal (o.s->step_x + 20 * (o.s->steps - 1), o.s->event_x + 5 * terminal,
                             5 * sizeof (double));
        /* the event is the last output, behind the requested times */
        assert_true (o.s->t[o.s->count - 1] == o.s->t_end);
        assert_memory_equal (last_state (&o), o.s->event_x + 5 * terminal, 5 * sizeof (double));
        for (size_t k = 0; k + 1 < o.s->count && i / 6 == 1; k++)
            assert_true (o.s->t[k] == c.tspan[k]);
        assert_true (i / 6 == 0 || c.tspan[o.s->count - 1] >= o.s->t_end);
        for (size_t k = 0; k < o.s->count; k++)
            assert_true (fabs (o.s->x[5 * k + 3] - (2 - o.s->t[k] / 2) * o.s->t[k]) < 1e-13);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* the function that ends the run is one of two that happen then: both are recorded */
static void what_happens_at_the_end_is_recorded (void **state)
{
    Case c = thrown (2);
    Watch w = {.value = of_place, .count = 2, .level = {1, 1}, .terminal = {0, 1}};
    Outcome o;

    (void)state;
    w.act = turn_around;
    watch (&c, &w);
    o = attempt (&c);
    assert_int_equal (o.status, GEOMS_EVENT);
    assert_int_equal (o.s->nevents, 2);
    assert_int_equal (w.actions, 0); /* the run has ended */
    case_end (&c, &o);
}

/* ---- the forms that solve for the accelerations ---- */

/* what event functions see, and the states at events, with the correction; the last of them ends
 * steps of several orders */
static void forms_are_seen_on_the_constraints (void **state)
{
    const Pair orders = {GEOMS_FORMULATION_INDEX1, GEOMS_METHOD_RADAU};

    (void)state;
    for (int i = 0; i < 2 * (PAIRS + 1); i++) {
        const Pair *pair = i / 2 < PAIRS ? &pairs[i / 2] : &orders;
        Case c = case_of (&model_pendulum);
        Watch w = {.value = of_place, .count = 2, .level = {0.3, -0.5}, .look = off_the_circle};
        Outcome o;

        choose (&c, pair);
        c.options.project = GEOMS_PROJECT_ON;
        c.tspan[1] = 3;
        if (i % 2)
            w.act = turn_around;
        case_tolerance (&c, 1e-4);
        watch (&c, &w);
        o = solve (&c);
        assert_true (o.s->nevents >= 1 && w.calls > 0);
        if (! (w.worst <= 1e-12))
            fail_msg ("%s, action %d: an event function saw a state off by %.1e",
                      pair_name (pair), i % 2, w.worst);
        for (size_t k = 0; k < o.s->nevents; k++)
            assert_true (fabs (o.s->event_x[5 * k + 3] - w.level[(int)o.s->event_which[k]])
                         <= 1e-12);
        case_end (&c, &o);
    }
}

/* events that change nothing do not change the run, nor the choice of coordinates */
static void watching_does_not_disturb_forms (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * PAIRS; i++) {
        const double q[9] = {0.28, 0.36, 0.002727, 0.3, 0.151104, 0.0045339259, 0.075552, 0.8, 5};
        Case c = case_with (&model_slidercrank, q, 9);
        Watch w = {.value = of_waves, .count = 3, .level = {3, 5, 20}};
        Outcome plain, o;

        choose (&c, &pairs[i / 2]);
        c.options.project = i % 2 ? GEOMS_PROJECT_ON : GEOMS_PROJECT_OFF;
        c.options.partition_limit = 2;
        plain = solve (&c);
        watch (&c, &w);
        o = solve (&c);
        assert_int_equal (o.s->count, plain.s->count);
        assert_memory_equal (o.s->t, plain.s->t, plain.s->count * sizeof (double));
        assert_memory_equal (o.s->x, plain.s->x, plain.s->count * (size_t)c.n * sizeof (double));
        assert_int_equal (o.s->switched, plain.s->switched);
        assert_true (o.s->worst == plain.s->worst);
        assert_true (! is_fixed (&pairs[i / 2]) || o.s->switched > 1);
        for (size_t k = 0; k < o.s->nevents; k++)
            assert_true (fabs (sin (w.level[(int)o.s->event_which[k]] * o.s->event_t[k] + 0.5))
                         < 1e-13);
        outcome_free (&plain);
        case_end (&c, &o);
    }
}

static void terminal_events_end_forms (void **state)
{
    (void)state;
    for (int i = 0; i < 4 * PAIRS; i++) {
        Case c = thrown (2);
        Watch w = {.value = of_place, .count = 3, .level = {0.5, 1, 1.5}, .terminal = {0, 1}};
        const double t = passing (2, 1, 0);
        size_t size;
        Outcome o;

        choose (&c, &pairs[i / 4]);
        c.options.max_step = i % 2 ? 0.05 : 1.5;
        if (i % 4 > 1)
            case_times (&c, 41, 4);
        watch (&c, &w);
        o = attempt (&c);
        size = (size_t)(1 + o.s->degree) * 5;
        assert_int_equal (o.status, GEOMS_EVENT);
        assert_true (fabs (o.s->t_end - t) < 1e-14 && o.report.t == o.s->t_end);
        assert_int_equal (o.s->nevents, 2);
        assert_true (o.s->event_which[1] == 1 && o.s->event_t[1] == o.s->t_end);
        assert_true (o.s->step_t[2 * o.s->steps - 1] == o.s->t_end);
        assert_memory_equal (o.s->step_x + size * (o.s->steps - 1), o.s->event_x + 5,
                             5 * sizeof (double));
        assert_true (o.s->t[o.s->count - 1] == o.s->t_end);
        assert_memory_equal (last_state (&o), o.s->event_x + 5, 5 * sizeof (double));
        for (size_t k = 0; k < o.s->count; k++)
            assert_true (fabs (o.s->x[5 * k + 3] - (2 - o.s->t[k] / 2) * o.s->t[k]) < 1e-13);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (times_are_exact),
        cmocka_unit_test (zeros_at_the_ends_of_steps),
        cmocka_unit_test (directions_are_obeyed),
        cmocka_unit_test (all_zeros_of_a_step_are_found),
        cmocka_unit_test (states_at_events_are_exact),
        cmocka_unit_test (functions_see_states_on_the_constraints),
        cmocka_unit_test (simultaneous_events_are_one),
        cmocka_unit_test (a_zero_at_the_start_is_silent),
        cmocka_unit_test (functions_that_never_cross_zero),
        cmocka_unit_test (jumps_are_found),
        cmocka_unit_test (watching_does_not_disturb),
        cmocka_unit_test (terminal_events_end_the_run),
        cmocka_unit_test (what_happens_at_the_end_is_recorded),
        cmocka_unit_test (forms_are_seen_on_the_constraints),
        cmocka_unit_test (watching_does_not_disturb_forms),
        cmocka_unit_test (terminal_events_end_forms),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
