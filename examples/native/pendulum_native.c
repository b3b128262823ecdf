/* pendulum_native.c - a pendulum in C, which GEOMS integrates without calling MATLAB or Octave
 *
 * Three lines build it (build.m does the same):
 *
 *     here=$PWD                                             # this folder
 *     cc -O2 -shared -fPIC -I "$here/../../mex/core/include" \
 *        "$here/pendulum_native.c" -o "${TMPDIR:-/tmp}/pendulum_native.so"
 *
 * A point of mass 1 at the end of a massless bar of length L, parameters q = [L; g]:
 *
 *     p' = v,   v' = (0, -g) - G' lambda,   0 = p'p - L^2,   G = 2 p'
 *
 *     x   = [ lambda; v1; v2; p1; p2 ]
 *     rda = [ gII; gI; g; f_dyn (2); f_kin (2) ]
 *     gII = 2 v'v + 2 p'v'  with  v' = f_dyn,   gI = 2 p'v
 *
 * All that a model consists of stands in geoms_model.h (abi 3); only rda and the dimensions are
 * needed. This one has its Jacobian and its parts as well, and the derivatives of these for given
 * accelerations alpha: what psf, which solves for lambda at each stage, asks for. M^-1 is in none
 * of it:
 *
 *     R = [ 2 p'alpha + 2 v'v; 2 p'v; p'p - L^2; f - alpha - 2 p lambda; v ],   B = d R / dx
 */
#include <stdlib.h>

#include "geoms_model.h"

enum { LAMBDA, V, P = V + 2, N = P + 2 };
enum { GII, GI, G, DYN, KIN = DYN + 2, ROWS = KIN + 2 };

typedef struct Pendulum {
    double length, gravity;
} Pendulum;

/* gII without 2 p'v', gI, g */
static void levels (const Pendulum *q, const double *v, const double *p, double *gII, double *gI,
                    double *g)
{
    *gII = 2 * (v[0] * v[0] + v[1] * v[1]);
    *gI = 2 * (p[0] * v[0] + p[1] * v[1]);
    *g = p[0] * p[0] + p[1] * p[1] - q->length * q->length;
}

static void one_point (const Pendulum *q, const double *x, double *rda)
{
    const double lambda = x[LAMBDA], *v = x + V, *p = x + P;
    double *f = rda + DYN;

    f[0] = -2 * p[0] * lambda;
    f[1] = -q->gravity - 2 * p[1] * lambda;
    levels (q, v, p, rda + GII, rda + GI, rda + G);
    rda[GII] += 2 * (p[0] * f[0] + p[1] * f[1]);
    rda[KIN] = v[0];
    rda[KIN + 1] = v[1];
}

/* k points at once: column j of x begins at x + j ldx, its result at out + j ldo */
static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    (void)t;
    for (int j = 0; j < k; j++)
        one_point (user, x + j * ldx, out + j * ldo);
    return 0;
}

/* optional: what rda is made of, [f; G; g; gI; gII without 2 p'v'] without lambda */
static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    const Pendulum *q = user;

    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *p = x + P;

        out[0] = 0;
        out[1] = -q->gravity;
        out[2] = 2 * p[0];
        out[3] = 2 * p[1];
        levels (q, x + V, p, out + 6, out + 5, out + 4);
    }
    return 0;
}

/* optional: d rda / dx by columns, zero on entry; without it GEOMS takes differences */
static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    const Pendulum *q = user;
    const double lambda = x[LAMBDA], *v = x + V, *p = x + P;

    (void)t;
    J[GII + ldj * LAMBDA] = -4 * (p[0] * p[0] + p[1] * p[1]);
    for (int i = 0; i < 2; i++) {
        J[GII + ldj * (V + i)] = 4 * v[i];
        J[GII + ldj * (P + i)] = -8 * p[i] * lambda - (i == 1 ? 2 * q->gravity : 0);
        J[GI + ldj * (V + i)] = 2 * p[i];
        J[GI + ldj * (P + i)] = 2 * v[i];
        J[G + ldj * (P + i)] = 2 * p[i];
        J[DYN + i + ldj * LAMBDA] = -2 * p[i];
        J[DYN + i + ldj * (P + i)] = -2 * lambda;
        J[KIN + i + ldj * (V + i)] = 1;
    }
    return 0;
}

/* optional, beside parts: B by columns, zero on entry; alpha is given and does not move with x */
static int blocks_jac (double t, const double *x, const double *alpha, double *B, int ldb,
                       void *user)
{
    const double lambda = x[LAMBDA], *v = x + V, *p = x + P;

    (void)t;
    (void)user;
    for (int i = 0; i < 2; i++) {
        B[DYN + i + ldb * LAMBDA] = -2 * p[i];
        B[GII + ldb * (V + i)] = 4 * v[i];
        B[GI + ldb * (V + i)] = 2 * p[i];
        B[KIN + i + ldb * (V + i)] = 1;
        B[GII + ldb * (P + i)] = 2 * alpha[i];
        B[GI + ldb * (P + i)] = 2 * v[i];
        B[G + ldb * (P + i)] = 2 * p[i];
        B[DYN + i + ldb * (P + i)] = -2 * lambda;
    }
    return 0;
}

/* q = [L; g]: what is returned is the `user` of all the other functions */
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
    .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL, /* without a function mass: the identity */
    .autonomous = 1,
    .rda = rda,
    .jac = jac,
    .parts = parts,
    .blocks_jac = blocks_jac,
    .create = create,
    .destroy = free,
};
