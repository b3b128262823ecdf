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
#include "model/sparse_mass.h"
#include "problem.h"
#include "run.h"

/* e, g, gI that count as met where states are only looked at */
static const double MET = 1e-8;

/* ---- whether ---- */

static int any_fixed (const GeomsRun *run)
{
    int any = 0;

    for (int i = 0; i < geoms_problem_unknowns (&run->model.dims) && run->start.fixed != NULL; i++)
        any |= run->start.fixed[i] != 0;
    return any;
}

/* whether the model may solve its own Newton systems, and keep its invariants, if there are any:
 * unless an option wants them kept in another way */
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
           && ! any_fixed (run) && p->start.weights == NULL;
}

/* A start can be moved onto the constraints, whose rows are independent there; with 'check' nothing
 * moves. The run is not made yet: by equations and a form that are thrown away. */
static int starts_regular (GeomsRun *run, const GeomsProblem *p)
{
    GeomsArena arena = {0};
    GeomsCounters counters = {0};
    GeomsReport report;
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
    geoms_arena_free (&arena);
    return regular;
}

/* A later run goes on as the earlier one did: with matrices a state has more than twice n x n
 * numbers, without them, and without events, less than n x n. */
static int few_and_regular (GeomsRun *run, const GeomsProblem *p)
{
    const size_t n = (size_t)geoms_problem_unknowns (&run->model.dims);

    if (! borders (run, p))
        return 0;
    return p->state != NULL ? 2 * p->nstate < 3 * n * n : starts_regular (run, p);
}

/* implicit ones and psf, where the model solves the Newton systems, unless an option asks for a way
 * of psf itself */
static int asks_for_newton (GeomsRun *run, const GeomsProblem *p)
{
    const GeomsOptions *o = &run->options;
    const int plain = o->multipliers == GEOMS_MULTIPLIERS_AUTO
                      && o->velocity_rows == GEOMS_VELOCITY_ROWS_AUTO;

    return keeps_invariants (run, p) && run->model.dims.nv > FEW
           && o->formulation == GEOMS_FORMULATION_PSF && plain
           && ! geoms_method_entry (run->method_number)->is_explicit
           && (run->model.dims.nl == 0 || few_and_regular (run, p));
}

/* ---- sparse matrices ---- */

/* from which number of unknowns on they take less time: measured on chains of points */
enum { FEW_UNKNOWNS = 40 };

static int has_sparse_form (const GeomsRun *run)
{
    const int formulation = run->options.formulation;

    return (geoms_formulation_entry (formulation)->projected || geoms_semi_has (formulation))
           && ! geoms_method_entry (run->method_number)->is_explicit;
}

/* options that ask for ways that need bases and selectors; states of index1, index2 and ggl that are
 * moved */
static int plain_ways (const GeomsRun *run, const GeomsProblem *p)
{
    const GeomsOptions *o = &run->options;
    const int moved = o->project == GEOMS_PROJECT_ON && geoms_semi_has (o->formulation);

    return ! moved && o->constraint_decomposition == GEOMS_DECOMPOSITION_AUTO
           && o->selector == GEOMS_SELECTOR_TANGENT && o->selector_update == GEOMS_UPDATE_EVERY
           && o->error_norm == GEOMS_ERROR_NORM_ALL && o->weights != GEOMS_WEIGHTING_MASS
           && (run->model.dims.ni == 0 || o->invariant != GEOMS_INVARIANT_ELIMINATE)
           && o->multipliers != GEOMS_MULTIPLIERS_ITERATED && ! run->reduced && ! any_fixed (run)
           && p->start.weights == NULL;
}

/* differences before the sizes of a run are known */
static const double SMALL_PART = 1e-5;

/* what index1, index2 and ggl need besides */
static int starts_regularly (GeomsRun *run, const GeomsFormSetup *setup, const double *x)
{
    GeomsForm *form = NULL;
    int regular;

    if (! geoms_semi_has (run->options.formulation))
        return 1;
    if (run->model.dims.ns + run->model.dims.ni + run->model.dims.nw > 0)
        return 0;
    regular = geoms_semi_new (setup, &form) == 0 && geoms_semi_regular (form, run->t, x);
    if (form != NULL)
        form->ops->release (form);
    return regular;
}

/* M where the run begins: what sparse matrices do not see and dense ones refuse. Masses of 0 are left
 * to the form, so is a singular M that would be too large as a dense one. */
static int starts_positive (GeomsRun *run, GeomsEquations *e, const double *x, GeomsArena *arena)
{
    const GeomsModel *model = &run->model;
    const int nv = model->dims.nv;
    GeomsSparseMass mass = {0};
    double *M;
    int diagonal = 1, positive = 1;

    if (! geoms_equations_mass_given (model))
        return 1;
    M = geoms_arena_reals (arena, geoms_equations_mass_room (e));
    if (arena->failed || geoms_equations_mass_values (e, run->t, x, M) != 0)
        return ! arena->failed;
    for (int j = 0; j < nv && diagonal; j++)
        diagonal = model->patterns.M.start[j + 1] == j + 1;
    for (int j = 0; j < nv && diagonal; j++)
        positive = positive && M[j] >= 0;
    if (diagonal || geoms_problem_unknowns (&model->dims) > GEOMS_MOST_FULL)
        return positive;
    geoms_sparse_mass_create (&mass, model, 0, arena);
    positive = ! arena->failed && geoms_sparse_mass_positive (&mass, M);
    geoms_sparse_mass_free (&mass);
    return positive;
}

/* by equations and a form that are thrown away, as in starts_regular; -1 without memory */
static int starts_by_sparse (GeomsRun *run, const GeomsProblem *p)
{
    GeomsArena arena = {0};
    GeomsCounters counters = {0};
    GeomsReport report = {0};
    GeomsEquations e = {.rates = 1, .solves = 1, .sparse = 1};
    GeomsForm *form = NULL;
    const GeomsFormSetup setup = {.eq = &e, .options = &run->options, .arena = &arena};
    const size_t n = (size_t)geoms_problem_unknowns (&run->model.dims);
    double *x = geoms_arena_reals (&arena, n), *increment = geoms_arena_reals (&arena, n);
    int starts = 0;

    for (size_t i = 0; i < n && ! arena.failed; i++) {
        x[i] = run->x[i];
        increment[i] = SMALL_PART;
    }
    if (! arena.failed
        && geoms_equations_create (&e, (GeomsInstance){&run->model, p->user}, run->t, run->x,
                                   increment, &counters, &report, &arena)
               == 0
        && geoms_large_new (&setup, 0, 1, &form) == 0)
        starts = geoms_large_move (form, run->t, x) == 0 && starts_regularly (run, &setup, x)
                 && starts_positive (run, &e, x, &arena);
    if (form != NULL)
        form->ops->release (form);
    if (arena.failed || (! starts && report.status == GEOMS_OUT_OF_MEMORY))
        starts = -1;
    geoms_arena_free (&arena);
    return starts;
}

static const char NO_MEMORY[] = "there is not enough memory";

/* why sparse matrices cannot be used, NULL: they can */
static const char *why_not_sparse (GeomsRun *run, const GeomsProblem *p)
{
    int starts;

    if (! geoms_sparse_lu_have ())
        return "GEOMS was built without KLU";
    if (! has_sparse_form (run))
        return "the formulation, or the method, goes by dense matrices alone";
    if (! plain_ways (run, p))
        return "an option asks for what dense matrices alone can do";
    if (! geoms_large_fits (&run->model))
        return "the system has no patterns of M, C and B, or has conditions, or invariants that depend on v";
    starts = p->state != NULL ? 1 : starts_by_sparse (run, p);
    if (starts < 0)
        return NO_MEMORY;
    if (! starts)
        return geoms_semi_has (run->options.formulation)
                   ? "at the start M is singular, or rows of the constraints depend on each other"
                   : "no consistent state was found at the start, or M is not positive there";
    return NULL;
}

/* *why, where it has been looked at and cannot be */
static int asks_for_sparse (GeomsRun *run, const GeomsProblem *p, const char **why)
{
    const int n = geoms_problem_unknowns (&run->model.dims), asked = run->options.linear_solver;

    *why = asked == GEOMS_LINEAR_DENSE ? "LinearSolver is 'dense'" : NULL;
    if (asked == GEOMS_LINEAR_DENSE || (asked == GEOMS_LINEAR_AUTO && n <= FEW_UNKNOWNS))
        return 0;
    *why = p->state != NULL && ! geoms_state_sparse (p->state, p->nstate)
               ? "the run that is continued goes by dense matrices"
               : why_not_sparse (run, p);
    run->not_sparse = asked == GEOMS_LINEAR_SPARSE ? *why : NULL;
    return *why == NULL;
}

/* methods that ask their equations for nothing but what such a model gives */
int geoms_rates_choose (GeomsRun *run, const GeomsProblem *p)
{
    const int takes = geoms_method_ops (run->method_number)->takes_rates,
              n = geoms_problem_unknowns (&run->model.dims);
    const char *why = NULL;

    run->eq.solves = takes && run->options.linear_solver == GEOMS_LINEAR_AUTO
                     && asks_for_newton (run, p);
    run->eq.sparse = ! run->eq.solves && asks_for_sparse (run, p, &why);
    run->eq.solves |= run->eq.sparse;
    run->eq.rates = run->eq.solves || (takes && asks_for_rates (run, p));
    if (why == NO_MEMORY)
        return geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %d unknowns.", n);
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
           : has_sparse_form (run) ? "dense"
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
