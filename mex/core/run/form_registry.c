/* form_registry.c - who makes the form that a method integrates */
#include "forms/accelerations/accelerations.h"
#include "forms/recursive/recursive.h"
#include "forms/sparse/large.h"
#include "forms/sparse/semi.h"
#include "run.h"

/* psf and psi1 are there already: residuals are measured by them in any case */
static int create_projected (const GeomsFormSetup *setup, GeomsForm **form)
{
    *form = setup->projection;
    return 0;
}

typedef int (*CreateForm) (const GeomsFormSetup *setup, GeomsForm **form);

/* for implicit methods; all that explicit methods integrate solves for the accelerations */
static const CreateForm creates[] = {[GEOMS_FORM_PROJECTED] = create_projected,
                                     [GEOMS_FORM_ACCELERATIONS] = geoms_accelerations_new};

int geoms_registry_form (int formulation, const GeomsFormSetup *setup, GeomsForm **form)
{
    const int kind = setup->explicit_method ? (int)GEOMS_FORM_ACCELERATIONS
                                            : geoms_formulation_entry (formulation)->form;

    if (setup->eq->sparse && geoms_semi_has (formulation))
        return geoms_semi_new (setup, form);
    if (setup->eq->sparse)
        return geoms_large_new (setup, formulation == GEOMS_FORMULATION_PSI1, 0, form);
    if (setup->eq->solves)
        return geoms_recursive_new (setup, form);
    return creates[kind](setup, form);
}
