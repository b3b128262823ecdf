/* put.c - C -> mxArray */
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

mxArray *gateway_put_matrix (const double *values, size_t rows, size_t columns)
{
    return gateway_put_cube (values, rows, columns, 1);
}

mxArray *gateway_put_sparse (const GeomsPattern *p, int rows, int columns, const double *values)
{
    mxArray *a = mxCreateSparse ((mwSize)rows, (mwSize)columns, (mwSize)p->start[columns], mxREAL);
    mwIndex *jc = mxGetJc (a), *ir = mxGetIr (a);
    double *to = mxGetPr (a);

    for (int j = 0; j <= columns; j++)
        jc[j] = (mwIndex)p->start[j];
    for (int k = 0; k < p->start[columns]; k++) {
        ir[k] = (mwIndex)p->row[k];
        to[k] = values != NULL ? values[k] : 1;
    }
    return a;
}

/* rows x k, from columns that are ldx apart */
mxArray *gateway_put_columns (int k, const double *x, int ldx, int rows)
{
    mxArray *array = mxCreateDoubleMatrix ((mwSize)rows, (mwSize)k, mxREAL);
    double *to = mxGetPr (array);
    for (int j = 0; rows > 0 && j < k; j++)
        memcpy (to + (size_t)j * (size_t)rows, x + (size_t)j * (size_t)ldx,
                (size_t)rows * sizeof *x);
    return array;
}

/* zero if there are no values */
mxArray *gateway_put_cube (const double *values, size_t rows, size_t columns, size_t pages)
{
    const mwSize dims[3] = {(mwSize)rows, (mwSize)columns, (mwSize)pages};
    mxArray *array = mxCreateNumericArray (pages == 1 ? 2 : 3, dims, mxDOUBLE_CLASS, mxREAL);
    if (values && rows * columns * pages > 0)
        memcpy (mxGetPr (array), values, rows * columns * pages * sizeof *values);
    return array;
}

/* count x 1; zeros if there are no values */
mxArray *gateway_put_counts (const int *values, size_t count)
{
    mxArray *array = mxCreateDoubleMatrix ((mwSize)count, 1, mxREAL);
    for (size_t i = 0; values && i < count; i++)
        mxGetPr (array)[i] = values[i];
    return array;
}

/* adds a field to a 1 x 1 struct */
void gateway_put_field (mxArray *array, const char *field, mxArray *value)
{
    const int number = mxAddField (array, field);
    mxSetFieldByNumber (array, 0, number, value);
}

/* output number `position`, if the caller asked for it */
void gateway_put_output (int nlhs, mxArray *plhs[], int position, mxArray *value)
{
    if (position == 0 || position < nlhs)
        plhs[position] = value;
    else
        mxDestroyArray (value);
}

mxArray *gateway_put_error (const char *identifier, const char *message)
{
    mxArray *error = mxCreateStructMatrix (1, 1, 0, NULL);
    gateway_put_field (error, "identifier", mxCreateString (identifier));
    gateway_put_field (error, "message", mxCreateString (message));
    return error;
}

/* what happened, together with the line of geoms_status.h on it */
mxArray *gateway_put_report (const GeomsReport *report)
{
    const GeomsCode *code = geoms_status (report->status);
    mxArray *array = mxCreateStructMatrix (1, 1, 0, NULL);
    gateway_put_field (array, "idid", mxCreateDoubleScalar (report->status));
    gateway_put_field (array, "name", mxCreateString (code->name));
    gateway_put_field (array, "identifier", mxCreateString (code->identifier));
    gateway_put_field (array, "message", mxCreateString (report->text));
    gateway_put_field (array, "text", mxCreateString (code->text));
    gateway_put_field (array, "remedy", mxCreateString (code->remedy));
    gateway_put_field (array, "t", mxCreateDoubleScalar (report->t));
    gateway_put_field (array, "h", mxCreateDoubleScalar (report->h));
    gateway_put_field (array, "component", mxCreateDoubleScalar (report->component + 1));
    gateway_put_field (array, "value", mxCreateDoubleScalar (report->value));
    gateway_put_field (array, "limit", mxCreateDoubleScalar (report->limit));
    return array;
}

mxArray *gateway_put_counters (const GeomsCounters *counters)
{
    mxArray *array = mxCreateStructMatrix (1, 1, 0, NULL);
#define PUT_COUNTER(field, meaning) \
    gateway_put_field (array, #field, mxCreateDoubleScalar ((double)counters->field));
    GEOMS_COUNTERS (PUT_COUNTER)
#undef PUT_COUNTER
    return array;
}

/* of malloc: it is freed */
mxArray *gateway_put_text (char *text)
{
    mxArray *array = mxCreateString (text);

    free (text);
    return array;
}

mxArray *gateway_put_dims (const GeomsDims *d)
{
    mxArray *dims = mxCreateStructMatrix (1, 1, 0, NULL);
#define PUT_DIMENSION(field, meaning) \
    gateway_put_field (dims, #field, mxCreateDoubleScalar (d->field));
    GEOMS_DIMENSIONS (PUT_DIMENSION)
#undef PUT_DIMENSION
    return dims;
}
