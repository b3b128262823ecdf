/* clock.c - the time of day in seconds */
#include <time.h>

#include "geoms.h"

double geoms_seconds (void)
{
#ifdef TIME_UTC
    struct timespec now;

    timespec_get (&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#else /* older C libraries of Windows, whose clock () is the time that has passed */
    return (double)clock () / CLOCKS_PER_SEC;
#endif
}
