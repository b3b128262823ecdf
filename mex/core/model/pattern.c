/* pattern.c - dense matrices from the values of a pattern, in place; which patterns are none
 *
 *     A_ij = values[k],  i = row[k],  start[j] <= k < start[j+1]:   j m + i >= k
 *
 * so that values that stand at the head of A are moved, the last one first, without being
 * overwritten before it is their turn.
 */
#include "pattern.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/linalg.h"

GeomsPattern geoms_pattern_diagonal (int n, GeomsArena *arena)
{
    int *start = geoms_arena_ints (arena, (size_t)n + 1), *row = geoms_arena_ints (arena, (size_t)n);

    for (int j = 0; j < n && ! arena->failed; j++) {
        row[j] = j;
        start[j + 1] = j + 1;
    }
    return (GeomsPattern){start, row};
}

/* ---- values -> matrix ---- */

/* from number `first` on; for a few, one by one takes less than a call */
static inline void clear (double *A, size_t first, size_t end)
{
    if (end - first > 8)
        memset (A + first, 0, (end - first) * sizeof *A);
    else
        switch (end - first) {
        case 8: A[first + 7] = 0; /* fall through */
        case 7: A[first + 6] = 0; /* fall through */
        case 6: A[first + 5] = 0; /* fall through */
        case 5: A[first + 4] = 0; /* fall through */
        case 4: A[first + 3] = 0; /* fall through */
        case 3: A[first + 2] = 0; /* fall through */
        case 2: A[first + 1] = 0; /* fall through */
        case 1: A[first] = 0; /* fall through */
        default: break;
        }
}

void geoms_pattern_spread (const GeomsPattern *p, int m, int n, const double *values, double *A)
{
    const size_t size = (size_t)m * (size_t)n;
    size_t end = size;

    if (! geoms_pattern_given (p) || (size_t)p->start[n] == size) {
        if (A != values)
            memmove (A, values, size * sizeof *A);
        return;
    }
    for (int j = n - 1; j >= 0; j--)
        for (int k = p->start[j + 1] - 1; k >= p->start[j]; k--) {
            const size_t at = (size_t)j * (size_t)m + (size_t)p->row[k];
            const double value = values[k];

            clear (A, at + 1, end);
            A[at] = value;
            end = at;
        }
    clear (A, 0, end);
}

/* [ M | Z | f | C | the rest ]: from the back, where there is room */
void geoms_pattern_spread_parts (const GeomsModel *model, int with_mass, size_t length,
                                 double *column)
{
    const GeomsDims *d = &model->dims;
    const int nv = d->nv, m = d->nl + d->nm;
    const GeomsPartsPlaces at = geoms_pattern_places (model, with_mass);
    const size_t v = (size_t)nv, M = with_mass ? v * v : 0,
                 Z = model->kinematics ? (size_t)d->np * v : 0, C = (size_t)m * v,
                 rest = (size_t)(at.size - at.g);

    if ((size_t)at.size == length)
        return;
    memmove (column + length - rest, column + at.g, rest * sizeof *column);
    geoms_pattern_spread (&model->patterns.C, m, nv, column + at.C, column + length - rest - C);
    memmove (column + M + Z, column + at.f, v * sizeof *column);
    if (model->kinematics)
        geoms_pattern_spread (&model->pattern_Z, d->np, nv, column + at.Z, column + M);
    if (with_mass)
        geoms_pattern_spread (&model->patterns.M, nv, nv, column, column);
}

/* ---- places, products ---- */

size_t geoms_pattern_parts (const GeomsModel *model, int with_mass)
{
    const GeomsDims *d = &model->dims;
    const int m = d->nl + d->nm;

    return (with_mass ? geoms_pattern_values (&model->patterns.M, d->nv, d->nv) : 0)
           + (model->kinematics ? geoms_pattern_values (&model->pattern_Z, d->np, d->nv) : 0)
           + geoms_pattern_values (&model->patterns.C, m, d->nv) + 2 * (size_t)m
           + (size_t)d->nv + (size_t)d->nl + (size_t)d->nr + (size_t)d->nw + (size_t)d->ns
           + (size_t)d->ni;
}

/* stops growing where there are more than fit */
static int next (int *place, size_t size)
{
    const int begin = *place;

    *place = size > (size_t)(INT_MAX - begin) ? INT_MAX : begin + (int)size;
    return begin;
}

GeomsPartsPlaces geoms_pattern_places (const GeomsModel *model, int with_mass)
{
    const GeomsDims *d = &model->dims;
    const GeomsPatterns *p = &model->patterns;
    const size_t m = (size_t)(d->nl + d->nm);
    GeomsPartsPlaces at = {0};
    int *size = &at.size;

    at.M = next (size, with_mass ? geoms_pattern_values (&p->M, d->nv, d->nv) : 0);
    at.Z = next (size, model->kinematics ? geoms_pattern_values (&model->pattern_Z, d->np, d->nv)
                                         : 0);
    at.f = next (size, (size_t)d->nv);
    at.C = next (size, geoms_pattern_values (&p->C, (int)m, d->nv));
    at.g = next (size, (size_t)d->nl);
    at.level = next (size, m);
    at.gamma = next (size, m);
    at.b = next (size, (size_t)d->nr);
    at.d = next (size, (size_t)d->nw);
    at.c = next (size, (size_t)d->ns);
    at.e = next (size, (size_t)d->ni);
    return at;
}

void geoms_pattern_add (const GeomsPattern *p, int m, int n, const double *values, double s,
                        const double *x, double *y)
{
    for (int j = 0; j < n; j++)
        if (geoms_pattern_given (p))
            for (int k = p->start[j]; k < p->start[j + 1]; k++)
                y[p->row[k]] += s * values[k] * x[j];
        else
            for (int i = 0; i < m; i++)
                y[i] += s * values[(size_t)j * (size_t)m + (size_t)i] * x[j];
}

void geoms_pattern_add_transposed (const GeomsPattern *p, int m, int n, const double *values,
                                   double s, const double *x, double *y)
{
    for (int j = 0; j < n; j++) {
        double sum = 0;

        if (geoms_pattern_given (p))
            for (int k = p->start[j]; k < p->start[j + 1]; k++)
                sum += values[k] * x[p->row[k]];
        else
            for (int i = 0; i < m; i++)
                sum += values[(size_t)j * (size_t)m + (size_t)i] * x[i];
        y[j] += s * sum;
    }
}

/* ---- checks ---- */

typedef struct Matrix {
    const char *name;
    const GeomsPattern *pattern;
    int m, n;
} Matrix;

/* row[k] of column j */
static int check_row (const Matrix *A, int j, int k, char *why, size_t room)
{
    const int *row = A->pattern->row;

    if (row[k] < 0 || row[k] >= A->m) {
        snprintf (why, room,
                  "has a pattern of %s with row[%d] = %d in column %d: its rows are 0 to %d.",
                  A->name, k, row[k], j, A->m - 1);
        return 1;
    }
    if (k > A->pattern->start[j] && row[k] <= row[k - 1]) {
        snprintf (why, room,
                  "has a pattern of %s with row[%d] = %d behind row[%d] = %d in column %d: rows "
                  "must rise within a column.", A->name, k, row[k], k - 1, row[k - 1], j);
        return 1;
    }
    return 0;
}

static int check_columns (const Matrix *A, char *why, size_t room)
{
    const int *start = A->pattern->start;

    if (start[0] != 0) {
        snprintf (why, room, "has a pattern of %s with start[0] = %d: column 0 must start at 0.",
                  A->name, start[0]);
        return 1;
    }
    for (int j = 0; j < A->n; j++)
        if (start[j + 1] < start[j]) {
            snprintf (why, room,
                      "has a pattern of %s with start[%d] = %d behind start[%d] = %d: where column "
                      "%d ends must not be before it starts.",
                      A->name, j + 1, start[j + 1], j, start[j], j);
            return 1;
        } else if (start[j + 1] - start[j] > A->m) {
            snprintf (why, room,
                      "has a pattern of %s with %d entries in column %d, start[%d] = %d to "
                      "start[%d] = %d: it has no more than %d rows.",
                      A->name, start[j + 1] - start[j], j, j, start[j], j + 1, start[j + 1], A->m);
            return 1;
        }
    return 0;
}

static int check_pattern (const Matrix *A, char *why, size_t room)
{
    const GeomsPattern *p = A->pattern;

    if (p->start == NULL && p->row == NULL)
        return 0;
    if (p->start == NULL || (p->row == NULL && p->start[A->n] > 0)) {
        snprintf (why, room, "has a pattern of %s without %s: both arrays are needed.", A->name,
                  p->start == NULL ? "start" : "row");
        return 1;
    }
    if (check_columns (A, why, room) != 0)
        return 1;
    for (int j = 0; j < A->n; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            if (check_row (A, j, k, why, room) != 0)
                return 1;
    return 0;
}

/* by bisection */
int geoms_pattern_find (const GeomsPattern *p, int i, int j)
{
    int first = p->start[j], last = p->start[j + 1];

    while (first < last) {
        const int middle = first + (last - first) / 2;

        if (p->row[middle] < i)
            first = middle + 1;
        else
            last = middle;
    }
    return first < p->start[j + 1] && p->row[first] == i ? first : -1;
}

static int has_entry (const GeomsPattern *p, int i, int j)
{
    return geoms_pattern_find (p, i, j) >= 0;
}

/* M = M' with all of its diagonal, and nothing else where the model says so */
static int check_mass (const GeomsModel *model, char *why, size_t room)
{
    const GeomsPattern *p = &model->patterns.M;
    const int diagonal = model->mass_structure == GEOMS_MASS_DIAGONAL
                         || model->mass_structure == GEOMS_MASS_CONSTANT_DIAGONAL;

    for (int j = 0; j < model->dims.nv; j++) {
        /* the diagonal */
        if (! has_entry (p, j, j)) {
            snprintf (why, room,
                      "has a pattern of M without the entry (%d, %d): all of the diagonal must "
                      "belong to it.", j, j);
            return 1;
        }
        /* the other entries of the column */
        for (int k = p->start[j]; k < p->start[j + 1]; k++) {
            const int i = p->row[k];

            if (diagonal && i != j) {
                snprintf (why, room,
                          "has a pattern of M with the entry (%d, %d), row[%d] of column %d, but "
                          "mass_structure = %d: a diagonal M has its diagonal alone.",
                          i, j, k, j, model->mass_structure);
                return 1;
            }
            if (! has_entry (p, j, i)) {
                snprintf (why, room,
                          "has a pattern of M with the entry (%d, %d), row[%d] of column %d, but "
                          "without (%d, %d): both triangles must belong to it.",
                          i, j, k, j, j, i);
                return 1;
            }
        }
    }
    return 0;
}

/* a column of values: what has no pattern is for small systems */
static int check_parts (const GeomsModel *model, char *why, size_t room)
{
    const int with_mass = geoms_pattern_given (&model->patterns.M)
                          && (model->parts_mass || model->mass_structure <= GEOMS_MASS_DIAGONAL),
              turned = model->kinematics && ! geoms_pattern_given (&model->pattern_Z);

    if (model->parts == NULL || turned || ! geoms_pattern_given (&model->patterns.C)
        || geoms_pattern_fits (model, with_mass))
        return 0;
    snprintf (why, room,
              "has parts of %.0f numbers by the patterns of its matrices: more than %d at a time "
              "cannot be asked for.", (double)geoms_pattern_parts (model, with_mass), INT_MAX);
    return 1;
}

int geoms_pattern_check (const GeomsModel *model, char *why, size_t room)
{
    const GeomsDims *d = &model->dims;
    const GeomsPatterns *p = &model->patterns;
    const int rows = d->nw + 3 * d->nl + 2 * d->nm + d->ni + d->ns + d->nr + d->nv + d->np,
              unknowns = d->nw + d->nl + d->nm + d->nr + d->nv + d->ns + d->np;
    const Matrix all[] = {{"M", &p->M, d->nv, d->nv},
                          {"C", &p->C, d->nl + d->nm, d->nv},
                          {"B", &p->B, rows, unknowns},
                          {"Z", &model->pattern_Z, d->np, d->nv}};
#define NEGATIVE(field, meaning) +(d->field < 0)
    const int negative = 0 GEOMS_DIMENSIONS (NEGATIVE);
#undef NEGATIVE

    if (negative) /* refused by geoms_model_check */
        return 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (check_pattern (&all[i], why, room) != 0)
            return 1;
    if (geoms_pattern_given (&p->M) && check_mass (model, why, room) != 0)
        return 1;
    return check_parts (model, why, room);
}

/* ---- weights of rows ---- */

/* rows that vanish against the others, in squares of their lengths: as in mass_null.c */
static const double VANISHING_ROW = 1e-24;

void geoms_pattern_weights (const GeomsPattern *pattern_M, const GeomsPattern *pattern_C, int nv,
                            int rows, const double *M, const double *C, double *W)
{
    double most = 0, mass = 0;

    memset (W, 0, (size_t)rows * sizeof *W);
    for (int j = 0; j < nv; j++) {
        for (int k = pattern_M->start[j]; k < pattern_M->start[j + 1]; k++)
            if (pattern_M->row[k] == j)
                mass = geoms_max (mass, fabs (M[k]));
        for (int k = pattern_C->start[j]; k < pattern_C->start[j + 1]; k++)
            W[pattern_C->row[k]] += C[k] * C[k];
    }
    for (int i = 0; i < rows; i++)
        most = geoms_max (most, W[i]);
    for (int i = 0; i < rows; i++)
        W[i] = W[i] > VANISHING_ROW * most ? (mass > 0 ? mass : 1) / W[i] : 0;
}
