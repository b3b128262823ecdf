/* parts.h - M, f, C, b', b'' of a model at given states: what forms that solve for accelerations
 * need
 *
 *     M v' = f - C' [lambda; mu],   g = 0,   C v + b' = 0,   C v' + b'' = 0,   p' = Z v,   r' = b
 *     0 = d,   0 = c,   0 = e
 *
 * C = [G; H] Z has m = nl + nm rows. A model that gives its parts is asked for them; of any other
 * they are taken from rda, which is affine in lambda and mu then. Complete parts hold all of rda.
 */
#ifndef GEOMS_PARTS_H
#define GEOMS_PARTS_H

#include "equations.h"
#include "mass.h"

/* the parts of one point; level = [gI; h~] = C v + b1; Z is NULL where p' = v; d, c, e of complete
 * parts */
typedef struct GeomsPart {
    const double *M, *Z, *f, *C, *g, *level, *b1, *b2, *b, *d, *c, *e;
} GeomsPart;

typedef struct GeomsParts {
    GeomsEquations *eq;
    int m;                    /* rows of C                                                     */
    int most;                 /* points in one batch                                           */
    int plain, turned;        /* p' = v; Z is among the parts                                  */
    int others;               /* they are complete, and there are rows d, c, e, b              */
    int bare;                 /* b' is not wanted, stages are not tested: what comes of them is */
    int own, complete;        /* given by the model; with d, c, e, and f, b, d at its multipliers */
    int size, M, Z, f, C, g, level, b2, b, d, c, e; /* length of one column, places in it         */
    double *columns, *b1;     /* of the batch evaluated last                                   */
    /* from rda: each point with lambda = mu = 0, and with each of them 1 */
    double *times, *points, *rda, *masses;
    GeomsMass mass;
    int factored;             /* a constant mass                                               */
    int singular;             /* M was, of the batch evaluated last: b'' is not known, NaN     */
    double *a, *moving;
} GeomsParts;

/* up to `most` points at once; 0 or an IDID */
int geoms_parts_create (GeomsParts *parts, GeomsEquations *eq, int most, GeomsArena *arena);

/* Whether its dimensions allow for such parts; whether it has them, seen at (t, x): 0, GEOMS_RETRY
 * or an IDID. */
int geoms_parts_dimensions (GeomsEquations *eq);
int geoms_parts_check (GeomsParts *parts, double t, const double *x);

/* What is looked at to see whether parts depend on the multipliers: such values of them, of those
 * with even and odd numbers, and states whose unknown number i, a velocity v, has moved, for
 * friction may vanish at rest. Any others would do. */
#define GEOMS_PARTS_EVEN (-1.75)
#define GEOMS_PARTS_ODD (-0.75)
double geoms_parts_moved (int i, double v);

/* evaluations of the model for the parts of one state */
int geoms_parts_evaluations (const GeomsParts *parts);

/* The parts at k states, ldx apart. 0, GEOMS_RETRY (but all but b'' are there if parts->singular)
 * or a negative IDID, among them GEOMS_MASS_UNSYMMETRIC. */
int geoms_parts_evaluate (GeomsParts *parts, int purpose, int k, const double *t, const double *x,
                          int ldx);
static inline GeomsPart geoms_parts_at (const GeomsParts *s, int j)
{
    const double *column = s->columns + (size_t)j * (size_t)s->size;

    return (GeomsPart){.M = s->eq->mass_varies ? column + s->M : s->eq->mass,
                       .Z = s->turned ? column + s->Z : NULL,
                       .f = column + s->f,
                       .C = column + s->C,
                       .g = column + s->g,
                       .level = column + s->level,
                       .b1 = s->b1 + (size_t)j * (size_t)s->m,
                       .b2 = column + s->b2,
                       .b = column + s->b,
                       .d = s->complete ? column + s->d : NULL,
                       .c = s->complete ? column + s->c : NULL,
                       .e = s->complete ? column + s->e : NULL};
}

static inline void geoms_parts_put (double *restrict rda, const double *rows, int count)
{
    for (int i = 0; i < count; i++)
        rda[i] = rows[i];
}

/* rda at x from complete parts there, but for the rows gII, hI and f_dyn, and less p' in the rows of
 * p, or NULL; m is s->m and nv that of the model, which the compiler may know; usual: p' = v and no rows
 * d, c, e, b */
GEOMS_INLINE void geoms_parts_rows (const GeomsParts *s, int m, int nv, int usual,
                                    const GeomsPart *part, const double *x, const double *pdot,
                                    double *rda)
{
    const GeomsEquations *e = s->eq;
    const GeomsDims *d = &e->d;
    const double *v = x + e->o3;
    double *g = rda + e->r_c + d->ns, *row = rda + e->r_p;

    geoms_parts_put (rda + e->r_gI, part->level, m);
    for (int i = 0; i < m && i < d->nl; i++)
        g[i] = part->g[i];
    if (! usual && part->Z != NULL) {
        geoms_matvec (d->np, d->nv, part->Z, d->np, v, row);
        v = row;
    }
    for (int i = 0; i < (usual ? nv : d->np); i++)
        row[i] = v[i] - (pdot != NULL ? pdot[i] : 0);
    if (usual || ! s->others)
        return;
    geoms_parts_put (rda, part->d, d->nw);
    geoms_parts_put (rda + e->r_e, part->e, d->ni);
    geoms_parts_put (rda + e->r_c, part->c, d->ns);
    geoms_parts_put (rda + e->r_b, part->b, d->nr);
}

/* all of rda at x, number j of the batch; the rows gII, hI for the accelerations alpha (nv), or
 * NULL: b'' alone */
void geoms_parts_rda (const GeomsParts *parts, int j, const double *x, const double *alpha,
                      double *rda);

/* p' for the velocities v at (t, x), number j of the batch. 0, GEOMS_RETRY or a negative IDID. */
int geoms_parts_kinematics (GeomsParts *parts, int purpose, int j, double t, const double *x,
                            const double *v, double *pdot);

#endif
