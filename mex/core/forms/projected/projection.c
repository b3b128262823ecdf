/* projection.c - the correction of a state onto the integrated constraints
 *
 *     x <- x - P a (x)   until  max_i |a_i| / scale_i <= max (1e-13, 10 u)
 *
 * The residual at x is at hand when the correction begins. After a correction it is predicted, and
 * evaluated again only if the predicted remainder exceeds the limit: the remainder of a Newton step
 * is kappa |dx|^2, with kappa measured whenever the residual is evaluated; inexact Jacobians add a
 * linear term. So one correction costs no evaluation most of the time.
 */
#include <math.h>
#include <string.h>

#include "forms/corrections.h"
#include "projected.h"

void geoms_projection_create (GeomsProjection *s, const GeomsEquations *e, GeomsArena *arena)
{
    const size_t n = (size_t)e->n;

    geoms_factor_create (&s->gram3, e->n3, 0, 0, arena);
    geoms_factor_create (&s->gram4, e->n4, 0, 0, arena);
    s->dx = geoms_arena_reals (arena, n);
    s->c = geoms_arena_reals (arena, n);
    s->before = geoms_arena_reals (arena, n);
}

void geoms_projected_step (GeomsProjected *p, const double *residual, double *dx)
{
    const GeomsEquations *e = p->form.eq;

    if (p->tangent.used) {
        geoms_tangent_step (p, residual, dx);
        return;
    }
    geoms_newton_particular (p, residual, dx);
    geoms_projected_shorten (p, dx);
    if (p->form.invariants && ! p->invariants.skips)
        geoms_invariants_step (p, residual, dx);
    if (p->form.led > 0) /* [P N] knows nothing of how they follow the others */
        geoms_add_matvec (e->n1, e->n - e->o2, p->multipliers.L, e->n1, dx + e->o2, dx);
}

/* ---- what is kept, and how well ---- */

double geoms_projected_worst (const GeomsProjected *p, const double *residual, int first, int last)
{
    double worst = 0;

    for (int i = first; i < last; i++)
        worst = geoms_max (worst, fabs (residual[i]) / p->scale[i]);
    return worst;
}

double geoms_projected_violation (const GeomsProjected *p, const double *residual)
{
    const int e = p->form.eq->r_e;
    double worst = geoms_max (geoms_projected_worst (p, residual, 0, p->m1),
                              geoms_projected_moving (p, residual));

    for (int i = e; i < p->a3; i++)
        if (geoms_invariants_kept (&p->invariants, i - e))
            worst = geoms_max (worst, geoms_projected_worst (p, residual, i, i + 1));
    return worst;
}

double geoms_projected_moving (const GeomsProjected *p, const double *residual)
{
    return geoms_max (geoms_projected_worst (p, residual, p->a2, p->form.eq->r_e),
                      geoms_projected_worst (p, residual, p->a3, p->ra));
}

int geoms_projected_met (const GeomsProjected *p, double limit)
{
    return p->multipliers.used && geoms_projected_moving (p, p->base) <= limit
           && geoms_projected_worst (p, p->base, 0, p->m1) <= GEOMS_MULTIPLIERS_MET;
}

static double predicted (const GeomsProjected *p, double size, double before, double last)
{
    const GeomsModel *model = p->form.eq->model;
    const int exact = model->jac != NULL || (p->multipliers.used && model->blocks_jac != NULL);

    return geoms_corrections_predict (p->projection.kappa, exact, size, before, last);
}

/* base += J dx: the base point moves along without an evaluation */
static void move_base (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsProjection *s = &p->projection;
    double *a = s->c, *row = p->base + e->r_v;

    memcpy (a, row, (size_t)e->d.nv * sizeof *a);
    geoms_add_matvec (p->form.m, p->form.n, p->J, p->form.m, s->dx, p->base);
    if (! p->accelerates)
        return;
    memcpy (row, a, (size_t)e->d.nv * sizeof *a);
    if (p->tangent.used)
        geoms_tangent_accelerate (p, s->dx, row);
    else
        geoms_add_matvec (e->d.nv, e->n - e->o2, p->multipliers.A, e->d.nv, s->dx + e->o2, row);
}

/* 0 if the violation, `last` before the last of the corrections, is good enough: what still
 * contracts is not at rounding, a linearisation where x is now brings more */
static int verdict (const GeomsProjected *p, double violation, double last, int exact)
{
    const double accepted = geoms_corrections_accepted (&p->form, exact);
    const int contracts = geoms_corrections_contract (&p->form, violation, last);

    if (violation <= accepted && ! (exact == GEOMS_JACOBIAN_EXACT && contracts))
        return 0;
    return exact == GEOMS_JACOBIAN_LAST && geoms_projected_met (p, accepted)
               ? 0
               : GEOMS_PROJECTION_FAILS;
}

/* dx at the base point; multipliers that were solved for there are taken instead of what gII and hI
 * make of them */
static void step_from_base (GeomsProjected *p, const double *x)
{
    const GeomsMultipliers *s = &p->multipliers;
    const int first = p->form.eq->d.nw, count = s->better ? p->hard2 : 0;
    double *hidden = p->base + p->form.eq->r_gII, *keep = p->work.residual;

    memcpy (keep, hidden, (size_t)count * sizeof *keep);
    for (int i = 0; i < count; i++)
        hidden[i] = 0;
    geoms_projected_step (p, p->base, p->projection.dx);
    memcpy (hidden, keep, (size_t)count * sizeof *keep);
    for (int i = 0; i < count; i++)
        p->projection.dx[first + i] += s->l[i] - x[first + i];
}

static int correct (GeomsProjected *p, double t, double *x, int exact)
{
    GeomsProjection *s = &p->projection;
    GeomsForm *f = &p->form;
    const double limit = geoms_corrections_limit (f),
                 accepted = geoms_corrections_accepted (f, exact);
    double before, last = INFINITY;

    if (! exact) /* the linearisation is older than x */
        geoms_projected_scales (p, x);
    before = geoms_projected_violation (p, p->base);

    for (int i = 0; i < GEOMS_MOST_CORRECTIONS && before > limit; i++) {
        double size, after;
        int status;

        /* rounding does not allow for less, or the linearisation is too old */
        if (before >= last && last < accepted)
            return exact || before <= accepted ? 0 : GEOMS_PROJECTION_FAILS;
        /* the step; maybe residuals behind it are known without a look */
        step_from_base (p, x);
        size = geoms_corrections_size (f->eq, s->dx, x);
        for (int j = 0; j < f->n; j++)
            x[j] += s->dx[j];
        if (exact && predicted (p, size, before, last) <= limit && s->trusted++ < GEOMS_TRUST) {
            move_base (p);
            return 0;
        }
        /* the look */
        if ((status = f->ops->base (f, t, x)) != 0)
            return status;
        after = geoms_projected_violation (p, p->base);
        if (exact && i == 0 && size > 0) {
            geoms_corrections_learn (&s->kappa, after, size);
            s->trusted = 0;
        }
        last = before;
        before = after;
    }
    return verdict (p, before, last, exact);
}

/* Where its gradient all but vanishes an invariant cannot be corrected: then without, unless all
 * that is missing is a new linearisation. */
int geoms_projected_correct (GeomsForm *f, double t, double *x, int exact)
{
    GeomsProjected *p = (GeomsProjected *)f;
    int status;

    if (! p->form.invariants)
        return correct (p, t, x, exact);
    memcpy (p->projection.before, x, (size_t)f->n * sizeof *x);
    status = correct (p, t, x, exact);
    if (status == 0 || ! exact)
        return status;
    if (status == GEOMS_PROJECTION_FAILS
        && geoms_projected_violation (p, p->base) <= geoms_corrections_accepted (f, exact))
        return status;
    memcpy (x, p->projection.before, (size_t)f->n * sizeof *x);
    if ((status = f->ops->base (f, t, x)) != 0)
        return status;
    p->invariants.skips = 1;
    status = correct (p, t, x, exact);
    p->invariants.skips = 0;
    return status;
}
