/* geoms_derive.h - functions recorded as expressions, and the system that follows from them
 *
 *     GeomsTape *tape = geoms_tape_create (5000000);
 *     x = geoms_tape_input (tape, 0);  y = geoms_tape_node (tape, op, x, x, 0);  ...
 *     numbers = geoms_derive_numbers (tape, &described, ...);       plain numbers, which may be kept
 *     system = geoms_derived_model_load (numbers, count, q, nq, &model, &report);
 *
 * A tape holds scalar expressions as numbered nodes, node 0 is the constant 0. Once memory is
 * missing, or there are too many nodes, all further ones are 0: see geoms_tape_trouble.
 */
#ifndef GEOMS_DERIVE_H
#define GEOMS_DERIVE_H

#include "geoms.h"

typedef struct GeomsTape GeomsTape;

/* NULL without memory; most: so many nodes there may be */
GeomsTape *geoms_tape_create (int most);
void geoms_tape_free (GeomsTape *tape);

/* Numbers of nodes. An operation has a name, as "ADD", a number, and up to three arguments; those
 * that it does not have are 0. The node that is given may be another one of the same value. */
int geoms_operation_named (const char *name, int *arguments); /* -1: there is none              */
int geoms_tape_constant (GeomsTape *tape, double value);
int geoms_tape_input (GeomsTape *tape, int number);
int geoms_tape_node (GeomsTape *tape, int op, int a, int b, int c);

/* A table: y = sum of c_k (x - break_i)^(order - k) between its breaks (pieces + 1, rising), coefs
 * order x pieces, the highest power first; its number, or -1. Then the node of y at the node x. */
int geoms_tape_table (GeomsTape *tape, int pieces, int order, const double *breaks,
                      const double *coefs);
int geoms_tape_look_up (GeomsTape *tape, int table, int x);

int geoms_tape_count (const GeomsTape *tape);
int geoms_tape_inputs (const GeomsTape *tape); /* one more than the largest number of an input    */
/* whether a node is a constant, with its value */
int geoms_tape_knows (const GeomsTape *tape, int node, double *value);
/* values of all nodes: room for geoms_tape_count */
void geoms_tape_evaluate (const GeomsTape *tape, const double *input, double *value);
/* Which inputs `count` nodes need: needed[i], 1 or 0, for each of geoms_tape_inputs. 0, or -1 without
 * memory. */
int geoms_tape_needs (const GeomsTape *tape, int count, const int *node, unsigned char *needed);
/* The conditions by which they are chosen, but for choices of which one side is no value (NaN):
 * nodes, room for geoms_tape_count of them. Their number, or -1 without memory. */
int geoms_tape_choices (const GeomsTape *tape, int count, const int *node, int *condition);
/* what went wrong, or NULL */
const char *geoms_tape_trouble (const GeomsTape *tape);

/* Derivatives of `count` nodes by inputs: column[i] is the column of input i, of `inputs`, or -1.
 * slope, `count` rows, is filled where there is one. 0, or -1 without memory. */
int geoms_tape_slopes (GeomsTape *tape, int count, const int *node, int inputs, const int *column,
                       int *slope);
/* Statements in .m that compute a matrix of these nodes; inputs: names of all inputs of the tape. A
 * text, to be freed with free; NULL with *report filled. */
char *geoms_tape_write_m (const GeomsTape *tape, int rows, int columns, const int *node,
                          const char *result, const char *const *inputs, GeomsReport *report);

/* What the user describes: nodes by columns; M NULL: the identity, Z NULL: p' = v; h is h~, H Z v
 * + h. Inputs are numbered  x (n) | t | nv numbers that are not used | q (nq). With row_M there are
 * entries_M nodes of M, in these rows and columns, and no others. */
typedef struct GeomsDescribed {
    GeomsDims dims;
    int nq;
    const int *M, *Z, *f, *g, *h, *b, *d, *c, *e, *condition;
    int entries_M;
    const int *row_M, *column_M;
} GeomsDescribed;

/* The levels that follow: nodes of the entries of C (nl + nm rows, nv columns), in these rows and
 * columns, of gI (nl) and of gamma (nl + nm). To be freed. */
typedef struct GeomsDerivedLevels {
    int count, *row, *column, *C, *gI, *gamma;
} GeomsDerivedLevels;
void geoms_derived_levels_free (GeomsDerivedLevels *levels);

/* what was found out besides */
typedef struct GeomsDerivedFacts {
    int affine;              /* h~ is affine in v, as it must be                               */
    int operations[2];       /* of parts, of their derivatives                                 */
} GeomsDerivedFacts;

/* The derived system as `count` plain numbers, to be freed with free; start: values of all inputs
 * near which it will be used. *levels is filled. NULL with *report filled, and no levels. */
double *geoms_derive_numbers (GeomsTape *tape, const GeomsDescribed *of, const double *start,
                              size_t *count, GeomsDerivedLevels *levels, GeomsDerivedFacts *facts,
                              GeomsReport *report);

enum { GEOMS_MOST_COORDINATES = 6 }; /* of a joint                                            */
/* The map of a joint with n coordinates q, from its function: nodes of the displacement d (3) and
 * the rotation R (9, by columns), inputs q (n) | v (n) | t. `count` plain numbers for GeomsBody, to
 * be freed with free; start (n): coordinates near which it has values; timed: whether it depends
 * on t. NULL with *report filled. */
double *geoms_joint_map_numbers (GeomsTape *tape, int n, const int *d, const int *R,
                                 const double *start, size_t *count, int *timed,
                                 GeomsReport *report);
/* d, R of such numbers, which may be anything, at q (n), t: 12 values, unless they are NULL. 0; not
 * 0 with *report filled. */
int geoms_joint_map_values (const double *numbers, size_t count, int n, const double *q, double t,
                            double *values, GeomsReport *report);

/* A model of it; its callbacks take `user` = the returned object, and call nothing outside. The
 * numbers may be anything. NULL with *report filled. */
typedef struct GeomsDerivedModel GeomsDerivedModel;
GeomsDerivedModel *geoms_derived_model_load (const double *numbers, size_t count, const double *q,
                                             int nq, GeomsModel *model, GeomsReport *report);
void geoms_derived_model_free (GeomsDerivedModel *system);

/* It as a file in C99 that defines `const GeomsModel symbol`, see geoms_model.h; file: its name, for
 * the comment at its head. A text, to be freed with free; NULL with *report filled. */
char *geoms_derived_model_export (const GeomsDerivedModel *system, const char *symbol,
                                  const char *file, GeomsReport *report);

/* ---- recorded functions by themselves ---- */

/* where inputs stand: `count` of them one below the other, `ld` from one state to the next */
typedef struct GeomsSource {
    const double *at;
    int count, ld;
} GeomsSource;

enum { GEOMS_MOST_SOURCES = 4 };

/* `outputs` nodes as plain numbers, to be freed with free. Inputs below `inputs` change from call to
 * call, the nq behind them are parameters. NULL with *report filled. */
double *geoms_record_numbers (const GeomsTape *tape, int inputs, int nq, int outputs,
                              const int *node, size_t *count, GeomsReport *report);

/* The function of these numbers, which may be anything, for values of the parameters. NULL with
 * *report filled. */
typedef struct GeomsRecorded GeomsRecorded;
GeomsRecorded *geoms_recorded_load (const double *numbers, size_t count, int inputs, int outputs,
                                    const double *q, int nq, GeomsReport *report);
/* Outputs of k states, ldo apart. Inputs are numbered through the sources; count 0 ends them. */
void geoms_recorded_run (const GeomsRecorded *f, int k,
                         const GeomsSource source[GEOMS_MOST_SOURCES], double *out, int ldo);
void geoms_recorded_free (GeomsRecorded *f);

#endif
