/* sparse_lu.c - A x = b by KLU: an order of the columns with little fill, and LU factors with pivots
 * that prefer the diagonal; or nothing at all, where there is no KLU
 *
 * Pivots are kept while the growth of elements, min_j max_i |A_ij| / max_i |U_ij| over the columns, and
 * the ratio of the smallest to the largest pivot are not far below what they were with new pivots.
 *
 * Refinement: the residual is measured against the terms of its row; where they are rounding of
 * other rows, against the largest ones (M. Arioli, J. W. Demmel, I. S. Duff, "Solving sparse linear
 * systems with sparse backward error", SIAM J. Matrix Anal. Appl. 10 (1989)).
 */
#include "sparse_lu.h"

#include <stddef.h>

#ifndef GEOMS_HAVE_KLU

int geoms_sparse_lu_have (void) { return 0; }

GeomsSparseLU *geoms_sparse_lu_create (int n, const int *start, const int *row)
{
    (void)n, (void)start, (void)row;
    return NULL;
}

void geoms_sparse_lu_free (GeomsSparseLU *lu) { (void)lu; }

void geoms_sparse_lu_unscaled (GeomsSparseLU *lu) { (void)lu; }

int geoms_sparse_lu_factor (GeomsSparseLU *lu, int slot, const double *values, int anew)
{
    (void)lu, (void)slot, (void)values, (void)anew;
    return -1;
}

void geoms_sparse_lu_solve (GeomsSparseLU *lu, int slot, int columns, double *x, int ldx)
{
    (void)lu, (void)slot, (void)columns, (void)x, (void)ldx;
}

double geoms_sparse_lu_solve_refined (GeomsSparseLU *lu, int slot, double *x)
{
    (void)lu, (void)slot, (void)x;
    return 1;
}

double geoms_sparse_lu_ratio (const GeomsSparseLU *lu, int slot)
{
    (void)lu, (void)slot;
    return 0;
}

GeomsSparseLUCounts geoms_sparse_lu_counts (const GeomsSparseLU *lu)
{
    (void)lu;
    return (GeomsSparseLUCounts){0};
}

#else

#include <btf.h>
#include <float.h>
#include <klu.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg.h"
#include "memory.h"

/* kept pivots must not be worse than new ones by more than this: choice, refinement returns the three
 * digits */
static const double WORSE = 1e-3;

typedef struct Slot {
    klu_numeric *factors; /* NULL: none                                                         */
    double *values;
    double growth, ratio; /* of the last new pivots                                             */
    double now;           /* ratio of the factors at hand                                       */
} Slot;

struct GeomsSparseLU {
    int n, count; /* order, entries                                                     */
    int *start, *row;
    klu_common common;
    klu_symbolic *order; /* NULL: singular whatever the values are                             */
    Slot *slot;
    int slots;
    size_t room;
    double *b, *r; /* 2 n each: right-hand side, residual                                */
    double *terms, *largest; /* n each: of the rows of the residual                             */
    GeomsSparseLUCounts counts;
    GeomsArena arena;
};

int geoms_sparse_lu_have (void) { return 1; }

/* ---- creation ---- */

static void copy_pattern (GeomsSparseLU *lu, const int *start, const int *row)
{
    lu->start = geoms_arena_ints (&lu->arena, (size_t)lu->n + 1);
    lu->row = geoms_arena_ints (&lu->arena, (size_t)lu->count);
    if (lu->arena.failed)
        return;
    memcpy (lu->start, start, ((size_t)lu->n + 1) * sizeof *start);
    memcpy (lu->row, row, (size_t)lu->count * sizeof *row);
}

/* COLAMD, whose order is good for any pivots; a pivot on the diagonal is taken if it is that part of the
 * largest. Systems of constraints have zeros on their diagonal: AMD, or block triangular form, which
 * looks for pivots by the pattern alone, leave eight times as many operations for lattices of rods of
 * 3300 unknowns, and the same for chains. */
enum { BY_COLUMNS = 1 };
static const double PREFERRED = 0.1;

/* whether there is an entry in each row and column, all in different ones; -1 without memory */
static int may_be_regular (GeomsSparseLU *lu)
{
    GeomsArena scratch = {0};
    const size_t n = (size_t)lu->n;
    int *match = geoms_arena_ints (&scratch, n), *work = geoms_arena_ints (&scratch, 5 * n),
        regular = -1;
    double operations;

    if (! scratch.failed)
        regular = btf_maxtrans (lu->n, lu->n, lu->start, lu->row, 0, &operations, match, work)
                  == lu->n;
    geoms_arena_free (&scratch);
    return regular;
}

GeomsSparseLU *geoms_sparse_lu_create (int n, const int *start, const int *row)
{
    GeomsSparseLU *lu = n > 0 ? calloc (1, sizeof *lu) : NULL;
    int regular = -1;

    if (lu == NULL)
        return NULL;
    lu->n = n;
    lu->count = start[n];
    copy_pattern (lu, start, row);
    lu->b = geoms_arena_reals (&lu->arena, 2 * (size_t)n);
    lu->r = geoms_arena_reals (&lu->arena, 2 * (size_t)n);
    lu->terms = geoms_arena_reals (&lu->arena, (size_t)n);
    lu->largest = geoms_arena_reals (&lu->arena, (size_t)n);
    klu_defaults (&lu->common);
    lu->common.btf = 0;
    lu->common.ordering = BY_COLUMNS;
    lu->common.tol = PREFERRED;
    if (! lu->arena.failed)
        regular = may_be_regular (lu);
    if (regular > 0)
        lu->order = klu_analyze (n, lu->start, lu->row, &lu->common);
    if (regular != 0 && lu->order == NULL) {
        geoms_sparse_lu_free (lu);
        return NULL;
    }
    lu->counts.analyses = regular;
    lu->counts.entries = lu->count;
    return lu;
}

void geoms_sparse_lu_unscaled (GeomsSparseLU *lu) { lu->common.scale = -1; }

static void free_factors (GeomsSparseLU *lu, int slot)
{
    if (lu->slot[slot].factors == NULL)
        return;
    if (slot == 0)
        klu_free_numeric (&lu->slot[slot].factors, &lu->common);
    else
        klu_z_free_numeric (&lu->slot[slot].factors, &lu->common);
    lu->slot[slot].factors = NULL;
}

void geoms_sparse_lu_free (GeomsSparseLU *lu)
{
    if (lu == NULL)
        return;
    for (int i = 0; i < lu->slots; i++)
        free_factors (lu, i);
    if (lu->order != NULL)
        klu_free_symbolic (&lu->order, &lu->common);
    free (lu->slot);
    geoms_arena_free (&lu->arena);
    free (lu);
}

GeomsSparseLUCounts geoms_sparse_lu_counts (const GeomsSparseLU *lu) { return lu->counts; }

double geoms_sparse_lu_ratio (const GeomsSparseLU *lu, int slot) { return lu->slot[slot].now; }

/* ---- factors ---- */

/* the slot with room for its values; not 0 without memory */
static int prepare (GeomsSparseLU *lu, int slot)
{
    const size_t numbers = (slot == 0 ? 1 : 2) * (size_t)lu->count;

    if (geoms_grow ((void **)&lu->slot, &lu->room, (size_t)slot + 1, sizeof *lu->slot) != 0)
        return -1;
    for (; lu->slots <= slot; lu->slots++)
        lu->slot[lu->slots] = (Slot){0};
    if (lu->slot[slot].values == NULL)
        lu->slot[slot].values = geoms_arena_reals (&lu->arena, numbers);
    return lu->slot[slot].values == NULL ? -1 : 0;
}

/* growth, and the ratio, of what has been factored last */
static double judge (GeomsSparseLU *lu, int slot)
{
    Slot *s = &lu->slot[slot];

    if (slot == 0) {
        klu_rgrowth (lu->start, lu->row, s->values, lu->order, s->factors, &lu->common);
        klu_rcond (lu->order, s->factors, &lu->common);
    } else {
        klu_z_rgrowth (lu->start, lu->row, s->values, lu->order, s->factors, &lu->common);
        klu_z_rcond (lu->order, s->factors, &lu->common);
    }
    s->now = lu->common.rcond;
    return lu->common.rgrowth;
}

/* the ratio alone, which takes next to no time */
static double ratio_of (GeomsSparseLU *lu, int slot)
{
    Slot *s = &lu->slot[slot];

    if (slot == 0)
        klu_rcond (lu->order, s->factors, &lu->common);
    else
        klu_z_rcond (lu->order, s->factors, &lu->common);
    return s->now = lu->common.rcond;
}

/* with the pivots that the slot has; 0 if they serve, by their growth, too, if `growth` */
static int factor_again (GeomsSparseLU *lu, int slot, int growth)
{
    const Slot *s = &lu->slot[slot];
    const int done
        = slot == 0
              ? klu_refactor (lu->start, lu->row, s->values, lu->order, s->factors, &lu->common)
              : klu_z_refactor (lu->start, lu->row, s->values, lu->order, s->factors, &lu->common);

    if (! done || lu->common.status != KLU_OK)
        return 1;
    lu->counts.refactorisations++;
    if (! growth)
        return ! (ratio_of (lu, slot) > WORSE * s->ratio);
    return ! (judge (lu, slot) > WORSE * s->growth && s->now > WORSE * s->ratio);
}

static int factor_anew (GeomsSparseLU *lu, int slot)
{
    Slot *s = &lu->slot[slot];

    free_factors (lu, slot);
    s->factors = slot == 0 ? klu_factor (lu->start, lu->row, s->values, lu->order, &lu->common)
                           : klu_z_factor (lu->start, lu->row, s->values, lu->order, &lu->common);
    if (s->factors == NULL || lu->common.status != KLU_OK) {
        const int singular = lu->common.status == KLU_SINGULAR;
        free_factors (lu, slot);
        return singular ? 1 : -1;
    }
    s->growth = judge (lu, slot);
    s->ratio = s->now;
    lu->counts.factorisations++;
    lu->counts.factors = (double)s->factors->lnz + s->factors->unz + s->factors->nzoff;
    return 0;
}

int geoms_sparse_lu_factor (GeomsSparseLU *lu, int slot, const double *values, int anew)
{
    const size_t numbers = (slot == 0 ? 1 : 2) * (size_t)lu->count;

    if (lu->order == NULL)
        return 1;
    if (prepare (lu, slot) != 0)
        return -1;
    if (! geoms_finite (numbers, values)) {
        free_factors (lu, slot);
        return 1;
    }
    memcpy (lu->slot[slot].values, values, numbers * sizeof *values);
    if (anew <= 0 && lu->slot[slot].factors != NULL && factor_again (lu, slot, anew == 0) == 0)
        return 0;
    return factor_anew (lu, slot);
}

/* ---- solutions ---- */

void geoms_sparse_lu_solve (GeomsSparseLU *lu, int slot, int columns, double *x, int ldx)
{
    if (slot == 0)
        klu_solve (lu->order, lu->slot[slot].factors, ldx, columns, x, &lu->common);
    else
        klu_z_solve (lu->order, lu->slot[slot].factors, ldx / 2, columns, x, &lu->common);
}

/* r = b - A x; of each row: the sum of its terms, the largest entry */
static void residual_real (GeomsSparseLU *lu, const double *A, const double *x)
{
    for (int i = 0; i < lu->n; i++) {
        lu->r[i] = lu->b[i];
        lu->terms[i] = fabs (lu->b[i]);
        lu->largest[i] = 0;
    }
    for (int j = 0; j < lu->n; j++)
        for (int k = lu->start[j]; k < lu->start[j + 1]; k++) {
            const int i = lu->row[k];
            lu->r[i] -= A[k] * x[j];
            lu->terms[i] += fabs (A[k] * x[j]);
            lu->largest[i] = geoms_max (lu->largest[i], fabs (A[k]));
        }
}

static double size_of (const double *z) { return fabs (z[0]) + fabs (z[1]); }

static void residual_complex (GeomsSparseLU *lu, const double *A, const double *x)
{
    for (int i = 0; i < lu->n; i++) {
        lu->r[2 * i] = lu->b[2 * i];
        lu->r[2 * i + 1] = lu->b[2 * i + 1];
        lu->terms[i] = size_of (lu->b + 2 * i);
        lu->largest[i] = 0;
    }
    for (int j = 0; j < lu->n; j++)
        for (int k = lu->start[j]; k < lu->start[j + 1]; k++) {
            const double *a = A + 2 * (size_t)k, *xj = x + 2 * (size_t)j, size = size_of (a);
            const int i = lu->row[k];
            lu->r[2 * i] -= a[0] * xj[0] - a[1] * xj[1];
            lu->r[2 * i + 1] -= a[0] * xj[1] + a[1] * xj[0];
            lu->terms[i] += size * size_of (xj);
            lu->largest[i] = geoms_max (lu->largest[i], size);
        }
}

/* omega of the residual at x */
static double measure (GeomsSparseLU *lu, int slot, const double *x)
{
    const int n = lu->n;
    double largest_x = 0, omega = 0;

    if (slot == 0)
        residual_real (lu, lu->slot[slot].values, x);
    else
        residual_complex (lu, lu->slot[slot].values, x);
    for (int i = 0; i < n; i++)
        largest_x = geoms_max (largest_x, slot == 0 ? fabs (x[i]) : size_of (x + 2 * i));
    for (int i = 0; i < n; i++) {
        const double r = slot == 0 ? fabs (lu->r[i]) : size_of (lu->r + 2 * i);
        const double least = lu->largest[i] * largest_x;
        double terms = lu->terms[i];
        if (! (terms > 1000 * n * DBL_EPSILON * least)) /* the paper's constant */
            terms += least;
        if (r > 0)
            omega = geoms_max (omega, r / terms);
        else if (r != 0)
            return INFINITY; /* NaN */
    }
    return omega;
}

double geoms_sparse_lu_solve_refined (GeomsSparseLU *lu, int slot, double *x)
{
    const int most = 3, numbers = (slot == 0 ? 1 : 2) * lu->n; /* sweeps: choice */
    const double rounding = 4 * DBL_EPSILON;
    double omega = 0, last = INFINITY;

    memcpy (lu->b, x, (size_t)numbers * sizeof *x);
    geoms_sparse_lu_solve (lu, slot, 1, x, numbers);
    for (int sweep = 0; sweep < most; sweep++) {
        omega = measure (lu, slot, x);
        if (omega <= rounding || ! (omega < last / 2))
            return omega;
        geoms_sparse_lu_solve (lu, slot, 1, lu->r, numbers);
        geoms_axpy (numbers, 1, lu->r, x);
        lu->counts.sweeps++;
        if (omega < 1e-9) /* the next one is rounding: it falls at least as much */
            return omega;
        last = omega;
    }
    return omega;
}

#endif
