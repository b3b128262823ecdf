/* multipliers.c - states whose accelerations and multipliers are solved for, and their linearisation
 *
 *     [M B; C 0] [alpha; l] = [f - f_l l; -gamma],   B = C' - f_l,   l = [lambda; mu]         at each state
 *
 * f_l is that of the linearisation, 0 but with friction. Redundant rows, pick' C (pick: left singular vectors of
 * the linearisation) instead of C and l = span eta, so that multipliers are those of minimum norm.
 *
 * The linearisation keeps alpha and l of its point:
 *
 *     rows gII, hI of J    Gamma_x = d (C alpha + gamma) / dx
 *     rows f_dyn of J      F_x = d (f - M alpha - C' l) / dx
 *
 * from differences of the parts, or from the model's own J, which contains alpha = M^-1 (f - C' l):
 * Gamma_x = J - C M^-1 F_x, F_x = J - d (M alpha) / dx.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "projected.h"

/* largest mass over the smallest one, from which on their inverses do not stand side by side */
static const double uneven = 1e4;

#define AT(A, ld, i, j) A[(size_t)(j) * (size_t)(ld) + (size_t)(i)]

enum { LOOKED_AT = 4 }; /* points that tell of friction */

/* ---- memory ---- */

static void create_batch (GeomsProjected *p, GeomsArena *arena)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    const size_t n = (size_t)e->n, most = (size_t)geoms_int_max (e->n + 1, LOOKED_AT);

    s->column_of = geoms_arena_ints (arena, n);
    s->times = geoms_arena_reals (arena, most);
    s->points = geoms_arena_reals (arena, n * most);
    s->rda = geoms_arena_reals (arena, (size_t)e->m);
    s->force = geoms_arena_reals (arena, (size_t)e->m);
    if (e->model->jac != NULL && e->mass_varies)
        s->masses = geoms_arena_reals (arena, (size_t)(e->d.nv * e->d.nv) * (size_t)e->n4);
}

int geoms_multipliers_create (GeomsProjected *p, GeomsArena *arena)
{
    GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    const int m = p->hard2, nv = e->d.nv;
    const size_t mm = (size_t)m, v = (size_t)nv, n1 = (size_t)e->n1, k = (size_t)(e->n - e->o2);
    const int status = geoms_parts_create (&s->parts, e, geoms_int_max (e->n + 1, LOOKED_AT), arena);

    s->parts.bare = 1;
    s->rows = m;
    geoms_mass_create (&s->mass, nv, m, arena);
    geoms_saddle_create (&s->saddle, nv, m, arena);
    geoms_factor_create (&s->border, nv + e->n1, 0, 0, arena);
    s->column = geoms_arena_reals (arena, 2 * (v + n1));
    s->alpha = geoms_arena_reals (arena, v);
    s->given = geoms_arena_reals (arena, v);
    s->l = geoms_arena_reals (arena, mm);
    s->A = geoms_arena_reals (arena, v * k);
    s->L = geoms_arena_reals (arena, n1 * k);
    s->B = geoms_arena_reals (arena, v * mm);
    s->CM = geoms_arena_reals (arena, mm * v);
    s->terms = geoms_arena_reals (arena, mm);
    s->span = geoms_arena_reals (arena, mm * mm);
    s->pick = geoms_arena_reals (arena, mm * mm);
    s->C = geoms_arena_reals (arena, mm * v);
    s->gamma = geoms_arena_reals (arena, mm);
    s->eta = geoms_arena_reals (arena, mm);
    s->BS = geoms_arena_reals (arena, 2 * v * mm);
    s->f = geoms_arena_reals (arena, v);
    create_batch (p, arena);
    return status;
}

/* ---- one state ---- */

static const double *mass_of (const GeomsMultipliers *s, const GeomsPart *part)
{
    const double *shifted = s->mass.singular ? geoms_mass_shifted (&s->mass) : NULL;

    return shifted != NULL ? shifted : part->M;
}

/* s->f = f - f_l l, and B at this state */
static const double *with_friction (GeomsProjected *p, const GeomsPart *part, const double *l)
{
    GeomsMultipliers *s = &p->multipliers;
    const int nv = p->form.eq->d.nv, m = p->hard2;

    memcpy (s->f, part->f, (size_t)nv * sizeof *s->f);
    geoms_add_matvec (nv, m, s->B, nv, l, s->f);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < nv; j++)
            AT (s->BS, nv, j, i) = AT (part->C, m, i, j) + AT (s->B, nv, j, i);
    return s->BS;
}

/* s->C = pick' C, s->gamma = pick' gamma; -> B span, behind B itself */
static const double *reduce (GeomsProjected *p, const GeomsPart *part, const double *B)
{
    GeomsMultipliers *s = &p->multipliers;
    const int nv = p->form.eq->d.nv, m = p->hard2, r = s->rows;
    double *to = s->BS + (size_t)nv * (size_t)m;

    for (int i = 0; i < r; i++) {
        const double *u = &AT (s->pick, m, 0, i);
        s->gamma[i] = geoms_dot (m, u, part->b2);
        for (int j = 0; j < nv; j++)
            AT (s->C, r, i, j) = geoms_dot (m, u, &AT (part->C, m, 0, j));
        for (int j = 0; j < nv; j++) {
            double sum = 0;
            for (int l = 0; l < m; l++)
                sum += (B != NULL ? AT (B, nv, j, l) : AT (part->C, m, l, j)) * AT (s->span, m, l, i);
            AT (to, nv, j, i) = sum;
        }
    }
    return to;
}

/* M of the base point or of the linearisation; a regular constant one once. As geoms_mass_factor */
static int factor_mass (GeomsProjected *p, const double *M, const double *C, int ldc)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    int status;

    if (s->kept)
        return 0;
    status = geoms_mass_factor (&s->mass, M, C, ldc, e->mass_diagonal);
    s->even = status == 0 && ! s->mass.singular && geoms_mass_spread (&s->mass, M) < uneven;
    s->kept = status == 0 && ! s->mass.singular && ! e->mass_varies;
    return status;
}

/* M of a stage. As geoms_mass_factor */
static int factor_stage_mass (GeomsProjected *p, const double *M, const double *C)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    int status = s->mass.singular != GEOMS_MASS_REGULAR;

    if (! status && e->mass_varies) {
        status = geoms_mass_try (&s->mass, M, e->mass_diagonal);
        s->even = status == 0 && geoms_mass_spread (&s->mass, M) < uneven;
    }
    return status > 0 ? geoms_mass_factor (&s->mass, M, C, p->hard2, e->mass_diagonal) : status;
}

/* alpha and l (old value on entry) of one state whose M is factorised. 0 or GEOMS_RETRY */
static int solve (GeomsProjected *p, const GeomsPart *part, double *alpha, double *l)
{
    GeomsMultipliers *s = &p->multipliers;
    const int m = p->hard2, whole = s->rows == m;
    const double *B = s->friction ? with_friction (p, part, l) : NULL, *C = part->C, *gamma = part->b2;

    if (! whole) {
        B = reduce (p, part, B);
        C = s->C;
        gamma = s->gamma;
    }
    if (geoms_saddle_factor (&s->saddle, s->even ? &s->mass : NULL, mass_of (s, part), C, s->rows, B) != 0)
        return GEOMS_RETRY;
    geoms_saddle_solve (&s->saddle, s->friction ? s->f : part->f, gamma, alpha, whole ? l : s->eta);
    if (! whole)
        geoms_matvec (m, s->rows, s->span, m, s->eta, l);
    return geoms_finite ((size_t)m, l) ? 0 : GEOMS_RETRY; /* no residual would tell */
}

static void subtract (int count, const double *x, double *row)
{
    for (int i = 0; i < count; i++)
        row[i] -= x[i];
}

/* A constant diagonal mass, p' = v, rows of forces and no others: stages without a branch or a call. */
static int usual_stages (const GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const GeomsMultipliers *s = &p->multipliers;

    return s->kept && s->even && ! s->friction && s->rows == p->hard2 && s->mass.diagonal && ! p->accelerates
           && s->parts.plain && ! s->parts.others && e->n2 == 0 && e->d.np == e->d.nv;
}

/* The rows of velocities hold f - C' l, or are to hold alpha: less M v', or v'; those of r less r'. */
GEOMS_INLINE void subtract_derivatives (GeomsProjected *p, int nv, int usual, const double *M, const double *xdot,
                                        double *residual)
{
    const GeomsEquations *e = p->form.eq;
    double *row = residual + e->r_v;

    for (int i = 0; i < nv && usual; i++)
        row[i] -= e->mass_diagonal_of[i] * xdot[e->o3 + i];
    if (usual)
        return;
    if (p->accelerates)
        subtract (nv, xdot + e->o3, row);
    else
        geoms_mass_apply (e, M, -1, xdot + e->o3, row);
    subtract (e->n2, xdot + e->o2, residual + e->r_b);
}

/* l and the rows of one state by the factors of its M; m is p->hard2, nv that of p. Not 0 where that is not safe */
GEOMS_INLINE int rows_by_mass (GeomsProjected *p, int m, int nv, int usual, const GeomsPart *part, double *x,
                               const double *pdot, double *residual)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    const int diagonal = usual || s->mass.diagonal;

    if (! usual && (! s->even || s->friction || s->rows < m))
        return 1;
    if (geoms_saddle_factor_rows (&s->saddle, m, nv, &s->mass, diagonal, part->C, m) != 0)
        return 1;
    geoms_saddle_lambda (&s->saddle, m, nv, part->f, part->b2, x + e->d.nw);
    if (! geoms_finite_few (m, x + e->d.nw)) /* no residual would tell */
        return 1;
    geoms_parts_rows (&s->parts, m, nv, usual, part, x, pdot, residual);
    if (! usual && p->accelerates) /* of what is left of the forces */
        geoms_mass_solve (&s->mass, NULL, residual + e->r_v);
    return 0;
}

/* the same by other factors, for number j of the batch: 0 or GEOMS_RETRY */
static int rows_of_state (GeomsProjected *p, int j, double *x, const double *pdot, double *residual)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    const GeomsPart part = geoms_parts_at (&s->parts, j);

    if (solve (p, &part, s->given, x + e->d.nw) != 0)
        return GEOMS_RETRY;
    geoms_parts_rows (&s->parts, s->parts.m, e->d.nv, 0, &part, x, pdot, residual);
    if (p->accelerates)
        memcpy (residual + e->r_v, s->given, (size_t)e->d.nv * sizeof *residual);
    return 0;
}

/* number j of the batch; x' = 0: NULL. 0 or GEOMS_RETRY; usual: also if it is to be done in another way */
GEOMS_INLINE int stage (GeomsProjected *p, int m, int nv, int usual, int j, double *x, const double *xdot,
                        double *residual)
{
    const GeomsEquations *e = p->form.eq;
    const GeomsPart part = geoms_parts_at (&p->multipliers.parts, j);
    const double *pdot = xdot != NULL ? xdot + e->op : NULL;
    double *hidden = residual + e->r_gII;

    if (! usual && ! p->multipliers.kept && factor_stage_mass (p, part.M, part.C) != 0)
        return GEOMS_RETRY;
    if (rows_by_mass (p, m, nv, usual, &part, x, pdot, residual) != 0
        && (usual || rows_of_state (p, j, x, pdot, residual) != 0))
        return GEOMS_RETRY;
    for (int i = 0; i < m; i++)
        hidden[i] = 0;
    if (xdot != NULL)
        subtract_derivatives (p, nv, usual, part.M, xdot, residual);
    return 0;
}

/* the first of k states that usual stages can do; m + 1 velocities are frequent, and then known to the compiler */
GEOMS_INLINE int usual_rows (GeomsProjected *p, int m, int k, double *x, const double *xdot, double *residual)
{
    const int n = p->form.n, rows = p->form.m, nv = p->form.eq->d.nv;
    int j = 0;

    if (nv == m + 1)
        while (j < k && stage (p, m, m + 1, 1, j, x + j * n, xdot + j * n, residual + j * rows) == 0)
            j++;
    else
        while (j < k && stage (p, m, nv, 1, j, x + j * n, xdot + j * n, residual + j * rows) == 0)
            j++;
    return j;
}

/* k states whose parts are at hand */
GEOMS_INLINE int all_stages (GeomsProjected *p, int m, int k, double *x, const double *xdot, double *residual)
{
    const int n = p->form.n, rows = p->form.m, nv = p->form.eq->d.nv;
    int j = 0;

    if (xdot != NULL && usual_stages (p))
        j = usual_rows (p, m, k, x, xdot, residual);
    for (; j < k; j++)
        if (stage (p, m, nv, 0, j, x + j * n, xdot != NULL ? xdot + j * n : NULL, residual + j * rows) != 0)
            return GEOMS_RETRY;
    return 0;
}

/* one function for each number of rows that the compiler is to know */
#define STAGES(name, rows)                                                                       \
    static int name (GeomsProjected *p, int k, double *x, const double *xdot, double *residual) \
    {                                                                                           \
        return all_stages (p, rows, k, x, xdot, residual);                                      \
    }
STAGES (stages_of_any, p->hard2)
STAGES (stages_of_1, 1)
STAGES (stages_of_2, 2)
STAGES (stages_of_3, 3)

int geoms_multipliers_evaluate (GeomsProjected *p, int k, const double *t, double *x,
                                const double *xdot, double *residual)
{
    static int (*const stages[]) (GeomsProjected *, int, double *, const double *, double *)
        = {stages_of_any, stages_of_1, stages_of_2, stages_of_3};
    const int status = geoms_parts_evaluate (&p->multipliers.parts, GEOMS_FOR_STAGES, k, t, x, p->form.n);

    return status != 0 ? status : stages[p->hard2 <= 3 ? p->hard2 : 0](p, k, x, xdot, residual);
}

/* ---- whether f, b, ... depend on l ---- */

static int same (const GeomsParts *s, const double *a, const double *b)
{
    return memcmp (a, b, (size_t)s->size * sizeof *a) == 0;
}

/* four points: x and one that moves, with two sets of multipliers each */
static int look (GeomsProjected *p, double t, const double *x)
{
    GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    const size_t n = (size_t)e->n;
    int status;

    for (size_t j = 0; j < LOOKED_AT; j++) {
        double *point = s->points + j * n;
        memcpy (point, x, n * sizeof *x);
        for (int i = e->o3; i < e->o4 && j > 1; i++)
            point[i] += (i % 2 ? -0.1 : 0.13) * (1 + fabs (x[i]));
        for (int i = e->d.nw; i < e->n1; i++)
            point[i] = j % 2 == 0 ? 0.5 : i % 2 ? -0.75 : -1.75;
        s->times[j] = t;
    }
    status = geoms_parts_evaluate (&s->parts, GEOMS_FOR_JACOBIAN, LOOKED_AT, s->times, s->points, e->n);
    if (status < 0)
        return status;
    e->friction = status != 0; /* what cannot be looked at may depend on anything */
    for (size_t j = 0; j < LOOKED_AT && status == 0; j += 2) {
        const double *column = s->parts.columns + j * (size_t)s->parts.size;
        e->friction |= ! same (&s->parts, column, column + s->parts.size);
    }
    e->looked = 1;
    return 0;
}

/* what the first look of a run has found, for all of its forms: what Newton's method need not look at */
static void take_friction (GeomsProjected *p)
{
    p->multipliers.friction = p->form.eq->friction;
    p->form.untested = p->multipliers.used && p->form.eq->looked && ! p->multipliers.friction;
    p->form.led = p->form.leads && p->form.untested && p->form.eq->d.nw == 0 ? p->hard2 : 0;
}

/* ---- the base point ---- */

/* alpha of the multipliers of x: s->given; M, CM */
static int given_accelerations (GeomsProjected *p, const GeomsPart *part, const double *x)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    const int m = p->hard2, nv = e->d.nv;
    const int status = factor_mass (p, part->M, part->C, m);

    if (status != 0)
        return geoms_mass_refused (&s->mass, status, p->t, e->report);
    memcpy (s->given, part->f, (size_t)nv * sizeof *s->given);
    for (int j = 0; j < nv; j++)
        for (int i = 0; i < m; i++)
            s->given[j] -= AT (part->C, m, i, j) * x[e->d.nw + i];
    geoms_mass_solve (&s->mass, part->b2, s->given);
    return 0;
}

/* not 0 if C M^-1 C' was not to be divided by at the state that was solved last, and l there depends on nothing but
 * r, v, s, p */
static int needs_saddle (const GeomsProjected *p)
{
    return p->multipliers.saddle.mass == NULL && ! p->multipliers.friction && p->form.eq->d.nw == 0;
}

/* alpha and l of the base point. Its rows gII, hI tell l as well, but with the condition k of C their rounding enters
 * l times k^2 by C M^-1 C', that of C and gamma times k by the saddle. */
static void solve_base (GeomsProjected *p, const GeomsPart *part, const double *x)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    int failed;

    memcpy (s->l, x + e->d.nw, (size_t)p->hard2 * sizeof *x);
    failed = solve (p, part, s->alpha, s->l); /* rows that depend on each other: not yet known */
    if (failed)
        memcpy (s->alpha, s->given, (size_t)e->d.nv * sizeof *x);
    s->better = ! failed && needs_saddle (p);
}

/* residual and mass matrix of the first point of the batch, the base point; s->alpha and s->l if they are wanted or
 * safer */
static int take_base (GeomsProjected *p, int solved, const double *x, double *base, double *mass)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    const GeomsPart part = geoms_parts_at (&s->parts, 0);
    int status = given_accelerations (p, &part, x);

    s->better = 0;
    if (status != 0)
        return status;
    geoms_parts_rda (&s->parts, 0, x, s->given, base);
    if (! geoms_finite ((size_t)e->m, base)) /* parts alone do not see multipliers */
        return GEOMS_RETRY;
    if (e->mass_varies)
        memcpy (mass, part.M, (size_t)(e->d.nv * e->d.nv) * sizeof *mass);
    if (p->algebraic_only || ! (solved || needs_saddle (p)))
        return 0;
    solve_base (p, &part, x);
    if (p->accelerates)
        memcpy (base + e->r_v, s->alpha, (size_t)e->d.nv * sizeof *base);
    return 0;
}

int geoms_multipliers_base (GeomsProjected *p, double t, const double *x)
{
    const int status
        = geoms_parts_evaluate (&p->multipliers.parts, GEOMS_FOR_METHOD, 1, &t, x, p->form.n);

    p->t = t;
    return status != 0 ? status : take_base (p, p->accelerates, x, p->base, p->base_mass);
}

/* ---- the linearisation ---- */

/* s->terms = |C M^-1| (|f| + |C'| |l|): what gII and hI are made of; m is p->hard2, which the compiler may know */
GEOMS_INLINE void sum_terms_of (GeomsProjected *p, int m, const GeomsPart *part, const double *l)
{
    GeomsMultipliers *s = &p->multipliers;

    for (int i = 0; i < m; i++)
        s->terms[i] = 0;
    for (int j = 0; j < p->form.eq->d.nv; j++) {
        const double *C = part->C + j * m, *CM = s->CM + j * m;
        double force = fabs (part->f[j]);
        for (int i = 0; i < m; i++)
            force += fabs (C[i] * l[i]);
        for (int i = 0; i < m; i++)
            s->terms[i] += fabs (CM[i]) * force;
    }
}

static void sum_terms (GeomsProjected *p, const GeomsPart *part, const double *l)
{
#define SUM(m) sum_terms_of (p, m, part, l)
    GEOMS_BY_ROWS (p->hard2, SUM)
#undef SUM
}

/* rows of C, each in the metric of M^-1: s->CM = C M^-1 */
static void divide_rows (GeomsProjected *p, const GeomsPart *part)
{
    GeomsMultipliers *s = &p->multipliers;
    const int m = p->hard2, nv = p->form.eq->d.nv;

    if (! s->mass.singular) {
        geoms_mass_divide (&s->mass, s->mass.diagonal, m, nv, part->C, m, s->CM);
        return;
    }
    memset (s->gamma, 0, (size_t)m * sizeof *s->gamma);
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < nv; j++)
            s->f[j] = AT (part->C, m, i, j);
        geoms_mass_solve (&s->mass, s->gamma, s->f);
        for (int j = 0; j < nv; j++)
            AT (s->CM, m, i, j) = s->f[j];
    }
}

/* the unknowns that parts depend on; their number */
static int moving_unknowns (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    int count = 0;

    for (int i = 0; i < (s->friction ? e->n1 : e->d.nw); i++)
        s->column_of[count++] = i;
    for (int i = e->o2; i < e->n; i++)
        s->column_of[count++] = i;
    return count;
}

/* one column of J from the parts of point j, M alpha and C' l with alpha and l of the base point */
static void take_column (GeomsProjected *p, int j, const double *base, double delta, double *J)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;

    geoms_parts_rda (&s->parts, j, s->points + (size_t)j * (size_t)e->n, s->given, s->rda);
    if (e->mass_varies)
        geoms_mass_apply (e, geoms_parts_at (&s->parts, j).M, -1, s->given, s->rda + e->r_v);
    for (int i = 0; i < e->m; i++)
        J[i] = (s->rda[i] - base[i]) / delta;
}

/* what is known exactly: C, and - C' but for friction */
static void known_columns (GeomsProjected *p, const GeomsPart *part, double *J)
{
    const GeomsEquations *e = p->form.eq;
    const int m = p->hard2, nv = e->d.nv, plain = p->multipliers.parts.plain;

    for (int j = 0; j < nv; j++)
        for (int i = 0; i < m; i++) {
            const double c = AT (part->C, m, i, j);
            AT (J, e->m, e->r_gI + i, e->o3 + j) = c;
            if (plain && e->d.ns == 0 && i < e->d.nl)
                AT (J, e->m, e->r_c + i, e->op + j) = c;
            if (! p->multipliers.friction)
                AT (J, e->m, e->r_v + j, e->d.nw + i) = -c;
        }
}

/* The base point comes first in the batch. */
static int evaluate_batch (GeomsProjected *p, double t, const double *x, int count, int leave)
{
    GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    int status;

    memcpy (s->points, x, (size_t)e->n * sizeof *x);
    for (int j = 0; j < count; j++)
        geoms_equations_move (e, s->column_of[j], x, s->points + (size_t)(j + 1) * (size_t)e->n);
    for (int j = 0; j <= count; j++)
        s->times[j] = t;
    status = geoms_parts_evaluate (&s->parts, GEOMS_FOR_JACOBIAN, count + 1, s->times, s->points, e->n);
    if (! leave) {
        e->counters->neomjac--;
        e->counters->neom++;
    }
    return status;
}

static int by_differences (GeomsProjected *p, double t, const double *x, double *base, double *mass,
                           int leave)
{
    GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    const int count = moving_unknowns (p);
    int status = evaluate_batch (p, t, x, count, leave);
    GeomsPart part;

    if (status == 0)
        status = take_base (p, 1, x, base, mass);
    if (status != 0)
        return status;
    part = geoms_parts_at (&s->parts, 0);
    if (! p->algebraic_only) /* alpha of the multipliers that belong to the state */
        memcpy (s->given, s->alpha, (size_t)e->d.nv * sizeof *s->given);
    divide_rows (p, &part);
    sum_terms (p, &part, x + e->d.nw);
    memset (p->J, 0, (size_t)e->m * (size_t)e->n * sizeof *p->J);
    geoms_parts_rda (&s->parts, 0, x, s->given, s->force);
    if (e->mass_varies)
        geoms_mass_apply (e, part.M, -1, s->given, s->force + e->r_v);
    for (int j = 0; j < count; j++) {
        const int at = s->column_of[j];
        take_column (p, j + 1, s->force, AT (s->points, e->n, at, j + 1) - x[at],
                     &AT (p->J, e->m, 0, at));
    }
    known_columns (p, &part, p->J);
    return geoms_finite ((size_t)e->m * (size_t)e->n, p->J) ? 0 : GEOMS_RETRY;
}

/* d (M alpha) / d (s, p) out of the rows f_dyn */
static int subtract_inertia (GeomsProjected *p, double t, const double *x, const double *mass)
{
    GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    const size_t n = (size_t)e->n, nn = (size_t)(e->d.nv * e->d.nv);
    const int count = e->n4;
    int status;

    for (int j = 0; j < count; j++) {
        geoms_equations_move (e, e->o4 + j, x, s->points + (size_t)j * n);
        s->times[j] = t;
    }
    status = geoms_equations_mass (e, count, s->times, s->points, s->masses);
    for (int j = 0; j < count && status == 0; j++) {
        const double delta = s->points[(size_t)j * n + (size_t)(e->o4 + j)] - x[e->o4 + j];
        double *row = &AT (p->J, e->m, e->r_v, e->o4 + j);

        geoms_mass_apply (e, s->masses + (size_t)j * nn, -1 / delta, s->alpha, row);
        geoms_mass_apply (e, mass, 1 / delta, s->alpha, row);
    }
    return status;
}

/* rows gII, hI: Gamma_x = J - C M^-1 F_x; m is p->hard2, which the compiler may know */
GEOMS_INLINE void hold_rows (GeomsProjected *p, int m)
{
    const GeomsEquations *e = p->form.eq;
    const double *CM = p->multipliers.CM;
    double *J = p->J;

    for (int j = 0; j < e->n; j++, J += e->m) {
        const int multiplier = j >= e->d.nw && j < e->n1;
        for (int i = 0; i < m && multiplier; i++)
            J[e->r_gII + i] = 0;
        for (int l = 0; l < e->d.nv && ! multiplier; l++)
            if (J[e->r_v + l] != 0)
                geoms_axpy (m, -J[e->r_v + l], CM + l * m, J + e->r_gII);
    }
}

static void hold_accelerations (GeomsProjected *p)
{
#define HOLD(m) hold_rows (p, m)
    GEOMS_BY_ROWS (p->hard2, HOLD)
#undef HOLD
}

static int from_jacobian (GeomsProjected *p, double t, const double *x, double *base, double *mass)
{
    GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    int status = geoms_parts_evaluate (&s->parts, GEOMS_FOR_METHOD, 1, &t, x, e->n);
    GeomsPart part;

    if (status == 0)
        status = take_base (p, p->accelerates, x, base, mass);
    if (status == 0 && s->mass.singular)
        return by_differences (p, t, x, base, mass, 1);
    if (status == 0)
        status = geoms_equations_user_jacobian (e, t, x, p->J);
    if (status != 0)
        return status;
    part = geoms_parts_at (&s->parts, 0);
    divide_rows (p, &part);
    sum_terms (p, &part, x + e->d.nw);
    if (p->accelerates && e->mass_varies)
        status = subtract_inertia (p, t, x, mass);
    hold_accelerations (p);
    return status;
}

/* B = - f_l: what the columns of l have beside - C' */
static void keep_friction (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    const int m = p->hard2, nv = e->d.nv;

    for (int i = 0; i < m && s->friction; i++)
        for (int j = 0; j < nv; j++)
            AT (s->B, nv, j, i) = -AT (p->J, e->m, e->r_v + j, e->d.nw + i)
                                  - AT (p->J, e->m, e->r_gI + i, e->o3 + j);
}

/* Entries that the model knows, over the differences, but for rows that hold something else here. */
static int take_known (GeomsProjected *p, double t, const double *x)
{
    GeomsEquations *e = p->form.eq;
    const int m = p->hard2, nv = e->d.nv, ld = m + nv;
    double *keep = p->n_work;
    int status;

    geoms_copy (m, e->n, p->J + e->r_gII, e->m, keep, ld);
    geoms_copy (nv, e->n, p->J + e->r_v, e->m, keep + m, ld);
    status = geoms_equations_known (e, t, x, p->J);
    geoms_copy (m, e->n, keep, ld, p->J + e->r_gII, e->m);
    geoms_copy (nv, e->n, keep + m, ld, p->J + e->r_v, e->m);
    return status;
}

int geoms_multipliers_linearise (GeomsProjected *p, double t, const double *x, double *base,
                                 double *mass, int leave)
{
    GeomsEquations *e = p->form.eq;
    int status = e->looked ? 0 : look (p, t, x);

    if (status != 0)
        return status;
    take_friction (p);
    e->counters->njac++;
    status = e->model->jac != NULL ? from_jacobian (p, t, x, base, mass)
                                   : by_differences (p, t, x, base, mass, leave);
    if (status == 0 && e->model->jac == NULL && e->model->jac_known != NULL)
        status = take_known (p, t, x);
    if (status != 0)
        return status;
    keep_friction (p);
    return 0;
}

/* ---- redundant rows ---- */

/* pick and span from the singular vectors of C, or all of its rows */
void geoms_multipliers_choose (GeomsProjected *p)
{
    GeomsMultipliers *s = &p->multipliers;
    const int m = p->hard2;

    s->better = s->better && s->rows == p->rank2;
    s->rows = p->rank2;
    geoms_saddle_resize (&s->saddle, s->rows);
    if (s->rows == m)
        return;
    for (int j = 0; j < s->rows; j++)
        geoms_block_left_range (&p->F23, j, &AT (s->pick, m, 0, j), &AT (s->span, m, 0, j));
    geoms_orthonormalise (m, s->rows, s->span);
}

/* ---- resume ---- */

void geoms_multipliers_again (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;

    take_friction (p);
    if (! s->used)
        return;
    keep_friction (p);
    s->kept = 0;
    factor_mass (p, e->mass_varies ? p->mass : e->mass, &AT (p->J, e->m, e->r_gI, e->o3), e->m);
}
