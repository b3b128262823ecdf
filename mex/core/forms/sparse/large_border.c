/* large_border.c - w, accelerations and multipliers as the other unknowns move them, at the
 * linearisation, where there are auxiliary variables
 *
 *     [ M   C' - f_l  -F_w     ] [d alpha]   [  F_x dx             ]
 *     [ C   - omega   Gamma_w  ] [d l    ] = [ -Gamma_x dx - a1    ]
 *     [ 0   d_l       d_w      ] [d w    ]   [ -d_x dx - a_d       ]
 *
 * psi1, where l is no function of the state: d_w d w = - d_x dx - a_d. Pivots are chosen anew each time.
 */
#include <string.h>

#include "large.h"

/* an entry of B, as it is or times -1; 0: nothing of the border */
static int place_of (const GeomsLarge *s, int i, int j, int *row, int *column)
{
    const GeomsEquations *e = s->form.eq;
    const int nv = e->d.nv, m = s->m, w = s->index1 ? 0 : nv + m;

    if (j < e->d.nw)
        *column = w + j;
    else if (j < e->n1 && ! s->index1)
        *column = nv + j - e->d.nw;
    else if (j >= e->o3 && j < e->o4 && i >= e->r_gI && i < e->r_e && ! s->index1) {
        *row = nv + i - e->r_gI;
        *column = j - e->o3;
        return 1;
    } else
        return 0;
    if (i < e->d.nw)
        *row = w + i;
    else if (i < e->r_gI && ! s->index1)
        *row = nv + i - e->r_gII;
    else if (i >= e->r_v && i < e->r_p && ! s->index1)
        *row = i - e->r_v;
    else
        return 0;
    return i >= e->r_v ? -1 : 1;
}

/* number of an entry: of B with its sign, of M behind them */
static int add_entries (const GeomsLarge *s, GeomsSparseBuilder *b)
{
    const GeomsEquations *e = s->form.eq;
    int row = 0, column = 0;

    for (int j = 0; j < e->o4; j++)
        for (int k = s->B.start[j]; k < s->B.start[j + 1]; k++) {
            const int sign = place_of (s, s->B.row[k], j, &row, &column);

            if (sign != 0)
                geoms_builder_add (b, row, column, sign > 0 ? k : -1 - k);
        }
    return b->count;
}

int geoms_large_border_create (GeomsLarge *s, GeomsArena *arena)
{
    const GeomsEquations *e = s->form.eq;
    const int nv = e->d.nv, n = s->index1 ? e->d.nw : nv + s->m + e->d.nw;
    GeomsLargeBorder *to = &s->border;
    GeomsSparseBuilder b;
    int failed;

    geoms_builder_begin (&b, n, n, arena);
    to->of_B = add_entries (s, &b);
    for (int j = 0; j < nv && ! s->index1; j++)
        for (int k = s->M.start[j]; k < s->M.start[j + 1]; k++)
            geoms_builder_add (&b, s->M.row[k], j, k);
    to->of_M = b.count - to->of_B;
    for (int i = 0; i < s->m && s->redundant && ! s->index1; i++)
        geoms_builder_add (&b, nv + i, nv + i, i);
    to->count = b.count;
    to->source = geoms_arena_ints (arena, (size_t)b.count);
    to->place = geoms_arena_ints (arena, (size_t)b.count);
    to->y = geoms_arena_reals (arena, (size_t)n);
    failed = arena->failed || geoms_builder_finish (&b, &to->A, to->place) != 0;
    if (! failed) {
        memcpy (to->source, b.source, (size_t)b.count * sizeof *to->source);
        to->lu = geoms_sparse_lu_create (n, to->A.start, to->A.row);
        failed = to->lu == NULL;
    }
    geoms_builder_free (&b);
    return failed ? -1 : 0;
}

int geoms_large_border_factor (GeomsLarge *s)
{
    GeomsLargeBorder *to = &s->border;
    double *A = to->A.value;

    memset (A, 0, (size_t)geoms_sparse_count (&to->A) * sizeof *A);
    for (int k = 0; k < to->of_B; k++)
        A[to->place[k]] += to->source[k] >= 0 ? s->b[to->source[k]] : -s->b[-1 - to->source[k]];
    for (int k = to->of_B; k < to->of_B + to->of_M; k++)
        A[to->place[k]] += s->mass[to->source[k]];
    for (int k = to->of_B + to->of_M; k < to->count; k++)
        A[to->place[k]] -= s->linear.omega[to->source[k]];
    return geoms_sparse_lu_factor (to->lu, 0, A, 1);
}

void geoms_large_border_solve (GeomsLarge *s, const double *a_d, const double *a1, double *alpha,
                               double *x1)
{
    const GeomsEquations *e = s->form.eq;
    const GeomsLargeBorder *by = &s->border;
    const int nv = e->d.nv, m = s->m, nw = e->d.nw, w = s->index1 ? 0 : nv + m;
    const double *carried = s->carried;
    double *y = by->y;

    for (int i = 0; i < nv && ! s->index1; i++)
        y[i] = carried[i];
    for (int i = 0; i < m && ! s->index1; i++)
        y[nv + i] = -carried[nv + i] - (a1 != NULL ? a1[i] : 0);
    for (int i = 0; i < nw; i++)
        y[w + i] = -carried[nv + m + i] - a_d[i];
    geoms_sparse_lu_solve (by->lu, 0, 1, y, by->A.n);
    memcpy (x1, y + w, (size_t)nw * sizeof *y);
    if (s->index1) {
        memset (x1 + nw, 0, (size_t)m * sizeof *y);
        return;
    }
    if (alpha != NULL)
        memcpy (alpha, y, (size_t)nv * sizeof *y);
    memcpy (x1 + nw, y + nv, (size_t)m * sizeof *y);
    if (s->redundant)
        geoms_large_least (s, s->c, x1 + nw);
}
