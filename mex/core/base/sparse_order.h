/* sparse_order.h - an order of the unknowns of a symmetric matrix that leaves little fill */
#ifndef GEOMS_SPARSE_ORDER_H
#define GEOMS_SPARSE_ORDER_H

/* of the pattern of both triangles: order[k] is the old number of the new one k. By approximate
 * minimum degree where KLU's package is there; as they stand else. 0, or -1 without memory. */
int geoms_sparse_order (int n, const int *start, const int *row, int *order);

#endif
