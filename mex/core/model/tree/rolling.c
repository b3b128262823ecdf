/* rolling.c - what turning against a plane adds to rows: rolling.h
 *
 * Numbers are calculated with their derivatives by time and along a direction, and with how large
 * the terms are that each is the sum of:
 *
 *     x + x' T + dx D + dx' T D,   T^2 = D^2 = 0
 */
#include <math.h>
#include <string.h>

#include "rolling.h"

typedef struct Number {
    double x[4], size[4]; /* of 1, T, D, T D                                                   */
} Number;

typedef struct Vector {
    Number of[3];
} Vector;

/* ---- numbers ---- */

static void multiply (const double *a, const double *b, double *c)
{
    c[0] = a[0] * b[0];
    c[1] = a[1] * b[0] + a[0] * b[1];
    c[2] = a[2] * b[0] + a[0] * b[2];
    c[3] = a[3] * b[0] + a[2] * b[1] + a[1] * b[2] + a[0] * b[3];
}

static Number product (const Number *a, const Number *b)
{
    Number c;

    multiply (a->x, b->x, c.x);
    multiply (a->size, b->size, c.size);
    return c;
}

/* sum += s a */
static void add (double s, const Number *a, Number *sum)
{
    for (int i = 0; i < 4; i++) {
        sum->x[i] += s * a->x[i];
        sum->size[i] += fabs (s) * a->size[i];
    }
}

/* 1 / sqrt (y):  f' = - f/(2 y),  f'' = 3 f/(4 y^2) */
static Number inverse_root (const Number *y)
{
    const double f = 1 / sqrt (y->x[0]), f1 = -f / (2 * y->x[0]), f2 = -1.5 * f1 / y->x[0];
    Number r;

    r.x[0] = r.size[0] = f;
    for (int i = 1; i < 4; i++) {
        r.x[i] = f1 * y->x[i];
        r.size[i] = fabs (f1) * y->size[i];
    }
    r.x[3] += f2 * y->x[1] * y->x[2];
    r.size[3] += fabs (f2) * y->size[1] * y->size[2];
    return r;
}

/* ---- vectors ---- */

/* `along` is NULL where nothing moves */
static Vector vector_of (const GeomsTreeJet *at, const GeomsTreeJet *along)
{
    Vector v;

    memset (&v, 0, sizeof v);
    for (int k = 0; k < 3; k++) {
        v.of[k].x[0] = at->x[k];
        v.of[k].x[1] = at->d[k];
        v.of[k].size[0] = at->size[0];
        v.of[k].size[1] = at->size[1];
        if (along == NULL)
            continue;
        v.of[k].x[2] = along->x[k];
        v.of[k].x[3] = along->d[k];
        v.of[k].size[2] = along->size[0];
        v.of[k].size[3] = along->size[1];
    }
    return v;
}

static Number dot (const Vector *a, const Vector *b)
{
    Number sum = product (a->of, b->of);

    for (int k = 1; k < 3; k++) {
        const Number one = product (a->of + k, b->of + k);
        add (1, &one, &sum);
    }
    return sum;
}

static Vector cross (const Vector *a, const Vector *b)
{
    Vector c;

    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const Number minus = product (a->of + j, b->of + i);
        c.of[k] = product (a->of + i, b->of + j);
        add (-1, &minus, c.of + k);
    }
    return c;
}

static void scale (const Number *s, Vector *v)
{
    for (int k = 0; k < 3; k++)
        v->of[k] = product (s, v->of + k);
}

/* ---- parts ---- */

/* what a wheel and its plane make of each other: n, a, a x n, c, 1/s, s */
typedef struct Wheel {
    Vector n, a, across;
    Number c, r, s;
} Wheel;

static Wheel wheel_of (const Vector *n, const Vector *a)
{
    Wheel w = {.n = *n, .a = *a, .across = cross (a, n), .c = dot (a, n)};
    const Number square = dot (&w.across, &w.across);

    w.r = inverse_root (&square);
    w.s = product (&square, &w.r);
    return w;
}

/* c/s a x n */
static Vector rim_moment (const Wheel *w)
{
    const Number ratio = product (&w->c, &w->r);
    Vector m = w->across;

    scale (&ratio, &m);
    return m;
}

/* (c a - n)/s x t */
static Vector wheel_moment (const Wheel *w, const Vector *t)
{
    Vector u = w->a;

    scale (&w->c, &u);
    for (int k = 0; k < 3; k++)
        add (-1, w->n.of + k, u.of + k);
    scale (&w->r, &u);
    return cross (&u, t);
}

static void multiply_radius (double R, Number *x)
{
    for (int i = 0; i < 4; i++) {
        x->x[i] *= R;
        x->size[i] *= R;
    }
}

/* m without R; s of a wheel */
static Vector moment_of (GeomsTurning kind, const Vector *t, const Vector *n, const Vector *a,
                         const Vector *d, Number *s)
{
    Wheel wheel;

    switch (kind) {
    case GEOMS_TURNING_BALL:
        return cross (t, n);
    case GEOMS_TURNING_BLADE:
        return cross (d, a);
    default:
        wheel = wheel_of (n, a);
        *s = wheel.s;
        return kind == GEOMS_TURNING_RIM ? rim_moment (&wheel) : wheel_moment (&wheel, t);
    }
}

/* from number `first` of what is asked for: 0 at the state, 2 along the direction */
static void fill (GeomsTurning kind, double radius, const GeomsTurningVectors *at,
                  const GeomsTurningVectors *along, int first, GeomsTurningPart *part)
{
#define TAKE(name) vector_of (&at->name, along != NULL ? &along->name : NULL)
    const Vector w = TAKE (w), t = TAKE (t), n = TAKE (n), a = TAKE (a), d = TAKE (d);
#undef TAKE
    Number s;
    Vector m = moment_of (kind, &t, &n, &a, &d, &s);

    for (int k = 0; k < 3 && kind != GEOMS_TURNING_BLADE; k++)
        multiply_radius (radius, m.of + k);
    const Number rate = dot (&w, &m);

    memset (part, 0, sizeof *part);
    if (kind == GEOMS_TURNING_RIM) {
        part->level[0] = -radius * s.x[first];
        part->terms[0] = radius * s.size[first];
    }
    for (int i = 0; i < 2; i++) {
        part->level[1 + i] = rate.x[first + i];
        part->terms[1 + i] = rate.size[first + i];
    }
    for (int k = 0; k < 3; k++)
        part->moment[k] = m.of[k].x[first];
}

void geoms_turning (GeomsTurning kind, double radius, const GeomsTurningVectors *at,
                    GeomsTurningPart *part)
{
    fill (kind, radius, at, NULL, 0, part);
}

void geoms_turning_along (GeomsTurning kind, double radius, const GeomsTurningVectors *at,
                          const GeomsTurningVectors *along, GeomsTurningPart *part)
{
    fill (kind, radius, at, along, 2, part);
}

/* sin^2 where the contact moves a thousand times as fast as the axis turns: choice. Nearer to it a
 * step may pass to the opposite point of the rim, from which the wheel would rise again. */
static const double FLAT = 1e-6;

int geoms_turning_is_flat (const double *a, const double *n)
{
    double across[3];

    geoms_cross (a, n, across);
    return ! (geoms_dot3 (across, across) > FLAT);
}
