/* semi.c - the right-hand sides s (t, z) of the forms that solve for the accelerations
 *
 * A fixed choice of independent coordinates is the user's, or made by pivoting and renewed between two
 * steps when the larger one of the condition of C_d and the entries of J = [C_d^-1 C_i; I] exceeds
 * PartitionLimit times what it was when they were chosen (19), and pivoting finds better ones.
 */
#include "semi.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- which formulations, and what they are made of ---- */

int geoms_semi_is (int formulation) { return formulation > GEOMS_FORMULATION_PSI1; }

int geoms_semi_unknowns (const GeomsEquations *eq, int formulation)
{
    return eq->n + (formulation == GEOMS_FORMULATION_INDEX1_IMPLICIT ? eq->d.nv : 0);
}

static int partition_kind (int formulation)
{
    return formulation == GEOMS_FORMULATION_PARTITION_FIXED ? GEOMS_PARTITION_FIXED
           : formulation == GEOMS_FORMULATION_PARTITION_QR  ? GEOMS_PARTITION_QR
           : formulation == GEOMS_FORMULATION_PARTITION_SVD ? GEOMS_PARTITION_SVD
           : formulation == GEOMS_FORMULATION_PSF           ? GEOMS_PARTITION_SVD
                                                            : GEOMS_PARTITION_FULL;
}

/* Off the constraints, by errors of the method, rows that depend on each other do so less: the SVD needs a
 * tolerance above that. */
static double tolerance_of (int kind, double rank_tol)
{
    return kind == GEOMS_PARTITION_SVD && rank_tol == 0 ? 1e-6 : rank_tol;
}

static int is_partition (const GeomsSemi *s) { return ! s->explicit_rows && ! s->implicit_rows; }

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
        s->dependent[i] = i < s->m || i >= s->eq->n;
    geoms_semi_form (s);
}

int geoms_semi_create (GeomsSemi *s, GeomsEquations *eq, const GeomsOptions *options,
                       int explicit_method, const int *independent, const double *increment,
                       GeomsProjected *onto, GeomsArena *arena)
{
    const int nv = eq->d.nv, formulation = options->formulation,
              kind = partition_kind (formulation);
    int status;

    s->eq = eq;
    s->options = options;
    s->onto = onto;
    s->implicit_rows = formulation == GEOMS_FORMULATION_INDEX1_IMPLICIT;
    s->explicit_rows = formulation == GEOMS_FORMULATION_INDEX1_EXPLICIT && ! explicit_method;
    s->m = eq->d.nl + eq->d.nm;
    s->n = geoms_semi_unknowns (eq, formulation);
    s->most = geoms_int_max (s->n + 1, GEOMS_CHUNK);
    status = geoms_parts_create (&s->parts, eq, s->most, arena);
    geoms_partition_create (&s->partition, kind, nv, s->m, tolerance_of (kind, options->rank_tol),
                            arena);
    s->partition.brief = 1;
    s->condition = NAN;
    geoms_partition_create (&s->minimal, GEOMS_PARTITION_SVD, nv, s->m,
                            tolerance_of (GEOMS_PARTITION_SVD, options->rank_tol), arena);
    s->minimal.brief = 1;
    s->corrector = s->partition.kind == GEOMS_PARTITION_FULL ? &s->minimal : &s->partition;
    s->move = geoms_arena_reals (arena, (size_t)(nv + s->m));
    s->turned = geoms_arena_reals (arena, (size_t)eq->d.np);
    geoms_factor_create (&s->mass, nv, 0, 0, arena);
    s->v = geoms_arena_reals (arena, (size_t)nv);
    s->a = geoms_arena_reals (arena, (size_t)nv);
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

/* ---- the rows of one point ---- */

/* lambda; a and v* in s->a, s->v. 0, or what partition.h says */
static int solve_part (GeomsSemi *s, const GeomsPart *part, const double *v, double *lambda)
{
    int status = geoms_partition_prepare (&s->partition, part->C, s->m);

    if (status != 0)
        return status;
    geoms_partition_velocity (&s->partition, part->b1, v, s->v);
    return geoms_partition_acceleration (&s->partition, part->M, part->f, part->b2, s->a, lambda);
}

/* y = f - C' lambda */
static void forces (const GeomsSemi *s, const GeomsPart *part, const double *lambda, double *y)
{
    const double *C = part->C;

    for (int l = 0; l < s->eq->d.nv; l++, C += s->m) {
        double sum = part->f[l];
        for (int i = 0; i < s->m; i++)
            sum -= C[i] * lambda[i];
        y[l] = sum;
    }
}

/* the second derivative of the constraints for the accelerations a */
static void acceleration_level (const GeomsSemi *s, const GeomsPart *part, const double *a, double *row)
{
    memcpy (row, part->b2, (size_t)s->m * sizeof *row);
    geoms_add_matvec (s->m, s->eq->d.nv, part->C, s->m, a, row);
}

/* M^-1 y; GEOMS_RETRY if M is singular */
static int divide_by_mass (GeomsSemi *s, const GeomsPart *part, double *y)
{
    const size_t nv = (size_t)s->eq->d.nv;

    memcpy (s->mass.re, part->M, nv * nv * sizeof (double));
    if (geoms_factor (&s->mass) != 0)
        return GEOMS_RETRY;
    geoms_factor_solve (&s->mass, y, NULL);
    return 0;
}

/* rows of lambda, v and a of one point, and the velocities that go into p' */
static int rows_of (GeomsSemi *s, const GeomsPart *part, const double *z, double *row)
{
    const GeomsEquations *e = s->eq;
    const int nv = e->d.nv;
    const double *v = z + e->o3, *a = s->a;
    int status = 0;

    memcpy (s->v, v, (size_t)nv * sizeof *v);
    if (is_partition (s)) {
        status = s->refused = solve_part (s, part, v, row);
        for (int i = 0; i < s->m; i++)
            row[i] -= z[i];
    } else if (s->explicit_rows) {
        forces (s, part, z, s->a);
        status = divide_by_mass (s, part, s->a);
        acceleration_level (s, part, s->a, row);
    } else {
        a = z + e->n;
        acceleration_level (s, part, a, row);
        forces (s, part, z, row + e->n);
        for (int j = 0; j < nv; j++)
            for (int i = 0; i < nv; i++)
                row[e->n + i] -= part->M[j * nv + i] * a[j];
    }
    memcpy (row + e->o2, part->b, (size_t)e->d.nr * sizeof *row);
    memcpy (row + e->o3, a, (size_t)nv * sizeof *row);
    return status != 0 ? GEOMS_RETRY : 0;
}

int geoms_semi_rows (GeomsSemi *s, int purpose, int k, const double *t, const double *z,
                     double *rows)
{
    const GeomsEquations *e = s->eq;
    const size_t n = (size_t)s->n;
    int status = geoms_parts_evaluate (&s->parts, purpose, k, t, z, s->n);

    s->refused = 0;
    s->batch = k;
    for (int j = 0; j < k && status == 0; j++) {
        const GeomsPart part = geoms_parts_at (&s->parts, j);
        const double *zj = z + (size_t)j * n;
        double *row = rows + (size_t)j * n;

        status = rows_of (s, &part, zj, row);
        if (status == 0)
            status = geoms_parts_kinematics (&s->parts, purpose, j, t[j], zj, s->v, row + e->op);
    }
    if (status == 0 && purpose != GEOMS_FOR_STAGES && ! geoms_finite ((size_t)k * n, rows))
        return GEOMS_RETRY;
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
                         "C_d is singular there (condition %.3g).", names, t,
                         s->partition.condition);
}

/* a status of partition.h in words */
static int refusal (GeomsSemi *s, int status, double t)
{
    GeomsReport *report = s->eq->report;

    report->t = t;
    if (status == GEOMS_PARTITION_SINGULAR)
        return choice_is_singular (s, t);
    if (status == GEOMS_PARTITION_RANK)
        return geoms_report (report, status, "The rows of the constraints depend on each other at "
                             "t = %.10g, their number is %d, their rank %d: this formulation needs "
                             "independent rows.", t, s->m, s->partition.rank);
    if (status == GEOMS_MASS_SINGULAR)
        return geoms_report (report, status, "The mass matrix is singular on the motions that the "
                             "constraints allow, at t = %.10g.", t);
    return geoms_report (report, status, "The constraint Jacobian could not be decomposed at "
                         "t = %.10g.", t);
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
                         "constraints there must be %d.", count, nv, s->m, nv - s->m);
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

/* accelerations of (10) from the full system (8), for the multipliers of z */
static void fill_accelerations (GeomsSemi *s, double *z)
{
    if (s->implicit_rows)
        memcpy (z + s->eq->n, s->a, (size_t)s->eq->d.nv * sizeof *z);
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

/* where the motion is at t: C was decomposed last there */
static void note_condition (GeomsSemi *s, double t)
{
    geoms_partition_condition (&s->partition);
    s->condition = s->partition.condition;
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
    status = solve_part (s, &part, z + s->eq->o3, is_partition (s) ? z : NULL);
    if (status != 0)
        return refusal (s, status, t);
    geoms_partition_prepare (s->corrector, part.C, s->m);
    s->corrector->expected = s->corrector->rank;
    fill_accelerations (s, z);
    if (s->partition.kind != GEOMS_PARTITION_FULL) { /* its condition is not known */
        note_condition (s, t);
        s->chosen = is_fixed (s) && ! s->given ? badness (s) : s->condition;
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
    return solve_part (s, part, x + s->eq->o3, x) != 0 ? GEOMS_RETRY : 0;
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

void geoms_semi_arrive (GeomsSemi *s, double t)
{
    const double *C = geoms_parts_at (&s->parts, 0).C;

    if (s->partition.kind == GEOMS_PARTITION_FULL)
        return;
    if (s->batch != 1)
        geoms_partition_prepare (&s->partition, C, s->m);
    note_condition (s, t);
    if (is_fixed (s))
        note_passing (s, t);
    if (is_fixed (s) && ! s->given && badness (s) > s->options->partition_limit * s->chosen)
        renew_choice (s, C);
    s->t_seen = t;
}

int geoms_semi_settle (GeomsSemi *s, double *z)
{
    const int nv = s->eq->d.nv;
    double *v = z + s->eq->o3;
    GeomsPart part;
    int changed = 0;

    if (! is_partition (s) || s->partition.kind == GEOMS_PARTITION_FULL)
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

int geoms_semi_singular (GeomsSemi *s, double t)
{
    if (s->given && s->partition.condition > 1e6 * s->chosen)
        return choice_is_singular (s, t);
    return s->refused == GEOMS_PARTITION_RANK || s->refused == GEOMS_MASS_SINGULAR
               ? refusal (s, s->refused, t)
               : 0;
}

/* ---- projection ----
 *
 *     p <- p - Z C^- [g; 0]   until g = 0,   v <- v - C^- (C v + b')
 *
 * with C^- of the state before: the remainder of g is of second order, that of the velocities none, for
 * they enter linearly. Where invariants are kept, too, psf corrects (projection.c). */

enum { MOST_CORRECTIONS = 8 };

static double violation_of (const GeomsSemi *s, const double *g)
{
    const double *scale = s->onto->form.scale + s->eq->r_c;
    double worst = 0;

    for (int i = 0; i < s->eq->d.nl; i++)
        worst = geoms_max (worst, fabs (g[i]) / scale[i]);
    return worst;
}

static int move_positions (GeomsSemi *s, double t, const GeomsPart *part, double *z)
{
    const int nv = s->eq->d.nv, m = s->m;
    double *b = s->move, *step = s->move + m, *pdot = s->turned;
    int status;

    memset (b, 0, (size_t)m * sizeof *b);
    memcpy (b, part->g, (size_t)s->eq->d.nl * sizeof *b);
    memset (step, 0, (size_t)nv * sizeof *b);
    geoms_matvec (nv, m, s->corrector->inverse, nv, b, step);
    status = geoms_parts_kinematics (&s->parts, GEOMS_FOR_METHOD, 0, t, z, step, pdot);
    for (int i = 0; i < s->eq->d.np && status == 0; i++)
        z[s->eq->op + i] -= pdot[i];
    return status;
}

/* v* of the corrector at the state that was evaluated last; not 0 if it differs from v */
static int move_velocities (GeomsSemi *s, const GeomsPart *part, double *v)
{
    const int nv = s->eq->d.nv;
    double change = 0;

    geoms_partition_velocity (s->corrector, part->b1, v, s->v);
    for (int i = 0; i < nv; i++)
        change = geoms_max (change, fabs (s->v[i] - v[i]) / geoms_max (1, fabs (v[i])));
    memcpy (v, s->v, (size_t)nv * sizeof *v);
    return change > 1e-15;
}

/* C^- where the rows were evaluated last, and of the full system for the first time */
static GeomsPart prepare_corrector (GeomsSemi *s)
{
    const GeomsPart part = geoms_parts_at (&s->parts, 0);

    if (s->corrector == &s->minimal || s->batch != 1)
        geoms_partition_prepare (s->corrector, part.C, s->m);
    s->batch = 1;
    return part;
}

/* from the rows l (t, p, v, r) - lambda */
static void take_multipliers (const GeomsSemi *s, double *z, double *rows)
{
    for (int i = 0; i < s->m; i++) {
        z[i] += rows[i];
        rows[i] = 0;
    }
}

/* lambda, mu and a that belong to the corrected state, whose rows were evaluated last */
static int settle (GeomsSemi *s, const GeomsPart *part, double *z, double *rows)
{
    if (is_partition (s)) {
        take_multipliers (s, z, rows);
        return 0;
    }
    if (geoms_partition_acceleration (s->corrector, part->M, part->f, part->b2, s->a, z) != 0)
        return GEOMS_RETRY;
    fill_accelerations (s, z);
    return rows_of (s, part, z, rows);
}

/* positions with g = 0; the rows there */
static int correct_positions (GeomsSemi *s, double t, double *z, double *rows)
{
    const double limit = 10 * s->options->rounding, enough = 1e4 * limit;
    GeomsPart part = prepare_corrector (s);
    double before = INFINITY, violation = violation_of (s, part.g);
    int status = 0;

    for (int i = 0; i < MOST_CORRECTIONS && status == 0 && violation > limit; i++) {
        if (violation >= before && before < enough)
            break; /* rounding does not allow for less */
        before = violation;
        status = move_positions (s, t, &part, z);
        if (status == 0)
            status = geoms_semi_rows (s, GEOMS_FOR_METHOD, 1, &t, z, rows);
        part = prepare_corrector (s);
        violation = violation_of (s, part.g);
    }
    return status == 0 && ! (violation <= enough) ? GEOMS_PROJECTION_FAILS : status;
}

static int correct_alone (GeomsSemi *s, double t, double *z, double *rows)
{
    int status = correct_positions (s, t, z, rows);
    GeomsPart part;

    if (status != 0)
        return status;
    part = prepare_corrector (s);
    if (move_velocities (s, &part, z + s->eq->o3)) {
        status = geoms_semi_rows (s, GEOMS_FOR_METHOD, 1, &t, z, rows);
        part = prepare_corrector (s);
    }
    return status != 0 ? status : settle (s, &part, z, rows);
}

static int correct_with_invariants (GeomsSemi *s, double t, double *z, double *rows)
{
    GeomsForm *onto = &s->onto->form;
    int status = onto->ops->linearise (onto, t, z, GEOMS_BASE_FILL);

    if (status == 0)
        status = onto->ops->correct (onto, t, z, 1);
    if (status == 0)
        status = geoms_semi_rows (s, GEOMS_FOR_METHOD, 1, &t, z, rows);
    if (status == 0 && is_partition (s))
        take_multipliers (s, z, rows);
    return status;
}

int geoms_semi_correct (GeomsSemi *s, double t, double *z, double *rows)
{
    if (s->m == 0 && ! s->onto->projects)
        return 0;
    return s->onto->projects ? correct_with_invariants (s, t, z, rows)
                             : correct_alone (s, t, z, rows);
}
