/* keep.c - invariants of equations of which x' is all that is asked for: 0 = e by the model itself
 */
#include <math.h>

#include "run.h"

/* e that counts as met where states are only looked at */
static const double MET = 1e-8;

static int keeps (const GeomsRun *run)
{
    return run->eq.d.ni > 0 && run->options.invariant == GEOMS_INVARIANT_PROJECT;
}

int geoms_keep_violation (GeomsRun *run, const double *x, double limit, int *row)
{
    GeomsEquations *e = &run->eq;
    int status;

    *row = -1;
    if (! keeps (run))
        return 0;
    status = geoms_equations_evaluate (e, GEOMS_FOR_METHOD, 1, &run->t, x, e->values, NULL);
    for (int i = e->r_e; i < e->r_e + e->d.ni && status == 0; i++)
        if (fabs (e->values[i]) > limit) {
            limit = fabs (e->values[i]);
            *row = i;
        }
    return status;
}

int geoms_keep_states (GeomsRun *run, int k, const double *t, double *x)
{
    int status = 0;

    for (int j = 0; j < k && status == 0 && keeps (run); j++)
        status = geoms_equations_keep (&run->eq, t[j], x + (size_t)j * (size_t)run->eq.n);
    if (status <= 0)
        return status;
    run->report.t = run->t;
    return geoms_report (&run->report, GEOMS_PROJECTION_FAILS,
                         "The invariants could not be met near t = %.10g.", run->t);
}

int geoms_keep_initial (GeomsRun *run)
{
    char name[32];
    int row, status;

    if (run->options.initial == GEOMS_INITIAL_ASSUME)
        return 0;
    if (run->options.initial == GEOMS_INITIAL_CORRECT)
        return geoms_keep_states (run, 1, &run->t, run->x);
    status = geoms_keep_violation (run, run->x, MET, &row);
    if (status != 0 || row < 0)
        return status;
    geoms_name_row (&run->eq, row, name, sizeof name);
    run->report.t = run->t;
    run->report.value = run->eq.values[row];
    return geoms_report (&run->report, GEOMS_INCONSISTENT,
                         "The initial values violate %s: its value is %.6g.", name,
                         run->report.value);
}
