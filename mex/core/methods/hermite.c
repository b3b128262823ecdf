/* hermite.c - divided differences over 0, 0, -1, -1, s_0, s_0 in units of the step, from its end
 *
 *     s_0 = -1 - h_before / h;   q (s) = f [0] + s (f [0, 0] + s (f [0, 0, -1] + (s + 1) (...)))
 */
#include "hermite.h"

#include <string.h>

static void create_point (GeomsHermitePoint *point, int n, GeomsArena *arena)
{
    point->have = 0;
    point->x = geoms_arena_reals (arena, (size_t)n);
    point->slope = geoms_arena_reals (arena, (size_t)n);
}

void geoms_hermite_create (GeomsHermite *H, int n, int first, GeomsArena *arena)
{
    H->n = n;
    H->first = first;
    create_point (&H->before, n, arena);
    create_point (&H->last, n, arena);
}

void geoms_hermite_forget (GeomsHermite *H) { H->before.have = H->last.have = 0; }

void geoms_hermite_advance (GeomsHermite *H)
{
    const GeomsHermitePoint before = H->before;

    if (! H->last.have)
        return; /* the step was begun before, in vain: by a run that this one continues, say */
    H->before = H->last;
    H->last = before;
    H->last.have = 0;
}

static void note (const GeomsHermite *H, GeomsHermitePoint *point, double t, const double *x,
                  const double *slope)
{
    point->have = 1;
    point->t = t;
    memcpy (point->x, x, (size_t)H->n * sizeof *x);
    memcpy (point->slope, slope, (size_t)H->n * sizeof *x);
}

/* d: f at s[0..count), with slopes where two nodes agree, becomes the divided differences */
static void divide (int count, const double *s, const double *slope, double *d)
{
    for (int order = 1; order < count; order++)
        for (int k = count - 1; k >= order; k--)
            d[k] = s[k] == s[k - order] ? slope[k] : (d[k] - d[k - 1]) / (s[k] - s[k - order]);
}

/* the value less that at 0 */
static double at (int count, const double *s, const double *d, double where)
{
    double q = d[count - 1];

    for (int k = count - 2; k > 0; k--)
        q = d[k] + (where - s[k]) * q;
    return where * q;
}

void geoms_hermite_fit (GeomsHermite *H, const GeomsBasis *basis, double t, double h,
                        GeomsHermiteEnd begin, GeomsHermiteEnd end, double *p)
{
    const GeomsHermitePoint *old = &H->before;
    const double s0 = old->have ? -1 - (t - old->t) / h : -2;
    const double s[6] = {0, 0, -1, -1, s0, s0}, plain[3] = {0, -1, s0};
    const int points = old->have ? 3 : 2;

    /* each unknown: nodes, divided differences, values at the nodes of the basis */
    for (int i = 0; i < H->n; i++) {
        const int moves = i >= H->first, count = moves ? 2 * points : points;
        const double y0 = old->x[i],
                     k[6] = {0, h * end.slope[i], 0, h * begin.slope[i], 0, h * old->slope[i]};
        double d[6] = {end.x[i], end.x[i], begin.x[i], begin.x[i], y0, y0};

        if (! moves) {
            d[1] = begin.x[i];
            d[2] = y0;
        }
        divide (count, moves ? s : plain, k, d);
        for (int j = 0; j < basis->degree; j++)
            p[j * H->n + i] = at (count, moves ? s : plain, d, basis->node[j]);
    }
    /* in the basis */
    geoms_polynomial_fit (basis, H->n, p);
    note (H, &H->last, t, begin.x, begin.slope);
}
