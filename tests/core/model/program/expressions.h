/* expressions.h - expressions on a tape, written as one would write them, for the tests */
#ifndef GEOMS_TEST_EXPRESSIONS_H
#define GEOMS_TEST_EXPRESSIONS_H

#include "model/program/tape.h"

static inline int put2 (GeomsTape *t, int op, int a, int b) { return geoms_tape_node (t, op, a, b, 0); }
static inline int put1 (GeomsTape *t, int op, int a) { return geoms_tape_node (t, op, a, 0, 0); }

#define IN(i) geoms_tape_input (t, i)
#define K(value) geoms_tape_constant (t, value)
#define ADD(a, b) put2 (t, GEOMS_OP_ADD, a, b)
#define SUB(a, b) put2 (t, GEOMS_OP_SUB, a, b)
#define MUL(a, b) put2 (t, GEOMS_OP_MUL, a, b)
#define DIV(a, b) put2 (t, GEOMS_OP_DIV, a, b)
#define NEG(a) put1 (t, GEOMS_OP_NEG, a)
#define SIN(a) put1 (t, GEOMS_OP_SIN, a)
#define COS(a) put1 (t, GEOMS_OP_COS, a)
#define SQRT(a) put1 (t, GEOMS_OP_SQRT, a)
#define SQ(a) MUL (a, a)
#define CUBE(a) MUL (MUL (a, a), a)

#endif
