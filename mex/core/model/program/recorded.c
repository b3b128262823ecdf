/* recorded.c - a function of the user's as a program: plain numbers to keep, values to ask for
 *
 *     version; inputs, parameters, outputs; the program
 */
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "callable.h"
#include "geoms_derive.h"

enum { VERSION = 1, MOST = 1 << 24 };

struct GeomsRecorded {
    GeomsArena arena;
    int inputs, nq, outputs;
    GeomsCallable callable;
};

static void keep (GeomsStore *s, GeomsRecorded *f)
{
    int version = VERSION;

    geoms_store_number (s, &version, VERSION, VERSION);
    geoms_store_number (s, &f->inputs, 0, MOST);
    geoms_store_number (s, &f->nq, 0, MOST);
    geoms_store_number (s, &f->outputs, 0, MOST);
    if (! geoms_store_broken (s))
        geoms_callable_keep (s, &f->callable, f->inputs, f->nq, f->outputs);
}

static double *stored (GeomsRecorded *f, size_t *count)
{
    GeomsStore s = geoms_store_writing (NULL, &f->arena);
    double *numbers;

    keep (&s, f);
    *count = s.w.count;
    numbers = malloc ((*count + 1) * sizeof *numbers);
    if (numbers != NULL) {
        s = geoms_store_writing (numbers, &f->arena);
        keep (&s, f);
    }
    return numbers;
}

static void *out_of_memory (GeomsReport *report)
{
    geoms_report (report, GEOMS_OUT_OF_MEMORY, "There is not enough memory to record a function.");
    return NULL;
}

double *geoms_record_numbers (const GeomsTape *tape, int inputs, int nq, int outputs,
                              const int *node, size_t *count, GeomsReport *report)
{
    GeomsRecorded *f = calloc (1, sizeof *f);
    int *place = malloc (((size_t)outputs + 1) * sizeof *place);
    double *numbers = NULL;

    if (f != NULL && place != NULL) {
        *f = (GeomsRecorded){.inputs = inputs, .nq = nq, .outputs = outputs};
        for (int i = 0; i < outputs; i++)
            place[i] = i;
        if (geoms_callable_build (&f->callable, tape, inputs, nq, outputs, node, place, &f->arena)
            == 0)
            numbers = stored (f, count);
    }
    free (place);
    geoms_recorded_free (f);
    return numbers != NULL ? numbers : out_of_memory (report);
}

GeomsRecorded *geoms_recorded_load (const double *numbers, size_t count, int inputs, int outputs,
                                    const double *q, int nq, GeomsReport *report)
{
    GeomsRecorded *f = calloc (1, sizeof *f);
    int wrong = 0;

    if (f != NULL) {
        GeomsStore s = geoms_store_reading (numbers, count, &f->arena);
        keep (&s, f);
        geoms_walk_require (&s.w, s.w.count == count && f->inputs == inputs && f->nq == nq
                                      && f->outputs == outputs);
        wrong = s.w.wrong && ! f->arena.failed;
        if (! geoms_store_broken (&s) && geoms_callable_set (&f->callable, inputs, nq, q) == 0)
            return f;
    }
    geoms_recorded_free (f);
    if (! wrong)
        return out_of_memory (report);
    geoms_report (report, GEOMS_BAD_MODEL,
                  "The recorded function is none that this version has written.");
    return NULL;
}

void geoms_recorded_run (const GeomsRecorded *f, int k,
                         const GeomsSource source[GEOMS_MOST_SOURCES], double *out, int ldo)
{
    for (int j = 0; j < k; j++)
        memset (out + (size_t)j * (size_t)ldo, 0, (size_t)f->outputs * sizeof *out);
    geoms_program_run (&f->callable.program, &f->callable.registers, k, source, out, ldo);
}

void geoms_recorded_free (GeomsRecorded *f)
{
    if (f != NULL)
        geoms_arena_free (&f->arena);
    free (f);
}
