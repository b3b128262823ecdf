/* top.c - a heavy symmetric top with its tip in a socket, in Cartesian coordinates and quaternions
 *
 *     p = (r, e)   centre of mass, quaternion;   v = (r', omega), omega in body axes
 *     p' = (r', E (e) omega/2),   M = diag (m, m, m, A, A, C),   c = (0, 0, l)
 *     f = (0, 0, -m grav, -omega x J omega)
 *     g   = r - R c,   gI = r' - R (omega x c),   gII = r'' - R (omega' x c + omega x (omega x c))
 *     e1  = e'e - 1,   e2 = kinetic + potential energy - E0  (model_top_energy only)
 *
 * x = [lambda (3); v (6); p (7)], rda = [gII; gI; e1; (e2;) g; f_dyn; f_kin]. The force lambda acts
 * on the centre of mass by -lambda, about it by c x R'lambda. q = m, l, A, C (about the centre of
 * mass), gravity; nutation angle theta, its speed, precession and spin speed at the start; standard
 * 1, 0.3, 0.02, 0.01, 9.81; 0.6, 0, 1, 60. With Euler angles, R = Rz (phi) Rx (theta) Rz (psi),
 *
 *     L3 = C (phi' cos theta + psi'),   Lz = A1 phi' sin^2 theta + L3 cos theta,   A1 = A + m l^2
 *     A1 theta'' = A1 phi'^2 sin theta cos theta - L3 phi' sin theta + m grav l sin theta
 *
 * L3 and Lz are constant (H. Goldstein, Classical Mechanics, 1980, section 5.7). The exact motion
 * is theta, phi, psi by the Runge-Kutta method of order 6 of J. C. Butcher (On Runge-Kutta
 * processes of high order, 1964) with so small a step that its error is below rounding.
 */
#include "models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "spatial.h"

static const double standard[9] = {1, 0.3, 0.02, 0.01, 9.81, 0.6, 0, 1, 60};
enum { MASS, LENGTH, ACROSS, AXIAL, GRAVITY, THETA, NUTATION, PRECESSION, SPIN };

/* first places of the blocks of x, and of the blocks of rda without energy */
enum { V = 3, P = 9, E = 12, N = 16 };
enum { GI = 3, INV = 6, G = 7, DYN = 10, KIN = 16, ROWS = 23 };

static double inertia (const double *q, int i)
{
    return i < 3 ? q[MASS] : i < 5 ? q[ACROSS] : q[AXIAL];
}

/* everything at one state, in body axes but for R: y = R'lambda, arm = omega x c; f without, then
 * with lambda; turn = omega x (omega x c), then + omega' x c */
typedef struct Point {
    double R[9], c[3], arm[3], y[3], f[6], a[6], turn[3];
} Point;

/* what does not need lambda */
static void place_at (const double *q, const double *x, Point *o)
{
    const double *w = x + V + 3;
    const double L[3] = {q[ACROSS] * w[0], q[ACROSS] * w[1], q[AXIAL] * w[2]};

    o->c[0] = o->c[1] = 0;
    o->c[2] = q[LENGTH];
    quaternion_rotation (x + E, o->R);
    o->f[0] = o->f[1] = 0;
    o->f[2] = -q[MASS] * q[GRAVITY];
    cross3 (L, w, o->f + 3);
    cross3 (w, o->c, o->arm);
    cross3 (w, o->arm, o->turn);
}

static void evaluate (const double *q, const double *x, Point *o)
{
    place_at (q, x, o);
    turn3_back (o->R, x, o->y);
    for (int i = 0; i < 3; i++)
        o->f[i] -= x[i];
    add_cross3 (1, o->c, o->y, o->f + 3);
    for (int i = 0; i < 6; i++)
        o->a[i] = o->f[i] / inertia (q, i);
    add_cross3 (1, o->a + 3, o->c, o->turn);
}

static double energy (double t, const double *x, void *user)
{
    const double *q = user;
    double sum = q[MASS] * q[GRAVITY] * x[P + 2];

    (void)t;
    for (int i = 0; i < 6; i++)
        sum += inertia (q, i) * x[V + i] * x[V + i] / 2;
    return sum;
}

/* energy at the start */
static double level (const double *q)
{
    const double S = sin (q[THETA]), C = cos (q[THETA]),
                 A1 = q[ACROSS] + q[MASS] * q[LENGTH] * q[LENGTH];
    const double w3 = q[PRECESSION] * C + q[SPIN], w1 = q[PRECESSION] * S, w2 = q[NUTATION];

    return (A1 * (w1 * w1 + w2 * w2) + q[AXIAL] * w3 * w3) / 2
           + q[MASS] * q[GRAVITY] * q[LENGTH] * C;
}

/* g, gI; gII without r'', as turn is */
static void levels (const double *x, const Point *o, double *g, double *gI, double *gII)
{
    double Rc[3], arm[3], turn[3];

    turn3 (o->R, o->c, Rc);
    turn3 (o->R, o->arm, arm);
    turn3 (o->R, o->turn, turn);
    for (int i = 0; i < 3; i++) {
        g[i] = x[P + i] - Rc[i];
        gI[i] = x[V + i] - arm[i];
        gII[i] = -turn[i];
    }
}

/* ni of them */
static void invariants (const double *q, const double *x, int ni, double *e)
{
    e[0] = quaternion_square (x + E) - 1;
    if (ni > 1)
        e[1] = energy (0, x, (void *)q) - level (q);
}

/* ni invariants */
static void rows_of (const double *q, const double *x, int ni, double *out)
{
    double *g = out + INV + ni, *dyn = g + 3, *kin = dyn + 6;
    Point o;

    evaluate (q, x, &o);
    levels (x, &o, g, out + GI, out);
    for (int i = 0; i < 3; i++) {
        out[i] += o.a[i];
        kin[i] = x[V + i];
    }
    invariants (q, x, ni, out + INV);
    memcpy (dyn, o.f, sizeof o.f);
    quaternion_rate (x + E, x + V + 3, kin + 3);
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    (void)t;
    for (int j = 0; j < k; j++)
        rows_of (user, x + j * ldx, 1, out + j * ldo);
    return 0;
}

static int rda_energy (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    (void)t;
    for (int j = 0; j < k; j++)
        rows_of (user, x + j * ldx, 2, out + j * ldo);
    return 0;
}

static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    (void)t, (void)x, (void)ldx;
    for (int j = 0; j < k; j++, out += ldo)
        for (int i = 0; i < 36; i++)
            out[i] = i % 7 == 0 ? inertia (user, i / 7) : 0;
    return 0;
}

/* rows of turns of R z: column j is R (unit_j x z) */
static void turn_rows (const Point *o, const double *z, double sign, double *rows)
{
    for (int j = 0; j < 3; j++) {
        double unit[3] = {0, 0, 0}, y[3], Ry[3];

        unit[j] = 1;
        cross3 (unit, z, y);
        turn3 (o->R, y, Ry);
        for (int i = 0; i < 3; i++)
            rows[i + 3 * j] = sign * Ry[i];
    }
}

/* ---- parts ---- */

/* Z, f, C, g, gI, gII, ni invariants */
static void parts_of (const double *q, const double *x, int ni, double *out)
{
    double *f = out + 42, *C = f + 6, *g = C + 18, matrix[12];
    Point o;

    place_at (q, x, &o);
    memset (out, 0, 42 * sizeof *out);
    memset (C, 0, 9 * sizeof *C);
    quaternion_matrix (x + E, matrix);
    for (int j = 0; j < 3; j++) {
        out[8 * j] = C[4 * j] = 1;
        for (int i = 0; i < 4; i++)
            out[3 + i + 7 * (3 + j)] = matrix[i + 4 * j] / 2;
    }
    memcpy (f, o.f, sizeof o.f);
    turn_rows (&o, o.c, -1, C + 9);
    levels (x, &o, g, g + 3, g + 6);
    invariants (q, x, ni, g + 9);
}

static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    (void)t;
    for (int j = 0; j < k; j++)
        parts_of (user, x + j * ldx, 1, out + j * ldo);
    return 0;
}

static int parts_energy (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                         void *user)
{
    (void)t;
    for (int j = 0; j < k; j++)
        parts_of (user, x + j * ldx, 2, out + j * ldo);
    return 0;
}

/* ---- Jacobian ---- */

/* column of gII for derivatives df of f_dyn (6): a' - R (omega' x c) */
static void acceleration_column (const double *q, const Point *o, const double *df, double *column)
{
    double a[3], y[3], Ry[3];

    for (int i = 0; i < 3; i++)
        a[i] = df[3 + i] / inertia (q, 3 + i);
    cross3 (a, o->c, y);
    turn3 (o->R, y, Ry);
    for (int i = 0; i < 3; i++)
        column[i] += df[i] / q[MASS] - Ry[i];
}

static void multiplier_columns (const double *q, const Point *o, double *J, int ldj, int dyn)
{
    for (int j = 0; j < 3; j++) {
        const double y[3] = {o->R[j], o->R[j + 3], o->R[j + 6]}; /* R'unit_j */
        double *f = J + dyn + j * ldj;

        f[j] = -1;
        cross3 (o->c, y, f + 3);
        acceleration_column (q, o, f, J + j * ldj);
    }
}

static void velocity_columns (const double *q, const double *x, const Point *o, double *J, int ldj,
                              int dyn)
{
    const double *w = x + V + 3;
    const double L[3] = {q[ACROSS] * w[0], q[ACROSS] * w[1], q[AXIAL] * w[2]};

    for (int j = 0; j < 3; j++) {
        double *column = J + (V + 3 + j) * ldj, *f = column + dyn, unit[3] = {0, 0, 0};
        double dL[3] = {0, 0, 0}, arm[3], y[3], Ry[3];

        J[GI + j + (V + j) * ldj] = 1;
        unit[j] = 1;
        dL[j] = inertia (q, 3 + j);
        add_cross3 (1, dL, w, f + 3);
        add_cross3 (1, L, unit, f + 3);
        cross3 (unit, o->c, arm);
        turn3 (o->R, arm, Ry);
        for (int i = 0; i < 3; i++)
            column[GI + i] = -Ry[i];
        cross3 (unit, o->arm, y);
        add_cross3 (1, w, arm, y);
        turn3 (o->R, y, Ry);
        for (int i = 0; i < 3; i++)
            column[i] = -Ry[i];
        acceleration_column (q, o, f, column);
    }
}

/* turns of the body first, then the components of e */
static void quaternion_columns (const double *q, const double *x, const Point *o, double *J,
                                int ldj, int ni)
{
    double gII[9], gI[9], g[9], torque[9], *Je = J + E * ldj;
    const int dyn = INV + ni + 3;

    turn_rows (o, o->turn, -1, gII);
    turn_rows (o, o->arm, -1, gI);
    turn_rows (o, o->c, -1, g);
    for (int j = 0; j < 3; j++) {
        double unit[3] = {0, 0, 0}, y[3], df[6] = {0, 0, 0};

        unit[j] = 1;
        cross3 (o->y, unit, y); /* R'lambda turns back */
        cross3 (o->c, y, df + 3);
        memcpy (torque + 3 * j, df + 3, 3 * sizeof *df);
        acceleration_column (q, o, df, gII + 3 * j);
    }
    for (int i = 0; i < 3; i++) {
        turns_to_quaternion (x + E, gII + i, 3, Je + i, ldj);
        turns_to_quaternion (x + E, gI + i, 3, Je + GI + i, ldj);
        turns_to_quaternion (x + E, g + i, 3, Je + INV + ni + i, ldj);
        turns_to_quaternion (x + E, torque + i, 3, Je + dyn + 3 + i, ldj);
        J[INV + ni + i + (P + i) * ldj] = 1;
    }
}

static int jacobian (const double *q, const double *x, int ni, double *J, int ldj)
{
    const int dyn = INV + ni + 3, kin = dyn + 6;
    double matrix[12];
    Point o;

    evaluate (q, x, &o);
    multiplier_columns (q, &o, J, ldj, dyn);
    velocity_columns (q, x, &o, J, ldj, dyn);
    quaternion_columns (q, x, &o, J, ldj, ni);
    quaternion_matrix (x + E, matrix);
    for (int i = 0; i < 4; i++) {
        double unit[4] = {0, 0, 0, 0};

        unit[i] = 1;
        J[INV + (E + i) * ldj] = 2 * x[E + i];
        quaternion_rate (unit, x + V + 3, J + kin + 3 + (E + i) * ldj);
        for (int j = 0; j < 3; j++)
            J[kin + 3 + i + (V + 3 + j) * ldj] = matrix[i + 4 * j] / 2;
    }
    for (int i = 0; i < 3; i++)
        J[kin + i + (V + i) * ldj] = 1;
    if (ni > 1) {
        J[INV + 1 + (P + 2) * ldj] = q[MASS] * q[GRAVITY];
        for (int i = 0; i < 6; i++)
            J[INV + 1 + (V + i) * ldj] = inertia (q, i) * x[V + i];
    }
    return 0;
}

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    (void)t;
    return jacobian (user, x, 1, J, ldj);
}

static int jac_energy (double t, const double *x, double *J, int ldj, void *user)
{
    (void)t;
    return jacobian (user, x, 2, J, ldj);
}

/* ---- exact motion ---- */

static void *create (const double *q, int nq) { return model_parameters (q, nq, standard, 9); }

/* y = (theta, theta', phi, psi) */
static void euler_rates (const double *q, const double *y, double *rate)
{
    const double m = q[MASS], l = q[LENGTH], A1 = q[ACROSS] + m * l * l;
    const double S0 = sin (q[THETA]), C0 = cos (q[THETA]), S = sin (y[0]), C = cos (y[0]);
    const double L3 = q[AXIAL] * (q[PRECESSION] * C0 + q[SPIN]);
    const double Lz = A1 * q[PRECESSION] * S0 * S0 + L3 * C0, phi = (Lz - L3 * C) / (A1 * S * S);

    rate[0] = y[1];
    rate[1] = phi * phi * S * C + S * (m * q[GRAVITY] * l - L3 * phi) / A1;
    rate[2] = phi;
    rate[3] = L3 / q[AXIAL] - phi * C;
}

/* r, e, r', omega from the Euler angles and their rates */
static void place (const double *q, const double *y, const double *rate, double *x)
{
    const double half = y[0] / 2, sum = (y[2] + y[3]) / 2, difference = (y[2] - y[3]) / 2;
    const double S = sin (y[0]), w = rate[2] * S, c[3] = {0, 0, q[LENGTH]};
    double R[9], arm[3], *omega = x + V + 3;

    x[E] = cos (half) * cos (sum);
    x[E + 1] = sin (half) * cos (difference);
    x[E + 2] = sin (half) * sin (difference);
    x[E + 3] = cos (half) * sin (sum);
    omega[0] = w * sin (y[3]) + rate[0] * cos (y[3]);
    omega[1] = w * cos (y[3]) - rate[0] * sin (y[3]);
    omega[2] = rate[2] * cos (y[0]) + rate[3];
    quaternion_rotation (x + E, R);
    turn3 (R, c, x + P);
    cross3 (omega, c, arm);
    turn3 (R, arm, x + V);
}

/* y after a step h; the last row of a gives the end */
static void euler_step (const double *q, double h, double *y)
{
    static const double a[8][7]
        = {{0},
           {1.0 / 3},
           {0, 2.0 / 3},
           {1.0 / 12, 1.0 / 3, -1.0 / 12},
           {-1.0 / 16, 9.0 / 8, -3.0 / 16, -3.0 / 8},
           {0, 9.0 / 8, -3.0 / 8, -3.0 / 4, 1.0 / 2},
           {9.0 / 44, -9.0 / 11, 63.0 / 44, 18.0 / 11, 0, -16.0 / 11},
           {11.0 / 120, 0, 27.0 / 40, 27.0 / 40, -4.0 / 15, -4.0 / 15, 11.0 / 120}};
    double F[7][4], stage[4];

    for (int s = 0; s < 8; s++) {
        for (int j = 0; j < 4; j++) {
            stage[j] = y[j];
            for (int i = 0; i < s; i++)
                stage[j] += h * a[s][i] * F[i][j];
        }
        if (s < 7)
            euler_rates (q, stage, F[s]);
    }
    memcpy (y, stage, sizeof stage);
}

static int exact (double t, double *x, void *user)
{
    const double *q = user;
    const int steps = 1 + (int)(fabs (t) / 1e-3);
    double y[4] = {q[THETA], q[NUTATION], 0, 0}, rate[4];

    for (int i = 0; i < steps; i++)
        euler_step (q, t / steps, y);
    euler_rates (q, y, rate);
    memset (x, 0, N * sizeof *x);
    place (q, y, rate, x);
    return model_multipliers (&model_top.system, t, x, user);
}

static int start (double *x, void *user) { return exact (0, x, user); }

#define TOP(NI, RDA, JAC, PARTS)                                \
    .system = {.abi = GEOMS_MODEL_ABI,                          \
               .size = sizeof (GeomsModel),                     \
               .dims = {.np = 7, .nv = 6, .nl = 3, .ni = (NI)}, \
               .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,  \
               .autonomous = 1,                                 \
               .rda = RDA,                                      \
               .mass = mass,                                    \
               .jac = JAC,                                      \
               .parts = PARTS,                                  \
               .kinematics = 1,                                 \
               .create = create,                                \
               .destroy = free},                                \
    .tspan = {0, 5}, .start = start, .energy = energy, .exact = exact

const TestModel model_top = {TOP (1, rda, jac, parts), .name = "heavy top"};
const TestModel model_top_energy
    = {TOP (2, rda_energy, jac_energy, parts_energy), .name = "heavy top with energy"};
