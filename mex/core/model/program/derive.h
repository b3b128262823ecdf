/* derive.h - hidden constraints and derivatives of a system whose functions stand on a tape
 *
 * Inputs of the tape are numbered  x (n) | t | a (nv) | q.
 */
#ifndef GEOMS_DERIVATION_H
#define GEOMS_DERIVATION_H

#include "base/memory.h"
#include "base/report.h"
#include "geoms_derive.h"
#include "sweep.h"

/* numbers of inputs */
static inline int geoms_derive_unknowns (const GeomsDims *d)
{
    return d->nw + d->nl + d->nm + d->nr + d->nv + d->ns + d->np;
}
static inline int geoms_derive_time (const GeomsDims *d) { return geoms_derive_unknowns (d); }
static inline int geoms_derive_alpha (const GeomsDims *d) { return geoms_derive_unknowns (d) + 1; }
static inline int geoms_derive_parameters (const GeomsDims *d)
{
    return geoms_derive_unknowns (d) + 1 + d->nv;
}

/* What is derived from it: nodes of all blocks, memory of the arena that was given. C = [C_g; C_h]
 * (nl + nm rows), R and B as blocks_jac of geoms_model.h has them. */
typedef struct GeomsDerived {
    GeomsDescribed of;
    int *gI, *gamma, *R;     /* gamma = [gII; hI] without C a                                   */
    int *f_dyn;              /* f - C'[lambda; mu]                                             */
    int rows;                /* of R                                                           */
    GeomsEntries M, C;       /* what is not 0 of them                                          */
    GeomsEntries B, F;       /* by x: of R; of f_dyn, where M depends on x, else none            */
    int mass_structure;      /* GEOMS_MASS_...; also where M is the identity                    */
    int autonomous, uses_multipliers, affine; /* h~ is affine in v                              */
} GeomsDerived;

/* start: values of all inputs, near which c_s is eliminated. 0, or not 0 with *report filled. */
int geoms_derive (GeomsDerived *to, GeomsTape *tape, const GeomsDescribed *of, const double *start,
                  GeomsReport *report, GeomsArena *arena);
void geoms_derived_free (GeomsDerived *d);

#endif
