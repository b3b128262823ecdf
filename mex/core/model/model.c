/* model.c - a GeomsModel as the core takes it: of which version it may be, and whether it fits
 * together
 *
 *     copy = the first `size` bytes of what is given, then zeros       size <= sizeof (GeomsModel)
 *
 * A member that an older header does not know is 0, which always means: not given.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "equations.h"

/* bytes of a model of abi 2 */
static const size_t oldest_size
    = offsetof (GeomsModel, destroy) + sizeof ((GeomsModel *)0)->destroy;

/* ---- versions ---- */

/* whole members only: there is no such size in between */
static int is_size (size_t size)
{
    return size >= oldest_size && size % sizeof (void *) == 0;
}

int geoms_model_take (GeomsModel *copy, const GeomsModel *given, char *why, size_t room)
{
    const int abi = given->abi;
    const unsigned long size = (unsigned long)given->size, ours = (unsigned long)sizeof *given;

    memset (copy, 0, sizeof *copy);
    /* too old, or none */
    if (abi < GEOMS_MODEL_ABI_OLDEST || ! is_size (given->size)) {
        snprintf (
            why, room,
            "was built for another version of geoms_model.h (abi %d, %lu bytes; expected %d or "
            "%d, %lu to %lu bytes), or is no GeomsModel: compile it again.",
            abi, size, GEOMS_MODEL_ABI_OLDEST, GEOMS_MODEL_ABI, (unsigned long)oldest_size, ours);
        return GEOMS_MODEL_OLD;
    }
    /* too new */
    if (abi > GEOMS_MODEL_ABI || size > ours) {
        snprintf (
            why, room,
            "was built with a newer geoms_model.h (abi %d, %lu bytes) than that of this GEOMS "
            "(abi %d, %lu bytes): compile it with the older one, or take a newer GEOMS.",
            abi, size, GEOMS_MODEL_ABI, ours);
        return GEOMS_MODEL_NEW;
    }
    /* members it knew of */
    memcpy (copy, given, abi == GEOMS_MODEL_ABI_OLDEST ? oldest_size : given->size);
    copy->size = sizeof *copy;
    return geoms_pattern_check (copy, why, room) != 0 ? GEOMS_MODEL_PATTERN : 0;
}

int geoms_model_copy (GeomsModel *copy, const GeomsModel *given, GeomsReport *report)
{
    char why[300];

    if (geoms_model_take (copy, given, why, sizeof why) == 0)
        return 0;
    return geoms_report (report, GEOMS_BAD_MODEL, "The model %s", why);
}

/* ---- checks ---- */

static int check_dimensions (const GeomsModel *model, GeomsReport *report)
{
    const GeomsDims *d = &model->dims;

#define NEGATIVE(field, meaning)                                                              \
    if (d->field < 0)                                                                         \
        return geoms_report (report, GEOMS_BAD_MODEL,                                         \
                             "The model has " #field " = %d (" meaning "); it must be >= 0.", \
                             d->field);
    GEOMS_DIMENSIONS (NEGATIVE)
#undef NEGATIVE
    if (d->np + d->nv + d->nr + d->nw + d->ns + d->nl + d->nm == 0)
        return geoms_report (report, GEOMS_BAD_MODEL, "The model has no unknowns.");
    if (d->nl > d->np || d->nl + d->nm > d->nv) {
        /* more rows than unknowns can only be redundant: the decomposition says which */
        if (d->nv == 0 || d->np == 0)
            return geoms_report (report, GEOMS_BAD_MODEL,
                                 "The model has %d holonomic and %d nonholonomic constraints but "
                                 "np = %d, nv = %d.", d->nl, d->nm, d->np, d->nv);
    }
    return 0;
}

static int newton_is_whole (const GeomsModel *model)
{
    const GeomsNewtonSystems *s = &model->newton;
    const int given = (s->linearise != NULL) + (s->factor != NULL) + (s->solve != NULL),
              rows = (s->rows != NULL) + (s->divide != NULL) + (s->slopes != NULL)
                     + (s->pull != NULL),
              held = model->dims.nl > 0;

    return (given == 0 && s->keep == NULL && rows == 0)
           || (given == 3 && (held ? rows == 4 : model->accelerations != NULL && rows == 0)
               && (model->dims.ni == 0 || s->keep != NULL));
}

/* members that ask for others, or for others not to be there */
static int check_members (const GeomsModel *model, GeomsReport *report)
{
    const GeomsDims *d = &model->dims;

    if (model->parts_mass && model->parts == NULL)
        return geoms_report (report, GEOMS_BAD_MODEL,
                             "The model has parts_mass, but no function parts that would give M.");
    if (model->blocks_jac != NULL && model->parts == NULL)
        return geoms_report (report, GEOMS_BAD_MODEL,
                             "The model has blocks_jac, but no function parts, whose derivatives "
                             "these are.");
    if (geoms_pattern_given (&model->patterns.M) && ! geoms_equations_mass_given (model))
        return geoms_report (report, GEOMS_BAD_MODEL,
                             "The model has a pattern of M, but neither mass nor parts_mass: M is "
                             "the identity then, which needs none.");
    if (geoms_pattern_given (&model->patterns.C) && model->parts == NULL)
        return geoms_report (report, GEOMS_BAD_MODEL,
                             "The model has a pattern of C, but no function parts that would give "
                             "its values.");
    if (geoms_pattern_given (&model->patterns.B) && model->parts == NULL)
        return geoms_report (report, GEOMS_BAD_MODEL,
                             "The model has a pattern of B, but neither a function blocks_jac that "
                             "would give its values, nor parts, of which they are derivatives.");
    if (geoms_pattern_given (&model->pattern_Z) && (model->parts == NULL || ! model->kinematics))
        return geoms_report (report, GEOMS_BAD_MODEL,
                             "The model has a pattern of Z, but no function parts with kinematics "
                             "that would give its values.");
    if (! newton_is_whole (model))
        return geoms_report (report, GEOMS_BAD_MODEL,
                             "The model has some of the functions newton, but needs all of "
                             "linearise, factor and solve, with accelerations, or with rows, "
                             "divide, slopes and pull where there are constraints, and keep for "
                             "invariants.");
    if (model->accelerations != NULL && d->nl + d->nm + d->nw + d->ns > 0)
        return geoms_report (
            report, GEOMS_BAD_MODEL,
            "The model has a function accelerations, but also constraints, "
            "auxiliary or contact variables: there v' does not follow from r, v, p "
            "alone.");
    return 0;
}

int geoms_model_check (const GeomsModel *model, GeomsReport *report)
{
    int status;

    if (model->rda == NULL)
        return geoms_report (report, GEOMS_BAD_MODEL, "The model has no function rda.");
    if (model->mass_structure < GEOMS_MASS_FULL
        || model->mass_structure > GEOMS_MASS_CONSTANT_DIAGONAL)
        return geoms_report (report, GEOMS_BAD_MODEL,
                             "The model has mass_structure = %d; it must be 1, 2, 3 or 4.",
                             model->mass_structure);
    status = check_dimensions (model, report);
    return status != 0 ? status : check_members (model, report);
}
