/* run.c - the life of an integration: create, run, get, solution, project, evaluate, free, alive */
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

/* n values, or NULL if there are none */
static const double *get_optional (const mxArray *problem, const char *field, size_t n)
{
    const mxArray *value = gateway_get_field (problem, field, "The problem");
    return mxIsEmpty (value) ? NULL : gateway_get_array (value, n, 1, field);
}

static const int *get_fixed (const mxArray *problem, size_t n)
{
    size_t count;
    if (! get_optional (problem, "fixed", n))
        return NULL;
    return gateway_get_flags (gateway_get_field (problem, "fixed", "The problem"), &count, "fixed");
}

static int get_count (const mxArray *problem, const char *field)
{
    return gateway_get_count (gateway_get_field (problem, field, "The problem"), field);
}

/* All but the model. Fields: rtol, atol, x0 (n x 1), tspan; fixed, weights (n x 1 or []);
 * independent (nv x 1 or []); selection (selector_rows.c); reduced; state (of an earlier run, or []);
 * nevents; action, output (not 0: the hook is there). */
GeomsProblem gateway_get_problem (const mxArray *from)
{
    const char *what = "The problem";
    size_t n, times;
    GeomsProblem problem
        = {.x0 = gateway_get_vector (gateway_get_field (from, "x0", what), &n, "x0")};
    problem.rtol = gateway_get_array (gateway_get_field (from, "rtol", what), n, 1, "rtol");
    problem.atol = gateway_get_array (gateway_get_field (from, "atol", what), n, 1, "atol");
    problem.tspan = gateway_get_vector (gateway_get_field (from, "tspan", what), &times, "tspan");
    problem.ntspan = (int)times;
    problem.start.fixed = get_fixed (from, n);
    problem.start.weights = get_optional (from, "weights", n);
    problem.state
        = gateway_get_vector (gateway_get_field (from, "state", what), &problem.nstate, "state");
    if (problem.nstate == 0)
        problem.state = NULL;
    problem.reduced = get_count (from, "reduced");
    problem.hooks.interrupted = gateway_interrupted;
    problem.hooks.nevents = get_count (from, "nevents");
    problem.hooks.events = problem.hooks.nevents > 0 ? gateway_hook_events : NULL;
    problem.hooks.action = get_count (from, "action") ? gateway_hook_action : NULL;
    problem.hooks.output = get_count (from, "output") ? gateway_hook_output : NULL;
    return problem;
}

/* the functions of a command are gone when it returns */
static mxArray *forget_functions (GatewayRun *run)
{
    run->busy = 0;
    mxArray *error = run->error ? run->error : mxCreateDoubleMatrix (0, 0, mxREAL);
    run->error = NULL;
    run->guard = NULL;
    for (int i = 0; i < SLOT_COUNT; i++)
        run->slots[i].function = NULL;
    return error;
}

void gateway_create (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    /* check and get: nothing is owned yet */
    gateway_system_check (prhs[0]);
    GeomsOptions options;
    gateway_get_options (prhs[1], &options);
    GeomsProblem problem = gateway_get_problem (prhs[2]);
    size_t nv;
    problem.independent = gateway_get_flags (
        gateway_get_field (prhs[2], "independent", "The problem"), &nv, "independent");
    const size_t n = mxGetNumberOfElements (mxGetField (prhs[2], 0, "x0"));
    int columns[2];
    problem.selection = gateway_get_selection (prhs[2], columns);

    /* compute: from here on `run` is freed on every way out */
    GeomsReport report = {.status = GEOMS_OUT_OF_MEMORY};
    GatewayRun *run = calloc (1, sizeof *run);
    if (! run || ! gateway_system_model (prhs[0], run))
        fail (run, &report);
    if ((size_t)run->n != n) {
        gateway_run_free (run);
        mexErrMsgIdAndTxt ("geoms:gateway:size", "x0 does not have as many values as dims says.");
    }
    if (problem.independent && nv != (size_t)run->model.dims.nv) {
        gateway_run_free (run);
        mexErrMsgIdAndTxt ("geoms:gateway:size", "independent does not have nv values.");
    }
    if (! gateway_selection_fits (&problem.selection, columns, &run->model.dims)) {
        gateway_run_free (run);
        mexErrMsgIdAndTxt ("geoms:gateway:size", "Sp does not have np columns, or Sv not nv.");
    }
    run->options = options;
    run->nevents = problem.hooks.nevents;
    problem.options = &run->options;
    problem.model = &run->model;
    problem.user = run->user;
    problem.hooks.user = problem.selection.user = run;
    gateway_system_functions (prhs[0], run); /* of time: how the run is made may depend on them */
    run->run = geoms_run_create (&problem, &report);
    mxDestroyArray (forget_functions (run)); /* what failed will fail again */
    if (! run->run)
        fail (run, &report);

    gateway_put_output (nlhs, plhs, 0, mxCreateDoubleScalar (gateway_handle_add (run)));
}

/* ---- run ---- */

/* for commands that call the user's functions: these must not use the run that calls them */
static GatewayRun *get_idle (const mxArray *handle)
{
    GatewayRun *run = gateway_handle_get (handle);
    if (run->busy)
        mexErrMsgIdAndTxt ("geoms:gateway:busy", "The run with this handle is at work.");
    return run;
}

void gateway_run (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    GatewayRun *run = get_idle (prhs[0]);
    gateway_system_check (prhs[1]);
    gateway_system_functions (prhs[1], run);
    gateway_hooks_functions (prhs[2], run);

    run->busy = 1;
    run->begin = geoms_seconds ();
    const int status = geoms_run_integrate (run->run);
    run->seconds_total += geoms_seconds () - run->begin;
    run->begin = 0;

    gateway_put_output (nlhs, plhs, 0, mxCreateDoubleScalar (status));
    gateway_put_output (nlhs, plhs, 1, forget_functions (run));
}

/* ---- get, solution: all there is, at any time ---- */

/* also of a run that Ctrl-C has cut off */
static double seconds_so_far (const GatewayRun *run)
{
    return run->seconds_total + (run->begin > 0 ? geoms_seconds () - run->begin : 0);
}

/* what a formulation has met; independent is empty where nothing is chosen */
static void put_formulation (mxArray *found, const GeomsSolution *s, const GeomsDims *d)
{
    const size_t kept = s->passed < GEOMS_MOST_PASSED ? (size_t)s->passed : GEOMS_MOST_PASSED;
    gateway_put_field (found, "independent",
                       gateway_put_counts (s->independent, s->independent ? (size_t)d->nv : 0));
    gateway_put_field (found, "switched", mxCreateDoubleScalar (s->switched));
    gateway_put_field (found, "passed", mxCreateDoubleScalar (s->passed));
    gateway_put_field (found, "passed_t", gateway_put_matrix (s->passed_t, 1, kept));
    gateway_put_field (found, "worst", mxCreateDoubleScalar (s->worst));
    gateway_put_field (found, "worst_t", mxCreateDoubleScalar (s->t_worst));
    gateway_put_field (found, "largest", gateway_put_matrix (s->largest, 1, 2));
}

/* which function of the user's failed last, and where; '': none */
static void put_seen (mxArray *found, const GatewayRun *run)
{
    const GatewaySeen *seen = &run->seen;
    const char *name = seen->k > 0 ? run->slots[seen->slot].name : NULL;
    gateway_put_field (found, "seen", mxCreateString (name ? name : ""));
    gateway_put_field (found, "seen_error", mxCreateDoubleScalar (seen->error));
    gateway_put_field (found, "seen_t", gateway_put_matrix (seen->t, 1, (size_t)seen->k));
    gateway_put_field (found, "seen_x",
                       gateway_put_matrix (seen->x, (size_t)run->n, (size_t)seen->k));
}

static mxArray *get_state (const GeomsRun *run)
{
    const size_t size = geoms_run_state_size (run);
    mxArray *state = mxCreateDoubleMatrix ((mwSize)size, size > 0, mxREAL);
    if (size > 0)
        geoms_run_state (run, mxGetPr (state));
    return state;
}

/* time and unknowns of a state */
static void put_state (mxArray *found, const mxArray *state, int n)
{
    const int there = ! mxIsEmpty (state);
    const double t = there ? geoms_state_time (mxGetPr (state)) : mxGetNaN ();
    const double *x = there ? geoms_state_unknowns (mxGetPr (state)) : NULL;
    gateway_put_field (found, "state_t", mxCreateDoubleScalar (t));
    gateway_put_field (found, "state_x", gateway_put_matrix (x, (size_t)n, there ? 1 : 0));
}

/* how, how far, at what cost */
static void put_rest (mxArray *found, const GatewayRun *run, const GeomsSolution *s, double seconds)
{
    gateway_put_field (found, "method", mxCreateString (s->method));
    gateway_put_field (found, "project", mxCreateDoubleScalar (s->project));
    gateway_put_field (found, "t_end", mxCreateDoubleScalar (s->t_end));
    gateway_put_field (found, "h_next", mxCreateDoubleScalar (s->h_next));
    put_seen (found, run);
    gateway_put_field (found, "report", gateway_put_report (geoms_run_report (run->run)));
    gateway_put_field (found, "seconds", mxCreateDoubleScalar (seconds));
    gateway_put_field (found, "monitored", mxCreateDoubleScalar ((double)run->monitored));
    gateway_put_field (found, "progressed", mxCreateDoubleScalar ((double)run->progressed));
}

/* numbers refine, continues, reduced, t0; x0 (n) */
GatewayShape gateway_get_shape (const mxArray *numbers, const mxArray *x0, int n)
{
    const double *from = gateway_get_array (numbers, 1, 4, "shape");
    if (! (from[0] >= 1) || from[0] > GATEWAY_MOST)
        mexErrMsgIdAndTxt ("geoms:gateway:value", "shape must begin with points per step.");
    return (GatewayShape){(int)from[0], from[1] != 0, from[2] != 0, from[3],
                          gateway_get_array (x0, (size_t)n, 1, "x0")};
}

static mxArray *put_found (const GatewayRun *run, const mxArray *state, double seconds)
{
    const GeomsSolution *s = geoms_run_solution (run->run);
    mxArray *found = mxCreateStructMatrix (1, 1, 0, NULL);

    put_state (found, state, run->n);
    gateway_put_field (found, "dependent", gateway_put_counts (s->dependent_rows, (size_t)s->na));
    put_formulation (found, s, &run->model.dims);
    put_rest (found, run, s, seconds);
    return found;
}

/* what has become of the run, without what was found along it */
void gateway_get (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    const GatewayRun *run = gateway_handle_get (prhs[0]);
    mxArray *state = get_state (run->run);

    gateway_put_output (nlhs, plhs, 0, put_found (run, state, seconds_so_far (run)));
    mxDestroyArray (state);
}

/* what was found along the run, and *found, the rest */
mxArray *gateway_put_run (const GatewayRun *run, const GatewayShape *shape, mxArray **found)
{
    const double seconds = seconds_so_far (run);
    mxArray *state = get_state (run->run);

    *found = put_found (run, state, seconds);
    return gateway_put_solution (run, shape, seconds, state);
}

void gateway_solution (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    const GatewayRun *run = gateway_handle_get (prhs[0]);
    const GatewayShape shape = gateway_get_shape (prhs[1], prhs[2], run->n);
    mxArray *found;

    gateway_put_output (nlhs, plhs, 0, gateway_put_run (run, &shape, &found));
    gateway_put_output (nlhs, plhs, 1, found);
}

/* ---- project ---- */

void gateway_project (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    GatewayRun *run = get_idle (prhs[0]);
    gateway_system_check (prhs[1]);
    size_t k;
    const double *t = gateway_get_vector (prhs[2], &k, "t");
    const double *x = gateway_get_array (prhs[3], (size_t)run->n, k, "x");
    const int onto = gateway_get_count (prhs[4], "onto");
    gateway_system_functions (prhs[1], run);
    run->busy = 1;

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

/* ---- evaluate ---- */

void gateway_evaluate (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    /* get */
    GatewayRun *run = get_idle (prhs[0]);
    gateway_system_check (prhs[1]);
    size_t k;
    const double *t = gateway_get_vector (prhs[2], &k, "t");
    const double *x = gateway_get_array (prhs[3], (size_t)run->n, k, "x");
    gateway_system_functions (prhs[1], run);
    run->busy = 1;

    /* room */
    const GeomsModel *model = &run->model;
    const mwSize m = (mwSize)geoms_run_solution (run->run)->m, nv = (mwSize)model->dims.nv;
    const mwSize sizes[3] = {nv, nv, (mwSize)k};
    mxArray *rda = mxCreateDoubleMatrix (m, (mwSize)k, mxREAL);
    mxArray *mass = mxCreateNumericArray (3, sizes, mxDOUBLE_CLASS, mxREAL);
    mxArray *J = mxCreateDoubleMatrix (model->jac ? m : 0, (mwSize)run->n, mxREAL);
    mxArray *conditions = mxCreateDoubleMatrix ((mwSize)model->dims.nc, 1, mxREAL);
    /* compute */
    int status = 0;
    if (k > 0) /* without a point there is nothing to look at */
        status = geoms_run_evaluate (
            run->run, (int)k, t, x, mxGetPr (rda), nv > 0 ? mxGetPr (mass) : NULL,
            model->jac ? mxGetPr (J) : NULL, model->ivcond ? mxGetPr (conditions) : NULL);

    /* put */
    gateway_put_output (nlhs, plhs, 0, rda);
    gateway_put_output (nlhs, plhs, 1, mass);
    gateway_put_output (nlhs, plhs, 2, J);
    gateway_put_output (nlhs, plhs, 3, conditions);
    gateway_put_output (nlhs, plhs, 4, mxCreateDoubleScalar (status));
    gateway_put_output (nlhs, plhs, 5, forget_functions (run));
}

/* ---- reduce ---- */

/* rows `first` to `first` + nd of the 2 nd x n matrix */
static mxArray *put_half (const GeomsStrangenessFree *r, int first)
{
    mxArray *array = mxCreateDoubleMatrix ((mwSize)r->nd, (mwSize)r->n, mxREAL);
    const size_t nd = (size_t)r->nd;

    for (size_t j = 0; j < (size_t)r->n; j++)
        memcpy (mxGetPr (array) + j * nd, r->SMJ + 2 * j * nd + first, nd * sizeof (double));
    return array;
}

void gateway_reduce (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    /* get */
    GatewayRun *run = get_idle (prhs[0]);
    gateway_system_check (prhs[1]);
    size_t k;
    const double *t = gateway_get_vector (prhs[2], &k, "t");
    const double *x = gateway_get_array (prhs[3], (size_t)run->n, 1, "x");
    if (k != 1)
        mexErrMsgIdAndTxt ("geoms:gateway:size", "t must be one number.");
    gateway_system_functions (prhs[1], run);
    gateway_hooks_functions (prhs[4], run);
    run->busy = 1;

    /* compute */
    GeomsStrangenessFree r;
    const int status = geoms_run_reduce (run->run, t[0], x, &r);
    const GeomsDims *d = &run->model.dims;

    /* put */
    gateway_put_output (
        nlhs, plhs, 0,
        gateway_put_matrix (r.Sv, (size_t)r.rows_v, status == 0 ? (size_t)d->nv : 0));
    gateway_put_output (
        nlhs, plhs, 1,
        gateway_put_matrix (r.Sp, (size_t)r.rows_p, status == 0 ? (size_t)d->np : 0));
    gateway_put_output (nlhs, plhs, 2, gateway_put_matrix (r.N, (size_t)r.n, (size_t)r.nd));
    gateway_put_output (nlhs, plhs, 3, put_half (&r, 0));
    gateway_put_output (nlhs, plhs, 4, put_half (&r, r.nd));
    gateway_put_output (nlhs, plhs, 5, gateway_put_matrix (r.J, (size_t)r.na, (size_t)r.n));
    gateway_put_output (nlhs, plhs, 6, mxCreateDoubleScalar (status));
    gateway_put_output (nlhs, plhs, 7, forget_functions (run));
}

/* ---- terms ---- */

/* one of the terms; [] without a value */
static void put_term (mxArray *terms, const char *name, const double *values, int rows, int columns)
{
    gateway_put_field (terms, name,
                       gateway_put_matrix (values, values ? (size_t)rows : 0, (size_t)columns));
}

/* f, g, [gI; h], gamma, b and, where the model gives them, d, c, e */
static void put_vectors (mxArray *terms, const GeomsTerms *s, const GeomsDims *d)
{
    put_term (terms, "f", s->f, d->nv, 1);
    put_term (terms, "g", s->g, d->nl, 1);
    put_term (terms, "level", s->level, s->m, 1);
    put_term (terms, "gamma", s->gamma, s->m, 1);
    put_term (terms, "b", s->b, d->nr, 1);
    put_term (terms, "d", s->d, d->nw, 1);
    put_term (terms, "c", s->c, d->ns, 1);
    put_term (terms, "e", s->e, d->ni, 1);
}

static mxArray *put_terms (const GeomsTerms *s, const GeomsDims *d)
{
    mxArray *terms = mxCreateStructMatrix (1, 1, 0, NULL);

    put_term (terms, "M", s->M, d->nv, d->nv);
    put_term (terms, "Z", s->Z, d->np, d->nv);
    put_term (terms, "C", s->C, s->m, d->nv);
    put_vectors (terms, s, d);
    return terms;
}

/* the run of (handle, system, t, x), which is busy then */
static GatewayRun *begin_terms (const mxArray *prhs[], double *t, const double **x)
{
    GatewayRun *run = get_idle (prhs[0]);
    gateway_system_check (prhs[1]);
    *t = gateway_get_array (prhs[2], 1, 1, "t")[0];
    *x = gateway_get_array (prhs[3], (size_t)run->n, 1, "x");
    gateway_system_functions (prhs[1], run);
    run->busy = 1;
    return run;
}

void gateway_terms (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    double t;
    const double *x;
    GatewayRun *run = begin_terms (prhs, &t, &x);

    GeomsTerms terms;
    const int status = geoms_run_terms (run->run, t, x, &terms);
    gateway_put_output (nlhs, plhs, 0, put_terms (&terms, &run->model.dims));
    gateway_put_output (nlhs, plhs, 1, mxCreateDoubleScalar (status));
    gateway_put_output (nlhs, plhs, 2, forget_functions (run));
}

/* M, Z or C: by its pattern, where it has one */
static mxArray *put_written (const GeomsPattern *p, int rows, int columns, const double *values)
{
    if (values == NULL || p->start == NULL)
        return gateway_put_matrix (values, values ? (size_t)rows : 0, (size_t)columns);
    return gateway_put_sparse (p, rows, columns, values);
}

/* as gateway_terms, and whether [rda, M, derivatives] have values */
void gateway_written (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    double t;
    const double *x;
    GatewayRun *run = begin_terms (prhs, &t, &x);

    GeomsTerms s;
    const GeomsModel *model = &run->model;
    const GeomsDims *d = &model->dims;
    int finite[3] = {1, 1, 1};
    int status = geoms_run_written (run->run, t, x, &s);
    const struct {
        const char *name;
        const GeomsPattern *pattern;
        int rows, columns;
        const double *values;
    } list[] = {{"M", &model->patterns.M, d->nv, d->nv, s.M},
                {"Z", &model->pattern_Z, d->np, d->nv, s.Z},
                {"C", &model->patterns.C, s.m, d->nv, s.C}};
    mxArray *terms = mxCreateStructMatrix (1, 1, 0, NULL);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        gateway_put_field (terms, list[i].name,
                           put_written (list[i].pattern, list[i].rows, list[i].columns,
                                        list[i].values));
    put_vectors (terms, &s, d);
    if (nlhs > 3) {
        const int looked = geoms_run_finite (run->run, t, x, finite);
        status = status != 0 ? status : looked;
    }
    const double known[3] = {finite[0], finite[1], finite[2]};
    gateway_put_output (nlhs, plhs, 0, terms);
    gateway_put_output (nlhs, plhs, 1, mxCreateDoubleScalar (status));
    gateway_put_output (nlhs, plhs, 2, forget_functions (run));
    gateway_put_output (nlhs, plhs, 3, gateway_put_matrix (known, 1, 3));
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
