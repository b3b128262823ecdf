/* large.h - what codes have to offer that integrate rods by sparse matrices */
#ifndef GEOMS_LARGE_H
#define GEOMS_LARGE_H

#include "geoms.h"
#include "models/rods.h"

typedef struct LargeRun {
    long steps, jacobians; /* steps < 0: it failed */
    double seconds;
} LargeRun;

/* large_ida.c: from x = [lambda; v; p], where p and v are consistent, at 0 to x at the end */
int have_large_ida (void);
LargeRun large_ida_ggl (const Rods *r, double tol, double end, double *x);
LargeRun large_ida_index1 (const Rods *r, double tol, double end, double *x);

#endif
