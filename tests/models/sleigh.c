/* sleigh.c - the Chaplygin sleigh: a body on a plane that rests on a blade, its centre of mass
 * ahead
 *
 *     p = (x, y, theta)   blade, heading;   p' = v,   S = sin theta,   C = cos theta
 *     M = [m, 0, -m a S; ., m, m a C; ., ., J + m a^2],   f = m a theta'^2 (C, S, 0)
 *     h~ = -S x' + C y',   H = (-S, C, 0),   hI = A - u w,   u = C x' + S y', w = theta'
 *
 * where A = -S x'' + C y'' follows from the equations of motion across the blade and about it,
 *
 *     m A + m a w' = -mu,   m a A + (J + m a^2) w' = 0   =>   A = -mu (J + m a^2)/(m J)
 *
 * x = [mu; v (3); p (3)]. q = m, J, a, u0, w0: mass, inertia about the centre of mass, its distance
 * ahead of the blade, speed and turning rate at the start; standard 1, 3, 1, 0, 1. Exact from the
 * origin with theta = 0 (A. M. Bloch, Nonholonomic Mechanics and Control, 2003, section 1.7), with
 * b^2 = J/m + a^2, c^2 = u0^2 + b^2 w0^2, kappa = a c/b^2, T = kappa t + T0, tanh T0 = u0/c:
 *
 *     u = c tanh T,   w = c/b sech T,   theta = b/a (gd (T) - gd (T0))
 *     gd (T) = 2 atan tanh (T/2),   mu = -m u w J/(J + m a^2)
 *
 * for w0 > 0; x, y are the integrals of u cos theta, u sin theta. For u0 = 0, J = 3 m a^2 they are
 *
 *     x = c/kappa (tanh^2 T - ln cosh T),   y = c/kappa (gd (T) - sech T tanh T)
 */
#include "models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double standard[5] = {1, 3, 1, 0, 1};
enum { MASS, INERTIA, AHEAD, SPEED, TURN };

/* first places of the blocks of x, and of the blocks of rda */
enum { MU = 0, V = 1, P = 4, N = 7 };
enum { HI = 0, H = 1, DYN = 2, KIN = 5, ROWS = 8 };

/* hI without v', h~; S, C: sine and cosine of theta */
static void levels (const double *v, double S, double C, double *hI, double *h)
{
    *hI = -v[2] * (C * v[0] + S * v[1]);
    *h = C * v[1] - S * v[0];
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const double *q = user, m = q[MASS], a = q[AHEAD], J = q[INERTIA];
    const double soft = (J + m * a * a) / (m * J);

    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *v = x + V, mu = x[MU], S = sin (x[P + 2]), C = cos (x[P + 2]);
        const double force = m * a * v[2] * v[2];

        levels (v, S, C, out + HI, out + H);
        out[HI] -= soft * mu;
        out[DYN] = C * force + S * mu;
        out[DYN + 1] = S * force - C * mu;
        out[DYN + 2] = 0;
        for (int i = 0; i < 3; i++)
            out[KIN + i] = v[i];
    }
    return 0;
}

#define AT(row, column) J[(row) + ldj * (column)]

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    const double *q = user, *v = x + V, mu = x[MU], S = sin (x[P + 2]), C = cos (x[P + 2]);
    const double ma = q[MASS] * q[AHEAD], u = C * v[0] + S * v[1], n = C * v[1] - S * v[0];
    const double force = ma * v[2] * v[2];

    (void)t;
    AT (HI, MU) = -(q[INERTIA] + ma * q[AHEAD]) / (q[MASS] * q[INERTIA]);
    AT (HI, V) = -v[2] * C;
    AT (HI, V + 1) = -v[2] * S;
    AT (HI, V + 2) = -u;
    AT (HI, P + 2) = -v[2] * n;
    AT (H, V) = -S;
    AT (H, V + 1) = C;
    AT (H, P + 2) = -u;
    AT (DYN, MU) = S;
    AT (DYN, V + 2) = 2 * ma * v[2] * C;
    AT (DYN, P + 2) = C * mu - S * force;
    AT (DYN + 1, MU) = -C;
    AT (DYN + 1, V + 2) = 2 * ma * v[2] * S;
    AT (DYN + 1, P + 2) = C * force + S * mu;
    for (int i = 0; i < 3; i++)
        AT (KIN + i, V + i) = 1;
    return 0;
}

static void inertias (const double *q, double S, double C, double *M)
{
    const double m = q[MASS], ma = m * q[AHEAD];

    M[0] = M[4] = m;
    M[1] = M[3] = 0;
    M[2] = M[6] = -ma * S;
    M[5] = M[7] = ma * C;
    M[8] = q[INERTIA] + ma * q[AHEAD];
}

static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    (void)t;
    for (int j = 0; j < k; j++)
        inertias (user, sin (x[j * ldx + P + 2]), cos (x[j * ldx + P + 2]), out + j * ldo);
    return 0;
}

/* M, f, C, h~, hI */
static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    const double *q = user;

    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *v = x + V, S = sin (x[P + 2]), C = cos (x[P + 2]);
        const double force = q[MASS] * q[AHEAD] * v[2] * v[2];

        inertias (q, S, C, out);
        out[9] = C * force;
        out[10] = S * force;
        out[11] = out[14] = 0;
        out[12] = -S;
        out[13] = C;
        levels (v, S, C, out + 16, out + 15);
    }
    return 0;
}

static void *create (const double *q, int nq) { return model_parameters (q, nq, standard, 5); }

static double gd (double T) { return 2 * atan (tanh (T / 2)); }

/* speed, turning rate and heading at time t */
static void turning (const double *q, double t, double *u, double *w, double *theta)
{
    const double a = q[AHEAD], b2 = q[INERTIA] / q[MASS] + a * a, b = sqrt (b2);
    const double c = sqrt (q[SPEED] * q[SPEED] + b2 * q[TURN] * q[TURN]), kappa = a * c / b2;
    const double T0 = atanh (q[SPEED] / c), T = kappa * t + T0;

    *u = c * tanh (T);
    *w = c / b / cosh (T);
    *theta = b / a * (gd (T) - gd (T0));
}

/* x, y: five-point Gauss formula on panels of at most 0.02 s */
static int exact (double t, double *x, void *user)
{
    static const double node[3] = {0, 0.5384693101056831, 0.9061798459386640};
    static const double gauss[3] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
    const double *q = user;
    const int panels = 1 + (int)(fabs (t) / 0.02);
    const double half = t / (2 * panels);
    double u, w, theta;

    memset (x, 0, N * sizeof *x);
    for (int j = 0; j < panels; j++)
        for (int i = -2; i <= 2; i++) {
            const double d = half * gauss[abs (i)];

            turning (q, (2 * j + 1 + (i < 0 ? -1 : 1) * node[abs (i)]) * half, &u, &w, &theta);
            x[P] += d * u * cos (theta);
            x[P + 1] += d * u * sin (theta);
        }
    turning (q, t, &u, &w, &theta);
    x[MU] = -q[MASS] * u * w * q[INERTIA] / (q[INERTIA] + q[MASS] * q[AHEAD] * q[AHEAD]);
    x[V] = u * cos (theta);
    x[V + 1] = u * sin (theta);
    x[V + 2] = w;
    x[P + 2] = theta;
    return 0;
}

static int start (double *x, void *user) { return exact (0, x, user); }

static double energy (double t, const double *x, void *user)
{
    double M[9], E = 0;

    (void)t;
    inertias (user, sin (x[P + 2]), cos (x[P + 2]), M);
    for (int i = 0; i < 9; i++)
        E += x[V + i % 3] * M[i] * x[V + i / 3] / 2;
    return E;
}

const TestModel model_sleigh = {
    .system = {.abi = GEOMS_MODEL_ABI,
               .size = sizeof (GeomsModel),
               .dims = {.np = 3, .nv = 3, .nm = 1},
               .mass_structure = GEOMS_MASS_FULL,
               .autonomous = 1,
               .rda = rda,
               .mass = mass,
               .jac = jac,
               .parts = parts,
               .create = create,
               .destroy = free},
    .name = "Chaplygin sleigh",
    .tspan = {0, 5},
    .start = start,
    .energy = energy,
    .exact = exact,
};
