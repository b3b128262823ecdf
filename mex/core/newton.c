/* newton.c - the projected Newton systems, real and complex
 *
 *     E (sigma) = S (sigma M - J_b) N = sigma SMN - SJN
 *     E y = S r + (sigma SMP - SJP) a,      dx = N y - P a
 *
 * for a residual (a, r) with algebraic rows a and differential rows r. With the matrices
 *
 *     [SMP SMN; SJP SJN] = [S M; S J_b] [P N],    H = [re (sigma) SMP - SJP, S],  B = im (sigma) SMP
 *
 * a solve is y = E^-1 (H + i B) (a, r) and dx = [P N] [-a; y].
 */
#include <string.h>

#include "projected.h"

/* [S M; S J_b]: rows r, v, p of each; f_kin depends on x3 and x4 only */
static void selected_rows (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const int nd = p->nd, ld = 2 * nd, m = e->m, n = e->n, nv = e->d.nv, np = e->d.np;
    const double *M = e->mass_varies ? p->mass : e->mass;
    double *SM = p->SMJ, *SJ = p->SMJ + nd;

    memset (p->SMJ, 0, (size_t)ld * (size_t)n * sizeof (double));
    for (int i = 0; i < e->n2; i++)
        SM[(e->o2 + i) * ld + i] = 1;
    if (e->mass_diagonal || e->mass_identity)
        for (int j = 0; j < nv; j++)
            for (int i = 0; i < p->ns_v; i++)
                SM[(e->o3 + j) * ld + e->n2 + i] = p->Sv[j * p->ns_v + i] * M[j * (nv + 1)];
    else
        geoms_gemm (p->ns_v, nv, nv, 1, p->Sv, p->ns_v, M, nv, SM + e->o3 * ld + e->n2, ld);
    geoms_copy (p->k4, np, p->Sp, p->k4, SM + e->op * ld + e->n2 + p->ns_v, ld);
    geoms_copy (e->n2, n, p->J + e->r_b, m, SJ, ld);
    geoms_gemm (p->ns_v, n, nv, 1, p->Sv, p->ns_v, p->J + e->r_v, m, SJ + e->n2, ld);
    geoms_gemm (p->k4, n - e->o3, np, 1, p->Sp, p->k4, p->J + (size_t)e->o3 * (size_t)m + e->r_p,
                m, SJ + e->o3 * ld + e->n2 + p->ns_v, ld);
}

/* columns of H that belong to differential rows: S */
static void selector_columns (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const int nd = p->nd, nr = e->n2, nv = e->d.nv, np = e->d.np;

    for (int slot = 0; slot < 2; slot++) {
        double *H = p->H[slot] + (size_t)e->r_b * (size_t)nd;

        memset (H, 0, (size_t)nd * (size_t)p->mb * sizeof *H);
        for (int i = 0; i < nr; i++)
            H[i * nd + i] = 1;
        geoms_copy (p->ns_v, nv, p->Sv, p->ns_v, H + nr * nd + nr, nd);
        geoms_copy (p->k4, np, p->Sp, p->k4, H + (nr + nv) * nd + nr + p->ns_v, nd);
    }
}

void geoms_newton_compose (GeomsProjected *p)
{
    const int ld = 2 * p->nd, columns = p->ra + p->nd;

    selected_rows (p);
    selector_columns (p);
    memset (p->SX, 0, (size_t)ld * (size_t)columns * sizeof (double));
    geoms_gemm (ld, columns, p->form.n, 1, p->SMJ, ld, p->P, p->form.n, p->SX, ld);
}

int geoms_newton_factor (GeomsProjected *p, int slot, double re, double im)
{
    const int nd = p->nd, ra = p->ra;
    GeomsFactor *E = &p->E[slot];
    double *H = p->H[slot];

    for (int j = 0; j < ra; j++) {
        const double *sm = p->SX + (size_t)j * 2 * (size_t)nd, *sj = sm + nd;
        for (int i = 0; i < nd; i++)
            H[j * nd + i] = re * sm[i] - sj[i];
        for (int i = 0; i < nd && slot == GEOMS_SLOT_COMPLEX; i++)
            p->B[j * nd + i] = im * sm[i];
    }
    for (int j = 0; j < nd; j++) {
        const double *sm = p->SX + (size_t)(ra + j) * 2 * (size_t)nd, *sj = sm + nd;
        for (int i = 0; i < nd; i++)
            E->re[j * nd + i] = re * sm[i] - sj[i];
        for (int i = 0; i < nd && slot == GEOMS_SLOT_COMPLEX; i++)
            E->im[j * nd + i] = im * sm[i];
    }
    return geoms_factor (E);
}

/* z = [-a; 0] */
static void algebraic_part (const GeomsProjected *p, const double *residual, double *z)
{
    for (int j = 0; j < p->ra; j++)
        z[j] = -residual[j];
    for (int j = 0; j < p->nd; j++)
        z[p->ra + j] = 0;
}

/* dx = [P N] z, count columns of it */
static void assemble (const GeomsProjected *p, int count, const double *z, double *dx)
{
    const int n = p->form.n;

    for (int i = 0; i < n; i++)
        dx[i] = 0;
    for (int j = 0; j < count; j++) {
        const double zj = z[j], *x = p->P + (size_t)j * (size_t)n;
        const int rows = p->rows[j];
        for (int i = 0; i < rows; i++)
            dx[i] += x[i] * zj;
    }
}

/* the same for two vectors */
static void assemble_two (const GeomsProjected *p, int count, const double *z, const double *zi,
                          double *dx)
{
    const int n = p->form.n;
    double *dy = dx + n;

    for (int i = 0; i < 2 * n; i++)
        dx[i] = 0;
    for (int j = 0; j < count; j++) {
        const double r = z[j], s = zi[j], *x = p->P + (size_t)j * (size_t)n;
        const int rows = p->rows[j];
        for (int i = 0; i < rows; i++) {
            dx[i] += x[i] * r;
            dy[i] += x[i] * s;
        }
    }
}

void geoms_projected_step (const GeomsProjected *p, const double *residual, double *dx)
{
    algebraic_part (p, residual, p->z);
    assemble (p, p->ra, p->z, dx);
}

/* y + i yi = (H + i B) (a + i ai, r + i ri) */
static void complex_side (const GeomsProjected *p, const double *a, const double *ai, double *y,
                          double *yi)
{
    const int nd = p->nd;

    for (int j = 0; j < p->ra; j++) {
        const double *h = p->H[GEOMS_SLOT_COMPLEX] + j * nd, *b = p->B + j * nd;
        const double r = a[j], s = ai[j];
        for (int i = 0; i < nd; i++) {
            y[i] += h[i] * r - b[i] * s;
            yi[i] += h[i] * s + b[i] * r;
        }
    }
    for (int j = p->ra; j < p->form.m; j++) {
        const double *h = p->H[GEOMS_SLOT_COMPLEX] + j * nd;
        const double r = a[j], s = ai[j];
        for (int i = 0; i < nd; i++) {
            y[i] += h[i] * r;
            yi[i] += h[i] * s;
        }
    }
}

void geoms_newton_solve (GeomsProjected *p, int slot, const double *residual, double *dx)
{
    const int ra = p->ra, count = ra + p->nd;
    double *z = p->z, *zi = z + count;

    algebraic_part (p, residual, z);
    if (slot == GEOMS_SLOT_REAL) {
        geoms_add_matvec (p->nd, p->form.m, p->H[slot], p->nd, residual, z + ra);
        geoms_factor_solve (&p->E[slot], z + ra, NULL);
        assemble (p, count, z, dx);
    } else {
        const double *imaginary = residual + p->form.m;
        algebraic_part (p, imaginary, zi);
        complex_side (p, residual, imaginary, z + ra, zi + ra);
        geoms_factor_solve (&p->E[slot], z + ra, zi + ra);
        assemble_two (p, count, z, zi, dx);
    }
}
