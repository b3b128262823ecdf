/* accelerations.c - a, lambda and v* at one state, from its parts
 *
 *     M a = f - C' lambda,  C a + b'' = 0,  C v* + b' = 0      by partition.c
 *     lambda given          a = M^-1 (f - C' lambda)           by mass.c, also of a singular M
 *     baumgarte             b'' + 2 alpha (C v + b') + beta^2 [g; 0] for b''
 *     without constraints   a = M^-1 f,  v* = v                M^-1 once if M is constant
 *
 * baumgarte: Comput. Methods Appl. Mech. Engrg. 1 (1972).
 */
#include "accelerations.h"

#include <math.h>
#include <string.h>

/* ---- levels and forces ---- */

void geoms_accelerations_second (const GeomsAccelerations *s, const GeomsPart *part,
                                 const double *a, double *row)
{
    memcpy (row, part->b2, (size_t)s->m * sizeof *row);
    geoms_add_matvec (s->m, s->eq->d.nv, part->C, s->m, a, row);
}

void geoms_accelerations_first (const GeomsAccelerations *s, const GeomsPart *part, const double *v,
                                double *row)
{
    memcpy (row, part->b1, (size_t)s->m * sizeof *row);
    geoms_add_matvec (s->m, s->eq->d.nv, part->C, s->m, v, row);
}

void geoms_accelerations_forces (const GeomsAccelerations *s, const GeomsPart *part,
                                 const double *lambda, double *y)
{
    geoms_minus_transposed (s->m, s->eq->d.nv, part->C, lambda, part->f, y);
}

/* b'' + 2 alpha (C v + b') + beta^2 [g; 0]; alpha < 0 where time runs backwards */
static const double *damped (GeomsAccelerations *s, const GeomsPart *part, const double *v)
{
    const double alpha = s->direction * s->options->baumgarte_alpha,
                 beta = s->options->baumgarte_beta;
    double *b2 = s->work.row;

    geoms_accelerations_first (s, part, v, b2);
    for (int i = 0; i < s->m; i++)
        b2[i] = part->b2[i] + 2 * alpha * b2[i] + (i < s->eq->d.nl ? beta * beta * part->g[i] : 0);
    return b2;
}

/* ---- by the mass matrix ---- */

int geoms_accelerations_factor (GeomsAccelerations *s, const GeomsPart *part)
{
    int status;

    if (s->factored)
        return 0;
    status = geoms_mass_factor (&s->mass, part->M, part->C, s->m, s->diagonal);
    s->factored
        = status == 0 && ! s->eq->mass_varies && s->mass.singular == GEOMS_MASS_REGULAR;
    return status == 0 && s->mass.singular == GEOMS_MASS_FREE ? GEOMS_MASS_SINGULAR : status;
}

/* 0, or what mass.h says */
static int divide (GeomsAccelerations *s, const GeomsPart *part, const double *lambda, double *a)
{
    int status;

    geoms_accelerations_forces (s, part, lambda, a);
    status = geoms_accelerations_factor (s, part);
    if (status == 0)
        geoms_mass_solve (&s->mass, part->b2, a);
    return status;
}

int geoms_accelerations_of (GeomsAccelerations *s, const GeomsPart *part, const double *lambda,
                            double *a)
{
    s->refused = divide (s, part, lambda, a);
    return s->refused != 0 ? GEOMS_RETRY : 0;
}

/* ---- by the partition ---- */

int geoms_accelerations_solve (GeomsAccelerations *s, const GeomsPart *part, const double *v,
                               double *v_new, double *a, double *lambda)
{
    const int damps = s->options->formulation == GEOMS_FORMULATION_BAUMGARTE;
    int status;

    if (s->m == 0) {
        memmove (v_new, v, (size_t)s->eq->d.nv * sizeof *v);
        return divide (s, part, NULL, a);
    }
    if ((status = geoms_partition_prepare (&s->partition, part->C, s->m)) != 0)
        return status;
    geoms_partition_velocity (&s->partition, part->b1, v, v_new);
    return geoms_partition_acceleration (&s->partition, part->M, part->f,
                                         damps ? damped (s, part, v) : part->b2, a, lambda);
}

int geoms_accelerations_move_velocities (GeomsAccelerations *s, double *z)
{
    const int nv = s->eq->d.nv;
    double *v = z + s->eq->o3, *v_new = s->work.v;
    GeomsPart part;
    int changed = 0;

    if (s->m == 0 || s->kind->lambda != GEOMS_LAMBDA_FOLLOWS
        || s->partition.kind == GEOMS_PARTITION_FULL)
        return 0;
    part = geoms_parts_at (&s->parts, 0);
    geoms_partition_velocity (&s->partition, part.b1, v, v_new);
    for (int i = 0; i < nv; i++)
        changed
            |= fabs (v_new[i] - v[i]) > 1e-15 * geoms_max (1, fabs (v[i])); /* beyond rounding */
    memcpy (v, v_new, (size_t)nv * sizeof *v);
    return changed;
}
