/* problems.h - seven problems, and who takes part in them: GEOMS, and RADAU5, DASPK and IDA with every
 * form of the equations
 *
 * The models are compiled, all codes have exact Jacobians: index 1, 2, 3 with p' = v declared where it is
 * RADAU5 (accelerations as unknowns, v' = a declared as well, where M depends on p), and GGL. The chains
 * of GEOMS have the patterns of their matrices, as derived models and trees have them: that of 20 goes by
 * sparse ones. The peers' matrices are dense; for IDA with sparse ones see large.c.
 */
#ifndef GEOMS_PROBLEMS_H
#define GEOMS_PROBLEMS_H

#include "effort.h"

enum { GIVEN = 7, FORMS = 4, OURS = 2, MOST_CONTENDERS = 16 };

/* the model of a problem as GEOMS is given it */
typedef struct Given {
    const char *name;
    TestModel model;
    double q, tend; /* q: the first parameter, 0: standard */
    const Reference *reference;
    TestModel own;  /* GEOMS: the same with patterns, and its user; else name NULL */
    void *own_user;
} Given;

void given_all (Given *given); /* GIVEN of them */
void given_free (Given *given);

/* one problem, its forms, and its n contenders: radau5 and radau of GEOMS come first */
typedef struct Match {
    Problem p;
    ModelForm storage[FORMS];
    Form own[FORMS];
    const Form *form[FORMS];
    Contender c[MOST_CONTENDERS];
    int n;
} Match;

/* 0, or not 0 with a line that says why */
int match_open (Match *m, const Given *g);
void match_close (Match *m);

#endif
