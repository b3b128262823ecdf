/* verdict.h - what one formulation makes of a mechanism, beside its reference */
#ifndef GEOMS_LONG_VERDICT_H
#define GEOMS_LONG_VERDICT_H

#include "reference.h"

/* name, words, whether it is a disagreement */
#define VERDICTS(X)                                            \
    X (OK, "regular, state right", 0)                          \
    X (PASSES, "singular position passed, state right", 0)     \
    X (STOPS, "stops at a singular position", 0)               \
    X (UNCLEAR, "close to a singular position: not judged", 0) \
    X (FAILS, "fails at a regular state", 1)                   \
    X (WRONG, "ends with a wrong state", 1)                    \
    X (GOES_ON, "goes on where no motion does", 1)             \
    X (NO_REFERENCE, "the reference fails", 1)

enum {
#define VERDICT_NAME(NAME, text, disagrees) VERDICT_##NAME,
    VERDICTS (VERDICT_NAME)
#undef VERDICT_NAME
        VERDICT_COUNT
};

typedef struct Verdict {
    int kind;
    int status; /* of the run                                                           */
    long steps;
    double t;        /* in own units: where it stopped                                       */
    double rho;      /* there                                                                */
    double excess;   /* largest error / what is allowed                                      */
    int worst;       /* unknown of it, in own units                                          */
    double residual; /* largest relative residual                                            */
    char text[200];
} Verdict;

const char *verdict_words (int kind);
int verdict_disagrees (int kind);
/* whether the reference is ten times better than what is asked, and keeps the energy */
int verdict_trusts (const Mechanism *m, const Reference *ref, char *why, size_t size);
void verdict_find (const Mechanism *m, const Reference *ref, int formulation, int method,
                   Verdict *v);

#endif
