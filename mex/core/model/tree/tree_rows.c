/* tree_rows.c - rows of loops and couplings at the state at hand: levels, entries of C, C v'
 *
 *     C_rk = S_k.w_A + S_k.w_B,   gamma = gII with v' = 0
 *     speeds:     h~ = w_A.V_A + w_B.V_B, on the levels of gI and gII
 *     couplings:  g = c'q - b (t),  gI = c'v - b',  gamma = - b'',  C_r = c'
 */
#include <math.h>

#include "tree_system.h"

void geoms_tree_levels (const GeomsTreeSystem *s, int j, const double *x, double *g, double *gI,
                        double *gII)
{
    const double *v = geoms_tree_velocities (s, x), *p = geoms_tree_positions (s, x);

    for (int k = 0; k < s->m; k++) {
        double level[3];

        if (geoms_tree_row_couples (s, k))
            continue;
        geoms_row_levels (s->row + k, s->sides + s->row[k].loop, level);
        if (k < s->nl)
            g[k] = level[0];
        gI[k] = level[1];
        gII[k] = level[2];
    }
    for (int i = 0, k = s->closing; i < s->couplings; i++, k++) {
        const GeomsTreeCoupling *c = s->coupling + i;

        g[k] = -c->offset - geoms_tree_signal (s, c->signal, 0, j);
        gI[k] = -geoms_tree_signal (s, c->signal, 1, j);
        gII[k] = -geoms_tree_signal (s, c->signal, 2, j);
        for (int l = 0; l < c->count; l++) {
            g[k] += c->coefficient[l] * p[c->coordinate[l]];
            gI[k] += c->coefficient[l] * v[c->velocity[l]];
        }
    }
}

/* what becomes of the entries of a row: numbers of C, ldc apart, or by its pattern (ldc 0), or C v'
 * added to the sum */
typedef struct Target {
    double *C;
    int ldc;
    const double *vdot;
    double *sum;
} Target;

GEOMS_INLINE void put_entry (const GeomsTreeSystem *s, const Target *to, int row, int k, double c)
{
    if (to->C == NULL)
        *to->sum += c * to->vdot[k];
    else if (to->ldc > 0)
        to->C[(size_t)row + (size_t)k * (size_t)to->ldc] += c;
    else
        to->C[geoms_tree_place_row (s, row, k)] += c;
}

static void each_coupled (const GeomsTreeSystem *s, int row, const Target *to)
{
    const GeomsTreeCoupling *c = s->coupling + row - s->closing;

    for (int l = 0; l < c->count; l++)
        put_entry (s, to, row, c->velocity[l], c->coefficient[l]);
}

/* S_k.w of side 0, 1 or both (2); 0 where rounding is all that is left of its terms: rows that say
 * what joints hold anyway are rows of zeros then, not of noise whose rank would be looked for */
static double entry (const GeomsTreeSystem *s, int row, int k, int side)
{
    const double *S = s->linear.column[k].S, *w = s->wrench + 12 * row;
    const double sum
        = (side == 1 ? 0 : geoms_dot6 (S, w)) + (side == 0 ? 0 : geoms_dot6 (S, w + 6));
    double size[2], terms;

    geoms_row_sizes (s->row + row, s->sides + s->row[row].loop, size);
    terms = geoms_largest3 (S) * size[0] + geoms_largest3 (S + 3) * size[1];
    return fabs (sum) > GEOMS_TREE_NOISE * terms ? sum : 0;
}

static void each_entry (const GeomsTreeSystem *s, int row, const Target *to)
{
    if (geoms_tree_row_couples (s, row)) {
        each_coupled (s, row, to);
        return;
    }
    const GeomsTreePoint *side = s->loop[s->row[row].loop].side;

    for (int i = 0; i < 2; i++)
        for (int at = side[i].body; at != GEOMS_GROUND; at = s->tree.body[at].parent) {
            const GeomsTreeBody *b = s->tree.body + at;
            const int both = side[1 - i].body != GEOMS_GROUND
                             && geoms_tree_hangs (&s->tree, side[1 - i].body, at);
            if (i == 1 && both)
                break;
            for (int k = b->column; k < b->column + b->columns; k++)
                put_entry (s, to, row, k, entry (s, row, k, both ? 2 : i));
        }
}

void geoms_tree_rows (const GeomsTreeSystem *s, double *C, int ldc)
{
    const Target to = {.C = C, .ldc = ldc};

    for (int r = 0; r < s->m; r++)
        each_entry (s, r, &to);
}

void geoms_tree_row_values (const GeomsTreeSystem *s, double *values)
{
    const Target to = {.C = values};

    for (int r = 0; r < s->m; r++)
        each_entry (s, r, &to);
}

void geoms_tree_add_accelerations (const GeomsTreeSystem *s, const double *vdot, double *gII)
{
    for (int r = 0; r < s->m; r++)
        each_entry (s, r, &(Target){.vdot = vdot, .sum = gII + r});
}
