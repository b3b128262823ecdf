/* memory.h - an arena: many allocations, one place that fails and one call that frees */
#ifndef GEOMS_MEMORY_H
#define GEOMS_MEMORY_H

#include <stddef.h>

typedef struct GeomsArena {
    struct GeomsArenaBlock *head;
    int failed; /* not 0: some allocation returned NULL */
} GeomsArena;

/* Zeroed memory for count items of the given size, also for count = 0, at a multiple of 32 bytes;
 * NULL sets arena->failed. */
void *geoms_arena_get (GeomsArena *arena, size_t count, size_t size);
double *geoms_arena_reals (GeomsArena *arena, size_t count);
int *geoms_arena_ints (GeomsArena *arena, size_t count);
void geoms_arena_free (GeomsArena *arena);

/* *array grown so that it holds `need` items of the given size; 0, or -1 with *array unchanged. */
int geoms_grow (void **array, size_t *capacity, size_t need, size_t size);

#endif
