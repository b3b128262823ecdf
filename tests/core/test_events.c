/* test_events.c - zeros of event functions: when, in which order and direction, what they stop or
 * change, what is returned around them, and functions that fail
 */
#include <limits.h>

#include "test.h"

/* ---- hooks that count, remember, and fail when they are told to ---- */

enum { MOST_FUNCTIONS = 60, MOST_ACTIONS = 400 };
enum { STOP, CANNOT, RETURN_NAN }; /* how they fail */

typedef struct Watch Watch;

struct Watch {
    /* the value of function i */
    double (*value) (const Watch *w, int i, double t, const double *x);
    double level[MOST_FUNCTIONS];
    double terminal[MOST_FUNCTIONS], direction[MOST_FUNCTIONS];
    int count, n;
    long calls, fail_at; /* of the event functions; the call that fails, 0: none                */
    int how;
    /* actions */
    void (*act) (const Watch *w, double t, double *x);
    int actions, events_of[MOST_ACTIONS], which[MOST_ACTIONS][4];
    double action_t[MOST_ACTIONS], after[MOST_ACTIONS][MOST_UNKNOWNS];
    int fail_action; /* the action that fails, 0: none                                          */
    /* states seen by the event functions */
    double (*look) (double t, const double *x);
    double worst;
};

static int failure (const Watch *w) { return w->how == STOP ? -1 : w->how == CANNOT ? 1 : 0; }

static int watch_events (int k, const double *t, const double *x, int ldx, double *value,
                         double *terminal, double *direction, void *user)
{
    Watch *w = user;
    const int fails = ++w->calls == w->fail_at;

    assert_in_range (k, 1, 4);
    for (int j = 0; j < k; j++)
        for (int i = 0; i < w->count; i++) {
            value[j * w->count + i] = w->value (w, i, t[j], x + j * ldx);
            terminal[j * w->count + i] = w->terminal[i];
            direction[j * w->count + i] = w->direction[i];
        }
    for (int j = 0; j < k && w->look != NULL; j++)
        w->worst = fmax (w->worst, w->look (t[j], x + j * ldx));
    if (fails && w->how == RETURN_NAN)
        value[k * w->count - 1] = NAN;
    return fails ? failure (w) : 0;
}

static int watch_action (double t, double *x, int count, const int *which, void *user)
{
    Watch *w = user;

    assert_true (w->actions < MOST_ACTIONS);
    assert_in_range (count, 1, 4);
    w->action_t[w->actions] = t;
    w->events_of[w->actions] = count;
    for (int i = 0; i < count; i++)
        w->which[w->actions][i] = which[i];
    w->actions++;
    w->act (w, t, x);
    memcpy (w->after[w->actions - 1], x, (size_t)w->n * sizeof *x);
    if (w->actions != w->fail_action)
        return 0;
    if (w->how == RETURN_NAN)
        x[w->n - 1] = NAN;
    return failure (w);
}

static void watch (Case *c, Watch *w)
{
    c->hooks.nevents = w->count;
    c->hooks.events = watch_events;
    c->hooks.action = w->act != NULL ? watch_action : NULL;
    c->hooks.user = w;
    w->n = c->n;
    w->calls = w->actions = 0;
    w->worst = 0;
}

/* time, or the place or speed of the particle or pendulum: x = [lambda; v (2); p (2)] */
static double of_time (const Watch *w, int i, double t, const double *x)
{
    (void)x;
    return t - w->level[i];
}

static double of_place (const Watch *w, int i, double t, const double *x)
{
    (void)t;
    return x[3] - w->level[i];
}

static double of_waves (const Watch *w, int i, double t, const double *x)
{
    (void)x;
    return sin (w->level[i] * t + 0.5);
}

static void turn_around (const Watch *w, double t, double *x)
{
    (void)w, (void)t;
    x[1] = -x[1];
    x[2] = -x[2];
}

/* ---- the particle: p = b + v0 t - g t^2/4 in both coordinates, which the method follows exactly ---- */

static Case thrown (double v0)
{
    const double q[3] = {1, 2, 0};
    Case c = case_with (&model_particle, q, 3);

    c.x0[1] = c.x0[2] = v0;
    c.tspan[1] = 4;
    case_tolerance (&c, 1e-4);
    return c;
}

/* the times at which p = level on the way up and down, g = 2: p = v0 t - t^2/2 */
static double passing (double v0, double level, int down)
{
    const double root = sqrt (v0 * v0 - 2 * level);

    return down ? v0 + root : 2 * level / (v0 + root);
}

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
        c.options.formulation = i / 4 % 2;
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
        outcome_free (&o);
        case_free (&c);
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
        outcome_free (&o);
        case_free (&c);
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
        outcome_free (&o);
        case_free (&c);
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
        outcome_free (&o);
        case_free (&c);
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
        c.options.formulation = i % 2;
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
                fail_msg ("tolerance %g, psi1 %d: p1 = %g is off by %.1e at t = %g", tolerances[i / 2],
                          i % 2, w.level[(int)o.s->event_which[k]],
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
        outcome_free (&o);
        case_free (&c);
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

        c.options.formulation = i % 2;
        c.tspan[1] = 3;
        if (i / 2)
            w.act = turn_around;
        case_tolerance (&c, 1e-4);
        watch (&c, &w);
        o = solve (&c);
        if (! (w.worst <= 1e-12))
            fail_msg ("psi1 %d, action %d: an event function saw a state off by %.1e", i % 2, i / 2,
                      w.worst);
        outcome_free (&o);
        case_free (&c);
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
        c.options.formulation = i / 4;
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
        outcome_free (&o);
        case_free (&c);
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
        outcome_free (&o);
        case_free (&c);
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
    outcome_free (&o);
    case_free (&c);
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
        assert_true (fabs (o.s->event_t[i] - w.level[i]) <= 1e-15 * (1 + w.level[i]));
    outcome_free (&o);
    case_free (&c);
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

        c.options.formulation = i % 2;
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
        outcome_free (&o);
        case_free (&c);
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
        assert_int_equal (o.s->nevents, terminal + 1);
        assert_true (o.s->event_t[terminal] == o.s->t_end);
        for (int k = 0; k <= terminal; k++)
            assert_true (o.s->event_which[k] == k);
        /* dense output ends there, too */
        assert_true (o.s->step_t[2 * o.s->steps - 1] == o.s->t_end);
        assert_memory_equal (o.s->step_x + 20 * (o.s->steps - 1), o.s->event_x + 5 * terminal,
                             5 * sizeof (double));
        if (i / 6 == 0) {
            assert_true (o.s->t[o.s->count - 1] == o.s->t_end);
            assert_memory_equal (last_state (&o), o.s->event_x + 5 * terminal, 5 * sizeof (double));
        } else
            assert_int_equal (o.s->count, 1 + (int)(t / 0.1));
        for (size_t k = 0; k < o.s->count; k++)
            assert_true (fabs (o.s->x[5 * k + 3] - (2 - o.s->t[k] / 2) * o.s->t[k]) < 1e-13);
        check_solution (&c, &o);
        outcome_free (&o);
        case_free (&c);
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
    outcome_free (&o);
    case_free (&c);
}

/* ---- changes of the state ---- */

/* bouncing between p = 0.2 and p = 1.4: the exact motion is made of pieces */
static double bounced (double t, double *speed)
{
    const double up = 2 - passing (2, 0.2, 0), top = sqrt (4 - 2.8), half = up - top;
    double s, since;

    if (t <= passing (2, 1.4, 0)) {
        *speed = 2 - t;
        return (2 - t / 2) * t;
    }
    /* from the upper wall down to the lower one and back takes 2 half */
    since = fmod (t - passing (2, 1.4, 0), 2 * half);
    s = since <= half ? since : 2 * half - since;
    *speed = since <= half ? -top - s : top + s;
    return 1.4 - top * s - s * s / 2;
}

static void actions_change_the_motion (void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        Case c = thrown (2);
        Watch w = {.value = of_place, .count = 2, .level = {0.2, 1.4}, .direction = {-1, 1}};
        double worst = 0, speed;
        Outcome o;

        w.act = turn_around;
        c.options.max_step = i % 2 ? 0.07 : 0.3;
        c.options.formulation = i / 2 % 2;
        c.tspan[1] = 20;
        if (i / 4)
            case_times (&c, 173, 20);
        watch (&c, &w);
        o = solve (&c);
        assert_true (w.actions >= 15 && w.actions == (int)o.s->nevents);
        for (size_t k = 0; k < o.s->count; k++)
            worst = fmax (worst, fabs (o.s->x[5 * k + 3] - bounced (o.s->t[k], &speed)));
        for (int k = 0; k < w.actions; k++) {
            assert_true (o.s->event_which[k] == (k + 1) % 2);
            assert_true (w.action_t[k] == o.s->event_t[k]);
            /* what is recorded is the state before the action */
            assert_true (o.s->event_x[5 * k + 1] * (k % 2 ? -1 : 1) > 0);
        }
        assert_true (worst <= 1e-12);
        if (i / 4 == 0) { /* at each action two outputs: before and after */
            size_t twice = 0;

            for (size_t k = 1; k < o.s->count; k++)
                if (o.s->t[k] == o.s->t[k - 1]) {
                    assert_memory_equal (o.s->x + 5 * (k - 1), o.s->event_x + 5 * twice,
                                         5 * sizeof (double));
                    assert_true (fabs (o.s->x[5 * k + 1] + o.s->x[5 * (k - 1) + 1]) < 1e-13);
                    twice++;
                }
            assert_int_equal (twice, w.actions);
            assert_int_equal (o.s->count, 1 + o.counters.naccpt + w.actions);
        }
        for (size_t k = 1; k < o.s->steps; k++) /* dense steps follow each other */
            assert_true (o.s->step_t[2 * k] == o.s->step_t[2 * k - 1]);
        for (int k = 0; k < 1000; k++) {
            const double t = 0.02 * k + 0.011;
            double y[5];

            geoms_dense (5, o.s->steps, o.s->step_t, o.s->step_x, 1, &t, y, NULL);
            assert_true (fabs (y[3] - bounced (t, &speed)) < 1e-12);
            assert_true (fabs (y[1] - speed) < 1e-11 || fabs (y[1] + speed) < 1e-6);
        }
        check_solution (&c, &o);
        outcome_free (&o);
        case_free (&c);
    }
}

/* requested times right before, at and right after an action */
static void requested_times_around_an_action (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        const double hit = passing (2, 1.4, 0);
        const double times[7] = {0, hit - 1e-3, hit - 1e-12, hit + 1e-12, hit + 1e-3, hit + 0.05, 1};
        Case c = thrown (2);
        Watch w = {.value = of_place, .count = 1, .level = {1.4}, .direction = {1}};
        Outcome o;

        w.act = turn_around;
        c.options.max_step = 0.1 + 0.3 * i;
        c.ntspan = 7;
        memcpy (c.tspan, times, sizeof times);
        watch (&c, &w);
        o = solve (&c);
        assert_int_equal (o.s->count, 7);
        assert_memory_equal (o.s->t, times, sizeof times);
        for (int k = 0; k < 7; k++) {
            double speed, p = bounced (times[k], &speed);

            assert_true (fabs (o.s->x[5 * k + 3] - p) < 1e-12);
            assert_true (fabs (o.s->x[5 * k + 1] - speed) < 1e-11);
        }
        outcome_free (&o);
        case_free (&c);
    }
}

/* p1 = 0 is hit; the speed goes to one component only, which no constraint allows */
static void push (const Watch *w, double t, double *x)
{
    (void)w, (void)t;
    x[1] = 1;
    x[2] = -3;
    x[0] = 100;
}

/* after an action the run goes on as one that begins there, with a consistent state */
static void a_new_state_is_made_consistent (void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        Case c = case_of (&model_pendulum), fresh;
        Watch w = {.value = of_place, .count = 1, .level = {0.4}, .direction = {-1}};
        size_t at;
        Outcome o, other;

        w.act = push;
        c.options.formulation = i % 2;
        c.options.constraint_decomposition = decomposition (i / 2);
        if (i / 2 == 3)
            c.model.system.jac = NULL;
        c.tspan[1] = 0.8;
        case_tolerance (&c, 1e-9);
        watch (&c, &w);
        o = solve (&c);
        assert_int_equal (w.actions, 1);
        for (at = 1; o.s->t[at] != o.s->t[at - 1]; at++)
            assert_true (at + 1 < o.s->count);
        for (int level = 0; level < (i % 2 ? 2 : 3); level++)
            assert_true (o.s->relative[3 * at + (size_t)level] <= 1e-12);
        /* the tangential part of the push, at the same place */
        assert_true (distance (o.s->x + 5 * at, o.s->x + 5 * at - 5, 3, 5) < 1e-15);
        {
            const double *x = o.s->x + 5 * at, s = -x[4] * 1 + x[3] * -3;
            const double close = i / 2 == 3 ? 1e-6 : 1e-12; /* difference quotients know it less well */

            if (! (fabs (x[1] + s * x[4]) < close && fabs (x[2] - s * x[3]) < close))
                fail_msg ("case %d: v is off by %.1e, %.1e", i, x[1] + s * x[4], x[2] - s * x[3]);
        }
        fresh = case_of (&model_pendulum);
        fresh.options = c.options;
        fresh.model.system.jac = c.model.system.jac;
        fresh.tspan[0] = o.s->t[at];
        fresh.tspan[1] = 0.8;
        case_tolerance (&fresh, 1e-9);
        memcpy (fresh.x0, o.s->x + 5 * at, 5 * sizeof (double));
        other = solve (&fresh);
        assert_true (distance (last_state (&o), last_state (&other), i % 2, 5) < 1e-7);
        check_solution (&c, &o);
        outcome_free (&o);
        outcome_free (&other);
        case_free (&c);
        case_free (&fresh);
    }
}

/* an action at the very end of the run */
static void an_action_at_the_end (void **state)
{
    Case c = thrown (2);
    Watch w = {.value = of_time, .count = 1, .level = {1.5}};
    Outcome o;

    (void)state;
    w.act = turn_around;
    c.tspan[1] = 1.5;
    watch (&c, &w);
    o = solve (&c);
    assert_int_equal (w.actions, 1);
    assert_true (o.s->event_t[0] == 1.5 && o.s->t[o.s->count - 1] == 1.5);
    assert_true (o.s->t[o.s->count - 2] == 1.5);
    assert_true (fabs (last_state (&o)[1] + 0.5) < 1e-13);
    outcome_free (&o);
    case_free (&c);
}

/* time runs backwards through the same bounces */
static void bounces_backwards (void **state)
{
    Case c = thrown (2);
    Watch w = {.value = of_place, .count = 2, .level = {0.2, 1.4}, .direction = {-1, 1}};
    double speed;
    Outcome o;

    (void)state;
    w.act = turn_around;
    c.tspan[0] = 0;
    c.tspan[1] = -10;
    c.x0[1] = c.x0[2] = -2; /* towards larger p, as time runs */
    c.options.max_step = 0.3;
    watch (&c, &w);
    o = solve (&c);
    assert_true (w.actions > 7);
    for (size_t k = 0; k < o.s->count; k++)
        assert_true (fabs (o.s->x[5 * k + 3] - bounced (-o.s->t[k], &speed)) < 1e-12);
    check_solution (&c, &o);
    outcome_free (&o);
    case_free (&c);
}

/* ---- failures ---- */

static Case failing_case (Watch *w, int requested)
{
    Case c = thrown (2);

    *w = (Watch){.value = of_place, .count = 2, .level = {0.2, 1.4}, .direction = {-1, 1}};
    w->act = turn_around;
    c.options.max_step = 0.3;
    if (requested)
        case_times (&c, 50, 4);
    watch (&c, w);
    return c;
}

/* Outputs are those of the whole run, but for those of the last step: where the event functions failed
 * it is as it was before it would have been cut. */
static void check_part (const Case *c, const Outcome *part, const Outcome *whole)
{
    const GeomsSolution *s = part->s;
    double sure = c->tspan[0];

    if (part->run == NULL)
        return;
    check_solution (c, part);
    assert_true (s->count <= whole->s->count && s->steps <= whole->s->steps);
    if (s->steps > 0)
        sure = s->step_t[2 * s->steps - 2];
    for (size_t k = 0; k < s->count && s->t[k] <= sure; k++) {
        assert_true (s->t[k] == whole->s->t[k]);
        assert_true (distance (s->x + 5 * k, whole->s->x + 5 * k, 0, 5) < 1e-12);
    }
    assert_true (c->ntspan > 2 || s->count == 0
                 || s->t[s->count - 1] == (s->steps > 0 ? s->step_t[2 * s->steps - 1] : sure));
}

static void functions_may_fail_at_any_call (void **state)
{
    (void)state;
    for (int requested = 0; requested < 2; requested++)
        for (int how = STOP; how <= RETURN_NAN; how++) {
            Watch w;
            Case c = failing_case (&w, requested);
            Outcome whole = solve (&c);
            const long calls = w.calls;

            assert_true (calls > 30);
            for (long k = 1; k <= calls; k++) {
                Outcome o;

                watch (&c, &w);
                w.how = how;
                w.fail_at = k;
                o = attempt (&c);
                assert_int_equal (o.status, how == STOP ? GEOMS_STOP_EVENTS : GEOMS_NOT_FINITE);
                assert_int_equal (w.calls, k); /* it is not called again */
                if (how == RETURN_NAN)
                    assert_non_null (strstr (o.report.text, "vent function 2 "));
                assert_true (k > 1 || o.s->count == 0);
                check_part (&c, &o, &whole);
                outcome_free (&o);
            }
            outcome_free (&whole);
            case_free (&c);
        }
}

static void actions_may_fail (void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        const int how = i % 3;
        Watch w;
        Case c = failing_case (&w, i / 3);
        Outcome whole = solve (&c);
        const int actions = w.actions;

        assert_true (actions >= 3);
        for (int k = 1; k <= actions; k++) {
            Outcome o;

            watch (&c, &w);
            w.how = how;
            w.fail_action = k;
            o = attempt (&c);
            if (how == CANNOT) /* > 0 means nothing here */
                assert_int_equal (o.status, 0);
            else {
                assert_int_equal (o.status, how == STOP ? GEOMS_STOP_EVENTS : GEOMS_NOT_FINITE);
                assert_int_equal (w.actions, k);
                assert_int_equal (o.s->nevents, k);
                assert_true (o.report.t == w.action_t[k - 1] && o.s->t_end == o.report.t);
            }
            check_part (&c, &o, &whole);
            outcome_free (&o);
        }
        outcome_free (&whole);
        case_free (&c);
    }
}

/* rda fails where an action has led to, in the search for a consistent state, ... */
static int bad_after_action;
static Watch *the_watch;

static int fragile_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    const int status = model_particle.system.rda (k, t, x, ldx, out, ldo, user);

    if (the_watch->actions == 0)
        return status;
    if (bad_after_action == RETURN_NAN)
        out[(k - 1) * ldo] = NAN;
    return bad_after_action == STOP ? -1 : bad_after_action == CANNOT ? 1 : 0;
}

static void equations_may_fail_after_an_action (void **state)
{
    (void)state;
    for (bad_after_action = STOP; bad_after_action <= RETURN_NAN; bad_after_action++) {
        Watch w;
        Case c = failing_case (&w, 0);
        Outcome o;

        c.model.system.rda = fragile_rda;
        the_watch = &w;
        o = attempt (&c);
        assert_int_equal (o.status, bad_after_action == STOP ? GEOMS_STOP_EOM : GEOMS_NOT_FINITE);
        assert_int_equal (o.s->nevents, 1);
        assert_true (o.s->t_end == o.s->event_t[0]);
        check_solution (&c, &o);
        outcome_free (&o);
        case_free (&c);
    }
}

/* ---- what the output hook is told ---- */

typedef struct Listener {
    Watch watch;
    size_t told, events, calls;
    double last;
    long stop_after; /* so many calls, and what is returned then                                */
    int answer;
} Listener;

static int listen (size_t first, const GeomsSolution *s, void *user)
{
    Listener *l = user;

    l->calls++;
    assert_int_equal (first, l->told); /* each output once, none is forgotten */
    assert_true (first <= s->count);
    for (size_t k = first; k < s->count; k++) {
        assert_true (k == 0 || s->t[k] >= s->t[k - 1]);
        for (int j = 0; j < s->n; j++)
            assert_true (isfinite (s->x[k * (size_t)s->n + (size_t)j]));
    }
    /* events up to here are known already */
    assert_true (s->nevents >= l->events);
    for (size_t k = l->events; k < s->nevents; k++)
        assert_true (l->calls > 1 && s->event_t[k] >= l->last);
    l->events = s->nevents;
    l->last = s->steps > 0 ? s->step_t[2 * s->steps - 1] : 0;
    l->told = s->count;
    return l->stop_after > 0 && (long)l->calls >= l->stop_after ? l->answer : 0;
}

static Case listening (Listener *l, int requested, int act)
{
    Case c = thrown (2);

    *l = (Listener){.watch = {.value = of_place,
                              .count = 2,
                              .level = {0.2, 1.4},
                              .direction = {-1, 1}}};
    if (act)
        l->watch.act = turn_around;
    c.options.max_step = 0.3;
    if (requested)
        case_times (&c, requested, 4);
    watch (&c, &l->watch); /* the first member */
    c.hooks.output = listen;
    return c;
}

static void outputs_are_told_in_order (void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        Listener l;
        Case c = listening (&l, i % 3 == 0 ? 0 : i % 3 == 1 ? 5 : 199, i / 3 % 2);
        Outcome o;

        c.options.refine = i / 6 ? 4 : 1;
        o = solve (&c);
        assert_int_equal (l.told, o.s->count);
        assert_int_equal (l.events, o.s->nevents);
        /* after the start and after every step, also if there is nothing new */
        assert_int_equal (l.calls, 1 + o.counters.naccpt);
        outcome_free (&o);
        case_free (&c);
    }
}

/* stopped by the k-th call, by wish or by an error */
static void outputs_may_stop_the_run (void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        Listener l;
        Case c = listening (&l, i % 2 ? 30 : 0, i / 2 % 2);
        const int answer = i / 4 ? -1 : 1;
        Outcome whole = solve (&c);
        const size_t calls = l.calls;

        for (size_t k = 1; k <= calls; k++) {
            Outcome o;

            l.told = l.calls = l.events = 0;
            l.stop_after = (long)k;
            l.answer = answer;
            watch (&c, &l.watch);
            o = attempt (&c);
            assert_int_equal (o.status, answer > 0 ? GEOMS_STOPPED : GEOMS_STOP_OUTPUT);
            assert_int_equal (l.calls, k);
            assert_int_equal (o.counters.naccpt, k - 1);
            assert_int_equal (l.told, o.s->count);
            assert_true (o.report.t == o.s->t_end);
            check_part (&c, &o, &whole);
            outcome_free (&o);
        }
        outcome_free (&whole);
        case_free (&c);
    }
}

/* no functions: the hooks are not called */
static void no_functions_no_calls (void **state)
{
    Case c = thrown (2);
    Watch w = {.value = of_place, .count = 0};
    Outcome o;

    (void)state;
    w.act = turn_around;
    watch (&c, &w);
    o = solve (&c);
    assert_int_equal (w.calls + w.actions, 0);
    assert_int_equal (o.s->nevents, 0);
    outcome_free (&o);
    case_free (&c);
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
        cmocka_unit_test (actions_change_the_motion),
        cmocka_unit_test (requested_times_around_an_action),
        cmocka_unit_test (a_new_state_is_made_consistent),
        cmocka_unit_test (an_action_at_the_end),
        cmocka_unit_test (bounces_backwards),
        cmocka_unit_test (functions_may_fail_at_any_call),
        cmocka_unit_test (actions_may_fail),
        cmocka_unit_test (equations_may_fail_after_an_action),
        cmocka_unit_test (outputs_are_told_in_order),
        cmocka_unit_test (outputs_may_stop_the_run),
        cmocka_unit_test (no_functions_no_calls),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
