/* reduce.c - the strangeness-free form of the equations of motion, linearised at one state
 *
 *     S M dx' = S J_b dx,   0 = J_a dx,      S = diag (I, S_v, S_p)
 *
 * with selectors for which S_p K_p and S_v M K_v are nonsingular, K_p and K_v kernels of the constraints
 * on positions and velocities: Steinbrecher (2002), Algorithm 13, (25) for linear systems (22), where these
 * are the equations themselves and S depends on t only; Algorithm 27, (29) for others. dx = N y runs
 * through all solutions of 0 = J_a dx.
 */
#include "run.h"

#include <string.h>

int geoms_run_reduce (GeomsRun *run, double t, const double *x, GeomsReduced *reduced)
{
    GeomsProjected *p = &run->form;
    int status;

    memset (reduced, 0, sizeof *reduced);
    if (! run->integrates_form)
        return geoms_report (&run->report, GEOMS_BAD_FORMULATION,
                             "The equations are reduced to the forms psf and psi1 only.");
    status = p->form.ops->linearise (&p->form, t, x, GEOMS_BASE_FILL);
    run->report.t = t;
    if (status > 0)
        status = geoms_report (&run->report, GEOMS_NOT_FINITE,
                               "The equations of motion cannot be evaluated at t = %.10g.", t);
    if (status != 0)
        return status;
    *reduced = (GeomsReduced){.n = run->eq.n,
                              .m = run->eq.m,
                              .nd = p->nd,
                              .rows_v = p->ns_v,
                              .rows_p = p->k4,
                              .first = {0, p->a2, p->a3},
                              .count = {p->m1, p->m2, p->m3},
                              .Sv = p->Sv,
                              .Sp = p->Sp,
                              .N = p->N,
                              .SMJ = p->SMJ,
                              .J = p->J};
    return 0;
}
