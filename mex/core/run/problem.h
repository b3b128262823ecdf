/* problem.h - whether the numbers of a problem can be used */
#ifndef GEOMS_PROBLEM_H
#define GEOMS_PROBLEM_H

#include "geoms.h"

static inline int geoms_problem_unknowns (const GeomsDims *d)
{
    return d->np + d->nv + d->nr + d->nw + d->ns + d->nl + d->nm;
}

/* 0, or a negative IDID with *report filled */
int geoms_problem_check (const GeomsProblem *problem, GeomsReport *report);

#endif
