/* test_actions.c - events that change the state: the motion afterwards, what is returned around
 * them, states that have to be made consistent
 */
#include "forms.h"
#include "watch.h"

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
    for (int i = 0; i < 8 + 2 * PAIRS; i++) {
        const int times = i < 8 ? i / 4 : i % 4 / 2;
        /* J J' v of a partition is v but for rounding, in every step */
        const double close = i < 8 ? 1e-12 : 1e-11;
        Case c = thrown (2);
        Watch w = {.value = of_place, .count = 2, .level = {0.2, 1.4}, .direction = {-1, 1}};
        double worst = 0, speed;
        Outcome o;

        w.act = turn_around;
        c.options.max_step = i % 2 ? 0.07 : 0.3;
        c.options.formulation = psf_or_psi1 (i / 2 % 2);
        if (i >= 8)
            choose (&c, &pairs[i / 2 - 4]);
        c.tspan[1] = 20;
        if (times)
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
        assert_true (worst <= close);
        if (times == 0) { /* at each action two outputs: before and after */
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

            geoms_dense (geoms_steps (o.s), 1, &t, y, NULL);
            assert_true (fabs (y[3] - bounced (t, &speed)) < close);
            assert_true (fabs (y[1] - speed) < 10 * close || fabs (y[1] + speed) < 1e-6);
        }
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* requested times right before, at and right after an action */
static void requested_times_around_an_action (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        const double hit = passing (2, 1.4, 0);
        const double times[7]
            = {0, hit - 1e-3, hit - 1e-12, hit + 1e-12, hit + 1e-3, hit + 0.05, 1};
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
        case_end (&c, &o);
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
        c.options.formulation = psf_or_psi1 (i % 2);
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
            const double close
                = i / 2 == 3 ? 1e-6 : 1e-12; /* difference quotients know it less well */

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
    (void)state;
    for (int i = -1; i < PAIRS; i++) {
        Case c = thrown (2);
        Watch w = {.value = of_time, .count = 1, .level = {1.5}};
        Outcome o;

        if (i >= 0)
            choose (&c, &pairs[i]);
        w.act = turn_around;
        c.tspan[1] = 1.5;
        watch (&c, &w);
        o = solve (&c);
        assert_int_equal (w.actions, 1);
        assert_true (o.s->event_t[0] == 1.5 && o.s->t[o.s->count - 1] == 1.5);
        assert_true (o.s->t[o.s->count - 2] == 1.5);
        assert_true (fabs (last_state (&o)[1] + 0.5) < 1e-13);
        case_end (&c, &o);
    }
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
    case_end (&c, &o);
}

/* the push of the pendulum: what is left of it, and the motion from there, whatever the form */
static void forms_go_on_from_a_consistent_state (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * PAIRS; i++) {
        Case c = case_of (&model_pendulum);
        Watch w = {.value = of_place, .count = 1, .level = {0.4}, .direction = {-1}};
        size_t at;
        double s, energy[2];
        Outcome o;

        w.act = push;
        choose (&c, &pairs[i / 2]);
        c.options.project = i % 2 ? GEOMS_PROJECT_ON : GEOMS_PROJECT_AUTO;
        c.tspan[1] = 0.5;
        case_tolerance (&c, 1e-9);
        watch (&c, &w);
        o = solve (&c);
        assert_int_equal (w.actions, 1);
        for (at = 1; o.s->t[at] != o.s->t[at - 1]; at++)
            assert_true (at + 1 < o.s->count);
        for (int level = 0; level < 3; level++)
            assert_true (o.s->relative[3 * at + (size_t)level] <= 1e-12);
        s = -o.s->x[5 * at + 4] - 3 * o.s->x[5 * at + 3]; /* along the circle */
        assert_true (fabs (o.s->x[5 * at + 1] + s * o.s->x[5 * at + 4]) < 1e-7);
        assert_true (fabs (o.s->x[5 * at + 2] - s * o.s->x[5 * at + 3]) < 1e-7);
        energy[0] = c.model.energy (0, o.s->x + 5 * at, c.user);
        energy[1] = c.model.energy (0, last_state (&o), c.user);
        assert_true (fabs (energy[1] - energy[0]) < 1e-5);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (actions_change_the_motion),
        cmocka_unit_test (requested_times_around_an_action),
        cmocka_unit_test (a_new_state_is_made_consistent),
        cmocka_unit_test (forms_go_on_from_a_consistent_state),
        cmocka_unit_test (an_action_at_the_end),
        cmocka_unit_test (bounces_backwards),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
