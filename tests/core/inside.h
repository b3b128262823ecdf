/* inside.h - what tests see of a run beyond geoms.h; nothing else of them reads its fields
 *
 *     run_unknowns (o.run)       the unknowns of the method, those of x first: run_size of them
 *     run_method (o.run), run_form (o.run)
 */
#ifndef GEOMS_TEST_INSIDE_H
#define GEOMS_TEST_INSIDE_H

#include "forms/projected/projected.h"
#include "run/run.h"
#include "test.h"

static inline const double *run_unknowns (const GeomsRun *run) { return run->x; }
static inline int run_size (const GeomsRun *run) { return run->n; }

static inline GeomsMethod *run_method (const GeomsRun *run) { return run->method; }
static inline GeomsForm *run_form (const GeomsRun *run) { return run->integrated; }

/* the form that measures and moves is the one that is integrated */
static inline int run_is_projected (const GeomsRun *run) { return run->integrates_form; }

/* states between the steps have been moved each by its own Jacobian */
static inline int run_lands (const GeomsRun *run) { return run->landing != NULL; }
static inline struct GeomsLanding *run_landing (const GeomsRun *run) { return run->landing; }

/* multipliers are not integrated: they follow from the other unknowns, for many outputs at once */
static inline int run_recovers (const GeomsRun *run) { return run->method->ops->recover != NULL; }

/* each unknown: its unit, where AbsTol is left to the run; its least size in residuals; what a
 * change of it costs in corrections, or NULL */
static inline const double *run_units (const GeomsRun *run) { return run->eq.unit; }
static inline const double *run_floor (const GeomsRun *run) { return run->eq.floor; }
static inline const double *run_weights (const GeomsRun *run) { return run->form->metric.weights; }

/* relative residuals of position, velocity, acceleration level, by the run's scales */
static inline void run_relative (const GeomsRun *run, const double *rda, double relative[3])
{
    geoms_residuals_relative (run->projection, rda, run->projection->scale, relative);
}

/* S_v (rows_v x nv) and S_p (rows_p x np) of the last step */
static inline void run_selectors (const GeomsRun *run, GeomsStrangenessFree *found)
{
    const GeomsProjected *p = run->form;

    *found = (GeomsStrangenessFree){.rows_v = p->selector.rows_v,
                                    .rows_p = p->y.k4,
                                    .Sv = p->selector.Sv,
                                    .Sp = p->selector.Sp};
}

#endif
