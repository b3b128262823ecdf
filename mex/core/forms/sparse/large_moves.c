/* large_moves.c - corrections onto the constraints, level by level as small as they can be
 *
 *     d(s, p) = - W^-2 F34' (F34 W^-2 F34')^-1 a3
 *     dv      = - W^-2 C' (C W^-2 C')^-1 (a2 + F24 d(s, p))
 *     d l     by the saddle of the linearisation
 *
 * The iteration is that of forms/projected/projection.c: after a correction by the Jacobian at x its
 * remainder is predicted to be kappa |dx|^2 and what the proximal iteration has left, and looked at only
 * if that may exceed the limit.
 */
#include <math.h>
#include <string.h>

#include "forms/corrections.h"
#include "large.h"

/* of proximal iterations: what is as good as nothing, how a residual falls at least, sweeps. Choices */
static const double MET = 1e-14, FALLS = 0.9;
enum { MOST_SWEEPS = 20 };

/* ---- a step ---- */

/* of row i of c, g and the invariants that are kept, or of gI, h~: those from `row` of rda on */
static double scale_of (const GeomsLarge *s, int row, int i)
{
    const GeomsEquations *e = s->form.eq;
    const int behind = row == e->r_c && i >= s->m3;

    return s->scale[behind ? e->r_e + i - s->m3 : row + i];
}

/* the proximal iteration of x = (F W^-2 F' + omega)^-1 row, which multipliers that are thrown away may do
 * longer than those of a state, until rows are met relative to their scales or it no longer helps */
static void settle (GeomsLarge *s, const GeomsLargeGram *g, const GeomsLDLFactors *f,
                    const double *omega, int row, double *x)
{
    double *d = s->other, before = INFINITY;

    memcpy (d, x, (size_t)g->m * sizeof *d);
    for (int sweep = 0;; sweep++) {
        double left = 0;

        for (int i = 0; i < g->m; i++) {
            d[i] *= omega[i];
            left = geoms_max (left, fabs (d[i]) / scale_of (s, row, i));
        }
        if (sweep == MOST_SWEEPS || ! (left > MET && left < FALLS * before)) {
            s->left = geoms_max (s->left, left);
            return;
        }
        before = left;
        geoms_sparse_ldl_solve (&g->ldl, f, d);
        for (int i = 0; i < g->m; i++)
            x[i] += d[i];
    }
}

/* x = (F W^-2 F')^-1 x; dx -= W^-2 F' x, rows of rda from `row` on, columns from
 * `column` of the form's unknowns on */
static void shift (GeomsLarge *s, const GeomsLargeGram *g, const double *F,
                   const GeomsLDLFactors *f, const double *omega, int row, int column, double *x,
                   double *dx)
{
    const double *w = s->weights;

    geoms_sparse_ldl_solve (&g->ldl, f, x);
    if (omega != NULL)
        settle (s, g, f, omega, row, x);
    for (int j = 0; j < g->k; j++) {
        double sum = 0;

        for (int k = g->start[j]; k < g->start[j + 1]; k++)
            sum += F[k] * x[g->row[k]];
        dx[column + j] -= w != NULL ? sum / (w[column + j] * w[column + j]) : sum;
    }
}

/* row (of rows r_gI ...) += (gI, h~)_x dx by the unknowns from `first` to `last` */
static void add_velocity_rows (const GeomsLarge *s, int first, int last, const double *dx,
                               double *row)
{
    const GeomsEquations *e = s->form.eq;

    for (int j = first; j < last; j++)
        for (int k = s->B.start[j]; k < s->B.start[j + 1]; k++)
            if (s->B.row[k] >= e->r_gI && s->B.row[k] < e->r_e)
                row[s->B.row[k] - e->r_gI] += s->b[k] * dx[j];
}

/* of r, v, s, p alone */
static void move_levels (GeomsLarge *s, const double *residual, double *dx)
{
    const GeomsEquations *e = s->form.eq;
    double *x = s->rhs;

    s->left = 0;
    memset (dx, 0, (size_t)e->n * sizeof *dx);
    memcpy (x, residual + e->r_c, (size_t)s->m3 * sizeof *x);
    for (int i = 0; i < s->kept; i++)
        x[s->m3 + i] = s->skips ? 0 : residual[e->r_e + i];
    shift (s, &s->position, s->same ? s->c : s->F34, &s->of_position,
           s->redundant || s->kept > 0 ? s->omega_3 : NULL, e->r_c, e->o4, x, dx);
    memcpy (x, residual + e->r_gI, (size_t)s->m * sizeof *x);
    add_velocity_rows (s, e->o4, e->n, dx, x);
    shift (s, &s->velocity, s->c, &s->of_velocity, s->redundant ? s->omega_v : NULL, e->r_gI, e->o3,
           x, dx);
}

/* the whole of it at the base point: l becomes that which was solved for, or meets the rows of the
 * model, and follows the others */
static void step_from_base (GeomsLarge *s, const double *x)
{
    const GeomsEquations *e = s->form.eq;
    const int of_model = geoms_large_takes_rda (s);
    double *l = s->dx + e->d.nw;

    move_levels (s, s->base.residual, s->dx);
    geoms_large_moved (s, s->base.residual, NULL, s->dx, s->moved);
    if (of_model)
        geoms_large_saddle_solve (s, &s->linear, s->zeros, s->base.residual + e->r_gII, NULL, s->rhs);
    for (int i = 0; i < s->m && ! s->index1; i++)
        l[i] += of_model ? s->rhs[i] : s->base.l[i] - x[e->d.nw + i];
}

/* ---- what is kept, and how well ---- */

static double worst (const GeomsLarge *s, const double *residual, int first, int last)
{
    double most = 0;

    for (int i = first; i < last; i++)
        most = geoms_max (most, fabs (residual[i]) / s->scale[i]);
    return most;
}

static double moving (const GeomsLarge *s, const double *residual)
{
    const GeomsEquations *e = s->form.eq;

    return geoms_max (worst (s, residual, e->r_gI, e->r_e), worst (s, residual, e->r_c, e->r_b));
}

static double kept_of (const GeomsLarge *s, const double *residual)
{
    const int first = s->form.eq->r_e;

    return s->skips ? 0 : worst (s, residual, first, first + s->kept);
}

static double violation_of (const GeomsLarge *s, const double *residual)
{
    const int last = s->index1 ? s->form.eq->d.nw : s->form.eq->n1;

    return geoms_max (geoms_max (worst (s, residual, 0, last), moving (s, residual)),
                      kept_of (s, residual));
}

static double predicted (const GeomsLarge *s, double size, double before, double last)
{
    const int exact = s->form.eq->model->blocks_jac != NULL;

    return geoms_corrections_predict (s->kappa, exact, size, before, last) + s->left;
}

/* the base point moves along without an evaluation */
static void move_base (GeomsLarge *s, const double *x)
{
    const GeomsEquations *e = s->form.eq;
    GeomsLargePoint *b = &s->base;
    double *hidden = b->residual + e->r_gII, *row = b->residual + e->r_v;

    if (s->accelerates)
        memcpy (s->other, row, (size_t)e->d.nv * sizeof *row);
    for (int j = 0; j < e->n; j++)
        for (int k = s->B.start[j]; k < s->B.start[j + 1]; k++)
            b->residual[s->B.row[k]] += s->b[k] * s->dx[j];
    memset (hidden, 0, (size_t)s->m * sizeof *hidden);
    memcpy (b->x, x, (size_t)e->n * sizeof *x);
    if (s->index1)
        return;
    memcpy (b->l, x + e->d.nw, (size_t)s->m * sizeof *x);
    if (s->by_mass || s->accelerates)
        geoms_axpy (e->d.nv, 1, s->moved, b->alpha);
    if (! s->accelerates)
        return;
    for (int j = 0; j < e->d.nv; j++)
        row[j] = s->other[j] + s->moved[j];
}

static int verdict (const GeomsLarge *s, double violation, double last, int exact)
{
    const double accepted = geoms_corrections_accepted (&s->form, exact);
    const int contracts = geoms_corrections_contract (&s->form, violation, last),
              met = ! s->index1 && moving (s, s->base.residual) <= accepted
                    && worst (s, s->base.residual, 0, s->form.eq->n1) <= GEOMS_MULTIPLIERS_MET;

    if (violation <= accepted && ! (exact == GEOMS_JACOBIAN_EXACT && contracts))
        return 0;
    return exact == GEOMS_JACOBIAN_LAST && met ? 0 : GEOMS_PROJECTION_FAILS;
}

static int correct (GeomsLarge *s, double t, double *x, int exact)
{
    GeomsForm *f = &s->form;
    const double limit = geoms_corrections_limit (f),
                 accepted = geoms_corrections_accepted (f, exact);
    double before, last = INFINITY;

    if (! exact) /* the linearisation is older than x */
        geoms_large_scales (s, x);
    before = violation_of (s, s->base.residual);
    for (int i = 0; i < GEOMS_MOST_CORRECTIONS && before > limit; i++) {
        double size, after;
        int status;

        /* rounding does not allow for less, or the linearisation is too old */
        if (before >= last && last < accepted)
            return exact || before <= accepted ? 0 : GEOMS_PROJECTION_FAILS;
        /* the step; maybe residuals behind it are known without a look */
        step_from_base (s, x);
        size = geoms_corrections_size (f->eq, s->dx, x);
        for (int j = 0; j < f->n; j++)
            x[j] += s->dx[j];
        if (exact && predicted (s, size, before, last) <= limit && s->trusted++ < GEOMS_TRUST) {
            move_base (s, x);
            return 0;
        }
        /* the look */
        if ((status = geoms_large_base (f, t, x)) != 0)
            return status;
        after = violation_of (s, s->base.residual);
        if (exact && i == 0 && size > 0) {
            geoms_corrections_learn (&s->kappa, after, size);
            s->trusted = 0;
        }
        last = before;
        before = after;
    }
    return verdict (s, before, last, exact);
}

/* Where its gradient all but vanishes an invariant cannot be corrected: then without, unless all
 * that is missing is a new linearisation. */
int geoms_large_correct (GeomsForm *f, double t, double *x, int exact)
{
    GeomsLarge *s = (GeomsLarge *)f;
    int status;

    if (s->kept == 0)
        return correct (s, t, x, exact);
    memcpy (s->from, x, (size_t)f->n * sizeof *x);
    status = correct (s, t, x, exact);
    if (status == 0 || ! exact
        || (status == GEOMS_PROJECTION_FAILS
            && violation_of (s, s->base.residual) <= geoms_corrections_accepted (f, exact)))
        return status;
    memcpy (x, s->from, (size_t)f->n * sizeof *x);
    if ((status = geoms_large_base (f, t, x)) != 0)
        return status;
    s->skips = 1;
    status = correct (s, t, x, exact);
    s->skips = 0;
    return status;
}

/* x + dx with J_a dx = -a for the rows of rda; how far they are from 0 */
double geoms_large_approach (GeomsForm *f, const double *residual, double *x)
{
    GeomsLarge *s = (GeomsLarge *)f;
    const GeomsEquations *e = f->eq;

    if (x != NULL) {
        move_levels (s, residual, s->dx);
        geoms_large_moved (s, residual, residual + e->r_gII, s->dx, NULL);
        for (int i = 0; i < f->n; i++)
            x[i] += s->dx[i];
    }
    return violation_of (s, residual);
}

/* ---- multipliers of minimum norm ---- */

int geoms_large_normalise (GeomsForm *f, int k, double *x)
{
    GeomsLarge *s = (GeomsLarge *)f;
    const int count = s->m - s->rank2;

    for (int c = 0; c < k && count > 0; c++, x += f->n)
        geoms_large_least (s, s->base.column + s->at.C, x + f->eq->d.nw);
    return count;
}

/* ---- states beside those of the method ---- */

/* Steps from afar are halved until rows are violated less, but so short they are not; what is that
 * near needs none of it: choices, as in forms/recursive/bordered_moves.c */
static const double SHORTEST = 0.02, NEAR = 1e-6;
enum { MOST_MOVES = 40 };

static double open_of (const GeomsLarge *s)
{
    return geoms_max (geoms_max (moving (s, s->base.residual), kept_of (s, s->base.residual)),
                      worst (s, s->base.residual, 0, s->form.eq->d.nw));
}

/* one step, as much of it as helps */
static int go (GeomsLarge *s, double t, double *x, double violation)
{
    const int n = s->form.n;
    double *from = s->from, after = INFINITY;
    int status = 0;

    memcpy (from, x, (size_t)n * sizeof *x);
    step_from_base (s, x);
    memcpy (s->way, s->dx, (size_t)n * sizeof *x);
    for (double part = 1; status >= 0 && part > SHORTEST && ! (after < violation); part /= 2) {
        for (int i = 0; i < n; i++)
            x[i] = from[i] + part * s->way[i];
        status = geoms_large_linearise (&s->form, t, x, GEOMS_BASE_FILL);
        after = status == 0 ? open_of (s) : INFINITY;
        if (violation < NEAR)
            break;
    }
    return status;
}

static int move (GeomsLarge *s, double t, double *x)
{
    GeomsForm *f = &s->form;
    const double limit = geoms_corrections_limit (f);
    double violation, last = INFINITY;
    int status = geoms_large_linearise (f, t, x, GEOMS_BASE_FILL);

    if (status != 0)
        return status;
    violation = open_of (s);
    for (int i = 0; i < MOST_MOVES && violation > limit; i++) {
        if (violation >= last && last <= geoms_corrections_accepted (f, 1))
            break;
        last = violation;
        status = go (s, t, x, violation);
        if (status != 0)
            return status < 0 ? status : GEOMS_PROJECTION_FAILS;
        violation = open_of (s);
    }
    if (! s->index1 && violation_of (s, s->base.residual) > limit)
        memcpy (x + f->eq->d.nw, s->base.l, (size_t)s->m * sizeof *x);
    return violation <= geoms_corrections_accepted (f, 1) ? 0 : GEOMS_PROJECTION_FAILS;
}

int geoms_large_move (GeomsForm *f, double t, double *x)
{
    GeomsLarge *s = (GeomsLarge *)f;
    const size_t size = (size_t)f->n * sizeof *x;
    int status;

    memcpy (s->begun, x, size);
    status = move (s, t, x);
    if (status != GEOMS_PROJECTION_FAILS || s->kept == 0)
        return status;
    memcpy (x, s->begun, size);
    s->skips = 1;
    status = move (s, t, x);
    s->skips = 0;
    return status;
}

int geoms_large_examine (GeomsForm *f, double t, const double *x, int *row, double *violation)
{
    GeomsLarge *s = (GeomsLarge *)f;
    const int status = geoms_large_linearise (f, t, x, GEOMS_BASE_FILL);

    *violation = 0;
    *row = -1;
    for (int i = s->index1 ? f->eq->n1 : 0; i < f->eq->r_b && status == 0; i++) {
        const double size = fabs (s->base.residual[i]) / s->scale[i];
        const int free = i >= f->eq->r_e + s->kept && i < f->eq->r_c;

        if (size <= *violation || free)
            continue;
        *violation = size;
        *row = i;
    }
    return status;
}

/* psi1 has no rows for multipliers: those of its first state are solved for */
static void solve_first (GeomsLarge *s, double *x)
{
    geoms_large_accelerate (s);
    if (geoms_finite ((size_t)s->m, s->base.l))
        memcpy (x + s->form.eq->d.nw, s->base.l, (size_t)s->m * sizeof *x);
    s->base.known = 0;
}

/* multipliers of a state that was found by rows that were all taken for redundant */
int geoms_large_begin (GeomsForm *f, double t, double *x)
{
    GeomsLarge *s = (GeomsLarge *)f;
    const int corrects = f->options->initial == GEOMS_INITIAL_CORRECT,
              status = s->index1 && ! corrects
                           ? 0
                           : geoms_large_linearise (f, t, x, GEOMS_BASE_FILL);

    if (status != 0 || ! corrects)
        return status;
    if (s->index1)
        solve_first (s, x);
    else if (violation_of (s, s->base.residual) > geoms_corrections_limit (f))
        memcpy (x + f->eq->d.nw, s->base.l, (size_t)s->m * sizeof *x);
    return 0;
}

int geoms_large_hold (GeomsForm *f, double t, double *x)
{
    GeomsLarge *s = (GeomsLarge *)f;
    int status = geoms_large_linearise (f, t, x, GEOMS_BASE_FILL);

    if (status == 0 && ! s->index1)
        memcpy (x + f->eq->d.nw, s->base.l, (size_t)s->m * sizeof *x);
    return status;
}
