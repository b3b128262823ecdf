/* multipliers.c - states whose accelerations and multipliers are solved for
 *
 *     [M B; C 0] [alpha; l] = [f - f_l l; -gamma],   B = C' - f_l,   l = [lambda; mu]
 *
 * f_l is that of the linearisation (multipliers_linear.c), 0 but with friction. Redundant rows,
 * pick' C (pick: left singular vectors of the linearisation) instead of C and l = span eta, so that
 * multipliers are those of minimum norm.
 */
#include <string.h>

#include "projected.h"
#include "stage_rows.h"

#define AT(A, ld, i, j) A[(size_t)(j) * (size_t)(ld) + (size_t)(i)]

/* ---- memory ---- */

int geoms_multipliers_batch (const GeomsProjected *p)
{
    return geoms_int_max (geoms_int_max (p->form.n + 1, GEOMS_LOOKED_AT),
                          geoms_form_columns (&p->form));
}

int geoms_multipliers_create (GeomsProjected *p, GeomsArena *arena)
{
    GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    const int m = p->hard2, nv = e->d.nv;
    const size_t mm = (size_t)m, v = (size_t)nv, n1 = (size_t)e->n1, k = (size_t)(e->n - e->o2);
    const int status = geoms_parts_create (&s->parts, e, geoms_multipliers_batch (p), arena);

    /* systems that are factored */
    s->parts.bare = 1;
    s->rows = m;
    geoms_mass_create (&s->mass, nv, m, arena);
    geoms_saddle_create (&s->saddle, nv, m, arena);
    geoms_multipliers_create_lanes (p, arena);
    geoms_factor_create (&s->border, nv + e->n1, 0, 0, arena);
    s->column = geoms_arena_reals (arena, 2 * (v + n1));
    /* at the base point, and its derivatives */
    s->alpha = geoms_arena_reals (arena, v);
    s->given = geoms_arena_reals (arena, v);
    s->l = geoms_arena_reals (arena, mm);
    s->A = geoms_arena_reals (arena, v * k);
    s->L = geoms_arena_reals (arena, n1 * k);
    s->B = geoms_arena_reals (arena, v * mm);
    s->CM = geoms_arena_reals (arena, mm * v);
    s->terms = geoms_arena_reals (arena, mm);
    /* redundant rows */
    s->span = geoms_arena_reals (arena, mm * mm);
    s->pick = geoms_arena_reals (arena, mm * mm);
    s->C = geoms_arena_reals (arena, mm * v);
    s->gamma = geoms_arena_reals (arena, mm);
    s->eta = geoms_arena_reals (arena, mm);
    s->BS = geoms_arena_reals (arena, 2 * v * mm);
    s->f = geoms_arena_reals (arena, v);
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
static const double *independent_rows (GeomsProjected *p, const GeomsPart *part, const double *B)
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
                sum += (B != NULL ? AT (B, nv, j, l) : AT (part->C, m, l, j))
                       * AT (s->span, m, l, i);
            AT (to, nv, j, i) = sum;
        }
    }
    return to;
}

int geoms_multipliers_factor (GeomsProjected *p, const double *M, const double *C, int ldc)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    int status;

    if (s->kept)
        return 0;
    status = geoms_mass_factor (&s->mass, M, C, ldc, e->mass_diagonal);
    s->even = status == 0 && ! s->mass.singular && geoms_mass_spread (&s->mass, M) < GEOMS_MASS_UNEVEN;
    s->kept = status == 0 && ! s->mass.singular && ! e->mass_varies;
    return status;
}

/* M of a stage. As geoms_mass_factor; > 0 also where masses are not there that the base point has */
static int factor_stage_mass (GeomsProjected *p, const double *M, const double *C)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    int status = s->mass.singular != GEOMS_MASS_REGULAR;

    if (! status && e->mass_varies) {
        status = geoms_mass_try_symmetric (&s->mass, M, e->mass_diagonal); /* see parts.c */
        s->even = status == 0 && geoms_mass_spread (&s->mass, M) < GEOMS_MASS_UNEVEN;
    }
    if (status > 0)
        status = geoms_mass_factor (&s->mass, M, C, p->hard2, e->mass_diagonal);
    return status == 0 && p->massive && s->mass.singular == GEOMS_MASS_FREE ? 1 : status;
}

/* alpha and l (old value on entry) of one state whose M is factorised. 0 or GEOMS_RETRY */
static int solve (GeomsProjected *p, const GeomsPart *part, double *alpha, double *l)
{
    GeomsMultipliers *s = &p->multipliers;
    const int m = p->hard2, whole = s->rows == m;
    const double *B = s->friction ? with_friction (p, part, l) : NULL, *C = part->C,
                 *gamma = part->b2;

    if (! whole) {
        B = independent_rows (p, part, B);
        C = s->C;
        gamma = s->gamma;
    }
    if (geoms_saddle_factor (&s->saddle, s->even ? &s->mass : NULL, mass_of (s, part), C, s->rows,
                             B)
        != 0)
        return GEOMS_RETRY;
    geoms_saddle_solve (&s->saddle, s->friction ? s->f : part->f, gamma, alpha, whole ? l : s->eta);
    if (! whole)
        geoms_matvec (m, s->rows, s->span, m, s->eta, l);
    return geoms_finite ((size_t)m, l) ? 0 : GEOMS_RETRY; /* no residual would tell */
}

/* A constant diagonal mass, p' = v, rows of forces and no others: stages without a branch or a
 * call. */
static int usual_stages (const GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const GeomsMultipliers *s = &p->multipliers;

    return s->kept && s->even && ! s->friction && s->rows == p->hard2 && s->mass.diagonal
           && ! p->accelerates && s->parts.plain && ! s->parts.others && e->n2 == 0
           && e->d.np == e->d.nv;
}

/* l and the rows of one state by the factors of its M; m is p->hard2, nv that of p. Not 0 where
 * that is not safe */
GEOMS_INLINE int rows_by_mass (GeomsProjected *p, int m, int nv, int usual, const GeomsPart *part,
                               double *x, const double *pdot, double *residual)
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
    geoms_saddle_forces (&s->saddle, m, nv, part->C, part->f, x + e->d.nw, residual + e->r_v);
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
    else
        geoms_minus_transposed (s->parts.m, e->d.nv, part.C, x + e->d.nw, part.f,
                                residual + e->r_v);
    return 0;
}

/* number j of the batch; x' = 0: NULL. 0 or GEOMS_RETRY; usual: also if it is to be done in another
 * way */
GEOMS_INLINE int stage (GeomsProjected *p, int m, int nv, int usual, int j, double *x,
                        const double *xdot, double *residual)
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
        geoms_stage_derivatives (p, nv, usual, part.M, xdot, residual);
    return 0;
}

/* the first of k states that usual stages can do; m + 1 velocities are frequent, and then known to
 * the compiler */
GEOMS_INLINE int usual_rows (GeomsProjected *p, int m, int k, double *x, const double *xdot,
                             double *residual)
{
    const int n = p->form.n, rows = p->form.m, nv = p->form.eq->d.nv;
    int j = 0;

    if (nv == m + 1)
        while (j < k
               && stage (p, m, m + 1, 1, j, x + j * n, xdot + j * n, residual + j * rows) == 0)
            j++;
    else
        while (j < k && stage (p, m, nv, 1, j, x + j * n, xdot + j * n, residual + j * rows) == 0)
            j++;
    return j;
}

/* k states whose parts are at hand */
GEOMS_INLINE int all_stages (GeomsProjected *p, int m, int k, double *x, const double *xdot,
                             double *residual)
{
    const int n = p->form.n, rows = p->form.m, nv = p->form.eq->d.nv;
    int j = 0;

    if (p->multipliers.in_lanes)
        j = geoms_multipliers_lanes (p, k, x, xdot, residual);
    else if (xdot != NULL && usual_stages (p))
        j = usual_rows (p, m, k, x, xdot, residual);
    for (; j < k; j++)
        if (stage (p, m, nv, 0, j, x + j * n, xdot != NULL ? xdot + j * n : NULL,
                   residual + j * rows)
            != 0)
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
    const int status
        = geoms_parts_evaluate (&p->multipliers.parts, GEOMS_FOR_STAGES, k, t, x, p->form.n);

    return status != 0 ? status : stages[p->hard2 <= 3 ? p->hard2 : 0](p, k, x, xdot, residual);
}

/* ---- the base point ---- */

/* alpha of the multipliers of x: s->given; M, CM */
static int given_accelerations (GeomsProjected *p, const GeomsPart *part, const double *x)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    const int m = p->hard2, nv = e->d.nv;
    const int status = geoms_multipliers_factor (p, part->M, part->C, m);

    if (status != 0)
        return geoms_mass_refused (&s->mass, status, p->t, e->report);
    memcpy (s->given, part->f, (size_t)nv * sizeof *s->given);
    for (int j = 0; j < nv; j++)
        for (int i = 0; i < m; i++)
            s->given[j] -= AT (part->C, m, i, j) * x[e->d.nw + i];
    geoms_mass_solve (&s->mass, part->b2, s->given);
    return 0;
}

/* not 0 if C M^-1 C' was not to be divided by at the state that was solved last, and l there
 * depends on nothing but r, v, s, p */
static int needs_saddle (const GeomsProjected *p)
{
    return p->multipliers.saddle.mass == NULL && ! p->multipliers.friction && p->form.eq->d.nw == 0;
}

/* alpha and l of the base point. Its rows gII, hI tell l as well, but with the condition k of C
 * their rounding enters l times k^2 by C M^-1 C', that of C and gamma times k by the saddle. */
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

int geoms_multipliers_take_base (GeomsProjected *p, int solved, const double *x, double *base,
                                 double *mass)
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
    return status != 0 ? status
                       : geoms_multipliers_take_base (p, p->accelerates, x, p->base, p->base_mass);
}

/* ---- redundant rows ---- */

/* pick and span from the singular vectors of C, or all of its rows */
void geoms_multipliers_choose (GeomsProjected *p)
{
    GeomsBlocks *b = &p->blocks;
    GeomsMultipliers *s = &p->multipliers;
    const int m = p->hard2;

    s->better = s->better && s->rows == b->rank2;
    s->rows = b->rank2;
    geoms_saddle_resize (&s->saddle, s->rows);
    if (s->rows == m)
        return;
    for (int j = 0; j < s->rows; j++)
        geoms_block_left_range (&b->F23, j, &AT (s->pick, m, 0, j), &AT (s->span, m, 0, j));
    geoms_orthonormalise (m, s->rows, s->span);
}
