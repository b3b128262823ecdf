/* plane.c - whether a tree moves in a plane, and the recursions there at one state: plane.h
 *
 *     n = z of the first joint that turns;  B = B_pi E
 *     B z = n or -n of joints that turn, across n of those that slide
 */
#include <math.h>
#include <string.h>

#include "plane.h"

#define NUMBER     double
#define NAME(name) geoms_##name
#define TURNED     GeomsPlaneMotion
#define PLANE      GeomsPlaneState
#include "plane_of.h"

/* what rounding leaves of a component of a direction */
static const double NOTHING = 1e-14;

static int turns (const GeomsTreeBody *b)
{
    return b->joint == GEOMS_JOINT_REVOLUTE || b->joint == GEOMS_JOINT_PLANAR;
}

/* frames of all bodies at q = 0, in axes of the ground */
static void frames (const GeomsTree *tree, double *B)
{
    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;

        if (b->parent == GEOMS_GROUND)
            memcpy (B + 9 * i, b->turn, sizeof b->turn);
        else
            geoms_multiply3 (B + 9 * b->parent, b->turn, B + 9 * i);
    }
}

/* the joint of a body whose frame is B, in axes N: not 0 if it stays in the plane */
static int joint_of (const GeomsTreeBody *b, const double *N, const double *B, GeomsPlaneBody *to)
{
    double x[3], y[3], z[3];

    geoms_turn_back3 (N, B, x);
    geoms_turn_back3 (N, B + 3, y);
    geoms_turn_back3 (N, B + 6, z);
    if (turns (b)) {
        to->sense = z[2] > 0 ? 1 : -1;
        to->translations = b->joint == GEOMS_JOINT_PLANAR ? 2 : 0;
        memcpy (to->axis[0], x, sizeof to->axis[0]);
        memcpy (to->axis[1], y, sizeof to->axis[1]);
        return fabs (z[0]) <= NOTHING && fabs (z[1]) <= NOTHING;
    }
    to->translations = b->joint == GEOMS_JOINT_PRISMATIC;
    memcpy (to->axis[0], z, sizeof to->axis[0]);
    return b->joint == GEOMS_JOINT_FIXED
           || (b->joint == GEOMS_JOINT_PRISMATIC && fabs (z[2]) <= NOTHING);
}

/* its point, in the frame B_pi of the predecessor, and masses */
static void masses_of (const GeomsTreeBody *b, const double *N, const double *B_pi, const double *B,
                       GeomsPlaneBody *to)
{
    double world[3], turned[3], n[3], In[3];

    geoms_turn3 (B_pi, b->at, world);
    geoms_turn_back3 (N, world, turned);
    memcpy (to->at, turned, sizeof to->at);
    geoms_turn3 (B, b->mc, world);
    geoms_turn_back3 (N, world, turned);
    memcpy (to->mc, turned, sizeof to->mc);
    geoms_turn_back3 (B, N + 6, n);
    geoms_symmetric3 (b->inertia, n, In);
    to->inertia = geoms_dot3 (n, In);
    to->mass = b->mass;
    /* in space */
    geoms_turn3 (B_pi, b->at, world);
    to->height = geoms_dot3 (N + 6, world);
    for (int j = 0; j < 3; j++)
        geoms_turn_back3 (N, B + 3 * j, to->B + 3 * j);
}

static int fill (const GeomsTree *tree, const double *B, GeomsPlane *plane)
{
    static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    int first = 0, stays = 1;

    while (first < tree->count && ! turns (tree->body + first))
        first++;
    if (first == tree->count)
        return 0;
    geoms_axes_to (B + 9 * first + 6, plane->N);
    for (int i = 0; i < tree->count && stays; i++) {
        const GeomsTreeBody *b = tree->body + i;

        stays = joint_of (b, plane->N, B + 9 * i, plane->body + i);
        masses_of (b, plane->N, b->parent == GEOMS_GROUND ? identity : B + 9 * b->parent,
                   B + 9 * i, plane->body + i);
    }
    return stays;
}

GeomsPlane *geoms_plane_of (const GeomsTree *tree, GeomsArena *arena)
{
    GeomsArena work = {0};
    GeomsPlane *plane = geoms_arena_get (arena, 1, sizeof *plane);
    GeomsPlaneBody *body = geoms_arena_get (arena, (size_t)tree->count, sizeof *body);
    double *B = geoms_arena_reals (&work, 9 * (size_t)tree->count);
    int stays = 0;

    if (! arena->failed && ! work.failed) {
        plane->tree = tree;
        plane->body = body;
        frames (tree, B);
        stays = fill (tree, B, plane);
    }
    geoms_arena_free (&work);
    return stays ? plane : NULL;
}

/* ---- in space ---- */

void geoms_plane_show (const GeomsPlaneState *s, const double *v, GeomsTreeState *to)
{
    const double *N = s->plane->N;

    for (int i = 0; i < s->plane->tree->count; i++) {
        const GeomsTreeBody *b = s->plane->tree->body + i;
        const GeomsPlaneBody *f = s->plane->body + i;
        const GeomsPlaneMotion *m = s->body + i, *pi = s->body + b->parent;
        const GeomsTreeMotion *before = to->body + b->parent;
        const double *speed = b->driven ? s->drive[1] + b->q : v + b->column;
        const double up[3] = {m->l[0], m->l[1], f->height};
        double turn[9], along[3] = {-pi->w * m->l[1], pi->w * m->l[0], 0};
        GeomsTreeMotion *at = to->body + i;

        for (int k = 0; k < f->translations; k++) {
            along[0] += speed[k] * m->J[k][0];
            along[1] += speed[k] * m->J[k][1];
        }
        geoms_turn3 (N, up, at->x);
        geoms_add3 (before->x, at->x);
        geoms_turn3 (N, along, at->v);
        geoms_add3 (before->v, at->v);
        for (int k = 0; k < 3; k++)
            at->w[k] = m->w * N[6 + k];
        geoms_turn_pair (m->turn[1], m->turn[0], N, N + 3, turn, turn + 3);
        geoms_set3 (N + 6, turn + 6);
        geoms_multiply3 (turn, f->B, at->R);
    }
}

void geoms_plane_flatten (const GeomsPlane *plane, const double *wrench, double *flat)
{
    flat[0] = geoms_dot3 (plane->N + 6, wrench);
    flat[1] = geoms_dot3 (plane->N, wrench + 3);
    flat[2] = geoms_dot3 (plane->N + 3, wrench + 3);
}
