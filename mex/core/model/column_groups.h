/* column_groups.h - columns of a sparse matrix that share no row, put together
 *
 *     A d,  d = sum of d_j e_j over the columns j of a group:   (A d)_i = A_ij d_j
 *
 * so that one product, or one difference quotient, tells all columns of a group: A. R. Curtis, M. J.
 * D. Powell, J. K. Reid, J. Inst. Maths Applics 13 (1974) 117-119.
 */
#ifndef GEOMS_COLUMN_GROUPS_H
#define GEOMS_COLUMN_GROUPS_H

#include "base/memory.h"
#include "geoms_model.h"

/* columns of group g: column[start[g]] ... column[start[g + 1] - 1]; columns without entries are in
 * none */
typedef struct GeomsColumnGroups {
    int count;
    int *start, *column;
} GeomsColumnGroups;

/* Groups of the columns of A (m x n). 0, or -1 without memory. */
int geoms_column_groups (const GeomsPattern *A, int m, int n, GeomsColumnGroups *to,
                         GeomsArena *arena);

#endif
