/* semi.h - forms that solve for the accelerations:  E z' = s (t, z)  with a constant E of zeros and ones
 *
 *     z = [x; extra unknowns],  x = [lambda; mu | r | v | p];  the rows of r: b, of v: a, of p: Z v*
 *
 * What makes a formulation is the rest, in semi_rows.c. E is zero for lambda and mu (but of uode) and for
 * the extra unknowns.
 */
#ifndef GEOMS_SEMI_H
#define GEOMS_SEMI_H

#include "forms/formulation.h"
#include "constraints/partition.h"
#include "model/parts.h"
#include "forms/projected/projected.h"

typedef struct GeomsSemi GeomsSemi;

/* one of the points whose rows are made: number j of the batch */
typedef struct GeomsSemiPoint {
    int purpose, j;
    double t;
    const double *z;
    GeomsPart part;
} GeomsSemiPoint;

/* what makes a formulation: rows of lambda and the extra unknowns, a into s->a, v* into s->v */
typedef struct GeomsSemiKind {
    int (*rows) (GeomsSemi *s, const GeomsSemiPoint *point, double *row);
    int lambda; /* GEOMS_LAMBDA_...; rows of those that follow: l - lambda                      */
    int partition; /* GEOMS_PARTITION_...                                                          */
    int extra;    /* GEOMS_EXTRA_...                                                              */
    int index[4]; /* of lambda, mu, v and the extra unknowns                                      */
    int level;    /* whose rows stand in the place of lambda and mu: 1 g, 2 gI, 3 gII; 0: others */
} GeomsSemiKind;

struct GeomsSemi {
    GeomsForm form; /* for implicit methods: semi_form.c                             */
    GeomsEquations *eq;
    const GeomsOptions *options;
    const GeomsSemiKind *kind;
    int m;             /* lambda and mu                                                 */
    int n;             /* unknowns z                                                    */
    int first;         /* first unknown of a differential row                           */
    double direction;  /* of time: 1, -1                                               */
    double largest[2]; /* |eta|, or |mu| and |tau|, of the states so far                */
    double *reach;     /* of the extra unknowns: what 1 does to p' or v' at most             */
    GeomsParts parts;
    GeomsPartition partition;
    GeomsMass mass; /* of (9)                                                        */
    int divided;    /* its factors are those of all points                           */
    double *v, *a;  /* v* and a of one point                                         */
    /* independent coordinates of a fixed partition */
    int given;             /* by the user: never changed                                    */
    int *kept;             /* nv: those of the run, while multipliers of outputs are computed */
    double chosen;         /* how bad they were when they were chosen; given: condition of C_d */
    double t_seen, sign;   /* where sign of det C_d was looked at last                      */
    int refused;           /* why the last point could not be solved for, see partition.h, mass.h */
    double condition;      /* of C_d or C where the motion is; NaN: not known               */
    double worst, t_worst; /* largest condition so far                                      */
    double least;          /* smallest one so far; 0: not known                              */
    int near;              /* the state that was reached last is beside a singular position, and the
                              method does not project: its positions are to be corrected     */
    double *unmoved;       /* a state while it is corrected                                 */
    int switched;          /* other coordinates were chosen, so many times                  */
    int passed;            /* det C_d changed its sign so many times between two steps      */
    double *passed_t;      /* the times, of the first GEOMS_MOST_PASSED                     */
    /* differences along the motion (uode) or in p (L), semi_beside.c */
    GeomsParts beside;
    double *beside_t, *beside_z, *slopes, *none;
    GeomsPartition both; /* of [G; L]                                                     */
    double both_start;   /* its condition at the start                                         */
    /* projection: psf on the same equations, for scales and invariants; NULL: none */
    GeomsProjected *onto;
    const double *scale; /* of the algebraic rows of rda: those of onto, or of the run         */
    double *move, *turned;
    /* implicit methods */
    int most;         /* points in one batch                                           */
    int batch;        /* points of the last one                                        */
    int direct;       /* rows come from rda at once, without parts                       */
    double *J, *base; /* n x n; rows at the base point                                 */
    double *points, *rows, *times;
    const double *increment; /* smallest size of each unknown, for difference quotients       */
    int *dependent;          /* n, 1 for lambda, mu and a                                     */
    GeomsFactor E[2];
};

/* whether a formulation is one of these */
int geoms_semi_is (int formulation);

/* The kind of a formulation. Explicit methods take lambda from the other unknowns if it does not move. */
const GeomsSemiKind *geoms_semi_kind (int formulation, int explicit_method);

/* unknowns of z */
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

/* What counts as a row that is lost, from the condition at the start, also of a run that is continued; RankTol,
 * where it is given. */
void geoms_semi_expect (GeomsSemi *s, double condition);

/* At a start: whether the form fits the system, the choice of coordinates, accelerations of z. */
int geoms_semi_begin (GeomsSemi *s, double t, double *z);

/* lambda, a and v* (in s->a, s->v) of one point; 0, or what partition.h says */
int geoms_semi_solve (GeomsSemi *s, const GeomsPart *part, const double *v, double *lambda);
/* the rows of one point, but lambda' of uode */
int geoms_semi_rows_of (GeomsSemi *s, const GeomsSemiPoint *point, double *row);
/* the same from rda, or what is linear in it, where s->direct; GEOMS_RETRY if M is singular */
int geoms_semi_direct (GeomsSemi *s, const double *rda, const double *M, double *row);
/* the factors of M at a point into s->mass: 0, what mass.h says, or GEOMS_MASS_SINGULAR on ker C */
int geoms_semi_factor (GeomsSemi *s, const GeomsPart *part);
/* y = a of M a = f - C' lambda, C a = - b''; GEOMS_RETRY if M is not positive on ker C */
int geoms_semi_accelerations (GeomsSemi *s, const GeomsPart *part, const double *lambda, double *y);
/* row = C a + b'' and C v + b' */
void geoms_semi_second (const GeomsSemi *s, const GeomsPart *part, const double *a, double *row);
void geoms_semi_first (const GeomsSemi *s, const GeomsPart *part, const double *v, double *row);

/* semi_beside.c: memory; whether mu and tau of (3.16) are unique at a start, and whether that is why no
 * step is small enough; lambda' of k points whose other rows are known; y = L' tau */
int geoms_beside_create (GeomsSemi *s, GeomsArena *arena);
int geoms_beside_begin (GeomsSemi *s, double t, const double *z);
int geoms_beside_singular (GeomsSemi *s, double t);
int geoms_beside_lambda (GeomsSemi *s, int purpose, int k, const double *t, const double *z,
                         double *rows);
int geoms_beside_product (GeomsSemi *s, const GeomsSemiPoint *point, const double *tau, double *y);

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

/* the extra unknowns of a state: a from s->a, 0 the others */
void geoms_semi_fill (const GeomsSemi *s, double *z);
/* An accepted state: how large its extra unknowns are. */
void geoms_semi_note (GeomsSemi *s, const double *z);

/* semi_correct.c: z, whose rows were evaluated last, onto the constraints; rows (n) become those of the new z. 0,
 * GEOMS_RETRY or a negative IDID */
int geoms_semi_correct (GeomsSemi *s, double t, double *z, double *rows);

/* the same beside a singular position (s->near), without invariants; what cannot be corrected stays */
int geoms_semi_approach (GeomsSemi *s, double t, double *z, double *rows);

/* why no step is small enough: a choice of coordinates that is singular; 0 if it is not */
int geoms_semi_singular (GeomsSemi *s, double t);

/* s->refused in words: an IDID */
int geoms_semi_refusal (GeomsSemi *s, double t);

void geoms_semi_condition (const GeomsSemi *s, double condition[3]);

#endif
