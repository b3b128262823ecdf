/* system.c - the toolbox's description of a system -> the core's model, and the user's functions
 *
 * Fields of the struct:
 *
 *     form            'residual', 'mechanical', 'native', 'tree' or 'derived'
 *     dims            struct with all dimensions
 *     autonomous      not 0: nothing depends on t
 *     mass_structure  0: M is the identity, else one of GEOMS_MASS_...
 *     mass_matrix     nv x nv, if constant, else []
 *     guard           [y, error] = guard (function, ...), which catches errors
 *     catches         not 0: eom and blocks return [y, error] themselves
 *     eom, mass, jac, ivcond, blocks, brief, gradient      functions (t, x) for k points at once (jac,
 *                     ivcond, gradient: one point), or [] where there is none; brief: blocks, of which
 *                     nothing but g, gI and h is wanted
 *
 *     mechanical:     kinematics, not 0 if Z is given; uses_multipliers, not 0 if a block depends
 *                     on lambda or mu; pattern and patterned, see patterned.c, or [] and no mass_matrix
 *     native:         library (file), symbol, parameters (vector); nothing else but dims is used
 *     tree:           tree, see trees.c, and signals (t), or [], which gives 3 x signals values for
 *                     each of k times, NaN where a table does; own, see tree_own.c, and if that
 *                     is not [], blocks, gradient, ivcond; nothing else but dims is used
 *     derived:        derived (numbers), parameters, see derived.c; nothing else but dims is used
 */
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

static const char what[] = "The system";

enum { RESIDUAL, MECHANICAL, NATIVE, TREE, DERIVED, FORMS };

/* name of the slot in messages = field of the struct */
static const char *const slot_names[SLOT_COUNT] = {
    [SLOT_EOM] = "eom",       [SLOT_MASS] = "mass",     [SLOT_JAC] = "jac",
    [SLOT_IVCOND] = "ivcond", [SLOT_BLOCKS] = "blocks", [SLOT_BRIEF] = "brief",
    [SLOT_GRADIENT] = "gradient", [SLOT_SIGNALS] = "signals"};

static int get_count (const mxArray *system, const char *field)
{
    return gateway_get_count (gateway_get_field (system, field, what), field);
}

static int get_form (const mxArray *system)
{
    static const char *const forms[FORMS] = {"residual", "mechanical", "native", "tree", "derived"};
    char *name = gateway_get_word (gateway_get_field (system, "form", what), "form");
    int form = RESIDUAL;
    while (form < FORMS && strcmp (name, forms[form]) != 0)
        form++;
    if (form == FORMS)
        mexErrMsgIdAndTxt ("geoms:gateway:value", "There is no form '%s'.", name);
    mxFree (name);
    return form;
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

static int is_constant (int structure)
{
    return structure == GEOMS_MASS_CONSTANT || structure == GEOMS_MASS_CONSTANT_DIAGONAL;
}

/* ---- everything that can be wrong, before anything is allocated ---- */

static void check_mass (const mxArray *system, int form, const GeomsDims *dims)
{
    const int structure = get_count (system, "mass_structure");
    if (structure > GEOMS_MASS_CONSTANT_DIAGONAL || (form == MECHANICAL && structure == 0))
        mexErrMsgIdAndTxt ("geoms:gateway:value", "There is no structure %d of the mass matrix.",
                           structure);
    if (is_constant (structure) && ! gateway_pattern_given (system))
        gateway_get_array (gateway_get_field (system, "mass_matrix", what), (size_t)dims->nv,
                           (size_t)dims->nv, "mass_matrix");
}

/* whether nothing of it is a full matrix */
static int may_be_large (const mxArray *system, int form)
{
    return form == TREE || form == DERIVED || gateway_pattern_given (system);
}

void gateway_system_check (const mxArray *system)
{
    const int form = get_form (system);
    GeomsDims dims;
    gateway_get_dims (gateway_get_field (system, "dims", what),
                      may_be_large (system, form) ? GATEWAY_MOST : GEOMS_MOST_FULL, &dims);
    get_function (system, "guard");
    get_count (system, "catches");
    for (int i = 0; i < SLOT_COUNT; i++)
        if (slot_names[i])
            get_function (system, slot_names[i]);
    if (form == NATIVE) {
        gateway_native_check (system);
        return;
    }
    if (form == TREE) {
        gateway_tree_check (system);
        return;
    }
    if (form == DERIVED) {
        gateway_derived_check (system);
        return;
    }
    get_count (system, "autonomous");
    if (form == MECHANICAL) {
        get_count (system, "kinematics");
        get_count (system, "uses_multipliers");
        if (gateway_pattern_given (system))
            gateway_pattern_check (system, &dims, ! is_constant (get_count (system, "mass_structure")),
                                   get_count (system, "kinematics"));
    }
    if (! get_function (system, form == MECHANICAL ? "blocks" : "eom"))
        mexErrMsgIdAndTxt ("geoms:gateway:field", "%s has no equations of motion.", what);
    check_mass (system, form, &dims);
}

/* ---- the model ---- */

void gateway_set_slot (GatewayRun *run, int slot, int rows, int columns, int may_be_constant)
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

/* rows of [ M; Z; f; g; G; gI; gII - G Z v'; h; H; hI - H Z v'; b; d; c; e ] */
static int block_rows (const GeomsDims *d, int mass_structure, int kinematics)
{
    const int mass = mass_structure == GEOMS_MASS_FULL       ? d->nv * d->nv
                     : mass_structure == GEOMS_MASS_DIAGONAL ? d->nv
                                                             : 0;
    return mass + (kinematics ? d->np * d->nv : 0) + d->nv
           + d->nl * (3 + d->np) + d->nm * (2 + d->np) + d->nr + d->nw + d->ns + d->ni;
}

static GeomsMechanical get_mechanical (const mxArray *system, GatewayRun *run, const GeomsDims *d)
{
    return (GeomsMechanical){
        .dims = *d,
        .mass_structure = get_count (system, "mass_structure"),
        .autonomous = run->model.autonomous,
        .kinematics = get_count (system, "kinematics"),
        .uses_multipliers = get_count (system, "uses_multipliers"),
        .mass = run->mass,
        .blocks = gateway_call_blocks,
        .gradient = get_function (system, "gradient") ? gateway_call_gradient : NULL,
        .ivcond = get_function (system, "ivcond") ? gateway_call_ivcond : NULL,
        .user = run,
    };
}

static void set_blocks (GatewayRun *run, const GeomsMechanical *m)
{
    const int rows = block_rows (&m->dims, m->mass_structure, m->kinematics);
    gateway_set_slot (run, SLOT_BLOCKS, rows, 1, 0);
    gateway_set_slot (run, SLOT_BRIEF, rows, 1, 0);
}

static int mechanical_model (const mxArray *system, GatewayRun *run, const GeomsDims *d)
{
    const GeomsMechanical mechanical = get_mechanical (system, run, d);
    gateway_set_slot (run, SLOT_GRADIENT, d->ni, d->nv + d->ns + d->np, 0);
    gateway_set_slot (run, SLOT_IVCOND, d->nc, 1, 0);
    if (gateway_pattern_given (system))
        return gateway_pattern_model (system, &mechanical, run);
    set_blocks (run, &mechanical);
    run->composed = geoms_mechanical_create (&mechanical, &run->model);
    run->user = run->composed;
    return run->composed != NULL;
}

static void residual_model (const mxArray *system, GatewayRun *run, const GeomsDims *d)
{
    const int rows = d->nw + 2 * (d->nl + d->nm) + d->ni + d->ns + d->nl + d->nr + d->nv + d->np;
    gateway_set_slot (run, SLOT_EOM, rows, 1, 0);
    gateway_set_slot (run, SLOT_MASS, d->nv, d->nv, 1);
    gateway_set_slot (run, SLOT_JAC, rows, run->n, 0);
    gateway_set_slot (run, SLOT_IVCOND, d->nc, 1, 0);
    run->user = run;
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

int gateway_unknowns (const GeomsDims *d)
{
    return d->nw + d->nl + d->nm + d->nr + d->nv + d->ns + d->np;
}

/* whether functions of the host are called for its equations; the system has been checked */
int gateway_system_calls (const mxArray *system)
{
    const int form = get_form (system);
    if (form == TREE)
        return get_function (system, "signals") != NULL || gateway_own_calls (system);
    return form != NATIVE && form != DERIVED;
}

/* fills run->model and run->user; the system has been checked; 0 if memory is missing */
int gateway_system_model (const mxArray *system, GatewayRun *run)
{
    const int form = get_form (system);
    GeomsDims dims;
    if (form == NATIVE) {
        gateway_native_model (system, run);
        run->n = gateway_unknowns (&run->model.dims);
        return 1;
    }
    if (form == TREE || form == DERIVED) {
        if (! (form == TREE ? gateway_tree_model : gateway_derived_model) (system, run))
            return 0;
        run->n = gateway_unknowns (&run->model.dims);
        return 1;
    }
    gateway_get_dims (gateway_get_field (system, "dims", what),
                      may_be_large (system, form) ? GATEWAY_MOST : GEOMS_MOST_FULL, &dims);
    run->model.dims = dims;
    run->n = gateway_unknowns (&dims);
    run->model.autonomous = get_count (system, "autonomous");
    run->model.mass_structure = get_count (system, "mass_structure");
    if (is_constant (run->model.mass_structure) && ! gateway_pattern_given (system)
        && ! copy_mass (system, run))
        return 0;
    if (form == MECHANICAL)
        return mechanical_model (system, run, &dims);
    residual_model (system, run, &dims);
    return 1;
}

/* ---- the functions, anew for every command ---- */

void gateway_system_functions (const mxArray *system, GatewayRun *run)
{
    run->guard = get_function (system, "guard");
    run->error = NULL;
    run->seen.k = run->seen.error = run->told.k = 0;
    for (int i = 0; i < SLOT_COUNT; i++)
        run->slots[i].function = slot_names[i] ? get_function (system, slot_names[i]) : NULL;
    run->slots[SLOT_EOM].catches = run->slots[SLOT_BLOCKS].catches = run->slots[SLOT_BRIEF].catches
        = get_count (system, "catches");
    if (run->sparse)
        run->slots[SLOT_BLOCKS].function = get_function (system, "patterned");
}

/* The blocks of a system in mechanical form, as full matrices also where it has patterns; 0: it has none. Its
 * functions are those of gateway_system_functions. */
int gateway_system_blocks (const mxArray *system, GatewayRun *run, GeomsMechanical *form)
{
    if (get_form (system) != MECHANICAL)
        return 0;
    *form = get_mechanical (system, run, &run->model.dims);
    set_blocks (run, form);
    if (run->sparse) {
        run->slots[SLOT_BLOCKS].function = get_function (system, "blocks");
        run->slots[SLOT_BLOCKS].catches = 0;
    }
    return 1;
}
