/* dynamics.c - forces of inertia and accelerations at one state: dynamics.h */
#include <string.h>

#include "tree.h"

#define NUMBER     double
#define NAME(name) geoms_##name
#define MOTION     GeomsTreeMotion
#define STATE      GeomsTreeState
#include "dynamics.h"

void geoms_tree_load (GeomsTreeState *s)
{
    for (int i = 0; i < s->tree->count; i++)
        geoms_load_body (s, i);
}
