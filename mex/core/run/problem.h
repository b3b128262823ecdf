/* problem.h - whether the numbers of a problem can be used, how many there are */
#ifndef GEOMS_PROBLEM_H
#define GEOMS_PROBLEM_H

#include "geoms.h"

static inline int geoms_problem_unknowns (const GeomsDims *d)
{
    return d->np + d->nv + d->nr + d->nw + d->ns + d->nl + d->nm;
}

/* whether components of a start are fixed */
static inline int geoms_problem_fixes (const GeomsStart *start, const GeomsDims *d)
{
    int any = 0;

    for (int i = 0; i < geoms_problem_unknowns (d) && start->fixed != NULL; i++)
        any |= start->fixed[i] != 0;
    return any;
}

/* 0, or a negative IDID with *report filled */
int geoms_problem_check (const GeomsProblem *problem, GeomsReport *report);

#endif
