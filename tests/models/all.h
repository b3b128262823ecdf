/* all.h - every model of this folder by its number: the named ones, parallelograms with 2 and 3
 * cranks, chains of 2, 3, 4 and 20 bodies
 *
 *     for (int i = 0; i < ALL_MODELS; i++) {
 *         const TestModel model = model_number (i);
 *         double q;
 *         void *user = model.system.create (&q, model_size (&model, &q));
 */
#ifndef GEOMS_TEST_ALL_MODELS_H
#define GEOMS_TEST_ALL_MODELS_H

#include <string.h>

#include "models.h"

enum { NAMED_MODELS = 21, ALL_MODELS = NAMED_MODELS + 6 };

static inline TestModel model_number (int i)
{
    const TestModel *const named[NAMED_MODELS] = {&model_pendulum,
                                                  &model_pendulum_energy,
                                                  &model_andrews,
                                                  &model_caraxis,
                                                  &model_slidercrank,
                                                  &model_oscillator,
                                                  &model_prescribed,
                                                  &model_skate,
                                                  &model_chain_3,
                                                  &model_knifeedge,
                                                  &model_sleigh,
                                                  &model_disk,
                                                  &model_particle,
                                                  &model_top,
                                                  &model_top_energy,
                                                  &model_fourbar,
                                                  &model_bricard,
                                                  &model_truck,
                                                  &model_truck_pneumatic,
                                                  &model_truck_unconstrained,
                                                  &model_truck_unconstrained_pneumatic};

    i -= NAMED_MODELS;
    return i < 0   ? *named[i + NAMED_MODELS]
           : i < 2 ? model_parallelogram (2 + i)
                   : model_chain (i == 5 ? 20 : i);
}

/* the parameters that the model cannot do without: their number, at most one */
static inline int model_size (const TestModel *model, double *q)
{
    *q = model->system.dims.nl;
    return strcmp (model->name, "chain") == 0;
}

#endif
