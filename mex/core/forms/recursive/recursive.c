/* recursive.c - the operations of formulation.h for recursive.h
 *
 *     defect   F + y at the base point
 *     correct  x <- the model's x with 0 = e;  then 0 = g, 0 = gI, and lambda there
 *
 * With constraints rows are [ 0; gI; g; F - x' ]: multipliers are solved for at each state, by
 * bordered.h.
 */
#include "recursive.h"

#include <math.h>
#include <string.h>

/* what corrections are to reach, or so many roundings; times as much is good enough by the
 * linearisation of the state, or by one from elsewhere: as in forms/projected/projection.c */
static const double REACHES = 1e-13, ROUNDINGS = 10, EXACT_ENOUGH = 100, OLD_ENOUGH = 2;

/* a state and the residual with x' = 0 there */
typedef struct State {
    int known;
    double t, *x, *F;
} State;

typedef struct GeomsRecursive {
    GeomsForm form;
    State base, linear; /* the base point; where dF/dx is                                    */
    int *dependent, *index;
    int held;           /* not 0: there are constraints                                      */
    GeomsBordered bordered;
    double *point;      /* n: a state whose multipliers are to change                          */
    const double *weights;
} GeomsRecursive;

/* ---- with constraints ---- */

/* [ 0; gI; g; F ] of the state that was looked at last */
static void put_rows (const GeomsRecursive *s, double *residual)
{
    const GeomsBordered *b = &s->bordered;
    const GeomsDims *d = &b->e->d;
    const size_t m = (size_t)b->m, real = sizeof (double);
    double *F = residual + 3 * m;

    memset (residual, 0, m * real);
    memcpy (residual + m, b->now.level + m, m * real);
    memcpy (residual + 2 * m, b->now.level, m * real);
    memcpy (F, b->rates, (size_t)d->nr * real);
    memcpy (F + d->nr, geoms_bordered_alpha (b), (size_t)d->nv * real);
    memcpy (F + d->nr + d->nv, b->rates + d->nr, (size_t)d->np * real);
}

static int evaluate_held (GeomsRecursive *s, int k, const double *t, double *x,
                          const double *xdot, double *residual)
{
    const GeomsForm *f = &s->form;
    const int n1 = f->eq->n1;
    int status = 0;

    for (int j = 0; j < k && status == 0; j++, x += f->n, residual += f->m) {
        status = geoms_bordered_look (&s->bordered, GEOMS_FOR_STAGES, t[j], x);
        if (status != 0)
            return status;
        put_rows (s, residual);
        for (int i = n1; i < f->n && xdot != NULL; i++)
            residual[2 * n1 + i] -= xdot[j * f->n + i];
    }
    return status;
}

static int look_held (GeomsRecursive *s, double t, const double *x, State *to)
{
    int status;

    memcpy (s->point, x, (size_t)s->form.n * sizeof *x);
    status = geoms_bordered_look (&s->bordered, GEOMS_FOR_METHOD, t, s->point);
    if (status == 0)
        put_rows (s, to->F);
    return status;
}

/* the linearisation at s->linear.x */
static int linearise_held (GeomsRecursive *s)
{
    State *l = &s->linear;

    memcpy (s->point, l->x, (size_t)s->form.n * sizeof *l->x);
    return geoms_bordered_linearise (&s->bordered, l->t, s->point, l->F);
}

static double limit_of (const GeomsForm *f)
{
    return geoms_max (REACHES, ROUNDINGS * f->options->rounding);
}

/* x is the base point, which was looked at last */
static int correct_held (GeomsRecursive *s, double t, double *x, int exact)
{
    GeomsForm *f = &s->form;
    GeomsBordered *b = &s->bordered;
    const double limit = limit_of (f),
                 accepted = (exact ? EXACT_ENOUGH : OLD_ENOUGH) * limit;
    int status;

    memcpy (x, b->l, (size_t)b->m * sizeof *x);
    if (! exact)
        geoms_bordered_scales (b, x);
    status = geoms_bordered_move (b, t, x, s->weights, limit, accepted);
    if (status != 0 && status != GEOMS_PROJECTION_FAILS)
        return status;
    put_rows (s, s->base.F);
    memcpy (s->base.x, x, (size_t)f->n * sizeof *x);
    return status;
}

/* ---- the operations ---- */

static int evaluate (GeomsForm *f, int k, const double *t, double *x, const double *xdot,
                     double *residual)
{
    GeomsRecursive *s = (GeomsRecursive *)f;
    int status;

    if (s->held)
        return evaluate_held (s, k, t, x, xdot, residual);
    status = geoms_equations_accelerations (f->eq, GEOMS_FOR_STAGES, k, t, x, residual);

    for (int i = 0; i < k * f->n && xdot != NULL && status == 0; i++)
        residual[i] -= xdot[i];
    return status;
}

/* F at (t, x), which is kept */
static int look (GeomsForm *f, double t, const double *x, State *to)
{
    GeomsRecursive *s = (GeomsRecursive *)f;
    int status;

    to->t = t;
    memcpy (to->x, x, (size_t)f->n * sizeof *x);
    status = s->held
                 ? look_held (s, t, x, to)
                 : geoms_equations_accelerations (f->eq, GEOMS_FOR_METHOD, 1, &t, x, to->F);
    if (status == 0 && ! geoms_finite ((size_t)f->m, to->F))
        status = GEOMS_RETRY;
    to->known = status == 0;
    return status;
}

static int base (GeomsForm *f, double t, const double *x)
{
    return look (f, t, x, &((GeomsRecursive *)f)->base);
}

static int linearise_as_held (GeomsRecursive *s, double t, const double *x, int mode)
{
    GeomsForm *f = &s->form;
    int status;

    s->linear.t = t;
    memcpy (s->linear.x, x, (size_t)f->n * sizeof *x);
    status = linearise_held (s);
    s->linear.known = status == 0;
    if (status != 0 || mode == GEOMS_BASE_LEAVE)
        return status;
    geoms_bordered_note (&s->bordered, s->point);
    if (mode == GEOMS_BASE_HAVE)
        return 0;
    s->base.t = t;
    s->base.known = 1;
    memcpy (s->base.x, x, (size_t)f->n * sizeof *x);
    put_rows (s, s->base.F);
    return geoms_finite ((size_t)f->m, s->base.F) ? 0 : GEOMS_RETRY;
}

static int linearise (GeomsForm *f, double t, const double *x, int mode)
{
    GeomsRecursive *s = (GeomsRecursive *)f;
    const size_t size = (size_t)f->n * sizeof *x;
    int status = 0;

    if (s->held)
        return linearise_as_held (s, t, x, mode);
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
    GeomsRecursive *s = (GeomsRecursive *)f;
    const int status = s->held ? geoms_bordered_factor (&s->bordered, slot, re, im)
                               : f->eq->model->newton.factor (slot, re, im, f->eq->user);

    f->no_memory = status == GEOMS_NO_MEMORY;
    return status;
}

static void solve (GeomsForm *f, int first, int count, const double *residual, double *dx)
{
    GeomsRecursive *s = (GeomsRecursive *)f;

    for (int slot = first; slot < first + count; slot++) {
        const size_t columns = slot == GEOMS_SLOT_REAL ? 1 : 2;

        if (s->held)
            geoms_bordered_solve (&s->bordered, slot, residual, dx);
        else
            f->eq->model->newton.solve (slot, residual, dx, f->eq->user);
        residual += columns * (size_t)f->m;
        dx += columns * (size_t)f->n;
    }
}

static void defect (GeomsForm *f, const double *y, double *residual)
{
    const int n1 = f->eq->n1;

    memset (residual, 0, 3 * (size_t)n1 * sizeof *residual);
    for (int i = n1; i < f->n; i++)
        residual[2 * n1 + i] = f->base[2 * n1 + i] + y[i];
}

static void derivative (const GeomsForm *f, GeomsMass *mass, double *xdot)
{
    const size_t n1 = (size_t)f->eq->n1;

    (void)mass;
    memset (xdot, 0, n1 * sizeof *xdot);
    memcpy (xdot + n1, f->base + 3 * n1, ((size_t)f->n - n1) * sizeof *xdot);
}

/* x is the base point */
static int correct (GeomsForm *f, double t, double *x, int exact)
{
    GeomsRecursive *s = (GeomsRecursive *)f;
    int status;

    if (! f->invariants && ! s->held)
        return 0;
    status = f->invariants ? geoms_equations_keep (f->eq, t, x) : 0;
    if (status != 0)
        return status < 0 ? status : GEOMS_PROJECTION_FAILS;
    if (memcmp (x, s->base.x, (size_t)f->n * sizeof *x) != 0)
        status = base (f, t, x);
    return status == 0 && s->held ? correct_held (s, t, x, exact) : status;
}

/* there is no other selector, nothing that needs to be told apart */
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
    const GeomsRecursive *s = (const GeomsRecursive *)f;

    for (int i = 0; i < 3; i++)
        values[i] = s->held ? s->bordered.condition[i / 2] : 1;
}

/* ---- what is remembered ---- */

static void walk_state (GeomsWalk *w, const GeomsRecursive *s, State *state)
{
    geoms_walk_int (w, &state->known);
    geoms_walk_real (w, &state->t);
    geoms_walk_reals (w, (size_t)s->form.n, state->x);
    geoms_walk_reals (w, (size_t)s->form.m, state->F);
}

/* how large things have been along the run */
static void walk_sizes (GeomsWalk *w, GeomsRecursive *s)
{
    GeomsEquations *e = s->form.eq;
    const size_t n = (size_t)e->n;

    geoms_walk_reals (w, n, e->reach);
    geoms_walk_reals (w, n, e->typical);
    geoms_walk_reals (w, n, e->floor);
    geoms_walk_reals (w, (size_t)e->n1, e->unit);
    geoms_walk_reals (w, (size_t)e->r_b, s->bordered.scale);
    geoms_walk_reals (w, 2 * (size_t)e->n1, s->bordered.first);
}

static void walk (GeomsForm *f, GeomsWalk *w)
{
    GeomsRecursive *s = (GeomsRecursive *)f;

    walk_state (w, s, &s->base);
    walk_state (w, s, &s->linear);
    if (s->held)
        walk_sizes (w, s);
}

static int again (GeomsForm *f)
{
    GeomsRecursive *s = (GeomsRecursive *)f;

    if (s->held)
        return s->linear.known ? linearise_held (s) : 0;
    return s->linear.known
               ? geoms_equations_linearise (f->eq, s->linear.t, s->linear.x, s->linear.F)
               : 0;
}

/* ---- creation ---- */

static void create_state (State *state, const GeomsForm *f, GeomsArena *arena)
{
    state->x = geoms_arena_reals (arena, (size_t)f->n);
    state->F = geoms_arena_reals (arena, (size_t)f->m);
}

static void allocate (GeomsRecursive *s, GeomsArena *arena)
{
    const size_t n = (size_t)s->form.n;

    create_state (&s->base, &s->form, arena);
    create_state (&s->linear, &s->form, arena);
    if (s->held)
        geoms_bordered_create (&s->bordered, s->form.eq, s->form.complex_slots, arena);
    s->point = geoms_arena_reals (arena, n);
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
                              .m = e->n + 2 * e->n1,
                              .invariants
                              = e->d.ni > 0 && setup->options->invariant == GEOMS_INVARIANT_PROJECT,
                              .free_count = e->n - 3 * e->n1 - e->d.ni,
                              .solved = e->n1,
                              .untested = 1,
                              .corrects_by_jacobian = e->n1 > 0,
                              .complex_slots = setup->complex_slots};
        s->held = e->n1 > 0;
        allocate (s, setup->arena);
        s->form.scale = s->held ? s->bordered.scale : NULL;
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

/* ---- states beside those of the method ---- */

void geoms_recursive_weigh (GeomsForm *f, const double *weights)
{
    ((GeomsRecursive *)f)->weights = weights;
}

int geoms_recursive_hold (GeomsForm *f, double t, double *x)
{
    return geoms_bordered_look (&((GeomsRecursive *)f)->bordered, GEOMS_FOR_METHOD, t, x);
}

int geoms_recursive_move (GeomsForm *f, double t, double *x)
{
    GeomsRecursive *s = (GeomsRecursive *)f;
    const double limit = limit_of (f);
    int status = f->invariants ? geoms_equations_keep (f->eq, t, x) : 0;

    if (status == 0)
        status = geoms_bordered_look (&s->bordered, GEOMS_FOR_OUTPUT, t, x);
    return status != 0 ? status
                       : geoms_bordered_move (&s->bordered, t, x, s->weights, limit,
                                              EXACT_ENOUGH * limit);
}

int geoms_recursive_regular (GeomsForm *f, double t, double *x, double *violation)
{
    GeomsRecursive *s = (GeomsRecursive *)f;
    int status = linearise (f, t, x, GEOMS_BASE_FILL);

    *violation = geoms_bordered_violation (&s->bordered);
    if (status == 0)
        status = geoms_recursive_move (f, t, x);
    return status == 0 && ! geoms_bordered_dependent (&s->bordered);
}
