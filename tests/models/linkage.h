/* linkage.h - what the files linkage*.c share: the chain, one joint, one state */
#ifndef GEOMS_TEST_LINKAGE_H
#define GEOMS_TEST_LINKAGE_H

#include "models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "spatial.h"

/* the most */
enum { RODS = 5, JOINTS = RODS + 1, NV = 6 * RODS, ROWS = 15 * JOINTS + RODS + NV + 7 * RODS };

/* the chain as it stands at the start */
typedef struct Shape {
    int rods;
    double points[JOINTS][3], axes[JOINTS][3];
    double mass[RODS], axial[RODS], across[RODS]; /* m, J1, J2 */
    double up[3];
} Shape;

/* one side of a joint, in body axes: the point, and the axis or two directions across it */
typedef struct Place {
    double c[3], u[2][3];
} Place;

typedef struct Linkage {
    Shape shape;
    double gravity[3];
    Place place[JOINTS][2];
    double p0[7 * RODS];
} Linkage;

/* one side of a joint in world axes, or the derivatives of it */
typedef struct Half {
    double X[3], U[2][3], W[3], A[3];
} Half;

typedef struct Body {
    double R[9], W[3], A[3];
} Body;

/* everything at one state; body and place of a support are those of the frame at rest */
typedef struct Point {
    Body body[RODS];
    Half half[JOINTS][2];
    double f[NV], a[NV]; /* f, then f_dyn; M^-1 f_dyn */
} Point;

static inline int rods_of (const Linkage *o) { return o->shape.rods; }
static inline int nl_of (const Linkage *o) { return 5 * (o->shape.rods + 1); }

/* rod of a side of a joint, -1: the support */
static inline int rod_of (const Linkage *o, int joint, int side)
{
    const int i = side == 0 ? joint - 1 : joint;

    return i < o->shape.rods ? i : -1;
}

static inline double inertia (const Linkage *o, int i)
{
    const Shape *s = &o->shape;

    return i % 6 < 3 ? s->mass[i / 6] : i % 6 < 4 ? s->axial[i / 6] : s->across[i / 6];
}

/* y += (W x u) x s */
static inline void add_spin (const double *W, const double *u, const double *s, double *y)
{
    double c[3];

    cross3 (W, u, c);
    add_cross3 (1, c, s, y);
}

/* y += s W x (V x X) */
static inline void add_double (double s, const double *W, const double *V, const double *X,
                               double *y)
{
    double c[3];

    cross3 (V, X, c);
    add_cross3 (s, W, c, y);
}

/* everything at one state */
void linkage_evaluate (const Linkage *o, const double *x, Point *e);
/* n x s_j and its time derivative */
void linkage_axis (const Half *a, const Half *b, int j, double *K, double *K1);
/* the torques T of both sides */
void linkage_torques (const Half *h, const double *lambda, double *Ta, double *Tb);
int linkage_jac (double t, const double *x, double *J, int ldj, void *user);

void *linkage_create_bricard (const double *q, int nq);
void *linkage_create_fourbar (const double *q, int nq);
int linkage_start (double *x, void *user);
int linkage_exact_fourbar (double t, double *x, void *user);

#endif
