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

/* q = a - (parts along the first r columns of Q), once more where that cancels */
static void orthogonalise (int m, int r, const double *Q, double *a)
{
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < r; k++) {
            double c = 0;

            for (int i = 0; i < m; i++)
                c += Q[i + k * m] * a[i];
            for (int i = 0; i < m; i++)
                a[i] -= c * Q[i + k * m];
        }
}

/* An orthonormal basis of the columns of A (m x n), the largest rest first: Q (m x rank). Columns
 * whose rest is smaller than the largest column by 1e-10 depend on the others. */
static int basis_of (int m, int n, const double *A, double *rest, double *Q)
{
    const int most = m < n ? m : n;
    double first = 0;

    memcpy (rest, A, (size_t)(m * n) * sizeof *rest);
    for (int r = 0; r < most; r++) {
        double largest = 0;
        int best = 0;

        for (int j = 0; j < n; j++) {
            double sum = 0;

            orthogonalise (m, r, Q, rest + j * m);
            for (int i = 0; i < m; i++)
                sum += rest[i + j * m] * rest[i + j * m];
            if (sum > largest) {
                largest = sum;
                best = j;
            }
        }
        first = r == 0 ? largest : first;
        if (! (largest > 1e-20 * first))
            return r;
        for (int i = 0; i < m; i++)
            Q[i + r * m] = rest[i + best * m] / sqrt (largest);
    }
    return most;
}

int model_rank (int m, int n, const double *A)
{
    const size_t size = (size_t)(m * n + m * (m < n ? m : n));
    double *rest = calloc (size, sizeof *rest);
    const int rank = rest != NULL ? basis_of (m, n, A, rest, rest + m * n) : -1;

    free (rest);
    return rank;
}

/* With orthonormal bases Q of the columns and P of the rows of A, x = P (Q'A P)^-1 Q'b. */
int model_least (int n, const double *A, double *b)
{
    const size_t nn = (size_t)(n * n);
    double *Q = calloc (5 * nn + (size_t)n, sizeof *Q), *P = Q + nn, *T = P + nn, *rest = T + nn;
    double *B = rest + nn, *c = B + nn;
    int r, failed = Q == NULL;

    if (failed)
        return 1;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            T[j + i * n] = A[i + j * n];
    r = basis_of (n, n, A, rest, Q);
    failed = basis_of (n, n, T, rest, P) != r;
    for (int k = 0; k < r; k++)
        for (int i = 0; i < n; i++) {
            c[k] += Q[i + k * n] * b[i];
            for (int l = 0; l < r; l++)
                for (int j = 0; j < n; j++)
                    B[k + l * r] += Q[i + k * n] * A[i + j * n] * P[j + l * n];
        }
    failed = failed || model_solve (r, B, 1, c);
    for (int i = 0; ! failed && i < n; i++) {
        b[i] = 0;
        for (int k = 0; k < r; k++)
            b[i] += P[i + k * n] * c[k];
    }
    free (Q);
    return failed;
}

/* Newton's method for 0 = a1 (x1) with x1 = [w; lambda; mu], a1 = [d; gII; hI]; the derivative is
 * the leading block of the Jacobian. gII and hI are linear in x1, so two iterations do unless d is
 * not. From multipliers 0 the result has minimum norm. */
int model_multipliers (const GeomsModel *system, double t, double *x, void *user)
{
    const int n1 = system->dims.nw + system->dims.nl + system->dims.nm;
    const int n = model_unknowns (&system->dims), rows = model_rows (&system->dims);
    double *out = calloc ((size_t)(rows + n1 * n1 + rows * n), sizeof *out);
    double *A = out + rows, *J = A + n1 * n1;
    double before = INFINITY;
    int failed = out == NULL;

    for (int iteration = 0; ! failed && iteration < 30; iteration++) {
        double change = 0;

        memset (J, 0, (size_t)(rows * n) * sizeof *J);
        failed = system->rda (1, &t, x, n, out, rows, user) != 0
                 || system->jac (t, x, J, rows, user) != 0;
        for (int j = 0; j < n1; j++)
            memcpy (A + j * n1, J + j * rows, (size_t)n1 * sizeof *A);
        failed = failed || model_least (n1, A, out);
        for (int i = 0; ! failed && i < n1; i++) {
            x[i] -= out[i];
            change = fmax (change, fabs (out[i]) / (1 + fabs (x[i])));
        }
        if (change < 1e-15 || (change < 1e-10 && change > 0.1 * before)) /* rounding is left */
            break;
        before = change;
    }
    free (out);
    return failed;
}

/* Lines: name, row of x counted from 1 (0: not part of x), values. Lines that begin with % and the
 * line of headings are passed over. */
int model_reference (const char *file, int column, int n, double *x)
{
    FILE *stream = fopen (file, "r");
    char line[256];
    int found = 0;

    while (stream != NULL && fgets (line, sizeof line, stream) != NULL) {
        const char *value = line;
        int row;

        for (int i = 0; i < 2 + column && value != NULL; i++) {
            value = strchr (value, ',');
            value = value != NULL ? value + 1 : NULL;
        }
        if (line[0] == '%' || sscanf (line, "%*[^,],%d", &row) != 1 || row < 1 || row > n
            || value == NULL || sscanf (value, "%lf", &x[row - 1]) != 1)
            continue;
        found++;
    }
    if (stream != NULL)
        fclose (stream);
    return found != n;
}
