/* mode”.c - a mechanical system, written by geomsexport
 *
 *     p' = Z v,  M v' = f - C'[lambda; mu],  r' = b
 *     0 = d,  0 = c,  0 = h~,  0 = g,  0 = e,  C = [G; H] Z
 *
 * Unknowns x = [w; lambda; mu; r; v; s; p], time t, parameters q:
 *
 *     np = 1 nv = 1 nq = 1
 *
 * 2 operations give all terms of these equations and the hidden constraints gI, gII, hI,
 * 0 the derivatives B = dR/dx of R in geoms_model.h.
 * Names: u17 is the value of operation 17 of its program, w what functions hand on.
 *
 * Compile, with the folder of geoms_model.h, which geomsexport ('include') tells:
 *
 *     cc -O2 -fPIC -shared -ffp-contract=off -I mex/core/include mode”.c -o mode”.so -lm
 *
 * (-ffp-contract=off: with it the values have the bits of the system that was exported.)
 * Load:
 *
 *     sys = geomssys ('library', fullfile (pwd, 'mode”.so'), 'symbol', 'other', 'parameters', q);
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geoms_model.h"

#if ! defined(__GNUC__) || defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* sizes; first rows of rda; places in parts */
enum {
    NP = 1, NV = 1, NR = 0, NW = 0, NS = 0, NL = 0, NM = 0, NI = 0, NC = 0, NQ = 1,
    NG = NL + NM,
    OF_V = NW + NG + NR,
    UNKNOWNS = OF_V + NV + NS + NP,
    ROW_GII = NW,
    ROW_GI = ROW_GII + NG,
    ROW_E = ROW_GI + NG,
    ROW_C = ROW_E + NI,
    ROW_G = ROW_C + NS,
    ROW_B = ROW_G + NL,
    ROW_F = ROW_B + NR,
    ROW_P = ROW_F + NV,
    AT_M = 0, AT_Z = 0, AT_F = 0, AT_C = 1, AT_G = 1, AT_GI = 1, AT_GAMMA = 1,
    AT_B = 1, AT_D = 1, AT_S = 1, AT_E = 1, PARTS = 1,
    VALUES = 2, SLOPES = 0, MASSES = 1
};

/* entries that may be other than 0, by columns */
static const int start_M[] = {0, 1};
static const int row_M[] = {0};
static const int start_C[] = {0, 0};
static const int row_C[] = {0};
static const int start_B[] = {0, 1, 2};
static const int row_B[] = {1, 0};

/* ---- parts: Z, f, C, g, [gI; h~], [gII; hI] without C v', b, d, c, e ---- */

static void parts_1 (const double *restrict x, const double *restrict q, double *restrict y)
{
    const double u0 = x[1] * q[0];
    y[0] = -u0;
}

static void parts_at (double t, const double *x, const double *a, const double *q, double *w,
                      double *y)
{
    (void)t;
    (void)a;
    (void)w;
    parts_1 (x, q, y);
}

/* ---- M, which is constant ---- */

static void inertia_1 (double *restrict y)
{
    y[0] = 2.0;
}

static void inertia_at (double t, const double *x, const double *a, const double *q, double *w,
                        double *y)
{
    (void)t;
    (void)x;
    (void)a;
    (void)q;
    (void)w;
    inertia_1 (y);
}

/* ---- B = d R / dx for given accelerations a ---- */

static void B_once_1 (const double *restrict q, double *restrict y)
{
    y[0] = -q[0];
}

static void B_once_at (double t, const double *x, const double *a, const double *q, double *w,
                       double *y)
{
    (void)t;
    (void)x;
    (void)a;
    (void)w;
    B_once_1 (q, y);
}

static void B_1 (const double *restrict q, double *restrict y)
{
    y[0] = 1.0;
    y[1] = q[1];
}

static void B_at (double t, const double *x, const double *a, const double *q, double *w,
                  double *y)
{
    (void)t;
    (void)x;
    (void)a;
    (void)w;
    B_1 (q, y);
}

/* ---- the model ---- */

/* what it keeps for itself */
typedef struct System {
    double w[1], parts[1], a[1], B[2];
    double M[MASSES], inertia_q[1];
    double parts_q[1], B_q[2], F_q[1], condition_q[1]; /* q, and what follows from it */
    double L[NV * NV], size[NV]; /* M = L D L'; diagonal of M                    */
    int held, weighed;           /* it is M + C'W C; W is known                  */
} System;

/* ---- M a = y ---- */

/* the lower triangle of M becomes L below D; not 0 where a pivot is lost. Of M + C'W C, when
 * s->held, those that are 0 are of motions that C does not see. */
static int decompose (System *s)
{
    for (int k = 0; k < NV; k++) {
        double *column = s->L + k * NV;
        const double d = column[k], size = fabs (s->size[k]);

        if (! (d > 1e-13 * size)) {
            if (! s->held || ! (fabs (d) <= 1e-10 * size))
                return 1;
            memset (column, 0, NV * sizeof *column);
            column[k] = 1;
        }
        for (int i = k + 1; i < NV; i++)
            for (int j = i; j < NV && column[i] != 0; j++)
                s->L[j + i * NV] -= column[i] / d * column[j];
        for (int i = k + 1; i < NV; i++)
            column[i] /= column[k];
    }
    return 0;
}

/* M, dense */
static void spread (System *s, const double *M)
{
    memset (s->L, 0, sizeof s->L);
    for (int j = 0; j < NV; j++)
        for (int k = start_M[j]; k < start_M[j + 1]; k++)
            s->L[row_M[k] + j * NV] = M[k];
}

/* 0, or 1 where M is not positive */
static int factor (System *s)
{
    spread (s, s->M);
    for (int k = 0; k < NV; k++)
        s->size[k] = s->L[k + k * NV];
    return decompose (s);
}

/* y = f becomes a */
static void solve (const System *s, double *y)
{
    for (int k = 0; k < NV; k++)
        for (int i = k + 1; i < NV && y[k] != 0; i++)
            y[i] -= s->L[i + k * NV] * y[k];
    for (int k = NV - 1; k >= 0; k--) {
        y[k] /= s->L[k + k * NV];
        for (int i = k + 1; i < NV; i++)
            y[k] -= s->L[i + k * NV] * y[i];
    }
}

/* p' = Z v */
static void move (const System *s, const double *v, double *rate)
{
    (void)s;
    memcpy (rate, v, NP * sizeof *rate);
}

/* the terms into s->parts, f_dyn = f - C'[lambda; mu] into s->a */
static void evaluate (System *s, double t, const double *x)
{
    memset (s->parts, 0, sizeof s->parts);
    parts_at (t, x, s->a, s->parts_q, s->w, s->parts);
    memcpy (s->a, s->parts + AT_F, NV * sizeof *s->a);
}

static void rda_at (System *s, const double *x, double *rda)
{
    const double *v = x + OF_V;

    memcpy (rda + ROW_F, s->a, NV * sizeof *rda);
    move (s, v, rda + ROW_P);
}

static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    System *s = user;

    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        memset (out, 0, PARTS * sizeof *out);
        parts_at (t[j], x, s->a, s->parts_q, s->w, out);
    }
    return 0;
}

static int blocks_jac (double t, const double *x, const double *a, double *B, int ldb,
                       void *user)
{
    System *s = user;

    (void)ldb; /* B by its pattern */
    B_at (t, x, a, s->B_q, s->w, B);
    return 0;
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                void *user)
{
    System *s = user;

    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        evaluate (s, t[j], x);
        rda_at (s, x, out);
    }
    return 0;
}

static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                 void *user)
{
    const System *s = user;

    (void)t;
    (void)x;
    (void)ldx;
    for (int j = 0; j < k; j++, out += ldo)
        memcpy (out, s->M, sizeof s->M);
    return 0;
}

/* r' = b, M v' = f, p' = Z v; x = [r; v; p] */
static int accelerations (int k, const double *t, const double *x, int ldx, double *out,
                          int ldo, void *user)
{
    System *s = user;

    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        evaluate (s, t[j], x);
        if (factor (s) != 0)
            return 1;
        solve (s, s->a);
        memcpy (out + NR, s->a, NV * sizeof *out);
        move (s, x + NR, out + NR + NV);
    }
    return 0;
}

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    System *s = user;

    evaluate (s, t, x);
    B_at (t, x, s->a, s->B_q, s->w, s->B);
    for (int j = 0; j < UNKNOWNS; j++)
        for (int k = start_B[j]; k < start_B[j + 1]; k++)
            J[(size_t)j * (size_t)ldj + (size_t)row_B[k]] = s->B[k];
    return 0;
}

static void *create (const double *q, int nq)
{
    System *s = nq == NQ ? calloc (1, sizeof *s) : NULL;

    if (s == NULL)
        return NULL;
    memcpy (s->parts_q, q, NQ * sizeof *q);
    memcpy (s->B_q, q, NQ * sizeof *q);
    B_once_at (0, NULL, NULL, q, s->w, s->B_q + NQ);
    memcpy (s->inertia_q, q, NQ * sizeof *q);
    inertia_at (0, NULL, NULL, s->inertia_q, s->w, s->M);
    return s;
}

GEOMS_EXPORT const GeomsModel other = {
    .abi = GEOMS_MODEL_ABI,
    .size = sizeof (GeomsModel),
    .dims = {NP, NV, NR, NW, NS, NL, NM, NI, NC},
    .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,
    .autonomous = 1,
    .rda = rda,
    .jac = jac,
    .parts = parts,
    .blocks_jac = blocks_jac,
    .create = create,
    .destroy = free,
    .mass = mass,
    .accelerations = accelerations,
    .patterns = {.M = {start_M, row_M}, .C = {start_C, row_C}, .B = {start_B, row_B}},
};
