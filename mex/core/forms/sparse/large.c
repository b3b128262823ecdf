/* large.c - psf and psi1 by sparse matrices as a formulation: creation, the operations of
 * formulation.h
 */
#include "large.h"

#include <math.h>
#include <string.h>

#include "model/pattern.h"

/* ---- the operations that have no file of their own ---- */

static void defect (GeomsForm *f, const double *y, double *residual)
{
    GeomsLarge *s = (GeomsLarge *)f;
    const GeomsEquations *e = f->eq;

    memset (residual, 0, (size_t)e->r_b * sizeof *residual);
    memcpy (residual + e->r_b, s->base.residual + e->r_b, (size_t)(e->m - e->r_b) * sizeof *residual);
    geoms_large_add_inertia (s, geoms_large_mass (s, s->base.column), 1, y, residual);
}

static void derivative (const GeomsForm *f, GeomsMass *mass, double *xdot)
{
    GeomsLarge *s = (GeomsLarge *)f;
    const GeomsEquations *e = f->eq;
    const double *b = f->base;

    (void)mass;
    memset (xdot, 0, (size_t)f->n * sizeof *xdot);
    memcpy (xdot + e->o2, b + e->r_b, (size_t)e->n2 * sizeof *xdot);
    memcpy (xdot + e->op, b + e->r_p, (size_t)e->d.np * sizeof *xdot);
    if (s->index1)
        geoms_large_accelerate (s);
    memcpy (xdot + e->o3, s->base.alpha, (size_t)e->d.nv * sizeof *xdot);
}

static void condition (const GeomsForm *f, double values[3])
{
    memcpy (values, ((const GeomsLarge *)f)->condition, 3 * sizeof *values);
}

int geoms_large_singular (const GeomsForm *f) { return ((const GeomsLarge *)f)->linear.singular; }

const double *geoms_large_alpha (const GeomsForm *f)
{
    return ((const GeomsLarge *)f)->base.alpha;
}

void geoms_large_here (const GeomsForm *f, const double **M, const double **C)
{
    const GeomsLarge *s = (const GeomsLarge *)f;

    *M = geoms_large_mass (s, s->base.column);
    *C = s->base.column + s->at.C;
}

int geoms_large_accelerates (const GeomsForm *f) { return ((const GeomsLarge *)f)->accelerates; }

void geoms_large_guard (GeomsForm *f, int massive) { ((GeomsLarge *)f)->massive = massive; }

static void free_factors (GeomsLarge *s)
{
    geoms_sparse_lu_free (s->lu);
    geoms_sparse_lu_free (s->stage.lu);
    geoms_sparse_lu_free (s->linear.lu);
    geoms_sparse_lu_free (s->border.lu);
    s->lu = s->stage.lu = s->linear.lu = s->border.lu = NULL;
}

int geoms_large_let_go (GeomsForm *f)
{
    GeomsLarge *s = (GeomsLarge *)f;
    const int again = s->prepared && s->accelerates;

    s->lets = 1;
    s->massive = s->accelerates = 0;
    if (! again)
        return 0;
    free_factors (s);
    memset (&s->newton, 0, sizeof s->newton);
    s->K_M = s->K_C = s->K_Ct = s->K_l = s->moving = s->friction = (GeomsSparseMap){0};
    s->stage.anchor.known = s->linear.anchor.known = s->linearised = 0;
    for (int slot = 0; slot <= f->complex_slots; slot++)
        s->anchor[slot].known = 0;
    return geoms_large_make_systems (s);
}

void geoms_large_own_rows (GeomsForm *f, const double *rda, double *row, double *terms)
{
    GeomsLarge *s = (GeomsLarge *)f;
    const GeomsEquations *e = f->eq;
    const double *M = geoms_large_mass (s, s->base.column), *x = s->base.x;

    memcpy (row, s->base.residual, (size_t)e->m * sizeof *row);
    for (int i = 0; i < e->m; i++)
        terms[i] = fabs (rda[i]) + fabs (row[i]) + (i < e->r_b ? s->scale[i] : 0);
    for (int j = 0; j < e->n; j++)
        for (int k = s->B.start[j]; k < s->B.start[j + 1]; k++)
            terms[s->B.row[k]] += fabs (s->b[k] * x[j]);
    if (s->index1 || ! s->by_mass)
        memcpy (row + e->r_gII, rda + e->r_gII, (size_t)s->m * sizeof *row);
    if (! s->accelerates)
        return;
    memset (row + e->r_v, 0, (size_t)e->d.nv * sizeof *row);
    for (int j = 0; j < e->d.nv; j++)
        for (int k = s->M.start[j]; k < s->M.start[j + 1]; k++)
            row[e->r_v + s->M.row[k]] += M[k] * s->base.alpha[j];
}

static void release (GeomsForm *f)
{
    free_factors ((GeomsLarge *)f);
}

void geoms_large_tell (const GeomsForm *f, GeomsSolution *to, int *marked, int *unique)
{
    const GeomsLarge *s = (const GeomsLarge *)f;

    if (! s->prepared)
        return;
    to->redundant = s->redundant;
    to->rows[0] = s->m3;
    to->rank[0] = s->rank3;
    to->rows[1] = s->m;
    to->rank[1] = s->rank2;
    to->rows[2] = s->index1 ? f->eq->d.nw : f->eq->d.nw + s->m;
    to->rank[2] = s->index1 ? f->eq->d.nw : f->eq->d.nw + s->rank2;
    memcpy (marked, s->dependent_rows, (size_t)f->eq->na * sizeof *marked);
    memcpy (unique, s->unique, (size_t)f->eq->n1 * sizeof *unique);
}

/* ---- creation ---- */

/* entries of C in the rows gI, h~ of B */
static int has_rows_of_C (const GeomsModel *model)
{
    const GeomsDims *d = &model->dims;
    const int v = d->nw + d->nl + d->nm + d->nr, gI = d->nw + d->nl + d->nm;

    for (int j = 0; j < d->nv; j++)
        for (int k = model->patterns.C.start[j]; k < model->patterns.C.start[j + 1]; k++)
            if (geoms_pattern_find (&model->patterns.B, gI + model->patterns.C.row[k], v + j) < 0)
                return 0;
    return 1;
}

/* invariants of positions alone, as lengths of quaternions */
static int keeps_positions (const GeomsModel *model)
{
    const GeomsDims *d = &model->dims;
    const int first = d->nw + 2 * (d->nl + d->nm), last = first + d->ni,
              moving = d->nw + d->nl + d->nm + d->nr + d->nv;

    for (int k = 0; k < model->patterns.B.start[moving]; k++)
        if (model->patterns.B.row[k] >= first && model->patterns.B.row[k] < last)
            return 0;
    return 1;
}

const char *geoms_large_lacks (const GeomsModel *model)
{
    const GeomsDims *d = &model->dims;

    if (d->nv == 0)
        return "the system has no velocities";
    if (model->parts == NULL || model->abi < 3)
        return "the model does not give M, f, C by themselves (parts)";
    if (! geoms_pattern_given (&model->patterns.M) && geoms_equations_mass_given (model))
        return "the mass matrix has no pattern";
    if (! geoms_pattern_given (&model->patterns.C))
        return "the constraints have no pattern";
    if (! geoms_pattern_given (&model->patterns.B))
        return "the derivatives (B, blocks_jac) have no pattern";
    if (! geoms_pattern_fits (model, geoms_pattern_given (&model->patterns.M)))
        return "the kinematics (Z) have no pattern, and are too large without";
    if (d->nc > 0)
        return "the system has additional conditions for initial values";
    if (! has_rows_of_C (model))
        return "the pattern of the derivatives lacks entries of C in the rows gI, h~";
    return keeps_positions (model) ? NULL : "an invariant depends on velocities";
}

static void take_patterns (GeomsLarge *s, GeomsArena *arena)
{
    const GeomsEquations *e = s->form.eq;
    const GeomsModel *model = e->model;

    s->at = geoms_pattern_places (model, e->mass_varies || model->parts_mass);
    s->identity = ! geoms_equations_mass_given (model);
    s->M = s->identity ? geoms_pattern_diagonal (e->d.nv, arena) : model->patterns.M;
    s->C = model->patterns.C;
    s->B = model->patterns.B;
    for (int j = e->d.nw; j < e->n1; j++)
        for (int k = s->B.start[j]; k < s->B.start[j + 1]; k++)
            s->most_friction += s->B.row[k] >= e->r_v && s->B.row[k] < e->r_p;
}

static void make_anchor (const GeomsLarge *s, size_t b, GeomsLargeAnchor *a, GeomsArena *arena)
{
    const int nv = s->form.eq->d.nv;

    a->b = geoms_arena_reals (arena, b);
    a->c = geoms_arena_reals (arena, (size_t)s->C.start[nv]);
    a->mass = geoms_arena_reals (arena, (size_t)s->M.start[nv]);
}

static void make_linearisation (GeomsLarge *s, GeomsArena *arena)
{
    const GeomsEquations *e = s->form.eq;
    const size_t B = (size_t)s->B.start[e->n], C = (size_t)s->C.start[e->d.nv],
                 M = (size_t)s->M.start[e->d.nv], m = (size_t)s->m, m3 = (size_t)s->rows3,
                 slots = 1 + (size_t)s->form.complex_slots;

    s->b = geoms_arena_reals (arena, B);
    s->c = geoms_arena_reals (arena, C);
    s->mass = geoms_arena_reals (arena, M);
    s->constant = geoms_arena_reals (arena, M + geoms_equations_mass_room (e));
    s->products = geoms_arena_reals (arena, s->weights != NULL ? B : 0);
    s->terms = geoms_arena_reals (arena, m);
    s->scale = geoms_arena_reals (arena, (size_t)e->m);
    s->omega_2 = geoms_arena_reals (arena, m);
    s->omega_3 = geoms_arena_reals (arena, m3);
    s->omega_II = geoms_arena_reals (arena, m);
    s->omega_v = geoms_arena_reals (arena, m);
    s->anchor = geoms_arena_get (arena, slots, sizeof *s->anchor);
    s->since = geoms_arena_ints (arena, slots);
    s->doubt = geoms_arena_ints (arena, slots);
    for (size_t slot = 0; slot < slots && s->anchor != NULL && ! s->moves; slot++)
        make_anchor (s, B, s->anchor + slot, arena);
    make_anchor (s, (size_t)s->most_friction, &s->stage.anchor, arena);
    make_anchor (s, (size_t)s->most_friction, &s->linear.anchor, arena);
}

static void make_work (GeomsLarge *s, GeomsArena *arena)
{
    const GeomsEquations *e = s->form.eq;
    const size_t n = (size_t)e->n, m = (size_t)e->m, nv = (size_t)e->d.nv, rows = (size_t)s->m,
                 most = (size_t)geoms_int_max (geoms_int_max (s->rows3, s->m), e->d.nv),
                 columns = (size_t)geoms_form_columns (&s->form), size = (size_t)s->at.size;
    GeomsLargePoint *b = &s->base;

    b->x = geoms_arena_reals (arena, n);
    b->column = geoms_arena_reals (arena, size);
    b->alpha = geoms_arena_reals (arena, nv);
    b->l = geoms_arena_reals (arena, rows);
    b->residual = geoms_arena_reals (arena, m);
    s->columns = geoms_arena_reals (arena, columns * size);
    s->dx = geoms_arena_reals (arena, n);
    s->moved = geoms_arena_reals (arena, nv);
    s->from = geoms_arena_reals (arena, n);
    s->way = geoms_arena_reals (arena, n);
    s->begun = geoms_arena_reals (arena, n);
    s->keeps = geoms_arena_ints (arena, (size_t)e->d.ni);
    s->size = geoms_arena_reals (arena, n);
    s->row = geoms_arena_reals (arena, m);
    s->force = geoms_arena_reals (arena, nv);
    s->rhs = geoms_arena_reals (arena, most);
    s->other = geoms_arena_reals (arena, most);
    s->zeros = geoms_arena_reals (arena, nv);
    s->least = geoms_arena_reals (arena, 2 * rows);
    s->dependent = geoms_arena_ints (arena, n);
    s->index = geoms_arena_ints (arena, n);
    s->dependent_rows = geoms_arena_ints (arena, (size_t)e->na);
    s->unique = geoms_arena_ints (arena, (size_t)e->n1);
}

static const GeomsFormOps psf = {.name = "psf",
                                 .begin = geoms_large_begin,
                                 .evaluate = geoms_large_evaluate,
                                 .base = geoms_large_base,
                                 .linearise = geoms_large_linearise,
                                 .factor = geoms_large_factor,
                                 .solve = geoms_large_solve,
                                 .follow = geoms_large_follow,
                                 .defect = defect,
                                 .derivative = derivative,
                                 .correct = geoms_large_correct,
                                 .renew = geoms_large_renew,
                                 .normalise = geoms_large_normalise,
                                 .condition = condition,
                                 .approach = geoms_large_approach,
                                 .walk = geoms_large_walk,
                                 .again = geoms_large_again,
                                 .release = release};

static void set_form (GeomsLarge *s, const GeomsFormSetup *setup)
{
    const GeomsEquations *e = setup->eq;

    s->form = (GeomsForm){.ops = &psf,
                          .eq = setup->eq,
                          .options = setup->options,
                          .n = e->n,
                          .m = e->m,
                          .corrects_by_jacobian = 1,
                          .second = ! s->index1,
                          .invariants = s->kept > 0,
                          .solved_at = e->d.nw,
                          .solved = s->index1 ? 0 : s->m,
                          .complex_slots = setup->complex_slots};
}

int geoms_large_new (const GeomsFormSetup *setup, int psi1, int moves, GeomsForm **form)
{
    GeomsEquations *e = setup->eq;
    const GeomsOptions *o = setup->options;
    GeomsArena *arena = setup->arena;
    GeomsLarge *s = geoms_arena_get (arena, 1, sizeof *s);

    if (s != NULL) {
        s->arena = arena;
        s->index1 = psi1;
        s->moves = moves;
        s->weights = setup->weights;
        s->m = e->d.nl + e->d.nm;
        s->m3 = e->d.ns + e->d.nl;
        s->kept = o->invariant == GEOMS_INVARIANT_PROJECT ? e->d.ni : 0;
        s->rows3 = s->m3 + s->kept;
        s->kappa = INFINITY;
        s->accelerates = ! psi1 && ! moves
                         && (o->velocity_rows == GEOMS_VELOCITY_ROWS_ACCELERATION
                             || (o->velocity_rows == GEOMS_VELOCITY_ROWS_AUTO && e->mass_varies));
        set_form (s, setup);
        take_patterns (s, arena);
        if (! s->identity)
            geoms_mass_free_create (&s->free, e->model, arena);
        if (! arena->failed) {
            make_linearisation (s, arena);
            make_work (s, arena);
        }
        for (int i = 0; i < e->n && ! arena->failed; i++)
            s->index[i] = psi1 && i >= e->d.nw && i < e->n1 ? 2 : 1;
        for (int i = 0; i < e->m && ! arena->failed; i++)
            s->scale[i] = 1;
        for (int i = 0; i < e->d.ni && ! arena->failed; i++)
            s->keeps[i] = s->kept > 0 ? GEOMS_E_PROJECTED : GEOMS_E_FREE;
        s->form.keeps = s->keeps;
        s->form.scale = s->scale;
        s->form.base = s->base.residual;
        s->form.dependent = s->dependent;
        s->form.index = s->index;
        *form = &s->form;
    }
    if (! arena->failed)
        return 0;
    return geoms_report (e->report, GEOMS_OUT_OF_MEMORY,
                         "There is not enough memory for %d unknowns.", e->n);
}
