/* export_c.c - a derived system as a file in C99 that is compiled by itself
 *
 *     parts, blocks_jac, condition   the programs as they are: the same bits; what depends on
 *              parameters alone is computed by create
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "export_file.h"

/* ---- programs ---- */

/* what is computed once of it, and it */
static void write_callable (GeomsExportFile *f, const char *name, const char *comment,
                            const GeomsCallable *c)
{
    char once[40];

    snprintf (once, sizeof once, "%s_once", name);
    geoms_export_put (f, comment);
    if (f->status == 0 && c->values > 0)
        f->status = geoms_export_program (&f->text, once, &c->once, &f->in, &f->places);
    if (f->status == 0)
        f->status = geoms_export_program (&f->text, name, &c->program, &f->in, &f->places);
}

/* the column of entry k */
static int column_of (const GeomsPattern *p, int n, int k)
{
    int j = 0;

    while (j < n - 1 && p->start[j + 1] <= k)
        j++;
    return j;
}

/* F with its outputs one behind the other, and where they belong */
static void write_slopes (GeomsExportFile *f, GeomsArena *arena)
{
    GeomsCallable c = f->m->F;
    GeomsProgram p = c.program;
    const GeomsPattern *F = &f->m->pattern_F;
    int *row = geoms_arena_ints (arena, (size_t)p.outputs);
    int *column = geoms_arena_ints (arena, (size_t)p.outputs);
    GeomsPlaced *output = geoms_arena_get (arena, (size_t)p.outputs, sizeof *output);

    if (arena->failed || f->slopes == 0)
        return;
    for (int k = 0; k < p.outputs; k++) {
        row[k] = F->row[p.output[k].place];
        column[k] = column_of (F, f->m->n, p.output[k].place);
        output[k] = (GeomsPlaced){k, p.output[k].reg};
    }
    p.output = output;
    c.program = p;
    geoms_export_list (f, "row", "F", p.outputs, row);
    geoms_export_list (f, "column", "F", p.outputs, column);
    geoms_export_put (f, "\n");
    write_callable (f, "F", "/* ---- F = d (f - C'[lambda; mu]) / dx ---- */\n\n", &c);
}

/* all programs */
enum { CALLABLES = 5, PROGRAMS = 2 * CALLABLES };
static void list_programs (const GeomsDerivedModel *m, const GeomsProgram *to[PROGRAMS])
{
    const GeomsCallable *all[CALLABLES] = {&m->parts, &m->B, &m->F, &m->condition, &m->inertia};

    for (int k = 0; k < CALLABLES; k++) {
        to[2 * k] = &all[k]->once;
        to[2 * k + 1] = &all[k]->program;
    }
}

static void write_programs (GeomsExportFile *f)
{
    const GeomsDerivedModel *m = f->m;
    const GeomsProgram *all[PROGRAMS];
    GeomsArena arena = {0};

    list_programs (m, all);
    for (int k = 0; k < PROGRAMS; k++)
        f->status |= geoms_export_unknown (all[k]) != NULL;
    if (f->status != 0)
        return;
    geoms_export_helpers (&f->text, PROGRAMS, all);
    write_callable (f, "parts",
                    f->varies
                        ? "/* ---- parts: M, Z, f, C, g, [gI; h~], [gII; hI] without C v', b, "
                          "d, c, e ---- */\n\n"
                        : "/* ---- parts: Z, f, C, g, [gI; h~], [gII; hI] without C v', b, d, "
                          "c, e ---- */\n\n",
                    &m->parts);
    if (f->constant)
        write_callable (f, "inertia", "/* ---- M, which is constant ---- */\n\n", &m->inertia);
    write_callable (f, "B", "/* ---- B = d R / dx for given accelerations a ---- */\n\n", &m->B);
    write_slopes (f, &arena);
    if (m->d.nc > 0)
        write_callable (f, "condition", "/* ---- conditions on initial values ---- */\n\n",
                        &m->condition);
    f->status = arena.failed ? -1 : f->status;
    geoms_arena_free (&arena);
}

/* a length that an array may have */
static int some (int count) { return count > 0 ? count : 1; }

static void write_system (GeomsExportFile *f)
{
    const GeomsDerivedModel *m = f->m;

    geoms_export_put (f, "/* ---- the model ---- */\n\n"
                         "/* what it keeps for itself */\ntypedef struct System {\n");
    geoms_text_add (&f->text, "    double w[%d], parts[%d], a[%d], B[%d];\n", some (f->places),
                    some (m->at.size), some (m->d.nv), some (m->pattern_B.start[m->n]));
    if (f->constant)
        geoms_text_add (&f->text, "    double M[MASSES], inertia_q[%d];\n",
                        some (m->nq + m->inertia.values));
    geoms_text_add (&f->text, "    double parts_q[%d], B_q[%d], F_q[%d], condition_q[%d];%s\n",
                    some (m->nq + m->parts.values), some (m->nq + m->B.values),
                    some (m->nq + m->F.values), some (m->nq + m->condition.values),
                    m->nq > 0 ? " /* q, and what follows from it */" : "");
    if (f->solves)
        geoms_export_put (
            f,
            "    double L[NV * NV], size[NV]; /* M = L D L'; diagonal of M                    */\n"
            "    int held, weighed;           /* it is M + C'W C; W is known                  "
            "*/\n");
    if (f->held)
        geoms_export_put (f, "    double W[NG], row[NG], x[UNKNOWNS];\n");
    if (f->slopes > 0)
        geoms_export_put (f, "    double F[SLOPES];\n");
    geoms_export_put (f, "} System;\n\n");
    if (f->solves)
        geoms_export_solving (f);
}

/* q of a program, and what it computes once */
static void write_parameters (GeomsExportFile *f, const char *name, const GeomsCallable *c)
{
    if (f->m->nq > 0)
        geoms_text_add (&f->text, "    memcpy (s->%s_q, q, NQ * sizeof *q);\n", name);
    if (c->values > 0)
        geoms_text_add (&f->text, "    %s_once_at (0, NULL, NULL, q, s->w, s->%s_q + NQ);\n", name,
                        name);
}

/* M from the parameters */
static void write_inertia (GeomsExportFile *f)
{
    if (f->constant) {
        write_parameters (f, "inertia", &f->m->inertia);
        geoms_export_put (f, "    inertia_at (0, NULL, NULL, s->inertia_q, s->w, s->M);\n");
    }
}

static void write_create (GeomsExportFile *f)
{
    const GeomsDerivedModel *m = f->m;

    geoms_export_put (f, "static void *create (const double *q, int nq)\n{\n"
                         "    System *s = nq == NQ ? calloc (1, sizeof *s) : NULL;\n\n");
    if (m->nq == 0)
        geoms_export_put (f, "    (void)q;\n");
    geoms_export_put (f, "    if (s == NULL)\n        return NULL;\n");
    write_parameters (f, "parts", &m->parts);
    write_parameters (f, "B", &m->B);
    if (f->slopes > 0)
        write_parameters (f, "F", &m->F);
    if (m->d.nc > 0)
        write_parameters (f, "condition", &m->condition);
    write_inertia (f);
    geoms_export_put (f, "    return s;\n}\n\n");
}

static void write_model (GeomsExportFile *f)
{
    static const char *const structures[]
        = {"", "FULL", "DIAGONAL", "CONSTANT", "CONSTANT_DIAGONAL"};
    const GeomsDerivedModel *m = f->m;

    geoms_text_add (&f->text, "GEOMS_EXPORT const GeomsModel %s = {\n", f->symbol);
    geoms_export_put (f, "    .abi = GEOMS_MODEL_ABI,\n"
                         "    .size = sizeof (GeomsModel),\n"
                         "    .dims = {NP, NV, NR, NW, NS, NL, NM, NI, NC},\n");
    geoms_text_add (&f->text, "    .mass_structure = GEOMS_MASS_%s,\n    .autonomous = %d,\n",
                    structures[m->structure], m->autonomous);
    geoms_export_put (
        f,
        "    .rda = rda,\n    .jac = jac,\n    .parts = parts,\n    .blocks_jac = blocks_jac,\n");
    if (m->has_Z)
        geoms_export_put (f, "    .kinematics = 1,\n");
    if (m->d.nc > 0)
        geoms_export_put (f, "    .ivcond = conditions,\n");
    geoms_export_put (f, "    .create = create,\n    .destroy = free,\n");
    if (f->varies)
        geoms_export_put (f, "    .parts_mass = 1,\n    .rda_mass = rda_mass,\n");
    if (f->constant)
        geoms_export_put (f, "    .mass = mass,\n");
    if (f->free)
        geoms_export_put (f, "    .accelerations = accelerations,\n");
    geoms_text_add (&f->text,
                    "    .patterns = {%s.C = {start_C, row_C}, .B = {start_B, row_B}},\n};\n",
                    m->has_mass ? ".M = {start_M, row_M}, " : "");
}

/* ---- all ---- */

/* words of C that the file may do without */
static const char words[]
    = " auto break case char continue default do else extern float for goto if inline long main "
      "register return short signed sizeof static switch union unsigned volatile while malloc "
      "calloc "
      "free memcpy memset y0 y1 yn j0 j1 jn gamma ";

/* whether a word stands by itself in the first `size` characters of a text */
static int occurs (const char *text, size_t size, const char *word)
{
    const size_t length = strlen (word);
    int before = ' ';

    for (const char *end = text + size; text < end; before = *text++) {
        const int after = strncmp (text, word, length) == 0 ? text[length] : '_';
        if (! isalnum (before) && before != '_' && ! isalnum (after) && after != '_')
            return 1;
    }
    return 0;
}

/* whether the file declares it: in lines that are not indented, or in an enumeration */
static int declared (const char *text, const char *word)
{
    int listed = 0, found = 0;

    while (*text != 0 && ! found) {
        const size_t size = strcspn (text, "\n");
        listed = strncmp (text, "enum {", 6) == 0 || (listed && *text == ' ');
        found = (listed || isalpha ((unsigned char)*text)) && occurs (text, size, word);
        text += text[size] == 0 ? size : size + 1;
    }
    return found;
}

/* a name, and no word of C, of its mathematics, or of `text`, the file without its definition */
static int may_be_symbol (const char *symbol, const char *text)
{
    int good = isalpha ((unsigned char)symbol[0]) != 0;

    for (const char *c = symbol; *c != 0; c++)
        good &= isalnum ((unsigned char)*c) || *c == '_';
    for (int op = 0; good && op < GEOMS_OPERATIONS_COUNT; op++) {
        const char *value = geoms_export_value (op);
        good = strlen (symbol) == 1 || ! occurs (value, strlen (value), symbol);
    }
    return good && ! occurs (words, sizeof words - 1, symbol) && ! declared (text, symbol);
}

static int told (const GeomsExportFile *f, GeomsReport *report)
{
    const GeomsProgram *all[PROGRAMS];

    list_programs (f->m, all);
    if (f->text.failed || f->status < 0)
        return geoms_report (report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory to write the "
                             "system in C.");
    for (int k = 0; k < PROGRAMS; k++) {
        const char *name = geoms_export_unknown (all[k]);
        if (name != NULL)
            return geoms_report (report, GEOMS_BAD_MODEL,
                                 "The operation %s cannot be written in C.", name);
    }
    return geoms_report (report, GEOMS_BAD_MODEL,
                         "The derived system reads what it has not computed.");
}

char *geoms_derived_model_export (const GeomsDerivedModel *system, const char *symbol,
                                  const char *file, GeomsReport *report)
{
    GeomsExportFile f = {.m = system,
                         .symbol = symbol,
                         .name = file,
                         .in = {system->n, system->d.nv},
                         .varies = geoms_derived_mass_varies (system),
                         .slopes = system->F.program.outputs};

    f.held = system->has_mass && system->rows_of_C > 0;
    f.free = system->accelerates;
    f.solves = f.held || (system->has_mass && f.free);
    f.constant = system->has_mass && ! f.varies;
    geoms_export_comment (&f);
    const size_t comment = f.text.length;
    geoms_export_head (&f);
    write_programs (&f);
    write_system (&f);
    geoms_export_callbacks (&f);
    write_create (&f);
    const int named = f.text.failed || may_be_symbol (symbol, f.text.at + comment);
    write_model (&f);
    if (f.status == 0 && ! f.text.failed && named)
        return f.text.at;
    if (named)
        told (&f, report);
    else
        geoms_report (report, GEOMS_BAD_OPTION,
                      "'%s' cannot be the name of the model: a letter, then letters, digits and _, "
                      "and no word of C or of the file.",
                      symbol);
    geoms_text_free (&f.text);
    return NULL;
}
