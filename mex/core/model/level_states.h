/* level_states.h - states, and directions from them, where no term vanishes by chance
 *
 * They are the same for the same x: a comparison that fails, fails again.
 */
#ifndef GEOMS_LEVEL_STATES_H
#define GEOMS_LEVEL_STATES_H

#include "geoms_model.h"

/* d (n) in no special direction, |d_j| between 0.4 and 1 of |x_j|, which counts as at least a tenth
 * of the largest of them, and as 1 if all are zero: that is size (n), which may be NULL */
void geoms_level_direction (int n, const double *x, double seed, double *size, double *d);

/* such sizes of all unknowns, for each kind of them by itself */
void geoms_level_sizes (const GeomsDims *dims, const double *x, double *size);

/* Two states beside the start x: with other velocities and multipliers, then with all of x moved.
 * moved is n x 2. */
void geoms_level_states (const GeomsDims *dims, const double *x, double *moved);

#endif
