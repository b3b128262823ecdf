/* partition_choice.c - rows of C, equilibrated: their rank; the dependent coordinates by pivoting
 *
 *     C_ij / max_j |C_ij|, QR with column pivoting: the pivot columns are the dependent coordinates
 *
 * A row of C that vanishes against the others is not scaled up: where a constraint loses its
 * direction, that is a singular position and no constraint of its own.
 */
#include "partition_kinds.h"

#include <string.h>

#include "base/rank.h"

void geoms_partition_scale_rows (GeomsPartition *p, const double *C, int ldc)
{
    geoms_equilibrate_rows (p->m, p->n, C, ldc, p->tol, 0, p->scale, p->rows);
}

int geoms_partition_rank_of_rows (GeomsPartition *p)
{
    memcpy (p->work, p->rows, (size_t)p->m * (size_t)p->n * sizeof *p->work);
    return geoms_pivot_columns (p->m, p->n, p->work, p->order, p->tol);
}

int geoms_partition_choose (GeomsPartition *p, const double *C, int ldc)
{
    geoms_partition_scale_rows (p, C, ldc);
    geoms_partition_set_rank (p, geoms_partition_rank_of_rows (p));
    for (int i = 0; i < p->n; i++)
        p->independent[p->order[i]] = i >= p->rank;
    return p->rank;
}

int geoms_partition_refuse (GeomsPartition *p, const double *C, int ldc)
{
    geoms_partition_scale_rows (p, C, ldc);
    geoms_partition_set_rank (p, geoms_partition_rank_of_rows (p));
    return p->rank == p->m && p->kind == GEOMS_PARTITION_FIXED ? GEOMS_PARTITION_SINGULAR
                                                               : GEOMS_PARTITION_RANK;
}
