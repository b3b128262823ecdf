/* piecewise.h - piecewise polynomials: what tables become when functions are recorded
 *
 *     y (x) = sum of c_k (x - break_i)^(order - k),  k = 1 ... order,   break_i <= x < break_i+1
 *
 * The first piece goes on before the first break, the last one behind the last: as ppval of Octave
 * and MATLAB, with its bits.
 */
#ifndef GEOMS_PIECEWISE_H
#define GEOMS_PIECEWISE_H

#include <math.h>

typedef struct GeomsPiecewise {
    int pieces, order;
    const double *breaks; /* pieces + 1, rising                                                */
    const double *coefs;  /* order x pieces, the highest power first                           */
} GeomsPiecewise;

/* the breaks rise, and there is something between them */
static inline int geoms_piecewise_is_sound (const GeomsPiecewise *p)
{
    if (p->pieces < 1 || p->order < 1)
        return 0;
    for (int i = 0; i < p->pieces; i++)
        if (! (p->breaks[i] < p->breaks[i + 1]))
            return 0;
    return 1;
}

/* number of the piece that x lies in */
static inline int geoms_piecewise_find (const GeomsPiecewise *p, double x)
{
    int low = 0, high = p->pieces - 1;

    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (x < p->breaks[middle])
            high = middle - 1;
        else
            low = middle;
    }
    return low;
}

/* derivative number `which` of y, 0: y itself */
static inline double geoms_piecewise_value (const GeomsPiecewise *p, int which, double x)
{
    if (isnan (x))
        return x;
    const int piece = geoms_piecewise_find (p, x), left = p->order - which;
    const double *c = p->coefs + piece * p->order, s = x - p->breaks[piece];
    double y = 0;

    for (int k = 0; k < left; k++) {
        double slope = c[k];
        for (int i = 0; i < which; i++)
            slope *= p->order - 1 - k - i;
        y = k == 0 ? slope : y * s + slope;
    }
    return y;
}

#endif
