/* rhs.c - E z' = s (t, z) for solvers other than ours: one object, no state between two calls
 *
 * The independent coordinates of a fixed partition are those that are given, or chosen at each
 * state. Partitions are evaluated at the velocities v* that meet the constraints.
 */
#include <stdlib.h>
#include <string.h>

#include "forms/accelerations/accelerations.h"

struct GeomsRhs {
    GeomsArena arena;
    GeomsModel model;
    GeomsOptions options;
    GeomsCounters counters;
    GeomsReport report;
    GeomsEquations eq;
    GeomsAccelerations form;
    double *x; /* n zeros, for the constant mass matrix */
    double *z; /* of one state, with v* */
};

static int create (GeomsRhs *r, const GeomsModel *model, void *user, const int *independent)
{
    const GeomsDims *d = &model->dims;
    const int n = d->np + d->nv + d->nr + d->nw + d->ns + d->nl + d->nm;
    int status;

    /* what is asked for, and the model */
    r->report.component = -1;
    if (! geoms_accelerations_has (r->options.formulation))
        return geoms_report (&r->report, GEOMS_BAD_FORMULATION,
                             "This formulation has no right-hand side for other solvers.");
    if (geoms_model_copy (&r->model, model, &r->report) != 0)
        return GEOMS_BAD_MODEL;
    r->x = geoms_arena_reals (&r->arena, (size_t)n);
    if (r->arena.failed)
        return geoms_report (&r->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %d unknowns.", n);
    /* equations, formulation */
    r->eq.rates = geoms_equations_have_rates (&r->model)
                  && geoms_formulation_entry (r->options.formulation)->lambda
                         == GEOMS_LAMBDA_FOLLOWS;
    status = geoms_equations_create (&r->eq, (GeomsInstance){&r->model, user}, 0, r->x, r->x,
                                     &r->counters, &r->report, &r->arena);
    if (status == 0)
        status = geoms_parts_dimensions (&r->eq);
    if (status == 0)
        status = geoms_accelerations_create (&r->form,
                                             &(GeomsFormSetup){.eq = &r->eq,
                                                               .options = &r->options,
                                                               .independent = independent,
                                                               .direction = 1,
                                                               .arena = &r->arena});
    /* work */
    r->z = geoms_arena_reals (&r->arena, (size_t)r->form.n);
    if (status == 0 && r->arena.failed)
        status = geoms_report (&r->report, GEOMS_OUT_OF_MEMORY,
                               "There is not enough memory for %d unknowns.", n);
    return status;
}

GeomsRhs *geoms_rhs_create (const GeomsModel *model, void *user, int formulation,
                            const int *independent, double rank_tol, GeomsReport *report)
{
    GeomsRhs *r = calloc (1, sizeof *r);

    memset (report, 0, sizeof *report);
    report->component = -1;
    if (r == NULL) {
        geoms_report (report, GEOMS_OUT_OF_MEMORY, "There is no memory for a right-hand side.");
        return NULL;
    }
    geoms_options_default (&r->options);
    r->options.formulation = formulation;
    r->options.rank_tol = rank_tol;
    if (create (r, model, user, independent) == 0)
        return r;
    *report = r->report;
    geoms_rhs_free (r);
    return NULL;
}

int geoms_rhs_unknowns (const GeomsRhs *r) { return r->form.n; }

int geoms_rhs_begin (GeomsRhs *r, double t, double *z, GeomsReport *report)
{
    const int status = geoms_motion_begin (&r->form, t, z);

    *report = r->report;
    return status;
}

/* A fixed choice at v*: forces of dependent velocities that nothing corrects would drive the motion
 * apart. v* costs an evaluation; QR and SVD do without, the smallest correction changes little. */
static int evaluate_one (GeomsRhs *r, double t, const double *z, double *rows)
{
    int status, refused;

    memcpy (r->z, z, (size_t)r->form.n * sizeof *z);
    status = geoms_choice_is_fixed (&r->form) ? geoms_choice_alone (&r->form, t, r->z) : 0;
    if (status == 0)
        status = geoms_rows_evaluate (&r->form, GEOMS_FOR_METHOD, 1, &t, r->z, rows);
    refused = status == GEOMS_RETRY ? geoms_refusal_of_last (&r->form, t) : 0;
    return refused != 0 ? refused : status;
}

int geoms_rhs_evaluate (GeomsRhs *r, int k, const double *t, const double *z, double *rows,
                        GeomsReport *report)
{
    const size_t n = (size_t)r->form.n;
    const int together = r->eq.rates && ! geoms_choice_is_fixed (&r->form);
    int status = together ? geoms_rows_evaluate (&r->form, GEOMS_FOR_METHOD, k, t, z, rows) : 0;

    for (int j = 0; j < k && status == 0 && ! together; j++)
        status = evaluate_one (r, t[j], z + (size_t)j * n, rows + (size_t)j * n);
    *report = r->report;
    return status;
}

void geoms_rhs_free (GeomsRhs *r)
{
    if (r == NULL)
        return;
    geoms_arena_free (&r->arena);
    free (r);
}
