/* parallelogram.c - a coupler on equal parallel cranks, in absolute coordinates: redundant from
 * three cranks on
 *
 *     p = (x, y, phi) of crank 1 ... k, then of the coupler: centres of mass and angles;   p' = v
 *     M = diag (m, m, m L^2/12, ..., mc, mc, mc W^2/12),   f = -weights
 *
 * A pivot holds the point of one bar at the distance d from its centre against the point of
 * another, or against the support at (a, 0):  P = (x + d cos phi, y + d sin phi),
 *
 *     g  = P_i - P_j            two rows for each of the 2k pivots
 *     gI = P_i' - P_j',   P'  = v + d phi' (-sin phi, cos phi)
 *     gII = P_i'' - P_j'',  P'' = v' + d phi'' (-sin phi, cos phi) - d phi'^2 (cos phi, sin phi)
 *
 * 4k rows for 3k + 3 coordinates and one degree of freedom: rank 3k + 2 where all bars fit, so that
 * k - 2 rows are redundant there, and only there: where they do not fit, the rank is 4k. The rank
 * drops in the stretched positions theta = 0, pi. x = [lambda (4k); v; p].
 *
 * q = L, m, W, mc, g, theta: length and mass of a crank, of the coupler (supports at 0, ..., W,
 * equal distances), gravity, crank angle at the start, at rest; standard 1, 1, 2, 2, 9.81, -pi/3.
 * The coupler stays parallel:
 *
 *     (k m L^2/3 + mc L^2) theta'' = -(k m L/2 + mc L) g cos theta
 *
 * that is a pendulum with the angle theta + pi/2 from its lowest point. Multipliers of minimum
 * norm.
 */
#include "models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 3 };
enum { LENGTH, MASS, WIDTH, COUPLER, GRAVITY, ANGLE, PARAMETERS };

typedef struct Parallelogram {
    double q[PARAMETERS];
    int k;
} Parallelogram;

/* one end of a pivot: bar (-1: the support) and distance from its centre, or place of the
 * support */
typedef struct End {
    int bar;
    double d;
} End;

/* pivots 0 ... k-1 on the supports, k ... 2k-1 on the coupler; side 0 is the crank */
static End end_of (const Parallelogram *o, int pivot, int side)
{
    const int crank = pivot % o->k, upper = pivot >= o->k;
    const double place = o->q[WIDTH] * crank / (o->k - 1), half = o->q[LENGTH] / 2;
    const End bar = {crank, upper ? half : -half}, support = {-1, place};
    const End coupler = {o->k, place - o->q[WIDTH] / 2};

    return side == 0 ? bar : upper ? coupler : support;
}

static double inertia (const Parallelogram *o, int i)
{
    const double *q = o->q, m = i / 3 < o->k ? q[MASS] : q[COUPLER];
    const double l = i / 3 < o->k ? q[LENGTH] : q[WIDTH];

    return i % 3 < 2 ? m : m * l * l / 12;
}

/* how one end moves as its bar turns: d (-sin phi, cos phi) */
static void lever (End end, const double *p, double *E)
{
    E[0] = -end.d * sin (p[3 * end.bar + 2]);
    E[1] = end.d * cos (p[3 * end.bar + 2]);
}

/* place, velocity, and acceleration of one end; a: accelerations of the bars */
static void kinematics (End end, const double *p, const double *v, const double *a, double *P)
{
    const int b = 3 * end.bar;
    double E[2], w2;

    memset (P, 0, 6 * sizeof *P);
    if (end.bar < 0) {
        P[0] = end.d;
        return;
    }
    lever (end, p, E);
    w2 = v[b + 2] * v[b + 2];
    P[0] = p[b] + E[1];
    P[1] = p[b + 1] - E[0];
    P[2] = v[b] + E[0] * v[b + 2];
    P[3] = v[b + 1] + E[1] * v[b + 2];
    P[4] = a[b] + E[0] * a[b + 2] - E[1] * w2;
    P[5] = a[b + 1] + E[1] * a[b + 2] + E[0] * w2;
}

/* g, gI, gII for the accelerations a of the bars */
static void levels (const Parallelogram *o, const double *v, const double *p, const double *a,
                    double *g, double *gI, double *gII)
{
    for (int i = 0; i < o->k * 2; i++) {
        double P[6], Q[6];

        kinematics (end_of (o, i, 0), p, v, a, P);
        kinematics (end_of (o, i, 1), p, v, a, Q);
        for (int c = 0; c < 2; c++) {
            gII[2 * i + c] = P[4 + c] - Q[4 + c];
            gI[2 * i + c] = P[2 + c] - Q[2 + c];
            g[2 * i + c] = P[c] - Q[c];
        }
    }
}

static void weights (const Parallelogram *o, double *f)
{
    for (int i = 0; i < 3 * (o->k + 1); i++)
        f[i] = i % 3 == 1 ? -inertia (o, i) * o->q[GRAVITY] : 0;
}

/* f_dyn = f - G' lambda */
static void forces (const Parallelogram *o, const double *x, double *f)
{
    const double *p = x + 4 * o->k + 3 * (o->k + 1);

    weights (o, f);
    for (int i = 0; i < 4 * o->k; i++) {
        const End end = end_of (o, i / 2, i % 2);
        const double *lambda = x + i / 2 * 2, sign = i % 2 == 0 ? 1 : -1;
        const int b = 3 * end.bar;
        double E[2];

        if (end.bar < 0)
            continue;
        lever (end, p, E);
        f[b] -= sign * lambda[0];
        f[b + 1] -= sign * lambda[1];
        f[b + 2] -= sign * (E[0] * lambda[0] + E[1] * lambda[1]);
    }
}

static int rda (int count, const double *t, const double *x, int ldx, double *out, int ldo,
                void *user)
{
    const Parallelogram *o = user;
    const int nl = 4 * o->k, nv = 3 * (o->k + 1);

    (void)t;
    for (int j = 0; j < count; j++, x += ldx, out += ldo) {
        const double *v = x + nl, *p = v + nv;
        double a[3 * (MOST + 1)], *f = out + 3 * nl;

        forces (o, x, f);
        for (int i = 0; i < nv; i++)
            a[i] = f[i] / inertia (o, i);
        levels (o, v, p, a, out + 2 * nl, out + nl, out);
        memcpy (f + nv, v, (size_t)nv * sizeof *v);
    }
    return 0;
}

static void gradient (const Parallelogram *o, const double *p, double *G)
{
    const int nl = 4 * o->k;

    memset (G, 0, (size_t)(nl * 3 * (o->k + 1)) * sizeof *G);
    for (int i = 0; i < nl; i++) {
        const End end = end_of (o, i / 2, i % 2);
        const double sign = i % 2 == 0 ? 1 : -1;
        double E[2], *column;

        if (end.bar < 0)
            continue;
        column = G + 3 * end.bar * nl;
        lever (end, p, E);
        for (int c = 0; c < 2; c++) {
            column[i / 2 * 2 + c + c * nl] = sign;
            column[i / 2 * 2 + c + 2 * nl] = sign * E[c];
        }
    }
}

/* f, C, g, gI, gII */
static int parts (int count, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    static const double still[3 * (MOST + 1)] = {0};
    const Parallelogram *o = user;
    const int nl = 4 * o->k, nv = 3 * (o->k + 1);

    (void)t;
    for (int j = 0; j < count; j++, x += ldx, out += ldo) {
        const double *v = x + nl, *p = v + nv;
        double *C = out + nv, *g = C + nl * nv;

        weights (o, out);
        gradient (o, p, C);
        levels (o, v, p, still, g, g + nl, g + 2 * nl);
    }
    return 0;
}

/* ---- Jacobian ---- */

/* rows and columns of J that belong to f_dyn and p of one bar */
#define AT(row, column) J[(row) + ldj * (column)]

static void force_rows (const Parallelogram *o, const double *x, double *J, int ldj)
{
    const int nl = 4 * o->k, nv = 3 * (o->k + 1), dyn = 3 * nl;
    const double *p = x + nl + nv;

    for (int i = 0; i < 4 * o->k; i++) {
        const End end = end_of (o, i / 2, i % 2);
        const int l = i / 2 * 2, b = 3 * end.bar;
        const double sign = i % 2 == 0 ? 1 : -1;
        double C, S;

        if (end.bar < 0)
            continue;
        C = sign * end.d * cos (p[b + 2]);
        S = sign * end.d * sin (p[b + 2]);
        AT (dyn + b, l) = AT (dyn + b + 1, l + 1) = -sign;
        AT (dyn + b + 2, l) = S;
        AT (dyn + b + 2, l + 1) = -C;
        AT (dyn + b + 2, nl + nv + b + 2) += S * x[l + 1] + C * x[l];
    }
}

/* rows gII, gI, g of one end of a pivot, apart from the derivatives of the accelerations a,
 * which the rows f_dyn have */
static void end_rows (const Parallelogram *o, int i, const double *x, const double *a, double *J,
                      int ldj)
{
    const int nl = 4 * o->k, nv = 3 * (o->k + 1), row = i / 2 * 2, n = nl + 2 * nv;
    const End end = end_of (o, i / 2, i % 2);
    const double *v = x + nl, *p = v + nv, sign = i % 2 == 0 ? 1 : -1;
    const int b = 3 * end.bar, V = nl + b, P = nl + nv + b;
    double E[4], w;

    if (end.bar < 0)
        return;
    E[0] = sign * end.d * cos (p[b + 2]), E[1] = sign * end.d * sin (p[b + 2]);
    E[2] = -E[1], E[3] = E[0]; /* the end's direction, turned by 90 degrees */
    w = v[b + 2];
    for (int c = 0; c < 2; c++) {
        AT (2 * nl + row + c, P + c) += sign;
        AT (2 * nl + row + c, P + 2) += E[2 + c];
        AT (nl + row + c, V + c) += sign;
        AT (nl + row + c, V + 2) += E[2 + c];
        AT (nl + row + c, P + 2) -= E[c] * w;
        AT (row + c, V + 2) -= 2 * E[c] * w;
        AT (row + c, P + 2) -= E[c] * a[b + 2] + E[2 + c] * w * w;
        for (int j = 0; j < n; j++)
            AT (row + c, j) += sign * AT (3 * nl + b + c, j) / inertia (o, b + c)
                               + E[2 + c] * AT (3 * nl + b + 2, j) / inertia (o, b + 2);
    }
}

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    const Parallelogram *o = user;
    const int nl = 4 * o->k, nv = 3 * (o->k + 1);
    double a[3 * (MOST + 1)];

    (void)t;
    forces (o, x, a);
    for (int i = 0; i < nv; i++)
        a[i] /= inertia (o, i);
    force_rows (o, x, J, ldj);
    for (int i = 0; i < 4 * o->k; i++)
        end_rows (o, i, x, a, J, ldj);
    for (int i = 0; i < nv; i++)
        AT (3 * nl + nv + i, nl + i) = 1;
    return 0;
}

static int mass (int count, const double *t, const double *x, int ldx, double *out, int ldo,
                 void *user)
{
    const Parallelogram *o = user;
    const int nv = 3 * (o->k + 1);

    (void)t, (void)x, (void)ldx;
    for (int j = 0; j < count; j++, out += ldo) {
        memset (out, 0, (size_t)(nv * nv) * sizeof *out);
        for (int i = 0; i < nv; i++)
            out[i * (nv + 1)] = inertia (o, i);
    }
    return 0;
}

/* ---- start, energy, exact motion ---- */

static void *create (const double *q, int nq, int k)
{
    const double standard[PARAMETERS] = {1, 1, 2, 2, 9.81, -acos (-1) / 3};
    Parallelogram *o = nq <= PARAMETERS ? calloc (1, sizeof *o) : NULL;

    for (int i = 0; o != NULL && i < PARAMETERS; i++)
        o->q[i] = i < nq ? q[i] : standard[i];
    if (o != NULL)
        o->k = k;
    return o;
}

static void *create_2 (const double *q, int nq) { return create (q, nq, 2); }

static void *create_3 (const double *q, int nq) { return create (q, nq, 3); }

/* all bars for the crank angle theta and its speed */
static void place (const Parallelogram *o, double theta, double speed, double *v, double *p)
{
    const double *q = o->q, C = q[LENGTH] * cos (theta), S = q[LENGTH] * sin (theta);

    for (int i = 0; i <= o->k; i++) {
        const double part = i < o->k ? 0.5 : 1;
        const double support = i < o->k ? q[WIDTH] * i / (o->k - 1) : q[WIDTH] / 2;

        p[3 * i] = support + part * C;
        p[3 * i + 1] = part * S;
        p[3 * i + 2] = i < o->k ? theta : 0;
        v[3 * i] = -part * S * speed;
        v[3 * i + 1] = part * C * speed;
        v[3 * i + 2] = i < o->k ? speed : 0;
    }
}

static int exact (double t, double *x, void *user)
{
    const Parallelogram *o = user;
    const double *q = o->q, m = q[MASS], L = q[LENGTH], quarter = acos (0);
    const double parameters[3]
        = {1, 1, (o->k * m / 2 + q[COUPLER]) * q[GRAVITY] / ((o->k * m / 3 + q[COUPLER]) * L)};
    const PendulumOrbit orbit = pendulum_from_rest (parameters, q[ANGLE] + quarter);
    const TestModel model = model_parallelogram (o->k);
    double y[5];

    memset (x, 0, (size_t)model_unknowns (&model.system.dims) * sizeof *x);
    pendulum_exact (&orbit, t, y);
    place (o, atan2 (y[4], y[3]), y[3] * y[2] - y[4] * y[1], x + 4 * o->k, x + 7 * o->k + 3);
    return model_multipliers (&model.system, t, x, user);
}

static int start (double *x, void *user) { return exact (0, x, user); }

static double energy (double t, const double *x, void *user)
{
    const Parallelogram *o = user;
    const double *v = x + 4 * o->k, *p = v + 3 * (o->k + 1);
    double E = 0;

    (void)t;
    for (int i = 0; i < 3 * (o->k + 1); i++)
        E += inertia (o, i) * (v[i] * v[i] / 2 + (i % 3 == 1 ? o->q[GRAVITY] * p[i] : 0));
    return E;
}

#define CRANKS(K)                                                                               \
    {                                                                                           \
        .system = {.abi = GEOMS_MODEL_ABI,                                                      \
                   .size = sizeof (GeomsModel),                                                 \
                   .dims = {.np = 3 * (K) + 3, .nv = 3 * (K) + 3, .nl = 4 * (K)},               \
                   .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,                              \
                   .autonomous = 1,                                                             \
                   .rda = rda,                                                                  \
                   .mass = mass,                                                                \
                   .jac = jac,                                                                  \
                   .parts = parts,                                                              \
                   .create = create_##K,                                                        \
                   .destroy = free},                                                            \
        .name = #K " cranks", .tspan = {0, 2}, .start = start, .energy = energy, .exact = exact \
    }

TestModel model_parallelogram (int cranks)
{
    const TestModel two = CRANKS (2), three = CRANKS (3);

    return cranks == 2 ? two : three;
}
