/* tree_pattern_blocks.c - Z and B of trees with few entries: one walk over all that may be there, for
 * entries and for values
 *
 *     columns of lambda, mu: - C';   r: b, f;   v: gII, gI = C v, f, Z;   p: gII, gI, e, g, b, f, Z v
 *
 * g by p is C, along the columns of the joint that a coordinate moves.
 */
#include <string.h>

#include "tree_patterns.h"

/* column k of the joint of b, in rows from `row` on */
static void put_rate (const GeomsTreeBody *b, int k, const double *p, int row, GeomsTreeWalk *w)
{
    const int plain = geoms_tree_plain (b), q = b->q + plain;
    double omega[3] = {0}, rate[4] = {0};

    if (k < plain) {
        geoms_tree_put (w, GEOMS_ENTRY_STAYS, row + b->q + k, 1);
        return;
    }
    omega[k - plain] = 1;
    if (p != NULL)
        geoms_quaternion_rate (p + q, omega, rate);
    for (int l = 0; l < 4; l++)
        geoms_tree_put (w, GEOMS_ENTRY_STAYS, row + q + l, rate[l]);
}

void geoms_tree_walk_Z (const GeomsTreeSystem *s, const double *p, int *start, GeomsTreeWalk *w)
{
    for (int i = 0; i < s->patterns->moving; i++) {
        const GeomsTreeBody *b = geoms_tree_moving (s, i);

        for (int k = 0; k < b->columns; k++) {
            put_rate (b, k, p, 0, w);
            if (start != NULL)
                start[b->column + k + 1] = w->count;
        }
    }
}

/* first rows of R; the state, NULL where entries alone are wanted; their row numbers or values */
typedef struct Block {
    const GeomsTreeSystem *s;
    int gI, e, g, b, f, kin;
    const double *p, *v;
    GeomsTreeWalk *w;
} Block;

static Block block_of (const GeomsTreeSystem *s, const double *x)
{
    Block b = {.s = s, .gI = s->m, .e = 2 * s->m};

    b.g = b.e + s->tree.quaternions;
    b.b = b.g + s->nl;
    b.f = b.b + s->nr;
    b.kin = b.f + s->tree.nv;
    b.v = x != NULL ? geoms_tree_velocities (s, x) : NULL;
    b.p = x != NULL ? geoms_tree_positions (s, x) : NULL;
    return b;
}

/* a column of p, as the columns of its joint that it moves along, all of one pattern */
typedef struct Along {
    int first, count;
    double weight[3];
} Along;

/* column k of a joint itself */
static Along one_column (int k) { return (Along){k, 1, {1}}; }

/* coordinate number k of the joint of b: d/de = d/dphi 2 E'/(e'e) */
static Along along_of (const GeomsTreeBody *b, int k, const double *p)
{
    const int plain = geoms_tree_plain (b);
    Along a = {b->column + plain, 3, {0}};

    if (k < plain)
        return one_column (b->column + k);
    for (int i = 0; i < 3 && p != NULL; i++) {
        const double *e = p + b->q + plain;
        double omega[3] = {0}, rate[4];

        omega[i] = 4 / (e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
        geoms_quaternion_rate (e, omega, rate);
        a.weight[i] = rate[k - plain];
    }
    return a;
}

/* entries f by v of column j */
static void put_damping (Block *b, int j)
{
    const GeomsTreePatterns *t = b->s->patterns;

    for (int e = t->f.start[j]; e < t->f.start[j + 1]; e++)
        if (t->by_v[e])
            geoms_tree_put (b->w, t->pushed[e] ? GEOMS_ENTRY_STAYS : GEOMS_ENTRY_ROUNDED,
                            b->f + t->f.row[e], b->w->value != NULL ? b->s->by_v[e] : 0);
}

/* a pattern, its values, NULL with entries alone; of which kind its entries are, but for those that stay */
typedef struct Table {
    const GeomsPattern *A;
    const double *D;
    int kind;
    const unsigned char *stays;
} Table;

/* rows of a table below `end` */
static void put_along (Block *b, int row, int end, Table table, const Along *a)
{
    const GeomsPattern *A = table.A;
    const double *D = table.D;
    const int size = A->start[a->first + 1] - A->start[a->first];

    for (int e = 0; e < size; e++) {
        const int at = A->row[A->start[a->first] + e];
        double sum = 0;

        if (at >= end)
            break;
        for (int i = 0; i < a->count && b->w->value != NULL; i++)
            sum += a->weight[i] * D[A->start[a->first + i] + e];
        geoms_tree_put (b->w, table.stays != NULL && table.stays[A->start[a->first] + e]
                                  ? GEOMS_ENTRY_STAYS
                                  : table.kind,
                        row + at, sum);
    }
}

/* rows along the directions, and by velocities; 0 where C is */
static Table of_rows (const Block *b, int level)
{
    return (Table){&b->s->patterns->C, b->s->rows[level], GEOMS_ENTRY_ROUNDED, NULL};
}

static Table of_C (const Block *b)
{
    return (Table){&b->s->patterns->C, b->s->patterns->C_values, GEOMS_ENTRY_EXACT, NULL};
}

/* columns of lambda and mu: - C' */
static void walk_multipliers (Block *b, int *start)
{
    const GeomsTreePatterns *t = b->s->patterns;

    for (int r = 0; r < b->s->m; r++) {
        for (int e = t->C_rows.start[r]; e < t->C_rows.start[r + 1]; e++)
            geoms_tree_put (b->w, GEOMS_ENTRY_EXACT, b->f + t->C_rows.column[e],
                            b->w->value != NULL ? -t->C_values[t->C_rows.place[e]] : 0);
        if (start != NULL)
            start[r + 1] = b->w->count;
    }
}

/* what the wrenches of a force by its length do on the columns before its bodies, in work */
static void work_of_length (const GeomsTreeSystem *s, int number)
{
    const GeomsTreeForce *f = s->force + number;
    double W[2][6];

    geoms_force_by_state (f, s->sides + s->loops + number, W);
    for (int side = 0; side < 2; side++)
        for (int at = f->side[side].body; at != GEOMS_GROUND; at = s->tree.body[at].parent) {
            const GeomsTreeBody *b = s->tree.body + at;
            for (int i = b->column; i < b->column + b->columns; i++)
                s->patterns->work[i] += geoms_dot6 (s->linear.column[i].S, W[side]);
        }
}

/* columns of r */
static void walk_lengths (Block *b, int *start)
{
    const GeomsTreeSystem *s = b->s;
    const GeomsTreeTurned *rows = &s->patterns->flow_rows;

    for (int i = 0; i < s->forces; i++) {
        const GeomsTreeForce *f = s->force + i;

        if (f->kind != GEOMS_FORCE_SERIES)
            continue;
        if (b->w->value != NULL)
            work_of_length (s, i);
        geoms_tree_put (b->w, GEOMS_ENTRY_STAYS, b->b + f->state, -f->c / f->d);
        for (int e = rows->start[f->state]; e < rows->start[f->state + 1]; e++) {
            geoms_tree_put (b->w, GEOMS_ENTRY_STAYS, b->f + rows->column[e],
                            s->patterns->work[rows->column[e]]);
            s->patterns->work[rows->column[e]] = 0;
        }
        if (start != NULL)
            start[f->state + 1] = b->w->count;
    }
}

static void walk_velocities (Block *b, int *start)
{
    const GeomsTreeSystem *s = b->s;
    const GeomsTreePatterns *t = s->patterns;

    for (int i = 0; i < t->moving; i++) {
        const GeomsTreeBody *body = geoms_tree_moving (s, i);

        for (int k = 0; k < body->columns; k++) {
            const Along a = one_column (body->column + k);

            put_along (b, 0, s->m, of_rows (b, 3), &a);
            put_along (b, b->gI, s->m, of_C (b), &a);
            put_damping (b, a.first);
            put_rate (body, k, b->p, b->kin, b->w);
            if (start != NULL)
                start[a.first + 1] = b->w->count;
        }
    }
}

/* rows f_kin of coordinate number k of a quaternion */
static void put_turned (Block *b, const GeomsTreeBody *body, int k)
{
    const int plain = geoms_tree_plain (body), at = body->q + plain;
    double unit[4] = {0}, rate[4] = {0};

    unit[k] = 1;
    if (b->v != NULL)
        geoms_quaternion_rate (unit, b->v + body->column + plain, rate);
    for (int l = 0; l < 4; l++)
        geoms_tree_put (b->w, GEOMS_ENTRY_STAYS, b->kin + at + l, rate[l]);
}

static void walk_positions (Block *b, int *start)
{
    const GeomsTreeSystem *s = b->s;
    const GeomsTreePatterns *t = s->patterns;

    for (int i = 0, turning = 0; i < t->moving; i++) {
        const GeomsTreeBody *body = geoms_tree_moving (s, i);
        const int plain = geoms_tree_plain (body), turns = plain < body->columns;

        for (int k = 0; k < body->columns + turns; k++) {
            const Along a = along_of (body, k, b->p);

            put_along (b, 0, s->m, of_rows (b, 0), &a);
            put_along (b, b->gI, s->m, of_rows (b, 1), &a);
            if (k >= plain)
                geoms_tree_put (b->w, GEOMS_ENTRY_STAYS, b->e + turning,
                                b->p != NULL ? 2 * b->p[body->q + k] : 0);
            put_along (b, b->g, s->nl, of_C (b), &a);
            put_along (b, b->b, s->nr, (Table){&t->flow, s->flow, GEOMS_ENTRY_STAYS, NULL}, &a);
            put_along (b, b->f, s->tree.nv,
                       (Table){&t->f, s->by_q, GEOMS_ENTRY_ROUNDED, t->pushed}, &a);
            if (k >= plain)
                put_turned (b, body, k - plain);
            if (start != NULL)
                start[body->q + k + 1] = b->w->count;
        }
        turning += turns;
    }
}

void geoms_tree_fill_C (const GeomsTreeSystem *s)
{
    const GeomsTreePatterns *t = s->patterns;

    memset (t->C_values, 0, (size_t)t->C.start[s->tree.nv] * sizeof *t->C_values);
    geoms_tree_row_values (s, t->C_values);
}

/* all columns; start: m + nr + nv + np + 1 */
void geoms_tree_walk_B (const GeomsTreeSystem *s, const double *x, int *start, GeomsTreeWalk *w)
{
    Block b = block_of (s, x);
    int *r = start != NULL ? start + s->m : NULL, *v = start != NULL ? r + s->nr : NULL,
        *p = start != NULL ? v + s->tree.nv : NULL;

    b.w = w;
    walk_multipliers (&b, start);
    walk_lengths (&b, r);
    walk_velocities (&b, v);
    walk_positions (&b, p);
}

void geoms_tree_put_blocks (const GeomsTreeSystem *s, const double *x, double *B)
{
    GeomsTreeWalk w = {.value = B, .keep = s->patterns->keep};

    geoms_tree_fill_C (s);
    geoms_tree_walk_B (s, x, NULL, &w);
}
