/* start.h - initial values without a run, for their tests
 *
 *     Outcome o = initialise (&c);         the time span becomes a point
 *     expect_done (&c, &o);                or expect_refusal (&o, GEOMS_INCONSISTENT, "g(1)");
 */
#ifndef GEOMS_TEST_START_H
#define GEOMS_TEST_START_H

#include "bench.h"

static const TestModel *const models[]
    = {&model_pendulum,   &model_andrews,    &model_caraxis,         &model_slidercrank,
       &model_prescribed, &model_skate,      &model_oscillator,      &model_disk,
       &model_sleigh,     &model_top_energy, &model_pendulum_energy, &model_particle};
enum { MODELS = sizeof models / sizeof models[0] };

/* initial values alone */
static inline Outcome initialise (Case *c)
{
    c->ntspan = 2;
    c->tspan[1] = c->tspan[0];
    return attempt (c);
}

static inline void expect_done (const Case *c, const Outcome *o)
{
    if (o->status != 0)
        fail_msg ("%s: %d, %s", c->model.name, o->status, o->report.text);
}

/* the report says this and names that */
static inline void expect_refusal (const Outcome *o, int status, const char *name)
{
    if (o->status != status || strstr (o->report.text, name) == NULL)
        fail_msg ("%d instead of %d, or '%s' is not in: %s", o->status, status, name,
                  o->report.text);
    assert_int_equal (o->s->count, 0);
}

#endif
