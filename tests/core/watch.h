/* watch.h - event functions, actions and a motion for the tests of events
 *
 *     Watch w = {.value = of_place, .count = 2, .level = {0.3, 0.9}};
 *     watch (&c, &w);                      the hooks of the case c: zeros of x[3] - level
 *     ... o = solve (&c); w.calls ...
 */
#ifndef GEOMS_TEST_WATCH_H
#define GEOMS_TEST_WATCH_H

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

static inline int failure (const Watch *w)
{
    return w->how == STOP ? -1 : w->how == CANNOT ? 1 : 0;
}

static inline int watch_events (int k, const double *t, const double *x, int ldx, double *value,
                                double *terminal, double *direction, void *user)
{
    Watch *w = user;
    const int fails = ++w->calls == w->fail_at;

    assert_true (k >= 1);
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

static inline int watch_action (double t, double *x, int count, const int *which, void *user)
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

static inline void watch (Case *c, Watch *w)
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
static inline double of_time (const Watch *w, int i, double t, const double *x)
{
    (void)x;
    return t - w->level[i];
}

static inline double of_place (const Watch *w, int i, double t, const double *x)
{
    (void)t;
    return x[3] - w->level[i];
}

static inline double of_waves (const Watch *w, int i, double t, const double *x)
{
    (void)x;
    return sin (w->level[i] * t + 0.5);
}

static inline void turn_around (const Watch *w, double t, double *x)
{
    (void)w, (void)t;
    x[1] = -x[1];
    x[2] = -x[2];
}

/* ---- the particle: p = v0 t - t^2/2 in both coordinates, which the method follows exactly ---- */

static inline Case thrown (double v0)
{
    const double q[3] = {1, 2, 0};
    Case c = case_with (&model_particle, q, 3);

    c.x0[1] = c.x0[2] = v0;
    c.tspan[1] = 4;
    case_tolerance (&c, 1e-4);
    return c;
}

/* the times at which p = level on the way up and down, g = 2: p = v0 t - t^2/2 */
static inline double passing (double v0, double level, int down)
{
    const double root = sqrt (v0 * v0 - 2 * level);

    return down ? v0 + root : 2 * level / (v0 + root);
}

#endif
