/* implicit_form.c - E z' = s (t, z) as a formulation for implicit methods
 *
 *     residual  s (t, z) - E z',   Newton matrix  sigma E - ds/dz
 *
 * ds/dz from the model's derivatives, or by forward differences in one batch. lambda enters the
 * partitions as - lambda alone.
 */
#include "accelerations.h"

#include <float.h>
#include <math.h>
#include <string.h>

static int differential (const GeomsAccelerations *s, int i)
{
    return i >= s->first && i < s->eq->n;
}

static int evaluate (GeomsForm *f, int k, const double *t, double *z, const double *zdot,
                     double *residual)
{
    GeomsAccelerations *s = (GeomsAccelerations *)f;
    const int status = geoms_rows_evaluate (s, GEOMS_FOR_STAGES, k, t, z, residual);

    for (int j = 0; j < k && status == 0 && zdot != NULL; j++)
        for (int i = s->first; i < s->eq->n; i++)
            residual[j * f->n + i] -= zdot[j * f->n + i];
    return status;
}

static void accepted (GeomsAccelerations *s, double t, const double *z)
{
    geoms_motion_accepted (s, t);
    s->form.near = s->near;
    geoms_motion_note_extra (s, z);
}

static int base (GeomsForm *f, double t, const double *z)
{
    GeomsAccelerations *s = (GeomsAccelerations *)f;
    const int status = geoms_rows_evaluate (s, GEOMS_FOR_METHOD, 1, &t, z, s->linear.base);

    if (status == 0)
        accepted (s, t, z);
    return status;
}

/* ---- linearisation ---- */

static void moved (const GeomsAccelerations *s, int j, const double *z, double *point)
{
    const double size = geoms_max (fabs (z[j]), s->increment[j]);

    memcpy (point, z, (size_t)s->n * sizeof *z);
    point[j] += sqrt (DBL_EPSILON) * (z[j] < 0 ? -size : size);
}

static int known (const GeomsAccelerations *s)
{
    return s->kind->lambda == GEOMS_LAMBDA_FOLLOWS ? s->m : 0;
}

/* columns from `first` on from the batch, those before it are known */
static void take_columns (GeomsAccelerations *s, const double *z, const double *base_rows)
{
    const int n = s->n, first = known (s);

    memset (s->linear.J, 0, (size_t)first * (size_t)n * sizeof *s->linear.J);
    for (int j = 0; j < first; j++)
        s->linear.J[j * n + j] = -1;
    for (int j = first; j < n; j++) {
        const int at = j - first + 1;
        const double delta = s->linear.points[at * n + j] - z[j];

        for (int i = 0; i < n; i++)
            s->linear.J[j * n + i] = (s->linear.rows[at * n + i] - base_rows[i]) / delta;
    }
}

/* rows other than those of the base point go beside them */
static int linearise_exactly (GeomsAccelerations *s, double t, const double *z, int mode)
{
    const int fill = mode == GEOMS_BASE_FILL;
    double *rows = fill ? s->linear.base : s->linear.rows;
    int status = geoms_rows_evaluate (s, fill ? GEOMS_FOR_METHOD : GEOMS_FOR_JACOBIAN, 1, &t, z,
                                      rows);

    if (status == 0)
        status = geoms_derivatives_at (s, t, z, mode == GEOMS_BASE_HAVE ? s->linear.base : rows,
                                       s->linear.J);
    s->eq->counters->njac += status != GEOMS_NOT_DERIVED;
    if (status == 0 && fill)
        accepted (s, t, z);
    return status;
}

/* column j of ds/dz from that of d rda/dx, row by row like rda; M has its factors after the first
 * one */
static int take_rda (GeomsAccelerations *s, const double *J, const double *M)
{
    const int n = s->n, factored = s->factored;
    int status = 0;

    for (int j = 0; j < n && status == 0; j++) {
        status = geoms_rows_of_rda (s, J + j * s->eq->m, M, s->linear.J + j * n);
        s->factored = 1;
    }
    s->factored = factored;
    return status;
}

/* the same where rows come from rda without parts */
static int linearise_rda (GeomsAccelerations *s, double t, const double *z, int mode)
{
    GeomsEquations *e = s->eq;
    const size_t n = (size_t)s->n, m = (size_t)e->m;
    const int have = mode == GEOMS_BASE_HAVE;
    double *J = s->parts.rda, *rda = J + m * n, *M = e->mass_varies ? s->parts.masses : e->mass;
    double *rows = mode == GEOMS_BASE_LEAVE ? s->linear.rows : s->linear.base;
    int status = geoms_equations_jacobian (e, t, z, J, rda, M, have);

    if (status == 0 && have && e->mass_varies)
        status = geoms_equations_mass (e, 1, &t, z, M);
    if (status == 0 && ! have)
        status = geoms_rows_of_rda (s, rda, M, rows);
    if (status == 0)
        status = geoms_derivatives_inertia (s, t, z, rows + e->o3, J);
    if (status == 0)
        status = take_rda (s, J, M);
    if (status == 0 && mode == GEOMS_BASE_FILL)
        accepted (s, t, z);
    return status == 0 && ! geoms_finite (n * n, s->linear.J) ? GEOMS_RETRY : status;
}

/* The base point rides in the same batch, and comes first. */
static int linearise_by_differences (GeomsAccelerations *s, double t, const double *z, int mode)
{
    const int n = s->n, first = known (s), have = mode == GEOMS_BASE_HAVE, k = n - first + 1 - have;
    int status;

    s->eq->counters->njac++;
    for (int j = first; j < n; j++)
        moved (s, j, z, s->linear.points + (j - first + 1) * n);
    for (int j = 0; j <= k; j++)
        s->linear.times[j] = t;
    status = geoms_rows_evaluate (s, GEOMS_FOR_JACOBIAN, k, s->linear.times,
                                  s->linear.points + have * n, s->linear.rows + have * n);
    if (status != 0)
        return status;
    take_columns (s, z, have ? s->linear.base : s->linear.rows);
    if (mode == GEOMS_BASE_FILL) {
        memcpy (s->linear.base, s->linear.rows, (size_t)n * sizeof *z);
        accepted (s, t, z);
    }
    return geoms_finite ((size_t)n * (size_t)n, s->linear.J) ? 0 : GEOMS_RETRY;
}

static int linearise (GeomsForm *f, double t, const double *z, int mode)
{
    GeomsAccelerations *s = (GeomsAccelerations *)f;
    int status = GEOMS_NOT_DERIVED;

    memcpy (s->linear.points, z,
            (size_t)s->n * sizeof *z); /* the point of the last linearisation */
    if (s->exact)
        status = s->from_rda ? linearise_rda (s, t, z, mode) : linearise_exactly (s, t, z, mode);
    return status != GEOMS_NOT_DERIVED ? status : linearise_by_differences (s, t, z, mode);
}

/* ---- Newton systems ---- */

static int factor (GeomsForm *f, int slot, double re, double im)
{
    GeomsAccelerations *s = (GeomsAccelerations *)f;
    const size_t n = (size_t)s->n;
    GeomsFactor *E = &s->linear.E[slot];

    for (size_t i = 0; i < n * n; i++)
        E->re[i] = -s->linear.J[i];
    if (slot >= GEOMS_SLOT_COMPLEX)
        memset (E->im, 0, n * n * sizeof (double));
    for (int i = s->first; i < s->eq->n; i++) {
        E->re[(size_t)i * (n + 1)] += re;
        if (slot >= GEOMS_SLOT_COMPLEX)
            E->im[(size_t)i * (n + 1)] += im;
    }
    return geoms_factor (E);
}

static void solve (GeomsForm *f, int first, int count, const double *residual, double *dz)
{
    GeomsAccelerations *s = (GeomsAccelerations *)f;

    for (int slot = first; slot < first + count; slot++) {
        const int columns = slot >= GEOMS_SLOT_COMPLEX ? 2 : 1;
        memcpy (dz, residual, (size_t)(columns * s->n) * sizeof *dz);
        geoms_factor_solve (&s->linear.E[slot], dz, columns == 2 ? dz + s->n : NULL);
        residual += columns * s->n;
        dz += columns * s->n;
    }
}

static void defect (GeomsForm *f, const double *y, double *residual)
{
    const GeomsAccelerations *s = (const GeomsAccelerations *)f;

    for (int i = 0; i < s->n; i++)
        residual[i] = differential (s, i) ? s->linear.base[i] + y[i] : 0;
}

static void derivative (const GeomsForm *f, GeomsMass *mass, double *zdot)
{
    const GeomsAccelerations *s = (const GeomsAccelerations *)f;

    (void)mass;
    for (int i = 0; i < s->n; i++)
        zdot[i] = differential (s, i) ? s->linear.base[i] : 0;
}

/* ---- the rest ---- */

/* the base point moves along */
static int correct (GeomsForm *f, double t, double *z, int exact)
{
    GeomsAccelerations *s = (GeomsAccelerations *)f;

    (void)exact;
    return s->near ? geoms_correction_if_possible (s, t, z, s->linear.base)
                   : geoms_correction (s, t, z, s->linear.base);
}

static int renew (GeomsForm *f)
{
    (void)f;
    return 0;
}

/* velocities become v*; where they are, multipliers become those of the base point */
static int normalise (GeomsForm *f, int k, double *z)
{
    GeomsAccelerations *s = (GeomsAccelerations *)f;

    if (k != 1)
        return 0;
    if (geoms_accelerations_move_velocities (s, z))
        return 1;
    for (int i = 0; i < known (s); i++) {
        z[i] += s->linear.base[i];
        s->linear.base[i] = 0;
    }
    return 0;
}

/* by the form that projects; corrections of the run do not go by what is measured beside it */
static int measure (GeomsForm *f, double t, const double *z, int accepted)
{
    GeomsAccelerations *s = (GeomsAccelerations *)f;
    const int status = s->projection->ops->measure (s->projection, t, z, accepted);

    if (accepted)
        memcpy (s->scale, s->projection->scale, (size_t)s->eq->r_b * sizeof *s->scale);
    return status;
}

static void condition (const GeomsForm *f, double values[3])
{
    geoms_motion_condition ((const GeomsAccelerations *)f, values);
}

static int begin (GeomsForm *f, double t, double *z)
{
    return geoms_motion_begin ((GeomsAccelerations *)f, t, z);
}

static int singular (GeomsForm *f, double t)
{
    return geoms_motion_singular ((GeomsAccelerations *)f, t);
}

/* of lambda, mu, v and the extra unknowns that of the kind; r and p: 1 */
static void set_index (GeomsAccelerations *s, int *index)
{
    const GeomsEquations *e = s->eq;
    const int ends[4] = {e->d.nl, e->o2, e->op, s->n}, begins[4] = {0, e->d.nl, e->o3, e->n};

    for (int i = 0; i < s->n; i++)
        index[i] = 1;
    for (int block = 0; block < 4; block++)
        for (int i = begins[block]; i < ends[block]; i++)
            index[i] = s->kind->index[block];
}

static void allocate (GeomsAccelerations *s, GeomsArena *arena)
{
    const size_t n = (size_t)s->n, most = s->by_differences ? n + 1 : 1;
    const int slots = 1 + s->form.complex_slots;
    GeomsLinearised *l = &s->linear;

    l->J = geoms_arena_reals (arena, n * n);
    l->base = geoms_arena_reals (arena, n);
    l->points = geoms_arena_reals (arena, n * most);
    l->rows = geoms_arena_reals (arena, n * most);
    l->times = geoms_arena_reals (arena, most);
    l->dependent = geoms_arena_ints (arena, n);
    l->index = geoms_arena_ints (arena, n);
    l->E = geoms_arena_get (arena, (size_t)slots, sizeof *l->E);
    for (int slot = 0; slot < slots && l->E != NULL; slot++)
        geoms_factor_create (&l->E[slot], s->n, slot >= GEOMS_SLOT_COMPLEX, 0, arena);
    for (int i = 0; i < s->n && l->dependent != NULL; i++)
        l->dependent[i] = i < s->first || i >= s->eq->n;
    if (l->index != NULL)
        set_index (s, l->index);
}

void geoms_accelerations_form (GeomsAccelerations *s, GeomsArena *arena)
{
    static const GeomsFormOps ops = {.name = "semi-explicit",
                                     .begin = begin,
                                     .evaluate = evaluate,
                                     .base = base,
                                     .linearise = linearise,
                                     .factor = factor,
                                     .solve = solve,
                                     .defect = defect,
                                     .derivative = derivative,
                                     .correct = correct,
                                     .renew = renew,
                                     .normalise = normalise,
                                     .condition = condition,
                                     .singular = singular,
                                     .measure = measure,
                                     .walk = geoms_accelerations_walk,
                                     .describe = geoms_accelerations_describe};

    s->form.ops = &ops;
    s->form.ode = &s->ode;
    s->form.eq = s->eq;
    s->form.options = s->options;
    s->form.n = s->form.m = s->n;
    s->form.normalises_velocities = s->kind->lambda == GEOMS_LAMBDA_FOLLOWS
                                    && s->kind->partition != GEOMS_PARTITION_FULL;
    if (s->increment == NULL)
        return; /* for explicit methods */
    allocate (s, arena);

    /* what its unknowns are */
    s->form.vanishing = s->kind->extra == GEOMS_EXTRA_A ? 0 : s->n - s->eq->n;
    s->form.free_count = s->eq->n - s->first;

    /* where results are */
    s->form.base = s->linear.base;
    s->form.base_mass = NULL; /* x' is always known */
    s->form.scale = s->projection->scale;
    s->form.dependent = s->linear.dependent;
    s->form.index = s->linear.index;
    s->form.effect = s->effect;
}
