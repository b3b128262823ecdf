/* bench.h - one formulation on one model, outside of a run: for the tests of its parts
 *
 *     Bench b;
 *     bench_open (&b, &c, SVD or -1);         equations and formulation of the case c
 *     bench_linearise (&b, 0.1);              at its start, moved by up to 10 %
 *     ... b.form, b.eq, b.x ...
 *     bench_close (&b);
 *
 * and the matrices J, M, J_a, S taken from the model and the selector alone.
 */
#ifndef GEOMS_TEST_BENCH_H
#define GEOMS_TEST_BENCH_H

#include "forms/projected/projected.h"
#include "test.h"

enum { MOST_ROWS = 200 };

typedef struct Bench {
    Case *c;
    GeomsArena arena;
    GeomsCounters counters;
    GeomsReport report;
    GeomsEquations eq;
    GeomsProjected form;
    double t, x[MOST_UNKNOWNS], increment[MOST_UNKNOWNS];
    double J[MOST_ROWS * MOST_UNKNOWNS];     /* m x n, the model's own                          */
    double M[MOST_UNKNOWNS * MOST_UNKNOWNS]; /* mb x n: I, M, I in the columns of r, v, p    */
} Bench;

static inline void bench_open (Bench *b, Case *c, int formulation)
{
    memset (b, 0, sizeof *b);
    b->c = c;
    assert_true (c->m <= MOST_ROWS);
    memcpy (b->x, c->x0, sizeof b->x);
    b->t = c->tspan[0];
    for (int i = 0; i < c->n; i++)
        b->increment[i] = 1e-5;
    assert_int_equal (geoms_equations_create (&b->eq, (GeomsInstance){&c->model.system, c->user},
                                              b->t, b->x, b->increment, &b->counters, &b->report,
                                              &b->arena),
                      0);
    b->form.form.complex_slots = 3;
    assert_int_equal (
        geoms_projected_create (&b->form, &b->eq, &c->options, formulation, -1, &b->arena), 0);
}

static inline void bench_close (Bench *b) { geoms_arena_free (&b->arena); }

/* x = start, each unknown moved by up to the given part of its size */
static inline void bench_move (Bench *b, double part, unsigned seed)
{
    for (int i = 0; i < b->eq.n; i++)
        b->x[i] = b->c->x0[i] + part * (0.5 + fabs (b->c->x0[i])) * noise (&seed);
}

static inline void bench_matrices (Bench *b)
{
    const GeomsEquations *e = &b->eq;
    const int nv = e->d.nv, mb = e->m - e->r_b;
    double mass[MOST_UNKNOWNS * MOST_UNKNOWNS] = {0};

    memset (b->J, 0, sizeof b->J);
    memset (b->M, 0, sizeof b->M);
    assert_int_equal (e->model->jac (b->t, b->x, b->J, e->m, e->user), 0);
    for (int i = 0; i < nv; i++)
        mass[i * (nv + 1)] = 1;
    if (e->model->mass != NULL)
        assert_int_equal (e->model->mass (1, &b->t, b->x, e->n, mass, nv * nv, e->user), 0);
    for (int i = 0; i < e->n2; i++)
        b->M[i + (e->o2 + i) * mb] = 1;
    for (int j = 0; j < nv; j++)
        for (int i = 0; i < nv; i++)
            b->M[e->n2 + i + (e->o3 + j) * mb] = mass[i + j * nv];
    for (int i = 0; i < e->d.np; i++)
        b->M[e->n2 + nv + i + (e->op + i) * mb] = 1;
}

/* the formulation's linearisation at b->x; the matrices beside it */
static inline void bench_linearise (Bench *b)
{
    assert_int_equal (b->form.form.ops->linearise (&b->form.form, b->t, b->x, GEOMS_BASE_FILL), 0);
    bench_matrices (b);
}

/* invariants that are eliminated, that is part of a2, behind gI, h~ */
static inline int eliminated (const Bench *b)
{
    int count = 0;

    for (int i = 0; i < b->eq.d.ni; i++)
        count += b->form.invariants.keeps[i] == GEOMS_E_ELIMINATED;
    return count;
}

/* the row of rda that is the algebraic row number i of the formulation */
static inline int algebraic_row (const Bench *b, int i)
{
    const GeomsEquations *e = &b->eq;
    const int psi1 = b->form.index1, m1 = psi1 ? e->d.nw : e->n1, m2 = e->d.nl + e->d.nm;

    if (i < m1 + m2)
        return i < m1 ? i : e->r_gI + i - m1;
    i -= m1 + m2;
    for (int k = 0; k < e->d.ni; k++)
        if (b->form.invariants.keeps[k] == GEOMS_E_ELIMINATED && i-- == 0)
            return e->r_e + k;
    return e->r_c + i;
}

static inline int algebraic_rows (const Bench *b)
{
    const GeomsDims *d = &b->eq.d;

    return (b->form.index1 ? d->nw : b->eq.n1) + 2 * d->nl + d->nm + d->ns + eliminated (b);
}

/* S (nd x mb): the identity for r, S_v, S_p */
static inline void bench_selector (const Bench *b, double *S)
{
    const GeomsProjected *p = &b->form;
    const GeomsEquations *e = &b->eq;
    const int nd = p->y.n, n2 = e->n2, nv = e->d.nv;

    memset (S, 0, (size_t)(nd * (e->m - e->r_b)) * sizeof *S);
    for (int i = 0; i < n2; i++)
        S[i + i * nd] = 1;
    for (int j = 0; j < nv; j++)
        for (int i = 0; i < p->selector.rows_v; i++)
            S[n2 + i + (n2 + j) * nd] = p->selector.Sv[i + j * p->selector.rows_v];
    for (int j = 0; j < e->d.np; j++)
        for (int i = 0; i < p->y.k4; i++)
            S[n2 + p->selector.rows_v + i + (n2 + nv + j) * nd] = p->selector.Sp[i + j * p->y.k4];
}

#endif
