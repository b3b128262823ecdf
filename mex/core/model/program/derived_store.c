/* derived_store.c - a derived system as plain numbers, and back
 *
 *     version; dims; structure, autonomous, has_mass, has_Z; patterns; programs
 */
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "derived_model.h"
#include "model/pattern.h"

enum { VERSION = 3 };

/* start may be NULL where there is no pattern */
static void keep_pattern (GeomsStore *s, int m, int n, GeomsPattern *p)
{
    int *start = (int *)p->start, *row = (int *)p->row, count = 0;

    if (! geoms_store_reads (s))
        count = start[n];
    geoms_store_count (s, &count);
    geoms_store_ints (s, n + 1, 1, sizeof *start, &start);
    geoms_store_ints (s, count, 1, sizeof *row, &row);
    if (geoms_store_broken (s))
        return;
    geoms_walk_require (&s->w, start[0] == 0 && start[n] == count);
    for (int j = 0; j < n; j++)
        geoms_walk_require (&s->w, start[j] >= 0 && start[j] <= start[j + 1] && start[j + 1] <= count);
    for (int k = 0; k < count; k++)
        geoms_walk_require (&s->w, row[k] >= 0 && row[k] < m);
    for (int j = 0; j < n && ! s->w.wrong; j++)
        for (int k = start[j] + 1; k < start[j + 1]; k++)
            geoms_walk_require (&s->w, row[k] > row[k - 1]);
    *p = (GeomsPattern){start, row};
}

static void keep_all (GeomsStore *s, GeomsDerivedModel *m)
{
    int version = VERSION;
    GeomsDims *d = &m->d;

    geoms_store_number (s, &version, VERSION, VERSION);
#define KEEP_SIZE(field, meaning) geoms_store_number (s, &d->field, 0, 1 << 20);
    GEOMS_DIMENSIONS (KEEP_SIZE)
#undef KEEP_SIZE
    geoms_store_number (s, &m->nq, 0, 1 << 20);
    geoms_store_number (s, &m->structure, GEOMS_MASS_FULL, GEOMS_MASS_CONSTANT_DIAGONAL);
    geoms_store_number (s, &m->autonomous, 0, 1);
    geoms_store_number (s, &m->has_mass, 0, 1);
    geoms_store_number (s, &m->has_Z, 0, 1);
    geoms_walk_require (&s->w, d->nv > 0 && (m->has_Z || d->np == d->nv));
    if (geoms_store_broken (s))
        return;
    geoms_derived_model_sizes (m);
    if (m->has_mass)
        keep_pattern (s, d->nv, d->nv, &m->pattern_M);
    keep_pattern (s, m->rows_of_C, d->nv, &m->pattern_C);
    keep_pattern (s, m->row_of_f + d->nv + d->np, m->n, &m->pattern_B);
    keep_pattern (s, d->nv, m->n, &m->pattern_F);
    if (geoms_store_broken (s))
        return;
    geoms_derived_model_places (m);
    const int inputs = geoms_derive_parameters (d);
    geoms_callable_keep (s, &m->parts, inputs, m->nq, m->at.size);
    geoms_callable_keep (s, &m->B, inputs, m->nq, m->pattern_B.start[m->n]);
    geoms_callable_keep (s, &m->F, inputs, m->nq, m->pattern_F.start[m->n]);
    geoms_callable_keep (s, &m->condition, inputs, m->nq, d->nc);
    geoms_callable_keep (s, &m->inertia, inputs, m->nq,
                         m->has_mass ? m->pattern_M.start[d->nv] : 0);
}

size_t geoms_derived_model_store (GeomsDerivedModel *m, double *to)
{
    GeomsStore s = geoms_store_writing (to, &m->arena);

    keep_all (&s, m);
    return s.w.count;
}

static GeomsDerivedModel *failed (GeomsDerivedModel *m, int wrong, GeomsReport *report)
{
    geoms_derived_model_free (m);
    if (wrong)
        geoms_report (report, GEOMS_BAD_MODEL, "The derived system is none that this version has "
                                               "written.");
    else
        geoms_report (report, GEOMS_OUT_OF_MEMORY, "There is not enough memory to derive the "
                                                   "system.");
    return NULL;
}

GeomsDerivedModel *geoms_derived_model_load (const double *from, size_t count, const double *q,
                                             int nq, GeomsModel *model, GeomsReport *report)
{
    GeomsDerivedModel *m = calloc (1, sizeof *m);

    if (m == NULL)
        return failed (m, 0, report);
    GeomsStore s = geoms_store_reading (from, count, &m->arena);

    keep_all (&s, m);
    geoms_walk_require (&s.w, s.w.count == count && m->nq == nq);
    if (s.w.wrong)
        return failed (m, ! m->arena.failed, report);
    geoms_derived_model_room (m);
    if (geoms_store_broken (&s) || geoms_derived_model_set (m, q) != 0)
        return failed (m, 0, report);
    geoms_derived_model_fill (m, model);
    return m;
}

/* ---- levels ---- */

void geoms_derived_levels_free (GeomsDerivedLevels *levels)
{
    free (levels->row);
    memset (levels, 0, sizeof *levels);
}

/* all in one piece of memory: 0, or -1 */
static int take_levels (const GeomsDerived *from, GeomsDerivedLevels *to)
{
    const GeomsDims *d = &from->of.dims;
    const size_t count = (size_t)from->C.count, nl = (size_t)d->nl, m = nl + (size_t)d->nm;
    int *room = malloc ((3 * count + nl + m + 1) * sizeof *room);

    memset (to, 0, sizeof *to);
    if (room == NULL)
        return -1;
    *to = (GeomsDerivedLevels){from->C.count, room, room + count, room + 2 * count,
                               room + 3 * count, room + 3 * count + nl};
    for (size_t e = 0; e < count; e++) {
        to->row[e] = from->C.entry[e].row;
        to->column[e] = from->C.entry[e].column;
        to->C[e] = from->C.entry[e].node;
    }
    if (nl > 0)
        memcpy (to->gI, from->gI, nl * sizeof *room);
    if (m > 0)
        memcpy (to->gamma, from->gamma, m * sizeof *room);
    return 0;
}

/* ---- all ---- */

double *geoms_derive_numbers (GeomsTape *tape, const GeomsDescribed *of, const double *start,
                              size_t *count, GeomsDerivedLevels *levels, GeomsDerivedFacts *facts,
                              GeomsReport *report)
{
    GeomsArena arena = {0};
    GeomsDerived derived;
    GeomsDerivedModel *m = NULL;
    GeomsModel model;
    double *numbers = NULL;

    memset (levels, 0, sizeof *levels);
    if (geoms_derive (&derived, tape, of, start, report, &arena) == 0) {
        m = geoms_derived_model_create (&derived, tape, start + geoms_derive_parameters (&of->dims),
                                        of->nq, &model, report);
        *facts = (GeomsDerivedFacts){derived.affine, {0, 0}};
        if (m != NULL && take_levels (&derived, levels) != 0) {
            geoms_report (report, GEOMS_OUT_OF_MEMORY,
                          "There is not enough memory to derive the system.");
            geoms_derived_model_free (m);
            m = NULL;
        }
        geoms_derived_free (&derived);
    }
    if (m != NULL) {
        facts->operations[0] = m->parts.program.instructions;
        facts->operations[1] = m->B.program.instructions;
        *count = geoms_derived_model_store (m, NULL);
        numbers = malloc ((*count + 1) * sizeof *numbers);
        if (numbers != NULL)
            geoms_derived_model_store (m, numbers);
        else
            geoms_report (report, GEOMS_OUT_OF_MEMORY,
                          "There is not enough memory to derive the system.");
    }
    if (numbers == NULL)
        geoms_derived_levels_free (levels);
    geoms_derived_model_free (m);
    geoms_arena_free (&arena);
    return numbers;
}
