/* registry.c - the operations of every method, by its line in geoms_table.h */
#include "method.h"

#define OPS(X, P, NAME, ...) [GEOMS_METHOD_##NAME] = &geoms_method_##NAME,

static const GeomsMethodOps *const methods[] = {GEOMS_METHOD_TABLE (OPS, , )};

const GeomsMethodOps *geoms_method_ops (int method) { return methods[method]; }
