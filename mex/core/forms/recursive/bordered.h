/* bordered.h - constraints beside a model that solves its own Newton systems for given multipliers
 *
 *     alpha = M^-1 (f - C'l),   C alpha + gamma = 0:    S l = C M^-1 f + gamma,   S = C V,
 *     V = M^-1 C'
 *
 * m = nl rows, at most GEOMS_MOST_BORDERED: all arrays have a few m n numbers at most. The stage
 * equations are those of psf with rows of accelerations, and the selector is the tangent one:
 *
 *     K_v'(alpha - v') = 0,   K_p'(Z v - p') = 0,   gI = 0,   g = 0,     C K_v = 0,  G K_p = 0
 */
#ifndef GEOMS_BORDERED_H
#define GEOMS_BORDERED_H

#include "forms/formulation.h"

enum { GEOMS_MOST_BORDERED = 50 };

/* factors for one sigma: dx of a unit of each of d l, eta, zeta; the system that these solve */
typedef struct GeomsBorder {
    double re, im;
    double *X;                /* moving x 3 m, then their imaginary parts                      */
    double *size;             /* 3 m: of rows                                                  */
    GeomsFactor E;            /* 3 m                                                           */
} GeomsBorder;

/* one state: rows, and what follows from them */
typedef struct GeomsHeld {
    double *C, *G;            /* m x nv, m x np                                                */
    double *level;            /* 3 m: g, gI, gamma                                             */
    double *V;                /* nv x (m + 1): V, alpha                                        */
    GeomsFactor S;
} GeomsHeld;

typedef struct GeomsBordered {
    GeomsEquations *e;
    int m, moving;            /* rows; unknowns but multipliers                                */
    GeomsHeld now, linear;    /* the state that was looked at last; the linearisation          */
    double *f, *rates;        /* nv; r', p' of the former                                      */
    double *l;                /* m: multipliers there                                          */
    /* the linearisation */
    double *gI_p, *gII_p, *gII_v; /* m x np, m x np, m x nv                                     */
    double *pulled;           /* moving x m: V'd (f - M alpha - C'l)                           */
    double *terms;            /* m: |V'| (|f| + |C'| |l|)                                      */
    double *scale;            /* of the algebraic rows of rda                                  */
    double condition[2];      /* of C and of S there                                           */
    double *first;            /* 2 m: sizes of their rows at the start, 0: not known           */
    GeomsBorder border[2];    /* real, complex                                                 */
    /* work */
    GeomsFactor gram;
    double *row, *size;       /* m (m + 24), 4 n; sizes of unknowns                            */
    double *step, *from;      /* moving; n                                                     */
    int *order;               /* m                                                             */
} GeomsBordered;

/* which solves of the model's Newton systems are asked for */
static inline int geoms_bordered_slots (int complex_slots) { return 1 + (complex_slots > 0); }

void geoms_bordered_create (GeomsBordered *b, GeomsEquations *e, int complex_slots,
                            GeomsArena *arena);
/* bordered.c: b->now at (t, x), whose multipliers become those that are solved for. alpha. 0,
 * GEOMS_RETRY or a negative IDID */
int geoms_bordered_look (GeomsBordered *b, int purpose, double t, double *x);
static inline const double *geoms_bordered_alpha (const GeomsBordered *b)
{
    return b->now.V + (size_t)b->m * (size_t)b->e->d.nv;
}
/* the same and b->linear there, x' (moving) too; then, at states of the run, units of multipliers
 * and scales of rows */
int geoms_bordered_linearise (GeomsBordered *b, double t, double *x, double *xdot);
void geoms_bordered_note (GeomsBordered *b, const double *x);

/* bordered_newton.c: > 0 if singular; dx (n) of residuals [ -; gI; g; moving ], in a complex slot
 * imaginary parts behind both */
int geoms_bordered_factor (GeomsBordered *b, int slot, double re, double im);
void geoms_bordered_solve (GeomsBordered *b, int slot, const double *residual, double *dx);

/* bordered.c: scales of rows at x. bordered_moves.c: |g|, |gI| of b->now in their scales; x (n),
 * which was looked at last, moved onto them, weights as those of GeomsMetric. 0, GEOMS_RETRY,
 * GEOMS_PROJECTION_FAILS or an IDID */
void geoms_bordered_scales (GeomsBordered *b, const double *x);
double geoms_bordered_violation (const GeomsBordered *b);
int geoms_bordered_move (GeomsBordered *b, double t, double *x, const double *weights,
                         double limit, double accepted);
/* not 0 if rows of C depend on each other at b->now, or all but do */
int geoms_bordered_dependent (GeomsBordered *b);

#endif
