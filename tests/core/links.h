/* links.h - links of length 1 that hang on each other by hinges, in the plane */
#ifndef TEST_LINKS_H
#define TEST_LINKS_H

#include "geoms_tree.h"

static inline GeomsBody hinged_link (int i)
{
    return (GeomsBody){.parent = i - 1,
                       .joint = GEOMS_JOINT_REVOLUTE,
                       .axis = {0, 0, 1},
                       .at = {i > 0, 0, 0},
                       .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                       .mass = 1,
                       .com = {0.5, 0, 0},
                       .inertia = {.02, .09, .1, 0, 0, 0}};
}

#endif
