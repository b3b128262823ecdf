/* blocks.c - difference quotients of the parts, many columns from one evaluation
 *
 *     B_ij = (R_i (x + sum of delta_j e_j) - R_i (x)) / delta_j    over the columns j of a group
 *
 * What is known is not differenced, and does not keep columns apart: C in the rows gI, h~ by v, Z in
 * those of p' by v, C in the rows g by p where p' = v, and - C' in the rows f by l. Columns of l are
 * differenced only where forces depend on l in another way.
 */
#include <string.h>

#include "base/linalg.h"
#include "blocks.h"
#include "column_groups.h"

/* the largest batch: more points at once gain nothing */
enum { MOST = GEOMS_CHUNK };

typedef struct GeomsBlocks {
    GeomsPartsPlaces at;      /* in a column of parts as the model writes it                     */
    int friction;             /* whether there are groups of the columns of l, too               */
    GeomsColumnGroups groups;
    double *points, *times, *columns, *base, *moved; /* a batch; R at x and at a point of it      */
} GeomsBlocks;

/* ---- R ---- */

static double *put (double *to, int count, const double *from)
{
    if (count > 0)
        memcpy (to, from, (size_t)count * sizeof *to);
    return to + count;
}

void geoms_blocks_rows (const GeomsModel *model, const GeomsPartsPlaces *at, int with_mass,
                        const double *column, const double *alpha, const double *l, const double *v,
                        double *R)
{
    const GeomsDims *d = &model->dims;
    const int m = d->nl + d->nm, nv = d->nv;
    const double *C = column + at->C;
    double *to = put (R, d->nw, column + at->d), *second = to;

    to = put (to, m, column + at->gamma);
    geoms_pattern_add (&model->patterns.C, m, nv, C, 1, alpha, second);
    to = put (to, m, column + at->level);
    to = put (to, d->ni, column + at->e);
    to = put (to, d->ns, column + at->c);
    to = put (to, d->nl, column + at->g);
    to = put (to, d->nr, column + at->b);
    put (to, nv, column + at->f);
    geoms_pattern_add_transposed (&model->patterns.C, m, nv, C, -1, l, to);
    if (with_mass)
        geoms_pattern_add (&model->patterns.M, nv, nv, column + at->M, -1, alpha, to);
    to += nv;
    if (! model->kinematics) {
        put (to, d->np, v);
        return;
    }
    memset (to, 0, (size_t)d->np * sizeof *to);
    geoms_pattern_add (&model->pattern_Z, d->np, nv, column + at->Z, 1, v, to);
}

/* ---- groups ---- */

/* whether entry (i, j) is known: where v stands its rows gI, h~ and f_kin, where p = v' stands its
 * rows g; columns of l are asked for only with friction */
static int is_known (const GeomsEquations *e, int friction, int i, int j)
{
    if (j >= e->d.nw && j < e->n1)
        return ! friction;
    if (j >= e->o3 && j < e->o4)
        return (i >= e->r_gI && i < e->r_e) || i >= e->r_p;
    return j >= e->op && i >= e->r_c && i < e->r_b && ! e->model->kinematics && e->d.ns == 0;
}

/* a batch of as many points as there are groups, and the base point */
static void make_room (const GeomsEquations *e, GeomsBlocks *b)
{
    const size_t points = 1 + (size_t)geoms_int_min (b->groups.count, MOST);

    b->points = geoms_arena_reals (e->arena, points * (size_t)e->n);
    b->times = geoms_arena_reals (e->arena, points);
    b->columns = geoms_arena_reals (e->arena, points * (size_t)b->at.size);
    b->base = geoms_arena_reals (e->arena, (size_t)e->m);
    b->moved = geoms_arena_reals (e->arena, (size_t)e->m);
}

/* what forces do with l is not known before somebody has looked */
static int may_depend (const GeomsEquations *e) { return e->friction || ! e->looked; }

/* groups of what is left of the pattern */
static int group (GeomsEquations *e, GeomsBlocks *b)
{
    const GeomsPattern *B = &e->model->patterns.B;
    GeomsArena scratch = {0};
    int *start = geoms_arena_ints (&scratch, (size_t)e->n + 1),
        *row = geoms_arena_ints (&scratch, (size_t)B->start[e->n]), failed = scratch.failed;

    b->friction = may_depend (e);
    for (int j = 0; j < e->n && ! failed; j++) {
        start[j + 1] = start[j];
        for (int k = B->start[j]; k < B->start[j + 1]; k++)
            if (! is_known (e, b->friction, B->row[k], j))
                row[start[j + 1]++] = B->row[k];
    }
    if (! failed) {
        const GeomsPattern left = {start, row};
        failed = geoms_column_groups (&left, e->m, e->n, &b->groups, e->arena);
        make_room (e, b);
    }
    geoms_arena_free (&scratch);
    return failed || e->arena->failed;
}

/* 0, or an IDID */
static int prepare (GeomsEquations *e)
{
    int failed = 0;

    if (e->blocks == NULL) {
        GeomsBlocks *b = geoms_arena_get (e->arena, 1, sizeof *b);

        failed = b == NULL;
        if (! failed) {
            b->at = geoms_pattern_places (e->model, e->mass_varies || e->model->parts_mass);
            failed = group (e, b);
        }
        e->blocks = failed ? NULL : b;
    } else if (e->blocks->friction != may_depend (e))
        failed = group (e, e->blocks);
    if (! failed)
        return 0;
    return geoms_report (e->report, GEOMS_OUT_OF_MEMORY,
                         "There is not enough memory for %d unknowns.", e->n);
}

/* ---- quotients ---- */

/* point number k of the batch: the columns of a group moved */
static void move_group (GeomsEquations *e, GeomsBlocks *b, const double *x, int g, int k)
{
    double *point = b->points + (size_t)k * (size_t)e->n;

    memcpy (point, x, (size_t)e->n * sizeof *x);
    for (int c = b->groups.start[g]; c < b->groups.start[g + 1]; c++)
        point[b->groups.column[c]] = geoms_equations_moved (e, b->groups.column[c], x);
}

/* values of the columns of group g from R at its point, number k */
static void take_group (GeomsEquations *e, GeomsBlocks *b, const double *x, int g, int k,
                        double *values)
{
    const GeomsPattern *B = &e->model->patterns.B;
    const double *point = b->points + (size_t)k * (size_t)e->n;

    for (int c = b->groups.start[g]; c < b->groups.start[g + 1]; c++) {
        const int j = b->groups.column[c];
        const double delta = point[j] - x[j];

        for (int i = B->start[j]; i < B->start[j + 1]; i++)
            if (! is_known (e, b->friction, B->row[i], j))
                values[i] = (b->moved[B->row[i]] - b->base[B->row[i]]) / delta;
    }
}

/* points 1 ... count for the groups from `first` on, behind the base point, which comes along with the
 * first of them */
static int take_batch (GeomsEquations *e, GeomsBlocks *b, double t, const double *x,
                       const double *alpha, int first, int count, double *values)
{
    const int from = first == 0 ? 0 : 1;
    const size_t n = (size_t)e->n, size = (size_t)b->at.size;
    int status;

    for (int k = 0; k < count; k++)
        move_group (e, b, x, first + k, k + 1);
    geoms_equations_count (e, GEOMS_FOR_JACOBIAN, count + 1 - from);
    status = e->model->parts (count + 1 - from, b->times, b->points + (size_t)from * n, e->n,
                              b->columns + (size_t)from * size, b->at.size, e->user);
    status = geoms_equations_verdict (e, GEOMS_FOR_JACOBIAN, status, t);
    for (int k = from; k <= count && status == 0; k++) {
        geoms_blocks_rows (e->model, &b->at, e->mass_varies, b->columns + (size_t)k * size, alpha,
                           x + e->d.nw, x + e->o3, k == 0 ? b->base : b->moved);
        if (k > 0)
            take_group (e, b, x, first + k - 1, k, values);
    }
    return status;
}

/* ---- what is known ---- */

/* entry (i, j) gets more */
static void add_entry (const GeomsPattern *B, int i, int j, double value, double *values)
{
    const int k = geoms_pattern_find (B, i, j);

    if (k >= 0)
        values[k] += value;
}

/* by the entries of A (m x n), which stand from row i0 and column j0 on, or turned */
static void add_matrix (const GeomsPattern *B, const GeomsPattern *A, int m, int n, const double *of,
                        int i0, int j0, int turned, double *values)
{
    for (int j = 0; j < n; j++) {
        const int given = geoms_pattern_given (A), first = given ? A->start[j] : j * m,
                  last = given ? A->start[j + 1] : first + m;

        for (int k = first; k < last; k++) {
            const int i = given ? A->row[k] : k - first;

            if (turned)
                add_entry (B, i0 + j, j0 + i, -of[k], values);
            else
                add_entry (B, i0 + i, j0 + j, of[k], values);
        }
    }
}

static void take_known (const GeomsEquations *e, const GeomsBlocks *b, double *values)
{
    const GeomsModel *model = e->model;
    const GeomsPattern *B = &model->patterns.B, *of = &model->patterns.C;
    const int m = e->d.nl + e->d.nm, nv = e->d.nv;
    const double *C = b->columns + b->at.C;

    add_matrix (B, of, m, nv, C, e->r_gI, e->o3, 0, values);
    add_matrix (B, of, m, nv, C, e->r_v, e->d.nw, 1, values);
    if (model->kinematics) {
        add_matrix (B, &model->pattern_Z, e->d.np, nv, b->columns + b->at.Z, e->r_p, e->o3, 0,
                    values);
        return;
    }
    for (int j = 0; j < nv; j++)
        add_entry (B, e->r_p + j, e->o3 + j, 1, values);
    for (int j = 0; j < nv && e->d.ns == 0; j++) {
        const int given = geoms_pattern_given (of), first = given ? of->start[j] : j * m,
                  last = given ? of->start[j + 1] : first + m;

        for (int k = first; k < last; k++) {
            const int i = given ? of->row[k] : k - first;

            if (i < e->d.nl)
                add_entry (B, e->r_c + i, e->op + j, C[k], values);
        }
    }
}

/* ---- all ---- */

static int by_differences (GeomsEquations *e, double t, const double *x, const double *alpha,
                           double *values)
{
    int status = prepare (e), first = 0;
    GeomsBlocks *b = e->blocks;

    if (status != 0)
        return status;
    memcpy (b->points, x, (size_t)e->n * sizeof *x);
    for (int k = 0; k <= b->groups.count && k <= MOST; k++)
        b->times[k] = t;
    do {
        const int count = geoms_int_min (b->groups.count - first, MOST);

        status = take_batch (e, b, t, x, alpha, first, count, values);
        first += count;
    } while (first < b->groups.count && status == 0);
    if (status == 0)
        take_known (e, b, values);
    return status;
}

int geoms_equations_block_values (GeomsEquations *e, double t, const double *x, const double *alpha,
                                  double *values)
{
    const size_t count = geoms_pattern_values (&e->model->patterns.B, e->m, e->n);
    int status;

    memset (values, 0, count * sizeof *values);
    if (e->model->blocks_jac != NULL) {
        e->counters->ncall++;
        status = geoms_equations_filled (
            e, e->model->blocks_jac (t, x, alpha, values, e->m, e->user), "blocks_jac", t);
    } else
        status = by_differences (e, t, x, alpha, values);
    return status == 0 && ! geoms_finite (count, values) ? GEOMS_RETRY : status;
}

int geoms_equations_blocks (GeomsEquations *e, double t, const double *x, const double *alpha,
                            double *B)
{
    const int status = geoms_equations_block_values (e, t, x, alpha, B);

    if (status == 0)
        geoms_pattern_spread (&e->model->patterns.B, e->m, e->n, B, B);
    return status;
}
