/* tree_results.c - what a state says of bodies and joints: motions, reactions, energy, power
 *
 *     v' = M^-1 (f - C'lambda),   mu_i = A a + p + sum of T'mu of the successors
 *     T = 1/2 sum V'A V,   U = - sum m g.c + sum of c (L - l0)^2 / 2 of springs
 *     P = power of dampers, forces, moments, stops, bushings, and of what drives joints:
 *     J'mu h' of joints, D'mu of maps that depend on t, - lambda b' of couplings c'q = b (t)
 *
 * mu is that of (11) of the paper, the wrench a joint transmits, its actuator's among it.
 */
#include <math.h>
#include <string.h>

#include "tree_system.h"

/* ---- motions ---- */

/* of a body as described: R, x, x', w, x'', w' */
static void put_motion (const GeomsTreeSystem *s, int described, double *out)
{
    const GeomsTreeSeat *seat = s->tree.seat + described;
    const GeomsTreeMotion *m = s->state.body + seat->body;
    const double *a = s->state.a + 6 * seat->body;
    double *xdd = out + GEOMS_TREE_MOTION, *wd = xdd + 3, from[3], across[3];

    geoms_tree_motion (&s->state, described, out);
    for (int k = 0; k < 3; k++) {
        xdd[k] = a[3 + k] + s->state.gravity[k];
        wd[k] = a[k];
    }
    geoms_turn3 (m->R, seat->x, from);
    geoms_cross (m->w, from, across);
    geoms_add_cross (m->w, across, xdd);
    geoms_add_cross (wd, from, xdd);
}

/* ---- reactions ---- */

/* (moment; force) in axes of the ground -> (force; moment) in axes R */
static void put_wrench (const double *R, const double *wrench, double *out)
{
    geoms_turn_back3 (R, wrench + 3, out);
    geoms_turn_back3 (R, wrench, out + 3);
}

static void put_joint (const GeomsTreeSystem *s, int described, double *out)
{
    const GeomsTreeSeat *seat = s->tree.seat + described;
    double before[9], F[9];

    /* R_F = R of the predecessor as described, turned */
    if (s->parent[described] >= 0) {
        const GeomsTreeSeat *on = s->tree.seat + s->parent[described];
        geoms_multiply3 (s->state.body[on->body].R, on->R, before);
        geoms_multiply3 (before, s->turned[described], F);
    } else
        memcpy (F, s->turned[described], sizeof F);
    put_wrench (F, s->state.bias + 6 * seat->body, out);
}

/* - sum of lambda w_B and mu w_B about P_B */
static void put_loop (const GeomsTreeSystem *s, int loop, const double *lambda, double *out)
{
    const GeomsTreeLoop *l = s->loop + loop;
    const GeomsTreeSides *sides = s->sides + loop;
    double sum[6] = {0}, arm[3], R[9];

    for (int part = 0; part < 2; part++)
        for (int r = l->first[part]; r < l->first[part] + l->rows[part]; r++)
            geoms_axpy6 (-lambda[r], s->wrench + 12 * r + 6, sum);
    geoms_cross (sides->at[1].x, sum + 3, arm);
    geoms_axpy3 (-1, arm, sum);
    for (int k = 0; k < 3; k++)
        geoms_set3 (sides->axis[0][k].x, R + 3 * k);
    put_wrench (R, sum, out);
}

/* about P_A on A, of a bushing about P_B on B; in axes of the value, of A of a bushing, of a spring
 * along its line; then in those of the ground. Of one in a joint a single number */
static void put_force (const GeomsTreeSystem *s, int number, const double *p, const double *v,
                       double *out)
{
    const GeomsTreeForce *f = s->force + number;
    const GeomsTreeSides *sides = s->sides + s->loops + number;
    const int bushing = f->kind == GEOMS_FORCE_BUSHING, on = bushing ? 1 : 0;
    double wrench[2][6], arm[3], R[9], by_q, by_v;

    memset (out, 0, 12 * sizeof *out);
    if (geoms_force_in_joint (f)) {
        out[0] = geoms_force_joint (f, p, v, &by_q, &by_v);
        return;
    }
    geoms_force_wrenches (f, sides, wrench);
    geoms_cross (sides->at[on].x, wrench[on] + 3, arm);
    geoms_axpy3 (-1, arm, wrench[on]);
    geoms_set3 (wrench[on] + 3, out + 6);
    geoms_set3 (wrench[on], out + 9);
    if (f->kind == GEOMS_FORCE_SPRING || f->kind == GEOMS_FORCE_SERIES) {
        const double *line = sides->span.x;
        out[0] = geoms_dot3 (line, out + 6) / sqrt (geoms_dot3 (line, line));
        return;
    }
    for (int k = 0; k < 3; k++)
        geoms_set3 (sides->axis[bushing ? 0 : 1][k].x, R + 3 * k);
    put_wrench (R, wrench[on], out);
}

/* ---- energy ---- */

/* after load: A is that of the bodies alone */
static void put_energy (const GeomsTreeSystem *s, const double *p, double energy[2])
{
    energy[0] = energy[1] = 0;
    for (int i = 0; i < s->tree.count; i++) {
        const GeomsTreeMotion *m = s->state.body + i;
        const GeomsTreeBody *b = s->tree.body + i;
        double V[6], h[6], mc[3];

        geoms_set3 (m->w, V);
        geoms_set3 (m->v, V + 3);
        geoms_inertia_apply (s->state.A + GEOMS_INERTIA * i, V, h);
        energy[0] += 0.5 * geoms_dot6 (V, h);
        geoms_turn3 (m->R, b->mc, mc);
        geoms_axpy3 (b->mass, m->x, mc);
        energy[1] -= geoms_dot3 (s->state.gravity, mc);
    }
    for (int i = 0; i < s->forces; i++) {
        const GeomsTreeForce *f = s->force + i;
        const double *span = s->sides[s->loops + i].span.x;
        double longer = 0;

        if (f->kind == GEOMS_FORCE_SPRING || f->kind == GEOMS_FORCE_SERIES)
            longer = sqrt (geoms_dot3 (span, span)) - f->l0 - f->stretch;
        else if (f->kind == GEOMS_FORCE_JOINT && f->coordinate >= 0)
            longer = p[f->coordinate] - f->l0;
        energy[1] += 0.5 * f->c * longer * longer;
    }
}

/* of a wrench about the common point on a body */
static double power_on (const GeomsTreeSystem *s, int body, const double *wrench)
{
    return body == GEOMS_GROUND ? 0 : geoms_dot6 (wrench, s->linear.V + 6 * body);
}

static double power_of_force (const GeomsTreeSystem *s, int number, const double *p,
                              const double *v)
{
    GeomsTreeForce f = s->force[number]; /* without its spring */
    double wrench[2][6], by_q, by_v;

    if (f.kind == GEOMS_FORCE_SERIES)
        return -f.d * pow (geoms_force_flow (&f, s->sides + s->loops + number), 2);
    if (f.kind == GEOMS_FORCE_JOINT || f.kind == GEOMS_FORCE_SPRING)
        f.c = 0;
    if (geoms_force_in_joint (&f))
        return v[f.velocity] * geoms_force_joint (&f, p, v, &by_q, &by_v);
    geoms_force_wrenches (&f, s->sides + s->loops + number, wrench);
    return power_on (s, f.side[0].body, wrench[0]) + power_on (s, f.side[1].body, wrench[1]);
}

/* what drives joints: J'mu of their columns, D'mu of those of the user's; couplings, whose forces
 * are - lambda c, c'v = b' */
static double power_of_drives (const GeomsTreeSystem *s, const double *lambda)
{
    double power = 0;

    for (int i = 0; i < s->tree.count; i++) {
        const GeomsTreeBody *b = s->tree.body + i;
        for (int k = 0; k < b->driven; k++)
            power += s->state.drive[1][b->q + k]
                     * geoms_dot6 (s->state.J + 6 * (b->column + k), s->state.bias + 6 * i);
        if (b->joint == GEOMS_JOINT_USER)
            power += geoms_dot6 (s->state.mapped[b->map].drift, s->state.bias + 6 * i);
    }
    for (int i = 0; i < s->couplings; i++)
        power -= lambda[s->closing + i] * geoms_tree_signal (s, s->coupling[i].signal, 1, 0);
    return power;
}

/* ---- all ---- */

int geoms_tree_results (GeomsTreeSystem *s, double t, const double *whole, GeomsTreeResults *r)
{
    const double *x = geoms_tree_own_state (s, whole);
    double power;
    const double *v = geoms_tree_velocities (s, x), *p = geoms_tree_positions (s, x);
    int status = geoms_tree_signals (s, 1, &t);

    if (status == 0)
        status = geoms_tree_at (s, 0, x, NULL) != 0;
    if (status == 0)
        status = geoms_tree_own_act (s, t, whole, &power);
    if (status != 0)
        return status;
    geoms_tree_apply (s, x);
    if (geoms_tree_solve (s, 0, x, s->vdot) != 0)
        return 2;
    geoms_tree_load (&s->state);
    put_energy (s, p, r->energy);
    geoms_tree_inverse (&s->state, s->vdot, s->tau);
    for (int i = 0; i < s->tree.described; i++) {
        if (r->motion != NULL)
            put_motion (s, i, r->motion + 24 * i);
        if (r->joint != NULL)
            put_joint (s, i, r->joint + 6 * i);
    }
    for (int i = 0; i < s->loops && r->loop != NULL; i++)
        put_loop (s, i, x, r->loop + 6 * i);
    r->power = power + power_of_drives (s, x);
    for (int i = 0; i < s->forces; i++) {
        if (r->force != NULL)
            put_force (s, i, p, v, r->force + 12 * i);
        r->power += power_of_force (s, i, p, v);
    }
    return 0;
}
