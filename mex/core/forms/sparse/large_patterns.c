/* large_patterns.c - which entries of B, M and C stand where in the Newton matrix, in saddles and in
 * products F D F': found once, and then values are put there
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "large.h"
#include "model/pattern.h"

static void translate (int count, const int *place, int *list)
{
    for (int k = 0; k < count; k++)
        list[k] = place[list[k]];
}

/* ---- the Newton matrix ---- */

static void lay_out (const GeomsLarge *s, GeomsLargeSystem *N)
{
    const GeomsEquations *e = s->form.eq;

    N->row_2 = e->d.nw;
    N->row_3 = N->row_2 + s->m;
    N->row_b = N->row_3 + s->m3;
    N->row_v = N->row_b + e->d.nr;
    N->row_p = N->row_v + e->d.nv;
    N->row_s = N->row_p + e->d.np;
    N->row_II = N->row_s + e->d.ns;
    N->row_alpha = N->row_II + s->m;
    N->eta = e->n + s->m3;
    N->alpha = N->eta + s->m;
    N->n = s->general ? N->alpha + e->d.nv : N->eta;
}

/* an entry of the rows gI, h~; that of C also turned, and for accelerations */
static void place_velocity (GeomsLarge *s, GeomsSparseBuilder *b, int k, int i, int j)
{
    const GeomsEquations *e = s->form.eq;
    GeomsLargeSystem *N = &s->newton;
    const int jv = j - e->o3;

    geoms_sparse_map_note (&N->plus, b, N->row_2 + i, j, k);
    if (! s->general || j < e->o3 || j >= e->o4)
        return;
    if (s->accelerates && s->weights != NULL)
        geoms_sparse_map_note (&N->metric, b, N->row_v + jv, N->eta + i, j);
    geoms_sparse_map_note (&N->plus, b, N->row_v + jv, N->eta + i, k);
    geoms_sparse_map_note (&N->plus, b, N->row_II + i, N->alpha + jv, k);
}

/* an entry of the rows c, g, also turned */
static void place_position (GeomsLarge *s, GeomsSparseBuilder *b, int k, int i, int j)
{
    const GeomsEquations *e = s->form.eq;
    GeomsLargeSystem *N = &s->newton;

    geoms_sparse_map_note (&N->plus, b, N->row_3 + i, j, k);
    if (j >= e->op && s->weights != NULL)
        geoms_sparse_map_note (&N->metric, b, N->row_p + j - e->op, e->n + i, j);
    if (j >= e->op)
        geoms_sparse_map_note (&N->plus, b, N->row_p + j - e->op, e->n + i, k);
    else if (j >= e->o4)
        geoms_sparse_map_note (&N->plus, b, N->row_s + j - e->o4, e->n + i, k);
}

static void place_entry (GeomsLarge *s, GeomsSparseBuilder *b, int k, int i, int j)
{
    const GeomsEquations *e = s->form.eq;
    GeomsLargeSystem *N = &s->newton;

    if (i < e->r_gII)
        geoms_sparse_map_note (&N->plus, b, i, j, k);
    else if (i < e->r_gI && s->general)
        geoms_sparse_map_note (&N->plus, b, N->row_II + i - e->r_gII, j, k);
    else if (i >= e->r_gI && i < e->r_e)
        place_velocity (s, b, k, i - e->r_gI, j);
    else if (i >= e->r_c && i < e->r_b)
        place_position (s, b, k, i - e->r_c, j);
    else if (i >= e->r_b && i < e->r_v)
        geoms_sparse_map_note (&N->minus, b, N->row_b + i - e->r_b, j, k);
    else if (i >= e->r_v && i < e->r_p) {
        if (! s->accelerates)
            geoms_sparse_map_note (&N->minus, b, N->row_v + i - e->r_v, j, k);
        if (s->general)
            geoms_sparse_map_note (&N->minus, b, N->row_alpha + i - e->r_v, j, k);
    } else if (i >= e->r_p)
        geoms_sparse_map_note (&N->minus, b, N->row_p + i - e->r_p, j, k);
}

/* M, or its diagonal of ones */
static void place_mass (GeomsLarge *s, GeomsSparseBuilder *b)
{
    const GeomsEquations *e = s->form.eq;
    GeomsLargeSystem *N = &s->newton;

    for (int j = 0; j < e->d.nv; j++) {
        if (s->accelerates) {
            geoms_sparse_map_note (&N->shift, b, N->row_v + j, e->o3 + j, 0);
            geoms_sparse_map_note (&N->less, b, N->row_v + j, N->alpha + j, 0);
        }
        for (int k = s->M.start[j]; k < s->M.start[j + 1]; k++) {
            if (! s->accelerates)
                geoms_sparse_map_note (&N->inertia, b, N->row_v + s->M.row[k], e->o3 + j, k);
            if (s->general)
                geoms_sparse_map_note (&N->mass, b, N->row_alpha + s->M.row[k], N->alpha + j, k);
        }
    }
}

/* the diagonals of rows that may depend on each other */
static void place_omega (GeomsLarge *s, GeomsSparseBuilder *b)
{
    const GeomsEquations *e = s->form.eq;
    GeomsLargeSystem *N = &s->newton;
    const int column = s->general ? N->eta : e->d.nw;

    for (int i = 0; i < s->m; i++) {
        N->omega_2[i] = geoms_builder_add (b, N->row_2 + i, column + i, 0);
        if (s->general)
            N->omega_II[i] = geoms_builder_add (b, N->row_II + i, e->d.nw + i, 0);
    }
    for (int i = 0; i < s->m3; i++)
        N->omega_3[i] = geoms_builder_add (b, N->row_3 + i, e->n + i, 0);
}

static int make_newton (GeomsLarge *s, GeomsArena *arena)
{
    const GeomsEquations *e = s->form.eq;
    GeomsLargeSystem *N = &s->newton;
    GeomsSparseMap *maps[] = {&N->plus, &N->minus, &N->inertia, &N->mass,
                             &N->shift, &N->less, &N->metric};
    GeomsSparseBuilder b;
    GeomsArena scratch = {0};
    int *place, failed;

    lay_out (s, N);
    N->omega_2 = geoms_arena_ints (arena, (size_t)s->m);
    N->omega_II = geoms_arena_ints (arena, (size_t)s->m);
    N->omega_3 = geoms_arena_ints (arena, (size_t)s->m3);
    if (arena->failed)
        return 1;
    geoms_builder_begin (&b, N->n, N->n, arena);
    for (int j = 0; j < e->n; j++)
        for (int k = s->B.start[j]; k < s->B.start[j + 1]; k++)
            place_entry (s, &b, k, s->B.row[k], j);
    place_mass (s, &b);
    for (int i = 0; i < e->d.nr; i++)
        geoms_sparse_map_note (&N->shift, &b, N->row_b + i, e->o2 + i, 0);
    for (int i = 0; i < e->d.np; i++)
        geoms_sparse_map_note (&N->shift, &b, N->row_p + i, e->op + i, 0);
    if (s->redundant)
        place_omega (s, &b);
    place = geoms_arena_ints (&scratch, (size_t)b.count);
    failed = place == NULL || geoms_builder_finish (&b, &N->A, place) != 0;
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        geoms_sparse_map_keep (maps[i], failed ? NULL : place, arena);
    if (! failed && s->redundant) {
        translate (s->m, place, N->omega_2);
        translate (s->general ? s->m : 0, place, N->omega_II);
        translate (s->m3, place, N->omega_3);
    }
    geoms_builder_free (&b);
    geoms_arena_free (&scratch);
    return failed || arena->failed;
}

/* ---- saddles that are factored as they stand ---- */

static int make_saddle (GeomsLarge *s, GeomsArena *arena)
{
    const GeomsEquations *e = s->form.eq;
    const int nv = e->d.nv;
    GeomsSparseMap *maps[] = {&s->K_M, &s->K_C, &s->K_Ct, &s->K_l};
    GeomsSparseBuilder b;
    GeomsArena scratch = {0};
    int *place, failed;

    s->K_omega = geoms_arena_ints (arena, (size_t)s->m);
    if (arena->failed)
        return 1;
    geoms_builder_begin (&b, nv + s->m, nv + s->m, arena);
    for (int j = 0; j < nv; j++) {
        for (int k = s->M.start[j]; k < s->M.start[j + 1]; k++)
            geoms_sparse_map_note (&s->K_M, &b, s->M.row[k], j, k);
        for (int k = s->C.start[j]; k < s->C.start[j + 1]; k++) {
            geoms_sparse_map_note (&s->K_C, &b, nv + s->C.row[k], j, k);
            geoms_sparse_map_note (&s->K_Ct, &b, j, nv + s->C.row[k], k);
        }
    }
    for (int k = 0; k < s->friction.count; k++) /* column l, row of f */
        geoms_sparse_map_note (&s->K_l, &b, s->friction.place[k] % nv, nv + s->friction.place[k] / nv, k);
    for (int i = 0; i < s->m && s->redundant; i++)
        s->K_omega[i] = geoms_builder_add (&b, nv + i, nv + i, 0);
    place = geoms_arena_ints (&scratch, (size_t)b.count);
    failed = place == NULL || geoms_builder_finish (&b, &s->K, place) != 0;
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        geoms_sparse_map_keep (maps[i], failed ? NULL : place, arena);
    if (! failed && s->redundant)
        translate (s->m, place, s->K_omega);
    geoms_builder_free (&b);
    geoms_arena_free (&scratch);
    return failed || arena->failed;
}

/* entries of f by l in B: friction.place is row + nv * number of the multiplier, held.entry that of C
 * at the same place, or -1 */
static int find_friction (GeomsLarge *s, GeomsArena *arena)
{
    const GeomsEquations *e = s->form.eq;
    const size_t most = e->friction ? (size_t)(s->B.start[e->n1] - s->B.start[e->d.nw]) : 0;
    GeomsSparseMap *f = &s->friction;

    f->entry = geoms_arena_ints (arena, most);
    f->place = geoms_arena_ints (arena, most);
    s->held = geoms_arena_ints (arena, most);
    s->f_l = geoms_arena_reals (arena, most);
    for (int i = 0; i < s->m && most > 0 && ! arena->failed; i++)
        for (int k = s->B.start[e->d.nw + i]; k < s->B.start[e->d.nw + i + 1]; k++)
            if (s->B.row[k] >= e->r_v && s->B.row[k] < e->r_p) {
                const int j = s->B.row[k] - e->r_v;

                s->held[f->count] = geoms_pattern_find (&s->C, i, j);
                f->entry[f->count] = k;
                f->place[f->count++] = j + e->d.nv * i;
            }
    return arena->failed;
}

/* what moves accelerations and multipliers */
static int find_moving (GeomsLarge *s, GeomsArena *arena)
{
    const GeomsEquations *e = s->form.eq;
    const size_t most = (size_t)(s->B.start[e->n] - s->B.start[e->o2]);
    GeomsSparseMap *map = &s->moving;

    map->entry = geoms_arena_ints (arena, most);
    map->place = geoms_arena_ints (arena, most);
    s->moving_column = geoms_arena_ints (arena, most);
    s->carried = geoms_arena_reals (arena, 3 * (size_t)(e->d.nv + e->n1));
    for (int j = e->o2; j < e->n && ! arena->failed; j++)
        for (int k = s->B.start[j]; k < s->B.start[j + 1]; k++) {
            const int row = s->B.row[k], force = row >= e->r_v && row < e->r_p;

            if (! force && row >= e->r_gI)
                continue;
            s->moving_column[map->count] = j;
            map->place[map->count] = force            ? row - e->r_v
                                     : row < e->r_gII ? e->d.nv + s->m + row
                                                      : e->d.nv + row - e->r_gII;
            map->entry[map->count++] = k;
        }
    return arena->failed;
}

/* ---- products F D F' ---- */

void geoms_large_gram_fill (const GeomsLargeGram *g, const double *F, const double *DF,
                            GeomsLDLFactors *f)
{
    const int *pair = g->pair;
    double *to = f->value;

    memset (to, 0, (size_t)g->ldl.count * sizeof *to);
    for (int j = 0; j < g->k; j++)
        for (int a = g->start[j]; a < g->start[j + 1]; a++)
            for (int c = g->start[j]; c <= a; c++)
                to[*pair++] += DF[a] * F[c];
}

int geoms_large_gram_factor (const GeomsLargeGram *g, const double *F, const double *DF,
                             double omega, GeomsLDLFactors *f)
{
    double *to = f->value;

    geoms_large_gram_fill (g, F, DF, f);
    for (int i = 0; i < g->m && omega > 0; i++)
        to[g->ldl.diagonal[i]] += geoms_large_part (omega, to[g->ldl.diagonal[i]]);
    return geoms_sparse_ldl_factor (&g->ldl, f);
}

static int make_gram (GeomsLargeGram *g, int m, int k, const int *start, const int *row,
                      GeomsArena *arena)
{
    GeomsArena scratch = {0};
    size_t count = 0;
    int *i, *j, failed;

    g->m = m;
    g->k = k;
    g->start = start;
    g->row = row;
    for (int l = 0; l < k; l++) {
        const size_t entries = (size_t)(start[l + 1] - start[l]);
        count += entries * (entries + 1) / 2;
    }
    i = geoms_arena_ints (&scratch, count);
    j = geoms_arena_ints (&scratch, count);
    g->pair = geoms_arena_ints (arena, count);
    failed = arena->failed || scratch.failed || count > INT_MAX;
    count = 0;
    for (int l = 0; l < k && ! failed; l++)
        for (int a = start[l]; a < start[l + 1]; a++)
            for (int c = start[l]; c <= a; c++) {
                i[count] = row[a];
                j[count++] = row[c];
            }
    if (! failed)
        failed = geoms_sparse_ldl_create (&g->ldl, m, (int)count, i, j, g->pair, arena);
    geoms_arena_free (&scratch);
    return failed;
}

/* row of B as one of positions: of c, g, then of e where it is kept; -1: of neither */
static int row_of_positions (const GeomsLarge *s, int row)
{
    const GeomsEquations *e = s->form.eq;

    if (row >= e->r_c && row < e->r_b)
        return row - e->r_c;
    return s->kept > 0 && row >= e->r_e && row < e->r_c ? s->m3 + row - e->r_e : -1;
}

/* F34 by columns: the rows c, g, e of B by s and p */
static int make_position (GeomsLarge *s, GeomsArena *arena)
{
    const GeomsEquations *e = s->form.eq;
    const size_t most = (size_t)(s->B.start[e->n] - s->B.start[e->o4]);
    int *start = geoms_arena_ints (arena, (size_t)e->n4 + 1), *row = geoms_arena_ints (arena, most),
        count = 0;

    s->F34_in_B = geoms_arena_ints (arena, most);
    if (arena->failed)
        return 1;
    for (int j = 0; j < e->n4; j++) {
        for (int k = s->B.start[e->o4 + j]; k < s->B.start[e->o4 + j + 1]; k++)
            if (row_of_positions (s, s->B.row[k]) >= 0) {
                row[count] = row_of_positions (s, s->B.row[k]);
                s->F34_in_B[count++] = k;
            }
        start[j + 1] = count;
    }
    s->entries_of_F34 = count;
    s->F34 = geoms_arena_reals (arena, (size_t)count);
    return arena->failed || make_gram (&s->position, s->rows3, e->n4, start, row, arena) != 0;
}

/* whether rows of positions are those of velocities */
static int same_rows (const GeomsLarge *s)
{
    const GeomsEquations *e = s->form.eq;
    const GeomsLargeGram *a = &s->velocity, *b = &s->position;

    return ! e->model->kinematics && e->d.ns + e->d.nm + s->kept == 0 && s->weights == NULL
           && memcmp (a->start, b->start, ((size_t)e->d.nv + 1) * sizeof *a->start) == 0
           && memcmp (a->row, b->row, (size_t)a->start[e->d.nv] * sizeof *a->row) == 0;
}

int geoms_large_patterns (GeomsLarge *s, GeomsArena *arena)
{
    const GeomsEquations *e = s->form.eq;

    if (find_friction (s, arena) || find_moving (s, arena) || make_newton (s, arena)
        || make_gram (&s->velocity, s->m, e->d.nv, s->C.start, s->C.row, arena)
        || make_position (s, arena) || (! s->by_mass && make_saddle (s, arena)))
        return 1;
    s->same = same_rows (s);
    geoms_sparse_ldl_room (&s->velocity.ldl, &s->of_velocity, arena);
    if (s->redundant)
        geoms_sparse_ldl_room (&s->velocity.ldl, &s->of_range, arena);
    if (s->same)
        s->of_position = s->of_velocity;
    else
        geoms_sparse_ldl_room (&s->position.ldl, &s->of_position, arena);
    return arena->failed;
}
