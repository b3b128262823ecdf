/* sweep.h - derivatives of what stands on a tape, as further nodes of it */
#ifndef GEOMS_SWEEP_H
#define GEOMS_SWEEP_H

#include "tape.h"

/* the entry (row, column) of a Jacobian is the node */
typedef struct GeomsEntry {
    int row, column, node;
} GeomsEntry;

typedef struct GeomsEntries {
    GeomsEntry *entry; /* by rows, columns rising within them; those that are 0 are left out    */
    int count;
    size_t room;
} GeomsEntries;

void geoms_entries_free (GeomsEntries *list);
int geoms_entries_append (GeomsEntries *list, int row, int column, int node); /* 0, -1 without memory */

/* All return 0, or -1 without memory; a fault of the tape is the tape's.
 *
 * Which of the first `nodes` nodes the roots need: needed, 1 or 0 for each. */
void geoms_sweep_needed (const GeomsTape *tape, int nodes, int count, const int *root,
                         unsigned char *needed);
/* Derivatives of the roots along a direction: input number i changes at the rate seed[i], a node. */
int geoms_sweep_tangent (GeomsTape *tape, int count, const int *root, int inputs, const int *seed,
                         int *rate);
/* Derivatives of the roots by inputs; column[i] is the column of input i, or -1. forward: node by
 * node from the inputs on; reverse: from each root back, where geoms_sweep_reverses: nothing is
 * chosen on the way. The values are the same but for rounding, the numbers of nodes are not. */
int geoms_sweep_reverses (const GeomsTape *tape, int count, const int *root);
int geoms_sweep_forward (GeomsTape *tape, int count, const int *root, int inputs, const int *column,
                         GeomsEntries *jacobian);
int geoms_sweep_reverse (GeomsTape *tape, int count, const int *root, int inputs, const int *column,
                         GeomsEntries *jacobian);
/* The roots with inputs replaced: input i by the node by[i], or kept where by[i] is -1. */
int geoms_sweep_substitute (GeomsTape *tape, int count, int *root, int inputs, const int *by);
/* how many operations the roots, or the entries, need, or -1 without memory */
int geoms_sweep_operations (const GeomsTape *tape, int count, const int *root);
int geoms_entries_operations (const GeomsTape *tape, const GeomsEntries *list);

#endif
