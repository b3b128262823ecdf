/* trees.h - order conditions of explicit methods as a system of equations
 *
 *     Trace trace;
 *     Case c = case_of_trees (&trace);     one step from 0: y = h^order sum_i b_i Phi_i
 *     ... density (i) ...                  exact: y = h^order / gamma
 *
 * Each unknown is a rooted tree, y' = product of its branches. E. Hairer, S. P. Norsett, G. Wanner,
 * Solving Ordinary Differential Equations I (1993), II.2.
 */
#ifndef GEOMS_TEST_TREES_H
#define GEOMS_TEST_TREES_H

#include "test.h"

typedef struct Tree {
    int order, branches, branch[5];
} Tree;

static const Tree trees[] = {{1, 0, {0}},       {2, 1, {0}},       {3, 2, {0, 0}},
                             {3, 1, {1}},       {4, 3, {0, 0, 0}}, {4, 2, {0, 1}},
                             {4, 1, {2}},       {4, 1, {3}},       {5, 4, {0, 0, 0, 0}},
                             {5, 3, {0, 0, 1}}, {5, 2, {0, 2}},    {5, 2, {0, 3}},
                             {5, 2, {1, 1}},    {5, 1, {4}},       {5, 1, {5}},
                             {5, 1, {6}},       {5, 1, {7}},       {6, 5, {0, 0, 0, 0, 0}},
                             {6, 1, {16}}};
enum { TREES = sizeof trees / sizeof trees[0], TALL = TREES - 1 };

static inline double density (int i)
{
    double gamma = trees[i].order;

    for (int k = 0; k < trees[i].branches; k++)
        gamma *= density (trees[i].branch[k]);
    return gamma;
}

/* single points: stages; all others belong to Jacobians and outputs */
typedef struct Trace {
    double t[100];
    int stages;
    long points;
} Trace;

static inline int tree_rows (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                             void *user)
{
    Trace *trace = user;

    assert_true (k > 1 || fabs (x[0] - t[0]) < 1e-15); /* c_i = sum_j a_ij */
    if (k == 1 && trace->stages < 100)
        trace->t[trace->stages++] = t[0];
    trace->points += k;
    for (int j = 0; j < k; j++, x += ldx, out += ldo)
        for (int i = 0; i < TREES; i++) {
            out[i] = 1;
            for (int l = 0; l < trees[i].branches; l++)
                out[i] *= x[trees[i].branch[l]];
        }
    return 0;
}

/* no positions and velocities at all */
static inline Case case_of_trees (Trace *trace)
{
    Case c = {.model = {.system = {.abi = GEOMS_MODEL_ABI,
                                   .size = sizeof (GeomsModel),
                                   .dims = {.nr = TREES},
                                   .mass_structure = GEOMS_MASS_CONSTANT,
                                   .rda = tree_rows},
                        .name = "trees"},
              .user = trace,
              .n = TREES,
              .m = TREES,
              .ntspan = 2};

    geoms_options_default (&c.options);
    c.options.formulation = GEOMS_FORMULATION_PARTITION_FULL;
    c.options.initial = GEOMS_INITIAL_ASSUME;
    case_tolerance (&c, 1e-2);
    c.tspan[1] = 0.5;
    memset (trace, 0, sizeof *trace);
    return c;
}

#endif
