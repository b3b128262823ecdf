/* ode.c - right-hand sides for the solvers of the host
 *
 *     [s, status, error] = geoms_mex ('rhs', system, formulation, independent, tol, t, y, rows)
 *     [y, status, error]
 *         = geoms_mex ('rhsbegin', system, formulation, independent, tol, t, y, rows)
 *
 * E z' = s and z as geoms_rhs_evaluate and geoms_rhs_begin have them; y and s are the given rows of
 * them, the other rows of z are 0. independent is [] or 1 for each independent velocity, tol is
 * RankTol, t one time or one for each column. Nothing is kept between two calls. Columns of s that
 * cannot be evaluated are NaN; status is 1 then.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

/* ---- the arguments ---- */

typedef struct Call {
    int formulation;
    int *independent; /* nv, or NULL */
    size_t nv;        /* as many of them */
    double tol;
    double *t;          /* k */
    const double *y;    /* ny x k */
    const double *rows; /* ny, from 1 */
    size_t ny, k;
} Call;

static void wrong_size (const char *text) { mexErrMsgIdAndTxt ("geoms:gateway:size", "%s", text); }

static double *get_times (const mxArray *array, size_t k)
{
    size_t count;
    const double *values = gateway_get_vector (array, &count, "t");
    if (count != 1 && count != k)
        wrong_size ("t must be one time, or one for each column.");
    double *t = mxMalloc ((k + 1) * sizeof *t);
    for (size_t j = 0; j < k; j++)
        t[j] = values[count == 1 ? 0 : j];
    return t;
}

static Call get_call (const mxArray *prhs[])
{
    Call call = {.formulation = gateway_get_choice (prhs[1], "Formulation")};
    size_t count;
    gateway_system_check (prhs[0]);
    call.independent = gateway_get_flags (prhs[2], &call.nv, "independent");
    call.tol = gateway_get_real (prhs[3], "tol");
    if (! (call.tol >= 0 && call.tol <= 1))
        mexErrMsgIdAndTxt ("geoms:gateway:value", "tol must be a number from 0 to 1.");
    call.ny = mxGetM (prhs[5]);
    call.k = mxGetN (prhs[5]);
    call.y = gateway_get_array (prhs[5], call.ny, call.k, "y");
    call.t = get_times (prhs[4], call.k);
    call.rows = gateway_get_vector (prhs[6], &count, "rows");
    if (count != call.ny)
        wrong_size ("rows must have one number for each row of y.");
    return call;
}

static void free_call (Call *call)
{
    mxFree (call->t);
    mxFree (call->independent);
}

/* ---- one right-hand side, as long as a command lasts ---- */

static int rows_fit (const Call *call, size_t n)
{
    for (size_t i = 0; i < call->ny; i++)
        if (! (call->rows[i] >= 1 && call->rows[i] <= (double)n))
            return 0;
    return 1;
}

static void need (int fits, int place, const char *text)
{
    if (fits)
        return;
    gateway_once_end (place);
    wrong_size (text);
}

/* the run that holds it all, in a place of the registry; without run->rhs the report says why */
static GatewayRun *open_rhs (const mxArray *system, const Call *call, int *place,
                             GeomsReport *report)
{
    GatewayRun *run = calloc (1, sizeof *run);
    if (! run || ! gateway_system_model (system, run)) {
        gateway_run_free (run);
        mexErrMsgIdAndTxt ("geoms:memory", "There is not enough memory for a right-hand side.");
    }
    *place = gateway_once_begin (run, place);
    need (! call->independent || call->nv == (size_t)run->model.dims.nv, *place,
          "independent does not have nv values.");
    gateway_system_functions (system, run);
    run->rhs = geoms_rhs_create (&run->model, run->user, call->formulation, call->independent,
                                 call->tol, report);
    need (! run->rhs || rows_fit (call, (size_t)geoms_rhs_unknowns (run->rhs)), *place,
          "rows must be rows of z.");
    return run;
}

/* the user's error, the core's, or [] */
static mxArray *take_error (const GatewayRun *run, const GeomsReport *report, int status)
{
    char text[2 * sizeof report->text];
    if (run->error)
        return run->error;
    if (status >= 0)
        return mxCreateDoubleMatrix (0, 0, mxREAL);
    const GeomsCode *code = geoms_status (status);
    snprintf (text, sizeof text, "%s %s", report->text[0] ? report->text : code->text,
              code->remedy);
    return gateway_put_error (code->identifier, text);
}

/* ---- z and its right-hand side; the columns of y ---- */

/* y -> z */
static double *spread (const Call *call, size_t n)
{
    double *z = mxCalloc (n * call->k + 1, sizeof *z);
    for (size_t j = 0; j < call->k; j++)
        for (size_t i = 0; i < call->ny; i++)
            z[j * n + (size_t)call->rows[i] - 1] = call->y[j * call->ny + i];
    return z;
}

static void gather (const Call *call, size_t n, const double *s, double *out)
{
    for (size_t j = 0; j < call->k; j++)
        for (size_t i = 0; i < call->ny; i++)
            out[j * call->ny + i] = s[j * n + (size_t)call->rows[i] - 1];
}

static int all_finite (size_t n, const double *z)
{
    for (size_t i = 0; i < n; i++)
        if (! mxIsFinite (z[i]))
            return 0;
    return 1;
}

/* all columns at once; if that does not go, one by one: those that cannot be evaluated are NaN, and
 * the status is 1 */
static int evaluate (GeomsRhs *rhs, const Call *call, const double *z, double *s,
                     GeomsReport *report)
{
    const size_t n = (size_t)geoms_rhs_unknowns (rhs);
    int worst = 1;
    if (all_finite (n * call->k, z) && all_finite (call->k, call->t))
        worst = geoms_rhs_evaluate (rhs, (int)call->k, call->t, z, s, report);
    if (worst <= 0)
        return worst;
    worst = 0;
    for (size_t j = 0; j < call->k; j++) {
        int status = 1;
        if (all_finite (n, z + j * n) && mxIsFinite (call->t[j]))
            status = geoms_rhs_evaluate (rhs, 1, call->t + j, z + j * n, s + j * n, report);
        if (status < 0)
            return status;
        for (size_t i = 0; status > 0 && i < n; i++)
            s[j * n + i] = mxGetNaN ();
        worst = status > 0 ? status : worst;
    }
    return worst;
}

/* ---- the commands ---- */

/* what both have in common; begin: z that begins, else its right-hand side */
static void command (int nlhs, mxArray *plhs[], const mxArray *prhs[], const Call *call, int begin)
{
    int place;
    GeomsReport report = {.status = 0};
    mxArray *out = mxCreateDoubleMatrix ((mwSize)call->ny, (mwSize)call->k, mxREAL);

    GatewayRun *run = open_rhs (prhs[0], call, &place, &report);
    int status = report.status;
    if (run->rhs) {
        const size_t n = (size_t)geoms_rhs_unknowns (run->rhs);
        double *z = spread (call, n), *s = mxCalloc (n * call->k + 1, sizeof *s);
        status = begin ? geoms_rhs_begin (run->rhs, call->t[0], z, &report)
                       : evaluate (run->rhs, call, z, s, &report);
        gather (call, n, begin ? z : s, mxGetPr (out));
        mxFree (z);
        mxFree (s);
    }
    mxArray *error = take_error (run, &report, status);
    gateway_once_end (place);
    gateway_put_output (nlhs, plhs, 0, out);
    gateway_put_output (nlhs, plhs, 1, mxCreateDoubleScalar (status));
    gateway_put_output (nlhs, plhs, 2, error);
}

void gateway_rhs (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    Call call = get_call (prhs);
    command (nlhs, plhs, prhs, &call, 0);
    free_call (&call);
}

void gateway_rhsbegin (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    Call call = get_call (prhs);
    if (call.k != 1)
        wrong_size ("y must be one column.");
    command (nlhs, plhs, prhs, &call, 1);
    free_call (&call);
}
