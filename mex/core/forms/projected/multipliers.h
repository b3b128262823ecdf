/* multipliers.h - accelerations and multipliers solved for at each state, from the parts of a model
 *
 *     M alpha = f - C' l,   C alpha + gamma = 0,      l = [lambda; mu]
 *
 * so that gII and hI vanish in all stages and Newton's method is left with what moves.
 */
#ifndef GEOMS_MULTIPLIERS_H
#define GEOMS_MULTIPLIERS_H

#include "constraints/nullspace.h"
#include "model/equations.h"
#include "model/mass.h"
#include "model/parts.h"
#include "constraints/saddle.h"
#include "constraints/saddle_lanes.h"

typedef struct GeomsMultipliers {
    int used;                 /* not 0: the projected form works this way                      */
    int friction;             /* f, b, ... depend on l in another way than - C' l              */
    int rows;                 /* independent rows of C                                         */
    GeomsParts parts;
    GeomsMass mass;           /* M of the state looked at last                                 */
    int even, kept;           /* C M^-1 C' is made of it; it is constant, and there            */
    GeomsSaddle saddle;       /* of one state, `rows` rows                                     */
    GeomsSaddleLanes lanes;   /* of a few states side by side, where that is less work              */
    int in_lanes;             /* not 0: it is                                                  */
    GeomsFactor border;       /* of the linearisation, with w: see elimination.c               */
    double *column;           /* work of the border                                            */
    double *alpha, *l;        /* at the base point: solved for                                 */
    int better;               /* l there is more exact than what its rows gII, hI tell          */
    double *given;            /* accelerations of given multipliers                            */
    double *A, *L;            /* d alpha / d (r, v, s, p), nv x k; d (w, l) / d (...), n1 x k   */
    double *B;                /* C' - df/dl of the linearisation less C': nv x m, with friction */
    double *CM, *terms;       /* C M^-1, m x nv; |C M^-1| (|f| + |C'| |l|)                     */
    /* redundant rows: l = span eta, rows pick' C */
    double *span, *pick;      /* m x rows                                                      */
    double *C, *gamma, *BS, *f, *eta; /* rows x nv, rows; nv x rows; nv; rows                   */
    int *column_of;           /* unknowns that are moved for difference quotients              */
    double *times, *points, *rda, *force, *masses; /* batch of a linearisation                    */
} GeomsMultipliers;

#endif
