/* tangent.c - the Newton systems along the motion, of order nv - rank C, where p' = v
 *
 * Positions and velocities have the same constraints, C dp = -a3, C dv = -a2 - B dp with
 * B = (C v)_p, and the same null basis K. With C^+ of minimum norm, K'C^+ = 0, and S_p = K' the rows
 * of p are
 *
 *     K'(sigma dp - dv) = K'r_p     <=>     sigma u = y + rho,   K rho = r_p - C^+ C r_p
 *     dp = dp0 + K y / sigma              dp0 = - C^+ a3 + K rho / sigma
 *     dv = K y - C^+ (a2 + B dp)          dv0 = - C^+ (a2 + B dp0),         D = C^+ B K
 *
 * and what is left are those of v, S = S_v = K', with M' = M and J' the rows of f_dyn, or M' = I
 * and J' those of alpha:
 *
 *     (sigma E0 - E1 - E2 / sigma) y = S r_v - sigma S M' dv0 + S J'_v dv0 + S J'_p dp0
 *     E0 = S M' K,   E1 = S M' D + S J'_v K,   E2 = S (J'_p K - J'_v D)
 *
 * S M' C^+ = 0 for accelerations and for M = m I, and J'_v = 0 without dampers: dv0 is not needed
 * then. Derivatives of alpha and of the multipliers at given x, from F_x and Gamma_x of
 * multipliers_linear.c, where C M^-1 C' = L D L' is good enough:
 *
 *     l_x = (C M^-1 C')^-1 T,   T = C M^-1 F_x + Gamma_x
 *     K'alpha_x = K'K (K'M K)^-1 (K'F_x + K'M C^+ Gamma_x)
 *
 * The same dx as that of newton.c, by a real and a complex matrix of half the order. Z other than
 * I, rows of w, r, s, mu or e, friction, other selectors and weights of corrections have their
 * system there: with Z the rows of p depend on sigma and p, with mu they have fewer constraints
 * than those of v.
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
    const size_t n = (size_t)f->eq->d.nv, m = (size_t)f->eq->d.nl, most = m > n ? m : n,
                 columns = (size_t)geoms_form_columns (f);

    geoms_saddle_create_by_mass (&s->saddle, f->eq->d.nv, f->eq->d.nl, arena);
    s->plus = geoms_arena_reals (arena, n * m);
    s->T = geoms_arena_reals (arena, 2 * n * m);
    s->D = geoms_arena_reals (arena, n * n);
    s->SM = geoms_arena_reals (arena, n * n);
    s->SJ = geoms_arena_reals (arena, 2 * n * n);
    for (int i = 0; i < 3; i++)
        s->E[i] = geoms_arena_reals (arena, n * n);
    s->G = geoms_arena_reals (arena, most * most);
    s->work = geoms_arena_reals (arena, most * most + m * n);
    s->r = geoms_arena_reals (arena, columns * n);
    s->y = geoms_arena_reals (arena, columns * most);
    s->q = geoms_arena_reals (arena, columns * most);
}

/* ---- C^+ ---- */

/* C'(C C')^-1; not 0 if rows are nearly parallel */
static int inverse_by_rows (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsTangent *s = &p->tangent;
    const int n = s->n, m = s->m;
    const double *C = &AT (p->J, e->m, e->r_gI, e->o3);
    double *size = s->work, *rows = s->work + m;

    geoms_copy (m, n, C, e->m, rows, m);
    geoms_saddle_gram (m, n, rows, C, e->m, s->G);
    for (int i = 0; i < m; i++)
        size[i] = AT (s->G, m, i, i);
    if (geoms_ldl (m, s->G, size, 1, GEOMS_SADDLE_PARALLEL) != 0)
        return 1;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            AT (s->plus, n, j, i) = AT (rows, m, i, j);
    geoms_ldl_divide (m, s->G, n, s->plus);
    return 0;
}

/* C^- - K (K'K)^-1 K'C^- */
static void inverse_by_motions (GeomsTangent *s, const double *K)
{
    const int n = s->n, k = s->k;
    double *c = s->work;

    for (int j = 0; j < k; j++)
        for (int i = j; i < k; i++)
            AT (s->G, k, i, j) = geoms_dot (n, &AT (K, n, 0, i), &AT (K, n, 0, j));
    for (int j = 0; j < k; j++)
        c[j] = AT (s->G, k, j, j);
    geoms_ldl (k, s->G, c, 1, 0);
    for (int j = 0; j < s->m; j++) {
        double *x = &AT (s->plus, n, 0, j);
        for (int i = 0; i < k; i++)
            c[i] = -geoms_dot (n, &AT (K, n, 0, i), x);
        geoms_ldl_solve (k, s->G, c);
        geoms_add_matvec (n, k, K, n, c, x);
    }
}

static void complete_inverse (GeomsProjected *p)
{
    GeomsTangent *s = &p->tangent;
    const GeomsBlock *b = &p->blocks.F23;

    if (b->kind != GEOMS_DECOMPOSITION_SVD && inverse_by_rows (p) == 0)
        return;
    memcpy (s->plus, b->inverse, (size_t)(s->n * s->m) * sizeof *s->plus);
    if (b->kind != GEOMS_DECOMPOSITION_SVD)
        inverse_by_motions (s, b->null);
}

/* ---- the multipliers ---- */

int geoms_tangent_factor_multipliers (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsTangent *s = &p->tangent;
    const int n = e->d.nv, m = p->hard2;

    s->by_mass = p->multipliers.rows == m && p->multipliers.even
                 && geoms_saddle_factor_by_mass (&s->saddle, &p->multipliers.mass,
                                                 &AT (p->J, e->m, e->r_gI, e->o3), e->m)
                        == 0;
    for (int j = 0; j < 2 * n && s->by_mass; j++) {
        const double *J = &AT (p->J, e->m, 0, e->o3 + j);
        double *T = s->T + j * m;
        for (int i = 0; i < m; i++)
            T[i] = J[e->r_gII + i];
        geoms_saddle_add_rows (&s->saddle, p->multipliers.CM, J + e->r_v, T);
    }
    return s->by_mass;
}

/* ---- S M', S J' ---- */

/* S J' = K'K (K'M K)^-1 (K'F_x + K'M C^+ Gamma_x) */
static void select_accelerations (GeomsProjected *p, const double *K, const double *M)
{
    const GeomsEquations *e = p->form.eq;
    GeomsTangent *s = &p->tangent;
    const int n = s->n, m = s->m, k = s->k;
    const double *S = p->selector.Sv, *J = &AT (p->J, e->m, 0, e->o3);
    double *KM = s->E[1], *KMK = s->E[2], *KMP = s->D, *c = s->work, *z = s->work + k;

    geoms_gemm (k, n, n, S, k, M, n, KM, k);
    geoms_gemm (k, k, n, KM, k, K, n, KMK, k);
    geoms_gemm (k, m, n, KM, k, s->plus, n, KMP, k);
    for (int i = 0; i < k; i++)
        c[i] = AT (KMK, k, i, i);
    geoms_ldl (k, KMK, c, 1, 0);
    geoms_gemm (k, 2 * n, n, S, k, J + e->r_v, e->m, s->SJ, k);
    for (int j = 0; j < 2 * n; j++) {
        memcpy (z, s->SJ + j * k, (size_t)k * sizeof *z);
        geoms_add_matvec (k, m, KMP, k, J + j * e->m + e->r_gII, z);
        geoms_ldl_solve (k, KMK, z);
        geoms_matvec (k, k, s->E[0], k, z, s->SJ + j * k);
    }
}

/* S M' and S J' of forces */
static void select_forces (GeomsProjected *p, const double *M)
{
    const GeomsEquations *e = p->form.eq;
    GeomsTangent *s = &p->tangent;
    const int n = s->n, k = s->k;
    const double *S = p->selector.Sv;

    geoms_gemm (k, 2 * n, n, S, k, &AT (p->J, e->m, e->r_v, e->o3), e->m, s->SJ, k);
    for (int j = 0; j < n && e->mass_diagonal; j++)
        for (int i = 0; i < k; i++)
            AT (s->SM, k, i, j) = AT (S, k, i, j) * AT (M, n, j, j);
    if (! e->mass_diagonal)
        geoms_gemm (k, n, n, S, k, M, n, s->SM, k);
}

/* not 0 if M is a constant m I */
static int uniform (const GeomsEquations *e)
{
    const double *D = e->mass_diagonal_of;
    int same = ! e->mass_varies && e->mass_diagonal;

    for (int i = 1; i < e->d.nv && same; i++)
        same = D[i] == D[0];
    return same;
}

static int all_zero (int count, const double *x)
{
    int zero = 1;

    for (int i = 0; i < count && zero; i++)
        zero = x[i] == 0;
    return zero;
}

static void select_rows (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsTangent *s = &p->tangent;
    const int n = s->n, k = s->k;
    const double *K = p->blocks.F23.null, *M = e->mass_varies ? p->mass : e->mass;
    double *S = p->selector.Sv;

    for (int j = 0; j < n; j++)
        for (int i = 0; i < k; i++)
            AT (S, k, i, j) = AT (p->selector.Sp, k, i, j) = AT (K, n, j, i);
    if (! p->accelerates)
        select_forces (p, M);
    else
        memcpy (s->SM, S, (size_t)(k * n) * sizeof *S);
    geoms_gemm (k, k, n, s->SM, k, K, n, s->E[0], k);
    if (p->accelerates && s->by_mass)
        select_accelerations (p, K, M);
    else if (p->accelerates)
        geoms_gemm (k, 2 * n, n, S, k, p->multipliers.A, n, s->SJ, k);
    s->normal = p->accelerates || uniform (e);
    s->damped = ! all_zero (k * n, s->SJ);
}

/* ---- E0, E1, E2 ---- */

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
    const double *K = p->blocks.F23.null;
    double *SJp = s->SJ + k * n, *T = s->work;

    if (! s->used) {
        geoms_newton_compose (p);
        return;
    }
    complete_inverse (p);
    select_rows (p);
    geoms_gemm (k, k, n, SJp, k, K, n, s->E[2], k);
    memset (s->E[1], 0, (size_t)(k * k) * sizeof *s->E[1]);
    if (s->damped)
        add_product (s, 1, s->SJ, K, s->E[1]);
    if (s->normal && ! s->damped)
        return;
    geoms_gemm (m, k, n, &AT (p->J, e->m, e->r_gI, e->op), e->m, K, n, T, m);
    geoms_gemm (n, k, m, s->plus, n, T, m, s->D, n);
    if (! s->normal)
        add_product (s, 1, s->SM, s->D, s->E[1]);
    if (s->damped)
        add_product (s, -1, s->SJ, s->D, s->E[2]);
}
