/* forms.h - the formulations that solve for the accelerations, with each method that integrates
 * them
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

/* independent coordinates or directions are chosen */
static inline int is_partition (int formulation)
{
    return geoms_formulation_entry (formulation)->independent != GEOMS_INDEPENDENT_NONE;
}

/* The multipliers of (3.16) are unique only where [G; L] has full rank (Lemma 3.1 of "ODAE methods
 * ..."): more than most systems can offer, and nothing that lasts. test_differences.c has those
 * that can. */
static inline int fits_all_systems (int formulation)
{
    return formulation != GEOMS_FORMULATION_EXTENDED_316;
}

/* index of the equations in their multipliers. Of index 2 and 3 the first steps of Radau IIA leave
 * errors of order 3 and 2 in them, and so does every step that is shorter or longer than the one
 * before; with index 3 they are divided by h^2 from the positions and are not controlled: errors of
 * the size of the multipliers themselves come and go where the step size changes. */
static inline int multiplier_index (int formulation)
{
    switch (formulation) {
    case GEOMS_FORMULATION_PSI1:
    case GEOMS_FORMULATION_INDEX2:
    case GEOMS_FORMULATION_GGL:
        return 2;
    case GEOMS_FORMULATION_INDEX3:
        return 3;
    default:
        return 1;
    }
}

static inline int velocity_index (int formulation)
{
    return multiplier_index (formulation) < 3 ? 1 : 2;
}

static inline const char *pair_name (const Pair *pair)
{
    const GeomsMethodEntry *method = geoms_method_entry (pair->method);
    static char names[4][40];
    static int next;
    char *name = names[next++ % 4];

    snprintf (name, sizeof names[0], "%s/%s", geoms_formulation_entry (pair->formulation)->word,
              method != NULL ? method->word : "auto");
    return name;
}

#endif
