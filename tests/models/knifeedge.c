/* knifeedge.c - a knife edge (a skate without friction) on an incline that falls in direction x
 *
 *     p = (x, y, phi),   p' = v,   M = diag (m, m, J),   f = (m gs, 0, 0)
 *     h~ = sin phi x' - cos phi y',   H = (sin phi, -cos phi, 0)
 *     hI = gs sin phi - mu/m + (cos phi x' + sin phi y') phi'
 *
 * (J. I. Neimark, N. A. Fufaev, Dynamics of Nonholonomic Systems, 1972.) x = [mu; v (3); p (3)]. q
 * = m, J, gs, w, u0: mass, inertia, gravity along the incline, turning rate, speed along the edge
 * at the start; standard 1, 1, 4.905, 1, 0. Exact, from the origin with phi = 0:
 *
 *     phi = w t,   u = u0 + gs/w sin w t   along the edge
 *     x = gs/(2 w^2) sin^2 w t + u0/w sin w t
 *     y = gs/(2 w^2) (w t - sin (2 w t)/2) + u0/w (1 - cos w t)
 *     mu = m (u w + gs sin w t)
 *
 * The edge does not slide down: for u0 = 0 it moves across the incline, along a cycloid.
 */
#include "models.h"

#include <math.h>
#include <stdlib.h>

static const double standard[5] = {1, 1, 4.905, 1, 0};

/* first places of the blocks of x, and of the blocks of rda */
enum { MU = 0, V = 1, P = 4, N = 7 };
enum { HI = 0, H = 1, DYN = 2, KIN = 5, ROWS = 8 };

/* hI without v', h~; S, C: sine and cosine of phi */
static void levels (const double *v, double S, double C, double *hI, double *h)
{
    *hI = (C * v[0] + S * v[1]) * v[2];
    *h = S * v[0] - C * v[1];
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const double *q = user, m = q[0], gs = q[2];

    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *v = x + V, mu = x[MU], S = sin (x[P + 2]), C = cos (x[P + 2]);

        levels (v, S, C, out + HI, out + H);
        out[HI] += gs * S - mu / m;
        out[DYN] = m * gs - S * mu;
        out[DYN + 1] = C * mu;
        out[DYN + 2] = 0;
        for (int i = 0; i < 3; i++)
            out[KIN + i] = v[i];
    }
    return 0;
}

/* f, C, h~, hI */
static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    const double *q = user;

    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double S = sin (x[P + 2]), C = cos (x[P + 2]);

        out[0] = q[0] * q[2];
        out[1] = out[2] = out[5] = 0;
        out[3] = S;
        out[4] = -C;
        levels (x + V, S, C, out + 7, out + 6);
    }
    return 0;
}

#define AT(row, column) J[(row) + ldj * (column)]

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    const double *q = user, *v = x + V, mu = x[MU], S = sin (x[P + 2]), C = cos (x[P + 2]);

    (void)t;
    AT (HI, MU) = -1 / q[0];
    AT (HI, V) = C * v[2];
    AT (HI, V + 1) = S * v[2];
    AT (HI, V + 2) = C * v[0] + S * v[1];
    AT (HI, P + 2) = q[2] * C + (C * v[1] - S * v[0]) * v[2];
    AT (H, V) = S;
    AT (H, V + 1) = -C;
    AT (H, P + 2) = C * v[0] + S * v[1];
    AT (DYN, MU) = -S;
    AT (DYN, P + 2) = -C * mu;
    AT (DYN + 1, MU) = C;
    AT (DYN + 1, P + 2) = -S * mu;
    for (int i = 0; i < 3; i++)
        AT (KIN + i, V + i) = 1;
    return 0;
}

static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const double *q = user;

    (void)t, (void)x, (void)ldx;
    for (int j = 0; j < k; j++, out += ldo)
        for (int i = 0; i < 9; i++)
            out[i] = i % 4 != 0 ? 0 : i < 8 ? q[0] : q[1];
    return 0;
}

static void *create (const double *q, int nq) { return model_parameters (q, nq, standard, 5); }

static int exact (double t, double *x, void *user)
{
    const double *q = user, gs = q[2], w = q[3], u0 = q[4], S = sin (w * t), C = cos (w * t);
    const double u = u0 + gs / w * S;

    x[MU] = q[0] * (u * w + gs * S);
    x[V] = u * C;
    x[V + 1] = u * S;
    x[V + 2] = w;
    x[P] = gs / (2 * w * w) * S * S + u0 / w * S;
    x[P + 1] = gs / (2 * w * w) * (w * t - sin (2 * w * t) / 2) + u0 / w * (1 - C);
    x[P + 2] = w * t;
    return 0;
}

static int start (double *x, void *user) { return exact (0, x, user); }

static double energy (double t, const double *x, void *user)
{
    const double *q = user, *v = x + V;

    (void)t;
    return q[0] * ((v[0] * v[0] + v[1] * v[1]) / 2 - q[2] * x[P]) + q[1] * v[2] * v[2] / 2;
}

const TestModel model_knifeedge = {
    .system = {.abi = GEOMS_MODEL_ABI,
               .size = sizeof (GeomsModel),
               .dims = {.np = 3, .nv = 3, .nm = 1},
               .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,
               .autonomous = 1,
               .rda = rda,
               .mass = mass,
               .jac = jac,
               .parts = parts,
               .create = create,
               .destroy = free},
    .name = "knife edge",
    .tspan = {0, 5},
    .start = start,
    .energy = energy,
    .exact = exact,
};
