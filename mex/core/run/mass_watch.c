/* mass_watch.c - what M is along a run, and whether it is why a run fails
 *
 * Where it varies it is looked at again wherever a step of psf or psi1 ends, and a little ahead of
 * the end of a run that has failed.
 *
 * Masses that come to nothing along Q: no step has stages where they are lost, so that steps end
 * before. Behind that rows of forces go on if these tell the velocities along Q; else the run ends.
 */
#include <math.h>
#include <string.h>

#include "forms/projected/projected.h"
#include "forms/sparse/large.h"
#include "forms/sparse/semi.h"
#include "run.h"

/* ---- along the run ---- */

/* M at the state of the run is singular, with the C that the linearisation has, for another look at
 * it, or C there */
static int look_singular (GeomsRun *run)
{
    GeomsMassless *s = &run->massless;
    const GeomsProjected *p = run->form;
    const GeomsEquations *e = &run->eq;
    const double *C = p->J + (size_t)e->o3 * (size_t)e->m + e->r_gI;
    int status;

    if (s->singular == GEOMS_MASS_REGULAR)
        return geoms_mass_look (run, run->t, run->x, NULL);
    status = geoms_mass_factor (&s->mass, p->base_mass, C, e->m, e->mass_diagonal);
    return status < 0 ? geoms_mass_refused (&s->mass, status, run->t, &run->report) : 0;
}

/* M where psf or psi1 have arrived; > 0 if it is singular */
static int look_here (GeomsRun *run)
{
    GeomsMassless *s = &run->massless;
    const double *M, *C;
    int status;

    if (! run->eq.sparse) {
        status = geoms_mass_try (&s->mass, run->form->base_mass, run->eq.mass_diagonal);
        return status < 0 ? geoms_mass_refused (&s->mass, status, run->t, &run->report) : status;
    }
    geoms_large_here (run->integrated, &M, &C);
    status = geoms_mass_sparse_values (run, run->t, M, C);
    return status < 0 ? status : s->mass.singular != GEOMS_MASS_REGULAR;
}

/* 0 also if what it is has not changed */
static int look_again (GeomsRun *run)
{
    GeomsMassless *s = &run->massless;
    const int before = s->here;
    int status = geoms_mass_ready (run);

    s->here = GEOMS_MASS_REGULAR;
    if (status != 0)
        return status;
    status = look_here (run);
    if (status <= 0)
        return status;
    status = run->eq.sparse ? 0 : look_singular (run);
    if (status != 0)
        return status;
    s->here = s->mass.singular;
    /* more than before, and there are forces that hold it */
    if (s->here == GEOMS_MASS_FREE && ! geoms_mass_known (run))
        status = geoms_massless_damped (run, run->t, run->x);
    if (status == 0 && s->here >= s->singular && ! geoms_mass_known (run))
        status = geoms_mass_note (run);
    return status == 0 && s->here == GEOMS_MASS_FREE && before != s->here
               ? geoms_massless_lost (run)
               : status;
}

int geoms_mass_watch (GeomsRun *run)
{
    const char *rows = run->solution.velocity_rows;
    int status;

    if (! geoms_mass_watched (run) || ! run->eq.mass_varies)
        return 0;
    status = look_again (run);
    geoms_mass_guard (run);
    if (status != 0 || rows == run->solution.velocity_rows)
        return status;
    return run->method->ops->restart (run->method, run->t, run->x, run->direction);
}

/* what an earlier run has found is known; in words */
void geoms_mass_resume (GeomsRun *run)
{
    if (! geoms_mass_watched (run))
        return;
    geoms_mass_guard (run);
    if (run->eq.sparse && run->massless.singular == GEOMS_MASS_FREE)
        geoms_large_let_go (run->mover);
    if (run->massless.singular == GEOMS_MASS_FREE && run->solution.velocity_rows[0] != '\0')
        run->solution.velocity_rows = "force";
}

/* ---- its end ---- */

/* how far the state is moved beyond a jump of M, in parts of t: a choice */
static const double BEHIND = 1e-10;

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

int geoms_mass_ends (const GeomsRun *run, double t)
{
    return geoms_mass_watched (run) && run->eq.mass_varies
           && run->massless.here != GEOMS_MASS_FREE && fabs (t - run->t) <= BEHIND * fabs (run->t);
}

/* Where masses come to nothing a little behind the state of the run: *t, and the state there in
 * run->massless.x */
static int drops (GeomsRun *run, double *t)
{
    GeomsMassless *s = &run->massless;
    const double size = fabs (run->t), rest = fabs (run->tspan[run->ntspan - 1] - run->t);
    int status = 0;

    if (! geoms_mass_watched (run) || ! run->eq.mass_varies || s->here == GEOMS_MASS_FREE
        || geoms_mass_ready (run) != 0)
        return 0;
    for (double gap = run->options.rounding * size; gap < BEHIND * size && status == 0; gap *= 2) {
        const int last = gap >= rest;

        if (! ahead (run, geoms_min (gap, rest) * run->direction, s->x))
            return 0;
        *t = last ? run->tspan[run->ntspan - 1] : run->t + gap * run->direction;
        status = geoms_mass_look (run, *t, s->x, NULL);
        if (status == 0 && s->mass.singular == GEOMS_MASS_FREE)
            return 1;
        status = last ? 1 : status;
    }
    return 0;
}

/* A mass that is there at (t, x) of the run and not a little later, where forces then tell the
 * velocities: no step ends beyond it. */
int geoms_mass_cross (GeomsRun *run, int failed)
{
    const GeomsReport keep = run->report;
    double t = run->t;
    int status;

    if (! drops (run, &t) || geoms_massless_damped (run, t, run->massless.x) != 0) {
        run->report = keep;
        return failed;
    }
    status = geoms_massless_settle (run, t, run->massless.x);
    return status != 0 ? status : geoms_massless_go_on (run, t);
}

static int refuses (int status)
{
    return status == GEOMS_MASS_INDEFINITE || status == GEOMS_MASS_UNSYMMETRIC;
}

/* rows of forces take what has no mass, and a damper */
static int takes_massless (const GeomsRun *run)
{
    return geoms_mass_watched (run)
           && ! (run->eq.sparse ? geoms_large_accelerates (run->integrated) : run->form->accelerates);
}

/* M at (t, x), or a direction without mass there: 0, or why that cannot be used, in words; > 0: it
 * cannot be evaluated there */
static int why_not (GeomsRun *run, double t, const double *x)
{
    GeomsMassless *s = &run->massless;
    const char *needs;
    char name[40];
    int status = geoms_mass_look (run, t, x, NULL);

    if (status == 0 && s->mass.singular == GEOMS_MASS_HELD && run->eq.sparse
        && ! geoms_mass_watched (run))
        return geoms_report (&run->report, GEOMS_MASS_SINGULAR,
                             "The mass matrix is singular at t = %.10g: constraints hold what has "
                             "no mass, which this formulation takes with LinearSolver 'dense' "
                             "alone.",
                             t);
    if (status != 0 || s->mass.singular != GEOMS_MASS_FREE)
        return status;
    status = geoms_massless_damped (run, t, x);
    if (status != 0 || takes_massless (run))
        return status;
    needs = ! geoms_mass_watched (run) ? "this formulation needs"
            : run->options.step > 0 ? "steps of a fixed size need (VelocityRows 'force' may do without, "
                                      "a run without Step does)"
                                    : "rows of accelerations need (VelocityRows 'force' does not)";
    geoms_mass_name_free (&s->mass, name, sizeof name);
    return geoms_report (&run->report, GEOMS_MASSLESS,
                         "%s: neither a mass nor a constraint determines the acceleration at "
                         "t = %.10g, which %s.",
                         name, t, needs);
}

static int is_why (int status)
{
    return refuses (status) || status == GEOMS_UNDAMPED || status == GEOMS_MASSLESS
           || status == GEOMS_MASS_SINGULAR;
}

int geoms_mass_blame (GeomsRun *run, int status)
{
    GeomsMassless *s = &run->massless;
    const GeomsReport keep = run->report;
    const double span = run->tspan[run->ntspan - 1] - run->tspan[0],
                 farthest = geoms_max (1e-3, 1.5 * run->options.step / fabs (span));
    int found = 0;

    if (s->balanced && run->counters.naccpt == 0 && geoms_mass_balanced (run, s->x, 1) != 0)
        return GEOMS_INCONSISTENT;
    if ((run->eq.rates && ! (run->eq.sparse && run->eq.mass_varies)) || geoms_mass_ready (run) != 0)
        return status;
    if (! run->eq.mass_varies)
        found = geoms_mass_look (run, run->t, run->x, run->eq.mass);
    /* no farther than to where it cannot be evaluated, which is then the reason */
    for (double gap = 0; gap <= farthest && run->eq.mass_varies && ! is_why (found) && found <= 0;
         gap = gap == 0         ? 1e-12
               : gap < farthest ? geoms_min (10 * gap, farthest)
                                : INFINITY) {
        if (! ahead (run, gap * span, s->x))
            memcpy (s->x, run->x, (size_t)run->eq.n * sizeof *s->x);
        found = why_not (run, run->t + gap * span, s->x);
    }
    if (is_why (found))
        return found;
    run->report = keep;
    return status;
}
