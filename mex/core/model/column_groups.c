/* column_groups.c - the columns of a pattern coloured greedily, those with the most neighbours first
 *
 * Two columns are neighbours if there is a row in which both have an entry. Each column gets the
 * first group in which it has no neighbour: for bands that is the width of the band, whatever their
 * length. Largest first: D. J. A. Welsh, M. B. Powell, Comput. J. 10 (1967) 85-86, by the sums of
 * the lengths of rows, which are the degrees but for neighbours in several rows.
 */
#include "column_groups.h"

#include <stdlib.h>

typedef struct Colouring {
    GeomsArena arena;
    const GeomsPattern *A;
    int m, n;
    int *first, *of_row; /* columns of row i: of_row[first[i]] ... [first[i + 1] - 1]           */
    int *order, *colour; /* of each column, -1: none                                           */
    int *taken;          /* of each colour: the column that was told last that it is taken      */
} Colouring;

/* the rows of A, as A has its columns */
static void turn (Colouring *c)
{
    const GeomsPattern *A = c->A;

    for (int k = 0; k < A->start[c->n]; k++)
        c->first[A->row[k] + 1]++;
    for (int i = 0; i < c->m; i++)
        c->first[i + 1] += c->first[i];
    for (int j = c->n - 1; j >= 0; j--)
        for (int k = A->start[j]; k < A->start[j + 1]; k++)
            c->of_row[--c->first[A->row[k] + 1]] = j;
    /* what was the end of a row is its begin now */
    for (int i = 0; i < c->m; i++)
        c->first[i] = c->first[i + 1];
    c->first[c->m] = A->start[c->n];
}

/* sum over the rows of column j of their lengths, at most n: beyond that the order tells nothing */
static int degree (const Colouring *c, int j)
{
    long sum = 0;

    for (int k = c->A->start[j]; k < c->A->start[j + 1] && sum < c->n; k++)
        sum += c->first[c->A->row[k] + 1] - c->first[c->A->row[k]] - 1;
    return sum < c->n ? (int)sum : c->n;
}

/* columns by falling degree, those of the same by number; count: n + 2 zeros */
static void sort (Colouring *c, int *count)
{
    for (int j = 0; j < c->n; j++)
        count[c->n - degree (c, j) + 1]++;
    for (int d = 0; d <= c->n; d++)
        count[d + 1] += count[d];
    for (int j = 0; j < c->n; j++)
        c->order[count[c->n - degree (c, j)]++] = j;
}

/* the first colour that no neighbour has */
static int free_colour (const Colouring *c, int j)
{
    int colour = 0;

    for (int k = c->A->start[j]; k < c->A->start[j + 1]; k++)
        for (int e = c->first[c->A->row[k]]; e < c->first[c->A->row[k] + 1]; e++)
            if (c->colour[c->of_row[e]] >= 0)
                c->taken[c->colour[c->of_row[e]]] = j;
    while (c->taken[colour] == j)
        colour++;
    return colour;
}

/* how many there are */
static int colour_columns (Colouring *c)
{
    int most = 0;

    for (int j = 0; j < c->n; j++)
        c->colour[j] = c->taken[j] = -1;
    for (int i = 0; i < c->n; i++) {
        const int j = c->order[i];

        if (c->A->start[j] == c->A->start[j + 1])
            continue;
        c->colour[j] = free_colour (c, j);
        most = c->colour[j] >= most ? c->colour[j] + 1 : most;
    }
    return most;
}

static void collect (const Colouring *c, GeomsColumnGroups *to)
{
    int all;

    for (int j = 0; j < c->n; j++)
        if (c->colour[j] >= 0)
            to->start[c->colour[j] + 1]++;
    for (int g = 0; g < to->count; g++)
        to->start[g + 1] += to->start[g];
    all = to->start[to->count];
    for (int j = c->n - 1; j >= 0; j--)
        if (c->colour[j] >= 0)
            to->column[--to->start[c->colour[j] + 1]] = j;
    for (int g = 0; g < to->count; g++)
        to->start[g] = to->start[g + 1];
    to->start[to->count] = all;
}

int geoms_column_groups (const GeomsPattern *A, int m, int n, GeomsColumnGroups *to,
                         GeomsArena *arena)
{
    Colouring c = {.A = A, .m = m, .n = n};
    int *count = geoms_arena_ints (&c.arena, (size_t)n + 2), failed;

    c.first = geoms_arena_ints (&c.arena, (size_t)m + 1);
    c.of_row = geoms_arena_ints (&c.arena, (size_t)A->start[n]);
    c.order = geoms_arena_ints (&c.arena, (size_t)n);
    c.colour = geoms_arena_ints (&c.arena, (size_t)n);
    c.taken = geoms_arena_ints (&c.arena, (size_t)n + 1);
    if (! c.arena.failed) {
        c.taken[n] = -1;
        turn (&c);
        sort (&c, count);
        to->count = colour_columns (&c);
        to->start = geoms_arena_ints (arena, (size_t)to->count + 1);
        to->column = geoms_arena_ints (arena, (size_t)n);
        if (! arena->failed)
            collect (&c, to);
    }
    failed = c.arena.failed || arena->failed;
    geoms_arena_free (&c.arena);
    return failed ? -1 : 0;
}
