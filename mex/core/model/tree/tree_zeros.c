/* tree_zeros.c - entries of M, C and B of a tree that are 0 whatever the state: those of bodies that
 * slide along axes of the ground, of hinges along an axis, in a plane, at the origin of a joint
 *
 *     A_ij (x_1) = A_ij (x_2) = ... = 0   at states by chance  =>  A_ij = 0
 *
 * for these are analytic functions of positions, velocities, multipliers and accelerations, and of
 * signals, which are taken by chance, too: but for forces, and for joints of the user's. Entries between
 * bodies of a force stay, and so does all of a tree with such joints. Of C what is left out is exactly
 * 0, of M it is rounding against its diagonal, of other derivatives against the largest entry of the row.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "tree_patterns.h"

/* states that are looked at; tries to find them, where wheels or forces may have no value; parts of a
 * row that are rounding, and of M: choices */
enum { STATES = 3, TRIES = 12 };
static const double ROUNDING = 1e-13, OF_M = 4 * DBL_EPSILON;

/* ---- states by chance ---- */

typedef struct Chance {
    GeomsArena arena;
    unsigned seed;
    double *x, *alpha, *column, *value, *size, *diagonal;
    int *row;
    unsigned char *kind, *of_M, *of_C, *of_B;
    int count, n, m;
} Chance;

/* between -1 and 1 */
static double draw (Chance *c)
{
    c->seed = c->seed * 1664525u + 1013904223u;
    return (double)c->seed / 2147483648.0 - 1;
}

/* signals, too, as of the first of the times asked for */
static void draw_state (GeomsTreeSystem *s, Chance *c)
{
    static const double t = 0;

    s->times = &t;
    for (int i = 0; i < 3 * s->signals; i++)
        s->values[i] = draw (c);
    for (int i = 0; i < c->n; i++)
        c->x[i] = draw (c);
    for (int i = 0; i < s->tree.nv; i++)
        c->alpha[i] = draw (c);
}

/* ---- what is there ---- */

/* |M_ij| beyond what is rounding of sqrt (M_ii M_jj), C_ij other than 0 */
static void look_at_parts (const GeomsTreePatterns *t, int nv, Chance *c)
{
    for (int j = 0; j < nv; j++)
        c->diagonal[j] = sqrt (fabs (t->M_values[geoms_pattern_find (&t->M, j, j)]));
    for (int j = 0; j < nv; j++)
        for (int k = t->M.start[j]; k < t->M.start[j + 1]; k++)
            c->of_M[k] |= ! (fabs (t->M_values[k])
                             <= OF_M * c->diagonal[j] * c->diagonal[t->M.row[k]]);
    for (int k = 0; k < t->C.start[nv]; k++)
        c->of_C[k] |= t->C_values[k] != 0;
}

static void look_at_blocks (const GeomsTreeSystem *s, Chance *c)
{
    GeomsTreeWalk w = {.value = c->value};

    geoms_tree_fill_C (s);
    geoms_tree_walk_B (s, c->x, NULL, &w);
    memset (c->size, 0, (size_t)c->m * sizeof *c->size);
    for (int k = 0; k < c->count; k++)
        c->size[c->row[k]] = geoms_max (c->size[c->row[k]], fabs (c->value[k]));
    for (int k = 0; k < c->count; k++)
        c->of_B[k] |= c->kind[k] == GEOMS_ENTRY_STAYS
                      || ! (fabs (c->value[k]) <= (c->kind[k] == GEOMS_ENTRY_EXACT
                                                       ? 0
                                                       : ROUNDING * c->size[c->row[k]]));
}

/* 1: a state has been looked at */
static int look (GeomsTreeSystem *s, Chance *c)
{
    draw_state (s, c);
    if (geoms_tree_at (s, 0, c->x, NULL) != 0)
        return 0;
    geoms_tree_put_parts (s, 0, c->x, c->column);
    look_at_parts (s->patterns, s->tree.nv, c);
    if (geoms_tree_differentiate (s, c->x, c->alpha) != 0)
        return 0;
    look_at_blocks (s, c);
    return 1;
}

/* ---- what is kept ---- */

/* all entries where `flag` is NULL, and the diagonal of M */
static GeomsTreeKept keep (const GeomsPattern *A, int n, const unsigned char *flag, int diagonal,
                           GeomsArena *arena)
{
    const size_t most = (size_t)A->start[n];
    int *start = geoms_arena_ints (arena, (size_t)n + 1), *row = geoms_arena_ints (arena, most),
        *of = geoms_arena_ints (arena, most), count = 0;

    for (int j = 0; j < n && ! arena->failed; j++) {
        for (int k = A->start[j]; k < A->start[j + 1]; k++)
            if (flag == NULL || flag[k] || (diagonal && A->row[k] == j)) {
                row[count] = A->row[k];
                of[count++] = k;
            }
        start[j + 1] = count;
    }
    return (GeomsTreeKept){{start, row}, of};
}

static void make_room (GeomsTreeSystem *s, GeomsTreePatterns *t, Chance *c)
{
    const size_t nv = (size_t)s->tree.nv;
    GeomsTreeWalk w = {0};

    geoms_tree_walk_B (s, NULL, NULL, &w);
    c->count = w.count;
    c->n = s->m + s->nr + s->tree.nv + s->tree.np;
    c->m = 2 * s->m + s->tree.quaternions + s->nl + s->nr + s->tree.nv + s->tree.np;
    c->x = geoms_arena_reals (&c->arena, (size_t)c->n);
    c->alpha = geoms_arena_reals (&c->arena, nv);
    c->diagonal = geoms_arena_reals (&c->arena, nv);
    c->column = geoms_arena_reals (&c->arena, (size_t)t->M.start[nv] + (size_t)t->C.start[nv]
                                                  + (t->Z.start != NULL ? (size_t)t->Z.start[nv] : 0)
                                                  + 2 * nv + 3 * (size_t)s->m + (size_t)s->nr
                                                  + (size_t)s->tree.quaternions);
    c->value = geoms_arena_reals (&c->arena, (size_t)c->count);
    c->size = geoms_arena_reals (&c->arena, (size_t)c->m);
    c->row = geoms_arena_ints (&c->arena, (size_t)c->count);
    c->kind = geoms_arena_get (&c->arena, (size_t)c->count, sizeof *c->kind);
    c->of_M = geoms_arena_get (&c->arena, (size_t)t->M.start[nv], sizeof *c->of_M);
    c->of_C = geoms_arena_get (&c->arena, (size_t)t->C.start[nv], sizeof *c->of_C);
    c->of_B = geoms_arena_get (&s->arena, (size_t)c->count, sizeof *c->of_B);
    if (c->arena.failed || s->arena.failed)
        return;
    w = (GeomsTreeWalk){.row = c->row, .kind = c->kind};
    geoms_tree_walk_B (s, NULL, NULL, &w);
    s->arena.failed |= geoms_grow ((void **)&s->values, &s->room, 3 * (size_t)s->signals,
                                   sizeof *s->values)
                       != 0;
}

void geoms_tree_find_zeros (GeomsTreeSystem *s, GeomsTreePatterns *t)
{
    Chance c = {.seed = 20011};
    int found = 0;

    if (s->arena.failed)
        return;
    t->kept_M = keep (&t->M, s->tree.nv, NULL, 1, &s->arena);
    t->kept_C = keep (&t->C, s->tree.nv, NULL, 0, &s->arena);
    if (s->tree.maps == 0)
        make_room (s, t, &c);
    for (int i = 0; i < TRIES && found < STATES && s->tree.maps == 0; i++)
        if (! c.arena.failed && ! s->arena.failed)
            found += look (s, &c);
    if (found == STATES) {
        t->keep = c.of_B;
        t->kept_M = keep (&t->M, s->tree.nv, c.of_M, 1, &s->arena);
        t->kept_C = keep (&t->C, s->tree.nv, c.of_C, 0, &s->arena);
    }
    s->times = NULL;
    s->arena.failed |= c.arena.failed;
    geoms_arena_free (&c.arena);
}
