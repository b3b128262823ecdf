/* moving.h - a mechanical system with every block that forms for accelerations take: kinematics, M
 * (p), constraints that depend on time, a nonholonomic one, a force element; its motion is
 * prescribed
 *
 *     p = (x, y, C, S),   v = (u, n, omega),   p' = Z v = (C u - S n, S u + C n, -S omega, C omega)
 *     g  = y - a x S - q (t),            G = (-a S, 1, 0, -a x)
 *     h~ = n (C^2 + S^2) + b C omega - s (t) = H Z v - s,   H = (-S, C, 0, b)
 *     f  = (r - u/2, 2 u omega/5 - sin x, -3 S - omega/5) + F (t),   r' = u^2 - r + R (t)
 *     M  = [2 + C, 3 S/10, 0; ., 2, C/10; ., ., 1 + S^2/5]
 *
 * x = [lambda; mu; r; v; p]. q, s, F, R are such that the motion below is a solution:
 *
 *     x = 0.3 + cos t,  y = 0.2 sin 2t,  phi = 0.5 + 0.8 sin 1.3t,  (C, S) = (cos phi, sin phi)
 *     r = sin t,  lambda = 1 + cos (2t)/2,  mu = sin t - 0.3
 *
 *     Case c = case_of_moving ();     in mechanical form: with parts of its own
 *     c.model.system.parts = NULL;    they are taken from rda then
 */
#ifndef GEOMS_TEST_MOVING_H
#define GEOMS_TEST_MOVING_H

#include "test.h"

enum { MOVING_R = 2, MOVING_V = 3, MOVING_P = 6, MOVING_N = 10 };

static const double moving_a = 0.7, moving_b = 0.4;

/* ---- the motion: (x, y, phi) and two derivatives; u, n, omega and theirs ---- */

typedef struct MovingTrack {
    double x[3], y[3], phi[3], C, S, v[3], a[3];
} MovingTrack;

static inline MovingTrack moving_track (double t)
{
    MovingTrack o = {{0.3 + cos (t), -sin (t), -cos (t)},
                     {0.2 * sin (2 * t), 0.4 * cos (2 * t), -0.8 * sin (2 * t)},
                     {0.5 + 0.8 * sin (1.3 * t), 1.04 * cos (1.3 * t), -1.352 * sin (1.3 * t)},
                     0, 0, {0}, {0}};

    o.C = cos (o.phi[0]);
    o.S = sin (o.phi[0]);
    o.v[0] = o.C * o.x[1] + o.S * o.y[1];
    o.v[1] = o.C * o.y[1] - o.S * o.x[1];
    o.v[2] = o.phi[1];
    o.a[0] = o.C * o.x[2] + o.S * o.y[2] + o.phi[1] * o.v[1];
    o.a[1] = o.C * o.y[2] - o.S * o.x[2] - o.phi[1] * o.v[0];
    o.a[2] = o.phi[2];
    return o;
}

static inline int moving_exact (double t, double *x, void *user)
{
    const MovingTrack o = moving_track (t);

    (void)user;
    x[0] = 1 + 0.5 * cos (2 * t);
    x[1] = sin (t) - 0.3;
    x[MOVING_R] = sin (t);
    memcpy (x + MOVING_V, o.v, sizeof o.v);
    x[MOVING_P] = o.x[0];
    x[MOVING_P + 1] = o.y[0];
    x[MOVING_P + 2] = o.C;
    x[MOVING_P + 3] = o.S;
    return 0;
}

/* q, q', q''; s, s' */
static inline void moving_drive (double t, double *q, double *s)
{
    const MovingTrack o = moving_track (t);
    const double a = moving_a, w = o.phi[1];
    const double S[3] = {o.S, w * o.C, o.phi[2] * o.C - w * w * o.S};

    q[0] = o.y[0] - a * S[0] * o.x[0];
    q[1] = o.y[1] - a * (S[1] * o.x[0] + S[0] * o.x[1]);
    q[2] = o.y[2] - a * (S[2] * o.x[0] + 2 * S[1] * o.x[1] + S[0] * o.x[2]);
    s[0] = o.v[1] + moving_b * o.C * w;
    s[1] = o.a[1] + moving_b * (o.C * o.phi[2] - o.S * w * w);
}

/* ---- the parts, by columns ---- */

static inline void moving_mass (const double *p, double *M)
{
    const double C = p[2], S = p[3];
    const double values[9]
        = {2 + C, 0.3 * S, 0, 0.3 * S, 2, 0.1 * C, 0, 0.1 * C, 1 + 0.2 * S * S};

    memcpy (M, values, sizeof values);
}

static inline void moving_kinematics (const double *p, double *Z)
{
    const double C = p[2], S = p[3], values[12] = {C, S, 0, 0, -S, C, 0, 0, 0, 0, -S, C};

    memcpy (Z, values, sizeof values);
}

static inline void moving_jacobians (const double *p, double *G, double *H)
{
    const double g[4] = {-moving_a * p[3], 1, 0, -moving_a * p[0]},
                 h[4] = {-p[3], p[2], 0, moving_b};

    memcpy (G, g, sizeof g);
    memcpy (H, h, sizeof h);
}

/* forces without F, b without R */
static inline void moving_forces (const double *x, double *f, double *b)
{
    const double r = x[MOVING_R], *v = x + MOVING_V, *p = x + MOVING_P;

    f[0] = r - 0.5 * v[0];
    f[1] = 0.4 * v[0] * v[2] - sin (p[0]);
    f[2] = -3 * p[3] - 0.2 * v[2];
    *b = v[0] * v[0] - r;
}

/* C = [G; H] Z, 2 x 3 */
static inline void moving_C (const double *p, double *C)
{
    double Z[12], G[4], H[4];

    moving_kinematics (p, Z);
    moving_jacobians (p, G, H);
    for (int j = 0; j < 3; j++) {
        C[2 * j] = C[2 * j + 1] = 0;
        for (int i = 0; i < 4; i++) {
            C[2 * j] += G[i] * Z[4 * j + i];
            C[2 * j + 1] += H[i] * Z[4 * j + i];
        }
    }
}

/* f and b with F and R */
static inline void moving_all_forces (double t, const double *x, double *f, double *b)
{
    const MovingTrack o = moving_track (t);
    double y[MOVING_N], M[9], C[6], f0[3], b0;

    moving_exact (t, y, NULL);
    moving_forces (x, f, b);
    moving_forces (y, f0, &b0);
    moving_mass (y + MOVING_P, M);
    moving_C (y + MOVING_P, C);
    for (int i = 0; i < 3; i++) {
        f[i] += C[2 * i] * y[0] + C[2 * i + 1] * y[1] - f0[i];
        for (int j = 0; j < 3; j++)
            f[i] += M[3 * j + i] * o.a[j];
    }
    *b += cos (t) - b0;
}

/* gI, h~ and what gII, hI are without v': b' and b'' of the parts are level - C v and rest */
static inline void moving_levels (double t, const double *x, double *g, double *level, double *rest)
{
    const double *v = x + MOVING_V, *p = x + MOVING_P, C = p[2], S = p[3], a = moving_a;
    const double d[4] = {C * v[0] - S * v[1], S * v[0] + C * v[1], -S * v[2], C * v[2]};
    const double e[4] = {d[2] * v[0] - d[3] * v[1], d[3] * v[0] + d[2] * v[1], -d[3] * v[2],
                         d[2] * v[2]}; /* Z'v */
    double q[3], s[2], G[4], H[4];

    moving_drive (t, q, s);
    moving_jacobians (p, G, H);
    *g = p[1] - a * p[0] * S - q[0];
    level[0] = -q[1];
    level[1] = -s[0];
    rest[0] = -2 * a * d[3] * d[0] - q[2];
    rest[1] = -d[3] * d[0] + d[2] * d[1] - s[1];
    for (int i = 0; i < 4; i++) {
        level[0] += G[i] * d[i];
        level[1] += H[i] * d[i];
        rest[0] += G[i] * e[i];
        rest[1] += H[i] * e[i];
    }
}

/* L = d (gI, h~) / dp Z, 2 x 3 */
static inline void moving_L (const double *x, double *L)
{
    const double *v = x + MOVING_V, *p = x + MOVING_P, a = moving_a, b = moving_b;
    const double u = v[0], n = v[1], w = v[2], C = p[2], S = p[3];
    const double slopes[4][2] = {{-a * C * w, 0},
                                 {0, 0},
                                 {n - a * S * u - a * p[0] * w, 2 * n * C + b * w},
                                 {u - a * C * u + 2 * a * S * n, 2 * n * S}};
    double Z[12];

    moving_kinematics (p, Z);
    for (int l = 0; l < 6; l++) {
        L[l] = 0;
        for (int i = 0; i < 4; i++)
            L[l] += slopes[i][l % 2] * Z[4 * (l / 2) + i];
    }
}

static inline int moving_blocks (int k, const double *t, const double *x, int ldx, double *out,
                                 int ldo, void *user)
{
    (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        double *at = out, level[2], rest[2], g, b;

        moving_mass (x + MOVING_P, at);
        moving_kinematics (x + MOVING_P, at + 9);
        moving_all_forces (t[j], x, at + 21, &b);
        moving_levels (t[j], x, &g, level, rest);
        at += 24;
        moving_jacobians (x + MOVING_P, at + 1, at + 8);
        at[0] = g;
        at[5] = level[0];
        at[6] = rest[0];
        at[7] = level[1];
        at[12] = rest[1];
        at[13] = b;
    }
    return 0;
}

/* ---- the case ---- */

static inline void moving_free (void *object) { geoms_mechanical_free (object); }

static inline Case case_of_moving (void)
{
    static const GeomsMechanical form = {.dims = {.np = 4, .nv = 3, .nr = 1, .nl = 1, .nm = 1},
                                         .mass_structure = GEOMS_MASS_FULL,
                                         .kinematics = 1,
                                         .blocks = moving_blocks};
    Case c = {.model = {.name = "moving", .tspan = {0, 2}, .exact = moving_exact}, .ntspan = 2};

    c.user = geoms_mechanical_create (&form, &c.model.system);
    assert_non_null (c.user);
    c.model.system.destroy = moving_free;
    c.n = MOVING_N;
    c.m = model_rows (&form.dims);
    c.tspan[1] = 2;
    moving_exact (0, c.x0, NULL);
    geoms_options_default (&c.options);
    case_tolerance (&c, 1e-7);
    return c;
}

#endif
