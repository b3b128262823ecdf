/* fourbars.c - N four-bar mechanisms side by side (IFToMM benchmark A02): bars all in a line twice
 * a turn
 *
 *     p = tips B_0 ... B_N of the cranks at (i, 0),  2 N + 1 uniform bars of length 1 and mass 1,
 *     p' = v
 *     g = ((B_i - (i, 0))^2 - 1) / 2,  i = 0 ... N,   ((B_i - B_(i-1))^2 - 1) / 2,  i = 1 ... N
 *
 * M = sum over the bars of [2 I, I; I, 2 I] / 6, forces 9.81 / 2 down at each end. q = theta,
 * theta'; standard pi/2, -1. Where all bars lie in a line, theta = k pi, the rank drops from 2 N +
 * 1 to N + 1. As long as the bars stay parallel,
 *
 *     ((N + 1)/3 + N) theta'' = -((N + 1)/2 + N) 9.81 cos theta
 */
#include "models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 10 };

static const double gravity = 9.81;

typedef struct FourBars {
    int N;
    double theta, speed;
} FourBars;

static int tips (const FourBars *o) { return o->N + 1; }

/* end j of the bar of row i: its tip, or -1 for the support */
static int tip_of (const FourBars *o, int i, int j)
{
    return i <= o->N ? (j == 0 ? i : -1) : i - o->N - j;
}

/* d = B_i - B_(i-1) or B_i - (i, 0); of velocities without the supports */
static void along (const FourBars *o, int i, const double *p, int supports, double *d)
{
    const int a = tip_of (o, i, 0), b = tip_of (o, i, 1);

    for (int c = 0; c < 2; c++)
        d[c] = p[2 * a + c] - (b >= 0 ? p[2 * b + c] : c == 0 && supports ? a : 0);
}

static int parts (int count, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    const FourBars *o = user;
    const int nl = 2 * o->N + 1, nv = 2 * tips (o);

    (void)t;
    for (int j = 0; j < count; j++, x += ldx, out += ldo) {
        const double *v = x + nl, *p = v + nv;
        double *C = out + nv, *g = C + nl * nv;

        memset (out, 0, (size_t)(nv + nl * nv) * sizeof *out);
        for (int i = 0; i < nl; i++) {
            double d[2], e[2];

            along (o, i, p, 1, d);
            along (o, i, v, 0, e);
            for (int k = 0; k < 2; k++) {
                const int tip = tip_of (o, i, k);
                for (int c = 0; c < 2 && tip >= 0; c++)
                    C[i + (2 * tip + c) * nl] = k == 0 ? d[c] : -d[c];
                if (tip >= 0)
                    out[2 * tip + 1] -= gravity / 2;
            }
            g[i] = (d[0] * d[0] + d[1] * d[1] - 1) / 2;
            g[i + nl] = d[0] * e[0] + d[1] * e[1];
            g[i + 2 * nl] = e[0] * e[0] + e[1] * e[1];
        }
    }
    return 0;
}

static int mass (int count, const double *t, const double *x, int ldx, double *out, int ldo,
                 void *user)
{
    const FourBars *o = user;
    const int nv = 2 * tips (o);

    (void)t, (void)x, (void)ldx;
    for (int j = 0; j < count; j++, out += ldo) {
        memset (out, 0, (size_t)(nv * nv) * sizeof *out);
        for (int i = 0; i <= 2 * o->N; i++)
            for (int k = 0; k < 4; k++) {
                const int a = tip_of (o, i, k / 2), b = tip_of (o, i, k % 2);
                for (int c = 0; c < 2 && a >= 0 && b >= 0; c++)
                    out[2 * a + c + (2 * b + c) * nv] += a == b ? 1.0 / 3 : 1.0 / 6;
            }
    }
    return 0;
}

/* a = M^-1 f: M is tridiagonal in the tips, 1/6 beside a diagonal of 1/3 for each bar that ends
 * there */
static void divide (const FourBars *o, const double *f, double *a)
{
    double pivot[LARGEST + 1];

    for (int i = 0; i <= o->N; i++) {
        const double w = i > 0 ? 1.0 / 6 / pivot[i - 1] : 0;

        pivot[i] = (1 + (i > 0) + (i < o->N)) / 3.0 - w / 6;
        for (int c = 0; c < 2; c++)
            a[2 * i + c] = f[2 * i + c] - (i > 0 ? w * a[2 * i - 2 + c] : 0);
    }
    for (int i = 2 * o->N + 1; i >= 0; i--)
        a[i] = (a[i] - (i < 2 * o->N ? a[i + 2] / 6 : 0)) / pivot[i / 2];
}

/* gII, gI, g, f - G' lambda, v from the parts */
static int rda (int count, const double *t, const double *x, int ldx, double *out, int ldo,
                void *user)
{
    const FourBars *o = user;
    const int nl = 2 * o->N + 1, nv = 2 * tips (o);
    double part[2 * (LARGEST + 1) * (2 * LARGEST + 2) + 3 * (2 * LARGEST + 1)],
        a[2 * (LARGEST + 1)];

    for (int j = 0; j < count; j++, x += ldx, out += ldo) {
        const double *C = part + nv, *g = C + nl * nv;
        double *f = out + 3 * nl;

        parts (1, t, x, ldx, part, 0, user);
        for (int l = 0; l < nv; l++) {
            f[l] = part[l];
            for (int i = 0; i < nl; i++)
                f[l] -= C[i + l * nl] * x[i];
        }
        divide (o, f, a);
        for (int i = 0; i < nl; i++) {
            out[i] = g[i + 2 * nl];
            out[i + nl] = g[i + nl];
            out[i + 2 * nl] = g[i];
            for (int l = 0; l < nv; l++)
                out[i] += C[i + l * nl] * a[l];
        }
        memcpy (f + nv, x + nl, (size_t)nv * sizeof *x);
    }
    return 0;
}

static void *create (const double *q, int nq, int N)
{
    FourBars *o = calloc (1, sizeof *o);

    if (o == NULL)
        return NULL;
    o->N = N;
    o->theta = nq > 0 ? q[0] : acos (0);
    o->speed = nq > 1 ? q[1] : -1;
    return o;
}

static double slope (const FourBars *o, double theta)
{
    const double N = o->N;

    return -((N + 1) / 2 + N) / ((N + 1) / 3 + N) * gravity * cos (theta);
}

/* the classical Runge-Kutta method with steps of 1e-4: errors of 1e-13 */
static void turn (const FourBars *o, double t, double *theta, double *speed)
{
    const int steps = (int)ceil (fabs (t) / 1e-4);
    const double h = steps > 0 ? t / steps : 0;
    double a = o->theta, w = o->speed;

    for (int i = 0; i < steps; i++) {
        const double k1 = slope (o, a), k2 = slope (o, a + h / 2 * w),
                     k3 = slope (o, a + h / 2 * (w + h / 2 * k1)),
                     k4 = slope (o, a + h * (w + h / 2 * k2));
        a += h * w + h * h / 6 * (k1 + k2 + k3);
        w += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    *theta = a;
    *speed = w;
}

static int exact (double t, double *x, void *user)
{
    const FourBars *o = user;
    double theta, w, *v = x + 2 * o->N + 1, *p = v + 2 * tips (o);

    turn (o, t, &theta, &w);
    memset (x, 0, (size_t)(2 * o->N + 1) * sizeof *x); /* multipliers are not told */
    for (int i = 0; i <= o->N; i++) {
        p[2 * i] = i + cos (theta);
        p[2 * i + 1] = sin (theta);
        v[2 * i] = -w * sin (theta);
        v[2 * i + 1] = w * cos (theta);
    }
    return 0;
}

static int start (double *x, void *user) { return exact (0, x, user); }

#define FOURBARS(K)                                                                     \
    static void *create_##K (const double *q, int nq) { return create (q, nq, K); }     \
    static const TestModel model_##K = {                                                \
        .system = {.abi = GEOMS_MODEL_ABI,                                              \
                   .size = sizeof (GeomsModel),                                         \
                   .dims = {.np = 2 * (K) + 2, .nv = 2 * (K) + 2, .nl = 2 * (K) + 1},   \
                   .mass_structure = GEOMS_MASS_CONSTANT,                               \
                   .autonomous = 1,                                                     \
                   .rda = rda,                                                          \
                   .mass = mass,                                                        \
                   .parts = parts,                                                      \
                   .create = create_##K,                                                \
                   .destroy = free},                                                    \
        .name = #K " four-bars", .tspan = {0, 10}, .start = start, .exact = exact}

FOURBARS (2);
FOURBARS (10);

TestModel model_fourbars (int count) { return count == 2 ? model_2 : model_10; }
