/* recursive.h - x' = F (t, x), of a model that solves its own Newton systems, as a form
 *
 *     residual  F - x',   (sigma - dF/dx) dx = R
 *
 * both by the model (GeomsNewtonSystems), and nothing n x n is made. Invariants
 * are not among the rows: states are moved onto them by the model. Few constraints beside it border
 * these systems (bordered.h).
 */
#ifndef GEOMS_RECURSIVE_H
#define GEOMS_RECURSIVE_H

#include "bordered.h"

/* 0 or an IDID */
int geoms_recursive_new (const GeomsFormSetup *setup, GeomsForm **form);

/* Where there are constraints: what a change of each unknown costs in corrections, or NULL; the
 * multipliers of x; x moved onto all levels: 0, GEOMS_RETRY or an IDID; not 0 if x can be moved
 * there, and rows are independent of each other: |g|, |gI| before, x is the state then */
void geoms_recursive_weigh (GeomsForm *f, const double *weights);
int geoms_recursive_hold (GeomsForm *f, double t, double *x);
int geoms_recursive_move (GeomsForm *f, double t, double *x);
int geoms_recursive_regular (GeomsForm *f, double t, double *x, double *violation);

#endif
