/* test_hooks.c - event functions and actions that fail at any call, and what the output hook is
 * told
 */
#include "watch.h"

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

/* Outputs are those of the whole run, but for those of the last step: where the event functions
 * failed it is as it was before it would have been cut. */
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

        model_replace_rda (&c.model.system, fragile_rda);
        the_watch = &w;
        o = attempt (&c);
        assert_int_equal (o.status, bad_after_action == STOP ? GEOMS_STOP_EOM : GEOMS_NOT_FINITE);
        assert_int_equal (o.s->nevents, 1);
        assert_true (o.s->t_end == o.s->event_t[0]);
        check_solution (&c, &o);
        case_end (&c, &o);
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

    *l = (Listener){.watch
                    = {.value = of_place, .count = 2, .level = {0.2, 1.4}, .direction = {-1, 1}}};
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
        case_end (&c, &o);
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
    case_end (&c, &o);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (functions_may_fail_at_any_call),
        cmocka_unit_test (actions_may_fail),
        cmocka_unit_test (equations_may_fail_after_an_action),
        cmocka_unit_test (outputs_are_told_in_order),
        cmocka_unit_test (outputs_may_stop_the_run),
        cmocka_unit_test (no_functions_no_calls),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
