/* radau_meet.c - stages beside a singular position, each put onto the constraints by itself
 *
 *     X_i <- X_i - C_i^+ (...)  of its own linearisation,  i = 1, 2, 3
 *
 * Where the rank of C falls at one position of the motion, the singular value that vanishes there
 * grows like the distance d from it. C^+ of one linearisation, at d_m, turns an error of the rows
 * that belong to it, in the stage at d_i, into 1 - d_i/d_m times as much: more, with a step that
 * begins all but there or goes across. No smaller step does better, for it ends nearer. C_i^+ of the
 * stages themselves leave Newton's method nothing but motions along the constraints, whose
 * directions turn slowly, and steps go across as if nothing was there.
 *
 * For psf where multipliers are solved for: its rows of position and velocity are met by all stages.
 */
#include "radau.h"
#include "radau_coefficients.h"

/* Constraints so much worse conditioned than elsewhere in the step, or at the start of the run, are
 * beside a singular position: a choice. */
static const double BESIDE = 10;

double geoms_radau_condition (const GeomsRadau *r)
{
    double now[3];

    r->method.form->ops->condition (r->method.form, now);
    return geoms_max (now[0], now[1]);
}

/* rows that such stages meet and Newton's method leaves alone: not those of invariants */
static int may_meet (const GeomsForm *form) { return form->solved > 0 && ! form->invariants; }

static double condition_at_start (const GeomsRadau *r)
{
    return geoms_max (r->method.condition[0], r->method.condition[1]);
}

int geoms_radau_begins_beside (const GeomsRadau *r)
{
    return may_meet (r->method.form) && r->condition > BESIDE * condition_at_start (r);
}

int geoms_radau_beside (const GeomsRadau *r, double begin, double middle)
{
    const double least = geoms_min (condition_at_start (r), geoms_min (begin, middle));

    return may_meet (r->method.form) && geoms_max (begin, middle) > BESIDE * least;
}

/* one stage by its own linearisation; what is left of its rows is for the next iteration */
static int meet (GeomsForm *form, double t, double *x)
{
    const GeomsFormOps *ops = form->ops;
    int status = ops->linearise (form, t, x, GEOMS_BASE_LEAVE);

    if (status == 0)
        status = ops->base (form, t, x);
    if (status == 0)
        status = ops->correct (form, t, x, GEOMS_JACOBIAN_EXACT);
    return status == GEOMS_PROJECTION_FAILS ? 0 : status;
}

int geoms_radau_meet (GeomsRadau *r, double t)
{
    static const double c[3] = {C1, C2, 1};
    int status = 0;

    for (int k = 0; k < 3 && status == 0; k++)
        status = meet (r->method.form, t + c[k] * r->method.step, r->X + k * r->method.n);
    return status;
}
