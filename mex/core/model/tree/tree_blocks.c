/* tree_blocks.c - derivatives of all rows at given accelerations and multipliers
 *
 *     R = [ C alpha + gamma; gI; h~; e; g; b; f - M alpha - C'[lambda; mu]; Z v ]
 *
 * A wrench W on a body does S_i.W on column i before it; along direction k
 *
 *     d (S_i.W) = S_i.(dW - S_k x* W)  where k stands before i,   S_i.dW  elsewhere
 *
 * and of quaternions d/de = d/dphi 2 E'/(e'e), phi the turn in the body's axes.
 */
#include <math.h>
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
    return k < i || (i != k && k >= block && i >= block);
}

/* column k: sum += d (S_i.scale W), i over the columns before the body */
static void add_along (const GeomsTreeSystem *s, int body, double scale, const double *W,
                       const double *dW, int k_body, int k, double *sum)
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
            sum[i] += scale
                      * geoms_dot6 (s->linear.column[i].S,
                                    takes (&s->tree, k_body, k, at, i) ? both : dW);
    }
}

/* what a wrench does on the columns before the body: sum += S_i.W */
static void add_work (const GeomsTreeSystem *s, int body, const double *W, double *sum)
{
    for (int at = body; at != GEOMS_GROUND; at = s->tree.body[at].parent) {
        const GeomsTreeBody *b = s->tree.body + at;
        for (int i = b->column; i < b->column + b->columns; i++)
            sum[i] += geoms_dot6 (s->linear.column[i].S, W);
    }
}

/* ---- directions that move a pair of points ---- */

typedef struct Direction {
    int body, column, moves[2];
} Direction;

typedef void (*Visit) (GeomsTreeSystem *s, int number, const Direction *d, const void *what);

/* all columns before A or B */
static void each_direction (GeomsTreeSystem *s, const GeomsTreePoint side[2], int number,
                            Visit visit, const void *what)
{
    Direction d;

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

/* columns of a row of a loop: D_q = [dgII; dgI; dg], of speeds without dg; and of - C'lambda */
static void put_along (GeomsTreeSystem *s, int r, const Direction *d, const GeomsTreeSides *along,
                       double lambda)
{
    const GeomsTreeLoop *l = s->loop + s->row[r].loop;
    const GeomsTreeSides *sides = s->sides + s->row[r].loop;
    const size_t m = (size_t)s->m;
    double *D = s->rows + 4 * m * (size_t)d->column,
           *force = s->by_q + (size_t)s->tree.nv * (size_t)d->column, level[3], dW[2][6];

    geoms_row_levels_along (s->row + r, sides, along, level);
    for (int i = 0; i < (r < s->nl ? 3 : 2); i++)
        D[(size_t)i * m + (size_t)r] = level[2 - i];
    geoms_row_wrenches_along (s->row + r, sides, along, dW);
    for (int i = 0; i < 2; i++)
        add_along (s, l->side[i].body, -lambda, s->wrench + 12 * r + 6 * i, dW[i], d->body,
                   d->column, force);
}

/* D_v = dgII */
static void put_by_velocity (GeomsTreeSystem *s, int r, const Direction *d,
                             const GeomsTreeSides *along)
{
    const size_t m = (size_t)s->m;
    double level[3];

    geoms_row_levels_along (s->row + r, s->sides + s->row[r].loop, along, level);
    s->rows[4 * m * (size_t)d->column + 3 * m + (size_t)r] = level[2];
}

static void visit_loop (GeomsTreeSystem *s, int number, const Direction *d, const void *lambda)
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
                    put_along (s, r, d, &along, ((const double *)lambda)[r]);
    }
}

/* dg = c, gI and gII do not depend on q, gII not on v */
static void add_couplings (GeomsTreeSystem *s)
{
    const size_t m = (size_t)s->m;

    for (int i = 0; i < s->couplings; i++)
        for (int l = 0; l < s->coupling[i].count; l++)
            s->rows[4 * m * (size_t)s->coupling[i].velocity[l] + 2 * m + (size_t)(s->closing + i)]
                += s->coupling[i].coefficient[l];
}

/* ---- forces ---- */

static void visit_force (GeomsTreeSystem *s, int number, const Direction *d, const void *wrench)
{
    static const double none[6];
    const double (*W)[6] = wrench;
    const GeomsTreeForce *f = s->force + number;
    const GeomsTreeSides *sides = s->sides + s->loops + number;
    GeomsTreeSides along;
    double dW[2][6];

    for (int by_velocity = 0; by_velocity < 2; by_velocity++) {
        double *by = (by_velocity ? s->by_v : s->by_q) + (size_t)s->tree.nv * (size_t)d->column;

        geoms_sides_along (&s->linear, sides, d->column, d->moves, by_velocity, &along);
        geoms_force_wrenches_along (f, sides, &along, dW);
        for (int i = 0; i < 2; i++)
            if (by_velocity)
                add_along (s, f->side[i].body, 1, none, dW[i], d->body, d->column, by);
            else
                add_along (s, f->side[i].body, 1, W[i], dW[i], d->body, d->column, by);
        if (f->kind == GEOMS_FORCE_SERIES && ! by_velocity)
            s->flow[(size_t)f->state + (size_t)s->nr * (size_t)d->column]
                = geoms_force_flow_along (f, sides, &along);
    }
}

static void add_forces (GeomsTreeSystem *s, const double *p, const double *v)
{
    for (int i = 0; i < s->forces; i++) {
        const GeomsTreeForce *f = s->force + i;
        const size_t at = (size_t)f->velocity * ((size_t)s->tree.nv + 1);
        double wrench[2][6], by_q, by_v;

        if (geoms_force_in_joint (f)) {
            geoms_force_joint (f, p, v, &by_q, &by_v);
            s->by_q[at] += by_q;
            s->by_v[at] += by_v;
            continue;
        }
        geoms_force_wrenches (f, s->sides + s->loops + i, wrench);
        each_direction (s, f->side, i, visit_force, wrench);
    }
}

/* ---- all ---- */

/* columns of B for the coordinates of p: those along the directions, count rows, times d phi/de */
static void put_positions (const GeomsTreeSystem *s, const double *p, int count, const double *D,
                           int ldd, double *B, int ldb)
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

/* rows e and f_kin: d (e'e - 1) = 2 e'de, d (E (e) omega / 2) in both */
static void put_quaternions (const GeomsTreeSystem *s, const double *p, const double *v, double *e,
                             double *f_kin_v, double *f_kin_p, int ldb)
{
    const size_t ld = (size_t)ldb;

    for (int i = 0; i < s->tree.quaternions; i++)
        for (int k = s->tree.quaternion[i]; k < s->tree.quaternion[i] + 4; k++)
            e[(size_t)k * ld + (size_t)i] = 2 * p[k];
    for (int i = 0; i < s->tree.count; i++) {
        const GeomsTreeBody *b = s->tree.body + i;
        const int plain = geoms_tree_plain (b), turns = plain < b->columns, q = b->q + plain,
                  k0 = b->column + plain;

        for (int k = 0; k < plain; k++)
            f_kin_v[(size_t)(b->column + k) * ld + (size_t)(b->q + k)] = 1;
        if (! turns)
            continue;
        for (int k = 0; k < 3; k++) {
            double omega[3] = {0};
            omega[k] = 1;
            geoms_quaternion_rate (p + q, omega, f_kin_v + (size_t)(k0 + k) * ld + q);
        }
        for (int k = 0; k < 4; k++) {
            double unit[4] = {0};
            unit[k] = 1;
            geoms_quaternion_rate (unit, v + k0, f_kin_p + (size_t)(q + k) * ld + q);
        }
    }
}

/* columns of r */
static void put_series (const GeomsTreeSystem *s, double *b, double *f, int ldb)
{
    for (int i = 0; i < s->forces; i++) {
        const GeomsTreeForce *given = s->force + i;
        const size_t column = (size_t)given->state * (size_t)ldb;
        double W[2][6];

        if (given->kind != GEOMS_FORCE_SERIES)
            continue;
        b[column + (size_t)given->state] = -given->c / given->d;
        geoms_force_by_state (given, s->sides + s->loops + i, W);
        for (int side = 0; side < 2; side++)
            add_work (s, given->side[side].body, W[side], f + column);
    }
}

/* memory for derivatives, when they are asked for first */
static int prepare (GeomsTreeSystem *s)
{
    const size_t nv = (size_t)s->tree.nv;

    if (s->by_q == NULL) {
        s->by_q = geoms_arena_reals (&s->arena, nv * nv);
        s->by_v = geoms_arena_reals (&s->arena, nv * nv);
        s->rows = geoms_arena_reals (&s->arena, 4 * (size_t)s->m * nv);
        s->flow = geoms_arena_reals (&s->arena, (size_t)s->nr * nv);
    }
    return s->arena.failed ? -1 : 0;
}

/* along the directions: - ID, forces, - C'lambda, rows of loops */
static void differentiate (GeomsTreeSystem *s, const double *lambda, const double *v,
                           const double *p, const double *alpha)
{
    const size_t nv = (size_t)s->tree.nv;

    geoms_tree_load (&s->state);
    if (s->sides_count == 0)
        geoms_tree_linearise (&s->linear, v, alpha);
    geoms_tree_inverse_derivatives (&s->linear, s->by_q, s->by_v);
    for (size_t i = 0; i < nv * nv; i++) {
        s->by_q[i] = -s->by_q[i];
        s->by_v[i] = -s->by_v[i];
    }
    add_forces (s, p, v);
    memset (s->rows, 0, 4 * (size_t)s->m * nv * sizeof (double));
    add_couplings (s);
    for (int i = 0; i < s->loops; i++)
        each_direction (s, s->loop[i].side, i, visit_loop, lambda);
}

/* columns of v but for Z: gII, gI and h~ = C v, f, whose rows begin at r_f; and of lambda, - C' */
static void put_velocities (const GeomsTreeSystem *s, int r_f, double *by_lambda, double *by_v,
                            int ldb)
{
    const int m = s->m, nv = s->tree.nv;
    const size_t ld = (size_t)ldb;

    for (int k = 0; k < nv; k++) {
        double *column = by_v + ld * (size_t)k;

        memcpy (column, s->rows + 4 * m * k + 3 * m, (size_t)m * sizeof *column);
        memcpy (column + r_f, s->by_v + nv * k, (size_t)nv * sizeof *column);
    }
    geoms_tree_rows (s, by_v + m, ldb);
    for (int r = 0; r < m; r++)
        for (int k = 0; k < nv; k++)
            by_lambda[ld * (size_t)r + (size_t)(r_f + k)]
                = -by_v[ld * (size_t)k + (size_t)(m + r)];
}

int geoms_tree_blocks (double t, const double *x, const double *alpha, double *B, int ldb,
                       void *user)
{
    GeomsTreeSystem *s = user;
    const int nl = s->nl, m = s->m, nr = s->nr, nv = s->tree.nv, r_g = 2 * m + s->tree.quaternions,
              r_b = r_g + nl, r_f = r_b + nr;
    const double *v = geoms_tree_velocities (s, x), *p = v + nv;
    double *by_r = B + (size_t)ldb * (size_t)m, *by_v = by_r + (size_t)ldb * (size_t)nr,
           *by_p = by_v + (size_t)ldb * (size_t)nv;
    int status = prepare (s);

    if (status == 0)
        status = geoms_tree_signals (s, 1, &t);
    if (status == 0)
        status = geoms_tree_at (s, 0, x, alpha) != 0;
    if (status != 0)
        return status;
    differentiate (s, x, v, p, alpha);
    put_positions (s, p, 2 * m, s->rows, 4 * m, by_p, ldb);
    put_positions (s, p, nl, s->rows + 2 * m, 4 * m, by_p + r_g, ldb);
    put_positions (s, p, nr, s->flow, nr, by_p + r_b, ldb);
    put_positions (s, p, nv, s->by_q, nv, by_p + r_f, ldb);
    put_velocities (s, r_f, B, by_v, ldb);
    put_series (s, by_r + r_b, by_r + r_f, ldb);
    put_quaternions (s, p, v, by_p + 2 * m, by_v + r_f + nv, by_p + r_f + nv, ldb);
    return 0;
}
