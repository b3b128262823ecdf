/* projected.c - psf and psi1 as a formulation: rows, linearisation, the operations of formulation.h
 *
 * Elimination (N and P), selectors, Newton systems and corrections have files of their own. Rows of
 * the reduced derivative array: geoms_model.h.
 */
#include "projected.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/rank.h"

/* ---- the operations of formulation.h ---- */

/* residual += s M x' in the differential rows; NULL: s x', where those of velocities are
 * accelerations */
static void subtract_inertia (const GeomsEquations *e, const double *mass, double s,
                              const double *xdot, double *residual)
{
    for (int i = 0; i < e->n2; i++)
        residual[e->r_b + i] += s * xdot[e->o2 + i];
    if (mass != NULL)
        geoms_mass_apply (e, mass, s, xdot + e->o3, residual + e->r_v);
    for (int i = 0; i < e->d.nv && mass == NULL; i++)
        residual[e->r_v + i] += s * xdot[e->o3 + i];
    for (int i = 0; i < e->d.np; i++)
        residual[e->r_p + i] += s * xdot[e->op + i];
}

/* M of a stage has lost masses that no row of the linearisation holds */
static int loses_mass (GeomsProjected *p, const double *M)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMass *s = &p->forces.mass;
    const double *C = p->J + (size_t)e->o3 * (size_t)e->m + p->a2;

    return geoms_mass_try_symmetric (s, M, e->mass_diagonal) > 0
           && geoms_mass_factor (s, M, C, e->m, e->mass_diagonal) == 0
           && s->singular == GEOMS_MASS_FREE;
}

static int evaluate (GeomsForm *f, int k, const double *t, double *x, const double *xdot,
                     double *residual)
{
    GeomsProjected *p = (GeomsProjected *)f;
    GeomsEquations *e = f->eq;
    const size_t nn = (size_t)(e->d.nv * e->d.nv);
    int status;

    if (p->multipliers.used)
        return geoms_multipliers_evaluate (p, k, t, x, xdot, residual);
    status = geoms_equations_evaluate (e, GEOMS_FOR_STAGES, k, t, x, residual, p->work.masses);
    for (int i = 0; i < k && status == 0 && p->massive; i++)
        status = loses_mass (p, p->work.masses + (size_t)i * nn) ? GEOMS_RETRY : 0;
    if (status != 0)
        return status;
    for (int i = 0; i < k && xdot != NULL; i++)
        subtract_inertia (e, p->work.masses + (size_t)i * nn, -1,
                          xdot + (size_t)i * (size_t)f->n, residual + (size_t)i * (size_t)f->m);
    return 0;
}

static int base (GeomsForm *f, double t, const double *x)
{
    GeomsProjected *p = (GeomsProjected *)f;

    if (p->multipliers.used)
        return geoms_multipliers_base (p, t, x);
    return geoms_equations_evaluate (f->eq, GEOMS_FOR_METHOD, 1, &t, x, p->base, p->base_mass);
}

void geoms_projected_note (GeomsProjected *p, double t, const double *x)
{
    p->forces.noted = t;
    geoms_forces_note (p, x);
}

/* L of M = L L' for corrections that weigh velocities by the mass matrix */
static int weigh_by_mass (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMetric *metric = &p->metric;

    if (! metric->by_mass)
        return 0;
    memcpy (metric->L, e->mass_varies ? p->mass : e->mass,
            (size_t)(e->d.nv * e->d.nv) * sizeof (double));
    if (geoms_cholesky (e->d.nv, metric->L) == 0)
        return 0;
    return geoms_report (e->report, GEOMS_MASS_SINGULAR,
                         "The mass matrix is not positive definite at t = %.10g, which Weights "
                         "'mass' needs.", p->t);
}

/* A rank that is lost at a predicted state, or a mass matrix that is not positive there, only asks
 * for a smaller step. */
static int at_a_trial (int status)
{
    const int rank = status == GEOMS_RANK_CHANGED || status == GEOMS_RANK_VELOCITY
                     || status == GEOMS_RANK_POSITION || status == GEOMS_MASS_INDEFINITE;

    return rank ? GEOMS_RETRY : status;
}

static int linearise (GeomsForm *f, double t, const double *x, int mode)
{
    GeomsProjected *p = (GeomsProjected *)f;
    const GeomsEquations *e = f->eq;
    const int leave = mode == GEOMS_BASE_LEAVE;
    double *base_rows = leave ? p->work.residual : p->base, *mass = leave ? p->mass : p->base_mass;
    int status, renewed;

    /* Jacobian */
    p->t = t;
    status = p->multipliers.used ? geoms_multipliers_linearise (p, t, x, base_rows, mass, leave)
                                 : geoms_equations_jacobian (f->eq, t, x, p->J, base_rows, mass,
                                                             mode == GEOMS_BASE_HAVE);
    if (e->mass_varies && ! leave)
        memcpy (p->mass, p->base_mass, (size_t)(e->d.nv * e->d.nv) * sizeof (double));
    geoms_projected_index (p);
    /* decompositions */
    if (status == 0)
        status = weigh_by_mass (p);
    if (status == 0)
        status = geoms_projected_decompose (p);
    if (status != 0)
        return leave ? at_a_trial (status) : status;
    /* what belongs to this point */
    if (p->forces.notes && ! leave)
        geoms_projected_note (p, t, x);
    geoms_projected_scales (p, x);
    if (p->algebraic_only)
        return 0;
    /* S, Newton matrices */
    memcpy (p->selector.x, x, (size_t)e->n * sizeof *x);
    status = geoms_selector_update (p, leave ? GEOMS_SELECT_TRIAL : GEOMS_SELECT_STATE, &renewed);
    if (status == 0)
        geoms_tangent_compose (p);
    return status;
}

static int renew (GeomsForm *f)
{
    GeomsProjected *p = (GeomsProjected *)f;

    int renewed, status = geoms_selector_update (p, GEOMS_SELECT_FAILED, &renewed);

    if (status != 0 || ! renewed)
        return status < 0 ? status : 0; /* without a value there: the old one */
    geoms_tangent_compose (p);
    return 1;
}

static int normalise (GeomsForm *f, int k, double *x)
{
    return geoms_redundancy_normalise ((const GeomsProjected *)f, k, x);
}

static void condition (const GeomsForm *f, double condition[3])
{
    const GeomsProjected *p = (const GeomsProjected *)f;
    const GeomsBlocks *b = &p->blocks;

    condition[0] = geoms_block_condition (&b->F34);
    condition[1] = geoms_block_condition (&b->F23);
    condition[2] = geoms_block_condition (&b->F11);
}

static int factor (GeomsForm *f, int slot, double re, double im)
{
    GeomsProjected *p = (GeomsProjected *)f;

    if (p->tangent.used)
        return geoms_tangent_factor (p, slot, re, im);
    return geoms_newton_factor (&p->newton, p->ra, slot, re, im);
}

static void solve (GeomsForm *f, int first, int count, const double *residual, double *dx)
{
    GeomsProjected *p = (GeomsProjected *)f;

    if (p->tangent.used)
        geoms_tangent_solve (p, first, count, residual, dx);
    else
        geoms_newton_solve (p, first, count, residual, dx);
}

static void follow (const GeomsForm *f, int k, double *dx)
{
    const GeomsProjected *p = (const GeomsProjected *)f;

    if (p->tangent.used)
        geoms_tangent_follow (p, k, dx);
    else
        geoms_newton_follow (p, k, dx);
}

static void defect (GeomsForm *f, const double *y, double *residual)
{
    const GeomsProjected *p = (const GeomsProjected *)f;

    memset (residual, 0, (size_t)f->eq->r_b * sizeof *residual);
    memcpy (residual + f->eq->r_b, p->base + f->eq->r_b,
            (size_t)(p->form.m - p->ra) * sizeof *residual);
    subtract_inertia (f->eq, p->accelerates ? NULL : p->base_mass, 1, y, residual);
}


/* x' of r, v, p from the base residual; v' is left out if M is singular */
static void derivative (const GeomsForm *f, GeomsMass *mass, double *xdot)
{
    const GeomsEquations *e = f->eq;
    const double *b = f->base;
    int singular;

    memset (xdot, 0, (size_t)f->n * sizeof *xdot);
    memcpy (xdot + e->o2, b + e->r_b, (size_t)e->n2 * sizeof *xdot);
    memcpy (xdot + e->op, b + e->r_p, (size_t)e->d.np * sizeof *xdot);
    memcpy (xdot + e->o3, b + e->r_v, (size_t)e->n3 * sizeof *xdot);
    if (((const GeomsProjected *)f)->accelerates)
        return;
    singular = geoms_mass_try (mass, f->base_mass, e->mass_diagonal);
    if (! singular)
        geoms_mass_solve (mass, NULL, xdot + e->o3);
    if (singular || ! geoms_finite ((size_t)e->n3, xdot + e->o3))
        memset (xdot + e->o3, 0, (size_t)e->n3 * sizeof *xdot);
}

/* only one that is not integrated: the run itself linearises the other */
static int measure (GeomsForm *f, double t, const double *x, int accepted)
{
    GeomsProjected *p = (GeomsProjected *)f;
    GeomsForces *s = &p->forces;
    const int notes = s->notes;
    int status;

    if (! p->algebraic_only)
        return 0;
    s->notes = accepted;
    status = linearise (f, t, x, GEOMS_BASE_FILL);
    s->notes = notes;
    for (int i = 0; i < p->ra; i++)
        p->scale[i] = p->scale[i] > 0 ? p->scale[i] : 1;
    return status;
}

/* x + dx with J_a dx = -a */
static double approach (GeomsForm *f, const double *residual, double *x)
{
    GeomsProjected *p = (GeomsProjected *)f;

    if (x != NULL) {
        geoms_projected_step (p, residual, p->projection.dx);
        for (int i = 0; i < f->n; i++)
            x[i] += p->projection.dx[i];
    }
    return geoms_projected_violation (p, residual);
}

/* ---- creation ---- */

#define FORM(word)                             \
    {                                          \
        .name = word,                          \
        .evaluate = evaluate,                  \
        .base = base,                          \
        .linearise = linearise,                \
        .factor = factor,                      \
        .solve = solve,                        \
        .follow = follow,                      \
        .defect = defect,                      \
        .derivative = derivative,              \
        .correct = geoms_projected_correct,    \
        .renew = renew,                        \
        .normalise = normalise,                \
        .condition = condition,                \
        .singular = geoms_selection_singular,  \
        .describe = geoms_selection_describe,  \
        .rank_lost = geoms_ranks_reached,      \
        .measure = measure,                    \
        .approach = approach,                  \
        .walk = geoms_projected_walk,          \
        .again = geoms_projected_again,        \
    }
static const GeomsFormOps psf = FORM ("psf"), psi1 = FORM ("psi1");
#undef FORM

static void set_rows (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;

    p->m1 = p->index1 ? e->d.nw : e->n1;
    p->a2 = e->r_gI;
    p->m2 = p->hard2 = e->d.nl + e->d.nm;
    p->a3 = e->r_c;
    p->m3 = e->d.ns + e->d.nl;
    p->ra = e->r_b;
}

static void allocate (GeomsProjected *p, GeomsArena *arena)
{
    const GeomsEquations *e = p->form.eq;
    const size_t n = (size_t)e->n, m = (size_t)e->m, ra = (size_t)p->ra, nv = (size_t)e->d.nv,
                 columns = (size_t)geoms_form_columns (&p->form);

    /* linearisation, base point */
    p->J = geoms_arena_reals (arena, m * n);
    p->P = geoms_arena_reals (arena, n * (ra + n));
    p->N = p->P != NULL ? p->P + n * ra : NULL;
    p->mass = geoms_arena_reals (arena, nv * nv);
    p->scale = geoms_arena_reals (arena, m);
    p->index = geoms_arena_ints (arena, n);
    p->base = geoms_arena_reals (arena, m);
    p->base_mass = geoms_arena_reals (arena, nv * nv);
    /* parts */
    p->metric.L = geoms_arena_reals (arena, p->metric.by_mass ? nv * nv : 0);
    geoms_selector_create (&p->selector, e, arena);
    geoms_newton_create (&p->newton, &p->form, arena);
    if (p->tangent.wanted)
        geoms_tangent_create (&p->tangent, &p->form, arena);
    geoms_invariants_create (&p->invariants, e, arena);
    geoms_projection_create (&p->projection, e, arena);
    /* work */
    p->work.n = geoms_arena_reals (arena, n * (n + ra));
    p->work.residual = geoms_arena_reals (arena, m);
    p->work.masses = geoms_arena_reals (arena, columns * nv * nv);
}

/* psi1: lambda and mu are index-2 variables, and w with them where a linearisation says so */
static void set_index (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;

    for (int i = 0; i < e->n; i++)
        p->index[i] = p->index1 && i >= e->d.nw && i < e->n1 ? 2 : 1;
}

/* how each invariant is kept, before a linearisation knows better */
static void set_invariants (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const int monitor = p->form.options->invariant == GEOMS_INVARIANT_MONITOR;

    for (int i = 0; i < e->d.ni; i++)
        p->invariants.keeps[i] = monitor ? GEOMS_E_FREE : GEOMS_E_PROJECTED;
    p->form.invariants = e->d.ni > 0 && ! monitor;
}

/* RankTol where it is not given, and C is not: of the model's Jacobian, of differences */
static const double RANK_OF_JACOBIAN = 1e-9, RANK_OF_DIFFERENCES = 1e-6;

static double rank_tolerance (const GeomsProjected *p)
{
    if (p->form.options->rank_tol > 0)
        return p->form.options->rank_tol;
    if (p->multipliers.used)
        return GEOMS_RANK_OF_C;
    return p->form.eq->model->jac != NULL ? RANK_OF_JACOBIAN : RANK_OF_DIFFERENCES;
}

/* options that ask for what cannot be done with multipliers that are iterated */
static int refuse_ways (const GeomsProjected *p)
{
    const GeomsOptions *o = p->form.options;

    if (p->index1 || p->algebraic_only)
        return 0;
    if (o->multipliers == GEOMS_MULTIPLIERS_SOLVED)
        return geoms_report (
            p->form.eq->report, GEOMS_BAD_OPTION,
            "Multipliers 'solved' needs M, f, and the constraints' Jacobian and second derivative "
            "one by one, which a model that gives rda alone has not.");
    if (o->velocity_rows == GEOMS_VELOCITY_ROWS_ACCELERATION)
        return geoms_report (
            p->form.eq->report, GEOMS_BAD_OPTION,
            "VelocityRows 'acceleration' needs multipliers that are solved for: %s.",
            o->multipliers == GEOMS_MULTIPLIERS_ITERATED ? "Multipliers is 'iterated'"
                                                         : "the model gives rda alone");
    return 0;
}

/* psf of a model whose parts hold all of its equations */
static int create_multipliers (GeomsProjected *p, GeomsArena *arena)
{
    const GeomsOptions *o = p->form.options;
    const GeomsEquations *e = p->form.eq;
    const int parts = e->model->parts != NULL
                      && (e->model->abi >= 3 || e->d.nw + e->d.ns + e->d.ni == 0);
    int status;

    if (p->index1 || ! parts || o->multipliers == GEOMS_MULTIPLIERS_ITERATED)
        return refuse_ways (p);
    status = geoms_multipliers_create (p, arena);
    geoms_multipliers_create_linear (p, arena);
    p->multipliers.used = 1;
    p->form.solved_at = e->d.nw;
    p->form.solved = p->hard2;
    p->accelerates = ! p->algebraic_only
                     && (o->velocity_rows == GEOMS_VELOCITY_ROWS_ACCELERATION
                         || (o->velocity_rows == GEOMS_VELOCITY_ROWS_AUTO && e->mass_varies
                             && ! geoms_selection_gives_v (&p->selector)));
    return status;
}

static void create_blocks (GeomsProjected *p, int kind, GeomsArena *arena)
{
    const GeomsEquations *e = p->form.eq;
    GeomsBlocks *b = &p->blocks;
    const int rows = geoms_int_max (geoms_int_max (p->m1, p->hard2), p->m3),
              columns = geoms_int_max (geoms_int_max (e->n1, e->n3), e->n4);
    const size_t n = (size_t)e->n, hard = (size_t)p->hard2;

    /* the blocks of the constraints; `probe` has room for each of them */
    b->rank_tol = rank_tolerance (p);
    geoms_block_create (&b->F11, p->m1 + p->hard2, e->n1, kind, arena);
    geoms_block_create (&b->F23, p->m2 + e->d.ni, e->n3, kind, arena);
    geoms_block_create (&b->F34, p->m3, e->n4, kind, arena);
    geoms_block_create (&b->gI, e->d.nl, e->n3, GEOMS_DECOMPOSITION_LU, arena);
    geoms_block_create (&b->probe, rows, columns, GEOMS_DECOMPOSITION_SVD, arena);
    b->F11.m = p->m1;
    b->F11.scales_columns = ! p->index1;
    b->F23.m = p->m2;
    /* work */
    b->left = geoms_arena_reals (arena, hard * hard);
    b->rows = geoms_arena_reals (arena, (hard + (size_t)e->n1 + (size_t)e->d.ni) * n);
    b->dependent = geoms_arena_ints (arena, n);
}

int geoms_projected_create (GeomsProjected *p, GeomsEquations *eq, const GeomsOptions *options,
                            int formulation, int decomposition, GeomsArena *arena)
{
    GeomsBlocks *b = &p->blocks;
    int kind = decomposition >= 0 ? decomposition : options->constraint_decomposition, status;

    /* what it is */
    b->may_switch = kind == GEOMS_DECOMPOSITION_AUTO;
    kind = b->may_switch ? GEOMS_DECOMPOSITION_LU : kind;
    p->index1 = formulation == GEOMS_FORMULATION_PSI1;
    p->form.ops = p->index1 ? &psi1 : &psf;
    p->form.eq = eq;
    p->form.options = options;
    p->form.n = eq->n;
    p->form.m = eq->m;
    p->form.second = ! p->index1;
    /* rows, multipliers, forces, blocks */
    set_rows (p);
    if ((status = create_multipliers (p, arena)) != 0)
        return status;
    geoms_forces_create (&p->forces, eq->d.nv, p->hard2, arena);
    create_blocks (p, kind, arena);
    allocate (p, arena);
    p->projection.kappa = INFINITY;
    /* what methods see */
    p->form.base = p->base;
    p->form.base_mass = eq->mass_varies ? p->base_mass : eq->mass;
    p->form.scale = p->scale;
    p->form.keeps = p->invariants.keeps;
    p->form.dependent = b->dependent;
    p->form.index = p->index;
    p->form.corrects_by_jacobian = 1;
    if (arena->failed)
        return geoms_report (eq->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %d unknowns.", eq->n);
    set_index (p);
    set_invariants (p);
    return 0;
}
