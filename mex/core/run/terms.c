/* terms.c - M, Z, f, C, g, [gI; h~], gamma, b, d, c, e at one state, of models that give their parts
 *
 *     M v' = f - C'[lambda; mu],   C v' + gamma = [gII; hI],   C = [G; H] Z
 */
#include <string.h>

#include "model/pattern.h"
#include "run.h"

static int too_large (GeomsRun *run)
{
    return geoms_report (&run->report, GEOMS_BAD_MODEL,
                         "The system has %d unknowns, and matrices without a pattern are too large "
                         "to be shown.", run->eq.n);
}

int geoms_run_terms (GeomsRun *run, double t, const double *x, GeomsTerms *found)
{
    static const GeomsTerms none;
    GeomsParts *s = &run->terms;
    GeomsPart part;
    int status = 0;

    *found = none;
    if (run->model.parts == NULL)
        return geoms_report (&run->report, GEOMS_BAD_FORMULATION,
                             "The model does not give its parts.");
    if (run->eq.n > GEOMS_MOST_FULL)
        return too_large (run);
    if (s->eq == NULL)
        status = geoms_parts_create (s, &run->eq, 1, &run->arena);
    if (status != 0) {
        s->eq = NULL; /* they are not there; the run is as it was                             */
        run->arena.failed = 0;
    }
    if (status == 0)
        status = geoms_parts_evaluate (s, GEOMS_FOR_OUTPUT, 1, &t, x, run->eq.n);
    if (status != 0)
        return status;
    part = geoms_parts_at (s, 0);
    *found = (GeomsTerms){.m = s->m,
                          .M = run->eq.mass_varies ? part.M : NULL,
                          .Z = part.Z,
                          .f = part.f,
                          .C = part.C,
                          .g = part.g,
                          .level = part.level,
                          .gamma = part.b2,
                          .b = part.b,
                          .d = part.d,
                          .c = part.c,
                          .e = part.e};
    return 0;
}

/* ---- as the model writes it ---- */

static int no_room (GeomsRun *run)
{
    run->arena.failed = 0; /* the run is as it was */
    return geoms_report (&run->report, GEOMS_OUT_OF_MEMORY,
                         "There is not enough memory for %d unknowns.", run->eq.n);
}

/* a column of parts, a constant M behind it; those of places */
static int write_parts (GeomsRun *run, double t, const double *x, GeomsPartsPlaces *at)
{
    GeomsEquations *e = &run->eq;
    const int constant = ! e->mass_varies && geoms_equations_mass_given (e->model);
    int status;

    if (! geoms_pattern_fits (e->model, e->mass_varies || e->model->parts_mass))
        return too_large (run);
    *at = geoms_pattern_places (e->model, e->mass_varies || e->model->parts_mass);
    if (run->written == NULL)
        run->written = geoms_arena_reals (&run->arena,
                                          (size_t)at->size + geoms_equations_mass_room (e));
    if (run->written == NULL)
        return no_room (run);
    geoms_equations_count (e, GEOMS_FOR_OUTPUT, 1);
    status = e->model->parts (1, &t, x, e->n, run->written, at->size, e->user);
    status = geoms_equations_verdict (e, GEOMS_FOR_OUTPUT, status, t);
    if (status == 0 && constant)
        status = geoms_equations_mass_values (e, t, x, run->written + at->size);
    return status;
}

int geoms_run_written (GeomsRun *run, double t, const double *x, GeomsTerms *found)
{
    const GeomsEquations *e = &run->eq;
    const int complete = e->model->abi >= 3;
    GeomsPartsPlaces at = {0};
    const double *column;
    int status;

    *found = (GeomsTerms){0};
    if (e->model->parts == NULL)
        return geoms_report (&run->report, GEOMS_BAD_FORMULATION,
                             "The model does not give its parts.");
    status = write_parts (run, t, x, &at);
    if (status != 0)
        return status;
    column = run->written;
    *found = (GeomsTerms){.m = e->d.nl + e->d.nm,
                          .M = e->mass_varies                           ? column + at.M
                               : geoms_equations_mass_given (e->model) ? column + at.size
                                                                       : NULL,
                          .Z = e->model->kinematics ? column + at.Z : NULL,
                          .f = column + at.f,
                          .C = column + at.C,
                          .g = column + at.g,
                          .level = column + at.level,
                          .gamma = column + at.gamma,
                          .b = column + at.b,
                          .d = complete ? column + at.d : NULL,
                          .c = complete ? column + at.c : NULL,
                          .e = complete ? column + at.e : NULL};
    return 0;
}

/* ---- whether there are values ---- */

/* of B at given accelerations, 0, or of J where there is no B; scratch: room */
static int derivatives_at (GeomsRun *run, double t, const double *x, GeomsArena *scratch, int *finite)
{
    GeomsEquations *e = &run->eq;
    const int blocks = e->model->blocks_jac != NULL;
    const size_t all = (size_t)e->m * (size_t)e->n,
                 count = blocks ? geoms_pattern_values (&e->model->patterns.B, e->m, e->n) : all;
    double *values = geoms_arena_reals (scratch, count),
           *alpha = geoms_arena_reals (scratch, (size_t)e->d.nv);
    int status;

    if (scratch->failed)
        return no_room (run);
    status = blocks ? geoms_equations_block_values (e, t, x, alpha, values)
                    : geoms_equations_user_jacobian (e, t, x, values);
    *finite = geoms_finite (count, values);
    return status;
}

int geoms_run_finite (GeomsRun *run, double t, const double *x, int finite[3])
{
    GeomsEquations *e = &run->eq;
    GeomsArena scratch = {0};
    double *rda = geoms_arena_reals (&scratch, (size_t)e->m),
           *mass = geoms_arena_reals (&scratch, geoms_equations_mass_room (e));
    int status = scratch.failed ? no_room (run) : 0;

    finite[0] = finite[1] = finite[2] = status == 0;
    if (status == 0)
        status = geoms_equations_evaluate (e, GEOMS_FOR_OUTPUT, 1, &t, x, rda, NULL);
    if (rda != NULL)
        finite[0] = geoms_finite ((size_t)e->m, rda);
    if (status == 0 && geoms_equations_mass_given (e->model)) {
        status = geoms_equations_mass_values (e, t, x, mass);
        finite[1] = status == 0;
    }
    if (status == 0 && (e->model->blocks_jac != NULL || e->model->jac != NULL))
        status = derivatives_at (run, t, x, &scratch, &finite[2]);
    geoms_arena_free (&scratch);
    return status;
}
