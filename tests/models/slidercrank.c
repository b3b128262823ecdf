/* slidercrank.c - slider crank with two loop constraints, modelled from the slider
 *
 *     p = (x, alpha, beta),   p' = v,   M (p) v' = f (p, v) - G' lambda
 *     g1 = x + l2 cos alpha + l1 cos theta,  g2 = l2 sin alpha + l1 sin theta,  theta = alpha+beta
 *
 * The slider (mass m3) is at (x, 0), the rod (l2, m2, J2) leads from it to the crank (l1, m1, J1),
 * which ends in the support (0, 0); uniform bars, no gravity in the plane, no friction: v'Mv/2 is
 * constant. Structure after the slider crank of the Neweul-M2 paper, numbers our own. All is
 * computed in y = (x, alpha, theta) = B p:
 *
 *     My = [mx, -a sin alpha, -b sin theta; ., ja, b l2 cos (alpha-theta); ., ., jt]
 *     fy = (a cos alpha alpha'^2 + b cos theta theta'^2, -c theta'^2, c alpha'^2)
 *     a = (m2/2 + m1) l2,  b = m1 l1/2,  c = b l2 sin (alpha-theta),  M = B' My B,  f = B' fy
 *
 * x = [lambda (2); v (3); p (3)]. q = l1, m1, J1, l2, m2, J2, m3, crank angle, crank speed at the
 * start. Exact motion: one degree of freedom, I (phi) phi'^2 = const.
 */
#include "models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double standard[9]
    = {0.15, 0.36, 0.002727, 0.30, 0.151104, 0.0045339259, 0.075552, 0.7853981633974483, 5};
enum { L1, M1, J1, L2, M2, J2, M3, ANGLE, SPEED };

/* ---- all in y = (x, alpha, theta): 3 x 3 by columns ---- */

typedef struct Point {
    double sa, ca, st, ct, sd,
        cd;                    /* sines and cosines of alpha, theta, alpha - theta             */
    double a, b, bl;           /* a, b, b l2                                                   */
    double M[9], G[6];         /* My; Gy (2 x 3)                                               */
    double w[3], f[3], acc[3]; /* y'; fy, then fy - Gy' lambda; y''                            */
} Point;

/* y = B p and y = B' p */
static void to_y (const double *p, double *y)
{
    const double p1 = p[1], p2 = p[2];

    y[0] = p[0];
    y[1] = p1;
    y[2] = p1 + p2;
}

static void from_y (const double *y, double *p)
{
    const double y1 = y[1], y2 = y[2];

    p[0] = y[0];
    p[1] = y1 + y2;
    p[2] = y2;
}

/* X B for X of r rows, in place: the column of alpha gets that of theta too */
static void columns (int r, double *X)
{
    for (int i = 0; i < r; i++)
        X[i + r] += X[i + 2 * r];
}

static void geometry (const double *q, const double *y, Point *o)
{
    o->sa = sin (y[1]), o->ca = cos (y[1]);
    o->st = sin (y[2]), o->ct = cos (y[2]);
    o->sd = o->sa * o->ct - o->ca * o->st;
    o->cd = o->ca * o->ct + o->sa * o->st;
    o->a = (q[M2] / 2 + q[M1]) * q[L2];
    o->b = q[M1] * q[L1] / 2;
    o->bl = o->b * q[L2];

    o->M[0] = q[M1] + q[M2] + q[M3];
    o->M[1] = o->M[3] = -o->a * o->sa;
    o->M[2] = o->M[6] = -o->b * o->st;
    o->M[4] = (q[M2] / 4 + q[M1]) * q[L2] * q[L2] + q[J2];
    o->M[5] = o->M[7] = o->bl * o->cd;
    o->M[8] = q[M1] * q[L1] * q[L1] / 4 + q[J1];

    o->G[0] = 1;
    o->G[1] = 0;
    o->G[2] = -q[L2] * o->sa;
    o->G[3] = q[L2] * o->ca;
    o->G[4] = -q[L1] * o->st;
    o->G[5] = q[L1] * o->ct;
}

/* n right-hand sides; M is positive definite */
static int solve_mass (const Point *o, int n, double *b)
{
    double A[9];

    memcpy (A, o->M, sizeof A);
    return model_solve (3, A, n, b);
}

/* all but y'', f without lambda */
static void place_at (const double *q, const double *x, Point *o)
{
    double y[3];

    to_y (x + 5, y);
    to_y (x + 2, o->w);
    geometry (q, y, o);
    o->f[0] = o->a * o->ca * o->w[1] * o->w[1] + o->b * o->ct * o->w[2] * o->w[2];
    o->f[1] = -o->bl * o->sd * o->w[2] * o->w[2];
    o->f[2] = o->bl * o->sd * o->w[1] * o->w[1];
}

static int evaluate (const double *q, const double *x, Point *o)
{
    place_at (q, x, o);
    for (int i = 0; i < 3; i++) {
        o->f[i] -= o->G[2 * i] * x[0] + o->G[2 * i + 1] * x[1];
        o->acc[i] = o->f[i];
    }
    return solve_mass (o, 1, o->acc);
}

/* g, gI, gII without v': second derivatives of g are minus its own sines and cosines */
static void levels (const double *q, const double *x, const Point *o, double *g, double *gI,
                    double *gII)
{
    const double *w = o->w;

    g[0] = x[5] + q[L2] * o->ca + q[L1] * o->ct;
    g[1] = q[L2] * o->sa + q[L1] * o->st;
    for (int i = 0; i < 2; i++)
        gI[i] = o->G[i] * w[0] + o->G[i + 2] * w[1] + o->G[i + 4] * w[2];
    gII[0] = -(q[L2] * o->ca * w[1] * w[1] + q[L1] * o->ct * w[2] * w[2]);
    gII[1] = -(q[L2] * o->sa * w[1] * w[1] + q[L1] * o->st * w[2] * w[2]);
}

static void fill_mass (const Point *o, double *M)
{
    memcpy (M, o->M, sizeof o->M);
    columns (3, M);
    for (int j = 0; j < 3; j++)
        from_y (M + 3 * j, M + 3 * j);
}

/* ---- callbacks ---- */

static int rda_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     double *M, int ldm, void *user)
{
    const double *q = user;

    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *v = x + 2;
        Point o;

        if (evaluate (q, x, &o))
            return 1;
        levels (q, x, &o, out + 4, out + 2, out);
        for (int i = 0; i < 2; i++)
            out[i] += o.G[i] * o.acc[0] + o.G[i + 2] * o.acc[1] + o.G[i + 4] * o.acc[2];
        from_y (o.f, out + 6);
        memcpy (out + 9, v, 3 * sizeof *v);
        if (M != NULL)
            fill_mass (&o, M + j * ldm);
    }
    return 0;
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    return rda_mass (k, t, x, ldx, out, ldo, NULL, 0, user);
}

static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    (void)t;
    for (int j = 0; j < k; j++) {
        double y[3];
        Point o;

        to_y (x + j * ldx + 5, y);
        geometry (user, y, &o);
        fill_mass (&o, out + j * ldo);
    }
    return 0;
}

/* M, f, C, g, gI, gII */
static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        double *C = out + 12;
        Point o;

        place_at (user, x, &o);
        fill_mass (&o, out);
        from_y (o.f, out + 9);
        levels (user, x, &o, out + 18, out + 20, out + 22);
        memcpy (C, o.G, sizeof o.G);
        columns (2, C);
    }
    return 0;
}

/* ---- Jacobian ---- */

/* d (fy - Gy' lambda)/dy, and the same of My y'' at fixed y'' */
static void force_derivatives (const double *q, const double *lambda, const Point *o, double *Fy,
                               double *My)
{
    const double *w = o->w, *acc = o->acc, w1 = w[1] * w[1], w2 = w[2] * w[2], c = o->bl * o->cd;

    memset (Fy, 0, 9 * sizeof *Fy);
    memset (My, 0, 9 * sizeof *My);
    Fy[3] = -o->a * o->sa * w1;
    Fy[4] = -c * w2 + q[L2] * (o->ca * lambda[0] + o->sa * lambda[1]);
    Fy[5] = c * w1;
    Fy[6] = -o->b * o->st * w2;
    Fy[7] = c * w2;
    Fy[8] = -c * w1 + q[L1] * (o->ct * lambda[0] + o->st * lambda[1]);

    My[3] = -o->a * o->ca * acc[1];
    My[4] = -o->a * o->ca * acc[0] - o->bl * o->sd * acc[2];
    My[5] = -o->bl * o->sd * acc[1];
    My[6] = -o->b * o->ct * acc[2];
    My[7] = o->bl * o->sd * acc[2];
    My[8] = -o->b * o->ct * acc[0] + o->bl * o->sd * acc[1];
}

/* n columns in y: the rows f_dyn = B' F; gII = R + Gy My^-1 A (A is overwritten) */
static int dynamic_columns (const Point *o, int n, const double *F, double *A, const double *R,
                            double *J, int ldj)
{
    if (solve_mass (o, n, A))
        return 1;
    for (int j = 0; j < n; j++) {
        const double *c = A + 3 * j;

        from_y (F + 3 * j, J + 6 + j * ldj);
        for (int i = 0; i < 2; i++)
            J[i + j * ldj]
                = R[i + 2 * j] + o->G[i] * c[0] + o->G[i + 2] * c[1] + o->G[i + 4] * c[2];
    }
    return 0;
}

/* B = d (Gy y')/dy; F = d fy/dy' */
static void velocity_derivatives (const double *q, const Point *o, double *B, double *F)
{
    const double *w = o->w;

    B[2] = -q[L2] * o->ca * w[1];
    B[3] = -q[L2] * o->sa * w[1];
    B[4] = -q[L1] * o->ct * w[2];
    B[5] = -q[L1] * o->st * w[2];
    memset (F, 0, 9 * sizeof *F);
    F[3] = 2 * o->a * o->ca * w[1];
    F[5] = 2 * o->bl * o->sd * w[1];
    F[6] = 2 * o->b * o->ct * w[2];
    F[7] = -2 * o->bl * o->sd * w[2];
}

/* d/dy of gII at fixed y'': Gy y'' + (dGy/dy y') y', twice differentiated sines and cosines */
static void curvature (const double *q, const Point *o, double *R)
{
    const double *w = o->w, *acc = o->acc;

    R[0] = R[1] = 0;
    R[2] = q[L2] * (-o->ca * acc[1] + o->sa * w[1] * w[1]);
    R[3] = q[L2] * (-o->sa * acc[1] - o->ca * w[1] * w[1]);
    R[4] = q[L1] * (-o->ct * acc[2] + o->st * w[2] * w[2]);
    R[5] = q[L1] * (-o->st * acc[2] - o->ct * w[2] * w[2]);
}

/* rows gI, g, f_kin of the columns v and p; B and o->G become those in p */
static void level_columns (Point *o, double *B, double *Jv, double *Jp, int ldj)
{
    columns (2, B);
    columns (2, o->G);
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 2; i++) {
            Jv[2 + i + j * ldj] = Jp[4 + i + j * ldj] = o->G[i + 2 * j];
            Jp[2 + i + j * ldj] = B[i + 2 * j];
        }
        Jv[9 + j + j * ldj] = 1;
    }
}

/* rows gII = R and f_dyn = B' F of three columns in y, which become those in p */
static void block_columns (double *F, double *R, double *J, int ldj)
{
    columns (3, F);
    columns (2, R);
    for (int j = 0; j < 3; j++) {
        from_y (F + 3 * j, J + 6 + j * ldj);
        memcpy (J + j * ldj, R + 2 * j, 2 * sizeof *R);
    }
}

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    const double *q = user;
    double *Jv = J + 2 * ldj, *Jp = J + 5 * ldj, zero[4] = {0}, R[6] = {0}, B[6] = {0};
    double F[9], A[9];
    Point o;

    (void)t;
    if (evaluate (q, x, &o))
        return 1;

    /* lambda */
    for (int i = 0; i < 3; i++)
        for (int r = 0; r < 2; r++)
            F[i + 3 * r] = A[i + 3 * r] = -o.G[r + 2 * i];
    if (dynamic_columns (&o, 2, F, A, zero, J, ldj))
        return 1;

    /* v */
    velocity_derivatives (q, &o, B, F);
    for (int i = 0; i < 6; i++)
        R[i] = 2 * B[i];
    columns (3, F);
    columns (2, R);
    memcpy (A, F, sizeof A);
    if (dynamic_columns (&o, 3, F, A, R, Jv, ldj))
        return 1;

    /* p */
    force_derivatives (q, x, &o, F, A);
    for (int i = 0; i < 9; i++)
        A[i] = F[i] - A[i];
    curvature (q, &o, R);
    columns (3, F);
    columns (3, A);
    columns (2, R);
    if (dynamic_columns (&o, 3, F, A, R, Jp, ldj))
        return 1;

    level_columns (&o, B, Jv, Jp, ldj);
    return 0;
}

/* the same at given accelerations: gII is R, and f_dyn less M alpha */
static int blocks_jac (double t, const double *x, const double *alpha, double *D, int ldd,
                       void *user)
{
    const double *q = user;
    double *Dv = D + 2 * ldd, *Dp = D + 5 * ldd, B[6] = {0}, R[6], F[9], A[9], Gp[6];
    Point o;

    (void)t;
    place_at (q, x, &o);
    to_y (alpha, o.acc);
    memcpy (Gp, o.G, sizeof Gp);
    columns (2, Gp);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 2; i++)
            D[6 + j + i * ldd] = -Gp[i + 2 * j];
    velocity_derivatives (q, &o, B, F);
    for (int i = 0; i < 6; i++)
        R[i] = 2 * B[i];
    block_columns (F, R, Dv, ldd);
    force_derivatives (q, x, &o, F, A);
    for (int i = 0; i < 9; i++)
        F[i] -= A[i];
    curvature (q, &o, R);
    block_columns (F, R, Dp, ldd);
    level_columns (&o, B, Dv, Dp, ldd);
    return 0;
}

/* ---- start, energy, exact motion ---- */

static void *create (const double *q, int nq) { return model_parameters (q, nq, standard, 9); }

/* p and v for the crank angle phi (seen from the support) and its speed: sin alpha = l1/l2 sin phi,
 * cos alpha < 0, theta = phi + pi */
static void place (const double *q, double phi, double speed, double *v, double *p)
{
    const double sine = q[L1] / q[L2] * sin (phi), cosine = -sqrt (1 - sine * sine);
    const double alpha = acos (-1) - asin (sine), rate = q[L1] / q[L2] * cos (phi) / cosine * speed;

    p[0] = q[L1] * cos (phi) - q[L2] * cosine;
    p[1] = alpha;
    p[2] = phi + acos (-1) - alpha;
    v[0] = -q[L1] * sin (phi) * speed + q[L2] * sine * rate;
    v[1] = rate;
    v[2] = speed - rate;
}

static double energy (double t, const double *x, void *user)
{
    double M[9], E = 0;

    mass (1, &t, x, 8, M, 9, user);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            E += x[2 + i] * M[i + 3 * j] * x[2 + j] / 2;
    return E;
}

static int start (double *x, void *user)
{
    const double *q = user;

    x[0] = x[1] = 0;
    place (q, q[ANGLE], q[SPEED], x + 2, x + 5);
    return model_multipliers (&model_slidercrank.system, 0, x, user);
}

/* sqrt (2 E/phi'^2) at the crank angle phi */
static double weight (const double *q, double phi)
{
    double x[8] = {0}, parameters[9];

    memcpy (parameters, q, sizeof parameters);
    place (q, phi, 1, x + 2, x + 5);
    return sqrt (2 * energy (0, x, parameters));
}

/* int_a^b weight: eight-point Gauss formula on panels of at most 0.15 rad */
static double integral (const double *q, double a, double b)
{
    static const double node[4]
        = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
    static const double gauss[4]
        = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};
    const int panels = 1 + (int)(fabs (b - a) / 0.15);
    const double half = (b - a) / (2 * panels);
    double sum = 0;

    for (int j = 0; j < panels; j++)
        for (int i = 0; i < 4; i++) {
            const double middle = a + (2 * j + 1) * half;

            sum += gauss[i] * half
                   * (weight (q, middle - node[i] * half) + weight (q, middle + node[i] * half));
        }
    return sum;
}

/* the integral over a turn, of a periodic function: the trapezoidal rule */
static double integral_of_turn (const double *q)
{
    const double turn = 2 * acos (-1);
    double sum = 0;

    for (int i = 0; i < 128; i++)
        sum += turn / 128 * weight (q, turn * i / 128);
    return sum;
}

/* weight (phi) phi' = c is constant: int weight dphi = c t by Newton's method */
static int exact (double t, double *x, void *user)
{
    const double *q = user, turn = 2 * acos (-1);
    const double c = weight (q, q[ANGLE]) * q[SPEED], circle = integral_of_turn (q);
    const double turns = trunc (c * t / circle);
    double phi = q[ANGLE] + (c * t / circle - turns) * turn, step = 1;
    double rest = c * t - turns * circle - integral (q, q[ANGLE], phi);

    for (int i = 0; i < 50 && fabs (step) >= 1e-14; i++) {
        step = rest / weight (q, phi);
        rest -= integral (q, phi, phi + step);
        phi += step;
    }
    place (q, phi, c / weight (q, phi), x + 2, x + 5);
    x[0] = x[1] = 0;
    x[7] += turns * turn; /* beta counts the turns */
    return model_multipliers (&model_slidercrank.system, t, x, user);
}

const TestModel model_slidercrank = {
    .system = {.abi = GEOMS_MODEL_ABI,
               .size = sizeof (GeomsModel),
               .dims = {.np = 3, .nv = 3, .nl = 2},
               .mass_structure = GEOMS_MASS_FULL,
               .autonomous = 1,
               .rda = rda,
               .mass = mass,
               .rda_mass = rda_mass,
               .jac = jac,
               .parts = parts,
               .create = create,
               .destroy = free},
    .name = "slider crank",
    .tspan = {0, 1},
    .start = start,
    .energy = energy,
    .exact = exact,
    .blocks_jac = blocks_jac,
};
