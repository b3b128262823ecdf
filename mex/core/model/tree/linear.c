/* linear.c - columns, velocities and accelerations of a tree about one common point: linear.h */
#include <string.h>

#include "linear.h"

void geoms_tree_linear_create (GeomsTreeLinear *s, const GeomsTreeState *state, GeomsArena *arena)
{
    const size_t count = (size_t)state->tree->count;

    s->state = state;
    s->column = geoms_arena_get (arena, (size_t)(state->tree->nv + state->tree->driven),
                                 sizeof *s->column);
    s->V = geoms_arena_reals (arena, 6 * count);
    s->A = geoms_arena_reals (arena, 6 * count);
    s->I = geoms_arena_reals (arena, GEOMS_INERTIA * count);
    s->B = geoms_arena_reals (arena, 36 * count);
    s->f = geoms_arena_reals (arena, 6 * count);
    s->along = geoms_arena_reals (
        arena, 6 * GEOMS_MOST_COLUMNS * GEOMS_MOST_COLUMNS * (size_t)state->tree->maps);
}

/* J, about the joint's point at s from the common one, there: the translation less rotation x s */
static void column_about (const double *J, const double *s, double *S)
{
    memcpy (S, J, 6 * sizeof *S);
    geoms_add_cross (s, J, S + 3);
}

/* psi', psi'', S' of a column; V, A before it, and V that S turns with */
static void rates (GeomsTreeColumn *c, const double *V, const double *A, const double *V_turning)
{
    double part[6];

    geoms_motion_cross (V, c->S, c->psi1);
    geoms_motion_cross (A, c->S, c->psi2);
    geoms_motion_cross (V, c->psi1, part);
    geoms_axpy6 (1, part, c->psi2);
    geoms_motion_cross (V_turning, c->S, c->S1);
}

/* V, A of the predecessor become those of the body: A += S v' + S' v; v, v' are those of the
 * joint */
static void pass (GeomsTreeLinear *s, const GeomsTreeBody *b, const double *v, const double *vdot,
                  double *V, double *A)
{
    const int turns = geoms_joint_turns (b->joint), first = b->column;
    const int last = first + b->columns + b->driven, block = turns ? last - 3 : last;
    double V_before[6], A_before[6], V_after[6];

    for (int k = first; k < last; k++) {
        GeomsTreeColumn *c = s->column + k;
        if (k == block) {
            memcpy (V_before, V, sizeof V_before);
            memcpy (A_before, A, sizeof A_before);
            memcpy (V_after, V, sizeof V_after);
            for (int j = block; j < last; j++)
                geoms_axpy6 (v[j - first], s->column[j].S, V_after);
        }
        if (k < block)
            rates (c, V, A, V);
        else
            rates (c, V_before, A_before, V_after);
        geoms_axpy6 (v[k - first], c->S, V);
        geoms_axpy6 (v[k - first], c->S1, A);
        if (vdot != NULL)
            geoms_axpy6 (vdot[k - first], c->S, A);
    }
}

void geoms_tree_linear_begin (GeomsTreeLinear *s)
{
    if (s->state->tree->count > 0)
        geoms_set3 (s->state->body[0].x, s->origin);
}

void geoms_tree_linear_velocity (GeomsTreeLinear *s, int i)
{
    const GeomsTreeMotion *m = s->state->body + i;
    double *V = s->V + 6 * i, to[3];

    for (int k = 0; k < 3; k++)
        to[k] = s->origin[k] - m->x[k];
    geoms_set3 (m->w, V);
    geoms_set3 (m->v, V + 3);
    geoms_add_cross (m->w, to, V + 3);
}

void geoms_tree_linearise (GeomsTreeLinear *s, const double *v, const double *vdot)
{
    const GeomsTree *tree = s->state->tree;

    geoms_tree_linear_begin (s);
    for (int i = 0; i < tree->count; i++) {
        const GeomsTreeBody *b = tree->body + i;
        double *V = s->V + 6 * i, *A = s->A + 6 * i, from[3];

        for (int k = 0; k < 3; k++)
            from[k] = s->state->body[i].x[k] - s->origin[k];
        for (int k = b->column; k < b->column + b->columns + b->driven; k++)
            column_about (s->state->J + 6 * k, from, s->column[k].S);
        memset (V, 0, 6 * sizeof *V);
        memset (A, 0, 6 * sizeof *A);
        if (b->parent != GEOMS_GROUND) {
            memcpy (V, s->V + 6 * b->parent, 6 * sizeof *V);
            memcpy (A, s->A + 6 * b->parent, 6 * sizeof *A);
        }
        if (b->joint == GEOMS_JOINT_USER)
            geoms_map_pass (s, i, vdot != NULL ? vdot + b->column : NULL, V, A);
        else if (b->driven)
            pass (s, b, s->state->drive[1] + b->q, s->state->drive[2] + b->q, V, A);
        else
            pass (s, b, v + b->column, vdot != NULL ? vdot + b->column : NULL, V, A);
    }
}

void geoms_tree_linear_body (GeomsTreeLinear *s, int i)
{
    const double *V = s->V + 6 * i;
    double *I = s->I + GEOMS_INERTIA * i, *f = s->f + 6 * i, *B = s->B + 36 * i, from[3], h[6],
           part[6], A[6];

    /* I, f */
    for (int k = 0; k < 3; k++)
        from[k] = s->state->body[i].x[k] - s->origin[k];
    memset (I, 0, GEOMS_INERTIA * sizeof *I);
    geoms_inertia_add_carried_back (from, s->state->A + GEOMS_INERTIA * i, I);
    geoms_inertia_apply (I, V, h);
    memcpy (A, s->A + 6 * i, sizeof A);
    geoms_axpy3 (-1, s->state->gravity, A + 3);
    geoms_inertia_apply (I, A, f);
    geoms_wrench_cross (V, h, part);
    geoms_axpy6 (1, part, f);
    /* 2B, a unit turn after the other */
    memset (B, 0, 36 * sizeof *B);
    for (int k = 0; k < 3; k++) {
        double a[3] = {0}, across[6], *to = B + 6 * k;

        a[k] = 1;
        geoms_cross (V, a, across);
        geoms_cross (V + 3, a, across + 3);
        geoms_symmetric3 (I, across, part);
        geoms_turn3 (I + 6, across + 3, part + 3);
        geoms_cross (a, h, to);
        geoms_axpy3 (-1, part, to);
        geoms_axpy3 (-1, part + 3, to);
        geoms_symmetric3 (I, a, part);
        geoms_add_cross (V, part, to);
        geoms_turn_back3 (I + 6, a, part);
        geoms_add_cross (V + 3, part, to);
        geoms_cross (a, h + 3, to + 3);
        geoms_axpy3 (1, to + 3, to + 3);
    }
}
