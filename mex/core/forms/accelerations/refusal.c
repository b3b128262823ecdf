/* refusal.c - what cannot be solved for, in words
 *
 *     C_d of a fixed choice of coordinates is singular     geoms_refusal_of_choice
 *     rows of C depend on each other; C has no SVD         statuses of partition.h
 *     M is singular or indefinite on ker C                 statuses of mass.h
 */
#include "accelerations.h"

#include <stdio.h>

/* "v(1), v(3)" of the independent coordinates */
static void name_choice (const GeomsAccelerations *s, char *text, size_t size)
{
    size_t at = 0;

    text[0] = 0;
    for (int i = 0; i < s->eq->d.nv && at + 16 < size; i++)
        if (s->partition.independent[i])
            at += (size_t)snprintf (text + at, size - at, "%sv(%d)", at > 0 ? ", " : "", i + 1);
}

int geoms_refusal_of_choice (GeomsAccelerations *s, double t)
{
    GeomsReport *report = s->eq->report;
    char names[100];

    name_choice (s, names, sizeof names);
    report->t = t;
    report->value = s->partition.condition;
    return geoms_report (report, GEOMS_PARTITION_SINGULAR,
                         "The independent coordinates %s do not determine the others at t = %.10g: "
                         "C_d is singular there (condition %.3g).",
                         names, t, s->partition.condition);
}

/* M at the point whose parts were evaluated last */
static int refuse_mass (GeomsAccelerations *s, double t)
{
    const GeomsPart part = geoms_parts_at (&s->parts, 0);
    char names[100];
    const int status = geoms_mass_factor (&s->mass, part.M, part.C, s->m, s->diagonal);

    s->factored = 0;
    if (status != 0)
        return geoms_mass_refused (&s->mass, status, t, s->eq->report);
    if (s->mass.singular != GEOMS_MASS_FREE)
        return geoms_report (s->eq->report, GEOMS_MASS_SINGULAR,
                             "The mass matrix is singular on the motions that the constraints "
                             "allow, at t = %.10g.",
                             t);
    geoms_mass_name_free (&s->mass, names, sizeof names);
    return geoms_report (s->eq->report, GEOMS_MASSLESS,
                         "%s: neither a mass nor a constraint determines the acceleration at "
                         "t = %.10g, which this formulation needs.",
                         names, t);
}

int geoms_refusal (GeomsAccelerations *s, int status, double t)
{
    GeomsReport *report = s->eq->report;

    report->t = t;
    switch (status) {
    case GEOMS_PARTITION_SINGULAR:
        return geoms_refusal_of_choice (s, t);
    case GEOMS_PARTITION_RANK:
        return geoms_report (report, status,
                             "The rows of the constraints depend on each other at "
                             "t = %.10g, their number is %d, their rank %d: this formulation needs "
                             "independent rows.",
                             t, s->m, s->partition.rank);
    case GEOMS_MASS_SINGULAR:
    case GEOMS_MASS_INDEFINITE:
        return refuse_mass (s, t);
    default:
        return geoms_report (report, status,
                             "The constraint Jacobian could not be decomposed at "
                             "t = %.10g.",
                             t);
    }
}

int geoms_refusal_of_last (GeomsAccelerations *s, double t)
{
    return s->refused != 0 ? geoms_refusal (s, s->refused, t) : 0;
}
