/* derived_model.h - a system that has been derived, as a GeomsModel that calls nothing outside */
#ifndef GEOMS_DERIVED_MODEL_H
#define GEOMS_DERIVED_MODEL_H

#include "callable.h"
#include "derive.h"
#include "model/sparse_mass.h"

/* places in a column of parts; M only if it is not constant */
typedef struct GeomsDerivedPlaces {
    int M, Z, f, C, g, level, gamma, b, d, c, e, size;
} GeomsDerivedPlaces;

struct GeomsDerivedModel {
    GeomsArena arena;
    GeomsDims d;
    int n, rows_of_C;          /* unknowns; nl + nm                                            */
    int row_of_gII, row_of_f;  /* first rows of these in R                                      */
    int structure, autonomous, has_mass, has_Z;
    int accelerates;           /* the model has accelerations                                  */
    GeomsDerivedPlaces at;
    GeomsCallable parts, B, F, condition, inertia; /* inertia: M, where that is constant           */
    GeomsProgram held;         /* C, g, gI, h~ of parts; made when it is first asked for         */
    int has_held;
    GeomsPattern pattern_M, pattern_C, pattern_B, pattern_F; /* F: of F, where M varies          */
    int nq;
    double *columns;           /* parts of a batch                                             */
    size_t room;
    double *a;                 /* nv: f - C'[lambda; mu], then accelerations                    */
    double *constant_M;        /* by its pattern                                               */
    double *values;            /* of B and alpha; of F                                         */
    double *still;             /* n zeros                                                      */
    GeomsSparseMass mass;
};

/* derived_make.c: fills *model, whose callbacks take `user` = the returned object; q: values of the parameters, nq
 * of them. Neither tape nor `derived` is needed afterwards. NULL with *report filled. */
GeomsDerivedModel *geoms_derived_model_create (const GeomsDerived *derived, const GeomsTape *tape,
                                               const double *q, int nq, GeomsModel *model,
                                               GeomsReport *report);

/* not 0 for models that come from here */
int geoms_derived_model_made (const GeomsModel *model);

/* derived_store.c: all of it but q as plain numbers, which a file may keep: how many, or written to
 * `to`; geoms_derived_model_load reads them */
size_t geoms_derived_model_store (GeomsDerivedModel *m, double *to);

/* derived_model.c, for these: what follows from dims, then from patterns; room to run, once programs
 * and patterns are there: nothing that grows with the square of the size, of systems that are sparse;
 * the callbacks */
void geoms_derived_model_sizes (GeomsDerivedModel *m);
void geoms_derived_model_places (GeomsDerivedModel *m);
void geoms_derived_model_room (GeomsDerivedModel *m);
/* values of the parameters: 0, or -1 without memory */
int geoms_derived_model_set (GeomsDerivedModel *m, const double *q);
void geoms_derived_model_fill (GeomsDerivedModel *m, GeomsModel *model);

static inline int geoms_derived_mass_varies (const GeomsDerivedModel *m)
{
    return m->has_mass && m->structure <= GEOMS_MASS_DIAGONAL;
}

#endif
