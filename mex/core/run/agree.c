/* agree.c - whether a model's functions tell the same system, at the start of a run: rda and parts,
 * rda and accelerations, rda and newton.rows, parts and blocks_jac (agree_blocks.c)
 *
 *     |rda_i - rda_i (parts)| <= 1e-8 terms_i
 *     terms_i = |rda_i| + |rda_i (parts)| + scale_i + sum_j |J_ij| |x_j|,
 *               or a thousandth of the largest of b, f, Z v
 *
 * A run that goes by the parts never asks for rda but at its outputs: nothing else would tell. It
 * is the accelerations that belong to the multipliers of x that gII and hI are compared with; where
 * M is singular rda cannot know them. Where accelerations are used, [b; M v'; Z v] from
 * x' = [r'; v'; p'] is compared with the same rows; without M v' where the model solves its own
 * Newton systems and nothing n x n is made.
 */
#include <math.h>
#include <string.h>

#include "forms/projected/projected.h"
#include "forms/sparse/large.h"
#include "forms/sparse/semi.h"
#include "model/program/derived_model.h"
#include "model/tree/tree_system.h"
#include "run.h"

/* ---- rda and parts ---- */

/* row i of rda from the parts: the base point, whose rows of velocities may be accelerations */
static double row_of_parts (const GeomsProjected *p, int i)
{
    const GeomsEquations *e = p->form.eq;
    const int nv = e->d.nv, row = i - e->r_v;
    const double *M = e->mass_varies ? p->base_mass : e->mass;
    double sum = 0;

    if (! p->accelerates || row < 0 || row >= nv)
        return p->base[i];
    for (int j = 0; j < nv; j++)
        if (j == row || ! e->mass_diagonal)
            sum += M[j * nv + row] * p->base[e->r_v + j];
    return sum;
}

static double terms_of (const GeomsProjected *p, int i, const double *rda, const double *x)
{
    const GeomsEquations *e = p->form.eq;
    double sum = fabs (rda[i]) + fabs (row_of_parts (p, i)) + (i < e->r_b ? p->scale[i] : 0);

    for (int j = 0; j < e->n; j++)
        sum += fabs (p->J[j * e->m + i] * x[j]);
    return sum;
}

/* rows gII and hI that are not to be compared */
static int is_hidden (const GeomsRun *run, int i)
{
    return (run->reduced || run->form->multipliers.mass.singular) && i >= run->eq.r_gII
           && i < run->eq.r_gI;
}

/* from the rows first to last - 1; -1: all of them agree, else the one that does not */
static int compare (const GeomsRun *run, int first, int last, const double *rda)
{
    const GeomsProjected *p = run->form;
    double least = 0;

    for (int i = geoms_int_max (first, run->eq.r_b); i < last; i++)
        least = geoms_max (least, 1e-3 * terms_of (p, i, rda, run->x));
    for (int i = first; i < last; i++) {
        const double terms = geoms_max (least, terms_of (p, i, rda, run->x));
        if (fabs (rda[i] - row_of_parts (p, i)) > 1e-8 * terms && ! is_hidden (run, i))
            return i;
    }
    return -1;
}

static int disagree (const GeomsProjected *p, int i, double rda, double parts)
{
    GeomsReport *report = p->form.eq->report;
    char name[32];

    geoms_name_row (p->form.eq, i, name, sizeof name);
    report->t = p->t;
    report->component = i;
    report->value = rda;
    report->limit = parts;
    return geoms_report (report, GEOMS_BAD_MODEL,
                         "The row %s of rda is %.10g at the start, but %.10g by the function parts "
                         "of the same model: they must tell the same system.",
                         name, rda, parts);
}

/* ---- rda and accelerations ---- */

typedef struct Rates {
    GeomsArena arena;
    double *rda, *mass, *xdot, *row, *terms;
} Rates;

static int spares_mass (const GeomsEquations *e)
{
    return e->rates && e->model->newton.solve != NULL;
}

static int evaluate_rates (GeomsRun *run, Rates *r)
{
    GeomsEquations *e = &run->eq;
    const size_t nv = (size_t)e->d.nv, m = (size_t)e->m;
    int status;

    r->rda = geoms_arena_reals (&r->arena, m);
    if (! spares_mass (e))
        r->mass = geoms_arena_reals (&r->arena, e->rates ? geoms_equations_mass_room (e) : nv * nv);
    r->xdot = geoms_arena_reals (&r->arena, (size_t)e->n);
    r->row = geoms_arena_reals (&r->arena, m);
    r->terms = geoms_arena_reals (&r->arena, m);
    if (r->arena.failed)
        return geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %d unknowns.", e->n);
    status = geoms_equations_evaluate (e, GEOMS_FOR_OUTPUT, 1, &run->t, run->x, r->rda,
                                       e->rates ? NULL : r->mass);
    if (status == 0 && e->rates && ! spares_mass (e))
        status = geoms_equations_mass_values (e, run->t, run->x, r->mass);
    return status != 0
               ? status
               : geoms_equations_accelerations (e, GEOMS_FOR_OUTPUT, 1, &run->t, run->x, r->xdot);
}

/* row += M a and terms += |M a| by the columns of M, dense or of a pattern */
static void add_inertia (const GeomsEquations *e, const Rates *r, double *row, double *terms)
{
    const GeomsPattern *p = &e->model->patterns.M;
    const int nv = e->d.nv, sparse = e->rates && geoms_pattern_given (p);
    const double *M = e->mass_varies || e->rates ? r->mass : e->mass, *a = r->xdot + e->d.nr;

    for (int j = 0; j < nv; j++) {
        const int first = sparse ? p->start[j] : 0, last = sparse ? p->start[j + 1] : nv;
        const double *column = sparse ? M : M + (size_t)j * (size_t)nv;

        for (int k = first; k < last; k++) {
            const int i = sparse ? p->row[k] : k;
            row[i] += column[k] * a[j];
            terms[i] += fabs (column[k] * a[j]);
        }
    }
}

/* [b; M v'; Z v] and their terms: there are no rows before them, but e */
static void rows_of_rates (const GeomsEquations *e, const Rates *r)
{
    const int identity = e->rates && ! geoms_equations_mass_given (e->model);

    for (int i = e->r_b; i < e->m; i++) {
        const int inertia = i >= e->r_v && i < e->r_p && ! identity;

        r->row[i] = inertia ? 0 : r->xdot[i - e->r_b];
        r->terms[i] = fabs (r->row[i]) + fabs (r->rda[i]);
    }
    if (! identity && ! spares_mass (e))
        add_inertia (e, r, r->row + e->r_v, r->terms + e->r_v);
}

static int rates_disagree (GeomsRun *run, const Rates *r, int i, const char *function)
{
    char name[32];

    geoms_name_row (&run->eq, i, name, sizeof name);
    run->report.t = run->t;
    run->report.component = i;
    run->report.value = r->rda[i];
    run->report.limit = r->row[i];
    return geoms_report (&run->report, GEOMS_BAD_MODEL,
                         "The row %s of rda is %.10g at the start, but %.10g by the function %s of "
                         "the same model: they must tell the same system.",
                         name, r->rda[i], r->row[i], function);
}

/* rows first to last - 1, measured by their terms, or a thousandth of the largest of them */
static int rows_agree (GeomsRun *run, const Rates *r, int first, int last, const char *function)
{
    double least = 0;

    for (int i = first; i < last; i++)
        least = geoms_max (least, 1e-3 * r->terms[i]);
    for (int i = first; i < last; i++)
        if (fabs (r->rda[i] - r->row[i]) > 1e-8 * geoms_max (least, r->terms[i]))
            return rates_disagree (run, r, i, function);
    return 0;
}

static int accelerations_agree (GeomsRun *run)
{
    const GeomsEquations *e = &run->eq;
    const int ends[4] = {e->r_b, e->r_v, e->r_p, e->m};
    Rates r = {0};
    int status = evaluate_rates (run, &r);

    if (status == 0)
        rows_of_rates (e, &r);
    for (int k = 0; k < 3 && status == 0; k++)
        if (k != 1 || ! spares_mass (e))
            status = rows_agree (run, &r, ends[k], ends[k + 1], "accelerations");
    geoms_arena_free (&r.arena);
    return status < 0 ? status : 0;
}

/* ---- rda and rows ---- */

/* gI, g, b, Z v, and f - C'lambda with its terms; gII is what makes lambda */
static void rows_of_held (const GeomsRun *run, const GeomsHeldRows *h, Rates *r)
{
    const GeomsEquations *e = &run->eq;
    const int nl = e->d.nl;

    memcpy (r->row + e->r_gI, h->gI, (size_t)nl * sizeof *r->row);
    memcpy (r->row + e->r_c, h->g, (size_t)nl * sizeof *r->row);
    memcpy (r->row + e->r_b, h->rates, (size_t)e->d.nr * sizeof *r->row);
    memcpy (r->row + e->r_p, h->rates + e->d.nr, (size_t)e->d.np * sizeof *r->row);
    for (int i = 0; i < e->m; i++)
        r->terms[i] = i < e->r_b ? run->projection->scale[i] : fabs (r->rda[i]);
    for (int i = 0; i < e->d.nv; i++) {
        double *row = r->row + e->r_v + i;

        *row = h->f[i];
        for (int k = 0; k < nl; k++) {
            *row -= h->C[k + i * nl] * run->x[k];
            r->terms[e->r_v + i] += fabs (h->C[k + i * nl] * run->x[k]);
        }
    }
}

static int held_agrees (GeomsRun *run)
{
    GeomsEquations *e = &run->eq;
    const size_t nl = (size_t)e->d.nl, nv = (size_t)e->d.nv, np = (size_t)e->d.np;
    const int ends[6] = {e->r_gI, e->r_e, e->r_c, e->r_b, e->r_v, e->m};
    Rates r = {0};
    double *rows = geoms_arena_reals (&r.arena, nv + nl * (nv + np + 3) + (size_t)e->d.nr + np);
    int status;

    r.rda = geoms_arena_reals (&r.arena, (size_t)e->m);
    r.row = geoms_arena_reals (&r.arena, (size_t)e->m);
    r.terms = geoms_arena_reals (&r.arena, (size_t)e->m);
    if (r.arena.failed) {
        geoms_arena_free (&r.arena);
        return geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %d unknowns.", e->n);
    }
    double *C = rows + nv, *G = C + nl * nv, *g = G + nl * np;
    const GeomsHeldRows h = {rows, C, G, g, g + nl, g + 2 * nl, g + 3 * nl};
    status = geoms_equations_evaluate (e, GEOMS_FOR_OUTPUT, 1, &run->t, run->x, r.rda, NULL);
    if (status == 0)
        status = geoms_equations_rows (e, GEOMS_FOR_OUTPUT, run->t, run->x, &h);
    if (status == 0)
        rows_of_held (run, &h, &r);
    for (int k = 0; k < 5 && status == 0; k++)
        if (k != 1)
            status = rows_agree (run, &r, ends[k], ends[k + 1], "newton.rows");
    geoms_arena_free (&r.arena);
    return status < 0 ? status : 0;
}

/* ---- rda and the parts, by patterns ---- */

static int sparse_agrees (GeomsRun *run)
{
    GeomsEquations *e = &run->eq;
    const size_t m = (size_t)e->m;
    const int ends[5] = {0, e->r_b, e->r_v, e->r_p, e->m};
    Rates r = {0};
    int status;

    r.rda = geoms_arena_reals (&r.arena, m);
    r.row = geoms_arena_reals (&r.arena, m);
    r.terms = geoms_arena_reals (&r.arena, m);
    if (r.arena.failed) {
        geoms_arena_free (&r.arena);
        return geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %d unknowns.", e->n);
    }
    status = geoms_equations_evaluate (e, GEOMS_FOR_OUTPUT, 1, &run->t, run->x, r.rda, NULL);
    if (status == 0)
        geoms_large_own_rows (run->integrated, r.rda, r.row, r.terms);
    for (int k = 0; k < 4 && status == 0; k++)
        status = rows_agree (run, &r, ends[k], ends[k + 1], "parts");
    geoms_arena_free (&r.arena);
    if (status == 0)
        status = geoms_blocks_agree (run, geoms_large_alpha (run->integrated));
    return status < 0 ? status : 0;
}

/* ---- all of them ---- */

/* whether all functions are this library's: its own tests compare them */
static int made_here (const GeomsModel *model)
{
    return geoms_mechanical_made (model) || geoms_tree_made (model)
           || geoms_derived_model_made (model);
}

/* a form that solves for accelerations, integrated by an implicit method: they are at the base
 * point */
static int takes_blocks (const GeomsRun *run)
{
    return ! run->integrates_form && ! run->eq.rates && run->model.blocks_jac != NULL
           && run->integrated->base != NULL && ! made_here (&run->model);
}

int geoms_parts_agree (GeomsRun *run)
{
    const GeomsEquations *e = &run->eq;
    GeomsProjected *p = run->form;
    const int ends[5] = {0, e->r_b, e->r_v, e->r_p, e->m};
    double *rda = p->work.residual;
    int status, row = -1;

    if (! run->integrates_form && run->model.accelerations != NULL)
        return accelerations_agree (run);
    if (run->eq.sparse && ! run->integrates_form && geoms_semi_has (run->options.formulation))
        return made_here (&run->model) ? 0
                                       : geoms_blocks_agree (run, run->integrated->base + e->o3);
    if (run->eq.sparse)
        return made_here (&run->model) ? 0 : sparse_agrees (run);
    if (geoms_rates_held (run) && ! made_here (&run->model))
        return held_agrees (run);
    if (takes_blocks (run))
        return geoms_blocks_agree (run, run->integrated->base + e->o3);
    if (! run->integrates_form || ! p->multipliers.used || made_here (&run->model))
        return 0;
    status = geoms_equations_evaluate (&run->eq, GEOMS_FOR_OUTPUT, 1, &run->t, run->x, rda, NULL);
    for (int k = 0; k < 4 && status == 0 && row < 0; k++)
        row = compare (run, ends[k], ends[k + 1], rda);
    if (row >= 0)
        return disagree (p, row, rda[row], row_of_parts (p, row));
    if (status != 0) /* one that cannot be evaluated here may do so elsewhere */
        return status < 0 ? status : 0;
    return geoms_equations_have_blocks (&run->model) ? geoms_blocks_agree (run, p->multipliers.alpha) : 0;
}
