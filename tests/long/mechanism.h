/* mechanism.h - mechanisms of points on rods, rails and surfaces, and two views of each of them
 *
 * In units in which everything is of order 1, with rows that are independent:
 *
 *     M v' = f - G' lambda,   p' = v,   0 = g,   r' = (y'p - r) / tau,   x = [lambda; r; v; p]
 *
 *     M   = diag (m) + mu w w',  w = a + B p
 *     f   = F - drag diag (m) v - mu ((w'v) (B v - B'v) + w (B v)'v) - springs - kappa y (y'p - r)
 *     g_k = p'A_k p / 2 + (b_k + s e_k)'p + c_k + s d_k + s^2 q_k,   s = sin (omega t)
 *
 * The given view is what a user would hand over: g~ = D R g with a matrix R that may have more rows
 * than columns, or rows that are nearly parallel, and lengths, times, masses, rows and r in any
 * units. Its multipliers and those above make the same force: R' lambda~ (in these units) = lambda.
 */
#ifndef GEOMS_LONG_MECHANISM_H
#define GEOMS_LONG_MECHANISM_H

#include "test.h"

enum { LONG_P = 15, LONG_ROWS = 12, LONG_GIVEN = 16, LONG_SPRINGS = 8, LONG_POINTS = 5 };

typedef struct LongRow {
    double A[LONG_P * LONG_P], b[LONG_P], e[LONG_P], c, d, q;
} LongRow;

/* between points i and j, or i and a place; force k (length - rest) + damping length' */
typedef struct LongSpring {
    int i, j; /* j < 0: place */
    double place[3], k, rest, damping;
} LongSpring;

typedef struct LongUnits {
    int rows;                               /* of R                                              */
    double R[LONG_GIVEN * LONG_ROWS];       /* rows x nb, by columns                             */
    double length[LONG_P], row[LONG_GIVEN]; /* sizes of 1 in the other units, as those below     */
    double time, mass, r;
} LongUnits;

typedef struct Mechanism {
    int number;      /* everything follows from it                                           */
    char text[400];  /* what it is                                                           */
    int dim, points; /* p = dim coordinates of each point                                    */
    int np, nb, nr;  /* positions, rows, dynamic elements                                    */
    double mass[LONG_P], F[LONG_P], drag;
    double mu, a[LONG_P], B[LONG_P * LONG_P];
    int springs;
    LongSpring spring[LONG_SPRINGS];
    double kappa, tau, y[LONG_P];
    double omega;
    LongRow row[LONG_ROWS];
    double p0[LONG_P], v0[LONG_P];
    double span;      /* of the motion                                                        */
    double tolerance; /* at which it is judged                                                */
    double rate;      /* fastest vibration, roughly                                           */
    int excited;      /* it is there from the start                                           */
    int conservative; /* the energy is constant                                               */
    LongUnits own, given;
    /* one degree of freedom, all positions known: p = P (phi), P', P'' (3 columns); or NULL      */
    void (*path) (double phi, double *P);
    double phi0, rate0;
    /* while it is made: what each point hangs on; whether rods close a loop behind it           */
    int parent[LONG_POINTS], loop[LONG_POINTS];
} Mechanism;

/* all blocks at one state in own units, matrices by columns */
typedef struct LongValues {
    double M[LONG_P * LONG_P], f[LONG_P], g[LONG_ROWS], G[LONG_ROWS * LONG_P], gI[LONG_ROWS],
        rest[LONG_ROWS], b; /* rest: gII without G v' */
} LongValues;

void mechanism_values (const Mechanism *m, double t, double r, const double *v, const double *p,
                       LongValues *o);
double mechanism_energy (const Mechanism *m, const double *v, const double *p);

/* units in which nothing changes */
LongUnits units_own (const Mechanism *m);

/* one view as a model, until case_free; x0 with lambda = NaN; tolerances are the caller's */
typedef struct LongView {
    const Mechanism *m;
    const LongUnits *u;
} LongView;
Case view_case (LongView *view);
/* x in the units of a view from x in own units, but lambda; and back */
void view_from_own (const LongView *view, const double *own, double *x);
void view_to_own (const LongView *view, const double *x, double *own);

/* phi of a mechanism that has a path: M (phi) phi'' = P''(f - M P'' phi'^2), v = phi */
Case path_case (const Mechanism *m);

/* number 0, 1, 2 ... */
void mechanism_generate (int number, Mechanism *m);

#endif
