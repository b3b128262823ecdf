/* accelerations_state.c - what a later run needs of such a form, and what the solution tells
 * of it */
#include <math.h>
#include <string.h>

#include "accelerations.h"

void geoms_accelerations_walk (GeomsForm *f, GeomsWalk *w)
{
    GeomsAccelerations *s = (GeomsAccelerations *)f;
    const size_t n = s->linear.J != NULL ? (size_t)s->n : 0;
    GeomsConditions *c = &s->condition;
    GeomsChoice *choice = &s->choice;

    /* partitions, and what counts as a lost row */
    geoms_walk_int (w, &s->parts.plain);
    geoms_walk_ints (w, (size_t)s->eq->d.nv, s->partition.independent);
    geoms_walk_int (w, &s->partition.expected);
    geoms_walk_known (w, &c->now, NAN);
    geoms_walk_known (w, &s->differences.both_start, INFINITY);
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

    /* by what corrections are measured */
    geoms_walk_reals (w, (size_t)s->eq->r_b, s->scale);
}

void geoms_accelerations_describe (const GeomsForm *f, GeomsSolution *solution)
{
    const GeomsAccelerations *s = (const GeomsAccelerations *)f;

    if (geoms_formulation_entry (f->options->formulation)->independent
        == GEOMS_INDEPENDENT_COORDINATES)
        solution->independent = s->partition.independent;
    solution->switched = s->choice.switched;
    solution->passed = s->choice.passed;
    solution->passed_t = s->choice.passed_t;
    solution->worst = s->condition.worst;
    solution->t_worst = s->condition.t_worst;
    memcpy (solution->largest, s->largest, sizeof solution->largest);
}
