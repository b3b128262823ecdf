/* tree_slopes.c - derivatives of rows, and of forces in one direction, at the last linearisation
 *
 *     slopes   dgI, dgII by p, dgII by v
 *     pull     y' d (f - M v' - C'lambda) / d (r, v, p)
 *
 * The sums over rows of derivatives.c, and of tree_newton.h for the forces between bodies, are made
 * once for each y, with Y the motion of bodies for velocities y, Y_- that before a column:
 *
 *     of column k:  y'd ID/d q_k = psi'_k.T3 + psi''_k.T4 + Y_-.t1_k
 *                   y'd ID/d v_k = S_k.T3 + (psi'_k + S'_k).T4 + Y_-.t2_k
 *     T3, T4 = sum y_i t3_i, y_i t4_i over the columns i that are not before k
 *     of a force with the wrench W, dW = K_y y + K_s s:  T3 -= K_y'Y,  T5 -= K_s'Y - [Y.(. x* W)]
 *                   y'd/d q_k -= S_k.T5
 *     of a joint of the user's: Y behind it in the place of Y_-, T3 and T4 without its columns, and
 *                   y'd ID/d q_k += sum y_l (dS_l/dq_k).f
 */
#include <string.h>

#include "tree_system.h"

/* ---- rows ---- */

/* rows of one kind, nl x nv; room for them where they are kept by a pattern */
static const double *spread (const GeomsTreeSystem *s, int kind, double *room)
{
    if (s->patterns == NULL)
        return s->rows[kind];
    geoms_pattern_spread (&s->patterns->C, s->nl, s->tree.nv, s->rows[kind], room);
    return room;
}

int geoms_tree_slopes (const GeomsHeldSlopes *to, void *user)
{
    GeomsTreeSystem *s = user;
    const int nl = s->nl, nv = s->tree.nv;
    const size_t size = (size_t)nl * (size_t)s->tree.np * sizeof (double);
    const double *p = s->newton.p;

    if (geoms_tree_rows_room (s) != 0)
        return GEOMS_NO_MEMORY;
    geoms_tree_rows_along (s, NULL);
    memset (to->gII_p, 0, size);
    memset (to->gI_p, 0, size);
    geoms_tree_put_positions (s, p, nl, spread (s, 0, to->gII_v), nl, to->gII_p, nl);
    geoms_tree_put_positions (s, p, nl, spread (s, 1, to->gII_v), nl, to->gI_p, nl);
    memmove (to->gII_v, spread (s, 3, to->gII_v), (size_t)nl * (size_t)nv * sizeof (double));
    return 0;
}

/* ---- one direction ---- */

/* of each body: Y; T3, T4, T5 of what hangs behind it; I, 2B with what hangs there */
typedef struct Pull {
    GeomsTreeSystem *s;
    const double *y;
    double *Y, *T3, *T4, *T5, *I, *B, *by_q, *by_v;
} Pull;

static void sum_composites (const GeomsTreeSystem *s, double *I, double *B)
{
    const GeomsTree *tree = &s->tree;
    const size_t count = (size_t)tree->count;

    memcpy (I, s->newton.linear->I, GEOMS_INERTIA * count * sizeof *I);
    memcpy (B, s->newton.linear->B, 36 * count * sizeof *B);
    for (int i = tree->count - 1; i >= 0; i--) {
        const int parent = tree->body[i].parent;

        for (int k = 0; k < GEOMS_INERTIA && parent != GEOMS_GROUND; k++)
            I[GEOMS_INERTIA * parent + k] += I[GEOMS_INERTIA * i + k];
        for (int k = 0; k < 36 && parent != GEOMS_GROUND; k++)
            B[36 * parent + k] += B[36 * i + k];
    }
}

static void move_bodies (Pull *d)
{
    const GeomsTree *tree = &d->s->tree;

    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        double *Y = d->Y + 6 * i;

        memset (Y, 0, 6 * sizeof *Y);
        if (b->parent != GEOMS_GROUND)
            memcpy (Y, d->Y + 6 * b->parent, 6 * sizeof *Y);
        for (int k = b->column; k < b->column + b->columns; k++)
            geoms_axpy6 (d->y[k], d->s->newton.linear->column[k].S, Y);
    }
}

/* T3, T5 of the forces between bodies; what lengths r do */
static void take_forces (Pull *d, double *by_r)
{
    const GeomsTreeNewton *newton = &d->s->newton;

    for (int e = 0, r = 0; e < newton->elements; e++) {
        const GeomsTreeStiffness *f = newton->element + e;

        if (f->series)
            by_r[r] = 0;
        for (int i = 0; i < 2; i++) {
            const int at = f->body[i];
            const double *Y = d->Y + 6 * at, *W = f->wrench[i];

            if (at == GEOMS_GROUND)
                continue;
            for (int j = 0; j < 2; j++)
                for (int k = 0; k < 6 && f->body[j] != GEOMS_GROUND; k++) {
                    d->T3[6 * f->body[j] + k] -= geoms_dot6 (Y, f->K[i][j] + 6 * k);
                    d->T5[6 * f->body[j] + k] -= geoms_dot6 (Y, f->K[i][j] + 36 + 6 * k);
                }
            geoms_add_cross (W, Y, d->T5 + 6 * at);
            geoms_add_cross (W + 3, Y + 3, d->T5 + 6 * at);
            geoms_add_cross (W + 3, Y, d->T5 + 6 * at + 3);
            if (f->series)
                by_r[r] += geoms_dot6 (Y, f->line[i]);
        }
        r += f->series;
    }
}

/* t3, t4 of column k of body `at`, times y_k */
static void add_column (Pull *d, int at, int k)
{
    const double *S = d->s->newton.linear->column[k].S, *B = d->B + 36 * at;
    double t4[6];

    geoms_inertia_apply (d->I + GEOMS_INERTIA * at, S, t4);
    geoms_axpy6 (d->y[k], t4, d->T4 + 6 * at);
    for (int j = 0; j < 6; j++)
        d->T3[6 * at + j] += d->y[k] * geoms_dot6 (B + 6 * j, S);
}

/* entries k, with Y_- before the column */
static void put_column (Pull *d, int at, int k, const double *Y)
{
    const GeomsTreeNewton *newton = &d->s->newton;
    const GeomsTreeColumn *c = newton->linear->column + k;
    const double *I = d->I + GEOMS_INERTIA * at, *B = d->B + 36 * at, *T3 = d->T3 + 6 * at,
                 *T4 = d->T4 + 6 * at;
    double t1[6], t2[6], part[6];

    geoms_inertia_apply (I, c->falling, t1);
    geoms_inertia_apply (I, c->S1, t2);
    for (int j = 0; j < 6; j++) {
        geoms_axpy6 (c->psi1[j], B + 6 * j, t1);
        geoms_axpy6 (c->S[j], B + 6 * j, t2);
    }
    geoms_wrench_cross (c->S, newton->linear->f + 6 * at, part);
    geoms_axpy6 (1, part, t1);
    d->by_q[k] = newton->by_q[k] * d->y[k] - geoms_dot6 (c->psi1, T3)
                 - geoms_dot6 (c->falling, T4) - geoms_dot6 (c->S, d->T5 + 6 * at)
                 - geoms_dot6 (Y, t1);
    d->by_v[k] = newton->by_v[k] * d->y[k] - geoms_dot6 (c->S, T3) - geoms_dot6 (c->S1, T4)
                 - geoms_dot6 (Y, t2);
}

/* a joint of the user's: Y behind it, less what its own columns change by themselves */
static void put_own (Pull *d, int at)
{
    const GeomsTreeBody *b = d->s->tree.body + at;
    const GeomsTreeLinear *linear = d->s->newton.linear;
    const int first = b->column;

    for (int k = 0; k < b->columns; k++) {
        put_column (d, at, first + k, d->Y + 6 * at);
        for (int l = 0; l < b->columns; l++)
            d->by_q[first + k] -= d->y[first + l]
                                  * geoms_dot6 (geoms_tree_along (linear, b, k) + 6 * l,
                                                linear->f + 6 * at);
    }
    for (int k = first; k < first + b->columns; k++)
        add_column (d, at, k);
}

/* all columns of a body, last to first */
static void put_columns (Pull *d, int at)
{
    const GeomsTreeBody *b = d->s->tree.body + at;
    const GeomsTreeColumn *column = d->s->newton.linear->column;
    const int first = b->column, last = first + b->columns, block = first + geoms_tree_plain (b);
    double Y[6];

    memcpy (Y, d->Y + 6 * at, sizeof Y);
    for (int k = block; k < last; k++) {
        add_column (d, at, k);
        geoms_axpy6 (-d->y[k], column[k].S, Y);
    }
    for (int k = block; k < last; k++)
        put_column (d, at, k, Y);
    for (int k = block - 1; k >= first; k--) {
        add_column (d, at, k);
        geoms_axpy6 (-d->y[k], column[k].S, Y);
        put_column (d, at, k, Y);
    }
}

/* a body, whose sums go to its predecessor */
static void put_body (Pull *d, int at)
{
    const GeomsTreeBody *b = d->s->tree.body + at;

    if (b->joint == GEOMS_JOINT_USER)
        put_own (d, at);
    else
        put_columns (d, at);
    if (b->parent == GEOMS_GROUND)
        return;
    geoms_axpy6 (1, d->T3 + 6 * at, d->T3 + 6 * b->parent);
    geoms_axpy6 (1, d->T4 + 6 * at, d->T4 + 6 * b->parent);
    geoms_axpy6 (1, d->T5 + 6 * at, d->T5 + 6 * b->parent);
}

/* room of other sweeps, and 18 more numbers for each body */
static Pull begin (GeomsTreeSystem *s)
{
    const size_t six = 6 * (size_t)s->tree.count, nv = (size_t)s->tree.nv;

    if (s->pulled == NULL)
        s->pulled = geoms_arena_reals (&s->arena, 3 * six + nv);
    return (Pull){.s = s,
                  .Y = s->state.bias,
                  .I = s->linear.I,
                  .B = s->linear.B,
                  .T3 = s->pulled,
                  .T4 = s->pulled != NULL ? s->pulled + six : NULL,
                  .T5 = s->pulled != NULL ? s->pulled + 2 * six : NULL,
                  .by_q = s->pulled != NULL ? s->pulled + 3 * six : NULL};
}

int geoms_tree_pull (int k, const double *y, double *row, void *user)
{
    GeomsTreeSystem *s = user;
    const size_t nv = (size_t)s->tree.nv, np = (size_t)s->tree.np;
    Pull d = begin (s);

    if (s->arena.failed)
        return GEOMS_NO_MEMORY;
    sum_composites (s, d.I, d.B);
    for (int j = 0; j < k; j++, y += nv, row += (size_t)s->nr + nv + np) {
        d.y = y;
        d.by_v = row + s->nr;
        memset (d.T3, 0, 18 * (size_t)s->tree.count * sizeof *d.T3);
        memset (row, 0, ((size_t)s->nr + nv + np) * sizeof *row);
        move_bodies (&d);
        take_forces (&d, row);
        for (int i = s->tree.count - 1; i >= 0; i--)
            put_body (&d, i);
        geoms_tree_put_positions (s, s->newton.p, 1, d.by_q, 1, d.by_v + nv, 1);
    }
    return 0;
}
