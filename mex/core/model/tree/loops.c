/* loops.c - rows that close loops: loops.h
 *
 * A vector that turns with a body adds the moment n x b to its wrench, a span the forces -b at P_A,
 * b at P_B, where b is the other factor:  dg = w_A.dX_A + w_B.dX_B.
 */
#include <math.h>
#include <string.h>

#include "loops.h"

static const GeomsTreeJet unit[3]
    = {{.x = {1, 0, 0}, .size = {1}}, {.x = {0, 1, 0}, .size = {1}}, {.x = {0, 0, 1}, .size = {1}}},
    none;

/* ---- sides ---- */

static GeomsTreeJet difference (const GeomsTreeJet *a, const GeomsTreeJet *b)
{
    GeomsTreeJet c;

    for (int k = 0; k < 3; k++) {
        c.x[k] = b->x[k] - a->x[k];
        c.d[k] = b->d[k] - a->d[k];
        c.dd[k] = b->dd[k] - a->dd[k];
        c.size[k] = b->size[k] + a->size[k];
    }
    return c;
}

void geoms_sides_at (const GeomsTreeLinear *s, const GeomsTreePoint side[2], GeomsTreeSides *sides)
{
    for (int i = 0; i < 2; i++) {
        const GeomsTreeTwist *m = sides->motion + i;

        sides->point[i] = side + i;
        sides->motion[i] = geoms_body_motion (s, side[i].body);
        sides->at[i] = geoms_point_jet (s, side + i, m);
        for (int k = 0; k < 3; k++)
            sides->axis[i][k] = geoms_axis_jet (s, side + i, side[i].axes + 3 * k, m);
    }
    sides->span = difference (sides->at, sides->at + 1);
}

/* one side, moved or not */
static void move_side (const GeomsTreeSides *sides, int i, GeomsTreeSides *along)
{
    const GeomsTreeTwist *m = sides->motion + i;

    if (! along->moves[i]) {
        along->at[i] = along->axis[i][0] = along->axis[i][1] = along->axis[i][2] = none;
        return;
    }
    along->at[i] = geoms_point_along (sides->at + i, m, along->motion + i);
    for (int j = 0; j < 3; j++)
        along->axis[i][j] = geoms_axis_along (sides->axis[i] + j, m, along->motion + i);
}

void geoms_sides_along (const GeomsTreeLinear *s, const GeomsTreeSides *sides, int k,
                        const int moves[2], int by_velocity, GeomsTreeSides *along)
{
    for (int i = 0; i < 2; i++) {
        along->moves[i] = moves[i];
        if (moves[i])
            along->motion[i] = by_velocity ? geoms_body_by_velocity (s, sides->point[i]->body, k)
                                           : geoms_body_along (s, sides->point[i]->body, k);
        move_side (sides, i, along);
    }
    along->span = difference (along->at, along->at + 1);
}

void geoms_sides_moved (const GeomsTreeSides *sides, int i, const GeomsTreeTwist *motion,
                        GeomsTreeSides *along)
{
    along->moves[i] = 1;
    along->moves[1 - i] = 0;
    along->motion[i] = *motion;
    move_side (sides, 0, along);
    move_side (sides, 1, along);
    along->span = difference (along->at, along->at + 1);
}

/* ---- rows ---- */

static const GeomsTreeJet *factor_of (const GeomsTreeRow *r, int i, const GeomsTreeSides *sides,
                                      const GeomsTreeJet *fixed)
{
    switch (r->factor[i]) {
    case GEOMS_FACTOR_SPAN:
        return &sides->span;
    case GEOMS_FACTOR_A:
        return sides->axis[0] + r->axis[i];
    case GEOMS_FACTOR_B:
        return sides->axis[1] + r->axis[i];
    default:
        return fixed + r->axis[i];
    }
}

static void add_levels (double scale, const GeomsTreeJet *a, const GeomsTreeJet *b, double level[3])
{
    level[0] += scale * geoms_dot3 (a->x, b->x);
    level[1] += scale * (geoms_dot3 (a->d, b->x) + geoms_dot3 (a->x, b->d));
    level[2]
        += scale
           * (geoms_dot3 (a->dd, b->x) + 2 * geoms_dot3 (a->d, b->d) + geoms_dot3 (a->x, b->dd));
}

static const GeomsTreeJet still[3];

/* Where rounding is all that is left of the terms there is nothing: rows that say what joints hold
 * anyway are zero then, not noise whose rank would be looked for. */
static void leave_out (double level[3], double scale, const double terms[3])
{
    for (int i = 0; i < 3; i++)
        if (! (fabs (level[i]) > GEOMS_TREE_NOISE * scale * terms[i]))
            level[i] = 0;
}

/* ---- turning ---- */

/* of the relative turn of two motions; of directions, of which the sides that move have one */
static GeomsTreeJet turn_of (const GeomsTreeTwist motion[2], const int moves[2])
{
    GeomsTreeJet w = none;

    for (int i = 0; i < 2; i++) {
        if (! moves[i])
            continue;
        geoms_axpy3 (i == 0 ? -1 : 1, motion[i].V, w.x);
        geoms_axpy3 (i == 0 ? -1 : 1, motion[i].A, w.d);
        w.size[0] += geoms_largest3 (motion[i].V);
        w.size[1] += geoms_largest3 (motion[i].A);
    }
    return w;
}

static GeomsTurningVectors vectors_of (const GeomsTreeRow *r, const GeomsTreeSides *sides,
                                       const int moves[2])
{
    return (GeomsTurningVectors){.w = turn_of (sides->motion, moves),
                                 .t = sides->axis[0][r->axis[0]],
                                 .n = sides->axis[0][2],
                                 .a = sides->axis[1][2],
                                 .d = sides->span};
}

/* at a state, or `along` a direction there */
static GeomsTurningPart turning_of (const GeomsTreeRow *r, const GeomsTreeSides *sides,
                                    const GeomsTreeSides *along)
{
    static const int both[2] = {1, 1};
    const GeomsTurningVectors at = vectors_of (r, sides, both);
    GeomsTurningPart part;

    if (along == NULL)
        geoms_turning (r->turning, r->radius, &at, &part);
    else {
        const GeomsTurningVectors moved = vectors_of (r, along, along->moves);
        geoms_turning_along (r->turning, r->radius, &at, &moved, &part);
    }
    return part;
}

static void add_turning_levels (const GeomsTreeRow *r, const GeomsTreeSides *sides,
                                const GeomsTreeSides *along, double level[3], double terms[3])
{
    if (r->turning == GEOMS_TURNING_NONE)
        return;
    const GeomsTurningPart part = turning_of (r, sides, along);

    geoms_axpy3 (1, part.level, level);
    geoms_axpy3 (1, part.terms, terms);
}

static void add_turning_moments (const GeomsTreeRow *r, const GeomsTreeSides *sides,
                                 const GeomsTreeSides *along, double wrench[2][6])
{
    if (r->turning == GEOMS_TURNING_NONE)
        return;
    const GeomsTurningPart part = turning_of (r, sides, along);

    geoms_axpy3 (-1, part.moment, wrench[0]);
    geoms_axpy3 (1, part.moment, wrench[1]);
}

int geoms_row_is_lost (const GeomsTreeRow *r, const GeomsTreeSides *sides)
{
    return r->turning == GEOMS_TURNING_RIM
           && geoms_turning_is_flat (sides->axis[1][2].x, sides->axis[0][2].x);
}

/* ---- levels, wrenches ---- */

/* sizes of the terms of the product of two factors */
static void add_terms (const double *a, const double *b, double terms[3])
{
    terms[0] += a[0] * b[0];
    terms[1] += a[1] * b[0] + a[0] * b[1];
    terms[2] += a[2] * b[0] + 2 * a[1] * b[1] + a[0] * b[2];
}

void geoms_row_levels (const GeomsTreeRow *r, const GeomsTreeSides *sides, double level[3])
{
    const GeomsTreeJet *a = factor_of (r, 0, sides, unit), *b = factor_of (r, 1, sides, unit);
    double terms[3] = {0};

    level[0] = level[1] = level[2] = 0;
    add_levels (r->scale, a, b, level);
    add_terms (a->size, b->size, terms);
    add_turning_levels (r, sides, NULL, level, terms);
    leave_out (level, fabs (r->scale), terms);
    level[0] -= r->level;
}

void geoms_row_levels_along (const GeomsTreeRow *r, const GeomsTreeSides *sides,
                             const GeomsTreeSides *along, double level[3])
{
    const GeomsTreeJet *a = factor_of (r, 0, sides, unit), *b = factor_of (r, 1, sides, unit),
                       *da = factor_of (r, 0, along, still), *db = factor_of (r, 1, along, still);
    double terms[3] = {0};

    level[0] = level[1] = level[2] = 0;
    add_levels (r->scale, da, b, level);
    add_levels (r->scale, a, db, level);
    add_terms (da->size, b->size, terms);
    add_terms (a->size, db->size, terms);
    add_turning_levels (r, sides, along, level, terms);
    leave_out (level, fabs (r->scale), terms);
}

void geoms_row_sizes (const GeomsTreeRow *r, const GeomsTreeSides *sides, double size[2])
{
    const double a = factor_of (r, 0, sides, unit)->size[0],
                 b = factor_of (r, 1, sides, unit)->size[0];

    size[0] = fabs (r->scale) * a * b + r->radius;
    size[1] = fabs (r->scale) * (a + b);
}

/* the wrench of force F at P (from O), of moment N */
static void add_force (double s, const double *P, const double *F, double *wrench)
{
    double n[3];

    geoms_cross (P, F, n);
    geoms_axpy3 (s, n, wrench);
    geoms_axpy3 (s, F, wrench + 3);
}
static void add_moment (double s, const double *n, const double *b, double *wrench)
{
    double moment[3];

    geoms_cross (n, b, moment);
    geoms_axpy3 (s, moment, wrench);
}

/* what factor i, at the points P and axis a, does with the other factor b */
static void add_factor (const GeomsTreeRow *r, int i, const GeomsTreeSides *sides,
                        const double *other, double wrench[2][6])
{
    const double s = r->scale;

    if (r->factor[i] == GEOMS_FACTOR_SPAN) {
        add_force (-s, sides->at[0].x, other, wrench[0]);
        add_force (s, sides->at[1].x, other, wrench[1]);
    } else if (r->factor[i] == GEOMS_FACTOR_A)
        add_moment (s, sides->axis[0][r->axis[i]].x, other, wrench[0]);
    else if (r->factor[i] == GEOMS_FACTOR_B)
        add_moment (s, sides->axis[1][r->axis[i]].x, other, wrench[1]);
}

void geoms_row_wrenches (const GeomsTreeRow *r, const GeomsTreeSides *sides, double wrench[2][6])
{
    memset (wrench, 0, 12 * sizeof (double));
    for (int i = 0; i < 2; i++)
        add_factor (r, i, sides, factor_of (r, 1 - i, sides, unit)->x, wrench);
    add_turning_moments (r, sides, NULL, wrench);
}

/* moments alone: arms that move under forces that do not */
static void add_arms (const GeomsTreeRow *r, int i, const GeomsTreeSides *along,
                      const double *other, double wrench[2][6])
{
    if (r->factor[i] == GEOMS_FACTOR_SPAN) {
        add_moment (-r->scale, along->at[0].x, other, wrench[0]);
        add_moment (r->scale, along->at[1].x, other, wrench[1]);
    } else
        add_factor (r, i, along, other, wrench);
}

void geoms_row_wrenches_along (const GeomsTreeRow *r, const GeomsTreeSides *sides,
                               const GeomsTreeSides *along, double wrench[2][6])
{
    memset (wrench, 0, 12 * sizeof (double));
    for (int i = 0; i < 2; i++) {
        add_factor (r, i, sides, factor_of (r, 1 - i, along, still)->x, wrench);
        add_arms (r, i, along, factor_of (r, 1 - i, sides, unit)->x, wrench);
    }
    add_turning_moments (r, sides, along, wrench);
}
