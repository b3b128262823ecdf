/* skate.c - a skate with a wheel and a cam on an incline: a system with every kind of unknown
 *
 *     p = (x, y, C, S, z, psi)     blade, its heading (cosine, sine), follower, wheel angle
 *     v = (u, n, omega, zeta, sigma)   speeds along and across the blade, turning rate, z', psi'
 *     p' = Z v = (C u - S n, S u + C n, -S omega, C omega, zeta, sigma)
 *
 *     0 = c  = eta + a eta^3 - S       contact of the follower with the cam (s = eta)
 *     0 = g  = z - b eta^2             the follower stays on the cam
 *     0 = h~ = (n, rho sigma - u)      no slip across the blade, the wheel rolls
 *     r' = b: r1' = (k (u0 - u) - r1)/T, ri' = (r_{i-1} - ri)/T    delayed speed control, force r4
 *     0 = d  = (k1 (u + u^3) - w1,  w2 + eps w2^3 - k2 lambda omega,  w3 - k3 (w2 + sigma))
 *                                      air drag, friction of the cam, friction of the wheel
 *
 * With D = 1 + 3 a eta^2, eta' = C omega/D, E = 2 b eta C/D, E' = Q omega:
 *
 *     gI = zeta - E omega,   gII = zeta' - E omega' - Q omega^2
 *     Q = 2 b (C^2 (1 - 3 a eta^2)/D^3 - eta S/D),   hI = (n', rho sigma' - u')
 *     m u'     = m omega n + m gs C + r4 - w1 + mu2
 *     m n'     = -m omega u - m gs S - mu1
 *     (J + mz z^2) omega' = -w2 - 2 mz z zeta omega + E lambda
 *     mz zeta' = mz z omega^2 - kz z - lambda
 *     Jw sigma' = -w3 - rho mu2
 *
 * x = [w (3); lambda; mu (2) | r (4) | v (5) | eta; p (6)]. All block sizes of the decomposition
 * differ. q = gs, u0; standard 2, 1. The reference is computed in independent coordinates (x, y,
 * phi, psi, phi', u, r) by the classical Runge-Kutta method with so small a step that it is good
 * to 1e-13.
 */
#include "models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double standard[2] = {2, 1};

static const double m = 1, J0 = 0.2, mz = 0.3, Jw = 0.05, rho = 0.25, kz = 4, a = 0.4, b = 0.3;
static const double k = 1.5, T = 0.5, k1 = 0.1, k2 = 0.05, k3 = 0.02, eps = 0.5;

/* first places of the blocks of x, and of the blocks of rda */
enum { W = 0, LAMBDA = 3, MU = 4, R = 6, V = 10, ETA = 15, P = 16, N = 22 };
enum {
    D_ = 0,
    GII = 3,
    HI = 4,
    GI = 6,
    H = 7,
    C_ = 9,
    G = 10,
    B = 11,
    DYN = 15,
    KIN = 20,
    ROWS = 26
};

/* the cam at eta, C, S: E, Q and D */
typedef struct Cam {
    double D, odd, E, Q;
} Cam;

static Cam cam (double eta, double C, double S)
{
    Cam o;

    o.D = 1 + 3 * a * eta * eta;
    o.odd = 1 - 3 * a * eta * eta;
    o.E = 2 * b * eta * C / o.D;
    o.Q = 2 * b * (C * C * o.odd / (o.D * o.D * o.D) - eta * S / o.D);
    return o;
}

static void inertias (const double *x, double *M)
{
    const double z = x[P + 4];

    M[0] = M[1] = m;
    M[2] = J0 + mz * z * z;
    M[3] = mz;
    M[4] = Jw;
}

/* ---- blocks ---- */

/* f without lambda and mu */
static void force (const double *q, const double *x, double *f)
{
    const double *w = x + W, *v = x + V, *p = x + P, z = p[4];

    f[0] = m * v[2] * v[1] + m * q[0] * p[2] + x[R + 3] - w[0];
    f[1] = -m * v[2] * v[0] - m * q[0] * p[3];
    f[2] = -w[1] - 2 * mz * z * v[3] * v[2];
    f[3] = mz * z * v[2] * v[2] - kz * z;
    f[4] = -w[2];
}

/* gI, h~; gII, hI without v' */
static void levels (const double *v, const Cam *o, double *first, double *second)
{
    first[0] = v[3] - o->E * v[2];
    first[1] = v[1];
    first[2] = rho * v[4] - v[0];
    second[0] = -o->Q * v[2] * v[2];
    second[1] = second[2] = 0;
}

/* d, c, g, b */
static void others (const double *q, const double *x, double *d, double *c, double *g, double *rate)
{
    const double *w = x + W, *r = x + R, *v = x + V, *p = x + P, eta = x[ETA];

    d[0] = k1 * (v[0] + v[0] * v[0] * v[0]) - w[0];
    d[1] = w[1] + eps * w[1] * w[1] * w[1] - k2 * x[LAMBDA] * v[2];
    d[2] = w[2] - k3 * (w[1] + v[4]);
    *c = eta + a * eta * eta * eta - p[3];
    *g = p[4] - b * eta * eta;
    rate[0] = (k * (q[1] - v[0]) - r[0]) / T;
    for (int i = 1; i < 4; i++)
        rate[i] = (r[i - 1] - r[i]) / T;
}

/* ---- callbacks ---- */

static void rows_of (const double *q, const double *x, double *out)
{
    const double *mu = x + MU, *v = x + V, lambda = x[LAMBDA], C = x[P + 2], S = x[P + 3];
    const Cam o = cam (x[ETA], C, S);
    double M[5], *f = out + DYN;

    force (q, x, f);
    f[0] += mu[1];
    f[1] -= mu[0];
    f[2] += o.E * lambda;
    f[3] -= lambda;
    f[4] -= rho * mu[1];
    inertias (x, M);
    levels (v, &o, out + GI, out + GII);
    out[GII] += f[3] / M[3] - o.E * f[2] / M[2];
    out[HI] += f[1] / M[1];
    out[HI + 1] += rho * f[4] / M[4] - f[0] / M[0];
    others (q, x, out + D_, out + C_, out + G, out + B);
    out[KIN] = C * v[0] - S * v[1];
    out[KIN + 1] = S * v[0] + C * v[1];
    out[KIN + 2] = -S * v[2];
    out[KIN + 3] = C * v[2];
    out[KIN + 4] = v[3];
    out[KIN + 5] = v[4];
}

static int rda (int count, const double *t, const double *x, int ldx, double *out, int ldo,
                void *user)
{
    (void)t;
    for (int j = 0; j < count; j++)
        rows_of (user, x + j * ldx, out + j * ldo);
    return 0;
}

static int mass (int count, const double *t, const double *x, int ldx, double *out, int ldo,
                 void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < count; j++, x += ldx, out += ldo) {
        double M[5];

        inertias (x, M);
        memset (out, 0, 25 * sizeof *out);
        for (int i = 0; i < 5; i++)
            out[6 * i] = M[i];
    }
    return 0;
}

/* M (25), Z (30), f (5), C (15), g, [gI; h~], [gII; hI], b (4), d (3), c */
static void parts_of (const double *q, const double *x, double *out)
{
    enum { NP = 6, NM = 3 };
    double *Z = out + 25, *f = Z + 30, *A = f + 5, *g = A + 15, *rate = g + 7, M[5];
    const double C = x[P + 2], S = x[P + 3];
    const Cam o = cam (x[ETA], C, S);

    memset (out, 0, 75 * sizeof *out);
    inertias (x, M);
    for (int i = 0; i < 5; i++)
        out[6 * i] = M[i];
    Z[0] = Z[1 + NP] = Z[3 + 2 * NP] = C;
    Z[1] = S;
    Z[NP] = Z[2 + 2 * NP] = -S;
    Z[4 + 3 * NP] = Z[5 + 4 * NP] = 1;
    force (q, x, f);
    A[2] = -1;
    A[1 + NM] = A[3 * NM] = 1;
    A[2 * NM] = -o.E;
    A[2 + 4 * NM] = rho;
    levels (x + V, &o, g + 1, g + 4);
    others (q, x, rate + 4, rate + 7, g, rate);
}

static int parts (int count, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    (void)t;
    for (int j = 0; j < count; j++)
        parts_of (user, x + j * ldx, out + j * ldo);
    return 0;
}

/* ---- Jacobian ---- */

#define AT(row, column) J[(row) + ldj * (column)]

/* rows f_dyn */
static void force_rows (const double *q, const double *x, const Cam *o, double *J, int ldj)
{
    const double *v = x + V, *p = x + P, eta = x[ETA], lambda = x[LAMBDA], z = p[4];

    AT (DYN, W) = AT (DYN + 2, W + 1) = AT (DYN + 4, W + 2) = -1;
    AT (DYN, R + 3) = AT (DYN, MU + 1) = 1;
    AT (DYN + 1, MU) = AT (DYN + 3, LAMBDA) = -1;
    AT (DYN + 2, LAMBDA) = o->E;
    AT (DYN + 4, MU + 1) = -rho;

    AT (DYN, V + 1) = m * v[2];
    AT (DYN, V + 2) = m * v[1];
    AT (DYN + 1, V) = -m * v[2];
    AT (DYN + 1, V + 2) = -m * v[0];
    AT (DYN + 2, V + 2) = -2 * mz * z * v[3];
    AT (DYN + 2, V + 3) = -2 * mz * z * v[2];
    AT (DYN + 3, V + 2) = 2 * mz * z * v[2];

    AT (DYN, P + 2) = m * q[0];
    AT (DYN + 1, P + 3) = -m * q[0];
    AT (DYN + 2, P + 2) = 2 * b * eta / o->D * lambda;
    AT (DYN + 2, P + 4) = -2 * mz * v[3] * v[2];
    AT (DYN + 3, P + 4) = mz * v[2] * v[2] - kz;
    AT (DYN + 2, ETA) = 2 * b * p[2] * o->odd / (o->D * o->D) * lambda;
}

/* rows gII and hI from the rows f_dyn, divided by the inertias */
static void acceleration_rows (const double *x, const Cam *o, double *J, int ldj)
{
    const double *v = x + V, *p = x + P, eta = x[ETA], z = p[4], C = p[2], S = p[3];
    const double D2 = o->D * o->D, w2 = v[2] * v[2];
    double M[5], turn;

    inertias (x, M);
    turn = (-x[W + 1] - 2 * mz * z * v[3] * v[2] + o->E * x[LAMBDA]) / M[2];
    for (int j = 0; j < N; j++) {
        AT (GII, j) = AT (DYN + 3, j) / M[3] - o->E * AT (DYN + 2, j) / M[2];
        AT (HI, j) = AT (DYN + 1, j) / M[1];
        AT (HI + 1, j) = rho * AT (DYN + 4, j) / M[4] - AT (DYN, j) / M[0];
    }
    AT (GII, V + 2) -= 2 * o->Q * v[2];
    AT (GII, P + 4) += o->E * turn * 2 * mz * z / M[2];
    AT (GII, P + 2) -= 2 * b * eta / o->D * turn + 4 * b * C * o->odd / (D2 * o->D) * w2;
    AT (GII, P + 3) += 2 * b * eta / o->D * w2;
    AT (GII, ETA)
        -= 2 * b * C * o->odd / D2 * turn
           + 2 * b * w2
                 * (-6 * a * eta * C * C * (4 - 6 * a * eta * eta) / (D2 * D2) - S * o->odd / D2);
}

/* rows d, gI, h~, c, g, b, f_kin */
static void other_rows (const double *x, const Cam *o, double *J, int ldj)
{
    const double *w = x + W, *v = x + V, *p = x + P, eta = x[ETA], C = p[2], S = p[3];

    AT (D_, W) = -1;
    AT (D_, V) = k1 * (1 + 3 * v[0] * v[0]);
    AT (D_ + 1, W + 1) = 1 + 3 * eps * w[1] * w[1];
    AT (D_ + 1, LAMBDA) = -k2 * v[2];
    AT (D_ + 1, V + 2) = -k2 * x[LAMBDA];
    AT (D_ + 2, W + 1) = AT (D_ + 2, V + 4) = -k3;
    AT (D_ + 2, W + 2) = 1;

    AT (GI, V + 3) = 1;
    AT (GI, V + 2) = -o->E;
    AT (GI, P + 2) = -2 * b * eta / o->D * v[2];
    AT (GI, ETA) = -2 * b * C * o->odd / (o->D * o->D) * v[2];
    AT (H, V + 1) = 1;
    AT (H + 1, V + 4) = rho;
    AT (H + 1, V) = -1;
    AT (C_, ETA) = o->D;
    AT (C_, P + 3) = -1;
    AT (G, P + 4) = 1;
    AT (G, ETA) = -2 * b * eta;

    AT (B, V) = -k / T;
    for (int i = 0; i < 4; i++) {
        AT (B + i, R + i) = -1 / T;
        if (i > 0)
            AT (B + i, R + i - 1) = 1 / T;
    }
    AT (KIN, V) = AT (KIN + 1, V + 1) = AT (KIN + 3, V + 2) = C;
    AT (KIN + 1, V) = S;
    AT (KIN, V + 1) = AT (KIN + 2, V + 2) = -S;
    AT (KIN, P + 2) = AT (KIN + 1, P + 3) = v[0];
    AT (KIN, P + 3) = -v[1];
    AT (KIN + 1, P + 2) = v[1];
    AT (KIN + 2, P + 3) = -v[2];
    AT (KIN + 3, P + 2) = v[2];
    AT (KIN + 4, V + 3) = AT (KIN + 5, V + 4) = 1;
}

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    const Cam o = cam (x[ETA], x[P + 2], x[P + 3]);

    (void)t;
    force_rows (user, x, &o, J, ldj);
    acceleration_rows (x, &o, J, ldj);
    other_rows (x, &o, J, ldj);
    return 0;
}

/* ---- reference in independent coordinates ---- */

enum { X = 0, Y, PHI, PSI, U, OMEGA, FILTER, STATES = FILTER + 4 };

/* y + c y^3 = right, c >= 0: strictly increasing */
static double cubic (double c, double right)
{
    double y = right;

    for (int i = 0; i < 100; i++) {
        const double step = (y + c * y * y * y - right) / (1 + 3 * c * y * y);

        y -= step;
        if (fabs (step) <= 1e-16 * fabs (y))
            break;
    }
    return y;
}

/* y' = F (y); x (if not NULL) gets the unknowns of the full system */
static void reduced (const double *q, const double *y, double *F, double *x)
{
    const double C = cos (y[PHI]), S = sin (y[PHI]), eta = cubic (a, S), z = b * eta * eta;
    const double u = y[U], omega = y[OMEGA], sigma = u / rho;
    const Cam o = cam (eta, C, S);
    const double zeta = o.E * omega, J = J0 + mz * z * z, w1 = k1 * (u + u * u * u);
    double turn = 0, lambda = 0, w2 = 0, w3;

    /* J omega' = -w2 (lambda) - ... + E lambda, lambda = ... - mz zeta' (omega') */
    for (int i = 0; i < 100; i++) {
        double slope, step;

        lambda = mz * z * omega * omega - kz * z - mz * (o.E * turn + o.Q * omega * omega);
        w2 = cubic (eps, k2 * lambda * omega);
        slope = J + mz * o.E * (o.E - k2 * omega / (1 + 3 * eps * w2 * w2));
        step = (J * turn + w2 + 2 * mz * z * zeta * omega - o.E * lambda) / slope;
        turn -= step;
        if (fabs (step) <= 1e-15 * (1e-3 + fabs (turn)))
            break;
    }
    w3 = k3 * (w2 + sigma);
    F[X] = C * u;
    F[Y] = S * u;
    F[PHI] = omega;
    F[PSI] = sigma;
    F[U] = (m * q[0] * C + y[FILTER + 3] - w1 - w3 / rho) / (m + Jw / (rho * rho));
    F[OMEGA] = turn;
    F[FILTER] = (k * (q[1] - u) - y[FILTER]) / T;
    for (int i = 1; i < 4; i++)
        F[FILTER + i] = (y[FILTER + i - 1] - y[FILTER + i]) / T;

    if (x != NULL) {
        const double mu1 = -m * omega * u - m * q[0] * S, mu2 = -(Jw * F[U] / rho + w3) / rho;
        const double full[N] = {w1,
                                w2,
                                w3,
                                lambda,
                                mu1,
                                mu2,
                                y[FILTER],
                                y[FILTER + 1],
                                y[FILTER + 2],
                                y[FILTER + 3],
                                u,
                                0,
                                omega,
                                zeta,
                                sigma,
                                eta,
                                y[X],
                                y[Y],
                                C,
                                S,
                                z,
                                y[PSI]};
        memcpy (x, full, sizeof full);
    }
}

static int exact (double t, double *x, void *user)
{
    const int steps = 1 + (int)(fabs (t) / 4e-4);
    const double h = t / steps;
    double y[STATES] = {[U] = 1, [OMEGA] = 1}, F[4][STATES], stage[STATES];

    for (int i = 0; i < steps; i++) {
        for (int s = 0; s < 4; s++) {
            const double c = s == 3 ? h : h / 2;

            for (int j = 0; j < STATES; j++)
                stage[j] = y[j] + (s > 0 ? c * F[s - 1][j] : 0);
            reduced (user, stage, F[s], NULL);
        }
        for (int j = 0; j < STATES; j++)
            y[j] += h / 6 * (F[0][j] + 2 * F[1][j] + 2 * F[2][j] + F[3][j]);
    }
    reduced (user, y, F[0], x);
    return 0;
}

static void *create (const double *q, int nq) { return model_parameters (q, nq, standard, 2); }

static int start (double *x, void *user) { return exact (0, x, user); }

const TestModel model_skate = {
    .system = {.abi = GEOMS_MODEL_ABI,
               .size = sizeof (GeomsModel),
               .dims = {.np = 6, .nv = 5, .nr = 4, .nw = 3, .ns = 1, .nl = 1, .nm = 2},
               .mass_structure = GEOMS_MASS_DIAGONAL,
               .autonomous = 1,
               .rda = rda,
               .mass = mass,
               .jac = jac,
               .parts = parts,
               .kinematics = 1,
               .create = create,
               .destroy = free},
    .name = "skate",
    .tspan = {0, 5},
    .start = start,
    .exact = exact,
};
