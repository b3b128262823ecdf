/* level_states.c - directions d_j = +- size_j (0.4 + 0.6 w_j), w a sequence that fills (0, 1) evenly
 *
 *     w_j = frac (s phi + j a + j^2 a^2),  a = 0.7548776662 (root of a^3 + a^2 = 1),  phi = 0.6180339887
 *
 * The signs follow another such sequence. s is the seed.
 */
#include <math.h>
#include <string.h>

#include "base/linalg.h"
#include "level_states.h"

static double fraction (double x) { return x - floor (x); }

static double part (int i, double seed)
{
    static const double phi = 0.6180339887, a = 0.7548776662, aa = 0.5698402910;
    const double j = i + 1, wobble = fraction (seed * phi + j * a + j * j * aa);

    return (0.4 + 0.6 * wobble) * (fraction (j * a + seed * 0.31) > 0.5 ? -1 : 1);
}

/* the largest |x_j|, 1 if all are zero */
static double largest_of (int n, const double *x)
{
    double largest = 0;

    for (int j = 0; j < n; j++)
        largest = geoms_max (largest, fabs (x[j]));
    return largest == 0 ? 1 : largest;
}

static double size_of (double x, double largest) { return geoms_max (fabs (x), 0.1 * largest); }

void geoms_level_direction (int n, const double *x, double seed, double *size, double *d)
{
    const double largest = largest_of (n, x);

    for (int j = 0; j < n; j++) {
        const double each = size_of (x[j], largest);
        d[j] = each * part (j, seed);
        if (size != NULL)
            size[j] = each;
    }
}

/* ---- kinds of unknowns: where each begins in x, and how many there are ---- */

enum { W, LAMBDA, MU, R, V, S, P, KINDS };

static int kinds_of (const GeomsDims *d, int begin[KINDS + 1])
{
    const int count[KINDS] = {d->nw, d->nl, d->nm, d->nr, d->nv, d->ns, d->np};

    begin[0] = 0;
    for (int i = 0; i < KINDS; i++)
        begin[i + 1] = begin[i] + count[i];
    return begin[KINDS];
}

void geoms_level_sizes (const GeomsDims *dims, const double *x, double *size)
{
    int begin[KINDS + 1];

    kinds_of (dims, begin);
    for (int i = 0; i < KINDS; i++) {
        const double largest = largest_of (begin[i + 1] - begin[i], x + begin[i]);
        for (int j = begin[i]; j < begin[i + 1]; j++)
            size[j] = size_of (x[j], largest);
    }
}

/* ---- states beside the start ---- */

/* none of them becomes 0; those that all rest take the size of the positions */
static void other_velocities (int np, const double *p, int nv, const double *from, int number,
                              double *v)
{
    const double seed = 9 * number - 7;
    double mean = 0;
    int rest = 1;

    for (int j = 0; j < nv; j++)
        rest &= from[j] == 0;
    if (! rest) {
        const double largest = largest_of (nv, from);
        for (int j = 0; j < nv; j++) {
            const double d = size_of (from[j], largest) * part (j, seed);
            const double sign = from[j] != 0 ? from[j] : d;
            v[j] = from[j] + (sign < 0 ? -fabs (d) : fabs (d));
        }
        return;
    }
    const double largest = largest_of (np, p);
    for (int j = 0; j < np; j++)
        mean += size_of (p[j], largest) / np;
    for (int j = 0; j < nv; j++)
        v[j] = (np == nv ? size_of (p[j], largest) : mean) * part (j, 2);
}

/* x += a fraction of each, and of the largest of them */
static void move (int n, double fraction_of, double *x)
{
    const double largest = largest_of (n, x);

    for (int j = 0; j < n; j++)
        x[j] += fraction_of * (size_of (x[j], largest) + largest) * part (j, 6);
}

static void other_multipliers (int n, double *x)
{
    const double largest = largest_of (n, x);

    for (int j = 0; j < n; j++)
        x[j] += size_of (x[j], largest) * part (j, 4);
}

void geoms_level_states (const GeomsDims *dims, const double *x, double *moved)
{
    static const int kinds[] = {W, R, S, P};
    int begin[KINDS + 1];
    const int n = kinds_of (dims, begin);

    for (int number = 1; number <= 2; number++, moved += n) {
        memcpy (moved, x, (size_t)n * sizeof *x);
        other_velocities (dims->np, x + begin[P], dims->nv, x + begin[V], number, moved + begin[V]);
        other_multipliers (dims->nl, moved + begin[LAMBDA]);
        other_multipliers (dims->nm, moved + begin[MU]);
        for (int i = 0; i < 4 && number == 2; i++)
            move (begin[kinds[i] + 1] - begin[kinds[i]], 0.25, moved + begin[kinds[i]]);
    }
}
