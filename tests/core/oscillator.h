/* oscillator.h - the oscillator as x' = L x, whose stages a linear system has */
#ifndef GEOMS_TEST_OSCILLATOR_H
#define GEOMS_TEST_OSCILLATOR_H

#include "test.h"

/* L (4 x 4) of the oscillator as x' = L x, by columns */
static inline void oscillator_matrix (const Case *k, double *L)
{
    double J[16] = {0}, M[4];

    k->model.system.jac (0, k->x0, J, 4, k->user);
    k->model.system.mass (1, &k->tspan[0], k->x0, 4, M, 4, k->user);
    memcpy (L, J, sizeof J);
    for (int j = 0; j < 4; j++) {
        double P[4];
        memcpy (P, M, sizeof P);
        assert_int_equal (model_solve (2, P, 1, L + 4 * j), 0);
    }
}

#endif
