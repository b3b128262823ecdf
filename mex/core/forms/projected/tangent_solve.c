/* tangent_solve.c - solutions of the systems of tangent.c
 *
 * From the residuals of all slots, side by side:
 *
 *     dp0, dv0, right-hand sides,  y = E^-1 (...),  dp = dp0 + K y / sigma,  dv
 *
 * Corrections are those of minimum norm: dp = - C^+ a3, dv = - C^+ (a2 + B dp).
 */
#include <string.h>

#include "projected.h"

#define AT(A, ld, i, j) A[(size_t)(j) * (size_t)(ld) + (size_t)(i)]

/* ---- the multipliers ---- */

void geoms_tangent_follow (const GeomsProjected *p, int columns, double *dx)
{
    const GeomsEquations *e = p->form.eq;
    const GeomsTangent *s = &p->tangent;
    const GeomsMatrix T = {s->m, 2 * s->n, s->T, s->m};

    if (! s->by_mass) {
        geoms_newton_follow (p, columns, dx);
        return;
    }
    geoms_product (columns, T, dx + e->o3, e->n, dx, e->n);
    for (int l = 0; l < columns; l++)
        geoms_saddle_divide (&s->saddle, dx + l * e->n);
}

void geoms_tangent_all_multipliers (GeomsProjected *p)
{
    const GeomsTangent *s = &p->tangent;
    double *L = p->multipliers.L;

    if (! (s->used && s->by_mass))
        return;
    memcpy (L, s->T, (size_t)(2 * s->n * s->m) * sizeof *L);
    for (int j = 0; j < 2 * s->n; j++)
        geoms_saddle_divide (&s->saddle, L + j * s->m);
}

/* multipliers that are not led: L dx - F11^- a1 */
static void add_multipliers (const GeomsProjected *p, int columns, const double *residual,
                             double *dx)
{
    const GeomsEquations *e = p->form.eq;
    const GeomsTangent *s = &p->tangent;
    const int m = p->hard2;
    double *a = s->y;

    geoms_tangent_follow (p, columns, dx);
    for (int l = 0; l < columns; l++, dx += e->n) {
        const double *hidden = residual + l * e->m + e->r_gII;
        const double sign = s->by_mass ? 1 : -1;
        for (int i = 0; i < m; i++)
            a[i] = sign * hidden[i];
        if (s->by_mass) {
            geoms_saddle_divide (&s->saddle, a);
            geoms_axpy (m, 1, a, dx);
        } else
            geoms_add_matvec (m, m, p->blocks.F11.inverse, m, a, dx);
    }
}

/* ---- sigma ---- */

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

/* y (count) = x / sigma, in a complex slot with the columns behind them, their imaginary parts */
static void over_sigma (const GeomsSlot *slot, int complex, int count, const double *x, int ldx,
                        double *y)
{
    const double size = slot->re * slot->re + slot->im * slot->im, re = slot->re / size,
                 im = -slot->im / size;

    for (int i = 0; i < count && ! complex; i++)
        y[i] = x[i] * re;
    for (int i = 0; i < count && complex; i++) {
        const double a = x[i], b = x[ldx + i];
        y[i] = a * re - b * im;
        y[count + i] = a * im + b * re;
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

/* ---- the systems ---- */

/* residuals side by side, and the slots that they belong to */
typedef struct Columns {
    int count, first, slots;
    const double *residual;
} Columns;

/* s->q = - (a + A x) for the rows `row` ... of residuals, x ldx apart */
static void negated_rows (const GeomsProjected *p, const Columns *c, GeomsMatrix A, const double *x,
                          int ldx, int row)
{
    const GeomsTangent *s = &p->tangent;
    const double *a = c->residual + row;

    geoms_product (c->count, A, x, ldx, s->q, s->m);
    for (int l = 0; l < c->count; l++)
        for (int i = 0; i < s->m; i++)
            s->q[l * s->m + i] = -a[l * p->form.m + i] - s->q[l * s->m + i];
}

/* dx_p = dp0 = r_p / sigma - C^+ (a3 + C r_p / sigma) */
static void begin_positions (const GeomsProjected *p, const Columns *c, double *dx)
{
    const GeomsEquations *e = p->form.eq;
    const GeomsTangent *s = &p->tangent;
    const int n = s->n, m = s->m;
    const GeomsMatrix C = {m, n, &AT (p->J, e->m, e->r_gI, e->o3), e->m},
                      plus = {n, m, s->plus, n};

    for (int slot = c->first, at = 0; slot < c->first + c->slots; slot++) {
        const int complex = slot >= GEOMS_SLOT_COMPLEX;
        over_sigma (p->newton.slot + slot, complex, n, c->residual + at * e->m + e->r_p, e->m,
                    s->r + at * n);
        at += 1 + complex;
    }
    negated_rows (p, c, C, s->r, n, e->r_c);
    geoms_product (c->count, plus, s->q, m, dx + e->op, e->n);
    for (int l = 0; l < c->count; l++)
        geoms_axpy (n, 1, s->r + l * n, dx + l * e->n + e->op);
}

/* dx_v = - C^+ (a2 + B dx_p) */
static void particular_velocities (const GeomsProjected *p, const Columns *c, double *dx)
{
    const GeomsEquations *e = p->form.eq;
    const GeomsTangent *s = &p->tangent;
    const GeomsMatrix B = {s->m, s->n, &AT (p->J, e->m, e->r_gI, e->op), e->m},
                      plus = {s->n, s->m, s->plus, s->n};

    negated_rows (p, c, B, dx + e->op, e->n, e->r_gI);
    geoms_product (c->count, plus, s->q, s->m, dx + e->o3, e->n);
}

/* y = S (r_v + J' dx) - sigma S M' dv0 */
static void right_sides (const GeomsProjected *p, const Columns *c, double *dx)
{
    const GeomsEquations *e = p->form.eq;
    const GeomsTangent *s = &p->tangent;
    const int n = s->n, k = s->k;
    const GeomsMatrix S = {k, n, p->selector.Sv, k}, SM = {k, n, s->SM, k},
                      SJ = {k, s->damped ? 2 * n : n, s->damped ? s->SJ : s->SJ + k * n, k};

    if (s->damped || ! s->normal)
        particular_velocities (p, c, dx);
    geoms_product (c->count, SJ, dx + (s->damped ? e->o3 : e->op), e->n, s->y, k);
    geoms_product (c->count, S, c->residual + e->r_v, e->m, s->q, k);
    for (int i = 0; i < c->count * k; i++)
        s->y[i] += s->q[i];
    if (s->normal)
        return;
    geoms_product (c->count, SM, dx + e->o3, e->n, s->q, k);
    for (int slot = c->first, at = 0; slot < c->first + c->slots; slot++) {
        const int complex = slot >= GEOMS_SLOT_COMPLEX;
        subtract_sigma (p->newton.slot + slot, complex, k, s->q + at * k, s->y + at * k);
        at += 1 + complex;
    }
}

/* y becomes E^-1 y; dx_p += K y / sigma, dx_v = K y - C^+ (a2 + B dx_p) */
static void add_motion (const GeomsProjected *p, const Columns *c, double *dx)
{
    const GeomsEquations *e = p->form.eq;
    const GeomsTangent *s = &p->tangent;
    const int n = s->n, k = s->k;
    const GeomsMatrix K = {n, k, p->blocks.F23.null, n};

    for (int slot = c->first, at = 0; slot < c->first + c->slots; slot++) {
        const int complex = slot >= GEOMS_SLOT_COMPLEX;
        double *y = s->y + at * k;
        geoms_factor_solve (&p->newton.slot[slot].E, y, complex ? y + k : NULL);
        over_sigma (p->newton.slot + slot, complex, k, y, k, s->q + at * k);
        at += 1 + complex;
    }
    geoms_product (c->count, K, s->q, k, s->r, n);
    for (int l = 0; l < c->count; l++)
        geoms_axpy (n, 1, s->r + l * n, dx + l * e->n + e->op);
    particular_velocities (p, c, dx);
    geoms_product (c->count, K, s->y, k, s->r, n);
    for (int l = 0; l < c->count; l++)
        geoms_axpy (n, 1, s->r + l * n, dx + l * e->n + e->o3);
}

void geoms_tangent_solve (GeomsProjected *p, int first, int slots, const double *residual,
                          double *dx)
{
    const Columns c = {geoms_newton_columns (first, slots), first, slots, residual};

    if (c.count == 0)
        return;
    begin_positions (p, &c, dx);
    right_sides (p, &c, dx);
    add_motion (p, &c, dx);
    if (p->form.led == 0)
        add_multipliers (p, c.count, residual, dx);
}

/* ---- corrections ---- */

void geoms_tangent_step (GeomsProjected *p, const double *residual, double *dx)
{
    const GeomsEquations *e = p->form.eq;
    const Columns c = {1, GEOMS_SLOT_REAL, 1, residual};
    GeomsTangent *s = &p->tangent;

    for (int i = 0; i < s->m; i++)
        s->q[i] = -residual[e->r_c + i];
    geoms_matvec (s->n, s->m, s->plus, s->n, s->q, dx + e->op);
    particular_velocities (p, &c, dx);
    add_multipliers (p, 1, residual, dx);
}

/* alpha_x dx = K (K'K)^-1 S J' dx - C^+ Gamma_x dx, where the rows of velocities are alpha */
void geoms_tangent_accelerate (GeomsProjected *p, const double *dx, double *alpha)
{
    const GeomsEquations *e = p->form.eq;
    GeomsTangent *s = &p->tangent;
    const int n = s->n, k = s->k;
    double *G = s->G, *c = s->work;

    if (! s->by_mass) {
        geoms_add_matvec (n, 2 * n, p->multipliers.A, n, dx + e->o3, alpha);
        return;
    }
    memcpy (G, s->E[0], (size_t)(k * k) * sizeof *G);
    for (int i = 0; i < k; i++)
        c[i] = AT (G, k, i, i);
    geoms_ldl (k, G, c, 1, 0);
    geoms_matvec (k, 2 * n, s->SJ, k, dx + e->o3, c);
    geoms_ldl_solve (k, G, c);
    geoms_add_matvec (n, k, p->blocks.F23.null, n, c, alpha);
    geoms_matvec (s->m, 2 * n, &AT (p->J, e->m, e->r_gII, e->o3), e->m, dx + e->o3, c);
    for (int i = 0; i < s->m; i++)
        c[i] = -c[i];
    geoms_add_matvec (n, s->m, s->plus, n, c, alpha);
}
