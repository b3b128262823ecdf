/* mexax.c - one step by extrapolation of the half-explicit Euler method
 *
 *     q = h/j:   p_{k+1} = p_k + q Z_k v_k;  at (t_{k+1}, p_{k+1}, v_k, r_k):  r_{k+1} = r_k + q b,
 *                M v_{k+1} + C' (q lambda) = M v_k + q f,  C v_{k+1} + b' = 0
 *     T_j1 = result of j such steps,  T_jk = T_j,k-1 + (T_j,k-1 - T_j-1,k-1) / (j/(j-k+1) - 1)
 *     err_j = T_jj - T_j,j-1
 *
 * Its error has an expansion in powers of h: Ch. Lubich, "Extrapolation integrators for constrained
 * multibody systems", IMPACT Comput. Sci. Engrg. 3 (1991); the code MEXX (later MEXAX). Order and
 * step size make the work per unit step smallest: Hairer, Norsett, Wanner I (1993), II.9. Then the
 * state is moved onto all constraints.
 */
#include "mexax.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = GEOMS_MEXAX_COLUMNS };

static const double nodes[] = GEOMS_HERMITE_NODES;

/* II.9: the part of the tolerance that a step aims at, an error that counts at least; work per unit
 * step that pays for a column less, and for one more; a rejected step is shortened at least by the
 * last one, a choice */
static const double AIMS_AT = 0.65, LEAST_ERROR = 1e-12, LESS = 0.8, MORE = 0.9, REJECTED = 0.7;

/* substeps up to row j, and the evaluation at the end */
static double work (int j) { return 1 + 0.5 * j * (j + 1); }

static double *entry (const GeomsMexax *p, int k)
{
    return p->row + (size_t)(k - 1) * (size_t)p->e.method.n;
}

/* ---- one substep ---- */

/* v and the parts at (t, r, v, p): v becomes that of the next point */
static int euler_velocities (GeomsMexax *p, const GeomsPart *part, double q, double *v)
{
    const int nv = p->e.ode->eq->d.nv, m = p->e.ode->parts->m;

    for (int l = 0; l < nv; l++)
        p->b[l] = q * part->f[l];
    geoms_add_matvec (nv, nv, part->M, nv, v, p->b);
    if (geoms_saddle_factor (&p->saddle, NULL, part->M, part->C, m, NULL) != 0)
        return GEOMS_RETRY;
    geoms_saddle_solve (&p->saddle, p->b, part->b1, v, p->lambda);
    return 0;
}

/* x from t to t + q; slope: p' there, replaced by that of the new point */
static int substep (GeomsMexax *p, double t, double q, double *x, double *slope)
{
    GeomsParts *parts = p->e.ode->parts;
    const GeomsEquations *eq = p->e.ode->eq;
    GeomsPart part;
    int status;

    for (int i = eq->op; i < eq->n; i++)
        x[i] += q * slope[i];
    t += q;
    status = geoms_parts_evaluate (parts, GEOMS_FOR_METHOD, 1, &t, x, p->e.method.n);
    part = geoms_parts_at (parts, 0);
    for (int i = 0; i < eq->d.nr && status == 0; i++)
        x[eq->o2 + i] += q * part.b[i];
    if (status == 0)
        status = euler_velocities (p, &part, q, x + eq->o3);
    return status != 0 ? status
                       : geoms_parts_kinematics (parts, GEOMS_FOR_METHOD, 0, t, x, x + eq->o3,
                                                 slope + eq->op);
}

/* ---- the table ---- */

/* T_j1 into x_stage */
static int first_column (GeomsMexax *p, int j, double t, const double *x)
{
    const size_t n = (size_t)p->e.method.n;
    const double q = p->e.method.step / j;
    int status = 0;

    memcpy (p->e.x_stage, x, n * sizeof *x);
    memcpy (p->slope_new, p->slope, n * sizeof *x);
    for (int k = 0; k < j && status == 0; k++)
        status = substep (p, t + k * q, q, p->e.x_stage, p->slope_new);
    return status;
}

/* row j from row j - 1; the difference of its last two entries into error, the last one into
 * x_new */
static void extrapolate (GeomsMexax *p, int j)
{
    const int n = p->e.method.n;

    for (int i = p->e.first; i < n; i++) {
        double value = p->e.x_stage[i], change = 0;
        for (int k = 1; k < j; k++) {
            const double old = entry (p, k)[i];
            entry (p, k)[i] = value;
            change = (value - old) / ((double)j / (j - k) - 1);
            value += change;
        }
        entry (p, j)[i] = value;
        p->e.x_new[i] = value;
        p->e.error[i] = change;
    }
}

static double size_of_error (const GeomsMexax *p, const double *x)
{
    double largest = 0;

    for (int i = p->e.first; i < p->e.method.n; i++) {
        const double err
            = fabs (p->e.error[i])
              / geoms_explicit_tolerance (&p->e, i, geoms_max (fabs (x[i]), fabs (p->e.x_new[i])));
        largest = ! (err <= largest) ? err : largest;
    }
    return largest;
}

static int attempt (GeomsExplicit *base, double t, const double *x)
{
    GeomsMexax *p = (GeomsMexax *)base;
    const int fixed = base->method.options->step > 0, again = ! base->have_slope;
    const int target = p->tried = again ? p->tried : p->target; /* a step that is taken again */
    const int most = fixed ? base->method.options->order : geoms_int_min (target + 1, COLUMNS);
    int status = again ? base->ode->ops->slopes (base->ode, 1, &t, x, p->slope) : 0;

    base->have_slope = status == 0;
    memcpy (base->x_new, x, (size_t)base->first * sizeof *x);
    for (int j = 1; j <= most && status == 0; j++) {
        status = first_column (p, j, t, x);
        if (status != 0)
            return status;
        extrapolate (p, j);
        p->reached = j;
        p->err[j] = j > 1 ? size_of_error (p, x) : INFINITY;
        if (! fixed && j > 1 && j >= target - 1 && p->err[j] < 1)
            break;
    }
    return status;
}

/* h_new / h in column k */
static double column_ratio (const GeomsMexax *p, int k)
{
    const GeomsOptions *o = p->e.method.options;
    const double ratio = o->safety * pow (AIMS_AT / geoms_max (p->err[k], LEAST_ERROR), 1.0 / k);

    return geoms_max (o->step_change[0], geoms_min (o->step_change[1], ratio));
}

/* work per unit step in column k */
static double cost (const GeomsMexax *p, int k) { return work (k) / column_ratio (p, k); }

/* the column for the next step, after convergence in column k */
static int next_column (const GeomsMexax *p, int k)
{
    int best;

    if (k == 2)
        return 3;
    if (k > p->target) {
        best = k > 3 && cost (p, k - 2) < LESS * cost (p, k - 1) ? k - 2 : k - 1;
        return cost (p, k) < MORE * cost (p, best) ? k : best;
    }
    if (cost (p, k - 1) < LESS * cost (p, k))
        return k - 1;
    return cost (p, k) < MORE * cost (p, k - 1) ? k + 1 : k;
}

static double ratio (GeomsExplicit *base, double error)
{
    GeomsMexax *p = (GeomsMexax *)base;
    GeomsControl *control = &base->method.control;
    const int k = p->reached, rejected = control->rejected;
    double best;

    if (! (error < 1)) {
        p->target = k > 2 && cost (p, k - 1) < LESS * cost (p, k) ? k - 1 : k;
        p->target = geoms_int_min (p->target, COLUMNS - 1);
        return geoms_min (column_ratio (p, p->target), REJECTED);
    }
    p->target = geoms_int_min (next_column (p, k), rejected ? k : COLUMNS - 1);
    best = p->target <= k ? column_ratio (p, p->target)
                          : column_ratio (p, k) * work (p->target) / work (k);
    control->accepted++;
    control->rejected = 0;
    return rejected ? geoms_min (best, 1) : best;
}

/* ---- beginning and end of a step ---- */

/* lambda, mu and all slopes at (t, x) */
static int slopes_at (GeomsMexax *p, double t, double *x, double *slope)
{
    GeomsOde *ode = p->e.ode;
    const int status = ode->ops->multipliers (ode, 1, &t, x, p->e.method.n);

    return status != 0 ? status : ode->ops->slopes (ode, 1, &t, x, slope);
}

static int begin (GeomsExplicit *base, double t, double *x)
{
    const int status = slopes_at ((GeomsMexax *)base, t, x, ((GeomsMexax *)base)->slope);

    base->have_slope = status == 0;
    return status;
}

/* made when the step is accepted and the slopes at the end are known; until then x_stage is the
 * begin */
static void polynomial (GeomsExplicit *base, double t, const double *x)
{
    memcpy (base->x_stage, x, (size_t)base->method.n * sizeof *x);
    ((GeomsMexax *)base)->t_begin = t;
}

static int accepted (GeomsExplicit *base, double t, double *x)
{
    GeomsMexax *p = (GeomsMexax *)base;
    int status = slopes_at (p, t, x, p->slope_new);

    if (status != 0)
        return status;
    memcpy (base->x_new, x, (size_t)base->first * sizeof *x);
    geoms_explicit_hermite (base, p->t_begin, base->x_stage, p->slope, p->slope_new);
    memcpy (p->slope, p->slope_new, (size_t)base->method.n * sizeof *x);
    return base->ode->ops->accepted (base->ode, t, base->method.project, x, p->slope);
}

/* ---- what is remembered ---- */

static void walk (GeomsMethod *m, GeomsWalk *w)
{
    GeomsMexax *p = (GeomsMexax *)m;

    geoms_explicit_walk (m, w);
    geoms_walk_int (w, &p->target);
}

/* ---- creation ---- */

static const GeomsExplicitOps ops = {1, begin, NULL, attempt, polynomial, accepted, ratio};

static int create (GeomsMethod *m, const GeomsMethodSetup *setup)
{
    GeomsMexax *p = (GeomsMexax *)m;
    GeomsOde *ode = setup->ode;
    GeomsArena *arena = setup->arena;
    const size_t n = (size_t)m->n, nv = (size_t)ode->eq->d.nv, m_C = (size_t)ode->parts->m;

    p->target = p->tried = 4;
    geoms_hermite_create (&p->e.hermite, ode->n, ode->parts->m, arena);
    p->row = geoms_arena_reals (arena, COLUMNS * n);
    p->slope = geoms_arena_reals (arena, n);
    p->slope_new = geoms_arena_reals (arena, n);
    geoms_saddle_create (&p->saddle, (int)nv, (int)m_C, arena);
    p->saddle.plain = 1; /* what it solves for has the errors of a step, rounding is far smaller */
    p->b = geoms_arena_reals (arena, nv);
    p->lambda = geoms_arena_reals (arena, m_C);
    geoms_explicit_create (&p->e, &ops, setup, p->slope);
    m->ends_at_outputs = 1;
    return 0;
}

const GeomsMethodOps geoms_method_MEXAX = {
    .name = "mexax",
    .basis = {GEOMS_HERMITE_DEGREE, nodes},
    .size = sizeof (GeomsMexax),
    .create = create,
    .walk = walk,
    GEOMS_EXPLICIT_OPS,
};
