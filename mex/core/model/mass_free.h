/* mass_free.h - what M is on ker C by the entries of patterns: as mass.h, nothing n x n is made
 *
 *     M = L D L' with positive D                    regular: that is all, O (entries of L)
 *     M + C' W C = L D L' with D >= 0               positive on ker C, where D > 0
 *     D_k = 0:   q = L^-T e_k                       columns of Q = null (M) within ker C
 */
#ifndef GEOMS_MASS_FREE_H
#define GEOMS_MASS_FREE_H

#include "base/sparse_ldl.h"
#include "mass.h"
#include "pattern.h"

typedef struct GeomsMassFree {
    GeomsPattern M, C;
    int nv, rows, diagonal;
    GeomsArena *arena;
    /* M; M + C' W C, once that is asked for */
    int made, made_both;
    GeomsSparseLDL of_M, of_both;
    GeomsLDLFactors alone, both;
    int *place_M, *place_both; /* of the entries of M, -1 above the diagonal                   */
    int *mirror, *middle;      /* numbers of (j, i) for each entry (i, j), of (j, j); -1: none  */
    int pairs, *pair, *place;  /* entries of C that share a row: two of each; their places     */
    double *W;                 /* rows                                                         */
    /* what was found */
    int singular, nq;
    int *which;                /* nv: nq numbers of velocities, each of a direction of its own */
    double *lost;              /* nv                                                           */
    double *direction, value;  /* of an M that is not positive: as in mass.h                   */
    int row, column;           /* of an M that is not symmetric, as there                      */
    double entry[2];
} GeomsMassFree;

/* of the M and C of a model with these patterns */
void geoms_mass_free_create (GeomsMassFree *s, const GeomsModel *model, GeomsArena *arena);
/* 0, GEOMS_MASS_INDEFINITE or GEOMS_MASS_UNSYMMETRIC; > 0 without memory */
int geoms_mass_free_look (GeomsMassFree *s, const double *M, const double *C);
/* column number k of Q: not orthonormal, its entry which[k] is 1 and those of the other numbers are 0 */
void geoms_mass_free_column (const GeomsMassFree *s, int k, double *q);
/* what was refused, in words; returns status */
int geoms_mass_free_refused (const GeomsMassFree *s, int status, double t, GeomsReport *report);

#endif
