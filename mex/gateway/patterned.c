/* patterned.c - mechanical systems whose functions return sparse matrices
 *
 *     [B, evaluations, status, error] = geoms_mex ('pattern', system, t, x)
 *
 * A system of the form 'mechanical' has pattern then, [] or a struct: M, Z, G, H (sparse matrices,
 * whose entries are those of the functions; Z [] without kinematics), mass (values of a constant M in
 * the order of its entries, or []), more (sparse, rows of rda x unknowns, or []: entries of the
 * derivatives that may not be seen), B ([], or what the command has found). Its function `patterned`
 * gives blocks with the values of these in the place of the matrices.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

static const char what[] = "The pattern";

/* of one matrix: sums of several, and of vectors, are numbers of C, too */
enum { MOST_ENTRIES = INT_MAX / 8 };

/* entries of a sparse matrix of this size, in memory of the host; [] has no start */
static GeomsPattern take_pattern (const mxArray *from, const char *name, int rows, int columns)
{
    const mxArray *a = gateway_get_field (from, name, what);

    if (mxIsEmpty (a) && ! mxIsSparse (a))
        return (GeomsPattern){0};
    if (! mxIsSparse (a) || mxGetM (a) != (size_t)rows || mxGetN (a) != (size_t)columns)
        mexErrMsgIdAndTxt ("geoms:gateway:size", "%s of %s must be sparse, %d x %d.", name, what,
                           rows, columns);
    const mwIndex *jc = mxGetJc (a), *ir = mxGetIr (a);
    if (jc[columns] > MOST_ENTRIES)
        mexErrMsgIdAndTxt ("geoms:gateway:size", "%s of %s has %.0f entries; more than %d are refused.",
                           name, what, (double)jc[columns], MOST_ENTRIES);
    int *start = mxMalloc (((size_t)columns + 1) * sizeof *start),
        *row = mxMalloc (((size_t)jc[columns] + 1) * sizeof *row);

    for (int j = 0; j <= columns; j++)
        start[j] = (int)jc[j];
    for (int k = 0; k < start[columns]; k++)
        row[k] = (int)ir[k];
    return (GeomsPattern){start, row};
}

static int rows_of_rda (const GeomsDims *d)
{
    return d->nw + 3 * d->nl + 2 * d->nm + d->ni + d->ns + d->nr + d->nv + d->np;
}

static int values_of (const GeomsPattern *p, int columns)
{
    return p->start ? p->start[columns] : 0;
}

/* whether a system has patterns */
int gateway_pattern_given (const mxArray *system)
{
    const mxArray *a = mxIsStruct (system) ? mxGetField (system, 0, "pattern") : NULL;

    return a && mxIsStruct (a);
}

/* all that can be wrong, before anything is allocated */
void gateway_pattern_check (const mxArray *system, const GeomsDims *d, int varies, int kinematics)
{
    const mxArray *from = gateway_get_field (system, "pattern", "The system");
    const GeomsPattern M = take_pattern (from, "M", d->nv, d->nv),
                       Z = take_pattern (from, "Z", d->np, d->nv);
    size_t count;

    take_pattern (from, "G", d->nl, d->np);
    take_pattern (from, "H", d->nm, d->np);
    take_pattern (from, "more", rows_of_rda (d), gateway_unknowns (d));
    take_pattern (from, "B", rows_of_rda (d), gateway_unknowns (d));
    gateway_get_vector (gateway_get_field (from, "mass", what), &count, "mass");
    gateway_get_field (system, "patterned", "The system");
    if (! M.start || (! varies && count != (size_t)values_of (&M, d->nv)) || (kinematics && ! Z.start))
        mexErrMsgIdAndTxt ("geoms:gateway:size", "%s lacks M, Z or values of the mass matrix.", what);
}

/* run->sparse, run->model and run->user; 0 if memory is missing */
int gateway_pattern_model (const mxArray *system, const GeomsMechanical *mechanical, GatewayRun *run)
{
    const mxArray *from = gateway_get_field (system, "pattern", "The system");
    const GeomsDims *d = &mechanical->dims;
    GeomsMechanical form = *mechanical;
    const GeomsMechanicalPatterns p = {take_pattern (from, "M", d->nv, d->nv),
                                       take_pattern (from, "Z", d->np, d->nv),
                                       take_pattern (from, "G", d->nl, d->np),
                                       take_pattern (from, "H", d->nm, d->np),
                                       take_pattern (from, "more", rows_of_rda (d), run->n)};
    const GeomsPattern B = take_pattern (from, "B", rows_of_rda (d), run->n);
    const int varies = form.mass_structure <= GEOMS_MASS_DIAGONAL;
    size_t count;
    GeomsReport report;
    long evaluations;

    form.mass = gateway_get_vector (gateway_get_field (from, "mass", what), &count, "mass");
    gateway_set_slot (run, SLOT_BLOCKS,
                      (varies ? values_of (&p.M, d->nv) : 0) + values_of (&p.Z, d->nv) + d->nv
                          + 3 * d->nl + values_of (&p.G, d->np) + 2 * d->nm
                          + values_of (&p.H, d->np) + d->nr + d->nw + d->ns + d->ni,
                      1, 0);
    run->sparse = geoms_sparse_form_create (&form, &p, &run->model, &report);
    run->user = run->sparse;
    if (! run->sparse && report.status != GEOMS_OUT_OF_MEMORY) {
        gateway_run_free (run);
        mexErrMsgIdAndTxt ("geoms:gateway:value", "%s", report.text);
    }
    return run->sparse
           && (! B.start
               || geoms_sparse_form_find (run->sparse, 0, NULL, &B, &run->model, &evaluations,
                                          &report)
                      == 0);
}

static mxArray *no_matrix (void) { return mxCreateDoubleMatrix (0, 0, mxREAL); }

static mxArray *take_error (const GatewayRun *run, const GeomsReport *report, int status)
{
    char text[2 * sizeof report->text];

    if (run->error)
        return run->error;
    if (status >= 0)
        return no_matrix ();
    snprintf (text, sizeof text, "%s %s", report->text, geoms_status (status)->remedy);
    return gateway_put_error (geoms_status (status)->identifier, text);
}

void gateway_pattern (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    size_t n;
    int place;
    long evaluations = 0;
    GeomsReport report = {0};

    (void)nrhs;
    gateway_system_check (prhs[0]);
    const double t = gateway_get_real (prhs[1], "t"),
                 *x = gateway_get_vector (prhs[2], &n, "x");
    GatewayRun *run = calloc (1, sizeof *run);
    if (! run || ! gateway_system_model (prhs[0], run)) {
        gateway_run_free (run);
        mexErrMsgIdAndTxt ("geoms:memory", "There is not enough memory for a pattern.");
    }
    place = gateway_once_begin (run, &place);
    if (! run->sparse || n != (size_t)run->n) {
        gateway_once_end (place);
        mexErrMsgIdAndTxt ("geoms:gateway:size", "The system has no patterns, or x another size.");
    }
    gateway_system_functions (prhs[0], run);
    const int status = geoms_sparse_form_find (run->sparse, t, x, NULL, &run->model, &evaluations,
                                               &report);
    const int rows = rows_of_rda (&run->model.dims);
    gateway_put_output (nlhs, plhs, 0, status == 0
                                           ? gateway_put_sparse (&run->model.patterns.B, rows, run->n,
                                                                 NULL)
                                           : no_matrix ());
    gateway_put_output (nlhs, plhs, 1, mxCreateDoubleScalar ((double)evaluations));
    gateway_put_output (nlhs, plhs, 2, mxCreateDoubleScalar (status));
    gateway_put_output (nlhs, plhs, 3, take_error (run, &report, status));
    run->error = NULL;
    gateway_once_end (place);
}
