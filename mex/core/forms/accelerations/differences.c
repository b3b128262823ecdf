/* differences.c - derivatives that no model gives, by differences of its parts
 *
 *     uode (19c):  C M^-1 C' lambda' = d/dt (C M^-1 (f - C' lambda) + b'') with lambda held, M^-1
 *                  of mass.h, by central differences along (t, r, v, p) + e (1, r', v', Z v)
 *     L' tau:      L = d (C v + b') / dp Z, forward differences along the columns of Z, or from
 *                  blocks_jac, in (3.16) and (3.17) of Petzold, Potra (1992)
 *
 * (3.16) has unique multipliers where [G; L] has full rank only: Lemma 3.1 there.
 */
#include "accelerations.h"

#include <float.h>
#include <math.h>
#include <string.h>

int geoms_differences_create (GeomsAccelerations *s, GeomsArena *arena)
{
    const int both = s->kind->extra == GEOMS_EXTRA_MU_TAU,
              most = s->kind->lambda == GEOMS_LAMBDA_MOVES ? 2 * s->most
                     : both && ! s->exact                  ? s->eq->d.nv
                                                           : 0;
    const int rows = s->eq->d.nl + s->m;

    if (most == 0 && ! both)
        return 0;
    s->differences.t = geoms_arena_reals (arena, (size_t)most);
    s->differences.z = geoms_arena_reals (arena, (size_t)most * (size_t)s->n);
    s->differences.slopes
        = geoms_arena_reals (arena, (size_t)geoms_int_max (s->eq->d.nv * rows, 2 * s->m));
    s->differences.zero = geoms_arena_reals (arena, (size_t)s->eq->d.nv);
    if (both)
        geoms_partition_create (&s->differences.both, GEOMS_PARTITION_SVD, s->eq->d.nv, rows, 1e-6,
                                arena);
    return geoms_parts_create (&s->differences.parts, s->eq, most, arena);
}

/* ---- lambda' ---- */

/* in units of t: by what the unknowns change by the cube root of rounding at most */
static double distance_of (const GeomsAccelerations *s, const double *z, const double *rows)
{
    double speed = 1;

    for (int i = s->m; i < s->eq->n; i++) {
        const double size = s->increment != NULL ? geoms_max (fabs (z[i]), s->increment[i])
                                                 : geoms_max (fabs (z[i]), 1);
        speed = geoms_max (speed, fabs (rows[i]) / size);
    }
    return cbrt (DBL_EPSILON) / speed;
}

/* C M^-1 (f - C' lambda) + b'' at number j of the points beside */
static int second_level (GeomsAccelerations *s, int j, double *row)
{
    const GeomsPart part = geoms_parts_at (&s->differences.parts, j);
    int status;

    status
        = geoms_accelerations_of (s, &part, s->differences.z + (size_t)j * (size_t)s->n, s->work.a);
    geoms_accelerations_second (s, &part, s->work.a, row);
    return status;
}

/* number j: the two points beside it are evaluated */
static int slope_of (GeomsAccelerations *s, int j, double *row)
{
    const GeomsPart part = geoms_parts_at (&s->parts, j);
    const double *t = s->differences.t + 2 * j;
    double *before = s->differences.slopes, *after = s->differences.slopes + s->m;
    int status = second_level (s, 2 * j, before);

    if (status == 0)
        status = second_level (s, 2 * j + 1, after);
    for (int i = 0; i < s->m; i++)
        after[i] = (after[i] - before[i]) / (t[1] - t[0]);
    if (status == 0)
        status = geoms_accelerations_prepare (s, &part);
    if (status == 0)
        status = geoms_accelerations_factor_both (s, &part);
    if (status == 0)
        geoms_accelerations_solve_both (s, &part, s->differences.zero, after, s->work.a, row);
    if (status == 0 && s->mass.singular != GEOMS_MASS_REGULAR) {
        status = geoms_accelerations_factor (s, &part);
        geoms_mass_weigh (&s->mass, after, row);
    }
    return status != 0 ? GEOMS_RETRY : 0;
}

int geoms_differences_lambda (GeomsAccelerations *s, int purpose, int k, const double *t,
                              const double *z, double *rows)
{
    const size_t n = (size_t)s->n;
    int status;

    if (s->m == 0)
        return 0;

    /* the points before and after each state */
    for (int j = 0; j < 2 * k; j++) {
        const size_t at = (size_t)(j / 2) * n;
        const double wanted = (j % 2 ? 1 : -1) * distance_of (s, z + at, rows + at),
                     e = (t[j / 2] + wanted) - t[j / 2]; /* as t is rounded */
        double *point = s->differences.z + (size_t)j * n;

        s->differences.t[j] = t[j / 2] + e;
        memcpy (point, z + at, n * sizeof *z);
        for (int i = s->m; i < s->eq->n; i++)
            point[i] += e * rows[at + (size_t)i];
    }

    /* the second level there */
    status = geoms_parts_evaluate (&s->differences.parts, purpose, 2 * k, s->differences.t,
                                   s->differences.z, s->n);
    for (int j = 0; j < k && status == 0; j++)
        status = slope_of (s, j, rows + (size_t)j * n);
    return status;
}

/* ---- L ---- */

/* The points p + e Z e_l. */
static int around (GeomsAccelerations *s, const GeomsPoint *point, double *unit)
{
    const GeomsEquations *eq = s->eq;
    const int nv = eq->d.nv;
    int status = 0;

    memset (unit, 0, (size_t)nv * sizeof *unit);
    for (int l = 0; l < nv && status == 0; l++) {
        double *z = s->differences.z + (size_t)l * (size_t)s->n, *step = s->work.pdot;

        unit[l] = 1;
        status = geoms_parts_kinematics (&s->parts, point->purpose, point->j, point->t, point->z,
                                         unit, step);
        unit[l] = 0;
        s->differences.t[l] = point->t;
        memcpy (z, point->z, (size_t)s->n * sizeof *z);
        for (int i = 0; i < eq->d.np; i++)
            z[eq->op + i] += sqrt (DBL_EPSILON) * step[i];
    }
    return status;
}

/* column l of L, m x nv, in s->differences.slopes with leading dimension ld */
static int jacobian (GeomsAccelerations *s, const GeomsPoint *point, int ld)
{
    const double *v = point->z + s->eq->o3;
    const int nv = s->eq->d.nv;
    int status;

    if (s->exact)
        return geoms_derivatives_of_velocity (s, point, s->differences.slopes, ld);
    status = around (s, point, s->differences.zero);
    if (status == 0)
        status = geoms_parts_evaluate (&s->differences.parts, point->purpose, nv, s->differences.t,
                                       s->differences.z, s->n);
    for (int l = 0; l < nv && status == 0; l++) {
        const GeomsPart part = geoms_parts_at (&s->differences.parts, l);
        double *column = s->differences.slopes + l * ld;

        geoms_accelerations_first (s, &part, v, column);
        geoms_accelerations_first (s, &point->part, v, s->work.row);
        for (int i = 0; i < s->m; i++)
            column[i] = (column[i] - s->work.row[i]) / sqrt (DBL_EPSILON);
    }
    return status;
}

/* In a batch for the Jacobian L is that of its first point: tau is next to 0, and differences of
 * differences are no more than noise. */
int geoms_differences_product (GeomsAccelerations *s, const GeomsPoint *point, const double *tau,
                               double *y)
{
    const int known = point->purpose == GEOMS_FOR_JACOBIAN && point->j > 0,
              status = known ? 0 : jacobian (s, point, s->m);

    for (int l = 0; l < s->eq->d.nv; l++) {
        y[l] = 0;
        for (int i = 0; i < s->m; i++)
            y[l] += s->differences.slopes[l * s->m + i] * tau[i];
    }
    return status;
}

/* ---- whether mu and tau of (3.16) are unique ---- */

static int not_unique (GeomsAccelerations *s, int status, double t)
{
    GeomsReport *report = s->eq->report;

    report->t = t;
    report->value = s->differences.both.condition;
    return geoms_report (
        report, status,
        "extended-316 has no unique multipliers at t = %.10g: [G; L], L the derivative "
        "of the velocity constraints by p, has %d rows, %d columns and the condition "
        "%.3g there. 'extended-317' and 'projected-invariants' do not need it.",
        t, s->differences.both.m, s->differences.both.n, s->differences.both.condition);
}

/* condition of [G; L] at the point whose parts were evaluated last: infinite with more rows than
 * columns */
static int look_at_both (GeomsAccelerations *s, double t, const double *z)
{
    const int nv = s->eq->d.nv, nl = s->eq->d.nl, rows = nl + s->m;
    const GeomsPoint point = {GEOMS_FOR_METHOD, 0, t, z, geoms_parts_at (&s->parts, 0)};
    int status;

    s->differences.both.condition = INFINITY;
    if (rows > nv)
        return 0;
    status = jacobian (s, &point, rows);
    for (int l = 0; l < nv; l++)
        memcpy (s->differences.slopes + l * rows + s->m, point.part.C + l * s->m,
                (size_t)nl * sizeof *z);
    if (status == 0)
        status = geoms_partition_prepare (&s->differences.both, s->differences.slopes, rows);
    if (s->differences.both.rank < rows)
        s->differences.both.condition = INFINITY;
    return status;
}

int geoms_differences_begin (GeomsAccelerations *s, double t, const double *z)
{
    int status;

    if (s->options->formulation != GEOMS_FORMULATION_EXTENDED_316)
        return 0;
    status = look_at_both (s, t, z);
    s->differences.both_start = s->differences.both.condition;
    return status == 0 && isinf (s->differences.both.condition)
               ? not_unique (s, GEOMS_BAD_FORMULATION, t)
               : status;
}

int geoms_differences_singular (GeomsAccelerations *s, double t)
{
    const double *z = s->linear.points;
    int status;

    if (s->options->formulation != GEOMS_FORMULATION_EXTENDED_316)
        return 0;
    status = geoms_parts_evaluate (&s->parts, GEOMS_FOR_METHOD, 1, &t, z, s->n);
    if (status == 0)
        status = look_at_both (s, t, z);
    return status == 0 && s->differences.both.condition > 20 * s->differences.both_start
               ? not_unique (s, GEOMS_STEP_TOO_SMALL, t)
               : 0;
}
