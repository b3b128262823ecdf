/* mapped.c - joints of the user's: frames, columns, rates at one state, and what linear.h asks for
 *
 * The formulas are those of mapped.h.
 */
#include <math.h>
#include <string.h>

#include "linear.h"

/* choice: what is left of R'R = 1 where R is a rotation but for rounding and a user's constants */
static const double TURNED = 1e-6;

/* places in what joint_map.h gives */
enum { POSE_R = 3, POSE_J = 12, SLOPES_RATES = 12 };

/* ---- creation ---- */

int geoms_tree_load_maps (GeomsTree *tree, const GeomsBody *described, GeomsReport *report)
{
    for (int i = 0; i < tree->described; i++) {
        const GeomsBody *b = described + i;

        if (b->joint == GEOMS_JOINT_USER
            && geoms_joint_map_load (tree->map + tree->body[tree->seat[i].body].map, b->coordinates,
                                     b->map, b->map_count, report)
                   != 0)
            return -1;
    }
    return 0;
}

void geoms_tree_free_maps (GeomsTree *tree)
{
    for (int i = 0; i < tree->maps && tree->map != NULL; i++)
        geoms_joint_map_free (tree->map + i);
}

/* ---- frames ---- */

/* a twist in axes of F in those of the ground */
static void turn_twist (const double *F, const double *from, double *to)
{
    geoms_turn3 (F, from, to);
    geoms_turn3 (F, from + 3, to + 3);
}

void geoms_map_place (GeomsTreeState *s, const GeomsTreeBody *b, const double *R_pi,
                      const double *q, GeomsTreeMotion *m, double *J)
{
    const GeomsJointMap *map = s->tree->map + b->map;
    GeomsTreeMapped *at = s->mapped + b->map;
    const double *pose = at->pose;
    double d[3];

    memcpy (at->in, q, (size_t)map->n * sizeof *q);
    at->in[2 * map->n] = s->t;
    geoms_joint_map_run (map, map->pose, at->in, at->pose);
    geoms_multiply3 (R_pi, b->turn, at->F);
    geoms_multiply3 (at->F, pose + POSE_R, m->R);
    /* l, and where F stands without it */
    geoms_turn3 (R_pi, b->at, m->l);
    geoms_set3 (m->l, at->at);
    geoms_turn3 (at->F, pose, d);
    geoms_axpy3 (1, d, m->l);
    for (int k = 0; k < map->n; k++)
        turn_twist (at->F, pose + POSE_J + 6 * k, J + 6 * k);
    turn_twist (at->F, pose + POSE_J + 6 * map->n, at->drift);
}

void geoms_map_drift (const GeomsTreeState *s, const GeomsTreeBody *b, const double *w_pi,
                      double *relative, double *c)
{
    const double *drift = s->mapped[b->map].drift;

    geoms_axpy6 (1, drift, relative);
    geoms_add_cross (w_pi, drift, c);
}

/* all of it numbers, R'R = 1 */
static int is_lost (const GeomsTreeMapped *at, int n)
{
    const double *R = at->pose + POSE_R;
    double sum = 0;

    for (int i = 0; i < POSE_J + 6 * (n + 1); i++)
        sum += 0 * at->pose[i];
    for (int i = 0; i < 6; i++)
        sum += 0 * at->rate[i];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++)
            sum = fmax (sum, fabs (geoms_dot3 (R + 3 * i, R + 3 * j) - (i == j)));
    return ! (sum <= TURNED);
}

void geoms_map_rate (GeomsTreeState *s, const GeomsTreeBody *b, const double *v, double *c)
{
    const GeomsJointMap *map = s->tree->map + b->map;
    GeomsTreeMapped *at = s->mapped + b->map;
    double rate[6];

    memcpy (at->in + map->n, v, (size_t)map->n * sizeof *v);
    geoms_joint_map_run (map, map->rate, at->in, at->rate);
    turn_twist (at->F, at->rate, rate);
    geoms_axpy6 (1, rate, c);
    at->lost = is_lost (at, map->n);
}

int geoms_tree_has_no_map (const GeomsTreeState *s)
{
    int lost = 0;

    for (int i = 0; i < s->tree->maps; i++)
        lost |= s->mapped[i].lost;
    return lost;
}

/* ---- derivatives ---- */

/* of the frame before, about the common point */
typedef struct Frame {
    const double *F;
    double from[3];
} Frame;

/* a twist about the origin of F, in its axes */
static void carry_twist (const Frame *f, const double *twist, double *to)
{
    turn_twist (f->F, twist, to);
    geoms_add_cross (f->from, to, to + 3);
}

/* sum += V x m */
static void add_motion_cross (const double *V, const double *m, double *sum)
{
    double part[6];

    geoms_motion_cross (V, m, part);
    geoms_axpy6 (1, part, sum);
}

/* psi', psi'', S' of column k; before: V_-; after: V_+, A_+ */
static void rates (GeomsTreeLinear *s, const GeomsTreeBody *b, const Frame *f, int k,
                   const double *before, const double *after, const double *vdot)
{
    const int n = b->columns;
    const double *slopes = s->state->mapped[b->map].slopes + SLOPES_RATES,
                 *each = slopes + 6 * n + (6 * n + 12) * k;
    GeomsTreeColumn *c = s->column + b->column + k;
    double *along = geoms_tree_along (s, b, k), dV[6], part[6];

    for (int l = 0; l < n; l++)
        carry_twist (f, each + 6 * l, along + 6 * l);
    carry_twist (f, each + 6 * n, dV);
    geoms_motion_cross (after, c->S, c->psi1);
    geoms_axpy6 (1, dV, c->psi1);
    carry_twist (f, each + 6 * n + 6, c->psi2);
    add_motion_cross (after + 6, c->S, c->psi2);
    add_motion_cross (after, c->psi1, c->psi2);
    add_motion_cross (before, dV, c->psi2);
    for (int l = 0; l < n && vdot != NULL; l++)
        geoms_axpy6 (vdot[l], along + 6 * l, c->psi2);
    geoms_motion_cross (before, c->S, c->S1);
    carry_twist (f, slopes + 6 * k, part);
    geoms_axpy6 (1, part, c->S1);
}

void geoms_map_pass (GeomsTreeLinear *s, int i, const double *vdot, double *V, double *A)
{
    const GeomsTreeBody *b = s->state->tree->body + i;
    const GeomsJointMap *map = s->state->tree->map + b->map;
    GeomsTreeMapped *at = s->state->mapped + b->map;
    const GeomsTreeMotion *pi = s->state->body + b->parent;
    double before[6], after[12], relative[6], rate[6];
    Frame f = {.F = at->F};

    geoms_joint_map_run (map, map->slopes, at->in, at->slopes);
    for (int k = 0; k < 3; k++)
        f.from[k] = pi->x[k] + at->at[k] - s->origin[k];
    /* V_+, A_+ */
    memcpy (before, V, sizeof before);
    carry_twist (&f, at->slopes, relative);
    carry_twist (&f, at->slopes + 6, rate);
    geoms_axpy6 (1, relative, V);
    add_motion_cross (before, relative, A);
    geoms_axpy6 (1, rate, A);
    for (int k = 0; k < b->columns && vdot != NULL; k++)
        geoms_axpy6 (vdot[k], s->column[b->column + k].S, A);
    memcpy (after, V, 6 * sizeof *V);
    memcpy (after + 6, A, 6 * sizeof *A);
    for (int k = 0; k < b->columns; k++)
        rates (s, b, &f, k, before, after, vdot);
}
