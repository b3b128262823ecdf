/* options.c - the list of geoms_options.h as data: defaults and ranges */
#include <math.h>
#include <stddef.h>

#include "geoms.h"

#define WORD(P, NAME, word) word,
#define WORDS(P, LIST) static const char *const words_##P[] = {LIST (WORD, P) NULL};
GEOMS_CHOICE_LISTS (WORDS)

#define AT(field) offsetof (GeomsOptions, field)
#define REAL(field, Name, standard, low, high, reason) \
    {#Name, GEOMS_KIND_REAL, AT (field), {standard, 0}, low, high, NULL, reason},
#define COUNT(field, Name, standard, low, high, reason) \
    {#Name, GEOMS_KIND_COUNT, AT (field), {standard, 0}, low, high, NULL, reason},
#define PAIR(field, Name, first, second, low, high, reason) \
    {#Name, GEOMS_KIND_PAIR, AT (field), {first, second}, low, high, NULL, reason},
#define CHOICE(field, Name, P, DEFAULT, reason)                                     \
    {#Name, GEOMS_KIND_CHOICE, AT (field), {GEOMS_##P##_##DEFAULT, 0}, 0,           \
     GEOMS_##P##_COUNT - 1, words_##P, reason},

static const GeomsOptionEntry entries[] = {GEOMS_OPTION_LIST (REAL, COUNT, PAIR, CHOICE)};
enum { ENTRIES = sizeof entries / sizeof entries[0] };

const GeomsOptionEntry *geoms_options_list (int *count)
{
    *count = ENTRIES;
    return entries;
}

void geoms_options_default (GeomsOptions *options)
{
    for (int i = 0; i < ENTRIES; i++) {
        const GeomsOptionEntry *e = &entries[i];
        void *field = (char *)options + e->offset;

        if (e->kind == GEOMS_KIND_COUNT || e->kind == GEOMS_KIND_CHOICE)
            *(int *)field = (int)e->standard[0];
        else
            *(double *)field = e->standard[0];
        if (e->kind == GEOMS_KIND_PAIR)
            ((double *)field)[1] = e->standard[1];
    }
}

static int within (const GeomsOptionEntry *e, double value)
{
    return value >= e->lowest && value <= e->highest; /* false for NaN */
}

static int usable (const GeomsOptionEntry *e, const void *field)
{
    const double *pair = field;

    if (e->kind == GEOMS_KIND_COUNT || e->kind == GEOMS_KIND_CHOICE)
        return within (e, *(const int *)field);
    if (e->kind == GEOMS_KIND_PAIR)
        return within (e, pair[0]) && within (e, pair[1]) && pair[0] <= 1 && pair[1] >= 1;
    return within (e, pair[0]);
}

const GeomsOptionEntry *geoms_options_check (const GeomsOptions *options)
{
    for (int i = 0; i < ENTRIES; i++)
        if (! usable (&entries[i], (const char *)options + entries[i].offset))
            return &entries[i];
    return NULL;
}
