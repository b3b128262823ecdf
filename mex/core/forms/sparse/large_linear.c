/* large_linear.c - the linearisation: B, C, M of one state, factors of what follows from them, scales
 * of rows, units of multipliers
 *
 *     scale_i = sum_j |B_ij| max |x_j|
 *     gII, hI:  |C M^-1| (|f| + |C'| |l|) + |Gamma_x| |x| + |C M^-1| |F_x| |x|
 *     unit_i  = |C M^-1| (|f| + |C'| |l|) / (C M^-1 C')_ii, and what the other unknowns owe as AbsTol:
 *               (|Gamma_x| + |C M^-1| |F_x|) atol / (C M^-1 C')_ii / 1e-6
 *
 * of M what its diagonal tells: as in forms/projected/scales.c and forces.c, but for the differences of
 * terms, which have no pattern.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "large.h"
#include "model/pattern.h"

/* AbsTol of multipliers that are measured in units */
static const double STANDARD_ATOL = 1e-6;

/* ---- scales ---- */

/* rows of B times a size of each unknown from `first` on: s->row; forces of v into s->force */
static void sum_of_sizes (GeomsLarge *s, int first, const double *size)
{
    const GeomsEquations *e = s->form.eq;

    memset (s->row, 0, (size_t)e->m * sizeof *s->row);
    geoms_pattern_add_sizes (&s->B, first, e->n, s->b, size, s->row);
}

/* to_i += |C M^-1| y */
static void add_divided (const GeomsLarge *s, const double *y, double *to)
{
    geoms_pattern_add_sizes (&s->C, 0, s->form.eq->d.nv, s->linear.CM, y, to);
}

void geoms_large_scales (GeomsLarge *s, const double *x)
{
    const GeomsEquations *e = s->form.eq;

    geoms_equations_sizes (e, x, s->size);
    sum_of_sizes (s, 0, s->size);
    memcpy (s->scale, s->row, (size_t)e->r_b * sizeof *s->scale);
    add_divided (s, s->row + e->r_v, s->scale + e->r_gII);
    for (int i = 0; i < s->m; i++)
        s->scale[e->r_gII + i] += s->terms[i];
    for (int i = 0; i < e->r_b; i++)
        s->scale[i] = s->scale[i] > 0 ? s->scale[i] : 1;
}

/* |C M^-1| (|f| + |C'| |l|) at the base point */
static void sum_terms (GeomsLarge *s)
{
    const GeomsEquations *e = s->form.eq;
    const double *f = s->base.column + s->at.f, *l = s->base.x + e->d.nw;

    for (int j = 0; j < e->d.nv; j++) {
        double force = fabs (f[j]);

        for (int k = s->C.start[j]; k < s->C.start[j + 1]; k++)
            force += fabs (s->c[k] * l[s->C.row[k]]);
        s->force[j] = force;
    }
    memset (s->terms, 0, (size_t)s->m * sizeof *s->terms);
    add_divided (s, s->force, s->terms);
}

/* units of multipliers at an accepted state, the base point */
static void note (GeomsLarge *s)
{
    GeomsEquations *e = s->form.eq;
    double *diagonal = s->other, *owed = s->rhs;
    int wanted = 0;

    for (int i = e->d.nw; i < e->n1; i++)
        wanted |= e->scaled[i];
    if (! wanted)
        return;
    memset (diagonal, 0, (size_t)s->m * sizeof *diagonal);
    memset (owed, 0, (size_t)s->m * sizeof *owed);
    for (int k = 0; k < s->C.start[e->d.nv]; k++)
        diagonal[s->C.row[k]] += s->linear.CM[k] * s->c[k];
    if (e->atol != NULL && ! s->index1) {
        sum_of_sizes (s, e->o2, e->atol);
        memcpy (owed, s->row + e->r_gII, (size_t)s->m * sizeof *owed);
        add_divided (s, s->row + e->r_v, owed);
    }
    for (int i = 0; i < s->m; i++)
        if (e->scaled[e->d.nw + i] && diagonal[i] > 0)
            e->unit[e->d.nw + i]
                = geoms_max (e->unit[e->d.nw + i],
                             geoms_max (s->terms[i], owed[i] / STANDARD_ATOL) / diagonal[i]);
    geoms_equations_raise_units (e);
}

/* ---- factors ---- */

/* F W^-2 F' of these values, columns from `column` of x on */
static int factor_gram (GeomsLarge *s, const GeomsLargeGram *g, const double *F, int column,
                        double omega, GeomsLDLFactors *f)
{
    const double *w = s->weights;
    double *DF = s->products;

    if (w == NULL)
        return geoms_large_gram_factor (g, F, F, omega, f);
    for (int j = 0; j < g->k; j++)
        for (int k = g->start[j]; k < g->start[j + 1]; k++)
            DF[k] = F[k] / (w[column + j] * w[column + j]);
    return geoms_large_gram_factor (g, F, DF, omega, f);
}

/* what omega puts on the diagonal of F D F' */
static void diagonal_of (const GeomsLargeGram *g, const double *F, const double *DF, double omega,
                         double *to)
{
    memset (to, 0, (size_t)g->m * sizeof *to);
    for (int k = 0; k < g->start[g->k]; k++)
        to[g->row[k]] += F[k] * DF[k];
    for (int i = 0; i < g->m; i++)
        to[i] = geoms_large_part (omega, to[i]);
}

static double condition_of (const GeomsLDLFactors *f)
{
    return f->most > 0 ? sqrt (f->most / geoms_max (f->least, 0)) : 1;
}

/* rows of invariants may depend on the others */
static double omega_of_positions (const GeomsLarge *s)
{
    return s->kept > 0 ? GEOMS_LARGE_OMEGA : geoms_large_omega (s);
}

/* products of C and F34 for corrections, what is put on diagonals */
static int factor_levels (GeomsLarge *s)
{
    const GeomsEquations *e = s->form.eq;
    const double omega = geoms_large_omega (s);
    int failed = factor_gram (s, &s->velocity, s->c, e->o3, omega, &s->of_velocity);

    for (int k = 0; k < s->entries_of_F34; k++)
        s->F34[k] = s->b[s->F34_in_B[k]];
    if (! s->same)
        failed |= factor_gram (s, &s->position, s->F34, e->o4, omega_of_positions (s),
                               &s->of_position);
    else
        s->of_position = s->of_velocity;
    if (s->redundant || s->kept > 0)
        diagonal_of (&s->position, s->F34, s->F34, omega_of_positions (s), s->omega_3);
    if (s->redundant) {
        diagonal_of (&s->velocity, s->c, s->c, omega, s->omega_v);
        diagonal_of (&s->velocity, s->c, s->linear.CM, omega, s->omega_II);
        memcpy (s->omega_2, s->accelerates ? s->omega_v : s->omega_II,
                (size_t)s->m * sizeof *s->omega_2);
    }
    s->condition[0] = condition_of (&s->of_position);
    s->condition[1] = condition_of (&s->of_velocity);
    s->condition[2] = s->index1 || ! s->by_mass ? s->condition[1] : condition_of (&s->linear.S);
    return failed;
}

/* the matrix without sigma */
static void compose (GeomsLarge *s)
{
    GeomsLargeSystem *N = &s->newton;
    double *A = N->A.value;
    const double *M = s->mass;

    memset (A, 0, (size_t)geoms_sparse_count (&N->A) * sizeof *A);
    geoms_sparse_map_put (&N->plus, 1, s->b, A);
    geoms_sparse_map_put (&N->minus, -1, s->b, A);
    geoms_sparse_map_put (&N->mass, 1, M, A);
    for (int k = 0; k < N->less.count; k++)
        A[N->less.place[k]] -= 1;
    for (int k = 0; k < N->metric.count; k++) {
        const double w = s->weights[N->metric.entry[k]];
        A[N->metric.place[k]] /= w * w;
    }
}

/* psi1: w is as bad as multipliers are where d depends on them */
static void set_index (GeomsLarge *s)
{
    const GeomsEquations *e = s->form.eq;
    int second = 0;

    for (int j = e->d.nw; j < e->n1 && s->index1 && e->d.nw > 0; j++)
        for (int k = s->B.start[j]; k < s->B.start[j + 1]; k++)
            second |= s->B.row[k] < e->d.nw && s->b[k] != 0;
    for (int i = 0; i < e->d.nw; i++)
        s->index[i] = second ? 2 : 1;
}

/* what follows from B, C and M; saddle: has been factored for these. 0 or GEOMS_RETRY */
int geoms_large_derive (GeomsLarge *s, int saddle)
{
    int status = 0;

    for (int k = 0; k < s->friction.count; k++)
        s->f_l[k] = s->b[s->friction.entry[k]] + (s->held[k] >= 0 ? s->c[s->held[k]] : 0);
    if (! saddle || s->friction.count > 0)
        status = geoms_large_saddle_factor (s, &s->linear, s->mass, s->c);
    if ((status != 0 && ! s->index1) || factor_levels (s) != 0)
        return GEOMS_RETRY;
    if (s->form.eq->d.nw > 0 && geoms_large_border_factor (s) != 0)
        return GEOMS_RETRY;
    set_index (s);
    if (! s->moves)
        compose (s);
    return 0;
}

/* ---- the linearisation ---- */

static void take_matrices (GeomsLarge *s, const double *column)
{
    const GeomsEquations *e = s->form.eq;
    const int nv = e->d.nv;

    memcpy (s->c, column + s->at.C, (size_t)s->C.start[nv] * sizeof *s->c);
    memcpy (s->mass, geoms_large_mass (s, column), (size_t)s->M.start[nv] * sizeof *s->mass);
}

static int at_base (GeomsLarge *s, double t, const double *x, int fill)
{
    GeomsLargePoint *b = &s->base;
    int status = fill ? geoms_large_take_parts (s, t, x) : 0;

    if (status != 0)
        return status;
    take_matrices (s, b->column);
    if (fill)
        status = geoms_large_take_rows (s, &s->linear, s->mass, s->c);
    if (status == 0)
        status = geoms_equations_block_values (s->form.eq, t, b->x,
                                               s->index1 ? s->zeros : b->alpha, s->b);
    return status;
}

static int elsewhere (GeomsLarge *s, double t, const double *x)
{
    const GeomsEquations *e = s->form.eq;
    int status = geoms_large_parts (s, GEOMS_FOR_METHOD, 1, &t, x, s->columns);

    if (status != 0)
        return status;
    take_matrices (s, s->columns);
    memcpy (s->rhs, x + e->d.nw, (size_t)s->m * sizeof *x);
    if (! s->index1)
        status = geoms_large_solve_state (s, &s->linear, s->mass, s->c, s->columns, s->other,
                                          s->rhs);
    if (status == 0)
        status = geoms_equations_block_values (s->form.eq, t, x, s->index1 ? s->zeros : s->other,
                                               s->b);
    return status;
}

static int singular (GeomsLarge *s)
{
    GeomsReport *report = s->form.eq->report;

    report->t = s->t;
    return geoms_report (report, GEOMS_RANK_CHANGED,
                         "The motion has come to a singular position at t = %.10g: rows of the "
                         "constraints depend on each other there, or accelerations are not "
                         "determined.", s->t);
}

/* a mass of a diagonal M that has become negative; of M at the base point alone it ends the run */
static int refused (GeomsLarge *s, int leave)
{
    GeomsEquations *e = s->form.eq;
    char direction[40];

    for (int i = 0; i < e->d.nv && e->mass_varies; i++) {
        if (s->M.start[i + 1] != i + 1)
            return 0;
        if (! (s->mass[i] < 0))
            continue;
        if (leave || s->moves)
            return GEOMS_RETRY;
        snprintf (direction, sizeof direction, "v(%d) = 1", i + 1);
        return geoms_mass_not_positive (e->report, GEOMS_MASS_INDEFINITE, s->t, s->mass[i],
                                        direction);
    }
    return 0;
}

int geoms_large_linearise (GeomsForm *f, double t, const double *x, int mode)
{
    GeomsLarge *s = (GeomsLarge *)f;
    GeomsEquations *e = f->eq;
    const int leave = mode == GEOMS_BASE_LEAVE,
              have = mode == GEOMS_BASE_HAVE && s->base.known && s->base.t == t
                     && memcmp (s->base.x, x, (size_t)f->n * sizeof *x) == 0;
    int status = geoms_large_prepare (s, t, x);

    if (status != 0)
        return status;
    s->t = t;
    e->counters->njac++;
    status = leave ? elsewhere (s, t, x) : at_base (s, t, x, ! have);
    if (status == 0)
        status = refused (s, leave);
    s->linearised = 0;
    if (status != 0)
        return status;
    e->counters->npdec++;
    if (geoms_large_derive (s, ! s->index1 && ! have) != 0)
        return leave ? GEOMS_RETRY : singular (s);
    s->linearised = 1;
    if (! leave)
        sum_terms (s);
    if (! leave && ! s->moves)
        note (s);
    geoms_large_scales (s, x);
    e->counters->nsel++;
    return 0;
}
