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

/* the first unknown that f_kin depends on: v, unless w or r may be in it */
static int kinematic_column (const GeomsEquations *e) { return e->d.nw + e->n2 > 0 ? 0 : e->o3; }

/* rows of velocities: S_v M, S_v J, or with accelerations S_v, S_v A */
static void velocity_rows (GeomsProjected *p, double *SM, double *SJ, int ld)
{
    const GeomsEquations *e = p->form.eq;
    const int n = e->n, nv = e->d.nv, m = e->m, rows = p->ns_v;
    const double *M = e->mass_varies ? p->mass : e->mass;

    if (p->accelerates) {
        geoms_copy (rows, nv, p->Sv, rows, SM + e->o3 * ld, ld);
        geoms_gemm (rows, n - e->o2, nv, p->Sv, rows, p->multipliers.A, nv, SJ + e->o2 * ld, ld);
        return;
    }
    if (e->mass_diagonal)
        for (int j = 0; j < nv; j++)
            for (int i = 0; i < rows; i++)
                SM[(e->o3 + j) * ld + i] = p->Sv[j * rows + i] * M[j * (nv + 1)];
    else
        geoms_gemm (rows, nv, nv, p->Sv, rows, M, nv, SM + e->o3 * ld, ld);
    geoms_gemm (rows, n, nv, p->Sv, rows, p->J + e->r_v, m, SJ, ld);
}

/* [S M; S J_b]: rows r, v, p of each */
static void selected_rows (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const int nd = p->nd, ld = 2 * nd, m = e->m, n = e->n, np = e->d.np, first = kinematic_column (e);
    double *SM = p->SMJ, *SJ = p->SMJ + nd;

    for (int i = 0; i < e->n2; i++)
        SM[(e->o2 + i) * ld + i] = 1;
    velocity_rows (p, SM + e->n2, SJ + e->n2, ld);
    geoms_copy (p->k4, np, p->Sp, p->k4, SM + e->op * ld + e->n2 + p->ns_v, ld);
    geoms_copy (e->n2, n, p->J + e->r_b, m, SJ, ld);
    geoms_gemm (p->k4, n - first, np, p->Sp, p->k4, p->J + (size_t)first * (size_t)m + e->r_p,
                m, SJ + first * ld + e->n2 + p->ns_v, ld);
}

/* columns of H that belong to differential rows: S */
static void selector_columns (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const int nd = p->nd, nr = e->n2, nv = e->d.nv, np = e->d.np;

    for (int slot = 0; slot < 2; slot++) {
        double *H = p->H[slot] + (size_t)e->r_b * (size_t)nd;

        for (int i = 0; i < nr; i++)
            H[i * nd + i] = 1;
        geoms_copy (p->ns_v, nv, p->Sv, p->ns_v, H + nr * nd + nr, nd);
        geoms_copy (p->k4, np, p->Sp, p->k4, H + (nr + nv) * nd + nr + p->ns_v, nd);
    }
}

/* [S M; S J_b] [P N] block by block: rows r, v and p of S M, rows (r, v) and p of S J_b */
static void compose_blocks (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const int nd = p->nd, ld = 2 * nd, n = e->n, columns = p->ra + nd, top = e->n2 + p->ns_v,
              first = kinematic_column (e);
    const double *X = p->P, *SM = p->SMJ, *SJ = p->SMJ + nd;

    geoms_copy (e->n2, columns, X + e->o2, n, p->SX, ld);
    geoms_gemm (p->ns_v, columns, e->d.nv, SM + e->o3 * ld + e->n2, ld, X + e->o3, n,
                p->SX + e->n2, ld);
    geoms_gemm (p->k4, columns, e->d.np, SM + e->op * ld + top, ld, X + e->op, n, p->SX + top, ld);
    geoms_gemm (top, columns, n, SJ, ld, X, n, p->SX + nd, ld);
    geoms_gemm (p->k4, columns, n - first, SJ + first * ld + top, ld, X + first, n,
                p->SX + nd + top, ld);
}

void geoms_newton_compose (GeomsProjected *p)
{
    const int ld = 2 * p->nd, n = p->form.n;

    selected_rows (p);
    selector_columns (p);
    if (n <= GEOMS_FEW)
        geoms_gemm (ld, p->ra + p->nd, n, p->SMJ, ld, p->P, n, p->SX, ld);
    else
        compose_blocks (p);
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

/* the first part of z = [-a; y] */
static void algebraic_part (const GeomsProjected *p, const double *residual, double *z)
{
    for (int j = 0; j < p->ra; j++)
        z[j] = -residual[j];
}

/* dx = -P a */
void geoms_newton_particular (const GeomsProjected *p, const double *residual, double *dx)
{
    algebraic_part (p, residual, p->z);
    geoms_matvec (p->form.n, p->ra, p->P, p->form.n, p->z, dx);
}

void geoms_newton_solve (GeomsProjected *p, int slot, const double *residual, double *dx)
{
    const int ra = p->ra, nd = p->nd, m = p->form.m, n = p->form.n, count = ra + nd;
    double *z = p->z, *zi = z + count;
    const double *H = p->H[slot], *imaginary = residual + m;

    algebraic_part (p, residual, z);
    geoms_matvec (nd, m, H, nd, residual, z + ra);
    if (slot == GEOMS_SLOT_COMPLEX) {
        algebraic_part (p, imaginary, zi);
        geoms_matvec (nd, m, H, nd, imaginary, zi + ra);
        geoms_add_matvec (nd, ra, p->B, nd, zi, z + ra); /* zi = -Im a: y -= B Im a */
        geoms_add_matvec (nd, ra, p->B, nd, residual, zi + ra);
        geoms_factor_solve (&p->E[slot], z + ra, zi + ra);
        geoms_matvec (n, count, p->P, n, zi, dx + n);
    } else
        geoms_factor_solve (&p->E[slot], z + ra, NULL);
    geoms_matvec (n, count, p->P, n, z, dx);
}
