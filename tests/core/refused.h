/* refused.h - a model that no run can be created of, and what the report says of it */
#ifndef GEOMS_TEST_REFUSED_H
#define GEOMS_TEST_REFUSED_H

#include "test.h"

/* `model` has the sizes of the pendulum; `word` is in the text */
static inline void check_refused_model (const GeomsModel *model, const char *word)
{
    Case c = case_of (&model_pendulum);
    Outcome o;

    c.model.system = *model;
    o = attempt (&c);
    assert_int_equal (o.status, GEOMS_BAD_MODEL);
    if (strstr (o.report.text, word) == NULL)
        fail_msg ("'%s' does not contain '%s'", o.report.text, word);
    outcome_free (&o);
    case_free (&c);
}

#endif
