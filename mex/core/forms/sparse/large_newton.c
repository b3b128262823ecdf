/* large_newton.c - the Newton systems of large.h: factors for each sigma, solves
 *
 *     (A0 + sigma A1 - omega) y = right-hand side,   dx: the first n of y
 *
 * where multipliers are solved for once and for all d l follows from the others by the saddle of the
 * linearisation:
 *
 *     M d alpha + C' d l = F_x dx,   C d alpha = - a1 - Gamma_x dx
 */
#include <math.h>
#include <string.h>

#include "large.h"

/* ---- factors ---- */

/* of so many factorisations with kept pivots one is looked at for growth of elements */
enum { CHECKED = 8 };

/* values of the real slot, or of a complex one, whose numbers stand in pairs */
static const double *values_of (GeomsLarge *s, int complex, double re, double im)
{
    const GeomsLargeSystem *N = &s->newton;
    const int count = geoms_sparse_count (&N->A), stride = 1 + complex;
    const double *A = N->A.value, size = hypot (re, im);
    double *to = s->values;

    if (! complex)
        memcpy (to, A, (size_t)count * sizeof *to);
    for (int k = 0; k < count && complex; k++) {
        to[2 * k] = A[k];
        to[2 * k + 1] = 0;
    }
    for (int k = 0; k < N->shift.count; k++) {
        to[stride * N->shift.place[k]] += re;
        if (complex)
            to[2 * N->shift.place[k] + 1] += im;
    }
    for (int k = 0; k < N->inertia.count; k++) {
        const double M = s->mass[N->inertia.entry[k]];

        to[stride * N->inertia.place[k]] += re * M;
        if (complex)
            to[2 * N->inertia.place[k] + 1] += im * M;
    }
    for (int i = 0; i < s->m && s->redundant; i++) {
        to[stride * N->omega_2[i]] -= s->omega_2[i] / size;
        if (s->general)
            to[stride * N->omega_II[i]] -= s->omega_II[i];
    }
    for (int i = 0; i < s->m3 && s->redundant; i++)
        to[stride * N->omega_3[i]] -= s->omega_3[i] / size;
    return to;
}

int geoms_large_factor_values (GeomsLarge *s, int slot, double re, double im, int anew)
{
    s->sigma[2 * slot] = re;
    s->sigma[2 * slot + 1] = im;
    return geoms_sparse_lu_factor (s->lu, slot,
                                   values_of (s, slot >= GEOMS_SLOT_COMPLEX, re, im), anew);
}

/* new pivots are remembered by what they were chosen for */
static void keep_anchor (GeomsLarge *s, int slot)
{
    GeomsLargeAnchor *a = s->anchor + slot;
    const GeomsEquations *e = s->form.eq;

    a->known = 1;
    memcpy (a->sigma, s->sigma + 2 * slot, sizeof a->sigma);
    memcpy (a->b, s->b, (size_t)s->B.start[e->n] * sizeof *a->b);
    memcpy (a->c, s->c, (size_t)s->C.start[e->d.nv] * sizeof *a->c);
    memcpy (a->mass, s->mass, (size_t)s->M.start[e->d.nv] * sizeof *a->mass);
}

int geoms_large_factor (GeomsForm *f, int slot, double re, double im)
{
    GeomsLarge *s = (GeomsLarge *)f;
    const long before = geoms_sparse_lu_counts (s->lu).factorisations;

    if (f->recalls)
        return geoms_large_factor_values (s, slot, re, im, -1);
    const int checked = ++s->since[slot] % CHECKED == 0;
    const int status = geoms_large_factor_values (s, slot, re, im,
                                                  s->doubt[slot] ? 1 : checked ? 0 : -1);

    s->doubt[slot] = 0;
    f->no_memory = status < 0;
    if (status == 0 && geoms_sparse_lu_counts (s->lu).factorisations > before)
        keep_anchor (s, slot);
    return status;
}

/* pivots may be why Newton's method has failed */
int geoms_large_renew (GeomsForm *f)
{
    GeomsLarge *s = (GeomsLarge *)f;

    for (int slot = 0; slot <= f->complex_slots; slot++)
        s->doubt[slot] = 1;
    return 0;
}

/* ---- solves ---- */

/* one real column of residuals into every `stride`-th number of y */
static void right_side (const GeomsLarge *s, const double *a, int stride, double *y)
{
    const GeomsEquations *e = s->form.eq;
    const GeomsLargeSystem *N = &s->newton;
    const int nw = e->d.nw;

    for (int i = 0; i < nw; i++)
        y[stride * i] = -a[i];
    for (int i = 0; i < s->m; i++)
        y[stride * (N->row_2 + i)] = -a[e->r_gI + i];
    for (int i = 0; i < s->m3; i++)
        y[stride * (N->row_3 + i)] = -a[e->r_c + i];
    for (int i = 0; i < N->row_s - N->row_b; i++)
        y[stride * (N->row_b + i)] = a[e->r_b + i];
    for (int i = N->row_s; i < N->n; i++)
        y[stride * i] = 0;
    for (int i = 0; i < s->m && s->general; i++)
        y[stride * (N->row_II + i)] = -a[e->r_gII + i];
}

/* rows with omega: d becomes omega d there and 0 elsewhere; the largest */
static double residual_of_omega (const GeomsLarge *s, int slot, int stride, const double *from,
                                 double *to)
{
    const GeomsEquations *e = s->form.eq;
    const GeomsLargeSystem *N = &s->newton;
    const double size = hypot (s->sigma[2 * slot], s->sigma[2 * slot + 1]);
    const int column = s->general ? N->eta : e->d.nw;
    double most = 0;

    memset (to, 0, (size_t)(stride * N->n) * sizeof *to);
    for (int c = 0; c < stride; c++) {
        for (int i = 0; i < s->m; i++) {
            to[stride * (N->row_2 + i) + c]
                = -s->omega_2[i] / size * from[stride * (column + i) + c];
            most = geoms_max (most, fabs (to[stride * (N->row_2 + i) + c]));
            if (s->general)
                to[stride * (N->row_II + i) + c]
                    = -s->omega_II[i] * from[stride * (e->d.nw + i) + c];
        }
        for (int i = 0; i < s->m3; i++) {
            to[stride * (N->row_3 + i) + c] = -s->omega_3[i] / size * from[stride * (e->n + i) + c];
            most = geoms_max (most, fabs (to[stride * (N->row_3 + i) + c]));
        }
    }
    return most;
}

/* the proximal iteration behind a first solve */
static void refine_omega (GeomsLarge *s, int slot, int stride, double *y)
{
    const int count = stride * s->newton.n;
    double *d = s->y_more, *r = d + count, before = INFINITY, first = 0;

    memcpy (d, y, (size_t)count * sizeof *y);
    for (int sweep = 0;; sweep++) {
        const double residual = residual_of_omega (s, slot, stride, d, r);

        first = sweep == 0 ? residual : first;
        if (! (residual > 0) || ! geoms_large_goes_on (s, sweep, residual, before, first))
            return;
        before = residual;
        geoms_sparse_lu_solve (s->lu, slot, 1, r, count);
        for (int i = 0; i < count; i++)
            y[i] += r[i];
        memcpy (d, r, (size_t)count * sizeof *r);
    }
}

static void take (const GeomsLarge *s, const double *y, int stride, double *dx)
{
    const int from = s->form.solved > 0 && ! s->general ? s->form.eq->n1 : 0;

    for (int i = from; i < s->form.n; i++)
        dx[i] = y[stride * i];
}

static void solve_slot (GeomsLarge *s, int slot, const double *residual, double *dx)
{
    const int complex = slot >= GEOMS_SLOT_COMPLEX, stride = 1 + complex;
    const size_t m = (size_t)s->form.m, n = (size_t)s->form.n;
    double *y = s->y;

    for (int c = 0; c <= complex; c++)
        right_side (s, residual + (size_t)c * m, stride, y + c);
    geoms_sparse_lu_solve (s->lu, slot, 1, y, stride * s->newton.n);
    if (s->redundant)
        refine_omega (s, slot, stride, y);
    for (int c = 0; c <= complex; c++, dx += n) {
        take (s, y + c, stride, dx);
        if (s->redundant && (s->index1 || s->general))
            geoms_large_least (s, s->c, dx + s->form.eq->d.nw);
    }
}

/* F_x dx and Gamma_x dx of `count` columns, three at most, side by side */
static void carry (GeomsLarge *s, int count, const double *dx)
{
    const GeomsSparseMap *map = &s->moving;
    const int n = s->form.n, *column = s->moving_column;
    double *to = s->carried;

    memset (to, 0, (size_t)(count * (s->form.eq->d.nv + s->form.eq->n1)) * sizeof *to);
    if (count == 3)
        for (int k = 0; k < map->count; k++) {
            const double b = s->b[map->entry[k]];
            double *row = to + 3 * map->place[k];

            row[0] += b * dx[column[k]];
            row[1] += b * dx[n + column[k]];
            row[2] += b * dx[2 * n + column[k]];
        }
    else
        for (int c = 0; c < count; c++)
            for (int k = 0; k < map->count; k++)
                to[count * map->place[k] + c] += s->b[map->entry[k]] * dx[c * n + column[k]];
}

/* d alpha (or NULL) and d l of number c of these columns */
static void follow_column (GeomsLarge *s, int count, int c, const double *a1, double *alpha,
                           double *l)
{
    const int nv = s->form.eq->d.nv;
    double *f = s->row, *gamma = s->row + nv;

    for (int i = 0; i < nv + s->m; i++)
        f[i] = s->carried[count * i + c];
    for (int i = 0; i < s->m && a1 != NULL; i++)
        gamma[i] += a1[i];
    geoms_large_saddle_solve (s, &s->linear, f, gamma, alpha, l);
    if (s->redundant)
        geoms_large_least (s, s->c, l);
}

void geoms_large_moved (GeomsLarge *s, const double *a_d, const double *a1, double *dx,
                        double *alpha)
{
    const int nw = s->form.eq->d.nw;

    if (s->index1 && nw == 0)
        return;
    carry (s, 1, dx);
    if (nw > 0)
        geoms_large_border_solve (s, a_d, a1, alpha, dx);
    else
        follow_column (s, 1, 0, a1, alpha, dx);
}

void geoms_large_solve (GeomsForm *f, int first, int count, const double *residual, double *dx)
{
    GeomsLarge *s = (GeomsLarge *)f;
    const int follows = f->led == 0 && f->solved > 0 && ! s->general;

    for (int slot = first; slot < first + count; slot++) {
        const int columns = slot == GEOMS_SLOT_REAL ? 1 : 2;

        solve_slot (s, slot, residual, dx);
        for (int c = 0; c < columns; c++, residual += f->m, dx += f->n)
            if (follows)
                geoms_large_moved (s, NULL, residual + f->eq->r_gII, dx, NULL);
    }
}

void geoms_large_follow (const GeomsForm *f, int k, double *dx)
{
    GeomsLarge *s = (GeomsLarge *)f;

    for (int first = 0; first < k; first += 3) {
        const int count = geoms_int_min (3, k - first);

        carry (s, count, dx);
        for (int c = 0; c < count; c++, dx += f->n)
            follow_column (s, count, c, NULL, NULL, dx + f->eq->d.nw);
    }
}
