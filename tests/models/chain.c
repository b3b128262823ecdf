/* chain.c - K point masses on massless rods, hanging from the origin, in Cartesian coordinates
 *
 *     d_i = p_i - p_{i-1},  u_i = v_i - v_{i-1},  p_0 = v_0 = 0,   i = 1 ... K
 *     m v_i' = (0, -m g) - 2 d_i lambda_i + 2 d_{i+1} lambda_{i+1}
 *     g_i = d_i'd_i - L^2,   gI_i = 2 d_i'u_i,   gII_i = 2 u_i'u_i + 2 d_i'(v_i' - v_{i-1}')
 *
 * With S_i = d_{i-1} lambda_{i-1} - c_i d_i lambda_i + d_{i+1} lambda_{i+1}, c_1 = 1, c_i = 2
 * else, the last difference is (2/m) S_i, and (2/m) S_1 + (0, -g) for i = 1.
 *
 * x = [lambda (K); v (2K); p (2K)]. q = K, m, L, g, angle; standard 3, 1, 1, 9.81, pi/2. The start
 * is the stretched chain at rest, at this angle from the lowest position. One body: the pendulum.
 */
#include "models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* d_i (or u_i) from the stacked vectors of the bodies, i = 0 ... K-1 */
static inline void difference (const double *a, int i, double *d)
{
    d[0] = a[2 * i] - (i > 0 ? a[2 * i - 2] : 0);
    d[1] = a[2 * i + 1] - (i > 0 ? a[2 * i - 1] : 0);
}

/* gII without v', gI, g of one rod */
static inline void levels (double L2, const double *d, const double *u, double *gII, double *gI,
                           double *g)
{
    *gII = 2 * (u[0] * u[0] + u[1] * u[1]);
    *gI = 2 * (d[0] * u[0] + d[1] * u[1]);
    *g = d[0] * d[0] + d[1] * d[1] - L2;
}

static void rows_of (const double *q, const double *x, double *out)
{
    const int K = (int)q[0];
    const double m = q[1], L2 = q[2] * q[2], g = q[3], c = 4 / m;
    const double *v = x + K, *p = x + 3 * K;
    double *f = out + 3 * K, last[2] = {0, 0}, here[2] = {p[0] * x[0], p[1] * x[0]};

    for (int i = 0; i < K; i++) {
        const double ci = i > 0 ? 2 : 1, weight = i > 0 ? 0 : 2 * g;
        double d[2], u[2], next[2] = {0, 0}, gII;

        difference (p, i, d);
        difference (v, i, u);
        if (i + 1 < K) { /* d_{i+1} lambda_{i+1} */
            next[0] = (p[2 * i + 2] - p[2 * i]) * x[i + 1];
            next[1] = (p[2 * i + 3] - p[2 * i + 1]) * x[i + 1];
        }
        levels (L2, d, u, &gII, out + K + i, out + 2 * K + i);
        out[i] = gII - weight * d[1]
                 + c
                       * (d[0] * (last[0] - ci * here[0] + next[0])
                          + d[1] * (last[1] - ci * here[1] + next[1]));
        for (int e = 0; e < 2; e++) {
            f[2 * i + e] = 2 * (next[e] - here[e]) - (e > 0 ? m * g : 0);
            last[e] = here[e];
            here[e] = next[e];
        }
    }
    memcpy (out + 5 * K, v, (size_t)(2 * K) * sizeof *v);
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    (void)t;
    for (int j = 0; j < k; j++)
        rows_of (user, x + j * ldx, out + j * ldo);
    return 0;
}

/* f, C, g, gI, gII */
static void parts_of (const double *q, const double *x, double *out)
{
    const int K = (int)q[0];
    const double L2 = q[2] * q[2], weight = q[1] * q[3], *v = x + K, *p = x + 3 * K;
    double *C = out + 2 * K, *g = C + 2 * K * K, *gI = g + K, *gII = gI + K;

    memset (C, 0, (size_t)(2 * K * K) * sizeof *C);
    for (int i = 0; i < K; i++) {
        double d[2], u[2];

        difference (p, i, d);
        difference (v, i, u);
        levels (L2, d, u, gII + i, gI + i, g + i);
        out[2 * i] = 0;
        out[2 * i + 1] = -weight;
        for (int e = 0; e < 2; e++) {
            C[i + (2 * i + e) * K] = 2 * d[e];
            if (i > 0)
                C[i + (2 * i - 2 + e) * K] = -2 * d[e];
        }
    }
}

static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    (void)t;
    for (int j = 0; j < k; j++)
        parts_of (user, x + j * ldx, out + j * ldo);
    return 0;
}

/* adds row += c' d (d_j)/dp: the columns of body j get c, those of body j - 1 get -c */
static void add_difference (double *row, int ldj, int j, double c0, double c1)
{
    double *a = row + 2 * j * ldj;

    a[0] += c0;
    a[ldj] += c1;
    if (j > 0) {
        a[-2 * ldj] -= c0;
        a[-ldj] -= c1;
    }
}

/* rows gII_i: neighbours j = i-1, i, i+1 enter with the factor c d_i' (1, -c_i, 1) d_j lambda_j */
static void acceleration_rows (const double *q, const double *x, int i, double *J, int ldj)
{
    const int K = (int)q[0];
    const double c = 4 / q[1], *v = x + K, *p = x + 3 * K;
    double *Jv = J + K * ldj, *Jp = J + 3 * K * ldj;
    double d[2], u[2], S[2] = {0, 0};

    difference (p, i, d);
    difference (v, i, u);
    add_difference (Jv + i, ldj, i, 4 * u[0], 4 * u[1]);
    for (int j = i > 0 ? i - 1 : 0; j < K && j <= i + 1; j++) {
        const double cj = j != i ? c : i > 0 ? -2 * c : -c;
        double dj[2];

        difference (p, j, dj);
        J[i + j * ldj] = cj * (d[0] * dj[0] + d[1] * dj[1]);
        add_difference (Jp + i, ldj, j, cj * x[j] * d[0], cj * x[j] * d[1]);
        S[0] += cj * x[j] * dj[0];
        S[1] += cj * x[j] * dj[1];
    }
    add_difference (Jp + i, ldj, i, S[0], S[1] - (i > 0 ? 0 : 2 * q[3]));
}

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    const double *q = user;
    const int K = (int)q[0];
    const double *v = x + K, *p = x + 3 * K;
    double *Jv = J + K * ldj, *Jp = J + 3 * K * ldj, *F = Jp + 3 * K;

    (void)t;
    for (int i = 0; i < K; i++) {
        double d[2], u[2];

        difference (p, i, d);
        difference (v, i, u);
        acceleration_rows (q, x, i, J, ldj);
        add_difference (Jv + K + i, ldj, i, 2 * d[0], 2 * d[1]);
        add_difference (Jp + K + i, ldj, i, 2 * u[0], 2 * u[1]);
        add_difference (Jp + 2 * K + i, ldj, i, 2 * d[0], 2 * d[1]);
        for (int e = 0; e < 2;
             e++) { /* f_dyn of body i: - 2 d_i lambda_i + 2 d_{i+1} lambda_{i+1} */
            const int r = 2 * i + e;

            J[3 * K + r + i * ldj] = -2 * d[e];
            F[r + r * ldj] -= 2 * x[i];
            if (i > 0) {
                J[3 * K + r - 2 + i * ldj] = 2 * d[e];
                F[r - 2 + (r - 2) * ldj] -= 2 * x[i];
                F[r - 2 + r * ldj] += 2 * x[i];
                F[r + (r - 2) * ldj] += 2 * x[i];
            }
            Jv[5 * K + r + r * ldj] = 1;
        }
    }
    return 0;
}

static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const double *q = user;
    const int nv = 2 * (int)q[0];

    (void)t, (void)x, (void)ldx;
    for (int j = 0; j < k; j++, out += ldo) {
        memset (out, 0, (size_t)(nv * nv) * sizeof *out);
        for (int i = 0; i < nv; i++)
            out[i + i * nv] = q[1];
    }
    return 0;
}

static void *create (const double *q, int nq)
{
    const double standard[5] = {3, 1, 1, 9.81, acos (-1) / 2};

    return model_parameters (q, nq, standard, 5);
}

static int start (double *x, void *user)
{
    const double *q = user;
    const int K = (int)q[0];
    const TestModel chain = model_chain (K);

    memset (x, 0, (size_t)(3 * K) * sizeof *x);
    for (int i = 0; i < K; i++) {
        x[3 * K + 2 * i] = (i + 1) * q[2] * sin (q[4]);
        x[3 * K + 2 * i + 1] = -(i + 1) * q[2] * cos (q[4]);
    }
    return model_multipliers (&chain.system, 0, x, user);
}

static double energy (double t, const double *x, void *user)
{
    const double *q = user;
    const int K = (int)q[0];
    const double *v = x + K, *p = x + 3 * K;
    double E = 0;

    (void)t;
    for (int i = 0; i < K; i++)
        E += (v[2 * i] * v[2 * i] + v[2 * i + 1] * v[2 * i + 1]) / 2 + q[3] * p[2 * i + 1];
    return q[1] * E;
}

#define CHAIN(K)                                                            \
    {                                                                       \
        .system = {.abi = GEOMS_MODEL_ABI,                                  \
                   .size = sizeof (GeomsModel),                             \
                   .dims = {.np = 2 * (K), .nv = 2 * (K), .nl = (K)},       \
                   .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,          \
                   .autonomous = 1,                                         \
                   .rda = rda,                                              \
                   .mass = mass,                                            \
                   .jac = jac,                                              \
                   .parts = parts,                                          \
                   .create = create,                                        \
                   .destroy = free},                                        \
        .name = "chain", .tspan = {0, 10}, .start = start, .energy = energy \
    }

const TestModel model_chain_3 = CHAIN (3);

TestModel model_chain (int bodies)
{
    const TestModel chain = CHAIN (bodies);

    return chain;
}
