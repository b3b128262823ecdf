/* bodies.c - a tree as the toolbox describes it -> bodies, joints, forces of geoms_tree.h -> model
 *
 * system.tree is a struct of numbers, one column for each thing, numbers of bodies from 1, 0 ground:
 *
 *     planar, gravity (3)
 *     bodies (28 x n)   parent, joint, axis (3), at (3), turn (9), pitch, mass, com (3), inertia (6)
 *     loops (34 x n)    kind, A, B, length;         a place: body, at (3), turn (9), axis (3)
 *     forces (42 x n)   kind, A, B, velocity (from 1; 0: none), stiffness, damping, length,
 *                       friction, slow, value (3)
 *
 * The toolbox has checked what the numbers mean; here is checked what would break the core.
 */
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

enum { BODY = 28, PLACE = 16, LOOP = 34, FORCE = 42 };

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

static void get_force (const double *at, int bodies, int nv, GeomsForce *f)
{
    f->kind = next_number (&at, 0, GEOMS_FORCES_COUNT - 1, "force");
    get_place (&at, bodies, f->side);
    get_place (&at, bodies, f->side + 1);
    f->velocity = next_number (&at, f->kind == GEOMS_FORCE_JOINT, nv, "velocity") - 1;
    f->stiffness = next_one (&at);
    f->damping = next_one (&at);
    f->length = next_one (&at);
    f->friction = next_one (&at);
    f->slow = next_one (&at);
    next_into (&at, 3, f->value);
}

/* the whole description, in memory of the host */
static GeomsTreeDescription get_tree (const mxArray *system, int nv)
{
    const mxArray *tree = gateway_get_field (system, "tree", "The system");
    GeomsTreeDescription d = {
        .planar = gateway_get_count (gateway_get_field (tree, "planar", what), "planar")};
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
    for (int i = 0; i < d.loops; i++)
        get_loop (loops + (size_t)i * LOOP, d.bodies, loop + i);
    for (int i = 0; i < d.forces; i++)
        get_force (forces + (size_t)i * FORCE, d.bodies, nv, force + i);
    d.body = body;
    d.loop = loop;
    d.force = force;
    return d;
}

/* ---- for system.c ---- */

void gateway_tree_check (const mxArray *system)
{
    GeomsDims dims;
    gateway_get_dims (gateway_get_field (system, "dims", "The system"), &dims);
    get_tree (system, dims.nv);
}

/* fills run->model and run->tree; 0 if memory is missing */
int gateway_tree_model (const mxArray *system, GatewayRun *run)
{
    GeomsReport report;
    GeomsDims dims;
    gateway_get_dims (gateway_get_field (system, "dims", "The system"), &dims);
    const GeomsTreeDescription tree = get_tree (system, dims.nv);
    run->tree = geoms_tree_create (&tree, &run->model, &report);
    return run->tree != NULL;
}

/* ---- the commands ---- */

/* dims = geoms_mex ('treedims', tree): of a system with this tree */
void gateway_treedims (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nrhs;
    GatewayRun run = {0};
    GeomsReport report;
    mxArray *system = mxCreateStructMatrix (1, 1, 0, NULL);
    gateway_put_field (system, "tree", mxDuplicateArray (prhs[0]));
    const GeomsTreeDescription tree = get_tree (system, 1 << 30);
    run.tree = geoms_tree_create (&tree, &run.model, &report);
    if (! run.tree)
        mexErrMsgIdAndTxt ("geoms:memory", "%s", report.text);
    geoms_tree_free (run.tree);
    gateway_put_output (nlhs, plhs, 0, gateway_put_dims (&run.model.dims));
}

/* struct of the words: joints (with their numbers of coordinates and velocities), loops (with the
 * letters of their rows, in space and in the plane), forces */
static mxArray *put_words (int count, const char *const *words)
{
    mxArray *cell = mxCreateCellMatrix (1, (size_t)count);
    for (int i = 0; i < count; i++)
        mxSetCell (cell, (size_t)i, mxCreateString (words[i] ? words[i] : ""));
    return cell;
}

void gateway_treewords (int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
#define JOINT_WORD(NAME, word, nq, nv) word,
#define JOINT_NQ(NAME, word, nq, nv) nq,
#define JOINT_NV(NAME, word, nq, nv) nv,
#define LOOP_WORD(NAME, word, rows, planar) word,
#define LOOP_ROWS(NAME, word, rows, planar) rows,
#define LOOP_PLANAR(NAME, word, rows, planar) planar,
#define FORCE_WORD(NAME, word) word,
    static const char *const joints[] = {GEOMS_JOINTS (JOINT_WORD)},
                            *const loops[] = {GEOMS_LOOPS (LOOP_WORD)},
                            *const rows[] = {GEOMS_LOOPS (LOOP_ROWS)},
                            *const planar[] = {GEOMS_LOOPS (LOOP_PLANAR)},
                            *const forces[] = {GEOMS_FORCES (FORCE_WORD)};
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
