/* rank.c - rank = max {r: s_i > tol s_1 for i <= r}, or one that is known: see rank.h
 */
#include "rank.h"

/* the known rank instead of a larger one that small errors pretend */
static void keep_expected (GeomsRank *r, const double *s, int stride)
{
    const int known = r->expected;
    double next, last;

    if (known <= 0 || r->rank <= known)
        return;
    last = fabs (s[(size_t)(known - 1) * (size_t)stride]);
    next = fabs (s[(size_t)known * (size_t)stride]);
    if (next > r->gap * last)
        return;
    r->rank = known;
    r->least = last;
    r->smallest = next;
}

int geoms_rank_of (GeomsRank *r, int count, const double *s, int stride)
{
    for (int i = 0; i < count; i++)
        if (! geoms_rank_takes (r, fabs (s[(size_t)i * (size_t)stride])))
            break;
    keep_expected (r, s, stride);
    return r->rank;
}
