/* newton.c - the projected Newton systems, real and complex
 *
 *     E (sigma) = S (sigma M - J_b) N = sigma SMN - SJN
 *     E y = S r + (sigma SMP - SJP) a,      dx = N y - P a
 *
 * for a residual with algebraic rows a and differential rows r. The columns of N and P that belong to
 * x2, x3, x4 have their non-zeros in leading rows only; every product below uses that.
 */
#include <string.h>

#include "projected.h"

/* Column groups of N (y1 y2 y3 y4) and of P (a1 a2 a3), with the rows in which they are not zero. */
typedef struct Group {
    int first, columns, rows;
} Group;

static void groups_of_N (const GeomsProjected *p, Group g[4])
{
    const GeomsEquations *e = p->form.eq;

    g[0] = (Group){0, p->k1, e->n1};
    g[1] = (Group){p->y2, e->n2, e->o3};
    g[2] = (Group){p->y3, p->k3, e->o4};
    g[3] = (Group){p->y4, p->k4, e->n};
}

static void groups_of_P (const GeomsProjected *p, Group g[3])
{
    const GeomsEquations *e = p->form.eq;

    g[0] = (Group){0, p->m1, e->n1};
    g[1] = (Group){p->m1, p->m2, e->o4};
    g[2] = (Group){p->m1 + p->m2, p->m3, e->n};
}

/* SvM = S_v M */
static void selected_mass (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const int nv = e->d.nv, rows = p->ns_v;
    const double *M = e->mass_varies ? p->mass : e->mass;

    if (! e->mass_diagonal && ! e->mass_identity) {
        memset (p->SvM, 0, (size_t)rows * (size_t)nv * sizeof (double));
        geoms_gemm (rows, nv, nv, 1, p->Sv, rows, M, nv, p->SvM, rows);
        return;
    }
    for (int j = 0; j < nv; j++) {
        const double d = e->mass_identity ? 1 : M[(size_t)j * (size_t)(nv + 1)];
        for (int i = 0; i < rows; i++)
            p->SvM[j * rows + i] = p->Sv[j * rows + i] * d;
    }
}

/* SJ = S J_b; f_kin depends on x3 and x4 only */
static void selected_jacobian (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const int nd = p->nd, m = e->m, n = e->n, tail = n - e->o3;
    const double *J = p->J;

    memset (p->SJ, 0, (size_t)nd * (size_t)n * sizeof (double));
    geoms_copy (e->n2, n, J + e->r_b, m, p->SJ, nd);
    geoms_gemm (p->ns_v, n, e->d.nv, 1, p->Sv, p->ns_v, J + e->r_v, m, p->SJ + e->n2, nd);
    geoms_gemm (p->k4, tail, e->d.np, 1, p->Sp, p->k4, J + (size_t)e->o3 * (size_t)m + e->r_p, m,
                p->SJ + (size_t)e->o3 * (size_t)nd + e->n2 + p->ns_v, nd);
}

/* SMX = S M X and SJX = S J X for the column group g of X = N or P (leading dimension n) */
static void compose_group (GeomsProjected *p, Group g, const double *X, double *SMX, double *SJX)
{
    const GeomsEquations *e = p->form.eq;
    const int n = e->n, nd = p->nd, top = e->n2 + p->ns_v;
    const double *x = X + (size_t)g.first * (size_t)n;
    double *sm = SMX + (size_t)g.first * (size_t)nd, *sj = SJX + (size_t)g.first * (size_t)nd;

    memset (sm, 0, (size_t)nd * (size_t)g.columns * sizeof (double));
    memset (sj, 0, (size_t)nd * (size_t)g.columns * sizeof (double));
    geoms_gemm (top, g.columns, geoms_int_min (g.rows, e->o3), 1, p->SJ, nd, x, n, sj, nd);
    if (g.rows > e->o3)
        geoms_gemm (nd, g.columns, g.rows - e->o3, 1, p->SJ + (size_t)e->o3 * (size_t)nd, nd,
                    x + e->o3, n, sj, nd);
    if (g.rows >= e->o3)
        geoms_copy (e->n2, g.columns, x + e->o2, n, sm, nd);
    if (g.rows >= e->o4)
        geoms_gemm (p->ns_v, g.columns, e->d.nv, 1, p->SvM, p->ns_v, x + e->o3, n, sm + e->n2, nd);
    if (g.rows >= n)
        geoms_gemm (p->k4, g.columns, e->d.np, 1, p->Sp, p->k4, x + e->op, n, sm + top, nd);
}

void geoms_newton_compose (GeomsProjected *p)
{
    Group N[4], P[3];

    groups_of_N (p, N);
    groups_of_P (p, P);
    selected_mass (p);
    selected_jacobian (p);
    for (int i = 0; i < 4; i++)
        if (N[i].columns > 0)
            compose_group (p, N[i], p->N, p->SMN, p->SJN);
    for (int i = 0; i < 3; i++)
        if (P[i].columns > 0)
            compose_group (p, P[i], p->P, p->SMP, p->SJP);
}

int geoms_newton_factor (GeomsProjected *p, int slot, double re, double im)
{
    GeomsFactor *E = &p->E[slot];
    const int size = p->nd * p->nd, wide = p->nd * p->ma;

    for (int i = 0; i < size; i++)
        E->re[i] = re * p->SMN[i] - p->SJN[i];
    if (slot == GEOMS_SLOT_COMPLEX) {
        for (int i = 0; i < size; i++)
            E->im[i] = im * p->SMN[i];
        p->im = im;
    }
    for (int i = 0; i < wide; i++)
        p->G[slot][i] = re * p->SMP[i] - p->SJP[i];
    return geoms_factor (E);
}

/* y = S r for the differential rows r of a residual */
static void select_rows (const GeomsProjected *p, const double *residual, double *y)
{
    const GeomsEquations *e = p->form.eq;
    const double *r = residual + e->r_b;

    for (int i = 0; i < e->n2; i++)
        y[i] = r[i];
    for (int i = e->n2; i < p->nd; i++)
        y[i] = 0;
    geoms_add_matvec (p->ns_v, e->d.nv, p->Sv, p->ns_v, residual + e->r_v, y + e->n2);
    geoms_add_matvec (p->k4, e->d.np, p->Sp, p->k4, residual + e->r_p, y + e->n2 + p->ns_v);
}

static void gather (const GeomsProjected *p, const double *residual, double *a)
{
    memcpy (a, residual, (size_t)p->m1 * sizeof *a);
    memcpy (a + p->m1, residual + p->a2, (size_t)p->m2 * sizeof *a);
    memcpy (a + p->m1 + p->m2, residual + p->a3, (size_t)p->m3 * sizeof *a);
}

/* dx = N y - P a */
static void assemble (const GeomsProjected *p, const double *y, const double *a, double *dx)
{
    const int n = p->form.n;
    Group N[4], P[3];

    groups_of_N (p, N);
    groups_of_P (p, P);
    memset (dx, 0, (size_t)n * sizeof *dx);
    for (int i = 0; i < 4 && y != NULL; i++)
        geoms_add_matvec (N[i].rows, N[i].columns, p->N + (size_t)N[i].first * (size_t)n, n,
                          y + N[i].first, dx);
    for (int i = 0; i < 3; i++)
        geoms_sub_matvec (P[i].rows, P[i].columns, p->P + (size_t)P[i].first * (size_t)n, n,
                          a + P[i].first, dx);
}

void geoms_projected_step (const GeomsProjected *p, const double *residual, double *dx)
{
    gather (p, residual, p->a);
    assemble (p, NULL, p->a, dx);
}

void geoms_newton_solve (GeomsProjected *p, int slot, const double *residual, double *dx)
{
    const int nd = p->nd, ma = p->ma, two = slot == GEOMS_SLOT_COMPLEX;
    double *a = p->a, *ai = a + ma, *y = p->y, *yi = y + nd;

    gather (p, residual, a);
    select_rows (p, residual, y);
    geoms_add_matvec (nd, ma, p->G[slot], nd, a, y);
    if (two) {
        gather (p, residual + p->form.m, ai);
        select_rows (p, residual + p->form.m, yi);
        geoms_add_matvec (nd, ma, p->G[slot], nd, ai, yi);
        for (int j = 0; j < ma; j++)
            for (int i = 0; i < nd; i++) {
                const double s = p->im * p->SMP[j * nd + i];
                y[i] -= s * ai[j];
                yi[i] += s * a[j];
            }
    }
    geoms_factor_solve (&p->E[slot], y, two ? yi : NULL);
    assemble (p, y, a, dx);
    if (two)
        assemble (p, yi, ai, dx + p->form.n);
}
