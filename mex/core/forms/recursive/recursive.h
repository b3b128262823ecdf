/* recursive.h - x' = F (t, x), of a model that solves its own Newton systems, as a form
 *
 *     residual  F - x',   (sigma - dF/dx) dx = R
 *
 * both by the model (`accelerations`, GeomsNewtonSystems), and nothing n x n is made. Invariants
 * are not among the rows: states are moved onto them by the model.
 */
#ifndef GEOMS_RECURSIVE_H
#define GEOMS_RECURSIVE_H

#include "forms/formulation.h"

/* 0 or an IDID */
int geoms_recursive_new (const GeomsFormSetup *setup, GeomsForm **form);

#endif
