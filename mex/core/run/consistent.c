/* consistent.c - a consistent state from a guess
 *
 *     a (t, x) = 0,   k (t, x) = 0      the constraints of all levels, and conditions.c
 *
 * by steps of consistent_step.c from the guess; else from states that meet nothing yet, or the
 * conditions alone. At a start whose search ends far away, or nowhere, guesses beside the given one are
 * tried, too. Where there is no such state, searches with fewer conditions tell which one is to blame.
 */
#include "consistent.h"
#include "forms/projected/projected.h"

#include <math.h>
#include <string.h>

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
    return status != 0 ? status : geoms_consistent_refuse (run, t, diverges, violation);
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

    for (int i = 0; i < GEOMS_CONSISTENT_ITERATIONS; i++) {
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
        status = geoms_consistent_step (run, t, x);
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

    /* all rows, measured by their scales */
    for (int i = 0; i < rows; i++) {
        /* gII, hI hold l where it is solved for: they have no columns for it */
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
    /* the smallest step that meets them */
    s->all.m = rows;
    if (geoms_block_decompose (&s->all, B, rows, 1e-8) != 0)
        return 0;
    geoms_matvec (n, rows, s->all.inverse, n, r, s->dx);
    memcpy (s->best, x, (size_t)n * sizeof *x);
    /* as much of it as helps */
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
    for (int i = 0; i < GEOMS_CONSISTENT_ITERATIONS && status > 0; i++) {
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

/* ---- guesses beside the given one ---- */

enum { GUESSES = 12, GUESSES_OF_MANY = 2, MANY = 100 };

/* the largest change of a position, relative to its size; beyond half a turn an angle is another one */
static const double far_away = 3.2;

static double way_of (const GeomsRun *run, const double *x)
{
    const double *x0 = run->consistency_work.x0;
    double way = 0;

    for (int i = run->eq.op; i < run->eq.n; i++)
        way = geoms_max (way, fabs (x[i] - x0[i]) / geoms_max (run->eq.typical[i], fabs (x0[i])));
    return way;
}

/* positions that are not fixed by up to `size` of theirs, or of one that is not smaller than `least`; the same
 * ones in every run */
static void beside (const GeomsRun *run, double size, double least, unsigned *seed, double *x)
{
    const double *x0 = run->consistency_work.x0;

    memcpy (x, x0, (size_t)run->eq.n * sizeof *x);
    for (int i = run->eq.op; i < run->eq.n; i++) {
        *seed = 1664525u * *seed + 1013904223u;
        if (run->start.fixed == NULL || ! run->start.fixed[i])
            x[i] += size * geoms_max (geoms_max (least, run->eq.typical[i]), fabs (x0[i]))
                    * (*seed / 2147483648.0 - 1);
    }
}

/* From a guess near a singular position the way may lead anywhere, or end: of the states that are found from
 * guesses beside it the one that is nearest, the first that is not far away. Where coordinates are tiny only
 * because a linkage was drawn all but straight, they are no measure: the second half goes by 1. status: of
 * the search from the guess itself, which has come to x. */
static int search_beside (GeomsRun *run, double t, double *x, double fine, int status)
{
    const GeomsReport keep = run->report;
    const int tries = run->eq.n > MANY ? GUESSES_OF_MANY : GUESSES;
    double *found = run->consistency_work.found, least = INFINITY, size = 0.1;
    unsigned seed = 1;

    memcpy (found, x, (size_t)run->eq.n * sizeof *x);
    if (status == 0)
        least = way_of (run, x);
    for (int i = 0; i < tries && least > far_away; i++, size *= 1.25) {
        int again;
        beside (run, size, status == 0 || i < tries / 2 ? 0 : 1, &seed, x);
        again = search (run, t, x, fine);
        if (again == 0 && way_of (run, x) < least) {
            least = way_of (run, x);
            status = 0;
            memcpy (found, x, (size_t)run->eq.n * sizeof *x);
        } else if (again < 0 && ! no_solution (again) && again != GEOMS_NOT_FINITE)
            return again;
    }
    run->report = keep;
    memcpy (x, found, (size_t)run->eq.n * sizeof *x);
    return status;
}

/* begins: x is a guess, which may be far from the state that is sought */
static int find (GeomsRun *run, double t, double *x, int begins)
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
    if (begins && (status == 0 ? way_of (run, x) > far_away : no_solution (status)))
        status = search_beside (run, t, x, fine, status);
    if (no_solution (status) && s->rows > 0)
        status = blame_conditions (run, t, fine);
    run->consistency->blocks.rank_tol = fine;
    return status;
}

int geoms_consistent_search (GeomsRun *run, double t, double *x) { return find (run, t, x, 0); }

int geoms_consistent_start (GeomsRun *run, double t, double *x) { return find (run, t, x, 1); }

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
