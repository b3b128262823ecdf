/* matrices.c - found = geoms_mex ('partition', kind, loop): coordinate partitioning from matrices
 *
 * kind: 'fixed', 'qr', 'svd' or 'full'. Fields of loop: M (n x n), f (n x 1), C (m x n), b1, b2
 * (m x 1), v (n x 1), independent (n x 1, not 0 for independent coordinates, or []), tol.
 * Fields of found: those of GeomsPartitioned, J with the columns that it has; status, identifier,
 * message, remedy. If status < 0 the others say nothing.
 */
#include <string.h>

#include "gateway.h"

static int get_kind (const mxArray *array)
{
    static const char *const kinds[] = {"fixed", "qr", "svd", "full"}; /* GEOMS_PARTITION_... */
    char *word = gateway_get_word (array, "The kind of partition");
    int i = 0;
    while (i < 4 && strcmp (kinds[i], word) != 0)
        i++;
    if (i == 4)
        mexErrMsgIdAndTxt ("geoms:gateway:value",
                           "The kind of partition must be 'fixed', 'qr', 'svd' or 'full'.");
    mxFree (word);
    return i;
}

static const double *get_array (const mxArray *loop, const char *field, int rows, int columns)
{
    return gateway_get_array (gateway_get_field (loop, field, "The loop"), (size_t)rows,
                              (size_t)columns, field);
}

static const int *get_independent (const mxArray *loop, int n)
{
    const mxArray *array = gateway_get_field (loop, "independent", "The loop");
    size_t count;
    const int *independent = gateway_get_flags (array, &count, "independent");
    if (count > 0 && count != (size_t)n)
        mexErrMsgIdAndTxt ("geoms:gateway:size", "independent must have %d values or none.", n);
    return independent;
}

/* C tells n and m */
static GeomsLoop get_loop (const mxArray *from)
{
    const mxArray *C = gateway_get_field (from, "C", "The loop");
    const size_t most = GEOMS_MOST_FULL;
    if (mxGetM (C) > most || mxGetN (C) > most)
        mexErrMsgIdAndTxt ("geoms:gateway:value", "C is too large: at most %d rows and columns.",
                           (int)most);
    const int n = (int)mxGetN (C), m = (int)mxGetM (C);
    return (GeomsLoop){
        .n = n,
        .m = m,
        .M = get_array (from, "M", n, n),
        .f = get_array (from, "f", n, 1),
        .C = get_array (from, "C", m, n),
        .b1 = get_array (from, "b1", m, 1),
        .b2 = get_array (from, "b2", m, 1),
        .v = get_array (from, "v", n, 1),
        .independent = get_independent (from, n),
        .tol = gateway_get_real (gateway_get_field (from, "tol", "The loop"), "tol"),
    };
}

static double *new_field (mxArray *found, const char *field, int rows)
{
    mxArray *array = mxCreateDoubleMatrix ((mwSize)rows, 1, mxREAL);
    gateway_put_field (found, field, array);
    return mxGetPr (array);
}

void gateway_partition (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    /* check, get */
    const int kind = get_kind (prhs[0]);
    const GeomsLoop loop = get_loop (prhs[1]);
    const size_t n = (size_t)loop.n;

    /* compute */
    mxArray *found = mxCreateStructMatrix (1, 1, 0, NULL);
    GeomsPartitioned p = {
        .v = new_field (found, "v", loop.n),
        .a = new_field (found, "a", loop.n),
        .lambda = new_field (found, "lambda", loop.m),
        .theta = new_field (found, "theta", loop.n),
        .gamma = new_field (found, "gamma", loop.n),
        .J = mxMalloc ((n * n + 1) * sizeof (double)),
        .independent = mxMalloc ((n + 1) * sizeof (int)),
    };
    GeomsReport report;
    const int status = geoms_partition (kind, &loop, &p, &report);
    const GeomsCode *code = geoms_status (status);

    /* put */
    const int columns = status < 0 || kind == GEOMS_PARTITION_FULL ? 0 : loop.n - p.rank;
    gateway_put_field (found, "J", gateway_put_matrix (p.J, n, (size_t)columns));
    gateway_put_field (found, "independent",
                       gateway_put_counts (status < 0 ? NULL : p.independent, n));
    gateway_put_field (found, "rank", mxCreateDoubleScalar (status < 0 ? 0 : p.rank));
    gateway_put_field (found, "condition", mxCreateDoubleScalar (status < 0 ? 0 : p.condition));
    gateway_put_field (found, "status", mxCreateDoubleScalar (status));
    gateway_put_field (found, "identifier", mxCreateString (code->identifier));
    gateway_put_field (found, "message", mxCreateString (report.text));
    gateway_put_field (found, "remedy", mxCreateString (code->remedy));
    mxFree (p.J);
    mxFree (p.independent);
    gateway_put_output (nlhs, plhs, 0, found);
}
