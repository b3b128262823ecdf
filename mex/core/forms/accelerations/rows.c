/* rows.c - the rows s (t, z) of each formulation, from the parts of one point, or from rda
 *
 *     a = M^-1 (f - C' lambda) unless another one is said, v* = v goes into p' = Z v*; mass.h has
 *     M^-1, where M is singular with b'' for gamma
 *
 *                        rows of lambda and mu        extra unknowns and their rows
 *     partition          l - lambda, a, v* of accelerations.c
 *     baumgarte          the same of (8) with b'' + 2 alpha (C v + b') + beta^2 [g; 0] for b''
 *     uode (19)          lambda', differences.c
 *     index1 (9)         C a + b''
 *     (10)               C a + b''                    a: f - C' lambda - M a
 *     index2             C v + b'
 *     index3             [g; H v + b']
 *     ggl                C v + b'                     eta: g,  v* = v - G' eta
 *     (3.16)             C a + b''                    mu, tau: g, C v + b', v* = v - G' mu - L' tau
 *     (3.17)             C M^-1 (f - C' lambda) + b'' the same, a = M^-1 (f - C' (lambda + tau))
 *     (3.32)             C M^-1 (f - C' lambda) + b'' mu, tau: g, C v + b', v* = v - G' mu,
 *                                                     a = M^-1 (f - C' lambda) - C' tau
 *
 * lambda of (3.16) is lambda + tau of the publication, the multiplier of the motion (Lemma 3.1).
 * uode, index1, index2, index3 are uODE, EoM_1, EoM_2, EoM of "Index reduction ..." (19), (20),
 * (21), (1); ggl: Gear, Gupta, Leimkuhler, J. Comput. Appl. Math. 12 (1985); baumgarte: Comput.
 * Methods Appl. Mech. Engrg. 1 (1972); (3.16), (3.17), (3.32), with C = G Z where the kinematics
 * are not the identity: "ODAE methods ...", Appl. Numer. Math. 10 (1992); (8) - (10): Kurz,
 * Burkhardt, Eberhard (2011).
 */
#include "accelerations.h"

#include <string.h>

/* ---- one formulation each ---- */

/* not 0 if less rows count than at the start: minimum norm is no answer to a singular position,
 * only to rows that are redundant all along; outputs beside it are what they are */
static int has_lost_rank (const GeomsAccelerations *s, const GeomsPoint *point)
{
    return point->purpose != GEOMS_FOR_OUTPUT && s->partition.kind == GEOMS_PARTITION_SVD
           && ! s->light && s->partition.rank < s->partition.expected;
}

static int partition_rows (GeomsAccelerations *s, const GeomsPoint *point, const GeomsRows *to)
{
    s->refused = geoms_accelerations_solve (s, &point->part, point->z + s->eq->o3, to->v, to->a,
                                            to->row);
    if (s->refused == 0 && has_lost_rank (s, point))
        s->refused = GEOMS_RANK_CHANGED;
    for (int i = 0; i < s->m; i++)
        to->row[i] -= point->z[i];
    return s->refused;
}

/* lambda' comes later */
static int uode_rows (GeomsAccelerations *s, const GeomsPoint *point, const GeomsRows *to)
{
    return geoms_accelerations_of (s, &point->part, point->z, to->a);
}

static int index1_rows (GeomsAccelerations *s, const GeomsPoint *point, const GeomsRows *to)
{
    const int status = geoms_accelerations_of (s, &point->part, point->z, to->a);

    geoms_accelerations_second (s, &point->part, to->a, to->row);
    return status;
}

static int implicit_rows (GeomsAccelerations *s, const GeomsPoint *point, const GeomsRows *to)
{
    const int nv = s->eq->d.nv;
    const double *a = point->z + s->eq->n;
    double *last = to->row + s->eq->n;

    geoms_accelerations_second (s, &point->part, a, to->row);
    geoms_accelerations_forces (s, &point->part, point->z, last);
    for (int j = 0; j < nv; j++)
        for (int i = 0; i < nv; i++)
            last[i] -= point->part.M[j * nv + i] * a[j];
    memcpy (to->a, a, (size_t)nv * sizeof *a);
    return 0;
}

static int index2_rows (GeomsAccelerations *s, const GeomsPoint *point, const GeomsRows *to)
{
    geoms_accelerations_first (s, &point->part, point->z + s->eq->o3, to->row);
    return geoms_accelerations_of (s, &point->part, point->z, to->a);
}

static int index3_rows (GeomsAccelerations *s, const GeomsPoint *point, const GeomsRows *to)
{
    const int status = index2_rows (s, point, to);

    memcpy (to->row, point->part.g, (size_t)s->eq->d.nl * sizeof (double));
    return status;
}

/* y -= C' x over the first `rows` rows of C */
static void subtract (const GeomsAccelerations *s, const GeomsPart *part, int rows, const double *x,
                      double *y)
{
    const double *C = part->C;

    for (int l = 0; l < s->eq->d.nv; l++, C += s->m)
        for (int i = 0; i < rows; i++)
            y[l] -= C[i] * x[i];
}

static int ggl_rows (GeomsAccelerations *s, const GeomsPoint *point, const GeomsRows *to)
{
    const int nl = s->eq->d.nl, n = s->eq->n;

    subtract (s, &point->part, nl, point->z + n, to->v);
    memcpy (to->row + n, point->part.g, (size_t)nl * sizeof (double));
    return index2_rows (s, point, to);
}

/* rows of mu and tau, and v* = v - G' mu */
static void both_levels (GeomsAccelerations *s, const GeomsPoint *point, const GeomsRows *to)
{
    const int nl = s->eq->d.nl, n = s->eq->n;

    memcpy (to->row + n, point->part.g, (size_t)nl * sizeof (double));
    geoms_accelerations_first (s, &point->part, point->z + s->eq->o3, to->row + n + nl);
    subtract (s, &point->part, nl, point->z + n, to->v);
}

/* the same, v* -= L' tau */
static int both_and_L (GeomsAccelerations *s, const GeomsPoint *point, const GeomsRows *to)
{
    const double *tau = point->z + s->eq->n + s->eq->d.nl;
    double *Ltau = s->work.row + s->m;
    int status;

    both_levels (s, point, to);
    status = geoms_differences_product (s, point, tau, Ltau);
    for (int l = 0; l < s->eq->d.nv && status == 0; l++)
        to->v[l] -= Ltau[l];
    return status;
}

static int extended_316_rows (GeomsAccelerations *s, const GeomsPoint *point, const GeomsRows *to)
{
    const int status = index1_rows (s, point, to);

    return status != 0 ? status : both_and_L (s, point, to);
}

static int extended_317_rows (GeomsAccelerations *s, const GeomsPoint *point, const GeomsRows *to)
{
    const double *tau = point->z + s->eq->n + s->eq->d.nl;
    double *sum = s->work.row;
    int status = extended_316_rows (s, point, to);

    for (int i = 0; i < s->m; i++)
        sum[i] = point->z[i] + tau[i];
    return status != 0 ? status : geoms_accelerations_of (s, &point->part, sum, to->a);
}

static int invariants_rows (GeomsAccelerations *s, const GeomsPoint *point, const GeomsRows *to)
{
    const int status = index1_rows (s, point, to);

    both_levels (s, point, to);
    subtract (s, &point->part, s->m, point->z + s->eq->n + s->eq->d.nl, to->a);
    return status;
}

/* ---- all formulations ---- */

#define ROWS(NAME, function, lambda, partition, extra, level, ...) \
    [GEOMS_FORMULATION_##NAME] = {function,                        \
                                  GEOMS_LAMBDA_##lambda,           \
                                  GEOMS_PARTITION_##partition,     \
                                  GEOMS_EXTRA_##extra,             \
                                  {__VA_ARGS__},                   \
                                  level}

const GeomsKind *geoms_rows_kind (int formulation, int explicit_method)
{
    static const GeomsKind kinds[GEOMS_FORMULATION_COUNT]
        = {ROWS (PSF, partition_rows, FOLLOWS, SVD, NONE, 0, 1, 1, 1, 1),
           ROWS (INDEX1_EXPLICIT, index1_rows, SOLVED, FULL, NONE, 3, 1, 1, 1, 1),
           ROWS (INDEX1_IMPLICIT, implicit_rows, SOLVED, FULL, A, 3, 1, 1, 1, 1),
           ROWS (UODE, uode_rows, MOVES, FULL, NONE, 0, 1, 1, 1, 1),
           ROWS (INDEX3, index3_rows, SOLVED, FULL, NONE, 1, 3, 3, 2, 1),
           ROWS (INDEX2, index2_rows, SOLVED, FULL, NONE, 2, 2, 2, 1, 1),
           ROWS (INDEX1, index1_rows, SOLVED, FULL, NONE, 3, 1, 1, 1, 1),
           ROWS (GGL, ggl_rows, SOLVED, FULL, ETA, 2, 2, 2, 1, 2),
           ROWS (BAUMGARTE, partition_rows, FOLLOWS, FULL, NONE, 0, 1, 1, 1, 1),
           ROWS (EXTENDED_316, extended_316_rows, SOLVED, FULL, MU_TAU, 3, 1, 1, 1, 2),
           ROWS (EXTENDED_317, extended_317_rows, SOLVED, FULL, MU_TAU, 3, 1, 1, 1, 2),
           ROWS (PROJECTED_INVARIANTS, invariants_rows, SOLVED, FULL, MU_TAU, 3, 1, 1, 1, 2),
           ROWS (PARTITION_FULL, partition_rows, FOLLOWS, FULL, NONE, 0, 1, 1, 1, 1),
           ROWS (PARTITION_FIXED, partition_rows, FOLLOWS, FIXED, NONE, 0, 1, 1, 1, 1),
           ROWS (PARTITION_QR, partition_rows, FOLLOWS, QR, NONE, 0, 1, 1, 1, 1),
           ROWS (PARTITION_SVD, partition_rows, FOLLOWS, SVD, NONE, 0, 1, 1, 1, 1)};
    const GeomsKind *kind = &kinds[formulation];

    return explicit_method && kind->lambda == GEOMS_LAMBDA_SOLVED
               ? &kinds[GEOMS_FORMULATION_PARTITION_FULL]
               : kind;
}

/* ---- extra unknowns ---- */

int geoms_accelerations_has (int formulation)
{
    return ! geoms_formulation_entry (formulation)->projected;
}

int geoms_rows_extra (const GeomsEquations *eq, const GeomsKind *kind)
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

int geoms_rows_unknowns (const GeomsEquations *eq, int formulation)
{
    return eq->n + geoms_rows_extra (eq, geoms_rows_kind (formulation, 0));
}

void geoms_rows_fill_extra (const GeomsAccelerations *s, const double *a, double *z)
{
    const size_t size = (size_t)(s->n - s->eq->n) * sizeof *z;

    if (s->kind->extra == GEOMS_EXTRA_A)
        memcpy (z + s->eq->n, a, size);
    else
        memset (z + s->eq->n, 0, size);
}

/* ---- rows from parts ---- */

int geoms_rows_of_point (GeomsAccelerations *s, const GeomsPoint *point, double *row)
{
    const GeomsEquations *e = s->eq;
    const GeomsRows to = {row, row + e->o3, s->work.v};
    int status;

    memcpy (to.v, point->z + e->o3, (size_t)e->d.nv * sizeof *row);
    status = s->kind->rows (s, point, &to);
    memcpy (row + e->o2, point->part.b, (size_t)e->d.nr * sizeof *row);
    if (status != 0)
        return status < 0 && s->refused == 0 ? status : GEOMS_RETRY;
    return geoms_parts_kinematics (&s->parts, point->purpose, point->j, point->t, point->z, to.v,
                                   row + e->op);
}

static int rows_from_parts (GeomsAccelerations *s, int purpose, int k, const double *t,
                            const double *z, double *rows)
{
    const size_t n = (size_t)s->n;
    int status = geoms_parts_evaluate (&s->parts, purpose, k, t, z, s->n);

    s->refused = 0;
    s->batch = k;
    for (int j = 0; j < k && status == 0; j++) {
        const size_t at = (size_t)j * n;
        const GeomsPoint point = {purpose, j, t[j], z + at, geoms_parts_at (&s->parts, j)};

        status = geoms_rows_of_point (s, &point, rows + at);
    }
    if (status == 0 && s->kind->lambda == GEOMS_LAMBDA_MOVES)
        status = geoms_differences_lambda (s, purpose, k, t, z, rows);
    return status;
}

/* ---- rows of index1, index2, index3 from rda, which has them all but M^-1 ---- */

static int divide (GeomsAccelerations *s, const double *M, double *y)
{
    if (! s->factored) {
        if (geoms_mass_try (&s->mass, M, s->diagonal) != 0)
            return GEOMS_RETRY;
        s->factored = ! s->eq->mass_varies;
    }
    geoms_mass_solve (&s->mass, NULL, y);
    return 0;
}

int geoms_rows_of_rda (GeomsAccelerations *s, const double *rda, const double *M, double *row)
{
    const GeomsEquations *e = s->eq;
    const int level = s->kind->level;
    const size_t real = sizeof *row;

    memcpy (row, rda + (level == 3 ? 0 : e->r_gI), (size_t)s->m * real);
    if (level == 1)
        memcpy (row, rda + e->r_c, (size_t)e->d.nl * real);
    memcpy (row + e->o2, rda + e->r_b, (size_t)e->d.nr * real);
    memcpy (row + e->o3, rda + e->r_v, (size_t)e->d.nv * real);
    memcpy (row + e->op, rda + e->r_p, (size_t)e->d.np * real);
    return divide (s, M, row + e->o3);
}

static int rows_from_rda (GeomsAccelerations *s, int purpose, int k, const double *t,
                          const double *z, double *rows)
{
    GeomsEquations *e = s->eq;
    const size_t nv = (size_t)e->d.nv;
    double *rda = s->parts.rda, *masses = s->parts.masses;
    int status = geoms_equations_evaluate (e, purpose, k, t, z, rda, masses);

    for (size_t j = 0; j < (size_t)k && status == 0; j++)
        status = geoms_rows_of_rda (s, rda + j * (size_t)e->m,
                                    e->mass_varies ? masses + j * nv * nv : e->mass,
                                    rows + j * (size_t)s->n);
    return status;
}

/* ---- all rows ---- */

/* x' is all there is, the model gives it, and nothing is asked of the parts afterwards */
static int gives_rows (const GeomsAccelerations *s)
{
    return s->eq->model->accelerations != NULL && s->n == s->eq->n
           && s->kind->lambda == GEOMS_LAMBDA_FOLLOWS;
}

int geoms_rows_evaluate (GeomsAccelerations *s, int purpose, int k, const double *t,
                         const double *z, double *rows)
{
    const size_t n = (size_t)s->n;
    const int status
        = gives_rows (s) ? geoms_equations_accelerations (s->eq, purpose, k, t, z, rows)
          : s->from_rda  ? rows_from_rda (s, purpose, k, t, z, rows)
                         : rows_from_parts (s, purpose, k, t, z, rows);

    if (status == 0 && purpose != GEOMS_FOR_STAGES && ! geoms_finite ((size_t)k * n, rows))
        return GEOMS_RETRY;
    return status;
}
