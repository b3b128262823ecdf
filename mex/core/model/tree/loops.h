/* loops.h - rows that close loops, each the scalar product of two vectors between bodies A and B
 *
 *     g = a.b - l,   gI = a'.b + a.b',   gII = a''.b + 2 a'.b' + a.b''
 *
 *     row                            a                    b                  l
 *     coincide along the unit u      u                    P_B - P_A          0
 *     along n fixed in A             n                    P_B - P_A          0
 *     n in A across m in B           n                    m                  0
 *     distance L                     (P_B - P_A) / 2      P_B - P_A          L^2 / 2
 *
 * Rows of wheels, balls and blades have besides what these make by turning (rolling.h); those of
 * speeds have gI and gII alone, which are h~ and hI then:
 *
 *     rim, ball touch the plane      n of A               P_B - P_A          0, R
 *     no speed along t               t of A               P_B - P_A
 *     no speed across a blade        a of B               P_B - P_A
 */
#ifndef GEOMS_TREE_LOOPS_H
#define GEOMS_TREE_LOOPS_H

#include <float.h>

#include "rolling.h"

typedef enum GeomsTreeFactor {
    GEOMS_FACTOR_FIXED, /* a unit vector of the ground: number `axis`                          */
    GEOMS_FACTOR_SPAN,  /* P_B - P_A                                                           */
    GEOMS_FACTOR_A,     /* axis number `axis` of A's frame                                     */
    GEOMS_FACTOR_B      /* the same of B                                                       */
} GeomsTreeFactor;

typedef struct GeomsTreeRow {
    GeomsTreeFactor factor[2];
    int axis[2];
    double scale, level; /* g = scale a.b - level                                               */
    GeomsTurning turning;
    double radius;
    int loop;            /* the joint it belongs to                                             */
} GeomsTreeRow;

/* a joint that closes a loop */
typedef struct GeomsTreeLoop {
    GeomsTreePoint side[2]; /* A, B                                                            */
    int first[2], rows[2];  /* of positions; of speeds                                          */
} GeomsTreeLoop;

/* the sides of a loop at a state: motions, points, and what its rows are made of */
typedef struct GeomsTreeSides {
    const GeomsTreePoint *point[2];
    GeomsTreeTwist motion[2];
    int moves[2]; /* along a direction: whether there is a motion; else at, axis are 0          */
    GeomsTreeJet at[2], axis[2][3], span;
} GeomsTreeSides;

void geoms_sides_at (const GeomsTreeLinear *s, const GeomsTreePoint side[2], GeomsTreeSides *sides);
/* the same along coordinate k, or by its velocity, which moves side A, B or both */
void geoms_sides_along (const GeomsTreeLinear *s, const GeomsTreeSides *sides, int k,
                        const int moves[2], int by_velocity, GeomsTreeSides *along);

/* the same where side i alone moves, so */
void geoms_sides_moved (const GeomsTreeSides *sides, int i, const GeomsTreeTwist *motion,
                        GeomsTreeSides *along);

/* what rounding of frames and of sums leaves, in parts of the terms: 64 units */
#define GEOMS_TREE_NOISE (64 * DBL_EPSILON)

/* whether a row has no value there: a wheel that lies on its plane */
int geoms_row_is_lost (const GeomsTreeRow *r, const GeomsTreeSides *sides);

/* g, gI, gII of a row; its derivatives along a direction */
void geoms_row_levels (const GeomsTreeRow *r, const GeomsTreeSides *sides, double level[3]);
void geoms_row_levels_along (const GeomsTreeRow *r, const GeomsTreeSides *sides,
                             const GeomsTreeSides *along, double level[3]);
/* how large the terms are that moments and forces of a row are sums of */
void geoms_row_sizes (const GeomsTreeRow *r, const GeomsTreeSides *sides, double size[2]);
/* wrenches about O on A and B that do the work dg; their derivatives along a direction */
void geoms_row_wrenches (const GeomsTreeRow *r, const GeomsTreeSides *sides, double wrench[2][6]);
void geoms_row_wrenches_along (const GeomsTreeRow *r, const GeomsTreeSides *sides,
                               const GeomsTreeSides *along, double wrench[2][6]);

#endif
