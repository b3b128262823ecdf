/* state.c - all that the next steps of a run depend on, as plain numbers
 *
 * A later run that unpacks them goes on with the same bits as the earlier one would have. The
 * linearisation is not stored but its Jacobian; decompositions are made anew from it. A run that ends
 * at a given time shortens its last steps: what counts for a continuation is the state before them.
 */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "run.h"

enum { LAYOUT = 8 }; /* to be raised with every change of what is stored */

/* Walks over the numbers: counts them, writes them or reads them. */
typedef enum Direction { COUNT, PACK, UNPACK } Direction;

typedef struct Walk {
    Direction direction;
    double *at;
    size_t count;
} Walk;

static void reals (Walk *w, size_t count, double *values)
{
    if (w->direction == PACK && count > 0) /* values may be NULL else */
        memcpy (w->at + w->count, values, count * sizeof *values);
    else if (w->direction == UNPACK && count > 0)
        memcpy (values, w->at + w->count, count * sizeof *values);
    w->count += count;
}

static void real (Walk *w, double *value) { reals (w, 1, value); }

static void ints (Walk *w, size_t count, int *values)
{
    for (size_t i = 0; i < count; i++) {
        double value = values[i];
        reals (w, 1, &value);
        values[i] = fabs (value) <= INT_MAX ? (int)value : 0;
    }
}

static void count_of (Walk *w, long *value)
{
    double real_value = (double)*value;

    reals (w, 1, &real_value);
    *value = fabs (real_value) <= 1e15 ? (long)real_value : 0;
}

/* ---- what is stored, in order ---- */

/* what must agree: layout, sizes, the words of formulation and method */
static void signature (const GeomsRun *run, double *s)
{
    const GeomsDims *d = &run->eq.d;
    const double form = geoms_pair_mark (run->options.formulation, run->method_number);
    const double values[] = {LAYOUT, d->np,         d->nv, d->nr, d->nw,
                             d->ns,  d->nl,         d->nm, d->ni, run->events.count,
                             form,   run->direction};

    memcpy (s, values, sizeof values);
}

enum { SIGNATURE = GEOMS_STATE_TIME };

static void walk_method (Walk *w, GeomsMethod *m)
{
    const size_t n = (size_t)m->n;

    real (w, &m->h);
    real (w, &m->h_poly);
    real (w, &m->control.h_accepted);
    real (w, &m->control.error_accepted);
    ints (w, 1, &m->control.accepted);
    ints (w, 1, &m->control.rejected);
    ints (w, 1, &m->failures);
    ints (w, 1, &m->undefined);
    reals (w, (size_t)m->ops->basis.degree * n, m->poly);
    reals (w, n, m->limiting);
    for (int i = 0; i < 3; i++) { /* NaN: not known */
        double known = isnan (m->condition[i]) ? -1 : m->condition[i];

        real (w, &known);
        m->condition[i] = known < 0 ? NAN : known;
    }
}

static void walk_radau (Walk *w, GeomsRadau *r)
{
    real (w, &r->faccon);
    real (w, &r->theta_accepted);
    ints (w, 1, &r->trend);
    ints (w, 1, &r->steady);
    ints (w, 1, &r->fresh);
    ints (w, 1, &r->factored);
    real (w, &r->h_factored);
    ints (w, 1, &r->singular);
}

static void walk_point (Walk *w, size_t n, GeomsHermitePoint *point)
{
    ints (w, 1, &point->have);
    real (w, &point->t);
    reals (w, n, point->x);
    reals (w, n, point->slope);
}

static void walk_explicit (Walk *w, GeomsExplicit *e, double *slope)
{
    ints (w, 1, &e->have_slope);
    reals (w, (size_t)e->method.n, slope);
    if (e->hermite.n == 0)
        return;
    walk_point (w, (size_t)e->hermite.n, &e->hermite.before);
    walk_point (w, (size_t)e->hermite.n, &e->hermite.last);
}

static void walk_implicit (Walk *w, GeomsImplicit *im)
{
    real (w, &im->sigma);
    real (w, &im->rate);
    ints (w, 1, &im->linearised);
    ints (w, 1, &im->singular);
}

static void walk_bdf (Walk *w, GeomsBdf *b)
{
    ints (w, 1, &b->order);
    ints (w, 1, &b->equal);
    ints (w, 1, &b->started);
    real (w, &b->h_D);
    reals (w, (size_t)b->method.n * GEOMS_BDF_DIFFERENCES, b->D);
    walk_implicit (w, &b->implicit);
    if (b->starter != NULL) {
        walk_method (w, b->starter);
        walk_radau (w, (GeomsRadau *)b->starter);
    }
}

static void walk_accelerations (Walk *w, GeomsAccelerations *s)
{
    const size_t n = s->linear.J != NULL ? (size_t)s->n : 0;
    GeomsConditions *c = &s->condition;
    GeomsChoice *choice = &s->choice;
    double condition = isnan (c->now) ? -1 : c->now,
           both = isinf (s->differences.both_start) ? -1 : s->differences.both_start;

    /* partitions, and what counts as a lost row */
    ints (w, 1, &s->parts.plain);
    ints (w, (size_t)s->eq->d.nv, s->partition.independent);
    ints (w, 1, &s->partition.expected);
    real (w, &condition);
    c->now = condition < 0 ? NAN : condition;
    real (w, &both);
    s->differences.both_start = both < 0 ? INFINITY : both;
    real (w, &choice->chosen);
    geoms_motion_tolerance (s, choice->chosen);

    /* what the motion has told so far */
    real (w, &choice->t_seen);
    real (w, &choice->sign);
    real (w, &c->worst);
    real (w, &c->t_worst);
    real (w, &c->least);
    ints (w, 1, &s->near);
    reals (w, 2, s->largest);
    reals (w, s->effect != NULL ? (size_t)(s->n - s->eq->n) : 0, s->effect);
    ints (w, 1, &choice->switched);
    ints (w, 1, &choice->passed);
    reals (w, GEOMS_MOST_PASSED, choice->passed_t);

    /* the linearisation of implicit methods */
    reals (w, n * n, s->linear.J);
    reals (w, n, s->linear.base);
}

static void walk_form (Walk *w, GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const size_t n = (size_t)e->n, m = (size_t)e->m, nv = (size_t)e->d.nv, np = (size_t)e->d.np;

    double kappa = isinf (p->kappa) ? -1 : p->kappa; /* not known yet */

    real (w, &p->t);
    real (w, &kappa);
    p->kappa = kappa < 0 ? INFINITY : kappa;
    ints (w, 1, &p->trusted);
    ints (w, 1, &p->switched);
    ints (w, 1, &p->F11.expected);
    ints (w, 1, &p->F23.expected);
    ints (w, 1, &p->F34.expected);
    reals (w, (size_t)(p->m1 + p->hard2), p->F11.first);
    reals (w, (size_t)(p->hard2 + e->d.ni), p->F23.first);
    reals (w, (size_t)p->m3, p->F34.first);
    ints (w, 1, &p->selected_v);
    ints (w, 1, &p->form.eq->friction);
    ints (w, 1, &p->form.eq->looked);
    ints (w, 1, &p->multipliers.mass.singular);
    reals (w, n, e->reach);
    reals (w, n, e->typical);
    reals (w, n, e->floor);
    reals (w, (size_t)e->n1, e->unit);
    reals (w, p->multipliers.used ? (size_t)p->hard2 : 0, p->multipliers.terms);
    reals (w, p->multipliers.used ? (size_t)p->hard2 * nv : 0, p->multipliers.CM);
    reals (w, m * n, p->J);
    reals (w, m, p->base);
    reals (w, nv * nv, p->base_mass);
    reals (w, nv * nv, p->mass);
    reals (w, nv * nv, e->mass);
    reals (w, m, p->scale);
    reals (w, nv * nv, p->Sv);
    reals (w, n * np, p->Sp);
    ints (w, n, p->pivots);
}

static void walk_run (Walk *w, GeomsRun *run)
{
    real (w, &run->t);
    reals (w, (size_t)run->n, run->x);
    reals (w, (size_t)run->events.count, run->events.sign);
    reals (w, (size_t)run->events.count, run->events.last);
    reals (w, (size_t)run->events.count, run->events.near);
    ints (w, 1, &run->events.pile);
    real (w, &run->events.t_fired);
#define WALK_COUNTER(field, meaning) count_of (w, &run->counters.field);
    GEOMS_COUNTERS (WALK_COUNTER)
#undef WALK_COUNTER
}

/* what the method keeps of its own */
static void walk_own (Walk *w, GeomsRun *run)
{
    switch (run->method_number) {
    case GEOMS_METHOD_DOPRI5:
        walk_explicit (w, &run->dopri.e, run->dopri.k[0]);
        break;
    case GEOMS_METHOD_HEDOP5:
        walk_explicit (w, &run->hedop.e, run->hedop.k[0]);
        break;
    case GEOMS_METHOD_MEXAX:
        walk_explicit (w, &run->mexax.e, run->mexax.slope);
        ints (w, 1, &run->mexax.target);
        break;
    case GEOMS_METHOD_BDF:
    case GEOMS_METHOD_BDF_FIXED:
        walk_bdf (w, &run->bdf);
        break;
    case GEOMS_METHOD_TRAPEZOIDAL:
        walk_implicit (w, &run->trapezoidal.implicit);
        break;
    default:
        walk_radau (w, &run->radau);
    }
}

/* the linearisation comes last: unpacking it needs all the others */
static size_t walk (GeomsRun *run, Direction direction, double *at)
{
    Walk w = {direction, at, SIGNATURE};

    if (direction == PACK)
        signature (run, at);
    walk_run (&w, run);
    walk_method (&w, run->method);
    walk_own (&w, run);
    if (! run->integrates_form) {
        walk_accelerations (&w, &run->accelerations);
        reals (&w, (size_t)run->eq.r_b, run->motion_scale);
    }
    walk_form (&w, &run->form);
    reals (&w, (size_t)run->eq.n, run->increment); /* by the sizes at the start of the first run */
    return w.count;
}

double geoms_state_time (const double *state) { return state[SIGNATURE]; }

const double *geoms_state_unknowns (const double *state) { return state + SIGNATURE + 1; }

/* ---- public in the core ---- */

size_t geoms_state_size (const GeomsRun *run) { return walk ((GeomsRun *)run, COUNT, NULL); }

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
    walk (run, PACK, state);
    run->counters = keep;
}

static int misfit (GeomsRun *run)
{
    return geoms_report (
        &run->report, GEOMS_BAD_STATE,
        "The state of the earlier run (%lu numbers) does not belong to this system, "
        "its events, formulation, direction and version (%lu numbers).",
        (unsigned long)run->nresume, (unsigned long)geoms_state_size (run));
}

static int check (GeomsRun *run)
{
    double expected[SIGNATURE];

    signature (run, expected);
    if (run->nresume == geoms_state_size (run)
        && memcmp (run->resume, expected, sizeof expected) == 0
        && geoms_finite (run->nresume, run->resume))
        return 0;
    return misfit (run);
}

static int plausible_bdf (const GeomsRun *run)
{
    const GeomsBdf *b = &run->bdf;

    return b->order >= 1 && b->order <= GEOMS_BDF_MOST && b->equal >= 0 && b->started >= 0
           && b->started <= GEOMS_BDF_MOST && b->h_D * run->direction >= 0;
}

/* numbers that lead on in the direction of the run */
static int plausible (const GeomsRun *run)
{
    const GeomsMethod *m = run->method;

    return m->h * run->direction > 0 && m->h_poly * run->direction >= 0
           && (m != &run->bdf.method || plausible_bdf (run));
}

static void factor_again (GeomsImplicit *im)
{
    if (im->linearised && im->sigma != 0)
        im->form->ops->factor (im->form, GEOMS_SLOT_REAL, im->sigma, 0);
}

static void factor_all_again (GeomsRun *run)
{
    run->radau.factored = run->radau.factored && run->radau.h_factored == run->radau.method.h
                          && geoms_radau_factor (&run->radau) == 0;
    if (run->method == &run->bdf.method)
        factor_again (&run->bdf.implicit);
    if (run->method == &run->trapezoidal.method)
        factor_again (&run->trapezoidal.implicit);
}

/* N, P and the Newton matrices from the Jacobian and the selector that were stored */
static int linearise_again (GeomsRun *run)
{
    GeomsProjected *p = &run->form;
    const GeomsCounters keep = run->counters;
    int status;

    if (! run->integrates_form) {
        factor_all_again (run);
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
        status = misfit (run);
    if (status != 0)
        return status;
    p->have_selector = 1;
    geoms_newton_compose (p);
    factor_all_again (run);
    run->counters = keep;
    return 0;
}

int geoms_state_unpack (GeomsRun *run)
{
    int status = check (run);

    if (status != 0)
        return status;
    walk (run, UNPACK, run->resume);
    if (! plausible (run))
        return misfit (run);
    return linearise_again (run);
}
