/* run.c - the life of an integration: create, run, get, project, free, alive */
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

/* ---- create ---- */

static void fail (GatewayRun *run, const GeomsReport *report)
{
    char text[sizeof report->text];
    const GeomsCode *code = geoms_status (report->status);
    memcpy (text, report->text, sizeof text);
    gateway_run_free (run);
    mexErrMsgIdAndTxt (code->identifier, "%s %s", text[0] ? text : code->text, code->remedy);
}

void gateway_create (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    /* check and get: nothing is owned yet */
    gateway_system_check (prhs[0]);
    GeomsOptions options;
    gateway_get_options (prhs[1], &options);
    const size_t n = mxGetNumberOfElements (prhs[5]);
    GeomsProblem problem = {
        .rtol = gateway_get_array (prhs[2], n, 1, "rtol"),
        .atol = gateway_get_array (prhs[3], n, 1, "atol"),
        .x0 = gateway_get_array (prhs[5], n, 1, "x0"),
        .hooks = {gateway_interrupted, NULL},
    };
    size_t times;
    problem.tspan = gateway_get_vector (prhs[4], &times, "tspan");
    problem.ntspan = (int)times;

    /* compute: from here on `run` is freed on every way out */
    GeomsReport report = {.status = GEOMS_OUT_OF_MEMORY};
    GatewayRun *run = calloc (1, sizeof *run);
    if (! run || ! gateway_system_model (prhs[0], run))
        fail (run, &report);
    if ((size_t)run->n != n) {
        gateway_run_free (run);
        mexErrMsgIdAndTxt ("geoms:gateway:size", "x0 does not have as many values as dims says.");
    }
    run->options = options;
    problem.options = &run->options;
    problem.model = &run->model;
    problem.user = run->composed ? (void *)run->composed : (void *)run;
    run->run = geoms_run_create (&problem, &report);
    if (! run->run)
        fail (run, &report);

    gateway_put_output (nlhs, plhs, 0, mxCreateDoubleScalar (gateway_handle_add (run)));
}

/* ---- run ---- */

/* the functions of a command are gone when it returns */
static mxArray *forget_functions (GatewayRun *run)
{
    mxArray *error = run->error ? run->error : mxCreateDoubleMatrix (0, 0, mxREAL);
    run->error = NULL;
    run->guard = NULL;
    for (int i = 0; i < SLOT_COUNT; i++)
        run->slots[i].function = NULL;
    return error;
}

void gateway_run (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    GatewayRun *run = gateway_handle_get (prhs[0]);
    gateway_system_check (prhs[1]);
    gateway_system_functions (prhs[1], run);

    run->begin = gateway_seconds ();
    const int status = geoms_run_integrate (run->run);
    run->seconds_total += gateway_seconds () - run->begin;
    run->begin = 0;

    gateway_put_output (nlhs, plhs, 0, mxCreateDoubleScalar (status));
    gateway_put_output (nlhs, plhs, 1, forget_functions (run));
}

/* ---- get: all there is, at any time ---- */

/* also of a run that Ctrl-C has cut off */
static double seconds_so_far (const GatewayRun *run)
{
    return run->seconds_total + (run->begin > 0 ? gateway_seconds () - run->begin : 0);
}

void gateway_get (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    const GatewayRun *run = gateway_handle_get (prhs[0]);
    const GeomsSolution *s = geoms_run_solution (run->run);
    const size_t n = (size_t)run->n;
    mxArray *found = mxCreateStructMatrix (1, 1, 0, NULL);
    gateway_put_field (found, "t", gateway_put_matrix (s->t, 1, s->count));
    gateway_put_field (found, "x", gateway_put_matrix (s->x, n, s->count));
    gateway_put_field (found, "residual",
                       gateway_put_matrix (s->residual, (size_t)s->na, s->residual ? s->count : 0));
    gateway_put_field (found, "relative",
                       gateway_put_matrix (s->relative, 3, s->relative ? s->count : 0));
    const size_t steps = s->step_x ? s->steps : 0;
    gateway_put_field (found, "step_t", gateway_put_matrix (s->step_t, 2, steps));
    gateway_put_field (found, "step_x", gateway_put_cube (s->step_x, n, 4, steps));
    gateway_put_field (found, "t_end", mxCreateDoubleScalar (s->t_end));
    gateway_put_field (found, "h_next", mxCreateDoubleScalar (s->h_next));
    gateway_put_field (found, "counters", gateway_put_counters (geoms_run_counters (run->run)));
    gateway_put_field (found, "report", gateway_put_report (geoms_run_report (run->run)));
    gateway_put_field (found, "calls", mxCreateDoubleScalar ((double)run->calls));
    gateway_put_field (found, "seconds", mxCreateDoubleScalar (seconds_so_far (run)));
    gateway_put_field (found, "seconds_callbacks", mxCreateDoubleScalar (run->seconds_callbacks));
    gateway_put_output (nlhs, plhs, 0, found);
}

/* ---- project ---- */

void gateway_project (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    GatewayRun *run = gateway_handle_get (prhs[0]);
    gateway_system_check (prhs[1]);
    size_t k;
    const double *t = gateway_get_vector (prhs[2], &k, "t");
    const double *x = gateway_get_array (prhs[3], (size_t)run->n, k, "x");
    const int onto = gateway_get_count (prhs[4], "onto");
    gateway_system_functions (prhs[1], run);

    const mwSize na = (mwSize)geoms_run_solution (run->run)->na;
    mxArray *moved = gateway_put_matrix (x, (size_t)run->n, k);
    mxArray *residual = mxCreateDoubleMatrix (na, (mwSize)k, mxREAL);
    mxArray *relative = mxCreateDoubleMatrix (3, (mwSize)k, mxREAL);
    const int status = geoms_run_project (run->run, (int)k, t, mxGetPr (moved), mxGetPr (residual),
                                          mxGetPr (relative), onto);

    gateway_put_output (nlhs, plhs, 0, moved);
    gateway_put_output (nlhs, plhs, 1, residual);
    gateway_put_output (nlhs, plhs, 2, relative);
    gateway_put_output (nlhs, plhs, 3, mxCreateDoubleScalar (status));
    gateway_put_output (nlhs, plhs, 4, forget_functions (run));
}

/* ---- end ---- */

void gateway_free (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs, (void)plhs, (void)nrhs;
    gateway_handle_free (prhs[0]);
}

void gateway_alive (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    const int alive = gateway_handle_alive (prhs[0]);
    gateway_put_output (nlhs, plhs, 0, mxCreateLogicalScalar (alive != 0));
}
