/* walk.h - over all that the next steps depend on, as plain numbers
 *
 * Whoever has something to remember shows it to a walk, always all of it and in the same order. The
 * walk counts the numbers, writes them, or reads them back.
 */
#ifndef GEOMS_WALK_H
#define GEOMS_WALK_H

#include <stddef.h>

typedef enum GeomsDirection {
    GEOMS_WALK_COUNTS,
    GEOMS_WALK_WRITES,
    GEOMS_WALK_READS
} GeomsDirection;

typedef struct GeomsWalk {
    GeomsDirection direction;
    double *at;   /* the numbers; not used while they are counted                            */
    size_t count; /* so many are behind us                                                   */
    int wrong;    /* something was read that nobody can have written                         */
} GeomsWalk;

/* values may be NULL if count is 0 */
void geoms_walk_reals (GeomsWalk *w, size_t count, double *values);
void geoms_walk_ints (GeomsWalk *w, size_t count, int *values);
void geoms_walk_real (GeomsWalk *w, double *value);
void geoms_walk_int (GeomsWalk *w, int *value);
void geoms_walk_long (GeomsWalk *w, long *value);
/* one that is >= 0 or, where it is not known, `unknown`, NaN or Inf: numbers are stored finite */
void geoms_walk_known (GeomsWalk *w, double *value, double unknown);
/* one that lies between limits */
void geoms_walk_within (GeomsWalk *w, int *value, int least, int most);
/* what must hold of the numbers that were read */
void geoms_walk_require (GeomsWalk *w, int holds);

#endif
