/* node_division.h - A^-1 X of nodes on the tape */
#ifndef GEOMS_NODE_DIVISION_H
#define GEOMS_NODE_DIVISION_H

#include "tape.h"

/* X (n x m) becomes A^-1 X, A is spent; start: values of all inputs, near which pivots are good. 0, or -1
 * without memory */
int geoms_nodes_divide (GeomsTape *t, int n, int *A, int m, int *X, const double *start);

#endif
