/* own_derived.c - what a user adds to a tree, derived from recorded functions: nothing outside is
 * called
 *
 *     a system of x_o = [w; lambda_o; mu_o; r_o; v; s; p] with M = 1 and the Z of the tree gives
 *     [ Z; f; C; g; gI; h~; gamma; b; d; c; e ],     G = C D^-1 Z',  as Z'Z = D is diagonal
 *
 * de/d[v; s; p] stands in the rows e of its B. The wrenches of laws are a recorded function of
 * [ x_o | t | motion | q ].
 */
#include <stdlib.h>
#include <string.h>

#include "base/linalg.h"
#include "base/memory.h"
#include "base/report.h"
#include "model/pattern.h"
#include "tree_system.h"

struct GeomsTreeDerived {
    GeomsDims tree, own;
    int n, laws;            /* numbers in x_o; bodies that laws push                            */
    int size;               /* of a column of parts                                             */
    GeomsDerivedModel *system;
    GeomsModel model;
    GeomsRecorded *law;     /* NULL: no laws                                                    */
    double *x, *columns;    /* x_o and parts of a batch                                         */
    size_t room_x, room;
    GeomsArena arena;
    double *C, *scaled, *B; /* of one state: C; C D^-1; B by its pattern                        */
    double *still;          /* v' = 0                                                           */
};

/* ---- what the system sees ---- */

static void gather_one (const GeomsTreeDerived *r, const double *x, double *to)
{
    const GeomsDims *t = &r->tree, *o = &r->own;
    const struct {
        int skip, count;
    } list[] = {{0, o->nw},     {t->nl, o->nl}, {t->nm, o->nm},
                {t->nr, o->nr}, {0, t->nv},     {0, o->ns + t->np}};

    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        x += list[i].skip;
        if (list[i].count > 0)
            memcpy (to, x, (size_t)list[i].count * sizeof *to);
        to += list[i].count;
        x += list[i].count;
    }
}

/* of k states: 0, or GEOMS_NO_MEMORY */
static int gather (GeomsTreeDerived *r, int k, const double *x, int ldx)
{
    const size_t n = (size_t)r->n;

    if (geoms_grow ((void **)&r->x, &r->room_x, n * (size_t)k, sizeof *r->x) != 0)
        return GEOMS_NO_MEMORY;
    for (int j = 0; j < k; j++)
        gather_one (r, x + (size_t)j * (size_t)ldx, r->x + n * (size_t)j);
    return 0;
}

/* ---- a column as GeomsTreeOwn has it ---- */

/* C D^-1, of a dense C with m rows */
static void scale (const GeomsTreeDerived *r, int m, const double *Z)
{
    const int np = r->tree.np;

    for (int j = 0; j < r->tree.nv; j++, Z += np) {
        double D = 0;
        for (int i = 0; i < np; i++)
            D += Z[i] * Z[i];
        for (int i = 0; i < m; i++)
            r->scaled[i + j * m] = r->C[i + j * m] / D;
    }
}

/* rows first, ..., first + count - 1 of C D^-1 Z' */
static void turn_back (const GeomsTreeDerived *r, int m, int first, int count, const double *Z,
                       double *out)
{
    const int np = r->tree.np, nv = r->tree.nv;

    if (Z == NULL) {
        geoms_copy (count, nv, r->C + first, m, out, count);
        return;
    }
    memset (out, 0, (size_t)count * (size_t)np * sizeof *out);
    for (int l = 0; l < nv; l++)
        for (int k = 0; k < np; k++)
            for (int i = 0; Z[k + l * np] != 0 && i < count; i++)
                out[i + k * count] += r->scaled[first + i + l * m] * Z[k + l * np];
}

/* the next `count` numbers at *from go to *to */
static void take (const double **from, double **to, int count)
{
    if (count > 0)
        memcpy (*to, *from, (size_t)count * sizeof **to);
    *from += count;
    *to += count;
}

static void compose (const GeomsTreeDerived *r, const double *column, double *out)
{
    const GeomsDims *d = &r->own;
    const int nv = r->tree.nv, np = r->tree.np, m = d->nl + d->nm;
    const double *Z = r->model.kinematics ? column : NULL;
    const double *f = column + (Z != NULL ? np * nv : 0), *C = f + nv,
                 *g = C + r->model.patterns.C.start[nv], *gI = g + d->nl, *h = gI + d->nl,
                 *gamma_g = h + d->nm, *gamma_h = gamma_g + d->nl, *rest = gamma_h + d->nm;

    geoms_pattern_spread (&r->model.patterns.C, m, nv, C, r->C);
    if (Z != NULL)
        scale (r, m, Z);
    take (&f, &out, nv);
    take (&g, &out, d->nl);
    turn_back (r, m, 0, d->nl, Z, out);
    out += d->nl * np;
    take (&gI, &out, d->nl);
    take (&gamma_g, &out, d->nl);
    take (&h, &out, d->nm);
    turn_back (r, m, d->nl, d->nm, Z, out);
    out += d->nm * np;
    take (&gamma_h, &out, d->nm);
    take (&rest, &out, d->nr + d->nw + d->ns + d->ni);
}

/* ---- callbacks of GeomsTreeOwn ---- */

static int blocks (int k, const double *t, const double *x, int ldx, const double *motion,
                   double *out, int ldo, void *user)
{
    GeomsTreeDerived *r = user;
    const GeomsDims *d = &r->own;
    const int motions = GEOMS_TREE_MOTION * r->laws,
              wrench = r->tree.nv + d->nl * (3 + r->tree.np) + d->nm * (2 + r->tree.np) + d->nr
                       + d->nw + d->ns + d->ni;
    const size_t each = (size_t)r->size;
    int status = gather (r, k, x, ldx);

    if (status != 0
        || geoms_grow ((void **)&r->columns, &r->room, each * (size_t)k, sizeof *r->columns) != 0)
        return GEOMS_NO_MEMORY;
    status = r->model.parts (k, t, r->x, r->n, r->columns, r->size, r->system);
    for (int j = 0; j < k && status == 0; j++)
        compose (r, r->columns + each * (size_t)j, out + (size_t)j * (size_t)ldo);
    if (r->law != NULL && status == 0) {
        const GeomsSource source[GEOMS_MOST_SOURCES]
            = {{r->x, r->n, r->n}, {t, 1, 1}, {motion, motions, motions}};
        geoms_recorded_run (r->law, k, source, out + wrench, ldo);
    }
    return status;
}

static int gradient (double t, const double *x, double *out, int ld, void *user)
{
    GeomsTreeDerived *r = user;
    const GeomsDims *d = &r->own;
    const int first = d->nw + d->nl + d->nm + d->nr, row_e = d->nw + 2 * (d->nl + d->nm);
    const GeomsPattern *p = &r->model.patterns.B;
    int status = gather (r, 1, x, 0);

    if (status == 0)
        status = r->model.blocks_jac (t, r->x, r->still, r->B, 0, r->system);
    if (status != 0)
        return status;
    for (int j = first; j < r->n; j++, out += ld) {
        memset (out, 0, (size_t)d->ni * sizeof *out);
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            if (p->row[k] >= row_e && p->row[k] < row_e + d->ni)
                out[p->row[k] - row_e] = r->B[k];
    }
    return 0;
}

static int ivcond (double t, const double *x, double *c, void *user)
{
    GeomsTreeDerived *r = user;
    const int status = gather (r, 1, x, 0);

    return status != 0 ? status : r->model.ivcond (t, r->x, c, r->system);
}

/* ---- from numbers ---- */

static int out_of_memory (GeomsReport *report)
{
    return geoms_report (report, GEOMS_OUT_OF_MEMORY, "There is not enough memory for a tree.");
}

/* those of what is added, whose p and v are those of the tree */
static int has_sizes (const GeomsModel *model, const GeomsDims *d, const GeomsDims *tree)
{
    int same = ! model->parts_mass && model->kinematics == (d->np != d->nv) && d->np == tree->np
               && d->nv == tree->nv;

#define COMPARE(field, meaning) same = same && model->dims.field == d->field;
    GEOMS_DIMENSIONS (COMPARE)
#undef COMPARE
    return same;
}

/* 0, or an error of *report */
static int load (GeomsTreeDerived *r, const GeomsTreeNumbers *from, GeomsReport *report)
{
    const int inputs = r->n + 1 + GEOMS_TREE_MOTION * r->laws;

    r->system = geoms_derived_model_load (from->system, from->system_count, from->q, from->nq,
                                          &r->model, report);
    if (r->system == NULL)
        return report->status;
    if (! has_sizes (&r->model, &r->own, &r->tree))
        return geoms_report (report, GEOMS_BAD_MODEL,
                             "What was derived for the tree has other sizes than the tree.");
    if (r->laws == 0)
        return 0;
    r->law = geoms_recorded_load (from->law, from->law_count, inputs, 6 * r->laws, from->law_q,
                                  from->law_nq, report);
    return r->law == NULL ? report->status : 0;
}

static int reserve (GeomsTreeDerived *r, GeomsReport *report)
{
    const GeomsDims *d = &r->own;
    const size_t nv = (size_t)d->nv, m = (size_t)(d->nl + d->nm);

    r->size = (r->model.kinematics ? d->np * d->nv : 0) + d->nv + r->model.patterns.C.start[d->nv]
              + 3 * d->nl + 2 * d->nm + d->nr + d->nw + d->ns + d->ni;
    r->C = geoms_arena_reals (&r->arena, m * nv);
    r->scaled = geoms_arena_reals (&r->arena, m * nv);
    r->B = geoms_arena_reals (&r->arena, (size_t)r->model.patterns.B.start[r->n]);
    r->still = geoms_arena_reals (&r->arena, nv);
    return r->arena.failed ? out_of_memory (report) : 0;
}

GeomsTreeDerived *geoms_tree_derived_load (const GeomsTreeNumbers *from, const GeomsDims *tree,
                                           GeomsTreeOwn *own, GeomsReport *report)
{
    GeomsTreeDerived *r = calloc (1, sizeof *r);
    const GeomsDims *d = &own->dims;

    if (r == NULL) {
        out_of_memory (report);
        return NULL;
    }
    r->tree = *tree;
    r->own = *d;
    r->laws = own->laws;
    r->n = d->nw + d->nl + d->nm + d->nr + d->nv + d->ns + d->np;
    if (load (r, from, report) != 0 || reserve (r, report) != 0) {
        geoms_tree_derived_free (r);
        return NULL;
    }
    own->blocks = blocks;
    own->gradient = d->ni > 0 ? gradient : NULL;
    own->ivcond = d->nc > 0 ? ivcond : NULL;
    own->user = r;
    return r;
}

void geoms_tree_derived_free (GeomsTreeDerived *r)
{
    if (r == NULL)
        return;
    geoms_derived_model_free (r->system);
    geoms_recorded_free (r->law);
    geoms_arena_free (&r->arena);
    free (r->x);
    free (r->columns);
    free (r);
}
