/* consistent.c - a consistent state from a guess
 *
 *     a (t, x) = 0          the constraints of all levels
 *     k (t, x) = 0          what else is to be met: conditions.c
 *
 *     dx = -P a + N y,   y = -(K N)^+ (k - K P a)
 *
 * Gauss-Newton with P, N from singular value decompositions at x: the smallest change of positions,
 * then of velocities, then of multipliers that meets the constraints, and the smallest motion along
 * them that meets the rest. Steps are damped by the natural monotonicity test: the correction at
 * the new point, with the old matrices, must be smaller. Nothing moves if x is consistent already.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "forms/projected/projected.h"
#include "run.h"

enum { MOST_ITERATIONS = 60, MOST_HALVINGS = 12 };

int geoms_consistent_form (GeomsRun *run)
{
    int status;

    if (run->have_consistency)
        return 0;
    run->consistency->metric.weights = run->start.weights;
    run->consistency->metric.by_mass = run->options.weights == GEOMS_WEIGHTING_MASS;
    run->consistency->algebraic_only = 1;
    status = geoms_projected_create (run->consistency, &run->eq, &run->options, run->levels,
                                     GEOMS_DECOMPOSITION_SVD, &run->arena);
    if (status == 0 && geoms_conditions_create (run) != 0)
        status = geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                               "There is not enough memory for %d unknowns.", run->eq.n);
    run->have_consistency = status == 0;
    return status;
}

/* ---- the Gauss-Newton step ---- */

static int not_finite (GeomsRun *run, double t)
{
    run->report.t = t;
    return geoms_report (&run->report, GEOMS_NOT_FINITE,
                         "The equations of motion cannot be evaluated at t = %.10g.", t);
}

/* Jacobians, decompositions and residuals at x; the violation is what is left to correct. */
int geoms_consistent_look (GeomsRun *run, double t, const double *x, int base, double *violation)
{
    GeomsConsistency *s = &run->consistency_work;
    GeomsProjected *p = run->consistency;
    int row, status;

    /* Jacobians, decompositions */
    p->blocks.F11.expected = run->form->blocks.F11.expected;
    p->blocks.F23.expected = run->form->blocks.F23.expected;
    p->blocks.F34.expected = run->form->blocks.F34.expected;
    status = p->form.ops->linearise (&p->form, t, x, base);

    if (status == 0)
        status = geoms_conditions_values (run, t, x, p->base, s->value);
    if (status == 0)
        status = geoms_conditions_jacobian (run, t, x);
    if (status != 0)
        return status > 0 ? not_finite (run, t) : status;
    /* violation */
    p->invariants.skips = 1; /* e is among the rows of k */
    *violation = geoms_max (geoms_projected_violation (p, p->base),
                            geoms_conditions_violation (s, s->value, &row));
    p->invariants.skips = 0;
    /* conditions along the constraints */
    s->block.m = s->rows;
    s->block.k = p->y.at1;
    geoms_gemm (s->rows, p->y.at1, run->eq.n, s->K, s->rows, p->N, run->eq.n, s->KN, s->rows);
    if (geoms_block_decompose (&s->block, s->KN, s->rows, 1e-6) != 0)
        return geoms_report (&run->report, GEOMS_SVD_FAILS,
                             "LAPACK could not decompose the conditions at t = %.10g.", t);
    return 0;
}

/* dx for the residuals of a and k, with the matrices of the last geoms_consistent_look */
static void consistent_step (GeomsRun *run, const double *residual, const double *k, double *dx)
{
    GeomsConsistency *s = &run->consistency_work;
    GeomsProjected *p = run->consistency;
    const int n = run->eq.n;

    p->invariants.skips = 1;
    geoms_projected_step (p, residual, dx);
    p->invariants.skips = 0;
    if (s->rows == 0)
        return;
    for (int i = 0; i < s->rows; i++) {
        s->moved[i] = -k[i];
        for (int j = 0; j < n; j++)
            s->moved[i] -= s->K[j * s->rows + i] * dx[j];
    }
    geoms_matvec (p->y.at1, s->rows, s->block.inverse, p->y.at1, s->moved, p->projection.c);
    geoms_add_matvec (n, p->y.at1, p->N, n, p->projection.c, dx);
}

/* Size of a change relative to x, of the unknowns from `first` on; infinite if one is not
 * finite. */
static double size_of (const GeomsRun *run, int first, const double *dx, const double *x)
{
    double largest = 0;

    for (int i = 0; i < run->eq.n; i++) {
        const double size = fabs (dx[i]) / geoms_max (run->eq.typical[i], fabs (x[i]));
        if (! isfinite (size))
            return INFINITY;
        if (i >= first)
            largest = geoms_max (largest, size);
    }
    return largest;
}

/* Where only the acceleration level is violated positions and velocities stay, to the last bit. */
static void leave_what_is_met (GeomsRun *run)
{
    const GeomsConsistency *s = &run->consistency_work;
    GeomsProjected *p = run->consistency;
    const double limit = geoms_max (1e-13, 10 * run->options.rounding);
    int row, met = geoms_conditions_violation (s, s->value, &row) <= limit;

    for (int i = p->a2; i < p->ra; i++)
        met = met && (fabs (p->base[i]) <= limit * p->scale[i] || (i >= run->eq.r_e && i < p->a3));
    for (int i = p->a2; i < p->ra && met; i++)
        p->base[i] = 0;
    for (int i = 0; i < s->rows && met; i++)
        s->value[i] = 0;
}

/* of the rows that w and multipliers are to meet */
static double hidden_violation (const GeomsProjected *p)
{
    return geoms_projected_worst (p, p->base, 0, p->m1);
}

/* x += step dx with the largest step 1, 1/2, ... that reduces the next correction; 0 if none does.
 * The residual at the new x is then the base of the next geoms_consistent_look. */
static int damped_step (GeomsRun *run, double t, double *x)
{
    GeomsConsistency *s = &run->consistency_work;
    GeomsProjected *p = run->consistency;
    const int n = run->eq.n;
    double step = 1, before, after;
    int first = run->eq.o2; /* what moves counts, or if that does not, what multipliers leave of
                               their rows */

    /* the step, and the next correction before it */
    leave_what_is_met (run);
    consistent_step (run, p->base, s->value, s->dx);
    before = size_of (run, first, s->dx, x);
    if (before <= 1e-9) {
        first = 0;
        before = hidden_violation (p);
    }
    if (! isfinite (before))
        return 0;
    /* shorter and shorter */
    for (int i = 0; i < MOST_HALVINGS; i++, step /= 2) {
        int status;
        for (int j = 0; j < n; j++)
            s->trial[j] = x[j] + step * s->dx[j];
        status = p->form.ops->base (&p->form, t, s->trial);
        if (status == 0)
            status = geoms_conditions_values (run, t, s->trial, p->base, s->value);
        if (status < 0)
            return status;
        if (status > 0)
            continue;
        consistent_step (run, p->base, s->value, p->projection.dx);
        after = first > 0 ? size_of (run, first, p->projection.dx, x) : hidden_violation (p);
        /* shorter corrections, or none */
        if (after <= (1 - step / 4) * before || after < 1e-12) {
            memcpy (x, s->trial, (size_t)n * sizeof *x);
            return 1;
        }
    }
    return 0;
}

/* ---- why there is no consistent state ---- */

/* the row of a or k that is violated most, in words; -> 1 if it is one of k */
int geoms_consistent_worst (GeomsRun *run, char *name, size_t size)
{
    const GeomsConsistency *s = &run->consistency_work;
    GeomsProjected *p = run->consistency;
    int of_a = 0, of_k = 0;
    double a = 0, k = geoms_conditions_violation (s, s->value, &of_k);

    /* rows of a */
    for (int i = 0; i < p->ra; i++) {
        const int kept = i < p->m1 || (i >= p->a2 && i < run->eq.r_e) || i >= p->a3;
        if (kept && fabs (p->base[i]) / p->scale[i] > a) {
            a = fabs (p->base[i]) / p->scale[i];
            of_a = i;
        }
    }
    /* one of a, or one of k */
    if (a >= k || s->rows == 0) {
        geoms_name_row (&run->eq, of_a, name, size);
        run->report.component = of_a;
        run->report.value = p->base[of_a];
        run->report.limit = p->scale[of_a];
        return 0;
    }
    run->report.component = of_k;
    run->report.value = s->value[of_k];
    run->report.limit = s->scale[of_k];
    geoms_conditions_name (run, of_k, name, size);
    return of_k < s->counted;
}

/* rows of k that depend on each other or on the constraints */
static void dependent_conditions (const GeomsRun *run, char *text, size_t size)
{
    const GeomsConsistency *s = &run->consistency_work;
    const GeomsBlock *b = &s->block;
    size_t used = 0;

    text[0] = 0;
    for (int i = 0; i < s->counted && used + 32 < size; i++) {
        double share = 0;
        for (int j = 0; j < b->m - b->rank; j++) {
            geoms_block_left_null (b, j, s->moved);
            share = geoms_max (share, fabs (s->moved[i]));
        }
        if (share > 1e-4)
            used += (size_t)snprintf (text + used, size - used, "%scondition(%d)",
                                      used ? ", " : "", i + 1);
    }
}

static int no_state (GeomsRun *run, double t, int diverges, double violation)
{
    GeomsConsistency *s = &run->consistency_work;
    GeomsReport *report = &run->report;
    char names[200], worst[40];
    const int condition = geoms_consistent_worst (run, worst, sizeof worst);

    report->t = t;
    /* constraints contradict each other */
    if (geoms_redundancy_contradiction (run->consistency, run->consistency->base, run->marked)) {
        const int rows = geoms_redundancy_names (&run->eq, run->marked, names, sizeof names);
        if (rows == 1)
            return geoms_report (
                report, GEOMS_CONTRADICTION,
                "The constraint %s cannot be met at t = %.10g: its value %.6g does "
                "not depend on what it could move.",
                names, t, run->consistency->base[report->component]);
        return geoms_report (report, GEOMS_CONTRADICTION,
                             "The constraints %s depend on each other and contradict each other "
                             "at t = %.10g: %s stays at %.6g.", names, t, worst, report->value);
    }
    /* conditions depend on each other */
    dependent_conditions (run, names, sizeof names);
    if (condition && s->block.rank < s->rows && names[0] != 0)
        return geoms_report (report, GEOMS_INITIAL_DEPENDENT,
                             "The initial conditions cannot be met at t = %.10g: %s depend on each "
                             "other, on fixed components or on the constraints; %s stays at %.6g.",
                             t, names, worst, report->value);
    /* the search */
    if (diverges)
        return geoms_report (report, GEOMS_INITIAL_DIVERGES,
                             "The search for a consistent state at t = %.10g came to a halt: %s "
                             "cannot be met, its value stays at %.6g (relative %.3g).", t, worst,
                             report->value, violation);
    return geoms_report (report, GEOMS_INITIAL_SLOW,
                         "No consistent state was found at t = %.10g within %d iterations: %s is "
                         "still %.6g (relative %.3g).", t, MOST_ITERATIONS, worst, report->value,
                         violation);
}

/* ---- the search ---- */

enum { COARSE = 4 };

/* Beside the constraints rows that are redundant on them are not quite so: their singular values
 * are as small as the violation, with directions that mislead. Where no step helps, others are
 * tried in turn. */
static double rank_tolerance (double fine, int tries, double violation, double before)
{
    static const double coarse[COARSE] = {0, 1e-3, 1e-2, 1e-1};

    if (tries == 0 && violation < 0.9 * before)
        return geoms_max (fine, geoms_min (0.05, 0.1 * violation));
    return geoms_max (fine, coarse[tries]);
}

/* the reason for a search that failed: at the best of its states, for the last one may be
 * anywhere */
static int give_up (GeomsRun *run, double t, double fine, int diverges)
{
    const double *x = run->consistency_work.best;
    double violation;
    int status;

    run->consistency->blocks.rank_tol = fine;
    status = geoms_consistent_look (run, t, x, GEOMS_BASE_FILL, &violation);
    return status != 0 ? status : no_state (run, t, diverges, violation);
}

/* everything but multipliers is as it should be, and these cannot be better */
static int only_multipliers_err (const GeomsRun *run, double limit)
{
    const GeomsConsistency *s = &run->consistency_work;
    int row;

    return geoms_conditions_violation (s, s->value, &row) <= limit
           && geoms_projected_met (run->consistency, limit);
}

static int search (GeomsRun *run, double t, double *x, double fine)
{
    const double limit = geoms_max (1e-13, 10 * run->options.rounding);
    double violation = INFINITY, moving = INFINITY, before = INFINITY, last_moving;
    int tries = 0, base = GEOMS_BASE_FILL;

    for (int i = 0; i < MOST_ITERATIONS; i++) {
        const double last = violation;
        int status;

        /* where x is */
        run->consistency->blocks.rank_tol = rank_tolerance (fine, tries, moving, before);
        status = geoms_consistent_look (run, t, x, base, &violation);
        last_moving = moving;
        /* multipliers make no row of C depend on others */
        moving = geoms_projected_moving (run->consistency, run->consistency->base);
        if (status != 0)
            return status;
        /* the best so far; good enough */
        if (i == 0 || violation < run->consistency_work.least) {
            run->consistency_work.least = violation;
            memcpy (run->consistency_work.best, x, (size_t)run->eq.n * sizeof *x);
        }
        if (violation <= limit || (violation < 1e-11 && violation >= last))
            return 0;
        /* a step, or another tolerance */
        before = last_moving;
        status = damped_step (run, t, x);
        if (status < 0)
            return status;
        base = status > 0 ? GEOMS_BASE_HAVE : GEOMS_BASE_FILL;
        tries = status > 0 ? 0 : tries + 1;
        /* no step helps */
        if (tries > 0 && (violation < 1e-11 || only_multipliers_err (run, limit)))
            return 0;
        if (tries == COARSE)
            return give_up (run, t, fine, 1);
    }
    return give_up (run, t, fine, 0);
}

/* a search from the guess with the first of the rows of k alone; x: the state that was found */
static int search_with (GeomsRun *run, double t, double *x, double fine, int conditions,
                        int invariants)
{
    GeomsConsistency *s = &run->consistency_work;
    const int rows = s->rows, counted = s->counted, e = s->invariants;
    int status;

    memcpy (x, s->x0, (size_t)run->eq.n * sizeof *x);
    s->counted = conditions;
    s->invariants = invariants;
    s->rows = conditions + invariants;
    s->without_e = invariants == 0 && e > 0;
    status = search (run, t, x, fine);
    s->rows = rows;
    s->counted = counted;
    s->invariants = e;
    s->without_e = 0;
    return status;
}

/* without the fixed components, from the guess: the one that moves most is to blame. -> 0 if none
 * is */
static int blame_fixed (GeomsRun *run, double t, double fine)
{
    const GeomsConsistency *s = &run->consistency_work;
    double *x = run->consistency->projection.before, most = 0;
    char name[40];
    int at = -1;

    if (s->rows <= s->counted + s->invariants
        || search_with (run, t, x, fine, s->counted, s->invariants) != 0)
        return 0;
    for (int i = 0; i < run->eq.n; i++)
        if (run->start.fixed[i] && fabs (x[i] - s->x0[i]) > most) {
            most = fabs (x[i] - s->x0[i]);
            at = i;
        }
    if (at < 0)
        return 0;
    geoms_name_unknown (&run->eq, at, name, sizeof name);
    run->report.component = at;
    run->report.value = x[at];
    return geoms_report (&run->report, GEOMS_INITIAL_FIXED,
                         "There is a consistent state at t = %.10g, but not with the fixed "
                         "components: %s would have to move from %.6g to %.6g.", t, name,
                         s->x0[at], x[at]);
}

/* without any condition: the one that is violated most where the constraints are met. -> 0 if there
 * is none */
static int blame_violated (GeomsRun *run, double t, double fine, int status)
{
    const GeomsConsistency *s = &run->consistency_work;
    double *x = run->consistency->projection.before, violation;
    char name[40];
    int row = 0;

    if (search_with (run, t, x, fine, 0, 0) != 0
        || geoms_consistent_look (run, t, x, GEOMS_BASE_FILL, &violation) != 0
        || ! (geoms_conditions_violation (s, s->value, &row) > 0))
        return 0;
    geoms_conditions_name (run, row, name, sizeof name);
    run->report.t = t;
    run->report.value = s->value[row];
    return geoms_report (&run->report, status,
                         "The constraints can be met at t = %.10g, but not together with the "
                         "conditions: near the guess %s is %.6g.", t, name, s->value[row]);
}

/* Conditions that cannot be met beside the constraints pull the state away from both. Are the fixed
 * components the reason? Else, can the constraints be met alone? Then the condition is to blame
 * that is violated there. */
static int blame_conditions (GeomsRun *run, double t, double fine)
{
    const GeomsReport keep = run->report;
    int status = blame_fixed (run, t, fine);

    if (status == 0 && keep.status != GEOMS_INITIAL_DEPENDENT)
        status = blame_violated (run, t, fine, keep.status);
    if (status != 0)
        return status;
    run->report = keep;
    return keep.status;
}

/* what counts for step_of_all, where geoms_consistent_look has been */
static double violation_of (const GeomsRun *run, int conditions_alone, double of_all)
{
    int row;

    return conditions_alone ? geoms_conditions_violation (&run->consistency_work,
                                                          run->consistency_work.value, &row)
                            : of_all;
}

/* One step of Gauss and Newton for conditions, alone or together with the constraints, halved until
 * they are violated less. -> 1, 0 if no step helps, or an IDID */
static int step_of_all (GeomsRun *run, double t, double *x, int conditions_alone, double violation)
{
    GeomsConsistency *s = &run->consistency_work;
    GeomsProjected *p = run->consistency;
    const GeomsEquations *e = &run->eq;
    const int n = e->n, na = e->na, rows = na + s->rows;
    double after, *B = s->rows_of_all, *r = s->residual_of_all;

    for (int i = 0; i < rows; i++) {
        /* rows gII, hI hold l where it is solved for: they have no columns for it */
        const int of_k = i >= na, hidden = p->multipliers.used && i >= e->r_gII && i < e->r_gI,
                  left_out = ! of_k && (conditions_alone || hidden || (i >= e->r_e && i < e->r_c));
        const double scale = of_k ? s->scale[i - na] : p->scale[i];
        r[i] = left_out ? 0 : (of_k ? s->value[i - na] : p->base[i]) / scale;
        for (int j = 0; j < n; j++)
            B[(size_t)j * (size_t)rows + (size_t)i]
                = left_out ? 0
                  : of_k   ? s->K[j * s->rows + i - na] / scale
                           : p->J[(size_t)j * (size_t)e->m + (size_t)i] / scale;
    }
    s->all.m = rows;
    if (geoms_block_decompose (&s->all, B, rows, 1e-8) != 0)
        return 0;
    geoms_matvec (n, rows, s->all.inverse, n, r, s->dx);
    memcpy (s->best, x, (size_t)n * sizeof *x);
    for (double step = 1; step > 1e-3; step /= 2) {
        int status;
        for (int j = 0; j < n; j++)
            x[j] = s->best[j] - step * s->dx[j];
        status = geoms_consistent_look (run, t, x, GEOMS_BASE_FILL, &after);
        if (status < 0 && status != GEOMS_NOT_FINITE)
            return status;
        if (status == 0 && violation_of (run, conditions_alone, after) < (1 - step / 8) * violation)
            return 1;
    }
    memcpy (x, s->best, (size_t)n * sizeof *x);
    return 0;
}

/* From the guess over states that meet nothing yet, or the conditions alone: more conditions than
 * there are degrees of freedom may have a solution that is far away along the constraints. */
static int search_over_all (GeomsRun *run, double t, double *x, double fine, int conditions_alone)
{
    double violation = INFINITY;
    int status = 1;

    memcpy (x, run->consistency_work.x0, (size_t)run->eq.n * sizeof *x);
    run->consistency->blocks.rank_tol = fine;
    for (int i = 0; i < MOST_ITERATIONS && status > 0; i++) {
        status = geoms_consistent_look (run, t, x, GEOMS_BASE_FILL, &violation);
        violation = violation_of (run, conditions_alone, violation);
        if (status != 0 || violation < 1e-6)
            break;
        status = step_of_all (run, t, x, conditions_alone, violation);
    }
    return status < 0 ? status : search (run, t, x, fine);
}

static int no_solution (int status)
{
    return status == GEOMS_INITIAL_DIVERGES || status == GEOMS_INITIAL_SLOW
           || status == GEOMS_INITIAL_DEPENDENT;
}

int geoms_consistent_search (GeomsRun *run, double t, double *x)
{
    const GeomsConsistency *s = &run->consistency_work;
    const double fine = run->consistency->blocks.rank_tol;
    const int more = s->rows > s->invariants; /* conditions, fixed components */
    int status = search (run, t, x, fine);

    for (int alone = 1; alone >= 0 && no_solution (status) && more; alone--) {
        const GeomsReport keep = run->report;
        const int again = search_over_all (run, t, x, fine, alone);

        if (again == 0 || (! no_solution (again) && again != GEOMS_CONTRADICTION))
            status = again;
        else
            run->report = keep;
    }
    if (no_solution (status) && s->rows > 0)
        status = blame_conditions (run, t, fine);
    run->consistency->blocks.rank_tol = fine;
    return status;
}

int geoms_consistent_correct (GeomsRun *run, double t, double *x)
{
    GeomsConsistency *s = &run->consistency_work;
    int status;

    geoms_conditions_count (run, 0);
    if (s->invariants == 0)
        return geoms_consistent_search (run, t, x);
    memcpy (s->x0, x, (size_t)run->eq.n * sizeof *x);
    status = geoms_consistent_search (run, t, x);
    if (status == 0 || status > GEOMS_INITIAL_DIVERGES || status < GEOMS_INITIAL_DEPENDENT)
        return status;
    /* where its gradient all but vanishes an invariant cannot be corrected */
    memcpy (x, s->x0, (size_t)run->eq.n * sizeof *x);
    s->without_e = 1;
    geoms_conditions_count (run, 0);
    status = geoms_consistent_search (run, t, x);
    s->without_e = 0;
    return status;
}
