/* explicit_form.c - y' = s (t, y) for explicit methods: lambda and mu follow from the other
 * unknowns, or move */
#include "accelerations.h"

#include <stddef.h>

static GeomsAccelerations *form_of (const GeomsOde *o)
{
    return (GeomsAccelerations *)((char *)o - offsetof (GeomsAccelerations, ode));
}

static int begin (GeomsOde *o, double t, double *y)
{
    return geoms_motion_begin (form_of (o), t, y);
}

static int slopes (GeomsOde *o, int k, const double *t, const double *y, double *to)
{
    return geoms_rows_evaluate (form_of (o), GEOMS_FOR_METHOD, k, t, y, to);
}

static int accepted (GeomsOde *o, double t, int project, double *y, double *slope)
{
    GeomsAccelerations *s = form_of (o);

    geoms_motion_accepted (s, t);
    if (project)
        return geoms_correction (s, t, y, slope);
    if (s->near)
        return geoms_correction_if_possible (s, t, y, slope);
    geoms_accelerations_move_velocities (s, y);
    return 0;
}

static int multipliers (GeomsOde *o, int k, const double *t, double *y, int ldy)
{
    return geoms_motion_multipliers (form_of (o), k, t, y, ldy);
}

static int accelerations (GeomsOde *o, const GeomsPart *part, const double *lambda, double *a)
{
    return geoms_accelerations_of (form_of (o), part, lambda, a);
}

static void condition (const GeomsOde *o, double values[3])
{
    geoms_motion_condition (form_of (o), values);
}

static int singular (GeomsOde *o, double t) { return geoms_motion_singular (form_of (o), t); }

void geoms_accelerations_ode (GeomsAccelerations *s)
{
    static const GeomsOdeOps ops
        = {begin, slopes, accepted, multipliers, accelerations, condition, singular};

    s->ode = (GeomsOde){.ops = &ops,
                        .eq = s->eq,
                        .options = s->options,
                        .n = s->n,
                        .follows = s->first,
                        .parts = &s->parts};
}
