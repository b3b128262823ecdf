/* pattern_probe.h - the pattern of B of a model that gives parts and not where B has entries */
#ifndef GEOMS_PATTERN_PROBE_H
#define GEOMS_PATTERN_PROBE_H

#include "base/memory.h"
#include "base/report.h"
#include "geoms_model.h"

/* Entries that are seen near the state x, at the time t; those that C and Z tell; and those of `more`,
 * which may have no start: what is not seen there, as of contacts that are open. *count: evaluations
 * of parts. 0, or an IDID with *report filled: GEOMS_OUT_OF_MEMORY, or what stopped it. */
int geoms_pattern_probe (const GeomsModel *model, void *user, double t, const double *x,
                         const GeomsPattern *more, GeomsPattern *B, long *count, GeomsArena *arena,
                         GeomsReport *report);

#endif
