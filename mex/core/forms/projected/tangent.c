/* tangent.c - the Newton systems along the motion, of order nv - rank C, where p' = v
 *
 * Positions and velocities have the same constraints, C dp = -a3, C dv = -a2 - B dp, B = (C v)_p,
 * and the same null basis K. With C^+ of minimum norm, K'C^+ = 0, and S_p = K' the rows of p are
 *
 *     K'(sigma dp - dv) = K'r_p     <=>     sigma u = y + rho,   rho = (K'K)^-1 K'r_p
 *     dp = dp0 + K y / sigma              dp0 = - C^+ a3 + K rho / sigma
 *     dv = dv0 + K y - D y / sigma        dv0 = - C^+ (a2 + B dp0),         D = C^+ B K
 *
 * and what is left are those of v, S = S_v = K', with M' = M and J' the rows of f_dyn, or M' = I and
 * J' those of alpha:
 *
 *     (sigma E0 - E1 - E2 / sigma) y = S r_v - sigma S M' dv0 + S J'_v dv0 + S J'_p dp0
 *     E0 = S M' K,   E1 = S M' D + S J'_v K,   E2 = S (J'_p K - J'_v D)
 *
 * the same dx as that of newton.c: a real and a complex matrix of half the order. Z other than I, rows
 * of w, r, s, mu or e, friction, other selectors and weights of corrections have their system there:
 * with Z the rows of p depend on sigma and p, with mu they have fewer constraints than those of v.
 */
#include <string.h>

#include "projected.h"

#define AT(A, ld, i, j) A[(size_t)(j) * (size_t)(ld) + (size_t)(i)]

/* ---- whether a system is one of these ---- */

int geoms_tangent_fits (const GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const GeomsDims *d = &e->d;
    const GeomsOptions *o = p->form.options;

    return p->tangent.wanted && p->multipliers.used && ! p->multipliers.friction
           && p->multipliers.parts.plain && d->nw + d->nr + d->ns + d->nm == 0
           && (d->ni == 0 || o->invariant == GEOMS_INVARIANT_MONITOR)
           && d->np == d->nv && p->metric.weights == NULL && ! p->metric.by_mass
           && o->selector == GEOMS_SELECTOR_TANGENT && o->selector_update == GEOMS_UPDATE_EVERY;
}

void geoms_tangent_create (GeomsTangent *s, const GeomsForm *f, GeomsArena *arena)
{
    const size_t n = (size_t)f->eq->d.nv, m = (size_t)f->eq->d.nl,
                 columns = (size_t)geoms_form_columns (f);

    s->wanted = 1;
    s->Q = geoms_arena_reals (arena, n * (m + n));
    s->G = geoms_arena_reals (arena, n * n);
    s->D = geoms_arena_reals (arena, n * n);
    s->SM = geoms_arena_reals (arena, n * n);
    s->SJ = geoms_arena_reals (arena, 2 * n * n);
    for (int i = 0; i < 3; i++)
        s->E[i] = geoms_arena_reals (arena, n * n);
    s->work = geoms_arena_reals (arena, n * n + m * n);
    s->z = geoms_arena_reals (arena, columns * (m + n));
    s->y = geoms_arena_reals (arena, columns * n);
    s->q = geoms_arena_reals (arena, columns * (m > n ? m : n));
}

/* ---- the linearisation ---- */

/* C^+ = C^- - K (K'K)^-1 K'C^- in front of K */
static void complete_inverse (GeomsProjected *p)
{
    GeomsTangent *s = &p->tangent;
    const GeomsBlock *b = &p->blocks.F23;
    const int n = s->n, m = s->m, k = s->k;
    double *plus = s->Q, *K = s->Q + m * n, *c = s->work;

    memcpy (plus, b->inverse, (size_t)(n * m) * sizeof *plus);
    memcpy (K, b->null, (size_t)(n * k) * sizeof *K);
    for (int j = 0; j < k; j++)
        for (int i = j; i < k; i++)
            AT (s->G, k, i, j) = geoms_dot (n, &AT (K, n, 0, i), &AT (K, n, 0, j));
    for (int j = 0; j < k; j++)
        c[j] = AT (s->G, k, j, j);
    geoms_ldl (k, s->G, c, 1, 0);
    for (int j = 0; j < m && b->kind != GEOMS_DECOMPOSITION_SVD; j++) {
        double *x = &AT (plus, n, 0, j);
        for (int i = 0; i < k; i++)
            c[i] = -geoms_dot (n, &AT (K, n, 0, i), x);
        geoms_ldl_solve (k, s->G, c);
        geoms_add_matvec (n, k, K, n, c, x);
    }
}

/* S M' and S J' with S = K' */
static void select_rows (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsTangent *s = &p->tangent;
    const int n = s->n, m = s->m, k = s->k;
    const double *K = s->Q + m * n, *M = e->mass_varies ? p->mass : e->mass;
    double *S = p->selector.Sv;

    for (int j = 0; j < n; j++)
        for (int i = 0; i < k; i++)
            AT (S, k, i, j) = AT (p->selector.Sp, k, i, j) = AT (K, n, j, i);
    if (p->accelerates) {
        geoms_gemm (k, 2 * n, n, S, k, p->multipliers.A, n, s->SJ, k);
        memcpy (s->SM, S, (size_t)(k * n) * sizeof *S);
        return;
    }
    geoms_gemm (k, 2 * n, n, S, k, &AT (p->J, e->m, e->r_v, e->o3), e->m, s->SJ, k);
    for (int j = 0; j < n && e->mass_diagonal; j++)
        for (int i = 0; i < k; i++)
            AT (s->SM, k, i, j) = AT (S, k, i, j) * AT (M, n, j, j);
    if (! e->mass_diagonal)
        geoms_gemm (k, n, n, S, k, M, n, s->SM, k);
}

/* E += sign A B for the columns of B (n x k) */
static void add_product (const GeomsTangent *s, double sign, const double *A, const double *B,
                         double *E)
{
    double *T = s->work;

    geoms_gemm (s->k, s->k, s->n, A, s->k, B, s->n, T, s->k);
    geoms_axpy (s->k * s->k, sign, T, E);
}

void geoms_tangent_compose (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsTangent *s = &p->tangent;
    const int n = s->n, m = s->m, k = s->k;
    const double *K = s->Q + m * n;
    double *SJp = s->SJ + k * n, *T = s->work;

    if (! s->used) {
        geoms_newton_compose (p);
        return;
    }
    complete_inverse (p);
    select_rows (p);
    geoms_gemm (m, k, n, &AT (p->J, e->m, e->r_gI, e->op), e->m, K, n, T, m);
    geoms_gemm (n, k, m, s->Q, n, T, m, s->D, n);
    geoms_gemm (k, k, n, s->SM, k, K, n, s->E[0], k);
    geoms_gemm (k, k, n, s->SJ, k, K, n, s->E[1], k);
    add_product (s, 1, s->SM, s->D, s->E[1]);
    geoms_gemm (k, k, n, SJp, k, K, n, s->E[2], k);
    add_product (s, -1, s->SJ, s->D, s->E[2]);
}

/* ---- the systems ---- */

int geoms_tangent_factor (GeomsProjected *p, int slot, double re, double im)
{
    const GeomsTangent *s = &p->tangent;
    GeomsSlot *of = &p->newton.slot[slot];
    const double size = re * re + im * im, inverse = re / size, imaginary = im / size;
    const double *E0 = s->E[0], *E1 = s->E[1], *E2 = s->E[2];

    of->re = re;
    of->im = im;
    for (int i = 0; i < s->k * s->k; i++)
        of->E.re[i] = re * E0[i] - E1[i] - inverse * E2[i];
    for (int i = 0; i < s->k * s->k && slot >= GEOMS_SLOT_COMPLEX; i++)
        of->E.im[i] = im * E0[i] + imaginary * E2[i];
    return geoms_factor (&of->E);
}

/* y (k) and the column behind it, its imaginary part in a complex slot, over sigma */
static void over_sigma (const GeomsSlot *slot, int complex, int k, int ld, double *y)
{
    const double size = slot->re * slot->re + slot->im * slot->im, re = slot->re / size,
                 im = -slot->im / size;

    for (int i = 0; i < k && ! complex; i++)
        y[i] *= re;
    for (int i = 0; i < k && complex; i++) {
        const double a = y[i], b = y[ld + i];
        y[i] = a * re - b * im;
        y[ld + i] = a * im + b * re;
    }
}

/* y -= sigma q, in the same way */
static void subtract_sigma (const GeomsSlot *slot, int complex, int k, const double *q, double *y)
{
    for (int i = 0; i < k && ! complex; i++)
        y[i] -= slot->re * q[i];
    for (int i = 0; i < k && complex; i++) {
        y[i] -= slot->re * q[i] - slot->im * q[k + i];
        y[k + i] -= slot->re * q[k + i] + slot->im * q[i];
    }
}

/* z = [-a3; rho / sigma] of all columns */
static void begin_columns (GeomsProjected *p, int columns, int first, int slots,
                           const double *residual)
{
    const GeomsEquations *e = p->form.eq;
    GeomsTangent *s = &p->tangent;
    const int m = s->m, k = s->k, ld = m + k;
    const GeomsMatrix S = {k, s->n, p->selector.Sv, k};

    for (int l = 0; l < columns; l++)
        for (int i = 0; i < m; i++)
            s->z[l * ld + i] = -residual[l * e->m + e->r_c + i];
    geoms_product (columns, S, residual + e->r_p, e->m, s->z + m, ld);
    for (int l = 0; l < columns; l++)
        geoms_ldl_solve (k, s->G, s->z + l * ld + m);
    for (int slot = first, at = 0; slot < first + slots; slot++) {
        const int complex = slot >= GEOMS_SLOT_COMPLEX;
        over_sigma (p->newton.slot + slot, complex, k, ld, s->z + at * ld + m);
        at += 1 + complex;
    }
}

/* dp0 and dv0 in dx, S (r_v + J' dx) - sigma S M' dv0 in y */
static void right_sides (GeomsProjected *p, int columns, int first, int slots,
                         const double *residual, double *dx)
{
    const GeomsEquations *e = p->form.eq;
    GeomsTangent *s = &p->tangent;
    const int n = s->n, m = s->m, k = s->k, ld = e->n;
    const GeomsMatrix Q = {n, m + k, s->Q, n}, plus = {n, m, s->Q, n},
                      B = {m, n, &AT (p->J, e->m, e->r_gI, e->op), e->m},
                      S = {k, n, p->selector.Sv, k}, SM = {k, n, s->SM, k},
                      SJ = {k, 2 * n, s->SJ, k};

    geoms_product (columns, Q, s->z, m + k, dx + e->op, ld);
    geoms_product (columns, B, dx + e->op, ld, s->q, m);
    for (int l = 0; l < columns; l++)
        for (int i = 0; i < m; i++)
            s->q[l * m + i] = -residual[l * e->m + e->r_gI + i] - s->q[l * m + i];
    geoms_product (columns, plus, s->q, m, dx + e->o3, ld);
    geoms_product (columns, SJ, dx + e->o3, ld, s->y, k);
    geoms_product (columns, S, residual + e->r_v, e->m, s->q, k);
    for (int i = 0; i < columns * k; i++)
        s->y[i] += s->q[i];
    geoms_product (columns, SM, dx + e->o3, ld, s->q, k);
    for (int slot = first, at = 0; slot < first + slots; slot++) {
        const int complex = slot >= GEOMS_SLOT_COMPLEX;
        subtract_sigma (p->newton.slot + slot, complex, k, s->q + at * k, s->y + at * k);
        at += 1 + complex;
    }
}

/* dx += [K y - D u; K u], u = y / sigma */
static void add_motion (GeomsProjected *p, int columns, int first, int slots, double *dx)
{
    const GeomsEquations *e = p->form.eq;
    GeomsTangent *s = &p->tangent;
    const int n = s->n, k = s->k;
    const double *K = s->Q + s->m * n;

    for (int slot = first, at = 0; slot < first + slots; slot++) {
        const int complex = slot >= GEOMS_SLOT_COMPLEX;
        double *y = s->y + at * k, *u = s->q + at * k;
        geoms_factor_solve (&p->newton.slot[slot].E, y, complex ? y + k : NULL);
        memcpy (u, y, (size_t)((1 + complex) * k) * sizeof *y);
        over_sigma (p->newton.slot + slot, complex, k, k, u);
        at += 1 + complex;
    }
    for (int l = 0; l < columns; l++) {
        double *v = dx + l * e->n + e->o3, *u = s->q + l * k;
        geoms_add_matvec (n, k, K, n, s->y + l * k, v);
        geoms_add_matvec (n, k, K, n, u, v + n);
        for (int i = 0; i < k; i++)
            u[i] = -u[i];
        geoms_add_matvec (n, k, s->D, n, u, v);
    }
}

/* multipliers that are not led: L dx - F11^- a1 */
static void add_multipliers (const GeomsProjected *p, int columns, const double *residual,
                             double *dx)
{
    const GeomsEquations *e = p->form.eq;
    const int m = p->hard2;
    double *a = p->tangent.z;

    geoms_newton_follow (p, columns, dx);
    for (int l = 0; l < columns; l++) {
        for (int i = 0; i < m; i++)
            a[i] = -residual[l * e->m + e->r_gII + i];
        geoms_add_matvec (m, m, p->blocks.F11.inverse, m, a, dx + l * e->n);
    }
}

void geoms_tangent_solve (GeomsProjected *p, int first, int slots, const double *residual,
                          double *dx)
{
    const int columns = geoms_newton_columns (first, slots);

    if (columns == 0)
        return;
    begin_columns (p, columns, first, slots, residual);
    right_sides (p, columns, first, slots, residual, dx);
    add_motion (p, columns, first, slots, dx);
    if (p->form.led == 0)
        add_multipliers (p, columns, residual, dx);
}

/* ---- corrections ---- */

void geoms_tangent_step (GeomsProjected *p, const double *residual, double *dx)
{
    const GeomsEquations *e = p->form.eq;
    GeomsTangent *s = &p->tangent;
    const int n = s->n, m = s->m;
    const GeomsMatrix B = {m, n, &AT (p->J, e->m, e->r_gI, e->op), e->m};
    double *b = s->q;

    for (int i = 0; i < m; i++)
        b[i] = -residual[e->r_c + i];
    geoms_matvec (n, m, s->Q, n, b, dx + e->op);
    geoms_matvec (B.m, B.n, B.at, B.ld, dx + e->op, b);
    for (int i = 0; i < m; i++)
        b[i] = -residual[e->r_gI + i] - b[i];
    geoms_matvec (n, m, s->Q, n, b, dx + e->o3);
    add_multipliers (p, 1, residual, dx);
}
