/* pattern.h - matrices of which a model gives the entries of a pattern alone, made dense
 *
 *     A_ij = values[k] where row[k] = i, start[j] <= k < start[j+1];   A_ij = 0 elsewhere
 *
 * Only what calls a model knows of patterns: to all others its matrices are dense.
 */
#ifndef GEOMS_PATTERN_H
#define GEOMS_PATTERN_H

#include <limits.h>
#include <math.h>
#include <stddef.h>

#include "base/memory.h"
#include "geoms_model.h"

static inline int geoms_pattern_given (const GeomsPattern *p) { return p->start != NULL; }

/* numbers of A (m x n) that the model writes */
static inline size_t geoms_pattern_values (const GeomsPattern *p, int m, int n)
{
    return geoms_pattern_given (p) ? (size_t)p->start[n] : (size_t)m * (size_t)n;
}

/* that of a diagonal of order n; without memory the arena has failed */
GeomsPattern geoms_pattern_diagonal (int n, GeomsArena *arena);

/* A (m x n) from its values, which may stand where A begins, or before, and are overwritten then;
 * without a pattern they are all of A */
void geoms_pattern_spread (const GeomsPattern *p, int m, int n, const double *values, double *A);

/* where things stand in a column of parts as the model writes it: M, Z and C by their patterns where
 * they have one; M only if with_mass; `size` numbers in all, the `ldo` of its function, which is an int:
 * there may be more (geoms_pattern_parts), and nothing may be asked for then (geoms_pattern_fits) */
typedef struct GeomsPartsPlaces {
    int M, Z, f, C, g, level, gamma, b, d, c, e, size;
} GeomsPartsPlaces;
size_t geoms_pattern_parts (const GeomsModel *model, int with_mass);
static inline int geoms_pattern_fits (const GeomsModel *model, int with_mass)
{
    return geoms_pattern_parts (model, with_mass) <= INT_MAX;
}
GeomsPartsPlaces geoms_pattern_places (const GeomsModel *model, int with_mass);

/* y += s A x, y += s A'x for A (m x n), by its values; without a pattern they are all of A */
void geoms_pattern_add (const GeomsPattern *p, int m, int n, const double *values, double s,
                        const double *x, double *y);
void geoms_pattern_add_transposed (const GeomsPattern *p, int m, int n, const double *values,
                                   double s, const double *x, double *y);

/* y += |A| size, columns from `first` to n */
static inline void geoms_pattern_add_sizes (const GeomsPattern *p, int first, int n,
                                            const double *values, const double *size, double *y)
{
    for (int j = first; j < n; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            y[p->row[k]] += fabs (values[k]) * size[j];
}

/* number of the entry (i, j), or -1; its place among the numbers that are kept of A, which has m rows:
 * the entry must be one of the pattern, if there is one */
int geoms_pattern_find (const GeomsPattern *p, int i, int j);
static inline size_t geoms_pattern_place (const GeomsPattern *p, int m, int i, int j)
{
    return geoms_pattern_given (p) ? (size_t)geoms_pattern_find (p, i, j)
                                   : (size_t)j * (size_t)m + (size_t)i;
}

/* a column of parts, as the model has written it, to the dense one, which has `length` numbers and,
 * if with_mass, M at its head; whether they differ */
void geoms_pattern_spread_parts (const GeomsModel *model, int with_mass, size_t length,
                                 double *column);
static inline int geoms_pattern_in_parts (const GeomsModel *model)
{
    return geoms_pattern_given (&model->patterns.M) || geoms_pattern_given (&model->patterns.C)
           || geoms_pattern_given (&model->pattern_Z);
}

/* Whether the patterns are patterns of matrices of these dimensions. 0, or not 0 with the reason in
 * `why`, which goes on after "The model ...". */
int geoms_pattern_check (const GeomsModel *model, char *why, size_t room);

/* W (rows): what makes C' W C as large as M where rows of C have length 1, 0 for rows of zeros */
void geoms_pattern_weights (const GeomsPattern *pattern_M, const GeomsPattern *pattern_C, int nv,
                            int rows, const double *M, const double *C, double *W);

#endif
