/* doubled.h - a pendulum whose constraint is written down twice, the second time multiplied by q[1]
 *
 *     g2 = q[1] g1,   x = [lambda1 lambda2; v; p],   -2 p (lambda1 + q[1] lambda2) in f_dyn
 *
 * Only the sum of the multipliers is determined. q = g, factor; standard 13.75..., 1.
 */
#ifndef GEOMS_TEST_DOUBLED_H
#define GEOMS_TEST_DOUBLED_H

#include "test.h"

static inline int doubled_rda (int k, const double *t, const double *x, int ldx, double *out,
                               int ldo, void *user)
{
    const double *q = user, parameters[3] = {1, 1, q[0]};

    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double y[5] = {x[0] + q[1] * x[1], x[2], x[3], x[4], x[5]};
        double rows[7];

        if (model_pendulum.system.rda (1, t + j, y, 5, rows, 7, (void *)parameters) != 0)
            return -1;
        for (int i = 0; i < 3; i++) {
            out[2 * i] = rows[i];
            out[2 * i + 1] = q[1] * rows[i];
        }
        memcpy (out + 6, rows + 3, 4 * sizeof *rows);
    }
    return 0;
}

/* those of the pendulum, f, C, g, gI, gII, which do not look at lambda */
static inline int doubled_parts (int k, const double *t, const double *x, int ldx, double *out,
                                 int ldo, void *user)
{
    const double *q = user, parameters[3] = {1, 1, q[0]};

    for (int j = 0; j < k; j++, out += ldo) {
        double base[7];

        if (model_pendulum.system.parts (1, t + j, x + j * ldx + 1, 5, base, 7, (void *)parameters)
            != 0)
            return -1;
        memcpy (out, base, 2 * sizeof *out);
        for (int i = 2; i < 7; i++) {
            out[2 * i - 2] = base[i];
            out[2 * i - 1] = q[1] * base[i];
        }
    }
    return 0;
}

static inline void *doubled_create (const double *q, int nq)
{
    const double standard[2] = {13.750371636040745655, 1};

    return model_parameters (q, nq, standard, 2);
}

static inline int doubled_start (double *x, void *user)
{
    (void)user;
    x[0] = x[1] = x[2] = x[3] = x[5] = 0;
    x[4] = 1;
    return 0;
}

/* lambda1 : lambda2 = 1 : q[1], the solution of minimum norm */
static inline int doubled_exact (double t, double *x, void *user)
{
    const double *q = user;
    double parameters[3] = {1, 1, q[0]}, y[5];
    const int status = model_pendulum.exact (t, y, parameters);

    x[0] = y[0] / (1 + q[1] * q[1]);
    x[1] = q[1] * x[0];
    memcpy (x + 2, y + 1, 4 * sizeof *x);
    return status;
}

static const TestModel model_doubled = {
    .system = {.abi = GEOMS_MODEL_ABI,
               .size = sizeof (GeomsModel),
               .dims = {.np = 2, .nv = 2, .nl = 2},
               .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,
               .autonomous = 1,
               .rda = doubled_rda,
               .parts = doubled_parts,
               .create = doubled_create,
               .destroy = free},
    .name = "pendulum with its constraint twice",
    .tspan = {0, 4},
    .start = doubled_start,
    .exact = doubled_exact,
};

#endif
