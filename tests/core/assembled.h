/* assembled.h - rda put together from complete parts, against the model's own
 *
 *     Assembly a;
 *     assembly_open (&a, &c);
 *     worst = assembly_difference (&a, t, x);     relative to the terms of each row
 *     assembly_close (&a);
 */
#ifndef GEOMS_TEST_ASSEMBLED_H
#define GEOMS_TEST_ASSEMBLED_H

#include "bench.h"
#include "model/parts.h"

typedef struct Assembly {
    GeomsArena arena;
    GeomsCounters counters;
    GeomsReport report;
    GeomsEquations eq;
    GeomsParts parts;
    double increment[MOST_UNKNOWNS];
} Assembly;

static inline void assembly_open (Assembly *a, const Case *c)
{
    memset (a, 0, sizeof *a);
    assert_true (c->n <= MOST_UNKNOWNS && c->m <= MOST_ROWS);
    assert_int_equal (geoms_equations_create (&a->eq, (GeomsInstance){&c->model.system, c->user},
                                              c->tspan[0], c->x0, a->increment, &a->counters,
                                              &a->report, &a->arena),
                      0);
    assert_int_equal (geoms_parts_create (&a->parts, &a->eq, 1, &a->arena), 0);
}

static inline void assembly_close (Assembly *a) { geoms_arena_free (&a->arena); }

/* alpha = M^-1 (f - C' [lambda; mu]) */
static inline void assembly_accelerations (const Assembly *a, const double *x, double *alpha)
{
    const GeomsPart part = geoms_parts_at (&a->parts, 0);
    const int nv = a->eq.d.nv, m = a->parts.m;
    static double M[MOST_UNKNOWNS * MOST_UNKNOWNS];

    for (int j = 0; j < nv; j++) {
        alpha[j] = part.f[j];
        for (int i = 0; i < m; i++)
            alpha[j] -= part.C[i + m * j] * x[a->eq.d.nw + i];
    }
    memcpy (M, part.M, (size_t)(nv * nv) * sizeof *M);
    assert_int_equal (model_solve (nv, M, 1, alpha), 0);
}

/* the largest terms of each row */
static inline void assembly_terms (const Assembly *a, const double *x, const double *alpha,
                                   const double *rda, double *size)
{
    const GeomsEquations *e = &a->eq;
    const GeomsPart part = geoms_parts_at (&a->parts, 0);
    const int m = a->parts.m;

    for (int i = 0; i < e->m; i++)
        size[i] = 1 + fabs (rda[i]);
    for (int j = 0; j < e->d.nv; j++)
        for (int i = 0; i < m; i++) {
            const double C = fabs (part.C[i + m * j]);

            size[e->r_gII + i] += C * fabs (alpha[j]);
            size[e->r_gI + i] += C * fabs (x[e->o3 + j]);
            size[e->r_v + j] += C * fabs (x[e->d.nw + i]);
        }
}

static inline double assembly_difference (Assembly *a, double t, const double *x)
{
    const GeomsEquations *e = &a->eq;
    double alpha[MOST_UNKNOWNS], made[MOST_ROWS], rda[MOST_ROWS], size[MOST_ROWS], worst = 0;
    const double *b2;

    assert_int_equal (geoms_parts_evaluate (&a->parts, GEOMS_FOR_METHOD, 1, &t, x, e->n), 0);
    assert_int_equal (e->model->rda (1, &t, x, e->n, rda, e->m, e->user), 0);
    assembly_accelerations (a, x, alpha);
    assembly_terms (a, x, alpha, rda, size);
    geoms_parts_rda (&a->parts, 0, x, alpha, made);
    for (int i = 0; i < e->m; i++)
        worst = fmax (worst, fabs (made[i] - rda[i]) / size[i]);

    /* without accelerations */
    b2 = geoms_parts_at (&a->parts, 0).b2;
    memcpy (rda, made, sizeof rda);
    geoms_parts_rda (&a->parts, 0, x, NULL, made);
    assert_memory_equal (made + e->r_gII, b2, (size_t)a->parts.m * sizeof *b2);
    assert_memory_equal (made, rda, (size_t)e->r_gII * sizeof *b2);
    assert_memory_equal (made + e->r_gI, rda + e->r_gI, (size_t)(e->m - e->r_gI) * sizeof *b2);
    return worst;
}

#endif
