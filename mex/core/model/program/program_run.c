/* program_run.c - programs on registers of one lane and of four
 *
 * Four states at once cost little more than one: most of the time goes into finding out what to do.
 */
#include <math.h>

#include "program.h"

#define LANES 1
#include "program_lanes.h"
#define LANES 4
#include "program_lanes.h"

static double *with_constants (const GeomsProgram *p, int lanes, GeomsArena *arena)
{
    double *r = geoms_arena_reals (arena, (size_t)lanes * (size_t)p->registers);

    for (int i = 0; r != NULL && i < p->constants; i++)
        for (int l = 0; l < lanes; l++)
            r[lanes * i + l] = p->constant[i];
    return r;
}

void geoms_program_registers (const GeomsProgram *p, GeomsRegisters *r, GeomsArena *arena)
{
    r->one = with_constants (p, 1, arena);
    r->four = with_constants (p, 4, arena);
}

void geoms_program_set (const GeomsProgram *p, const GeomsRegisters *r, int first,
                        const double *value)
{
    for (int i = p->live; i < p->inputs; i++) {
        const double given = value[p->input[i].place - first];
        r->one[p->input[i].reg] = given;
        for (int l = 0; l < 4; l++)
            r->four[4 * p->input[i].reg + l] = given;
    }
}

void geoms_program_run (const GeomsProgram *p, const GeomsRegisters *r, int k,
                        const GeomsSource source[GEOMS_MOST_SOURCES], double *out, int ldo)
{
    GeomsSource at[GEOMS_MOST_SOURCES];

    for (int j = 0; j < k; j += 4, out += 4 * ldo) {
        const int states = k - j < 4 ? k - j : 4;
        for (int i = 0; i < GEOMS_MOST_SOURCES; i++) {
            at[i] = source[i];
            at[i].at += source[i].count > 0 ? j * source[i].ld : 0;
        }
        if (states == 1)
            run_1 (p, r->one, 1, at, out, ldo);
        else
            run_4 (p, r->four, states, at, out, ldo);
    }
}
