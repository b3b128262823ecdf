/* derived.c - systems that are derived from recorded functions
 *
 *     [numbers, facts, levels] = derive (described)     from the tape, by geoms_derive.h
 *     text = exportc (system, symbol, file)             a system of the form 'derived' in C
 *
 * described: dims; nq; M, Z, f, g, h, b, d, c, e, condition (nodes; [] of M: the identity, of Z:
 * p' = v); start (values of all inputs). facts: affine, operations. levels: nodes of the entries
 * C of C, their rows i and columns j, which count from 0, of gI and of gamma. A system of the form
 * 'derived' has derived, these numbers, parameters (nq), and differences: whether its derivatives are
 * not to be used.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

static const char what[] = "The description";

/* `count` nodes of a field, or NULL where it is empty */
static const int *nodes_of (const mxArray *described, const char *field, size_t count)
{
    const mxArray *a = gateway_get_field (described, field, what);

    if (mxIsEmpty (a))
        return NULL;
    if (! mxIsInt32 (a) || mxGetNumberOfElements (a) != count || count > INT_MAX)
        mexErrMsgIdAndTxt ("geoms:gateway:size", "%s of %s must be %.0f nodes, at most %d.", field,
                           what, (double)count, INT_MAX);
    const int *ids = mxGetData (a);
    for (size_t i = 0; i < count; i++)
        if (ids[i] < 0 || ids[i] >= geoms_tape_count (gateway_tape ()))
            mexErrMsgIdAndTxt ("geoms:gateway:value", "%s of %s has a node that is not there.",
                               field, what);
    return ids;
}

/* M: all of its nodes, or a struct with some of them, M, and their rows and columns, i and j, as
 * numbers of class int32 that count from 0 */
static void take_mass (const mxArray *described, GeomsDescribed *of)
{
    static const int no_node; /* M = 0 is not the identity                                       */
    const mxArray *a = gateway_get_field (described, "M", what);
    const int nv = of->dims.nv;

    if (! mxIsStruct (a)) {
        of->M = nodes_of (described, "M", (size_t)nv * (size_t)nv);
        return;
    }
    const mxArray *row = gateway_get_field (a, "i", "M"), *column = gateway_get_field (a, "j", "M");
    const size_t count = mxGetNumberOfElements (row);

    if (! mxIsInt32 (row) || ! mxIsInt32 (column) || mxGetNumberOfElements (column) != count)
        mexErrMsgIdAndTxt ("geoms:gateway:size", "i and j of M of %s must be numbers of class int32, "
                           "as many as there are nodes.", what);
    of->entries_M = (int)count;
    of->row_M = mxGetData (row);
    of->column_M = mxGetData (column);
    of->M = count > 0 ? nodes_of (a, "M", count) : &no_node;
    for (size_t e = 0; e < count; e++)
        if (of->row_M[e] < 0 || of->row_M[e] >= nv || of->column_M[e] < 0
            || of->column_M[e] >= nv)
            mexErrMsgIdAndTxt ("geoms:gateway:value", "M of %s has an entry that is not there.",
                               what);
}

static GeomsDescribed description_of (const mxArray *described)
{
    GeomsDescribed of = {0};
    GeomsDims *d = &of.dims;

    gateway_get_dims (gateway_get_field (described, "dims", what), GATEWAY_MOST, d);
    of.nq = gateway_get_count (gateway_get_field (described, "nq", what), "nq");
    take_mass (described, &of);
    of.Z = nodes_of (described, "Z", (size_t)d->np * (size_t)d->nv);
    of.f = nodes_of (described, "f", (size_t)d->nv);
    of.g = nodes_of (described, "g", (size_t)d->nl);
    of.h = nodes_of (described, "h", (size_t)d->nm);
    of.b = nodes_of (described, "b", (size_t)d->nr);
    of.d = nodes_of (described, "d", (size_t)d->nw);
    of.c = nodes_of (described, "c", (size_t)d->ns);
    of.e = nodes_of (described, "e", (size_t)d->ni);
    of.condition = nodes_of (described, "condition", (size_t)d->nc);
    if (! of.f || (d->np != d->nv && ! of.Z))
        mexErrMsgIdAndTxt ("geoms:gateway:size", "%s has no forces, or no kinematics.", what);
    return of;
}

static mxArray *put_facts (const GeomsDerivedFacts *f)
{
    mxArray *facts = mxCreateStructMatrix (1, 1, 0, NULL);

    gateway_put_field (facts, "affine", mxCreateDoubleScalar (f->affine));
    gateway_put_field (facts, "operations", gateway_put_counts (f->operations, 2));
    return facts;
}

static mxArray *put_nodes (int count, const int *node)
{
    mxArray *ids = mxCreateNumericMatrix (count, 1, mxINT32_CLASS, mxREAL);

    if (count > 0)
        memcpy (mxGetData (ids), node, (size_t)count * sizeof *node);
    return ids;
}

static mxArray *put_levels (const GeomsDims *d, const GeomsDerivedLevels *l)
{
    mxArray *levels = mxCreateStructMatrix (1, 1, 0, NULL);

    gateway_put_field (levels, "i", put_nodes (l->count, l->row));
    gateway_put_field (levels, "j", put_nodes (l->count, l->column));
    gateway_put_field (levels, "C", put_nodes (l->count, l->C));
    gateway_put_field (levels, "gI", put_nodes (d->nl, l->gI));
    gateway_put_field (levels, "gamma", put_nodes (d->nl + d->nm, l->gamma));
    return levels;
}

void gateway_derive (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    const GeomsDescribed of = description_of (prhs[0]);
    const size_t inputs = (size_t)(gateway_unknowns (&of.dims) + 1 + of.dims.nv + of.nq);
    const double *start = gateway_get_array (gateway_get_field (prhs[0], "start", what), inputs, 1,
                                             "start");
    GeomsDerivedFacts facts;
    GeomsReport report;
    size_t count;

    (void)nrhs;
    if (geoms_tape_inputs (gateway_tape ()) > (int)inputs)
        mexErrMsgIdAndTxt ("geoms:gateway:value", "%s has fewer inputs than the tape.", what);
    GeomsDerivedLevels levels;
    double *numbers = geoms_derive_numbers (gateway_tape (), &of, start, &count, &levels, &facts,
                                            &report);
    if (! numbers)
        mexErrMsgIdAndTxt ("geoms:derive:refused", "%s", report.text);
    mxArray *kept = gateway_put_matrix (numbers, count, 1), *put = put_levels (&of.dims, &levels);
    free (numbers);
    geoms_derived_levels_free (&levels);
    gateway_put_output (nlhs, plhs, 0, kept);
    gateway_put_output (nlhs, plhs, 1, put_facts (&facts));
    gateway_put_output (nlhs, plhs, 2, put);
}

void gateway_derived_check (const mxArray *system)
{
    size_t count;

    gateway_get_vector (gateway_get_field (system, "derived", "The system"), &count, "derived");
    gateway_get_vector (gateway_get_field (system, "parameters", "The system"), &count,
                        "parameters");
    gateway_get_real (gateway_get_field (system, "differences", "The system"), "differences");
}

/* run->model and run->user; 0 if memory is missing */
int gateway_derived_model (const mxArray *system, GatewayRun *run)
{
    size_t count, nq;
    const double *numbers
        = gateway_get_vector (gateway_get_field (system, "derived", "The system"), &count,
                              "derived");
    const double *q = gateway_get_vector (gateway_get_field (system, "parameters", "The system"),
                                          &nq, "parameters");
    GeomsReport report;

    run->derived = geoms_derived_model_load (numbers, count, q, (int)nq, &run->model, &report);
    if (! run->derived && report.status != GEOMS_OUT_OF_MEMORY) {
        gateway_run_free (run);
        mexErrMsgIdAndTxt ("geoms:gateway:value", "%s", report.text);
    }
    run->user = run->derived;
    if (run->derived && gateway_get_real (gateway_get_field (system, "differences", "The system"),
                                          "differences") != 0)
        gateway_derived_differences (run);
    return run->derived != NULL;
}

/* Jacobians are taken from differences */
void gateway_derived_differences (GatewayRun *run)
{
    run->model.jac = NULL;
    run->model.blocks_jac = NULL;
    run->model.patterns.B = (GeomsPattern){0};
}

void gateway_exportc (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    size_t count, nq;
    const double *numbers
        = gateway_get_vector (gateway_get_field (prhs[0], "derived", "The system"), &count,
                              "derived");
    const double *q = gateway_get_vector (gateway_get_field (prhs[0], "parameters", "The system"),
                                          &nq, "parameters");
    char *symbol = gateway_get_word (prhs[1], "The symbol"),
         *file = gateway_get_word (prhs[2], "The name of the file");
    GeomsModel model;
    GeomsReport report;
    GeomsDerivedModel *system
        = geoms_derived_model_load (numbers, count, q, (int)nq, &model, &report);
    char *text = system ? geoms_derived_model_export (system, symbol, file, &report) : NULL;

    (void)nrhs;
    geoms_derived_model_free (system);
    mxFree (symbol);
    mxFree (file);
    if (! text)
        mexErrMsgIdAndTxt (report.status == GEOMS_BAD_OPTION      ? "geoms:export:symbol"
                           : report.status == GEOMS_OUT_OF_MEMORY ? "geoms:memory"
                                                                  : "geoms:gateway:value",
                           "%s", report.text);
    gateway_put_output (nlhs, plhs, 0, gateway_put_text (text));
}
