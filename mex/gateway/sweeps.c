/* sweeps.c - many runs of systems that call nothing of the host, on several threads
 *
 *     [handle, workers] = sweepbegin (workers)      workers: threads that there are
 *     sweepadd (handle, system, options, problem, recorded, X, Q)
 *     [sol, found, made] = sweepnext (handle, wait, shape, x0)
 *     free (handle)                                 ends all of it
 *
 * 'sweepadd' adds a run for each column of X, n x k, the initial values; system, options and problem are as
 * for 'create', where x0 is one of them; recorded is that of the hooks (hooks.c), or []. Q, nq x k, are
 * their parameters, in the place of those of system and recorded; or [].
 *
 * 'sweepnext' gives what 'solution' does, of the first run that was added and not yet given, and forgets this
 * run; made is 0 if it could not be made. It waits for it, but for wait = 0 and Ctrl-C: sol is [] if
 * there is none, or it is not done.
 *
 * This thread makes the models, and asks the host; the others see numbers alone.
 */
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

/* what the members of one 'sweepadd' share: all that their problems point to */
typedef struct Group {
    int members;
    GeomsOptions options;
    GeomsProblem problem;
    double *rtol, *atol, *tspan, *weights, *Sp, *Sv;
    int *fixed, *independent, columns[2];
} Group;

typedef struct Member {
    GeomsMember member;
    GatewayRun *run; /* NULL: there is no model */
    Group *group;
    struct Member *next;
    double x0[];
} Member;

struct GatewaySweep {
    GeomsSweep *threads;
    Member *first, *last; /* in the order in which they were added */
};

/* ---- memory ---- */

static void group_free (Group *g)
{
    if (! g)
        return;
    free (g->rtol);
    free (g->atol);
    free (g->tspan);
    free (g->weights);
    free (g->fixed);
    free (g->independent);
    free (g->Sp);
    free (g->Sv);
    free (g);
}

static void member_free (Member *m)
{
    if (--m->group->members == 0)
        group_free (m->group);
    if (m->run)
        m->run->run = m->member.run;
    gateway_run_free (m->run);
    free (m);
}

void gateway_sweep_free (GatewaySweep *sweep)
{
    if (! sweep)
        return;
    geoms_sweep_free (sweep->threads);
    while (sweep->first) {
        Member *m = sweep->first;
        sweep->first = m->next;
        member_free (m);
    }
    free (sweep);
}

static void need_memory (const void *there)
{
    if (! there)
        mexErrMsgIdAndTxt ("geoms:memory", "There is not enough memory for these runs.");
}

/* ---- begin ---- */

enum { MOST_WORKERS = 1024 }; /* choice: beyond what one machine has; a stack is 8 MB */

void gateway_sweep_begin (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    const int workers = gateway_get_count (prhs[0], "workers");
    if (workers < 1 || workers > MOST_WORKERS)
        mexErrMsgIdAndTxt ("geoms:gateway:value", "There may be 1 to %d workers.",
                           (int)MOST_WORKERS);
    GatewayRun *run = calloc (1, sizeof *run);
    need_memory (run);
    run->sweep = calloc (1, sizeof *run->sweep);
    if (run->sweep)
        run->sweep->threads = geoms_sweep_create (workers);
    if (! run->sweep || ! run->sweep->threads) {
        gateway_run_free (run);
        need_memory (NULL);
    }
    const int there = geoms_sweep_workers (run->sweep->threads);
    gateway_put_output (nlhs, plhs, 0, mxCreateDoubleScalar (gateway_handle_add (run)));
    gateway_put_output (nlhs, plhs, 1, mxCreateDoubleScalar (there));
}

/* ---- add ---- */

/* NULL stays NULL; without memory *good becomes 0 */
static void *copied (const void *from, size_t count, size_t size, int *good)
{
    void *to = from ? malloc (count * size + 1) : NULL;
    if (to)
        memcpy (to, from, count * size);
    *good &= ! from || to;
    return to;
}

static Group *group_of (const GeomsProblem *p, const GeomsOptions *options, size_t n, size_t nv,
                        const int columns[2])
{
    Group *g = calloc (1, sizeof *g);
    int good = g != NULL;
    if (! g)
        return NULL;
    g->options = *options;
    g->problem = *p;
    g->problem.options = &g->options;
    g->problem.rtol = g->rtol = copied (p->rtol, n, sizeof *g->rtol, &good);
    g->problem.atol = g->atol = copied (p->atol, n, sizeof *g->atol, &good);
    g->problem.tspan = g->tspan = copied (p->tspan, (size_t)p->ntspan, sizeof *g->tspan, &good);
    g->problem.start.weights = g->weights = copied (p->start.weights, n, sizeof *g->weights, &good);
    g->problem.start.fixed = g->fixed = copied (p->start.fixed, n, sizeof *g->fixed, &good);
    g->problem.independent = g->independent
        = copied (p->independent, nv, sizeof *g->independent, &good);
    g->columns[0] = columns[0];
    g->columns[1] = columns[1];
    g->problem.selection.Sp = g->Sp = copied (
        p->selection.Sp, (size_t)p->selection.rows_p * (size_t)columns[0], sizeof *g->Sp, &good);
    g->problem.selection.Sv = g->Sv = copied (
        p->selection.Sv, (size_t)p->selection.rows_v * (size_t)columns[1], sizeof *g->Sv, &good);
    if (good)
        return g;
    group_free (g);
    return NULL;
}

static int member_interrupted (void *user)
{
    const GatewayRun *run = user;
    return geoms_sweep_stopping (run->within);
}

/* on a thread: whether derivatives have values where this run begins */
static void look_at_derivatives (GeomsMember *member)
{
    GatewayRun *run = member->user;
    if (run->model.jac && geoms_start_derivatives (&member->problem) < 0)
        gateway_derived_differences (run);
}

/* run->model; 0 if a native model refuses its parameters */
static int make_model (const mxArray *system, GatewayRun *run)
{
    const mxArray *library = mxGetField (system, 0, "library");
    if (! library)
        return gateway_system_model (system, run);
    if (! gateway_native_try (system, run))
        return 0;
    run->n = gateway_unknowns (&run->model.dims);
    return 1;
}

/* Adds a run that begins at x0; without a model a place is kept for it. */
static void add_member (GatewaySweep *sweep, const mxArray *system, const mxArray *recorded,
                        Group *group, const double *x0, size_t n)
{
    Member *m = calloc (1, sizeof *m + n * sizeof m->x0[0]);
    if (! m && group->members == 0)
        group_free (group);
    need_memory (m);
    /* from here on all of it belongs to the sweep */
    m->group = group;
    group->members++;
    if (sweep->last && sweep->first)
        sweep->last->next = m;
    else
        sweep->first = m;
    sweep->last = m;
    m->member.done = 1;
    m->run = calloc (1, sizeof *m->run);
    need_memory (m->run);
    memcpy (m->x0, x0, n * sizeof *x0);
    GatewayRun *run = m->run;
    m->run = NULL; /* an error frees it */
    if (! make_model (system, run) || (size_t)run->n != n
        || ! gateway_selection_fits (&group->problem.selection, group->columns, &run->model.dims)) {
        gateway_run_free (run);
        return;
    }
    m->run = run;
    run->within = sweep->threads;
    run->nevents = group->problem.hooks.nevents;
    gateway_events_take (recorded, run);

    m->member.problem = group->problem;
    m->member.problem.model = &run->model;
    m->member.problem.user = run->user;
    m->member.problem.x0 = m->x0;
    m->member.problem.hooks.user = run;
    m->member.prepare = run->derived ? look_at_derivatives : NULL;
    m->member.user = run;
    geoms_sweep_add (sweep->threads, &m->member);
}

/* nothing of the host is called on a thread */
static void need_no_calls (const mxArray *system, const mxArray *recorded, int nevents)
{
    if (gateway_system_calls (system) || (nevents > 0 && mxIsEmpty (recorded)))
        mexErrMsgIdAndTxt ("geoms:gateway:value", "The system calls functions.");
}

static void put_parameters (mxArray *array, const double *q, size_t nq)
{
    if (array && ! mxIsEmpty (array) && nq > 0)
        memcpy (mxGetPr (mxGetField (array, 0, "parameters")), q, nq * sizeof *q);
}

/* the vector `parameters` of the system has nq numbers; so has that of recorded, if there is one */
static void check_parameters (const mxArray *array, size_t nq)
{
    size_t count;
    if (mxIsEmpty (array))
        return;
    gateway_get_vector (gateway_get_field (array, "parameters", "What is recorded"), &count,
                        "parameters");
    if (count != nq)
        mexErrMsgIdAndTxt ("geoms:gateway:size", "Q has %d rows; there are %d parameters.", (int)nq,
                           (int)count);
}

void gateway_sweep_add (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs, (void)plhs, (void)nrhs;
    /* check and get */
    GatewaySweep *sweep = gateway_handle_sweep (prhs[0]);
    gateway_system_check (prhs[1]);
    GeomsOptions options;
    gateway_get_options (prhs[2], &options);
    GeomsProblem problem = gateway_get_problem (prhs[3]);
    size_t nv;
    problem.independent = gateway_get_flags (
        gateway_get_field (prhs[3], "independent", "The problem"), &nv, "independent");
    const size_t n = mxGetNumberOfElements (mxGetField (prhs[3], 0, "x0")), k = mxGetN (prhs[5]),
                 nq = mxGetM (prhs[6]);
    const double *X = gateway_get_array (prhs[5], n, k, "X");
    const double *Q = nq > 0 ? gateway_get_array (prhs[6], nq, k, "Q") : NULL;
    mxArray *system = (mxArray *)prhs[1], *recorded = (mxArray *)prhs[4];
    if (Q) {
        check_parameters (system, nq);
        check_parameters (recorded, nq);
        system = mxDuplicateArray (system);
        recorded = mxDuplicateArray (recorded);
    }
    int columns[2];
    problem.selection = gateway_get_selection (prhs[3], columns);
    need_no_calls (system, recorded, problem.hooks.nevents);
    if (problem.selection.at)
        mexErrMsgIdAndTxt ("geoms:gateway:value", "Selector is a function.");
    problem.hooks.interrupted = member_interrupted;
    problem.hooks.action = NULL;
    problem.hooks.output = NULL;

    Group *group = k > 0 ? group_of (&problem, &options, n, nv, columns) : NULL;
    need_memory (k > 0 ? group : (const void *)sweep);
    for (size_t j = 0; j < k; j++) {
        if (Q) {
            put_parameters (system, Q + j * nq, nq);
            put_parameters (recorded, Q + j * nq, nq);
        }
        add_member (sweep, system, recorded, group, X + j * n, n);
    }
}

/* ---- next ---- */

enum { PATIENCE = 20 }; /* milliseconds between two looks for Ctrl-C: choice, nobody notices them */

static int is_done (GatewaySweep *sweep, int wait)
{
    const Member *m = sweep->first;
    if (! m)
        return 0;
    if (! m->run)
        return 1;
    while (! geoms_sweep_wait (sweep->threads, &m->member, wait ? PATIENCE : 0))
        if (! wait || gateway_interrupted (NULL))
            return 0;
    return 1;
}

void gateway_sweep_next (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    GatewaySweep *sweep = gateway_handle_sweep (prhs[0]);
    const int wait = gateway_get_count (prhs[1], "wait");
    const int done = is_done (sweep, wait);
    Member *m = done ? sweep->first : NULL;
    const int made = m && m->run && m->member.run;
    mxArray *sol = NULL, *found = NULL;
    if (made) {
        const GatewayShape shape = gateway_get_shape (prhs[2], prhs[3], m->run->n);
        m->run->run = m->member.run;
        m->run->seconds_total = m->member.seconds;
        sol = gateway_put_run (m->run, &shape, &found);
    }
    if (m) {
        sweep->first = m->next;
        member_free (m);
    }
    gateway_put_output (nlhs, plhs, 0, sol ? sol : mxCreateDoubleMatrix (0, 0, mxREAL));
    gateway_put_output (nlhs, plhs, 1, found ? found : mxCreateDoubleMatrix (0, 0, mxREAL));
    gateway_put_output (nlhs, plhs, 2, mxCreateDoubleScalar (made || ! done));
}
