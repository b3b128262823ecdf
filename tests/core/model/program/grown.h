/* grown.h - tapes of any operations, for the tests */
#ifndef GEOMS_TEST_GROWN_H
#define GEOMS_TEST_GROWN_H

#include "model/program/tape.h"
#include "test.h"

enum { INPUTS = 6, NODES = 120, ROOTS = 12 };

static int pick (unsigned *seed, int n)
{
    return (int)((noise (seed) + 1) / 2 * n) % n;
}

/* a table of cubics */
static int grow_table (GeomsTape *t, unsigned *seed)
{
    double breaks[4] = {-1}, coefs[12];

    for (int i = 1; i < 4; i++)
        breaks[i] = breaks[i - 1] + 0.6 + 0.5 * noise (seed);
    fill_noise (12, coefs, seed);
    return geoms_tape_table (t, 3, 4, breaks, coefs);
}

/* any operations of what is there already */
static void grow (GeomsTape *t, unsigned *seed, int *root)
{
    const int tables[2] = {grow_table (t, seed), grow_table (t, seed)};
    int list[NODES];

    for (int i = 0; i < NODES; i++) {
        const int op = GEOMS_OP_FAIL + 1 + pick (seed, GEOMS_OP_PIECEWISE - GEOMS_OP_FAIL);
        const int arithmetic = GEOMS_OP_ADD + pick (seed, 3), many = pick (seed, 3) > 0;
        if (i < INPUTS)
            list[i] = geoms_tape_input (t, i);
        else if (i < INPUTS + 4)
            list[i] = geoms_tape_constant (t, noise (seed));
        else if (op == GEOMS_OP_PIECEWISE)
            list[i] = geoms_tape_node (t, op, list[pick (seed, i)], tables[pick (seed, 2)],
                                       pick (seed, 3));
        else
            list[i] = geoms_tape_node (t, many ? arithmetic : op, list[pick (seed, i)],
                                       list[pick (seed, i)], list[pick (seed, i)]);
    }
    for (int i = 0; i < ROOTS; i++)
        root[i] = i == 0 ? 0 : i == 1 ? list[2] : list[NODES - i];
}

static int same_bits (double a, double b)
{
    return (isnan (a) && isnan (b)) || memcmp (&a, &b, sizeof a) == 0;
}

#endif
