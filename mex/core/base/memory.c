/* memory.c - an arena: a list of blocks that are freed together */
#include "memory.h"

#include <stdint.h>
#include <stdlib.h>

typedef struct GeomsArenaBlock {
    struct GeomsArenaBlock *next;
} GeomsArenaBlock;

/* what is handed out starts behind a block at a multiple of ALIGNED bytes: choice, as many as the
 * widest numbers that the core computes with want */
enum { ALIGNED = 32, HEAD = sizeof (GeomsArenaBlock) + ALIGNED };

void *geoms_arena_get (GeomsArena *arena, size_t count, size_t size)
{
    GeomsArenaBlock *block = NULL;

    if (count == 0)
        count = 1;
    if (count <= (SIZE_MAX - HEAD) / size)
        block = calloc (1, HEAD + count * size);
    if (block == NULL) {
        arena->failed = 1;
        return NULL;
    }
    block->next = arena->head;
    arena->head = block;
    return (char *)block + HEAD - (uintptr_t)((char *)block + HEAD) % ALIGNED;
}

double *geoms_arena_reals (GeomsArena *arena, size_t count)
{
    return geoms_arena_get (arena, count, sizeof (double));
}

int *geoms_arena_ints (GeomsArena *arena, size_t count)
{
    return geoms_arena_get (arena, count, sizeof (int));
}

void geoms_arena_free (GeomsArena *arena)
{
    while (arena->head != NULL) {
        GeomsArenaBlock *next = arena->head->next;
        free (arena->head);
        arena->head = next;
    }
}

int geoms_grow (void **array, size_t *capacity, size_t need, size_t size)
{
    size_t wanted = *capacity < 64 ? 64 : *capacity;
    void *grown;

    if (need <= *capacity)
        return 0;
    while (wanted < need && wanted < SIZE_MAX / 2)
        wanted += wanted / 2;
    if (wanted < need)
        return -1;
    if (size > 0 && wanted > SIZE_MAX / size)
        return -1;
    grown = realloc (*array, wanted * (size > 0 ? size : 1));
    if (grown == NULL)
        return -1;
    *array = grown;
    *capacity = wanted;
    return 0;
}
