/* terms.c - M, Z, f, C, g, [gI; h~], gamma, b, d, c, e at one state, of models that give their parts
 *
 *     M v' = f - C'[lambda; mu],   C v' + gamma = [gII; hI],   C = [G; H] Z
 */
#include "run.h"

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
