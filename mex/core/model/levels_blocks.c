/* levels_blocks.c - is each level of the constraints the derivative of the one below, in the mechanical form?
 *
 *     along p' = Z v, v' = a with any a:   g' = gI,  gI' = G Z a + (gII - G Z v'),
 *                                          h~' = H Z a + (hI - H Z v')
 *     along any d of p, any d of v:        g' = G d,  h~' = H Z d
 *
 * All states at once; yes, or somebody has to look closer.
 */
#include <float.h>

#include "base/linalg.h"
#include "level_quotients.h"
#include "level_states.h"
#include "mechanical.h"

/* one state: its column of blocks, and vectors there */
typedef struct Blocks {
    const GeomsMechanical *form;
    const GeomsMechanicalPlaces *in;
    const double *column;
    double *w; /* Z w (np)                                                      */
} Blocks;

/* Z w, which may be w itself */
static const double *of_positions (const Blocks *b, const double *w)
{
    const int np = b->form->dims.np, nv = b->form->dims.nv;

    if (! b->form->kinematics)
        return w;
    geoms_matvec (np, nv, b->column + b->in->Z, np, w, b->w);
    return b->w;
}

/* rows A d (A is m x np) beside derivatives; part: what the derivatives are without A d, or NULL */
static int products_agree (int m, int np, const double *A, const double *d, const double *part,
                           const double *q, const double *noise)
{
    for (int i = 0; i < m; i++) {
        double sum = 0, terms = 0;
        for (int c = 0; c < np; c++) {
            sum += A[i + c * m] * d[c];
            terms += fabs (A[i + c * m] * d[c]);
        }
        if (part == NULL ? ! geoms_quotients_agree (sum, q[i], noise[i], terms)
                         : ! geoms_quotients_agree (part[i], q[i] - sum, noise[i], terms))
            return 0;
    }
    return 1;
}

/* gI beside g', where its terms are those of G u */
static int velocities_agree (int m, int np, const double *G, const double *u, const double *gI,
                             const double *q, const double *noise)
{
    for (int i = 0; i < m; i++) {
        double terms = 0;
        for (int c = 0; c < np; c++)
            terms += fabs (G[i + c * m] * u[c]);
        if (! geoms_quotients_agree (gI[i], q[i], noise[i], terms))
            return 0;
    }
    return 1;
}

/* directions 0: any of p; 1: p' = Z v, v' = a; 2: any of v */
static void put_directions (GeomsQuotients *l, const Blocks *b, int j,
                            double *const to[GEOMS_LEVEL_DIRECTIONS])
{
    const GeomsDims *d = &l->d;
    const size_t at = (size_t)j * (size_t)l->n, v = at + (size_t)(l->n - d->np - d->ns - d->nv),
                 p = at + (size_t)(l->n - d->np);
    const double *u = of_positions (b, l->x + v);
    double speed = 0, size = DBL_MIN;

    geoms_level_direction (d->np, l->x + p, 1, NULL, to[0] + p);
    for (int i = 0; i < d->np; i++) {
        to[1][p + (size_t)i] = u[i];
        speed += u[i] * u[i];
        size += l->size[p + (size_t)i] * l->size[p + (size_t)i];
    }
    geoms_level_direction (d->nv, l->x + v, 3, NULL, to[1] + v);
    for (int i = 0; i < d->nv; i++)
        to[1][v + (size_t)i] *= sqrt (speed) / sqrt (size);
    if (to[2] != NULL)
        geoms_level_direction (d->nv, l->x + v, 5, NULL, to[2] + v);
}

/* all comparisons at state j */
static int state_agrees (const GeomsQuotients *l, const Blocks *b, int j, const GeomsLevels *at)
{
    const GeomsDims *d = &l->d;
    const GeomsMechanicalPlaces *in = b->in;
    const size_t n = (size_t)l->n, m = (size_t)l->rows, k = (size_t)l->k,
                 v = n - (size_t)(d->np + d->ns + d->nv), p = n - (size_t)d->np;
    const double *B = b->column, *G = B + in->G, *H = B + in->H, *to[GEOMS_LEVEL_DIRECTIONS],
                 *q[GEOMS_LEVEL_DIRECTIONS], *noise[GEOMS_LEVEL_DIRECTIONS], *w;

    for (size_t i = 0; i < (size_t)l->directions; i++) {
        to[i] = l->xdot + (i * k + (size_t)j) * n;
        q[i] = l->q + (i * k + (size_t)j) * m;
        noise[i] = l->noise + (i * k + (size_t)j) * m;
    }
    if (! products_agree (d->nl, d->np, G, to[0] + p, NULL, q[0] + in->g, noise[0] + in->g)
        || ! velocities_agree (d->nl, d->np, G, to[1] + p, B + in->gI, q[1] + in->g,
                               noise[1] + in->g))
        return 0;
    w = of_positions (b, to[1] + v);
    if ((at->second_g
         && ! products_agree (d->nl, d->np, G, w, B + in->gpart, q[1] + in->gI, noise[1] + in->gI))
        || (at->second_h
            && ! products_agree (d->nm, d->np, H, w, B + in->hpart, q[1] + in->h,
                                 noise[1] + in->h)))
        return 0;
    if (d->nm == 0)
        return 1;
    w = of_positions (b, to[2] + v);
    return products_agree (d->nm, d->np, H, w, NULL, q[2] + in->h, noise[2] + in->h);
}

/* one after the other: what the differences need, the differences, the comparisons */
static int blocks_agree (GeomsQuotients *l, const GeomsMechanical *form, GeomsBatch brief,
                         const GeomsLevels *at)
{
    static const double steady[] = {0, 1e-3, 0.0618, 0.31, 0.71, 1};
    const GeomsMechanicalPlaces in = geoms_mechanical_places (form);
    const size_t n = (size_t)l->n, m = (size_t)in.size, k = (size_t)l->k;
    const int more = at->k == 0 && at->steady_g && l->d.nl > 0 ? 6 : 0;
    double *w = geoms_arena_reals (&l->arena, (size_t)l->d.np),
           *to[GEOMS_LEVEL_DIRECTIONS] = {NULL};
    const double *B, *y;
    Blocks b = {form, &in, NULL, w};

    l->rows = in.size;
    B = geoms_quotients_values (l, form->blocks, form->user, at);
    if (B == NULL || w == NULL)
        return 0;
    to[0] = geoms_quotients_direction (l, 0, INFINITY);
    to[1] = geoms_quotients_direction (l, 1, l->longest);
    if (l->d.nm > 0)
        to[2] = geoms_quotients_direction (l, 0, INFINITY);
    for (int j = 0; j < l->k; j++) {
        b.column = B + (size_t)j * m;
        put_directions (l, &b, j, to);
    }
    if (! geoms_finite (k * n * (size_t)l->directions, l->xdot))
        return 0;
    y = geoms_quotients_differences (l, brief, form->user, at, more, steady);
    if (y == NULL || ! geoms_quotients_stay (l->rows, in.g, l->d.nl, more, y, 1e-12))
        return 0;
    for (int j = 0; j < l->k; j++) {
        b.column = B + (size_t)j * m;
        if (! state_agrees (l, &b, j, at))
            return 0;
    }
    return 1;
}

int geoms_levels_agree_blocks (const GeomsMechanical *form, GeomsBatch brief, const GeomsLevels *at)
{
    GeomsQuotients l;
    int yes = 0;

    geoms_quotients_begin (&l, &form->dims, at);
    if (! l.arena.failed && form->dims.ns == 0 && form->gradient == NULL)
        yes = blocks_agree (&l, form, brief, at);
    geoms_arena_free (&l.arena);
    return yes;
}
