/* saddle_lanes.h - accelerations and multipliers of a few states side by side, one lane each
 *
 * Where M is regular and its masses are of about the same size, as geoms_saddle_lanes_solve sees.
 */
#ifndef GEOMS_SADDLE_LANES_H
#define GEOMS_SADDLE_LANES_H

#include "saddle.h"

/* four numbers side by side, where the compiler knows of such a thing */
#if defined(__GNUC__)
typedef double GeomsFour __attribute__ ((vector_size (32), may_alias));
typedef long long GeomsFourTests __attribute__ ((vector_size (32), may_alias));
#else
typedef double GeomsFour;
typedef int GeomsFourTests;
#endif
enum { GEOMS_LANES = sizeof (GeomsFour) / sizeof (double) };

/* numbers of a list for each column: those of column k are at begin[k] ... begin[k + 1] - 1 */
typedef struct GeomsColumns {
    int *begin, *number;
} GeomsColumns;

typedef struct GeomsSaddleLanes {
    int n, m;                   /* accelerations, rows of C                                       */
    int diagonal, varies;       /* M                                                              */
    /* Entries that have not been 0 at every state so far; any others may become so. Zeros that are
     * reckoned with change no bit of the results. */
    unsigned char *in_M, *in_C; /* n x n, m x n                                                   */
    int *out_M, *out_C;         /* places of the other ones: lower triangle of M, C               */
    int outs_M, outs_C;
    GeomsColumns C, L, Y, S;    /* rows of C by columns; rows of L, of Y' and of S by columns      */
    unsigned char *work;        /* (n + m)^2                                                      */
    int listed;
    /* M = L D L', Y = L^-1 C' (as m x n), Y'D^-1 Y = the factors S; D inverted on the diagonals */
    int kept;                   /* L of a constant M is at hand                                   */
    GeomsFour *c, *l, *y, *s;
    GeomsFour *size;            /* diagonal before it is factored                                 */
    GeomsFour *z, *f, *lambda;  /* alpha, or f - C'lambda                                         */
} GeomsSaddleLanes;

/* so many states, `ld` apart; M: of the first, or the only one */
typedef struct GeomsLaneStates {
    int count, ld;
    const double *M, *C, *f, *gamma;
} GeomsLaneStates;

/* s->n, m, diagonal, varies are set before */
void geoms_saddle_lanes_create (GeomsSaddleLanes *s, GeomsArena *arena);
/* whether they are less work than one state after the other; `full`: M varies and is no diagonal */
static inline int geoms_saddle_lanes_pay (int n, int m, int full)
{
    return m > 0 && n < GEOMS_CROSSOVER_LU && (full || m > GEOMS_FEW_ROWS);
}

/* s->lambda and s->z: alpha if `accelerates`, else f - C' lambda. Not 0 if that is not safe for one
 * of the states: a pivot of M or of C M^-1 C' that is too small, masses that are too uneven, values
 * that are not finite. */
int geoms_saddle_lanes_solve (GeomsSaddleLanes *s, const GeomsLaneStates *of, int accelerates);

/* number `lane` of each */
static inline void geoms_saddle_lanes_take (const GeomsFour *from, int count, int lane, double *to)
{
    const double *x = (const double *)from + lane;

    for (int i = 0; i < count; i++)
        to[i] = x[i * GEOMS_LANES];
}

#endif
