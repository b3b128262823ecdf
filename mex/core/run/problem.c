/* problem.c - whether the numbers of a problem can be used: time span, options, tolerances, initial
 * values, weights
 */
#include "problem.h"

#include <math.h>

#include "run.h"

static int check_tspan (const GeomsProblem *p, GeomsReport *report)
{
    const double *t = p->tspan;

    if (p->ntspan < 2)
        return geoms_report (report, GEOMS_BAD_TSPAN,
                             "The time span has %d entries; it needs at least 2.", p->ntspan);
    for (int i = 0; i < p->ntspan; i++)
        if (! isfinite (t[i]))
            return geoms_report (report, GEOMS_BAD_TSPAN, "tspan(%d) = %g is not finite.", i + 1,
                                 t[i]);
    if (p->ntspan == 2 && t[0] == t[1] && p->state == NULL)
        return 0; /* initial values only */
    for (int i = 1; i < p->ntspan; i++)
        if (t[i] == t[i - 1] || (t[i] > t[i - 1]) != (t[1] > t[0]))
            return geoms_report (report, GEOMS_BAD_TSPAN,
                                 "The time span is not strictly monotonous: tspan(%d) = %.10g, "
                                 "tspan(%d) = %.10g.",
                                 i, t[i - 1], i + 1, t[i]);
    return 0;
}

static int check_options (const GeomsOptions *o, GeomsReport *report)
{
    const GeomsOptionEntry *bad = geoms_options_check (o);

    if (bad != NULL) {
        report->limit = bad->highest;
        return geoms_report (report, GEOMS_BAD_OPTION,
                             "The option %s is out of its range %g ... %g.", bad->name, bad->lowest,
                             bad->highest);
    }
    if (o->max_step > 0 && o->min_step > o->max_step)
        return geoms_report (report, GEOMS_BAD_OPTION,
                             "MinStep = %.3g is larger than MaxStep = %.3g.", o->min_step,
                             o->max_step);
    if (o->step > 0 && (o->min_step > o->step || (o->max_step > 0 && o->max_step < o->step)))
        return geoms_report (report, GEOMS_BAD_OPTION,
                             "Step = %.3g does not lie between MinStep = %.3g and MaxStep = %.3g: "
                             "leave these out with fixed steps.", o->step, o->min_step,
                             o->max_step > 0 ? o->max_step : INFINITY);
    if (o->newton_matrix_at > 0 && o->newton_start == GEOMS_START_CONSTANT)
        return geoms_report (report, GEOMS_BAD_OPTION,
                             "NewtonMatrixAt = %d needs NewtonStart 'extrapolate'.",
                             o->newton_matrix_at);
    return 0;
}

static int check_values (const GeomsProblem *p, GeomsReport *report)
{
    const GeomsDims *d = &p->model->dims;
    const int n = geoms_problem_unknowns (d), multipliers = d->nw + d->nl + d->nm;
    const GeomsEquations e = {.d = *d}; /* for names */
    char name[32];

    for (int i = 0; i < n; i++) {
        report->component = i;
        geoms_name_unknown (&e, i, name, sizeof name);
        if (! (p->rtol[i] > 10 * p->options->rounding && p->rtol[i] < 1))
            return geoms_report (report, GEOMS_BAD_OPTION,
                                 "RelTol is %g for %s; it must lie between %.3g and 1.",
                                 p->rtol[i], name, 10 * p->options->rounding);
        if (! (p->atol[i] > 0 && isfinite (p->atol[i]))
            && ! (i >= d->nw && i < multipliers && isnan (p->atol[i])))
            return geoms_report (report, GEOMS_BAD_OPTION,
                                 "AbsTol is %g for %s; it must be > 0.", p->atol[i], name);
        if (! isfinite (p->x0[i]) && ! (i < multipliers && isnan (p->x0[i])))
            return geoms_report (report, GEOMS_BAD_MODEL,
                                 "The initial value of %s is %g.", name, p->x0[i]);
        if (p->start.weights != NULL
            && ! (p->start.weights[i] > 0 && isfinite (p->start.weights[i])))
            return geoms_report (report, GEOMS_BAD_OPTION,
                                 "The weight of %s is %g; it must be > 0.", name,
                                 p->start.weights[i]);
    }
    report->component = -1;
    return 0;
}

int geoms_problem_check (const GeomsProblem *p, GeomsReport *report)
{
    int status = check_options (p->options, report);

    if (status == 0)
        status = check_tspan (p, report);
    return status != 0 ? status : check_values (p, report);
}
