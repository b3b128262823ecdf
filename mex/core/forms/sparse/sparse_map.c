/* sparse_map.c - notes of where values go, and their places in the end */
#include "sparse_map.h"

#include <stdlib.h>

void geoms_sparse_map_note (GeomsSparseMap *map, GeomsSparseBuilder *b, int i, int j, int entry)
{
    const size_t need = (size_t)map->count + 1;

    if (geoms_grow ((void **)&map->entry, &map->room[0], need, sizeof (int)) != 0
        || geoms_grow ((void **)&map->place, &map->room[1], need, sizeof (int)) != 0) {
        b->failed = 1;
        return;
    }
    map->entry[map->count] = entry;
    map->place[map->count++] = geoms_builder_add (b, i, j, 0);
}

void geoms_sparse_map_keep (GeomsSparseMap *map, const int *place, GeomsArena *arena)
{
    const size_t count = place != NULL ? (size_t)map->count : 0;
    int *entries = geoms_arena_ints (arena, count), *places = geoms_arena_ints (arena, count);

    for (size_t k = 0; k < count && ! arena->failed; k++) {
        entries[k] = map->entry[k];
        places[k] = place[map->place[k]];
    }
    free (map->entry);
    free (map->place);
    *map = (GeomsSparseMap){.count = (int)count, .entry = entries, .place = places};
}
