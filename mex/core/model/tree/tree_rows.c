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

static void each_coupled (const GeomsTreeSystem *s, int row, double *C, int ldc, const double *vdot,
                          double *sum)
{
    const GeomsTreeCoupling *c = s->coupling + row - s->closing;

    for (int l = 0; l < c->count; l++)
        if (C != NULL)
            C[(size_t)row + (size_t)c->velocity[l] * (size_t)ldc] += c->coefficient[l];
        else
            *sum += c->coefficient[l] * vdot[c->velocity[l]];
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

/* a row of C, ldc apart, or C v' added to the sum */
static void each_entry (const GeomsTreeSystem *s, int row, double *C, int ldc, const double *vdot,
                        double *sum)
{
    if (geoms_tree_row_couples (s, row)) {
        each_coupled (s, row, C, ldc, vdot, sum);
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
            for (int k = b->column; k < b->column + b->columns; k++) {
                const double c = entry (s, row, k, both ? 2 : i);
                if (C != NULL)
                    C[(size_t)row + (size_t)k * (size_t)ldc] += c;
                else
                    *sum += c * vdot[k];
            }
        }
}

void geoms_tree_rows (const GeomsTreeSystem *s, double *C, int ldc)
{
    for (int r = 0; r < s->m; r++)
        each_entry (s, r, C, ldc, NULL, NULL);
}

void geoms_tree_add_accelerations (const GeomsTreeSystem *s, const double *vdot, double *gII)
{
    for (int r = 0; r < s->m; r++)
        each_entry (s, r, NULL, 0, vdot, gII + r);
}
