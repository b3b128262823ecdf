/* ldl.h - A = L D L' of a symmetric positive definite matrix, lower triangle, D stored inverted
 *
 * Inline, for orders that the compiler knows; geoms_ldl and geoms_ldl_solve are the same for all
 * others.
 */
#ifndef GEOMS_LDL_H
#define GEOMS_LDL_H

#include "linalg.h"

GEOMS_INLINE int geoms_ldl_inline (int n, double *A, const double *diagonal, int stride, double tol)
{
    for (int k = 0; k < n; k++) {
        double *a = A + (size_t)k * (size_t)n;
        const double d = a[k];

        if (! (d > tol * diagonal[(size_t)k * (size_t)stride]))
            return 1;
        a[k] = 1 / d;
        for (int j = k + 1; j < n; j++) {
            double *c = A + (size_t)j * (size_t)n;
            const double l = a[j] * a[k];
            if (l == 0)
                continue;
            for (int i = j; i < n; i++)
                c[i] -= a[i] * l;
        }
        for (int i = k + 1; i < n; i++)
            a[i] *= a[k];
    }
    return 0;
}

GEOMS_INLINE void geoms_ldl_solve_inline (int n, const double *A, double *y)
{
    for (int k = 0; k < n; k++) {
        const double *a = A + (size_t)k * (size_t)n, yk = y[k];
        for (int i = k + 1; i < n && yk != 0; i++)
            y[i] -= a[i] * yk;
    }
    for (int k = n - 1; k >= 0; k--) {
        const double *a = A + (size_t)k * (size_t)n;
        double sum = y[k] * a[k];
        for (int i = k + 1; i < n; i++)
            sum -= a[i] * y[i];
        y[k] = sum;
    }
}

#endif
