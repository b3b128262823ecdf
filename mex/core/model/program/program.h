/* program.h - roots of a tape as a list of instructions on registers, and its interpreter
 *
 * Registers are [ constants | inputs | temporaries ], LANES numbers each: so many states are
 * evaluated at once. Instructions stand in runs of one operation. The bits are those of the
 * operations one by one, for any number of lanes.
 */
#ifndef GEOMS_PROGRAM_H
#define GEOMS_PROGRAM_H

#include "base/memory.h"
#include "tape.h"

/* what instructions do besides the operations of a tape, each product rounded by itself */
enum {
    GEOMS_OP_MADD = GEOMS_OPERATIONS_COUNT, /* a b + c                                          */
    GEOMS_OP_MSUB,                          /* a b - c                                          */
    GEOMS_OP_NMADD,                         /* c - a b                                          */
    GEOMS_OP_SINCOS,                        /* sin a into d, cos a into b                       */
    GEOMS_INSTRUCTIONS_COUNT
};

typedef struct GeomsInstruction {
    unsigned d, a, b, c; /* registers: result, arguments                                       */
} GeomsInstruction;

typedef struct GeomsStretch { /* instructions of one operation                                  */
    int op, count;
} GeomsStretch;

typedef struct GeomsPlaced { /* place of an input or output, and its register                  */
    int place, reg;
} GeomsPlaced;

typedef struct GeomsProgram {
    int registers, constants, inputs, outputs, stretches, instructions, tables;
    int live;                    /* so many inputs, the first ones, are read at each run          */
    double *constant;
    GeomsPlaced *input, *output; /* inputs that are used, outputs that are not 0                */
    GeomsStretch *stretch;
    GeomsInstruction *instruction; /* of PIECEWISE: b is a table, c the derivative             */
    GeomsPiecewise *table;
} GeomsProgram;

/* what a program is not to compute */
typedef struct GeomsGiven {
    int live;        /* inputs from this number on are set once: geoms_program_set               */
    const int *place; /* of each node: -1, or the number of the input that has its value          */
} GeomsGiven;

/* program.c: output number i is root[i], stored at place[i]; given may be NULL. 0, or -1 without
 * memory; what the program is made of stays with the arena. */
int geoms_program_build (GeomsProgram *p, const GeomsTape *tape, int count, const int *root,
                         const int *place, const GeomsGiven *given, GeomsArena *arena);
/* program_part.c: what of a program its outputs at the places first ... last - 1 need, which stand
 * from place 0 on then; it runs on the registers of the whole, and makes use of its arrays. 0, or -1
 * without memory. */
int geoms_program_part (GeomsProgram *part, const GeomsProgram *whole, int first, int last,
                        GeomsArena *arena);
/* Whether all numbers in it are possible: it may come from a file. `live`, `inputs`, `outputs`:
 * numbers of places there are. */
int geoms_program_is_sound (const GeomsProgram *p, int live, int inputs, int outputs);

/* program_run.c: registers for one and for four lanes, with the constants */
typedef struct GeomsRegisters {
    double *one, *four;
} GeomsRegisters;

void geoms_program_registers (const GeomsProgram *p, GeomsRegisters *r, GeomsArena *arena);

/* inputs that are set once, value[0] is the one with the number `first` */
void geoms_program_set (const GeomsProgram *p, const GeomsRegisters *r, int first,
                        const double *value);

/* Outputs of k states, ldo apart; what the program does not give stays as it is. Inputs are
 * numbered through the sources, count 0 ends them. */
void geoms_program_run (const GeomsProgram *p, const GeomsRegisters *r, int k,
                        const GeomsSource source[GEOMS_MOST_SOURCES], double *out, int ldo);

#endif
