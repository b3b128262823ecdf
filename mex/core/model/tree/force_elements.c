/* force_elements.c - springs, dampers, forces and moments: force_elements.h
 *
 *     spring:  L' = s.s'/L,  f = c (L - l0) + d L',  F = f s / L,  and along a direction
 *              dL = s.ds/L,  dL' = (ds.s' + s.ds')/L - L' dL/L,
 *              dF = (c dL + d dL') s/L + f (ds/L - s dL/L^2)
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "force_elements.h"

/* a length that is none, in parts of the distances of the points from the common one */
static const double NO_LENGTH = 100 * DBL_EPSILON;

/* wrench = s (P x F; F), wrench += s (n x F; 0) */
static void put_force (double s, const double *P, const double *F, double *wrench)
{
    geoms_cross (P, F, wrench);
    geoms_set3 (F, wrench + 3);
    for (int k = 0; k < 6; k++)
        wrench[k] *= s;
}
static void add_arm (double s, const double *dP, const double *F, double *wrench)
{
    double n[3];

    geoms_cross (dP, F, n);
    geoms_axpy3 (s, n, wrench);
}

/* F at P_A, -F at P_B */
static void put_pair (const GeomsTreeSides *sides, const double *F, double wrench[2][6])
{
    put_force (1, sides->at[0].x, F, wrench[0]);
    put_force (-1, sides->at[1].x, F, wrench[1]);
}

/* ---- springs ---- */

typedef struct Spring {
    double L, rate, size; /* L, L', f                                                        */
    double F[3];
} Spring;

static Spring spring_at (const GeomsTreeForce *f, const GeomsTreeJet *s)
{
    Spring spring = {.L = sqrt (geoms_dot3 (s->x, s->x))};

    spring.rate = geoms_dot3 (s->x, s->d) / spring.L;
    spring.size = f->kind == GEOMS_FORCE_SERIES ? f->c * (spring.L - f->l0 - f->stretch)
                                                : f->c * (spring.L - f->l0) + f->d * spring.rate;
    for (int k = 0; k < 3; k++)
        spring.F[k] = spring.size * s->x[k] / spring.L;
    return spring;
}

static void spring_along (const GeomsTreeForce *f, const Spring *at, const GeomsTreeJet *s,
                          const GeomsTreeJet *ds, double *dF)
{
    const double L = at->L, dL = geoms_dot3 (s->x, ds->x) / L,
                 drate = (geoms_dot3 (ds->x, s->d) + geoms_dot3 (s->x, ds->d) - at->rate * dL) / L,
                 dsize = f->c * dL + (f->kind == GEOMS_FORCE_SERIES ? 0 : f->d * drate);

    for (int k = 0; k < 3; k++)
        dF[k] = dsize * s->x[k] / L + at->size * (ds->x[k] - s->x[k] * dL / L) / L;
}

static int vanishes (const GeomsTreeSides *sides)
{
    double size = 0;

    for (int k = 0; k < 3; k++)
        size = fmax (size, fabs (sides->at[0].x[k]) + fabs (sides->at[1].x[k]));
    return ! (geoms_dot3 (sides->span.x, sides->span.x) > NO_LENGTH * NO_LENGTH * size * size);
}

/* ---- all ---- */

/* value in axes of B */
static void turned_value (const GeomsTreeForce *f, const GeomsTreeSides *sides, double *F)
{
    memset (F, 0, 3 * sizeof *F);
    for (int k = 0; k < 3; k++)
        geoms_axpy3 (f->value[k], sides->axis[1][k].x, F);
}

int geoms_force_wrenches (const GeomsTreeForce *f, const GeomsTreeSides *sides, double wrench[2][6])
{
    double F[3];

    memset (wrench, 0, 12 * sizeof (double));
    switch (f->kind) {
    case GEOMS_FORCE_SPRING:
    case GEOMS_FORCE_SERIES:
        if (vanishes (sides))
            return 1;
        put_pair (sides, spring_at (f, &sides->span).F, wrench);
        break;
    case GEOMS_FORCE_FORCE:
        turned_value (f, sides, F);
        put_force (1, sides->at[0].x, F, wrench[0]);
        break;
    case GEOMS_FORCE_TORQUE:
        turned_value (f, sides, wrench[0]);
        break;
    case GEOMS_FORCE_BUSHING:
        geoms_bushing_wrenches (f, sides, wrench);
        break;
    default:
        break;
    }
    return 0;
}

void geoms_force_wrenches_along (const GeomsTreeForce *f, const GeomsTreeSides *sides,
                                 const GeomsTreeSides *along, double wrench[2][6])
{
    double F[3], dF[3];

    memset (wrench, 0, 12 * sizeof (double));
    switch (f->kind) {
    case GEOMS_FORCE_SPRING:
    case GEOMS_FORCE_SERIES: {
        const Spring spring = spring_at (f, &sides->span);
        spring_along (f, &spring, &sides->span, &along->span, dF);
        for (int i = 0; i < 2; i++) {
            put_force (i == 0 ? 1 : -1, sides->at[i].x, dF, wrench[i]);
            add_arm (i == 0 ? 1 : -1, along->at[i].x, spring.F, wrench[i]);
        }
        break;
    }
    case GEOMS_FORCE_FORCE:
        turned_value (f, sides, F);
        turned_value (f, along, dF);
        put_force (1, sides->at[0].x, dF, wrench[0]);
        add_arm (1, along->at[0].x, F, wrench[0]);
        break;
    case GEOMS_FORCE_TORQUE:
        turned_value (f, along, wrench[0]);
        break;
    case GEOMS_FORCE_BUSHING:
        geoms_bushing_wrenches_along (f, sides, along, wrench);
        break;
    default:
        break;
    }
}

/* ---- spring and damper one behind the other ---- */

void geoms_force_by_state (const GeomsTreeForce *f, const GeomsTreeSides *sides,
                           double wrench[2][6])
{
    const double *s = sides->span.x, L = sqrt (geoms_dot3 (s, s)),
                 F[3] = {-f->c * s[0] / L, -f->c * s[1] / L, -f->c * s[2] / L};

    put_pair (sides, F, wrench);
}

double geoms_force_flow (const GeomsTreeForce *f, const GeomsTreeSides *sides)
{
    return spring_at (f, &sides->span).size / f->d;
}

double geoms_force_flow_along (const GeomsTreeForce *f, const GeomsTreeSides *sides,
                               const GeomsTreeSides *along)
{
    const double *s = sides->span.x;

    return f->c * geoms_dot3 (s, along->span.x) / sqrt (geoms_dot3 (s, s)) / f->d;
}

/* ---- joints ---- */

/* beyond a limit by `beyond`, which grows with the rate; the force back, and its derivatives */
static double stop_at (const GeomsTreeForce *f, double beyond, double rate, double *by_s,
                       double *by_rate)
{
    const double root = beyond > 0 ? sqrt (beyond) : 0, stiff = 1 + 1.5 * f->d * rate;

    *by_s = *by_rate = 0;
    if (! (root > 0 && stiff > 0))
        return 0;
    *by_s = 1.5 * f->c * root * stiff;
    *by_rate = 1.5 * f->c * root * beyond * f->d;
    return f->c * root * beyond * stiff;
}

static double stops (const GeomsTreeForce *f, double q, double rate, double *by_q, double *by_v)
{
    double low_q, low_v, high_q, high_v;
    const double low = stop_at (f, f->l0 - q, -rate, &low_q, &low_v),
                 high = stop_at (f, q - f->upper, rate, &high_q, &high_v);

    *by_q = -low_q - high_q;
    *by_v = -low_v - high_v;
    return low - high;
}

double geoms_force_joint (const GeomsTreeForce *f, const double *p, const double *v, double *by_q,
                          double *by_v)
{
    const double c = f->coordinate < 0 ? 0 : f->c, q = f->coordinate < 0 ? 0 : p[f->coordinate],
                 rate = v[f->velocity], slip = f->m != 0 ? tanh (rate / f->v0) : 0;

    *by_q = *by_v = 0;
    if (f->kind == GEOMS_FORCE_STOP)
        return f->coordinate < 0 ? 0 : stops (f, q, rate, by_q, by_v);
    *by_q = -c;
    *by_v = -f->d - (f->m != 0 ? f->m * (1 - slip * slip) / f->v0 : 0);
    return f->value[0] - c * (q - f->l0) - f->d * rate - f->m * slip;
}
