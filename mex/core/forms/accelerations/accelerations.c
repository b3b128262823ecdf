/* accelerations.c - a, lambda and v* at one state, from its parts
 *
 *     C v* + b' = 0                         by partition.c
 *     M a = f - C' lambda,  C a + b'' = 0
 *
 * Orthonormal J all have the same v* and a, and full systems the same a: where M is regular and no
 * rows of C are nearly parallel, in the metric of M^-1 either, without J or another basis
 *
 *     v* = v - C' (C C')^-1 (C v + b')      (C v + b' is small: so is what rounding makes of it)
 *     a by C M^-1 C', saddle.c
 *
 * Else, and by coordinates, which may be chosen badly, a by partition.c.
 *
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

/* ---- with constraints ---- */

/* C M^-1 C' = L D L'; not 0 if another way is needed */
static int factor_by_mass (GeomsAccelerations *s, const GeomsPart *part)
{
    if (s->partition.kind == GEOMS_PARTITION_FIXED
        || (! s->factored && geoms_mass_try (&s->mass, part->M, s->diagonal) != 0))
        return 1;
    s->factored = ! s->eq->mass_varies;
    return geoms_saddle_factor_by_mass (&s->saddle, &s->mass, part->C, s->m);
}

int geoms_accelerations_factor_both (GeomsAccelerations *s, const GeomsPart *part)
{
    s->by_mass = factor_by_mass (s, part) == 0;
    return s->by_mass ? 0 : geoms_partition_factor (&s->partition, part->M);
}

void geoms_accelerations_solve_both (GeomsAccelerations *s, const GeomsPart *part, const double *f,
                                     const double *b2, double *a, double *lambda)
{
    if (s->by_mass)
        geoms_saddle_solve (&s->saddle, f, b2, a, lambda);
    else
        geoms_partition_solve (&s->partition, part->M, f, b2, a, lambda);
}

/* pivots of C C' that are relatively smaller are left to a decomposition of C, which tells ranks:
 * rows that depend on each other but for 1e-4 */
static const double PARALLEL = 1e-8;

/* v* by C C' = L D L'; not 0 if C is to be decomposed */
static int nearest (GeomsAccelerations *s, const GeomsPart *part, const double *v, double *v_new)
{
    const int m = s->m, nv = s->eq->d.nv;
    double *W = s->work.gram, *y = s->work.row;

    memmove (v_new, v, (size_t)nv * sizeof *v);
    if (s->partition.kind == GEOMS_PARTITION_FULL)
        return 0;
    geoms_saddle_gram (m, nv, part->C, part->C, m, W);
    for (int i = 0; i < m; i++)
        y[i] = W[i * (m + 1)];
    if (geoms_ldl (m, W, y, 1, PARALLEL) != 0)
        return 1;
    memcpy (y, part->level, (size_t)m * sizeof *y);
    geoms_ldl_solve (m, W, y);
    geoms_subtract_transposed (m, nv, part->C, y, v_new);
    return 0;
}

/* without a decomposition of C; not 0 if there is to be one */
static int solve_lightly (GeomsAccelerations *s, const GeomsPart *part, const double *v,
                          double *v_new)
{
    s->light = s->by_mass = factor_by_mass (s, part) == 0 && nearest (s, part, v, v_new) == 0;
    return ! s->light;
}

int geoms_accelerations_prepare (GeomsAccelerations *s, const GeomsPart *part)
{
    s->light = 0;
    return geoms_partition_prepare (&s->partition, part->C, s->m);
}

int geoms_accelerations_solve (GeomsAccelerations *s, const GeomsPart *part, const double *v,
                               double *v_new, double *a, double *lambda)
{
    const int damps = s->options->formulation == GEOMS_FORMULATION_BAUMGARTE;
    const double *b2;
    int status;

    if (s->m == 0) {
        memmove (v_new, v, (size_t)s->eq->d.nv * sizeof *v);
        return divide (s, part, NULL, a);
    }
    if (solve_lightly (s, part, v, v_new) != 0) {
        if ((status = geoms_accelerations_prepare (s, part)) != 0)
            return status;
        geoms_partition_velocity (&s->partition, part->b1, v, v_new);
        if ((status = geoms_accelerations_factor_both (s, part)) != 0)
            return status;
    }
    b2 = damps ? damped (s, part, v) : part->b2;
    geoms_accelerations_solve_both (s, part, part->f, b2, a, lambda != NULL ? lambda : s->work.l);
    return 0;
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
