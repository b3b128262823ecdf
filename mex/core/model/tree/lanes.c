/* lanes.c - two states side by side, which x86-64 and ARM64 always have; what there is: lanes.h */
#include "lanes.h"

#if defined(__GNUC__) && (defined(__x86_64__) || defined(__aarch64__))
typedef double Pair __attribute__ ((vector_size (16), may_alias));
GEOMS_INLINE Pair pair_of (double x) { return (Pair){x, x}; }

#define NUMBER     Pair
#define NAME(name) pair_##name
#include "lanes_of.h"

static const GeomsLanes *pairs (void) { return &lanes_ops; }
#else
static const GeomsLanes *pairs (void) { return NULL; }
#endif

const GeomsLanes *geoms_lanes (int number)
{
    return number == 0 ? geoms_lanes_wide () : pairs ();
}
