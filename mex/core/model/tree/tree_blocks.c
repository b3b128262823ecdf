/* tree_blocks.c - derivatives of all rows at given accelerations and multipliers
 *
 *     R = [ C alpha + gamma; gI; h~; e; g; b; f - M alpha - C'[lambda; mu]; Z v ]
 *
 * Wrenches and rows of loops along the directions: tree_directions.c.
 */
#include <math.h>
#include <string.h>

#include "tree_system.h"

/* ---- one wrench ---- */

/* what a wrench does on the columns before the body: sum += S_i.W */
static void add_work (const GeomsTreeSystem *s, int body, const double *W, double *sum)
{
    for (int at = body; at != GEOMS_GROUND; at = s->tree.body[at].parent) {
        const GeomsTreeBody *b = s->tree.body + at;
        for (int i = b->column; i < b->column + b->columns; i++)
            sum[i] += geoms_dot6 (s->linear.column[i].S, W);
    }
}

/* ---- forces ---- */

static void visit_force (GeomsTreeSystem *s, int number, const GeomsTreeDirection *d,
                         const void *wrench)
{
    static const double none[6];
    const double (*W)[6] = wrench;
    const GeomsTreeForce *f = s->force + number;
    const GeomsTreeSides *sides = s->sides + s->loops + number;
    GeomsTreeSides along;
    double dW[2][6];

    for (int by_velocity = 0; by_velocity < 2; by_velocity++) {
        double *by = by_velocity ? s->by_v : s->by_q;

        geoms_sides_along (&s->linear, sides, d->column, d->moves, by_velocity, &along);
        geoms_force_wrenches_along (f, sides, &along, dW);
        for (int i = 0; i < 2; i++)
            if (by_velocity)
                geoms_tree_add_along (s, f->side[i].body, 1, none, dW[i], d->body, d->column, by);
            else
                geoms_tree_add_along (s, f->side[i].body, 1, W[i], dW[i], d->body, d->column, by);
        if (f->kind == GEOMS_FORCE_SERIES && ! by_velocity)
            s->flow[geoms_tree_place_flow (s, f->state, d->column)]
                = geoms_force_flow_along (f, sides, &along);
    }
}

static void add_forces (GeomsTreeSystem *s, const double *p, const double *v)
{
    for (int i = 0; i < s->forces; i++) {
        const GeomsTreeForce *f = s->force + i;
        double wrench[2][6], by_q, by_v;

        if (geoms_force_in_joint (f)) {
            const size_t at = geoms_tree_place_f (s, f->velocity, f->velocity);

            geoms_force_joint (f, p, v, &by_q, &by_v);
            s->by_q[at] += by_q;
            s->by_v[at] += by_v;
            continue;
        }
        geoms_force_wrenches (f, s->sides + s->loops + i, wrench);
        geoms_tree_each_direction (s, f->side, i, visit_force, wrench);
    }
}

/* ---- all ---- */

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
    const int nv = s->tree.nv;
    const size_t f = geoms_pattern_values (geoms_tree_pattern_f (s), nv, nv);

    if (s->by_q == NULL) {
        s->by_q = geoms_arena_reals (&s->arena, f);
        s->by_v = geoms_arena_reals (&s->arena, f);
        s->flow = geoms_arena_reals (&s->arena, s->patterns != NULL
                                                    ? (size_t)s->patterns->flow.start[nv]
                                                    : (size_t)s->nr * (size_t)nv);
    }
    return geoms_tree_rows_room (s);
}

/* along the directions: - ID, forces, - C'lambda, rows of loops */
static void differentiate (GeomsTreeSystem *s, const double *lambda, const double *v,
                           const double *p, const double *alpha)
{
    const GeomsPattern *pattern = geoms_tree_pattern_f (s);
    const size_t size = geoms_pattern_values (pattern, s->tree.nv, s->tree.nv);

    geoms_tree_load (&s->state);
    if (s->sides_count == 0)
        geoms_tree_linearise (&s->linear, v, alpha);
    geoms_tree_inverse_derivatives (&s->linear, pattern, s->by_q, s->by_v);
    for (size_t i = 0; i < size; i++) {
        s->by_q[i] = -s->by_q[i];
        s->by_v[i] = -s->by_v[i];
    }
    add_forces (s, p, v);
    geoms_tree_rows_along (s, lambda);
}

/* columns of v but for Z: gII, gI and h~ = C v, f, whose rows begin at r_f; and of lambda, - C' */
static void put_velocities (const GeomsTreeSystem *s, int r_f, double *by_lambda, double *by_v,
                            int ldb)
{
    const int m = s->m, nv = s->tree.nv;
    const size_t ld = (size_t)ldb;

    for (int k = 0; k < nv; k++) {
        double *column = by_v + ld * (size_t)k;

        memcpy (column, s->rows[3] + m * k, (size_t)m * sizeof *column);
        memcpy (column + r_f, s->by_v + nv * k, (size_t)nv * sizeof *column);
    }
    geoms_tree_rows (s, by_v + m, ldb);
    for (int r = 0; r < m; r++)
        for (int k = 0; k < nv; k++)
            by_lambda[ld * (size_t)r + (size_t)(r_f + k)]
                = -by_v[ld * (size_t)k + (size_t)(m + r)];
}

int geoms_tree_differentiate (GeomsTreeSystem *s, const double *x, const double *alpha)
{
    const double *v = geoms_tree_velocities (s, x);
    int status = prepare (s);

    if (status == 0)
        status = geoms_tree_at (s, 0, x, alpha) != 0;
    if (status == 0)
        differentiate (s, x, v, v + s->tree.nv, alpha);
    return status;
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
    int status = geoms_tree_signals (s, 1, &t);

    if (status == 0)
        status = geoms_tree_differentiate (s, x, alpha);
    if (status != 0)
        return status;
    if (s->patterns != NULL) {
        geoms_tree_put_blocks (s, x, B);
        return 0;
    }
    geoms_tree_put_positions (s, p, m, s->rows[0], m, by_p, ldb);
    geoms_tree_put_positions (s, p, m, s->rows[1], m, by_p + m, ldb);
    geoms_tree_put_positions (s, p, nl, s->rows[2], m, by_p + r_g, ldb);
    geoms_tree_put_positions (s, p, nr, s->flow, nr, by_p + r_b, ldb);
    geoms_tree_put_positions (s, p, nv, s->by_q, nv, by_p + r_f, ldb);
    put_velocities (s, r_f, B, by_v, ldb);
    put_series (s, by_r + r_b, by_r + r_f, ldb);
    put_quaternions (s, p, v, by_p + 2 * m, by_v + r_f + nv, by_p + r_f + nv, ldb);
    return 0;
}
