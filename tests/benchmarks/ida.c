/* ida.c - IDA of SUNDIALS: variable-order BDF, dense direct solver, analytic Jacobian
 *
 *     0 = y' - f (t, y)  for the differential variables,   0 = -f (t, y)  for the algebraic ones
 *
 * Variant 1 takes the algebraic variables out of the error test (IDASetSuppressAlg).
 */
#include "bench.h"

#ifndef HAVE_IDA

int have_ida (void) { return 0; }

void run_ida (const Contender *c, double tol, double tend,
              void (*watch) (double t, const double *p, void *to), void *to, Outcome *o)
{
    (void)c, (void)tol, (void)tend, (void)watch, (void)to;
    o->failed = FAILED_ABSENT;
}

#else

#include <math.h>
#include <string.h>

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#if SUNDIALS_VERSION_MAJOR < 7
#define SUN_COMM_NULL NULL
#endif

int have_ida (void) { return 1; }

static int residual (realtype t, N_Vector y, N_Vector yp, N_Vector r, void *user)
{
    const Form *form = user;
    const double *speed = NV_DATA_S (yp);
    double *F = NV_DATA_S (r);

    form->f (t, NV_DATA_S (y), F, form);
    for (int i = 0; i < form->n; i++) {
        F[i] = (i < form->nd ? speed[i] : 0) - F[i];
        if (! isfinite (F[i]))
            return 1; /* a smaller step; IDA goes on with NaN else, without end */
    }
    return 0;
}

static int jacobian (realtype t, realtype cj, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix matrix,
                     void *user, N_Vector a, N_Vector b, N_Vector c)
{
    const Form *form = user;
    double *J = SM_DATA_D (matrix);
    const int n = form->n;

    (void)yp, (void)r, (void)a, (void)b, (void)c;
    memset (J, 0, (size_t)(n * n) * sizeof *J);
    form->jac (t, NV_DATA_S (y), J, form);
    for (int i = 0; i < n * n; i++)
        J[i] = -J[i];
    for (int i = 0; i < form->nd; i++)
        J[i + i * n] += cj;
    return 0;
}

/* y, y' and the kinds of the variables at the start */
static void fill (const Form *form, N_Vector y, N_Vector yp, N_Vector kind)
{
    form->f (0, form->y0, NV_DATA_S (yp), form);
    for (int i = 0; i < form->n; i++) {
        NV_Ith_S (y, i) = form->y0[i];
        NV_Ith_S (kind, i) = i < form->nd ? 1 : 0;
        if (i >= form->nd)
            NV_Ith_S (yp, i) = 0;
    }
}

void run_ida (const Contender *c, double tol, double tend,
              void (*watch) (double t, const double *p, void *to), void *to, Outcome *o)
{
    const Form *form = c->form;
    SUNContext context;
    N_Vector y, yp, kind;
    SUNMatrix matrix;
    SUNLinearSolver solver;
    void *ida;
    realtype t = 0;
    long residuals = 0, jacobians = 0;
    int status = 0;

    SUNContext_Create (SUN_COMM_NULL, &context);
    y = N_VNew_Serial (form->n, context);
    yp = N_VClone (y);
    kind = N_VClone (y);
    matrix = SUNDenseMatrix (form->n, form->n, context);
    solver = SUNLinSol_Dense (y, matrix, context);
    ida = IDACreate (context);
    fill (form, y, yp, kind);
#if SUNDIALS_VERSION_MAJOR < 7
    IDASetErrFile (ida, NULL); /* a failure is reported in the table */
#endif
    IDAInit (ida, residual, 0, y, yp);
    IDASStolerances (ida, tol, tol);
    IDASetUserData (ida, (void *)form);
    IDASetLinearSolver (ida, solver, matrix);
    IDASetJacFn (ida, jacobian);
    IDASetId (ida, kind);
    IDASetSuppressAlg (ida, c->variant == 1);
    IDASetMaxNumSteps (ida, MOST_STEPS);
    IDASetStopTime (ida, tend);
    for (long calls = 0; status >= 0 && t < tend; calls++) {
        if (calls >= MOST_STEPS) {
            status = FAILED_GAVE_UP;
            break;
        }
        status = IDASolve (ida, tend, &t, y, yp, watch != NULL ? IDA_ONE_STEP : IDA_NORMAL);
        if (watch != NULL && status >= 0)
            watch (t, NV_DATA_S (y), to);
    }
    o->failed = status < 0 ? status : 0;
    IDAGetNumSteps (ida, &o->steps);
    IDAGetNumResEvals (ida, &residuals);
    IDAGetNumJacEvals (ida, &jacobians);
    o->evaluations = residuals;
    o->jacobians = jacobians;
    IDAFree (&ida);
    SUNLinSolFree (solver);
    SUNMatDestroy (matrix);
    N_VDestroy (kind);
    N_VDestroy (yp);
    N_VDestroy (y);
    SUNContext_Free (&context);
}

#endif
