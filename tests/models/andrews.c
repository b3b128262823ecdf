/* andrews.c - Andrews' squeezing mechanism: seven bodies, 0 <= t <= 0.03 s
 *
 *     p = (beta, Theta, gamma, Phi, delta, Omega, epsilon),   p' = v,   M (p) v' = f - G' lambda
 *
 * Constants, equations and start: IVP Test Set, cran/deTestSet src/Ex_andrews.f. With the angles
 *
 *     s = A p = (beta, beta+Theta, gamma, Phi+delta, delta, Omega+epsilon, epsilon)
 *
 * each term of the six constraints is a sine or cosine of one s_j: g = sum_j T_j (s_j) - const.
 * Let T be the 6 x 7 matrix of these terms and D = dT/ds; then dD/ds = -T and
 *
 *     G = D A,   gI = D s',   gII = D s'' - T s'^2,   s'' = A v',   v' = M^-1 (f - G' lambda)
 *
 * M consists of the blocks (beta, Theta), (gamma), (Phi, delta), (Omega, epsilon), so v' needs
 * 2 x 2 systems only. x = [lambda (6); v (7); p (7)]. q = drive torque mom, spring stiffness c0;
 * standard 0.033, 4530. Energy: v'Mv/2 + c0 (L - l0)^2/2 - mom beta.
 */
#include "models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NP = 7, NL = 6 };

static const double standard[2] = {0.033, 4530};

static const double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050, m6 = .00706,
                    m7 = .05498;
static const double I1 = 2.194e-6, I2 = 4.410e-7, I3 = 5.255e-6, I4 = 5.667e-7, I5 = 1.169e-5,
                    I6 = 5.667e-7, I7 = 1.912e-5;
static const double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014, yc = .072,
                    l0 = .07785;
static const double d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092, ss = .035,
                    sa = .01874, sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916,
                    u = .04, ua = .01228, ub = .00449, zf = .02, zt = .04, fa = .01421;

/* h, k: distances to the centres of mass of bodies 4 and 6; k1, k4, k6: factors of the products */
#define H  (e - ea)
#define K  (zf - fa)
#define K1 (m2 * da * rr)
#define K4 (m4 * zt * H)
#define K6 (m6 * u * K)

/* ---- angles and constraint terms ---- */

/* y = A x and y = A' x; C = X A with X and C of r rows, C not X */
static void to_angles (const double *x, double *y)
{
    const double s[NP] = {x[0], x[0] + x[1], x[2], x[3] + x[4], x[4], x[5] + x[6], x[6]};

    memcpy (y, s, sizeof s);
}

static void from_angles (const double *x, double *y)
{
    const double s[NP] = {x[0] + x[1], x[1], x[2], x[3], x[3] + x[4], x[5], x[5] + x[6]};

    memcpy (y, s, sizeof s);
}

static void columns (int r, const double *X, double *C)
{
    for (int i = 0; i < r; i++) {
        double row[NP];

        for (int j = 0; j < NP; j++)
            row[j] = X[i + j * r];
        from_angles (row, row);
        for (int j = 0; j < NP; j++)
            C[i + j * r] = row[j];
    }
}

/* T and D by columns, 6 x 7 */
static void terms (const double *p, double *T, double *D)
{
    double s[NP], S[NP], C[NP];

    to_angles (p, s);
    for (int j = 0; j < NP; j++) {
        S[j] = sin (s[j]);
        C[j] = cos (s[j]);
    }
    memset (T, 0, NL * NP * sizeof *T);
    memset (D, 0, NL * NP * sizeof *D);
/* row i, angle j: a cos + b sin */
#define TERM(i, j, a, b)                 \
    T[i + NL * j] = (a)*C[j] + (b)*S[j]; \
    D[i + NL * j] = (b)*C[j] - (a)*S[j];
    for (int i = 0; i < NL; i += 2) {
        TERM (i, 0, rr, 0)
        TERM (i, 1, -d, 0)
        TERM ((i + 1), 0, 0, rr)
        TERM ((i + 1), 1, 0, -d)
    }
    TERM (0, 2, 0, -ss)
    TERM (1, 2, ss, 0)
    TERM (2, 3, 0, -e)
    TERM (2, 4, -zt, 0)
    TERM (3, 3, e, 0)
    TERM (3, 4, 0, -zt)
    TERM (4, 5, -zf, 0)
    TERM (4, 6, 0, -u)
    TERM (5, 5, 0, -zf)
    TERM (5, 6, u, 0)
#undef TERM
}

/* y = X x with X 6 x 7, and y = X' x */
static void times (const double *X, const double *x, double *y)
{
    for (int i = 0; i < NL; i++) {
        y[i] = 0;
        for (int j = 0; j < NP; j++)
            y[i] += X[i + NL * j] * x[j];
    }
}

static void transposed (const double *X, const double *x, double *y)
{
    for (int j = 0; j < NP; j++) {
        y[j] = 0;
        for (int i = 0; i < NL; i++)
            y[j] += X[i + NL * j] * x[i];
    }
}

/* ---- mass matrix and forces ---- */

typedef struct Inertia {
    double m11, m21, m22, m33, m44, m54, m55, m66, m76, m77;
} Inertia;

static Inertia inertia (const double *p)
{
    const double c = K1 * cos (p[1]), s = K4 * sin (p[3]), o = K6 * sin (p[5]);
    Inertia M;

    M.m11 = m1 * ra * ra + m2 * (rr * rr + da * da) - 2 * c + I1 + I2;
    M.m21 = m2 * da * da - c + I2;
    M.m22 = m2 * da * da + I2;
    M.m33 = m3 * (sa * sa + sb * sb) + I3;
    M.m44 = m4 * H * H + I4;
    M.m54 = M.m44 + s;
    M.m55 = M.m44 + m4 * zt * zt + 2 * s + m5 * (ta * ta + tb * tb) + I5;
    M.m66 = m6 * K * K + I6;
    M.m76 = M.m66 - o;
    M.m77 = M.m66 + m6 * u * u - 2 * o + m7 * (ua * ua + ub * ub) + I7;
    return M;
}

static void solve_pair (double a, double b, double c, double *y)
{
    const double det = a * c - b * b, y0 = y[0];

    y[0] = (c * y0 - b * y[1]) / det;
    y[1] = (a * y[1] - b * y0) / det;
}

/* y becomes M^-1 y */
static void solve_mass (const Inertia *M, double *y)
{
    solve_pair (M->m11, M->m21, M->m22, y);
    y[2] /= M->m33;
    solve_pair (M->m44, M->m54, M->m55, y + 3);
    solve_pair (M->m66, M->m76, M->m77, y + 5);
}

/* length of the spring and its first two derivatives with respect to gamma */
static void spring (double angle, double *L)
{
    const double S = sin (angle), C = cos (angle);
    const double x = sd * C + sc * S + xb - xc, y = sd * S - sc * C + yb - yc;
    const double x1 = sc * C - sd * S, y1 = sd * C + sc * S;
    const double x2 = -sc * S - sd * C, y2 = -sd * S + sc * C;

    L[0] = sqrt (x * x + y * y);
    L[1] = (x * x1 + y * y1) / L[0];
    L[2] = (x1 * x1 + y1 * y1 + x * x2 + y * y2 - L[1] * L[1]) / L[0];
}

static void force (const double *q, const double *p, const double *v, double *f)
{
    double L[3];

    spring (p[2], L);
    f[0] = q[0] - K1 * v[1] * (v[1] + 2 * v[0]) * sin (p[1]);
    f[1] = K1 * v[0] * v[0] * sin (p[1]);
    f[2] = -q[1] * (L[0] - l0) * L[1];
    f[3] = K4 * v[4] * v[4] * cos (p[3]);
    f[4] = -K4 * v[3] * (v[3] + 2 * v[4]) * cos (p[3]);
    f[5] = -K6 * v[6] * v[6] * cos (p[5]);
    f[6] = K6 * v[5] * (v[5] + 2 * v[6]) * cos (p[5]);
}

/* ---- callbacks ---- */

/* all of one point: T, D, M, the row f_dyn, the accelerations */
typedef struct Point {
    double T[NL * NP], D[NL * NP], f_dyn[NP], a[NP];
    Inertia M;
} Point;

static void evaluate (const double *q, const double *x, Point *o)
{
    const double *v = x + NL, *p = v + NP;
    double reaction[NP];

    terms (p, o->T, o->D);
    o->M = inertia (p);
    force (q, p, v, o->f_dyn);
    transposed (o->D, x, reaction);
    from_angles (reaction, reaction);
    for (int i = 0; i < NP; i++)
        o->a[i] = o->f_dyn[i] -= reaction[i];
    solve_mass (&o->M, o->a);
}

/* gI, g; T s'^2: what gII is without v', turned round */
static void levels (const double *T, const double *D, const double *v, double *bend, double *gI,
                    double *g)
{
    static const double origin[NL] = {xb, yb, xa, ya, xa, ya};
    static const double one[NP] = {1, 1, 1, 1, 1, 1, 1};
    double s1[NP];

    to_angles (v, s1);
    times (D, s1, gI);
    times (T, one, g);
    for (int j = 0; j < NP; j++)
        s1[j] *= s1[j];
    times (T, s1, bend);
    for (int i = 0; i < NL; i++)
        g[i] -= origin[i];
}

static void rows (const Point *o, const double *x, double *out)
{
    const double *v = x + NL;
    double s2[NP], bend[NL];

    levels (o->T, o->D, v, bend, out + NL, out + 2 * NL);
    to_angles (o->a, s2);
    times (o->D, s2, out);
    for (int i = 0; i < NL; i++)
        out[i] -= bend[i];
    memcpy (out + 3 * NL, o->f_dyn, sizeof o->f_dyn);
    memcpy (out + 3 * NL + NP, v, NP * sizeof *v);
}

static void fill_mass (const Inertia *M, double *out)
{
    memset (out, 0, NP * NP * sizeof *out);
    out[0] = M->m11;
    out[1] = out[NP] = M->m21;
    out[1 + NP] = M->m22;
    out[2 + 2 * NP] = M->m33;
    out[3 + 3 * NP] = M->m44;
    out[4 + 3 * NP] = out[3 + 4 * NP] = M->m54;
    out[4 + 4 * NP] = M->m55;
    out[5 + 5 * NP] = M->m66;
    out[6 + 5 * NP] = out[5 + 6 * NP] = M->m76;
    out[6 + 6 * NP] = M->m77;
}

static int rda_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     double *M, int ldm, void *user)
{
    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        Point o;

        evaluate (user, x, &o);
        rows (&o, x, out);
        if (M != NULL)
            fill_mass (&o.M, M + j * ldm);
    }
    return 0;
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    return rda_mass (k, t, x, ldx, out, ldo, NULL, 0, user);
}

static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++) {
        const Inertia M = inertia (x + j * ldx + NL + NP);

        fill_mass (&M, out + j * ldo);
    }
    return 0;
}

/* M, f, C, g, gI, gII */
static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *v = x + NL, *p = v + NP;
        double T[NL * NP], D[NL * NP], bend[NL];
        double *f = out + NP * NP, *C = f + NP, *g = C + NL * NP;
        const Inertia M = inertia (p);

        terms (p, T, D);
        fill_mass (&M, out);
        force (user, p, v, f);
        columns (NL, D, C);
        levels (T, D, v, bend, g + NL, g);
        for (int i = 0; i < NL; i++)
            g[2 * NL + i] = -bend[i];
    }
    return 0;
}

/* ---- Jacobian ---- */

#define AT(i, j) ((i) + NP * (j))

/* df/dp and df/dv, 7 x 7 */
static void force_derivatives (const double *q, const double *p, const double *v, double *fp,
                               double *fv)
{
    const double S = K1 * sin (p[1]), C = K1 * cos (p[1]);
    double L[3];

    memset (fp, 0, NP * NP * sizeof *fp);
    memset (fv, 0, NP * NP * sizeof *fv);
    fp[AT (0, 1)] = -C * v[1] * (v[1] + 2 * v[0]);
    fp[AT (1, 1)] = C * v[0] * v[0];
    fv[AT (0, 0)] = -2 * S * v[1];
    fv[AT (0, 1)] = -2 * S * (v[0] + v[1]);
    fv[AT (1, 0)] = 2 * S * v[0];
    spring (p[2], L);
    fp[AT (2, 2)] = -q[1] * (L[1] * L[1] + (L[0] - l0) * L[2]);
    /* the pairs (Phi, delta) and (Omega, epsilon) have the same form with opposite sign */
    for (int i = 3; i < NP; i += 2) {
        const double c = i == 3 ? K4 : -K6, s = c * sin (p[i]), w = c * cos (p[i]);

        fp[AT (i, i)] = -s * v[i + 1] * v[i + 1];
        fp[AT (i + 1, i)] = s * v[i] * (v[i] + 2 * v[i + 1]);
        fv[AT (i, i + 1)] = 2 * w * v[i + 1];
        fv[AT (i + 1, i)] = -2 * w * (v[i] + v[i + 1]);
        fv[AT (i + 1, i + 1)] = -2 * w * v[i];
    }
}

/* F -= d (M a)/dp at fixed a: M depends on Theta, Phi, Omega */
static void subtract_mass_derivative (const double *p, const double *a, double *F)
{
    const double S = K1 * sin (p[1]);

    F[AT (0, 1)] -= S * (2 * a[0] + a[1]);
    F[AT (1, 1)] -= S * a[0];
    for (int i = 3; i < NP; i += 2) {
        const double w = (i == 3 ? K4 : -K6) * cos (p[i]);

        F[AT (i, i)] -= w * a[i + 1];
        F[AT (i + 1, i)] -= w * (a[i] + 2 * a[i + 1]);
    }
}

/* n columns of the rows gII = R + G M^-1 F */
static void acceleration_rows (const Point *o, int n, const double *F, const double *R, double *J,
                               int ldj)
{
    for (int j = 0; j < n; j++) {
        double y[NP], r[NL];

        memcpy (y, F + NP * j, sizeof y);
        solve_mass (&o->M, y);
        to_angles (y, y);
        times (o->D, y, r);
        for (int i = 0; i < NL; i++)
            J[i + j * ldj] = r[i] + R[i + NL * j];
    }
}

/* n columns of the rows f_dyn */
static void force_rows (int n, const double *F, double *J, int ldj)
{
    for (int j = 0; j < n; j++)
        memcpy (J + 3 * NL + j * ldj, F + NP * j, NP * sizeof *F);
}

/* d/dp of gII at fixed v': D s'' - T s'^2 with dD/ds = -T, dT/ds = D; F += d (-G' lambda)/dp */
static void curvature (const Point *o, const double *lambda, const double *s1, const double *s2,
                       double *R, double *F)
{
    double c[NP], B[NP * NP] = {0};

    transposed (o->T, lambda, c);
    for (int j = 0; j < NP; j++) {
        B[AT (j, j)] = c[j];
        for (int i = 0; i < NL; i++)
            R[i + NL * j] = -o->T[i + NL * j] * s2[j] - o->D[i + NL * j] * s1[j] * s1[j];
    }
    columns (NL, R, R);
    columns (NP, B, B);
    for (int j = 0; j < NP; j++) {
        from_angles (B + NP * j, B + NP * j);
        for (int i = 0; i < NP; i++)
            F[AT (i, j)] += B[AT (i, j)];
    }
}

/* rows gI, g, f_kin of the columns v and p; B = d (G v)/dp */
static void level_columns (const double *G, const double *B, double *Jv, double *Jp, int ldj)
{
    for (int j = 0; j < NP; j++) {
        for (int i = 0; i < NL; i++) {
            Jv[NL + i + j * ldj] = Jp[2 * NL + i + j * ldj] = G[i + NL * j];
            Jp[NL + i + j * ldj] = B[i + NL * j];
        }
        Jv[3 * NL + NP + j + j * ldj] = 1;
    }
}

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    static const double zero[NL * NP] = {0};
    const double *v = x + NL, *p = v + NP;
    double *Jv = J + NL * ldj, *Jp = Jv + NP * ldj;
    double G[NL * NP], B[NL * NP], R[NL * NP], F[NP * NP], Fp[NP * NP], Fv[NP * NP];
    double s1[NP], s2[NP];
    Point o;

    (void)t;
    evaluate (user, x, &o);
    to_angles (v, s1);
    to_angles (o.a, s2);
    force_derivatives (user, p, v, Fp, Fv);
    columns (NL, o.D, G);
    for (int j = 0; j < NP; j++)
        for (int i = 0; i < NL; i++) {
            F[AT (j, i)] = -G[i + NL * j];
            B[i + NL * j] = -o.T[i + NL * j] * s1[j];
        }
    columns (NL, B, B); /* d (G v)/dp */

    /* lambda */
    force_rows (NL, F, J, ldj);
    acceleration_rows (&o, NL, F, zero, J, ldj);

    /* v: the part of gII without v' is quadratic in v */
    for (int i = 0; i < NL * NP; i++)
        R[i] = 2 * B[i];
    force_rows (NP, Fv, Jv, ldj);
    acceleration_rows (&o, NP, Fv, R, Jv, ldj);

    /* p */
    curvature (&o, x, s1, s2, R, Fp);
    force_rows (NP, Fp, Jp, ldj);
    subtract_mass_derivative (p, o.a, Fp);
    acceleration_rows (&o, NP, Fp, R, Jp, ldj);

    level_columns (G, B, Jv, Jp, ldj);
    return 0;
}

/* the same at given accelerations: gII is R, and f_dyn less M alpha */
static int blocks_jac (double t, const double *x, const double *alpha, double *D, int ldd,
                       void *user)
{
    const double *v = x + NL, *p = v + NP;
    double *Dv = D + NL * ldd, *Dp = Dv + NP * ldd;
    double G[NL * NP], B[NL * NP], R[NL * NP], Fp[NP * NP], Fv[NP * NP], s1[NP], s2[NP];
    Point o;

    (void)t;
    terms (p, o.T, o.D);
    to_angles (v, s1);
    to_angles (alpha, s2);
    force_derivatives (user, p, v, Fp, Fv);
    columns (NL, o.D, G);
    for (int j = 0; j < NP; j++)
        for (int i = 0; i < NL; i++) {
            D[3 * NL + j + i * ldd] = -G[i + NL * j];
            B[i + NL * j] = -o.T[i + NL * j] * s1[j];
        }
    columns (NL, B, B);
    curvature (&o, x, s1, s2, R, Fp);
    subtract_mass_derivative (p, alpha, Fp);
    force_rows (NP, Fv, Dv, ldd);
    force_rows (NP, Fp, Dp, ldd);
    for (int j = 0; j < NP; j++)
        for (int i = 0; i < NL; i++) {
            Dv[i + j * ldd] = 2 * B[i + NL * j];
            Dp[i + j * ldd] = R[i + NL * j];
        }
    level_columns (G, B, Dv, Dp, ldd);
    return 0;
}

/* ---- start and energy ---- */

static void *create (const double *q, int nq) { return model_parameters (q, nq, standard, 2); }

static int start (double *x, void *user)
{
    static const double p0[NP]
        = {-0.0617138900142764496358948458001, 0,
           0.455279819163070380255912382449,   0.222668390165885884674473185609,
           0.487364979543842550225598953530,   -0.222668390165885884674473185609,
           1.23054744454982119249735015568};

    memset (x, 0, (NL + NP) * sizeof *x);
    memcpy (x + NL + NP, p0, sizeof p0);
    return model_multipliers (&model_andrews.system, 0, x, user);
}

static double energy (double t, const double *x, void *user)
{
    const double *q = user, *v = x + NL, *p = v + NP;
    double M[NP * NP], L[3], E;
    const Inertia inert = inertia (p);

    (void)t;
    fill_mass (&inert, M);
    spring (p[2], L);
    E = q[1] * (L[0] - l0) * (L[0] - l0) / 2 - q[0] * p[0];
    for (int j = 0; j < NP; j++)
        for (int i = 0; i < NP; i++)
            E += v[i] * M[i + NP * j] * v[j] / 2;
    return E;
}

const TestModel model_andrews = {
    .system = {.abi = GEOMS_MODEL_ABI,
               .size = sizeof (GeomsModel),
               .dims = {.np = NP, .nv = NP, .nl = NL},
               .mass_structure = GEOMS_MASS_FULL,
               .autonomous = 1,
               .rda = rda,
               .mass = mass,
               .rda_mass = rda_mass,
               .jac = jac,
               .parts = parts,
               .create = create,
               .destroy = free},
    .name = "Andrews' mechanism",
    .tspan = {0, 0.03},
    .start = start,
    .energy = energy,
    .blocks_jac = blocks_jac,
};
