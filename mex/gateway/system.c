/* system.c - the toolbox's description of a system -> the core's model, and the user's functions
 *
 * Fields of the struct:
 *
 *     form            'residual' or 'mechanical'
 *     dims            struct with all dimensions
 *     autonomous      not 0: nothing depends on t
 *     uses_lambda     mechanical: not 0 if a block depends on lambda
 *     mass_structure  0: M is the identity, else one of GEOMS_MASS_...
 *     mass_matrix     nv x nv, if constant, else []
 *     guard           [y, error] = guard (function, ...), which catches errors
 *     eom, mass, jac, ivcond, blocks      functions (t, x) for k points at once (jac and ivcond: one
 *                     point), or [] where there is none
 */
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

static const char what[] = "The system";

/* name of the slot in messages = field of the struct */
static const char *const slot_names[SLOT_COUNT] = {"eom", "mass", "jac", "ivcond", "blocks"};

static int get_count (const mxArray *system, const char *field)
{
    return gateway_get_count (gateway_get_field (system, field, what), field);
}

static int is_mechanical (const mxArray *system)
{
    char *form = gateway_get_word (gateway_get_field (system, "form", what), "form");
    const int mechanical = strcmp (form, "mechanical") == 0;
    if (! mechanical && strcmp (form, "residual") != 0)
        mexErrMsgIdAndTxt ("geoms:gateway:value", "There is no form '%s'.", form);
    mxFree (form);
    return mechanical;
}

static const mxArray *get_function (const mxArray *system, const char *field)
{
    const mxArray *function = gateway_get_field (system, field, what);
    if (mxIsEmpty (function))
        return NULL;
    if (! mxIsClass (function, "function_handle"))
        mexErrMsgIdAndTxt ("geoms:gateway:type", "%s must be a function handle.", field);
    return function;
}

/* ---- everything that can be wrong, before anything is allocated ---- */

void gateway_system_check (const mxArray *system)
{
    const int mechanical = is_mechanical (system);
    GeomsDims dims;
    gateway_get_dims (gateway_get_field (system, "dims", what), &dims);
    get_count (system, "autonomous");
    get_count (system, "uses_lambda");
    get_function (system, "guard");
    for (int i = 0; i < SLOT_COUNT; i++)
        get_function (system, slot_names[i]);
    if (! get_function (system, mechanical ? "blocks" : "eom"))
        mexErrMsgIdAndTxt ("geoms:gateway:field", "%s has no equations of motion.", what);

    const int structure = get_count (system, "mass_structure");
    if (structure > GEOMS_MASS_CONSTANT_DIAGONAL || (mechanical && structure == 0))
        mexErrMsgIdAndTxt ("geoms:gateway:value", "There is no structure %d of the mass matrix.",
                           structure);
    if (structure == GEOMS_MASS_CONSTANT || structure == GEOMS_MASS_CONSTANT_DIAGONAL)
        gateway_get_array (gateway_get_field (system, "mass_matrix", what), (size_t)dims.nv,
                           (size_t)dims.nv, "mass_matrix");
}

/* ---- the model ---- */

static void set_slot (GatewayRun *run, int slot, int rows, int columns, int may_be_constant)
{
    run->slots[slot].name = slot_names[slot];
    run->slots[slot].rows = rows;
    run->slots[slot].columns = columns;
    run->slots[slot].may_be_constant = may_be_constant;
}

static int copy_mass (const mxArray *system, GatewayRun *run)
{
    const size_t nv = (size_t)run->model.dims.nv;
    run->mass = malloc ((nv * nv + 1) * sizeof *run->mass);
    if (! run->mass)
        return 0;
    if (nv > 0)
        memcpy (run->mass, mxGetPr (gateway_get_field (system, "mass_matrix", what)),
                nv * nv * sizeof *run->mass);
    return 1;
}

static int mechanical_model (const mxArray *system, GatewayRun *run, const GeomsDims *d)
{
    const int constant = run->mass != NULL;
    run->state = d->np + d->nv + d->nl;
    set_slot (run, SLOT_BLOCKS, (constant ? 0 : d->nv * d->nv) + d->nv + 3 * d->nl + d->nl * d->np,
              1, 0);
    const GeomsMechanical mechanical = {
        .np = d->np,
        .nl = d->nl,
        .mass_structure = run->model.mass_structure,
        .autonomous = run->model.autonomous,
        .uses_lambda = get_count (system, "uses_lambda"),
        .mass = run->mass,
        .blocks = gateway_call_blocks,
        .user = run,
    };
    run->composed = geoms_mechanical_create (&mechanical, &run->model);
    return run->composed != NULL;
}

static void residual_model (const mxArray *system, GatewayRun *run, const GeomsDims *d)
{
    const int rows = d->nw + 2 * (d->nl + d->nm) + d->ni + d->ns + d->nl + d->nr + d->nv + d->np;
    run->state = run->n;
    set_slot (run, SLOT_EOM, rows, 1, 0);
    set_slot (run, SLOT_MASS, d->nv, d->nv, 1);
    set_slot (run, SLOT_JAC, rows, run->n, 0);
    set_slot (run, SLOT_IVCOND, d->nc, 1, 0);
    run->model.abi = GEOMS_MODEL_ABI;
    run->model.size = sizeof run->model;
    run->model.rda = gateway_call_eom;
    if (run->mass)
        run->model.mass = gateway_constant_mass;
    else if (get_function (system, "mass"))
        run->model.mass = gateway_call_mass;
    else
        run->model.mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL;
    if (get_function (system, "jac"))
        run->model.jac = gateway_call_jac;
    if (d->nc > 0 && get_function (system, "ivcond"))
        run->model.ivcond = gateway_call_ivcond;
}

/* fills run->model; the system has been checked; 0 if memory is missing */
int gateway_system_model (const mxArray *system, GatewayRun *run)
{
    GeomsDims dims;
    gateway_get_dims (gateway_get_field (system, "dims", what), &dims);
    run->model.dims = dims;
    run->n = dims.nw + dims.nl + dims.nm + dims.nr + dims.nv + dims.ns + dims.np;
    run->model.autonomous = get_count (system, "autonomous");
    run->model.mass_structure = get_count (system, "mass_structure");
    const int constant = run->model.mass_structure == GEOMS_MASS_CONSTANT
                         || run->model.mass_structure == GEOMS_MASS_CONSTANT_DIAGONAL;
    if (constant && ! copy_mass (system, run))
        return 0;
    if (is_mechanical (system))
        return mechanical_model (system, run, &dims);
    residual_model (system, run, &dims);
    return 1;
}

/* ---- the functions, anew for every command ---- */

void gateway_system_functions (const mxArray *system, GatewayRun *run)
{
    run->guard = get_function (system, "guard");
    run->error = NULL;
    for (int i = 0; i < SLOT_COUNT; i++)
        run->slots[i].function = get_function (system, slot_names[i]);
}
