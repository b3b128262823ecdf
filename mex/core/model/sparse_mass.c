/* sparse_mass.c - division by M: entry by entry where it is a diagonal, by sparse factors where it is
 * large, by dense factors else
 */
#include "sparse_mass.h"

#include <math.h>
#include <string.h>

#include "base/sparse_ldl.h"

/* how the last division went */
enum { BY_DENSE, BY_M, BY_BOTH };

/* From how many velocities on M is factored by its entries: a tridiagonal one takes less time from some
 * 20 on, a full one never. Choice. */
enum { MANY = 100 };

void geoms_sparse_mass_create (GeomsSparseMass *s, const GeomsModel *model, int identity,
                               GeomsArena *arena)
{
    const int structure = model->mass_structure;

    s->M = model->patterns.M;
    s->C = model->patterns.C;
    s->nv = model->dims.nv;
    s->rows = model->dims.nl + model->dims.nm;
    s->identity = identity;
    s->diagonal = structure == GEOMS_MASS_DIAGONAL || structure == GEOMS_MASS_CONSTANT_DIAGONAL;
    s->constant = structure == GEOMS_MASS_CONSTANT || structure == GEOMS_MASS_CONSTANT_DIAGONAL;
    s->arena = arena;
}

void geoms_sparse_mass_free (GeomsSparseMass *s)
{
    geoms_sparse_lu_free (s->of_M);
    geoms_sparse_lu_free (s->of_both);
    s->of_M = s->of_both = NULL;
    s->looked = s->kept = 0;
}

/* whether M is a diagonal of positive numbers */
static int is_simple (const GeomsSparseMass *s, const double *M)
{
    int simple = s->diagonal;

    for (int i = 0; i < s->nv && simple; i++)
        simple = M[i] > 0;
    return simple;
}

/* ---- sparse factors ---- */

/* the entries of [M C'; W C -1], where all of them stand */
static int make_pattern (GeomsSparseMass *s)
{
    GeomsSparseBuilder b;
    int *place, *next, failed;

    geoms_builder_begin (&b, s->nv + s->rows, s->nv + s->rows, s->arena);
    for (int j = 0; j < s->nv; j++)
        for (int k = s->M.start[j]; k < s->M.start[j + 1]; k++)
            geoms_builder_add (&b, s->M.row[k], j, k);
    for (int turned = 0; turned < 2; turned++)
        for (int j = 0; j < s->nv; j++)
            for (int k = s->C.start[j]; k < s->C.start[j + 1]; k++) {
                const int i = s->nv + s->C.row[k];
                geoms_builder_add (&b, turned ? j : i, turned ? i : j, k);
            }
    for (int i = s->nv; i < s->nv + s->rows; i++)
        geoms_builder_add (&b, i, i, i);
    place = next = geoms_arena_ints (s->arena, (size_t)b.count);
    failed = place == NULL || geoms_builder_finish (&b, &s->both, place) != 0;
    geoms_builder_free (&b);
    s->place_M = next;
    s->place_C = (next += s->M.start[s->nv]);
    s->place_turned = (next += s->C.start[s->nv]);
    s->place_W = next + s->C.start[s->nv];
    return failed;
}

/* once: what the patterns allow */
static void look (GeomsSparseMass *s)
{
    const int wanted = s->nv > MANY && geoms_sparse_lu_have () && geoms_pattern_given (&s->M)
                       && (s->rows == 0 || geoms_pattern_given (&s->C));

    if (s->looked)
        return;
    s->looked = 1;
    if (! wanted)
        return;
    s->of_M = geoms_sparse_lu_create (s->nv, s->M.start, s->M.row);
    s->y = geoms_arena_reals (s->arena, (size_t)(s->nv + s->rows));
    s->W = geoms_arena_reals (s->arena, (size_t)s->rows);
}

/* 0 if there are factors then */
static int factor_both (GeomsSparseMass *s, const double *M, const double *C)
{
    double *A;

    if (s->rows == 0 || s->arena->failed)
        return 1;
    if (s->of_both == NULL && make_pattern (s) == 0)
        s->of_both = geoms_sparse_lu_create (s->nv + s->rows, s->both.start, s->both.row);
    if (s->of_both == NULL)
        return 1;
    geoms_pattern_weights (&s->M, &s->C, s->nv, s->rows, M, C, s->W);
    A = s->both.value;
    memset (A, 0, (size_t)geoms_sparse_count (&s->both) * sizeof *A);
    for (int k = 0; k < s->M.start[s->nv]; k++)
        A[s->place_M[k]] += M[k];
    for (int k = 0; k < s->C.start[s->nv]; k++) {
        A[s->place_C[k]] += s->W[s->C.row[k]] * C[k];
        A[s->place_turned[k]] += C[k];
    }
    for (int i = 0; i < s->rows; i++)
        A[s->place_W[i]] -= 1;
    return geoms_sparse_lu_factor (s->of_both, 0, A, 0) != 0
           || ! (geoms_sparse_lu_ratio (s->of_both, 0) > GEOMS_MASS_LOST);
}

/* 0 if there are factors then */
static int factor_sparse (GeomsSparseMass *s, const double *M, const double *C)
{
    look (s);
    if (s->of_M == NULL || s->arena->failed)
        return 1;
    s->way = BY_M;
    if (geoms_sparse_lu_factor (s->of_M, 0, M, 0) == 0 && geoms_sparse_lu_ratio (s->of_M, 0) > GEOMS_MASS_LOST)
        return 0;
    s->way = BY_BOTH;
    return factor_both (s, M, C);
}

static void solve_both (const GeomsSparseMass *s, const double *gamma, double *f)
{
    memcpy (s->y, f, (size_t)s->nv * sizeof *f);
    for (int i = 0; i < s->rows; i++)
        s->y[s->nv + i] = gamma != NULL ? -s->W[i] * gamma[i] : 0;
    geoms_sparse_lu_solve (s->of_both, 0, 1, s->y, s->nv + s->rows);
    memcpy (f, s->y, (size_t)s->nv * sizeof *f);
}

/* ---- dense factors ---- */

/* 0, or -1 without memory */
static int make_dense (GeomsSparseMass *s)
{
    const size_t nv = (size_t)s->nv;

    if (! s->dense) {
        s->dense = 1;
        s->dense_M = geoms_arena_reals (s->arena, nv * nv);
        s->dense_C = geoms_arena_reals (s->arena, (size_t)s->rows * nv);
        geoms_mass_create (&s->mass, s->nv, s->rows, s->arena);
    }
    return s->arena->failed ? -1 : 0;
}

static int factor_dense (GeomsSparseMass *s, const double *M, const double *C)
{
    s->way = BY_DENSE;
    if (make_dense (s) != 0)
        return GEOMS_NO_MEMORY;
    geoms_pattern_spread (&s->M, s->nv, s->nv, M, s->dense_M);
    geoms_pattern_spread (&s->C, s->rows, s->nv, C, s->dense_C);
    return geoms_mass_factor (&s->mass, s->dense_M, s->dense_C, s->rows, s->diagonal) != 0;
}

/* ---- all of it ---- */

void geoms_sparse_mass_again (GeomsSparseMass *s, const double *M, const double *gamma, double *f)
{
    if (s->identity)
        return;
    if (is_simple (s, M))
        for (int i = 0; i < s->nv; i++)
            f[i] *= 1 / M[i];
    else if (s->way == BY_M)
        geoms_sparse_lu_solve (s->of_M, 0, 1, f, s->nv);
    else if (s->way == BY_BOTH)
        solve_both (s, gamma, f);
    else
        geoms_mass_solve (&s->mass, gamma, f);
}

int geoms_sparse_mass_divide (GeomsSparseMass *s, const double *M, const double *C,
                              const double *gamma, double *f)
{
    const int simple = s->identity || is_simple (s, M);
    int status = 0;

    if (simple)
        s->way = BY_M; /* it may have been singular before */
    if (! simple && ! s->kept) {
        if (factor_sparse (s, M, C) != 0)
            status = factor_dense (s, M, C);
        s->kept = s->constant && status == 0 && ! geoms_sparse_mass_singular (s);
    }
    if (status == 0)
        geoms_sparse_mass_again (s, M, gamma, f);
    return status;
}

int geoms_sparse_mass_singular (const GeomsSparseMass *s)
{
    return s->way == BY_BOTH || (s->way == BY_DENSE && s->dense && s->mass.singular != 0);
}

/* M = L D L' without pivoting, D positive, by its lower triangle: 1; 0: it is not; -1 without memory */
static int has_positive_pivots (const GeomsSparseMass *s, const double *M)
{
    GeomsArena scratch = {0};
    const size_t count = (size_t)s->M.start[s->nv];
    int *row = geoms_arena_ints (&scratch, count), *column = geoms_arena_ints (&scratch, count),
        *of = geoms_arena_ints (&scratch, count), *place = geoms_arena_ints (&scratch, count);
    GeomsSparseLDL ldl;
    GeomsLDLFactors f;
    int lower = 0, positive = -1;

    for (int j = 0; j < s->nv && ! scratch.failed; j++)
        for (int k = s->M.start[j]; k < s->M.start[j + 1]; k++)
            if (s->M.row[k] >= j) {
                row[lower] = s->M.row[k];
                column[lower] = j;
                of[lower++] = k;
            }
    if (! scratch.failed
        && geoms_sparse_ldl_create (&ldl, s->nv, lower, row, column, place, &scratch) == 0) {
        geoms_sparse_ldl_room (&ldl, &f, &scratch);
        for (int k = 0; k < lower && ! scratch.failed; k++)
            f.value[place[k]] += M[of[k]];
        positive = scratch.failed ? -1 : geoms_sparse_ldl_factor (&ldl, &f) == 0;
    }
    geoms_arena_free (&scratch);
    return positive;
}

int geoms_sparse_mass_positive (GeomsSparseMass *s, const double *M)
{
    if (s->identity || is_simple (s, M))
        return 1;
    look (s);
    if (s->of_M != NULL && ! s->arena->failed) {
        s->kept = 0;
        s->way = BY_M;
        const int status = geoms_sparse_lu_factor (s->of_M, 0, M, 0);
        if (status != 0)
            return status < 0 ? -1 : 0;
        return geoms_sparse_lu_ratio (s->of_M, 0) > GEOMS_MASS_LOST ? has_positive_pivots (s, M) : 0;
    }
    if (make_dense (s) != 0)
        return -1;
    s->kept = 0; /* the dense factors may have been those */
    geoms_pattern_spread (&s->M, s->nv, s->nv, M, s->dense_M);
    return geoms_mass_try (&s->mass, s->dense_M, s->diagonal) == 0;
}
