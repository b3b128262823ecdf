/* mechanical.c - the reduced derivative array of the mechanical form, composed from its blocks
 *
 *     f_dyn = f - Z'(G' lambda + H' mu),   f_kin = Z v
 *     gII = G Z a + (gII - G Z v'),   hI = H Z a + (hI - H Z v'),   M a = f_dyn: mass.h  (8b), (9b)
 *
 * Points of one batch that differ from the first one in lambda and mu only, as these columns of a
 * finite-difference Jacobian do, share its blocks.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "equations.h"
#include "base/linalg.h"
#include "mass.h"
#include "mechanical.h"
#include "base/memory.h"

/* first places of the blocks: those that the user gives, and those of rda */
typedef GeomsMechanicalPlaces Places;

struct GeomsComposed {
    GeomsMechanical form;
    GeomsDims d;
    Places in, out;          /* of a column of blocks, of rda                              */
    int n, n1, ov;           /* unknowns; place behind mu; place of v                      */
    int simple;              /* nothing but f, g, G, gI, gII, and M and Z                  */
    int mass_varies, diagonal;
    double *mass;            /* constant M; room for one from its diagonal                 */
    double *C;               /* [G; H] Z, where a singular M needs it                      */
    GeomsMass factors;       /* of M, or of M of the column `factored` of this batch       */
    int regular;             /* the factors of a constant M are those of all columns       */
    int factored;
    double *a, *u;           /* accelerations; Z a, and G' lambda + H' mu                  */
    double *t, *x, *blocks;  /* one batch                                                  */
    int *source;             /* column of blocks that belongs to each point                */
    int capacity;            /* points that fit                                            */
    GeomsArena arena;
};

/* ---- places ---- */

static int next (int *place, int size)
{
    const int begin = *place;

    *place += size;
    return begin;
}

Places geoms_mechanical_places (const GeomsMechanical *form)
{
    const GeomsDims *d = &form->dims;
    Places at = {0};
    int *size = &at.size;

    at.M = next (size, form->mass_structure == GEOMS_MASS_FULL       ? d->nv * d->nv
                       : form->mass_structure == GEOMS_MASS_DIAGONAL ? d->nv
                                                                     : 0);
    at.Z = next (size, form->kinematics ? d->np * d->nv : 0);
    at.f = next (size, d->nv);
    at.g = next (size, d->nl);
    at.G = next (size, d->nl * d->np);
    at.gI = next (size, d->nl);
    at.gpart = next (size, d->nl);
    at.h = next (size, d->nm);
    at.H = next (size, d->nm * d->np);
    at.hpart = next (size, d->nm);
    at.b = next (size, d->nr);
    at.d = next (size, d->nw);
    at.c = next (size, d->ns);
    at.e = next (size, d->ni);
    return at;
}

/* [ d; gII; hI | gI; h~; e | c; g | b | f_dyn | f_kin ]; f_dyn is called f, f_kin is called Z */
static Places places_out (const GeomsDims *d)
{
    Places at = {0};
    int *size = &at.size;

    at.d = next (size, d->nw);
    at.gpart = next (size, d->nl);
    at.hpart = next (size, d->nm);
    at.gI = next (size, d->nl);
    at.h = next (size, d->nm);
    at.e = next (size, d->ni);
    at.c = next (size, d->ns);
    at.g = next (size, d->nl);
    at.b = next (size, d->nr);
    at.f = next (size, d->nv);
    at.Z = next (size, d->np);
    return at;
}

/* ---- the blocks of a batch ---- */

static int same_blocks (const GeomsComposed *c, const double *t, const double *x, int ldx, int j)
{
    const double *other = x + (size_t)j * (size_t)ldx;

    return j > 0 && ! c->form.uses_multipliers && t[j] == t[0]
           && memcmp (x + c->n1, other + c->n1, (size_t)(c->n - c->n1) * sizeof *x) == 0
           && (c->d.nw == 0 || memcmp (x, other, (size_t)c->d.nw * sizeof *x) == 0);
}

/* c->blocks of the points that differ; c->source tells which column belongs to which point */
static int fetch_blocks (GeomsComposed *c, int k, const double *t, const double *x, int ldx)
{
    int count = 0;

    c->factored = -1;
    for (int j = 0; j < k; j++)
        c->source[j] = same_blocks (c, t, x, ldx, j) ? 0 : count++;
    if (count == k)
        return c->form.blocks (k, t, x, ldx, c->blocks, c->in.size, c->form.user);
    for (int j = 0; j < k; j++) {
        const size_t to = (size_t)c->source[j];

        if (to == 0 && j > 0)
            continue;
        c->t[to] = t[j];
        memcpy (c->x + to * (size_t)c->n, x + (size_t)j * (size_t)ldx, (size_t)c->n * sizeof *x);
    }
    return c->form.blocks (count, c->t, c->x, c->n, c->blocks, c->in.size, c->form.user);
}

/* ---- rda of one point from its blocks ---- */

/* f_dyn = f - G' lambda - H' mu and f_kin = v; c->a = f_dyn */
static void plain_forces (const GeomsComposed *c, const double *x, const double *block, double *rda)
{
    const int nl = c->d.nl, nm = c->d.nm, nv = c->d.nv;
    const double *lambda = x + c->d.nw, *mu = lambda + nl, *v = x + c->ov;
    const double *f = block + c->in.f, *G = block + c->in.G, *H = block + c->in.H;
    double *dyn = rda + c->out.f, *kin = rda + c->out.Z;

    for (int i = 0; i < nv; i++, G += nl, H += nm) {
        double sum = f[i];
        for (int j = 0; j < nl; j++)
            sum -= G[j] * lambda[j];
        for (int j = 0; j < nm; j++)
            sum -= H[j] * mu[j];
        dyn[i] = c->a[i] = sum;
        kin[i] = v[i];
    }
}

/* f_dyn = f - Z'(G' lambda + H' mu) and f_kin = Z v; c->a = f_dyn */
static void turned_forces (const GeomsComposed *c, const double *x, const double *block,
                           double *rda)
{
    const GeomsDims *d = &c->d;
    const double *lambda = x + d->nw, *mu = lambda + d->nl;
    const double *f = block + c->in.f, *Z = block + c->in.Z;
    double *dyn = rda + c->out.f, *u = c->u;

    memset (u, 0, (size_t)d->np * sizeof *u);
    geoms_subtract_transposed (d->nl, d->np, block + c->in.G, lambda, u);
    geoms_subtract_transposed (d->nm, d->np, block + c->in.H, mu, u);
    for (int i = 0; i < d->nv; i++) {
        double sum = f[i];
        for (int j = 0; j < d->np; j++)
            sum += Z[(size_t)i * (size_t)d->np + (size_t)j] * u[j];
        dyn[i] = c->a[i] = sum;
    }
    geoms_matvec (d->np, d->nv, Z, d->np, x + c->ov, rda + c->out.Z);
}

/* M of one column, if it varies, into M (nv x nv) */
static void take_mass (const GeomsComposed *c, const double *block, double *M)
{
    const size_t nv = (size_t)c->d.nv;

    if (c->form.mass_structure == GEOMS_MASS_FULL) {
        memcpy (M, block + c->in.M, nv * nv * sizeof *M);
        return;
    }
    memset (M, 0, nv * nv * sizeof *M);
    for (size_t i = 0; i < nv; i++)
        M[i * (nv + 1)] = block[c->in.M + (int)i];
}

/* T = A Z, or A if Z is the identity; A is m x np, rows ldt apart in T */
static void turn (const GeomsComposed *c, int m, const double *A, const double *Z, double *T,
                  int ldt)
{
    const int np = c->d.np;

    if (! c->form.kinematics)
        geoms_copy (m, np, A, m, T, ldt);
    else
        for (int j = 0; j < c->d.nv; j++)
            geoms_matvec (m, np, A, m, Z + (size_t)j * (size_t)np, T + (size_t)j * (size_t)ldt);
}

/* C = [G; H] Z */
static void take_rows (const GeomsComposed *c, const double *block, double *C)
{
    const int nl = c->d.nl, m = nl + c->d.nm;

    turn (c, nl, block + c->in.G, block + c->in.Z, C, m);
    turn (c, c->d.nm, block + c->in.H, block + c->in.Z, C + nl, m);
}

/* C is needed where M is singular only */
static int factor_mass (GeomsComposed *c, const double *block)
{
    int status;

    if (c->mass_varies)
        take_mass (c, block, c->mass);
    status = geoms_mass_try (&c->factors, c->mass, c->diagonal);
    if (status <= 0)
        return status;
    take_rows (c, block, c->C);
    return geoms_mass_factor (&c->factors, c->mass, c->C, c->factors.m, c->diagonal);
}

/* gII += G Z a, hI += H Z a */
static int add_accelerations (GeomsComposed *c, int source, const double *block, double *rda)
{
    const GeomsDims *d = &c->d;
    const double *a = c->a;

    if (! c->regular && c->factored != source) {
        c->factored = -1;
        if (factor_mass (c, block) != 0)
            return 1; /* not positive here: try a smaller step */
        c->factored = source;
    }
    geoms_mass_solve (&c->factors, rda + c->out.gpart, c->a);
    if (c->form.kinematics) {
        geoms_matvec (d->np, d->nv, block + c->in.Z, d->np, a, c->u);
        a = c->u;
    }
    geoms_add_matvec (d->nl, d->np, block + c->in.G, d->nl, a, rda + c->out.gpart);
    if (d->nm > 0)
        geoms_add_matvec (d->nm, d->np, block + c->in.H, d->nm, a, rda + c->out.hpart);
    return 0;
}

static int compose (GeomsComposed *c, const double *x, int source, double *rda)
{
    const GeomsDims *d = &c->d;
    const double *block = c->blocks + (size_t)source * (size_t)c->in.size;

    /* holonomic rows */
    for (int i = 0; i < d->nl; i++) {
        rda[c->out.gpart + i] = block[c->in.gpart + i];
        rda[c->out.gI + i] = block[c->in.gI + i];
        rda[c->out.g + i] = block[c->in.g + i];
    }
    /* other rows */
    if (! c->simple) {
#define COPY(part, count) \
    memcpy (rda + c->out.part, block + c->in.part, (size_t)(count) * sizeof *rda)
        COPY (d, d->nw);
        COPY (hpart, d->nm);
        COPY (h, d->nm);
        COPY (e, d->ni);
        COPY (c, d->ns);
        COPY (b, d->nr);
#undef COPY
    }
    /* forces; v' in gII, hI */
    if (c->form.kinematics)
        turned_forces (c, x, block, rda);
    else
        plain_forces (c, x, block, rda);
    return d->nl + d->nm > 0 ? add_accelerations (c, source, block, rda) : 0;
}

/* ---- the model's callbacks ---- */

/* k points, and where rda and M of each belong; NULL: not wanted */
typedef struct Batch {
    int k;
    const double *t, *x;
    int ldx;
    double *rda;
    int ldo;
    double *mass;
    int ldm;
} Batch;

/* its points from number `first` on, as many as there is room for */
static int compose_chunk (GeomsComposed *c, const Batch *b, size_t first)
{
    const int left = b->k - (int)first, k = left < c->capacity ? left : c->capacity;
    int status = fetch_blocks (c, k, b->t + first, b->x + first * (size_t)b->ldx, b->ldx);

    for (int j = 0; j < k && status == 0; j++) {
        const int source = c->source[j];
        const size_t to = first + (size_t)j;

        if (b->rda != NULL)
            status = compose (c, b->x + to * (size_t)b->ldx, source,
                              b->rda + to * (size_t)b->ldo);
        if (b->mass != NULL)
            take_mass (c, c->blocks + (size_t)source * (size_t)c->in.size,
                       b->mass + to * (size_t)b->ldm);
    }
    return status;
}

/* nine parameters, as geoms_model.h wants of a callback that gives both */
static int composed_rda_mass (int k, const double *t, const double *x, int ldx, double *out,
                              int ldo, double *mass, int ldm, void *user)
{
    GeomsComposed *c = user;
    const Batch all = {k, t, x, ldx, out, ldo, c->mass_varies ? mass : NULL, ldm};
    int status = 0;

    for (int j = 0; j < k && status == 0; j += c->capacity)
        status = compose_chunk (c, &all, (size_t)j);
    return status;
}

static int composed_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                         void *user)
{
    return composed_rda_mass (k, t, x, ldx, out, ldo, NULL, 0, user);
}

int geoms_mechanical_made (const GeomsModel *model) { return model->rda == composed_rda; }

static int composed_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                          void *user)
{
    const GeomsComposed *c = user;
    const size_t nn = (size_t)c->d.nv * (size_t)c->d.nv;

    if (c->mass_varies)
        return composed_rda_mass (k, t, x, ldx, NULL, 0, out, ldo, user);
    for (int j = 0; j < k; j++)
        memcpy (out + (size_t)j * (size_t)ldo, c->mass, nn * sizeof *out);
    return 0;
}

/* the parts of one point from its blocks, in the order of geoms_model.h */
static void take_parts (const GeomsComposed *c, const double *block, double *out)
{
    const GeomsDims *d = &c->d;

#define TAKE(from, count)                                                   \
    memcpy (out, block + c->in.from, (size_t)(count) * sizeof *out);       \
    out += (count)
    /* M, Z, f, C */
    if (c->mass_varies) {
        take_mass (c, block, out);
        out += d->nv * d->nv;
    }
    TAKE (Z, c->form.kinematics ? d->np * d->nv : 0);
    TAKE (f, d->nv);
    take_rows (c, block, out);
    out += (d->nl + d->nm) * d->nv;
    /* constraints on three levels */
    TAKE (g, d->nl);
    TAKE (gI, d->nl);
    TAKE (h, d->nm);
    TAKE (gpart, d->nl);
    TAKE (hpart, d->nm);
    /* other rows */
    TAKE (b, d->nr);
    TAKE (d, d->nw);
    TAKE (c, d->ns);
    TAKE (e, d->ni);
#undef TAKE
}

static int composed_parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                           void *user)
{
    GeomsComposed *c = user;
    int status = 0;

    for (int j = 0; j < k && status == 0; j += c->capacity) {
        const int count = k - j < c->capacity ? k - j : c->capacity;

        status = fetch_blocks (c, count, t + j, x + (size_t)j * (size_t)ldx, ldx);
        for (int i = 0; i < count && status == 0; i++)
            take_parts (c, c->blocks + (size_t)c->source[i] * (size_t)c->in.size,
                        out + (size_t)(j + i) * (size_t)ldo);
    }
    return status;
}

/* rows of e, columns of v, s and p, which follow each other in x */
static int composed_known (double t, const double *x, double *J, int ldj, void *user)
{
    const GeomsComposed *c = user;

    return c->form.gradient (t, x, J + (size_t)c->ov * (size_t)ldj + c->out.e, ldj, c->form.user);
}

static int composed_ivcond (double t, const double *x, double *conditions, void *user)
{
    const GeomsComposed *c = user;

    return c->form.ivcond (t, x, conditions, c->form.user);
}

/* ---- creation ---- */

static void fill_model (const GeomsComposed *c, GeomsModel *model)
{
    memset (model, 0, sizeof *model);
    model->abi = GEOMS_MODEL_ABI;
    model->size = sizeof *model;
    model->dims = c->d;
    model->mass_structure = c->form.mass_structure;
    model->autonomous = c->form.autonomous;
    model->rda = composed_rda;
    model->rda_mass = composed_rda_mass;
    model->mass = composed_mass;
    model->parts = composed_parts;
    model->kinematics = c->form.kinematics;
    if (c->form.gradient != NULL && c->d.ni > 0)
        model->jac_known = composed_known;
    if (c->form.ivcond != NULL && c->d.nc > 0)
        model->ivcond = composed_ivcond;
}

static void reserve (GeomsComposed *c)
{
    const int nv = c->d.nv;

    c->mass = geoms_arena_reals (&c->arena, (size_t)nv * (size_t)nv);
    c->C = geoms_arena_reals (&c->arena, (size_t)(c->d.nl + c->d.nm) * (size_t)nv);
    geoms_mass_create (&c->factors, nv, c->d.nl + c->d.nm, &c->arena);
    c->a = geoms_arena_reals (&c->arena, (size_t)nv);
    c->u = geoms_arena_reals (&c->arena, (size_t)c->d.np);
    c->capacity = geoms_points_at_once (geoms_int_max (c->n + 1, GEOMS_CHUNK),
                                        (size_t)(c->n + c->in.size));
    c->t = geoms_arena_reals (&c->arena, (size_t)c->capacity);
    c->x = geoms_arena_reals (&c->arena, (size_t)c->capacity * (size_t)c->n);
    c->blocks = geoms_arena_reals (&c->arena, (size_t)c->capacity * (size_t)c->in.size);
    c->source = geoms_arena_ints (&c->arena, (size_t)c->capacity);
}

GeomsComposed *geoms_mechanical_create (const GeomsMechanical *mechanical, GeomsModel *model)
{
    const GeomsDims *d = &mechanical->dims;
    GeomsComposed *c = calloc (1, sizeof *c);

    if (c == NULL)
        return NULL;
    /* layout */
    c->form = *mechanical;
    c->d = *d;
    c->in = geoms_mechanical_places (mechanical);
    c->out = places_out (d);
    c->n1 = d->nw + d->nl + d->nm;
    c->ov = c->n1 + d->nr;
    c->n = c->ov + d->nv + d->ns + d->np;
    c->simple = d->nw + d->nm + d->nr + d->ns + d->ni == 0;
    c->mass_varies = mechanical->mass_structure <= GEOMS_MASS_DIAGONAL;
    c->diagonal = mechanical->mass_structure % 2 == 0;
    /* memory */
    reserve (c);
    if (c->arena.failed) {
        geoms_mechanical_free (c);
        return NULL;
    }
    /* constant M */
    if (! c->mass_varies && d->nv > 0) {
        memcpy (c->mass, mechanical->mass, (size_t)d->nv * (size_t)d->nv * sizeof *c->mass);
        c->form.mass = c->mass;
        c->regular = geoms_mass_try (&c->factors, c->mass, c->diagonal) == 0;
    }
    fill_model (c, model);
    return c;
}

void geoms_mechanical_free (GeomsComposed *composed)
{
    if (composed == NULL)
        return;
    geoms_arena_free (&composed->arena);
    free (composed);
}
