/* own.c - a tree with rows, unknowns and forces of the user's own, as the mechanical form
 *
 *     M v' = f + f_o + sum J'(wrenches of laws) - Z'([G; G_o]'lambda + [H; H_o]'mu)
 *     g, gI, gII, h~, hI, r' = b, e:  the tree's, then those of the user;   d, c: the user's
 *     G Z = C:  G = C Z+,   Z+ = 4 (E/2)'/ e'e of a quaternion, as E'E = e'e 1
 *
 * x = [ w | lambda; lambda_o | mu; mu_o | r; r_o | v | s | p ]. The user's functions see all of it;
 * the tree sees [ lambda | mu | r | v | p ].
 */
#include <string.h>

#include "base/linalg.h"
#include "model/equations.h"
#include "tree_system.h"

/* places in a column that the user gives */
typedef struct Given {
    int f, g, G, gI, gpart, h, H, hpart, b, d, c, e, wrench, size;
} Given;

struct GeomsTreeOwned {
    GeomsTreeOwn own;
    GeomsDims tree, all;
    Given at;
    double *x, *parts;       /* a state and a column of parts of the tree                       */
    double *given, *motion;  /* one batch of the user's                                         */
    double *force;           /* nv: f_o - Z'(G_o'lambda_o + H_o'mu_o)                           */
    int capacity;
};

/* ---- places ---- */

static int next (int *place, int size)
{
    const int begin = *place;

    *place += size;
    return begin;
}

static Given places_of (const GeomsTreeOwn *own, const GeomsDims *tree)
{
    const GeomsDims *d = &own->dims;
    Given at = {0};
    int *size = &at.size;

    at.f = next (size, tree->nv);
    at.g = next (size, d->nl);
    at.G = next (size, d->nl * tree->np);
    at.gI = next (size, d->nl);
    at.gpart = next (size, d->nl);
    at.h = next (size, d->nm);
    at.H = next (size, d->nm * tree->np);
    at.hpart = next (size, d->nm);
    at.b = next (size, d->nr);
    at.d = next (size, d->nw);
    at.c = next (size, d->ns);
    at.e = next (size, d->ni);
    at.wrench = next (size, 6 * own->laws);
    return at;
}

/* ---- states ---- */

/* where the first of the user's multipliers are */
static const double *own_lambda (const GeomsTreeOwned *o, const double *x)
{
    return x + o->all.nw + o->tree.nl;
}
static const double *own_mu (const GeomsTreeOwned *o, const double *x)
{
    return x + o->all.nw + o->all.nl + o->tree.nm;
}

const double *geoms_tree_own_state (const GeomsTreeSystem *s, const double *x)
{
    const GeomsTreeOwned *o = s->owned;

    if (o == NULL)
        return x;
    const GeomsDims *a = &o->all, *t = &o->tree;
    const double *lambda = x + a->nw, *mu = lambda + a->nl, *r = mu + a->nm, *v = r + a->nr,
                 *p = v + a->nv + a->ns;
    double *to = o->x;
#define TAKE(from, count)                                       \
    memcpy (to, from, (size_t)(count) * sizeof *to);           \
    to += (count)
    TAKE (lambda, t->nl);
    TAKE (mu, t->nm);
    TAKE (r, t->nr);
    TAKE (v, t->nv);
    TAKE (p, t->np);
#undef TAKE
    return o->x;
}

/* ---- what the user gives ---- */

/* motions of the bodies that laws act on, at k states whose signals are there */
static void put_motions (GeomsTreeSystem *s, int k, const double *x, int ldx)
{
    const GeomsTreeOwned *o = s->owned;

    for (int j = 0; j < k; j++) {
        const double *at = geoms_tree_own_state (s, x + (size_t)j * (size_t)ldx);

        geoms_tree_drive (s, j);
        geoms_tree_place (&s->state, geoms_tree_positions (s, at));
        geoms_tree_move (&s->state, geoms_tree_velocities (s, at));
        for (int i = 0; i < o->own.laws; i++)
            geoms_tree_motion (&s->state, o->own.body[i],
                               o->motion + GEOMS_TREE_MOTION * (j * o->own.laws + i));
    }
}

static int ask (GeomsTreeSystem *s, int k, const double *t, const double *x, int ldx)
{
    GeomsTreeOwned *o = s->owned;
    const int status = geoms_tree_signals (s, k, t);

    if (status != 0)
        return status;
    if (o->own.laws > 0)
        put_motions (s, k, x, ldx);
    return o->own.blocks (k, t, x, ldx, o->motion, o->given, o->at.size, o->own.user);
}

/* wrenches about the origins of bodies as described, among the forces at the state at hand */
static void push (GeomsTreeSystem *s, const double *wrench)
{
    const GeomsTreeOwn *own = &s->owned->own;

    for (int i = 0; i < own->laws; i++, wrench += 6) {
        const GeomsTreeSeat *seat = s->tree.seat + own->body[i];
        double from[3], moment[3], *sum;

        if (seat->body == GEOMS_GROUND)
            continue;
        sum = s->state.wrench + 6 * seat->body;
        geoms_turn3 (s->state.body[seat->body].R, seat->x, from);
        geoms_cross (from, wrench + 3, moment);
        geoms_axpy6 (1, wrench, sum);
        geoms_axpy3 (1, moment, sum);
    }
}

/* ---- blocks of the whole ---- */

/* G = C Z+ of the columns of one body: m rows, those of C ldc apart, of G ld, which are 0 */
static void unturn_body (const GeomsTreeBody *b, int m, const double *C, int ldc, const double *e,
                         double *G, int ld)
{
    const int plain = geoms_tree_plain (b);

    for (int k = 0; k < plain; k++)
        memcpy (G + k * ld, C + k * ldc, (size_t)m * sizeof *G);
    if (plain == b->columns)
        return;
    const double ee = e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3];

    for (int k = 0; k < 3; k++) {
        double omega[3] = {0}, half[4];

        omega[k] = 4 / ee;
        geoms_quaternion_rate (e, omega, half);
        for (int l = 0; l < 4; l++)
            for (int r = 0; r < m; r++)
                G[r + (plain + l) * ld] += half[l] * C[r + (plain + k) * ldc];
    }
}

/* one block: those of the tree, then the user's */
static double *join (double *out, const double *first, int m, const double *second, int n)
{
    memcpy (out, first, (size_t)m * sizeof *out);
    memcpy (out + m, second, (size_t)n * sizeof *out);
    return out + m + n;
}

/* rows of m of C, then n of `own`, of a matrix of np columns */
static double *join_rows (const GeomsTreeSystem *s, double *out, int m, const double *C,
                          const double *own, int n)
{
    const GeomsTreeOwned *o = s->owned;
    const int np = o->tree.np, ld = m + n, ldc = o->tree.nl + o->tree.nm;
    const double *p = geoms_tree_positions (s, o->x);

    memset (out, 0, (size_t)ld * (size_t)np * sizeof *out);
    for (int i = 0; i < s->tree.count; i++) {
        const GeomsTreeBody *b = s->tree.body + i;
        unturn_body (b, m, C + (size_t)b->column * (size_t)ldc, ldc,
                     p + b->q + geoms_tree_plain (b), out + (size_t)b->q * (size_t)ld, ld);
    }
    geoms_copy (n, np, own, n, out + m, ld);
    return out + (size_t)ld * (size_t)np;
}

/* out = [ M; Z; f; g; G; gI; gpart; h~; H; hpart; b; d; c; e ], from the parts of the tree
 * [ M; Z; f; C; g; gI; h~; gII; hI; b; e ] and what is given */
static void compose (const GeomsTreeSystem *s, const double *given, double *out)
{
    const GeomsTreeOwned *o = s->owned;
    const GeomsDims *t = &o->tree, *w = &o->own.dims;
    const Given *at = &o->at;
    const int nv = t->nv, head = nv * nv + (s->tree.quaternions > 0 ? t->np * nv : 0);
    const double *f = o->parts + head, *C = f + nv, *g = C + (size_t)(t->nl + t->nm) * (size_t)nv,
                 *gI = g + t->nl, *h = gI + t->nl, *gII = h + t->nm, *hI = gII + t->nl,
                 *b = hI + t->nm, *e = b + t->nr;

    memcpy (out, o->parts, (size_t)head * sizeof *out);
    out += head;
    for (int i = 0; i < nv; i++)
        out[i] = f[i] + given[at->f + i];
    /* constraints */
    out = join (out + nv, g, t->nl, given + at->g, w->nl);
    out = join_rows (s, out, t->nl, C, given + at->G, w->nl);
    out = join (out, gI, t->nl, given + at->gI, w->nl);
    out = join (out, gII, t->nl, given + at->gpart, w->nl);
    out = join (out, h, t->nm, given + at->h, w->nm);
    out = join_rows (s, out, t->nm, C + t->nl, given + at->H, w->nm);
    out = join (out, hI, t->nm, given + at->hpart, w->nm);
    /* other rows */
    out = join (out, b, t->nr, given + at->b, w->nr);
    out = join (out, given + at->d, w->nw, given + at->c, w->ns);
    join (out, e, t->ni, given + at->e, w->ni);
}

static int blocks (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                   void *user)
{
    GeomsTreeSystem *s = user;
    const GeomsTreeOwned *o = s->owned;
    int status = ask (s, k, t, x, ldx);

    for (int j = 0; j < k && status == 0; j++) {
        const double *given = o->given + (size_t)j * (size_t)o->at.size;

        status = geoms_tree_at (s, j, geoms_tree_own_state (s, x + (size_t)j * (size_t)ldx), NULL);
        if (status != 0)
            return 1;
        push (s, given + o->at.wrench);
        geoms_tree_parts_at (s, j, o->x, o->parts);
        compose (s, given, out + (size_t)j * (size_t)ldo);
    }
    return status;
}

/* de/d[v; s; p]: e'e - 1 of the quaternions, then the user's */
static int gradient (double t, const double *x, double *out, int ld, void *user)
{
    GeomsTreeSystem *s = user;
    const GeomsTreeOwned *o = s->owned;
    const double *p = geoms_tree_positions (s, geoms_tree_own_state (s, x));
    double *by_p = out + (o->all.nv + o->all.ns) * ld;

    for (int i = 0; i < o->all.nv + o->all.ns + o->all.np; i++)
        memset (out + i * ld, 0, (size_t)o->tree.ni * sizeof *out);
    for (int i = 0; i < s->tree.quaternions; i++)
        for (int k = s->tree.quaternion[i]; k < s->tree.quaternion[i] + 4; k++)
            by_p[i + k * ld] = 2 * p[k];
    return o->own.dims.ni == 0
               ? 0
               : o->own.gradient (t, x, out + o->tree.ni, ld, o->own.user);
}

static int ivcond (double t, const double *x, double *conditions, void *user)
{
    const GeomsTreeOwn *own = &((const GeomsTreeSystem *)user)->owned->own;

    return own->ivcond (t, x, conditions, own->user);
}

/* ---- for results ---- */

/* f_o - Z'(G_o'lambda_o + H_o'mu_o) */
static void own_forces (const GeomsTreeSystem *s, const double *x)
{
    GeomsTreeOwned *o = s->owned;
    const double *given = o->given, *p = geoms_tree_positions (s, o->x);
    const int np = o->tree.np;
    double *u = o->parts; /* np of it */

    memcpy (o->force, given + o->at.f, (size_t)o->tree.nv * sizeof *u);
    memset (u, 0, (size_t)np * sizeof *u);
    geoms_subtract_transposed (o->own.dims.nl, np, given + o->at.G, own_lambda (o, x), u);
    geoms_subtract_transposed (o->own.dims.nm, np, given + o->at.H, own_mu (o, x), u);
    for (int i = 0; i < s->tree.count; i++) {
        const GeomsTreeBody *b = s->tree.body + i;
        const int plain = geoms_tree_plain (b);

        for (int k = 0; k < b->columns; k++) {
            double omega[3] = {0}, half[4], *sum = o->force + b->column + k;

            if (k < plain) {
                *sum += u[b->q + k];
                continue;
            }
            omega[k - plain] = 1;
            geoms_quaternion_rate (p + b->q + plain, omega, half);
            for (int l = 0; l < 4; l++)
                *sum += half[l] * u[b->q + plain + l];
        }
    }
}

/* of the wrenches of laws, at one state */
static double power_of_laws (const GeomsTreeOwned *o)
{
    const double *wrench = o->given + o->at.wrench, *motion = o->motion;
    double power = 0;

    for (int i = 0; i < o->own.laws; i++, wrench += 6, motion += GEOMS_TREE_MOTION)
        power += geoms_dot3 (wrench, motion + 15) + geoms_dot3 (wrench + 3, motion + 12);
    return power;
}

int geoms_tree_own_act (GeomsTreeSystem *s, double t, const double *x, double *power)
{
    GeomsTreeOwned *o = s->owned;
    const double *v;
    int status;

    *power = 0;
    if (o == NULL)
        return 0;
    status = ask (s, 1, &t, x, 0);
    if (status != 0)
        return status;
    v = geoms_tree_velocities (s, geoms_tree_own_state (s, x));
    own_forces (s, x);
    for (int k = 0; k < o->tree.nv; k++) {
        s->tau[k] += o->force[k];
        *power += o->force[k] * v[k];
    }
    push (s, o->given + o->at.wrench);
    *power += power_of_laws (o);
    return 0;
}

/* ---- creation ---- */

/* sizes of the tree and of the user together */
static GeomsDims together (const GeomsDims *tree, const GeomsDims *own)
{
    GeomsDims all = *own;

    all.np = tree->np;
    all.nv = tree->nv;
    all.nl += tree->nl;
    all.nm += tree->nm;
    all.nr += tree->nr;
    all.ni += tree->ni;
    return all;
}

static void reserve (GeomsTreeSystem *s, GeomsTreeOwned *o)
{
    const GeomsDims *t = &o->tree, *a = &o->all;
    const int n = a->nw + a->nl + a->nm + a->nr + a->nv + a->ns + a->np;
    const size_t nv = (size_t)t->nv, np = (size_t)t->np, rows = (size_t)(t->nl + t->nm);

    o->capacity = geoms_int_max (n + 1, GEOMS_CHUNK);
    o->x = geoms_arena_reals (&s->arena, rows + (size_t)t->nr + nv + np);
    o->parts = geoms_arena_reals (&s->arena, nv * (nv + np + 1 + rows) + np + 3 * rows
                                                 + (size_t)(t->nr + t->ni));
    o->given = geoms_arena_reals (&s->arena, (size_t)o->capacity * (size_t)o->at.size);
    o->motion = geoms_arena_reals (&s->arena, GEOMS_TREE_MOTION * (size_t)o->capacity
                                                  * (size_t)o->own.laws);
    o->force = geoms_arena_reals (&s->arena, nv);
}

static GeomsTreeOwned *make (GeomsTreeSystem *s, const GeomsTreeOwn *own, const GeomsDims *tree)
{
    GeomsTreeOwned *o = geoms_arena_get (&s->arena, 1, sizeof *o);
    int *body = geoms_arena_ints (&s->arena, (size_t)own->laws);

    if (s->arena.failed)
        return NULL;
    o->own = *own;
    for (int i = 0; i < own->laws; i++)
        body[i] = own->body[i];
    o->own.body = body;
    o->tree = *tree;
    o->all = together (tree, &own->dims);
    o->at = places_of (own, tree);
    reserve (s, o);
    return s->arena.failed ? NULL : o;
}

GeomsComposed *geoms_tree_add_own (GeomsTreeSystem *s, const GeomsTreeOwn *own, GeomsModel *model)
{
    GeomsTreeOwned *o = make (s, own, &model->dims);

    if (o == NULL)
        return NULL;
    s->owned = o;
    s->patterns = NULL; /* the whole is dense                                                   */
    const GeomsMechanical form = {
        .dims = o->all,
        .mass_structure = GEOMS_MASS_FULL,
        .autonomous = model->autonomous && own->autonomous,
        .kinematics = s->tree.quaternions > 0,
        .uses_multipliers = own->uses_multipliers,
        .blocks = blocks,
        .gradient = own->dims.ni == 0 || own->gradient != NULL ? gradient : NULL,
        .ivcond = own->ivcond != NULL ? ivcond : NULL,
        .user = s,
    };
    return geoms_mechanical_create (&form, model);
}
