/* questions.c - what nodes need: inputs, and conditions between which they choose */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sweep.h"

int geoms_tape_needs (const GeomsTape *tape, int count, const int *node, unsigned char *needed)
{
    unsigned char *reached = malloc ((size_t)tape->count + 1);

    if (reached == NULL)
        return -1;
    memset (needed, 0, (size_t)tape->inputs);
    geoms_sweep_needed (tape, tape->count, count, node, reached);
    for (int i = 0; i < tape->count; i++)
        if (reached[i] && tape->node[i].op == GEOMS_OP_INPUT)
            needed[tape->node[i].arg[0]] = 1;
    free (reached);
    return 0;
}

static int is_failure (const GeomsTape *tape, int i)
{
    return geoms_tape_is_constant (tape, i) && isnan (tape->node[i].value);
}

/* conditions are marked by the value 2 */
int geoms_tape_choices (const GeomsTape *tape, int count, const int *node, int *condition)
{
    unsigned char *reached = malloc ((size_t)tape->count + 1);
    int found = 0;

    if (reached == NULL)
        return -1;
    geoms_sweep_needed (tape, tape->count, count, node, reached);
    for (int i = tape->count - 1; i >= 0; i--) {
        const GeomsNode *n = tape->node + i;
        if (reached[i] && n->op == GEOMS_OP_SELECT && ! is_failure (tape, n->arg[1])
            && ! is_failure (tape, n->arg[2]))
            reached[n->arg[0]] = 2;
    }
    for (int i = 0; i < tape->count; i++)
        if (reached[i] == 2)
            condition[found++] = i;
    free (reached);
    return found;
}
