/* linkage_shapes.c - Bricard's mechanism and the parallelogram as chains of linkage.c: places of
 * the joints on the rods, start, exact motion */
#include "linkage.h"

static const Shape bricard = {
    .rods = 5,
    .points = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}},
    .axes = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}},
    .mass = {1, 1, 1, 1, 1},
    .axial = {1. / 600, 1. / 600, 1. / 600, 1. / 600, 1. / 600},
    .across = {1.01 / 12, 1.01 / 12, 1.01 / 12, 1.01 / 12, 1.01 / 12},
    .up = {0, 1, 0},
};

/* e0: a unit quaternion that turns (1, 0, 0) into the unit vector d, which is not (-1, 0, 0) */
static void quaternion_to (const double *d, double *e)
{
    const double half = sqrt ((1 + d[0]) / 2);

    e[0] = half;
    e[1] = 0;
    e[2] = -d[2] / (2 * half);
    e[3] = d[1] / (2 * half);
}

/* two unit vectors across u */
static void across (const double *u, double *s, double *t)
{
    const int least = fabs (u[0]) <= fabs (u[1]) ? (fabs (u[0]) <= fabs (u[2]) ? 0 : 2)
                                                 : (fabs (u[1]) <= fabs (u[2]) ? 1 : 2);
    double unit[3] = {0, 0, 0}, length;

    unit[least] = 1;
    cross3 (u, unit, s);
    length = sqrt (dot3 (s, s));
    for (int c = 0; c < 3; c++)
        s[c] /= length;
    cross3 (u, s, t);
}

static void put_rods (Linkage *o)
{
    for (int i = 0; i < rods_of (o); i++) {
        const double *a = o->shape.points[i], *b = o->shape.points[i + 1];
        double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        const double length = sqrt (dot3 (d, d)), turn = d[0] < -0.5 * length ? -1 : 1;

        for (int c = 0; c < 3; c++) {
            o->p0[7 * i + c] = (a[c] + b[c]) / 2;
            d[c] *= turn / length;
        }
        quaternion_to (d, o->p0 + 7 * i + 3);
    }
}

static void put_joints (Linkage *o)
{
    for (int j = 0; j <= rods_of (o); j++)
        for (int side = 0; side < 2; side++) {
            const int i = rod_of (o, j, side);
            double r[3] = {0, 0, 0}, e[4] = {1, 0, 0, 0}, R[9], u[2][3];
            Place *place = &o->place[j][side];

            if (i >= 0) {
                memcpy (r, o->p0 + 7 * i, sizeof r);
                memcpy (e, o->p0 + 7 * i + 3, sizeof e);
            }
            quaternion_rotation (e, R);
            for (int c = 0; c < 3; c++)
                r[c] = o->shape.points[j][c] - r[c];
            memcpy (u[0], o->shape.axes[j], sizeof u[0]);
            memset (u[1], 0, sizeof u[1]);
            if (side == 1)
                across (o->shape.axes[j], u[0], u[1]);
            turn3_back (R, r, place->c);
            turn3_back (R, u[0], place->u[0]);
            turn3_back (R, u[1], place->u[1]);
        }
}

static void *create (const Shape *shape, const double *q, int nq)
{
    Linkage *o = nq <= 1 ? calloc (1, sizeof *o) : NULL;

    if (o == NULL)
        return NULL;
    o->shape = *shape;
    for (int c = 0; c < 3; c++)
        o->gravity[c] = -(nq > 0 ? q[0] : 9.81) * shape->up[c];
    put_rods (o);
    put_joints (o);
    return o;
}

/* at rest; multipliers of minimum norm */
int linkage_start (double *x, void *user)
{
    const Linkage *o = user;
    const TestModel *model = rods_of (o) == 5 ? &model_bricard : &model_fourbar;
    const int nl = nl_of (o), B = rods_of (o);

    memset (x, 0, (size_t)(nl + 6 * B) * sizeof *x);
    memcpy (x + nl + 6 * B, o->p0, (size_t)(7 * B) * sizeof *x);
    return model_multipliers (&model->system, 0, x, user);
}

void *linkage_create_bricard (const double *q, int nq) { return create (&bricard, q, nq); }

/* ---- the parallelogram in a tilted plane ---- */

static const double tilt[4] = {0.8, 0.2, -0.4, 0.4};

void *linkage_create_fourbar (const double *q, int nq)
{
    const double C = 0.5, S = -sqrt (0.75);
    const double flat[4][3] = {{0, 0, 0}, {C, S, 0}, {2 + C, S, 0}, {2, 0, 0}};
    Shape shape = {.rods = 3,
                   .mass = {1, 2, 1},
                   .axial = {0.01, 0.03, 0.02},
                   .across = {1. / 12, 8. / 12, 1. / 12}};
    double R[9];

    quaternion_rotation (tilt, R);
    for (int j = 0; j < 4; j++) {
        turn3 (R, flat[j], shape.points[j]);
        memcpy (shape.axes[j], R + 6, sizeof shape.axes[j]);
    }
    memcpy (shape.up, R + 3, sizeof shape.up);
    return create (&shape, q, nq);
}

/* the rods turn about the normal of the plane by the same angle as in the plane */
int linkage_exact_fourbar (double t, double *x, void *user)
{
    const Linkage *o = user;
    const TestModel planar = model_parallelogram (2);
    const double gravity = sqrt (dot3 (o->gravity, o->gravity));
    const double q[5] = {1, 1, 2, 2, gravity};
    void *parameters = planar.system.create (q, 5);
    double y[26], R[9], *v = x + 20, *p = v + 18;

    memset (x, 0, (20 + 18) * sizeof *x);
    if (parameters == NULL || planar.exact (t, y, parameters) != 0)
        return 1;
    planar.system.destroy (parameters);
    quaternion_rotation (tilt, R);
    for (int i = 0; i < 3; i++) {
        const int bar = i == 0 ? 0 : i == 1 ? 2 : 1;
        const double *yp = y + 17 + 3 * bar, *yv = y + 8 + 3 * bar;
        const double turn = i == 1 ? 0 : (yp[2] + acos (0.5)) / 2; /* half, since the start */
        const double C = cos (turn), S = sin (turn), *e = o->p0 + 7 * i + 3, *n = R + 6;
        const double r[3] = {yp[0], yp[1], 0}, u[3] = {yv[0], yv[1], 0};
        double N[9];

        turn3 (R, r, p + 7 * i);
        turn3 (R, u, v + 6 * i);
        /* (C, S n) times e */
        p[7 * i + 3] = C * e[0] - S * dot3 (n, e + 1);
        for (int c = 0; c < 3; c++)
            p[7 * i + 4 + c] = C * e[1 + c] + S * n[c] * e[0];
        add_cross3 (S, n, e + 1, p + 7 * i + 4);
        quaternion_rotation (p + 7 * i + 3, N);
        turn3_back (N, n, v + 6 * i + 3);
        for (int c = 0; c < 3; c++)
            v[6 * i + 3 + c] *= yv[2];
    }
    return model_multipliers (&model_fourbar.system, t, x, user);
}
