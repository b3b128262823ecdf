/* invariants.c - solution invariants 0 = e (t, p, v, s), equation (3) of Steinbrecher (2007)
 *
 * Projected (default), after the correction dx = -P a onto the constraints:
 *
 *     dx += N y,   y = -H Gy (Gy' H Gy)^+ (e + e_x dx),   Gy = (e_x N)',   H = (K'K)^-1
 *
 * the smallest motion along the constraints. Eliminated, as in the paper: rows of e join gI, h~ in
 * a2, but only where they restrict the velocities,
 *
 *     |e_v N3|_inf >= 0.1 |e_x|_inf,
 *
 * else (at a turning point, say) the row is left out of this linearisation; rows that depend on
 * positions alone are projected.
 */
#include <math.h>
#include <string.h>

#include "projected.h"

/* parts of |e_x|: derivatives by velocities that are none; those that restrict velocities (see
 * above) */
static const double NONE = 1e-12, RESTRICTS = 0.1;
/* squares of lengths, of rows of length 1 or so, that are no pivot */
static const double NO_PIVOT = 1e-20;

static double row_size (const GeomsProjected *p, int row, int from, int to)
{
    double size = 0;

    for (int j = from; j < to; j++)
        size = geoms_max (size, fabs (p->J[(size_t)j * (size_t)p->form.m + (size_t)row]));
    return size;
}

/* |e_v N3|_inf with the null basis of the hard rows */
static double tangential_size (const GeomsProjected *p, int row)
{
    const GeomsEquations *e = p->form.eq;
    double size = 0;

    for (int j = 0; j < p->blocks.F23.kernel; j++) {
        const double *K = p->blocks.F23.null + (size_t)j * (size_t)e->n3;
        double sum = 0;
        for (int i = 0; i < e->n3; i++)
            sum += p->J[(size_t)(e->o3 + i) * (size_t)e->m + (size_t)row] * K[i];
        size = geoms_max (size, fabs (sum));
    }
    return size;
}

void geoms_invariants_create (GeomsInvariants *s, const GeomsEquations *e, GeomsArena *arena)
{
    const size_t n = (size_t)e->n, ni = (size_t)e->d.ni;

    s->keeps = geoms_arena_ints (arena, ni);
    s->Gy = geoms_arena_reals (arena, n * ni);
    s->HGy = geoms_arena_reals (arena, n * ni);
    s->gram = geoms_arena_reals (arena, ni * ni);
    s->rest = geoms_arena_reals (arena, ni);
    s->pivots = geoms_arena_ints (arena, ni);
}

int geoms_invariants_kept (const GeomsInvariants *s, int i)
{
    return s->keeps[i] == GEOMS_E_ELIMINATED || (s->keeps[i] == GEOMS_E_PROJECTED && ! s->skips);
}

int geoms_invariants_eliminated (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsInvariants *s = &p->invariants;
    int count = 0;

    if (p->form.options->invariant != GEOMS_INVARIANT_ELIMINATE || p->algebraic_only)
        return 0;
    p->form.invariants = 0;
    for (int i = 0; i < e->d.ni; i++) {
        const int row = e->r_e + i;
        const double whole = row_size (p, row, 0, e->n);
        if (row_size (p, row, e->o3, e->o4) <= NONE * whole)
            s->keeps[i] = GEOMS_E_PROJECTED;
        else
            s->keeps[i]
                = tangential_size (p, row) >= RESTRICTS * whole ? GEOMS_E_ELIMINATED : GEOMS_E_FREE;
        p->form.invariants |= s->keeps[i] == GEOMS_E_PROJECTED;
        count += s->keeps[i] == GEOMS_E_ELIMINATED;
    }
    return count;
}

/* column c of Gy and H Gy, and e + e_x dx, for row `row`; all divided by |e_x| */
static void tangential_gradient (GeomsProjected *p, int row, int c, double rest, const double *dx)
{
    GeomsInvariants *s = &p->invariants;
    const int n = p->form.n, m = p->form.m;
    const double *J = p->J + row;
    double *Gy = s->Gy + (size_t)c * (size_t)n, *HGy = s->HGy + (size_t)c * (size_t)n, size = 0;

    for (int j = 0; j < n; j++) {
        rest += J[(size_t)j * (size_t)m] * dx[j];
        size = geoms_max (size, fabs (J[(size_t)j * (size_t)m]));
    }
    size = size > 0 ? 1 / size : 0;
    for (int k = 0; k < p->y.at1; k++) {
        const double *N = p->N + (size_t)k * (size_t)n;
        double sum = 0;
        for (int j = p->form.eq->o2; j < n; j++)
            sum += J[(size_t)j * (size_t)m] * N[j];
        Gy[k] = HGy[k] = sum * size;
    }
    geoms_projected_shrink (p, HGy);
    s->rest[c] = rest * size;
}

/* row k of [A | c] times s, row i -= f row k */
static void eliminate (int n, double *A, double *c, int k)
{
    const double d = 1 / A[k * n + k];

    for (int j = 0; j < n; j++)
        A[j * n + k] *= d;
    c[k] *= d;
    for (int i = 0; i < n; i++) {
        const double f = A[k * n + i];
        if (i == k || f == 0)
            continue;
        for (int j = 0; j < n; j++)
            A[j * n + i] -= f * A[j * n + k];
        c[i] -= f * c[k];
    }
}

/* A c = c for a symmetric semi-definite A with diagonal <= 1 or so; 0 where it has no pivot left */
static void solve_semidefinite (int n, double *A, double *c, int *done)
{
    for (int i = 0; i < n; i++)
        done[i] = 0;
    for (;;) {
        int k = -1;
        for (int i = 0; i < n; i++)
            if (! done[i] && A[i * n + i] > NO_PIVOT && (k < 0 || A[i * n + i] > A[k * n + k]))
                k = i;
        if (k < 0)
            break;
        eliminate (n, A, c, k);
        done[k] = 1;
    }
    for (int i = 0; i < n; i++)
        c[i] = done[i] ? c[i] : 0;
}

void geoms_invariants_step (GeomsProjected *p, const double *residual, double *dx)
{
    const GeomsEquations *e = p->form.eq;
    GeomsInvariants *s = &p->invariants;
    const int n = e->n;
    double *A = s->gram, *y = p->projection.c;
    int count = 0;

    /* Gy, H Gy and e + e_x dx */
    for (int i = 0; i < e->d.ni; i++)
        if (s->keeps[i] == GEOMS_E_PROJECTED) {
            tangential_gradient (p, e->r_e + i, count, residual[e->r_e + i], dx);
            count++;
        }
    /* Gy' H Gy */
    for (int j = 0; j < count; j++)
        for (int i = 0; i < count; i++) {
            A[j * count + i] = 0;
            for (int k = 0; k < p->y.at1; k++)
                A[j * count + i] += s->Gy[i * n + k] * s->HGy[j * n + k];
        }
    /* y, dx += N y */
    solve_semidefinite (count, A, s->rest, s->pivots);
    for (int k = 0; k < p->y.at1; k++) {
        y[k] = 0;
        for (int i = 0; i < count; i++)
            y[k] -= s->HGy[i * n + k] * s->rest[i];
    }
    geoms_add_matvec (n, p->y.at1, p->N, n, y, dx);
}
