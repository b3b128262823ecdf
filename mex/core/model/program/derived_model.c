/* derived_model.c - the callbacks of a derived system, each a program
 *
 *     parts          [ M; Z; f; C; g; gI; h~; gamma; b; d; c; e ], M and C by their patterns; M only
 *                    where it varies, else it is asked for by itself
 *     constraints    [ C; g; gI; h~ ] of parts, by what of their program these need
 *     blocks_jac     B, by its pattern
 *     rda            from parts:  M a = f_dyn = f - C'[lambda; mu],  [gII; hI] = C a + gamma
 *     accelerations  from parts, without constraints:  r' = b,  M v' = f,  p' = Z v
 *     jac            from B:  M da = B_f dx,  rows [gII; hI] get C da; rows f_dyn are those of F
 */
#include <stdlib.h>
#include <string.h>

#include "base/linalg.h"
#include "derived_model.h"
#include "model/pattern.h"

/* ---- callbacks ---- */

static void call (const GeomsDerivedModel *m, const GeomsCallable *c, int k, const double *t,
                  const double *x, int ldx, const double *alpha, double *out, int ldo)
{
    const GeomsSource source[GEOMS_MOST_SOURCES]
        = {{x, m->n, ldx}, {t, 1, 1}, {alpha, m->d.nv, 0}};

    geoms_program_run (&c->program, &c->registers, k, source, out, ldo);
}

static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    const GeomsDerivedModel *m = user;

    for (int j = 0; j < k; j++)
        memset (out + (size_t)j * (size_t)ldo, 0, (size_t)m->at.size * sizeof *out);
    call (m, &m->parts, k, t, x, ldx, m->a, out, ldo);
    return 0;
}

static int constraints (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    GeomsDerivedModel *m = user;
    const int size = m->at.gamma - m->at.C;
    const GeomsSource source[GEOMS_MOST_SOURCES] = {{x, m->n, ldx}, {t, 1, 1}, {m->a, m->d.nv, 0}};

    if (! m->has_held
        && geoms_program_part (&m->held, &m->parts.program, m->at.C, m->at.gamma, &m->arena) != 0)
        return GEOMS_NO_MEMORY;
    m->has_held = 1;
    for (int j = 0; j < k; j++)
        memset (out + (size_t)j * (size_t)ldo, 0, (size_t)size * sizeof *out);
    geoms_program_run (&m->held, &m->parts.registers, k, source, out, ldo);
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

/* f - C'[lambda; mu] into a */
static void push (GeomsDerivedModel *m, const double *column, const double *x)
{
    memcpy (m->a, column + m->at.f, (size_t)m->d.nv * sizeof *m->a);
    geoms_pattern_add_transposed (&m->pattern_C, m->rows_of_C, m->d.nv, column + m->at.C, -1,
                                  x + m->d.nw, m->a);
}

/* the values of M, those of a column of parts where it varies */
static const double *values_of_M (const GeomsDerivedModel *m, const double *column)
{
    return geoms_derived_mass_varies (m) ? column + m->at.M : m->constant_M;
}

/* M a = f_dyn, which stands in a: 0; 1 where that cannot be; -1 without memory */
static int accelerate (GeomsDerivedModel *m, const double *column, const double *gamma)
{
    return geoms_sparse_mass_divide (&m->mass, values_of_M (m, column), column + m->at.C, gamma,
                                     m->a);
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
    push (m, column, x);
    rate_of_positions (m, column, x + m->n - d->np - d->ns - d->nv, take (dyn, d->nv, m->a));
    if (m->rows_of_C == 0)
        return 0;
    const int status = accelerate (m, column, column + at->gamma);
    if (status == 0)
        geoms_pattern_add (&m->pattern_C, m->rows_of_C, d->nv, column + at->C, 1, m->a, second);
    return status;
}

/* parts of k states, in m->columns: 0, or GEOMS_NO_MEMORY */
static int columns_of (GeomsDerivedModel *m, int k, const double *t, const double *x, int ldx)
{
    if (geoms_grow ((void **)&m->columns, &m->room, (size_t)m->at.size * (size_t)k,
                    sizeof *m->columns)
        != 0)
        return GEOMS_NO_MEMORY;
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
        push (m, column, v);
        status = accelerate (m, column, NULL);
        rate_of_positions (m, column, v, take (to, m->d.nv, m->a));
    }
    return status;
}

int geoms_derived_model_made (const GeomsModel *model) { return model->rda == rda; }

/* row += M^-1 of what stands there, and what that does in [gII; hI] */
static void divide_column (GeomsDerivedModel *m, double *f, double *second)
{
    const int nv = m->d.nv, rows = m->rows_of_C;

    memcpy (m->a, f, (size_t)nv * sizeof *f);
    geoms_sparse_mass_again (&m->mass, values_of_M (m, m->columns), second, m->a);
    geoms_pattern_add (&m->pattern_C, rows, nv, m->columns + m->at.C, 1, m->a, second);
}

/* rows f of J: those of F, where M depends on x; [gII; hI] += C M^-1 B_f */
static void turn_to_jacobian (GeomsDerivedModel *m, double t, const double *x, double *J, int ldj)
{
    const GeomsPattern *F = &m->pattern_F;
    const int varies = geoms_derived_mass_varies (m);

    if (m->F.program.outputs > 0)
        call (m, &m->F, 1, &t, x, m->n, m->a, m->values, 0);
    for (int j = 0; j < m->n; j++) {
        double *column = J + (size_t)j * (size_t)ldj, *f = column + m->row_of_f;

        if (m->rows_of_C > 0)
            divide_column (m, f, column + m->row_of_gII);
        if (! varies)
            continue;
        memset (f, 0, (size_t)m->d.nv * sizeof *f);
        for (int k = F->start[j]; k < F->start[j + 1]; k++)
            f[F->row[k]] = m->values[k];
    }
}

static int jac (double t, const double *x, double *J, int ldj, void *user)
{
    GeomsDerivedModel *m = user;
    const GeomsPattern *p = &m->pattern_B;
    double *alpha = m->values + p->start[m->n];
    int status;

    if (columns_of (m, 1, &t, x, m->n) != 0)
        return GEOMS_NO_MEMORY;
    push (m, m->columns, x);
    status = accelerate (m, m->columns, m->columns + m->at.gamma);
    if (status != 0)
        return status;
    memcpy (alpha, m->a, (size_t)m->d.nv * sizeof *alpha);
    call (m, &m->B, 1, &t, x, m->n, alpha, m->values, 0);
    for (int j = 0; j < m->n; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            J[(size_t)p->row[k] + (size_t)j * (size_t)ldj] = m->values[k];
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

void geoms_derived_model_room (GeomsDerivedModel *m)
{
    const size_t nv = (size_t)m->d.nv;

    if (m->arena.failed)
        return;
    m->constant_M
        = geoms_arena_reals (&m->arena, m->has_mass ? (size_t)m->pattern_M.start[m->d.nv] : 0);
    m->a = geoms_arena_reals (&m->arena, nv);
    m->values = geoms_arena_reals (&m->arena,
                                   (size_t)geoms_int_max (m->pattern_B.start[m->n],
                                                          m->pattern_F.start[m->n])
                                       + nv);
    m->still = geoms_arena_reals (&m->arena, (size_t)m->n);
}

int geoms_derived_model_set (GeomsDerivedModel *m, const double *q)
{
    const double t = 0;
    GeomsCallable *all[] = {&m->parts, &m->B, &m->F, &m->condition, &m->inertia};
    int status = 0;

    for (size_t i = 0; i < sizeof all / sizeof *all && status == 0; i++)
        status = geoms_callable_set (all[i], geoms_derive_parameters (&m->d), m->nq, q);
    if (status == 0 && m->has_mass && ! geoms_derived_mass_varies (m))
        call (m, &m->inertia, 1, &t, m->still, m->n, m->a, m->constant_M, 0);
    return status;
}

/* whether accelerations are there whatever the state: a constant M is positive. Else a formulation
 * has to tell by which coordinate it is not */
static int always_accelerates (GeomsDerivedModel *m)
{
    return m->d.nl + m->d.nm + m->d.nw + m->d.ns == 0 && ! geoms_derived_mass_varies (m)
           && geoms_sparse_mass_positive (&m->mass, m->constant_M) == 1;
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
    model->constraints = m->rows_of_C > 0 ? constraints : NULL;
    if (geoms_derived_mass_varies (m)) {
        model->parts_mass = 1;
        model->rda_mass = rda_mass;
    } else if (m->has_mass)
        model->mass = mass;
    model->kinematics = m->has_Z;
    model->ivcond = m->d.nc > 0 ? condition : NULL;
    model->blocks_jac = blocks_jac;
    if (m->has_mass)
        model->patterns.M = m->pattern_M;
    model->patterns.C = m->pattern_C;
    model->patterns.B = m->pattern_B;
    geoms_sparse_mass_create (&m->mass, model, ! m->has_mass, &m->arena);
    m->accelerates = always_accelerates (m);
    if (m->accelerates)
        model->accelerations = accelerations;
}

void geoms_derived_model_free (GeomsDerivedModel *m)
{
    if (m != NULL) {
        free (m->columns);
        geoms_sparse_mass_free (&m->mass);
        geoms_arena_free (&m->arena);
    }
    free (m);
}
