/* rates.c - runs that ask the model for x' alone: nothing n x n is made
 *
 *     x' = F (t, x)  by methods that take rates, explicit ones, and implicit ones where the model
 *     solves (sigma - dF/dx) dx = R itself;   0 = e  by the model, where it can
 *
 * eq.rates, eq.solves say that a run is of this kind. There are no constraints: states are moved
 * onto invariants, nothing else.
 */
#include <math.h>
#include <string.h>

#include "forms/projected/projected.h"
#include "problem.h"
#include "run.h"

/* ---- whether ---- */

static int any_fixed (const GeomsRun *run)
{
    int any = 0;

    for (int i = 0; i < geoms_problem_unknowns (&run->model.dims) && run->start.fixed != NULL; i++)
        any |= run->start.fixed[i] != 0;
    return any;
}

/* without constraints, and invariants, if there are any, by the model itself: unless an option
 * wants them kept in another way */
static int keeps_invariants (const GeomsRun *run, const GeomsProblem *p)
{
    const int corrected = any_fixed (run) || p->start.weights != NULL
                          || run->options.invariant == GEOMS_INVARIANT_ELIMINATE;

    return geoms_equations_have_newton (&run->model) && (run->model.dims.ni == 0 || ! corrected);
}

/* explicit methods, unless lambda moves */
static int asks_for_rates (const GeomsRun *run, const GeomsProblem *p)
{
    const int lambda = geoms_formulation_entry (run->options.formulation)->lambda;

    return (geoms_equations_have_rates (&run->model) || keeps_invariants (run, p))
           && lambda != GEOMS_LAMBDA_MOVES && geoms_method_entry (run->method_number)->is_explicit;
}

/* From which number of velocities on Newton systems are solved in O(N). Measured on chains of
 * hinges: steps of radau5 and bdf take a third of the time at 20, and no more at 2. */
enum { FEW = 20 };

/* implicit ones and psf, where the model solves the Newton systems, unless an option asks for a way
 * of psf itself */
static int asks_for_newton (const GeomsRun *run, const GeomsProblem *p)
{
    const GeomsOptions *o = &run->options;
    const int plain = o->multipliers == GEOMS_MULTIPLIERS_AUTO
                      && o->velocity_rows == GEOMS_VELOCITY_ROWS_AUTO;

    return keeps_invariants (run, p) && run->model.dims.nv > FEW
           && o->formulation == GEOMS_FORMULATION_PSF && plain
           && ! geoms_method_entry (run->method_number)->is_explicit;
}

/* methods that ask their equations for nothing but what such a model gives */
int geoms_rates_choose (GeomsRun *run, const GeomsProblem *p)
{
    const int takes = geoms_method_ops (run->method_number)->takes_rates,
              n = geoms_problem_unknowns (&run->model.dims);

    run->eq.solves = takes && asks_for_newton (run, p);
    run->eq.rates = run->eq.solves || (takes && asks_for_rates (run, p));
    if (run->eq.rates || n <= GEOMS_MOST_FULL)
        return 0;
    return geoms_report (&run->report, GEOMS_BAD_MODEL,
                         "The system has %d unknowns, and matrices of more than %d are refused. "
                         "Without matrices run trees of bodies without loops, couplings and "
                         "functions that are added to them: with psf and 'radau5' or 'bdf' "
                         "(Multipliers, VelocityRows and Invariant as they are), or 'dopri5'.",
                         n, GEOMS_MOST_FULL);
}

/* ---- invariants ---- */

/* e that counts as met where states are only looked at */
static const double MET = 1e-8;

int geoms_rates_keep (const GeomsRun *run)
{
    return run->eq.d.ni > 0 && run->options.invariant == GEOMS_INVARIANT_PROJECT;
}

/* the form that measures residuals where there are none but e: without operations */
void geoms_rates_create (GeomsRun *run)
{
    const int ni = run->eq.d.ni;
    int *kept = geoms_arena_ints (&run->arena, (size_t)ni);

    run->projection->eq = &run->eq;
    run->form->scale = geoms_arena_reals (&run->arena, (size_t)ni);
    run->projection->scale = run->form->scale;
    run->projection->keeps = kept;
    for (int i = 0; i < ni && ! run->arena.failed; i++) {
        run->form->scale[i] = 1;
        kept[i] = geoms_rates_keep (run) ? GEOMS_E_PROJECTED : GEOMS_E_FREE;
    }
}

int geoms_rates_violation (GeomsRun *run, const double *x, double limit, int *row)
{
    GeomsEquations *e = &run->eq;
    int status;

    *row = -1;
    if (! geoms_rates_keep (run))
        return 0;
    status = geoms_equations_evaluate (e, GEOMS_FOR_METHOD, 1, &run->t, x, e->values, NULL);
    for (int i = e->r_e; i < e->r_e + e->d.ni && status == 0; i++)
        if (fabs (e->values[i]) > limit) {
            limit = fabs (e->values[i]);
            *row = i;
        }
    return status;
}

int geoms_rates_move (GeomsRun *run, int k, const double *t, double *x)
{
    int status = 0;

    for (int j = 0; j < k && status == 0 && geoms_rates_keep (run); j++)
        status = geoms_equations_keep (&run->eq, t[j], x + (size_t)j * (size_t)run->eq.n);
    if (status <= 0)
        return status;
    run->report.t = run->t;
    return geoms_report (&run->report, GEOMS_PROJECTION_FAILS,
                         "The invariants could not be met near t = %.10g.", run->t);
}

int geoms_rates_initial (GeomsRun *run)
{
    char name[32];
    int row, status;

    if (run->options.initial == GEOMS_INITIAL_ASSUME)
        return 0;
    if (run->options.initial == GEOMS_INITIAL_CORRECT)
        return geoms_rates_move (run, 1, &run->t, run->x);
    status = geoms_rates_violation (run, run->x, MET, &row);
    if (status != 0 || row < 0)
        return status;
    geoms_name_row (&run->eq, row, name, sizeof name);
    run->report.t = run->t;
    run->report.value = run->eq.values[row];
    return geoms_report (&run->report, GEOMS_INCONSISTENT,
                         "The initial values violate %s: its value is %.6g.", name,
                         run->report.value);
}

int geoms_rates_project (GeomsRun *run, int k, const double *t, double *x, double *residual,
                         double *relative, int project)
{
    GeomsEquations *e = &run->eq;
    const GeomsForm *f = run->projection;
    int status = project ? geoms_rates_move (run, k, t, x) : 0;

    if (relative != NULL)
        memset (relative, 0, 3 * (size_t)k * sizeof *relative);
    for (int j = 0; j < k && status == 0 && e->d.ni > 0; j++) {
        status = geoms_equations_evaluate (e, GEOMS_FOR_OUTPUT, 1, t + j, x + j * e->n, e->values,
                                           NULL);
        if (status == 0 && residual != NULL)
            geoms_residuals_values (e, e->values, residual + j * e->na);
        if (status == 0 && relative != NULL)
            geoms_residuals_relative (f, e->values, f->scale, relative + 3 * j);
    }
    run->report.t = run->t;
    return status <= 0 ? status
                       : geoms_report (&run->report, GEOMS_NOT_FINITE,
                                       "The equations of motion cannot be evaluated.");
}
