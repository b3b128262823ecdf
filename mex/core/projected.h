/* projected.h - the projected-strangeness-free (psf) and -index-1 (psi1) forms
 *
 * Algebraic rows a = (a1, a2, a3), blocks of their Jacobian:
 *
 *            x1   x2   x3   x4
 *      a1 [ F11  F12  F13  F14 ]     psf:  d, gII, hI     psi1:  d
 *      a2 [           F23  F24 ]           gI, h~
 *      a3 [                F34 ]           c, g
 *
 *      dx = N y - P a,   J_a N = 0,   J_a P = I,   y = (y1 | x2 | y3 | y4)
 */
#ifndef GEOMS_PROJECTED_H
#define GEOMS_PROJECTED_H

#include "constraints.h"
#include "formulation.h"
#include "linalg.h"

typedef struct GeomsProjected {
    GeomsForm form;
    int index1;               /* psi1                                                          */
    int algebraic_only;       /* for corrections: no selector, no Newton matrices              */
    int m1, a2, m2, a3, m3, ma; /* rows: a1 starts at 0, a2 and a3 at these rows of rda        */
    int mb;                   /* differential rows, from eq->r_b on                            */
    GeomsBlock F11, F23, F34;
    double rank_tol;
    int k1, k3, k4, nd;       /* sizes of y1, y3, y4, y; x2 has n2                             */
    int y2, y3, y4;           /* where x2, y3, y4 start in y                                   */
    double *J, *N, *P;        /* m x n, n x nd, n x ma                                         */
    double *base, *base_mass; /* residual and mass matrix at the base point                    */
    double *stage_mass;       /* mass matrices of a batch of 3                                 */
    double *mass;             /* mass matrix of the linearisation                              */
    double *scratch;          /* residual of a linearisation that leaves the base point        */
    double *scale;            /* of the algebraic rows                                         */
    int *dependent;
    /* selector */
    int ns_v;                 /* rows of S_v                                                   */
    double *Sv, *Sp;          /* ns_v x nv, k4 x np                                            */
    int *pivots;              /* dependent columns the selector belongs to                     */
    int have_selector;
    double *select_work;
    /* Newton: products with S, and one factorisation and one matrix sigma SMP - SJP per slot */
    double *SvM, *SJ;         /* S_v M, S J_b (nd x n)                                         */
    double *SMN, *SJN, *SMP, *SJP;
    GeomsFactor E[2];
    double *G[2], im;         /* re(sigma) SMP - SJP, and im(sigma)                            */
    double *a, *y;            /* 2 x ma, 2 x nd                                                */
    double *n_work;           /* n x max (n, ma)                                               */
    /* projection */
    double *dx, kappa;        /* remainder <= kappa |dx|^2                                     */
    int trusted;              /* corrections since kappa was last measured                     */
} GeomsProjected;

/* A psf or psi1 form on the equations; decomposition overrides the option if >= 0. 0 or an IDID. */
int geoms_projected_create (GeomsProjected *p, GeomsEquations *eq, const GeomsOptions *options,
                            int formulation, int decomposition, GeomsArena *arena);

/* The rooms of a linearisation, in the order of the data flow. */
int geoms_projected_decompose (GeomsProjected *p);  /* constraints.h on J: F, N, P             */
int geoms_selector_update (GeomsProjected *p, int failed); /* selector.c: 1 if renewed         */
void geoms_newton_compose (GeomsProjected *p);      /* newton.c: SMN, SJN, SMP, SJP            */
int geoms_newton_factor (GeomsProjected *p, int slot, double re, double im);
void geoms_newton_solve (GeomsProjected *p, int slot, const double *residual, double *dx);

/* dx = -P a (residual); the correction itself is projection.c */
void geoms_projected_step (const GeomsProjected *p, const double *residual, double *dx);
int geoms_projected_correct (GeomsForm *f, double t, double *x, int exact);
/* largest |residual_i| / scale_i over the integrated algebraic rows */
double geoms_projected_violation (const GeomsProjected *p, const double *residual);

#endif
