/* large.h - psf and psi1 of a model whose M, C and B have patterns: nothing n x n is made
 *
 * The selectors and null bases of forms/projected are replaced by multipliers eta and zeta:
 *
 *     K_v' y = 0  <=>  y = C' eta,        S_p y = 0  <=>  y = F34p' zeta,  F34s' zeta = 0
 *
 * which are thrown away. With B of geoms_model.h, F = d (f - M alpha - C'l)/dx, Gamma = d (C alpha +
 * gamma)/dx for given alpha, l the Newton systems are, sigma as in formulation.h,
 *
 *     d:        d_x dx                            = -a_d
 *     gI, h~:   C dv + (gI, h~)_p dp  ...         = -a2
 *     c, g:     F34 (ds, dp)                      = -a3
 *     b:        sigma dr - b_x dx                 = r_b
 *     v:        sigma M dv - F_x dx + C' lt       = r_v          lt = d l + eta
 *     p:        sigma dp - (Z v)_x dx + F34p' zeta = r_p
 *     s:        F34s' zeta                        = 0
 *
 * with one real system [M C'; C 0] for d l, where l is in no force but C'l; psi1: lt is d l. Else, and
 * with rows of accelerations, d alpha, d l and eta are unknowns of their own, with the rows
 *
 *     gII, hI:  C d alpha + Gamma_x dx            = -a1
 *     alpha:    M d alpha - F_x dx                = 0            also by l, w
 *     v:        sigma dv - d alpha + C' eta       = r_alpha      (or as above, with eta)
 *
 * Rows that depend on each other: - omega on the diagonal of the rows gI, h~, of c, g and of gII, hI,
 * and sweeps of refinement by the matrix without it, which is the proximal iteration. A row of zeros is
 * one of them.
 */
#ifndef GEOMS_LARGE_H
#define GEOMS_LARGE_H

#include "base/sparse.h"
#include "base/sparse_ldl.h"
#include "base/sparse_lu.h"
#include "forms/formulation.h"
#include "model/mass_free.h"
#include "sparse_map.h"

/* ---- large_patterns.c: which entries of B, M, C go where ---- */

/* the Newton matrix: A0 + sigma A1 - omega */
typedef struct GeomsLargeSystem {
    int n;                       /* order                                                        */
    int eta, alpha;              /* first columns; of zeta: n of the form                        */
    int row_2, row_3, row_b, row_v, row_p, row_s, row_II, row_alpha; /* first rows              */
    GeomsSparse A;               /* pattern, A0                                                  */
    GeomsSparseMap plus, minus;   /* of B                                                         */
    GeomsSparseMap inertia;       /* of M: sigma M                                                */
    GeomsSparseMap mass;          /* of M in the rows of alpha                                    */
    GeomsSparseMap shift;         /* entry means nothing: sigma                                   */
    GeomsSparseMap less;          /* the same: -1                                                 */
    GeomsSparseMap metric;        /* entry: unknown of x whose weight divides what is at place     */
    int *omega_2, *omega_3, *omega_II; /* places, where rows may be redundant                   */
} GeomsLargeSystem;

/* F D F' of rows F (m x k), D a diagonal: products of entries that share a column, and factors */
typedef struct GeomsLargeGram {
    int m, k;
    const int *start, *row;      /* F by columns                                                 */
    int *pair;                   /* places of the products, column by column                     */
    GeomsSparseLDL ldl;
} GeomsLargeGram;

typedef struct GeomsLarge GeomsLarge;

/* all maps and patterns of s. 0, or not 0 without memory */
int geoms_large_patterns (GeomsLarge *s, GeomsArena *arena);
/* F D F' into the room of factors */
void geoms_large_gram_fill (const GeomsLargeGram *g, const double *F, const double *DF,
                            GeomsLDLFactors *f);
/* F D F' from the values of F and D, or D of one more with the values DF; least: on its diagonal, as
 * a part of that. As geoms_sparse_ldl_factor */
int geoms_large_gram_factor (const GeomsLargeGram *g, const double *F, const double *DF,
                             double omega, GeomsLDLFactors *f);

/* where pivots were chosen last: they are kept, and a later run is to have the same */
typedef struct GeomsLargeAnchor {
    int known;
    double sigma[2];
    double *b, *c, *mass;        /* of the linearisation then; of saddles f_l instead of b       */
} GeomsLargeAnchor;

/* ---- large_saddle.c: alpha and l of one state ---- */

/*     M alpha + (C' - f_l) l = f,  C alpha = - gamma
 * by C M^-1 C' where M is a diagonal, else by the matrix as it stands                            */
typedef struct GeomsLargeSaddle {
    GeomsLDLFactors S;           /* of C M^-1 C'                                                 */
    double *CM, *divisor;        /* values of C M^-1; 1 / M                                      */
    int divided;                 /* the latter of a constant M                                   */
    int singular;                /* the last factorisation has failed                            */
    const double *M, *C;         /* values that were factored                                    */
    GeomsSparseLU *lu;
    double *values, *omega;      /* the matrix; m: what its rows gII, hI have on their diagonal  */
    double *y, *r;               /* work                                                         */
    GeomsLargeAnchor anchor;
} GeomsLargeSaddle;

int geoms_large_saddle_create (GeomsLarge *s, GeomsLargeSaddle *to, GeomsArena *arena);
/* M and C stay where they are. 0; 1: singular; -1: no memory */
int geoms_large_saddle_factor (GeomsLarge *s, GeomsLargeSaddle *to, const double *M,
                               const double *C);
/* pivots as they were chosen last, after a walk has read for what */
int geoms_large_saddle_again (GeomsLarge *s, GeomsLargeSaddle *to);
/* alpha (nv) and l (m) of f and gamma; alpha may be NULL */
void geoms_large_saddle_solve (GeomsLarge *s, const GeomsLargeSaddle *by, const double *f,
                               const double *gamma, double *alpha, double *l);
/* l less what C' does not see, where rows depend on each other */
void geoms_large_least (GeomsLarge *s, const double *C, double *l);
/* what rows that depend on each other have on their diagonal, as a part of it, or of 1 where that is 0;
 * the proximal iteration: whether one more sweep helps; of F D F' */
#define GEOMS_LARGE_OMEGA 1e-8
double geoms_large_omega (const GeomsLarge *s);
static inline double geoms_large_part (double omega, double diagonal)
{
    return omega * (diagonal > 0 ? diagonal : 1);
}
int geoms_large_goes_on (const GeomsLarge *s, int sweep, double residual, double before, double first);
void geoms_large_refine_gram (const GeomsLarge *s, const GeomsLargeGram *g, const GeomsLDLFactors *f,
                              const double *omega, double size, double *x, double *d);

/* ---- large_border.c: w, too, where there is w ---- */

typedef struct GeomsLargeBorder {
    GeomsSparse A;
    int count, of_B, of_M;       /* entries; the first of B, then of M, then omega               */
    int *source, *place;         /* number of each, of B: or -1 - it, times -1                    */
    GeomsSparseLU *lu;
    double *y;
} GeomsLargeBorder;

/* 0; -1: no memory. 0; not 0: singular */
int geoms_large_border_create (GeomsLarge *s, GeomsArena *arena);
int geoms_large_border_factor (GeomsLarge *s);
/* d alpha (or NULL) and x1 = (d w, d l) for what has been carried of dx, a_d and a1 (or NULL) */
void geoms_large_border_solve (GeomsLarge *s, const double *a_d, const double *a1, double *alpha,
                               double *x1);

/* ---- the form ---- */

typedef struct GeomsLargePoint { /* the base point                                               */
    int known;
    double t, *x;
    double *column;              /* parts                                                        */
    double *alpha, *l;           /* solved for                                                   */
    double *residual;
} GeomsLargePoint;

struct GeomsLarge {
    GeomsForm form;
    int index1, accelerates, general; /* psi1; rows of accelerations; all in one system          */
    int moves;                   /* for corrections alone: no Newton systems, nothing is noted   */
    int m, m3;                   /* rows of C; of c, g                                           */
    int kept, rows3;             /* invariants that are kept: their rows stand behind c, g; all  */
    int skips;                   /* they are not corrected                                       */
    int massive, lets;           /* stages must have all masses that no row holds; there are none that
                                    forces do not hold, and saddles leave those alone            */
    int singular;                /* M is: rows of the model do not tell l                        */
    GeomsMassFree free;          /* what M is                                                    */
    int *keeps;                  /* ni: GEOMS_E_...                                              */
    const double *weights;       /* n: what changes cost in corrections, or NULL                 */
    GeomsPartsPlaces at;
    GeomsPattern M, C, B;
    int identity;                /* M = 1                                                        */
    double *constant;            /* values of a constant M                                       */
    GeomsArena *arena;
    /* what the first state tells */
    int prepared;
    int by_mass;                 /* saddles by C M^-1 C'                                         */
    int redundant, rank2, rank3; /* rows depend on each other; ranks of C and F34                */
    int *dependent_rows, *unique; /* na, n1: as in geoms.h                                        */
    /* systems */
    GeomsSparse K;               /* pattern of a saddle                                          */
    GeomsSparseMap K_M, K_C, K_Ct, K_l; /* its entries from M, C, C' and - f_l                     */
    int *K_omega;
    double *f_l;                 /* d f/dl, of friction                                          */
    GeomsSparseMap friction;      /* where that is in B                                           */
    GeomsSparseMap moving;        /* entries of B in the rows of forces, gII, hI, d by r, v, s, p  */
    int *moving_column;          /* unknown of each; place: row of f, then of gII, hI, then of d  */
    double *carried;             /* of three columns: those rows                                 */
    int *held;                   /* number of the entry of C at the same place, or -1            */
    int most_friction;           /* entries of f by l in B                                       */
    GeomsLargeSystem newton;
    GeomsSparseLU *lu;
    double *values, *y, *y_more; /* of one slot; a column, two more                              */
    double *sigma;               /* two for each slot                                            */
    GeomsLargeAnchor *anchor;    /* of each slot                                                 */
    int *since, *doubt;          /* of each slot: factorisations; new pivots are asked for       */
    GeomsLargeGram velocity, position; /* of C and F34                                           */
    int *F34_in_B, entries_of_F34; /* numbers in B                                               */
    double *F34, *products;      /* values, times W^-2                                           */
    GeomsLDLFactors of_velocity, of_position; /* C W^-2 C', F34 W^-2 F34'                         */
    GeomsLDLFactors of_range;    /* C C' + omega, to tell the range of C                         */
    double *least;
    int same;                    /* positions are those of velocities                            */
    GeomsLargeSaddle stage, linear;
    GeomsLargeBorder border;
    /* the linearisation */
    int linearised;
    double t, *b, *c, *mass;     /* values of B, C, M there                                      */
    double *terms, *scale, *omega_2, *omega_3, *omega_II, *omega_v;
    double condition[3];
    GeomsLargePoint base;
    /* stages */
    double *columns;
    /* corrections */
    double kappa, left;          /* left: by the proximal iteration, of the last one             */
    int trusted;
    double *dx, *moved;          /* a correction, of alpha                                       */
    double *from, *way, *begun;  /* n: of a move                                                 */
    double *size, *row, *force, *rhs, *other, *zeros; /* work: n, m, nv, most of rows or nv twice */
    int *dependent, *index;
};

/* large_states.c */
int geoms_large_parts (GeomsLarge *s, int purpose, int k, const double *t, const double *x,
                       double *columns);
const double *geoms_large_mass (const GeomsLarge *s, const double *column);
void geoms_large_rows (const GeomsLarge *s, const double *column, const double *x,
                       const double *alpha, double *residual);
void geoms_large_add_inertia (const GeomsLarge *s, const double *M, double scale,
                              const double *xdot, double *residual);
int geoms_large_solve_state (GeomsLarge *s, GeomsLargeSaddle *by, const double *M, const double *C,
                             const double *column, double *alpha, double *l);
int geoms_large_evaluate (GeomsForm *f, int k, const double *t, double *x, const double *xdot,
                          double *residual);
int geoms_large_take_parts (GeomsLarge *s, double t, const double *x);
int geoms_large_take_rows (GeomsLarge *s, GeomsLargeSaddle *by, const double *M, const double *C);
/* whether the rows gII, hI of the base point are those of the model's rda */
static inline int geoms_large_takes_rda (const GeomsLarge *s)
{
    return ! s->index1 && ! s->by_mass && ! s->redundant && ! s->singular && ! s->form.eq->friction
           && s->form.eq->d.nw == 0;
}
/* psi1: accelerations of the base point, 0 where they are not known */
void geoms_large_accelerate (GeomsLarge *s);
int geoms_large_base (GeomsForm *f, double t, const double *x);
int geoms_large_look (GeomsLarge *s, double t, const double *x);

/* large_linear.c */
void geoms_large_scales (GeomsLarge *s, const double *x);
int geoms_large_derive (GeomsLarge *s, int saddle);
int geoms_large_linearise (GeomsForm *f, double t, const double *x, int mode);

/* large_newton.c */
int geoms_large_factor_values (GeomsLarge *s, int slot, double re, double im, int anew);
int geoms_large_factor (GeomsForm *f, int slot, double re, double im);
int geoms_large_renew (GeomsForm *f);
/* d alpha (or NULL) and x1 = (d w, d l) at the head of dx as the rest of that moves them; a1, a_d:
 * residuals of gII, hI, NULL: 0, and of d */
void geoms_large_moved (GeomsLarge *s, const double *a_d, const double *a1, double *dx,
                        double *alpha);
void geoms_large_solve (GeomsForm *f, int first, int count, const double *residual, double *dx);
void geoms_large_follow (const GeomsForm *f, int k, double *dx);

/* large_moves.c: as in formulation.h; states beside those of the method, as in
 * forms/recursive/recursive.h */
int geoms_large_correct (GeomsForm *f, double t, double *x, int exact);
double geoms_large_approach (GeomsForm *f, const double *residual, double *x);
int geoms_large_normalise (GeomsForm *f, int k, double *x);
int geoms_large_begin (GeomsForm *f, double t, double *x);
int geoms_large_hold (GeomsForm *f, double t, double *x);
/* the row that is violated most, relative to its scale; its value is in f->base */
int geoms_large_examine (GeomsForm *f, double t, const double *x, int *row, double *violation);
int geoms_large_move (GeomsForm *f, double t, double *x);

/* large_prepare.c: what the first state tells, then all systems. 0, GEOMS_RETRY or an IDID */
int geoms_large_prepare (GeomsLarge *s, double t, const double *x);
int geoms_large_make_systems (GeomsLarge *s);

/* large_walk.c */
void geoms_large_walk (GeomsForm *f, GeomsWalk *w);
int geoms_large_again (GeomsForm *f);

/* large.c: what a model lacks, NULL: nothing; the form, or one for corrections alone. 0 or an IDID */
const char *geoms_large_lacks (const GeomsModel *model);
int geoms_large_new (const GeomsFormSetup *setup, int psi1, int moves, GeomsForm **form);
/* ranks, rows that depend on others (na), multipliers that are unique (n1), for the solution */
void geoms_large_tell (const GeomsForm *f, GeomsSolution *to, int *marked, int *unique);
/* whether accelerations and multipliers were not determined where the last linearisation was tried */
int geoms_large_singular (const GeomsForm *f);
/* accelerations at the base point; M and C there */
const double *geoms_large_alpha (const GeomsForm *f);
void geoms_large_here (const GeomsForm *f, const double **M, const double **C);
/* whether velocities have accelerations as rows */
int geoms_large_accelerates (const GeomsForm *f);
/* rows of forces from here on, and saddles of masses that forces hold. 0 or an IDID */
int geoms_large_let_go (GeomsForm *f);
/* whether stages must have the masses of the base point */
void geoms_large_guard (GeomsForm *f, int massive);
/* rda at the base point by the parts, and what its rows are made of beside the model's own `rda`; rows
 * gII, hI are taken from that where M is no diagonal */
void geoms_large_own_rows (GeomsForm *f, const double *rda, double *row, double *terms);

#endif
