/* agree.c - whether a model's rda and its parts tell the same system, at the start of a run
 *
 *     |rda_i - rda_i (parts)| <= 1e-8 terms_i
 *     terms_i = |rda_i| + |rda_i (parts)| + scale_i + sum_j |J_ij| |x_j|, or a thousandth of the largest of b, f, Z v
 *
 * A run that goes by the parts never asks for rda but at its outputs: nothing else would tell. It is the
 * accelerations that belong to the multipliers of x that gII and hI are compared with; where M is singular rda
 * cannot know them.
 */
#include <math.h>

#include "run.h"

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
    return (run->reduced || run->form.multipliers.mass.singular) && i >= run->eq.r_gII && i < run->eq.r_gI;
}

/* from the rows first to last - 1; -1: all of them agree, else the one that does not */
static int compare (const GeomsRun *run, int first, int last, const double *rda)
{
    const GeomsProjected *p = &run->form;
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
                         "The row %s of rda is %.10g at the start, but %.10g by the function parts of the same model: "
                         "they must tell the same system.", name, rda, parts);
}

int geoms_parts_agree (GeomsRun *run)
{
    const GeomsEquations *e = &run->eq;
    GeomsProjected *p = &run->form;
    const int ends[5] = {0, e->r_b, e->r_v, e->r_p, e->m};
    double *rda = p->scratch;
    int status, row = -1;

    if (! run->integrates_form || ! p->multipliers.used || geoms_mechanical_made (&run->model))
        return 0;
    status = geoms_equations_evaluate (&run->eq, GEOMS_FOR_OUTPUT, 1, &run->t, run->x, rda, NULL);
    for (int k = 0; k < 4 && status == 0 && row < 0; k++)
        row = compare (run, ends[k], ends[k + 1], rda);
    if (row >= 0)
        return disagree (p, row, rda[row], row_of_parts (p, row));
    return status < 0 ? status : 0; /* one that cannot be evaluated here may do so elsewhere */
}
