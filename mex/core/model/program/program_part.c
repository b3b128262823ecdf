/* program_part.c - the instructions of a program that some of its outputs need
 *
 * From the last instruction to the first: one is needed if what it gives is read later. Registers
 * stay what they are in the whole, also those that are set once.
 */
#include <string.h>

#include "program.h"

/* how many of a, b, c are registers that are read */
static int reads (int op)
{
    switch (op) {
    case GEOMS_OP_MADD:
    case GEOMS_OP_MSUB:
    case GEOMS_OP_NMADD: return 3;
    case GEOMS_OP_SINCOS:
    case GEOMS_OP_PIECEWISE: return 1;
    default: return geoms_arguments (op);
    }
}

/* needed[i] of each instruction; read: of each register, whether it is read behind, at first by the
 * outputs */
static void find_needed (const GeomsProgram *p, unsigned char *read, unsigned char *needed)
{
    int i = p->instructions;

    for (int s = p->stretches - 1; s >= 0; s--) {
        const int op = p->stretch[s].op;

        for (int l = 0; l < p->stretch[s].count; l++) {
            const GeomsInstruction *n = p->instruction + --i;
            const unsigned from[3] = {n->a, n->b, n->c};

            needed[i] = read[n->d] || (op == GEOMS_OP_SINCOS && read[n->b]);
            if (! needed[i])
                continue;
            read[n->d] = 0;
            if (op == GEOMS_OP_SINCOS)
                read[n->b] = 0;
            for (int a = 0; a < reads (op); a++)
                read[from[a]] = 1;
        }
    }
}

static void take_instructions (GeomsProgram *part, const GeomsProgram *p,
                               const unsigned char *needed)
{
    int i = 0;

    for (int s = 0; s < p->stretches; s++) {
        GeomsStretch *to = part->stretch + part->stretches;

        *to = (GeomsStretch){.op = p->stretch[s].op};
        for (int l = 0; l < p->stretch[s].count; l++, i++)
            if (needed[i]) {
                part->instruction[part->instructions++] = p->instruction[i];
                to->count++;
            }
        part->stretches += to->count > 0;
    }
}

int geoms_program_part (GeomsProgram *part, const GeomsProgram *p, int first, int last,
                        GeomsArena *arena)
{
    unsigned char *read = geoms_arena_get (arena, (size_t)p->registers, 1),
                  *needed = geoms_arena_get (arena, (size_t)p->instructions, 1);

    *part = *p;
    part->inputs = part->outputs = part->stretches = part->instructions = part->live = 0;
    part->input = geoms_arena_get (arena, (size_t)p->live, sizeof *part->input);
    part->output = geoms_arena_get (arena, (size_t)p->outputs, sizeof *part->output);
    part->stretch = geoms_arena_get (arena, (size_t)p->stretches, sizeof *part->stretch);
    part->instruction
        = geoms_arena_get (arena, (size_t)p->instructions, sizeof *part->instruction);
    if (arena->failed)
        return -1;
    for (int i = 0; i < p->outputs; i++)
        if (p->output[i].place >= first && p->output[i].place < last) {
            read[p->output[i].reg] = 1;
            part->output[part->outputs++]
                = (GeomsPlaced){p->output[i].place - first, p->output[i].reg};
        }
    find_needed (p, read, needed);
    take_instructions (part, p, needed);
    for (int i = 0; i < p->live; i++)
        if (read[p->input[i].reg])
            part->input[part->inputs++] = p->input[i];
    part->live = part->inputs;
    return 0;
}
