/* polynomial.c - evaluation, interpolation by divided differences, and the polynomial of a part */
#include "polynomial.h"

#include <stddef.h>
#include <string.h>

void geoms_polynomial_at (const GeomsPolynomial *of, double s, double *x, double *xdot)
{
    const int degree = of->basis->degree;
    const double *c = of->basis->node, *p = of->p;
    const size_t ld = (size_t)of->ld;

    for (int i = 0; i < of->n; i++) {
        double q = p[(size_t)(degree - 1) * ld + (size_t)i], dq = 0;

        for (int k = degree - 2; k >= 0; k--) {
            dq = q + (s - c[k]) * dq;
            q = p[(size_t)k * ld + (size_t)i] + (s - c[k]) * q;
        }
        if (x != NULL)
            x[i] = of->x_end[i] + s * q;
        if (xdot != NULL)
            xdot[i] = (q + s * dq) / of->h;
    }
}

void geoms_polynomial_fit (const GeomsBasis *basis, int n, double *p)
{
    const double *c = basis->node;

    for (int i = 0; i < n; i++) {
        for (int k = 0; k < basis->degree; k++)
            p[k * n + i] /= c[k];
        for (int order = 1; order < basis->degree; order++)
            for (int k = basis->degree - 1; k >= order; k--)
                p[k * n + i] = (p[k * n + i] - p[(k - 1) * n + i]) / (c[k] - c[k - order]);
    }
}

void geoms_polynomial_cut (const GeomsBasis *basis, int n, double *x_end, double *p, double s,
                           double *work)
{
    const size_t size = (size_t)n;
    const GeomsPolynomial whole = {basis, n, x_end, p, n, 1};

    geoms_polynomial_at (&whole, s, work, NULL);
    for (int k = 0; k < basis->degree; k++)
        geoms_polynomial_at (&whole, s + (1 + s) * basis->node[k], work + (size_t)(k + 1) * size,
                             NULL);
    for (int k = 0; k < basis->degree; k++)
        for (int i = 0; i < n; i++)
            p[k * n + i] = work[(k + 1) * n + i] - work[i];
    memcpy (x_end, work, size * sizeof *x_end);
    geoms_polynomial_fit (basis, n, p);
}
