/* lanes_wide.c - four states side by side, for processors with AVX2: lanes.h
 *
 * Compiled for them here alone; products and sums are not fused. Not for Windows, where gcc does
 * not align the stack for them.
 */
#if defined(__GNUC__) && ! defined(__clang__) && defined(__x86_64__) && ! defined(_WIN32)
#pragma GCC target("avx2")
#include "lanes.h"

typedef double Four __attribute__ ((vector_size (32), may_alias));
GEOMS_INLINE Four four_of (double x) { return (Four){x, x, x, x}; }

#define NUMBER     Four
#define NAME(name) four_##name
#include "lanes_of.h"

const GeomsLanes *geoms_lanes_wide (void)
{
    return __builtin_cpu_supports ("avx2") ? &lanes_ops : NULL;
}
#else
#include "lanes.h"

const GeomsLanes *geoms_lanes_wide (void) { return NULL; }
#endif
