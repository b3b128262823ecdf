/* tree_evaluate.c - M, f, C, g, gI, h~, gamma of a tree at given states, and what follows from them
 *
 *     wrenches of all forces -> bodies,   f = tau - ID (p, v, 0)
 *     [gII; hI] = C v' + gamma,   v' = M^-1 (f - C'[lambda; mu]) in O(N), or held.c
 */
#include <string.h>

#include "tree_system.h"

/* ---- forces ---- */

/* which the core keeps about the body's origin */
void geoms_tree_add_wrench (GeomsTreeSystem *s, int body, double scale, const double *wrench)
{
    double *sum = s->state.wrench + 6 * body, from[3], n[3];

    if (body == GEOMS_GROUND)
        return;
    for (int k = 0; k < 3; k++)
        from[k] = s->state.body[body].x[k] - s->linear.origin[k];
    geoms_cross (from, wrench + 3, n);
    geoms_axpy6 (scale, wrench, sum);
    geoms_axpy3 (-scale, n, sum);
}

/* a wheel lies on its plane, or a joint's function has no value */
static int is_lost (const GeomsTreeSystem *s)
{
    int lost = geoms_tree_has_no_map (&s->state);

    for (int k = 0; k < s->closing; k++)
        lost |= geoms_row_is_lost (s->row + k, s->sides + s->row[k].loop);
    return lost;
}

int geoms_tree_act (GeomsTreeSystem *s, const double *r, const double *p, const double *v)
{
    double wrench[2][6], by_q, by_v;

    if (s->sides_count > 0 || s->owned != NULL) /* else they stay 0 */
        memset (s->state.wrench, 0, 6 * (size_t)s->tree.count * sizeof (double));
    memset (s->tau, 0, (size_t)s->tree.nv * sizeof (double));
    for (int i = 0; i < s->forces; i++) {
        GeomsTreeForce *f = s->force + i;
        GeomsTreeSides *sides = s->sides + s->loops + i;

        if (geoms_force_in_joint (f)) {
            s->tau[f->velocity] += geoms_force_joint (f, p, v, &by_q, &by_v);
            continue;
        }
        f->stretch = f->kind == GEOMS_FORCE_SERIES ? r[f->state] : 0;
        geoms_sides_at (&s->linear, f->side, sides);
        if (geoms_force_wrenches (f, sides, wrench) != 0)
            return 1;
        geoms_tree_add_wrench (s, f->side[0].body, 1, wrench[0]);
        geoms_tree_add_wrench (s, f->side[1].body, 1, wrench[1]);
    }
    return is_lost (s);
}

/* ---- states ---- */

void geoms_tree_look (GeomsTreeSystem *s)
{
    geoms_tree_linear_begin (&s->linear);
    for (int i = 0; i < s->forces; i++)
        for (int k = 0; k < 2 && ! geoms_force_in_joint (s->force + i); k++)
            if (s->force[i].side[k].body != GEOMS_GROUND)
                geoms_tree_linear_velocity (&s->linear, s->force[i].side[k].body);
}

void geoms_tree_stand (GeomsTreeSystem *s, const double *p, const double *v, const double *vdot)
{
    geoms_tree_place (&s->state, p);
    geoms_tree_move (&s->state, v);
    if (s->sides_count > 0 && (s->loops > 0 || vdot != NULL))
        geoms_tree_linearise (&s->linear, v, vdot);
    else if (s->sides_count > 0)
        geoms_tree_look (s);
    for (int i = 0; i < s->loops; i++) {
        const GeomsTreeLoop *l = s->loop + i;

        geoms_sides_at (&s->linear, l->side, s->sides + i);
        for (int part = 0; part < 2; part++)
            for (int k = l->first[part]; k < l->first[part] + l->rows[part]; k++)
                geoms_row_wrenches (s->row + k, s->sides + i, (double (*)[6]) (s->wrench + 12 * k));
    }
}

int geoms_tree_at (GeomsTreeSystem *s, int j, const double *x, const double *vdot)
{
    const double *v = geoms_tree_velocities (s, x), *p = geoms_tree_positions (s, x);

    geoms_tree_drive (s, j);
    geoms_tree_stand (s, p, v, vdot);
    return geoms_tree_act (s, x + s->m, p, v);
}

void geoms_tree_norms (const GeomsTreeSystem *s, const double *p, double *e)
{
    for (int i = 0; i < s->tree.quaternions; i++) {
        const double *q = p + s->tree.quaternion[i];
        e[i] = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1;
    }
}

void geoms_tree_flows (const GeomsTreeSystem *s, double *b)
{
    for (int i = 0; i < s->forces; i++)
        if (s->force[i].kind == GEOMS_FORCE_SERIES)
            b[s->force[i].state] = geoms_force_flow (s->force + i, s->sides + s->loops + i);
}

/* ---- callbacks ---- */

/* Z (np x nv): ones, and E / 2 */
static void kinematics (const GeomsTreeSystem *s, const double *p, double *Z)
{
    const size_t np = (size_t)s->tree.np;

    memset (Z, 0, np * (size_t)s->tree.nv * sizeof *Z);
    for (int i = 0; i < s->tree.count; i++) {
        const GeomsTreeBody *b = s->tree.body + i;
        const int plain = geoms_tree_plain (b), turns = plain < b->columns;

        for (int k = 0; k < plain; k++)
            Z[(size_t)(b->q + k) + (size_t)(b->column + k) * np] = 1;
        for (int k = 0; turns && k < 3; k++) {
            double omega[3] = {0};
            omega[k] = 1;
            geoms_quaternion_rate (p + b->q + plain, omega,
                                   Z + b->q + plain + (size_t)(b->column + plain + k) * np);
        }
    }
}

double *geoms_tree_rest_at (GeomsTreeSystem *s, int j, const double *x, double *out)
{
    const size_t nv = (size_t)s->tree.nv, np = (size_t)s->tree.np, m = (size_t)s->m;
    double *Z = out + nv * nv, *f = Z + (s->tree.quaternions > 0 ? np * nv : 0), *C = f + nv,
           *g = C + m * nv, *gI = g + s->nl, *gII = gI + m;

    if (s->tree.quaternions > 0)
        kinematics (s, geoms_tree_positions (s, x), Z);
    memset (C, 0, m * nv * sizeof *C);
    geoms_tree_rows (s, C, s->m);
    geoms_tree_levels (s, j, x, g, gI, gII);
    geoms_tree_flows (s, gII + m);
    geoms_tree_norms (s, geoms_tree_positions (s, x), gII + m + s->nr);
    return f;
}

void geoms_tree_parts_at (GeomsTreeSystem *s, int j, const double *x, double *out)
{
    double *f = geoms_tree_rest_at (s, j, x, out);

    geoms_tree_balance (&s->state, s->tau, f);
    geoms_tree_mass (&s->state, out);
}

void geoms_tree_apply (GeomsTreeSystem *s, const double *lambda)
{
    for (int r = 0; r < s->m; r++)
        for (int side = 0; side < 2 && ! geoms_tree_row_couples (s, r); side++)
            geoms_tree_add_wrench (s, s->loop[s->row[r].loop].side[side].body, -lambda[r],
                                   s->wrench + 12 * r + 6 * side);
    for (int i = 0; i < s->couplings; i++)
        for (int l = 0; l < s->coupling[i].count; l++)
            s->tau[s->coupling[i].velocity[l]]
                -= lambda[s->closing + i] * s->coupling[i].coefficient[l];
}

int geoms_tree_has_lost (const GeomsTreeSystem *s)
{
    int lost = 0;

    /* 1 / D, also where it is infinite or NaN */
    for (int k = 0; k < s->tree.nv; k++)
        lost |= ! s->zero[k] && ! (s->state.D[k] > 0 && s->state.D[k] <= s->most[k]);
    return lost;
}

int geoms_tree_solve (GeomsTreeSystem *s, int j, const double *x, double *vdot)
{
    int lost;

    if (s->holds > 0)
        lost = geoms_tree_solve_held (s, j, x, vdot);
    else {
        geoms_tree_accelerations (&s->state, s->zero, s->tau, vdot);
        lost = geoms_tree_has_lost (s);
    }
    return lost && s->dense != NULL && s->tree.maps > 0 ? geoms_tree_solve_dead (s, j, x, vdot)
                                                         : lost;
}

/* rda of one state, time number j, whose forces are at hand */
static int rda_at (GeomsTreeSystem *s, int j, const double *x, double *rda)
{
    double *gII = rda, *gI = gII + s->m, *e = gI + s->m, *g = e + s->tree.quaternions,
           *b = g + s->nl, *f = b + s->nr, *f_kin = f + s->tree.nv;

    geoms_tree_apply (s, x);
    geoms_tree_balance (&s->state, s->tau, f);
    geoms_tree_levels (s, j, x, g, gI, gII);
    geoms_tree_norms (s, geoms_tree_positions (s, x), e);
    geoms_tree_flows (s, b);
    geoms_tree_rate (&s->tree, geoms_tree_positions (s, x), geoms_tree_velocities (s, x), f_kin);
    if (s->m == 0)
        return 0;
    /* [gII; hI] = C v' + gamma */
    if (geoms_tree_solve (s, j, x, s->vdot) != 0)
        return 1;
    geoms_tree_add_accelerations (s, s->vdot, gII);
    return 0;
}

int geoms_tree_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                    void *user)
{
    GeomsTreeSystem *s = user;
    const int status = geoms_tree_signals (s, k, t);

    for (int j = 0; status == 0 && j < k; j++, x += ldx, out += ldo) {
        if (geoms_tree_at (s, j, x, NULL) != 0 || rda_at (s, j, x, out) != 0)
            return 1;
    }
    return status;
}
