/* derived_store.c - a derived system as plain numbers, and back
 *
 *     version; dims; structure, autonomous, has_mass, has_Z; patterns; programs
 *
 * Numbers that come back may be anything: each count is looked at before there is room made for it,
 * each index before it is used.
 */
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "base/walk.h"
#include "derived_model.h"
#include "model/pattern.h"

enum { VERSION = 1, MOST_COUNT = 1 << 28 };

typedef struct Store {
    GeomsWalk w;
    size_t limit;       /* so many numbers there are                                           */
    GeomsArena *arena;
} Store;

static int reads (const Store *s) { return s->w.direction == GEOMS_WALK_READS; }
static int broken (const Store *s) { return s->w.wrong || s->arena->failed; }

/* a number within limits, which stays `least` once something was wrong */
static void keep (Store *s, int *value, int least, int most)
{
    if (reads (s) && s->w.count + 1 > s->limit)
        s->w.wrong = 1;
    if (! s->w.wrong)
        geoms_walk_within (&s->w, value, least, most);
    if (s->w.wrong)
        *value = least;
}

/* room for `count` items of `each` ints or reals, if so many numbers are left */
static void *room (Store *s, int count, int each, size_t size)
{
    const size_t need = (size_t)count * (size_t)each;

    if (s->w.wrong || s->w.count + need > s->limit) {
        s->w.wrong = 1;
        return NULL;
    }
    return geoms_arena_get (s->arena, (size_t)count, size);
}

static void keep_ints (Store *s, int count, int each, size_t size, int **list)
{
    if (reads (s))
        *list = room (s, count, each, size);
    if (*list != NULL && ! broken (s))
        geoms_walk_ints (&s->w, (size_t)count * (size_t)each, *list);
}

/* start may be NULL where there is no pattern */
static void keep_pattern (Store *s, int m, int n, GeomsPattern *p)
{
    int *start = (int *)p->start, *row = (int *)p->row, count = 0;

    if (! reads (s))
        count = start[n];
    keep (s, &count, 0, MOST_COUNT);
    keep_ints (s, n + 1, 1, sizeof *start, &start);
    keep_ints (s, count, 1, sizeof *row, &row);
    if (broken (s))
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

static void keep_program (Store *s, GeomsCallable *c, int inputs, int outputs)
{
    GeomsProgram *p = &c->program;

    keep (s, &p->registers, 0, MOST_COUNT);
    keep (s, &p->constants, 0, MOST_COUNT);
    keep (s, &p->inputs, 0, MOST_COUNT);
    keep (s, &p->outputs, 0, MOST_COUNT);
    keep (s, &p->stretches, 0, MOST_COUNT);
    keep (s, &p->instructions, 0, MOST_COUNT);
    geoms_walk_require (&s->w, p->registers <= p->constants + p->inputs + 2 * p->instructions);
    if (reads (s))
        p->constant = room (s, p->constants, 1, sizeof *p->constant);
    if (! broken (s))
        geoms_walk_reals (&s->w, (size_t)p->constants, p->constant);
    keep_ints (s, p->inputs, 2, sizeof *p->input, (int **)&p->input);
    keep_ints (s, p->outputs, 2, sizeof *p->output, (int **)&p->output);
    keep_ints (s, p->stretches, 2, sizeof *p->stretch, (int **)&p->stretch);
    keep_ints (s, p->instructions, 4, sizeof *p->instruction, (int **)&p->instruction);
    if (broken (s))
        return;
    geoms_walk_require (&s->w, geoms_program_is_sound (p, inputs, outputs));
    if (reads (s) && ! s->w.wrong)
        geoms_program_registers (p, &c->registers, s->arena);
}

static void keep_all (Store *s, GeomsDerivedModel *m)
{
    int version = VERSION;
    GeomsDims *d = &m->d;

    keep (s, &version, VERSION, VERSION);
#define KEEP_SIZE(field, meaning) keep (s, &d->field, 0, 1 << 20);
    GEOMS_DIMENSIONS (KEEP_SIZE)
#undef KEEP_SIZE
    keep (s, &m->nq, 0, 1 << 20);
    keep (s, &m->structure, GEOMS_MASS_FULL, GEOMS_MASS_CONSTANT_DIAGONAL);
    keep (s, &m->autonomous, 0, 1);
    keep (s, &m->has_mass, 0, 1);
    keep (s, &m->has_Z, 0, 1);
    geoms_walk_require (&s->w, d->nv > 0 && (m->has_Z || d->np == d->nv));
    if (broken (s))
        return;
    geoms_derived_model_sizes (m);
    if (m->has_mass)
        keep_pattern (s, d->nv, d->nv, &m->pattern_M);
    keep_pattern (s, m->rows_of_C, d->nv, &m->pattern_C);
    keep_pattern (s, m->row_of_f + d->nv + d->np, m->n, &m->pattern_B);
    if (broken (s))
        return;
    geoms_derived_model_places (m);
    const int inputs = geoms_derive_parameters (d) + m->nq;
    keep_program (s, &m->parts, inputs, m->at.size);
    keep_program (s, &m->B, inputs, m->pattern_B.start[m->n]);
    keep_program (s, &m->F, inputs, d->nv * m->n);
    keep_program (s, &m->condition, inputs, d->nc);
}

size_t geoms_derived_model_store (GeomsDerivedModel *m, double *to)
{
    Store s = {.w = {.direction = to == NULL ? GEOMS_WALK_COUNTS : GEOMS_WALK_WRITES, .at = to},
               .arena = &m->arena};

    keep_all (&s, m);
    return s.w.count;
}

GeomsDerivedModel *geoms_derived_model_load (const double *from, size_t count, const double *q,
                                             int nq, GeomsModel *model, GeomsReport *report)
{
    GeomsDerivedModel *m = calloc (1, sizeof *m);
    Store s = {.w = {.direction = GEOMS_WALK_READS, .at = (double *)from}, .limit = count};

    if (m != NULL) {
        s.arena = &m->arena;
        keep_all (&s, m);
        geoms_walk_require (&s.w, s.w.count == count && m->nq == nq);
        m->q = s.w.wrong ? NULL : geoms_arena_reals (&m->arena, (size_t)nq);
        if (m->q != NULL) {
            if (nq > 0)
                memcpy (m->q, q, (size_t)nq * sizeof *q);
            geoms_derived_model_room (m);
        }
        if (! broken (&s)) {
            geoms_derived_model_fill (m, model);
            return m;
        }
    }
    geoms_derived_model_free (m);
    if (s.w.wrong)
        geoms_report (report, GEOMS_BAD_MODEL, "The derived system is none that this version has "
                                               "written.");
    else
        geoms_report (report, GEOMS_OUT_OF_MEMORY, "There is not enough memory to derive the "
                                                   "system.");
    return NULL;
}

static int *copy (int *to, int count, const int *from)
{
    if (count > 0)
        memcpy (to, from, (size_t)count * sizeof *to);
    return to + count;
}

double *geoms_derive_numbers (GeomsTape *tape, const GeomsDescribed *of, const double *start,
                              size_t *count, int *levels, GeomsDerivedFacts *facts,
                              GeomsReport *report)
{
    const int rows = of->dims.nl + of->dims.nm;
    GeomsArena arena = {0};
    GeomsDerived derived;
    GeomsDerivedModel *m = NULL;
    GeomsModel model;
    double *numbers = NULL;

    if (geoms_derive (&derived, tape, of, start, report, &arena) == 0) {
        m = geoms_derived_model_create (&derived, tape, start + geoms_derive_parameters (&of->dims),
                                        of->nq, &model, report);
        *facts = (GeomsDerivedFacts){derived.affine, {0, 0}};
        levels = copy (levels, rows * of->dims.nv, derived.C);
        levels = copy (levels, of->dims.nl, derived.gI);
        copy (levels, rows, derived.gamma);
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
    geoms_derived_model_free (m);
    geoms_arena_free (&arena);
    return numbers;
}
