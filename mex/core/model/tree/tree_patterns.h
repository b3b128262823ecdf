/* tree_patterns.h - what the files of patterns of trees share: walks over the entries of Z and B
 *
 * One walk over all that may be there counts entries, puts down their rows, or their values: the same
 * order each time.
 */
#ifndef GEOMS_TREE_PATTERNS_H
#define GEOMS_TREE_PATTERNS_H

#include "tree_system.h"

/* which entries are left out where they are 0 at states by chance: none; of C, 0 exactly; those that
 * are rounding in their row */
enum { GEOMS_ENTRY_STAYS, GEOMS_ENTRY_EXACT, GEOMS_ENTRY_ROUNDED };

/* row numbers, values, or kinds, one after the other; keep: of all entries, NULL: all are */
typedef struct GeomsTreeWalk {
    int *row;
    double *value;
    unsigned char *kind;
    int count;
    const unsigned char *keep;
    int seen;
} GeomsTreeWalk;

static inline void geoms_tree_put (GeomsTreeWalk *w, int kind, int row, double value)
{
    if (w->keep != NULL && ! w->keep[w->seen++])
        return;
    if (w->row != NULL)
        w->row[w->count] = row;
    if (w->value != NULL)
        w->value[w->count] = value;
    if (w->kind != NULL)
        w->kind[w->count] = (unsigned char)kind;
    w->count++;
}

/* number i of the bodies that have columns */
static inline const GeomsTreeBody *geoms_tree_moving (const GeomsTreeSystem *s, int i)
{
    return s->tree.body + s->patterns->order[i];
}

/* tree_pattern_blocks.c: Z, and B at the state and the derivatives at hand, p and x NULL where values are
 * not wanted; start: of each column, or NULL; values of C at the state at hand */
void geoms_tree_walk_Z (const GeomsTreeSystem *s, const double *p, int *start, GeomsTreeWalk *w);
void geoms_tree_walk_B (const GeomsTreeSystem *s, const double *x, int *start, GeomsTreeWalk *w);
void geoms_tree_fill_C (const GeomsTreeSystem *s);
/* tree_pattern_parts.c: those of M */
void geoms_tree_fill_M (GeomsTreeSystem *s);
/* tree_zeros.c: t->keep, kept_M, kept_C: what is other than 0 at states by chance */
void geoms_tree_find_zeros (GeomsTreeSystem *s, GeomsTreePatterns *t);

#endif
