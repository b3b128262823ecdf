/* large_saddle.c - accelerations and multipliers of one state
 *
 *     M alpha + (C' - f_l) l = f,   C alpha = - gamma
 *
 *     (C M^-1 C') l = C M^-1 f + gamma,   alpha = M^-1 (f - C'l)      where M is a diagonal
 *
 * f_l is that of the linearisation, 0 but with friction. Rows that depend on each other: omega on
 * their diagonal, and the proximal iteration, whose corrections solve (S + omega) d_k+1 = omega d_k.
 */
#include <math.h>
#include <string.h>

#include "large.h"
#include "model/pattern.h"

/* Of redundant rows: omega, in parts of what stands on the diagonal; a residual that is rounding; one
 * that no longer falls, where rows contradict each other; sweeps at most. A sweep divides the residual
 * by 1 + s/omega, s an eigenvalue of the rows. Where rows are known to be redundant it has to fall
 * steeply: beside the constraints they are not quite so, and what slow sweeps would find are the
 * multipliers of rows that are nearly parallel. All choices */
static const double OMEGA = GEOMS_LARGE_OMEGA, ROUNDING = 1e-15, FALLS = 0.01, MOVING_FALLS = 0.5;
enum { SWEEPS = 8, MOVING_SWEEPS = 20 };

double geoms_large_omega (const GeomsLarge *s) { return s->redundant ? OMEGA : 0; }

int geoms_large_saddle_create (GeomsLarge *s, GeomsLargeSaddle *to, GeomsArena *arena)
{
    const size_t nv = (size_t)s->form.eq->d.nv, m = (size_t)s->m;

    to->y = geoms_arena_reals (arena, 2 * (nv + m));
    to->r = to->y != NULL ? to->y + nv + m : NULL;
    to->CM = geoms_arena_reals (arena, (size_t)s->C.start[nv]);
    to->divisor = geoms_arena_reals (arena, nv);
    to->omega = geoms_arena_reals (arena, m);
    if (arena->failed)
        return -1;
    if (s->by_mass)
        geoms_sparse_ldl_room (&s->velocity.ldl, &to->S, arena);
    else {
        to->values = geoms_arena_reals (arena, (size_t)geoms_sparse_count (&s->K));
        to->lu = geoms_sparse_lu_create (s->K.n, s->K.start, s->K.row);
        if (to->lu == NULL)
            return -1;
    }
    return arena->failed ? -1 : 0;
}

/* masses so small beside the largest count as that where they are not divided by: a choice */
static const double NO_MASS = 1e-13;

static double largest_mass (const GeomsLarge *s, const double *M)
{
    double most = 0;

    for (int j = 0; j < s->form.eq->d.nv; j++)
        for (int k = s->M.start[j]; k < s->M.start[j + 1]; k++)
            most = s->M.row[k] == j ? geoms_max (most, M[k]) : most;
    return most > 0 ? most : 1;
}

/* C M^-1 with M, or what stands on its diagonal */
static void divide (const GeomsLarge *s, GeomsLargeSaddle *to)
{
    const int nv = s->form.eq->d.nv;
    const double most = s->by_mass ? 0 : largest_mass (s, to->M);

    for (int j = 0; j < nv && (s->form.eq->mass_varies || ! to->divided); j++) {
        double d = 1;

        for (int k = s->M.start[j]; k < s->M.start[j + 1]; k++)
            if (s->M.row[k] == j)
                d = to->M[k];
        to->divisor[j] = 1 / (d > NO_MASS * most ? d : most);
    }
    to->divided = 1;
    for (int j = 0; j < nv; j++) {
        for (int k = s->C.start[j]; k < s->C.start[j + 1]; k++)
            to->CM[k] = to->C[k] * to->divisor[j];
    }
}

/* - omega as large as C M^-1 C' has it on its diagonal */
static void put_omega (const GeomsLarge *s, GeomsLargeSaddle *to)
{
    memset (to->omega, 0, (size_t)s->m * sizeof *to->omega);
    for (int k = 0; k < s->C.start[s->form.eq->d.nv]; k++)
        to->omega[s->C.row[k]] += to->CM[k] * to->C[k];
    for (int i = 0; i < s->m; i++)
        to->omega[i] = geoms_large_part (OMEGA, to->omega[i]);
}

/* Masses for velocities that forces hold, of which there is one in each direction without: with Q'f = 0
 * their accelerations come to nothing, and all else is as it was. 0, or not 0 without memory */
static int let_go (GeomsLarge *s, GeomsLargeSaddle *to)
{
    const double mass = largest_mass (s, to->M);

    if (geoms_mass_free_look (&s->free, to->M, to->C) > 0)
        return -1;
    for (int i = 0; i < s->free.nq; i++) {
        const int k = geoms_pattern_find (&s->M, s->free.which[i], s->free.which[i]);

        if (k >= 0)
            to->values[s->K_M.place[k]] += mass;
    }
    return 0;
}

static int factor_values (GeomsLarge *s, GeomsLargeSaddle *to, int anew)
{
    memset (to->values, 0, (size_t)geoms_sparse_count (&s->K) * sizeof *to->values);
    geoms_sparse_map_put (&s->K_M, 1, to->M, to->values);
    geoms_sparse_map_put (&s->K_C, 1, to->C, to->values);
    geoms_sparse_map_put (&s->K_Ct, 1, to->C, to->values);
    geoms_sparse_map_put (&s->K_l, -1, s->f_l, to->values);
    for (int i = 0; i < s->m && s->redundant; i++)
        to->values[s->K_omega[i]] -= to->omega[i];
    if (s->lets && let_go (s, to) != 0)
        return -1;
    return geoms_sparse_lu_factor (to->lu, 0, to->values, anew);
}

/* New pivots are remembered by what they were chosen for. Corrections beside a run choose them each time:
 * what they do depends on nothing that was before */
static int factor_matrix (GeomsLarge *s, GeomsLargeSaddle *to)
{
    GeomsLargeAnchor *a = &to->anchor;
    const int nv = s->form.eq->d.nv;
    const long before = geoms_sparse_lu_counts (to->lu).factorisations;
    const int status = factor_values (s, to, s->moves);

    if (status != 0 || s->form.recalls || geoms_sparse_lu_counts (to->lu).factorisations == before)
        return status;
    a->known = 1;
    memcpy (a->mass, to->M, (size_t)s->M.start[nv] * sizeof *a->mass);
    memcpy (a->c, to->C, (size_t)s->C.start[nv] * sizeof *a->c);
    memcpy (a->b, s->f_l, (size_t)s->friction.count * sizeof *a->b);
    return 0;
}

int geoms_large_saddle_again (GeomsLarge *s, GeomsLargeSaddle *to)
{
    const GeomsLargeAnchor *a = &to->anchor;

    if (s->by_mass || ! a->known)
        return 0;
    to->M = a->mass;
    to->C = a->c;
    memcpy (s->f_l, a->b, (size_t)s->friction.count * sizeof *a->b);
    divide (s, to);
    if (s->redundant)
        put_omega (s, to);
    return factor_values (s, to, 1);
}

int geoms_large_saddle_factor (GeomsLarge *s, GeomsLargeSaddle *to, const double *M,
                               const double *C)
{
    to->M = M;
    to->C = C;
    divide (s, to);
    if (s->redundant)
        put_omega (s, to);
    to->singular = s->by_mass ? geoms_large_gram_factor (&s->velocity, C, to->CM,
                                                         geoms_large_omega (s), &to->S)
                              : factor_matrix (s, to);
    return to->singular;
}

static double largest_of (int n, const double *x)
{
    double most = 0;

    for (int i = 0; i < n; i++)
        most = geoms_max (most, fabs (x[i]));
    return most;
}

int geoms_large_goes_on (const GeomsLarge *s, int sweep, double residual, double before,
                         double first)
{
    return sweep < (s->moves ? MOVING_SWEEPS : SWEEPS) && residual > ROUNDING * first
           && residual < (s->moves ? MOVING_FALLS : FALLS) * before;
}

void geoms_large_refine_gram (const GeomsLarge *s, const GeomsLargeGram *g, const GeomsLDLFactors *f,
                              const double *omega, double size, double *x, double *d)
{
    double before = INFINITY, residual;

    memcpy (d, x, (size_t)g->m * sizeof *d);
    for (int sweep = 0;; sweep++) {
        for (int i = 0; i < g->m; i++)
            d[i] *= omega[i];
        residual = largest_of (g->m, d);
        if (! geoms_large_goes_on (s, sweep, residual, before, size))
            return;
        before = residual;
        geoms_sparse_ldl_solve (&g->ldl, f, d);
        for (int i = 0; i < g->m; i++)
            x[i] += d[i];
    }
}

/* l by C M^-1 C' */
static void solve_by_mass (GeomsLarge *s, const GeomsLargeSaddle *by, const double *f,
                           const double *gamma, double *l)
{
    const int nv = s->form.eq->d.nv;

    memcpy (l, gamma, (size_t)s->m * sizeof *l);
    for (int j = 0; j < nv; j++)
        for (int k = s->C.start[j]; k < s->C.start[j + 1]; k++)
            l[s->C.row[k]] += by->CM[k] * f[j];
    if (! s->redundant) {
        geoms_sparse_ldl_solve (&s->velocity.ldl, &by->S, l);
        return;
    }
    const double size = largest_of (s->m, l);
    geoms_sparse_ldl_solve (&s->velocity.ldl, &by->S, l);
    geoms_large_refine_gram (s, &s->velocity, &by->S, by->omega, size, l, by->r);
}

static void solve_matrix (GeomsLarge *s, const GeomsLargeSaddle *by, const double *f,
                          const double *gamma, double *alpha, double *l)
{
    const int nv = s->form.eq->d.nv, n = nv + s->m;
    const size_t real = sizeof (double);
    double *y = by->y, *d = by->r, size, before = INFINITY;

    memcpy (y, f, (size_t)nv * real);
    for (int i = 0; i < s->m; i++)
        y[nv + i] = -gamma[i];
    size = largest_of (s->m, y + nv);
    geoms_sparse_lu_solve_refined (by->lu, 0, y);
    memcpy (d, y, (size_t)n * real);
    for (int sweep = 0; s->redundant; sweep++) {
        memset (d, 0, (size_t)nv * real);
        for (int i = 0; i < s->m; i++)
            d[nv + i] *= -by->omega[i];
        const double residual = largest_of (s->m, d + nv);
        if (! geoms_large_goes_on (s, sweep, residual, before, geoms_max (size, largest_of (nv, y))))
            break;
        before = residual;
        geoms_sparse_lu_solve (by->lu, 0, 1, d, n);
        for (int i = 0; i < n; i++)
            y[i] += d[i];
    }
    if (alpha != NULL)
        memcpy (alpha, y, (size_t)nv * real);
    memcpy (l, y + nv, (size_t)s->m * real);
}

void geoms_large_saddle_solve (GeomsLarge *s, const GeomsLargeSaddle *by, const double *f,
                               const double *gamma, double *alpha, double *l)
{
    if (! s->by_mass) {
        solve_matrix (s, by, f, gamma, alpha, l);
        return;
    }
    solve_by_mass (s, by, f, gamma, l);
    for (int j = 0; j < s->form.eq->d.nv && alpha != NULL; j++) {
        double held = f[j];

        for (int k = s->C.start[j]; k < s->C.start[j + 1]; k++)
            held -= by->C[k] * l[s->C.row[k]];
        alpha[j] = held * by->divisor[j];
    }
}

/* ---- multipliers of minimum norm ---- */

/* z: what C' does not see of l, to rounding of the factors, which another pass takes away */
enum { PASSES = 3, MOST_POWERS = 20 };

/* C C' + omega, omega of the same size in all rows, which is returned; 0: that is singular */
static double factor_range (GeomsLarge *s, const double *C)
{
    const GeomsSparseLDL *ldl = &s->velocity.ldl;
    GeomsLDLFactors *f = &s->of_range;
    double most = 0;

    geoms_large_gram_fill (&s->velocity, C, C, f);
    for (int i = 0; i < s->m; i++)
        most = geoms_max (most, f->value[ldl->diagonal[i]]);
    const double omega = geoms_large_part (OMEGA, most);
    for (int i = 0; i < s->m; i++)
        f->value[ldl->diagonal[i]] += omega;
    return geoms_sparse_ldl_factor (ldl, f) == 0 ? omega : 0;
}

/* z = (omega (C C' + omega)^-1)^k z, until that is no other than the one before */
static void take_null (GeomsLarge *s, double omega, double size, double *z)
{
    double *old = s->least + s->m, change = INFINITY;

    for (int k = 0; k < MOST_POWERS && change > ROUNDING * size; k++) {
        memcpy (old, z, (size_t)s->m * sizeof *z);
        geoms_sparse_ldl_solve (&s->velocity.ldl, &s->of_range, z);
        change = 0;
        for (int j = 0; j < s->m; j++) {
            z[j] *= omega;
            change = geoms_max (change, fabs (z[j] - old[j]));
        }
    }
}

/* l less its part that C' does not see */
void geoms_large_least (GeomsLarge *s, const double *C, double *l)
{
    const double omega = factor_range (s, C), size = largest_of (s->m, l);
    double *z = s->least;

    for (int i = 0; i < PASSES && omega > 0; i++) {
        memcpy (z, l, (size_t)s->m * sizeof *z);
        take_null (s, omega, size, z);
        for (int j = 0; j < s->m; j++)
            l[j] -= z[j];
        if (largest_of (s->m, z) <= ROUNDING * size)
            break;
    }
}
