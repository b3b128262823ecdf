/* sparse_form.c - the mechanical form whose matrices are the values of patterns: parts and rda from
 * the blocks [ M; Z; f; g; G; gI; gII - G Z v'; h~; H; hI - H Z v'; b; d; c; e ]
 *
 *     C = [G; H] Z by its pattern, an entry for each chain of entries of G, or H, and Z
 *     rda: M a = f - C'[lambda; mu];  the rows of blocks.h for the accelerations a
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/linalg.h"
#include "base/report.h"
#include "blocks.h"
#include "pattern_probe.h"
#include "sparse_mass.h"

/* first places of the blocks */
typedef struct Places {
    int M, Z, f, g, G, gI, gpart, h, H, hpart, b, d, c, e, size;
} Places;

struct GeomsSparseForm {
    GeomsMechanical form;
    GeomsMechanicalPatterns p;
    GeomsModel model;
    Places in;
    GeomsPartsPlaces at;
    int n, varies;
    double *mass;            /* values of a constant M                                         */
    int *of_C;               /* chains: number of an entry of G or H, of Z, and of C             */
    int chains, chains_of_G;
    double *blocks, *columns, *a;
    size_t room, room_columns;
    GeomsSparseMass division;
    GeomsArena arena;
};

/* ---- places, patterns ---- */

static int next (int *place, size_t size)
{
    const int begin = *place;

    *place += (int)size;
    return begin;
}

static Places places_in (const GeomsSparseForm *c)
{
    const GeomsDims *d = &c->form.dims;
    Places at = {0};
    int *size = &at.size;

    at.M = next (size, c->varies ? (size_t)c->p.M.start[d->nv] : 0);
    at.Z = next (size, c->form.kinematics ? (size_t)c->p.Z.start[d->nv] : 0);
    at.f = next (size, (size_t)d->nv);
    at.g = next (size, (size_t)d->nl);
    at.G = next (size, (size_t)c->p.G.start[d->np]);
    at.gI = next (size, (size_t)d->nl);
    at.gpart = next (size, (size_t)d->nl);
    at.h = next (size, (size_t)d->nm);
    at.H = next (size, (size_t)c->p.H.start[d->np]);
    at.hpart = next (size, (size_t)d->nm);
    at.b = next (size, (size_t)d->nr);
    at.d = next (size, (size_t)d->nw);
    at.c = next (size, (size_t)d->ns);
    at.e = next (size, (size_t)d->ni);
    return at;
}

/* a pattern of n columns in memory of its own; without one all of its columns are empty */
static GeomsPattern copied (const GeomsPattern *p, int n, GeomsArena *arena)
{
    const int count = p->start != NULL ? p->start[n] : 0;
    int *start = geoms_arena_ints (arena, (size_t)n + 1),
        *row = geoms_arena_ints (arena, (size_t)count);

    if (! arena->failed && p->start != NULL) {
        memcpy (start, p->start, ((size_t)n + 1) * sizeof *start);
        if (count > 0)
            memcpy (row, p->row, (size_t)count * sizeof *row);
    }
    return (GeomsPattern){start, row};
}

/* the rows of column j of A Z, A with np columns, marked in `seen` by j + 1, into row, or counted */
static int product_column (const GeomsSparseForm *c, const GeomsPattern *A, int first, int j,
                           int *seen, int *row)
{
    const GeomsPattern *Z = &c->p.Z;
    const int plain = ! c->form.kinematics, begin = plain ? j : Z->start[j],
              end = plain ? j + 1 : Z->start[j + 1];
    int count = 0;

    for (int k = begin; k < end; k++) {
        const int l = plain ? j : Z->row[k];
        for (int e = A->start[l]; e < A->start[l + 1]; e++)
            if (seen[first + A->row[e]] != j + 1) {
                seen[first + A->row[e]] = j + 1;
                if (row != NULL)
                    row[count] = first + A->row[e];
                count++;
            }
    }
    return count;
}

static int rising (const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static GeomsPattern pattern_of_C (GeomsSparseForm *c)
{
    const GeomsDims *d = &c->form.dims;
    int *start = geoms_arena_ints (&c->arena, (size_t)d->nv + 1), *row,
        *seen = geoms_arena_ints (&c->arena, (size_t)(d->nl + d->nm));

    for (int j = 0; j < d->nv && ! c->arena.failed; j++)
        start[j + 1] = start[j] + product_column (c, &c->p.G, 0, j, seen, NULL)
                       + product_column (c, &c->p.H, d->nl, j, seen, NULL);
    row = geoms_arena_ints (&c->arena, c->arena.failed ? 0 : (size_t)start[d->nv]);
    if (c->arena.failed)
        return (GeomsPattern){0};
    memset (seen, 0, (size_t)(d->nl + d->nm) * sizeof *seen);
    for (int j = 0; j < d->nv; j++) {
        const int g = product_column (c, &c->p.G, 0, j, seen, row + start[j]);

        product_column (c, &c->p.H, d->nl, j, seen, row + start[j] + g);
        qsort (row + start[j], (size_t)(start[j + 1] - start[j]), sizeof *row, rising);
    }
    return (GeomsPattern){start, row};
}

/* chains of A and Z into C from number `at` of the list on, or counted */
static int find_chains (const GeomsSparseForm *c, const GeomsPattern *A, int first, int *list)
{
    const GeomsPattern *Z = &c->p.Z;
    const int plain = ! c->form.kinematics;
    int count = 0;

    for (int j = 0; j < c->form.dims.nv; j++)
        for (int k = plain ? j : Z->start[j]; k < (plain ? j + 1 : Z->start[j + 1]); k++) {
            const int l = plain ? j : Z->row[k];
            for (int e = A->start[l]; e < A->start[l + 1]; e++, count++)
                if (list != NULL) {
                    list[3 * count] = e;
                    list[3 * count + 1] = k;
                    list[3 * count + 2]
                        = geoms_pattern_find (&c->model.patterns.C, first + A->row[e], j);
                }
        }
    return count;
}

/* whether an int holds the number of chains, three numbers each, and that of the values of all blocks */
static int fits (const GeomsSparseForm *c)
{
    const GeomsDims *d = &c->form.dims;
    const int plain = ! c->form.kinematics, *G = c->p.G.start, *H = c->p.H.start;
    size_t chains = 0, values = (size_t)c->p.M.start[d->nv] + (size_t)G[d->np] + (size_t)H[d->np]
                                + (plain ? 0 : (size_t)c->p.Z.start[d->nv]);

    for (int j = 0; j < d->nv; j++)
        for (int k = plain ? j : c->p.Z.start[j]; k < (plain ? j + 1 : c->p.Z.start[j + 1]); k++) {
            const int l = plain ? j : c->p.Z.row[k];
            chains += (size_t)(G[l + 1] - G[l]) + (size_t)(H[l + 1] - H[l]);
        }
    return 3 * chains <= INT_MAX && values <= INT_MAX / 2;
}

static void make_chains (GeomsSparseForm *c)
{
    c->chains_of_G = find_chains (c, &c->p.G, 0, NULL);
    c->chains = c->chains_of_G + find_chains (c, &c->p.H, c->form.dims.nl, NULL);
    c->of_C = geoms_arena_ints (&c->arena, 3 * (size_t)c->chains);
    if (c->arena.failed)
        return;
    find_chains (c, &c->p.G, 0, c->of_C);
    find_chains (c, &c->p.H, c->form.dims.nl, c->of_C + 3 * c->chains_of_G);
}

/* ---- callbacks ---- */

static double *put (double *to, size_t count, const double *from)
{
    if (count > 0)
        memcpy (to, from, count * sizeof *to);
    return to + count;
}

static void put_C (const GeomsSparseForm *c, const double *block, double *C)
{
    memset (C, 0, (size_t)c->model.patterns.C.start[c->form.dims.nv] * sizeof *C);
    for (int k = 0; k < c->chains; k++) {
        const int *chain = c->of_C + 3 * k;
        const double *A = block + (k < c->chains_of_G ? c->in.G : c->in.H);

        C[chain[2]] += A[chain[0]] * (c->form.kinematics ? block[c->in.Z + chain[1]] : 1);
    }
}

/* a column of parts from the blocks of its state */
static void take_parts (const GeomsSparseForm *c, const double *block, double *out)
{
    const GeomsDims *d = &c->form.dims;
    const size_t nl = (size_t)d->nl, nm = (size_t)d->nm;

    put (out, (size_t)(c->in.g - c->in.M), block); /* M, Z, f                                   */
    put_C (c, block, out + c->at.C);
    out = put (out + c->at.g, nl, block + c->in.g);
    out = put (out, nl, block + c->in.gI);
    out = put (out, nm, block + c->in.h);
    out = put (out, nl, block + c->in.gpart);
    out = put (out, nm, block + c->in.hpart);
    put (out, (size_t)(c->in.size - c->in.b), block + c->in.b); /* b, d, c, e                    */
}

static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    GeomsSparseForm *c = user;
    const size_t size = (size_t)c->in.size;
    int status;

    if (geoms_grow ((void **)&c->blocks, &c->room, size * (size_t)k, sizeof *c->blocks) != 0)
        return GEOMS_NO_MEMORY;
    status = c->form.blocks (k, t, x, ldx, c->blocks, c->in.size, c->form.user);
    for (int j = 0; j < k && status == 0; j++)
        take_parts (c, c->blocks + size * (size_t)j, out + (size_t)j * (size_t)ldo);
    return status;
}

/* rda of a state from its column of parts */
static int rda_of (GeomsSparseForm *c, const double *column, const double *x, double *rda)
{
    const GeomsDims *d = &c->form.dims;
    const int m = d->nl + d->nm;
    const double *l = x + d->nw, *v = x + c->n - d->np - d->ns - d->nv;
    int status = 0;

    memcpy (c->a, column + c->at.f, (size_t)d->nv * sizeof *c->a);
    geoms_pattern_add_transposed (&c->model.patterns.C, m, d->nv, column + c->at.C, -1, l, c->a);
    if (m > 0)
        status = geoms_sparse_mass_divide (&c->division, c->varies ? column + c->at.M : c->mass,
                                           column + c->at.C, column + c->at.gamma, c->a);
    if (status == 0)
        geoms_blocks_rows (&c->model, &c->at, 0, column, c->a, l, v, rda);
    return status;
}

static int rda_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     double *mass, int ldm, void *user)
{
    GeomsSparseForm *c = user;
    const size_t size = (size_t)c->at.size;
    int status;

    if (geoms_grow ((void **)&c->columns, &c->room_columns, size * (size_t)k, sizeof *c->columns) != 0)
        return GEOMS_NO_MEMORY;
    status = parts (k, t, x, ldx, c->columns, c->at.size, c);
    for (int j = 0; j < k && status == 0; j++) {
        const double *column = c->columns + size * (size_t)j;

        if (out != NULL)
            status = rda_of (c, column, x + (size_t)j * (size_t)ldx,
                             out + (size_t)j * (size_t)ldo);
        if (mass != NULL)
            put (mass + (size_t)j * (size_t)ldm, (size_t)c->p.M.start[c->form.dims.nv],
                 c->varies ? column + c->at.M : c->mass);
    }
    return status;
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    return rda_mass (k, t, x, ldx, out, ldo, NULL, 0, user);
}

static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    GeomsSparseForm *c = user;

    if (c->varies)
        return rda_mass (k, t, x, ldx, NULL, 0, out, ldo, c);
    for (int j = 0; j < k; j++)
        put (out + (size_t)j * (size_t)ldo, (size_t)c->p.M.start[c->form.dims.nv], c->mass);
    return 0;
}

/* rows of e, columns of v, s and p, which follow each other in x */
static int known (double t, const double *x, double *J, int ldj, void *user)
{
    const GeomsSparseForm *c = user;
    const GeomsDims *d = &c->form.dims;
    const int m = d->nl + d->nm, ov = d->nw + m + d->nr, row = d->nw + 2 * m;

    return c->form.gradient (t, x, J + (size_t)ov * (size_t)ldj + row, ldj, c->form.user);
}

static int ivcond (double t, const double *x, double *conditions, void *user)
{
    const GeomsSparseForm *c = user;

    return c->form.ivcond (t, x, conditions, c->form.user);
}

/* ---- creation ---- */

static void fill_model (GeomsSparseForm *c)
{
    GeomsModel *model = &c->model;

    model->abi = GEOMS_MODEL_ABI;
    model->size = sizeof *model;
    model->dims = c->form.dims;
    model->mass_structure = c->form.mass_structure;
    model->autonomous = c->form.autonomous;
    model->rda = rda;
    model->mass = mass;
    model->rda_mass = c->varies ? rda_mass : NULL;
    model->parts = parts;
    model->kinematics = c->form.kinematics;
    model->jac_known = c->form.gradient != NULL && c->form.dims.ni > 0 ? known : NULL;
    model->ivcond = c->form.ivcond != NULL && c->form.dims.nc > 0 ? ivcond : NULL;
    model->patterns.M = c->p.M;
    if (c->form.kinematics)
        model->pattern_Z = c->p.Z;
}

static int fill (GeomsSparseForm *c, const GeomsMechanicalPatterns *p)
{
    const GeomsDims *d = &c->form.dims;

    c->n = d->nw + d->nl + d->nm + d->nr + d->nv + d->ns + d->np;
    c->varies = c->form.mass_structure <= GEOMS_MASS_DIAGONAL;
    c->p.M = copied (&p->M, d->nv, &c->arena);
    c->p.Z = copied (&p->Z, d->nv, &c->arena);
    c->p.G = copied (&p->G, d->np, &c->arena);
    c->p.H = copied (&p->H, d->np, &c->arena);
    if (p->more.start != NULL)
        c->p.more = copied (&p->more, c->n, &c->arena);
    if (c->arena.failed || ! fits (c))
        return -1;
    c->in = places_in (c);
    fill_model (c);
    c->model.patterns.C = pattern_of_C (c);
    if (c->arena.failed)
        return -1;
    make_chains (c);
    c->at = geoms_pattern_places (&c->model, c->varies);
    c->a = geoms_arena_reals (&c->arena, (size_t)d->nv);
    c->mass = geoms_arena_reals (&c->arena, c->varies ? 0 : (size_t)c->p.M.start[d->nv]);
    if (! c->arena.failed && ! c->varies)
        put (c->mass, (size_t)c->p.M.start[d->nv], c->form.mass);
    geoms_sparse_mass_create (&c->division, &c->model, 0, &c->arena);
    return c->arena.failed ? -1 : 0;
}

GeomsSparseForm *geoms_sparse_form_create (const GeomsMechanical *mechanical,
                                           const GeomsMechanicalPatterns *patterns,
                                           GeomsModel *model, GeomsReport *report)
{
    GeomsSparseForm *c = calloc (1, sizeof *c);
    char why[300];

    if (c != NULL) {
        c->form = *mechanical;
        if (fill (c, patterns) == 0) {
            *model = c->model;
            if (geoms_pattern_check (model, why, sizeof why) == 0)
                return c;
            geoms_report (report, GEOMS_BAD_MODEL, "The system %s", why);
            geoms_sparse_form_free (c);
            return NULL;
        }
    }
    geoms_sparse_form_free (c);
    geoms_report (report, GEOMS_OUT_OF_MEMORY, "There is not enough memory for the system.");
    return NULL;
}

int geoms_sparse_form_find (GeomsSparseForm *c, double t, const double *x, const GeomsPattern *B,
                            GeomsModel *model, long *evaluations, GeomsReport *report)
{
    GeomsPattern found = {0};
    int status = 0;

    *evaluations = 0;
    if (B != NULL)
        found = copied (B, c->n, &c->arena);
    else
        status = geoms_pattern_probe (&c->model, c, t, x, &c->p.more, &found, evaluations,
                                      &c->arena, report);
    if (status == 0 && c->arena.failed)
        status = geoms_report (report, GEOMS_OUT_OF_MEMORY,
                               "There is not enough memory for %d unknowns.", c->n);
    if (status == 0)
        model->patterns.B = c->model.patterns.B = found;
    return status;
}

void geoms_sparse_form_free (GeomsSparseForm *c)
{
    if (c == NULL)
        return;
    geoms_sparse_mass_free (&c->division);
    geoms_arena_free (&c->arena);
    free (c->blocks);
    free (c->columns);
    free (c);
}
