/* pattern_probe.c - which entries B has, from O (g log n) evaluations of the parts for g groups
 *
 *     R (x + sum of delta_j e_j, j in a block of columns) /= R (x)
 *
 * tells the rows that a block of columns reaches. Blocks are halved, again and again; those that
 * reach no row in common are moved together, one evaluation for all of them. At x itself and at two
 * states beside it, for any alpha: an entry that is 0 by chance at one is not at the others.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "column_groups.h"
#include "pattern_probe.h"

/* points of one call; how far the states lie from x, and columns from there, in parts of their
 * size: choices */
enum { MOST = 16, STATES = 3 };
static const double beside[STATES] = {0, 0.01, 0.2}, moved = 0.1;

/* blocks of columns [first, first + width), with the rows that they may reach */
typedef struct Blocks {
    int count, *first, *width, *start, *row;
    size_t room_block, room_width, room_start, room_row;
} Blocks;

typedef struct Probe {
    const GeomsModel *model;
    void *user;
    GeomsArena arena;
    GeomsPartsPlaces at;
    int n, m, nw, o3, with_mass, failed;
    double t, *x, *size, *alpha, *points, *times, *columns, *base, *R;
    int entries, *row, *column; /* what was found                                              */
    size_t room_rows, room_columns;
    long evaluations;
    unsigned seed;
} Probe;

/* ---- numbers ---- */

/* of either sign, between a half and one */
static double scattered (Probe *p)
{
    p->seed = p->seed * 1664525u + 1013904223u;
    return (p->seed >> 31 ? -1 : 1) * (0.5 + (double)(p->seed & 0xffffu) / 131072.0);
}

static double largest (int count, const double *x)
{
    double most = 0;

    for (int i = 0; i < count; i++)
        most = fabs (x[i]) > most ? fabs (x[i]) : most;
    return most;
}

/* what is less is rounding, of a start from rest for instance: as in equations.c */
static const double LEAST = 1e-12;

/* the largest of each kind, or 1; of v no less than of p; of multipliers such that C'l is as large as
 * the forces f at this state */
static void find_sizes (Probe *p, const double *x, const double *f, const double *C)
{
    const GeomsDims *d = &p->model->dims;
    const int kinds[] = {d->nw, d->nl + d->nm, d->nr, d->nv, d->ns, d->np};
    const double length = largest (d->np, x + p->n - d->np),
                 slope = largest (p->at.g - p->at.C, C);
    double *size = p->size;

    for (int k = 0; k < 6; k++) {
        double most = largest (kinds[k], x);

        if (k == 1)
            most = slope > 0 ? largest (d->nv, f) / slope : 0;
        if (k == 3 && most < length)
            most = length;
        for (int i = 0; i < kinds[k]; i++)
            *size++ = most > LEAST ? most : 1;
        x += kinds[k];
    }
}

/* ---- evaluations ---- */

static void rows_of (const Probe *p, int k, double *R)
{
    const double *x = p->points + (size_t)k * (size_t)p->n;

    geoms_blocks_rows (p->model, &p->at, p->with_mass, p->columns + (size_t)k * (size_t)p->at.size,
                       p->alpha, x + p->nw, x + p->o3, R);
}

/* the first k points: what the model returned */
static int evaluate (Probe *p, int k)
{
    p->evaluations += k;
    return p->model->parts (k, p->times, p->points, p->n, p->columns, p->at.size, p->user);
}

/* ---- lists ---- */

static void append (Probe *p, int **list, size_t *room, int count, int value)
{
    if (geoms_grow ((void **)list, room, (size_t)count + 1, sizeof **list) != 0)
        p->failed = 1;
    else
        (*list)[count] = value;
}

static void add_block (Probe *p, Blocks *b, int first, int width)
{
    if (p->failed)
        return;
    append (p, &b->first, &b->room_block, b->count, first);
    append (p, &b->width, &b->room_width, b->count, width);
    append (p, &b->start, &b->room_start, b->count + 1, b->count > 0 ? b->start[b->count] : 0);
    if (p->failed)
        return;
    b->start[0] = 0;
    b->count++;
}

static void add_row (Probe *p, Blocks *b, int row)
{
    append (p, &b->row, &b->room_row, b->start[b->count], row);
    b->start[b->count]++;
}

static void add_entry (Probe *p, int row, int column)
{
    append (p, &p->row, &p->room_rows, p->entries, row);
    append (p, &p->column, &p->room_columns, p->entries, column);
    p->entries++;
}

static void free_blocks (Blocks *b)
{
    free (b->first);
    free (b->width);
    free (b->start);
    free (b->row);
    memset (b, 0, sizeof *b);
}

/* ---- one level ---- */

/* each block as its halves, which may reach what it reaches */
static void halve (Probe *p, const Blocks *from, Blocks *to)
{
    for (int b = 0; b < from->count && ! p->failed; b++)
        for (int half = 0; half < 2; half++) {
            const int left = (from->width[b] + 1) / 2, width = half ? from->width[b] - left : left;

            if (width == 0)
                continue;
            add_block (p, to, from->first[b] + (half ? left : 0), width);
            for (int e = from->start[b]; e < from->start[b + 1] && ! p->failed; e++)
                add_row (p, to, from->row[e]);
        }
}

/* the columns of a group of blocks moved, at point k, by a part of how far they go at first */
static void move (Probe *p, const Blocks *b, const GeomsColumnGroups *groups, int g, int k,
                  double part)
{
    double *point = p->points + (size_t)k * (size_t)p->n;

    memcpy (point, p->x, (size_t)p->n * sizeof *point);
    for (int c = groups->start[g]; c < groups->start[g + 1]; c++) {
        const int block = groups->column[c];
        for (int j = b->first[block]; j < b->first[block] + b->width[block]; j++)
            point[j] += part * moved * scattered (p) * p->size[j];
    }
}

/* rows that have changed; what is no number may have */
static void reached (Probe *p, const Blocks *b, const GeomsColumnGroups *groups, int g,
                     unsigned char *changed)
{
    for (int c = groups->start[g]; c < groups->start[g + 1]; c++)
        for (int e = b->start[groups->column[c]]; e < b->start[groups->column[c] + 1]; e++)
            changed[e] = ! (p->R[b->row[e]] == p->base[b->row[e]]);
}

/* groups first ... first + count - 1, nearer to x where they cannot be evaluated: 0, or what the model
 * returned */
static int look_at (Probe *p, const Blocks *b, const GeomsColumnGroups *groups, int first, int count,
                    unsigned char *changed)
{
    int returned = 1;

    for (double part = 1; part > 1e-4 && returned > 0; part /= 8) {
        for (int k = 0; k < count; k++)
            move (p, b, groups, first + k, k, part);
        returned = evaluate (p, count);
    }
    for (int k = 0; k < count && returned == 0; k++) {
        rows_of (p, k, p->R);
        reached (p, b, groups, first + k, changed);
    }
    return returned;
}

/* what is left of the blocks; entries of those that are one column wide */
static void keep (Probe *p, const Blocks *from, const unsigned char *changed, Blocks *to)
{
    for (int b = 0; b < from->count && ! p->failed; b++) {
        int any = 0;

        for (int e = from->start[b]; e < from->start[b + 1]; e++)
            any |= changed[e];
        if (any && from->width[b] > 1)
            add_block (p, to, from->first[b], from->width[b]);
        for (int e = from->start[b]; e < from->start[b + 1] && ! p->failed; e++)
            if (changed[e] && from->width[b] > 1)
                add_row (p, to, from->row[e]);
            else if (changed[e])
                add_entry (p, from->row[e], from->first[b]);
    }
}

/* the halves of all blocks: 0, or what the model returned */
static int refine (Probe *p, Blocks *all)
{
    Blocks halves = {0}, left = {0};
    GeomsArena arena = {0};
    GeomsColumnGroups groups = {0};
    unsigned char *changed = NULL;
    int returned = 0;

    halve (p, all, &halves);
    if (! p->failed && halves.count > 0) {
        const GeomsPattern reach = {halves.start, halves.row};

        changed = geoms_arena_get (&arena, (size_t)halves.start[halves.count] + 1, 1);
        p->failed |= changed == NULL
                     || geoms_column_groups (&reach, p->m, halves.count, &groups, &arena) != 0;
    }
    for (int g = 0; g < groups.count && ! p->failed && returned == 0; g += MOST)
        returned = look_at (p, &halves, &groups, g,
                            groups.count - g < MOST ? groups.count - g : MOST, changed);
    if (! p->failed && returned == 0)
        keep (p, &halves, changed, &left);
    free_blocks (all);
    free_blocks (&halves);
    geoms_arena_free (&arena);
    *all = left;
    return returned;
}

/* all entries that are seen from p->x */
static int look_around (Probe *p)
{
    Blocks all = {0};
    int returned;

    memcpy (p->points, p->x, (size_t)p->n * sizeof *p->x);
    returned = evaluate (p, 1);
    if (returned == 0) {
        rows_of (p, 0, p->base);
        add_block (p, &all, 0, p->n);
        for (int i = 0; i < p->m && ! p->failed; i++)
            add_row (p, &all, i);
        if (p->n == 1) /* it has no halves */
            for (int i = 0; i < p->m && ! p->failed; i++)
                add_entry (p, i, 0);
    }
    while (returned == 0 && ! p->failed && all.count > 0 && p->n > 1)
        returned = refine (p, &all);
    free_blocks (&all);
    return returned;
}

/* ---- what is known ---- */

/* the entries of A (m x n) from row i0 and column j0 on, or turned */
static void add_matrix (Probe *p, const GeomsPattern *A, int m, int n, int i0, int j0, int turned)
{
    for (int j = 0; j < n && ! p->failed; j++) {
        const int given = A->start != NULL, first = given ? A->start[j] : 0,
                  last = given ? A->start[j + 1] : m;

        for (int k = first; k < last && ! p->failed; k++) {
            const int i = given ? A->row[k] : k;
            add_entry (p, turned ? i0 + j : i0 + i, turned ? j0 + i : j0 + j);
        }
    }
}

static void add_known (Probe *p, const GeomsPattern *more)
{
    const GeomsDims *d = &p->model->dims;
    const int rows = d->nl + d->nm, nv = d->nv, gI = d->nw + rows, f = p->m - d->np - nv;

    add_matrix (p, &p->model->patterns.C, rows, nv, gI, p->o3, 0);
    add_matrix (p, &p->model->patterns.C, rows, nv, f, p->nw, 1);
    if (p->model->kinematics)
        add_matrix (p, &p->model->pattern_Z, d->np, nv, f + nv, p->o3, 0);
    if (more->start != NULL)
        add_matrix (p, more, p->m, p->n, 0, 0, 0);
}

/* ---- all ---- */

static int by_place (const void *a, const void *b)
{
    const int *x = a, *y = b;

    return x[1] != y[1] ? (x[1] > y[1] ? 1 : -1) : x[0] != y[0] ? (x[0] > y[0] ? 1 : -1) : 0;
}

/* entries in order, each once */
static void collect (Probe *p, GeomsPattern *B, GeomsArena *arena)
{
    int *pairs = geoms_arena_ints (&p->arena, 2 * (size_t)p->entries),
        *start = geoms_arena_ints (arena, (size_t)p->n + 1),
        *row = geoms_arena_ints (arena, (size_t)p->entries), count = 0;

    if (p->arena.failed || arena->failed)
        return;
    for (int e = 0; e < p->entries; e++) {
        pairs[2 * e] = p->row[e];
        pairs[2 * e + 1] = p->column[e];
    }
    qsort (pairs, (size_t)p->entries, 2 * sizeof *pairs, by_place);
    for (int e = 0; e < p->entries; e++) {
        if (e > 0 && by_place (pairs + 2 * e, pairs + 2 * e - 2) == 0)
            continue;
        row[count++] = pairs[2 * e];
        start[pairs[2 * e + 1] + 1] = count;
    }
    for (int j = 0; j < p->n; j++) /* columns without entries end where they begin */
        start[j + 1] = start[j + 1] > start[j] ? start[j + 1] : start[j];
    *B = (GeomsPattern){start, row};
}

static void begin (Probe *p, double t)
{
    const GeomsDims *d = &p->model->dims;
    const int l = d->nl + d->nm;

    p->nw = d->nw;
    p->o3 = d->nw + l + d->nr;
    p->n = p->o3 + d->nv + d->ns + d->np;
    p->m = d->nw + 2 * l + d->ni + d->ns + d->nl + d->nr + d->nv + d->np;
    p->with_mass = p->model->parts_mass
                   || (p->model->mass != NULL && p->model->mass_structure <= GEOMS_MASS_DIAGONAL);
    p->at = geoms_pattern_places (p->model, p->with_mass);
    p->x = geoms_arena_reals (&p->arena, (size_t)p->n);
    p->size = geoms_arena_reals (&p->arena, (size_t)p->n);
    p->alpha = geoms_arena_reals (&p->arena, (size_t)d->nv);
    p->base = geoms_arena_reals (&p->arena, (size_t)p->m);
    p->R = geoms_arena_reals (&p->arena, (size_t)p->m);
    p->points = geoms_arena_reals (&p->arena, MOST * (size_t)p->n);
    p->times = geoms_arena_reals (&p->arena, MOST);
    p->columns = geoms_arena_reals (&p->arena, MOST * (size_t)p->at.size);
    if (p->arena.failed)
        return;
    for (int k = 0; k < MOST; k++)
        p->times[k] = t;
    for (int i = 0; i < d->nv; i++)
        p->alpha[i] = scattered (p);
}

/* sizes of all unknowns from the parts at x: 0, or what the model returned */
static int look_at_start (Probe *p, const double *x)
{
    int returned;

    memcpy (p->points, x, (size_t)p->n * sizeof *x);
    returned = evaluate (p, 1);
    find_sizes (p, x, p->columns + p->at.f, p->columns + p->at.C);
    return returned;
}

/* state number k: multipliers are never 0, and those of Newton's method are not known yet */
static void place (Probe *p, int k, const double *x)
{
    for (int j = 0; j < p->n; j++)
        p->x[j] = x[j] + beside[k] * scattered (p) * p->size[j];
    for (int j = p->nw; j < p->nw + p->model->dims.nl + p->model->dims.nm; j++)
        p->x[j] = scattered (p) * p->size[j];
}

int geoms_pattern_probe (const GeomsModel *model, void *user, double t, const double *x,
                         const GeomsPattern *more, GeomsPattern *B, long *count, GeomsArena *arena,
                         GeomsReport *report)
{
    Probe p = {.model = model, .user = user, .seed = 1};
    int returned = 0;

    begin (&p, t);
    if (! p.arena.failed)
        returned = look_at_start (&p, x);
    for (int k = 0; k < STATES && returned >= 0 && ! p.arena.failed && ! p.failed; k++) {
        place (&p, k, x);
        returned = look_around (&p);
    }
    if (returned >= 0 && ! p.arena.failed && ! p.failed) {
        add_known (&p, more);
        if (! p.failed)
            collect (&p, B, arena);
    }
    *count = p.evaluations;
    const int failed = p.failed || p.arena.failed || arena->failed;
    geoms_arena_free (&p.arena);
    free (p.row);
    free (p.column);
    if (returned < 0 && returned != GEOMS_NO_MEMORY)
        return geoms_report (report, GEOMS_STOP_EOM_DIFFERENCE,
                             "The function parts stopped at t = %.10g.", t);
    return failed || returned < 0
               ? geoms_report (report, GEOMS_OUT_OF_MEMORY, "There is not enough memory.")
               : 0;
}
