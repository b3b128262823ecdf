/* rows.h - the rows of a mechanism while it is made: each is 0 at the start p0, t = 0 */
#ifndef GEOMS_LONG_ROWS_H
#define GEOMS_LONG_ROWS_H

#include "mechanism.h"

/* |x_i - x_j| is kept */
int row_rod (Mechanism *m, int i, int j);
/* |x_i - a - s move| is kept; move NULL: 0 */
int row_anchor (Mechanism *m, int i, const double *a, const double *move);
/* d'x_i is kept */
int row_rail (Mechanism *m, int i, const double *d);
/* x_i'A x_i / 2 + b'x_i is kept; A is dim x dim and symmetric */
int row_surface (Mechanism *m, int i, const double *A, const double *b);
/* each of them gives 1 if the new row was added, 0 if it depends too much on those that are there,
 * in which case nothing changes */

/* G (t, p) of all rows, nb x np */
void rows_jacobian (const Mechanism *m, double t, const double *p, double *G);
/* v = the nearest velocities with G v + dg/dt = 0 at the start; p with g (0, p) = 0 */
void rows_project (const Mechanism *m, double *v);
void rows_project_positions (const Mechanism *m, double *p);

#endif
