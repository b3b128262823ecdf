/* callable.h - a program, what of it depends on parameters alone computed once
 *
 *     inputs  0 ... inputs - 1 | q (nq) | values (q), outputs of the program `once`
 */
#ifndef GEOMS_CALLABLE_H
#define GEOMS_CALLABLE_H

#include "program.h"
#include "program_store.h"

typedef struct GeomsCallable {
    GeomsProgram once, program;
    GeomsRegisters registers; /* of program                                                    */
    int values;               /* outputs of `once`                                             */
} GeomsCallable;

/* All return 0, or -1 without memory. Output number i of `count` is root[i], stored at place[i]. */
int geoms_callable_build (GeomsCallable *c, const GeomsTape *tape, int inputs, int nq, int count,
                          const int *root, const int *place, GeomsArena *arena);
/* values of the parameters; before it runs */
int geoms_callable_set (GeomsCallable *c, int inputs, int nq, const double *q);
/* all of it as plain numbers, or back */
void geoms_callable_keep (GeomsStore *s, GeomsCallable *c, int inputs, int nq, int outputs);

#endif
