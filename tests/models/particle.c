/* particle.c - a point under its weight on a straight, frictionless slope
 *
 *     p' = v,   m v' = (0, -m g) - (1, -1) lambda
 *     g = p1 - p2,   gI = v1 - v2,   gII = g - 2 lambda/m
 *
 * x = [lambda; v (2); p (2)]. q = m, g, b: mass, gravity, place at the start, at rest; standard 1,
 * 2, 0.5. Exact: p1 = p2 = b - g t^2/4, so that p1 = 0 is reached at t = 1 with v1 = -1: bouncing
 * off a wall there without loss, the point is back at the wall at t = 3, 5, 7, ...
 */
#include "models.h"

#include <math.h>
#include <stdlib.h>

static const double standard[3] = {1, 2, 0.5};

/* gI, g */
static void levels (const double *x, double *gI, double *g)
{
    *gI = x[1] - x[2];
    *g = x[3] - x[4];
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const double *q = user;

    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        out[0] = q[1] - 2 * x[0] / q[0];
        levels (x, out + 1, out + 2);
        out[3] = -x[0];
        out[4] = -q[0] * q[1] + x[0];
        out[5] = x[1];
        out[6] = x[2];
    }
    return 0;
}

/* f, C, g, gI, gII without G v' */
static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    const double *q = user;

    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        out[0] = out[6] = 0;
        out[1] = -q[0] * q[1];
        out[2] = 1;
        out[3] = -1;
        levels (x, out + 5, out + 4);
    }
    return 0;
}

#define AT(row, column) J[(row) + ldj * (column)]

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    const double *q = user;

    (void)t, (void)x;
    AT (0, 0) = -2 / q[0];
    AT (1, 1) = AT (2, 3) = AT (4, 0) = AT (5, 1) = AT (6, 2) = 1;
    AT (1, 2) = AT (2, 4) = AT (3, 0) = -1;
    return 0;
}

static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const double *q = user;

    (void)t, (void)x, (void)ldx;
    for (int j = 0; j < k; j++, out += ldo) {
        out[0] = out[3] = q[0];
        out[1] = out[2] = 0;
    }
    return 0;
}

static void *create (const double *q, int nq) { return model_parameters (q, nq, standard, 3); }

static int exact (double t, double *x, void *user)
{
    const double *q = user;

    x[0] = q[0] * q[1] / 2;
    x[1] = x[2] = -q[1] * t / 2;
    x[3] = x[4] = q[2] - q[1] * t * t / 4;
    return 0;
}

static int start (double *x, void *user) { return exact (0, x, user); }

static double energy (double t, const double *x, void *user)
{
    const double *q = user;

    (void)t;
    return q[0] * ((x[1] * x[1] + x[2] * x[2]) / 2 + q[1] * x[4]);
}

const TestModel model_particle = {
    .system = {.abi = GEOMS_MODEL_ABI,
               .size = sizeof (GeomsModel),
               .dims = {.np = 2, .nv = 2, .nl = 1},
               .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,
               .autonomous = 1,
               .rda = rda,
               .mass = mass,
               .jac = jac,
               .parts = parts,
               .create = create,
               .destroy = free},
    .name = "particle on a slope",
    .tspan = {0, 5},
    .start = start,
    .energy = energy,
    .exact = exact,
};
