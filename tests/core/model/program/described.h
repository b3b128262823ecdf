/* described.h - models of tests/models by their plain functions, on a tape */
#ifndef GEOMS_TEST_DESCRIBED_H
#define GEOMS_TEST_DESCRIBED_H

#include <string.h>

#include "expressions.h"
#include "model/program/derive.h"

enum { MOST_NODES = 400 };

/* nodes of a model's functions; its parameters are the standard ones */
typedef struct Roots {
    int M[MOST_NODES], Z[MOST_NODES], f[MOST_NODES], g[MOST_NODES], h[MOST_NODES], b[MOST_NODES], d[MOST_NODES], c[MOST_NODES], e[MOST_NODES];
} Roots;

/* x = [lambda | v1 v2 | p1 p2] */
static inline void describe_pendulum (GeomsTape *t, GeomsDescribed *of, Roots *r)
{
    const int p1 = IN (3), p2 = IN (4);

    r->f[0] = 0;
    r->f[1] = K (-13.750371636040745655);
    r->g[0] = SUB (ADD (SQ (p1), SQ (p2)), K (1));
    of->M = NULL;
}

/* x = [v1 v2 | p1 p2], the parameters w1, w2, m, c are inputs behind t and two accelerations */
static inline void describe_oscillator (GeomsTape *t, GeomsDescribed *of, Roots *r)
{
    const int w1 = IN (7), w2 = IN (8), m = IN (9), c = IN (10), p1 = IN (2), p2 = IN (3);
    const int sum = MUL (ADD (m, c), SQ (w1)), difference = MUL (SUB (m, c), SQ (w2));
    const int k1 = MUL (K (0.5), ADD (sum, difference)), k2 = MUL (K (0.5), SUB (sum, difference));

    r->M[0] = r->M[3] = m;
    r->M[1] = r->M[2] = c;
    r->f[0] = NEG (ADD (MUL (k1, p1), MUL (k2, p2)));
    r->f[1] = NEG (ADD (MUL (k2, p1), MUL (k1, p2)));
    of->Z = NULL;
    of->nq = 4;
}

/* x = [w (3) lambda mu (2) | r (4) | v (5) | eta; p (6)], see tests/models/skate.c */
static inline void describe_skate (GeomsTape *t, GeomsDescribed *of, Roots *r)
{
    const int w1 = IN (0), w2 = IN (1), w3 = IN (2), lambda = IN (3), u = IN (10), n = IN (11);
    const int omega = IN (12), zeta = IN (13), sigma = IN (14), eta = IN (15), C = IN (18);
    const int S = IN (19), z = IN (20);

    memset (r->M, 0, sizeof r->M);
    memset (r->Z, 0, sizeof r->Z);
    r->M[0] = r->M[6] = K (1);
    r->M[12] = ADD (K (0.2), MUL (K (0.3), SQ (z)));
    r->M[18] = K (0.3);
    r->M[24] = K (0.05);
    r->Z[0] = r->Z[7] = r->Z[15] = C;
    r->Z[1] = S;
    r->Z[6] = r->Z[14] = NEG (S);
    r->Z[22] = r->Z[29] = K (1);
    r->f[0] = SUB (ADD (ADD (MUL (omega, n), MUL (K (2), C)), IN (9)), w1);
    r->f[1] = SUB (NEG (MUL (omega, u)), MUL (K (2), S));
    r->f[2] = SUB (NEG (w2), MUL (MUL (K (0.6), z), MUL (zeta, omega)));
    r->f[3] = SUB (MUL (MUL (K (0.3), z), SQ (omega)), MUL (K (4), z));
    r->f[4] = NEG (w3);
    r->g[0] = SUB (z, MUL (K (0.3), SQ (eta)));
    r->h[0] = n;
    r->h[1] = SUB (MUL (K (0.25), sigma), u);
    r->b[0] = DIV (SUB (MUL (K (1.5), SUB (K (1), u)), IN (6)), K (0.5));
    for (int i = 1; i < 4; i++)
        r->b[i] = DIV (SUB (IN (5 + i), IN (6 + i)), K (0.5));
    r->d[0] = SUB (MUL (K (0.1), ADD (u, CUBE (u))), w1);
    r->d[1] = SUB (ADD (w2, MUL (K (0.5), CUBE (w2))), MUL (MUL (K (0.05), lambda), omega));
    r->d[2] = SUB (w3, MUL (K (0.02), ADD (w2, sigma)));
    r->c[0] = SUB (ADD (eta, MUL (K (0.4), CUBE (eta))), S);
    of->M = r->M;
    of->Z = r->Z;
}

/* the description that fills `roots` */
typedef void (*Describe) (GeomsTape *t, GeomsDescribed *of, Roots *roots);

static inline GeomsDescribed described (GeomsTape *t, const GeomsDims *d, Describe describe, Roots *r)
{
    GeomsDescribed of = {.dims = *d, .M = r->M, .f = r->f, .g = r->g, .h = r->h, .b = r->b,
                         .d = r->d, .c = r->c, .e = r->e};

    describe (t, &of, r);
    return of;
}

#endif
