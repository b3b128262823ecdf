/* blocks.h - the derivatives B = d R / dx at given accelerations, as values of their pattern: from the
 * model, or by difference quotients of its parts, in groups of columns that share no row
 *
 *     R = [ d; C alpha + gamma; gI; h~; e; c; g; b; f - M alpha - C'l; Z v ],   l = [lambda; mu]
 */
#ifndef GEOMS_BLOCKS_H
#define GEOMS_BLOCKS_H

#include "equations.h"

/* R of one point from a column of parts as the model writes it; l and v of the terms C'l and Z v may be
 * those of another point */
void geoms_blocks_rows (const GeomsModel *model, const GeomsPartsPlaces *at, int with_mass,
                        const double *column, const double *alpha, const double *l, const double *v,
                        double *R);

#endif
