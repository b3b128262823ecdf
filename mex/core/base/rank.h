/* rank.h - the rank of a matrix from its pivots or singular values s_1 >= s_2 >= ...; its rows
 *
 *     found       rank = the number of s_i > tol s_1
 *     imposed     rank = r, known from another matrix, but for s_i <= 1e-14 s_1, which is rounding
 *     expected    rank = r, known from before, if more are found but s_r+1 <= gap s_r: errors of
 *                 the entries pretend them, and do not come near those that count
 */
#ifndef GEOMS_RANK_H
#define GEOMS_RANK_H

/* what is relatively smaller counts as zero, of C that a model gives, if RankTol does not say it */
#define GEOMS_RANK_OF_C 1e-10

#include <math.h>

#include "linalg.h"

typedef struct GeomsRank {
    double tol;              /* what is not greater than tol s_1 counts as zero             */
    int imposed, expected;   /* ranks that are known, 0: not known                          */
    double gap;              /* for the expected one; 1: it is never exceeded               */
    int rank;                /* found so far, 0 at the beginning                            */
    int asked;               /* not 0 after the first pivot                                 */
    double largest, least;   /* s_1; the last one that counts, s_1 if none does             */
    double smallest;         /* the last one that was looked at                             */
} GeomsRank;

/* not 0 if the next pivot, or singular value, belongs to the rank */
GEOMS_INLINE int geoms_rank_takes (GeomsRank *r, double size)
{
    const double rounding = 1e-14; /* some 50 times the distance of 1 to the next number */

    r->smallest = size;
    if (! r->asked)
        r->largest = r->least = size;
    r->asked = 1;
    if (r->imposed > 0 ? r->rank >= r->imposed || ! (size > rounding * r->largest)
                       : ! (size > r->tol * r->largest))
        return 0;
    r->least = size;
    r->rank++;
    return 1;
}

/* all of them, stride apart, of either sign; `expected` is looked at here only. -> rank */
int geoms_rank_of (GeomsRank *r, int count, const double *s, int stride);

/* not 0 if a square or wide matrix with this condition has full rank */
static inline int geoms_rank_full (double condition, double tol) { return condition * tol < 1; }

/* ---- rows ---- */

/* the largest size of `count` numbers, stride apart */
GEOMS_INLINE double geoms_largest (int count, int stride, const double *x)
{
    double size = 0;

    for (int i = 0; i < count; i++)
        size = geoms_max (fabs (x[(size_t)i * (size_t)stride]), size);
    return size;
}

/* scale_i = 1 / (largest entry of row i of F), A = diag (scale) F. Rows that are not greater than
 * tol times the largest one vanish: their scale is `vanished`. F (m x k) is stored ldf apart, A m
 * apart; m may be known to the compiler. */
GEOMS_INLINE void geoms_equilibrate_rows (int m, int k, const double *F, int ldf, double tol,
                                          double vanished, double *restrict scale,
                                          double *restrict A)
{
    double largest = 0;

    for (int i = 0; i < m; i++) {
        scale[i] = geoms_largest (k, ldf, F + i);
        largest = geoms_max (scale[i], largest);
    }
    for (int i = 0; i < m; i++) {
        const double s = scale[i] = scale[i] > tol * largest ? 1 / scale[i] : vanished;
        for (int j = 0; j < k; j++)
            A[(size_t)j * (size_t)m + (size_t)i] = s * F[(size_t)j * (size_t)ldf + (size_t)i];
    }
}

#endif
