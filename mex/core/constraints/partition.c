/* partition.c - coordinate partitioning (11)-(31): independent coordinates y of C y' + b' = 0
 *
 *     v = J y' + theta,  a = J y'' + gamma,   C J = 0,  theta = - C^- b',  gamma = - C^- b''
 *     (J' M J) y'' = J' (f - M gamma)                             (16), (18), (29), (31)
 *     lambda = C^-' (f - M a)
 *
 *     fixed     y = some coordinates                   (12)-(18)   partition_fixed.c
 *     QR, SVD   v := J J' (v - theta) + theta          (20)-(30)   partition_orthogonal.c
 *     full      [M C'; C 0] [a; lambda] = [f; -b'']    (8)         saddle.c
 *
 * C^- b, C^-' r are found by solving, which keeps C a + b'' at rounding where C^- is large.
 */
#include "partition_kinds.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/rank.h"

#define AT(A, ld, i, j) A[(size_t)(j) * (size_t)(ld) + (size_t)(i)]

/* ---- memory ---- */

void geoms_partition_create (GeomsPartition *p, int kind, int n, int m, double tol,
                             GeomsArena *arena)
{
    const int k = n < m ? n : m, fixed = kind == GEOMS_PARTITION_FIXED,
              full = kind == GEOMS_PARTITION_FULL, nfree = fixed ? n - k : n;
    const size_t nn = (size_t)n, mm = (size_t)m, kk = (size_t)k;

    p->kind = kind;
    p->n = n;
    p->m = m;
    p->tol = geoms_max (tol > 0 ? tol : 1e-12, DBL_EPSILON);
    p->rank = k;
    p->nfree = n - k;
    /* of all kinds */
    p->independent = geoms_arena_ints (arena, nn);
    p->order = geoms_arena_ints (arena, nn);
    p->rows = geoms_arena_reals (arena, mm * nn);
    p->scale = geoms_arena_reals (arena, mm);
    p->vector = geoms_arena_reals (arena, 5 * (nn + mm));
    geoms_factor_create (&p->reduced, full ? 0 : nfree, 0, 0, arena);
    geoms_factor_create (&p->square, fixed ? k : 0, 0, 0, arena);
    p->work = geoms_arena_reals (arena, (mm > nn ? mm : nn) * nn);
    p->saddle.plain = 1; /* rows are scaled here, and refused where they are nearly parallel */
    if (full && m <= n)
        geoms_saddle_create (&p->saddle, n, m, arena);
    if (full)
        return;
    /* of those with a basis of the free directions */
    p->inverse = geoms_arena_reals (arena, fixed ? nn * mm : 0);
    p->basis = geoms_arena_reals (arena, fixed ? nn * (size_t)nfree : nn * nn);
    p->J = p->basis == NULL || fixed ? p->basis : p->basis + nn * kk;
    if (fixed)
        return;
    /* of QR and SVD */
    p->reflectors = geoms_arena_reals (arena, mm * nn);
    p->tau = geoms_arena_reals (arena, mm);
    p->triangle = geoms_arena_reals (arena, mm * kk);
    p->inverse_triangle = geoms_arena_reals (arena, mm * kk);
    p->reciprocal = geoms_arena_reals (arena, mm);
    p->V = geoms_arena_reals (arena, mm * kk);
    p->W = geoms_arena_reals (arena, kk * kk);
    p->singular = geoms_arena_reals (arena, kk);
    p->lwork = (lapack_int)(8 * (mm + nn) + 64);
    p->lapack = geoms_arena_reals (arena, (size_t)p->lwork);
}

/* ---- C^- b and C^-' r ---- */

/* x = - C^- b */
void geoms_partition_particular (const GeomsPartition *p, const double *b, double *x)
{
    if (p->kind != GEOMS_PARTITION_FIXED) {
        geoms_partition_orthogonal_particular (p, b, x);
        return;
    }
    memset (x, 0, (size_t)p->n * sizeof *x);
    geoms_partition_complete (p, b, x);
}

/* lambda = C^-' r */
static void multipliers (const GeomsPartition *p, const double *r, double *lambda)
{
    if (p->kind == GEOMS_PARTITION_FIXED)
        geoms_times_transposed (p->n, p->m, p->inverse, r, lambda);
    else
        geoms_partition_orthogonal_multipliers (p, r, lambda);
}

/* ---- accelerations by J' M J, by [M C'; C 0] ---- */

/* the reduced matrix from M J: J' M J, whose column j is made of terms of the size J_ij^2 |M_ii| */
static int factor_reduced (GeomsPartition *p, const double *M, const double *MJ, double *columns)
{
    const int n = p->n, k = p->nfree;

    geoms_factor_resize (&p->reduced, k);
    for (int j = 0; j < k; j++) {
        const double *J = &AT (p->J, n, 0, j);
        geoms_times_transposed (n, k, p->J, &AT (MJ, n, 0, j), &AT (p->reduced.re, k, 0, j));
        columns[j] = 0;
        for (int i = 0; i < n; i++)
            columns[j] += J[i] * J[i] * fabs (AT (M, n, i, i));
    }
    return geoms_factor_safely (&p->reduced, columns);
}

/* rows of C are scaled to the size of M, multipliers likewise; those that vanish are zero */
static int factor_full (GeomsPartition *p, const double *M)
{
    const int n = p->n, m = p->m;
    const double most = geoms_largest (n * n, 1, M), size = most > 0 ? most : 1;

    p->size_of_mass = size;
    for (int i = 0; i < n * m; i++)
        p->work[i] = size * p->rows[i];
    if (geoms_saddle_factor_safely (&p->saddle, M, p->work, m) == 0)
        return 0;
    geoms_partition_set_rank (p, geoms_partition_rank_of_rows (p));
    return p->rank < m ? GEOMS_PARTITION_RANK : GEOMS_MASS_SINGULAR;
}

static void solve_full (GeomsPartition *p, const double *f, const double *b2, double *a,
                        double *lambda)
{
    const int m = p->m;
    const double size = p->size_of_mass;
    double *gamma = p->vector, *l = gamma + m;

    for (int i = 0; i < m; i++)
        gamma[i] = size * p->scale[i] * b2[i];
    geoms_saddle_solve (&p->saddle, f, gamma, a, l);
    for (int i = 0; i < m && lambda != NULL; i++)
        lambda[i] = size * p->scale[i] * l[i];
}

/* ---- what the header promises ---- */

int geoms_partition_prepare (GeomsPartition *p, const double *C, int ldc)
{
    switch (p->kind) {
    case GEOMS_PARTITION_FIXED:
        return geoms_partition_fix (p, C, ldc);
    case GEOMS_PARTITION_QR:
        return geoms_partition_by_qr (p, C, ldc);
    case GEOMS_PARTITION_SVD:
        return geoms_partition_by_svd (p, C, ldc);
    default:
        p->condition = NAN;
        geoms_partition_scale_rows (p, C, ldc);
        return p->m > p->n ? geoms_partition_refuse (p, C, ldc) : 0;
    }
}

void geoms_partition_basis (GeomsPartition *p)
{
    if (p->formed)
        return;
    if (p->kind == GEOMS_PARTITION_FIXED)
        geoms_partition_form_fixed (p);
    else
        geoms_partition_form_orthogonal (p);
    p->formed = 1;
}

void geoms_partition_velocity (GeomsPartition *p, const double *b1, const double *v, double *v_new)
{
    if (p->kind == GEOMS_PARTITION_QR || p->kind == GEOMS_PARTITION_SVD) {
        geoms_partition_orthogonal_velocity (p, b1, v, v_new);
        return;
    }
    if (v_new != v)
        memcpy (v_new, v, (size_t)p->n * sizeof *v);
    if (p->kind == GEOMS_PARTITION_FIXED)
        geoms_partition_complete (p, b1, v_new);
}

int geoms_partition_factor (GeomsPartition *p, const double *M)
{
    const int n = p->n, k = p->nfree;
    double *columns = p->vector + n + p->m;

    if (p->kind == GEOMS_PARTITION_FULL)
        return factor_full (p, M);
    geoms_partition_basis (p);
    geoms_gemm (n, k, n, M, n, p->J, n, p->work, n);
    return factor_reduced (p, M, p->work, columns) != 0 ? GEOMS_MASS_SINGULAR : 0;
}

void geoms_partition_solve (GeomsPartition *p, const double *M, const double *f, const double *b2,
                            double *a, double *lambda)
{
    const int n = p->n, k = p->nfree;
    const double *MJ = p->work;
    double *gamma = p->vector + n + p->m, *g = gamma + n, *y = g + n;

    if (p->kind == GEOMS_PARTITION_FULL) {
        solve_full (p, f, b2, a, lambda);
        return;
    }

    /* (J' M J) y = J' g,  g = f - M gamma */
    geoms_partition_particular (p, b2, gamma);
    geoms_times (n, n, M, gamma, g);
    for (int i = 0; i < n; i++)
        g[i] = f[i] - g[i];
    geoms_times_transposed (n, k, p->J, g, y);
    geoms_factor_solve (&p->reduced, y, NULL);

    /* a = J y + gamma, lambda = C^-' (g - M J y) */
    if (p->kind == GEOMS_PARTITION_FIXED) {
        for (int j = 0; j < k; j++)
            a[p->order[p->m + j]] = y[j];
        geoms_partition_complete (p, b2, a);
    } else {
        geoms_times (n, k, p->J, y, a);
        for (int i = 0; i < n; i++)
            a[i] += gamma[i];
    }
    if (lambda == NULL)
        return;
    geoms_times (n, k, MJ, y, gamma);
    for (int i = 0; i < n; i++)
        g[i] -= gamma[i];
    multipliers (p, g, lambda);
}

int geoms_partition_acceleration (GeomsPartition *p, const double *M, const double *f,
                                  const double *b2, double *a, double *lambda)
{
    const int status = geoms_partition_factor (p, M);

    if (status == 0)
        geoms_partition_solve (p, M, f, b2, a, lambda);
    return status;
}
