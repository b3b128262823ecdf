/* bench.h - one formulation on one model, outside of a run: for the tests of its parts
 *
 *     Bench b;
 *     bench_open (&b, &c, SVD or -1);         equations and formulation of the case c
 *     bench_linearise (&b, 0.1);              at its start, moved by up to 10 %
 *     ... b.eq, b.x, inside (&b).N ...
 *     bench_close (&b);
 *
 * and the matrices J, M, J_a, S taken from the model and the selector alone. The form's own numbers
 * are read by inside () and changed by what stands beside it, nowhere else.
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

/* tangent: with Newton systems along the motion, where there are such */
static inline void bench_open_as (Bench *b, Case *c, int formulation, int tangent)
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
    b->form.tangent.wanted = tangent;
    assert_int_equal (
        geoms_projected_create (&b->form, &b->eq, &c->options, formulation, -1, &b->arena), 0);
}

static inline void bench_open (Bench *b, Case *c, int formulation)
{
    bench_open_as (b, c, formulation, 0);
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

/* ---- what the form has ---- */

/* In the order of the equations: ranks and sizes, bases of dx = N y, selectors, the residual and M
 * of the base point, derivatives A = d alpha, L = d (w, lambda, mu) by (r, v, s, p) */
typedef struct Inside {
    int psi1, solved, accelerates, friction; /* lambda, mu and alpha are solved for at each state */
    int switched;                /* from LU to SVD                                             */
    int tangent;                 /* Newton systems are those of tangent.c                      */
    int m1, m2, a2, m3, a3;      /* rows: of a1; numbers and first ones of a2, a3             */
    int lost[3];                 /* rows gII, hI (with d); gI, h~; c, g that depend on others */
    int rank[3];
    int nd, k3, k4;              /* columns of N; of them y3, y4                              */
    int y1, y2, y3, y4;          /* where y1, x2, y3, y4 start in y                           */
    int undetermined;            /* unknowns of minimum norm                                  */
    int kernel;                  /* columns of the null basis of gI, h~ in x3                 */
    int rows_v;                  /* rows of S_v                                               */
    const double *N, *Sv, *Sp, *null, *inverse1; /* inverse1: F11^-1                          */
    const double *J, *base, *base_mass, *mass, *scale, *A, *L;
    const int *keeps;            /* of each invariant: GEOMS_E_...                            */
} Inside;

static inline Inside inside (const Bench *b)
{
    const GeomsProjected *p = &b->form;
    const GeomsMultipliers *l = &p->multipliers;
    const GeomsBlocks *k = &p->blocks;

    return (Inside){.psi1 = p->index1,
                    .solved = l->used,
                    .accelerates = p->accelerates,
                    .friction = l->friction,
                    .switched = k->switched,
                    .tangent = p->tangent.used,
                    .m1 = p->m1,
                    .m2 = p->m2,
                    .a2 = p->a2,
                    .m3 = p->m3,
                    .a3 = p->a3,
                    .lost = {k->F11.m - k->F11.rank, p->hard2 - k->rank2, k->F34.m - k->F34.rank},
                    .rank = {k->F11.rank, k->rank2, k->F34.rank},
                    .nd = p->y.n,
                    .k3 = p->y.k3,
                    .k4 = p->y.k4,
                    .y1 = p->y.at1,
                    .y2 = p->y.at2,
                    .y3 = p->y.at3,
                    .y4 = p->y.at4,
                    .undetermined = p->index1 ? k->nleft : k->F11.kernel,
                    .kernel = k->F23.kernel,
                    .rows_v = p->selector.rows_v,
                    .N = p->N,
                    .Sv = p->selector.Sv,
                    .Sp = p->selector.Sp,
                    .null = k->F23.null,
                    .inverse1 = k->F11.inverse,
                    .J = p->J,
                    .base = p->base,
                    .base_mass = p->base_mass,
                    .mass = p->mass,
                    .scale = p->scale,
                    .A = l->A,
                    .L = l->L,
                    .keeps = p->invariants.keeps};
}

/* corrections leave the invariants alone, or not */
static inline void bench_skip_invariants (Bench *b, int skip) { b->form.invariants.skips = skip; }

/* corrections move x_i at the cost weights_i; v by mass */
static inline void bench_weigh (Bench *b, const double *weights) { b->form.metric.weights = weights; }

static inline void bench_weigh_by_mass (Bench *b)
{
    const size_t nv = (size_t)b->eq.d.nv;

    b->form.metric.by_mass = 1;
    b->form.metric.L = geoms_arena_reals (&b->arena, nv * nv);
}

/* decomposed with the model's J but for these rows, which are zero; `anew`: as at the start */
static inline int bench_decompose_without (Bench *b, unsigned rows, int anew)
{
    memcpy (b->form.J, b->J, (size_t)(b->eq.m * b->eq.n) * sizeof (double));
    for (int row = 0; row < b->eq.m && row < 32; row++)
        for (int j = 0; j < b->eq.n && (rows >> row & 1) != 0; j++)
            b->form.J[row + j * b->eq.m] = 0;
    b->form.selector.made = ! anew && b->form.selector.made;
    return geoms_projected_decompose (&b->form);
}

/* the form as methods see it, and what they ask of it */
static inline GeomsForm *bench_form (Bench *b) { return &b->form.form; }

/* 0 or a status */
static inline int bench_linearise_at (Bench *b, double t, const double *x, int base)
{
    return bench_form (b)->ops->linearise (bench_form (b), t, x, base);
}

static inline int bench_base (Bench *b, double t, const double *x)
{
    return bench_form (b)->ops->base (bench_form (b), t, x);
}

static inline int bench_correct (Bench *b, double *x, int exact)
{
    return bench_form (b)->ops->correct (bench_form (b), b->t, x, exact);
}

/* the formulation's linearisation at b->x; the matrices beside it */
static inline void bench_linearise (Bench *b)
{
    assert_int_equal (bench_linearise_at (b, b->t, b->x, GEOMS_BASE_FILL), 0);
    bench_matrices (b);
}

/* dx of one Newton system */
static inline void bench_solve (Bench *b, int slot, double re, double im, const double *r,
                                double *dx)
{
    assert_int_equal (bench_form (b)->ops->factor (bench_form (b), slot, re, im), 0);
    bench_form (b)->ops->solve (bench_form (b), slot, 1, r, dx);
}

/* ---- its rows ---- */

/* invariants that are eliminated, that is part of a2, behind gI, h~ */
static inline int eliminated (const Bench *b)
{
    int count = 0;

    for (int i = 0; i < b->eq.d.ni; i++)
        count += inside (b).keeps[i] == GEOMS_E_ELIMINATED;
    return count;
}

/* the row of rda that is the algebraic row number i of the formulation */
static inline int algebraic_row (const Bench *b, int i)
{
    const GeomsEquations *e = &b->eq;
    const Inside p = inside (b);
    const int m1 = p.psi1 ? e->d.nw : e->n1, m2 = e->d.nl + e->d.nm;

    if (i < m1 + m2)
        return i < m1 ? i : e->r_gI + i - m1;
    i -= m1 + m2;
    for (int k = 0; k < e->d.ni; k++)
        if (p.keeps[k] == GEOMS_E_ELIMINATED && i-- == 0)
            return e->r_e + k;
    return e->r_c + i;
}

static inline int algebraic_rows (const Bench *b)
{
    const GeomsDims *d = &b->eq.d;

    return (inside (b).psi1 ? d->nw : b->eq.n1) + 2 * d->nl + d->nm + d->ns + eliminated (b);
}

/* S (nd x mb): the identity for r, S_v, S_p */
static inline void bench_selector (const Bench *b, double *S)
{
    const Inside p = inside (b);
    const GeomsEquations *e = &b->eq;
    const int nd = p.nd, n2 = e->n2, nv = e->d.nv;

    memset (S, 0, (size_t)(nd * (e->m - e->r_b)) * sizeof *S);
    for (int i = 0; i < n2; i++)
        S[i + i * nd] = 1;
    for (int j = 0; j < nv; j++)
        for (int i = 0; i < p.rows_v; i++)
            S[n2 + i + (n2 + j) * nd] = p.Sv[i + j * p.rows_v];
    for (int j = 0; j < e->d.np; j++)
        for (int i = 0; i < p.k4; i++)
            S[n2 + p.rows_v + i + (n2 + nv + j) * nd] = p.Sp[i + j * p.k4];
}

#endif
