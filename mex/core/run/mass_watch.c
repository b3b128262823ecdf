/* mass_watch.c - what M is at a start and along a run, and whether it is why a run fails
 *
 * At a start M is regular, positive on ker C (GEOMS_MASS_HELD), or there is Q = null (M) within ker
 * C: see mass.h. Where it varies it is looked at again wherever a step of psf or psi1 ends, and a
 * little ahead of the end of a run that has failed.
 */
#include <math.h>
#include <string.h>

#include "forms/projected/projected.h"
#include "run.h"

/* ---- M at a state ---- */

static int create (GeomsRun *run)
{
    GeomsMassless *s = &run->massless;
    const int nv = run->eq.d.nv;
    int status;

    if (s->made)
        return 0;
    geoms_mass_create (&s->mass, nv, run->eq.d.nl + run->eq.d.nm, &run->arena);
    geoms_factor_create (&s->D, nv, 0, 0, &run->arena);
    s->balance = geoms_arena_reals (&run->arena, (size_t)(nv * (nv + 1)));
    s->z = geoms_arena_reals (&run->arena, (size_t)nv);
    s->x = geoms_arena_reals (&run->arena, (size_t)run->n);
    s->order = geoms_arena_ints (&run->arena, (size_t)nv);
    status = geoms_parts_create (&s->parts, &run->eq, 1, &run->arena);
    s->made = status == 0;
    return status;
}

/* whether C can be had */
static int has_rows (const GeomsRun *run)
{
    const GeomsDims *d = &run->eq.d;

    return run->model.parts != NULL || d->nl + d->nm == 0 || d->nw + d->ns == 0;
}

static int refuse (GeomsRun *run, int status, double t)
{
    return status < 0 ? geoms_mass_refused (&run->massless.mass, status, t, &run->report) : 0;
}

/* M at (t, x) is singular, or nothing is known of it: with C */
static int look_with_rows (GeomsRun *run, double t, const double *x)
{
    GeomsMassless *s = &run->massless;
    GeomsPart part;
    int status;

    s->mass.singular = GEOMS_MASS_REGULAR; /* unless it is found to be something else */
    if (! has_rows (run))
        return 0;
    status = geoms_parts_evaluate (&s->parts, GEOMS_FOR_METHOD, 1, &t, x, run->eq.n);
    if (status != 0 && s->parts.singular == 0)
        return status; /* > 0: others will tell */
    part = geoms_parts_at (&s->parts, 0);
    return refuse (
        run, geoms_mass_factor (&s->mass, part.M, part.C, s->parts.m, run->eq.mass_diagonal), t);
}

int geoms_mass_look (GeomsRun *run, double t, const double *x, const double *known)
{
    GeomsMassless *s = &run->massless;
    int status = create (run);

    if (status != 0)
        return status;
    if (known != NULL)
        status = geoms_mass_try (&s->mass, known, run->eq.mass_diagonal);
    if (status < 0)
        return refuse (run, status, t);
    return known == NULL || status > 0 ? look_with_rows (run, t, x) : 0;
}

/* what geoms_mass_watch compares with, and what is told of the run; Q' alpha means nothing:
 * velocities have force rows then */
void geoms_mass_note (GeomsRun *run)
{
    GeomsMassless *s = &run->massless;
    const int nv = s->mass.n;

    s->singular = s->mass.singular;
    if (s->singular == GEOMS_MASS_FREE) {
        run->form->accelerates = 0;
        if (run->solution.velocity_rows[0] != '\0')
            run->solution.velocity_rows = "force";
    }
    for (int i = 0; i < nv; i++) {
        s->velocities[i] = 0;
        for (int j = 0; j < s->mass.nq; j++)
            s->velocities[i] |= fabs (s->mass.Q[j * nv + i]) > 1e-6;
    }
}

/* ---- along the run ---- */

/* psf and psi1 have M where they have arrived; 0 also if what it is has not changed */
static int look_again (GeomsRun *run)
{
    GeomsMassless *s = &run->massless;
    const GeomsEquations *e = &run->eq;
    const double *M = e->mass_varies ? run->form->base_mass : e->mass;
    int status = create (run);

    if (status != 0)
        return status;
    status = geoms_mass_try (&s->mass, M, e->mass_diagonal);
    if (status <= 0 || s->singular != GEOMS_MASS_REGULAR)
        return refuse (run, status, run->t);
    status = look_with_rows (run, run->t, run->x);
    if (status == 0)
        geoms_mass_note (run);
    return status;
}

int geoms_mass_watch (GeomsRun *run)
{
    const int accelerated = run->form->accelerates;
    int status;

    if (! run->integrates_form || ! run->eq.mass_varies)
        return 0;
    status = look_again (run);
    if (status != 0 || accelerated == run->form->accelerates)
        return status;
    return run->method->ops->restart (run->method, run->t, run->x, run->direction);
}

int geoms_mass_resume (GeomsRun *run) { return run->integrates_form ? look_again (run) : 0; }

/* ---- its end ---- */

/* (t, x) a little later: p + e p' */
static int ahead (GeomsRun *run, double gap, double *x)
{
    GeomsEquations *e = &run->eq;
    const double *rda = e->values;

    memcpy (x, run->x, (size_t)e->n * sizeof *x);
    if (geoms_equations_evaluate (e, GEOMS_FOR_METHOD, 1, &run->t, x, e->values, NULL) != 0)
        return 0;
    geoms_axpy (e->d.np, gap, rda + e->r_p, x + e->op);
    return 1;
}

static int refuses (int status)
{
    return status == GEOMS_MASS_INDEFINITE || status == GEOMS_MASS_UNSYMMETRIC;
}

/* Velocities that must stay, all or those that are fixed, do not meet Q'f = 0. */
int geoms_mass_balanced (GeomsRun *run, const double *x, int all)
{
    const GeomsEquations *e = &run->eq;

    for (int i = e->o3; i < e->o4; i++) {
        const double change = fabs (x[i] - run->x[i]) / geoms_max (1, fabs (x[i]));
        char name[40];

        if (! (change > 1e-8) || ! (all || (run->start.fixed != NULL && run->start.fixed[i])))
            continue;
        geoms_name_unknown (e, i, name, sizeof name);
        run->report.t = run->t;
        run->report.component = i;
        run->report.value = run->x[i];
        return geoms_report (
            &run->report, GEOMS_INCONSISTENT,
            "The initial value of %s, which has no mass, is %.6g; at t = %.10g the "
            "forces on it are in balance at %.6g.",
            name, run->x[i], run->t, x[i]);
    }
    return 0;
}

int geoms_mass_blame (GeomsRun *run, int status)
{
    GeomsMassless *s = &run->massless;
    const GeomsReport keep = run->report;
    const double span = run->tspan[run->ntspan - 1] - run->tspan[0];
    int found = 0;

    if (s->balanced && run->counters.naccpt == 0 && geoms_mass_balanced (run, s->x, 1) != 0)
        return GEOMS_INCONSISTENT;
    if (run->eq.rates || create (run) != 0)
        return status;
    if (! run->eq.mass_varies)
        found = geoms_mass_look (run, run->t, run->x, run->eq.mass);
    /* no farther than to where it cannot be evaluated, which is then the reason */
    for (double gap = 0; gap < 2e-3 && run->eq.mass_varies && ! refuses (found) && found <= 0;
         gap = gap == 0 ? 1e-9 : 10 * gap) {
        if (! ahead (run, gap * span, s->x))
            memcpy (s->x, run->x, (size_t)run->eq.n * sizeof *s->x);
        found = geoms_mass_look (run, run->t + gap * span, s->x, NULL);
    }
    if (refuses (found))
        return found;
    run->report = keep;
    return status;
}
