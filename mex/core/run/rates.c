/* rates.c - runs that ask the model for x' alone: nothing n x n is made
 *
 *     x' = F (t, x)  by methods that take rates, explicit ones, and implicit ones where the model
 *     solves (sigma - dF/dx) dx = R itself;   0 = e  by the model, where it can
 *
 * eq.rates, eq.solves say that a run is of this kind. States are moved onto invariants, and, where
 * the model solves, onto constraints: few of them, that do not depend on each other at the start,
 * which is looked at before the run is made (bordered.h). All other constraints are for psf with
 * matrices.
 */
#include <math.h>
#include <string.h>

#include "forms/projected/projected.h"
#include "forms/recursive/recursive.h"
#include "forms/sparse/large.h"
#include "forms/sparse/semi.h"
#include "problem.h"
#include "run.h"

/* e, g, gI that count as met where states are only looked at */
static const double MET = 1e-8;

/* ---- whether ---- */

/* whether the model may solve its own Newton systems, and keep its invariants, if there are any:
 * unless an option wants them kept in another way */
static int keeps_invariants (const GeomsRun *run, const GeomsProblem *p)
{
    const int corrected = geoms_problem_fixes (&run->start, &run->model.dims)
                          || p->start.weights != NULL
                          || run->options.invariant == GEOMS_INVARIANT_ELIMINATE;

    return geoms_equations_have_newton (&run->model) && (run->model.dims.ni == 0 || ! corrected);
}

/* explicit methods, unless lambda moves */
static int asks_for_rates (const GeomsRun *run, const GeomsProblem *p)
{
    const int lambda = geoms_formulation_entry (run->options.formulation)->lambda;

    return run->model.dims.nl == 0
           && (geoms_equations_have_rates (&run->model) || keeps_invariants (run, p))
           && lambda != GEOMS_LAMBDA_MOVES && geoms_method_entry (run->method_number)->is_explicit;
}

/* From which number of velocities on Newton systems are solved in O(N). Measured on chains of
 * hinges: steps of radau5 and bdf take a third of the time at 20, and no more at 2. */
enum { FEW = 20 };

/* constraints: options that concern them are for psf with matrices */
static int borders (const GeomsRun *run, const GeomsProblem *p)
{
    const GeomsOptions *o = &run->options;
    const GeomsDims *d = &run->model.dims;
    const int plain = o->constraint_decomposition == GEOMS_DECOMPOSITION_AUTO
                      && o->selector == GEOMS_SELECTOR_TANGENT
                      && o->error_norm == GEOMS_ERROR_NORM_ALL
                      && o->weights != GEOMS_WEIGHTING_MASS;

    return d->nl <= GEOMS_MOST_BORDERED && d->nl < d->nv && plain && ! run->reduced
           && ! geoms_problem_fixes (&run->start, &run->model.dims) && p->start.weights == NULL;
}

/* A start can be moved onto the constraints, whose rows are independent there; with 'check' nothing
 * moves. The run is not made yet: by equations and a form that are thrown away. -1 without memory */
static int starts_regular (GeomsRun *run, const GeomsProblem *p)
{
    GeomsArena arena = {0};
    GeomsCounters counters = {0};
    GeomsReport report = {0};
    GeomsEquations e = {.rates = 1, .solves = 1};
    GeomsForm *form;
    const GeomsFormSetup setup = {.eq = &e, .options = &run->options, .arena = &arena};
    const size_t n = (size_t)geoms_problem_unknowns (&run->model.dims);
    double *x = geoms_arena_reals (&arena, n), violation = 0;
    int regular = 0;

    if (x != NULL)
        memcpy (x, run->x, n * sizeof *x);
    if (x != NULL
        && geoms_equations_create (&e, (GeomsInstance){&run->model, p->user}, run->t, run->x,
                                   run->increment, &counters, &report, &arena)
               == 0
        && geoms_recursive_new (&setup, &form) == 0)
        regular = geoms_recursive_regular (form, run->t, x, &violation)
                  && (run->options.initial == GEOMS_INITIAL_CORRECT || violation <= MET);
    if (arena.failed || (! regular && report.status == GEOMS_OUT_OF_MEMORY))
        regular = -1;
    geoms_arena_free (&arena);
    return regular;
}

/* A later run goes on as the earlier one did: with matrices a state has more than twice n x n
 * numbers, without them, and without events, less than n x n. -1 without memory */
static int few_and_regular (GeomsRun *run, const GeomsProblem *p)
{
    const size_t n = (size_t)geoms_problem_unknowns (&run->model.dims);

    if (! borders (run, p))
        return 0;
    return p->state != NULL ? 2 * p->nstate < 3 * n * n : starts_regular (run, p);
}

/* implicit ones and psf, where the model solves the Newton systems, unless an option asks for a way
 * of psf itself; -1 without memory */
static int asks_for_newton (GeomsRun *run, const GeomsProblem *p)
{
    const GeomsOptions *o = &run->options;
    const int plain = o->multipliers == GEOMS_MULTIPLIERS_AUTO
                      && o->velocity_rows == GEOMS_VELOCITY_ROWS_AUTO
                      && o->selector != GEOMS_SELECTOR_GIVEN;

    if (! keeps_invariants (run, p) || run->model.dims.nv <= FEW
        || o->formulation != GEOMS_FORMULATION_PSF || ! plain
        || geoms_method_entry (run->method_number)->is_explicit)
        return 0;
    return run->model.dims.nl == 0 ? 1 : few_and_regular (run, p);
}

/* methods that ask their equations for nothing but what such a model gives */
int geoms_rates_choose (GeomsRun *run, const GeomsProblem *p)
{
    const int takes = geoms_method_ops (run->method_number)->takes_rates,
              n = geoms_problem_unknowns (&run->model.dims);
    const int newton = takes && run->options.linear_solver == GEOMS_LINEAR_AUTO
                           ? asks_for_newton (run, p)
                           : 0;
    const char *why = NULL;
    const int sparse = newton != 0 ? newton : geoms_sparse_choose (run, p, &why);

    if (sparse < 0)
        return geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %d unknowns.", n);
    run->eq.sparse = newton == 0 && sparse;
    run->eq.solves = newton || run->eq.sparse;
    run->eq.rates = run->eq.solves || (takes && asks_for_rates (run, p));
    if (run->eq.rates || n <= GEOMS_MOST_FULL)
        return 0;
    return geoms_report (&run->report, GEOMS_BAD_MODEL,
                         "The system has %d unknowns, and dense matrices of more than %d are "
                         "refused; sparse ones (LinearSolver) cannot be used: %s. Without matrices "
                         "run trees of bodies to which no functions are added, with at most %d rows "
                         "that close loops: with psf and 'radau5' or 'bdf' (Multipliers, VelocityRows "
                         "and Invariant as they are), without rows also 'dopri5'.",
                         n, GEOMS_MOST_FULL, why, GEOMS_MOST_BORDERED);
}

/* ---- invariants ---- */

int geoms_rates_held (const GeomsRun *run)
{
    return run->eq.sparse || (run->eq.solves && run->eq.d.nl > 0);
}

int geoms_rates_keep (const GeomsRun *run)
{
    return run->eq.d.ni > 0 && run->options.invariant == GEOMS_INVARIANT_PROJECT;
}

/* the form that measures residuals where there are no matrices: without operations; scales are
 * those of the form that is integrated, where there are constraints */
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

int geoms_rates_join (GeomsRun *run)
{
    const GeomsFormSetup setup = {.eq = &run->eq,
                                  .options = &run->options,
                                  .weights = run->form->metric.weights,
                                  .arena = &run->arena};

    if (run->eq.sparse) {
        run->projection = run->integrated;
        return geoms_large_new (&setup, run->levels == GEOMS_FORMULATION_PSI1, 1, &run->mover);
    }
    if (! geoms_rates_held (run))
        return 0;
    run->projection->scale = run->integrated->scale;
    geoms_recursive_weigh (run->integrated, run->form->metric.weights);
    return 0;
}

void geoms_rates_release (GeomsRun *run)
{
    if (run->integrated != NULL && run->integrated->ops->release != NULL)
        run->integrated->ops->release (run->integrated);
    if (run->mover != NULL)
        run->mover->ops->release (run->mover);
}

const char *geoms_rates_linear (const GeomsRun *run)
{
    return run->eq.sparse         ? "sparse"
           : run->eq.solves       ? "model"
           : geoms_sparse_has (run) ? "dense"
                                  : "";
}

void geoms_rates_words (GeomsRun *run)
{
    const GeomsLarge *s = (const GeomsLarge *)run->integrated;

    if (geoms_semi_has (run->options.formulation))
        return;
    run->solution.multipliers = s->index1 ? "" : "solved";
    run->solution.velocity_rows = s->index1 ? "" : s->accelerates ? "acceleration" : "force";
}

/* what the first linearisation would say of redundancy */
void geoms_rates_describe (GeomsRun *run)
{
    GeomsSolution *s = &run->solution;

    if (run->eq.sparse && ! geoms_semi_has (run->options.formulation)) {
        geoms_large_tell (run->integrated, s, run->marked, run->unique);
        return;
    }
    for (int i = 0; i < 3 && geoms_rates_held (run); i++)
        s->rows[i] = s->rank[i] = run->eq.d.nl + (i > 0 ? run->eq.d.nm : 0);
    for (int i = 0; i < run->eq.n1; i++)
        run->unique[i] = 1;
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
    const int held = geoms_rates_held (run);
    int status = 0;

    for (int j = 0; j < k && status == 0 && (held || geoms_rates_keep (run)); j++) {
        double *xj = x + (size_t)j * (size_t)run->eq.n;

        status = run->eq.sparse ? geoms_large_move (run->mover, t[j], xj)
                 : held         ? geoms_recursive_move (run->integrated, t[j], xj)
                                : geoms_equations_keep (&run->eq, t[j], xj);
    }
    if (status <= 0 && status != GEOMS_PROJECTION_FAILS)
        return status;
    run->report.t = run->t;
    return geoms_report (&run->report, GEOMS_PROJECTION_FAILS,
                         "The %s could not be met near t = %.10g.",
                         held ? "constraints" : "invariants", run->t);
}

static int inconsistent (GeomsRun *run, int row, double value)
{
    char name[32];

    geoms_name_row (&run->eq, row, name, sizeof name);
    run->report.t = run->t;
    run->report.value = value;
    return geoms_report (&run->report, GEOMS_INCONSISTENT,
                         "The initial values violate %s: its value is %.6g.", name, value);
}

/* Initial 'check' by sparse matrices: all rows, relative to their terms */
static int check_all (GeomsRun *run)
{
    double violation;
    int row, status = geoms_large_examine (run->mover, run->t, run->x, &row, &violation);

    if (status != 0 || ! (violation > MET))
        return status;
    return inconsistent (run, row, run->mover->base[row]);
}

int geoms_rates_initial (GeomsRun *run)
{
    int row, status = 0;

    if (run->options.initial == GEOMS_INITIAL_CORRECT)
        return geoms_rates_move (run, 1, &run->t, run->x);
    if (geoms_rates_held (run) && run->unknown)
        status = run->eq.sparse ? geoms_large_hold (run->mover, run->t, run->x)
                                : geoms_recursive_hold (run->integrated, run->t, run->x);
    if (run->options.initial == GEOMS_INITIAL_ASSUME || status != 0)
        return status;
    if (run->eq.sparse)
        return check_all (run);
    status = geoms_rates_violation (run, run->x, MET, &row);
    if (status != 0 || row < 0)
        return status;
    return inconsistent (run, row, run->eq.values[row]);
}

/* scales of rows at x, by a linearisation there, unless that of the run is in use */
static void measure (GeomsRun *run, double t, const double *x)
{
    GeomsForm *f = run->eq.sparse ? run->mover : run->integrated;

    if (geoms_rates_held (run) && (run->eq.sparse || ! run->started))
        f->ops->linearise (f, t, x, GEOMS_BASE_FILL);
}

/* one state, moved, if it is to be, and with the scales of its rows */
static int project_one (GeomsRun *run, double t, double *x, int project)
{
    int status = 0;

    measure (run, t, x);
    if (project) {
        status = geoms_rates_move (run, 1, &t, x);
        measure (run, t, x);
    }
    return status;
}

int geoms_rates_project (GeomsRun *run, int k, const double *t, double *x, double *residual,
                         double *relative, int project)
{
    GeomsEquations *e = &run->eq;
    const GeomsForm *f = run->eq.sparse ? run->mover : run->projection;
    int status = 0;

    if (relative != NULL)
        memset (relative, 0, 3 * (size_t)k * sizeof *relative);
    for (int j = 0; j < k && status == 0; j++) {
        double *xj = x + (size_t)j * (size_t)e->n;

        status = project_one (run, t[j], xj, project);
        if (status == 0 && e->na > 0)
            status = geoms_equations_evaluate (e, GEOMS_FOR_OUTPUT, 1, t + j, xj, e->values, NULL);
        if (status == 0 && e->na > 0 && residual != NULL)
            geoms_residuals_values (e, e->values, residual + j * e->na);
        if (status == 0 && e->na > 0 && relative != NULL)
            geoms_residuals_relative (f, e->values, f->scale, relative + 3 * j);
    }
    run->report.t = run->t;
    return status <= 0 ? status
                       : geoms_report (&run->report, GEOMS_NOT_FINITE,
                                       "The equations of motion cannot be evaluated.");
}
