/* blocks.h - the derivatives B = d R / dx at given accelerations, as values of their pattern: from the
 * model, or by difference quotients of its parts, in groups of columns that share no row
 *
 *     R = [ d; C alpha + gamma; gI; h~; e; c; g; b; f - M alpha - C'l; Z v ],   l = [lambda; mu]
 */
#ifndef GEOMS_BLOCKS_H
#define GEOMS_BLOCKS_H

#include "column_groups.h"
#include "equations.h"

/* made with the equations of a model that has a pattern of B and no blocks_jac */
typedef struct GeomsBlocks {
    GeomsArena *arena;
    GeomsPartsPlaces at;      /* in a column of parts as the model writes it                     */
    int grouped, friction;    /* whether there are groups; whether with the columns of l         */
    GeomsColumnGroups groups;
    double *points, *times, *columns, *base, *moved; /* a batch; R at x and at a point of it      */
} GeomsBlocks;

/* NULL with arena->failed without memory */
GeomsBlocks *geoms_blocks_create (const GeomsEquations *e, GeomsArena *arena);

/* R of one point from a column of parts as the model writes it; l and v of the terms C'l and Z v may be
 * those of another point */
void geoms_blocks_rows (const GeomsModel *model, const GeomsPartsPlaces *at, int with_mass,
                        const double *column, const double *alpha, const double *l, const double *v,
                        double *R);

#endif
