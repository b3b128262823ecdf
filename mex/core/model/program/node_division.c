/* node_division.c - A^-1 X of nodes on the tape: by the adjugate of small matrices, by elimination of
 * others
 */
#include "node_division.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int node (GeomsTape *t, int op, int a, int b) { return geoms_tape_node (t, op, a, b, 0); }

static int plus_product (GeomsTape *t, int sum, int a, int b)
{
    return node (t, GEOMS_OP_ADD, sum, node (t, GEOMS_OP_MUL, a, b));
}

/* the row with the largest number in a column, by values at the start */
static int pivot_row (int n, int k, const int *A, const double *value)
{
    int best = k;

    for (int i = k + 1; i < n; i++)
        if (fabs (value[A[i + k * n]]) > fabs (value[A[best + k * n]]))
            best = i;
    return best;
}

static void swap_rows (int m, int n, int i, int k, int *A)
{
    for (int j = 0; j < n && i != k; j++) {
        const int other = A[i + j * m];
        A[i + j * m] = A[k + j * m];
        A[k + j * m] = other;
    }
}

/* in the order of pivots that is good where `start` is; A is spent */
static int eliminate (GeomsTape *t, int n, int *A, int m, int *X, const double *start)
{
    for (int k = 0; k < n && t->fault == GEOMS_TAPE_GOOD; k++) {
        double *value = malloc (((size_t)t->count + 1) * sizeof *value);
        if (value == NULL)
            return -1;
        geoms_tape_evaluate (t, start, value);
        const int best = pivot_row (n, k, A, value);
        free (value);
        swap_rows (n, n, best, k, A);
        swap_rows (n, m, best, k, X);
        for (int i = 0; i < n; i++) {
            if (i == k || A[i + k * n] == 0)
                continue;
            const int factor = node (t, GEOMS_OP_DIV, A[i + k * n], A[k + k * n]);
            for (int j = k + 1; j < n; j++)
                A[i + j * n] = node (t, GEOMS_OP_SUB, A[i + j * n],
                                     node (t, GEOMS_OP_MUL, factor, A[k + j * n]));
            for (int j = 0; j < m; j++)
                X[i + j * n] = node (t, GEOMS_OP_SUB, X[i + j * n],
                                     node (t, GEOMS_OP_MUL, factor, X[k + j * n]));
        }
    }
    for (int k = 0; k < n && t->fault == GEOMS_TAPE_GOOD; k++)
        for (int j = 0; j < m; j++)
            X[k + j * n] = node (t, GEOMS_OP_DIV, X[k + j * n], A[k + k * n]);
    return 0;
}

/* a b - c d */
static int minor (GeomsTape *t, int a, int b, int c, int d)
{
    return node (t, GEOMS_OP_SUB, node (t, GEOMS_OP_MUL, a, b), node (t, GEOMS_OP_MUL, c, d));
}

/* entry (i, j) of the adjugate of A, n x n with n = 2 or 3 */
static int cofactor (GeomsTape *t, int n, const int *A, int i, int j)
{
    const int r = (j + 1) % n, s = (j + 2) % n, c = (i + 1) % n, d = (i + 2) % n;

    if (n == 2)
        return i == j ? A[r + n * c] : node (t, GEOMS_OP_NEG, A[r + n * c], 0);
    return minor (t, A[r + n * c], A[s + n * d], A[r + n * d], A[s + n * c]);
}

/* n = 2 or 3: no entry needs to stay away from 0, as pivots must */
static void divide_small (GeomsTape *t, int n, const int *A, int m, int *X)
{
    int inverse[9], column[3], det = 0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            inverse[i + n * j] = cofactor (t, n, A, i, j);
    for (int j = 0; j < n; j++)
        det = plus_product (t, det, inverse[n * j], A[j]);
    for (int l = 0; l < m; l++) {
        memcpy (column, X + n * l, (size_t)n * sizeof *column);
        for (int i = 0; i < n; i++) {
            int sum = 0;
            for (int j = 0; j < n; j++)
                sum = plus_product (t, sum, inverse[i + n * j], column[j]);
            X[i + n * l] = node (t, GEOMS_OP_DIV, sum, det);
        }
    }
}

int geoms_nodes_divide (GeomsTape *t, int n, int *A, int m, int *X, const double *start)
{
    if (n != 2 && n != 3)
        return eliminate (t, n, A, m, X, start);
    divide_small (t, n, A, m, X);
    return 0;
}
