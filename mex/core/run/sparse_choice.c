/* sparse_choice.c - whether a run goes by sparse matrices, and the one reason why it does not
 *
 * Looked at in this order: KLU, the formulation, the method, options, what the model has, the state
 * where the run begins. The first of them that speaks against it is told. A run that goes on does it
 * as the earlier one did.
 */
#include <string.h>

#include "base/rank.h"
#include "base/sparse_rank.h"
#include "forms/sparse/large.h"
#include "forms/sparse/semi.h"
#include "problem.h"
#include "run.h"

/* up to which number of unknowns they take more time: measured on chains of points, 65, and on lattices
 * of rods, 120 */
enum { FEW_UNKNOWNS = 80 };

typedef struct Reason {
    int holds;
    const char *text;
} Reason;

static const char *first_of (const Reason *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].holds)
            return list[i].text;
    return NULL;
}

/* ---- formulation, method, options ---- */

static int is_semi (const GeomsRun *run) { return geoms_semi_has (run->options.formulation); }

static const char *why_no_form (const GeomsRun *run)
{
    const int formulation = run->options.formulation;
    const Reason list[] = {
        {! geoms_formulation_entry (formulation)->projected && ! is_semi (run),
         "the formulation goes by dense matrices alone"},
        {geoms_method_entry (run->method_number)->is_explicit, "the method is an explicit one"}};

    return first_of (list, sizeof list / sizeof *list);
}

int geoms_sparse_has (const GeomsRun *run) { return why_no_form (run) == NULL; }

/* ways that need bases and selectors, which are those of dense matrices */
static const char *why_by_options (const GeomsRun *run, const GeomsProblem *p)
{
    const GeomsOptions *o = &run->options;
    const Reason list[] = {
        {o->project == GEOMS_PROJECT_ON && is_semi (run),
         "Project is 'on', and states of index1, index2 and ggl are moved by dense matrices alone"},
        {o->constraint_decomposition != GEOMS_DECOMPOSITION_AUTO,
         "ConstraintDecomposition is not 'auto'"},
        {o->selector != GEOMS_SELECTOR_TANGENT, "Selector is not 'tangent'"},
        {o->selector_update != GEOMS_UPDATE_EVERY, "SelectorUpdate is not 'every'"},
        {o->error_norm != GEOMS_ERROR_NORM_ALL, "ErrorNorm is not 'all'"},
        {o->weights == GEOMS_WEIGHTING_MASS, "Weights is 'mass'"},
        {run->model.dims.ni > 0 && o->invariant == GEOMS_INVARIANT_ELIMINATE,
         "Invariant is 'eliminate'"},
        {o->multipliers == GEOMS_MULTIPLIERS_ITERATED, "Multipliers is 'iterated'"},
        {run->reduced, "the equations have no rows gII and hI"},
        {geoms_problem_fixes (&run->start, &run->model.dims), "components of the start are fixed"},
        {p->start.weights != NULL, "components of the start have weights"}};

    return first_of (list, sizeof list / sizeof *list);
}

/* ---- what the model has ---- */

static const char *why_by_model (const GeomsRun *run)
{
    const GeomsDims *d = &run->model.dims;
    const Reason list[] = {{is_semi (run) && d->nw + d->ns > 0,
                            "variables w and s need psf or psi1 with sparse matrices"},
                           {is_semi (run) && d->ni > 0,
                            "invariants need psf or psi1 with sparse matrices"}};
    const char *lacks = geoms_large_lacks (&run->model);

    return lacks != NULL ? lacks : first_of (list, sizeof list / sizeof *list);
}

/* ---- where the run begins ---- */

/* differences before the sizes of a run are known */
static const double SMALL_PART = 1e-5;

/* what index1, index2 and ggl need besides */
static const char *why_not_regular (GeomsRun *run, const GeomsFormSetup *setup, const double *x)
{
    GeomsForm *form = NULL;
    const char *why = NULL;

    if (! is_semi (run))
        return NULL;
    if (geoms_semi_new (setup, &form) == 0)
        why = geoms_semi_singular (form, run->t, x);
    if (form != NULL)
        form->ops->release (form);
    return why;
}

/* Rows that depend on each other are solved for by sweeps, which light bodies beside heavy ones slow
 * down until nothing is left of them. Where there are not too many unknowns for them dense matrices do
 * better: measured, residuals 1e-13 and 5e-10, at 1e8 times 5 steps and 270. */
static const double UNEVEN = 1e5;
enum { MANY_UNKNOWNS = 2000 };

/* the largest mass over the smallest one that is not 0; M by its pattern, or all of it */
static double spread_of (const GeomsPattern *pattern, int nv, const double *M)
{
    double least = 0, most = 0;

    for (int j = 0; j < nv; j++) {
        const int given = geoms_pattern_given (pattern), first = given ? pattern->start[j] : j * nv,
                  last = given ? pattern->start[j + 1] : first + nv;
        for (int k = first; k < last; k++) {
            if ((given ? pattern->row[k] : k - first) != j || ! (M[k] > 0))
                continue;
            most = geoms_max (most, M[k]);
            least = least > 0 ? geoms_min (least, M[k]) : M[k];
        }
    }
    return least > 0 ? most / least : 1;
}

/* whether rows of C depend on each other; without memory the arena has failed */
static int depend (const GeomsRun *run, const GeomsEquations *e, double *C, GeomsArena *arena)
{
    const GeomsPattern *pattern = &run->model.patterns.C;
    const GeomsSparse A = {e->d.nl + e->d.nm, e->d.nv, pattern->start, pattern->row, C};
    const double given = run->options.rank_tol;
    GeomsSparseRank r;
    const int failed = geoms_sparse_rank_find (&r, &A, given > 0 ? given : GEOMS_RANK_OF_C) != 0,
              some = ! failed && r.rank < A.m;

    arena->failed |= failed;
    geoms_sparse_rank_free (&r);
    return some;
}

/* M where the run begins: not positive on ker C, which dense matrices refuse, with directions that
 * dampers hold, which they take, or uneven */
static const char *why_not_positive (GeomsRun *run, GeomsEquations *e, const double *x,
                                     GeomsArena *arena)
{
    const GeomsModel *model = &run->model;
    const GeomsPartsPlaces at = geoms_pattern_places (model, e->mass_varies || model->parts_mass);
    GeomsMassFree mass = {0};
    double *column = geoms_arena_reals (arena, (size_t)at.size), *M = NULL;
    int status;

    if (! geoms_equations_mass_given (model))
        return NULL;
    M = geoms_arena_reals (arena, geoms_equations_mass_room (e));
    if (arena->failed || geoms_equations_mass_values (e, run->t, x, M) != 0
        || model->parts (1, &run->t, x, e->n, column, at.size, e->user) != 0)
        return NULL;
    geoms_mass_free_create (&mass, model, arena);
    status = geoms_mass_free_look (&mass, M, column + at.C);
    arena->failed |= status > 0;
    if (status < 0)
        return status == GEOMS_MASS_UNSYMMETRIC ? "M is not symmetric at the start"
                                                : "M is not positive at the start";
    if (e->n <= MANY_UNKNOWNS && spread_of (&model->patterns.M, e->d.nv, M) > UNEVEN
        && depend (run, e, column + at.C, arena))
        return "rows of the constraints depend on each other, and masses differ by more than 1e5 times";
    return mass.singular == GEOMS_MASS_FREE
               ? "M is singular at the start, and accelerations are not determined"
               : NULL;
}

/* x moved onto the constraints */
static const char *why_not_moved (GeomsRun *run, GeomsForm *form, double *x)
{
    if (geoms_large_move (form, run->t, x) == 0)
        return NULL;
    return geoms_large_singular (form)
               ? "M is singular at the start, and accelerations are not determined"
               : "no consistent state was found at the start";
}

/* by equations and forms that are thrown away, as in rates.c: the run is not made yet */
static const char *why_by_start (GeomsRun *run, const GeomsProblem *p, int *no_memory)
{
    GeomsArena arena = {0};
    GeomsCounters counters = {0};
    GeomsReport report = {0};
    GeomsEquations e = {.rates = 1, .solves = 1, .sparse = 1};
    GeomsForm *form = NULL;
    const GeomsFormSetup setup = {.eq = &e, .options = &run->options, .arena = &arena};
    const size_t n = (size_t)geoms_problem_unknowns (&run->model.dims);
    double *x = geoms_arena_reals (&arena, n), *increment = geoms_arena_reals (&arena, n);
    const char *why = "the equations cannot be evaluated at the start";

    for (size_t i = 0; i < n && ! arena.failed; i++) {
        x[i] = run->x[i];
        increment[i] = SMALL_PART;
    }
    if (! arena.failed
        && geoms_equations_create (&e, (GeomsInstance){&run->model, p->user}, run->t, run->x,
                                   increment, &counters, &report, &arena)
               == 0
        && geoms_large_new (&setup, 0, 1, &form) == 0) {
        why = why_not_moved (run, form, x);
        if (why == NULL)
            why = why_not_regular (run, &setup, x);
        if (why == NULL)
            why = why_not_positive (run, &e, x, &arena);
    }
    if (form != NULL)
        form->ops->release (form);
    *no_memory = arena.failed || report.status == GEOMS_OUT_OF_MEMORY;
    geoms_arena_free (&arena);
    return why;
}

/* ---- all of it ---- */

static const char *find_reason (GeomsRun *run, const GeomsProblem *p, int *no_memory)
{
    const char *why;

    if (! geoms_sparse_lu_have ())
        return "GEOMS was built without KLU";
    if ((why = why_no_form (run)) != NULL || (why = why_by_options (run, p)) != NULL
        || (why = why_by_model (run)) != NULL || p->state != NULL)
        return why;
    return why_by_start (run, p, no_memory);
}

int geoms_sparse_choose (GeomsRun *run, const GeomsProblem *p, const char **why)
{
    const int n = geoms_problem_unknowns (&run->model.dims), asked = run->options.linear_solver;
    int no_memory = 0;

    *why = asked == GEOMS_LINEAR_DENSE ? "LinearSolver is 'dense'" : NULL;
    if (asked == GEOMS_LINEAR_DENSE || (asked == GEOMS_LINEAR_AUTO && n <= FEW_UNKNOWNS))
        return 0;
    *why = p->state != NULL && ! geoms_state_sparse (p->state, p->nstate)
               ? "the run that is continued goes by dense matrices"
               : find_reason (run, p, &no_memory);
    run->not_sparse = asked == GEOMS_LINEAR_SPARSE ? *why : NULL;
    return no_memory ? -1 : *why == NULL;
}
