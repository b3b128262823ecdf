/* tree_pattern_parts.c - parts of trees with few entries: M, Z and C by their patterns
 *
 * M and C are computed with all entries that may be there; those that are kept are picked out.
 */
#include <string.h>

#include "tree_patterns.h"

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

void geoms_tree_fill_M (GeomsTreeSystem *s)
{
    double *M = s->patterns->M_values;
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

static void pick (const GeomsTreeKept *kept, int columns, const double *from, double *to)
{
    for (int k = 0; k < kept->pattern.start[columns]; k++)
        to[k] = from[kept->of[k]];
}

/* [ M; Z; f; C; g; gI; gamma; b; e ] */
void geoms_tree_put_parts (GeomsTreeSystem *s, int j, const double *x, double *out)
{
    const GeomsTreePatterns *t = s->patterns;
    const int nv = s->tree.nv, turns = s->tree.quaternions > 0;
    double *Z = out + t->kept_M.pattern.start[nv], *f = Z + (turns ? t->Z.start[nv] : 0), *C = f + nv,
           *g = C + t->kept_C.pattern.start[nv], *gI = g + s->nl, *gII = gI + s->m, *b = gII + s->m;
    GeomsTreeWalk w = {.value = Z};

    if (turns)
        geoms_tree_walk_Z (s, geoms_tree_positions (s, x), NULL, &w);
    geoms_tree_fill_C (s);
    pick (&t->kept_C, nv, t->C_values, C);
    geoms_tree_levels (s, j, x, g, gI, gII);
    geoms_tree_flows (s, b);
    geoms_tree_norms (s, geoms_tree_positions (s, x), b + s->nr);
    geoms_tree_balance (&s->state, s->tau, f);
    geoms_tree_fill_M (s);
    pick (&t->kept_M, nv, t->M_values, out);
}
