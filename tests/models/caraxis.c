/* caraxis.c - the car axis: an axle on a bumpy road, 0 <= t <= 3
 *
 *     p = (xl, yl, xr, yr),   p' = v,   (eps^2 M/2) v' = f (t, p) - G' lambda
 *     f = ((L0-Ll) xl/Ll, (L0-Ll) yl/Ll - k grav, (L0-Lr)(xr-xb)/Lr, (L0-Lr)(yr-yb)/Lr - k grav)
 *     g1 = xl xb + yl yb,   g2 = (xl-xr)^2 + (yl-yr)^2 - L^2,   k = eps^2 M/2
 *     yb = r sin (omega t),   xb = sqrt (L^2 - yb^2),   Ll = |(xl, yl)|,   Lr = |(xr-xb, yr-yb)|
 *
 * Constants, equations and start: IVP Test Set, cran/deTestSet src/Ex_car.f, which has + G' lambda:
 * the multipliers here have the opposite sign. The constraint g1 depends on time; with ' = d/dt
 *
 *     gI1  = vxl xb + vyl yb + xl xb' + yl yb'
 *     gII1 = xb axl + yb ayl + 2 (vxl xb' + vyl yb') + xl xb'' + yl yb''
 *
 * x = [lambda (2); v (4); p (4)]. q = eps, road amplitude r, omega; standard 0.01, 0.1, 10.
 */
#include "models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double standard[3] = {1e-2, 0.1, 10};
static const double M0 = 10, L = 1, L0 = 0.5, grav = 1;

/* the road: xb, yb and two derivatives */
typedef struct Road {
    double x[3], y[3];
} Road;

static Road road (const double *q, double t)
{
    const double w = q[2];
    Road b;

    b.y[0] = q[1] * sin (w * t);
    b.y[1] = q[1] * w * cos (w * t);
    b.y[2] = -w * w * b.y[0];
    b.x[0] = sqrt (L * L - b.y[0] * b.y[0]);
    b.x[1] = -b.y[0] * b.y[1] / b.x[0];
    b.x[2] = -(b.x[1] * b.x[1] + b.y[1] * b.y[1] + b.y[0] * b.y[2]) / b.x[0];
    return b;
}

static double inertia (const double *q) { return q[0] * q[0] * M0 / 2; }

/* G by rows */
static void gradient (const Road *b, const double *p, double G[2][4])
{
    const double dx = p[0] - p[2], dy = p[1] - p[3];

    G[0][0] = b->x[0];
    G[0][1] = b->y[0];
    G[0][2] = G[0][3] = 0;
    G[1][0] = 2 * dx;
    G[1][1] = 2 * dy;
    G[1][2] = -2 * dx;
    G[1][3] = -2 * dy;
}

static void force (const Road *b, double k, const double *p, double *f)
{
    const double xr = p[2] - b->x[0], yr = p[3] - b->y[0];
    const double sl = L0 / hypot (p[0], p[1]) - 1, sr = L0 / hypot (xr, yr) - 1;

    f[0] = sl * p[0];
    f[1] = sl * p[1] - k * grav;
    f[2] = sr * xr;
    f[3] = sr * yr - k * grav;
}

/* f_dyn = f - G' lambda */
static void dynamics (const Road *b, double k, const double *lambda, const double *p,
                      double G[2][4], double *f)
{
    force (b, k, p, f);
    for (int i = 0; i < 4; i++)
        f[i] -= G[0][i] * lambda[0] + G[1][i] * lambda[1];
}

/* g, gI, gII without G v' */
static void levels (const Road *b, const double *v, const double *p, double G[2][4], double *g,
                    double *gI, double *gII)
{
    const double dx = p[0] - p[2], dy = p[1] - p[3], dvx = v[0] - v[2], dvy = v[1] - v[3];

    g[0] = p[0] * b->x[0] + p[1] * b->y[0];
    g[1] = dx * dx + dy * dy - L * L;
    gI[0] = p[0] * b->x[1] + p[1] * b->y[1];
    gI[1] = 0;
    for (int i = 0; i < 4; i++) {
        gI[0] += G[0][i] * v[i];
        gI[1] += G[1][i] * v[i];
    }
    gII[0] = 2 * (v[0] * b->x[1] + v[1] * b->y[1]) + p[0] * b->x[2] + p[1] * b->y[2];
    gII[1] = 2 * (dvx * dvx + dvy * dvy);
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const double *q = user, m = inertia (q);

    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *v = x + 2, *p = x + 6;
        const Road b = road (q, t[j]);
        double G[2][4], *f = out + 6;

        gradient (&b, p, G);
        dynamics (&b, m, x, p, G, f);
        levels (&b, v, p, G, out + 4, out + 2, out);
        for (int i = 0; i < 4; i++) {
            out[0] += G[0][i] * f[i] / m;
            out[1] += G[1][i] * f[i] / m;
        }
        memcpy (out + 10, v, 4 * sizeof *v);
    }
    return 0;
}

/* f, C, g, gI, gII */
static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    const double *q = user, m = inertia (q);

    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *v = x + 2, *p = x + 6;
        const Road b = road (q, t[j]);
        double G[2][4], *C = out + 4;

        gradient (&b, p, G);
        force (&b, m, p, out);
        for (int i = 0; i < 8; i++)
            C[i] = G[i % 2][i / 2];
        levels (&b, v, p, G, C + 8, C + 10, C + 12);
    }
    return 0;
}

/* d f_dyn/dp, 4 x 4 by columns: of a spring s = L0/|u| - 1 it is s I - L0 u u'/|u|^3 */
static void stiffness (const Road *b, const double *lambda, const double *p, double *F)
{
    memset (F, 0, 16 * sizeof *F);
    for (int e = 0; e < 4; e += 2) {
        const double u[2] = {p[e] - (e > 0 ? b->x[0] : 0), p[e + 1] - (e > 0 ? b->y[0] : 0)};
        const double r = hypot (u[0], u[1]), c = L0 / (r * r * r);

        for (int j = 0; j < 2; j++) {
            for (int i = 0; i < 2; i++)
                F[e + i + 4 * (e + j)] = -c * u[i] * u[j];
            F[e + j + 4 * (e + j)] += L0 / r - 1 - 2 * lambda[1];
        }
    }
    for (int i = 0; i < 4; i++)
        F[i + 4 * (i ^ 2)] += 2 * lambda[1];
}

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    const double *q = user, m = inertia (q), *v = x + 2, *p = x + 6;
    double *Jv = J + 2 * ldj, *Jp = J + 6 * ldj;
    const Road b = road (q, t);
    const double bx[2] = {b.x[1], b.y[1]}, bxx[2] = {b.x[2], b.y[2]};
    double G[2][4], F[16], f[4];

    gradient (&b, p, G);
    dynamics (&b, m, x, p, G, f);
    stiffness (&b, x, p, F);
    for (int j = 0; j < 4; j++) {
        const int o = j ^ 2; /* the same direction at the other end */
        double *a = Jv + j * ldj, *c = Jp + j * ldj;

        for (int r = 0; r < 2; r++) {
            J[6 + j + r * ldj] = -G[r][j];
            J[0 + r * ldj] -= G[0][j] * G[r][j] / m;
            J[1 + r * ldj] -= G[1][j] * G[r][j] / m;
            a[2 + r] = c[4 + r] = G[r][j];
            for (int i = 0; i < 4; i++)
                c[r] += G[r][i] * F[i + 4 * j] / m;
        }
        a[0] = j < 2 ? 2 * bx[j] : 0;
        a[1] = 4 * (v[j] - v[o]);
        a[10 + j] = 1;
        c[0] += j < 2 ? bxx[j] : 0;
        c[1] += 2 * (f[j] - f[o]) / m;
        c[2] = j < 2 ? bx[j] : 0;
        c[3] = 2 * (v[j] - v[o]);
        memcpy (c + 6, F + 4 * j, 4 * sizeof *F);
    }
    return 0;
}

static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    (void)t, (void)x, (void)ldx;
    for (int j = 0; j < k; j++, out += ldo) {
        memset (out, 0, 16 * sizeof *out);
        for (int i = 0; i < 4; i++)
            out[5 * i] = inertia (user);
    }
    return 0;
}

static void *create (const double *q, int nq) { return model_parameters (q, nq, standard, 3); }

/* with the standard parameters gII gives lambda = 0 */
static int start (double *x, void *user)
{
    const double *q = user;
    const double v = -q[1] * q[2] / 2; /* gI1 = vxl + yl yb' at t = 0 */
    const double x0[10] = {0, 0, v, 0, v, 0, 0, 0.5, L, 0.5};

    memcpy (x, x0, sizeof x0);
    return model_multipliers (&model_caraxis.system, 0, x, user);
}

const TestModel model_caraxis = {
    .system = {.abi = GEOMS_MODEL_ABI,
               .size = sizeof (GeomsModel),
               .dims = {.np = 4, .nv = 4, .nl = 2},
               .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,
               .autonomous = 0,
               .rda = rda,
               .mass = mass,
               .jac = jac,
               .parts = parts,
               .create = create,
               .destroy = free},
    .name = "car axis",
    .tspan = {0, 3},
    .start = start,
};
