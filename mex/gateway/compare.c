/* compare.c - whether the levels of the constraints agree: a model for one command, without a run
 *
 *     yes = levels (system, tspan, t, x, given)
 *
 * t 1 x k and x n x k are states of a run; t empty, x n x 1: the start. given: not 0, in this order, for g
 * that must not depend on t at the start, and for gII and hI that are given. An error in one of the
 * functions means no: whoever looks closer meets it again.
 */
#include <stdlib.h>

#include "gateway.h"

static GatewayRun *make_model (const mxArray *system)
{
    GatewayRun *run = calloc (1, sizeof *run);

    if (! run || ! gateway_system_model (system, run)) {
        gateway_run_free (run);
        mexErrMsgIdAndTxt ("geoms:memory", "There is not enough memory.");
    }
    return run;
}

static GeomsLevels get_levels (const GatewayRun *run, const mxArray *const from[4])
{
    size_t k;
    GeomsLevels at = {0};

    const double *tspan = gateway_get_array (from[0], 1, 2, "tspan");
    at.t0 = tspan[0];
    at.tf = tspan[1];
    at.t = gateway_get_vector (from[1], &k, "t");
    at.k = (int)k;
    at.x = gateway_get_array (from[2], (size_t)run->n, k > 0 ? k : 1, "x");
    at.autonomous = run->model.autonomous;
    const double *given = gateway_get_array (from[3], 1, 3, "given");
    at.steady_g = given[0] != 0;
    at.second_g = given[1] != 0;
    at.second_h = given[2] != 0;
    return at;
}

void gateway_levels (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    gateway_system_check (prhs[0]);
    GatewayRun *run = make_model (prhs[0]);
    const int place = gateway_once_begin (run, &run);
    const GeomsLevels at = get_levels (run, prhs + 1);
    gateway_system_functions (prhs[0], run);

    GeomsMechanical form;
    const int yes = gateway_system_blocks (prhs[0], run, &form)
                        ? geoms_levels_agree_blocks (&form, gateway_call_brief, &at)
                        : geoms_levels_agree (&run->model, run->user, &at);
    gateway_once_end (place);
    gateway_put_output (nlhs, plhs, 0, mxCreateLogicalScalar (yes != 0));
}
