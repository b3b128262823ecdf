/* callable.c - a tape is cut where the unknowns come in: what is behind runs once for each q */
#include <stdlib.h>
#include <string.h>

#include "callable.h"
#include "sweep.h"

typedef struct Cut {
    GeomsArena arena;
    unsigned char *depends; /* of each node: 1, on inputs that change; 2, on parameters            */
    int *place;             /* of each node that is computed once: its input, else -1              */
    int *root, *output;     /* of `once`                                                          */
    int count;
} Cut;

static void find_dependence (const GeomsTape *tape, int inputs, unsigned char *depends)
{
    for (int i = 0; i < tape->count; i++) {
        const GeomsNode *n = tape->node + i;
        if (n->op == GEOMS_OP_INPUT)
            depends[i] = n->arg[0] < inputs ? 1 : 2;
        for (int k = 0; k < geoms_arguments (n->op); k++)
            depends[i] |= depends[n->arg[k]];
    }
}

static void compute_once (Cut *cut, const GeomsTape *tape, int i, int first)
{
    if (cut->depends[i] != 2 || geoms_arguments (tape->node[i].op) == 0 || cut->place[i] >= 0)
        return;
    cut->place[i] = first + cut->count;
    cut->output[cut->count] = cut->count;
    cut->root[cut->count++] = i;
}

/* operations on parameters alone that something else reads */
static void find_cut (Cut *cut, const GeomsTape *tape, int first, int count, const int *root,
                      const unsigned char *needed)
{
    memset (cut->place, -1, (size_t)tape->count * sizeof *cut->place);
    for (int i = 0; i < tape->count; i++) {
        const GeomsNode *n = tape->node + i;
        for (int k = 0; needed[i] && (cut->depends[i] & 1) && k < geoms_arguments (n->op); k++)
            compute_once (cut, tape, n->arg[k], first);
    }
    for (int i = 0; i < count; i++)
        compute_once (cut, tape, root[i], first);
}

int geoms_callable_build (GeomsCallable *c, const GeomsTape *tape, int inputs, int nq, int count,
                          const int *root, const int *place, GeomsArena *arena)
{
    const size_t n = (size_t)tape->count;
    Cut cut = {.count = 0};
    unsigned char *needed = geoms_arena_get (&cut.arena, n, 1);

    cut.depends = geoms_arena_get (&cut.arena, n, 1);
    cut.place = geoms_arena_ints (&cut.arena, n);
    cut.root = geoms_arena_ints (&cut.arena, n);
    cut.output = geoms_arena_ints (&cut.arena, n);
    if (! cut.arena.failed) {
        geoms_sweep_needed (tape, tape->count, count, root, needed);
        find_dependence (tape, inputs, cut.depends);
        find_cut (&cut, tape, inputs + nq, count, root, needed);
        const GeomsGiven given = {inputs, cut.place};
        if (geoms_program_build (&c->once, tape, cut.count, cut.root, cut.output, NULL, arena) == 0
            && geoms_program_build (&c->program, tape, count, root, place, &given, arena) == 0)
            geoms_program_registers (&c->program, &c->registers, arena);
        c->values = cut.count;
    }
    const int failed = cut.arena.failed || arena->failed;

    geoms_arena_free (&cut.arena);
    return failed ? -1 : 0;
}

int geoms_callable_set (GeomsCallable *c, int inputs, int nq, const double *q)
{
    GeomsArena scratch = {0};
    GeomsRegisters r;
    double *value = geoms_arena_reals (&scratch, (size_t)nq + (size_t)c->values);
    const GeomsSource source[GEOMS_MOST_SOURCES] = {{value, inputs, 0}, {value, nq, 0}};

    geoms_program_registers (&c->once, &r, &scratch);
    if (! scratch.failed) {
        if (nq > 0)
            memcpy (value, q, (size_t)nq * sizeof *q);
        geoms_program_run (&c->once, &r, 1, source, value + nq, 0);
        geoms_program_set (&c->program, &c->registers, inputs, value);
    }
    const int failed = scratch.failed;

    geoms_arena_free (&scratch);
    return failed ? -1 : 0;
}

void geoms_callable_keep (GeomsStore *s, GeomsCallable *c, int inputs, int nq, int outputs)
{
    geoms_store_count (s, &c->values);
    geoms_store_program (s, &c->once, inputs + nq, inputs + nq, c->values);
    for (int i = 0; i < c->once.inputs && ! geoms_store_broken (s); i++)
        geoms_walk_require (&s->w, c->once.input[i].place >= inputs);
    geoms_store_program (s, &c->program, inputs, inputs + nq + c->values, outputs);
    if (geoms_store_reads (s) && ! geoms_store_broken (s))
        geoms_program_registers (&c->program, &c->registers, s->arena);
}
