/* radau_land.c - steps that would end beside a singular position are made shorter
 *
 *     condition of C at the end > 10 times that at the begin, > 20 times that at the start:
 *     the step is taken back, h <- 3/4 h
 *
 * At a distance d from there corrections onto the constraints move a state by 1/d times what its
 * rows are off by, which may be far on another branch, and multipliers of the size 1/d leave nothing
 * of the digits of gII. A step is free to end anywhere: before the position, or behind it. What it
 * cannot help, as where the motion itself ends there, is told when steps become too small.
 */
#include "radau.h"

#include <string.h>

/* choices: see above; how often a step is taken back */
static const double NEARER = 10, NEAR = 20, SHORTER = 0.75, MUCH_SHORTER = 0.25;
enum { MOST_TAKEN_BACK = 2 };

void geoms_radau_leave (GeomsRadau *r, double t, const double *x)
{
    const GeomsMethod *m = &r->method;

    r->begin.t = t;
    r->begin.control = m->control;
    r->begin.theta_accepted = r->theta_accepted;
    r->begin.trend = r->trend;
    r->begin.steady = r->steady;
    memcpy (r->middle, x, (size_t)m->n * sizeof *x);
}

/* not 0 if there is an end, but it is much worse conditioned than `begin`, the begin; or none, for the
 * rank is lost there or the begin is badly conditioned itself */
static int is_beside (const GeomsRadau *r, int status, double begin)
{
    const double *first = r->method.condition, near = NEAR * geoms_max (first[0], first[1]),
                 end = r->condition;
    const int again = r->taken_back < MOST_TAKEN_BACK;

    if (status != 0)
        return begin > near || (status == GEOMS_RANK_CHANGED && again);
    return again && end > near && end > NEARER * begin;
}

int geoms_radau_lands_beside (GeomsRadau *r, int status, int last)
{
    const GeomsMethod *m = &r->method;
    const int none = status == GEOMS_RANK_CHANGED || status == GEOMS_PROJECTION_FAILS
                     || status == GEOMS_NOT_FINITE,
              sized = ! (m->options->step > 0);
    const double begin = r->condition;
    int beside = 0;

    if (! (m->form->solved > 0) || m->form->invariants)
        return 0;
    if (status == 0) /* of steps of one size, too: the next one may begin beside the position */
        r->condition = geoms_radau_condition (r);
    if (sized && (none || (status == 0 && ! last)))
        beside = is_beside (r, status, begin);
    if (beside)
        r->condition = begin;
    r->taken_back = beside ? r->taken_back + 1 : 0;
    return beside;
}

int geoms_radau_take_back (GeomsRadau *r, int found, double *t, double *x)
{
    GeomsMethod *m = &r->method;
    int status;

    *t = r->begin.t;
    memcpy (x, r->middle, (size_t)m->n * sizeof *x);
    m->control = r->begin.control;
    m->control.rejected = 1;
    r->theta_accepted = r->begin.theta_accepted;
    r->trend = r->begin.trend;
    r->steady = r->begin.steady;
    m->h *= found == 0 ? SHORTER : MUCH_SHORTER;
    if (found != 0)
        m->h_poly = 0; /* nothing is known of where it leads */
    r->factored = 0;
    r->fresh = m->options->newton_matrix_at == 0;
    status = m->form->ops->linearise (m->form, *t, x, GEOMS_BASE_FILL);
    if (status > 0)
        return geoms_method_not_finite (m, *t);
    return status != 0 ? status : GEOMS_STEP_TAKEN_BACK;
}
