/* orthogonal.c - reflections H = I - tau v v', v_1 = 1: rank by column pivoting, QR; rotations: SVD
 *
 *     H_k ... H_1 A = [R; 0],  Q = H_1 ... H_k [I 0; 0 I]
 *     one-sided Jacobi: the columns x, y of G become c x - s y, s x + c y, orthogonal to each
 *     other, until all are: G W = V S (Golub, Van Loan, "Matrix Computations", 5.1, 5.4, 8.6)
 *
 * For matrices of the size of one mechanism, where a call of LAPACK costs more than the work.
 */
#include "orthogonal.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "linalg.h"
#include "rank.h"

#define AT(A, ld, i, j) A[(size_t)(j) * (size_t)(ld) + (size_t)(i)]

/* ---- reflections ---- */

/* x -> H x = (beta, 0, ..., 0); x becomes (beta, v_2, ...); -> tau */
static double reflector (int n, double *x)
{
    const double below = geoms_dot4 (n - 1, x + 1, x + 1), first = x[0];
    double beta, inverse;

    if (below == 0)
        return 0;
    beta = first > 0 ? -sqrt (first * first + below) : sqrt (first * first + below);
    inverse = 1 / (first - beta);
    for (int i = 1; i < n; i++)
        x[i] *= inverse;
    x[0] = beta;
    return (beta - first) / beta;
}

static void reflect (int n, const double *v, double tau, double *x)
{
    const double s = tau * (x[0] + geoms_dot4 (n - 1, v + 1, x + 1));

    x[0] -= s;
    for (int i = 1; i < n; i++)
        x[i] -= s * v[i];
}

/* ---- rank by QR with column pivoting ---- */

static int longest_column (int m, int n, const double *A, int i, double *size)
{
    int pivot = i;

    *size = -1;
    for (int j = i; j < n; j++) {
        const double *c = &AT (A, m, i, j), square = geoms_dot4 (m - i, c, c);
        if (square > *size) {
            *size = square;
            pivot = j;
        }
    }
    *size = sqrt (*size);
    return pivot;
}

int geoms_pivot_columns (int m, int n, double *A, int *order, double tol)
{
    const int k = n < m ? n : m;
    GeomsRank rank = {.tol = tol};
    double size;

    for (int j = 0; j < n; j++)
        order[j] = j;
    for (int i = 0; i < k; i++) {
        const int pivot = longest_column (m, n, A, i, &size), other = order[i];
        double *v = &AT (A, m, i, i), tau;

        /* what is left is nothing */
        if (! geoms_rank_takes (&rank, size))
            return i;
        /* columns change places */
        order[i] = order[pivot];
        order[pivot] = other;
        for (int l = 0; l < m; l++) {
            const double swap = AT (A, m, l, i);
            AT (A, m, l, i) = AT (A, m, l, pivot);
            AT (A, m, l, pivot) = swap;
        }
        /* reflection */
        tau = reflector (m - i, v);
        for (int j = i + 1; j < n; j++)
            reflect (m - i, v, tau, &AT (A, m, i, j));
    }
    return k;
}

/* ---- QR ---- */

void geoms_small_reflectors (int n, int m, double *A, double *tau)
{
    const int k = n < m ? n : m;

    for (int i = 0; i < k; i++) {
        tau[i] = reflector (n - i, &AT (A, n, i, i));
        for (int j = i + 1; j < m; j++)
            reflect (n - i, &AT (A, n, i, i), tau[i], &AT (A, n, i, j));
    }
}

void geoms_small_basis (int n, int k, const double *A, const double *tau, double *Q)
{
    memset (Q, 0, (size_t)n * (size_t)n * sizeof *Q);
    for (int j = k; j < n; j++)
        AT (Q, n, j, j) = 1;
    for (int i = k - 1; i >= 0; i--) {
        const double *v = &AT (A, n, i, i);
        for (int j = i + 1; j < n; j++)
            reflect (n - i, v, tau[i], &AT (Q, n, i, j));
        AT (Q, n, i, i) = 1 - tau[i];
        for (int l = 1; l < n - i; l++)
            AT (Q, n, i + l, i) = -tau[i] * v[l];
    }
}

void geoms_small_reflect (int n, int k, const double *A, const double *tau, int transposed,
                          double *x)
{
    for (int l = 0; l < k; l++) {
        const int i = transposed ? l : k - 1 - l;
        reflect (n - i, &AT (A, n, i, i), tau[i], x + i);
    }
}

void geoms_small_qr (int n, int m, double *A, double *tau, double *Q)
{
    geoms_small_reflectors (n, m, A, tau);
    geoms_small_basis (n, n < m ? n : m, A, tau, Q);
}

/* ---- SVD ---- */

static void swap_columns (int n, double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        const double xi = x[i];
        x[i] = y[i];
        y[i] = xi;
    }
}

static void rotate (int n, double c, double s, double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++) {
        const double xi = x[i];
        x[i] = c * xi - s * y[i];
        y[i] = s * xi + c * y[i];
    }
}

/* One pair p < q of columns becomes orthogonal, the longer one first; squares of lengths in d;
 * -> not 0 if they were not yet orthogonal. Tangent t: t^2 + t (d_q - d_p) / product = 1 */
static int rotate_pair (int m, int k, double *G, double *W, double *d, int p, int q)
{
    const double tol = DBL_EPSILON * geoms_max (2, 0.25 * m); /* less: rounding may turn for ever */
    double *x = &AT (G, m, 0, p), *y = &AT (G, m, 0, q), product, less, t, c;

    if (d[p] < d[q]) {
        swap_columns (m, x, y);
        if (W != NULL)
            swap_columns (k, &AT (W, k, 0, p), &AT (W, k, 0, q));
        swap_columns (1, d + p, d + q);
    }
    product = geoms_dot4 (m, x, y);
    if (! (product * product > tol * tol * d[p] * d[q]) || ! (d[q] > 1e-60 * d[0]))
        return 0;
    less = d[q] - d[p];
    t = 2 * product / (less - sqrt (less * less + 4 * product * product));
    c = 1 / sqrt (1 + t * t);
    rotate (m, c, c * t, x, y);
    if (W != NULL)
        rotate (k, c, c * t, &AT (W, k, 0, p), &AT (W, k, 0, q));
    d[p] -= t * product;
    d[q] += t * product;
    return 1;
}

int geoms_jacobi (int m, int k, double *G, double *W, double *values)
{
    int rotated = 1;

    if (W != NULL) {
        memset (W, 0, (size_t)k * (size_t)k * sizeof *W);
        for (int j = 0; j < k; j++)
            AT (W, k, j, j) = 1;
    }
    for (int sweep = 0; sweep < 40 && rotated; sweep++) {
        rotated = 0;
        for (int j = 0; j < k; j++)
            values[j] = geoms_dot4 (m, &AT (G, m, 0, j), &AT (G, m, 0, j));
        for (int i = 0; i < k; i++)
            for (int j = i + 1; j < k; j++)
                rotated |= rotate_pair (m, k, G, W, values, i, j);
    }
    for (int j = 0; j < k; j++)
        values[j] = sqrt (values[j]);
    return rotated || ! geoms_finite ((size_t)k, values);
}
