/* motion.c - along a motion: its start, what each step tells, why there is no further one
 *
 * Where the motion comes to a singular position, g = e instead of g = 0 has other solutions than
 * those beside g = 0: two branches that cross there become two that turn away from each other at a
 * distance of sqrt (e), and a motion that has drifted by e may turn with them. There positions are
 * corrected at each step, whether or not the method projects. What comes closer than the tolerance
 * below has lost a row, and its accelerations are not those of the system: such stages are refused.
 */
#include "accelerations.h"

#include <math.h>
#include <string.h>

/* From that multiple of the smallest condition on, positions are corrected at each step:
 * singular positions are at a distance of 0.1 then, whose square is far more than what steps
 * drift at all usual tolerances. */
static const double near_condition = 10;

static int follows (const GeomsAccelerations *s)
{
    return s->kind->lambda == GEOMS_LAMBDA_FOLLOWS;
}

/* A row is lost when it counts a millionth of what it did at the start: closer to a singular
 * position errors of 1e-12, the square of that, change the direction of the motion. Never below
 * 1e-12, that of partition.h. */
void geoms_motion_tolerance (GeomsAccelerations *s, double condition)
{
    const int kind = s->partition.kind;

    if ((kind == GEOMS_PARTITION_SVD || kind == GEOMS_PARTITION_QR) && s->options->rank_tol == 0
        && condition >= 1)
        s->partition.tol = geoms_max (1e-12, 1e-6 / condition);
}

/* ---- extra unknowns ---- */

/* largest entry of row i of C, or of C M^-1 where M is factorised */
static double effect_of (GeomsAccelerations *s, const GeomsPart *part, int i, int divided)
{
    const int nv = s->eq->d.nv;
    double *row = s->work.row, most = 0;

    for (int j = 0; j < nv; j++)
        row[j] = part->C[j * s->m + i];
    if (divided)
        geoms_mass_solve (&s->mass, NULL, row);
    for (int j = 0; j < nv; j++)
        most = geoms_max (most, fabs (row[j]));
    return most > 0 && isfinite (most) ? most : 1;
}

/* eta, mu and tau are not measured by the tolerances of velocities, but G' eta, G' mu, C' tau
 * are, and M^-1 C' tau */
static void note_effects (GeomsAccelerations *s, const GeomsPart *part)
{
    const int extra = s->kind->extra, nl = s->eq->d.nl, count = s->n - s->eq->n;
    int divided = extra == GEOMS_EXTRA_MU_TAU
                  && s->options->formulation != GEOMS_FORMULATION_PROJECTED_INVARIANTS;

    if (extra != GEOMS_EXTRA_ETA && extra != GEOMS_EXTRA_MU_TAU)
        return;
    divided = divided && geoms_accelerations_factor (s, part) == 0;
    for (int i = 0; i < count; i++)
        s->effect[i] = i < nl ? effect_of (s, part, i, 0) : effect_of (s, part, i - nl, divided);
}

void geoms_motion_note_extra (GeomsAccelerations *s, const double *z)
{
    const int nl = s->eq->d.nl, extra = s->kind->extra;

    if (extra != GEOMS_EXTRA_ETA && extra != GEOMS_EXTRA_MU_TAU)
        return;
    for (int i = s->eq->n; i < s->n; i++) {
        double *largest = &s->largest[i >= s->eq->n + nl];
        *largest = geoms_max (*largest, fabs (z[i]));
    }
}

/* ---- start ---- */

/* where the motion is at t: C was decomposed last there */
static void note_condition (GeomsAccelerations *s, double t)
{
    GeomsConditions *c = &s->condition;

    geoms_partition_condition (&s->partition);
    c->now = s->partition.condition;
    if (c->now > 0 && ! (c->least > 0 && c->least < c->now))
        c->least = c->now;
    if (! (c->now > c->worst))
        return;
    c->worst = c->now;
    c->t_worst = t;
}

/* how good the coordinates are, where C was decomposed last */
static void judge_start (GeomsAccelerations *s, double t)
{
    const int own = geoms_choice_is_fixed (s) && ! s->choice.given;

    if (s->partition.kind != GEOMS_PARTITION_FULL) { /* its condition is not known */
        note_condition (s, t);
        s->choice.chosen = own ? geoms_choice_badness (s) : s->condition.now;
        geoms_motion_tolerance (s, s->choice.chosen);
    }
    s->choice.sign = s->partition.sign;
    s->choice.t_seen = t;
}

int geoms_motion_begin (GeomsAccelerations *s, double t, double *z)
{
    double *a = s->work.a, *lambda;
    GeomsPart part;
    int status;

    if (s->eq->rates) /* there is nothing to choose, and nothing that could be lost */
        return s->choice.given ? geoms_choice_begin (s, t, NULL) : 0;
    status = geoms_parts_check (&s->parts, t, z);
    if (status != 0)
        return status;
    part = geoms_parts_at (&s->parts, 0);
    if ((status = geoms_choice_begin (s, t, part.C)) != 0)
        return status;
    note_effects (s, &part);
    lambda = follows (s) ? z : NULL;
    status = geoms_accelerations_solve (s, &part, z + s->eq->o3, s->work.v, a, lambda);
    if (status != 0)
        return geoms_refusal (s, status, t);
    geoms_accelerations_prepare (s, &part);
    s->partition.expected = s->partition.rank;
    geoms_rows_fill_extra (s, a, z);
    if ((status = geoms_differences_begin (s, t, z)) != 0)
        return status;
    judge_start (s, t);
    return 0;
}

/* ---- along the motion ---- */

/* lambda and mu of one state; coordinates of its own where the user gave none: those of the run
 * may be singular there */
static int multipliers_of (GeomsAccelerations *s, const GeomsPart *part, double *x)
{
    const int own = geoms_choice_is_fixed (s) && ! s->choice.given;
    int status;

    if (own && geoms_partition_choose (&s->partition, part->C, s->m) < s->m)
        return GEOMS_RETRY;
    status = geoms_accelerations_solve (s, part, x + s->eq->o3, s->work.v, s->work.a, x);
    return status != 0 ? GEOMS_RETRY : 0;
}

int geoms_motion_multipliers (GeomsAccelerations *s, int k, const double *t, double *x, int ldx)
{
    const size_t nv = (size_t)s->eq->d.nv;
    const double condition = s->partition.condition, sign = s->partition.sign;
    int status = geoms_parts_evaluate (&s->parts, GEOMS_FOR_OUTPUT, k, t, x, ldx);

    s->batch = 0;
    memcpy (s->choice.kept, s->partition.independent, nv * sizeof *s->choice.kept);
    for (int j = 0; j < k && status == 0; j++) {
        const GeomsPart part = geoms_parts_at (&s->parts, j);

        status = multipliers_of (s, &part, x + (size_t)j * (size_t)ldx);
    }
    memcpy (s->partition.independent, s->choice.kept, nv * sizeof *s->choice.kept);
    s->partition.condition = condition;
    s->partition.sign = sign;
    return status;
}

/* The C^- of a fixed choice is large wherever the choice is bad, not beside singular positions
 * alone. */
static int may_be_near (const GeomsAccelerations *s)
{
    return s->options->project == GEOMS_PROJECT_AUTO && follows (s)
           && (s->partition.kind == GEOMS_PARTITION_QR || s->partition.kind == GEOMS_PARTITION_SVD);
}

void geoms_motion_accepted (GeomsAccelerations *s, double t)
{
    GeomsPart part;

    if (s->eq->rates)
        return;
    part = geoms_parts_at (&s->parts, 0);
    note_effects (s, &part);
    if (s->m == 0 || s->partition.kind == GEOMS_PARTITION_FULL)
        return;
    if (s->batch != 1 || s->light)
        geoms_accelerations_prepare (s, &part);
    note_condition (s, t);
    s->near = may_be_near (s) && s->condition.now > near_condition * s->condition.least;
    geoms_choice_accepted (s, t, part.C);
}

void geoms_motion_condition (const GeomsAccelerations *s, double condition[3])
{
    condition[0] = condition[1] = s->condition.now;
    condition[2] = NAN;
}

/* ---- why there is no further step ---- */

/* Rows that were independent at the start, or so many of them, are no longer. */
static int rank_is_lost (GeomsAccelerations *s, double t)
{
    const GeomsPart part = geoms_parts_at (&s->parts, 0);
    const int before = s->partition.expected,
              now = geoms_int_min (s->partition.rank, before - 1);

    return s->projection->ops->rank_lost (s->projection, t, part.C, before, now);
}

int geoms_motion_singular (GeomsAccelerations *s, double t)
{
    const int why = s->refused;

    if ((why == GEOMS_PARTITION_RANK || why == GEOMS_RANK_CHANGED) && s->partition.expected > 0
        && s->projection != NULL)
        return rank_is_lost (s, t);
    if (s->choice.given && s->partition.condition > 1e6 * s->choice.chosen)
        return geoms_refusal_of_choice (s, t);
    return why == GEOMS_PARTITION_RANK || why == GEOMS_MASS_SINGULAR
                   || why == GEOMS_MASS_INDEFINITE
               ? geoms_refusal (s, why, t)
               : geoms_differences_singular (s, t);
}
