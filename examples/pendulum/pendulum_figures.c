/* pendulum_figures.c - two pendulums in C for FIGURES: nothing but their reduced derivative array
 *
 *     x   = [ lambda; v1; v2; p1; p2 ],   rda = [ gII; gI; (e;) g; f_dyn (2); f_kin (2) ]
 *     gII = 2 v'v + 2 p'v' with v' = f_dyn,   gI = 2 p'v,   g = p'p - L^2
 *     e   = v'v/2 + g p2, zero for a pendulum that is let go in a horizontal position
 *
 * (13) and (21) of Steinbrecher (2007) with m = 1, parameters q = [L; g]. There is no Jacobian:
 * whoever needs one takes differences.
 */
#include <stdlib.h>

#include "geoms_model.h"

enum { LAMBDA, V, P = V + 2 };

typedef struct Pendulum {
    double length, gravity;
} Pendulum;

static void one_point (const Pendulum *q, int energy, const double *x, double *rda)
{
    const double lambda = x[LAMBDA], *v = x + V, *p = x + P;
    double *g = rda + 2 + energy, *f = g + 1;

    f[0] = -2 * p[0] * lambda;
    f[1] = -q->gravity - 2 * p[1] * lambda;
    f[2] = v[0];
    f[3] = v[1];
    rda[0] = 2 * (v[0] * v[0] + v[1] * v[1]) + 2 * (p[0] * f[0] + p[1] * f[1]);
    rda[1] = 2 * (p[0] * v[0] + p[1] * v[1]);
    if (energy)
        rda[2] = 0.5 * (v[0] * v[0] + v[1] * v[1]) + q->gravity * p[1];
    *g = p[0] * p[0] + p[1] * p[1] - q->length * q->length;
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    (void)t;
    for (int j = 0; j < k; j++)
        one_point (user, 0, x + j * ldx, out + j * ldo);
    return 0;
}

static int rda_energy (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    (void)t;
    for (int j = 0; j < k; j++)
        one_point (user, 1, x + j * ldx, out + j * ldo);
    return 0;
}

static void *create (const double *q, int nq)
{
    Pendulum *pendulum = nq == 2 && q[0] > 0 ? malloc (sizeof *pendulum) : NULL;

    if (pendulum != NULL) {
        pendulum->length = q[0];
        pendulum->gravity = q[1];
    }
    return pendulum;
}

GEOMS_EXPORT const GeomsModel pendulum = {
    .abi = GEOMS_MODEL_ABI,
    .size = sizeof (GeomsModel),
    .dims = {.np = 2, .nv = 2, .nl = 1},
    .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,
    .autonomous = 1,
    .rda = rda,
    .create = create,
    .destroy = free,
};

GEOMS_EXPORT const GeomsModel pendulum_energy = {
    .abi = GEOMS_MODEL_ABI,
    .size = sizeof (GeomsModel),
    .dims = {.np = 2, .nv = 2, .nl = 1, .ni = 1},
    .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,
    .autonomous = 1,
    .rda = rda_energy,
    .create = create,
    .destroy = free,
};
