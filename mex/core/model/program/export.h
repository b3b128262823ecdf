/* export.h - what is derived or recorded, written as a program text */
#ifndef GEOMS_EXPORT_TEXT_H
#define GEOMS_EXPORT_TEXT_H

#include "base/memory.h"
#include "base/text.h"
#include "program.h"

/* how inputs are numbered:  x (n) | t | a (nv) | q, and what is computed once */
typedef struct GeomsNumbering {
    int n, nv;
} GeomsNumbering;

/* export_operations.c: an operation as a text of a, b, c, and # for a table; how many of a, b, c */
const char *geoms_export_value (int op);
int geoms_export_arguments (int op);
/* length of the word or number at the head of such a text, 0: there is none; 0 for a, 1 for b, 2 for
 * c, -1 for other words */
size_t geoms_export_word (const char *text);
int geoms_export_argument (const char *text, size_t length);
/* the name of an operation in a program that cannot be written in C, or NULL */
const char *geoms_export_unknown (const GeomsProgram *p);
/* the functions in C that the operations of these programs call */
void geoms_export_helpers (GeomsText *text, int programs, const GeomsProgram *const *p);

/* export_program.c: functions in C of the outputs y,
 *
 *     static void NAME_at (double t, const double *x, const double *a, const double *q, double *w,
 *                          double *y)
 *
 * which need *places numbers at w (raised to it where it is smaller). 0; -1 without memory; 1 if the
 * program is none, or has an operation that cannot be written, see geoms_export_unknown. */
int geoms_export_program (GeomsText *text, const char *name, const GeomsProgram *p,
                          const GeomsNumbering *in, int *places);

#endif
