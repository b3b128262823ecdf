/* semi.c - forms that solve for the accelerations: choice of coordinates, start, what a step tells
 *
 * A fixed choice of independent coordinates is the user's, or made by pivoting and renewed between two
 * steps when the larger one of the condition of C_d and the entries of J = [C_d^-1 C_i; I] exceeds
 * PartitionLimit times what it was when they were chosen (19), and pivoting finds better ones.
 *
 * Where the motion comes to a singular position, g = e instead of g = 0 has other solutions than those beside
 * g = 0: two branches that cross there become two that turn away from each other at a distance of sqrt (e), and a
 * motion that has drifted by e may turn with them. There positions are corrected at each step, whether or not the
 * method projects. What comes closer than the tolerance below has lost a row, and its accelerations are not those
 * of the system: such stages are refused.
 */
#include "semi.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- which formulations, and what they are made of ---- */

int geoms_semi_is (int formulation) { return ! geoms_formulation_entry (formulation)->projected; }

static int extra_unknowns (const GeomsEquations *eq, const GeomsSemiKind *kind)
{
    switch (kind->extra) {
    case GEOMS_EXTRA_A:
        return eq->d.nv;
    case GEOMS_EXTRA_ETA:
        return eq->d.nl;
    case GEOMS_EXTRA_MU_TAU:
        return 2 * eq->d.nl + eq->d.nm;
    default:
        return 0;
    }
}

int geoms_semi_unknowns (const GeomsEquations *eq, int formulation)
{
    return eq->n + extra_unknowns (eq, geoms_semi_kind (formulation, 0));
}

/* The SVD tells rows that are redundant from others at the start, where the constraints are met: the default of
 * RankTol. Along the motion errors of the method make them depend on each other less, but their number is known. */
static double tolerance_of (int kind, double rank_tol)
{
    return kind == GEOMS_PARTITION_SVD && rank_tol == 0 ? 1e-10 : rank_tol;
}

/* A row is lost when it counts a millionth of what it did at the start: closer to a singular position errors of
 * 1e-12, the square of that, change the direction of the motion. Never below 1e-12, that of partition.h. */
void geoms_semi_expect (GeomsSemi *s, double condition)
{
    const int kind = s->partition.kind;

    if ((kind == GEOMS_PARTITION_SVD || kind == GEOMS_PARTITION_QR) && s->options->rank_tol == 0 && condition >= 1)
        s->partition.tol = geoms_max (1e-12, 1e-6 / condition);
}

/* From that multiple of the smallest condition on, positions are corrected at each step: singular positions are
 * at a distance of 0.1 then, whose square is far more than what steps drift at all usual tolerances. */
static const double near_condition = 10;

static int follows (const GeomsSemi *s) { return s->kind->lambda == GEOMS_LAMBDA_FOLLOWS; }

static int is_fixed (const GeomsSemi *s) { return s->partition.kind == GEOMS_PARTITION_FIXED; }

static void create_implicit (GeomsSemi *s, const double *increment, GeomsArena *arena)
{
    const size_t n = (size_t)s->n, most = (size_t)s->most;

    s->increment = increment;
    s->J = geoms_arena_reals (arena, n * n);
    s->base = geoms_arena_reals (arena, n);
    s->points = geoms_arena_reals (arena, n * most);
    s->rows = geoms_arena_reals (arena, n * most);
    s->times = geoms_arena_reals (arena, most);
    s->dependent = geoms_arena_ints (arena, n);
    for (int slot = 0; slot < 2; slot++)
        geoms_factor_create (&s->E[slot], s->n, slot, 0, arena);
    for (int i = 0; i < s->n && s->dependent != NULL; i++)
        s->dependent[i] = i < s->first || i >= s->eq->n;
    geoms_semi_form (s);
}

int geoms_semi_create (GeomsSemi *s, GeomsEquations *eq, const GeomsOptions *options,
                       int explicit_method, const int *independent, const double *increment,
                       GeomsProjected *onto, GeomsArena *arena)
{
    const GeomsSemiKind *rows = geoms_semi_kind (options->formulation, explicit_method);
    const int nv = eq->d.nv, kind = rows->partition;
    int status;

    s->eq = eq;
    s->options = options;
    s->onto = onto;
    s->scale = onto != NULL ? onto->form.scale : NULL;
    s->kind = rows;
    s->m = eq->d.nl + eq->d.nm;
    s->n = eq->n + extra_unknowns (eq, rows);
    s->direction = 1;
    s->direct = rows->level > 0 && eq->model->parts == NULL;
    s->first = rows->lambda == GEOMS_LAMBDA_MOVES ? 0 : s->m;
    s->most = geoms_int_max (s->n + 1, GEOMS_CHUNK);
    status = geoms_parts_create (&s->parts, eq, s->most, arena);
    if (status == 0)
        status = geoms_beside_create (s, arena);
    geoms_partition_create (&s->partition, kind, nv, s->m, tolerance_of (kind, options->rank_tol),
                            arena);
    s->partition.brief = 1;
    s->condition = NAN;
    s->reach = geoms_arena_reals (arena, (size_t)(s->n - eq->n));
    for (int i = 0; i < s->n - eq->n && s->reach != NULL; i++)
        s->reach[i] = 1;
    s->move = geoms_arena_reals (arena, (size_t)(nv + s->m));
    s->turned = geoms_arena_reals (arena, (size_t)eq->d.np);
    geoms_mass_create (&s->mass, nv, s->m, arena);
    s->v = geoms_arena_reals (arena, (size_t)nv);
    s->a = geoms_arena_reals (arena, (size_t)nv);
    s->unmoved = geoms_arena_reals (arena, (size_t)s->n);
    s->kept = geoms_arena_ints (arena, (size_t)nv);
    s->passed_t = geoms_arena_reals (arena, GEOMS_MOST_PASSED);
    s->given = is_fixed (s) && independent != NULL;
    for (int i = 0; i < nv && s->given && ! arena->failed; i++)
        s->partition.independent[i] = independent[i] != 0;
    if (increment != NULL)
        create_implicit (s, increment, arena);
    if (status == 0 && arena->failed)
        status = geoms_report (eq->report, GEOMS_OUT_OF_MEMORY,
                               "There is not enough memory for %d unknowns.", s->n);
    return status;
}

/* ---- start ---- */

/* "v(1), v(3)" of the independent coordinates */
static void name_choice (const GeomsSemi *s, char *text, size_t size)
{
    size_t at = 0;

    text[0] = 0;
    for (int i = 0; i < s->eq->d.nv && at + 16 < size; i++)
        if (s->partition.independent[i])
            at += (size_t)snprintf (text + at, size - at, "%sv(%d)", at > 0 ? ", " : "", i + 1);
}

static int choice_is_singular (GeomsSemi *s, double t)
{
    GeomsReport *report = s->eq->report;
    char names[100];

    name_choice (s, names, sizeof names);
    report->t = t;
    report->value = s->partition.condition;
    return geoms_report (report, GEOMS_PARTITION_SINGULAR,
                         "The independent coordinates %s do not determine the others at t = %.10g: "
                         "C_d is singular there (condition %.3g).",
                         names, t, s->partition.condition);
}

/* M at the point whose parts were evaluated last */
static int refuse_mass (GeomsSemi *s, double t)
{
    const GeomsPart part = geoms_parts_at (&s->parts, 0);
    char names[100];
    const int status = geoms_mass_factor (&s->mass, part.M, part.C, s->m, s->eq->mass_diagonal);

    s->divided = 0;
    if (status != 0)
        return geoms_mass_refused (&s->mass, status, t, s->eq->report);
    if (s->mass.singular != GEOMS_MASS_FREE)
        return geoms_report (s->eq->report, GEOMS_MASS_SINGULAR,
                             "The mass matrix is singular on the motions that the constraints "
                             "allow, at t = %.10g.",
                             t);
    geoms_mass_name_free (&s->mass, names, sizeof names);
    return geoms_report (s->eq->report, GEOMS_MASSLESS,
                         "%s: neither a mass nor a constraint determines the acceleration at "
                         "t = %.10g, which this formulation needs.",
                         names, t);
}

/* a status of partition.h in words */
static int refusal (GeomsSemi *s, int status, double t)
{
    GeomsReport *report = s->eq->report;

    report->t = t;
    if (status == GEOMS_PARTITION_SINGULAR)
        return choice_is_singular (s, t);
    if (status == GEOMS_PARTITION_RANK)
        return geoms_report (report, status,
                             "The rows of the constraints depend on each other at "
                             "t = %.10g, their number is %d, their rank %d: this formulation needs "
                             "independent rows.",
                             t, s->m, s->partition.rank);
    if (status == GEOMS_MASS_SINGULAR || status == GEOMS_MASS_INDEFINITE)
        return refuse_mass (s, t);
    return geoms_report (report, status,
                         "The constraint Jacobian could not be decomposed at "
                         "t = %.10g.",
                         t);
}

static int check_count (GeomsSemi *s)
{
    const int nv = s->eq->d.nv;
    int count = 0;

    for (int i = 0; i < nv; i++)
        count += s->partition.independent[i];
    if (count == nv - s->m)
        return 0;
    return geoms_report (s->eq->report, GEOMS_BAD_OPTION,
                         "%d independent coordinates are given; with %d velocities and %d "
                         "constraints there must be %d.",
                         count, nv, s->m, nv - s->m);
}

static int choose (GeomsSemi *s, double t, const double *C)
{
    if (! is_fixed (s))
        return 0;
    if (s->given)
        return check_count (s);
    if (geoms_partition_choose (&s->partition, C, s->m) < s->m)
        return refusal (s, GEOMS_PARTITION_RANK, t);
    return 0;
}

/* How much faster than an independent coordinate another one moves: the condition does not tell where
 * all of C_d is small, as with one constraint. */
static double largest_ratio (const GeomsSemi *s)
{
    const size_t count = (size_t)s->eq->d.nv * (size_t)s->partition.nfree;
    double largest = 0;

    for (size_t i = 0; i < count; i++)
        largest = geoms_max (largest, fabs (s->partition.J[i]));
    return largest;
}

/* what a choice is judged by: 1 at best */
static double badness (const GeomsSemi *s)
{
    return geoms_max (s->partition.condition, largest_ratio (s));
}

void geoms_semi_fill (const GeomsSemi *s, double *z)
{
    const size_t size = (size_t)(s->n - s->eq->n) * sizeof *z;

    if (s->kind->extra == GEOMS_EXTRA_A)
        memcpy (z + s->eq->n, s->a, size);
    else
        memset (z + s->eq->n, 0, size);
}

int geoms_semi_adapt (GeomsSemi *s, double t, double *z)
{
    double *v = z + s->eq->o3;
    GeomsPart part;
    int status;

    status = geoms_parts_evaluate (&s->parts, GEOMS_FOR_METHOD, 1, &t, z, s->n);
    if (status != 0)
        return status;
    part = geoms_parts_at (&s->parts, 0);
    if (! s->given && (status = choose (s, t, part.C)) != 0)
        return status;
    s->refused = geoms_partition_prepare (&s->partition, part.C, s->m);
    if (s->refused != 0)
        return GEOMS_RETRY;
    geoms_partition_velocity (&s->partition, part.b1, v, s->v);
    memcpy (v, s->v, (size_t)s->eq->d.nv * sizeof *v);
    return 0;
}

/* largest entry of row i of C, or of C M^-1 where M is factorised */
static double reach_of (GeomsSemi *s, const GeomsPart *part, int i, int divided)
{
    const int nv = s->eq->d.nv;
    double *row = s->move, most = 0;

    for (int j = 0; j < nv; j++)
        row[j] = part->C[j * s->m + i];
    if (divided)
        geoms_mass_solve (&s->mass, NULL, row);
    for (int j = 0; j < nv; j++)
        most = geoms_max (most, fabs (row[j]));
    return most > 0 && isfinite (most) ? most : 1;
}

/* eta, mu and tau are not measured by the tolerances of velocities, but G' eta, G' mu, C' tau are, and M^-1 C' tau */
static void note_reach (GeomsSemi *s, const GeomsPart *part)
{
    const int extra = s->kind->extra, nl = s->eq->d.nl, count = s->n - s->eq->n;
    int divided = extra == GEOMS_EXTRA_MU_TAU
                  && s->options->formulation != GEOMS_FORMULATION_PROJECTED_INVARIANTS;

    if (extra != GEOMS_EXTRA_ETA && extra != GEOMS_EXTRA_MU_TAU)
        return;
    divided = divided && geoms_semi_factor (s, part) == 0;
    for (int i = 0; i < count; i++)
        s->reach[i] = i < nl ? reach_of (s, part, i, 0) : reach_of (s, part, i - nl, divided);
}

/* where the motion is at t: C was decomposed last there */
static void note_condition (GeomsSemi *s, double t)
{
    geoms_partition_condition (&s->partition);
    s->condition = s->partition.condition;
    if (s->condition > 0 && ! (s->least > 0 && s->least < s->condition))
        s->least = s->condition;
    if (! (s->condition > s->worst))
        return;
    s->worst = s->condition;
    s->t_worst = t;
}

int geoms_semi_begin (GeomsSemi *s, double t, double *z)
{
    GeomsPart part;
    int status = geoms_parts_check (&s->parts, t, z);

    if (status != 0)
        return status;
    part = geoms_parts_at (&s->parts, 0);
    if ((status = choose (s, t, part.C)) != 0)
        return status;
    note_reach (s, &part);
    status = geoms_semi_solve (s, &part, z + s->eq->o3, follows (s) ? z : NULL);
    if (status != 0)
        return refusal (s, status, t);
    geoms_partition_prepare (&s->partition, part.C, s->m);
    s->partition.expected = s->partition.rank;
    geoms_semi_fill (s, z);
    if ((status = geoms_beside_begin (s, t, z)) != 0)
        return status;
    if (s->partition.kind != GEOMS_PARTITION_FULL) { /* its condition is not known */
        note_condition (s, t);
        s->chosen = is_fixed (s) && ! s->given ? badness (s) : s->condition;
        geoms_semi_expect (s, s->chosen);
    }
    s->sign = s->partition.sign;
    s->t_seen = t;
    return 0;
}

/* ---- along the motion ---- */

/* lambda and mu of one state; coordinates of its own where the user gave none: those of the run may be
 * singular there */
static int multipliers_of (GeomsSemi *s, const GeomsPart *part, double *x)
{
    const int own = is_fixed (s) && ! s->given;

    if (own && geoms_partition_choose (&s->partition, part->C, s->m) < s->m)
        return GEOMS_RETRY;
    return geoms_semi_solve (s, part, x + s->eq->o3, x) != 0 ? GEOMS_RETRY : 0;
}

int geoms_semi_multipliers (GeomsSemi *s, int k, const double *t, double *x, int ldx)
{
    const size_t nv = (size_t)s->eq->d.nv;
    const double condition = s->partition.condition, sign = s->partition.sign;
    int status = geoms_parts_evaluate (&s->parts, GEOMS_FOR_OUTPUT, k, t, x, ldx);

    s->batch = 0;
    memcpy (s->kept, s->partition.independent, nv * sizeof *s->kept);
    for (int j = 0; j < k && status == 0; j++) {
        const GeomsPart part = geoms_parts_at (&s->parts, j);

        status = multipliers_of (s, &part, x + (size_t)j * (size_t)ldx);
    }
    memcpy (s->partition.independent, s->kept, nv * sizeof *s->kept);
    s->partition.condition = condition;
    s->partition.sign = sign;
    return status;
}

static void note_passing (GeomsSemi *s, double t)
{
    if (s->partition.sign * s->sign < 0) {
        if (s->passed < GEOMS_MOST_PASSED)
            s->passed_t[s->passed] = 0.5 * (s->t_seen + t);
        s->passed++;
    }
    s->sign = s->partition.sign != 0 ? s->partition.sign : s->sign;
}

/* Pivoting may find nothing better than what there is. */
static void renew_choice (GeomsSemi *s, const double *C)
{
    int *independent = s->partition.independent, others = 0;
    const size_t size = (size_t)s->eq->d.nv * sizeof *independent;
    const double before = badness (s);

    memcpy (s->kept, independent, size);
    if (geoms_partition_choose (&s->partition, C, s->m) < s->m
        || geoms_partition_prepare (&s->partition, C, s->m) != 0 || ! (badness (s) < before)) {
        memcpy (independent, s->kept, size);
        geoms_partition_prepare (&s->partition, C, s->m);
    }
    for (int i = 0; i < s->eq->d.nv; i++)
        others |= independent[i] != s->kept[i];
    s->switched += others;
    s->chosen = badness (s);
    s->sign = s->partition.sign;
}

/* The C^- of a fixed choice is large wherever the choice is bad, not beside singular positions alone. */
static int may_approach (const GeomsSemi *s)
{
    return s->options->project == GEOMS_PROJECT_AUTO && follows (s)
           && (s->partition.kind == GEOMS_PARTITION_QR || s->partition.kind == GEOMS_PARTITION_SVD);
}

void geoms_semi_arrive (GeomsSemi *s, double t)
{
    const GeomsPart part = geoms_parts_at (&s->parts, 0);
    const double *C = part.C;

    note_reach (s, &part);
    if (s->partition.kind == GEOMS_PARTITION_FULL)
        return;
    if (s->batch != 1)
        geoms_partition_prepare (&s->partition, C, s->m);
    note_condition (s, t);
    s->near = may_approach (s) && s->condition > near_condition * s->least;
    if (is_fixed (s))
        note_passing (s, t);
    if (is_fixed (s) && ! s->given && badness (s) > s->options->partition_limit * s->chosen)
        renew_choice (s, C);
    s->t_seen = t;
}

void geoms_semi_note (GeomsSemi *s, const double *z)
{
    const int nl = s->eq->d.nl, extra = s->kind->extra;

    if (extra != GEOMS_EXTRA_ETA && extra != GEOMS_EXTRA_MU_TAU)
        return;
    for (int i = s->eq->n; i < s->n; i++) {
        double *largest = &s->largest[i >= s->eq->n + nl];
        *largest = geoms_max (*largest, fabs (z[i]));
    }
}

int geoms_semi_settle (GeomsSemi *s, double *z)
{
    const int nv = s->eq->d.nv;
    double *v = z + s->eq->o3;
    GeomsPart part;
    int changed = 0;

    if (! follows (s) || s->partition.kind == GEOMS_PARTITION_FULL)
        return 0;
    part = geoms_parts_at (&s->parts, 0);
    geoms_partition_velocity (&s->partition, part.b1, v, s->v);
    for (int i = 0; i < nv; i++)
        changed |= fabs (s->v[i] - v[i]) > 1e-15 * geoms_max (1, fabs (v[i]));
    memcpy (v, s->v, (size_t)nv * sizeof *v);
    return changed;
}

void geoms_semi_condition (const GeomsSemi *s, double condition[3])
{
    condition[0] = condition[1] = s->condition;
    condition[2] = NAN;
}

int geoms_semi_refusal (GeomsSemi *s, double t) { return refusal (s, s->refused, t); }

/* Rows that were independent at the start, or so many of them, are no longer. */
static int rank_is_lost (GeomsSemi *s, double t)
{
    const GeomsPart part = geoms_parts_at (&s->parts, 0);
    const int before = s->partition.expected;

    return geoms_ranks_reached (s->onto, t, part.C, before, geoms_int_min (s->partition.rank, before - 1));
}

int geoms_semi_singular (GeomsSemi *s, double t)
{
    if ((s->refused == GEOMS_PARTITION_RANK || s->refused == GEOMS_RANK_CHANGED) && s->partition.expected > 0
        && s->onto != NULL)
        return rank_is_lost (s, t);
    if (s->given && s->partition.condition > 1e6 * s->chosen)
        return choice_is_singular (s, t);
    return s->refused == GEOMS_PARTITION_RANK || s->refused == GEOMS_MASS_SINGULAR
                   || s->refused == GEOMS_MASS_INDEFINITE
               ? refusal (s, s->refused, t)
               : geoms_beside_singular (s, t);
}
