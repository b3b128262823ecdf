/* table.c - the lines of geoms_table.h as data, and what they say of a formulation with a method */
#include <stddef.h>
#include <stdint.h>

#include "geoms.h"

/* ---- the lines ---- */

#define METHOD(X, P, NAME, word, kind, steps, project, between, meaning)                        \
    {GEOMS_METHOD_##NAME, word, meaning, GEOMS_METHOD_IS_##kind == GEOMS_METHOD_IS_EXPLICIT,    \
     GEOMS_STEPS_##steps, GEOMS_STATES_##project == GEOMS_STATES_KEPT,                          \
     GEOMS_BETWEEN_##between == GEOMS_BETWEEN_ROUGH},

static const GeomsMethodEntry methods[] = {GEOMS_METHOD_TABLE (METHOD, , )};
enum { METHODS = sizeof methods / sizeof methods[0] };

#define METHODS_OF(X, P, NAME, word, form, second, project, lambda, extra, independent, rhs,    \
                   meaning, ...)                                                                \
    static const int methods_of_##NAME[] = {__VA_ARGS__, GEOMS_NO_METHOD};
GEOMS_FORMULATION_TABLE (METHODS_OF, , )

#define FORMULATION(X, P, NAME, word, form, second, project, lambda, extra, independent, rhs,   \
                    meaning, ...)                                                               \
    {GEOMS_FORMULATION_##NAME, word, meaning, GEOMS_FORM_##form == GEOMS_FORM_PROJECTED,        \
     GEOMS_SECOND_##second, GEOMS_STATES_##project == GEOMS_STATES_KEPT,                        \
     GEOMS_LAMBDA_##lambda, GEOMS_EXTRA_##extra, GEOMS_INDEPENDENT_##independent, rhs,          \
     methods_of_##NAME, GEOMS_FORM_##form},

static const GeomsFormulationEntry formulations[] = {GEOMS_FORMULATION_TABLE (FORMULATION, , )};
enum { FORMULATIONS = sizeof formulations / sizeof formulations[0] };

#define USE(Name, with_formulations, with_methods, belongs) \
    {#Name, with_formulations, with_methods, belongs},

static const GeomsUseEntry uses[] = {GEOMS_USE_TABLE (USE)};
enum { USES = sizeof uses / sizeof uses[0] };

const GeomsMethodEntry *geoms_method_list (int *count)
{
    *count = METHODS;
    return methods;
}

const GeomsFormulationEntry *geoms_formulation_list (int *count)
{
    *count = FORMULATIONS;
    return formulations;
}

const GeomsUseEntry *geoms_use_list (int *count)
{
    *count = USES;
    return uses;
}

const GeomsMethodEntry *geoms_method_entry (int method)
{
    for (int i = 0; i < METHODS; i++)
        if (methods[i].number == method)
            return &methods[i];
    return NULL;
}

const GeomsFormulationEntry *geoms_formulation_entry (int formulation)
{
    for (int i = 0; i < FORMULATIONS; i++)
        if (formulations[i].number == formulation)
            return &formulations[i];
    return NULL;
}

/* ---- a formulation with a method ---- */

int geoms_pair_exists (int formulation, int method)
{
    const int *at = geoms_formulation_entry (formulation)->methods;

    while (*at != GEOMS_NO_METHOD && *at != method)
        at++;
    return *at != GEOMS_NO_METHOD;
}

int geoms_pair_second (int formulation, int method)
{
    return geoms_formulation_entry (formulation)->second == GEOMS_SECOND_ALWAYS
           || geoms_method_entry (method)->is_explicit;
}

int geoms_pair_keeps (int formulation, int method)
{
    return geoms_formulation_entry (formulation)->keeps || geoms_method_entry (method)->keeps;
}

int geoms_pair_uses (int formulation, int method, const GeomsUseEntry *use)
{
    return ((use->formulations >> formulation) & 1) != 0 && ((use->methods >> method) & 1) != 0;
}

double geoms_word_mark (const char *word)
{
    uint32_t hash = UINT32_C (2166136261);

    for (; *word != 0; word++)
        hash = (hash ^ (unsigned char)*word) * UINT32_C (16777619);
    return hash;
}
