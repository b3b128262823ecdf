/* oscillator.c - a linear oscillator without constraints: an ordinary differential equation
 *
 *     p' = v,   M v' = -K p,   M = [m c; c m],   K = [k1 k2; k2 k1]
 *
 * The eigenvectors are (1, 1) and (1, -1) for both matrices; K is given by the two frequencies:
 * k1 + k2 = (m + c) w1^2, k1 - k2 = (m - c) w2^2. x = [v (2); p (2)]. q = w1, w2, m, c; standard
 * 1, 3, 2, 1. Start p = (1, 0), v = (0, 1/2); exact with y = (p1 + p2, p1 - p2):
 * y_i = y_i (0) cos w_i t + y_i' (0) sin (w_i t)/w_i.
 */
#include "models.h"

#include <math.h>
#include <stdlib.h>

static const double standard[4] = {1, 3, 2, 1};

static void stiffness (const double *q, double *k1, double *k2)
{
    const double sum = (q[2] + q[3]) * q[0] * q[0], difference = (q[2] - q[3]) * q[1] * q[1];

    *k1 = (sum + difference) / 2;
    *k2 = (sum - difference) / 2;
}

/* f */
static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    double k1, k2;

    (void)t;
    stiffness (user, &k1, &k2);
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        out[0] = -k1 * x[2] - k2 * x[3];
        out[1] = -k2 * x[2] - k1 * x[3];
    }
    return 0;
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    parts (k, t, x, ldx, out, ldo, user);
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        out[2] = x[0];
        out[3] = x[1];
    }
    return 0;
}

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    double k1, k2;

    (void)t, (void)x;
    stiffness (user, &k1, &k2);
    J[2] = J[3 + ldj] = 1;
    J[2 * ldj] = J[1 + 3 * ldj] = -k1;
    J[1 + 2 * ldj] = J[3 * ldj] = -k2;
    return 0;
}

/* f is linear and M constant: the same whatever the accelerations are */
static int blocks_jac (double t, const double *x, const double *alpha, double *B, int ldb,
                       void *user)
{
    (void)alpha;
    return jac (t, x, B, ldb, user);
}

/* x' = [M^-1 f; v] */
static int accelerations (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                          void *user)
{
    const double *q = user, det = q[2] * q[2] - q[3] * q[3];

    parts (k, t, x, ldx, out, ldo, user);
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double f1 = out[0], f2 = out[1];

        out[0] = (q[2] * f1 - q[3] * f2) / det;
        out[1] = (q[2] * f2 - q[3] * f1) / det;
        out[2] = x[0];
        out[3] = x[1];
    }
    return 0;
}

static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const double *q = user;

    (void)t, (void)x, (void)ldx;
    for (int j = 0; j < k; j++, out += ldo) {
        out[0] = out[3] = q[2];
        out[1] = out[2] = q[3];
    }
    return 0;
}

static void *create (const double *q, int nq) { return model_parameters (q, nq, standard, 4); }

static int exact (double t, double *x, void *user)
{
    const double *q = user;
    const double c1 = cos (q[0] * t), s1 = sin (q[0] * t);
    const double c2 = cos (q[1] * t), s2 = sin (q[1] * t);
    const double sum = c1 + s1 / (2 * q[0]), difference = c2 - s2 / (2 * q[1]);
    const double sum1 = c1 / 2 - q[0] * s1, difference1 = -c2 / 2 - q[1] * s2;

    x[0] = (sum1 + difference1) / 2;
    x[1] = (sum1 - difference1) / 2;
    x[2] = (sum + difference) / 2;
    x[3] = (sum - difference) / 2;
    return 0;
}

static int start (double *x, void *user) { return exact (0, x, user); }

static double energy (double t, const double *x, void *user)
{
    const double *q = user, *v = x, *p = x + 2;
    double k1, k2;

    (void)t;
    stiffness (user, &k1, &k2);
    return (q[2] * (v[0] * v[0] + v[1] * v[1]) + k1 * (p[0] * p[0] + p[1] * p[1])) / 2
           + q[3] * v[0] * v[1] + k2 * p[0] * p[1];
}

const TestModel model_oscillator = {
    .system = {.abi = GEOMS_MODEL_ABI,
               .size = sizeof (GeomsModel),
               .dims = {.np = 2, .nv = 2},
               .mass_structure = GEOMS_MASS_CONSTANT,
               .autonomous = 1,
               .rda = rda,
               .mass = mass,
               .jac = jac,
               .parts = parts,
               .create = create,
               .destroy = free},
    .name = "oscillator",
    .tspan = {0, 10},
    .start = start,
    .energy = energy,
    .exact = exact,
    .blocks_jac = blocks_jac,
    .accelerations = accelerations,
};
