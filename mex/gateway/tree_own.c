/* tree_own.c - what a user adds to a tree: rows, unknowns, forces, laws
 *
 * system.own is [], or a struct
 *
 *     dims              of what is added: nl, nm, nr, nw, ns, ni, nc
 *     autonomous        not 0: nothing of it depends on t
 *     uses_multipliers  as in system.c
 *     bodies            numbers from 1 of the bodies that laws push
 *     derived           [], or a struct with system and parameters, as derived and parameters of
 *                       derived.c, law and law_parameters, a recorded function: GeomsTreeNumbers.
 *                       Nothing that follows is called then
 *
 * and system.blocks (t, x, motion) gives for k points, one below the other, [ f; g; G; gI;
 * gII - G Z v'; h; H; hI - H Z v'; b; d; c; e; wrenches (6 x bodies) ], from the states of the
 * whole and R, x, x', w (18 x bodies); gradient and ivcond as in system.c.
 */
#include <stdlib.h>

#include "gateway.h"

static const char what[] = "own of the system";

static const mxArray *find_own (const mxArray *system)
{
    const mxArray *own = gateway_get_field (system, "own", "The system");
    return mxIsEmpty (own) ? NULL : own;
}

static int get_count (const mxArray *own, const char *field)
{
    return gateway_get_count (gateway_get_field (own, field, what), field);
}

/* numbers of bodies, from 0, in memory of the host */
static const int *get_bodies (const mxArray *own, int most, int *count)
{
    size_t bodies;
    const double *values
        = gateway_get_vector (gateway_get_field (own, "bodies", what), &bodies, "bodies");
    int *body = mxCalloc (bodies + 1, sizeof *body);
    for (size_t i = 0; i < bodies; i++) {
        body[i] = (int)values[i] - 1;
        if (! (body[i] >= 0 && body[i] < most && body[i] + 1 == values[i]))
            mexErrMsgIdAndTxt ("geoms:gateway:value", "bodies of %s must be numbers of bodies.",
                               what);
    }
    *count = (int)bodies;
    return body;
}

/* everything but the callbacks */
static GeomsTreeOwn get_own (const mxArray *system, const mxArray *own)
{
    const mxArray *tree = gateway_get_field (system, "tree", "The system");
    const size_t bodies = mxGetN (gateway_get_field (tree, "bodies", "The tree"));
    GeomsTreeOwn o = {.autonomous = get_count (own, "autonomous"),
                      .uses_multipliers = get_count (own, "uses_multipliers")};
    gateway_get_dims (gateway_get_field (own, "dims", what), GEOMS_MOST_FULL, &o.dims);
    o.body = get_bodies (own, (int)bodies, &o.laws);
    return o;
}

static int has_function (const mxArray *system, const char *field)
{
    return ! mxIsEmpty (gateway_get_field (system, field, "The system"));
}

/* NULL: functions of the host are called */
static const mxArray *find_derived (const mxArray *own)
{
    const mxArray *derived = gateway_get_field (own, "derived", what);
    return mxIsEmpty (derived) ? NULL : derived;
}

static const double *get_numbers (const mxArray *derived, const char *field, size_t *count)
{
    return gateway_get_vector (gateway_get_field (derived, field, what), count, field);
}

static GeomsTreeNumbers get_derived (const mxArray *derived)
{
    GeomsTreeNumbers n;
    size_t nq, law_nq;
    n.system = get_numbers (derived, "system", &n.system_count);
    n.q = get_numbers (derived, "parameters", &nq);
    n.law = get_numbers (derived, "law", &n.law_count);
    n.law_q = get_numbers (derived, "law_parameters", &law_nq);
    n.nq = (int)nq;
    n.law_nq = (int)law_nq;
    return n;
}

/* sizes of the tree alone, whose p and v are those of the whole */
static GeomsDims without (GeomsDims whole, const GeomsDims *own)
{
    const int np = whole.np, nv = whole.nv;
#define SUBTRACT(field, meaning) whole.field -= own->field;
    GEOMS_DIMENSIONS (SUBTRACT)
#undef SUBTRACT
    whole.np = np;
    whole.nv = nv;
    return whole;
}

/* what may come from a file is read once, before anything is owned */
static void check_derived (const mxArray *system, const mxArray *own, const mxArray *derived)
{
    const GeomsTreeNumbers from = get_derived (derived);
    GeomsTreeOwn o = get_own (system, own);
    GeomsDims whole;
    GeomsReport report;
    gateway_get_dims (gateway_get_field (system, "dims", "The system"), GEOMS_MOST_FULL, &whole);
    const GeomsDims tree = without (whole, &o.dims);
    GeomsTreeDerived *read = geoms_tree_derived_load (&from, &tree, &o, &report);
    if (! read)
        mexErrMsgIdAndTxt (report.status == GEOMS_OUT_OF_MEMORY ? "geoms:memory"
                                                                : "geoms:gateway:value",
                           "%s", report.text);
    geoms_tree_derived_free (read);
}

void gateway_own_check (const mxArray *system)
{
    const mxArray *own = find_own (system);
    if (! own)
        return;
    get_own (system, own);
    const mxArray *derived = find_derived (own);
    if (derived)
        check_derived (system, own, derived);
    else if (! has_function (system, "blocks"))
        mexErrMsgIdAndTxt ("geoms:gateway:field", "The system has no function for %s.", what);
}

/* whether functions of the host are called */
int gateway_own_calls (const mxArray *system)
{
    const mxArray *own = find_own (system);
    return own && ! find_derived (own);
}

static int rows_of (const GeomsDims *d, const GeomsDims *whole, int laws)
{
    return whole->nv + d->nl * (3 + whole->np) + d->nm * (2 + whole->np) + d->nr + d->nw + d->ns
           + d->ni + 6 * laws;
}

static void take_functions (const mxArray *system, GatewayRun *run, GeomsTreeOwn *o)
{
    const GeomsDims *d = &run->model.dims;
    gateway_set_slot (run, SLOT_BLOCKS, rows_of (&o->dims, d, o->laws), 1, 0);
    gateway_set_slot (run, SLOT_GRADIENT, o->dims.ni, d->nv + o->dims.ns + d->np, 0);
    gateway_set_slot (run, SLOT_IVCOND, o->dims.nc, 1, 0);
    run->motions = 18 * o->laws;
    o->blocks = gateway_call_own;
    o->gradient = has_function (system, "gradient") ? gateway_call_gradient : NULL;
    o->ivcond = o->dims.nc > 0 && has_function (system, "ivcond") ? gateway_call_ivcond : NULL;
    o->user = run;
}

/* they have been checked; 0 if memory is missing */
static int take_derived (const mxArray *derived, GatewayRun *run, GeomsTreeOwn *o)
{
    const GeomsTreeNumbers from = get_derived (derived);
    GeomsReport report;
    run->own = geoms_tree_derived_load (&from, &run->model.dims, o, &report);
    return run->own != NULL;
}

/* run->model and run->user of the tree that run->tree is, with what is added; 0 if memory is
 * missing */
int gateway_own_add (const mxArray *system, GatewayRun *run)
{
    const mxArray *own = find_own (system);
    run->user = run->tree;
    if (! own)
        return 1;
    GeomsTreeOwn o = get_own (system, own);
    const mxArray *derived = find_derived (own);
    if (! derived)
        take_functions (system, run, &o);
    else if (! take_derived (derived, run, &o))
        return 0;
    run->composed = geoms_tree_add_own (run->tree, &o, &run->model);
    run->user = run->composed;
    return run->composed != NULL;
}
