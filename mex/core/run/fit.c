/* fit.c - whether formulation, method, system, and what options say of steps and selectors, fit
 * together
 */
#include <stdio.h>

#include "run.h"

static const char *formulation_word (const GeomsRun *run)
{
    return geoms_formulation_entry (run->options.formulation)->word;
}

static const char *method_word (const GeomsRun *run)
{
    return geoms_method_entry (run->method_number)->word;
}

static int impossible_pair (GeomsRun *run, const int *methods)
{
    char list[120] = "";
    size_t at = 0;

    for (; *methods != GEOMS_NO_METHOD && at < sizeof list; methods++)
        at += (size_t)snprintf (list + at, sizeof list - at, "%s'%s'", at > 0 ? ", " : "",
                                geoms_method_entry (*methods)->word);
    return geoms_report (&run->report, GEOMS_BAD_PAIR,
                         "Method '%s' cannot be used with Formulation '%s': possible are %s.",
                         method_word (run), formulation_word (run), list);
}

int geoms_fit_method (GeomsRun *run)
{
    const int wanted = run->options.method, formulation = run->options.formulation;
    const int *methods = geoms_formulation_entry (formulation)->methods;

    run->method_number = wanted == GEOMS_METHOD_AUTO ? methods[0] : wanted;
    return geoms_pair_exists (formulation, run->method_number) ? 0 : impossible_pair (run, methods);
}

int geoms_fit_levels (GeomsRun *run)
{
    if (! run->reduced || ! geoms_pair_second (run->options.formulation, run->method_number))
        return 0;
    return geoms_report (
        &run->report, GEOMS_NO_SECOND_DERIVATIVES,
        "Formulation '%s' with method '%s' needs gII and hI, which the model has not "
        "('reduced' of the problem is set).",
        formulation_word (run), method_word (run));
}

static int need_step (GeomsRun *run)
{
    return geoms_report (&run->report, GEOMS_BAD_OPTION,
                         "Method '%s' makes fixed steps: it needs the option Step.",
                         method_word (run));
}

static int refuse_step (GeomsRun *run)
{
    return geoms_report (&run->report, GEOMS_BAD_OPTION,
                         "Method '%s' chooses its steps and orders, Step = %.3g would leave it at "
                         "order 1: use 'bdf-fixed'.",
                         method_word (run), run->options.step);
}

static int check_step (GeomsRun *run)
{
    const int steps = geoms_method_entry (run->method_number)->steps;

    if (steps == GEOMS_STEPS_FIXED && ! (run->options.step > 0))
        return need_step (run);
    if (steps == GEOMS_STEPS_VARIABLE && run->options.step > 0)
        return refuse_step (run);
    return 0;
}

/* MaxOrder is one option for methods with orders of their own */
static int check_order (GeomsRun *run)
{
    const int orders = geoms_method_ops (run->method_number)->orders,
              asked = run->options.max_order;
    char list[40] = "";
    size_t at = 0;

    if (orders == 0 || asked == 0 || (orders >> asked & 1) != 0)
        return 0;
    for (int k = 1; orders >> k != 0; k++)
        if ((orders >> k & 1) != 0 && at < sizeof list)
            at += (size_t)snprintf (list + at, sizeof list - at, "%s%d", at > 0 ? ", " : "", k);
    return geoms_report (&run->report, GEOMS_BAD_OPTION,
                         "MaxOrder = %d: Method '%s' has the orders %s.", asked,
                         method_word (run), list);
}

int geoms_fit_steps (GeomsRun *run)
{
    const int status = check_step (run);

    return status != 0 ? status : check_order (run);
}

/* rows of the user: what nothing could be done with */
int geoms_fit_selection (GeomsRun *run)
{
    const GeomsSelection *s = &run->selection;

    if (s->rows_p <= 0 && s->rows_v <= 0)
        return geoms_report (&run->report, GEOMS_BAD_OPTION,
                             "Selector 'given' needs rows for p or v.");
    if (s->rows_v > 0 && run->levels == GEOMS_FORMULATION_PSI1)
        return geoms_report (&run->report, GEOMS_BAD_OPTION,
                             "Selector has rows for v, but psi1 keeps all equations "
                             "M v' = f - ...: give rows for p alone.");
    if (run->eq.d.ni > 0 && run->options.invariant == GEOMS_INVARIANT_ELIMINATE)
        return geoms_report (&run->report, GEOMS_BAD_OPTION,
                             "Selector cannot be given with Invariant 'eliminate', where the "
                             "number of rows changes along the motion: use 'project'.");
    return 0;
}
