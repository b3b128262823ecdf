/* step.c - the one step loop: attempts, until one is accepted
 *
 *     plan      h, shortened to end at t_end
 *     attempt   x_new and its error         no x_new: failed, h becomes smaller
 *     error >= 1: reject, h becomes smaller           error < 1: accept, h for the next step, but
 *                                                     where the step is taken back
 */
#include "method.h"

#include <math.h>

/* h, step and end of the next attempt; -> whether that is t_end */
static int plan (GeomsMethod *m, double t, double t_end, double *t_new)
{
    const int last = geoms_method_reaches (m, t, t_end);

    *t_new = last ? t_end : t + m->h;
    m->step = *t_new - t;
    if (last)
        m->h = m->step;
    return last;
}

/* counts an accepted step, or takes that back */
static void count (GeomsMethod *m, int steps, int worst, int order)
{
    m->counters->naccpt += steps;
    if (! (m->options->step > 0))
        m->limiting[worst] += steps;
    if (m->ops->orders != 0)
        m->made[order] += steps;
}

static int accept (GeomsMethod *m, double *t, double *x, double t_new, double error, int last)
{
    const int worst = m->options->step > 0 ? 0 : m->ops->worst (m),
              order = m->ops->orders != 0 ? m->ops->order (m) : 0;
    int status;

    count (m, 1, worst, order);
    m->failures = 0;
    status = m->ops->accept (m, t, x, t_new, error, last);
    if (status == GEOMS_STEP_TAKEN_BACK) {
        count (m, -1, worst, order);
        m->counters->nerjct++;
    }
    return status;
}

int geoms_method_step (GeomsMethod *m, double *t, double *x, double t_end, int *last)
{
    for (;;) {
        const double wanted = m->h;
        double error = 0, t_new;
        int status;

        /* plan */
        *last = plan (m, *t, t_end, &t_new);
        if ((status = geoms_method_check (m, *t, *last)) != 0)
            return status;
        /* attempt */
        m->counters->nstep++;
        status = m->ops->attempt (m, *t, x, &error);
        if (status == 0 && ! isfinite (error))
            status = GEOMS_ATTEMPT_UNDEFINED;
        /* failed, accepted or rejected */
        if (status > 0)
            status = m->ops->failed (m, *t, status);
        else if (status == 0 && error < 1) {
            m->undefined = 0;
            status = accept (m, t, x, t_new, error, *last);
            if (status == GEOMS_STEP_TAKEN_BACK)
                continue;
            if (*last && fabs (wanted) > fabs (m->h))
                m->h = wanted; /* what the next step would have had */
            return status;
        } else if (status == 0) {
            m->undefined = 0;
            m->ops->reject (m, error);
        }
        if (status != 0)
            return status;
    }
}
