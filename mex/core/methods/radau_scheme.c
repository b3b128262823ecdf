/* radau_scheme.c - what follows from the tables of radau_order_tables.h
 *
 *     A^-1 T = T Lambda,   A^-1 = T Lambda T^-1
 *     z (tau) = sum_j l_j (tau) Z_j,   l_j of degree s with  l_j (0) = 0,  l_j (c_i) = delta_ij
 *     estimate_j = - l_j' (0) = - 1/c_j prod_{k /= j} c_k / (c_k - c_j)
 *
 * z is the collocation polynomial of a step, less x_n, in parts tau of the step.
 */
#include "radau_scheme.h"

#include <string.h>

#include "radau_order_tables.h"

enum { MOST = GEOMS_RADAU_MOST };

/* The begin of the step and inner stages of seven, about the end of the step, each where the
 * product of the distances to those before it is largest (Leja): the first s of them serve
 * polynomials of degree s as well. */
const double geoms_radau_nodes[MOST]
    = {-1,
       0.558671518771550132081 - 1,
       0.14807859966848429185 - 1,
       0.769233862030054500917 - 1,
       0.336984690281154299097 - 1,
       0.926945671319741114852 - 1,
       0.029316427159784891972 - 1};

/* X = T Lambda */
static void times_lambda (int s, const double *T, const double *lambda, double *X)
{
    for (int i = 0; i < s; i++, T += s, X += s) {
        X[0] = T[0] * lambda[0];
        for (int k = 1; k < s; k += 2) {
            X[k] = T[k] * lambda[k] + T[k + 1] * lambda[k + 1];
            X[k + 1] = T[k + 1] * lambda[k] - T[k] * lambda[k + 1];
        }
    }
}

static void multiply (int s, const double *A, const double *B, double *C)
{
    for (int i = 0; i < s; i++)
        for (int j = 0; j < s; j++) {
            C[i * s + j] = 0;
            for (int k = 0; k < s; k++)
                C[i * s + j] += A[i * s + k] * B[k * s + j];
        }
}

/* l_j (tau) */
static double lagrange (int s, const double *c, int j, double tau)
{
    double value = tau / c[j];

    for (int k = 0; k < s; k++)
        if (k != j)
            value *= (tau - c[k]) / (c[j] - c[k]);
    return value;
}

/* z at the first s nodes, less that at the end, becomes coefficients */
static void fit (GeomsRadauScheme *r)
{
    const int s = r->stages;
    const GeomsBasis basis = {s, geoms_radau_nodes};

    for (int k = 0; k < s; k++)
        for (int j = 0; j < s; j++)
            r->fit[k * s + j]
                = lagrange (s, r->c, j, 1 + geoms_radau_nodes[k]) - (j == s - 1);
    geoms_polynomial_fit (&basis, s, r->fit);
}

static void take_tables (int order, GeomsRadauScheme *r)
{
#define TAKE(s)             \
    {                       \
        r->stages = s;      \
        r->c = c##s;        \
        r->A = A##s;        \
        r->T = T##s;        \
        r->inverse = TI##s; \
        r->lambda = lambda##s; \
    }
    if (order == 5)
        TAKE (3)
    else if (order == 9)
        TAKE (5)
    else
        TAKE (7)
#undef TAKE
}

void geoms_radau_scheme (int order, GeomsRadauScheme *r)
{
    take_tables (order, r);
    times_lambda (r->stages, r->T, r->lambda, r->slopes);
    multiply (r->stages, r->slopes, r->inverse, r->change);
    fit (r);
    for (int j = 0; j < r->stages; j++) {
        r->estimate[j] = -1 / r->c[j];
        for (int k = 0; k < r->stages; k++)
            if (k != j)
                r->estimate[j] *= r->c[k] / (r->c[k] - r->c[j]);
    }
}

void geoms_radau_extrapolation (const GeomsRadauScheme *r, int degree, double ratio,
                                double *weights)
{
    for (int k = 0; k < r->stages; k++, weights += degree) {
        double product = r->c[k] * ratio;

        for (int j = 0; j < degree; j++) {
            weights[j] = product;
            product *= r->c[k] * ratio - geoms_radau_nodes[j];
        }
    }
}
