/* slopes.c - the Jacobian of what is recorded, dense */
#include <string.h>

#include "sweep.h"

int geoms_tape_slopes (GeomsTape *tape, int count, const int *root, int inputs, const int *column,
                       int *slope)
{
    GeomsEntries list = {0};
    const int derives = tape->derives;

    tape->derives = 1;
    const int status = geoms_sweep_forward (tape, count, root, inputs, column, &list);
    tape->derives = derives;
    for (int e = 0; e < list.count && status == 0; e++)
        slope[list.entry[e].row + list.entry[e].column * count] = list.entry[e].node;
    geoms_entries_free (&list);
    return status;
}
