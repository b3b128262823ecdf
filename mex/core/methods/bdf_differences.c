/* bdf_differences.c - backward differences D_j x = D_{j-1} x_n - D_{j-1} x_{n-1} of states h apart: the
 * first, those of the next state, of other step sizes; the polynomial through these states
 */
#include "bdf.h"

#include <math.h>
#include <string.h>

enum { MOST = GEOMS_BDF_MOST };

const double geoms_bdf_nodes[GEOMS_BDF_MOST] = {-1, -2, -3, -4, -5, -6};
static const GeomsBasis basis = {MOST, geoms_bdf_nodes};

/* ---- another step size ----
 *
 * D~ = D R (rho) R (1),  R_ij (rho) = prod_{l=1}^i (l - 1 - j rho) / l */

static void matrix_of (double rho, int k, double R[MOST][MOST])
{
    for (int j = 1; j <= k; j++)
        for (int i = 1; i <= k; i++)
            R[i - 1][j - 1] = (i > 1 ? R[i - 2][j - 1] : 1) * (i - 1 - j * rho) / i;
}

/* step sizes that differ by less are the same */
static const double SAME_STEP = 1e-12;

void geoms_bdf_rescale (GeomsBdf *b, double h)
{
    const int k = b->order, n = b->method.n;
    const double rho = h / b->h_D;
    double R[MOST][MOST], one[MOST][MOST], row[MOST];

    b->h_D = h;
    if (fabs (rho - 1) < SAME_STEP)
        return;
    b->equal = 0;
    /* R (rho), R (1) */
    matrix_of (rho, k, R);
    matrix_of (1, k, one);
    /* each unknown */
    for (int l = 0; l < n; l++) {
        for (int j = 0; j < k; j++) {
            row[j] = 0;
            for (int i = 0; i < k; i++)
                row[j] += geoms_bdf_difference (b, i + 1)[l] * R[i][j];
        }
        for (int j = 0; j < k; j++) {
            double sum = 0;
            for (int i = 0; i < k; i++)
                sum += row[i] * one[i][j];
            geoms_bdf_difference (b, j + 1)[l] = sum;
        }
    }
}

/* ---- the polynomial ---- */

void geoms_bdf_polynomial (GeomsBdf *b)
{
    const size_t n = (size_t)b->method.n;
    double factorial = 1;

    for (int j = 1; j <= MOST; j++) {
        double *p = b->method.poly + (size_t)(j - 1) * n;
        factorial *= j;
        for (size_t i = 0; i < n; i++)
            p[i] = j <= b->order ? geoms_bdf_difference (b, j)[i] / factorial : 0;
    }
    b->method.h_poly = b->h_D;
}

/* that of the starter in our basis */
void geoms_bdf_take_polynomial (GeomsBdf *b, const double *x)
{
    GeomsMethod *m = &b->method, *s = b->starter;
    const int n = m->n;
    const GeomsPolynomial step = {&s->ops->basis, n, x, s->poly, n, 1};

    for (int k = 0; k < MOST; k++) {
        double *p = m->poly + (size_t)k * (size_t)n;
        geoms_polynomial_at (&step, geoms_bdf_nodes[k], p, NULL);
        for (int i = 0; i < n; i++)
            p[i] -= x[i];
    }
    geoms_polynomial_fit (&basis, n, m->poly);
    m->h_poly = s->h_poly;
}

/* ---- the first, the next ---- */

void geoms_bdf_first_differences (GeomsBdf *b, double h)
{
    const double *xdot = geoms_implicit_derivative (&b->implicit);

    memset (b->D, 0, (size_t)b->method.n * GEOMS_BDF_DIFFERENCES * sizeof *xdot);
    for (int i = 0; i < b->method.n; i++)
        geoms_bdf_difference (b, 1)[i] = h * xdot[i];
    b->h_D = h;
    b->order = 1;
    b->equal = 0;
}

/* the differences at the new point, from d = D_{k+1} there */
void geoms_bdf_update_differences (GeomsBdf *b)
{
    const int n = b->method.n, k = b->order;
    double *last = geoms_bdf_difference (b, k + 1);

    for (int i = 0; i < n; i++) {
        geoms_bdf_difference (b, k + 2)[i] = b->d[i] - last[i];
        last[i] = b->d[i];
    }
    for (int j = k; j >= 1; j--) {
        double *D = geoms_bdf_difference (b, j);
        for (int i = 0; i < n; i++)
            D[i] += geoms_bdf_difference (b, j + 1)[i];
    }
}

/* D_1, ..., D_j of j + 1 states, from those of j states: the new one is x */
void geoms_bdf_append_difference (GeomsBdf *b, const double *x_old, const double *x)
{
    const int n = b->method.n, count = b->started;

    for (int i = 0; i < n; i++) {
        double change = x[i] - x_old[i];
        for (int j = 1; j <= count; j++) {
            double *D = geoms_bdf_difference (b, j) + i;
            const double old = *D;
            *D = change;
            change -= old;
        }
        geoms_bdf_difference (b, count + 1)[i] = change;
    }
    b->started++;
}
