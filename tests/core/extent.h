/* extent.h - how much of the long tests is run
 *
 *     GEOMS_SHORT set    under sanitizers and valgrind, which look for faults and not for digits:
 *                        every case, over fewer decades of the tolerance or a part of its time
 *                        span; what is done in several ways at many places in one of them in turn
 *     GEOMS_LONG set     (tests/run --long) all decades
 *     neither            the ends of the decades and one between them
 */
#ifndef GEOMS_EXTENT_H
#define GEOMS_EXTENT_H

#include <stdlib.h>

static inline int run_short (void)
{
    return getenv ("GEOMS_SHORT") != NULL && getenv ("GEOMS_LONG") == NULL;
}

/* for (int d = first; d <= last_decade (first); d = next_decade (d, first)): first ... first + 7 */
static inline int last_decade (int first) { return run_short () ? first + 4 : first + 7; }

static inline int next_decade (int digits, int first)
{
    return digits + (digits == first || getenv ("GEOMS_LONG") != NULL ? 1 : 3);
}

#endif
