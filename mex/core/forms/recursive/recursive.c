/* recursive.c - the operations of formulation.h for recursive.h
 *
 *     defect   F + y at the base point
 *     correct  x <- the model's x with 0 = e
 */
#include "recursive.h"

#include <string.h>

/* a state and F there */
typedef struct State {
    int known;
    double t, *x, *F;
} State;

typedef struct GeomsRecursive {
    GeomsForm form;
    State base, linear; /* the base point; where dF/dx is                                    */
    int *dependent, *index;
} GeomsRecursive;

/* ---- the operations ---- */

static int evaluate (GeomsForm *f, int k, const double *t, double *x, const double *xdot,
                     double *residual)
{
    const int status = geoms_equations_accelerations (f->eq, GEOMS_FOR_STAGES, k, t, x, residual);

    for (int i = 0; i < k * f->n && xdot != NULL && status == 0; i++)
        residual[i] -= xdot[i];
    return status;
}

/* F at (t, x), which is kept */
static int look (GeomsForm *f, double t, const double *x, State *to)
{
    const size_t n = (size_t)f->n;
    int status;

    to->t = t;
    memcpy (to->x, x, n * sizeof *x);
    status = geoms_equations_accelerations (f->eq, GEOMS_FOR_METHOD, 1, &t, x, to->F);
    if (status == 0 && ! geoms_finite (n, to->F))
        status = GEOMS_RETRY;
    to->known = status == 0;
    return status;
}

static int base (GeomsForm *f, double t, const double *x)
{
    return look (f, t, x, &((GeomsRecursive *)f)->base);
}

static int linearise (GeomsForm *f, double t, const double *x, int mode)
{
    GeomsRecursive *s = (GeomsRecursive *)f;
    const size_t size = (size_t)f->n * sizeof *x;
    int status = 0;

    if (mode == GEOMS_BASE_LEAVE)
        status = look (f, t, x, &s->linear);
    else {
        if (mode == GEOMS_BASE_FILL)
            status = base (f, t, x);
        s->linear.known = s->base.known;
        s->linear.t = t;
        memcpy (s->linear.x, x, size);
        memcpy (s->linear.F, s->base.F, size);
    }
    return status != 0 ? status : geoms_equations_linearise (f->eq, t, s->linear.x, s->linear.F);
}

static int factor (GeomsForm *f, int slot, double re, double im)
{
    return f->eq->model->newton.factor (slot, re, im, f->eq->user);
}

static void solve (GeomsForm *f, int first, int count, const double *residual, double *dx)
{
    for (int slot = first; slot < first + count; slot++) {
        const size_t columns = slot == GEOMS_SLOT_REAL ? 1 : 2;

        f->eq->model->newton.solve (slot, residual, dx, f->eq->user);
        residual += columns * (size_t)f->n;
        dx += columns * (size_t)f->n;
    }
}

static void defect (GeomsForm *f, const double *y, double *residual)
{
    for (int i = 0; i < f->n; i++)
        residual[i] = f->base[i] + y[i];
}

static void derivative (const GeomsForm *f, GeomsMass *mass, double *xdot)
{
    (void)mass;
    memcpy (xdot, f->base, (size_t)f->n * sizeof *xdot);
}

/* x is the base point */
static int correct (GeomsForm *f, double t, double *x, int exact)
{
    GeomsRecursive *s = (GeomsRecursive *)f;
    int status;

    (void)exact;
    if (! f->invariants)
        return 0;
    status = geoms_equations_keep (f->eq, t, x);
    if (status != 0)
        return status < 0 ? status : GEOMS_PROJECTION_FAILS;
    return memcmp (x, s->base.x, (size_t)f->n * sizeof *x) != 0 ? base (f, t, x) : 0;
}

/* there is no other selector, nothing that needs to be told apart, and no constraint */
static int renew (GeomsForm *f)
{
    (void)f;
    return 0;
}

static int normalise (GeomsForm *f, int k, double *x)
{
    (void)f;
    (void)k;
    (void)x;
    return 0;
}

static void condition (const GeomsForm *f, double values[3])
{
    (void)f;
    for (int i = 0; i < 3; i++)
        values[i] = 1;
}

/* ---- what is remembered ---- */

static void walk_state (GeomsWalk *w, const GeomsRecursive *s, State *state)
{
    const size_t n = (size_t)s->form.n;

    geoms_walk_int (w, &state->known);
    geoms_walk_real (w, &state->t);
    geoms_walk_reals (w, n, state->x);
    geoms_walk_reals (w, n, state->F);
}

static void walk (GeomsForm *f, GeomsWalk *w)
{
    GeomsRecursive *s = (GeomsRecursive *)f;

    walk_state (w, s, &s->base);
    walk_state (w, s, &s->linear);
}

static int again (GeomsForm *f)
{
    const GeomsRecursive *s = (const GeomsRecursive *)f;

    return s->linear.known
               ? geoms_equations_linearise (f->eq, s->linear.t, s->linear.x, s->linear.F)
               : 0;
}

/* ---- creation ---- */

static void create_state (State *state, size_t n, GeomsArena *arena)
{
    state->x = geoms_arena_reals (arena, n);
    state->F = geoms_arena_reals (arena, n);
}

static void allocate (GeomsRecursive *s, GeomsArena *arena)
{
    const size_t n = (size_t)s->form.n;

    create_state (&s->base, n, arena);
    create_state (&s->linear, n, arena);
    s->dependent = geoms_arena_ints (arena, n);
    s->index = geoms_arena_ints (arena, n);
    for (size_t i = 0; i < n && ! arena->failed; i++)
        s->index[i] = 1;
}

int geoms_recursive_new (const GeomsFormSetup *setup, GeomsForm **form)
{
    static const GeomsFormOps ops = {.name = "recursive",
                                     .evaluate = evaluate,
                                     .base = base,
                                     .linearise = linearise,
                                     .factor = factor,
                                     .solve = solve,
                                     .defect = defect,
                                     .derivative = derivative,
                                     .correct = correct,
                                     .renew = renew,
                                     .normalise = normalise,
                                     .condition = condition,
                                     .walk = walk,
                                     .again = again};
    GeomsEquations *e = setup->eq;
    GeomsRecursive *s = geoms_arena_get (setup->arena, 1, sizeof *s);

    if (s != NULL) {
        s->form = (GeomsForm){.ops = &ops,
                              .eq = e,
                              .options = setup->options,
                              .n = e->n,
                              .m = e->n,
                              .invariants
                              = e->d.ni > 0 && setup->options->invariant == GEOMS_INVARIANT_PROJECT,
                              .free_count = e->n - e->d.ni,
                              .complex_slots = setup->complex_slots};
        allocate (s, setup->arena);
        s->form.base = s->base.F;
        s->form.dependent = s->dependent;
        s->form.index = s->index;
        *form = &s->form;
    }
    if (! setup->arena->failed)
        return 0;
    return geoms_report (e->report, GEOMS_OUT_OF_MEMORY,
                         "There is not enough memory for %d unknowns.", e->n);
}
