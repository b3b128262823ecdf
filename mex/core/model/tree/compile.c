/* compile.c - the tree of the recursions from the bodies as described
 *
 * Fixed joints are merged: their bodies' masses go to the predecessor. Frames are turned by B so
 * that the axis is z:  E <- R E B,  com <- B'com,  I <- B'I B;  inertia goes from the centre of
 * mass to the origin, I <- I + m (c'c 1 - c c'). Bodies are numbered depth first, p and v as
 * described.
 */
#include <math.h>
#include <string.h>

#include "tree.h"

static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/* ---- frames ---- */

void geoms_axes_to (const double *axis, double *B)
{
    const double size = sqrt (geoms_dot3 (axis, axis));
    int least = 0;

    memcpy (B, identity, sizeof identity);
    if (size == 0 || (axis[0] == 0 && axis[1] == 0 && axis[2] > 0))
        return;
    /* z; x across z and the unit vector farthest from it; y */
    for (int i = 0; i < 3; i++) {
        B[6 + i] = axis[i] / size;
        if (fabs (B[6 + i]) < fabs (B[6 + least]))
            least = i;
    }
    geoms_cross (identity + 3 * least, B + 6, B);
    const double across = sqrt (geoms_dot3 (B, B));
    for (int i = 0; i < 3; i++)
        B[i] /= across;
    geoms_cross (B + 6, B, B + 3);
}

static int turns_about_z (int joint)
{
    return joint == GEOMS_JOINT_REVOLUTE || joint == GEOMS_JOINT_PRISMATIC
           || joint == GEOMS_JOINT_SCREW || joint == GEOMS_JOINT_CYLINDRICAL
           || joint == GEOMS_JOINT_PLANAR;
}

/* where a described body's joint is, in the frame of the body that its predecessor belongs to */
static void joint_frame (const GeomsTree *tree, const GeomsBody *b, double *at, double *E)
{
    const double *R = identity;
    double x[3] = {0};

    if (b->parent >= 0) {
        R = tree->seat[b->parent].R;
        geoms_set3 (tree->seat[b->parent].x, x);
    }
    geoms_turn3 (R, b->at, at);
    geoms_axpy3 (1, x, at);
    geoms_multiply3 (R, b->turn, E);
}

/* ---- masses ---- */

/* A B'I B for I = xx yy zz xy xz yz, B orthogonal */
static void turn_inertia (const double *B, const double *I, double *turned)
{
    double IB[9];

    for (int j = 0; j < 3; j++)
        geoms_symmetric3 (I, B + 3 * j, IB + 3 * j);
    for (int j = 0; j < 3; j++)
        turned[j] = geoms_dot3 (B + 3 * j, IB + 3 * j);
    turned[3] = geoms_dot3 (B, IB + 3);
    turned[4] = geoms_dot3 (B, IB + 6);
    turned[5] = geoms_dot3 (B + 3, IB + 6);
}

/* a described body, whose frame is at x, turned by R, becomes part of `to` */
static void add_mass (const GeomsBody *b, const double *R, const double *x, GeomsTreeBody *to)
{
    const double R_back[9] = {R[0], R[3], R[6], R[1], R[4], R[7], R[2], R[5], R[8]};
    double c[3], I[6], cc;

    geoms_turn3 (R, b->com, c);
    geoms_axpy3 (1, x, c);
    turn_inertia (R_back, b->inertia, I);
    cc = b->mass * geoms_dot3 (c, c);
    geoms_add_square (-b->mass, c, I);
    for (int i = 0; i < 3; i++)
        I[i] += cc;
    for (int i = 0; i < 6; i++)
        to->inertia[i] += I[i];
    to->mass += b->mass;
    geoms_axpy3 (b->mass, c, to->mc);
}

/* ---- numbers ---- */

static const struct {
    int nq, nv;
} joints[] = {
#define SIZES(NAME, word, nq, nv) {nq, nv},
    GEOMS_JOINTS (SIZES)
#undef SIZES
};

int geoms_joint_coordinates (const GeomsBody *b)
{
    return b->joint == GEOMS_JOINT_USER ? b->coordinates : joints[b->joint].nq;
}

int geoms_joint_velocities (const GeomsBody *b)
{
    return b->joint == GEOMS_JOINT_USER ? b->coordinates : joints[b->joint].nv;
}

/* order[i] = described body that is number i depth first; the next brother stands in line */
static void number_depth_first (int count, const GeomsBody *b, int *order, int *first, int *next,
                                int *stack)
{
    int filled = 0, top = 0;

    /* lists of successors; first[0] are those of the ground */
    for (int i = 0; i <= count; i++)
        first[i] = -1;
    for (int i = count - 1; i >= 0; i--) {
        next[i] = first[b[i].parent + 1];
        first[b[i].parent + 1] = i;
    }
    /* a body, its successors, its brothers */
    for (int i = first[0]; i >= 0 || top > 0;) {
        if (i < 0) {
            i = next[stack[--top]];
            continue;
        }
        order[filled++] = i;
        stack[top++] = i;
        i = first[i + 1];
    }
}

/* places of all described bodies in p and v */
static void number_unknowns (int count, const GeomsBody *b, int keeps_fixed, GeomsTree *tree,
                             int *q, int *column)
{
    for (int i = 0; i < count; i++) {
        const int nq = geoms_joint_coordinates (b + i), nv = geoms_joint_velocities (b + i);

        tree->count += keeps_fixed || b[i].joint != GEOMS_JOINT_FIXED;
        q[i] = b[i].motion ? tree->driven : tree->np;
        column[i] = b[i].motion ? tree->driven : tree->nv;
        tree->driven += b[i].motion ? nv : 0;
        tree->np += b[i].motion ? 0 : nq;
        tree->nv += b[i].motion ? 0 : nv;
        if (nq > nv)
            tree->quaternion[tree->quaternions++] = tree->np - 4;
    }
    /* those that are driven stand behind v */
    for (int i = 0; i < count; i++)
        column[i] += b[i].motion ? tree->nv : 0;
}

/* of each velocity of a body its coordinate, unless it is a quaternion's */
static void number_coordinates (GeomsTree *tree, const GeomsTreeBody *b)
{
    for (int k = 0; k < b->columns; k++)
        tree->coordinate[b->column + k] = k < geoms_tree_plain (b) ? b->q + k : -1;
}

/* ---- all ---- */

/* whether the columns of E are axes */
static void find_axes (GeomsTreeBody *b)
{
    b->axes = 1;
    for (int j = 0; j < 3; j++) {
        const double *e = b->turn + 3 * j;
        int zeros = 0;

        for (int k = 0; k < 3; k++) {
            zeros += e[k] == 0;
            if (fabs (e[k]) == 1)
                b->axis[j] = k;
        }
        b->axes &= zeros == 2 && fabs (e[b->axis[j]]) == 1;
    }
}

static void compile_body (GeomsTree *tree, const GeomsBody *b, GeomsTreeSeat *seat,
                          GeomsTreeBody *to)
{
    double at[3], E[9], B[9];

    joint_frame (tree, b, at, E);
    to->parent = b->parent >= 0 ? tree->seat[b->parent].body : GEOMS_GROUND;
    to->joint = b->joint;
    to->columns = b->motion ? 0 : geoms_joint_velocities (b);
    to->driven = b->motion ? geoms_joint_velocities (b) : 0;
    to->map = b->joint == GEOMS_JOINT_USER ? tree->maps++ : 0;
    to->pitch = b->pitch;
    geoms_set3 (at, to->at);
    /* its axis becomes z */
    memcpy (B, identity, sizeof B);
    if (turns_about_z (b->joint))
        geoms_axes_to (b->axis, B);
    geoms_multiply3 (E, B, to->turn);
    find_axes (to);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            seat->R[i + 3 * j] = B[j + 3 * i];
    add_mass (b, seat->R, seat->x, to);
}

/* a fixed joint: the body becomes part of what its predecessor belongs to */
static void merge_body (GeomsTree *tree, const GeomsBody *b, GeomsTreeSeat *seat)
{
    joint_frame (tree, b, seat->x, seat->R);
    seat->body = b->parent >= 0 ? tree->seat[b->parent].body : GEOMS_GROUND;
    if (seat->body != GEOMS_GROUND)
        add_mass (b, seat->R, seat->x, tree->body + seat->body);
}

/* `last` of each body, which its predecessor has at least */
static void number_last (GeomsTree *tree)
{
    for (int i = tree->count - 1; i >= 0; i--) {
        GeomsTreeBody *b = tree->body + i;

        b->last = geoms_int_max (b->last, i);
        if (b->parent != GEOMS_GROUND)
            tree->body[b->parent].last = geoms_int_max (tree->body[b->parent].last, b->last);
    }
}

static void find_principal (GeomsTree *tree)
{
    for (int i = 0; i < tree->count; i++) {
        GeomsTreeBody *b = tree->body + i;

        b->principal = b->inertia[3] == 0 && b->inertia[4] == 0 && b->inertia[5] == 0;
    }
}

int geoms_tree_compile (GeomsTree *tree, int count, const GeomsBody *described, int keeps_fixed,
                        GeomsArena *arena)
{
    const size_t many = (size_t)count + 1;
    int *room = geoms_arena_ints (arena, 6 * many), *order, *q, *column, filled = 0;

    /* memory */
    memset (tree, 0, sizeof *tree);
    tree->described = count;
    tree->seat = geoms_arena_get (arena, many, sizeof *tree->seat);
    tree->body = geoms_arena_get (arena, many, sizeof *tree->body);
    tree->quaternion = geoms_arena_ints (arena, many);
    if (arena->failed)
        return -1;
    /* numbers */
    order = room, q = room + 4 * many, column = room + 5 * many;
    number_depth_first (count, described, order, room + many, room + 2 * many, room + 3 * many);
    number_unknowns (count, described, keeps_fixed, tree, q, column);
    tree->coordinate = geoms_arena_ints (arena, (size_t)tree->nv);
    if (arena->failed)
        return -1;
    /* bodies */
    for (int k = 0; k < count; k++) {
        const GeomsBody *b = described + order[k];
        GeomsTreeSeat *seat = tree->seat + order[k];
        GeomsTreeBody *to = tree->body + filled;

        if (b->joint == GEOMS_JOINT_FIXED && ! keeps_fixed) {
            merge_body (tree, b, seat);
            continue;
        }
        seat->body = filled++;
        to->q = q[order[k]];
        to->column = column[order[k]];
        compile_body (tree, b, seat, to);
        number_coordinates (tree, to);
    }
    number_last (tree);
    find_principal (tree);
    tree->map = geoms_arena_get (arena, (size_t)tree->maps, sizeof *tree->map);
    return arena->failed ? -1 : 0;
}
