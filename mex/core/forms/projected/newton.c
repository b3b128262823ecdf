/* newton.c - the projected Newton systems, real and complex
 *
 *     E (sigma) = S (sigma M - J_b) N = sigma SMN - SJN
 *     E y = S r + (sigma SMP - SJP) a,      dx = N y - P a
 *
 * for a residual (a, r) with algebraic rows a and differential rows r. With the matrices
 *
 *     [SMP SMN; SJP SJN] = [S M; S J_b] [P N]
 *
 * a solve is q = [SMP; SJP] (-a) + [0; S] r, y = E^-1 (q_J - sigma q_M) and dx = [P N] [-a; y].
 *
 * Rows of `a` that residuals were solved for are 0 and left out, as are their unknowns where no row
 * depends on them.
 */
#include <string.h>

#include "projected.h"

void geoms_newton_create (GeomsNewton *s, const GeomsForm *f, GeomsArena *arena)
{
    const GeomsEquations *e = f->eq;
    const size_t n = (size_t)e->n, m = (size_t)e->m, ra = (size_t)e->r_b,
                 columns = (size_t)geoms_form_columns (f);
    const int qr = f->options->differential_decomposition == GEOMS_DIFFERENTIAL_QR;

    s->SMJ = geoms_arena_reals (arena, 2 * n * n);
    s->SX = geoms_arena_reals (arena, 2 * n * (ra + n));
    s->R = geoms_arena_reals (arena, n <= GEOMS_FEW ? 2 * n * m : 0);
    s->z = geoms_arena_reals (arena, columns * (ra + n));
    s->q = geoms_arena_reals (arena, columns * 2 * n);
    s->slot = geoms_arena_get (arena, 1 + (size_t)f->complex_slots, sizeof *s->slot);
    s->slots = s->slot != NULL ? 1 + f->complex_slots : 0;
    for (int slot = 0; slot < s->slots; slot++)
        geoms_factor_create (&s->slot[slot].E, e->n, slot >= GEOMS_SLOT_COMPLEX, qr, arena);
}

void geoms_newton_resize (GeomsNewton *s, int nd)
{
    for (int slot = 0; slot < s->slots; slot++)
        geoms_factor_resize (&s->slot[slot].E, nd);
}

/* the first unknown that f_kin depends on: v, unless w or r may be in it */
static int kinematic_column (const GeomsEquations *e) { return e->d.nw + e->n2 > 0 ? 0 : e->o3; }

/* rows of velocities: S_v M, S_v J, or with accelerations S_v, S_v A */
static void velocity_rows (GeomsProjected *p, double *SM, double *SJ, int ld)
{
    const GeomsEquations *e = p->form.eq;
    GeomsSelector *s = &p->selector;
    const int n = e->n, nv = e->d.nv, m = e->m, rows = s->rows_v;
    const double *M = e->mass_varies ? p->mass : e->mass;

    if (p->accelerates) {
        geoms_copy (rows, nv, s->Sv, rows, SM + e->o3 * ld, ld);
        geoms_gemm (rows, n - e->o2, nv, s->Sv, rows, p->multipliers.A, nv, SJ + e->o2 * ld, ld);
        return;
    }
    if (e->mass_diagonal)
        for (int j = 0; j < nv; j++)
            for (int i = 0; i < rows; i++)
                SM[(e->o3 + j) * ld + i] = s->Sv[j * rows + i] * M[j * (nv + 1)];
    else
        geoms_gemm (rows, nv, nv, s->Sv, rows, M, nv, SM + e->o3 * ld, ld);
    geoms_gemm (rows, n, nv, s->Sv, rows, p->J + e->r_v, m, SJ, ld);
}

/* [S M; S J_b]: rows r, v, p of each */
static void selected_rows (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsSelector *s = &p->selector;
    GeomsFree *y = &p->y;
    const int nd = y->n, ld = 2 * nd, m = e->m, n = e->n, np = e->d.np,
              first = kinematic_column (e);
    double *SM = p->newton.SMJ, *SJ = p->newton.SMJ + nd;

    for (int i = 0; i < e->n2; i++)
        SM[(e->o2 + i) * ld + i] = 1;
    velocity_rows (p, SM + e->n2, SJ + e->n2, ld);
    geoms_copy (y->k4, np, s->Sp, y->k4, SM + e->op * ld + e->n2 + s->rows_v, ld);
    geoms_copy (e->n2, n, p->J + e->r_b, m, SJ, ld);
    if (p->multipliers.used && p->multipliers.parts.plain) /* p' = v */
        geoms_copy (y->k4, np, s->Sp, y->k4, SJ + e->o3 * ld + e->n2 + s->rows_v, ld);
    else
        geoms_gemm (y->k4, n - first, np, s->Sp, y->k4, p->J + (size_t)first * (size_t)m + e->r_p,
                    m, SJ + first * ld + e->n2 + s->rows_v, ld);
}

/* The first unknown that S J_b is multiplied with: multipliers that are solved for drop out of
 * accelerations, and of forces that are selected along the motion. */
static int first_unknown (const GeomsProjected *p)
{
    const GeomsOptions *o = p->form.options;
    const int along
        = o->selector == GEOMS_SELECTOR_TANGENT && o->selector_update == GEOMS_UPDATE_EVERY;

    return p->form.led > 0 && (p->accelerates || along) ? p->form.eq->o2 : 0;
}

/* [S M; S J_b] [P N] block by block: rows r, v and p of S M, rows (r, v) and p of S J_b */
static void compose_blocks (GeomsProjected *p, int from, int columns, double *SX)
{
    const GeomsEquations *e = p->form.eq;
    GeomsFree *y = &p->y;
    const int nd = y->n, ld = 2 * nd, n = e->n, top = e->n2 + p->selector.rows_v,
              unknown = first_unknown (p), first = kinematic_column (e);
    const double *X = p->P + (size_t)from * (size_t)n, *SM = p->newton.SMJ,
                 *SJ = p->newton.SMJ + nd;

    geoms_copy (e->n2, columns, X + e->o2, n, SX, ld);
    geoms_gemm (p->selector.rows_v, columns, e->d.nv, SM + e->o3 * ld + e->n2, ld, X + e->o3, n,
                SX + e->n2, ld);
    geoms_gemm (y->k4, columns, e->d.np, SM + e->op * ld + top, ld, X + e->op, n, SX + top, ld);
    geoms_gemm (top, columns, n - unknown, SJ + unknown * ld, ld, X + unknown, n, SX + nd, ld);
    geoms_gemm (y->k4, columns, n - first, SJ + first * ld + top, ld, X + first, n, SX + nd + top,
                ld);
}

/* [-SMP 0; -SJP S]: what residuals do to the right-hand sides, where there are few unknowns */
static void compose_sides (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsSelector *s = &p->selector;
    GeomsNewton *newton = &p->newton;
    GeomsFree *y = &p->y;
    const int nd = y->n, ld = 2 * nd, ra = p->ra, nr = e->n2, nv = e->d.nv, np = e->d.np;
    double *S = newton->R + ra * ld + nd;

    for (int i = p->form.led * ld; i < ra * ld; i++)
        newton->R[i] = -newton->SX[i];
    for (int i = 0; i < nr; i++)
        S[i * (ld + 1)] = 1;
    geoms_copy (s->rows_v, nv, s->Sv, s->rows_v, S + nr * (ld + 1), ld);
    geoms_copy (y->k4, np, s->Sp, y->k4, S + (nr + nv) * ld + nr + s->rows_v, ld);
}

void geoms_newton_compose (GeomsProjected *p)
{
    const int ld = 2 * p->y.n, n = p->form.n, from = p->form.led, columns = p->ra + p->y.n - from,
              unknown = first_unknown (p);
    double *SX = p->newton.SX + (size_t)from * (size_t)ld;

    selected_rows (p);
    if (n <= GEOMS_FEW)
        geoms_gemm (ld, columns, n - unknown, p->newton.SMJ + unknown * ld, ld,
                    p->P + from * n + unknown, n, SX, ld);
    else
        compose_blocks (p, from, columns, SX);
    if (n <= GEOMS_FEW)
        compose_sides (p);
}

int geoms_newton_factor (GeomsNewton *s, int ra, int slot, double re, double im)
{
    GeomsFactor *E = &s->slot[slot].E;
    const int nd = E->n;
    const double *sm = s->SX + (size_t)ra * 2 * (size_t)nd;

    s->slot[slot].re = re;
    s->slot[slot].im = im;
    for (int j = 0, at = 0; j < nd; j++, sm += 2 * nd)
        for (int i = 0; i < nd; i++, at++) {
            E->re[at] = re * sm[i] - sm[nd + i];
            if (slot >= GEOMS_SLOT_COMPLEX)
                E->im[at] = im * sm[i];
        }
    return geoms_factor (E);
}

/* dx = -P a */
void geoms_newton_particular (const GeomsProjected *p, const double *residual, double *dx)
{
    for (int j = 0; j < p->ra; j++)
        p->newton.z[j] = -residual[j];
    geoms_matvec (p->form.n, p->ra, p->P, p->form.n, p->newton.z, dx);
}

/* ---- solves: residuals side by side ---- */

/* q = [SMP; SJP] (-a) + [0; S] r where there are more unknowns; y is work */
static void selected_sides (const GeomsProjected *p, int columns, const double *residual, int count,
                            const double *z, double *y, double *q)
{
    const GeomsEquations *e = p->form.eq;
    const GeomsSelector *s = &p->selector;
    const int nd = p->y.n, m = e->m, led = p->form.led;
    const GeomsMatrix Sv = {s->rows_v, e->d.nv, s->Sv, s->rows_v},
                      Sp = {p->y.k4, e->d.np, s->Sp, p->y.k4},
                      SX = {2 * nd, p->ra - led, p->newton.SX + 2 * led * nd, 2 * nd};

    geoms_product (columns, Sv, residual + e->r_v, m, y + e->n2, count);
    geoms_product (columns, Sp, residual + e->r_p, m, y + e->n2 + s->rows_v, count);
    geoms_product (columns, SX, z + led, count, q, 2 * nd);
    for (int l = 0; l < columns; l++, q += 2 * nd, y += count, residual += m) {
        for (int i = 0; i < e->n2; i++)
            q[nd + i] += residual[e->r_b + i];
        for (int i = e->n2; i < nd; i++)
            q[nd + i] += y[i];
    }
}

/* z = [-a; .], each `count` long, and q = [SMP; SJP] (-a) + [0; S] r */
GEOMS_INLINE void right_sides (const GeomsProjected *p, int columns, const double *residual,
                               int count, double *z, double *q)
{
    const int nd = p->y.n, m = p->form.m, led = p->form.led, ra = p->ra;
    const GeomsMatrix R = {2 * nd, m - led, p->newton.R + 2 * led * nd, 2 * nd};
    const double *r = residual;
    double *to = z;

    for (int l = 0; l < columns; l++, to += count, r += m)
        for (int j = led; j < ra; j++)
            to[j] = -r[j];
    if (p->form.n <= GEOMS_FEW)
        geoms_product (columns, R, residual + led, m, q, 2 * nd);
    else
        selected_sides (p, columns, residual, count, z, z + ra, q);
}

/* y = E^-1 (q_J - sigma q_M), in a complex slot with the imaginary part in y and q that follow */
GEOMS_INLINE void solve_slot (const GeomsNewton *s, int slot, int count, const double *restrict q,
                              double *restrict y)
{
    const int nd = s->slot[slot].E.n;
    const double re = s->slot[slot].re, im = s->slot[slot].im, *qi = q + 2 * nd;
    double *yi = y + count;

    if (slot == GEOMS_SLOT_REAL)
        for (int i = 0; i < nd; i++)
            y[i] = q[nd + i] - re * q[i];
    else
        for (int i = 0; i < nd; i++) {
            y[i] = q[nd + i] - re * q[i] + im * qi[i];
            yi[i] = qi[nd + i] - re * qi[i] - im * q[i];
        }
    geoms_factor_solve (&s->slot[slot].E, y, slot >= GEOMS_SLOT_COMPLEX ? yi : NULL);
}

/* dx = [P N] z, whose led unknowns mean nothing yet */
static void solve_one (GeomsProjected *p, int slot, const double *residual, double *dx)
{
    GeomsNewton *s = &p->newton;
    const int columns = geoms_newton_columns (slot, 1), led = p->form.led, count = p->ra + p->y.n,
              n = p->form.n;
    const GeomsMatrix PN = {n, count - led, p->P + led * n, n};

    right_sides (p, columns, residual, count, s->z, s->q);
    solve_slot (s, slot, count, s->q, s->z + p->ra);
    geoms_product (columns, PN, s->z + led, count, dx, n);
}

/* dx = [P N] z behind the unknowns that are led; x3 knows nothing of y2 and y1, x4 only of a3 and
 * y4: columns that stand side by side */
GEOMS_INLINE void expand (const GeomsProjected *p, int columns, int count, const double *z,
                          double *dx)
{
    const GeomsEquations *e = p->form.eq;
    const int led = p->form.led, n = p->form.n, few = n <= GEOMS_FEW || e->n2 > 0,
              at3 = few ? e->o2 : e->o3;
    const double *P = p->P + led * n;
    const GeomsMatrix X3
        = {few ? n - e->o2 : e->n3, few ? count - led : p->ra - led + p->y.at2, P + at3, n},
        X4 = {e->n4, p->m3 + p->y.k4, p->P + p->a3 * n + e->o4, n};

    geoms_product (columns, X3, z + led, count, dx + at3, n);
    if (! few)
        geoms_product (columns, X4, z + p->a3, count, dx + e->o4, n);
}

/* several slots at once, whose numbers the compiler may know */
GEOMS_INLINE void solve_columns (GeomsProjected *p, int columns, int first, int slots,
                                 const double *residual, double *dx)
{
    GeomsNewton *s = &p->newton;
    const int count = p->ra + p->y.n;

    right_sides (p, columns, residual, count, s->z, s->q);
    GEOMS_UNROLL
    for (int slot = first, at = 0; slot < first + slots; slot++) {
        solve_slot (s, slot, count, s->q + 2 * p->y.n * at, s->z + count * at + p->ra);
        at += geoms_newton_columns (slot, 1);
    }
    expand (p, columns, count, s->z, dx);
}

void geoms_newton_solve (GeomsProjected *p, int first, int count, const double *residual,
                         double *dx)
{
    const int columns = geoms_newton_columns (first, count);

    if (p->form.led > 0 && columns == 3) /* one slot of each kind, as in Radau IIA of order 5 */
        solve_columns (p, 3, GEOMS_SLOT_REAL, 2, residual, dx);
    else if (p->form.led > 0 && count > 1)
        solve_columns (p, columns, first, count, residual, dx);
    else
        for (int slot = first; slot < first + count; slot++) {
            solve_one (p, slot, residual, dx);
            residual += geoms_newton_columns (slot, 1) * p->form.m;
            dx += geoms_newton_columns (slot, 1) * p->form.n;
        }
}

void geoms_newton_follow (const GeomsProjected *p, int columns, double *dx)
{
    const GeomsEquations *e = p->form.eq;
    const GeomsMatrix L = {e->n1, e->n - e->o2, p->multipliers.L, e->n1};

    geoms_product (columns, L, dx + e->o2, e->n, dx, e->n);
}
