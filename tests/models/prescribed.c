/* prescribed.c - as many constraints as coordinates: only the forces are sought
 *
 *     p' = v,   v1' = - lambda1 - p1 lambda2,   v2' = -g - lambda2
 *     g1 = p1 - cos t,   g2 = p2 + p1^2/2 - sin 2t,   G = [1 0; p1 1]
 *     gI  = (v1 + sin t, v2 + p1 v1 - 2 cos 2t)
 *     gII = (v1' + cos t, v2' + p1 v1' + v1^2 + 4 sin 2t)
 *
 * x = [lambda (2); v (2); p (2)]. q = g, standard 9.81. Nothing is left to be integrated (nd = 0).
 * Exact: p = (cos t, sin 2t - p1^2/2), and lambda from the accelerations. M = I: no mass.
 */
#include "models.h"

#include <math.h>
#include <stdlib.h>

static const double standard[1] = {9.81};

/* gII without v', gI, g */
static void levels (double t, const double *x, double *gII, double *gI, double *g)
{
    const double v1 = x[2], v2 = x[3], p1 = x[4], p2 = x[5];

    gII[0] = cos (t);
    gII[1] = v1 * v1 + 4 * sin (2 * t);
    gI[0] = v1 + sin (t);
    gI[1] = v2 + p1 * v1 - 2 * cos (2 * t);
    g[0] = p1 - cos (t);
    g[1] = p2 + p1 * p1 / 2 - sin (2 * t);
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const double *q = user;

    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double p1 = x[4], f1 = -x[0] - p1 * x[1], f2 = -q[0] - x[1];

        levels (t[j], x, out, out + 2, out + 4);
        out[0] += f1;
        out[1] += f2 + p1 * f1;
        out[6] = f1;
        out[7] = f2;
        out[8] = x[2];
        out[9] = x[3];
    }
    return 0;
}

/* f, C, g, gI, gII */
static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    const double *q = user;

    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        out[0] = out[4] = 0;
        out[1] = -q[0];
        out[2] = out[5] = 1;
        out[3] = x[4];
        levels (t[j], x, out + 10, out + 8, out + 6);
    }
    return 0;
}

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    const double l2 = x[1], v1 = x[2], p1 = x[4], f1 = -x[0] - p1 * l2;
    double *Jv = J + 2 * ldj, *Jp = J + 4 * ldj;

    (void)t, (void)user;
    J[0] = J[6] = -1;
    J[1] = -p1;
    J[ldj] = J[6 + ldj] = -p1;
    J[1 + ldj] = -1 - p1 * p1;
    J[7 + ldj] = -1;
    Jv[1] = 2 * v1;
    Jv[2] = Jv[8] = 1;
    Jv[3] = p1;
    Jv[3 + ldj] = Jv[9 + ldj] = 1;
    Jp[0] = Jp[6] = -l2;
    Jp[1] = f1 - p1 * l2;
    Jp[3] = v1;
    Jp[4] = 1;
    Jp[5] = p1;
    Jp[5 + ldj] = 1;
    return 0;
}

static void *create (const double *q, int nq) { return model_parameters (q, nq, standard, 1); }

static int exact (double t, double *x, void *user)
{
    const double *q = user;
    const double p1 = cos (t), v1 = -sin (t), a1 = -cos (t);
    const double a2 = -4 * sin (2 * t) - v1 * v1 - p1 * a1;

    x[4] = p1;
    x[5] = sin (2 * t) - p1 * p1 / 2;
    x[2] = v1;
    x[3] = 2 * cos (2 * t) - p1 * v1;
    x[1] = -q[0] - a2;
    x[0] = -a1 - p1 * x[1];
    return 0;
}

static int start (double *x, void *user) { return exact (0, x, user); }

const TestModel model_prescribed = {
    .system = {.abi = GEOMS_MODEL_ABI,
               .size = sizeof (GeomsModel),
               .dims = {.np = 2, .nv = 2, .nl = 2},
               .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,
               .autonomous = 0,
               .rda = rda,
               .jac = jac,
               .parts = parts,
               .create = create,
               .destroy = free},
    .name = "prescribed motion",
    .tspan = {0, 10},
    .start = start,
    .exact = exact,
};
