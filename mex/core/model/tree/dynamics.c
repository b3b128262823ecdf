/* dynamics.c - recursions at one state: accelerations (dynamics.h), joint forces (inverse.h), the
 * mass matrix (composite.h)
 */
#include <string.h>

#include "tree.h"

#define NUMBER     double
#define NAME(name) geoms_##name
#define MOTION     GeomsTreeMotion
#define STATE      GeomsTreeState
#include "dynamics.h"
#include "inverse.h"
#include "composite.h"
