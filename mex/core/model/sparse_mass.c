/* sparse_mass.c - division by M: entry by entry where it is a diagonal, by dense factors else */
#include "sparse_mass.h"

void geoms_sparse_mass_create (GeomsSparseMass *s, const GeomsModel *model, int identity,
                               GeomsArena *arena)
{
    const int structure = model->mass_structure;

    s->M = model->patterns.M;
    s->C = model->patterns.C;
    s->nv = model->dims.nv;
    s->rows = model->dims.nl + model->dims.nm;
    s->identity = identity;
    s->diagonal
        = structure == GEOMS_MASS_DIAGONAL || structure == GEOMS_MASS_CONSTANT_DIAGONAL;
    s->arena = arena;
}

/* whether M is a diagonal of positive numbers */
static int is_simple (const GeomsSparseMass *s, const double *M)
{
    int simple = s->diagonal;

    for (int i = 0; i < s->nv && simple; i++)
        simple = M[i] > 0;
    return simple;
}

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

void geoms_sparse_mass_again (GeomsSparseMass *s, const double *M, const double *gamma, double *f)
{
    if (s->identity)
        return;
    if (is_simple (s, M))
        for (int i = 0; i < s->nv; i++)
            f[i] *= 1 / M[i];
    else
        geoms_mass_solve (&s->mass, gamma, f);
}

int geoms_sparse_mass_divide (GeomsSparseMass *s, const double *M, const double *C,
                              const double *gamma, double *f)
{
    if (! s->identity && ! is_simple (s, M)) {
        if (make_dense (s) != 0)
            return -1;
        geoms_pattern_spread (&s->M, s->nv, s->nv, M, s->dense_M);
        geoms_pattern_spread (&s->C, s->rows, s->nv, C, s->dense_C);
        if (geoms_mass_factor (&s->mass, s->dense_M, s->dense_C, s->rows, s->diagonal) != 0)
            return 1;
    }
    geoms_sparse_mass_again (s, M, gamma, f);
    return 0;
}

int geoms_sparse_mass_positive (GeomsSparseMass *s, const double *M)
{
    if (s->identity || is_simple (s, M))
        return 1;
    if (make_dense (s) != 0)
        return 0;
    geoms_pattern_spread (&s->M, s->nv, s->nv, M, s->dense_M);
    return geoms_mass_try (&s->mass, s->dense_M, s->diagonal) == 0;
}
