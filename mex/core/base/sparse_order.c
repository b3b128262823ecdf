/* sparse_order.c - approximate minimum degree: P. R. Amestoy, T. A. Davis, I. S. Duff, "An approximate
 * minimum degree ordering algorithm", SIAM J. Matrix Anal. Appl. 17 (1996) */
#include "sparse_order.h"

#include <stddef.h>

#ifdef GEOMS_HAVE_KLU

#include <amd.h>

int geoms_sparse_order (int n, const int *start, const int *row, int *order)
{
    return amd_order (n, start, row, order, NULL, NULL) >= AMD_OK ? 0 : -1;
}

#else

int geoms_sparse_order (int n, const int *start, const int *row, int *order)
{
    (void)start, (void)row;
    for (int k = 0; k < n; k++)
        order[k] = k;
    return 0;
}

#endif
