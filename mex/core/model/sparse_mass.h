/* sparse_mass.h - a of M a = f, C a + gamma = 0 where M is singular, by the values of patterns
 *
 * A positive diagonal takes n divisions. Any other M of many velocities, and C where M is singular, goes
 * by sparse factors, if there are some: of M, or
 *
 *     [ M  C'     ] [a]   [ f      ]
 *     [ C  - W^-1 ] [z] = [ -gamma ]     which is (M + C' W C) a = f - C' W gamma of mass.h
 *
 * Else they are made dense when that is asked for first: memory grows with the square of their size
 * then.
 */
#ifndef GEOMS_SPARSE_MASS_H
#define GEOMS_SPARSE_MASS_H

#include "base/sparse.h"
#include "base/sparse_lu.h"
#include "mass.h"
#include "pattern.h"

typedef struct GeomsSparseMass {
    GeomsPattern M, C;
    int nv, rows, identity, diagonal; /* M = 1; M is a diagonal                                 */
    int constant;                     /* M never changes                                        */
    GeomsArena *arena;
    int way;  /* of the last division: see sparse_mass.c                */
    int kept; /* its factors are those of all divisions                        */
    GeomsSparseLU *of_M, *of_both; /* NULL: none yet, or there can be none                   */
    int looked;                    /* whether it has been tried to make them                 */
    GeomsSparse both;              /* the matrix with C, and where M, C, C' and W^-1 stand    */
    int *place_M, *place_C, *place_turned, *place_W;
    double *y, *W; /* nv + rows; rows                                        */
    int dense;     /* the rest has been made                                 */
    double *dense_M, *dense_C;
    GeomsMass mass;
} GeomsSparseMass;

/* of the M and C of a model with these patterns; structure: GEOMS_MASS_... */
void geoms_sparse_mass_create (GeomsSparseMass *s, const GeomsModel *model, int identity,
                               GeomsArena *arena);

/* f becomes a: 0; 1 where that cannot be; GEOMS_NO_MEMORY */
int geoms_sparse_mass_divide (GeomsSparseMass *s, const double *M, const double *C,
                              const double *gamma, double *f);
/* the same with M and C of the last call */
void geoms_sparse_mass_again (GeomsSparseMass *s, const double *M, const double *gamma, double *f);

/* whether M was singular then */
int geoms_sparse_mass_singular (const GeomsSparseMass *s);

/* whether M is positive: 1, 0; -1 without memory */
int geoms_sparse_mass_positive (GeomsSparseMass *s, const double *M);

/* what does not belong to the arena */
void geoms_sparse_mass_free (GeomsSparseMass *s);

#endif
