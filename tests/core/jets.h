/* jets.h - numbers that carry their first two time derivatives, in extended precision
 *
 *     Jet s = jet_sin (angle), g = jet_minus (jet_square (x), jet_number (L));     g, gI, gII at
 *     once
 *
 * Beside each derivative stands its size: the sum of the absolute values of the terms that it is
 * made of, which is what rounding errors are measured by.
 */
#ifndef GEOMS_TEST_JETS_H
#define GEOMS_TEST_JETS_H

#include <math.h>

typedef struct Jet {
    long double at[3], size[3];
} Jet;

static inline Jet jet_of (long double x, long double x1, long double x2)
{
    const Jet j = {{x, x1, x2}, {fabsl (x), fabsl (x1), fabsl (x2)}};

    return j;
}

static inline Jet jet_number (long double x) { return jet_of (x, 0, 0); }

static inline Jet jet_plus (Jet a, Jet b)
{
    for (int i = 0; i < 3; i++) {
        a.at[i] += b.at[i];
        a.size[i] += b.size[i];
    }
    return a;
}

static inline Jet jet_scaled (long double c, Jet a)
{
    for (int i = 0; i < 3; i++) {
        a.at[i] *= c;
        a.size[i] *= fabsl (c);
    }
    return a;
}

static inline Jet jet_minus (Jet a, Jet b) { return jet_plus (a, jet_scaled (-1, b)); }

static inline Jet jet_times (Jet a, Jet b)
{
    const long double *x = a.at, *y = b.at, *s = a.size, *u = b.size;
    const Jet j
        = {{x[0] * y[0], x[1] * y[0] + x[0] * y[1], x[2] * y[0] + 2 * x[1] * y[1] + x[0] * y[2]},
           {s[0] * u[0], s[1] * u[0] + s[0] * u[1], s[2] * u[0] + 2 * s[1] * u[1] + s[0] * u[2]}};

    return j;
}

static inline Jet jet_square (Jet a) { return jet_times (a, a); }

/* f (a) from f, f', f'' at a; the terms of a itself do not count: f is one number */
static inline Jet jet_function (Jet a, long double f, long double f1, long double f2)
{
    const Jet j = {{f, f1 * a.at[1], f1 * a.at[2] + f2 * a.at[1] * a.at[1]},
                   {fabsl (f), fabsl (f1) * a.size[1],
                    fabsl (f1) * a.size[2] + fabsl (f2) * a.size[1] * a.size[1]}};

    return j;
}

static inline Jet jet_sin (Jet a)
{
    const long double S = sinl (a.at[0]), C = cosl (a.at[0]);

    return jet_function (a, S, C, -S);
}

static inline Jet jet_cos (Jet a)
{
    const long double S = sinl (a.at[0]), C = cosl (a.at[0]);

    return jet_function (a, C, -S, -C);
}

static inline Jet jet_root (Jet a)
{
    const long double root = sqrtl (a.at[0]);

    return jet_function (a, root, 1 / (2 * root), -1 / (4 * root * a.at[0]));
}

/* the time derivative; its own second derivative is not known */
static inline Jet jet_rate (Jet a)
{
    const Jet j = {{a.at[1], a.at[2], 0}, {a.size[1], a.size[2], 0}};

    return j;
}

#endif
