/* consistent_blame.c - why there is no consistent state: where the search has ended
 *
 *     the row of a or k that is violated most, relative to its terms
 *     rows that contradict each other; conditions that depend on each other
 */
#include "consistent.h"
#include "forms/projected/projected.h"

#include <math.h>
#include <stdio.h>

/* the row of a or k that is violated most, in words; -> 1 if it is one of k */
int geoms_consistent_worst (GeomsRun *run, char *name, size_t size)
{
    const GeomsConsistency *s = &run->consistency_work;
    GeomsProjected *p = run->consistency;
    int of_a = 0, of_k = 0;
    double a = 0, k = geoms_conditions_violation (s, s->value, &of_k);

    /* rows of a */
    for (int i = 0; i < p->ra; i++) {
        const int kept = i < p->m1 || (i >= p->a2 && i < run->eq.r_e) || i >= p->a3;
        if (kept && fabs (p->base[i]) / p->scale[i] > a) {
            a = fabs (p->base[i]) / p->scale[i];
            of_a = i;
        }
    }
    /* one of a, or one of k */
    if (a >= k || s->rows == 0) {
        geoms_name_row (&run->eq, of_a, name, size);
        run->report.component = of_a;
        run->report.value = p->base[of_a];
        run->report.limit = p->scale[of_a];
        return 0;
    }
    run->report.component = of_k;
    run->report.value = s->value[of_k];
    run->report.limit = s->scale[of_k];
    geoms_conditions_name (run, of_k, name, size);
    return of_k < s->counted;
}

/* rows of k that depend on each other or on the constraints */
static void dependent_conditions (const GeomsRun *run, char *text, size_t size)
{
    const GeomsConsistency *s = &run->consistency_work;
    const GeomsBlock *b = &s->block;
    size_t used = 0;

    text[0] = 0;
    for (int i = 0; i < s->counted && used + 32 < size; i++) {
        double share = 0;
        for (int j = 0; j < b->m - b->rank; j++) {
            geoms_block_left_null (b, j, s->moved);
            share = geoms_max (share, fabs (s->moved[i]));
        }
        if (share > 1e-4)
            used += (size_t)snprintf (text + used, size - used, "%scondition(%d)",
                                      used ? ", " : "", i + 1);
    }
}

int geoms_consistent_refuse (GeomsRun *run, double t, int diverges, double violation)
{
    GeomsConsistency *s = &run->consistency_work;
    GeomsReport *report = &run->report;
    char names[200], worst[40];
    const int condition = geoms_consistent_worst (run, worst, sizeof worst);

    report->t = t;
    /* constraints contradict each other */
    if (geoms_redundancy_contradiction (run->consistency, run->consistency->base, run->marked)) {
        const int rows
            = geoms_redundancy_names (&run->eq, run->marked, names, sizeof names);
        if (rows == 1)
            return geoms_report (
                report, GEOMS_CONTRADICTION,
                "The constraint %s cannot be met at t = %.10g: its value %.6g does "
                "not depend on what it could move.",
                names, t, run->consistency->base[report->component]);
        return geoms_report (report, GEOMS_CONTRADICTION,
                             "The constraints %s depend on each other and contradict each other "
                             "at t = %.10g: %s stays at %.6g.", names, t, worst, report->value);
    }
    /* conditions depend on each other */
    dependent_conditions (run, names, sizeof names);
    if (condition && s->block.rank < s->rows && names[0] != 0)
        return geoms_report (report, GEOMS_INITIAL_DEPENDENT,
                             "The initial conditions cannot be met at t = %.10g: %s depend on each "
                             "other, on fixed components or on the constraints; %s stays at %.6g.",
                             t, names, worst, report->value);
    /* the search */
    if (diverges)
        return geoms_report (report, GEOMS_INITIAL_DIVERGES,
                             "The search for a consistent state at t = %.10g came to a halt: %s "
                             "cannot be met, its value stays at %.6g (relative %.3g).", t, worst,
                             report->value, violation);
    return geoms_report (report, GEOMS_INITIAL_SLOW,
                         "No consistent state was found at t = %.10g within %d iterations: %s is "
                         "still %.6g (relative %.3g).",
                         t, GEOMS_CONSISTENT_ITERATIONS, worst, report->value, violation);
}
