/* setup.c - memory of a form that solves for the accelerations, and of all its parts */
#include "accelerations.h"

#include <math.h>

/* The SVD tells rows that are redundant from others at the start, where the constraints are met:
 * the default of RankTol. Along the motion errors of the method make them depend on each other
 * less, but their number is known. */
static double tolerance_of (int kind, double rank_tol)
{
    return kind == GEOMS_PARTITION_SVD && rank_tol == 0 ? 1e-10 : rank_tol;
}

/* whether a constant M has nothing beside its diagonal */
static int is_diagonal (const GeomsEquations *eq)
{
    const int nv = eq->d.nv;

    if (eq->mass_diagonal || eq->mass_varies || eq->rates)
        return eq->mass_diagonal;
    for (int j = 0; j < nv; j++)
        for (int i = 0; i < nv; i++)
            if (i != j && eq->mass[(size_t)j * (size_t)nv + (size_t)i] != 0)
                return 0;
    return 1;
}

static void set_sizes (GeomsAccelerations *s)
{
    const GeomsEquations *eq = s->eq;

    s->m = eq->d.nl + eq->d.nm;
    s->n = eq->n + geoms_rows_extra (eq, s->kind);
    s->first = s->kind->lambda == GEOMS_LAMBDA_MOVES ? 0 : s->m;
    s->from_rda = s->kind->level > 0 && s->kind->extra == GEOMS_EXTRA_NONE
                  && eq->model->parts == NULL;
    s->exact = s->increment != NULL && s->kind->lambda != GEOMS_LAMBDA_MOVES
               && (eq->model->blocks_jac != NULL
                   || (eq->model->jac != NULL && s->kind->extra != GEOMS_EXTRA_A));
    s->by_differences
        = s->increment != NULL && ! (s->exact && eq->model->blocks_jac != NULL);
    s->most = geoms_int_max (s->by_differences ? s->n + 1 : 0, GEOMS_CHUNK);
    s->diagonal = is_diagonal (eq);
    s->condition.now = NAN;
}

static void create_work (GeomsAccelerations *s, GeomsArena *arena)
{
    const size_t nv = (size_t)s->eq->d.nv, n = (size_t)s->n;

    s->work.a = geoms_arena_reals (arena, nv);
    s->work.v = geoms_arena_reals (arena, nv);
    s->work.row = geoms_arena_reals (arena, nv + (size_t)s->m);
    s->work.pdot = geoms_arena_reals (arena, (size_t)s->eq->d.np);
    s->work.z = geoms_arena_reals (arena, n);
    s->work.l = geoms_arena_reals (arena, (size_t)s->m);
    s->work.gram = geoms_arena_reals (arena, (size_t)s->m * (size_t)s->m);
    s->scale = geoms_arena_reals (arena, (size_t)s->eq->r_b);
    s->effect = geoms_arena_reals (arena, n - (size_t)s->eq->n);
    for (int i = 0; i < s->n - s->eq->n && s->effect != NULL; i++)
        s->effect[i] = 1;
}

static void create_partition (GeomsAccelerations *s, const int *independent, GeomsArena *arena)
{
    const int nv = s->eq->d.nv, kind = s->kind->partition;

    if (s->eq->rates)
        s->partition.independent = geoms_arena_ints (arena, (size_t)nv);
    else
        geoms_partition_create (&s->partition, kind, nv, s->m,
                                tolerance_of (kind, s->options->rank_tol), arena);
    s->partition.condition_later = 1;
    s->choice.kept = geoms_arena_ints (arena, (size_t)nv);
    s->choice.passed_t = geoms_arena_reals (arena, GEOMS_MOST_PASSED);
    s->choice.given = geoms_choice_is_fixed (s) && independent != NULL;
    for (int i = 0; i < nv && (s->choice.given || s->eq->rates) && ! arena->failed; i++)
        s->partition.independent[i] = ! s->choice.given || independent[i] != 0;
}

int geoms_accelerations_create (GeomsAccelerations *s, const GeomsFormSetup *setup)
{
    GeomsEquations *eq = setup->eq;
    GeomsArena *arena = setup->arena;
    int status;

    /* what is given */
    s->eq = eq;
    s->options = setup->options;
    s->kind = geoms_rows_kind (s->options->formulation, setup->explicit_method);
    s->increment = setup->increment;
    s->projection = setup->projection;
    s->direction = setup->direction;
    s->form.complex_slots = setup->complex_slots;
    set_sizes (s);
    /* parts, memory: none where x' is all that is asked for */
    status = eq->rates ? 0 : geoms_parts_create (&s->parts, eq, s->most, arena);
    if (status == 0)
        status = geoms_differences_create (s, arena);
    if (s->exact)
        geoms_derivatives_create (s, arena);
    if (! eq->rates)
        geoms_mass_create (&s->mass, eq->d.nv, s->m, arena);
    if (! eq->rates && s->m > 0)
        geoms_saddle_create_by_mass (&s->saddle, eq->d.nv, s->m, arena);
    create_partition (s, setup->independent, arena);
    create_work (s, arena);
    /* the forms in which methods see it */
    geoms_accelerations_ode (s);
    geoms_accelerations_form (s, arena);
    if (status == 0 && arena->failed)
        status = geoms_report (eq->report, GEOMS_OUT_OF_MEMORY,
                               "There is not enough memory for %d unknowns.", s->n);
    return status;
}

int geoms_accelerations_new (const GeomsFormSetup *setup, GeomsForm **form)
{
    GeomsAccelerations *s = geoms_arena_get (setup->arena, 1, sizeof *s);

    if (s == NULL)
        return geoms_report (setup->eq->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %d unknowns.", setup->eq->n);
    *form = &s->form;
    return geoms_accelerations_create (s, setup);
}
