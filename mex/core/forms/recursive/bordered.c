/* bordered.c - multipliers and accelerations of a state in O(N) for each row, and the linearisation
 *
 *     a = M^-1 (f - C'l_0),   S (l - l_0) = C a + gamma,   alpha = a - V (l - l_0)
 *
 * with the multipliers l_0 of x; once more where these were far off, which leaves rounding of a
 * behind. Units of multipliers are those of forms/projected/forces.c.
 */
#include "bordered.h"

#include <math.h>
#include <string.h>

/* multipliers that change by that part are solved for once more */
static const double FAR = 1e-3;
enum { MOST_PASSES = 3 };

/* AbsTol of multipliers that are measured in units */
static const double STANDARD_ATOL = 1e-6;

/* ---- memory ---- */

static void create_held (GeomsHeld *s, size_t m, const GeomsDims *d, GeomsArena *arena)
{
    const size_t nv = (size_t)d->nv, np = (size_t)d->np;

    s->C = geoms_arena_reals (arena, m * nv);
    s->G = geoms_arena_reals (arena, m * np);
    s->level = geoms_arena_reals (arena, 3 * m);
    s->V = geoms_arena_reals (arena, nv * (m + 1));
    geoms_factor_create (&s->S, (int)m, 0, 0, arena);
}

static void create_border (GeomsBorder *s, int slot, size_t m, size_t moving, GeomsArena *arena)
{
    s->X = geoms_arena_reals (arena, (size_t)(1 + slot) * 3 * m * moving);
    s->size = geoms_arena_reals (arena, 3 * m);
    geoms_factor_create (&s->E, 3 * (int)m, slot, 0, arena);
}

void geoms_bordered_create (GeomsBordered *b, GeomsEquations *e, int complex_slots,
                            GeomsArena *arena)
{
    const size_t m = (size_t)e->d.nl, nv = (size_t)e->d.nv, np = (size_t)e->d.np,
                 moving = (size_t)(e->n - e->n1);

    b->e = e;
    b->m = (int)m;
    b->moving = (int)moving;
    create_held (&b->now, m, &e->d, arena);
    create_held (&b->linear, m, &e->d, arena);
    for (int slot = 0; slot < geoms_bordered_slots (complex_slots); slot++)
        create_border (b->border + slot, slot, m, moving, arena);
    b->f = geoms_arena_reals (arena, nv);
    b->rates = geoms_arena_reals (arena, (size_t)e->d.nr + np);
    b->l = geoms_arena_reals (arena, m);
    b->gI_p = geoms_arena_reals (arena, m * np);
    b->gII_p = geoms_arena_reals (arena, m * np);
    b->gII_v = geoms_arena_reals (arena, m * nv);
    b->pulled = geoms_arena_reals (arena, moving * m);
    b->terms = geoms_arena_reals (arena, m);
    b->first = geoms_arena_reals (arena, 2 * m);
    b->scale = geoms_arena_reals (arena, (size_t)e->r_b);
    for (int i = 0; i < e->r_b && ! arena->failed; i++)
        b->scale[i] = 1;
    geoms_factor_create (&b->gram, (int)m, 0, 0, arena);
    b->row = geoms_arena_reals (arena, m * (m + 24) + 4 * moving);
    b->step = geoms_arena_reals (arena, moving);
    b->from = geoms_arena_reals (arena, (size_t)e->n);
    b->order = geoms_arena_ints (arena, m);
    b->size = geoms_arena_reals (arena, (size_t)e->n);
}

/* ---- one state ---- */

/* V = M^-1 C', and a = M^-1 (f - C'l) behind it */
static void divide (GeomsBordered *b, const double *l, int with_rows)
{
    const int m = b->m, nv = b->e->d.nv;
    double *V = b->now.V, *a = V + m * nv;

    for (int i = 0; i < nv; i++) {
        a[i] = b->f[i] - geoms_dot (m, b->now.C + i * m, l);
        for (int r = 0; r < m && with_rows; r++)
            V[r * nv + i] = b->now.C[i * m + r];
    }
    b->e->model->newton.divide (with_rows ? m + 1 : 1, with_rows ? V : a, b->e->user);
}

static int factor_rows (GeomsHeld *s, int m, int nv)
{
    geoms_gemm (m, m, nv, s->C, m, s->V, nv, s->S.re, m);
    return geoms_factor (&s->S);
}

/* l, alpha by V and S; how much l changes, as a part of the largest */
static double correct_multipliers (GeomsBordered *b, double *l)
{
    const int m = b->m, nv = b->e->d.nv;
    double *a = b->now.V + m * nv, *dl = b->row, most = 0, size = 0;

    geoms_matvec (m, nv, b->now.C, m, a, dl);
    for (int r = 0; r < m; r++)
        dl[r] += b->now.level[2 * m + r];
    geoms_factor_solve (&b->now.S, dl, NULL);
    for (int r = 0; r < m; r++) {
        l[r] += dl[r];
        geoms_axpy (nv, -dl[r], b->now.V + r * nv, a);
        most = geoms_max (most, fabs (dl[r]));
        size = geoms_max (size, fabs (l[r]));
    }
    return size > 0 ? most / size : most;
}

int geoms_bordered_look (GeomsBordered *b, int purpose, double t, double *x)
{
    GeomsEquations *e = b->e;
    GeomsHeld *s = &b->now;
    const int m = b->m, nv = e->d.nv;
    const GeomsHeldRows rows
        = {b->f, s->C, s->G, s->level, s->level + m, s->level + 2 * m, b->rates};
    int status = geoms_equations_rows (e, purpose, t, x, &rows);
    double change = 1;

    if (status != 0)
        return status;
    memcpy (b->l, x, (size_t)m * sizeof *x);
    for (int i = 0; i < MOST_PASSES && change > FAR; i++) {
        divide (b, b->l, i == 0);
        if (i == 0 && factor_rows (s, m, nv) != 0)
            return GEOMS_RETRY;
        change = correct_multipliers (b, b->l);
    }
    if (! geoms_finite ((size_t)m, b->l) || ! geoms_finite ((size_t)nv, geoms_bordered_alpha (b)))
        return GEOMS_RETRY;
    memcpy (x, b->l, (size_t)m * sizeof *x);
    return 0;
}

/* ---- the linearisation ---- */

/* of a symmetric positive A whose rows are made of length 1: 1 over the least pivot of L L'; a row
 * that shrinks as a whole, against the first time, makes it worse */
static double condition_of (int m, double *A, double *size, double *first)
{
    double least = 1;

    for (int i = 0; i < m; i++) {
        size[i] = sqrt (A[i * (m + 1)]);
        first[i] = first[i] > 0 ? first[i] : size[i];
    }
    for (int j = 0; j < m; j++)
        for (int i = 0; i < m; i++)
            A[i + j * m] /= size[i] * size[j];
    if (geoms_cholesky (m, A) != 0)
        return INFINITY;
    for (int i = 0; i < m; i++)
        least = geoms_min (least, A[i * (m + 1)] * geoms_min (1, size[i] / first[i]));
    return 1 / least;
}

static void take_condition (GeomsBordered *b)
{
    const int m = b->m, nv = b->e->d.nv;
    const double *C = b->now.C;
    double *A = b->row, *size = A + m * m;

    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            A[i + j * m] = 0;
    for (int k = 0; k < nv; k++)
        for (int j = 0; j < m; j++)
            geoms_axpy (m, C[k * m + j], C + k * m, A + j * m);
    b->condition[0] = condition_of (m, A, size, b->first);
    geoms_gemm (m, m, nv, C, m, b->now.V, nv, A, m);
    b->condition[1] = condition_of (m, A, size, b->first + m);
}

static void take_terms (GeomsBordered *b)
{
    const int m = b->m, nv = b->e->d.nv;

    memset (b->terms, 0, (size_t)m * sizeof *b->terms);
    for (int i = 0; i < nv; i++) {
        double force = fabs (b->f[i]);

        for (int k = 0; k < m; k++)
            force += fabs (b->now.C[i * m + k] * b->l[k]);
        for (int r = 0; r < m; r++)
            b->terms[r] += fabs (b->now.V[i + r * nv]) * force;
    }
}

static void copy_held (const GeomsHeld *from, size_t m, const GeomsDims *d, GeomsHeld *to)
{
    const size_t nv = (size_t)d->nv, real = sizeof (double);

    memcpy (to->C, from->C, m * nv * real);
    memcpy (to->G, from->G, m * (size_t)d->np * real);
    memcpy (to->level, from->level, 3 * m * real);
    memcpy (to->V, from->V, (m + 1) * nv * real);
    factor_rows (to, (int)m, d->nv);
}

int geoms_bordered_linearise (GeomsBordered *b, double t, double *x, double *xdot)
{
    GeomsEquations *e = b->e;
    const GeomsHeldSlopes slopes = {b->gI_p, b->gII_p, b->gII_v};
    const int m = b->m, nr = e->d.nr, nv = e->d.nv;
    int status = geoms_bordered_look (b, GEOMS_FOR_METHOD, t, x);

    if (status != 0)
        return status;
    memcpy (xdot, b->rates, (size_t)nr * sizeof *xdot);
    memcpy (xdot + nr, geoms_bordered_alpha (b), (size_t)nv * sizeof *xdot);
    memcpy (xdot + nr + nv, b->rates + nr, (size_t)e->d.np * sizeof *xdot);
    copy_held (&b->now, (size_t)m, &e->d, &b->linear);
    take_condition (b);
    take_terms (b);
    status = geoms_equations_linearise (e, t, x, xdot);
    return status != 0 ? status
                       : geoms_equations_slopes (e, t, &slopes, m, b->linear.V, b->pulled);
}

/* row r of d (C alpha + gamma + C M^-1 (f - M alpha - C'l)) / d (r, v, p) */
static double slope (const GeomsBordered *b, int r, int i)
{
    const int v = i - b->e->d.nr, p = v - b->e->d.nv, m = b->m;
    const double pulled = b->pulled[i + r * b->moving];

    return pulled + (p >= 0 ? b->gII_p[r + p * m] : v >= 0 ? b->gII_v[r + v * m] : 0);
}

/* units are at least |dl/dx| AbsTol: what multipliers owe to the other unknowns */
static void owe_to_others (GeomsBordered *b, double *owed)
{
    const GeomsEquations *e = b->e;
    double *L = b->row;

    for (int i = 0; i < b->moving; i++) {
        for (int r = 0; r < b->m; r++)
            L[r] = slope (b, r, i);
        geoms_factor_solve (&b->linear.S, L, NULL);
        for (int r = 0; r < b->m; r++)
            owed[r] += fabs (L[r]) * e->atol[e->n1 + i] / STANDARD_ATOL;
    }
}

void geoms_bordered_note (GeomsBordered *b, const double *x)
{
    GeomsEquations *e = b->e;
    const int m = b->m, nv = e->d.nv;
    double *owed = b->row + m;

    memset (owed, 0, (size_t)m * sizeof *owed);
    if (e->atol != NULL)
        owe_to_others (b, owed);
    for (int r = 0; r < m; r++) {
        double diagonal = 0;

        for (int i = 0; i < nv; i++)
            diagonal += b->linear.C[r + i * m] * b->linear.V[i + r * nv];
        if (e->scaled[r] && diagonal > 0)
            e->unit[r] = geoms_max (e->unit[r], geoms_max (owed[r], b->terms[r] / diagonal));
    }
    geoms_equations_raise_units (e);
    geoms_bordered_scales (b, x);
}

/* ---- scales ---- */

/* sum |A_ri| size_i */
static double sum_row (int m, int n, const double *A, int r, const double *size)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += fabs (A[r + i * m]) * size[i];
    return sum;
}

void geoms_bordered_scales (GeomsBordered *b, const double *x)
{
    GeomsEquations *e = b->e;
    const int m = b->m, nv = e->d.nv, np = e->d.np;
    const double *moving = b->size + e->n1, *v = b->size + e->o3, *p = b->size + e->op;

    geoms_equations_sizes (e, x, b->size);
    for (int r = 0; r < m; r++) {
        double second = b->terms[r];

        for (int i = 0; i < b->moving; i++)
            second += fabs (slope (b, r, i)) * moving[i];
        for (int k = 0; k < m; k++) {
            double S = 0;
            for (int i = 0; i < nv; i++)
                S += b->linear.C[r + i * m] * b->linear.V[i + k * nv];
            second += fabs (S) * b->size[k];
        }
        b->scale[e->r_gII + r] = second;
        b->scale[e->r_gI + r]
            = sum_row (m, nv, b->linear.C, r, v) + sum_row (m, np, b->gI_p, r, p);
        b->scale[e->r_c + r] = sum_row (m, np, b->linear.G, r, p);
    }
    for (int i = 0; i < e->r_b; i++)
        b->scale[i] = b->scale[i] > 0 ? b->scale[i] : 1;
}
