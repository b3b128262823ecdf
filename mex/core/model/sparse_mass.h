/* sparse_mass.h - a of M a = f, C a + gamma = 0 where M is singular, by the values of patterns
 *
 * A positive diagonal takes n divisions. Any other M, and C, is made dense when that is asked for first:
 * memory grows with the square of their size then.
 */
#ifndef GEOMS_SPARSE_MASS_H
#define GEOMS_SPARSE_MASS_H

#include "mass.h"
#include "pattern.h"

typedef struct GeomsSparseMass {
    GeomsPattern M, C;
    int nv, rows, identity, diagonal; /* M = 1; M is a diagonal                                 */
    GeomsArena *arena;
    int dense;                        /* the rest has been made                                 */
    double *dense_M, *dense_C;
    GeomsMass mass;
} GeomsSparseMass;

/* of the M and C of a model with these patterns; structure: GEOMS_MASS_... */
void geoms_sparse_mass_create (GeomsSparseMass *s, const GeomsModel *model, int identity,
                               GeomsArena *arena);

/* f becomes a: 0; 1 where that cannot be; -1 without memory */
int geoms_sparse_mass_divide (GeomsSparseMass *s, const double *M, const double *C,
                              const double *gamma, double *f);
/* the same with M and C of the last call */
void geoms_sparse_mass_again (GeomsSparseMass *s, const double *M, const double *gamma, double *f);

/* whether M is positive */
int geoms_sparse_mass_positive (GeomsSparseMass *s, const double *M);

#endif
