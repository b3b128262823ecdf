/* derived_make.c - a derived system as programs: which nodes each of them puts where, patterns
 *
 *     [ M; Z; f; C; g; gI; h~; gamma; b; d; c; e ],   B,   F,   conditions,   M where it is constant
 *
 * Patterns are those of the structure: what is not 0 on the tape; M has all of its diagonal.
 */
#include <stdlib.h>
#include <string.h>

#include "derived_model.h"

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

/* entries of a list by rows, put in order by columns; order[k]: number in the list of entry k */
static GeomsPattern pattern_of (int n, const GeomsEntries *list, int *order, GeomsArena *arena)
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

/* M with all of its diagonal, as geoms_model.h wants it: entries of nodes, which may be 0 */
static int add_diagonal (const GeomsEntries *M, int nv, GeomsEntries *to)
{
    int status = 0;

    for (int i = 0, e = 0; i < nv; i++) {
        int seen = 0;

        for (; e < M->count && M->entry[e].row == i && status == 0; e++) {
            const GeomsEntry *entry = M->entry + e;
            if (entry->column > i && ! seen)
                status = geoms_entries_append (to, i, i, 0);
            seen |= entry->column >= i;
            if (status == 0)
                status = geoms_entries_append (to, i, entry->column, entry->node);
        }
        if (! seen && status == 0)
            status = geoms_entries_append (to, i, i, 0);
    }
    return status;
}

/* roots of the entries of a list, in the order of its pattern, from a place on */
static void put_entries (Outputs *to, int place, const GeomsEntries *list, const int *order)
{
    for (int k = 0; k < list->count; k++) {
        to->root[to->count] = list->entry[order[k]].node;
        to->place[to->count++] = place + k;
    }
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

/* M with its diagonal, and in which order its entries and those of C stand by columns */
typedef struct Orders {
    GeomsEntries M;
    int *of_M, *of_C, *of_B, *of_F;
} Orders;

static void make_parts (GeomsDerivedModel *m, const GeomsDerived *from, const GeomsTape *tape,
                        const Orders *orders, Outputs *out)
{
    const GeomsDims *d = &m->d;
    const GeomsDescribed *of = &from->of;
    const GeomsDerivedPlaces *at = &m->at;

    out->count = 0;
    if (geoms_derived_mass_varies (m))
        put_entries (out, at->M, &orders->M, orders->of_M);
    put (out, at->Z, m->has_Z ? d->np * d->nv : 0, of->Z);
    put (out, at->f, d->nv, of->f);
    put_entries (out, at->C, &from->C, orders->of_C);
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
        put_entries (out, 0, &orders->M, orders->of_M);
    make_callable (m, &m->inertia, tape, out);
}

static void make_slopes (GeomsDerivedModel *m, const GeomsDerived *from, const GeomsTape *tape,
                         const Orders *orders, Outputs *out)
{
    out->count = 0;
    put_entries (out, 0, &from->B, orders->of_B);
    make_callable (m, &m->B, tape, out);
    out->count = 0;
    put_entries (out, 0, &from->F, orders->of_F);
    make_callable (m, &m->F, tape, out);
    out->count = 0;
    put (out, 0, m->d.nc, from->of.condition);
    make_callable (m, &m->condition, tape, out);
}

/* ---- all ---- */

static void begin (GeomsDerivedModel *m, const GeomsDerived *from, Orders *orders)
{
    m->d = from->of.dims;
    m->has_mass = from->of.M != NULL;
    m->has_Z = from->of.Z != NULL;
    m->structure = from->mass_structure;
    m->autonomous = from->autonomous;
    geoms_derived_model_sizes (m);
    m->arena.failed |= m->has_mass && add_diagonal (&from->M, m->d.nv, &orders->M) != 0;
}

static void make_patterns (GeomsDerivedModel *m, const GeomsDerived *from, const Orders *orders)
{
    if (m->has_mass)
        m->pattern_M = pattern_of (m->d.nv, &orders->M, orders->of_M, &m->arena);
    m->pattern_C = pattern_of (m->d.nv, &from->C, orders->of_C, &m->arena);
    m->pattern_B = pattern_of (m->n, &from->B, orders->of_B, &m->arena);
    m->pattern_F = pattern_of (m->n, &from->F, orders->of_F, &m->arena);
}

static int make (GeomsDerivedModel *m, const GeomsDerived *from, const GeomsTape *tape)
{
    const GeomsDims *d = &from->of.dims;
    GeomsArena scratch = {0};
    Orders orders = {.M = {0}};

    begin (m, from, &orders);
    const size_t most
        = (size_t)from->B.count + (size_t)from->F.count + (size_t)from->C.count
          + (size_t)orders.M.count + (m->has_Z ? (size_t)d->np * (size_t)d->nv : 0) + (size_t)d->nv
          + 2 * (size_t)from->rows + (size_t)d->nc;
    Outputs out = {.root = geoms_arena_ints (&scratch, most),
                   .place = geoms_arena_ints (&scratch, most)};

    orders.of_M = geoms_arena_ints (&scratch, (size_t)orders.M.count);
    orders.of_C = geoms_arena_ints (&scratch, (size_t)from->C.count);
    orders.of_B = geoms_arena_ints (&scratch, (size_t)from->B.count);
    orders.of_F = geoms_arena_ints (&scratch, (size_t)from->F.count);
    if (! scratch.failed && ! m->arena.failed)
        make_patterns (m, from, &orders);
    if (! scratch.failed && ! m->arena.failed) {
        geoms_derived_model_places (m);
        make_parts (m, from, tape, &orders, &out);
        make_slopes (m, from, tape, &orders, &out);
        geoms_derived_model_room (m);
    }
    const int failed = scratch.failed || m->arena.failed;
    geoms_entries_free (&orders.M);
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
