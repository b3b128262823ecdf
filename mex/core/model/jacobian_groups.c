/* jacobian_groups.c - where J has entries
 *
 *     rda = [ ...; C M^-1 f_dyn + gamma; ...; f_dyn; ... ],   f_dyn = f - C'l
 *
 * has those of B, and in the rows gII, hI those of C F besides, F the rows f of B: M is diagonal.
 */
#include "jacobian_groups.h"

static int is_fit (const GeomsEquations *e)
{
    const GeomsModel *model = e->model;
    int fit = model->parts != NULL && ! e->mass_varies && e->mass_diagonal
              && geoms_pattern_given (&model->patterns.B) && geoms_pattern_given (&model->patterns.C);

    for (int i = 0; i < e->d.nv && fit; i++)
        fit = e->mass_diagonal_of[i] > 0;
    return fit;
}

/* rows of one column: marked by its number plus one, in `row` unless that is NULL */
typedef struct Column {
    int *mark, *row, mark_of, count;
} Column;

static void add (Column *c, int i)
{
    if (c->mark[i] == c->mark_of)
        return;
    c->mark[i] = c->mark_of;
    if (c->row != NULL)
        c->row[c->count] = i;
    c->count++;
}

/* how many they are */
static int rows_of (const GeomsEquations *e, int j, int *mark, int *row)
{
    const GeomsPattern *B = &e->model->patterns.B, *C = &e->model->patterns.C;
    Column column = {mark, row, j + 1, 0};

    for (int k = B->start[j]; k < B->start[j + 1]; k++) {
        const int l = B->row[k] - e->r_v;

        add (&column, B->row[k]);
        if (l < 0 || l >= e->d.nv)
            continue;
        for (int c = C->start[l]; c < C->start[l + 1]; c++)
            add (&column, e->r_gII + C->row[c]);
    }
    return column.count;
}

const GeomsJacobianGroups *geoms_jacobian_groups (GeomsEquations *e)
{
    GeomsArena scratch = {0};
    GeomsJacobianGroups *g;
    int *mark, *start, *row;

    if (e->groups != NULL || ! is_fit (e))
        return e->groups;
    g = geoms_arena_get (e->arena, 1, sizeof *g);
    mark = geoms_arena_ints (&scratch, (size_t)e->m);
    start = geoms_arena_ints (e->arena, (size_t)e->n + 1);
    for (int j = 0; j < e->n && mark != NULL && start != NULL; j++)
        start[j + 1] = start[j] + rows_of (e, j, mark, NULL);
    row = geoms_arena_ints (e->arena, start != NULL ? (size_t)start[e->n] : 0);
    if (g != NULL && mark != NULL && start != NULL && row != NULL) {
        for (int i = 0; i < e->m; i++)
            mark[i] = 0;
        for (int j = 0; j < e->n; j++)
            rows_of (e, j, mark, row + start[j]);
        g->pattern = (GeomsPattern){start, row};
        if (geoms_column_groups (&g->pattern, e->m, e->n, &g->groups, e->arena) == 0)
            e->groups = g;
    }
    geoms_arena_free (&scratch);
    return e->groups;
}
