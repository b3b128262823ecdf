/* reference.h - the motion of a mechanism in own units, how far it can be trusted, and where it is
 * singular
 *
 *     rho (t) = smallest / largest singular value of the rows of G, each divided by its length,
 *               over the median of that along the motion
 */
#ifndef GEOMS_LONG_REFERENCE_H
#define GEOMS_LONG_REFERENCE_H

#include "mechanism.h"

enum { REFERENCE_TIMES = 200, REFERENCE_N = LONG_ROWS + 1 + 2 * LONG_P };

enum { MOTION_REGULAR, MOTION_SINGULAR, MOTION_UNCLEAR, MOTION_UNKNOWN };

typedef struct Reference {
    int motion;   /* MOTION_...                                                  */
    int n, count; /* unknowns, times                                             */
    double t[REFERENCE_TIMES + 1], x[(REFERENCE_TIMES + 1) * REFERENCE_N];
    double rho[REFERENCE_TIMES + 1];
    int complete;              /* the end of the span is reached                              */
    double median;             /* 1 in rho                                                    */
    double least, t_least;     /* smallest rho, and when                                      */
    double error[REFERENCE_N]; /* at the end: difference of two references                    */
    double
        growth[2 * REFERENCE_N]; /* what 1 of velocity, 1 of position at the start changes there */
    double size[REFERENCE_N];    /* largest of each unknown along the motion                    */
    double rounding[REFERENCE_N]; /* at the end: what rounding of the given rows changes there   */
    double energy;               /* change of the energy, relative to its largest part; 0: none */
    char text[200];              /* why it is unknown                                           */
} Reference;

void reference_find (const Mechanism *m, Reference *ref);
/* rounding.c: ref->rounding of a reference that has all else */
void reference_rounding (const Mechanism *m, Reference *ref);
/* lambda of a state whose p and v are known:  [M G'; G 0] (a; lambda) = (f; - rest) */
void reference_multipliers (const Mechanism *m, double t, double *x);
/* rho at one state in own units */
double reference_rho (const Mechanism *m, const Reference *ref, double t, const double *own);
/* the last state a run came to, which need not be an output, in the units of its view; not 0 if
 * there is none */
int reference_last (const Outcome *o, int n, double *t, double *x);

#endif
