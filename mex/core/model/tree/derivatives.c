/* derivatives.c - inverse dynamics along all directions, O(N d) for depth d
 *
 *     I, 2B, f of each body (linear.c), sums inward
 *     column i:  t1 = I psi'' + 2B psi' + S x* f     t2 = 2B S + I (psi' + S')
 *                t3 = (2B)'S                         t4 = I S
 *     for columns j of the same body, not behind i, and of its ancestors:
 *         d tau_i/d q_j = psi'_j.t3 + psi''_j.t4     d tau_i/d v_j = S_j.t3 + (psi'_j + S'_j).t4
 *         d tau_j/d q_i = S_j.t1                     d tau_j/d v_i = S_j.t2       (j before i)
 *
 * Gravity is an acceleration of the ground by -g: A and psi'' are those with it here.
 *
 * I, B, f of a column are those of all that hangs behind it. Of the three columns of a quaternion
 * each counts as behind the two others, and only the rows i are taken. Within a joint of the user's
 *
 *     d tau_j/d q_i = S_j.t1 + dS_j/dq_i.f     d tau_j/d v_i = S_j.t2
 */
#include <string.h>

#include "linear.h"

/* psi'' + (0; -g) x S */
void geoms_tree_let_fall (GeomsTreeLinear *s)
{
    for (int k = 0; k < s->state->tree->nv; k++) {
        GeomsTreeColumn *c = s->column + k;

        memcpy (c->falling, c->psi2, sizeof c->falling);
        geoms_add_cross (c->S, s->state->gravity, c->falling + 3);
    }
}

typedef struct Terms {
    double t1[6], t2[6], t3[6], t4[6];
} Terms;

/* the two matrices, nv x nv, and the pattern of both */
typedef struct Slopes {
    const GeomsPattern *pattern;
    int nv;
    double *by_q, *by_v;
} Slopes;

static Terms terms_of (const GeomsTreeColumn *c, const double *I, const double *B, const double *f)
{
    Terms t;
    double sum[6], part[6];

    /* t4, t2, t3 */
    geoms_inertia_apply (I, c->S, t.t4);
    memcpy (sum, c->psi1, sizeof sum);
    geoms_axpy6 (1, c->S1, sum);
    geoms_inertia_apply (I, sum, t.t2);
    geoms_inertia_apply (I, c->falling, t.t1);
    for (int k = 0; k < 6; k++) {
        geoms_axpy6 (c->S[k], B + 6 * k, t.t2);
        geoms_axpy6 (c->psi1[k], B + 6 * k, t.t1);
        t.t3[k] = geoms_dot6 (B + 6 * k, c->S);
    }
    geoms_wrench_cross (c->S, f, part);
    geoms_axpy6 (1, part, t.t1);
    return t;
}

/* entries (i, j) and, unless the columns are of one quaternion, (j, i) */
static void fill (const Terms *t, const GeomsTreeColumn *c, int i, int j, int both,
                  const Slopes *to)
{
    const size_t ij = geoms_pattern_place (to->pattern, to->nv, i, j);

    to->by_q[ij] = geoms_dot6 (c->psi1, t->t3) + geoms_dot6 (c->falling, t->t4);
    to->by_v[ij]
        = geoms_dot6 (c->S, t->t3) + geoms_dot6 (c->psi1, t->t4) + geoms_dot6 (c->S1, t->t4);
    if (! both)
        return;
    const size_t ji = geoms_pattern_place (to->pattern, to->nv, j, i);

    to->by_q[ji] = geoms_dot6 (c->S, t->t1);
    to->by_v[ji] = geoms_dot6 (c->S, t->t2);
}

/* entry (j, i) within a joint of the user's: its columns change by themselves */
static void fill_own (const GeomsTreeLinear *s, const Terms *t, int at, int i, int j,
                      const Slopes *to)
{
    const GeomsTreeBody *b = s->state->tree->body + at;
    const size_t ji = geoms_pattern_place (to->pattern, to->nv, j, i);
    const double *S = s->column[j].S,
                 *along = geoms_tree_along (s, b, i - b->column) + 6 * (j - b->column);

    to->by_q[ji] = geoms_dot6 (S, t->t1) + geoms_dot6 (along, s->f + 6 * at);
    to->by_v[ji] = geoms_dot6 (S, t->t2);
}

static void fill_column (GeomsTreeLinear *s, int at, int i, const Slopes *to)
{
    const GeomsTree *tree = s->state->tree;
    const GeomsTreeBody *b = tree->body + at;
    const int last = b->column + b->columns, block = b->column + geoms_tree_plain (b),
              own = b->joint == GEOMS_JOINT_USER;
    const Terms t
        = terms_of (s->column + i, s->I + GEOMS_INERTIA * at, s->B + 36 * at, s->f + 6 * at);

    for (int j = b->column; j < (own || i >= block ? last : i + 1); j++)
        if (own)
            fill_own (s, &t, at, i, j, to);
        else
            fill (&t, s->column + j, i, j, j < block && j != i, to);
    for (int up = b->parent; up != GEOMS_GROUND; up = tree->body[up].parent)
        for (int j = tree->body[up].column; j < tree->body[up].column + tree->body[up].columns; j++)
            fill (&t, s->column + j, i, j, 1, to);
}

void geoms_tree_inverse_derivatives (GeomsTreeLinear *s, const GeomsPattern *pattern, double *by_q,
                                     double *by_v)
{
    const GeomsTree *tree = s->state->tree;
    const size_t all = geoms_pattern_values (pattern, tree->nv, tree->nv);
    const Slopes to = {pattern, tree->nv, by_q, by_v};

    memset (by_q, 0, all * sizeof *by_q);
    memset (by_v, 0, all * sizeof *by_v);
    geoms_tree_let_fall (s);
    for (int i = 0; i < tree->count; i++)
        geoms_tree_linear_body (s, i);
    for (int i = tree->count - 1; i >= 0; i--) {
        const GeomsTreeBody *b = tree->body + i;

        for (int k = b->column; k < b->column + b->columns; k++)
            fill_column (s, i, k, &to);
        if (b->parent == GEOMS_GROUND)
            continue;
        for (int k = 0; k < GEOMS_INERTIA; k++)
            s->I[GEOMS_INERTIA * b->parent + k] += s->I[GEOMS_INERTIA * i + k];
        for (int k = 0; k < 36; k++)
            s->B[36 * b->parent + k] += s->B[36 * i + k];
        geoms_axpy6 (1, s->f + 6 * i, s->f + 6 * b->parent);
    }
}
