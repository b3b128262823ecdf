/* mechanical.c - the reduced derivative array of the mechanical form, composed from its blocks
 *
 *     x = [ lambda | v | p ],   M v' = f - G' lambda,   p' = v
 *     gII   = G a + (gII - G v'),   a = M^-1 (f - G' lambda)        (8b)
 *     rda   = [ gII | gI | g | f - G' lambda | v ]
 *
 * Points of one batch that differ from the first one in lambda only, as the lambda columns of a
 * finite-difference Jacobian do, share its blocks.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "equations.h"
#include "linalg.h"
#include "memory.h"

struct GeomsComposed {
    GeomsMechanical form;
    int nv, nl, n, size;   /* rows of the block array                                    */
    int mass_varies;
    double *mass;          /* constant M                                                 */
    GeomsFactor factor;    /* of M, or of M at the point at hand                         */
    double *a;             /* accelerations                                              */
    double *t, *x, *blocks; /* one batch                                                 */
    int *source;           /* column of blocks that belongs to each point                */
    int capacity;          /* points that fit                                            */
    GeomsArena arena;
};

/* x = [lambda; v; p] as the blocks' callback wants it: [p; v; lambda] */
static void reorder (const GeomsComposed *c, const double *x, double *y)
{
    const size_t nv = (size_t)c->nv, nl = (size_t)c->nl;

    memcpy (y, x + nl + nv, nv * sizeof *y);
    memcpy (y + nv, x + nl, nv * sizeof *y);
    memcpy (y + 2 * nv, x, nl * sizeof *y);
}

static int same_blocks (const GeomsComposed *c, const double *t, const double *x, int ldx, int j)
{
    const double *first = x, *other = x + (size_t)j * (size_t)ldx;

    return j > 0 && ! c->form.uses_lambda && t[j] == t[0]
           && memcmp (first + c->nl, other + c->nl, 2 * (size_t)c->nv * sizeof *x) == 0;
}

static int fetch_blocks (GeomsComposed *c, int k, const double *t, const double *x, int ldx)
{
    int count = 0;

    if (k > c->capacity)
        return -1; /* larger than any batch of the integrator */
    for (int j = 0; j < k; j++) {
        if (same_blocks (c, t, x, ldx, j)) {
            c->source[j] = 0;
            continue;
        }
        c->source[j] = count;
        c->t[count] = t[j];
        reorder (c, x + (size_t)j * (size_t)ldx, c->x + (size_t)count * (size_t)c->n);
        count++;
    }
    return c->form.blocks (count, c->t, c->x, c->n, c->blocks, c->size, c->form.user);
}

static int factor_mass (GeomsComposed *c, const double *M)
{
    memcpy (c->factor.re, M, (size_t)c->nv * (size_t)c->nv * sizeof *M);
    return geoms_factor (&c->factor);
}

static int compose (GeomsComposed *c, const double *x, const double *block, double *rda)
{
    const int nv = c->nv, nl = c->nl;
    const double *lambda = x, *v = x + nl;
    const double *M = block, *f = c->mass_varies ? M + (size_t)nv * (size_t)nv : block;
    const double *g = f + nv, *G = g + nl, *gI = G + (size_t)nl * (size_t)nv, *part = gI + nl;
    double *gII = rda, *dyn = rda + 3 * nl;

    memcpy (rda + nl, gI, (size_t)nl * sizeof *rda);
    memcpy (rda + 2 * nl, g, (size_t)nl * sizeof *rda);
    for (int i = 0; i < nv; i++) {
        double sum = f[i];
        for (int j = 0; j < nl; j++)
            sum -= G[(size_t)i * (size_t)nl + (size_t)j] * lambda[j];
        dyn[i] = c->a[i] = sum;
        dyn[nv + i] = v[i];
    }
    if (nl == 0)
        return 0;
    if (c->mass_varies && factor_mass (c, M) != 0)
        return 1; /* singular here: try a smaller step */
    geoms_factor_solve (&c->factor, c->a, NULL);
    memcpy (gII, part, (size_t)nl * sizeof *rda);
    geoms_add_matvec (nl, nv, G, nl, c->a, gII);
    return 0;
}

static int composed_rda_mass (int k, const double *t, const double *x, int ldx, double *out,
                              int ldo, double *mass, int ldm, void *user)
{
    GeomsComposed *c = user;
    int status = fetch_blocks (c, k, t, x, ldx);

    for (int j = 0; j < k && status == 0; j++) {
        const double *block = c->blocks + (size_t)c->source[j] * (size_t)c->size;
        status = compose (c, x + (size_t)j * (size_t)ldx, block, out + (size_t)j * (size_t)ldo);
        if (mass != NULL && c->mass_varies)
            memcpy (mass + (size_t)j * (size_t)ldm, block,
                    (size_t)c->nv * (size_t)c->nv * sizeof *mass);
    }
    return status;
}

static int composed_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                         void *user)
{
    return composed_rda_mass (k, t, x, ldx, out, ldo, NULL, 0, user);
}

static int composed_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                          void *user)
{
    GeomsComposed *c = user;
    const size_t nn = (size_t)c->nv * (size_t)c->nv;
    const int status = c->mass_varies ? fetch_blocks (c, k, t, x, ldx) : 0;

    for (int j = 0; j < k && status == 0; j++)
        memcpy (out + (size_t)j * (size_t)ldo,
                c->mass_varies ? c->blocks + (size_t)c->source[j] * (size_t)c->size : c->mass,
                nn * sizeof *out);
    return status;
}

static void fill_model (const GeomsComposed *c, GeomsModel *model)
{
    memset (model, 0, sizeof *model);
    model->abi = GEOMS_MODEL_ABI;
    model->size = sizeof *model;
    model->dims.np = model->dims.nv = c->nv;
    model->dims.nl = c->nl;
    model->mass_structure = c->form.mass_structure;
    model->autonomous = c->form.autonomous;
    model->rda = composed_rda;
    model->rda_mass = composed_rda_mass;
    model->mass = composed_mass;
}

GeomsComposed *geoms_mechanical_create (const GeomsMechanical *mechanical, GeomsModel *model)
{
    const int nv = mechanical->np, nl = mechanical->nl;
    const size_t nn = (size_t)nv * (size_t)nv;
    GeomsComposed *c = calloc (1, sizeof *c);

    if (c == NULL)
        return NULL;
    c->form = *mechanical;
    c->nv = nv;
    c->nl = nl;
    c->n = 2 * nv + nl;
    c->mass_varies = mechanical->mass_structure <= GEOMS_MASS_DIAGONAL;
    c->size = (c->mass_varies ? nv * nv : 0) + nv + nl * nv + 3 * nl;
    c->mass = geoms_arena_reals (&c->arena, nn);
    geoms_factor_create (&c->factor, nv, 0, 0, &c->arena);
    c->a = geoms_arena_reals (&c->arena, (size_t)nv);
    c->capacity = geoms_int_max (c->n + 1, GEOMS_CHUNK);
    c->t = geoms_arena_reals (&c->arena, (size_t)c->capacity);
    c->x = geoms_arena_reals (&c->arena, (size_t)c->capacity * (size_t)c->n);
    c->blocks = geoms_arena_reals (&c->arena, (size_t)c->capacity * (size_t)c->size);
    c->source = geoms_arena_ints (&c->arena, (size_t)c->capacity);
    if (c->arena.failed) {
        geoms_mechanical_free (c);
        return NULL;
    }
    if (! c->mass_varies) {
        memcpy (c->mass, mechanical->mass, nn * sizeof *c->mass);
        c->form.mass = c->mass;
        if (factor_mass (c, c->mass) != 0)
            c->factor.re[0] = NAN; /* every acceleration is then refused as not finite */
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
