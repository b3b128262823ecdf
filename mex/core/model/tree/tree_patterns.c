/* tree_patterns.c - trees with rows and few entries: which may be there
 *
 *     M       columns of bodies of which one hangs on the other
 *     C       columns of the bodies before either side of a row's loop, "its bodies"
 *     f, B    as M, and the bodies of each loop and each force beside each other; f by v those of forces
 *
 * A quaternion's three columns have the same rows, and so have its four coordinates. Branches induce
 * these zeros: Featherstone, Rigid Body Dynamics Algorithms (2008), 6.4. What is 0 of the rest, whatever
 * the state, is left out of what the model shows: tree_zeros.c.
 */
#include <stdlib.h>
#include <string.h>

#include "tree_patterns.h"

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
static double entries_of (const GeomsTreeSystem *s, Elements *all)
{
    double *before = geoms_arena_reals (&all->arena, (size_t)s->tree.count), sum = 0;

    for (int i = 0; i < s->tree.count && before != NULL; i++) {
        const GeomsTreeBody *b = s->tree.body + i;

        if (b->parent != GEOMS_GROUND) /* columns of all bodies before this one */
            before[i] = before[b->parent] + s->tree.body[b->parent].columns;
        sum += b->columns * (b->columns + 2 * before[i]);
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

/* ---- all patterns ---- */

static void make_Z (GeomsTreeSystem *s, GeomsTreePatterns *t)
{
    int *start = geoms_arena_ints (&s->arena, (size_t)s->tree.nv + 1),
        *row = geoms_arena_ints (&s->arena, 4 * (size_t)s->tree.nv);
    GeomsTreeWalk w = {.row = row};

    if (! s->arena.failed)
        geoms_tree_walk_Z (s, NULL, start, &w);
    t->Z = (GeomsPattern){start, row};
}

/* of the entries that are kept */
static void make_B (GeomsTreeSystem *s, GeomsTreePatterns *t)
{
    const int n = s->m + s->nr + s->tree.nv + s->tree.np;
    int *start = geoms_arena_ints (&s->arena, (size_t)n + 1), *row = NULL;
    GeomsTreeWalk w = {.keep = t->keep};

    if (! s->arena.failed) {
        geoms_tree_walk_B (s, NULL, start, &w);
        row = geoms_arena_ints (&s->arena, (size_t)w.count);
    }
    w = (GeomsTreeWalk){.keep = t->keep, .row = row};
    if (! s->arena.failed)
        geoms_tree_walk_B (s, NULL, start, &w);
    t->B = (GeomsPattern){start, row};
}

/* entries of f between bodies of a force, or of one in a joint: what they do there may be 0 where they do
 * not act */
static void mark_pushed (GeomsTreeSystem *s, GeomsTreePatterns *t, Elements *all)
{
    int *of = geoms_arena_ints (&all->arena, (size_t)s->tree.nv);

    t->pushed = geoms_arena_get (&s->arena, (size_t)t->f.start[s->tree.nv], sizeof *t->pushed);
    if (all->arena.failed || s->arena.failed)
        return;
    for (int i = 0; i < s->tree.count; i++)
        for (int k = 0; k < s->tree.body[i].columns; k++)
            of[s->tree.body[i].column + k] = i;
    for (int i = 0; i < s->forces; i++)
        if (geoms_force_in_joint (s->force + i))
            t->pushed[geoms_pattern_find (&t->f, s->force[i].velocity, s->force[i].velocity)] = 1;
    memset (all->mark, 0, (size_t)s->tree.count * sizeof *all->mark);
    for (int e = s->loops; e < all->count; e++) {
        for (int i = all->start[e]; i < all->start[e + 1]; i++)
            all->mark[all->body[i]] = e + 1;
        for (int i = all->start[e]; i < all->start[e + 1]; i++) {
            const GeomsTreeBody *b = s->tree.body + all->body[i];

            for (int k = t->f.start[b->column]; k < t->f.start[b->column + b->columns]; k++)
                t->pushed[k] |= all->mark[of[t->f.row[k]]] == e + 1;
        }
    }
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
        t->M_values = geoms_arena_reals (&s->arena, (size_t)t->M.start[s->tree.nv]);
        mark_pushed (s, t, all);
        t->work = geoms_arena_reals (&s->arena, (size_t)s->tree.nv);
        if (s->tree.quaternions > 0)
            make_Z (s, t);
        geoms_tree_find_zeros (s, t);
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
    if (! all.arena.failed && entries_of (s, &all) < most && ! all.arena.failed) {
        t = geoms_arena_get (&s->arena, 1, sizeof *t);
        if (t != NULL)
            make_patterns (s, t, &all);
    }
    s->arena.failed |= all.arena.failed;
    geoms_arena_free (&all.arena);
    if (s->patterns != NULL) {
        model->patterns = (GeomsPatterns){s->patterns->kept_M.pattern,
                                           s->patterns->kept_C.pattern, s->patterns->B};
        model->pattern_Z = s->patterns->Z;
    }
    return s->arena.failed ? -1 : 0;
}
