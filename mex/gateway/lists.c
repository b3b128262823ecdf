/* lists.c - the core's lists as struct arrays: options, codes, counters; version; check of options */
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

void gateway_codes (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs, (void)prhs;
    static const char *fields[] = {"idid", "name", "identifier", "text", "remedy"};
    int count;
    const GeomsCode *list = geoms_status_list (&count);
    mxArray *array = mxCreateStructMatrix (1, (mwSize)count, 5, fields);
    for (int i = 0; i < count; i++) {
        const mwIndex at = (mwIndex)i;
        mxSetField (array, at, "idid", mxCreateDoubleScalar (list[i].idid));
        mxSetField (array, at, "name", mxCreateString (list[i].name));
        mxSetField (array, at, "identifier", mxCreateString (list[i].identifier));
        mxSetField (array, at, "text", mxCreateString (list[i].text));
        mxSetField (array, at, "remedy", mxCreateString (list[i].remedy));
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
