/* maps.c - joints of the user's: from the nodes of their functions to numbers, and values of these
 *
 *     [numbers, timed] = jointmap (d, R, start)   inputs q (n) | v (n), not used | t, n from start
 *     values = mapvalues (numbers, q, t)          d, R: 12 x 1
 */
#include <stdlib.h>

#include "gateway.h"

/* `count` nodes of the tape */
static const int *nodes_of (const mxArray *array, size_t count, const char *name)
{
    if (! mxIsInt32 (array) || mxGetNumberOfElements (array) != count)
        mexErrMsgIdAndTxt ("geoms:gateway:size", "%s must be %d nodes.", name, (int)count);
    const int *ids = mxGetData (array);
    for (size_t i = 0; i < count; i++)
        if (ids[i] < 0 || ids[i] >= geoms_tape_count (gateway_tape ()))
            mexErrMsgIdAndTxt ("geoms:gateway:value", "%s has a node that is not there.", name);
    return ids;
}

/* coordinates of a joint; how many */
static const double *coordinates_of (const mxArray *array, int *n)
{
    size_t count;
    const double *q = gateway_get_vector (array, &count, "Coordinates");

    if (count < 1 || count > GEOMS_MOST_COORDINATES)
        mexErrMsgIdAndTxt ("geoms:gateway:size", "A joint has 1 to %d coordinates, not %d.",
                           (int)GEOMS_MOST_COORDINATES, (int)count);
    *n = (int)count;
    return q;
}

void gateway_jointmap (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    const int *d = nodes_of (prhs[0], 3, "The displacement"),
              *R = nodes_of (prhs[1], 9, "The rotation");
    int n, timed;
    const double *start = coordinates_of (prhs[2], &n);
    GeomsReport report;
    size_t count;

    (void)nrhs;
    if (geoms_tape_inputs (gateway_tape ()) > 2 * n + 1)
        mexErrMsgIdAndTxt ("geoms:gateway:value", "The joint has fewer inputs than the tape.");
    double *numbers
        = geoms_joint_map_numbers (gateway_tape (), n, d, R, start, &count, &timed, &report);
    if (! numbers)
        mexErrMsgIdAndTxt (report.status == GEOMS_OUT_OF_MEMORY ? "geoms:memory"
                                                                : "geoms:derive:refused",
                           "%s", report.text);
    mxArray *kept = gateway_put_matrix (numbers, count, 1);
    free (numbers);
    gateway_put_output (nlhs, plhs, 0, kept);
    gateway_put_output (nlhs, plhs, 1, mxCreateDoubleScalar (timed));
}

void gateway_mapvalues (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    size_t count;
    int n;
    const double *numbers = gateway_get_vector (prhs[0], &count, "The map"),
                 *q = coordinates_of (prhs[1], &n), t = gateway_get_real (prhs[2], "The time");
    mxArray *values = mxCreateDoubleMatrix (12, 1, mxREAL);
    GeomsReport report;

    (void)nrhs;
    if (geoms_joint_map_values (numbers, count, n, q, t, mxGetPr (values), &report) != 0)
        mexErrMsgIdAndTxt ("geoms:gateway:value", "%s", report.text);
    gateway_put_output (nlhs, plhs, 0, values);
}
