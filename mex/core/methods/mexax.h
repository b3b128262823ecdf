/* mexax.h - extrapolation of the half-explicit Euler method for the index-2 form, with
 * projection */
#ifndef GEOMS_MEXAX_H
#define GEOMS_MEXAX_H

#include "explicit.h"
#include "constraints/saddle.h"

enum { GEOMS_MEXAX_COLUMNS = 10 };

typedef struct GeomsMexax {
    GeomsExplicit e;
    int target, reached; /* column at which convergence is expected; where it came              */
    int tried;           /* target of the last attempt                                          */
    double err[GEOMS_MEXAX_COLUMNS + 1]; /* of each column of the last attempt                  */
    double *row; /* n x COLUMNS: the last row of the table                              */
    double *slope, *slope_new; /* at the step's begin; of a substep, at the step's end          */
    double t_begin;
    GeomsSaddle saddle; /* [M C'; C 0]                                                         */
    double *b, *lambda; /* nv, m: M v_k + q f, q lambda                                        */
} GeomsMexax;

#endif
