/* level_quotients.h - difference quotients of a batched function at several states, in several directions */
#ifndef GEOMS_LEVEL_QUOTIENTS_H
#define GEOMS_LEVEL_QUOTIENTS_H

#include <math.h>

#include "base/memory.h"
#include "geoms.h"

enum { GEOMS_LEVEL_DIRECTIONS = 3 };

typedef struct GeomsQuotients {
    GeomsDims d;
    int n, k;            /* unknowns, states                                              */
    const double *t, *x; /* the states                                                    */
    double *size;        /* of their unknowns, n x k                                      */
    double longest;      /* step of t                                                     */
    int directions;
    double tdot[GEOMS_LEVEL_DIRECTIONS], reach[GEOMS_LEVEL_DIRECTIONS];
    double *xdot;      /* n x k x directions                                            */
    int rows;          /* of the function: whoever begins sets it                       */
    double *q, *noise; /* rows x k x directions                                         */
    GeomsArena arena;
} GeomsQuotients;

/* without directions; l->arena tells whether there was memory, and is to be freed in any case */
void geoms_quotients_begin (GeomsQuotients *l, const GeomsDims *d, const GeomsLevels *at);

/* one more direction: n x k zeros to be filled; no step of t is longer than reach * tdot */
double *geoms_quotients_direction (GeomsQuotients *l, double tdot, double reach);

/* The function at all states, rows x k; where a system is said not to depend on t, at other times, too.
 * NULL: it does, or something is not defined or finite. */
const double *geoms_quotients_values (GeomsQuotients *l, GeomsBatch fcn, void *user,
                                      const GeomsLevels *at);

/* l->q and l->noise, by one call that also asks for the values at `more` parts of the time span, at the start;
 * these, rows x more. NULL if something is not finite. */
const double *geoms_quotients_differences (GeomsQuotients *l, GeomsBatch fcn, void *user,
                                           const GeomsLevels *at, int more, const double *parts);

/* whether `count` rows of `more` columns, from row number `first` on, are the same as in the first one */
int geoms_quotients_stay (int rows, int first, int count, int more, const double *y, double tol);

/* whether a derivative is the one that was found; scale: size of its terms */
static inline int geoms_quotients_agree (double found, double expected, double noise, double scale)
{
    return fabs (found - expected)
           <= 1e-4 * (scale + fabs (found) + fabs (expected)) + 20 * noise + 1e-10;
}

#endif
