/* jacobian_groups.h - columns of J = d rda / dx that share no row, from the patterns of a model */
#ifndef GEOMS_JACOBIAN_GROUPS_H
#define GEOMS_JACOBIAN_GROUPS_H

#include "column_groups.h"
#include "equations.h"

/* The groups, and where J has entries, rows of rda x unknowns; made when they are asked for first, NULL
 * where columns have to be taken one by one: without patterns of C and B, or where M is no constant
 * positive diagonal. */
typedef struct GeomsJacobianGroups {
    GeomsPattern pattern;
    GeomsColumnGroups groups;
} GeomsJacobianGroups;
const GeomsJacobianGroups *geoms_jacobian_groups (GeomsEquations *e);

#endif
