/* tree_patterns.c - trees with rows and few entries: which are there, and parts and B by their values
 *
 *     M       columns of bodies of which one hangs on the other
 *     C       columns of the bodies before either side of a row's loop, "its bodies"
 *     f, B    as M, and the bodies of each loop and each force beside each other; f by v those of forces
 *
 * A quaternion's three columns have the same rows, and so have its four coordinates. Branches induce
 * these zeros: Featherstone, Rigid Body Dynamics Algorithms (2008), 6.4.
 */
#include <stdlib.h>
#include <string.h>

#include "tree_system.h"

/* patterns are for more velocities than these, and fewer entries than this part of nv x nv in M and
 * in the derivatives of forces: choices; dense matrices of trees that hardly branch take less */
enum { FEW = 20 };
static const double WORTH = 0.25;

/* ---- the bodies of loops and forces ---- */

/* the bodies before either side of loop or force number e: body[start[e]] ... */
typedef struct Elements {
    GeomsArena arena;
    int count, *start, *body, *mark;
} Elements;

/* sides of an element: loops, then forces; NULL: a force in a joint */
static const GeomsTreePoint *sides_of (const GeomsTreeSystem *s, int e)
{
    if (e < s->loops)
        return s->loop[e].side;
    return geoms_force_in_joint (s->force + e - s->loops) ? NULL : s->force[e - s->loops].side;
}

/* counts the bodies of an element, or puts them into a list */
static int each_body (const GeomsTreeSystem *s, int e, int *list)
{
    const GeomsTreePoint *side = sides_of (s, e);
    int count = 0;

    for (int i = 0; i < 2 && side != NULL; i++)
        for (int at = side[i].body; at != GEOMS_GROUND; at = s->tree.body[at].parent) {
            if (i == 1 && side[0].body != GEOMS_GROUND
                && geoms_tree_hangs (&s->tree, side[0].body, at))
                break; /* the rest has been there */
            if (list != NULL)
                list[count] = at;
            count++;
        }
    return count;
}

static void find_elements (const GeomsTreeSystem *s, Elements *all)
{
    all->count = s->loops + s->forces;
    all->start = geoms_arena_ints (&all->arena, (size_t)all->count + 1);
    all->mark = geoms_arena_ints (&all->arena, (size_t)s->tree.count);
    for (int e = 0; e < all->count && ! all->arena.failed; e++)
        all->start[e + 1] = all->start[e] + each_body (s, e, NULL);
    if (! all->arena.failed)
        all->body = geoms_arena_ints (&all->arena, (size_t)all->start[all->count]);
    for (int e = 0; e < all->count && ! all->arena.failed; e++)
        each_body (s, e, all->body + all->start[e]);
}

/* columns of them */
static double columns_of (const GeomsTreeSystem *s, const Elements *all, int e)
{
    double sum = 0;

    for (int i = all->start[e]; i < all->start[e + 1]; i++)
        sum += s->tree.body[all->body[i]].columns;
    return sum;
}

/* at most so many entries have M and the derivatives of forces */
static double entries_of (const GeomsTreeSystem *s, const Elements *all)
{
    double sum = 0;

    for (int i = 0; i < s->tree.count; i++) {
        const GeomsTreeBody *b = s->tree.body + i;

        sum += (double)b->columns * b->columns;
        for (int at = b->parent; at != GEOMS_GROUND; at = s->tree.body[at].parent)
            sum += 2.0 * b->columns * s->tree.body[at].columns;
    }
    for (int e = 0; e < all->count; e++)
        sum += columns_of (s, all, e) * columns_of (s, all, e);
    return sum;
}

/* ---- patterns by rows ---- */

/* entries row after row, each in columns that rise or not, then put in order by columns */
typedef struct Rows {
    int count, failed;
    size_t room_row, room_column;
    int *row, *column;
} Rows;

static void add (Rows *r, int row, int column)
{
    const size_t need = (size_t)r->count + 1;

    if (r->failed || geoms_grow ((void **)&r->row, &r->room_row, need, sizeof *r->row) != 0
        || geoms_grow ((void **)&r->column, &r->room_column, need, sizeof *r->column) != 0) {
        r->failed = 1;
        return;
    }
    r->row[r->count] = row;
    r->column[r->count++] = column;
}

/* the pattern of n columns; r is empty then */
static GeomsPattern close_rows (Rows *r, int n, GeomsArena *arena)
{
    int *start = geoms_arena_ints (arena, (size_t)n + 2),
        *row = geoms_arena_ints (arena, (size_t)r->count);

    arena->failed |= r->failed;
    for (int e = 0; e < r->count && ! arena->failed; e++)
        start[r->column[e] + 2]++;
    for (int j = 0; j < n && ! arena->failed; j++)
        start[j + 2] += start[j + 1];
    for (int e = 0; e < r->count && ! arena->failed; e++)
        row[start[r->column[e] + 1]++] = r->row[e];
    r->count = 0;
    return (GeomsPattern){start, row};
}

/* a row of all columns of a body */
static void add_body (const GeomsTreeSystem *s, Rows *r, int row, int body)
{
    const GeomsTreeBody *b = s->tree.body + body;

    for (int k = b->column; k < b->column + b->columns; k++)
        add (r, row, k);
}

/* rows of body i: the bodies before it, itself, all that hangs on it; with those of the elements that
 * it belongs to, found[i] ... */
static void add_related (const GeomsTreeSystem *s, Rows *r, Elements *all, const GeomsPattern *found,
                         int i)
{
    const GeomsTreeBody *b = s->tree.body + i;

    for (int row = b->column; row < b->column + b->columns; row++) {
        for (int at = i; at != GEOMS_GROUND; at = s->tree.body[at].parent) {
            add_body (s, r, row, at);
            all->mark[at] = row + 1;
        }
        for (int at = i + 1; at <= b->last; at++) {
            add_body (s, r, row, at);
            all->mark[at] = row + 1;
        }
        for (int k = found != NULL ? found->start[i] : 0; found != NULL && k < found->start[i + 1];
             k++)
            for (int l = all->start[found->row[k]]; l < all->start[found->row[k] + 1]; l++)
                if (all->mark[all->body[l]] != row + 1) {
                    add_body (s, r, row, all->body[l]);
                    all->mark[all->body[l]] = row + 1;
                }
    }
}

/* M; with the elements of each body, f */
static GeomsPattern pattern_of_bodies (GeomsTreeSystem *s, Rows *r, Elements *all,
                                       const GeomsPattern *found)
{
    memset (all->mark, 0, (size_t)s->tree.count * sizeof *all->mark);
    for (int i = 0; i < s->patterns->moving; i++)
        add_related (s, r, all, found, s->patterns->order[i]);
    return close_rows (r, s->tree.nv, &s->arena);
}

/* the elements of each body, from number `first` on */
static GeomsPattern elements_of_bodies (const GeomsTreeSystem *s, Rows *r, Elements *all, int first)
{
    for (int e = first; e < all->count; e++)
        for (int i = all->start[e]; i < all->start[e + 1]; i++)
            add (r, e, all->body[i]);
    return close_rows (r, s->tree.count, &all->arena);
}

/* loops hold by C'l, which no velocity is in */
static int *mark_velocities (GeomsTreeSystem *s, const GeomsPattern *f, Rows *r, Elements *all)
{
    const int nv = s->tree.nv;
    const GeomsPattern forces = elements_of_bodies (s, r, all, s->loops);
    int *by_v = geoms_arena_ints (&s->arena, (size_t)f->start[nv]);
    GeomsPattern those = {0};

    if (! all->arena.failed)
        those = pattern_of_bodies (s, r, all, &forces);
    for (int j = 0; j < nv && ! s->arena.failed && ! all->arena.failed; j++)
        for (int k = f->start[j], e = those.start[j]; k < f->start[j + 1]; k++) {
            by_v[k] = e < those.start[j + 1] && those.row[e] == f->row[k];
            e += by_v[k];
        }
    return by_v;
}

static GeomsPattern pattern_of_rows (GeomsTreeSystem *s, Rows *r, const Elements *all)
{
    for (int row = 0; row < s->m; row++) {
        if (geoms_tree_row_couples (s, row)) {
            const GeomsTreeCoupling *c = s->coupling + row - s->closing;
            for (int l = 0; l < c->count; l++)
                add (r, row, c->velocity[l]);
            continue;
        }
        for (int i = all->start[s->row[row].loop]; i < all->start[s->row[row].loop + 1]; i++)
            add_body (s, r, row, all->body[i]);
    }
    return close_rows (r, s->tree.nv, &s->arena);
}

static GeomsPattern pattern_of_flow (GeomsTreeSystem *s, Rows *r, const Elements *all)
{
    for (int i = 0; i < s->forces; i++)
        if (s->force[i].kind == GEOMS_FORCE_SERIES)
            for (int k = all->start[s->loops + i]; k < all->start[s->loops + i + 1]; k++)
                add_body (s, r, s->force[i].state, all->body[k]);
    return close_rows (r, s->tree.nv, &s->arena);
}

/* ---- Z, and rows f_kin by v: one walk for entries and values ---- */

/* row numbers, or values, one after the other */
typedef struct Walk {
    int *row;
    double *value;
    int count;
} Walk;

static inline void put (Walk *w, int row, double value)
{
    if (w->row != NULL)
        w->row[w->count] = row;
    if (w->value != NULL)
        w->value[w->count] = value;
    w->count++;
}

/* column k of the joint of b; p may be NULL where values are not wanted */
static void put_rate (const GeomsTreeBody *b, int k, const double *p, int row, Walk *w)
{
    const int plain = geoms_tree_plain (b), q = b->q + plain;
    double omega[3] = {0}, rate[4] = {0};

    if (k < plain) {
        put (w, row + b->q + k, 1);
        return;
    }
    omega[k - plain] = 1;
    if (p != NULL)
        geoms_quaternion_rate (p + q, omega, rate);
    for (int l = 0; l < 4; l++)
        put (w, row + q + l, rate[l]);
}

/* number i of the bodies that have columns */
static const GeomsTreeBody *moving_body (const GeomsTreeSystem *s, int i)
{
    return s->tree.body + s->patterns->order[i];
}

static void walk_Z (const GeomsTreeSystem *s, const double *p, int *start, Walk *w)
{
    for (int i = 0; i < s->patterns->moving; i++) {
        const GeomsTreeBody *b = moving_body (s, i);

        for (int k = 0; k < b->columns; k++) {
            put_rate (b, k, p, 0, w);
            if (start != NULL)
                start[b->column + k + 1] = w->count;
        }
    }
}

/* ---- B: one walk for entries and values ---- */

static GeomsTreeTurned turn (const GeomsPattern *A, int m, int n, GeomsArena *arena)
{
    const GeomsTreeTurned t = {geoms_arena_ints (arena, (size_t)m + 2),
                               geoms_arena_ints (arena, (size_t)A->start[n]),
                               geoms_arena_ints (arena, (size_t)A->start[n])};

    for (int k = 0; k < A->start[n] && ! arena->failed; k++)
        t.start[A->row[k] + 2]++;
    for (int i = 0; i < m && ! arena->failed; i++)
        t.start[i + 2] += t.start[i + 1];
    for (int j = 0; j < n && ! arena->failed; j++)
        for (int k = A->start[j]; k < A->start[j + 1]; k++) {
            const int to = t.start[A->row[k] + 1]++;
            t.column[to] = j;
            t.place[to] = k;
        }
    return t;
}

/* first rows of R; the state, NULL where entries alone are wanted; their row numbers or values */
typedef struct Block {
    const GeomsTreeSystem *s;
    int gI, e, g, b, f, kin;
    const double *p, *v;
    Walk w;
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
            put (&b->w, b->f + t->f.row[e], b->w.value != NULL ? b->s->by_v[e] : 0);
}

/* rows below `end` of the pattern A, whose values are D, NULL with entries alone */
static void put_along (Block *b, int row, int end, const GeomsPattern *A, const double *D,
                       const Along *a)
{
    const int size = A->start[a->first + 1] - A->start[a->first];

    for (int e = 0; e < size; e++) {
        const int at = A->row[A->start[a->first] + e];
        double sum = 0;

        if (at >= end)
            break;
        for (int i = 0; i < a->count && b->w.value != NULL; i++)
            sum += a->weight[i] * D[A->start[a->first + i] + e];
        put (&b->w, row + at, sum);
    }
}

/* columns of lambda and mu: - C' */
static void walk_multipliers (Block *b, int *start)
{
    const GeomsTreePatterns *t = b->s->patterns;

    for (int r = 0; r < b->s->m; r++) {
        for (int e = t->C_rows.start[r]; e < t->C_rows.start[r + 1]; e++)
            put (&b->w, b->f + t->C_rows.column[e],
                 b->w.value != NULL ? -t->C_values[t->C_rows.place[e]] : 0);
        if (start != NULL)
            start[r + 1] = b->w.count;
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
        if (b->w.value != NULL)
            work_of_length (s, i);
        put (&b->w, b->b + f->state, -f->c / f->d);
        for (int e = rows->start[f->state]; e < rows->start[f->state + 1]; e++) {
            put (&b->w, b->f + rows->column[e], s->patterns->work[rows->column[e]]);
            s->patterns->work[rows->column[e]] = 0;
        }
        if (start != NULL)
            start[f->state + 1] = b->w.count;
    }
}

static void walk_velocities (Block *b, int *start)
{
    const GeomsTreeSystem *s = b->s;
    const GeomsTreePatterns *t = s->patterns;

    for (int i = 0; i < t->moving; i++) {
        const GeomsTreeBody *body = moving_body (s, i);

        for (int k = 0; k < body->columns; k++) {
            const Along a = one_column (body->column + k);

            put_along (b, 0, s->m, &t->C, s->rows[3], &a);
            put_along (b, b->gI, s->m, &t->C, t->C_values, &a);
            put_damping (b, a.first);
            put_rate (body, k, b->p, b->kin, &b->w);
            if (start != NULL)
                start[a.first + 1] = b->w.count;
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
        put (&b->w, b->kin + at + l, rate[l]);
}

static void walk_positions (Block *b, int *start)
{
    const GeomsTreeSystem *s = b->s;
    const GeomsTreePatterns *t = s->patterns;

    for (int i = 0, turning = 0; i < t->moving; i++) {
        const GeomsTreeBody *body = moving_body (s, i);
        const int plain = geoms_tree_plain (body), turns = plain < body->columns;

        for (int k = 0; k < body->columns + turns; k++) {
            const Along a = along_of (body, k, b->p);

            put_along (b, 0, s->m, &t->C, s->rows[0], &a);
            put_along (b, b->gI, s->m, &t->C, s->rows[1], &a);
            if (k >= plain)
                put (&b->w, b->e + turning, b->p != NULL ? 2 * b->p[body->q + k] : 0);
            put_along (b, b->g, s->nl, &t->C, s->rows[2], &a);
            put_along (b, b->b, s->nr, &t->flow, s->flow, &a);
            put_along (b, b->f, s->tree.nv, &t->f, s->by_q, &a);
            if (k >= plain)
                put_turned (b, body, k - plain);
            if (start != NULL)
                start[body->q + k + 1] = b->w.count;
        }
        turning += turns;
    }
}

/* all columns; start: m + nr + nv + np + 1 */
static void walk_B (Block *b, int *start)
{
    const GeomsTreeSystem *s = b->s;
    int *r = start != NULL ? start + s->m : NULL, *v = start != NULL ? r + s->nr : NULL,
        *p = start != NULL ? v + s->tree.nv : NULL;

    walk_multipliers (b, start);
    walk_lengths (b, r);
    walk_velocities (b, v);
    walk_positions (b, p);
}

/* ---- all patterns ---- */

static void make_Z (GeomsTreeSystem *s, GeomsTreePatterns *t)
{
    int *start = geoms_arena_ints (&s->arena, (size_t)s->tree.nv + 1),
        *row = geoms_arena_ints (&s->arena, 4 * (size_t)s->tree.nv);
    Walk w = {.row = row};

    if (! s->arena.failed)
        walk_Z (s, NULL, start, &w);
    t->Z = (GeomsPattern){start, row};
}

static void make_B (GeomsTreeSystem *s, GeomsTreePatterns *t)
{
    const int n = s->m + s->nr + s->tree.nv + s->tree.np;
    int *start = geoms_arena_ints (&s->arena, (size_t)n + 1), *row = NULL;
    Block b = block_of (s, NULL);

    if (! s->arena.failed) {
        walk_B (&b, start);
        row = geoms_arena_ints (&s->arena, (size_t)b.w.count);
    }
    b = block_of (s, NULL);
    b.w.row = row;
    if (! s->arena.failed)
        walk_B (&b, start);
    t->B = (GeomsPattern){start, row};
}

/* the body of each column, then those that have any */
static void find_order (GeomsTreeSystem *s, GeomsTreePatterns *t, GeomsArena *scratch)
{
    int *of = geoms_arena_ints (scratch, (size_t)s->tree.nv);

    t->order = geoms_arena_ints (&s->arena, (size_t)s->tree.count);
    for (int i = 0; i < s->tree.count && of != NULL; i++)
        for (int k = 0; k < s->tree.body[i].columns; k++)
            of[s->tree.body[i].column + k] = i;
    for (int k = 0; k < s->tree.nv && of != NULL && t->order != NULL;
         k += s->tree.body[of[k]].columns)
        t->order[t->moving++] = of[k];
}

static void make_patterns (GeomsTreeSystem *s, GeomsTreePatterns *t, Elements *all)
{
    Rows r = {0};
    const GeomsPattern found = elements_of_bodies (s, &r, all, 0);

    find_order (s, t, &all->arena);
    s->patterns = t;

    if (! all->arena.failed && ! s->arena.failed) {
        t->M = pattern_of_bodies (s, &r, all, NULL);
        t->f = pattern_of_bodies (s, &r, all, &found);
        t->C = pattern_of_rows (s, &r, all);
        t->flow = pattern_of_flow (s, &r, all);
    }
    if (! all->arena.failed && ! s->arena.failed)
        t->by_v = mark_velocities (s, &t->f, &r, all);
    if (! all->arena.failed && ! s->arena.failed) {
        t->C_rows = turn (&t->C, s->m, s->tree.nv, &s->arena);
        t->flow_rows = turn (&t->flow, s->nr, s->tree.nv, &s->arena);
        t->C_values = geoms_arena_reals (&s->arena, (size_t)t->C.start[s->tree.nv]);
        t->work = geoms_arena_reals (&s->arena, (size_t)s->tree.nv);
        if (s->tree.quaternions > 0)
            make_Z (s, t);
        make_B (s, t);
    }
    free (r.row);
    free (r.column);
}

int geoms_tree_find_patterns (GeomsTreeSystem *s, GeomsModel *model)
{
    const double most = WORTH * s->tree.nv * s->tree.nv;
    Elements all = {.count = 0};
    GeomsTreePatterns *t;

    if (s->m == 0 || s->tree.nv <= FEW)
        return 0;
    find_elements (s, &all);
    if (! all.arena.failed && entries_of (s, &all) < most) {
        t = geoms_arena_get (&s->arena, 1, sizeof *t);
        if (t != NULL)
            make_patterns (s, t, &all);
    }
    s->arena.failed |= all.arena.failed;
    geoms_arena_free (&all.arena);
    if (s->patterns != NULL) {
        model->patterns = (GeomsPatterns){s->patterns->M, s->patterns->C, s->patterns->B};
        model->pattern_Z = s->patterns->Z;
    }
    return s->arena.failed ? -1 : 0;
}

/* ---- values ---- */

/* row and column k, of body i, of M, as composite.h has it */
static void put_inertia (const GeomsTreeSystem *s, int i, int k, double *M)
{
    const GeomsTreeState *state = &s->state;
    const GeomsPattern *pattern = &s->patterns->M;
    double F[6];

    geoms_inertia_apply (state->A + GEOMS_INERTIA * i, state->J + 6 * k, F);
    for (int at = i; at != GEOMS_GROUND; at = s->tree.body[at].parent) {
        const GeomsTreeBody *b = s->tree.body + at;

        for (int l = b->column; l < b->column + b->columns; l++)
            M[geoms_pattern_find (pattern, l, k)] = M[geoms_pattern_find (pattern, k, l)]
                = geoms_dot6 (state->J + 6 * l, F);
        geoms_add_cross (state->body[at].l, F + 3, F);
    }
}

static void put_mass (GeomsTreeSystem *s, double *M)
{
    const GeomsTreeState *state = &s->state;

    for (int i = s->tree.count - 1; i >= 0; i--) {
        const GeomsTreeBody *b = s->tree.body + i;

        for (int k = b->column; k < b->column + b->columns; k++)
            put_inertia (s, i, k, M);
        if (b->parent != GEOMS_GROUND)
            geoms_inertia_add_carried_back (state->body[i].l, state->A + GEOMS_INERTIA * i,
                                            state->A + GEOMS_INERTIA * b->parent);
    }
}

/* [ M; Z; f; C; g; gI; gamma; b; e ] */
void geoms_tree_put_parts (GeomsTreeSystem *s, int j, const double *x, double *out)
{
    const GeomsTreePatterns *t = s->patterns;
    const int nv = s->tree.nv, turns = s->tree.quaternions > 0;
    double *Z = out + t->M.start[nv], *f = Z + (turns ? t->Z.start[nv] : 0), *C = f + nv,
           *g = C + t->C.start[nv], *gI = g + s->nl, *gII = gI + s->m, *b = gII + s->m;
    Walk w = {.value = Z};

    if (turns)
        walk_Z (s, geoms_tree_positions (s, x), NULL, &w);
    memset (C, 0, (size_t)t->C.start[nv] * sizeof *C);
    geoms_tree_row_values (s, C);
    geoms_tree_levels (s, j, x, g, gI, gII);
    geoms_tree_flows (s, b);
    geoms_tree_norms (s, geoms_tree_positions (s, x), b + s->nr);
    geoms_tree_balance (&s->state, s->tau, f);
    put_mass (s, out);
}

void geoms_tree_put_blocks (const GeomsTreeSystem *s, const double *x, double *B)
{
    GeomsTreePatterns *t = s->patterns;
    Block b = block_of (s, x);

    memset (t->C_values, 0, (size_t)t->C.start[s->tree.nv] * sizeof *t->C_values);
    geoms_tree_row_values (s, t->C_values);
    b.w.value = B;
    walk_B (&b, NULL);
}
