/* large_states.c - rows of states: parts by their patterns, accelerations and multipliers, the base
 * point
 *
 *     [ d; 0; gI, h~; e; c, g; b - r'; f - C'l - M v' or alpha - v'; Z v - p' ]
 */
#include <math.h>
#include <string.h>

#include "large.h"
#include "model/parts.h"
#include "model/pattern.h"

/* ---- parts ---- */

int geoms_large_parts (GeomsLarge *s, int purpose, int k, const double *t, const double *x,
                       double *columns)
{
    GeomsEquations *e = s->form.eq;
    int status;

    geoms_equations_count (e, purpose, k);
    status = e->model->parts (k, t, x, e->n, columns, s->at.size, e->user);
    status = geoms_equations_verdict (e, purpose, status, t[0]);
    if (status == 0 && purpose != GEOMS_FOR_STAGES
        && ! geoms_finite ((size_t)k * (size_t)s->at.size, columns))
        return GEOMS_RETRY;
    return status;
}

const double *geoms_large_mass (const GeomsLarge *s, const double *column)
{
    return s->form.eq->mass_varies ? column + s->at.M : s->constant;
}

/* ---- rows ---- */

static double *put (double *to, int count, const double *from)
{
    if (count > 0)
        memcpy (to, from, (size_t)count * sizeof *to);
    return to + count;
}

/* f - C'l */
static void put_forces (const GeomsLarge *s, const double *column, const double *l, double *row)
{
    const double *C = column + s->at.C, *f = column + s->at.f;

    for (int j = 0; j < s->form.eq->d.nv; j++) {
        double sum = f[j];

        for (int k = s->C.start[j]; k < s->C.start[j + 1]; k++)
            sum -= C[k] * l[s->C.row[k]];
        row[j] = sum;
    }
}

/* all rows but gII, hI, which are 0; alpha: of rows of accelerations */
void geoms_large_rows (const GeomsLarge *s, const double *column, const double *x,
                       const double *alpha, double *residual)
{
    const GeomsEquations *e = s->form.eq;
    const GeomsDims *d = &e->d;
    const double *v = x + e->o3;
    double *to = put (residual, d->nw, column + s->at.d);

    memset (to, 0, (size_t)s->m * sizeof *to);
    to = put (to + s->m, s->m, column + s->at.level);
    to = put (to, d->ni, column + s->at.e);
    to = put (to, d->ns, column + s->at.c);
    to = put (to, d->nl, column + s->at.g);
    to = put (to, d->nr, column + s->at.b);
    if (s->accelerates)
        put (to, d->nv, alpha);
    else
        put_forces (s, column, x + d->nw, to);
    to += d->nv;
    if (! e->model->kinematics) {
        put (to, d->np, v);
        return;
    }
    memset (to, 0, (size_t)d->np * sizeof *to);
    geoms_pattern_add (&e->model->pattern_Z, d->np, d->nv, column + s->at.Z, 1, v, to);
}

void geoms_large_add_inertia (const GeomsLarge *s, const double *M, double scale,
                              const double *xdot, double *residual)
{
    const GeomsEquations *e = s->form.eq;
    const double *v = xdot + e->o3;
    double *row = residual + e->r_v;

    for (int i = 0; i < e->n2; i++)
        residual[e->r_b + i] += scale * xdot[e->o2 + i];
    for (int j = 0; j < e->d.nv; j++)
        if (s->accelerates)
            row[j] += scale * v[j];
        else
            for (int k = s->M.start[j]; k < s->M.start[j + 1]; k++)
                row[s->M.row[k]] += scale * M[k] * v[j];
    for (int i = 0; i < e->d.np; i++)
        residual[e->r_p + i] += scale * xdot[e->op + i];
}

/* ---- one state ---- */

/* alpha and l (those of x on entry) of a state by a saddle that is factored there. 0, GEOMS_RETRY, or
 * an IDID */
int geoms_large_solve_state (GeomsLarge *s, GeomsLargeSaddle *by, const double *M, const double *C,
                             const double *column, double *alpha, double *l)
{
    GeomsEquations *e = s->form.eq;
    const int nv = e->d.nv, status = geoms_large_saddle_factor (s, by, M, C);
    const double *f = column + s->at.f;

    if (status < 0)
        return geoms_report (e->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %d unknowns.", e->n);
    if (status > 0)
        return GEOMS_RETRY;
    if (s->friction.count > 0) {
        memcpy (s->force, f, (size_t)nv * sizeof *f);
        for (int k = 0; k < s->friction.count; k++)
            s->force[s->friction.place[k] % nv] -= s->f_l[k] * l[s->friction.place[k] / nv];
        f = s->force;
    }
    geoms_large_saddle_solve (s, by, f, column + s->at.gamma, alpha, l);
    if (s->redundant)
        geoms_large_least (s, C, l);
    return geoms_finite ((size_t)s->m, l) ? 0 : GEOMS_RETRY;
}

/* M of a stage, a diagonal, has lost masses that no row holds */
static int loses_mass (GeomsLarge *s, const double *M, const double *C)
{
    int less = 0;

    for (int j = 0; j < s->form.eq->d.nv; j++)
        less |= ! (M[j] > 0);
    return less && geoms_mass_free_look (&s->free, M, C) == 0 && s->free.singular == GEOMS_MASS_FREE;
}

static int stage (GeomsLarge *s, const double *column, double *x, const double *xdot,
                  double *residual)
{
    const GeomsEquations *e = s->form.eq;
    const double *M = geoms_large_mass (s, column);
    int status = 0;

    if (s->massive && s->free.diagonal && loses_mass (s, M, column + s->at.C))
        return GEOMS_RETRY;
    if (! s->index1)
        status = geoms_large_solve_state (s, &s->stage, M, column + s->at.C, column,
                                          s->accelerates ? s->other : NULL, x + e->d.nw);
    if (status != 0)
        return status;
    geoms_large_rows (s, column, x, s->other, residual);
    if (xdot != NULL)
        geoms_large_add_inertia (s, M, -1, xdot, residual);
    return 0;
}

int geoms_large_evaluate (GeomsForm *f, int k, const double *t, double *x, const double *xdot,
                          double *residual)
{
    GeomsLarge *s = (GeomsLarge *)f;
    int status = geoms_large_parts (s, GEOMS_FOR_STAGES, k, t, x, s->columns);

    for (int j = 0; j < k && status == 0; j++) {
        const size_t at = (size_t)j * (size_t)f->n;

        status = stage (s, s->columns + (size_t)j * (size_t)s->at.size, x + at,
                        xdot != NULL ? xdot + at : NULL, residual + (size_t)j * (size_t)f->m);
    }
    return status;
}

/* ---- the base point ---- */

/* rows gII, hI of given multipliers: C M^-1 C'(l - l_x), of M what its diagonal tells */
static void hidden_rows (GeomsLarge *s, const GeomsLargeSaddle *by, const double *l_x)
{
    const GeomsEquations *e = s->form.eq;
    GeomsLargePoint *b = &s->base;
    double *row = b->residual + e->r_gII;

    for (int j = 0; j < e->d.nv; j++) {
        double sum = 0;

        for (int k = s->C.start[j]; k < s->C.start[j + 1]; k++)
            sum += by->C[k] * (b->l[s->C.row[k]] - l_x[s->C.row[k]]);
        for (int k = s->C.start[j]; k < s->C.start[j + 1]; k++)
            row[s->C.row[k]] += by->CM[k] * sum;
    }
}

/* the same as the model has them, rounding of M^-1 included, for they are what a state is judged by */
static int models_rows (GeomsLarge *s)
{
    GeomsEquations *e = s->form.eq;
    GeomsLargePoint *b = &s->base;
    const int status
        = geoms_equations_evaluate (e, GEOMS_FOR_METHOD, 1, &b->t, b->x, s->row, NULL);

    if (status == 0)
        memcpy (b->residual + e->r_gII, s->row + e->r_gII, (size_t)s->m * sizeof *s->row);
    return status;
}

/* parts at (t, x), which becomes the base point */
int geoms_large_take_parts (GeomsLarge *s, double t, const double *x)
{
    GeomsLargePoint *b = &s->base;

    b->known = 0;
    b->t = t;
    memcpy (b->x, x, (size_t)s->form.n * sizeof *x);
    return geoms_large_parts (s, GEOMS_FOR_METHOD, 1, &t, x, b->column);
}

/* and all else there, by a saddle with these M and C */
int geoms_large_take_rows (GeomsLarge *s, GeomsLargeSaddle *by, const double *M, const double *C)
{
    const GeomsEquations *e = s->form.eq;
    GeomsLargePoint *b = &s->base;
    int status = 0;

    memcpy (b->l, b->x + e->d.nw, (size_t)s->m * sizeof *b->l);
    if (! s->index1)
        status = geoms_large_solve_state (s, by, M, C, b->column, b->alpha, b->l);
    if (status != 0)
        return status;
    geoms_large_rows (s, b->column, b->x, b->alpha, b->residual);
    if (e->mass_varies && ! s->moves && ! s->index1)
        s->singular = geoms_mass_free_look (&s->free, M, C) != 0
                      || s->free.singular != GEOMS_MASS_REGULAR;
    if (geoms_large_takes_rda (s))
        status = models_rows (s);
    else if (! s->index1)
        hidden_rows (s, by, b->x + e->d.nw);
    if (status != 0)
        return status;
    b->known = geoms_finite ((size_t)e->m, b->residual);
    return b->known ? 0 : GEOMS_RETRY;
}

void geoms_large_accelerate (GeomsLarge *s)
{
    GeomsLargePoint *b = &s->base;
    const int nv = s->form.eq->d.nv;

    memcpy (b->l, b->x + s->form.eq->d.nw, (size_t)s->m * sizeof *b->l);
    if (geoms_large_solve_state (s, &s->stage, geoms_large_mass (s, b->column),
                                 b->column + s->at.C, b->column, b->alpha, b->l)
        != 0)
        memset (b->alpha, 0, (size_t)nv * sizeof *b->alpha);
}

int geoms_large_base (GeomsForm *f, double t, const double *x)
{
    GeomsLarge *s = (GeomsLarge *)f;
    const int status = geoms_large_take_parts (s, t, x);

    return status != 0 ? status
                       : geoms_large_take_rows (s, &s->stage,
                                                geoms_large_mass (s, s->base.column),
                                                s->base.column + s->at.C);
}

/* ---- whether f, b, ... depend on l ---- */

enum { LOOKED_AT = 4 };

static int same (const GeomsLarge *s, const double *a, const double *b)
{
    return memcmp (a, b, (size_t)s->at.size * sizeof *a) == 0;
}

/* x and a state that moves, with two sets of multipliers each: as in
 * forms/projected/multipliers_linear.c */
int geoms_large_look (GeomsLarge *s, double t, const double *x)
{
    GeomsEquations *e = s->form.eq;
    GeomsArena scratch = {0};
    const size_t n = (size_t)e->n;
    double *points = geoms_arena_reals (&scratch, LOOKED_AT * n),
           *columns = geoms_arena_reals (&scratch, LOOKED_AT * (size_t)s->at.size);
    const double times[LOOKED_AT] = {t, t, t, t};
    int status = 0;

    for (size_t j = 0; j < LOOKED_AT && ! scratch.failed; j++) {
        double *point = points + j * n;

        memcpy (point, x, n * sizeof *x);
        for (int i = e->o3; i < e->o4 && j > 1; i++)
            point[i] = geoms_parts_moved (i, x[i]);
        for (int i = e->d.nw; i < e->n1; i++)
            point[i] = j % 2 == 0 ? 0.5 : i % 2 ? GEOMS_PARTS_ODD : GEOMS_PARTS_EVEN;
    }
    if (! scratch.failed)
        status = geoms_large_parts (s, GEOMS_FOR_JACOBIAN, LOOKED_AT, times, points, columns);
    else
        status = geoms_report (e->report, GEOMS_OUT_OF_MEMORY,
                               "There is not enough memory for %d unknowns.", e->n);
    if (status >= 0) {
        e->friction = status != 0; /* what cannot be looked at may depend on anything */
        for (size_t j = 0; j < LOOKED_AT && status == 0; j += 2)
            e->friction |= ! same (s, columns + j * (size_t)s->at.size,
                                   columns + (j + 1) * (size_t)s->at.size);
        e->looked = 1;
    }
    geoms_arena_free (&scratch);
    return status < 0 ? status : 0;
}
