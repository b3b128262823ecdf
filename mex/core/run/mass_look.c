/* mass_look.c - what M is at one state: regular, positive on ker C (GEOMS_MASS_HELD), or with
 * Q = null (M) within ker C, see mass.h; what is told of that
 */
#include <math.h>
#include <string.h>

#include "forms/projected/projected.h"
#include "forms/sparse/large.h"
#include "forms/sparse/semi.h"
#include "run.h"

/* entries of the columns of Q, of length 1, that count */
static const double MOVED = 1e-6;

int geoms_mass_ready (GeomsRun *run)
{
    GeomsMassless *s = &run->massless;
    const int nv = run->eq.d.nv;
    int status;

    if (s->made)
        return 0;
    if (run->eq.sparse)
        return geoms_mass_sparse_ready (run);
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
    int status = geoms_mass_ready (run);

    if (status != 0)
        return status;
    if (run->eq.sparse)
        return geoms_mass_sparse_look (run, t, x);
    if (known != NULL)
        status = geoms_mass_try (&s->mass, known, run->eq.mass_diagonal);
    if (status < 0)
        return refuse (run, status, t);
    return known == NULL || status > 0 ? look_with_rows (run, t, x) : 0;
}

int geoms_mass_watched (const GeomsRun *run)
{
    const int by_patterns = run->eq.sparse && ! geoms_semi_has (run->options.formulation);

    return run->integrates_form || by_patterns;
}

/* Steps of a fixed size cannot end where masses are lost: rows of forces may go across, others do not. */
void geoms_mass_guard (GeomsRun *run)
{
    const int massive = run->massless.here != GEOMS_MASS_FREE,
              fixed = run->options.step > 0;

    if (! run->eq.mass_varies)
        return;
    if (run->eq.sparse)
        geoms_large_guard (run->integrated, massive && ! fixed);
    else
        run->form->massive = massive && (run->form->accelerates || ! fixed);
}

/* Q' alpha means nothing: velocities have force rows then */
static int let_go (GeomsRun *run)
{
    int status = 0;

    if (run->solution.velocity_rows[0] != '\0')
        run->solution.velocity_rows = "force";
    run->form->accelerates = 0;
    if (run->eq.sparse)
        status = geoms_large_let_go (run->integrated);
    return run->eq.sparse && status == 0 ? geoms_large_let_go (run->mover) : status;
}

/* what geoms_mass_watch compares with, and what is told of the run. 0 or an IDID */
int geoms_mass_note (GeomsRun *run)
{
    GeomsMassless *s = &run->massless;
    const int nv = s->mass.n;
    int status = 0;

    s->here = s->singular = s->mass.singular;
    if (s->singular == GEOMS_MASS_FREE && geoms_mass_watched (run))
        status = let_go (run);
    if (geoms_mass_watched (run))
        geoms_mass_guard (run);
    for (int i = 0; i < nv; i++) {
        s->velocities[i] = 0;
        for (int j = 0; j < s->mass.nq; j++)
            s->velocities[i] |= fabs (s->mass.Q[j * nv + i]) > MOVED;
    }
    return status;
}

/* whether M was so before, and all velocities that Q moves are known to have no mass */
int geoms_mass_known (const GeomsRun *run)
{
    const GeomsMassless *s = &run->massless;
    const int nv = s->mass.n;
    int known = s->mass.singular == s->singular;

    for (int k = 0; k < nv * s->mass.nq && known; k++)
        known = fabs (s->mass.Q[k]) <= MOVED || s->velocities[k % nv];
    return known;
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
