/* disk.c - a vertical disk that rolls on an incline, which falls in direction x
 *
 *     p = (x, y, phi, psi)   point of contact, heading, angle of rolling
 *     p' = v,   M = diag (m, m, Jz, I),   f = (m gs, 0, 0, 0)
 *     h~ = (x' - R cos phi psi',  y' - R sin phi psi'),   H = [1 0 0 -R cos phi; 0 1 0 -R sin phi]
 *     hI = (x'' - R cos phi psi'' + R sin phi phi' psi',
 *           y'' - R sin phi psi'' - R cos phi phi' psi')
 *     x'' = gs - mu1/m,   y'' = -mu2/m,   psi'' = R (cos phi mu1 + sin phi mu2)/I
 *
 * x = [mu (2); v (4); p (4)]. q = m, R, I, Jz, gs, Om, w0: mass, radius, inertias about the axle
 * and the vertical, gravity along the incline, turning rate, rolling rate at the start; standard 1,
 * 1, 0.5, 0.25, 4.905, 1, 2. Exact, from the origin with phi = psi = 0 and b = m gs R/((I + m R^2)
 * Om):
 *
 *     phi = Om t,   psi = w0 t + b/Om (1 - cos Om t),   psi' = w0 + b sin Om t
 *     x = R (w0/Om sin Om t + b/(2 Om) sin^2 Om t)
 *     y = R (w0/Om (1 - cos Om t) + b/(2 Om) (Om t - sin (2 Om t)/2))
 *     mu = (m gs - m x'', -m y'')
 */
#include "models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double standard[7] = {1, 1, 0.5, 0.25, 4.905, 1, 2};
enum { MASS, RADIUS, INERTIA, TURN, GRAVITY, OMEGA, ROLL };

/* first places of the blocks of x, and of the blocks of rda */
enum { MU = 0, V = 2, P = 6, N = 10 };
enum { HI = 0, H = 2, DYN = 4, KIN = 8, ROWS = 12 };

/* hI without v', h~; S, C: sine and cosine of phi, times R */
static void levels (const double *v, double S, double C, double *hI, double *h)
{
    hI[0] = S * v[2] * v[3];
    hI[1] = -C * v[2] * v[3];
    h[0] = v[0] - C * v[3];
    h[1] = v[1] - S * v[3];
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const double *q = user, m = q[MASS], R = q[RADIUS];

    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *mu = x + MU, *v = x + V, S = R * sin (x[P + 2]), C = R * cos (x[P + 2]);
        double *f = out + DYN;

        f[0] = m * q[GRAVITY] - mu[0];
        f[1] = -mu[1];
        f[2] = 0;
        f[3] = C * mu[0] + S * mu[1];
        levels (v, S, C, out + HI, out + H);
        out[HI] += f[0] / m - C * f[3] / q[INERTIA];
        out[HI + 1] += f[1] / m - S * f[3] / q[INERTIA];
        for (int i = 0; i < 4; i++)
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
        const double S = q[RADIUS] * sin (x[P + 2]), C = q[RADIUS] * cos (x[P + 2]);
        const double columns[12] = {q[MASS] * q[GRAVITY], 0, 0, 0, 1, 0, 0, 1, 0, 0, -C, -S};

        memcpy (out, columns, sizeof columns);
        levels (x + V, S, C, out + 14, out + 12);
    }
    return 0;
}

#define AT(row, column) J[(row) + ldj * (column)]

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    const double *q = user, m = q[MASS], R = q[RADIUS], I = q[INERTIA];
    const double *mu = x + MU, *v = x + V, S = sin (x[P + 2]), C = cos (x[P + 2]);
    const double along = C * mu[0] + S * mu[1], across = C * mu[1] - S * mu[0];

    (void)t;
    AT (DYN, MU) = AT (DYN + 1, MU + 1) = -1;
    AT (DYN + 3, MU) = R * C;
    AT (DYN + 3, MU + 1) = R * S;
    AT (DYN + 3, P + 2) = R * across;

    AT (HI, MU) = -1 / m - R * R * C * C / I;
    AT (HI, MU + 1) = AT (HI + 1, MU) = -R * R * S * C / I;
    AT (HI + 1, MU + 1) = -1 / m - R * R * S * S / I;
    AT (HI, V + 2) = R * S * v[3];
    AT (HI, V + 3) = R * S * v[2];
    AT (HI + 1, V + 2) = -R * C * v[3];
    AT (HI + 1, V + 3) = -R * C * v[2];
    AT (HI, P + 2) = R * R * (S * along - C * across) / I + R * C * v[2] * v[3];
    AT (HI + 1, P + 2) = -R * R * (C * along + S * across) / I + R * S * v[2] * v[3];

    AT (H, V) = AT (H + 1, V + 1) = 1;
    AT (H, V + 3) = -R * C;
    AT (H + 1, V + 3) = -R * S;
    AT (H, P + 2) = R * S * v[3];
    AT (H + 1, P + 2) = -R * C * v[3];
    for (int i = 0; i < 4; i++)
        AT (KIN + i, V + i) = 1;
    return 0;
}

static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const double *q = user, M[4] = {q[MASS], q[MASS], q[TURN], q[INERTIA]};

    (void)t, (void)x, (void)ldx;
    for (int j = 0; j < k; j++, out += ldo)
        for (int i = 0; i < 16; i++)
            out[i] = i % 5 == 0 ? M[i / 5] : 0;
    return 0;
}

static void *create (const double *q, int nq) { return model_parameters (q, nq, standard, 7); }

static int exact (double t, double *x, void *user)
{
    const double *q = user, m = q[MASS], R = q[RADIUS], Om = q[OMEGA], w0 = q[ROLL];
    const double b = m * q[GRAVITY] * R / ((q[INERTIA] + m * R * R) * Om);
    const double S = sin (Om * t), C = cos (Om * t), roll = w0 + b * S;

    x[P] = R * (w0 / Om * S + b / (2 * Om) * S * S);
    x[P + 1] = R * (w0 / Om * (1 - C) + b / (2 * Om) * (Om * t - sin (2 * Om * t) / 2));
    x[P + 2] = Om * t;
    x[P + 3] = w0 * t + b / Om * (1 - C);
    x[V] = R * C * roll;
    x[V + 1] = R * S * roll;
    x[V + 2] = Om;
    x[V + 3] = roll;
    x[MU] = m * (q[GRAVITY] - R * Om * (b * C * C - S * roll));
    x[MU + 1] = -m * R * Om * (C * roll + b * S * C);
    return 0;
}

static int start (double *x, void *user) { return exact (0, x, user); }

static double energy (double t, const double *x, void *user)
{
    const double *q = user, *v = x + V;

    (void)t;
    return q[MASS] * ((v[0] * v[0] + v[1] * v[1]) / 2 - q[GRAVITY] * x[P])
           + (q[TURN] * v[2] * v[2] + q[INERTIA] * v[3] * v[3]) / 2;
}

const TestModel model_disk = {
    .system = {.abi = GEOMS_MODEL_ABI,
               .size = sizeof (GeomsModel),
               .dims = {.np = 4, .nv = 4, .nm = 2},
               .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,
               .autonomous = 1,
               .rda = rda,
               .mass = mass,
               .jac = jac,
               .parts = parts,
               .create = create,
               .destroy = free},
    .name = "rolling disk",
    .tspan = {0, 5},
    .start = start,
    .energy = energy,
    .exact = exact,
};
