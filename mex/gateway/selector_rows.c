/* selector_rows.c - the option Selector where it is rows of the user: numbers, or a function
 *
 * The field `selection` of a problem is [], or a struct with the fields
 *
 *     called    0: Sp (rows x np) and Sv (rows x nv), each of which may be empty, are constant
 *               1: the hook `selector` gives them, y = selector (t, x, [rows of Sp, rows of Sv]) with
 *               y = [Sp(:); Sv(:)]
 *     p, v      called: not 0 for those that it gives
 */
#include <stdio.h>
#include <string.h>

#include "gateway.h"

static const char what[] = "The selection";

/* rows by columns; NULL if there are none */
static const double *get_rows (const mxArray *from, const char *field, int *rows, int *columns)
{
    const mxArray *array = gateway_get_field (from, field, what);
    *rows = *columns = 0;
    if (mxIsEmpty (array))
        return NULL;
    const double *values = gateway_get_array (array, mxGetM (array), mxGetN (array), field);
    if (mxGetM (array) > GATEWAY_MOST || mxGetN (array) > GATEWAY_MOST)
        mexErrMsgIdAndTxt ("geoms:gateway:value", "%s has more than %d rows or columns.", field,
                           GATEWAY_MOST);
    *rows = (int)mxGetM (array);
    *columns = (int)mxGetN (array);
    return values;
}

/* columns: of Sp and Sv, 0: not given */
GeomsSelection gateway_get_selection (const mxArray *problem, int columns[2])
{
    const mxArray *from = mxGetField (problem, 0, "selection");
    GeomsSelection s = {0};
    columns[0] = columns[1] = 0;
    if (! from || mxIsEmpty (from))
        return s;
    if (gateway_get_count (gateway_get_field (from, "called", what), "called")) {
        s.rows_p = gateway_get_count (gateway_get_field (from, "p", what), "p");
        s.rows_v = gateway_get_count (gateway_get_field (from, "v", what), "v");
        s.at = gateway_hook_selection;
        return s;
    }
    s.Sp = get_rows (from, "Sp", &s.rows_p, &columns[0]);
    s.Sv = get_rows (from, "Sv", &s.rows_v, &columns[1]);
    return s;
}

int gateway_selection_fits (const GeomsSelection *s, const int columns[2], const GeomsDims *d)
{
    return s->at || ((! s->Sp || columns[0] == d->np) && (! s->Sv || columns[1] == d->nv));
}

int gateway_hook_selection (double t, const double *x, int rows_p, int rows_v, double *Sp, double *Sv,
                            void *user)
{
    GatewayRun *run = user;
    const size_t p = (size_t)rows_p * (size_t)run->model.dims.np,
                 v = (size_t)rows_v * (size_t)run->model.dims.nv;
    const double rows[2] = {rows_p, rows_v};
    mxArray *in[] = {mxCreateDoubleScalar (t), gateway_put_columns (1, x, run->n, run->n),
                     gateway_put_matrix (rows, 1, 2)};
    run->calls += ! run->error;
    mxArray *result = gateway_invoke (run, SLOT_SELECTOR, 3, in);
    if (! result) {
        gateway_see (run, SLOT_SELECTOR, 1, 1, &t, x, run->n);
        return -1;
    }
    if (! mxIsDouble (result) || mxIsComplex (result) || mxIsSparse (result)
        || mxGetNumberOfElements (result) != p + v) {
        char text[128];
        snprintf (text, sizeof text, "Selector gave %lu values; %lu are expected.",
                  (unsigned long)mxGetNumberOfElements (result), (unsigned long)(p + v));
        run->error = gateway_put_error ("geoms:selector:size", text);
        return -1;
    }
    if (p > 0)
        memcpy (Sp, mxGetPr (result), p * sizeof *Sp);
    if (v > 0)
        memcpy (Sv, mxGetPr (result) + p, v * sizeof *Sv);
    mxDestroyArray (result);
    return 0;
}
