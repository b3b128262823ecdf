/* svd.c - one-sided Jacobi rotations: columns i, j of A V are turned until all are orthogonal
 *
 *     tan 2 theta = 2 a_i'a_j / (|a_i|^2 - |a_j|^2)
 */
#include "svd.h"

#include <float.h>
#include <math.h>
#include <string.h>

static double dot (int n, const double *a, const double *b)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void turn (int n, double c, double s, double *a, double *b)
{
    for (int i = 0; i < n; i++) {
        const double x = a[i], y = b[i];

        a[i] = c * x - s * y;
        b[i] = s * x + c * y;
    }
}

/* not 0 if the columns i, j had to be turned */
static int rotate (Svd *s, int i, int j)
{
    double *a = s->US + i * s->m, *b = s->US + j * s->m;
    const double aa = dot (s->m, a, a), bb = dot (s->m, b, b), ab = dot (s->m, a, b);
    double zeta, t, c;

    if (fabs (ab) <= DBL_EPSILON * sqrt (aa * bb) || ! (aa * bb > 0))
        return 0;
    zeta = (bb - aa) / (2 * ab);
    t = (zeta < 0 ? -1 : 1) / (fabs (zeta) + sqrt (1 + zeta * zeta));
    c = 1 / sqrt (1 + t * t);
    turn (s->m, c, c * t, a, b);
    turn (s->n, c, c * t, s->V + i * s->n, s->V + j * s->n);
    return 1;
}

static void exchange (int n, double *a, double *b) { turn (n, 0, 1, a, b); /* -b, a */ }

static void sort (Svd *s)
{
    for (int i = 0; i < s->n; i++)
        s->sigma[i] = sqrt (dot (s->m, s->US + i * s->m, s->US + i * s->m));
    for (int i = 0; i < s->n; i++)
        for (int j = i + 1; j < s->n; j++)
            if (s->sigma[j] > s->sigma[i]) {
                const double sigma = s->sigma[i];

                s->sigma[i] = s->sigma[j];
                s->sigma[j] = sigma;
                exchange (s->m, s->US + i * s->m, s->US + j * s->m);
                exchange (s->n, s->V + i * s->n, s->V + j * s->n);
            }
}

void svd_of_rows (int rows, int cols, const double *G, int scaled, Svd *s)
{
    int turned = 1;

    memset (s, 0, sizeof *s);
    s->m = cols;
    s->n = rows;
    for (int k = 0; k < rows; k++) {
        double size = 0;

        for (int i = 0; i < cols; i++)
            size = hypot (size, s->US[i + k * cols] = G[k + i * rows]);
        for (int i = 0; i < cols && scaled && size > 0; i++)
            s->US[i + k * cols] /= size;
        s->V[k * (rows + 1)] = 1;
    }
    for (int sweep = 0; sweep < 60 && turned; sweep++) {
        turned = 0;
        for (int i = 0; i < rows; i++)
            for (int j = i + 1; j < rows; j++)
                turned += rotate (s, i, j);
    }
    sort (s);
}

int svd_rank (const Svd *s, double limit)
{
    int rank = 0;

    while (rank < s->n && rank < s->m && s->sigma[rank] > limit * s->sigma[0])
        rank++;
    return rank;
}

void svd_solve (const Svd *s, int rank, const double *b, double *x)
{
    memset (x, 0, (size_t)s->m * sizeof *x);
    for (int k = 0; k < rank; k++) {
        const double y = dot (s->n, s->V + k * s->n, b) / (s->sigma[k] * s->sigma[k]);

        for (int i = 0; i < s->m; i++)
            x[i] += y * s->US[i + k * s->m];
    }
}
