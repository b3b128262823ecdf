/* odae_models.h - two particles for test_odae.c, one on a sphere that breathes, one on a circle
 *
 *     sphere    g = (p'p - R^2)/2,  R = 1 + sin (2t)/5;  M constant, not diagonal;  x = [lambda; v
 *               (3); p (3)]
 *               f = (-p2 v3, sin t - v2/2, p1 - 2)
 *     circle    g = (p'p - 1)/2,  M = eps I + (1 - eps) w w',  f = -q3 M p;  x = [lambda; v (2); p
 *               (2)]
 *               p = (cos t, sin t), lambda = 0 for every eps if q3 = 1.  q = eps, turning, q3
 *
 * The circle's w is (1, 0): masses 1 and eps along the axes, M constant. Or it turns with p
 * ("turning" not 0): w = cos b p - sin b (-p2, p1) with tan b = sqrt (eps), so that the mass along
 * the circle is m = 2 eps/(1 + eps), and speeds s obey  s' = -a (s^2 - 1),  a = (1 - eps)/(2 sqrt
 * (eps)): stable.
 */
#ifndef GEOMS_TEST_ODAE_MODELS_H
#define GEOMS_TEST_ODAE_MODELS_H

#include "test.h"

/* ---- the sphere ---- */

static const double sphere_mass[9] = {2, 0.5, -0.3, 0.5, 1, 0.4, -0.3, 0.4, 3};

/* R and two derivatives */
static inline void sphere_radius (double t, double *R)
{
    R[0] = 1 + 0.2 * sin (2 * t);
    R[1] = 0.4 * cos (2 * t);
    R[2] = -0.8 * sin (2 * t);
}

static inline double odae_models_dot (int n, const double *a, const double *b)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* gII without p'v', gI, g of g = (p'p - R^2)/2 */
static inline void spherical_levels (int n, const double *R, const double *x, double *gII,
                                     double *gI, double *g)
{
    const double *v = x + 1, *p = v + n;

    *gII = odae_models_dot (n, v, v) - R[1] * R[1] - R[0] * R[2];
    *gI = odae_models_dot (n, p, v) - R[0] * R[1];
    *g = (odae_models_dot (n, p, p) - R[0] * R[0]) / 2;
}

/* [gII; gI; g; f_dyn; v] with f in the place of f_dyn */
static inline int spherical_rows (int n, const double *R, double *M, const double *x, double *out)
{
    const double *v = x + 1, *p = v + n;
    double a[3];

    for (int i = 0; i < n; i++)
        a[i] = out[3 + i] -= p[i] * x[0];
    if (model_solve (n, M, 1, a) != 0)
        return 1;
    spherical_levels (n, R, x, out, out + 1, out + 2);
    out[0] += odae_models_dot (n, p, a);
    memcpy (out + 3 + n, v, (size_t)n * sizeof *v);
    return 0;
}

/* [C; g; gI; gII] */
static inline void spherical_parts (int n, const double *R, const double *x, double *out)
{
    memcpy (out, x + 1 + n, (size_t)n * sizeof *out);
    spherical_levels (n, R, x, out + n + 2, out + n + 1, out + n);
}

static inline void sphere_force (double t, const double *x, double *f)
{
    const double *v = x + 1, *p = x + 4;

    f[0] = -p[1] * v[2];
    f[1] = sin (t) - v[1] / 2;
    f[2] = p[0] - 2;
}

static inline int sphere_rda (int k, const double *t, const double *x, int ldx, double *out,
                              int ldo, void *user)
{
    (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        double R[3], M[9];

        sphere_radius (t[j], R);
        memcpy (M, sphere_mass, sizeof M);
        sphere_force (t[j], x, out + 3);
        if (spherical_rows (3, R, M, x, out) != 0)
            return 1;
    }
    return 0;
}

/* f, C, g, gI, gII */
static inline int sphere_parts (int k, const double *t, const double *x, int ldx, double *out,
                                int ldo, void *user)
{
    (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        double R[3];

        sphere_radius (t[j], R);
        sphere_force (t[j], x, out);
        spherical_parts (3, R, x, out + 3);
    }
    return 0;
}

static inline int sphere_M (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                            void *user)
{
    (void)t, (void)x, (void)ldx, (void)user;
    for (int j = 0; j < k; j++)
        memcpy (out + j * ldo, sphere_mass, sizeof sphere_mass);
    return 0;
}

static inline void *sphere_create (const double *q, int nq)
{
    return model_parameters (q, nq, NULL, 0);
}

/* R = 1, R' = 2/5; gII is affine in lambda */
static inline int sphere_start (double *x, void *user)
{
    const double x0[7] = {0, 0.24, 0.32, 1.2, 0.6, 0.8, 0}, t = 0;
    double rows[9], gII;

    memcpy (x, x0, sizeof x0);
    if (sphere_rda (1, &t, x, 7, rows, 9, user) != 0)
        return 1;
    gII = rows[0];
    x[0] = 1;
    if (sphere_rda (1, &t, x, 7, rows, 9, user) != 0)
        return 1;
    x[0] = gII / (gII - rows[0]);
    return 0;
}

static const TestModel model_sphere = {
    .system = {.abi = GEOMS_MODEL_ABI,
               .size = sizeof (GeomsModel),
               .dims = {.np = 3, .nv = 3, .nl = 1},
               .mass_structure = GEOMS_MASS_CONSTANT,
               .rda = sphere_rda,
               .mass = sphere_M,
               .parts = sphere_parts,
               .create = sphere_create,
               .destroy = free},
    .name = "sphere",
    .tspan = {0, 1},
    .start = sphere_start,
};

/* ---- the circle ---- */

static inline void circle_mass (const double *q, const double *p, double *M)
{
    const double eps = q[0], c = 1 / sqrt (1 + eps), s = sqrt (eps) * c;
    const double w[2] = {q[1] != 0 ? c * p[0] + s * p[1] : 1, q[1] != 0 ? c * p[1] - s * p[0] : 0};

    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++)
            M[i + 2 * j] = (i == j ? eps : 0) + (1 - eps) * w[i] * w[j];
}

static const double circle_radius[3] = {1, 0, 0};

static inline void circle_force (const double *q, const double *M, const double *p, double *f)
{
    for (int i = 0; i < 2; i++)
        f[i] = -q[2] * (M[i] * p[0] + M[i + 2] * p[1]);
}

static inline int circle_rda (int k, const double *t, const double *x, int ldx, double *out,
                              int ldo, void *user)
{
    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        double M[4];

        circle_mass (user, x + 3, M);
        circle_force (user, M, x + 3, out + 3);
        if (spherical_rows (2, circle_radius, M, x, out) != 0)
            return 1;
    }
    return 0;
}

/* M, f, C, g, gI, gII */
static inline int circle_parts (int k, const double *t, const double *x, int ldx, double *out,
                                int ldo, void *user)
{
    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        circle_mass (user, x + 3, out);
        circle_force (user, out, x + 3, out + 4);
        spherical_parts (2, circle_radius, x, out + 6);
    }
    return 0;
}

static inline int circle_M (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                            void *user)
{
    (void)t;
    for (int j = 0; j < k; j++)
        circle_mass (user, x + j * ldx + 3, out + j * ldo);
    return 0;
}

static inline void *circle_create (const double *q, int nq)
{
    static const double standard[3] = {1, 1, 1};

    return model_parameters (q, nq, standard, 3);
}

static inline int circle_exact (double t, double *x, void *user)
{
    const double y[5] = {0, -sin (t), cos (t), cos (t), sin (t)};

    (void)user;
    memcpy (x, y, sizeof y);
    return 0;
}

static inline int circle_start (double *x, void *user) { return circle_exact (0, x, user); }

static const TestModel model_circle = {
    .system = {.abi = GEOMS_MODEL_ABI,
               .size = sizeof (GeomsModel),
               .dims = {.np = 2, .nv = 2, .nl = 1},
               .mass_structure = GEOMS_MASS_FULL,
               .autonomous = 1,
               .rda = circle_rda,
               .mass = circle_M,
               .parts = circle_parts,
               .create = circle_create,
               .destroy = free},
    .name = "circle",
    .tspan = {0, 4},
    .start = circle_start,
    .exact = circle_exact,
};

#endif
