/* semi.h - forms that solve for the accelerations:  E z' = s (t, z)  with a constant E of zeros and ones
 *
 *     z = [x; a]:  the unknowns x = [lambda; mu | r | v | p], and in (10) the accelerations
 *
 *                        lambda, mu                r    v                      p     a
 *     partition, uode    l (t, p, v, r) - lambda   b    a (t, p, v, r)         Z v*
 *     index1-explicit    C a + b''                 b    a = M^-1 (f - C' lambda) Z v            (9)
 *     index1-implicit    C a + b''                 b    a                      Z v   f - C' lambda - M a (10)
 *
 * with v*, a, l of partition.c (uode: the full system (8), v* = v). E is zero for lambda, mu and the
 * rows of a. Equation numbers of Kurz, Burkhardt, Eberhard (2011).
 */
#ifndef GEOMS_SEMI_H
#define GEOMS_SEMI_H

#include "formulation.h"
#include "partition.h"
#include "parts.h"
#include "projected.h"

typedef struct GeomsSemi {
    GeomsForm form;           /* for implicit methods: semi_form.c                             */
    GeomsEquations *eq;
    const GeomsOptions *options;
    int explicit_rows, implicit_rows; /* (9), (10); else a partition                           */
    int m;                    /* lambda and mu                                                 */
    int n;                    /* unknowns z                                                    */
    GeomsParts parts;
    GeomsPartition partition;
    GeomsFactor mass;         /* of (9)                                                        */
    double *v, *a;            /* v* and a of one point                                         */
    /* independent coordinates of a fixed partition */
    int given;                /* by the user: never changed                                    */
    int *kept;                /* nv: those of the run, while multipliers of outputs are computed */
    double chosen;            /* how bad they were when they were chosen; given: condition of C_d */
    double t_seen, sign;      /* where sign of det C_d was looked at last                      */
    int refused;              /* why the last point could not be solved for, see partition.h   */
    double condition;         /* of C_d or C where the motion is; NaN: not known               */
    double worst, t_worst;    /* largest condition so far                                      */
    int switched;             /* other coordinates were chosen, so many times                  */
    int passed;               /* det C_d changed its sign so many times between two steps      */
    double *passed_t;         /* the times, of the first GEOMS_MOST_PASSED                     */
    /* projection: psf on the same equations, for scales and invariants; NULL: none. Positions move by
     * Z C^- of this partition, which is the one above or, of the full system, another */
    GeomsProjected *onto;
    GeomsPartition *corrector, minimal;
    double *move, *turned;
    /* implicit methods */
    int most;                 /* points in one batch                                           */
    int batch;                /* points of the last one                                        */
    double *J, *base;         /* n x n; rows at the base point                                 */
    double *points, *rows, *times;
    const double *increment;  /* smallest size of each unknown, for difference quotients       */
    int *dependent;           /* n, 1 for lambda, mu and a                                     */
    GeomsFactor E[2];
} GeomsSemi;

/* whether a formulation is one of these */
int geoms_semi_is (int formulation);

/* z with the accelerations of (10) has this many unknowns */
int geoms_semi_unknowns (const GeomsEquations *eq, int formulation);

/* explicit_method: lambda follows from the other unknowns also in (9); independent: nv, or NULL;
 * increment: n of z, or NULL if no implicit method will use the form; onto: NULL if nothing projects */
int geoms_semi_create (GeomsSemi *s, GeomsEquations *eq, const GeomsOptions *options,
                       int explicit_method, const int *independent, const double *increment,
                       GeomsProjected *onto, GeomsArena *arena);

/* A state of a fixed partition that is not part of a run: the independent coordinates by pivoting, if the
 * user gave none, and the velocities of z become v*. 0, GEOMS_RETRY or an IDID */
int geoms_semi_adapt (GeomsSemi *s, double t, double *z);

/* semi_form.c: s->form, the operations of formulation.h */
void geoms_semi_form (GeomsSemi *s);

/* At a start: whether the form fits the system, the choice of coordinates, accelerations of z. */
int geoms_semi_begin (GeomsSemi *s, double t, double *z);

/* s (t, z) at k points (k <= s->most), n apart. 0, GEOMS_RETRY or a negative IDID. */
int geoms_semi_rows (GeomsSemi *s, int purpose, int k, const double *t, const double *z,
                     double *rows);

/* lambda and mu of k states, ldx apart, from the other unknowns; forms that do not integrate them */
int geoms_semi_multipliers (GeomsSemi *s, int k, const double *t, double *x, int ldx);

/* What an accepted step at t says of the coordinates, whose rows were evaluated last: conditions, signs,
 * a better choice. */
void geoms_semi_arrive (GeomsSemi *s, double t);

/* The velocities of z, whose rows were evaluated last, become v*, which is all of them that a partition
 * goes on with; not 0 if that changed them. */
int geoms_semi_settle (GeomsSemi *s, double *z);

/* z, whose rows were evaluated last, onto the constraints; rows (n) become those of the new z. 0,
 * GEOMS_RETRY or a negative IDID */
int geoms_semi_correct (GeomsSemi *s, double t, double *z, double *rows);

/* why no step is small enough: a choice of coordinates that is singular; 0 if it is not */
int geoms_semi_singular (GeomsSemi *s, double t);

/* s->refused in words: an IDID */
int geoms_semi_refusal (GeomsSemi *s, double t);

void geoms_semi_condition (const GeomsSemi *s, double condition[3]);

#endif
