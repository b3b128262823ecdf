/* program_store.c - counts; constants; inputs, outputs; stretches, instructions; tables */
#include "program_store.h"

enum { MOST_COUNT = 1 << 28 };

GeomsStore geoms_store_writing (double *to, GeomsArena *arena)
{
    return (GeomsStore){
        .w = {.direction = to == NULL ? GEOMS_WALK_COUNTS : GEOMS_WALK_WRITES, .at = to},
        .arena = arena};
}

GeomsStore geoms_store_reading (const double *from, size_t count, GeomsArena *arena)
{
    return (GeomsStore){
        .w = {.direction = GEOMS_WALK_READS, .at = (double *)from}, .limit = count, .arena = arena};
}

void geoms_store_number (GeomsStore *s, int *value, int least, int most)
{
    if (geoms_store_reads (s) && s->w.count + 1 > s->limit)
        s->w.wrong = 1;
    if (! s->w.wrong)
        geoms_walk_within (&s->w, value, least, most);
    if (s->w.wrong)
        *value = least;
}

void geoms_store_count (GeomsStore *s, int *value) { geoms_store_number (s, value, 0, MOST_COUNT); }

/* room for `count` items of `each` numbers, if so many are left */
static void *room (GeomsStore *s, int count, int each, size_t size)
{
    const size_t need = (size_t)count * (size_t)each;

    if (s->w.wrong || s->w.count + need > s->limit) {
        s->w.wrong = 1;
        return NULL;
    }
    return geoms_arena_get (s->arena, (size_t)count, size);
}

void geoms_store_ints (GeomsStore *s, int count, int each, size_t size, int **list)
{
    if (geoms_store_reads (s))
        *list = room (s, count, each, size);
    if (*list != NULL && ! geoms_store_broken (s))
        geoms_walk_ints (&s->w, (size_t)count * (size_t)each, *list);
}

void geoms_store_reals (GeomsStore *s, int count, double **list)
{
    if (geoms_store_reads (s))
        *list = room (s, count, 1, sizeof **list);
    if (*list != NULL && ! geoms_store_broken (s))
        geoms_walk_reals (&s->w, (size_t)count, *list);
}

/* limits are few numbers and large ones: a table has at least two breaks and a coefficient */
static void keep_table (GeomsStore *s, GeomsPiecewise *t)
{
    double *breaks = (double *)t->breaks, *coefs = (double *)t->coefs;

    geoms_store_number (s, &t->pieces, 1, MOST_COUNT);
    geoms_store_number (s, &t->order, 1, 1 << 10);
    geoms_walk_require (&s->w, t->pieces <= MOST_COUNT / t->order);
    if (geoms_store_broken (s))
        return;
    geoms_store_reals (s, t->pieces + 1, &breaks);
    geoms_store_reals (s, t->pieces * t->order, &coefs);
    t->breaks = breaks;
    t->coefs = coefs;
}

static void keep_tables (GeomsStore *s, GeomsProgram *p)
{
    if (geoms_store_reads (s))
        p->table = room (s, p->tables, 5, sizeof *p->table);
    for (int i = 0; i < p->tables && p->table != NULL && ! geoms_store_broken (s); i++)
        keep_table (s, p->table + i);
}

void geoms_store_program (GeomsStore *s, GeomsProgram *p, int live, int inputs, int outputs)
{
    geoms_store_count (s, &p->registers);
    geoms_store_count (s, &p->constants);
    geoms_store_count (s, &p->inputs);
    geoms_store_count (s, &p->live);
    geoms_store_count (s, &p->outputs);
    geoms_store_count (s, &p->stretches);
    geoms_store_count (s, &p->instructions);
    geoms_store_count (s, &p->tables);
    geoms_walk_require (&s->w, p->registers <= p->constants + p->inputs + 2 * p->instructions);
    geoms_store_reals (s, p->constants, &p->constant);
    geoms_store_ints (s, p->inputs, 2, sizeof *p->input, (int **)&p->input);
    geoms_store_ints (s, p->outputs, 2, sizeof *p->output, (int **)&p->output);
    geoms_store_ints (s, p->stretches, 2, sizeof *p->stretch, (int **)&p->stretch);
    geoms_store_ints (s, p->instructions, 4, sizeof *p->instruction, (int **)&p->instruction);
    keep_tables (s, p);
    if (! geoms_store_broken (s))
        geoms_walk_require (&s->w, geoms_program_is_sound (p, live, inputs, outputs));
}
