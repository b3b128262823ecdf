/* trees.c - a tree as the toolbox describes it -> bodies, joints, forces of geoms_tree.h -> model
 *
 * system.tree is a struct of numbers, one column for each thing, numbers of bodies from 1, 0 the
 * ground:
 *
 *     planar, gravity (3), gravity_signals (3)
 *     bodies (29 x n)   parent, joint, axis (3), at (3), turn (9), pitch, mass, com (3),
 *                       inertia (6), coordinates of a joint of the user's
 *     maps              cell: numbers of jointmap (maps.c) of each of these, in the order of bodies
 *     loops (34 x n)    kind, A, B, length or radius;   a place: body, at (3), turn (9), axis (3)
 *     forces (43 x n)   kind, A, B, velocity (from 1; 0: none), stiffness, damping, length,
 *                       friction, slow, value (3), upper
 *     bushings (72 x n) K, D of the forces that are bushings, in their order
 *     motions (1 x bodies), force_signals (3 x forces)      numbers of signals, 0: none
 *     couplings (2 x n) offset, signal;      coupled (3 x any)   coupling, velocity, coefficient
 *     breaks, coefs     cells, one entry for each signal; empty: `recorded` or system.signals give it
 *     recorded          numbers of a recorded function of t, 3 x signals values, or []
 *
 * The toolbox has checked what the numbers mean; here is checked what would break the core.
 */
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

enum { BODY = 29, PLACE = 16, LOOP = 34, FORCE = 43, BUSHING = 72 };

static const char what[] = "The tree";

/* ---- columns of numbers ---- */

/* takes the next `count` numbers of a column */
static const double *next (const double **at, int count)
{
    const double *here = *at;
    *at += count;
    return here;
}

static double next_one (const double **at) { return *next (at, 1); }

static void next_into (const double **at, int count, double *to)
{
    memcpy (to, next (at, count), (size_t)count * sizeof *to);
}

/* a whole number between `low` and `high` */
static int next_number (const double **at, int low, int high, const char *field)
{
    const double value = next_one (at);
    if (! (value >= low && value <= high && value == (int)value))
        mexErrMsgIdAndTxt ("geoms:gateway:value", "%s of %s must be a whole number from %d to %d.",
                           field, what, low, high);
    return (int)value;
}

static const double *table (const mxArray *tree, const char *field, int rows, int *count)
{
    const mxArray *array = gateway_get_field (tree, field, what);
    *count = (int)mxGetN (array);
    return gateway_get_array (array, (size_t)rows, (size_t)*count, field);
}

/* ---- bodies, loops, forces ---- */

static void get_body (const double *at, int number, GeomsBody *b)
{
    b->parent = next_number (&at, 0, number, "parent") - 1;
    b->joint = next_number (&at, 0, GEOMS_JOINTS_COUNT - 1, "joint");
    next_into (&at, 3, b->axis);
    next_into (&at, 3, b->at);
    next_into (&at, 9, b->turn);
    b->pitch = next_one (&at);
    b->mass = next_one (&at);
    next_into (&at, 3, b->com);
    next_into (&at, 6, b->inertia);
    const int user = b->joint == GEOMS_JOINT_USER;
    b->coordinates = next_number (&at, user, user ? GEOMS_MOST_COORDINATES : 0, "coordinates");
}

static void get_place (const double **at, int bodies, GeomsPlace *p)
{
    p->body = next_number (at, 0, bodies, "body") - 1;
    next_into (at, 3, p->at);
    next_into (at, 9, p->turn);
    next_into (at, 3, p->axis);
}

static void get_loop (const double *at, int bodies, GeomsLoopJoint *l)
{
    l->kind = next_number (&at, 0, GEOMS_LOOPS_COUNT - 1, "loop");
    get_place (&at, bodies, l->side);
    get_place (&at, bodies, l->side + 1);
    l->length = next_one (&at);
}

/* of a joint and on one of its velocities */
static int in_joint (int kind) { return kind == GEOMS_FORCE_JOINT || kind == GEOMS_FORCE_STOP; }

/* Velocities of all joints that are not driven: 1 for those that a coordinate belongs to, 0 for those
 * of quaternions; signals of driven joints have been looked at. */
typedef struct Velocities {
    int count;
    char *plain;
} Velocities;

static Velocities velocities_of (const GeomsTreeDescription *d, const GeomsBody *body)
{
    Velocities all = {0, mxCalloc (GEOMS_MOST_COORDINATES * (size_t)d->bodies + 1, 1)};

    for (int i = 0; i < d->bodies; i++) {
        const int nq = geoms_joint_coordinates (body + i), nv = geoms_joint_velocities (body + i),
                  turns = nq > nv;
        if (body[i].motion
            && (turns || nv == 0 || body[i].joint == GEOMS_JOINT_USER
                || body[i].motion - 1 + nq > d->signals))
            mexErrMsgIdAndTxt ("geoms:gateway:value", "motions of %s do not fit its joints.", what);
        for (int k = 0; k < nv && ! body[i].motion; k++)
            all.plain[all.count++] = (char)(! turns || k < nv - 3);
    }
    return all;
}

static void get_force (const double *at, int bodies, int nv, GeomsForce *f)
{
    f->kind = next_number (&at, 0, GEOMS_FORCES_COUNT - 1, "force");
    get_place (&at, bodies, f->side);
    get_place (&at, bodies, f->side + 1);
    f->velocity = next_number (&at, in_joint (f->kind), nv, "velocity") - 1;
    f->stiffness = next_one (&at);
    f->damping = next_one (&at);
    f->length = next_one (&at);
    f->friction = next_one (&at);
    f->slow = next_one (&at);
    next_into (&at, 3, f->value);
    f->upper = next_one (&at);
}

static void get_bushings (const mxArray *tree, int forces, GeomsForce *force)
{
    int count, used = 0;
    const double *at = table (tree, "bushings", BUSHING, &count);
    for (int i = 0; i < forces; i++) {
        if (force[i].kind != GEOMS_FORCE_BUSHING)
            continue;
        if (used++ == count)
            mexErrMsgIdAndTxt ("geoms:gateway:value",
                               "bushings of %s must have a column for each "
                               "bushing.",
                               what);
        force[i].matrices = next (&at, BUSHING);
    }
}

/* ---- couplings, signals ---- */

static void get_couplings (const mxArray *tree, const Velocities *v, GeomsTreeDescription *d)
{
    int entries;
    const double *at = table (tree, "couplings", 2, &d->couplings),
                 *all = table (tree, "coupled", 3, &entries);
    GeomsCoupling *coupling = mxCalloc ((size_t)d->couplings + 1, sizeof *coupling);
    int *velocity = mxCalloc ((size_t)entries + 1, sizeof *velocity);
    double *coefficient = mxCalloc ((size_t)entries + 1, sizeof *coefficient);
    for (int i = 0; i < d->couplings; i++) {
        coupling[i].offset = next_one (&at);
        coupling[i].signal = next_number (&at, 0, d->signals, "signal");
        coupling[i].velocity = velocity;
        coupling[i].coefficient = coefficient;
        const double *entry = all;
        for (int k = 0; k < entries; k++) {
            const int number = next_number (&entry, 1, d->couplings, "coupled") - 1;
            const int which = next_number (&entry, 1, v->count, "velocity") - 1;
            const double factor = next_one (&entry);
            if (number != i)
                continue;
            if (! v->plain[which])
                mexErrMsgIdAndTxt ("geoms:gateway:value",
                                   "couplings of %s take no velocities of quaternions.", what);
            *velocity++ = which;
            *coefficient++ = factor;
            coupling[i].count++;
        }
    }
    d->coupling = coupling;
}

static const mxArray *cell_of (const mxArray *tree, const char *field, int number)
{
    const mxArray *cell = gateway_get_field (tree, field, what),
                  *entry = mxIsCell (cell) && (size_t)number < mxGetNumberOfElements (cell)
                               ? mxGetCell (cell, (mwIndex)number)
                               : NULL;
    if (! entry)
        mexErrMsgIdAndTxt ("geoms:gateway:type",
                           "%s of %s must be a cell with an entry for each "
                           "signal.",
                           field, what);
    return entry;
}

static void get_signals (const mxArray *tree, GeomsTreeDescription *d)
{
    d->signals = (int)mxGetNumberOfElements (gateway_get_field (tree, "breaks", what));
    GeomsSignal *signal = mxCalloc ((size_t)d->signals + 1, sizeof *signal);
    for (int i = 0; i < d->signals; i++) {
        const mxArray *breaks = cell_of (tree, "breaks", i), *coefs = cell_of (tree, "coefs", i);
        size_t count;
        signal[i].breaks = gateway_get_vector (breaks, &count, "breaks");
        signal[i].pieces = count > 1 ? (int)count - 1 : 0;
        if (count > 1)
            signal[i].coefs = gateway_get_array (coefs, 4, count - 1, "coefs");
    }
    d->signal = signal;
}

/* numbers of signals: `each` for all of `count` things */
static const double *signal_numbers (const mxArray *tree, const char *field, int each, int count)
{
    return gateway_get_array (gateway_get_field (tree, field, what), (size_t)each, (size_t)count,
                              field);
}

static void get_motions (const mxArray *tree, const GeomsTreeDescription *d, GeomsBody *body)
{
    const double *motions = signal_numbers (tree, "motions", 1, d->bodies);
    for (int i = 0; i < d->bodies; i++)
        body[i].motion = next_number (&motions, 0, d->signals, "motions");
}

static void get_signal_numbers (const mxArray *tree, const GeomsTreeDescription *d,
                                GeomsForce *force, int *gravity)
{
    const double *forces = signal_numbers (tree, "force_signals", 3, d->forces),
                 *of_gravity = signal_numbers (tree, "gravity_signals", 3, 1);
    for (int i = 0; i < 3 * d->forces; i++)
        force[i / 3].signal[i % 3] = next_number (&forces, 0, d->signals, "force_signals");
    for (int i = 0; i < 3; i++)
        gravity[i] = next_number (&of_gravity, 0, d->signals, "gravity_signals");
}

/* ---- functions of joints ---- */

/* the numbers of each joint of the user's, which may come from a file */
static void get_maps (const mxArray *tree, int bodies, GeomsBody *body)
{
    const mxArray *maps = gateway_get_field (tree, "maps", what);
    size_t used = 0;
    for (int i = 0; i < bodies; i++) {
        GeomsReport report;
        GeomsBody *b = body + i;
        if (b->joint != GEOMS_JOINT_USER)
            continue;
        const mxArray *numbers = mxIsCell (maps) && used < mxGetNumberOfElements (maps)
                                     ? mxGetCell (maps, (mwIndex)used++)
                                     : NULL;
        if (! numbers)
            mexErrMsgIdAndTxt ("geoms:gateway:type",
                               "maps of %s must be a cell with an entry for each joint 'user'.",
                               what);
        b->map = gateway_get_vector (numbers, &b->map_count, "maps");
        if (geoms_joint_map_values (b->map, b->map_count, b->coordinates, NULL, 0, NULL, &report)
            != 0)
            mexErrMsgIdAndTxt ("geoms:gateway:value", "%s", report.text);
    }
}

/* the whole description, in memory of the host */
static GeomsTreeDescription get_tree (const mxArray *system)
{
    const mxArray *tree = gateway_get_field (system, "tree", "The system");
    GeomsTreeDescription d
        = {.planar = gateway_get_count (gateway_get_field (tree, "planar", what), "planar")};
    const double *bodies = table (tree, "bodies", BODY, &d.bodies),
                 *loops = table (tree, "loops", LOOP, &d.loops),
                 *forces = table (tree, "forces", FORCE, &d.forces);
    GeomsBody *body = mxCalloc ((size_t)d.bodies + 1, sizeof *body);
    GeomsLoopJoint *loop = mxCalloc ((size_t)d.loops + 1, sizeof *loop);
    GeomsForce *force = mxCalloc ((size_t)d.forces + 1, sizeof *force);
    memcpy (d.gravity,
            gateway_get_array (gateway_get_field (tree, "gravity", what), 3, 1, "gravity"),
            sizeof d.gravity);
    for (int i = 0; i < d.bodies; i++)
        get_body (bodies + (size_t)i * BODY, i, body + i);
    get_maps (tree, d.bodies, body);
    get_signals (tree, &d);
    get_motions (tree, &d, body);
    const Velocities v = velocities_of (&d, body);
    for (int i = 0; i < d.loops; i++)
        get_loop (loops + (size_t)i * LOOP, d.bodies, loop + i);
    for (int i = 0; i < d.forces; i++)
        get_force (forces + (size_t)i * FORCE, d.bodies, v.count, force + i);
    get_bushings (tree, d.forces, force);
    get_couplings (tree, &v, &d);
    get_signal_numbers (tree, &d, force, d.gravity_signal);
    d.body = body;
    d.loop = loop;
    d.force = force;
    return d;
}

/* ---- for system.c ---- */

static int has_function (const mxArray *system, const char *field)
{
    const mxArray *function = mxGetField (system, 0, field);
    return function && ! mxIsEmpty (function);
}

/* functions of time that were recorded, NULL: none, or with *report filled */
static GeomsRecorded *load_signals (const mxArray *system, int signals, GeomsReport *report)
{
    const mxArray *tree = gateway_get_field (system, "tree", "The system");
    size_t count;
    const double *numbers
        = gateway_get_vector (gateway_get_field (tree, "recorded", what), &count, "recorded");
    report->status = 0;
    return count == 0 ? NULL
                      : geoms_recorded_load (numbers, count, 1, 3 * signals, NULL, 0, report);
}

/* what may come from a file is read once, before anything is owned */
static void check_signals (const mxArray *system, int signals)
{
    GeomsReport report;
    geoms_recorded_free (load_signals (system, signals, &report));
    if (report.status != 0)
        mexErrMsgIdAndTxt ("geoms:gateway:value", "%s", report.text);
}

void gateway_tree_check (const mxArray *system)
{
    GeomsDims dims;
    gateway_get_dims (gateway_get_field (system, "dims", "The system"), GATEWAY_MOST, &dims);
    check_signals (system, get_tree (system).signals);
    gateway_own_check (system);
}

/* run->tree and run->model of the description, which is given back */
static GeomsTreeDescription make_tree (const mxArray *system, GatewayRun *run, int keeps_fixed)
{
    GeomsReport report;
    GeomsTreeDescription tree = get_tree (system);
    tree.keeps_fixed = keeps_fixed;
    if (has_function (system, "signals")) {
        run->slots[SLOT_SIGNALS]
            = (Slot){.name = "signals", .rows = 3 * tree.signals, .columns = 1};
        tree.host = gateway_call_signals;
        tree.user = run;
    }
    tree.recorded = run->signals = load_signals (system, tree.signals, &report);
    run->tree = report.status == 0 ? geoms_tree_create (&tree, &run->model, &report) : NULL;
    return tree;
}

/* fills run->model, run->tree and run->user; 0 if memory is missing */
int gateway_tree_model (const mxArray *system, GatewayRun *run)
{
    make_tree (system, run, 0);
    return run->tree && gateway_own_add (system, run);
}

/* ---- the commands ---- */

/* 2 x any: number of each velocity whose inertia is tiny, but counts as one; what part it is */
static mxArray *put_light (const GeomsTreeSystem *tree, int nv)
{
    const double *part = geoms_tree_inertias (tree);
    int count = 0;
    for (int k = 0; k < nv; k++)
        count += part[k] > GEOMS_TREE_ZERO && part[k] < GEOMS_TREE_LIGHT;
    mxArray *light = mxCreateDoubleMatrix (2, (mwSize)count, mxREAL);
    double *to = mxGetPr (light);
    for (int k = 0; k < nv; k++)
        if (part[k] > GEOMS_TREE_ZERO && part[k] < GEOMS_TREE_LIGHT) {
            *to++ = k + 1;
            *to++ = part[k];
        }
    return light;
}

/* nv x 1: 1 for velocities without inertia */
static mxArray *put_zero (const GeomsTreeSystem *tree, int nv)
{
    const double *part = geoms_tree_inertias (tree);
    mxArray *zero = mxCreateDoubleMatrix ((mwSize)nv, 1, mxREAL);
    for (int k = 0; k < nv; k++)
        mxGetPr (zero)[k] = ! (part[k] > GEOMS_TREE_ZERO);
    return zero;
}

/* [dims, light, zero] = geoms_mex ('treedims', tree): of a system with this tree */
void gateway_treedims (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    GatewayRun run = {0};
    GeomsReport report;
    mxArray *system = mxCreateStructMatrix (1, 1, 0, NULL);
    gateway_put_field (system, "tree", mxDuplicateArray (prhs[0]));
    const GeomsTreeDescription tree = get_tree (system);
    run.tree = geoms_tree_create (&tree, &run.model, &report);
    if (! run.tree)
        mexErrMsgIdAndTxt ("geoms:memory", "%s", report.text);
    mxArray *light = put_light (run.tree, run.model.dims.nv);
    mxArray *zero = put_zero (run.tree, run.model.dims.nv);
    geoms_tree_free (run.tree);
    gateway_put_output (nlhs, plhs, 0, gateway_put_dims (&run.model.dims));
    gateway_put_output (nlhs, plhs, 1, light);
    gateway_put_output (nlhs, plhs, 2, zero);
}

/* ---- results ---- */

/* 24, 6, 6, 12 values of each body, joint, loop and force element at each time; energies, power */
static mxArray *put_results (GeomsTreeSystem *tree, const GeomsTreeDescription *d, const double *t,
                             const double *x, size_t n, size_t k, int *status)
{
    static const char *const names[] = {"motion", "joint", "loop", "force", "energy", "power"};
    const size_t nb = (size_t)d->bodies,
                 sizes[] = {24 * nb, 6 * nb, 6 * (size_t)d->loops, 12 * (size_t)d->forces, 2, 1};
    mxArray *found = mxCreateStructMatrix (1, 1, 0, NULL);
    double *to[6];
    for (int i = 0; i < 6; i++) {
        mxArray *values = mxCreateDoubleMatrix ((mwSize)sizes[i], (mwSize)k, mxREAL);
        to[i] = mxGetPr (values);
        gateway_put_field (found, names[i], values);
    }
    size_t done = 0;
    for (size_t j = 0; j < k && *status == 0; j++) {
        GeomsTreeResults r = {.motion = to[0] + j * sizes[0],
                              .joint = to[1] + j * sizes[1],
                              .loop = to[2] + j * sizes[2],
                              .force = to[3] + j * sizes[3]};
        *status = geoms_tree_results (tree, t[j], x + j * n, &r);
        memcpy (to[4] + 2 * j, r.energy, sizeof r.energy);
        to[5][j] = r.power;
        done += *status == 0;
    }
    gateway_put_field (found, "done", mxCreateDoubleScalar ((double)done));
    return found;
}

/* [found, error] = geoms_mex ('treeresults', system, t, x); found.status: 0, or why they end
 * early, found.done: behind how many states */
void gateway_treeresults (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    gateway_system_check (prhs[0]);
    GatewayRun *run = calloc (1, sizeof *run);
    if (! run)
        mexErrMsgIdAndTxt ("geoms:memory", "There is not enough memory.");
    const int place = gateway_once_begin (run, &run);
    const GeomsTreeDescription tree = make_tree (prhs[0], run, 1);
    if (! run->tree || ! gateway_own_add (prhs[0], run)) {
        gateway_once_end (place);
        mexErrMsgIdAndTxt ("geoms:memory", "There is not enough memory for a tree.");
    }
    gateway_system_functions (prhs[0], run);
    run->n = gateway_unknowns (&run->model.dims);
    const size_t n = (size_t)run->n, k = mxGetNumberOfElements (prhs[1]);
    const double *t = gateway_get_array (prhs[1], 1, k, "t"),
                 *x = gateway_get_array (prhs[2], n, k, "x");
    int status = 0;
    mxArray *found = put_results (run->tree, &tree, t, x, n, k, &status);
    mxArray *error = run->error ? run->error : mxCreateDoubleMatrix (0, 0, mxREAL);
    gateway_once_end (place);
    gateway_put_field (found, "status", mxCreateDoubleScalar (status));
    gateway_put_output (nlhs, plhs, 0, found);
    gateway_put_output (nlhs, plhs, 1, error);
}

/* ---- words ---- */

/* struct of the words: joints (with their numbers of coordinates and velocities), loops (with the
 * letters of their rows, in space and in the plane), forces */
static mxArray *put_words (int count, const char *const *words)
{
    mxArray *cell = mxCreateCellMatrix (1, (mwSize)count);
    for (int i = 0; i < count; i++)
        mxSetCell (cell, (mwIndex)i, mxCreateString (words[i] ? words[i] : ""));
    return cell;
}

void gateway_treewords (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
#define JOINT_WORD(NAME, word, nq, nv)        word,
#define JOINT_NQ(NAME, word, nq, nv)          nq,
#define JOINT_NV(NAME, word, nq, nv)          nv,
#define LOOP_WORD(NAME, word, rows, planar)   word,
#define LOOP_ROWS(NAME, word, rows, planar)   rows,
#define LOOP_PLANAR(NAME, word, rows, planar) planar,
#define FORCE_WORD(NAME, word)                word,
    static const char *const joints[] = {GEOMS_JOINTS (JOINT_WORD)};
    static const char *const loops[] = {GEOMS_LOOPS (LOOP_WORD)};
    static const char *const rows[] = {GEOMS_LOOPS (LOOP_ROWS)};
    static const char *const planar[] = {GEOMS_LOOPS (LOOP_PLANAR)};
    static const char *const forces[] = {GEOMS_FORCES (FORCE_WORD)};
    static const int nq[] = {GEOMS_JOINTS (JOINT_NQ)}, nv[] = {GEOMS_JOINTS (JOINT_NV)};
    (void)nrhs;
    (void)prhs;
    mxArray *words = mxCreateStructMatrix (1, 1, 0, NULL);
    gateway_put_field (words, "joints", put_words (GEOMS_JOINTS_COUNT, joints));
    gateway_put_field (words, "nq", gateway_put_counts (nq, GEOMS_JOINTS_COUNT));
    gateway_put_field (words, "nv", gateway_put_counts (nv, GEOMS_JOINTS_COUNT));
    gateway_put_field (words, "loops", put_words (GEOMS_LOOPS_COUNT, loops));
    gateway_put_field (words, "rows", put_words (GEOMS_LOOPS_COUNT, rows));
    gateway_put_field (words, "planar", put_words (GEOMS_LOOPS_COUNT, planar));
    gateway_put_field (words, "forces", put_words (GEOMS_FORCES_COUNT, forces));
    gateway_put_output (nlhs, plhs, 0, words);
}
