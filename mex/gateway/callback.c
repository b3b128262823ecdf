/* callback.c - C -> the user's function, for k points in one call
 *
 * The host is asked for  [y, error] = guard (function, t, x)  with t 1 x k and x n x k. The guard
 * catches what the function raises; it is kept in the run and the core is told to stop (-1). A
 * function that catches by itself is asked without guard. The function's error is thus never lost
 * and never unwinds the core. Ctrl-C does unwind it, which is why nothing here owns memory.
 *
 * Columns with an imaginary part become NaN: at a trial state the core then tries a smaller step.
 */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

/* ---- Ctrl-C: whichever of the two hosts is there ---- */

#if defined(__GNUC__) && ! defined(_WIN32)
extern volatile sig_atomic_t octave_signal_caught __attribute__ ((weak));
extern bool utIsInterruptPending (void) __attribute__ ((weak));

static int host_is_octave (void)
{
    return &octave_signal_caught != NULL;
}

int gateway_interrupted (void *user)
{
    (void)user;
    if (&octave_signal_caught)
        return octave_signal_caught != 0;
    return utIsInterruptPending && utIsInterruptPending ();
}
#else
static int host_is_octave (void)
{
    return 1; /* or not: what is asked for then does no harm */
}

int gateway_interrupted (void *user)
{
    (void)user;
    return 0;
}
#endif

/* ---- what is asked for, and where it belongs ---- */

/* the points of one call: t 1 x k, columns of x ldx apart */
typedef struct Points {
    int k;
    const double *t, *x;
    int ldx;
} Points;

/* column c of the result at point j belongs at out + j*ldo + c*ldc */
typedef struct Place {
    double *out;
    int ldo, ldc;
} Place;

static double *place_of (const Place *to, size_t j, size_t c)
{
    return to->out + j * (size_t)to->ldo + c * (size_t)to->ldc;
}

/* ---- which call was it? ---- */

static int make_room (GatewaySeen *seen, int k, int n)
{
    if (k <= seen->room)
        return 1;
    free (seen->t);
    free (seen->x);
    seen->t = malloc ((size_t)k * sizeof *seen->t);
    seen->x = malloc ((size_t)k * (size_t)n * sizeof *seen->x);
    seen->room = seen->t && seen->x ? k : 0;
    return seen->room == k;
}

void gateway_see (GatewayRun *run, int slot, int error, int k, const double *t, const double *x,
                  int ldx)
{
    GatewaySeen *seen = &run->seen;
    const size_t n = (size_t)run->n;
    if (seen->error)
        return; /* the first error is the user's */
    seen->slot = slot;
    seen->error = error;
    seen->k = make_room (seen, k, run->n) ? k : 0;
    for (size_t j = 0; j < (size_t)seen->k; j++) {
        seen->t[j] = t[j];
        memcpy (seen->x + j * n, x + j * (size_t)ldx, n * sizeof *x);
    }
}

static int are_finite (const double *x, int count)
{
    int yes = 1;
    for (int i = 0; i < count; i++)
        yes &= isfinite (x[i]) != 0;
    return yes;
}

/* the first of the points where the result is not finite although the state is */
static void see_result (GatewayRun *run, int slot, const Points *at, const Place *to)
{
    const Slot *s = &run->slots[slot];
    for (size_t j = 0; j < (size_t)at->k; j++) {
        const double *x = at->x + j * (size_t)at->ldx;
        int good = 1;
        for (size_t c = 0; c < (size_t)s->columns && good; c++)
            good = are_finite (place_of (to, j, c), s->rows);
        if (good || ! are_finite (x, run->n))
            continue;
        gateway_see (run, slot, 0, 1, at->t + j, x, at->ldx);
        return;
    }
}

/* ---- one call ---- */

static int stop_with (GatewayRun *run, mxArray *error)
{
    run->error = error;
    return -1;
}

enum { MOST_ARGUMENTS = 6 };

/* [y, error] = function (arguments) by itself, or by the guard; what was raised nevertheless */
static mxArray *ask (const GatewayRun *run, int slot, int guards, int count, mxArray *arguments[],
                     mxArray *out[2])
{
    mxArray *function = (mxArray *)run->slots[slot].function;
    mxArray *in[MOST_ARGUMENTS + 2] = {guards ? (mxArray *)run->guard : function, function};

    memcpy (in + 1 + guards, arguments, (size_t)count * sizeof *in);
    return mexCallMATLABWithTrap (2, out, count + 1 + guards, in, "feval");
}

/* ---- arguments ----
 *
 * Octave 11 lends arrays of a MEX file to the functions that it calls: their values are not copied and
 * end with the array, although the function may have kept or returned them. There the function gets
 * x .* 1 instead, bit for bit x, which belongs to Octave. */

static int lends_arguments (void)
{
    mxArray *x = mxCreateDoubleMatrix (2, 1, mxREAL), *same = NULL;
    if (mexCallMATLABWithTrap (1, &same, 1, &x, "double") != NULL || ! same) {
        mxDestroyArray (x);
        return 1;
    }
    mxGetPr (x)[0] = 1;
    const int yes = mxGetPr (same)[0] != 0;
    mxDestroyArray (same);
    mxDestroyArray (x);
    return yes;
}

static void give_away (GatewayRun *run, int count, mxArray *arguments[])
{
    if (run->lends == 0)
        run->lends = host_is_octave () && lends_arguments () ? 1 : -1;
    for (int i = 0; i < count && run->lends > 0; i++) {
        mxArray *in[] = {arguments[i], mxCreateDoubleScalar (1)}, *copy = NULL;
        if (mexCallMATLABWithTrap (1, &copy, 2, in, "times") == NULL && copy) {
            mxDestroyArray (arguments[i]);
            arguments[i] = copy;
        }
        mxDestroyArray (in[1]);
    }
}

/* Result of the slot's function for the arguments, which are destroyed; NULL after the error has
 * been kept. What slips through a function that catches the guard catches, which asks again. */
mxArray *gateway_invoke (GatewayRun *run, int slot, int count, mxArray *arguments[])
{
    const int ready = run->guard && run->slots[slot].function;
    mxArray *out[2] = {NULL, NULL}, *trap = NULL;
    /* the call */
    if (ready && ! run->error) { /* the first error is the user's; nothing is called after it */
        const double begin = geoms_seconds ();
        give_away (run, count, arguments);
        trap = ask (run, slot, ! run->slots[slot].catches, count, arguments, out);
        if (trap && run->slots[slot].catches)
            trap = ask (run, slot, 1, count, arguments, out);
        run->seconds_callbacks += geoms_seconds () - begin;
    }
    for (int i = 0; i < count; i++)
        mxDestroyArray (arguments[i]);

    /* the call failed, or the function did */
    if (run->error)
        return NULL;
    if (trap || ! out[0] || ! out[1]) {
        char text[128];
        snprintf (text, sizeof text, "The function '%s' %s.", run->slots[slot].name,
                  ready ? "could not be called" : "was called before the run");
        stop_with (run, gateway_put_error ("geoms:gateway:call", text));
        return NULL;
    }
    if (! mxIsEmpty (out[1])) {
        mxDestroyArray (out[0]);
        stop_with (run, out[1]);
        return NULL;
    }
    mxDestroyArray (out[1]);
    return out[0];
}

/* of t, x, and a third argument that is destroyed, or NULL */
static mxArray *call (GatewayRun *run, int slot, const Points *at, mxArray *third)
{
    mxArray *in[] = {gateway_put_columns (at->k, at->t, 1, 1),
                     gateway_put_columns (at->k, at->x, at->ldx, run->n), third};
    const int before = run->error != NULL;
    run->calls += ! before;
    mxArray *result = gateway_invoke (run, slot, third ? 3 : 2, in);
    if (! result && ! before)
        gateway_see (run, slot, 1, at->k, at->t, at->x, at->ldx);
    return result;
}

/* ---- the result: type, size, values ---- */

static mxArray *full (mxArray *result)
{
    mxArray *out = NULL;
    mxArray *in = result;
    mexCallMATLAB (1, &out, 1, &in, "full");
    mxDestroyArray (result);
    return out;
}

static int wrong_type (GatewayRun *run, const Slot *slot, const mxArray *result)
{
    char text[256];
    snprintf (text, sizeof text,
              "The function '%s' returned an array of class %s; it must return class double.",
              slot->name, mxGetClassName (result));
    return stop_with (run, gateway_put_error ("geoms:callback:type", text));
}

static int wrong_size (GatewayRun *run, const Slot *slot, int k, const mxArray *result)
{
    char text[256];
    snprintf (text, sizeof text,
              "The function '%s' returned an array of size %d x %d; it must return %d x %d%s.",
              slot->name, (int)mxGetM (result), (int)mxGetN (result), slot->rows,
              slot->columns * k,
              k > 1 ? ", for it is called for many points at once ('vectorized')" : "");
    return stop_with (run, gateway_put_error ("geoms:callback:size", text));
}

/* block j of size count; NaN if it has an imaginary part */
static void copy_block (const mxArray *result, size_t from, size_t count, double *out)
{
    const double *re = mxGetPr (result);
    const double *im = mxIsComplex (result) ? mxGetPi (result) : NULL;
    int imaginary = 0;
    for (size_t i = 0; im && i < count; i++)
        imaginary |= im[from + i] != 0;
    for (size_t i = 0; i < count; i++)
        out[i] = imaginary ? mxGetNaN () : re[from + i];
}

/* rows x columns x k, or rows x columns for all points */
static int take (GatewayRun *run, int number, int k, mxArray *result, const Place *to)
{
    const Slot *slot = &run->slots[number];
    if (mxIsSparse (result))
        result = full (result);
    if (! mxIsDouble (result))
        return wrong_type (run, slot, result);
    const size_t rows = (size_t)slot->rows, columns = (size_t)slot->columns;
    const int constant = slot->may_be_constant && mxGetN (result) == columns;
    if (mxGetM (result) != rows || (! constant && mxGetN (result) != columns * (size_t)k))
        return wrong_size (run, slot, k, result);

    for (size_t j = 0; j < (size_t)k; j++)
        for (size_t c = 0; c < columns; c++)
            copy_block (result, rows * (c + (constant ? 0 : j * columns)), rows,
                        place_of (to, j, c));
    mxDestroyArray (result);
    return 0;
}

static int call_with (GatewayRun *run, int number, Points at, mxArray *third, Place to)
{
    mxArray *result = call (run, number, &at, third);
    const int status = result ? take (run, number, at.k, result, &to) : -1;
    if (status == 0)
        see_result (run, number, &at, &to);
    return status;
}

/* by several calls, where the points have more than some MB together */
static int call_and_take (GatewayRun *run, int number, Points at, Place to)
{
    enum { MOST_VALUES = 1 << 21 };
    const Slot *s = &run->slots[number];
    const size_t each = 1 + (size_t)run->n + (size_t)s->rows * (size_t)s->columns;
    const int most = each < MOST_VALUES ? (int)(MOST_VALUES / each) : 1;
    int status = 0;

    for (int j = 0; j < at.k && status == 0; j += most) {
        const size_t from = (size_t)j;
        const int left = at.k - j;
        status = call_with (run, number,
                            (Points){left < most ? left : most, at.t + from,
                                     at.x + from * (size_t)at.ldx, at.ldx},
                            NULL, (Place){to.out + from * (size_t)to.ldo, to.ldo, to.ldc});
    }
    return status;
}

/* ---- what the core calls ---- */

int gateway_call_eom (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                      void *user)
{
    return call_and_take (user, SLOT_EOM, (Points){k, t, x, ldx}, (Place){out, ldo, ldo});
}

int gateway_call_blocks (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                         void *user)
{
    return call_and_take (user, SLOT_BLOCKS, (Points){k, t, x, ldx}, (Place){out, ldo, ldo});
}

int gateway_call_brief (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    return call_and_take (user, SLOT_BRIEF, (Points){k, t, x, ldx}, (Place){out, ldo, ldo});
}

/* run->motions numbers of each point are the third argument */
int gateway_call_own (int k, const double *t, const double *x, int ldx, const double *motion,
                      double *out, int ldo, void *user)
{
    const GatewayRun *run = user;
    return call_with (user, SLOT_BLOCKS, (Points){k, t, x, ldx},
                      gateway_put_columns (k, motion, run->motions, run->motions),
                      (Place){out, ldo, ldo});
}

int gateway_call_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    GatewayRun *run = user;
    return call_and_take (run, SLOT_MASS, (Points){k, t, x, ldx},
                          (Place){out, ldo, run->model.dims.nv});
}

int gateway_constant_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                           void *user)
{
    (void)t, (void)x, (void)ldx;
    const GatewayRun *run = user;
    const size_t nv = (size_t)run->model.dims.nv;
    for (int j = 0; nv > 0 && j < k; j++)
        memcpy (out + (size_t)j * (size_t)ldo, run->mass, nv * nv * sizeof *out);
    return 0;
}

int gateway_call_jac (double t, const double *x, double *J, int ldj, void *user)
{
    GatewayRun *run = user;
    return call_and_take (run, SLOT_JAC, (Points){1, &t, x, run->n}, (Place){J, ldj, ldj});
}

int gateway_call_ivcond (double t, const double *x, double *c, void *user)
{
    GatewayRun *run = user;
    const int nc = run->model.dims.nc;
    return call_and_take (run, SLOT_IVCOND, (Points){1, &t, x, run->n}, (Place){c, nc, nc});
}

/* run->told at k times, rows x k */
static int tell (GatewayRun *run, int rows, int k, const double *t)
{
    GatewaySeen *told = &run->told;
    mxArray *in[] = {gateway_put_columns (k, t, 1, 1)};
    run->calls += run->error == NULL;
    mxArray *result = gateway_invoke (run, SLOT_SIGNALS, 1, in);
    told->k = 0;
    if (! result)
        return -1;
    if (! make_room (told, k, rows))
        return stop_with (run, gateway_put_error ("geoms:memory", "There is not enough memory."));
    const int status = take (run, SLOT_SIGNALS, k, result, &(Place){told->x, rows, rows});
    memcpy (told->t, t, (size_t)k * sizeof *t);
    told->k = status == 0 ? k : 0;
    return status;
}

/* of t alone: what the host gives of 3 x signals values at k times, NaN: given elsewhere. Newton's
 * method comes back to the same times. */
int gateway_call_signals (int k, const double *t, double *values, void *user)
{
    GatewayRun *run = user;
    const GatewaySeen *told = &run->told;
    const int rows = run->slots[SLOT_SIGNALS].rows;
    const int known = told->k == k && memcmp (told->t, t, (size_t)k * sizeof *t) == 0;
    const int status = known ? 0 : tell (run, rows, k, t);
    for (size_t i = 0; status == 0 && i < (size_t)rows * (size_t)k; i++)
        values[i] = isnan (told->x[i]) ? values[i] : told->x[i];
    return status;
}

int gateway_call_gradient (double t, const double *x, double *out, int ld, void *user)
{
    GatewayRun *run = user;
    return call_and_take (run, SLOT_GRADIENT, (Points){1, &t, x, run->n}, (Place){out, ld, ld});
}
