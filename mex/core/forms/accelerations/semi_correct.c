/* semi_correct.c - the state after a step onto the constraints
 *
 *     p <- p - Z C^- [g; 0]   until g = 0,   v <- v - C^- (C v + b')
 *
 * with C^- of the state before: the remainder of g is of second order, that of the velocities none, for
 * they enter linearly. C^- is that of the partition, or where there is none the smallest in the metric of M,
 * C^- = M^-1 C' (C M^-1 C')^-1: the errors of index 3 and 2 are those of constraint forces, M^-1 C' x, and
 * taking anything else away would leave errors in the motion. Where invariants are kept, too, psf corrects
 * (projection.c).
 */
#include "semi.h"

#include <math.h>
#include <string.h>

enum { MOST_CORRECTIONS = 8 };

static double violation_of (const GeomsSemi *s, const double *g)
{
    const double *scale = s->scale + s->eq->r_c;
    double worst = 0;

    for (int i = 0; i < s->eq->d.nl; i++)
        worst = geoms_max (worst, fabs (g[i]) / scale[i]);
    return worst;
}

static int has_inverse (const GeomsSemi *s) { return s->partition.kind != GEOMS_PARTITION_FULL; }

static int move_positions (GeomsSemi *s, double t, const GeomsPart *part, double *z)
{
    const int nv = s->eq->d.nv, nl = s->eq->d.nl, m = s->m;
    double *b = s->move, *step = s->move + m, *pdot = s->turned;
    int status;

    memset (b, 0, (size_t)(m + nv) * sizeof *b);
    memset (s->a, 0, (size_t)nv * sizeof *b);
    for (int i = 0; i < nl; i++)
        b[i] = has_inverse (s) ? part->g[i] : -part->g[i];
    if (has_inverse (s))
        geoms_matvec (nv, m, s->partition.inverse, nv, b, step);
    else if (geoms_partition_acceleration (&s->partition, part->M, s->a, b, step, NULL) != 0)
        return GEOMS_PROJECTION_FAILS;
    status = geoms_parts_kinematics (&s->parts, GEOMS_FOR_METHOD, 0, t, z, step, pdot);
    for (int i = 0; i < s->eq->d.np && status == 0; i++)
        z[s->eq->op + i] -= pdot[i];
    return status;
}

/* the velocities nearest to v that meet C v + b' = 0, into s->v */
static int nearest_velocities (GeomsSemi *s, const GeomsPart *part, const double *v)
{
    const int nv = s->eq->d.nv;

    if (has_inverse (s)) {
        geoms_partition_velocity (&s->partition, part->b1, v, s->v);
        return 0;
    }
    memset (s->a, 0, (size_t)nv * sizeof *v);
    geoms_add_matvec (nv, nv, part->M, nv, v, s->a);
    return geoms_partition_acceleration (&s->partition, part->M, s->a, part->b1, s->v, NULL) != 0
               ? GEOMS_PROJECTION_FAILS
               : 0;
}

/* at the state that was evaluated last; *moved: v has changed */
static int move_velocities (GeomsSemi *s, const GeomsPart *part, double *v, int *moved)
{
    const int nv = s->eq->d.nv, status = nearest_velocities (s, part, v);
    double change = 0;

    *moved = 0;
    if (status != 0)
        return status;
    for (int i = 0; i < nv; i++)
        change = geoms_max (change, fabs (s->v[i] - v[i]) / geoms_max (1, fabs (v[i])));
    memcpy (v, s->v, (size_t)nv * sizeof *v);
    *moved = change > 1e-15;
    return 0;
}

/* C^-, or C of the full system, where the rows were evaluated last */
static GeomsPart prepare_corrector (GeomsSemi *s)
{
    const GeomsPart part = geoms_parts_at (&s->parts, 0);

    if (! has_inverse (s) || s->batch != 1)
        geoms_partition_prepare (&s->partition, part.C, s->m);
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

/* lambda, mu and extra unknowns that belong to the corrected state, whose rows were evaluated last;
 * without b'' lambda and mu stay */
static int settle (GeomsSemi *s, double t, const GeomsPart *part, double *z, double *rows)
{
    const GeomsSemiPoint point = {GEOMS_FOR_METHOD, 0, t, z, *part};
    int status;

    if (s->kind->lambda == GEOMS_LAMBDA_FOLLOWS) {
        take_multipliers (s, z, rows);
        return 0;
    }
    if (! s->onto->index1
        && geoms_partition_acceleration (&s->partition, part->M, part->f, part->b2, s->a, z) != 0)
        return GEOMS_RETRY;
    geoms_semi_fill (s, z);
    status = geoms_semi_rows_of (s, &point, rows);
    if (status == 0 && s->kind->lambda == GEOMS_LAMBDA_MOVES)
        status = geoms_beside_lambda (s, GEOMS_FOR_METHOD, 1, &t, z, rows);
    return status;
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
    int moved = 0, status = correct_positions (s, t, z, rows);
    GeomsPart part;

    if (status != 0)
        return status;
    part = prepare_corrector (s);
    status = move_velocities (s, &part, z + s->eq->o3, &moved);
    if (status == 0 && moved) {
        status = geoms_semi_rows (s, GEOMS_FOR_METHOD, 1, &t, z, rows);
        part = prepare_corrector (s);
    }
    return status != 0 ? status : settle (s, t, &part, z, rows);
}

static int correct_with_invariants (GeomsSemi *s, double t, double *z, double *rows)
{
    GeomsForm *onto = &s->onto->form;
    int status = onto->ops->linearise (onto, t, z, GEOMS_BASE_FILL);

    if (status == 0)
        status = onto->ops->correct (onto, t, z, GEOMS_JACOBIAN_LAST);
    if (status == 0)
        status = geoms_semi_rows (s, GEOMS_FOR_METHOD, 1, &t, z, rows);
    if (status == 0 && s->kind->lambda == GEOMS_LAMBDA_FOLLOWS)
        take_multipliers (s, z, rows);
    return status;
}

int geoms_semi_approach (GeomsSemi *s, double t, double *z, double *rows)
{
    const size_t size = (size_t)s->n * sizeof *z;
    int status;

    memcpy (s->unmoved, z, size);
    status = correct_alone (s, t, z, rows);
    if (status != GEOMS_PROJECTION_FAILS)
        return status;
    memcpy (z, s->unmoved, size);
    status = geoms_semi_rows (s, GEOMS_FOR_METHOD, 1, &t, z, rows);
    if (status == 0) {
        geoms_semi_settle (s, z);
        take_multipliers (s, z, rows);
    }
    return status;
}

int geoms_semi_correct (GeomsSemi *s, double t, double *z, double *rows)
{
    const int direct = s->direct;
    int status = 0;

    if (s->m == 0 && ! s->onto->projects)
        return 0;
    s->direct = 0; /* C is needed */
    if (direct)
        status = geoms_semi_rows (s, GEOMS_FOR_METHOD, 1, &t, z, rows);
    if (status == 0)
        status = s->onto->projects ? correct_with_invariants (s, t, z, rows)
                                   : correct_alone (s, t, z, rows);
    s->direct = direct;
    return status;
}
