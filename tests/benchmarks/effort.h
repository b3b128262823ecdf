/* effort.h - what it takes to reach an error: problems with references, scans over tolerances
 *
 * The error is the largest |p_i - exact| / (1 + |exact|): of all steps, or of some thousand if there
 * are more, where the motion is known, else at the end. That of a tolerance counts as at least as
 * large as those of smaller ones. Seconds and evaluations are those of the two runs that enclose an
 * error, interpolated as logarithms; where the largest tolerance, or the first that does not fail,
 * is good enough, those of that run.
 */
#ifndef GEOMS_EFFORT_H
#define GEOMS_EFFORT_H

#include "bench.h"

enum { GRID = 27 }; /* tolerances: 1e-1 ... 1e-14 in halves of a decade */

double grid (int k);

typedef struct Problem {
    const char *name;
    TestModel model;
    void *user;
    double tend;
    int known;            /* the motion, at all times                                            */
    double end[FORM_MAX]; /* else the state at tend                                              */
} Problem;

/* The problem of a model with its standard parameters, or q; reference: a file with the end in such a
 * column, or NULL: the motion is known, or the end is that of our own order 13 at 1e-14. 0, or not 0
 * with a line that says why. */
typedef struct Reference {
    const char *file;
    int column;
} Reference;
int problem_open (Problem *p, const TestModel *model, const double *q, int nq, double tend,
                  const Reference *reference);
void problem_close (Problem *p);

/* error[k], k < GRID: the largest one for grid (k) and smaller tolerances; NaN where a run fails, and
 * behind two runs with errors of at most `least`, or one of more than 2 seconds */
void effort_scan (const Problem *p, const Contender *c, double least, double *error);

/* the number of the first run whose error is small enough; -1: none is */
int effort_reaches (const double *error, double level);

typedef struct Effort {
    double seconds, evaluations; /* NaN: not reached */
} Effort;
Effort effort_of (const Contender *c, const Problem *p, const double *error, double level,
                  int rounds);

/* the same for n contenders in turn: the least seconds of the rounds of each; NaN: not reached */
enum { MOST_IN_TURN = 16 };
void effort_in_turn (const Contender *c, int n, const Problem *p, double (*error)[GRID],
                     double level, int rounds, double *seconds);

#endif
