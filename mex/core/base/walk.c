/* walk.c - numbers counted, written or read, one after the other */
#include "walk.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* whole numbers that a double holds for sure */
static const double LARGEST_LONG = 1e15;

void geoms_walk_reals (GeomsWalk *w, size_t count, double *values)
{
    if (w->direction == GEOMS_WALK_WRITES && count > 0)
        memcpy (w->at + w->count, values, count * sizeof *values);
    else if (w->direction == GEOMS_WALK_READS && count > 0)
        memcpy (values, w->at + w->count, count * sizeof *values);
    w->count += count;
}

void geoms_walk_real (GeomsWalk *w, double *value) { geoms_walk_reals (w, 1, value); }

void geoms_walk_ints (GeomsWalk *w, size_t count, int *values)
{
    for (size_t i = 0; i < count; i++) {
        double value = values[i];

        geoms_walk_real (w, &value);
        values[i] = fabs (value) <= INT_MAX ? (int)value : 0;
    }
}

void geoms_walk_int (GeomsWalk *w, int *value) { geoms_walk_ints (w, 1, value); }

void geoms_walk_long (GeomsWalk *w, long *value)
{
    double real = (double)*value;

    geoms_walk_real (w, &real);
    *value = fabs (real) <= LARGEST_LONG ? (long)real : 0;
}

void geoms_walk_known (GeomsWalk *w, double *value, double unknown)
{
    double stored = isnan (*value) || *value == unknown ? -1 : *value;

    geoms_walk_real (w, &stored);
    if (w->direction == GEOMS_WALK_READS)
        *value = stored < 0 ? unknown : stored;
}

void geoms_walk_within (GeomsWalk *w, int *value, int least, int most)
{
    geoms_walk_int (w, value);
    geoms_walk_require (w, *value >= least && *value <= most);
}

void geoms_walk_require (GeomsWalk *w, int holds)
{
    w->wrong |= w->direction == GEOMS_WALK_READS && ! holds;
}
