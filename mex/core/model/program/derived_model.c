/* derived_model.c - the callbacks of a derived system, each a program
 *
 *     parts          [ M; Z; f; C; g; gI; h~; gamma; b; d; c; e ], M and C by their patterns; M only
 *                    where it varies, else it is asked for by itself
 *     blocks_jac     B, by its pattern
 *     rda            from parts:  M a = f_dyn = f - C'[lambda; mu],  [gII; hI] = C a + gamma
 *     accelerations  from parts, without constraints:  r' = b,  M v' = f,  p' = Z v
 *     jac            from B:  M da = B_f dx,  rows [gII; hI] get C da; rows f_dyn are those of F
 *
 * Patterns are those of the structure: what is not 0 on the tape.
 */
#include <stdlib.h>
#include <string.h>

#include "base/linalg.h"
#include "derived_model.h"
#include "model/mass.h"
#include "model/pattern.h"

/* ---- what is put where ---- */

/* roots and their places, growing */
typedef struct Outputs {
    int count;
    int *root, *place;
} Outputs;

/* `count` roots from a place on */
static void put (Outputs *to, int place, int count, const int *root)
{
    for (int i = 0; i < count && root != NULL; i++) {
        to->root[to->count] = root[i];
        to->place[to->count++] = place + i;
    }
}

/* the entries of a pattern in a dense matrix of roots with m rows */
static void put_pattern (Outputs *to, int place, const GeomsPattern *p, int m, int n,
                         const int *root)
{
    for (int j = 0; j < n; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++) {
            to->root[to->count] = root[p->row[k] + j * m];
            to->place[to->count++] = place + k;
        }
}

/* entries of a dense matrix of nodes that are not 0; `diagonal`: all of it, alone */
static GeomsPattern pattern_of (int m, int n, const int *root, int whole_diagonal,
                                GeomsArena *arena)
{
    int *start = geoms_arena_ints (arena, (size_t)n + 1), count = 0;
    int *row = geoms_arena_ints (arena, (size_t)m * (size_t)n);

    for (int j = 0; j < n && ! arena->failed; j++) {
        for (int i = 0; i < m; i++)
            if (root[i + j * m] != 0 || (whole_diagonal && i == j))
                row[count++] = i;
        start[j + 1] = count;
    }
    return (GeomsPattern){start, row};
}

/* entries of a list by rows, put in order by columns; order[k]: number in the list of entry k */
static GeomsPattern pattern_of_list (int n, const GeomsEntries *list, int *order, GeomsArena *arena)
{
    int *start = geoms_arena_ints (arena, (size_t)n + 2);
    int *row = geoms_arena_ints (arena, (size_t)list->count);

    if (arena->failed)
        return (GeomsPattern){NULL, NULL};
    for (int e = 0; e < list->count; e++)
        start[list->entry[e].column + 2]++;
    for (int j = 0; j < n; j++)
        start[j + 2] += start[j + 1];
    for (int e = 0; e < list->count; e++) {
        const int k = start[list->entry[e].column + 1]++;
        row[k] = list->entry[e].row;
        order[k] = e;
    }
    return (GeomsPattern){start, row};
}

/* ---- programs ---- */

static void make_callable (GeomsDerivedModel *m, GeomsCallable *c, const GeomsTape *tape,
                           const Outputs *out)
{
    if (m->arena.failed
        || geoms_callable_build (c, tape, geoms_derive_parameters (&m->d), m->nq, out->count,
                                 out->root, out->place, &m->arena)
               != 0)
        m->arena.failed = 1;
}

static void call (const GeomsDerivedModel *m, const GeomsCallable *c, int k, const double *t,
                  const double *x, int ldx, const double *alpha, double *out, int ldo)
{
    const GeomsSource source[GEOMS_MOST_SOURCES]
        = {{x, m->n, ldx}, {t, 1, 1}, {alpha, m->d.nv, 0}};

    geoms_program_run (&c->program, &c->registers, k, source, out, ldo);
}

static void make_parts (GeomsDerivedModel *m, const GeomsDerived *from, const GeomsTape *tape,
                        Outputs *out)
{
    const GeomsDims *d = &m->d;
    const GeomsDescribed *of = &from->of;
    const GeomsDerivedPlaces *at = &m->at;

    out->count = 0;
    if (geoms_derived_mass_varies (m))
        put_pattern (out, at->M, &m->pattern_M, d->nv, d->nv, of->M);
    put (out, at->Z, m->has_Z ? d->np * d->nv : 0, of->Z);
    put (out, at->f, d->nv, of->f);
    put_pattern (out, at->C, &m->pattern_C, m->rows_of_C, d->nv, from->C);
    put (out, at->g, d->nl, of->g);
    put (out, at->level, d->nl, from->gI);
    put (out, at->level + d->nl, d->nm, of->h);
    put (out, at->gamma, m->rows_of_C, from->gamma);
    put (out, at->b, d->nr, of->b);
    put (out, at->d, d->nw, of->d);
    put (out, at->c, d->ns, of->c);
    put (out, at->e, d->ni, of->e);
    make_callable (m, &m->parts, tape, out);
    out->count = 0;
    if (m->has_mass && ! geoms_derived_mass_varies (m))
        put_pattern (out, 0, &m->pattern_M, d->nv, d->nv, of->M);
    make_callable (m, &m->inertia, tape, out);
}

static void make_slopes (GeomsDerivedModel *m, const GeomsDerived *from, const GeomsTape *tape,
                         Outputs *out)
{
    m->pattern_B = pattern_of_list (m->n, &from->B, out->place, &m->arena);
    out->count = m->arena.failed ? 0 : from->B.count;
    for (int k = 0; k < out->count; k++) {
        out->root[k] = from->B.entry[out->place[k]].node;
        out->place[k] = k;
    }
    make_callable (m, &m->B, tape, out);
    /* F at its places in a dense matrix with nv rows */
    out->count = from->F.count;
    for (int e = 0; e < out->count; e++) {
        out->root[e] = from->F.entry[e].node;
        out->place[e] = from->F.entry[e].row + from->F.entry[e].column * m->d.nv;
    }
    make_callable (m, &m->F, tape, out);
    out->count = 0;
    put (out, 0, m->d.nc, from->of.condition);
    make_callable (m, &m->condition, tape, out);
}

/* ---- callbacks ---- */

static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    const GeomsDerivedModel *m = user;

    for (int j = 0; j < k; j++)
        memset (out + (size_t)j * (size_t)ldo, 0, (size_t)m->at.size * sizeof *out);
    call (m, &m->parts, k, t, x, ldx, m->a, out, ldo);
    return 0;
}

static int blocks_jac (double t, const double *x, const double *alpha, double *B, int ldb,
                       void *user)
{
    const GeomsDerivedModel *m = user;

    (void)ldb;
    call (m, &m->B, 1, &t, x, m->n, alpha, B, 0);
    return 0;
}

/* M and C of a column, dense, and a = f - C'[lambda; mu] */
static void spread (GeomsDerivedModel *m, const double *column, const double *x)
{
    const double *l = x + m->d.nw;

    if (geoms_derived_mass_varies (m))
        geoms_pattern_spread (&m->pattern_M, m->d.nv, m->d.nv, column + m->at.M, m->M);
    geoms_pattern_spread (&m->pattern_C, m->rows_of_C, m->d.nv, column + m->at.C, m->C);
    memcpy (m->a, column + m->at.f, (size_t)m->d.nv * sizeof *m->a);
    geoms_subtract_transposed (m->rows_of_C, m->d.nv, m->C, l, m->a);
}

/* M a = f_dyn, which stands in a: 0, or 1 where that cannot be */
static int accelerate (GeomsDerivedModel *m, const double *gamma)
{
    if (! m->has_mass)
        return 0;
    if (geoms_mass_factor (&m->mass, m->M, m->C, m->rows_of_C,
                           m->structure == GEOMS_MASS_DIAGONAL
                               || m->structure == GEOMS_MASS_CONSTANT_DIAGONAL) != 0)
        return 1;
    geoms_mass_solve (&m->mass, gamma, m->a);
    return 0;
}

static void rate_of_positions (const GeomsDerivedModel *m, const double *column, const double *v,
                               double *rate)
{
    if (m->has_Z)
        geoms_matvec (m->d.np, m->d.nv, column + m->at.Z, m->d.np, v, rate);
    else
        memcpy (rate, v, (size_t)m->d.np * sizeof *rate);
}

static double *take (double *to, int count, const double *from)
{
    if (count > 0)
        memcpy (to, from, (size_t)count * sizeof *to);
    return to + count;
}

/* rda of one column of parts */
static int rda_of (GeomsDerivedModel *m, const double *column, const double *x, double *rda)
{
    const GeomsDims *d = &m->d;
    const GeomsDerivedPlaces *at = &m->at;
    double *to = take (rda, d->nw, column + at->d), *second = to, *dyn;

    to = take (to, m->rows_of_C, column + at->gamma);
    to = take (to, m->rows_of_C, column + at->level);
    to = take (to, d->ni, column + at->e);
    to = take (to, d->ns, column + at->c);
    to = take (to, d->nl, column + at->g);
    dyn = take (to, d->nr, column + at->b);
    spread (m, column, x);
    rate_of_positions (m, column, x + m->n - d->np - d->ns - d->nv, take (dyn, d->nv, m->a));
    if (m->rows_of_C == 0)
        return 0;
    if (accelerate (m, column + at->gamma) != 0)
        return 1;
    for (int j = 0; j < d->nv; j++)
        for (int i = 0; i < m->rows_of_C; i++)
            second[i] += m->C[i + j * m->rows_of_C] * m->a[j];
    return 0;
}

/* parts of k states, in m->columns: 0, or -1 without memory */
static int columns_of (GeomsDerivedModel *m, int k, const double *t, const double *x, int ldx)
{
    if (geoms_grow ((void **)&m->columns, &m->room, (size_t)m->at.size * (size_t)k,
                    sizeof *m->columns)
        != 0)
        return -1;
    return parts (k, t, x, ldx, m->columns, m->at.size, m);
}

static int rda_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     double *mass, int ldm, void *user)
{
    GeomsDerivedModel *m = user;
    int status = columns_of (m, k, t, x, ldx);

    for (int j = 0; j < k && status == 0; j++) {
        const double *column = m->columns + (size_t)m->at.size * (size_t)j;
        status = rda_of (m, column, x + (size_t)j * (size_t)ldx, out + (size_t)j * (size_t)ldo);
        if (mass != NULL)
            take (mass + (size_t)j * (size_t)ldm, m->pattern_M.start[m->d.nv], column + m->at.M);
    }
    return status;
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    return rda_mass (k, t, x, ldx, out, ldo, NULL, 0, user);
}

/* constant */
static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const GeomsDerivedModel *m = user;

    (void)t, (void)x, (void)ldx;
    for (int j = 0; j < k; j++)
        take (out + (size_t)j * (size_t)ldo, m->pattern_M.start[m->d.nv], m->constant_M);
    return 0;
}

/* x = [r; v; p] */
static int accelerations (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                          void *user)
{
    GeomsDerivedModel *m = user;
    int status = columns_of (m, k, t, x, ldx);

    for (int j = 0; j < k && status == 0; j++) {
        const double *column = m->columns + (size_t)m->at.size * (size_t)j;
        const double *v = x + (size_t)j * (size_t)ldx + m->d.nr;
        double *to = take (out + (size_t)j * (size_t)ldo, m->d.nr, column + m->at.b);
        spread (m, column, v);
        status = accelerate (m, NULL);
        rate_of_positions (m, column, v, take (to, m->d.nv, m->a));
    }
    return status;
}

int geoms_derived_model_made (const GeomsModel *model) { return model->rda == rda; }

/* rows f of J: those of F, where M depends on x; [gII; hI] += C M^-1 B_f */
static void turn_to_jacobian (GeomsDerivedModel *m, double t, const double *x, double *J, int ldj)
{
    const int nv = m->d.nv, rows = m->rows_of_C;
    double *F = m->dense;

    memset (F, 0, (size_t)nv * (size_t)m->n * sizeof *F);
    if (m->F.program.outputs > 0)
        call (m, &m->F, 1, &t, x, m->n, m->a, F, 0);
    for (int j = 0; j < m->n; j++) {
        double *column = J + (size_t)j * (size_t)ldj, *f = column + m->row_of_f;

        memcpy (m->a, f, (size_t)nv * sizeof *f);
        if (m->has_mass && rows > 0)
            geoms_mass_solve (&m->mass, column + m->row_of_gII, m->a);
        for (int l = 0; l < nv && rows > 0; l++)
            for (int i = 0; i < rows; i++)
                column[m->row_of_gII + i] += m->C[i + l * rows] * m->a[l];
        if (geoms_derived_mass_varies (m))
            memcpy (f, F + (size_t)j * (size_t)nv, (size_t)nv * sizeof *f);
    }
}

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    GeomsDerivedModel *m = user;
    const GeomsPattern *p = &m->pattern_B;
    double *alpha = m->values + p->start[m->n];

    if (columns_of (m, 1, &t, x, m->n) != 0)
        return -1;
    spread (m, m->columns, x);
    if (accelerate (m, m->columns + m->at.gamma) != 0)
        return 1;
    memcpy (alpha, m->a, (size_t)m->d.nv * sizeof *alpha);
    call (m, &m->B, 1, &t, x, m->n, alpha, m->values, 0);
    for (int j = 0; j < m->n; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            J[p->row[k] + j * ldj] = m->values[k];
    turn_to_jacobian (m, t, x, J, ldj);
    return 0;
}

static int condition (double t, const double *x, double *c, void *user)
{
    const GeomsDerivedModel *m = user;

    memset (c, 0, (size_t)m->d.nc * sizeof *c);
    call (m, &m->condition, 1, &t, x, m->n, m->a, c, 0);
    return 0;
}

/* ---- all ---- */

static int next (int *place, int size)
{
    const int begin = *place;

    *place += size;
    return begin;
}

void geoms_derived_model_sizes (GeomsDerivedModel *m)
{
    const GeomsDims *d = &m->d;

    m->n = geoms_derive_unknowns (d);
    m->rows_of_C = d->nl + d->nm;
    m->row_of_gII = d->nw;
    m->row_of_f = d->nw + 2 * m->rows_of_C + d->nl + d->ni + d->ns + d->nr;
}

void geoms_derived_model_places (GeomsDerivedModel *m)
{
    const GeomsDims *d = &m->d;
    GeomsDerivedPlaces *at = &m->at;
    int *size = &at->size;

    *size = 0;
    at->M = next (size, geoms_derived_mass_varies (m) ? m->pattern_M.start[d->nv] : 0);
    at->Z = next (size, m->has_Z ? d->np * d->nv : 0);
    at->f = next (size, d->nv);
    at->C = next (size, m->pattern_C.start[d->nv]);
    at->g = next (size, d->nl);
    at->level = next (size, m->rows_of_C);
    at->gamma = next (size, m->rows_of_C);
    at->b = next (size, d->nr);
    at->d = next (size, d->nw);
    at->c = next (size, d->ns);
    at->e = next (size, d->ni);
}

static void begin (GeomsDerivedModel *m, const GeomsDerived *from)
{
    const GeomsDims *d = &m->d;

    m->d = from->of.dims;
    m->has_mass = from->of.M != NULL;
    m->has_Z = from->of.Z != NULL;
    m->structure = from->mass_structure;
    m->autonomous = from->autonomous;
    geoms_derived_model_sizes (m);
    m->pattern_C = pattern_of (m->rows_of_C, d->nv, from->C, 0, &m->arena);
    if (m->has_mass)
        m->pattern_M = pattern_of (d->nv, d->nv, from->of.M, 1, &m->arena);
}

void geoms_derived_model_room (GeomsDerivedModel *m)
{
    const size_t nv = (size_t)m->d.nv, n = (size_t)m->n, rows = (size_t)m->rows_of_C;

    if (m->arena.failed)
        return;
    m->M = geoms_arena_reals (&m->arena, m->has_mass ? nv * nv : 0);
    m->constant_M
        = geoms_arena_reals (&m->arena, m->has_mass ? (size_t)m->pattern_M.start[m->d.nv] : 0);
    m->C = geoms_arena_reals (&m->arena, rows * nv);
    m->a = geoms_arena_reals (&m->arena, nv);
    m->values = geoms_arena_reals (&m->arena, (size_t)m->pattern_B.start[m->n] + nv);
    m->dense = geoms_arena_reals (&m->arena, nv * n);
    geoms_mass_create (&m->mass, m->d.nv, m->rows_of_C, &m->arena);
}

int geoms_derived_model_set (GeomsDerivedModel *m, const double *q)
{
    const double t = 0;
    GeomsCallable *all[] = {&m->parts, &m->B, &m->F, &m->condition, &m->inertia};
    int status = 0;

    for (size_t i = 0; i < sizeof all / sizeof *all && status == 0; i++)
        status = geoms_callable_set (all[i], geoms_derive_parameters (&m->d), m->nq, q);
    if (status == 0 && m->has_mass && ! geoms_derived_mass_varies (m)) {
        call (m, &m->inertia, 1, &t, m->dense, m->n, m->a, m->constant_M, 0);
        geoms_pattern_spread (&m->pattern_M, m->d.nv, m->d.nv, m->constant_M, m->M);
    }
    return status;
}

/* whether accelerations are there whatever the state: a constant M is positive. Else a formulation
 * has to tell by which coordinate it is not */
static int always_accelerates (GeomsDerivedModel *m)
{
    if (m->d.nl + m->d.nm + m->d.nw + m->d.ns > 0 || geoms_derived_mass_varies (m))
        return 0;
    return ! m->has_mass
           || geoms_mass_try (&m->mass, m->M, m->structure == GEOMS_MASS_CONSTANT_DIAGONAL) == 0;
}

void geoms_derived_model_fill (GeomsDerivedModel *m, GeomsModel *model)
{
    memset (model, 0, sizeof *model);
    model->abi = GEOMS_MODEL_ABI;
    model->size = sizeof *model;
    model->dims = m->d;
    model->mass_structure = m->structure;
    model->autonomous = m->autonomous;
    model->rda = rda;
    model->jac = jac;
    model->parts = parts;
    if (geoms_derived_mass_varies (m)) {
        model->parts_mass = 1;
        model->rda_mass = rda_mass;
    } else if (m->has_mass)
        model->mass = mass;
    m->accelerates = always_accelerates (m);
    if (m->accelerates)
        model->accelerations = accelerations;
    model->kinematics = m->has_Z;
    model->ivcond = m->d.nc > 0 ? condition : NULL;
    model->blocks_jac = blocks_jac;
    if (m->has_mass)
        model->patterns.M = m->pattern_M;
    model->patterns.C = m->pattern_C;
    model->patterns.B = m->pattern_B;
}

static int make (GeomsDerivedModel *m, const GeomsDerived *from, const GeomsTape *tape)
{
    const GeomsDims *d = &from->of.dims;
    const size_t most = (size_t)from->B.count + (size_t)from->F.count
                        + (size_t)(d->nv + d->np + d->nl + d->nm) * (size_t)d->nv
                        + 2 * (size_t)from->rows + (size_t)d->nc + (size_t)(d->nv * d->nv);
    GeomsArena scratch = {0};
    Outputs out = {.root = geoms_arena_ints (&scratch, most),
                   .place = geoms_arena_ints (&scratch, most)};

    begin (m, from);
    if (! scratch.failed && ! m->arena.failed) {
        geoms_derived_model_places (m);
        make_parts (m, from, tape, &out);
        make_slopes (m, from, tape, &out);
        geoms_derived_model_room (m);
    }
    const int failed = scratch.failed || m->arena.failed;
    geoms_arena_free (&scratch);
    return failed;
}

GeomsDerivedModel *geoms_derived_model_create (const GeomsDerived *derived, const GeomsTape *tape,
                                               const double *q, int nq, GeomsModel *model,
                                               GeomsReport *report)
{
    GeomsDerivedModel *m = calloc (1, sizeof *m);

    if (m != NULL) {
        m->nq = nq;
        if (make (m, derived, tape) == 0 && geoms_derived_model_set (m, q) == 0) {
            geoms_derived_model_fill (m, model);
            return m;
        }
    }
    geoms_derived_model_free (m);
    geoms_report (report, GEOMS_OUT_OF_MEMORY, "There is not enough memory to derive the system.");
    return NULL;
}

void geoms_derived_model_free (GeomsDerivedModel *m)
{
    if (m != NULL) {
        free (m->columns);
        geoms_arena_free (&m->arena);
    }
    free (m);
}
