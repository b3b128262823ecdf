/* pendulum.c - a point mass on a massless rod, in Cartesian coordinates (0, 0 is the support)
 *
 *     p' = v
 *     m v' = (0, -m g) - 2 p lambda
 *     g   = p'p - L^2,   gI = 2 p'v,   gII = 2 v'v - 2 g p2 - (4/m) (p'p) lambda
 *
 * x = [lambda; v1 v2; p1 p2], rda = [gII; gI; (e;) g; f_dyn; f_kin]. q = m, L, g, standard 1, 1 and
 * 4 K(1/sqrt 2)^2 = 13.750371636040745655: the period from rest at the horizontal (L, 0), where the
 * motion starts, is then 2. model_pendulum_energy has the energy as an invariant as well:
 *
 *     e = v'v/2 + g p2 - E,   E = q[3], standard 0
 */
#include "models.h"

#include <math.h>
#include <stdlib.h>

static const double standard[4] = {1, 1, 13.750371636040745655, 0};

/* gII without p'v', gI, g; p'p */
static inline double levels (const double *q, const double *v, const double *p, double *gII,
                             double *gI, double *g)
{
    const double pp = p[0] * p[0] + p[1] * p[1];

    *gII = 2 * (v[0] * v[0] + v[1] * v[1]);
    *gI = 2 * (p[0] * v[0] + p[1] * v[1]);
    *g = pp - q[1] * q[1];
    return pp;
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const double *q = user, m = q[0], g = q[2], weight = m * g, c = 4 / m;

    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double lambda = x[0], *v = x + 1, *p = x + 3, twice = 2 * lambda;
        double gII;
        const double pp = levels (q, v, p, &gII, out + 1, out + 2);

        out[0] = gII - 2 * g * p[1] - c * pp * lambda;
        out[3] = -twice * p[0];
        out[4] = -weight - twice * p[1];
        out[5] = v[0];
        out[6] = v[1];
    }
    return 0;
}

/* f, C, g, gI, gII */
static inline void parts_of (const double *q, const double *x, double *out)
{
    const double *v = x + 1, *p = x + 3;

    out[0] = 0;
    out[1] = -q[0] * q[2];
    out[2] = 2 * p[0];
    out[3] = 2 * p[1];
    levels (q, v, p, out + 6, out + 5, out + 4);
}

static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo)
        parts_of (user, x, out);
    return 0;
}

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    const double *q = user, c = 4 / q[0], g = q[2];
    const double lambda = x[0], *v = x + 1, *p = x + 3;
    double *Jl = J, *Jv = J + ldj, *Jp = J + 3 * ldj;

    (void)t;
    Jl[0] = -c * (p[0] * p[0] + p[1] * p[1]);
    for (int i = 0; i < 2; i++) {
        double *a = Jv + i * ldj, *b = Jp + i * ldj;

        a[0] = 4 * v[i];
        a[1] = 2 * p[i];
        a[5 + i] = 1;
        b[0] = -2 * c * p[i] * lambda;
        b[1] = 2 * v[i];
        b[2] = 2 * p[i];
        b[3 + i] = -2 * lambda;
        Jl[3 + i] = -2 * p[i];
    }
    Jp[ldj] -= 2 * g;
    return 0;
}

/* columns of R = [2 p'alpha + 2 v'v; 2 p'v; p'p - L^2; f - m alpha - 2 p lambda; v] */
static int blocks_jac (double t, const double *x, const double *alpha, double *B, int ldb,
                       void *user)
{
    const double lambda = x[0], *v = x + 1, *p = x + 3;
    double *Bl = B, *Bv = B + ldb, *Bp = B + 3 * ldb;

    (void)t, (void)user;
    for (int i = 0; i < 2; i++) {
        double *a = Bv + i * ldb, *b = Bp + i * ldb;

        Bl[3 + i] = -2 * p[i];
        a[0] = 4 * v[i];
        a[1] = 2 * p[i];
        a[5 + i] = 1;
        b[0] = 2 * alpha[i];
        b[1] = 2 * v[i];
        b[2] = 2 * p[i];
        b[3 + i] = -2 * lambda;
    }
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

static void *create (const double *q, int nq) { return model_parameters (q, nq, standard, 4); }

/* at rest at the horizontal: gII gives lambda = 0 */
static int start (double *x, void *user)
{
    const double *q = user;

    x[0] = x[1] = x[2] = x[4] = 0;
    x[3] = q[1];
    return 0;
}

static double energy (double t, const double *x, void *user)
{
    const double *q = user;

    (void)t;
    return q[0] * ((x[1] * x[1] + x[2] * x[2]) / 2 + q[2] * x[4]);
}

static int exact (double t, double *x, void *user)
{
    const PendulumOrbit orbit = pendulum_from_rest (user, acos (-1) / 2);

    pendulum_exact (&orbit, t, x);
    return 0;
}

/* ---- the same with the energy as an invariant: one row more after gI ---- */

static double invariant (const double *q, const double *x)
{
    return (x[1] * x[1] + x[2] * x[2]) / 2 + q[2] * x[4] - q[3];
}

static int rda_energy (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        rda (1, t, x, ldx, out, ldo, user);
        for (int i = 7; i > 2; i--)
            out[i] = out[i - 1];
        out[2] = invariant (user, x);
    }
    return 0;
}

static int parts_energy (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                         void *user)
{
    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        parts_of (user, x, out);
        out[7] = invariant (user, x);
    }
    return 0;
}

/* its row in the derivative of all others */
static void insert_energy (const double *q, const double *x, double *J, int ldj)
{
    for (int j = 0; j < 5; j++) {
        double *c = J + j * ldj;

        for (int i = 7; i > 2; i--)
            c[i] = c[i - 1];
        c[2] = 0;
    }
    J[2 + ldj] = x[1];
    J[2 + 2 * ldj] = x[2];
    J[2 + 4 * ldj] = q[2];
}

static int jac_energy (double t, const double *x, double *J, int ldj, void *user)
{
    const double *q = user;

    jac (t, x, J, ldj, user);
    insert_energy (q, x, J, ldj);
    return 0;
}

static int blocks_jac_energy (double t, const double *x, const double *alpha, double *B, int ldb,
                              void *user)
{
    blocks_jac (t, x, alpha, B, ldb, user);
    insert_energy (user, x, B, ldb);
    return 0;
}

const TestModel model_pendulum = {
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
    .name = "pendulum",
    .tspan = {0, 10},
    .start = start,
    .energy = energy,
    .exact = exact,
    .blocks_jac = blocks_jac,
};

const TestModel model_pendulum_energy = {
    .system = {.abi = GEOMS_MODEL_ABI,
               .size = sizeof (GeomsModel),
               .dims = {.np = 2, .nv = 2, .nl = 1, .ni = 1},
               .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,
               .autonomous = 1,
               .rda = rda_energy,
               .mass = mass,
               .jac = jac_energy,
               .parts = parts_energy,
               .create = create,
               .destroy = free},
    .name = "pendulum with energy",
    .tspan = {0, 10},
    .start = start,
    .energy = energy,
    .exact = exact,
    .blocks_jac = blocks_jac_energy,
};
