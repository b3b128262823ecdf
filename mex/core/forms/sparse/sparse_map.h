/* sparse_map.h - which values of one pattern stand where in another: to[place[k]] += from[entry[k]]
 *
 *     geoms_builder_begin (&b, m, n, &arena);
 *     geoms_sparse_map_note (&map, &b, i, j, entry);     as often as there are entries
 *     geoms_builder_finish (&b, &A, place);
 *     geoms_sparse_map_keep (&map, place, &arena);       whether that has failed or not
 */
#ifndef GEOMS_SPARSE_MAP_H
#define GEOMS_SPARSE_MAP_H

#include "base/sparse.h"

typedef struct GeomsSparseMap {
    int count;
    size_t room[2];
    int *entry, *place;
} GeomsSparseMap;

/* value number `entry` of the source at (i, j) of what a builder makes, which fails without memory */
void geoms_sparse_map_note (GeomsSparseMap *map, GeomsSparseBuilder *b, int i, int j, int entry);
/* into the arena, places by those of the builder's entries; place NULL: there are none */
void geoms_sparse_map_keep (GeomsSparseMap *map, const int *place, GeomsArena *arena);

/* to[place[k]] += scale from[entry[k]] */
static inline void geoms_sparse_map_put (const GeomsSparseMap *map, double scale,
                                         const double *from, double *to)
{
    for (int k = 0; k < map->count; k++)
        to[map->place[k]] += scale * from[map->entry[k]];
}

#endif
