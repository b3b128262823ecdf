/* ldl.c - A = L D L' of a symmetric positive definite matrix, lower triangle, small orders */
#include <math.h>

#include "linalg.h"

int geoms_ldl (int n, double *A, const double *diagonal, int stride, double tol)
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

void geoms_ldl_solve (int n, const double *A, double *y)
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

/* X L' = C column by column, then the same with L: strips of m numbers that lie side by side */
void geoms_ldl_divide (int n, const double *A, int m, double *X)
{
    for (int k = 0; k < n; k++) {
        const double *a = A + (size_t)k * (size_t)n, *x = X + (size_t)k * (size_t)m;
        for (int i = k + 1; i < n; i++)
            if (a[i] != 0)
                geoms_axpy (m, -a[i], x, X + (size_t)i * (size_t)m);
    }
    for (int k = n - 1; k >= 0; k--) {
        const double *a = A + (size_t)k * (size_t)n;
        double *x = X + (size_t)k * (size_t)m;
        for (int i = 0; i < m; i++)
            x[i] *= a[k];
        for (int i = k + 1; i < n; i++)
            if (a[i] != 0)
                geoms_axpy (m, -a[i], X + (size_t)i * (size_t)m, x);
    }
}
