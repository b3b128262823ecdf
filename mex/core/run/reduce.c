/* reduce.c - the strangeness-free form of the equations of motion, linearised at one state
 *
 *     S M dx' = S J_b dx,   0 = J_a dx,      S = diag (I, S_v, S_p)
 *
 * with selectors for which S_p K_p and S_v M K_v are nonsingular, K_p and K_v kernels of the
 * constraints on positions and velocities: Steinbrecher (2002), Algorithm 13, (25) for linear
 * systems (22), where these are the equations themselves and S depends on t only; Algorithm 27,
 * (29) for others. dx = N y runs through all solutions of 0 = J_a dx. A J that is not given comes
 * from extrapolated differences.
 */
#include "forms/projected/projected.h"
#include "run.h"

#include <string.h>

/* rows first ... first + count of J, in rows `to` and on of Ja (na x n) */
static int take_rows (const GeomsProjected *p, int first, int count, int to, int na, double *Ja)
{
    geoms_copy (count, p->form.n, p->J + first, p->form.m, Ja + to, na);
    return to + count;
}

/* J_a in p->work.n: rows a1, a2 with the invariants that are eliminated, a3 */
static int algebraic_rows (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const int na = p->m1 + p->m2 + p->m3;
    int row = take_rows (p, 0, p->m1, 0, na, p->work.n);

    row = take_rows (p, p->a2, p->hard2, row, na, p->work.n);
    for (int i = 0; i < e->d.ni; i++)
        if (p->invariants.keeps[i] == GEOMS_E_ELIMINATED)
            row = take_rows (p, e->r_e + i, 1, row, na, p->work.n);
    take_rows (p, p->a3, p->m3, row, na, p->work.n);
    return na;
}

static int linearised (GeomsRun *run, double t, const double *x)
{
    GeomsProjected *p = run->form;
    int status;

    p->selector.made = 0; /* one of this state */
    run->eq.sharp = 1;
    status = p->form.ops->linearise (&p->form, t, x, GEOMS_BASE_FILL);
    run->eq.sharp = 0;
    if (status > 0)
        status = geoms_report (&run->report, GEOMS_NOT_FINITE,
                               "The equations of motion cannot be evaluated at t = %.10g.", t);
    run->report.t = t;
    return status;
}

int geoms_run_reduce (GeomsRun *run, double t, const double *x, GeomsStrangenessFree *found)
{
    GeomsProjected *p = run->form;
    GeomsSelector *s = &p->selector;
    int status;

    memset (found, 0, sizeof *found);
    if (! run->integrates_form)
        return geoms_report (&run->report, GEOMS_BAD_FORMULATION,
                             "The equations are reduced to the forms psf and psi1 only.");
    p->multipliers.used = p->accelerates = p->form.led = p->tangent.wanted = 0; /* rows gII, hI as they are */
    status = linearised (run, t, x);
    if (status != 0)
        return status;
    *found = (GeomsStrangenessFree){.n = run->eq.n,
                                    .nd = p->y.n,
                                    .na = algebraic_rows (p),
                                    .rows_v = s->rows_v,
                                    .rows_p = p->y.k4,
                                    .Sv = s->Sv,
                                    .Sp = s->Sp,
                                    .N = p->N,
                                    .SMJ = p->newton.SMJ,
                                    .J = p->work.n};
    return 0;
}
