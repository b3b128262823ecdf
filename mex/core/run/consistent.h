/* consistent.h - what the search for a consistent state is made of: one step, and why none leads to
 * one
 */
#ifndef GEOMS_CONSISTENT_H
#define GEOMS_CONSISTENT_H

#include "run.h"

enum { GEOMS_CONSISTENT_ITERATIONS = 60 };

/* x += step dx with the largest step 1, 1/2, ... that reduces the next correction: 1, and the
 * residual at the new x is the base of the next geoms_consistent_look; 0 if none does; or an
 * IDID. */
int geoms_consistent_step (GeomsRun *run, double t, double *x);

/* The report of a search that came to a halt (diverges) or took too long, from where
 * geoms_consistent_look was last; violation: what it found there. -> its status */
int geoms_consistent_refuse (GeomsRun *run, double t, int diverges, double violation);

#endif
