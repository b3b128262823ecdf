/* tape.h - scalar expressions as numbered nodes, each of them once
 *
 * A node is a constant, an input, or an operation on up to three nodes before it. What is recorded
 * twice is one node; rules (rules.c) shorten what is recorded, up to the sign of zero with the same
 * bits, or with the rounding that x^2 = x x makes. Node 0 is the constant 0.
 *
 * Where memory is missing, or there are more than `most` nodes, a tape has failed: all further
 * nodes are 0.
 */
#ifndef GEOMS_TAPE_H
#define GEOMS_TAPE_H

#include <stddef.h>

#include "geoms_derive.h"
#include "operations.h"
#include "piecewise.h"

typedef struct GeomsNode {
    short op;
    short tame;     /* a finite number wherever its inputs are: 0 x may become 0               */
    int arg[3];
    double value;   /* of a constant                                                           */
} GeomsNode;

typedef enum GeomsTapeFault { GEOMS_TAPE_GOOD, GEOMS_TAPE_NO_MEMORY, GEOMS_TAPE_FULL } GeomsTapeFault;

struct GeomsTape {
    GeomsNode *node;
    int count;
    size_t room;
    int *bucket;    /* nodes by their contents; -1: free                                       */
    size_t buckets; /* a power of 2                                                            */
    int most, inputs;
    int derives;    /* not 0: 0 x, 0 / x and x - x are 0 whatever x is                          */
    GeomsTapeFault fault;
    GeomsPiecewise *table;
    int tables;
    size_t table_room;
};

/* 0, or -1 without memory */
int geoms_tape_begin (GeomsTape *tape, int most);
void geoms_tape_end (GeomsTape *tape);

/* what can be told of a node once its arguments have values */
static inline double geoms_tape_value (const GeomsTape *tape, const GeomsNode *n, double a, double b,
                                       double c)
{
    return n->op == GEOMS_OP_PIECEWISE
               ? geoms_piecewise_value (tape->table + n->arg[1], n->arg[2], a)
               : geoms_operation (n->op, a, b, c);
}

/* tape.c: exactly this node; geoms_tape_node (rules.c): a node of this value */
int geoms_tape_record (GeomsTape *tape, int op, int a, int b, int c);

static inline int geoms_tape_is_constant (const GeomsTape *tape, int i)
{
    return tape->node[i].op == GEOMS_OP_CONSTANT;
}

#endif
