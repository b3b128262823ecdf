/* program_store.h - programs as plain numbers, which a file may keep, and back
 *
 * Numbers that come back may be anything: each count is looked at before there is room made for it,
 * each index before it is used.
 */
#ifndef GEOMS_PROGRAM_STORE_H
#define GEOMS_PROGRAM_STORE_H

#include "base/walk.h"
#include "program.h"

typedef struct GeomsStore {
    GeomsWalk w;
    size_t limit;       /* so many numbers there are                                           */
    GeomsArena *arena;
} GeomsStore;

static inline int geoms_store_reads (const GeomsStore *s)
{
    return s->w.direction == GEOMS_WALK_READS;
}
static inline int geoms_store_broken (const GeomsStore *s) { return s->w.wrong || s->arena->failed; }

/* counting where to is NULL, else writing; reading */
GeomsStore geoms_store_writing (double *to, GeomsArena *arena);
GeomsStore geoms_store_reading (const double *from, size_t count, GeomsArena *arena);

/* a number within limits, which is `least` once something was wrong; one that counts something */
void geoms_store_number (GeomsStore *s, int *value, int least, int most);
void geoms_store_count (GeomsStore *s, int *value);
/* `count` items of `each` ints; reading makes room of items of this size */
void geoms_store_ints (GeomsStore *s, int count, int each, size_t size, int **list);
void geoms_store_reals (GeomsStore *s, int count, double **list);
/* as geoms_program_is_sound */
void geoms_store_program (GeomsStore *s, GeomsProgram *p, int live, int inputs, int outputs);

#endif
