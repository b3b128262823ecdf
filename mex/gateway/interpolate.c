/* interpolate.c - [y, yp] = geoms_mex ('dense', step_t, step_x, node, t): dense output and its
 * derivative
 *
 * step_t is 2 x steps, step_x is n x (1 + degree) x steps, node has degree values, all as 'get'
 * gives them; y and yp are n x k.
 */
#include "gateway.h"

void gateway_dense (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    const size_t steps = mxGetN (prhs[0]);
    const double *step_t = gateway_get_array (prhs[0], 2, steps, "step_t");
    const size_t n = mxGetM (prhs[1]);
    size_t k, degree;
    const double *node = gateway_get_vector (prhs[2], &degree, "node");
    if (degree < 1 || degree > GEOMS_MOST_DEGREE)
        mexErrMsgIdAndTxt ("geoms:gateway:value", "A step has 1 to %d nodes, not %d.",
                           (int)GEOMS_MOST_DEGREE, (int)degree);
    const double *step_x = gateway_get_array (prhs[1], n, (1 + degree) * steps, "step_x");
    const double *t = gateway_get_vector (prhs[3], &k, "t");
    if (steps == 0)
        mexErrMsgIdAndTxt ("geoms:dense:missing", "There is no dense output.");

    mxArray *y = mxCreateDoubleMatrix ((mwSize)n, (mwSize)k, mxREAL);
    mxArray *yp = nlhs > 1 ? mxCreateDoubleMatrix ((mwSize)n, (mwSize)k, mxREAL) : NULL;
    const GeomsSteps of = {(int)n, (int)degree, node, steps, step_t, step_x};
    geoms_dense (of, k, t, mxGetPr (y), yp ? mxGetPr (yp) : NULL);
    plhs[0] = y;
    if (yp)
        plhs[1] = yp;
}
