/* forms.h - the formulations that solve for the accelerations, with each method that integrates them
 *
 *     for (int i = 0; i < PAIRS; i++) {
 *         choose (&c, &pairs[i]);             formulation and method of the case c
 *         ... pair_name (&pairs[i]) ...
 *     }
 */
#ifndef GEOMS_TEST_FORMS_H
#define GEOMS_TEST_FORMS_H

#include "test.h"

typedef struct Pair {
    int formulation, method;
} Pair;

/* the last one: accelerations from the full system, and psf for the correction */
static const Pair pairs[] = {{GEOMS_FORMULATION_INDEX1_EXPLICIT, GEOMS_METHOD_DOPRI5},
                             {GEOMS_FORMULATION_PARTITION_FULL, GEOMS_METHOD_DOPRI5},
                             {GEOMS_FORMULATION_PARTITION_FIXED, GEOMS_METHOD_DOPRI5},
                             {GEOMS_FORMULATION_PARTITION_QR, GEOMS_METHOD_DOPRI5},
                             {GEOMS_FORMULATION_PARTITION_SVD, GEOMS_METHOD_DOPRI5},
                             {GEOMS_FORMULATION_INDEX1_EXPLICIT, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_INDEX1_IMPLICIT, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_PARTITION_FULL, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_PARTITION_FIXED, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_PARTITION_QR, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_PARTITION_SVD, GEOMS_METHOD_RADAU5},
                             {GEOMS_FORMULATION_PSF, GEOMS_METHOD_DOPRI5}};
enum { PAIRS = sizeof pairs / sizeof pairs[0] };

static inline void choose (Case *c, const Pair *pair)
{
    c->options.formulation = pair->formulation;
    c->options.method = pair->method;
}

static inline int is_fixed (const Pair *pair)
{
    return pair->formulation == GEOMS_FORMULATION_PARTITION_FIXED;
}

static inline const char *pair_name (const Pair *pair)
{
#define FORMS_WORD(P, NAME, word) word,
    static const char *const formulations[] = {GEOMS_FORMULATIONS (FORMS_WORD, FORMULATION)};
    static const char *const methods[] = {GEOMS_METHODS (FORMS_WORD, METHOD)};
#undef FORMS_WORD
    static char names[4][40];
    static int next;
    char *name = names[next++ % 4];

    snprintf (name, sizeof names[0], "%s/%s", formulations[pair->formulation],
              methods[pair->method]);
    return name;
}

#endif
