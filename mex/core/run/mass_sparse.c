/* mass_sparse.c - what M is by the entries of patterns: as mass_look.c and massless.c want it
 *
 * Q'f and Q'(df/dv) Q of the first directions without mass, of which so many are looked at.
 */
#include <string.h>

#include "base/orthogonal.h"
#include "run.h"

enum { MOST_DIRECTIONS = 50 };

static int most_directions (const GeomsRun *run)
{
    return geoms_int_min (run->eq.d.nv, MOST_DIRECTIONS);
}

static int without_memory (GeomsRun *run)
{
    return geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                         "There is not enough memory for %d unknowns.", run->eq.n);
}

int geoms_mass_sparse_ready (GeomsRun *run)
{
    GeomsMassless *s = &run->massless;
    const GeomsEquations *e = &run->eq;
    const size_t nv = (size_t)e->d.nv, most = (size_t)most_directions (run);
    GeomsArena *arena = &run->arena;

    if (s->made)
        return 0;
    geoms_mass_free_create (&s->free, e->model, arena);
    s->at = geoms_pattern_places (e->model, e->mass_varies || e->model->parts_mass);
    s->column = geoms_arena_reals (arena, (size_t)s->at.size);
    s->blocks = geoms_arena_reals (arena, (size_t)e->model->patterns.B.start[e->n]);
    s->zeros = geoms_arena_reals (arena, nv);
    s->slope = geoms_arena_reals (arena, nv);
    geoms_factor_create (&s->D, (int)most, 0, 0, arena);
    s->balance = geoms_arena_reals (arena, most * (most + 1));
    s->z = geoms_arena_reals (arena, most);
    s->order = geoms_arena_ints (arena, most);
    s->x = geoms_arena_reals (arena, (size_t)run->n);
    s->mass.n = e->d.nv;
    s->made = ! arena->failed;
    return arena->failed ? without_memory (run) : 0;
}

int geoms_mass_sparse_values (GeomsRun *run, double t, const double *M, const double *C)
{
    GeomsMassless *s = &run->massless;
    const int status = geoms_mass_free_look (&s->free, M, C), most = most_directions (run);

    s->mass.singular = s->free.singular;
    s->mass.nq = status == 0 ? geoms_int_min (s->free.nq, most) : 0;
    if (status > 0)
        return without_memory (run);
    if (status < 0)
        return geoms_mass_free_refused (&s->free, status, t, &run->report);
    if (s->mass.nq > 0 && s->mass.Q == NULL)
        s->mass.Q = geoms_arena_reals (&run->arena, (size_t)run->eq.d.nv * (size_t)most);
    if (s->mass.nq > 0 && s->mass.Q == NULL)
        return without_memory (run);
    for (int k = 0; k < s->mass.nq; k++)
        geoms_mass_free_column (&s->free, k, s->mass.Q + (size_t)k * (size_t)run->eq.d.nv);
    if (s->mass.nq > 0)
        geoms_orthonormalise (run->eq.d.nv, s->mass.nq, s->mass.Q);
    return 0;
}

/* parts at (t, x) into s->column. 0, GEOMS_RETRY or an IDID */
static int evaluate (GeomsRun *run, double t, const double *x)
{
    GeomsMassless *s = &run->massless;
    GeomsEquations *e = &run->eq;
    int status;

    geoms_equations_count (e, GEOMS_FOR_METHOD, 1);
    status = e->model->parts (1, &t, x, e->n, s->column, s->at.size, e->user);
    status = geoms_equations_verdict (e, GEOMS_FOR_METHOD, status, t);
    return status == 0 && ! geoms_finite ((size_t)s->at.size, s->column) ? GEOMS_RETRY : status;
}

int geoms_mass_sparse_look (GeomsRun *run, double t, const double *x)
{
    GeomsMassless *s = &run->massless;
    const int status = evaluate (run, t, x);

    return status != 0 ? status
                       : geoms_mass_sparse_values (run, t, s->column + s->at.M, s->column + s->at.C);
}

int geoms_mass_sparse_forces (GeomsRun *run, double t, const double *x)
{
    GeomsMassless *s = &run->massless;
    const int nv = run->eq.d.nv, status = evaluate (run, t, x);

    for (int i = 0; i < s->mass.nq && status == 0; i++)
        s->balance[i]
            = geoms_dot (nv, s->mass.Q + (size_t)i * (size_t)nv, s->column + s->at.f);
    return status;
}

/* y = (df/dv) q */
static void slope_along (const GeomsRun *run, const double *q, double *y)
{
    const GeomsEquations *e = &run->eq;
    const GeomsPattern *B = &e->model->patterns.B;

    memset (y, 0, (size_t)e->d.nv * sizeof *y);
    for (int j = 0; j < e->d.nv; j++)
        for (int k = B->start[e->o3 + j]; k < B->start[e->o3 + j + 1]; k++)
            if (B->row[k] >= e->r_v && B->row[k] < e->r_p)
                y[B->row[k] - e->r_v] += run->massless.blocks[k] * q[j];
}

int geoms_mass_sparse_slopes (GeomsRun *run, double t, const double *x)
{
    GeomsMassless *s = &run->massless;
    const int nv = run->eq.d.nv, nq = s->mass.nq,
              status = geoms_equations_block_values (&run->eq, t, x, s->zeros, s->blocks);

    for (int j = 0; j < nq && status == 0; j++) {
        slope_along (run, s->mass.Q + (size_t)j * (size_t)nv, s->slope);
        for (int i = 0; i < nq; i++)
            s->D.re[j * nq + i] = geoms_dot (nv, s->mass.Q + (size_t)i * (size_t)nv, s->slope);
    }
    return status;
}
