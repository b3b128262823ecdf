/* ldl.c - A = L D L' of a symmetric positive definite matrix, lower triangle, small orders */
#include "ldl.h"

int geoms_ldl (int n, double *A, const double *diagonal, int stride, double tol)
{
    return geoms_ldl_inline (n, A, diagonal, stride, tol);
}

void geoms_ldl_solve (int n, const double *A, double *y) { geoms_ldl_solve_inline (n, A, y); }

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
