/* wall.h - a particle that falls towards p1 = -1/2, beyond which there are no equations
 *
 *     Case c = case_with_wall (NOT_A_NUMBER);     p1 = 1/2 - t^2/2: there at t = sqrt 2
 */
#ifndef GEOMS_TEST_WALL_H
#define GEOMS_TEST_WALL_H

#include "test.h"

enum { ASKS, NOT_A_NUMBER, INFINITE, WALLS }; /* what rda does there: asks for a smaller step     */
static int wall_kind;

static inline int walled_rda (int k, const double *t, const double *x, int ldx, double *out,
                              int ldo, void *user)
{
    const int status = model_particle.system.rda (k, t, x, ldx, out, ldo, user);

    for (int j = 0; j < k; j++)
        if (x[j * ldx + 3] < -0.5) {
            if (wall_kind == ASKS)
                return 1;
            out[j * ldo + 3] = wall_kind == INFINITE ? INFINITY : NAN;
        }
    return status;
}

static inline Case case_with_wall (int kind)
{
    Case c = case_of (&model_particle);

    wall_kind = kind;
    model_replace_rda (&c.model.system, walled_rda);
    c.model.system.jac = NULL;
    c.options.residuals = GEOMS_SWITCH_OFF;
    return c;
}

#endif
