/* program.c - from a tape to instructions: what is needed, fused, ordered, in few registers
 *
 *     fused     a b + c, a b - c, c - a b where the product is used once; sin and cos of one angle
 *     ordered   again and again all that is ready of the operation of which most is ready: few,
 *               long stretches
 *     registers a temporary is used again after its last use
 */
#include <stdlib.h>
#include <string.h>

#include "program.h"

/* an instruction to be: the node it gives, its operation, the nodes it reads */
typedef struct Unit {
    int node, other;    /* other: the cosine of SINCOS, else -1                                */
    int op, arg[3], args;
    int waits;          /* arguments that are not there yet                                    */
    int next;           /* in the list of those that are ready                                  */
} Unit;

typedef struct Build {
    GeomsArena arena;
    const GeomsTape *tape;
    const GeomsGiven *given;
    int nodes, units;
    unsigned char *needed;
    int *uses, *unit;           /* of each node: how often it is read; the unit that gives it, -1 */
    int *first, *readers;       /* units that read a node: readers[first[i]] ... [first[i+1]-1]   */
    int *last;                  /* number in `order` of the last unit that reads a node          */
    int *reg;                   /* register of each node                                        */
    int *table;                 /* of the tape: number in the program, -1                        */
    Unit *all;
    int *order;
} Build;

/* ---- units ---- */

/* the number of the input that a node is, or is given by; -1 */
static int input_of (const Build *b, int i)
{
    if (b->tape->node[i].op == GEOMS_OP_INPUT)
        return b->tape->node[i].arg[0];
    return b->given != NULL ? b->given->place[i] : -1;
}

static int is_operation (const Build *b, int i)
{
    return geoms_arguments (b->tape->node[i].op) > 0 && input_of (b, i) < 0;
}

/* nothing behind what is given */
static void find_needed (Build *b, int count, const int *root)
{
    for (int i = 0; i < count; i++)
        b->needed[root[i]] = 1;
    for (int i = b->nodes - 1; i >= 0; i--)
        for (int k = 0; b->needed[i] && is_operation (b, i)
                        && k < geoms_arguments (b->tape->node[i].op); k++)
            b->needed[b->tape->node[i].arg[k]] = 1;
}

static void count_uses (Build *b, int count, const int *root)
{
    for (int i = 0; i < b->nodes; i++)
        for (int k = 0; b->needed[i] && is_operation (b, i)
                        && k < geoms_arguments (b->tape->node[i].op); k++)
            b->uses[b->tape->node[i].arg[k]]++;
    for (int i = 0; i < count; i++)
        b->uses[root[i]]++;
}

/* a product that nothing but this sum reads */
static int may_fuse (const Build *b, int i)
{
    return b->tape->node[i].op == GEOMS_OP_MUL && b->uses[i] == 1 && is_operation (b, i);
}

static Unit plain_unit (const Build *b, int i)
{
    const GeomsNode *n = b->tape->node + i;
    Unit u = {.node = i, .other = -1, .op = n->op, .args = geoms_arguments (n->op)};

    memcpy (u.arg, n->arg, sizeof u.arg);
    return u;
}

/* a sum that takes in one of its products: that is then needed no more */
static Unit unit_of (Build *b, int i)
{
    const GeomsNode *n = b->tape->node + i;
    Unit u = plain_unit (b, i);

    if (n->op != GEOMS_OP_ADD && n->op != GEOMS_OP_SUB)
        return u;
    const int k = may_fuse (b, n->arg[0]) ? 0 : may_fuse (b, n->arg[1]) ? 1 : -1;
    if (k < 0)
        return u;
    const GeomsNode *product = b->tape->node + n->arg[k];
    b->needed[n->arg[k]] = 0;
    u.op = n->op == GEOMS_OP_ADD ? GEOMS_OP_MADD : k == 0 ? GEOMS_OP_MSUB : GEOMS_OP_NMADD;
    u.arg[0] = product->arg[0];
    u.arg[1] = product->arg[1];
    u.arg[2] = n->arg[1 - k];
    u.args = 3;
    return u;
}

/* from the last node on: sums come before their products */
static void make_units (Build *b)
{
    for (int i = b->nodes - 1; i >= 0; i--) {
        b->unit[i] = -1;
        if (b->needed[i] && is_operation (b, i)) {
            b->unit[i] = b->units;
            b->all[b->units++] = unit_of (b, i);
        }
    }
}

/* sin x and cos x: the unit of one of them gives both */
static void pair_sines (Build *b)
{
    int *cosine = b->last; /* free until now: of each angle the unit of its cosine               */

    memset (cosine, -1, (size_t)b->nodes * sizeof *cosine);
    for (int u = 0; u < b->units; u++)
        if (b->all[u].op == GEOMS_OP_COS)
            cosine[b->all[u].arg[0]] = u;
    for (int u = 0; u < b->units; u++) {
        const int other = b->all[u].op == GEOMS_OP_SIN ? cosine[b->all[u].arg[0]] : -1;
        if (other < 0)
            continue;
        b->all[u].op = GEOMS_OP_SINCOS;
        b->all[u].other = b->all[other].node;
        b->unit[b->all[other].node] = u;
        b->all[other].args = -1; /* none any more                                               */
    }
}

/* ---- order ---- */

static void find_readers (Build *b)
{
    int sum = 0;

    for (int u = 0; u < b->units; u++)
        for (int k = 0; k < b->all[u].args; k++)
            b->first[b->all[u].arg[k] + 1]++;
    for (int i = 0; i <= b->nodes; i++)
        b->first[i] = sum += b->first[i];
    /* filled from the ends: first moves down to where it belongs */
    for (int u = b->units - 1; u >= 0; u--)
        for (int k = b->all[u].args - 1; k >= 0; k--)
            b->readers[--b->first[b->all[u].arg[k] + 1]] = u;
    memmove (b->first, b->first + 1, (size_t)b->nodes * sizeof *b->first);
    b->first[b->nodes] = sum;
}

typedef struct Ready {
    int head[GEOMS_INSTRUCTIONS_COUNT], count[GEOMS_INSTRUCTIONS_COUNT];
} Ready;

static void make_ready (Build *b, Ready *r, int u)
{
    b->all[u].next = r->head[b->all[u].op];
    r->head[b->all[u].op] = u;
    r->count[b->all[u].op]++;
}

/* a node is there: whoever waited for it alone is ready */
static void arrive (Build *b, Ready *r, int node)
{
    for (int e = b->first[node]; e < b->first[node + 1]; e++)
        if (--b->all[b->readers[e]].waits == 0)
            make_ready (b, r, b->readers[e]);
}

static int op_with_most (const Ready *r)
{
    int most = 0;

    for (int op = 1; op < GEOMS_INSTRUCTIONS_COUNT; op++)
        if (r->count[op] > r->count[most])
            most = op;
    return r->count[most] > 0 ? most : -1;
}

static void order_units (Build *b, GeomsProgram *p)
{
    Ready r;
    int done = 0;

    memset (&r, 0, sizeof r);
    memset (r.head, -1, sizeof r.head);
    for (int u = 0; u < b->units; u++) {
        for (int k = 0; k < b->all[u].args; k++)
            b->all[u].waits += b->unit[b->all[u].arg[k]] >= 0;
        if (b->all[u].args >= 0 && b->all[u].waits == 0)
            make_ready (b, &r, u);
    }
    for (int op = op_with_most (&r); op >= 0; op = op_with_most (&r)) {
        const int begin = done;

        for (int u = r.head[op]; u >= 0; u = b->all[u].next)
            b->order[done++] = u;
        p->stretch[p->stretches++] = (GeomsStretch){op, r.count[op]};
        r.head[op] = -1;
        r.count[op] = 0;
        for (int i = begin; i < done; i++) {
            const Unit *u = b->all + b->order[i];
            arrive (b, &r, u->node);
            if (u->other >= 0)
                arrive (b, &r, u->other);
        }
    }
    p->instructions = done;
}

/* ---- registers ---- */

static void take_inputs (Build *b, GeomsProgram *p, int live)
{
    for (int i = 0; i < b->nodes; i++) {
        const int number = b->needed[i] ? input_of (b, i) : -1;
        if (number < 0 || (b->given == NULL || number < b->given->live) != live)
            continue;
        b->reg[i] = p->registers++;
        p->input[p->inputs++] = (GeomsPlaced){number, b->reg[i]};
    }
}

/* of constants, then of inputs, those that are read at each run first */
static void fixed_registers (Build *b, GeomsProgram *p)
{
    for (int i = 0; i < b->nodes; i++) {
        const GeomsNode *n = b->tape->node + i;
        if (! b->needed[i] || (n->op != GEOMS_OP_CONSTANT && n->op != GEOMS_OP_FAIL))
            continue;
        b->reg[i] = p->registers++;
        p->constant[p->constants++] = n->op == GEOMS_OP_FAIL ? NAN : n->value;
    }
    take_inputs (b, p, 1);
    p->live = p->inputs;
    take_inputs (b, p, 0);
}

static void find_last_uses (Build *b, int count, const int *root, int instructions)
{
    memset (b->last, -1, (size_t)b->nodes * sizeof *b->last);
    for (int i = 0; i < instructions; i++)
        for (int k = 0; k < b->all[b->order[i]].args; k++)
            b->last[b->all[b->order[i]].arg[k]] = i;
    for (int i = 0; i < count; i++)
        b->last[root[i]] = instructions;
}

static int take (int *room, int *freed, int *registers)
{
    return *freed > 0 ? room[--*freed] : (*registers)++;
}

/* each temporary in a register from its birth to its last use */
static void give_registers (Build *b, GeomsProgram *p, int *room)
{
    int freed = 0;

    for (int i = 0; i < p->instructions; i++) {
        const Unit *u = b->all + b->order[i];
        GeomsInstruction *to = p->instruction + i;
        unsigned arg[3] = {0, 0, 0};

        for (int k = 0; k < u->args; k++) {
            const int a = u->arg[k];
            arg[k] = (unsigned)b->reg[a];
            if (b->last[a] == i && b->unit[a] >= 0) {
                room[freed++] = b->reg[a];
                b->last[a] = -1; /* once                                                        */
            }
        }
        b->reg[u->node] = take (room, &freed, &p->registers);
        if (u->other >= 0) {
            b->reg[u->other] = take (room, &freed, &p->registers);
            arg[1] = (unsigned)b->reg[u->other];
        }
        if (u->op == GEOMS_OP_PIECEWISE) {
            arg[1] = (unsigned)b->table[u->arg[1]];
            arg[2] = (unsigned)u->arg[2];
        }
        *to = (GeomsInstruction){(unsigned)b->reg[u->node], arg[0], arg[1], arg[2]};
    }
}

/* ---- tables ---- */

static GeomsPiecewise copied (const GeomsPiecewise *from, GeomsArena *arena)
{
    const size_t breaks = (size_t)from->pieces + 1,
                 coefs = (size_t)from->pieces * (size_t)from->order;
    double *to = geoms_arena_reals (arena, breaks + coefs);

    if (to != NULL) {
        memcpy (to, from->breaks, breaks * sizeof *to);
        memcpy (to + breaks, from->coefs, coefs * sizeof *to);
    }
    return (GeomsPiecewise){from->pieces, from->order, to, to == NULL ? NULL : to + breaks};
}

/* those that instructions look into; their numbers in the program */
static void take_tables (Build *b, GeomsProgram *p, GeomsArena *arena)
{
    memset (b->table, -1, (size_t)b->tape->tables * sizeof *b->table);
    for (int u = 0; u < b->units; u++) {
        const int number = b->all[u].op == GEOMS_OP_PIECEWISE ? b->all[u].arg[1] : -1;
        if (number < 0 || b->table[number] >= 0)
            continue;
        b->table[number] = p->tables;
        p->table[p->tables++] = copied (b->tape->table + number, arena);
    }
}

/* ---- all ---- */

static void room_to_build (Build *b)
{
    const size_t n = (size_t)b->nodes;

    b->needed = geoms_arena_get (&b->arena, n, 1);
    b->uses = geoms_arena_ints (&b->arena, n);
    b->unit = geoms_arena_ints (&b->arena, n);
    b->first = geoms_arena_ints (&b->arena, n + 2);
    b->readers = geoms_arena_ints (&b->arena, 3 * n);
    b->last = geoms_arena_ints (&b->arena, n);
    b->reg = geoms_arena_ints (&b->arena, n);
    b->order = geoms_arena_ints (&b->arena, n);
    b->all = geoms_arena_get (&b->arena, n, sizeof *b->all);
    b->table = geoms_arena_ints (&b->arena, (size_t)b->tape->tables);
}

/* what is needed, as large as it can become */
static void room_of_program (GeomsProgram *p, const GeomsTape *tape, int count, GeomsArena *arena)
{
    const size_t n = (size_t)tape->count;

    p->constant = geoms_arena_reals (arena, n);
    p->input = geoms_arena_get (arena, n, sizeof *p->input);
    p->output = geoms_arena_get (arena, (size_t)count, sizeof *p->output);
    p->stretch = geoms_arena_get (arena, n, sizeof *p->stretch);
    p->instruction = geoms_arena_get (arena, n, sizeof *p->instruction);
    p->table = geoms_arena_get (arena, (size_t)tape->tables, sizeof *p->table);
}

int geoms_program_build (GeomsProgram *p, const GeomsTape *tape, int count, const int *root,
                         const int *place, const GeomsGiven *given, GeomsArena *arena)
{
    Build b = {.tape = tape, .given = given, .nodes = tape->count};

    memset (p, 0, sizeof *p);
    room_to_build (&b);
    if (! b.arena.failed) {
        find_needed (&b, count, root);
        count_uses (&b, count, root);
        make_units (&b);
        pair_sines (&b);
        find_readers (&b);
        room_of_program (p, tape, count, arena);
    }
    if (! b.arena.failed && ! arena->failed) {
        take_tables (&b, p, arena);
        order_units (&b, p);
        fixed_registers (&b, p);
        find_last_uses (&b, count, root, p->instructions);
        give_registers (&b, p, b.uses);
        for (int i = 0; i < count; i++)
            if (root[i] != 0)
                p->output[p->outputs++] = (GeomsPlaced){place[i], b.reg[root[i]]};
    }
    const int failed = b.arena.failed || arena->failed;

    geoms_arena_free (&b.arena);
    return failed ? -1 : 0;
}

/* ---- from a file ---- */

static int are_within (int count, const GeomsPlaced *list, int least, int places, int registers)
{
    for (int i = 0; i < count; i++)
        if (list[i].place < least || list[i].place >= places || list[i].reg < 0
            || list[i].reg >= registers)
            return 0;
    return 1;
}

/* a stretch of instructions, `first` the number of its first one */
static int is_stretch_sound (const GeomsProgram *p, const GeomsStretch *s, int first)
{
    const unsigned most = (unsigned)p->registers;
    const int looks_up = s->op == GEOMS_OP_PIECEWISE;
    const unsigned second = looks_up ? (unsigned)p->tables : most;

    if (s->op < GEOMS_OP_ADD || s->op >= GEOMS_INSTRUCTIONS_COUNT || s->count < 1
        || s->count > p->instructions - first)
        return 0;
    for (int i = first; i < first + s->count; i++) {
        const GeomsInstruction *n = p->instruction + i;
        if (n->d < (unsigned)p->constants || n->d >= most || n->a >= most || n->b >= second
            || (looks_up ? n->c >= (unsigned)p->table[n->b].order : n->c >= most))
            return 0;
    }
    return 1;
}

int geoms_program_is_sound (const GeomsProgram *p, int live, int inputs, int outputs)
{
    int sum = 0;

    if (p->constants < 0 || p->inputs < 0 || p->registers < p->constants || p->outputs < 0
        || p->live < 0 || p->live > p->inputs
        || ! are_within (p->live, p->input, 0, live, p->registers)
        || ! are_within (p->inputs - p->live, p->input + p->live, live, inputs, p->registers)
        || ! are_within (p->outputs, p->output, 0, outputs, p->registers))
        return 0;
    for (int i = 0; i < p->tables; i++)
        if (! geoms_piecewise_is_sound (p->table + i))
            return 0;
    for (int i = 0; i < p->stretches; i++) {
        if (! is_stretch_sound (p, p->stretch + i, sum))
            return 0;
        sum += p->stretch[i].count;
    }
    return sum == p->instructions;
}
