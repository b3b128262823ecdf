/* tree_directions.c - what changes along the directions that move loops: rows, and what wrenches do
 *
 * A wrench W on a body does S_i.W on column i before it; along direction k
 *
 *     d (S_i.W) = S_i.(dW - S_k x* W)  where k stands before i,   S_i.dW  elsewhere,
 *                 S_i.dW + (dS_i/dq_k).W  within a joint of the user's
 *
 * and of quaternions d/de = d/dphi 2 E'/(e'e), phi the turn in the body's axes.
 */
#include <string.h>

#include "tree_system.h"

/* ---- one wrench ---- */

/* of two columns, with their bodies: whether a change of k takes i along */
static int takes (const GeomsTree *tree, int k_body, int k, int i_body, int i)
{
    const GeomsTreeBody *b = tree->body + k_body;
    const int block = b->column + geoms_tree_plain (b);

    if (k_body != i_body)
        return geoms_tree_hangs (tree, i_body, k_body);
    if (b->joint == GEOMS_JOINT_USER)
        return 0;
    return k < i || (i != k && k >= block && i >= block);
}

/* column k of a matrix: += d (S_i.scale W), i over the columns before the body */
void geoms_tree_add_along (const GeomsTreeSystem *s, int body, double scale, const double *W,
                           const double *dW, int k_body, int k, double *matrix)
{
    double carried[6], both[6];

    if (body == GEOMS_GROUND)
        return;
    geoms_wrench_cross (s->linear.column[k].S, W, carried);
    for (int i = 0; i < 6; i++)
        both[i] = dW[i] - carried[i];
    for (int at = body; at != GEOMS_GROUND; at = s->tree.body[at].parent) {
        const GeomsTreeBody *b = s->tree.body + at;
        for (int i = b->column; i < b->column + b->columns; i++)
            matrix[geoms_tree_place_f (s, i, k)]
                += scale
                   * geoms_dot6 (s->linear.column[i].S,
                                 takes (&s->tree, k_body, k, at, i) ? both : dW);
        if (at != k_body || b->joint != GEOMS_JOINT_USER)
            continue;
        const double *along = geoms_tree_along (&s->linear, b, k - b->column);
        for (int i = 0; i < b->columns; i++)
            matrix[geoms_tree_place_f (s, b->column + i, k)]
                += scale * geoms_dot6 (along + 6 * i, W);
    }
}

/* ---- directions that move a pair of points ---- */

void geoms_tree_each_direction (GeomsTreeSystem *s, const GeomsTreePoint side[2], int number,
                                GeomsTreeVisit visit, const void *what)
{
    GeomsTreeDirection d;

    for (int i = 0; i < 2; i++)
        for (int at = side[i].body; at != GEOMS_GROUND; at = s->tree.body[at].parent) {
            const GeomsTreeBody *b = s->tree.body + at;
            for (int k = 0; k < 2; k++)
                d.moves[k]
                    = side[k].body != GEOMS_GROUND && geoms_tree_hangs (&s->tree, side[k].body, at);
            if (i == 1 && d.moves[0])
                continue;
            d.body = at;
            for (d.column = b->column; d.column < b->column + b->columns; d.column++)
                visit (s, number, &d, what);
        }
}

/* ---- loops ---- */

/* columns of a row of a loop: dgII, dgI, dg, of speeds without dg; and of - C'lambda, added to by_q */
static void put_along (GeomsTreeSystem *s, int r, const GeomsTreeDirection *d,
                       const GeomsTreeSides *along, const double *lambda)
{
    const GeomsTreeLoop *l = s->loop + s->row[r].loop;
    const GeomsTreeSides *sides = s->sides + s->row[r].loop;
    const size_t place = geoms_tree_place_row (s, r, d->column);
    double level[3], dW[2][6];

    geoms_row_levels_along (s->row + r, sides, along, level);
    for (int i = 0; i < (r < s->nl ? 3 : 2); i++)
        s->rows[i][place] = level[2 - i];
    if (lambda == NULL)
        return;
    geoms_row_wrenches_along (s->row + r, sides, along, dW);
    for (int i = 0; i < 2; i++)
        geoms_tree_add_along (s, l->side[i].body, -lambda[r], s->wrench + 12 * r + 6 * i, dW[i],
                              d->body, d->column, s->by_q);
}

/* dgII by a velocity */
static void put_by_velocity (GeomsTreeSystem *s, int r, const GeomsTreeDirection *d,
                             const GeomsTreeSides *along)
{
    double level[3];

    geoms_row_levels_along (s->row + r, s->sides + s->row[r].loop, along, level);
    s->rows[3][geoms_tree_place_row (s, r, d->column)] = level[2];
}

static void visit_loop (GeomsTreeSystem *s, int number, const GeomsTreeDirection *d,
                        const void *lambda)
{
    const GeomsTreeLoop *l = s->loop + number;

    for (int by_velocity = 0; by_velocity < 2; by_velocity++) {
        GeomsTreeSides along;

        geoms_sides_along (&s->linear, s->sides + number, d->column, d->moves, by_velocity, &along);
        for (int part = 0; part < 2; part++)
            for (int r = l->first[part]; r < l->first[part] + l->rows[part]; r++)
                if (by_velocity)
                    put_by_velocity (s, r, d, &along);
                else
                    put_along (s, r, d, &along, lambda);
    }
}

/* dg = c, gI and gII do not depend on q, gII not on v */
static void add_couplings (GeomsTreeSystem *s)
{
    for (int i = 0; i < s->couplings; i++)
        for (int l = 0; l < s->coupling[i].count; l++)
            s->rows[2][geoms_tree_place_row (s, s->closing + i, s->coupling[i].velocity[l])]
                += s->coupling[i].coefficient[l];
}

/* numbers in each of the four */
static size_t size_of_rows (const GeomsTreeSystem *s)
{
    return geoms_pattern_values (s->patterns != NULL ? &s->patterns->C : &geoms_tree_dense, s->m,
                                 s->tree.nv);
}

int geoms_tree_rows_room (GeomsTreeSystem *s)
{
    for (int i = 0; i < 4 && s->rows[i] == NULL; i++)
        s->rows[i] = geoms_arena_reals (&s->arena, size_of_rows (s));
    return s->arena.failed ? GEOMS_NO_MEMORY : 0;
}

void geoms_tree_rows_along (GeomsTreeSystem *s, const double *lambda)
{
    for (int i = 0; i < 4; i++)
        memset (s->rows[i], 0, size_of_rows (s) * sizeof (double));
    add_couplings (s);
    for (int i = 0; i < s->loops; i++)
        geoms_tree_each_direction (s, s->loop[i].side, i, visit_loop, lambda);
}

/* ---- from directions to coordinates ---- */

void geoms_tree_put_positions (const GeomsTreeSystem *s, const double *p, int count,
                               const double *D, int ldd, double *B, int ldb)
{
    for (int i = 0; i < s->tree.count; i++) {
        const GeomsTreeBody *b = s->tree.body + i;
        const int plain = geoms_tree_plain (b), turns = plain < b->columns;
        const double *e = p + b->q + plain;

        for (int k = 0; k < plain; k++)
            memcpy (B + (size_t)(b->q + k) * (size_t)ldb, D + (size_t)(b->column + k) * (size_t)ldd,
                    (size_t)count * sizeof *B);
        for (int k = 0; turns && k < 3; k++) {
            const double *along = D + (size_t)(b->column + plain + k) * (size_t)ldd;
            double omega[3] = {0}, rate[4];

            omega[k] = 4 / (e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
            geoms_quaternion_rate (e, omega, rate);
            for (int j = 0; j < 4; j++)
                for (int r = 0; r < count; r++)
                    B[(size_t)(b->q + plain + j) * (size_t)ldb + (size_t)r] += rate[j] * along[r];
        }
    }
}
