/* large_prepare.c - what the first state tells: friction, what M is, ranks; then all systems
 *
 * Ranks are found once, by orthogonal decompositions of C: what is redundant at the start
 * remains so. A form for corrections alone takes its rows for redundant in any case, for states that
 * meet nothing yet do not tell.
 */
#include <math.h>
#include <string.h>

#include "base/rank.h"
#include "base/sparse_rank.h"
#include "large.h"

/* entries of combinations that are more than noise */
static const double NO_NOISE = 1e-4;

static int without_memory (GeomsLarge *s)
{
    return geoms_report (s->form.eq->report, GEOMS_OUT_OF_MEMORY,
                         "There is not enough memory for %d unknowns.", s->form.eq->n);
}

/* ---- M ---- */

static int take_constant (GeomsLarge *s, double t, const double *x)
{
    GeomsEquations *e = s->form.eq;

    for (int i = 0; i < e->d.nv && s->identity; i++)
        s->constant[i] = 1;
    if (s->identity || e->mass_varies)
        return 0;
    return geoms_equations_mass_values (e, t, x, s->constant);
}

/* a diagonal of positive numbers that are not far from each other, and remain so */
static int is_even (const GeomsLarge *s, const double *M)
{
    double least = INFINITY, most = 0;

    for (int i = 0; i < s->form.eq->d.nv; i++) {
        if (s->M.start[i + 1] != i + 1)
            return 0;
        least = geoms_min (least, M[i]);
        most = geoms_max (most, M[i]);
    }
    return least > 0 && most < GEOMS_MASS_UNEVEN * least;
}

/* ---- ranks ---- */

/* rows of a combination that counts: of level `row` of rda, and its multipliers if they are C's */
static void mark (GeomsLarge *s, int m, const double *y, int row, int of_C)
{
    const GeomsEquations *e = s->form.eq;
    double most = 0;

    for (int i = 0; i < m; i++)
        most = geoms_max (most, fabs (y[i]));
    for (int i = 0; i < m; i++)
        if (fabs (y[i]) > NO_NOISE * most) {
            s->dependent_rows[row + i] = 1;
            if (! of_C)
                continue;
            s->dependent_rows[e->r_gII + i] |= ! s->index1;
            s->unique[e->d.nw + i] = 0;
        }
}

/* rank of A, whose rows stand from `row` of rda on; -1 without memory */
static int rank_of (GeomsLarge *s, const GeomsSparse *A, int row, int of_C)
{
    const double given = s->form.options->rank_tol;
    GeomsSparseRank r;
    int rank = -1;

    if (geoms_sparse_rank_find (&r, A, given > 0 ? given : GEOMS_RANK_OF_C) == 0) {
        rank = r.rank;
        for (int i = 0; i < A->m && r.rank < A->m && rank >= 0; i++) {
            if (! r.redundant[i])
                continue;
            if (geoms_sparse_rank_combination (&r, i, s->row) == 0)
                mark (s, A->m, s->row, row, of_C);
            else
                rank = -1;
        }
    }
    geoms_sparse_rank_free (&r);
    return rank;
}

/* Positions have the rank of velocities without nonholonomic rows, which C tells without difference
 * quotients. */
static int rank_of_positions (GeomsLarge *s, const GeomsSparse *C)
{
    const GeomsEquations *e = s->form.eq;
    GeomsArena scratch = {0};
    GeomsSparseBuilder b;
    GeomsSparse A;
    int rank = -1, *place, count;

    if (s->rank2 == s->m)
        return s->m3;
    geoms_builder_begin (&b, e->d.nl, e->d.nv, &scratch);
    for (int j = 0; j < e->d.nv; j++)
        for (int k = C->start[j]; k < C->start[j + 1]; k++)
            if (C->row[k] < e->d.nl)
                geoms_builder_add (&b, C->row[k], j, k);
    count = b.count;
    place = geoms_arena_ints (&scratch, (size_t)count);
    if (place != NULL && geoms_builder_finish (&b, &A, place) == 0) {
        for (int k = 0; k < count; k++)
            A.value[place[k]] = C->value[b.source[k]];
        rank = rank_of (s, &A, e->r_c + e->d.ns, 0);
        rank = rank < 0 ? -1 : e->d.ns + rank;
    }
    geoms_builder_free (&b);
    geoms_arena_free (&scratch);
    return rank;
}

static int find_ranks (GeomsLarge *s, double *C)
{
    GeomsEquations *e = s->form.eq;
    const GeomsSparse A = {.m = s->m, .n = e->d.nv, .start = s->C.start, .row = s->C.row, .value = C};

    s->rank2 = rank_of (s, &A, e->r_gI, 1);
    s->rank3 = rank_of_positions (s, &A);
    s->redundant = s->rank2 < s->m || s->rank3 < s->m3;
    return s->rank2 >= 0 && s->rank3 >= 0 ? 0 : without_memory (s);
}

/* ---- all of it ---- */

/* what follows from friction, by_mass and ranks */
int geoms_large_make_systems (GeomsLarge *s)
{
    GeomsForm *f = &s->form;
    GeomsEquations *e = f->eq;
    const size_t slots = 1 + (size_t)f->complex_slots, stride = f->complex_slots > 0 ? 2 : 1;

    s->by_mass = s->by_mass && ! e->friction;
    s->general = ! s->index1 && (s->accelerates || e->friction || e->d.nw > 0);
    f->untested = ! s->index1 && e->looked && ! e->friction;
    f->led = f->leads && f->untested && e->d.nw == 0 ? s->m : 0;
    f->free_count = e->n4 - s->rank3 + e->d.nv - s->rank2 + e->n2;
    if (geoms_large_patterns (s, s->arena) != 0
        || geoms_large_saddle_create (s, &s->stage, s->arena) != 0
        || geoms_large_saddle_create (s, &s->linear, s->arena) != 0
        || (e->d.nw > 0 && geoms_large_border_create (s, s->arena) != 0))
        return without_memory (s);
    if (! s->moves) {
        const size_t n = (size_t)s->newton.n;

        s->values = geoms_arena_reals (s->arena,
                                       stride * (size_t)geoms_sparse_count (&s->newton.A));
        s->y = geoms_arena_reals (s->arena, (s->redundant ? 3 : 1) * stride * n);
        s->y_more = s->y != NULL ? s->y + stride * n : NULL;
        s->sigma = geoms_arena_reals (s->arena, 2 * slots);
        s->lu = geoms_sparse_lu_create (s->newton.n, s->newton.A.start, s->newton.A.row);
        if (s->lu == NULL)
            return without_memory (s);
        geoms_sparse_lu_unscaled (s->lu);
    }
    s->prepared = 1;
    return s->arena->failed ? without_memory (s) : 0;
}

int geoms_large_prepare (GeomsLarge *s, double t, const double *x)
{
    GeomsEquations *e = s->form.eq;
    int status;

    if (s->prepared)
        return 0;
    status = e->looked ? 0 : geoms_large_look (s, t, x);
    if (status == 0)
        status = take_constant (s, t, x);
    if (status == 0)
        status = geoms_large_parts (s, GEOMS_FOR_METHOD, 1, &t, x, s->columns);
    if (status != 0)
        return status;
    s->by_mass = ! e->mass_varies && is_even (s, s->constant);
    if (! s->identity && ! e->mass_varies) {
        if (geoms_mass_free_look (&s->free, s->constant, s->columns + s->at.C) > 0)
            return without_memory (s);
        s->singular = s->free.singular != GEOMS_MASS_REGULAR;
    }
    for (int i = 0; i < e->n1; i++)
        s->unique[i] = 1;
    if (s->moves) {
        s->redundant = 1;
        s->rank2 = s->m;
        s->rank3 = s->m3;
    } else
        status = find_ranks (s, s->columns + s->at.C);
    return status != 0 ? status : geoms_large_make_systems (s);
}
