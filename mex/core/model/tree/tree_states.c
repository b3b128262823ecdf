/* tree_states.c - x', and M, f, ... of a tree at the states of one call, some of them side by side
 *
 *     x' = [ b; v'; Z v ],   v' = M^-1 (tau - ID (p, v, 0)) in O(N), of trees with regular M
 *     parts = [ M; Z; f; C; g; gI; gII; b; e ],   f = tau - ID (p, v, 0)
 */
#include <string.h>

#include "tree_system.h"

/* what is asked for */
enum { RATES, PARTS };

/* states of a call, from time number j on */
typedef struct States {
    int what, j;
    const double *x;
    double *out;
    int ldx, ldo;
} States;

/* r' and p': all of x' but v' */
static void rates_at (const GeomsTreeSystem *s, const double *x, double *out)
{
    geoms_tree_flows (s, out);
    geoms_tree_rate (&s->tree, geoms_tree_positions (s, x), geoms_tree_velocities (s, x),
                     out + s->nr + s->tree.nv);
}

/* ---- one state ---- */

static int in_plane (GeomsTreeSystem *s, int j, const double *x, double *out)
{
    const double *v = geoms_tree_velocities (s, x), *p = geoms_tree_positions (s, x);
    double g[3];

    geoms_tree_drive (s, j);
    geoms_turn_back3 (s->plane->N, s->state.gravity, g);
    memcpy (s->flat.gravity, g, sizeof s->flat.gravity);
    geoms_plane_move (&s->flat, p, v);
    if (s->plane->pushed) {
        geoms_plane_show (&s->flat, v, &s->state);
        geoms_tree_look (s);
    }
    if (geoms_tree_act (s, x + s->m, p, v) != 0)
        return 1;
    for (int i = 0; i < s->tree.count && s->plane->pushed; i++)
        geoms_plane_flatten (s->plane, s->state.wrench + 6 * i, s->flat.wrench + 3 * i);
    rates_at (s, x, out);
    geoms_plane_accelerations (&s->flat, NULL, s->tau, out + s->nr);
    memcpy (s->state.D, s->flat.D, (size_t)s->tree.nv * sizeof (double));
    return geoms_tree_has_lost (s);
}

static int alone (GeomsTreeSystem *s, const States *all)
{
    if (all->what == RATES && s->plane != NULL)
        return in_plane (s, all->j, all->x, all->out);
    if (geoms_tree_at (s, all->j, all->x, NULL) != 0)
        return 1;
    if (all->what == PARTS && s->patterns != NULL)
        geoms_tree_put_parts (s, all->j, all->x, all->out);
    else if (all->what == PARTS)
        geoms_tree_parts_at (s, all->j, all->x, all->out);
    if (all->what == PARTS)
        return 0;
    rates_at (s, all->x, all->out);
    return geoms_tree_solve (s, all->j, all->x, all->out + s->nr);
}

/* ---- several side by side ---- */

/* whether frames are found one state after the other: where loops close, forces act on bodies, or
 * joints are the user's */
static int is_moved (const GeomsTreeSystem *s) { return s->sides_count > 0 || s->tree.maps > 0; }

/* number i of k: everything but v', or M and f; the last one in all places that are left */
static int put (GeomsTreeSystem *s, const GeomsLanes *ops, void *lanes, const States *all, int i,
                int k)
{
    const double *x = all->x + (size_t)i * (size_t)all->ldx, *v = geoms_tree_velocities (s, x),
                 *p = geoms_tree_positions (s, x);
    double *out = all->out + (size_t)i * (size_t)all->ldo;
    const int moved = is_moved (s);

    geoms_tree_drive (s, all->j + i);
    if (moved)
        geoms_tree_stand (s, p, v, NULL);
    if (geoms_tree_act (s, x + s->m, p, v) != 0)
        return 1;
    if (all->what == PARTS)
        geoms_tree_rest_at (s, all->j + i, x, out);
    else
        rates_at (s, x, out);
    for (int lane = i; lane == i || (i == k - 1 && lane < ops->count); lane++) {
        if (moved)
            ops->put_moved (lanes, lane, &s->state, s->tau);
        else
            ops->put (lanes, lane, &s->state, p, v, s->tau);
    }
    return 0;
}

static int get (GeomsTreeSystem *s, const GeomsLanes *ops, const void *lanes, const States *all,
                int i)
{
    const size_t nv = (size_t)s->tree.nv, np = (size_t)s->tree.np;
    double *out = all->out + (size_t)i * (size_t)all->ldo;

    if (all->what == PARTS) {
        ops->get_balance (lanes, i, out, out + nv * nv + (s->tree.quaternions > 0 ? np * nv : 0));
        return 0;
    }
    ops->get (lanes, i, out + s->nr, s->state.D);
    return geoms_tree_has_lost (s);
}

/* k states in room number `kind` */
static int together (GeomsTreeSystem *s, int kind, const States *all, int k)
{
    const GeomsLanes *ops = geoms_lanes (kind);
    const int moved = is_moved (s);
    void *lanes = s->lanes[all->what][kind];
    int status = 0;

    for (int i = 0; i < k && status == 0; i++)
        status = put (s, ops, lanes, all, i, k);
    if (status != 0)
        return status;
    if (all->what == PARTS)
        ops->balance (lanes, moved);
    else
        ops->accelerations (lanes, moved);
    for (int i = 0; i < k; i++)
        status |= get (s, ops, lanes, all, i);
    return status;
}

/* The kind of room for the next of k states: one that more than half of is filled; -1: for none.
 * Rooms are made when they are first asked for; without memory states come one by one, parts by
 * patterns, too, and x' in a plane where forces act on bodies: frames of each would have to be found
 * twice. */
static int room_for (GeomsTreeSystem *s, int what, int k)
{
    if (what == RATES ? s->plane != NULL && s->plane->pushed : s->patterns != NULL)
        return -1;
    for (int kind = 0; kind < GEOMS_LANES_KINDS; kind++) {
        const GeomsLanes *ops = geoms_lanes (kind);
        void **room = &s->lanes[what][kind];

        if (ops == NULL || 2 * k <= ops->count)
            continue;
        if (*room == NULL)
            *room = ops->create (&s->tree, what == RATES ? s->plane : NULL, what == PARTS);
        if (*room != NULL)
            return kind;
    }
    return -1;
}

/* ---- callbacks ---- */

static int evaluate (GeomsTreeSystem *s, States all, int k, const double *t)
{
    int status = geoms_tree_signals (s, k, t);

    for (int next; all.j < k && status == 0; all.j += next) {
        const int kind = room_for (s, all.what, k - all.j);

        next = kind < 0 ? 1 : geoms_int_min (k - all.j, geoms_lanes (kind)->count);
        status = kind < 0 ? alone (s, &all) : together (s, kind, &all, next);
        all.x += (size_t)next * (size_t)all.ldx;
        all.out += (size_t)next * (size_t)all.ldo;
    }
    return status;
}

int geoms_tree_parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                      void *user)
{
    return evaluate (user, (States){PARTS, 0, x, out, ldx, ldo}, k, t);
}

int geoms_tree_xdot (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     void *user)
{
    return evaluate (user, (States){RATES, 0, x, out, ldx, ldo}, k, t);
}
