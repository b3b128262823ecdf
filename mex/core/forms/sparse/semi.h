/* semi.h - index1, index2 and ggl of a model whose M, C and B have patterns: nothing n x n is made
 *
 *     z = [l; r; v; p; eta],  a = M^-1 (f - C'l),  C_g the rows of C that belong to g; rows as in
 *     forms/accelerations/rows.c:
 *
 *     l:    C a + gamma (index1)   [gI; h~] (index2, ggl)
 *     r:    b - r'
 *     v:    a - v'
 *     p:    Z (v - C_g' eta) - p'
 *     eta:  g                      (ggl)
 *
 * With B of geoms_model.h, F = d (f - M a - C'l)/dx and Gamma = d (C a + gamma)/dx for given a, rows of
 * v times M, and d a = sigma dv - r_v, the Newton systems are
 *
 *     l:    - Gamma_x dx - sigma C dv = r_l - C r_v    or   - (gI, h~)_x dx = r_l
 *     r:    sigma dr - b_x dx = r_r
 *     v:    sigma M dv - F_x dx = M r_v
 *     p:    sigma dp - (Z v)_x dx + Z C_g' d eta = r_p
 *     eta:  - g_x dx = r_eta
 *
 * in the unknowns z, and no others. eta is 0 but for errors, and what it is a factor of left out. M has
 * to be regular, the rows of C independent, and states are not moved onto the constraints: all else is
 * for forms/accelerations.
 */
#ifndef GEOMS_SEMI_H
#define GEOMS_SEMI_H

#include "large.h"
#include "model/sparse_mass.h"

/* values of the matrix for which the pivots of a slot were chosen last */
typedef struct GeomsSemiAnchor {
    int known;
    double *values;
} GeomsSemiAnchor;

/* where constraints were measured last */
typedef struct GeomsSemiSeen {
    int known;
    double *b, *c, *mass;
} GeomsSemiSeen;

typedef struct GeomsSemi {
    GeomsForm form;
    int second; /* index1                                                       */
    int m, eta; /* rows of C; unknowns behind x                                 */
    GeomsPartsPlaces at;
    GeomsPattern M, C, B, Z;
    int identity;     /* M = 1                                                        */
    double *constant; /* values of a constant M                                       */
    int known_constant;
    GeomsSparseMass division;
    /* semi_newton.c */
    GeomsSparse A;         /* - B where it belongs, Z C_g'                                 */
    GeomsSparseMap minus;   /* of B                                                         */
    GeomsSparseMap inertia; /* of M: sigma M                                                */
    GeomsSparseMap rates;   /* of C: - sigma C                                              */
    GeomsSparseMap shift;   /* entry means nothing: sigma                                   */
    GeomsSparseMap of_eta;  /* of the products below                                        */
    int *of_Z, *of_C;      /* numbers of their factors; of_Z -1: 1                         */
    double *products;
    GeomsSparseLU *lu;
    double *values, *y;
    GeomsSemiAnchor *anchor; /* of each slot                                                 */
    /* the linearisation */
    double *b, *c, *z, *mass; /* values of B, C, Z, M                                         */
    GeomsSemiSeen seen;
    double *scale, *terms;
    /* the base point */
    int known;
    double t, *x, *column, *base;
    /* work: parts of stages; rows of rda, nv, unknowns */
    double *columns, *row, *force, *size;
    double *effect, largest; /* as in forms/accelerations                                    */
    int *dependent, *index;
} GeomsSemi;

/* ---- semi_newton.c ---- */

/* 0, or not 0 without memory */
int geoms_semi_patterns (GeomsSemi *s, GeomsArena *arena);
void geoms_semi_compose (GeomsSemi *s);
int geoms_semi_factor (GeomsForm *f, int slot, double re, double im);
void geoms_semi_solve (GeomsForm *f, int first, int count, const double *residual, double *dz);
int geoms_semi_pivots_again (GeomsSemi *s);

/* ---- semi_rows.c ---- */

int geoms_semi_parts (GeomsSemi *s, int purpose, int k, const double *t, const double *z,
                      double *columns);
/* rows of a state from its parts, without z': 0, GEOMS_RETRY where M is singular, or an IDID */
int geoms_semi_rows (GeomsSemi *s, const double *column, const double *z, double *row);
int geoms_semi_evaluate (GeomsForm *f, int k, const double *t, double *z, const double *zdot,
                         double *residual);
int geoms_semi_base (GeomsForm *f, double t, const double *z);
int geoms_semi_linearise (GeomsForm *f, double t, const double *z, int mode);
int geoms_semi_measure (GeomsForm *f, double t, const double *z, int accepted);

/* ---- semi.c ---- */

/* whether a formulation is one of these; the form. 0 or an IDID */
int geoms_semi_has (int formulation);
int geoms_semi_new (const GeomsFormSetup *setup, GeomsForm **form);
/* NULL; or what speaks against these forms at a state: a force has been seen to depend on multipliers, M
 * is singular, rows of C depend on each other; without memory the report says so */
const char *geoms_semi_singular (GeomsForm *f, double t, const double *x);

#endif
