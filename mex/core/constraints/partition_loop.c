/* partition_loop.c - one set of matrices: from the choice to accelerations and the condition
 *
 *     condition of K = [M C'; C 0] in the 1-norm: |K|_1 times an estimate of |K^-1|_1, the largest
 *     |K^-1 x|_1 that a few steps uphill from x = 1 / order find (Hager 1984, Higham 1988)
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "partition.h"
#include "base/report.h"

#define AT(A, ld, i, j) A[(size_t)(j) * (size_t)(ld) + (size_t)(i)]

/* ---- what is given ---- */

static int need_finite (const char *name, size_t count, const double *x, GeomsReport *report)
{
    for (size_t i = 0; i < count; i++)
        if (! isfinite (x[i])) {
            report->component = (int)i;
            report->value = x[i];
            return geoms_report (report, GEOMS_NOT_FINITE, "%s(%d) = %g is not finite.", name,
                                 (int)i + 1, x[i]);
        }
    return 0;
}

static int need_choice (const GeomsLoop *loop, GeomsReport *report)
{
    int count = 0;

    for (int i = 0; i < loop->n; i++)
        count += loop->independent[i] != 0;
    if (count == loop->n - loop->m || loop->m > loop->n)
        return 0;
    report->value = count;
    report->limit = loop->n - loop->m;
    return geoms_report (report, GEOMS_BAD_OPTION,
                         "%d coordinates are marked as independent, n - m = %d - %d must be.",
                         count, loop->n, loop->m);
}

static int check (int kind, const GeomsLoop *l, GeomsReport *report)
{
    size_t n, m;
    int status;

    if (kind < GEOMS_PARTITION_FIXED || kind > GEOMS_PARTITION_FULL)
        return geoms_report (report, GEOMS_BAD_OPTION, "There is no partition of kind %d.", kind);
    if (l->n < 0 || l->m < 0 || ! (l->tol >= 0 && l->tol < 1))
        return geoms_report (report, GEOMS_BAD_OPTION,
                             "n = %d and m = %d must not be negative, 0 <= tol = %g < 1.", l->n,
                             l->m, l->tol);
    n = (size_t)l->n;
    m = (size_t)l->m;
    if ((status = need_finite ("M", n * n, l->M, report)) != 0
        || (status = need_finite ("f", n, l->f, report)) != 0
        || (status = need_finite ("C", m * n, l->C, report)) != 0
        || (status = need_finite ("b1", m, l->b1, report)) != 0
        || (status = need_finite ("b2", m, l->b2, report)) != 0
        || (status = need_finite ("v", n, l->v, report)) != 0)
        return status;
    return kind == GEOMS_PARTITION_FIXED && l->independent != NULL ? need_choice (l, report) : 0;
}

/* ---- the condition of [M C'; C 0] ---- */

/* K is scaled on both sides, by 1 (n times) and size_of_mass * scale (m times) */
static void scale (const GeomsPartition *p, double *x)
{
    for (int i = 0; i < p->m; i++)
        x[p->n + i] *= p->size_of_mass * p->scale[i];
}

/* b becomes A^-T b; A = P L U, the diagonal of U inverted */
static void solve_transposed (const GeomsFactor *f, double *b)
{
    const lapack_int n = f->n, one = 1;
    lapack_int info;

    if (f->large) {
        dgetrs ("T", &n, &one, f->re, &n, f->pivot, b, &n, &info);
        return;
    }
    for (int j = 0; j < f->n; j++) {
        const double *u = &AT (f->re, n, 0, j);
        b[j] = (b[j] - geoms_dot (j, u, b)) * u[j];
    }
    for (int j = f->n - 1; j >= 0; j--)
        b[j] -= geoms_dot (f->n - 1 - j, &AT (f->re, n, j + 1, j), b + j + 1);
    for (int j = f->n - 1; j >= 0; j--) {
        const double bj = b[j];
        b[j] = b[f->pivot[j]];
        b[f->pivot[j]] = bj;
    }
}

static void apply_inverse (const GeomsPartition *p, double *x)
{
    scale (p, x);
    geoms_factor_solve (&p->saddle.factor, x, NULL);
    scale (p, x);
}

static void apply_transposed (const GeomsPartition *p, double *x)
{
    scale (p, x);
    solve_transposed (&p->saddle.factor, x);
    scale (p, x);
}

static double norm1 (int n, const double *x)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += fabs (x[i]);
    return sum;
}

/* |K^-1|_1 from below, hardly ever too small by more than a factor of 3; x: 2 * order */
static double inverse_norm (const GeomsPartition *p, double *x)
{
    const int n = p->n + p->m;
    double *z = x + n, norm = 0, size;
    int at = -1, next;

    for (int i = 0; i < n; i++)
        x[i] = 1.0 / n;
    /* uphill, to the column of K^-1 that promises most */
    for (int step = 0; step < 6; step++) {
        apply_inverse (p, x);
        size = norm1 (n, x);
        if (size <= norm)
            break;
        norm = size;
        for (int i = 0; i < n; i++)
            z[i] = x[i] < 0 ? -1 : 1;
        apply_transposed (p, z);
        next = 0;
        for (int i = 1; i < n; i++)
            next = fabs (z[i]) > fabs (z[next]) ? i : next;
        if (next == at)
            break;
        at = next;
        memset (x, 0, (size_t)n * sizeof *x);
        x[at] = 1;
    }
    /* where all ways lead downhill by chance */
    for (int i = 0; i < n; i++)
        x[i] = (i % 2 ? -1 : 1) * (1 + (double)i / geoms_int_max (n - 1, 1));
    apply_inverse (p, x);
    return geoms_max (norm, 2 * norm1 (n, x) / (3 * n));
}

static double condition_of_full (GeomsPartition *p, const GeomsLoop *l)
{
    const int n = p->n, m = p->m;
    double norm = 0;

    for (int j = 0; j < n; j++)
        norm = geoms_max (norm1 (n, &AT (l->M, n, 0, j)) + norm1 (m, &AT (l->C, m, 0, j)), norm);
    for (int i = 0; i < m; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            sum += fabs (AT (l->C, m, i, j));
        norm = geoms_max (sum, norm);
    }
    return n + m > 0 ? norm * inverse_norm (p, p->vector) : 1;
}

/* ---- what went wrong ---- */

/* " 2, 3, 5" of the coordinates that are not independent, shortened */
static void list_dependent (const GeomsPartition *p, char *text, size_t size)
{
    size_t used = 0;

    text[0] = 0;
    for (int i = 0; i < p->n; i++) {
        if (p->independent[i])
            continue;
        if (used + 20 > size) {
            snprintf (text + used, size - used, ", ...");
            return;
        }
        used += (size_t)snprintf (text + used, size - used, "%s%d", used ? ", " : "", i + 1);
    }
}

static int explain (GeomsPartition *p, const GeomsLoop *l, int status, GeomsReport *report)
{
    char list[120];

    report->value = p->condition;
    report->limit = 1 / p->tol;
    switch (status) {
    case GEOMS_PARTITION_SINGULAR:
        list_dependent (p, list, sizeof list);
        return geoms_report (report, status,
                             "The independent coordinates do not determine the others: columns %s "
                             "of C are a singular matrix, its condition is %.3g.",
                             list, p->condition);
    case GEOMS_PARTITION_RANK:
        if (p->rank == p->m)
            return geoms_report (report, status,
                                 "The %d rows of C depend on each other: the condition of C is "
                                 "%.3g, beyond 1 / tol = %.3g.",
                                 p->m, p->condition, report->limit);
        return geoms_report (report, status,
                             "The %d rows of C (%d x %d) depend on each other: their rank is %d "
                             "(tol = %.3g).",
                             p->m, p->m, p->n, p->rank, p->tol);
    case GEOMS_MASS_SINGULAR:
        return geoms_report (report, status,
                             "The mass matrix is singular on the motions that the constraints "
                             "allow, %d of %d dimensions: one of them moves no mass.",
                             p->n - p->rank, l->n);
    default:
        return geoms_report (report, status,
                             "The singular values of C (%d x %d) were not found: its values are "
                             "huge.",
                             p->m, p->n);
    }
}

/* ---- choice, decomposition, velocities, accelerations ---- */

static int choose (GeomsPartition *p, const GeomsLoop *l)
{
    if (l->independent == NULL)
        return geoms_partition_choose (p, l->C, l->m) < l->m ? GEOMS_PARTITION_RANK : 0;
    for (int i = 0; i < l->n; i++)
        p->independent[i] = l->independent[i] != 0;
    return 0;
}

static int compute (GeomsPartition *p, const GeomsLoop *l, GeomsPartitioned *found)
{
    const size_t n = (size_t)l->n;
    int status = p->kind == GEOMS_PARTITION_FIXED ? choose (p, l) : 0;

    if (status == 0)
        status = geoms_partition_prepare (p, l->C, l->m);
    if (status != 0)
        return status;
    geoms_partition_velocity (p, l->b1, l->v, found->v);
    status = geoms_partition_acceleration (p, l->M, l->f, l->b2, found->a, found->lambda);
    memset (found->theta, 0, n * sizeof (double));
    memset (found->gamma, 0, n * sizeof (double));
    if (p->kind == GEOMS_PARTITION_FULL) {
        if (status == 0)
            p->condition = condition_of_full (p, l);
        return status;
    }
    geoms_partition_particular (p, l->b1, found->theta);
    geoms_partition_particular (p, l->b2, found->gamma);
    geoms_partition_basis (p);
    memcpy (found->J, p->J, n * (size_t)p->nfree * sizeof (double));
    return status;
}

int geoms_partition (int kind, const GeomsLoop *loop, GeomsPartitioned *found, GeomsReport *report)
{
    GeomsPartition p = {0};
    GeomsArena arena = {0};
    int status, threads;

    memset (report, 0, sizeof *report);
    report->component = -1;
    status = check (kind, loop, report);
    if (status != 0)
        return status;
    /* the partition */
    geoms_partition_create (&p, kind, loop->n, loop->m, loop->tol, &arena);
    if (arena.failed) {
        geoms_arena_free (&arena);
        return geoms_report (report, GEOMS_OUT_OF_MEMORY,
                             "There is no memory for a partition with %d coordinates and %d "
                             "constraints.",
                             loop->n, loop->m);
    }
    threads = geoms_blas_begin ();
    status = compute (&p, loop, found);
    geoms_blas_end (threads);
    /* what is told of it, also where it failed */
    if (status != 0)
        explain (&p, loop, status, report);
    else
        geoms_report (report, GEOMS_OK, "Rank %d, condition %.3g.", p.rank, p.condition);
    memcpy (found->independent, p.independent, (size_t)p.n * sizeof (int));
    found->rank = p.rank;
    found->condition = p.condition;
    geoms_arena_free (&arena);
    return status;
}
