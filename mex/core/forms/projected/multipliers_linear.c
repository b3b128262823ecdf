/* multipliers_linear.c - the linearisation where multipliers are solved for
 *
 * It keeps alpha and l of its point:
 *
 *     rows gII, hI of J    Gamma_x = d (C alpha + gamma) / dx
 *     rows f_dyn of J      F_x = d (f - M alpha - C' l) / dx
 *
 * from the model's blocks_jac, which are just these; or from its own J, which contains
 * alpha = M^-1 (f - C' l): Gamma_x = J - C M^-1 F_x, F_x = J - d (M alpha) / dx; or from
 * differences of the parts.
 */
#include <math.h>
#include <string.h>

#include "projected.h"

#define AT(A, ld, i, j) A[(size_t)(j) * (size_t)(ld) + (size_t)(i)]

/* ---- memory ---- */

void geoms_multipliers_create_linear (GeomsProjected *p, GeomsArena *arena)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    const size_t n = (size_t)e->n, most = (size_t)geoms_multipliers_batch (p);

    s->column_of = geoms_arena_ints (arena, n);
    s->times = geoms_arena_reals (arena, most);
    s->points = geoms_arena_reals (arena, n * most);
    s->rda = geoms_arena_reals (arena, (size_t)e->m);
    s->force = geoms_arena_reals (arena, (size_t)e->m);
    if (! geoms_equations_have_blocks (e->model) && e->model->jac != NULL && e->mass_varies)
        s->masses = geoms_arena_reals (arena, (size_t)(e->d.nv * e->d.nv) * (size_t)e->n4);
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

    /* the points */
    for (size_t j = 0; j < GEOMS_LOOKED_AT; j++) {
        double *point = s->points + j * n;
        memcpy (point, x, n * sizeof *x);
        for (int i = e->o3; i < e->o4 && j > 1; i++)
            point[i] = geoms_parts_moved (i, x[i]);
        for (int i = e->d.nw; i < e->n1; i++)
            point[i] = j % 2 == 0 ? 0.5 : i % 2 ? GEOMS_PARTS_ODD : GEOMS_PARTS_EVEN;
        s->times[j] = t;
    }
    /* the parts there */
    status = geoms_parts_evaluate (&s->parts, GEOMS_FOR_JACOBIAN, GEOMS_LOOKED_AT, s->times,
                                   s->points, e->n);
    if (status < 0)
        return status;
    e->friction = status != 0; /* what cannot be looked at may depend on anything */
    /* whether multipliers change them */
    for (size_t j = 0; j < GEOMS_LOOKED_AT && status == 0; j += 2) {
        const double *column = s->parts.columns + j * (size_t)s->parts.size;
        e->friction |= ! same (&s->parts, column, column + s->parts.size);
    }
    e->looked = 1;
    return 0;
}

/* what the first look of a run has found, for all of its forms: what Newton's method need not look
 * at */
static void take_friction (GeomsProjected *p)
{
    p->multipliers.friction = p->form.eq->friction;
    p->form.untested = p->multipliers.used && p->form.eq->looked && ! p->multipliers.friction;
    p->form.led = p->form.leads && p->form.untested && p->form.eq->d.nw == 0 ? p->hard2 : 0;
}

/* ---- the linearisation ---- */

/* s->terms = |C M^-1| (|f| + |C'| |l|): what gII and hI are made of; m is p->hard2, which the
 * compiler may know */
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
    status = geoms_parts_evaluate (&s->parts, GEOMS_FOR_JACOBIAN, count + 1, s->times, s->points,
                                   e->n);
    if (! leave) {
        e->counters->neomjac--;
        e->counters->neom++;
    }
    return status;
}

/* what else belongs to the base point: alpha of the multipliers of the state in s->given, CM,
 * terms */
static void take_point (GeomsProjected *p, const double *x)
{
    GeomsMultipliers *s = &p->multipliers;
    const GeomsPart part = geoms_parts_at (&s->parts, 0);

    if (! p->algebraic_only)
        memcpy (s->given, s->alpha, (size_t)p->form.eq->d.nv * sizeof *s->given);
    divide_rows (p, &part);
    sum_terms (p, &part, x + p->form.eq->d.nw);
}

static int by_differences (GeomsProjected *p, double t, const double *x, double *base, double *mass,
                           int leave)
{
    GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    const int count = moving_unknowns (p);
    int status = evaluate_batch (p, t, x, count, leave);
    GeomsPart part;

    /* base point */
    if (status == 0)
        status = geoms_multipliers_take_base (p, 1, x, base, mass);
    if (status != 0)
        return status;
    part = geoms_parts_at (&s->parts, 0);
    take_point (p, x);
    /* values there for the accelerations at hand */
    memset (p->J, 0, (size_t)e->m * (size_t)e->n * sizeof *p->J);
    geoms_parts_rda (&s->parts, 0, x, s->given, s->force);
    if (e->mass_varies)
        geoms_mass_apply (e, part.M, -1, s->given, s->force + e->r_v);
    /* differences; columns that are known */
    for (int j = 0; j < count; j++) {
        const int at = s->column_of[j];
        take_column (p, j + 1, s->force, AT (s->points, e->n, at, j + 1) - x[at],
                     &AT (p->J, e->m, 0, at));
    }
    known_columns (p, &part, p->J);
    return geoms_finite ((size_t)e->m * (size_t)e->n, p->J) ? 0 : GEOMS_RETRY;
}

/* J is what the model gives: no M^-1 is to be taken out of it */
static int from_blocks (GeomsProjected *p, double t, const double *x, double *base, double *mass)
{
    GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    int status = geoms_parts_evaluate (&s->parts, GEOMS_FOR_METHOD, 1, &t, x, e->n);

    if (status == 0)
        status = geoms_multipliers_take_base (p, 1, x, base, mass);
    if (status != 0)
        return status;
    take_point (p, x);
    return geoms_equations_blocks (e, t, x, s->given, p->J);
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
        status = geoms_multipliers_take_base (p, p->accelerates, x, base, mass);
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

/* Entries that the model knows, over the differences, but for rows that hold something else
 * here. */
static int take_known (GeomsProjected *p, double t, const double *x)
{
    GeomsEquations *e = p->form.eq;
    const int m = p->hard2, nv = e->d.nv, ld = m + nv;
    double *keep = p->work.n;
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
    const GeomsModel *model = e->model;
    int status = e->looked ? 0 : look (p, t, x);

    if (status != 0)
        return status;
    take_friction (p);
    e->counters->njac++;
    status = geoms_equations_have_blocks (model) ? from_blocks (p, t, x, base, mass)
             : model->jac != NULL                ? from_jacobian (p, t, x, base, mass)
                                                 : by_differences (p, t, x, base, mass, leave);
    if (status == 0 && model->blocks_jac == NULL && model->jac == NULL && model->jac_known != NULL)
        status = take_known (p, t, x);
    if (status != 0)
        return status;
    keep_friction (p);
    return 0;
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
    geoms_multipliers_factor (p, e->mass_varies ? p->mass : e->mass,
                              &AT (p->J, e->m, e->r_gI, e->o3), e->m);
}
