/* correction.c - the state after a step onto the constraints
 *
 *     p <- p - Z C^- [g; 0]   until g = 0,   v <- v - C^- (C v + b')
 *
 * with C^- of the state before: the remainder of g is of second order, that of the velocities none,
 * for they enter linearly. C^- is that of the partition, or where there is none the smallest in the
 * metric of M, C^- = M^-1 C' (C M^-1 C')^-1: the errors of index 3 and 2 are those of constraint
 * forces, M^-1 C' x, and taking anything else away would leave errors in the motion. Where
 * invariants are kept, too, psf corrects (projection.c).
 */
#include "accelerations.h"

#include <math.h>
#include <string.h>

enum { MOST_CORRECTIONS = 8 };

static double violation_of (const GeomsAccelerations *s, const double *g)
{
    const double *scale = s->scale + s->eq->r_c;
    double worst = 0;

    for (int i = 0; i < s->eq->d.nl; i++)
        worst = geoms_max (worst, fabs (g[i]) / scale[i]);
    return worst;
}

static int has_inverse (const GeomsAccelerations *s)
{
    return s->partition.kind != GEOMS_PARTITION_FULL;
}

static int move_positions (GeomsAccelerations *s, double t, const GeomsPart *part, double *z)
{
    const int nv = s->eq->d.nv, nl = s->eq->d.nl, m = s->m;
    double *b = s->work.row, *step = s->work.row + m, *pdot = s->work.pdot;
    int status;

    memset (b, 0, (size_t)(m + nv) * sizeof *b);
    memset (s->work.a, 0, (size_t)nv * sizeof *b);
    for (int i = 0; i < nl; i++)
        b[i] = -part->g[i];
    if (has_inverse (s))
        geoms_partition_particular (&s->partition, b, step);
    else if (geoms_partition_acceleration (&s->partition, part->M, s->work.a, b, step, NULL) != 0)
        return GEOMS_PROJECTION_FAILS;
    status = geoms_parts_kinematics (&s->parts, GEOMS_FOR_METHOD, 0, t, z, step, pdot);
    for (int i = 0; i < s->eq->d.np && status == 0; i++)
        z[s->eq->op + i] -= pdot[i];
    return status;
}

/* the velocities nearest to v that meet C v + b' = 0, into s->work.v */
static int nearest_velocities (GeomsAccelerations *s, const GeomsPart *part, const double *v)
{
    const int nv = s->eq->d.nv;
    double *Mv = s->work.a, *v_new = s->work.v;
    int status;

    if (has_inverse (s)) {
        geoms_partition_velocity (&s->partition, part->b1, v, v_new);
        return 0;
    }
    memset (Mv, 0, (size_t)nv * sizeof *v);
    geoms_add_matvec (nv, nv, part->M, nv, v, Mv);
    status = geoms_partition_acceleration (&s->partition, part->M, Mv, part->b1, v_new, NULL);
    return status != 0 ? GEOMS_PROJECTION_FAILS : 0;
}

/* at the state that was evaluated last; *moved: v has changed */
static int move_velocities (GeomsAccelerations *s, const GeomsPart *part, double *v, int *moved)
{
    const int nv = s->eq->d.nv, status = nearest_velocities (s, part, v);
    double change = 0;

    *moved = 0;
    if (status != 0)
        return status;
    for (int i = 0; i < nv; i++)
        change = geoms_max (change, fabs (s->work.v[i] - v[i]) / geoms_max (1, fabs (v[i])));
    memcpy (v, s->work.v, (size_t)nv * sizeof *v);
    *moved = change > 1e-15;
    return 0;
}

/* C^-, or C of the full system, where the rows were evaluated last */
static GeomsPart prepare_corrector (GeomsAccelerations *s)
{
    const GeomsPart part = geoms_parts_at (&s->parts, 0);

    if (! has_inverse (s) || s->batch != 1 || s->light)
        geoms_accelerations_prepare (s, &part);
    s->batch = 1;
    return part;
}

/* from the rows l (t, p, v, r) - lambda */
static void take_multipliers (const GeomsAccelerations *s, double *z, double *rows)
{
    for (int i = 0; i < s->m; i++) {
        z[i] += rows[i];
        rows[i] = 0;
    }
}

/* lambda, mu and extra unknowns that belong to the corrected state, whose rows were evaluated last;
 * without b'' lambda and mu stay */
static int complete (GeomsAccelerations *s, double t, const GeomsPart *part, double *z,
                     double *rows)
{
    const GeomsPoint point = {GEOMS_FOR_METHOD, 0, t, z, *part};
    double *a = s->work.a;
    int status = 0;

    if (s->kind->lambda == GEOMS_LAMBDA_FOLLOWS) {
        take_multipliers (s, z, rows);
        return 0;
    }
    if (s->projection->second)
        status = geoms_partition_acceleration (&s->partition, part->M, part->f, part->b2, a, z);
    if (status != 0)
        return GEOMS_RETRY;
    geoms_rows_fill_extra (s, a, z);
    status = geoms_rows_of_point (s, &point, rows);
    if (status == 0 && s->kind->lambda == GEOMS_LAMBDA_MOVES)
        status = geoms_differences_lambda (s, GEOMS_FOR_METHOD, 1, &t, z, rows);
    return status;
}

/* positions with g = 0; the rows there */
static int correct_positions (GeomsAccelerations *s, double t, double *z, double *rows)
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
            status = geoms_rows_evaluate (s, GEOMS_FOR_METHOD, 1, &t, z, rows);
        part = prepare_corrector (s);
        violation = violation_of (s, part.g);
    }
    return status == 0 && ! (violation <= enough) ? GEOMS_PROJECTION_FAILS : status;
}

static int correct_alone (GeomsAccelerations *s, double t, double *z, double *rows)
{
    int moved = 0, status = correct_positions (s, t, z, rows);
    GeomsPart part;

    if (status != 0)
        return status;
    part = prepare_corrector (s);
    status = move_velocities (s, &part, z + s->eq->o3, &moved);
    if (status == 0 && moved) {
        status = geoms_rows_evaluate (s, GEOMS_FOR_METHOD, 1, &t, z, rows);
        part = prepare_corrector (s);
    }
    return status != 0 ? status : complete (s, t, &part, z, rows);
}

static int correct_with_invariants (GeomsAccelerations *s, double t, double *z, double *rows)
{
    GeomsForm *psf = s->projection;
    int status = psf->ops->linearise (psf, t, z, GEOMS_BASE_FILL);

    if (status == 0)
        status = psf->ops->correct (psf, t, z, GEOMS_JACOBIAN_LAST);
    if (status == 0)
        status = geoms_rows_evaluate (s, GEOMS_FOR_METHOD, 1, &t, z, rows);
    if (status == 0 && s->kind->lambda == GEOMS_LAMBDA_FOLLOWS)
        take_multipliers (s, z, rows);
    return status;
}

int geoms_correction_if_possible (GeomsAccelerations *s, double t, double *z, double *rows)
{
    const size_t size = (size_t)s->n * sizeof *z;
    int status;

    memcpy (s->work.z, z, size);
    status = correct_alone (s, t, z, rows);
    if (status != GEOMS_PROJECTION_FAILS)
        return status;
    memcpy (z, s->work.z, size);
    status = geoms_rows_evaluate (s, GEOMS_FOR_METHOD, 1, &t, z, rows);
    if (status == 0) {
        geoms_accelerations_move_velocities (s, z);
        take_multipliers (s, z, rows);
    }
    return status;
}

/* z onto the invariants that the model keeps itself */
static int keep (GeomsAccelerations *s, double t, double *z, double *rows)
{
    const int status = geoms_equations_keep (s->eq, t, z);

    if (status > 0)
        return geoms_report (s->eq->report, GEOMS_PROJECTION_FAILS,
                             "The invariants could not be met at t = %.10g.", t);
    return status != 0 ? status : geoms_rows_evaluate (s, GEOMS_FOR_METHOD, 1, &t, z, rows);
}

int geoms_correction (GeomsAccelerations *s, double t, double *z, double *rows)
{
    const int from_rda = s->from_rda;
    int status = 0;

    if (s->eq->rates)
        return keep (s, t, z, rows);
    if (s->m == 0 && ! s->projection->invariants)
        return 0;
    s->from_rda = 0; /* C is needed */
    if (from_rda)
        status = geoms_rows_evaluate (s, GEOMS_FOR_METHOD, 1, &t, z, rows);
    if (status == 0)
        status = s->projection->invariants ? correct_with_invariants (s, t, z, rows)
                                           : correct_alone (s, t, z, rows);
    s->from_rda = from_rda;
    return status;
}
