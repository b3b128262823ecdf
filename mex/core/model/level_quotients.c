/* level_quotients.c - difference quotients of all states and directions by one call of the function
 *
 *     f' = (4 q(s) - q(2s)) / 3,   q(s) = (f (s) - f (-s)) / (2s),   noise = |q(s) - q(2s)| + rounding
 *
 * s is such that no unknown moves by more than 1e-4 of its size, and t by a small part of the time span.
 */
#include <float.h>
#include <string.h>

#include "base/linalg.h"
#include "level_quotients.h"
#include "level_states.h"

enum { PLACES = 4 };

/* ---- states ---- */

static double longest_step (double t0, double tf)
{
    return geoms_max (1e-5 * fabs (tf - t0), 1e-7 * geoms_max (1, fabs (t0)));
}

/* those that are given, or two beside the start */
static void take_states (GeomsQuotients *l, const GeomsLevels *at)
{
    const size_t n = (size_t)l->n;

    l->longest = longest_step (at->t0, at->tf);
    l->t = at->t;
    l->x = at->x;
    l->k = at->k;
    if (at->k == 0) {
        double *t = geoms_arena_reals (&l->arena, 2), *x = geoms_arena_reals (&l->arena, 2 * n);
        if (l->arena.failed)
            return;
        t[0] = at->t0;
        t[1] = at->autonomous ? at->t0 : at->t0 + 0.137 * (at->tf - at->t0);
        geoms_level_states (&l->d, at->x, x);
        l->t = t;
        l->x = x;
        l->k = 2;
    }
    l->size = geoms_arena_reals (&l->arena, n * (size_t)l->k);
    for (size_t j = 0; l->size != NULL && j < (size_t)l->k; j++)
        geoms_level_sizes (&l->d, l->x + j * n, l->size + j * n);
}

void geoms_quotients_begin (GeomsQuotients *l, const GeomsDims *d, const GeomsLevels *at)
{
    memset (l, 0, sizeof *l);
    l->d = *d;
    l->n = d->nw + d->nl + d->nm + d->nr + d->nv + d->ns + d->np;
    take_states (l, at);
    l->xdot = geoms_arena_reals (&l->arena, (size_t)l->n * (size_t)l->k * GEOMS_LEVEL_DIRECTIONS);
}

double *geoms_quotients_direction (GeomsQuotients *l, double tdot, double reach)
{
    l->tdot[l->directions] = tdot;
    l->reach[l->directions] = reach;
    return l->xdot + (size_t)l->directions++ * (size_t)l->k * (size_t)l->n;
}

/* ---- values ---- */

int geoms_quotients_stay (int rows, int first, int count, int more, const double *y, double tol)
{
    for (int j = 1; j < more; j++)
        for (int i = first; i < first + count; i++)
            if (! (fabs (y[i + j * rows] - y[i]) <= tol * (1 + fabs (y[i]))))
                return 0;
    return 1;
}

/* times at which a system that does not depend on t is looked at, as parts of the time span */
static void put_times (const GeomsLevels *at, int count, const double *parts, double *t)
{
    for (int i = 0; i < count; i++)
        t[i] = at->t0 + parts[i] * (at->tf - at->t0);
}

const double *geoms_quotients_values (GeomsQuotients *l, GeomsBatch fcn, void *user,
                                      const GeomsLevels *at)
{
    static const double parts[] = {0, 0.31, 0.71};
    const int more = at->k == 0 && at->autonomous ? 3 : 0;
    const size_t n = (size_t)l->n, k = (size_t)l->k, all = k + (size_t)more;
    double *t = geoms_arena_reals (&l->arena, all), *x = geoms_arena_reals (&l->arena, all * n),
           *y = geoms_arena_reals (&l->arena, all * (size_t)l->rows);

    if (l->arena.failed)
        return NULL;
    memcpy (t, l->t, k * sizeof *t);
    memcpy (x, l->x, k * n * sizeof *x);
    put_times (at, more, parts, t + k);
    for (size_t j = 0; j < (size_t)more; j++)
        memcpy (x + (k + j) * n, l->x, n * sizeof *x);
    if (fcn ((int)all, t, x, l->n, y, l->rows, user) != 0
        || ! geoms_finite (all * (size_t)l->rows, y))
        return NULL;
    return geoms_quotients_stay (l->rows, 0, l->rows, more, y + k * (size_t)l->rows, 1e-10) ? y
                                                                                            : NULL;
}

/* ---- difference quotients ---- */

/* how far a quotient reaches: state j, direction i */
static double step_of (const GeomsQuotients *l, int i, int j)
{
    const size_t n = (size_t)l->n, at = (size_t)j * n;
    const double *size = l->size + at, *xdot = l->xdot + (size_t)i * (size_t)l->k * n + at;
    double s = l->reach[i];

    for (size_t c = 0; c < n; c++)
        if (xdot[c] != 0)
            s = geoms_min (s, 1e-4 * size[c] / fabs (xdot[c]));
    return isinf (s) ? 1e-4 : s;
}

/* the four points of a quotient */
static void put_points (const GeomsQuotients *l, int i, int j, double s, double *t, double *x)
{
    static const double far[PLACES] = {1, -1, 2, -2};
    const size_t n = (size_t)l->n, at = (size_t)j * n;
    const double *from = l->x + at, *xdot = l->xdot + (size_t)i * (size_t)l->k * n + at;

    for (int p = 0; p < PLACES; p++, x += n) {
        t[p] = l->t[j] + far[p] * s * l->tdot[i];
        for (size_t c = 0; c < n; c++)
            x[c] = from[c] + far[p] * s * xdot[c];
    }
}

/* of each row, y: its values at the four points, `rows` apart */
static void put_quotients (int rows, const double *y, double s, double *q, double *noise)
{
    for (int r = 0; r < rows; r++, y++) {
        const double y1 = y[0], y2 = y[rows], y3 = y[2 * rows], y4 = y[3 * rows];
        const double small = (y1 - y2) / (2 * s), large = (y3 - y4) / (4 * s),
                     most = geoms_max (geoms_max (fabs (y1), fabs (y2)),
                                       geoms_max (fabs (y3), fabs (y4)));
        q[r] = (4 * small - large) / 3;
        noise[r] = fabs (small - large) + 10 * DBL_EPSILON * most / s;
    }
}

const double *geoms_quotients_differences (GeomsQuotients *l, GeomsBatch fcn, void *user,
                                           const GeomsLevels *at, int more, const double *parts)
{
    const size_t n = (size_t)l->n, m = (size_t)l->rows, each = (size_t)l->k * (size_t)l->directions,
                 all = PLACES * each + (size_t)more;
    double *s = geoms_arena_reals (&l->arena, each), *t = geoms_arena_reals (&l->arena, all),
           *x = geoms_arena_reals (&l->arena, all * n), *y = geoms_arena_reals (&l->arena, all * m);

    l->q = geoms_arena_reals (&l->arena, each * m);
    l->noise = geoms_arena_reals (&l->arena, each * m);
    if (l->arena.failed)
        return NULL;
    for (size_t i = 0; i < each; i++) {
        const int way = (int)i / l->k, j = (int)i % l->k;
        s[i] = step_of (l, way, j);
        put_points (l, way, j, s[i], t + PLACES * i, x + PLACES * i * n);
    }
    put_times (at, more, parts, t + PLACES * each);
    for (size_t i = 0; i < (size_t)more; i++)
        memcpy (x + (PLACES * each + i) * n, at->x, n * sizeof *x);
    if (fcn ((int)all, t, x, l->n, y, l->rows, user) != 0 || ! geoms_finite (all * m, y))
        return NULL;
    for (size_t i = 0; i < each; i++)
        put_quotients (l->rows, y + PLACES * i * m, s[i], l->q + i * m, l->noise + i * m);
    return y + PLACES * each * m;
}
