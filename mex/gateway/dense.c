/* dense.c - [y, yp] = geoms_mex ('dense', step_t, step_x, t): dense output and its derivative
 *
 * step_t is 2 x steps, step_x is n x 4 x steps, both as 'get' gives them; y and yp are n x k.
 */
#include "gateway.h"

void gateway_dense (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    const size_t steps = mxGetN (prhs[0]);
    const double *step_t = gateway_get_array (prhs[0], 2, steps, "step_t");
    const size_t n = mxGetM (prhs[1]);
    const double *step_x = gateway_get_array (prhs[1], n, 4 * steps, "step_x");
    size_t k;
    const double *t = gateway_get_vector (prhs[2], &k, "t");
    if (steps == 0)
        mexErrMsgIdAndTxt ("geoms:dense:missing", "There is no dense output.");

    mxArray *y = mxCreateDoubleMatrix ((mwSize)n, (mwSize)k, mxREAL);
    mxArray *yp = nlhs > 1 ? mxCreateDoubleMatrix ((mwSize)n, (mwSize)k, mxREAL) : NULL;
    geoms_dense ((int)n, steps, step_t, step_x, k, t, mxGetPr (y), yp ? mxGetPr (yp) : NULL);
    plhs[0] = y;
    if (yp)
        plhs[1] = yp;
}
