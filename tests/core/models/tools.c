/* tools.c - parameters, multipliers of a consistent state, reference values from files */
#include "models.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *model_parameters (const double *q, int nq, const double *standard, int count)
{
    double *user = nq <= count ? malloc ((size_t)count * sizeof *user) : NULL;

    for (int i = 0; user != NULL && i < count; i++)
        user[i] = i < nq ? q[i] : standard[i];
    return user;
}

/* Gaussian elimination with row pivoting */
int model_solve (int n, double *A, int m, double *B)
{
    for (int k = 0; k < n; k++) {
        int p = k;

        for (int i = k + 1; i < n; i++)
            if (fabs (A[i + k * n]) > fabs (A[p + k * n]))
                p = i;
        if (! (fabs (A[p + k * n]) > 0))
            return 1;
        for (int j = 0; j < n + m; j++) {
            double *c = j < n ? A + j * n : B + (j - n) * n;
            const double swap = c[p];

            c[p] = c[k];
            c[k] = swap;
        }
        for (int j = k + 1; j < n + m; j++) {
            double *c = j < n ? A + j * n : B + (j - n) * n;
            const double factor = c[k] / A[k + k * n];

            for (int i = k + 1; i < n; i++)
                c[i] -= A[i + k * n] * factor;
        }
    }
    for (int j = 0; j < m; j++)
        for (int k = n - 1; k >= 0; k--) {
            double *b = B + j * n;

            b[k] /= A[k + k * n];
            for (int i = 0; i < k; i++)
                b[i] -= A[i + k * n] * b[k];
        }
    return 0;
}

/* Newton's method for 0 = a1 (x1) with x1 = [w; lambda; mu], a1 = [d; gII; hI]; the derivative is
 * the leading block of the Jacobian. gII and hI are linear in x1, so two iterations do unless d is
 * not. */
int model_multipliers (const GeomsModel *system, double t, double *x, void *user)
{
    const int n1 = system->dims.nw + system->dims.nl + system->dims.nm;
    const int n = model_unknowns (&system->dims), rows = model_rows (&system->dims);
    double *out = calloc ((size_t)(rows + n1 * n1 + rows * n), sizeof *out);
    double *A = out + rows, *J = A + n1 * n1;
    int failed = out == NULL;

    for (int iteration = 0; ! failed && iteration < 30; iteration++) {
        double change = 0;

        memset (J, 0, (size_t)(rows * n) * sizeof *J);
        failed = system->rda (1, &t, x, n, out, rows, user) != 0
                 || system->jac (t, x, J, rows, user) != 0;
        for (int j = 0; j < n1; j++)
            memcpy (A + j * n1, J + j * rows, (size_t)n1 * sizeof *A);
        failed = failed || model_solve (n1, A, 1, out);
        for (int i = 0; ! failed && i < n1; i++) {
            x[i] -= out[i];
            change = fmax (change, fabs (out[i]) / (1 + fabs (x[i])));
        }
        if (change < 1e-15)
            break;
    }
    free (out);
    return failed;
}

/* Lines: name, row of x counted from 1 (0: not part of x), published value, value in extended
 * precision. Lines that begin with % and the line of headings are passed over. */
int model_reference (const char *file, int column, int n, double *x)
{
    FILE *stream = fopen (file, "r");
    char line[256];
    int found = 0;

    while (stream != NULL && fgets (line, sizeof line, stream) != NULL) {
        int row;
        double value[2];

        if (line[0] == '%' || sscanf (line, "%*[^,],%d,%lf,%lf", &row, &value[0], &value[1]) != 3
            || row < 1 || row > n)
            continue;
        x[row - 1] = value[column];
        found++;
    }
    if (stream != NULL)
        fclose (stream);
    return found != n;
}
