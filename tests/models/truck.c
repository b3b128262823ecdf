/* truck.c - the Eich-Soellner/Fuehrer truck: five bodies in the plane on a road with a bump
 *
 *     p = (y1, y2, phi3, y4, y5, phi6, x7, y8, phi9),   p' = v,   M v' = f (t, p, v) - G' lambda
 *
 * rear wheel y1, chassis (y2, phi3), front wheel y4, cabin (y5, phi6), load (x7, y8, phi9); the
 * other places along the road are fixed. An element reaches from a point s of one body to a point
 * of another: with rho the vector between the two points and L its length it pulls with
 *
 *     F = N (L, L') rho/L,   N = k L + d L' + f0,   or, front suspension only, a pneumatic spring
 *     N = (fn + pa A) ((1 + s l)/(1 + s L))^kappa - pa A + d L'
 *
 * and turns its body by (cos phi sy - sin phi sx) Fx + (cos phi sx - sin phi sy) Fy: so written in
 * the source; the moment of F would have -(cos phi sy + sin phi sx) Fx. At V m/s the road rises
 * under a wheel by
 *
 *     u (t) = c tau^6 exp (-tau),   tau = t - t0 > 0,   t0 = 2/V in front, 6.5/V in the rear
 *
 * which has five continuous derivatives. The load rests on the chassis by a joint (two constraints,
 * model_truck), or by two more springs and dampers (model_truck_unconstrained):
 *
 *     g = (x7, y8 - y2) + R (phi9) (cc1, cc2) - R (phi3) (ac1, ac2)
 *
 * Equations and constants: Eich-Soellner, Fuehrer, Numerical Methods in Multibody Dynamics (1998),
 * in the program after the book in simonschmidt/FMNN-project3 (cf4598f) testproblem2ndODE.py, which
 * has + G' lambda: the multipliers here have the opposite sign. The constants of the pneumatic
 * spring come from another public copy but for fn = k l + f0, which is inferred: it keeps the
 * equilibrium, and k is then its linearisation.
 *
 * x = [lambda (2); v (9); p (9)], or [v; p]. q = V, c; standard 15, 0.001. The start is the
 * equilibrium, lambda = (0, -6.80562088888888e4).
 */
#include "models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NP = 9, NL = 2 };

static const double mass_of[NP] = {1450, 3335, 14313, 600, 1100, 948, 11515, 11515, 33000};
static const double gravity = 9.81;

static const double ac1 = -3.07, ac2 = 0.15, cc1 = -1.61, cc2 = -0.75;

/* where a body is: its coordinates, -1: none; place along the road if that is fixed */
typedef struct Body {
    int x, y, phi;
    double at;
} Body;

enum { REAR_ROAD, FRONT_ROAD, REAR, CHASSIS, FRONT, CABIN, LOAD };

static const Body bodies[] = {
    [REAR_ROAD] = {-1, -1, -1, -2.06},
    [FRONT_ROAD] = {-1, -1, -1, 2.44},
    [REAR] = {-1, 0, -1, -2.06},
    [CHASSIS] = {-1, 1, 2, 0},
    [FRONT] = {-1, 3, -1, 2.44},
    [CABIN] = {-1, 4, 5, 2.74},
    [LOAD] = {6, 7, 8, 0},
};

typedef struct Element {
    int from, to;
    double s_from[2], s_to[2];
    double k, d, f0;
} Element;

enum { SUSPENSION = 2, JOINT = 7, ELEMENTS = 9 }; /* from JOINT on: the truck without constraints */

static const Element elements[ELEMENTS] = {
    {REAR_ROAD, REAR, {0, 0}, {0, 0}, 44e5, 600, -2.329145162e6},
    {REAR, CHASSIS, {0, 0}, {-2.06, -1.34}, 8.247e5, 21593, -0.246872662e6},
    {FRONT, CHASSIS, {0, 0}, {2.44, -1.34}, 2.711e5, 38537, -0.084924838e6},
    {FRONT_ROAD, FRONT, {0, 0}, {0, 0}, 22e5, 300, -1.147434838e6},
    {CHASSIS, CABIN, {1.94, 0}, {-0.8, 0}, 1.357e5, 12218, -0.12784288235294e6},
    {CHASSIS, CABIN, {3.64, 0}, {0.9, 0}, 1.357e5, 12218, -0.12720811764706e6},
    {CHASSIS, LOAD, {0.98, 0}, {2.44, 0}, 9.0e5, 38500, -0.85490594111111e6},
    {CHASSIS, LOAD, {-3.07, 0}, {-1.91, 0}, 7.70e5, 33013, -0.76635491099974e6},
    {CHASSIS, LOAD, {-3.07, 0}, {-1.31, 0}, 7.70e5, 33013, -0.76635491099974e6},
};

/* q[0], q[1]: speed, height of the bump */
typedef struct Truck {
    double q[2];
    int joint, pneumatic;
} Truck;

/* ---- elements ---- */

static void bump (const Truck *o, int front, double t, double *u)
{
    const double tau = t - (front ? 2 : 6.5) / o->q[0];

    u[0] = u[1] = 0;
    if (tau > 0) {
        const double c = o->q[1] * pow (tau, 5) * exp (-tau);

        u[0] = c * tau;
        u[1] = c * (6 - tau);
    }
}

/* an end of an element: coordinates (-1: none), place, velocity; dr: its derivative with respect to
 * phi, rate: that of the velocity; moment: what Fx and Fy turn, change: its derivative */
typedef struct End {
    int at[3];
    double r[2], v[2], dr[2], rate[2], moment[2], change[2];
} End;

static End end_of (const Truck *o, int body, const double *s, double t, const double *p,
                   const double *v)
{
    const Body *b = bodies + body;
    const double phi = b->phi < 0 ? 0 : p[b->phi], w = b->phi < 0 ? 0 : v[b->phi];
    const double C = cos (phi), S = sin (phi), rx = C * s[0] - S * s[1], ry = S * s[0] + C * s[1];
    double u[2] = {0, 0};

    if (body == REAR_ROAD || body == FRONT_ROAD)
        bump (o, body == FRONT_ROAD, t, u);
    else {
        u[0] = p[b->y];
        u[1] = v[b->y];
    }
    return (End){.at = {b->x, b->y, b->phi},
                 .r = {(b->x < 0 ? b->at : p[b->x]) + rx, u[0] + ry},
                 .v = {(b->x < 0 ? 0 : v[b->x]) - ry * w, u[1] + rx * w},
                 .dr = {-ry, rx},
                 .rate = {-rx * w, -ry * w},
                 .moment = {C * s[1] - S * s[0], C * s[0] - S * s[1]},
                 .change = {-S * s[1] - C * s[0], -S * s[0] - C * s[1]}};
}

/* N and dN/dL */
static void law (const Truck *o, int i, double L, double rate, double *N)
{
    static const double kappa = 1.4, l = 0.16, pa = 1e5, s = 39.13228, A = 0.0562;
    const Element *e = elements + i;

    N[0] = e->k * L + e->f0 + e->d * rate;
    N[1] = e->k;
    if (i == SUSPENSION && o->pneumatic) {
        const double p = (e->k * l + e->f0 + pa * A) * pow ((1 + s * l) / (1 + s * L), kappa);

        N[0] = p - pa * A + e->d * rate;
        N[1] = -kappa * s / (1 + s * L) * p;
    }
}

/* what an element pulls with: rho, rho', L, e = rho/L, N, dN/dL */
typedef struct Pull {
    End end[2];
    double w[2], L, e[2], N[2];
} Pull;

static Pull pull_of (const Truck *o, int i, double t, const double *p, const double *v)
{
    const Element *e = elements + i;
    Pull a
        = {.end = {end_of (o, e->from, e->s_from, t, p, v), end_of (o, e->to, e->s_to, t, p, v)}};

    for (int c = 0; c < 2; c++) {
        a.e[c] = a.end[1].r[c] - a.end[0].r[c];
        a.w[c] = a.end[1].v[c] - a.end[0].v[c];
    }
    a.L = hypot (a.e[0], a.e[1]);
    a.e[0] /= a.L;
    a.e[1] /= a.L;
    law (o, i, a.L, a.e[0] * a.w[0] + a.e[1] * a.w[1], a.N);
    return a;
}

/* sum: forces and moments of F, which pulls the first end of an element and pushes the second */
static void add_force (const End *end, const double *F, double *sum)
{
    for (int side = 0; side < 2; side++, end++) {
        const double sign = side == 0 ? 1 : -1;

        for (int c = 0; c < 2; c++) {
            if (end->at[c] >= 0)
                sum[end->at[c]] += sign * F[c];
            if (end->at[2] >= 0)
                sum[end->at[2]] += sign * end->moment[c] * F[c];
        }
    }
}

static int count_of (const Truck *o) { return o->joint ? JOINT : ELEMENTS; }

static void force (const Truck *o, double t, const double *p, const double *v, double *f)
{
    memset (f, 0, NP * sizeof *f);
    for (int i = 0; i < count_of (o); i++) {
        const Pull a = pull_of (o, i, t, p, v);
        const double F[2] = {a.N[0] * a.e[0], a.N[0] * a.e[1]};

        add_force (a.end, F, f);
    }
    for (int i = 0; i < NP; i++)
        if (i != 2 && i != 5 && i != 6 && i != 8)
            f[i] -= mass_of[i] * gravity;
}

/* ---- the joint ---- */

/* (cc1, cc2) and (ac1, ac2), turned */
typedef struct Arms {
    double c[2], a[2];
} Arms;

static Arms arms_of (const double *p)
{
    const double C3 = cos (p[2]), S3 = sin (p[2]), C9 = cos (p[8]), S9 = sin (p[8]);

    return (Arms){{cc1 * C9 - cc2 * S9, cc1 * S9 + cc2 * C9},
                  {ac1 * C3 - ac2 * S3, ac1 * S3 + ac2 * C3}};
}

/* G by columns */
static void gradient (const Arms *o, double *G)
{
    memset (G, 0, NL * NP * sizeof *G);
    G[NL * 1 + 1] = -1;
    G[NL * 2] = o->a[1];
    G[NL * 2 + 1] = -o->a[0];
    G[NL * 6] = G[NL * 7 + 1] = 1;
    G[NL * 8] = -o->c[1];
    G[NL * 8 + 1] = o->c[0];
}

/* g, and gII without G v' */
static void loop (const Arms *o, const double *v, const double *p, double *g, double *rest)
{
    for (int i = 0; i < NL; i++) {
        g[i] = p[6 + i] - (i == 1 ? p[1] : 0) + o->c[i] - o->a[i];
        rest[i] = o->a[i] * v[2] * v[2] - o->c[i] * v[8] * v[8];
    }
}

/* y = G v */
static void times (const double *G, const double *v, double *y)
{
    y[0] = y[1] = 0;
    for (int j = 0; j < NP; j++)
        for (int i = 0; i < NL; i++)
            y[i] += G[i + NL * j] * v[j];
}

/* ---- callbacks ---- */

/* f_dyn; a = v' */
static void accelerate (const Truck *o, double t, const double *x, const double *G, double *f,
                        double *a)
{
    const int nl = o->joint ? NL : 0;
    const double *v = x + nl, *p = v + NP;

    force (o, t, p, v, f);
    for (int j = 0; j < NP; j++) {
        for (int i = 0; i < nl; i++)
            f[j] -= G[i + NL * j] * x[i];
        a[j] = f[j] / mass_of[j];
    }
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const Truck *o = user;
    const int nl = o->joint ? NL : 0;

    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *v = x + nl, *p = v + NP;
        const Arms arms = arms_of (p);
        double G[NL * NP], a[NP], bend[NL];

        gradient (&arms, G);
        accelerate (o, t[j], x, G, out + 3 * nl, a);
        memcpy (out + 3 * nl + NP, v, NP * sizeof *v);
        if (nl == 0)
            continue;
        times (G, a, out);
        times (G, v, out + NL);
        loop (&arms, v, p, out + 2 * NL, bend);
        out[0] += bend[0];
        out[1] += bend[1];
    }
    return 0;
}

/* f; with the joint also G, g, gI, gII - G v' */
static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    const Truck *o = user;

    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *v = x + (o->joint ? NL : 0), *p = v + NP;
        const Arms arms = arms_of (p);
        double *G = out + NP, *g = G + NL * NP;

        force (o, t[j], p, v, out);
        if (! o->joint)
            continue;
        gradient (&arms, G);
        loop (&arms, v, p, g, g + 2 * NL);
        times (G, v, g + NL);
    }
    return 0;
}

static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    (void)t, (void)x, (void)ldx, (void)user;
    for (int j = 0; j < k; j++, out += ldo) {
        memset (out, 0, NP * NP * sizeof *out);
        for (int i = 0; i < NP; i++)
            out[i + NP * i] = mass_of[i];
    }
    return 0;
}

/* ---- Jacobian ---- */

#define AT(i, j) ((i) + NP * (j))

/* dF for drho = du and d rho' = dw:  e de = ..., with dL = e du, L' = e w */
static void change_of (const Element *e, const Pull *a, const double *du, const double *dw,
                       double *F)
{
    const double dL = a->e[0] * du[0] + a->e[1] * du[1];
    const double de[2] = {(du[0] - a->e[0] * dL) / a->L, (du[1] - a->e[1] * dL) / a->L};
    const double rate = de[0] * a->w[0] + de[1] * a->w[1] + a->e[0] * dw[0] + a->e[1] * dw[1];
    const double dN = a->N[1] * dL + e->d * rate;

    F[0] = dN * a->e[0] + a->N[0] * de[0];
    F[1] = dN * a->e[1] + a->N[0] * de[1];
}

/* df/dp and df/dv, 9 x 9 */
static void force_derivatives (const Truck *o, double t, const double *p, const double *v,
                               double *fp, double *fv)
{
    memset (fp, 0, NP * NP * sizeof *fp);
    memset (fv, 0, NP * NP * sizeof *fv);
    for (int i = 0; i < count_of (o); i++) {
        const Pull a = pull_of (o, i, t, p, v);

        for (int side = 0; side < 2; side++)
            for (int c = 0; c < 3; c++) {
                static const double zero[2] = {0, 0};
                const End *end = a.end + side;
                const double sign = side == 0 ? -1 : 1;
                double du[2] = {c == 0 ? sign : 0, c == 1 ? sign : 0}, dw[2] = {0, 0}, F[2];

                if (end->at[c] < 0)
                    continue;
                for (int l = 0; c == 2 && l < 2; l++) {
                    du[l] = sign * end->dr[l];
                    dw[l] = sign * end->rate[l];
                    fp[AT (end->at[2], end->at[2])] -= sign * end->change[l] * a.N[0] * a.e[l];
                }
                change_of (elements + i, &a, du, dw, F);
                add_force (a.end, F, fp + NP * end->at[c]);
                change_of (elements + i, &a, zero, du, F);
                add_force (a.end, F, fv + NP * end->at[c]);
            }
    }
}

/* rows gII = R + G M^-1 F and f_dyn = F of n columns */
static void columns (int n, const double *G, const double *F, const double *R, double *J, int ldj)
{
    for (int j = 0; j < n; j++, F += NP, R += NL, J += ldj) {
        double a[NP];

        for (int i = 0; i < NP; i++)
            a[i] = F[i] / mass_of[i];
        times (G, a, J);
        J[0] += R[0];
        J[1] += R[1];
        memcpy (J + 3 * NL, F, NP * sizeof *F);
    }
}

/* the derivatives of G with respect to phi3 and phi9 times w, which is v or v' */
static void turn (const Arms *arms, const double *w, double *R)
{
    memset (R, 0, NL * NP * sizeof *R);
    for (int i = 0; i < NL; i++) {
        R[i + NL * 2] = arms->a[i] * w[2];
        R[i + NL * 8] = -arms->c[i] * w[8];
    }
}

static void joint_derivatives (const Truck *o, double t, const double *x, const double *fv,
                               double *fp, double *J, int ldj)
{
    static const double zero[NL * NL] = {0};
    const double *v = x + NL, *p = v + NP;
    const Arms arms = arms_of (p);
    double G[NL * NP], F[NL * NP], B[NL * NP], R[NL * NP], f[NP], a[NP];
    double *Jv = J + NL * ldj, *Jp = Jv + NP * ldj;

    gradient (&arms, G);
    accelerate (o, t, x, G, f, a);
    for (int j = 0; j < NP; j++)
        for (int i = 0; i < NL; i++)
            F[j + NP * i] = -G[i + NL * j];
    columns (NL, G, F, zero, J, ldj);

    turn (&arms, v, B);
    for (int i = 0; i < NL * NP; i++)
        R[i] = 2 * B[i];
    columns (NP, G, fv, R, Jv, ldj);

    turn (&arms, a, R);
    for (int i = 0; i < NL; i++) {
        const double other = i == 0 ? -1 : 1; /* derivative of an arm: (-y, x) */

        R[i + NL * 2] += other * arms.a[1 - i] * v[2] * v[2];
        R[i + NL * 8] -= other * arms.c[1 - i] * v[8] * v[8];
        fp[AT (2, 2)] -= arms.a[i] * x[i];
        fp[AT (8, 8)] += arms.c[i] * x[i];
    }
    columns (NP, G, fp, R, Jp, ldj);

    for (int j = 0; j < NP; j++)
        for (int i = 0; i < NL; i++) {
            Jv[NL + i + j * ldj] = Jp[2 * NL + i + j * ldj] = G[i + NL * j];
            Jp[NL + i + j * ldj] = B[i + NL * j];
        }
}

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    const Truck *o = user;
    const int nl = o->joint ? NL : 0;
    double fp[NP * NP], fv[NP * NP];

    force_derivatives (o, t, x + nl + NP, x + nl, fp, fv);
    if (o->joint)
        joint_derivatives (o, t, x, fv, fp, J, ldj);
    for (int j = 0; j < NP; j++) {
        double *Jv = J + (nl + j) * ldj + 3 * nl;

        memcpy (Jv, fv + NP * j, NP * sizeof *fv);
        memcpy (Jv + NP * ldj, fp + NP * j, NP * sizeof *fp);
        Jv[NP + j] = 1;
    }
    return 0;
}

/* ---- start ---- */

static void *new_truck (const double *q, int nq, int joint, int pneumatic)
{
    Truck *o = nq <= 2 ? malloc (sizeof *o) : NULL;

    if (o != NULL) {
        *o = (Truck){{15, 0.001}, joint, pneumatic};
        for (int i = 0; i < nq; i++)
            o->q[i] = q[i];
    }
    return o;
}

static void *create (const double *q, int nq) { return new_truck (q, nq, 1, 0); }

static void *create_pneumatic (const double *q, int nq) { return new_truck (q, nq, 1, 1); }

static void *create_unconstrained (const double *q, int nq) { return new_truck (q, nq, 0, 0); }

static void *create_unconstrained_pneumatic (const double *q, int nq)
{
    return new_truck (q, nq, 0, 1);
}

static int start (double *x, void *user)
{
    const Truck *o = user;
    const int nl = o->joint ? NL : 0;
    const double p0[NP] = {0.5, 2, 0, 0.5, 2.9, 0, ac1 - cc1, 2 + ac2 - cc2, 0};

    memset (x, 0, (size_t)(nl + NP) * sizeof *x);
    memcpy (x + nl + NP, p0, sizeof p0);
    return o->joint ? model_multipliers (&model_truck.system, 0, x, user) : 0;
}

#define TRUCK(label, constraints, maker)                            \
    {                                                               \
        .system = {.abi = GEOMS_MODEL_ABI,                          \
                   .size = sizeof (GeomsModel),                     \
                   .dims = {.np = NP, .nv = NP, .nl = constraints}, \
                   .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,  \
                   .autonomous = 0,                                 \
                   .rda = rda,                                      \
                   .mass = mass,                                    \
                   .jac = jac,                                      \
                   .parts = parts,                                  \
                   .create = maker,                                 \
                   .destroy = free},                                \
        .name = label, .tspan = {0, 20}, .start = start,            \
    }

const TestModel model_truck = TRUCK ("Eich-Soellner/Fuehrer truck", NL, create);
const TestModel model_truck_pneumatic
    = TRUCK ("Eich-Soellner/Fuehrer truck, pneumatic", NL, create_pneumatic);
const TestModel model_truck_unconstrained
    = TRUCK ("Eich-Soellner/Fuehrer truck, unconstrained", 0, create_unconstrained);
const TestModel model_truck_unconstrained_pneumatic = TRUCK (
    "Eich-Soellner/Fuehrer truck, unconstrained, pneumatic", 0, create_unconstrained_pneumatic);
