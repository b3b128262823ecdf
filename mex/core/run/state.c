/* state.c - all that the next steps of a run depend on, as plain numbers
 *
 * A later run that unpacks them goes on with the same bits as the earlier one would have. The
 * linearisation is not stored but its Jacobian; decompositions are made anew from it. A run that
 * ends at a given time shortens its last steps: what counts for a continuation is the state before
 * them.
 */
#include <string.h>

#include "run.h"

/* ---- what is stored, in order ---- */

static void walk_run (GeomsWalk *w, GeomsRun *run)
{
    geoms_walk_real (w, &run->t);
    geoms_walk_reals (w, (size_t)run->n, run->x);
    geoms_walk_reals (w, (size_t)run->events.count, run->events.sign);
    geoms_walk_reals (w, (size_t)run->events.count, run->events.last);
    geoms_walk_reals (w, (size_t)run->events.count, run->events.near);
    geoms_walk_int (w, &run->events.pile);
    geoms_walk_real (w, &run->events.t_fired);
    geoms_walk_reals (w, (size_t)run->events.count, run->events.t_changed);
    geoms_walk_reals (w, (size_t)run->events.count, run->events.gap);
#define WALK_COUNTER(field, meaning) geoms_walk_long (w, &run->counters.field);
    GEOMS_COUNTERS (WALK_COUNTER)
#undef WALK_COUNTER
    if (! geoms_mass_watched (run))
        return;
    geoms_walk_within (w, &run->massless.singular, GEOMS_MASS_REGULAR, GEOMS_MASS_FREE);
    geoms_walk_within (w, &run->massless.here, GEOMS_MASS_REGULAR, GEOMS_MASS_FREE);
    geoms_walk_ints (w, (size_t)run->eq.d.nv, run->massless.velocities);
}

/* the linearisation comes last: reading it needs all the others */
static void walk_all (GeomsRun *run, GeomsWalk *w)
{
    walk_run (w, run);
    geoms_method_walk (run->method, w);
    geoms_walk_require (w, run->method->h * run->direction > 0);
    if (! run->integrates_form)
        run->integrated->ops->walk (run->integrated, w);
    if (! run->eq.rates)
        run->projection->ops->walk (run->projection, w);
    geoms_walk_reals (w, (size_t)run->eq.n, run->increment); /* by the sizes at the first start */
}

/* -> not 0 if it has read what cannot be */
static int walk (GeomsRun *run, GeomsDirection direction, double *at)
{
    GeomsWalk w = {.direction = direction, .at = at, .count = GEOMS_STATE_TIME};

    walk_all (run, &w);
    return w.wrong;
}

double geoms_state_time (const double *state) { return state[GEOMS_STATE_TIME]; }

const double *geoms_state_unknowns (const double *state) { return state + GEOMS_STATE_TIME + 1; }

/* ---- public in the core ---- */

size_t geoms_state_size (const GeomsRun *run)
{
    GeomsWalk w = {.direction = GEOMS_WALK_COUNTS, .count = GEOMS_STATE_TIME};

    walk_all ((GeomsRun *)run, &w);
    return w.count;
}

/* outputs whose residuals are not evaluated yet, and steps whose multipliers are not known, count
 * as if they were: their run will do it */
void geoms_state_pack (GeomsRun *run, double *state)
{
    const GeomsCounters keep = run->counters;
    const long multipliers = geoms_output_unrecovered (run);

    if (run->options.residuals == GEOMS_SWITCH_ON)
        run->counters.neomout += (long)(run->solution.count - run->evaluated);
    run->counters.neomout += multipliers;
    run->counters.nmas += run->eq.mass_varies ? multipliers : 0;
    geoms_state_header (run, geoms_state_size (run), state);
    walk (run, GEOMS_WALK_WRITES, state);
    run->counters = keep;
}

/* what is not stored: of the form that is measured by, of another one that is integrated, of the
 * method */
static int make_again (GeomsRun *run)
{
    const GeomsCounters keep = run->counters;
    GeomsForm *form = run->projection, *other = run->integrated;
    int status;

    form->recalls = other->recalls = 1;
    status = run->eq.rates && ! run->eq.sparse ? 0 : form->ops->again (form);
    if (status == 0 && other != form && other->ops->again != NULL)
        status = other->ops->again (other);
    if (status == 0)
        geoms_method_again (run->method);
    form->recalls = other->recalls = 0;
    if (status == GEOMS_RETRY)
        return geoms_state_damaged (run);
    run->counters = keep;
    return status;
}

int geoms_state_unpack (GeomsRun *run)
{
    const int status = geoms_state_header_check (run, geoms_state_size (run));

    if (status != 0)
        return status;
    return walk (run, GEOMS_WALK_READS, run->resume) ? geoms_state_damaged (run)
                                                     : make_again (run);
}
