/* state.c - all that the next steps of a run depend on, as plain numbers
 *
 * A later run that unpacks them goes on with the same bits as the earlier one would have. The
 * linearisation is not stored but its Jacobian; decompositions are made anew from it. A run that ends
 * at a given time shortens its last steps: what counts for a continuation is the state before them.
 */
#include <math.h>
#include <string.h>

#include "run.h"

/* ---- what is stored, in order ---- */

static void walk_accelerations (GeomsWalk *w, GeomsAccelerations *s)
{
    const size_t n = s->linear.J != NULL ? (size_t)s->n : 0;
    GeomsConditions *c = &s->condition;
    GeomsChoice *choice = &s->choice;
    double condition = isnan (c->now) ? -1 : c->now,
           both = isinf (s->differences.both_start) ? -1 : s->differences.both_start;

    /* partitions, and what counts as a lost row */
    geoms_walk_int (w, &s->parts.plain);
    geoms_walk_ints (w, (size_t)s->eq->d.nv, s->partition.independent);
    geoms_walk_int (w, &s->partition.expected);
    geoms_walk_real (w, &condition);
    c->now = condition < 0 ? NAN : condition;
    geoms_walk_real (w, &both);
    s->differences.both_start = both < 0 ? INFINITY : both;
    geoms_walk_real (w, &choice->chosen);
    geoms_motion_tolerance (s, choice->chosen);

    /* what the motion has told so far */
    geoms_walk_real (w, &choice->t_seen);
    geoms_walk_real (w, &choice->sign);
    geoms_walk_real (w, &c->worst);
    geoms_walk_real (w, &c->t_worst);
    geoms_walk_real (w, &c->least);
    geoms_walk_int (w, &s->near);
    geoms_walk_reals (w, 2, s->largest);
    geoms_walk_reals (w, s->effect != NULL ? (size_t)(s->n - s->eq->n) : 0, s->effect);
    geoms_walk_int (w, &choice->switched);
    geoms_walk_int (w, &choice->passed);
    geoms_walk_reals (w, GEOMS_MOST_PASSED, choice->passed_t);

    /* the linearisation of implicit methods */
    geoms_walk_reals (w, n * n, s->linear.J);
    geoms_walk_reals (w, n, s->linear.base);
}

static void walk_form (GeomsWalk *w, GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const size_t n = (size_t)e->n, m = (size_t)e->m, nv = (size_t)e->d.nv, np = (size_t)e->d.np;

    double kappa = isinf (p->kappa) ? -1 : p->kappa; /* not known yet */

    geoms_walk_real (w, &p->t);
    geoms_walk_real (w, &kappa);
    p->kappa = kappa < 0 ? INFINITY : kappa;
    geoms_walk_int (w, &p->trusted);
    geoms_walk_int (w, &p->switched);
    geoms_walk_int (w, &p->F11.expected);
    geoms_walk_int (w, &p->F23.expected);
    geoms_walk_int (w, &p->F34.expected);
    geoms_walk_reals (w, (size_t)(p->m1 + p->hard2), p->F11.first);
    geoms_walk_reals (w, (size_t)(p->hard2 + e->d.ni), p->F23.first);
    geoms_walk_reals (w, (size_t)p->m3, p->F34.first);
    geoms_walk_int (w, &p->selected_v);
    geoms_walk_int (w, &p->form.eq->friction);
    geoms_walk_int (w, &p->form.eq->looked);
    geoms_walk_int (w, &p->multipliers.mass.singular);
    geoms_walk_reals (w, n, e->reach);
    geoms_walk_reals (w, n, e->typical);
    geoms_walk_reals (w, n, e->floor);
    geoms_walk_reals (w, (size_t)e->n1, e->unit);
    geoms_walk_reals (w, p->multipliers.used ? (size_t)p->hard2 : 0, p->multipliers.terms);
    geoms_walk_reals (w, p->multipliers.used ? (size_t)p->hard2 * nv : 0, p->multipliers.CM);
    geoms_walk_reals (w, m * n, p->J);
    geoms_walk_reals (w, m, p->base);
    geoms_walk_reals (w, nv * nv, p->base_mass);
    geoms_walk_reals (w, nv * nv, p->mass);
    geoms_walk_reals (w, nv * nv, e->mass);
    geoms_walk_reals (w, m, p->scale);
    geoms_walk_reals (w, nv * nv, p->Sv);
    geoms_walk_reals (w, n * np, p->Sp);
    geoms_walk_ints (w, n, p->pivots);
}

static void walk_run (GeomsWalk *w, GeomsRun *run)
{
    geoms_walk_real (w, &run->t);
    geoms_walk_reals (w, (size_t)run->n, run->x);
    geoms_walk_reals (w, (size_t)run->events.count, run->events.sign);
    geoms_walk_reals (w, (size_t)run->events.count, run->events.last);
    geoms_walk_reals (w, (size_t)run->events.count, run->events.near);
    geoms_walk_int (w, &run->events.pile);
    geoms_walk_real (w, &run->events.t_fired);
#define WALK_COUNTER(field, meaning) geoms_walk_long (w, &run->counters.field);
    GEOMS_COUNTERS (WALK_COUNTER)
#undef WALK_COUNTER
}

/* the linearisation comes last: reading it needs all the others */
static void walk_all (GeomsRun *run, GeomsWalk *w)
{
    walk_run (w, run);
    geoms_method_walk (run->method, w);
    geoms_walk_require (w, run->method->h * run->direction > 0);
    if (! run->integrates_form) {
        walk_accelerations (w, &run->accelerations);
        geoms_walk_reals (w, (size_t)run->eq.r_b, run->motion_scale);
    }
    walk_form (w, &run->form);
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

/* outputs whose residuals are not evaluated yet, and steps whose multipliers are not known, count as if
 * they were: their run will do it */
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

/* N, P and the Newton matrices from the Jacobian and the selector that were stored */
static int linearise_again (GeomsRun *run)
{
    GeomsProjected *p = &run->form;
    const GeomsCounters keep = run->counters;
    int status;

    if (! run->integrates_form) {
        geoms_method_again (run->method);
        if (p->switched)
            p->F11.kind = p->F23.kind = p->F34.kind = GEOMS_DECOMPOSITION_SVD;
        geoms_multipliers_again (p);
        geoms_projected_decompose (p); /* for residuals alone: as it was before, good or not */
        run->counters = keep;
        return 0;
    }
    if (p->switched)
        p->F11.kind = p->F23.kind = p->F34.kind = GEOMS_DECOMPOSITION_SVD;
    p->have_selector = 0;
    geoms_multipliers_again (p);
    status = geoms_projected_decompose (p);
    if (status == 0 && p->selected_v != p->ns_v)
        status = geoms_state_damaged (run);
    if (status != 0)
        return status;
    p->have_selector = 1;
    geoms_newton_compose (p);
    geoms_method_again (run->method);
    run->counters = keep;
    return 0;
}

int geoms_state_unpack (GeomsRun *run)
{
    const int status = geoms_state_header_check (run, geoms_state_size (run));

    if (status != 0)
        return status;
    return walk (run, GEOMS_WALK_READS, run->resume) ? geoms_state_damaged (run)
                                                     : linearise_again (run);
}
