/* semi.c - index1, index2 and ggl by sparse matrices as a formulation: creation, the operations of
 * formulation.h, what a later run needs
 */
#include "semi.h"

#include <math.h>
#include <string.h>

#include "base/sparse_rank.h"
#include "model/pattern.h"

int geoms_semi_has (int formulation)
{
    return formulation == GEOMS_FORMULATION_INDEX1
           || formulation == GEOMS_FORMULATION_INDEX1_EXPLICIT
           || formulation == GEOMS_FORMULATION_INDEX2 || formulation == GEOMS_FORMULATION_GGL;
}

/* ---- operations ---- */

static int differential (const GeomsForm *f, int i) { return i >= f->eq->o2 && i < f->eq->n; }

/* eta is 0 */
static int begin (GeomsForm *f, double t, double *z)
{
    (void)t;
    memset (z + f->eq->n, 0, (size_t)(f->n - f->eq->n) * sizeof *z);
    return 0;
}

static void defect (GeomsForm *f, const double *y, double *residual)
{
    for (int i = 0; i < f->n; i++)
        residual[i] = differential (f, i) ? f->base[i] + y[i] : 0;
}

static void derivative (const GeomsForm *f, GeomsMass *mass, double *zdot)
{
    (void)mass;
    for (int i = 0; i < f->n; i++)
        zdot[i] = differential (f, i) ? f->base[i] : 0;
}

/* states are not moved */
static int correct (GeomsForm *f, double t, double *z, int exact)
{
    (void)f, (void)t, (void)z, (void)exact;
    return 0;
}

static int renew (GeomsForm *f)
{
    (void)f;
    return 0;
}

static int normalise (GeomsForm *f, int k, double *z)
{
    (void)f, (void)k, (void)z;
    return 0;
}

/* not known, as with dense matrices */
static void condition (const GeomsForm *f, double values[3])
{
    (void)f;
    values[0] = values[1] = values[2] = NAN;
}

static void describe (const GeomsForm *f, GeomsSolution *solution)
{
    solution->largest[0] = ((const GeomsSemi *)f)->largest;
}

static void release (GeomsForm *f)
{
    GeomsSemi *s = (GeomsSemi *)f;

    geoms_sparse_lu_free (s->lu);
    geoms_sparse_mass_free (&s->division);
    s->lu = NULL;
}

/* ---- a later run ---- */

static void walk (GeomsForm *f, GeomsWalk *w)
{
    GeomsSemi *s = (GeomsSemi *)f;
    GeomsEquations *e = f->eq;
    const size_t n = (size_t)e->n, count = (size_t)geoms_sparse_count (&s->A);

    geoms_walk_int (w, &e->friction);
    geoms_walk_int (w, &e->looked);
    geoms_walk_reals (w, n, e->reach);
    geoms_walk_reals (w, n, e->typical);
    geoms_walk_reals (w, n, e->floor);
    geoms_walk_reals (w, (size_t)e->n1, e->unit);
    geoms_walk_int (w, &s->known_constant);
    geoms_walk_reals (w, (size_t)s->M.start[e->d.nv], s->constant);
    geoms_walk_int (w, &s->known);
    geoms_walk_real (w, &s->t);
    geoms_walk_reals (w, (size_t)f->n, s->x);
    geoms_walk_reals (w, (size_t)s->at.size, s->column);
    geoms_walk_reals (w, (size_t)f->n, s->base);
    geoms_walk_real (w, &s->largest);
    geoms_walk_reals (w, (size_t)s->eta, s->effect);
    geoms_walk_reals (w, (size_t)s->B.start[e->n], s->b);
    geoms_walk_reals (w, (size_t)s->C.start[e->d.nv], s->c);
    geoms_walk_reals (w, e->model->kinematics ? (size_t)s->Z.start[e->d.nv] : 0, s->z);
    geoms_walk_reals (w, (size_t)s->M.start[e->d.nv], s->mass);
    geoms_walk_int (w, &s->seen.known);
    geoms_walk_reals (w, (size_t)s->B.start[e->n], s->seen.b);
    geoms_walk_reals (w, (size_t)s->C.start[e->d.nv], s->seen.c);
    geoms_walk_reals (w, (size_t)s->M.start[e->d.nv], s->seen.mass);
    geoms_walk_reals (w, (size_t)s->m, s->terms);
    geoms_walk_reals (w, (size_t)e->r_b, s->scale);
    for (int slot = 0; slot <= f->complex_slots; slot++) {
        geoms_walk_int (w, &s->anchor[slot].known);
        geoms_walk_reals (w, (slot >= GEOMS_SLOT_COMPLEX ? 2 : 1) * count, s->anchor[slot].values);
    }
}

/* pivots, and the matrix without sigma */
static int again (GeomsForm *f)
{
    GeomsSemi *s = (GeomsSemi *)f;

    if (geoms_semi_pivots_again (s) != 0)
        return GEOMS_RETRY;
    geoms_semi_compose (s);
    return 0;
}

/* ---- creation ---- */

static const GeomsFormOps ops = {.name = "semi-explicit",
                                 .begin = begin,
                                 .evaluate = geoms_semi_evaluate,
                                 .base = geoms_semi_base,
                                 .linearise = geoms_semi_linearise,
                                 .factor = geoms_semi_factor,
                                 .solve = geoms_semi_solve,
                                 .defect = defect,
                                 .derivative = derivative,
                                 .correct = correct,
                                 .renew = renew,
                                 .normalise = normalise,
                                 .condition = condition,
                                 .measure = geoms_semi_measure,
                                 .walk = walk,
                                 .again = again,
                                 .describe = describe,
                                 .release = release};

static void take_patterns (GeomsSemi *s, GeomsArena *arena)
{
    const GeomsEquations *e = s->form.eq;
    const GeomsModel *model = e->model;

    s->at = geoms_pattern_places (model, e->mass_varies || model->parts_mass);
    s->identity = ! geoms_equations_mass_given (model);
    s->M = s->identity ? geoms_pattern_diagonal (e->d.nv, arena) : model->patterns.M;
    s->C = model->patterns.C;
    s->B = model->patterns.B;
    s->Z = model->pattern_Z;
    geoms_sparse_mass_create (&s->division, model, s->identity, arena);
}

static void make_linearisation (GeomsSemi *s, GeomsArena *arena)
{
    const GeomsEquations *e = s->form.eq;
    const size_t nv = (size_t)e->d.nv, count = (size_t)geoms_sparse_count (&s->A),
                 slots = 1 + (size_t)s->form.complex_slots;

    s->b = geoms_arena_reals (arena, (size_t)s->B.start[e->n]);
    s->c = geoms_arena_reals (arena, (size_t)s->C.start[nv]);
    s->z = geoms_arena_reals (arena, e->model->kinematics ? (size_t)s->Z.start[nv] : 0);
    s->mass = geoms_arena_reals (arena, (size_t)s->M.start[nv]);
    s->constant = geoms_arena_reals (arena,
                                     (size_t)s->M.start[nv] + geoms_equations_mass_room (e));
    s->seen.b = geoms_arena_reals (arena, (size_t)s->B.start[e->n]);
    s->seen.c = geoms_arena_reals (arena, (size_t)s->C.start[nv]);
    s->seen.mass = geoms_arena_reals (arena, (size_t)s->M.start[nv]);
    s->scale = geoms_arena_reals (arena, (size_t)e->m);
    s->terms = geoms_arena_reals (arena, (size_t)s->m);
    s->values = geoms_arena_reals (arena, 2 * count);
    s->y = geoms_arena_reals (arena, 2 * (size_t)s->form.n);
    s->anchor = geoms_arena_get (arena, slots, sizeof *s->anchor);
    for (size_t slot = 0; slot < slots && s->anchor != NULL; slot++)
        s->anchor[slot].values
            = geoms_arena_reals (arena, (slot >= GEOMS_SLOT_COMPLEX ? 2 : 1) * count);
}

static void make_work (GeomsSemi *s, GeomsArena *arena)
{
    const GeomsEquations *e = s->form.eq;
    const size_t n = (size_t)s->form.n, columns = (size_t)geoms_form_columns (&s->form),
                 size = (size_t)s->at.size;

    s->x = geoms_arena_reals (arena, n);
    s->column = geoms_arena_reals (arena, size);
    s->base = geoms_arena_reals (arena, n);
    s->columns = geoms_arena_reals (arena, columns * size);
    s->row = geoms_arena_reals (arena, (size_t)e->m);
    s->force = geoms_arena_reals (arena, (size_t)e->d.nv);
    s->size = geoms_arena_reals (arena, n);
    s->effect = geoms_arena_reals (arena, (size_t)s->eta);
    s->dependent = geoms_arena_ints (arena, n);
    s->index = geoms_arena_ints (arena, n);
}

/* of l: 1 of index1, else 2; of eta: 2 */
static void describe_unknowns (GeomsSemi *s)
{
    const GeomsEquations *e = s->form.eq;

    for (int i = 0; i < s->form.n; i++) {
        s->dependent[i] = ! differential (&s->form, i);
        s->index[i] = i < e->o2 ? (s->second ? 1 : 2) : i < e->n ? 1 : 2;
    }
    for (int i = 0; i < e->m; i++)
        s->scale[i] = 1;
}

static void set_form (GeomsSemi *s, const GeomsFormSetup *setup)
{
    const GeomsEquations *e = setup->eq;

    s->form = (GeomsForm){.ops = &ops,
                          .eq = setup->eq,
                          .options = setup->options,
                          .n = e->n + s->eta,
                          .m = e->n + s->eta,
                          .second = 1,
                          .vanishing = s->eta,
                          .free_count = e->n - s->m,
                          .complex_slots = setup->complex_slots};
}

static void show_results (GeomsSemi *s)
{
    s->form.base = s->base;
    s->form.scale = s->scale;
    s->form.dependent = s->dependent;
    s->form.index = s->index;
    s->form.effect = s->effect;
}

static int without_memory (const GeomsEquations *e)
{
    return geoms_report (e->report, GEOMS_OUT_OF_MEMORY,
                         "There is not enough memory for %d unknowns.", e->n);
}

int geoms_semi_new (const GeomsFormSetup *setup, GeomsForm **form)
{
    const GeomsEquations *e = setup->eq;
    const int formulation = setup->options->formulation;
    GeomsArena *arena = setup->arena;
    GeomsSemi *s = geoms_arena_get (arena, 1, sizeof *s);
    int failed = s == NULL;

    if (! failed) {
        s->m = e->d.nl + e->d.nm;
        s->second = formulation != GEOMS_FORMULATION_INDEX2 && formulation != GEOMS_FORMULATION_GGL;
        s->eta = formulation == GEOMS_FORMULATION_GGL ? e->d.nl : 0;
        set_form (s, setup);
        *form = &s->form;
        take_patterns (s, arena);
        failed = arena->failed || geoms_semi_patterns (s, arena) != 0;
    }
    if (! failed) {
        make_linearisation (s, arena);
        make_work (s, arena);
        s->lu = geoms_sparse_lu_create (s->form.n, s->A.start, s->A.row);
        show_results (s);
        failed = arena->failed || s->lu == NULL;
    }
    if (failed)
        return without_memory (e);
    describe_unknowns (s);
    return 0;
}

/* ---- whether ---- */

/* RankTol where it is not given */
static const double RANK = 1e-10;

/* whether rows of C at the base point depend on each other */
static int dependent (GeomsSemi *s)
{
    const GeomsForm *f = &s->form;
    const double given = f->options->rank_tol;
    const GeomsSparse A = {.m = s->m,
                           .n = f->eq->d.nv,
                           .start = s->C.start,
                           .row = s->C.row,
                           .value = s->column + s->at.C};
    GeomsSparseRank r;
    int full = 0;

    if (geoms_sparse_rank_find (&r, &A, given > 0 ? given : RANK) == 0)
        full = r.rank == s->m;
    else
        without_memory (f->eq);
    geoms_sparse_rank_free (&r);
    return ! full;
}

const char *geoms_semi_singular (GeomsForm *f, double t, const double *x)
{
    GeomsSemi *s = (GeomsSemi *)f;

    if (f->eq->friction)
        return "forces depend on multipliers";
    memcpy (s->size, x, (size_t)f->eq->n * sizeof *x);
    memset (s->size + f->eq->n, 0, (size_t)s->eta * sizeof *x);
    if (geoms_semi_base (f, t, s->size) != 0)
        return geoms_sparse_mass_singular (&s->division)
                   ? "M is singular at the start"
                   : "the equations cannot be evaluated at the start";
    return dependent (s) ? "rows of the constraints depend on each other at the start" : NULL;
}
