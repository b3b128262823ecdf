/* lists.c - the core's lists as struct arrays: options, formulations and methods, codes, counters;
 * version; check of options */
#include "gateway.h"

static mxArray *put_words (const char *const *words)
{
    mwSize count = 0;
    while (words && words[count])
        count++;
    mxArray *cell = mxCreateCellMatrix (1, count);
    for (mwSize i = 0; i < count; i++)
        mxSetCell (cell, i, mxCreateString (words[i]));
    return cell;
}

/* default: a word for a choice, two numbers for a pair, one number else */
static mxArray *put_default (const GeomsOptionEntry *entry)
{
    if (entry->kind == GEOMS_KIND_CHOICE)
        return mxCreateString (entry->words[(int)entry->standard[0]]);
    return gateway_put_matrix (entry->standard, 1, entry->kind == GEOMS_KIND_PAIR ? 2 : 1);
}

void gateway_options (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs, (void)prhs;
    static const char *const kinds[] = {"real", "count", "pair", "choice"};
    static const char *fields[]
        = {"name", "kind", "default", "choices", "lowest", "highest", "reason"};
    int count;
    const GeomsOptionEntry *list = geoms_options_list (&count);
    mxArray *array = mxCreateStructMatrix (1, (mwSize)count, 7, fields);
    for (int i = 0; i < count; i++) {
        const mwIndex at = (mwIndex)i;
        mxSetField (array, at, "name", mxCreateString (list[i].name));
        mxSetField (array, at, "kind", mxCreateString (kinds[list[i].kind]));
        mxSetField (array, at, "default", put_default (&list[i]));
        mxSetField (array, at, "choices", put_words (list[i].words));
        mxSetField (array, at, "lowest", mxCreateDoubleScalar (list[i].lowest));
        mxSetField (array, at, "highest", mxCreateDoubleScalar (list[i].highest));
        mxSetField (array, at, "reason", mxCreateString (list[i].reason));
    }
    gateway_put_output (nlhs, plhs, 0, array);
}

void gateway_check (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs, (void)plhs, (void)nrhs;
    GeomsOptions options;
    gateway_get_options (prhs[0], &options);
}

/* 1 x count, in the order of the methods: what a function says of them with a formulation */
static mxArray *put_pairs (int (*what) (int formulation, int method), int formulation)
{
    int count;
    const GeomsMethodEntry *list = geoms_method_list (&count);
    mxArray *array = mxCreateLogicalMatrix (1, (mwSize)count);
    for (int i = 0; i < count; i++)
        mxGetLogicals (array)[i] = what (formulation, list[i].number) != 0;
    return array;
}

/* the words of a list of methods that is ended by GEOMS_NO_METHOD */
static mxArray *put_methods (const int *methods)
{
    mwSize count = 0;
    while (methods[count] != GEOMS_NO_METHOD)
        count++;
    mxArray *cell = mxCreateCellMatrix (1, count);
    for (mwIndex i = 0; i < count; i++)
        mxSetCell (cell, i, mxCreateString (geoms_method_entry (methods[i])->word));
    return cell;
}

static void put_formulation (mxArray *array, mwIndex at, const GeomsFormulationEntry *f)
{
    static const char *const lambdas[] = {[GEOMS_LAMBDA_SOLVED] = "solved",
                                          [GEOMS_LAMBDA_FOLLOWS] = "follows",
                                          [GEOMS_LAMBDA_MOVES] = "moves"};
    static const char *const extras[][3] = {[GEOMS_EXTRA_NONE] = {NULL},
                                            [GEOMS_EXTRA_A] = {"a"},
                                            [GEOMS_EXTRA_ETA] = {"eta"},
                                            [GEOMS_EXTRA_MU_TAU] = {"mu", "tau"}};
    static const char *const choices[] = {[GEOMS_INDEPENDENT_NONE] = "",
                                          [GEOMS_INDEPENDENT_COORDINATES] = "coordinates",
                                          [GEOMS_INDEPENDENT_DIRECTIONS] = "directions"};
    mxSetField (array, at, "at", mxCreateDoubleScalar ((double)at + 1));
    mxSetField (array, at, "word", mxCreateString (f->word));
    mxSetField (array, at, "meaning", mxCreateString (f->meaning));
    mxSetField (array, at, "projected", mxCreateLogicalScalar (f->projected != 0));
    mxSetField (array, at, "lambda", mxCreateString (lambdas[f->lambda]));
    mxSetField (array, at, "extra", put_words (extras[f->extra]));
    mxSetField (array, at, "independent", mxCreateString (choices[f->independent]));
    mxSetField (array, at, "rhs", mxCreateString (f->rhs));
    mxSetField (array, at, "methods", put_methods (f->methods));
    mxSetField (array, at, "second", put_pairs (geoms_pair_second, f->number));
    mxSetField (array, at, "keeps", put_pairs (geoms_pair_keeps, f->number));
}

static mxArray *put_formulation_list (void)
{
    static const char *fields[] = {"at",  "word",    "meaning", "projected", "lambda",     "extra",
                                   "rhs", "methods", "second",  "keeps",     "independent"};
    int count;
    const GeomsFormulationEntry *list = geoms_formulation_list (&count);
    mxArray *array = mxCreateStructMatrix (1, (mwSize)count, 11, fields);
    for (int i = 0; i < count; i++)
        put_formulation (array, (mwIndex)i, &list[i]);
    return array;
}

static mxArray *put_method_list (void)
{
    static const char *const steps[] = {[GEOMS_STEPS_VARIABLE] = "variable",
                                        [GEOMS_STEPS_FIXED] = "fixed",
                                        [GEOMS_STEPS_EITHER] = "either"};
    static const char *fields[] = {"at", "word", "meaning", "explicit", "steps", "rough"};
    int count;
    const GeomsMethodEntry *list = geoms_method_list (&count);
    mxArray *array = mxCreateStructMatrix (1, (mwSize)count, 6, fields);
    for (int i = 0; i < count; i++) {
        const mwIndex at = (mwIndex)i;
        mxSetField (array, at, "at", mxCreateDoubleScalar (i + 1));
        mxSetField (array, at, "word", mxCreateString (list[i].word));
        mxSetField (array, at, "meaning", mxCreateString (list[i].meaning));
        mxSetField (array, at, "explicit", mxCreateLogicalScalar (list[i].is_explicit != 0));
        mxSetField (array, at, "steps", mxCreateString (steps[list[i].steps]));
        mxSetField (array, at, "rough", mxCreateLogicalScalar (list[i].rough != 0));
    }
    return array;
}

/* formulations x methods, in the order of these two: whether an option has an effect with them */
static mxArray *put_use (const GeomsUseEntry *use)
{
    int rows, columns;
    const GeomsFormulationEntry *f = geoms_formulation_list (&rows);
    const GeomsMethodEntry *m = geoms_method_list (&columns);
    mxArray *array = mxCreateLogicalMatrix ((mwSize)rows, (mwSize)columns);
    mxLogical *used = mxGetLogicals (array);
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            *used++ = geoms_pair_uses (f[i].number, m[j].number, use) != 0;
    return array;
}

static mxArray *put_use_list (void)
{
    static const char *fields[] = {"name", "belongs", "used"};
    int count;
    const GeomsUseEntry *list = geoms_use_list (&count);
    mxArray *array = mxCreateStructMatrix (1, (mwSize)count, 3, fields);
    for (int i = 0; i < count; i++) {
        const mwIndex at = (mwIndex)i;
        mxSetField (array, at, "name", mxCreateString (list[i].name));
        mxSetField (array, at, "belongs", mxCreateString (list[i].belongs));
        mxSetField (array, at, "used", put_use (&list[i]));
    }
    return array;
}

void gateway_table (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs, (void)prhs;
    mxArray *table = mxCreateStructMatrix (1, 1, 0, NULL);
    gateway_put_field (table, "formulations", put_formulation_list ());
    gateway_put_field (table, "methods", put_method_list ());
    gateway_put_field (table, "options", put_use_list ());
    gateway_put_output (nlhs, plhs, 0, table);
}

void gateway_codes (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs, (void)prhs;
    static const char *fields[] = {"idid", "name", "identifier", "text", "remedy", "input"};
    int count;
    const GeomsCode *list = geoms_status_list (&count);
    mxArray *array = mxCreateStructMatrix (1, (mwSize)count, 6, fields);
    for (int i = 0; i < count; i++) {
        const mwIndex at = (mwIndex)i;
        mxSetField (array, at, "idid", mxCreateDoubleScalar (list[i].idid));
        mxSetField (array, at, "name", mxCreateString (list[i].name));
        mxSetField (array, at, "identifier", mxCreateString (list[i].identifier));
        mxSetField (array, at, "text", mxCreateString (list[i].text));
        mxSetField (array, at, "remedy", mxCreateString (list[i].remedy));
        mxSetField (array, at, "input", mxCreateLogicalScalar (list[i].kind == GEOMS_CODE_INPUT));
    }
    gateway_put_output (nlhs, plhs, 0, array);
}

void gateway_counters (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs, (void)prhs;
    static const char *const list[][2] = {
#define COUNTER_ROW(field, meaning) {#field, meaning},
        GEOMS_COUNTERS (COUNTER_ROW)
#undef COUNTER_ROW
    };
    static const char *fields[] = {"name", "meaning"};
    const mwSize count = sizeof list / sizeof list[0];
    mxArray *array = mxCreateStructMatrix (1, count, 2, fields);
    for (mwIndex i = 0; i < count; i++) {
        mxSetField (array, i, "name", mxCreateString (list[i][0]));
        mxSetField (array, i, "meaning", mxCreateString (list[i][1]));
    }
    gateway_put_output (nlhs, plhs, 0, array);
}

void gateway_version (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs, (void)prhs;
    gateway_put_output (nlhs, plhs, 0, mxCreateString (GEOMS_VERSION));
}
